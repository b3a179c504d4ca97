//! A policy in another client's words, from outside.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

#[path = "../common/mod.rs"]
mod common;
mod pairs;

use common::{Run, holdoff, holdoff_reading, run};

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
