use std::cmp::Ordering;
use std::fmt;

use super::draw::{self, Drawn};
use crate::policy::{CapRule, Edge, FirstWait, Growth, Jitter, Order, Policy, Rounding};
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

impl Spread {
    /// The ends between which the draw is made, before a cap that comes after it.
    pub const fn ends(&self) -> (&Exact, &Exact) {
        (&self.low, &self.high)
    }
}

impl Wait {
    /// A wait that is not jittered and that no policy gave.
    pub const fn exactly(nominal: Exact) -> Self {
        Self { nominal, spread: None, capped: false }
    }

    /// A wait that is drawn from `least` up to an end that follows from it; where `grain` is given, in whole multiples of
    /// it, the upper end left out.
    pub fn lengthened(least: Exact, longest: &Edge, grain: Option<&Exact>) -> Self {
        let high = longest.of(&least, 1).max(least.clone());
        let most = match grain {
            Some(grain) => high.ceil_to(grain).minus(grain).unwrap_or_else(Exact::zero).max(least.clone()),
            None => high.clone(),
        };
        let mean = Some(least.plus(&most).half());
        let spread = Spread { least: least.clone(), mean, most, low: least.clone(), high };
        Self { nominal: least, spread: Some(spread), capped: false }
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
    /// How many waits the growth has given.
    grown_waits: u64,
    grown: Grown,
    /// Fibonacci: the wait before the last one.
    before: Exact,
    drawn: Drawn,
    longest: Exact,
    ended: bool,
    before_first: Option<Result<Wait, WaitTooLong>>,
    after_last: Option<Wait>,
    tens: Tens,
}

impl<'a> Waits<'a> {
    /// From retry 1 on.
    pub fn new(policy: &'a Policy) -> Self {
        let mut waits = Self {
            policy,
            retry: 0,
            grown_waits: 0,
            grown: Grown::Not,
            before: Exact::zero(),
            drawn: Drawn::new(policy),
            longest: Exact::new(policy.divisor(), LONGEST),
            ended: false,
            before_first: None,
            after_last: None,
            tens: Tens::new(),
        };
        if policy.before_first {
            waits.before_first = Some(waits.wait());
        }
        waits
    }

    /// The policy that they are those of.
    pub(super) const fn policy(&self) -> &'a Policy {
        self.policy
    }

    /// The wait before the first call, where the client makes one ([`Policy::before_first`]).
    ///
    /// # Errors
    ///
    /// When it is past 10^30 units.
    pub fn before_first(&self) -> Result<Option<Wait>, WaitTooLong> {
        self.before_first.clone().transpose()
    }

    /// The wait after the last call, where the client makes one: known once the last retry has been taken.
    pub const fn after_last(&self) -> Option<&Wait> {
        self.after_last.as_ref()
    }

    /// The wait that follows `last` by growth alone; the first one where there is none.
    fn grow_from(&self, last: Option<&Exact>) -> Exact {
        match (&self.policy.growth, last) {
            (Growth::Geometric { base, factor }, None) if self.policy.jitter == Jitter::Decorrelated => {
                base.times(factor)
            }
            (Growth::Geometric { base, .. } | Growth::Affine { base, .. }, None) => base.clone(),
            (Growth::Geometric { factor, .. }, Some(last)) => last.times(factor),
            (Growth::Affine { factor, plus, .. }, Some(last)) => last.times(factor).plus(plus),
            (Growth::Power { .. }, _) => self.policy.growth.power(self.grown_waits.saturating_add(1)),
            (Growth::Fibonacci { first, .. }, None) => first.clone(),
            (Growth::Fibonacci { second, .. }, Some(_)) if self.grown_waits == 1 => second.clone(),
            (Growth::Fibonacci { .. }, Some(last)) => last.plus(&self.before),
            (Growth::DoublingThenLinear { base, .. }, None) => base.clone(),
            (Growth::DoublingThenLinear { doublings, .. }, Some(last)) if self.grown_waits <= *doublings => {
                last.times_whole(2)
            }
            (Growth::DoublingThenLinear { base, doublings }, Some(last)) => {
                (0..*doublings).fold(base.clone(), |step, _| step.times_whole(2)).plus(last)
            }
            (Growth::Table(waits), _) => {
                let at = usize::try_from(self.grown_waits).unwrap_or(usize::MAX);
                waits.get(at).or(waits.last()).cloned().unwrap_or_else(Exact::zero)
            }
        }
    }

    /// The next wait before cap and jitter, and how it stands to the cap.
    fn grow(&mut self) -> (Exact, Option<Ordering>) {
        let grown = match &self.grown {
            Grown::Held(value) => return (value.clone(), Some(Ordering::Greater)),
            Grown::At(value) => self.grow_from(Some(value)),
            Grown::Not => self.grow_from(None),
        };
        let grown = match &self.policy.rounding {
            Rounding::Down(step) => grown.floor_to(step),
            _ => grown,
        };
        if let (Growth::Fibonacci { .. }, Grown::At(last)) = (&self.policy.growth, &self.grown) {
            self.before = last.clone();
        }
        self.grown_waits = self.grown_waits.saturating_add(1);
        let order = self.policy.max.as_ref().map(|max| grown.cmp_by(max, &mut self.tens));
        (grown, order)
    }

    /// Where the growth stands after a wait that has reached the cap.
    fn at_cap(&self, grown: Exact, max: &Exact, spread: Option<&Spread>) -> Grown {
        if !self.policy.growth.never_falls() {
            return Grown::At(grown);
        }
        match (self.policy.cap, self.policy.order, &self.policy.jitter, spread) {
            (CapRule::EndsGrowth, ..) => Grown::Held(grown),
            (CapRule::EndsPolicy, ..) => Grown::At(grown),
            (.., Jitter::Decorrelated | Jitter::DecorrelatedV2 | Jitter::Compounding(_), _) => Grown::Held(max.clone()),
            // The draw is made before the cap: it may fall below it for as long as the shortest one does.
            (_, Order::JitterThenCap | Order::JitterThenHalf, _, Some(spread)) => {
                if spread.low >= *max || grown > self.longest { Grown::Held(grown) } else { Grown::At(grown) }
            }
            _ => Grown::Held(max.clone()),
        }
    }

    /// The growth's next wait with cap, rounding and jitter.
    fn wait(&mut self) -> Result<Wait, WaitTooLong> {
        let (grown, order) = self.grow();
        if order.is_none() && grown.cmp_by(&self.longest, &mut self.tens) == Ordering::Greater {
            self.ended = true;
            let unit = self.policy.unit.map_or(String::new(), |unit| format!(" {}", unit.name()));
            let message = format!("retry {} would wait more than 10^{LONGEST}{unit}", self.retry.max(1));
            return Err(WaitTooLong { retry: self.retry, message });
        }
        let reached = order.is_some_and(|order| order != Ordering::Less);
        let nominal = match &self.policy.max {
            Some(max) if reached && self.policy.cap == CapRule::Limits => max.clone(),
            _ => grown.clone(),
        };
        // What rounds its draws rounds before the cap.
        let shown = match (&self.policy.max, self.policy.cap) {
            (Some(max), CapRule::Limits) if self.policy.rounding.is_of_draw() => {
                self.policy.rounding.shown(grown.clone()).min(max.clone())
            }
            _ => self.policy.rounding.shown(nominal),
        };
        let floored = |wait: Exact| self.policy.min.as_ref().map_or(wait.clone(), |min| wait.max(min.clone()));
        let nominal = floored(shown);
        let jitters_uncapped = matches!(self.policy.order, Order::JitterThenCap | Order::JitterThenHalf);
        let passed = order == Some(Ordering::Greater);
        let spread = if self.policy.jitter == Jitter::None || (self.policy.order == Order::CapOrJitter && passed) {
            None
        } else {
            let rounding = &self.policy.rounding;
            let of = match jitters_uncapped {
                true if rounding.is_of_draw() => grown.clone(),
                true => rounding.shown(grown.clone()),
                false => nominal.clone(),
            };
            draw::spread(self.policy, &mut self.drawn, &of, self.retry.max(1), passed)
        };
        self.grown = match &self.policy.max {
            Some(max) if reached => self.at_cap(grown, max, spread.as_ref()),
            _ => Grown::At(grown),
        };
        Ok(Wait { nominal, spread, capped: reached })
    }

    /// Whether the policy ends before the retry that waits `grown`, since the next wait would pass the cap.
    fn cap_ends(&self, wait: &Wait) -> bool {
        let (CapRule::EndsPolicy, Some(max), Grown::At(last)) = (self.policy.cap, &self.policy.max, &self.grown) else {
            return false;
        };
        self.grow_from(Some(last)) > *max && !wait.nominal.is_zero()
    }
}

impl Iterator for Waits<'_> {
    type Item = Result<Wait, WaitTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        // Where both limits must be used up, the walk stops at the second one.
        let both = self.policy.time_limit.as_ref().is_some_and(|limit| limit.both);
        let over = self.policy.retries.is_some_and(|retries| self.retry >= retries) && !both;
        if over {
            self.ended = true;
            if self.policy.after_last {
                self.after_last = self.wait().ok();
            }
            return None;
        }
        self.retry = self.retry.saturating_add(1);
        if self.retry == 1
            && let FirstWait::Extra(first) = &self.policy.first
        {
            return Some(Ok(Wait::exactly(first.clone())));
        }
        let wait = match self.wait() {
            Ok(wait) => wait,
            Err(fault) => return Some(Err(fault)),
        };
        if self.cap_ends(&wait) {
            self.ended = true;
            self.after_last = Some(wait);
            return None;
        }
        Some(Ok(match (self.retry, &self.policy.first) {
            (1, FirstWait::Zero) => Wait::exactly(Exact::zero()),
            (1, FirstWait::Unjittered) => Wait { spread: None, ..wait },
            _ => wait,
        }))
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

    /// tokio-retry2's ExponentialFactorBackoff::from_millis(333, 1.5), as it runs: 749.25 is cut, and 1123.875 is not
    /// 1.5 × 749.
    #[test]
    fn a_client_may_cut_what_it_waits_and_not_what_it_grows_from() {
        let cut =
            Policy { rounding: Rounding::Cut(Exact::new(1, 6)), ..policy("333ms", "30s", Some("1.5"), "5", "none") };
        assert_eq!(nominal(&cut), ["333", "499", "749", "1123", "1685"]);
    }

    /// aws-sdk-go-v2 before 2026 draws below 2, 4, 8 and 16 s, and a wait that would pass the cap is just the cap.
    #[test]
    fn a_wait_at_the_cap_is_drawn_and_one_past_it_is_not() {
        let waits = |max: &str| -> Vec<String> {
            let policy = Policy { order: Order::CapOrJitter, ..policy("2s", max, None, "5", "full") };
            Waits::new(&policy).map(|wait| show(&policy, wait.unwrap().least())).collect()
        };
        assert_eq!(waits("20s"), ["0", "0", "0", "0", "20"]);
        assert_eq!(waits("16s"), ["0", "0", "0", "0", "16"]);
        assert_eq!(waits("15s"), ["0", "0", "0", "15", "15"]);
    }

    /// node-retry: min(round(wait), maxTimeout), so a cap that is no whole millisecond stays as it is.
    #[test]
    fn what_rounds_its_draws_does_so_before_the_cap() {
        let node_retry =
            Policy { rounding: Rounding::Nearest(Exact::new(1, 6)), ..policy("10.5ms", "20.5ms", None, "3", "none") };
        assert_eq!(nominal(&node_retry), ["11", "20.5", "20.5"]);
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
        let base = policy("10", "6", None, "1", "none").growth.base();
        let growth = Growth::Geometric { base, factor: Exact::new(5, -1) };
        let shrinking = Policy { growth, ..policy("10", "6", None, "3", "none") };
        assert_eq!(nominal(&shrinking), ["6", "5", "2.5"]);
    }
}
