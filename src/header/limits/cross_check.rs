//! What other fields tell of the unit of a bare number: the wait that the response asks for, its `Date`, and the window.

use super::Reader;
use super::reset::{self, BySize, Reset};
use crate::header::reading::ResetBy;
use crate::quantity::{Fixed, human_fixed};

/// Below this the wait that is asked for tells nothing: with a tolerance of a second too many numbers agree with it.
const SHORTEST_ASKED: Fixed = Fixed::whole(10);

/// The reset in another unit than its size tells, and a message that says which field told so.
///
/// It is read in milliseconds where only so it agrees with the wait that the response asks for, or fits the window; as
/// Unix time where it lies near the server's clock but not near the reception. A field that the drafts define is in
/// seconds whatever the window, since the one that is announced need not be that of the reset.
pub(super) fn other_unit(
    number: Fixed,
    text: &[u8],
    size: &BySize,
    specified: bool,
    window: Option<Fixed>,
    reader: &Reader<'_, '_>,
) -> Option<(Reset, String)> {
    if matches!(size, BySize::Epoch(_)) {
        return None;
    }
    let milliseconds = number.thousandth();
    let checked = |reset: Reset| Reset { by: ResetBy::CrossCheck, ..reset };
    let delay = || checked(Reset { form: "milliseconds", ..Reset::delay(milliseconds, reader.received) });
    if let Some(asked) = reader.asked.filter(|asked| *asked >= SHORTEST_ASKED && reset::is_plausible(milliseconds))
        && is_near(milliseconds, asked)
        && !is_near(number, asked)
    {
        let message =
            format!("in milliseconds the reset agrees with the wait of {} that is asked for", human_fixed(asked));
        return Some((delay(), message));
    }
    if let (BySize::Implausible, Some(server)) = (size, reader.server) {
        let resolution = reset::last_digit(text);
        let near = |form, seconds, resolution| reset::epoch(form, seconds, resolution, Some(server));
        let found = near("epoch-seconds", number, resolution)
            .or_else(|| near("epoch-milliseconds", milliseconds, resolution.thousandth()))?;
        let at = found.at?;
        let reset = checked(Reset::instant(found.form, at, found.resolution, reader.received));
        return Some((reset, "the reset is Unix time near the response's Date, not near its reception".to_owned()));
    }
    let window = window.filter(|_| !specified && *size == BySize::Delay)?;
    if number > with_slack(window) && milliseconds <= with_slack(window) {
        let message =
            format!("in milliseconds the reset fits the window of {}, in seconds it does not", human_fixed(window));
        return Some((delay(), message));
    }
    None
}

/// That a delay is longer than the window that it ends, where it is.
pub(super) fn beyond(delay: Fixed, window: Fixed) -> Option<String> {
    let (far, window_shown) = (human_fixed(delay), human_fixed(window));
    (delay > with_slack(window)).then(|| format!("the reset is {far} away, and the window lasts {window_shown}"))
}

/// Both numbers may have been rounded to whole seconds.
fn is_near(one: Fixed, other: Fixed) -> bool {
    let difference = one.minus(other);
    difference.max(Fixed::ZERO.minus(difference)) <= Fixed::ONE
}

fn with_slack(window: Fixed) -> Fixed {
    window.plus(Fixed::ONE)
}

#[cfg(test)]
mod tests {
    use crate::header::{Context, Field, ReceivedFrom, read};
    use crate::instant::Instant;

    /// The reset of the first limit and what told it. 2026-12-01T00:00:00Z is 1796083200.
    #[test]
    fn another_field_tells_the_unit() {
        for (lines, right) in [
            // 60 s from now in milliseconds; as seconds 694 days, which no size can place.
            (&[("X-RateLimit-Reset", "60000000"), ("Retry-After", "60000")][..], "60000 cross-check"),
            (&[("X-RateLimit-Reset", "29801"), ("Retry-After", "30")], "29.801 cross-check"),
            (&[("RateLimit-Reset", "30000"), ("Retry-After", "30")], "30 cross-check"),
            (&[("X-RateLimit-Reset", "30"), ("Retry-After", "30")], "30 magnitude"),
            // An hourly window beside the wait of a burst.
            (&[("X-RateLimit-Reset", "3600"), ("Retry-After", "29")], "3600 magnitude"),
            (&[("X-RateLimit-Reset", "1500"), ("Retry-After", "1")], "1500 magnitude"),
            (&[("X-RateLimit-Reset", "1796083230"), ("Retry-After", "30")], "30 magnitude"),
            (&[("X-RateLimit-Limit", "100;w=60"), ("X-RateLimit-Reset", "45000")], "45 cross-check"),
            (&[("X-RateLimit-Limit", "100;w=60"), ("X-RateLimit-Reset", "45")], "45 magnitude"),
            (&[("X-RateLimit-Limit", "100;w=60"), ("X-RateLimit-Reset", "450000")], "450000 magnitude"),
            (&[("RateLimit-Limit", "100, 100;w=60"), ("RateLimit-Reset", "45000")], "45000 specification"),
            // An old response read today: 2013-07-01T17:47:53Z is past.
            (&[("Date", "Mon, 01 Jul 2013 17:27:06 GMT"), ("X-RateLimit-Reset", "1372700873")], "0 cross-check"),
            (&[("X-RateLimit-Reset", "1372700873")], "-"),
            (&[("RateLimit", "\"a\";r=0;t=5")], "5 specification"),
            (&[("X-RateLimit-Reset", "Tue, 01 Dec 2026 00:00:30 GMT")], "30 syntax"),
            (&[("x-ratelimit-reset-tokens", "6m0s")], "360 syntax"),
            (&[("anthropic-ratelimit-requests-reset", "2026-12-01T00:00:30Z")], "30 companions"),
        ] {
            let fields: Vec<_> =
                lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
            let received = Some((Instant::parse("2026-12-01T00:00:00Z").unwrap(), ReceivedFrom::Flag));
            let it = read(&fields, &Context { status: Some(429), received, ..Context::default() });
            let found = it.limits.first().and_then(|it| Some(format!("{} {}", it.reset?, it.reset_by?.name())));
            assert_eq!(found.as_deref().unwrap_or("-"), right, "{lines:?}");
        }
    }
}
