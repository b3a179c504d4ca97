use super::javascript::{number, timer, until};
use super::seen::Seen;
use super::{Behaviour, Client, IGNORED, NOT_RETRIED, NOTHING_SAID, NotModelled};

pub(super) const CLIENT: Client =
    Client { name: "got", version: "14.6.6", source: "got, source/core/index.ts and calculate-retry-delay.ts", rule };

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if ![408, 413, 429, 500, 502, 503, 504, 521, 522, 524].contains(&seen.status) {
        return Ok(NOT_RETRIED);
    }
    let without = |own| {
        if seen.status == 413 { Behaviour::gives_up("413 is not retried without a wait") } else { own }
    };
    // Node keeps the first line of this field.
    let Some(value) = seen.first("retry-after")? else { return Ok(without(NOTHING_SAID)) };
    let seconds = number(value);
    let (wait, reason) = if seconds.is_nan() {
        let Some(until) = until(value, seen)? else { return Ok(without(IGNORED)) };
        (if until <= 0.0 { 1.0 } else { until }, "a date, by Date.parse")
    } else {
        (seconds * 1000.0, "seconds, by Number()")
    };
    if wait == 0.0 {
        return Ok(without(Behaviour::own("0 counts as no wait asked for")));
    }
    Ok(timer(wait, reason))
}
