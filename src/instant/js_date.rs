use super::{Instant, parse_rfc3339};

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// Reads a date as `Date.prototype.toString` of JavaScript writes it (ECMA-262, 21.4.4.41):
/// `Tue Dec 01 2026 01:00:42 GMT+0100 (Central European Standard Time)`, with or without the name of the zone.
///
/// `None` for anything else. The day of the week is not held against the date.
///
/// # Examples
///
/// ```
/// let at = holdoff::instant::parse_js_date("Tue Dec 01 2026 01:00:42 GMT+0100 (CET)").unwrap();
/// assert_eq!(at.to_string(), "2026-12-01T00:00:42Z");
/// ```
pub fn parse_js_date(text: &str) -> Option<Instant> {
    let (date, zone) = text.split_once(" GMT")?;
    let mut parts = date.split(' ');
    let mut part = |length: usize| parts.next().filter(|it| it.len() == length);
    let (weekday, month, day, year, time) = (part(3)?, part(3)?, part(2)?, part(4)?, part(8)?);
    let month = MONTHS.iter().position(|it| *it == month)?.checked_add(1)?;
    let (offset, name) = zone.split_at_checked(5)?;
    let (hours, minutes) = offset.split_at_checked(3)?;
    let is_name = name.is_empty() || (name.starts_with(" (") && name.ends_with(')'));
    if parts.next().is_some() || !WEEKDAYS.contains(&weekday) || !is_name {
        return None;
    }
    parse_rfc3339(&format!("{year}-{month:02}-{day}T{time}{hours}:{minutes}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_javascript_writes() {
        for (text, right) in [
            ("Tue Dec 01 2026 01:00:42 GMT+0100 (Central European Standard Time)", Some("2026-12-01T00:00:42Z")),
            ("Tue Feb 16 2021 09:02:42 GMT+0000", Some("2021-02-16T09:02:42Z")),
            ("Mon Nov 30 2026 19:00:42 GMT-0500 (EST)", Some("2026-12-01T00:00:42Z")),
            ("Tue Dec 1 2026 01:00:42 GMT+0100", None),
            ("Tue Dec 01 2026 01:00:42 GMT", None),
            ("Tue Dec 01 2026 01:00:42 GMT+0100 CET", None),
            ("Tue Dec 01 2026 01:00:42", None),
            ("Tue Dec 32 2026 01:00:42 GMT+0100", None),
            ("Tuesday Dec 01 2026 01:00:42 GMT+0100", None),
            ("Tue, 01 Dec 2026 00:00:42 GMT", None),
            ("", None),
        ] {
            assert_eq!(parse_js_date(text).map(|it| it.to_string()).as_deref(), right, "{text}");
        }
    }
}
