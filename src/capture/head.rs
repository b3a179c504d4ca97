use std::fmt;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Severity, quote};
use crate::header::Field;

/// How many faulty lines of one head are named one by one; the rest are counted.
const NAMED: usize = 10;

/// The head of one response: its status and its fields.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Head {
    /// The status; `None` where the head has no status line.
    pub status: Option<u16>,
    /// What was found on the way, `line-invalid` and `head-truncated`.
    pub diagnostics: Vec<Diagnostic>,
    /// The body that followed it, where it may be JSON; see [`HeadParser::take_body`](super::HeadParser::take_body).
    pub body: Vec<u8>,
    /// Names and values, one after the other.
    bytes: Vec<u8>,
    fields: Vec<(Range<usize>, Range<usize>)>,
    faulty_lines: usize,
    /// Whether the line before this one was left out, so that what continues it is left out too.
    skips_folds: bool,
}

impl Head {
    /// The fields in the order in which they were sent, repeated ones too, each without the white space around its
    /// value.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.fields.iter().map(|(name, value)| Field {
            name: self.bytes.get(name.clone()).unwrap_or_default(),
            value: self.bytes.get(value.clone()).unwrap_or_default(),
        })
    }

    /// How many bytes its names and values have.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// A head that begins with a status line, or with a field where `status` is `None`.
    pub(super) fn new(status: Option<u16>) -> Self {
        Self { status, ..Self::default() }
    }

    /// Whether it has neither a status nor a field, so that it is no head at all.
    pub(super) fn is_nothing(&self) -> bool {
        self.status.is_none() && self.fields.is_empty()
    }

    pub(super) fn add(&mut self, field: Field<'_>) {
        let name = self.append(field.name);
        let value = self.append(field.value);
        self.fields.push((name, value));
        self.skips_folds = false;
    }

    /// Continues the last value by a folded line, joined by one space (RFC 9112, 5.2).
    pub(super) fn fold(&mut self, line: &[u8], number: u64) {
        if self.skips_folds {
            return;
        }
        let Some((_, value)) = self.fields.last_mut() else {
            self.leave_out(line, number, "it continues a field, and none is there");
            return;
        };
        let line = line.trim_ascii();
        if value.start < value.end && !line.is_empty() {
            self.bytes.push(b' ');
        }
        self.bytes.extend_from_slice(line);
        value.end = self.bytes.len();
    }

    pub(super) fn leave_out(&mut self, line: &[u8], number: u64, fault: &str) {
        self.skips_folds = true;
        self.faulty_lines = self.faulty_lines.saturating_add(1);
        if self.faulty_lines > NAMED {
            return;
        }
        let message =
            format!("line {number} is not a header field, since {fault}, and was left out: `{}`", quote(line));
        self.find(Code::LineInvalid, message);
    }

    /// The finished head; `truncated` says why it ends early, if it does.
    pub(super) fn finish(mut self, truncated: Option<String>) -> Self {
        let more = self.faulty_lines.saturating_sub(NAMED);
        if more > 0 {
            self.find(Code::LineInvalid, format!("{more} more lines are not header fields, and were left out"));
        }
        if let Some(message) = truncated {
            self.find(Code::HeadTruncated, message);
        }
        self
    }

    fn find(&mut self, code: Code, message: String) {
        self.diagnostics.push(Diagnostic { code, severity: Severity::Warning, header: None, message, span: None });
    }

    fn append(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Head")
            .field("status", &self.status)
            .field("fields", &self.fields().collect::<Vec<_>>())
            .field("diagnostics", &self.diagnostics)
            .finish()
    }
}
