//! The RateLimit fields of every draft, case by case. `tests/vectors/ietf.jsonl` holds one case a line: the fields of
//! a response, the time of reception, and what they say. Of the reading only the keys that a case names are compared.
//!
//! A case with `lenient` breaks its grammar: it is read with a diagnostic, and under `strict` it is ignored with an
//! error.

// The exception for tests in .clippy.toml covers test functions, not the helpers that they share.
#![allow(clippy::unwrap_used, clippy::panic)]

use holdoff::diagnostic::{Code, Severity};
use holdoff::header::{Context, Field, Limit, PartitionKey, Quota, Reading, ReceivedFrom, read};
use holdoff::instant::Instant;
use holdoff::quantity::Fixed;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const CASES: &str = include_str!("vectors/ietf.jsonl");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    headers: Vec<(String, String)>,
    status: Option<u16>,
    received: Option<String>,
    /// The name of the field that is ignored under `strict`.
    lenient: Option<String>,
    expect: Expect,
    /// For the reader of the file.
    #[allow(dead_code)]
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    /// `null` is an answer: nothing is known. Where the key is missing the wait is not compared.
    #[serde(default, deserialize_with = "given")]
    wait_s: Option<Value>,
    decided_by: Option<String>,
    limits: Option<Vec<Map<String, Value>>>,
    policies: Option<Vec<Map<String, Value>>>,
    #[serde(default)]
    ignored: Vec<String>,
    /// Diagnostics that must be there, among others.
    #[serde(default)]
    codes: Vec<String>,
}

fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

fn cases() -> Vec<Case> {
    CASES.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault}: {line}"))).collect()
}

/// Hands the reading of a case to `check`.
fn with_reading(case: &Case, strict: bool, check: impl FnOnce(&Reading<'_>)) {
    let fields: Vec<_> =
        case.headers.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
    let received = case.received.as_ref().map(|text| (Instant::parse(text).unwrap(), ReceivedFrom::Flag));
    check(&read(&fields, &Context { status: case.status, received, strict, ..Context::default() }));
}

/// A number of the reading as JSON has it.
fn number(number: Option<Fixed>) -> Value {
    number.map_or(Value::Null, |it| serde_json::from_str(&it.to_string()).unwrap())
}

fn key_of(key: &str, partition_key: Option<&PartitionKey>) -> Value {
    let Some(PartitionKey(bytes)) = partition_key else { return Value::Null };
    match key {
        "pk_hex" => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into(),
        _ => String::from_utf8_lossy(bytes).into(),
    }
}

fn of_limit(limit: &Limit<'_>, key: &str) -> Value {
    match key {
        "name" => json!(limit.name),
        "source" => json!(limit.source),
        "dialect" => json!(limit.dialect),
        "unit" => json!(limit.unit),
        "limit" => number(limit.limit),
        "remaining" => number(limit.remaining),
        "exhausted" => json!(limit.exhausted),
        "window_s" => number(limit.window),
        "reset_s" => number(limit.reset),
        "reset_at" => json!(limit.reset_at.map(|at| at.to_string())),
        "pk_hex" | "pk_text" => key_of(key, limit.partition_key.as_ref()),
        _ => panic!("unknown key {key}"),
    }
}

fn of_policy(policy: &Quota<'_>, key: &str) -> Value {
    match key {
        "name" => json!(policy.name),
        "source" => json!(policy.source),
        "unit" => json!(policy.unit),
        "limit" => number(Some(policy.limit)),
        "window_s" => number(policy.window),
        "pk_hex" | "pk_text" => key_of(key, policy.partition_key.as_ref()),
        _ => panic!("unknown key {key}"),
    }
}

fn same_rows<T>(id: &str, expected: &[Map<String, Value>], rows: &[T], of: impl Fn(&T, &str) -> Value) {
    assert_eq!(rows.len(), expected.len(), "{id}: rows");
    for (row, expected) in rows.iter().zip(expected) {
        for (key, value) in expected {
            assert_eq!(of(row, key), *value, "{id}: {key}");
        }
    }
}

#[test]
fn every_case_reads_as_the_drafts_say() {
    for case in cases() {
        with_reading(&case, false, |reading| {
            let Case { id, expect, lenient, .. } = &case;
            if let Some(wait) = &expect.wait_s {
                assert_eq!(number(reading.wait), *wait, "{id}: wait_s");
            }
            if expect.decided_by.is_some() {
                assert_eq!(reading.decided_by, expect.decided_by.as_deref(), "{id}: decided_by");
            }
            if let Some(limits) = &expect.limits {
                same_rows(id, limits, &reading.limits, of_limit);
            }
            if let Some(policies) = &expect.policies {
                same_rows(id, policies, &reading.policies, of_policy);
            }
            assert_eq!(reading.ignored, expect.ignored, "{id}: ignored");
            let codes: Vec<_> = reading.diagnostics.iter().map(|it| it.code.name()).collect();
            for code in &expect.codes {
                assert!(codes.contains(&code.as_str()), "{id}: {code} is not among {codes:?}");
            }
            let is_lenient = reading.diagnostics.iter().any(|it| it.code == Code::RateLimitLenient);
            assert_eq!(is_lenient, lenient.is_some(), "{id}: lenient");
        });
    }
}

#[test]
fn what_was_read_leniently_is_ignored_under_strict() {
    for case in cases() {
        let Some(header) = case.lenient.as_deref() else { continue };
        with_reading(&case, true, |reading| {
            assert!(reading.ignored.contains(&header), "{}: ignored", case.id);
            let error = reading.diagnostics.iter().find(|it| it.severity == Severity::Error);
            assert_eq!(
                error.map(|it| (it.code, it.header)),
                Some((Code::RateLimitInvalid, Some(header))),
                "{}",
                case.id
            );
            assert!(reading.limits.iter().all(|limit| limit.source != header), "{}: limits", case.id);
        });
    }
}

/// What the drafts allow without a doubt reads the same under `strict`.
#[test]
fn strict_changes_nothing_in_a_right_value() {
    for case in cases() {
        const FAULTS: [Code; 3] = [Code::NegativeRemaining, Code::CountRepeated, Code::ResetIsEpoch];
        let (mut lenient, mut faulty) = (Vec::new(), case.lenient.is_some() || !case.expect.ignored.is_empty());
        with_reading(&case, false, |reading| {
            lenient = reading.limits.iter().map(|it| format!("{it:?}")).collect();
            faulty |= reading.diagnostics.iter().any(|it| FAULTS.contains(&it.code));
        });
        if faulty {
            continue;
        }
        with_reading(&case, true, |reading| {
            assert_eq!(reading.limits.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>(), lenient, "{}", case.id);
        });
    }
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<_> = cases().into_iter().map(|case| case.id).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
