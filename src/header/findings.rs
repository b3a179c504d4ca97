//! What is to be said of a reading beside the faults of single fields.

use super::catalog::Known;
use super::hit::{Hit, lacks_reception};
use super::rules::Rules;
use super::{Action, Hint, Limit, conflict};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::{Fixed, human_fixed};

/// What is to be said of the limits where they have to answer.
pub(super) fn about_limits(limits: &[Limit<'_>], hit: Hit, failed: bool, received: Option<Instant>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let missing = |limit: &&Limit<'_>| {
        limit.decides() && limit.exhausted && limit.reset.is_none() && !lacks_reception(limit, received)
    };
    if let Some(limit) = limits.iter().find(missing) {
        let message = format!("{} is used up, and its reset is not known", conflict::named(limit, limits));
        let severity = Severity::Warning;
        found.push(Diagnostic { severity, ..about_remaining(Code::ResetMissing, limit, message) });
    }
    match hit {
        Hit::Guess(position) => found.extend(limits.get(position).map(|limit| {
            let message = format!(
                "no limit is said to be used up; {}, with a reset and no stated remaining quota, is taken as the one \
                 that was hit",
                conflict::named(limit, limits)
            );
            let span = limit.reset_in.map(|place| place.span);
            let note = note(Code::LimitGuessed, Some(limit.reset_field()), message);
            Diagnostic { severity: Severity::Warning, span, ..note }
        })),
        Hit::QuotaLeft(position) if failed => found.extend(limits.get(position).map(|limit| {
            let message = "the call failed although quota is left, so no time to wait is known";
            about_remaining(Code::QuotaLeft, limit, message)
        })),
        _ => {}
    }
    found
}

/// What a vendor's own rules have done: they passed over Retry-After, they answered where no field does, or they limit
/// a part of what is sent.
pub(super) fn about_rules(rules: &Rules, limits: &[Limit<'_>], action: Action) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let passed_over = |message| note(Code::RetryAfterPassedOver, Some(Known::RetryAfter.name()), message);
    if let Some(above) = rules.above.filter(|_| rules.is_retry_after_sent) {
        found.push(passed_over(format!("it is not waited for: by its vendor's documentation {above} stands above it")));
    } else if rules.is_passed_over() && rules.is_retry_after_sent {
        found.push(passed_over(
            "it is not waited for: by its vendor's documentation it does not count with this status".to_owned(),
        ));
    }
    if let Some(fallback) = rules.fallback {
        found.push(note(Code::VendorRule, None, fallback.rule));
    }
    let is_of_some = |limit: &&Limit<'_>| limit.exhausted && limit.categories.as_ref().is_some_and(|it| !it.is_empty());
    if let Some(limit) = limits.iter().find(is_of_some).filter(|_| action == Action::Unknown) {
        let message = "only some categories are limited; whatever belongs to none of them may be sent now";
        found.push(note(Code::CategoriesLimited, Some(limit.source), message));
    }
    found
}

/// A note on what is left of a limit.
fn about_remaining(code: Code, limit: &Limit<'_>, message: impl Into<String>) -> Diagnostic {
    let span = limit.remaining_in.map(|place| place.span);
    Diagnostic { span, ..note(code, Some(limit.remaining_field()), message) }
}

/// RFC 9110, 10.2.3: with a 3xx, Retry-After speaks of following the redirect.
pub(super) fn redirect(status: Option<u16>, hints: &[Hint<'_>]) -> Option<Diagnostic> {
    let is_redirect = status.is_some_and(|status| (300..400).contains(&status));
    let read = hints.iter().any(|hint| hint.header == Known::RetryAfter.name() && hint.form.is_some());
    let message = "this is the time to wait before following the redirect";
    (is_redirect && read).then(|| note(Code::RedirectWait, Some(Known::RetryAfter.name()), message))
}

/// Retry-After on a success with quota left: it is followed, though it has a meaning with a refusal alone (RFC 9110,
/// 10.2.3; RFC 6585, 4). Some limiters send it with every answer. 202 tells when to ask for the result.
pub(super) fn on_success(status: Option<u16>, hint: &Hint<'_>, limits: &[Limit<'_>]) -> Option<Diagnostic> {
    let is_success = status.is_some_and(|status| (200..300).contains(&status) && status != 202);
    let has_quota = limits.iter().any(|limit| limit.decides() && limit.remaining.is_some_and(|it| it > Fixed::ZERO));
    let is_used_up = limits.iter().any(|limit| limit.decides() && limit.exhausted);
    let asks = hint.header == Known::RetryAfter.name() && hint.wait.is_some_and(|wait| wait > Fixed::ZERO);
    let message = "the call succeeded and quota is left; some servers send this field with every answer, and mean a \
                   refusal to come";
    let note = || note(Code::RetryAfterOnSuccess, Some(Known::RetryAfter.name()), message);
    (is_success && has_quota && !is_used_up && asks).then(|| Diagnostic { severity: Severity::Warning, ..note() })
}

/// A reset that was more than a day past when the response was made, by the server's own clock where it is known.
pub(super) fn long_past(limits: &[Limit<'_>], now: Option<Instant>) -> Option<Diagnostic> {
    const DAY: Fixed = Fixed::whole(86_400);
    let ago = |limit: &Limit<'_>| Some(now?.since(limit.reset_at?)).filter(|ago| *ago > DAY);
    let (limit, ago) = limits.iter().find_map(|limit| Some((limit, ago(limit)?)))?;
    let message = format!("{} was reset {} before the response", conflict::named(limit, limits), human_fixed(ago));
    let span = limit.reset_in.map(|place| place.span);
    let note = note(Code::ResetLongPast, Some(limit.reset_field()), message);
    Some(Diagnostic { severity: Severity::Warning, span, ..note })
}

/// A call that failed, and may be repeated at once by what the response says.
pub(super) fn no_wait(action: Action, failed: bool, header: Option<&'static str>) -> Option<Diagnostic> {
    let message = "nothing is to be waited for, and yet the call failed; let your own backoff grow";
    (failed && action == Action::Go).then(|| note(Code::NoWaitAfterFailure, header, message))
}

/// 401 and 407 ask for credentials (RFC 9110, 15.5.2 and 15.5.8); where no limit is stated, no wait helps.
pub(super) fn no_credentials(status: Option<u16>, answered: bool, limits: &[Limit<'_>]) -> Option<Diagnostic> {
    let asks = matches!(status, Some(401 | 407)) && !answered && limits.is_empty();
    let message = "the status asks for credentials, and nothing is said of a limit or a quota";
    asks.then(|| note(Code::CredentialsRequired, None, message))
}

/// The fields that hold an instant which cannot be turned into a wait; an error for the one that would decide.
pub(super) fn about_reception(
    hints: &[Hint<'_>],
    limits: &[Limit<'_>],
    decides: Option<&'static str>,
    received: Option<Instant>,
) -> Vec<Diagnostic> {
    if received.is_some() {
        return Vec::new();
    }
    let hints = hints.iter().filter(|hint| hint.resolution > Fixed::ZERO).map(|hint| (hint.header, None));
    let limits = limits.iter().filter(|limit| lacks_reception(limit, received));
    let resets = limits.map(|limit| (limit.reset_field(), limit.reset_in.map(|place| place.span)));
    let finding = |(header, span)| {
        let message = "the value is an instant, and the time of reception is not known";
        let severity = if Some(header) == decides { Severity::Error } else { Severity::Note };
        Diagnostic { severity, span, ..note(Code::NeedsReception, Some(header), message) }
    };
    hints.chain(resets).map(finding).collect()
}

/// Whether a finding is an error: a fault of a field that was ignored or read leniently is one where nothing answers,
/// and always for a strict reader. `Date` answers nothing by itself; it is missed where the reception is.
pub(super) fn is_error(code: Code, strict: bool, action: Action, lacks_reception: bool) -> bool {
    match code {
        Code::RetryAfterInvalid
        | Code::RetryAfterLenient
        | Code::RetryAfterRepeated
        | Code::MillisecondsInvalid
        | Code::MillisecondsLenient
        | Code::ShouldRetryInvalid
        | Code::RetryFieldInvalid
        | Code::BodyHintInvalid
        | Code::RateLimitInvalid
        | Code::RateLimitLenient
        | Code::CountInvalid
        | Code::CountRepeated => strict || action == Action::Unknown,
        Code::DateInvalid => strict || lacks_reception,
        Code::DateLenient | Code::AgeInvalid => strict,
        _ => false,
    }
}

/// A note, to which a severity and a span may be added.
pub(super) fn note(code: Code, header: Option<&'static str>, message: impl Into<String>) -> Diagnostic {
    Diagnostic { code, severity: Severity::Note, header, message: message.into(), span: None }
}
