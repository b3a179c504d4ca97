//! Rules about what a client does beside its waits, and its notes.

use super::place::Aspect;
use super::{Case, Finding, Kind, Rule};
use crate::diagnostic::Code;
use crate::policy::ServerWait;
use crate::verdict::idempotent;

/// Notes on a client that say what a rule says.
const TOLD: [(Code, Rule); 7] = [
    (Code::BaseAboveMax, Rule::CapBelowBase),
    (Code::NoRetryLimit, Rule::NoEnd),
    (Code::NoWait, Rule::BusyLoop),
    (Code::JitterVanishesAtMax, Rule::JitterVanishes),
    (Code::JitterPassesMax, Rule::JitterPassesCap),
    (Code::TimerOverflow, Rule::BeyondTimer),
    (Code::DefaultTimeLimit, Rule::HiddenLimit),
];

pub(super) fn judge(case: &Case<'_>, findings: &mut Vec<Finding>) {
    let (policy, asks) = (case.policy, &case.translation.asks);
    // Of a client that never looks at the field nothing is to be said but what its page says.
    if policy.server_wait == ServerWait::Ignore && case.translation.dialect.is_none() {
        let message = "the server's Retry-After is not looked at";
        let fix = "write `server-wait = \"honor\"`, or `floor`";
        findings.push(Finding::new(Rule::RetryAfterUnheeded, message, fix, case.at(Aspect::ServerWait)));
    }
    let writes: Vec<&str> =
        asks.methods.iter().flatten().map(String::as_str).filter(|method| idempotent(method).is_none()).collect();
    if !writes.is_empty() && !asks.idempotency_key {
        let message = format!("{} may take effect twice", writes.join(", "));
        let fix = "write `idempotency-key = true` where every request carries one";
        findings.push(Finding::new(Rule::WriteMayRepeat, message, fix, case.at(Aspect::Methods)));
    }
    if let Some(limit) = &policy.time_limit
        && case.translation.dialect.is_some()
        && case.at(Aspect::Time) == case.translation.at
    {
        let message = format!("the client ends after {} unless told otherwise", case.human(&limit.after));
        findings.push(Finding::new(
            Rule::HiddenLimit,
            message,
            "write the limit that is meant",
            case.translation.at.clone(),
        ));
    }
    let found: Vec<Kind> = findings.iter().map(|it| it.kind).collect();
    let is_told = |code: Code| TOLD.iter().any(|(told, rule)| *told == code && found.contains(&Kind::Rule(*rule)));
    for note in case.translation.notes.iter().filter(|note| !is_told(note.code)) {
        let at = note.span.map_or_else(|| case.translation.at.clone(), |(start, end)| start..end);
        let message = note.message.clone();
        findings.push(Finding {
            kind: Kind::Note(note.code),
            severity: note.severity,
            message,
            fix: String::new(),
            at,
        });
    }
}
