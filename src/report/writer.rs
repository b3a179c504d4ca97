//! The writer of JSON: compact, and nothing hidden in a string.
//!
//! It writes what the shapes of this crate are made of and nothing else, so that a line costs little more than its
//! bytes: keys and variants are names of this program and need no escapes, and bytes are JSON that is written already.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, Impossible, Serializer};

use super::escape;

/// Writes one value behind what is there already.
pub(super) struct Writer<'o>(pub(super) &'o mut Vec<u8>);

/// A value that none of the shapes of this crate is: a binary float, a variant with fields, a key that is no string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the value has no place in JSON")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// An object or an array that is begun.
pub(super) struct Begun<'o> {
    out: &'o mut Vec<u8>,
    /// Whether something stands in it.
    any: bool,
}

impl Begun<'_> {
    #[inline]
    fn comma(&mut self) {
        if self.any {
            self.out.push(b',');
        }
        self.any = true;
    }

    /// The name of a field and what stands around it. Where it is inlined all of that is one constant.
    #[inline(always)]
    fn key(&mut self, key: &'static str) {
        const LONGEST: usize = 28;
        let first = usize::from(!self.any);
        self.any = true;
        let mut text = [b','; LONGEST + 4];
        let end = key.len().saturating_add(2);
        let (before, after) = text.split_at_mut(end.min(LONGEST + 2));
        if let ([_, quote, name @ ..], [close, colon, ..]) = (before, after)
            && name.len() == key.len()
        {
            (*quote, *close, *colon) = (b'"', b'"', b':');
            name.copy_from_slice(key.as_bytes());
            self.out.extend_from_slice(text.get(first..end.saturating_add(2)).unwrap_or_default());
            return;
        }
        if first == 0 {
            self.out.push(b',');
        }
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.comma();
        value.serialize(Writer(self.out))
    }

    #[inline]
    fn end(self, bracket: u8) -> Result<(), Unwritable> {
        self.out.push(bracket);
        Ok(())
    }
}

impl<'o> Writer<'o> {
    #[inline]
    fn begin(self, bracket: u8) -> Begun<'o> {
        self.0.push(bracket);
        Begun { out: self.0, any: false }
    }
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Begun<'o>;
    type SerializeTuple = Begun<'o>;
    type SerializeTupleStruct = Begun<'o>;
    type SerializeTupleVariant = Impossible<(), Unwritable>;
    type SerializeMap = Begun<'o>;
    type SerializeStruct = Begun<'o>;
    type SerializeStructVariant = Impossible<(), Unwritable>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Unwritable> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Unwritable> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Unwritable> {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<(), Unwritable> {
        self.0.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Unwritable> {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), Unwritable> {
        self.0.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Unwritable> {
        Err(Unwritable)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Unwritable> {
        Err(Unwritable)
    }

    fn serialize_char(self, value: char) -> Result<(), Unwritable> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Unwritable> {
        let out = self.0;
        out.reserve(value.len().saturating_add(2));
        out.push(b'"');
        if is_plain(value.as_bytes()) {
            out.extend_from_slice(value.as_bytes());
        } else {
            escaped(value, out);
        }
        out.push(b'"');
        Ok(())
    }

    /// JSON that is written already.
    #[inline]
    fn serialize_bytes(self, json: &[u8]) -> Result<(), Unwritable> {
        self.0.extend_from_slice(json);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Unwritable> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unwritable> {
        self.serialize_none()
    }

    /// A word of this program, which needs no escapes.
    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Result<(), Unwritable> {
        let out = self.0;
        out.reserve(word.len().saturating_add(2));
        out.push(b'"');
        out.extend_from_slice(word.as_bytes());
        out.push(b'"');
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unwritable> {
        Err(Unwritable)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Begun<'o>, Unwritable> {
        Ok(self.begin(b'['))
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Begun<'o>, Unwritable> {
        Ok(self.begin(b'['))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Begun<'o>, Unwritable> {
        Ok(self.begin(b'['))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        Err(Unwritable)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Begun<'o>, Unwritable> {
        Ok(self.begin(b'{'))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Begun<'o>, Unwritable> {
        Ok(self.begin(b'{'))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritable> {
        Err(Unwritable)
    }
}

impl ser::SerializeStruct for Begun<'_> {
    type Ok = ();
    type Error = Unwritable;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Unwritable> {
        self.key(key);
        value.serialize(Writer(self.out))
    }

    #[inline]
    fn end(self) -> Result<(), Unwritable> {
        self.end(b'}')
    }
}

impl ser::SerializeMap for Begun<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.comma();
        let start = self.out.len();
        key.serialize(Writer(self.out))?;
        if self.out.get(start) == Some(&b'"') { Ok(()) } else { Err(Unwritable) }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.out.push(b':');
        value.serialize(Writer(self.out))
    }

    fn end(self) -> Result<(), Unwritable> {
        self.end(b'}')
    }
}

impl ser::SerializeSeq for Begun<'_> {
    type Ok = ();
    type Error = Unwritable;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<(), Unwritable> {
        self.end(b']')
    }
}

impl ser::SerializeTuple for Begun<'_> {
    type Ok = ();
    type Error = Unwritable;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<(), Unwritable> {
        self.end(b']')
    }
}

impl ser::SerializeTupleStruct for Begun<'_> {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.element(value)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.end(b']')
    }
}

/// Whether bytes may stand in a string as they are: printable ASCII without quotes and backslashes.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<8>() {
        // The last eight may be looked at twice.
        return bytes.as_chunks::<8>().0.iter().all(|chunk| are_plain(*chunk)) && are_plain(*last);
    }
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some([a, b, c, d]), Some([e, f, g, h])) => are_plain([*a, *b, *c, *d, *e, *f, *g, *h]),
        _ => {
            let mut padded = [b' '; 8];
            padded.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
            are_plain(padded)
        }
    }
}

/// The same of eight bytes at once. Each of the sums sets the highest bit of a byte that is not plain: one below 0x20,
/// a quote, a backslash, 0x7f, one above it. A carry spoils only bytes above one that is not plain.
#[inline]
const fn are_plain(bytes: [u8; 8]) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let word = u64::from_le_bytes(bytes);
    let (quotes, slashes) = (word ^ 0x2222_2222_2222_2222, word ^ 0x5c5c_5c5c_5c5c_5c5c);
    let found = word
        | word.wrapping_sub(0x2020_2020_2020_2020)
        | quotes.wrapping_sub(ONES)
        | slashes.wrapping_sub(ONES)
        | word.wrapping_add(ONES);
    found & 0x8080_8080_8080_8080 == 0
}

/// Text with its escapes. What is hidden (see [`escape::is_hidden`]) is written as `\u009b`: the same string for a
/// reader of JSON, and harmless on a terminal.
#[cold]
fn escaped(text: &str, out: &mut Vec<u8>) {
    let mut rest = text;
    let is_special = |letter: char| matches!(letter, '"' | '\\') || escape::is_hidden(letter);
    while let Some((before, letter, after)) = cut(rest, is_special) {
        out.extend_from_slice(before.as_bytes());
        rest = after;
        let short = match letter {
            '"' | '\\' => letter,
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    out.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', u8::try_from(short).unwrap_or(b'?')]);
    }
    out.extend_from_slice(rest.as_bytes());
}

/// The text before the first letter of a kind, the letter and the text after it.
fn cut(text: &str, wanted: impl Fn(char) -> bool) -> Option<(&str, char, &str)> {
    let (at, letter) = text.char_indices().find(|(_, letter)| wanted(*letter))?;
    let (before, after) = text.split_at_checked(at)?;
    Some((before, letter, after.get(letter.len_utf8()..)?))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io;

    use proptest::prelude::*;
    use serde_json::ser::Formatter;

    use super::*;
    use crate::report::to_json;

    /// `serde_json` with what is hidden escaped: the other way to the same bytes.
    struct Safe;

    impl Formatter for Safe {
        fn write_string_fragment<W: io::Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
            for letter in fragment.chars() {
                if !escape::is_hidden(letter) {
                    write!(out, "{letter}")?;
                    continue;
                }
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            Ok(())
        }
    }

    fn other_way<T: Serialize>(value: &T) -> String {
        let mut out = Vec::new();
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Safe)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[derive(Debug, Serialize)]
    struct Shape {
        text: String,
        none: Option<u8>,
        some: Option<i64>,
        truth: bool,
        pair: (u64, char),
        list: Vec<Shape>,
        map: BTreeMap<String, u16>,
        unit: (),
        #[serde(flatten)]
        rest: Rest,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<i8>,
    }

    #[derive(Debug, Serialize)]
    struct Rest {
        word: &'static str,
        wrapped: Wrapped,
    }

    #[derive(Debug, Serialize)]
    struct Wrapped(i32);

    prop_compose! {
        fn flat()(
            text in prop_oneof![any::<String>(), "[ -~]{0,40}", "[a-z\"\\\\\n\u{9b}]{0,40}"],
            some: Option<i64>, truth: bool, pair: (u64, char), left_out: Option<i8>, wrapped: i32,
            map in prop::collection::btree_map(any::<String>(), any::<u16>(), 0..3),
        ) -> Shape {
            let rest = Rest { word: "a \"word\"", wrapped: Wrapped(wrapped) };
            Shape { text, none: None, some, truth, pair, list: Vec::new(), map, unit: (), rest, left_out }
        }
    }

    proptest! {
        #[test]
        fn writes_what_serde_json_writes(mut shape in flat(), list in prop::collection::vec(flat(), 0..3)) {
            shape.list = list;
            prop_assert_eq!(to_json(&shape), other_way(&shape));
        }

        #[test]
        fn every_place_of_a_letter_is_looked_at(before in "[a-z]{0,40}", letter: char, after in "[a-z]{0,40}") {
            let text = format!("{before}{letter}{after}");
            prop_assert_eq!(to_json(&text), other_way(&text));
        }
    }

    #[test]
    fn every_letter_is_written_as_serde_json_writes_it() {
        for letter in (0..=0x3100).chain(0xd000..0xd800).chain(0xe000..=0x1_0000).chain(0xe_0000..=0xe_0fff) {
            let text = char::from_u32(letter).unwrap().to_string();
            assert_eq!(to_json(&text), other_way(&text), "{letter:x}");
        }
    }

    #[test]
    fn what_has_no_place_is_null() {
        assert_eq!(to_json(&1.5f64), "null");
        assert_eq!(to_json(&BTreeMap::from([(1, 2)])), "null");
        assert_eq!(to_json(&[Some(1.5f32)]), "null");
    }
}
