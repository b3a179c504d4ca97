//! Retry budgets, from outside: the load within them, from flags, files and the configs of clients.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use std::fs;

use common::{Run, holdoff, run};
use serde_json::{Value, json};

const TWO: &str = "compare --client urllib3 'total=4,backoff_factor=1' --client curl '--retry 2' --json";

fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn of(answer: &Value, key: &str) -> [Value; 2] {
    [0, 1].map(|at| answer["policies"][at][key].clone())
}

/// Five calls and three at a rate of a half are 1.9375 and 1.75 without a budget.
///
/// - aws: 1 + 1·½/(14·½) = 15/14; before 2026, with 5 for 14, 6/5; nothing at full outage, and ⌊500/14⌋ = 35 retries from a
///   full bucket.
/// - gRPC with a ratio of 0.1: ½ > 0.1·½, so there is no retry; with 1 it is even, and nothing holds. From 10 tokens 4
///   retries find more than 5 left: 9, 8, 7, 6.
/// - Envoy: a fifth of all calls is a quarter of the first ones; 3 of 6 first calls in flight are more.
/// - Finagle: a fifth, and 10 a second of 50 requests are a fifth more; 10 s of 10 a second are 100 at once.
#[test]
fn the_load_within_a_budget() {
    for (budget, within, outage, burst) in [
        ("aws", [json!(1.071428571), json!(1.071428571)], json!(1), json!(35)),
        ("aws:cost=5", [json!(1.2), json!(1.2)], json!(1), json!(100)),
        ("grpc:max-tokens=10,token-ratio=0.1", [json!(1), json!(1)], json!(1), json!(4)),
        ("grpc:max-tokens=10,token-ratio=1", [json!(1.9375), json!(1.75)], json!(1), json!(4)),
        ("envoy", [json!(1.25), json!(1.25)], json!(1.25), Value::Null),
        ("envoy:in-flight=6", [json!(1.5), json!(1.5)], json!(1.5), Value::Null),
        ("finagle", [json!(1.2), json!(1.2)], json!(1.2), json!(100)),
        ("finagle:requests-per-second=50", [json!(1.4), json!(1.4)], json!(1.4), json!(100)),
        // No more than the policy makes alone.
        ("envoy:in-flight=1", [json!(1.9375), json!(1.75)], Value::Null, Value::Null),
    ] {
        let answer = run(&format!("{TWO} --failure-rate 0.5 --retry-budget {budget}")).json();
        assert_eq!(of(&answer, "load"), [json!(1.9375), json!(1.75)], "{budget}");
        assert_eq!(of(&answer, "budget_load"), within, "{budget}");
        if outage != Value::Null {
            assert_eq!(of(&answer, "budget_outage"), [outage.clone(), outage], "{budget}");
        }
        assert_eq!(of(&answer, "budget_burst"), [burst.clone(), burst], "{budget}");
    }
    let outage = run(&format!("{TWO} --retry-budget envoy:in-flight=1")).json();
    // Three retries for each first call: four calls, where curl makes three of its own.
    assert_eq!(of(&outage, "budget_outage"), [json!(4), json!(3)]);
    let none = run(&format!("{TWO} --failure-rate 0.5")).json();
    assert_eq!(
        (of(&none, "budget_load"), of(&none, "retry_budget")),
        ([Value::Null, Value::Null], [Value::Null, Value::Null])
    );
}

#[test]
fn a_budget_that_is_none_is_refused() {
    for (budget, text) in [
        ("aws:cost=0", "`0` is no whole number from 1 to"),
        ("awz", "write one of aws, envoy, finagle, grpc"),
        ("grpc", "max-tokens: is not written"),
        ("grpc:max-tokens=10,token-ratio=1e-4", "token-ratio: `1e-4`"),
        ("envoy:budget-percent=1e400", "budget-percent"),
        ("finagle:ttl=0s", "ttl: `0s`"),
        ("finagle:percent-can-retry=NaN", "`NaN`"),
        ("aws:", "aws"),
    ] {
        let Run { code, stderr, .. } = run(&format!("{TWO} --retry-budget {budget}"));
        // An empty list of keys is none.
        let right = if budget == "aws:" { 0 } else { 2 };
        assert!(code == right && (code == 0 || stderr.contains(text)), "{budget}: {code} {stderr}");
    }
}

/// What stands in a config counts, and a flag stands above it.
#[test]
fn budgets_are_read_where_clients_have_them() {
    let grpc = file(
        "throttled.json",
        r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":4,"initialBackoff":"1s","maxBackoff":"4s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}],"retryThrottling":{"maxTokens":10,"tokenRatio":0.1234}}"#,
    );
    let own = file(
        "budget.toml",
        "[policies.a]\nbase = \"1s\"\nmax = \"4s\"\nretries = 3\nretry-budget = { kind = \"envoy\", budget-percent = 50 }\n",
    );
    let answer = holdoff(&["compare", &grpc, &own, "--json", "--failure-rate", "100%"]).json();
    // gRFC A6: decimals past the third are not looked at.
    let right =
        [json!("grpc:max-tokens=10,token-ratio=0.123"), json!("envoy:budget-percent=50,min-retry-concurrency=3")];
    assert_eq!(of(&answer, "retry_budget"), right);
    assert_eq!(of(&answer, "budget_load"), [json!(1), json!(2)]);
    let flagged =
        holdoff(&["compare", &grpc, &own, "--json", "--failure-rate", "100%", "--retry-budget", "aws"]).json();
    assert_eq!(of(&flagged, "budget_load"), [json!(1), json!(1)]);
    let aws =
        run("compare --client botocore 'AWS_RETRY_MODE=standard' --client botocore 'AWS_RETRY_MODE=legacy' --json");
    let right = [json!("aws:capacity=500,cost=14,refill=1"), Value::Null];
    assert_eq!(of(&aws.json(), "retry_budget"), right);
    for (wrong, place) in [
        ("{ kind = \"envoi\" }", "5:25"),
        ("{ kind = \"aws\", cost = -1 }", "5:39"),
        ("{ cost = 5 }", "5:16"),
        ("\"aws\"", "5:16"),
    ] {
        let text = "[policies.a]\nbase = \"1s\"\nmax = \"4s\"\nretries = 3\nretry-budget = ".to_owned() + wrong + "\n";
        let path = file("wrong-budget.toml", &text);
        let Run { code, stdout, .. } = holdoff(&["check", &path]);
        let place = format!("wrong-budget.toml#a:{place}\n");
        assert!(code == 1 && stdout.contains("retry-budget: ") && stdout.contains(&place), "{wrong}: {code} {stdout}");
    }
}

/// Two layers of three calls each are nine at full outage. A budget of the inner layer, a fifth of the calls in flight, makes
/// 1.25 of its three: 3.75. With one of the outer layer too 1.5625 are left.
#[test]
fn layers_have_budgets_of_their_own() {
    let layer = |budget: &str| {
        format!("{{ client = [\"tenacity\", \"stop=stop_after_attempt(3),wait=wait_fixed(1)\"]{budget} }}")
    };
    let envoy = ", retry-budget = { kind = \"envoy\" }";
    for (outer, inner, right) in [("", envoy, json!(3.75)), (envoy, envoy, json!(1.5625)), ("", "", Value::Null)] {
        let path = file("layers-budget.toml", &format!("[stacks.a]\nlayers = [{}, {}]\n", layer(outer), layer(inner)));
        let stack = format!("{path}#stacks.a");
        let answer = holdoff(&["compare", &stack, "--json", "--failure-rate", "100%"]).json();
        assert_eq!((&answer["load"], &answer["budget_load"]), (&json!(9), &right), "{outer} {inner}");
        let flagged = holdoff(&["compare", &stack, "--retry-budget", "aws"]);
        assert!(flagged.code == 2 && flagged.stderr.contains("retry-budget = {"), "{}", flagged.stderr);
    }
}

/// A bar for each load on one scale.
#[test]
fn a_chart_shows_the_load() {
    let table = run(&format!("{} --failure-rate 30% --retry-budget aws", TWO.replace(" --json", ""))).stdout;
    let chart = table.split_once("calls for one request, by the share").unwrap().1;
    // 1 + 0.3 + 0.09 + 0.027 + 0.0081, and 1 + 0.7/(14 x 0.3).
    let row = chart.lines().find(|line| line.trim_start().starts_with("30%")).unwrap();
    assert!(row.contains("1.43") && row.contains("1.17"), "{row}");
    // The same budget is told once.
    assert_eq!(table.matches("a bucket of 500 tokens").count(), 1, "{table}");
}
