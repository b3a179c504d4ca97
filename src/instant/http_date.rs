//! HTTP-date (RFC 9110, 5.6.7), its three forms, and the single faults that a careful reader can take without doubt.

use std::ops::Range;

use super::Instant;
use super::calendar::Day;
use super::rfc3339::two_digits;
use crate::quantity::Fixed;

/// Which of the three forms of RFC 9110, 5.6.7 a date has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateForm {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the only one that may be sent.
    ImfFixdate,
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete.
    Rfc850,
    /// `Sun Nov  6 08:49:37 1994`, obsolete.
    Asctime,
}

impl DateForm {
    /// The name that the grammar gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ImfFixdate => "imf-fixdate",
            Self::Rfc850 => "rfc850-date",
            Self::Asctime => "asctime-date",
        }
    }
}

/// The one fault that a date was read in spite of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateFault {
    /// A name in the wrong case; HTTP-date is case-sensitive.
    Case,
    /// The day of the week is not that of the date.
    WeekdayWrong,
    /// The day of the week is missing.
    WeekdayMissing,
    /// The day of the month has one digit.
    OneDigitDay,
    /// An offset such as `+0200` in place of `GMT`.
    NumericOffset,
    /// `UTC` or a zone name of RFC 5322, 4.3 in place of `GMT`.
    ZoneName,
    /// No zone; it is read as GMT.
    ZoneMissing,
}

impl DateFault {
    /// What is wrong, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Case => "names are case-sensitive: `Tue`, `Dec`, `GMT`",
            Self::WeekdayWrong => "the date falls on another day of the week",
            Self::WeekdayMissing => "the day of the week is missing",
            Self::OneDigitDay => "the day of the month has one digit, where two are required",
            Self::NumericOffset => "an offset stands where `GMT` is required",
            Self::ZoneName => "another zone stands where `GMT` is required",
            Self::ZoneMissing => "`GMT` is missing at the end",
        }
    }
}

/// A date that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpDate {
    /// The instant, to the second. Second 60 is the next second.
    pub at: Instant,
    /// The form it has.
    pub form: DateForm,
    /// The fault it was read in spite of and its bytes, or `None` where it is as the grammar wants it.
    pub fault: Option<(DateFault, Range<usize>)>,
}

/// Why there is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHttpDate {
    /// It is none, or has more than one fault, or no such day exists. The byte is where reading ended.
    Malformed(usize),
    /// It has a year of two digits and no instant was given to find its century from.
    NeedsReference,
}

const WEEKDAYS: [&[u8]; 7] = [b"Sunday", b"Monday", b"Tuesday", b"Wednesday", b"Thursday", b"Friday", b"Saturday"];
const MONTHS: [&[u8; 3]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// Reads an HTTP-date in any of its three forms, with at most one fault of [`DateFault`].
///
/// `reference` is the instant of reception: a year of two digits that would lie more than 50 years after it is the
/// most recent past year with those digits (RFC 9110, 5.6.7).
///
/// # Errors
///
/// [`NoHttpDate`], with the byte where reading ended.
///
/// # Examples
///
/// ```
/// use holdoff::instant::{DateForm, Instant, parse_http_date};
///
/// let received = Instant::parse("2026-12-01T00:00:00Z")?;
/// let date = parse_http_date(b"Wednesday, 01-Jan-76 00:00:00 GMT", Some(received)).unwrap();
/// assert_eq!(date.form, DateForm::Rfc850);
/// assert_eq!(date.at.to_string(), "2076-01-01T00:00:00Z");
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn parse_http_date(value: &[u8], reference: Option<Instant>) -> Result<HttpDate, NoHttpDate> {
    if let Some(at) = imf_fixdate(value) {
        return Ok(HttpDate { at, form: DateForm::ImfFixdate, fault: None });
    }
    let mut cursor = Cursor { bytes: value, at: 0, fault: None, faults: 0 };
    match cursor.date(reference) {
        Some(Ok(date)) => Ok(date),
        Some(Err(NeedsReference)) => Err(NoHttpDate::NeedsReference),
        None => Err(NoHttpDate::Malformed(cursor.at.min(value.len()))),
    }
}

/// The quick path: a date in the form that may be sent, without any fault.
fn imf_fixdate(value: &[u8]) -> Option<Instant> {
    let date = <&[u8; 29]>::try_from(value).ok()?;
    let [w1, w2, w3, b',', b' ', d1, d2, b' ', m1, m2, m3, b' ', y1, y2, y3, y4, b' ', rest @ ..] = date else {
        return None;
    };
    let [h1, h2, b':', n1, n2, b':', s1, s2, b' ', b'G', b'M', b'T'] = *rest else { return None };
    let month = MONTHS.iter().position(|name| **name == [*m1, *m2, *m3])?;
    let year = u16::from(two_digits(*y1, *y2)?).checked_mul(100)?.checked_add(two_digits(*y3, *y4)?.into())?;
    let date = Day::new(year, u8::try_from(month).ok()?.checked_add(1)?, two_digits(*d1, *d2)?)?;
    if WEEKDAYS.get(date.weekday())?.get(..3)? != [*w1, *w2, *w3] {
        return None;
    }
    Instant::from_civil(date, two_digits(h1, h2)?, two_digits(n1, n2)?, two_digits(s1, s2)?, 0)
}

struct NeedsReference;

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    fault: Option<(DateFault, Range<usize>)>,
    faults: u8,
}

struct Time {
    hour: u8,
    minute: u8,
    second: u8,
}

impl Cursor<'_> {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, count: usize) {
        self.at = self.at.saturating_add(count);
    }

    /// Notes a fault. Several faults of one kind count once: a date in lower case has one fault, not three.
    fn note(&mut self, fault: DateFault, bytes: Range<usize>) {
        if self.fault.as_ref().is_some_and(|(before, _)| *before == fault) {
            return;
        }
        self.faults = self.faults.saturating_add(1);
        self.fault = Some((fault, bytes));
    }

    fn literal(&mut self, wanted: &[u8]) -> Option<()> {
        self.rest().starts_with(wanted).then(|| self.skip(wanted.len()))
    }

    /// Between one and `longest` digits.
    fn digits(&mut self, shortest: usize, longest: usize) -> Option<u16> {
        let count = self.rest().iter().take(longest).take_while(|byte| byte.is_ascii_digit()).count();
        if count < shortest || self.rest().get(count).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let digits = self.rest().get(..count)?;
        let value = digits
            .iter()
            .fold(0u16, |value, digit| value.wrapping_mul(10).wrapping_add(u16::from(digit.wrapping_sub(b'0'))));
        self.skip(count);
        Some(value)
    }

    fn two(&mut self) -> Option<u8> {
        self.digits(2, 2).and_then(|value| u8::try_from(value).ok())
    }

    /// A name of a known spelling at the cursor; another case is noted as a fault.
    fn name(&mut self, spelling: &[u8]) -> Option<()> {
        let written = self.rest().get(..spelling.len())?;
        if written != spelling {
            if !written.eq_ignore_ascii_case(spelling) {
                return None;
            }
            self.note(DateFault::Case, self.at..self.at.saturating_add(spelling.len()));
        }
        self.skip(spelling.len());
        Some(())
    }

    fn month(&mut self) -> Option<u8> {
        let position =
            MONTHS.iter().position(|name| self.rest().get(..3).is_some_and(|it| it.eq_ignore_ascii_case(*name)))?;
        self.name(MONTHS.get(position)?.as_slice())?;
        u8::try_from(position).ok()?.checked_add(1)
    }

    /// `day = 2DIGIT`; one digit is noted as a fault.
    fn day(&mut self) -> Option<u8> {
        let start = self.at;
        let day = self.digits(1, 2)?;
        if self.at.saturating_sub(start) == 1 {
            self.note(DateFault::OneDigitDay, start..self.at);
        }
        u8::try_from(day).ok()
    }

    /// `time-of-day = hour ":" minute ":" second`
    fn time(&mut self) -> Option<Time> {
        let hour = self.two()?;
        self.literal(b":")?;
        let minute = self.two()?;
        self.literal(b":")?;
        Some(Time { hour, minute, second: self.two()? })
    }

    /// `SP GMT`, or one of the faults in its place. Seconds that the written time is ahead of UTC.
    fn zone(&mut self) -> Option<i128> {
        if self.rest().is_empty() {
            self.note(DateFault::ZoneMissing, self.at.saturating_sub(1)..self.at);
            return Some(0);
        }
        self.literal(b" ")?;
        let zone = self.at..self.bytes.len();
        if self.rest().eq_ignore_ascii_case(b"GMT") {
            self.name(b"GMT")?;
            return Some(0);
        }
        if let [sign @ (b'+' | b'-'), digits @ ..] = self.rest()
            && digits.len() == 4
        {
            let negative = *sign == b'-';
            self.skip(1);
            let (hours, minutes) = (self.two_of_offset()?, self.two_of_offset()?);
            if minutes > 59 {
                return None;
            }
            self.note(DateFault::NumericOffset, zone);
            let seconds = i128::from(hours).checked_mul(3600)?.checked_add(i128::from(minutes).checked_mul(60)?)?;
            return if negative { seconds.checked_neg() } else { Some(seconds) };
        }
        let hours = named_zone(self.rest())?;
        self.skip(self.rest().len());
        self.note(DateFault::ZoneName, zone);
        i128::from(hours).checked_mul(3600)
    }

    fn two_of_offset(&mut self) -> Option<u8> {
        let pair = self.rest().get(..2)?;
        let value = std::str::from_utf8(pair).ok().filter(|_| pair.iter().all(u8::is_ascii_digit))?.parse().ok()?;
        self.skip(2);
        Some(value)
    }

    fn date(&mut self, reference: Option<Instant>) -> Option<Result<HttpDate, NeedsReference>> {
        let letters = self.rest().iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if letters == 0 {
            return self.day_first(None, 0..0, reference);
        }
        let written = self.rest().get(..letters)?;
        let Some(weekday) = WEEKDAYS.iter().position(|name| {
            name.eq_ignore_ascii_case(written) || name.get(..3).is_some_and(|short| short.eq_ignore_ascii_case(written))
        }) else {
            // `Nov  6 08:49:37 1994`: asctime without its day of the week.
            self.note(DateFault::WeekdayMissing, 0..letters);
            return self.asctime(None, 0..0).map(Ok);
        };
        let spelling = WEEKDAYS.get(weekday)?.get(..letters)?;
        self.name(spelling)?;
        if letters == 3 && self.rest().starts_with(b" ") {
            self.skip(1);
            return self.asctime(Some(weekday), 0..3).map(Ok);
        }
        self.literal(b", ")?;
        self.day_first(Some((weekday, letters == 3)), 0..letters, reference)
    }

    /// IMF-fixdate and rfc850-date after their day of the week: `06 Nov 1994 …` or `06-Nov-94 …`.
    fn day_first(
        &mut self,
        weekday: Option<(usize, bool)>,
        weekday_bytes: Range<usize>,
        reference: Option<Instant>,
    ) -> Option<Result<HttpDate, NeedsReference>> {
        let start = self.at;
        let day = self.day()?;
        let rfc850 = self.rest().first() == Some(&b'-');
        // The short name belongs to IMF-fixdate, the long one to rfc850-date.
        if weekday.is_some_and(|(_, short)| short == rfc850) {
            return None;
        }
        if weekday.is_none() {
            self.note(DateFault::WeekdayMissing, start..self.at);
        }
        let separator: &[u8] = if rfc850 { b"-" } else { b" " };
        self.literal(separator)?;
        let month = self.month()?;
        self.literal(separator)?;
        let year = if rfc850 { self.digits(2, 2)? } else { self.digits(4, 4)? };
        self.literal(b" ")?;
        let time = self.time()?;
        let ahead = self.zone()?;
        let weekday = weekday.map(|(weekday, _)| weekday);
        if !rfc850 {
            return self.finish(DateForm::ImfFixdate, (year, month, day), time, ahead, weekday, weekday_bytes).map(Ok);
        }
        let Some(reference) = reference else {
            // The form must be right in every other way before the century is asked for.
            return (self.faults <= 1).then_some(Err(NeedsReference));
        };
        let year = full_year(year, (month, day), &time, ahead, reference)?;
        self.finish(DateForm::Rfc850, (year, month, day), time, ahead, weekday, weekday_bytes).map(Ok)
    }

    /// `asctime-date` after its day of the week: `Nov  6 08:49:37 1994`.
    fn asctime(&mut self, weekday: Option<usize>, weekday_bytes: Range<usize>) -> Option<HttpDate> {
        let month = self.month()?;
        self.literal(b" ")?;
        let padded = self.rest().first() == Some(&b' ');
        let day = if padded {
            self.skip(1);
            u8::try_from(self.digits(1, 1)?).ok()?
        } else {
            self.day()?
        };
        self.literal(b" ")?;
        let time = self.time()?;
        self.literal(b" ")?;
        let year = self.digits(4, 4)?;
        if !self.rest().is_empty() {
            return None;
        }
        self.finish(DateForm::Asctime, (year, month, day), time, 0, weekday, weekday_bytes)
    }

    fn finish(
        &mut self,
        form: DateForm,
        (year, month, day): (u16, u8, u8),
        time: Time,
        ahead: i128,
        weekday: Option<usize>,
        weekday_bytes: Range<usize>,
    ) -> Option<HttpDate> {
        let date = Day::new(year, month, day)?;
        if weekday.is_some_and(|weekday| weekday != date.weekday()) {
            self.note(DateFault::WeekdayWrong, weekday_bytes);
        }
        if self.faults > 1 {
            return None;
        }
        let local = Instant::from_civil(date, time.hour, time.minute, time.second, 0)?;
        let at = local.plus(Fixed::whole(ahead.checked_neg()?))?;
        Some(HttpDate { at, form, fault: self.fault.take() })
    }
}

/// RFC 9110, 5.6.7: a year that appears to be more than 50 years after `reference` is the most recent one in the past
/// with the same last two digits. The whole timestamp is compared: exactly 50 years stay in the future.
fn full_year(two_digits: u16, (month, day): (u8, u8), time: &Time, ahead: i128, reference: Instant) -> Option<u16> {
    let (limit_year, limit) = fifty_years_after(reference)?;
    // The latest year with these digits that is not after the limit's year.
    let back = limit_year.checked_sub(two_digits)?.checked_rem(100)?;
    let year = limit_year.checked_sub(back)?;
    let at = Day::new(year, month, day)
        .and_then(|date| Instant::from_civil(date, time.hour, time.minute, time.second, 0))
        .and_then(|local| local.plus(Fixed::whole(ahead.checked_neg()?)));
    // 29 February may exist in that year or in none of the two; the calendar says so later.
    if at.is_some_and(|at| at > limit) { year.checked_sub(100) } else { Some(year) }
}

/// The same date and time 50 years later (29 February: 1 March), and its year.
fn fifty_years_after(reference: Instant) -> Option<(u16, Instant)> {
    let text = reference.to_string();
    let year: u16 = text.get(..4)?.parse().ok()?;
    let later = year.checked_add(50)?;
    let rest = text.get(4..)?;
    let same_day = super::parse_rfc3339(&format!("{later:04}{rest}"));
    let limit =
        same_day.or_else(|_| super::parse_rfc3339(&format!("{later:04}-03-01{}", rest.get(6..).unwrap_or_default())));
    // Past 9999 nothing is more than 50 years in the future.
    let end = Instant::from_unix(Fixed::from_parts(super::LAST, 999_999_999))?;
    Some((later.min(9999), limit.unwrap_or(end)))
}

/// How many hours a zone of that name is ahead of UTC.
///
/// RFC 5322, 4.3: the letters of the military zones carry no information and are read as `-0000`, which is UTC.
fn named_zone(name: &[u8]) -> Option<i8> {
    Some(match name {
        b"UT" | b"UTC" => 0,
        b"EDT" => -4,
        b"EST" | b"CDT" => -5,
        b"CST" | b"MDT" => -6,
        b"MST" | b"PDT" => -7,
        b"PST" => -8,
        [b'A'..=b'I' | b'K'..=b'Z'] => 0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn received() -> Instant {
        Instant::parse("2026-12-01T00:00:00Z").unwrap()
    }

    fn read(text: &str) -> Option<(String, &'static str, Option<DateFault>)> {
        let date = parse_http_date(text.as_bytes(), Some(received())).ok()?;
        Some((date.at.to_string(), date.form.name(), date.fault.map(|(fault, _)| fault)))
    }

    proptest! {
        #[test]
        fn the_quick_path_agrees(text in "(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3][0-9] (Jan|Feb|Apr|Dec) [0-9]{4} [0-2][0-9]:[0-6][0-9]:[0-6][0-9] (GMT|UTC)") {
            if let Some(at) = imf_fixdate(text.as_bytes()) {
                let mut cursor = Cursor { bytes: text.as_bytes(), at: 0, fault: None, faults: 0 };
                let date = cursor.date(None).and_then(Result::ok);
                prop_assert_eq!(date, Some(HttpDate { at, form: DateForm::ImfFixdate, fault: None }));
            }
        }
    }

    #[test]
    fn reads_the_three_forms() {
        let at = "1994-11-06T08:49:37Z".to_owned();
        assert_eq!(read("Sun, 06 Nov 1994 08:49:37 GMT"), Some((at.clone(), "imf-fixdate", None)));
        assert_eq!(read("Sunday, 06-Nov-94 08:49:37 GMT"), Some((at.clone(), "rfc850-date", None)));
        assert_eq!(read("Sun Nov  6 08:49:37 1994"), Some((at.clone(), "asctime-date", None)));
        assert_eq!(read("Sun Nov 06 08:49:37 1994"), Some((at, "asctime-date", None)));
        assert_eq!(read("Thu, 31 Dec 2026 23:59:60 GMT").unwrap().0, "2027-01-01T00:00:00Z");
        assert_eq!(read("Sat, 01 Jan 0000 00:00:00 GMT").unwrap().0, "0000-01-01T00:00:00Z");
    }

    #[test]
    fn finds_the_century_from_the_whole_timestamp() {
        let year = |text: &str| read(text).map(|(at, ..)| at.get(..4).unwrap().to_owned());
        assert_eq!(year("Tuesday, 01-Dec-76 00:00:00 GMT").as_deref(), Some("2076"));
        // One second past 50 years: 1 December 1976 was a Wednesday.
        assert_eq!(
            read("Wednesday, 01-Dec-76 00:00:01 GMT"),
            Some(("1976-12-01T00:00:01Z".into(), "rfc850-date", None))
        );
        assert_eq!(year("Saturday, 01-Jan-77 00:00:00 GMT").as_deref(), Some("1977"));
        assert_eq!(year("Tuesday, 01-Dec-26 00:00:30 GMT").as_deref(), Some("2026"));
        assert_eq!(year("Saturday, 01-Jan-00 00:00:00 GMT").as_deref(), Some("2000"));
        let early = Instant::parse("1990-06-01T00:00:00Z").unwrap();
        let date = parse_http_date(b"Wednesday, 01-Jan-03 00:00:00 GMT", Some(early)).unwrap();
        assert_eq!(date.at.to_string(), "2003-01-01T00:00:00Z");
        assert_eq!(parse_http_date(b"Sunday, 06-Nov-94 08:49:37 GMT", None), Err(NoHttpDate::NeedsReference));
    }

    #[test]
    fn reads_one_fault_and_names_it() {
        let at = "2026-12-01T00:00:30Z";
        for (text, fault, shown) in [
            ("tue, 01 dec 2026 00:00:30 gmt", DateFault::Case, at),
            ("Wed, 01 Dec 2026 00:00:30 GMT", DateFault::WeekdayWrong, at),
            ("01 Dec 2026 00:00:30 GMT", DateFault::WeekdayMissing, at),
            ("Tue, 1 Dec 2026 00:00:30 GMT", DateFault::OneDigitDay, at),
            ("Tue, 01 Dec 2026 00:00:30 +0200", DateFault::NumericOffset, "2026-11-30T22:00:30Z"),
            ("Tue, 01 Dec 2026 00:00:30 -0000", DateFault::NumericOffset, at),
            ("Tue, 01 Dec 2026 00:00:30 UTC", DateFault::ZoneName, at),
            ("Tue, 01 Dec 2026 00:00:30 EST", DateFault::ZoneName, "2026-12-01T05:00:30Z"),
            ("Tue, 01 Dec 2026 00:00:30", DateFault::ZoneMissing, at),
            ("Tue Dec 1 00:00:30 2026", DateFault::OneDigitDay, at),
            ("Dec  1 00:00:30 2026", DateFault::WeekdayMissing, at),
            ("Monday, 01-Dec-26 00:00:30 GMT", DateFault::WeekdayWrong, at),
        ] {
            let (read_at, _, read_fault) = read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((read_at.as_str(), read_fault), (shown, Some(fault)), "{text}");
        }
    }

    #[test]
    fn refuses_two_faults_and_everything_else() {
        for text in [
            "",
            "1 Jan 2099 00:00:00",
            "tue, 1 Dec 2026 00:00:30 GMT",
            "Mon, 30 Feb 2026 00:00:30 GMT",
            "Tue, 01 Dec 2026 24:00:00 GMT",
            "Tue, 01 Dec 2026 00:00:61 GMT",
            "Tue,  01 Dec 2026 00:00:30 GMT",
            "Tue, 01 Dec 2026 00:00:30 GMT ",
            "Tue, 01 Dec 2026 00:00:30 est",
            "Tue, 01 Dec 2026 00:00:30 +02:00",
            "Tue, 01 Dec 2026 00:00:30 +02",
            "Tue, 01 Dec 2026 00:00:30 J",
            "Tuesday, 01 Dec 2026 00:00:30 GMT",
            "Tue, 01-Dec-26 00:00:30 GMT",
            "Tuesday, 01-Dec-2026 00:00:30 GMT",
            "Tue Dec  1 00:00:30 2026 GMT",
            "Fri, 31 Dec 9999 23:59:60 GMT",
            "Tue, 01 Dec 2026 00:00:30 GMT, Tue, 01 Dec 2026 00:01:00 GMT",
            "T\u{fc}e, 01 Dec 2026 00:00:30 GMT",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// Where httpdate reads a date, and no year of two digits is in it, it is the same instant without a fault.
    #[test]
    fn agrees_with_httpdate() {
        for step in 0u64..2_000 {
            let seconds = step * 126_230_417 % 253_402_300_800;
            let theirs = httpdate::fmt_http_date(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
            let ours = parse_http_date(theirs.as_bytes(), None).unwrap();
            assert_eq!((ours.at.unix(), ours.fault), (Fixed::whole(i128::from(seconds)), None), "{theirs}");
        }
    }
}
