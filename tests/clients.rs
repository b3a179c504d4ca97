//! What the clients did with each response of `vectors/clients.jsonl`, as a run of `.ci/clients` recorded it.
//!
//! A case has the `status`, the `received` instant and the `headers`; `did` tells of each client the outcome and the
//! seconds. `.ci/clients` runs them again, on these and on values drawn at random.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own case has failed")]

mod common;

use std::collections::BTreeMap;

use holdoff::clients::{CLIENTS, Outcome, behaviours};
use holdoff::header::Field;
use holdoff::instant::Instant;
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    status: u16,
    received: String,
    headers: Vec<(String, String)>,
    did: BTreeMap<String, (String, Option<String>)>,
}

fn fields(headers: &[(String, String)]) -> Vec<Field<'_>> {
    headers.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect()
}

/// The outcome of every client, and the seconds where it waits.
fn outcomes(
    headers: &[(String, String)],
    status: u16,
    received: Option<&str>,
) -> BTreeMap<&'static str, (Outcome, Option<String>)> {
    let received = received.map(|text| Instant::parse(text).unwrap());
    let fields = fields(headers);
    let all = behaviours(&fields, Some(status), received);
    CLIENTS
        .iter()
        .zip(all)
        .map(|(it, does)| (it.name, (does.outcome, does.wait.map(|wait| wait.to_string()))))
        .collect()
}

#[test]
fn every_client_does_what_it_did() {
    let mut compared = 0;
    for line in include_str!("vectors/clients.jsonl").lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let said = outcomes(&case.headers, case.status, Some(&case.received));
        for (client, did) in &case.did {
            let (outcome, wait) = said.get(client.as_str()).unwrap();
            let said = match (client.as_str(), *outcome) {
                (_, Outcome::NotModelled) => continue,
                // curl tells its own backoff, a second, in the words of a wait.
                ("curl", Outcome::OwnBackoff) => ("waits".to_owned(), Some("1".to_owned())),
                ("curl", _) => {
                    (outcome.name().to_owned(), wait.as_ref().map(|wait| wait.split('.').next().unwrap().to_owned()))
                }
                _ => (outcome.name().to_owned(), wait.clone()),
            };
            assert_eq!(&said, did, "{client}: {line}");
            compared += 1;
        }
    }
    assert!(compared > 900, "{compared}");
}

/// go-retryablehttp was read and not run: these follow from its source and from Go's documentation by hand.
#[test]
fn go_retryablehttp_does_what_its_source_says() {
    for (value, outcome, wait) in [
        ("120", Outcome::Waits, Some("120")),
        ("+5", Outcome::Waits, Some("5")),
        ("-1", Outcome::OwnBackoff, None),
        ("1.5", Outcome::NotModelled, None),
        ("120s", Outcome::OwnBackoff, None),
        ("0", Outcome::AtOnce, None),
        ("9223372036", Outcome::Waits, Some("9223372036")),
        // 9223372037 s are 2^63 + 145224192 ns, which is negative in 64 bits.
        ("9223372037", Outcome::AtOnce, None),
        // 18446744074 s are 2^64 + 290448384 ns.
        ("18446744074", Outcome::Waits, Some("0.290448384")),
        ("Tue, 01 Dec 2026 00:00:30 GMT", Outcome::Waits, Some("30")),
        ("tue, 01 dec 2026 00:00:30 EST", Outcome::Waits, Some("30")),
        ("Tue, 1 Dec 2026 00:00:30 GMT", Outcome::OwnBackoff, None),
        ("Tue, 31 Nov 2026 00:00:30 GMT", Outcome::OwnBackoff, None),
        ("Tue, 01 Dec 2026 00:00:60 GMT", Outcome::OwnBackoff, None),
        ("Tue, 01 Dec 2026 00:00:30 +0200", Outcome::OwnBackoff, None),
        ("Tuesday, 01-Dec-26 00:00:30 GMT", Outcome::OwnBackoff, None),
        ("Mon, 30 Nov 2026 00:00:30 GMT", Outcome::AtOnce, None),
    ] {
        let headers = [("Retry-After".to_owned(), value.to_owned())];
        let said = outcomes(&headers, 429, Some("2026-12-01T00:00:00Z"));
        assert_eq!(said["go-retryablehttp"], (outcome, wait.map(str::to_owned)), "{value}");
    }
}

#[test]
fn what_needs_the_reception_is_not_modelled_without_it() {
    let headers = [("Retry-After".to_owned(), "Tue, 01 Dec 2026 00:00:30 GMT".to_owned())];
    for (client, (outcome, wait)) in outcomes(&headers, 429, None) {
        assert_eq!((outcome, wait), (Outcome::NotModelled, None), "{client}");
    }
    let headers = [("Retry-After".to_owned(), "30".to_owned())];
    for (client, (outcome, wait)) in outcomes(&headers, 429, None) {
        assert_eq!((outcome, wait.as_deref()), (Outcome::Waits, Some("30")), "{client}");
    }
}

#[test]
fn redirects_and_other_bytes_are_not_modelled_and_successes_not_retried() {
    let of = |status, value: &str| outcomes(&[("retry-after".to_owned(), value.to_owned())], status, None);
    assert!(of(302, "30").values().all(|(outcome, _)| *outcome == Outcome::NotModelled));
    assert!(of(429, "30\u{a0}").values().all(|(outcome, _)| *outcome == Outcome::NotModelled));
    assert!(of(200, "30").values().all(|(outcome, _)| *outcome == Outcome::GivesUp));
}

/// The program shows them where it is asked, whatever the response came in, and not otherwise.
#[test]
fn the_program_shows_the_clients_where_it_is_asked() {
    let record = br#"{"status":503,"headers":{"retry-after":"31536000"}}"#;
    for args in [
        &["inspect", "--clients", "--json"][..],
        &["inspect", "--clients", "--all", "--json"],
        &["inspect", "--clients", "--input", "ndjson", "--format", "ndjson"],
    ] {
        let run = common::holdoff_reading(record, args);
        let first: serde_json::Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
        let reading = if first["readings"].is_array() { &first["readings"][0] } else { &first };
        assert_eq!(reading["clients"].as_array().unwrap().len(), CLIENTS.len(), "{args:?}");
        let wait = &reading["clients"][1];
        assert_eq!(
            (&wait["client"], &wait["outcome"], &wait["wait_s"]),
            (&"urllib3".into(), &"waits".into(), &21600.into())
        );
        let overflow = &reading["clients"][2];
        assert_eq!((&overflow["client"], &overflow["outcome"]), (&"got".into(), &"at-once".into()));
        assert!(overflow["wait_s"].is_null() && overflow["assumed_status"].is_null());
    }
    let run = common::holdoff(&["inspect", "Retry-After: 31536000", "--clients", "--json"]);
    assert_eq!(run.json()["clients"][0]["assumed_status"], 429);
    assert!(!common::holdoff_reading(record, &["inspect", "--json"]).stdout.contains("\"clients\""));
    let table = common::holdoff(&["inspect", "Retry-After: 31536000", "--clients"]).stdout;
    assert!(table.contains("client, on a 429") && table.contains("by overflow: too long for setTimeout"), "{table}");
}

/// 1e-7 ms are a tenth of a nanosecond.
#[test]
fn a_wait_below_a_nanosecond_is_none() {
    let headers = [("retry-after-ms".to_owned(), "1e-7".to_owned())];
    assert_eq!(outcomes(&headers, 500, None)["openai-python"], (Outcome::AtOnce, None));
}

proptest! {
    #[test]
    fn any_value_has_an_outcome_and_a_wait_is_positive(
        value in "[ -~]{0,40}",
        milliseconds in prop::option::of("[0-9.e+-]{0,8}"),
        status in 100u16..1000,
    ) {
        let mut headers = vec![("Retry-After".to_owned(), value)];
        headers.extend(milliseconds.map(|value| ("retry-after-ms".to_owned(), value)));
        for (_, (outcome, wait)) in outcomes(&headers, status, Some("2026-12-01T00:00:00.5Z")) {
            prop_assert_eq!(outcome == Outcome::Waits, wait.is_some());
            prop_assert!(wait.is_none_or(|wait| wait != "0" && !wait.starts_with('-')));
        }
    }
}
