//! Policies of files and of clients, from outside.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::fs;

use common::{Run, holdoff, holdoff_reading};
use serde_json::json;

/// Writes a file that the program is to read, and gives its path.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

const TOML: &str = "[policies.api]\nbase = \"250ms\"\nmax = \"2s\"\nretries = 4\njitter = \"full\"\n\n\
                    [policies.queue]\nbase = \"1s\"\nmax = \"30s\"\ndeadline = \"10s\"\nretry-on = [404]\n";

#[test]
fn a_policy_file_is_the_same_in_three_languages() {
    let yaml = "policies:\n  api: {base: 250ms, max: 2s, retries: 4, jitter: full}\n";
    let json = "{\n\t\"policies\": {\n\t\t\"api\": {\"base\": \"250ms\", \"max\": \"2s\", \"retries\": 4, \"jitter\": \"full\"}\n\t}\n}";
    let flags = ["schedule", "--base", "250ms", "--max", "2s", "--retries", "4", "--jitter", "full", "--json"];
    let right = holdoff(&flags).json();
    for (name, text) in [("same.toml", TOML), ("same.yaml", yaml), ("same.json", json)] {
        let got = holdoff(&["schedule", "--policy", &format!("{}#api", file(name, text)), "--json"]).json();
        for key in ["policy", "unit", "calls", "schedule", "total", "total_max", "capped_from"] {
            assert_eq!(got[key], right[key], "{name}: {key}");
        }
        assert_eq!((&got["origin"]["name"], &got["origin"]["dialect"]), (&json!("api"), &json!(null)));
    }
}

#[test]
fn several_policies_and_no_name_are_listed() {
    let path = file("several.toml", TOML);
    let Run { code, stderr, .. } = holdoff(&["schedule", "--policy", &path]);
    assert_eq!(code, 2);
    assert_eq!(stderr, format!("holdoff: {path}: has 2 policies\n  help: write one of #api, #queue behind the file\n"));
    let Run { code, stderr, .. } = holdoff(&["schedule", "--policy", &format!("{path}#quee")]);
    assert_eq!((code, stderr), (2, format!("holdoff: {path}: has no policy `quee`\n  help: write `#queue`\n")));
}

#[test]
fn the_file_gives_deadline_and_statuses_where_no_flag_does() {
    let queue = format!("{}#queue", file("deadline.toml", TOML));
    let asked = |more: &[&str]| holdoff(&[&["simulate", "--policy", &queue, "--json"], more].concat());
    // 404 is retried by the file alone; 1 s, 2 s and 4 s of waiting are 7 s, the next 8 s pass the 10 s.
    let answer = asked(&["--status", "404"]).json();
    assert_eq!(
        (&answer["verdict"], &answer["deadline_s"], &answer["retries_that_fit"]),
        (&json!("allowed"), &json!(10), &json!(3))
    );
    let answer = asked(&["--status", "404", "--retry-on", "503", "--deadline", "1s"]).json();
    assert_eq!((&answer["reason"], &answer["deadline_s"]), (&json!("status-not-retryable"), &json!(1)));
    let api = format!("{}#api", file("deadline.toml", TOML));
    assert_eq!(holdoff(&["simulate", "--policy", &api]).code, 2);
    // The methods of a file are the only ones that are retried.
    let text = "[policies.a]\nbase = \"1s\"\nmax = \"2s\"\ndeadline = \"1m\"\nmethods = [\"GET\"]\n";
    let path = file("methods.toml", text);
    let asked = |method: &str| {
        let flags =
            ["simulate", "--policy", &path, "--status", "503", "--idempotency-key", "--method", method, "--json"];
        holdoff(&flags).json()["reason"].clone()
    };
    assert_eq!((asked("GET"), asked("POST")), (json!("fits"), json!("method-not-retried")));
}

#[test]
fn a_fault_in_a_file_has_its_line_and_column() {
    let path = file("fault.toml", "[policies.api]\nbase = \"250ms\"\nmax = \"2s\"\nretires = 4\n");
    let Run { code, stderr, .. } = holdoff(&["schedule", "--policy", &path]);
    let right = format!(
        "holdoff: {path}:4:1: `retires` is no key of a policy\n  retires = 4\n  ^^^^^^^\n  help: write `retries`\n"
    );
    assert_eq!((code, stderr), (2, right));
    let path = file("twice.yaml", "policies:\n  api:\n    base: 1\n    max: 2\n    base: 3\n");
    let Run { code, stderr, .. } = holdoff(&["schedule", "--policy", &path]);
    let right = format!(
        "holdoff: {path}:5:5: `base` is written twice (first written at 3:5)\n      base: 3\n      ^^^^\n  \
         help: leave one of the two out\n"
    );
    assert_eq!((code, stderr), (3, right));
}

/// grpc-go reads `maxAttempts: 10` as 5 calls, and its ±20 % pass the cap of 5 s.
#[test]
fn a_service_config_is_recognised_and_its_traps_are_told() {
    let config = r#"{"methodConfig": [
        {"name": [{"service": "echo.Echo", "method": "Say"}], "timeout": "20s", "retryPolicy": {"maxAttempts": 10,
         "initialBackoff": "0.5s", "maxBackoff": "5s", "backoffMultiplier": 4, "retryableStatusCodes": [14]}},
        {"name": [{"service": "echo.Echo"}], "retryPolicy": {"maxAttempts": 2,
         "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, "retryableStatusCodes": [14]}}]}"#;
    let path = file("service-config.json", config);
    let answer = holdoff(&["schedule", "--policy", &format!("{path}#Say"), "--json"]).json();
    assert_eq!((&answer["calls"], &answer["schedule"][3]["max"]), (&json!(5), &json!(6)));
    let codes: Vec<_> = answer["origin"]["notes"].as_array().unwrap().iter().map(|it| it["code"].clone()).collect();
    assert_eq!(codes, [json!("count-includes-first-call"), json!("value-clamped"), json!("client-version")]);
    assert_eq!(answer["origin"]["notes"][1]["line"], 2);
    assert_eq!(answer["diagnostics"][0]["code"], "jitter-passes-max");
}

#[test]
fn the_keys_of_a_client_are_a_policy() {
    let waits = |client: &str, keys: &str| -> Vec<serde_json::Value> {
        let answer = holdoff(&["schedule", "--client", client, keys, "--json"]);
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        answer.json()["schedule"].as_array().unwrap().iter().map(|row| row["wait"].clone()).collect()
    };
    assert_eq!(waits("urllib3", "Retry(total=4, backoff_factor=1)"), [0, 2, 4, 8].map(|it| json!(it)));
    assert_eq!(waits("curl", "curl --retry 3 --retry-delay 2 https://localhost/"), [2, 2, 2].map(|it| json!(it)));
    assert_eq!(waits("auto", "@retry(wait=wait_fixed(3), stop=stop_after_attempt(3))"), [3, 3].map(|it| json!(it)));
}

/// A policy without an end shows its first retries and says that it goes on.
#[test]
fn an_endless_policy_is_cut() {
    let answer = holdoff(&["schedule", "--client", "wget", "--tries 0", "--json"]).json();
    assert_eq!((&answer["calls"], &answer["goes_on"]), (&json!(null), &json!(true)));
    assert_eq!(answer["schedule"].as_array().unwrap().len(), 20);
}

#[test]
fn what_is_not_known_says_so() {
    let Run { code, stderr, .. } = holdoff_reading(b"a: 1\n", &["schedule", "--policy", "-"]);
    assert_eq!(code, 2);
    assert!(stderr.starts_with("holdoff: standard input: is no config that is known\n"), "{stderr}");
    let Run { code, stderr, .. } = holdoff(&["schedule", "--client", "urllib", "total=3"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("help: write `urllib3`"), "{stderr}");
    let Run { code, stderr, .. } = holdoff(&["schedule", "--client", "urllib3", "backoff_facto=3"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("help: write `backoff_factor`"), "{stderr}");
}

/// node-retry, p-retry and async-retry take the same keys; only async-retry draws its waits unless told not to.
#[test]
fn a_paste_that_fits_several_clients_asks_which() {
    let Run { code, stderr, .. } = holdoff(&["schedule", "--client", "auto", "{ retries: 1, minTimeout: 500 }"]);
    let right = "holdoff: --client: fits node-retry and async-retry and p-retry\n  \
                 help: say which it is with `--client`: node-retry (1 retries: 500ms), or async-retry (1 retries: \
                 500ms to 1s), or p-retry (1 retries: 500ms)\n";
    assert_eq!((code, stderr.as_str()), (2, right));
}

/// What a client does with a server's wait (facts run: got, ky and urllib3; read in source: OpenAI, Envoy).
#[test]
fn a_client_s_own_limit_holds_for_the_server_s_wait() {
    let envoy = "retry_policy:\n  num_retries: 2\n  rate_limited_retry_back_off:\n    reset_headers:\n    - {name: Retry-After, format: SECONDS}\n";
    let envoy = file("limited.yaml", envoy);
    let code = |client, keys| ["--client".to_owned(), String::from(client), String::from(keys)];
    let cases: &[(Vec<String>, &str, &str, serde_json::Value)] = &[
        (code("ky", "limit: 2, maxRetryAfter: 5000").to_vec(), "7", "allowed", json!(5)),
        (code("got", "limit: 2, maxRetryAfter: 5000").to_vec(), "7", "deferred", json!(7)),
        // backoffLimit is no limit of the server's wait.
        (code("got", "limit: 2, backoffLimit: 3000").to_vec(), "7", "allowed", json!(7)),
        (code("urllib3", "total=3,backoff_factor=1,backoff_max=5").to_vec(), "100", "allowed", json!(100)),
        (code("urllib3", "total=3,backoff_factor=1").to_vec(), "30000", "allowed", json!(21600)),
        (code("openai", "max_retries=2").to_vec(), "120", "allowed", json!(120)),
        (code("openai", "max_retries=2").to_vec(), "121", "deferred", json!(121)),
        // [2, 3) s in whole milliseconds, judged at its longest; above max_interval, 300 s, the field is not read.
        (vec!["--policy".into(), envoy.clone()], "2", "allowed", json!(2.999)),
    ];
    for (policy, asked, verdict, wait) in cases {
        let policy: Vec<&str> = policy.iter().map(String::as_str).collect();
        let header = format!("Retry-After: {asked}");
        let rest = ["--deadline", "12h", "--elapsed", "0s", "--status", "429", &header, "--json"];
        let json = holdoff(&[&["simulate"], &policy[..], &rest[..]].concat()).json();
        assert_eq!((&json["verdict"], &json["wait_s"]), (&json!(verdict), wait), "{policy:?} {asked}: {json}");
    }
    let ignored = ["simulate", "--policy", &envoy, "--deadline", "1h", "--elapsed", "0s", "--status", "429", "--json"];
    let json = holdoff(&[&ignored[..], &["Retry-After: 301"]].concat()).json();
    assert_eq!(json["wait_source"], json!("policy"), "{json}");
}
