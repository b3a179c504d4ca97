//! `holdoff inspect`, from arguments and pipes to output.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use common::{holdoff, holdoff_reading, run};
use holdoff::instant::Instant;
use holdoff::quantity::Fixed;
use serde_json::{Value, json};

const AT: &str = "2026-12-01T00:00:00Z";

#[test]
fn every_documented_key_is_there_in_its_order() {
    let answer = holdoff(&[
        "inspect",
        "Retry-After: 120",
        "RateLimit: \"default\";r=50;t=30",
        "RateLimit-Policy: \"other\";q=100;w=60",
        "--status",
        "429",
        "--received",
        AT,
        "--json",
    ]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let json = answer.json();
    assert_eq!(
        json["hints"],
        json!([{"header": "Retry-After", "value": "120", "form": "delay-seconds", "conformance": "ok", "wait_s": 120, "at": "2026-12-01T00:02:00Z"}])
    );
    assert_eq!(
        json["limits"],
        json!([{"name": "default", "source": "RateLimit", "dialect": "ietf-08", "unit": "requests", "scope": null, "limit": null,
                "remaining": 50, "used": null, "exhausted": false, "binding": false, "window_s": null, "reset_s": 30,
                "reset_at": "2026-12-01T00:00:30Z", "reset_by": "specification", "partition_key": null, "categories": null, "informational": false}])
    );
    assert_eq!(
        json["policies"],
        json!([{"name": "other", "source": "RateLimit-Policy", "limit": 100, "unit": "requests", "window_s": 60, "partition_key": null}])
    );
    for (key, value) in [
        ("status", json!(429)),
        ("received", json!(AT)),
        ("received_from", json!("flag")),
        ("vendor", json!(null)),
        ("action", json!("wait")),
        ("wait_s", json!(120)),
        ("safe_wait_s", json!(120)),
        ("precise_wait_s", json!(null)),
        ("upper_bound_s", json!(null)),
        ("pace_s", json!(null)),
        ("reason", json!(null)),
        ("retry_at", json!("2026-12-01T00:02:00Z")),
        ("decided_by", json!("Retry-After")),
        ("alternatives", json!([])),
        ("ignored", json!([])),
        ("server_clock_offset_s", json!(null)),
        ("skew_corrected_wait_s", json!(null)),
    ] {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!(json["diagnostics"][0]["code"], "reset-before-retry-after");
    let keys = [
        "status",
        "received",
        "received_from",
        "vendor",
        "action",
        "wait_s",
        "safe_wait_s",
        "precise_wait_s",
        "retry_at",
        "decided_by",
        "hints",
        "limits",
        "policies",
        "alternatives",
        "ignored",
        "server_clock_offset_s",
        "skew_corrected_wait_s",
        "diagnostics",
    ];
    let mut rest = answer.stdout.as_str();
    for key in keys {
        let at = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} is missing or out of order"));
        rest = &rest[at..];
    }
}

fn read(input: &str, more: &[&str]) -> Value {
    let mut args = vec!["inspect", "--received", AT, "--json"];
    args.extend_from_slice(more);
    holdoff_reading(input.as_bytes(), &args).json()
}

#[test]
fn heads_as_curl_prints_them() {
    let heads = [
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n\r\nRetry-After: 5\r\n",
        "HTTP/1.1 429 Too Many Requests\nRetry-After: 120\n\nbody",
        "HTTP/2 429 \r\nretry-after: 120\r\n\r\n",
        "HTTP/3 429 \r\nretry-after: 120\r\n\r\n",
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After:\r\n 120\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\n\r\n",
        "*   Trying 127.0.0.1:80...\n> GET / HTTP/1.1\n> Host: a\n>\n* Request completely sent off\n< HTTP/1.1 429 Too Many Requests\n< Retry-After: 120\n<\n{ [5 bytes data]\nbody\n* Connection #0 left intact\n",
    ];
    for head in heads {
        let json = read(head, &[]);
        assert_eq!((&json["status"], &json["wait_s"]), (&json!(429), &json!(120)), "{head}");
    }
}

#[test]
fn of_several_heads_the_last_is_the_answer_and_all_shows_every_one() {
    let chain = "HTTP/1.1 302 Found\r\nLocation: /b\r\nRetry-After: 1\r\n\r\nHTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\n\r\n";
    assert_eq!(read(chain, &[])["wait_s"], json!(7));
    let all = read(chain, &["--all"]);
    assert_eq!(
        all["readings"].as_array().unwrap().iter().map(|it| it["status"].clone()).collect::<Vec<_>>(),
        [302, 503]
    );
    assert!(all.get("agreement").is_some() && all["diagnostics"].is_array());
    let lines = holdoff_reading(chain.as_bytes(), &["inspect", "--received", AT, "--all", "--format", "ndjson"]).stdout;
    let types: Vec<_> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["type"].clone()).collect();
    assert_eq!(types, ["reading", "reading", "summary"]);
}

#[test]
fn the_time_of_reception_may_come_from_date() {
    let answer =
        run("inspect 'Date: Tue, 01 Dec 2026 00:00:00 GMT' 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT' --json").json();
    assert_eq!(
        (&answer["received_from"], &answer["wait_s"], &answer["safe_wait_s"]),
        (&json!("date-header"), &json!(30), &json!(31))
    );
    assert_eq!((&answer["server_clock_offset_s"], &answer["skew_corrected_wait_s"]), (&json!(null), &json!(30)));
    let missing = run("inspect 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT' --json");
    assert_eq!((missing.code, missing.json()["error"]["code"].as_str()), (2, Some("missing-reception")));
    assert!(missing.json()["error"]["hint"].as_str().unwrap().contains("--received now"));
}

#[test]
fn the_field_that_gave_the_reset_decides() {
    let lines = "'X-RateLimit-Limit: 60' 'X-RateLimit-Remaining: 0' 'X-RateLimit-Reset: 1796083230'";
    let answer = run(&format!("inspect {lines} --received {AT} --json")).json();
    assert_eq!((&answer["decided_by"], &answer["wait_s"]), (&json!("X-RateLimit-Reset"), &json!(30)));
    assert_eq!(answer["alternatives"][0]["form"], "delay-seconds");
    let missing = run(&format!("inspect {lines}"));
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("X-RateLimit-Reset"), "{}", missing.stderr);
}

#[test]
fn the_clock_is_read_where_the_user_writes_now() {
    let answer = run("inspect 'Retry-After: 5' --received now --json").json();
    assert_eq!((&answer["received_from"], &answer["wait_s"]), (&json!("now"), &json!(5)));
}

#[test]
fn an_error_diagnostic_is_exit_1_and_a_warning_is_not() {
    let error = run("inspect 'Retry-After: soon' --json");
    assert_eq!((error.code, error.json()["diagnostics"][0]["severity"].as_str()), (1, Some("error")));
    assert_eq!((error.json()["action"].as_str(), &error.json()["ignored"]), (Some("unknown"), &json!(["Retry-After"])));
    let warning = run("inspect 'Retry-After: 1.5' --json");
    assert_eq!((warning.code, warning.json()["wait_s"].as_f64()), (0, Some(1.5)));
    assert_eq!(run("inspect 'Retry-After: 1.5' --strict").code, 1);
}

#[test]
fn hostile_values_never_reach_the_terminal_raw() {
    let head = b"HTTP/1.1 429 \x1b[2J\r\nRetry-After: \x1b]0;owned\x07 5\r\nRateLimit: \"\xe2\x80\xae\";r=0;t=5\r\nX-\x9b: 1\r\n\r\n";
    for args in [&["inspect", "--received", AT][..], &["inspect", "--received", AT, "--color", "never", "--all"]] {
        let answer = holdoff_reading(head, args);
        let raw =
            answer.stdout.chars().find(|it| (it.is_control() && *it != '\n') || *it == '\u{202e}' || *it == '\u{9b}');
        assert_eq!(raw, None, "{:?}", answer.stdout);
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_shown_as_latin_1() {
    let answer =
        holdoff_reading(b"HTTP/1.1 429 x\r\nRetry-After: caf\xe9\r\n\r\n", &["inspect", "--received", AT, "--json"])
            .json();
    assert_eq!(answer["hints"][0]["value"], "caf\u{e9}");
}

#[test]
fn files_and_header_lines() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("head.txt");
    std::fs::write(&file, "HTTP/1.1 429 Too Many Requests\nRetry-After: 9\n\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(holdoff(&["inspect", path, "--received", AT, "--get", "wait_s"]).stdout, "9\n");
    let two = holdoff(&["inspect", path, path, "--received", AT, "--json"]).json();
    assert_eq!(two["readings"].as_array().unwrap().len(), 2);
    assert_eq!(
        holdoff_reading(b"HTTP/2 429\nRetry-After: 3\n\n", &["inspect", "-", "--received", AT, "--get", "wait_s"])
            .stdout,
        "3\n"
    );
}

#[test]
fn several_lines_in_one_argument_are_refused() {
    let failed = holdoff(&["inspect", "X: 1\nRetry-After: 5"]);
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("line break"), "{}", failed.stderr);
}

#[test]
fn one_bad_file_of_several_is_named_and_does_not_stop_the_rest() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("good.txt");
    std::fs::write(&file, "HTTP/1.1 429 Too Many Requests\nRetry-After: 9\n\n").unwrap();
    let answer = holdoff(&["inspect", "./missing", file.to_str().unwrap(), "--received", AT, "--json"]);
    assert_eq!((answer.code, &answer.json()["readings"][0]["wait_s"]), (3, &json!(9)));
    assert_eq!(answer.json()["diagnostics"][0]["code"], "input-unreadable");
    let none = holdoff(&["inspect", "./missing", "./missing-too", "--json"]);
    assert_eq!((none.code, none.json()["error"]["code"].as_str()), (3, Some("unreadable-input")));
}

/// A chain of heads without an end is read in the memory of one.
#[test]
fn a_long_chain_of_heads_gives_the_last() {
    let chain = "HTTP/1.1 503 x\nRetry-After: 1\n\n".repeat(100_000) + "HTTP/1.1 429 x\nRetry-After: 9\n\n";
    let answer = holdoff_reading(chain.as_bytes(), &["inspect", "--received", AT, "--json"]).json();
    assert_eq!((&answer["wait_s"], &answer["diagnostics"][0]["code"]), (&json!(9), &json!("several-heads")));
    assert!(answer["diagnostics"][0]["message"].as_str().unwrap().starts_with("100001 heads"));
}

#[test]
fn one_value_bare_and_null_is_exit_1() {
    assert_eq!(run("inspect 'Retry-After: 0.5' --get wait_s").stdout, "0.5\n");
    let unknown = run("inspect 'RateLimit: \"a\";r=0' --get wait_s");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (1, ""));
}

#[test]
fn the_answer_comes_first_for_a_person() {
    let answer = holdoff(&["inspect", "Retry-After: 120", "RateLimit: \"default\";r=50;t=30", "--received", AT]);
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!(lines[0], "wait 2m, until 2026-12-01T00:02:00Z: Retry-After says so (RFC 9110, 10.2.3)");
    let warning = lines.iter().position(|line| line.starts_with("warning[reset-before-retry-after]: ")).unwrap();
    assert_eq!(lines[warning + 1].trim(), "RateLimit: \"default\";r=50;t=30");
    assert_eq!(lines[warning + 2].find('^'), lines[warning + 1].find("t=30"));
    assert_eq!(lines[warning + 2].trim(), "^^^^");
}

/// A row that is joined from two families is spoken of by the field that holds the number.
#[test]
fn a_joined_limit_names_the_field_that_holds_the_number() {
    let first_line = |lines: &[&str]| {
        let answer = holdoff(&[&["inspect", "--received", AT], lines].concat());
        answer.stdout.lines().next().unwrap().to_owned()
    };
    let reset = [
        r#"RateLimit: "a";r=0"#,
        r#"RateLimit-Policy: "a";q=100"#,
        "X-RateLimit-Limit: 100",
        "X-RateLimit-Remaining: 0",
        "X-RateLimit-Reset: 30",
    ];
    assert_eq!(
        first_line(&reset),
        "wait 30s, until 2026-12-01T00:00:30Z: a guess from X-RateLimit-Reset (no specification)"
    );
    let remaining = ["RateLimit-Limit: 100", "X-RateLimit-Limit: 100", "X-RateLimit-Remaining: 7"];
    assert_eq!(
        first_line(&remaining),
        "go: X-RateLimit-Remaining says that 7 of the limit are left (no specification)"
    );
    let used_up = ["RateLimit-Limit: 100", "X-RateLimit-Limit: 100", "X-RateLimit-Remaining: 0"];
    assert_eq!(
        first_line(&used_up),
        "unknown: X-RateLimit-Remaining says that the limit is used up, not when it resets; use your own"
    );
}

/// What express-rate-limit 8.7.5 sent that was told to allow 3 calls in 60 s, captured on loopback.
#[test]
fn a_limit_has_the_window_of_its_policy() {
    for lines in [
        &[r#"RateLimit: "3-in-1min"; r=2; t=60"#, r#"RateLimit-Policy: "3-in-1min"; q=3; w=60; pk=:MTJjYTE3YjQ5YWYy:"#]
            [..],
        &["RateLimit-Policy: 3;w=60", "RateLimit: limit=3, remaining=2, reset=60"],
        &["RateLimit-Policy: 3;w=60", "RateLimit-Limit: 3", "RateLimit-Remaining: 2", "RateLimit-Reset: 60"],
    ] {
        let json = holdoff(&[&["inspect", "--json"], lines].concat()).json();
        let limit = &json["limits"][0];
        assert_eq!(
            [&limit["limit"], &limit["remaining"], &limit["window_s"], &limit["reset_s"]],
            [&json!(3), &json!(2), &json!(60), &json!(60)],
            "{lines:?}"
        );
    }
    // Two policies of one name, or of one quota, leave the window open.
    for lines in [
        [r#"RateLimit: "a";r=2;t=60"#, r#"RateLimit-Policy: "a";q=3;w=60;pk=:YQ==:, "a";q=9;w=9;pk=:Yg==:"#],
        ["RateLimit: limit=3, remaining=2, reset=60", "RateLimit-Policy: 3;w=60, 3;w=120"],
    ] {
        let json = holdoff(&[&["inspect", "--json"][..], &lines].concat()).json();
        assert_eq!(json["limits"][0]["window_s"], json!(null), "{lines:?}");
    }
}

/// A slow response is received when it comes, not when the program that waits for it was started.
#[test]
fn now_is_when_the_response_has_come() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_holdoff"))
        .args(["inspect", "--received", "now", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let sent = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    child.stdin.take().unwrap().write_all(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\r\n").unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    let received = Instant::parse(answer["received"].as_str().unwrap()).unwrap();
    assert!(received.unix() >= Fixed::nanos(i128::try_from(sent.as_nanos()).unwrap()), "{answer}");
}

/// What Flask-Limiter 4.1.1 sends with every answer.
#[test]
fn retry_after_on_a_success_with_quota_left_is_a_warning() {
    let limit = ["X-RateLimit-Limit: 3", "X-RateLimit-Reset: 1796083230", "Retry-After: 30"];
    for (status, left, warned) in [("200", "2", true), ("200", "0", false), ("202", "2", false), ("429", "2", false)] {
        let remaining = format!("X-RateLimit-Remaining: {left}");
        let args = [&["inspect", "--json", "--received", AT, "--status", status, &remaining], &limit[..]].concat();
        let json = holdoff(&args).json();
        assert_eq!(json["wait_s"], json!(30), "{status} {left}");
        let codes = json["diagnostics"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap());
        assert_eq!(
            codes.filter(|code| *code == "retry-after-on-success").count(),
            usize::from(warned),
            "{status} {left}"
        );
    }
}
