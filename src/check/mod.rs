//! The judgement of one policy: the rules that experience states, and those that a team does.
//!
//! # Examples
//!
//! ```
//! use holdoff::check::judge;
//! use holdoff::dialect::native;
//! use holdoff::document::{Document, Language};
//!
//! let text = "[policies.api]\nbase = \"1s\"\nmax = \"16s\"\n";
//! let document = Document::parse("holdoff.toml", text, Language::Toml)?;
//! let policy = native::policy(native::policies(&document)?[0])?;
//! let findings = judge(&policy, &[])?;
//! let names: Vec<_> = findings.iter().map(|it| it.name()).collect();
//! assert_eq!(names, ["no-jitter"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod allow;
mod client;
mod file;
mod place;
mod require;
mod rule;
mod shape;
pub mod stack;
mod time;

use std::ops::Range;

use crate::compare::Envelope;
use crate::diagnostic::{Code, Severity};
use crate::dialect::Translation;
use crate::document::Fault;
use crate::policy::Policy;
use crate::quantity::{Exact, Tens};

pub use allow::{Allowed, unused, without_allowed};
pub use file::judge_file;
pub use require::{KEYS as REQUIREMENTS, Requirement};
pub use rule::Rule;

/// What `check` cannot work with: a requirement or an allowance that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong.
    pub fault: Fault,
    /// Whether it stands in another document than the policies: in the one of the requirements.
    pub is_elsewhere: bool,
}

impl From<Fault> for Unreadable {
    fn from(fault: Fault) -> Self {
        Self { fault, is_elsewhere: false }
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.fault.fmt(out)
    }
}

impl std::error::Error for Unreadable {}

/// What a finding is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rule of this room.
    Rule(Rule),
    /// A note on a client, from its translation.
    Note(Code),
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which it is.
    pub kind: Kind,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write instead; empty where that is for the reader to know.
    pub fix: String,
    /// The bytes of the policy's document that it is about.
    pub at: Range<usize>,
}

impl Finding {
    fn new(rule: Rule, message: impl Into<String>, fix: impl Into<String>, at: Range<usize>) -> Self {
        Self { kind: Kind::Rule(rule), severity: rule.severity(), message: message.into(), fix: fix.into(), at }
    }

    /// The same as a note: it is worth knowing, and the config cannot change it.
    pub(super) fn noted(self) -> Self {
        Self { severity: Severity::Note, ..self }
    }

    /// A policy that cannot be read: here, or at all.
    pub fn invalid(fault: &Fault) -> Self {
        if fault.is_elsewhere {
            return Self::new(Rule::ValueElsewhere, fault.message.clone(), "", fault.at.clone());
        }
        Self::new(Rule::InvalidPolicy, fault.message.clone(), fault.hint.clone(), fault.at.clone())
    }

    /// The name in kebab-case: of a rule, or of a note on a client.
    pub const fn name(&self) -> &'static str {
        match self.kind {
            Kind::Rule(rule) => rule.name(),
            Kind::Note(code) => code.name(),
        }
    }

    /// One sentence on what its kind means.
    pub const fn title(&self) -> &'static str {
        match self.kind {
            Kind::Rule(rule) => rule.title(),
            Kind::Note(code) => code.title(),
        }
    }
}

/// What the rules read: a policy, what it comes to, and where its keys stand.
struct Case<'a> {
    translation: &'a Translation,
    policy: &'a Policy,
    envelope: Envelope,
}

impl Case<'_> {
    /// A duration for people.
    fn human(&self, value: &Exact) -> String {
        human(self.policy, value)
    }

    fn at(&self, aspect: place::Aspect) -> Range<usize> {
        place::of(self.translation, aspect)
    }
}

/// A duration of a policy for people.
pub(crate) fn human(policy: &Policy, value: &Exact) -> String {
    let rounded = value.round(policy.divisor(), policy.decimals(), &mut Tens::new());
    match policy.unit {
        Some(label) if !policy.timed => format!("{rounded}{}", label.name()),
        unit => rounded.human(unit),
    }
}

/// Every finding on one policy, those of the team first.
///
/// # Errors
///
/// A requirement that cannot be read.
pub fn judge(translation: &Translation, requirements: &[Requirement<'_>]) -> Result<Vec<Finding>, Unreadable> {
    let policy = &translation.policy;
    let wrong = |it: &Requirement<'_>, fault: Fault| Unreadable { fault, is_elsewhere: it.is_elsewhere };
    let asked = requirements.iter().find_map(|it| Some((it, it.request_time(policy)?)));
    let asked = asked.map(|(it, time)| time.map_err(|fault| wrong(it, fault))).transpose()?;
    let request_time = translation.asks.request_time.clone().or(asked).unwrap_or_else(Exact::zero);
    let mut findings = Vec::new();
    let envelope = match Envelope::new(policy, request_time) {
        Ok(envelope) => envelope,
        Err(error) => {
            let at = place::of(translation, place::Aspect::Max);
            return Ok(vec![Finding::new(Rule::WaitOfDays, error.message.clone(), "write a max", at)]);
        }
    };
    let case = Case { translation, policy, envelope };
    for requirement in requirements {
        requirement.judge(&case, &mut findings).map_err(|fault| wrong(requirement, fault))?;
    }
    time::judge(&case, &mut findings);
    shape::judge(&case, &mut findings);
    client::judge(&case, &mut findings);
    Ok(findings)
}

#[cfg(test)]
mod tests;
