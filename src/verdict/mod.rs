//! May the next retry start before the deadline?
//!
//! Times are exact nanoseconds; every comparison is made on them, never on a rounded value. The last possible moment
//! counts as in time.

mod method;
mod reason;
mod server;
mod time;

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::header::Reading;
use crate::instant::Instant;
use crate::policy::Policy;
use crate::quantity::Exact;
use crate::timeline::{Span, Step, Wait, WaitTooLong, Walk};

pub use method::idempotent;
pub use reason::{Outcome, Reason};
pub use time::Deadline;

/// The statuses that a retry can mend, unless [`State::retry_on`] names others: timeout and too early, the limits, and
/// the failures that pass (RFC 9110, 15.5.9 and 15.6; RFC 8470, 5.2; RFC 6585, 4).
pub const RETRYABLE: [u16; 7] = [408, 425, 429, 500, 502, 503, 504];

/// A timeline has no more rows than a native policy has retries, however many a client's policy has.
const MOST_ROWS: usize = 1000;

/// What is known when a call has failed. Times are exact nanoseconds.
#[derive(Clone, Debug)]
pub struct State<'a> {
    /// The policy, in units of time.
    pub policy: &'a Policy,
    /// The retry that is next, from 1; 0 counts as 1.
    pub retry: u64,
    /// The time from the first call's start to the failed call's end; `None` where all went as planned: the earlier
    /// waits at their longest, and `retry` calls.
    pub elapsed: Option<Exact>,
    /// The deadline.
    pub deadline: Deadline,
    /// The time that one call takes.
    pub request_time: Exact,
    /// The status; `None` where no response came.
    pub status: Option<u16>,
    /// The method, as sent.
    pub method: &'a str,
    /// Whether the request carries an idempotency key.
    pub idempotency_key: bool,
    /// The statuses to retry in place of [`RETRYABLE`].
    pub retry_on: Option<&'a [u16]>,
    /// The methods that are retried, in the case in which they are sent; `None` for all.
    pub methods: Option<&'a [String]>,
    /// What the response says.
    pub reading: Option<&'a Reading<'a>>,
    /// When the response arrived.
    pub received: Option<Instant>,
    /// When the first call started.
    pub started: Option<Instant>,
}

/// One retry of a [`Verdict`]'s timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the retry.
    pub retry: u64,
    /// The wait before it: the server's, or the policy's at its longest.
    pub wait: Exact,
    /// The field that gave the wait, or `policy`.
    pub wait_source: &'static str,
    /// When it starts, as an offset from the first call's start.
    pub start: Exact,
    /// When its call ends.
    pub end: Exact,
    /// Whether it starts and ends at or before the deadline; false too where it is deferred for another reason.
    pub fits: bool,
}

/// What may become of the next retry, and why. Times are exact nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Why; [`Reason::outcome`] is the verdict.
    pub reason: Reason,
    /// The retry that was judged.
    pub retry: u64,
    /// The wait before it; `None` where it is refused or exhausted.
    pub wait: Option<Exact>,
    /// The field that gave the wait, or `policy`; `None` exactly where there is no wait.
    pub wait_source: Option<&'static str>,
    /// The time from the first call's start to the failed call's end.
    pub elapsed: Exact,
    /// The deadline.
    pub deadline: Deadline,
    /// The instant before which the retry may not start; `None` where no instant is known, past 9999, and where there
    /// is no wait.
    pub not_before: Option<Instant>,
    /// The same as an offset from the first call's start.
    pub not_before_offset: Option<Exact>,
    /// How long after the deadline the retry's call would end; `None` unless it would.
    pub short_by: Option<Exact>,
    /// How long before the deadline the retry's call ends; `None` unless it is allowed.
    pub slack: Option<Exact>,
    /// The retries that the policy has left, this one included; `None` for no limit.
    pub retries_left: Option<u64>,
    /// How many rows of the timeline fit.
    pub retries_that_fit: usize,
    /// This retry and, with the policy's own waits, those after it, up to the first that does not fit; at most 1000.
    pub timeline: Vec<Row>,
    /// `redirect` where the wait is the one before a redirect is followed, which is no retry.
    pub scope: Option<&'static str>,
    /// The findings of the reading, then those of the verdict.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// Refused, exhausted, allowed or deferred.
    pub const fn outcome(&self) -> Outcome {
        self.reason.outcome()
    }
}

/// Why a state cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotJudge {
    /// The policy's waits are bare numbers, which no deadline can be compared with.
    NoUnits,
    /// One of the policy's waits is past 10^30 units.
    WaitTooLong(WaitTooLong),
}

impl fmt::Display for CannotJudge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUnits => out.write_str("the policy's waits have no unit; write them with one, such as `250ms`"),
            Self::WaitTooLong(fault) => fault.fmt(out),
        }
    }
}

impl std::error::Error for CannotJudge {}

impl From<WaitTooLong> for CannotJudge {
    fn from(fault: WaitTooLong) -> Self {
        Self::WaitTooLong(fault)
    }
}

/// Judges whether the next retry is right, left, and in time, in this order.
///
/// # Errors
///
/// A policy without units, or with a wait past 10^30 of them.
///
/// # Examples
///
/// ```
/// use holdoff::policy::{NativeFlags, Policy};
/// use holdoff::quantity::Exact;
/// use holdoff::verdict::{Deadline, Outcome, Reason, State, judge};
///
/// let policy = Policy::native(&NativeFlags { base: "1s", max: "30s", ..NativeFlags::default() })?;
/// let seconds = |number| Exact::new(number, 9);
/// let state = State {
///     policy: &policy,
///     retry: 3,
///     elapsed: Some(seconds(12)),
///     deadline: Deadline::After(seconds(15)),
///     request_time: Exact::zero(),
///     status: Some(503),
///     method: "GET",
///     idempotency_key: false,
///     retry_on: None,
///     methods: None,
///     reading: None,
///     received: None,
///     started: None,
/// };
/// let verdict = judge(&state)?; // the third wait is 4 s
/// assert_eq!(verdict.outcome(), Outcome::Deferred);
/// assert_eq!(verdict.reason, Reason::WaitPassesDeadline);
/// assert_eq!(verdict.short_by, Some(seconds(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(state: &State<'_>) -> Result<Verdict, CannotJudge> {
    let State { policy, deadline, .. } = state;
    if !policy.timed {
        return Err(CannotJudge::NoUnits);
    }
    let retry = state.retry.max(1);
    let mut walk = Walk::resume(policy, state.request_time.clone(), retry, state.elapsed.clone())?;
    let redirect = server::is_redirect(state);
    let mut verdict = Verdict {
        reason: Reason::NoRetriesLeft,
        retry,
        wait: None,
        wait_source: None,
        elapsed: walk.ended().clone(),
        deadline: deadline.clone(),
        not_before: None,
        not_before_offset: None,
        short_by: None,
        slack: None,
        retries_left: policy.retries.map(|retries| retries.saturating_add(1).saturating_sub(retry)),
        retries_that_fit: 0,
        timeline: Vec::new(),
        scope: redirect.then_some("redirect"),
        diagnostics: state.reading.map(|reading| reading.diagnostics.clone()).unwrap_or_default(),
    };
    if let Some(reason) = server::refusal(state, redirect) {
        verdict.reason = reason;
        verdict.diagnostics.extend(server::instead(state, reason));
        return Ok(verdict);
    }
    // A redirect is followed after the server's wait alone, and takes no retry of the policy.
    let own = if redirect { Some(Wait::exactly(Exact::zero())) } else { walk.planned_wait()? };
    let Some(own) = own else { return Ok(verdict) };

    let (chosen, findings) = server::choose(state, own, redirect);
    verdict.diagnostics.extend(findings);
    let wait = if redirect || chosen.over_max {
        Some(chosen.wait)
    } else {
        walk.in_time(chosen.wait, chosen.source != server::POLICY)
    };
    let Some(wait) = wait else {
        verdict.reason = Reason::PolicyTimeOver;
        return Ok(verdict);
    };
    let step = walk.step(wait);
    let Span { start, end } = step.latest().clone();
    verdict.reason = if chosen.over_max {
        Reason::ServerWaitOverMax
    } else if deadline.late_by(&verdict.elapsed).is_some() {
        Reason::DeadlinePassed
    } else if deadline.late_by(&start).is_some() {
        Reason::WaitPassesDeadline
    } else if deadline.late_by(&end).is_some() {
        Reason::CallPassesDeadline
    } else {
        Reason::Fits
    };
    let fits = verdict.outcome() == Outcome::Allowed;
    let wait = step.wait.most().clone();
    verdict.not_before = match (state.received, state.started) {
        (Some(received), _) => time::later(received, &wait),
        (None, Some(started)) => time::later(started, &start),
        (None, None) => None,
    };
    verdict.short_by = deadline.late_by(&end);
    verdict.slack = deadline.spare(&end).filter(|_| fits);
    verdict.not_before_offset = Some(start);
    verdict.wait = Some(wait);
    verdict.wait_source = Some(chosen.source);
    verdict.timeline.push(row(&step, chosen.source, fits));
    if fits && !redirect {
        go_on(&mut verdict, walk)?;
    }
    verdict.retries_that_fit = verdict.timeline.iter().filter(|row| row.fits).count();
    Ok(verdict)
}

/// The rows after the first, with the policy's own waits.
fn go_on(verdict: &mut Verdict, walk: Walk<'_>) -> Result<(), WaitTooLong> {
    for step in walk.take(MOST_ROWS.saturating_sub(1)) {
        let step = step?;
        let fits = verdict.deadline.late_by(&step.latest().end).is_none();
        verdict.timeline.push(row(&step, server::POLICY, fits));
        if !fits {
            break;
        }
    }
    Ok(())
}

fn row(step: &Step, wait_source: &'static str, fits: bool) -> Row {
    let Span { start, end } = step.latest().clone();
    Row { retry: step.retry, wait: step.wait.most().clone(), wait_source, start, end, fits }
}

#[cfg(test)]
mod tests;
