//! Reports of wrong behaviour in other programs, each shown right by a test of its name: `ra_` is Retry-After, `rl_`
//! RateLimit, `v_` a vendor's fields, `c_` a clock, `s_` a schedule, `d_` a deadline, `p_` a policy, `i_` idempotency.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test stops where its answer has not the key")]

#[path = "../common/mod.rs"]
mod common;

mod clock;
mod complete;
mod deadline;
mod idempotency;
mod policy;
mod ratelimit;
mod retry_after;
mod schedule;
mod vendor;

use common::{Run, holdoff, holdoff_reading};
use serde_json::{Value, json};

/// 2026-12-01T00:00:00Z is 1796083200.
const AT: &str = "2026-12-01T00:00:00Z";

/// What the program says of header lines and options.
fn inspect(args: &[&str]) -> Value {
    run(args).json()
}

fn run(args: &[&str]) -> Run {
    let all = [&["inspect", "--json"], args].concat();
    if args.iter().any(|arg| arg.starts_with("--received")) {
        return holdoff(&all);
    }
    holdoff(&[&all[..], &["--received", AT]].concat())
}

/// What the program says of a response that is piped into it.
fn piped(head: &str, args: &[&str]) -> Value {
    holdoff_reading(head.as_bytes(), &[&["inspect", "--json"], args].concat()).json()
}

/// Action and wait.
fn answer(json: &Value) -> Value {
    json!([json["action"], json["wait_s"]])
}

/// Whether a finding of that code is there.
fn says(json: &Value, code: &str) -> bool {
    let found = json["diagnostics"].as_array();
    found.is_some_and(|found| found.iter().any(|it| it["code"] == code))
}

/// What the program says of a retry.
fn simulate(args: &[&str]) -> Value {
    holdoff(&[&["simulate", "--json"], args].concat()).json()
}

/// The waits of a policy.
fn schedule(args: &[&str]) -> Value {
    let run = holdoff(&[&["schedule", "--json"], args].concat());
    assert_eq!(run.code, 0, "{run:?}");
    run.json()
}

/// The retries of a schedule.
fn rows(json: &Value) -> &[Value] {
    json["schedule"].as_array().map_or(&[], Vec::as_slice)
}

/// One number of every retry.
fn each(json: &Value, key: &str) -> Vec<Value> {
    rows(json).iter().map(|row| row[key].clone()).collect()
}

/// The codes of what is said of a client's policy.
fn notes(json: &Value) -> Vec<String> {
    let notes = json["origin"]["notes"].as_array();
    notes.into_iter().flatten().filter_map(|it| Some(it["code"].as_str()?.to_owned())).collect()
}

/// Verdict and reason.
fn reason(json: &Value) -> Value {
    json!([json["verdict"], json["reason"]])
}

/// Writes a config that the program is to read, and gives its path.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}
