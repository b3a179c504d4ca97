//! Crates of Rust whose policy is an iterator of waits: tokio-retry, tokio-retry2, retry.

use super::{milliseconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::number;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Policy, Rounding, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[TOKIO_RETRY, TOKIO_RETRY2, RETRY];

const MILLIS: Key = Key::new("millis", Takes::Duration, "", "from_millis: the first wait, or the base of the power");
const TAKE: Key = Key::new("take", Takes::Count, "no limit", "the retries");
const MAP: Key = Key::new("map", Takes::Word, "", "jitter, which draws each wait");

const TOKIO_RETRY: Dialect = Dialect {
    name: "tokio-retry",
    title: "tokio-retry (Rust)",
    version: "0.3.2, run",
    source: "tokio-retry strategy.rs (next, jitter)",
    form: Form::Keys {
        calls: &[
            "ExponentialBackoff::from_millis",
            "FibonacciBackoff::from_millis",
            "FixedInterval::from_millis",
            "FixedInterval::new",
            "Retry::spawn",
            "RetryIf::spawn",
        ],
        positional: &["millis"],
        within: &[],
        marks: &[],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("strategy", Takes::Word, "ExponentialBackoff", "the strategy, where none is named"),
        MILLIS,
        Key::new("factor", Takes::Number, "1", "what each wait is multiplied by"),
        Key::new("max_delay", Takes::Duration, "no limit", "the cap"),
        MAP,
        TAKE,
    ],
    about: &[
        "ExponentialBackoff::from_millis(b) waits b, b², b³ milliseconds, times the factor: 500 is 0.5 s, 250 s, 34.7 h.",
        "For 1 s doubled write from_millis(2).factor(500).",
        "jitter draws each wait from 0; that of tokio-retry2 draws from half the wait to one and a half.",
    ],
    read: tokio_retry,
};

const TOKIO_RETRY2: Dialect = Dialect {
    name: "tokio-retry2",
    title: "tokio-retry2 (Rust)",
    version: "0.9.1, run",
    source: "tokio-retry2 strategy/*.rs (next), strategy/jitter.rs",
    form: Form::Keys {
        calls: &[
            "ExponentialFactorBackoff::from_millis",
            "ExponentialFactorBackoff::from_factor",
            "LinearBackoff::from_millis",
            "LinearBackoff::from_secs",
            "LinearBackoff::new",
        ],
        positional: &["millis", "base_factor"],
        within: &[],
        marks: &[],
    },
    cap: Cap::Passed,
    keys: &[
        Key::new("strategy", Takes::Word, "ExponentialFactorBackoff", "the strategy, where none is named"),
        MILLIS,
        Key::new("base_factor", Takes::Number, "", "the growth per retry of ExponentialFactorBackoff"),
        Key::new("initial_delay", Takes::Duration, "500", "the first wait of ExponentialFactorBackoff::from_factor"),
        Key::new("factor", Takes::Number, "1", "what each wait of ExponentialBackoff and Fibonacci is multiplied by"),
        Key::new("increment", Takes::Duration, "the first wait", "what LinearBackoff adds per retry"),
        Key::new("increment_millis", Takes::Duration, "", "the same"),
        Key::new("increment_secs", Takes::Number, "", "the same in seconds"),
        Key::new("max_delay", Takes::Duration, "no limit", "the cap"),
        Key::new("max_delay_millis", Takes::Duration, "no limit", "the same"),
        Key::new("max_interval", Takes::Duration, "no limit", "the time after which nothing is retried"),
        Key::new("max_duration", Takes::Duration, "no limit", "the same"),
        MAP,
        TAKE,
    ],
    about: &[
        "ExponentialFactorBackoff has the first wait and the growth; the older ExponentialBackoff has the base of a power.",
        "jitter draws from half the wait to one and a half, after the cap.",
        "max_interval is no cap on a wait: it is the time after which nothing is retried.",
    ],
    read: tokio_retry,
    ..TOKIO_RETRY
};

const RETRY: Dialect = Dialect {
    name: "retry-rust",
    title: "retry (Rust)",
    version: "2.2.0, run",
    source: "retry delay/mod.rs, delay/random.rs",
    form: Form::Keys {
        calls: &[
            "Exponential::from_millis",
            "Exponential::from_millis_with_factor",
            "Exponential::from_millis_with_base_factor",
            "Fibonacci::from_millis",
            "Fixed::from_millis",
            "Range::from_millis_exclusive",
            "Range::from_millis_inclusive",
        ],
        positional: &["millis", "factor"],
        within: &[],
        marks: &[],
    },
    keys: &[
        Key::new("strategy", Takes::Word, "Exponential", "the delay, where none is named"),
        MILLIS,
        Key::new("factor", Takes::Number, "2", "the growth per retry; of Range the longest wait"),
        MAP,
        TAKE,
    ],
    about: &[
        "Exponential::from_millis(b) doubles since 2.0; before, it was what from_millis_with_base_factor still is: b, b², b³.",
        "jitter draws each wait from 0.",
    ],
    read: retry,
    ..TOKIO_RETRY
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

/// The strategy's name: `FibonacciBackoff::from_millis` where the paste has it, if only as an argument.
fn strategy<'a>(keys: &Keys<'a>, names: &[&str], default: &'static str) -> Result<&'a str, Fault> {
    match keys.call(&|call| names.iter().any(|name| call.name.contains(name))) {
        Some(call) => Ok(&call.name),
        None => Ok(keys.word("strategy")?.unwrap_or(default)),
    }
}

fn first(keys: &Keys<'_>) -> Result<Exact, Fault> {
    keys.time("millis")?.ok_or_else(|| {
        let (what, hint) = ("there is no first wait", "write from_millis(500)");
        Fault::new(what, hint, keys.whole().span.clone())
    })
}

/// The jitter that `.map(jitter)` has, each crate its own.
fn jitter(keys: &mut Keys<'_>, own: Jitter) -> Result<Jitter, Fault> {
    let hint = "write .map(jitter)";
    let Some(node) = keys.node("map") else { return Ok(Jitter::None) };
    match &node.value {
        Value::Text(name) if name.rsplit(':').next() == Some("jitter") => Ok(own),
        Value::Calls(calls) => match calls.as_slice() {
            [call] if call.short_name() == "jitter_with_bounds" => match call.args.as_slice() {
                [low, high] => Ok(Jitter::scaled(number(&low.value)?, number(&high.value)?)),
                _ => Err(keys.fault("map", "jitter_with_bounds takes two shares", hint)),
            },
            _ => Err(keys.fault("map", "this jitter is not read", hint)),
        },
        _ => Err(keys.fault("map", "this jitter is not read", hint)),
    }
}

fn tokio_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let second = keys.dialect() == "tokio-retry2";
    let names =
        ["ExponentialBackoff", "ExponentialFactorBackoff", "FibonacciBackoff", "FixedInterval", "LinearBackoff"];
    let default = if second { "ExponentialFactorBackoff" } else { "ExponentialBackoff" };
    let name = strategy(keys, &names, default)?;
    let factor = keys.number_or("factor", whole(1))?;
    let growth = match name {
        name if name.contains("ExponentialFactorBackoff") => exponential_factor(keys, name)?,
        name if name.contains("ExponentialBackoff") => {
            let wait = first(keys)?;
            // What from_millis takes is the base of a power: its milliseconds are also what each wait grows by.
            Growth::Geometric { base: wait.times(&factor), factor: wait.times(&Exact::new(1, -6)) }
        }
        name if name.contains("Fibonacci") => {
            let wait = first(keys)?.times(&factor);
            Growth::Fibonacci { first: wait.clone(), second: wait }
        }
        name if name.contains("FixedInterval") => Growth::constant(first(keys)?),
        name if name.contains("LinearBackoff") && second => {
            let mut wait = first(keys)?;
            if name.ends_with("from_secs") {
                wait = wait.times_whole(1_000);
            }
            let seconds = keys.number("increment_secs")?.map(|seconds| seconds.times_whole(1_000_000_000));
            let step = keys.time("increment")?.or(keys.time("increment_millis")?).or(seconds);
            Growth::linear(wait.clone(), step.unwrap_or(wait))
        }
        other => {
            let hint = format!("write one of {}", names.join(", "));
            return Err(keys.fault("strategy", format!("`{other}` is no strategy"), hint));
        }
    };
    let is_factor = name.contains("ExponentialFactorBackoff");
    let (half, three_halves) = (Exact::new(5, -1), Exact::new(15, -1));
    let own = if second { Jitter::scaled(half, three_halves) } else { Jitter::Full };
    let max = keys.time_or_endless("max_delay", None)?;
    let (max, limit) = if second {
        let limit = keys.time("max_interval")?.or(keys.time("max_duration")?);
        (max.or(keys.time("max_delay_millis")?), limit)
    } else {
        (max, None)
    };
    let jitter = jitter(keys, own)?;
    if !second && jitter != Jitter::None {
        let message = "this is tokio-retry's jitter, from 0; that of tokio-retry2 draws from half the wait on";
        keys.note(Code::ClientVersion, Severity::Note, "map", message);
    }
    Ok(Policy {
        max,
        jitter,
        rounding: if is_factor { Rounding::Cut(milliseconds(1)) } else { Rounding::Exact },
        retries: keys.count_or_endless("take", None)?,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Overrun)),
        ..growing(growth)
    })
}

/// `ExponentialFactorBackoff::from_millis(500, 2.0)`, or `from_factor(2.0)`, whose one argument is the growth.
fn exponential_factor(keys: &Keys<'_>, name: &str) -> Result<Growth, Fault> {
    let initial = keys.time("initial_delay")?;
    let hint = "write ExponentialFactorBackoff::from_millis(500, 2.0)";
    let missing = || Fault::new("there is no growth", hint, keys.whole().span.clone());
    if name.ends_with("from_factor") {
        let factor = keys.number("millis")?.ok_or_else(missing)?;
        return Ok(Growth::Geometric { base: initial.unwrap_or_else(|| milliseconds(500)), factor });
    }
    let factor = keys.number("base_factor")?.ok_or_else(missing)?;
    Ok(Growth::Geometric { base: initial.map_or_else(|| first(keys), Ok)?, factor })
}

fn retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let names = ["Exponential", "Fibonacci", "Fixed", "Range"];
    let name = strategy(keys, &names, "Exponential")?;
    let wait = first(keys)?;
    let policy = match name {
        name if name.contains("Exponential") => {
            let factor = if name.ends_with("with_base_factor") {
                wait.times(&Exact::new(1, -6))
            } else {
                keys.number_or("factor", whole(2))?
            };
            // Each step is cut to whole milliseconds.
            Policy { rounding: Rounding::Down(milliseconds(1)), ..growing(Growth::Geometric { base: wait, factor }) }
        }
        name if name.contains("Fibonacci") => growing(Growth::Fibonacci { first: wait.clone(), second: wait }),
        name if name.contains("Fixed") => growing(Growth::constant(wait)),
        name if name.contains("Range") => {
            let Some(mut most) = keys.time("factor")? else {
                let hint = "write Range::from_millis_exclusive(100, 200)";
                return Err(Fault::new("there is no longest wait", hint, keys.whole().span.clone()));
            };
            if name.ends_with("inclusive") {
                most = most.plus(&milliseconds(1));
            }
            let jitter = Jitter::between(Edge::fixed(wait.clone()), Edge::fixed(most));
            Policy { jitter, grain: Some(milliseconds(1)), ..growing(Growth::constant(wait)) }
        }
        other => {
            let hint = format!("write one of {}", names.join(", "));
            return Err(keys.fault("strategy", format!("`{other}` is no delay"), hint));
        }
    };
    let retries = keys.count_or_endless("take", None)?;
    match jitter(keys, Jitter::Full)? {
        Jitter::None => Ok(Policy { retries, ..policy }),
        _ if policy.jitter != Jitter::None => {
            Err(keys.fault("map", "a draw of a draw is not read", "leave the jitter out"))
        }
        jitter => Ok(Policy { retries, jitter, ..policy }),
    }
}
