//! Rules about deadlines and ends.

use super::place::{self, Aspect};
use super::{Case, Finding, Rule};
use crate::dialect::{Dialect, Form, Takes};
use crate::quantity::Exact;
use crate::timeline::Walk;

/// In nanoseconds.
const DAY: (u64, i32) = (86_400, 9);

pub(super) fn judge(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let (policy, envelope) = (case.policy, &case.envelope);
    if let Some(deadline) = &case.translation.asks.deadline {
        let before = findings.len();
        deadline_passed(case, deadline, findings);
        // Whoever wrote a deadline and no number of retries meant it to end them.
        let is_own = case.translation.dialect.is_some() && case.at(Aspect::Count) == case.translation.at;
        let new = findings.split_off(before).into_iter();
        findings.extend(new.map(|finding| if is_own { finding.noted() } else { finding }));
    }
    if envelope.calls().is_none() && policy.retries.is_none() && policy.time_limit.is_none() {
        no_end(case, findings);
    }
    if let Some(retries) = policy.retries.filter(|_| policy.time_limit.is_some() && !envelope.goes_on) {
        let made = u64::try_from(envelope.steps.len()).unwrap_or(u64::MAX);
        if made < retries && retries <= 1000 {
            let message = format!("the time is over after {made} of {retries} retries");
            let fix = "write a longer time, or fewer retries";
            findings.push(Finding::new(Rule::CountNeverReached, message, fix, case.at(Aspect::Count)));
        }
    }
    if policy.timed {
        // A queue whose waits are its own affair has a wait of days by design.
        let long = envelope.steps.iter().find(|step| *step.wait.most() > Exact::new(DAY.0, DAY.1));
        if let Some(step) = long.filter(|_| is_stated(case)) {
            let message = format!("the wait before retry {} is {}", step.retry, case.human(step.wait.most()));
            let fix = "write a max, or look at the unit";
            findings.push(Finding::new(Rule::WaitOfDays, message, fix, case.at(Aspect::Max)));
        }
        if let Some((retry, wait)) = Walk::beyond_timer(policy) {
            let message = format!("the timer is set to {} before retry {retry}: it fires at once", case.human(&wait));
            let fix = "write a max of a few minutes";
            findings.push(Finding::new(Rule::BeyondTimer, message, fix, case.at(Aspect::Max)));
        }
    }
}

/// A service is to be there for ever, so what restarts it needs no end.
fn no_end(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let dialect = case.translation.dialect;
    if dialect.is_some_and(Dialect::is_supervisor) {
        return;
    }
    let key = |dialect| place::key(dialect, Aspect::Count).or_else(|| place::key(dialect, Aspect::Time));
    let message = "neither a number of retries nor a time ends it";
    let at = case.at(Aspect::Count);
    findings.push(match dialect.map(key) {
        None => Finding::new(Rule::NoEnd, message, "write how many retries there are", at),
        Some(Some(key)) => Finding::new(Rule::NoEnd, message, format!("write `{key}`"), at),
        Some(None) => Finding::new(Rule::NoEnd, message, "", at).noted(),
    });
}

pub(super) fn deadline_passed(case: &Case<'_>, deadline: &Exact, findings: &mut Vec<Finding>) {
    let Some(last) = case.envelope.steps.last() else { return };
    let (start, end) = (&last.latest().start, &last.latest().end);
    let shown = case.human(deadline);
    if start > deadline {
        let fit = case.envelope.steps.iter().filter(|step| step.latest().start <= *deadline).count();
        let message = format!(
            "retry {} may start {} after the first call, and the deadline is {shown}; {} fit for sure",
            last.retry,
            case.human(start),
            retries(fit),
        );
        findings.push(Finding::new(Rule::DeadlinePassed, message, fewer(fit), case.at(Aspect::Time)));
    } else if end > deadline {
        let message = format!(
            "retry {} may end {} after the first call, and the deadline is {shown}",
            last.retry,
            case.human(end),
        );
        let fit = case.envelope.steps.iter().filter(|step| step.latest().end <= *deadline).count();
        findings.push(Finding::new(Rule::CannotFinish, message, fewer(fit), case.at(Aspect::Time)));
    }
}

/// Whether a wait is written, and not the client's own.
fn is_stated(case: &Case<'_>) -> bool {
    let Some(dialect) = case.translation.dialect else { return true };
    let is_number = |name: &str| {
        dialect.keys.iter().any(|key| key.name == name && matches!(key.takes, Takes::Duration | Takes::Number))
    };
    // A file's keys are deeper than those that are written at its top.
    matches!(dialect.form, Form::File(_)) || case.translation.written.iter().any(|(key, _)| is_number(key))
}

/// What to write where so many retries fit.
pub(super) fn fewer(fit: usize) -> String {
    if fit == 0 { "write shorter waits".to_owned() } else { format!("write {}, or shorter waits", retries(fit)) }
}

fn retries(count: usize) -> String {
    if count == 1 { "1 retry".to_owned() } else { format!("{count} retries") }
}
