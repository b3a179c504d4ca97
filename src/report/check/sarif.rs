//! SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), as far as code scanning reads it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Item, Judgement};
use crate::diagnostic::Severity;
use crate::report::to_json;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Result>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct LogicalLocation {
    name: String,
}

pub(super) fn text(judgement: &Judgement) -> String {
    let rules: BTreeMap<&'static str, &'static str> =
        judgement.items().map(|item| (item.finding.name(), item.finding.title())).collect();
    let places: Vec<&'static str> = rules.keys().copied().collect();
    let rule = |(id, title): (&&'static str, &&'static str)| Rule {
        id,
        short_description: Message { text: (*title).to_owned() },
    };
    let driver = Driver {
        name: "holdoff",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: rules.iter().map(rule).collect(),
    };
    let results = judgement.items().map(|item| result(item, &places)).collect();
    let runs = [Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results }];
    let log = Log {
        schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        version: "2.1.0",
        runs,
    };
    to_json(&log) + "\n"
}

fn result(item: &Item, rules: &[&'static str]) -> Result {
    let rule_id = item.finding.name();
    let fix = if item.finding.fix.is_empty() { String::new() } else { format!(": {}", item.finding.fix) };
    let policy = item.policy.iter().filter(|name| !name.is_empty());
    Result {
        rule_id,
        rule_index: rules.iter().position(|id| *id == rule_id).unwrap_or(0),
        level: match item.finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Message { text: format!("{}{fix}", item.finding.message) },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation { uri: uri(&item.file) },
                region: Region {
                    start_line: item.start.line,
                    start_column: item.start.column,
                    end_line: item.end.line,
                    end_column: item.end.column,
                },
            },
            logical_locations: policy.map(|name| LogicalLocation { name: name.clone() }).collect(),
        }],
    }
}

/// A path as a URI reference (RFC 3986, 4.2): what is not allowed in one is written in percent.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    // A first segment with a colon would be a scheme.
    if path.split('/').next().is_some_and(|first| first.contains(':')) {
        uri.push_str("./");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'/'
            | b':'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'=' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
