//! The load of retries as a little chart: a row for each failure rate, a bar for each policy.

use super::{Column, bar, fits, grid, rows};
use crate::quantity::{Exact, Rounded, Tens};
use crate::report::Style;
use crate::report::load::Load;

/// The longest bar, in columns.
const BAR: usize = 24;
/// The shortest one that still shows a difference.
const SHORTEST_BAR: usize = 6;

/// The calls for one request at several failure rates, each load under its label; nothing where none has a curve.
///
/// All of them side by side, or one beneath the other where the terminal is too narrow for that. All have one scale.
pub(in crate::report) fn chart(loads: &[(String, &Load)], style: &Style) -> String {
    let loads: Vec<_> =
        loads.iter().filter(|(_, load)| !load.curve.is_empty()).map(|(label, it)| (label, *it)).collect();
    if loads.is_empty() {
        return String::new();
    }
    let all = loads.iter().flat_map(|(_, load)| &load.curve);
    let longest = all.flat_map(|point| [&point.free, &point.within]).flatten().max();
    let heading = format!("\n{}\n", style.wrap("calls for one request, by the share of calls that fail:"));
    if let Some(wide) = with_bars(&loads, longest, style) {
        return heading + &wide;
    }
    let each = loads.iter().map(|one| {
        let one = std::slice::from_ref(one);
        with_bars(one, longest, style).unwrap_or_else(|| grid(columns(one, longest, 0, style), style))
    });
    heading + &each.collect::<Vec<_>>().join("\n")
}

/// With the longest bars that there is room for.
fn with_bars(loads: &[(&String, &Load)], longest: Option<&Rounded>, style: &Style) -> Option<String> {
    let drawn = |room| rows(&columns(loads, longest, room, style));
    (SHORTEST_BAR..=BAR).rev().map(drawn).find(|text| fits(text, style))
}

fn columns(loads: &[(&String, &Load)], longest: Option<&Rounded>, room: usize, style: &Style) -> Vec<Column> {
    let rates = loads.first().map_or(&[][..], |(_, load)| &load.curve);
    let mut columns = vec![Column::right("fail", rates.iter().map(|point| Some(point.percent())))];
    for (label, load) in loads {
        let free: Vec<_> = load.curve.iter().map(|point| point.free.as_ref()).collect();
        columns.push(Column::left(label, cells(&free, longest, room, style)));
        if load.is_limited {
            let within: Vec<_> = load.curve.iter().map(|point| point.within.as_ref()).collect();
            columns.push(Column::left("within its budget", cells(&within, longest, room, style)));
        }
    }
    columns
}

/// Each number, and its bar behind it.
fn cells(loads: &[Option<&Rounded>], longest: Option<&Rounded>, room: usize, style: &Style) -> Vec<Option<String>> {
    let eighths = u64::try_from(room).unwrap_or(0).saturating_mul(8);
    let numbers: Vec<Option<String>> = loads.iter().map(|load| load.map(short)).collect();
    let widest = numbers.iter().flatten().map(String::len).max().unwrap_or(0);
    let cell = |(load, number): (&Option<&Rounded>, &Option<String>)| {
        let (load, number) = ((*load)?, number.as_ref()?);
        let bar = longest.filter(|_| room > 0).map(|longest| bar(load.share(longest, eighths), style));
        Some(format!("{number:<widest$} {}", bar.unwrap_or_default()).trim_end().to_owned())
    };
    loads.iter().zip(&numbers).map(cell).collect()
}

/// A load with two decimals; all of them are in the JSON.
fn short(load: &Rounded) -> String {
    let billionths = load.units().and_then(|units| u64::try_from(units).ok());
    billionths.map_or_else(|| load.to_string(), |it| Exact::new(it, -9).round(1, 2, &mut Tens::new()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::RetryBudget;

    /// Five calls at a rate of 30% are 1.4251 and within AWS's budget 1 + 0.7/4.2; at full outage 5 and 1.
    #[test]
    fn fits_the_terminal() {
        let (aws, rate) = (RetryBudget::aws(14), Exact::new(3, -1));
        let one = Load::new(&[(Some(5), Some(&aws))], Some(&rate));
        let other = Load::new(&[(None, None)], Some(&rate));
        let loads = [("a-client".to_owned(), &one), ("for-ever".to_owned(), &other)];
        for width in [40, 60, 80, 120] {
            for unicode in [true, false] {
                let text = chart(&loads, &Style::new(false, width, unicode));
                assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
                assert!(unicode || text.is_ascii(), "{text}");
                let row = text.lines().find(|line| line.trim_start().starts_with("30%")).unwrap_or_default();
                assert!(row.contains("1.43") && row.contains("1.17"), "{width}:\n{text}");
            }
        }
        assert_eq!(chart(&[("a".to_owned(), &Load::new(&[(Some(5), None)], None))], &Style::new(false, 80, true)), "");
    }
}
