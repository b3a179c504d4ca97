//! Services, infrastructure and programs.

use super::{Case, Group};

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
    ],
    not_built: &[
        "curl-retry-after3",
        "curl-retry-after-exceeds",
        "k8s-crashloop",
        "docker-restart",
        "envoy-ratelimited",
        "temporal-default",
        "argo-backoff",
        "otelcol-retry_on_failure",
        "fluentbit-2+",
        "fluentbit-1.x",
        "vector-nojitter",
        "vector-full",
        "systemd-restartsteps",
        "nick-fields-retry",
        "k8s-job-backofflimit",
    ],
};
