//! How long it takes to read fields: one Retry-After in each of its forms, one RateLimit, and the head of a whole
//! response with twelve fields. The result is dropped within the measured time.
//!
//! `cargo bench --bench header`; the fastest column is the one to compare on a machine that does other work too.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where it cannot go on")]

mod common;

use divan::{Bencher, black_box};
use holdoff::header::{Context, Field, ReceivedFrom, limits, read, retry_after};
use holdoff::instant::{Instant, parse_http_date};

fn main() {
    common::print_machine();
    divan::main();
}

/// `name: value`, one a line, as the fields of a response.
fn fields(head: &str) -> Vec<Field<'_>> {
    let field = |line| str::split_once(line, ": ").unwrap();
    head.lines().map(field).map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect()
}

fn received() -> Instant {
    Instant::parse("2026-12-01T00:00:00Z").unwrap()
}

fn read_head(bencher: Bencher<'_, '_>, status: u16, head: &str) {
    let fields = fields(head);
    let received = Some((received(), ReceivedFrom::Flag));
    let context = Context { status: Some(status), received, ..Context::default() };
    bencher.bench_local(|| drop(black_box(read(black_box(&fields), black_box(&context)))));
}

mod one_value {
    use super::*;

    #[divan::bench(sample_size = 1000, args = ["120", "Tue, 01 Dec 2026 00:02:00 GMT"])]
    fn retry_after_value(bencher: Bencher<'_, '_>, value: &str) {
        let received = Some(received());
        bencher.bench_local(|| drop(black_box(retry_after(black_box(value.as_bytes()), black_box(received), false))));
    }

    #[divan::bench(sample_size = 1000)]
    fn http_date(bencher: Bencher<'_, '_>) {
        let value = b"Tue, 01 Dec 2026 00:02:00 GMT";
        bencher.bench_local(|| drop(black_box(parse_http_date(black_box(value), None))));
    }

    /// The list alone, into its row.
    #[divan::bench(sample_size = 1000)]
    fn rate_limit_list(bencher: Bencher<'_, '_>) {
        let fields = [Field { name: b"RateLimit", value: br#""default";r=50;t=30"# }];
        bencher.bench_local(|| drop(black_box(limits(black_box(&fields), None, false))));
    }
}

/// From the fields to a whole reading.
mod whole_reading {
    use super::*;

    #[divan::bench(sample_size = 1000, args = ["120", "Tue, 01 Dec 2026 00:02:00 GMT"])]
    fn retry_after(bencher: Bencher<'_, '_>, value: &str) {
        read_head(bencher, 429, &format!("Retry-After: {value}"));
    }

    #[divan::bench(sample_size = 1000)]
    fn rate_limit(bencher: Bencher<'_, '_>) {
        read_head(bencher, 200, r#"RateLimit: "default";r=50;t=30"#);
    }

    #[divan::bench(sample_size = 1000)]
    fn twelve_fields(bencher: Bencher<'_, '_>) {
        read_head(
            bencher,
            429,
            "Date: Tue, 01 Dec 2026 00:00:00 GMT\n\
             Content-Type: application/problem+json\n\
             Content-Length: 142\n\
             Connection: keep-alive\n\
             Server: nginx\n\
             Cache-Control: no-store\n\
             X-Request-Id: 4a9c1f0e-7d53-4b86-9f2a-61c0de8b3f47\n\
             Strict-Transport-Security: max-age=31536000\n\
             Vary: Accept-Encoding\n\
             RateLimit-Policy: \"default\";q=100;w=60\n\
             RateLimit: \"default\";r=0;t=30\n\
             Retry-After: 30",
        );
    }
}
