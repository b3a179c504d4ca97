//! Annotations of GitHub Actions: `::error file=…,line=…::message` (Workflow commands for GitHub Actions).

use super::{Item, Judgement};
use crate::diagnostic::Severity;
use crate::report::escape;

pub(super) fn text(judgement: &Judgement) -> String {
    judgement.items().map(line).collect()
}

fn line(item: &Item) -> String {
    let command = match item.finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let fix = if item.finding.fix.is_empty() { String::new() } else { format!("\n{}", item.finding.fix) };
    let policy =
        item.policy.as_deref().filter(|name| !name.is_empty()).map(|name| format!("{name}: ")).unwrap_or_default();
    format!(
        "::{command} file={},line={},col={},endLine={},endColumn={},title={}::{}\n",
        property(&item.file),
        item.start.line,
        item.start.column,
        item.end.line,
        item.end.column,
        property(&format!("holdoff {}", item.finding.name())),
        data(&format!("{policy}{}{fix}", item.finding.message)),
    )
}

/// A message: the percent sign and line breaks are written by their codes.
fn data(text: &str) -> String {
    escape::inert(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property: what parts properties as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
