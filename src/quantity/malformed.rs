use std::fmt;
use std::ops::Range;

/// Why a written value could not be read: what is wrong, where, and what to write instead.
///
/// Every parser of this crate that reads what a person wrote returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    message: String,
    at: Option<Range<usize>>,
    hint: String,
}

impl Malformed {
    /// A fault in the bytes `at` of the value, with a `hint` that says what to write instead.
    pub fn new(message: impl Into<String>, at: Range<usize>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), at: Some(at), hint: hint.into() }
    }

    /// A fault of the value as a whole.
    pub fn whole(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), at: None, hint: hint.into() }
    }

    /// What is wrong, as the end of a sentence that began with the value's name.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The faulty bytes of the value, where one place can be named.
    pub fn at(&self) -> Option<Range<usize>> {
        self.at.clone()
    }

    /// What to write instead.
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// The same fault in a longer text that holds the value from byte `start` on.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Self {
        self.at = self.at.map(|at| at.start.saturating_add(start)..at.end.saturating_add(start));
        self
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for Malformed {}
