//! What nobody would expect of a client, told from the normal form alone.

use super::{Counts, Dialect, Key};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::{CapRule, FirstWait, Jitter, LimitRule, Order, Policy, Rounding};
use crate::quantity::{Exact, Tens};

/// The notes on a policy; `cap` is the key of its cap, where the config does not name it.
pub(super) fn of(dialect: &Dialect, policy: &Policy, cap: Option<&Key>) -> Vec<Diagnostic> {
    let mut notes: Vec<_> = base_above_max(policy, cap).into_iter().collect();
    let mut say = |code: Code, message: String| {
        notes.push(Diagnostic { code, severity: Severity::Note, header: None, message, span: None });
    };
    let client = dialect.title;
    let jitters = policy.jitter != Jitter::None;
    let starts_at_zero = match &policy.first {
        FirstWait::Zero => true,
        FirstWait::Extra(first) => first.is_zero(),
        FirstWait::Grown | FirstWait::Unjittered => false,
    };
    if policy.never_waits() && policy.retries != Some(0) {
        say(Code::NoWait, format!("{client} makes every retry at once, without a wait"));
    } else if starts_at_zero && policy.retries != Some(0) {
        say(Code::FirstWaitZero, format!("{client} makes the first retry at once; the waits begin with the second"));
    }
    if dialect.counts == Counts::Calls
        && let Some(retries) = policy.retries
    {
        let calls = retries.saturating_add(1);
        say(
            Code::CountIncludesFirstCall,
            match retries {
                0 => format!("{client} counts the first call: 1 call is no retry at all"),
                1 => format!("{client} counts the first call: 2 calls are 1 retry"),
                _ => format!("{client} counts the first call: {calls} calls are {retries} retries"),
            },
        );
    }
    if policy.max.is_some() && jitters && matches!(policy.order, Order::JitterThenCap | Order::CapOrJitter) {
        say(
            Code::JitterVanishesAtMax,
            "the cap comes after jitter: waits that reach it are no longer spread".to_owned(),
        );
    }
    if policy.cap == CapRule::EndsPolicy && policy.max.is_some() {
        let message = format!("{client} ends where the next wait would pass the cap, after a last wait for nothing");
        say(Code::CapEndsPolicy, message);
    }
    if policy.before_first {
        say(Code::WaitBeforeFirstCall, format!("{client} waits before the first call too"));
    }
    if policy.after_last {
        say(Code::WaitAfterLastCall, format!("{client} waits once more after the last call has failed"));
    }
    match &policy.time_limit {
        Some(limit) if limit.both => {
            say(
                Code::BothLimits,
                "only where the time and the retries are used up is there no retry any more".to_owned(),
            );
        }
        Some(limit) if limit.rule == LimitRule::Overrun => {
            let message = "the time limit is compared before a wait, so the last wait may pass it".to_owned();
            say(Code::LimitOverruns, message);
        }
        None if policy.retries.is_none() => {
            say(Code::NoRetryLimit, format!("{client} goes on for ever with this config"));
        }
        _ => {}
    }
    if policy.rounding != Rounding::Exact || policy.grain.is_some() {
        let message = format!("{client} counts in whole units; the waits are those it comes to, not the exact ones");
        say(Code::ClientArithmetic, message);
    }
    notes
}

/// A base that never comes, since the cap is below it.
fn base_above_max(policy: &Policy, cap: Option<&Key>) -> Option<Diagnostic> {
    let base = policy.growth.base();
    let max = policy.max.as_ref().filter(|max| **max < base && policy.cap == CapRule::Limits)?;
    if policy.jitter.grows_from_fixed() {
        return None;
    }
    let human = |wait: &Exact| wait.round(policy.divisor(), policy.decimals(), &mut Tens::new()).human(policy.unit);
    let (base, max) = (human(&base), human(max));
    let cap = cap.map_or_else(String::new, |key| format!(" ({} is not written: {})", key.name, key.default));
    let message = format!("the first wait would be {base}, which is above the cap, {max}{cap}: every wait is the cap");
    let severity = Severity::Warning;
    (policy.retries != Some(0)).then_some(Diagnostic {
        code: Code::BaseAboveMax,
        severity,
        header: None,
        message,
        span: None,
    })
}
