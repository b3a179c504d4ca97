//! The only place that reads the clock, and only where the user wrote `now`.

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use holdoff::header::ReceivedFrom;
use holdoff::instant::Instant;
use holdoff::quantity::{Fixed, Malformed};

use super::failure::Failure;

/// The instant that `option` was given, and whether the clock was read for it.
///
/// # Errors
///
/// A value that is no instant, as [`Instant::parse`].
pub(crate) fn instant(option: &str, text: &str) -> Result<(Instant, ReceivedFrom), Failure> {
    if text == "now" {
        let now = now().ok_or_else(|| {
            let fault =
                Malformed::whole("cannot be told: the clock is outside the years 0000 to 9999", "set the clock");
            Failure::value(option, text, &fault)
        })?;
        return Ok((now, ReceivedFrom::Now));
    }
    Instant::parse(text).map(|at| (at, ReceivedFrom::Flag)).map_err(|fault| Failure::value(option, text, &fault))
}

/// The time now, the same for every flag of one run.
fn now() -> Option<Instant> {
    static NOW: OnceLock<Option<Instant>> = OnceLock::new();
    *NOW.get_or_init(read)
}

fn read() -> Option<Instant> {
    let nanos = match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i128::try_from(since.as_nanos()).ok()?,
        Err(before) => i128::try_from(before.duration().as_nanos()).ok()?.checked_neg()?,
    };
    Instant::from_unix(Fixed::nanos(nanos))
}
