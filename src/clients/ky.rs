use super::javascript::{LONGEST_TIMER, now, number, timer, until};
use super::seen::Seen;
use super::{Behaviour, Client, NOT_RETRIED, NOTHING_SAID, NotModelled};

pub(super) const CLIENT: Client = Client { name: "ky", version: "1.14.3", source: "ky, source/core/Ky.ts", rule };

/// The first of these that is there counts, even where it is empty.
const FIELDS: [&str; 5] =
    ["retry-after", "ratelimit-reset", "x-ratelimit-retry-after", "x-ratelimit-reset", "x-rate-limit-reset"];
/// 2024-01-01 in milliseconds: what is not below is Unix time.
const UNIX_TIME: f64 = 1_704_067_200_000.0;

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if ![408, 413, 429, 500, 502, 503, 504].contains(&seen.status) {
        return Ok(NOT_RETRIED);
    }
    let mut value = None;
    for field in FIELDS {
        value = seen.joined(field, ", ")?;
        if value.is_some() {
            break;
        }
    }
    let Some(value) = value.filter(|value| !value.is_empty() && [413, 429, 503].contains(&seen.status)) else {
        return Ok(match seen.status {
            413 => Behaviour::gives_up("413 is not retried without a wait"),
            429 | 503 => NOTHING_SAID,
            _ => Behaviour::own("only 413, 429 and 503 carry a wait"),
        });
    };
    let milliseconds = number(&value) * 1000.0;
    let (wait, reason) = if milliseconds.is_nan() {
        let Some(until) = until(&value, seen)? else {
            return Ok(timer(LONGEST_TIMER, "no number is its longest wait"));
        };
        (until, "a date, by Date.parse")
    } else if milliseconds >= UNIX_TIME {
        if milliseconds.is_infinite() {
            (milliseconds, "")
        } else {
            (milliseconds - now(seen)?, "Unix time, by its size")
        }
    } else {
        (milliseconds, "seconds, by Number()")
    };
    if wait > LONGEST_TIMER {
        return Ok(timer(LONGEST_TIMER, "its longest wait"));
    }
    Ok(timer(wait, reason))
}
