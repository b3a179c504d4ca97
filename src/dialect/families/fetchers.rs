//! HTTP clients of JavaScript: axios-retry, got, ky, undici, fetch-retry, gaxios.

use super::{milliseconds, seconds, set_timeout, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Edge, FirstWait, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Decimal, Exact, Unit};

pub(super) const ALL: &[Dialect] = &[AXIOS_RETRY, GOT, KY, UNDICI, FETCH_RETRY, GAXIOS];

const AXIOS_RETRY: Dialect = Dialect {
    name: "axios-retry",
    title: "axios-retry (npm)",
    version: "4.5.0, run",
    source: "axios-retry lib/index.ts (exponentialDelay, linearDelay, noDelay)",
    form: Form::Keys {
        calls: &["axiosRetry"],
        positional: &[],
        within: &[],
        marks: &["retryCondition", "shouldResetTimeout"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::None,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("retries", Takes::Count, "3", "the retries"),
        Key::new("retryDelay", Takes::Word, "noDelay", "noDelay, exponentialDelay or linearDelay(100)"),
        Key::new("shouldResetTimeout", Takes::Flag, "false", "whether axios' timeout begins anew with each call"),
        Key::new("retryCondition", Takes::Other, "", "what is retried"),
        Key::new("onRetry", Takes::Other, "", "what is called before a retry"),
        Key::new("onMaxRetryTimesExceeded", Takes::Other, "", "what is called in the end"),
        Key::new("validateResponse", Takes::Other, "", "which responses are failures"),
    ],
    about: &[
        "exponentialDelay begins with 200 ms, not with 100: its exponent begins with 1.",
        "Retry-After is a lower bound of the wait, with noDelay too.",
        "axios' timeout covers all calls and waits together, unless shouldResetTimeout is true.",
    ],
    read: axios_retry,
};

const GOT: Dialect = Dialect {
    name: "got",
    title: "got (npm)",
    version: "14.6.6, run",
    source: "got source/core/calculate-retry-delay.ts",
    form: Form::Keys {
        calls: &["got", "extend"],
        positional: &[],
        within: &["retry"],
        marks: &["noise", "enforceRetryRules", "calculateDelay", "errorCodes"],
    },
    cap: Cap::Passed,
    keys: &[
        Key::new("limit", Takes::Count, "2", "the retries"),
        Key::new("backoffLimit", Takes::Duration, "Infinity", "the cap before the noise"),
        Key::new("noise", Takes::Duration, "100", "what is added at random at the most; below 0 it is taken away"),
        Key::new("maxRetryAfter", Takes::Duration, "", "a longer Retry-After ends the retries"),
        Key::new("methods", Takes::Other, "", "the methods that are retried"),
        Key::new("statusCodes", Takes::Other, "", "the statuses that are retried"),
        Key::new("errorCodes", Takes::Other, "", "the errors that are retried"),
        Key::new("calculateDelay", Takes::Other, "", "a function of one's own"),
        Key::new("enforceRetryRules", Takes::Flag, "", "whether that function is bound by the rules"),
    ],
    about: &[
        "The base is 1 s and cannot be changed.",
        "A Retry-After above maxRetryAfter cancels the retry; it is not cut to it.",
    ],
    read: got,
    ..AXIOS_RETRY
};

const KY: Dialect = Dialect {
    name: "ky",
    title: "ky (npm)",
    version: "1.14.3, run",
    source: "ky source/core/Ky.ts (#calculateRetryDelay, #calculateDelay)",
    form: Form::Keys {
        calls: &["ky", "create", "extend"],
        positional: &[],
        within: &["retry"],
        marks: &["afterStatusCodes", "jitter", "retryOnTimeout"],
    },
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("limit", Takes::Count, "2", "the retries"),
        Key::new("retry", Takes::Count, "", "the retries too, where it is a number and no object"),
        Key::new("backoffLimit", Takes::Duration, "Infinity", "the cap"),
        Key::new("jitter", Takes::Flag, "", "true draws each wait from 0, before the cap"),
        Key::new("maxRetryAfter", Takes::Duration, "Infinity", "what Retry-After is cut to"),
        Key::new("methods", Takes::Other, "", "the methods that are retried"),
        Key::new("statusCodes", Takes::Other, "", "the statuses that are retried"),
        Key::new("afterStatusCodes", Takes::Other, "", "the statuses whose Retry-After counts"),
        Key::new("delay", Takes::Other, "", "a function of one's own"),
        Key::new("retryOnTimeout", Takes::Flag, "", "whether a timeout is retried"),
        Key::new("shouldRetry", Takes::Other, "", "what is retried"),
    ],
    about: &["The base is 300 ms and cannot be changed.", "A Retry-After above maxRetryAfter is cut to it."],
    read: ky,
    ..AXIOS_RETRY
};

const UNDICI: Dialect = Dialect {
    name: "undici",
    title: "undici RetryAgent, RetryHandler (npm)",
    version: "7.30.2, run",
    source: "undici lib/handler/retry-handler.js",
    form: Form::Keys {
        calls: &["RetryAgent", "RetryHandler", "retry"],
        positional: &[],
        within: &["retryOptions"],
        marks: &["timeoutFactor"],
    },
    cap: Cap::Holds,
    keys: &[
        Key::new("maxRetries", Takes::Count, "5", "the retries"),
        Key::new("minTimeout", Takes::Duration, "500", "the first wait"),
        Key::new("maxTimeout", Takes::Duration, "30000", "the cap, of Retry-After too"),
        Key::new("timeoutFactor", Takes::Number, "2", "the growth per retry"),
        Key::new("retryAfter", Takes::Flag, "true", "whether Retry-After counts"),
        Key::new("methods", Takes::Other, "", "the methods that are retried"),
        Key::new("statusCodes", Takes::Other, "", "the statuses that are retried"),
        Key::new("errorCodes", Takes::Other, "", "the errors that are retried"),
        Key::new("throwOnError", Takes::Other, "", "what happens after the last retry"),
        Key::new("retry", Takes::Other, "", "a function of one's own"),
    ],
    about: &["Retry-After is cut to maxTimeout."],
    read: undici,
    ..AXIOS_RETRY
};

const FETCH_RETRY: Dialect = Dialect {
    name: "fetch-retry",
    title: "fetch-retry (npm)",
    version: "6, read",
    source: "fetch-retry index.js",
    form: Form::Keys { calls: &["fetchRetry"], positional: &[], within: &[], marks: &["retryOn"] },
    keys: &[
        Key::new("retries", Takes::Count, "3", "the retries"),
        Key::new("retryDelay", Takes::Duration, "1000", "every wait"),
        Key::new("retryOn", Takes::Other, "[]", "the statuses that are retried; none unless written"),
    ],
    about: &["Without retryOn only network errors are retried."],
    read: fetch_retry,
    ..AXIOS_RETRY
};

const GAXIOS: Dialect = Dialect {
    name: "gaxios",
    title: "gaxios (npm)",
    version: "7.3.1, run",
    source: "gaxios src/retry.ts (getNextRetryDelay)",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &["retryConfig"],
        marks: &["noResponseRetries", "retryDelayMultiplier", "currentRetryAttempt"],
    },
    cap: Cap::Holds,
    keys: &[
        Key::new("retry", Takes::Count, "3", "the retries"),
        Key::new("retryDelay", Takes::Duration, "100", "the first wait, and no other"),
        Key::new("retryDelayMultiplier", Takes::Number, "2", "the growth per retry"),
        Key::new("maxRetryDelay", Takes::Duration, "Infinity", "the cap"),
        Key::new("totalTimeout", Takes::Duration, "Infinity", "the time that the last wait is cut to"),
        Key::new("noResponseRetries", Takes::Count, "2", "the retries where no response came"),
        Key::new("httpMethodsToRetry", Takes::Other, "", "the methods that are retried"),
        Key::new("statusCodesToRetry", Takes::Other, "", "the statuses that are retried"),
        Key::new("onRetryAttempt", Takes::Other, "", "what is called before a retry"),
        Key::new("shouldRetry", Takes::Other, "", "what is retried"),
        Key::new("retryBackoff", Takes::Other, "", "a function of one's own"),
    ],
    about: &["From the second wait on it is (2^k - 1) / 2 s, whatever retryDelay is: 500 ms, 1.5 s, 3.5 s."],
    read: gaxios,
    ..AXIOS_RETRY
};

fn growing(growth: Growth) -> Policy {
    Policy { timer: Some(set_timeout()), ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

fn doubling(base: Exact) -> Growth {
    Growth::Geometric { base, factor: whole(2) }
}

fn axios_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let unknown = |keys: &Keys<'_>| {
        let hint = "write `axiosRetry.exponentialDelay`, `axiosRetry.linearDelay(100)` or `axiosRetry.noDelay`";
        keys.fault("retryDelay", "a function of one's own is not read", hint)
    };
    let (name, factor) = match keys.node("retryDelay").map(|node| &node.value) {
        None => ("noDelay", None),
        Some(Value::Text(name)) => (name.rsplit('.').next().unwrap_or(name), None),
        Some(Value::Calls(calls)) => match calls.as_slice() {
            [call] => (call.short_name(), call.args.first().map(|arg| &arg.value)),
            _ => return Err(unknown(keys)),
        },
        Some(_) => return Err(unknown(keys)),
    };
    let step = factor.map(|it| crate::dialect::keys::time(it, Some(Unit::Millisecond))).transpose()?;
    let step = step.unwrap_or_else(|| milliseconds(100));
    let (growth, jitter) = match name {
        "noDelay" => (Growth::constant(Exact::zero()), Jitter::None),
        "exponentialDelay" => (doubling(step.times_whole(2)), Jitter::scaled(whole(1), Exact::new(12, -1))),
        "linearDelay" => (Growth::linear(step.clone(), step), Jitter::None),
        _ => return Err(unknown(keys)),
    };
    if name == "exponentialDelay" {
        let message = "the exponent begins with 1, so the first wait is twice the factor";
        keys.note(Code::FirstWaitShifted, Severity::Note, "retryDelay", message);
    }
    Ok(Policy {
        jitter,
        retries: keys.count_or_endless("retries", Some(3))?,
        server_wait: ServerWait::Floor,
        ..growing(growth)
    })
}

fn got(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("calculateDelay").is_some() {
        let hint = "write the waits that it comes to as a policy of holdoff's own";
        return Err(keys.fault("calculateDelay", "a function of one's own is not read", hint));
    }
    let below = keys.node("noise").and_then(|node| node.scalar()).and_then(|text| Decimal::parse(text).ok());
    let below = below.filter(|noise| noise.is_negative()).map(|noise| noise.magnitude().times(&milliseconds(1)));
    let noise = match &below {
        Some(noise) => noise.clone(),
        None => keys.time_or("noise", milliseconds(100))?,
    };
    if noise > milliseconds(100) {
        return Err(keys.fault("noise", "more than 100 ms is refused by got", "write -100 to 100"));
    }
    let limit = keys.time_or_endless("maxRetryAfter", None)?;
    let max = keys.time_or_endless("backoffLimit", None)?;
    let mut retries = keys.count_or_endless("limit", Some(2))?;
    if noise.is_zero() && max.as_ref().is_some_and(Exact::is_zero) {
        keys.ignored("limit", "a wait of 0 is no retry to got: there are none");
        retries = Some(0);
    }
    Ok(Policy {
        max,
        jitter: match below {
            _ if noise.is_zero() => Jitter::None,
            Some(noise) => Jitter::between(Edge { minus: noise, ..Edge::wait() }, Edge::wait()),
            None => Jitter::added(noise),
        },
        retries,
        server_wait: if limit.is_some() { ServerWait::Stop } else { ServerWait::Honor },
        server_limit: limit,
        ..growing(doubling(seconds(1)))
    })
}

fn ky(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("delay").is_some() {
        keys.ignored("delay", "a delay of one's own may change every wait, and is not read");
    }
    let full = keys.flag("jitter", false)?;
    let retries = keys.count_or_endless("limit", Some(2))?;
    let limit = keys.time_or_endless("maxRetryAfter", None)?;
    Ok(Policy {
        max: keys.time_or_endless("backoffLimit", None)?,
        jitter: if full { Jitter::Full } else { Jitter::None },
        order: Order::JitterThenCap,
        retries: keys.count_or_endless("retry", retries)?,
        server_wait: if limit.is_some() { ServerWait::Clamp } else { ServerWait::Honor },
        server_limit: limit,
        // ky cuts each wait to what the timer holds (maxSafeTimeout).
        timer: None,
        ..growing(doubling(milliseconds(300)))
    })
}

fn undici(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("minTimeout", milliseconds(500))?;
    let factor = keys.number_or("timeoutFactor", whole(2))?;
    let listens = keys.flag("retryAfter", true)?;
    Ok(Policy {
        max: keys.time_or_endless("maxTimeout", Some(seconds(30)))?,
        retries: keys.count_or_endless("maxRetries", Some(5))?,
        server_wait: if listens { ServerWait::Clamp } else { ServerWait::Ignore },
        ..growing(Growth::Geometric { base, factor })
    })
}

fn fetch_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let wait = keys.time_or("retryDelay", seconds(1))?;
    Ok(Policy {
        retries: keys.count_or_endless("retries", Some(3))?,
        server_wait: ServerWait::Ignore,
        ..growing(Growth::constant(wait))
    })
}

/// The first wait is `retryDelay`; after it 500 ms, then each × m + (m − 1) × 500 ms, which is (m^k − 1) / 2 s.
fn gaxios(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let factor = keys.number_or("retryDelayMultiplier", whole(2))?;
    let Some(more) = factor.minus(&whole(1)) else {
        return Err(keys.fault(
            "retryDelayMultiplier",
            "below 1 every wait but the first is below 0",
            "write 1 or more",
        ));
    };
    let plus = more.times(&milliseconds(500));
    let growth = Growth::Affine { base: plus.clone(), factor, plus };
    let limit = keys.time_or_endless("totalTimeout", None)?;
    let message = "retryDelay is the first wait alone; the later ones begin with 500 ms whatever it is";
    keys.note(Code::FirstWaitShifted, Severity::Note, "retryDelay", message);
    Ok(Policy {
        first: FirstWait::Extra(keys.time_or("retryDelay", milliseconds(100))?),
        max: keys.time_or_endless("maxRetryDelay", None)?,
        retries: keys.count_or_endless("retry", Some(3))?,
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Truncate)),
        server_wait: ServerWait::Ignore,
        ..growing(growth)
    })
}
