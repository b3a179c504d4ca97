//! The ways in which a policy can be put to a writer.
//!
//! Clients have different words for the same waits. Four waits in a table may be a base that doubles; jitter from 0 to
//! w is jitter of 100% around w/2. Each such reading is a candidate, and the text of the best one is the answer.

use crate::policy::{FirstWait, Growth, Jitter, Order, Policy};
use crate::quantity::Exact;
use crate::timeline::Wait;

/// How far a config is from the policy. The lower the better: first the retries that are not there, then the waits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) missing: usize,
    /// The sum of what the bounds of all waits differ by.
    pub(super) apart: Exact,
    pub(super) differing: usize,
    /// How much is lost beside waits: of two configs with the same waits the one that keeps more is the nearer.
    pub(super) lost: usize,
}

impl Default for Score {
    fn default() -> Self {
        Self { missing: 0, apart: Exact::zero(), differing: 0, lost: 0 }
    }
}

impl Score {
    /// Whether no wait differs.
    pub(super) const fn is_none(&self) -> bool {
        self.differing == 0 && self.missing == 0
    }
}

/// One way to put a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) growth: Growth,
    pub(super) first: Option<Exact>,
    pub(super) max: Option<Exact>,
    pub(super) low: Exact,
    pub(super) high: Exact,
    /// What the waits before jitter are, as a share of the policy's.
    pub(super) share: Exact,
    /// Whether it is other words for the same, to be taken only where all waits are kept: a policy that is not kept
    /// looks like itself as far as it can.
    pub(super) reserved: bool,
}

/// Quotients that have more decimals are none that a person wrote.
const DECIMALS: u32 = 9;

/// How many waits a growth is looked for in.
const SEEN: usize = 24;

/// A quotient that is a decimal; `None` for any other.
fn quotient(number: &Exact, divisor: &Exact) -> Option<Exact> {
    number.divided(divisor, DECIMALS).filter(|it| it.times(divisor) == *number)
}

/// Every way, the policy's own first; `steps` are the policy's waits, and `waits` the same before jitter.
pub(super) fn of(policy: &Policy, steps: &[Wait], waits: &[Exact]) -> Vec<Candidate> {
    let mut growths = growths(policy);
    // What holds so long holds.
    let seen = waits.get(..SEEN).unwrap_or(waits);
    growths.extend(exact(seen));
    if !matches!(policy.growth, Growth::Geometric { .. }) || policy.first != FirstWait::Grown {
        growths.extend(near(seen));
    }
    // Some clients have rules of their own for what follows the first wait.
    let last = seen.get(1).map(|second| {
        growths.push((Growth::constant(second.clone()), seen.first().cloned()));
        growths.len().saturating_sub(1)
    });
    let mut all_ends = vec![ends(policy)];
    // A duration that is added to every wait is a share of the first; draws of whole units never reach their end.
    let drawn = steps.iter().find_map(|step| Some((step.spread.as_ref()?.ends(), &step.nominal)));
    let shares_of =
        |((low, high), wait): ((&Exact, &Exact), &Exact)| Some((quotient(low, wait)?, quotient(high, wait)?));
    all_ends.extend(drawn.filter(|_| policy.grain.is_none()).and_then(shares_of).filter(|it| !all_ends.contains(it)));
    let longest = waits.iter().max().cloned();
    let is_table = matches!(policy.growth, Growth::Table(_));
    let mut caps = vec![(policy.max.clone(), false)];
    // A cap that no wait comes to may be left out, and the longest wait may be the cap.
    caps.push((None, true));
    if policy.retries.is_some() || is_table {
        caps.push((longest, !is_table));
    }
    // With some clients the cap is what the server's wait is compared with.
    caps.push((policy.server_limit.clone(), true));
    let mut candidates: Vec<Candidate> = Vec::new();
    for (low, high, share) in
        all_ends.iter().flat_map(|(low, high)| shares(low, high).into_iter().map(move |share| (low, high, share)))
    {
        // What is no decimal as a share of another wait is in no one's config.
        let (Some(low), Some(high_of_share)) = (quotient(low, &share), quotient(high, &share)) else { continue };
        for (cap, strange) in &caps {
            for max in scaled_caps(policy.order, cap.as_ref(), &share, high) {
                for (at, (growth, first)) in growths.iter().enumerate() {
                    let Some(growth) = scale(growth, &share) else { continue };
                    // A growth that begins at its cap or above it is the cap, always, which some clients have to be told.
                    let held = held(&growth, max.as_ref());
                    for growth in std::iter::once(growth).chain(held) {
                        let candidate = Candidate {
                            growth,
                            first: first.clone(),
                            max: max.clone(),
                            low: low.clone(),
                            high: high_of_share.clone(),
                            share: share.clone(),
                            reserved: share != one() || *strange || Some(at) == last,
                        };
                        let same = |it: &Candidate| Candidate { reserved: it.reserved, ..candidate.clone() } == *it;
                        if !candidates.iter().any(same) {
                            candidates.push(candidate);
                        }
                    }
                }
            }
        }
    }
    candidates.sort_by_key(|it| it.reserved);
    candidates
}

fn one() -> Exact {
    Exact::new(1, 0)
}

type Grown = (Growth, Option<Exact>);

/// The policy's growth, and the same shifted where its first wait is none of it.
fn growths(policy: &Policy) -> Vec<Grown> {
    let growth = policy.growth.clone();
    let first = match &policy.first {
        FirstWait::Grown | FirstWait::Unjittered => None,
        FirstWait::Zero => Some(Exact::zero()),
        FirstWait::Extra(first) => Some(first.clone()),
    };
    let mut all = vec![(growth, first.clone())];
    if let (FirstWait::Extra(_), Growth::Geometric { base, factor }) = (&policy.first, &policy.growth)
        && let Some(base) = quotient(base, factor)
    {
        all.push((Growth::Geometric { base, factor: factor.clone() }, first));
    }
    if let (Jitter::Decorrelated, Growth::Geometric { base, factor }) = (&policy.jitter, &policy.growth) {
        all.push((Growth::Geometric { base: base.times(factor), factor: factor.clone() }, None));
    }
    all
}

/// Growths that come to the same waits, with and without the first one.
fn exact(waits: &[Exact]) -> Vec<Grown> {
    let [first, rest @ ..] = waits else { return Vec::new() };
    let mut all = Vec::new();
    let Some(second) = rest.first() else {
        // One wait alone is the first of anything.
        return vec![(Growth::constant(first.clone()), None), (Growth::linear(first.clone(), first.clone()), None)];
    };
    let factor = quotient(second, first).map(|factor| Growth::Geometric { base: first.clone(), factor });
    let step = second.minus(first).map(|step| Growth::linear(first.clone(), step));
    let sum = Growth::Fibonacci { first: first.clone(), second: second.clone() };
    all.extend(factor.into_iter().chain(step).chain([sum]).filter(|growth| gives(growth, waits)).map(|it| (it, None)));
    // From the second wait on, as if the first one were an exception.
    let factors = match rest.get(1) {
        Some(third) => quotient(third, second).into_iter().collect(),
        None => vec![Exact::new(2, 0), one()],
    };
    for factor in factors {
        let growth = Growth::Geometric { base: second.clone(), factor: factor.clone() };
        if let Some(base) = quotient(second, &factor).filter(|_| gives(&growth, rest)) {
            all.push((Growth::Geometric { base, factor }, Some(first.clone())));
        }
    }
    all
}

/// Whether a growth comes to these waits, the longest of which may be its cap.
fn gives(growth: &Growth, waits: &[Exact]) -> bool {
    let Some(longest) = waits.iter().max() else { return true };
    let mut before = Exact::zero();
    let mut grown: Option<Exact> = None;
    waits.iter().all(|wait| {
        let next = match (growth, &grown) {
            (_, None) => growth.base(),
            (Growth::Geometric { factor, .. }, Some(last)) => last.times(factor),
            (Growth::Affine { factor, plus, .. }, Some(last)) => last.times(factor).plus(plus),
            (Growth::Fibonacci { second, .. }, Some(_)) if before.is_zero() => second.clone(),
            (_, Some(last)) => last.plus(&before),
        };
        let held = next.clone().min(longest.clone());
        // Growth past the longest wait changes nothing.
        let grown_before = grown.replace(held.clone());
        before = grown_before.unwrap_or_else(Exact::zero);
        held == *wait
    })
}

/// Growths that come near the waits: factors of few digits, by which the first wait grows to the second or to about the
/// last.
fn near(waits: &[Exact]) -> Vec<Grown> {
    let Some(base) = waits.iter().find(|wait| !wait.is_zero()) else { return Vec::new() };
    let of_second = waits.get(1).map_or_else(Vec::new, |second| {
        // With clients that cut what has grown, the factor may be the next one up.
        let rounded = [(3, 0), (2, 0), (1, 0), (3, 1)].into_iter().filter_map(|(decimals, more)| {
            let last = i32::try_from(decimals).unwrap_or(0).saturating_neg();
            Some(second.divided(base, decimals)?.plus(&Exact::new(more, last)))
        });
        rounded.collect()
    });
    let factors = [overall(base, waits, 2), overall(base, waits, 3)].into_iter().chain(of_second);
    let geometric = |factor| (Growth::Geometric { base: base.clone(), factor }, None);
    factors.filter(|factor| *factor >= one()).map(geometric).collect()
}

/// The largest factor of so many decimals by which a base does not grow past the last of the waits.
fn overall(base: &Exact, waits: &[Exact], decimals: i32) -> Exact {
    let unit = 10u64.saturating_pow(decimals.unsigned_abs());
    let (mut low, mut high) = (unit, unit.saturating_mul(100));
    let last = waits.last().unwrap_or(base);
    // Where the waits stay at their longest, the first of these is the last that grows.
    let steps = waits.iter().position(|wait| wait == last).unwrap_or(0);
    let of = |number: u64| Exact::new(number, decimals.saturating_neg());
    while low < high {
        let middle = low.saturating_add(high).div_ceil(2);
        let factor = of(middle);
        let grown = (0..steps).try_fold(base.clone(), |wait, _| Some(wait.times(&factor)).filter(|it| it <= last));
        match grown {
            Some(_) => low = middle,
            None => high = middle.saturating_sub(1),
        }
    }
    of(low)
}

/// The ends of the jitter as shares of the wait, as far as they are.
fn ends(policy: &Policy) -> (Exact, Exact) {
    let less = |share: &Exact| one().minus(share).unwrap_or_else(Exact::zero);
    match &policy.jitter {
        // What is added and taken away is no share of the wait.
        Jitter::None | Jitter::Stepped(_) => (one(), one()),
        Jitter::Full | Jitter::Decorrelated | Jitter::DecorrelatedV2 => (Exact::zero(), one()),
        Jitter::Equal => (Exact::new(5, -1), one()),
        Jitter::Percent(share) | Jitter::Compounding(share) => (less(share), one().plus(share)),
        Jitter::Between(band) => (band.low.share.clone(), band.high.share.clone()),
    }
}

/// What the waits before jitter may be multiplied by: 1, the ends of the jitter, and their middle.
fn shares(low: &Exact, high: &Exact) -> Vec<Exact> {
    let mut shares = vec![one()];
    for share in [high.clone(), low.clone(), low.plus(high).half()] {
        if !share.is_zero() && !shares.contains(&share) {
            shares.push(share);
        }
    }
    shares
}

/// The caps that may go with waits that are multiplied by `share`: a cap may hold before jitter or after it.
fn scaled_caps(order: Order, max: Option<&Exact>, share: &Exact, high: &Exact) -> Vec<Option<Exact>> {
    let Some(max) = max else { return vec![None] };
    let of_wait = max.times(share);
    let of_draw = max.times(high);
    let after = matches!(order, Order::JitterThenCap | Order::JitterThenHalf | Order::CapThenJitterThenCap);
    let all = if after { [max.clone(), of_wait, of_draw] } else { [of_wait, of_draw, max.clone()] };
    let mut caps: Vec<Option<Exact>> = Vec::new();
    for cap in all.into_iter().filter(|cap| !cap.is_zero()).map(Some) {
        if !caps.contains(&cap) {
            caps.push(cap);
        }
    }
    if caps.is_empty() { vec![Some(max.clone())] } else { caps }
}

/// A growth whose waits are all multiplied by `share`; `None` where it is not one of those that can be.
fn scale(growth: &Growth, share: &Exact) -> Option<Growth> {
    if *share == one() {
        return Some(growth.clone());
    }
    let by = |wait: &Exact| wait.times(share);
    Some(match growth {
        Growth::Geometric { base, factor } => Growth::Geometric { base: by(base), factor: factor.clone() },
        Growth::Affine { base, factor, plus } => {
            Growth::Affine { base: by(base), factor: factor.clone(), plus: by(plus) }
        }
        Growth::Fibonacci { first, second } => Growth::Fibonacci { first: by(first), second: by(second) },
        _ => return None,
    })
}

/// The cap as a growth, where the growth begins at it or above it.
fn held(growth: &Growth, max: Option<&Exact>) -> Option<Growth> {
    match (growth, max) {
        (Growth::Geometric { base, factor }, Some(max)) if base >= max && *factor >= one() => {
            Some(Growth::constant(max.clone()))
        }
        _ => None,
    }
}
