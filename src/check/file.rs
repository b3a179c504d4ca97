use super::allow::{Allowed, unused, without_allowed};
use super::require::of_stack as required_of_stack;
use super::stack::{self, Plan};
use super::{Finding, Requirement, Unreadable, judge};
use crate::dialect::{Translation, native};
use crate::document::{Document, Fault, Node};

/// Every finding on the policies of a document, each with the place of its policy among `translations`; `None` for one on
/// the document itself. A policy that could not be read is a finding. The stacks follow the policies; `of_file` reads the
/// policies of other files, by `FILE#NAME`. What the document allows is left out, and what it allows without need is a finding.
///
/// The maps `require` and `allow` of a policy file are read from it; `asked` is what else is required.
///
/// # Errors
///
/// A requirement, an allowance or a stack that cannot be read.
pub fn judge_file(
    document: &Document,
    translations: &[Result<Translation, Fault>],
    asked: &[Requirement<'_>],
    of_file: &mut dyn FnMut(&str) -> Result<Translation, String>,
) -> Result<Vec<(Option<usize>, Finding)>, Unreadable> {
    let is_own = native::is_native(document);
    let root = |key: &str| document.roots.iter().find_map(|root| root.get(key)).filter(|_| is_own);
    let mut requirements = asked.to_vec();
    if let Some(node) = root("require") {
        requirements.extend(Requirement::all(node)?);
    }
    let mut allowed = Allowed::of_comments(document)?;
    if let Some(node) = root("allow") {
        allowed.extend(Allowed::of_map(node)?);
    }
    let mut found = Vec::new();
    for (place, translation) in translations.iter().enumerate() {
        let translation = match translation {
            Ok(translation) => translation,
            Err(fault) => {
                found.push((Some(place), Finding::invalid(fault)));
                continue;
            }
        };
        let own = |key: &str| -> Option<&Node> { root("policies")?.get(translation.name.as_deref()?)?.get(key) };
        let mut its_own = Vec::new();
        let mut its_requirements = requirements.clone();
        if let Some(node) = own("require") {
            its_requirements.extend(Requirement::all(node)?);
        }
        if let Some(node) = own("allow") {
            its_own = Allowed::of_map(node)?;
        }
        let findings = judge(translation, &its_requirements)?;
        let findings = without_allowed(findings, &mut its_own, &translation.at, document);
        let findings = without_allowed(findings, &mut allowed, &translation.at, document);
        found.extend(findings.into_iter().chain(unused(&its_own)).map(|finding| (Some(place), finding)));
    }
    let stacks = root("stacks").map(Plan::all).transpose()?.unwrap_or_default();
    for (nth, plan) in stacks.iter().enumerate() {
        let layers = stack::resolve(plan, document, of_file)?;
        let tiers = stack::tiers(&layers).map_err(|error| Fault::new(error.message, "write a max", plan.at.clone()))?;
        let mut findings = stack::judge_stack(&plan.at, &layers, &tiers);
        if let Some(node) = plan.require {
            findings.extend(required_of_stack(&Requirement::all(node)?, plan, &layers, &tiers)?);
        }
        let mut its_own = plan.allow.map(Allowed::of_map).transpose()?.unwrap_or_default();
        let findings = without_allowed(findings, &mut its_own, &plan.at, document);
        let findings = without_allowed(findings, &mut allowed, &plan.at, document);
        let place = translations.len().saturating_add(nth);
        found.extend(findings.into_iter().chain(unused(&its_own)).map(|finding| (Some(place), finding)));
    }
    found.extend(unused(&allowed).map(|finding| (None, finding)));
    Ok(found)
}
