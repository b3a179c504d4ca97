//! Instants in every form: what is read is written back to the same instant.
#![no_main]

use holdoff::instant::{Instant, parse_http_date, parse_rfc3339};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|value: &[u8]| {
    let received = Instant::parse("2026-12-01T00:00:00Z").unwrap();
    if let Ok(date) = parse_http_date(value, Some(received)) {
        assert_eq!(Instant::parse(&date.at.to_string()), Ok(date.at));
        if let Some((_, bytes)) = date.fault {
            assert!(bytes.start <= bytes.end && bytes.end <= value.len());
        }
    }
    if let Ok(text) = std::str::from_utf8(value) {
        if let Ok(at) = Instant::parse(text) {
            assert_eq!(parse_rfc3339(&at.to_string()), Ok(at));
        }
    }
});
