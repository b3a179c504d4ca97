//! Clients of services in JavaScript: Azure, GitHub, Redis, Google and gRPC.

use super::{milliseconds, seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{FirstWait, Growth, Jitter, LimitRule, Order, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[AZURE_CORE_JS, OCTOKIT, IOREDIS, IOREDIS_5, RETRY_REQUEST, GOOGLE_GAX, GRPC_JS];

const AZURE_CORE_JS: Dialect = Dialect {
    name: "azure-core-js",
    title: "Azure core-rest-pipeline (JavaScript)",
    version: "1.24.0, run",
    source: "@typespec/ts-http-runtime policies/retryPolicy.js, util/delay.js (calculateRetryDelay)",
    form: Form::Keys {
        calls: &["defaultRetryPolicy", "exponentialRetryPolicy"],
        positional: &[],
        within: &["retryOptions"],
        marks: &["retryDelayInMs", "maxRetryDelayInMs"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("maxRetries", Takes::Count, "3", "the retries"),
        Key::new("retryDelayInMs", Takes::Duration, "1000", "the longest that the first wait may be"),
        Key::new("maxRetryDelayInMs", Takes::Duration, "64000", "the cap"),
    ],
    about: &[
        "Each wait is drawn from half of it to all of it.",
        "408 and 5xx but 501 and 505 are retried; 429 is only with a time to wait.",
        "With 429 and 503 retry-after-ms, x-ms-retry-after-ms and Retry-After replace the wait, without a cap.",
    ],
    read: azure_core_js,
};

const OCTOKIT: Dialect = Dialect {
    name: "octokit",
    title: "@octokit/plugin-retry (npm)",
    version: "8.1.1, run",
    source: "@octokit/plugin-retry src/error-request.ts, src/wrap-request.ts",
    form: Form::Keys {
        calls: &["Octokit"],
        positional: &[],
        within: &["retry"],
        marks: &["doNotRetry", "retryAfterBaseValue"],
    },
    cap: Cap::None,
    keys: &[
        Key::new("retries", Takes::Count, "3", "the retries"),
        Key::new("retryAfterBaseValue", Takes::Duration, "1000", "the first wait"),
        Key::new("enabled", Takes::Flag, "true", "whether anything is retried"),
        Key::new(
            "doNotRetry",
            Takes::Other,
            "",
            "the statuses that are not retried: 400, 401, 403, 404, 410, 422, 451",
        ),
    ],
    about: &[
        "Waits grow with the square: 1, 4, 9 times the first.",
        "Any method is retried. Retry-After is left to @octokit/plugin-throttling.",
    ],
    read: octokit,
    ..AZURE_CORE_JS
};

const IOREDIS: Dialect = Dialect {
    name: "ioredis",
    title: "ioredis (npm)",
    version: "6.0.0, run",
    source: "ioredis built/redis/RedisOptions.js (retryStrategy), event_handler.js",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &[],
        marks: &["retryStrategy", "maxRetriesPerRequest", "enableOfflineQueue", "reconnectOnError"],
    },
    counts: Counts::Nothing,
    cap: Cap::Passed,
    keys: &[
        Key::new("retryStrategy", Takes::Other, "", "a function of one's own; null for no new connection"),
        Key::new("*", Takes::Other, "", "the other options of a connection"),
    ],
    about: &[
        "The waits are those between connections: 50 ms doubled up to 5 s, and up to 199 ms more.",
        "There is no end to them; maxRetriesPerRequest ends commands that wait for a connection.",
        "Version 5 had other waits, which `ioredis-5` has.",
    ],
    read: ioredis,
    ..AZURE_CORE_JS
};

const IOREDIS_5: Dialect = Dialect {
    name: "ioredis-5",
    title: "ioredis up to 5 (npm)",
    version: "5.11, read",
    recognised: false,
    cap: Cap::Holds,
    about: &["The waits are those between connections: 50 ms, 100 ms, 150 ms and so on up to 2 s."],
    ..IOREDIS
};

const RETRY_REQUEST: Dialect = Dialect {
    name: "retry-request",
    title: "retry-request (npm)",
    version: "8.0.4, run",
    source: "retry-request index.js (getNextRetryDelay)",
    form: Form::Keys {
        calls: &["retryRequest"],
        positional: &[],
        within: &[],
        marks: &["shouldRetryFn", "objectMode", "maxRetryDelay"],
    },
    cap: Cap::TakesJitter,
    unit: Some(Unit::Second),
    keys: &[
        Key::new("retries", Takes::Count, "2", "the retries"),
        Key::new("retryDelayMultiplier", Takes::Number, "2", "the first wait in seconds, and the growth per retry"),
        Key::new("maxRetryDelay", Takes::Duration, "64", "the cap, in seconds"),
        Key::new("totalTimeout", Takes::Duration, "600", "the time that the last wait is cut to, in seconds"),
        Key::new("noResponseRetries", Takes::Other, "2", "the retries where no response came"),
        Key::new("currentRetryAttempt", Takes::Other, "0", "the retries that were made"),
        Key::new("shouldRetryFn", Takes::Other, "", "what is retried"),
        Key::new("objectMode", Takes::Other, "", "how the stream is read"),
        Key::new("request", Takes::Other, "", "the library that makes requests"),
    ],
    about: &[
        "Bare numbers are seconds, and what is added is up to 999 ms.",
        "The first wait is the multiplier itself: 2 to 3 s.",
        "1xx, 429 and 5xx are retried; Retry-After is not read.",
    ],
    read: retry_request,
    ..AZURE_CORE_JS
};

const GOOGLE_GAX: Dialect = Dialect {
    name: "google-gax",
    title: "google-gax (JavaScript)",
    version: "5.0.8, run",
    source: "google-gax build/src/normalCalls/retries.js (retryable)",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &["backoffSettings"],
        marks: &["initialRetryDelayMillis", "maxRetryDelayMillis", "totalTimeoutMillis", "initialRpcTimeoutMillis"],
    },
    counts: Counts::Calls,
    cap: Cap::Holds,
    keys: &[
        Key::new("initialRetryDelayMillis", Takes::Duration, "100", "the longest that the first wait may be"),
        Key::new("retryDelayMultiplier", Takes::Number, "1.3", "the growth per retry"),
        Key::new("maxRetryDelayMillis", Takes::Duration, "60000", "the cap"),
        Key::new("totalTimeoutMillis", Takes::Duration, "", "the time after which no call is made"),
        Key::new("maxRetries", Takes::Count, "", "the calls, although its name says otherwise"),
        Key::new("initialRpcTimeoutMillis", Takes::Other, "", "the most that the first call takes"),
        Key::new("rpcTimeoutMultiplier", Takes::Other, "", "how that grows"),
        Key::new("maxRpcTimeoutMillis", Takes::Other, "", "the most that it grows to"),
    ],
    about: &[
        "maxRetries counts the first call of a unary request too; a last wait stands before the client gives up.",
        "totalTimeoutMillis is compared after a wait, so a wait that passes it is made for nothing.",
        "maxRetries and totalTimeoutMillis together are refused.",
    ],
    read: google_gax,
    ..AZURE_CORE_JS
};

const GRPC_JS: Dialect = Dialect {
    name: "grpc-js",
    title: "@grpc/grpc-js connections (npm)",
    version: "1.14.7, run",
    source: "@grpc/grpc-js build/src/backoff-timeout.js (runOnce)",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &[],
        marks: &["grpc.initial_reconnect_backoff_ms", "grpc.max_reconnect_backoff_ms"],
    },
    counts: Counts::Nothing,
    cap: Cap::Passed,
    keys: &[
        Key::new("grpc.initial_reconnect_backoff_ms", Takes::Duration, "1000", "the first wait, which is not spread"),
        Key::new("grpc.max_reconnect_backoff_ms", Takes::Duration, "120000", "the cap, before jitter"),
        Key::new("*", Takes::Other, "", "the other options of a channel"),
    ],
    about: &[
        "The waits are those between connections. Those of calls stand in the service config, and are gRPC's.",
        "Each is 1.6 times the one before as it was drawn, give or take a fifth, which passes the cap.",
    ],
    read: grpc_js,
    ..AZURE_CORE_JS
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) }
}

fn doubling(base: Exact) -> Growth {
    Growth::Geometric { base, factor: whole(2) }
}

fn azure_core_js(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let statuses = (500..=599).filter(|status| !matches!(status, 501 | 505));
    keys.asks.retry_on = Some(std::iter::once(408).chain(statuses).collect());
    Ok(Policy {
        max: Some(keys.time_or("maxRetryDelayInMs", seconds(64))?),
        jitter: Jitter::Equal,
        retries: keys.count_or_endless("maxRetries", Some(3))?,
        server_wait: ServerWait::Honor,
        ..growing(doubling(keys.time_or("retryDelayInMs", seconds(1))?))
    })
}

fn octokit(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let not_retried: Vec<u16> = match keys.node("doNotRetry") {
        None => vec![400, 401, 403, 404, 410, 422, 451],
        Some(list) => list.items().iter().filter_map(Node::scalar).filter_map(|it| it.parse().ok()).collect(),
    };
    keys.asks.retry_on = Some((400..=599).filter(|status| !not_retried.contains(status)).collect());
    let scale = keys.time_or("retryAfterBaseValue", seconds(1))?;
    let retries = keys.count_or("retries", 3)?;
    Ok(Policy {
        retries: Some(if keys.flag("enabled", true)? { retries } else { 0 }),
        ..growing(Growth::Power { scale, from: 1, exponent: 2, plus: Exact::zero() })
    })
}

fn ioredis(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("retryStrategy").is_some() {
        let hint = "leave it out for the client's own waits, or write what it comes to with --base and --factor";
        return Err(keys.fault("retryStrategy", "a function of one's own is not read", hint));
    }
    let retries = if keys.has("retryStrategy") { Some(0) } else { None };
    let step = milliseconds(50);
    Ok(match keys.dialect() {
        "ioredis-5" => Policy { max: Some(seconds(2)), retries, ..growing(Growth::linear(step.clone(), step)) },
        _ => Policy {
            max: Some(seconds(5)),
            jitter: Jitter::added(milliseconds(200)),
            grain: Some(milliseconds(1)),
            retries,
            ..growing(doubling(step))
        },
    })
}

fn retry_request(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let factor = keys.number_or("retryDelayMultiplier", whole(2))?;
    let limit = keys.time_or_endless("totalTimeout", Some(seconds(600)))?;
    Ok(Policy {
        max: keys.time_or_endless("maxRetryDelay", Some(seconds(64)))?,
        jitter: Jitter::added(seconds(1)),
        grain: Some(milliseconds(1)),
        order: Order::JitterThenCap,
        retries: keys.count_or_endless("retries", Some(2))?,
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Truncate)),
        ..growing(Growth::Geometric { base: factor.times(&seconds(1)), factor })
    })
}

fn google_gax(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let calls = keys.count_or_endless("maxRetries", None)?;
    let limit = keys.time("totalTimeoutMillis")?.filter(|limit| !limit.is_zero());
    if calls.is_some_and(|calls| calls > 0) && limit.is_some() {
        let what = "google-gax refuses it beside totalTimeoutMillis";
        return Err(keys.fault("maxRetries", what, "leave one of the two out"));
    }
    let growth = Growth::Geometric {
        base: keys.time_or("initialRetryDelayMillis", milliseconds(100))?,
        factor: keys.number_or("retryDelayMultiplier", Exact::new(13, -1))?,
    };
    Ok(Policy {
        max: Some(keys.time_or("maxRetryDelayMillis", seconds(60))?),
        jitter: Jitter::Full,
        // There is a first call whatever is written.
        retries: calls.map(|calls| calls.saturating_sub(1)),
        after_last: calls.is_some(),
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::RefuseAt)),
        ..growing(growth)
    })
}

fn grpc_js(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    // 0 counts as not written.
    let option = |name: &str, default: Exact| -> Result<Exact, Fault> {
        Ok(keys.time(name)?.filter(|it| !it.is_zero()).unwrap_or(default))
    };
    let first = option("grpc.initial_reconnect_backoff_ms", seconds(1))?;
    let factor = Exact::new(16, -1);
    Ok(Policy {
        max: Some(option("grpc.max_reconnect_backoff_ms", seconds(120))?),
        jitter: Jitter::Compounding(Exact::new(2, -1)),
        order: Order::CapThenJitter,
        first: FirstWait::Extra(first.clone()),
        ..growing(Growth::Geometric { base: first.times(&factor), factor })
    })
}
