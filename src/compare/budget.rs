//! The load of retries that a retry budget holds down.
//!
//! All of it is the long run: many requests, each call of which fails at a rate p whatever the others do. A budget then
//! comes to a most that retries can be for each request, since a client cannot spend what it does not get, and the load is
//! the smaller of that and of what the policy alone makes. A bucket swings, and a small one more, so near the rate at which
//! one takes over from the other the load lies between both.

use crate::policy::RetryBudget;
use crate::quantity::Exact;

/// The most calls of which the load is worked out exactly.
const MOST: u64 = 10_000;
/// What Finagle scales a deposit by.
const SCALE: u64 = 1000;

/// The calls of a policy, `None` for no end, and the budget that its retries have.
pub type Limited<'a> = (Option<u64>, Option<&'a RetryBudget>);

/// A quotient, so that nothing is rounded before the end; `under` is not 0.
#[derive(Clone, Debug)]
struct Ratio {
    over: Exact,
    under: Exact,
}

impl Ratio {
    fn new(over: Exact, under: Exact) -> Self {
        Self { over, under }
    }

    fn whole(number: u64) -> Self {
        Self::new(Exact::new(number, 0), Exact::new(1, 0))
    }

    fn plus(&self, other: &Self) -> Self {
        let over = self.over.times(&other.under).plus(&other.over.times(&self.under));
        Self::new(over, self.under.times(&other.under))
    }

    fn times(&self, other: &Self) -> Self {
        Self::new(self.over.times(&other.over), self.under.times(&other.under))
    }

    fn is_below(&self, other: &Self) -> bool {
        self.over.times(&other.under) < other.over.times(&self.under)
    }

    /// What is missing to 1.
    fn rest(&self) -> Self {
        Self::new(self.under.minus(&self.over).unwrap_or_else(Exact::zero), self.under.clone())
    }

    /// Rounded half to even to nine decimals.
    fn rounded(&self) -> Option<Exact> {
        self.over.divided(&self.under, 9)
    }
}

/// The calls that reach a server for one request in the long run, on average, where each call fails at a rate from 0 to
/// 1; rounded half to even to nine decimals. `layers` are inside one another, the outermost first.
///
/// A layer of n calls makes min(1 + q + … + q^(n−1), 1 + b) calls for each that is made of it, where q is the rate at which
/// it sees its calls fail and b is the most retries that its budget allows for each. With load L a share of 1 − (1 − q)·L of
/// its requests fails in the end, since every call succeeds at the rate 1 − q and none follows one that does: that is the q
/// of the layer around it.
///
/// The most retries, b, at a rate p:
///
/// - AWS: of each request a first call that succeeds, at a rate of 1 − p, gives `refill`; a retry takes `cost`, and one that
///   succeeds gives it back, so that it takes p·`cost` on average: refill·(1 − p)/(cost·p). Where every call that succeeds
///   gives, a retry takes (1 − p)·refill less, and there is no limit where that leaves nothing.
/// - gRPC: each call takes 1 at the rate p and gives the ratio r at 1 − p, retry or not. The count falls and stays low where
///   p > r·(1 − p), and there is no retry then; else it stays full and there is no limit. At p = r·(1 − p) it wanders between
///   both, which counts as no limit.
/// - Envoy: retries in flight are a share s of all calls in flight at most, retries among them. Where all calls last alike
///   that is s/(1 − s) for each first call; the fixed number m of N first calls in flight is m/N. The larger one holds. A
///   retry counts from its wait on, so that waits lower it.
/// - Finagle: a withdrawal is ⌊1000/s⌋ and a request deposits 1000; the m retries a second at f requests a second are m/f
///   beside that. It does not depend on p.
///
/// Traffic that is not known, N or f, counts as so much that the fixed numbers do not matter: see [`left_out`].
///
/// `None` where a layer has no end and nothing holds it, and where all of them together make more than 10,000 calls.
///
/// # Examples
///
/// ```
/// use holdoff::compare::load_within;
/// use holdoff::policy::RetryBudget;
/// use holdoff::quantity::Exact;
///
/// let aws = RetryBudget::aws(14);
/// let load = |p| load_within(&[(Some(3), Some(&aws))], &p);
/// // A half of the first calls succeeds and gives 1; a retry costs 14, and a half of them get it back: 0.5/(14 × 0.5).
/// assert_eq!(load(Exact::new(5, -1)), Some(Exact::new(1_071_428_571, -9)));
/// assert_eq!(load(Exact::new(1, 0)), Some(Exact::new(1, 0))); // nothing succeeds, nothing is given
/// ```
pub fn load_within(layers: &[Limited<'_>], rate: &Exact) -> Option<Exact> {
    let all = layers.iter().filter_map(|(calls, _)| *calls);
    let all = all.fold(1u64, |all, calls| all.saturating_mul(calls));
    if all > MOST {
        return None;
    }
    let mut load = Ratio::whole(1);
    let mut fails = Ratio::new(rate.clone(), Exact::new(1, 0));
    for (calls, budget) in layers.iter().rev() {
        let own = layer(*calls, *budget, &fails)?;
        fails = fails.rest().times(&own).rest();
        load = load.times(&own);
    }
    load.rounded()
}

fn layer(calls: Option<u64>, budget: Option<&RetryBudget>, fails: &Ratio) -> Option<Ratio> {
    let most = budget.and_then(|budget| most_retries(budget, fails)).map(|retries| retries.plus(&Ratio::whole(1)));
    match (series(calls, fails), most) {
        (Some(free), Some(most)) if most.is_below(&free) => Some(most),
        (Some(free), _) => Some(free),
        (None, most) => most,
    }
}

/// 1 + q + … + q^(n−1); without an end 1/(1 − q), which is `None` where all calls fail.
fn series(calls: Option<u64>, fails: &Ratio) -> Option<Ratio> {
    let Some(calls) = calls else {
        let Ratio { over: rest, under } = fails.rest();
        return (!rest.is_zero()).then(|| Ratio::new(under, rest));
    };
    let mut sum = Ratio::whole(1);
    for _ in 1..calls {
        // 1 + (a/b)·(N/D) = (D·b + a·N)/(D·b): the denominator grows by b alone.
        let under = sum.under.times(&fails.under);
        sum = Ratio::new(under.plus(&fails.over.times(&sum.over)), under);
    }
    Some(sum)
}

/// The most retries for each request, as [`load_within`] has them; `None` for no limit.
fn most_retries(budget: &RetryBudget, fails: &Ratio) -> Option<Ratio> {
    let succeeds = fails.rest();
    Some(match budget {
        RetryBudget::Aws { capacity, cost, .. } if cost > capacity => Ratio::whole(0),
        RetryBudget::Aws { .. } if fails.over.is_zero() => return None,
        RetryBudget::Aws { cost, refill, every, .. } => {
            let given = succeeds.over.times_whole(*refill);
            let again = if *every { given.clone() } else { Exact::zero() };
            let taken = fails.over.times_whole(*cost).minus(&again).filter(|it| !it.is_zero())?;
            Ratio::new(given, taken)
        }
        // A failed call takes its token before it is asked whether enough are left.
        RetryBudget::Grpc { .. } if at_once(budget) == Some(0) => Ratio::whole(0),
        RetryBudget::Grpc { token_ratio, .. } if succeeds.over.times(token_ratio) >= fails.over => return None,
        RetryBudget::Grpc { .. } => Ratio::whole(0),
        RetryBudget::Envoy { share, least, in_flight } => {
            let others = Exact::new(1, 0).minus(share).filter(|it| !it.is_zero())?;
            let (shared, fixed) = (Ratio::new(share.clone(), others), of_traffic(*least, in_flight.as_ref()));
            if shared.is_below(&fixed) { fixed } else { shared }
        }
        RetryBudget::Finagle { share, least, requests, .. } => {
            let withdrawal = Exact::new(SCALE, 0).wholes_of(share);
            let shared = if share.is_zero() { Ratio::whole(0) } else { Ratio::new(Exact::new(SCALE, 0), withdrawal) };
            shared.plus(&of_traffic(*least, requests.as_ref()))
        }
    })
}

/// A fixed number for each of what the traffic is; 0 where that is not known.
fn of_traffic(fixed: u64, traffic: Option<&Exact>) -> Ratio {
    traffic.map_or_else(|| Ratio::whole(0), |traffic| Ratio::new(Exact::new(fixed, 0), traffic.clone()))
}

/// The key of the fixed number that is left out, since the traffic is not known; `None` where nothing is.
pub const fn left_out(budget: &RetryBudget) -> Option<&'static str> {
    match budget {
        RetryBudget::Envoy { in_flight: None, least: 1.., .. } => Some("min-retry-concurrency"),
        RetryBudget::Finagle { requests: None, least: 1.., .. } => Some("min-retries-per-second"),
        _ => None,
    }
}

/// The most retries that a budget which is full allows at once where all calls fail; `None` for Envoy's, which has nothing
/// to save up.
///
/// AWS: ⌊capacity/cost⌋. gRPC: as often as 1 can be taken with more than half of the tokens left, ⌈tokens/2⌉ − 1. Finagle: the
/// reserve of `ttl`, m·ttl.
pub const fn at_once(budget: &RetryBudget) -> Option<u64> {
    match budget {
        RetryBudget::Aws { capacity, cost, .. } => capacity.checked_div(*cost),
        RetryBudget::Grpc { max_tokens, .. } => Some(max_tokens.saturating_sub(1) / 2),
        RetryBudget::Envoy { .. } => None,
        RetryBudget::Finagle { least, ttl, .. } => Some(least.saturating_mul(*ttl)),
    }
}

#[cfg(test)]
mod tests;
