//! Points in time: UTC, to the nanosecond, years 0000 to 9999.
//!
//! Nothing here reads a clock. The word `now` is therefore no instant of this room: the program turns it into one.

mod calendar;
mod http_date;
mod js_date;
mod rfc3339;

use std::fmt;

use crate::quantity::{Fixed, Malformed, Short};

pub use http_date::{DateFault, DateForm, HttpDate, NoHttpDate, parse_http_date};
pub use js_date::parse_js_date;
pub use rfc3339::parse_rfc3339;

/// A point in time, in UTC and to the nanosecond, from 0000-01-01T00:00:00Z until the end of 9999.
///
/// It is written as RFC 3339 with `Z` and the shortest fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Fixed);

const SECONDS_PER_DAY: i64 = 86_400;
/// The end of 2019: the year that two digits mean lies at most 50 years after it.
const MIDDLE_OF_TWO_DIGITS: Fixed = Fixed::whole(1_577_836_799);
const FIRST: i64 = -62_167_219_200;
const LAST: i64 = 253_402_300_799;

impl Instant {
    /// The instant `seconds` after 1970-01-01T00:00:00Z, leap seconds not counted, or `None` outside the years 0000
    /// to 9999.
    pub fn from_unix(seconds: Fixed) -> Option<Self> {
        (FIRST..=LAST).contains(&seconds.parts().0).then_some(Self(seconds))
    }

    /// The seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    pub const fn unix(self) -> Fixed {
        self.0
    }

    /// The instant `seconds` later, or `None` outside the years 0000 to 9999.
    pub fn plus(self, seconds: Fixed) -> Option<Self> {
        Self::from_unix(self.0.plus(seconds))
    }

    /// The seconds from `earlier` to here; negative where `earlier` is later.
    pub const fn since(self, earlier: Self) -> Fixed {
        self.0.minus(earlier.0)
    }

    /// The instant of a civil time in UTC. Second 60 is the next second. `None` where the date, the time or the
    /// result does not exist.
    fn from_civil(date: calendar::Day, hour: u8, minute: u8, second: u8, nanos: u32) -> Option<Self> {
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let minutes = i64::from(hour).checked_mul(60)?.checked_add(i64::from(minute))?;
        let in_day = minutes.checked_mul(60)?.checked_add(i64::from(second))?;
        let seconds = date.since_epoch().checked_mul(SECONDS_PER_DAY)?.checked_add(in_day)?;
        Self::from_unix(Fixed::from_parts(seconds, nanos))
    }

    /// The whole seconds of Unix time that have passed; `None` before 1970.
    pub(crate) fn unix_seconds(self) -> Option<u64> {
        u64::try_from(self.0.as_nanos().div_euclid(1_000_000_000)).ok()
    }

    /// Adds it as it is shown: RFC 3339 with `Z` and the shortest fraction.
    pub(crate) fn add_to(self, text: &mut Short) {
        let (seconds, fraction) = self.0.parts();
        let (days, second) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
        let second = u32::try_from(second).unwrap_or(0);
        let ([h1, h2], [n1, n2], [s1, s2]) =
            (calendar::two(second / 3600), calendar::two(second / 60 % 60), calendar::two(second % 60));
        let [y1, y2, y3, y4, _, m1, m2, _, d1, d2] = calendar::written(days);
        text.add(&[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2]);
        text.add_fraction(fraction);
        text.add(b"Z");
    }

    /// Reads RFC 3339 as programs write it: in UTC, with at most nine decimals. `None` for any other text, which may
    /// be an instant all the same.
    pub(crate) fn usual(text: &[u8]) -> Option<Self> {
        rfc3339::usual(text)
    }

    /// Reads an instant: RFC 3339 with any offset, an HTTP-date in any of its three forms, or `@SECONDS` of Unix time
    /// with decimals. A year of two digits is one of 1970 to 2069, since nothing is received in any other.
    ///
    /// # Errors
    ///
    /// Anything else, and an HTTP-date with a fault.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::instant::Instant;
    ///
    /// let written = ["2026-12-01T01:00:00+01:00", "Tue, 01 Dec 2026 00:00:00 GMT", "@1796083200"];
    /// for text in written {
    ///     assert_eq!(Instant::parse(text)?.to_string(), "2026-12-01T00:00:00Z");
    /// }
    /// # Ok::<(), holdoff::quantity::Malformed>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        const FORMS: &str = "write it as `2026-12-01T00:00:00Z`, as an HTTP-date, as `@1796083200` or as `now`";
        if text.is_empty() {
            return Err(Malformed::whole("is empty", FORMS));
        }
        if let Some(seconds) = text.strip_prefix('@') {
            let size = seconds.strip_prefix('-').unwrap_or(seconds);
            let parsed = Fixed::parse(size.as_bytes())
                .map(|it| if size.len() < seconds.len() { Fixed::ZERO.minus(it) } else { it });
            let fault = |message: &str| {
                Malformed::new(message, 1..text.len(), "write seconds of Unix time, as in `@1796083200.25`")
            };
            let seconds = parsed.ok_or_else(|| fault("is not a number of seconds"))?;
            return Self::from_unix(seconds).ok_or_else(|| fault("is outside the years 0000 to 9999"));
        }
        if text.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) && text.as_bytes().get(4) == Some(&b'-') {
            return parse_rfc3339(text);
        }
        let reference = Self::from_unix(MIDDLE_OF_TWO_DIGITS);
        match parse_http_date(text.as_bytes(), reference) {
            Ok(HttpDate { at, fault: None, .. }) => Ok(at),
            Ok(HttpDate { fault: Some((fault, bytes)), .. }) => {
                Err(Malformed::new(format!("is no HTTP-date: {}", fault.description()), bytes, FORMS))
            }
            Err(NoHttpDate::NeedsReference) => Err(Malformed::whole("is not an instant", FORMS)),
            Err(NoHttpDate::Malformed(at)) => Err(Malformed::new("is not an instant", at..text.len(), FORMS)),
        }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Short::new();
        self.add_to(&mut text);
        out.write_str(text.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_ends_of_its_range() {
        let shown = |nanos| Instant::from_unix(Fixed::nanos(nanos)).map(|it| it.to_string());
        let (first, last) = (-62_167_219_200_000_000_000, 253_402_300_799_999_999_999);
        assert_eq!(shown(first), Some("0000-01-01T00:00:00Z".into()));
        assert_eq!(shown(last), Some("9999-12-31T23:59:59.999999999Z".into()));
        assert_eq!(shown(first - 1), None);
        assert_eq!(shown(last + 1), None);
        assert_eq!(shown(-1), Some("1969-12-31T23:59:59.999999999Z".into()));
        assert_eq!(shown(1_500_000_000), Some("1970-01-01T00:00:01.5Z".into()));
    }

    #[test]
    fn reads_unix_time() {
        let shown = |text: &str| Instant::parse(text).unwrap().to_string();
        assert_eq!(shown("@0"), "1970-01-01T00:00:00Z");
        assert_eq!(shown("@-0.5"), "1969-12-31T23:59:59.5Z");
        assert_eq!(shown("@1796083200.25"), "2026-12-01T00:00:00.25Z");
        for bad in ["@", "@x", "@1e3", "@--1", "@253402300800", "@99999999999999999999"] {
            assert!(Instant::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn says_what_it_could_not_read() {
        let fault = |text: &str| Instant::parse(text).unwrap_err();
        assert_eq!(fault("").message(), "is empty");
        assert_eq!(fault("yesterday").message(), "is not an instant");
        assert_eq!(fault("Wed, 01 Dec 2026 00:00:00 GMT").at(), Some(0..3));
    }

    #[test]
    fn a_year_of_two_digits_is_one_of_1970_to_2069() {
        let shown = |text: &str| Instant::parse(text).unwrap().to_string();
        assert_eq!(shown("Sunday, 06-Nov-94 08:49:37 GMT"), "1994-11-06T08:49:37Z");
        assert_eq!(shown("Thursday, 01-Jan-70 00:00:00 GMT"), "1970-01-01T00:00:00Z");
        assert_eq!(shown("Tuesday, 31-Dec-69 23:59:59 GMT"), "2069-12-31T23:59:59Z");
    }
}
