//! How waits grow, and what a client's arithmetic makes of it.

use crate::quantity::Exact;

/// How the wait grows before the cap and before jitter. `n` is the number of the wait, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Growth {
    /// `base` × `factor`^(n − 1). With [`super::Jitter::Decorrelated`] the upper bound grows so, from `base` ×
    /// `factor` on.
    Geometric {
        /// The wait before retry 1, in the policy's kind of duration.
        base: Exact,
        /// The growth per retry.
        factor: Exact,
    },
    /// `base`, then each wait is `factor` × the one before + `plus`. With a factor of 1 it is linear (wget, got's
    /// neighbours, Polly); with another it is the sum of a geometric series (gaxios).
    Affine {
        /// The first wait.
        base: Exact,
        /// What the wait before is multiplied by.
        factor: Exact,
        /// What is added then.
        plus: Exact,
    },
    /// `scale` × (n − 1 + `from`)^`exponent` + `plus` (Sidekiq, ActiveJob, octokit).
    Power {
        /// What the power is multiplied by.
        scale: Exact,
        /// The number whose power the first wait is.
        from: u64,
        /// The power.
        exponent: u32,
        /// What is added to it.
        plus: Exact,
    },
    /// `first`, `second`, then each wait is the sum of the two before it.
    Fibonacci {
        /// The first wait.
        first: Exact,
        /// The second wait.
        second: Exact,
    },
    /// `base` doubled `doublings` times, then `base` × 2^`doublings` more each time (Google Cloud Tasks).
    DoublingThenLinear {
        /// The first wait.
        base: Exact,
        /// How many times it doubles.
        doublings: u64,
    },
    /// These waits in turn; the last one repeats. Without any, every wait is 0.
    Table(Vec<Exact>),
}

impl Growth {
    /// Every wait is `wait`.
    pub fn constant(wait: Exact) -> Self {
        Self::Geometric { base: wait, factor: Exact::new(1, 0) }
    }

    /// `base`, `base` + `step`, `base` + 2 × `step` and so on.
    pub fn linear(base: Exact, step: Exact) -> Self {
        Self::Affine { base, factor: Exact::new(1, 0), plus: step }
    }

    /// `constant`, `geometric`, `linear`, `series`, `power`, `fibonacci`, `doubling-then-linear` or `table`.
    pub fn name(&self) -> &'static str {
        let one = Exact::new(1, 0);
        match self {
            Self::Geometric { factor, .. } if *factor == one => "constant",
            Self::Geometric { .. } => "geometric",
            Self::Affine { factor, .. } if *factor == one => "linear",
            Self::Affine { .. } => "series",
            Self::Power { .. } => "power",
            Self::Fibonacci { .. } => "fibonacci",
            Self::DoublingThenLinear { .. } => "doubling-then-linear",
            Self::Table(_) => "table",
        }
    }

    /// Whether every wait is 0.
    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Geometric { base, .. } | Self::DoublingThenLinear { base, .. } => base.is_zero(),
            Self::Affine { base, plus, .. } => base.is_zero() && plus.is_zero(),
            Self::Power { scale, plus, .. } => scale.is_zero() && plus.is_zero(),
            Self::Fibonacci { first, second } => first.is_zero() && second.is_zero(),
            Self::Table(waits) => waits.iter().all(Exact::is_zero),
        }
    }

    /// The first wait.
    pub fn base(&self) -> Exact {
        match self {
            Self::Geometric { base, .. } | Self::Affine { base, .. } | Self::DoublingThenLinear { base, .. } => {
                base.clone()
            }
            Self::Fibonacci { first, .. } => first.clone(),
            Self::Power { .. } => self.power(1),
            Self::Table(waits) => waits.first().cloned().unwrap_or_else(Exact::zero),
        }
    }

    /// What each wait is multiplied by to give the next, where that is all there is to it.
    pub const fn factor(&self) -> Option<&Exact> {
        match self {
            Self::Geometric { factor, .. } => Some(factor),
            _ => None,
        }
    }

    /// The `n`th wait of [`Growth::Power`]; 0 for the others.
    pub(crate) fn power(&self, n: u64) -> Exact {
        let Self::Power { scale, from, exponent, plus } = self else { return Exact::zero() };
        let of = n.saturating_sub(1).saturating_add(*from);
        (0..*exponent).fold(scale.clone(), |product, _| product.times_whole(of)).plus(plus)
    }

    /// Whether a wait that has reached the cap stays there: none after it is shorter.
    pub(crate) fn never_falls(&self) -> bool {
        let one = Exact::new(1, 0);
        match self {
            Self::Geometric { factor, .. } | Self::Affine { factor, .. } => *factor >= one,
            Self::Fibonacci { first, second } => second >= first,
            Self::Power { .. } | Self::DoublingThenLinear { .. } => true,
            Self::Table(_) => false,
        }
    }
}

/// What the first wait is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstWait {
    /// The one that the growth gives.
    Grown,
    /// 0, without jitter, in place of the one that the growth gives; the second wait is the growth's second (urllib3
    /// `Retry`, azure-core for Python).
    Zero,
    /// This one, without jitter, and after it the growth from its beginning (gaxios; kubelet, where it is 0).
    Extra(Exact),
    /// The one that the growth gives, without jitter (gRPC connections, jpillora/backoff).
    Unjittered,
}

/// What a client's own arithmetic makes of the exact growth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Nothing: it is exact.
    Exact,
    /// Each grown wait is cut to a whole multiple of this, and the next grows from there (JVM clients, which count
    /// whole milliseconds).
    Down(Exact),
    /// Each wait is cut to a whole multiple of this; growth goes on from the exact value (tokio-retry2).
    Cut(Exact),
    /// Each wait is raised to a whole multiple of this; growth goes on from the exact value (Symfony Messenger,
    /// Airflow).
    Up(Exact),
    /// Each wait is rounded to the nearest whole multiple of this, a half upwards, after its jitter; growth goes on from
    /// the exact value (node-retry).
    Nearest(Exact),
}

impl Rounding {
    /// Whether it is the draw that is rounded, and not what is drawn from.
    pub(crate) const fn is_of_draw(&self) -> bool {
        matches!(self, Self::Nearest(_))
    }

    /// A wait as the client has it, growth left aside.
    pub(crate) fn shown(&self, wait: Exact) -> Exact {
        match self {
            Self::Exact | Self::Down(_) => wait,
            Self::Cut(step) => wait.floor_to(step),
            Self::Up(step) => wait.ceil_to(step),
            Self::Nearest(step) => wait.plus(&step.half()).floor_to(step),
        }
    }

    /// The longest wait of draws that stay below `end`: a half that is never reached is not rounded upwards.
    pub(crate) fn shown_below(&self, end: Exact) -> Exact {
        match self {
            Self::Nearest(step) => end.minus(&step.half()).unwrap_or_else(Exact::zero).ceil_to(step),
            _ => self.shown(end),
        }
    }
}
