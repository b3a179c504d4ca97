//! The note on conditional requests, and captures piped through the program.
#![allow(clippy::unwrap_used, reason = "a test stops where its answer has not the key")]

mod common;

use common::{holdoff, holdoff_reading};
use serde_json::{Value, json};

fn notes(json: &Value) -> Vec<&str> {
    let found = json["diagnostics"].as_array().unwrap().iter();
    let of_code = |it: &&Value| ["conditional-request", "not-modified"].contains(&it["code"].as_str().unwrap());
    found.filter(of_code).map(|it| it["message"].as_str().unwrap()).collect()
}

#[test]
fn a_validator_gives_the_field_to_send_next_time() {
    let it = holdoff(&["inspect", "--json", "--status", "200", "ETag: W/\"a\"", "X-RateLimit-Remaining: 3"]).json();
    assert_eq!(notes(&it).len(), 1);
    assert!(notes(&it)[0].contains("If-None-Match: W/\"a\""));
    let head = b"HTTP/1.1 304 Not Modified\nLast-Modified: Tue, 01 Dec 2026 00:00:00 GMT\n\n";
    let it = holdoff_reading(head, &["inspect", "--json"]).json();
    assert!(notes(&it)[0].contains("cheap"));
    assert!(notes(&it)[1].contains("If-Modified-Since: Tue, 01 Dec 2026 00:00:00 GMT"));
}

#[test]
fn what_is_about_no_limit_and_a_stream_have_no_note() {
    let it = holdoff(&["inspect", "--json", "--status", "200", "ETag: \"a\""]).json();
    assert_eq!(notes(&it), Vec::<&str>::new());
    let record = r#"{"status":429,"headers":{"etag":"\"a\"","retry-after":"5"}}"#;
    let run = holdoff_reading(format!("{record}\n{record}\n").as_bytes(), &["inspect", "--format", "ndjson"]);
    assert!(!run.stdout.contains("conditional-request"), "{}", run.stdout);
    let alone = holdoff_reading(record.as_bytes(), &["inspect", "--json"]).json();
    assert_eq!(notes(&alone).len(), 1);
}

/// A byte that would drive the terminal is shown by its code.
#[test]
fn a_validator_cannot_drive_the_terminal() {
    let head = b"HTTP/1.1 429 \nETag: \"\xc2\x9b2J\"\nRetry-After: 5\n\n";
    let run = holdoff_reading(head, &["inspect", "--color", "always"]);
    assert!(run.stdout.contains("If-None-Match"), "{run:?}");
    assert!(!run.stdout.contains('\u{9b}'), "{run:?}");
}

/// Those whose reading needs neither a profile nor a time of reception beside their own.
#[test]
fn captures_are_read_from_a_pipe() {
    let mut piped = 0;
    for line in include_str!("vectors/captures.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if case.get("profile").is_some() || case.get("received").is_some() {
            continue;
        }
        let it = holdoff_reading(case["raw"].as_str().unwrap().as_bytes(), &["inspect", "--json"]).json();
        let expect = &case["expect"];
        assert_eq!(
            json!([it["action"], it["wait_s"], it["vendor"]]),
            json!([expect["action"], expect["wait_s"], expect["vendor"]]),
            "{}",
            case["id"]
        );
        piped += 1;
    }
    assert!(piped >= 10, "{piped}");
}
