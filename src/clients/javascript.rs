//! The numbers and timers of Node.

use super::number::{decimal_prefix, fixed};
use super::seen::Seen;
use super::{Behaviour, NotModelled, v8_date};

/// The longest delay of a timer in milliseconds. One that is longer becomes 1 ms (Node, `timers`, `setTimeout`).
pub(super) const LONGEST_TIMER: f64 = 2_147_483_647.0;

/// `setTimeout(…, milliseconds)`.
pub(super) fn timer(milliseconds: f64, reason: &'static str) -> Behaviour {
    if milliseconds.is_nan() {
        Behaviour::at_once("setTimeout is given no number")
    } else if milliseconds > LONGEST_TIMER {
        Behaviour::at_once("by overflow: too long for setTimeout")
    } else if milliseconds < 2.0 {
        // The shortest delay of a timer is 1 ms, so that is what 0 is too.
        Behaviour::at_once("the wait is past, 0 or 1 ms")
    } else {
        Behaviour::waits(fixed(milliseconds.trunc()).thousandth(), reason)
    }
}

/// `Number(text)` (ECMA-262, StringToNumber).
pub(super) fn number(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return 0.0;
    }
    let radix = match text.get(..2) {
        Some("0x" | "0X") => Some(16),
        Some("0o" | "0O") => Some(8),
        Some("0b" | "0B") => Some(2),
        _ => None,
    };
    if let Some(radix) = radix {
        let digits = text.get(2..).unwrap_or_default();
        let value = digits.chars().try_fold(0.0, |value: f64, digit| {
            digit.to_digit(radix).map(|digit| value.mul_add(f64::from(radix), f64::from(digit)))
        });
        return value.filter(|_| !digits.is_empty()).unwrap_or(f64::NAN);
    }
    if decimal_prefix(text) == Some(text) {
        return text.parse().unwrap_or(f64::NAN);
    }
    infinity(text).filter(|_| text.ends_with("Infinity") && text.len() <= 9).unwrap_or(f64::NAN)
}

/// `parseFloat(text)`: the decimal that it begins with.
pub(super) fn parse_float(text: &str) -> f64 {
    let text = text.trim_start_matches(is_space);
    let decimal = decimal_prefix(text).and_then(|decimal| decimal.parse().ok());
    decimal.or_else(|| infinity(text)).unwrap_or(f64::NAN)
}

fn infinity(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    unsigned.starts_with("Infinity").then_some(f64::INFINITY * sign)
}

const fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t')
}

/// `Date.parse(text) - Date.now()` in milliseconds; `None` where the date is invalid.
pub(super) fn until(text: &str, seen: &Seen<'_>) -> Result<Option<f64>, NotModelled> {
    let Some(date) = v8_date::parse(text)? else { return Ok(None) };
    Ok(Some(date - now(seen)?))
}

/// `Date.now()`: whole milliseconds.
pub(super) fn now(seen: &Seen<'_>) -> Result<f64, NotModelled> {
    let milliseconds = seen.now()?.as_nanos().div_euclid(1_000_000);
    // Years 0000 to 9999 have at most 15 digits of milliseconds, which a float holds exactly.
    Ok(milliseconds.to_string().parse().unwrap_or(f64::NAN))
}
