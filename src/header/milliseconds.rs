//! The retry fields without a specification: three that hold milliseconds, and the server's word on retrying at all.

use std::ops::Range;

use super::catalog::{Joined, Known};
use super::refusal::{Counted, refuse};
use super::retry_after::without_zeros;
use super::when::{When, ignored_hint};
use super::{Alternative, Conformance, Hint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// The three fields in milliseconds, in the order of decision.
pub(super) const FIELDS: [Known; 3] = [Known::RetryAfterMs, Known::XMsRetryAfterMs, Known::XAmzRetryAfter];

/// What one of these fields says.
pub(super) struct Read<'a> {
    pub(super) hint: Hint<'a>,
    /// What an invalid value may have meant.
    pub(super) alternative: Option<Alternative<'a>>,
    pub(super) diagnostic: Option<Diagnostic>,
}

/// Reads a field that holds a number of milliseconds.
///
/// The number is whole. Unless `strict`, decimals are read in `retry-after-ms`, whose clients take them. Everything else
/// is invalid, several values too, and what it may have meant is an alternative.
pub(super) fn read<'a>(joined: &Joined<'a>, received: Option<Instant>, strict: bool) -> Read<'a> {
    const FORM: &str = "milliseconds";
    let (header, text) = (joined.name, &*joined.value);
    let number = std::str::from_utf8(text).ok().and_then(|text| Counted::Milliseconds.seconds(text));
    let point = text.iter().position(|byte| *byte == b'.');
    let may_have_decimals = joined.name == Known::RetryAfterMs.name() && !strict;
    if let Some(wait) = number.filter(|_| point.is_none() || may_have_decimals) {
        let (conformance, diagnostic) = match point {
            None => {
                let cut = wait == Fixed::MAX && without_zeros(text) != b"9223372036854775807000";
                let message = "the wait is longer than 2^63-1 seconds and was cut to that".to_owned();
                let warning = warning(header, Code::WaitSaturated, message, Some(0..text.len()));
                (Conformance::Ok, cut.then_some(warning))
            }
            Some(point) => {
                let message = "a number of milliseconds has no decimals; send whole milliseconds".to_owned();
                let warning = warning(header, Code::MillisecondsLenient, message, Some(point..text.len()));
                (Conformance::Lenient, Some(warning))
            }
        };
        let hint = When::After(wait).hint(header, joined.value.clone(), FORM, conformance, received);
        return Read { hint, alternative: None, diagnostic };
    }
    let refusal = refuse(text, Counted::Milliseconds, received);
    let alternative = refusal.meant.map(|(form, when)| when.alternative(header, joined.value.clone(), form, received));
    let diagnostic = Some(warning(header, Code::MillisecondsInvalid, refusal.message, refusal.span));
    Read { hint: ignored_hint(header, joined.value.clone()), alternative, diagnostic }
}

/// Reads `x-should-retry`, which is `true` or `false` in lower case: the word, or `None` where it is another.
pub(super) fn should_retry<'a>(joined: &Joined<'a>) -> (Option<bool>, Read<'a>) {
    let (header, value) = (joined.name, joined.value.clone());
    let word = match &*joined.value {
        b"true" => true,
        b"false" => false,
        other => {
            let message = "the value is neither `true` nor `false`".to_owned();
            let diagnostic = Some(warning(header, Code::ShouldRetryInvalid, message, Some(0..other.len())));
            return (None, Read { hint: ignored_hint(header, value), alternative: None, diagnostic });
        }
    };
    let hint = Hint { form: Some("boolean"), conformance: Conformance::Ok, ..ignored_hint(header, value) };
    (Some(word), Read { hint, alternative: None, diagnostic: None })
}

fn warning(header: &'static str, code: Code, message: String, span: Option<Range<usize>>) -> Diagnostic {
    let span = span.map(|it| (it.start, it.end));
    Diagnostic { code, severity: Severity::Warning, header: Some(header), message, span }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn joined(field: Known, value: &str) -> Joined<'_> {
        Joined { name: field.name(), value: Cow::Borrowed(value.as_bytes()), lines: 1, suffix: b"" }
    }

    #[test]
    fn reads_milliseconds() {
        use Conformance::{Invalid, Lenient, Ok};
        for (field, value, conformance, wait, code) in [
            (Known::RetryAfterMs, "1500", Ok, Some("1.5"), None),
            (Known::RetryAfterMs, "0", Ok, Some("0"), None),
            (Known::RetryAfterMs, "007", Ok, Some("0.007"), None),
            (Known::XMsRetryAfterMs, "250", Ok, Some("0.25"), None),
            (Known::RetryAfterMs, "9223372036854775807000", Ok, Some("9223372036854775807"), None),
            (
                Known::RetryAfterMs,
                "9223372036854775807001",
                Ok,
                Some("9223372036854775807"),
                Some(("wait-saturated", Some((0, 22)))),
            ),
            (Known::RetryAfterMs, "0.25", Lenient, Some("0.00025"), Some(("milliseconds-lenient", Some((1, 4))))),
            // A tie at the tenth decimal, rounded once: to even.
            (
                Known::RetryAfterMs,
                "0.0000025",
                Lenient,
                Some("0.000000002"),
                Some(("milliseconds-lenient", Some((1, 9)))),
            ),
            (Known::XAmzRetryAfter, "0.25", Invalid, None, Some(("milliseconds-invalid", Some((1, 4))))),
            (Known::RetryAfterMs, "100, 250", Invalid, None, Some(("milliseconds-invalid", Some((5, 8))))),
            (Known::RetryAfterMs, "100, 250, x", Invalid, None, Some(("milliseconds-invalid", Some((10, 11))))),
            (Known::RetryAfterMs, "1,000", Invalid, None, Some(("milliseconds-invalid", Some((1, 2))))),
            (Known::RetryAfterMs, "abc", Invalid, None, Some(("milliseconds-invalid", Some((0, 3))))),
            (Known::RetryAfterMs, "-1", Invalid, None, Some(("milliseconds-invalid", Some((0, 1))))),
            (Known::RetryAfterMs, "1.", Invalid, None, Some(("milliseconds-invalid", Some((1, 2))))),
            (Known::RetryAfterMs, "", Invalid, None, Some(("milliseconds-invalid", None))),
        ] {
            let it = read(&joined(field, value), None, false);
            assert_eq!(it.hint.conformance, conformance, "{value}");
            assert_eq!(it.hint.wait.map(|it| it.to_string()).as_deref(), wait, "{value}");
            assert_eq!(it.diagnostic.map(|it| (it.code.name(), it.span)), code, "{value}");
        }
    }

    #[test]
    fn strict_takes_one_whole_number() {
        let it = read(&joined(Known::RetryAfterMs, "0.25"), None, true);
        assert_eq!(it.hint.conformance, Conformance::Invalid);
        assert_eq!(it.diagnostic.unwrap().code, Code::MillisecondsInvalid);
        assert_eq!(it.alternative.unwrap().wait, Some(Fixed::nanos(250_000)));
        assert_eq!(read(&joined(Known::RetryAfterMs, "5"), None, true).hint.conformance, Conformance::Ok);
    }

    #[test]
    fn an_invalid_value_may_have_meant_something() {
        for (field, value, form, wait) in [
            (Known::RetryAfterMs, "5, 6", "list", 6_000_000),
            (Known::RetryAfterMs, "+5", "milliseconds", 5_000_000),
            (Known::XMsRetryAfterMs, "1m30s", "duration", 90_000_000_000),
            (Known::XAmzRetryAfter, "1.5", "milliseconds", 1_500_000),
        ] {
            for strict in [false, true] {
                let other = read(&joined(field, value), None, strict).alternative.unwrap();
                assert_eq!((other.form, other.wait), (form, Some(Fixed::nanos(wait))), "{value}");
                assert_eq!(other.header, field.name());
            }
        }
    }

    #[test]
    fn reads_the_word_exactly() {
        let word = |value| should_retry(&joined(Known::ShouldRetry, value)).0;
        assert_eq!((word("true"), word("false")), (Some(true), Some(false)));
        for other in ["", "True", "FALSE", "0", "false, false", "\"false\""] {
            assert_eq!(word(other), None, "{other}");
        }
    }
}
