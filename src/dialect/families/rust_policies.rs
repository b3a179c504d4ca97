//! Crates of Rust whose policy is a builder or a struct: backoff, exponential-backoff, retry-policies, again.

use super::{capped_from_second, milliseconds, seconds, whole};
use crate::dialect::keys::time;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Band, Edge, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[BACKOFF, EXPONENTIAL_BACKOFF, RETRY_POLICIES, AGAIN];

const BACKOFF: Dialect = Dialect {
    name: "backoff-rust",
    title: "backoff (Rust)",
    version: "0.4.0, run",
    source: "backoff exponential.rs (next_backoff), default.rs, retry.rs",
    form: Form::Keys {
        calls: &[
            "ExponentialBackoffBuilder::new",
            "ExponentialBackoffBuilder::default",
            "ExponentialBackoff::default",
            "ExponentialBackoff",
        ],
        positional: &[],
        within: &[],
        marks: &["with_max_elapsed_time", "with_randomization_factor", "with_initial_interval"],
    },
    recognised: true,
    counts: Counts::Nothing,
    cap: Cap::Passed,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new("with_initial_interval", Takes::Duration, "500ms", "the first wait before jitter"),
        Key::new("with_multiplier", Takes::Number, "1.5", "the growth per retry"),
        Key::new("with_randomization_factor", Takes::Number, "0.5", "the jitter, as a share of the wait"),
        Key::new("with_max_interval", Takes::Duration, "60s", "the cap, before jitter"),
        Key::new(
            "with_max_elapsed_time",
            Takes::Duration,
            "15min",
            "the time that no wait may pass; None for no limit",
        ),
        Key::new("initial_interval", Takes::Duration, "500ms", "the same in the struct"),
        Key::new("multiplier", Takes::Number, "1.5", "the same in the struct"),
        Key::new("randomization_factor", Takes::Number, "0.5", "the same in the struct"),
        Key::new("max_interval", Takes::Duration, "60s", "the same in the struct"),
        Key::new("max_elapsed_time", Takes::Duration, "15min", "the same in the struct"),
        Key::new("current_interval", Takes::Other, "", "the next wait, which is set back to the first before use"),
        Key::new("start_time", Takes::Other, "", "when it began"),
        Key::new("clock", Takes::Other, "", "the clock"),
        Key::new("build", Takes::Other, "", "makes the policy"),
    ],
    about: &[
        "Jitter comes after the cap and passes it: 60 s is up to 90 s.",
        "Without a word about it, no retry comes after 15 minutes.",
        "An error of one's own may carry a wait, which then replaces the policy's.",
    ],
    read: backoff,
};

const EXPONENTIAL_BACKOFF: Dialect = Dialect {
    name: "exponential-backoff-rust",
    title: "exponential-backoff (Rust)",
    version: "2.1.1, run",
    source: "exponential-backoff into_iter.rs (next)",
    form: Form::Keys {
        calls: &["Backoff::new", "Backoff::default"],
        positional: &["max_attempts", "min", "max"],
        within: &[],
        marks: &["set_max_attempts"],
    },
    counts: Counts::Calls,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("max_attempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("min", Takes::Duration, "100ms", "the first wait, and the shortest"),
        Key::new("max", Takes::Duration, "10s", "the cap, after jitter; None for no limit"),
        Key::new("set_max_attempts", Takes::Count, "", "the same as the argument"),
        Key::new("set_min", Takes::Duration, "", "the same as the argument"),
        Key::new("set_max", Takes::Duration, "", "the same as the argument"),
        Key::new("set_factor", Takes::Count, "2", "the growth per retry"),
        Key::new("set_jitter", Takes::Number, "0.3", "the jitter, 0 to 1, as a share of the wait"),
    ],
    about: &[
        "Jitter is a whole percentage below the share: 0.3 takes up to 29 % away, or adds 15 to 29 %.",
        "The first wait is never below min, so that its jitter only lengthens it.",
    ],
    read: exponential_backoff,
    ..BACKOFF
};

const RETRY_POLICIES: Dialect = Dialect {
    name: "retry-policies",
    title: "retry-policies and reqwest-retry (Rust)",
    version: "retry-policies 0.5.2, run",
    source: "retry-policies policies/exponential_backoff.rs (should_retry), retry_policy.rs (Jitter)",
    form: Form::Keys {
        calls: &["ExponentialBackoff::builder"],
        positional: &[],
        within: &[],
        marks: &["retry_bounds", "build_with_max_retries", "build_with_total_retry_duration"],
    },
    counts: Counts::Retries,
    cap: Cap::Holds,
    keys: &[
        Key::new("retry_bounds", Takes::Other, "1s, 30min", "the first wait and the cap"),
        Key::new("base", Takes::Count, "2", "the growth per retry"),
        Key::new("jitter", Takes::Word, "Full", "Jitter::Full, Jitter::Bounded or Jitter::None"),
        Key::new("build_with_max_retries", Takes::Count, "", "the retries"),
        Key::new("build_with_total_retry_duration", Takes::Duration, "", "the time after which there is no retry"),
        Key::new(
            "build_with_total_retry_duration_and_limit_retries",
            Takes::Duration,
            "",
            "the same, and the retries that fit into it without jitter",
        ),
        Key::new("build_with_total_retry_duration_and_max_retries", Takes::Other, "", "the time and the retries"),
    ],
    about: &[
        "Full jitter, the default, draws from 0, so that a wait may be shorter than the lower bound.",
        "Bounded jitter draws every wait from half the lower bound.",
        "The time is compared before a wait, so the last one may pass it.",
        "reqwest-retry does not read Retry-After, and retries any method.",
    ],
    read: retry_policies,
    ..BACKOFF
};

const AGAIN: Dialect = Dialect {
    name: "again",
    title: "again (Rust)",
    version: "0.1.2, read",
    source: "again lib.rs (BackoffIter::next, jitter)",
    form: Form::Keys {
        calls: &["RetryPolicy::exponential", "RetryPolicy::fixed", "RetryPolicy::default"],
        positional: &["delay"],
        within: &[],
        marks: &[],
    },
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("delay", Takes::Duration, "1s", "the first wait"),
        Key::new("with_max_delay", Takes::Duration, "no limit", "the cap, after jitter"),
        Key::new("with_max_retries", Takes::Count, "5", "the retries"),
        Key::new("with_jitter", Takes::Flag, "false", "whether each wait is drawn from 0"),
    ],
    about: &["RetryPolicy::exponential doubles each wait, RetryPolicy::fixed keeps it."],
    read: again,
    ..BACKOFF
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

fn backoff(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time("initial_interval")?.or(keys.time("with_initial_interval")?);
    let max = keys.time("max_interval")?.or(keys.time("with_max_interval")?);
    let factor = keys.number("multiplier")?.or(keys.number("with_multiplier")?);
    let share = keys.number("randomization_factor")?.or(keys.number("with_randomization_factor")?);
    let limit_name = if keys.has("max_elapsed_time") { "max_elapsed_time" } else { "with_max_elapsed_time" };
    let limit = keys.time_or_endless(limit_name, Some(seconds(900)))?;
    let (growth, max) = capped_from_second(
        base.unwrap_or_else(|| milliseconds(500)),
        factor.unwrap_or_else(|| Exact::new(15, -1)),
        Some(max.unwrap_or_else(|| seconds(60))),
    );
    let share = share.unwrap_or_else(|| Exact::new(5, -1));
    Ok(Policy {
        max,
        jitter: if share.is_zero() { Jitter::None } else { Jitter::Percent(share) },
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Refuse)),
        ..growing(growth)
    })
}

fn exponential_backoff(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let calls_name = if keys.has("set_max_attempts") { "set_max_attempts" } else { "max_attempts" };
    let calls = keys.count_or(calls_name, 3)?;
    let Some(retries) = calls.checked_sub(1) else {
        return Err(keys.fault(calls_name, "no call at all is left", "write 1 or more"));
    };
    let min = keys.time("set_min")?.or(keys.time("min")?).unwrap_or_else(|| milliseconds(100));
    let max = match keys.time("set_max")? {
        None => keys.time_or_endless("max", Some(seconds(10)))?,
        max => max,
    };
    if max.as_ref().is_some_and(|max| *max < min) {
        return Err(keys.fault("max", "it is below min, at which the crate panics", "write min or more"));
    }
    let factor = keys.count_or("set_factor", 2)?;
    let share = keys.number_or("set_jitter", Exact::new(3, -1))?;
    if share > whole(1) {
        return Err(keys.fault("set_jitter", "it is over 1, at which the crate panics", "write a number from 0 to 1"));
    }
    // The draw is below the share in whole percent.
    let one = Exact::new(1, -2);
    let percent = share.floor_to(&one).minus(&one).unwrap_or_else(Exact::zero);
    let jitter = if share.is_zero() {
        Jitter::None
    } else {
        let low = Edge::share(whole(1).minus(&percent).unwrap_or_else(Exact::zero));
        let high = Edge::share(whole(1).plus(&percent));
        Jitter::Between(Box::new(Band { low, high, even: false }))
    };
    Ok(Policy {
        max,
        min: Some(min.clone()),
        jitter,
        order: Order::JitterThenCap,
        retries: Some(retries),
        ..growing(Growth::Geometric { base: min, factor: whole(factor) })
    })
}

/// The most retries that a time may leave room for; a longer list is no policy.
const MOST: u64 = 100_000;

/// How many waits without jitter it takes to reach a time.
fn retries_within(time: &Exact, base: &Exact, factor: u64, max: &Exact) -> Option<u64> {
    let (mut wait, mut sum) = (base.min(max).clone(), Exact::zero());
    for retry in 0..MOST {
        sum = sum.plus(&wait);
        if sum >= *time {
            return Some(retry);
        }
        wait = wait.times_whole(factor).min(max.clone());
    }
    None
}

fn retry_policies(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let (base, max) = match keys.node("retry_bounds") {
        None => (seconds(1), seconds(1_800)),
        Some(node) => match node.items() {
            [base, max] => (time(base, None)?, time(max, None)?),
            _ => {
                return Err(keys.fault("retry_bounds", "it has two bounds", "write the shortest and the longest wait"));
            }
        },
    };
    if max < base {
        return Err(keys.fault(
            "retry_bounds",
            "the upper one is below the lower, at which the crate panics",
            "swap them",
        ));
    }
    let factor = keys.count_or("base", 2)?;
    let jitter = match keys.word("jitter")?.map(|word| word.rsplit(':').next().unwrap_or(word)) {
        None | Some("Full") => Jitter::Full,
        Some("Bounded") => Jitter::from(base.half()),
        Some("None") => Jitter::None,
        Some(other) => {
            let hint = "write Jitter::Full, Jitter::Bounded or Jitter::None";
            return Err(keys.fault("jitter", format!("`{other}` is none"), hint));
        }
    };
    let both = "build_with_total_retry_duration_and_max_retries";
    let counted = "build_with_total_retry_duration_and_limit_retries";
    let (limit, retries) = match (keys.node(both).map(|node| node.items()), keys.time(counted)?) {
        (Some([limit, retries]), _) => {
            let retries = crate::dialect::keys::count(retries)?;
            (Some(time(limit, None)?), u64::try_from(retries).ok())
        }
        (Some(_), _) => return Err(keys.fault(both, "it has a time and a number", "write both")),
        (None, Some(limit)) => {
            let Some(retries) = retries_within(&limit, &base, factor, &max) else {
                let hint = "write build_with_max_retries, or a shorter time";
                return Err(keys.fault(counted, format!("more than {MOST} retries fit into it"), hint));
            };
            (Some(limit), Some(retries))
        }
        (None, None) => {
            let retries = keys.count("build_with_max_retries")?.and_then(|count| u64::try_from(count).ok());
            (keys.time("build_with_total_retry_duration")?, retries)
        }
    };
    if limit.is_none() && retries.is_none() {
        let hint = "write build_with_max_retries(3)";
        return Err(Fault::new("there is neither a number of retries nor a time", hint, keys.whole().span.clone()));
    }
    Ok(Policy {
        max: Some(max),
        jitter,
        retries,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Overrun)),
        ..growing(Growth::Geometric { base, factor: whole(factor) })
    })
}

fn again(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("delay", seconds(1))?;
    let jittered = keys.flag("with_jitter", false)?;
    let factor = if keys.constructor().ends_with("fixed") { 1 } else { 2 };
    Ok(Policy {
        max: keys.time("with_max_delay")?,
        jitter: if jittered { Jitter::Full } else { Jitter::None },
        // A drawn wait is cut to whole milliseconds.
        grain: jittered.then(|| milliseconds(1)),
        order: Order::JitterThenCap,
        retries: Some(keys.count_or("with_max_retries", 5)?),
        ..growing(Growth::Geometric { base, factor: whole(factor) })
    })
}
