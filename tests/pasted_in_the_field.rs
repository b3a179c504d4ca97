//! Pastes of code of kinds that stand in public projects and were once read wrongly, or refused without a reason that
//! helps.
//! The right values are from the sources of the clients, or worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::holdoff;
use serde_json::{Value, json};

/// The waits of keys as code has them, their client told by them; and what is said of them.
fn pasted(keys: &str) -> Value {
    let run = holdoff(&["schedule", "--json", "--unit", "s", "--client", "auto", keys]);
    assert_eq!(run.code, 0, "{keys}: {run:?}");
    let it = run.json();
    let waits: Value = it["schedule"].as_array().unwrap().iter().map(|row| row["wait"].clone()).collect();
    json!([it["origin"]["dialect"], waits])
}

fn not_pasted(keys: &str) -> String {
    let run = holdoff(&["schedule", "--client", "auto", keys]);
    assert!(matches!(run.code, 2 | 3), "{run:?}");
    run.stderr
}

#[test]
fn functions_in_place_are_passed_over() {
    let axios = "axiosRetry(client, {\n  retries: 2,\n  retryDelay: axiosRetry.exponentialDelay,\n  retryCondition: (error) => \
                 {\n    // )}\n    return isNetwork(error) || error.response?.status === 500;\n  },\n  onRetry: n => \
                 console.log(`${n}, again)`),\n});";
    assert_eq!(pasted(axios), json!(["axios-retry", [0.2, 0.4]]));
    let own = "axiosRetry(axios, { retries: 2, retryDelay: (n) => n * 250 })";
    assert!(not_pasted(own).contains("a function of one's own is not read"));
    let retried =
        "pRetry(run, {\n  retries: 2, minTimeout: 100,\n  onFailedAttempt: async function (error) { log(error) },\n})";
    assert_eq!(pasted(retried), json!(["p-retry", [0.1, 0.2]]));
    let lambda = "Retry(initial=1.0, multiplier=2.0, timeout=4.0, on_error=lambda error: print(error, 1), predicate=x)";
    assert_eq!(pasted(lambda), json!(["google-api-core", [1, 2]]));
}

#[test]
fn brackets_around_one_value_are_none() {
    let either = "@retry(wait=wait_fixed(2), stop=(stop_after_attempt(3) | stop_after_delay(60)))";
    assert_eq!(pasted(either), json!(["tenacity", [2, 2]]));
}

#[test]
fn types_and_initialisers_of_other_languages_are_read() {
    let polly = ".AddRetry(new RetryStrategyOptions<HttpResponseMessage>()\n{\n    ShouldHandle = new \
                 PredicateBuilder().Handle<TimeoutException>(),\n    MaxRetryAttempts = 2,\n    Delay = TimeSpan.Zero\n})";
    assert_eq!(pasted(polly), json!(["polly", [0, 0]]));
    let temporal = "proxyActivities<typeof activities>({\n  startToCloseTimeout: '5 minutes',\n  retry: { maximumAttempts: 4, \
                    initialInterval: '2 seconds', maximumInterval: '1 minute' },\n});";
    assert_eq!(pasted(temporal), json!(["temporal", [2, 4, 8]]));
}

#[test]
fn a_call_within_others_is_found() {
    let adapter = "session.mount('https://', HTTPAdapter(max_retries=Retry(total=3, backoff_factor=1)))";
    assert_eq!(pasted(adapter)[1], json!([0, 2, 4]));
    assert_eq!(pasted("BotoConfig(region_name=x, retries={\"max_attempts\": 1})")[0], "botocore");
}

#[test]
fn a_program_may_stand_behind_another() {
    assert_eq!(pasted("exec /usr/bin/curl --retry 2 --retry-delay 3 \"$@\""), json!(["curl", [3, 3]]));
    assert_eq!(pasted("address=$(curl --retry 1 --fail http://metadata/x)"), json!(["curl", [1]]));
}

/// What stands in retry_kwargs stands above the task's own; the other options of a task are none of a policy's.
#[test]
fn a_celery_task_has_other_options() {
    let task =
        "@shared_task(queue='q', autoretry_for=(Exception,), retry_backoff=True, retry_kwargs={'max_retries': 2})";
    assert_eq!(pasted(task), json!(["celery", [1, 2]]));
    let counted = "@task(autoretry_for=(Exception,), retry_kwargs={'max_retries': 2, 'countdown': 5})";
    assert_eq!(pasted(counted), json!(["celery", [5, 5]]));
    let slip = holdoff(&["schedule", "--client", "celery", "queue='q', retry_backof=True"]);
    assert!(slip.stderr.contains("help: write `retry_backoff`"), "{slip:?}");
}

#[test]
fn values_that_are_not_known_here_are_named() {
    let name = not_pasted("@retry(wait=wait_fixed(1), stop=stop_after_attempt(settings.MAX_RETRIES))");
    assert!(name.contains("`settings.MAX_RETRIES` is a name whose value is not known here"), "{name}");
    let expression =
        "@Retryable(retryFor = X.class, maxAttemptsExpression = \"${calls:3}\", backoff = @Backoff(delay = 10))";
    assert!(not_pasted(expression).contains("is filled in from elsewhere"));
    let number =
        "@Retryable(retryFor = X.class, maxAttemptsExpression = \"3\", backoff = @Backoff(delayExpression = \"10\"))";
    assert_eq!(pasted(number), json!(["spring-retry", [0.01, 0.01]]));
}

/// got asks a calculateDelay for every wait, so that those of its formula say nothing.
#[test]
fn a_function_for_the_waits_is_refused() {
    let own = "got.extend({retry: {limit: 5, calculateDelay: ({attemptCount}) => attemptCount * 1000}})";
    assert!(not_pasted(own).contains("a function of one's own is not read"));
}

/// A class of Ruby calls without brackets, and durations are methods of numbers in Rails.
#[test]
fn a_line_of_ruby_has_no_brackets() {
    let waits = |keys: &str| pasted(keys)[1].clone();
    // c⁴ + 15 for c of 0, 1 and 2.
    assert_eq!(pasted("sidekiq_options retry: 3, queue: 'a' # often enough"), json!(["sidekiq", [15, 16, 31]]));
    assert_eq!(waits("sidekiq_options retry: 0, backtrace: 10\n"), json!([]));
    // n⁴ + 2 for n of 1 and 2.
    let longer = "retry_on Net::OpenTimeout, Net::ReadTimeout,\n  wait: :polynomially_longer, attempts: 3 do |_job, error|\n  warn(error)\nend";
    assert_eq!(pasted(longer), json!(["activejob", [3, 18]]));
    assert_eq!(waits("retry_on StandardError, wait: 5.seconds, attempts: 3"), json!([5, 5]));
    let endless = holdoff(&["schedule", "--client", "auto", "retry_on A, wait: 5.minutes, attempts: :unlimited"]);
    assert!(endless.stdout.contains("no-retry-limit"), "{endless:?}");
    assert_eq!(waits("conn.request :retry, max: 2, interval: 0.05, backoff_factor: 2"), json!([0.05, 0.1]));
    assert!(not_pasted("sidekiq_options retry: Settings.TIMES").contains("whose value is not known here"));
    assert!(not_pasted("retry_on A, attempts: 3\nretry_on B, attempts: 4").contains("is not read"));
    let oban = holdoff(&[
        "schedule",
        "--json",
        "--unit",
        "s",
        "--client",
        "oban",
        "use Oban.Worker, queue: :a, max_attempts: 2",
    ]);
    assert_eq!(oban.json()["schedule"].as_array().unwrap().len(), 1);
}

#[test]
fn what_a_decorator_stands_before_is_passed_over() {
    let python = "@retry(stop=stop_after_attempt(3), wait=wait_fixed(2))\nasync def load(url: str) -> bytes:\n    return await get(url)\n";
    assert_eq!(pasted(python), json!(["tenacity", [2, 2]]));
    let java = "@Retryable(retryFor = X.class, maxAttempts = 3, backoff = @Backoff(delay = 10))\npublic void save(List<A> all) {\n}";
    assert_eq!(pasted(java), json!(["spring-retry", [0.01, 0.01]]));
    let two = "@retry(wait=wait_fixed(2), stop=stop_after_attempt(3))\n@retry(wait=wait_fixed(3))";
    assert!(not_pasted(two).contains("is not read"));
}

#[test]
fn a_function_without_brackets_is_no_entry() {
    let polly = ".AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 2, Delay = TimeSpan.FromSeconds(2), ShouldHandle = new \
                 PredicateBuilder().Handle<ApiException>(ex => ex.StatusCode >= Code.InternalServerError) })";
    assert_eq!(pasted(polly), json!(["polly", [2, 2]]));
}

/// What a client of an SDK is made with besides.
#[test]
fn a_client_has_a_key_and_a_timeout_besides() {
    let waits = |keys: &str| pasted(keys)[1].as_array().unwrap().len();
    let python =
        holdoff(&["schedule", "--json", "--client", "openai", "OpenAI(api_key=key, max_retries=5, timeout=20.0)"]);
    assert_eq!(python.json()["schedule"].as_array().unwrap().len(), 5);
    let node =
        holdoff(&["schedule", "--json", "--client", "anthropic-node", "new Anthropic({ apiKey, maxRetries: 4 })"]);
    assert_eq!(node.json()["schedule"].as_array().unwrap().len(), 4);
    assert_eq!(waits("Anthropic(api_key=key, max_retries=3)"), 3);
}
