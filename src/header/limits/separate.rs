//! The separate fields: RateLimit-Limit, -Remaining and -Reset of drafts 00 to 06 and of their predecessors, and the
//! two `X-` triples without a specification.

use super::plain::{one_of_equal_lines, read_number, split};
use super::reset::{self, BySize, Reset};
use super::structured::{Fault, Span};
use super::{Limits, Reader, unknown};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::{Joined, Known};
use crate::header::reading::{Limit, Quota};
use crate::instant::{DateForm, HttpDate, Instant, parse_http_date, parse_rfc3339};
use crate::quantity::Fixed;

/// Three fields that speak of one limit.
pub(super) struct Family {
    limit: Known,
    remaining: Known,
    reset: Known,
    /// Whether the drafts define them: whole numbers only, and a reset in seconds from now.
    specified: bool,
}

pub(super) const FAMILIES: [Family; 3] = [
    Family {
        limit: Known::RateLimitLimit,
        remaining: Known::RateLimitRemaining,
        reset: Known::RateLimitReset,
        specified: true,
    },
    Family {
        limit: Known::XRateLimitLimit,
        remaining: Known::XRateLimitRemaining,
        reset: Known::XRateLimitReset,
        specified: false,
    },
    Family {
        limit: Known::XDashRateLimitLimit,
        remaining: Known::XDashRateLimitRemaining,
        reset: Known::XDashRateLimitReset,
        specified: false,
    },
];

/// Reads one family: a row where any of its fields is of use.
pub(super) fn read<'a>(family: &Family, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) -> Option<Limit<'a>> {
    let sent = |field| reader.present.get(field);
    if [family.limit, family.remaining, family.reset].into_iter().all(|field| sent(field).is_none()) {
        return None;
    }
    let mut stated = sent(family.limit).and_then(|joined| read_counts(joined, family, reader, found, true));
    let mut remaining = sent(family.remaining).and_then(|joined| read_counts(joined, family, reader, found, false));
    let mut reset = sent(family.reset).and_then(|joined| read_reset(joined, family, reader, found));

    let below_zero = |counts: &Option<Counts>| counts.as_ref().and_then(|it| it.number).filter(|it| it.is_negative());
    let minus_one = Some(Fixed::whole(-1));
    let unlimited = below_zero(&stated) == minus_one && below_zero(&remaining) == minus_one;
    let mut row = unknown(family.limit.name(), "");
    if unlimited {
        let message = "limit and remaining are both -1, so nothing is counted here".to_owned();
        found.report(Code::NoLimit, Severity::Note, family.remaining.name(), message, None);
        reset = None;
    } else {
        if below_zero(&stated).is_some() {
            let fault = Fault { message: "the limit is below zero".into(), span: stated.and_then(|it| it.span) };
            found.ignore(Code::CountInvalid, reader.severity(), family.limit.name(), fault);
            stated = None;
        }
        if below_zero(&remaining).is_some() {
            let span = remaining.as_ref().and_then(|it| it.span);
            if reader.strict {
                let fault = Fault { message: "the remaining quota is below zero".into(), span };
                found.ignore(Code::CountInvalid, reader.severity(), family.remaining.name(), fault);
                remaining = None;
            } else {
                let message = "the remaining quota is below zero and counts as 0".to_owned();
                found.report(Code::NegativeRemaining, Severity::Warning, family.remaining.name(), message, span);
            }
        }
        row.limit = stated.as_ref().and_then(|it| it.number);
        row.remaining = remaining.as_ref().and_then(|it| it.number).map(Fixed::or_zero);
    }
    row.window = stated.as_ref().and_then(|it| it.window);
    row.exhausted = row.remaining == Some(Fixed::ZERO);

    let of_use = [
        (row.remaining.is_some() || unlimited, family.remaining),
        (row.limit.is_some() || row.window.is_some(), family.limit),
        (reset.is_some(), family.reset),
    ];
    let source = of_use.iter().find(|(of_use, _)| *of_use)?.1;
    row.source = source.name();
    let polli_00 = stated.as_ref().is_some_and(|it| it.window_word)
        || reset.as_ref().is_some_and(|(reset, _)| reset.form == DateForm::ImfFixdate.name());
    let bare_policies = |it: &Quota<'_>| it.source == Known::RateLimitPolicy.name() && it.unit.is_none();
    row.dialect = match () {
        () if !family.specified => "x-ratelimit",
        () if polli_00 => "polli-00",
        () if found.policies.iter().any(bare_policies) => "ietf-04",
        () => "ietf-00",
    };
    if let Some((reset, span)) = reset {
        (row.reset, row.reset_at, row.resolution) = (reset.wait, reset.at, reset.resolution);
        row.reset_span = (source == family.reset).then_some(span);
    }
    Some(row)
}

/// What a limit or a remaining quota holds.
struct Counts {
    /// The count, of several the lowest; `None` where only a window stands there. It may be negative.
    number: Option<Fixed>,
    span: Option<Span>,
    /// The window of the limit itself.
    window: Option<Fixed>,
    /// Whether a window is called `window`, as in the first draft alone.
    window_word: bool,
}

/// Reads a count, or the list of a limit whose further members are policies. Parameters are ignored but for a window
/// in a limit (draft 06, 3.1 to 3.4; Docker Hub).
fn read_counts<'a>(
    joined: &Joined<'a>,
    family: &Family,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
    is_limit: bool,
) -> Option<Counts> {
    let header = joined.field.name();
    let mut counts = Counts { number: None, span: None, window: None, window_word: false };
    let mut policies = Vec::new();
    let mut differ = None;
    for (index, member) in split(one_of_equal_lines(joined), b',').enumerate() {
        let (number, span, params) = member.parts();
        let window = if is_limit { read_window(params) } else { None };
        counts.window_word |= window.is_some_and(|(_, word)| word);
        if index == 0 {
            counts.window = window.map(|(window, _)| window);
        }
        let Some(number) = read_number(number, !family.specified) else {
            let message = if number.is_empty() { "a number is missing" } else { "it is not a number" };
            let fault = Fault::new(message, span);
            if !number.is_empty() || index > 0 || window.is_none() {
                found.ignore(Code::CountInvalid, reader.severity(), header, fault);
                return None;
            }
            let message = format!("{}; the quota is unknown", fault.message);
            found.report(Code::CountInvalid, reader.severity(), header, message, fault.span);
            continue;
        };
        match window {
            Some((window, _)) if index > 0 => policies.push(Quota {
                name: None,
                source: header,
                limit: number.or_zero(),
                unit: None,
                window: Some(window),
                partition_key: None,
            }),
            _ => {
                if counts.number.is_some_and(|before| before != number) {
                    differ = Some(span);
                }
                if counts.number.is_none_or(|before| number < before) {
                    (counts.number, counts.span) = (Some(number), Some(span));
                }
            }
        }
    }
    if differ.is_some() {
        let message = "it was sent with different values; the lowest counts".to_owned();
        found.report(Code::CountRepeated, Severity::Warning, header, message, differ);
    }
    found.policies.append(&mut policies);
    Some(counts)
}

/// The window in seconds among the parameters of a member, and whether it is called `window`; a broken one is a
/// comment.
fn read_window(params: &[u8]) -> Option<(Fixed, bool)> {
    split(params, b';').find_map(|param| {
        let (word, digits) = match param.text {
            [b'w', b'=', digits @ ..] => (false, digits),
            [b'w', b'i', b'n', b'd', b'o', b'w', b'=', digits @ ..] => (true, digits),
            _ => return None,
        };
        Some((read_number(digits, false).filter(|it| !it.is_negative())?, word))
    })
}

/// Reads a reset: an instant where its syntax is that of one, else a number by its size.
fn read_reset<'a>(
    joined: &Joined<'a>,
    family: &Family,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
) -> Option<(Reset, Span)> {
    let value = one_of_equal_lines(joined);
    if let Some(date) = read_date(value, family, reader.received) {
        return Some((date, (0, value.len())));
    }
    let mut all = Vec::new();
    for member in split(value, b',') {
        let (text, span, _) = member.parts();
        let number = read_number(text, !family.specified).filter(|it| !it.is_negative());
        let instant = || if family.specified { None } else { read_instant(text, reader.received) };
        let read = match (number, number.is_none().then(instant).flatten()) {
            (Some(number), _) => Read::Number(number, reset::by_size(number, reset::last_digit(text), reader.received)),
            (None, Some(instant)) => Read::Instant(instant),
            (None, None) => {
                let what = if family.specified { "a whole number of seconds" } else { "a number or an instant" };
                let fault = Fault::new(format!("the reset is not {what}"), span);
                found.ignore(Code::CountInvalid, reader.severity(), joined.field.name(), fault);
                return None;
            }
        };
        all.push((read, span));
    }
    let differ = all.windows(2).any(|pair| matches!(pair, [one, other] if one.0 != other.0));
    let (read, span) = all.into_iter().max_by_key(|(read, _)| read.lateness())?;
    if differ {
        let message = "it was sent with different values; the latest counts".to_owned();
        found.report(Code::CountRepeated, Severity::Warning, joined.field.name(), message, Some(span));
    }
    let reset = match read {
        Read::Instant(instant) => instant,
        Read::Number(number, BySize::Implausible) => {
            found.add_implausible(joined, number, span, reader.received);
            return None;
        }
        Read::Number(number, size) => take_number(joined, family, reader, found, number, size, span)?,
    };
    Some((reset, span))
}

/// One value of a reset.
#[derive(PartialEq, Eq)]
enum Read {
    Instant(Reset),
    Number(Fixed, BySize),
}

impl Read {
    /// For the latest of several; one that is implausible comes before all others.
    fn lateness(&self) -> Option<Fixed> {
        let of = |reset: &Reset| reset.wait.or(reset.at.map(Instant::unix));
        match self {
            Self::Instant(reset) | Self::Number(_, BySize::Epoch(reset)) => of(reset),
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
    found.report(code, severity, joined.field.name(), message, Some(span));
    if let Some(other) = other {
        found.add_alternative(joined, &other);
    }
    Some(taken)
}

/// An HTTP-date without a fault; in the specified fields IMF-fixdate alone, which the first draft had.
fn read_date(text: &[u8], family: &Family, received: Option<Instant>) -> Option<Reset> {
    let HttpDate { at, form, fault } = parse_http_date(text, received).ok()?;
    let allowed = !family.specified || form == DateForm::ImfFixdate;
    (fault.is_none() && allowed).then(|| Reset::instant(form.name(), at, Fixed::ONE, received))
}

/// An RFC 3339 instant.
fn read_instant(text: &[u8], received: Option<Instant>) -> Option<Reset> {
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
    use super::super::tests::{alternatives, finding, reading};
    use super::*;

    #[test]
    fn says_what_is_wrong_and_where() {
        for (name, value, message, bytes) in [
            ("RateLimit-Limit", "1.5", "it is not a number; the field is ignored", "1.5"),
            ("RateLimit-Limit", "100, many", "it is not a number; the field is ignored", "many"),
            ("RateLimit-Limit", "", "a number is missing; the field is ignored", ""),
            ("RateLimit-Limit", "-5", "the limit is below zero; the field is ignored", "-5"),
            ("RateLimit-Limit", ";w=60", "a number is missing; the quota is unknown", ";w=60"),
            ("X-RateLimit-Remaining", "10 per hour", "it is not a number; the field is ignored", "10 per hour"),
            ("X-RateLimit-Reset", "6m0s", "the reset is not a number or an instant; the field is ignored", "6m0s"),
            ("X-RateLimit-Reset", "-5", "the reset is not a number or an instant; the field is ignored", "-5"),
            ("RateLimit-Reset", "1.5", "the reset is not a whole number of seconds; the field is ignored", "1.5"),
        ] {
            for (strict, severity) in [(false, "warning"), (true, "error")] {
                let right = ("count-invalid", severity, message.to_owned(), bytes.to_owned());
                assert_eq!(finding(name, value, strict), right, "{name}: {value}");
            }
        }
    }

    #[test]
    fn other_findings() {
        let text = |code, severity, message: &str, bytes: &str| (code, severity, message.to_owned(), bytes.to_owned());
        let negative = "the remaining quota is below zero";
        for (name, value, strict, right) in [
            (
                "X-RateLimit-Remaining",
                "-3",
                false,
                text("negative-remaining", "warning", &format!("{negative} and counts as 0"), "-3"),
            ),
            (
                "X-RateLimit-Remaining",
                "-3",
                true,
                text("count-invalid", "error", &format!("{negative}; the field is ignored"), "-3"),
            ),
            (
                "RateLimit-Remaining",
                "7, 5",
                false,
                text("count-repeated", "warning", "it was sent with different values; the lowest counts", "5"),
            ),
            (
                "RateLimit-Reset",
                "30, 60, 5",
                false,
                text("count-repeated", "warning", "it was sent with different values; the latest counts", "60"),
            ),
            (
                "RateLimit-Reset",
                "1796083230000",
                false,
                text(
                    "reset-is-epoch",
                    "warning",
                    "the reset is Unix time in milliseconds, where seconds from now are required",
                    "1796083230000",
                ),
            ),
            (
                "X-Rate-Limit-Reset",
                "30",
                false,
                text("reset-unit-guessed", "note", "by its size the reset is read as seconds from now", "30"),
            ),
        ] {
            assert_eq!(finding(name, value, strict), right, "{name}: {value}");
        }
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
                assert_eq!(limit.reset_span, Some((0, value.len())), "{name}: {value}");
            });
        }
    }

    #[test]
    fn equal_lines_are_one() {
        let date = "Tue, 01 Dec 2026 00:00:30 GMT";
        let lines = [("RateLimit-Reset", date), ("RateLimit-Reset", date)];
        reading(&lines, false, |found| {
            assert_eq!(found.limits[0].reset, Some(Fixed::whole(30)));
            assert_eq!(found.diagnostics, []);
        });
    }
}
