//! Clients in JavaScript.

use super::{Asked, Case, Group};

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
    not_built: &["azure-core-js"],
};
