//! Cutting a large JSON text into the values that matter, in the memory of one.

use memchr::memchr2;

/// The most bytes that one value may have.
const MOST: usize = 8 << 20;
/// A string that is longer is left out of its value: a body, which nothing here reads.
const LONGEST: usize = 256 << 10;
/// The longest key that has to be known, `entries`.
const KEY: usize = 8;

/// Which values of a text are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Every value of the text; of an array its elements.
    All,
    /// The elements of `log.entries` of a HAR.
    Entries,
}

/// One value that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split<'a> {
    /// Its bytes. Strings of more than 256 KiB are cut; whether it is JSON is not known yet.
    Value(&'a [u8]),
    /// It was larger than 8 MiB.
    TooLarge,
    /// The text ended within it.
    Truncated,
}

/// Finds values in a JSON text that comes in pieces of any size.
#[derive(Debug)]
pub struct Splitter {
    values: Values,
    /// Open brackets.
    depth: usize,
    /// The depth at which wanted values begin.
    level: Option<usize>,
    value: Vec<u8>,
    too_large: bool,
    /// Within a scalar at the level of wanted values.
    scalar: bool,
    /// The bytes of the string so far.
    string: Option<usize>,
    escaped: bool,
    /// The last string outside of wanted values, as far as it may be a key.
    key: Vec<u8>,
    in_log: bool,
    in_array: bool,
    found_any: bool,
}

impl Splitter {
    /// A splitter that has seen nothing yet.
    pub fn new(values: Values) -> Self {
        Self {
            values,
            depth: 0,
            level: (values == Values::All).then_some(0),
            value: Vec::new(),
            too_large: false,
            scalar: false,
            string: None,
            escaped: false,
            key: Vec::new(),
            in_log: false,
            in_array: false,
            found_any: false,
        }
    }

    /// Whether the values are elements of an array.
    pub fn in_array(&self) -> bool {
        self.in_array
    }

    /// Takes the next piece of the text; `each` is given the values that end in it.
    pub fn push(&mut self, piece: &[u8], mut each: impl FnMut(Split<'_>)) {
        let mut rest = piece;
        while let Some((byte, after)) = rest.split_first() {
            if self.string.is_some() {
                rest = self.in_string(rest, &mut each);
                continue;
            }
            rest = after;
            self.byte(*byte, &mut each);
        }
    }

    /// Takes the end of the text.
    pub fn finish(&mut self, mut each: impl FnMut(Split<'_>)) {
        if self.scalar {
            self.end(&mut each);
        }
        if self.depth > 0 || self.string.is_some() {
            each(Split::Truncated);
        }
    }

    fn byte(&mut self, byte: u8, each: &mut impl FnMut(Split<'_>)) {
        let at_level = self.level == Some(self.depth);
        match byte {
            b'[' if at_level && !self.found_any && self.values == Values::All && self.depth == 0 && !self.scalar => {
                (self.level, self.in_array) = (Some(1), true);
                self.depth = 1;
                self.found_any = true;
            }
            b'{' | b'[' => {
                self.keep(&[byte]);
                self.open(byte);
            }
            b']' if at_level && self.depth > 0 => {
                if self.scalar {
                    self.end(each);
                }
                self.depth = self.depth.saturating_sub(1);
                self.level = (self.values == Values::All).then_some(0);
            }
            b'}' | b']' => {
                self.keep(&[byte]);
                self.depth = self.depth.saturating_sub(1);
                if self.level == Some(self.depth) {
                    self.end(each);
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' | b',' if at_level => {
                if self.scalar {
                    self.end(each);
                }
            }
            b'"' => {
                self.keep(b"\"");
                self.string = Some(0);
                self.key.clear();
                self.scalar |= at_level;
            }
            _ => {
                self.keep(&[byte]);
                self.scalar |= at_level;
            }
        }
    }

    fn open(&mut self, byte: u8) {
        if self.values == Values::Entries && self.level.is_none() {
            match self.depth {
                1 => self.in_log = byte == b'{' && self.key == b"log",
                2 if self.in_log && byte == b'[' && self.key == b"entries" => self.level = Some(3),
                _ => {}
            }
        }
        self.found_any = true;
        self.depth = self.depth.saturating_add(1);
    }

    /// Takes as much of `rest` as belongs to the string, and gives back what follows.
    fn in_string<'a>(&mut self, rest: &'a [u8], each: &mut impl FnMut(Split<'_>)) -> &'a [u8] {
        let length = self.string.unwrap_or(0);
        let (taken, ends) = if self.escaped {
            self.escaped = false;
            (1, false)
        } else {
            match memchr2(b'"', b'\\', rest) {
                None => (rest.len(), false),
                Some(at) => {
                    let quote = rest.get(at) == Some(&b'"');
                    self.escaped = !quote;
                    (at.saturating_add(1), quote)
                }
            }
        };
        let (part, after) = rest.split_at_checked(taken).unwrap_or((rest, b""));
        let length = length.saturating_add(part.len());
        self.string = (!ends).then_some(length);
        if self.level.is_none_or(|level| self.depth < level) {
            let room = KEY.saturating_sub(self.key.len());
            let text = if ends { part.split_last().map_or(part, |(_, text)| text) } else { part };
            self.key.extend_from_slice(text.get(..room.min(text.len())).unwrap_or_default());
        }
        if length <= LONGEST {
            self.keep(part);
        } else if ends {
            self.keep_end_of_cut();
        }
        if ends && self.level == Some(self.depth) {
            self.end(each);
        }
        after
    }

    /// Closes a string that was cut; a backslash before the cut would hide the quote.
    fn keep_end_of_cut(&mut self) {
        let backslashes = self.value.iter().rev().take_while(|byte| **byte == b'\\').count();
        if backslashes % 2 == 1 {
            self.value.pop();
        }
        self.keep(b"\"");
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.level.is_none_or(|level| self.depth < level) || self.too_large {
            return;
        }
        if self.value.len().saturating_add(bytes.len()) > MOST {
            self.too_large = true;
            self.value = Vec::new();
            return;
        }
        self.value.extend_from_slice(bytes);
    }

    fn end(&mut self, each: &mut impl FnMut(Split<'_>)) {
        self.scalar = false;
        each(if self.too_large { Split::TooLarge } else { Split::Value(&self.value) });
        self.too_large = false;
        self.value.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splits(values: Values, text: &[u8], piece: usize) -> (Vec<String>, bool) {
        let mut found = Vec::new();
        let mut each = |split: Split<'_>| {
            found.push(match split {
                Split::Value(json) => String::from_utf8_lossy(json).into_owned(),
                other => format!("{other:?}"),
            });
        };
        let mut splitter = Splitter::new(values);
        text.chunks(piece).for_each(|piece| splitter.push(piece, &mut each));
        splitter.finish(&mut each);
        (found, splitter.in_array())
    }

    #[test]
    fn finds_the_values_in_pieces_of_any_size() {
        use Values::{All, Entries};
        for (values, text, right, in_array) in [
            (All, r#"{"a":"}\"{"} {"b":[1]}"#, vec![r#"{"a":"}\"{"}"#, r#"{"b":[1]}"#], false),
            (All, r#"[ {"a":1}, 5,"x",[{}] ] "#, vec![r#"{"a":1}"#, "5", r#""x""#, "[{}]"], true),
            (All, r#"{"a":"#, vec!["Truncated"], false),
            (All, "tru", vec!["tru"], false),
            (All, "", vec![], false),
            (
                Entries,
                r#"{"log":{"pages":[{"entries":[1]}],"entries":[{"a":{"b":"]"}} , {}],"x":[2]},"entries":[3]}"#,
                vec![r#"{"a":{"b":"]"}}"#, "{}"],
                false,
            ),
            (Entries, r#"{"entries":[1],"logs":{"entries":[2]},"x":"log","b":{"entries":[3]}}"#, vec![], false),
            (Entries, r#"{"log":{"entries":[{"a":1},{"b":"#, vec![r#"{"a":1}"#, "Truncated"], false),
        ] {
            for piece in [1, 2, 3, 1000] {
                let right = right.iter().map(|it| (*it).to_owned()).collect();
                assert_eq!(splits(values, text.as_bytes(), piece), (right, in_array), "{text} {piece}");
            }
        }
    }

    #[test]
    fn a_long_string_is_cut_and_a_large_value_passed_over() {
        let body = r"\\".repeat(LONGEST);
        let text = format!(r#"{{"log":{{"entries":[{{"text":"{body}","status":5}}]}}}}"#);
        let (found, _) = splits(Values::Entries, text.as_bytes(), 1000);
        assert!(found[0].ends_with(r#"","status":5}"#) && found[0].len() < LONGEST + 100, "{}", found[0].len());
        let many = "1,".repeat(MOST / 2) + "1";
        let (found, _) = splits(Values::All, format!("[[{many}],2]").as_bytes(), 65536);
        assert_eq!(found, ["TooLarge", "2"]);
    }
}
