//! Readings for the tests of this room, made by hand.

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Action, Alternative, Conformance, Hint, Limit, Quota, Reading, ReceivedFrom, ResetBy};
use crate::instant::Instant;
use crate::quantity::Fixed;

pub(super) fn at(text: &str) -> Option<Instant> {
    Some(Instant::parse(text).unwrap())
}

pub(super) fn seconds(number: i128) -> Option<Fixed> {
    Some(Fixed::whole(number))
}

/// The example of the contract: `Retry-After: 120` and `RateLimit: "default";r=50;t=30` with a 429.
pub(super) fn contract() -> Reading<'static> {
    Reading {
        status: Some(429),
        received: at("2026-12-01T00:00:00Z"),
        received_from: Some(ReceivedFrom::Flag),
        vendor: None,
        action: Action::Wait,
        wait: seconds(120),
        safe_wait: seconds(120),
        precise_wait: None,
        upper_bound: None,
        pace: None,
        reason: None,
        retry_at: at("2026-12-01T00:02:00Z"),
        decided_by: Some("Retry-After"),
        hints: vec![Hint {
            header: "Retry-After",
            value: Cow::Borrowed(b"120"),
            form: Some("delay-seconds"),
            conformance: Conformance::Ok,
            wait: seconds(120),
            at: at("2026-12-01T00:02:00Z"),
            resolution: Fixed::ZERO,
        }],
        limits: vec![limit("default", 50, 30)],
        policies: vec![Quota {
            name: Some("default".into()),
            source: "RateLimit-Policy",
            limit: Fixed::whole(100),
            unit: Some("requests".into()),
            window: seconds(60),
            partition_key: None,
        }],
        alternatives: Vec::new(),
        ignored: Vec::new(),
        server_clock_offset: None,
        skew_corrected_wait: None,
        diagnostics: Vec::new(),
        lacks_reception: false,
    }
}

pub(super) fn limit(name: &'static str, remaining: i128, reset: i128) -> Limit<'static> {
    Limit {
        name: Some(name.into()),
        source: "RateLimit",
        dialect: "ietf-08",
        unit: Some("requests".into()),
        scope: None,
        limit: None,
        remaining: seconds(remaining),
        used: None,
        exhausted: remaining == 0,
        binding: false,
        window: None,
        reset: seconds(reset),
        reset_at: at("2026-12-01T00:00:00Z").and_then(|it| it.plus(Fixed::whole(reset))),
        reset_by: Some(ResetBy::Specification),
        partition_key: None,
        categories: None,
        informational: false,
        resolution: Fixed::ZERO,
        remaining_in: None,
        reset_in: None,
    }
}

pub(super) fn alternative(value: &'static [u8]) -> Alternative<'static> {
    Alternative {
        header: "Retry-After",
        value: Cow::Borrowed(value),
        form: "duration",
        wait: seconds(720),
        at: at("2026-12-01T00:12:00Z"),
    }
}

pub(super) fn reset_before_retry_after() -> Diagnostic {
    Diagnostic {
        code: Code::ResetBeforeRetryAfter,
        severity: Severity::Warning,
        header: Some("RateLimit"),
        message: "the limit resets 1m 30s before Retry-After allows a retry".into(),
        span: Some((15, 19)),
    }
}
