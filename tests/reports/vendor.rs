//! Reports about fields of single vendors.

use super::*;

#[test]
fn v_01_durations_of_go_are_read() {
    for (value, wait) in [
        ("6m0s", json!(360)),
        ("17ms", json!(0.017)),
        ("1.5s", json!(1.5)),
        ("1m30s", json!(90)),
        ("23h47m36.648s", json!(85656.648)),
    ] {
        let reset = format!("x-ratelimit-reset-requests: {value}");
        let it = inspect(&["--status", "429", "x-ratelimit-remaining-requests: 0", &reset]);
        assert_eq!(it["wait_s"], wait, "{value}");
        assert_eq!(it["limits"][0]["reset_by"], json!("syntax"), "{value}");
    }
}

#[test]
fn v_04_the_reset_of_the_budget_that_is_used_up_counts() {
    let it = inspect(&[
        "--status",
        "429",
        "anthropic-ratelimit-requests-remaining: 0",
        "anthropic-ratelimit-requests-reset: 2026-12-01T00:00:17Z",
    ]);
    assert_eq!((answer(&it), &it["limits"][0]["reset_by"]), (json!(["wait", 17]), &json!("companions")));
}

/// The relative field needs no clock: it stands above the instant.
#[test]
fn v_12_reset_after_stands_above_reset() {
    let it = inspect(&[
        "--status",
        "429",
        "X-RateLimit-Remaining: 0",
        "X-RateLimit-Reset: 1796083200.493",
        "X-RateLimit-Reset-After: 1.005",
    ]);
    assert_eq!((&it["wait_s"], &it["decided_by"]), (&json!(1.005), &json!("X-RateLimit-Reset-After")));
}

#[test]
fn v_10_the_primary_reset_is_not_that_of_a_secondary_limit() {
    let lines = ["X-RateLimit-Limit: 5000", "X-RateLimit-Resource: core", "X-RateLimit-Reset: 1796086548"];
    let secondary = inspect(&[&["--status", "403", "X-RateLimit-Remaining: 4000"], &lines[..]].concat());
    assert_eq!(answer(&secondary), json!(["wait", 60]));
    let primary = inspect(&[&["--status", "403", "X-RateLimit-Remaining: 0"], &lines[..]].concat());
    assert_eq!(answer(&primary), json!(["wait", 3348]));
    let told = ["--status", "403", "X-RateLimit-Remaining: 4000", "Retry-After: 90"];
    assert_eq!(answer(&inspect(&[&told[..], &lines[..]].concat())), json!(["wait", 90]));
}

#[test]
fn v_16_a_limit_of_some_categories_is_not_one_of_all() {
    let field = "X-Sentry-Rate-Limits: 60:transaction;profile;span:organization";
    let it = inspect(&["--status", "429", field, "Retry-After: 60"]);
    assert_eq!(it["limits"][0]["categories"], json!(["transaction", "profile", "span"]));
    assert!(says(&it, "categories-limited") && says(&it, "retry-after-passed-over"));
}

#[test]
fn v_17_an_empty_list_of_categories_is_all_of_them() {
    let it = inspect(&["--status", "429", "X-Sentry-Rate-Limits: 60::organization"]);
    assert_eq!((answer(&it), &it["limits"][0]["categories"]), (json!(["wait", 60]), &json!([])));
}

#[test]
fn v_19_with_sentry_retry_after_counts_with_a_429_alone() {
    let sentry = ["--profile", "sentry"];
    let it = inspect(&[&sentry[..], &["--status", "503", "Retry-After: 120"]].concat());
    assert_eq!(answer(&it), json!(["unknown", null]));
    let it = inspect(&[&sentry[..], &["--status", "429", "Retry-After: 120"]].concat());
    assert_eq!(answer(&it), json!(["wait", 120]));
    let it = inspect(&[&sentry[..], &["--status", "429", "Content-Length: 0"]].concat());
    assert_eq!(answer(&it), json!(["wait", 60]));
}

#[test]
fn v_20_milliseconds_come_first() {
    let lines = ["Retry-After: 1", "x-ms-retry-after-ms: 300", "retry-after-ms: 250"];
    let it = inspect(&lines);
    assert_eq!((&it["wait_s"], &it["decided_by"]), (&json!(0.25), &json!("retry-after-ms")));
    assert_eq!(inspect(&lines[..2])["wait_s"], json!(0.3));
}

#[test]
fn v_21_both_spellings_are_read() {
    let it = inspect(&["--status", "429", "apim-request-id: 1", "x-rate-limit-reset-tokens: 55"]);
    assert_eq!(answer(&it), json!(["wait", 55]));
    let it = inspect(&["--status", "429", "apim-request-id: 1", "x-ratelimit-reset-tokens: 55"]);
    assert_eq!(it["limits"][0]["reset_s"], json!(55));
}

#[test]
fn v_22_of_two_resets_the_later_counts() {
    let lines = ["--status", "429", "X-Rate-Limit-Remaining: 0", "X-Rate-Limit-Reset: 1796083230"];
    let same = inspect(&[&lines[..], &["X-Rate-Limit-Reset: 1796083230"]].concat());
    assert_eq!((answer(&same), says(&same, "count-repeated")), (json!(["wait", 30]), false));
    let other = inspect(&[&lines[..], &["X-Rate-Limit-Reset: 1796083260"]].concat());
    assert_eq!((answer(&other), says(&other, "count-repeated")), (json!(["wait", 60]), true));
}

#[test]
fn v_24_the_window_that_was_broken_is_marked() {
    let it = inspect(&[
        "--status",
        "429",
        "X-App-Rate-Limit: 20:1,100:120",
        "X-App-Rate-Limit-Count: 21:1,36:120",
        "X-Rate-Limit-Type: application",
        "Retry-After: 2",
    ]);
    assert_eq!(answer(&it), json!(["wait", 2]));
    let binding = |position: usize| (&it["limits"][position]["window_s"], &it["limits"][position]["binding"]);
    assert_eq!((binding(0), binding(1)), ((&json!(1), &json!(true)), (&json!(120), &json!(false))));
}

#[test]
fn v_26_a_429_never_means_go_whatever_is_left() {
    let it = inspect(&["--status", "429", "x-rate-limit-remaining: 799", "x-rate-limit-reset: 1796084000"]);
    assert_eq!(answer(&it), json!(["unknown", null]));
    assert!(says(&it, "quota-left"));
}

/// The reset is cut to whole seconds: less than one of them is left.
#[test]
fn v_28_a_reset_of_zero_beside_nothing_left_has_a_margin() {
    let it =
        inspect(&["--status", "429", "x-ratelimit-remaining: 0.0", "x-ratelimit-used: 1000", "x-ratelimit-reset: 0"]);
    assert_eq!((&it["wait_s"], &it["safe_wait_s"]), (&json!(0), &json!(1)));
    assert!(says(&it, "no-wait-after-failure"));
}

#[test]
fn v_31_the_offending_value_is_shown() {
    let run = holdoff(&["inspect", "--status", "429", "Retry-After: in a while", "--received", AT]);
    assert!(run.stdout.contains("Retry-After: in a while"), "{run:?}");
    assert_eq!(inspect(&["Retry-After: in a while"])["hints"][0]["value"], json!("in a while"));
}

/// A window of 10 s without a reset: no more than 10 s are to be waited.
#[test]
fn v_32_a_window_without_a_reset_bounds_the_wait() {
    let it = inspect(&[
        "--status",
        "429",
        "X-HubSpot-RateLimit-Max: 100",
        "X-HubSpot-RateLimit-Remaining: 0",
        "X-HubSpot-RateLimit-Interval-Milliseconds: 10000",
    ]);
    assert_eq!((answer(&it), &it["upper_bound_s"]), (json!(["unknown", null]), &json!(10)));
}
