//! Several policies side by side: what each comes to, and where two of them part.
//!
//! # Examples
//!
//! ```
//! use holdoff::compare::{Envelope, parting};
//! use holdoff::policy::{NativeFlags, Policy};
//! use holdoff::quantity::Exact;
//!
//! let flags = NativeFlags { base: "1s", max: "4s", ..NativeFlags::default() };
//! let (one, other) = (Policy::native(&flags)?, Policy::native(&NativeFlags { max: "30s", ..flags })?);
//! let one = Envelope::new(&one, Exact::zero())?;
//! let other = Envelope::new(&other, Exact::zero())?;
//! assert_eq!(parting(&one, &other), Some(4)); // 4 s here and 8 s there
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod load;

pub use budget::{Limited, at_once, left_out, load_within};
pub use load::load;

use crate::policy::Policy;
use crate::quantity::Exact;
use crate::timeline::{Step, Totals, WaitTooLong, Walk};

/// How many retries of a policy are looked at: a native one has no more.
const MOST: usize = 1000;
/// How many of one that has no end, unless asked for another number.
pub const ENDLESS: usize = 100;

/// What a policy comes to. Durations are in the policy's kind.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The retries, the first 1000 of them; of a policy without an end as many as were asked for.
    pub steps: Vec<Step>,
    /// Those after them of a policy that goes on, so that it can be told from one that ends later: up to retry 1001.
    ahead: Vec<Step>,
    /// The sums over these retries.
    pub totals: Totals,
    /// Whether there are more.
    pub goes_on: bool,
    /// The longest of their waits, with jitter; `None` where there is no retry.
    pub longest: Option<Exact>,
}

impl Envelope {
    /// Walks through a policy each of whose calls takes `request_time`; one without an end up to [`ENDLESS`] retries.
    ///
    /// # Errors
    ///
    /// As [`Envelope::up_to`].
    pub fn new(policy: &Policy, request_time: Exact) -> Result<Self, WaitTooLong> {
        Self::up_to(ENDLESS, policy, request_time)
    }

    /// The same, with so many retries of a policy without an end, 1000 at the most.
    ///
    /// # Errors
    ///
    /// When a policy with an end but without a cap has a wait past 10^30 units. One without an end is looked at up to
    /// there.
    pub fn up_to(retries: usize, policy: &Policy, request_time: Exact) -> Result<Self, WaitTooLong> {
        let mut walk = Walk::new(policy, request_time);
        let endless = policy.retries.is_none() && policy.time_limit.is_none();
        let most = if endless { retries.min(MOST) } else { MOST };
        let mut steps = Vec::new();
        while steps.len() < most {
            match walk.next() {
                Some(Ok(step)) => steps.push(step),
                Some(Err(_)) if endless => break,
                Some(Err(error)) => return Err(error),
                None => break,
            }
        }
        let totals = walk.totals();
        let goes_on = endless || (steps.len() == most && walk.own_wait()?.is_some());
        let longest = steps.iter().map(|step| step.wait.most()).max().cloned();
        let left = if goes_on { MOST.saturating_add(1).saturating_sub(steps.len()) } else { 0 };
        let ahead = walk.take(left).map_while(Result::ok).collect();
        Ok(Self { steps, ahead, totals, goes_on, longest })
    }

    /// Every retry that is known, those after `steps` among them.
    fn known(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().chain(&self.ahead)
    }

    /// The retry of that number, from 1; `None` where there is none, or none that is known.
    pub fn step(&self, retry: u64) -> Option<&Step> {
        self.known().nth(usize::try_from(retry.checked_sub(1)?).ok()?)
    }

    /// The most calls there are, the first one among them; `None` where the policy goes on.
    pub fn calls(&self) -> Option<u64> {
        let retries = u64::try_from(self.steps.len()).ok()?;
        if self.goes_on { None } else { retries.checked_add(1) }
    }
}

/// The first retry, from 1, whose waits differ or that only one of the two has; `None` where they are the same as far
/// as both were looked at. Waits are the same where their shortest and their longest are.
pub fn parting(one: &Envelope, other: &Envelope) -> Option<u64> {
    let same =
        |left: &Step, right: &Step| left.wait.least() == right.wait.least() && left.wait.most() == right.wait.most();
    if let Some((step, _)) = one.known().zip(other.known()).find(|(left, right)| !same(left, right)) {
        return Some(step.retry);
    }
    let (left, right) = (one.known().count(), other.known().count());
    let looked_at = left.min(right);
    // The shorter one ends there, or it is not known further.
    let ends = |it: &Envelope, known: usize| known == looked_at && !it.goes_on;
    match (ends(one, left), ends(other, right)) {
        (true, false) | (false, true) => u64::try_from(looked_at).ok()?.checked_add(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::NativeFlags;

    fn envelope(change: impl Fn(&mut Policy)) -> Envelope {
        let flags = NativeFlags { base: "1s", max: "8s", retries: Some("6"), ..NativeFlags::default() };
        let mut policy = Policy::native(&flags).unwrap();
        change(&mut policy);
        Envelope::new(&policy, Exact::zero()).unwrap()
    }

    #[test]
    fn policies_part_at_the_first_retry_that_differs() {
        let plain = envelope(|_| {});
        assert_eq!(parting(&plain, &envelope(|_| {})), None);
        // 1, 2, 4 against 1, 2, 3.
        assert_eq!(parting(&plain, &envelope(|it| it.max = Some(Exact::new(3, 9)))), Some(3));
        assert_eq!(parting(&plain, &envelope(|it| it.jitter = crate::policy::Jitter::Full)), Some(1));
        // Four retries, or retries for ever: the fifth is the first that one does not have, or the seventh.
        for (retries, right) in [(Some(4), Some(5)), (None, Some(7)), (Some(0), Some(1))] {
            let other = envelope(|it| it.retries = retries);
            assert_eq!((parting(&plain, &other), parting(&other, &plain)), (right, right), "{retries:?}");
        }
        let (endless, long) = (envelope(|it| it.retries = None), envelope(|it| it.retries = Some(500)));
        assert_eq!((endless.calls(), long.calls()), (None, Some(501)));
        // Further than the sums of the endless one go: only it has a retry 501.
        assert_eq!((parting(&endless, &long), parting(&long, &endless)), (Some(501), Some(501)));
        assert_eq!(endless.step(501).map(|it| it.retry), Some(501));
        // A thousand retries are the most that are summed up, and one more is known.
        let most = envelope(|it| it.retries = Some(1000));
        assert_eq!((most.calls(), parting(&endless, &most)), (Some(1001), Some(1001)));
        assert_eq!(parting(&endless, &endless), None);
    }

    #[test]
    fn sums_of_an_endless_policy_are_of_the_retries_asked_for() {
        let flags = NativeFlags { base: "1s", max: "8s", ..NativeFlags::default() };
        let endless = Policy { retries: None, ..Policy::native(&flags).unwrap() };
        let three = Envelope::up_to(3, &endless, Exact::zero()).unwrap();
        // 1, 2 and 4 s.
        assert_eq!((three.steps.len(), three.goes_on, three.totals.total.clone()), (3, true, Exact::new(7, 9)));
        assert_eq!(three.longest, Some(Exact::new(4, 9)));
        assert_eq!(parting(&three, &envelope(|_| {})), Some(7));
    }

    #[test]
    fn a_policy_that_grows_for_ever_is_looked_at_up_to_its_end() {
        let growing = envelope(|it| (it.retries, it.max) = (None, None));
        // 2^99 s are 6.3e29: the hundredth wait is still below 1e30.
        assert!(growing.goes_on && growing.steps.len() == 100, "{}", growing.steps.len());
    }
}
