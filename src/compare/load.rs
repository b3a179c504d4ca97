//! The load of retries on a server.

use crate::quantity::Exact;

/// The most calls of which the load is worked out exactly.
const MOST: u64 = 10_000;

/// The calls that reach a server for one request, on average, where each call fails at a rate from 0 to 1 whatever the
/// others do: 1 + p + p² + … for as many calls as a policy makes. Of layers, `calls` are those of each, the outermost
/// first; a layer sees a failure where all calls within it fail.
///
/// `None` where a layer has no end, and where all of them together make more than 10,000 calls.
///
/// # Examples
///
/// ```
/// use holdoff::compare::load;
/// use holdoff::quantity::Exact;
///
/// let half = Exact::new(5, -1);
/// assert_eq!(load(&[Some(3)], &half), Some(Exact::new(175, -2))); // 1 + 0.5 + 0.25
/// assert_eq!(load(&[Some(2), Some(2)], &half), Some(Exact::new(1875, -3))); // 1.5 within, and a quarter of it again
/// ```
pub fn load(calls: &[Option<u64>], rate: &Exact) -> Option<Exact> {
    let all = calls.iter().try_fold(1u64, |all, calls| all.checked_mul((*calls)?))?;
    if all > MOST {
        return None;
    }
    let mut load = Exact::new(1, 0);
    let mut fails = rate.clone();
    for calls in calls.iter().rev() {
        let (mut sum, mut power) = (Exact::zero(), Exact::new(1, 0));
        for _ in 0..(*calls)? {
            sum = sum.plus(&power);
            power = power.times(&fails);
        }
        load = load.times(&sum);
        fails = power;
    }
    Some(load)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_is_all_calls_and_health_is_one() {
        let layers = [Some(3), Some(3), Some(5)];
        assert_eq!(load(&layers, &Exact::new(1, 0)), Some(Exact::new(45, 0)));
        assert_eq!(load(&layers, &Exact::zero()), Some(Exact::new(1, 0)));
        assert_eq!(load(&[Some(3), None], &Exact::zero()), None);
        assert_eq!(load(&[Some(1000), Some(1000)], &Exact::zero()), None);
    }
}
