//! TOML to the tree.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Entry, Fault, Node, Room, Value, duplicate, plain};

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if let Some(error) = errors.first() {
        let at = error.span().unwrap_or(0..text.len());
        if error.message() == "duplicate key" {
            let key = text.get(at.clone()).unwrap_or_default().trim_matches(['"', '\'']);
            // The reader may have let go of the first table of that name; the text before has it.
            let (before, _) = DeTable::parse_recoverable(text.get(..line_start(text, at.start)).unwrap_or_default());
            if let Some(first) =
                last_before(before.get_ref(), key, at.start).or(last_before(table.get_ref(), key, at.start))
            {
                return Err(duplicate(key, at, first));
            }
        }
        let hint = "the file is no TOML; see https://toml.io/en/v1.1.0";
        return Err(Fault::new(error.message(), hint, at));
    }
    node(DeValue::Table(table.into_inner()), 0..text.len(), 0, &mut Room::default())
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line.saturating_add(1))
}

/// The last key of that name before a byte: the reader has kept the first of two equal keys.
fn last_before(table: &DeTable<'_>, name: &str, at: usize) -> Option<Range<usize>> {
    let mut found: Option<Range<usize>> = None;
    let mut take = |span: Range<usize>| {
        if span.start < at && found.as_ref().is_none_or(|best| best.start < span.start) {
            found = Some(span);
        }
    };
    for (key, value) in table {
        if key.get_ref() == name {
            take(key.span());
        }
        if let Some(inner) = value.get_ref().as_table().and_then(|inner| last_before(inner, name, at)) {
            take(inner);
        }
    }
    found
}

fn node(value: DeValue<'_>, span: Range<usize>, depth: usize, room: &mut Room) -> Result<Node, Fault> {
    room.take(1, depth, &span)?;
    let inner = depth.saturating_add(1);
    let value = match value {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) if number.radix() == 10 => plain(number.as_str()),
        DeValue::Integer(number) => Value::Text(number.as_str().to_owned()),
        DeValue::Float(number) => plain(number.as_str()),
        DeValue::Boolean(value) => Value::Bool(value),
        DeValue::Datetime(value) => Value::Text(value.to_string()),
        DeValue::Array(items) => {
            let items = items.into_iter().map(|item| spanned(item, inner, room));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => {
            let entry = |(key, value): (Spanned<_>, _)| {
                let at = key.span();
                let key: std::borrow::Cow<'_, str> = key.into_inner();
                Ok(Entry { key: key.into_owned(), at, value: spanned(value, inner, room)? })
            };
            let mut entries = table.into_iter().map(entry).collect::<Result<Vec<_>, Fault>>()?;
            // The reader sorts by name; the file's own order is what people expect.
            entries.sort_by_key(|entry| entry.at.start);
            Value::Map(entries)
        }
    };
    Ok(Node { value, span })
}

fn spanned(value: Spanned<DeValue<'_>>, depth: usize, room: &mut Room) -> Result<Node, Fault> {
    let span = value.span();
    node(value.into_inner(), span, depth, room)
}
