use super::number::{fixed, float};
use super::python::{self, Date};
use super::seen::Seen;
use super::{Behaviour, Client, NOT_RETRIED, NotModelled, Outcome};
use crate::quantity::Fixed;

pub(super) const CLIENT: Client = Client {
    name: "urllib3",
    version: "2.8.0 (Python 3.11)",
    source: "urllib3, util/retry.py, Retry.parse_retry_after",
    rule,
};

/// The longest wait, `DEFAULT_RETRY_AFTER_MAX`, in seconds.
const LONGEST: Fixed = Fixed::whole(21_600);
/// Python turns no longer text into a whole number.
const MOST_DIGITS: usize = 4300;

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if ![413, 429, 503].contains(&seen.status) {
        return Ok(NOT_RETRIED);
    }
    let Some(value) = seen.joined("retry-after", ", ")?.filter(|value| !value.is_empty()) else {
        return Ok(Behaviour::gives_up("not without a Retry-After"));
    };
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        if value.len() > MOST_DIGITS {
            return Ok(Behaviour::new(Outcome::Fails, "raises ValueError: too many digits"));
        }
        return Ok(wait(Fixed::parse(value.as_bytes()).unwrap_or(Fixed::MAX), "seconds"));
    }
    Ok(match python::parse_date(&value)? {
        Date::None => Behaviour::new(Outcome::Fails, "raises InvalidHeader"),
        Date::Raises => Behaviour::new(Outcome::Fails, "raises ValueError: no such date"),
        Date::At(unix) => wait(fixed(unix - float(seen.now()?)), "a date, by email.utils"),
    })
}

fn wait(seconds: Fixed, reason: &'static str) -> Behaviour {
    if seconds > LONGEST {
        Behaviour::waits(LONGEST, "its longest wait")
    } else if seconds > Fixed::ZERO {
        Behaviour::waits(seconds, reason)
    } else {
        Behaviour::own("a wait of 0 or past counts as none")
    }
}
