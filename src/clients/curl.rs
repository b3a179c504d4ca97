use super::seen::Seen;
use super::{Behaviour, Client, IGNORED, NOT_RETRIED, NOTHING_SAID, NotModelled, curl_date};
use crate::quantity::Fixed;

pub(super) const CLIENT: Client =
    Client { name: "curl", version: "7.88.1", source: "curl --retry, lib/http.c and src/tool_operate.c", rule };

/// Where milliseconds no longer fit, in milliseconds.
const LONGEST: i128 = 9_223_372_036_854_775_807;

fn rule(seen: &Seen<'_>) -> Result<Behaviour, NotModelled> {
    if ![408, 429, 500, 502, 503, 504].contains(&seen.status) {
        return Ok(NOT_RETRIED);
    }
    // Each line replaces the one before.
    let Some(value) = seen.last("retry-after")? else { return Ok(NOTHING_SAID) };
    let (seconds, reason) = match leading_number(value) {
        Some(seconds) if seconds != 0 => (seconds, "the digits that it begins with"),
        _ => {
            let Some(unix) = curl_date::parse(value) else { return Ok(IGNORED) };
            let now = seen.now()?.as_nanos().div_euclid(1_000_000_000);
            (unix.saturating_sub(now), "a date, by curl_getdate")
        }
    };
    Ok(match seconds {
        0 => Behaviour::own("a wait of 0 counts as none"),
        ..0 => Behaviour::at_once("the date is past: a negative wait"),
        _ if seconds > LONGEST / 1000 => Behaviour::waits(Fixed::whole(LONGEST).thousandth(), "its longest wait"),
        _ => Behaviour::waits(Fixed::whole(seconds), reason),
    })
}

/// A number of 63 bits at the start; one that is larger is none.
fn leading_number(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    unsigned.get(..digits)?.parse::<i64>().ok().map(i128::from)
}
