use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::quantity::Fixed;

/// A number of JSON that is written digit for digit, as a plain decimal and never by way of a binary float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// Most numbers, which need no text of their own.
    Whole(i64),
    /// Digits, perhaps a sign before and a point between them.
    Decimal(String),
}

impl Number {
    /// The number that `decimal` writes: digits, perhaps a sign before and a point between them.
    ///
    /// What [`Fixed`] shows and what [`Exact::round`](crate::quantity::Exact::round) returns are such texts; any
    /// other is an error when it is written.
    pub(super) fn new(decimal: String) -> Self {
        Self::Decimal(decimal)
    }
}

impl From<Fixed> for Number {
    fn from(number: Fixed) -> Self {
        let nanos = number.as_nanos();
        let whole = (nanos % 1_000_000_000 == 0).then(|| i64::try_from(nanos / 1_000_000_000).ok()).flatten();
        whole.map_or_else(|| Self::Decimal(number.to_string()), Self::Whole)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(number) => serializer.serialize_i64(*number),
            Self::Decimal(text) => {
                serde_json::from_str::<&RawValue>(text).map_err(S::Error::custom)?.serialize(serializer)
            }
        }
    }
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

    #[test]
    fn keeps_every_digit() {
        for text in ["0", "0.1", "9223372036854775807", "-3.000000001", "1000000000000000000000000000000.1"] {
            assert_eq!(serde_json::to_string(&Number::new(text.to_owned())).unwrap(), text);
        }
        for (fixed, text) in [
            (Fixed::nanos(1_500_000_000), "1.5"),
            (Fixed::whole(-3), "-3"),
            (Fixed::MAX, "9223372036854775807"),
            (Fixed::ZERO, "0"),
        ] {
            assert_eq!(serde_json::to_string(&Number::from(fixed)).unwrap(), text);
        }
        assert!(serde_json::to_string(&Number::new("NaN".to_owned())).is_err());
    }
}
