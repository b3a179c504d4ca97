//! Reports about waits: growth, overflow, cap and jitter.

use super::*;

/// The last of the 1000 retries that a policy of flags may have, and how many of them wait for less than 1.
fn last_of_1000(flags: &[&str]) -> (Value, usize) {
    let it = schedule(&[flags, &["--retries", "1000"]].concat());
    let short = each(&it, "wait").iter().filter(|wait| wait.as_f64() < Some(1.0)).count();
    (rows(&it)[999].clone(), short)
}

#[test]
fn s_01_no_wait_is_negative_however_many_retries() {
    let (last, short) = last_of_1000(&["--base", "1s", "--max", "1m", "--jitter", "10%"]);
    assert_eq!((&last["min"], &last["wait"], &last["max"], short), (&json!(54), &json!(60), &json!(66), 0));
}

/// Retry 39 was negative and retry 62 was 0.
#[test]
fn s_02_the_cap_comes_before_any_overflow() {
    let it = schedule(&["--base", "30ms", "--max", "1s", "--retries", "70", "--jitter", "equal"]);
    for retry in [38, 39, 49, 62, 70] {
        let row = &rows(&it)[retry - 1];
        assert_eq!((&row["min"], &row["max"], &row["capped"]), (&json!(500), &json!(1000), &json!(true)), "{retry}");
    }
}

#[test]
fn s_03_retry_37_is_the_cap() {
    let it = schedule(&["--base", "100ms", "--max", "1s", "--factor", "2", "--retries", "40"]);
    assert_eq!(rows(&it)[36]["wait"], json!(1000));
}

/// 1 << 63 is 0 in a long, and so the schedule began anew.
#[test]
fn s_08_no_wait_is_0_after_63_doublings() {
    let it = schedule(&["--base", "1s", "--max", "10s", "--retries", "130", "--jitter", "full"]);
    for retry in [63, 64, 65, 66, 128, 129] {
        assert_eq!((&rows(&it)[retry - 1]["wait"], &rows(&it)[retry - 1]["max"]), (&json!(10), &json!(10)), "{retry}");
    }
}

/// 2^32 in 32 bits; the cap of the AWS SDKs is 20 s.
#[test]
fn s_11_the_power_of_two_saturates() {
    let (last, short) = last_of_1000(&["--base", "1s", "--max", "20s", "--jitter", "full"]);
    assert_eq!((&last["max"], short), (&json!(20), 0));
}

/// 10^308 s is beyond a double.
#[test]
fn s_12_a_factor_of_ten_ends_at_the_cap() {
    let it = schedule(&["--base", "1s", "--max", "1h", "--factor", "10", "--retries", "310", "--unit", "s"]);
    assert_eq!((&rows(&it)[308]["wait"], &it["capped_from"]), (&json!(3600), &json!(5)));
}

#[test]
fn s_13_a_factor_of_a_hundred_ends_at_the_cap() {
    let it = schedule(&["--base", "1.0", "--max", "5.0", "--factor", "100.0", "--retries", "200"]);
    assert_eq!((&rows(&it)[199]["wait"], &it["capped_from"]), (&json!(5), &json!(2)));
    // A client that multiplies doubles as well.
    let it = schedule(&["--client", "google-api-core", "initial=1.0,multiplier=100.0,maximum=5.0,timeout=3600"]);
    assert_eq!(rows(&it)[199]["wait"], json!(5));
}

/// 9986935433 ms is above 2^31 - 1 ms, which is all that `setTimeout` holds.
#[test]
fn s_14_a_wait_beyond_the_timer_is_told() {
    let told =
        |delay: &str| notes(&schedule(&["--client", "fetch-retry", delay])).contains(&"timer-overflow".to_owned());
    assert!(told("retryDelay: 9986935433"));
    assert!(told("retryDelay: 2147483648"));
    assert!(!told("retryDelay: 2147483647"));
}

/// With a factor of 10 retry 8 is the first beyond the timer, with 2 it is retry 23: 1000 × 2^22 is 4194304000 ms.
#[test]
fn s_15_a_plain_policy_without_a_cap_reaches_the_timer() {
    let told = |keys: &str| {
        let it = schedule(&["--client", "p-retry", keys]);
        let notes = it["origin"]["notes"].as_array().unwrap().iter();
        let told: Vec<_> =
            notes.filter(|it| it["code"] == "timer-overflow").map(|it| it["message"].to_string()).collect();
        told.concat()
    };
    assert!(told("minTimeout: 1000, factor: 10, retries: 12").contains("retry 8 waits"));
    assert!(told("minTimeout: 1000, factor: 2, retries: 40").contains("retry 23 waits"));
    assert_eq!(told("minTimeout: 1000, factor: 10, retries: 7"), "");
    assert_eq!(told("minTimeout: 1000, factor: 10, retries: 12, maxTimeout: 60000"), "");
}

/// Half of 500 ms either way; a cap that comes after jitter holds.
#[test]
fn s_17_jitter_that_passes_the_cap_is_told() {
    let it = schedule(&["--base", "100ms", "--max", "500ms", "--jitter", "50%"]);
    assert_eq!((&rows(&it)[3]["wait"], &rows(&it)[3]["max"]), (&json!(500), &json!(750)));
    assert!(says(&it, "jitter-passes-max"));
    let it = schedule(&["--client", "node-retry", "{minTimeout: 100, maxTimeout: 500, randomize: true, retries: 8}"]);
    assert!(each(&it, "max").iter().all(|most| most.as_f64() <= Some(500.0)), "{it}");
    assert!(!says(&it, "jitter-passes-max") && notes(&it).contains(&"jitter-vanishes-at-max".to_owned()));
}

#[test]
fn s_21_the_cap_and_the_worst_case_are_two_numbers() {
    let it = schedule(&["--base", "15m", "--max", "15m", "--jitter", "100%", "--request-time", "0m"]);
    assert_eq!((&rows(&it)[0]["wait"], &rows(&it)[0]["max"]), (&json!(15), &json!(30)));
    assert_eq!((&it["total"], &it["worst_case"]), (&json!(75), &json!(150)));
    assert!(says(&it, "jitter-passes-max"));
}

#[test]
fn s_22_jitter_of_30_percent_is_both_ways() {
    let it = schedule(&["--base", "10s", "--max", "10s", "--jitter", "30%"]);
    let row = &rows(&it)[0];
    assert_eq!((&row["min"], &row["mean"], &row["max"]), (&json!(7), &json!(10), &json!(13)));
}

#[test]
fn s_25_a_hidden_cap_is_named() {
    let it = schedule(&["--client", "celery", "retry_backoff=3600, max_retries=2"]);
    assert_eq!((each(&it, "min"), each(&it, "max")), (vec![json!(0); 2], vec![json!(600); 2]));
    let notes = it["origin"]["notes"].to_string();
    assert!(notes.contains("base-above-max") && notes.contains("retry_backoff_max is not written: 600"), "{notes}");
    let it = schedule(&["--client", "celery", "retry_backoff=3600, max_retries=2, retry_backoff_max=7200"]);
    assert_eq!(each(&it, "max"), [json!(3600), json!(7200)]);
    assert!(!it["origin"]["notes"].to_string().contains("base-above-max"));
}

/// Since the fix it is raised to 1 s; before it every wait was 180 s.
#[test]
fn s_26_a_base_below_1_is_told_to_be_raised() {
    let it = schedule(&["--client", "celery", "retry_backoff=0.5, max_retries=3"]);
    assert_eq!(each(&it, "max"), [json!(1), json!(2), json!(4)]);
    assert!(notes(&it).contains(&"value-clamped".to_owned()));
}

/// By hand it was 48 and 96.
#[test]
fn s_27_doubling_from_7() {
    let it = schedule(&["--client", "celery", "retry_backoff=7, max_retries=5"]);
    assert_eq!(each(&it, "max"), [7, 14, 28, 56, 112].map(|it| json!(it)));
    assert_eq!(each(&it, "min"), vec![json!(0); 5]);
}

#[test]
fn s_29_a_factor_of_1_does_not_grow() {
    let it = schedule(&["--client", "temporal", "initialInterval=1s, backoffCoefficient=1, maximumAttempts=5"]);
    assert_eq!((&it["origin"]["growth"], each(&it, "wait")), (&json!("constant"), vec![json!(1); 4]));
    let it = schedule(&["--client", "temporal", "initialInterval=1s, backoffCoefficient=2.0, maximumAttempts=5"]);
    assert_eq!(
        (&it["origin"]["growth"], each(&it, "wait")),
        (&json!("geometric"), [1, 2, 4, 8].map(|it| json!(it)).to_vec())
    );
}

/// 200 ms doubled eight times is 51.2 s, far from the hour.
#[test]
fn s_33_the_maximum_is_no_wait_before_it_is_reached() {
    let keys = "InitialInterval: 200ms, BackoffCoefficient: 2, MaximumInterval: 1h, MaximumAttempts: 10";
    let it = schedule(&["--client", "temporal", keys]);
    assert_eq!(
        each(&it, "wait"),
        ["0.2", "0.4", "0.8", "1.6", "3.2", "6.4", "12.8", "25.6", "51.2"]
            .map(|it| serde_json::from_str::<Value>(it).unwrap())
    );
    assert_eq!(it["capped_from"], json!(null));
    let it = schedule(&["--client", "temporal", "initialInterval=10m, maximumInterval=1h, maximumAttempts=6"]);
    assert_eq!(each(&it, "wait"), [600, 1200, 2400, 3600, 3600].map(|it| json!(it)));
}

/// Since 1.2 the jitter of backon is a share of the wait, not of the first one: 0 to as much again.
#[test]
fn s_23_jitter_of_backon_grows_with_the_wait() {
    let builder = "ExponentialBuilder::default().with_jitter().with_max_times(5)";
    let it = schedule(&["--client", "backon", builder]);
    // 1, 2, 4, 8 and 16 s, each up to twice as long.
    let milliseconds = |waits: [u32; 5]| waits.map(|wait| json!(wait)).to_vec();
    assert_eq!(each(&it, "min"), milliseconds([1000, 2000, 4000, 8000, 16000]));
    assert_eq!(each(&it, "max"), milliseconds([2000, 4000, 8000, 16000, 32000]));
}

/// Three doublings, then as much more each time as the last of them.
#[test]
fn s_30_cloud_tasks_grows_by_the_same_after_its_doublings() {
    let config = "retryConfig:\n  maxAttempts: 9\n  minBackoff: 10s\n  maxBackoff: 300s\n  maxDoublings: 3\n";
    let it = schedule(&["--policy", &file("s-30.yaml", config), "--dialect", "cloud-tasks"]);
    assert_eq!(each(&it, "wait"), [10, 20, 40, 80, 160, 240, 300, 300].map(|wait| json!(wait)));
}

/// The kubelet restarts at once after the first crash.
#[test]
fn s_32_the_first_restart_of_the_kubelet_is_at_once() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  restartPolicy: Always\n  containers: [{name: a, image: b}]\n";
    let it = schedule(&["--policy", &file("s-32.yaml", pod), "--dialect", "kubelet"]);
    let waits: Vec<_> = each(&it, "wait").into_iter().take(7).collect();
    assert_eq!(waits, [0, 10, 20, 40, 80, 160, 300].map(|wait| json!(wait)));
}
