//! node-retry and what is built on it or like it: async-retry, p-retry.

use super::milliseconds;
use crate::diagnostic::{Code, Severity};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Growth, Jitter, LimitRule, Order, Policy, Rounding, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[NODE_RETRY, ASYNC_RETRY, P_RETRY, P_RETRY_6];

const RETRIES: Key = Key::new("retries", Takes::Count, "10", "the retries");
const FACTOR: Key = Key::new("factor", Takes::Number, "2", "the growth per retry");
const MIN_TIMEOUT: Key = Key::new("minTimeout", Takes::Duration, "1000", "the first wait");
const MAX_TIMEOUT: Key = Key::new("maxTimeout", Takes::Duration, "Infinity", "the cap");
const UNREF: Key = Key::new("unref", Takes::Other, "", "whether the timers keep the process");

const NODE_RETRY: Dialect = Dialect {
    name: "node-retry",
    title: "node-retry (npm retry)",
    version: "0.13.1, run",
    source: "retry lib/retry.js (timeouts, createTimeout), lib/retry_operation.js",
    form: Form::Keys {
        calls: &["operation", "timeouts"],
        positional: &[],
        within: &[],
        marks: &["minTimeout", "randomize", "maxRetryTime"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        RETRIES,
        FACTOR,
        MIN_TIMEOUT,
        MAX_TIMEOUT,
        Key::new("randomize", Takes::Flag, "false", "whether each wait is multiplied by 1 to 2 at random"),
        Key::new("maxRetryTime", Takes::Duration, "Infinity", "the time after which a failed call is the last"),
        Key::new("forever", Takes::Flag, "false", "whether the last wait repeats without an end"),
        UNREF,
    ],
    about: &[
        "A random wait is longer than the plain one, never shorter.",
        "maxRetryTime is compared after a call, so the last wait may pass it.",
        "All waits are drawn before the first call and sorted: with a factor below 1 the shortest comes first.",
        "With forever the last wait of the list repeats; there are no more than retries different ones.",
    ],
    read,
};

const ASYNC_RETRY: Dialect = Dialect {
    name: "async-retry",
    title: "async-retry (npm)",
    version: "1.3.3, run",
    source: "async-retry lib/index.js; retry lib/retry.js",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &[],
        marks: &["minTimeout", "randomize", "maxRetryTime", "onRetry"],
    },
    keys: &[
        RETRIES,
        FACTOR,
        MIN_TIMEOUT,
        MAX_TIMEOUT,
        Key::new("randomize", Takes::Flag, "true", "whether each wait is multiplied by 1 to 2 at random"),
        Key::new("maxRetryTime", Takes::Duration, "Infinity", "the time after which a failed call is the last"),
        Key::new("forever", Takes::Flag, "false", "whether the last wait repeats without an end"),
        UNREF,
        Key::new("onRetry", Takes::Other, "", "what is called before a retry"),
    ],
    about: &["The options are node-retry's, but waits are random unless randomize is false."],
    ..NODE_RETRY
};

const P_RETRY: Dialect = Dialect {
    name: "p-retry",
    title: "p-retry (npm)",
    version: "7.1.1, run",
    source: "p-retry index.js (calculateDelay, onAttemptFailure)",
    form: Form::Keys {
        calls: &["pRetry"],
        positional: &[],
        within: &[],
        marks: &["minTimeout", "randomize", "maxRetryTime", "onFailedAttempt", "shouldConsumeRetry"],
    },
    keys: &[
        RETRIES,
        FACTOR,
        MIN_TIMEOUT,
        MAX_TIMEOUT,
        Key::new("randomize", Takes::Flag, "false", "whether each wait is multiplied by 1 to 2 at random"),
        Key::new("maxRetryTime", Takes::Duration, "Infinity", "the time that the last wait is cut to"),
        UNREF,
        Key::new("signal", Takes::Other, "", "what ends the retries"),
        Key::new("onFailedAttempt", Takes::Other, "", "what is called after a failed call"),
        Key::new("shouldRetry", Takes::Other, "", "what is retried"),
        Key::new("shouldConsumeRetry", Takes::Other, "", "which retries are counted"),
    ],
    about: &[
        "maxRetryTime cuts the last wait to what is left; up to p-retry 6, which wraps node-retry, it may be passed.",
        "A TypeError that is no network error is not retried.",
    ],
    ..NODE_RETRY
};

const P_RETRY_6: Dialect = Dialect {
    name: "p-retry-6",
    title: "p-retry up to 6 (npm)",
    version: "6.2.1, run",
    source: "p-retry index.js; retry lib/retry.js",
    recognised: false,
    keys: &[
        RETRIES,
        FACTOR,
        MIN_TIMEOUT,
        MAX_TIMEOUT,
        Key::new("randomize", Takes::Flag, "false", "whether each wait is multiplied by 1 to 2 at random"),
        Key::new("maxRetryTime", Takes::Duration, "Infinity", "the time after which a failed call is the last"),
        Key::new("forever", Takes::Flag, "false", "whether the last wait repeats without an end"),
        UNREF,
        Key::new("signal", Takes::Other, "", "what ends the retries"),
        Key::new("onFailedAttempt", Takes::Other, "", "what is called after a failed call"),
        Key::new("shouldRetry", Takes::Other, "", "what is retried"),
    ],
    about: &["The waits are node-retry's: sorted, and the last one may pass maxRetryTime."],
    ..P_RETRY
};

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let is_p_retry = keys.dialect() == "p-retry";
    let mut base = keys.time_or("minTimeout", milliseconds(1000))?;
    let one = milliseconds(1);
    if base < one && !is_p_retry {
        keys.clamped("minTimeout", "a minTimeout below 1 ms is read as 1 ms");
        base = one.clone();
    }
    let max = keys.time_or_endless("maxTimeout", None)?;
    if max.as_ref().is_some_and(|max| *max < base) && !is_p_retry {
        return Err(keys.fault("maxTimeout", "it is below minTimeout, which node-retry refuses", "write a longer one"));
    }
    let mut factor = keys.number_or("factor", Exact::new(2, 0))?;
    if factor.is_zero() && is_p_retry {
        keys.clamped("factor", "a factor of 0 is read as 1");
        factor = Exact::new(1, 0);
    }
    let random = keys.flag("randomize", keys.dialect() == "async-retry")?;
    let limit = keys.time_or_endless("maxRetryTime", None)?;
    let rule = if is_p_retry { LimitRule::Truncate } else { LimitRule::Overrun };
    let forever = !is_p_retry && keys.flag("forever", false)?;
    let retries = keys.count_or_endless("retries", Some(10))?;
    let growth = match retries {
        Some(retries) if !is_p_retry && (forever || factor < Exact::new(1, 0)) => {
            let Some(waits) = list(&base, &factor, retries, max.as_ref()) else {
                let message = format!("more than {LISTED} waits that grow shorter are not read");
                return Err(keys.fault("retries", message, "write fewer retries, or a factor of 1 or more"));
            };
            if forever {
                let message = format!("after retry {} each wait is as long as that one", retries.max(1));
                keys.note(Code::ClientArithmetic, Severity::Note, "forever", message);
            }
            Growth::Table(waits)
        }
        _ => Growth::Geometric { base, factor },
    };
    Ok(Policy {
        max,
        jitter: if random { Jitter::scaled(Exact::new(1, 0), Exact::new(2, 0)) } else { Jitter::None },
        order: Order::JitterThenCap,
        rounding: Rounding::Nearest(one),
        retries: retries.filter(|_| !forever),
        time_limit: limit.map(|after| TimeLimit::new(after, rule)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), growth)
    })
}

/// The most waits that are listed one by one.
const LISTED: u64 = 1000;

/// The waits as node-retry makes them before the first call: one for each retry and at least one, sorted. `None` where
/// there are too many.
fn list(base: &Exact, factor: &Exact, retries: u64, max: Option<&Exact>) -> Option<Vec<Exact>> {
    let shrinks = *factor < Exact::new(1, 0);
    if shrinks && retries > LISTED {
        return None;
    }
    let mut waits = vec![base.clone()];
    while let Some(last) = waits.last() {
        let count = u64::try_from(waits.len()).unwrap_or(u64::MAX);
        // From the cap on, all that would follow is the cap.
        let held = max.is_some_and(|max| last >= max) && !shrinks;
        if count >= retries || count >= LISTED || held {
            break;
        }
        let next = last.times(factor);
        waits.push(next);
    }
    if shrinks {
        waits.reverse();
    }
    Some(waits)
}
