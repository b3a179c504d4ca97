//! Every kind of output keeps to its schema, and the schemas say neither more nor less than the outputs.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::collections::BTreeSet;

use common::{holdoff_reading, run, words};
use serde_json::{Value, json};

const AT: &str = "--received 2026-12-01T00:00:00Z";
const HEADS: &str = "HTTP/2 503 \r\ndate: Tue, 01 Dec 2026 00:00:05 GMT\r\nretry-after: Tue, 01 Dec 2026 00:00:30 GMT\r\n\
                     \r\nHTTP/2 429 \r\nretry-after: 5s\r\n\r\n";

/// A gRPC service config.
const SERVICE_CONFIG: &str = r#"{"methodConfig": [{"name": [{"service": "a"}], "retryPolicy": {"maxAttempts": 9,
    "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}"#;

/// Command lines that add every optional key and fill every nullable one, without a format.
const SCHEDULES: &[&str] = &[
    "schedule --base 250ms --max 2s",
    "schedule --base 10 --max none --factor 3",
    "schedule --base 10 --max 20 --unit m --jitter full",
    "schedule --base 1s --max 5s --jitter 10%",
    "schedule --base 1s --max 5s --jitter equal --request-time 1s",
    "schedule --base 1s --max 5s --jitter decorrelated --sample 1",
    "schedule --base 1s --max 5s --mark a=2s --mark b=1h",
    "schedule --base 1s --max 5s --jitter full --request-time 1s --mark a=2s --sample 7",
    "schedule --base 1s --max 5s --request-time 1s --sample 7",
    "schedule --client urllib3 'total=3,backoff_factor=1'",
    "schedule --client wget '--tries 0'",
    "schedule --policy - --dialect grpc",
];
const COMPARISONS: &[&str] = &[
    "compare --client holdoff 'base=1s,max=30s,jitter=full' --client holdoff 'base=1s,max=2s' --request-time 1s --failure-rate 50%",
    "compare --client holdoff 'base=1s,max=30s,deadline=10s,retry-on=[503],methods=[GET]' --client curl '--retry 2'",
    "compare --client urllib3 'total=0' --client wget '--tries 0'",
    "compare /dev/stdin#stacks.a --failure-rate 50%",
];
/// Layers of which the outer one gives up before the inner.
const STACK: &str = r##"{"policies": {"a": {"base": "1s", "max": "9s", "request-time": "2s"}}, "stacks": {"a": {"layers": [
    {"policy": "#a"}, {"client": ["curl", "--retry 5"]}]}}}"##;
const CHECKS: &[&str] = &["check - --dialect grpc", "check - --deny all"];
const INSPECTIONS: &[&str] = &[
    "inspect 'Retry-After: 120' 'RateLimit: \"default\";r=50;t=30;pk=:AQI=:' --status 429 AT",
    "inspect 'RateLimit: \"a\";r=0;t=30;pk=:YWJj:' 'RateLimit-Policy: \"a\";q=100;w=60;pk=:YWJj:' --status 429 AT",
    "inspect 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT' 'retry-after-ms: 100' AT",
    "inspect 'Retry-After: 5s' --status 503 AT",
    "inspect 'Retry-After: 1.5' AT --strict",
    "inspect 'x-should-retry: false' 'Retry-After: 5'",
    "inspect 'X-RateLimit-Limit: 100' 'X-RateLimit-Remaining: 0' 'X-RateLimit-Reset: 30' --status 429 AT",
    "inspect 'RateLimit-Limit: 10' 'RateLimit-Remaining: 5' 'RateLimit-Reset: 30'",
    "inspect 'Content-Type: text/plain' AT",
    "inspect 'X-RateLimit-Used: 5' 'X-RateLimit-Limit: 5' 'X-RateLimit-Remaining: 0' 'X-RateLimit-Resource: core' AT",
    "inspect 'Retry-After: 1' 'X-Retry-In: 105.849351ms' --status 429 AT",
    "inspect 'X-App-Rate-Limit: 20:1' 'X-App-Rate-Limit-Count: 20:1' 'X-Rate-Limit-Type: application' --status 429 AT",
    "inspect 'X-Sentry-Rate-Limits: 60:error:key' 'Retry-After: 60' --status 429 AT",
    "inspect 'x-amzn-RateLimit-Limit: 0.5' AT",
    "inspect --profile github --status 403 AT",
    "inspect 'Retry-After: 120' --clients",
    "inspect AT",
    "inspect --all AT",
    "inspect --all",
    "inspect --input ndjson tests/vectors/sightings.ndjson",
];
const SIMULATIONS: &[&str] = &[
    "simulate --base 1s --max 30s --deadline 60s",
    "simulate --base 1s --max 30s --deadline 60s --elapsed 12s --retry 3 --status 429 'Retry-After: 120' AT",
    "simulate --base 1s --max 30s --deadline 60s --status 429 'Retry-After: 5' AT --request-time 2s",
    "simulate --base 1s --max 30s --deadline 60s --retry 9",
    "simulate --base 1s --max 30s --deadline 60s --status 404",
    "simulate --base 1s --max 30s --deadline 60s --status 503 --method POST",
    "simulate --base 1s --max 30s --deadline 60s --status 429 --method POST",
    "simulate --base 1s --max 30s --deadline 60s --status 303 'Retry-After: 5'",
    "simulate --base 1s --max 30s --deadline 1s --elapsed 12s",
    "simulate --base 1s --max 30s --deadline 2026-11-30T00:00:00Z --started 2026-12-01T00:00:00Z",
    "simulate --base 1s --max 30s --deadline 60s --status 429 'Retry-After: 40' --server-wait stop",
    "simulate --base 1s --max 30s --deadline 60s --response - AT",
];
const CONVERSIONS: &[&str] = &[
    "convert --base 250ms --max 2s --to urllib3",
    "convert --base 1 --max 2 --to holdoff",
    "convert --client aws-sdk-js 'maxAttempts=4' --to docker",
];
const PAGES: &[&str] = &["explain", "explain go", "explain retry-after-invalid", "explain full"];
const PROFILES: &[&str] = &[
    "profiles",
    "profiles github",
    "profiles reddit",
    "profiles hubspot",
    "profiles kong",
    "profiles openai",
    "profiles riot",
    "profiles sentry",
    "profiles atlassian",
    "profiles lemlist",
    "profiles dockerhub-api",
];
const DIALECTS: &[&str] = &["dialects", "dialects grpc", "dialects urllib3"];
const FAILURES: &[&str] = &[
    "schedule --base 0s --max 2s",
    "schedule --base 1s",
    "schedule --base 1s --max 2s --bas",
    "inspect ./no-such-file",
    "inspect 'Retry-After: Tue, 01 Dec 2026 00:00:30 GMT'",
    "explain nothing",
    "nothing",
];

/// What every command line prints in that format, one document a line.
fn outputs(lines: &[&str], format: &str) -> Vec<Value> {
    let mut documents = Vec::new();
    for line in lines {
        let line = format!("{} --format {format}", line.replace("AT", AT));
        let words = words(&line);
        let is_policy = line.contains("--policy -") || line.starts_with("check -");
        let is_stack = line.contains("#stacks");
        let input = if is_policy {
            SERVICE_CONFIG
        } else if is_stack {
            STACK
        } else {
            HEADS
        };
        let answer = holdoff_reading(input.as_bytes(), &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!answer.stdout.is_empty(), "{line}\n{}", answer.stderr);
        let document =
            |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{line}\n{error}\n{text}"));
        documents.extend(answer.stdout.lines().map(document));
    }
    documents
}

fn schema(name: &str) -> Value {
    run(&format!("schema {name}")).json()
}

/// The same schema without room for other keys.
fn closed(mut schema: Value) -> Value {
    fn close(value: &mut Value) {
        match value {
            Value::Object(keys) => {
                keys.values_mut().for_each(close);
                if keys.get("properties").is_some_and(Value::is_object) {
                    keys.insert("additionalProperties".into(), false.into());
                }
            }
            Value::Array(values) => values.iter_mut().for_each(close),
            _ => {}
        }
    }
    close(&mut schema);
    schema
}

/// The names of all keys that a schema documents.
fn documented(schema: &Value, keys: &mut BTreeSet<String>) {
    match schema {
        Value::Object(parts) => {
            if let Some(Value::Object(properties)) = parts.get("properties") {
                keys.extend(properties.keys().cloned());
            }
            parts.values().for_each(|part| documented(part, keys));
        }
        Value::Array(parts) => parts.iter().for_each(|part| documented(part, keys)),
        _ => {}
    }
}

/// The names of all keys of a document.
fn used(document: &Value, keys: &mut BTreeSet<String>) {
    match document {
        Value::Object(parts) => {
            keys.extend(parts.keys().cloned());
            parts.values().for_each(|part| used(part, keys));
        }
        Value::Array(parts) => parts.iter().for_each(|part| used(part, keys)),
        _ => {}
    }
}

#[test]
fn outputs_have_the_keys_of_their_schema_and_no_others() {
    for (name, format, lines) in [
        ("schedule", "json", SCHEDULES),
        ("schedule-line", "ndjson", SCHEDULES),
        ("inspect", "json", INSPECTIONS),
        ("inspect-line", "ndjson", INSPECTIONS),
        ("simulate", "json", SIMULATIONS),
        ("simulate-line", "ndjson", SIMULATIONS),
        ("compare", "json", COMPARISONS),
        ("compare-line", "ndjson", COMPARISONS),
        ("convert", "json", CONVERSIONS),
        ("convert-line", "ndjson", CONVERSIONS),
        ("check", "json", CHECKS),
        ("check-line", "ndjson", CHECKS),
        ("explain", "json", PAGES),
        ("explain-line", "ndjson", PAGES),
        ("profiles", "json", PROFILES),
        ("profiles-line", "ndjson", PROFILES),
        ("dialects", "json", DIALECTS),
        ("dialects-line", "ndjson", DIALECTS),
        ("error", "json", FAILURES),
        ("error", "ndjson", FAILURES),
    ] {
        let schema = schema(name);
        jsonschema::draft202012::meta::validate(&schema).unwrap();
        let validators = [schema.clone(), closed(schema.clone())].map(|it| jsonschema::draft202012::new(&it).unwrap());
        let documents = outputs(lines, format);
        for document in &documents {
            for validator in &validators {
                let faults: Vec<String> = validator.iter_errors(document).map(|fault| fault.to_string()).collect();
                assert!(faults.is_empty(), "{name}\n{document}\n{}", faults.join("\n"));
            }
        }
        let (mut said, mut shown) = (BTreeSet::new(), BTreeSet::new());
        documented(&schema, &mut said);
        documents.iter().for_each(|document| used(document, &mut shown));
        assert_eq!(said, shown, "{name}");
    }
}

#[test]
fn what_is_no_output_breaks_the_schema() {
    for (name, line, key, wrong) in [
        ("schedule", SCHEDULES[0], "total", json!(null)),
        ("schedule", SCHEDULES[0], "unit", json!("sec")),
        ("schedule", SCHEDULES[0], "schedule", json!([{ "retry": 1 }])),
        ("inspect", INSPECTIONS[0], "action", json!("maybe")),
        ("inspect", INSPECTIONS[0], "received_from", json!("guess")),
        ("inspect", INSPECTIONS[0], "wait_s", json!("120")),
        ("simulate", SIMULATIONS[0], "verdict", json!("perhaps")),
        ("simulate", SIMULATIONS[0], "reason", json!(null)),
        ("simulate", SIMULATIONS[0], "timeline", json!(null)),
        ("compare", COMPARISONS[0], "changes", json!([{ "kind": "other" }])),
        ("check", CHECKS[0], "errors", json!(null)),
        ("explain", PAGES[1], "kind", json!("page")),
        ("profiles", PROFILES[1], "recognised", json!(null)),
        ("error", FAILURES[0], "error", json!({ "code": "x", "message": "y" })),
    ] {
        let validator = jsonschema::draft202012::new(&schema(name)).unwrap();
        let right = outputs(&[line], "json").remove(0);
        assert!(validator.is_valid(&right), "{name}");
        let mut changed = right.clone();
        changed[key] = wrong;
        assert!(!validator.is_valid(&changed), "{changed}");
        let mut missing = right.clone();
        missing.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&missing), "{missing}");
        // Keys may be added.
        let mut more = right;
        more["more"] = json!(1);
        assert!(validator.is_valid(&more), "{more}");
    }
}

#[test]
fn the_names_are_listed_and_each_has_a_schema() {
    let names = run("schema").stdout;
    let names: Vec<_> = names.lines().collect();
    assert_eq!(
        names,
        [
            "schedule",
            "schedule-line",
            "inspect",
            "inspect-line",
            "simulate",
            "simulate-line",
            "compare",
            "compare-line",
            "convert",
            "convert-line",
            "check",
            "check-line",
            "explain",
            "explain-line",
            "profiles",
            "profiles-line",
            "dialects",
            "dialects-line",
            "policy-file",
            "error"
        ]
    );
    for name in names {
        assert_eq!(schema(name)["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
}

/// The schema of the policy file takes what the program takes, and refuses what it refuses.
#[test]
fn the_schema_of_the_policy_file_is_the_reader() {
    let schema = schema("policy-file");
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let file = |policy: Value| json!({ "policies": { "a": policy } });
    let full = json!({
        "base": "1s", "max": "30s", "factor": 3, "growth": "geometric", "retries": 4, "jitter": "20%", "unit": "ms",
        "request-time": "500ms", "deadline": "1m", "retry-on": [429, 503], "methods": ["GET"], "server-wait": "floor",
        "idempotency-key": true,
    });
    let with = |key: &str, value: Value| {
        let mut policy = json!({ "base": "1s", "max": "30s" });
        policy[key] = value;
        file(policy)
    };
    let cases = [
        (file(full), true),
        (with("calls", json!(6)), true),
        (with("max", json!("none")), true),
        (with("growth", json!("fibonacci")), true),
        (json!({ "$schema": "x", "policies": { "a": { "base": 1, "max": 2.5 } } }), true),
        (json!({ "policies": {} }), false),
        (json!({ "policy": { "a": { "base": 1, "max": 2 } } }), false),
        (file(json!({ "base": 1 })), false),
        (with("retires", json!(3)), false),
        (with("retries", json!(0)), false),
        (with("retries", json!(1001)), false),
        (with("calls", json!(1)), false),
        (with("factor", json!(0.5)), false),
        (with("growth", json!("cubic")), false),
        (with("jitter", json!("some")), false),
        (with("unit", json!("sec")), false),
        (with("retry-on", json!([42])), false),
        (with("methods", json!([""])), false),
        (with("server-wait", json!("obey")), false),
        (file(json!({ "base": 1, "max": 2, "retries": 2, "calls": 3 })), false),
        (with("retry-budget", json!({ "kind": "aws" })), true),
        (
            with(
                "retry-budget",
                json!({ "kind": "aws", "capacity": 100, "cost": 5, "refill": 0, "refilled-by": "every" }),
            ),
            true,
        ),
        (with("retry-budget", json!({ "kind": "grpc", "max-tokens": 1000, "token-ratio": 0.125 })), true),
        (
            with(
                "retry-budget",
                json!({ "kind": "envoy", "budget-percent": "25%", "min-retry-concurrency": 0, "in-flight": 0.5 }),
            ),
            true,
        ),
        (with("retry-budget", json!({ "kind": "finagle", "percent-can-retry": 1000, "ttl": "60s" })), true),
        (with("retry-budget", json!({ "kind": "grpc", "max-tokens": 10 })), false),
        (with("retry-budget", json!({ "kind": "grpc", "max-tokens": 1001, "token-ratio": 0.1 })), false),
        (with("retry-budget", json!({ "kind": "aws", "max-tokens": 10 })), false),
        (with("retry-budget", json!({ "kind": "envoy", "budget-percent": 101 })), false),
        (with("retry-budget", json!({ "kind": "envoy", "in-flight": 0 })), false),
        (with("retry-budget", json!({ "kind": "own" })), false),
        (with("retry-budget", json!({ "cost": 5 })), false),
    ];
    for (document, right) in cases {
        let answer = holdoff_reading(document.to_string().as_bytes(), &["schedule", "--policy", "-"]);
        assert_eq!(answer.code == 0, right, "{document}\n{}", answer.stderr);
        assert_eq!(validator.is_valid(&document), right, "{document}");
    }
    // What is asked and allowed is read by `check` alone; exit code 1 is an answer.
    let require = json!({
        "max-total": "1h", "max-wait": "1h", "max-calls": 9, "calls": 6, "retries": 5, "deadline": "1h", "request-time": "1ms",
        "min-spread": "0%", "retry-on": [429], "methods": ["GET"], "server-wait": ["honor"], "limits": { "gateway": "1h" },
    });
    let stack = |layers: Value| json!({ "policies": { "a": { "base": "1s", "max": "2s" } }, "stacks": { "s": { "layers": layers } } });
    for (document, right) in [
        (with("require", require.clone()), true),
        (with("allow", json!({ "no-jitter": "it runs once" })), true),
        (json!({ "require": require, "allow": {}, "policies": { "a": { "base": "1s", "max": "2s" } } }), true),
        (
            stack(json!([{ "policy": "#a", "name": "n" }, { "client": ["curl", "--retry 2"], "request-time": "1s" }])),
            true,
        ),
        (
            json!({ "stacks": { "s": { "layers": [{ "client": ["curl", "--retry 2"] }, { "client": ["curl", "--retry 3"] }] } } }),
            true,
        ),
        (json!({ "stacks": {} }), false),
        (stack(json!([{ "policy": "#a" }])), false),
        (stack(json!([{ "policy": "#a" }, { "client": ["curl"] }])), false),
        (stack(json!([{ "policy": "#a" }, { "policy": "#a", "client": ["curl", "--retry 2"] }])), false),
        (with("require", json!({ "max-waits": "1h" })), false),
        (with("require", json!({ "server-wait": ["obey"] })), false),
        (with("require", json!({ "min-spread": "half" })), false),
        (with("allow", json!({ "no-jitter": "" })), false),
    ] {
        let answer = holdoff_reading(document.to_string().as_bytes(), &["check", "-"]);
        assert_eq!(answer.code < 2, right, "{document}\n{}", answer.stderr);
        assert_eq!(validator.is_valid(&document), right, "{document}");
    }
}
