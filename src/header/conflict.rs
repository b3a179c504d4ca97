//! Where Retry-After, or a field above it, and the resets of the limits do not agree.

use super::Limit;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::quantity::{Fixed, human_fixed};

/// Compares the `wait` that `header` decided on with the resets: at most one finding of each kind.
///
/// A second of difference is none: both fields are rounded to whole seconds.
pub(super) fn find(limits: &[Limit<'_>], header: &'static str, wait: Fixed) -> Vec<Diagnostic> {
    let latest = |exhausted_only: bool| {
        let wanted = limits.iter().filter(|limit| limit.decides() && (limit.exhausted || !exhausted_only));
        wanted.filter_map(|limit| limit.reset.map(|reset| (reset, limit))).max_by_key(|(reset, _)| *reset)
    };
    let warning = |code, limit: &Limit<'_>, message| {
        let span = limit.reset_in.map(|place| place.span);
        Diagnostic { code, severity: Severity::Warning, header: Some(limit.reset_field()), message, span }
    };
    let mut found = Vec::new();
    if let Some((reset, limit)) = latest(false)
        && reset.plus(Fixed::ONE) < wait
    {
        let early = human_fixed(wait.minus(reset));
        let message = format!("{} resets {early} before {header} allows a retry", named(limit, limits));
        found.push(warning(Code::ResetBeforeRetryAfter, limit, message));
    }
    if let Some((reset, limit)) = latest(true)
        && wait.plus(Fixed::ONE) < reset
    {
        let early = human_fixed(reset.minus(wait));
        let message = format!("{header} allows a retry {early} before {} resets", named(limit, limits));
        found.push(warning(Code::RetryAfterBeforeReset, limit, message));
    }
    found
}

/// How a message speaks of one of the limits: by its name only where there are several.
pub(super) fn named(limit: &Limit<'_>, limits: &[Limit<'_>]) -> String {
    match &limit.name {
        Some(name) if limits.len() > 1 => format!("the limit `{name}`"),
        _ => "the limit".to_owned(),
    }
}
