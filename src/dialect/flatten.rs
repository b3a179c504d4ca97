//! The keys of code and of command lines as one map.

use super::keys::{nearest, wrong_kind};
use super::{Dialect, Form, Takes};
use crate::document::{Call, Entry, Fault, Node, Value};

/// The keys of code or of a command line as one map.
pub(super) fn flatten(dialect: &'static Dialect, node: &Node) -> Result<Node, Fault> {
    match (&dialect.form, &node.value) {
        (Form::Command, Value::List(words)) => flags(dialect, words, node),
        (Form::Keys { within, .. }, Value::Map(entries)) => {
            let inner = entries.iter().find(|entry| within.contains(&entry.key.as_str()));
            match inner.map(|entry| (entry, &entry.value)) {
                Some((_, inner @ Node { value: Value::Map(_), .. })) => Ok(inner.clone()),
                // An object in the arguments of another: `RetryTransport(retry=Retry(total=5))`.
                Some((_, inner @ Node { value: Value::Calls(_), .. })) => flatten(dialect, inner),
                // A number in its place, where the client takes one.
                Some((entry, _)) if dialect.keys.iter().any(|key| key.name == entry.key) => {
                    Ok(Node { value: Value::Map(vec![entry.clone()]), span: node.span.clone() })
                }
                _ => Ok(node.clone()),
            }
        }
        (Form::Keys { calls, positional, .. }, Value::Calls(chain)) => {
            let mut entries: Vec<Entry> = Vec::new();
            for (place, call) in chain.iter().enumerate() {
                if place == 0 || calls.contains(&call.short_name()) {
                    arguments(&mut entries, call, positional);
                } else {
                    entries.push(chained(call));
                }
            }
            let inner = Node { value: Value::Map(entries), span: node.span.clone() };
            flatten(dialect, &inner)
        }
        (Form::Keys { positional: [first, ..], .. }, _) => {
            let entry = Entry { key: (*first).to_owned(), at: node.span.clone(), value: node.clone() };
            Ok(Node { value: Value::Map(vec![entry]), span: node.span.clone() })
        }
        _ => Err(wrong_kind(node, "write `key=value` with commas between")),
    }
}

/// The arguments of a call: named ones, maps without a name, and those by position.
fn arguments(entries: &mut Vec<Entry>, call: &Call, positional: &[&'static str]) {
    let mut names = positional.iter();
    for argument in &call.args {
        match &argument.value.value {
            _ if !argument.key.is_empty() => entries.push(argument.clone()),
            Value::Map(inner) => entries.extend(inner.iter().cloned()),
            _ => {
                let key = names.next().map_or_else(String::new, |name| (*name).to_owned());
                // An object that a client is made with, such as `axios` or `new Agent()`, is no value of a key.
                let is_object = match &argument.value.value {
                    Value::Text(_) => true,
                    Value::Calls(calls) => {
                        calls.first().is_some_and(|call| call.short_name().starts_with(char::is_uppercase))
                    }
                    _ => false,
                };
                if !(is_object && key.is_empty()) {
                    entries.push(Entry { key, ..argument.clone() });
                }
            }
        }
    }
}

/// `.with_max_times(3)` is the key `with_max_times`; without arguments it is true, with several a list.
fn chained(call: &Call) -> Entry {
    let value = match call.args.as_slice() {
        [] => Node { value: Value::Bool(true), span: call.at.clone() },
        [only] => only.value.clone(),
        several => {
            Node { value: Value::List(several.iter().map(|it| it.value.clone()).collect()), span: call.at.clone() }
        }
    };
    Entry { key: call.name.clone(), at: call.at.clone(), value }
}

/// The flags of a command line that the dialect knows; others are none of a policy's business.
fn flags(dialect: &'static Dialect, words: &[Node], node: &Node) -> Result<Node, Fault> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(text) = word.scalar() else { continue };
        let (name, joined) = match text.split_once('=') {
            Some((name, value)) if text.starts_with("--") => (name, Some(value)),
            _ => (text, None),
        };
        let Some(key) = dialect.keys.iter().find(|key| key.name == name) else {
            let near = nearest(name, dialect.keys.iter().map(|key| key.name));
            if let Some(near) = near.filter(|near| name.starts_with("--") && strsim::levenshtein(near, name) <= 2) {
                let message = format!("`{name}` is no flag of {} that a wait depends on", dialect.title);
                return Err(Fault::new(message, format!("write `{near}`"), word.span.clone()));
            }
            continue;
        };
        let value = match (key.takes, joined) {
            (Takes::Flag, _) => Node { value: Value::Bool(true), span: word.span.clone() },
            (_, Some(value)) => {
                let start = word.span.end.saturating_sub(value.len());
                Node { value: Value::Text(value.to_owned()), span: start..word.span.end }
            }
            (_, None) => words.next().cloned().ok_or_else(|| {
                Fault::new(format!("`{name}` has no value"), "write its value behind it", word.span.clone())
            })?,
        };
        // Of a flag that is written twice the last one counts, as with the programs themselves.
        entries.retain(|entry| entry.key != key.name);
        entries.push(Entry { key: key.name.to_owned(), at: word.span.clone(), value });
    }
    Ok(Node { value: Value::Map(entries), span: node.span.clone() })
}

/// The first call of one of these names, in a value or in the arguments of its calls.
pub(crate) fn call_of<'a>(node: &'a Node, names: &[&str]) -> Option<&'a Call> {
    match &node.value {
        Value::Calls(chain) => {
            let named = chain.iter().find(|call| names.contains(&call.short_name()));
            named.or_else(|| chain.iter().flat_map(|call| &call.args).find_map(|it| call_of(&it.value, names)))
        }
        Value::Map(entries) => entries.iter().find_map(|entry| call_of(&entry.value, names)),
        Value::List(items) | Value::Sum(items) => items.iter().find_map(|item| call_of(item, names)),
        _ => None,
    }
}
