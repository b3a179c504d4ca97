//! The answers to a stream of responses, written piece by piece so that no more than a piece is held.

use super::agreement::{self, AgreementJson};
use super::csv;
use super::diagnostics::{self, Finding};
use super::inspect::{Response, SummaryJson};
use super::reading::Inspection;
use super::summary::Summary;
use super::{Answer, Paint, Rows, Style, write_json, write_ndjson_line};
use crate::diagnostic::{Diagnostic, Severity};
use crate::header::agreement::{Agreement, Sightings};

/// How many findings that belong to no response are kept for the end of a JSON document; the rest are counted.
const KEPT: usize = 1000;
/// How many texts are kept for parts to come, and the most bytes that one of them may have room for.
const SPARE: usize = 4;
const SPARE_BYTES: usize = 2 << 20;
/// How much is held back while no response was found, in bytes.
const HELD: usize = 64 * 1024;

/// How a stream is written.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// One JSON document.
    Json,
    /// A line each, then the summary.
    Ndjson,
    /// For people.
    Table(Style),
    /// A header row of the keys, then a row each.
    Csv,
}

/// A part of the answers.
#[derive(Debug)]
pub struct Part {
    format: Format,
    text: Vec<u8>,
    /// How many responses come before it, where that is known.
    before: u64,
    summary: Summary,
    findings: Vec<Diagnostic>,
    sightings: Sightings,
    /// The header row of csv, from the first response.
    keys: String,
}

/// All of the answers, part by part.
#[derive(Debug)]
pub struct Stream {
    format: Format,
    summary: Summary,
    findings: Vec<Diagnostic>,
    agreement: Agreement,
    more_findings: u64,
    held: Vec<u8>,
    begun: bool,
    /// Room for the texts of parts to come.
    spare: Vec<Vec<u8>>,
}

impl Part {
    /// A part without an answer.
    pub fn new(format: Format) -> Self {
        let summary = Summary::default();
        let sightings = Sightings::default();
        Self { format, text: Vec::new(), before: 0, summary, findings: Vec::new(), sightings, keys: String::new() }
    }

    /// About how many bytes it holds.
    pub fn size(&self) -> usize {
        let findings = self.findings.len().saturating_mul(256);
        self.text.len().saturating_add(findings).saturating_add(self.sightings.size())
    }

    /// Adds what one response says; `host` is the one that sent it, where it is known.
    pub fn add(&mut self, response: &Response<'_>, host: Option<&[u8]>) {
        let reading = &response.reading;
        if !matches!(self.format, Format::Csv) {
            self.sightings.add(host, reading);
        }
        self.summary.add(reading);
        match self.format {
            Format::Json => {
                self.text.push(b',');
                write_json(&mut self.text, &Inspection::of(response));
            }
            Format::Ndjson => write_ndjson_line(&mut self.text, "reading", &Inspection::of(response)),
            Format::Table(style) => {
                let number = self.before.saturating_add(self.summary.readings());
                let status = reading.status.map(|status| format!(", status {status}")).unwrap_or_default();
                let title = style.paint(Paint::Faint, &format!("response {number}{status}"));
                self.text.extend_from_slice(format!("\n{title}\n{}", response.table(&style)).as_bytes());
            }
            Format::Csv => {
                let rows = Rows::new([Inspection::of(response)], &[]);
                if self.keys.is_empty() {
                    self.keys = csv::keys(&rows);
                }
                self.text.extend_from_slice(csv::rows(&rows).as_bytes());
            }
        }
    }

    /// Adds a finding that belongs to no response.
    pub fn add_finding(&mut self, finding: Diagnostic) {
        self.summary.add_finding(&finding);
        match self.format {
            Format::Ndjson => write_ndjson_line(&mut self.text, "diagnostic", &Finding::from(&finding)),
            Format::Table(style) => {
                let mut text = "\n".to_owned();
                // Writing to a String cannot fail.
                let _ = diagnostics::write(&mut text, std::slice::from_ref(&finding), &[], &style);
                self.text.extend_from_slice(text.as_bytes());
            }
            Format::Json | Format::Csv => {}
        }
        self.findings.push(finding);
    }
}

impl Stream {
    /// A stream without an answer.
    pub fn new(format: Format) -> Self {
        let summary = Summary::default();
        let (findings, agreement) = (Vec::new(), Agreement::default());
        Self {
            format,
            summary,
            findings,
            agreement,
            more_findings: 0,
            held: Vec::new(),
            begun: false,
            spare: Vec::new(),
        }
    }

    /// A part that follows what was taken so far.
    pub fn part(&mut self) -> Part {
        let text = self.spare.pop().unwrap_or_default();
        Part { before: self.summary.readings(), text, ..Part::new(self.format) }
    }

    /// Takes back a text that was printed, whose room serves a part to come.
    pub fn give_back(&mut self, mut text: Vec<u8>) {
        if self.spare.len() < SPARE && text.capacity() <= SPARE_BYTES {
            text.clear();
            self.spare.push(text);
        }
    }

    /// How many responses there were so far.
    pub fn readings(&self) -> u64 {
        self.summary.readings()
    }

    /// Whether any finding so far is an error.
    pub fn has_error(&self) -> bool {
        self.summary.has_error()
    }

    /// The first finding that belongs to no response.
    pub fn first_finding(&self) -> Option<&Diagnostic> {
        self.findings.first()
    }

    /// Whether anything was given out to be printed.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// Takes the next part and gives back what is to be printed now.
    ///
    /// Findings are held back for a while as long as no response was found: without one there is no answer.
    pub fn take(&mut self, part: Part) -> Vec<u8> {
        self.agreement.take(part.sightings, self.summary.readings());
        self.summary.merge(&part.summary);
        for finding in part.findings {
            let keep = matches!(self.format, Format::Json) || self.findings.is_empty();
            if keep && self.findings.len() < KEPT {
                self.findings.push(finding);
            } else {
                self.more_findings = self.more_findings.saturating_add(1);
            }
        }
        if self.begun {
            return part.text;
        }
        if self.readings() > 0 {
            self.held.splice(0..0, part.keys.into_bytes());
        }
        self.held.extend_from_slice(&part.text);
        if self.readings() == 0 && self.held.len() < HELD {
            return Vec::new();
        }
        self.begin()
    }

    fn begin(&mut self) -> Vec<u8> {
        self.begun = true;
        let held = std::mem::take(&mut self.held);
        let without = |first| held.strip_prefix(first).unwrap_or(&held);
        match self.format {
            Format::Json => [b"{\"readings\":[", without(b",")].concat(),
            Format::Table(_) => without(b"\n").to_vec(),
            Format::Ndjson | Format::Csv => held,
        }
    }

    /// What is to be printed at the end.
    pub fn finish(&mut self) -> Vec<u8> {
        let mut text = if self.begun { Vec::new() } else { self.begin() };
        let contradictions = self.agreement.findings();
        contradictions.iter().for_each(|it| self.summary.add_finding(it));
        match self.format {
            Format::Json => {
                let findings: Vec<_> = self.findings.iter().chain(&contradictions).map(Finding::from).collect();
                let more = (self.more_findings > 0).then(|| self.more());
                let findings: Vec<_> = findings.into_iter().chain(more.as_ref().map(Finding::from)).collect();
                text.extend_from_slice(b"],\"agreement\":");
                write_json(&mut text, &AgreementJson::new(&self.agreement));
                text.extend_from_slice(b",\"diagnostics\":");
                write_json(&mut text, &findings);
                text.extend_from_slice(b"}\n");
            }
            Format::Ndjson => {
                for it in &contradictions {
                    write_ndjson_line(&mut text, "diagnostic", &Finding::from(it));
                }
                let agreement = AgreementJson::new(&self.agreement);
                write_ndjson_line(&mut text, "summary", &SummaryJson { summary: &self.summary, agreement });
            }
            Format::Table(style) => {
                let mut together = agreement::table(&self.agreement, &style);
                if !contradictions.is_empty() {
                    together.push('\n');
                    // Writing to a String cannot fail.
                    let _ = diagnostics::write(&mut together, &contradictions, &[], &style);
                }
                text.extend_from_slice(together.as_bytes());
            }
            Format::Csv => {}
        }
        text
    }

    /// The finding that there are more than are shown.
    fn more(&self) -> Diagnostic {
        let message = format!("{} more records were left out; `--format ndjson` shows each", self.more_findings);
        let code = crate::diagnostic::Code::RecordInvalid;
        Diagnostic { code, severity: Severity::Error, header: None, message, span: None }
    }
}
