use std::borrow::Cow;

use super::*;
use crate::diagnostic::{Code, Severity};
use crate::header::{Action, Conformance, Hint};
use crate::policy::{Edge, LimitRule, NativeFlags, ServerWait, TimeLimit};
use crate::quantity::Fixed;

const SECOND: u64 = 1_000_000_000;

fn seconds(number: u64) -> Exact {
    Exact::new(number, 9)
}

fn nanos(number: u64) -> Exact {
    Exact::new(number, 0)
}

/// 1 s, 2 s, 4 s, 8 s, 16 s.
fn policy(jitter: &str, server_wait: ServerWait) -> Policy {
    let flags = NativeFlags { base: "1s", max: "30s", jitter: Some(jitter), ..Default::default() };
    Policy { server_wait, ..Policy::native(&flags).unwrap() }
}

fn plain() -> Policy {
    policy("none", ServerWait::Honor)
}

/// A GET that got a 503 and nothing else; the first retry is next, 12 s after the start, the deadline at 60 s.
fn state(policy: &Policy) -> State<'_> {
    State {
        policy,
        retry: 1,
        elapsed: Some(seconds(12)),
        deadline: Deadline::After(seconds(60)),
        request_time: Exact::zero(),
        status: Some(503),
        method: "GET",
        idempotency_key: false,
        retry_on: None,
        methods: None,
        reading: None,
        received: None,
        started: None,
    }
}

fn silent() -> Reading<'static> {
    Reading {
        status: None,
        received: None,
        received_from: None,
        vendor: None,
        action: Action::Unknown,
        wait: None,
        safe_wait: None,
        precise_wait: None,
        upper_bound: None,
        pace: None,
        reason: None,
        retry_at: None,
        decided_by: None,
        hints: Vec::new(),
        limits: Vec::new(),
        policies: Vec::new(),
        alternatives: Vec::new(),
        ignored: Vec::new(),
        server_clock_offset: None,
        skew_corrected_wait: None,
        diagnostics: Vec::new(),
        lacks_reception: false,
    }
}

/// What a response with `Retry-After: <wait>` says.
fn retry_after(wait: i128) -> Reading<'static> {
    let wait = Some(Fixed::whole(wait));
    let hint = Hint {
        header: "Retry-After",
        value: Cow::Borrowed(b""),
        form: Some("delay-seconds"),
        conformance: Conformance::Ok,
        wait,
        at: None,
        resolution: Fixed::ZERO,
    };
    let action = if wait == Some(Fixed::ZERO) { Action::Go } else { Action::Wait };
    Reading { action, wait, decided_by: Some("Retry-After"), hints: vec![hint], ..silent() }
}

fn should_retry(word: &'static str) -> Reading<'static> {
    let (action, value) =
        (if word == "false" { Action::Stop } else { Action::Unknown }, Cow::Borrowed(word.as_bytes()));
    let hint = Hint {
        header: "x-should-retry",
        value,
        form: Some("boolean"),
        conformance: Conformance::Ok,
        wait: None,
        at: None,
        resolution: Fixed::ZERO,
    };
    Reading { action, hints: vec![hint], ..silent() }
}

fn reason(state: &State<'_>) -> &'static str {
    judge(state).unwrap().reason.name()
}

fn codes(verdict: &Verdict) -> Vec<(Code, Severity)> {
    verdict.diagnostics.iter().map(|it| (it.code, it.severity)).collect()
}

/// The worked example of the manual.
#[test]
fn a_server_that_asks_for_more_than_is_left() {
    let (policy, reading) = (plain(), retry_after(120));
    let received = Some(Instant::parse("2026-12-01T00:00:00Z").unwrap());
    let verdict =
        judge(&State { retry: 3, status: Some(429), reading: Some(&reading), received, ..state(&policy) }).unwrap();
    assert_eq!(
        verdict,
        Verdict {
            reason: Reason::WaitPassesDeadline,
            retry: 3,
            wait: Some(seconds(120)),
            wait_source: Some("Retry-After"),
            elapsed: seconds(12),
            deadline: Deadline::After(seconds(60)),
            not_before: Some(Instant::parse("2026-12-01T00:02:00Z").unwrap()),
            not_before_offset: Some(seconds(132)),
            short_by: Some(seconds(72)),
            slack: None,
            retries_left: Some(3),
            retries_that_fit: 0,
            timeline: vec![Row {
                retry: 3,
                wait: seconds(120),
                wait_source: "Retry-After",
                start: seconds(132),
                end: seconds(132),
                fits: false,
            }],
            scope: None,
            diagnostics: Vec::new(),
        }
    );
    assert_eq!(verdict.outcome(), Outcome::Deferred);
}

#[test]
fn the_timeline_goes_on_with_the_policys_own_waits() {
    let policy = plain();
    // 1, 2, 4, 8, 16 from 12 s on: 13, 15, 19, 27, 43.
    let all = judge(&state(&policy)).unwrap();
    let starts = |verdict: &Verdict| verdict.timeline.iter().map(|row| row.start.clone()).collect::<Vec<_>>();
    assert_eq!(starts(&all), [13, 15, 19, 27, 43].map(seconds));
    assert_eq!((all.retries_that_fit, all.slack.clone(), all.short_by.clone()), (5, Some(seconds(47)), None));
    // Calls of 5 s: 13..18, 20..25, 29..34, 42..47, 63..; the last does not fit.
    let some = judge(&State { request_time: seconds(5), ..state(&policy) }).unwrap();
    assert_eq!(starts(&some), [13, 20, 29, 42, 63].map(seconds));
    assert_eq!((some.retries_that_fit, some.retries_left, some.slack), (4, Some(5), Some(seconds(42))));
    assert_eq!(some.timeline.iter().map(|row| row.fits).collect::<Vec<_>>(), [true, true, true, true, false]);
    // After the server's 40 s the policy goes on where it would be: 2 s.
    let reading = retry_after(40);
    let mixed = judge(&State { reading: Some(&reading), ..state(&policy) }).unwrap();
    let rows: Vec<_> = mixed.timeline.iter().map(|row| (row.wait_source, row.start.clone())).collect();
    assert_eq!(
        rows,
        [("Retry-After", seconds(52)), ("policy", seconds(54)), ("policy", seconds(58)), ("policy", seconds(66)),]
    );
}

#[test]
fn as_planned_is_the_longest_waits_and_every_call() {
    // 50 %: 1.5 + 3 s of waiting, and three calls of 2 s; then up to 6 s.
    let policy = policy("50%", ServerWait::Honor);
    let verdict = judge(&State { retry: 3, elapsed: None, request_time: seconds(2), ..state(&policy) }).unwrap();
    assert_eq!((verdict.elapsed, verdict.wait), (Exact::new(105, 8), Some(seconds(6))));
    assert_eq!(verdict.not_before_offset, Some(Exact::new(165, 8)));
}

#[test]
fn the_last_moment_is_in_time_and_a_nanosecond_later_is_not() {
    let policy = plain();
    let at = |elapsed: u64, request: u64, deadline: u64| {
        let verdict = judge(&State {
            elapsed: Some(nanos(elapsed)),
            request_time: nanos(request),
            deadline: Deadline::After(nanos(deadline)),
            ..state(&policy)
        })
        .unwrap();
        (verdict.reason.name(), verdict.slack, verdict.short_by)
    };
    // The wait is 1 s.
    assert_eq!(at(SECOND, 0, 2 * SECOND), ("fits", Some(Exact::zero()), None));
    assert_eq!(at(SECOND + 1, 0, 2 * SECOND), ("wait-passes-deadline", None, Some(nanos(1))));
    assert_eq!(at(SECOND, 5, 2 * SECOND + 5), ("fits", Some(Exact::zero()), None));
    assert_eq!(at(SECOND, 6, 2 * SECOND + 5), ("call-passes-deadline", None, Some(nanos(1))));
    assert_eq!(at(2 * SECOND, 0, 2 * SECOND), ("wait-passes-deadline", None, Some(seconds(1))));
    assert_eq!(at(2 * SECOND + 1, 0, 2 * SECOND), ("deadline-passed", None, Some(nanos(SECOND + 1))));
    // A third of a nanosecond is not rounded away.
    let late = State {
        elapsed: Some(Exact::new(SECOND * 10 + 3, -1)),
        deadline: Deadline::After(seconds(2)),
        ..state(&policy)
    };
    assert_eq!(judge(&late).unwrap().short_by, Some(Exact::new(3, -1)));
}

#[test]
fn what_is_refused_and_what_is_not() {
    let policy = plain();
    let (stop, again, wait) = (should_retry("false"), should_retry("true"), retry_after(5));
    let base = || state(&policy);
    let cases = [
        ("fits", State { status: None, ..base() }),
        ("fits", State { status: Some(408), ..base() }),
        ("fits", State { status: Some(425), ..base() }),
        ("fits", State { status: Some(429), ..base() }),
        ("fits", State { status: Some(500), ..base() }),
        ("fits", State { status: Some(504), ..base() }),
        ("server-says-stop", State { reading: Some(&stop), ..base() }),
        ("server-says-stop", State { status: Some(200), reading: Some(&stop), ..base() }),
        ("not-a-failure", State { status: Some(200), ..base() }),
        ("not-a-failure", State { status: Some(204), reading: Some(&wait), ..base() }),
        ("not-a-failure", State { status: Some(103), ..base() }),
        ("status-not-retryable", State { status: Some(301), ..base() }),
        ("status-not-retryable", State { status: Some(304), reading: Some(&again), ..base() }),
        ("status-not-retryable", State { status: Some(404), ..base() }),
        ("status-not-retryable", State { status: Some(501), ..base() }),
        ("fits", State { status: Some(404), reading: Some(&wait), ..base() }),
        ("fits", State { status: Some(409), reading: Some(&again), ..base() }),
        ("fits", State { status: Some(404), retry_on: Some(&[404]), ..base() }),
        ("status-not-retryable", State { status: Some(503), retry_on: Some(&[404]), ..base() }),
        ("fits", State { status: None, retry_on: Some(&[404]), ..base() }),
        ("method-not-retried", State { status: Some(503), methods: Some(&["PUT".to_owned()]), ..base() }),
        ("fits", State { status: Some(503), methods: Some(&["PUT".to_owned(), "GET".to_owned()]), ..base() }),
        // Refused comes before exhausted.
        ("not-a-failure", State { status: Some(200), retry: 6, ..base() }),
        ("no-retries-left", State { retry: 6, ..base() }),
        ("fits", State { retry: 5, ..base() }),
    ];
    for (number, (right, state)) in cases.iter().enumerate() {
        assert_eq!(reason(state), *right, "case {number}");
    }
}

#[test]
fn writes_without_a_key() {
    let policy = plain();
    let wait = retry_after(5);
    let post = |status| State { method: "POST", status, ..state(&policy) };
    for status in [None, Some(408), Some(500), Some(503)] {
        let verdict = judge(&State { reading: Some(&wait), ..post(status) }).unwrap();
        assert_eq!(verdict.reason, Reason::WriteMayHaveTakenEffect, "{status:?}");
        assert_eq!(codes(&verdict), [(Code::WriteNeedsKey, Severity::Note)]);
        assert_eq!(reason(&State { idempotency_key: true, ..post(status) }), "fits");
        assert_eq!(reason(&State { method: "PUT", ..post(status) }), "fits");
        assert_eq!(reason(&State { method: "put", ..post(status) }), "write-may-have-taken-effect");
    }
    for status in [Some(429), Some(425)] {
        let verdict = judge(&post(status)).unwrap();
        assert_eq!(verdict.reason, Reason::Fits);
        assert_eq!(codes(&verdict), [(Code::WriteWithoutKey, Severity::Warning)]);
        assert_eq!(codes(&judge(&State { idempotency_key: true, ..post(status) }).unwrap()), []);
    }
    // No other refusal speaks of keys.
    assert_eq!(codes(&judge(&post(Some(200))).unwrap()), []);
}

#[test]
fn refused_and_exhausted_have_no_wait() {
    let policy = plain();
    let received = Some(Instant::parse("2026-12-01T00:00:00Z").unwrap());
    for (state, outcome, left) in [
        (State { status: Some(200), received, ..state(&policy) }, Outcome::Refused, Some(5)),
        (State { retry: 6, received, ..state(&policy) }, Outcome::Exhausted, Some(0)),
        (State { retry: 60, received, ..state(&policy) }, Outcome::Exhausted, Some(0)),
    ] {
        let it = judge(&state).unwrap();
        assert_eq!((it.outcome(), it.retries_left, it.retries_that_fit), (outcome, left, 0));
        assert_eq!((it.wait, it.wait_source, it.not_before, it.not_before_offset), (None, None, None, None));
        assert_eq!((it.short_by, it.slack, it.timeline), (None, None, Vec::new()));
        assert_eq!((it.elapsed, it.deadline), (seconds(12), Deadline::After(seconds(60))));
    }
}

#[test]
fn what_the_servers_wait_does() {
    use ServerWait::{Clamp, Floor, Honor, Ignore, Stop};
    const EARLY: Code = Code::EarlierThanServerAsked;
    // The policy's own wait is 1 s without jitter and up to 1 s with it; its max is 30 s.
    type Case = (ServerWait, &'static str, i128, u64, &'static str, &'static [Code], &'static str);
    let cases: [Case; 14] = [
        (Honor, "none", 5, 5, "Retry-After", &[], "fits"),
        (Honor, "none", 120, 120, "Retry-After", &[], "wait-passes-deadline"),
        (Honor, "full", 5, 5, "Retry-After", &[], "fits"),
        (Floor, "none", 5, 5, "Retry-After", &[], "fits"),
        (Clamp, "none", 5, 5, "Retry-After", &[], "fits"),
        (Clamp, "none", 40, 30, "Retry-After", &[EARLY], "fits"),
        (Clamp, "none", 30, 30, "Retry-After", &[], "fits"),
        (Stop, "none", 30, 30, "Retry-After", &[], "fits"),
        (Stop, "none", 31, 31, "Retry-After", &[], "server-wait-over-max"),
        (Stop, "none", 120, 120, "Retry-After", &[], "server-wait-over-max"),
        (Ignore, "none", 5, 1, "policy", &[EARLY], "fits"),
        (Ignore, "none", 1, 1, "policy", &[], "fits"),
        (Ignore, "full", 1, 1, "policy", &[EARLY], "fits"),
        (Honor, "none", 0, 1, "policy", &[Code::ServerWaitZero], "fits"),
    ];
    for (rule, jitter, asked, wait, source, found, right) in cases {
        let (policy, reading) = (policy(jitter, rule), retry_after(asked));
        let it = judge(&State { reading: Some(&reading), ..state(&policy) }).unwrap();
        let seen: Vec<_> = codes(&it).into_iter().map(|(code, _)| code).collect();
        assert_eq!(
            (it.wait, it.wait_source, seen, it.reason.name()),
            (Some(seconds(wait)), Some(source), found.to_vec(), right),
            "{rule:?} {jitter} {asked}"
        );
    }
    // The floor leaves a longer wait of the policy's: 8 s before retry 4.
    let (policy, reading) = (policy("full", Floor), retry_after(5));
    let it = judge(&State { retry: 4, reading: Some(&reading), ..state(&policy) }).unwrap();
    assert_eq!((it.wait.clone(), it.wait_source, codes(&it)), (Some(seconds(8)), Some("policy"), Vec::new()));
}

/// Faraday takes the longer of the two waits, and none above its limit; slack_sdk adds up to a second.
#[test]
fn a_floor_may_have_a_limit_and_the_servers_wait_may_be_lengthened() {
    let limited = Policy { server_limit: Some(seconds(5)), ..policy("none", ServerWait::Floor) };
    for (asked, right) in [(1, "fits"), (5, "fits"), (6, "server-wait-over-max")] {
        let reading = retry_after(asked);
        assert_eq!(reason(&State { reading: Some(&reading), ..state(&limited) }), right, "{asked}");
    }
    let longest = Edge::wait_and(seconds(1));
    let lengthened = Policy { server_spread: Some(longest), ..plain() };
    let reading = retry_after(3);
    let it = judge(&State { reading: Some(&reading), ..state(&lengthened) }).unwrap();
    assert_eq!((it.wait.clone(), codes(&it)), (Some(seconds(4)), Vec::new()));
}

#[test]
fn a_wait_over_the_max_is_deferred_even_in_time() {
    let (policy, reading) = (policy("none", ServerWait::Stop), retry_after(31));
    let it = judge(&State { reading: Some(&reading), ..state(&policy) }).unwrap();
    assert_eq!((it.outcome(), it.short_by, it.slack, it.retries_that_fit), (Outcome::Deferred, None, None, 0));
    assert_eq!(it.timeline.len(), 1);
    // It stands above a deadline that has passed; without a max there is nothing to be over.
    let late = State { deadline: Deadline::After(seconds(1)), reading: Some(&reading), ..state(&policy) };
    assert_eq!(reason(&late), "server-wait-over-max");
    let endless = Policy { max: None, ..policy.clone() };
    assert_eq!(reason(&State { reading: Some(&reading), ..state(&endless) }), "fits");
}

/// curl leaves its own last wait alone and ends where Retry-After would pass the limit; httpx-retries cuts either.
#[test]
fn the_policys_own_time_counts_for_the_servers_wait_too() {
    use LimitRule::{Overrun, Refuse, RefuseAt, Truncate};
    // The failed call ended at 12 s, and the policy's own wait is 1 s.
    type Case = (LimitRule, u64, Option<i128>, Option<u64>);
    let cases: [Case; 13] = [
        (Overrun, 13, Some(1), Some(1)),
        (Overrun, 14, Some(3), None),
        (Overrun, 15, Some(3), Some(3)),
        (Overrun, 12, None, None),
        (Refuse, 14, Some(3), None),
        (Refuse, 15, Some(3), Some(3)),
        (Refuse, 13, None, Some(1)),
        (Refuse, 12, None, None),
        (RefuseAt, 15, Some(3), None),
        (RefuseAt, 16, Some(3), Some(3)),
        (Truncate, 14, Some(3), Some(2)),
        (Truncate, 12, Some(3), None),
        (Truncate, 20, None, Some(1)),
    ];
    for (rule, limit, asked, wait) in cases {
        let policy = Policy { time_limit: Some(TimeLimit::new(seconds(limit), rule)), ..plain() };
        let reading = asked.map(retry_after);
        let it = judge(&State { reading: reading.as_ref(), ..state(&policy) }).unwrap();
        let right = if wait.is_some() { Reason::Fits } else { Reason::PolicyTimeOver };
        assert_eq!((it.reason, it.wait), (right, wait.map(seconds)), "{rule:?} {limit} {asked:?}");
    }
}

#[test]
fn quota_left_is_no_hint() {
    let policy = plain();
    let go = Reading { action: Action::Go, wait: Some(Fixed::ZERO), decided_by: Some("RateLimit"), ..silent() };
    let it = judge(&State { status: None, reading: Some(&go), ..state(&policy) }).unwrap();
    assert_eq!((it.wait_source, codes(&it)), (Some("policy"), Vec::new()));
}

#[test]
fn a_redirect_is_followed_after_the_servers_wait() {
    let policy = plain();
    let (wait, now) = (retry_after(5), retry_after(0));
    // Neither the method nor the retries count.
    let redirect = State { status: Some(303), method: "POST", retry: 9, reading: Some(&wait), ..state(&policy) };
    let it = judge(&redirect).unwrap();
    assert_eq!((it.scope, it.reason, it.wait), (Some("redirect"), Reason::Fits, Some(seconds(5))));
    assert_eq!((it.timeline.len(), it.diagnostics.len(), it.retry), (1, 0, 9));
    let it = judge(&State { reading: Some(&now), ..redirect.clone() }).unwrap();
    assert_eq!((it.wait, it.wait_source, it.diagnostics), (Some(Exact::zero()), Some("Retry-After"), Vec::new()));
    assert_eq!(reason(&State { deadline: Deadline::After(seconds(16)), ..redirect }), "wait-passes-deadline");
}

#[test]
fn instants_come_from_the_reception_or_the_start() {
    let policy = plain();
    let at = |text| Some(Instant::parse(text).unwrap());
    let shown = |received, started| {
        judge(&State { received, started, ..state(&policy) }).unwrap().not_before.map(|it| it.to_string())
    };
    // 12 s elapsed, 1 s to wait.
    assert_eq!(shown(at("@100"), None), Some("1970-01-01T00:01:41Z".to_owned()));
    assert_eq!(shown(None, at("@0")), Some("1970-01-01T00:00:13Z".to_owned()));
    assert_eq!(shown(None, None), None);
    let far = retry_after(i128::from(i64::MAX));
    let it = judge(&State { reading: Some(&far), received: at("@0"), ..state(&policy) }).unwrap();
    assert_eq!((it.reason, it.not_before), (Reason::WaitPassesDeadline, None));
}

#[test]
fn keeps_the_findings_of_the_reading_first() {
    let policy = plain();
    let found = Diagnostic {
        code: Code::RetryAfterLenient,
        severity: Severity::Warning,
        header: Some("Retry-After"),
        message: "has decimals".to_owned(),
        span: None,
    };
    let reading = Reading { diagnostics: vec![found.clone()], ..retry_after(5) };
    let it = judge(&State { method: "PATCH", status: Some(429), reading: Some(&reading), ..state(&policy) }).unwrap();
    assert_eq!(it.diagnostics[0], found);
    assert_eq!(it.diagnostics[1].code, Code::WriteWithoutKey);
}

#[test]
fn cannot_judge_bare_numbers_or_endless_waits() {
    let bare = Policy::native(&NativeFlags { base: "1", max: "30", ..Default::default() }).unwrap();
    assert_eq!(judge(&state(&bare)), Err(CannotJudge::NoUnits));
    let flags = NativeFlags { base: "1s", max: "none", factor: Some("1e20"), ..Default::default() };
    let steep = Policy::native(&flags).unwrap();
    let Err(CannotJudge::WaitTooLong(fault)) = judge(&State { retry: 3, ..state(&steep) }) else { panic!("judged") };
    assert_eq!(fault.retry, 3);
    // The second wait is too long for the deadline, so the third is never asked for.
    assert_eq!(judge(&state(&steep)).unwrap().retries_that_fit, 1);
}

#[test]
fn a_policy_without_limits_has_a_timeline_that_ends() {
    let policy = Policy { max: Some(Exact::zero()), retries: None, ..plain() };
    let it = judge(&state(&policy)).unwrap();
    assert_eq!((it.timeline.len(), it.retries_left), (1000, None));
}
