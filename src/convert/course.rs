//! What a policy does: its waits one after the other.

use super::plans::Score;
use crate::policy::{Jitter, Policy};
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
    draw: Draw,
}

/// How a wait is drawn between its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draw {
    Even,
    Uneven,
    Decorrelated,
    DecorrelatedV2,
    Compounding,
}

impl Draw {
    const fn of(jitter: &Jitter) -> Self {
        match jitter {
            Jitter::Between(band) if !band.even => Self::Uneven,
            Jitter::None
            | Jitter::Full
            | Jitter::Equal
            | Jitter::Percent(_)
            | Jitter::Between(_)
            | Jitter::Stepped(_) => Self::Even,
            Jitter::Decorrelated => Self::Decorrelated,
            Jitter::DecorrelatedV2 => Self::DecorrelatedV2,
            Jitter::Compounding(_) => Self::Compounding,
        }
    }
}

impl Course {
    /// The course of a policy; as far as that of another one goes, where one is given.
    pub(super) fn of(policy: &Policy, other: Option<&Self>) -> Self {
        let own = policy.retries.map_or(ENDLESS, |it| usize::try_from(it).unwrap_or(MOST).min(MOST));
        let bound = other.map_or(own, |other| other.bound);
        let mut walk = Walk::new(policy, Exact::zero());
        let mut course = Self {
            steps: Vec::new(),
            ended: false,
            failed: None,
            idle: [None, None],
            bound,
            draw: Draw::of(&policy.jitter),
        };
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

    /// Whether a wait of this course and one of another have the same bounds, and are drawn alike between them.
    pub(super) fn same(&self, other: &Self, left: &Wait, right: &Wait) -> bool {
        let bounds = left.least() == right.least() && left.most() == right.most();
        let alike = match (left.mean(), right.mean()) {
            // Draws that are cut have no mean; they are alike where they were before the cut.
            (None, None) => {
                let ends = |wait: &Wait| wait.spread.as_ref().map(|it| (it.ends().0.clone(), it.ends().1.clone()));
                self.draw == other.draw && ends(left) == ends(right)
            }
            (left, right) => left == right,
        };
        // Between equal ends there is nothing to draw.
        bounds && (left.least() == left.most() || alike)
    }

    /// How far another course is from this one.
    pub(super) fn distance(&self, other: &Self) -> Score {
        let mut score = Score::default();
        for (left, right) in self.steps.iter().zip(&other.steps) {
            if !self.same(other, left, right) {
                score.differing = score.differing.saturating_add(1);
                let apart = apart(left.least(), right.least()).plus(&apart(left.most(), right.most()));
                score.apart = score.apart.plus(&apart);
            }
        }
        score.missing = self.steps.len().abs_diff(other.steps.len());
        score
    }
}

fn apart(left: &Exact, right: &Exact) -> Exact {
    left.minus(right).or_else(|| right.minus(left)).unwrap_or_else(Exact::zero)
}
