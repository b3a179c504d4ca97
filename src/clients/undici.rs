use super::javascript::{number, timer, until};
use super::seen::Seen;
use super::{Behaviour, Client, IGNORED, NOT_RETRIED, NOTHING_SAID, NotModelled};

pub(super) const CLIENT: Client =
    Client { name: "undici", version: "7.30.2", source: "undici, RetryAgent, lib/handler/retry-handler.js", rule };

/// The longest wait in milliseconds.
const MAX_TIMEOUT: f64 = 30_000.0;

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if ![429, 500, 502, 503, 504].contains(&seen.status) {
        return Ok(NOT_RETRIED);
    }
    // Several lines are an array, which becomes a text with bare commas.
    let Some(value) = seen.joined("retry-after", ",")?.filter(|value| !value.is_empty()) else {
        return Ok(NOTHING_SAID);
    };
    let seconds = number(&value);
    let (wait, reason) = if seconds.is_nan() {
        let Some(until) = until(&value, seen)? else { return Ok(IGNORED) };
        (until, "a date, by new Date()")
    } else {
        (seconds * 1000.0, "seconds, by Number()")
    };
    Ok(if wait > MAX_TIMEOUT {
        timer(MAX_TIMEOUT, "its longest wait")
    } else if wait > 0.0 {
        timer(wait, reason)
    } else {
        Behaviour::own("a wait of 0 or past counts as none")
    })
}
