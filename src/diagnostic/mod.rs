//! Findings as data: a code, a severity, the field and the faulty bytes. How they look is the business of `report`.
//!
//! # Examples
//!
//! ```
//! use holdoff::diagnostic::{Code, Severity};
//! use holdoff::header::{Context, Field, read};
//!
//! let fields = [Field { name: b"Retry-After", value: b"2 minutes" }];
//! let reading = read(&fields, &Context { status: Some(429), ..Context::default() });
//! let finding = reading.diagnostics.first().ok_or("no finding")?;
//! assert_eq!((finding.code, finding.severity), (Code::RetryAfterInvalid, Severity::Error)); // nothing else answers
//! assert_eq!((finding.code.name(), finding.code.source()), ("retry-after-invalid", "RFC 9110, 10.2.3"));
//! # Ok::<(), &str>(())
//! ```

mod code;

pub use code::Code;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Something is wrong, and there is an answer all the same.
    Warning,
    /// Something is wrong, and no answer can rest on it.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// How much of a text from a response is quoted, in bytes.
const QUOTED: usize = 60;

/// The beginning of a text for a message, Latin-1 where it is not UTF-8; `...` tells that there is more of it.
pub(crate) fn quote(text: &[u8]) -> String {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => text.iter().take(QUOTED.saturating_add(1)).copied().map(char::from).collect(),
    };
    let end = text.floor_char_boundary(QUOTED);
    if end < text.len() { format!("{}...", text.get(..end).unwrap_or_default()) } else { text }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which finding it is; `holdoff explain` has a page for each.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// The field that it is about, in canonical spelling; `None` where it is about none or several.
    pub header: Option<&'static str>,
    /// What was found, in one sentence without a full stop. It may hold text from the response, unescaped.
    pub message: String,
    /// The faulty bytes: offsets into the field's value, its lines joined by `, `.
    pub span: Option<(usize, usize)>,
}
