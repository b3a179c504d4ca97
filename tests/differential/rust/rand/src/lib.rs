//! The part of rand that tokio-retry and retry-policies draw with.

/// A generator.
pub trait Rng {}

/// The generator of a thread.
#[derive(Debug)]
pub struct ThreadRng;

impl Rng for ThreadRng {}

/// The generator of this thread.
pub fn rng() -> ThreadRng {
    ThreadRng
}

/// What can be drawn from its whole range.
pub trait Drawn {
    /// The extreme.
    fn extreme() -> Self;
}

impl Drawn for f64 {
    /// 0, or the last value below 1.
    fn extreme() -> Self {
        if extreme::is_highest() { 1.0 - f64::EPSILON / 2.0 } else { 0.0 }
    }
}

/// A draw.
pub fn random<T: Drawn>() -> T {
    T::extreme()
}

/// Distributions.
pub mod distr {
    /// Even ones.
    pub mod uniform {
        use crate::{Drawn, Rng};

        /// Where a range has nothing in it.
        #[derive(Debug)]
        pub struct Error;

        /// Draws between two ends.
        pub trait UniformSampler: Sized {
            /// What is drawn.
            type X;

            /// A draw from `low` up to, but not including, `high`.
            fn sample_single<R: Rng + ?Sized>(low: Self::X, high: Self::X, rng: &mut R) -> Result<Self::X, Error>;
        }

        /// Draws of floats.
        #[derive(Debug)]
        pub struct UniformFloat<X>(X);

        impl UniformSampler for UniformFloat<f64> {
            type X = f64;

            fn sample_single<R: Rng + ?Sized>(low: f64, high: f64, _rng: &mut R) -> Result<f64, Error> {
                Ok(low + (high - low) * f64::extreme())
            }
        }
    }
}
