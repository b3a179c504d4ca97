use serde::ser::Error;
use serde::{Serialize, Serializer};

use crate::quantity::Fixed;

/// A number of JSON that is written digit for digit, as a plain decimal and never by way of a binary float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// Most numbers, which need no text of their own.
    Fixed(Fixed),
    /// Digits, perhaps a sign before and a point between them.
    Decimal(String),
}

impl Number {
    /// The number that `decimal` writes: digits, perhaps a sign before and a point between them.
    ///
    /// What [`Exact::round`](crate::quantity::Exact::round) returns is such a text; any other is an error when it is
    /// written.
    pub(super) fn new(decimal: String) -> Self {
        Self::Decimal(decimal)
    }
}

impl From<Fixed> for Number {
    fn from(number: Fixed) -> Self {
        Self::Fixed(number)
    }
}

/// Decimals are handed on as bytes, which the [`Writer`](super::writer::Writer) takes as they are.
impl Serialize for Number {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(number) => match number.as_whole() {
                Some(whole) => serializer.serialize_i64(whole),
                None => serializer.serialize_bytes(number.short().bytes()),
            },
            Self::Decimal(text) if is_decimal(text.as_bytes()) => serializer.serialize_bytes(text.as_bytes()),
            Self::Decimal(_) => Err(S::Error::custom("not a decimal")),
        }
    }
}

/// Whether bytes are a number of JSON without a power (RFC 8259, 6).
fn is_decimal(digits: &[u8]) -> bool {
    let size = digits.strip_prefix(b"-").unwrap_or(digits);
    let point = size.iter().position(|byte| *byte == b'.').unwrap_or(size.len());
    let (whole, fraction) = size.split_at_checked(point).unwrap_or_default();
    let is_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    is_digits(whole)
        && (whole.len() == 1 || !whole.starts_with(b"0"))
        && (fraction.is_empty() || fraction.get(1..).is_some_and(is_digits))
}

#[cfg(test)]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::to_json;

    #[test]
    fn keeps_every_digit() {
        for text in ["0", "0.1", "9223372036854775807", "-3.000000001", "1000000000000000000000000000000.1"] {
            assert_eq!(to_json(&Number::new(text.to_owned())), text);
        }
        for (fixed, text) in [
            (Fixed::nanos(1_500_000_000), "1.5"),
            (Fixed::whole(-3), "-3"),
            (Fixed::MAX, "9223372036854775807"),
            (Fixed::ZERO, "0"),
        ] {
            assert_eq!(to_json(&Number::from(fixed)), text);
        }
        for bad in ["NaN", "", "-", "01", "1.", ".5", "1e3", "+1", "1.5.2", "5 "] {
            assert_eq!(to_json(&Number::new(bad.to_owned())), "null", "{bad}");
        }
    }
}
