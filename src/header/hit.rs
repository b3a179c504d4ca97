//! Which limit was hit.

use super::Limit;
use crate::instant::Instant;
use crate::quantity::Fixed;

/// The limit that was hit, as far as the limits alone tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// Of the limits that are used up, the one with the latest reset.
    UsedUp(usize),
    /// One is used up, and none of those gives a reset.
    WithoutReset,
    /// None is said to be used up; this one may be.
    Guess(usize),
    /// None, with the first limit of which something is left.
    QuotaLeft(usize),
    /// Nothing is known.
    Nothing,
}

impl Hit {
    /// Finds it; `failed` says that the status is 400 or more, without which nothing is guessed.
    pub(super) fn find(limits: &[Limit<'_>], received: Option<Instant>, failed: bool) -> Self {
        let has_reset = |limit: &Limit<'_>| limit.reset.is_some() || lacks_reception(limit, received);
        let latest = |wanted: &dyn Fn(&Limit<'_>) -> bool| {
            let all = limits.iter().enumerate().filter(|(_, limit)| wanted(limit) && has_reset(limit));
            // Where the reception is not known, an instant may lie after every delay, so it counts as later.
            let key =
                |limit: &Limit<'_>| (lacks_reception(limit, received), limit.reset, limit.reset_at, limit.resolution);
            // `max_by_key` takes the last of equal ones; the first one sent shall count.
            all.rev().max_by_key(|(_, limit)| key(limit)).map(|(position, _)| position)
        };
        if let Some(position) = latest(&|limit| limit.exhausted) {
            return Self::UsedUp(position);
        }
        if limits.iter().any(|limit| limit.exhausted) {
            return Self::WithoutReset;
        }
        if failed && let Some(position) = latest(&|limit| limit.remaining.is_none()) {
            return Self::Guess(position);
        }
        let left = limits.iter().position(|limit| limit.remaining.is_some_and(|it| it > Fixed::ZERO));
        left.map_or(Self::Nothing, Self::QuotaLeft)
    }
}

/// Whether only the time of reception is missing to know when a limit resets.
pub(super) fn lacks_reception(limit: &Limit<'_>, received: Option<Instant>) -> bool {
    received.is_none() && limit.reset.is_none() && limit.reset_at.is_some()
}
