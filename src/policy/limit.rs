//! What ends growth, and what ends a policy.

use crate::quantity::Exact;

/// What the cap does to growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapRule {
    /// No wait is longer than it.
    Limits,
    /// Growth ends at the first wait that reaches it, which is not cut: all later ones are as long (backon's
    /// Fibonacci).
    EndsGrowth,
    /// The policy ends where the next wait would pass it: the wait before is made, and no call follows it
    /// (Kubernetes `wait.Backoff`).
    EndsPolicy,
}

/// The time after which there is no retry any more, from the first call's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// The time, in the policy's kind of duration.
    pub after: Exact,
    /// What becomes of the wait that would pass it.
    pub rule: LimitRule,
    /// What counts as time.
    pub clock: LimitClock,
    /// Whether the policy ends only where its retries are used up as well (Google Cloud Tasks, Cloud Scheduler).
    pub both: bool,
}

impl TimeLimit {
    /// A limit of the time that passes.
    pub const fn new(after: Exact, rule: LimitRule) -> Self {
        Self { after, rule, clock: LimitClock::Elapsed, both: false }
    }

    /// The same for the sum of the waits alone.
    #[must_use]
    pub fn of_waits(self) -> Self {
        Self { clock: LimitClock::Waits, ..self }
    }
}

/// What becomes of the wait that would pass a [`TimeLimit`]. Waits count before jitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitRule {
    /// The policy ends before a wait that would pass the limit (cenkalti/backoff, google-api-core).
    Refuse,
    /// The policy ends before a wait that would reach the limit or pass it (tenacity `stop_before_delay`).
    RefuseAt,
    /// Only what has passed before the wait counts, so the last wait may pass the limit (tenacity
    /// `stop_after_delay`, node-retry).
    Overrun,
    /// The wait is cut to what is left (backoff for Python, p-retry 7).
    Truncate,
}

impl LimitRule {
    /// `refuse`, `refuse-at`, `overrun` or `truncate`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::RefuseAt => "refuse-at",
            Self::Overrun => "overrun",
            Self::Truncate => "truncate",
        }
    }
}

/// What counts as time for a [`TimeLimit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitClock {
    /// All that passes: waits and calls.
    Elapsed,
    /// The waits alone (backon, Spring's `ExponentialBackOff`).
    Waits,
}
