use std::cmp::Ordering;
use std::fmt;

use crate::policy::{FirstWait, Growth, Jitter, Order, Policy, Rounding};
use crate::quantity::{Exact, Tens};

/// Without a cap, no wait is longer than 10^30 units of the output.
const LONGEST: i32 = 30;

/// One wait, in the policy's kind of duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The wait before jitter; with decorrelated jitter the upper bound.
    pub nominal: Exact,
    /// The bounds of jitter, or `None` where the wait is not jittered.
    pub spread: Option<Spread>,
    /// Whether the wait before jitter is the policy's max.
    pub capped: bool,
}

/// The bounds of a jittered wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The shortest.
    pub least: Exact,
    /// The mean, or `None` where it is not known exactly.
    pub mean: Option<Exact>,
    /// The longest.
    pub most: Exact,
    /// The ends between which the draw is made; the cap comes after it.
    pub(super) low: Exact,
    pub(super) high: Exact,
}

impl Wait {
    /// A wait that is not jittered and that no policy gave.
    pub const fn exactly(nominal: Exact) -> Self {
        Self { nominal, spread: None, capped: false }
    }

    /// The same wait cut to `most`, its bounds too.
    pub(super) fn at_most(self, most: &Exact) -> Self {
        let cut = |value: Exact| value.min(most.clone());
        let spread = self.spread.map(|spread| Spread {
            // A draw that may be cut has no known mean.
            mean: spread.mean.filter(|_| spread.most <= *most),
            least: cut(spread.least),
            most: cut(spread.most),
            ..spread
        });
        Self { nominal: cut(self.nominal), spread, ..self }
    }

    /// The shortest that it can be.
    pub fn least(&self) -> &Exact {
        self.spread.as_ref().map_or(&self.nominal, |spread| &spread.least)
    }

    /// Its mean, or `None` where it is not known exactly.
    pub fn mean(&self) -> Option<&Exact> {
        self.spread.as_ref().map_or(Some(&self.nominal), |spread| spread.mean.as_ref())
    }

    /// The longest that it can be.
    pub fn most(&self) -> &Exact {
        self.spread.as_ref().map_or(&self.nominal, |spread| &spread.most)
    }
}

/// A wait past 10^30 units, in a policy without a cap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitTooLong {
    /// The retry that would wait so long.
    pub retry: u64,
    /// What is wrong, such as `retry 101 would wait more than 10^30 s`.
    pub message: String,
}

impl WaitTooLong {
    /// What to write instead.
    pub const fn hint(&self) -> &'static str {
        "give a max, fewer retries or a smaller factor"
    }
}

impl fmt::Display for WaitTooLong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.hint())
    }
}

impl std::error::Error for WaitTooLong {}

/// Where the growth stands.
#[derive(Clone, Debug)]
enum Grown {
    /// Before the first retry.
    Not,
    /// At this value, the last one, before the cap.
    At(Exact),
    /// At or above the cap, for good: growth from this value on changes nothing.
    Held(Exact),
}

/// The waits of a policy, retry after retry: min(base × factor^(retry − 1), max), computed step by step.
///
/// Growth stops at the cap, so no factor is too large. Endless where the policy has no limit of retries and its waits
/// stay within 10^30 units.
#[derive(Clone, Debug)]
pub struct Waits<'a> {
    policy: &'a Policy,
    retry: u64,
    grown: Grown,
    /// Decorrelated: the mean of the last wait, while it is known.
    mean: Option<Exact>,
    longest: Exact,
    failed: bool,
    tens: Tens,
}

impl<'a> Waits<'a> {
    /// From retry 1 on.
    pub fn new(policy: &'a Policy) -> Self {
        let Growth::Geometric { base, .. } = &policy.growth;
        Self {
            policy,
            retry: 0,
            grown: Grown::Not,
            mean: Some(base.clone()),
            longest: Exact::new(policy.divisor(), LONGEST),
            failed: false,
            tens: Tens::new(),
        }
    }

    /// The policy that they are those of.
    pub(super) const fn policy(&self) -> &'a Policy {
        self.policy
    }

    /// The next wait before cap and jitter, and how it stands to the cap.
    fn grow(&mut self) -> (Exact, Option<Ordering>) {
        let Growth::Geometric { base, factor } = &self.policy.growth;
        let grown = match &self.grown {
            Grown::Held(value) => return (value.clone(), Some(Ordering::Greater)),
            Grown::At(value) => value.times(factor),
            Grown::Not if self.policy.jitter == Jitter::Decorrelated => base.times(factor),
            Grown::Not => base.clone(),
        };
        let grown = match &self.policy.rounding {
            Rounding::Exact => grown,
            Rounding::Down(step) => grown.floor_to(step),
        };
        let order = self.policy.max.as_ref().map(|max| grown.cmp_by(max, &mut self.tens));
        (grown, order)
    }

    /// Where the growth stands after a wait that has reached the cap.
    fn at_cap(&self, grown: Exact, max: &Exact, spread: Option<&Spread>) -> Grown {
        let Growth::Geometric { factor, .. } = &self.policy.growth;
        if *factor < Exact::new(1, 0) {
            return Grown::At(grown);
        }
        match (self.policy.order, &self.policy.jitter, spread) {
            // The draw is made before the cap: it may fall below it for as long as the shortest one does.
            (Order::JitterThenCap, Jitter::Full | Jitter::Equal | Jitter::Percent(_), Some(spread)) => {
                if spread.low >= *max || grown > self.longest { Grown::Held(grown) } else { Grown::At(grown) }
            }
            _ => Grown::Held(max.clone()),
        }
    }

    /// The spread of `wait`, which is before the cap where jitter is.
    fn spread(&mut self, wait: &Exact, passes_max: bool) -> Option<Spread> {
        let max = self.policy.max.as_ref();
        let (low, mean, high) = match &self.policy.jitter {
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
                let one = Exact::new(1, 0);
                let low = one.minus(share).unwrap_or_else(Exact::zero).times(wait);
                let high = one.plus(share).times(wait);
                let mean = if *share > one { high.half() } else { wait.clone() };
                (low, Some(mean), high)
            }
            Jitter::Decorrelated => {
                let Growth::Geometric { base, factor } = &self.policy.growth;
                // E_k = (base + factor × E_(k−1)) / 2, as long as no draw can be cut by the cap.
                let before = self.mean.take().filter(|_| !passes_max);
                self.mean = before.map(|mean| mean.times(factor).plus_by(base, &mut self.tens).half());
                (base.clone(), self.mean.clone(), wait.clone())
            }
        };
        Some(match (self.policy.order, max) {
            (Order::JitterThenCap, Some(max)) => Spread::capped(low, mean, high, max),
            _ => Spread { least: low.clone(), mean, most: high.clone(), low, high },
        })
    }
}

impl Spread {
    /// The bounds of a draw between `low` and `high` that is capped.
    fn capped(low: Exact, mean: Option<Exact>, high: Exact, max: &Exact) -> Self {
        let mean = if high <= *max {
            mean
        } else if low >= *max {
            mean.map(|_| max.clone())
        } else {
            // ((max² − low²)/2 + max × (high − max)) / (high − low): no decimal in general.
            None
        };
        Self { least: (&low).min(max).clone(), mean, most: (&high).min(max).clone(), low, high }
    }
}

impl Iterator for Waits<'_> {
    type Item = Result<Wait, WaitTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.policy.retries.is_some_and(|retries| self.retry >= retries) {
            return None;
        }
        self.retry = self.retry.saturating_add(1);
        let (grown, order) = self.grow();
        if order.is_none() && grown.cmp_by(&self.longest, &mut self.tens) == Ordering::Greater {
            self.failed = true;
            let unit = self.policy.unit.map_or(String::new(), |unit| format!(" {}", unit.name()));
            let message = format!("retry {} would wait more than 10^{LONGEST}{unit}", self.retry);
            return Some(Err(WaitTooLong { retry: self.retry, message }));
        }
        let reached = order.is_some_and(|order| order != Ordering::Less);
        let nominal = match &self.policy.max {
            Some(max) if reached => max.clone(),
            _ => grown.clone(),
        };
        let spread_of = if self.policy.order == Order::JitterThenCap { &grown } else { &nominal };
        let spread = self.spread(spread_of, order == Some(Ordering::Greater));
        self.grown = match &self.policy.max {
            Some(max) if reached => self.at_cap(grown, max, spread.as_ref()),
            _ => Grown::At(grown),
        };
        if self.retry == 1 && self.policy.first == FirstWait::Zero {
            return Some(Ok(Wait::exactly(Exact::zero())));
        }
        Some(Ok(Wait { nominal, spread, capped: reached }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::NativeFlags;

    fn policy(base: &str, max: &str, factor: Option<&str>, retries: &str, jitter: &str) -> Policy {
        let flags =
            NativeFlags { base, max, factor, retries: Some(retries), jitter: Some(jitter), ..Default::default() };
        Policy::native(&flags).unwrap()
    }

    fn show(policy: &Policy, value: &Exact) -> String {
        value.round(policy.divisor(), policy.decimals(), &mut Tens::new()).to_string()
    }

    fn nominal(policy: &Policy) -> Vec<String> {
        Waits::new(policy).map(|wait| show(policy, &wait.unwrap().nominal)).collect()
    }

    #[test]
    fn waits_are_exact_and_stop_at_the_cap() {
        type Case = (&'static str, &'static str, Option<&'static str>, &'static str, &'static [&'static str]);
        let cases: [Case; 10] = [
            ("0.1", "none", Some("1.1"), "3", &["0.1", "0.11", "0.121"]),
            ("250ms", "2s", None, "5", &["250", "500", "1000", "2000", "2000"]),
            ("1", "none", Some("1.05"), "6", &["1", "1.05", "1.1025", "1.157625", "1.21550625", "1.276281562"]),
            ("1", "60", Some("1e308"), "4", &["1", "60", "60", "60"]),
            ("1e-9", "none", None, "3", &["0.000000001", "0.000000002", "0.000000004"]),
            ("5s", "2s", None, "3", &["2", "2", "2"]),
            ("3", "3", Some("1"), "3", &["3", "3", "3"]),
            ("1", "none", None, "3", &["1", "2", "4"]),
            ("1", "600", None, "12", &["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "600", "600"]),
            ("2", "30", None, "9", &["2", "4", "8", "16", "30", "30", "30", "30", "30"]),
        ];
        for (base, max, factor, retries, right) in cases {
            assert_eq!(nominal(&policy(base, max, factor, retries, "none")), right, "{base} {max} {factor:?}");
        }
    }

    #[test]
    fn capped_is_a_wait_that_equals_the_max() {
        let capped = |base, max, factor| -> Vec<bool> {
            Waits::new(&policy(base, max, factor, "4", "none")).map(|wait| wait.unwrap().capped).collect()
        };
        assert_eq!(capped("250ms", "2s", None), [false, false, false, true]);
        assert_eq!(capped("250ms", "1999ms", None), [false, false, false, true]);
        assert_eq!(capped("250ms", "2001ms", None), [false; 4]);
        assert_eq!(capped("5s", "2s", None), [true; 4]);
        assert_eq!(capped("2s", "2s", Some("1")), [true; 4]);
        assert_eq!(capped("2s", "none", Some("1")), [false; 4]);
    }

    #[test]
    fn jitter_has_bounds_and_a_mean() {
        let rows = |policy: Policy| -> Vec<[String; 3]> {
            Waits::new(&policy)
                .map(|wait| {
                    let spread = wait.unwrap().spread.unwrap();
                    let mean = spread.mean.map_or("null".to_owned(), |mean| show(&policy, &mean));
                    [show(&policy, &spread.least), mean, show(&policy, &spread.most)]
                })
                .collect()
        };
        assert_eq!(rows(policy("1", "3", None, "3", "full")), [["0", "0.5", "1"], ["0", "1", "2"], ["0", "1.5", "3"]]);
        assert_eq!(rows(policy("1", "3", None, "2", "equal")), [["0.5", "0.75", "1"], ["1", "1.5", "2"]]);
        // 20 % of the capped wait: it passes the max.
        assert_eq!(rows(policy("2", "3", None, "2", "20%")), [["1.6", "2", "2.4"], ["2.4", "3", "3.6"]]);
        assert_eq!(rows(policy("2", "3", None, "1", "100%")), [["0", "2", "4"]]);
        // Means: (1 + 3·1)/2, (1 + 3·2)/2, (1 + 3·3.5)/2, …
        assert_eq!(
            rows(policy("1", "none", None, "5", "decorrelated")),
            [["1", "2", "3"], ["1", "3.5", "9"], ["1", "5.75", "27"], ["1", "9.125", "81"], ["1", "14.1875", "243"]]
        );
        // 3 × 3 is just 9, which no draw passes; 3 × 9 is.
        assert_eq!(
            rows(policy("1", "9", None, "4", "decorrelated")),
            [["1", "2", "3"], ["1", "3.5", "9"], ["1", "null", "9"], ["1", "null", "9"]]
        );
        assert_eq!(rows(policy("5", "2", None, "2", "decorrelated")), [["2", "null", "2"], ["2", "null", "2"]]);
    }

    #[test]
    fn jitter_before_the_cap_piles_up_at_it_and_then_is_gone() {
        let rows = |policy: &Policy| -> Vec<[String; 3]> {
            let row = |wait: Wait| {
                let spread = wait.spread.unwrap();
                let mean = spread.mean.map_or("null".to_owned(), |mean| show(policy, &mean));
                [show(policy, &spread.least), mean, show(policy, &spread.most)]
            };
            Waits::new(policy).map(|wait| row(wait.unwrap())).collect()
        };
        // ky: backoffLimit 1000 over 300, 600, 1200 with full jitter.
        let ky = Policy { order: Order::JitterThenCap, ..policy("300ms", "1s", None, "3", "full") };
        assert_eq!(rows(&ky), [["0", "150", "300"], ["0", "300", "600"], ["0", "null", "1000"]]);
        // resilience4j with 500 ms × 2 ± 50 % and a max of 1500 ms: 500 to 1500, 1000 to 1500, 2000 and more.
        let resilience4j = Policy { order: Order::JitterThenCap, ..policy("1s", "1500ms", None, "4", "50%") };
        let right = [["0.5", "1", "1.5"], ["1", "null", "1.5"], ["1.5", "1.5", "1.5"], ["1.5", "1.5", "1.5"]];
        assert_eq!(rows(&resilience4j), right);
        assert_eq!(nominal(&resilience4j), ["1", "1.5", "1.5", "1.5"]);
    }

    /// Spring's ExponentialBackOff from 2000 ms by 1.5 below 30000 ms, and resilience4j's from 500 ms, as they run.
    #[test]
    fn a_jvm_client_cuts_every_step_to_whole_milliseconds() {
        let whole = |base, retries| Policy {
            rounding: Rounding::Down(Exact::new(1, 6)),
            ..policy(base, "30s", Some("1.5"), retries, "none")
        };
        assert_eq!(
            nominal(&whole("2000ms", "8")),
            ["2000", "3000", "4500", "6750", "10125", "15187", "22780", "30000"]
        );
        assert_eq!(nominal(&whole("500ms", "6")), ["500", "750", "1125", "1687", "2530", "3795"]);
    }

    #[test]
    fn a_share_above_the_whole_ends_at_zero() {
        let policy = Policy { jitter: Jitter::Percent(Exact::new(15, -1)), ..policy("2", "none", None, "1", "none") };
        let spread = Waits::new(&policy).next().unwrap().unwrap().spread.unwrap();
        assert_eq!(
            (spread.least, spread.mean, spread.most),
            (Exact::zero(), Some(Exact::new(25, -1)), Exact::new(5, 0))
        );
    }

    #[test]
    fn without_a_cap_a_wait_past_10_to_the_30_is_an_error() {
        // 2^99 is below 10^30, 2^100 above it.
        let too_long = policy("1s", "none", None, "200", "none");
        let mut waits = Waits::new(&too_long);
        assert_eq!(waits.by_ref().take(100).filter(Result::is_ok).count(), 100);
        let fault = waits.next().unwrap().unwrap_err();
        assert_eq!(fault.message, "retry 101 would wait more than 10^30 s");
        assert_eq!(waits.next(), None);
        // Just 10^30 is no fault, and with a cap there is no such limit.
        assert_eq!(nominal(&policy("1e30", "none", Some("1"), "1", "none")).len(), 1);
        assert_eq!(nominal(&policy("1e40", "1e50", None, "200", "none")).len(), 200);
        let bare = policy("1e31", "none", None, "1", "full");
        assert_eq!(Waits::new(&bare).next().unwrap().unwrap_err().message, "retry 1 would wait more than 10^30");
    }

    /// urllib3 `Retry(total=4, backoff_factor=0.1)` sleeps 0, 0.2, 0.4 and 0.8 s.
    #[test]
    fn a_client_may_begin_at_once_and_have_any_number_of_retries() {
        let urllib3 = Policy { first: FirstWait::Zero, ..policy("0.1s", "120s", None, "4", "none") };
        assert_eq!(nominal(&urllib3), ["0", "0.2", "0.4", "0.8"]);
        assert_eq!(nominal(&Policy { retries: Some(0), ..urllib3.clone() }), [""; 0]);
        let endless = Policy { retries: None, ..urllib3 };
        assert_eq!(show(&endless, &Waits::new(&endless).nth(5_000).unwrap().unwrap().nominal), "120");
    }

    #[test]
    fn a_factor_below_one_comes_down_from_the_cap() {
        let Growth::Geometric { base, .. } = policy("10", "6", None, "1", "none").growth;
        let growth = Growth::Geometric { base, factor: Exact::new(5, -1) };
        let shrinking = Policy { growth, ..policy("10", "6", None, "3", "none") };
        assert_eq!(nominal(&shrinking), ["6", "5", "2.5"]);
    }
}
