//! What code has in a policy's arguments and no wait depends on: functions in place, and the types of generics.

use super::Reader;
use crate::document::{Node, Value};

impl<'a> Reader<'a> {
    /// A function in place, `(error) => …`, `error => …`, `lambda error: …` or `|error| …`, as a text of one word;
    /// `None` where another thing comes next.
    pub(super) fn lambda(&mut self) -> Option<Node> {
        let start = self.at;
        let body = self.head_of_lambda();
        let Some(body) = body else {
            self.at = start;
            return None;
        };
        self.at = self.at.saturating_add(body);
        self.skip_value();
        Some(Node { value: Value::Text("function".to_owned()), span: start..self.at })
    }

    /// The bytes up to the body of a function.
    fn head_of_lambda(&self) -> Option<usize> {
        let rest = self.rest();
        if rest.starts_with("lambda ") || rest.starts_with("lambda:") {
            return rest.find(':').map(|at| at.saturating_add(1));
        }
        let mut words = rest;
        for word in ["async ", "static ", "function"] {
            words = words.strip_prefix(word).unwrap_or(words).trim_start();
        }
        let is_function = words.len() < rest.len() && rest.contains("function");
        let after = if words.starts_with('(') {
            words.get(closing(words)?..)?
        } else {
            words.trim_start_matches(|it: char| it.is_alphanumeric() || matches!(it, '_' | '$'))
        };
        let arrow = after.trim_start();
        let sign = ["=>", "->"].into_iter().find(|sign| arrow.starts_with(sign));
        let head = rest.len().saturating_sub(arrow.len());
        match sign {
            Some(sign) if after.len() < words.len() => Some(head.saturating_add(sign.len())),
            None if is_function && arrow.starts_with('{') => Some(head),
            _ => None,
        }
    }

    /// Skips a value up to the comma or the bracket that ends it.
    fn skip_value(&mut self) {
        self.skip();
        loop {
            let rest = self.rest();
            match rest.chars().next() {
                None | Some(',' | ')' | ']' | '}' | ';') => return,
                Some('(' | '[' | '{') => self.at = self.at.saturating_add(closing(rest).unwrap_or(rest.len())),
                Some(quote @ ('"' | '\'' | '`')) => {
                    self.step();
                    if self.quoted(quote).is_err() {
                        return;
                    }
                }
                Some(_) => {
                    let before = self.at;
                    self.skip();
                    if self.at == before {
                        self.step();
                    }
                }
            }
        }
    }

    /// Skips the types behind a name, `<Response>`, where a call or a struct follows them.
    pub(super) fn generics(&mut self) {
        let rest = self.rest();
        let Some(inner) = rest.strip_prefix('<') else { return };
        let is_type = |it: char| it.is_alphanumeric() || " _.,:<>[]?&'".contains(it);
        let end = inner.find(|it: char| !is_type(it)).unwrap_or(inner.len());
        let types = inner.get(..end).unwrap_or_default().trim_end();
        let after = inner.get(types.len()..).unwrap_or_default().trim_start();
        if types.ends_with('>') && after.starts_with(['(', '{']) {
            self.at = self.at.saturating_add(types.len()).saturating_add(1);
        }
    }
}

/// Whether a function or a class is defined next.
pub(super) fn is_definition(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "def ",
        "async def ",
        "class ",
        "public ",
        "protected ",
        "private ",
        "static ",
        "final ",
        "fun ",
        "suspend fun ",
        "void ",
        "@Transactional",
    ];
    WORDS.iter().any(|word| text.starts_with(word))
}

/// The byte behind the bracket that closes the first one of a text.
pub(in crate::document) fn closing(text: &str) -> Option<usize> {
    let mut open = 0usize;
    let mut quote: Option<char> = None;
    let mut escaped = false;
    // Where a comment ends.
    let mut comment = 0usize;
    for (at, it) in text.char_indices() {
        match (quote, it) {
            _ if at < comment => {}
            _ if escaped => escaped = false,
            (None, '/') if text.get(at..).is_some_and(|rest| rest.starts_with("//")) => {
                let line = text.get(at..).and_then(|rest| rest.find('\n'));
                comment = line.map_or(text.len(), |end| at.saturating_add(end));
            }
            (Some(_), '\\') => escaped = true,
            (Some(mark), _) if it == mark => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(it),
            (None, '(' | '[' | '{') => open = open.saturating_add(1),
            (None, ')' | ']' | '}') if open <= 1 => return Some(at.saturating_add(1)),
            (None, ')' | ']' | '}') => open = open.saturating_sub(1),
            _ => {}
        }
    }
    None
}
