//! resilience4j, as Spring Boot configures it.

use super::jvm::{growing, of_calls};
use super::{milliseconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Edge, Jitter, Order, Policy};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[RESILIENCE4J];

pub(super) const RESILIENCE4J: Dialect = Dialect {
    name: "resilience4j",
    title: "resilience4j retry (Spring Boot configuration)",
    version: "2.x, the intervals run",
    source: "resilience4j-core IntervalFunction.java; CommonRetryConfigurationProperties.java (createRetryConfig)",
    form: Form::File(find_resilience4j),
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::TakesJitter,
    unit: Some(Unit::Millisecond),
    loose_keys: true,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("waitDuration", Takes::Duration, "500ms", "the first wait, or every wait"),
        Key::new("enableExponentialBackoff", Takes::Flag, "false", "whether waits grow"),
        Key::new("exponentialBackoffMultiplier", Takes::Number, "1.5", "the growth per retry"),
        Key::new("exponentialMaxWaitDuration", Takes::Duration, "", "the cap"),
        Key::new("enableRandomizedWait", Takes::Flag, "false", "whether waits are spread"),
        Key::new("randomizedWaitFactor", Takes::Number, "0.5", "the jitter, as a share of the wait"),
        Key::new("baseConfig", Takes::Word, "default", "the config whose values hold where none are written"),
        Key::new("intervalBiFunction", Takes::Other, "", "a class of one's own that makes the waits"),
        Key::new("consumeResultBeforeRetryAttempt", Takes::Other, "", "what is called before a retry"),
        Key::new("retryExceptions", Takes::Other, "", "the exceptions that are retried"),
        Key::new("ignoreExceptions", Takes::Other, "", "the exceptions that are not retried"),
        Key::new("retryExceptionPredicate", Takes::Other, "", "which exceptions are retried"),
        Key::new("resultPredicate", Takes::Other, "", "which results are retried"),
        Key::new("failAfterMaxAttempts", Takes::Other, "", "what happens after the last result"),
        Key::new("eventConsumerBufferSize", Takes::Other, "", "the events that are kept"),
    ],
    about: &[
        "`maxAttempts` counts the first call too.",
        "Each grown wait is cut to a whole millisecond, and the next grows from there.",
        "An instance rests on its baseConfig, or on `configs.default`; without a waitDuration of its own it has the \
         waits of that one.",
    ],
    read: resilience4j,
};

/// The instances, which `backends` names too, and the configs that they rest on.
fn find_resilience4j(root: &Node) -> Vec<Found<'_>> {
    let Some(retry) = root.at(&["resilience4j", "retry"]) else { return Vec::new() };
    let parts = ["instances", "backends", "configs"].iter().filter_map(|part| retry.get(part));
    let policies = parts.flat_map(Node::entries);
    policies.map(|entry| Found::new(entry.key.as_str(), &entry.value, retry)).collect()
}

fn resilience4j(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = base_config(keys)?;
    let base = base.as_ref();
    let own = keys.node("waitDuration").is_some();
    // Without a waitDuration of its own an instance has the waits of its base, and its other keys are not looked at.
    let inherited = if own { None } else { base.map(|base| resilience4j(&mut base.beside())).transpose()? };
    let waits = match inherited {
        Some(policy) => policy,
        None => resilience4j_waits(keys, own, base)?,
    };
    let written = ["enableExponentialBackoff", "enableRandomizedWait"].into_iter().find(|name| keys.has(name));
    if let Some(name) = written.filter(|_| !own) {
        keys.ignored(name, "without a waitDuration beside it, it is not looked at");
    }
    let default = match base {
        Some(base) => resilience4j(&mut base.beside())?.retries,
        None => Some(2),
    };
    let retries = if keys.node("maxAttempts").is_some() { Some(of_calls(keys, "maxAttempts", 3)?) } else { default };
    Ok(Policy { retries, ..waits })
}

/// The config that an instance rests on: the one that it names, else `default`, where there is one.
fn base_config<'a>(keys: &Keys<'a>) -> Result<Option<Keys<'a>>, Fault> {
    let configs = keys.around().get("configs");
    let named = keys.word("baseConfig")?;
    let base = configs.and_then(|configs| configs.get(named.unwrap_or("default")));
    match (named, base) {
        (Some(name), None) => {
            let what = format!("there is no config `{name}`, and resilience4j does not start");
            Err(keys.fault("baseConfig", what, "write the name of one of `configs`"))
        }
        // A config rests on no other with the same values: `default` itself is the end.
        (_, Some(base)) if !std::ptr::eq(base, keys.whole()) => Ok(Some(keys.at_node(base))),
        _ => Ok(None),
    }
}

/// The waits of an instance with a waitDuration, or of one without a base. Flags, multiplier and cap hold from the base
/// where they are not written (`ConfigUtils.mergePropertiesIfAny`), the randomizedWaitFactor does not.
fn resilience4j_waits(keys: &mut Keys<'_>, own: bool, base: Option<&Keys<'_>>) -> Result<Policy, Fault> {
    let wait = keys.time_or("waitDuration", milliseconds(500))?;
    let flag = |name| match base {
        Some(base) if !keys.has(name) => base.flag(name, false),
        _ => keys.flag(name, false),
    };
    let (grows, spreads) = (own && flag("enableExponentialBackoff")?, own && flag("enableRandomizedWait")?);
    let of_base = |name| base.filter(|_| !keys.has(name));
    let factor = match of_base("exponentialBackoffMultiplier") {
        Some(base) => base.number("exponentialBackoffMultiplier")?,
        None => keys.number("exponentialBackoffMultiplier")?,
    };
    let max = match of_base("exponentialMaxWaitDuration") {
        Some(base) => base.time("exponentialMaxWaitDuration")?,
        None => keys.time("exponentialMaxWaitDuration")?,
    };
    let share = keys.number_or("randomizedWaitFactor", Exact::new(5, -1))?;
    if own && !grows && (keys.has("exponentialBackoffMultiplier") || keys.has("exponentialMaxWaitDuration")) {
        keys.ignored("waitDuration", "waits grow only with enableExponentialBackoff: true; they are all the same");
    }
    let jitter = if spreads {
        let Some(low) = whole(1).minus(&share) else {
            return Err(keys.fault("randomizedWaitFactor", "it is over 1", "write a number from 0 to 1"));
        };
        // The draw has both ends in it: its width is one more than the band.
        let high = Edge { plus: milliseconds(1), ..Edge::share(whole(1).plus(&share)) };
        Jitter::between(Edge::share(low), high)
    } else {
        Jitter::None
    };
    // The cap counts only beside a multiplier, and beside a randomizedWaitFactor where waits are spread.
    let has_all = factor.is_some() && (!spreads || keys.has("randomizedWaitFactor"));
    if grows && !has_all && max.is_some() {
        let message = "without exponentialBackoffMultiplier, and randomizedWaitFactor where waits are spread, it is not \
                       looked at";
        keys.ignored("exponentialMaxWaitDuration", message);
    }
    let max = if grows && has_all { max } else { None };
    Ok(Policy {
        max,
        grain: (jitter != Jitter::None).then(|| milliseconds(1)),
        jitter,
        order: Order::JitterThenCap,
        retries: None,
        ..growing(wait, if grows { factor.unwrap_or_else(|| Exact::new(15, -1)) } else { whole(1) })
    })
}
