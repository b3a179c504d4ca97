//! The values of a field that takes one and was sent several times.

use std::ops::Range;

use super::trim_ows;

const WEEKDAYS: [&[u8]; 14] = [
    b"Mon",
    b"Tue",
    b"Wed",
    b"Thu",
    b"Fri",
    b"Sat",
    b"Sun",
    b"Monday",
    b"Tuesday",
    b"Wednesday",
    b"Thursday",
    b"Friday",
    b"Saturday",
    b"Sunday",
];

/// Where each value stands, without the white space around it.
///
/// A comma parts two values (RFC 9110, 5.6.1), with two exceptions. The one after the day of the week is part of an
/// HTTP-date. The one in `1,000` is a mark of thousands; lines are joined with a space, so it parts nothing.
pub(super) fn values(text: &[u8]) -> Vec<Range<usize>> {
    let mut values = Vec::new();
    let mut start = 0usize;
    for at in 0..text.len() {
        if text.get(at) != Some(&b',') || is_thousands(text, at) {
            continue;
        }
        let value = trimmed(text, start..at);
        if text.get(value.clone()).is_some_and(is_weekday) {
            continue;
        }
        values.push(value);
        start = at.saturating_add(1);
    }
    values.push(trimmed(text, start..text.len()));
    values
}

/// In any case: a date whose only fault is its case is a date all the same.
fn is_weekday(text: &[u8]) -> bool {
    WEEKDAYS.iter().any(|weekday| weekday.eq_ignore_ascii_case(text))
}

/// Whether the comma at `at` stands between one to three digits and exactly three.
pub(super) fn is_thousands(text: &[u8], at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let before = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let after = after.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    (1..=3).contains(&before) && after == 3
}

fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let before = part.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = range.start.saturating_add(before);
    start..start.saturating_add(trim_ows(part).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_values_and_keeps_dates_and_numbers_whole() {
        for (text, parts) in [
            ("120", &["120"][..]),
            ("120, 60", &["120", "60"]),
            ("120 ,\t60", &["120", "60"]),
            ("1,000", &["1,000"]),
            ("1, 000", &["1", "000"]),
            ("12,345,678", &["12,345,678"]),
            ("120,60", &["120", "60"]),
            ("1,5", &["1", "5"]),
            ("1234,567", &["1234", "567"]),
            ("1\x0c, 2", &["1\x0c", "2"]),
            ("Tue, 01 Dec 2026 00:00:30 GMT,5", &["Tue, 01 Dec 2026 00:00:30 GMT", "5"]),
            ("5,Tuesday, 01-Dec-26 00:00:30 GMT", &["5", "Tuesday, 01-Dec-26 00:00:30 GMT"]),
            ("5, tue, 01 dec 2026 00:00:30 gmt", &["5", "tue, 01 dec 2026 00:00:30 gmt"]),
            ("120, ", &["120", ""]),
            (",", &["", ""]),
            ("", &[""]),
        ] {
            let found: Vec<_> = values(text.as_bytes()).into_iter().map(|it| &text[it]).collect();
            assert_eq!(found, parts, "{text}");
        }
    }
}
