//! Reports about clocks.

use super::*;

/// 1698097722 is 2023-10-23T21:48:42Z.
#[test]
fn c_01_a_reset_in_the_second_of_date_has_a_margin() {
    let head = "HTTP/1.1 403 Forbidden\nDate: Mon, 23 Oct 2023 21:48:42 GMT\nx-ratelimit-remaining: 0\n\
                x-ratelimit-reset: 1698097722\n\n";
    let it = piped(head, &[]);
    assert_eq!((&it["wait_s"], &it["safe_wait_s"]), (&json!(0), &json!(1)));
    assert!(says(&it, "no-wait-after-failure"));
    // A clock that is 5 s ahead is corrected by Date.
    let it = piped(head, &["--received", "2023-10-23T21:48:47Z"]);
    assert_eq!((&it["server_clock_offset_s"], &it["skew_corrected_wait_s"]), (&json!(-5), &json!(0)));
}

#[test]
fn c_02_a_reset_in_this_second_has_a_margin() {
    let received = ["--status", "429", "--received", "2025-02-06T19:00:31Z"];
    let it = inspect(&[&received[..], &["x-ratelimit-remaining: 0", "x-ratelimit-reset: 1738868431"]].concat());
    assert_eq!((&it["wait_s"], &it["safe_wait_s"]), (&json!(0), &json!(1)));
}

/// Date is cut to whole seconds: by it the wait is the longest that it can be.
#[test]
fn c_05_the_pessimistic_end_of_date_counts() {
    let head = "HTTP/1.1 429 Too Many Requests\nDate: Tue, 01 Dec 2026 00:00:00 GMT\nX-RateLimit-Remaining: 0\n\
                X-RateLimit-Reset: 1796083201.25\n\n";
    assert_eq!(piped(head, &[])["wait_s"], json!(1.25));
    let it = piped(head, &["--received", "2026-11-30T23:59:58Z"]);
    assert_eq!((&it["wait_s"], &it["skew_corrected_wait_s"]), (&json!(3.25), &json!(1.25)));
}
