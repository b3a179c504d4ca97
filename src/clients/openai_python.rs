use super::number::{fixed, float};
use super::python::{self, Date};
use super::seen::Seen;
use super::{Behaviour, Client, IGNORED, NOT_RETRIED, NOTHING_SAID, NotModelled};

pub(super) const CLIENT: Client = Client {
    name: "openai-python",
    version: "3.57.0 (Python 3.11)",
    source: "openai, _base_client.py, _parse_retry_after_header and _should_retry",
    rule,
};

/// The longest wait that is honoured, in seconds.
const LONGEST: f64 = 120.0;

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    let asked = asked(seen)?;
    if asked.is_some_and(|(seconds, _)| seconds.is_finite() && seconds > LONGEST) {
        return Ok(Behaviour::gives_up("more than 120 s are asked for"));
    }
    match seen.joined("x-should-retry", ", ")?.as_deref() {
        Some("true") => {}
        Some("false") => return Ok(Behaviour::gives_up("x-should-retry is false")),
        _ if matches!(seen.status, 408 | 409 | 429 | 500..) => {}
        _ => return Ok(NOT_RETRIED),
    }
    Ok(match asked {
        None if seen.joined("retry-after", ", ")?.is_some() || seen.joined("retry-after-ms", ", ")?.is_some() => {
            IGNORED
        }
        None => NOTHING_SAID,
        Some((seconds, _)) if !seconds.is_finite() => IGNORED,
        Some((seconds, reason)) if seconds > 0.0 => Behaviour::waits(fixed(seconds), reason),
        Some(_) => Behaviour::own("a wait of 0 or past counts as none"),
    })
}

/// The seconds that are asked for, and in which form.
fn asked(seen: &Seen<'_>) -> Result<Option<(f64, &'static str)>, NotModelled> {
    let fields = [("retry-after-ms", 1000.0, "milliseconds, by float()"), ("retry-after", 1.0, "seconds, by float()")];
    for (field, divisor, reason) in fields {
        let Some(value) = seen.joined(field, ", ")? else { continue };
        let Some(number) = python::float(&value) else { continue };
        if number == f64::INFINITY && value.bytes().any(|byte| byte.is_ascii_digit()) {
            return Ok(Some((LONGEST + 1.0, reason)));
        }
        return Ok(Some((number / divisor, reason)));
    }
    let Some(value) = seen.joined("retry-after", ", ")? else { return Ok(None) };
    Ok(match python::parse_date(&value)? {
        Date::None | Date::Raises => None,
        Date::At(unix) => Some((unix - float(seen.now()?), "a date, by email.utils")),
    })
}
