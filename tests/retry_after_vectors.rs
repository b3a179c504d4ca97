//! Every case of `vectors/ra.jsonl`, read leniently and strictly.
//!
//! A case has the `headers`, the `received` instant (or none) and the `status`; then what `header` (Retry-After unless
//! said) must turn out to be, and what the whole reading must. Numbers are text, so that they are exact. In `strict`,
//! `same` (the default for a value that is `ok`) wants the same wait, `refused` none and an error, `other` an error.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own case has failed")]

use holdoff::header::{Action, Alternative, Context, Field, Reading, ReceivedFrom, read, retry_after};
use holdoff::instant::Instant;
use holdoff::quantity::Fixed;
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::Deserializer;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    headers: Vec<(String, String)>,
    received: Option<String>,
    status: Option<u16>,
    header: Option<String>,
    conformance: String,
    form: Option<String>,
    wait: Option<String>,
    action: Option<String>,
    decided_by: Option<String>,
    #[serde(default)]
    codes: Vec<String>,
    #[serde(default)]
    alternatives: Vec<(String, Option<String>)>,
    /// `Some(None)` is a written null.
    #[serde(default, deserialize_with = "written")]
    at: Option<Option<String>>,
    #[serde(default, deserialize_with = "written")]
    safe: Option<Option<String>>,
    #[serde(default, deserialize_with = "written")]
    skew: Option<Option<String>>,
    #[serde(default, deserialize_with = "written")]
    offset: Option<Option<String>>,
    #[serde(default)]
    lacks_reception: bool,
    strict: Option<String>,
    #[serde(rename = "why")]
    _why: String,
}

fn written<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

fn text(number: Option<Fixed>) -> Option<String> {
    number.map(|it| it.to_string())
}

fn alternatives(list: &[Alternative<'_>]) -> Vec<(String, Option<String>)> {
    list.iter().map(|it| (it.form.to_owned(), text(it.wait))).collect()
}

impl Case {
    fn read(&self, strict: bool) -> Reading<'_> {
        let fields: Vec<_> =
            self.headers.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let received = self.received.as_deref().map(|it| (Instant::parse(it).unwrap(), ReceivedFrom::Flag));
        read(&fields, &Context { status: self.status, received, strict, ..Context::default() })
    }

    fn hint<'a>(&self, reading: &'a Reading<'_>) -> (&'static str, Option<&'a str>) {
        let header = self.header.as_deref().unwrap_or("Retry-After");
        let hint = reading.hints.iter().find(|hint| hint.header == header).unwrap();
        (hint.conformance.name(), hint.form)
    }

    fn action(&self) -> &str {
        self.action.as_deref().unwrap_or(match self.wait.as_deref() {
            None => "unknown",
            Some("0") => "go",
            Some(_) => "wait",
        })
    }

    fn decided_by(&self) -> Option<&str> {
        let usual = self.header.as_deref().unwrap_or("Retry-After");
        self.decided_by.as_deref().or((self.action() != "unknown").then_some(usual))
    }
}

fn cases() -> Vec<Case> {
    include_str!("vectors/ra.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn reads_every_case() {
    let cases = cases();
    assert!(cases.len() > 100);
    for case in &cases {
        let (id, reading) = (&case.id, case.read(false));
        assert_eq!(case.hint(&reading), (case.conformance.as_str(), case.form.as_deref()), "{id}");
        assert_eq!(text(reading.wait), case.wait, "{id}");
        assert_eq!((reading.action.name(), reading.decided_by), (case.action(), case.decided_by()), "{id}");
        assert_eq!(reading.lacks_reception, case.lacks_reception, "{id}");
        let codes: Vec<_> = reading.diagnostics.iter().map(|it| it.code.name()).collect();
        assert_eq!(codes, case.codes, "{id}");
        assert_eq!(alternatives(&reading.alternatives), case.alternatives, "{id}");
        // A fault is an error only where nothing answers.
        let answered = case.action() != "unknown";
        assert_eq!(reading.has_error(), !answered && !codes.is_empty(), "{id}");
        let ignored = reading.ignored.contains(&"Retry-After");
        assert_eq!(ignored, case.header.is_none() && case.conformance == "invalid", "{id}");
        if let Some(at) = &case.at {
            assert_eq!(reading.retry_at.map(|it| it.to_string()), *at, "{id}");
        }
        for (written, read) in [
            (&case.safe, reading.safe_wait),
            (&case.skew, reading.skew_corrected_wait),
            (&case.offset, reading.server_clock_offset),
        ] {
            if let Some(written) = written {
                assert_eq!(text(read), *written, "{id}");
            }
        }
    }
}

#[test]
fn strict_reads_only_what_the_grammar_allows() {
    for case in cases() {
        let (id, reading) = (&case.id, case.read(true));
        let usual = if case.conformance == "ok" { "same" } else { "refused" };
        match case.strict.as_deref().unwrap_or(usual) {
            "same" => {
                assert_eq!(text(reading.wait), case.wait, "{id}");
                assert_eq!(case.hint(&reading), ("ok", case.form.as_deref()), "{id}");
            }
            "refused" => {
                assert_eq!((reading.wait, reading.action.name()), (None, "unknown"), "{id}");
                assert!(reading.has_error(), "{id}");
            }
            _ => assert!(reading.has_error(), "{id}"),
        }
        // What a lenient reader takes is what the value may have meant.
        if case.conformance == "lenient" {
            let form = case.form.clone().unwrap();
            assert_eq!(alternatives(&reading.alternatives), [(form, case.wait.clone())], "{id}");
        }
    }
}

/// The faulty bytes, counted by hand.
#[test]
fn names_the_faulty_bytes() {
    for (value, span) in [
        ("1.5", (1, 3)),
        ("+5", (0, 1)),
        ("2026-12-01T00:00:30Z", (0, 20)),
        ("Wed, 01 Dec 2026 00:00:30 GMT", (0, 3)),
        ("Tue, 1 Dec 2026 00:00:30 GMT", (5, 6)),
        ("Tue, 01 Dec 2026 00:00:30 +0200", (26, 31)),
        ("120, 60", (5, 7)),
        ("120, soon", (5, 9)),
        ("120s", (3, 4)),
        ("soon", (0, 4)),
    ] {
        let found = retry_after(value.as_bytes(), None, false).diagnostics;
        assert_eq!(found[0].span, Some(span), "{value}");
    }
}

/// Bytes of the kinds that the field's readers look for, so that most values get past the first byte.
fn likely_value() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        "[0-9]{0,40}",
        "[-+.,;: \te_x]",
        "(Mon|Tuesday|tue|Dec|GMT|EST|UTC|Z|T|PT|ms|h)",
        "[0-9]{2}:[0-9]{2}:[0-9]{2}",
        "20[0-9]{2}-[01][0-9]-[0-3][0-9]T",
        "(Tue, 01 Dec 2026 00:00:30 GMT)",
        "\\PC",
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat().into_bytes())
}

proptest! {
    #[test]
    fn any_bytes_give_a_reading(
        value in prop_oneof![prop::collection::vec(any::<u8>(), 0..64), likely_value()],
        received in prop::option::of(-62_167_219_200i64..253_402_300_799),
        strict in any::<bool>(),
    ) {
        let received = received.map(|it| Instant::from_unix(Fixed::whole(i128::from(it))).unwrap());
        let it = retry_after(&value, received, strict);
        let waits = it.alternatives.iter().map(|other| other.wait).chain([it.hint.wait]);
        prop_assert!(waits.flatten().all(|wait| !wait.is_negative() && wait <= Fixed::MAX));
        prop_assert_eq!(it.hint.form.is_none(), it.hint.conformance.name() == "invalid");
        for (start, end) in it.diagnostics.iter().filter_map(|found| found.span) {
            prop_assert!(start <= end && end <= value.len());
        }

        let field = Field { name: b"Retry-After", value: &value };
        let received = received.map(|it| (it, ReceivedFrom::Flag));
        let reading = read(&[field], &Context { status: Some(429), received, strict, ..Context::default() });
        prop_assert!([reading.wait, reading.safe_wait].into_iter().flatten().all(|wait| !wait.is_negative()));
        prop_assert_eq!(reading.action == Action::Unknown, reading.wait.is_none());
        prop_assert_eq!(reading.wait == Some(Fixed::ZERO), reading.action == Action::Go);
    }
}
