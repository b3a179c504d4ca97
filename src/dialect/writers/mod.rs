//! Policies as the configs of clients: the other way round than the families read them.
//!
//! A writer lays out the keys of its dialect from a [`Plan`]. Where the client cannot have a value it takes the
//! nearest one, and says nothing: what was lost is told by reading the text again.

mod commands;
mod javascript;
mod jvm;
mod native;
mod plan;
mod python;
mod services;
mod sheet;
mod text;
mod tree;

use super::Dialect;
use crate::quantity::Unit;

pub use plan::Plan;
use sheet::Sheet;

/// How durations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// As bare numbers of this unit.
    Bare(Unit),
    /// In seconds, as in `0.25s`.
    Seconds,
    /// In the largest unit of which they are whole, as in `250ms`.
    Short,
    /// `Duration.ofMillis(250)`.
    Java,
    /// `TimeSpan.FromMilliseconds(250)`.
    DotNet,
}

/// How the keys are laid out.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// A call with its arguments by name, as in `Retry(total=5)`: what stands before the arguments.
    Python(&'static str),
    /// An object between what stands before it and after it.
    JavaScript(&'static str, &'static str),
    /// An annotation or a call with `=` between spaces, as in `@Retryable(maxRetries = 5)`.
    Java(&'static str),
    /// A chain of calls that ends in `build()`.
    Builder(&'static str),
    /// `new Name { Key = value }`.
    DotNet(&'static str),
    /// Arguments with a colon, as in `retry_on(Error, wait: 3)`: what stands before the arguments, and after them.
    Ruby(&'static str, &'static str),
    /// A command line.
    Command(&'static str),
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// Sections of `key = value`.
    Ini,
    /// TOML.
    Toml,
}

/// What writes the config of one dialect.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The dialect's name.
    pub dialect: &'static str,
    layout: Layout,
    times: Times,
    write: fn(&Plan<'_>, &mut Sheet),
}

impl Writer {
    /// The config of a plan: a text that the dialect's own reader takes.
    pub fn write(&self, plan: &Plan<'_>) -> String {
        let mut sheet = Sheet::default();
        (self.write)(plan, &mut sheet);
        text::of(self.layout, self.times, &sheet.entries)
    }
}

/// Every writer, each named after its dialect; that of the policy file is named [`NATIVE`].
const ALL: &[&[Writer]] =
    &[native::WRITERS, services::WRITERS, python::WRITERS, javascript::WRITERS, jvm::WRITERS, commands::WRITERS];

/// The name of the policy file among the dialects.
pub const NATIVE: &str = "holdoff";

/// Every writer.
pub fn writers() -> impl Iterator<Item = &'static Writer> {
    ALL.iter().flat_map(|group| group.iter())
}

/// The writer of that name.
///
/// # Examples
///
/// ```
/// use holdoff::dialect::writers;
///
/// assert!(writers::writer("urllib3").is_some());
/// ```
pub fn writer(name: &str) -> Option<&'static Writer> {
    writers().find(|writer| writer.dialect == name)
}

impl Writer {
    /// The dialect that it writes; `None` for the policy file.
    pub fn of(&self) -> Option<&'static Dialect> {
        super::dialect(self.dialect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Form;

    #[test]
    fn each_writes_a_dialect_that_is_read_in_its_unit_and_its_form() {
        let mut names: Vec<_> = writers().map(|it| it.dialect).collect();
        for writer in writers() {
            let Some(dialect) = writer.of() else {
                assert_eq!(writer.dialect, NATIVE);
                continue;
            };
            if let Times::Bare(unit) = writer.times {
                assert_eq!(dialect.unit, Some(unit), "{}", writer.dialect);
            }
            let form = match writer.layout {
                Layout::Command(_) => "command",
                Layout::Json | Layout::Yaml | Layout::Ini | Layout::Toml => "file",
                _ => "keys",
            };
            assert_eq!(dialect.form.name(), form, "{}", writer.dialect);
            assert!(!matches!(dialect.form, Form::File(_)) || form == "file");
        }
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
