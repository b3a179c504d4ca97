//! Reports about what is written in a policy: counts, ranges, values that a client changes or refuses.

use super::*;

use crate::common::holdoff_with;

/// What the program says of a policy that it refuses.
fn refused(args: &[&str]) -> String {
    let run = holdoff(&[&["schedule"], args].concat());
    assert_eq!(run.code, 2, "{run:?}");
    run.stderr
}

/// Calls and retries.
fn counts(args: &[&str]) -> Value {
    let it = schedule(args);
    json!([it["calls"], it["policy"]["retries"]])
}

#[test]
fn p_03_a_number_has_a_point_in_every_locale() {
    let norwegian = [("LC_ALL", "nb_NO.UTF-8"), ("LANG", "nb_NO.UTF-8")];
    let run = |base| holdoff_with(&["schedule", "--base", base, "--max", "1s", "--unit", "s"], b"", &norwegian);
    assert!(run("100ms").stdout.contains("100ms   0.1") && !run("100ms").stdout.contains("0,1"), "{:?}", run("100ms"));
    let comma = run("0,1s");
    assert_eq!(comma.code, 2);
    assert!(comma.stderr.contains("`0,1s` has a comma in it") && comma.stderr.contains("decimal point"), "{comma:?}");
}

/// 0.4, 0.8, 1.6 and 3.2 s are all: 6 s, and the cap of 20 s is never reached.
#[test]
fn p_04_more_than_5_calls_of_grpc_are_5() {
    let config = r#"{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.4s",
        "maxBackoff": "20s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}"#;
    let it = schedule(&["--policy", &file("p-04.json", config)]);
    assert_eq!((&it["calls"], &it["total"], &it["capped_from"]), (&json!(5), &json!(6), &json!(null)));
    assert!(notes(&it).contains(&"value-clamped".to_owned()));
}

#[test]
fn p_07_retries_and_calls_differ_by_one() {
    assert_eq!(counts(&["--client", "undici", "{ maxRetries: 0 }"]), json!([1, 0]));
    assert_eq!(counts(&["--client", "undici", "{ maxRetries: 3 }"]), json!([4, 3]));
    assert_eq!(counts(&["--base", "1s", "--max", "1m", "--retries", "3"]), json!([4, 3]));
    let config = r#"{"retryPolicy": {"maxAttempts": 1, "initialBackoff": "1s", "maxBackoff": "1s",
        "backoffMultiplier": 1, "retryableStatusCodes": [14]}}"#;
    let said = refused(&["--policy", &file("p-07.json", config)]);
    assert!(said.contains("`1` is refused by gRPC") && said.contains("write 2 or more"), "{said}");
}

/// The first wait is not the one that is written: with a default cap of 1 h, and with any other.
#[test]
fn p_08_a_base_above_the_cap_is_told() {
    let it = schedule(&["--base", "2h", "--max", "1h", "--retries", "3"]);
    assert_eq!((each(&it, "wait"), &it["capped_from"]), (vec![json!(1); 3], &json!(1)));
    let text = holdoff(&["schedule", "--base", "2h", "--max", "1h"]).stdout;
    assert!(text.contains("every wait is the max"), "{text}");
    let it = schedule(&["--client", "google-api-core", "initial=7200, timeout=86400"]);
    let said = it["origin"]["notes"].to_string();
    assert!(said.contains("base-above-max") && said.contains("maximum is not written: 60"), "{said}");
}

#[test]
fn p_09_a_maximum_below_the_interval_is_refused_as_temporal_does() {
    let said = refused(&["--client", "temporal", "initialInterval=10s, maximumInterval=5s"]);
    assert!(said.contains("maximumInterval") && said.contains("below initialInterval"), "{said}");
}

/// 2020-07-21T08:36:22Z is 1595320582, two minutes before 1595320702. The wait is lengthened by up to a half.
#[test]
fn p_11_envoy_reads_whole_seconds_and_a_time_to_come() {
    let config = "route:\n  timeout: 1h\n  retry_policy:\n    rate_limited_retry_back_off:\n      reset_headers:\n      \
                  - {name: Retry-After, format: SECONDS}\n      - {name: X-RateLimit-Reset, format: UNIX_TIMESTAMP}\n";
    let config = file("p-11.yaml", config);
    let wait = |header: &str| {
        let state = ["--elapsed", "0s", "--status", "429", "--received", "2020-07-21T08:36:22.7Z", header];
        let it = simulate(&[&["--policy", &config], &state[..]].concat());
        json!([it["wait_s"], it["wait_source"]])
    };
    assert_eq!(wait("Retry-After: 120"), json!([179.999, "Retry-After"]));
    assert_eq!(wait("X-RateLimit-Reset: 1595320702"), json!([179.999, "X-RateLimit-Reset"]));
    // Anything else leaves the policy's own first wait, 0 to 24 ms.
    for other in [
        "Retry-After: Tue, 21 Jul 2020 08:38:22 GMT",
        "Retry-After: 1.5",
        "Retry-After: -5",
        "Retry-After: 301",
        "X-RateLimit-Reset: 1595320581",
        "X-RateLimit-Reset: 120",
        "RateLimit-Reset: 120",
    ] {
        assert_eq!(wait(other), json!([0.024, "policy"]), "{other}");
    }
}

#[test]
fn p_13_negative_settings_are_refused() {
    for flags in [["-1", "1", "2"], ["1", "-1", "2"], ["1", "1", "-2"]] {
        let [base, max, factor] = flags;
        refused(&["--base", base, "--max", max, "--factor", factor]);
    }
    for keys in ["initial=-1", "maximum=-1", "multiplier=-2"] {
        assert!(refused(&["--client", "google-api-core", keys]).contains("is below 0"), "{keys}");
    }
}

#[test]
fn p_15_waits_of_0_are_refused_or_told() {
    for flags in [["0ms", "1s"], ["1s", "0ms"], ["0ms", "0ms"]] {
        assert!(refused(&["--base", flags[0], "--max", flags[1]]).contains("is not above 0"), "{flags:?}");
    }
    // A client that takes 0 is told to retry at once.
    let it = schedule(&["--client", "google-api-core", "initial=0, maximum=0"]);
    assert_eq!((rows(&it).len(), &it["origin"]["goes_on"], &it["goes_on"]), (20, &json!(null), &json!(true)));
    assert!(notes(&it).contains(&"no-wait".to_owned()));
}

#[test]
fn p_19_five_calls_are_five() {
    assert_eq!(counts(&["--base", "1s", "--max", "1m", "--calls", "5"]), json!([5, 4]));
    assert_eq!(counts(&["--base", "1s", "--max", "1m", "--retries", "5"]), json!([6, 5]));
}

#[test]
fn p_23_one_call_is_no_retry() {
    let it = schedule(&["--client", "tenacity", "stop=stop_after_attempt(1), wait=wait_fixed(1)"]);
    assert_eq!((&it["calls"], &it["policy"]["retries"], rows(&it).len()), (&json!(1), &json!(0), 0));
    assert!(it["origin"]["notes"].to_string().contains("1 call is no retry at all"));
    assert_eq!(counts(&["--client", "tenacity", "stop=stop_after_attempt(2), wait=wait_fixed(1)"]), json!([2, 1]));
}

/// The same word counts calls with one client and retries with the next.
#[test]
fn p_24_calls_and_retries_are_both_told() {
    assert_eq!(counts(&["--client", "cockatiel", "maxAttempts: 3, initialDelay: 100"]), json!([4, 3]));
    assert_eq!(counts(&["--client", "temporal", "maximumAttempts=3, initialInterval=1s"]), json!([3, 2]));
    let text = holdoff(&["schedule", "--client", "cockatiel", "maxAttempts: 3, initialDelay: 100"]).stdout;
    assert!(text.contains("4 calls;") && text.contains("it counts retries"), "{text}");
    let text = holdoff(&["schedule", "--client", "temporal", "maximumAttempts=3, initialInterval=1s"]).stdout;
    assert!(text.contains("3 calls;") && text.contains("3 calls are 2 retries"), "{text}");
}

#[test]
fn p_30_no_call_at_all_is_refused() {
    assert!(refused(&["--base", "1s", "--max", "1m", "--calls", "0"]).contains("--calls"));
    let config = "resilience4j:\n  retry:\n    instances:\n      none:\n        maxAttempts: 0\n";
    assert!(refused(&["--policy", &file("p-30.yaml", config)]).contains("0 calls are none at all"));
    for (client, keys) in [("exponential-backoff", "numOfAttempts: 0"), ("tenacity", "stop=stop_after_attempt(0)")] {
        assert!(refused(&["--client", client, keys]).contains("write 1 or more"), "{client}");
    }
    // One call is what no retry is.
    assert_eq!(counts(&["--client", "exponential-backoff", "numOfAttempts: 1"]), json!([1, 0]));
}

/// Five retries and three days: only where both are used up is there no retry any more.
#[test]
fn p_16_cloud_tasks_ends_where_both_limits_are_used_up() {
    let config =
        "retryConfig:\n  maxAttempts: 6\n  maxRetryDuration: 259200s\n  minBackoff: 0.1s\n  maxBackoff: 3600s\n";
    let it = schedule(&["--policy", &file("p-16.yaml", config), "--dialect", "cloud-tasks"]);
    assert!(notes(&it).contains(&"both-limits".to_owned()));
    // Three days are 72 waits of an hour, and many more than five retries.
    assert!(it["calls"].as_u64() > Some(70), "{}", it["calls"]);
}

/// backon's times are retries.
#[test]
fn p_20_three_times_of_backon_are_four_calls() {
    assert_eq!(counts(&["--client", "backon", "ExponentialBuilder::default().with_max_times(3)"]), json!([4, 3]));
    assert_eq!(counts(&["--client", "backon", "ExponentialBuilder::default().with_max_times(2)"]), json!([3, 2]));
}

/// 3 × 3 × 5 calls of one event; without one of the layers 15.
#[test]
fn p_26_layers_multiply() {
    let client = |calls: u32| format!("{{ client = [\"tenacity\", \"stop=stop_after_attempt({calls})\"] }}");
    let calls = |layers: &[u32]| {
        let layers: Vec<String> = layers.iter().map(|it| client(*it)).collect();
        let text = format!("[policies.a]\nbase = \"1s\"\nmax = \"1s\"\n[stacks.a]\nlayers = [{}]\n", layers.join(", "));
        holdoff(&["compare", &format!("{}#stacks.a", file("p-26.toml", &text)), "--json"]).json()["calls"].clone()
    };
    assert_eq!((calls(&[3, 3, 5]), calls(&[3, 5])), (json!(45), json!(15)));
}
