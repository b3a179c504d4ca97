//! curl's reading of a date (`lib/parsedate.c`): words and numbers in nearly any order.

use super::python::days_before;

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Zones, in minutes west of UTC.
const ZONES: [(&str, i64); 45] = [
    ("GMT", 0),
    ("UT", 0),
    ("UTC", 0),
    ("WET", 0),
    ("BST", -60),
    ("WAT", 60),
    ("AST", 240),
    ("ADT", 180),
    ("EST", 300),
    ("EDT", 240),
    ("CST", 360),
    ("CDT", 300),
    ("MST", 420),
    ("MDT", 360),
    ("PST", 480),
    ("PDT", 420),
    ("YST", 540),
    ("YDT", 480),
    ("HST", 600),
    ("HDT", 540),
    ("CAT", 600),
    ("AHST", 600),
    ("NT", 660),
    ("IDLW", 720),
    ("CET", -60),
    ("MET", -60),
    ("MEWT", -60),
    ("MEST", -120),
    ("CEST", -120),
    ("MESZ", -120),
    ("FWT", -60),
    ("FST", -120),
    ("EET", -120),
    ("WAST", -420),
    ("WADT", -480),
    ("CCT", -480),
    ("JST", -540),
    ("EAST", -600),
    ("EADT", -660),
    ("GST", -600),
    ("NZT", -720),
    ("NZST", -720),
    ("NZDT", -780),
    ("IDLE", -720),
    ("Z", 0),
];

/// At most so many words and numbers are looked at.
const MOST_PARTS: usize = 6;

#[derive(Default)]
struct Parts {
    has_weekday: bool,
    /// 0 to 11, or more where eight digits say so.
    month: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
    time: Option<[i64; 3]>,
    /// Seconds west of UTC.
    zone: Option<i64>,
    /// Whether the next number is a year rather than a day.
    wants_year: bool,
}

/// Seconds of Unix time.
pub(super) fn parse(text: &str) -> Option<i128> {
    let mut parts = Parts::default();
    let mut rest = text;
    let mut before = None;
    for _ in 0..MOST_PARTS {
        let skipped = rest.find(|letter: char| letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (between, after) = rest.split_at_checked(skipped)?;
        before = between.chars().next_back().or(before.filter(|_| between.is_empty()));
        let Some(first) = after.chars().next() else { break };
        let length = if first.is_ascii_alphabetic() { parts.word(after)? } else { parts.number(after, before)? };
        let (taken, after) = after.split_at_checked(length)?;
        before = taken.chars().next_back();
        rest = after;
    }
    parts.unix()
}

impl Parts {
    /// Takes the word that the text begins with, and gives its length.
    fn word(&mut self, text: &str) -> Option<usize> {
        let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = text.get(..length)?;
        let is_weekday = |day: &&str| {
            let name = if length > 3 { Some(*day) } else { day.get(..3) };
            name.is_some_and(|name| name.eq_ignore_ascii_case(word))
        };
        if !self.has_weekday && DAYS.iter().any(is_weekday) {
            self.has_weekday = true;
            return Some(length);
        }
        if self.month.is_none()
            && let Some(month) = MONTHS.iter().position(|month| month.eq_ignore_ascii_case(word))
        {
            self.month = i64::try_from(month).ok();
            return Some(length);
        }
        if self.zone.is_none() {
            self.zone = Some(zone(word)?.saturating_mul(60));
            return Some(length);
        }
        None
    }

    /// Takes the time or the number that the text begins with, and gives its length.
    fn number(&mut self, text: &str, before: Option<char>) -> Option<usize> {
        if self.time.is_none()
            && let Some((time, length)) = time(text)
        {
            self.time = Some(time);
            return Some(length);
        }
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let value: i64 = text.get(..length)?.parse::<i32>().ok()?.into();
        let mut found = false;
        if self.zone.is_none() && length == 4 && value <= 1400 && matches!(before, Some('+' | '-')) {
            let seconds = (value / 100).saturating_mul(60).saturating_add(value % 100).saturating_mul(60);
            self.zone = Some(if before == Some('+') { seconds.saturating_neg() } else { seconds });
            found = true;
        }
        if length == 8 && self.year.is_none() && self.month.is_none() && self.day.is_none() {
            self.year = Some(value / 10_000);
            self.month = Some((value % 10_000 / 100).saturating_sub(1)).filter(|month| *month >= 0);
            self.day = Some(value % 100);
            found = true;
        }
        if !found && !self.wants_year && self.day.is_none() {
            if (1..32).contains(&value) {
                self.day = Some(value);
                found = true;
            }
            self.wants_year = true;
        }
        if !found && self.wants_year && self.year.is_none() {
            self.year = Some(match value {
                ..=70 => value.saturating_add(2000),
                71..=99 => value.saturating_add(1900),
                _ => value,
            });
            found = true;
            if self.day.is_none() {
                self.wants_year = false;
            }
        }
        found.then_some(length)
    }

    fn unix(&self) -> Option<i128> {
        let (day, month, year) = (self.day?, self.month?, self.year?);
        let [hour, minute, second] = self.time.unwrap_or_default();
        if year < 1583 || day > 31 || month > 11 || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        let first = days_before(year.into(), i128::from(month).saturating_add(1));
        let hours = first.saturating_add(day.into()).saturating_sub(1).saturating_mul(24).saturating_add(hour.into());
        let minutes = hours.saturating_mul(60).saturating_add(minute.into());
        let seconds = minutes.saturating_mul(60).saturating_add(second.into());
        let unix = seconds.saturating_add(self.zone.unwrap_or(0).into());
        // −1 stands for no date, so the second before 1970 becomes 1970.
        Some(if unix == -1 { 0 } else { unix })
    }
}

/// The minutes west of UTC. Letters are those of the military, `J` left out.
fn zone(word: &str) -> Option<i64> {
    let known = ZONES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, minutes)| *minutes);
    let letter = word.bytes().next()?.to_ascii_uppercase();
    let hours = match letter {
        b'A'..=b'I' => i64::from(letter).saturating_sub(64),
        b'K'..=b'M' => i64::from(letter).saturating_sub(65),
        b'N'..=b'Y' => i64::from(77u8).saturating_sub(letter.into()),
        _ => 0,
    };
    known.or_else(|| (word.len() == 1 && letter != b'J').then(|| hours.saturating_mul(60)))
}

/// Hour, minute and second (0 where there is none) at the start of the text, and their length. Each has at most two
/// letters; white space and a sign may stand before each, since `scanf` allows them.
fn time(text: &str) -> Option<([i64; 3], usize)> {
    let (hour, at) = scan(text, 0)?;
    let (minute, at) = scan(text, colon(text, at)?)?;
    let second = colon(text, at).and_then(|at| scan(text, at));
    Some(second.map_or(([hour, minute, 0], at), |(second, at)| ([hour, minute, second], at)))
}

fn colon(text: &str, at: usize) -> Option<usize> {
    (text.as_bytes().get(at) == Some(&b':')).then(|| at.saturating_add(1))
}

fn scan(text: &str, at: usize) -> Option<(i64, usize)> {
    let blank = text.get(at..)?.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = at.saturating_add(blank);
    let bytes = text.get(start..)?.as_bytes();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = bytes.iter().skip(sign).take(2usize.saturating_sub(sign)).take_while(|it| it.is_ascii_digit()).count();
    let end = start.saturating_add(sign).saturating_add(digits);
    let value = text.get(start..end)?.parse().ok()?;
    Some((value, end))
}
