use super::javascript::{parse_float, timer, until};
use super::seen::Seen;
use super::{Behaviour, Client, NOT_RETRIED, NOTHING_SAID, NotModelled};

pub(super) const CLIENT: Client = Client {
    name: "openai-node",
    version: "6.49.0",
    source: "openai, src/client.ts, shouldRetry and retryRequest",
    rule,
};

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    match seen.joined("x-should-retry", ", ")?.as_deref() {
        Some("true") => {}
        Some("false") => return Ok(Behaviour::gives_up("x-should-retry is false")),
        _ if matches!(seen.status, 408 | 409 | 429 | 500..) => {}
        _ => return Ok(NOT_RETRIED),
    }
    let mut wait = None;
    let mut reason = "milliseconds, by parseFloat()";
    if let Some(value) = seen.joined("retry-after-ms", ", ")?.filter(|value| !value.is_empty()) {
        wait = Some(parse_float(&value)).filter(|milliseconds| !milliseconds.is_nan());
    }
    let falls_through = wait.is_none_or(|milliseconds| milliseconds == 0.0);
    if falls_through && let Some(value) = seen.joined("retry-after", ", ")?.filter(|value| !value.is_empty()) {
        let seconds = parse_float(&value);
        wait = Some(if seconds.is_nan() {
            reason = "a date, by Date.parse";
            until(&value, seen)?.unwrap_or(f64::NAN)
        } else {
            reason = "seconds, by parseFloat()";
            seconds * 1000.0
        });
    }
    Ok(wait.map_or(NOTHING_SAID, |milliseconds| timer(milliseconds, reason)))
}
