//! tenacity: waits and stops as calls, or their arguments alone.

use std::ops::Range;

use super::{seconds, whole};
use crate::dialect::keys::{count, is_endless, number, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Call, Fault, Node, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "tenacity",
    title: "tenacity (Python)",
    version: "9.2.1, run",
    source: "tenacity wait.py, stop.py",
    form: Form::Keys {
        calls: &["retry", "Retrying", "AsyncRetrying"],
        positional: &[],
        within: &[],
        marks: &["wait", "stop", "stop_after_attempt", "stop_after_delay", "stop_before_delay", "exp_base"],
    },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::TakesJitter,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("wait", Takes::Word, "wait_none()", "the wait, as a call"),
        Key::new("stop", Takes::Word, "stop_never", "the end, as a call"),
        Key::new("multiplier", Takes::Number, "1", "wait_exponential: the first wait in seconds"),
        Key::new("min", Takes::Duration, "0", "wait_exponential: the shortest wait"),
        Key::new("max", Takes::Duration, "", "wait_exponential: the cap"),
        Key::new("exp_base", Takes::Number, "2", "wait_exponential: the growth per retry"),
        Key::new("jitter", Takes::Duration, "", "wait_exponential_jitter: what is added at random"),
        Key::new("stop_after_attempt", Takes::Count, "", "the calls, the first one among them"),
        Key::new("stop_after_delay", Takes::Duration, "", "the time after which a failed call is the last"),
        Key::new("stop_before_delay", Takes::Duration, "", "the time that no wait may reach"),
        Key::new("retry", Takes::Other, "", "what is retried"),
        Key::new("reraise", Takes::Other, "", "which error is raised in the end"),
        Key::new("before", Takes::Other, "", "what is called before a call"),
        Key::new("after", Takes::Other, "", "what is called after a call"),
        Key::new("before_sleep", Takes::Other, "", "what is called before a wait"),
        Key::new("sleep", Takes::Other, "", "what waits"),
        Key::new("retry_error_callback", Takes::Other, "", "what is called in the end"),
        Key::new("retry_error_cls", Takes::Other, "", "which error is raised in the end"),
    ],
    about: &[
        "Without `wait` retries follow at once, and without `stop` for ever.",
        "stop_after_delay is compared after a call, so the last wait may pass it; stop_before_delay is not passed.",
        "Arguments without a call, such as multiplier=1,max=60, are those of wait_exponential.",
    ],
    read,
}];

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let loose = ["multiplier", "min", "max", "exp_base", "jitter"];
    let mut policy = match keys.node("wait") {
        Some(wait) => {
            if let Some(other) = loose.iter().find(|name| keys.has(name)) {
                return Err(keys.fault(other, "stands beside `wait`", "write it into the call of `wait`"));
            }
            waits(wait)?
        }
        None if loose.iter().any(|name| keys.has(name)) => exponential(&Args::of(keys.whole()))?,
        None => constant(Exact::zero()),
    };
    if let Some(stop) = keys.node("stop") {
        stops(stop, &mut policy)?;
    }
    for name in ["stop_after_attempt", "stop_after_delay", "stop_before_delay"] {
        if let Some(value) = keys.node(name) {
            stop(name, value, &mut policy)?;
        }
    }
    policy.server_wait = ServerWait::Ignore;
    Ok(policy)
}

/// The arguments of a call, or those written alone.
struct Args<'a> {
    named: Vec<(&'a str, &'a Node)>,
    unnamed: Vec<&'a Node>,
    at: Range<usize>,
}

impl<'a> Args<'a> {
    fn of_call(call: &'a Call) -> Self {
        let named = call.args.iter().filter(|it| !it.key.is_empty()).map(|it| (it.key.as_str(), &it.value));
        let unnamed = call.args.iter().filter(|it| it.key.is_empty()).map(|it| &it.value);
        Self { named: named.collect(), unnamed: unnamed.collect(), at: call.at.clone() }
    }

    fn of(map: &'a Node) -> Self {
        let named = map.entries().iter().map(|it| (it.key.as_str(), &it.value));
        Self { named: named.collect(), unnamed: Vec::new(), at: map.span.clone() }
    }

    /// The argument of that name, or at that place.
    fn get(&self, place: usize, name: &str) -> Option<&'a Node> {
        self.named.iter().find(|(key, _)| *key == name).map(|(_, node)| *node).or(self.unnamed.get(place).copied())
    }

    fn number(&self, place: usize, name: &str, default: Exact) -> Result<Exact, Fault> {
        self.get(place, name).map_or(Ok(default), number)
    }

    fn time(&self, place: usize, name: &str, default: Exact) -> Result<Exact, Fault> {
        self.get(place, name).map_or(Ok(default), |node| time(node, Some(Unit::Second)))
    }

    fn cap(&self, place: usize, name: &str) -> Result<Option<Exact>, Fault> {
        let written = self.get(place, name).filter(|node| !is_endless(node) && node.value != Value::Null);
        written.map(|node| time(node, Some(Unit::Second))).transpose()
    }

    /// Refuses what the call does not take.
    fn only(&self, name: &str, known: &[&str]) -> Result<(), Fault> {
        let strange = self.named.iter().find(|(key, _)| !known.contains(key));
        let (at, what) = match strange {
            Some((key, node)) => (node.span.clone(), format!("`{key}` is no argument of {name}")),
            None if self.unnamed.len() > known.len() => (self.at.clone(), format!("{name} has too many arguments")),
            None => return Ok(()),
        };
        let hint = if known.is_empty() { "it takes none".to_owned() } else { format!("it takes {}", known.join(", ")) };
        Err(Fault::new(what, hint, at))
    }
}

fn constant(wait: Exact) -> Policy {
    Policy::growing(true, Some(Unit::Second), Growth::constant(wait))
}

/// `max(max(0, min), min(multiplier × exp_base^(n − 1), max))`.
fn exponential(args: &Args<'_>) -> Result<Policy, Fault> {
    let growth = Growth::Geometric {
        base: args.number(0, "multiplier", whole(1))?.times(&seconds(1)),
        factor: args.number(2, "exp_base", whole(2))?,
    };
    let min = args.time(3, "min", Exact::zero())?;
    let mut policy = Policy {
        max: args.cap(1, "max")?,
        min: Some(min).filter(|min| !min.is_zero()),
        ..Policy::growing(true, Some(Unit::Second), growth)
    };
    if let Some(jitter) = args.get(usize::MAX, "jitter") {
        policy.jitter = Jitter::added(time(jitter, Some(Unit::Second))?);
        policy.order = Order::JitterThenCap;
    }
    Ok(policy)
}

fn waits(node: &Node) -> Result<Policy, Fault> {
    match &node.value {
        Value::Calls(calls) => match calls.as_slice() {
            [call] => wait(call),
            _ => Err(unknown(node)),
        },
        Value::Sum(terms) => sum(terms),
        Value::Text(name) if name.ends_with("wait_none") => Ok(constant(Exact::zero())),
        Value::Text(text) if text.contains('(') => {
            // A call in quotes, as JSON has it.
            let inner = crate::document::Document::parse("", text, crate::document::Language::Code)
                .map_err(|fault| Fault::new(fault.message, fault.hint, node.span.clone()))?;
            inner.roots.first().map_or_else(|| Err(unknown(node)), waits)
        }
        _ => Err(unknown(node)),
    }
}

fn wait(call: &Call) -> Result<Policy, Fault> {
    let args = Args::of_call(call);
    match call.short_name() {
        "wait_none" => Ok(constant(Exact::zero())),
        "wait_fixed" => {
            args.only("wait_fixed", &["wait"])?;
            Ok(constant(args.time(0, "wait", Exact::zero())?))
        }
        "wait_random" => {
            args.only("wait_random", &["min", "max"])?;
            let (min, max) = (args.time(0, "min", Exact::zero())?, args.time(1, "max", seconds(1))?);
            Ok(Policy { jitter: Jitter::from(min), ..constant(max) })
        }
        "wait_incrementing" => {
            args.only("wait_incrementing", &["start", "increment", "max"])?;
            let start = args.time(0, "start", Exact::zero())?;
            let growth = Growth::linear(start, args.time(1, "increment", seconds(100))?);
            Ok(Policy { max: args.cap(2, "max")?, ..Policy::growing(true, Some(Unit::Second), growth) })
        }
        "wait_exponential" => {
            args.only("wait_exponential", &["multiplier", "max", "exp_base", "min"])?;
            exponential(&args)
        }
        name @ ("wait_random_exponential" | "wait_full_jitter") => {
            args.only(name, &["multiplier", "max", "exp_base", "min"])?;
            let policy = exponential(&args)?;
            let low = policy.min.clone().unwrap_or_else(Exact::zero);
            Ok(Policy { jitter: Jitter::from(low), ..policy })
        }
        "wait_exponential_jitter" => {
            args.only("wait_exponential_jitter", &["initial", "multiplier", "max", "exp_base", "jitter", "min"])?;
            let initial = args.get(0, "initial").or(args.get(usize::MAX, "multiplier"));
            let base = initial.map_or(Ok(whole(1)), number)?.times(&seconds(1));
            let growth = Growth::Geometric { base, factor: args.number(2, "exp_base", whole(2))? };
            let min = args.time(4, "min", Exact::zero())?;
            Ok(Policy {
                max: args.cap(1, "max")?,
                min: Some(min).filter(|min| !min.is_zero()),
                jitter: Jitter::added(args.time(3, "jitter", seconds(1))?),
                order: Order::JitterThenCap,
                ..Policy::growing(true, Some(Unit::Second), growth)
            })
        }
        "wait_chain" => {
            let fixed = |node: &&Node| match always(&waits(node)?) {
                Some((low, high)) if low == high => Ok(low),
                _ => Err(Fault::new(
                    "a chain of waits that grow or are random is not read",
                    "write a chain of wait_fixed",
                    node.span.clone(),
                )),
            };
            let table = args.unnamed.iter().map(fixed).collect::<Result<Vec<_>, Fault>>()?;
            Ok(Policy::growing(true, Some(Unit::Second), Growth::Table(table)))
        }
        "wait_combine" => {
            let terms: Vec<Node> = args.unnamed.iter().map(|it| (*it).clone()).collect();
            sum(&terms)
        }
        name => Err(Fault::new(
            format!("`{name}` is no wait of tenacity that is known"),
            "`holdoff dialects tenacity` names what is read",
            call.at.clone(),
        )),
    }
}

/// The ends of a wait that is the same before every retry, with its cap and its floor.
fn always(policy: &Policy) -> Option<(Exact, Exact)> {
    if policy.growth.factor() != Some(&whole(1)) {
        return None;
    }
    let bounded = |wait: Exact| {
        let capped = policy.max.as_ref().map_or(wait.clone(), |max| wait.min(max.clone()));
        policy.min.as_ref().map_or(capped.clone(), |min| capped.max(min.clone()))
    };
    let base = policy.growth.base();
    match (&policy.jitter, policy.order) {
        (Jitter::None, _) => Some((bounded(base.clone()), bounded(base))),
        (Jitter::Between(band), Order::JitterThenCap) => {
            Some((bounded(band.low.of(&base, 1)), bounded(band.high.of(&base, 1))))
        }
        (Jitter::Between(band), _) => {
            let wait = bounded(base);
            Some((band.low.of(&wait, 1), band.high.of(&wait, 1)))
        }
        _ => None,
    }
}

/// Waits that are added: one that grows, and fixed or random ones beside it.
fn sum(terms: &[Node]) -> Result<Policy, Fault> {
    let mut grows: Option<Policy> = None;
    let (mut low, mut high) = (Exact::zero(), Exact::zero());
    for term in terms {
        let policy = waits(term)?;
        match (always(&policy), &policy.jitter) {
            (Some((least, most)), _) => {
                low = low.plus(&least);
                high = high.plus(&most);
            }
            (None, Jitter::None) if grows.is_none() => grows = Some(policy),
            _ => {
                let hint = "add fixed and random waits to one wait that grows";
                return Err(Fault::new("this sum of waits is not read", hint, term.span.clone()));
            }
        }
    }
    Ok(match grows {
        Some(policy) => {
            let jitter = Jitter::between(Edge::wait_and(low), Edge::wait_and(high));
            Policy { jitter, ..policy }
        }
        None => {
            let rest = high.minus(&low).unwrap_or_else(Exact::zero);
            let jitter = if rest.is_zero() { Jitter::None } else { Jitter::added(rest) };
            Policy { jitter, ..constant(low) }
        }
    })
}

fn unknown(node: &Node) -> Fault {
    let hint = "write a call such as `wait_exponential(multiplier=1, max=60)`";
    Fault::new(format!("this is no wait of tenacity: it is {}", node.kind()), hint, node.span.clone())
}

fn stops(node: &Node, policy: &mut Policy) -> Result<(), Fault> {
    let fault = || Fault::new("this is no stop of tenacity", "write `stop_after_attempt(5)`", node.span.clone());
    match &node.value {
        Value::Calls(calls) => {
            for call in calls {
                let name = call.short_name();
                match (name, call.args.as_slice()) {
                    // One of several that comes first is what a policy with several limits has anyway.
                    ("stop_any", args) => args.iter().try_for_each(|arg| stops(&arg.value, policy))?,
                    (_, [only]) => stop(name, &only.value, policy)?,
                    _ => return Err(fault()),
                }
            }
            Ok(())
        }
        Value::Sum(terms) => terms.iter().try_for_each(|term| stops(term, policy)),
        Value::Text(name) if name.ends_with("stop_never") => Ok(()),
        Value::Text(text) if text.contains('(') => {
            let inner = crate::document::Document::parse("", text, crate::document::Language::Code)
                .map_err(|fault| Fault::new(fault.message, fault.hint, node.span.clone()))?;
            inner.roots.first().map_or_else(|| Err(fault()), |inner| stops(inner, policy))
        }
        _ => Err(fault()),
    }
}

fn stop(name: &str, value: &Node, policy: &mut Policy) -> Result<(), Fault> {
    let limit = |rule| -> Result<_, Fault> { Ok(Some(TimeLimit::new(time(value, Some(Unit::Second))?, rule))) };
    match name {
        "stop_after_attempt" => {
            let calls = u64::try_from(count(value)?).ok().and_then(|calls| calls.checked_sub(1));
            let fault = || Fault::new("stop_after_attempt is below 1", "write 1 or more", value.span.clone());
            let retries = calls.ok_or_else(fault)?;
            policy.retries = Some(policy.retries.map_or(retries, |before| before.min(retries)));
        }
        "stop_after_delay" => policy.time_limit = limit(LimitRule::Overrun)?,
        "stop_before_delay" => policy.time_limit = limit(LimitRule::RefuseAt)?,
        _ => {
            let hint = "write `stop_after_attempt(5)` or `stop_after_delay(60)`";
            return Err(Fault::new(format!("`{name}` is no stop of tenacity that is known"), hint, value.span.clone()));
        }
    }
    Ok(())
}
