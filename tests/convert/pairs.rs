//! Every pair of clients: what both can have is kept there and back, and what is not is told.

use std::collections::BTreeSet;

use holdoff::convert::{Converted, NotWritten, Source, convert};
use holdoff::diagnostic::Code;
use holdoff::dialect::Asks;
use holdoff::dialect::writers::{Writer, writers};
use holdoff::policy::{FirstWait, Growth, Jitter, LimitRule, Order, Policy, Rounding, ServerWait, TimeLimit};
use holdoff::quantity::{Exact, Unit};
use holdoff::timeline::Walk;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// How far waits are compared, which is further than any policy here goes but those without an end.
const STEPS: usize = 40;

/// What a policy does, told without the code that finds losses: the bounds of its waits, and whether it then ends.
fn waits(policy: &Policy) -> (Vec<(Exact, Exact)>, bool) {
    let mut walk = Walk::new(policy, Exact::zero());
    let steps = walk.by_ref().take(STEPS).map_while(Result::ok);
    let bounds: Vec<_> = steps.map(|step| (step.wait.least().clone(), step.wait.most().clone())).collect();
    let ended = bounds.len() < STEPS;
    (bounds, ended)
}

/// The config of a policy; none where a wait is past all bounds, which is a fault of the policy.
fn to(policy: &Policy, asks: &Asks, writer: &'static Writer) -> Option<Converted> {
    match convert(&Source { policy, asks, name: None }, writer) {
        Ok(converted) => Some(converted),
        Err(NotWritten::TooLong(_)) => None,
        Err(error) => panic!("{}: {error}\n{policy:?}", writer.dialect),
    }
}

/// What is told of the waits, their number and the time that they have.
fn wait_losses(converted: &Converted) -> Vec<String> {
    let others = [Code::ServerWaitLost, Code::DeadlineLost, Code::ConditionsLost];
    let of_waits = converted.lost.iter().filter(|it| !others.contains(&it.code));
    of_waits.map(|it| it.message.clone()).collect()
}

/// Writes a policy in `there`, and back: where every wait is kept on the way there, it is on the way back, and where the
/// waits are not the same, that is told. Gives what is told of the way there.
fn there_and_back(from: &Converted, there: &'static Writer) -> Result<Vec<String>, String> {
    let (policy, asks) = (&from.translation.policy, &from.translation.asks);
    let too_long = || Ok(vec!["too long".to_owned()]);
    let Some(target) = to(policy, asks, there) else { return too_long() };
    let told = wait_losses(&target);
    if !told.is_empty() {
        return Ok(told);
    }
    let pair = || format!("{} to {}\n{}{}", from.writer.dialect, there.dialect, from.config, target.config);
    let other = &target.translation.policy;
    let ends_alike = policy.retries == other.retries || policy.time_limit.is_none();
    if waits(policy) != waits(other) || policy.time_limit != other.time_limit || !ends_alike {
        return Err(format!("another policy, and nothing is told: {}", pair()));
    }
    let Some(back) = to(other, &target.translation.asks, from.writer) else { return too_long() };
    let told = wait_losses(&back);
    if !told.is_empty() || waits(&back.translation.policy) != waits(policy) {
        return Err(format!("not kept on the way back: {}{}{told:?}", pair(), back.config));
    }
    Ok(told)
}

fn seconds(number: u64) -> Exact {
    Exact::new(number, 9)
}

fn milliseconds(number: u64) -> Exact {
    Exact::new(number, 6)
}

fn geometric(base: Exact, factor: Exact) -> Growth {
    Growth::Geometric { base, factor }
}

/// A plain policy: 1 s doubled up to 30 s, five times.
fn plain() -> Policy {
    Policy {
        max: Some(seconds(30)),
        retries: Some(5),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), geometric(seconds(1), Exact::new(2, 0)))
    }
}

/// Policies of all kinds that clients have.
fn policies() -> Vec<Policy> {
    let after = |policy: Policy| Policy { order: Order::JitterThenCap, ..policy };
    vec![
        plain(),
        Policy { jitter: Jitter::Full, ..plain() },
        Policy { jitter: Jitter::Percent(Exact::new(2, -1)), retries: Some(4), ..plain() },
        Policy { jitter: Jitter::Equal, max: None, ..plain() },
        after(Policy { jitter: Jitter::scaled(Exact::new(1, 0), Exact::new(2, 0)), ..plain() }),
        after(Policy { jitter: Jitter::added(seconds(1)), max: Some(seconds(4)), ..plain() }),
        Policy { growth: Growth::constant(seconds(3)), max: None, retries: Some(3), ..plain() },
        Policy { growth: Growth::linear(seconds(1), seconds(1)), max: Some(seconds(10)), ..plain() },
        Policy { first: FirstWait::Zero, max: Some(seconds(120)), ..plain() },
        Policy { growth: Growth::Table([1, 3, 9, 9].map(seconds).to_vec()), max: None, ..plain() },
        Policy {
            rounding: Rounding::Down(milliseconds(1)),
            growth: geometric(milliseconds(333), Exact::new(15, -1)),
            ..plain()
        },
        Policy {
            jitter: Jitter::Full,
            grain: Some(milliseconds(1)),
            growth: geometric(milliseconds(50), Exact::new(2, 0)),
            max: Some(seconds(20)),
            retries: Some(2),
            ..plain()
        },
        Policy { time_limit: Some(TimeLimit::new(seconds(60), LimitRule::Refuse)), retries: None, ..plain() },
        Policy { retries: Some(1), server_wait: ServerWait::Honor, ..plain() },
    ]
}

/// Clients and others that have the same waits for some configs, by their documentation: both double what they are
/// given, both wait always the same, both spread by 20% either way, or both have nothing to choose but a number.
const KEPT: [(&str, &str); 20] = [
    ("node-retry", "p-retry"),
    ("undici", "exponential-backoff"),
    ("temporal", "step-functions"),
    ("step-functions", "argo"),
    ("spring", "spring-retry"),
    ("resilience4j", "failsafe"),
    ("celery", "retrying"),
    ("vector", "tenacity"),
    ("urllib3", "tenacity"),
    ("urllib3", "ky"),
    ("fetch-retry", "hurl"),
    ("aria2c", "activejob"),
    ("wget", "tenacity"),
    ("curl", "undici"),
    ("grpc", "failsafe"),
    ("grpc-go-1.68", "tenacity"),
    ("botocore", "aws-config"),
    ("envoy", "istio"),
    ("openai", "anthropic-node"),
    ("holdoff", "grpc"),
];

/// Every pair of clients, for policies of every kind as the first of the two has them.
#[test]
fn every_pair_keeps_every_wait_there_and_back_or_tells_what_is_lost() {
    let mut kept = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for (from, policy) in writers().flat_map(|from| policies().into_iter().map(move |policy| (from, policy))) {
        let Some(own) = to(&policy, &Asks::default(), from) else { continue };
        if !seen.insert((from.dialect, own.config.clone())) {
            continue;
        }
        for there in writers() {
            match there_and_back(&own, there) {
                Ok(lost) if lost.is_empty() => drop(kept.insert((from.dialect, there.dialect))),
                Ok(lost) if from.dialect == there.dialect && waits(&own.translation.policy).0.len() < STEPS => {
                    wrong.push(format!("{} does not keep its own: {lost:?}\n{}", from.dialect, own.config));
                }
                Ok(_) => {}
                Err(fault) => wrong.push(fault),
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
    // What two clients can both have is kept, and not merely told to be lost.
    for (from, there) in KEPT {
        assert!(kept.contains(&(from, there)), "{from} to {there}: nothing is kept");
    }
}

fn duration() -> impl Strategy<Value = Exact> {
    prop_oneof![
        (1u64..=20).prop_map(seconds),
        (1u64..=40).prop_map(|number| milliseconds(number * 50)),
        Just(milliseconds(300)),
        Just(milliseconds(25)),
    ]
}

fn growth() -> impl Strategy<Value = Growth> {
    let factor = prop::sample::select(vec![(1, 0), (11, -1), (15, -1), (2, 0), (2, 0), (2, 0), (3, 0), (4, 0)]);
    prop_oneof![
        6 => (duration(), factor).prop_map(|(base, (digits, power))| geometric(base, Exact::new(digits, power))),
        1 => (duration(), duration()).prop_map(|(base, step)| Growth::linear(base, step)),
        1 => duration().prop_map(|base| Growth::Fibonacci { first: base.clone(), second: base }),
        1 => prop::collection::vec(duration(), 1..6).prop_map(Growth::Table),
        1 => Just(Growth::Power { scale: seconds(1), from: 1, exponent: 4, plus: seconds(2) }),
    ]
}

fn jitter() -> impl Strategy<Value = Jitter> {
    let share = |hundredths: u64| Exact::new(hundredths, -2);
    prop_oneof![
        4 => Just(Jitter::None),
        3 => Just(Jitter::Full),
        1 => Just(Jitter::Equal),
        1 => Just(Jitter::Decorrelated),
        1 => Just(Jitter::DecorrelatedV2),
        2 => (1u64..=10).prop_map(move |tenths| Jitter::Percent(share(tenths * 10))),
        1 => (1u64..=5).prop_map(move |tenths| Jitter::Compounding(share(tenths * 10))),
        2 => (0u64..=100, 0u64..=100).prop_map(move |(low, more)| Jitter::scaled(share(low), share(low + more))),
        1 => duration().prop_map(Jitter::added),
        1 => duration().prop_map(Jitter::from),
    ]
}

fn time_limit() -> impl Strategy<Value = Option<TimeLimit>> {
    let rules = vec![LimitRule::Refuse, LimitRule::RefuseAt, LimitRule::Overrun, LimitRule::Truncate];
    let limit = (1u64..=120, prop::sample::select(rules), any::<bool>()).prop_map(|(after, rule, waits)| {
        let limit = TimeLimit::new(seconds(after), rule);
        if waits { limit.of_waits() } else { limit }
    });
    prop_oneof![4 => Just(None), 1 => limit.prop_map(Some)]
}

prop_compose! {
    fn drawn()(
        growth in growth(),
        max in prop_oneof![2 => Just(None), 3 => duration().prop_map(|max| Some(max.times_whole(4)))],
        jitter in jitter(),
        after in any::<bool>(),
        retries in prop_oneof![40 => (0u64..=7).prop_map(Some), 1 => Just(None)],
        zero in prop::sample::select(vec![false, false, false, true]),
        whole in prop::sample::select(vec![Rounding::Exact, Rounding::Exact, Rounding::Down(milliseconds(1))]),
        time_limit in time_limit(),
        server_wait in prop::sample::select(ServerWait::ALL.to_vec()),
    ) -> Policy {
        let after = after || matches!(jitter, Jitter::Decorrelated | Jitter::DecorrelatedV2);
        Policy {
            max,
            jitter,
            retries,
            time_limit,
            server_wait,
            order: if after { Order::JitterThenCap } else { Order::CapThenJitter },
            first: if zero { FirstWait::Zero } else { FirstWait::Grown },
            rounding: whole,
            ..Policy::growing(true, Some(Unit::Second), growth)
        }
    }
}

fn any_writer() -> impl Strategy<Value = &'static Writer> {
    prop::sample::select(writers().collect::<Vec<_>>())
}

/// Drawn policies as one client has them, in the words of another, and back. The draws are the same each time.
#[test]
fn drawn_policies_are_kept_there_and_back_or_it_is_told() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(2000);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let check = |(policy, from, there): (Policy, &'static Writer, &'static Writer)| {
        let Some(own) = to(&policy, &Asks::default(), from) else { return Ok(()) };
        let again = there_and_back(&own, from);
        let is_long = waits(&own.translation.policy).0.len() == STEPS;
        prop_assert!(again.as_ref().is_ok_and(Vec::is_empty) || is_long, "{again:?}\n{}", own.config);
        there_and_back(&own, there).map(|_| ()).map_err(TestCaseError::fail)
    };
    runner.run(&(drawn(), any_writer(), any_writer()), check).unwrap();
}
