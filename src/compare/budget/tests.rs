//! The formulas against arithmetic by hand, and against buckets that are played through call by call.

#![allow(clippy::arithmetic_side_effects, reason = "tests")]

use super::*;

fn budget(text: &str) -> RetryBudget {
    RetryBudget::parse(text).unwrap()
}

/// The load of a policy of so many calls at a rate in hundredths, as it is written.
fn of(text: &str, calls: u64, hundredths: u64) -> String {
    load_within(&[(Some(calls), Some(&budget(text)))], &Exact::new(hundredths, -2)).unwrap().to_string()
}

#[test]
fn aws_is_what_first_calls_give() {
    // 1 + 0.2 + 0.04 is below 1 + 0.8/(14 × 0.2) = 1.2857…, and 1 + 0.25 + 0.0625 above 1 + 0.75/(14 × 0.25) = 1.2142857142….
    assert_eq!(of("aws", 3, 20), "1.24");
    assert_eq!(of("aws", 3, 25), "1.214285714");
    // 1 + 0.5/(5 × 0.5) where a retry costs 5, and 1 + 2 × 0.5/(5 × 0.5) where a success gives 2.
    assert_eq!(of("aws:cost=5", 3, 50), "1.2");
    assert_eq!(of("aws:cost=5,refill=2", 3, 50), "1.4");
    assert_eq!((of("aws", 3, 0).as_str(), of("aws", 3, 100).as_str()), ("1", "1"));
    assert_eq!((at_once(&budget("aws")), at_once(&budget("aws:cost=5"))), (Some(35), Some(100))); // 500/14 = 35.7
    // Where every success gives 1, 0.5/(5 × 0.5 − 0.5); at 15% a retry takes 0.75 and gives 0.85, so nothing holds it.
    assert_eq!(of("aws:cost=5,refilled-by=every", 3, 50), "1.25");
    assert_eq!(of("aws:cost=5,refilled-by=every", 3, 15), "1.1725");
    // Nothing can be paid from a bucket that is smaller than the price.
    assert_eq!(of("aws:capacity=13", 3, 10), "1");
}

#[test]
fn grpc_is_all_or_nothing() {
    // With 0.1 back the count is even at p = 0.1/1.1 = 0.0909…: below it 1 + 0.09 + 0.0081 + 0.000729, above it no retry.
    let grpc = "grpc:max-tokens=10,token-ratio=0.1";
    assert_eq!((of(grpc, 4, 9).as_str(), of(grpc, 4, 10).as_str()), ("1.098829", "1"));
    // With 1 back it is even at a half; 1 + 0.5.
    assert_eq!(of("grpc:max-tokens=10,token-ratio=1", 2, 50), "1.5");
    // 9, 8, 7 and 6 are more than 5; of 9 tokens 8, 7, 6 and 5 are more than 4.5; of 2 the first failure leaves 1, a half.
    let at_once = |tokens: u64| at_once(&budget(&format!("grpc:max-tokens={tokens},token-ratio=1")));
    assert_eq!([10, 9, 3, 2, 1].map(at_once), [Some(4), Some(4), Some(1), Some(0), Some(0)]);
    assert_eq!(of("grpc:max-tokens=2,token-ratio=1", 4, 1), "1");
}

#[test]
fn envoy_is_a_share_of_all_calls() {
    // Of five calls in flight one may be a retry: one for four first calls.
    assert_eq!((of("envoy", 4, 100).as_str(), of("envoy", 4, 10).as_str()), ("1.25", "1.111"));
    // 3 retries for 6 first calls are more than that, and for 100 fewer.
    assert_eq!((of("envoy:in-flight=6", 4, 100).as_str(), of("envoy:in-flight=100", 4, 100).as_str()), ("1.5", "1.25"));
    assert_eq!(of("envoy:budget-percent=100", 4, 100), "4");
    assert_eq!(at_once(&budget("envoy")), None);
    assert_eq!(left_out(&budget("envoy")), Some("min-retry-concurrency"));
    assert_eq!(left_out(&budget("envoy:in-flight=6")), None);
    assert_eq!(left_out(&budget("envoy:min-retry-concurrency=0")), None);
}

#[test]
fn finagle_is_a_share_and_so_many_a_second() {
    // A retry for five requests, and 10 a second for 50.
    assert_eq!((of("finagle", 4, 100).as_str(), of("finagle:requests-per-second=50", 4, 100).as_str()), ("1.2", "1.4"));
    // A withdrawal is 1000/0.3 = 3333.3, cut to 3333: 1000/3333 = 0.30003000300….
    assert_eq!(of("finagle:percent-can-retry=0.3", 4, 100), "1.300030003");
    assert_eq!(of("finagle:percent-can-retry=0,min-retries-per-second=0", 4, 100), "1");
    assert_eq!(at_once(&budget("finagle")), Some(100)); // 10 a second for 10 s
    assert_eq!(left_out(&budget("finagle")), Some("min-retries-per-second"));
}

#[test]
fn layers_see_what_those_within_let_through() {
    let aws = budget("aws");
    let half = Exact::new(5, -1);
    // Within: 15/14 calls, of which a half succeeds, so that 13/28 fail; around it 1 + 13/28 of them. 15/14 × 41/28.
    let stack = load_within(&[(Some(2), None), (Some(3), Some(&aws))], &half).unwrap();
    assert_eq!(stack.to_string(), "1.568877551");
    // Without budgets it is the product that `load` has: 1.5 within, a quarter of it again.
    assert_eq!(load_within(&[(Some(2), None); 2], &half), super::super::load(&[Some(2); 2], &half));
    // Without an end 1/(1 − 0.5), unless a budget holds it.
    assert_eq!(load_within(&[(None, None)], &half).unwrap().to_string(), "2");
    assert_eq!(load_within(&[(None, Some(&aws))], &half).unwrap().to_string(), "1.071428571");
    assert_eq!(load_within(&[(None, None)], &Exact::new(1, 0)), None);
    assert_eq!(load_within(&[(None, Some(&aws))], &Exact::new(1, 0)), Some(Exact::new(1, 0)));
    assert_eq!(load_within(&[(Some(1000), None), (Some(11), None)], &half), None);
}

/// A little generator of its own (xorshift64*), so that a run is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33
    }

    fn fails(&mut self, hundredths: u64) -> bool {
        self.roll() % 100 < hundredths
    }
}

/// Plays a few hundred requests at a time, in any order, until `wanted` of them are over. `may_retry` is told that a call
/// failed, `over` that a request succeeded, and after how many retries. The calls for each request come back.
fn played(
    calls: u64,
    hundredths: u64,
    may_retry: &mut dyn FnMut() -> bool,
    over: &mut dyn FnMut(u64),
    failed_last: &mut dyn FnMut(),
) -> f64 {
    const WARM: u64 = 100_000;
    const WANTED: u64 = 400_000;
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut retries = [0u64; 256];
    let (mut done, mut made, mut begun) = (0u64, 0u64, 0u64);
    while done < WANTED {
        let Some(own) = usize::try_from(dice.roll() % 256).ok().and_then(|at| retries.get_mut(at)) else { continue };
        if done > WARM {
            made += 1;
            begun += u64::from(*own == 0);
        }
        let ends = if dice.fails(hundredths) {
            if *own + 1 < calls {
                !may_retry()
            } else {
                failed_last();
                true
            }
        } else {
            over(*own);
            true
        };
        *own = if ends { 0 } else { *own + 1 };
        done += u64::from(ends);
    }
    f64::from(u32::try_from(made).unwrap()) / f64::from(u32::try_from(begun).unwrap())
}

/// Whether the formula is what was played, but for what chance leaves of 300,000 requests.
fn agrees(text: &str, calls: u64, hundredths: u64, played: f64) {
    let formula: f64 = of(text, calls, hundredths).parse().unwrap();
    assert!((formula - played).abs() < 0.006, "{text} at {hundredths}%: {formula} and {played}");
}

#[test]
fn a_played_bucket_of_aws_comes_to_the_formula() {
    for (text, cost, again) in [("aws", 14u64, 0), ("aws:cost=5", 5, 0), ("aws:cost=5,refilled-by=every", 5, 1)] {
        for hundredths in [5, 15, 40, 60, 90, 100] {
            let tokens = std::cell::Cell::new(500u64);
            let load = played(
                3,
                hundredths,
                &mut || {
                    let left = tokens.get().checked_sub(cost);
                    tokens.set(left.unwrap_or_else(|| tokens.get()));
                    left.is_some()
                },
                &mut |retries| tokens.set((tokens.get() + if retries == 0 { 1 } else { cost + again }).min(500)),
                &mut || {},
            );
            agrees(text, 3, hundredths, load);
        }
    }
}

#[test]
fn a_played_count_of_grpc_comes_to_the_formula() {
    // In thousandths: 1000 tokens with 0.1 back, and 100 with 1 back.
    for (text, tokens, ratio) in
        [("grpc:max-tokens=1000,token-ratio=0.1", 1000u64, 100u64), ("grpc:max-tokens=100,token-ratio=1", 100, 1000)]
    {
        for hundredths in [2, 5, 12, 30, 40, 60, 100] {
            let count = std::cell::Cell::new(tokens * 1000);
            let fail = || count.set(count.get().saturating_sub(1000));
            let load = played(
                4,
                hundredths,
                &mut || {
                    fail();
                    count.get() > tokens * 500
                },
                &mut |_| count.set((count.get() + ratio).min(tokens * 1000)),
                &mut || fail(),
            );
            agrees(text, 4, hundredths, load);
        }
    }
}

/// Calls that take 50 ticks each, `per_tick` of them beginning at each; `may_retry` is told the tick, the calls in flight and
/// the retries among them, `begins` that a request begins.
fn timed(
    per_tick: usize,
    calls: u64,
    hundredths: u64,
    may_retry: &mut dyn FnMut(usize, usize, usize) -> bool,
    begins: &mut dyn FnMut(usize),
) -> f64 {
    const LASTS: usize = 50;
    const TICKS: usize = 6000;
    let mut dice = Dice(0xfeed_5678_9abc_def1);
    // What ends at each tick: the retries that each request has behind it.
    let mut ending: Vec<Vec<u64>> = vec![Vec::new(); TICKS + LASTS];
    let (mut flying, mut retrying, mut made, mut begun) = (0usize, 0usize, 0u32, 0u32);
    for tick in 0..TICKS {
        let counts = u32::from(tick > TICKS / 6);
        for retries in std::mem::take(ending.get_mut(tick).unwrap()) {
            flying -= 1;
            retrying -= usize::from(retries > 0);
            if dice.fails(hundredths) && retries + 1 < calls && may_retry(tick, flying, retrying) {
                flying += 1;
                retrying += 1;
                made += counts;
                ending.get_mut(tick + LASTS).unwrap().push(retries + 1);
            }
        }
        for _ in 0..per_tick {
            begins(tick);
            flying += 1;
            made += counts;
            begun += counts;
            ending.get_mut(tick + LASTS).unwrap().push(0);
        }
    }
    f64::from(made) / f64::from(begun)
}

#[test]
fn played_calls_in_flight_come_to_envoys_formula() {
    // 10 first calls a tick that last 50 are 500 in flight.
    for (text, hundredths, least) in [
        ("envoy", 100u64, 3usize),
        ("envoy", 50, 3),
        ("envoy", 10, 3),
        ("envoy:min-retry-concurrency=250,in-flight=500", 100, 250),
    ] {
        let load = timed(10, 4, hundredths, &mut |_, flying, retrying| retrying < (flying / 5).max(least), &mut |_| {});
        agrees(text, 4, hundredths, load);
    }
}

#[test]
fn a_played_window_comes_to_finagles_formula() {
    // A tick is 10 ms, so 10 requests a tick are 1000 a second; 10 s are 1000 ticks, and 1 s is a tenth of the window.
    for (text, hundredths, least) in [
        ("finagle:requests-per-second=1000", 100u64, 10i64),
        ("finagle:requests-per-second=1000,min-retries-per-second=200", 100, 200),
        ("finagle:requests-per-second=1000", 10, 10),
    ] {
        const WITHDRAWAL: i64 = 5000;
        // The slices of the window, each with its second.
        let slices = std::cell::RefCell::new(vec![(0usize, 0i64); 10]);
        let add = |tick: usize, amount: i64| {
            let second = tick / 100;
            let mut slices = slices.borrow_mut();
            let slice = slices.get_mut(second % 10).unwrap();
            if slice.0 != second {
                *slice = (second, 0);
            }
            slice.1 += amount;
        };
        let sum = |tick: usize| -> i64 {
            let slices = slices.borrow();
            slices.iter().filter(|(second, _)| second + 10 > tick / 100).map(|(_, amount)| amount).sum()
        };
        let load = timed(
            10,
            4,
            hundredths,
            &mut |tick, _, _| {
                let pays = sum(tick) + least * 10 * WITHDRAWAL >= WITHDRAWAL;
                if pays {
                    add(tick, -WITHDRAWAL);
                }
                pays
            },
            &mut |tick| add(tick, 1000),
        );
        agrees(text, 4, hundredths, load);
    }
}
