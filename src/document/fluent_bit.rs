//! The classic configuration of Fluent Bit to the tree that its YAML has: sections of `Key   Value`, each of which may
//! come again.

use std::ops::Range;

use super::{Entry, Fault, Node, Room, Value, plain};

const SECTIONS: [&str; 4] = ["[service]", "[input]", "[filter]", "[output]"];

/// Whether a text has one of the sections, and a line beneath one that has no `=`.
pub(super) fn is_classic(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let begun = lines.by_ref().any(|line| SECTIONS.iter().any(|it| line.eq_ignore_ascii_case(it)));
    begun && lines.find(|line| !line.is_empty() && !line.starts_with('#')).is_some_and(|line| !line.contains('='))
}

/// `service`, and `outputs` of `pipeline`; the other sections say nothing of retries.
pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut service: Vec<Entry> = Vec::new();
    let mut outputs: Vec<Node> = Vec::new();
    let mut room = Room::default();
    let mut section = String::new();
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        let from = start.saturating_add(line.len().saturating_sub(line.trim_start().len()));
        start = start.saturating_add(line.len());
        let body = line.trim();
        let span = from..from.saturating_add(body.len());
        // `@INCLUDE` and `@SET` bring in what is not here.
        if body.is_empty() || body.starts_with(['#', '@']) {
            continue;
        }
        room.take(1, 0, &span)?;
        if body.starts_with('[') {
            section = body.to_ascii_lowercase();
            if section == "[output]" {
                outputs.push(Node { value: Value::Map(Vec::new()), span });
            }
            continue;
        }
        let entry = entry(body, &span);
        match (section.as_str(), outputs.last_mut()) {
            ("[service]", _) => service.push(entry),
            ("[output]", Some(Node { value: Value::Map(entries), span: whole })) => {
                whole.end = span.end;
                entries.push(entry);
            }
            _ => {}
        }
    }
    let all = 0..text.len();
    let named = |key: &str, value| Entry { key: key.to_owned(), at: 0..0, value: Node { value, span: all.clone() } };
    let pipeline = Value::Map(vec![named("outputs", Value::List(outputs))]);
    let root = vec![named("service", Value::Map(service)), named("pipeline", pipeline)];
    Ok(Node { value: Value::Map(root), span: all })
}

/// `Key   Value`; the case of a key does not matter, and YAML has them in lower case.
fn entry(body: &str, span: &Range<usize>) -> Entry {
    let (key, value) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let value = value.trim();
    let value_at = span.end.saturating_sub(value.len())..span.end;
    let at = span.start..span.start.saturating_add(key.len());
    Entry { key: key.to_ascii_lowercase(), at, value: Node { value: plain(value), span: value_at } }
}
