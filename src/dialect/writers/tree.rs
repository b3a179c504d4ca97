//! Keys and values as files: JSON, YAML, TOML and INI.

use super::Times;
use super::sheet::Value;
use super::text::{figure, quoted, written};

type Entries = [(String, Value)];

/// A scalar as JSON has it; durations that are no bare numbers are texts.
fn scalar(times: Times, value: &Value) -> Option<String> {
    Some(match value {
        Value::Number(number) => figure(number),
        Value::Time(time) => match times {
            Times::Bare(_) => written(times, time),
            _ => quoted(&written(times, time)),
        },
        Value::Text(text) => quoted(text),
        Value::Word(word) => word.clone(),
        Value::Flag(flag) => flag.to_string(),
        Value::Map(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Call(..) | Value::Sum(_) | Value::Map(_) | Value::List(_) => return None,
    })
}

pub(super) fn json(times: Times, entries: &Entries) -> String {
    let mut text = String::new();
    json_map(&mut text, times, entries, 0);
    text.push('\n');
    text
}

fn indent(text: &mut String, depth: usize) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

fn json_map(text: &mut String, times: Times, entries: &Entries, depth: usize) {
    text.push('{');
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        indent(text, depth.saturating_add(1));
        text.push_str(&quoted(key));
        text.push_str(": ");
        json_value(text, times, value, depth.saturating_add(1));
    }
    if !entries.is_empty() {
        indent(text, depth);
    }
    text.push('}');
}

fn json_value(text: &mut String, times: Times, value: &Value, depth: usize) {
    match value {
        Value::Map(entries) => json_map(text, times, entries, depth),
        Value::List(items) if items.iter().all(|item| scalar(times, item).is_some()) => {
            text.push_str(&row(times, items))
        }
        Value::List(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                indent(text, depth.saturating_add(1));
                json_value(text, times, item, depth.saturating_add(1));
            }
            indent(text, depth);
            text.push(']');
        }
        other => text.push_str(&scalar(times, other).unwrap_or_default()),
    }
}

/// Scalars in one line.
fn row(times: Times, items: &[Value]) -> String {
    let items: Vec<_> = items.iter().filter_map(|item| scalar(times, item)).collect();
    format!("[{}]", items.join(", "))
}

pub(super) fn yaml(times: Times, entries: &Entries) -> String {
    let mut text = String::new();
    yaml_map(&mut text, times, entries, 0, false);
    text
}

/// A text without quotes, where YAML reads it as that text.
fn plain(text: String) -> String {
    let inner = text.trim_matches('"');
    let is_plain = inner.starts_with(|it: char| it.is_ascii_alphanumeric())
        && inner.chars().all(|it| it.is_ascii_alphanumeric() || "._-/".contains(it))
        && !matches!(inner.to_ascii_lowercase().as_str(), "true" | "false" | "null" | "yes" | "no" | "on" | "off")
        && inner.parse::<f64>().is_err();
    if is_plain { inner.to_owned() } else { text }
}

fn yaml_map(text: &mut String, times: Times, entries: &Entries, depth: usize, in_list: bool) {
    for (at, (key, value)) in entries.iter().enumerate() {
        // The first key of an item stands behind its dash.
        if at > 0 || !in_list {
            text.push_str(&"  ".repeat(depth));
        }
        text.push_str(&plain(quoted(key)));
        text.push(':');
        match value {
            Value::Map(inner) if inner.is_empty() => text.push_str(" {}\n"),
            Value::Map(inner) => {
                text.push('\n');
                yaml_map(text, times, inner, depth.saturating_add(1), false);
            }
            Value::List(items) if items.iter().all(|item| scalar(times, item).is_some()) => {
                text.push(' ');
                text.push_str(&row(times, items));
                text.push('\n');
            }
            Value::List(items) => {
                text.push('\n');
                for item in items {
                    text.push_str(&"  ".repeat(depth.saturating_add(1)));
                    text.push_str("- ");
                    if let Value::Map(inner) = item {
                        yaml_map(text, times, inner, depth.saturating_add(2), true);
                    }
                }
            }
            other => {
                let scalar = scalar(times, other).unwrap_or_default();
                text.push(' ');
                text.push_str(&plain(scalar));
                text.push('\n');
            }
        }
    }
}

/// Maps as sections, and what is in them as `key = value`.
fn sections(times: Times, entries: &Entries, scalar_text: fn(String) -> String) -> String {
    let mut text = String::new();
    for (section, value) in entries {
        let Value::Map(inner) = value else { continue };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("[{section}]\n"));
        for (key, value) in inner {
            let value = match value {
                Value::List(items) => row(times, items),
                other => scalar_text(scalar(times, other).unwrap_or_default()),
            };
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    text
}

pub(super) fn ini(times: Times, entries: &Entries) -> String {
    sections(times, entries, |scalar| scalar.trim_matches('"').to_owned())
}

pub(super) fn toml(times: Times, entries: &Entries) -> String {
    sections(times, entries, |scalar| scalar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::{Exact, Unit};

    fn sample() -> Vec<(String, Value)> {
        let policy = vec![
            ("name".to_owned(), Value::text("5xx")),
            ("wait".to_owned(), Value::Time(Exact::new(250, 6))),
            ("codes".to_owned(), Value::List(vec![Value::text("A"), Value::count(2)])),
        ];
        vec![("a".to_owned(), Value::List(vec![Value::Map(policy)])), ("b".to_owned(), Value::Map(Vec::new()))]
    }

    #[test]
    fn files_are_laid_out_as_people_write_them() {
        assert_eq!(
            json(Times::Seconds, &sample()),
            "{\n  \"a\": [\n    {\n      \"name\": \"5xx\",\n      \"wait\": \"0.25s\",\n      \"codes\": [\"A\", 2]\n    }\n  \
             ],\n  \"b\": {}\n}\n"
        );
        assert_eq!(yaml(Times::Short, &sample()), "a:\n  - name: 5xx\n    wait: 250ms\n    codes: [\"A\", 2]\nb: {}\n");
        let sections = vec![("x".to_owned(), Value::Map(vec![("wait".to_owned(), Value::Time(Exact::new(1, 9)))]))];
        assert_eq!(ini(Times::Bare(Unit::Second), &sections), "[x]\nwait = 1\n");
        assert_eq!(toml(Times::Short, &sections), "[x]\nwait = \"1s\"\n");
    }
}
