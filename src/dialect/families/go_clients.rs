//! Clients in Go: go-retryablehttp, the AWS SDK, gax-go, jpillora/backoff, avast/retry-go, and Terraform's SDK.

use super::{capped_from_second, milliseconds, seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::{count, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Call, Fault, Node, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Order, Policy, RetryBudget, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[RETRYABLEHTTP, AWS, AWS_2026, GAX, JPILLORA, AVAST, TERRAFORM];

const RETRYABLEHTTP: Dialect = Dialect {
    name: "go-retryablehttp",
    title: "go-retryablehttp (Go)",
    version: "0.7.1, run; as of 2026, read",
    source: "go-retryablehttp client.go (DefaultBackoff, LinearJitterBackoff, baseRetryPolicy)",
    form: Form::Keys {
        calls: &["retryablehttp.NewClient", "retryablehttp.Client"],
        positional: &[],
        within: &[],
        marks: &["RetryMax", "RetryWaitMin", "RetryWaitMax"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new("RetryMax", Takes::Count, "4", "the retries"),
        Key::new("RetryWaitMin", Takes::Duration, "1s", "the first wait"),
        Key::new("RetryWaitMax", Takes::Duration, "30s", "the cap"),
        Key::new("Backoff", Takes::Word, "DefaultBackoff", "DefaultBackoff, LinearJitterBackoff or its rate limit kin"),
        Key::new("CheckRetry", Takes::Other, "", "what is retried"),
        Key::new("HTTPClient", Takes::Other, "", "the client beneath"),
        Key::new("HTTPClient.Timeout", Takes::Other, "", "the most that one call takes"),
        Key::new("Logger", Takes::Other, "", "the log"),
        Key::new("RequestLogHook", Takes::Other, "", "what is told of each request"),
        Key::new("ResponseLogHook", Takes::Other, "", "what is told of each response"),
        Key::new("ErrorHandler", Takes::Other, "", "what becomes of the last error"),
        Key::new("PrepareRetry", Takes::Other, "", "what is changed before a retry"),
    ],
    about: &[
        "Retry-After of 429 and 503 is waited for, however long.",
        "With LinearJitterBackoff RetryWaitMax is no cap: the nth wait is n times a draw between the two waits.",
        "429, every 5xx but 501, and connection errors are retried, for every method.",
    ],
    read: retryablehttp,
};

const AWS: Dialect = Dialect {
    name: "aws-sdk-go",
    title: "AWS SDK for Go v2, before AWS_NEW_RETRIES_2026",
    version: "1.17.1, run; the default as of 2026, read",
    source: "aws-sdk-go-v2 aws/retry/jitter_backoff.go (backoffDelayLegacy), standard.go",
    form: Form::Keys {
        calls: &[
            "retry.NewStandard",
            "retry.AddWithMaxAttempts",
            "retry.AddWithMaxBackoffDelay",
            "config.LoadDefaultConfig",
            "config.WithRetryer",
        ],
        positional: &["retryer", "value"],
        within: &[],
        marks: &["WithRetryMaxAttempts"],
    },
    counts: Counts::Calls,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("MaxAttempts", Takes::Count, "3", "the calls, the first one among them; 0 for no limit"),
        Key::new("MaxBackoff", Takes::Duration, "20s", "the cap"),
        Key::new("WithRetryMaxAttempts", Takes::Count, "", "the calls"),
        Key::new("WithRetryMode", Takes::Other, "", "standard or adaptive"),
        Key::new("WithRegion", Takes::Other, "", "the region"),
        Key::new("retryer", Takes::Other, "", "the retryer that is wrapped"),
        Key::new("value", Takes::Other, "", "the calls of AddWithMaxAttempts, the cap of AddWithMaxBackoffDelay"),
        Key::new("Backoff", Takes::Other, "", "a backoff of one's own; not read"),
        Key::new("Retryables", Takes::Other, "", "what is retried"),
        Key::new("RateLimiter", Takes::Other, "", "the token bucket"),
        Key::new("RetryCost", Takes::Other, "", "what a retry takes from it"),
    ],
    about: &[
        "The first wait is drawn from 0 to 2 s, and each range is twice the one before.",
        "Once the range would pass the cap there is no jitter: the wait is exactly 20 s.",
        "Beside the waits a token bucket of 500 limits retries: each costs 5, one after a timeout 10.",
        "AWS_NEW_RETRIES_2026=true gives the waits of aws-sdk-go-2026.",
    ],
    read: aws,
    ..RETRYABLEHTTP
};

const AWS_2026: Dialect = Dialect {
    name: "aws-sdk-go-2026",
    title: "AWS SDK for Go v2 with AWS_NEW_RETRIES_2026=true",
    version: "as of 2026, read with its tests",
    source: "aws-sdk-go-v2 aws/retry/jitter_backoff.go (backoffDelay2026), retry2026_test.go",
    recognised: false,
    cap: Cap::Holds,
    keys: &[
        Key::new("MaxAttempts", Takes::Count, "3", "the calls, the first one among them; 0 for no limit"),
        Key::new("MaxBackoff", Takes::Duration, "20s", "the cap"),
        Key::new("WithRetryMaxAttempts", Takes::Count, "", "the calls"),
        Key::new("WithRetryMode", Takes::Other, "", "standard or adaptive"),
        Key::new("WithRegion", Takes::Other, "", "the region"),
        Key::new("retryer", Takes::Other, "", "the retryer that is wrapped"),
        Key::new("value", Takes::Other, "", "the calls of AddWithMaxAttempts, the cap of AddWithMaxBackoffDelay"),
        Key::new("Backoff", Takes::Other, "", "a backoff of one's own; not read"),
        Key::new("Retryables", Takes::Other, "", "what is retried"),
        Key::new("RateLimiter", Takes::Other, "", "the token bucket"),
        Key::new("RetryCost", Takes::Other, "", "what a retry takes from it"),
        Key::new("service", Takes::Word, "", "the service: dynamodb has rules of its own"),
        Key::new("throttled", Takes::Flag, "false", "whether the error is a throttling one, which waits longer"),
    ],
    about: &[
        "Each wait is drawn from 0 to 50 ms, doubled per retry up to the cap; after throttling from 0 to 1 s.",
        "Beside the waits a token bucket of 500 limits retries: each costs 14, one after throttling 5.",
        "x-amz-retry-after is waited for, but never more than 5 s longer than the own wait.",
    ],
    ..AWS
};

const GAX: Dialect = Dialect {
    name: "gax-go",
    title: "Google gax Backoff (Go)",
    version: "2.0.5, run; as of 2026, read",
    source: "gax-go v2/call_option.go (Backoff.Pause)",
    form: Form::Keys { calls: &["gax.Backoff"], positional: &[], within: &[], marks: &[] },
    counts: Counts::Nothing,
    keys: &[
        Key::new("Initial", Takes::Duration, "1s", "the first wait before jitter"),
        Key::new("Max", Takes::Duration, "30s", "the cap"),
        Key::new("Multiplier", Takes::Number, "2", "the growth per retry; below 1 it is 2"),
    ],
    about: &["Each wait is drawn from 1 ns up. The end comes from the context alone."],
    read: gax,
    ..RETRYABLEHTTP
};

const JPILLORA: Dialect = Dialect {
    name: "jpillora-backoff",
    title: "jpillora/backoff (Go)",
    version: "1.0.0, run",
    source: "jpillora/backoff backoff.go (ForAttempt)",
    form: Form::Keys { calls: &["backoff.Backoff"], positional: &[], within: &[], marks: &[] },
    counts: Counts::Nothing,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("Min", Takes::Duration, "100ms", "the first wait"),
        Key::new("Max", Takes::Duration, "10s", "the cap, after jitter"),
        Key::new("Factor", Takes::Number, "2", "the growth per retry"),
        Key::new("Jitter", Takes::Flag, "false", "whether each wait is drawn from Min up"),
    ],
    about: &["With jitter each wait is drawn from Min up, so that the first is Min itself."],
    read: jpillora,
    ..RETRYABLEHTTP
};

const AVAST: Dialect = Dialect {
    name: "avast-retry",
    title: "avast/retry-go (Go)",
    version: "5.0.0, read; 2.4.3, run",
    source: "retry-go options.go (BackOffDelay, RandomDelay, CombineDelay), retry.go (computeDelay)",
    form: Form::Keys {
        calls: &["retry.Do", "retry.DoWithData", "retry.New", "retry.NewWithData"],
        positional: &[],
        within: &[],
        marks: &[],
    },
    counts: Counts::Calls,
    cap: Cap::TakesJitter,
    keys: &[
        Key::new("Attempts", Takes::Count, "10", "the calls, the first one among them; 0 for no limit"),
        Key::new("UntilSucceeded", Takes::Flag, "false", "no limit"),
        Key::new("Delay", Takes::Duration, "100ms", "the first wait before jitter"),
        Key::new("MaxDelay", Takes::Duration, "no limit", "the cap, after jitter"),
        Key::new("MaxJitter", Takes::Duration, "100ms", "the most that RandomDelay adds"),
        Key::new(
            "DelayType",
            Takes::Other,
            "CombineDelay(BackOffDelay, RandomDelay)",
            "BackOffDelay, FixedDelay, RandomDelay, FullJitterBackoffDelay or CombineDelay of them",
        ),
        Key::new("AttemptsForError", Takes::Other, "", "the calls for one error; not read"),
        Key::new("OnRetry", Takes::Other, "", "what is told of each retry"),
        Key::new("RetryIf", Takes::Other, "", "what is retried"),
        Key::new("Context", Takes::Other, "", "the context"),
        Key::new("LastErrorOnly", Takes::Other, "", "which error comes back"),
        Key::new("WithTimer", Takes::Other, "", "the timer"),
        Key::new("WrapContextErrorWithLastError", Takes::Other, "", "which error comes back"),
        Key::new("Do", Takes::Other, "", "calls the function"),
    ],
    about: &[
        "Waits double and up to MaxJitter is added; MaxDelay comes after it.",
        "4.6.1 began with twice the Delay, as versions from 4.2 did with Attempts(0).",
        "FullJitterBackoffDelay begins with a draw up to twice the Delay.",
    ],
    read: avast,
    ..RETRYABLEHTTP
};

const TERRAFORM: Dialect = Dialect {
    name: "terraform-sdk",
    title: "Terraform plugin SDK StateChangeConf (Go)",
    version: "2.x, read",
    source: "terraform-plugin-sdk helper/resource/state.go (WaitForStateContext)",
    form: Form::Keys {
        calls: &["StateChangeConf"],
        positional: &[],
        within: &[],
        marks: &["MinTimeout", "PollInterval", "ContinuousTargetOccurence"],
    },
    counts: Counts::Nothing,
    keys: &[
        Key::new("Delay", Takes::Duration, "0", "the wait before the first call"),
        Key::new("MinTimeout", Takes::Duration, "0", "the shortest wait"),
        Key::new("PollInterval", Takes::Duration, "", "each wait; not used from 3 minutes on"),
        Key::new("Timeout", Takes::Duration, "", "the time after which nothing is asked any more"),
        Key::new("Pending", Takes::Other, "", "the states that are waited out"),
        Key::new("Target", Takes::Other, "", "the state that is waited for"),
        Key::new("Refresh", Takes::Other, "", "the call"),
        Key::new("NotFoundChecks", Takes::Other, "", "how often nothing may be found"),
        Key::new("ContinuousTargetOccurence", Takes::Other, "", "how often the target must be found"),
        Key::new("WaitForStateContext", Takes::Other, "", "waits"),
    ],
    about: &[
        "Waits begin with 200 ms, or with MinTimeout where it is longer, and double up to 10 s.",
        "A MinTimeout above 10 s is waited once, and then 10 s each time.",
        "The Delay before the first call is not among the waits; it counts against the Timeout.",
    ],
    read: terraform,
    ..RETRYABLEHTTP
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

/// A name without the package before it.
fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn retryablehttp(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    // A struct that is written out has 0 where nothing is written.
    let is_struct = keys.constructor().ends_with("Client") && !keys.constructor().ends_with("NewClient");
    let or = |default: Exact| if is_struct { Exact::zero() } else { default };
    let base = keys.time_or("RetryWaitMin", or(seconds(1)))?;
    let max = keys.time_or("RetryWaitMax", or(seconds(30)))?;
    let retries = Some(keys.count_or("RetryMax", if is_struct { 0 } else { 4 })?);
    let name = short(keys.word("Backoff")?.unwrap_or("DefaultBackoff"));
    if keys.node("CheckRetry").is_none() {
        let statuses = (500..=599).filter(|status| *status != 501);
        keys.asks.retry_on = Some(std::iter::once(429).chain(statuses).collect());
    }
    let listens = name != "LinearJitterBackoff";
    let policy = match name {
        "DefaultBackoff" => Policy { max: Some(max), ..growing(Growth::Geometric { base, factor: whole(2) }) },
        "LinearJitterBackoff" | "RateLimitLinearJitterBackoff" => {
            let high = Edge { per_retry: max.clone(), ..Edge::fixed(Exact::zero()) };
            let jitter = if max > base { Jitter::between(Edge::wait(), high) } else { Jitter::None };
            Policy { jitter, ..growing(Growth::linear(base.clone(), base)) }
        }
        other => {
            let hint = "write DefaultBackoff, LinearJitterBackoff or RateLimitLinearJitterBackoff";
            return Err(keys.fault("Backoff", format!("`{other}` is not read"), hint));
        }
    };
    let server_wait = if listens { ServerWait::Honor } else { ServerWait::Ignore };
    Ok(Policy { retries, server_wait, ..policy })
}

fn aws(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let is_new = keys.dialect() == "aws-sdk-go-2026";
    if keys.node("Backoff").is_some() {
        return Err(keys.fault("Backoff", "a backoff of one's own is not read", "leave it out"));
    }
    let wrapped = |name: &str| -> Option<&Node> {
        let call: &Call = keys.call(&|call| call.short_name() == name)?;
        call.args.get(1).map(|argument| &argument.value)
    };
    let written = match wrapped("AddWithMaxAttempts") {
        Some(node) => Some(count(node)?),
        None => keys.count("WithRetryMaxAttempts")?.or(keys.count("MaxAttempts")?),
    };
    let max = match wrapped("AddWithMaxBackoffDelay") {
        Some(node) => time(node, None)?,
        None => keys.time_or("MaxBackoff", seconds(20))?,
    };
    let dynamodb = is_new && keys.word("service")?.is_some_and(|service| service.starts_with("dynamodb"));
    let throttled = is_new && keys.flag("throttled", false)?;
    let base = match (is_new, throttled, dynamodb) {
        // Its draws begin with 2 to the first power.
        (false, ..) => seconds(2),
        (true, true, _) => seconds(1),
        (true, false, true) => milliseconds(25),
        (true, false, false) => milliseconds(50),
    };
    let calls = written.map_or(if dynamodb { 4 } else { 3 }, |calls| u64::try_from(calls).unwrap_or(0));
    // A bucket of one's own, or none, and a price of one's own are not read.
    if keys.node("RateLimiter").is_none() && keys.node("RetryCost").is_none() {
        keys.asks.retry_budget = Some(RetryBudget::aws_go(if is_new && !throttled { 14 } else { 5 }));
    }
    Ok(Policy {
        max: Some(max),
        jitter: Jitter::Full,
        order: if is_new { Order::CapThenJitter } else { Order::CapOrJitter },
        retries: calls.checked_sub(1),
        ..growing(Growth::Geometric { base, factor: whole(2) })
    })
}

fn gax(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let or = |value: Option<Exact>, default| value.filter(|value| !value.is_zero()).unwrap_or(default);
    let base = or(keys.time("Initial")?, seconds(1));
    let max = or(keys.time("Max")?, seconds(30));
    let factor = keys.number("Multiplier")?.filter(|factor| *factor >= whole(1)).unwrap_or_else(|| whole(2));
    let (growth, max) = capped_from_second(base, factor, Some(max));
    Ok(Policy { max, jitter: Jitter::from(Exact::new(1, 0)), ..growing(growth) })
}

fn jpillora(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let or = |value: Option<Exact>, default| value.filter(|value| !value.is_zero()).unwrap_or(default);
    let min = or(keys.time("Min")?, milliseconds(100));
    let max = or(keys.time("Max")?, seconds(10));
    let factor = or(keys.number("Factor")?, whole(2));
    if min >= max {
        return Ok(growing(Growth::constant(max)));
    }
    let jitter = if keys.flag("Jitter", false)? { Jitter::from(min.clone()) } else { Jitter::None };
    Ok(Policy {
        max: Some(max),
        min: Some(min.clone()),
        jitter,
        order: Order::JitterThenCap,
        ..growing(Growth::Geometric { base: min, factor })
    })
}

fn avast(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("Delay", milliseconds(100))?;
    let most = keys.time_or("MaxJitter", milliseconds(100))?;
    let hint = "write BackOffDelay, FixedDelay, RandomDelay, FullJitterBackoffDelay or CombineDelay of two of them";
    let parts: Vec<&str> = match keys.node("DelayType").map(|node| (&node.value, node.scalar())) {
        None => vec!["BackOffDelay", "RandomDelay"],
        Some((_, Some(name))) => vec![short(name)],
        Some((Value::Calls(calls), _)) => {
            let arguments = calls.iter().flat_map(|call| &call.args);
            arguments.map(|argument| argument.value.scalar().map_or("", short)).collect()
        }
        Some(_) => return Err(keys.fault("DelayType", "it is no delay", hint)),
    };
    let adds = parts.contains(&"RandomDelay") && !most.is_zero();
    let others: Vec<&str> = parts.iter().copied().filter(|part| *part != "RandomDelay").collect();
    let jitter = if adds { Jitter::added(most) } else { Jitter::None };
    let policy = match others.as_slice() {
        [] => Policy { jitter, ..growing(Growth::constant(Exact::zero())) },
        ["FixedDelay"] => Policy { jitter, ..growing(Growth::constant(base)) },
        ["BackOffDelay"] => Policy { jitter, ..growing(Growth::Geometric { base, factor: whole(2) }) },
        ["FullJitterBackoffDelay"] if !adds => {
            let growth = Growth::Geometric { base: base.times_whole(2), factor: whole(2) };
            Policy { jitter: Jitter::Full, order: Order::CapThenJitter, ..growing(growth) }
        }
        _ => return Err(keys.fault("DelayType", "these delays are not read", hint)),
    };
    let order = if policy.jitter == Jitter::Full { Order::CapThenJitter } else { Order::JitterThenCap };
    let endless = keys.flag("UntilSucceeded", false)?;
    let calls = if endless { 0 } else { keys.count_or("Attempts", 10)? };
    let max = keys.time("MaxDelay")?.filter(|max| !max.is_zero());
    Ok(Policy { max, order, retries: calls.checked_sub(1), ..policy })
}

fn terraform(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let delay = keys.time_or("Delay", Exact::zero())?;
    if !delay.is_zero() {
        let message = "this wait is before the first call, and not among the waits";
        keys.note(Code::WaitBeforeFirstCall, Severity::Note, "Delay", message);
    }
    let limit = keys.time("Timeout")?.map(|limit| limit.minus(&delay).unwrap_or_else(Exact::zero));
    let poll = keys.time("PollInterval")?.filter(|poll| !poll.is_zero());
    if poll.as_ref().is_some_and(|poll| *poll >= seconds(180)) {
        keys.ignored("PollInterval", "an interval of 3 minutes or more is not used");
    }
    let policy = match poll {
        Some(poll) if poll < seconds(180) => growing(Growth::constant(poll)),
        _ => {
            let min = keys.time_or("MinTimeout", Exact::zero())?;
            let (growth, max) = capped_from_second(min.max(milliseconds(200)), whole(2), Some(seconds(10)));
            Policy { max, ..growing(growth) }
        }
    };
    Ok(Policy { time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Refuse)), ..policy })
}
