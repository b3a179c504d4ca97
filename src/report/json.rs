use std::fmt::Display;
use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use super::escape;

/// `value` as one line of JSON without a line break at its end.
///
/// What is hidden in a string (see [`escape::is_hidden`]) is written as `\u009b`: the same string for a reader of
/// JSON, and harmless on a terminal.
///
/// The shapes of this crate can always be written; what cannot, such as a map whose keys are no strings, is `null`.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::new();
    let written = value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Safe));
    written.ok().and_then(|()| String::from_utf8(out).ok()).unwrap_or_else(|| "null".to_owned())
}

/// Writes compactly, and nothing hidden.
struct Safe;

impl Formatter for Safe {
    fn write_string_fragment<W: io::Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some((at, letter)) = rest.char_indices().find(|(_, letter)| escape::is_hidden(*letter)) {
            let (before, after) = rest.split_at(at);
            out.write_all(before.as_bytes())?;
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = after.get(letter.len_utf8()..).unwrap_or_default();
        }
        out.write_all(rest.as_bytes())
    }
}

/// What is written as a string, as it shows itself.
#[derive(Clone, Debug)]
pub(super) struct Shown<T>(pub(super) T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Only instants are shown in this way.
#[cfg(test)]
impl schemars::JsonSchema for Shown<crate::instant::Instant> {
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
            prop_assert!(!json.chars().any(escape::is_hidden));
            prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
