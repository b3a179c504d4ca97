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

#[test]
fn node_retry_goes_on_for_ever_with_the_last_wait_of_its_list() {
    let config = "retry.operation({ forever: true, retries: 3, minTimeout: 5000 })";
    let mut right = [20.0; 20];
    right[..2].copy_from_slice(&[5.0, 10.0]);
    waits("node-retry", config, [&right, &right]);
    waits("node-retry", "{ forever: true, retries: 0, minTimeout: 300 }", [&[0.3; 20], &[0.3; 20]]);
}

#[test]
fn node_retry_sorts_waits_that_grow_shorter() {
    let right = [0.044, 0.069, 0.11, 0.175];
    waits("node-retry", "{ factor: 0.63, minTimeout: 175, retries: 4 }", [&right, &right]);
    waits("p-retry", "{ factor: 0.63, minTimeout: 175, retries: 4 }", [&[0.175, 0.11, 0.069, 0.044]; 2]);
}

/// 2 × 7593.75 ms is 15187.5, and every draw is less.
#[test]
fn a_half_that_no_draw_reaches_is_not_rounded_upwards() {
    let config = "{ randomize: true, retries: 6, factor: 1.5 }";
    let (low, high) = ([1.0, 1.5, 2.25, 3.375, 5.063, 7.594], [2.0, 3.0, 4.5, 6.75, 10.125, 15.187]);
    waits("node-retry", config, [&low, &high]);
}

#[test]
fn got_takes_noise_away_where_it_is_below_0_and_makes_no_retry_of_a_wait_of_0() {
    let config = "got.extend({ retry: { limit: 3, backoffLimit: 1500, noise: -100 } })";
    waits("got", config, [&[0.9, 1.4, 1.4], &[1.0, 1.5, 1.5]]);
    waits("got", "{ limit: 3, backoffLimit: 0, noise: 0 }", [&[], &[]]);
}

#[test]
fn retries_of_ky_may_be_a_number() {
    waits("ky", "ky.create({ retry: 3, timeout: 5000 })", [&[0.3, 0.6, 1.2]; 2]);
}

#[test]
fn an_agent_made_in_place_is_no_key_of_undici() {
    waits("undici", "new RetryAgent(new Agent(), { maxRetries: 2, minTimeout: 13 })", [&[0.013, 0.026]; 2]);
}

#[test]
fn cockatiel_is_read_as_code_has_it() {
    let of = |backoff: &str| format!("retry(handleAll, {{ maxAttempts: 3, backoff: {backoff} }})");
    let config = of("new ExponentialBackoff({ initialDelay: 10, generator: noJitterGenerator })");
    waits("cockatiel", &config, [&[0.01, 0.02, 0.04]; 2]);
    waits("cockatiel", &of("new ConstantBackoff(50)"), [&[0.05; 3]; 2]);
    waits("cockatiel", &of("new IterableBackoff([1, 20])"), [&[0.001, 0.02, 0.02]; 2]);
    waits("cockatiel", "retry(handleAll, { maxAttempts: 3 })", [&[0.0; 3]; 2]);
}

#[test]
fn dramatiq_counts_half_its_cap_in_whole_milliseconds() {
    waits("dramatiq", "@dramatiq.actor(max_retries=2, max_backoff=471)", [&[0.235; 2], &[0.471; 2]]);
}

#[test]
fn expo_of_backoff_stays_at_a_cap_that_it_begins_at() {
    let config =
        "@backoff.on_exception(backoff.expo, OSError, base=0.5, factor=20, max_value=15, jitter=None, max_tries=4)";
    waits("backoff", config, [&[15.0; 3], &[15.0; 3]]);
}
