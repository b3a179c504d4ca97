//! Retry-After (RFC 9110, 10.2.3): its two forms, and the faults that a careful reader can take without doubt.

use std::borrow::Cow;
use std::ops::Range;

use super::catalog::Known;
use super::refusal::{Counted, refuse};
use super::when::{When, ignored_hint};
use super::{Alternative, Conformance, Hint, list};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::{DateForm, HttpDate, Instant, NoHttpDate, parse_http_date, parse_rfc3339};
use crate::quantity::{Fixed, human_fixed};

const HEADER: &str = Known::RetryAfter.name();
/// 31 days: a longer wait is asked for by mistake, in all that was ever reported.
const LONGEST_USUAL: Fixed = Fixed::whole(31 * 86_400);
const LONGEST_WAIT: Fixed = Fixed::whole(366 * 86_400);

/// What one Retry-After says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryAfter<'a> {
    /// Its reading; [`Conformance::Invalid`] where it is to be ignored.
    pub hint: Hint<'a>,
    /// Other readings: a Unix time that looks like a delay, or what an invalid value may have meant.
    pub alternatives: Vec<Alternative<'a>>,
    /// What is wrong with it, as warnings; whoever knows the other fields may find it an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a value of Retry-After, without the white space around it.
///
/// It is a whole number of seconds after reception, which saturates at [`Fixed::MAX`], or an HTTP-date in one of its
/// three forms (RFC 9110, 10.2.3 and 5.6.7). Unless `strict`, one fault of a closed list is read too: decimals, a plus
/// sign, an RFC 3339 instant, an HTTP-date with one fault, or several valid values, of which the longest wait counts.
/// Everything else is invalid, and what it may have meant is an alternative.
///
/// A value that keeps to the grammar allocates nothing.
///
/// # Examples
///
/// ```
/// use holdoff::header::{Conformance, retry_after};
/// use holdoff::instant::Instant;
/// use holdoff::quantity::Fixed;
///
/// let received = Instant::parse("2026-12-01T00:00:00Z")?;
/// let date = retry_after(b"Tue, 01 Dec 2026 00:00:30 GMT", Some(received), true).hint;
/// assert_eq!((date.form, date.wait), (Some("imf-fixdate"), Some(Fixed::whole(30))));
///
/// let unit = retry_after(b"2m", Some(received), false);
/// assert_eq!((unit.hint.conformance, unit.hint.wait), (Conformance::Invalid, None));
/// assert_eq!((unit.alternatives[0].form, unit.alternatives[0].wait), ("duration", Some(Fixed::whole(120))));
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn retry_after(value: &[u8], received: Option<Instant>, strict: bool) -> RetryAfter<'_> {
    read(Cow::Borrowed(value), 1, received, strict)
}

/// As [`retry_after`], for a value that came in several lines.
pub(super) fn read(value: Cow<'_, [u8]>, lines: usize, received: Option<Instant>, strict: bool) -> RetryAfter<'_> {
    if let Some((form, when)) = usual(&value, received) {
        let hint = when.hint(HEADER, value, form, Conformance::Ok, received);
        return RetryAfter { hint, alternatives: Vec::new(), diagnostics: Vec::new() };
    }
    let found = single(&value, received).or_else(|| several(&value, lines, received));
    match found {
        Some(found) if found.fault.is_none() || !strict => taken(value, found, received),
        found => refused(value, found, received),
    }
}

/// The quick path: a value without any fault, of which there is nothing to say. All other values take the long one.
fn usual(text: &[u8], received: Option<Instant>) -> Option<(&'static str, When)> {
    if let Some(delay) = Fixed::small(text) {
        return (delay <= LONGEST_USUAL).then_some(("delay-seconds", When::After(delay)));
    }
    match parse_http_date(text, received) {
        Ok(HttpDate { at, form, fault: None }) => Some((form.name(), When::At { at, resolution: Fixed::ONE })),
        _ => None,
    }
}

/// A value that has a reading.
pub(super) struct Found {
    pub(super) form: &'static str,
    pub(super) when: When,
    /// Whether the delay was cut to [`Fixed::MAX`].
    pub(super) saturated: bool,
    /// The fault it was read in spite of.
    pub(super) fault: Option<Fault>,
}

pub(super) struct Fault {
    pub(super) code: Code,
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

/// One value, as the grammar wants it or with one fault.
pub(super) fn single(text: &[u8], received: Option<Instant>) -> Option<Found> {
    let lenient =
        |span, message: &str| Some(Fault { code: Code::RetryAfterLenient, span, message: message.to_owned() });
    match text.first()? {
        b'0'..=b'9' if text.iter().all(u8::is_ascii_digit) => delay(text, "delay-seconds", None),
        b'+' => {
            let digits = text.get(1..).filter(|rest| !rest.contains(&b'.'))?;
            let fault = lenient(0..1, "a number of seconds has no sign; send the digits alone");
            delay(digits, "delay-seconds", fault)
        }
        b'0'..=b'9' => {
            if let Some(point) = text.iter().position(|byte| *byte == b'.') {
                let fault = lenient(point..text.len(), "a number of seconds has no decimals; send whole seconds");
                if let Some(found) = delay(text, "decimal-seconds", fault) {
                    return Some(found);
                }
            }
            if text.get(4) == Some(&b'-') {
                let instant = std::str::from_utf8(text).ok()?;
                let at = parse_rfc3339(instant).ok()?;
                let when = When::At { at, resolution: resolution(text) };
                let fault = lenient(0..text.len(), "an RFC 3339 instant stands where an HTTP-date is required");
                return Some(Found { form: "rfc3339", when, saturated: false, fault });
            }
            date(text, received)
        }
        _ => date(text, received),
    }
}

fn delay(text: &[u8], form: &'static str, fault: Option<Fault>) -> Option<Found> {
    let delay = Fixed::parse(text)?;
    let saturated = delay == Fixed::MAX && without_zeros(text) != b"9223372036854775807";
    Some(Found { form, when: When::After(delay), saturated, fault })
}

/// The digits from the first that is not 0 on.
pub(super) fn without_zeros(text: &[u8]) -> &[u8] {
    let zeros = text.iter().take_while(|byte| **byte == b'0').count();
    text.get(zeros..).unwrap_or_default()
}

fn date(text: &[u8], received: Option<Instant>) -> Option<Found> {
    let (form, when, fault) = match parse_http_date(text, received) {
        Ok(HttpDate { at, form, fault }) => (form, When::At { at, resolution: Fixed::ONE }, fault),
        Err(NoHttpDate::NeedsReference) => (DateForm::Rfc850, When::Unknown, None),
        Err(NoHttpDate::Malformed(_)) => return None,
    };
    let fault = fault.map(|(fault, span)| Fault {
        code: Code::RetryAfterLenient,
        span,
        message: format!("the HTTP-date has a fault: {}", fault.description()),
    });
    Some(Found { form: form.name(), when, saturated: false, fault })
}

/// The digits of the fraction tell how coarse an RFC 3339 instant is.
fn resolution(text: &[u8]) -> Fixed {
    let mut resolution = Fixed::ONE;
    let fraction = text.iter().skip_while(|byte| **byte != b'.').skip(1);
    for _ in fraction.take_while(|byte| byte.is_ascii_digit()).take(9) {
        resolution = Fixed::nanos(resolution.as_nanos() / 10);
    }
    resolution
}

/// A list of values each of which is valid by itself.
fn several(text: &[u8], lines: usize, received: Option<Instant>) -> Option<Found> {
    let values = list::values(text);
    let span = values.get(1)?.start..text.len();
    let found = values.iter().map(|value| {
        let found = text.get(value.clone()).and_then(|value| single(value, received))?;
        found.fault.is_none().then_some(found)
    });
    let (when, saturated) = found.collect::<Option<Vec<_>>>().and_then(|found| longest(found, received))?;
    let times = if lines > 1 { format!("was sent {lines} times") } else { format!("holds {} values", values.len()) };
    let message = format!("the field {times}, where one value is allowed");
    let fault = Some(Fault { code: Code::RetryAfterRepeated, span, message });
    Some(Found { form: "list", when, saturated, fault })
}

/// The value that asks for the longest wait, and whether any was cut.
fn longest(found: Vec<Found>, received: Option<Instant>) -> Option<(When, bool)> {
    found
        .into_iter()
        .map(|it| (it.when, it.saturated))
        .reduce(|(one, cut), (two, cut_too)| (one.later(two, received), cut || cut_too))
}

fn taken(value: Cow<'_, [u8]>, found: Found, received: Option<Instant>) -> RetryAfter<'_> {
    let conformance = if found.fault.is_some() { Conformance::Lenient } else { Conformance::Ok };
    let (mut alternatives, mut diagnostics) = (Vec::new(), Vec::new());
    if let Some(fault) = found.fault {
        diagnostics.push(warning(fault.code, fault.message, Some(fault.span)));
    }
    if found.saturated {
        let message = "the wait is longer than 2^63-1 seconds and was cut to that".to_owned();
        diagnostics.push(warning(Code::WaitSaturated, message, Some(0..value.len())));
    }
    if let When::After(delay) = found.when
        && let Some((form, at)) = unix_time(delay, received)
    {
        let wait = human_fixed(delay);
        let message = format!("by its grammar the value is a wait of {wait}; as a Unix time it is {at}");
        diagnostics.push(warning(Code::RetryAfterLooksLikeEpoch, message, Some(0..value.len())));
        let when = When::At { at, resolution: Fixed::ONE };
        alternatives.push(when.alternative(HEADER, value.clone(), form, received));
    } else if let When::After(delay) = found.when
        && delay > LONGEST_USUAL
        && !found.saturated
    {
        let (wait, milliseconds) = (human_fixed(delay), delay.thousandth());
        let mut message = format!("the wait is {wait}, which hardly can be meant");
        if milliseconds <= LONGEST_WAIT {
            message = format!("{message}; in milliseconds it would be {}", human_fixed(milliseconds));
            alternatives.push(in_milliseconds(delay, value.clone(), received));
        }
        diagnostics.push(warning(Code::RetryAfterImplausible, message, Some(0..value.len())));
    }
    let hint = found.when.hint(HEADER, value, found.form, conformance, received);
    RetryAfter { hint, alternatives, diagnostics }
}

/// What a number of seconds is if it was sent in milliseconds.
pub(super) fn in_milliseconds<'a>(delay: Fixed, value: Cow<'a, [u8]>, received: Option<Instant>) -> Alternative<'a> {
    When::After(delay.thousandth()).alternative(HEADER, value, "milliseconds", received)
}

fn refused(value: Cow<'_, [u8]>, found: Option<Found>, received: Option<Instant>) -> RetryAfter<'_> {
    let (message, span, meant) = match found {
        Some(Found { form, when, fault, .. }) => {
            let (message, span) = fault.map(|it| (it.message, it.span)).unzip();
            (message.unwrap_or_default(), span, Some((form, when)))
        }
        None => {
            let refusal = refuse(&value, Counted::Seconds, received);
            (refusal.message, refusal.span, refusal.meant)
        }
    };
    let diagnostics = vec![warning(Code::RetryAfterInvalid, message, span)];
    let alternatives = meant.map(|(form, when)| when.alternative(HEADER, value.clone(), form, received));
    let alternatives = alternatives.into_iter().collect();
    RetryAfter { hint: ignored_hint(HEADER, value), alternatives, diagnostics }
}

fn warning(code: Code, message: String, span: Option<Range<usize>>) -> Diagnostic {
    let span = span.map(|it| (it.start, it.end));
    Diagnostic { code, severity: Severity::Warning, header: Some(HEADER), message, span }
}

/// The instant that a delay is if it is a Unix time in disguise, and the form that it then has.
///
/// It is one within 400 days of the reception, and no delay of up to 366 days is. Without a reception every Unix time
/// between the years 2001 and 5138 will do.
fn unix_time(delay: Fixed, received: Option<Instant>) -> Option<(&'static str, Instant)> {
    const NEAR: Fixed = Fixed::whole(400 * 86_400);
    const USUAL: (Fixed, Fixed) = (Fixed::whole(1_000_000_000), Fixed::whole(100_000_000_000));
    if delay <= LONGEST_WAIT {
        return None;
    }
    [("epoch-seconds", delay), ("epoch-milliseconds", delay.thousandth())].into_iter().find_map(|(form, unix)| {
        let (from, to) = received.map_or(USUAL, |it| (it.unix().minus(NEAR), it.unix().plus(NEAR)));
        let at = Instant::from_unix(unix)?;
        (from <= unix && unix <= to).then_some((form, at))
    })
}
