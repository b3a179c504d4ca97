//! For people: the finding, its place, what to write instead.

use std::fmt::Write as _;

use super::{Item, Judgement};
use crate::diagnostic::Severity;
use crate::report::{Paint, Style, escape};

pub(super) fn text(judgement: &Judgement, style: &Style) -> String {
    let mut text = String::new();
    let (notes, others): (Vec<&Item>, Vec<&Item>) =
        judgement.items().partition(|item| item.finding.severity == Severity::Note);
    for item in others {
        finding(&mut text, item, style);
    }
    // What is merely worth knowing is told in a line.
    for item in &notes {
        let place = style.safe(&format!("{}:{}", item.label(), item.start));
        let title = style.paint(Paint::Faint, &format!("note[{}]", item.finding.name()));
        let _ = writeln!(text, "{}", style.wrap(&format!("{title}: {place}: {}", style.safe(&item.finding.message))));
    }
    if !notes.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{}", style.wrap(&judgement.lead()));
    text
}

fn finding(text: &mut String, item: &Item, style: &Style) {
    let paint = if item.finding.severity == Severity::Error { Paint::Error } else { Paint::Warning };
    let severity = item.finding.severity.name();
    let title = style.paint(paint, &format!("{severity}[{}]", item.finding.name()));
    let _ = writeln!(text, "{}", style.wrap(&format!("{title}: {}", style.safe(&item.finding.message))));
    let _ = writeln!(text, "  {}", style.safe(&format!("{}:{}", item.label(), item.start)));
    let (line, at) = &item.line;
    let room = style.width().saturating_sub(4);
    let shown = escape::excerpt(line.as_bytes(), Some((at.start, at.end)), room, style.unicode(), style.ellipsis());
    if !shown.text.trim().is_empty() {
        let _ = writeln!(text, "    {}", shown.text);
        if let Some(marked) = shown.marked.filter(|marked| !marked.is_empty()) {
            let _ = writeln!(text, "    {}{}", " ".repeat(marked.start), "^".repeat(marked.len()));
        }
    }
    if !item.finding.fix.is_empty() {
        let _ = writeln!(text, "{}", style.wrap(&format!("  help: {}", style.safe(&item.finding.fix))));
    }
    text.push('\n');
}
