//! What a policy does: its waits one after the other.

use super::plans::Score;
use crate::policy::Policy;
use crate::quantity::Exact;
use crate::timeline::{Wait, WaitTooLong, Walk};

/// How many waits of a policy without an end are compared.
const ENDLESS: usize = 50;
/// How many are compared at the most.
const MOST: usize = 1000;

/// The waits of a policy, as far as they are compared.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) steps: Vec<Wait>,
    /// Whether no retry follows.
    pub(super) ended: bool,
    /// The wait that is past all bounds, where one is.
    pub(super) failed: Option<WaitTooLong>,
    /// The waits before the first call and after the last.
    pub(super) idle: [Option<Exact>; 2],
    bound: usize,
}

impl Course {
    /// The course of a policy; as far as that of another one goes, where one is given.
    pub(super) fn of(policy: &Policy, other: Option<&Self>) -> Self {
        let own = policy.retries.map_or(ENDLESS, |it| usize::try_from(it).unwrap_or(MOST).min(MOST));
        let bound = other.map_or(own, |other| other.bound);
        let mut walk = Walk::new(policy, Exact::zero());
        let mut course = Self { steps: Vec::new(), ended: false, failed: None, idle: [None, None], bound };
        loop {
            match walk.own_wait() {
                Err(error) => course.failed = Some(error),
                Ok(None) => course.ended = true,
                Ok(Some(wait)) if course.steps.len() < bound => {
                    course.steps.push(wait.clone());
                    // What has passed matters to a time limit alone.
                    if policy.time_limit.is_some() {
                        walk.step(wait);
                    }
                    continue;
                }
                Ok(Some(_)) => {}
            }
            break;
        }
        let before = walk.waits().before_first().ok().flatten().map(|wait| wait.nominal);
        course.idle = [before, walk.waits().after_last().map(|wait| wait.nominal.clone())];
        course
    }

    /// The retries, where they have an end.
    pub(super) fn retries(&self) -> Option<u64> {
        self.ended.then(|| u64::try_from(self.steps.len()).unwrap_or(u64::MAX))
    }

    /// How far another course is from this one.
    pub(super) fn distance(&self, other: &Self) -> Score {
        let mut score = Score::default();
        for (left, right) in self.steps.iter().zip(&other.steps) {
            if !same(left, right) {
                score.differing = score.differing.saturating_add(1);
                let apart = apart(left.least(), right.least()).plus(&apart(left.most(), right.most()));
                score.apart = score.apart.plus(&apart);
            }
        }
        score.missing = self.steps.len().abs_diff(other.steps.len());
        score
    }
}

/// Whether two waits have the same bounds, and the same middle.
pub(super) fn same(left: &Wait, right: &Wait) -> bool {
    let same = left.least() == right.least() && left.most() == right.most();
    // Between equal bounds there is nothing that a mean could tell.
    same && (left.least() == left.most() || left.mean() == right.mean())
}

fn apart(left: &Exact, right: &Exact) -> Exact {
    left.minus(right).or_else(|| right.minus(left)).unwrap_or_else(Exact::zero)
}
