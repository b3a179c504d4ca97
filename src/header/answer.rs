//! What decides, and what follows from it.

use super::hit::Hit;
use super::{Action, Hint, Limit, ResetBy};
use crate::instant::Instant;
use crate::quantity::Fixed;
use crate::vendor::Fallback;

/// What decides.
pub(super) struct Answer {
    pub(super) header: &'static str,
    /// `None` where only the time of reception is missing.
    pub(super) wait: Option<Fixed>,
    pub(super) at: Option<Instant>,
    pub(super) resolution: Fixed,
    /// Whether a delay of 0 was cut to it: nothing is left of a limit, so that it has not been reset yet.
    is_cut: bool,
}

impl Answer {
    pub(super) fn from_hint(hint: &Hint<'_>) -> Self {
        Self { header: hint.header, wait: hint.wait, at: hint.at, resolution: hint.resolution, is_cut: false }
    }

    pub(super) fn from_limit(limit: &Limit<'_>) -> Self {
        let (header, resolution) = (limit.reset_field(), limit.resolution);
        let is_told = limit.reset_by != Some(ResetBy::Specification);
        let is_cut = limit.exhausted && limit.reset == Some(Fixed::ZERO) && is_told;
        Self { header, wait: limit.reset, at: limit.reset_at, resolution, is_cut }
    }

    pub(super) fn from_rule(rule: &Fallback, received: Option<Instant>) -> Self {
        let wait = Fixed::whole(rule.seconds.into());
        let at = received.and_then(|received| received.plus(wait));
        Self { header: rule.name, wait: Some(wait), at, resolution: Fixed::ZERO, is_cut: false }
    }

    pub(super) fn is_instant(&self) -> bool {
        self.resolution > Fixed::ZERO
    }

    /// The wait until the whole of the instant is past.
    pub(super) fn safe_wait(&self, received: Option<Instant>) -> Option<Fixed> {
        match (self.at, received) {
            (Some(at), Some(received)) if self.is_instant() => Some(at.since(received).plus(self.resolution).or_zero()),
            _ if self.is_cut => Some(Fixed::ONE),
            _ => self.wait,
        }
    }

    pub(super) fn action(&self) -> Action {
        match self.wait {
            None => Action::Unknown,
            Some(Fixed::ZERO) => Action::Go,
            Some(_) => Action::Wait,
        }
    }
}

/// The answer of the limits where no field above them speaks.
pub(super) fn from_limits(limits: &[Limit<'_>], hit: Hit, failed: bool, received: Option<Instant>) -> Option<Answer> {
    match hit {
        Hit::UsedUp(position) | Hit::Guess(position) => limits.get(position).map(Answer::from_limit),
        Hit::QuotaLeft(position) if !failed => limits.get(position).map(|limit| Answer {
            header: limit.remaining_field(),
            wait: Some(Fixed::ZERO),
            at: received,
            resolution: Fixed::ZERO,
            is_cut: false,
        }),
        Hit::QuotaLeft(_) | Hit::WithoutReset(_) | Hit::Nothing => None,
    }
}
