//! Printing: the answer to standard output in the format that was asked for, failures to standard error.

use std::collections::BTreeMap;
use std::io::{self, Write};

use holdoff::report::{Answer, Style, escape, stream};
use serde_json::value::RawValue;

use super::args::{Format, OutputArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

/// Prints an answer and gives back the exit code of the run: `exit`, or 1 where `--get` finds null.
///
/// A closed pipe is no failure: whoever reads has enough.
pub(crate) fn print(args: &OutputArgs, answer: &dyn Answer, exit: Exit) -> Result<Exit, Failure> {
    let (text, exit) = match (&args.get, args.json, args.format) {
        (Some(key), ..) => match value(&answer.json(), key)? {
            Some(value) => (value + "\n", exit),
            None => (String::new(), Exit::No),
        },
        (None, true, _) | (None, false, Format::Json) => (answer.json() + "\n", exit),
        (None, false, Format::Ndjson) => (answer.ndjson(), exit),
        (None, false, Format::Table) => (answer.table(&style(args)), exit),
        (None, false, Format::Csv) => (answer.csv(), exit),
        (None, false, Format::Markdown) => (answer.markdown(), exit),
    };
    write(&text)?;
    Ok(exit)
}

/// How a stream is to be written.
///
/// # Errors
///
/// For what needs the whole answer at once.
pub(crate) fn stream_format(args: &OutputArgs) -> Result<stream::Format, Failure> {
    let whole = |flag: &str| {
        let message = format!("{flag}: several responses are answered one after the other, and this needs them all");
        Err(Failure::usage("conflicting-flags", message, "write `--format ndjson`, `csv` or `json`"))
    };
    Ok(match (&args.get, args.json, args.format) {
        (Some(_), ..) => return whole("--get"),
        (None, true, _) | (None, false, Format::Json) => stream::Format::Json,
        (None, false, Format::Ndjson) => stream::Format::Ndjson,
        (None, false, Format::Table) => stream::Format::Table(style(args)),
        (None, false, Format::Csv) => stream::Format::Csv,
        (None, false, Format::Markdown) => return whole("--format markdown"),
    })
}

/// How tables are drawn.
pub(crate) fn style(args: &OutputArgs) -> Style {
    Style::new(terminal::colored(args.color), terminal::width(), terminal::unicode())
}

/// The value of a top-level key, bare: a string without its quotes, anything else as it stands in the JSON.
fn value(json: &str, key: &str) -> Result<Option<String>, Failure> {
    let document: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).unwrap_or_default();
    let Some(value) = document.get(key) else {
        let keys: Vec<&str> = document.keys().map(String::as_str).collect();
        if let Some((_, flag)) = CONDITIONAL.iter().find(|(name, _)| *name == key) {
            let message = format!("--get: there is no `{key}` in this answer");
            return Err(Failure::usage("unknown-key", message, format!("it comes with {flag}")));
        }
        let hint = match nearest(key, keys.iter().copied()) {
            Some(near) => format!("write `{near}`, or one of {}", keys.join(", ")),
            None => format!("write one of {}", keys.join(", ")),
        };
        return Err(Failure::usage("unknown-key", format!("--get: there is no `{key}` in this answer"), hint));
    };
    Ok(match value.get() {
        "null" => None,
        text => Some(serde_json::from_str::<String>(text).unwrap_or_else(|_| text.to_owned())),
    })
}

/// The keys that are there only where a flag asks for them.
const CONDITIONAL: [(&str, &str); 7] = [
    ("total_min", "--jitter"),
    ("total_mean", "--jitter"),
    ("total_max", "--jitter"),
    ("worst_case", "--request-time"),
    ("total_sampled", "--sample"),
    ("marks", "--mark"),
    ("readings", "--all"),
];

/// The candidate that `text` was most likely meant to be, if any is near.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .map(|candidate| (strsim::jaro_winkler(text, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, candidate)| candidate)
}

/// Prints text to standard output; a closed pipe is no failure.
pub(crate) fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).or_else(unless_closed)
}

/// The failure to write, unless the pipe was closed: then whoever reads has enough.
fn unless_closed(error: io::Error) -> Result<(), Failure> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Failure::unreadable("unwritable-output", format!("standard output: {error}"), None)),
    }
}

/// Prints why there is no answer: for people to standard error, and for programs that asked for JSON to standard
/// output as well. Where even that cannot be written nothing is left to do but the exit code.
pub(crate) fn print_failure(failure: &Failure, json: bool) {
    let _ = io::stderr().write_all(failure.text(|text| escape::escape(text.as_bytes(), true)).as_bytes());
    if json {
        let _ = io::stdout().write_all(failure.json().as_bytes());
    }
}

/// Prints help or the version where clap wants it.
pub(crate) fn print_help(help: &clap::Error) -> Result<(), Failure> {
    help.print().or_else(unless_closed)
}
