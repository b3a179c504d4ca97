//! Clients in Rust and Go with configs that the vectors do not have.

use super::{close, first_waits};

/// A dialect, a config, and its waits in milliseconds: exact ones, or the shortest and the longest of each.
type Row = (&'static str, &'static str, Vec<(f64, f64)>);

fn check(rows: &[Row]) {
    for (name, config, right) in rows {
        // One more than there are, so that a row tells where the policy ends; rows of 6 may go on.
        let got = first_waits(name, config, if right.len() < 6 { right.len() + 1 } else { 6 });
        let same = got.len() == right.len()
            && got.iter().zip(right).all(|(got, right)| close(got.0, right.0) && close(got.1, right.1));
        assert!(same, "{name}: {config}\n   got {got:?}\n right {right:?}");
    }
}

fn exactly(waits: &[f64]) -> Vec<(f64, f64)> {
    waits.iter().map(|wait| (*wait, *wait)).collect()
}

/// What the crates gave when they were run with these values; bounds of jitter are those of 60,000 draws, rounded to
/// the ends that the source has.
#[test]
fn crates_of_rust_as_they_ran() {
    check(&[
        (
            "backon",
            "ExponentialBuilder::new().with_min_delay(Duration::from_secs(10)).with_max_delay(Duration::from_secs(5))",
            exactly(&[10_000.0, 5_000.0, 5_000.0]),
        ),
        (
            "backon",
            "ExponentialBuilder::default().with_min_delay(Duration::from_millis(500)).with_factor(1.5)\
             .without_max_delay().with_max_times(5)",
            exactly(&[500.0, 750.0, 1_125.0, 1_687.5, 2_531.25]),
        ),
        (
            "backon",
            "ExponentialBuilder::default().with_max_times(10).with_total_delay(Some(Duration::from_secs(7)))",
            exactly(&[1_000.0, 2_000.0, 4_000.0]),
        ),
        (
            "backon",
            "FibonacciBuilder::default().with_jitter().with_min_delay(Duration::from_millis(100))\
             .with_max_delay(Duration::from_millis(250)).with_max_times(6)",
            vec![(100.0, 200.0), (100.0, 200.0), (200.0, 300.0), (300.0, 400.0), (300.0, 400.0), (300.0, 400.0)],
        ),
        (
            "backon",
            "ConstantBuilder::default().with_jitter().with_delay(Duration::from_millis(200))",
            vec![(200.0, 400.0), (200.0, 400.0), (200.0, 400.0)],
        ),
        ("backon", "builder=constant, with_max_times=2", exactly(&[1_000.0, 1_000.0])),
        ("tokio-retry", "ExponentialBackoff::from_millis(500).take(3)", exactly(&[500.0, 250_000.0, 125_000_000.0])),
        (
            "tokio-retry",
            "FixedInterval::new(Duration::from_millis(100)).map(jitter).take(2)",
            vec![(0.0, 100.0), (0.0, 100.0)],
        ),
        (
            "tokio-retry",
            "FibonacciBackoff::from_millis(10).factor(10).max_delay(Duration::from_millis(350))",
            exactly(&[100.0, 100.0, 200.0, 300.0, 350.0, 350.0]),
        ),
        (
            "tokio-retry2",
            "ExponentialFactorBackoff::from_millis(333, 1.5).take(5)",
            exactly(&[333.0, 499.0, 749.0, 1_123.0, 1_685.0]),
        ),
        (
            "tokio-retry2",
            "ExponentialFactorBackoff::from_factor(3.0).max_delay_millis(4000).take(4)",
            exactly(&[500.0, 1_500.0, 4_000.0, 4_000.0]),
        ),
        (
            "tokio-retry2",
            "LinearBackoff::from_millis(100).increment_millis(200).max_delay_millis(600).take(5)",
            exactly(&[100.0, 300.0, 500.0, 600.0, 600.0]),
        ),
        ("tokio-retry2", "LinearBackoff::from_secs(2).take(3)", exactly(&[2_000.0, 4_000.0, 6_000.0])),
        (
            "tokio-retry2",
            "FixedInterval::from_millis(100).map(jitter_with_bounds(0.9, 1.1)).take(2)",
            vec![(90.0, 110.0), (90.0, 110.0)],
        ),
        (
            "retry-rust",
            "Exponential::from_millis_with_factor(333, 1.5).take(5)",
            exactly(&[333.0, 499.0, 748.0, 1_122.0, 1_683.0]),
        ),
        (
            "retry-rust",
            "Fibonacci::from_millis(10).map(jitter).take(5)",
            vec![(0.0, 10.0), (0.0, 10.0), (0.0, 20.0), (0.0, 30.0), (0.0, 50.0)],
        ),
        ("retry-rust", "Range::from_millis_exclusive(100, 200).take(2)", vec![(100.0, 199.0), (100.0, 199.0)]),
        ("retry-rust", "Range::from_millis_inclusive(100, 200).take(1)", vec![(100.0, 200.0)]),
        (
            "exponential-backoff-rust",
            "Backoff::new(5, Duration::from_millis(100), None)",
            vec![(100.0, 129.0), (142.0, 258.0), (284.0, 516.0), (568.0, 1_032.0)],
        ),
        (
            "exponential-backoff-rust",
            "let mut backoff = Backoff::new(4, Duration::from_millis(100), Duration::from_secs(1));\n\
             backoff.set_jitter(0.2);\nbackoff.set_factor(3);",
            vec![(100.0, 119.0), (243.0, 357.0), (729.0, 1_000.0)],
        ),
        ("exponential-backoff-rust", "Backoff::default()", vec![(100.0, 129.0), (142.0, 258.0)]),
        (
            "retry-policies",
            "ExponentialBackoff::builder().retry_bounds(Duration::from_millis(500), Duration::from_secs(4))\
             .jitter(Jitter::None).base(3).build_with_max_retries(4)",
            exactly(&[500.0, 1_500.0, 4_000.0, 4_000.0]),
        ),
        (
            "retry-policies",
            "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(10))\
             .build_with_total_retry_duration_and_limit_retries(Duration::from_secs(15))",
            vec![(0.0, 1_000.0), (0.0, 2_000.0), (0.0, 4_000.0)],
        ),
        (
            "backoff-rust",
            "ExponentialBackoffBuilder::new().with_initial_interval(Duration::from_secs(10))\
             .with_max_interval(Duration::from_secs(5)).with_randomization_factor(0.0).with_multiplier(2.0).build()",
            exactly(&[10_000.0, 5_000.0, 5_000.0, 5_000.0, 5_000.0, 5_000.0]),
        ),
    ]);
}

/// Worked out by hand from the source.
#[test]
fn crates_of_rust_by_hand() {
    check(&[
        // 1 + 2 + 4 s are within 10 s, and 8 s more are not.
        (
            "backoff-rust",
            "ExponentialBackoff {\n    initial_interval: Duration::from_secs(1),\n    multiplier: 2.0,\n    \
             randomization_factor: 0.0,\n    max_elapsed_time: Some(Duration::from_secs(10)),\n    \
             ..ExponentialBackoff::default()\n}",
            exactly(&[1_000.0, 2_000.0, 4_000.0]),
        ),
        ("again", "RetryPolicy::default()", exactly(&[1_000.0, 2_000.0, 4_000.0, 8_000.0, 16_000.0])),
        (
            "again",
            "RetryPolicy::exponential(Duration::from_millis(200)).with_max_delay(Duration::from_millis(500))\
             .with_max_retries(3)",
            exactly(&[200.0, 400.0, 500.0]),
        ),
        (
            "again",
            "RetryPolicy::fixed(Duration::from_millis(100)).with_jitter(true).with_max_retries(2)",
            vec![(0.0, 99.0), (0.0, 99.0)],
        ),
    ]);
    // The example of the crate's own documentation: 17 retries within a day.
    let config = "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(6 * 60 * 60))\
                  .build_with_total_retry_duration_and_limit_retries(Duration::from_secs(24 * 60 * 60))";
    let found = super::read(holdoff::dialect::dialect("retry-policies").unwrap(), config);
    assert_eq!(found.policy.retries, Some(17));
}
