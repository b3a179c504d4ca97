//! What a stream of readings came to.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Severity};
use crate::header::{Action, Reading};

/// What the lines before it add up to.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Summary {
    /// How many responses were read.
    readings: u64,
    /// How many of them there are of each action.
    actions: Actions,
    /// How many findings there are of each severity.
    diagnostics: Severities,
}

/// Responses by action.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "actions"))]
struct Actions {
    /// Those that may be retried now.
    go: u64,
    /// Those that may be retried after a wait.
    wait: u64,
    /// Those that do not tell.
    unknown: u64,
    /// Those that may not be retried.
    stop: u64,
}

/// Findings by severity.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "severities"))]
struct Severities {
    /// Those on which no answer can rest.
    error: u64,
    /// Those in spite of which there is an answer.
    warning: u64,
    /// Those that are only worth knowing.
    note: u64,
}

impl Summary {
    pub(super) const fn readings(&self) -> u64 {
        self.readings
    }

    pub(super) const fn has_error(&self) -> bool {
        self.diagnostics.error > 0
    }

    /// Adds what another one counted.
    pub(super) const fn merge(&mut self, other: &Self) {
        let (actions, found) = (&mut self.actions, &mut self.diagnostics);
        self.readings = self.readings.saturating_add(other.readings);
        actions.go = actions.go.saturating_add(other.actions.go);
        actions.wait = actions.wait.saturating_add(other.actions.wait);
        actions.unknown = actions.unknown.saturating_add(other.actions.unknown);
        actions.stop = actions.stop.saturating_add(other.actions.stop);
        found.error = found.error.saturating_add(other.diagnostics.error);
        found.warning = found.warning.saturating_add(other.diagnostics.warning);
        found.note = found.note.saturating_add(other.diagnostics.note);
    }

    pub(super) fn add(&mut self, reading: &Reading<'_>) {
        add_one(&mut self.readings);
        add_one(match reading.action {
            Action::Go => &mut self.actions.go,
            Action::Wait => &mut self.actions.wait,
            Action::Unknown => &mut self.actions.unknown,
            Action::Stop => &mut self.actions.stop,
        });
        reading.diagnostics.iter().for_each(|it| self.add_finding(it));
    }

    pub(super) fn add_finding(&mut self, finding: &Diagnostic) {
        add_one(match finding.severity {
            Severity::Error => &mut self.diagnostics.error,
            Severity::Warning => &mut self.diagnostics.warning,
            Severity::Note => &mut self.diagnostics.note,
        });
    }
}

const fn add_one(count: &mut u64) {
    *count = count.saturating_add(1);
}
