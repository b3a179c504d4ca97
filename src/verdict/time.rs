//! Exact offsets and points in time.

use crate::instant::Instant;
use crate::quantity::{Exact, Fixed, Tens, Unit};

/// The time by which a retry must have started, seen from the first call's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// So many nanoseconds after it.
    After(Exact),
    /// So many nanoseconds before it: whatever happens is too late.
    Before(Exact),
}

impl Deadline {
    /// How far past the deadline a moment is, in nanoseconds after the first call's start; `None` where it is in time.
    pub fn late_by(&self, moment: &Exact) -> Option<Exact> {
        match self {
            Self::After(deadline) => moment.minus(deadline).filter(|late| !late.is_zero()),
            Self::Before(early) => Some(moment.plus(early)),
        }
    }

    /// How long before the deadline a moment is; `None` where it is too late.
    pub fn spare(&self, moment: &Exact) -> Option<Exact> {
        match self {
            Self::After(deadline) => deadline.minus(moment),
            Self::Before(_) => None,
        }
    }

    /// The deadline that is an instant, seen from the instant at which the first call started.
    ///
    /// # Examples
    ///
    /// ```
    /// use holdoff::instant::Instant;
    /// use holdoff::quantity::Exact;
    /// use holdoff::verdict::Deadline;
    ///
    /// let started = Instant::parse("2026-12-01T00:00:00Z")?;
    /// let deadline = Instant::parse("2026-12-01T00:01:00Z")?;
    /// assert_eq!(Deadline::from_start(deadline, started), Deadline::After(Exact::new(60, 9)));
    /// # Ok::<(), holdoff::quantity::Malformed>(())
    /// ```
    pub fn from_start(deadline: Instant, started: Instant) -> Self {
        Self::from_reception(deadline, started, &Exact::zero())
    }

    /// The same where the first call's start is known only as `elapsed` nanoseconds before the reception.
    pub fn from_reception(deadline: Instant, received: Instant, elapsed: &Exact) -> Self {
        let after = deadline.since(received);
        if !after.is_negative() {
            return Self::After(elapsed.plus(&after.to_exact_nanos()));
        }
        let back = Fixed::ZERO.minus(after).to_exact_nanos();
        match elapsed.minus(&back) {
            Some(left) => Self::After(left),
            None => Self::Before(back.minus(elapsed).unwrap_or_else(Exact::zero)),
        }
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
    fn deadlines_are_exact_on_either_side_of_the_start() {
        let at = |text| Instant::parse(text).unwrap();
        let (received, elapsed) = (at("@100"), Exact::new(12, 9));
        let deadline = |text| Deadline::from_reception(at(text), received, &elapsed);
        assert_eq!(deadline("@148"), Deadline::After(Exact::new(60, 9)));
        assert_eq!(deadline("@95.000000001"), Deadline::After(Exact::new(7_000_000_001, 0)));
        assert_eq!(deadline("@88"), Deadline::After(Exact::zero()));
        assert_eq!(deadline("@87.999999999"), Deadline::Before(Exact::new(1, 0)));
        assert_eq!(deadline("@87").late_by(&elapsed), Some(Exact::new(13, 9)));
        assert_eq!((deadline("@100").late_by(&elapsed), deadline("@100").spare(&elapsed)), (None, Some(Exact::zero())));
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
