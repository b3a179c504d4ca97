//! The order of decision: which field answers, and what the others say beside it.

use super::answer::{Answer, from_limits};
use super::catalog::{Known, Present};
use super::hints::Hints;
use super::hit::{Hit, upper_bound};
use super::limits::{Limits, Reader, read_limits};
use super::reception::Reception;
use super::recognise::recognise;
use super::rules::Rules;
use super::{Action, Context, Limit, Plan, Problem, Reading, conflict, findings, retry_after, retry_field};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// The fields that a response from a cache makes void (draft-ietf-httpapi-ratelimit-headers-11, 7.3).
const VOID_FROM_CACHE: [Known; 11] = [
    Known::RateLimit,
    Known::RateLimitPolicy,
    Known::RateLimitLimit,
    Known::RateLimitRemaining,
    Known::RateLimitReset,
    Known::XRateLimitLimit,
    Known::XRateLimitRemaining,
    Known::XRateLimitReset,
    Known::XDashRateLimitLimit,
    Known::XDashRateLimitRemaining,
    Known::XDashRateLimitReset,
];

/// What the fields of a response say together.
pub(super) fn read<'a>(plan: &Plan, present: &Present<'a>, context: &Context<'_>) -> Reading<'a> {
    let reception = Reception::read(present, context);
    let received = reception.received.map(|(at, _)| at);
    let profile = context.profile.or_else(|| recognise(plan.marked, present));
    let mut hints = Hints::read(present, plan.has_retry_field, profile, received, context.strict);
    hints.add_sunset(present, context, received);
    let limits = if reception.cached {
        from_cache(present)
    } else {
        let reader = Reader {
            plan,
            present,
            received,
            strict: context.strict,
            profile,
            reset_unit: context.reset_unit,
            is_named: context.profile.is_some(),
            asked: hints.hints.iter().find_map(|hint| hint.wait),
            server: reception.server,
        };
        read_limits(&reader)
    };
    let mut reading = conclude(&Context { profile, ..*context }, reception, hints, limits);
    reading.vendor = profile.map(|it| it.name);
    reading
}

fn from_cache<'a>(present: &Present<'a>) -> Limits<'a> {
    let void = VOID_FROM_CACHE.into_iter().filter(|field| present.get(*field).is_some());
    let vendors = present.vendors().iter().filter(|(entry, _)| entry.is_of_limit());
    let ignored = void.map(Known::name).chain(vendors.map(|(entry, _)| entry.name)).collect();
    let mut limits = Limits { ignored, ..Limits::default() };
    if !limits.ignored.is_empty() {
        let message = "the response came from a cache; its RateLimit fields are those of another response";
        let span = present.get(Known::Age).map(|age| (0, age.value.len()));
        limits.diagnostics.push(Diagnostic { span, ..findings::note(Code::Cached, Some(Known::Age.name()), message) });
    }
    limits
}

fn conclude<'a>(
    context: &Context<'_>,
    mut reception: Reception,
    mut hints: Hints<'a>,
    mut limits: Limits<'a>,
) -> Reading<'a> {
    let mut ignored = std::mem::take(&mut reception.ignored);
    ignored.extend(hints.ignored());
    ignored.append(&mut limits.ignored);
    let mut diagnostics = std::mem::take(&mut reception.diagnostics);
    diagnostics.append(&mut hints.diagnostics);
    diagnostics.append(&mut limits.diagnostics);

    let received = reception.received.map(|(at, _)| at);
    let failed = context.status.is_some_and(|status| status >= 400);
    let problem = context.body.and_then(|body| body.problem.as_ref());
    diagnostics.extend(problem.map(Problem::note));
    let violated = |limit: &Limit<'_>| failed && problem.is_some_and(|problem| problem.names(limit.name.as_deref()));
    let hit = Hit::find(&limits.limits, received, failed, violated);
    if let Hit::UsedUp(position) | Hit::WithoutReset(position) | Hit::Guess(position) = hit
        && let Some(limit) = limits.limits.get_mut(position)
    {
        limit.binding = true;
    }
    let mut rules = Rules::new(context, &hints.hints, &limits.limits);
    let asking = rules.asking(&hints.hints);
    let of_body = context.body.and_then(|body| body.hint.as_ref()).map(|hint| hint.read(received));
    let is_guess = matches!(hit, Hit::Guess(_));
    let of_limits = || from_limits(&limits.limits, hit, failed, received);
    let of_fields = asking.map(Answer::from_hint).or_else(|| of_limits().filter(|_| !is_guess));
    let is_bodys = of_fields.is_none() && of_body.as_ref().is_some_and(|(hint, _)| hint.form.is_some());
    let answer = of_fields
        .or_else(|| of_body.as_ref().filter(|_| is_bodys).map(|(hint, _)| Answer::from_hint(hint)))
        .or_else(of_limits)
        .or_else(|| rules.fall_back(context, hit).map(|rule| Answer::from_rule(rule, received)));
    let action = match &answer {
        _ if hints.stop.is_some() => Action::Stop,
        None => Action::Unknown,
        Some(answer) => answer.action(),
    };
    let lacks_reception = action == Action::Unknown && answer.is_some();
    let missed = answer.as_ref().filter(|_| lacks_reception).map(|answer| answer.header);

    match asking {
        Some(hint) => {
            if let Some(wait) = hint.wait {
                diagnostics.extend(conflict::find(&limits.limits, hint.header, wait));
            }
        }
        None if is_bodys => {}
        None => {
            let is_open = failed && rules.fallback.is_none();
            diagnostics.extend(findings::about_limits(&limits.limits, hit, is_open, received));
        }
    }
    if context.profile.is_some() {
        diagnostics.extend(findings::about_rules(&rules, &limits.limits, action));
    }
    let of_body = of_body.map(|(hint, diagnostic)| {
        ignored.extend(hint.form.is_none().then_some(hint.header));
        diagnostics.extend(diagnostic);
        hint
    });
    diagnostics.extend(findings::redirect(context.status, &hints.hints));
    diagnostics.extend(asking.and_then(|hint| findings::on_success(context.status, hint, &limits.limits)));
    diagnostics.extend(findings::long_past(&limits.limits, reception.server.or(received)));
    diagnostics.extend(findings::no_wait(action, failed, answer.as_ref().map(|answer| answer.header)));
    let doubted = asking.and_then(|hint| Some((hint, conflict::thousandfold(hint, &limits.limits, &limits.policies)?)));
    let is_new = !diagnostics.iter().any(|it| it.code == Code::RetryAfterImplausible);
    let in_milliseconds = doubted.filter(|_| is_new).and_then(|(hint, finding)| {
        diagnostics.push(finding);
        Some(retry_after::in_milliseconds(hint.wait?, hint.value.clone(), received))
    });
    diagnostics.extend(findings::no_credentials(context.status, answer.is_some(), &limits.limits));
    diagnostics.extend(findings::about_reception(&hints.hints, &limits.limits, missed, received));
    for diagnostic in &mut diagnostics {
        if findings::is_error(diagnostic.code, context.strict, action, lacks_reception) {
            diagnostic.severity = Severity::Error;
        }
    }

    let wait = answer.as_ref().and_then(|answer| answer.wait);
    let at = answer.as_ref().filter(|_| wait.is_some()).and_then(|answer| answer.at);
    let decided_by = match &answer {
        _ if hints.stop.is_some() => hints.stop,
        Some(answer) if action != Action::Unknown => Some(answer.header),
        _ => None,
    };
    let by_retry_after = asking.is_some_and(|hint| hint.header == Known::RetryAfter.name());
    let precise_wait = by_retry_after.then(|| retry_field::precise_wait(&hints.hints)).flatten();
    let skew_corrected_wait = answer.as_ref().filter(|answer| answer.is_instant()).and_then(|answer| {
        let (at, server) = (answer.at?, reception.server?);
        Some(at.since(server).or_zero())
    });
    hints.hints.extend(of_body);
    let mut alternatives = hints.alternatives;
    alternatives.extend(in_milliseconds);
    alternatives.append(&mut limits.alternatives);
    Reading {
        status: context.status,
        received,
        received_from: reception.received.map(|(_, from)| from),
        vendor: None,
        action,
        wait,
        safe_wait: answer.as_ref().and_then(|answer| answer.safe_wait(received)),
        precise_wait,
        upper_bound: if answer.is_none() { upper_bound(&limits.limits) } else { None },
        pace: limits.pace,
        reason: limits.reason,
        retry_at: at,
        decided_by,
        hints: hints.hints,
        limits: limits.limits,
        policies: limits.policies,
        alternatives,
        ignored,
        server_clock_offset: reception.offset(),
        skew_corrected_wait,
        diagnostics,
        lacks_reception,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{Field, ReceivedFrom, ResetBy};
    use crate::instant::Instant;
    use crate::quantity::Fixed;

    const RECEIVED: &str = "2026-12-01T00:00:00Z";

    fn limit(source: &'static str, remaining: Option<i128>, reset: Option<i128>) -> Limit<'static> {
        let received = Instant::parse(RECEIVED).unwrap();
        let reset = reset.map(Fixed::whole);
        Limit {
            name: None,
            source,
            dialect: "ietf-08",
            unit: None,
            scope: None,
            limit: None,
            remaining: remaining.map(Fixed::whole),
            used: None,
            exhausted: remaining == Some(0),
            binding: false,
            window: None,
            reset,
            reset_at: reset.and_then(|reset| received.plus(reset)),
            reset_by: reset.map(|_| ResetBy::Specification),
            partition_key: None,
            categories: None,
            informational: false,
            resolution: Fixed::ZERO,
            remaining_in: None,
            reset_in: None,
        }
    }

    /// A limit whose reset was sent as an instant in whole seconds, read without a time of reception.
    fn unplaced(remaining: Option<i128>, at: &str) -> Limit<'static> {
        let reset_at = Some(Instant::parse(at).unwrap());
        Limit { reset_at, resolution: Fixed::ONE, ..limit("X-RateLimit-Reset", remaining, None) }
    }

    fn reading(
        lines: &[(&'static str, &'static str)],
        status: Option<u16>,
        received: Option<&str>,
        limits: Vec<Limit<'static>>,
    ) -> Reading<'static> {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let received = received.map(|it| (Instant::parse(it).unwrap(), ReceivedFrom::Flag));
        let (plan, context) = (Plan::new(&fields), Context { status, received, ..Context::default() });
        let present = plan.present(&fields);
        let reception = Reception::read(&present, &context);
        let hints = Hints::read(&present, plan.has_retry_field, None, reception.received.map(|(at, _)| at), false);
        conclude(&context, reception, hints, Limits { limits, ..Limits::default() })
    }

    fn answer(reading: &Reading<'_>) -> (Action, Option<String>, Option<&'static str>) {
        (reading.action, reading.wait.map(|it| it.to_string()), reading.decided_by)
    }

    fn findings(reading: &Reading<'_>) -> Vec<(Code, Severity)> {
        reading.diagnostics.iter().map(|it| (it.code, it.severity)).collect()
    }

    const RL: &str = "RateLimit";

    #[test]
    fn limits_answer_where_no_hint_does() {
        use Action::{Go, Unknown, Wait};
        use Code::{LimitGuessed, NoWaitAfterFailure, QuotaLeft, ResetMissing};
        use Severity::{Note, Warning};
        for (case, status, limits, expected, found) in [
            (
                "the latest of those used up",
                None,
                vec![(Some(0), Some(120)), (Some(0), Some(3600))],
                (Wait, Some("3600")),
                None,
            ),
            (
                "only those used up",
                Some(429),
                vec![(Some(8), Some(9000)), (Some(0), Some(60))],
                (Wait, Some("60")),
                None,
            ),
            ("a status below 400 too", Some(200), vec![(Some(0), Some(50))], (Wait, Some("50")), None),
            ("a reset of 0", Some(429), vec![(Some(0), Some(0))], (Go, Some("0")), Some((NoWaitAfterFailure, Note))),
            ("alone without a reset", Some(429), vec![(Some(0), None)], (Unknown, None), Some((ResetMissing, Warning))),
            (
                "one without a reset",
                None,
                vec![(Some(0), None), (Some(0), Some(5))],
                (Wait, Some("5")),
                Some((ResetMissing, Warning)),
            ),
            (
                "no guess beside one used up",
                Some(429),
                vec![(Some(0), None), (None, Some(5))],
                (Unknown, None),
                Some((ResetMissing, Warning)),
            ),
            ("quota left", Some(200), vec![(Some(50), Some(5))], (Go, Some("0")), None),
            ("quota left, no status", None, vec![(Some(50), None)], (Go, Some("0")), None),
            ("quota left and failed", Some(429), vec![(Some(50), Some(5))], (Unknown, None), Some((QuotaLeft, Note))),
            (
                "a guess",
                Some(429),
                vec![(Some(50), Some(9)), (None, Some(7))],
                (Wait, Some("7")),
                Some((LimitGuessed, Warning)),
            ),
            ("no guess on success", Some(200), vec![(None, Some(7))], (Unknown, None), None),
            ("nothing", Some(429), vec![], (Unknown, None), None),
            ("nothing, and success", Some(200), vec![], (Unknown, None), None),
        ] {
            let limits = limits.into_iter().map(|(remaining, reset)| limit(RL, remaining, reset)).collect();
            let it = reading(&[], status, Some(RECEIVED), limits);
            let (action, wait) = expected;
            let by = (action != Unknown).then_some(RL);
            assert_eq!(answer(&it), (action, wait.map(str::to_owned), by), "{case}");
            assert_eq!(findings(&it), Vec::from_iter(found), "{case}");
        }
    }

    #[test]
    fn a_hint_stands_above_the_limits() {
        use Code::{ResetBeforeRetryAfter, RetryAfterBeforeReset};
        for (wait, limits, found) in [
            ("120", vec![(Some(50), Some(30))], Some((ResetBeforeRetryAfter, (Some(50), 90)))),
            ("20", vec![(Some(15), Some(40))], None),
            ("31", vec![(Some(0), Some(30))], None),
            ("32", vec![(Some(0), Some(30))], Some((ResetBeforeRetryAfter, (Some(0), 2)))),
            ("29", vec![(Some(0), Some(30))], None),
            ("28", vec![(Some(0), Some(30))], Some((RetryAfterBeforeReset, (Some(0), 2)))),
            ("120", vec![(Some(50), Some(30)), (Some(5), Some(3600))], None),
            ("120", vec![(Some(50), Some(30)), (Some(0), Some(3600))], Some((RetryAfterBeforeReset, (Some(0), 3480)))),
            ("120", vec![(Some(0), None)], None),
        ] {
            let limits: Vec<_> = limits.into_iter().map(|(remaining, reset)| limit(RL, remaining, reset)).collect();
            let it = reading(&[("Retry-After", wait)], Some(429), Some(RECEIVED), limits);
            assert_eq!(answer(&it), (Action::Wait, Some(wait.to_owned()), Some("Retry-After")));
            let code = found.map(|(code, _)| (code, Severity::Warning));
            assert_eq!(findings(&it), Vec::from_iter(code), "{wait}");
            if let Some((_, (_, seconds))) = found {
                let apart = crate::quantity::human_fixed(Fixed::whole(seconds));
                assert!(it.diagnostics[0].message.contains(&format!(" {apart} ")), "{}", it.diagnostics[0].message);
            }
        }
        let it = reading(&[("Retry-After", "120")], Some(429), Some(RECEIVED), vec![limit(RL, Some(50), Some(30))]);
        assert_eq!(it.diagnostics[0].message, "the limit resets 1m 30s before Retry-After allows a retry");
    }

    #[test]
    fn marks_the_limit_that_was_hit() {
        let binding = |lines: &[(&'static str, &'static str)], limits| {
            reading(lines, Some(429), Some(RECEIVED), limits).limits.iter().map(|it| it.binding).collect::<Vec<_>>()
        };
        let two = || vec![limit(RL, Some(0), Some(5)), limit(RL, Some(0), Some(9))];
        assert_eq!(binding(&[], two()), [false, true]);
        assert_eq!(binding(&[("Retry-After", "7")], two()), [false, true]);
        assert_eq!(binding(&[], vec![limit(RL, Some(0), Some(5)), limit(RL, Some(0), Some(5))]), [true, false]);
        assert_eq!(binding(&[], vec![limit(RL, Some(3), Some(5)), limit(RL, None, Some(4))]), [false, true]);
        assert_eq!(binding(&[], vec![limit(RL, Some(3), Some(5))]), [false]);
        // Without a reset the longest window counts, then the order.
        assert_eq!(binding(&[], vec![limit(RL, Some(0), None)]), [true]);
        let within = |window| Limit { window: Some(Fixed::whole(window)), ..limit(RL, Some(0), None) };
        assert_eq!(binding(&[], vec![within(1), within(10)]), [false, true]);
        assert_eq!(binding(&[("Retry-After", "7")], vec![within(10), within(10)]), [true, false]);
    }

    #[test]
    fn a_limit_in_whole_seconds_is_safe_a_second_later() {
        let whole_seconds = Limit { resolution: Fixed::ONE, ..limit("X-RateLimit-Reset", Some(0), Some(30)) };
        let lines = [("Date", "Mon, 30 Nov 2026 23:59:50 GMT")];
        let it = reading(&lines, Some(429), Some(RECEIVED), vec![whole_seconds]);
        assert_eq!((it.wait, it.safe_wait), (Some(Fixed::whole(30)), Some(Fixed::whole(31))));
        assert_eq!((it.server_clock_offset, it.skew_corrected_wait), (Some(Fixed::whole(-10)), Some(Fixed::whole(40))));
        let it = reading(&lines, Some(429), Some(RECEIVED), vec![limit(RL, Some(0), Some(30))]);
        assert_eq!((it.safe_wait, it.skew_corrected_wait), (Some(Fixed::whole(30)), None));
    }

    #[test]
    fn an_instant_without_a_reception_is_unknown() {
        let (instant, at) = (|| unplaced(Some(0), "2026-12-01T00:00:30Z"), "Tue, 01 Dec 2026 00:00:30 GMT");
        let error = (Code::NeedsReception, Severity::Error);
        let note = (Code::NeedsReception, Severity::Note);
        let it = reading(&[], Some(429), None, vec![limit(RL, Some(0), Some(9000)), instant()]);
        assert_eq!((answer(&it), it.lacks_reception), ((Action::Unknown, None, None), true));
        assert_eq!((findings(&it), it.diagnostics[0].header), (vec![error], Some("X-RateLimit-Reset")));
        assert_eq!(it.limits.iter().map(|it| it.binding).collect::<Vec<_>>(), [false, true]);

        let it = reading(&[("Retry-After", at)], Some(429), None, vec![instant()]);
        assert_eq!((answer(&it), it.lacks_reception), ((Action::Unknown, None, None), true));
        assert_eq!((findings(&it), it.retry_at), (vec![error, note], None));

        let it = reading(&[("retry-after-ms", "5"), ("Retry-After", at)], Some(429), None, vec![instant()]);
        assert_eq!((it.action, it.lacks_reception, findings(&it)), (Action::Wait, false, vec![note, note]));

        let it = reading(&[("x-should-retry", "false"), ("Retry-After", at)], Some(429), None, vec![]);
        assert_eq!((it.action, it.lacks_reception, findings(&it)), (Action::Stop, false, vec![note]));
    }

    #[test]
    fn the_field_that_holds_the_instant_is_named() {
        let named = |lines: &[(&'static str, &'static str)]| {
            let fields: Vec<_> =
                lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
            let context = Context { status: Some(429), ..Context::default() };
            let it = crate::header::read(&fields, &context);
            let needs = it.diagnostics.into_iter().filter(|it| it.code == Code::NeedsReception);
            needs.map(|it| (it.severity, it.header.unwrap(), it.span)).collect::<Vec<_>>()
        };
        let at = "Tue, 01 Dec 2026 00:00:30 GMT";
        let trio = [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Limit", "9"), ("X-RateLimit-Reset", "1796083230")];
        let reset = |severity| (severity, "X-RateLimit-Reset", Some((0, 10)));
        assert_eq!(named(&trio), [reset(Severity::Error)]);
        assert_eq!(named(&[trio[1], trio[2]]), [reset(Severity::Error)]);
        assert_eq!(named(&[trio[0], trio[2], ("Retry-After", "5")]), [reset(Severity::Note)]);
        let hint = (Severity::Error, "Retry-After", None);
        assert_eq!(named(&[("x-should-retry", "true"), ("Retry-After", at)]), [hint]);
        assert_eq!(
            named(&[("Retry-After", "Tuesday, 01-Dec-26 00:00:30 GMT"), trio[2]]),
            [hint, reset(Severity::Note)]
        );
        // Every limit whose reset cannot be placed.
        let other = ("X-Rate-Limit-Reset", "1796089999");
        let both = [reset(Severity::Note), (Severity::Error, "X-Rate-Limit-Reset", Some((0, 10)))];
        assert_eq!(named(&[trio[2], other]), both);
    }

    #[test]
    fn a_fault_is_an_error_only_where_nothing_answers() {
        let soon = [("Retry-After", "soon")];
        let it = reading(&soon, Some(429), Some(RECEIVED), vec![limit(RL, Some(0), Some(30))]);
        assert_eq!(answer(&it), (Action::Wait, Some("30".to_owned()), Some(RL)));
        assert_eq!(
            (findings(&it), it.ignored),
            (vec![(Code::RetryAfterInvalid, Severity::Warning)], vec!["Retry-After"])
        );
        let it = reading(&soon, Some(429), Some(RECEIVED), vec![]);
        assert_eq!(findings(&it), [(Code::RetryAfterInvalid, Severity::Error)]);
        // The other fields answer, and a Date is not asked.
        let it = reading(&[("Date", "now")], Some(200), Some(RECEIVED), vec![]);
        assert_eq!(findings(&it), [(Code::DateInvalid, Severity::Warning)]);
    }

    #[test]
    fn a_response_from_a_cache_has_no_limits() {
        let sent = [("Age", "30"), ("RateLimit", "\"default\";r=0;t=50"), ("ratelimit-policy", "\"default\";q=1")];
        let fields = sent.map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() });
        let context = Context { status: Some(429), ..Context::default() };
        let it = crate::header::read(&fields, &context);
        assert_eq!((answer(&it), it.limits.len(), it.policies.len()), ((Action::Unknown, None, None), 0, 0));
        assert_eq!(
            (&*it.ignored, findings(&it)),
            (&["RateLimit", "RateLimit-Policy"][..], vec![(Code::Cached, Severity::Note)])
        );
        let fresh = crate::header::read(&[Field { name: b"Age", value: b"30" }], &context);
        assert_eq!(findings(&fresh), []);
    }
}
