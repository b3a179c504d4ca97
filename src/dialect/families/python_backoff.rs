//! Decorators and their like in Python: backoff and stamina.

use super::{seconds, whole};
use crate::dialect::keys::time;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[BACKOFF, STAMINA];

const BACKOFF: Dialect = Dialect {
    name: "backoff",
    title: "backoff (Python)",
    version: "2.2.1, run",
    source: "backoff _wait_gen.py, _jitter.py, _common.py (_next_wait), _sync.py (retry_exception)",
    form: Form::Keys {
        calls: &["on_exception", "on_predicate"],
        positional: &["wait_gen", "exception"],
        within: &[],
        marks: &["wait_gen", "max_tries", "max_value", "giveup"],
    },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("wait_gen", Takes::Word, "expo", "expo, fibo or constant"),
        Key::new("max_tries", Takes::Count, "", "the calls, the first one among them; no limit unless set"),
        Key::new("max_time", Takes::Duration, "", "the time that the last wait is cut to"),
        Key::new("jitter", Takes::Word, "full_jitter", "full_jitter, random_jitter or None"),
        Key::new("base", Takes::Number, "2", "expo: the growth per retry"),
        Key::new("factor", Takes::Duration, "1", "expo: the first wait"),
        Key::new("max_value", Takes::Duration, "", "expo, fibo: the cap"),
        Key::new("interval", Takes::Duration, "1", "constant: each wait, or a list of them"),
        Key::new("exception", Takes::Other, "", "what is retried"),
        Key::new("predicate", Takes::Other, "", "what is retried"),
        Key::new("giveup", Takes::Other, "", "what is not retried"),
        Key::new("on_success", Takes::Other, "", "what is called after a call that succeeds"),
        Key::new("on_backoff", Takes::Other, "", "what is called before a wait"),
        Key::new("on_giveup", Takes::Other, "", "what is called in the end"),
        Key::new("raise_on_giveup", Takes::Other, "", "whether the last error is raised"),
        Key::new("logger", Takes::Other, "", "what logs"),
        Key::new("backoff_log_level", Takes::Other, "", "the level of waits in the log"),
        Key::new("giveup_log_level", Takes::Other, "", "the level of the end in the log"),
    ],
    about: &[
        "Each wait is drawn from 0 unless jitter is None; random_jitter adds up to a second after the cap.",
        "max_time is compared with the time at which the failed call began, and cuts the wait to what is left of it; a \
         last call follows.",
        "A runtime wait comes from the response, and is not read.",
    ],
    read: backoff,
};

const STAMINA: Dialect = Dialect {
    name: "stamina",
    title: "stamina (Python)",
    version: "26.1.0, run",
    source: "stamina _core.py (_compute_backoff, _make_stop)",
    form: Form::Keys {
        calls: &["retry_context", "RetryingCaller", "AsyncRetryingCaller"],
        positional: &[],
        within: &[],
        marks: &["wait_initial", "wait_max", "wait_jitter", "wait_exp_base", "on"],
    },
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("attempts", Takes::Count, "10", "the calls, the first one among them; None for no limit"),
        Key::new("timeout", Takes::Duration, "45", "the time after which a failed call is the last; None for none"),
        Key::new("wait_initial", Takes::Duration, "0.1", "the first wait before jitter"),
        Key::new("wait_max", Takes::Duration, "5", "the cap"),
        Key::new("wait_jitter", Takes::Duration, "1", "what is added at random before the cap"),
        Key::new("wait_exp_base", Takes::Number, "2", "the growth per retry"),
        Key::new("on", Takes::Other, "", "what is retried"),
    ],
    about: &[
        "timeout is compared after a call, so the last wait may pass it.",
        "A function as `on` may return a wait of its own, which is not read.",
    ],
    read: stamina,
    ..BACKOFF
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Second), growth) }
}

fn backoff(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let generator = keys.word("wait_gen")?.map_or("expo", |name| name.rsplit('.').next().unwrap_or(name));
    let growth = match generator {
        "expo" => {
            Growth::Geometric { base: keys.time_or("factor", seconds(1))?, factor: keys.number_or("base", whole(2))? }
        }
        "fibo" => Growth::Fibonacci { first: seconds(1), second: seconds(1) },
        "constant" => intervals(keys)?,
        "runtime" => {
            let hint = "write `constant` and the interval that the response asks for";
            return Err(keys.fault("wait_gen", "a wait that each response gives has no schedule", hint));
        }
        _ => {
            return Err(keys.fault("wait_gen", "a generator of one's own is not read", "write expo, fibo or constant"));
        }
    };
    let others: &[&str] = match generator {
        "expo" => &["interval"],
        "fibo" => &["base", "factor", "interval"],
        _ => &["base", "factor", "max_value"],
    };
    if let Some(other) = others.iter().find(|name| keys.has(name)) {
        return Err(keys.fault(other, format!("is no argument of {generator}"), "leave it out"));
    }
    let jitter = match keys.word("jitter")?.map(|name| name.rsplit('.').next().unwrap_or(name)) {
        None if keys.has("jitter") => Jitter::None,
        None | Some("full_jitter") => Jitter::Full,
        Some("random_jitter") => Jitter::added(seconds(1)),
        Some(_) => {
            let hint = "write full_jitter, random_jitter or None";
            return Err(keys.fault("jitter", "a jitter of one's own is not read", hint));
        }
    };
    // The calls of a list of waits end with the list.
    let listed = match &growth {
        Growth::Table(waits) => u64::try_from(waits.len()).ok(),
        _ => None,
    };
    let calls = keys.count_or_endless("max_tries", None)?;
    if calls == Some(0) {
        keys.clamped("max_tries", "no call is number 0, so there is no limit of calls");
    }
    let retries = calls.and_then(|calls| calls.checked_sub(1));
    let limit = keys.time("max_time")?;
    let max = keys.time("max_value")?;
    let growth = match (growth, &max) {
        // The exponent stands still at the cap, so that a wait above it never falls below it.
        (Growth::Geometric { base, .. }, Some(max)) if base >= *max => Growth::constant(base),
        (growth, _) => growth,
    };
    Ok(Policy {
        max,
        jitter,
        retries: retries.into_iter().chain(listed).min(),
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Truncate)),
        ..growing(growth)
    })
}

/// What `constant` yields: one wait for ever, or those of a list.
fn intervals(keys: &Keys<'_>) -> Result<Growth, Fault> {
    match keys.node("interval") {
        Some(node) if matches!(node.value, Value::List(_)) => {
            let waits = node.items().iter().map(|item| time(item, Some(Unit::Second)));
            Ok(Growth::Table(waits.collect::<Result<_, _>>()?))
        }
        _ => Ok(Growth::constant(keys.time_or("interval", seconds(1))?)),
    }
}

fn stamina(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("wait_initial", Exact::new(1, 8))?;
    let jitter = keys.time_or("wait_jitter", seconds(1))?;
    let limit = keys.time_or_endless("timeout", Some(seconds(45)))?;
    let calls = if keys.has("attempts") { keys.count_or_endless("attempts", None)? } else { Some(10) };
    Ok(Policy {
        max: Some(keys.time_or("wait_max", seconds(5))?),
        jitter: if jitter.is_zero() { Jitter::None } else { Jitter::added(jitter) },
        order: Order::JitterThenCap,
        // There is a first call whatever is written.
        retries: calls.map(|calls| calls.saturating_sub(1)),
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Overrun)),
        ..growing(Growth::Geometric { base, factor: keys.number_or("wait_exp_base", whole(2))? })
    })
}
