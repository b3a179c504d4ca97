//! What `holdoff compare` says at a terminal: the waits side by side, where in time the calls lie, what each policy
//! comes to.

use std::cmp::Ordering;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::{Column, grid, load};
use crate::quantity::Exact;
use crate::report::compare::{Comparison, Pair, Side};
use crate::report::load::about_budgets;
use crate::report::{Paint, Style, escape};

/// How many retries are shown; the others are in the JSON.
const MOST_ROWS: usize = 16;
/// The most columns of a label.
const LONGEST_LABEL: usize = 28;
/// The most columns of the line of time.
const LONGEST_LINE: usize = 72;

/// The whole answer.
pub(in crate::report) fn text(comparison: &Comparison, style: &Style) -> String {
    let mut text = String::new();
    if comparison.revision.is_none() {
        let sides: Vec<&Side> = comparison.sides.iter().collect();
        let labels: Vec<String> = sides.iter().map(|side| label(side, style)).collect();
        block(&mut text, &sides, &labels, style);
        sentences(&mut text, comparison, style);
        notes(&mut text, &sides, style);
        return text;
    }
    let lead = style.wrap(&style.safe(&comparison.lead()));
    let _ = writeln!(text, "{lead}");
    for pair in &comparison.pairs {
        if comparison.kind(pair) == "same" {
            continue;
        }
        let _ = writeln!(text);
        change(&mut text, comparison, pair, style);
    }
    text
}

/// One policy and what it was.
fn change(text: &mut String, comparison: &Comparison, pair: &Pair, style: &Style) {
    let (from, to) = (comparison.side(pair.from), comparison.side(pair.to));
    let Some(named) = to.or(from) else { return };
    let kind = comparison.kind(pair);
    let _ = writeln!(text, "{}: {}", style.paint(Paint::Note, &style.safe(&named.label)), kind);
    let sides: Vec<&Side> = from.into_iter().chain(to).collect();
    let revision = comparison.revision.as_deref().unwrap_or_default();
    let labels: Vec<String> = match (from, to) {
        (Some(_), Some(_)) => vec![cut(revision, style), "now".to_owned()],
        (Some(_), None) => vec![cut(revision, style)],
        _ => vec!["now".to_owned()],
    };
    block(text, &sides, &labels, style);
    if let Some(to) = to {
        notes(text, &[to], style);
    }
}

/// Waits, calls in time and sums of some policies.
fn block(text: &mut String, sides: &[&Side], labels: &[String], style: &Style) {
    text.push_str(&waits(sides, labels, style));
    text.push_str(&timeline(sides, labels, style));
    let _ = writeln!(text);
    text.push_str(&facts(sides, labels, style));
    let loads: Vec<_> = labels.iter().cloned().zip(sides.iter().map(|side| &side.load)).collect();
    text.push_str(&load::chart(&loads, style));
    let budgets = labels.iter().zip(sides).filter_map(|(label, side)| Some((label.as_str(), side.retry_budget()?)));
    for sentence in about_budgets(budgets) {
        let _ = writeln!(text, "{}", style.wrap(&sentence));
    }
    for (side, label) in sides.iter().zip(labels).filter(|(side, _)| side.envelope.goes_on) {
        let of = format!("{label} goes on; what it comes to is that of {}", side.seen());
        let _ = writeln!(text, "{}", style.wrap(&of));
    }
}

/// A row for each retry.
fn waits(sides: &[&Side], labels: &[String], style: &Style) -> String {
    let longest = sides.iter().map(|side| side.envelope.steps.len()).max().unwrap_or(0);
    let shown = longest.min(MOST_ROWS);
    let retries = 1..=u64::try_from(shown).unwrap_or(0);
    let mut columns = vec![Column::right("retry", retries.clone().map(|retry| Some(retry.to_string())))];
    for (side, label) in sides.iter().zip(labels) {
        columns.push(Column::right(label, retries.clone().map(|retry| side.wait_before(retry))));
    }
    let mut text = grid(columns, style);
    if longest > shown {
        let left = longest.saturating_sub(shown);
        let _ = writeln!(text, " {} {left} more, in the JSON", style.ellipsis());
    }
    text
}

/// A line for each policy with a mark where each call starts, all to one scale.
fn timeline(sides: &[&Side], labels: &[String], style: &Style) -> String {
    let starts = |side: &Side| -> Vec<Exact> {
        let steps = side.envelope.steps.iter().take(if side.envelope.goes_on { MOST_ROWS } else { usize::MAX });
        steps.map(|step| step.span.start.clone()).collect()
    };
    let all: Vec<Vec<Exact>> = sides.iter().map(|side| starts(side)).collect();
    let Some(end) = all.iter().flatten().max().filter(|end| !end.is_zero()) else { return String::new() };
    let title = labels.iter().map(|label| label.width()).max().unwrap_or(0);
    let more = if sides.iter().any(|side| side.envelope.goes_on) { style.ellipsis().width() } else { 0 };
    let room = style.width().saturating_sub(title).saturating_sub(3).saturating_sub(more).min(LONGEST_LINE);
    let (mark, rest) = if style.unicode() { ('\u{25cf}', '\u{b7}') } else { ('o', '.') };
    let last = room.saturating_sub(1);
    let mut text = "\n".to_owned();
    for ((side, starts), label) in sides.iter().zip(&all).zip(labels) {
        let mut line = vec![' '; room];
        let places = starts.iter().map(|start| place(start, end, last)).chain([0]);
        let places: Vec<usize> = places.collect();
        let until = places.iter().copied().max().unwrap_or(0);
        for (at, letter) in line.iter_mut().enumerate() {
            *letter = match at {
                at if places.contains(&at) => mark,
                at if at < until => rest,
                _ => ' ',
            };
        }
        let pad = " ".repeat(title.saturating_sub(label.width()));
        let line: String = line.into_iter().collect();
        let goes_on = if side.envelope.goes_on { style.ellipsis() } else { "" };
        let _ = writeln!(text, " {label}{pad} {}{goes_on}", line.trim_end());
    }
    let Some(side) = sides.first() else { return text };
    let end = side.human(end);
    let gap = room.saturating_sub(end.width()).saturating_sub(1);
    let _ = writeln!(text, " {} 0{}{end}", " ".repeat(title), " ".repeat(gap));
    text
}

/// Which of the places from 0 to `last` a moment has.
fn place(at: &Exact, end: &Exact, last: usize) -> usize {
    let scaled = at.times_whole(u64::try_from(last).unwrap_or(0));
    let mut place = 0usize;
    let mut passed = end.clone();
    while passed <= scaled && place < last {
        place = place.saturating_add(1);
        passed = passed.plus(end);
    }
    place
}

/// What each comes to; what none of them has is left out.
fn facts(sides: &[&Side], labels: &[String], style: &Style) -> String {
    let all: Vec<_> = sides.iter().map(|side| side.facts()).collect();
    let Some(first) = all.first() else { return String::new() };
    let kept: Vec<usize> =
        (0..first.len()).filter(|at| all.iter().any(|it| it.get(*at).is_some_and(|it| it.shown.is_some()))).collect();
    let titles = kept.iter().filter_map(|at| first.get(*at)).map(|fact| Some(fact.title.to_owned()));
    let mut columns = vec![Column::left("", titles)];
    for (facts, label) in all.iter().zip(labels) {
        let cells =
            kept.iter().map(|at| facts.get(*at).and_then(|fact| fact.shown.as_deref()).map(|it| style.quoted(it)));
        columns.push(Column::right(label, cells));
    }
    if let [one, other] = all.as_slice() {
        let differs = |at: &usize| one.get(*at).map(|it| &it.shown) != other.get(*at).map(|it| &it.shown);
        columns.push(Column::left("", kept.iter().map(|at| Some(if differs(at) { "differs" } else { "" }.to_owned()))));
    }
    grid(columns, style)
}

/// Where each parts from the first, and what differs.
fn sentences(text: &mut String, comparison: &Comparison, style: &Style) {
    let _ = writeln!(text);
    for pair in &comparison.pairs {
        let (Some(from), Some(to)) = (comparison.side(pair.from), comparison.side(pair.to)) else { continue };
        let (one, other) = (cut(&from.label, style), cut(&to.label, style));
        let sentence = match comparison.parts_at(pair) {
            None => format!("{other} waits as {one} does"),
            Some(retry) => match (from.wait_before(retry), to.wait_before(retry)) {
                (Some(old), Some(new)) => {
                    let parts = format!("{other} parts from {one} at retry {retry}: {new} instead of {old}");
                    format!("{parts}{}", longer((from, &one), (to, &other)))
                }
                (Some(_), None) => format!("{other} parts from {one} at retry {retry}, which it does not have"),
                _ => format!("{other} parts from {one} at retry {retry}, which only it has"),
            },
        };
        let _ = writeln!(text, "{}", style.wrap(&sentence));
    }
}

/// Which of two goes on longer, as the end of a sentence; nothing where neither does.
fn longer(one: (&Side, &str), other: (&Side, &str)) -> String {
    // A policy without an end is longer than any.
    let calls = |side: &Side| side.envelope.calls().unwrap_or(u64::MAX);
    let ((long, name), (short, _)) = match calls(one.0).cmp(&calls(other.0)) {
        Ordering::Equal => return String::new(),
        Ordering::Greater => (one, other),
        Ordering::Less => (other, one),
    };
    format!("; {name} goes on longer, {} against {}", long.retries(), short.retries())
}

/// What is to be said of each policy's client.
fn notes(text: &mut String, sides: &[&Side], style: &Style) {
    for side in sides {
        let Some(origin) = &side.origin else { continue };
        if let Some(sentence) = origin.sentence(&side.policy) {
            let _ = writeln!(text, "\n{}", style.wrap(&style.safe(&sentence)));
        }
        origin.write(text, style);
    }
}

fn label(side: &Side, style: &Style) -> String {
    cut(&side.label, style)
}

/// A label, safe to write and no wider than a column bears. The end of a path tells more than its beginning.
fn cut(label: &str, style: &Style) -> String {
    let end = label.len();
    let mark = label.contains(['/', '\\', '#']).then(|| (end.saturating_sub(1), end));
    escape::excerpt(label.as_bytes(), mark, LONGEST_LABEL, style.unicode(), style.ellipsis()).text
}
