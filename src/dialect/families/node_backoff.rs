//! Libraries and queues of JavaScript: exponential-backoff, kafkajs, bullmq, cockatiel, and the AWS SDK.

use super::{milliseconds, seconds, set_timeout, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Edge, Growth, Jitter, Order, Policy, RetryBudget, Rounding, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[EXPONENTIAL_BACKOFF, KAFKAJS, BULLMQ, COCKATIEL, AWS_SDK_JS];

const EXPONENTIAL_BACKOFF: Dialect = Dialect {
    name: "exponential-backoff",
    title: "exponential-backoff (npm)",
    version: "3.1.3, run",
    source: "exponential-backoff dist/delay/delay.base.js, dist/jitter",
    form: Form::Keys {
        calls: &["backOff"],
        positional: &[],
        within: &[],
        marks: &["numOfAttempts", "startingDelay", "timeMultiple", "delayFirstAttempt"],
    },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("numOfAttempts", Takes::Count, "10", "the calls, the first one among them"),
        Key::new("startingDelay", Takes::Duration, "100", "the first wait"),
        Key::new("timeMultiple", Takes::Number, "2", "the growth per retry"),
        Key::new("maxDelay", Takes::Duration, "Infinity", "the cap"),
        Key::new("jitter", Takes::Word, "none", "full draws each wait from 0"),
        Key::new("delayFirstAttempt", Takes::Flag, "false", "whether the first call is waited for too"),
        Key::new("retry", Takes::Other, "", "what is retried"),
    ],
    about: &["With delayFirstAttempt the first wait stands before the first call."],
    read: exponential_backoff,
};

const KAFKAJS: Dialect = Dialect {
    name: "kafkajs",
    title: "KafkaJS",
    version: "2.2.4, run",
    source: "kafkajs src/retry/index.js",
    form: Form::Keys {
        calls: &["Kafka"],
        positional: &[],
        within: &["retry"],
        marks: &["initialRetryTime", "maxRetryTime", "restartOnFailure"],
    },
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("retries", Takes::Count, "5", "the retries"),
        Key::new("initialRetryTime", Takes::Duration, "300", "the first wait before jitter"),
        Key::new("maxRetryTime", Takes::Duration, "30000", "the cap on one wait"),
        Key::new("multiplier", Takes::Number, "2", "the growth per retry"),
        Key::new("factor", Takes::Number, "0.2", "the jitter, as a share"),
        Key::new("restartOnFailure", Takes::Other, "", "whether a consumer starts anew"),
    ],
    about: &[
        "`factor` is the jitter and `multiplier` the growth.",
        "Each wait is drawn around the one before as it was drawn, so the band widens from retry to retry.",
        "maxRetryTime caps one wait, not the time of all.",
    ],
    read: kafkajs,
    ..EXPONENTIAL_BACKOFF
};

const BULLMQ: Dialect = Dialect {
    name: "bullmq",
    title: "BullMQ",
    version: "6.7.0, run",
    source: "bullmq classes/backoffs.js",
    form: Form::Keys { calls: &["add"], positional: &[], within: &["defaultJobOptions"], marks: &["backoff"] },
    cap: Cap::None,
    keys: &[
        Key::new("attempts", Takes::Count, "1", "the calls, the first one among them"),
        Key::new("backoff", Takes::Other, "", "milliseconds, or type, fixed or exponential, delay and jitter, 0 to 1"),
    ],
    about: &["Jitter only shortens waits."],
    read: bullmq,
    ..EXPONENTIAL_BACKOFF
};

const COCKATIEL: Dialect = Dialect {
    name: "cockatiel",
    title: "cockatiel (npm)",
    version: "3.2.1, run",
    source: "cockatiel backoff/ExponentialBackoff.ts, ExponentialBackoffGenerators.ts",
    form: Form::Keys {
        calls: &["ExponentialBackoff", "retry"],
        positional: &[],
        within: &[],
        marks: &["generator", "initialDelay"],
    },
    counts: Counts::Retries,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "Infinity", "the retries, although its name says otherwise"),
        Key::new(
            "backoff",
            Takes::Other,
            "",
            "new ExponentialBackoff({…}) with the keys below, ConstantBackoff(…) or IterableBackoff([…])",
        ),
        Key::new("generator", Takes::Word, "decorrelatedJitterGenerator", "none, full, half or decorrelated jitter"),
        Key::new("initialDelay", Takes::Duration, "128", "the first wait before jitter"),
        Key::new("maxDelay", Takes::Duration, "30000", "the cap"),
        Key::new("exponent", Takes::Number, "2", "the growth per retry of decorrelated jitter alone"),
    ],
    about: &[
        "`maxAttempts` of the retry policy counts retries; retry(…) without a backoff makes them at once.",
        "The default generator is Polly's decorrelated jitter V2, whose waits are cut to maxDelay.",
    ],
    read: cockatiel,
    ..EXPONENTIAL_BACKOFF
};

const AWS_SDK_JS: Dialect = Dialect {
    name: "aws-sdk-js",
    title: "AWS SDK for JavaScript v3",
    version: "@smithy/util-retry 4.6.2, run",
    source: "@smithy/util-retry (standardRetryBackoffStrategy)",
    form: Form::Keys {
        calls: &["StandardRetryStrategy", "ConfiguredRetryStrategy"],
        positional: &["maxAttempts"],
        within: &[],
        marks: &["maxAttempts"],
    },
    recognised: false,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("throttled", Takes::Flag, "false", "whether the error is a throttling one, which waits longer"),
        Key::new("retryMode", Takes::Word, "standard", "standard or adaptive"),
    ],
    about: &["Beside the waits a token bucket of 500 limits retries: each costs 14, one after throttling 5."],
    read: aws_sdk_js,
    ..EXPONENTIAL_BACKOFF
};

fn growing(growth: Growth) -> Policy {
    let growing = Policy::growing(true, Some(Unit::Millisecond), growth);
    Policy { server_wait: ServerWait::Ignore, timer: Some(set_timeout()), ..growing }
}

/// The retries of a number of calls.
fn of_calls(keys: &Keys<'_>, name: &str, default: u64) -> Result<Option<u64>, Fault> {
    match keys.count_or_endless(name, Some(default))? {
        None => Ok(None),
        Some(calls) => match calls.checked_sub(1) {
            Some(retries) => Ok(Some(retries)),
            None => Err(keys.fault(name, "no call at all is left", "write 1 or more")),
        },
    }
}

fn exponential_backoff(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("startingDelay", milliseconds(100))?;
    let factor = keys.number_or("timeMultiple", whole(2))?;
    let jitter = match keys.word("jitter")? {
        None | Some("none") => Jitter::None,
        Some("full") => Jitter::Full,
        Some(other) => return Err(keys.fault("jitter", format!("`{other}` is none"), "write `full` or `none`")),
    };
    Ok(Policy {
        max: keys.time_or_endless("maxDelay", None)?,
        jitter,
        retries: of_calls(keys, "numOfAttempts", 10)?,
        before_first: keys.flag("delayFirstAttempt", false)?,
        ..growing(Growth::Geometric { base, factor })
    })
}

fn kafkajs(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("initialRetryTime", milliseconds(300))?;
    let factor = keys.number_or("multiplier", whole(2))?;
    let share = keys.number_or("factor", Exact::new(2, -1))?;
    Ok(Policy {
        max: keys.time_or_endless("maxRetryTime", Some(seconds(30)))?,
        jitter: if share.is_zero() { Jitter::None } else { Jitter::Compounding(share) },
        order: Order::JitterThenCap,
        rounding: Rounding::Up(milliseconds(1)),
        retries: keys.count_or_endless("retries", Some(5))?,
        ..growing(Growth::Geometric { base, factor })
    })
}

fn bullmq(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let time = |node| crate::dialect::keys::time(node, Some(Unit::Millisecond));
    let retries = of_calls(keys, "attempts", 1)?;
    // Redis keeps a job that waits, and no timer.
    let growing = |growth| Policy { timer: None, ..growing(growth) };
    let Some(backoff) = keys.node("backoff") else {
        return Ok(Policy { retries, ..growing(Growth::constant(Exact::zero())) });
    };
    if !matches!(backoff.value, Value::Map(_)) {
        return Ok(Policy { retries, ..growing(Growth::constant(time(backoff)?)) });
    }
    let base = backoff.get("delay").map(time).transpose()?.unwrap_or_else(Exact::zero);
    let growth = match backoff.get("type").and_then(|it| it.scalar()) {
        Some("fixed") => Growth::constant(base),
        Some("exponential") => Growth::Geometric { base, factor: whole(2) },
        _ => return Err(keys.fault("backoff", "its type is not read", "write `fixed` or `exponential`")),
    };
    let share = backoff.get("jitter").map(crate::dialect::keys::number).transpose()?.unwrap_or_else(Exact::zero);
    let Some(low) = whole(1).minus(&share) else {
        return Err(keys.fault("backoff", "its jitter is above 1", "write 0 to 1"));
    };
    let jitter = if share.is_zero() { Jitter::None } else { Jitter::scaled(low, whole(1)) };
    Ok(Policy { jitter, retries, ..growing(growth) })
}

/// The waits of a `backoff` that is no ExponentialBackoff, and of `retry(…)` without one.
fn given(keys: &Keys<'_>) -> Result<Option<Growth>, Fault> {
    let time = |node| crate::dialect::keys::time(node, Some(Unit::Millisecond));
    let Some(backoff) = keys.node("backoff") else {
        return Ok(keys.called(&["retry"]).map(|_| Growth::constant(Exact::zero())));
    };
    let unknown = || {
        let hint = "write `new ExponentialBackoff({…})`, `new ConstantBackoff(1000)` or `new IterableBackoff([…])`";
        keys.fault("backoff", "is no backoff whose waits are known here", hint)
    };
    let Value::Calls(calls) = &backoff.value else { return Err(unknown()) };
    let [call] = calls.as_slice() else { return Err(unknown()) };
    match (call.short_name(), call.args.as_slice()) {
        ("ExponentialBackoff", _) => Ok(None),
        ("ConstantBackoff", [wait]) => Ok(Some(Growth::constant(time(&wait.value)?))),
        ("IterableBackoff", [waits]) => match &waits.value.value {
            Value::List(waits) => Ok(Some(Growth::Table(waits.iter().map(time).collect::<Result<_, _>>()?))),
            _ => Err(unknown()),
        },
        _ => Err(unknown()),
    }
}

fn cockatiel(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = keys.count_or_endless("maxAttempts", None)?;
    if let Some(growth) = given(keys)? {
        return Ok(Policy { retries, ..growing(growth) });
    }
    if let Some(policy) = keys.nested("backoff", &COCKATIEL)? {
        return Ok(Policy { retries, ..policy });
    }
    let base = keys.time_or("initialDelay", milliseconds(128))?;
    let is_other_growth = keys.number("exponent")?.is_some_and(|exponent| exponent != whole(2));
    let plain = |jitter| {
        // noJitterGenerator doubles, whatever the exponent, and the next two draw within it.
        let growth = Growth::Geometric { base: base.clone(), factor: whole(2) };
        Policy { jitter, grain: Some(milliseconds(1)), ..growing(growth) }
    };
    let policy = match keys.word("generator")? {
        Some("noJitterGenerator") => Policy { grain: None, ..plain(Jitter::None) },
        Some("fullJitterGenerator") => plain(Jitter::Full),
        Some("halfJitterGenerator") => plain(Jitter::between(Edge::share(Exact::new(5, -1)), Edge::wait())),
        None | Some("decorrelatedJitterGenerator") => {
            let growth = Growth::Geometric { base: base.clone(), factor: whole(2) };
            Policy { jitter: Jitter::DecorrelatedV2, order: Order::JitterThenCap, ..growing(growth) }
        }
        Some(_) => {
            let hint = "write one of noJitterGenerator, fullJitterGenerator, halfJitterGenerator, \
                        decorrelatedJitterGenerator";
            return Err(keys.fault("generator", "a generator of one's own is not read", hint));
        }
    };
    if is_other_growth && policy.jitter == Jitter::DecorrelatedV2 {
        let hint = "leave exponent out: the waits of this generator are known for 2";
        return Err(keys.fault("exponent", "another growth than 2 is not read with decorrelated jitter", hint));
    }
    if is_other_growth {
        keys.ignored("exponent", "this generator doubles each wait, whatever the exponent");
    }
    Ok(Policy { max: keys.time_or_endless("maxDelay", Some(seconds(30)))?, retries, ..policy })
}

fn aws_sdk_js(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let throttled = keys.flag("throttled", false)?;
    let base = if throttled { seconds(1) } else { milliseconds(50) };
    keys.asks.retry_budget = Some(RetryBudget::aws(if throttled { 5 } else { 14 }));
    Ok(Policy {
        max: Some(seconds(20)),
        jitter: Jitter::Full,
        grain: Some(milliseconds(1)),
        retries: of_calls(keys, "maxAttempts", 3)?,
        ..growing(Growth::Geometric { base, factor: whole(2) })
    })
}
