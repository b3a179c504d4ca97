//! The answer of `holdoff check`: its JSON, its baseline, and what its formats are made of.

mod github;
mod human;
mod junit;
mod sarif;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(test)]
use super::schema::closed;
use super::{Answer, Prose, Rows, Style, ndjson_line, to_json};
use crate::check::Finding;
use crate::diagnostic::Severity;
use crate::document::{Document, Place};

/// The findings on one file.
#[derive(Clone, Debug)]
pub struct Judged {
    file: String,
    policies: Vec<String>,
    items: Vec<Item>,
}

/// One finding and its place.
#[derive(Clone, Debug)]
struct Item {
    file: String,
    /// The policy; `None` for a finding on the file itself, and empty for a policy without a name.
    policy: Option<String>,
    finding: Finding,
    start: Place,
    end: Place,
    /// The line that it begins on, and the faulty characters of it.
    line: (String, std::ops::Range<usize>),
}

/// The name by which an old finding is known again: whatever its line or figures are.
type Key = (String, Option<String>, String);

impl Item {
    fn key(&self) -> Key {
        (self.file.clone(), self.policy.clone(), self.finding.name().to_owned())
    }

    /// The policy as it is shown behind the file; nothing where it has no name.
    fn label(&self) -> String {
        match self.policy.as_deref() {
            Some(name) if !name.is_empty() => format!("{}#{name}", self.file),
            _ => self.file.clone(),
        }
    }
}

impl Judged {
    /// The findings on a document, each with the place of its policy among `policies`.
    pub fn new(document: &Document, policies: Vec<String>, findings: Vec<(Option<usize>, Finding)>) -> Self {
        let item = |(place, finding): (Option<usize>, Finding)| {
            let (line, at) = document.line(&finding.at);
            Item {
                file: document.name.clone(),
                policy: place.and_then(|place| policies.get(place).cloned()),
                start: document.place(finding.at.start),
                end: document.place(finding.at.end),
                line: (line.to_owned(), at),
                finding,
            }
        };
        let items = findings.into_iter().map(item).collect();
        Self { file: document.name.clone(), policies, items }
    }
}

/// Everything that was judged.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    judged: Vec<Judged>,
    /// How many findings are old.
    old: usize,
}

/// Old findings, how often each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<Key, usize>);

/// A baseline in JSON.
#[derive(Serialize, Deserialize)]
struct BaselineJson {
    findings: Vec<OldJson>,
}

#[derive(Serialize, Deserialize)]
struct OldJson {
    file: String,
    policy: Option<String>,
    code: String,
    count: usize,
}

impl Baseline {
    /// Reads what [`Baseline::text`] writes; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let read: BaselineJson = serde_json::from_str(text).ok()?;
        let old = read.findings.into_iter().map(|it| ((it.file, it.policy, it.code), it.count));
        Some(Self(old.collect()))
    }

    /// The baseline as a file: JSON, a line for each finding, so that a change of it can be reviewed.
    pub fn text(&self) -> String {
        let lines = self.0.iter().map(|((file, policy, code), count)| {
            let (file, code) = (file.clone(), code.clone());
            to_json(&OldJson { file, policy: policy.clone(), code, count: *count })
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            "{\"findings\":[]}\n".to_owned()
        } else {
            format!("{{\"findings\":[\n{}\n]}}\n", lines.join(",\n"))
        }
    }
}

impl Judgement {
    /// Adds a file.
    pub fn add(&mut self, judged: Judged) {
        self.judged.push(judged);
    }

    /// The findings as a baseline.
    pub fn baseline(&self) -> Baseline {
        let mut all = Baseline::default();
        for item in self.items() {
            let count = all.0.entry(item.key()).or_default();
            *count = count.saturating_add(1);
        }
        all
    }

    /// Takes out the findings of a baseline, each as often as it stands there.
    pub fn forget(&mut self, old: &Baseline) {
        let mut left = old.0.clone();
        for judged in &mut self.judged {
            judged.items.retain(|item| match left.get_mut(&item.key()).filter(|count| **count > 0) {
                Some(count) => {
                    *count = count.saturating_sub(1);
                    self.old = self.old.saturating_add(1);
                    false
                }
                None => true,
            });
        }
    }

    /// Gives each finding the level that `level` tells; those without one are taken out.
    pub fn set_levels(&mut self, level: impl Fn(&Finding) -> Option<Severity>) {
        for judged in &mut self.judged {
            judged.items.retain_mut(|item| match level(&item.finding) {
                Some(severity) => {
                    item.finding.severity = severity;
                    true
                }
                None => false,
            });
        }
    }

    /// How many findings are errors.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    fn count(&self, severity: Severity) -> usize {
        self.items().filter(|item| item.finding.severity == severity).count()
    }

    fn items(&self) -> impl Iterator<Item = &Item> {
        self.judged.iter().flat_map(|judged| &judged.items)
    }

    /// How many policies were judged.
    pub fn policies(&self) -> usize {
        self.judged.iter().map(|judged| judged.policies.len()).sum()
    }

    /// The answer in one sentence.
    fn lead(&self) -> String {
        let some = |count: usize, one: &str| match count {
            1 => format!("1 {one}"),
            _ => format!(
                "{count} {}",
                if one.ends_with('y') { format!("{}ies", one.trim_end_matches('y')) } else { format!("{one}s") }
            ),
        };
        let (policies, files) = (some(self.policies(), "policy"), some(self.judged.len(), "file"));
        let counts: Vec<String> =
            [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
                .into_iter()
                .filter_map(|(severity, name)| {
                    Some(some(self.count(severity), name)).filter(|_| self.count(severity) > 0)
                })
                .collect();
        if self.policies() == 0 {
            return "no policy to judge".to_owned();
        }
        let found = if counts.is_empty() { "nothing found".to_owned() } else { counts.join(", ") };
        let old = if self.old > 0 { format!("; {} old", self.old) } else { String::new() };
        format!("{policies} in {files}: {found}{old}")
    }

    fn summary(&self) -> SummaryJson {
        SummaryJson {
            files: self.judged.len(),
            policies: self.policies(),
            errors: self.count(Severity::Error),
            warnings: self.count(Severity::Warning),
            notes: self.count(Severity::Note),
            old: self.old,
        }
    }

    /// The findings as SARIF 2.1.0, with a line break at its end.
    pub fn sarif(&self) -> String {
        sarif::text(self)
    }

    /// The findings as annotations of GitHub Actions, a line each.
    pub fn github(&self) -> String {
        github::text(self)
    }

    /// The policies as JUnit's test cases; findings that are errors are failures.
    pub fn junit(&self) -> String {
        junit::text(self)
    }
}

/// The JSON of `holdoff check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct JudgementJson<'a> {
    #[serde(flatten)]
    summary: SummaryJson,
    /// The findings, by file and place in it.
    findings: Vec<FindingJson<'a>>,
}

/// How much was judged and found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "check-summary"))]
pub(super) struct SummaryJson {
    /// How many files have policies.
    files: usize,
    /// How many policies there are in them.
    policies: usize,
    /// How many findings are errors.
    errors: usize,
    /// How many are warnings.
    warnings: usize,
    /// How many are notes.
    notes: usize,
    /// How many were left out because they are old: of the baseline, or of the revision.
    old: usize,
}

/// One finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "check-finding"))]
pub(super) struct FindingJson<'a> {
    /// The file.
    file: &'a str,
    /// The policy; null for a finding on the file itself, empty for a policy without a name.
    policy: Option<&'a str>,
    /// The name of the finding; `holdoff explain` has a page for each.
    code: &'static str,
    /// `error`, `warning` or `note`.
    #[cfg_attr(test, schemars(extend("enum" = closed::severities())))]
    severity: &'static str,
    /// What is wrong, in one sentence without a full stop.
    message: &'a str,
    /// What to write instead; null where that is for the reader to know.
    fix: Option<&'a str>,
    /// The line that it begins on, from 1.
    line: usize,
    /// The column that it begins at, in characters from 1.
    column: usize,
    /// The line that it ends on.
    end_line: usize,
    /// The column behind its end.
    end_column: usize,
    /// Its first byte in the file and the byte behind its last.
    span: (usize, usize),
}

impl<'a> From<&'a Item> for FindingJson<'a> {
    fn from(item: &'a Item) -> Self {
        let finding = &item.finding;
        Self {
            file: &item.file,
            policy: item.policy.as_deref(),
            code: finding.name(),
            severity: finding.severity.name(),
            message: &finding.message,
            fix: Some(finding.fix.as_str()).filter(|fix| !fix.is_empty()),
            line: item.start.line,
            column: item.start.column,
            end_line: item.end.line,
            end_column: item.end.column,
            span: (finding.at.start, finding.at.end),
        }
    }
}

impl Answer for Judgement {
    fn json(&self) -> String {
        let findings = self.items().map(FindingJson::from).collect();
        to_json(&JudgementJson { summary: self.summary(), findings })
    }

    fn ndjson(&self) -> String {
        let findings = self.items().map(|item| ndjson_line("finding", &FindingJson::from(item)));
        findings.chain([ndjson_line("summary", &self.summary())]).collect()
    }

    fn table(&self, style: &Style) -> String {
        human::text(self, style)
    }

    fn rows(&self) -> Rows {
        Rows::new(self.items().map(FindingJson::from), &["span"])
    }

    fn prose(&self) -> Prose<'_> {
        Prose { lead: Some(self.lead()), ..Prose::default() }
    }

    /// For a pull request: a row for each finding that is more than worth knowing.
    fn markdown(&self) -> String {
        let rows = self.items().filter(|item| item.finding.severity > Severity::Note).map(|item| RowJson {
            level: item.finding.severity.name(),
            policy: item.label(),
            line: item.start.line,
            finding: item.finding.name(),
            what: &item.finding.message,
            fix: &item.finding.fix,
        });
        super::markdown::text(&self.prose(), &Rows::new(rows, &[]))
    }
}

/// A row of the table in markdown.
#[derive(Serialize)]
struct RowJson<'a> {
    level: &'static str,
    policy: String,
    line: usize,
    finding: &'static str,
    what: &'a str,
    fix: &'a str,
}
