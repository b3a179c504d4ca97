//! Findings that are allowed, each with a reason: in a policy file's maps `allow`, or in a comment of any other.

use std::ops::Range;

use super::{Finding, Rule};
use crate::diagnostic::Code;
use crate::document::{Document, Fault, Node, Value};

/// What a comment begins with that allows a finding: `# holdoff: allow no-jitter because it runs once`.
const MARK: &str = "holdoff: allow ";

/// A finding that is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The name of the finding.
    pub name: String,
    /// Why.
    pub reason: String,
    /// Where it is written.
    pub at: Range<usize>,
    /// Whether it is a comment, which stands for what is near it alone.
    is_comment: bool,
    /// Whether there was such a finding.
    used: bool,
}

impl Allowed {
    /// Those of a map: a name and a reason each.
    ///
    /// # Errors
    ///
    /// When it is no map, a name is that of no finding, or a reason is missing.
    pub fn of_map(node: &Node) -> Result<Vec<Self>, Fault> {
        let Value::Map(entries) = &node.value else {
            let hint = "write `NAME = \"REASON\"` beneath `[allow]`";
            return Err(Fault::new(format!("allow: is {}", node.kind()), hint, node.span.clone()));
        };
        let mut all = Vec::new();
        for entry in entries {
            if !is_name(&entry.key) {
                let hint = "write the name of a finding; `holdoff explain` lists them";
                return Err(Fault::new(format!("allow: there is no finding `{}`", entry.key), hint, entry.at.clone()));
            }
            let reason = entry.value.scalar().map(str::trim).filter(|reason| !reason.is_empty()).ok_or_else(|| {
                let message = format!("allow: `{}` has no reason", entry.key);
                Fault::new(message, "write why it is allowed", entry.value.span.clone())
            })?;
            let (name, reason) = (entry.key.clone(), reason.to_owned());
            all.push(Self { name, reason, at: entry.at.clone(), is_comment: false, used: false });
        }
        Ok(all)
    }

    /// Those of a document's comments.
    ///
    /// # Errors
    ///
    /// A comment with the mark whose name is that of no finding, or that has no reason.
    pub fn of_comments(document: &Document) -> Result<Vec<Self>, Fault> {
        let mut all = Vec::new();
        for (start, _) in document.text.match_indices(MARK) {
            let from = start.saturating_add(MARK.len());
            let rest = document.text.get(from..).unwrap_or_default().lines().next().unwrap_or_default();
            let name: String = rest.chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '-').collect();
            let at = from..from.saturating_add(name.len());
            if !is_name(&name) {
                let hint = "write the name of a finding; `holdoff explain` lists them";
                return Err(Fault::new(format!("there is no finding `{name}`"), hint, at));
            }
            let reason = rest.get(name.len()..).unwrap_or_default().trim_start();
            let reason = reason
                .strip_prefix("because")
                .map_or("", |reason| reason.trim().trim_end_matches(['*', '/', '-', '>']).trim_end());
            if reason.is_empty() {
                let hint = format!("write `{MARK}{name} because REASON`");
                return Err(Fault::new(format!("`{name}` is allowed without a reason"), hint, at));
            }
            all.push(Self { name, reason: reason.to_owned(), at, is_comment: true, used: false });
        }
        Ok(all)
    }

    /// Whether it stands for a finding on the policy at `policy`. A comment does from the line before it, or within it.
    fn covers(&self, finding: &Finding, policy: &Range<usize>, document: &Document) -> bool {
        if self.name != finding.name() {
            return false;
        }
        let line = |at: usize| document.place(at).line;
        let (own, of_finding, of_policy) = (line(self.at.start), line(finding.at.start), line(policy.start));
        let is_near = |other: usize| own == other || own.saturating_add(1) == other;
        !self.is_comment || policy.contains(&self.at.start) || is_near(of_finding) || is_near(of_policy)
    }
}

/// Takes out the findings that are allowed, and marks what allows them as used.
pub fn without_allowed(
    findings: Vec<Finding>,
    allowed: &mut [Allowed],
    policy: &Range<usize>,
    document: &Document,
) -> Vec<Finding> {
    let is_allowed = |finding: &Finding, allowed: &mut [Allowed]| {
        let mut found = false;
        for it in allowed.iter_mut().filter(|it| it.covers(finding, policy, document)) {
            (it.used, found) = (true, true);
        }
        found
    };
    findings.into_iter().filter(|finding| !is_allowed(finding, allowed)).collect()
}

/// A finding for each that nothing was allowed by.
pub fn unused(allowed: &[Allowed]) -> impl Iterator<Item = Finding> {
    allowed.iter().filter(|it| !it.used).map(|it| {
        let message = format!("`{}` is allowed, and there is no such finding", it.name);
        Finding::new(Rule::UnusedAllow, message, "delete it", it.at.clone())
    })
}

fn is_name(name: &str) -> bool {
    Rule::named(name).is_some() || Code::ALL.iter().any(|code| code.name() == name)
}
