//! Files and pastes as one tree whose every value keeps its place: TOML, YAML, JSON, and the arguments of code.
//!
//! Numbers stay as they were written, so that nothing is rounded on the way.
//!
//! # Examples
//!
//! ```
//! use holdoff::document::{Document, Language};
//!
//! let file = Document::parse("retry.yaml", "retry:\n  limit: 3\n", Language::Yaml)?;
//! let limit = file.roots[0].get("retry").and_then(|it| it.get("limit")).ok_or("no limit")?;
//! assert_eq!(limit.scalar(), Some("3"));
//! assert_eq!(file.place(limit.span.start).to_string(), "2:10"); // line and column, both from 1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod command;
mod fluent_bit;
mod foreign;
mod ini;
mod spring;
mod toml;
mod yaml;

use std::fmt;
use std::ops::Range;

use crate::quantity::Decimal;

/// Names in the properties of Kafka's clients.
const KAFKA: [&str; 3] = ["retry.backoff.", "delivery.timeout.ms", "bootstrap.servers"];
/// How deep values may be nested; no config comes near.
const DEEPEST: usize = 64;
/// How many values a document may have, those behind aliases counted as often as they are used.
const MOST: usize = 200_000;

/// How a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// TOML 1.1.
    Toml,
    /// YAML 1.2; JSON is read by the same reader.
    Yaml,
    /// JSON.
    Json,
    /// Arguments as code has them: `key=value, …`, `{key: value}`, `Name(key=value)`, `.name(value)`.
    Code,
    /// A command line.
    Command,
    /// Sections of `key = value`: AWS, systemd, Java's properties; and the classic form of Fluent Bit.
    Ini,
}

impl Language {
    /// The language of a file of that name; `None` where the name does not tell.
    pub fn of_name(name: &str) -> Option<Self> {
        // The ends of templates say nothing of what they become.
        let name = foreign::TEMPLATES.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            "json" | "jsonc" | "json5" | "asl" => Self::Json,
            "ini" | "cfg" | "conf" | "properties" | "service" => Self::Ini,
            "sh" | "bash" => Self::Command,
            "py" | "js" | "mjs" | "cjs" | "ts" | "go" | "rs" | "rb" | "java" | "kt" | "cs" | "php" | "ex" | "exs" => {
                Self::Code
            }
            _ => return None,
        })
    }
}

/// A document, its text and its tree.
#[derive(Clone, Debug)]
pub struct Document {
    /// What it is called in messages.
    pub name: String,
    /// The text, which every span points into.
    pub text: String,
    /// The values: one, but for a YAML stream of several documents.
    pub roots: Vec<Node>,
}

/// A value and the bytes that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// Any other text.
    Text(String),
    /// Values in a row.
    List(Vec<Node>),
    /// Values with names, in their order.
    Map(Vec<Entry>),
    /// Calls as code has them, `a(…)` or a chain `a(…).b(…)`.
    Calls(Vec<Call>),
    /// Values with plus signs between them.
    Sum(Vec<Node>),
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name; empty for an argument without one.
    pub key: String,
    /// The bytes of the name.
    pub at: Range<usize>,
    /// The value.
    pub value: Node,
}

/// A call as code has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name, with the path before it: `tenacity.wait_exponential`.
    pub name: String,
    /// The bytes of the name.
    pub at: Range<usize>,
    /// The arguments; those without a name have an empty one.
    pub args: Vec<Entry>,
}

impl Call {
    /// The name without its path.
    pub fn short_name(&self) -> &str {
        self.name.rsplit(['.', ':']).next().unwrap_or(&self.name)
    }
}

impl Node {
    /// The value of that name, where this is a map.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The value at the end of a path of names.
    pub fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The entries of a map; none of anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; none of anything else.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The text of a number or of any other text.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Number(text) | Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What kind of value it is, with its article.
    pub const fn kind(&self) -> &'static str {
        match &self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
            Value::Calls(_) => "a call",
            Value::Sum(_) => "a sum",
        }
    }

    /// Calls `visit` for this node and each node beneath it, with the names on the way.
    pub fn walk<'a>(&'a self, path: &mut Vec<String>, visit: &mut dyn FnMut(&[String], &'a Self)) {
        visit(path, self);
        let entries: &[Entry] = self.entries();
        for entry in entries {
            path.push(entry.key.clone());
            entry.value.walk(path, visit);
            path.pop();
        }
        for (at, item) in self.items().iter().enumerate() {
            path.push(at.to_string());
            item.walk(path, visit);
            path.pop();
        }
    }
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

impl Document {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// Text that is none of the language, a name that stands twice in one map, values nested deeper than 64, and more
    /// than 200,000 values. The error names the bytes.
    pub fn parse(name: &str, text: &str, language: Language) -> Result<Self, Fault> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let roots = match language {
            Language::Toml => vec![toml::parse(text)?],
            Language::Yaml => yaml::parse(text)?,
            Language::Json => yaml::parse_json(text)?,
            Language::Code => vec![code::parse(text)?],
            Language::Command => vec![command::parse(text)?],
            Language::Ini if fluent_bit::is_classic(text) => vec![fluent_bit::parse(text)?],
            Language::Ini => vec![ini::parse(text)?],
        };
        let roots = match language {
            Language::Yaml | Language::Ini => roots.into_iter().map(spring::nested).collect(),
            _ => roots,
        };
        Ok(Self { name: name.to_owned(), text: text.to_owned(), roots })
    }

    /// Reads a document whose name, or whose text, tells its language.
    ///
    /// # Errors
    ///
    /// As [`Document::parse`].
    pub fn read(name: &str, text: &str) -> Result<Self, Fault> {
        let language = Language::of_name(name).unwrap_or_else(|| Self::guess(text));
        let first = match Self::parse(name, text, language) {
            Err(fault) if language == Language::Code => foreign::service_config(name, text).ok_or(fault),
            first => first,
        };
        // Sections without quotes around their values are no TOML.
        match first {
            Err(fault) if language == Language::Toml && Language::of_name(name).is_none() => {
                Self::parse(name, text, Language::Ini).map_err(|_| fault)
            }
            first => first.map_err(|fault| foreign::explained(name, text, fault)),
        }
    }

    /// The language that a text is written in, by how it begins, where its name does not tell.
    pub fn guess(text: &str) -> Language {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
        let quoted_key = text.strip_prefix('{').map(str::trim_start).is_some_and(|rest| rest.starts_with(['"', '}']));
        if quoted_key || text.starts_with("[{") {
            return Language::Json;
        }
        if line.starts_with('[') && line.ends_with(']') {
            return Language::Toml;
        }
        let program = line.split_whitespace().next().unwrap_or_default();
        // `out=$(curl` and "out=`curl" run a program too.
        let program = program.rsplit_once("$(").or_else(|| program.rsplit_once('`')).map_or(program, |(_, it)| it);
        let has_flag = line.split_whitespace().any(|word| word.starts_with('-') && word.len() > 1);
        if has_flag && program.chars().all(|it| it.is_alphanumeric() || "/._-".contains(it)) && !line.starts_with('-') {
            return Language::Command;
        }
        let word = line.find(|it: char| !(it.is_alphanumeric() || "_-.\"'".contains(it))).unwrap_or(line.len());
        let after = line.get(word..).unwrap_or_default();
        let is_yaml = line.starts_with("---") || line.starts_with("- ") || after == ":" || after.starts_with(": ");
        if is_yaml && !line.ends_with(',') {
            return Language::Yaml;
        }
        // `base = 1` on a line of its own is TOML; arguments have commas or brackets.
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        if lines > 1 && after.trim_start().starts_with('=') && !text.contains('(') && !line.ends_with(',') {
            // Kafka's properties can be TOML by chance, whose dots are levels.
            let is_kafka = |line: &str| KAFKA.iter().any(|key| line.trim_start().starts_with(key));
            return if text.lines().any(is_kafka) { Language::Ini } else { Language::Toml };
        }
        Language::Code
    }

    /// The line and column of a byte.
    pub fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.rsplit('\n').next().unwrap_or("").chars().count().saturating_add(1);
        Place { line, column }
    }

    /// The line that a byte is in, and where the span from there on lies in it.
    pub fn line(&self, span: &Range<usize>) -> (&str, Range<usize>) {
        let start =
            self.text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at.saturating_add(1));
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let at = span.start.saturating_sub(start).min(line.len());
        let end = span.end.saturating_sub(start).clamp(at, line.len());
        (line, at..end)
    }
}

/// What is wrong with a document, or with what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong; it quotes what was written.
    pub message: String,
    /// What to write instead.
    pub hint: String,
    /// The faulty bytes.
    pub at: Range<usize>,
    /// Another place that matters, and what it is: the first of two equal names.
    pub other: Option<(&'static str, Range<usize>)>,
    /// Whether nothing need be wrong: a template or another part of a program gives the value.
    pub is_elsewhere: bool,
}

impl Fault {
    /// A fault at some bytes.
    pub fn new(message: impl Into<String>, hint: impl Into<String>, at: Range<usize>) -> Self {
        Self { message: message.into(), hint: hint.into(), at, other: None, is_elsewhere: false }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for Fault {}

/// The fault of a name that stands twice in one map.
fn duplicate(key: &str, at: Range<usize>, first: Range<usize>) -> Fault {
    let mut fault = Fault::new(format!("`{key}` is written twice"), "leave one of the two out", at);
    fault.other = Some(("first written", first));
    fault
}

/// Counts values, so that neither depth nor aliases take all memory.
#[derive(Debug, Default)]
struct Room {
    values: usize,
}

impl Room {
    fn take(&mut self, count: usize, depth: usize, at: &Range<usize>) -> Result<(), Fault> {
        self.values = self.values.saturating_add(count);
        if depth > DEEPEST {
            return Err(Fault::new(
                "values are nested deeper than 64",
                "write the policy in a file of its own",
                at.clone(),
            ));
        }
        if self.values > MOST {
            let hint = "write the policy in a file of its own";
            return Err(Fault::new(format!("there are more than {MOST} values"), hint, at.clone()));
        }
        Ok(())
    }
}

/// A scalar without quotes: a number where it is one.
fn plain(text: &str) -> Value {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if Decimal::parse(unsigned).is_ok() => Value::Number(unsigned.to_owned()),
        _ => Value::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests;
