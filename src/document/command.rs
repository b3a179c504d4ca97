//! A command line to a list of words, as a POSIX shell splits it; nothing is expanded.

use super::{Fault, Node, Room, Value};

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut words: Vec<Node> = Vec::new();
    let mut room = Room::default();
    let mut word: Option<(usize, String)> = None;
    let mut quote: Option<(char, usize)> = None;
    let mut chars = text.char_indices();
    while let Some((at, it)) = chars.next() {
        let push = |word: &mut Option<(usize, String)>, it: char| match word {
            Some((_, text)) => text.push(it),
            None => *word = Some((at, it.to_string())),
        };
        match (quote, it) {
            (Some((open, _)), _) if it == open => quote = None,
            (Some(('\'', _)), _) => push(&mut word, it),
            (_, '\\') => match chars.next() {
                Some((_, '\n')) | None => {}
                Some((_, next)) => push(&mut word, next),
            },
            (Some(_), _) => push(&mut word, it),
            (None, '\'' | '"') => {
                quote = Some((it, at));
                word.get_or_insert_with(|| (at, String::new()));
            }
            (None, _) if it.is_whitespace() => take(&mut words, &mut word, at, &mut room)?,
            // What follows belongs to another command.
            (None, '|' | ';' | '&' | '>' | '<') => {
                take(&mut words, &mut word, at, &mut room)?;
                break;
            }
            (None, _) => push(&mut word, it),
        }
    }
    if let Some((open, at)) = quote {
        return Err(Fault::new("this text has no end", format!("close it with `{open}`"), at..text.len()));
    }
    take(&mut words, &mut word, text.len(), &mut room)?;
    Ok(Node { value: Value::List(words), span: 0..text.len() })
}

fn take(words: &mut Vec<Node>, word: &mut Option<(usize, String)>, end: usize, room: &mut Room) -> Result<(), Fault> {
    if let Some((start, text)) = word.take() {
        room.take(1, 0, &(start..end))?;
        words.push(Node { value: Value::Text(text), span: start..end });
    }
    Ok(())
}
