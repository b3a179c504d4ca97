//! Any bytes as the values of the fields: a reading or a diagnostic, never a panic or a negative wait.
#![no_main]

use holdoff::header::{Action, Context, Field, ReceivedFrom, read};
use holdoff::instant::Instant;
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 28] = [
    "Retry-After",
    "retry-after-ms",
    "x-ms-retry-after-ms",
    "x-amz-retry-after",
    "x-should-retry",
    "RateLimit",
    "RateLimit-Policy",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Rate-Limit-Remaining",
    "X-Rate-Limit-Reset",
    "Date",
    "Age",
    "X-RateLimit-Used",
    "X-RateLimit-Resource",
    "X-Retry-After",
    "Beta-RateLimit",
    "X-Sentry-Rate-Limits",
    "X-App-Rate-Limit",
    "X-App-Rate-Limit-Count",
    "Sforce-Limit-Info",
    "Auth0-Client-Quota-Limit",
    "zendesk-ratelimit-a",
    "x-amzn-RateLimit-Limit",
];

fuzz_target!(|input: &[u8]| {
    let (Some((&mode, rest)), received) = (input.split_first(), Instant::parse("2026-12-01T00:00:00Z").unwrap()) else {
        return;
    };
    let fields: Vec<Field<'_>> = rest
        .split(|byte| *byte == b'\n')
        .filter_map(|line| line.split_first())
        .map(|(name, value)| Field { name: NAMES[usize::from(*name) % NAMES.len()].as_bytes(), value })
        .collect();
    let context = Context {
        status: [None, Some(200), Some(301), Some(429)][usize::from(mode >> 2) % 4],
        received: (mode & 1 == 0).then_some((received, ReceivedFrom::Flag)),
        strict: mode & 2 != 0,
        ..Context::default()
    };
    let reading = read(&fields, &context);
    for number in [reading.upper_bound, reading.pace].into_iter().flatten() {
        assert!(!number.is_negative());
    }
    let waits = reading.hints.iter().filter_map(|hint| hint.wait).chain(reading.wait).chain(reading.safe_wait);
    for wait in waits.chain(reading.limits.iter().filter_map(|limit| limit.reset)) {
        assert!(!wait.is_negative());
    }
    match reading.action {
        Action::Go => assert!(reading.wait.is_some_and(|wait| wait.as_nanos() == 0)),
        Action::Wait => assert!(reading.wait.is_some_and(|wait| wait.as_nanos() > 0)),
        Action::Unknown => assert!(reading.wait.is_none()),
        Action::Stop => {}
    }
});
