//! Clients in Rust and Go, Kubernetes and Google Cloud with configs that the vectors do not have.

use super::{close, first_waits, read, waits_of};

/// A dialect, a config, and its waits in milliseconds: exact ones, or the shortest and the longest of each.
type Row = (&'static str, &'static str, Vec<(f64, f64)>);

fn check(rows: &[Row]) {
    for (name, config, right) in rows {
        // One more than there are, so that a row tells where the policy ends; rows of 6 may go on.
        let got = first_waits(name, config, if right.len() < 6 { right.len() + 1 } else { 6 });
        let same = got.len() == right.len()
            && got.iter().zip(right).all(|(got, right)| close(got.0, right.0) && close(got.1, right.1));
        assert!(same, "{name}: {config}\n   got {got:?}\n right {right:?}");
    }
}

fn exactly(waits: &[f64]) -> Vec<(f64, f64)> {
    waits.iter().map(|wait| (*wait, *wait)).collect()
}

/// What the crates gave when they were run with these values; bounds of jitter are those of 60,000 draws, rounded to
/// the ends that the source has.
#[test]
fn crates_of_rust_as_they_ran() {
    check(&[
        (
            "backon",
            "ExponentialBuilder::new().with_min_delay(Duration::from_secs(10)).with_max_delay(Duration::from_secs(5))",
            exactly(&[10_000.0, 5_000.0, 5_000.0]),
        ),
        (
            "backon",
            "ExponentialBuilder::default().with_min_delay(Duration::from_millis(500)).with_factor(1.5)\
             .without_max_delay().with_max_times(5)",
            exactly(&[500.0, 750.0, 1_125.0, 1_687.5, 2_531.25]),
        ),
        (
            "backon",
            "ExponentialBuilder::default().with_max_times(10).with_total_delay(Some(Duration::from_secs(7)))",
            exactly(&[1_000.0, 2_000.0, 4_000.0]),
        ),
        (
            "backon",
            "FibonacciBuilder::default().with_jitter().with_min_delay(Duration::from_millis(100))\
             .with_max_delay(Duration::from_millis(250)).with_max_times(6)",
            vec![(100.0, 200.0), (100.0, 200.0), (200.0, 300.0), (300.0, 400.0), (300.0, 400.0), (300.0, 400.0)],
        ),
        (
            "backon",
            "ConstantBuilder::default().with_jitter().with_delay(Duration::from_millis(200))",
            vec![(200.0, 400.0), (200.0, 400.0), (200.0, 400.0)],
        ),
        ("backon", "builder=constant, with_max_times=2", exactly(&[1_000.0, 1_000.0])),
        ("tokio-retry", "ExponentialBackoff::from_millis(500).take(3)", exactly(&[500.0, 250_000.0, 125_000_000.0])),
        (
            "tokio-retry",
            "FixedInterval::new(Duration::from_millis(100)).map(jitter).take(2)",
            vec![(0.0, 100.0), (0.0, 100.0)],
        ),
        (
            "tokio-retry",
            "FibonacciBackoff::from_millis(10).factor(10).max_delay(Duration::from_millis(350))",
            exactly(&[100.0, 100.0, 200.0, 300.0, 350.0, 350.0]),
        ),
        (
            "tokio-retry2",
            "ExponentialFactorBackoff::from_millis(333, 1.5).take(5)",
            exactly(&[333.0, 499.0, 749.0, 1_123.0, 1_685.0]),
        ),
        (
            "tokio-retry2",
            "ExponentialFactorBackoff::from_factor(3.0).max_delay_millis(4000).take(4)",
            exactly(&[500.0, 1_500.0, 4_000.0, 4_000.0]),
        ),
        (
            "tokio-retry2",
            "LinearBackoff::from_millis(100).increment_millis(200).max_delay_millis(600).take(5)",
            exactly(&[100.0, 300.0, 500.0, 600.0, 600.0]),
        ),
        ("tokio-retry2", "LinearBackoff::from_secs(2).take(3)", exactly(&[2_000.0, 4_000.0, 6_000.0])),
        (
            "tokio-retry2",
            "FixedInterval::from_millis(100).map(jitter_with_bounds(0.9, 1.1)).take(2)",
            vec![(90.0, 110.0), (90.0, 110.0)],
        ),
        (
            "retry-rust",
            "Exponential::from_millis_with_factor(333, 1.5).take(5)",
            exactly(&[333.0, 499.0, 748.0, 1_122.0, 1_683.0]),
        ),
        (
            "retry-rust",
            "Fibonacci::from_millis(10).map(jitter).take(5)",
            vec![(0.0, 10.0), (0.0, 10.0), (0.0, 20.0), (0.0, 30.0), (0.0, 50.0)],
        ),
        ("retry-rust", "Range::from_millis_exclusive(100, 200).take(2)", vec![(100.0, 199.0), (100.0, 199.0)]),
        ("retry-rust", "Range::from_millis_inclusive(100, 200).take(1)", vec![(100.0, 200.0)]),
        (
            "exponential-backoff-rust",
            "Backoff::new(5, Duration::from_millis(100), None)",
            vec![(100.0, 129.0), (142.0, 258.0), (284.0, 516.0), (568.0, 1_032.0)],
        ),
        (
            "exponential-backoff-rust",
            "let mut backoff = Backoff::new(4, Duration::from_millis(100), Duration::from_secs(1));\n\
             backoff.set_jitter(0.2);\nbackoff.set_factor(3);",
            vec![(100.0, 119.0), (243.0, 357.0), (729.0, 1_000.0)],
        ),
        ("exponential-backoff-rust", "Backoff::default()", vec![(100.0, 129.0), (142.0, 258.0)]),
        (
            "retry-policies",
            "ExponentialBackoff::builder().retry_bounds(Duration::from_millis(500), Duration::from_secs(4))\
             .jitter(Jitter::None).base(3).build_with_max_retries(4)",
            exactly(&[500.0, 1_500.0, 4_000.0, 4_000.0]),
        ),
        (
            "retry-policies",
            "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(10))\
             .build_with_total_retry_duration_and_limit_retries(Duration::from_secs(15))",
            vec![(0.0, 1_000.0), (0.0, 2_000.0), (0.0, 4_000.0)],
        ),
        (
            "backoff-rust",
            "ExponentialBackoffBuilder::new().with_initial_interval(Duration::from_secs(10))\
             .with_max_interval(Duration::from_secs(5)).with_randomization_factor(0.0).with_multiplier(2.0).build()",
            exactly(&[10_000.0, 5_000.0, 5_000.0, 5_000.0, 5_000.0, 5_000.0]),
        ),
    ]);
}

/// Worked out by hand from the source.
#[test]
fn crates_of_rust_by_hand() {
    check(&[
        // 1 + 2 + 4 s are within 10 s, and 8 s more are not.
        (
            "backoff-rust",
            "ExponentialBackoff {\n    initial_interval: Duration::from_secs(1),\n    multiplier: 2.0,\n    \
             randomization_factor: 0.0,\n    max_elapsed_time: Some(Duration::from_secs(10)),\n    \
             ..ExponentialBackoff::default()\n}",
            exactly(&[1_000.0, 2_000.0, 4_000.0]),
        ),
        ("again", "RetryPolicy::default()", exactly(&[1_000.0, 2_000.0, 4_000.0, 8_000.0, 16_000.0])),
        (
            "again",
            "RetryPolicy::exponential(Duration::from_millis(200)).with_max_delay(Duration::from_millis(500))\
             .with_max_retries(3)",
            exactly(&[200.0, 400.0, 500.0]),
        ),
        (
            "again",
            "RetryPolicy::fixed(Duration::from_millis(100)).with_jitter(true).with_max_retries(2)",
            vec![(0.0, 99.0), (0.0, 99.0)],
        ),
    ]);
    // The example of the crate's own documentation: 17 retries within a day.
    let config = "ExponentialBackoff::builder().retry_bounds(Duration::from_secs(1), Duration::from_secs(6 * 60 * 60))\
                  .build_with_total_retry_duration_and_limit_retries(Duration::from_secs(24 * 60 * 60))";
    let found = read(holdoff::dialect::dialect("retry-policies").unwrap(), config);
    assert_eq!(found.policy.retries, Some(17));
}

/// Worked out by hand from the source of each library; what its own tests say where that is written.
#[test]
fn libraries_of_go_by_hand() {
    let second_and_more = exactly(&[1_000.0, 2_000.0, 4_000.0]);
    check(&[
        (
            "cenkalti-v4",
            "b := backoff.NewExponentialBackOff()\nb.InitialInterval = time.Second\nb.Multiplier = 2\n\
             b.RandomizationFactor = 0\nb.MaxElapsedTime = 10 * time.Second\nerr := backoff.Retry(operation, b)",
            second_and_more.clone(),
        ),
        (
            "cenkalti-v4",
            "b := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second), backoff.WithMultiplier(2))\n\
             b.RandomizationFactor = 0.1\n\
             err := backoff.Retry(func() error { return call() }, backoff.WithContext(backoff.WithMaxRetries(b, 2), ctx))",
            vec![(900.0, 1_100.0), (1_800.0, 2_200.0)],
        ),
        (
            "cenkalti-v4",
            "backoff.WithMaxRetries(backoff.NewConstantBackOff(500*time.Millisecond), 2)",
            exactly(&[500.0; 2]),
        ),
        // The first wait is not compared with the cap: 1.5 × 10 s is above it.
        (
            "cenkalti-v4",
            "InitialInterval: 10 * time.Second, MaxInterval: 5 * time.Second, RandomizationFactor: 0, \
             MaxElapsedTime: 21 * time.Second",
            exactly(&[10_000.0, 5_000.0, 5_000.0]),
        ),
        (
            "cenkalti-v5",
            "backoff.Retry(ctx, operation, backoff.WithBackOff(backoff.NewExponentialBackOff()), backoff.WithMaxTries(3))",
            vec![(250.0, 750.0), (375.0, 1_125.0)],
        ),
        (
            "cenkalti-v5",
            "backoff.Retry(ctx, operation, backoff.WithBackOff(backoff.NewConstantBackOff(time.Second)), \
             backoff.WithMaxElapsedTime(3*time.Second))",
            exactly(&[1_000.0; 3]),
        ),
        ("go-retryablehttp", "retryablehttp.NewClient()", exactly(&[1_000.0, 2_000.0, 4_000.0, 8_000.0])),
        (
            "go-retryablehttp",
            "client := retryablehttp.NewClient()\nclient.RetryMax = 3\nclient.RetryWaitMin = 100 * time.Millisecond\n\
             client.RetryWaitMax = 300 * time.Millisecond\nclient.HTTPClient.Timeout = 5 * time.Second\nclient.Logger = nil\n",
            exactly(&[100.0, 200.0, 300.0]),
        ),
        // The documentation of LinearJitterBackoff: 800 ms and 1200 ms are 0.8 to 1.2, 1.6 to 2.4, 2.4 to 3.6 s.
        (
            "go-retryablehttp",
            "&retryablehttp.Client{RetryMax: 3, RetryWaitMin: 800 * time.Millisecond, RetryWaitMax: 1200 * time.Millisecond, \
             Backoff: retryablehttp.LinearJitterBackoff}",
            vec![(800.0, 1_200.0), (1_600.0, 2_400.0), (2_400.0, 3_600.0)],
        ),
        ("aws-sdk-go", "retry.AddWithMaxAttempts(retry.NewStandard(), 3)", vec![(0.0, 2_000.0), (0.0, 4_000.0)]),
        (
            "aws-sdk-go",
            "config.LoadDefaultConfig(ctx, config.WithRetryer(func() aws.Retryer {\n\
             return retry.AddWithMaxBackoffDelay(retry.AddWithMaxAttempts(retry.NewStandard(), 4), 5*time.Second)\n}))",
            vec![(0.0, 2_000.0), (0.0, 4_000.0), (5_000.0, 5_000.0)],
        ),
        (
            "aws-sdk-go",
            "config.LoadDefaultConfig(context.TODO(), config.WithRetryMaxAttempts(2))",
            vec![(0.0, 2_000.0)],
        ),
        // retry2026_test.go: "verify max backoff time", "dynamodb base backoff", "throttling error".
        (
            "aws-sdk-go-2026",
            "MaxAttempts: 5, MaxBackoff: 200 * time.Millisecond",
            vec![(0.0, 50.0), (0.0, 100.0), (0.0, 200.0), (0.0, 200.0)],
        ),
        ("aws-sdk-go-2026", "service: dynamodb", vec![(0.0, 25.0), (0.0, 50.0), (0.0, 100.0)]),
        ("aws-sdk-go-2026", "throttled: true, MaxAttempts: 2", vec![(0.0, 1_000.0)]),
        (
            "jpillora-backoff",
            "&backoff.Backoff{Max: 5 * time.Minute}",
            exactly(&[100.0, 200.0, 400.0, 800.0, 1_600.0, 3_200.0]),
        ),
        ("jpillora-backoff", "&backoff.Backoff{Min: time.Minute, Jitter: true}", exactly(&[10_000.0; 6])),
        (
            "avast-retry",
            "retry.Do(\n\tfunc() error {\n\t\tresp, err := http.Get(url)\n\t\treturn err\n\t},\n\tretry.Attempts(4),\n\
             \tretry.Delay(time.Second),\n\tretry.MaxJitter(500*time.Millisecond),\n\tretry.MaxDelay(3*time.Second),\n)",
            vec![(1_000.0, 1_500.0), (2_000.0, 2_500.0), (3_000.0, 3_000.0)],
        ),
        ("avast-retry", "retry.New(retry.Attempts(3), retry.DelayType(retry.FixedDelay)).Do(f)", exactly(&[100.0; 2])),
        (
            "avast-retry",
            "retry.New(retry.Attempts(3), retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay)))",
            vec![(100.0, 200.0); 2],
        ),
        (
            "avast-retry",
            "retry.New(retry.Attempts(4), retry.DelayType(retry.FullJitterBackoffDelay), retry.MaxDelay(500*time.Millisecond))",
            vec![(0.0, 200.0), (0.0, 400.0), (0.0, 500.0)],
        ),
        (
            "terraform-sdk",
            "&retry.StateChangeConf{\n\tPending: []string{\"pending\"},\n\tTarget: []string{\"ready\"},\n\tRefresh: refresh,\n\
             \tTimeout: 10 * time.Minute,\n\tMinTimeout: 3 * time.Second,\n}",
            exactly(&[3_000.0, 6_000.0, 10_000.0, 10_000.0, 10_000.0, 10_000.0]),
        ),
        (
            "terraform-sdk",
            "Timeout: 40 * time.Second, Delay: 5 * time.Second, MinTimeout: 15 * time.Second",
            exactly(&[15_000.0, 10_000.0, 10_000.0]),
        ),
        ("terraform-sdk", "MinTimeout: 0, Timeout: time.Second", exactly(&[200.0, 400.0])),
    ]);
}

/// apimachinery's loop by hand: check, sleep, check, sleep and so on, Steps checks at the most.
#[test]
fn kubernetes_by_hand() {
    check(&[
        ("k8s-wait", "wait.Backoff{Steps: 3, Duration: time.Second}", exactly(&[1_000.0; 2])),
        (
            "k8s-wait",
            "wait.Backoff{Steps: 3, Duration: time.Second, Factor: 2, Cap: 4 * time.Second}",
            exactly(&[1_000.0, 2_000.0]),
        ),
        // 1 s, then 2 s for nothing: 4 s would pass the cap.
        (
            "k8s-wait",
            "wait.Backoff{Steps: 9, Duration: time.Second, Factor: 2, Cap: 3 * time.Second}",
            exactly(&[1_000.0]),
        ),
        // Without a factor the duration never changes, and the cap is not looked at.
        ("k8s-wait", "wait.Backoff{Steps: 3, Duration: 10 * time.Second, Cap: time.Second}", exactly(&[10_000.0; 2])),
        ("k8s-wait", "retry.DefaultRetry", vec![(10.0, 11.0); 4]),
        (
            "kubelet",
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncrashLoopBackOff:\n  \
             maxContainerRestartPeriod: 60s\nmaxPods: 110\n",
            exactly(&[0.0, 10_000.0, 20_000.0, 40_000.0, 60_000.0, 60_000.0]),
        ),
        ("kubelet", "kind: Pod\nspec: {restartPolicy: Never, containers: []}\n", Vec::new()),
        (
            "k8s-job",
            "kind: CronJob\nspec:\n  schedule: '0 * * * *'\n  jobTemplate: {spec: {backoffLimit: 2}}\n",
            exactly(&[10_000.0, 20_000.0]),
        ),
    ]);
    let wasted = "wait.Backoff{Steps: 9, Duration: time.Second, Factor: 2, Cap: 3 * time.Second}";
    let found = read(holdoff::dialect::dialect("k8s-wait").unwrap(), wasted);
    assert!(found.notes.iter().any(|note| note.code.name() == "cap-ends-policy"), "{:?}", found.notes);
}

/// The three queues of App Engine's documentation, and the two limits as both services' pages tell of them.
#[test]
fn google_cloud_as_its_documentation_says() {
    let yaml = "queue:\n- name: fooqueue\n  rate: 1/s\n  retry_parameters:\n    task_retry_limit: 7\n    task_age_limit: 2d\n\
                - name: barqueue\n  rate: 1/s\n  retry_parameters:\n    min_backoff_seconds: 10\n    max_backoff_seconds: 200\n    max_doublings: 0\n\
                - name: bazqueue\n  rate: 1/s\n  retry_parameters:\n    min_backoff_seconds: 10\n    max_backoff_seconds: 300\n    max_doublings: 3\n";
    let dialect = holdoff::dialect::dialect("queue-yaml").unwrap();
    let document = dialect.document("queue.yaml", yaml).unwrap();
    let found = holdoff::dialect::policies(dialect, &document);
    let names: Vec<_> = found.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["fooqueue", "barqueue", "bazqueue"]);
    let waits = |at: usize, from: usize, count: usize| -> Vec<f64> {
        let found = holdoff::dialect::translate(dialect, &found[at]).unwrap();
        waits_of(&found, from + count).into_iter().skip(from).map(|wait| wait.1 / 1e3).collect()
    };
    assert_eq!(waits(1, 0, 3), [10.0, 20.0, 30.0]);
    assert_eq!(waits(1, 18, 3), [190.0, 200.0, 200.0]);
    assert_eq!(waits(2, 0, 8), [10.0, 20.0, 40.0, 80.0, 160.0, 240.0, 300.0, 300.0]);
    // Seven retries take 0.1 × (2⁷ − 1) s; the two days are not over, so that retries go on.
    assert_eq!(waits(0, 0, 9).len(), 9);

    check(&[
        // Two retries are used up after 30 s and the time is not; after 150 s both are.
        (
            "cloud-tasks",
            "retryConfig: {maxAttempts: 3, minBackoff: 10s, maxBackoff: 300s, maxDoublings: 3, maxRetryDuration: 100s}",
            exactly(&[10_000.0, 20_000.0, 40_000.0, 80_000.0]),
        ),
        ("cloud-tasks", "retryConfig: {maxAttempts: 1, minBackoff: 10s}", Vec::new()),
        ("cloud-tasks", "retryConfig: {maxAttempts: -1, minBackoff: 1s, maxBackoff: 1s}", exactly(&[1_000.0; 6])),
        // The vendor's default: 5 s, doubled five times.
        ("cloud-scheduler", "retryConfig: {retryCount: 3}", exactly(&[5_000.0, 10_000.0, 20_000.0])),
        ("cloud-scheduler", "retryConfig: {minBackoffDuration: 5s, maxRetryDuration: 0s}", Vec::new()),
        (
            "cloud-scheduler",
            "{minBackoffDuration: 5s, maxBackoffDuration: 3600s, maxDoublings: 5, maxRetryDuration: 30s}",
            exactly(&[5_000.0, 10_000.0, 20_000.0]),
        ),
    ]);
}

/// The examples of nextest's documentation.
#[test]
fn nextest_as_its_documentation_says() {
    check(&[
        ("nextest", "[profile.default]\nretries = 2\n", exactly(&[0.0; 2])),
        (
            "nextest",
            "[profile.default]\nretries = { backoff = \"fixed\", count = 2, delay = \"1s\" }\n",
            exactly(&[1_000.0; 2]),
        ),
        (
            "nextest",
            "[profile.ci]\nslow-timeout = \"60s\"\nretries = { backoff = \"exponential\", count = 5, delay = \"5s\", max-delay = \"30s\" }\n",
            exactly(&[5_000.0, 10_000.0, 20_000.0, 30_000.0, 30_000.0]),
        ),
        (
            "nextest",
            "[profile.default]\nslow-timeout = \"60s\"\n[[profile.default.overrides]]\nfilter = 'test(remote)'\n\
             retries = { backoff = \"exponential\", count = 2, delay = \"5s\", jitter = true }\n",
            vec![(2_500.0, 5_000.0), (5_000.0, 10_000.0)],
        ),
    ]);
    let fault = |retries: &str| {
        let dialect = holdoff::dialect::dialect("nextest").unwrap();
        let document = dialect.document("config", &format!("[profile.ci]\nretries = {retries}\n")).unwrap();
        holdoff::dialect::of(dialect, &document.roots[0]).unwrap_err().to_string()
    };
    assert!(fault("{ backoff = \"exponential\", count = 2 }").contains("need a delay"));
    assert!(fault("{ backoff = \"fixed\", count = 2, jitter = true }").contains("jitter needs a delay"));
    assert!(fault("{ backoff = \"linear\", count = 2 }").contains("neither fixed nor exponential"));
    assert!(fault("{ backoff = \"fixed\", count = 2, delays = \"1s\" }").contains("`delays` is no key"));
}
