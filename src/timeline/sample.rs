use rand_pcg::Lcg128Xsl64;
use rand_pcg::rand_core::Rng;

use super::{Spread, Wait};
use crate::policy::{Growth, Jitter, Order, Policy};
use crate::quantity::{Exact, Tens};

/// The stream of the generator, that of its authors' demonstration program.
const STREAM: u128 = 54;

/// Draws one run of a jittered policy.
///
/// Each retry takes one 64-bit draw `u` of PCG XSL RR 128/64 (O'Neill, PCG: A Family of Simple Fast Space-Efficient
/// Statistically Good Algorithms for Random Number Generation, 2014), set to the seed and stream 54. The wait is
/// lo + (hi − lo) × `u`/2^64, exactly. It depends on nothing but the seed, the retry and the policy: not on the
/// output's unit, nor on how many retries there are.
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    policy: &'a Policy,
    generator: Lcg128Xsl64,
    /// Decorrelated and compounding: the last draw.
    previous: Exact,
    /// Compounding: whether there was a draw.
    compounded: bool,
    total: Exact,
    tens: Tens,
    max_tens: Tens,
    sum_tens: Tens,
}

impl<'a> Sampler<'a> {
    /// Before retry 1.
    pub fn new(policy: &'a Policy, seed: u64) -> Self {
        Self {
            policy,
            generator: Lcg128Xsl64::new(u128::from(seed), STREAM),
            previous: policy.growth.base(),
            compounded: false,
            total: Exact::zero(),
            tens: Tens::new(),
            max_tens: Tens::new(),
            sum_tens: Tens::new(),
        }
    }

    /// The wait of the next retry in this run, in the policy's kind of duration; `wait` is that retry's own.
    pub fn draw(&mut self, wait: &Wait) -> Exact {
        let draw = self.generator.next_u64();
        let sampled = match (&self.policy.jitter, &wait.spread) {
            (_, None) => wait.nominal.clone(),
            (Jitter::Decorrelated, Some(_)) => self.decorrelated(draw),
            (Jitter::Compounding(share), Some(spread)) => {
                self.compounding(&share.clone(), draw).min(spread.most.clone())
            }
            (_, Some(spread)) => self.drawn(spread, draw),
        };
        self.total = self.total.plus_by(&sampled, &mut self.sum_tens);
        sampled
    }

    /// The exact sum of the waits drawn so far.
    pub const fn total(&self) -> &Exact {
        &self.total
    }

    fn between(&mut self, low: &Exact, high: &Exact, draw: u64) -> Exact {
        let range = high.minus_by(low, &mut self.tens).unwrap_or_else(Exact::zero);
        range.fraction(draw).plus_by(low, &mut self.tens)
    }

    /// A draw between the ends of a spread, cut to the policy's grain, and then what the cap makes of it.
    fn drawn(&mut self, spread: &Spread, draw: u64) -> Exact {
        let sampled = match &self.policy.grain {
            None => self.between(&spread.low, &spread.high, draw),
            Some(grain) => self.between(&spread.low, &spread.high.plus(grain), draw).floor_to(grain),
        };
        if self.policy.order == Order::JitterThenHalf && sampled > spread.most {
            // The client draws again, and so does this: a second number of the generator.
            let again = self.generator.next_u64();
            return self.between(&spread.most.half(), &spread.most, again);
        }
        sampled.min(spread.most.clone())
    }

    /// The wait before as drawn, grown and spread; the first is drawn around the base. Before the cap it is spread,
    /// rounded, grown and limited to the max, in this order; after it it is grown, limited and then spread.
    fn compounding(&mut self, share: &Exact, draw: u64) -> Exact {
        let one = Exact::new(1, 0);
        let (low, high) = (one.minus(share).unwrap_or_else(Exact::zero), one.plus(share));
        let factor = self.policy.growth.factor().filter(|_| self.compounded).cloned().unwrap_or(one);
        let capped = |wait: Exact| self.policy.max.as_ref().map_or(wait.clone(), |max| wait.min(max.clone()));
        let is_after = self.policy.order == Order::CapThenJitter;
        let middle = if is_after { capped(self.previous.times(&factor)) } else { self.previous.clone() };
        let drawn = self.between(&low.times(&middle), &high.times(&middle), draw);
        let drawn = self.policy.rounding.shown(drawn);
        self.previous = if is_after { drawn } else { capped(drawn.times(&factor)) };
        self.compounded = true;
        self.previous.clone()
    }

    /// min(max, base + (factor × previous − base) × u/2^64). A draw that the cap cut is the cap.
    fn decorrelated(&mut self, draw: u64) -> Exact {
        let Growth::Geometric { base, factor } = &self.policy.growth else { return self.previous.clone() };
        let high = self.previous.times(factor);
        let sampled = self.between(base, &high, draw);
        self.previous = match &self.policy.max {
            Some(max) if sampled.cmp_by(max, &mut self.max_tens).is_gt() => max.clone(),
            _ => sampled,
        };
        self.previous.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::NativeFlags;
    use crate::timeline::Waits;

    fn policy(base: &str, max: &str, retries: &str, jitter: &str, unit: Option<&str>) -> Policy {
        let flags = NativeFlags { base, max, retries: Some(retries), jitter: Some(jitter), unit, ..Default::default() };
        Policy::native(&flags).unwrap()
    }

    fn draws(policy: &Policy, seed: u64) -> Vec<Exact> {
        let mut sampler = Sampler::new(policy, seed);
        Waits::new(policy).map(|wait| sampler.draw(&wait.unwrap())).collect()
    }

    /// grpc-js: exactly 1 s, then 1.6 times the wait before, limited to 2 s, by 0.8 to 1.2.
    #[test]
    fn a_compounding_wait_that_is_spread_after_the_cap() {
        let whole = |number| Exact::new(number, 0);
        let growth = Growth::Geometric { base: Exact::new(16, -1), factor: Exact::new(16, -1) };
        let client = Policy {
            growth,
            first: crate::policy::FirstWait::Extra(whole(1)),
            jitter: Jitter::Compounding(Exact::new(2, -1)),
            order: Order::CapThenJitter,
            ..policy("1", "2", "3", "none", None)
        };
        let runs: Vec<Vec<Exact>> = (0..200).map(|seed| draws(&client, seed)).collect();
        assert!(runs.iter().all(|run| run[0] == whole(1)));
        let within = |at: usize, low: Exact, high: Exact| {
            let (least, most) = (runs.iter().map(|run| &run[at]).min(), runs.iter().map(|run| &run[at]).max());
            let near = Exact::new(3, -2);
            let (least, most) = (least.unwrap().clone(), most.unwrap().clone());
            assert!(low <= least && least < low.plus(&near), "{at}: {least}");
            assert!(most <= high && high < most.plus(&near), "{at}: {most}");
        };
        // 1.6 × 0.8 to 1.6 × 1.2, then from min(1.28 × 1.6, 2) × 0.8 up to 2 × 1.2.
        within(1, Exact::new(128, -2), Exact::new(192, -2));
        within(2, Exact::new(16, -1), Exact::new(24, -1));
    }

    /// The first six outputs of the demonstration program of the reference implementation in C (pcg64, state 42,
    /// stream 54).
    const REFERENCE: [u64; 6] = [
        0x86b1_da1d_7206_2b68,
        0x1304_aa46_c985_3d39,
        0xa367_0e9e_0dd5_0358,
        0xf909_0e52_9a7d_ae00,
        0xc85b_9fd8_3799_6f2c,
        0x6061_21f8_e391_9196,
    ];

    #[test]
    fn the_generator_is_the_published_one() {
        // Full jitter below 2^64 is the draw itself; the factor 1 keeps every wait the same.
        let flags = NativeFlags {
            base: "1",
            max: "none",
            factor: Some("1"),
            retries: Some("6"),
            jitter: Some("full"),
            ..Default::default()
        };
        let one = Policy::native(&flags).unwrap();
        let scaled: Vec<_> =
            draws(&one, 42).iter().map(|wait| wait.times_whole(1 << 32).times_whole(1 << 32)).collect();
        assert_eq!(scaled, REFERENCE.map(|draw| Exact::new(draw, 0)));
    }

    #[test]
    fn lies_where_the_draw_points() {
        let [first, second, ..] = REFERENCE;
        let u = |draw| Exact::new(1, 0).fraction(draw);
        let of = |jitter, retries| draws(&policy("10", "none", retries, jitter, None), 42);
        // 5..10 and 10..20; 8..12 and 16..24.
        let five = Exact::new(5, 0);
        assert_eq!(
            of("equal", "2"),
            [five.plus(&u(first).times_whole(5)), five.times_whole(2).plus(&u(second).times_whole(10)),]
        );
        assert_eq!(
            of("20%", "2"),
            [Exact::new(8, 0).plus(&u(first).times_whole(4)), Exact::new(16, 0).plus(&u(second).times_whole(8)),]
        );
        assert_eq!(of("none", "2"), [Exact::new(10, 0), Exact::new(20, 0)]);
        // 10..30, then 10..3 × the first draw.
        let drawn = Exact::new(10, 0).plus(&u(first).times_whole(20));
        let range = drawn.times_whole(3).minus(&Exact::new(10, 0)).unwrap();
        assert_eq!(of("decorrelated", "2"), [drawn, Exact::new(10, 0).plus(&range.times(&u(second)))]);
        // The first draw, over 0.5, is cut at 12.
        assert_eq!(draws(&policy("10", "12", "1", "decorrelated", None), 42), [Exact::new(12, 0)]);
    }

    #[test]
    fn depends_on_neither_unit_nor_number_of_retries() {
        for jitter in ["full", "decorrelated"] {
            let long = draws(&policy("1s", "30s", "20", jitter, None), 7);
            let short = draws(&policy("1000ms", "30000ms", "5", jitter, Some("m")), 7);
            assert_eq!(long[..5], short);
            assert_ne!(long, draws(&policy("1s", "30s", "20", jitter, None), 8));
        }
    }

    #[test]
    fn the_total_is_the_sum() {
        let policy = policy("1s", "30s", "20", "full", None);
        let mut sampler = Sampler::new(&policy, 3);
        let sum = Waits::new(&policy).fold(Exact::zero(), |sum, wait| sum.plus(&sampler.draw(&wait.unwrap())));
        assert_eq!(*sampler.total(), sum);
    }
}
