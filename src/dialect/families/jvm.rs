//! Libraries of the JVM: Spring Retry, Spring Framework, Failsafe, gax-java.

use super::resilience4j::RESILIENCE4J;
use super::{milliseconds, seconds, whole};
use crate::dialect::keys::{number, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, Rounding, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[SPRING_RETRY, SPRING, SPRING_BACKOFF, FAILSAFE, GAX_JAVA];

const SPRING_RETRY: Dialect = Dialect {
    name: "spring-retry",
    title: "Spring Retry @Retryable",
    version: "2.x, the growth run",
    source: "spring-retry backoff/ExponentialBackOffPolicy.java, annotation/Backoff.java",
    form: Form::Keys {
        calls: &["Retryable"],
        positional: &[],
        within: &[],
        marks: &["maxAttemptsExpression", "noRetryFor", "retryFor"],
    },
    cap: Cap::TakesJitter,
    loose_keys: false,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("backoff", Takes::Other, "@Backoff", "@Backoff(delay = 1000, multiplier, maxDelay = 30000, random)"),
        Key::new("maxAttemptsExpression", Takes::Other, "", "the calls, as an expression"),
        Key::new("value", Takes::Other, "", "the exceptions that are retried"),
        Key::new("include", Takes::Other, "", "the exceptions that are retried"),
        Key::new("exclude", Takes::Other, "", "the exceptions that are not retried"),
        Key::new("retryFor", Takes::Other, "", "the exceptions that are retried"),
        Key::new("noRetryFor", Takes::Other, "", "the exceptions that are not retried"),
        Key::new("label", Takes::Other, "", "a name"),
        Key::new("recover", Takes::Other, "", "what is called in the end"),
    ],
    about: &[
        "`maxAttempts` counts the first call too; Spring Framework 7 has `maxRetries`, which does not.",
        "With `random` each wait is multiplied by a number from 1 to the multiplier, before the cap.",
    ],
    read: spring_retry,
    ..RESILIENCE4J
};

const SPRING: Dialect = Dialect {
    name: "spring",
    title: "Spring Framework 7 @Retryable",
    version: "7.0, read",
    source: "spring-core core/retry/RetryPolicy.java, util/backoff/ExponentialBackOff.java",
    form: Form::Keys { calls: &["Retryable"], positional: &[], within: &[], marks: &["maxRetriesString"] },
    counts: Counts::Retries,
    cap: Cap::Holds,
    keys: &[
        Key::new("maxRetries", Takes::Count, "3", "the retries"),
        Key::new("delay", Takes::Duration, "1000", "the first wait"),
        Key::new("multiplier", Takes::Number, "1.0", "the growth per retry"),
        Key::new("maxDelay", Takes::Duration, "no limit", "the cap"),
        Key::new("jitter", Takes::Duration, "0", "the jitter of the first wait; it grows as the wait does"),
        Key::new("maxRetriesString", Takes::Other, "", "the retries, as an expression; not read"),
        Key::new("value", Takes::Other, "", "the exceptions that are retried"),
        Key::new("includes", Takes::Other, "", "the exceptions that are retried"),
        Key::new("excludes", Takes::Other, "", "the exceptions that are not retried"),
        Key::new("predicate", Takes::Other, "", "which exceptions are retried"),
    ],
    about: &[
        "`maxRetries` counts retries; Spring Retry's `maxAttempts` counted the first call too.",
        "Jitter lengthens and shortens waits, but none is below the delay or above maxDelay: the first can only be longer, \
         and one at maxDelay only shorter.",
    ],
    read: spring,
    ..SPRING_RETRY
};

const SPRING_BACKOFF: Dialect = Dialect {
    name: "spring-backoff",
    title: "Spring ExponentialBackOff",
    version: "4.3.30, run; the same rules in 7.0",
    source: "spring-core util/backoff/ExponentialBackOff.java",
    form: Form::Keys {
        calls: &["ExponentialBackOff"],
        positional: &["initialInterval", "multiplier"],
        within: &[],
        marks: &["maxElapsedTime"],
    },
    counts: Counts::Retries,
    cap: Cap::Holds,
    keys: &[
        Key::new("initialInterval", Takes::Duration, "2000", "the first wait"),
        Key::new("multiplier", Takes::Number, "1.5", "the growth per retry"),
        Key::new("maxInterval", Takes::Duration, "30000", "the cap"),
        Key::new("jitter", Takes::Duration, "0", "the jitter of the first wait, from 7.0 on"),
        Key::new("maxElapsedTime", Takes::Duration, "no limit", "the sum of waits after which there is none"),
        Key::new("maxAttempts", Takes::Count, "no limit", "the waits"),
    ],
    about: &["`maxElapsedTime` is compared with the waits before, so the last one may pass it."],
    read: spring_backoff,
    ..SPRING_RETRY
};

const FAILSAFE: Dialect = Dialect {
    name: "failsafe",
    title: "Failsafe RetryPolicy (Java)",
    version: "3.x, read",
    source: "failsafe RetryPolicyBuilder.java, internal/RetryPolicyExecutor.java",
    form: Form::Keys {
        calls: &["builder", "ofDefaults"],
        positional: &[],
        within: &[],
        marks: &["withBackoff", "withMaxRetries", "withMaxAttempts", "withMaxDuration"],
    },
    counts: Counts::Depends,
    cap: Cap::Passed,
    unit: None,
    keys: &[
        Key::new("withMaxRetries", Takes::Count, "2", "the retries; -1 for no limit"),
        Key::new("withMaxAttempts", Takes::Count, "3", "the calls, the first one among them; -1 for no limit"),
        Key::new("withDelay", Takes::Duration, "0", "each wait"),
        Key::new("withBackoff", Takes::Other, "", "the first wait, the cap, and the growth, 2"),
        Key::new("withJitter", Takes::Duration, "", "the jitter: a share of the wait, or a duration"),
        Key::new("withMaxDuration", Takes::Duration, "", "the time that no wait passes; the last one is cut"),
        Key::new("handle", Takes::Other, "", "the exceptions that are retried"),
        Key::new("handleIf", Takes::Other, "", "which exceptions are retried"),
        Key::new("handleResult", Takes::Other, "", "the results that are retried"),
        Key::new("build", Takes::Other, "", "makes the policy"),
    ],
    about: &["Jitter comes after the cap and passes it."],
    read: failsafe,
    ..SPRING_RETRY
};

const GAX_JAVA: Dialect = Dialect {
    name: "gax-java",
    title: "Google gax RetrySettings (Java)",
    version: "2.x, read",
    source: "gax ExponentialRetryAlgorithm.java, RetrySettings.java",
    form: Form::Keys {
        calls: &["newBuilder"],
        positional: &[],
        within: &[],
        marks: &["setInitialRetryDelay", "setInitialRetryDelayDuration", "setRetryDelayMultiplier"],
    },
    cap: Cap::Holds,
    unit: None,
    keys: &[
        Key::new("setInitialRetryDelay", Takes::Duration, "0", "the first wait before jitter"),
        Key::new("setInitialRetryDelayDuration", Takes::Duration, "0", "the same"),
        Key::new("setRetryDelayMultiplier", Takes::Number, "1.0", "the growth per retry"),
        Key::new("setMaxRetryDelay", Takes::Duration, "0", "the cap"),
        Key::new("setMaxRetryDelayDuration", Takes::Duration, "0", "the same"),
        Key::new("setMaxAttempts", Takes::Count, "0", "the calls, the first one among them; 0 for the time alone"),
        Key::new("setTotalTimeout", Takes::Duration, "0", "the time that no wait may pass; 0 for none"),
        Key::new("setTotalTimeoutDuration", Takes::Duration, "0", "the same"),
        Key::new("setJittered", Takes::Flag, "true", "whether each wait is drawn from 0"),
        Key::new("setInitialRpcTimeout", Takes::Other, "", "the most that the first call takes"),
        Key::new("setInitialRpcTimeoutDuration", Takes::Other, "", "the same"),
        Key::new("setRpcTimeoutMultiplier", Takes::Other, "", "the growth of that time"),
        Key::new("setMaxRpcTimeout", Takes::Other, "", "its cap"),
        Key::new("setMaxRpcTimeoutDuration", Takes::Other, "", "the same"),
        Key::new("build", Takes::Other, "", "makes the settings"),
    ],
    about: &["Each wait is a whole number of milliseconds from 0 up to, but not including, the grown wait."],
    read: gax_java,
    ..SPRING_RETRY
};

/// The instances and the shared configs, by their names.
/// Waits in whole milliseconds, each cut before the next grows.
pub(super) fn growing(base: Exact, factor: Exact) -> Policy {
    Policy {
        rounding: Rounding::Down(milliseconds(1)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor })
    }
}

/// The retries of a number of calls, of which there must be one.
pub(super) fn of_calls(keys: &Keys<'_>, name: &str, default: u64) -> Result<u64, Fault> {
    let calls = keys.count_or(name, default)?;
    let refused = || keys.fault(name, "0 calls are none at all", "write 1 or more");
    calls.checked_sub(1).ok_or_else(refused)
}

fn spring_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let call = match keys.node("backoff").map(|node| &node.value) {
        None => None,
        Some(Value::Calls(calls)) => calls.first(),
        Some(_) => return Err(keys.fault("backoff", "it is no @Backoff", "write @Backoff(delay = 1000)")),
    };
    let argument = |names: &[&str]| {
        let mut arguments = call.map_or(&[][..], |call| &call.args).iter();
        arguments.find(|it| names.contains(&it.key.as_str())).map(|it| &it.value)
    };
    let unit = Some(Unit::Millisecond);
    // `@Backoff(500)` is its value, which is the delay. An expression may be a plain number.
    let base = argument(&["delay", "value", "", "delayExpression"]).map(|node| time(node, unit)).transpose()?;
    let factor = argument(&["multiplier", "multiplierExpression"]).map(number).transpose()?;
    let factor = factor.filter(|factor| !factor.is_zero());
    let max = argument(&["maxDelay", "maxDelayExpression"]).map(|node| time(node, unit)).transpose()?;
    let random = argument(&["random"]).is_some_and(|node| node.value == Value::Bool(true));
    if argument(&["randomExpression"]).is_some() {
        return Err(keys.fault("backoff", "its randomExpression is not read", "write `random = true` or nothing"));
    }
    let base = base.unwrap_or_else(|| seconds(1));
    let expression = keys.node("maxAttemptsExpression").is_some();
    let calls = if expression { "maxAttemptsExpression" } else { "maxAttempts" };
    let retries = Some(of_calls(keys, calls, 3)?);
    let Some(factor) = factor else {
        if max.is_some() || random {
            let what = "a random wait without a multiplier is not read";
            return Err(keys.fault("backoff", what, "write a multiplier, or the delay alone"));
        }
        return Ok(Policy { retries, ..growing(base, whole(1)) });
    };
    // A maxDelay that is not above the delay is none.
    let max = max.filter(|max| *max > base).unwrap_or_else(|| seconds(30));
    let jitter = if random { Jitter::scaled(whole(1), factor.clone()) } else { Jitter::None };
    Ok(Policy { max: Some(max), jitter, order: Order::JitterThenCap, retries, ..growing(base, factor) })
}

fn spring(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("delay", seconds(1))?;
    Ok(Policy {
        max: keys.time_or_endless("maxDelay", None)?,
        retries: Some(keys.count_or("maxRetries", 3)?),
        ..stepped(keys, growing(base, keys.number_or("multiplier", whole(1))?))?
    })
}

/// The policy with the jitter of Spring Framework 7: whole milliseconds, the upper end left out.
fn stepped(keys: &Keys<'_>, policy: Policy) -> Result<Policy, Fault> {
    let each = keys.time_or("jitter", Exact::zero())?;
    if each.is_zero() {
        return Ok(policy);
    }
    Ok(Policy { jitter: Jitter::Stepped(each), grain: Some(milliseconds(1)), ..policy })
}

fn spring_backoff(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("initialInterval", seconds(2))?;
    let limit = keys.time_or_endless("maxElapsedTime", None)?;
    Ok(Policy {
        max: Some(keys.time_or("maxInterval", seconds(30))?),
        retries: keys.count_or_endless("maxAttempts", None)?,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Overrun).of_waits()),
        ..stepped(keys, growing(base, keys.number_or("multiplier", Exact::new(15, -1))?))?
    })
}

fn failsafe(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = match keys.count("withMaxAttempts")? {
        Some(calls) => u64::try_from(calls).ok().map(|calls| calls.saturating_sub(1)),
        None => keys.count_or_endless("withMaxRetries", Some(2))?,
    };
    let (base, factor, max) = match keys.node("withBackoff") {
        None => (keys.time_or("withDelay", Exact::zero())?, whole(1), None),
        Some(node) => {
            let hint = "write withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30))";
            let [base, max, rest @ ..] = node.items() else {
                return Err(keys.fault("withBackoff", "it has a first wait and a cap", hint));
            };
            let factor = rest.first().map(number).transpose()?.unwrap_or_else(|| whole(2));
            (time(base, None)?, factor, Some(time(max, None)?))
        }
    };
    let jitter = match keys.node("withJitter") {
        None => Jitter::None,
        Some(node) => match number(node) {
            Ok(share) => Jitter::Percent(share),
            Err(_) => {
                let most = time(node, None)?;
                Jitter::between(Edge { minus: most.clone(), ..Edge::wait() }, Edge::wait_and(most))
            }
        },
    };
    let limit = keys.time("withMaxDuration")?;
    Ok(Policy {
        max,
        jitter,
        retries,
        rounding: Rounding::Exact,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Truncate)),
        ..growing(base, factor)
    })
}

fn gax_java(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let either = |name: &str, other: &str| -> Result<Exact, Fault> {
        Ok(keys.time(other)?.or(keys.time(name)?).unwrap_or_else(Exact::zero))
    };
    let base = either("setInitialRetryDelay", "setInitialRetryDelayDuration")?;
    let max = either("setMaxRetryDelay", "setMaxRetryDelayDuration")?;
    let limit = either("setTotalTimeout", "setTotalTimeoutDuration")?;
    let factor = keys.number_or("setRetryDelayMultiplier", whole(1))?;
    let calls = keys.count_or("setMaxAttempts", 0)?;
    let jittered = keys.flag("setJittered", true)?;
    Ok(Policy {
        max: Some(max),
        jitter: if jittered { Jitter::Full } else { Jitter::None },
        grain: jittered.then(|| milliseconds(1)),
        // Without calls and without a time there is no retry at all.
        retries: if calls > 0 || limit.is_zero() { Some(calls.saturating_sub(1)) } else { None },
        time_limit: (!limit.is_zero()).then(|| TimeLimit::new(limit, LimitRule::Refuse)),
        ..growing(base, factor)
    })
}
