//! Configs of kinds that stand in public projects and were once read wrongly, or refused without a reason that helps.
//! The right values are from the sources of the clients, or worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::{Run, holdoff};
use serde_json::{Value, json};

/// Runs `schedule` on a file of that name.
fn run(name: &str, text: &str, more: &[&str]) -> Run {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.split('#').next().unwrap());
    std::fs::write(&path, text).unwrap();
    let path = path.with_file_name(name);
    holdoff(&[&["schedule", "--json", "--policy", path.to_str().unwrap()], more].concat())
}

/// The waits, the dialect and the codes of the notes.
fn read(name: &str, text: &str, more: &[&str]) -> Value {
    let run = run(name, text, more);
    assert_eq!(run.code, 0, "{run:?}");
    let it = run.json();
    let list =
        |list: &Value, key: &str| -> Value { list.as_array().unwrap().iter().map(|it| it[key].clone()).collect() };
    json!([list(&it["schedule"], "wait"), it["origin"]["dialect"], list(&it["origin"]["notes"], "code")])
}

fn waits(name: &str, text: &str) -> Value {
    read(name, text, &["--unit", "s"])[0].clone()
}

fn refused(name: &str, text: &str) -> String {
    let run = run(name, text, &[]);
    assert!(matches!(run.code, 2 | 3), "{run:?}");
    run.stderr
}

/// `createRetryConfig` builds an instance from its base; without a waitDuration of its own, its flags are not looked at.
#[test]
fn an_instance_of_resilience4j_rests_on_its_config() {
    let yaml = "resilience4j.retry:\n  configs:\n    default: {maxAttempts: 4, waitDuration: PT10S}\n    quick: \
                {waitDuration: 100ms, enableExponentialBackoff: true, exponentialBackoffMultiplier: 3}\n  instances:\n    \
                plain: {}\n    named: {baseConfig: quick}\n    own: {baseConfig: quick, waitDuration: 1s, maxAttempts: 5}\n    \
                flags: {enableExponentialBackoff: true, maxAttempts: 3}\n    lost: {baseConfig: none}\n";
    let of = |name: &str| waits(&format!("r4j.yaml#{name}"), yaml);
    assert_eq!(of("plain"), json!([10, 10, 10]));
    // `quick` rests on `default` itself, which has the calls.
    assert_eq!(of("named"), json!([0.1, 0.3, 0.9]));
    assert_eq!(of("own"), json!([1, 3, 9, 27]));
    assert_eq!(of("flags"), json!([10, 10]));
    assert!(refused("r4j.yaml#lost", yaml).contains("there is no config `none`"));
    let alone = "resilience4j:\n  retry:\n    instances:\n      a: {enableExponentialBackoff: true}\n";
    assert_eq!(
        read("alone.yaml", alone, &["--unit", "s"]),
        json!([[0.5, 0.5], "resilience4j", ["count-includes-first-call", "client-arithmetic", "value-ignored"]])
    );
}

#[test]
fn spring_properties_are_the_same_as_yaml() {
    let properties = "server.port=8080\nresilience4j.retry.instances.backendA.max-attempts=4\n\
                      resilience4j.retry.instances.backendA.wait-duration=2s\n";
    assert_eq!(waits("application.properties", properties), json!([2, 2, 2]));
    let backends = "resilience4j.retry:\n  backends:\n    b: {maxAttempts: 2, waitDuration: 100ms}\n";
    assert_eq!(waits("backends.yml", backends), json!([0.1]));
}

/// In a spread exponential wait the cap counts only where the factor is written too.
#[test]
fn a_cap_of_resilience4j_needs_what_stands_beside_it() {
    let with = |more: &str| {
        let yaml = format!(
            "resilience4j.retry.instances.a:\n  maxAttempts: 4\n  waitDuration: 1s\n  enableExponentialBackoff: true\n  \
             exponentialMaxWaitDuration: 3s\n{more}"
        );
        read("cap.yaml", &yaml, &["--unit", "s"])[0].clone()
    };
    assert_eq!(with(""), json!([1, 1.5, 2.25]));
    assert_eq!(with("  exponentialBackoffMultiplier: 2\n"), json!([1, 2, 3]));
    assert_eq!(with("  exponentialBackoffMultiplier: 2\n  enableRandomizedWait: true\n"), json!([1, 2, 4]));
}

/// `retries` of a container set becomes the steps of a `wait.Backoff`, which count the first call.
#[test]
fn a_container_set_of_argo_has_a_strategy_of_its_own() {
    let set = "apiVersion: argoproj.io/v1alpha1\nkind: WorkflowTemplate\nspec:\n  templates:\n  - name: t\n    \
               containerSet:\n      retryStrategy: {retries: \"3\", duration: 2s}\n      containers: [{name: c}]\n";
    assert_eq!(read("set.yaml", set, &[]), json!([[2, 2], "argo-container-set", ["count-includes-first-call"]]));
    assert!(refused("none.yaml", &set.replace("\"3\"", "\"0\"")).contains("no container is ever started"));
}

/// Numaflow and Argo Events have a `retryStrategy` with other keys, and another meaning.
#[test]
fn not_every_retry_strategy_is_one_of_workflows() {
    let sink = "apiVersion: numaflow.numaproj.io/v1alpha1\nkind: Pipeline\nspec:\n  sink:\n    retryStrategy: {}\n";
    assert!(refused("sink.yaml", sink).contains("is no config that is known"));
    let sensor = "apiVersion: argoproj.io/v1alpha1\nkind: Sensor\nspec:\n  retryStrategy: {steps: 3, duration: 3s}\n";
    assert!(refused("sensor.yaml", sensor).contains("is no config that is known"));
    let workflow = "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  retryStrategy: {limt: 3}\n";
    let it = read("workflow.yaml", workflow, &[]);
    assert_eq!(it[1], "argo");
    assert!(it[2].as_array().unwrap().contains(&json!("key-not-known")));
}

/// The tests of Prometheus hold such a config to be bad; an endpoint without a queue_config has the defaults.
#[test]
fn an_endpoint_of_prometheus_needs_no_queue_config() {
    let bad = "remote_write:\n- url: http://localhost\n  queue_config: {min_backoff: 10s, max_backoff: 1s}\n";
    assert!(refused("prometheus.yml", bad).contains("below min_backoff, which Prometheus refuses"));
    let plain = "remote_write:\n- url: http://a\n- url: http://b\n  name: second\n  queue_config: {min_backoff: 1s}\n";
    assert_eq!(waits("plain.yml#remote_write.0", plain)[2], json!(0.12));
    assert_eq!(waits("plain.yml#second", plain)[3], json!(5));
}

/// Retriers of two state machines in one template, whose states have the same name.
#[test]
fn equal_names_are_told_apart() {
    let machine = "Retry: [{ErrorEquals: [States.ALL], IntervalSeconds: ";
    let yaml = format!("A: {{States: {{Call: {{{machine}2}}]}}}}}}\nB: {{States: {{Call: {{{machine}5}}]}}}}}}\n");
    assert_eq!(waits("asl.yaml#Call", &yaml), json!([2, 4, 8]));
    assert_eq!(waits("asl.yaml#Call-2", &yaml), json!([5, 10, 20]));
}

/// ASL with comments, as editors and JSON5 allow.
#[test]
fn comments_in_json_are_passed_over() {
    let json = "{ // one\n  \"States\": {\"Call\": {\"Resource\": \"arn://x\", /* two\n lines */\n    \
                \"Retry\": [{\"ErrorEquals\": [\"a\\\"//\"], \"MaxAttempts\": 2,},]}}}\n";
    assert_eq!(waits("asl.json5", json), json!([1, 2]));
    let fault = refused("twice.jsonc", "{\n/* a\n*/ \"a\": 1, \"a\": 2}");
    assert!(fault.contains("twice.jsonc:3:12: `a` is written twice"), "{fault}");
}

#[test]
fn every_name_of_a_method_config_names_its_policy() {
    let policy = "\"retryPolicy\": {\"maxAttempts\": 3, \"initialBackoff\": \"1s\", \"maxBackoff\": \"9s\", \
                  \"backoffMultiplier\": 2, \"retryableStatusCodes\": [14]}";
    let config = format!(
        "{{\"methodConfig\": [{{\"name\": [{{\"service\": \"a.A\", \"method\": \"One\"}}, {{\"service\": \"a.A\", \
         \"method\": \"Two\"}}], {policy}}}, {{\"name\": [{{\"service\": \"b.B\"}}], {policy}}}]}}"
    );
    assert_eq!(waits("service.json#Two", &config), json!([1, 2]));
    assert_eq!(waits("service.json#a.A/Two", &config), json!([1, 2]));
    assert!(refused("service.json#Three", &config).contains("has no policy `Three`"));
}

/// Google's generated clients read such a file themselves: full jitter, up to the method's timeout.
#[test]
fn a_service_config_without_calls_is_for_generated_clients() {
    let config = "{\"methodConfig\": [{\"name\": [{\"service\": \"google.a.A\"}], \"timeout\": \"10s\", \"retryPolicy\": \
                  {\"initialBackoff\": \"1s\", \"maxBackoff\": \"4s\", \"backoffMultiplier\": 2, \
                  \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}]}";
    // 1, 2 and 4 s are 7 s; another 4 s would pass the 10 s.
    assert_eq!(read("gapic.json", config, &[]), json!([[1, 2, 4], "gapic", []]));
    let both = config.replace("\"initialBackoff\"", "\"maxAttempts\": 5, \"initialBackoff\"");
    assert!(refused("both.json", &both).contains("fits grpc and gapic"));
    assert_eq!(read("both.json", &both, &["--dialect", "gapic"])[2], json!(["value-ignored"]));
    // With other services it is a policy that gRPC refuses.
    assert!(refused("other.json", &config.replace("google.", "example.")).contains("maxAttempts"));
}

#[test]
fn fluent_bit_has_a_classic_form() {
    let conf = "[SERVICE]\n    Flush 5\n    Scheduler.Base 3\n\n[INPUT]\n    Name tail\n# a comment\n[OUTPUT]\n    Name   es\n    \
                Match  *\n    Retry_Limit 2\n[OUTPUT]\n    Name http\n    Retry_Limit False\n[OUTPUT]\n    Name s3\n    \
                Retry_Limit 0\n";
    let run = run("fluent-bit.conf#es", conf, &[]).json();
    // From the base up to the base doubled once and twice, and a second more.
    let bounds: Vec<_> =
        run["schedule"].as_array().unwrap().iter().map(|row| json!([row["min"], row["max"]])).collect();
    assert_eq!(bounds, [json!([4, 7]), json!([4, 13])]);
    assert!(read("fluent-bit.conf#http", conf, &[])[2].as_array().unwrap().contains(&json!("no-retry-limit")));
    let it = read("fluent-bit.conf#s3", conf, &[]);
    assert_eq!(it[0].as_array().unwrap().len(), 1);
    assert!(it[2].as_array().unwrap().contains(&json!("value-clamped")));
}

#[test]
fn words_that_others_use_too_make_no_client() {
    let vector =
        "sinks:\n  out:\n    type: http\n    request: {retry_attempts: 2}\n    retry_strategy: {type: custom}\n";
    assert_eq!(read("vector.yaml", vector, &[])[1], "vector");
    assert!(refused("load.yaml", "generator:\n  bind: {id: 1}\n").contains("is no config that is known"));
    let schema = "properties:\n  retry_on_failure:\n    $ref: backoff.yaml\n";
    assert!(refused("schema.yaml", schema).contains("is no config that is known"));
    let disabled = "exporters:\n  otlp:\n    retry_on_failure: {enabled: false, max_elapsed_time: 1s}\n";
    assert_eq!(read("disabled.yaml", disabled, &[])[0], json!([]));
}

/// The file log receiver begins with 1 s, and retries only where it is told to (consumerretry.NewDefaultConfig).
#[test]
fn a_receiver_of_the_collector_has_other_defaults() {
    let both = "receivers:\n  file_log:\n    retry_on_failure: {enabled: true, max_elapsed_time: 5s}\n  tcp_log:\n    \
                retry_on_failure: {max_interval: 9s}\nexporters:\n  otlp:\n    retry_on_failure: {max_elapsed_time: 30s}\n";
    // 1, 1.5 and 2.25 s are 4.75 s; 5 and 7.5 s are 12.5 s, with 11.25 s they are 23.75 s.
    assert_eq!(waits("both.yaml#file_log", both), json!([1, 1.5, 2.25]));
    assert_eq!(waits("both.yaml#tcp_log", both), json!([]));
    assert_eq!(waits("both.yaml#otlp", both), json!([5, 7.5, 11.25]));
}

/// Each says what to do.
#[test]
fn what_cannot_be_read_has_a_reason() {
    let map = "kind: ConfigMap\ndata:\n  relay: |\n    exporters:\n      otlp:\n        retry_on_failure:\n          \
               max_interval: 10s\n";
    let said = refused("map.yaml", map);
    assert!(
        said.contains("holds a config of OpenTelemetry Collector retry_on_failure as a text, in `data.relay`"),
        "{said}"
    );
    assert!(refused("helm.yaml", "{{- if .Values.on }}\na: 1\n{{- end }}\n").contains("this is a template"));
    let argo = "retryStrategy:\n  limit: '{{inputs.parameters.limit}}'\n";
    assert!(refused("argo.yaml", argo).contains("is filled in from elsewhere"));
    assert!(refused("client.py", "import os\n\nretry = Retry(3)\n").contains("a program is not read as a whole"));
}

#[test]
fn a_part_of_a_virtual_service_is_one_of_istio() {
    let retries = "retries:\n  attempts: 2\n  perTryTimeout: 2s\n";
    assert_eq!(read("part.yaml", retries, &[])[1], "istio");
    let routes = "http:\n- route: []\n  timeout: 10s\n  retries: {attempts: 2, perTryTimeout: 2s}\n";
    assert_eq!(read("routes.yaml", routes, &[])[1], "istio");
}

/// The codes of the findings on a file, each with its line and column.
fn findings(name: &str, text: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    let found = holdoff(&["check", path.to_str().unwrap(), "--json"]).json()["findings"].clone();
    let one = |it: &Value| format!("{} {}:{}", it["code"].as_str().unwrap(), it["line"], it["column"]);
    found.as_array().unwrap().iter().map(one).collect()
}

/// The cap of ten minutes is Kubernetes' own (job_controller.go, MaxJobPodFailureBackOff), so that no wait reaches it is no
/// news; `backoffLimit` counts retries.
#[test]
fn the_limit_of_a_job_is_one_of_retries() {
    let job = |limit: &str| {
        format!(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec:\n  backoffLimit: {limit}\n  template: {{}}\n"
        )
    };
    let found = findings("job.yaml", &job("3"));
    assert!(!found.iter().any(|it| it.starts_with("cap-never-reached")), "{found:?}");
    let require = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("job-require.toml");
    std::fs::write(&require, "[require]\nmax-calls = 3\n").unwrap();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("job-many.yaml");
    std::fs::write(&path, job("6")).unwrap();
    let run = holdoff(&["check", "--require", require.to_str().unwrap(), path.to_str().unwrap()]);
    assert!(run.stdout.contains("job-many.yaml#a:5:17\n"), "{}", run.stdout);
}

/// A service is to be there for ever, and each machine restarts its own; a job of tests meets no herd either.
#[test]
fn what_restarts_a_service_needs_no_end_and_no_jitter() {
    let unit = "[Unit]\nStartLimitIntervalSec=0\n\n[Service]\nExecStart=/bin/x\nRestart=always\nRestartSec=10\n";
    let nextest = "[profile.ci]\nretries = 2\n";
    for (name, text) in [("forever.service", unit), ("nextest.toml", nextest)] {
        let found = findings(name, text);
        let bad = ["no-end", "no-jitter", "busy-loop"];
        assert!(!found.iter().any(|it| bad.iter().any(|code| it.starts_with(code))), "{name}: {found:?}");
    }
}

/// Prometheus has no number of retries and no jitter: only the age of a sample ends them (queue_config of remote_write).
#[test]
fn what_a_config_cannot_change_is_a_note() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prometheus-default.yml");
    std::fs::write(&path, "remote_write:\n  - url: https://a.example/write\n").unwrap();
    let answer = holdoff(&["check", path.to_str().unwrap(), "--json"]).json();
    let of = |code: &str| {
        let found = answer["findings"].as_array().unwrap().iter().find(|it| it["code"] == code).unwrap().clone();
        (found["severity"].clone(), found["fix"].clone())
    };
    assert_eq!(of("no-end"), (json!("warning"), json!("write `sample_age_limit`")));
    assert_eq!(of("no-jitter"), (json!("note"), Value::Null));
}

/// `convertCoreToRouteRetryPolicy` begins with 1 s and ends with 10 s; the timeout of the URI is set for all calls. A file
/// with a checksum is fetched anew by `RemoteDataFetcher`, each time with that timeout.
#[test]
fn envoys_filters_have_another_retry_policy_than_its_routes() {
    let jwks = "providers:\n  a:\n    remote_jwks:\n      http_uri: {uri: https://a.example/jwks, cluster: a, timeout: 5s}\n      \
                retry_policy: {num_retries: 3}\n";
    let wasm = "vmConfig:\n  code:\n    remote:\n      httpUri: {cluster: a, timeout: 10s, uri: https://a.example/b.wasm}\n      \
                retryPolicy: {numRetries: 10, retryBackOff: {baseInterval: 1s, maxInterval: 30s}}\n      sha256: 746d\n";
    let most = |name: &str, text: &str| {
        let answer = run(name, text, &["--unit", "ms"]).json();
        let retries = answer["schedule"].as_array().unwrap().clone();
        (retries.iter().map(|it| it["max"].clone()).collect::<Vec<_>>(), answer["origin"]["notes"].clone())
    };
    // Whole milliseconds below 1, 2 and 4 s, in twice the base before each.
    let (waits, notes) = most("jwks.yaml", jwks);
    assert_eq!(
        (waits, notes.to_string().contains("default-time-limit")),
        (vec![json!(999), json!(1999), json!(3999)], false)
    );
    let (waits, notes) = most("wasm.yaml", wasm);
    assert_eq!((waits.len(), &waits[9], notes.to_string().contains("default-time-limit")), (10, &json!(29999), false));
    // 1 + 2 + 4 s may pass the 5 s; nothing ends the ten calls for a file.
    assert!(findings("jwks.yaml", jwks).iter().any(|it| it.starts_with("deadline-passed-by-plan")));
    assert!(!findings("wasm.yaml", wasm).iter().any(|it| it.starts_with("deadline-passed-by-plan")));
}

/// Spring Boot binds `a[0]` to the first item of a list (Configuration Properties, "Binding Lists").
#[test]
fn a_list_of_properties_has_its_places_in_brackets() {
    let text = "resilience4j.retry.instances.a.max-attempts=3\nresilience4j.retry.instances.a.wait-duration=10ms\n\
                resilience4j.retry.instances.a.retry-exceptions[0]=java.io.IOException\n\
                resilience4j.retry.instances.a.retry-exceptions[1]=java.lang.Error\n";
    let it = read("listed.properties", text, &[]);
    assert_eq!(it[0], json!([10, 10]));
    assert!(!it[2].as_array().unwrap().contains(&json!("key-not-known")), "{it}");
}

/// 18446744073709551615 is the most that 64 bits hold; Vector's documentation has it as the default of retry_attempts.
#[test]
fn the_most_of_64_bits_is_a_count() {
    let toml = "[sinks.a]\ntype = \"aws_cloudwatch_metrics\"\nrequest.retry_attempts = 18446744073709551615\n\
                request.retry_initial_backoff_secs = 1\nrequest.retry_max_duration_secs = 10\n";
    // Fibonacci's: 1, 1, 2, 3 … up to the cap; the first wait is the base itself.
    let waits = waits("most.toml", toml);
    assert_eq!(waits.as_array().unwrap()[..4], [json!(1), json!(2), json!(3), json!(5)]);
}

/// A window ends once more than its interval has passed (systemd, ratelimit_below), so that five waits of 2 s lead past the
/// 10 s; a value of a template is not wrong.
#[test]
fn a_unit_that_waits_as_long_as_the_window_goes_on() {
    let unit = |rest: &str| format!("[Service]\nExecStart=/bin/x\nRestart=on-failure\nRestartSec={rest}\n");
    let codes = |rest: &str| read("window.service", &unit(rest), &[])[2].clone();
    assert_eq!(codes("2s"), json!(["no-retry-limit"]));
    assert_eq!(codes("1900ms"), json!(["wait-after-last-call", "default-time-limit"]));
    assert_eq!(findings("template.service", &unit("{{ restart_sec }}")), ["value-elsewhere 4:12"]);
}

/// A Job without a backoffLimit has six retries, 10 s doubled: 630 s. Whoever wrote the deadline alone meant it to end them.
#[test]
fn a_deadline_without_a_number_of_retries_is_meant_to_end_them() {
    let job = |more: &str| {
        format!("apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\nspec:\n  activeDeadlineSeconds: 300\n{more}")
    };
    let severity = |name: &str, text: &str| {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).unwrap();
        let answer = holdoff(&["check", path.to_str().unwrap(), "--json"]).json();
        let found = answer["findings"].as_array().unwrap().clone();
        found.iter().find(|it| it["code"] == "deadline-passed-by-plan").unwrap()["severity"].clone()
    };
    assert_eq!(severity("own.yaml", &job("")), "note");
    assert_eq!(severity("written.yaml", &job("  backoffLimit: 6\n")), "error");
}

/// A virtual host's policy is for all its routes, each with a timeout of its own (route_components.proto); the policy of a
/// gRPC service is one of core.v3, whose base is 1 s.
#[test]
fn a_virtual_host_has_no_timeout_and_a_grpc_service_another_base() {
    let host = "virtual_hosts:\n- name: all\n  retry_policy: {retry_on: 5xx, num_retries: 9, retry_back_off: {base_interval: 1s}}\n  \
                routes:\n  - match: {prefix: /}\n    route: {cluster: c, timeout: 300s}\n";
    assert!(!findings("host.yaml", host).iter().any(|it| it.starts_with("d")), "{:?}", findings("host.yaml", host));
    let service = "grpc_service:\n  envoy_grpc: {cluster_name: c}\n  timeout: 30s\n  retry_policy: {num_retries: 2}\n";
    let most = run("service.yaml", service, &["--unit", "ms"]).json()["schedule"][0]["max"].clone();
    assert_eq!(most, json!(999));
}

/// Kafka's producer ends after delivery.timeout.ms, 120 s; that is said once.
#[test]
fn a_limit_that_is_the_clients_own_is_said_once() {
    let found = findings("once.properties", "bootstrap.servers=a:9092\nretry.backoff.ms=500\n");
    let told: Vec<_> = found.iter().filter(|it| it.starts_with("hidden") || it.starts_with("default")).collect();
    assert_eq!(told, ["hidden-limit 1:1"]);
}

/// libyaml, PyYAML and Go's readers take a bracket that stands no deeper than its key, as Compose files have it.
#[test]
fn a_bracket_may_stand_beneath_its_key() {
    let yaml = "receivers:\n  x:\n    include: [\n      /var/log/a,\n      /var/log/b\n    ]\nexporters:\n  otlp:\n    \
                retry_on_failure: {max_elapsed_time: 1s, max_interval: \"3 no\"}\n";
    let said = refused("bracket.yaml", yaml);
    assert!(said.contains("bracket.yaml:9:60: "), "{said}");
    let broken = refused("broken.yaml", "a: [\n  1\n]\nb: {\n");
    assert!(!broken.contains("template"), "{broken}");
}

/// Each says what the file is.
#[test]
fn what_is_no_data_is_named() {
    for (name, text) in [
        ("main.tf", "resource \"aws_sfn_state_machine\" \"a\" {\n  definition = jsonencode({})\n}\n"),
        ("a.nomad", "job \"a\" {\n  restart {\n    attempts = 3\n  }\n}\n"),
    ] {
        assert!(refused(name, text).contains("HCL is not read"), "{name}");
    }
    for (name, text) in [
        ("values.yaml", "a:\n  retry_on_failure:\n    enabled: {{ .Values.on }}\n"),
        ("first.yaml", "{{- if .Values.on }}\na: 1\n{{- end }}\n"),
        ("unit.service.j2", "[Service]\nRestart=always\n{% if x %}\nRestartSec=5\n{% endif %}\n"),
        (
            "machine.json.tpl",
            "{\"States\": {\"A\": {\"Retry\": [{\"IntervalSeconds\": ${seconds}, \"MaxAttempts\": 3}]}}}\n",
        ),
    ] {
        assert!(refused(name, text).contains("this is a template"), "{name}: {}", refused(name, text));
    }
    let unit = "[Unit]\nStartLimitIntervalSec=0\n[Service]\nRestart=always\nRestartSec=5\n";
    assert_eq!(read("plain.service.j2", unit, &[])[1], "systemd");
}

/// A program has its service config as a text, or as a dictionary.
#[test]
fn a_service_config_in_a_program_is_read() {
    let policy = "\"retryPolicy\": {\"maxAttempts\": 3, \"initialBackoff\": \"1s\", \"maxBackoff\": \"9s\", \"backoffMultiplier\": 2,\n\
                  \"retryableStatusCodes\": [\"UNAVAILABLE\"]}";
    let go = format!(
        "package main\n\nvar policy = `{{\n\t\"loadBalancingConfig\": [{{\"round_robin\": {{}}}}],\n\t\"methodConfig\": [{{\"name\": \
         [{{\"service\": \"a.A\"}}], {policy}}}]}}`\n\nfunc main() {{}}\n"
    );
    let it = read("client.go", &go, &["--unit", "s"]);
    assert_eq!((&it[0], &it[1]), (&json!([1, 2]), &json!("grpc")));
    // The value of maxBackoff is found where it stands in the program.
    let found = findings("client.go", &go);
    assert!(found.iter().any(|it| it.starts_with("cap-never-reached 5:")), "{found:?}");
    let python =
        format!("import grpc, json\n\nCONFIG = json.dumps({{\"methodConfig\": [{{\"name\": [{{}}], {policy},}}]}})\n");
    assert_eq!(read("client.py", &python, &["--unit", "s"])[0], json!([1, 2]));
    let filled = go.replace("\"maxAttempts\": 3", "\"maxAttempts\": ${limit}");
    assert!(refused("filled.go", &filled).contains("a program is not read as a whole"));
}

/// `task_age_limit` is the time limit of queue.yaml; what is written is not hidden.
#[test]
fn a_limit_of_age_is_one_of_time() {
    let queue =
        "queue:\n- name: a\n  rate: 1/s\n  retry_parameters:\n    task_retry_limit: 3\n    task_age_limit: 2d\n";
    let found = findings("queue.yaml", queue);
    assert!(!found.iter().any(|it| it.starts_with("hidden-limit")), "{found:?}");
}

/// A stream may have documents with comments alone; keys and commands in texts tell little.
#[test]
fn what_says_nothing_is_no_config() {
    assert!(
        refused("stream.yaml", "# a\n---\nkind: A\n---\n# b\n---\nkind: B\n").contains("is no config that is known")
    );
    let steps = |run: &str| format!("jobs:\n  a:\n    steps:\n    - run: |\n        {run}\n        echo done\n");
    assert!(refused("docker.yaml", &steps("docker build -t a .")).contains("is no config that is known"));
    let said = refused("curl.yaml", &steps("curl --retry 3 https://a.example"));
    assert!(said.contains("holds a config of curl as a text, in `jobs.a.steps.0.run`"), "{said}");
}

/// JSON writes what is beyond 16 bits as a pair of halves (RFC 8259, 7), as Python's json.dumps does.
#[test]
fn json_may_have_a_rocket_in_two_halves() {
    let json = "{\"Comment\": \"\\uD83D\\uDE80 go\", \"States\": {\"A\": {\"Resource\": \"x\", \"Retry\": [{\"ErrorEquals\": [\"States.ALL\"], \
                \"MaxAttempts\": 1}]}}}";
    assert_eq!(waits("rocket.json", json), json!([1]));
}

/// Policies of one file with a long path are told apart by the end of their names.
#[test]
fn columns_are_named_by_the_end_of_a_path() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("a-folder-with-a-rather-long-name");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("application.yml");
    let yaml = "resilience4j.retry:\n  instances:\n    orders: {waitDuration: 1s}\n    stock: {waitDuration: 2s}\n";
    std::fs::write(&path, yaml).unwrap();
    let run = holdoff(&["compare", path.to_str().unwrap()]);
    let head = run.stdout.lines().next().unwrap();
    assert!(head.contains("#orders") && head.contains("#stock"), "{head}");
}

/// A Deployment beside a Job: its restarts are Kubernetes' own.
#[test]
fn a_job_beside_a_deployment_is_what_is_meant() {
    let both = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {containers: []}}}\n---\n\
                apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {backoffLimit: 2, template: {}}\n";
    assert_eq!(read("both-kinds.yaml", both, &[])[1], "k8s-job");
    let alone = both.split("---\n").next().unwrap();
    assert_eq!(read("alone-kind.yaml", alone, &[])[1], "kubelet");
}

/// Fluent Bit draws from the base up to the base doubled: a cap that is the base is not below it (backoff_full_jitter).
#[test]
fn a_cap_of_fluent_bit_may_be_its_base() {
    let yaml = "service: {scheduler.base: 60, scheduler.cap: 60}\npipeline:\n  outputs:\n  - {name: http, match: '*', retry_limit: 3}\n";
    let found = findings("fluent-cap.yaml", yaml);
    assert!(!found.iter().any(|it| it.contains("base")), "{found:?}");
    // What has `limit` in its name is not the limit of retries.
    let endless = "pipeline:\n  outputs:\n  - name: http\n    match: '*'\n    retry_limit: false\n    storage.total_limit_size: 5M\n";
    assert!(findings("fluent-end.yaml", endless).contains(&"no-end 5:18".to_owned()));
}

/// `maxDuration` stands within `backoff`; what is written there is not hidden. Envoy's max_interval stands within too.
#[test]
fn what_is_written_within_a_key_is_written() {
    let argo = "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nspec:\n  templates:\n  - name: a\n    retryStrategy:\n      \
                limit: \"3\"\n      backoff: {duration: \"30\", factor: 2, maxDuration: 10m}\n";
    let found = findings("within.yaml", argo);
    assert!(!found.iter().any(|it| it.starts_with("hidden-limit")), "{found:?}");
    let envoy = "route:\n  cluster: c\n  timeout: 60s\n  retry_policy:\n    num_retries: 2\n    retry_back_off:\n      \
                 base_interval: 1s\n      max_interval: 20s\n";
    assert!(findings("within-envoy.yaml", envoy).contains(&"cap-never-reached 8:21".to_owned()));
}

/// A connector of Kafka Connect may have a retry.backoff.ms of its own, such as that of the sink for S3.
#[test]
fn a_connector_is_no_client_of_kafka() {
    let connector =
        "{\"name\": \"a\", \"config\": {\"connector.class\": \"x.S3SinkConnector\", \"retry.backoff.ms\": \"5000\"}}";
    assert!(refused("connector.json", connector).contains("is no config that is known"));
}
