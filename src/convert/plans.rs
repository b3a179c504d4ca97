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
}

impl Candidate {
    /// Whether the waits before jitter are others than the policy's.
    pub(super) fn is_scaled(&self) -> bool {
        self.share != one()
    }
}

/// Quotients that have more decimals are none that a person wrote.
const DECIMALS: u32 = 9;

/// A quotient that is a decimal; `None` for any other.
fn quotient(number: &Exact, divisor: &Exact) -> Option<Exact> {
    number.divided(divisor, DECIMALS).filter(|it| it.times(divisor) == *number)
}

/// Every way, the policy's own first; `steps` are the policy's waits, and `waits` the same before jitter.
pub(super) fn of(policy: &Policy, steps: &[Wait], waits: &[Exact]) -> Vec<Candidate> {
    let mut growths = growths(policy);
    growths.extend(shifted(waits));
    if let [first, rest @ ..] = waits
        && rest.iter().all(|wait| wait == first)
    {
        growths.push((Growth::constant(first.clone()), None));
    }
    growths.extend(fitted(waits));
    let mut all_ends = vec![ends(policy)];
    // A duration that is added to every wait is a share of the first.
    let of_step = |step: &Wait| Some((quotient(step.least(), &step.nominal)?, quotient(step.most(), &step.nominal)?));
    // Draws of whole units never reach their end.
    let drawn = steps.iter().find(|step| step.least() != step.most() && policy.grain.is_none());
    all_ends.extend(drawn.and_then(of_step).filter(|ends| !all_ends.contains(ends)));
    let mut caps = vec![policy.max.clone()];
    // A cap that no wait comes to may be left out, and the longest wait may be the cap.
    if policy.max.is_some() {
        caps.push(None);
    }
    if policy.retries.is_some() || matches!(policy.growth, Growth::Table(_)) {
        caps.extend(waits.iter().max().cloned().map(Some).filter(|cap| *cap != policy.max));
    }
    // With some clients the cap is what the server's wait is compared with.
    if policy.server_limit.is_some() {
        caps.push(policy.server_limit.clone());
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for (low, high, share) in
        all_ends.iter().flat_map(|(low, high)| shares(low, high).into_iter().map(move |share| (low, high, share)))
    {
        // What is no decimal as a share of another wait is in no one's config.
        let (Some(low), Some(high_of_share)) = (quotient(low, &share), quotient(high, &share)) else { continue };
        for cap in &caps {
            for max in scaled_caps(policy.order, cap.as_ref(), &share, high) {
                for (growth, first) in &growths {
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
                        };
                        if !candidates.contains(&candidate) {
                            candidates.push(candidate);
                        }
                    }
                }
            }
        }
    }
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

/// Growths that the waits themselves may have: doubling and the like, linear, Fibonacci's, with and without the first.
fn fitted(waits: &[Exact]) -> Vec<Grown> {
    let mut all = Vec::new();
    let [first, rest @ ..] = waits else { return all };
    let geometric = |base: &Exact, factor: Exact| Growth::Geometric { base: base.clone(), factor };
    let Some(second) = rest.first() else {
        return vec![(Growth::constant(first.clone()), None)];
    };
    // With clients that cut what has grown, the factor may be the next one up.
    let rounded = [(3, 0), (2, 0), (1, 0), (3, 1)].into_iter().filter_map(|(decimals, more)| {
        let last = i32::try_from(decimals).unwrap_or(0).saturating_neg();
        Some(second.divided(first, decimals)?.plus(&Exact::new(more, last)))
    });
    for factor in quotient(second, first).into_iter().chain(rounded).filter(|factor| *factor >= one()) {
        all.push((geometric(first, factor), None));
    }
    if let Some(step) = second.minus(first) {
        all.push((Growth::linear(first.clone(), step), None));
    }
    all.push((Growth::Fibonacci { first: first.clone(), second: second.clone() }, None));
    if let Some(base) = waits.iter().find(|wait| !wait.is_zero()) {
        all.push((geometric(base, overall(base, waits)), None));
    }
    all
}

/// The growth from the second wait on, as if the first one were an exception.
fn shifted(waits: &[Exact]) -> Vec<Grown> {
    let [first, second, rest @ ..] = waits else { return Vec::new() };
    let factors = match rest.first() {
        Some(third) => quotient(third, second).into_iter().filter(|factor| *factor >= one()).collect(),
        None => vec![Exact::new(2, 0), one()],
    };
    let grown = factors.into_iter().filter_map(|factor| {
        let base = quotient(second, &factor)?;
        Some((Growth::Geometric { base, factor }, Some(first.clone())))
    });
    // Some clients have rules of their own for what follows the first wait.
    grown.chain([(Growth::constant(second.clone()), Some(first.clone()))]).collect()
}

/// The factor, to the hundredth, by which a base grows to about the last of the waits.
fn overall(base: &Exact, waits: &[Exact]) -> Exact {
    let (mut low, mut high) = (100u64, 10_000u64);
    let last = waits.last().unwrap_or(base);
    // Where the waits stay at their longest, the first of these is the last that grows.
    let steps = waits.iter().position(|wait| wait == last).unwrap_or(0);
    while low < high {
        let middle = low.saturating_add(high).div_ceil(2);
        let factor = Exact::new(middle, -2);
        let grown = (0..steps).try_fold(base.clone(), |wait, _| Some(wait.times(&factor)).filter(|it| it <= last));
        match grown {
            Some(_) => low = middle,
            None => high = middle.saturating_sub(1),
        }
    }
    Exact::new(low, -2)
}

/// The ends of the jitter as shares of the wait, as far as they are.
fn ends(policy: &Policy) -> (Exact, Exact) {
    let less = |share: &Exact| one().minus(share).unwrap_or_else(Exact::zero);
    match &policy.jitter {
        Jitter::None => (one(), one()),
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
    let after = matches!(order, Order::JitterThenCap | Order::JitterThenHalf);
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
