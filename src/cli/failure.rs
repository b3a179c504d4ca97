use std::ops::Range;

use clap::error::{ContextKind, ErrorKind};
use holdoff::document::{Document, Fault};
use holdoff::quantity::Malformed;
use holdoff::report::error;

use super::exit::Exit;

/// Why there is no answer: what is wrong, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// A stable name in kebab-case.
    code: &'static str,
    message: String,
    hint: Option<String>,
    /// The value as it was written and its faulty bytes.
    excerpt: Option<(String, Range<usize>)>,
}

impl Failure {
    /// Wrong usage.
    pub(crate) fn usage(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, code, message: message.into(), hint: Some(hint.into()), excerpt: None }
    }

    /// An input that could not be read or parsed at all.
    pub(crate) fn unreadable(code: &'static str, message: impl Into<String>, hint: Option<String>) -> Self {
        Self { exit: Exit::Unreadable, code, message: message.into(), hint, excerpt: None }
    }

    /// A value that `option` cannot have.
    pub(crate) fn value(option: &str, value: &str, fault: &Malformed) -> Self {
        let shown = if value.is_empty() { String::new() } else { format!("`{value}` ") };
        Self {
            exit: Exit::Usage,
            code: "invalid-value",
            message: format!("{option}: {shown}{}", fault.message()),
            hint: Some(fault.hint().to_owned()),
            excerpt: None,
        }
        .pointing(value, fault.at())
    }

    /// The same with the value and carets under its faulty bytes, unless they are all of it.
    pub(crate) fn pointing(self, value: &str, at: Option<Range<usize>>) -> Self {
        let excerpt = at.filter(|at| *at != (0..value.len())).map(|at| (value.to_owned(), at));
        Self { excerpt, ..self }
    }

    /// What is wrong with a document or with what it says, at its line and column.
    pub(crate) fn in_document(exit: Exit, code: &'static str, document: &Document, fault: &Fault) -> Self {
        let place = document.place(fault.at.start);
        let mut message = format!("{}:{place}: {}", document.name, fault.message);
        if let Some((what, at)) = &fault.other {
            message.push_str(&format!(" ({what} at {})", document.place(at.start)));
        }
        let (line, at) = document.line(&fault.at);
        // A whole file is no place.
        let excerpt = Some((line.to_owned(), at)).filter(|(line, at)| !line.is_empty() && !at.is_empty());
        Self { exit, code, message, hint: Some(fault.hint.clone()), excerpt }
    }

    /// What clap found wrong with the flags.
    pub(crate) fn from_clap(error: &clap::Error) -> Self {
        let code = match error.kind() {
            ErrorKind::UnknownArgument => "unknown-flag",
            ErrorKind::InvalidSubcommand => "unknown-command",
            ErrorKind::MissingRequiredArgument => "missing-flag",
            ErrorKind::ArgumentConflict => "conflicting-flags",
            ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::NoEquals => "invalid-value",
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "missing-command",
            ErrorKind::InvalidUtf8 => "invalid-utf-8",
            _ => "wrong-usage",
        };
        let rendered = error.render().to_string();
        let text = rendered.strip_prefix("error: ").unwrap_or(&rendered);
        let (message, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        let tips = rest.lines().filter_map(|line| line.trim_start().strip_prefix("tip: "));
        // That a flag can be passed as a value after `--` is never what is meant here.
        let tips: Vec<&str> = tips.filter(|tip| !tip.starts_with("to pass ")).collect();
        let hint = if tips.is_empty() { usage_hint(error) } else { Some(tips.join("; ")) };
        let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        Self { exit: Exit::Usage, code, message, hint, excerpt: None }
    }

    /// What is wrong.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The failure for a person: the message, the place, what to write instead.
    pub(crate) fn text(&self, escape: impl Fn(&str) -> String) -> String {
        let mut text = format!("holdoff: {}\n", escape(&self.message));
        if let Some((value, at)) = &self.excerpt {
            let before = value.get(..at.start).map_or(0, |part| escape(part).chars().count());
            let faulty = value.get(at.clone()).map_or(1, |part| escape(part).chars().count());
            text.push_str(&format!("  {}\n  {}{}\n", escape(value), " ".repeat(before), "^".repeat(faulty.max(1))));
        }
        if let Some(hint) = &self.hint {
            text.push_str(&format!("  help: {}\n", escape(hint)));
        }
        text
    }

    /// The failure for a program.
    pub(crate) fn json(&self) -> String {
        error::json(self.code, &self.message, self.hint.as_deref()) + "\n"
    }
}

/// Where clap has no tip: its usage line, or the help of the command.
fn usage_hint(error: &clap::Error) -> Option<String> {
    if let Some(valid) = error.get(ContextKind::ValidValue)
        && !valid.to_string().is_empty()
    {
        return Some(format!("write one of {valid}"));
    }
    let usage = error.get(ContextKind::Usage)?.to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    Some(format!(
        "usage: {}",
        usage.lines().map(|line| line.trim().trim_end_matches(" \\")).collect::<Vec<_>>().join(" ")
    ))
}
