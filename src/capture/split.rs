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
    /// Whether the string is so long that the rest of it is left out.
    cuts: bool,
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
            cuts: false,
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
        let is_begun = self.level.is_some_and(|level| self.depth > level) || self.scalar || self.string.is_some();
        let mut run = Run { piece, at: 0, start: (is_begun && self.is_wanted() && !self.cuts).then_some(0) };
        while let Some(byte) = piece.get(run.at) {
            if self.string.is_some() {
                self.in_string(&mut run, &mut each);
            } else if self.level != Some(self.depth) && !matches!(byte, b'"' | b'{' | b'}' | b'[' | b']') {
                run.pass();
            } else {
                self.byte(*byte, &mut run, &mut each);
            }
        }
        self.keep(&mut run);
    }

    /// Takes the end of the text.
    pub fn finish(&mut self, mut each: impl FnMut(Split<'_>)) {
        if self.scalar {
            self.end(&mut Run { piece: &[], at: 0, start: None }, &mut each);
        }
        if self.depth > 0 || self.string.is_some() {
            each(Split::Truncated);
        }
    }

    /// Whether what stands at this depth belongs to a wanted value.
    fn is_wanted(&self) -> bool {
        self.level.is_some_and(|level| self.depth >= level)
    }

    fn byte(&mut self, byte: u8, run: &mut Run<'_>, each: &mut impl FnMut(Split<'_>)) {
        let at_level = self.level == Some(self.depth);
        match byte {
            b'[' if at_level && !self.found_any && self.values == Values::All && self.depth == 0 && !self.scalar => {
                (self.level, self.in_array) = (Some(1), true);
                self.depth = 1;
                self.found_any = true;
                run.step();
            }
            b'{' | b'[' => {
                run.begin(self.is_wanted());
                run.step();
                self.open(byte);
            }
            b']' if at_level && self.depth > 0 => {
                if self.scalar {
                    self.end(run, each);
                }
                self.depth = self.depth.saturating_sub(1);
                self.level = (self.values == Values::All).then_some(0);
                run.step();
            }
            b'}' | b']' => {
                run.begin(self.is_wanted());
                run.step();
                self.depth = self.depth.saturating_sub(1);
                if self.level == Some(self.depth) {
                    self.end(run, each);
                } else if !self.is_wanted() {
                    self.keep(run);
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' | b',' if at_level => {
                if self.scalar {
                    self.end(run, each);
                }
                run.step();
            }
            b'"' => {
                run.begin(self.is_wanted());
                run.step();
                self.string = Some(0);
                self.key.clear();
                self.scalar |= at_level;
            }
            _ => {
                run.begin(self.is_wanted());
                run.step();
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

    /// Takes as much of the piece as belongs to the string.
    fn in_string(&mut self, run: &mut Run<'_>, each: &mut impl FnMut(Split<'_>)) {
        let rest = run.piece.get(run.at..).unwrap_or_default();
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
        let part = rest.get(..taken).unwrap_or(rest);
        let length = self.string.unwrap_or(0).saturating_add(part.len());
        self.string = (!ends).then_some(length);
        if !self.is_wanted() {
            let room = KEY.saturating_sub(self.key.len());
            let text = if ends { part.split_last().map_or(part, |(_, text)| text) } else { part };
            self.key.extend_from_slice(text.get(..room.min(text.len())).unwrap_or_default());
        } else if length > LONGEST && !self.cuts {
            self.keep(run);
            self.cuts = true;
        }
        run.at = run.at.saturating_add(part.len());
        if ends && self.cuts {
            self.cuts = false;
            self.keep_end_of_cut();
            run.begin(self.level != Some(self.depth));
        }
        if ends && self.level == Some(self.depth) {
            self.end(run, each);
        }
    }

    /// Closes a string that was cut; a backslash before the cut would hide the quote.
    fn keep_end_of_cut(&mut self) {
        let backslashes = self.value.iter().rev().take_while(|byte| **byte == b'\\').count();
        if backslashes % 2 == 1 {
            self.value.pop();
        }
        self.add(b"\"");
    }

    /// Keeps what the piece has of a value so far.
    fn keep(&mut self, run: &mut Run<'_>) {
        let part = run.take();
        self.add(part);
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.too_large {
            return;
        }
        if self.value.len().saturating_add(bytes.len()) > MOST {
            self.too_large = true;
            self.value = Vec::new();
            return;
        }
        self.value.extend_from_slice(bytes);
    }

    fn end(&mut self, run: &mut Run<'_>, each: &mut impl FnMut(Split<'_>)) {
        self.scalar = false;
        let part = run.take();
        // Most values lie in one piece, and need not be copied.
        let is_whole = self.value.is_empty() && !self.too_large && part.len() <= MOST;
        if !is_whole {
            self.add(part);
        }
        each(match () {
            () if self.too_large => Split::TooLarge,
            () if is_whole => Split::Value(part),
            () => Split::Value(&self.value),
        });
        self.too_large = false;
        self.value.clear();
    }
}

/// A place in a piece, and where the bytes begin that belong to a value and are not kept yet.
struct Run<'p> {
    piece: &'p [u8],
    at: usize,
    start: Option<usize>,
}

impl<'p> Run<'p> {
    const fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// Passes over what neither begins nor ends anything.
    fn pass(&mut self) {
        let rest = self.piece.get(self.at..).unwrap_or_default();
        let structural = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']');
        self.at = self.at.saturating_add(rest.iter().position(structural).unwrap_or(rest.len()));
    }

    /// Begins here where nothing is begun and this byte is wanted.
    const fn begin(&mut self, wanted: bool) {
        if wanted && self.start.is_none() {
            self.start = Some(self.at);
        }
    }

    /// What was begun, up to here.
    fn take(&mut self) -> &'p [u8] {
        self.start.take().and_then(|start| self.piece.get(start..self.at)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    /// What follows a bracket too many is no part of a value, however the text comes in pieces.
    #[test]
    fn a_bracket_too_many_ends_what_is_kept() {
        let text = br#"[}true{"b":[1,"]"]}"#;
        let right = (vec!["}\"b\"".to_owned(), ":[1,\"]\"]".to_owned()], true);
        for piece in [1, 2, 5, 100] {
            assert_eq!(splits(Values::All, text, piece), right, "{piece}");
        }
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

    proptest! {
        #[test]
        fn the_size_of_the_pieces_does_not_matter(
            text in r#"(\{"log":\{("a":1,)?"entries":)?([\[\]{}",: \\]|"a"|"\\\\"|1|true|\{"b":\[1,"]"\]\},?){0,20}"#,
            piece in 1usize..9,
        ) {
            for values in [Values::All, Values::Entries] {
                prop_assert_eq!(splits(values, text.as_bytes(), piece), splits(values, text.as_bytes(), 1 << 20));
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
