//! The time of a record.

use super::json;
use crate::instant::Instant;
use crate::quantity::Fixed;

/// 2001-09-09 as Unix time: smaller numbers may be durations.
const SECONDS: std::ops::Range<Fixed> = Fixed::whole(1_000_000_000)..Fixed::whole(100_000_000_000);
/// The same range in milliseconds; the two have no number in common.
const MILLISECONDS: std::ops::Range<Fixed> = Fixed::whole(1_000_000_000_000)..Fixed::whole(100_000_000_000_000);

/// The instant that a string writes.
pub(super) fn text(text: &[u8]) -> Option<Instant> {
    if let Some(at) = Instant::usual(text) {
        return Some(at);
    }
    if text.first().is_some_and(u8::is_ascii_digit) && text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.')) {
        return number(text);
    }
    Instant::parse(std::str::from_utf8(text).ok()?).ok()
}

/// The instant that a number means, where its size leaves no doubt about the unit.
pub(super) fn number(text: &[u8]) -> Option<Instant> {
    let number = json::number(text)?;
    if SECONDS.contains(&number) {
        return Instant::from_unix(number);
    }
    MILLISECONDS.contains(&number).then(|| Instant::from_unix(number.thousandth()))?
}

/// A duration in milliseconds as seconds; `None` for a negative one, which stands for one that is not known.
pub(super) fn milliseconds(text: &[u8]) -> Option<Fixed> {
    json::number(text).filter(|it| !it.is_negative()).map(Fixed::thousandth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_time_only_where_it_is_sure() {
        for (written, right) in [
            ("2026-12-01T01:00:00.5+01:00", Some("2026-12-01T00:00:00.5Z")),
            ("Tue, 01 Dec 2026 00:00:00 GMT", Some("2026-12-01T00:00:00Z")),
            ("1796083200", Some("2026-12-01T00:00:00Z")),
            ("1796083200.25", Some("2026-12-01T00:00:00.25Z")),
            ("1796083200250", Some("2026-12-01T00:00:00.25Z")),
            ("-1796083200", None),
            ("2026-12-01 00:00:00", None),
            ("0.25", None),
            ("999999999", None),
            ("100000000000", None),
            ("1796083200000000", None),
            ("yesterday", None),
        ] {
            assert_eq!(text(written.as_bytes()).map(|it| it.to_string()).as_deref(), right, "{written}");
        }
    }

    /// So Java writes a number of ten million and more.
    #[test]
    fn a_number_may_have_an_exponent() {
        for written in ["1.79608320025E9", "1.79608320025e12", "17960832002.5e-1"] {
            assert_eq!(number(written.as_bytes()), Instant::parse("2026-12-01T00:00:00.25Z").ok(), "{written}");
        }
    }

    #[test]
    fn reads_durations_as_browsers_write_them() {
        for (written, right) in [
            ("250.5", Some(250_500_000)),
            ("123.45600000000013", Some(123_456_000)),
            ("9.313225746154785e-7", Some(1)),
            ("4.9e-7", Some(0)),
            ("1.5e-1", Some(150_000)),
            ("2.5E+2", Some(250_000_000)),
            ("-1", None),
            ("null", None),
        ] {
            assert_eq!(milliseconds(written.as_bytes()), right.map(Fixed::nanos), "{written}");
        }
    }
}
