//! What a writer is given: a policy in the terms that most configs have.

use crate::dialect::Asks;
use crate::policy::{Growth, Jitter, Policy, ServerWait};
use crate::quantity::Exact;

/// A policy to be written. Its growth, its cap and the ends of its jitter may be other words for the same waits than
/// the policy's own: of several plans the one is taken whose text means what the policy does.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The policy, whose durations are nanoseconds unless the plan is for a policy file.
    pub policy: &'a Policy,
    /// What its file says beside it.
    pub asks: &'a Asks,
    /// A name for it.
    pub name: &'a str,
    /// The first waits before jitter, as they are made.
    pub waits: &'a [Exact],
    /// How the waits grow.
    pub growth: Growth,
    /// The first wait, where it is not that of the growth.
    pub first: Option<Exact>,
    /// The cap.
    pub max: Option<Exact>,
    /// The lower end of the jitter, as a share of the wait.
    pub low: Exact,
    /// Its upper end.
    pub high: Exact,
    /// The retries that there are, whatever ends them; `None` where nothing does.
    pub ends: Option<u64>,
}

/// Waits without a cap are not followed further than this: twice the first one, so often, is past any cap that is meant.
const MOST_GROWN: u64 = 24;

/// The retries of a policy without an end, for clients that have to have one.
const MOST_RETRIES: u64 = 1000;

impl Plan<'_> {
    /// The first wait of the growth.
    pub(super) fn base(&self) -> Exact {
        self.growth.base()
    }

    /// The growth per retry; 1 where it is none of that kind.
    pub(super) fn factor(&self) -> Exact {
        self.growth.factor().cloned().unwrap_or_else(|| Exact::new(1, 0))
    }

    /// Whether every wait is the same.
    pub(super) fn is_constant(&self) -> bool {
        self.factor() == Exact::new(1, 0) && !self.is_linear()
    }

    /// Whether each wait is longer than the one before by the same time.
    pub(super) fn is_linear(&self) -> bool {
        matches!(&self.growth, Growth::Affine { factor, .. } if *factor == Exact::new(1, 0))
    }

    /// The cap for clients that always double their waits: a policy whose waits are all the same has its wait as cap.
    pub(super) fn max_of_doubling(&self) -> Option<Exact> {
        if self.is_constant() { Some(self.base()) } else { self.max.clone() }
    }

    /// The wait that the last retry has by growth alone.
    pub(super) fn reach(&self) -> Exact {
        let last = self.ends.unwrap_or(MOST_GROWN).clamp(1, MOST_GROWN);
        (1..last).fold(self.base(), |wait, _| wait.times(&self.factor()))
    }

    /// The cap, for clients that need to have one: where there is none, the longest of all waits.
    pub(super) fn cap(&self) -> Exact {
        self.max.clone().unwrap_or_else(|| self.reach())
    }

    /// The cap, for clients that need to have one and compare what was drawn with it.
    pub(super) fn cap_of_draws(&self) -> Exact {
        self.max.clone().unwrap_or_else(|| self.reach().times(&self.high.clone().max(Exact::new(1, 0))))
    }

    /// Whether the first draw may pass the cap.
    pub(super) fn draws_pass_max(&self) -> bool {
        self.max.as_ref().is_some_and(|max| self.base().times(&self.high) > *max)
    }

    /// All waits together, where they have an end.
    pub(super) fn span(&self) -> Option<Exact> {
        self.ends.map(|_| self.waits.iter().fold(Exact::zero(), |sum, wait| sum.plus(wait)))
    }

    /// The retries, for clients that need to have a number of them.
    pub(super) fn retries(&self) -> u64 {
        self.policy.retries.or(self.ends).unwrap_or(MOST_RETRIES)
    }

    /// The same with the first call.
    pub(super) fn calls(&self) -> u64 {
        self.retries().saturating_add(1)
    }

    /// The retries where a number of them is written, for clients that can do without one.
    pub(super) const fn limit_of_retries(&self) -> Option<u64> {
        self.policy.retries
    }

    /// The time limit.
    pub(super) fn time_limit(&self) -> Option<&Exact> {
        self.policy.time_limit.as_ref().map(|limit| &limit.after)
    }

    /// Whether waits are random.
    pub(super) fn jitters(&self) -> bool {
        self.policy.jitter != Jitter::None
    }

    /// The jitter as a share of the wait, either way.
    pub(super) fn share(&self) -> Exact {
        self.high.minus(&self.low).unwrap_or_else(Exact::zero).half()
    }

    /// How far below the wait a draw may be, as a share of it.
    pub(super) fn below(&self) -> Exact {
        Exact::new(1, 0).minus(&self.low).unwrap_or_else(Exact::zero)
    }

    /// What jitter adds to the wait at the most, where that is the same for every wait.
    pub(super) fn added(&self) -> Option<Exact> {
        let one = Exact::new(1, 0);
        if let Jitter::Between(band) = &self.policy.jitter
            && band.low.share == one
            && band.high.share == one
            && band.low.plus.is_zero()
        {
            return Some(band.high.plus.clone()).filter(|plus| !plus.is_zero());
        }
        let above = self.high.minus(&one).filter(|above| !above.is_zero())?;
        (self.jitters() && self.is_constant() && self.low == one).then(|| above.times(&self.base()))
    }

    /// The shortest that a draw may be, where that is the same for every wait.
    pub(super) fn shortest(&self) -> Option<&Exact> {
        let Jitter::Between(band) = &self.policy.jitter else { return None };
        band.low.share.is_zero().then_some(&band.low.plus)
    }

    /// Whether the client is to listen to the server's wait.
    pub(super) fn listens(&self) -> bool {
        self.policy.server_wait != ServerWait::Ignore
    }

    /// The most of the server's wait, where there is a limit of its own.
    pub(super) fn server_limit(&self) -> Option<&Exact> {
        match self.policy.server_wait {
            ServerWait::Clamp | ServerWait::Stop => self.policy.server_max(),
            _ => None,
        }
    }
}

/// The whole multiple of `step` that is nearest to a time; of two the longer.
pub(super) fn nearest(time: &Exact, step: &Exact) -> Exact {
    time.plus(&step.half()).floor_to(step)
}

/// The same, but never 0.
pub(super) fn nearest_above_zero(time: &Exact, step: &Exact) -> Exact {
    nearest(time, step).max(step.clone())
}
