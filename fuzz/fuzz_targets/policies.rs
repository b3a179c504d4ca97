//! Flags as a person writes them: a policy whose waits keep to what they promise, or a fault with a place in the text.
#![no_main]

use holdoff::policy::{NativeFlags, Policy};
use holdoff::quantity::Exact;
use holdoff::report::schedule::{Schedule, Wish};
use holdoff::report::{Answer, Style};
use holdoff::timeline::Walk;
use libfuzzer_sys::fuzz_target;

/// The most retries that are walked through; each costs more digits.
const RETRIES: usize = 50;

fuzz_target!(|text: &str| {
    let mut words = text.split('\n');
    let mut flag = || words.next().filter(|word| !word.is_empty());
    let flags = NativeFlags {
        base: flag().unwrap_or("1s"),
        max: flag().unwrap_or("none"),
        factor: flag(),
        retries: flag(),
        calls: flag(),
        jitter: flag(),
        unit: flag(),
    };
    let policy = match Policy::native(&flags) {
        Ok(policy) => policy,
        Err(fault) => {
            assert!(!fault.message.is_empty() && !fault.hint.is_empty());
            assert!(fault.at.is_none_or(|at| at.start <= at.end && at.end <= text.len()));
            return;
        }
    };
    assert!(policy.retries.is_some_and(|retries| (1..=1000).contains(&retries)));

    let mut elapsed = Exact::zero();
    let mut last = Exact::zero();
    let mut held = false;
    for (number, step) in Walk::new(&policy, Exact::zero()).take(RETRIES).enumerate() {
        let Ok(step) = step else { break };
        let wait = &step.wait;
        assert_eq!(step.retry, number as u64 + 1);
        assert!(!wait.nominal.is_zero());
        assert!(wait.nominal >= last);
        assert!(policy.max.as_ref().is_none_or(|max| wait.nominal <= *max));
        assert_eq!(wait.capped, policy.max.as_ref() == Some(&wait.nominal));
        assert!(wait.capped || !held);
        assert!(wait.least() <= wait.most());
        assert!(wait.mean().is_none_or(|mean| wait.least() <= mean && mean <= wait.most()));
        elapsed = elapsed.plus(&wait.nominal);
        assert_eq!(step.elapsed, elapsed);
        (last, held) = (wait.nominal.clone(), wait.capped);
    }

    let policy = Policy { retries: policy.retries.map(|retries| retries.min(RETRIES as u64)), ..policy };
    if let Ok(schedule) = Schedule::new(&policy, Wish { seed: Some(1), ..Wish::default() }) {
        assert!(schedule.json().starts_with("{\"policy\":"));
        assert!(!schedule.table(&Style::new(false, 80, false)).is_empty());
    }
});
