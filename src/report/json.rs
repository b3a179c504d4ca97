use std::marker::PhantomData;

use serde::{Serialize, Serializer};

use super::writer::Writer;
use crate::instant::Instant;
use crate::quantity::Short;

/// `value` as one line of JSON without a line break at its end.
///
/// What is hidden in a string (see [`escape::is_hidden`](super::escape::is_hidden)) is written as `\u009b`: the same
/// string for a reader of JSON, and harmless on a terminal.
///
/// The shapes of this crate can always be written; what cannot, such as a map whose keys are no strings, is `null`.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::new();
    write_json(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes `value` as [`to_json`] does, behind what is there.
pub(super) fn write_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let start = out.len();
    if value.serialize(Writer(out)).is_err() {
        out.truncate(start);
        out.extend_from_slice(b"null");
    }
}

/// A list whose elements take their shape as they are written, so that none is held.
pub(super) struct Each<'a, T, Shape>(&'a [T], PhantomData<Shape>);

impl<'a, T, Shape> From<&'a [T]> for Each<'a, T, Shape> {
    fn from(items: &'a [T]) -> Self {
        Self(items, PhantomData)
    }
}

impl<'a, T, Shape: From<&'a T> + Serialize> Serialize for Each<'a, T, Shape> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shape::from))
    }
}

/// The same as of a list that is held.
#[cfg(test)]
impl<T, Shape: schemars::JsonSchema> schemars::JsonSchema for Each<'_, T, Shape> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Vec::<Shape>::schema_name()
    }

    fn inline_schema() -> bool {
        Vec::<Shape>::inline_schema()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Shape>::json_schema(generator)
    }
}

/// A word of this program, which needs no escapes: to serde it is the name of a variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word(pub(super) &'static str);

impl Serialize for Word {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("", 0, self.0)
    }
}

/// To a reader it is a string.
#[cfg(test)]
impl schemars::JsonSchema for Word {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        str::schema_name()
    }

    fn inline_schema() -> bool {
        str::inline_schema()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        str::json_schema(generator)
    }
}

/// An instant, which is written as a string; the [`Writer`] takes its bytes as they are.
#[derive(Clone, Debug)]
pub(super) struct Shown(pub(super) Instant);

impl Serialize for Shown {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut quoted = Short::new();
        quoted.add(b"\"");
        self.0.add_to(&mut quoted);
        quoted.add(b"\"");
        serializer.serialize_bytes(quoted.bytes())
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Shown {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "instant".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn writes_nothing_hidden() {
        for (text, json) in [
            ("a\"b\\", r#""a\"b\\""#),
            ("\x1b[0m\x7f", r#""\u001b[0m\u007f""#),
            ("\u{9b}\u{202e}\u{e0041}x", r#""\u009b\u202e\udb40\udc41x""#),
            ("Z\u{fc}rich", "\"Z\u{fc}rich\""),
        ] {
            assert_eq!(to_json(text), json);
        }
    }

    proptest! {
        #[test]
        fn says_the_same_and_hides_nothing(text: String) {
            let json = to_json(&text);
            prop_assert!(!json.chars().any(crate::report::escape::is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
