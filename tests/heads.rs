//! Heads as other tools print them. The files are what the tools wrote, with the port changed: wget 1.21.3 and HTTPie
//! 3.2.4 against express-rate-limit 8.7.5 on loopback.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod common;

use common::holdoff_reading;
use serde_json::json;

const WGET: &str = include_str!("vectors/heads/wget-S.txt");
const HTTPIE: &str = include_str!("vectors/heads/httpie-v.txt");

#[test]
fn what_other_tools_print_is_read() {
    let quiet: String = WGET.lines().filter(|line| line.starts_with("  ")).map(|line| format!("{line}\n")).collect();
    for (tool, text) in [("wget -S", WGET), ("wget -S -q", &quiet), ("http -v", HTTPIE)] {
        let json = holdoff_reading(text.as_bytes(), &["inspect", "--json"]).json();
        let limit = &json["limits"][0];
        assert_eq!(
            [&json["status"], &json["wait_s"], &json["decided_by"], &limit["limit"], &limit["window_s"]],
            [&json!(429), &json!(60), &json!("Retry-After"), &json!(1), &json!(60)],
            "{tool}"
        );
        assert_eq!(json["received_from"], json!("date-header"), "{tool}");
        let faults = json["diagnostics"].as_array().unwrap().iter().filter(|it| it["severity"] != "note").count();
        assert_eq!(faults, 0, "{tool}: {json}");
    }
}

#[test]
fn of_several_heads_the_last_is_the_answer() {
    let moved =
        "  HTTP/1.1 302 Found\n  Location: /a\nLocation: /a [following]\n--2026-12-01 03:04:14--  http://127.0.0.1/a\n";
    let asked = "GET / HTTP/1.1\r\nHost: a\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /a\r\n\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    for text in [format!("{moved}{WGET}"), format!("{asked}\n{HTTPIE}")] {
        let run = holdoff_reading(text.as_bytes(), &["inspect", "--all", "--json"]);
        let statuses: Vec<_> =
            run.json()["readings"].as_array().unwrap().iter().map(|it| it["status"].clone()).collect();
        assert_eq!(statuses, [302, 429], "{text}");
    }
}

/// A request alone is no response.
#[test]
fn a_request_without_a_response_is_told() {
    let request = HTTPIE.split("HTTP/1.1 429").next().unwrap();
    let run = holdoff_reading(request.as_bytes(), &["inspect"]);
    assert!(run.code == 3 && run.stderr.contains("a request without a response"), "{run:?}");
}
