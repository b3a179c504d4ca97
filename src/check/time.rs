//! Rules about deadlines and ends.

use super::place::Aspect;
use super::{Case, Finding, Rule};
use crate::quantity::Exact;

/// The longest that a timer of JavaScript can wait, in nanoseconds: 2^31 - 1 ms.
const LONGEST_TIMER: (u64, i32) = (2_147_483_647, 6);
const DAY: (u64, i32) = (86_400, 9);

pub(super) fn judge(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let (policy, envelope) = (case.policy, &case.envelope);
    if let Some(deadline) = &case.translation.asks.deadline {
        deadline_passed(case, deadline, findings);
    }
    if envelope.calls().is_none() && policy.retries.is_none() && policy.time_limit.is_none() {
        let message = "neither a number of retries nor a time ends it";
        findings.push(Finding::new(Rule::NoEnd, message, "write how many retries there are", case.at(Aspect::Count)));
    }
    if policy.timed {
        if let Some(step) = envelope.steps.iter().find(|step| *step.wait.most() > Exact::new(DAY.0, DAY.1)) {
            let message = format!("the wait before retry {} is {}", step.retry, case.human(step.wait.most()));
            let fix = "write a max, or look at the unit";
            findings.push(Finding::new(Rule::WaitOfDays, message, fix, case.at(Aspect::Max)));
        }
        let overflows = |wait: &Exact| *wait > Exact::new(LONGEST_TIMER.0, LONGEST_TIMER.1);
        let over = envelope.steps.iter().find(|step| overflows(step.wait.most()));
        if let Some(step) = over.filter(|_| is_javascript(case)) {
            let wait = case.human(step.wait.most());
            let message =
                format!("before retry {} the timer is set to {wait}, which is too long: it fires at once", step.retry);
            findings.push(Finding::new(
                Rule::TimerOverflow,
                message,
                "write a max of a few minutes",
                case.at(Aspect::Max),
            ));
        }
    }
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
        let fix = if fit == 0 {
            "write shorter waits".to_owned()
        } else {
            format!("write {}, or shorter waits", retries(fit))
        };
        findings.push(Finding::new(Rule::DeadlinePassed, message, fix, case.at(Aspect::Time)));
    } else if end > deadline {
        let message = format!(
            "retry {} may end {} after the first call, and the deadline is {shown}",
            last.retry,
            case.human(end),
        );
        findings.push(Finding::new(
            Rule::CannotFinish,
            message,
            "write fewer retries, or shorter waits",
            case.at(Aspect::Time),
        ));
    }
}

fn retries(count: usize) -> String {
    if count == 1 { "1 retry".to_owned() } else { format!("{count} retries") }
}

/// Whether the client waits with a timer of JavaScript.
fn is_javascript(case: &Case<'_>) -> bool {
    const WORDS: [&str; 4] = ["npm", "JavaScript", "KafkaJS", "BullMQ"];
    case.translation.dialect.is_some_and(|it| WORDS.iter().any(|word| it.title.contains(word)))
}
