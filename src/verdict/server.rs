//! What the response means for a retry: whether it is right at all, and which wait counts.

use super::method::idempotent;
use super::reason::Reason;
use super::time::human;
use super::{RETRYABLE, State};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Action, Conformance, Field, Hint, spelled};
use crate::policy::{ServerForm, ServerWait};
use crate::quantity::Exact;
use crate::timeline::Wait;

/// The source of a wait that is the policy's own.
pub(super) const POLICY: &str = "policy";
/// The source of a wait in a field that the policy names and nobody else knows.
const NAMED: &str = "a field of the policy";

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
    if reason == Reason::StatusNotRetryable && state.idempotency_key {
        return key_conflict(state.status?);
    }
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

/// What a status means for a request with an idempotency key.
fn key_conflict(status: u16) -> Option<Diagnostic> {
    let message = match status {
        409 => "an earlier call with this key may still be worked on; ask again later with the same key and body",
        422 => "the key may have come with another body before; a changed request needs a new key",
        _ => return None,
    };
    Some(finding(Code::KeyConflict, Severity::Note, None, message.to_owned()))
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
    if !redirect && state.idempotency_key && idempotent(state.method).is_none() {
        let message = "send the key of the first call again; a new one only where the body has changed";
        findings.push(finding(Code::SameKey, Severity::Note, None, message.to_owned()));
    }
    findings.extend(zero_hint(state, &own).filter(|_| !redirect));
    let asked = server_wait(state, redirect);
    let heard = if state.policy.server_fields.is_empty() { asked.clone() } else { named_wait(state) };
    let (chosen, heard) = match heard {
        Some((server, field)) => (listened(state, own, &server, field), Some((server, field))),
        None => (Chosen { wait: own, source: POLICY, over_max: false }, None),
    };
    // With the floor a draw below the server's wait is lifted to it.
    if let Some((server, field)) = heard.or(asked)
        && *chosen.wait.least() < server
        && state.policy.server_wait != ServerWait::Floor
    {
        let (least, asked) = (human(chosen.wait.least()), human(&server));
        let message = format!("the wait may be as short as {least}, where {field} asks for {asked}");
        findings.push(finding(Code::EarlierThanServerAsked, Severity::Warning, Some(field), message));
    }
    (chosen, findings)
}

/// The wait that a policy makes of its own and the server's.
fn listened(state: &State<'_>, own: Wait, server: &Exact, field: &'static str) -> Chosen {
    let max = state.policy.server_max();
    let over_max = max.is_some_and(|max| server > max);
    let by_policy = |wait| Chosen { wait, source: POLICY, over_max: false };
    let by_server = |wait, over_max| {
        let wait = match &state.policy.server_spread {
            Some(longest) => Wait::lengthened(wait, longest, state.policy.grain.as_ref()),
            None => Wait::exactly(wait),
        };
        Chosen { wait, source: field, over_max }
    };
    match (state.policy.server_wait, max) {
        (ServerWait::Ignore, _) => by_policy(own),
        // A client that spreads the server's wait does not listen to one above its limit (Envoy's max_interval).
        (ServerWait::Honor, _) if over_max && state.policy.server_spread.is_some() => by_policy(own),
        (ServerWait::Floor, _) if state.policy.server_limit.is_some() && over_max => by_server(server.clone(), true),
        (ServerWait::Floor, _) if own.most() > server => by_policy(own),
        (ServerWait::Clamp, Some(max)) if over_max => by_server(max.clone(), false),
        (ServerWait::Stop, _) => by_server(server.clone(), over_max),
        _ => by_server(server.clone(), false),
    }
}

/// The wait in the fields that the policy names, and the first of them that has one in its form, no longer than the
/// client listens to.
fn named_wait(state: &State<'_>) -> Option<(Exact, &'static str)> {
    let most = state.policy.server_max();
    state.policy.server_fields.iter().find_map(|named| {
        let is_it = |field: &&Field<'_>| field.name.eq_ignore_ascii_case(named.name.as_bytes());
        let value = std::str::from_utf8(state.fields.iter().find(is_it)?.value).ok()?;
        let number = value.trim_matches(|it: char| it.is_ascii_whitespace());
        let number: u64 = number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))?;
        let seconds = match named.form {
            ServerForm::Seconds => number,
            ServerForm::UnixTime => number.checked_sub(state.received?.unix_seconds()?)?,
        };
        let wait = Exact::new(seconds, 9);
        most.is_none_or(|most| wait <= *most).then(|| (wait, spelled(&named.name).unwrap_or(NAMED)))
    })
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
