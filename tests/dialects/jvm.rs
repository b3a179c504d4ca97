//! Clients of the JVM, in .NET, Ruby, PHP and Elixir.

use super::{Asked, Case, Group, recognised, row};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case {
            id: "resilience4j-exp-default",
            dialect: "resilience4j",
            config: "resilience4j:\n  retry:\n    instances:\n      backend:\n        maxAttempts: 7\n        waitDuration: 500ms\n        enableExponentialBackoff: true\n",
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
        Case {
            id: "spring7-retrypolicy-jitter",
            dialect: "spring",
            config: "@Retryable(maxRetries = 4, delay = 1000, multiplier = 2, maxDelay = 5000, jitter = 200)",
        },
        Case { id: "guzzle-exponentialDelay", dialect: "guzzle", config: "retries=6" },
        Case { id: "guzzle6-exponentialDelay", dialect: "guzzle-6", config: "retries=5" },
        Case {
            id: "resque-retry-exp",
            dialect: "resque-retry",
            config: "@queue = :mail, @backoff_strategy = [0, 60, 600, 3600, 10_800, 21_600]",
        },
    ],
    asked: &[Asked {
        case: Case {
            id: "faraday-retry-after-exceeds",
            dialect: "faraday-retry",
            config: "max: 3, interval: 1, max_interval: 5, retry_statuses: [503]",
        },
        retry_after: "7",
    }],
};

/// By hand from Spring's source: 1500 is one base of 1000 and 2250 are two, so the jitter is 200 ms twice and then 400.
#[test]
fn the_jitter_of_spring_7_grows_with_whole_multiples_of_the_delay() {
    let config = "@Retryable(maxRetries = 3, delay = 1000, multiplier = 1.5, jitter = 200)";
    assert_eq!(row("spring", config, "ms"), "1000..1199 1300..1699 1850..2649 end");
    // At the cap it can only shorten, and where the delay is the cap there is nothing to draw.
    assert_eq!(row("spring", "maxRetries = 1, delay = 1000, maxDelay = 1000, jitter = 200", "ms"), "1000 end");
    assert_eq!(row("spring", "maxRetries = 1, delay = 2000, maxDelay = 1000, jitter = 200", "ms"), "1000 end");
    assert_eq!(row("spring-backoff", "maxAttempts = 2, jitter = 300", "ms"), "2000..2299 2700..3299 end");
}

/// By hand from Kafka's source: 100, 200 and 400 ms by 0.8 to 1.2, cut to whole milliseconds and to the cap.
#[test]
fn kafka_spreads_the_capped_wait_and_caps_it_again() {
    let file = "bootstrap.servers=localhost:9092\nretry.backoff.max.ms=400\ndelivery.timeout.ms=1000\n";
    assert_eq!(recognised(file), ["kafka"]);
    assert_eq!(row("kafka", file, "ms"), "80..119 160..239 320..400 end");
    let constant = "retry.backoff.ms=500\nretry.backoff.max.ms=300\nretries=2\n";
    assert_eq!(row("kafka", constant, "ms"), "300 300 end");
    let spring = "spring:\n  kafka:\n    producer:\n      properties: {retry.backoff.ms: 50, retries: 1}\n";
    assert_eq!(row("kafka", spring, "ms"), "40..59 end");
    // What there is no limit of retries for ends with the time of 120 s.
    assert_eq!(
        row("kafka", "retries=2147483647\nretry.backoff.ms=60000\nretry.backoff.max.ms=60000\n", "s"),
        "60 60 end"
    );
}

/// By hand from the SDK's source.
#[test]
fn strategies_of_the_aws_sdk_for_java_are_calls() {
    let waits = |config: &str| row("aws-sdk-java", config, "ms");
    assert_eq!(waits("StandardRetryStrategy.builder().build()"), "0..99 0..199 end");
    assert_eq!(waits("DefaultRetryStrategy.legacyStrategyBuilder().build()"), "0..99 0..199 0..399 end");
    let half = "BackoffStrategy.exponentialDelayHalfJitter(Duration.ofMillis(500), Duration.ofSeconds(1))";
    let legacy = format!("LegacyRetryStrategy.builder().maxAttempts(4).backoffStrategy({half}).build()");
    assert_eq!(waits(&legacy), "250..500 500..1000 500..1000 end");
    let fixed = "DefaultRetryStrategy.standardStrategyBuilder().backoffStrategy(\
                 BackoffStrategy.fixedDelayWithoutJitter(Duration.ofMillis(70))).build()";
    assert_eq!(waits(fixed), "70 70 end");
    assert_eq!(waits("throttled = true"), "0..999 0..1999 end");
    assert_eq!(recognised(fixed), ["aws-sdk-java"]);
}

/// By hand from the source: a table that repeats its last wait, and the plain plugin with one retry.
#[test]
fn tables_of_resque_retry() {
    let drawn = "@backoff_strategy = [0, 30, 60]\n@retry_delay_multiplicand_max = 2.0\n@retry_limit = 4\n";
    assert_eq!(row("resque-retry", drawn, "s"), "0 30..59 60..119 60..119 end");
    assert_eq!(row("resque-retry", "@retry_delay = 60", "s"), "60 end");
    assert_eq!(row("resque-retry", "@retry_limit = -1", "s"), "0 60 600 3600 10800 21600");
    assert_eq!(recognised(drawn), ["resque-retry"]);
}

#[test]
fn a_decider_of_guzzle_has_no_number() {
    let dialect = holdoff::dialect::dialect("guzzle").unwrap();
    let document = dialect.document("config", "Middleware::retry($decider)").unwrap();
    let fault = holdoff::dialect::of(dialect, &document.roots[0]).unwrap_err();
    assert!(fault.message.contains("the decider's limit stands in its code"), "{fault}");
}
