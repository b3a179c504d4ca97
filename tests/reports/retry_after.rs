//! Reports about Retry-After.

use super::*;

#[test]
fn ra_04_a_date_of_no_http_form_is_rejected() {
    let it = inspect(&["Retry-After: 1 Jan 2099 00:00:00"]);
    assert_eq!(answer(&it), json!(["unknown", null]));
    assert!(says(&it, "retry-after-invalid"));
}

#[test]
fn ra_05_a_negative_number_is_no_date() {
    let it = inspect(&["Retry-After: -5"]);
    assert_eq!((answer(&it), &it["alternatives"]), (json!(["unknown", null]), &json!([])));
    assert!(says(&it, "retry-after-invalid"));
}

#[test]
fn ra_09_a_past_date_is_no_negative_wait() {
    let it = inspect(&["Retry-After: Mon, 30 Nov 2026 23:00:00 GMT"]);
    assert_eq!(answer(&it), json!(["go", 0]));
}

/// Base 1 s, factor 2: the wait before retry 3 is 4 s, and the answer says why it counts.
#[test]
fn ra_10_a_past_date_leaves_the_own_backoff_and_says_so() {
    let past = "Retry-After: Mon, 30 Nov 2026 23:59:50 GMT";
    let policy = ["--base", "1s", "--max", "30s", "--deadline", "60s", "--retry", "3", "--elapsed", "5s"];
    let it = simulate(&[&policy[..], &["--status", "429", "--received", AT, past]].concat());
    assert_eq!((&it["wait_s"], &it["wait_source"]), (&json!(4), &json!("policy")));
    assert!(says(&it, "server-wait-zero"));
}

#[test]
fn ra_15_decimals_are_read_exactly_and_reported() {
    for (value, wait) in [("2.542", json!(2.542)), ("0.249", json!(0.249)), ("0.124", json!(0.124))] {
        let it = inspect(&[&format!("Retry-After: {value}")]);
        assert_eq!(it["wait_s"], wait);
        assert!(says(&it, "retry-after-lenient"));
    }
}

#[test]
fn ra_18_words_of_floating_point_are_malformed() {
    for value in ["inf", "nan", "-inf", "infinity"] {
        let it = inspect(&[&format!("Retry-After: {value}")]);
        assert_eq!(answer(&it), json!(["unknown", null]), "{value}");
        assert!(says(&it, "retry-after-invalid"), "{value}");
    }
}

/// 9223372036 s is the last that fits nanoseconds of 64 bits.
#[test]
fn ra_19_seconds_do_not_wrap() {
    for (value, wait) in [("9223372037", 9_223_372_037_u64), ("9223372036854775807", 9_223_372_036_854_775_807)] {
        let it = inspect(&[&format!("Retry-After: {value}")]);
        assert_eq!(answer(&it), json!(["wait", wait]));
        assert!(says(&it, "retry-after-implausible"));
    }
}

#[test]
fn ra_22_an_absurd_wait_is_called_so() {
    let it = inspect(&["Retry-After: 9999999999"]);
    assert_eq!(it["wait_s"], json!(9_999_999_999_u64));
    assert!(says(&it, "retry-after-implausible"));
    assert!(!says(&inspect(&["Retry-After: 231890"]), "retry-after-implausible"));
}

/// Five minutes after noon.
#[test]
fn ra_25_both_forms_are_read() {
    let received = ["--status", "429", "--received", "2026-07-25T12:00:00Z"];
    let date = inspect(&[&received[..], &["Retry-After: Sat, 25 Jul 2026 12:05:00 GMT"]].concat());
    assert_eq!(answer(&date), json!(["wait", 300]));
    let none = inspect(&["--status", "429", "Content-Type: text/html"]);
    assert_eq!(answer(&none), json!(["unknown", null]));
}

#[test]
fn ra_26_a_unix_time_in_retry_after_is_reported() {
    let it = inspect(&["--status", "429", "X-RateLimit-Reset: 1796083230", "Retry-After: 1796083230"]);
    assert_eq!(it["wait_s"], json!(1_796_083_230));
    assert!(says(&it, "retry-after-looks-like-epoch"));
    assert_eq!((&it["alternatives"][0]["wait_s"], &it["limits"][0]["reset_s"]), (&json!(30), &json!(30)));
}

#[test]
fn ra_28_seconds_are_no_milliseconds() {
    assert_eq!(inspect(&["Retry-After: 17"])["wait_s"], json!(17));
}

/// The two retired versions of the API that sent milliseconds cannot be told from the bytes.
#[test]
fn ra_29_the_grammar_tells_the_unit_whoever_answered() {
    for via in ["Via: 1.1 google", "Server: cloudflare"] {
        let it = inspect(&["--status", "429", "Retry-After: 6457", via]);
        assert_eq!(answer(&it), json!(["wait", 6457]));
    }
}

#[test]
fn ra_30_a_thousandfold_of_the_window_is_suspicious() {
    let it = inspect(&["--status", "429", "Retry-After: 60000", "RateLimit-Policy: 100;w=60"]);
    assert_eq!(it["wait_s"], json!(60_000));
    assert!(says(&it, "retry-after-implausible"));
    assert_eq!(it["alternatives"][0]["wait_s"], json!(60));
    let it = inspect(&["--status", "429", "Retry-After: 60", "RateLimit-Policy: 100;w=60"]);
    assert!(!says(&it, "retry-after-implausible"));
}

#[test]
fn ra_33_zero_after_a_failure_asks_for_the_own_backoff() {
    let it = inspect(&["--status", "429", "retry-after: 0"]);
    assert_eq!(answer(&it), json!(["go", 0]));
    assert!(says(&it, "no-wait-after-failure"));
    assert!(!says(&inspect(&["--status", "301", "retry-after: 0"]), "no-wait-after-failure"));
}

#[test]
fn ra_39_a_redirect_waits_too() {
    let it = inspect(&["--status", "303", "Location: /job/1", "Retry-After: 5"]);
    assert_eq!(answer(&it), json!(["wait", 5]));
    assert!(says(&it, "redirect-wait"));
}

#[test]
fn ra_40_the_max_does_not_shorten_what_the_server_asked_for() {
    let policy = ["--base", "1s", "--max", "10s", "--deadline", "2m", "--elapsed", "0s"];
    let it = simulate(&[&policy[..], &["--status", "429", "--received", AT, "Retry-After: 60"]].concat());
    assert_eq!((&it["verdict"], &it["wait_s"]), (&json!("allowed"), &json!(60)));
}

#[test]
fn ra_43_a_policy_may_stop_over_its_max_and_not_at_it() {
    for (asked, verdict) in [("60", "deferred"), ("5", "allowed")] {
        let policy = ["--base", "1s", "--max", "5s", "--server-wait", "stop", "--deadline", "2m", "--elapsed", "0s"];
        let hint = format!("Retry-After: {asked}");
        let it = simulate(&[&policy[..], &["--status", "429", "--received", AT, &hint]].concat());
        assert_eq!(it["verdict"], json!(verdict), "{asked}");
    }
}

#[test]
fn ra_48_of_two_lines_the_longer_counts() {
    let it = inspect(&["Retry-After: 5", "Retry-After: 10"]);
    assert_eq!(it["wait_s"], json!(10));
    assert!(says(&it, "retry-after-repeated"));
}

#[test]
fn ra_49_a_wait_of_days_is_read_whole() {
    let head = "HTTP/1.1 429 Too Many Requests\nRetry-After: 150100\nDate: Sat, 27 Feb 2021 20:26:40 GMT\n\n";
    let it = piped(head, &[]);
    assert_eq!((&it["wait_s"], &it["retry_at"]), (&json!(150_100), &json!("2021-03-01T14:08:20Z")));
}

#[test]
fn ra_50_lines_may_end_with_a_bare_lf() {
    let head =
        "HTTP/1.1 429 Too Many Requests\nCache-Control: no-cache\nRetry-After: 60\n\nToo Many Requests (HAP429).\n";
    assert_eq!(answer(&piped(head, &[])), json!(["wait", 60]));
}

#[test]
fn ra_52_a_retired_resource_is_not_retried() {
    let head = "HTTP/2 429\nsunset: Mon, 21 Sep 2026 00:00:00 GMT\nretry-after: 900\n\n";
    let it = piped(head, &["--received", "2026-09-21T22:06:00Z"]);
    assert_eq!((&it["action"], &it["decided_by"]), (&json!("stop"), &json!("Sunset")));
    assert!(says(&it, "sunset-passed"));
    let before = piped(head, &["--received", "2026-09-20T22:06:00Z"]);
    assert_eq!(answer(&before), json!(["wait", 900]));
    let works = piped(&head.replace("429", "200"), &["--received", "2026-09-21T22:06:00Z"]);
    assert_eq!(answer(&works), json!(["wait", 900]));
}
