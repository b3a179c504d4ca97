//! Clients in Rust and Go.

use super::{Case, Group};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case { id: "backon-default", dialect: "backon", config: "ExponentialBuilder::default()" },
        Case {
            id: "backon-8-jitter",
            dialect: "backon",
            config: "let policy = ExponentialBuilder::default()\n    .with_jitter()\n    .with_max_times(8);",
        },
        Case {
            id: "backon-total-delay10",
            dialect: "backon",
            config: "ExponentialBuilder::new().with_max_times(10).with_total_delay(Some(Duration::from_secs(10)))",
        },
        Case {
            id: "backon-fibo-cap10",
            dialect: "backon",
            config: "backon::FibonacciBuilder::default().with_max_delay(Duration::from_secs(10)).with_max_times(12)",
        },
        Case { id: "tokio-retry-10", dialect: "tokio-retry", config: "ExponentialBackoff::from_millis(10).take(4)" },
        Case {
            id: "tokio-retry-2x500",
            dialect: "tokio-retry",
            config: "let strategy = ExponentialBackoff::from_millis(2)\n    .factor(500)\n    .max_delay(Duration::from_secs(10))\n    .take(6);\nlet result = Retry::spawn(strategy, action).await?;",
        },
        Case { id: "tokio-retry-fibo", dialect: "tokio-retry", config: "FibonacciBackoff::from_millis(100).take(6)" },
        Case {
            id: "tokio-retry2-factor-jitter",
            dialect: "tokio-retry2",
            config: "ExponentialFactorBackoff::from_millis(500, 2.0)\n    .max_delay(Duration::from_secs(4))\n    .map(jitter)\n    .take(5)",
        },
        Case { id: "tokio-retry2-exp", dialect: "tokio-retry2", config: "ExponentialBackoff::from_millis(10).take(3)" },
        Case { id: "rust-retry-2.2", dialect: "retry-rust", config: "Exponential::from_millis(100).take(5)" },
        Case {
            id: "rust-retry-basefactor",
            dialect: "retry-rust",
            config: "Exponential::from_millis_with_base_factor(10).take(4)",
        },
        Case { id: "rust-backoff-default", dialect: "backoff-rust", config: "ExponentialBackoff::default()" },
        Case {
            id: "rust-expbackoff-nojit",
            dialect: "exponential-backoff-rust",
            config: "let mut backoff = Backoff::new(6, Duration::from_millis(100), Duration::from_secs(2));\nbackoff.set_jitter(0.0);",
        },
        Case {
            id: "rust-expbackoff-jit0.3",
            dialect: "exponential-backoff-rust",
            config: "Backoff::new(6, Duration::from_millis(100), Some(Duration::from_secs(2)))",
        },
        Case {
            id: "retry-policies-none",
            dialect: "retry-policies",
            config: "ExponentialBackoff::builder()\n    .retry_bounds(Duration::from_secs(1), Duration::from_secs(30))\n    .jitter(Jitter::None)\n    .base(2)\n    .build_with_max_retries(6)",
        },
        Case {
            id: "retry-policies-full",
            dialect: "retry-policies",
            config: "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(30)).build_with_max_retries(6)",
        },
        Case {
            id: "retry-policies-bounded",
            dialect: "retry-policies",
            config: "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(30)).jitter(Jitter::Bounded).build_with_max_retries(6)",
        },
        Case { id: "cenkalti-default", dialect: "cenkalti-v4", config: "backoff.NewExponentialBackOff()" },
        Case {
            id: "cenkalti-withmaxretries3",
            dialect: "cenkalti-v4",
            config: "backoff.WithMaxRetries(&backoff.ZeroBackOff{}, 3)",
        },
        Case {
            id: "aws-go-v2-legacy",
            dialect: "aws-sdk-go",
            config: "retry.NewStandard(func(o *retry.StandardOptions) {\n\to.MaxAttempts = 8\n\to.MaxBackoff = 20 * time.Second\n})",
        },
        Case {
            id: "gax-go",
            dialect: "gax-go",
            config: "gax.Backoff{\n\tInitial:    100 * time.Millisecond,\n\tMax:        time.Second,\n\tMultiplier: 2,\n}",
        },
        Case {
            id: "jpillora-jitter",
            dialect: "jpillora-backoff",
            config: "b := &backoff.Backoff{\n\tMin:    100 * time.Millisecond,\n\tMax:    10 * time.Second,\n\tFactor: 2,\n\tJitter: true,\n}",
        },
        Case { id: "aws-go-v2-2026", dialect: "aws-sdk-go-2026", config: "retry.NewStandard()" },
        Case {
            id: "k8s-DefaultBackoff",
            dialect: "k8s-wait",
            config: "wait.Backoff{\n\tSteps:    4,\n\tDuration: 10 * time.Millisecond,\n\tFactor:   5.0,\n\tJitter:   0.1,\n}",
        },
        Case {
            id: "k8s-wait-cap-stops",
            dialect: "k8s-wait",
            config: "backoff := wait.Backoff{Steps: 10, Duration: time.Second, Factor: 2, Cap: 5 * time.Second}",
        },
        Case {
            id: "cloudtasks-doublings3",
            dialect: "cloud-tasks",
            config: "{\"name\": \"projects/p/locations/l/queues/q\", \"retryConfig\": {\"maxAttempts\": 9, \"maxBackoff\": \"300s\", \"maxDoublings\": 3, \"minBackoff\": \"10s\"}, \"state\": \"RUNNING\"}",
        },
        Case {
            id: "cloudscheduler-5",
            dialect: "cloud-scheduler",
            config: "{\"name\": \"projects/p/locations/l/jobs/j\", \"retryConfig\": {\"maxBackoffDuration\": \"3600s\", \"maxDoublings\": 5, \"maxRetryDuration\": \"0s\", \"minBackoffDuration\": \"5s\", \"retryCount\": 5}}",
        },
    ],
    asked: &[],
};
