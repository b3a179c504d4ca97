//! Clients in JavaScript.

use super::{Asked, Case, Group, recognised, row};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case { id: "node-retry-default", dialect: "node-retry", config: "{}" },
        Case {
            id: "node-retry-randomize-cap",
            dialect: "node-retry",
            config: "{ retries: 6, minTimeout: 1000, maxTimeout: 5000, factor: 2, randomize: true }",
        },
        Case {
            id: "node-retry-rounds-the-draw",
            dialect: "node-retry",
            config: "{ retries: 2, minTimeout: 1495, factor: 1.5, randomize: true }",
        },
        Case { id: "node-retry-min0", dialect: "node-retry", config: "retry.operation({ retries: 3, minTimeout: 0 })" },
        Case {
            id: "p-retry-rand-cap",
            dialect: "p-retry",
            config: "pRetry(run, { retries: 6, maxTimeout: 8000, randomize: true })",
        },
        Case { id: "axios-retry-default", dialect: "axios-retry", config: "axiosRetry(axios, { retries: 3 })" },
        Case { id: "ky-default", dialect: "ky", config: "{}" },
        Case { id: "ky-limit6-cap", dialect: "ky", config: "ky.create({ retry: { limit: 6, backoffLimit: 3000 } })" },
        Case { id: "ky-jitter-cap", dialect: "ky", config: "{ limit: 5, backoffLimit: 2000, jitter: true }" },
        Case {
            id: "undici-default",
            dialect: "undici",
            config: "new RetryAgent(agent, { maxRetries: 5, minTimeout: 500, maxTimeout: 30000, timeoutFactor: 2 })",
        },
        Case { id: "cockatiel-full", dialect: "cockatiel", config: "maxAttempts: 6, generator: fullJitterGenerator" },
        Case {
            id: "cockatiel-exponent-ignored",
            dialect: "cockatiel",
            config: "maxAttempts: 3, generator: noJitterGenerator, exponent: 3",
        },
        Case { id: "cockatiel-decorrelated-envelope", dialect: "cockatiel", config: "{ maxAttempts: 6 }" },
        Case { id: "exponential-backoff-default", dialect: "exponential-backoff", config: "{}" },
        Case {
            id: "exponential-backoff-delayfirst",
            dialect: "exponential-backoff",
            config: "backOff(run, { numOfAttempts: 4, delayFirstAttempt: true })",
        },
        Case { id: "aws-js-v3-throttle10", dialect: "aws-sdk-js", config: "maxAttempts: 10, throttled: true" },
        Case {
            id: "kafkajs-default",
            dialect: "kafkajs",
            config: "retry: { retries: 5, initialRetryTime: 300, factor: 0.2, multiplier: 2, maxRetryTime: 30000 }",
        },
        Case {
            id: "kafkajs-cap5s",
            dialect: "kafkajs",
            config: "new Kafka({ retry: { retries: 8, maxRetryTime: 5000 } })",
        },
        Case {
            id: "bullmq-exp-jitter",
            dialect: "bullmq",
            config: "{ attempts: 5, backoff: { type: 'exponential', delay: 1000, jitter: 0.5 } }",
        },
        Case { id: "openai-node-6", dialect: "openai-node", config: "new OpenAI({ maxRetries: 6 })" },
        Case { id: "stripe-node-5", dialect: "stripe-node", config: "Stripe(key, { maxNetworkRetries: 5 })" },
        Case { id: "gaxios-default", dialect: "gaxios", config: "{}" },
        Case { id: "fetch-retry-default", dialect: "fetch-retry", config: "{ retries: 3, retryDelay: 1000 }" },
        Case {
            id: "azure-core-js",
            dialect: "azure-core-js",
            config: "new SomeClient(url, credential, { retryOptions: { maxRetries: 6, retryDelayInMs: 1000, maxRetryDelayInMs: 10000 } })",
        },
    ],
    asked: &[
        Asked {
            case: Case { id: "got-retry-after", dialect: "got", config: "got.extend({ retry: { limit: 2 } })" },
            retry_after: "7",
        },
        Asked {
            case: Case {
                id: "got-retry-after-exceeds",
                dialect: "got",
                config: "{ retry: { limit: 2, maxRetryAfter: 5000 } }",
            },
            retry_after: "7",
        },
        Asked {
            case: Case {
                id: "ky-retry-after-capped",
                dialect: "ky",
                config: "ky.create({ retry: { limit: 2, maxRetryAfter: 5000 } })",
            },
            retry_after: "7",
        },
    ],
};

/// The right waits are those of the clients as they were run with the lowest and the highest draw.
#[test]
fn clients_of_services_have_waits_of_their_own() {
    assert_eq!(row("octokit", "new Octokit({ auth: 'x', retry: { retries: 4 } })", "s"), "1 4 9 16 end");
    assert_eq!(row("octokit", "{ retries: 2, retryAfterBaseValue: 500, enabled: false }", "s"), "end");
    assert_eq!(
        row("ioredis", "new Redis({ port: 6379, maxRetriesPerRequest: null })", "ms"),
        "50..249 100..299 200..399 400..599 800..999 1600..1799"
    );
    assert_eq!(row("ioredis-5", "{ port: 6379 }", "ms"), "50 100 150 200 250 300");
    assert_eq!(row("ioredis", "{ retryStrategy: null }", "ms"), "end");
    let request = "retryRequest(url, { request, retries: 5, maxRetryDelay: 20 }, done)";
    assert_eq!(row("retry-request", request, "ms"), "2000..2999 4000..4999 8000..8999 16000..16999 20000 end");
    assert_eq!(row("retry-request", "retries: 5, totalTimeout: 5", "ms"), "2000..2999 3000 end");
    let connection = "{ 'grpc.initial_reconnect_backoff_ms': 1000, 'grpc.max_reconnect_backoff_ms': 3000 }";
    assert_eq!(row("grpc-js", connection, "ms"), "1000 1280..1920 1638.4..3600 2097.152..3600 2400..3600 2400..3600");
    assert_eq!(recognised(connection), ["grpc-js"]);
    assert_eq!(recognised("new Octokit({ retry: { doNotRetry: [404] } })"), ["octokit"]);
    assert_eq!(recognised("new Redis({ port: 6379, maxRetriesPerRequest: 3 })"), ["ioredis"]);
    assert_eq!(recognised(request), ["retry-request"]);
}

/// google-gax 5.0.8, run: with maxRetries 3 it makes three calls, and waits once more after the last.
#[test]
fn google_gax_counts_calls_and_waits_after_the_last() {
    let config = "backoffSettings: { initialRetryDelayMillis: 100, retryDelayMultiplier: 2, maxRetries: 3 }";
    assert_eq!(row("google-gax", config, "ms"), "0..100 0..200 end");
    let found = super::read(holdoff::dialect::dialect("google-gax").unwrap(), config);
    assert!(found.policy.after_last);
    assert_eq!(recognised(config), ["google-gax"]);
}

/// p-retry 6 hands its options to node-retry, which compares its time after a call and never cuts a wait.
#[test]
fn p_retry_6_lets_the_last_wait_pass_its_time() {
    let config = "pRetry(run, { retries: 9, maxRetryTime: 5000 })";
    assert_eq!(row("p-retry-6", config, "ms"), "1000 2000 4000 end");
    assert_eq!(row("p-retry", config, "ms"), "1000 2000 2000 end");
}
