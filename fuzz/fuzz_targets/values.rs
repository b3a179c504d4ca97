//! Numbers and durations as a person writes them: what is read is written back to the same value.
#![no_main]

use holdoff::quantity::{Decimal, Fixed, Tens, parse_duration};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(number) = Decimal::parse(text) {
        let written = number.magnitude().to_string();
        // A number that was written out may have more digits than a written one is allowed.
        if let Ok(again) = Decimal::parse(&written) {
            assert_eq!(again.magnitude(), number.magnitude());
        }
    }
    match parse_duration(text) {
        Ok(amount) => assert!(!amount.size().round(1, 9, &mut Tens::new()).to_string().contains('e')),
        Err(fault) => assert!(fault.at().is_none_or(|at| at.start <= at.end && at.end <= text.len())),
    }
    if let Some(number) = Fixed::parse(text.as_bytes()) {
        assert!(!number.is_negative());
        assert_eq!(Fixed::parse(number.to_string().as_bytes()), Some(number));
    }
});
