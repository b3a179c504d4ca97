//! Python's clients of services and queues: google-api-core, Celery, redis-py, azure-core, and the retrying library.

use super::{milliseconds, seconds, whole};
use crate::dialect::keys::{count, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Call, Fault, Value};
use crate::policy::{Edge, FirstWait, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[GOOGLE_API_CORE, CELERY, REDIS_PY, AZURE_CORE, RETRYING];

const GOOGLE_API_CORE: Dialect = Dialect {
    name: "google-api-core",
    title: "google-api-core Retry (Python)",
    version: "2.44.0, run",
    source: "google-api-core retry/retry_base.py (exponential_sleep_generator, _retry_error_helper)",
    form: Form::Keys {
        calls: &["Retry", "AsyncRetry"],
        positional: &[],
        within: &[],
        marks: &["initial", "maximum", "predicate"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("initial", Takes::Duration, "1", "the longest that the first wait may be"),
        Key::new("maximum", Takes::Duration, "60", "the cap"),
        Key::new("multiplier", Takes::Number, "2", "the growth per retry"),
        Key::new("timeout", Takes::Duration, "120", "the time of all calls and waits; None for no limit"),
        Key::new("deadline", Takes::Duration, "", "the old name of timeout"),
        Key::new("predicate", Takes::Other, "", "what is retried"),
        Key::new("on_error", Takes::Other, "", "what is called after an error"),
    ],
    about: &[
        "There is no limit of retries; the timeout alone ends them, before a wait that would pass it.",
        "Each wait is drawn from 0 on.",
    ],
    read: google_api_core,
};

const CELERY: Dialect = Dialect {
    name: "celery",
    title: "Celery autoretry (Python)",
    version: "5.7.0, run",
    source: "celery app/autoretry.py; utils/time.py (get_exponential_backoff_interval)",
    form: Form::Keys {
        calls: &["task", "shared_task"],
        positional: &[],
        within: &[],
        marks: &["retry_backoff", "retry_backoff_max", "retry_jitter", "autoretry_for", "default_retry_delay"],
    },
    keys: &[
        Key::new("max_retries", Takes::Count, "3", "the retries; None for no limit"),
        Key::new("default_retry_delay", Takes::Duration, "180", "the wait without retry_backoff"),
        Key::new("retry_backoff", Takes::Other, "False", "whether waits double; a number is the first one"),
        Key::new("retry_backoff_max", Takes::Duration, "600", "the cap"),
        Key::new("retry_jitter", Takes::Flag, "True", "whether each wait is drawn from 0 to it"),
        Key::new(
            "retry_kwargs",
            Takes::Other,
            "",
            "max_retries, which counts before the one beside it, and countdown, the wait",
        ),
        Key::new("autoretry_for", Takes::Other, "", "what is retried"),
        Key::new("dont_autoretry_for", Takes::Other, "", "what is not"),
        Key::new("bind", Takes::Other, "", "whether the task sees itself"),
    ],
    about: &[
        "Without retry_backoff every wait is default_retry_delay, and there is no jitter.",
        "retry_backoff is cut to whole seconds, and is at least 1; draws are whole seconds too, 0 and the cap among them.",
    ],
    read: celery,
    ..GOOGLE_API_CORE
};

const REDIS_BACKOFFS: &[&str] = &[
    "ExponentialWithJitterBackoff",
    "ExponentialBackoff",
    "FullJitterBackoff",
    "EqualJitterBackoff",
    "DecorrelatedJitterBackoff",
    "ConstantBackoff",
    "NoBackoff",
];

const REDIS_PY: Dialect = Dialect {
    name: "redis-py",
    title: "redis-py Retry (Python)",
    version: "8.1.0, run",
    source: "redis retry.py (call_with_retry), backoff.py",
    form: Form::Keys {
        calls: REDIS_BACKOFFS,
        positional: &["backoff", "retries", "supported_errors"],
        within: &["retry"],
        marks: &[],
    },
    keys: &[
        Key::new("backoff", Takes::Word, "ExponentialWithJitterBackoff", "the class of the waits, or a call of it"),
        Key::new("base", Takes::Duration, "", "half the first wait: 0.01 by default, and 0.008 of the plain classes"),
        Key::new("cap", Takes::Duration, "", "the cap: 1 by default, and 0.512 of the plain classes"),
        Key::new("retries", Takes::Count, "10", "the retries; below 0 for no limit"),
        Key::new("supported_errors", Takes::Other, "", "the errors that are retried"),
    ],
    about: &[
        "Failures are counted from 1, so that the first wait is twice the base.",
        "DecorrelatedJitterBackoff begins with the base itself.",
    ],
    read: redis_py,
    ..GOOGLE_API_CORE
};

const AZURE_CORE: Dialect = Dialect {
    name: "azure-core",
    title: "azure-core RetryPolicy (Python)",
    version: "1.41.0, run",
    source: "azure-core pipeline/policies/_retry.py (get_backoff_time)",
    form: Form::Keys {
        calls: &["RetryPolicy"],
        positional: &[],
        within: &[],
        marks: &["retry_total", "retry_backoff_factor", "retry_backoff_max", "retry_mode"],
    },
    keys: &[
        Key::new("retry_total", Takes::Count, "10", "the retries of any kind"),
        Key::new("retry_connect", Takes::Count, "3", "the retries after connection errors"),
        Key::new("retry_read", Takes::Count, "3", "the retries after read errors"),
        Key::new("retry_status", Takes::Count, "3", "the retries after a status"),
        Key::new("retry_backoff_factor", Takes::Number, "0.8", "half the second wait, in seconds; the first is 0"),
        Key::new("retry_backoff_max", Takes::Duration, "120", "the cap"),
        Key::new(
            "retry_mode",
            Takes::Word,
            "exponential",
            "exponential, or fixed: every wait but the first is the factor",
        ),
        Key::new("timeout", Takes::Duration, "604800", "the time of all calls and waits"),
    ],
    about: &[
        "The lowest counter of a kind of failure wins: after a status there are 3 retries unless retry_status says more.",
        "Retry-After is waited for exactly, without a cap, and for every method.",
    ],
    read: azure_core,
    ..GOOGLE_API_CORE
};

const RETRYING: Dialect = Dialect {
    name: "retrying",
    title: "retrying (Python)",
    version: "1.4.2, run",
    source: "retrying retrying.py (exponential_sleep)",
    form: Form::Keys {
        calls: &["retry"],
        positional: &[],
        within: &[],
        marks: &["wait_exponential_multiplier", "wait_exponential_max", "stop_max_attempt_number", "wait_fixed"],
    },
    counts: Counts::Calls,
    unit: Some(Unit::Millisecond),
    keys: &[
        Key::new(
            "stop_max_attempt_number",
            Takes::Count,
            "",
            "the calls, the first one among them; no limit unless set",
        ),
        Key::new("wait_fixed", Takes::Duration, "", "the wait, always the same"),
        Key::new("wait_exponential_multiplier", Takes::Duration, "", "half the first wait"),
        Key::new("wait_exponential_max", Takes::Duration, "", "the cap"),
        Key::new("retry_on_exception", Takes::Other, "", "what is retried"),
        Key::new("retry_on_result", Takes::Other, "", "what is retried"),
    ],
    about: &["Bare numbers are milliseconds, where tenacity has seconds; the first wait is twice the multiplier."],
    read: retrying,
    ..GOOGLE_API_CORE
};

fn growing(unit: Unit, growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(unit), growth) }
}

fn google_api_core(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let old = keys.time_or_endless("deadline", Some(seconds(120)))?;
    let limit = if keys.has("timeout") { keys.time_or_endless("timeout", None)? } else { old };
    let growth = Growth::Geometric {
        base: keys.time_or("initial", seconds(1))?,
        factor: keys.number_or("multiplier", whole(2))?,
    };
    Ok(Policy {
        max: Some(keys.time_or("maximum", seconds(60))?),
        jitter: Jitter::Full,
        retries: None,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Refuse)),
        ..growing(Unit::Second, growth)
    })
}

fn celery(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let inner = |name: &str| {
        let written = keys.node("retry_kwargs").and_then(|node| node.get(name));
        written.filter(|node| node.value != Value::Null)
    };
    let retries = match inner("max_retries") {
        Some(node) => u64::try_from(count(node)?).ok(),
        None if keys.has("max_retries") => keys.count_or_endless("max_retries", None)?,
        None => Some(3),
    };
    let delay = match inner("countdown") {
        Some(node) => time(node, Some(Unit::Second))?,
        None => keys.time_or("default_retry_delay", seconds(180))?,
    };
    let max = keys.time_or("retry_backoff_max", seconds(600))?;
    let draws = keys.flag("retry_jitter", true)?;
    let first = match keys.node("retry_backoff").map(|node| &node.value) {
        None | Some(Value::Bool(false)) => {
            return Ok(Policy { retries, ..growing(Unit::Second, Growth::constant(delay)) });
        }
        Some(Value::Bool(true)) => whole(1),
        Some(_) => keys.number_or("retry_backoff", whole(1))?,
    };
    if first.is_zero() {
        return Ok(Policy { retries, ..growing(Unit::Second, Growth::constant(delay)) });
    }
    let cut = first.floor_to(&whole(1)).max(whole(1));
    if cut != first {
        keys.clamped("retry_backoff", format!("it is cut to {cut} s: whole seconds, and at least 1"));
    }
    // The end of a draw is left out, and the client's own end is not.
    let drawn = Jitter::between(Edge::fixed(Exact::zero()), Edge::wait_and(seconds(1)));
    Ok(Policy {
        max: Some(max),
        jitter: if draws { drawn } else { Jitter::None },
        grain: draws.then(|| seconds(1)),
        retries,
        ..growing(Unit::Second, Growth::Geometric { base: cut.times(&seconds(1)), factor: whole(2) })
    })
}

fn redis_py(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let (class, call) = match keys.node("backoff").map(|node| &node.value) {
        Some(Value::Calls(calls)) => (calls.first().map_or("", Call::short_name), calls.first()),
        _ => (keys.word("backoff")?.map_or("", |name| name.rsplit('.').next().unwrap_or(name)), None),
    };
    let of_client = !keys.has("backoff");
    let class = if of_client { "ExponentialWithJitterBackoff" } else { class };
    // Arguments stand in the call, or beside the name of the class.
    let argument = |place: usize, name: &str| -> Result<Option<Exact>, Fault> {
        let Some(call) = call else { return if name == "backoff" { Ok(None) } else { keys.time(name) } };
        let unnamed = call.args.iter().filter(|it| it.key.is_empty()).nth(place);
        let written = call.args.iter().find(|it| it.key == name).or(unnamed);
        written.map(|it| time(&it.value, Some(Unit::Second))).transpose()
    };
    let retries = keys.count_or_endless("retries", Some(10))?;
    let constant = |wait| Ok(Policy { retries, ..growing(Unit::Second, Growth::constant(wait)) });
    if class == "NoBackoff" {
        return constant(Exact::zero());
    }
    if class == "ConstantBackoff" {
        let hint = "write `ConstantBackoff(0.1)`";
        return constant(argument(0, "backoff")?.ok_or_else(|| keys.fault("backoff", "has no wait", hint))?);
    }
    let cap = argument(0, "cap")?.unwrap_or_else(|| milliseconds(if of_client { 1000 } else { 512 }));
    let base = argument(1, "base")?.unwrap_or_else(|| milliseconds(if of_client { 10 } else { 8 }));
    let (jitter, order) = match class {
        "ExponentialBackoff" => (Jitter::None, Order::CapThenJitter),
        "ExponentialWithJitterBackoff" => (Jitter::Full, Order::JitterThenCap),
        "FullJitterBackoff" => (Jitter::Full, Order::CapThenJitter),
        "EqualJitterBackoff" => (Jitter::Equal, Order::CapThenJitter),
        "DecorrelatedJitterBackoff" => {
            let first = base.clone().min(cap.clone());
            return Ok(Policy {
                // Before the first failure the wait before is 0, which leaves nothing to draw.
                first: FirstWait::Extra(first),
                max: Some(cap),
                jitter: Jitter::Decorrelated,
                order: Order::JitterThenCap,
                retries,
                ..growing(Unit::Second, Growth::Geometric { base, factor: whole(3) })
            });
        }
        _ => {
            let hint = format!("write one of {}", REDIS_BACKOFFS.join(", "));
            return Err(keys.fault("backoff", "is not a class whose waits are known here", hint));
        }
    };
    Ok(Policy {
        max: Some(cap),
        jitter,
        order,
        retries,
        ..growing(Unit::Second, Growth::Geometric { base: base.times(&whole(2)), factor: whole(2) })
    })
}

fn azure_core(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let total = keys.count_or("retry_total", 10)?;
    let retries = total.min(keys.count_or("retry_status", 3)?);
    for name in ["retry_connect", "retry_read"] {
        let count = keys.count_or(name, 3)?;
        if keys.has(name) && count < retries {
            keys.ignored(name, format!("after errors of its kind there are no more than {count} retries"));
        }
    }
    let base = keys.number_or("retry_backoff_factor", Exact::new(8, -1))?.times(&seconds(1));
    let limit = keys.time_or("timeout", seconds(604_800))?;
    let common = Policy {
        max: Some(keys.time_or("retry_backoff_max", seconds(120))?),
        retries: Some(retries),
        // The wait that passes it is made, and the call after it is not.
        time_limit: Some(TimeLimit::new(limit, LimitRule::RefuseAt)),
        server_wait: ServerWait::Honor,
        ..growing(Unit::Second, Growth::constant(base.clone()))
    };
    match keys.word("retry_mode")? {
        Some("fixed") => Ok(Policy { first: FirstWait::Zero, ..common }),
        None | Some("exponential") => {
            let growth = Growth::Geometric { base, factor: whole(2) };
            Ok(Policy { first: FirstWait::Zero, growth, ..common })
        }
        Some(_) => Err(keys.fault("retry_mode", "is neither exponential nor fixed", "write exponential or fixed")),
    }
}

fn retrying(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let fixed = keys.time("wait_fixed")?;
    let max = keys.time("wait_exponential_max")?;
    // A cap alone makes the waits exponential too.
    let multiplier = keys.time("wait_exponential_multiplier")?.or_else(|| max.as_ref().map(|_| milliseconds(1)));
    if fixed.is_some() && multiplier.is_some() {
        let hint = "leave one of them out: the client takes the longer of the two each time";
        return Err(keys.fault("wait_fixed", "stands beside exponential waits", hint));
    }
    let growth = match multiplier {
        Some(base) => Growth::Geometric { base: base.times(&whole(2)), factor: whole(2) },
        None => Growth::constant(fixed.unwrap_or_else(Exact::zero)),
    };
    let calls = keys.count_or_endless("stop_max_attempt_number", None)?;
    Ok(Policy { max, retries: calls.map(|calls| calls.saturating_sub(1)), ..growing(Unit::Millisecond, growth) })
}
