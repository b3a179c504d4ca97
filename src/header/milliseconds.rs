//! The retry fields without a specification: three that hold milliseconds, and the server's word on retrying at all.

use std::ops::Range;

use super::catalog::{Joined, Known};
use super::retry_after::without_zeros;
use super::when::{When, ignored_hint};
use super::{Alternative, Conformance, Hint, list};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// The three fields in milliseconds, in the order of decision.
pub(super) const FIELDS: [Known; 3] = [Known::RetryAfterMs, Known::XMsRetryAfterMs, Known::XAmzRetryAfter];

/// What one of these fields says.
pub(super) struct Read<'a> {
    pub(super) hint: Hint<'a>,
    /// Under `strict`, what a lenient reader takes it for.
    pub(super) alternative: Option<Alternative<'a>>,
    pub(super) diagnostic: Option<Diagnostic>,
}

/// Reads a field that holds a number of milliseconds.
///
/// The number is whole. Unless `strict`, decimals are read in `retry-after-ms`, whose clients take them, and of
/// several numbers the largest.
pub(super) fn read<'a>(joined: &Joined<'a>, received: Option<Instant>, strict: bool) -> Read<'a> {
    const FORM: &str = "milliseconds";
    let (header, text) = (joined.field.name(), &*joined.value);
    let taken = |wait, conformance| When::After(wait).hint(header, joined.value.clone(), FORM, conformance, received);
    if let Some(wait) = whole(text) {
        let cut = wait == Fixed::MAX && without_zeros(text) != b"9223372036854775807000";
        let message = "the wait is longer than 2^63-1 seconds and was cut to that";
        let diagnostic = cut.then(|| warning(header, Code::WaitSaturated, message.to_owned(), 0..text.len()));
        return Read { hint: taken(wait, Conformance::Ok), alternative: None, diagnostic };
    }
    let (wait, message, span) = decimals(joined).or_else(|| several(joined)).unwrap_or_else(|| {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (None, "the value is not a whole number of milliseconds".to_owned(), digits..text.len())
    });
    if let Some(wait) = wait.filter(|_| !strict) {
        let diagnostic = Some(warning(header, Code::MillisecondsLenient, message, span));
        return Read { hint: taken(wait, Conformance::Lenient), alternative: None, diagnostic };
    }
    let hint = ignored_hint(header, joined.value.clone());
    let alternative = wait.map(|wait| When::After(wait).alternative(header, joined.value.clone(), FORM, received));
    Read { hint, alternative, diagnostic: Some(warning(header, Code::MillisecondsInvalid, message, span)) }
}

/// Reads `x-should-retry`, which is `true` or `false` in lower case: the word, or `None` where it is another.
pub(super) fn should_retry<'a>(joined: &Joined<'a>) -> (Option<bool>, Read<'a>) {
    let (header, value) = (joined.field.name(), joined.value.clone());
    let word = match &*joined.value {
        b"true" => true,
        b"false" => false,
        other => {
            let message = "the value is neither `true` nor `false`".to_owned();
            let diagnostic = Some(warning(header, Code::ShouldRetryInvalid, message, 0..other.len()));
            return (None, Read { hint: ignored_hint(header, value), alternative: None, diagnostic });
        }
    };
    let hint = Hint { form: Some("boolean"), conformance: Conformance::Ok, ..ignored_hint(header, value) };
    (Some(word), Read { hint, alternative: None, diagnostic: None })
}

fn warning(header: &'static str, code: Code, message: String, span: Range<usize>) -> Diagnostic {
    Diagnostic { code, severity: Severity::Warning, header: Some(header), message, span: Some((span.start, span.end)) }
}

/// A value with a fault: the wait if a lenient reader takes it, what is wrong, and where.
type Faulty = (Option<Fixed>, String, Range<usize>);

fn decimals(joined: &Joined<'_>) -> Option<Faulty> {
    let text = &*joined.value;
    let point = text.iter().position(|byte| *byte == b'.')?;
    let wait = seconds(text.get(..point)?, text.get(point.checked_add(1)?..)?)?;
    // A fraction without digits is no decimal number.
    Fixed::parse(text)?;
    let wait = (joined.field == Known::RetryAfterMs).then_some(wait);
    Some((wait, "a number of milliseconds has no decimals".to_owned(), point..text.len()))
}

fn several(joined: &Joined<'_>) -> Option<Faulty> {
    let text = &*joined.value;
    let values = list::values(text);
    let span = values.get(1)?.start..text.len();
    let waits = values.iter().map(|value| text.get(value.clone()).and_then(whole));
    let wait = waits.collect::<Option<Vec<_>>>()?.into_iter().max();
    let times = match joined.lines {
        0 | 1 => format!("holds {} values", values.len()),
        lines => format!("was sent {lines} times"),
    };
    Some((wait, format!("the field {times}, where one value is allowed"), span))
}

/// The seconds that a whole number of milliseconds is.
fn whole(text: &[u8]) -> Option<Fixed> {
    (!text.is_empty()).then(|| seconds(text, b"")).flatten()
}

/// The seconds that a number of milliseconds is, rounded once: its digits are read with the point moved.
fn seconds(whole: &[u8], fraction: &[u8]) -> Option<Fixed> {
    let mut digits = vec![b'0'; 4usize.saturating_sub(whole.len())];
    digits.extend_from_slice(whole);
    digits.insert(digits.len().saturating_sub(3), b'.');
    digits.extend_from_slice(fraction);
    Fixed::parse(&digits)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn joined(field: Known, value: &str) -> Joined<'_> {
        Joined { field, value: Cow::Borrowed(value.as_bytes()), lines: 1 }
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
                Some(("wait-saturated", (0, 22))),
            ),
            (Known::RetryAfterMs, "0.25", Lenient, Some("0.00025"), Some(("milliseconds-lenient", (1, 4)))),
            // A tie at the tenth decimal, rounded once: to even.
            (Known::RetryAfterMs, "0.0000025", Lenient, Some("0.000000002"), Some(("milliseconds-lenient", (1, 9)))),
            (Known::XAmzRetryAfter, "0.25", Invalid, None, Some(("milliseconds-invalid", (1, 4)))),
            (Known::XAmzRetryAfter, "100, 250", Lenient, Some("0.25"), Some(("milliseconds-lenient", (5, 8)))),
            (Known::RetryAfterMs, "100, 250, x", Invalid, None, Some(("milliseconds-invalid", (3, 11)))),
            (Known::RetryAfterMs, "1,000", Invalid, None, Some(("milliseconds-invalid", (1, 5)))),
            (Known::RetryAfterMs, "abc", Invalid, None, Some(("milliseconds-invalid", (0, 3)))),
            (Known::RetryAfterMs, "-1", Invalid, None, Some(("milliseconds-invalid", (0, 2)))),
            (Known::RetryAfterMs, "1.", Invalid, None, Some(("milliseconds-invalid", (1, 2)))),
            (Known::RetryAfterMs, "", Invalid, None, Some(("milliseconds-invalid", (0, 0)))),
        ] {
            let it = read(&joined(field, value), None, false);
            assert_eq!(it.hint.conformance, conformance, "{value}");
            assert_eq!(it.hint.wait.map(|it| it.to_string()).as_deref(), wait, "{value}");
            assert_eq!(it.diagnostic.map(|it| (it.code.name(), it.span.unwrap())), code, "{value}");
        }
    }

    #[test]
    fn strict_takes_one_whole_number() {
        for value in ["0.25", "100, 250"] {
            let it = read(&joined(Known::RetryAfterMs, value), None, true);
            assert_eq!(it.hint.conformance, Conformance::Invalid, "{value}");
            assert_eq!(it.diagnostic.unwrap().code, Code::MillisecondsInvalid, "{value}");
            assert!(it.alternative.unwrap().wait.is_some(), "{value}");
        }
        assert_eq!(read(&joined(Known::RetryAfterMs, "5"), None, true).hint.conformance, Conformance::Ok);
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
