//! The random spread of waits.

use crate::quantity::Exact;

/// The random spread of a wait `w`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jitter {
    /// The wait is `w`.
    None,
    /// 0 to `w` ("full jitter" in the AWS Architecture Blog, Exponential Backoff And Jitter).
    Full,
    /// `w`/2 to `w` ("equal jitter" in the same place).
    Equal,
    /// `w` − share × `w` to `w` + share × `w`, which may pass the cap. A lower end below 0 is 0.
    Percent(Exact),
    /// min(max, U(base, factor × previous wait)), the previous wait of the first being the base ("decorrelated
    /// jitter" in the same place, where the factor is 3). `w` is the upper bound.
    Decorrelated,
    /// Anything between two ends that follow from `w` and the number of the retry.
    Between(Box<Band>),
    /// Each wait is the one before, as drawn, × factor × U(1 − share, 1 + share), so the band widens (kafkajs).
    Compounding(Exact),
    /// Polly's "decorrelated jitter V2": with f(t) = 2^t × tanh(√(4t)) / 1.4, the nth wait is f(n − 1 + U) less the
    /// same of the wait before, × base. `w` is the plain doubling.
    DecorrelatedV2,
    /// `w` less and more than this duration times ⌊`w` / base⌋; no end is below the base or above the max (Spring
    /// Framework 7).
    Stepped(Exact),
}

/// The two ends of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The lower end.
    pub low: Edge,
    /// The upper end.
    pub high: Edge,
    /// Whether every value between them is as likely as any other; only then is the mean known.
    pub even: bool,
}

/// One end of a draw: share × wait + `plus` + `per_retry` × retry − `minus`; below 0 it is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The share of the wait.
    pub share: Exact,
    /// What is added.
    pub plus: Exact,
    /// What is added as often as the retry's number.
    pub per_retry: Exact,
    /// What is taken away.
    pub minus: Exact,
}

impl Edge {
    /// A share of the wait, and nothing else.
    pub fn share(share: Exact) -> Self {
        Self { share, plus: Exact::zero(), per_retry: Exact::zero(), minus: Exact::zero() }
    }

    /// The wait itself.
    pub fn wait() -> Self {
        Self::share(Exact::new(1, 0))
    }

    /// The same duration for every wait.
    pub fn fixed(duration: Exact) -> Self {
        Self { plus: duration, ..Self::share(Exact::zero()) }
    }

    /// The wait and `plus`.
    pub fn wait_and(plus: Exact) -> Self {
        Self { plus, ..Self::wait() }
    }

    /// Where it lies for one wait.
    pub fn of(&self, wait: &Exact, retry: u64) -> Exact {
        let mut sum = if self.share == Exact::new(1, 0) { wait.clone() } else { self.share.times(wait) };
        if !self.plus.is_zero() {
            sum = sum.plus(&self.plus);
        }
        if !self.per_retry.is_zero() {
            sum = sum.plus(&self.per_retry.times_whole(retry));
        }
        if self.minus.is_zero() { sum } else { sum.minus(&self.minus).unwrap_or_else(Exact::zero) }
    }

    /// The end in words, `wait` standing for the wait.
    pub(crate) fn name(&self, duration: impl Fn(&Exact) -> String) -> String {
        let one = Exact::new(1, 0);
        let mut terms = Vec::new();
        if self.share == one {
            terms.push("wait".to_owned());
        } else if !self.share.is_zero() {
            terms.push(format!("{} × wait", self.share));
        }
        if !self.plus.is_zero() {
            terms.push(duration(&self.plus));
        }
        if !self.per_retry.is_zero() {
            terms.push(format!("{} × retry", duration(&self.per_retry)));
        }
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        if self.minus.is_zero() { sum } else { format!("{sum} - {}", duration(&self.minus)) }
    }
}

impl Jitter {
    /// Whether each wait is drawn from an end above 0 that stays up to one that grows, so that the first of the latter is
    /// no base that anybody wrote.
    pub(crate) fn grows_from_fixed(&self) -> bool {
        matches!(self, Self::Between(band) if band.low.share.is_zero() && !band.low.plus.is_zero())
    }

    /// An even draw between two ends.
    pub fn between(low: Edge, high: Edge) -> Self {
        Self::Between(Box::new(Band { low, high, even: true }))
    }

    /// Any share of the wait from `low` to `high`.
    pub fn scaled(low: Exact, high: Exact) -> Self {
        Self::between(Edge::share(low), Edge::share(high))
    }

    /// The wait, and from 0 to `most` more.
    pub fn added(most: Exact) -> Self {
        Self::between(Edge::wait(), Edge::wait_and(most))
    }

    /// From `low`, whatever the wait is, up to the wait.
    pub fn from(low: Exact) -> Self {
        Self::between(Edge::fixed(low), Edge::wait())
    }

    /// Whether a draw is 0 where the wait is.
    pub(super) fn keeps_zero(&self) -> bool {
        match self {
            Self::Between(band) => band.high.plus.is_zero() && band.high.per_retry.is_zero(),
            _ => true,
        }
    }

    /// The jitter as it is written: `none`, `full`, `equal`, `decorrelated`, a share such as `20%`, or its two ends
    /// such as `0.75 × wait..wait`; `duration` writes a duration of the policy.
    pub fn name_with(&self, duration: impl Fn(&Exact) -> String) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Full => "full".to_owned(),
            Self::Equal => "equal".to_owned(),
            Self::Percent(share) => format!("{}%", share.times_whole(100)),
            Self::Decorrelated => "decorrelated".to_owned(),
            Self::Between(band) => format!("{}..{}", band.low.name(&duration), band.high.name(&duration)),
            Self::Compounding(share) => format!("{}% of the wait before", share.times_whole(100)),
            Self::DecorrelatedV2 => "decorrelated-v2".to_owned(),
            Self::Stepped(each) => format!("{} for each base in the wait", duration(each)),
        }
    }

    /// [`Jitter::name_with`] with durations as the policy counts them.
    pub fn name(&self) -> String {
        self.name_with(Exact::to_string)
    }
}

/// Whether the cap comes before jitter or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The wait is capped, then spread. A spread upwards passes the cap (gRPC, cenkalti/backoff).
    CapThenJitter,
    /// The wait is capped, then spread, and the draw is capped again: what would pass the cap piles up at it, and what
    /// is below it keeps its spread (Kafka's clients).
    CapThenJitterThenCap,
    /// The wait is spread as if there were no cap, and the draw is capped. Draws pile up at the cap, until nothing is
    /// left of the spread (resilience4j, ky). It is the order of [`Jitter::Decorrelated`].
    JitterThenCap,
    /// A wait that would pass the cap is the cap, without jitter (aws-sdk-go-v2 before 2026).
    CapOrJitter,
    /// The wait is spread as if there were no cap, and a draw above it is replaced by another between half the cap and
    /// the cap (dramatiq).
    JitterThenHalf,
}
