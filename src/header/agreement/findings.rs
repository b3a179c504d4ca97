//! What is to be said where responses contradict each other.

use super::limit::{Pair, instant};
use super::{Agreement, Host, Limit};
use crate::diagnostic::{Code, Diagnostic, Severity, quote};
use crate::header::catalog::Known;
use crate::quantity::human_fixed;

impl Agreement {
    /// The findings, at most one of each kind for a limit or a host, in the order of the hosts. Responses are numbered
    /// from 1.
    pub fn findings(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for host in self.hosts() {
            if let Some((first, second, back)) = host.backwards {
                let message = format!(
                    "{}response {second} came after response {first}, and its Date is {} earlier",
                    of(host),
                    human_fixed(back)
                );
                found.push(about(Code::DateRunsBackwards, Severity::Warning, Known::Date.name(), message));
            }
            for limit in self.limits(host) {
                found.extend(about_limit(host, limit));
            }
        }
        found
    }
}

fn about_limit(host: &Host, limit: &Limit) -> Vec<Diagnostic> {
    let (host, name) = (of(host), named(limit));
    let mut found = Vec::new();
    let resets = |pair: Pair<i64>| Some((pair.first.0, instant(pair.first.1)?, pair.second.0, instant(pair.second.1)?));
    if let Some((first, before, second, after)) = limit.progress.earlier.and_then(resets) {
        let message = format!(
            "{host}{name} is to reset at {before} by response {first}, and at {after}, which is earlier, by response \
             {second}"
        );
        found.push(about(Code::ResetsContradict, Severity::Warning, limit.source(), message));
    } else if let Some((first, before, second, after)) = limit.progress.later.and_then(resets) {
        let message = format!(
            "{host}{name} was to reset at {before} by response {first}; before that was due, response {second} moved \
             it to {after}"
        );
        found.push(about(Code::ResetSlides, Severity::Note, limit.source(), message));
    }
    if let Some((Pair { first: (first, low), second: (second, high) }, reset)) = limit.progress.grown {
        let until = instant(reset).map(|at| format!(" at {at}")).unwrap_or_default();
        let message = format!(
            "{host}{name} has {low} left by response {first}, and {high} by response {second}, before it resets{until}"
        );
        found.push(about(Code::RemainingGrows, Severity::Warning, limit.source(), message));
    }
    found
}

fn of(host: &Host) -> String {
    host.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default()
}

fn named(limit: &Limit) -> String {
    limit.name().map_or_else(|| "the limit".to_owned(), |name| format!("the limit `{}`", quote(name.as_bytes())))
}

fn about(code: Code, severity: Severity, header: &'static str, message: String) -> Diagnostic {
    Diagnostic { code, severity, header: Some(header), message, span: None }
}
