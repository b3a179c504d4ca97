//! The retry fields of vendors that stand below Retry-After in the order of decision.

use std::borrow::Cow;

use super::catalog::Joined;
use super::limits::{BySize, by_size, epoch, go_duration, last_digit};
use super::milliseconds::Read;
use super::refusal::{Counted, refuse};
use super::when::{When, ignored_hint};
use super::{Conformance, Hint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::Fixed;
use crate::vendor::{Form, Profile, RetryField};

/// The form of a hint that is a duration with units.
const DURATION: &str = "duration";

/// Reads such a field: a duration as Go writes it, seconds, or a number that is seconds or Unix time as `profile` says,
/// or by its size.
pub(super) fn read<'a>(
    joined: &Joined<'a>,
    field: &RetryField,
    profile: Option<&Profile>,
    received: Option<Instant>,
) -> Read<'a> {
    let known = profile.and_then(|it| it.retries.iter().find(|(name, _)| *name == field.name)).map(|(_, form)| *form);
    let field = &RetryField { form: field.form.or(known), ..*field };
    let (header, text) = (joined.name, &*joined.value);
    let hint = |when: When, form| when.hint(header, joined.value.clone(), form, Conformance::Ok, received);
    let taken = |hint| Read { hint, alternative: None, diagnostic: None };
    let number = Fixed::parse(text);
    match (field.form, number) {
        (Some(Form::Duration), _) => {
            if let Some(wait) = go_duration(text) {
                return taken(hint(When::After(wait), DURATION));
            }
        }
        (Some(Form::EpochSeconds), Some(number)) => {
            if let Some(at) = epoch("epoch-seconds", number, last_digit(text), received).and_then(|epoch| epoch.at) {
                let when = When::At { at, resolution: last_digit(text) };
                return taken(hint(when, "epoch-seconds"));
            }
        }
        (Some(_), Some(wait)) => return taken(hint(When::After(wait), "delay-seconds")),
        (None, Some(number)) => match by_size(number, last_digit(text), received) {
            BySize::Delay => return guessed(hint(When::After(number), "delay-seconds"), "seconds from now"),
            BySize::Epoch(epoch) => {
                let Some(at) = epoch.at else { return refused(joined, field, received) };
                let when = When::At { at, resolution: epoch.resolution };
                return guessed(hint(when, epoch.form), "Unix time");
            }
            BySize::Implausible => {}
        },
        (_, None) => {}
    }
    refused(joined, field, received)
}

/// A number whose unit only its size tells.
fn guessed<'a>(hint: Hint<'a>, unit: &str) -> Read<'a> {
    let diagnostic = Diagnostic {
        code: Code::ResetUnitGuessed,
        severity: Severity::Note,
        header: Some(hint.header),
        message: format!("by its size the value is read as {unit}"),
        span: Some((0, hint.value.len())),
    };
    Read { hint, alternative: None, diagnostic: Some(diagnostic) }
}

fn refused<'a>(joined: &Joined<'a>, field: &RetryField, received: Option<Instant>) -> Read<'a> {
    let value = || Cow::clone(&joined.value);
    let refusal = refuse(&joined.value, Counted::Seconds, received);
    let message = match field.form {
        Some(Form::Duration) => "the value is not a duration such as `1.5s`",
        Some(Form::EpochSeconds) => "the value is not a Unix time near the reception",
        Some(_) => "the value is not a number of seconds",
        None => "the value is neither a number of seconds nor a Unix time near the reception",
    };
    let diagnostic = Diagnostic {
        code: Code::RetryFieldInvalid,
        severity: Severity::Warning,
        header: Some(joined.name),
        message: message.to_owned(),
        span: (!joined.value.is_empty()).then_some((0, joined.value.len())),
    };
    let alternative = refusal.meant.map(|(form, when)| when.alternative(joined.name, value(), form, received));
    Read { hint: ignored_hint(joined.name, value()), alternative, diagnostic: Some(diagnostic) }
}

/// The finer wait that a field gives beside the one that decides: a duration that was rounded up for Retry-After.
pub(super) fn precise_wait(hints: &[Hint<'_>]) -> Option<Fixed> {
    hints.iter().find(|hint| hint.form == Some(DURATION)).and_then(|hint| hint.wait)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{Action, Context, Field, Reading, ReceivedFrom, read};

    fn reading<T>(lines: &[(&str, &str)], check: impl FnOnce(&Reading<'_>) -> T) -> T {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let received = Some((Instant::parse("2026-12-01T00:00:00Z").unwrap(), ReceivedFrom::Flag));
        check(&read(&fields, &Context { status: Some(429), received, ..Context::default() }))
    }

    #[test]
    fn reads_what_each_holds() {
        for (name, value, wait, by) in [
            ("X-Retry-In", "105.849351ms", Some("0.105849351"), Some("X-Retry-In")),
            ("x-retry-in", "1m30s", Some("90"), Some("X-Retry-In")),
            ("X-Retry-In", "90", None, None),
            ("X-Retry-In", "-1s", None, None),
            ("RateLimit-Retry-After", "30", Some("30"), Some("RateLimit-Retry-After")),
            ("RateLimit-Retry-After", "soon", None, None),
            ("X-RateLimit-Retry-After", "60", Some("60"), Some("X-RateLimit-Retry-After")),
            ("X-RateLimit-Retry-After", "1796083260", Some("60"), Some("X-RateLimit-Retry-After")),
            ("X-Retry-After", "1796083260", Some("60"), Some("X-Retry-After")),
            ("X-Retry-After", "1000000000", None, None),
        ] {
            reading(&[(name, value)], |it| {
                let found = (it.wait.map(|it| it.to_string()), it.decided_by);
                assert_eq!(found, (wait.map(str::to_owned), by), "{name}: {value}");
                assert_eq!(it.has_error(), wait.is_none(), "{name}: {value}");
            });
        }
    }

    #[test]
    fn stands_below_retry_after_and_may_be_finer() {
        let lines = [("X-Retry-In", "105.849351ms"), ("Retry-After", "1")];
        reading(&lines, |it| {
            assert_eq!((it.action, it.wait, it.decided_by), (Action::Wait, Some(Fixed::ONE), Some("Retry-After")));
            assert_eq!(it.precise_wait.map(|it| it.to_string()).as_deref(), Some("0.105849351"));
            assert_eq!(it.hints.iter().map(|it| it.header).collect::<Vec<_>>(), ["Retry-After", "X-Retry-In"]);
        });
        reading(&lines[..1], |it| assert_eq!(it.precise_wait, None));
        // A coarser one is none.
        reading(&[("Retry-After", "1"), ("X-Retry-After", "2")], |it| assert_eq!(it.precise_wait, None));
    }
}
