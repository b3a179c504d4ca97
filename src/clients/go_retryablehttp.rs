use super::seen::Seen;
use super::{Behaviour, Client, IGNORED, NOT_RETRIED, NOTHING_SAID, NotModelled, go_date};
use crate::quantity::Fixed;

/// Read from its source and not compared with a run.
pub(super) const CLIENT: Client = Client {
    name: "go-retryablehttp",
    version: "0.7.7 (read, not run)",
    source: "hashicorp/go-retryablehttp, client.go, parseRetryAfterHeader",
    rule,
};

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if !matches!(seen.status, 429 | 500 | 502..) {
        return Ok(NOT_RETRIED);
    }
    if ![429, 503].contains(&seen.status) {
        return Ok(Behaviour::own("only 429 and 503 carry a wait"));
    }
    let Some(value) = seen.first("retry-after")?.filter(|value| !value.is_empty()) else { return Ok(NOTHING_SAID) };
    // As strconv.ParseInt, Rust reads a sign, digits and nothing else.
    if let Ok(seconds) = value.parse::<i64>() {
        if seconds < 0 {
            return Ok(Behaviour::own("a negative number is not understood"));
        }
        let nanos = seconds.wrapping_mul(1_000_000_000);
        return Ok(match nanos {
            ..0 => Behaviour::at_once("by overflow of a duration"),
            0 => Behaviour::at_once("the wait is 0 or past"),
            _ if seconds > 9_223_372_036 => {
                Behaviour::waits(Fixed::nanos(nanos.into()), "what an overflow leaves of it")
            }
            _ => Behaviour::waits(Fixed::nanos(nanos.into()), "seconds, by ParseInt"),
        });
    }
    let Some(unix) = go_date::parse_rfc1123(value)? else { return Ok(IGNORED) };
    let until = Fixed::whole(unix).minus(seen.now()?).min(Fixed::nanos(i64::MAX.into()));
    Ok(if until > Fixed::ZERO {
        Behaviour::waits(until, "a date, as time.RFC1123")
    } else {
        Behaviour::at_once("the wait is 0 or past")
    })
}
