//! cenkalti/backoff, the backoff of Go, in its versions 4 and 5.

use super::{capped_from_second, milliseconds, seconds};
use crate::dialect::keys::{count, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Call, Fault};
use crate::policy::{Growth, Jitter, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[V4, V5];

const INTERVAL: Key = Key::new("interval", Takes::Other, "", "each wait of NewConstantBackOff");
const INITIAL: Key = Key::new("InitialInterval", Takes::Duration, "500ms", "the first wait before jitter");
const FACTOR: Key = Key::new("Multiplier", Takes::Number, "1.5", "the growth per retry");
const SHARE: Key = Key::new("RandomizationFactor", Takes::Number, "0.5", "the jitter, as a share of the wait");
const MAX: Key = Key::new("MaxInterval", Takes::Duration, "60s", "the cap, before jitter");

const V4: Dialect = Dialect {
    name: "cenkalti-v4",
    title: "cenkalti/backoff v4 (Go)",
    version: "4.1.3, run; 4.3.0, read",
    source: "cenkalti/backoff exponential.go (NextBackOff), tries.go (WithMaxRetries)",
    form: Form::Keys {
        calls: &[
            "backoff.NewExponentialBackOff",
            "backoff.ExponentialBackOff",
            "backoff.NewConstantBackOff",
            "backoff.ConstantBackOff",
            "backoff.ZeroBackOff",
            "backoff.StopBackOff",
            "backoff.WithMaxRetries",
            "backoff.WithContext",
            "backoff.Retry",
            "backoff.RetryNotify",
        ],
        positional: &["interval", "limit"],
        within: &[],
        marks: &["InitialInterval", "RandomizationFactor", "MaxElapsedTime"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Passed,
    unit: None,
    loose_keys: false,
    keys: &[
        INITIAL,
        FACTOR,
        SHARE,
        MAX,
        Key::new("MaxElapsedTime", Takes::Duration, "15m", "the time that no wait may pass; 0 for no limit"),
        Key::new("WithMaxRetries", Takes::Count, "no limit", "the retries"),
        Key::new("WithInitialInterval", Takes::Duration, "", "the same as InitialInterval"),
        Key::new("WithMultiplier", Takes::Number, "", "the same as Multiplier"),
        Key::new("WithRandomizationFactor", Takes::Number, "", "the same as RandomizationFactor"),
        Key::new("WithMaxInterval", Takes::Duration, "", "the same as MaxInterval"),
        Key::new("WithMaxElapsedTime", Takes::Duration, "", "the same as MaxElapsedTime"),
        INTERVAL,
        Key::new("limit", Takes::Other, "", "the second argument of WithMaxRetries, the retries"),
        Key::new("Interval", Takes::Other, "", "the same in the struct"),
        Key::new("Stop", Takes::Other, "", "what stands for the end"),
        Key::new("Clock", Takes::Other, "", "the clock"),
        Key::new("Reset", Takes::Other, "", "begins anew"),
    ],
    about: &[
        "Jitter comes after the cap and passes it: 60 s is up to 90 s.",
        "Without a word about it, no retry comes after 15 minutes; before 4.0.2 the last wait passed that time.",
        "WithMaxRetries counts retries, and WithMaxTries of version 5 calls.",
        "A struct that is written out has 0 in every field that is not there, MaxElapsedTime too.",
    ],
    read: cenkalti,
};

const V5: Dialect = Dialect {
    name: "cenkalti-v5",
    title: "cenkalti/backoff v5 (Go)",
    version: "5, read",
    source: "cenkalti/backoff retry.go (Retry), exponential.go (NextBackOff)",
    form: Form::Keys {
        calls: &[
            "backoff.Retry",
            "backoff.WithBackOff",
            "backoff.NewExponentialBackOff",
            "backoff.ExponentialBackOff",
            "backoff.NewConstantBackOff",
            "backoff.ConstantBackOff",
            "backoff.ZeroBackOff",
            "backoff.StopBackOff",
        ],
        positional: &["interval"],
        within: &[],
        marks: &["WithMaxTries"],
    },
    counts: Counts::Calls,
    keys: &[
        INITIAL,
        FACTOR,
        SHARE,
        MAX,
        Key::new("WithMaxTries", Takes::Count, "no limit", "the calls, the first one among them; 0 for no limit"),
        Key::new("WithMaxElapsedTime", Takes::Duration, "15m", "the time that no wait may pass; 0 for no limit"),
        INTERVAL,
        Key::new("Interval", Takes::Other, "", "the same in the struct"),
        Key::new("WithNotify", Takes::Other, "", "what is told of each wait"),
        Key::new("Reset", Takes::Other, "", "begins anew"),
    ],
    about: &[
        "Jitter comes after the cap and passes it: 60 s is up to 90 s.",
        "Without a word about it, no retry comes after 15 minutes.",
        "WithMaxTries counts calls; WithMaxRetries of version 4 counted retries.",
        "A Retry-After that the code hands on with RetryAfter replaces the wait, whatever the cap, and begins the growth anew; \
         one that passes the time ends the policy.",
    ],
    ..V4
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

/// The waits alone, without an end.
fn waits(keys: &Keys<'_>, is_v4: bool) -> Result<Policy, Fault> {
    let named = |name: &'static str| move |call: &Call| call.short_name() == name;
    if keys.call(&named("ZeroBackOff")).is_some() {
        return Ok(growing(Growth::constant(Exact::zero())));
    }
    if keys.call(&named("StopBackOff")).is_some() {
        return Ok(Policy { retries: Some(0), ..growing(Growth::constant(Exact::zero())) });
    }
    let constant = keys.call(&named("NewConstantBackOff")).or_else(|| keys.call(&named("ConstantBackOff")));
    if let Some(constant) = constant {
        let hint = "write backoff.NewConstantBackOff(time.Second)";
        let missing = || Fault::new("there is no wait", hint, constant.at.clone());
        let wait = &constant.args.first().ok_or_else(missing)?.value;
        return Ok(growing(Growth::constant(time(wait, None)?)));
    }
    let either =
        |field: &str, option: &str| if is_v4 && keys.has(option) { option.to_owned() } else { field.to_owned() };
    let is_struct = keys.call(&named("ExponentialBackOff")).is_some();
    let or = |value: Option<Exact>, default: Exact| value.unwrap_or(if is_struct { Exact::zero() } else { default });
    let base = or(keys.time(&either("InitialInterval", "WithInitialInterval"))?, milliseconds(500));
    let factor = or(keys.number(&either("Multiplier", "WithMultiplier"))?, Exact::new(15, -1));
    let share = or(keys.number(&either("RandomizationFactor", "WithRandomizationFactor"))?, Exact::new(5, -1));
    let max = or(keys.time(&either("MaxInterval", "WithMaxInterval"))?, seconds(60));
    let (growth, max) = capped_from_second(base, factor, Some(max));
    let jitter = if share.is_zero() { Jitter::None } else { Jitter::Percent(share) };
    let limit = if is_v4 {
        or(keys.time(&either("MaxElapsedTime", "WithMaxElapsedTime"))?, seconds(900))
    } else {
        Exact::zero()
    };
    let time_limit = (!limit.is_zero()).then(|| TimeLimit::new(limit, LimitRule::Refuse));
    Ok(Policy { max, jitter, time_limit, ..growing(growth) })
}

fn cenkalti(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let is_v4 = keys.dialect() == "cenkalti-v4";
    let waits = waits(keys, is_v4)?;
    if waits.retries == Some(0) {
        return Ok(waits);
    }
    if is_v4 {
        let wrapped = keys.call(&|call| call.short_name() == "WithMaxRetries").and_then(|call| call.args.get(1));
        let retries = match wrapped {
            Some(argument) => u64::try_from(count(&argument.value)?).ok(),
            None => keys.count_or_endless("WithMaxRetries", None)?,
        };
        return Ok(Policy { retries, ..waits });
    }
    let calls = keys.count_or("WithMaxTries", 0)?;
    let limit = keys.time_or("WithMaxElapsedTime", seconds(900))?;
    Ok(Policy {
        retries: calls.checked_sub(1),
        time_limit: (!limit.is_zero()).then(|| TimeLimit::new(limit, LimitRule::Refuse)),
        // Where the code hands it on.
        server_wait: ServerWait::Honor,
        ..waits
    })
}
