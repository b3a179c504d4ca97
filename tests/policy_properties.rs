//! What holds for every policy: against closed forms in big rationals, and against moved deadlines.

use holdoff::policy::{NativeFlags, Policy};
use holdoff::quantity::{Exact, Tens};
use holdoff::timeline::{Sampler, Waits};
use holdoff::verdict::{Deadline, Outcome, State, judge};
use num_bigint::BigUint;
use proptest::prelude::*;

/// A decimal as it is written, and the same in thousandths.
fn decimal(range: std::ops::Range<u64>) -> impl Strategy<Value = (String, u64)> {
    range.prop_map(|thousandths| (format!("{}.{:03}", thousandths / 1000, thousandths % 1000), thousandths))
}

/// `numerator` / `denominator`, rounded half to even to nine decimals, in thousand-millionths.
fn nanos(numerator: &BigUint, denominator: &BigUint) -> BigUint {
    let scaled = numerator * BigUint::from(1_000_000_000u64);
    let (quotient, rest) = (&scaled / denominator, &scaled % denominator);
    let twice = rest * 2u8;
    if twice > *denominator || (twice == *denominator && quotient.bit(0)) { quotient + 1u8 } else { quotient }
}

/// A plain decimal with at most nine decimals, in thousand-millionths.
fn shown_nanos(text: &str) -> Option<BigUint> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    format!("{whole}{fraction:0<9}").parse().ok()
}

proptest! {
    #[test]
    fn waits_are_the_closed_form(
        (base, base_n) in decimal(1..5_000),
        (factor, factor_n) in decimal(1_000..4_000),
        (max, max_n) in decimal(1..500_000),
        retries in 1u64..40,
    ) {
        let count = retries.to_string();
        let policy = Policy::native(&NativeFlags {
            base: &base,
            max: &max,
            factor: Some(&factor),
            retries: Some(&count),
            ..Default::default()
        })
        .unwrap();
        let mut before = Exact::zero();
        let cap = Exact::new(max_n, -3);
        let mut tens = Tens::new();
        for (step, wait) in (0u32..).zip(Waits::new(&policy)) {
            let wait = wait.unwrap();
            prop_assert!(wait.nominal >= before && wait.nominal <= cap);
            prop_assert_eq!(wait.capped, wait.nominal == cap);
            // base × factor^step over 1000^(step + 1), against max over 1000.
            let grown = BigUint::from(base_n) * BigUint::from(factor_n).pow(step);
            let thousands = BigUint::from(1000u32).pow(step);
            let capped = BigUint::from(max_n) * &thousands;
            let right = nanos(&grown.min(capped), &(thousands * 1000u32));
            prop_assert_eq!(shown_nanos(&wait.nominal.round(1, 9, &mut tens).to_string()), Some(right));
            before = wait.nominal;
        }
        prop_assert_eq!(u64::try_from(Waits::new(&policy).count()), Ok(retries));
    }

    #[test]
    fn sampled_waits_stay_within_their_bounds(
        seed in any::<u64>(),
        (base, _) in decimal(1..5_000),
        (max, _) in decimal(1..500_000),
        capped in any::<bool>(),
        jitter in prop::sample::select(vec!["none", "full", "equal", "decorrelated", "0.1%", "35%", "100%"]),
    ) {
        let policy = Policy::native(&NativeFlags {
            base: &base,
            max: if capped { &max } else { "none" },
            retries: Some("30"),
            jitter: Some(jitter),
            ..Default::default()
        })
        .unwrap();
        let mut sampler = Sampler::new(&policy, seed);
        for wait in Waits::new(&policy) {
            let wait = wait.unwrap();
            let sampled = sampler.draw(&wait);
            prop_assert!(*wait.least() <= sampled && sampled <= *wait.most());
        }
    }

    #[test]
    fn a_later_deadline_never_defers(
        retry in 1u64..8,
        elapsed in 0u64..60,
        request in 0u64..10,
        deadline in 0u64..200,
        later in 0u64..200,
        status in prop::sample::select(vec![None, Some(200), Some(404), Some(429), Some(503)]),
    ) {
        let policy = Policy::native(&NativeFlags {
            base: "1s",
            max: "30s",
            jitter: Some("50%"),
            ..Default::default()
        })
        .unwrap();
        let seconds = |number| Exact::new(number, 9);
        let state = State {
            policy: &policy,
            retry,
            elapsed: Some(seconds(elapsed)),
            deadline: Deadline::After(seconds(deadline)),
            request_time: seconds(request),
            status,
            method: "GET",
            idempotency_key: false,
            fields: &[],
            retry_on: None,
            methods: None,
            reading: None,
            received: None,
            started: None,
        };
        let early = judge(&state).unwrap();
        let late = judge(&State { deadline: Deadline::After(seconds(deadline.saturating_add(later))), ..state }).unwrap();
        prop_assert!(early.outcome() != Outcome::Allowed || late.outcome() == Outcome::Allowed);
        prop_assert!(early.outcome() == late.outcome() || early.outcome() == Outcome::Deferred);
        prop_assert!(early.retries_that_fit <= late.retries_that_fit);
    }
}
