//! Go's `time.Parse(time.RFC1123, …)`: `Mon, 02 Jan 2006 15:04:05 MST`.

use super::NotModelled;
use super::python::days_before;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Seconds of Unix time. An abbreviation of a zone other than the local one counts as UTC.
///
/// A fraction of a second, which is read though the layout has none, is not modelled.
pub(super) fn parse_rfc1123(text: &str) -> Result<Option<i128>, NotModelled> {
    if text.contains('.') || text.matches(',').count() > 1 {
        return Err("it may hold a fraction of a second");
    }
    Ok(parse(text))
}

fn parse(text: &str) -> Option<i128> {
    let (_, text) = name(text, &DAYS)?;
    let (day, text) = two_digits(space(text.strip_prefix(',')?)?)?;
    let (month, text) = name(space(text)?, &MONTHS)?;
    let (year, text) = space(text)?.split_at_checked(4)?;
    let year = year.bytes().all(|byte| byte.is_ascii_digit()).then(|| year.parse::<i128>().ok()).flatten()?;
    let (hour, text) = two_digits(space(text)?).or_else(|| one_digit(space(text)?))?;
    let (minute, text) = two_digits(text.strip_prefix(':')?)?;
    let (second, text) = two_digits(text.strip_prefix(':')?)?;
    let zone = space(text)?;
    if zone_length(zone) != Some(zone.len()) {
        return None;
    }
    let month = i128::try_from(month).ok()?.saturating_add(1);
    let next =
        if month == 12 { days_before(year.saturating_add(1), 1) } else { days_before(year, month.saturating_add(1)) };
    let first = days_before(year, month);
    if day < 1 || day > next.saturating_sub(first) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let hours = first.saturating_add(day).saturating_sub(1).saturating_mul(24).saturating_add(hour);
    Some(hours.saturating_mul(60).saturating_add(minute).saturating_mul(60).saturating_add(second))
}

/// One space of the layout stands for any number of them.
fn space(text: &str) -> Option<&str> {
    text.starts_with(' ').then(|| text.trim_start_matches(' '))
}

fn name<'a>(text: &'a str, names: &[&str]) -> Option<(usize, &'a str)> {
    let (first, rest) = text.split_at_checked(3)?;
    Some((names.iter().position(|name| name.eq_ignore_ascii_case(first))?, rest))
}

fn two_digits(text: &str) -> Option<(i128, &str)> {
    digits(text, 2)
}

fn one_digit(text: &str) -> Option<(i128, &str)> {
    digits(text, 1)
}

fn digits(text: &str, count: usize) -> Option<(i128, &str)> {
    let (first, rest) = text.split_at_checked(count)?;
    let value = first.bytes().all(|byte| byte.is_ascii_digit()).then(|| first.parse().ok()).flatten()?;
    Some((value, rest))
}

/// How long the abbreviation of a zone is that the text begins with.
fn zone_length(text: &str) -> Option<usize> {
    if text.starts_with("ChST") || text.starts_with("MeST") {
        return Some(4);
    }
    if let Some(offset) = text.strip_prefix("GMT") {
        return Some(offset_length(offset).saturating_add(3));
    }
    if text.starts_with(['+', '-']) {
        return Some(offset_length(text)).filter(|length| *length > 0);
    }
    let bytes = text.as_bytes();
    match bytes.iter().take(6).take_while(|byte| byte.is_ascii_uppercase()).count() {
        5 if bytes.get(4) == Some(&b'T') => Some(5),
        4 if bytes.get(3) == Some(&b'T') || text.starts_with("WITA") => Some(4),
        3 => Some(3),
        _ => None,
    }
}

/// A sign and hours of at most 23; 0 where it is something else.
fn offset_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['+', '-']) else { return 0 };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let hours = rest.get(..digits).and_then(|hours| hours.parse::<u64>().ok());
    if hours.is_some_and(|hours| hours <= 23) { digits.saturating_add(1) } else { 0 }
}
