//! Binary floats, where clients count in them.

use crate::quantity::Fixed;

/// The shortest decimal that is this float, to nine decimals, saturated; 0 where it is not a number.
///
/// Rust writes the digits that tell a float from every other, as JavaScript and Python do.
pub(super) fn fixed(number: f64) -> Fixed {
    let size = number.abs().min(1e30);
    let parsed = Fixed::parse(format!("{size}").as_bytes()).unwrap_or(Fixed::ZERO);
    if number < 0.0 { Fixed::ZERO.minus(parsed) } else { parsed }
}

/// The float nearest to a number.
pub(super) fn float(number: Fixed) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

/// How much of `text` is a decimal: an optional sign, digits with an optional point, at least one of them, and an
/// optional exponent. `None` where it does not begin with one.
pub(super) fn decimal_prefix(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let sign = |at: usize| usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    let mut at = sign(0);
    let whole = digits(at);
    at = at.saturating_add(whole);
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        fraction = digits(at.saturating_add(1));
        if whole > 0 || fraction > 0 {
            at = at.saturating_add(1).saturating_add(fraction);
        }
    }
    if whole == 0 && fraction == 0 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let start = at.saturating_add(1).saturating_add(sign(at.saturating_add(1)));
        let exponent = digits(start);
        if exponent > 0 {
            at = start.saturating_add(exponent);
        }
    }
    text.get(..at)
}
