use super::waits::{Wait, WaitTooLong, Waits};
use crate::policy::{LimitClock, LimitRule, Policy};
use crate::quantity::{Exact, Tens};

/// A sum whose power of ten is kept from step to step.
#[derive(Clone, Debug)]
struct Sum {
    value: Exact,
    tens: Tens,
}

impl Sum {
    fn new() -> Self {
        Self { value: Exact::zero(), tens: Tens::new() }
    }

    fn add(&mut self, more: &Exact) {
        self.value = self.value.plus_by(more, &mut self.tens);
    }
}

/// The sums of a jittered policy.
#[derive(Clone, Debug)]
struct Sums {
    least: Sum,
    mean: Option<Sum>,
    most: Sum,
    /// The time after the longest waits.
    latest: Clock,
}

/// The time that passes in waits and calls. Each of the two has its own power of ten, since their scales differ.
#[derive(Clone, Debug)]
struct Clock {
    now: Exact,
    wait_tens: Tens,
    call_tens: Tens,
}

impl Clock {
    fn new(now: Exact) -> Self {
        Self { now, wait_tens: Tens::new(), call_tens: Tens::new() }
    }

    fn pass(&mut self, wait: &Exact, request_time: &Exact) -> Span {
        let start = self.now.plus_by(wait, &mut self.wait_tens);
        self.now = start.plus_by(request_time, &mut self.call_tens);
        Span { start, end: self.now.clone() }
    }
}

/// When a call starts and ends, as offsets from the first call's start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its start.
    pub start: Exact,
    /// Its start and the request time.
    pub end: Exact,
}

/// One retry of a walk. Durations and offsets are in the policy's kind of duration.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the retry, from 1.
    pub retry: u64,
    /// The wait before it.
    pub wait: Wait,
    /// The waits before jitter, from the walk's start up to and including this one.
    pub elapsed: Exact,
    /// The call after waits before jitter.
    pub span: Span,
    latest: Option<Span>,
}

impl Step {
    /// The number of the call: the retry's and one.
    pub const fn call(&self) -> u64 {
        self.retry.saturating_add(1)
    }

    /// The call after the longest waits.
    pub fn latest(&self) -> &Span {
        self.latest.as_ref().unwrap_or(&self.span)
    }
}

/// The sums over a walk so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// All waits before jitter.
    pub total: Exact,
    /// The sums of the bounds; `None` where the policy has no jitter.
    pub spread: Option<SpreadTotals>,
    /// The end of the last call with the longest waits, as an offset from the first call's start.
    pub worst_case: Exact,
    /// The first retry whose wait is the max.
    pub capped_from: Option<u64>,
}

/// The sums of the bounds of jittered waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadTotals {
    /// All waits at their shortest.
    pub min: Exact,
    /// All means, or `None` where one is not known.
    pub mean: Option<Exact>,
    /// All waits at their longest.
    pub max: Exact,
}

/// The walk through the retries of a policy: each [`Step`] says when its call starts and ends.
///
/// [`Walk::totals`] tells the sums of the steps taken so far; take them all for those of the policy.
///
/// # Examples
///
/// ```
/// use holdoff::policy::{NativeFlags, Policy};
/// use holdoff::quantity::Exact;
/// use holdoff::timeline::{Step, Walk};
///
/// let policy = Policy::native(&NativeFlags { base: "1", max: "none", retries: Some("3"), ..NativeFlags::default() })?;
/// let mut walk = Walk::new(&policy, Exact::new(5, -1)); // each call takes 0.5
/// let steps: Vec<Step> = walk.by_ref().collect::<Result<_, _>>()?;
/// let starts: Vec<_> = steps.iter().map(|step| step.span.start.to_string()).collect();
/// assert_eq!(starts, ["1.5", "4", "8.5"]);
/// assert_eq!(walk.totals().total, Exact::new(7, 0));
/// assert_eq!(walk.totals().worst_case, Exact::new(9, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    waits: Waits<'a>,
    request_time: Exact,
    retry: u64,
    clock: Clock,
    elapsed: Sum,
    /// The waits since the first call; unlike `elapsed`, those before a walk was resumed too.
    waited: Sum,
    sums: Option<Sums>,
    capped_from: Option<u64>,
    /// Whether the policy's time is what ended the walk.
    out_of_time: bool,
}

impl<'a> Walk<'a> {
    /// From the first call's start on; each call takes `request_time`, in the policy's kind of duration.
    pub fn new(policy: &'a Policy, request_time: Exact) -> Self {
        Self {
            waits: Waits::new(policy),
            clock: Clock::new(request_time.clone()),
            request_time,
            retry: 0,
            elapsed: Sum::new(),
            waited: Sum::new(),
            sums: None,
            capped_from: None,
            out_of_time: false,
        }
    }

    /// The waits that the walk goes through.
    pub const fn waits(&self) -> &Waits<'a> {
        &self.waits
    }

    /// Whether the policy's time is what ended the walk, and not its retries.
    pub const fn out_of_time(&self) -> bool {
        self.out_of_time
    }

    /// From the end of the failed call before `retry` on, which is at the offset `ended` from the first call's start.
    ///
    /// Without `ended` all went as planned: the earlier waits at their longest, and `retry` calls. A retry that the
    /// policy does not have leaves no step.
    ///
    /// # Errors
    ///
    /// When one of the earlier waits is past 10^30 units.
    pub fn resume(
        policy: &'a Policy,
        request_time: Exact,
        retry: u64,
        ended: Option<Exact>,
    ) -> Result<Self, WaitTooLong> {
        let mut walk = Self::new(policy, request_time);
        while walk.retry.saturating_add(1) < retry {
            match walk.next() {
                Some(step) => step?,
                None => break,
            };
        }
        let ended = ended.unwrap_or_else(|| walk.ended().clone());
        // A policy that ends before has no step; a redirect that is followed then still has its number.
        walk.retry = retry.saturating_sub(1);
        Ok(Self { clock: Clock::new(ended), elapsed: Sum::new(), sums: None, capped_from: None, ..walk })
    }

    /// When the last call so far has ended, with the longest waits: an offset from the first call's start.
    pub fn ended(&self) -> &Exact {
        self.sums.as_ref().map_or(&self.clock.now, |sums| &sums.latest.now)
    }

    /// The policy's own wait before the next retry, which [`Walk::step`] then takes; `None` after the last retry, and
    /// where the policy's time is over.
    ///
    /// # Errors
    ///
    /// When it is past 10^30 units.
    pub fn own_wait(&mut self) -> Result<Option<Wait>, WaitTooLong> {
        Ok(self.planned_wait()?.and_then(|wait| self.in_time(wait, false)))
    }

    /// The same whatever the policy's time; `None` after the last retry.
    ///
    /// # Errors
    ///
    /// When it is past 10^30 units.
    pub fn planned_wait(&mut self) -> Result<Option<Wait>, WaitTooLong> {
        self.waits.next().transpose()
    }

    /// What the policy's time leaves of the next wait, which a server may have asked for; `None` where its time is over.
    ///
    /// A server's wait that would pass the limit ends a policy whose own last wait may pass it (curl).
    pub fn in_time(&mut self, wait: Wait, asked: bool) -> Option<Wait> {
        let policy = self.waits.policy();
        let Some(limit) = policy.time_limit.as_ref() else { return Some(wait) };
        // Where both limits must be used up, time matters only once the retries are.
        if limit.both && policy.retries.is_some_and(|retries| self.retry < retries) {
            return Some(wait);
        }
        let now = match limit.clock {
            LimitClock::Elapsed => &self.clock.now,
            LimitClock::Waits => &self.waited.value,
        };
        let rule = if asked && limit.rule == LimitRule::Overrun { LimitRule::Refuse } else { limit.rule };
        let wait = limited(wait, rule, &limit.after, now);
        self.out_of_time = wait.is_none();
        wait
    }

    /// The next retry after `wait`, which is the policy's own, or the server's in its place.
    pub fn step(&mut self, wait: Wait) -> Step {
        self.retry = self.retry.saturating_add(1);
        if wait.spread.is_some() && self.sums.is_none() {
            let sum = &self.elapsed;
            let (least, mean, most) = (sum.clone(), Some(sum.clone()), sum.clone());
            self.sums = Some(Sums { least, mean, most, latest: self.clock.clone() });
        }
        let latest = self.sums.as_mut().map(|sums| {
            sums.least.add(wait.least());
            sums.most.add(wait.most());
            match (wait.mean(), &mut sums.mean) {
                (Some(mean), Some(sum)) => sum.add(mean),
                _ => sums.mean = None,
            }
            sums.latest.pass(wait.most(), &self.request_time)
        });
        self.elapsed.add(&wait.nominal);
        if self.waits.policy().time_limit.is_some() {
            self.waited.add(&wait.nominal);
        }
        let span = self.clock.pass(&wait.nominal, &self.request_time);
        if wait.capped && self.capped_from.is_none() {
            self.capped_from = Some(self.retry);
        }
        Step { retry: self.retry, wait, elapsed: self.elapsed.value.clone(), span, latest }
    }

    /// The sums of the steps taken so far.
    pub fn totals(&self) -> Totals {
        let value = |sum: &Sum| sum.value.clone();
        Totals {
            total: value(&self.elapsed),
            spread: self.sums.as_ref().map(|sums| SpreadTotals {
                min: value(&sums.least),
                mean: sums.mean.as_ref().map(value),
                max: value(&sums.most),
            }),
            worst_case: self.ended().clone(),
            capped_from: self.capped_from,
        }
    }
}

/// What a time limit leaves of a wait that begins at `now`; `None` where there is no retry any more.
fn limited(wait: Wait, rule: LimitRule, after: &Exact, now: &Exact) -> Option<Wait> {
    let left = after.minus(now).filter(|left| !left.is_zero());
    match (rule, left) {
        (LimitRule::Refuse, _) => (now.plus(&wait.nominal) <= *after).then_some(wait),
        (LimitRule::RefuseAt, _) => (now.plus(&wait.nominal) < *after).then_some(wait),
        (LimitRule::Overrun | LimitRule::Truncate, None) => None,
        (LimitRule::Overrun, Some(_)) => Some(wait),
        (LimitRule::Truncate, Some(left)) => Some(wait.at_most(&left)),
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<Step, WaitTooLong>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.own_wait() {
            Ok(wait) => wait.map(|wait| Ok(self.step(wait))),
            Err(fault) => Some(Err(fault)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{FirstWait, NativeFlags, TimeLimit};

    fn policy(base: &str, max: &str, retries: &str, jitter: &str) -> Policy {
        let flags = NativeFlags { base, max, retries: Some(retries), jitter: Some(jitter), ..Default::default() };
        Policy::native(&flags).unwrap()
    }

    fn totals(policy: &Policy, request_time: Exact) -> Totals {
        let mut walk = Walk::new(policy, request_time);
        assert!(walk.by_ref().all(|step| step.is_ok()));
        walk.totals()
    }

    fn whole(number: u64) -> Exact {
        Exact::new(number, 0)
    }

    fn span(start: u64, end: u64) -> Span {
        Span { start: whole(start), end: whole(end) }
    }

    #[test]
    fn totals_of_known_policies() {
        let cases = [
            ("1", "none", "3", 7, None),
            ("1", "600", "12", 2223, Some(11)),
            ("2", "30", "9", 180, Some(5)),
            ("250", "2000", "5", 5750, Some(4)),
            ("5", "2", "3", 6, Some(1)),
        ];
        for (base, max, retries, total, capped_from) in cases {
            let sums = totals(&policy(base, max, retries, "none"), Exact::zero());
            assert_eq!((sums.total, sums.capped_from), (whole(total), capped_from), "{base} {max} {retries}");
            assert_eq!((sums.spread, sums.worst_case), (None, whole(total)));
        }
    }

    #[test]
    fn calls_take_time() {
        // Waits 1, 2, 4; each call takes 10: 0..10, 11..21, 23..33, 37..47.
        let three = policy("1", "none", "3", "none");
        let rows: Vec<_> = Walk::new(&three, whole(10))
            .map(|step| {
                step.map(|it| (it.retry, it.call(), it.elapsed.clone(), it.span.start.clone(), it.span.end.clone()))
                    .unwrap()
            })
            .collect();
        assert_eq!(
            rows,
            [
                (1, 2, whole(1), whole(11), whole(21)),
                (2, 3, whole(3), whole(23), whole(33)),
                (3, 4, whole(7), whole(37), whole(47)),
            ]
        );
        assert_eq!(totals(&three, whole(10)).worst_case, whole(47));
    }

    #[test]
    fn jitter_has_totals_and_a_worst_case() {
        let sums = totals(&policy("2", "none", "2", "50%"), whole(10));
        let spread = SpreadTotals { min: whole(3), mean: Some(whole(6)), max: whole(9) };
        assert_eq!((sums.total, sums.spread, sums.worst_case), (whole(6), Some(spread), whole(39)));
        let last = Walk::new(&policy("2", "none", "2", "50%"), whole(10)).last().unwrap().unwrap();
        assert_eq!((last.latest(), &last.span.start), (&span(29, 39), &whole(26)));
        // Means 2 and 3.5, then the cap can cut the draw.
        let sums = totals(&policy("1", "9", "2", "decorrelated"), Exact::zero());
        assert_eq!(sums.spread.unwrap().mean, Some(Exact::new(55, -1)));
        let sums = totals(&policy("1", "9", "3", "decorrelated"), Exact::zero());
        assert_eq!(sums.spread, Some(SpreadTotals { min: whole(3), mean: None, max: whole(21) }));
    }

    #[test]
    fn a_first_wait_without_jitter_counts_in_every_sum() {
        let policy = Policy { first: FirstWait::Zero, ..policy("1", "none", "3", "full") };
        let spread = SpreadTotals { min: whole(0), mean: Some(whole(3)), max: whole(6) };
        assert_eq!(totals(&policy, Exact::zero()).spread, Some(spread));
    }

    /// One second doubling under a limit of 10 s, as the clients named at [`LimitRule`] do it: 1, 2, 4 are over at 7.
    #[test]
    fn a_time_limit_refuses_overruns_or_truncates() {
        let total = |rule| {
            let time_limit = Some(TimeLimit::new(whole(10), rule));
            totals(&Policy { time_limit, ..policy("1", "none", "9", "none") }, Exact::zero()).total
        };
        assert_eq!(total(LimitRule::Refuse), whole(7));
        assert_eq!(total(LimitRule::Overrun), whole(15));
        assert_eq!(total(LimitRule::Truncate), whole(10));
        // The limit itself is still within it; calls count too.
        let time_limit = Some(TimeLimit::new(whole(7), LimitRule::Refuse));
        let exact = Policy { time_limit, ..policy("1", "none", "9", "none") };
        assert_eq!(totals(&exact, Exact::zero()).total, whole(7));
        assert_eq!(totals(&exact, whole(1)).total, whole(3));
    }

    #[test]
    fn resumes_at_any_retry() {
        let five = policy("1", "none", "5", "50%");
        // As planned: waits of 1.5 and 3 at their longest, and three calls of 10.
        let mut walk = Walk::resume(&five, whole(10), 3, None).unwrap();
        let step = walk.next().unwrap().unwrap();
        assert_eq!((step.retry, step.wait.nominal.clone(), step.elapsed.clone()), (3, whole(4), whole(4)));
        assert_eq!((&step.span.start, &step.latest().start), (&Exact::new(385, -1), &Exact::new(405, -1)));
        // As it was: the failed call ended at 12; the server asks for 120, and the policy goes on with 8.
        let mut walk = Walk::resume(&five, whole(10), 3, Some(whole(12))).unwrap();
        assert_eq!(walk.own_wait().unwrap().unwrap().nominal, whole(4));
        let step = walk.step(Wait::exactly(whole(120)));
        assert_eq!((step.retry, step.latest()), (3, &span(132, 142)));
        let step = walk.next().unwrap().unwrap();
        assert_eq!((step.retry, &step.span.start, &step.latest().start), (4, &whole(150), &whole(154)));
        assert!(Walk::resume(&five, whole(0), 6, None).unwrap().next().is_none());
    }

    /// Long walks keep to the goal of linear steps; in a debug build this is a test of the order of magnitude only.
    #[test]
    fn a_long_walk_is_exact() {
        let flags =
            NativeFlags { base: "1", max: "none", factor: Some("1.001"), retries: Some("1000"), ..Default::default() };
        let policy = Policy::native(&flags).unwrap();
        let last = Walk::new(&policy, Exact::zero()).last().unwrap().unwrap();
        // 1.001^999 ends in the digits of 1001^999, of which there are 3 × 999 after the point.
        assert_eq!(last.wait.nominal.to_string().split_once('.').unwrap().1.len(), 2997);
        // The sum of a geometric series: (1.001^1000 − 1) / 0.001.
        let next = last.wait.nominal.times(&Exact::new(1001, -3));
        assert_eq!(last.elapsed.times(&Exact::new(1, -3)), next.minus(&whole(1)).unwrap());
    }
}
