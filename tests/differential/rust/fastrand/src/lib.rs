//! The part of fastrand that backon draws with.

/// A generator that draws one extreme alone.
#[derive(Clone, Debug, Default)]
pub struct Rng;

impl Rng {
    /// One without a seed.
    pub fn new() -> Self {
        Self
    }

    /// One with a seed, which changes nothing.
    pub fn with_seed(_seed: u64) -> Self {
        Self
    }

    /// 0, or the last value below 1.
    pub fn f32(&mut self) -> f32 {
        if extreme::is_highest() { 1.0 - f32::EPSILON / 2.0 } else { 0.0 }
    }
}
