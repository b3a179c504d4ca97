//! INI files to the tree: sections of `key = value`, as AWS, systemd and Java's properties have them.
//!
//! A section is a map in the root; keys before the first one stand in the root itself. A section that comes again goes
//! on; of a key that comes again both stand there, as systemd has lists.

use super::{Entry, Fault, Node, Room, Value, duplicate, plain};

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut root: Vec<Entry> = Vec::new();
    let mut section: Option<usize> = None;
    let mut room = Room::default();
    let mut start = 0usize;
    for line in text.split_inclusive('\n') {
        let from = start;
        start = start.saturating_add(line.len());
        let body = line.trim();
        let at = from.saturating_add(line.len().saturating_sub(line.trim_start().len()));
        let span = at..at.saturating_add(body.len());
        if body.is_empty() || body.starts_with(['#', ';']) {
            continue;
        }
        room.take(1, 0, &span)?;
        if let Some(name) = body.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let name = name.trim();
            let known = root.iter().position(|entry| entry.key == name && matches!(entry.value.value, Value::Map(_)));
            section = Some(known.unwrap_or(root.len()));
            if known.is_none() {
                let value = Node { value: Value::Map(Vec::new()), span: span.clone() };
                root.push(Entry { key: name.to_owned(), at: span, value });
            }
            continue;
        }
        let Some((key, value)) = body.split_once('=') else {
            return Err(Fault::new("this line is no section and has no `=`", "write `key = value`", span));
        };
        let value = value.trim();
        let value_at = span.end.saturating_sub(value.len())..span.end;
        let key_at = span.start..span.start.saturating_add(key.trim_end().len());
        let entry =
            Entry { key: key.trim().to_owned(), at: key_at, value: Node { value: plain(value), span: value_at } };
        let entries = match section.and_then(|at| root.get_mut(at)) {
            Some(Entry { value: Node { value: Value::Map(entries), span: whole }, .. }) => {
                whole.end = span.end;
                entries
            }
            _ => &mut root,
        };
        if let Some(first) = entries.iter().find(|it| it.key == entry.key) {
            return Err(duplicate(&entry.key, entry.at, first.at.clone()));
        }
        entries.push(entry);
    }
    Ok(Node { value: Value::Map(root), span: 0..text.len() })
}
