//! A policy in another client's words: what is kept there and back, and what is told where it is not.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use std::collections::BTreeSet;

use common::{Run, holdoff, holdoff_reading, run};
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

/// Native flags, a client, and the config as its documentation writes it.
const TEXTS: &[(&str, &str, &str)] = &[
    (
        "--base 100ms --max 1s --retries 3",
        "grpc",
        r#"{
  "methodConfig": [
    {
      "name": [{}],
      "retryPolicy": {
        "maxAttempts": 4,
        "initialBackoff": "0.1s",
        "maxBackoff": "1s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"]
      }
    }
  ]
}
"#,
    ),
    (
        "--base 250ms --max 1s --retries 3 --jitter full",
        "envoy",
        "route:
  timeout: 0s
  retry_policy:
    retry_on: 5xx
    num_retries: 3
    retry_back_off:
      base_interval: 0.25s
      max_interval: 1s
    rate_limited_retry_back_off:
      reset_headers:
        - name: Retry-After
          format: SECONDS
",
    ),
    (
        "--base 3s --max 1m --factor 1.5 --retries 2 --jitter full",
        "step-functions",
        r#"{
  "Retry": [
    {
      "ErrorEquals": ["States.ALL"],
      "IntervalSeconds": 3,
      "BackoffRate": 1.5,
      "MaxAttempts": 2,
      "MaxDelaySeconds": 60,
      "JitterStrategy": "FULL"
    }
  ]
}
"#,
    ),
    (
        "--base 1s --max 30s",
        "otel-collector",
        "exporters:
  otlp:
    retry_on_failure:
      enabled: true
      initial_interval: 1s
      randomization_factor: 0
      multiplier: 2
      max_interval: 30s
      max_elapsed_time: 31s
",
    ),
    (
        "--base 5s --max 1m --retries 3",
        "argo",
        "retryStrategy:
  limit: 3
  backoff:
    duration: 5s
    factor: 2
    cap: 60s
",
    ),
    ("--base 1s --max none --retries 2", "aws-config", "[default]\nretry_mode = legacy\nmax_attempts = 3\n"),
    (
        "--base 250ms --max 2s",
        "urllib3",
        "Retry(total=5, backoff_factor=0.25, backoff_max=2, status_forcelist=[429, 500, 502, 503, 504])\n",
    ),
    (
        "--base 1s --max 60s --calls 7 --jitter full",
        "tenacity",
        "@retry(wait=wait_random_exponential(multiplier=1, max=60), stop=stop_after_attempt(7))\n",
    ),
    ("--base 3s --max none --factor 1", "tenacity", "@retry(wait=wait_fixed(3), stop=stop_after_attempt(6))\n"),
    (
        "--base 2s --max 10m --jitter full",
        "celery",
        "@shared_task(autoretry_for=(Exception,), max_retries=5, retry_backoff=2, retry_backoff_max=600, retry_jitter=True)\n",
    ),
    (
        "--base 500ms --max 30s --factor 3",
        "p-retry",
        "pRetry(run, { retries: 5, factor: 3, minTimeout: 500, maxTimeout: 30000, randomize: false })\n",
    ),
    ("--base 1s --max 5s --retries 4", "got", "got.extend({ retry: { limit: 4, backoffLimit: 5000, noise: 0 } })\n"),
    (
        "--base 1s --max none --jitter equal",
        "bullmq",
        "queue.add(name, data, { attempts: 6, backoff: { type: \"exponential\", delay: 1000, jitter: 0.5 } })\n",
    ),
    (
        "--base 500ms --max 10s",
        "spring-retry",
        "@Retryable(maxAttempts = 6, backoff = @Backoff(delay = 500, multiplier = 2, maxDelay = 10000))\n",
    ),
    (
        "--base 1s --max 30s --jitter 10%",
        "failsafe",
        "RetryPolicy.builder()
    .withMaxRetries(5)
    .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30), 2)
    .withJitter(0.1)
    .build()
",
    ),
    (
        "--base 1500ms --max 30s --retries 3",
        "polly",
        "new RetryStrategyOptions
{
    MaxRetryAttempts = 3,
    Delay = TimeSpan.FromMilliseconds(1500),
    BackoffType = DelayBackoffType.Exponential,
    MaxDelay = TimeSpan.FromSeconds(30),
}
",
    ),
    ("--base 1s --max 10m --retries 12", "curl", "curl --retry 12\n"),
    ("--base 2s --max none --factor 1", "curl", "curl --retry 5 --retry-delay 2\n"),
    ("--base 1s --max 1m", "docker", "docker run --restart on-failure:5\n"),
    (
        "--base 250ms --max 2s --jitter 20%",
        "holdoff",
        "[policies.api]\nbase = \"250ms\"\nmax = \"2s\"\nfactor = 2\nretries = 5\njitter = \"20%\"\n",
    ),
];

#[test]
fn configs_are_written_as_their_documentation_has_them() {
    for (flags, there, right) in TEXTS {
        let Run { code, stdout, .. } = run(&format!("convert {flags} --to {there}"));
        assert_eq!((code, stdout.as_str()), (0, *right), "{flags} {there}");
    }
}

/// Codes and messages.
type Losses = &'static [(&'static str, &'static str)];

/// A policy, a client, and what of the policy that client cannot have.
const LOSSES: &[(&str, &str, Losses)] = &[
    // BullMQ has no cap: 1, 2, 4, 8, 16, 32, 64 s.
    (
        "--base 1s --max 30s --retries 7",
        "bullmq",
        &[("max-lost", "the cap of 30s is not kept: retry 6 waits 32s instead of 30s, and one more differs")],
    ),
    // gRPC makes five calls at the most and spreads by 20%.
    (
        "--base 1s --max 30s --retries 9",
        "grpc",
        &[
            ("jitter-lost", "jitter (20%) comes in: retry 1 waits 800ms to 1.2s instead of 1s, and 3 more differ"),
            ("count-lost", "9 retries are not kept: gRPC service config makes 4"),
        ],
    ),
    // Step Functions counts whole seconds: 2, 4, 8 s; of two that are as near the longer is taken.
    (
        "--base 1500ms --max none --retries 3",
        "step-functions",
        &[("growth-lost", "the growth is not kept: retry 1 waits 2s instead of 1.5s, and 2 more differ")],
    ),
    // urllib3's first retry comes at once.
    (
        "--base 1s --max 120s --retries 3",
        "urllib3",
        &[("first-wait-lost", "the first wait is not kept: retry 1 waits 0s instead of 1s")],
    ),
    // The collector knows no number; 1 + 2 + 4 + 8 + 16 s is the time that five retries take.
    (
        "--base 1s --max 30s",
        "otel-collector",
        &[
            (
                "count-lost",
                "5 retries are not kept: OpenTelemetry Collector retry_on_failure has no number of them, time alone ends \
                 them",
            ),
            (
                "time-limit-lost",
                "a time limit of 31s comes in: after it OpenTelemetry Collector retry_on_failure makes no retry",
            ),
        ],
    ),
    // The waits are kept; what nick-fields/retry adds is a wait after the last failure.
    (
        "--base 10s --max none --factor 1 --retries 2",
        "nick-fields-retry",
        &[("idle-wait-lost", "a wait of 10s after the last call comes in")],
    ),
];

#[test]
fn what_is_lost_is_told_with_figures() {
    for (flags, there, right) in LOSSES {
        let answer = run(&format!("convert {flags} --to {there} --json")).json();
        let lost: Vec<_> =
            answer["lost"].as_array().unwrap().iter().filter(|it| it["code"] != "server-wait-lost").collect();
        let lost: Vec<_> =
            lost.iter().map(|it| (it["code"].as_str().unwrap(), it["message"].as_str().unwrap())).collect();
        assert_eq!(lost, *right, "{flags} {there}");
        assert_eq!(answer["kept"], false);
    }
    let message = |from: &str, there: &str| {
        let answer = run(&format!("convert {from} --to {there} --json")).json();
        answer["lost"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["message"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        message("--client undici 'maxRetries=3'", "temporal"),
        [
            "the server's wait counts otherwise: Temporal RetryPolicy does not listen, where the policy waits as the server \
             asks, at most 30s"
        ]
    );
    // 10 s of p-retry cut the last wait; curl lets it pass.
    assert_eq!(
        message("--client p-retry '{ retries: 3, maxRetryTime: 10000 }'", "curl"),
        [
            "the time limit of 10s holds otherwise: curl lets the last wait pass it, and not cuts the last wait to it",
            "the server's wait counts otherwise: curl waits as the server asks, where the policy does not listen"
        ]
    );
}

const KEEPS: &str = "convert --client temporal 'initialInterval=1s,maximumInterval=30s,maximumAttempts=4' --to";

#[test]
fn the_config_goes_to_standard_output_and_what_is_lost_to_standard_error() {
    let Run { code, stdout, stderr } = run(&format!("{KEEPS} spring --strict"));
    let right = "@Retryable(maxRetries = 3, delay = 1000, multiplier = 2, maxDelay = 30000)\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, right, ""));
    let Run { code, stdout, stderr } = run(&format!("{KEEPS} bullmq"));
    let right = "queue.add(name, data, { attempts: 4, backoff: { type: \"exponential\", delay: 1000 } })\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, right, ""));
    let Run { code, stdout, stderr } = run(&format!("{KEEPS} axios-retry --strict"));
    assert_eq!(
        (code, stdout.as_str()),
        (1, "axiosRetry(axios, { retries: 3, retryDelay: axiosRetry.exponentialDelay })\n")
    );
    assert!(stderr.starts_with("warning[jitter-lost]: jitter (wait..1.2 × wait) comes in: retry 1 waits"), "{stderr}");
    // Where the answer is not for a person, all of it is on standard output.
    let Run { code, stdout, stderr } = run(&format!("{KEEPS} axios-retry --get kept"));
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "false\n", ""));
    let markdown = run(&format!("{KEEPS} undici --format markdown")).stdout;
    assert_eq!(
        markdown,
        "undici RetryAgent, RetryHandler (npm) keeps all of the policy\n\n```\nnew RetryAgent(agent, { maxRetries: 3, \
         minTimeout: 1000, maxTimeout: 30000, timeoutFactor: 2, retryAfter: false })\n```\n"
    );
    let csv = run(&format!("{KEEPS} spring --format csv")).stdout;
    assert!(csv.starts_with("dialect,title,version,unit,kept\nspring,"), "{csv}");
}

#[test]
fn what_cannot_be_written_is_said() {
    let Run { code, stderr, .. } = run("convert --base 1 --max 2 --to urllib3");
    assert_eq!(code, 2);
    assert_eq!(
        stderr,
        "holdoff: the policy's waits have no unit, and those of `urllib3` have one\n  help: write the durations with units, \
         as in `--base 1s`\n"
    );
    // Bare numbers stay bare in a policy file.
    let Run { stdout, .. } = run("convert --base 1 --max 2.5 --to holdoff");
    assert_eq!(stdout, "[policies.api]\nbase = 1\nmax = 2.5\nfactor = 2\nretries = 5\n");
    let Run { code, stderr, .. } = run("convert --base 1s --max 2s --to urlib3");
    assert!(code == 2 && stderr.contains("help: write `urllib3`, or one of holdoff, grpc, "), "{stderr}");
    let Run { code, stderr, .. } = run("convert --base 1s --max 2s");
    assert!(code == 2 && stderr.contains("--to <DIALECT>"), "{stderr}");
}

/// What a file says beside its policy goes along where the other file has a place for it, and is told where not.
#[test]
fn what_stands_beside_the_policy_goes_along() {
    let file =
        b"[policies.'svc/say']\nbase = '1s'\nmax = '30s'\nretries = 3\ndeadline = '20s'\nretry-on = [429, 503]\n\
        methods = ['GET']\nserver-wait = 'ignore'\njitter = '20%'\n";
    let to = |there: &str| holdoff_reading(file, &["convert", "--policy", "-", "--to", there, "--json"]).json();
    let grpc = to("grpc");
    assert!(grpc["config"].as_str().unwrap().contains("\"timeout\": \"20s\""), "{grpc}");
    let codes = |answer: &serde_json::Value| -> Vec<String> {
        answer["lost"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes(&grpc), ["conditions-lost", "conditions-lost"]);
    assert_eq!(codes(&to("failsafe")), ["deadline-lost", "conditions-lost", "conditions-lost"]);
    let own = to("holdoff");
    assert_eq!(
        (&own["kept"], own["config"].as_str().unwrap().lines().next()),
        (&true.into(), Some("[policies.\"svc/say\"]"))
    );
}

/// A name that could do harm elsewhere is left out.
#[test]
fn no_name_breaks_out_of_its_config() {
    for name in ["a\\u001b[2J", "a\\nb = 1", "x]\\n[y", "\\u202e"] {
        let file = format!("[policies.\"{name}\"]\nbase = '1s'\nmax = '30s'\n");
        for there in ["holdoff", "resilience4j"] {
            let answer = holdoff_reading(file.as_bytes(), &["convert", "--policy", "-", "--to", there]);
            assert!(answer.code == 0 && answer.stdout.contains("api"), "{answer:?}");
        }
    }
    assert_eq!(holdoff(&["convert", "--base", "1s", "--max", "2s", "--to", "\u{1b}[2J"]).code, 2);
}
