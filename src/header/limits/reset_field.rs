//! The field of a reset among the separate ones: X-RateLimit-Reset and its kin.

use super::cross_check;
use super::plain::{broken, members, one_of_equal_lines, place, read_number, too_many, wants_structure};
use super::reset::{self, BySize, Reset};
use super::separate::Family;
use super::structured::{Fault, Span};
use super::{Limits, Reader};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::Joined;
use crate::header::reading::ResetBy;
use crate::header::refusal::{Counted, refuse};
use crate::header::retry_after::single;
use crate::header::when::When;
use crate::instant::{DateForm, HttpDate, Instant, parse_http_date, parse_js_date, parse_rfc3339};
use crate::quantity::{Fixed, Unit, parse_duration, quick_seconds};
use crate::vendor::Form;

/// Reads a reset: an instant or a duration where its syntax is that of one, else a number in the unit that is `known`,
/// or that its size or another field tells. `window` is the longest that the limit may have.
pub(super) fn read<'a>(
    joined: &Joined<'a>,
    family: &Family,
    known: Option<(Form, ResetBy)>,
    window: Option<Fixed>,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
) -> Option<(Reset, Span)> {
    // What nearly all send.
    if let Some(number) = Fixed::small(&joined.value).filter(|_| joined.lines == 1 && joined.value.len() <= 15) {
        let read = number_read(number, &joined.value, family, known, window, reader);
        let span = (0, joined.value.len());
        return Some((take(read, joined, family, reader, found, window, span)?, span));
    }
    let (value, one_value) = (one_of_equal_lines(joined), wants_structure(family, reader));
    // A date without a fault begins with a letter.
    if !value.first().is_some_and(u8::is_ascii_digit)
        && let Some(date) = read_date(value, family, reader.received)
    {
        return Some((as_known(date, known), (0, value.len())));
    }
    if let Some(fault) = broken(value, family, reader) {
        refuse_reset(joined, value, reader, found, fault);
        return None;
    }
    let mut latest: Option<(Read, Span)> = None;
    let (mut several, mut differ) = (false, false);
    for (index, member) in members(value, false).enumerate() {
        if let Some(fault) = too_many(index, &joined.value) {
            found.ignore(Code::CountInvalid, reader.severity(), joined.name, fault);
            return None;
        }
        let (text, span, _) = member.parts();
        // -0 is an Integer of structured fields (RFC 9651, 3.3.1); elsewhere a sign is a fault.
        let may_be_signed = family.specified || !text.starts_with(b"-");
        let number = read_number(text, !family.specified).filter(|it| may_be_signed && !it.is_negative());
        let instant = || if family.specified { None } else { read_instant(text, reader.received) };
        let duration = || go_duration(text).filter(|_| family.is_vendors);
        let read = match (number, number.is_none().then(instant).flatten()) {
            (Some(number), _) => number_read(number, text, family, known, window, reader),
            (None, Some(instant)) => Read::Instant(as_known(instant, known)),
            (None, None) if let Some(wait) = duration() => {
                let by = known.filter(|(form, _)| *form == Form::Duration).map_or(ResetBy::Syntax, |(_, by)| by);
                known_delay("duration", by, wait, reader.received)
            }
            (None, None) => {
                let message = match (text, family.specified) {
                    ([], _) => "a number is missing",
                    (_, true) => "the reset is not a whole number of seconds",
                    (_, false) => "the reset is not a number or an instant",
                };
                let fault = Fault { message: message.into(), span: place(span, &joined.value) };
                refuse_reset(joined, value, reader, found, fault);
                return None;
            }
        };
        if let Some((before, _)) = &latest {
            (several, differ) = (true, differ || *before != read);
        }
        if latest.as_ref().is_none_or(|(before, _)| read.lateness() >= before.lateness()) {
            latest = Some((read, span));
        }
    }
    let (read, span) = latest?;
    if differ && reader.strict || several && one_value {
        let fault = Fault::new("it was sent with several values, where one is allowed", span);
        found.ignore(Code::CountRepeated, Severity::Error, joined.name, fault);
        return None;
    }
    if differ {
        let message = "it was sent with different values; the latest counts".to_owned();
        found.report(Code::CountRepeated, Severity::Warning, joined.name, message, Some(span));
    }
    Some((take(read, joined, family, reader, found, window, span)?, span))
}

/// A number in the unit that is known, or that its size or another field tells.
fn number_read(
    number: Fixed,
    text: &[u8],
    family: &Family,
    known: Option<(Form, ResetBy)>,
    window: Option<Fixed>,
    reader: &Reader<'_, '_>,
) -> Read {
    if let Some(read) = number_in(known, number, text, reader.received) {
        return read;
    }
    // The drafts know seconds from now alone, whatever the size.
    if wants_structure(family, reader) {
        let size = if reset::is_plausible(number) { BySize::Delay } else { BySize::Implausible };
        return Read::Number(number, size);
    }
    let size = reset::by_size(number, reset::last_digit(text), reader.received);
    match cross_check::other_unit(number, text, &size, family.specified, window, reader) {
        Some((reset, message)) => Read::Checked(number, reset, message),
        None => Read::Number(number, size),
    }
}

/// Takes what was read, and says what is to be said of it.
fn take<'a>(
    read: Read,
    joined: &Joined<'a>,
    family: &Family,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
    window: Option<Fixed>,
    span: Span,
) -> Option<Reset> {
    Some(match read {
        Read::Instant(instant) => instant,
        Read::Checked(number, reset, message) => {
            let severity = if family.specified { Severity::Warning } else { Severity::Note };
            found.report(Code::ResetCrossChecked, severity, joined.name, message, Some(span));
            found.add_alternative(joined, &Reset::delay(number, reader.received));
            reset
        }
        Read::Number(number, BySize::Implausible) => {
            found.add_implausible(joined, number, span, reader.received);
            return None;
        }
        Read::Number(number, size) => {
            let is_delay = size == BySize::Delay;
            let reset = take_number(joined, family, reader, found, number, size, span)?;
            if let Some(message) = window.filter(|_| is_delay).and_then(|it| cross_check::beyond(number, it)) {
                found.report(Code::ResetBeyondWindow, Severity::Note, joined.name, message, Some(span));
            }
            reset
        }
    })
}

/// A number in the unit that is known; `None` where none is.
fn number_in(known: Option<(Form, ResetBy)>, number: Fixed, text: &[u8], received: Option<Instant>) -> Option<Read> {
    let (form, by) = known?;
    let resolution = reset::last_digit(text);
    let epoch = |form, seconds, resolution| match reset::epoch(form, seconds, resolution, received) {
        Some(instant) => Read::Instant(Reset { by, ..instant }),
        None => Read::Number(number, BySize::Implausible),
    };
    Some(match form {
        Form::Seconds => known_delay("delay-seconds", by, number, received),
        Form::Milliseconds => known_delay("milliseconds", by, number.thousandth(), received),
        Form::EpochSeconds => epoch("epoch-seconds", number, resolution),
        Form::EpochMilliseconds => epoch("epoch-milliseconds", number.thousandth(), resolution.thousandth()),
        Form::Instant | Form::JsDate | Form::Duration | Form::BySize => return None,
    })
}

fn known_delay(form: &'static str, by: ResetBy, wait: Fixed, received: Option<Instant>) -> Read {
    if !reset::is_plausible(wait) {
        return Read::Number(wait, BySize::Implausible);
    }
    Read::Instant(Reset { form, by, ..Reset::delay(wait, received) })
}

/// An instant: where the vendor is known to send one, its syntax told nothing new.
fn as_known(instant: Reset, known: Option<(Form, ResetBy)>) -> Reset {
    let is_instant = |form| matches!(form, Form::Instant | Form::JsDate);
    Reset { by: known.filter(|(form, _)| is_instant(*form)).map_or(ResetBy::Syntax, |(_, by)| by), ..instant }
}

/// A duration as Go writes it (`6m0s`, `20ms`, `2m59.56s`), in seconds.
pub(in crate::header) fn go_duration(text: &[u8]) -> Option<Fixed> {
    if let Some(wait) = quick_seconds(text) {
        return Some(wait);
    }
    let text = std::str::from_utf8(text).ok()?;
    let is_go = text.chars().all(|it| it.is_ascii_digit() || matches!(it, '.' | 'h' | 'm' | 's' | 'u' | 'µ' | 'n'));
    let amount = parse_duration(text).ok().filter(|it| is_go && it.unit().is_some())?;
    Fixed::rounded(amount.size(), Unit::Second.nanoseconds())
}

/// Ignores the field, and says what it may have meant.
fn refuse_reset<'a>(joined: &Joined<'a>, value: &[u8], reader: &Reader<'_, 'a>, found: &mut Limits<'a>, fault: Fault) {
    found.ignore(Code::CountInvalid, reader.severity(), joined.name, fault);
    if let Some(meant) = meant(value, reader.received) {
        found.add_alternative(joined, &meant);
    }
}

/// What a reset that cannot be read may have meant: what the same value may have meant in Retry-After, but that a bare
/// number is read by its size.
fn meant(value: &[u8], received: Option<Instant>) -> Option<Reset> {
    let found = single(value, received).map(|it| (it.form, it.when));
    let (form, when) = found.or_else(|| refuse(value, Counted::Seconds, received).meant)?;
    match when {
        When::After(number) => match reset::by_size(number, Fixed::ONE, received) {
            BySize::Epoch(epoch) if form != "duration" => Some(epoch),
            _ => Some(Reset { form, ..Reset::delay(number, received) }),
        },
        When::At { at, resolution } => Some(Reset::instant(form, at, resolution, received)),
        When::Unknown => None,
    }
}

/// One value of a reset.
#[derive(PartialEq, Eq)]
enum Read {
    Instant(Reset),
    Number(Fixed, BySize),
    /// A number whose unit another field tells, and how.
    Checked(Fixed, Reset, String),
}

impl Read {
    /// For the latest of several; one that is implausible comes before all others.
    fn lateness(&self) -> Option<Fixed> {
        let of = |reset: &Reset| reset.wait.or(reset.at.map(Instant::unix));
        match self {
            Self::Instant(reset) | Self::Checked(_, reset, _) | Self::Number(_, BySize::Epoch(reset)) => of(reset),
            Self::Number(number, BySize::Delay) => Some(*number),
            Self::Number(_, BySize::Implausible) => None,
        }
    }
}

/// A number by its size, with the other reading beside it where there is any doubt.
fn take_number<'a>(
    joined: &Joined<'a>,
    family: &Family,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
    number: Fixed,
    size: BySize,
    span: Span,
) -> Option<Reset> {
    let delay = Reset::delay(number, reader.received);
    let (taken, other) = match size {
        BySize::Implausible => return None,
        BySize::Epoch(epoch) => (epoch, Some(delay)),
        BySize::Delay => {
            let epoch =
                Instant::from_unix(number).map(|at| Reset::instant("epoch-seconds", at, Fixed::ONE, reader.received));
            (delay, epoch)
        }
    };
    let is_delay = taken.form == "delay-seconds";
    if family.specified && is_delay {
        return Some(taken);
    }
    let taken = Reset { by: ResetBy::Magnitude, ..taken };
    let unit = match taken.form {
        "delay-seconds" => "seconds from now",
        "epoch-seconds" => "Unix time in seconds",
        _ => "Unix time in milliseconds",
    };
    let (code, severity, message) = if family.specified {
        (Code::ResetIsEpoch, Severity::Warning, format!("the reset is {unit}, where seconds from now are required"))
    } else {
        (Code::ResetUnitGuessed, Severity::Note, format!("by its size the reset is read as {unit}"))
    };
    found.report(code, severity, joined.name, message, Some(span));
    if let Some(other) = other {
        found.add_alternative(joined, &other);
    }
    Some(taken)
}

/// An HTTP-date without a fault; in the specified fields IMF-fixdate alone, which the first draft had, and in others a
/// date of JavaScript too.
fn read_date(text: &[u8], family: &Family, received: Option<Instant>) -> Option<Reset> {
    if !family.specified
        && text.first().is_some_and(u8::is_ascii_uppercase)
        && let Some(at) = std::str::from_utf8(text).ok().and_then(parse_js_date)
    {
        return Some(Reset::instant("js-date", at, Fixed::ONE, received));
    }
    let HttpDate { at, form, fault } = parse_http_date(text, received).ok()?;
    let allowed = !family.specified || form == DateForm::ImfFixdate;
    (fault.is_none() && allowed).then(|| Reset::instant(form.name(), at, Fixed::ONE, received))
}

/// Says what is wrong with a date that stands beside a reset of another field.
pub(super) fn check_date<'a>(joined: Option<&Joined<'a>>, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let Some(joined) = joined else { return };
    let Ok(HttpDate { fault: Some((fault, span)), .. }) = parse_http_date(&joined.value, reader.received) else {
        return;
    };
    let message = format!("the date has a fault: {}; another field gives the reset", fault.description());
    let span = Some((span.start, span.end));
    found.report(Code::ResetDateFault, Severity::Warning, joined.name, message, span);
}

/// An RFC 3339 instant.
fn read_instant(text: &[u8], received: Option<Instant>) -> Option<Reset> {
    // Most resets are numbers, for which no error has to be told.
    if text.get(4) != Some(&b'-') {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let at = parse_rfc3339(text).ok()?;
    // The fraction ends where the offset begins, and the date before it holds no point.
    let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len().saturating_sub(fraction.len()).saturating_add(digits);
    let resolution = if digits == 0 { Fixed::ONE } else { reset::last_digit(text.as_bytes().get(..end)?) };
    Some(Reset::instant("rfc3339", at, resolution, received))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alternatives, reading};
    use super::*;

    #[test]
    fn an_invalid_reset_may_have_meant_something() {
        for (name, value, right) in [
            ("X-RateLimit-Reset", "6m0s", Some("duration 360 2026-12-01T00:06:00Z")),
            ("X-Rate-Limit-Reset", "30 seconds", Some("duration 30 2026-12-01T00:00:30Z")),
            ("RateLimit-Reset", "30s", Some("duration 30 2026-12-01T00:00:30Z")),
            ("RateLimit-Reset", "1e3", Some("exponent 1000 2026-12-01T00:16:40Z")),
            ("X-RateLimit-Reset", "0x1e", Some("hexadecimal 30 2026-12-01T00:00:30Z")),
            ("RateLimit-Reset", "3,600", Some("thousands 3600 2026-12-01T01:00:00Z")),
            ("X-RateLimit-Reset", "1,796,083,230", Some("epoch-seconds 30 2026-12-01T00:00:30Z")),
            ("RateLimit-Reset", "1.5", Some("decimal-seconds 1.5 2026-12-01T00:00:01.5Z")),
            ("RateLimit-Reset", "2026-12-01T00:00:30Z", Some("rfc3339 30 2026-12-01T00:00:30Z")),
            ("X-RateLimit-Reset", "Tue, 1 Dec 2026 00:00:30 GMT", Some("imf-fixdate 30 2026-12-01T00:00:30Z")),
            ("X-RateLimit-Reset", "30, 6m0s", Some("list 30 2026-12-01T00:00:30Z")),
            ("X-RateLimit-Reset", "soon", None),
            ("X-RateLimit-Reset", "-5", None),
            ("X-Rate-Limit-Reset", "-0", None),
        ] {
            reading(&[(name, value)], false, |found| {
                let right: Vec<_> = right.iter().map(|right| format!("{name} {right}")).collect();
                assert_eq!(alternatives(found), right, "{name}: {value}");
                assert_eq!(
                    (found.diagnostics[0].code, &found.ignored[..]),
                    (Code::CountInvalid, &[name][..]),
                    "{value}"
                );
                assert_eq!(found.limits, [], "{value}");
            });
        }
    }

    /// 1796083230 s from now are 56 years and 334 days: the drafts know no Unix time.
    #[test]
    fn a_strict_reader_takes_no_unix_time_for_a_delay() {
        reading(&[("RateLimit-Remaining", "0"), ("RateLimit-Reset", "1796083230")], true, |found| {
            assert_eq!((found.limits[0].reset, found.limits[0].reset_at), (None, None));
            assert_eq!(found.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ResetImplausible]);
            let right = [
                "RateLimit-Reset delay-seconds 1796083230 2083-10-31T00:00:30Z",
                "RateLimit-Reset epoch-seconds 30 2026-12-01T00:00:30Z",
            ];
            assert_eq!(alternatives(found), right);
        });
        reading(&[("RateLimit-Reset", "31622400")], true, |found| {
            assert_eq!(found.limits[0].reset, Some(Fixed::whole(31_622_400)));
            assert_eq!(found.diagnostics, []);
        });
        // Without a specification the size tells, for a strict reader too.
        reading(&[("X-RateLimit-Reset", "1796083230")], true, |found| {
            assert_eq!(found.limits[0].reset, Some(Fixed::whole(30)));
        });
    }

    /// What is taken, its resolution, and what stands beside it. 2026-12-01T00:00:00Z is 1796083200.
    #[test]
    fn the_other_reading_of_a_reset_stands_beside_it() {
        for (name, value, taken, others) in [
            ("RateLimit-Reset", "30", "30 2026-12-01T00:00:30Z 0", vec![]),
            (
                "RateLimit-Reset",
                "1796083230",
                "30 2026-12-01T00:00:30Z 1",
                vec!["delay-seconds 1796083230 2083-10-31T00:00:30Z"],
            ),
            ("X-RateLimit-Reset", "30", "30 2026-12-01T00:00:30Z 0", vec!["epoch-seconds 0 1970-01-01T00:00:30Z"]),
            (
                "X-RateLimit-Reset",
                "1796083230",
                "30 2026-12-01T00:00:30Z 1",
                vec!["delay-seconds 1796083230 2083-10-31T00:00:30Z"],
            ),
            (
                "X-RateLimit-Reset",
                "1796083230.5",
                "30.5 2026-12-01T00:00:30.5Z 0.1",
                vec!["delay-seconds 1796083230.5 2083-10-31T00:00:30.5Z"],
            ),
            (
                "X-RateLimit-Reset",
                "1796083230000",
                "30 2026-12-01T00:00:30Z 0.001",
                vec!["delay-seconds 1796083230000 -"],
            ),
            ("X-RateLimit-Reset", "2026-12-01T00:00:30Z", "30 2026-12-01T00:00:30Z 1", vec![]),
            ("X-RateLimit-Reset", "2026-12-01T01:00:30.25+01:00", "30.25 2026-12-01T00:00:30.25Z 0.01", vec![]),
            ("X-RateLimit-Reset", "Tuesday, 01-Dec-26 00:00:30 GMT", "30 2026-12-01T00:00:30Z 1", vec![]),
            ("RateLimit-Reset", "Tue, 01 Dec 2026 00:00:30 GMT", "30 2026-12-01T00:00:30Z 1", vec![]),
        ] {
            reading(&[(name, value)], false, |found| {
                let limit = &found.limits[0];
                let read = format!("{} {} {}", limit.reset.unwrap(), limit.reset_at.unwrap(), limit.resolution);
                let right: Vec<_> = others.iter().map(|other| format!("{name} {other}")).collect();
                assert_eq!((read.as_str(), alternatives(found)), (taken, right), "{name}: {value}");
                let place = limit.reset_in.unwrap();
                assert_eq!((place.field, place.dialect), (name, limit.dialect), "{name}: {value}");
                assert_eq!(place.span, (0, value.len()), "{name}: {value}");
            });
        }
    }
}
