//! What `holdoff simulate` says at a terminal: the verdict, why, the timeline, then the findings.

use std::fmt::Write as _;

use super::{Column, fits, grid, rows as rows_of};
use crate::quantity::{Exact, Unit};
use crate::report::simulate::{Simulation, seconds};
use crate::report::{Paint, Style, diagnostics};
use crate::vendor;
use crate::verdict::{Deadline, Outcome, Reason, Verdict};

pub(in crate::report) fn text(simulation: &Simulation<'_>, style: &Style) -> String {
    let verdict = simulation.verdict;
    let outcome = verdict.outcome();
    let paint = match outcome {
        Outcome::Allowed => Paint::Good,
        Outcome::Deferred => Paint::Bad,
        Outcome::Refused | Outcome::Exhausted => Paint::Error,
    };
    let line = format!("{}: {}", style.paint(paint, outcome.name()), headline(verdict));
    let mut text = style.wrap(&line) + "\n";
    for line in beneath(simulation) {
        let _ = writeln!(text, "{}", style.wrap(&format!("  {line}")));
    }
    // One row would only repeat what was said above it.
    if verdict.timeline.len() > 1 {
        let _ = write!(text, "\n{}", timeline(verdict, style));
    }
    if !verdict.diagnostics.is_empty() {
        text.push('\n');
        let _ = diagnostics::write(&mut text, &verdict.diagnostics, simulation.fields, style);
    }
    text
}

fn human(nanos: &Exact) -> String {
    seconds(nanos).human(Some(Unit::Second))
}

/// What the retry is called: following a redirect is none.
fn subject(verdict: &Verdict) -> String {
    match verdict.scope {
        Some(_) => "the redirect".to_owned(),
        None => format!("retry {}", verdict.retry),
    }
}

fn verb(verdict: &Verdict) -> &'static str {
    if verdict.scope.is_some() { "be followed" } else { "start" }
}

/// The verdict in one line.
pub(in crate::report) fn headline(verdict: &Verdict) -> String {
    let (subject, verb) = (subject(verdict), verb(verdict));
    let offset = |value: &Option<Exact>| value.as_ref().map(human).unwrap_or_default();
    let (start, short) = (offset(&verdict.not_before_offset), offset(&verdict.short_by));
    match verdict.reason {
        Reason::Fits => {
            let (wait, slack) = (offset(&verdict.wait), offset(&verdict.slack));
            format!("{subject} may {verb} after {wait}, {start} after the first call, with {slack} to spare")
        }
        Reason::WaitPassesDeadline => {
            // With a request time it is the end of the call that passes the deadline by so much.
            let ends = verdict.timeline.first().is_some_and(|row| row.end != row.start);
            let short = if ends { format!("and would end {short}") } else { short };
            let comma = if ends { "" } else { "," };
            format!("{subject} may not {verb} before {start} after the first call{comma} {short} past the deadline")
        }
        Reason::CallPassesDeadline => {
            format!("{subject} may {verb} {start} after the first call, but would end {short} past the deadline")
        }
        Reason::DeadlinePassed => {
            let elapsed = human(&verdict.elapsed);
            match &verdict.deadline {
                Deadline::After(deadline) => format!(
                    "the deadline was {} after the first call, and the failed call ended at {elapsed}",
                    human(deadline)
                ),
                Deadline::Before(early) => format!("the deadline was {} before the first call", human(early)),
            }
        }
        Reason::ServerWaitOverMax => {
            format!("{subject} may not {verb} before {start} after the first call; the wait is over the policy's max")
        }
        Reason::NoRetriesLeft => format!("the policy has no {subject}"),
        Reason::PolicyTimeOver => format!("the policy's own time limit leaves no {subject}"),
        Reason::ServerSaysStop
        | Reason::NotAFailure
        | Reason::StatusNotRetryable
        | Reason::MethodNotRetried
        | Reason::WriteMayHaveTakenEffect => {
            let title = verdict.reason.title().trim_end_matches('.');
            let mut letters = title.chars();
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    }
}

/// Why, and what to do.
pub(in crate::report) fn beneath(simulation: &Simulation<'_>) -> Vec<String> {
    let verdict = simulation.verdict;
    let deferred = verdict.outcome() == Outcome::Deferred;
    if verdict.wait.is_none() {
        return Vec::new();
    }
    let source = match &simulation.asked {
        Some((wait, field)) if verdict.wait_source == Some(field) || deferred => {
            let wait = wait.human(Some(Unit::Second));
            if vendor::of_rule(field).is_some() {
                format!("{field} asks for {wait}")
            } else {
                format!("the server asked for {wait} ({field})")
            }
        }
        _ if simulation.jittered => {
            format!("the policy waits {} at most", verdict.wait.as_ref().map(human).unwrap_or_default())
        }
        _ => format!("the policy waits {}", verdict.wait.as_ref().map(human).unwrap_or_default()),
    };
    let mut line = source;
    if deferred {
        line.push_str("; hand it to a queue");
        if let Some(at) = verdict.not_before {
            let _ = write!(line, ", not before {at}");
        }
    } else if let Some(at) = verdict.not_before {
        let _ = write!(line, "; not before {at}");
    }
    let mut lines = vec![line];
    if verdict.scope.is_none() && verdict.outcome() == Outcome::Allowed {
        let left = verdict.retries_left.map_or_else(|| "any number".to_owned(), |left| left.to_string());
        lines.push(format!("{} of the {left} retries left fit before the deadline", verdict.retries_that_fit));
    }
    lines
}

/// The rows. In a narrow terminal the source of each wait goes, which is the policy's for all but the first.
fn timeline(verdict: &Verdict, style: &Style) -> String {
    let rows = &verdict.timeline;
    let mut columns = vec![
        Column::right("retry", rows.iter().map(|row| Some(row.retry.to_string()))),
        Column::right("wait", rows.iter().map(|row| Some(human(&row.wait)))),
        Column::left("from", rows.iter().map(|row| Some(row.wait_source.to_owned()))),
        Column::right("starts at", rows.iter().map(|row| Some(human(&row.start)))),
    ];
    if rows.iter().any(|row| row.end != row.start) {
        columns.push(Column::right("ends at", rows.iter().map(|row| Some(human(&row.end)))));
    }
    columns
        .push(Column::left("", rows.iter().map(|row| Some(if row.fits { "in time" } else { "too late" }.to_owned()))));
    if !fits(&rows_of(&columns), style) {
        columns.retain(|column| column.title() != "from");
    }
    grid(columns, style)
}
