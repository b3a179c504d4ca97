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
mod tests {
    use super::*;

    fn places(language: Language, text: &str) -> Vec<String> {
        let document = Document::parse("it", text, language).unwrap();
        let mut found = Vec::new();
        for root in &document.roots {
            root.walk(&mut Vec::new(), &mut |path, node| {
                if let Some(scalar) = node.scalar() {
                    found.push(format!("{}={scalar} {}", path.join("."), document.place(node.span.start)));
                }
            });
        }
        found
    }

    #[test]
    fn every_value_keeps_its_place_in_every_language() {
        let toml = "[policies.a]\nbase = \"250ms\"\nretries = 5\n\n[policies.\"ü\"]\n\"ü\" = [1, {x = 2}]\n";
        let right = [
            "policies.a.base=250ms 2:8",
            "policies.a.retries=5 3:11",
            "policies.ü.ü.0=1 6:8",
            "policies.ü.ü.1.x=2 6:16",
        ];
        assert_eq!(places(Language::Toml, toml), right);
        let yaml = "policies:\n  a: {base: 250ms, retries: 5}\n  ü:\n  - x: \"2\"\n---\nb: 3\n";
        let right = ["policies.a.base=250ms 2:13", "policies.a.retries=5 2:29", "policies.ü.0.x=2 4:8", "b=3 6:4"];
        assert_eq!(places(Language::Yaml, yaml), right);
        let json = "{\n\t\"policies\": {\"ü\": {\"base\": \"250\\u006ds\", \"retries\": 5e0}}\n}";
        let right = ["policies.ü.base=250ms 2:29", "policies.ü.retries=5e0 2:54"];
        assert_eq!(places(Language::Json, json), right);
        let code = "{ retries: 5, 'ü': [1.5, \"x\"], }";
        assert_eq!(places(Language::Code, code), ["retries=5 1:12", "ü.0=1.5 1:21", "ü.1=x 1:26"]);
    }

    #[test]
    fn a_name_written_twice_is_an_error_with_both_places() {
        let both = |language, text: &str| {
            let fault = Document::parse("it", text, language).unwrap_err();
            assert_eq!(fault.message, "`a` is written twice", "{text}");
            (fault.at, fault.other.unwrap().1)
        };
        assert_eq!(both(Language::Toml, "a = 1\nb = 2\na = 3\n"), (12..13, 0..1));
        assert_eq!(both(Language::Toml, "[p.a]\nx = 1\n[p.a]\ny = 1\n"), (15..16, 3..4));
        assert_eq!(both(Language::Yaml, "a: 1\nb: 2\na: 3\n"), (10..11, 0..1));
        assert_eq!(both(Language::Json, "{\"a\": 1, \"a\": 2}"), (9..12, 1..4));
        assert_eq!(both(Language::Code, "a=1,a=2"), (4..5, 0..1));
    }

    #[test]
    fn hostile_documents_end() {
        let mut yaml = "a: &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for (next, last) in ["b", "c", "d", "e", "f", "g"].iter().zip(["a", "b", "c", "d", "e", "f"]) {
            let many = vec![format!("*{last}"); 10].join(", ");
            yaml.push_str(&format!("{next}: &{next} [{many}]\n"));
        }
        assert!(Document::parse("it", &yaml, Language::Yaml).unwrap_err().message.contains("more than"));
        for language in [Language::Toml, Language::Yaml, Language::Json, Language::Code] {
            let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
            let text = if language == Language::Toml { format!("a = {deep}") } else { deep };
            assert!(Document::parse("it", &text, language).is_err(), "{language:?}");
        }
    }

    #[test]
    fn code_has_calls_chains_sums_and_products() {
        let of = |text: &str| code::parse(text).unwrap().value;
        let Value::Calls(calls) = of("@retry(wait=wait_exponential(multiplier=1, max=60) + wait_random(0, 2), stop=x)")
        else {
            panic!()
        };
        assert_eq!((calls[0].name.as_str(), calls[0].args.len()), ("retry", 2));
        assert!(matches!(&calls[0].args[0].value.value, Value::Sum(terms) if terms.len() == 2));
        let Value::Calls(calls) = of("ExponentialBuilder::default().with_max_times(3).with_jitter();") else {
            panic!()
        };
        let names: Vec<_> = calls.iter().map(Call::short_name).collect();
        assert_eq!(names, ["default", "with_max_times", "with_jitter"]);
        let Value::Map(entries) = of("Duration: 2 * time.Second, Steps: 4") else { panic!() };
        assert!(matches!(&entries[0].value.value, Value::Calls(calls) if calls[0].name == "time.Second"));
        let Value::Calls(calls) = of("new RetryAgent(agent, { maxRetries: 5 })") else { panic!() };
        assert_eq!((calls[0].name.as_str(), calls[0].args.len()), ("RetryAgent", 2));
        let Value::Map(entries) = of("{ request, retries: 3 }") else { panic!() };
        assert_eq!(entries.iter().map(|it| it.key.as_str()).collect::<Vec<_>>(), ["request", "retries"]);
        assert_eq!(entries[0].value.scalar(), Some("request"));
        let Value::Map(entries) = of("a=None, b=nil, c: undefined, d: null, e='None', f=Jitter::None") else {
            panic!()
        };
        let kinds: Vec<_> = entries.iter().map(|entry| entry.value.kind()).collect();
        assert_eq!(kinds, ["nothing", "nothing", "nothing", "nothing", "a text", "a text"]);
        assert!(code::parse("a=1 b=2").is_err());
        assert!(code::parse("a=(").is_err());
        assert!(code::parse("a='x").is_err());
    }

    /// What is set of a variable is chained to what it was declared with, in Rust and in Go.
    #[test]
    fn code_may_declare_a_variable_and_set_its_fields() {
        let names = |text: &str| {
            let Value::Calls(calls) = code::parse(text).unwrap().value else { panic!("{text}") };
            calls.iter().map(|call| format!("{}/{}", call.name, call.args.len())).collect::<Vec<_>>()
        };
        let go = "b := backoff.NewExponentialBackOff()\nb.InitialInterval = 2 * time.Second // first\nb.Reset()\n";
        assert_eq!(names(go), ["backoff.NewExponentialBackOff/0", "InitialInterval/1", "Reset/0"]);
        let rust = "let mut b: Backoff = Backoff::new(3, min, None);\nb.set_jitter(0.5);";
        assert_eq!(names(rust), ["Backoff::new/3", "set_jitter/1"]);
        let used = "let s = Fixed::from_millis(10).take(3);\nlet result = Retry::spawn(s, action).await?;";
        assert_eq!(names(used), ["Retry::spawn/2"]);
        let used = "c := retryablehttp.NewClient()\nc.HTTPClient.Timeout = time.Second";
        assert_eq!(names(used), ["retryablehttp.NewClient/0", "HTTPClient.Timeout/1"]);
        let nested = "b := backoff.NewExponentialBackOff()\nerr := backoff.Retry(op, backoff.WithMaxRetries(b, 3))";
        let Value::Calls(calls) = code::parse(nested).unwrap().value else { panic!() };
        let Value::Calls(inner) = &calls[0].args[1].value.value else { panic!() };
        assert!(
            matches!(&inner[0].args[0].value.value, Value::Calls(it) if it[0].short_name() == "NewExponentialBackOff")
        );
        assert!(code::parse("b := New()\nother(c)").unwrap_err().message.contains("takes no `b`"));
        // What is no call is a key, as it is without a declaration.
        assert!(matches!(code::parse("retries := 5").unwrap().value, Value::Map(_)));
    }

    #[test]
    fn code_has_structs_and_functions_of_go_and_of_rust() {
        let entries = |text: &str| {
            let Value::Calls(mut calls) = code::parse(text).unwrap().value else { panic!("{text}") };
            calls.remove(0).args
        };
        let keys = |text: &str| entries(text).into_iter().map(|entry| entry.key).collect::<Vec<_>>();
        assert_eq!(
            keys("&wait.Backoff{\n\tSteps: 4,\n\tDuration: time.Duration(10) * time.Millisecond,\n}"),
            ["Steps", "Duration"]
        );
        assert_eq!(keys("Conf{Pending: []string{\"a\", \"b\"}, Timeout: time.Minute}"), ["Pending", "Timeout"]);
        assert_eq!(keys("Exp { multiplier: 2.0, ..Default::default() }"), ["multiplier"]);
        assert!(code::parse("Exp { multiplier: 2.0, ..base }").is_err());
        let set = entries(
            "retry.NewStandard(func(o *retry.StandardOptions) {\n\to.MaxAttempts = 5\n\to.MaxBackoff = time.Minute\n})",
        );
        assert_eq!(set[0].value.get("MaxAttempts").and_then(Node::scalar), Some("5"));
        let body = entries("retry.Do(func() error { if x { return f(\"}\") }; return nil }, retry.Attempts(3))");
        assert!(matches!(&body[0].value.value, Value::Text(text) if text == "func"));
        assert_eq!(body.len(), 2);
        assert!(code::parse("retry.Do(func() error { if x {").is_err());
        let Value::Map(entries) = code::parse("{ retryDelay: 60 * 1000, x: 2 * 1.5 * time.Second }").unwrap().value
        else {
            panic!()
        };
        assert_eq!(entries[0].value.scalar(), Some("60000"));
        let Value::Calls(calls) = &entries[1].value.value else { panic!() };
        assert_eq!(calls[0].args[0].value.scalar(), Some("3"));
    }

    /// `None` is Python's word for nothing, and in a file a text like any other.
    #[test]
    fn the_words_of_code_for_nothing_are_texts_in_a_file() {
        for (language, text) in
            [(Language::Yaml, "a: None"), (Language::Ini, "a = nil"), (Language::Toml, "a = 'None'")]
        {
            let document = Document::parse("it", text, language).unwrap();
            assert_eq!(document.roots[0].get("a").unwrap().kind(), "a text", "{text}");
        }
    }

    #[test]
    fn the_language_is_told_by_how_a_text_begins() {
        for (text, language) in [
            ("{\"a\": 1}", Language::Json),
            ("{ retries: 5 }", Language::Code),
            ("a: 1\nb: 2\n", Language::Yaml),
            ("# x\nretry_policy:\n  a: 1", Language::Yaml),
            ("---\n- a\n", Language::Yaml),
            ("[policies.a]\nbase = 1", Language::Toml),
            ("base = 1\nmax = 2", Language::Toml),
            ("Retry(total=5)", Language::Code),
            ("total=5,backoff_factor=1", Language::Code),
            ("retries=5\nretry.backoff.ms=100", Language::Ini),
            ("policies.a.base = 1\npolicies.a.max = 2", Language::Toml),
            ("curl --retry 5 https://example.com", Language::Command),
        ] {
            assert_eq!(Document::guess(text), language, "{text}");
        }
    }

    /// The faulty letter is one of the text, whatever its bytes; at the end there is none.
    #[test]
    fn a_fault_has_bytes_of_its_text() {
        for (language, text, right) in [
            (Language::Json, "{\"a\": [1", 8..8),
            (Language::Yaml, "a: [1", 5..5),
            (Language::Yaml, "a: \u{e9}: b", 5..6),
        ] {
            let fault = Document::parse("file", text, language).unwrap_err();
            assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
            assert_eq!(fault.at, right, "{text}");
        }
    }
}
