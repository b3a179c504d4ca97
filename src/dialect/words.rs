//! Durations that are written out: `2 seconds`, as the `ms` package of JavaScript reads them, `2.seconds` of Rails, and
//! `TimeSpan.Zero`.

use crate::quantity::{Decimal, Exact};

/// The nanoseconds of a duration in words; `None` where a text is none.
pub(super) fn duration(text: &str) -> Option<Exact> {
    if text.rsplit_once('.').is_some_and(|(_, name)| name.eq_ignore_ascii_case("zero")) {
        return Some(Exact::zero());
    }
    let end = text.find(|it: char| !it.is_ascii_digit() && it != '.')?;
    let (number, word) = text.split_at_checked(end)?;
    let number = number.strip_suffix('.').unwrap_or(number);
    let number = Decimal::parse(number).ok().filter(|number| !number.is_negative())?;
    let nanoseconds: u64 = match word.trim().to_ascii_lowercase().as_str() {
        "milliseconds" | "millisecond" | "msecs" | "msec" => 1_000_000,
        "seconds" | "second" | "secs" | "sec" | "s" => 1_000_000_000,
        "minutes" | "minute" | "mins" | "min" | "m" => 60_000_000_000,
        "hours" | "hour" | "hrs" | "hr" | "h" => 3_600_000_000_000,
        "days" | "day" | "d" => 86_400_000_000_000,
        "weeks" | "week" | "w" => 604_800_000_000_000,
        _ => return None,
    };
    Some(number.magnitude().times_whole(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_units() {
        let right = [
            ("2 seconds", 2_000),
            ("1 minute", 60_000),
            ("1.5 hours", 5_400_000),
            ("300msec", 300),
            ("2 s", 2_000),
            ("5.seconds", 5_000),
            ("1.5.minutes", 90_000),
        ];
        for (text, milliseconds) in right {
            assert_eq!(duration(text), Some(Exact::new(milliseconds, 6)), "{text}");
        }
        assert_eq!(duration("TimeSpan.Zero"), Some(Exact::zero()));
        for text in ["", "2", "2 moons", "seconds", "-2 seconds", "2 seconds ago", "zero"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
