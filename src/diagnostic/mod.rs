//! Findings as data: a code, a severity, the field and the faulty bytes. How they look is the business of `report`.

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
