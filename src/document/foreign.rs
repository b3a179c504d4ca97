//! Texts that are not read, and what to do instead: templates, and languages that are neither data nor a call.

use super::{Document, Fault, Language, code};

/// The ends of the names of templates.
pub(super) const TEMPLATES: [&str; 9] =
    [".j2", ".jinja", ".jinja2", ".tpl", ".tmpl", ".tftpl", ".gotmpl", ".erb", ".mustache"];
/// The ends of the names of files in HCL.
const HCL: [&str; 5] = [".tf", ".hcl", ".tfvars", ".nomad", ".tofu"];
/// What templates are filled in at.
const MARKS: [&str; 3] = ["{{", "{%", "<%"];

/// A fault of a text, or what the text is where that is the reason for it.
pub(super) fn explained(name: &str, text: &str, fault: Fault) -> Fault {
    if Language::of_name(name) == Some(Language::Code) {
        let hint = "write the call that makes the policy, or its keys, into a file of their own";
        return Fault::new("a program is not read as a whole", hint, fault.at);
    }
    let has_end = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if has_end(&HCL) {
        let hint =
            "write the policy into a file of its own, as `templatefile` takes it, or read what Terraform makes of it";
        return Fault::new("HCL is not read", hint, fault.at);
    }
    if has_end(&TEMPLATES) || filled_in(text, fault.at.start) {
        let hint = "write what it becomes, as `helm template` does";
        return Fault::new(format!("this is a template: {}", fault.message), hint, fault.at);
    }
    fault
}

/// Whether the line of a byte has a mark of a template.
fn filled_in(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let end = at.saturating_add(after.find('\n').unwrap_or(after.len()));
    let line = text.get(start..end).unwrap_or_default();
    MARKS.iter().any(|mark| line.contains(mark))
}

/// The service config of gRPC that a program has as a text or as a dictionary; `None` where it has none that is whole.
pub(super) fn service_config(name: &str, text: &str) -> Option<Document> {
    let key = text.find("\"methodConfig\"")?;
    let mut closed = 0usize;
    let outer = |(at, byte): (usize, u8)| match byte {
        b'}' => {
            closed = closed.saturating_add(1);
            None
        }
        b'{' if closed == 0 => Some(at),
        b'{' => {
            closed = closed.saturating_sub(1);
            None
        }
        _ => None,
    };
    let start = text.get(..key)?.bytes().enumerate().rev().find_map(outer)?;
    let end = start.saturating_add(code::closing(text.get(start..)?)?);
    // What is around it is blank, so that every byte keeps its place.
    let blank = |it: u8| if it == b'\n' { '\n' } else { ' ' };
    let before: String = text.get(..start)?.bytes().map(blank).collect();
    let document = Document::parse(name, &(before + text.get(start..end)?), Language::Json).ok()?;
    Some(Document { text: text.to_owned(), ..document })
}
