//! The fields of vendors, case by case. `tests/vectors/ven.jsonl` holds the fields of a response a line, and
//! `tests/vectors/captures.jsonl` whole heads that were seen in the wild. Of the reading only the keys that a case names
//! are compared.
//!
//! A case with `profile` has fields of names that many vendors share: without the profile no vendor is named, and the
//! wait is the same unless the case says which.

// The exception for tests in .clippy.toml covers test functions, not the helpers that they share.
#![allow(clippy::unwrap_used, clippy::panic)]

use holdoff::capture::heads;
use holdoff::diagnostic::Code;
use holdoff::header::{Alternative, Context, Field, Limit, Reading, ReceivedFrom, read};
use holdoff::instant::Instant;
use holdoff::quantity::Fixed;
use holdoff::vendor::{Form, profile};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

const CASES: [&str; 2] = [include_str!("vectors/ven.jsonl"), include_str!("vectors/captures.jsonl")];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    /// A head, in place of `headers`.
    raw: Option<String>,
    status: Option<u16>,
    received: Option<String>,
    profile: Option<String>,
    /// The wait without the profile, where it is another.
    #[serde(default, deserialize_with = "some")]
    without_profile_s: Option<Value>,
    expect: Expect,
    /// For the reader of the file.
    #[allow(dead_code)]
    why: String,
    #[allow(dead_code)]
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    vendor: Option<String>,
    wait_s: Value,
    action: Option<String>,
    precise_wait_s: Option<Value>,
    skew_corrected_wait_s: Option<Value>,
    upper_bound_s: Option<Value>,
    pace_s: Option<Value>,
    reason: Option<String>,
    decided_by: Option<String>,
    /// The codes of findings that are there, perhaps beside others.
    codes: Option<Vec<String>>,
    /// `header form wait_s` of other readings that stand there.
    alternatives: Option<Vec<String>>,
    limits: Option<Vec<Map<String, Value>>>,
}

/// A null that was written is not one that is missing.
fn some<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

fn cases() -> Vec<Case> {
    let case = |line: &str| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault}: {line}"));
    CASES.into_iter().flat_map(str::lines).map(case).collect()
}

/// Hands the reading of a case to `check`.
fn with_reading(case: &Case, with_profile: bool, check: impl FnOnce(&Reading<'_>)) {
    let head = case.raw.as_ref().map(|raw| heads(raw.as_bytes()).unwrap().pop().unwrap());
    let lines = case.headers.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() });
    let fields: Vec<Field<'_>> = head.as_ref().map_or_else(|| lines.collect(), |head| head.fields().collect());
    let received = case.received.as_ref().map(|text| (Instant::parse(text).unwrap(), ReceivedFrom::Flag));
    let profile = case.profile.as_deref().filter(|_| with_profile).map(|name| profile(name).unwrap());
    let status = case.status.or(head.as_ref().and_then(|head| head.status));
    check(&read(&fields, &Context { status, received, profile, ..Context::default() }));
}

/// A number of the reading as JSON has it.
fn number(number: Option<Fixed>) -> Value {
    number.map_or(Value::Null, |it| serde_json::from_str(&it.to_string()).unwrap())
}

fn of_limit(limit: &Limit<'_>, key: &str) -> Value {
    match key {
        "name" => json!(limit.name),
        "unit" => json!(limit.unit),
        "limit" => number(limit.limit),
        "remaining" => number(limit.remaining),
        "used" => number(limit.used),
        "binding" => json!(limit.binding),
        "exhausted" => json!(limit.exhausted),
        "informational" => json!(limit.informational),
        "scope" => json!(limit.scope),
        "categories" => json!(limit.categories),
        "window_s" => number(limit.window),
        "reset_s" => number(limit.reset),
        "reset_by" => json!(limit.reset_by.map(|by| by.name())),
        "reset_at" => json!(limit.reset_at.map(|at| at.to_string())),
        _ => panic!("unknown key {key}"),
    }
}

fn alternative(it: &Alternative<'_>) -> String {
    format!("{} {} {}", it.header, it.form, number(it.wait))
}

#[test]
fn every_case_reads_as_its_vendor_says() {
    for case in cases() {
        with_reading(&case, true, |reading| {
            let Case { id, expect, .. } = &case;
            assert_eq!(reading.vendor, expect.vendor.as_deref(), "{id}: vendor");
            assert_eq!(number(reading.wait), expect.wait_s, "{id}: wait_s");
            if let Some(action) = &expect.action {
                assert_eq!(reading.action.name(), action, "{id}: action");
            }
            if let Some(precise) = &expect.precise_wait_s {
                assert_eq!(number(reading.precise_wait), *precise, "{id}: precise_wait_s");
            }
            if let Some(corrected) = &expect.skew_corrected_wait_s {
                assert_eq!(number(reading.skew_corrected_wait), *corrected, "{id}: skew_corrected_wait_s");
            }
            assert_eq!(number(reading.upper_bound), expect.upper_bound_s.clone().unwrap_or(Value::Null), "{id}: upper");
            assert_eq!(number(reading.pace), expect.pace_s.clone().unwrap_or(Value::Null), "{id}: pace_s");
            assert_eq!(reading.reason.as_deref(), expect.reason.as_deref(), "{id}: reason");
            if let Some(field) = &expect.decided_by {
                assert_eq!(reading.decided_by, Some(&**field), "{id}: decided_by");
            }
            let codes: Vec<_> = reading.diagnostics.iter().map(|it| it.code.name()).collect();
            for code in expect.codes.iter().flatten() {
                assert!(codes.contains(&&**code), "{id}: {code} in {codes:?}");
            }
            let others: Vec<_> = reading.alternatives.iter().map(alternative).collect();
            for other in expect.alternatives.iter().flatten() {
                assert!(others.contains(other), "{id}: {other} in {others:?}");
            }
            let Some(limits) = &expect.limits else { return };
            assert_eq!(reading.limits.len(), limits.len(), "{id}: rows {:?}", reading.limits);
            for (row, expected) in reading.limits.iter().zip(limits) {
                for (key, value) in expected {
                    assert_eq!(of_limit(row, key), *value, "{id}: {key}");
                }
            }
        });
    }
}

#[test]
fn what_is_known_is_no_guess() {
    for case in cases() {
        with_reading(&case, true, |reading| {
            // Of some fields no documentation tells, and the profile says so.
            let rows = reading.vendor.and_then(profile).into_iter().flat_map(|it| it.rows);
            let untold: Vec<_> = rows.flat_map(|row| row.resets).filter(|it| it.1 == Form::BySize).collect();
            let is_told = |field: &str| field.ends_with("Reset") && !untold.iter().any(|it| it.0 == field);
            let mut resets = reading.diagnostics.iter().filter(|it| it.header.is_some_and(is_told));
            let guessed = resets.any(|it| it.code == Code::ResetUnitGuessed);
            assert!(!guessed || reading.vendor.is_none(), "{}: {:?}", case.id, reading.diagnostics);
        });
    }
}

#[test]
fn without_the_profile_no_vendor_is_named() {
    for case in cases().into_iter().filter(|case| case.profile.is_some()) {
        with_reading(&case, false, |reading| {
            assert_eq!(reading.vendor, None, "{}", case.id);
            let wait = case.without_profile_s.as_ref().unwrap_or(&case.expect.wait_s);
            assert_eq!(number(reading.wait), *wait, "{}", case.id);
        });
    }
}

/// Every capture is there.
#[test]
fn captures_say_what_to_do() {
    let captures: Vec<_> = cases().into_iter().filter(|case| case.id.starts_with("cap-")).collect();
    assert_eq!(captures.len(), 27);
    assert!(captures.iter().all(|case| case.raw.is_some() && case.expect.action.is_some()));
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<_> = cases().into_iter().map(|case| case.id).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
