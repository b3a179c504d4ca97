//! What a team asks of its policies: the maps `require` of policy files.

use super::human;
use super::place::Aspect;
use super::stack::{Layer, Plan, Tier};
use super::time::{deadline_passed, fewer};
use super::{Case, Finding, Rule};
use crate::dialect::nearest;
use crate::document::{Fault, Node, Value};
use crate::policy::{Policy, ServerWait};
use crate::quantity::{Decimal, Exact};

/// The keys of `require`, in the order of the documentation.
pub const KEYS: [&str; 12] = [
    "max-total",
    "max-wait",
    "max-calls",
    "calls",
    "retries",
    "deadline",
    "request-time",
    "min-spread",
    "retry-on",
    "methods",
    "server-wait",
    "limits",
];

/// One requirement.
#[derive(Clone, Copy, Debug)]
pub struct Requirement<'a> {
    key: &'a str,
    node: &'a Node,
    /// Whether it stands in another document than the policies.
    pub(super) is_elsewhere: bool,
}

impl<'a> Requirement<'a> {
    /// The requirements of a map, in its order.
    ///
    /// # Errors
    ///
    /// When it is no map, or a key is none of [`KEYS`]; the fault names the bytes.
    pub fn all(node: &'a Node) -> Result<Vec<Self>, Fault> {
        let Value::Map(entries) = &node.value else {
            let hint = "write its keys beneath `[require]`";
            return Err(Fault::new(format!("require: is {}", node.kind()), hint, node.span.clone()));
        };
        let mut all = Vec::new();
        for entry in entries {
            let Some(key) = KEYS.into_iter().find(|key| *key == entry.key) else {
                let hint = match nearest(&entry.key, KEYS.into_iter()) {
                    Some(near) => format!("write `{near}`"),
                    None => format!("write one of {}", KEYS.join(", ")),
                };
                return Err(Fault::new(format!("`{}` is no requirement", entry.key), hint, entry.at.clone()));
            };
            all.push(Self { key, node: &entry.value, is_elsewhere: false });
        }
        Ok(all)
    }

    /// The same, of another document than the policies.
    #[must_use]
    pub const fn elsewhere(self) -> Self {
        Self { is_elsewhere: true, ..self }
    }

    /// Which it is: one of [`KEYS`].
    pub const fn key(&self) -> &'a str {
        self.key
    }

    /// The time of one call, where this is what states it.
    pub(super) fn request_time(&self, policy: &Policy) -> Option<Result<Exact, Fault>> {
        (self.key == "request-time").then(|| self.duration(policy, self.node))
    }

    pub(super) fn judge(&self, case: &Case<'_>, findings: &mut Vec<Finding>) -> Result<(), Fault> {
        let envelope = &case.envelope;
        match self.key {
            "max-total" => {
                let most = self.duration(case.policy, self.node)?;
                let total = envelope.totals.spread.as_ref().map_or(&envelope.totals.total, |spread| &spread.max);
                if *total > most || envelope.goes_on {
                    let end = if envelope.goes_on { " and more" } else { "" };
                    let message = format!(
                        "the waits may add up to {}{end}, and {} are allowed",
                        case.human(total),
                        case.human(&most)
                    );
                    let mut sum = Exact::zero();
                    let fit = envelope.steps.iter().take_while(|step| {
                        sum = sum.plus(step.wait.most());
                        sum <= most
                    });
                    let fix = fewer(fit.count());
                    findings.push(Finding::new(Rule::MaxTotal, message, fix, case.at(Aspect::Count)));
                }
            }
            "max-wait" => {
                let most = self.duration(case.policy, self.node)?;
                if let Some(step) = envelope.steps.iter().find(|step| *step.wait.most() > most) {
                    let wait = case.human(step.wait.most());
                    let message = format!(
                        "the wait before retry {} may be {wait}, and {} is allowed",
                        step.retry,
                        case.human(&most)
                    );
                    findings.push(Finding::new(Rule::MaxWait, message, "write a lower max", case.at(Aspect::Max)));
                }
            }
            "max-calls" => {
                let most = self.count(self.node)?;
                if envelope.calls().is_none_or(|calls| calls > most) {
                    let calls = envelope.calls().map_or("no end of calls".to_owned(), |calls| format!("{calls} calls"));
                    let message = format!("there are {calls}, and {most} are allowed");
                    findings.push(Finding::new(
                        Rule::MaxCalls,
                        message,
                        self.counted(case, most),
                        case.at(Aspect::Count),
                    ));
                }
            }
            "calls" | "retries" => {
                let stated = self.count(self.node)?;
                let right = if self.key == "calls" { stated } else { stated.saturating_add(1) };
                if envelope.calls() != Some(right) {
                    let calls = envelope.calls().map_or("no end of calls".to_owned(), |calls| format!("{calls} calls"));
                    let off_by_one = envelope.calls().is_some_and(|calls| calls.abs_diff(right) == 1);
                    let why = case.translation.dialect.map(|it| it.counts.name()).filter(|_| off_by_one);
                    let why = why.map(|counts| format!("; the client's number counts {counts}")).unwrap_or_default();
                    let message = format!("there are {calls}, and {right} are what is meant{why}");
                    findings.push(Finding::new(
                        Rule::CallsDiffer,
                        message,
                        self.counted(case, right),
                        case.at(Aspect::Count),
                    ));
                }
            }
            "deadline" => {
                let deadline = self.duration(case.policy, self.node)?;
                // A stricter one of the policy's own is judged by itself.
                if case.translation.asks.deadline.as_ref().is_none_or(|own| *own > deadline) {
                    deadline_passed(case, &deadline, findings);
                }
            }
            "min-spread" => self.spread(case, findings)?,
            "retry-on" => {
                let allowed = self.words(self.node)?;
                let sent = case.translation.asks.retry_on.iter().flatten().map(u16::to_string);
                let others: Vec<String> = sent.filter(|status| !allowed.contains(&status.as_str())).collect();
                if !others.is_empty() {
                    let message = format!("{} are retried, and {} are allowed", others.join(", "), allowed.join(", "));
                    findings.push(Finding::new(
                        Rule::StatusNotAllowed,
                        message,
                        "take them out",
                        case.at(Aspect::Statuses),
                    ));
                }
            }
            "methods" => {
                let allowed = self.words(self.node)?;
                let sent = case.translation.asks.methods.iter().flatten().map(String::as_str);
                let others: Vec<&str> = sent.filter(|method| !allowed.contains(method)).collect();
                if !others.is_empty() {
                    let message = format!("{} are retried, and {} are allowed", others.join(", "), allowed.join(", "));
                    findings.push(Finding::new(
                        Rule::MethodNotAllowed,
                        message,
                        "take them out",
                        case.at(Aspect::Methods),
                    ));
                }
            }
            "server-wait" => {
                let allowed = self.words(self.node)?;
                let names = ServerWait::ALL.map(ServerWait::name);
                if let Some(unknown) = allowed.iter().find(|word| !names.contains(word)) {
                    let hint = format!("write one of {}", names.join(", "));
                    return Err(Fault::new(
                        format!("server-wait: `{unknown}` is no rule"),
                        hint,
                        self.node.span.clone(),
                    ));
                }
                let rule = case.policy.server_wait.name();
                if !allowed.contains(&rule) {
                    let message =
                        format!("the server's wait is treated by `{rule}`, and {} are allowed", allowed.join(", "));
                    findings.push(Finding::new(Rule::ServerWaitNotAllowed, message, "", case.at(Aspect::ServerWait)));
                }
            }
            "limits" => {
                for entry in self.node.entries() {
                    let limit = self.duration(case.policy, &entry.value)?;
                    let past = envelope.steps.iter().find(|step| step.latest().start > limit);
                    if let Some(step) = past {
                        let start = case.human(&step.latest().start);
                        let message = format!(
                            "retry {} may start {start} after the first call, past the limit {} of {}",
                            step.retry,
                            entry.key,
                            case.human(&limit)
                        );
                        let fit = envelope.steps.iter().take_while(|it| it.retry < step.retry).count();
                        findings.push(Finding::new(Rule::LimitPassed, message, fewer(fit), case.at(Aspect::Count)));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// How the number is written for so many calls, as the client counts.
    fn counted(&self, case: &Case<'_>, calls: u64) -> String {
        match case.translation.dialect.map(|it| it.counts.name()) {
            Some("calls") => format!("write {calls}, which the client counts as calls"),
            _ => format!("write {} retries", calls.saturating_sub(1)),
        }
    }

    /// Jitter spreads each wait over a share of its longest value.
    fn spread(&self, case: &Case<'_>, findings: &mut Vec<Finding>) -> Result<(), Fault> {
        let written = self.scalar(self.node)?;
        let share = written.strip_suffix('%').and_then(|it| Decimal::parse(it).ok()).filter(|it| !it.is_negative());
        let share = share.map(|it| it.magnitude().times(&Exact::new(1, -2)));
        let Some(share) = share.filter(|share| *share <= Exact::new(1, 0)) else {
            let hint = "write a share such as `50%`";
            return Err(Fault::new(format!("min-spread: `{written}` is no share"), hint, self.node.span.clone()));
        };
        let least = |step: &crate::timeline::Step| {
            let spread = step.wait.most().minus(step.wait.least()).unwrap_or_else(Exact::zero);
            spread < share.times(step.wait.most())
        };
        if let Some(step) = case.envelope.steps.iter().find(|step| least(step)) {
            let (from, to) = (case.human(step.wait.least()), case.human(step.wait.most()));
            let message = format!(
                "the wait before retry {} is spread from {from} to {to}, less than {written} of it",
                step.retry
            );
            findings.push(Finding::new(Rule::MinSpread, message, "write a wider jitter", case.at(Aspect::Jitter)));
        }
        Ok(())
    }

    fn duration(&self, policy: &Policy, node: &Node) -> Result<Exact, Fault> {
        let written = self.scalar(node)?;
        let read = policy.duration("require", written);
        read.map_err(|error| Fault::new(format!("{}: {}", self.key, error.message), error.hint, node.span.clone()))
    }

    fn count(&self, node: &Node) -> Result<u64, Fault> {
        let written = self.scalar(node)?;
        let fault =
            || Fault::new(format!("{}: `{written}` is no whole number", self.key), "write a count", node.span.clone());
        written.parse().map_err(|_| fault())
    }

    fn scalar(&self, node: &'a Node) -> Result<&'a str, Fault> {
        let fault =
            || Fault::new(format!("{}: is {}", self.key, node.kind()), "write a text or a number", node.span.clone());
        node.scalar().ok_or_else(fault)
    }

    /// The scalars of a list, or one alone.
    fn words(&self, node: &'a Node) -> Result<Vec<&'a str>, Fault> {
        match &node.value {
            Value::List(items) => items.iter().map(|item| self.scalar(item)).collect(),
            _ => self.scalar(node).map(|only| vec![only]),
        }
    }
}

/// What is required of a stack: the calls that reach its bottom, and its longest time.
pub(super) fn of_stack(
    requirements: &[Requirement<'_>],
    plan: &Plan<'_>,
    layers: &[Layer],
    tiers: &[Tier],
) -> Result<Vec<Finding>, Fault> {
    let mut findings = Vec::new();
    let (Some(layer), Some(top), Some(bottom)) = (layers.first(), tiers.first(), tiers.last()) else {
        return Ok(findings);
    };
    let policy = &layer.translation.policy;
    for it in requirements {
        match it.key {
            "max-calls" => {
                let most = it.count(it.node)?;
                if bottom.reached.is_none_or(|calls| calls > most) {
                    let calls = bottom.reached.map_or("no end of calls".to_owned(), |calls| format!("{calls} calls"));
                    let message = format!("{calls} reach the bottom, and {most} are allowed");
                    findings.push(Finding::new(Rule::MaxCalls, message, "retry in one layer alone", plan.at.clone()));
                }
            }
            "max-total" => {
                let most = it.duration(policy, it.node)?;
                let worst = &top.envelope.totals.worst_case;
                if *worst > most || top.envelope.goes_on {
                    let (worst, most) = (human(policy, worst), human(policy, &most));
                    let message = format!("it may take {worst}, and {most} are allowed");
                    findings.push(Finding::new(Rule::MaxTotal, message, "write fewer retries within", plan.at.clone()));
                }
            }
            key => {
                let message = format!("`{key}` is not asked of a stack");
                return Err(Fault::new(message, "write max-calls or max-total", it.node.span.clone()));
            }
        }
    }
    Ok(findings)
}
