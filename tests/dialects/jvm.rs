//! Clients of the JVM, in .NET, Ruby, PHP and Elixir.

use super::{Asked, Case, Group};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case {
            id: "resilience4j-exp-default",
            dialect: "resilience4j",
            config: "resilience4j:\n  retry:\n    instances:\n      backend:\n        maxAttempts: 7\n        enableExponentialBackoff: true\n",
        },
        Case {
            id: "resilience4j-exp-cap",
            dialect: "resilience4j",
            config: "resilience4j:\n  retry:\n    instances:\n      backend:\n        max-attempts: 7\n        wait-duration: 1s\n        enable-exponential-backoff: true\n        exponential-backoff-multiplier: 2\n        exponential-max-wait-duration: 10s\n",
        },
        Case {
            id: "resilience4j-exprandom-cap",
            dialect: "resilience4j",
            config: "resilience4j:\n  retry:\n    instances:\n      backend:\n        maxAttempts: 8\n        waitDuration: 500\n        enableExponentialBackoff: true\n        exponentialBackoffMultiplier: 2\n        enableRandomizedWait: true\n        randomizedWaitFactor: 0.5\n        exponentialMaxWaitDuration: 5s\n",
        },
        Case {
            id: "spring-retry-exp-cap",
            dialect: "spring-retry",
            config: "@Retryable(maxAttempts = 7, backoff = @Backoff(delay = 1000, multiplier = 2, maxDelay = 10000))",
        },
        Case {
            id: "spring-fw-expbackoff-default",
            dialect: "spring-backoff",
            config: "new ExponentialBackOff(2000, 1.5)",
        },
        Case { id: "spring7-retrypolicy-default", dialect: "spring", config: "@Retryable(maxRetries = 3)" },
        Case {
            id: "failsafe-backoff-jitter",
            dialect: "failsafe",
            config: "RetryPolicy.builder().withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30)).withJitter(0.1).withMaxRetries(6).build()",
        },
        Case {
            id: "gax-java",
            dialect: "gax-java",
            config: "RetrySettings.newBuilder().setInitialRetryDelayDuration(Duration.ofMillis(100)).setRetryDelayMultiplier(1.3).setMaxRetryDelayDuration(Duration.ofSeconds(60)).setMaxAttempts(6).build()",
        },
        Case { id: "polly-default", dialect: "polly", config: "new RetryStrategyOptions()" },
        Case {
            id: "polly-linear-jitter",
            dialect: "polly",
            config: "new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = TimeSpan.FromSeconds(1), BackoffType = DelayBackoffType.Linear, UseJitter = true }",
        },
        Case {
            id: "polly-exp-jitter",
            dialect: "polly",
            config: "new RetryStrategyOptions { MaxRetryAttempts = 6, Delay = TimeSpan.FromSeconds(1), BackoffType = DelayBackoffType.Exponential, UseJitter = true }",
        },
        Case {
            id: "polly-exp-jitter-cap",
            dialect: "polly",
            config: "new RetryStrategyOptions { MaxRetryAttempts = 6, Delay = TimeSpan.FromSeconds(1), BackoffType = DelayBackoffType.Exponential, UseJitter = true, MaxDelay = TimeSpan.FromSeconds(5) }",
        },
        Case { id: "sidekiq-8", dialect: "sidekiq", config: "sidekiq_options(retry: 25)" },
        Case {
            id: "activejob-polynomial",
            dialect: "activejob",
            config: "retry_on(Timeout, wait: :polynomially_longer, attempts: 5, jitter: 0.15)",
        },
        Case { id: "activejob-3s", dialect: "activejob", config: "retry_on(Timeout, wait: 3, attempts: 5)" },
        Case {
            id: "faraday-retry-cap",
            dialect: "faraday-retry",
            config: "max: 5, interval: 1, interval_randomness: 1, backoff_factor: 2, max_interval: 4, retry_statuses: [503]",
        },
        Case {
            id: "symfony-messenger-ceil",
            dialect: "symfony-messenger",
            config: "framework:\n  messenger:\n    transports:\n      async:\n        dsn: x\n        retry_strategy:\n          max_retries: 4\n          delay: 333\n          multiplier: 1.5\n          max_delay: 0\n",
        },
        Case { id: "oban-default", dialect: "oban", config: "queue: default, max_attempts: 20" },
    ],
    asked: &[Asked {
        case: Case {
            id: "faraday-retry-after-exceeds",
            dialect: "faraday-retry",
            config: "max: 3, interval: 1, max_interval: 5, retry_statuses: [503]",
        },
        retry_after: "7",
    }],
    not_built: &[
        "guzzle-exponentialDelay",
        "guzzle6-exponentialDelay",
        "spring7-retrypolicy-jitter",
        "resque-retry-exp",
    ],
};
