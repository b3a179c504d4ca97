//! What an engineer pastes, as one map of keys: calls and what is chained to them, arguments by position, flags.

use super::keys::{nearest, wrong_kind};
use super::{Dialect, Form, Takes};
use crate::document::{Call, Entry, Fault, Node, Value};

/// The keys of code or of a command line as one map.
pub(super) fn flatten(dialect: &'static Dialect, node: &Node) -> Result<Node, Fault> {
    match (&dialect.form, &node.value) {
        (Form::Command, Value::List(words)) => flags(dialect, words, node),
        (Form::Keys { within, calls, positional, .. }, Value::Map(entries)) => {
            let inner = entries.iter().find(|entry| within.contains(&entry.key.as_str()));
            match inner {
                Some(Entry { value: inner @ Node { value: Value::Map(_), .. }, .. }) => Ok(inner.clone()),
                // A call in its place: its arguments stand beside the other keys.
                Some(Entry { value: Node { value: Value::Calls(chain), .. }, key, .. }) if matches!(chain.as_slice(), [call] if is_one_of(calls, call)) =>
                {
                    let mut both: Vec<Entry> = entries.iter().filter(|entry| entry.key != *key).cloned().collect();
                    chain.iter().for_each(|call| arguments(&mut both, call, &(calls, positional), dialect));
                    Ok(Node { value: Value::Map(both), span: node.span.clone() })
                }
                // An object in the arguments of another: `RetryTransport(retry=Retry(total=5))`.
                Some(Entry { value: inner @ Node { value: Value::Calls(_), .. }, key, .. })
                    if dialect.keys.iter().all(|known| known.name != key) =>
                {
                    flatten(dialect, inner)
                }
                // A number in its place, where the client takes one.
                Some(entry)
                    if entry.value.scalar().is_some() && dialect.keys.iter().any(|key| key.name == entry.key) =>
                {
                    Ok(Node { value: Value::Map(vec![entry.clone()]), span: node.span.clone() })
                }
                _ => Ok(node.clone()),
            }
        }
        (Form::Keys { calls, positional, .. }, Value::Calls(chain)) => {
            let mut entries: Vec<Entry> = Vec::new();
            chain_of(&mut entries, chain, &(calls, positional), dialect);
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

/// Whether a call is one of a dialect's: by its name, or by the end of its path where the dialect names more of it.
pub(super) fn is_one_of(calls: &[&str], call: &Call) -> bool {
    let path = |name: &&str| {
        let before = call.name.strip_suffix(name);
        before.is_some_and(|before| before.is_empty() || before.ends_with(['.', ':']))
    };
    calls.iter().any(|name| if name.contains(['.', ':']) { path(name) } else { *name == call.short_name() })
}

/// A dialect's calls, and its names of arguments by position.
type Shape<'a> = (&'a [&'static str], &'a [&'static str]);

/// The arguments of a call, and the calls chained to it.
fn chain_of(entries: &mut Vec<Entry>, chain: &[Call], shape: &Shape<'_>, dialect: &Dialect) {
    for (place, call) in chain.iter().enumerate() {
        if place == 0 || is_one_of(shape.0, call) {
            arguments(entries, call, shape, dialect);
        } else {
            entries.push(chained(call));
        }
    }
}

/// The arguments of a call: named ones, maps without a name, options that are calls, and those by position.
fn arguments(entries: &mut Vec<Entry>, call: &Call, shape: &Shape<'_>, dialect: &Dialect) {
    let mut names = shape.1.iter();
    let is_key = |call: &Call| dialect.keys.iter().any(|key| key.name == call.short_name());
    // A class of waits, by name or as a call, is a value of its own.
    let takes_word =
        |name: Option<&&str>| dialect.keys.iter().any(|key| Some(&key.name) == name && key.takes == Takes::Word);
    for argument in &call.args {
        match &argument.value.value {
            _ if !argument.key.is_empty() => entries.push(argument.clone()),
            Value::Map(inner) => entries.extend(inner.iter().cloned()),
            Value::Calls(_) if takes_word(names.clone().next()) => {
                let key = names.next().map_or_else(String::new, |name| (*name).to_owned());
                entries.push(Entry { key, ..argument.clone() });
            }
            // A policy in a policy, `WithMaxRetries(NewExponentialBackOff(), 3)`, or what a function of Go returns.
            Value::Calls(inner)
                if inner.first().is_some_and(|call| is_one_of(shape.0, call) || call.name == "func") =>
            {
                names.next();
                if let Some(chain) = policy_of(inner, shape) {
                    chain_of(entries, chain, shape, dialect);
                }
            }
            // Options as Go has them: `retry.Attempts(3)`.
            Value::Calls(options) if options.iter().all(is_key) => {
                let entry = |option: &Call| Entry { key: option.short_name().to_owned(), ..chained(option) };
                entries.extend(options.iter().map(entry));
            }
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

/// The calls, or those that a function of Go returns, where they make a policy; other functions matter nothing.
fn policy_of<'a>(calls: &'a [Call], shape: &Shape<'_>) -> Option<&'a [Call]> {
    let first = calls.first()?;
    if first.name != "func" {
        return Some(calls);
    }
    match &first.args.first()?.value.value {
        Value::Calls(returned) => returned.first().is_some_and(|call| is_one_of(shape.0, call)).then_some(returned),
        _ => None,
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
            let named = chain.iter().find(|call| is_one_of(names, call));
            named.or_else(|| chain.iter().flat_map(|call| &call.args).find_map(|it| call_of(&it.value, names)))
        }
        Value::Map(entries) => entries.iter().find_map(|entry| call_of(&entry.value, names)),
        Value::List(items) | Value::Sum(items) => items.iter().find_map(|item| call_of(item, names)),
        _ => None,
    }
}
