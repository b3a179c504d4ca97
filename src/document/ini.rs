//! INI files to the tree: sections of `key = value`, as AWS, systemd and Java's properties have them.
//!
//! A section is a map in the root; keys before the first one stand in the root itself. A section that comes again goes
//! on; of a key that comes again the last one counts, as with systemd and Java. A line that ends with a backslash goes
//! on in the next, of which nothing is read.

use super::{Entry, Fault, Node, Room, Value, plain};

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut root: Vec<Entry> = Vec::new();
    let mut section: Option<usize> = None;
    let mut room = Room::default();
    let mut start = 0usize;
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let from = start;
        start = start.saturating_add(line.len());
        let body = line.trim();
        let at = from.saturating_add(line.len().saturating_sub(line.trim_start().len()));
        let span = at..at.saturating_add(body.len());
        let is_rest = goes_on;
        goes_on = body.ends_with('\\') && (is_rest || !body.starts_with(['#', ';']));
        if is_rest || body.is_empty() || body.starts_with(['#', ';']) {
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
        let value = value.trim_start();
        let begins = span.end.saturating_sub(value.len());
        let value = if goes_on { value.trim_end_matches('\\').trim_end() } else { value };
        let value_at = begins..begins.saturating_add(value.len());
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
        entries.retain(|it| it.key != entry.key);
        entries.push(entry);
    }
    Ok(Node { value: Value::Map(root), span: 0..text.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_key_counts_and_a_line_may_go_on() {
        let text = "a=1\n[x]\n# b=2 \\\nb=3\nb=4 \\\n  c=5\nd=6\n[y]\nb=7\n[x]\ne=8\n";
        let root = parse(text).unwrap();
        let x = root.get("x").unwrap();
        assert_eq!(x.entries().iter().map(|it| it.key.as_str()).collect::<Vec<_>>(), ["b", "d", "e"]);
        assert_eq!(x.get("b").unwrap().scalar(), Some("4"));
        assert_eq!((root.get("a").unwrap().scalar(), root.at(&["y", "b"]).unwrap().scalar()), (Some("1"), Some("7")));
    }
}
