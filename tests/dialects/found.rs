//! What was found wrong by running the libraries on configs drawn at random; a test each. The right waits are those of
//! the library, as it was run.

use holdoff::dialect::dialect;
use holdoff::quantity::Exact;
use holdoff::timeline::{Wait, Walk};

use super::{close, in_unit, read};

/// The config waits so, in seconds, with random at its low and at its high extreme, and has no more retries.
fn waits(name: &str, config: &str, right: [&[f64]; 2]) {
    let found = read(dialect(name).unwrap(), config);
    let waits: Vec<Wait> = Walk::new(&found.policy, Exact::zero()).take(20).map(|step| step.unwrap().wait).collect();
    let seconds = |of: fn(&Wait) -> &Exact| -> Vec<f64> { waits.iter().map(|wait| in_unit(of(wait), "s")).collect() };
    for (got, right) in [seconds(Wait::least), seconds(Wait::most)].into_iter().zip(right) {
        let same = got.len() == right.len() && got.iter().zip(right).all(|(got, right)| close(*got, *right));
        assert!(same, "{name} {config}\n   got {got:?}\n right {right:?}");
    }
}

/// tenacity's documentation writes two stops so.
#[test]
fn brackets_around_one_value_are_the_value() {
    let right = [1.0, 2.0, 4.0, 8.0];
    let config = "@retry(stop=(stop_after_delay(10) | stop_after_attempt(7)), wait=(wait_exponential()))";
    waits("tenacity", config, [&right, &right]);
    let tuple = dialect("celery").unwrap().document("config", "autoretry_for=(IOError,)").unwrap();
    assert_eq!(tuple.roots[0].get("autoretry_for").unwrap().kind(), "a list");
}

#[test]
fn a_term_that_does_not_grow_keeps_its_floor_and_its_cap_in_a_sum() {
    let config = "wait=wait_exponential(exp_base=1, min=5.7, multiplier=1.5) + wait_random(0, 1), stop_after_attempt=3";
    waits("tenacity", config, [&[5.7, 5.7], &[6.7, 6.7]]);
    let config = "wait=wait_exponential_jitter(exp_base=1, max=1.5, jitter=2) + wait_fixed(1), stop_after_attempt=2";
    waits("tenacity", config, [&[2.0], &[2.5]]);
}

#[test]
fn celery_counts_what_retry_kwargs_says_and_none_is_no_limit() {
    let config = "@app.task(autoretry_for=(OSError,), max_retries=9, retry_kwargs={'max_retries': 2, 'countdown': 26})";
    waits("celery", config, [&[26.0, 26.0], &[26.0, 26.0]]);
    // With retry_backoff its countdown is not looked at.
    let config = "retry_backoff=12, retry_jitter=False, retry_kwargs={'countdown': 861}";
    waits("celery", config, [&[12.0, 24.0, 48.0], &[12.0, 24.0, 48.0]]);
    waits("celery", "autoretry_for=(OSError,), max_retries=None", [&[180.0; 20], &[180.0; 20]]);
}

#[test]
fn redis_py_is_read_as_code_has_it() {
    waits("redis-py", "Retry(ExponentialBackoff(cap=22.4, base=1.85), 4)", [&[3.7, 7.4, 14.8, 22.4]; 2]);
    waits("redis-py", "Retry(backoff.EqualJitterBackoff(0.01), retries=2)", [&[0.005, 0.005], &[0.01, 0.01]]);
    waits("redis-py", "Retry(DecorrelatedJitterBackoff(base=5), 3)", [&[0.512; 3], &[0.512; 3]]);
    waits("redis-py", "Retry(NoBackoff(), 2)", [&[0.0, 0.0], &[0.0, 0.0]]);
}
