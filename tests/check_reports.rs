//! Reports from the field that a static rule catches: each is a config that someone wrote, and the finding that would
//! have told it. A test has the name of its report.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::fs;

use common::holdoff_reading;

/// The names of the findings on a paste of a client, or on a file where there is none.
fn found(dialect: Option<&str>, config: &str, require: Option<(&str, &str)>) -> Vec<String> {
    let mut args = vec!["check", "-", "--json"];
    args.extend(dialect.into_iter().flat_map(|name| ["--dialect", name]));
    let path = require.map(|(name, text)| {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
        fs::write(&path, format!("[require]\n{text}\n")).unwrap();
        path.to_str().unwrap().to_owned()
    });
    args.extend(path.iter().flat_map(|path| ["--require", path]));
    let run = holdoff_reading(config.as_bytes(), &args);
    assert!(run.code < 2, "{config}: {}", run.stderr);
    let answer = run.json();
    answer["findings"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

/// Declares a test for each report: the client, its config, perhaps what is required, and the finding.
macro_rules! caught {
    ($($(#[$doc:meta])* $id:ident: $dialect:expr, $config:expr $(, require $require:expr)? => $finding:literal;)*) => {
        $(
            $(#[$doc])*
            #[test]
            fn $id() {
                #[allow(unused_mut, unused_assignments, reason = "not every report requires something")]
                let mut require: Option<(&str, &str)> = None;
                $(require = Some((stringify!($id), $require));)?
                let findings = found($dialect, $config, require);
                assert!(findings.iter().any(|it| it == $finding), "{findings:?}");
            }
        )*
    };
}

caught! {
    /// 9986935433 ms are 116 days; Node.js makes 1 ms of them.
    s_14: Some("node-retry"), "retries=2, minTimeout=9986935433" => "wait-beyond-timer";
    /// 1000 × 10^7 ms before retry 8 are 116 days.
    s_15: Some("node-retry"), "retries=8, minTimeout=1000, factor=10" => "wait-beyond-timer";
    /// 500 ms and half of it are 750.
    s_17: None, "[policies.a]\nbase = \"100ms\"\nmax = \"500ms\"\njitter = \"50%\"\n" => "jitter-passes-cap";
    /// A cap of 15 minutes and as much of jitter is 30 minutes.
    s_21: None, "[policies.a]\nbase = \"8m\"\nmax = \"15m\"\njitter = \"100%\"\n" => "jitter-passes-cap";
    /// The cap of 600 s, which nobody wrote, is below the base of 3600 s.
    s_25: Some("celery"), "retry_backoff=3600, max_retries=2" => "cap-below-base";
    /// Celery makes no fractions of a second.
    s_26: Some("celery"), "retry_backoff=0.5, max_retries=2" => "value-clamped";
    s_29: None, "[policies.a]\nbase = \"1s\"\nmax = \"30s\"\nfactor = 1\n" => "factor-of-one";
    /// 1 + 2 + 4 + 8 s pass ten seconds, and six of ten retries are left.
    d_06: Some("curl"), "curl --retry 10 --retry-max-time 10" => "count-never-reached";
    /// The 15 minutes are written nowhere.
    d_02: Some("cenkalti-v5"), "backoff.NewExponentialBackOff()" => "hidden-limit";
    /// A comma is no decimal point.
    p_03: Some("grpc"), r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":3,"initialBackoff":"0,1s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"# => "invalid-policy";
    /// Five calls are the most.
    p_04: Some("grpc"), r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":10,"initialBackoff":"0.4s","maxBackoff":"20s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"# => "value-clamped";
    /// A retryPolicy has more than one call.
    p_07: Some("grpc"), r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":0,"initialBackoff":"0.4s","maxBackoff":"20s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"# => "invalid-policy";
    p_08: None, "[policies.a]\nbase = \"2h\"\nmax = \"1h\"\n" => "cap-below-base";
    p_09: Some("temporal"), "initialInterval: 10s, maximumInterval: 5s, maximumAttempts: 3" => "invalid-policy";
    p_13: None, "[policies.a]\nbase = -1\nmax = 5\n" => "invalid-policy";
    p_15: Some("node-retry"), "retries=5, minTimeout=0, maxTimeout=0" => "busy-loop";
    p_16: Some("cloud-tasks"), "retryConfig:\n  maxAttempts: 5\n  maxRetryDuration: 259200s\n  minBackoff: 0.1s\n  maxBackoff: 3600s\n" => "both-limits";
    /// Five are meant, and five retries are six calls.
    p_19: None, "[policies.a]\nbase = \"1s\"\nmax = \"30s\"\nretries = 5\n", require "calls = 5" => "calls-differ";
    /// backon counts retries.
    p_20: Some("backon"), "ExponentialBuilder::default().with_max_times(3)", require "calls = 3" => "calls-differ";
    /// tenacity counts calls.
    p_23: Some("tenacity"), "stop=stop_after_attempt(1)", require "retries = 1" => "calls-differ";
    /// cockatiel's maxAttempts are retries.
    p_24: Some("cockatiel"), "maxAttempts: 3", require "calls = 3" => "calls-differ";
    /// No calls at all are no policy.
    p_30: Some("tenacity"), "stop=stop_after_attempt(0)" => "invalid-policy";
}

/// The reports that no config tells, each with why. It is told by what the schedule, a verdict or a reading says, or it
/// is a fault within one client.
const NOT_STATIC: &[(&str, &str)] = &[
    ("s-01", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-02", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-03", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-08", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-11", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-12", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-13", "a fault in a client's arithmetic: the schedule is the right one"),
    ("s-22", "a formula in code, which is no config"),
    ("s-23", "a library's own jitter, since put right; min-spread holds a config to its spread"),
    ("s-27", "a sum in a text; the schedule is the right one"),
    ("s-30", "the schedule is what the config means; nothing is wrong with it"),
    ("s-32", "the schedule begins with the wait of 0, and says so"),
    ("s-33", "a fault in one version of a server"),
    ("d-01", "a fault in one version of a client"),
    ("d-04", "it depends on a response: simulate defers it"),
    ("d-10", "a fault in a client's code"),
    ("d-11", "when a client's clock is started is no part of a config"),
    ("d-12", "it depends on how long a call takes: simulate tells it with --request-time"),
    ("d-13", "it depends on a response: simulate tells whether a retry starts after the reset"),
    ("d-15", "it depends on a response: simulate defers it to the instant"),
    ("p-11", "it depends on a response: inspect reads the field's forms"),
    ("p-26", "layers are in no single policy: a stack has them"),
    ("i-03", "which key a client sends is in no config"),
    ("i-08", "which key a client sends is in no config"),
];

/// Every report of these areas is caught here or has its reason, and not both.
#[test]
fn the_others_have_a_reason() {
    const AREAS: [(&str, &[u8]); 4] = [
        ("s", &[1, 2, 3, 8, 11, 12, 13, 14, 15, 17, 21, 22, 23, 25, 26, 27, 29, 30, 32, 33]),
        ("d", &[1, 2, 4, 6, 10, 11, 12, 13, 15]),
        ("p", &[3, 4, 7, 8, 9, 11, 13, 15, 16, 19, 20, 23, 24, 26, 30]),
        ("i", &[3, 8]),
    ];
    let tests = include_str!("check_reports.rs");
    for (area, numbers) in AREAS {
        for number in numbers {
            let is_caught = tests.contains(&format!("    {area}_{number:02}: "));
            let has_reason = NOT_STATIC.iter().any(|(id, _)| *id == format!("{area}-{number:02}"));
            assert!(is_caught != has_reason, "{area}-{number:02}");
        }
    }
}
