//! Reports about RateLimit, X-RateLimit and their kin.

use super::*;

#[test]
fn rl_01_a_past_unix_time_is_no_number_of_seconds() {
    let received = ["--status", "429", "--received", "2026-04-14T00:00:05Z"];
    let it = inspect(&[&received[..], &["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 1776124800"]].concat());
    assert_eq!(answer(&it), json!(["go", 0]));
}

#[test]
fn rl_07_one_name_has_two_meanings() {
    let date = "HTTP/1.1 200 OK\nDate: Mon, 01 Jul 2013 17:27:06 GMT\nX-RateLimit-Reset: ";
    let limit = |reset: &str| piped(&format!("{date}{reset}\n\n"), &[])["limits"][0].clone();
    assert_eq!(limit("1372700873")["reset_s"], json!(1247));
    assert_eq!(limit("1372700873")["reset_at"], json!("2013-07-01T17:47:53Z"));
    assert_eq!(limit("2513")["reset_s"], json!(2513));
}

/// 1725264000 is 2024-09-02T08:00:00Z.
#[test]
fn rl_09_a_unix_time_is_no_number_of_milliseconds() {
    let received = ["--status", "429", "--received", "2024-09-02T07:59:00Z"];
    let it = inspect(&[&received[..], &["x-ratelimit-reset: 1725264000"]].concat());
    assert_eq!(answer(&it), json!(["wait", 60]));
    assert_eq!(it["limits"][0]["reset_at"], json!("2024-09-02T08:00:00Z"));
}

#[test]
fn rl_11_what_is_left_is_no_promise() {
    let ok = "HTTP/1.1 200 OK\nratelimit-policy: 6000;w=300\nratelimit-remaining: 5905\n\n";
    let refused = "HTTP/1.1 429 Too Many Requests\nContent-Type: text/html\n\n";
    let it = piped(&format!("{ok}{refused}"), &["--all", "--received", AT]);
    assert_eq!(answer(&it["readings"][0]), json!(["go", 0]));
    assert_eq!(answer(&it["readings"][1]), json!(["unknown", null]));
}

/// 20 February 2018 was a Tuesday.
#[test]
fn rl_13_a_wrong_weekday_beside_a_unix_time() {
    let it = inspect(&[
        "--received",
        "2018-02-20T11:31:00Z",
        "--status",
        "429",
        "ratelimit-remaining: 0",
        "ratelimit-reset: 1519126320",
        "ratelimit-resettime: Wed, 20 Feb 2018 11:32:00 GMT",
    ]);
    assert_eq!((answer(&it), &it["retry_at"]), (json!(["wait", 60]), &json!("2018-02-20T11:32:00Z")));
    assert!(says(&it, "reset-date-fault"));
}

#[test]
fn rl_15_an_empty_quota_is_unknown() {
    let it = inspect(&["--status", "200", "RateLimit-Limit: ;w=21600", "RateLimit-Remaining: ;w=21600"]);
    let limit = &it["limits"][0];
    assert_eq!(answer(&it), json!(["unknown", null]));
    assert_eq!((&limit["limit"], &limit["remaining"], &limit["window_s"]), (&json!(null), &json!(null), &json!(21600)));
}

#[test]
fn rl_16_without_a_quota_none_is_shown() {
    let it = inspect(&["--status", "401", "docker-ratelimit-source: 192.0.2.1"]);
    assert_eq!((answer(&it), &it["limits"]), (json!(["unknown", null]), &json!([])));
    assert!(says(&it, "credentials-required"));
}

#[test]
fn rl_18_draft_7_and_draft_8_are_told_apart() {
    for (value, dialect) in [("limit=100, remaining=0, reset=50", "ietf-07"), ("\"default\";r=0;t=50", "ietf-08")] {
        let it = inspect(&[&format!("RateLimit: {value}")]);
        assert_eq!((&it["wait_s"], &it["limits"][0]["dialect"]), (&json!(50), &json!(dialect)));
    }
}

#[test]
fn rl_19_a_missing_member_makes_the_field_malformed() {
    let it = inspect(&["RateLimit: \"default\";t=30"]);
    assert_eq!((answer(&it), &it["ignored"]), (json!(["unknown", null]), &json!(["RateLimit"])));
    assert!(says(&it, "ratelimit-invalid"));
}

#[test]
fn rl_20_a_stray_comma_makes_the_field_malformed() {
    let it = inspect(&["RateLimit: problemPolicy;r=0, t=10"]);
    assert_eq!((answer(&it), &it["ignored"]), (json!(["unknown", null]), &json!(["RateLimit"])));
    assert!(says(&it, "ratelimit-invalid"));
}

#[test]
fn rl_21_a_policy_without_its_quota_is_left_out() {
    let it = inspect(&["RateLimit: default;r=50;t=5", "RateLimit-Policy: default;l=100;w=10"]);
    assert_eq!((&it["limits"][0]["remaining"], &it["limits"][0]["reset_s"]), (&json!(50), &json!(5)));
    assert_eq!((&it["policies"], &it["ignored"]), (&json!([]), &json!(["RateLimit-Policy"])));
}

#[test]
fn rl_22_hugging_face_policy_is_not_a_structured_field() {
    let lines =
        ["--status", "429", "ratelimit: \"api\";r=0;t=55", "ratelimit-policy: \"fixed window\";\"api\";q=500;w=300"];
    let it = inspect(&lines);
    assert_eq!((answer(&it), &it["ignored"]), (json!(["wait", 55]), &json!(["RateLimit-Policy"])));
    let it = inspect(&[&lines[..], &["--profile", "huggingface"]].concat());
    let limit = &it["limits"][0];
    assert_eq!((&limit["limit"], &limit["window_s"], &it["wait_s"]), (&json!(500), &json!(300), &json!(55)));
    assert!(says(&it, "ratelimit-lenient"));
    let it = inspect(&[&lines[..], &["--profile", "huggingface", "--strict"]].concat());
    assert_eq!(it["limits"][0]["limit"], json!(null));
}

#[test]
fn rl_26_minus_one_is_no_quota_that_is_used_up() {
    let it = inspect(&[
        "--status",
        "429",
        "x-ratelimit-limit-tokens: -1",
        "x-ratelimit-remaining-tokens: -1",
        "x-ratelimit-reset-tokens: 0",
    ]);
    assert_eq!(answer(&it), json!(["unknown", null]));
    assert!(says(&it, "no-limit"));
}

#[test]
fn rl_28_a_reset_near_now_is_unix_time() {
    let it = inspect(&["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 1796083230"]);
    assert_eq!((&it["wait_s"], &it["limits"][0]["reset_by"]), (&json!(30), &json!("magnitude")));
}
