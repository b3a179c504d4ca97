//! How long a schedule of 1000 retries takes, exact to the last digit: with a factor of three digits, and with one of
//! eighteen, whose last wait has about 17 000 digits. Measured are the waits and sums of the walk with their
//! rounding, the whole schedule, and its JSON.
//!
//! `cargo bench --bench schedule`
#![allow(clippy::unwrap_used, reason = "a benchmark stops where it cannot go on")]

mod common;

use divan::{Bencher, black_box};
use holdoff::policy::{NativeFlags, Policy};
use holdoff::quantity::{Exact, Tens};
use holdoff::report::Answer;
use holdoff::report::schedule::{Schedule, Wish};
use holdoff::timeline::Walk;

const FACTORS: [&str; 2] = ["1.01", "1.00000000000000001"];

fn main() {
    common::print_machine();
    divan::main();
}

fn policy(factor: &str) -> Policy {
    let flags = NativeFlags {
        base: "250ms",
        max: "none",
        factor: Some(factor),
        retries: Some("1000"),
        ..NativeFlags::default()
    };
    Policy::native(&flags).unwrap()
}

#[divan::bench(args = FACTORS)]
fn waits_and_sums(bencher: Bencher<'_, '_>, factor: &str) {
    let policy = policy(factor);
    bencher.bench_local(|| {
        let (mut of_waits, mut of_sums) = (Tens::new(), Tens::new());
        for step in Walk::new(black_box(&policy), Exact::zero()) {
            let step = step.unwrap();
            let (divisor, decimals) = (policy.divisor(), policy.decimals());
            black_box(step.wait.nominal.round(divisor, decimals, &mut of_waits).to_string());
            black_box(step.elapsed.round(divisor, decimals, &mut of_sums).to_string());
        }
    });
}

#[divan::bench(args = FACTORS)]
fn whole_schedule(bencher: Bencher<'_, '_>, factor: &str) {
    let policy = policy(factor);
    bencher.bench_local(|| drop(black_box(Schedule::new(black_box(&policy), Wish::default()))));
}

#[divan::bench(args = FACTORS)]
fn json(bencher: Bencher<'_, '_>, factor: &str) {
    let policy = policy(factor);
    let schedule = Schedule::new(&policy, Wish::default()).unwrap();
    bencher.bench_local(|| drop(black_box(black_box(&schedule).json())));
}
