//! The bounds of a jittered wait.

use super::Spread;
use crate::policy::{Growth, Jitter, Order, Policy, Rounding};
use crate::quantity::{Exact, Tens};

/// What jitter keeps from one wait to the next.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    /// Decorrelated: the mean of the last wait, while it is known.
    mean: Option<Exact>,
    /// Compounding: the ends of the last draw.
    last: Option<(Exact, Exact)>,
    tens: Tens,
}

impl Drawn {
    pub(super) fn new(policy: &Policy) -> Self {
        Self { mean: Some(policy.growth.base()), last: None, tens: Tens::new() }
    }
}

/// The spread of `wait`, which is before the cap where jitter is.
pub(super) fn spread(policy: &Policy, drawn: &mut Drawn, wait: &Exact, retry: u64, passes_max: bool) -> Option<Spread> {
    let one = Exact::new(1, 0);
    let (low, mean, high) = match &policy.jitter {
        Jitter::None => return None,
        Jitter::Full => (Exact::zero(), Some(wait.half()), wait.clone()),
        Jitter::Equal => {
            let half = wait.half();
            // Three quarters of the wait.
            let mean = half.times_whole(3).half();
            (half, Some(mean), wait.clone())
        }
        Jitter::Percent(share) => {
            // (1 − share) × wait and (1 + share) × wait; a lower end below 0 is 0.
            let low = one.minus(share).unwrap_or_else(Exact::zero).times(wait);
            let high = one.plus(share).times(wait);
            let mean = if *share > one { high.half() } else { wait.clone() };
            (low, Some(mean), high)
        }
        Jitter::Decorrelated => {
            let Growth::Geometric { base, factor } = &policy.growth else { return None };
            // E_k = (base + factor × E_(k−1)) / 2, as long as no draw can be cut by the cap.
            let before = drawn.mean.take().filter(|_| !passes_max);
            drawn.mean = before.map(|mean| mean.times(factor).plus_by(base, &mut drawn.tens).half());
            (base.clone(), drawn.mean.clone(), wait.clone())
        }
        Jitter::Between(band) => {
            let (low, high) = (band.low.of(wait, retry), band.high.of(wait, retry));
            let mean = band.even.then(|| low.plus(&high).half());
            (low, mean, high)
        }
        Jitter::Compounding(share) => {
            let (low, high) = compounding(policy, drawn, share);
            (low, None, high)
        }
        Jitter::DecorrelatedV2 => {
            let (low, high) = decorrelated_v2(&policy.growth.base(), retry);
            (low, None, high)
        }
        Jitter::Stepped(each) => {
            let base = policy.growth.base();
            // Without a base nothing grows, and the whole jitter holds.
            let times = if base.is_zero() { one } else { wait.wholes_of(&base) };
            let most = times.times(each);
            let capped = |end: Exact| policy.max.as_ref().map_or(end.clone(), |max| end.min(max.clone()));
            let low = capped(wait.minus(&most).unwrap_or_else(Exact::zero).max(base));
            let high = capped(wait.plus(&most));
            let mean = Some(low.plus(&high).half());
            (low, mean, high)
        }
    };
    let (low, mean, high) = match &policy.grain {
        None => (low, mean, high),
        Some(grain) => {
            let (low, high) = cut(&low, &high, grain);
            let mean = mean.map(|_| low.plus(&high).half());
            (low, mean, high)
        }
    };
    let (low, high) = match &policy.rounding {
        rounding if rounding.is_of_draw() && low < high => (rounding.shown(low), rounding.shown_below(high)),
        rounding if rounding.is_of_draw() => (rounding.shown(low), rounding.shown(high)),
        _ => (low, high),
    };
    let floored = floor(policy, low, mean, high);
    Some(match (policy.order, policy.max.as_ref()) {
        // The floor has the last word.
        (Order::JitterThenCap | Order::CapThenJitterThenCap, Some(max)) => {
            capped(floored, policy.min.as_ref().unwrap_or(max).max(max))
        }
        (Order::JitterThenHalf, Some(max)) => halved(floored, max, &policy.rounding),
        _ => {
            let (least, mean, most) = floored;
            Spread { low: least.clone(), high: most.clone(), least, mean, most }
        }
    })
}

type Bounds = (Exact, Option<Exact>, Exact);

/// A draw from `low` up to, but not including, `high`, cut to whole multiples of `grain`.
fn cut(low: &Exact, high: &Exact, grain: &Exact) -> (Exact, Exact) {
    let last = high.ceil_to(grain).minus(grain).unwrap_or_else(Exact::zero);
    let low = low.floor_to(grain);
    let high = last.max(low.clone());
    (low, high)
}

/// The bounds with no wait shorter than the policy's floor.
fn floor(policy: &Policy, low: Exact, mean: Option<Exact>, high: Exact) -> Bounds {
    match &policy.min {
        Some(min) if low < *min => {
            // Draws that the floor lifts have no simple mean, unless it lifts all of them.
            let mean = (high <= *min).then(|| min.clone());
            (min.clone(), mean, high.max(min.clone()))
        }
        _ => (low, mean, high),
    }
}

/// The bounds of a draw that is capped.
fn capped((low, mean, high): Bounds, max: &Exact) -> Spread {
    let mean = if high <= *max {
        mean
    } else if low >= *max {
        mean.map(|_| max.clone())
    } else {
        // ((max² − low²)/2 + max × (high − max)) / (high − low): no decimal in general.
        None
    };
    Spread { least: (&low).min(max).clone(), mean, most: (&high).min(max).clone(), low, high }
}

/// The bounds of a draw that is replaced, where it passes the max, by one between half the max and the max.
fn halved((low, mean, high): Bounds, max: &Exact, rounding: &Rounding) -> Spread {
    if high <= *max {
        return Spread { least: low.clone(), mean, most: high.clone(), low, high };
    }
    let half = match rounding {
        Rounding::Down(step) => max.half().floor_to(step),
        _ => max.half(),
    };
    if low >= *max {
        let mean = half.plus(max).half();
        return Spread { least: half, mean: Some(mean), most: max.clone(), low, high };
    }
    Spread { least: (&low).min(&half).clone(), mean: None, most: max.clone(), low, high }
}

/// The ends of a draw around the last draw's ends. Before the cap, the client draws around the wait before, rounds, and
/// then grows (kafkajs); after it, the wait before grows up to the cap and is spread then (grpc-js).
fn compounding(policy: &Policy, drawn: &mut Drawn, share: &Exact) -> (Exact, Exact) {
    let one = Exact::new(1, 0);
    let shares = [one.minus(share).unwrap_or_else(Exact::zero), one.plus(share)];
    let factor = policy.growth.factor().cloned().unwrap_or(one);
    let capped = |wait: Exact| policy.max.as_ref().map_or(wait.clone(), |max| wait.min(max.clone()));
    let rounded = |wait: Exact| policy.rounding.shown(wait);
    let is_after = policy.order == Order::CapThenJitter;
    let ends = match drawn.last.take() {
        None if is_after => shares.map(|share| rounded(capped(policy.growth.base()).times(&share))),
        None => shares.map(|share| rounded(policy.growth.base().times(&share))),
        Some((low, high)) => {
            let [low_share, high_share] = shares;
            [(low, low_share), (high, high_share)].map(|(last, share)| {
                if is_after {
                    rounded(capped(last.times(&factor)).times(&share))
                } else {
                    capped(rounded(last.times(&share)).times(&factor))
                }
            })
        }
    };
    let [low, high] = ends;
    drawn.last = Some((low.clone(), high.clone()));
    (low, high)
}

/// tanh(√(4t)) × 10^18 for t from 0 on; from the last one on it is 1 but for 10^-16.
const TANH: [u64; 90] = [
    0,
    964_027_580_075_816_884,
    993_037_345_405_869_184,
    998_042_398_598_199_074,
    999_329_299_739_067_044,
    999_739_069_169_593_814,
    999_888_876_387_919_493,
    999_949_315_144_822_916,
    999_975_591_363_242_326,
    999_987_711_650_795_571,
    999_993_579_192_507_492,
    999_996_536_925_267_157,
    999_998_080_143_741_170,
    999_998_909_700_868_109,
    999_999_367_434_891_194,
    999_999_625_916_346_211,
    999_999_774_929_675_890,
    999_999_862_449_593_004,
    999_999_914_727_652_174,
    999_999_946_439_212_890,
    999_999_965_948_666_988,
    999_999_978_108_241_830,
    999_999_985_778_570_154,
    999_999_990_671_381_627,
    999_999_993_825_085_278,
    999_999_995_877_692_764,
    999_999_997_225_876_166,
    999_999_998_119_000_422,
    999_999_998_715_457_623,
    999_999_999_116_837_631,
    999_999_999_388_896_710,
    999_999_999_574_565_566,
    999_999_999_702_101_955,
    999_999_999_790_249_714,
    999_999_999_851_533_296,
    999_999_999_894_379_850,
    999_999_999_924_497_309,
    999_999_999_945_776_295,
    999_999_999_960_884_755,
    999_999_999_971_662_775,
    999_999_999_979_386_483,
    999_999_999_984_945_584,
    999_999_999_988_963_527,
    999_999_999_991_879_318,
    999_999_999_994_003_536,
    999_999_999_995_556_899,
    999_999_999_996_696_943,
    999_999_999_997_536_582,
    999_999_999_998_157_072,
    999_999_999_998_617_120,
    999_999_999_998_959_296,
    999_999_999_999_214_587,
    999_999_999_999_405_623,
    999_999_999_999_548_992,
    999_999_999_999_656_892,
    999_999_999_999_738_318,
    999_999_999_999_799_931,
    999_999_999_999_846_671,
    999_999_999_999_882_219,
    999_999_999_999_909_320,
    999_999_999_999_930_031,
    999_999_999_999_945_895,
    999_999_999_999_958_075,
    999_999_999_999_967_446,
    999_999_999_999_974_672,
    999_999_999_999_980_255,
    999_999_999_999_984_578,
    999_999_999_999_987_933,
    999_999_999_999_990_540,
    999_999_999_999_992_571,
    999_999_999_999_994_155,
    999_999_999_999_995_394,
    999_999_999_999_996_364,
    999_999_999_999_997_125,
    999_999_999_999_997_724,
    999_999_999_999_998_194,
    999_999_999_999_998_566,
    999_999_999_999_998_859,
    999_999_999_999_999_091,
    999_999_999_999_999_274,
    999_999_999_999_999_420,
    999_999_999_999_999_536,
    999_999_999_999_999_628,
    999_999_999_999_999_702,
    999_999_999_999_999_760,
    999_999_999_999_999_807,
    999_999_999_999_999_845,
    999_999_999_999_999_875,
    999_999_999_999_999_899,
    999_999_999_999_999_918,
];

/// The ends of the `retry`th wait: 0 and (f(retry) − f(retry − 2)) × base, with f(t) = 2^t × tanh(√(4t)) / 1.4.
fn decorrelated_v2(base: &Exact, retry: u64) -> (Exact, Exact) {
    let f = |t: u64| {
        let tanh = usize::try_from(t).ok().and_then(|at| TANH.get(at)).copied().unwrap_or(1_000_000_000_000_000_000);
        (0..t.min(MOST_DOUBLINGS)).fold(Exact::new(tanh, -18), |power, _| power.times_whole(2))
    };
    let before = retry.checked_sub(2).map_or_else(Exact::zero, f);
    // Polly writes 1/1.4 as a binary fraction; these are its digits to twice what is shown.
    let share = Exact::new(714_285_714_285_714_286, -18);
    (Exact::zero(), f(retry).minus(&before).unwrap_or_else(Exact::zero).times(&share).times(base))
}

/// No policy has more retries that matter: 2^1000 of anything is past the cap.
const MOST_DOUBLINGS: u64 = 1000;
