use super::javascript::{number, timer, until};
use super::seen::Seen;
use super::{Behaviour, Client, NOT_RETRIED, NotModelled};

pub(super) const CLIENT: Client = Client {
    name: "axios-retry",
    version: "4.5.0 (axios 1.21.1)",
    source: "axios-retry, src/index.ts, retryAfter",
    rule,
};

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if !matches!(seen.status, 429 | 500..=599) {
        return Ok(NOT_RETRIED);
    }
    // Node keeps the first line of this field.
    let Some(value) = seen.first("retry-after")?.filter(|value| !value.is_empty()) else {
        return Ok(Behaviour::at_once("no wait is asked for, and it has none"));
    };
    let seconds = number(value);
    if !seconds.is_nan() && seconds != 0.0 {
        return Ok(timer((seconds * 1000.0).max(0.0), "seconds, by Number()"));
    }
    // A number of 0 is read as a date as well.
    let Some(until) = until(value, seen)? else {
        return Ok(Behaviour::at_once("what is not understood is no wait"));
    };
    Ok(timer(until.max(0.0), "a date, by new Date()"))
}
