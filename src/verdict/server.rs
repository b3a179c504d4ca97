//! What the response means for a retry: whether it is right at all, and which wait counts.

use super::method::idempotent;
use super::reason::Reason;
use super::time::human;
use super::{RETRYABLE, State};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Action, Conformance, Hint};
use crate::policy::ServerWait;
use crate::quantity::Exact;
use crate::timeline::Wait;

/// The source of a wait that is the policy's own.
pub(super) const POLICY: &str = "policy";

/// The wait that counts for the next retry.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) wait: Wait,
    pub(super) source: &'static str,
    /// Whether the server's wait is over the policy's max, and the policy defers such retries.
    pub(super) over_max: bool,
}

/// Whether the response is a redirect with a time to wait before it is followed (RFC 9110, 10.2.3).
pub(super) fn is_redirect(state: &State<'_>) -> bool {
    state.status.is_some_and(|status| (300..400).contains(&status))
        && hint(state, "Retry-After").is_some_and(|hint| hint.wait.is_some())
}

fn hint<'a>(state: &State<'a>, header: &str) -> Option<&'a Hint<'a>> {
    state.reading?.hints.iter().find(|hint| hint.header == header && hint.conformance != Conformance::Invalid)
}

/// Why the retry would be wrong, if it would be.
pub(super) fn refusal(state: &State<'_>, redirect: bool) -> Option<Reason> {
    if state.reading.is_some_and(|reading| reading.action == Action::Stop) {
        return Some(Reason::ServerSaysStop);
    }
    if redirect {
        return None;
    }
    if state.status.is_some_and(|status| status < 300) {
        return Some(Reason::NotAFailure);
    }
    if !is_retryable(state) {
        return Some(Reason::StatusNotRetryable);
    }
    if state.methods.is_some_and(|methods| !methods.iter().any(|it| it == state.method)) {
        return Some(Reason::MethodNotRetried);
    }
    (is_bare_write(state) && may_have_taken_effect(state.status)).then_some(Reason::WriteMayHaveTakenEffect)
}

fn is_retryable(state: &State<'_>) -> bool {
    let Some(status) = state.status else { return true };
    if state.retry_on.unwrap_or(&RETRYABLE).contains(&status) {
        return true;
    }
    let asked_to_wait = state.reading.is_some_and(|reading| reading.action == Action::Wait);
    let asked_to_retry = hint(state, "x-should-retry").is_some_and(|hint| *hint.value == *b"true");
    status >= 400 && (asked_to_wait || asked_to_retry)
}

/// Whether repeating the request may do something twice.
fn is_bare_write(state: &State<'_>) -> bool {
    !state.idempotency_key && idempotent(state.method).is_none()
}

/// Whether the server may have applied the request: after a 4xx status, but for a timeout, it has not.
fn may_have_taken_effect(status: Option<u16>) -> bool {
    status.is_none_or(|status| status == 408 || status >= 500)
}

/// What to do instead of a retry that is refused.
pub(super) fn instead(state: &State<'_>, reason: Reason) -> Option<Diagnostic> {
    let upper = state.method.to_ascii_uppercase();
    let message = if idempotent(&upper).is_some() {
        format!("methods are case-sensitive, and `{}` is not known; write `{upper}`", state.method)
    } else {
        format!(
            "send an idempotency key with every call of {}, or ask first whether the effect took place",
            state.method
        )
    };
    (reason == Reason::WriteMayHaveTakenEffect).then(|| finding(Code::WriteNeedsKey, Severity::Note, None, message))
}

/// The wait that counts, `own` being the policy's, and what is to be said about it.
pub(super) fn choose(state: &State<'_>, own: Wait, redirect: bool) -> (Chosen, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    if !redirect && is_bare_write(state) {
        let message = format!(
            "{} is not idempotent and carries no key; the status says that the request was not applied",
            state.method
        );
        findings.push(finding(Code::WriteWithoutKey, Severity::Warning, None, message));
    }
    findings.extend(zero_hint(state, &own).filter(|_| !redirect));
    let Some((server, field)) = server_wait(state, redirect) else {
        return (Chosen { wait: own, source: POLICY, over_max: false }, findings);
    };
    let max = state.policy.server_max();
    let over_max = max.is_some_and(|max| server > *max);
    let by_policy = |wait| Chosen { wait, source: POLICY, over_max: false };
    let by_server = |wait, over_max| {
        let wait = match &state.policy.server_spread {
            Some(longest) => Wait::lengthened(wait, longest, state.policy.grain.as_ref()),
            None => Wait::exactly(wait),
        };
        Chosen { wait, source: field, over_max }
    };
    let chosen = match (state.policy.server_wait, max) {
        (ServerWait::Ignore, _) => by_policy(own),
        // A client that spreads the server's wait does not listen to one above its limit (Envoy's max_interval).
        (ServerWait::Honor, _) if over_max && state.policy.server_spread.is_some() => by_policy(own),
        (ServerWait::Floor, _) if state.policy.server_limit.is_some() && over_max => by_server(server.clone(), true),
        (ServerWait::Floor, _) if *own.most() > server => by_policy(own),
        (ServerWait::Clamp, Some(max)) if over_max => by_server(max.clone(), false),
        (ServerWait::Stop, _) => by_server(server.clone(), over_max),
        _ => by_server(server.clone(), false),
    };
    // With the floor a draw below the server's wait is lifted to it.
    if *chosen.wait.least() < server && state.policy.server_wait != ServerWait::Floor {
        let (least, asked) = (human(chosen.wait.least()), human(&server));
        let message = format!("the wait may be as short as {least}, where {field} asks for {asked}");
        findings.push(finding(Code::EarlierThanServerAsked, Severity::Warning, Some(field), message));
    }
    (chosen, findings)
}

/// The wait that the server asks for, in nanoseconds, and the field that decided it. Before a redirect is followed,
/// 0 is one too.
fn server_wait(state: &State<'_>, redirect: bool) -> Option<(Exact, &'static str)> {
    let reading = state.reading?;
    let nanos = reading.wait?.to_exact_nanos();
    let asks = reading.action == Action::Wait && !nanos.is_zero();
    (asks || (redirect && reading.action == Action::Go)).then_some(())?;
    Some((nanos, reading.decided_by?))
}

/// A hint of 0 or in the past is no wait of the server's.
fn zero_hint(state: &State<'_>, own: &Wait) -> Option<Diagnostic> {
    let reading = state.reading.filter(|reading| reading.action == Action::Go)?;
    let field = reading.decided_by?;
    hint(state, field)?;
    let message = format!("{field} asks for no wait; the policy's own, {}, stands", human(own.most()));
    Some(finding(Code::ServerWaitZero, Severity::Note, Some(field), message))
}

fn finding(code: Code, severity: Severity, header: Option<&'static str>, message: String) -> Diagnostic {
    Diagnostic { code, severity, header, message, span: None }
}
