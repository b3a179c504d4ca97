//! What `holdoff schedule` says at a terminal: a row for each retry, then the totals in a sentence.

use std::fmt::Write as _;

use super::{Column, bar, fits, grid, rows, width, without_empty};
use crate::quantity::Rounded;
use crate::report::schedule::{Bounds, Row, Schedule};
use crate::report::{Style, diagnostics};

/// The longest bar, in columns.
const BAR: usize = 24;
/// The shortest one that still shows growth.
const SHORTEST_BAR: usize = 4;

/// The whole table and its last lines.
pub(in crate::report) fn text(schedule: &Schedule<'_>, style: &Style) -> String {
    let mut text = layout(schedule, style);
    let _ = writeln!(text, "{}", style.wrap(&summary(schedule)));
    for line in marks(schedule) {
        let _ = writeln!(text, "{}", style.safe(&line));
    }
    for (when, wait) in ["before the first call", "after the last call"].into_iter().zip(&schedule.idle) {
        if let Some(wait) = wait {
            let _ = writeln!(text, "{} of waiting {when}", schedule.human(wait));
        }
    }
    if let Some(origin) = &schedule.origin {
        if let Some(sentence) = origin.sentence(schedule.policy) {
            let _ = writeln!(text, "{}", style.wrap(&style.safe(&sentence)));
        }
        origin.write(&mut text, style);
    }
    let _ = diagnostics::write(&mut text, schedule.diagnostics(), &[], style);
    text
}

/// The rows with as much as the terminal is wide for: first the bars become shorter, then the exact numbers go, then
/// the bars.
fn layout(schedule: &Schedule<'_>, style: &Style) -> String {
    let heading = exact_heading(schedule);
    for exact in [heading.as_deref(), None] {
        let mut columns = numbers(schedule, exact);
        let taken = width(&columns);
        // A space on either side of the bar, and the word `max` behind it.
        let room = style.width().saturating_sub(taken).saturating_sub(6).min(BAR);
        if room >= SHORTEST_BAR && !schedule.rows.is_empty() {
            columns.push(Column::left("", bars(schedule, room, style).into_iter().map(Some)));
            let wide = rows(&columns);
            if fits(&wide, style) {
                return wide;
            }
        }
    }
    // In a narrow terminal the call goes, which is the retry and one, then the bounds, then the elapsed time.
    let without = |titles: &[&str]| {
        let mut columns = numbers(schedule, None);
        columns.retain(|column| !titles.contains(&column.title()));
        columns
    };
    const NARROWER: [&[&str]; 5] = [
        &[],
        &["call"],
        &["call", "mean"],
        &["call", "mean", "least", "most"],
        &["call", "mean", "least", "most", "elapsed"],
    ];
    let narrower = NARROWER.into_iter().map(without);
    let mut fitting = narrower.filter(|columns| fits(&rows(columns), style));
    grid(fitting.next().unwrap_or_else(|| numbers(schedule, None)), style)
}

/// Every column but the bars.
fn numbers(schedule: &Schedule<'_>, exact: Option<&str>) -> Vec<Column> {
    let human = |value: &Rounded| schedule.human(value);
    let column = |title: &str, cell: &dyn Fn(&Row) -> Option<String>| {
        Column::right(title, schedule.rows.iter().map(cell)).if_any()
    };
    let exact = |cell: &dyn Fn(&Row) -> Option<String>| exact.map(|title| column(title, cell));
    let spread = |row: &Row, part: &dyn Fn(&Bounds) -> Option<String>| row.spread.as_ref().and_then(part);
    let columns = [
        Some(column("retry", &|row| Some(row.retry.to_string()))),
        Some(column("call", &|row| Some(row.call.to_string()))),
        Some(column("wait", &|row| Some(human(&row.wait)))),
        exact(&|row| Some(row.wait.to_string())),
        Some(column("least", &|row| spread(row, &|it| Some(human(&it.min))))),
        Some(column("mean", &|row| spread(row, &|it| it.mean.as_ref().map(human)))),
        Some(column("most", &|row| spread(row, &|it| Some(human(&it.max))))),
        Some(column("sampled", &|row| row.sampled.as_ref().map(human))),
        Some(column("elapsed", &|row| Some(human(&row.elapsed)))),
        exact(&|row| Some(row.elapsed.to_string())),
        Some(column("start", &|row| row.call_time.as_ref().map(|(start, _)| human(start)))),
        Some(column("end", &|row| row.call_time.as_ref().map(|(_, end)| human(end)))),
    ];
    without_empty(columns.into_iter().flatten().collect())
}

/// Over the column of exact numbers, which is left out where the other one shows the same: for bare numbers, and
/// where every duration is written in the unit of the output anyway.
fn exact_heading(schedule: &Schedule<'_>) -> Option<String> {
    let unit = schedule.unit()?;
    let same = |value: &Rounded| value.human(Some(unit)) == format!("{value}{}", unit.name());
    let all_same = schedule.rows.iter().all(|row| same(&row.wait) && same(&row.elapsed));
    (!all_same).then(|| format!("in {}", unit.name()))
}

/// Growth and cap for the eye: the longest wait fills `room` columns.
fn bars(schedule: &Schedule<'_>, room: usize, style: &Style) -> Vec<String> {
    let longest = schedule.rows.iter().map(|row| &row.wait).max();
    let eighths = u64::try_from(room).unwrap_or(0).saturating_mul(8);
    let drawn = |row: &Row| {
        let bar = bar(longest.map_or(0, |longest| row.wait.share(longest, eighths)), style);
        if row.capped { format!("{bar} max") } else { bar }
    };
    schedule.rows.iter().map(drawn).collect()
}

/// Where each mark falls; the names are as they were given.
pub(in crate::report) fn marks(schedule: &Schedule<'_>) -> impl Iterator<Item = String> {
    schedule.marks.iter().map(|(mark, at)| {
        let place = match mark.before_retry {
            Some(retry) => format!("falls before retry {retry}"),
            None => "falls after the last retry has started".to_owned(),
        };
        format!("{} ({}) {place}", mark.name, schedule.human(at))
    })
}

/// The totals in one sentence.
pub(in crate::report) fn summary(schedule: &Schedule<'_>) -> String {
    let human = |value: &Rounded| schedule.human(value);
    let totals = &schedule.totals;
    let mut text = match totals.calls {
        Some(1) => format!("1 call, no retry; {} of waiting", human(&totals.total)),
        Some(calls) => format!("{calls} calls; {} of waiting", human(&totals.total)),
        None => format!("goes on; {} of waiting until here", human(&totals.total)),
    };
    if let Some(spread) = &totals.spread {
        let _ = write!(text, ", {} to {} with jitter", human(&spread.min), human(&spread.max));
        if let Some(mean) = &spread.mean {
            let _ = write!(text, ", {} on average", human(mean));
        }
    }
    if let Some(sampled) = &totals.sampled {
        let _ = write!(text, "; {} in the sample", human(sampled));
    }
    if let Some(worst) = &totals.worst_case {
        let _ = write!(text, "; over after {} at worst", human(worst));
        if let Some(mean) = &totals.mean_case {
            let _ = write!(text, ", {} on average", human(mean));
        }
    }
    match totals.capped_from {
        Some(1) => text.push_str("; every wait is the max"),
        Some(retry) => {
            let _ = write!(text, "; the max holds from retry {retry}");
        }
        None => {}
    }
    text
}
