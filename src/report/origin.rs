//! Where a policy came from, and what is to be said of its client.

use std::fmt::Write as _;

use serde::Serialize;

#[cfg(test)]
use super::schema::closed;
use super::{Number, Paint, Style};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::Translation;
use crate::document::{Document, Place};
use crate::policy::Policy;
use crate::quantity::{Exact, Tens, Unit};
use crate::timeline::Walk;

/// A policy's file or paste, its client and the notes on it.
#[derive(Clone, Debug)]
pub struct Origin {
    file: String,
    name: Option<String>,
    client: Option<&'static crate::dialect::Dialect>,
    growth: &'static str,
    notes: Vec<Note>,
}

/// A note with its place.
#[derive(Clone, Debug)]
struct Note {
    finding: Diagnostic,
    place: Option<Place>,
    /// The line that it is about, and the faulty characters of it.
    excerpt: Option<(String, std::ops::Range<usize>)>,
}

/// Only with a policy of a file or a client: where it came from.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "origin"))]
pub(super) struct OriginJson<'a> {
    /// The file, or the flag that holds the text.
    file: &'a str,
    /// The policy's name in the file; null where it has none.
    name: Option<&'a str>,
    /// The dialect; null for a policy file of holdoff.
    dialect: Option<&'static str>,
    /// What the client is called; null for a policy file of holdoff.
    title: Option<&'static str>,
    /// The version of the client whose rules these are; null for a policy file of holdoff.
    version: Option<&'static str>,
    /// What the client's number counts: `retries`, `calls`, `depends` or `nothing`; null for a policy file of holdoff.
    #[cfg_attr(test, schemars(extend("enum" = closed::counts_or_null())))]
    counts: Option<&'static str>,
    /// How waits grow: `constant`, `geometric`, `linear`, `series`, `power`, `fibonacci`, `doubling-then-linear` or
    /// `table`.
    growth: &'static str,
    /// What nobody would expect of the client.
    notes: Vec<NoteJson<'a>>,
}

/// A note on a client's config.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "note"))]
struct NoteJson<'a> {
    /// The code in kebab-case; `holdoff explain` has a page for each.
    code: &'static str,
    /// `error`, `warning` or `note`.
    #[cfg_attr(test, schemars(extend("enum" = closed::severities())))]
    severity: &'static str,
    /// What was found, in one sentence without a full stop.
    message: &'a str,
    /// The line of the value that it is about, from 1; null where it is about none.
    line: Option<usize>,
    /// The column of the value, in characters from 1; null where it is about none.
    column: Option<usize>,
    /// Start and end of the value in bytes of the text; null where it is about none.
    span: Option<(usize, usize)>,
}

impl Origin {
    /// Where a translation came from; `document` is what it was made of.
    pub fn new(translation: &Translation, document: &Document) -> Self {
        let note = |finding: &Diagnostic| {
            let span = finding.span.map(|(start, end)| start..end);
            Note {
                finding: finding.clone(),
                place: span.as_ref().map(|span| document.place(span.start)),
                excerpt: span.as_ref().map(|span| {
                    let (line, at) = document.line(span);
                    (line.to_owned(), at)
                }),
            }
        };
        let beyond_timer = Walk::beyond_timer(&translation.policy).map(|(retry, wait)| beyond_timer(retry, &wait));
        Self {
            file: document.name.clone(),
            name: translation.name.clone(),
            client: translation.dialect,
            growth: translation.policy.growth.name(),
            notes: translation.notes.iter().chain(&beyond_timer).map(note).collect(),
        }
    }

    /// The policy's name in its file, where it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn json(&self) -> OriginJson<'_> {
        OriginJson {
            file: &self.file,
            name: self.name.as_deref(),
            dialect: self.client.map(|it| it.name),
            title: self.client.map(|it| it.title),
            version: self.client.map(|it| it.version),
            counts: self.client.map(|it| it.counts.name()),
            growth: self.growth,
            notes: self
                .notes
                .iter()
                .map(|note| NoteJson {
                    code: note.finding.code.name(),
                    severity: note.finding.severity.name(),
                    message: &note.finding.message,
                    line: note.place.map(|it| it.line),
                    column: note.place.map(|it| it.column),
                    span: note.finding.span,
                })
                .collect(),
        }
    }

    /// The client and what it counts, in a sentence; none for a file of holdoff's own.
    pub(super) fn sentence(&self, policy: &Policy) -> Option<String> {
        let client = self.client?;
        let name = self.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let count = match (client.counts.name(), policy.retries) {
            ("calls", Some(_)) => "it counts calls, the first one among them".to_owned(),
            ("retries", _) => "it counts retries".to_owned(),
            ("depends", _) => "what it counts depends on the key".to_owned(),
            _ => "it counts nothing".to_owned(),
        };
        Some(format!("{name}{} ({}); {count}", client.title, client.version))
    }

    pub(super) fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.notes.iter().map(|note| &note.finding)
    }

    /// The notes for a terminal, each with the line that it is about.
    pub(super) fn write(&self, text: &mut String, style: &Style) {
        for Note { finding, place, excerpt } in &self.notes {
            let paint = match finding.severity {
                Severity::Error => Paint::Error,
                Severity::Warning => Paint::Warning,
                Severity::Note => Paint::Note,
            };
            let title = style.paint(paint, &format!("{}[{}]", finding.severity.name(), finding.code.name()));
            let _ = writeln!(text, "{}", style.wrap(&format!("{title}: {}", style.safe(&finding.message))));
            // What is merely worth knowing needs no excerpt.
            let (Some(place), Some((line, _)), true) = (place, excerpt, finding.severity != Severity::Note) else {
                continue;
            };
            let _ = writeln!(text, "{}", style.wrap(&style.safe(&format!("  {}:{place}: {}", self.file, line.trim()))));
        }
    }
}

fn beyond_timer(retry: u64, wait: &Exact) -> Diagnostic {
    let wait = wait.round(1, 0, &mut Tens::new()).human(Some(Unit::Nanosecond));
    Diagnostic {
        code: Code::TimerOverflow,
        severity: Severity::Warning,
        header: None,
        message: format!(
            "retry {retry} waits {wait}, and the client's timer holds 2147483647 ms: it is over after 1 ms instead"
        ),
        span: None,
    }
}

/// What a client does beside its retries' waits, where it does: the waits before the first call and after the last.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "idle"))]
pub(super) struct IdleJson {
    /// Only with a policy of a file or a client: the wait before the first call; null where there is none.
    pub(super) before_first: Option<Number>,
    /// Only with a policy of a file or a client: the wait after the last call; null where there is none.
    pub(super) after_last: Option<Number>,
    /// Only with a policy of a file or a client: whether the policy goes on after the rows that are shown.
    pub(super) goes_on: bool,
}
