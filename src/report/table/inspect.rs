//! What `holdoff inspect` says at a terminal: the answer, why, then the detail.

use std::borrow::Cow;
use std::fmt;

use super::{Column, answer, grid};
use crate::header::{Action, Alternative, Hint, Limit, PartitionKey, Quota, Reading, ResetBy};
use crate::quantity::{Fixed, human_fixed};
use crate::report::inspect::Response;
use crate::report::reading::printable;
use crate::report::{Style, clients, diagnostics, escape};

/// Writes one response.
///
/// # Errors
///
/// Those of `out`.
pub(in crate::report) fn write(out: &mut dyn fmt::Write, response: &Response<'_>, style: &Style) -> fmt::Result {
    let reading = &response.reading;
    writeln!(out, "{}", style.wrap(&answer::line(reading, style)))?;
    for line in beside(reading, style) {
        writeln!(out, "{}", style.wrap(&format!("  {line}")))?;
    }
    let policies: Vec<_> = reading.policies.iter().filter(|policy| !is_shown(policy, &reading.limits)).collect();
    if !reading.limits.is_empty() {
        write!(out, "\n{}", limits(&reading.limits, style))?;
    }
    if !policies.is_empty() {
        write!(out, "\n{}", quotas(&policies, style))?;
    }
    if response.clients {
        write!(out, "\n{}", clients::table(response, style))?;
    }
    if !reading.alternatives.is_empty() {
        writeln!(out)?;
    }
    for it in &reading.alternatives {
        writeln!(out, "{}", alternative(it, style))?;
    }
    if !reading.diagnostics.is_empty() {
        writeln!(out)?;
    }
    diagnostics::write(out, &reading.diagnostics, &response.fields, style)
}

/// Which of several readings it is: `response 2 of 3, status 429`.
pub(in crate::report) fn title(number: usize, of: usize, status: Option<u16>) -> String {
    let status = status.map(|status| format!(", status {status}")).unwrap_or_default();
    format!("response {number} of {of}{status}")
}

/// The answer in one sentence, for what is no terminal.
pub(in crate::report) fn lead(reading: &Reading<'_>) -> String {
    answer::line(reading, &Style::plain())
}

/// Whether two clocks differ by more than Date can tell, which is in whole seconds.
fn is_apart(offset: Fixed) -> bool {
    offset >= Fixed::ONE || offset <= Fixed::ZERO.minus(Fixed::ONE)
}

/// The reason, and the other waits where they differ from the answer.
pub(in crate::report) fn beside(reading: &Reading<'_>, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(reason) = &reading.reason {
        lines.push(format!("the reason given is {}", style.quoted(reason)));
    }
    if let Some(wait) = reading.wait.filter(|_| reading.action == Action::Stop) {
        lines.push(format!("without that the wait would be {}", human_fixed(wait)));
    }
    if let Some(precise) = reading.precise_wait {
        let finer = |hint: &&Hint<'_>| hint.wait == Some(precise) && Some(hint.header) != reading.decided_by;
        let field = reading.hints.iter().find(finer).map_or("a finer field", |hint| hint.header);
        lines.push(format!("precisely {}, by {field}", human_fixed(precise)));
    }
    if let Some(most) = reading.upper_bound {
        lines.push(format!("at most {}, the window of what is used up", human_fixed(most)));
    }
    if let Some(pace) = reading.pace {
        lines.push(format!("in the long run one call every {}", human_fixed(pace)));
    }
    if let Some(safe) = reading.safe_wait.filter(|safe| Some(*safe) != reading.wait) {
        lines.push(format!("to be safe wait {}, since the instant is in whole seconds", human_fixed(safe)));
    }
    if let Some(offset) = reading.server_clock_offset.filter(|offset| is_apart(*offset)) {
        let side = if offset.is_negative() { "behind" } else { "ahead" };
        let mut line = format!("the server's clock is {} {side}", human_fixed(offset));
        if let Some(wait) = reading.skew_corrected_wait {
            line = format!("{line}; by it the wait is {}", human_fixed(wait));
        }
        lines.push(line);
    }
    lines
}

fn limits(limits: &[Limit<'_>], style: &Style) -> String {
    let column = |cell: &dyn Fn(&Limit<'_>) -> Option<String>| limits.iter().map(cell).collect::<Vec<_>>();
    let columns = vec![
        Column::left("limit", column(&|it| it.name.as_ref().map(|name| style.safe(name)))),
        Column::left("remaining", column(&|it| it.remaining.map(|it| it.to_string()))),
        Column::left("of", column(&|it| it.limit.map(|it| it.to_string()))).if_any(),
        Column::left("used", column(&|it| it.used.map(|it| it.to_string()))).if_any(),
        Column::left("unit", column(&|it| unit(it.unit.as_deref(), style))).if_any(),
        Column::left("window", column(&|it| it.window.map(human_fixed))).if_any(),
        Column::left("resets in", column(&|it| it.reset.map(human_fixed))),
        Column::left("unit by", column(&|it| it.reset_by.and_then(guess).map(str::to_owned))).if_any(),
        Column::left("for", column(&|it| it.categories.as_ref().map(|all| categories(all, style)))).if_any(),
        Column::left("scope", column(&|it| it.scope.as_ref().map(|scope| style.safe(scope)))).if_any(),
        Column::left("partition", column(&|it| it.partition_key.as_ref().map(|key| partition(key, style)))).if_any(),
        Column::left("hit", column(&|it| (it.binding && limits.len() > 1).then(|| "this".to_owned()))).if_any(),
        Column::left("from", column(&|it| Some(from(it)))),
    ];
    grid(columns, style)
}

/// The field of a limit, and what defines it.
fn from(it: &Limit<'_>) -> String {
    let shown = if it.informational { ", shown and not enforced" } else { "" };
    format!("{} ({}{shown})", it.source, answer::dialect(it.dialect))
}

/// The categories that a limit holds for; none are all.
fn categories(all: &[Cow<'_, str>], style: &Style) -> String {
    if all.is_empty() { "all".to_owned() } else { all.iter().map(|it| style.safe(it)).collect::<Vec<_>>().join(" ") }
}

fn quotas(policies: &[&Quota<'_>], style: &Style) -> String {
    let column = |cell: &dyn Fn(&&Quota<'_>) -> Option<String>| policies.iter().map(cell).collect::<Vec<_>>();
    let columns = vec![
        Column::left("policy", column(&|it| it.name.as_ref().map(|name| style.safe(name)))),
        Column::left("quota", column(&|it| Some(it.limit.to_string()))),
        Column::left("unit", column(&|it| unit(it.unit.as_deref(), style))).if_any(),
        Column::left("window", column(&|it| it.window.map(human_fixed))),
        Column::left("partition", column(&|it| it.partition_key.as_ref().map(|key| partition(key, style)))).if_any(),
        Column::left("from", column(&|it| Some(it.source.to_owned()))),
    ];
    grid(columns, style)
}

/// What told the unit of a reset, where that is no more than a guess.
const fn guess(by: ResetBy) -> Option<&'static str> {
    match by {
        ResetBy::Magnitude => Some("its size"),
        ResetBy::CrossCheck => Some("another field"),
        _ => None,
    }
}

/// Whether the table of limits already says all of a policy.
fn is_shown(policy: &Quota<'_>, limits: &[Limit<'_>]) -> bool {
    limits.iter().any(|limit| {
        limit.name == policy.name
            && limit.partition_key == policy.partition_key
            && limit.limit == Some(policy.limit)
            && limit.window == policy.window
    })
}

/// Requests are what everyone expects; only another unit is worth a column.
fn unit(unit: Option<&str>, style: &Style) -> Option<String> {
    unit.filter(|unit| *unit != "requests").map(|unit| style.safe(unit))
}

fn partition(key: &PartitionKey, style: &Style) -> String {
    printable(key).map_or_else(|| escape::escape(&key.0, style.unicode()), |text| style.safe(text))
}

fn alternative(it: &Alternative<'_>, style: &Style) -> String {
    let room = style.width().saturating_sub(it.header.len()).saturating_sub(20);
    let ellipsis = style.ellipsis();
    let value = escape::excerpt(&it.value, None, room, style.unicode(), ellipsis).text;
    let mut line = format!("{}: {value} may also mean ", it.header);
    line += &match (it.wait, it.at) {
        (Some(wait), Some(at)) => format!("{}, until {at}", human_fixed(wait)),
        (Some(wait), None) => human_fixed(wait),
        (None, Some(at)) => at.to_string(),
        (None, None) => "a time that cannot be known here".to_owned(),
    };
    line + &format!(" ({})", it.form)
}
