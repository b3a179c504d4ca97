//! Which limit was hit.

use super::Limit;
use crate::instant::Instant;
use crate::quantity::Fixed;

/// The limit that was hit, as far as the limits alone tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// Of the limits that are used up, the one with the latest reset.
    UsedUp(usize),
    /// One is used up, and none of those gives a reset: of them the one with the longest window, or else the first.
    WithoutReset(usize),
    /// None is said to be used up; this one may be.
    Guess(usize),
    /// None, with the first limit of which something is left.
    QuotaLeft(usize),
    /// Nothing is known.
    Nothing,
}

impl Hit {
    /// Finds it; `failed` says that the status is 400 or more, without which nothing is guessed. A limit that the server
    /// says was `violated` was hit, whatever is left of it.
    pub(super) fn find(
        limits: &[Limit<'_>],
        received: Option<Instant>,
        failed: bool,
        violated: impl Fn(&Limit<'_>) -> bool,
    ) -> Self {
        let has_reset = |limit: &Limit<'_>| limit.reset.is_some() || lacks_reception(limit, received);
        let latest = |wanted: &dyn Fn(&Limit<'_>) -> bool| {
            let all =
                limits.iter().enumerate().filter(|(_, limit)| limit.decides() && wanted(limit) && has_reset(limit));
            // Where the reception is not known, an instant may lie after every delay, so it counts as later.
            let key =
                |limit: &Limit<'_>| (lacks_reception(limit, received), limit.reset, limit.reset_at, limit.resolution);
            // `max_by_key` takes the last of equal ones; the first one sent shall count.
            all.rev().max_by_key(|(_, limit)| key(limit)).map(|(position, _)| position)
        };
        if let Some(position) = latest(&|limit| limit.exhausted || violated(limit)) {
            return Self::UsedUp(position);
        }
        let used_up = limits.iter().enumerate().filter(|(_, limit)| limit.decides() && limit.exhausted);
        if let Some((position, _)) = used_up.rev().max_by_key(|(_, limit)| limit.window) {
            return Self::WithoutReset(position);
        }
        if failed && let Some(position) = latest(&|limit| limit.remaining.is_none()) {
            return Self::Guess(position);
        }
        let is_left = |limit: &Limit<'_>| limit.decides() && limit.remaining.is_some_and(|it| it > Fixed::ZERO);
        let left = limits.iter().position(is_left);
        left.map_or(Self::Nothing, Self::QuotaLeft)
    }
}

/// The most to wait where limits are used up and none of them gives a reset: the longest of their windows. `None` where
/// the window of one is not known either.
pub(super) fn upper_bound(limits: &[Limit<'_>]) -> Option<Fixed> {
    let used_up = limits.iter().filter(|limit| limit.decides() && limit.exhausted);
    used_up.map(|limit| limit.window).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Whether only the time of reception is missing to know when a limit resets.
pub(super) fn lacks_reception(limit: &Limit<'_>, received: Option<Instant>) -> bool {
    received.is_none() && limit.reset.is_none() && limit.reset_at.is_some()
}
