//! The HTTP working group's own cases of structured fields, met in the places where RateLimit can meet them.
//!
//! The cases are read in place from the folder that STRUCTURED_FIELD_TESTS names; they are not part of this repository.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::expect_used, reason = "tests")]

use std::fs;

use holdoff::header::{Context, Field, Reading, read};
use serde_json::Value;

/// One case of the working group's.
struct Case {
    name: String,
    raw: Vec<String>,
    must_fail: bool,
    expected: Value,
}

/// Every case of that type that has one right answer.
fn cases(of_type: &str) -> Vec<Case> {
    let folder = std::env::var("STRUCTURED_FIELD_TESTS").expect("STRUCTURED_FIELD_TESTS names the folder of the cases");
    let mut cases = Vec::new();
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let all: Vec<Value> = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        cases.extend(all.into_iter().filter(|it| it["header_type"] == of_type && it["can_fail"] != true).map(|it| {
            Case {
                name: format!("{}: {}", file.file_name().unwrap().display(), it["name"].as_str().unwrap()),
                raw: it["raw"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect(),
                must_fail: it["must_fail"] == true,
                expected: it["expected"].clone(),
            }
        }));
    }
    cases
}

/// Whether the field was read, under a strict reader.
fn limits(lines: &[String], strict: bool, check: impl FnOnce(&Reading<'_>)) {
    let fields: Vec<Field<'_>> =
        lines.iter().map(|line| Field { name: b"RateLimit", value: line.as_bytes() }).collect();
    check(&read(&fields, &Context { strict, ..Context::default() }));
}

/// Whether a member of a List is one of RateLimit, leniently read: a String or Token that has `r`, or `a` in its place.
fn is_limit(member: &Value) -> bool {
    let is_name = member[0].is_string() || member[0]["__type"] == "token";
    let param = |key: &str| {
        let mut params = member[1].as_array().into_iter().flatten();
        params.find(|pair| pair[0] == key).map(|pair| &pair[1])
    };
    is_name && param("r").or_else(|| param("a")).is_some_and(|quota| quota.as_u64().is_some())
}

/// A bare item, with or without parameters, as the value of a parameter that is a comment.
#[test]
#[ignore = "needs the working group's cases; see the head of this file"]
fn items_as_the_value_of_a_parameter() {
    let mut seen = 0;
    for case in cases("item") {
        // A parameter's value has no white space around it, and begins at once.
        let [raw] = &case.raw[..] else { continue };
        if raw.trim() != raw || raw.is_empty() {
            continue;
        }
        limits(&[format!("\"a\";r=1;x={raw}")], true, |reading| {
            assert_eq!(reading.limits.len() == 1, !case.must_fail, "{} {raw:?} {:?}", case.name, reading.diagnostics);
        });
        seen += 1;
    }
    assert!(seen > 500, "{seen}");
}

/// A String as the name of a limit.
#[test]
#[ignore = "needs the working group's cases; see the head of this file"]
fn strings_as_the_name_of_a_limit() {
    let mut seen = 0;
    for case in cases("item").into_iter().filter(|case| case.name.starts_with("string")) {
        let [raw] = &case.raw[..] else { continue };
        limits(&[format!("{raw};r=1")], true, |reading| {
            let name = reading.limits.first().and_then(|limit| limit.name.as_deref());
            let right = case.expected[0].as_str().filter(|_| !case.must_fail);
            assert_eq!(name, right, "{} {raw:?}", case.name);
        });
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}

/// The members of a Dictionary beside those of draft 07.
#[test]
#[ignore = "needs the working group's cases; see the head of this file"]
fn dictionaries_beside_the_required_members() {
    let mut seen = 0;
    for case in cases("dictionary") {
        let mut lines = vec!["limit=1, reset=1".to_owned()];
        lines.extend(case.raw.iter().cloned());
        // With the two members beside them there would be more than the 1024 that a reader must take.
        let is_too_large = case.expected.as_array().is_some_and(|members| members.len() > 1022);
        // A tab that begins a field is white space behind a comma.
        let is_behind = case.raw.iter().any(|line| line.starts_with('\t'));
        if is_too_large || is_behind || case.raw.iter().all(|line| line.trim_matches(' ').is_empty()) {
            continue;
        }
        limits(&lines, true, |reading| {
            assert_eq!(reading.limits.len() == 1, !case.must_fail, "{}", case.name);
        });
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}

/// The members of a List behind one that is a limit: read strictly only where each of them is one too, leniently where
/// at most one is not.
#[test]
#[ignore = "needs the working group's cases; see the head of this file"]
fn lists_behind_a_limit() {
    let mut seen = 0;
    for case in cases("list") {
        let mut lines = vec!["\"a\";r=1".to_owned()];
        lines.extend(case.raw.iter().cloned());
        if case.raw.iter().all(|line| line.trim_matches(' ').is_empty()) {
            continue;
        }
        let bad = case.expected.as_array().into_iter().flatten().filter(|member| !is_limit(member)).count();
        limits(&lines, true, |reading| {
            assert!(reading.limits.is_empty(), "{}", case.name);
        });
        limits(&lines, false, |reading| {
            let is_read = !case.must_fail && bad <= 1;
            assert_eq!(!reading.limits.is_empty(), is_read, "{} {:?}", case.name, reading.diagnostics);
        });
        seen += 1;
    }
    assert!(seen > 200, "{seen}");
}
