use super::Step;
use crate::quantity::Exact;

/// A limit of the user's world, such as a visibility timeout or a quota reset, and the retry before which it falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The name that the user gave it.
    pub name: String,
    /// The offset from the first call's start, in the policy's kind of duration.
    pub at: Exact,
    /// The first retry whose start, before jitter, is at or after it; `None` after the last.
    pub before_retry: Option<u64>,
}

impl Mark {
    /// A mark that no retry has been seen after.
    pub const fn new(name: String, at: Exact) -> Self {
        Self { name, at, before_retry: None }
    }

    /// Takes in the next step of a walk.
    pub fn observe(&mut self, step: &Step) {
        if self.before_retry.is_none() && step.span.start >= self.at {
            self.before_retry = Some(step.retry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{NativeFlags, Policy};
    use crate::timeline::Walk;

    #[test]
    fn falls_before_the_first_retry_that_starts_at_or_after_it() {
        let policy = Policy::native(&NativeFlags { base: "250ms", max: "2s", ..Default::default() }).unwrap();
        // Starts at 250, 750, 1750, 3750 and 5750 ms; with calls of 1 s each at 1250, 2750, 4750, 7750 and 10750 ms.
        for (request, at, before) in [
            (0, 0, Some(1)),
            (0, 250, Some(1)),
            (0, 251, Some(2)),
            (0, 3_000, Some(4)),
            (0, 5_750, Some(5)),
            (0, 5_751, None),
            (1_000, 3_000, Some(3)),
        ] {
            let millis = |number| Exact::new(number, 6);
            let mut mark = Mark::new("quota".to_owned(), millis(at));
            for step in Walk::new(&policy, millis(request)) {
                mark.observe(&step.unwrap());
            }
            assert_eq!(mark.before_retry, before, "{request} {at}");
        }
    }
}
