//! Rules about growth, cap and jitter.

use super::place::{self, Aspect};
use super::{Case, Finding, Rule};
use crate::dialect::{Dialect, Form};
use crate::policy::{CapRule, Growth, Jitter, Order};
use crate::quantity::Exact;

pub(super) fn judge(case: &Case<'_>, findings: &mut Vec<Finding>) {
    cap(case, findings);
    factor(case, findings);
    jitter(case, findings);
    busy(case, findings);
}

fn cap(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let (policy, steps) = (case.policy, &case.envelope.steps);
    let Some(max) = &policy.max else { return };
    let base = policy.growth.base();
    if *max < base && policy.cap == CapRule::Limits && !policy.jitter.grows_from_fixed() {
        let message = format!("the max of {} is below the base of {}", case.human(max), case.human(&base));
        findings.push(Finding::new(Rule::CapBelowBase, message, "write a max above the base", case.at(Aspect::Max)));
        return;
    }
    let is_written = case.at(Aspect::Max) != case.translation.at;
    let grows = !matches!(policy.growth, Growth::Table(_)) && steps.len() > 1;
    let longest = steps.iter().map(|step| &step.wait.nominal).max();
    let is_short = longest.is_some_and(|longest| longest < max);
    if is_written && grows && is_short && !case.envelope.goes_on && policy.jitter != Jitter::Decorrelated {
        let shown = longest.map(|it| case.human(it)).unwrap_or_default();
        let message = format!("no wait reaches the max of {}; the longest is {shown}", case.human(max));
        findings.push(Finding::new(Rule::CapNeverReached, message, "", case.at(Aspect::Max)));
    }
}

fn factor(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let is_one = |growth: &Growth| matches!(growth, Growth::Geometric { factor, .. } if *factor == Exact::new(1, 0));
    let at = case.at(Aspect::Factor);
    let is_own = case.translation.dialect.is_none();
    if is_own && is_one(&case.policy.growth) && at != case.translation.at && case.envelope.steps.len() > 1 {
        let message = "a factor of 1 makes every wait the same";
        findings.push(Finding::new(Rule::FactorOfOne, message, "write a larger factor, or constant growth", at));
    }
}

fn jitter(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let (policy, steps) = (case.policy, &case.envelope.steps);
    let dialect = case.translation.dialect;
    // One person's command meets no herd, and one retry no second round of it.
    let is_alone = dialect.is_some_and(|it| matches!(it.form, Form::Command) || it.is_supervisor());
    if policy.jitter == Jitter::None {
        // Where there is no wait at all, there is nothing to spread.
        let waits = steps.iter().any(|step| !step.wait.nominal.is_zero());
        if steps.len() > 1 && waits && !is_alone {
            let message = "without jitter, all clients that failed together come back together";
            let can = dialect.is_none_or(place::can_jitter);
            let fix = if can { "add jitter; full spreads them best" } else { "" };
            let finding = Finding::new(Rule::NoJitter, message, fix, case.at(Aspect::Jitter));
            findings.push(if can { finding } else { finding.noted() });
        }
        return;
    }
    if let (Some(max), Some(step)) = (&policy.max, passing(case)) {
        let message = format!(
            "from retry {} on a wait may be {}, above the max of {}",
            step.retry,
            case.human(step.wait.most()),
            case.human(max),
        );
        findings.push(Finding::new(Rule::JitterPassesCap, message, "", case.at(Aspect::Max)));
    }
    if matches!(policy.order, Order::JitterThenCap | Order::CapOrJitter) {
        let stiff = |step: &&crate::timeline::Step| step.wait.least() == step.wait.most() && step.wait.capped;
        let count = steps.iter().filter(stiff).count();
        if let (Some(step), true) = (steps.iter().find(stiff), count > 1) {
            let message = format!(
                "from retry {} on each wait is {}, without any spread: {count} of {} retries",
                step.retry,
                case.human(step.wait.most()),
                steps.len(),
            );
            let fix = "write a higher max or fewer retries";
            findings.push(Finding::new(Rule::JitterVanishes, message, fix, case.at(Aspect::Max)));
        }
    }
}

fn passing<'c>(case: &'c Case<'_>) -> Option<&'c crate::timeline::Step> {
    let max = case.policy.max.as_ref()?;
    case.envelope.steps.iter().find(|step| step.wait.most() > max)
}

fn busy(case: &Case<'_>, findings: &mut Vec<Finding>) {
    if case.translation.dialect.is_some_and(Dialect::is_supervisor) {
        return;
    }
    let zero = |step: &crate::timeline::Step| step.wait.most().is_zero();
    let pair = case.envelope.steps.windows(2).find(|pair| pair.iter().all(zero));
    if let Some([first, ..]) = pair {
        let message = format!("retries {} and {} follow without any wait", first.retry, first.retry.saturating_add(1));
        findings.push(Finding::new(Rule::BusyLoop, message, "write a base above 0", case.at(Aspect::Base)));
    }
}
