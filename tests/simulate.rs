//! `holdoff simulate`, from flags to verdicts.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::{holdoff_reading, run};
use serde_json::{Value, json};

#[test]
fn the_example_of_the_contract() {
    let answer = run(
        "simulate --base 1s --max 30s --deadline 60s --elapsed 12s --retry 3 --status 429 'Retry-After: 120' --received 2026-12-01T00:00:00Z --json",
    );
    assert_eq!(answer.code, 75);
    assert_eq!(
        answer.json(),
        json!({
            "verdict": "deferred", "reason": "wait-passes-deadline", "retry": 3, "wait_s": 120, "wait_source": "Retry-After",
            "elapsed_s": 12, "deadline_s": 60, "not_before": "2026-12-01T00:02:00Z", "not_before_s": 132, "short_by_s": 72,
            "slack_s": null, "retries_left": 3, "retries_that_fit": 0,
            "timeline": [{"retry": 3, "wait_s": 120, "wait_source": "Retry-After", "start_s": 132, "end_s": 132, "fits": false}],
            "scope": null, "diagnostics": [],
        })
    );
}

const POLICY: &str = "simulate --base 1s --max 30s --retries 5";

/// Flags after the policy, the verdict, the reason and the exit code.
const VERDICTS: &[(&str, &str, &str, i32)] = &[
    // 1 + 2 + 4 + 8 + 16 = 31.
    ("--deadline 60s", "allowed", "fits", 0),
    ("--deadline 1s", "allowed", "fits", 0),
    ("--deadline 999999999ns", "deferred", "wait-passes-deadline", 75),
    ("--deadline 0s", "deferred", "wait-passes-deadline", 75),
    ("--deadline 10s --elapsed 11s", "deferred", "deadline-passed", 75),
    ("--deadline 10s --elapsed 9s", "allowed", "fits", 0),
    ("--deadline 10s --elapsed 9000000001ns", "deferred", "wait-passes-deadline", 75),
    ("--deadline 60s --retry 6", "exhausted", "no-retries-left", 1),
    ("--deadline 60s --retry 5 --elapsed 1s", "allowed", "fits", 0),
    // With the time of a call: 1 + 1 + 1 = 3.
    ("--deadline 3s --request-time 1s", "allowed", "fits", 0),
    ("--deadline 2999ms --request-time 1s", "deferred", "call-passes-deadline", 75),
    // Statuses.
    ("--deadline 60s --status 200", "refused", "not-a-failure", 1),
    ("--deadline 60s --status 204 'Retry-After: 1'", "refused", "not-a-failure", 1),
    ("--deadline 60s --status 404", "refused", "status-not-retryable", 1),
    ("--deadline 60s --status 404 'Retry-After: 1'", "allowed", "fits", 0),
    ("--deadline 60s --status 404 --retry-on 404,500", "allowed", "fits", 0),
    ("--deadline 60s --status 503 --retry-on 404,500", "refused", "status-not-retryable", 1),
    ("--deadline 60s --status 409 'x-should-retry: true'", "allowed", "fits", 0),
    ("--deadline 60s --status 503 'x-should-retry: false'", "refused", "server-says-stop", 1),
    ("--deadline 60s --status 301 'Retry-After: 10'", "allowed", "fits", 0),
    ("--deadline 60s --status 301 'Retry-After: 10' --retry 9 --elapsed 1s --method POST", "allowed", "fits", 0),
    ("--deadline 60s --status 301", "refused", "status-not-retryable", 1),
    // Writes.
    ("--deadline 60s --method POST", "refused", "write-may-have-taken-effect", 1),
    ("--deadline 60s --method POST --idempotency-key", "allowed", "fits", 0),
    ("--deadline 60s --method POST --status 503", "refused", "write-may-have-taken-effect", 1),
    ("--deadline 60s --method POST --status 408", "refused", "write-may-have-taken-effect", 1),
    ("--deadline 60s --method POST --status 429", "allowed", "fits", 0),
    ("--deadline 60s --method POST --status 425", "allowed", "fits", 0),
    ("--deadline 60s --method PUT --status 503", "allowed", "fits", 0),
    ("--deadline 60s --method PROPFIND --status 503", "allowed", "fits", 0),
    ("--deadline 60s --method put --status 503", "refused", "write-may-have-taken-effect", 1),
    ("--deadline 60s --method PATCH", "refused", "write-may-have-taken-effect", 1),
    // The order: refused before exhausted before the deadline.
    ("--deadline 0s --status 404 --retry 9", "refused", "status-not-retryable", 1),
    ("--deadline 0s --retry 9", "exhausted", "no-retries-left", 1),
    // The server's wait.
    ("--deadline 20s --status 429 'Retry-After: 20' --elapsed 0s", "allowed", "fits", 0),
    ("--deadline 20s --status 429 'Retry-After: 21' --elapsed 0s", "deferred", "wait-passes-deadline", 75),
    ("--deadline 60s --status 429 'Retry-After: 45' --server-wait stop", "deferred", "server-wait-over-max", 75),
    ("--deadline 60s --status 429 'Retry-After: 30' --server-wait stop", "allowed", "fits", 0),
    ("--deadline 40s --status 429 'Retry-After: 45' --server-wait clamp", "allowed", "fits", 0),
    ("--deadline 40s --status 429 'Retry-After: 45' --server-wait ignore", "allowed", "fits", 0),
    ("--deadline 40s --status 429 'Retry-After: 45' --server-wait floor", "deferred", "wait-passes-deadline", 75),
    // Jitter at its longest: 1s + 50%.
    ("--deadline 1500ms --jitter 50%", "allowed", "fits", 0),
    ("--deadline 1499ms --jitter 50%", "deferred", "wait-passes-deadline", 75),
];

#[test]
fn verdicts_in_their_order_with_their_exit_codes() {
    for (flags, verdict, reason, code) in VERDICTS {
        let answer = run(&format!("{POLICY} {flags} --json"));
        let json = answer.json();
        assert_eq!(
            (json["verdict"].as_str(), json["reason"].as_str(), answer.code),
            (Some(*verdict), Some(*reason), *code),
            "{flags}"
        );
        assert_eq!(answer.stderr, "", "{flags}");
    }
}

fn simulate(flags: &str) -> Value {
    run(&format!("{POLICY} {flags} --json")).json()
}

#[test]
fn the_five_rules_for_the_servers_wait() {
    let wait = |rule: &str, header: &str| {
        let json = simulate(&format!(
            "--deadline 10m --elapsed 0s --retry 2 --status 429 --server-wait {rule} 'Retry-After: {header}'"
        ));
        (
            json["wait_s"].clone(),
            json["wait_source"].clone(),
            json["diagnostics"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["code"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>(),
        )
    };
    let none: Vec<String> = Vec::new();
    let earlier = vec!["earlier-than-server-asked".to_owned()];
    assert_eq!(wait("honor", "45"), (json!(45), json!("Retry-After"), none.clone()));
    assert_eq!(wait("honor", "1"), (json!(1), json!("Retry-After"), none.clone()));
    assert_eq!(wait("floor", "1"), (json!(2), json!("policy"), none.clone()));
    assert_eq!(wait("floor", "45"), (json!(45), json!("Retry-After"), none.clone()));
    assert_eq!(wait("clamp", "45"), (json!(30), json!("Retry-After"), earlier.clone()));
    assert_eq!(wait("stop", "29"), (json!(29), json!("Retry-After"), none.clone()));
    assert_eq!(wait("ignore", "45"), (json!(2), json!("policy"), earlier));
    assert_eq!(wait("ignore", "1"), (json!(2), json!("policy"), none));
    let zero = simulate("--deadline 10m --status 429 'Retry-After: 0'");
    assert_eq!((&zero["wait_s"], &zero["wait_source"]), (&json!(1), &json!("policy")));
    assert_eq!(zero["diagnostics"][0]["severity"], "note");
}

#[test]
fn the_timeline_goes_on_to_the_first_that_does_not_fit() {
    let json = simulate("--deadline 10s");
    // Retries start at 1, 3, 7 and 15.
    let starts: Vec<_> =
        json["timeline"].as_array().unwrap().iter().map(|row| (row["start_s"].clone(), row["fits"].clone())).collect();
    assert_eq!(
        starts,
        [(json!(1), json!(true)), (json!(3), json!(true)), (json!(7), json!(true)), (json!(15), json!(false))]
    );
    assert_eq!(
        (&json["retries_that_fit"], &json["retries_left"], &json["slack_s"], &json["not_before"]),
        (&json!(3), &json!(5), &json!(9), &json!(null))
    );
}

#[test]
fn elapsed_as_planned_counts_the_longest_waits_and_every_call() {
    // Before retry 3 as planned: waits 1 and 2 at 150 %, three calls of 0.5 s.
    let json = simulate("--deadline 60s --retry 3 --jitter 50% --request-time 500ms");
    assert_eq!((&json["elapsed_s"], &json["wait_s"], &json["not_before_s"]), (&json!(6), &json!(6), &json!(12)));
}

#[test]
fn deadlines_and_elapsed_time_from_instants() {
    let started =
        simulate("--deadline 2026-12-01T00:01:00Z --started 2026-12-01T00:00:00Z --received 2026-12-01T00:00:12Z");
    assert_eq!(
        (&started["elapsed_s"], &started["deadline_s"], &started["not_before"]),
        (&json!(12), &json!(60), &json!("2026-12-01T00:00:13Z"))
    );
    let received = simulate("--deadline 2026-12-01T00:01:00Z --elapsed 12s --received 2026-12-01T00:00:12Z");
    assert_eq!(received["deadline_s"], json!(60));
    let planned =
        simulate("--deadline 2026-12-01T00:01:00Z --started 2026-12-01T00:00:00Z --retry 2 --request-time 1s");
    assert_eq!((&planned["elapsed_s"], &planned["not_before"]), (&json!(3), &json!("2026-12-01T00:00:05Z")));
    // A deadline before the first call is over at once, by how much is exact.
    let before =
        simulate("--deadline 2026-12-01T00:00:00Z --started 2026-12-01T00:00:10Z --received 2026-12-01T00:00:12Z");
    assert_eq!(
        (&before["reason"], &before["deadline_s"], &before["short_by_s"]),
        (&json!("deadline-passed"), &json!(-10), &json!(13))
    );
    // A response's Date is another clock.
    let date = run(&format!(
        "{POLICY} --deadline 2026-12-01T00:01:00Z --elapsed 12s --status 429 'Date: Tue, 01 Dec 2026 00:00:12 GMT'"
    ));
    assert_eq!(date.code, 2, "{}", date.stderr);
}

#[test]
fn refused_and_exhausted_have_no_times() {
    for flags in ["--deadline 60s --status 404", "--deadline 60s --retry 6"] {
        let json = simulate(flags);
        for key in ["wait_s", "wait_source", "not_before", "not_before_s", "short_by_s", "slack_s"] {
            assert_eq!(json[key], Value::Null, "{flags} {key}");
        }
        assert_eq!(json["timeline"], json!([]), "{flags}");
    }
}

#[test]
fn a_redirect_has_its_own_scope() {
    let json = simulate("--deadline 60s --status 301 'Retry-After: 10'");
    assert_eq!((&json["scope"], &json["wait_s"]), (&json!("redirect"), &json!(10)));
    assert_eq!(json["timeline"].as_array().unwrap().len(), 1);
}

#[test]
fn the_response_from_standard_input() {
    let head = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\n\r\nbody";
    let line = ["simulate", "--base", "1s", "--max", "30s", "--deadline", "60s", "--response", "-", "--json"];
    let json = holdoff_reading(head, &line).json();
    assert_eq!((&json["wait_s"], &json["wait_source"]), (&json!(7), &json!("Retry-After")));
}

#[test]
fn a_write_without_a_key_is_told_what_to_do_instead() {
    let answer = run(&format!("{POLICY} --deadline 60s --method POST --status 503"));
    assert_eq!(answer.code, 1);
    assert!(answer.stdout.contains("idempotency key"), "{}", answer.stdout);
    let allowed = simulate("--deadline 60s --method POST --status 429");
    assert_eq!(allowed["diagnostics"][0]["severity"], "warning");
}

#[test]
fn a_wait_that_is_not_known_matters_only_where_it_would_be_used() {
    let date = "'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT'";
    for (flags, code) in [
        ("--status 429", 2),
        ("--status 404", 2),
        ("--status 429 --server-wait ignore", 0),
        ("--status 200", 1),
        ("--status 429 --retry 6", 1),
        ("--status 503 --method POST", 1),
    ] {
        assert_eq!(run(&format!("{POLICY} --deadline 60s {flags} {date}")).code, code, "{flags}");
    }
}

#[test]
fn a_redirect_beyond_the_policy_keeps_its_number() {
    let json = simulate("--deadline 60s --status 302 'Retry-After: 40' --retry 9");
    assert_eq!((&json["retry"], &json["timeline"][0]["retry"]), (&json!(9), &json!(9)));
}

#[test]
fn ndjson_has_a_row_a_line_and_the_verdict_last() {
    let lines = run(&format!("{POLICY} --deadline 10s --format ndjson")).stdout;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines.iter().map(|it| it["type"].as_str().unwrap()).collect::<Vec<_>>(),
        ["retry", "retry", "retry", "retry", "verdict"]
    );
    assert!(lines[4].get("timeline").is_none());
}

#[test]
fn the_answer_comes_first_for_a_person() {
    let answer = run(
        "simulate --base 1s --max 30s --deadline 60s --elapsed 12s --retry 3 --status 429 'Retry-After: 120' --received 2026-12-01T00:00:00Z",
    );
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "deferred: retry 3 may not start before 2m 12s after the first call, 1m 12s past the deadline"
    );
    assert_eq!(
        lines[1],
        "  the server asked for 2m (Retry-After); hand it to a queue, not before 2026-12-01T00:02:00Z"
    );
}

/// GitHub's rule is for a status alone, and the wait that it asks for makes the status one to retry.
#[test]
fn a_vendors_rule_is_a_wait() {
    let line = format!("{POLICY} --deadline 60s --elapsed 12s --status 403 --profile github --json");
    let answer = run(&line);
    let json = answer.json();
    assert_eq!((answer.code, &json["verdict"]), (75, &"deferred".into()));
    assert_eq!((&json["wait_s"], &json["wait_source"]), (&60.into(), &"GitHub's rule".into()));
    assert!(run(&line.replace(" --json", "")).stdout.contains("GitHub's rule asks for 1m;"));
    let without = run(&line.replace(" --profile github", ""));
    assert_eq!((without.code, &without.json()["reason"]), (1, &"status-not-retryable".into()));
}

/// The clock is read when the response has come, and not when the program starts.
#[test]
fn now_is_when_the_response_has_come() {
    use std::io::Write as _;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_holdoff"))
        .args(["simulate", "--base", "1s", "--max", "9s", "--deadline", "1h", "--json", "--received", "now", "-"])
        .args(["--started", "now"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1200));
    child.stdin.take().unwrap().write_all(b"HTTP/1.1 503 No\r\n\r\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(json["elapsed_s"].as_f64().is_some(), "{json}");
}
