//! Where Retry-After, or a field above it, and the resets of the limits do not agree.

use super::catalog::Known;
use super::{Hint, Limit, Quota};
use crate::diagnostic::{Code, Diagnostic, Severity, quote};
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

/// Retry-After where it is 1000 times what a window or a reset beside it says: it was most likely sent in milliseconds.
pub(super) fn thousandfold(hint: &Hint<'_>, limits: &[Limit<'_>], policies: &[Quota<'_>]) -> Option<Diagnostic> {
    const SHORTEST: Fixed = Fixed::whole(10);
    let wait = hint.wait.filter(|_| hint.form == Some("delay-seconds") && hint.header == Known::RetryAfter.name())?;
    let milliseconds = wait.thousandth();
    let mut windows = limits.iter().filter_map(|it| it.window).chain(policies.iter().filter_map(|it| it.window));
    let near = |reset: Fixed| {
        let difference = reset.minus(milliseconds);
        difference.max(Fixed::ZERO.minus(difference)) <= Fixed::ONE
    };
    let what = if windows.any(|window| window == milliseconds) {
        "window"
    } else if milliseconds >= SHORTEST && limits.iter().filter_map(|it| it.reset).any(near) {
        "reset"
    } else {
        return None;
    };
    let message = format!(
        "the wait is 1000 times the {what} of {} beside it, so it may be in milliseconds",
        human_fixed(milliseconds)
    );
    let (code, severity, header) = (Code::RetryAfterImplausible, Severity::Warning, Some(hint.header));
    Some(Diagnostic { code, severity, header, message, span: Some((0, hint.value.len())) })
}

/// How a message speaks of one of the limits: by its name only where there are several.
pub(super) fn named(limit: &Limit<'_>, limits: &[Limit<'_>]) -> String {
    match &limit.name {
        Some(name) if limits.len() > 1 => format!("the limit `{}`", quote(name.as_bytes())),
        _ => "the limit".to_owned(),
    }
}
