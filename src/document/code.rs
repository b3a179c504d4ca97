//! Arguments as code has them, to the tree: Python's keywords, objects of JavaScript, builders of Rust and Java,
//! structs of Go. It reads what such arguments share, and no language whole.

mod opaque;
mod ruby;
mod statement;

use std::ops::Range;

pub(super) use opaque::closing;

use super::{Call, Entry, Fault, Node, Room, Value, duplicate, plain};
use crate::quantity::Decimal;

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut reader = Reader { text, at: 0, room: Room::default() };
    reader.skip();
    // A call that was chained to something: `.AddRetry(…)`.
    if reader.rest().starts_with('.') && reader.rest().chars().nth(1).is_some_and(char::is_alphabetic) {
        reader.step();
    }
    let root = if let Some(command) = reader.command()? {
        command
    } else if let Some(declared) = reader.declaration()? {
        declared
    } else if reader.begins_entry() {
        let entries = reader.entries(None, 0)?;
        Node { value: Value::Map(entries), span: 0..text.len() }
    } else {
        reader.value(0)?
    };
    reader.skip();
    if matches!(reader.peek(), Some(';' | ',')) {
        reader.at = reader.at.saturating_add(1);
        reader.skip();
    }
    match reader.rest() {
        // What a decorator or an annotation stands before is none of its own.
        rest if rest.is_empty() || (text.trim_start().starts_with('@') && opaque::is_definition(rest)) => Ok(root),
        _ => Err(reader.fault("is not read", "write `key=value` with commas between, or paste one call")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    room: Room,
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_' || it == '$'
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at = self.at.saturating_add(next.len_utf8());
        Some(next)
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at = self.at.saturating_add(token.len());
        }
        found
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at = self.at.saturating_add(rest.len().saturating_sub(trimmed.len()));
            let end = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end.saturating_add(2))
            } else {
                return;
            };
            self.at = self.at.saturating_add(end);
        }
    }

    fn fault(&self, what: &str, hint: &str) -> Fault {
        match self.peek() {
            Some(next) => {
                let end = self.at.saturating_add(next.len_utf8());
                Fault::new(format!("`{next}` {what}"), hint, self.at..end)
            }
            None => Fault::new(format!("the end {what}"), hint, self.at..self.at),
        }
    }

    /// Whether `key=`, `key:` or `"key":` comes next.
    fn begins_entry(&mut self) -> bool {
        let before = self.at;
        let found = self.key().is_ok_and(|key| key.is_some());
        self.at = before;
        found
    }

    /// A name and the sign behind it; `None` where none comes next.
    fn key(&mut self) -> Result<Option<(String, Range<usize>)>, Fault> {
        let start = self.at;
        let name = match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                self.step();
                self.quoted(quote)?
            }
            _ => {
                // Ruby's variables of a class have a sign before them.
                self.eat("@");
                // Flags of programs, such as `--retry=3`, and dotted keys are names too.
                let word = |it: char| is_word(it) || it == '-' || it == '.';
                let length = self.rest().find(|it: char| !word(it)).unwrap_or(self.rest().len());
                let name = self.rest().get(..length).unwrap_or_default().to_owned();
                self.at = self.at.saturating_add(length);
                name
            }
        };
        let at = start..self.at;
        self.skip();
        let path = self.rest().starts_with("::") || self.rest().starts_with("==");
        // `error => …` is a function, and `'a' => 1` an entry.
        let is_function =
            self.rest().starts_with("=>") && self.text.get(start..).is_some_and(|it| it.starts_with(is_word));
        if name.is_empty()
            || path
            || is_function
            || !(self.eat("=>") || self.eat(":=") || self.eat("=") || self.eat(":"))
        {
            self.at = start;
            return Ok(None);
        }
        Ok(Some((name, at)))
    }

    /// Entries up to `end`, or up to the end of the text.
    fn entries(&mut self, end: Option<char>, depth: usize) -> Result<Vec<Entry>, Fault> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            self.skip();
            match (self.peek(), end) {
                (None, None) => return Ok(entries),
                (Some(next), Some(end)) if next == end => {
                    self.step();
                    return Ok(entries);
                }
                (None, Some(end)) => {
                    return Err(self.fault("comes too early", &format!("close the bracket with `{end}`")));
                }
                (Some(';'), None) => return Ok(entries),
                _ => {}
            }
            let start = self.at;
            let is_rest = end == Some('}') && self.eat("..");
            let (mut key, mut at) = self.key()?.unwrap_or_else(|| (String::new(), start..start));
            self.skip();
            let value = self.value(depth.saturating_add(1))?;
            if is_rest {
                self.rest_of_struct(&value)?;
                continue;
            }
            // `{ request }` is `{ request: request }` in JavaScript and in Rust.
            if let (Some('}'), "", Value::Text(word)) = (end, key.as_str(), &value.value)
                && self.text.get(value.span.clone()) == Some(word)
            {
                (key, at) = (word.clone(), value.span.clone());
            }
            if !key.is_empty()
                && let Some(first) = entries.iter().find(|entry| entry.key == key)
            {
                return Err(duplicate(&key, at, first.at.clone()));
            }
            entries.push(Entry { key, at, value });
            self.skip();
            let more = self.eat(",") || (end == Some('}') && self.eat(";"));
            let closed = self.peek() == end || (end.is_none() && matches!(self.peek(), None | Some(';' | '@')));
            if !more && !closed {
                return Err(self.fault("is not expected here", "write a comma between two values"));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Fault> {
        if let Some(function) = self.lambda() {
            return Ok(function);
        }
        let start = self.at;
        let mut terms = vec![self.product(depth)?];
        loop {
            let before = self.at;
            self.skip();
            // Python joins conditions with a bar.
            if !self.eat("+") && !self.eat("|") {
                self.at = before;
                break;
            }
            self.skip();
            terms.push(self.product(depth)?);
        }
        Ok(match (terms.pop(), terms.is_empty()) {
            (Some(term), true) => term,
            (last, _) => {
                terms.extend(last);
                Node { value: Value::Sum(terms), span: start..self.at }
            }
        })
    }

    /// What `..` stands before: the other fields have the values of a new struct, and are as good as not written.
    fn rest_of_struct(&mut self, value: &Node) -> Result<(), Fault> {
        let is_new = matches!(&value.value, Value::Calls(calls)
            if matches!(calls.as_slice(), [call] if call.args.is_empty() && matches!(call.short_name(), "default" | "new")));
        if !is_new {
            let hint = "write the other fields here, or `..Default::default()`";
            return Err(Fault::new("the values of this are not known", hint, value.span.clone()));
        }
        self.skip();
        self.eat(",");
        Ok(())
    }

    /// `2 * time.Second` is a call of `time.Second` with 2, and `60 * 1000` a number.
    fn product(&mut self, depth: usize) -> Result<Node, Fault> {
        let mut left = self.term(depth)?;
        loop {
            let before = self.at;
            self.skip();
            if !self.eat("*") {
                self.at = before;
                return Ok(left);
            }
            self.skip();
            let right = self.term(depth)?;
            left = multiplied(left, right)?;
        }
    }

    fn term(&mut self, depth: usize) -> Result<Node, Fault> {
        let start = self.at;
        self.room.take(1, depth, &(start..start))?;
        let value = match self.peek() {
            Some('{') => {
                self.step();
                Value::Map(self.entries(Some('}'), depth)?)
            }
            Some('[') => {
                // Go has the type of a list before it: `[]string{"a"}`.
                if self.eat("[]") {
                    self.bare();
                    if !self.eat("{") {
                        return Ok(Node { value: Value::List(Vec::new()), span: start..self.at });
                    }
                    let entries = self.entries(Some('}'), depth)?;
                    let items = entries.into_iter().map(|entry| entry.value).collect();
                    return Ok(Node { value: Value::List(items), span: start..self.at });
                }
                self.step();
                let entries = self.entries(Some(']'), depth)?;
                Value::List(entries.into_iter().map(|entry| entry.value).collect())
            }
            Some('(') => {
                self.step();
                let mut entries = self.entries(Some(')'), depth)?;
                // Brackets around one value are the value; a tuple of one has a comma in Python.
                let inner = self.text.get(start..self.at).and_then(|it| it.strip_suffix(')')).unwrap_or_default();
                let is_tuple = inner.trim_end().ends_with(',');
                match (entries.pop(), entries.is_empty() && !is_tuple) {
                    (Some(Entry { key, value, .. }), true) if key.is_empty() => value.value,
                    (last, _) => Value::List(entries.into_iter().chain(last).map(|entry| entry.value).collect()),
                }
            }
            Some(quote @ ('"' | '\'' | '`')) => {
                self.step();
                Value::Text(self.quoted(quote)?)
            }
            Some(':') if !self.rest().starts_with("::") => {
                // A symbol of Ruby or an atom of Elixir.
                self.step();
                Value::Text(self.word().to_owned())
            }
            _ => return self.word_or_call(start, depth),
        };
        Ok(Node { value, span: start..self.at })
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|it: char| !is_word(it)).unwrap_or(rest.len());
        self.at = self.at.saturating_add(length);
        rest.get(..length).unwrap_or_default()
    }

    /// A number, a word, or a call with those chained to it.
    fn word_or_call(&mut self, start: usize, depth: usize) -> Result<Node, Fault> {
        let mut is_new = false;
        for prefix in ["@", "&", "await ", "new ", "return "] {
            is_new |= self.eat(prefix) && prefix == "new ";
            self.skip();
        }
        if self.rest().starts_with("func(") || self.rest().starts_with("func (") {
            return self.function(start, depth);
        }
        let word = self.bare();
        if word.is_empty() {
            return Err(self.fault("is no value", "write a number, a text in quotes, or a call"));
        }
        let name_at = self.at.saturating_sub(word.len())..self.at;
        self.generics();
        // C# and Rust have a space before the brace of an initialiser.
        if is_path(word) && self.rest().trim_start().starts_with('{') {
            self.skip();
        }
        let opens = |it: &Self| it.rest().starts_with('(') || (it.rest().starts_with('{') && is_path(word));
        if !opens(self) {
            return Ok(Node { value: bare_value(word), span: name_at });
        }
        let mut first = self.call(word, name_at, depth)?;
        let before = self.at;
        self.skip();
        // `new Options() { … }` of C# sets more.
        if is_new && self.rest().starts_with('{') {
            self.step();
            first.args.extend(self.entries(Some('}'), depth.saturating_add(1))?);
        } else {
            self.at = before;
        }
        let mut calls = vec![first];
        loop {
            let before = self.at;
            self.skip();
            // Rust's signs for a future and an error behind a call change nothing of it.
            if self.eat("?") || self.eat(".await") {
                continue;
            }
            if !self.eat(".") {
                self.at = before;
                break;
            }
            self.skip();
            let (from, name) = (self.at, self.word());
            self.generics();
            if name.is_empty() || !self.rest().starts_with('(') {
                return Err(self.fault("is no call", "write the call and its brackets"));
            }
            calls.push(self.call(name, from..from.saturating_add(name.len()), depth)?);
        }
        Ok(Node { value: Value::Calls(calls), span: start..self.at })
    }

    fn call(&mut self, name: &str, at: Range<usize>, depth: usize) -> Result<Call, Fault> {
        let end = if self.step() == Some('{') { '}' } else { ')' };
        let args = self.entries(Some(end), depth.saturating_add(1))?;
        Ok(Call { name: name.to_owned(), at, args })
    }

    /// A number with or without unit, or a name with its path.
    fn bare(&mut self) -> &'a str {
        let rest = self.rest();
        let number = rest.starts_with(|it: char| it.is_ascii_digit() || it == '-' || it == '.');
        let mut end = 0usize;
        let mut last = '\0';
        for (at, it) in rest.char_indices() {
            let in_number = it == '.' || it == '-' && (at == 0 || matches!(last, 'e' | 'E')) || it == '%';
            let in_name =
                it == '.' || it == ':' && (last == ':' || rest.get(at..).is_some_and(|it| it.starts_with("::")));
            if !(is_word(it) || (number && in_number) || (!number && in_name)) {
                break;
            }
            end = at.saturating_add(it.len_utf8());
            last = it;
        }
        self.at = self.at.saturating_add(end);
        rest.get(..end).unwrap_or_default()
    }

    /// A text up to its closing quote; the opening one is read.
    fn quoted(&mut self, quote: char) -> Result<String, Fault> {
        let start = self.at;
        let mut text = String::new();
        while let Some(next) = self.step() {
            match next {
                _ if next == quote => return Ok(text),
                '\\' => match self.step() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(other) => text.push(other),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(Fault::new("this text has no end", format!("close it with `{quote}`"), start.saturating_sub(1)..self.at))
    }
}

/// The product of two values.
fn multiplied(left: Node, right: Node) -> Result<Node, Fault> {
    let span = left.span.start..right.span.end;
    let number = |node: &Node| match &node.value {
        Value::Number(text) => Decimal::parse(text).ok().filter(|it| !it.is_negative()).map(Decimal::magnitude),
        _ => None,
    };
    if let (Some(left), Some(right)) = (number(&left), number(&right)) {
        return Ok(Node { value: Value::Number(left.times(&right).to_string()), span });
    }
    let (name, number) = match (&left.value, &right.value) {
        (Value::Text(name), _) => (name.clone(), right),
        (_, Value::Text(name)) => (name.clone(), left),
        _ => return Err(Fault::new("this product is not read", "write the number that it comes to", span)),
    };
    // `time.Duration(2) * time.Second` is Go's way to change the type of a number.
    let number = match number.value {
        Value::Calls(mut calls) if calls.len() == 1 && calls.iter().all(|call| call.short_name() == "Duration") => {
            match calls.pop().and_then(|mut call| call.args.pop()) {
                Some(argument) => argument.value,
                None => return Err(Fault::new("this product is not read", "write the number that it comes to", span)),
            }
        }
        value => Node { value, span: number.span },
    };
    let args = vec![Entry { key: String::new(), at: number.span.start..number.span.start, value: number }];
    Ok(Node { value: Value::Calls(vec![Call { name, at: span.clone(), args }]), span })
}

/// A word without quotes: nothing, as each language names it, else what [`plain`] makes of it. In quotes, and in files,
/// the same words are texts.
fn bare_value(word: &str) -> Value {
    if matches!(word, "None" | "nil" | "undefined") { Value::Null } else { plain(word) }
}

/// Whether `{` after the word opens a struct of Go or Rust: the word is a type, which has a capital.
fn is_path(word: &str) -> bool {
    word.rsplit(['.', ':']).next().is_some_and(|name| name.starts_with(char::is_uppercase))
}
