use super::*;
use crate::dialect::{self, dialect, native};
use crate::document::{Document, Language};

/// The names of the findings on an example: a policy file, or `client NAME: KEYS` with what is required beneath.
fn findings(example: &str) -> Vec<&'static str> {
    let mut elsewhere = |file: &str| Err(format!("there is no file {file}"));
    let names = |found: Vec<(Option<usize>, Finding)>| found.into_iter().map(|(_, it)| it.name()).collect();
    let Some(client) = example.strip_prefix("client ") else {
        let document = Document::parse("holdoff.toml", example, Language::Toml).unwrap();
        let entries = native::policies(&document).unwrap();
        let translations: Vec<_> = entries.into_iter().map(native::policy).collect();
        return names(judge_file(&document, &translations, &[], &mut elsewhere).unwrap());
    };
    let (line, rest) = client.split_once('\n').unwrap();
    let (name, keys) = line.split_once(": ").unwrap();
    let dialect = dialect(name).unwrap();
    let document = dialect.document("config", keys).unwrap();
    let translation = dialect::of(dialect, &document.roots[0]);
    let asked = Document::parse("require.toml", rest, Language::Toml).unwrap();
    let asked = asked.roots[0].get("require").map(|node| Requirement::all(node).unwrap()).unwrap_or_default();
    names(judge_file(&document, &[translation], &asked, &mut elsewhere).unwrap())
}

/// What stands in `holdoff explain` beneath each rule is true.
#[test]
fn each_rule_fires_on_its_wrong_example_and_not_on_its_right_one() {
    for rule in Rule::ALL {
        let (wrong, right) = (findings(rule.wrong()), findings(rule.right()));
        assert!(wrong.contains(&rule.name()), "{}: {wrong:?}", rule.name());
        assert!(!right.contains(&rule.name()), "{}: {right:?}", rule.name());
    }
}

#[test]
fn names_are_unique_and_kebab_case() {
    let mut names: Vec<_> =
        Rule::ALL.iter().map(|rule| rule.name()).chain(Code::ALL.iter().map(|it| it.name())).collect();
    assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

/// The least that a file of each dialect holds, in which every value that may be left out is.
const FILES: [(&str, &str); 27] = [
    (
        "grpc",
        r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":4,"initialBackoff":"0.1s","maxBackoff":"0.3s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"#,
    ),
    (
        "grpc-go-1.68",
        r#"{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":4,"initialBackoff":"0.1s","maxBackoff":"0.3s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}"#,
    ),
    (
        "gapic",
        r#"{"methodConfig":[{"name":[{"service":"google.a.A"}],"timeout":"60s","retryPolicy":{"initialBackoff":"1s","maxBackoff":"10s","backoffMultiplier":1.3,"retryableStatusCodes":["UNAVAILABLE"]}}]}"#,
    ),
    ("envoy", "route: {retry_policy: {retry_on: 5xx, num_retries: 1}}"),
    (
        "istio",
        "apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: a}\nspec: {http: [{retries: {attempts: 2}}]}",
    ),
    ("step-functions", r#"{"StartAt":"A","States":{"A":{"Type":"Task","Retry":[{"ErrorEquals":["States.ALL"]}]}}}"#),
    ("sqs", r#"{"Resources":{"Q":{"Type":"AWS::SQS::Queue","Properties":{"RedrivePolicy":{"maxReceiveCount":3}}}}}"#),
    ("aws-config", "[default]\nretry_mode = standard\n"),
    ("resilience4j", "resilience4j.retry.instances.a: {}"),
    ("kafka", "bootstrap.servers=a:9092\nretry.backoff.ms=100\n"),
    ("symfony-messenger", "framework: {messenger: {transports: {a: {dsn: x, retry_strategy: {max_retries: 3}}}}}"),
    ("argo", "kind: Workflow\nspec: {templates: [{name: a, retryStrategy: {limit: 3}}]}"),
    (
        "argo-container-set",
        "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec: {templates: [{name: a, containerSet: {retryStrategy: {retries: 3}, containers: [{name: c}]}}]}",
    ),
    (
        "nick-fields-retry",
        "jobs: {a: {steps: [{uses: nick-fields/retry@v3, with: {max_attempts: 3, timeout_minutes: 1, command: x}}]}}",
    ),
    ("ansible", "- name: a\n  command: x\n  until: result is success\n"),
    ("systemd", "[Service]\nExecStart=/bin/x\nRestart=on-failure\n"),
    ("otel-collector", "exporters: {otlp: {endpoint: a, retry_on_failure: {enabled: true}}}"),
    ("prometheus", "remote_write: [{url: a}]"),
    ("vector", "sinks: {a: {type: http, inputs: [b], request: {retry_attempts: 3}}}"),
    ("fluent-bit", "pipeline: {outputs: [{name: http, match: '*'}]}"),
    ("fluent-bit-1", "pipeline: {outputs: [{name: http, match: '*'}]}"),
    ("kubelet", "apiVersion: v1\nkind: Pod\nspec: {restartPolicy: Always, containers: []}"),
    ("k8s-job", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {}}"),
    ("cloud-tasks", "retryConfig: {maxAttempts: 100}"),
    ("queue-yaml", "queue: [{name: a, rate: 1/s, retry_parameters: {task_retry_limit: 3}}]"),
    ("cloud-scheduler", "retryConfig: {retryCount: 3}"),
    ("nextest", "[profile.default]\nretries = 2\n"),
];

/// The clients on whose defaults a rule fires stand on its page, behind `By default so:`, and no others.
#[test]
fn rules_that_fire_on_the_defaults_of_a_client_say_so() {
    let mut found: Vec<(Rule, &str)> = Vec::new();
    for it in dialect::dialects() {
        let text = match it.form {
            dialect::Form::Keys { .. } => "{}",
            dialect::Form::Command => it.name,
            dialect::Form::File(_) => FILES.iter().find(|(name, _)| *name == it.name).map(|(_, text)| *text).unwrap(),
        };
        let name = if it.name == "aws-config" { "config.ini" } else { "config" };
        let document = it.document(name, text).unwrap();
        // Some clients have no policy without a key.
        let Ok(translation) = dialect::of(it, &document.roots[0]) else {
            assert!(!matches!(it.form, dialect::Form::File(_)), "{}", it.name);
            continue;
        };
        for finding in judge(&translation, &[]).unwrap() {
            if let Kind::Rule(rule) = finding.kind {
                found.push((rule, it.name));
            }
        }
    }
    for rule in Rule::ALL {
        let mut fires: Vec<&str> = found.iter().filter(|(it, _)| it == rule).map(|(_, name)| *name).collect();
        fires.sort_unstable();
        let told = rule.page().split_once("\n\nBy default so: ").map(|(_, list)| list.trim_end_matches('.'));
        assert_eq!(told.unwrap_or_default(), fires.join(", "), "{}", rule.name());
    }
}
