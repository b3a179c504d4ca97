//! `holdoff schedule`, from flags to output.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::run;
use serde_json::json;

#[test]
fn the_example_of_the_contract() {
    let answer = run("schedule --base 250ms --max 2s --json");
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    assert_eq!(
        answer.json(),
        json!({
            "policy": {"base": 250, "factor": 2, "max": 2000, "retries": 5, "jitter": "none"},
            "unit": "ms",
            "calls": 6,
            "schedule": [
                {"retry": 1, "call": 2, "wait": 250, "elapsed": 250, "capped": false},
                {"retry": 2, "call": 3, "wait": 500, "elapsed": 750, "capped": false},
                {"retry": 3, "call": 4, "wait": 1000, "elapsed": 1750, "capped": false},
                {"retry": 4, "call": 5, "wait": 2000, "elapsed": 3750, "capped": true},
                {"retry": 5, "call": 6, "wait": 2000, "elapsed": 5750, "capped": true},
            ],
            "total": 5750,
            "capped_from": 4,
        })
    );
    let order = ["\"policy\"", "\"unit\"", "\"calls\"", "\"schedule\"", "\"total\"", "\"capped_from\""];
    let places: Vec<_> = order.iter().map(|key| answer.stdout.find(key).unwrap()).collect();
    assert!(places.is_sorted());
}

/// A command line and the waits that it gives, worked out by hand.
const WAITS: &[(&str, &[&str])] = &[
    ("--base 0.1 --factor 1.1 --max none --retries 3", &["0.1", "0.11", "0.121"]),
    (
        "--base 1 --factor 1.05 --max none --retries 6",
        &["1", "1.05", "1.1025", "1.157625", "1.21550625", "1.276281562"],
    ),
    ("--base 1s --factor 1e308 --max 1m --retries 3", &["1", "60", "60"]),
    ("--base 1e-9 --max none --retries 3", &["0.000000001", "0.000000002", "0.000000004"]),
    ("--base 1e-10 --max none --retries 4", &["0", "0", "0", "0.000000001"]),
    ("--base 10 --max 3 --retries 2", &["3", "3"]),
    ("--base 1s --max 90s --unit m --retries 2", &["0.016666666666667", "0.033333333333333"]),
    ("--base 90s --max none --unit h --retries 1", &["0.025"]),
    ("--base 1h30m --max none --retries 2", &["90", "180"]),
    ("--base PT0.5S --max none --retries 2", &["0.5", "1"]),
    ("--base 1500us --max none --retries 2", &["1500", "3000"]),
    ("--base 0.5ns --max none --retries 3", &["0", "1", "2"]),
];

#[test]
fn waits_are_right_to_the_last_digit() {
    for (line, waits) in WAITS {
        let answer = run(&format!("schedule {line} --format ndjson"));
        assert_eq!(answer.code, 0, "{line}\n{}", answer.stderr);
        let found: Vec<_> = answer
            .stdout
            .lines()
            .filter_map(|row| row.strip_prefix("{\"type\":\"retry\",")?.split_once("\"wait\":"))
            .map(|(_, rest)| rest.split_once(',').unwrap().0)
            .collect();
        assert_eq!(&found, waits, "{line}");
    }
}

#[test]
fn with_a_max_numbers_may_be_as_long_as_they_can_be_written() {
    // 10^300 and, at the cap, 10^308.
    let total = run("schedule --base 1e300 --factor 1e10 --max 1e308 --retries 2 --get total").stdout;
    assert_eq!(total, format!("100000001{}\n", "0".repeat(300)));
}

#[test]
fn the_first_wait_past_ten_to_the_thirty_is_an_error_and_ten_to_the_thirty_is_not() {
    assert_eq!(run("schedule --base 1 --factor 10 --max none --retries 31").code, 0);
    let failed = run("schedule --base 1 --factor 10 --max none --retries 32");
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("retry 32"), "{}", failed.stderr);
}

#[test]
fn jitter_adds_bounds_and_totals() {
    let answer = run("schedule --base 1s --max 4s --retries 3 --jitter equal --json").json();
    assert_eq!(
        answer["schedule"][0],
        json!({"retry": 1, "call": 2, "wait": 1, "elapsed": 1, "capped": false, "min": 0.5, "mean": 0.75, "max": 1})
    );
    assert_eq!(
        (&answer["total"], &answer["total_min"], &answer["total_mean"], &answer["total_max"]),
        (&json!(7), &json!(3.5), &json!(5.25), &json!(7))
    );

    let percent = run("schedule --base 10s --max 10s --retries 1 --jitter 25% --json").json();
    assert_eq!((&percent["schedule"][0]["min"], &percent["schedule"][0]["max"]), (&json!(7.5), &json!(12.5)));
    assert_eq!(percent["policy"]["jitter"], "25%");
    assert_eq!(percent["diagnostics"][0]["code"], "jitter-passes-max");

    // U(1, 3), U(1, 9), U(1, 20), U(1, 20): the mean is known until 27 can pass 20.
    let decorrelated = run("schedule --base 1s --max 20s --retries 4 --jitter decorrelated --json").json();
    let column =
        |key: &str| decorrelated["schedule"].as_array().unwrap().iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    assert_eq!(column("wait"), [3, 9, 20, 20]);
    assert_eq!(column("min"), [1, 1, 1, 1]);
    assert_eq!(column("max"), [3, 9, 20, 20]);
    assert_eq!(column("mean"), [json!(2), json!(3.5), json!(null), json!(null)]);
    assert_eq!((&decorrelated["total_mean"], &decorrelated["policy"]["factor"]), (&json!(null), &json!(null)));
}

#[test]
fn request_time_adds_starts_ends_and_the_worst_case() {
    let answer = run("schedule --base 1s --max 4s --retries 3 --request-time 500ms --json").json();
    // Call 1 ends at 0.5; retry 1 starts at 1.5, retry 2 at 4, retry 3 at 8.5 and ends at 9.
    assert_eq!(
        answer["schedule"][2],
        json!({"retry": 3, "call": 4, "wait": 4, "elapsed": 7, "capped": true, "start": 8.5, "end": 9})
    );
    assert_eq!(answer["worst_case"], 9);
    let jittered = run("schedule --base 1s --max 4s --retries 3 --request-time 500ms --jitter 50% --json").json();
    assert_eq!(jittered["worst_case"], json!(12.5));
}

#[test]
fn marks_fall_before_the_first_retry_that_starts_at_or_after_them() {
    let answer =
        run("schedule --base 1s --max 4s --retries 3 --mark at=3s --mark after=3001ms --mark late=7.1s --json").json();
    assert_eq!(
        answer["marks"],
        json!([
            {"name": "at", "at": 3, "before_retry": 2},
            {"name": "after", "at": 3.001, "before_retry": 3},
            {"name": "late", "at": 7.1, "before_retry": null},
        ])
    );
}

#[test]
fn a_sample_is_the_same_in_every_unit_and_for_every_count() {
    let sampled = |line: &str| {
        let answer = run(&format!("schedule --jitter full --sample 42 --json {line}")).json();
        answer["schedule"].as_array().unwrap().iter().map(|row| row["sampled"].clone()).collect::<Vec<_>>()
    };
    // The first two outputs of PCG64 with state 42 and stream 54 are 0x86b1da1d72062b68 and 0x1304aa46c9853d39,
    // that is 9705778491962043240 and 1370407407632858425 of 2^64; the waits are 1 and 2.
    let seconds = sampled("--base 1s --max 8s --retries 2");
    let first = seconds[0].as_f64().unwrap();
    let second = seconds[1].as_f64().unwrap();
    assert!((first - 9_705_778_491_962_043_240_f64 / 18_446_744_073_709_551_616_f64).abs() < 1e-9, "{first}");
    assert!((second - 2.0 * 1_370_407_407_632_858_425_f64 / 18_446_744_073_709_551_616_f64).abs() < 1e-8, "{second}");
    assert_eq!(sampled("--base 1s --max 8s --retries 4")[..2], seconds[..]);
    let milliseconds = sampled("--base 1000ms --max 8s --retries 2");
    assert!((milliseconds[0].as_f64().unwrap() - first * 1000.0).abs() < 1e-6);
}

#[test]
fn ndjson_has_a_row_a_line_and_the_total_last() {
    let answer = run("schedule --base 1s --max 2s --retries 2 --format ndjson");
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert_eq!(lines[0], r#"{"type":"retry","retry":1,"call":2,"wait":1,"elapsed":1,"capped":false}"#);
    assert_eq!(lines.len(), 3);
    assert!(lines[2].starts_with(r#"{"type":"total","#), "{}", lines[2]);
}

#[test]
fn one_value_bare() {
    assert_eq!(run("schedule --base 250ms --max 2s --get total").stdout, "5750\n");
    assert_eq!(run("schedule --base 250ms --max 2s --get unit").stdout, "ms\n");
    let null = run("schedule --base 250 --max none --get unit");
    assert_eq!((null.code, null.stdout.as_str()), (1, ""));
}

#[test]
fn the_table_shows_the_waits_and_ends_in_the_totals() {
    let answer = run("schedule --base 250ms --max 2s");
    assert_eq!(answer.code, 0);
    let lines: Vec<_> = answer.stdout.lines().collect();
    assert!(
        lines[0].contains("retry")
            && lines[0].contains("call")
            && lines[0].contains("wait")
            && lines[0].contains("elapsed")
    );
    assert!(lines[4].contains("3.75s") && lines[4].contains("max"), "{}", lines[4]);
    assert_eq!(lines.last(), Some(&"6 calls; 5.75s of waiting; the max holds from retry 4"));
}

#[test]
fn a_thousand_retries_of_a_long_factor_are_right_and_at_once() {
    let answer = run("schedule --base 1 --factor 1.0001 --max none --retries 1000 --format ndjson");
    // 1.0001^999 = 1.10505488711452124511…, by sixty-digit decimals.
    let last = answer.stdout.lines().nth(999).unwrap();
    assert!(last.starts_with(r#"{"type":"retry","retry":1000,"call":1001,"wait":1.105054887,"#), "{last}");
}
