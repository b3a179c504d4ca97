//! JUnit's XML: a suite for each file, a case for each policy, a failure for each error.

use std::fmt::Write as _;

use super::{Item, Judged, Judgement};
use crate::diagnostic::Severity;
use crate::report::escape;

pub(super) fn text(judgement: &Judgement) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let cases: usize = judgement.judged.iter().map(|judged| cases(judged).len()).sum();
    let failed = judgement.judged.iter().map(failures).sum::<usize>();
    let _ = writeln!(text, "<testsuites name=\"holdoff check\" tests=\"{cases}\" failures=\"{failed}\">");
    for judged in &judgement.judged {
        suite(&mut text, judged);
    }
    text.push_str("</testsuites>\n");
    text
}

/// The policies of a file, and the file itself where there are findings on it.
fn cases(judged: &Judged) -> Vec<(Option<&str>, Vec<&Item>)> {
    let of =
        |policy: Option<&str>| judged.items.iter().filter(|item| item.policy.as_deref() == policy).collect::<Vec<_>>();
    let mut all: Vec<_> = judged.policies.iter().map(|name| (Some(name.as_str()), of(Some(name)))).collect();
    let of_file = of(None);
    if !of_file.is_empty() {
        all.push((None, of_file));
    }
    all
}

fn is_failure(item: &Item) -> bool {
    item.finding.severity == Severity::Error
}

/// How many cases of a file fail.
fn failures(judged: &Judged) -> usize {
    cases(judged).iter().filter(|(_, items)| items.iter().any(|item| is_failure(item))).count()
}

fn suite(text: &mut String, judged: &Judged) {
    let (file, cases) = (escaped(&judged.file), cases(judged));
    let _ = writeln!(text, "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{}\">", cases.len(), failures(judged));
    for (policy, items) in cases {
        let name = policy.filter(|name| !name.is_empty()).unwrap_or("the file");
        let _ = writeln!(text, "    <testcase classname=\"{file}\" name=\"{}\">", escaped(name));
        let line =
            |item: &Item| format!("{}:{}: {}: {}", item.file, item.start, item.finding.name(), item.finding.message);
        let failed: Vec<&&Item> = items.iter().filter(|item| is_failure(item)).collect();
        if let Some(first) = failed.first() {
            let lines: Vec<String> = failed.iter().map(|item| line(item)).collect();
            let (kind, message) = (first.finding.name(), escaped(&first.finding.message));
            let _ = writeln!(
                text,
                "      <failure type=\"{kind}\" message=\"{message}\">{}</failure>",
                escaped(&lines.join("\n"))
            );
        }
        let others: Vec<String> = items.iter().filter(|item| !is_failure(item)).map(|item| line(item)).collect();
        if !others.is_empty() {
            let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&others.join("\n")));
        }
        text.push_str("    </testcase>\n");
    }
    text.push_str("  </testsuite>\n");
}

/// Text for XML 1.0 (2.2), in an element or a quoted attribute; what XML cannot hold is shown by its code.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in escape::inert(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            _ => out.push(letter),
        }
    }
    out
}
