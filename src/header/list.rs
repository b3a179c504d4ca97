//! The values of a field that takes one and was sent several times.

use std::ops::Range;

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
/// HTTP-date. The one that stands between two digits without a space may be that of `1,000` or `1,5`, and lines are
/// joined with a space: it parts nothing.
pub(super) fn values(text: &[u8]) -> Vec<Range<usize>> {
    let byte = |at: Option<usize>| at.and_then(|at| text.get(at)).copied();
    let digit = |at: Option<usize>| byte(at).is_some_and(|it| it.is_ascii_digit());
    let mut values = Vec::new();
    let mut start = 0usize;
    for at in 0..text.len() {
        let in_number = digit(at.checked_sub(1)) && digit(at.checked_add(1));
        if byte(Some(at)) != Some(b',') || in_number {
            continue;
        }
        let value = trimmed(text, start..at);
        if text.get(value.clone()).is_some_and(|it| WEEKDAYS.contains(&it)) {
            continue;
        }
        values.push(value);
        start = at.saturating_add(1);
    }
    values.push(trimmed(text, start..text.len()));
    values
}

fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let before = part.len().saturating_sub(part.trim_ascii_start().len());
    let start = range.start.saturating_add(before);
    start..start.saturating_add(part.trim_ascii().len())
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
            ("Tue, 01 Dec 2026 00:00:30 GMT,5", &["Tue, 01 Dec 2026 00:00:30 GMT", "5"]),
            ("5,Tuesday, 01-Dec-26 00:00:30 GMT", &["5", "Tuesday, 01-Dec-26 00:00:30 GMT"]),
            ("120, ", &["120", ""]),
            (",", &["", ""]),
            ("", &[""]),
        ] {
            let found: Vec<_> = values(text.as_bytes()).into_iter().map(|it| &text[it]).collect();
            assert_eq!(found, parts, "{text}");
        }
    }
}
