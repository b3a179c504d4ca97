//! Exact offsets and points in time.

use crate::instant::Instant;
use crate::quantity::{Exact, Fixed, Tens, Unit};

/// How long after the first call's start `instant` is, in nanoseconds; `None` where it is before.
///
/// It turns a deadline that is an instant, or the time of reception, into the offset that a [`State`](super::State)
/// holds.
///
/// # Examples
///
/// ```
/// use holdoff::instant::Instant;
/// use holdoff::quantity::Exact;
/// use holdoff::verdict::offset_from_start;
///
/// let started = Instant::parse("2026-12-01T00:00:00Z")?;
/// let deadline = Instant::parse("2026-12-01T00:01:00Z")?;
/// assert_eq!(offset_from_start(deadline, started), Some(Exact::new(60, 9)));
/// assert_eq!(offset_from_start(started, deadline), None);
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn offset_from_start(instant: Instant, started: Instant) -> Option<Exact> {
    offset_from_reception(instant, started, &Exact::zero())
}

/// The same where the first call's start is known only as `elapsed` nanoseconds before the reception.
pub fn offset_from_reception(instant: Instant, received: Instant, elapsed: &Exact) -> Option<Exact> {
    let after = instant.since(received);
    if after.is_negative() {
        elapsed.minus(&Fixed::ZERO.minus(after).to_exact_nanos())
    } else {
        Some(elapsed.plus(&after.to_exact_nanos()))
    }
}

/// The instant `nanos` later, rounded half to even to the nanosecond; `None` past 9999.
pub(super) fn later(instant: Instant, nanos: &Exact) -> Option<Instant> {
    let nanos = i128::try_from(nanos.round(1, 0, &mut Tens::new()).units()?).ok()?;
    instant.plus(Fixed::nanos(nanos))
}

/// `nanos` as a person writes it, such as `1m 30s`, rounded half to even to the nanosecond.
pub(super) fn human(nanos: &Exact) -> String {
    nanos.round(1, 0, &mut Tens::new()).human(Some(Unit::Nanosecond))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_exact_and_never_negative() {
        let at = |text| Instant::parse(text).unwrap();
        let (received, elapsed) = (at("@100"), Exact::new(12, 9));
        let offset = |text| offset_from_reception(at(text), received, &elapsed);
        assert_eq!(offset("@148"), Some(Exact::new(60, 9)));
        assert_eq!(offset("@95.000000001"), Some(Exact::new(7_000_000_001, 0)));
        assert_eq!(offset("@88"), Some(Exact::zero()));
        assert_eq!(offset("@87.999999999"), None);
    }

    #[test]
    fn a_later_instant_is_to_the_nanosecond_or_none() {
        let start = Instant::parse("@0").unwrap();
        let shown = |nanos| later(start, &nanos).map(|it| it.to_string());
        assert_eq!(shown(Exact::new(15, -1)), Some("1970-01-01T00:00:00.000000002Z".to_owned()));
        assert_eq!(shown(Exact::new(1, 40)), None);
        assert_eq!(shown(Fixed::MAX.to_exact_nanos()), None);
    }
}
