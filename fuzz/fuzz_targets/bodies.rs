//! Bodies of responses: a wait that is not negative, and a reading that a field above it always wins.
#![no_main]

use holdoff::capture::body;
use holdoff::header::{Action, Context, Field, read};
use holdoff::quantity::Fixed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some(found) = body(Some(429), input) else { return };
    if let Some(wait) = found.hint.as_ref().and_then(|hint| hint.wait) {
        assert!(wait >= Fixed::ZERO);
    }
    let context = Context { status: Some(429), body: Some(&found), ..Context::default() };
    let reading = read(&[], &context);
    assert!(reading.wait.is_none_or(|wait| wait >= Fixed::ZERO));
    assert_eq!(reading.action == Action::Unknown, reading.wait.is_none());
    let field = [Field { name: b"Retry-After", value: b"7" }];
    assert_eq!(read(&field, &context).wait, Some(Fixed::whole(7)));
});
