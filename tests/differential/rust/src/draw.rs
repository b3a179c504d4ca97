//! Configs drawn from a seed.

use std::time::Duration;

/// A generator of its own (SplitMix64), since what the crates draw with is at its extremes.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Milliseconds as people write them: round ones more often than others.
    pub fn millis(&mut self, low: u64, high: u64) -> Duration {
        const ROUND: [u64; 15] = [0, 1, 10, 50, 100, 200, 250, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 30_000, 60_000];
        let span = self.below(high as usize + 1);
        let value = if self.chance(50) { *self.pick(&ROUND) } else { 1 + self.below(span + 1) as u64 };
        Duration::from_millis(value.clamp(low, high))
    }

    /// A growth with up to two decimals.
    pub fn factor(&mut self) -> f32 {
        let round = [1.0, 1.5, 2.0, 3.0];
        if self.chance(50) { *self.pick(&round) } else { (50 + self.below(350)) as f32 / 100.0 }
    }
}
