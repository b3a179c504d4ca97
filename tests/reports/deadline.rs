//! Reports about deadlines and the time that a policy may take.

use super::*;

/// The waits of `backoff` without its jitter: 500 ms, by 1.5 up to 5 s; the eighth retry would start at 18.2 s.
#[test]
fn d_01_no_retry_starts_after_the_limit() {
    let policy = ["--base", "500ms", "--factor", "1.5", "--max", "5s", "--retries", "20"];
    let it = simulate(&[&policy[..], &["--deadline", "15s", "--elapsed", "14s", "--retry", "8"]].concat());
    assert_eq!(reason(&it), json!(["deferred", "wait-passes-deadline"]));
    let it = simulate(&[&policy[..], &["--deadline", "15s", "--elapsed", "0s"]].concat());
    let late: Vec<_> =
        it["timeline"].as_array().unwrap().iter().filter(|row| row["start_s"].as_f64() > Some(15.0)).collect();
    // 0.5, 0.75, 1.125, 1.6875, 2.53125, 3.796875 and 5 s are 15.39 s: six retries fit.
    assert_eq!((late.len(), &late[0]["fits"], &it["retries_that_fit"]), (1, &json!(false), &json!(6)));
}

/// curl 7.79 and later look at what is left of --retry-max-time; before that, 86400 s were slept.
#[test]
fn d_04_a_long_retry_after_ends_at_the_time_limit() {
    let hint = ["--deadline", "48h", "--elapsed", "0s", "--status", "503", "Retry-After: 86400"];
    let it = simulate(&[&["--client", "curl", "-i -m 5 --retry 2 --retry-max-time 60"], &hint[..]].concat());
    assert_eq!(reason(&it), json!(["exhausted", "policy-time-over"]));
    // The limit counts what has passed: 59 s and 1 s are the last that fit.
    let near = ["--deadline", "48h", "--elapsed", "59s", "--status", "503"];
    let curl = [&["--client", "curl", "--retry 2 --retry-max-time 60"], &near[..]].concat();
    let asked = |seconds: &str| simulate(&[&curl[..], &[&format!("Retry-After: {seconds}")]].concat());
    assert_eq!(reason(&asked("1")), json!(["allowed", "fits"]));
    assert_eq!(reason(&asked("2")), json!(["exhausted", "policy-time-over"]));
    // Without the limit curl waits the whole day; a deadline of one's own says so.
    let it = simulate(&[
        "--client",
        "curl",
        "-i -m 5 --retry 2",
        "--deadline",
        "1h",
        "--elapsed",
        "0s",
        "--status",
        "503",
        "Retry-After: 86400",
    ]);
    assert_eq!((reason(&it), &it["wait_s"]), (json!(["deferred", "wait-passes-deadline"]), &json!(86_400)));
}

/// The limit is compared before a wait: three retries start inside it and the fourth at 15 s.
#[test]
fn d_06_the_last_wait_passes_the_limit() {
    let it = schedule(&["--client", "curl", "--retry 10 --retry-max-time 10", "--request-time", "0s"]);
    assert_eq!(each(&it, "start"), [1, 3, 7, 15].map(|it| json!(it)));
    assert!(notes(&it).contains(&"limit-overruns".to_owned()));
}

/// The formula is that of cenkalti/backoff, whose `NextBackOff` gives -1 after its 15 minutes.
#[test]
fn d_10_after_the_limit_there_is_no_wait_of_0() {
    let config = file("stop.yaml", "exporters:\n  otlp:\n    retry_on_failure: {max_elapsed_time: 15m}\n");
    let at =
        |elapsed: &str| simulate(&["--policy", &config, "--deadline", "1h", "--retry", "30", "--elapsed", elapsed]);
    let it = at("15m");
    assert_eq!(
        (reason(&it), &it["wait_s"], &it["timeline"]),
        (json!(["exhausted", "policy-time-over"]), &json!(null), &json!([]))
    );
    assert_eq!(reason(&at("14m")), json!(["allowed", "fits"]));
}

/// Five minutes after the program has started its clock is at 0 for the call that begins then.
#[test]
fn d_11_the_clock_begins_with_the_first_call() {
    let policy = ["--base", "1s", "--max", "1m", "--deadline", "5m", "--started", "2026-12-01T00:10:00Z"];
    let it = simulate(&[&policy[..], &["--received", "2026-12-01T00:10:02Z"]].concat());
    assert_eq!((reason(&it), &it["elapsed_s"], &it["slack_s"]), (json!(["allowed", "fits"]), &json!(2), &json!(297)));
}

#[test]
fn d_12_no_retry_starts_after_a_call_that_outlasts_the_limit() {
    let policy = ["--base", "100ms", "--max", "1s", "--deadline", "2s"];
    let it = simulate(&[&policy[..], &["--elapsed", "5s"]].concat());
    assert_eq!((reason(&it), &it["retries_that_fit"]), (json!(["deferred", "deadline-passed"]), &json!(0)));
    let it = simulate(&[&policy[..], &["--request-time", "5s"]].concat());
    assert_eq!((reason(&it), &it["elapsed_s"]), (json!(["deferred", "deadline-passed"]), &json!(5)));
}

/// Waits of 2 s and 4 s: the third call starts at 6 s, the reset is 1.245 s later.
#[test]
fn d_13_a_reset_after_the_last_call_is_told() {
    let mark = |calls: &str| {
        let it = schedule(&["--base", "2s", "--max", "none", "--calls", calls, "--mark", "reset=7.245s"]);
        (it["calls"].clone(), it["marks"][0]["before_retry"].clone())
    };
    assert_eq!(mark("3"), (json!(3), json!(null)));
    assert_eq!(mark("5"), (json!(5), json!(3)));
}

/// The next run at about 11:19 cannot succeed.
#[test]
fn d_15_a_known_instant_is_waited_for() {
    let policy = ["--base", "40m", "--max", "1h", "--deadline", "2023-08-04T11:19:00Z", "--elapsed", "0s"];
    let answer = ["--status", "429", "--received", "2023-08-04T10:39:00Z", "Retry-After: 2023-08-04T12:00:00Z"];
    let it = simulate(&[&policy[..], &answer[..]].concat());
    assert_eq!(
        (&it["verdict"], &it["not_before"], &it["wait_s"]),
        (&json!("deferred"), &json!("2023-08-04T12:00:00Z"), &json!(4860))
    );
}

/// The default of cenkalti/backoff v5 is 15 minutes: a server that asks for 30 ends the policy at once.
#[test]
fn d_02_a_long_retry_after_ends_at_a_limit_that_nobody_wrote() {
    let policy = ["--client", "cenkalti-v5", "backoff.NewExponentialBackOff()"];
    let it = schedule(&policy);
    assert!(it["origin"]["notes"].is_array());
    let asked = ["--deadline", "2h", "--elapsed", "0s", "--status", "503", "Retry-After: 1800"];
    assert_eq!(reason(&simulate(&[&policy[..], &asked[..]].concat())), json!(["exhausted", "policy-time-over"]));
}
