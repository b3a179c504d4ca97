//! Services, infrastructure and programs.

use super::{Asked, Case, Group, recognised, row};

pub(crate) const GROUP: Group = Group {
    cases: &[
        Case { id: "curl-retry12-cap", dialect: "curl", config: "curl --retry 12 http://localhost/" },
        Case { id: "curl-retry-delay2", dialect: "curl", config: "curl --retry 3 --retry-delay 2 http://localhost/" },
        Case {
            id: "curl-retry-max-time5",
            dialect: "curl",
            config: "curl --retry 10 --retry-max-time 5 http://localhost/",
        },
        Case {
            id: "wget-tries5",
            dialect: "wget",
            config: "wget --tries 5 --waitretry 3 --retry-on-http-error 503 http://localhost/",
        },
        Case {
            id: "aria2-m4-wait1",
            dialect: "aria2c",
            config: "aria2c --max-tries 4 --retry-wait 1 http://localhost/",
        },
        Case {
            id: "grpc-go-retry",
            dialect: "grpc",
            config: "{\"methodConfig\": [{\"name\": [{\"service\": \"echo.Echo\"}], \"retryPolicy\": {\"maxAttempts\": 4, \"initialBackoff\": \"0.1s\", \"maxBackoff\": \"1s\", \"backoffMultiplier\": 2, \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}]}",
        },
        Case {
            id: "grpc-go-retry-cap5",
            dialect: "grpc",
            config: "{\"methodConfig\": [{\"name\": [{\"service\": \"echo.Echo\"}], \"retryPolicy\": {\"maxAttempts\": 10, \"initialBackoff\": \"0.5s\", \"maxBackoff\": \"5s\", \"backoffMultiplier\": 4, \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}]}",
        },
        Case {
            id: "envoy-100-1000",
            dialect: "envoy",
            config: "route:\n  cluster: a\n  retry_policy:\n    retry_on: 5xx\n    num_retries: 5\n    retry_back_off: {base_interval: 0.1s, max_interval: 1s}\n",
        },
        Case {
            id: "stepfunctions-default",
            dialect: "step-functions",
            config: "{\"States\": {\"Call\": {\"Type\": \"Task\", \"Retry\": [{\"ErrorEquals\": [\"States.ALL\"]}]}}}",
        },
        Case { id: "docker-restart", dialect: "docker", config: "docker run --restart always nginx" },
        Case {
            id: "temporal-default",
            dialect: "temporal",
            config: "{ retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 10 } }",
        },
        Case {
            id: "argo-backoff",
            dialect: "argo",
            config: "kind: Workflow\nspec:\n  templates:\n    - name: step\n      retryStrategy:\n        limit: \"3\"\n        backoff: {duration: \"5s\", factor: \"2\"}\n",
        },
        Case {
            id: "otelcol-retry_on_failure",
            dialect: "otel-collector",
            config: "exporters:\n  otlp:\n    endpoint: localhost:4317\n    retry_on_failure:\n      enabled: true\n      initial_interval: 5s\n      randomization_factor: 0.5\n      multiplier: 1.5\n      max_interval: 30s\n      max_elapsed_time: 300s\n",
        },
        Case {
            id: "fluentbit-2+",
            dialect: "fluent-bit",
            config: "service:\n  scheduler.base: 5\n  scheduler.cap: 2000\npipeline:\n  outputs:\n    - name: http\n      match: '*'\n      retry_limit: 6\n",
        },
        Case {
            id: "vector-nojitter",
            dialect: "vector",
            config: "[sinks.out]\ntype = \"http\"\n[sinks.out.request]\nretry_initial_backoff_secs = 1\nretry_max_duration_secs = 30\nretry_jitter_mode = \"None\"\nretry_attempts = 8\n",
        },
        Case { id: "vector-full", dialect: "vector", config: "[sinks.out.request]\nretry_attempts = 8\n" },
        Case {
            id: "nick-fields-retry",
            dialect: "nick-fields-retry",
            config: "jobs:\n  test:\n    steps:\n      - uses: nick-fields/retry@v3\n        with:\n          max_attempts: 3\n          retry_wait_seconds: 10\n          command: make\n",
        },
        Case {
            id: "prometheus-default",
            dialect: "prometheus",
            config: "remote_write:\n  - url: http://localhost/\n    queue_config:\n      min_backoff: 30ms\n      max_backoff: 5s\n",
        },
        Case {
            id: "k8s-crashloop",
            dialect: "kubelet",
            config: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers:\n        - {name: web, image: nginx}\n",
        },
        Case {
            id: "k8s-job-backofflimit",
            dialect: "k8s-job",
            config: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: import}\nspec:\n  backoffLimit: 7\n  template:\n    spec:\n      restartPolicy: Never\n      containers:\n        - {name: import, image: busybox}\n",
        },
        Case {
            id: "fluentbit-1.x",
            dialect: "fluent-bit-1",
            config: "[SERVICE]\n    scheduler.base 5\n    scheduler.cap 2000\n[OUTPUT]\n    Name http\n    Retry_Limit 6\n",
        },
        Case {
            id: "systemd-restartsteps",
            dialect: "systemd",
            config: "[Service]\nExecStart=/bin/false\nRestart=on-failure\nRestartSec=2\nRestartSteps=3\nRestartMaxDelaySec=16\n",
        },
    ],
    asked: &[
        Asked {
            case: Case { id: "curl-retry-after3", dialect: "curl", config: "curl --retry 2 http://localhost/" },
            retry_after: "3",
        },
        Asked {
            case: Case {
                id: "curl-retry-after-exceeds",
                dialect: "curl",
                config: "curl --retry 2 --retry-max-time 2 http://localhost/",
            },
            retry_after: "5",
        },
        Asked {
            case: Case {
                id: "envoy-ratelimited",
                dialect: "envoy",
                config: "route:\n  cluster: a\n  retry_policy:\n    retry_on: retriable-status-codes\n    num_retries: 2\n    rate_limited_retry_back_off:\n      reset_headers: [{name: Retry-After, format: SECONDS}]\n",
            },
            retry_after: "2",
        },
    ],
};

/// An output of Fluent Bit has many keys beside the limit, and none of them is a mistake.
#[test]
fn other_keys_of_an_output_are_not_remarked_on() {
    let config = "pipeline:\n  outputs:\n    - {name: http, match: '*', host: localhost, port: 80, retry_limit: 2}\n";
    let found = super::read(holdoff::dialect::dialect("fluent-bit").unwrap(), config);
    assert_eq!(found.policy.retries, Some(2));
    assert!(found.notes.iter().all(|note| note.code.name() != "key-not-known"), "{:?}", found.notes);
}

/// What a client refuses is refused with the reason.
#[test]
fn refused_values_are_faults() {
    let fault = |name: &str, config: &str| {
        let dialect = holdoff::dialect::dialect(name).unwrap();
        let document = dialect.document("config", config).unwrap();
        holdoff::dialect::of(dialect, &document.roots[0]).unwrap_err().to_string()
    };
    let otel = "retry_on_failure: {initial_interval: 5s, randomization_factor: 1.5}\n";
    assert!(fault("otel-collector", otel).contains("over 1 is refused"), "{}", fault("otel-collector", otel));
    let argo = "retryStrategy: {limit: 3, backoff: {factor: 2}}\n";
    assert!(fault("argo", argo).contains("without its duration"), "{}", fault("argo", argo));
    // In a file `None` is a text, and no way to say that a key is not there.
    let argo = "retryStrategy: {limit: None}\n";
    assert!(fault("argo", argo).contains("`None` is no whole number"), "{}", fault("argo", argo));
    let temporal = "{ retry: { initialInterval: '10s', maximumInterval: '1s' } }";
    assert!(fault("temporal", temporal).contains("below initialInterval"), "{}", fault("temporal", temporal));
}

/// By hand from systemd's source: three starts within 10 s, so two restarts, and a root of 10 between 1 s and 10 s.
#[test]
fn units_of_systemd_end_where_starts_are_too_many() {
    let waits = |service: &str| row("systemd", &format!("[Unit]\nStartLimitBurst=3\n[Service]\n{service}"), "s");
    assert_eq!(waits("Restart=always\n"), "0.1 0.1 end");
    // The third restart would be at 10 s, which is within the interval still; at 10.5 s it is not.
    assert_eq!(waits("Restart=always\nRestartSec=2s 3333ms\nRestartSec=3333ms\n"), "3.333 3.333 end");
    assert_eq!(waits("Restart=always\nRestartSec=3500ms\n"), "3.5 3.5 3.5 3.5 3.5 3.5");
    assert_eq!(waits("Restart=on-failure\nRestartSec=1min 30s\n"), "90 90 90 90 90 90");
    let steps = "Restart=always\nRestartSec=1\nRestartSteps=2\nRestartMaxDelaySec=10s\n";
    assert_eq!(waits(steps), "1 3.162277 10 10 10 10");
    assert_eq!(waits("RestartSec=1\n"), "end");
    let endless = "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=always\n";
    assert_eq!(row("systemd", endless, "s"), "0.1 0.1 0.1 0.1 0.1 0.1");
    assert_eq!(recognised(endless), ["systemd"]);
}

/// Five deliveries are four waits between them; the attribute of a queue is JSON in JSON.
#[test]
fn queues_of_sqs_deliver_as_often_as_the_redrive_policy_says() {
    let template = "Resources:\n  Work:\n    Type: AWS::SQS::Queue\n    Properties:\n      VisibilityTimeout: 45\n      \
                    RedrivePolicy: {deadLetterTargetArn: !GetAtt Dead.Arn, maxReceiveCount: 3}\n";
    assert_eq!(row("sqs", template, "s"), "45 45 end");
    assert_eq!(recognised(template), ["sqs"]);
    let attributes = "{\"VisibilityTimeout\": \"60\", \"RedrivePolicy\": \"{\\\"maxReceiveCount\\\": \\\"2\\\"}\"}";
    assert_eq!(row("sqs", attributes, "s"), "60 end");
    assert_eq!(row("sqs", "RedrivePolicy: {maxReceiveCount: 1}\n", "s"), "end");
}
