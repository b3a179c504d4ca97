//! Holds the files to the types that they describe.

use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::ALL;
use super::policy_file;
use crate::report::check::{self, FindingJson, JudgementJson};
use crate::report::compare::{ChangeJson, ComparisonJson, SideJson};
use crate::report::convert::ConversionJson;
use crate::report::diagnostics::Finding;
use crate::report::dialects::{DialectJson, DialectsJson};
use crate::report::error::FailureJson;
use crate::report::explain::{PageJson, PagesJson};
use crate::report::inspect::{InspectionsJson, SummaryJson};
use crate::report::profiles::{ProfileJson, ProfilesJson};
use crate::report::reading::Inspection;
use crate::report::schedule::{self, ScheduleJson, TotalJson};
use crate::report::simulate::{self, SimulationJson};
use crate::report::stack::{self, LayerJson, StackJson};

/// The schema of that name, as the types have it.
fn written(name: &str) -> String {
    let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let types = &mut types;
    let (title, schema) = match name {
        "schedule" => ("holdoff schedule --format json", ScheduleJson::json_schema(types)),
        "schedule-line" => (
            "a line of holdoff schedule --format ndjson",
            any([line::<schedule::RowJson>("retry", types), line::<TotalJson<'_>>("total", types)]),
        ),
        "compare" => (
            "holdoff compare --format json: policies side by side, or the layers of a stack",
            any([types.subschema_for::<ComparisonJson<'_>>(), types.subschema_for::<StackJson<'_>>()]),
        ),
        "compare-line" => (
            "a line of holdoff compare --format ndjson",
            any([
                line::<SideJson<'_>>("policy", types),
                line::<ChangeJson<'_>>("change", types),
                line::<LayerJson<'_>>("layer", types),
                line::<stack::SummaryJson<'_>>("stack", types),
            ]),
        ),
        "check" => ("holdoff check --format json", JudgementJson::json_schema(types)),
        "check-line" => (
            "a line of holdoff check --format ndjson",
            any([line::<FindingJson<'_>>("finding", types), line::<check::SummaryJson>("summary", types)]),
        ),
        "inspect" => (
            "holdoff inspect --format json: one response, or several",
            any([types.subschema_for::<Inspection<'_>>(), types.subschema_for::<InspectionsJson<'_>>()]),
        ),
        "inspect-line" => (
            "a line of holdoff inspect --format ndjson",
            any([
                line::<Inspection<'_>>("reading", types),
                line::<Finding<'_>>("diagnostic", types),
                line::<SummaryJson<'_>>("summary", types),
            ]),
        ),
        "simulate" => {
            let mut whole = SimulationJson::json_schema(types);
            required(&mut whole).push("timeline".into());
            ("holdoff simulate --format json", whole)
        }
        "simulate-line" => {
            // The timeline has lines of its own.
            let mut verdict = line::<SimulationJson<'_>>("verdict", types);
            verdict.get_mut("properties").and_then(Value::as_object_mut).unwrap().shift_remove("timeline");
            ("a line of holdoff simulate --format ndjson", any([line::<simulate::RowJson>("retry", types), verdict]))
        }
        "convert" => ("holdoff convert --format json", ConversionJson::json_schema(types)),
        "convert-line" => {
            ("a line of holdoff convert --format ndjson", line::<ConversionJson<'_>>("conversion", types))
        }
        "explain" => (
            "holdoff explain --format json: one page, or all",
            any([types.subschema_for::<PageJson>(), types.subschema_for::<PagesJson>()]),
        ),
        "explain-line" => ("a line of holdoff explain --format ndjson", line::<PageJson>("page", types)),
        "profiles" => (
            "holdoff profiles --format json: one profile, or all",
            any([types.subschema_for::<ProfileJson>(), types.subschema_for::<ProfilesJson>()]),
        ),
        "profiles-line" => ("a line of holdoff profiles --format ndjson", line::<ProfileJson>("profile", types)),
        "dialects" => (
            "holdoff dialects --format json: one dialect, or all",
            any([types.subschema_for::<DialectJson>(), types.subschema_for::<DialectsJson>()]),
        ),
        "dialects-line" => ("a line of holdoff dialects --format ndjson", line::<DialectJson>("dialect", types)),
        "policy-file" => ("a policy file of holdoff: TOML, YAML or JSON", policy_file::schema()),
        "error" => ("a failed run of holdoff with --format json or ndjson", FailureJson::json_schema(types)),
        other => panic!("{other}"),
    };
    let mut document = Map::new();
    document.insert("$schema".into(), "https://json-schema.org/draft/2020-12/schema".into());
    document.insert("title".into(), title.into());
    document.extend(schema.get("description").map(|text| ("description".to_owned(), text.clone())));
    document.extend(schema.as_object().unwrap().clone().into_iter().filter(|(key, _)| key != "title"));
    document.insert("$defs".into(), types.take_definitions(true).into());
    let mut document = Value::Object(document);
    drop_widths(&mut document);
    drop_unused(&mut document);
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

/// Takes away the definitions that a line has taken into itself.
fn drop_unused(document: &mut Value) {
    let names: Vec<String> = document["$defs"].as_object().unwrap().keys().cloned().collect();
    for name in names {
        if !document.to_string().contains(&format!("\"#/$defs/{name}\"")) {
            document["$defs"].as_object_mut().unwrap().shift_remove(&name);
        }
    }
    if document["$defs"] == json!({}) {
        document.as_object_mut().unwrap().shift_remove("$defs");
    }
}

fn any<const N: usize>(schemas: [Schema; N]) -> Schema {
    let schemas = Vec::from(schemas);
    json_schema!({ "anyOf": schemas })
}

/// An object that says in `type` what it is.
fn line<T: JsonSchema>(kind: &str, types: &mut SchemaGenerator) -> Schema {
    let mut schema = T::json_schema(types);
    let mut properties = Map::new();
    properties.insert("type".into(), json!({ "description": "What this line is.", "const": kind }));
    properties.extend(schema.get("properties").and_then(Value::as_object).unwrap().clone());
    schema.insert("properties".into(), properties.into());
    required(&mut schema).insert(0, "type".into());
    schema
}

fn required(schema: &mut Schema) -> &mut Vec<Value> {
    schema.get_mut("required").and_then(Value::as_array_mut).unwrap()
}

/// Takes the widths of Rust's integers away, which mean nothing to a reader of JSON.
fn drop_widths(value: &mut Value) {
    match value {
        Value::Object(keys) => {
            if keys.get("format").and_then(Value::as_str).is_some_and(|format| format.starts_with("uint")) {
                keys.shift_remove("format");
                keys.shift_remove("maximum");
            }
            keys.values_mut().for_each(drop_widths);
        }
        Value::Array(values) => values.iter_mut().for_each(drop_widths),
        _ => {}
    }
}

/// Every key of every object, and what is said of it.
fn properties<'a>(value: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
    match value {
        Value::Object(keys) => {
            if let Some(Value::Object(own)) = keys.get("properties") {
                found.extend(own.iter().map(|(key, schema)| (key.as_str(), schema)));
            }
            keys.values().for_each(|it| properties(it, found));
        }
        Value::Array(values) => values.iter().for_each(|it| properties(it, found)),
        _ => {}
    }
}

#[test]
fn the_files_say_what_the_types_do() {
    for schema in ALL {
        let command = "write the files anew with `cargo test --lib schema -- --ignored`";
        assert!(schema.text() == written(schema.name), "{}.json is out of date; {command}", schema.name);
    }
}

#[test]
fn every_key_is_documented() {
    for schema in ALL {
        let document: Value = serde_json::from_str(&schema.text()).unwrap();
        let mut found = Vec::new();
        properties(&document, &mut found);
        assert!(!found.is_empty(), "{}", schema.name);
        for (key, of) in found {
            let text = of.get("description").and_then(Value::as_str).unwrap_or_default();
            assert!(text.ends_with('.') && !text.contains("[`"), "{}: {key}: {text:?}", schema.name);
        }
    }
}

#[test]
#[ignore = "it writes the files"]
fn write_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/schema");
    for schema in ALL {
        fs::write(folder.join(schema.name).with_extension("json"), written(schema.name)).unwrap();
    }
}
