//! YAML and JSON to the tree, from the events of a YAML reader.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::{Entry, Fault, Node, Room, Value, duplicate, plain};

/// A collection that is still open.
enum Open {
    List { items: Vec<Node>, start: usize, anchor: usize },
    Map { entries: Vec<Entry>, key: Option<(String, Range<usize>)>, start: usize, anchor: usize },
}

/// Builds trees from events.
struct Builder<'a> {
    text: &'a str,
    /// The byte of every character, where not every character is one byte.
    bytes: Option<Vec<usize>>,
    open: Vec<Open>,
    roots: Vec<Node>,
    /// The values that aliases stand for, and how many values each holds.
    anchors: HashMap<usize, (Node, usize)>,
    room: Room,
}

/// JSON is YAML but for tabs, which may indent it, and for the comments that JSONC and JSON5 have.
pub(super) fn parse_json(text: &str) -> Result<Vec<Node>, Fault> {
    let text = &*paired(text);
    let is_yaml = !text.contains('\t') && !text.contains("//") && !text.contains("/*");
    let roots = if is_yaml { parse_as(text, "JSON") } else { parse_as(&blanked(text), "JSON") }?;
    match roots.as_slice() {
        [_] => Ok(roots),
        _ => Err(Fault::new("this is not one JSON value", "write one object", 0..text.len())),
    }
}

/// The text with the pairs by which JSON writes what is beyond 16 bits, `\\uD83D\\uDE80`, as YAML does, in as many bytes.
fn paired(text: &str) -> Cow<'_, str> {
    let half = |at: usize| -> Option<u32> {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    let mut paired = String::new();
    let mut rest = 0usize;
    for (at, _) in text.match_indices("\\u") {
        let (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) = (half(at), half(at.saturating_add(6))) else {
            continue;
        };
        let beyond = (high & 0x3ff).wrapping_shl(10) | (low & 0x3ff);
        paired.push_str(text.get(rest..at).unwrap_or_default());
        paired.push_str(&format!("  \\U{:08X}", beyond.saturating_add(0x1_0000)));
        rest = at.saturating_add(12);
    }
    if rest == 0 {
        return Cow::Borrowed(text);
    }
    paired.push_str(text.get(rest..).unwrap_or_default());
    Cow::Owned(paired)
}

/// The text with spaces for the comments, and for the tabs between tokens; those within strings stay, and every byte
/// keeps its place.
fn blanked(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_string = false;
    while let Some(first) = rest.chars().next() {
        let comment = match rest {
            _ if in_string => 0,
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end.saturating_add(2)),
            _ => 0,
        };
        let escaped = if in_string && first == '\\' { rest.chars().nth(1).map_or(0, char::len_utf8) } else { 0 };
        let taken = comment.max(first.len_utf8()).saturating_add(escaped);
        let piece = rest.get(..taken).unwrap_or(rest);
        if comment > 0 {
            blanked.extend(piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else if first == '\t' && !in_string {
            blanked.push(' ');
        } else {
            in_string ^= first == '"';
            blanked.push_str(piece);
        }
        rest = rest.get(piece.len()..).unwrap_or_default();
    }
    blanked
}

pub(super) fn parse(text: &str) -> Result<Vec<Node>, Fault> {
    parse_as(text, "YAML").or_else(|fault| {
        // A bracket that stands no deeper than its key closes no list in YAML 1.2, but does with libyaml and what is made
        // after it, such as PyYAML and Go's readers.
        let lifted = lifted(text);
        if lifted == text { Err(fault) } else { parse_as(&lifted, "YAML").map_err(|_| fault) }
    })
}

/// The text with the brackets that begin a line drawn to the line before it, where that has no comment. Every byte keeps
/// its place.
fn lifted(text: &str) -> String {
    let mut lines = text.split_inclusive('\n').peekable();
    let mut lifted = String::with_capacity(text.len());
    while let Some(line) = lines.next() {
        let closes = lines.peek().is_some_and(|next| next.trim_start().starts_with([']', '}']));
        match line.strip_suffix('\n').filter(|line| closes && !line.contains('#')) {
            Some(line) => {
                lifted.push_str(line);
                lifted.push(' ');
            }
            None => lifted.push_str(line),
        }
    }
    lifted
}

fn parse_as(text: &str, language: &str) -> Result<Vec<Node>, Fault> {
    let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
    let mut builder =
        Builder { text, bytes, open: Vec::new(), roots: Vec::new(), anchors: HashMap::new(), room: Room::default() };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = builder.byte(error.marker().index());
            let hint = format!("the file is no {language} from here on");
            // The letter, which the end has none of.
            let letter = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            Fault::new(error.info(), hint, at..at.saturating_add(letter))
        })?;
        builder.take(event, span)?;
    }
    if builder.roots.is_empty() {
        return Err(Fault::new("the file is empty", "write a policy into it", 0..text.len()));
    }
    Ok(builder.roots)
}

impl Builder<'_> {
    fn byte(&self, character: usize) -> usize {
        match &self.bytes {
            None => character.min(self.text.len()),
            Some(bytes) => bytes.get(character).copied().unwrap_or(self.text.len()),
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let at = self.range(span);
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let value = match style {
                    ScalarStyle::Plain => plain(&text),
                    _ => Value::Text(text.clone().into_owned()),
                };
                self.room.take(1, self.open.len(), &at)?;
                self.close(Node { value, span: at }, anchor, 1, Some(&text))
            }
            Event::SequenceStart(anchor, _) => {
                self.room.take(1, self.open.len(), &at)?;
                self.open.push(Open::List { items: Vec::new(), start: at.start, anchor });
                Ok(())
            }
            Event::MappingStart(anchor, _) => {
                self.room.take(1, self.open.len(), &at)?;
                self.open.push(Open::Map { entries: Vec::new(), key: None, start: at.start, anchor });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List { items, start, anchor }) => {
                    let count = count(&items);
                    let end = end(at.end, items.last().map(|last| &last.span));
                    self.close(Node { value: Value::List(items), span: start..end.max(start) }, anchor, count, None)
                }
                Some(Open::Map { entries, start, anchor, .. }) => {
                    let count = entries.iter().map(|entry| size(&entry.value)).sum();
                    let end = end(at.end, entries.last().map(|last| &last.value.span));
                    self.close(Node { value: Value::Map(entries), span: start..end.max(start) }, anchor, count, None)
                }
                None => Ok(()),
            },
            Event::Alias(anchor) => {
                let Some((node, count)) = self.anchors.get(&anchor).cloned() else {
                    return Err(Fault::new("this alias stands for nothing", "write its anchor before it", at));
                };
                self.room.take(count, self.open.len(), &at)?;
                self.close(node, 0, count, None)
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                Ok(())
            }
        }
    }

    /// Puts a finished value where it belongs; `scalar` is its text, which may be a name.
    fn close(&mut self, node: Node, anchor: usize, count: usize, scalar: Option<&str>) -> Result<(), Fault> {
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), count));
        }
        match self.open.last_mut() {
            None => self.roots.push(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, key, .. }) => match key.take() {
                Some((key, at)) => merge(entries, key, at, node)?,
                None => match scalar.or(node.scalar()).map(str::to_owned) {
                    Some(text) => {
                        if let Some(first) = entries.iter().find(|entry| entry.key == text && text != "<<") {
                            return Err(duplicate(&text, node.span, first.at.clone()));
                        }
                        *key = Some((text, node.span));
                    }
                    None => {
                        return Err(Fault::new(
                            format!("{} is no name", node.kind()),
                            "write a text before the colon",
                            node.span,
                        ));
                    }
                },
            },
        }
        Ok(())
    }
}

/// Adds an entry; `<<` adds those of another map that are not there yet, as YAML 1.1 has it.
fn merge(entries: &mut Vec<Entry>, key: String, at: Range<usize>, value: Node) -> Result<(), Fault> {
    if key != "<<" {
        // A name that is written stands above one that was merged.
        entries.retain(|entry| entry.key != key);
        entries.push(Entry { key, at, value });
        return Ok(());
    }
    let maps = if value.items().is_empty() { std::slice::from_ref(&value) } else { value.items() };
    for entry in maps.iter().flat_map(Node::entries) {
        if !entries.iter().any(|it| it.key == entry.key) {
            entries.push(entry.clone());
        }
    }
    Ok(())
}

fn end(marked: usize, last: Option<&Range<usize>>) -> usize {
    // A block ends where its last value does, not at the next line.
    last.map_or(marked, |last| if marked > last.end { marked } else { last.end })
}

fn count(items: &[Node]) -> usize {
    items.iter().map(size).sum::<usize>().saturating_add(1)
}

fn size(node: &Node) -> usize {
    let inner: usize = node.items().iter().map(size).sum();
    let entries: usize = node.entries().iter().map(|entry| size(&entry.value)).sum();
    inner.saturating_add(entries).saturating_add(1)
}
