//! Clients of services on the JVM: Kafka and the AWS SDK.

use super::{milliseconds, seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::time;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Call, Fault, Node, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, RetryBudget, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[KAFKA, AWS_SDK_JAVA];

const KAFKA: Dialect = Dialect {
    name: "kafka",
    title: "Kafka clients (Java)",
    version: "3.7 and later, read",
    source: "kafka clients utils/ExponentialBackoff.java, CommonClientConfigs.java, producer RecordAccumulator.java",
    form: Form::File(find_kafka),
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("retries", Takes::Count, "2147483647", "the retries of a producer, which is no limit"),
        Key::new("retry.backoff.ms", Takes::Duration, "100", "the first wait before jitter"),
        Key::new("retry.backoff.max.ms", Takes::Duration, "1000", "the cap"),
        Key::new("delivery.timeout.ms", Takes::Duration, "120000", "the time that a producer has for a record"),
        Key::new("*", Takes::Other, "", "the other keys of a client"),
    ],
    about: &[
        "Each wait is a whole number of milliseconds within a fifth of the capped one, and none is longer than the cap: at \
         the cap the lower half of the spread is left, and the cap itself for the rest.",
        "Where retry.backoff.max.ms is not above retry.backoff.ms every wait is the same, without jitter.",
        "The waits are those of a producer; reconnect.backoff.ms and reconnect.backoff.max.ms are those between \
         connections, and are not read.",
        "Versions before 3.7 wait for retry.backoff.ms every time.",
    ],
    read: kafka,
};

const AWS_SDK_JAVA: Dialect = Dialect {
    name: "aws-sdk-java",
    title: "AWS SDK for Java 2.x",
    version: "2.x with RetryStrategy, read",
    source: "aws-sdk-java-v2 core/retries DefaultRetryStrategy.java; core/retries-spi api/BackoffStrategy.java",
    form: Form::Keys {
        calls: &[
            "standardStrategyBuilder",
            "legacyStrategyBuilder",
            "adaptiveStrategyBuilder",
            "StandardRetryStrategy.builder",
            "LegacyRetryStrategy.builder",
            "AdaptiveRetryStrategy.builder",
        ],
        positional: &[],
        within: &[],
        marks: &["backoffStrategy", "throttlingBackoffStrategy"],
    },
    counts: Counts::Calls,
    cap: Cap::Holds,
    unit: None,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "3", "the calls, the first one among them; 4 of the legacy strategy"),
        Key::new("backoffStrategy", Takes::Word, "exponentialDelay(100ms, 20s)", "the waits, as a call"),
        Key::new("throttlingBackoffStrategy", Takes::Word, "", "those after throttling, where the base is 1 s"),
        Key::new("throttled", Takes::Flag, "false", "whether the error is a throttling one, which waits longer"),
        Key::new("retryOnException", Takes::Other, "", "what is retried"),
        Key::new("retryOnExceptionInstanceOf", Takes::Other, "", "what is retried"),
        Key::new("retryOnExceptionOrCause", Takes::Other, "", "what is retried"),
        Key::new("retryOnExceptionOrCauseInstanceOf", Takes::Other, "", "what is retried"),
        Key::new("circuitBreakerEnabled", Takes::Other, "true", "whether the token bucket counts"),
        Key::new("build", Takes::Other, "", "makes the strategy"),
    ],
    about: &[
        "Each wait is a whole number of milliseconds from 0 up to, but not including, the capped one.",
        "Beside the waits a token bucket of 500 limits retries; each costs 5.",
        "Retry-After is not read.",
    ],
    read: aws_sdk_java,
    ..KAFKA
};

/// The maps with a key of retries, in properties and beneath a name in YAML.
fn find_kafka(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    root.walk(&mut Vec::new(), &mut |path, node| {
        let names = ["retry.backoff.ms", "retry.backoff.max.ms", "delivery.timeout.ms"];
        // A connector of Kafka Connect has names of its own that are the same.
        let is_connector = node.get("connector.class").is_some();
        if names.iter().any(|name| node.get(name).is_some()) && !is_connector {
            found.push(Found::new(path.join("."), node, root));
        }
    });
    found
}

fn growing(base: Exact) -> Policy {
    Policy {
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor: whole(2) })
    }
}

fn kafka(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("retry.backoff.ms", milliseconds(100))?;
    let max = keys.time_or("retry.backoff.max.ms", seconds(1))?;
    let limit = keys.time_or("delivery.timeout.ms", seconds(120))?;
    if keys.node("delivery.timeout.ms").is_none() {
        let message = "a producer gives a record up after delivery.timeout.ms, which is 120 s unless written";
        keys.note(Code::DefaultTimeLimit, Severity::Note, "retry.backoff.ms", message);
    }
    let common = Policy {
        // The largest number of Java stands for no limit.
        retries: keys.count_or_endless("retries", None)?.filter(|retries| *retries < 2_147_483_647),
        time_limit: Some(TimeLimit::new(limit, LimitRule::Refuse)),
        ..growing(base.clone())
    };
    if max <= base {
        return Ok(Policy { growth: Growth::constant(max), ..common });
    }
    Ok(Policy {
        max: Some(max),
        jitter: Jitter::Percent(Exact::new(2, -1)),
        order: Order::CapThenJitterThenCap,
        grain: Some(milliseconds(1)),
        ..common
    })
}

fn aws_sdk_java(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let is_legacy = keys.constructor().to_ascii_lowercase().contains("legacy");
    let throttled = keys.flag("throttled", false)?;
    let calls = keys.count_or("maxAttempts", if is_legacy { 4 } else { 3 })?;
    let Some(retries) = calls.checked_sub(1) else {
        return Err(keys.fault("maxAttempts", "0 calls are none at all", "write 1 or more"));
    };
    // The legacy strategy takes nothing for a retry after throttling.
    let is_free = is_legacy && throttled;
    let is_off = keys
        .node("circuitBreakerEnabled")
        .is_some_and(|it| it.value == Value::Bool(false) || it.scalar() == Some("false"));
    if !is_off && !is_free {
        keys.asks.retry_budget = Some(RetryBudget::aws(5));
    }
    let name = if throttled { "throttlingBackoffStrategy" } else { "backoffStrategy" };
    let policy = match keys.node(name).map(|node| (node, &node.value)) {
        None => {
            let base = match (throttled, is_legacy) {
                (false, _) => milliseconds(100),
                (true, true) => milliseconds(500),
                (true, false) => seconds(1),
            };
            let jitter = if throttled && is_legacy { half() } else { Jitter::Full };
            Policy { max: Some(seconds(20)), jitter, grain: Some(milliseconds(1)), ..growing(base) }
        }
        Some((node, Value::Calls(calls))) => match calls.as_slice() {
            [call] => strategy(call, node)?,
            _ => return Err(unknown(node)),
        },
        Some((node, _)) => return Err(unknown(node)),
    };
    Ok(Policy { retries: Some(retries), ..policy })
}

/// From half the wait to all of it, both ends among them.
fn half() -> Jitter {
    Jitter::between(Edge::share(Exact::new(5, -1)), Edge::wait_and(milliseconds(1)))
}

/// What a `BackoffStrategy` comes to.
fn strategy(call: &Call, node: &Node) -> Result<Policy, Fault> {
    let delay = |at: usize| {
        let argument = call.args.get(at).ok_or_else(|| unknown(node))?;
        time(&argument.value, None)
    };
    let drawn = |policy: Policy, jitter| Policy { jitter, grain: Some(milliseconds(1)), ..policy };
    let fixed = |wait: Exact| Policy { growth: Growth::constant(wait), ..growing(Exact::zero()) };
    let doubled = || Ok(Policy { max: Some(delay(1)?), ..growing(delay(0)?) });
    match call.short_name() {
        "retryImmediately" => Ok(fixed(Exact::zero())),
        "fixedDelay" => Ok(drawn(fixed(delay(0)?), Jitter::Full)),
        "fixedDelayWithoutJitter" => Ok(fixed(delay(0)?)),
        "exponentialDelay" => Ok(drawn(doubled()?, Jitter::Full)),
        "exponentialDelayHalfJitter" => Ok(drawn(doubled()?, half())),
        "exponentialDelayWithoutJitter" => doubled(),
        _ => Err(unknown(node)),
    }
}

fn unknown(node: &Node) -> Fault {
    let hint = "write `BackoffStrategy.exponentialDelay(Duration.ofMillis(100), Duration.ofSeconds(20))`";
    Fault::new("this is no BackoffStrategy that is known", hint, node.span.clone())
}
