//! Reports about requests that must not take effect twice.

use super::*;

const POLICY: [&str; 8] = ["--base", "1s", "--max", "30s", "--deadline", "1m", "--elapsed", "0s"];

/// A POST with an idempotency key.
fn keyed(args: &[&str]) -> Value {
    simulate(&[&POLICY[..], &["--method", "POST", "--idempotency-key"], args].concat())
}

#[test]
fn i_03_after_a_limit_the_key_stays_the_same() {
    let it = keyed(&["--status", "429"]);
    assert_eq!(reason(&it), json!(["allowed", "fits"]));
    assert!(says(&it, "same-key"));
    assert!(!says(&it, "write-without-key"));
    // Nothing of it where there is no key, or where none is needed.
    assert!(!says(&simulate(&[&POLICY[..], &["--method", "POST", "--status", "429"]].concat()), "same-key"));
    assert!(!says(&simulate(&[&POLICY[..], &["--idempotency-key", "--status", "429"]].concat()), "same-key"));
}

#[test]
fn i_08_a_key_that_is_in_use_is_told_from_one_that_is_spent() {
    for status in ["422", "409"] {
        let it = keyed(&["--status", status]);
        assert_eq!(reason(&it), json!(["refused", "status-not-retryable"]), "{status}");
        assert!(says(&it, "key-conflict"), "{status}");
        assert!(!says(&simulate(&[&POLICY[..], &["--status", status]].concat()), "key-conflict"), "{status}");
    }
    // Time mends the one that is in use, and only that.
    assert_eq!(reason(&keyed(&["--status", "409", "--retry-on", "409"])), json!(["allowed", "fits"]));
    // Stripe keeps a key for 24 h: of 1, 2, 4, 8 and 16 h the fifth retry, at 31 h, comes too late.
    let it = schedule(&["--base", "1h", "--max", "none", "--mark", "key=24h"]);
    assert_eq!(it["marks"][0]["before_retry"], json!(5));
}
