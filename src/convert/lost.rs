//! What a config does not keep, in words with figures.

use super::Source;
use super::course::Course;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::{Asks, Translation};
use crate::policy::{Edge, Jitter, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Tens, Unit};
use crate::timeline::Wait;

/// The differences between a policy and what its config means.
pub(super) fn of(source: &Source<'_>, course: &Course, translation: &Translation, target: &Course) -> Vec<Diagnostic> {
    let client = translation.dialect.map_or("a policy file", |dialect| dialect.title);
    let mut lost = Losses { client, timed: source.policy.timed, found: Vec::new() };
    lost.waits(source.policy, &translation.policy, course, target);
    lost.count(source.policy, &translation.policy, course, target);
    lost.time_limit(source.policy.time_limit.as_ref(), translation.policy.time_limit.as_ref());
    lost.idle(course, target);
    lost.server_wait(source.policy, &translation.policy);
    lost.asks(source.asks, &translation.asks);
    lost.found
}

struct Losses<'a> {
    client: &'a str,
    timed: bool,
    found: Vec<Diagnostic>,
}

impl Losses<'_> {
    fn say(&mut self, code: Code, message: String) {
        self.found.push(Diagnostic { code, severity: Severity::Warning, header: None, message, span: None });
    }

    /// A duration for people.
    fn human(&self, time: &Exact) -> String {
        if !self.timed {
            return time.round(1, 9, &mut Tens::new()).to_string();
        }
        let unit = Unit::Nanosecond;
        time.round(unit.nanoseconds(), unit.decimals(), &mut Tens::new()).human(Some(unit))
    }

    fn bounds(&self, wait: &Wait) -> String {
        let (least, most) = (wait.least(), wait.most());
        if least == most { self.human(most) } else { format!("{} to {}", self.human(least), self.human(most)) }
    }

    /// The waits that both have, and why those that differ do: the spread, or what is spread.
    fn waits(&mut self, source: &Policy, target: &Policy, left: &Course, right: &Course) {
        let pairs: Vec<Pair<'_>> = (1u64..)
            .zip(left.steps.iter().zip(&right.steps))
            .map(|(retry, (was, is))| Pair { retry, was, is })
            .collect();
        let differing: Vec<&Pair<'_>> = pairs.iter().filter(|it| !left.same(right, it.was, it.is)).collect();
        let grown: Vec<&Pair<'_>> = differing.iter().copied().filter(|it| it.was.nominal != it.is.nominal).collect();
        let spread: Vec<&Pair<'_>> = match grown.is_empty() {
            true => differing,
            false => differing.into_iter().filter(|it| it.is_spread_otherwise()).collect(),
        };
        if let Some(first) = spread.first() {
            let jitter = |policy: &Policy| policy.jitter.name_with(|time| self.human(time));
            let (before, after) = (jitter(source), jitter(target));
            let becomes = match (&source.jitter, &target.jitter) {
                (_, Jitter::None) => format!("the jitter ({before}) is not kept"),
                (Jitter::None, _) => format!("jitter ({after}) comes in"),
                _ if before == after => format!("the jitter ({before}) is not kept exactly"),
                _ => format!("the jitter is not kept: {before} becomes {after}"),
            };
            let (is, was, retry) = (self.bounds(first.is), self.bounds(first.was), first.retry);
            let figures = match is == was {
                // Alike but in what lies between the bounds, or by less than is shown.
                true => format!("retry {retry} waits {is} too, and is spread in another way"),
                false => format!("retry {retry} waits {is} instead of {was}"),
            };
            self.say(Code::JitterLost, format!("{becomes}: {figures}{}", more(spread.len())));
        }
        let Some(first) = grown.first() else { return };
        let before_jitter = if spread.is_empty() { "" } else { ", before jitter" };
        let (is, was) = match spread.is_empty() {
            true => (self.bounds(first.is), self.bounds(first.was)),
            false => (self.human(&first.is.nominal), self.human(&first.was.nominal)),
        };
        let figures = format!("retry {} waits {is} instead of {was}{before_jitter}{}", first.retry, more(grown.len()));
        let only_first = grown.len() == 1 && first.retry == 1 && pairs.len() > 1;
        let (code, what) = match (&source.max, &target.max) {
            _ if only_first => (Code::FirstWaitLost, "the first wait is not kept".to_owned()),
            (Some(max), _) if first.was.capped && !first.is.capped => {
                (Code::MaxLost, format!("the cap of {} is not kept", self.human(max)))
            }
            (_, Some(max)) if first.is.capped && !first.was.capped => {
                (Code::MaxLost, format!("a cap of {} comes in", self.human(max)))
            }
            _ => (Code::GrowthLost, "the growth is not kept".to_owned()),
        };
        self.say(code, format!("{what}: {figures}"));
    }

    fn count(&mut self, source: &Policy, target: &Policy, left: &Course, right: &Course) {
        let same_length = left.retries().is_some() && left.retries() == right.retries();
        let limited = source.time_limit.is_some() || target.time_limit.is_some();
        if source.retries == target.retries {
            if left.steps.len() != right.steps.len() && self.found.is_empty() {
                let message =
                    format!("{} retries are not kept: {} makes {}", left.steps.len(), self.client, right.steps.len());
                self.say(Code::CountLost, message);
            }
            return;
        }
        if same_length && !limited {
            return;
        }
        let was = match source.retries {
            Some(1) => "1 retry is not kept".to_owned(),
            Some(retries) => format!("{retries} retries are not kept"),
            None if source.time_limit.is_some() => "retries without a number are not kept".to_owned(),
            None => "retries without an end are not kept".to_owned(),
        };
        let is = match target.retries {
            Some(retries) => format!("makes {retries}"),
            None if target.time_limit.is_some() => "has no number of them, time alone ends them".to_owned(),
            None => "goes on without an end".to_owned(),
        };
        self.say(Code::CountLost, format!("{was}: {} {is}", self.client));
    }

    fn time_limit(&mut self, source: Option<&TimeLimit>, target: Option<&TimeLimit>) {
        let message = match (source, target) {
            (None, None) => return,
            (Some(left), Some(right)) if left == right => return,
            (Some(left), None) => {
                format!("the time limit of {} is not kept: {} has none", self.human(&left.after), self.client)
            }
            (None, Some(right)) => {
                let after = self.human(&right.after);
                format!("a time limit of {after} comes in: after it {} makes no retry", self.client)
            }
            (Some(left), Some(right)) if left.after != right.after => {
                format!("the time limit of {} becomes {}", self.human(&left.after), self.human(&right.after))
            }
            (Some(left), Some(right)) if left.rule != right.rule => format!(
                "the time limit of {} holds otherwise: {} {}, and not {}",
                self.human(&left.after),
                self.client,
                rule(right.rule),
                rule(left.rule)
            ),
            (Some(left), Some(_)) => {
                format!(
                    "the time limit of {} holds otherwise: {} counts other time",
                    self.human(&left.after),
                    self.client
                )
            }
        };
        self.say(Code::TimeLimitLost, message);
    }

    fn idle(&mut self, left: &Course, right: &Course) {
        let places = ["before the first call", "after the last call"];
        for ((was, is), place) in left.idle.iter().zip(&right.idle).zip(places) {
            let message = match (was, is) {
                (Some(was), Some(is)) if was == is => continue,
                (None, None) => continue,
                (Some(was), None) => format!("the wait of {} {place} is not kept", self.human(was)),
                (None, Some(is)) => format!("a wait of {} {place} comes in", self.human(is)),
                (Some(was), Some(is)) => {
                    format!("the wait {place} is {} instead of {}", self.human(is), self.human(was))
                }
            };
            self.say(Code::IdleWaitLost, message);
        }
    }

    fn server_wait(&mut self, source: &Policy, target: &Policy) {
        let (was, is) = (heard(source), heard(target));
        if was != is {
            let message = format!(
                "the server's wait counts otherwise: {} {}, where the policy {}",
                self.client,
                self.words(&is),
                self.words(&was)
            );
            self.say(Code::ServerWaitLost, message);
        }
    }

    fn words(&self, (rule, limit, spread): &Heard<'_>) -> String {
        let limit = limit.map(|limit| self.human(limit));
        let words = match (rule, limit) {
            (ServerWait::Honor, None) => "waits as the server asks".to_owned(),
            (ServerWait::Honor, Some(limit)) => {
                format!("waits as the server asks, unless it asks for more than {limit}")
            }
            (ServerWait::Floor, _) => "waits as the server asks, where that is longer".to_owned(),
            (ServerWait::Clamp, limit) => format!("waits as the server asks, at most {}", limit.unwrap_or_default()),
            (ServerWait::Stop, limit) => {
                format!("waits as the server asks, and gives up above {}", limit.unwrap_or_default())
            }
            (ServerWait::Ignore, _) => "does not listen".to_owned(),
        };
        match spread {
            Some(longest) => format!("{words}, and at random up to {}", longest.name(|it| self.human(it))),
            None => words,
        }
    }

    fn asks(&mut self, source: &Asks, target: &Asks) {
        match (&source.deadline, &target.deadline) {
            (left, right) if left == right => {}
            (Some(left), None) => {
                let message = format!("the deadline of {} is not kept: this config has none", self.human(left));
                self.say(Code::DeadlineLost, message);
            }
            (left, Some(right)) => {
                let was = left.as_ref().map_or("none".to_owned(), |left| self.human(left));
                self.say(Code::DeadlineLost, format!("the deadline is {} instead of {was}", self.human(right)));
            }
            (None, None) => {}
        }
        if let Some(statuses) = source.retry_on.as_ref().filter(|it| Some(*it) != target.retry_on.as_ref()) {
            let first: Vec<_> = statuses.iter().take(SHOWN).map(u16::to_string).collect();
            let more = if statuses.len() > SHOWN { " and others" } else { "" };
            let message = format!(
                "which statuses are retried ({}{more}) is not told by what was written: see to it in {}",
                first.join(", "),
                self.client
            );
            self.say(Code::ConditionsLost, message);
        }
        if let Some(methods) = source.methods.as_ref().filter(|it| Some(*it) != target.methods.as_ref()) {
            let message = format!(
                "which methods are retried ({}) is not told by what was written: see to it in {}",
                methods.join(", "),
                self.client
            );
            self.say(Code::ConditionsLost, message);
        }
    }
}

/// How many statuses are named.
const SHOWN: usize = 5;

/// One retry as it was and as it is.
struct Pair<'a> {
    retry: u64,
    was: &'a Wait,
    is: &'a Wait,
}

impl Pair<'_> {
    /// Whether the ends of the draw, or its middle, are other shares of the wait before jitter.
    fn is_spread_otherwise(&self) -> bool {
        let of =
            |end: fn(&Wait) -> &Exact| end(self.was).times(&self.is.nominal) != end(self.is).times(&self.was.nominal);
        of(Wait::least) || of(Wait::most)
    }
}

/// How many more there are than the one that is told.
fn more(all: usize) -> String {
    match all.saturating_sub(1) {
        0 => String::new(),
        1 => ", and one more differs".to_owned(),
        more => format!(", and {more} more differ"),
    }
}

const fn rule(rule: LimitRule) -> &'static str {
    match rule {
        LimitRule::Refuse => "refuses a wait that would pass it",
        LimitRule::RefuseAt => "refuses a wait that would reach it",
        LimitRule::Overrun => "lets the last wait pass it",
        LimitRule::Truncate => "cuts the last wait to it",
    }
}

/// How the server's wait counts: the rule, the limit that matters to it, and what is added at random.
type Heard<'a> = (ServerWait, Option<&'a Exact>, Option<&'a Edge>);

fn heard(policy: &Policy) -> Heard<'_> {
    let spread = policy.server_spread.as_ref();
    match (policy.server_wait, policy.server_max()) {
        (ServerWait::Clamp | ServerWait::Stop, None) => (ServerWait::Honor, None, spread),
        (rule @ (ServerWait::Clamp | ServerWait::Stop), limit) => (rule, limit, spread),
        (ServerWait::Honor, _) => (ServerWait::Honor, policy.server_limit.as_ref(), spread),
        (rule @ (ServerWait::Floor | ServerWait::Ignore), _) => (rule, None, None),
    }
}
