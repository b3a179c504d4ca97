//! HTTP clients of Python with retries beside them: aiohttp-retry and httpx-retries.

use super::{seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::time;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[AIOHTTP_RETRY, HTTPX_RETRIES];

const CLASSES: &[&str] = &["ExponentialRetry", "JitterRetry", "RandomRetry", "ListRetry", "FibonacciRetry"];

const AIOHTTP_RETRY: Dialect = Dialect {
    name: "aiohttp-retry",
    title: "aiohttp-retry (Python)",
    version: "2.9.1, run",
    source: "aiohttp_retry retry_options.py (get_timeout), client.py (_do_request)",
    form: Form::Keys {
        calls: CLASSES,
        positional: &[],
        within: &["retry_options"],
        marks: &["start_timeout", "random_interval_size", "retry_all_server_errors"],
    },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Passed,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("attempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("start_timeout", Takes::Duration, "0.1", "the first wait over the factor"),
        Key::new("max_timeout", Takes::Duration, "30, or 3", "the cap; 3 of RandomRetry and FibonacciRetry"),
        Key::new("factor", Takes::Number, "2", "the growth per retry"),
        Key::new("random_interval_size", Takes::Number, "2", "JitterRetry: this to the power of factor is added"),
        Key::new("min_timeout", Takes::Duration, "0.1", "RandomRetry: the shortest wait"),
        Key::new("multiplier", Takes::Number, "1", "FibonacciRetry: half the first wait in seconds"),
        Key::new("timeouts", Takes::Other, "", "ListRetry: the waits; the first one is never used"),
        Key::new("statuses", Takes::Other, "", "the statuses that are retried beside 5xx"),
        Key::new("exceptions", Takes::Other, "", "the exceptions that are retried; none unless written"),
        Key::new("methods", Takes::Other, "", "the methods that are retried, all unless written"),
        Key::new("retry_all_server_errors", Takes::Other, "True", "whether every 5xx is retried"),
        Key::new("evaluate_response_callback", Takes::Other, "", "what else is retried"),
    ],
    about: &[
        "The waits begin a step late: the first of ExponentialRetry is start_timeout × factor.",
        "Without a class they are those of ExponentialRetry, or of the one whose arguments are written.",
        "FibonacciRetry goes on where the request before ended, and does not begin anew.",
        "Retry-After is not read, and no exception is retried unless exceptions says so.",
    ],
    read: aiohttp_retry,
};

const HTTPX_RETRIES: Dialect = Dialect {
    name: "httpx-retries",
    title: "httpx-retries (Python)",
    version: "0.6.0, run",
    source: "httpx_retries retry.py (backoff_strategy, _calculate_sleep, is_exhausted)",
    form: Form::Keys {
        // A `Retry` alone is taken for urllib3's, unless an argument is this one's own.
        calls: &["RetryTransport"],
        positional: &["total"],
        within: &["retry"],
        marks: &["max_backoff_wait", "total_timeout", "retry_on_exceptions", "validate_response"],
    },
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("total", Takes::Count, "10", "the retries"),
        Key::new("backoff_factor", Takes::Duration, "0", "half the first wait"),
        Key::new("max_backoff_wait", Takes::Duration, "120", "the cap, of Retry-After too"),
        Key::new("backoff_jitter", Takes::Number, "1.0", "the share of the wait that may be left out at random"),
        Key::new("total_timeout", Takes::Duration, "", "what all waits together are cut to"),
        Key::new("respect_retry_after_header", Takes::Flag, "True", "whether Retry-After replaces the wait"),
        Key::new("allowed_methods", Takes::Other, "", "the methods that are retried; POST and PATCH are not"),
        Key::new("status_forcelist", Takes::Other, "", "the statuses that are retried; 429, 502, 503 and 504"),
        Key::new("retry_on_exceptions", Takes::Other, "", "the exceptions that are retried"),
        Key::new("validate_response", Takes::Other, "", "what else is retried"),
        Key::new("attempts_made", Takes::Other, "", "the retries that were made"),
        Key::new("elapsed_sleep", Takes::Other, "", "the time that was waited"),
    ],
    about: &[
        "The names are urllib3's and the waits are not: the first is twice the factor and not 0, and each is drawn from \
         0 unless backoff_jitter says otherwise.",
        "Retry-After is cut to max_backoff_wait.",
    ],
    read: httpx_retries,
    ..AIOHTTP_RETRY
};

/// The class that is called, or the one that has the arguments.
fn class(keys: &Keys<'_>) -> &'static str {
    let marks = [
        ("random_interval_size", "JitterRetry"),
        ("min_timeout", "RandomRetry"),
        ("timeouts", "ListRetry"),
        ("multiplier", "FibonacciRetry"),
    ];
    let by_key = || marks.iter().find(|(key, _)| keys.has(key)).map(|(_, class)| *class);
    keys.called(CLASSES).or_else(by_key).unwrap_or("ExponentialRetry")
}

fn aiohttp_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let class = class(keys);
    let own: &[&str] = match class {
        "ListRetry" => &["timeouts"],
        "FibonacciRetry" => &["attempts", "multiplier", "max_timeout"],
        "RandomRetry" => &["attempts", "min_timeout", "max_timeout"],
        "JitterRetry" => &["attempts", "start_timeout", "max_timeout", "factor", "random_interval_size"],
        _ => &["attempts", "start_timeout", "max_timeout", "factor"],
    };
    let all = ["attempts", "start_timeout", "max_timeout", "factor", "random_interval_size", "min_timeout"];
    let strange = all.iter().chain(&["multiplier", "timeouts"]).find(|name| keys.has(name) && !own.contains(name));
    if let Some(name) = strange {
        return Err(keys.fault(name, format!("is no argument of {class}"), format!("it takes {}", own.join(", "))));
    }
    let calls = keys.count_or("attempts", 3)?;
    let common = Policy {
        // There is a first call whatever is written.
        retries: Some(calls.saturating_sub(1)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::constant(Exact::zero()))
    };
    match class {
        "ListRetry" => list(keys, common),
        "FibonacciRetry" => {
            let unit = keys.number_or("multiplier", whole(1))?.times(&seconds(1));
            let growth = Growth::Fibonacci { first: unit.times_whole(2), second: unit.times_whole(3) };
            Ok(Policy { max: Some(keys.time_or("max_timeout", seconds(3))?), growth, ..common })
        }
        "RandomRetry" => {
            let least = keys.time_or("min_timeout", Exact::new(1, 8))?;
            let most = keys.time_or("max_timeout", seconds(3))?;
            if most < least {
                return Err(keys.fault("max_timeout", "it is below min_timeout", "write a longer one"));
            }
            Ok(Policy { growth: Growth::constant(most), jitter: Jitter::from(least), ..common })
        }
        _ => {
            let factor = keys.number_or("factor", whole(2))?;
            let base = keys.time_or("start_timeout", Exact::new(1, 8))?.times(&factor);
            let message = "the exponent begins with 1, so the first wait is start_timeout × factor";
            keys.note(Code::FirstWaitShifted, Severity::Note, "start_timeout", message);
            let jitter = if class == "JitterRetry" { power(keys, &factor)? } else { Jitter::None };
            let max = Some(keys.time_or("max_timeout", seconds(30))?);
            Ok(Policy { growth: Growth::Geometric { base, factor }, max, jitter, ..common })
        }
    }
}

/// The waits of a list, whose first one is never used.
fn list(keys: &Keys<'_>, common: Policy) -> Result<Policy, Fault> {
    let waits = keys.node("timeouts").map_or(&[][..], Node::items).iter().map(|item| time(item, Some(Unit::Second)));
    let waits = waits.collect::<Result<Vec<_>, _>>()?;
    let retries = u64::try_from(waits.len()).ok().and_then(|calls| calls.checked_sub(1));
    if retries.is_none() {
        return Err(keys.fault("timeouts", "there is no list of waits", "write `timeouts=[0, 1, 2]`"));
    }
    Ok(Policy { growth: Growth::Table(waits.into_iter().skip(1).collect()), retries, ..common })
}

/// U(0, size) to the power of factor is added, in seconds; most draws are short where the factor is above 1.
fn power(keys: &Keys<'_>, factor: &Exact) -> Result<Jitter, Fault> {
    let size = keys.number_or("random_interval_size", whole(2))?;
    let powers = (1..=64u64).find(|it| whole(*it) == *factor);
    let most = match powers {
        Some(powers) => (1..powers).fold(size.clone(), |product, _| product.times(&size)),
        None if size == whole(1) => size,
        None => {
            let hint = "write a whole factor, or a random_interval_size of 1";
            return Err(keys.fault("factor", "the power of a factor that is not whole is not read", hint));
        }
    };
    let mut jitter = Jitter::added(most.times(&seconds(1)));
    if let Jitter::Between(band) = &mut jitter {
        band.even = powers == Some(1);
    }
    Ok(jitter)
}

fn httpx_retries(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("backoff_factor", Exact::zero())?.times_whole(2);
    let share = keys.number_or("backoff_jitter", whole(1))?;
    let Some(low) = whole(1).minus(&share) else {
        return Err(keys.fault("backoff_jitter", "more than 1 is refused by httpx-retries", "write 0 to 1"));
    };
    let limit = keys.time("total_timeout")?;
    let listens = keys.flag("respect_retry_after_header", true)?;
    Ok(Policy {
        max: Some(keys.time_or("max_backoff_wait", seconds(120))?),
        jitter: if share.is_zero() { Jitter::None } else { Jitter::between(Edge::share(low), Edge::wait()) },
        order: Order::JitterThenCap,
        retries: Some(keys.count_or("total", 10)?),
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Truncate).of_waits()),
        server_wait: if listens { ServerWait::Clamp } else { ServerWait::Ignore },
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor: whole(2) })
    })
}
