//! What the body of a response adds to its fields.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests")]

mod common;

use common::{Run, holdoff_reading};
use holdoff::capture::body;
use holdoff::header::{Action, Context, Field, Reading, ReceivedFrom, read};
use holdoff::instant::Instant;
use serde_json::{Value, json};

fn reading<T>(status: u16, lines: &[(&str, &str)], text: &str, check: impl FnOnce(&Reading<'_>) -> T) -> T {
    let fields: Vec<_> =
        lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
    let body = body(Some(status), text.as_bytes());
    let received = Some((Instant::parse("2026-12-01T00:00:00Z").unwrap(), ReceivedFrom::Flag));
    check(&read(&fields, &Context { status: Some(status), received, body: body.as_ref(), ..Context::default() }))
}

fn answer(it: &Reading<'_>) -> (Action, Option<String>, Option<&'static str>) {
    (it.action, it.wait.map(|wait| wait.to_string()), it.decided_by)
}

#[test]
fn a_body_answers_where_no_field_does() {
    let slow = r#"{"message":"You are being rate limited.","retry_after":64.57,"global":false}"#;
    let right = (Action::Wait, Some("64.57".to_owned()), Some("body.retry_after"));
    reading(429, &[], slow, |it| {
        assert_eq!(answer(it), right);
        assert_eq!((it.hints[0].header, it.hints[0].form), ("body.retry_after", Some("decimal-seconds")));
        assert_eq!(it.diagnostics, []);
    });
    // Nothing is known of when this limit resets.
    reading(429, &[("X-RateLimit-Remaining", "0")], slow, |it| assert_eq!(answer(it), right));
}

#[test]
fn a_field_wins_over_a_body() {
    let slow = r#"{"retry_after":64.57}"#;
    for (lines, right) in [
        (&[("Retry-After", "65")][..], (Action::Wait, Some("65".to_owned()), Some("Retry-After"))),
        (&[("RateLimit", "\"a\";r=0;t=9")], (Action::Wait, Some("9".to_owned()), Some("RateLimit"))),
        (&[("X-Retry-In", "2s")], (Action::Wait, Some("2".to_owned()), Some("X-Retry-In"))),
    ] {
        reading(429, lines, slow, |it| {
            assert_eq!(answer(it), right);
            assert_eq!(it.hints.last().unwrap().header, "body.retry_after");
        });
    }
}

#[test]
fn a_value_that_is_none_is_named_and_not_waited_for() {
    for text in [r#"{"retry_after":"soon"}"#, r#"{"retry_after":-1}"#, r#"{"retry_after":1796083200}"#] {
        reading(429, &[], text, |it| {
            assert_eq!(answer(it), (Action::Unknown, None, None), "{text}");
            let codes: Vec<_> = it.diagnostics.iter().map(|it| it.code.name()).collect();
            assert_eq!((&codes[..], &it.ignored[..]), (&["body-hint-invalid"][..], &["body.retry_after"][..]));
        });
    }
}

/// Draft 11, B.1.4: the daily quota is violated, and RateLimit says when each resets.
#[test]
fn a_problem_names_the_limit_that_was_hit() {
    let problem = r#"{"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",
        "title":"Request cannot be satisfied as assigned quota has been exceeded","violated-policies":["daily"]}"#;
    let lines = [("RateLimit", "\"hour\";r=2;t=60, \"daily\";r=1;t=86400")];
    reading(429, &lines, problem, |it| {
        assert_eq!(answer(it), (Action::Wait, Some("86400".to_owned()), Some("RateLimit")));
        assert_eq!(it.limits.iter().map(|it| it.binding).collect::<Vec<_>>(), [false, true]);
        let messages: Vec<_> = it.diagnostics.iter().map(|it| (it.code.name(), &*it.message)).collect();
        assert_eq!(messages, [("problem-details", "the body says that the quota is exceeded; violated: `daily`")]);
    });
    // Without the problem, quota is left and nothing is known.
    reading(429, &lines, "{}", |it| assert_eq!(it.action, Action::Unknown));
}
const SLOW: &str = r#"{"message":"You are being rate limited.","retry_after":64.57,"global":false}"#;

fn inspect(input: &str, more: &[&str]) -> Run {
    holdoff_reading(input.as_bytes(), &[&["inspect"], more].concat())
}

#[test]
fn a_body_behind_a_head_is_read() {
    for input in [
        format!("HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n\r\n{SLOW}"),
        format!("HTTP/2 429\ncontent-type: application/json\n\n{}\n", SLOW.replace(',', ",\n  ")),
        format!("< HTTP/1.1 429 Too Many Requests\r\n< \r\n{{ [79 bytes data]\n{SLOW}\n* Connection #0 left intact\n"),
    ] {
        let json = inspect(&input, &["--json"]).json();
        assert_eq!((&json["wait_s"], &json["decided_by"]), (&json!(64.57), &json!("body.retry_after")), "{input}");
    }
    // Another body, or one behind another head, says nothing.
    for input in [
        "HTTP/1.1 429 No\r\n\r\nretry_after: 5\r\n".to_owned(),
        format!("HTTP/1.1 429 No\r\n\r\n{SLOW}{SLOW}"),
        format!("> GET / HTTP/1.1\n< HTTP/1.1 429 No\n< \n{SLOW}\n> GET / HTTP/1.1\n< HTTP/1.1 503 No\n< \n"),
    ] {
        assert_eq!(inspect(&input, &["--json"]).json()["action"], json!("unknown"), "{input}");
    }
}

#[test]
fn a_body_in_a_record_is_read() {
    let text = Value::String(SLOW.to_owned());
    let packed = "eyJyZXRyeV9hZnRlciI6NjQuNTd9"; // {"retry_after":64.57}
    for input in [
        format!(r#"{{"status":429,"body":{text}}}"#),
        format!(r#"{{"status":429,"body":{SLOW}}}"#),
        format!(r#"{{"res":{{"body":{text},"statusCode":429}}}}"#),
        format!(r#"{{"response_body":{SLOW},"status":429,"body":"of the request"}}"#),
        format!(
            r#"{{"log":{{"entries":[{{"response":{{"status":429,"headers":[],"content":{{"size":9,"text":{text}}}}}}}]}}}}"#
        ),
        format!(
            r#"{{"log":{{"entries":[{{"response":{{"status":429,"headers":[],"content":{{"encoding":"base64","text":"{packed}"}}}}}}]}}}}"#
        ),
    ] {
        let run = inspect(&input, &["--format", "ndjson"]);
        let first: Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
        assert_eq!((&first["wait_s"], &first["decided_by"]), (&json!(64.57), &json!("body.retry_after")), "{input}");
    }
    let mapped = format!(r#"{{"status":429,"answer":{{"text":{text}}}}}"#);
    assert_eq!(inspect(&mapped, &["--map", "body=answer.text", "--get", "wait_s"]).stdout, "64.57\n");
}

/// A refused query of Shopify's comes with status 200; the cost of one that was not says nothing.
#[test]
fn a_success_is_looked_at_only_where_a_query_was_refused() {
    let cost = r#"{"extensions":{"cost":{"requestedQueryCost":752,"throttleStatus":{"currentlyAvailable":666,"restoreRate":50.0}}}"#;
    let refused = format!(r#"{cost},"errors":[{{"extensions":{{"code":"THROTTLED"}}}}]}}"#);
    let record = |body: &str| inspect(&format!(r#"{{"status":200,"body":{body}}}"#), &["--json"]).json();
    let json = record(&refused);
    assert_eq!((&json["action"], &json["wait_s"]), (&json!("wait"), &json!(1.72)));
    assert_eq!(record(&format!("{cost}}}"))["action"], json!("unknown"));
    assert_eq!(record(SLOW)["action"], json!("unknown"));
    assert_eq!(inspect(&format!("HTTP/2 200\r\n\r\n{SLOW}"), &["--json"]).json()["action"], json!("unknown"));
    let head = format!("HTTP/2 200\r\n\r\n{refused}");
    assert_eq!(inspect(&head, &["--json"]).json()["wait_s"], json!(1.72));
}

#[test]
fn hostile_bodies_are_bounded_and_escaped() {
    let escape = "HTTP/1.1 429 No\r\n\r\n{\"retry_after\":\"\\u001b[31m5\"}";
    let run = inspect(escape, &[]);
    assert!(!run.stdout.contains('\u{1b}') && run.stdout.contains("body-hint-invalid"), "{}", run.stdout);
    let deep = format!("HTTP/1.1 429 No\r\n\r\n{}", "{\"error\":".repeat(100_000));
    assert_eq!(inspect(&deep, &["--json"]).json()["action"], json!("unknown"));
    let long = format!("HTTP/1.1 429 No\r\n\r\n{{\"x\":\"{}\"}}", "y".repeat(5 << 20));
    assert_eq!(inspect(&long, &["--json"]).json()["action"], json!("unknown"));
}
