//! Wrong usage: exit 2, and a message that says what is wrong and what to write instead.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::{Run, holdoff, holdoff_reading, run};

/// A command line and two pieces of its message: what is wrong, and what to write instead.
const FAULTS: &[(&str, &str, &str)] = &[
    // Ranges of the four numbers.
    ("schedule --base 0 --max 2s", "--base", "greater than 0"),
    ("schedule --base 0s --max 2s", "--base", "greater than 0"),
    ("schedule --base -1 --max 2", "--base", "greater than 0"),
    ("schedule --base -1s --max 2s", "--base", "greater than 0"),
    ("schedule --base -PT1S --max 2s", "--base", "greater than 0"),
    ("schedule --base NaN --max 2s", "--base", "250ms"),
    ("schedule --base inf --max 2s", "--base", "250ms"),
    ("schedule --base -inf --max 2s", "--base", "250ms"),
    ("schedule --base '' --max 2s", "--base", "250ms"),
    ("schedule --base 2,000 --max none", "comma", "write `2000` or `2_000`"),
    ("schedule --base 1s --max 0s", "--max", "greater than 0"),
    ("schedule --base 1s --max -5s", "--max", "greater than 0"),
    ("schedule --base 1s --max NaN", "--max", "none"),
    ("schedule --base 1s --max 2s --factor 0.99", "--factor", "1 or more"),
    ("schedule --base 1s --max 2s --factor 0", "--factor", "1 or more"),
    ("schedule --base 1s --max 2s --factor -2", "--factor", "1 or more"),
    ("schedule --base 1s --max 2s --factor NaN", "--factor", "decimal"),
    ("schedule --base 1s --max 2s --factor infinity", "--factor", "decimal"),
    ("schedule --base 1s --max 2s --factor ''", "--factor", "number"),
    ("schedule --base 1s --max 2s --retries 0", "--retries", "1 to 1000"),
    ("schedule --base 1s --max 2s --retries 1001", "--retries", "1 to 1000"),
    ("schedule --base 1s --max 2s --retries 2.5", "--retries", "whole number"),
    ("schedule --base 1s --max 2s --retries -1", "--retries", "1 to 1000"),
    ("schedule --base 1s --max 2s --retries 2,000", "comma", "2000"),
    ("schedule --base 1s --max 2s --calls 1", "--calls", "2 to 1001"),
    ("schedule --base 1s --max 2s --calls 1002", "--calls", "2 to 1001"),
    ("schedule --base 1s --max 2s --calls 3 --retries 2", "--calls", "--retries"),
    ("schedule --base 1s --max 2s --jitter 0%", "--jitter", "100%"),
    ("schedule --base 1s --max 2s --jitter 101%", "--jitter", "100%"),
    ("schedule --base 1s --max 2s --jitter some", "--jitter", "decorrelated"),
    ("schedule --base 1s --max 2s --jitter decorrelated --factor 2", "--factor", "decorrelated"),
    ("schedule --base 1s --max 2s --jitter decorelated", "--jitter", "write `decorrelated`"),
    ("schedule --base 1s --max 2s --jitter 20", "percent sign", "write `20%`"),
    // Units.
    ("schedule --base 250ms --max 2", "max `2`", "base `250ms`"),
    ("schedule --base 250 --max 2s", "max `2s`", "base `250`"),
    ("schedule --base 10sec --max 2s", "unknown unit `sec`", "write `s`"),
    ("schedule --base 1M --max 2h", "unknown unit `M`", "ns, us, ms, s, m"),
    ("schedule --base 1s --max 2s --unit week", "--unit", "ms"),
    ("schedule --base 1s --max 2s --unit seconds", "`seconds` is not a unit", "write `s`"),
    ("schedule --base 1s --max 2s --request-time 5", "--request-time", "unit"),
    ("schedule --base 1s --max 2s --request-time -5s", "--request-time", "0 or more"),
    ("schedule --base 1s --max 2s --mark 5s", "--mark", "NAME="),
    ("schedule --base 1s --max 2s --mark a=5", "--mark", "unit"),
    ("schedule --base 1s --max 2s --sample x", "--sample", "whole number"),
    ("schedule --base 1s --max 2s --sample 18446744073709551616", "--sample", "18446744073709551615"),
    ("schedule --base 1e31s --max none --retries 5", "retry 1", "max"),
    ("schedule --base 1 --factor 10 --max none --retries 100", "retry 32", "max"),
    // Flags.
    ("schedule --bas 1s --max 2s", "--bas", "--base"),
    ("schedule --base 1s", "--max", ""),
    ("shedule --base 1s --max 2s", "shedule", "schedule"),
    ("schedule --base 1s --max 2s --format xml", "xml", "json"),
    ("schedule --base 1s --max 2s --get waits", "waits", "schedule"),
    ("schedule --base 1s --max 2s --get total --format table", "--get", "--format"),
    ("inspect --status 99 'Retry-After: 1'", "--status", "100 to 999"),
    ("inspect https://api.example/x", "URL", "curl -si"),
    ("inspect --status abc 'Retry-After: 1'", "--status", "100 to 999"),
    ("inspect --received yesterday 'Retry-After: 1'", "--received", "now"),
    ("inspect --received '2026-12-01 00:00' 'Retry-After: 1'", "--received", "2026-12-01T00:00:00Z"),
    ("inspect 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT'", "received", "--received now"),
    ("simulate --base 1 --max 2 --deadline 60s", "unit", "1s"),
    ("simulate --base 1s --max 2s", "--deadline", ""),
    ("simulate --base 1s --max 2s --deadline 60", "--deadline", "unit"),
    ("simulate --base 1s --max 2s --deadline -60s", "--deadline", "0 or more"),
    ("simulate --base 1s --max 2s --deadline soon", "--deadline", "instant"),
    ("simulate --base 1s --max 2s --deadline 2026-12-01T00:01:00Z", "--deadline", "--started"),
    ("simulate --base 1s --max 2s --deadline 60s --retry 0", "--retry", "1"),
    ("simulate --base 1s --max 2s --deadline 60s --retry 1.5", "--retry", "whole number"),
    ("simulate --base 1s --max 2s --deadline 60s --elapsed 5", "--elapsed", "unit"),
    (
        "simulate --base 1s --max 2s --deadline 60s --elapsed 5s --started 2026-12-01T00:00:00Z",
        "--elapsed",
        "--started",
    ),
    (
        "simulate --base 1s --max 2s --deadline 60s --started 2026-12-01T00:00:01Z --received 2026-12-01T00:00:00Z",
        "--received",
        "--started",
    ),
    ("simulate --base 1s --max 2s --deadline 60s --server-wait obey", "--server-wait", "honor"),
    ("simulate --base 1s --max 2s --deadline 60s --server-wait honour", "--server-wait", "write `honor`"),
    ("simulate --base 1s --max 2s --deadline 60s --retry-on 429,abc", "--retry-on", "429"),
    ("simulate --base 1s --max 2s --deadline 60s --method ''", "--method", "GET"),
    ("simulate --base 1s --max 2s --deadline 60s head.txt", "head.txt", "--response"),
    (
        "simulate --base 1s --max 2s --deadline 60s 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT' --status 429",
        "received",
        "--received",
    ),
    ("inspect 'Retry-After: 1' --profile githb", "githb", "write `github`, or `holdoff profiles`"),
    ("inspect 'Retry-After: 1' --reset-unit sec", "--reset-unit", "write one of s, ms, epoch-s, epoch-ms"),
    ("inspect 'Retry-After: 1' --reset-unit s --profile x", "--reset-unit", "--profile"),
    ("profiles anthropc", "anthropc", "anthropic"),
    ("completions bsh", "bsh", "bash"),
    ("completions", "SHELL", ""),
    ("explain retry-after-invald", "retry-after-invald", "retry-after-invalid"),
    ("schema shedule", "shedule", "write `schedule`, or one of schedule, schedule-line, inspect"),
];

#[test]
fn every_fault_says_what_is_wrong_and_what_to_write() {
    for (line, wrong, instead) in FAULTS {
        let Run { code, stdout, stderr } = run(line);
        assert_eq!((code, stdout.as_str()), (2, ""), "{line}\n{stderr}");
        assert!(stderr.contains(wrong) && stderr.contains(instead), "{line}\n{stderr}");
        // It fits on a screen of 24 lines of 80 columns, whatever was asked before it.
        let rows: usize = stderr.lines().map(|line| line.chars().count().div_ceil(80).max(1)).sum();
        assert!(rows <= 12, "{line}\n{stderr}");
    }
}

#[test]
fn with_json_a_failed_run_prints_an_error_object_too() {
    for (line, ..) in FAULTS.iter().filter(|(line, ..)| !line.contains("--format") && !line.contains("--get")) {
        let failed = run(&format!("{line} --json"));
        let error = &failed.json()["error"];
        assert_eq!(failed.code, 2, "{line}");
        assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{line}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{line}");
        assert!(error.get("hint").is_some(), "{line}");
        assert!(!failed.stderr.is_empty(), "{line}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_exit_3() {
    for args in [
        &["inspect", "./no-such-file"][..],
        &["inspect", "."],
        &["simulate", "--base", "1s", "--max", "2s", "--deadline", "1m", "--response", "./no-such-file"],
    ] {
        let failed = holdoff(args);
        assert_eq!((failed.code, failed.stdout.as_str()), (3, ""), "{args:?}");
        assert!(failed.stderr.starts_with("holdoff: "), "{args:?}\n{}", failed.stderr);
    }
    let failed = holdoff(&["inspect", "./no-such-file", "--json"]);
    assert_eq!((failed.code, failed.json()["error"]["code"].as_str()), (3, Some("unreadable-input")));
}

#[test]
fn an_input_without_a_response_is_exit_3() {
    for input in [&b""[..], b"\n\n", b"<!doctype html>\n<html>\n", b"{\"error\":\"slow down\"}\n"] {
        let failed = holdoff_reading(input, &["inspect", "--received", "2026-12-01T00:00:00Z"]);
        assert_eq!((failed.code, failed.stdout.as_str()), (3, ""), "{input:?}");
        assert!(failed.stderr.contains("curl -si"), "{}", failed.stderr);
    }
}

#[test]
fn help_and_version_are_answers() {
    for line in [
        "--help",
        "-h",
        "schedule --help",
        "inspect -h",
        "simulate --help",
        "explain --help",
        "schema --help",
        "--version",
    ] {
        let help = run(line);
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{line}");
        assert!(!help.stdout.is_empty(), "{line}");
    }
    for (command, about) in [
        ("schedule", "The waits of a policy, with totals"),
        ("inspect", "What a response says about when to come back"),
        ("simulate", "May the next retry start before the deadline, or is it deferred?"),
        ("explain", "What a diagnostic, a verdict or a rule means"),
        ("profiles", "What is known of the fields of each vendor"),
        ("schema", "The JSON Schema of what a command prints"),
    ] {
        assert_eq!(run(&format!("{command} --help")).stdout.lines().next(), Some(about));
    }
    let bare = run("");
    assert_eq!(bare.code, 2);
    assert!(bare.stderr.contains("Usage: holdoff"), "{}", bare.stderr);
}

#[test]
fn hostile_arguments_are_escaped_in_messages() {
    for hostile in ["\u{1b}[31mred", "a\u{202e}b", "\u{7}"] {
        let failed = holdoff(&["schedule", "--base", hostile, "--max", "2s"]);
        assert_eq!(failed.code, 2);
        assert!(!failed.stderr.contains(hostile), "{:?}", failed.stderr);
    }
    let failed = holdoff(&["schedule", "--ba\u{1b}[31m"]);
    assert!(!failed.stderr.contains('\u{1b}'), "{:?}", failed.stderr);
}

/// Whoever reads may have enough: the run says nothing and keeps its own exit code.
#[test]
fn a_closed_pipe_ends_quietly_with_the_answers_own_code() {
    for (line, code) in [
        ("schedule --base 1s --max 2s --retries 1000 --json", 0),
        ("schedule --base 1s --max 2s --retries 1000", 0),
        ("simulate --base 1s --max 30s --deadline 0s --json", 75),
        ("simulate --base 1s --max 30s --deadline 60s --status 404 --json", 1),
        ("schedule --base 0 --max 2s --json", 2),
        ("explain", 0),
        ("--help", 0),
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_holdoff"))
            .args(common::words(line))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}");
        assert_eq!(output.stderr.is_empty(), code != 2, "{line}");
    }
}
