//! Polly for .NET.

use super::{seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Growth, Jitter, Order, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "polly",
    title: "Polly RetryStrategyOptions (.NET)",
    version: "8.x, read",
    source: "Polly.Core Retry/RetryHelper.cs, Retry/RetryConstants.cs",
    form: Form::Keys {
        calls: &["RetryStrategyOptions", "HttpRetryStrategyOptions"],
        positional: &[],
        within: &[],
        marks: &["MaxRetryAttempts", "BackoffType"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new("MaxRetryAttempts", Takes::Count, "3", "the retries"),
        Key::new("Delay", Takes::Duration, "2s", "the first wait"),
        Key::new("BackoffType", Takes::Word, "Constant", "Constant, Linear or Exponential, which doubles"),
        Key::new("UseJitter", Takes::Flag, "false", "whether waits are spread"),
        Key::new("MaxDelay", Takes::Duration, "", "the cap, after jitter"),
        Key::new("DelayGenerator", Takes::Other, "", "a function that gives the wait"),
        Key::new("ShouldHandle", Takes::Other, "", "what is retried"),
        Key::new("OnRetry", Takes::Other, "", "what is called before a wait"),
        Key::new("Name", Takes::Other, "", "a name"),
    ],
    about: &[
        "`MaxRetryAttempts` counts retries, although its name says otherwise.",
        "Jitter of constant and linear waits is a quarter either way; that of exponential ones is decorrelated.",
    ],
    read,
}];

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("DelayGenerator").is_some() {
        keys.ignored("DelayGenerator", "what the function gives is not known here; the waits are those without it");
    }
    let base = keys.time_or("Delay", seconds(2))?;
    let word = keys.word("BackoffType")?.unwrap_or("Constant");
    let jittered = keys.flag("UseJitter", false)?;
    let quarter = Jitter::Percent(Exact::new(25, -2));
    let (growth, jitter) = match word.rsplit('.').next().unwrap_or(word) {
        "Constant" => (Growth::constant(base), quarter),
        "Linear" => (Growth::linear(base.clone(), base), quarter),
        "Exponential" => (Growth::Geometric { base, factor: whole(2) }, Jitter::DecorrelatedV2),
        other => {
            let hint = "write Constant, Linear or Exponential";
            return Err(keys.fault("BackoffType", format!("`{other}` is none"), hint));
        }
    };
    Ok(Policy {
        max: keys.time("MaxDelay")?,
        jitter: if jittered { jitter } else { Jitter::None },
        order: Order::JitterThenCap,
        retries: keys.count_or_endless("MaxRetryAttempts", Some(3))?,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), growth)
    })
}
