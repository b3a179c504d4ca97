//! The numbers and dates of Python.

use super::NotModelled;
use super::number::decimal_prefix;

/// What becomes of a text that is read as a date.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Date {
    /// It is none.
    None,
    /// It looks like one, and an exception is raised: there is no such month or year.
    Raises,
    /// Seconds of Unix time.
    At(f64),
}

/// A longer text is a date to nobody who means well.
const LONGEST: usize = 256;

const MONTHS: [&str; 24] = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// `float(text)`: a decimal with underscores between digits, or a word for infinity or for no number.
pub(super) fn float(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = without_underscores(text)?;
    let word = plain.strip_prefix(['+', '-']).unwrap_or(&plain).to_ascii_lowercase();
    let is_word = ["inf", "infinity", "nan"].contains(&word.as_str());
    (is_word || decimal_prefix(&plain) == Some(&plain)).then(|| plain.parse().ok()).flatten()
}

/// `int(text)`, saturated far beyond any date.
fn int(text: &str) -> Option<i128> {
    let plain = without_underscores(text)?;
    let digits = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i128::MAX).min(1_000_000_000_000_000_000_000_000);
    Some(if plain.starts_with('-') { size.saturating_neg() } else { size })
}

/// An underscore stands between two digits, or the text is no number.
fn without_underscores(text: &str) -> Option<String> {
    let is_digit = |part: Option<char>| part.is_some_and(|letter| letter.is_ascii_digit());
    let parts: Vec<&str> = text.split('_').collect();
    for pair in parts.windows(2) {
        if let [before, after] = pair
            && !(is_digit(before.chars().next_back()) && is_digit(after.chars().next()))
        {
            return None;
        }
    }
    Some(parts.concat())
}

/// `email.utils.mktime_tz(email.utils.parsedate_tz(text))`.
pub(super) fn parse_date(text: &str) -> Result<Date, NotModelled> {
    if text.len() > LONGEST {
        return Err("the value is longer than any date");
    }
    Ok(parts(text).map_or(Date::None, |parts| timegm(&parts)))
}

/// A date as it is written; only the month is known to be one.
struct Parts {
    year: i128,
    month: i128,
    day: i128,
    hour: i128,
    minute: i128,
    second: i128,
    offset: i128,
}

fn parts(text: &str) -> Option<Parts> {
    let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
    let first = *words.first()?;
    if first.ends_with(',') || DAYS.contains(&first.to_ascii_lowercase().as_str()) {
        words.remove(0);
    } else if let Some((_, after)) = first.rsplit_once(',')
        && let Some(first) = words.first_mut()
    {
        *first = after;
    }
    if let [date, time, zone] = words[..] {
        let date: Vec<&str> = date.split('-').collect();
        if let [day, month, year] = date[..] {
            words = vec![day, month, year, time, zone];
        }
    }
    if let [_, _, _, time] = words[..] {
        let sign = time.find('+').or_else(|| time.find('-')).filter(|at| *at > 0);
        let (time, zone) = sign.and_then(|at| time.split_at_checked(at)).unwrap_or((time, ""));
        words.truncate(3);
        words.extend([time, zone]);
    }
    let [mut day, mut month, mut year, mut time, mut zone] = *words.first_chunk()?;
    if day.is_empty() || month.is_empty() || year.is_empty() {
        return None;
    }
    let number_of = |name: &str| MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name));
    let mut number = number_of(month);
    if number.is_none() {
        (day, month) = (month, day);
        number = number_of(month);
    }
    let month = i128::try_from(number? % 12).ok()?.saturating_add(1);
    day = day.strip_suffix(',').unwrap_or(day);
    if year.find(':').is_some_and(|at| at > 0) {
        (year, time) = (time, year);
    }
    year = year.strip_suffix(',').unwrap_or(year);
    if !year.chars().next()?.is_ascii_digit() {
        (year, zone) = (zone, year);
    }
    let time: Vec<&str> = time.strip_suffix(',').unwrap_or(time).split(':').collect();
    let (hour, minute, second) = match time[..] {
        [hour, minute] => (hour, minute, "0"),
        [hour, minute, second] => (hour, minute, second),
        [time] => match time.split('.').collect::<Vec<_>>()[..] {
            [hour, minute] => (hour, minute, "0"),
            [hour, minute, second] => (hour, minute, second),
            _ => return None,
        },
        _ => return None,
    };
    let year = match int(year)? {
        year @ ..=68 => year.saturating_add(2000),
        year @ 69..=99 => year.saturating_add(1900),
        year => year,
    };
    let (day, hour, minute, second) = (int(day)?, int(hour)?, int(minute)?, int(second)?);
    Some(Parts { year, month, day, hour, minute, second, offset: offset(zone) })
}

/// Seconds east of UTC; 0 where the zone is not known.
fn offset(zone: &str) -> i128 {
    let zone = zone.to_ascii_uppercase();
    let hundreds = match zone.as_str() {
        "UT" | "UTC" | "GMT" | "Z" => 0,
        "AST" | "EDT" => -400,
        "ADT" => -300,
        "EST" | "CDT" => -500,
        "CST" | "MDT" => -600,
        "MST" | "PDT" => -700,
        "PST" => -800,
        other => int(other).unwrap_or(0),
    };
    let (hours, minutes) = (hundreds / 100, hundreds % 100);
    hours.saturating_mul(3600).saturating_add(minutes.saturating_mul(60))
}

/// `calendar.timegm` less the offset: the month and the year must exist, all else runs over.
fn timegm(parts: &Parts) -> Date {
    if !(1..=9999).contains(&parts.year) {
        return Date::Raises;
    }
    let days = days_before(parts.year, parts.month).saturating_add(parts.day).saturating_sub(1);
    let minutes = days.saturating_mul(24).saturating_add(parts.hour).saturating_mul(60).saturating_add(parts.minute);
    let seconds = minutes.saturating_mul(60).saturating_add(parts.second).saturating_sub(parts.offset);
    Date::At(seconds.to_string().parse().unwrap_or(f64::NAN))
}

/// Days from 1970-01-01 to the first of a month, 1 to 12, of a year of the Gregorian calendar.
pub(super) fn days_before(year: i128, month: i128) -> i128 {
    // A year that begins in March has its leap day at its end.
    let year = if month > 2 { year } else { year.saturating_sub(1) };
    let since_march = month.saturating_add(9) % 12;
    let leaps = year.div_euclid(4).saturating_sub(year.div_euclid(100)).saturating_add(year.div_euclid(400));
    let in_year = since_march.saturating_mul(153).saturating_add(2) / 5;
    year.saturating_mul(365).saturating_add(leaps).saturating_add(in_year).saturating_sub(719_468)
}
