use proptest::prelude::*;

use super::inspect::{title, write};
use super::{Column, rows, width};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Action, Conformance, Field, PartitionKey, Reading};
use crate::quantity::Fixed;
use crate::report::inspect::Response;
use crate::report::{Style, escape, sample};

fn shown(reading: &Reading<'_>, fields: &[(&str, &str)], style: Style) -> String {
    let fields: Vec<_> =
        fields.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
    let mut out = String::new();
    let response = Response { reading: reading.clone(), fields, clients: false };
    write(&mut out, &response, &style).unwrap();
    out
}

#[test]
fn shows_the_clients_where_they_are_asked_for() {
    let fields = vec![Field { name: b"Retry-After", value: b"120" }];
    let response = Response { reading: sample::contract(), fields, clients: true };
    let mut out = String::new();
    write(&mut out, &response, &plain(100)).unwrap();
    assert!(out.contains(" undici 7.30.2           waits 30s  its longest wait\n"), "{out}");
    assert!(out.contains(" openai-node 6.49.0      waits 2m   seconds, by parseFloat()\n"), "{out}");
}

#[test]
fn the_width_is_known_before_anything_is_drawn() {
    let cells = |texts: [Option<&str>; 2]| texts.map(|text| text.map(str::to_owned));
    let columns = [
        Column::right("retry", cells([Some("1"), None])),
        Column::left("grün", cells([Some("日本"), Some("a")])),
        Column::right("", cells([Some("1.234567 s"), Some("2")])),
    ];
    // A space before each column and behind it, but at the end: 7 + 6 + 11.
    assert_eq!(width(&columns), 24);
    assert_eq!(rows(&columns).lines().map(unicode_width::UnicodeWidthStr::width).max(), Some(24));
}

fn plain(width: usize) -> Style {
    Style::new(false, width, true)
}

fn warned() -> Reading<'static> {
    let mut reading = sample::contract();
    reading.diagnostics.push(sample::reset_before_retry_after());
    reading
}

const FIELDS: &[(&str, &str)] = &[("Retry-After", "120"), ("RateLimit", "\"default\";r=50;t=30")];

#[test]
fn the_answer_then_why_then_the_detail() {
    let right = "\
wait 2m, until 2026-12-01T00:02:00Z: Retry-After says so (RFC 9110, 10.2.3)

 limit    remaining  resets in  from
 default  50         30s        RateLimit (draft 08)

 policy   quota  window  from
 default  100    1m      RateLimit-Policy

warning[reset-before-retry-after]: the limit resets 1m 30s before Retry-After allows a retry
  RateLimit: \"default\";r=50;t=30
                            ^^^^
";
    for width in [100, 200] {
        assert_eq!(shown(&warned(), FIELDS, plain(width)), right);
        assert_eq!(shown(&warned(), FIELDS, Style::new(false, width, false)), right);
    }
    let painted = right
        .replace("wait 2m, until 2026-12-01T00:02:00Z", "\x1b[1;33mwait 2m, until 2026-12-01T00:02:00Z\x1b[0m")
        .replace("warning[reset-before-retry-after]", "\x1b[33mwarning[reset-before-retry-after]\x1b[0m")
        .replace("^^^^", "\x1b[33m^^^^\x1b[0m");
    assert_eq!(shown(&warned(), FIELDS, Style::new(true, 100, true)), painted);
}

#[test]
fn a_policy_that_a_limit_shows_is_not_shown_again() {
    let mut reading = sample::contract();
    reading.limits[0].limit = sample::seconds(100);
    reading.limits[0].window = sample::seconds(60);
    reading.limits[0].partition_key = Some(PartitionKey(b"\xff\x1b".to_vec()));
    reading.limits.push(sample::limit("da\u{202e}y", 0, 93_600));
    reading.limits[1].unit = Some("content-bytes".into());
    reading.policies[0].partition_key = reading.limits[0].partition_key.clone();
    assert_eq!(
        shown(&reading, &[], plain(100)),
        "\
wait 2m, until 2026-12-01T00:02:00Z: Retry-After says so (RFC 9110, 10.2.3)

 limit        remaining  of   unit           window  resets in  partition  from
 default      50         100  -              1m      30s        \u{ff}\\x1b      RateLimit (draft 08)
 da\\u{202e}y  0          -    content-bytes  -       1d 2h      -          RateLimit (draft 08)
"
    );
}

#[test]
fn fits_into_forty_columns() {
    let mut reading = warned();
    reading.limits.clear();
    reading.policies.clear();
    let long = "\"some-rather-long-name\";r=5, \"default\";r=50;t=30, \"and-another-one\";r=1";
    reading.diagnostics[0].span = Some((44, 48));
    assert_eq!(
        shown(&reading, &[("ratelimit", long)], plain(40)),
        "\
wait 2m, until 2026-12-01T00:02:00Z:
  Retry-After says so (RFC 9110, 10.2.3)

warning[reset-before-retry-after]: the
  limit resets 1m 30s before Retry-After
  allows a retry
  RateLimit: \u{2026}ault\";r=50;t=30, \"and-ano\u{2026}
"
        .to_owned()
            + "                         ^^^^\n"
    );
}

/// A table that is too wide is a list for each row, so that no word is torn.
#[test]
fn lists_rows_where_a_table_does_not_fit() {
    let mut reading = sample::contract();
    reading.limits[0].name = Some("a-name-of-more-than-twenty-five-letters".into());
    reading.limits[0].limit = sample::seconds(100);
    reading.limits.push(sample::limit("default", 0, 5));
    assert_eq!(
        shown(&reading, &[], Style::new(false, 40, false)),
        "\
wait 2m, until 2026-12-01T00:02:00Z:
  Retry-After says so (RFC 9110, 10.2.3)

 limit      a-name-of-more-than-twen...
 remaining  50
 of         100
 resets in  30s
 from       RateLimit (draft 08)

 limit      default
 remaining  0
 of         -
 resets in  5s
 from       RateLimit (draft 08)

 policy  default
 quota   100
 window  1m
 from    RateLimit-Policy
"
    );
}

#[test]
fn every_answer_says_what_to_do_and_why() {
    let code =
        |code, header| Diagnostic { code, severity: Severity::Note, header, message: "so it is".into(), span: None };
    let answer = |change: &dyn Fn(&mut Reading<'_>)| {
        let mut reading = sample::contract();
        change(&mut reading);
        shown(&reading, &[], plain(200)).lines().next().unwrap().to_owned()
    };
    let by_limit = |reading: &mut Reading<'_>, remaining: i128| {
        reading.hints.clear();
        reading.limits = vec![sample::limit("default", remaining, 30)];
        reading.limits[0].binding = true;
        reading.wait = sample::seconds(30);
        reading.retry_at = sample::at("2026-12-01T00:00:30Z");
        reading.decided_by = Some("RateLimit");
    };
    let go = |reading: &mut Reading<'_>| {
        reading.action = Action::Go;
        reading.wait = Some(Fixed::ZERO);
    };
    let unknown = |reading: &mut Reading<'_>| {
        *reading =
            Reading { action: Action::Unknown, wait: None, retry_at: None, decided_by: None, ..sample::contract() };
        reading.hints.clear();
        reading.limits.clear();
    };
    for (shown, right) in [
        (
            answer(&|it| it.retry_at = None),
            "wait 2m after the response arrived: Retry-After says so (RFC 9110, 10.2.3)",
        ),
        (
            answer(&|it| {
                it.hints[0].header = "retry-after-ms";
                it.decided_by = Some("retry-after-ms");
            }),
            "wait 2m, until 2026-12-01T00:02:00Z: retry-after-ms says so \
             (documentation of Azure OpenAI, Azure Cosmos DB and the AWS SDKs)",
        ),
        (
            answer(&|it| by_limit(it, 0)),
            "wait 30s, until 2026-12-01T00:00:30Z: RateLimit says that limit \"default\" is used up until then (draft 08)",
        ),
        (
            answer(&|it| {
                by_limit(it, 0);
                it.limits[0].dialect = "x-ratelimit";
                it.limits[0].name = None;
                it.decided_by = Some("X-RateLimit-Reset");
                it.diagnostics.push(code(Code::ResetUnitGuessed, Some("X-RateLimit-Reset")));
            }),
            "wait 30s, until 2026-12-01T00:00:30Z: a guess from X-RateLimit-Reset (no specification)",
        ),
        (
            answer(&|it| {
                by_limit(it, 50);
                it.limits[0].remaining = None;
                it.diagnostics.push(code(Code::LimitGuessed, None));
            }),
            "wait 30s, until 2026-12-01T00:00:30Z: a guess from RateLimit (draft 08)",
        ),
        (answer(&go), "go: Retry-After allows it at once (RFC 9110, 10.2.3)"),
        (
            answer(&|it| {
                by_limit(it, 50);
                go(it);
            }),
            "go: RateLimit says that 50 of limit \"default\" are left (draft 08)",
        ),
        (
            answer(&|it| {
                by_limit(it, 1);
                go(it);
            }),
            "go: RateLimit says that 1 of limit \"default\" is left (draft 08)",
        ),
        (
            answer(&|it| {
                by_limit(it, 0);
                go(it);
            }),
            "go: RateLimit says that limit \"default\" has been reset (draft 08)",
        ),
        (
            answer(&|it| {
                by_limit(it, 50);
                it.limits[0].remaining = None;
                go(it);
            }),
            "go: RateLimit does not speak against it (draft 08)",
        ),
        (
            answer(&|it| {
                it.action = Action::Stop;
                it.hints[0].header = "x-should-retry";
                it.decided_by = Some("x-should-retry");
            }),
            "stop: x-should-retry says not to retry (OpenAI and Anthropic SDKs, which read the field)",
        ),
        (answer(&unknown), "unknown: no field says when to retry; use your own backoff"),
        (
            answer(&|it| {
                unknown(it);
                it.limits = vec![sample::limit("default", 0, 30)];
                it.limits[0].reset = None;
            }),
            "unknown: RateLimit says that limit \"default\" is used up, not when it resets; use your own backoff",
        ),
        (
            answer(&|it| {
                unknown(it);
                it.limits = vec![sample::limit("default", 0, 40_000_000)];
            }),
            "unknown: RateLimit says that limit \"default\" is used up, and its reset is past belief; use your own backoff",
        ),
        (
            answer(&|it| {
                unknown(it);
                it.limits = vec![sample::limit("default", 5, 30)];
                it.diagnostics.push(code(Code::QuotaLeft, None));
            }),
            "unknown: the response failed although quota is left; use your own backoff",
        ),
        (
            answer(&|it| {
                unknown(it);
                it.hints = sample::contract().hints;
                it.hints[0].conformance = Conformance::Invalid;
            }),
            "unknown: Retry-After cannot be read; use your own backoff",
        ),
        (
            answer(&|it| {
                unknown(it);
                it.hints = sample::contract().hints;
                it.hints[0].wait = None;
                it.lacks_reception = true;
                it.diagnostics =
                    ["RateLimit", "Retry-After"].map(|header| code(Code::NeedsReception, Some(header))).into();
                it.diagnostics[1].severity = Severity::Error;
            }),
            "unknown: Retry-After names an instant, and nobody said when the response arrived; give `--received`",
        ),
        (
            answer(&|it| {
                unknown(it);
                it.ignored = vec!["RateLimit"];
            }),
            "unknown: RateLimit was ignored; use your own backoff",
        ),
    ] {
        assert_eq!(shown, right);
    }
}

#[test]
fn shows_other_waits_and_other_readings() {
    let mut reading = sample::contract();
    reading.limits.clear();
    reading.policies.clear();
    reading.precise_wait = Some(Fixed::nanos(119_250_000_000));
    reading.hints.push(reading.hints[0].clone());
    reading.hints[1].header = "retry-after-ms";
    reading.hints[1].wait = reading.precise_wait;
    reading.safe_wait = sample::seconds(121);
    reading.server_clock_offset = sample::seconds(-3);
    reading.skew_corrected_wait = sample::seconds(123);
    reading.alternatives = vec![sample::alternative(b"12\x1bm"), sample::alternative(b"12m")];
    reading.alternatives[1].at = None;
    assert_eq!(
        shown(&reading, &[], plain(80)),
        "\
wait 2m, until 2026-12-01T00:02:00Z: Retry-After says so (RFC 9110, 10.2.3)
  precisely 1m 59.25s, by retry-after-ms
  to be safe wait 2m 1s, since the instant is in whole seconds
  the server's clock is 3s behind; by it the wait is 2m 3s

Retry-After: 12\\x1bm may also mean 12m, until 2026-12-01T00:12:00Z (duration)
Retry-After: 12m may also mean 12m (duration)
"
    );
}

#[test]
fn a_stop_tells_what_the_other_fields_ask_for() {
    let mut reading = sample::contract();
    reading.limits.clear();
    reading.policies.clear();
    reading.action = Action::Stop;
    reading.decided_by = Some("x-should-retry");
    assert_eq!(
        shown(&reading, &[], Style::new(true, 100, true)),
        "\x1b[1;31mstop\x1b[0m: x-should-retry says not to retry (OpenAI and Anthropic SDKs, which read the field)\n  \
         without that the wait would be 2m\n"
    );
}

#[test]
fn titles_of_several_readings() {
    assert_eq!(title(2, 3, Some(429)), "response 2 of 3, status 429");
    assert_eq!(title(3, 3, None), "response 3 of 3");
}

proptest! {
    #[test]
    fn nothing_hidden_gets_through(name: String, bytes: Vec<u8>, width in 40usize..200, unicode: bool, end in 0usize..40) {
        let mut reading = sample::contract();
        reading.limits[0].name = Some(name.clone().into());
        reading.limits[0].scope = Some(name.clone().into());
        reading.limits[0].unit = Some(name.clone().into());
        reading.limits[0].partition_key = Some(PartitionKey(bytes.clone()));
        reading.limits[0].exhausted = true;
        reading.limits[0].binding = true;
        reading.hints.clear();
        reading.decided_by = Some("RateLimit");
        reading.alternatives.push(sample::alternative(b"1"));
        reading.alternatives[0].value = bytes.clone().into();
        reading.diagnostics.push(sample::reset_before_retry_after());
        reading.diagnostics[0].message = name;
        reading.diagnostics[0].span = Some((end / 2, end));
        let fields = vec![Field { name: b"ratelimit", value: &bytes }];
        let response = Response { reading, fields, clients: true };
        let mut out = String::new();
        write(&mut out, &response, &Style::new(false, width, unicode)).unwrap();
        prop_assert!(!out.chars().any(|it| it != '\n' && escape::is_hidden(it)), "{}", out);
        prop_assert!(unicode || out.is_ascii(), "{}", out);
    }
}
