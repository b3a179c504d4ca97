//! Reading JSON where it lies: the values that are wanted are borrowed, all others are passed over.

use std::borrow::Cow;

use super::quotes::Quotes;
use crate::quantity::{Decimal, Fixed};

/// How deep a value may be nested; no log comes near.
const DEEPEST: usize = 128;

/// What was read, or the byte at which it is no JSON (RFC 8259).
pub(super) type Read<T> = Result<T, usize>;

/// A place in one JSON text.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    quotes: Quotes,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, quotes: Quotes::new() }
    }

    /// The next byte that is no white space; it is not taken.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            Some(byte) if *byte > b' ' => Some(*byte),
            _ => self.pass_space(),
        }
    }

    fn pass_space(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at)? {
                b' ' | b'\t' | b'\r' | b'\n' => self.at = self.at.saturating_add(1),
                byte => return Some(*byte),
            }
        }
    }

    /// Takes the end of the text.
    pub(super) fn end(&mut self) -> Read<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.at) }
    }

    #[inline]
    fn take(&mut self, wanted: u8) -> Read<()> {
        if self.peek() != Some(wanted) {
            return Err(self.at);
        }
        self.at = self.at.saturating_add(1);
        Ok(())
    }

    /// Takes an object; `each` takes the value of every key.
    pub(super) fn object(&mut self, mut each: impl FnMut(&mut Self, Cow<'a, [u8]>) -> Read<()>) -> Read<()> {
        self.pairs(|it| {
            let key = it.key()?;
            each(it, key)
        })
    }

    /// Takes an object; `each` takes every key with its value.
    pub(super) fn pairs(&mut self, mut each: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.take(b'{')?;
        if self.peek() == Some(b'}') {
            return self.take(b'}');
        }
        loop {
            each(self)?;
            match self.peek() {
                Some(b',') => self.at = self.at.saturating_add(1),
                _ => return self.take(b'}'),
            }
        }
    }

    /// Takes the key of a pair and the colon behind it.
    pub(super) fn key(&mut self) -> Read<Cow<'a, [u8]>> {
        let key = self.string()?;
        self.take(b':')?;
        Ok(key)
    }

    /// Takes a key and its value where both are strings without escapes, with at most one space between. Otherwise
    /// nothing is taken.
    #[inline]
    pub(super) fn plain_pair(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let (key, end) = self.plain(self.at)?;
        let rest = self.bytes.get(end..)?;
        let start = match rest {
            [b':', b' ', ..] => end.checked_add(2)?,
            [b':', ..] => end.checked_add(1)?,
            _ => return None,
        };
        let (value, end) = self.plain(start)?;
        self.at = end;
        Some((key, value))
    }

    /// The string without escapes that begins at `from`, and where it has ended.
    #[inline]
    fn plain(&mut self, from: usize) -> Option<(&'a [u8], usize)> {
        if self.bytes.get(from) != Some(&b'"') {
            return None;
        }
        let start = from.checked_add(1)?;
        let end = self.quotes.next(self.bytes, start)?;
        let string = self.bytes.get(start..end)?;
        (self.bytes.get(end) == Some(&b'"')).then_some((string, end.checked_add(1)?))
    }

    /// Takes an array; `each` takes every element.
    pub(super) fn array(&mut self, mut each: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.take(b'[')?;
        if self.peek() == Some(b']') {
            return self.take(b']');
        }
        loop {
            each(self)?;
            match self.peek() {
                Some(b',') => self.take(b',')?,
                _ => return self.take(b']'),
            }
        }
    }

    /// Takes a string, without its escapes. Bytes that are not UTF-8 stay as they are.
    #[inline]
    pub(super) fn string(&mut self) -> Read<Cow<'a, [u8]>> {
        let start = self.string_start()?;
        let (end, escaped) = self.string_end(start)?;
        let raw = self.bytes.get(start..end).unwrap_or_default();
        if escaped { unescape(raw).map(Cow::Owned).ok_or(start) } else { Ok(Cow::Borrowed(raw)) }
    }

    #[inline]
    fn string_start(&mut self) -> Read<usize> {
        self.take(b'"')?;
        Ok(self.at)
    }

    /// Takes the rest of a string: where it ends, and whether there are escapes in it.
    #[inline]
    fn string_end(&mut self, start: usize) -> Read<(usize, bool)> {
        let at = self.quotes.next(self.bytes, start).ok_or(self.bytes.len())?;
        if self.bytes.get(at) == Some(&b'"') {
            self.at = at.saturating_add(1);
            return Ok((at, false));
        }
        self.escaped_end(at)
    }

    /// The same from the first escape on.
    fn escaped_end(&mut self, mut escape: usize) -> Read<(usize, bool)> {
        loop {
            let from = escape.saturating_add(2);
            escape = self.quotes.next(self.bytes, from).ok_or(self.bytes.len())?;
            if self.bytes.get(escape) == Some(&b'"') {
                self.at = escape.saturating_add(1);
                return Ok((escape, true));
            }
        }
    }

    /// Takes what stands in place of a string, an object or an array: a number, `true`, `false` or `null`.
    pub(super) fn scalar(&mut self) -> Read<&'a [u8]> {
        self.peek();
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        let word = rest.get(..rest.iter().position(ends).unwrap_or(rest.len())).unwrap_or_default();
        if !matches!(word, b"true" | b"false" | b"null") && !is_number(word) {
            return Err(start);
        }
        self.at = start.saturating_add(word.len());
        Ok(word)
    }

    /// Passes over a value.
    pub(super) fn raw(&mut self) -> Read<&'a [u8]> {
        self.peek();
        let start = self.at;
        self.skip()?;
        Ok(self.bytes.get(start..self.at).unwrap_or_default())
    }

    /// Passes over a value.
    pub(super) fn skip(&mut self) -> Read<()> {
        self.skip_at(0)
    }

    fn skip_at(&mut self, depth: usize) -> Read<()> {
        if depth > DEEPEST {
            return Err(self.at);
        }
        let deeper = depth.saturating_add(1);
        match self.peek() {
            Some(b'"') => self.string_start().and_then(|start| self.string_end(start)).map(|_| ()),
            Some(b'{') => self.object(|it: &mut Self, _| it.skip_at(deeper)),
            Some(b'[') => self.array(|it| it.skip_at(deeper)),
            _ => self.scalar().map(|_| ()),
        }
    }
}

/// The value of a number (RFC 8259, 6), its sign and exponent included; `None` for what is none, or has more than 18
/// digits beside an exponent.
pub(super) fn number(text: &[u8]) -> Option<Fixed> {
    let (size, is_below) = text.strip_prefix(b"-").map_or((text, false), |size| (size, true));
    let size = Fixed::parse(size).or_else(|| {
        let number = Decimal::parse(std::str::from_utf8(size).ok()?).ok().filter(|it| !it.is_negative())?;
        Fixed::rounded(&number.magnitude(), 1)
    })?;
    Some(if is_below { Fixed::ZERO.minus(size) } else { size })
}

/// `number` of RFC 8259, 6.
fn is_number(word: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let (whole, mut rest) = word.split_at_checked(digits(word)).unwrap_or_default();
    if whole.is_empty() || (whole.len() > 1 && whole.starts_with(b"0")) {
        return false;
    }
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        rest = fraction.get(length..).unwrap_or_default();
        if length == 0 {
            return false;
        }
    }
    if let [b'e' | b'E', power @ ..] = rest {
        let power = power.strip_prefix(b"+").or(power.strip_prefix(b"-")).unwrap_or(power);
        return !power.is_empty() && digits(power) == power.len();
    }
    rest.is_empty()
}

/// The text that a string with escapes stands for; a lone surrogate is U+FFFD. `None` for an escape that is none.
pub(super) fn unescape(raw: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(rest.get(..at)?);
        let (letter, after) = rest.get(at.checked_add(1)?..)?.split_first()?;
        rest = after;
        match letter {
            b'"' | b'\\' | b'/' => out.push(*letter),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'u' => {
                let first = hex(rest)?;
                rest = rest.get(4..)?;
                let mut units = vec![first];
                let is_high = (0xd800..0xdc00).contains(&first);
                if let Some(low) = rest.strip_prefix(b"\\u").and_then(hex)
                    && is_high
                    && (0xdc00..0xe000).contains(&low)
                {
                    units.push(low);
                    rest = rest.get(6..)?;
                }
                out.extend_from_slice(String::from_utf16_lossy(&units).as_bytes());
            }
            _ => return None,
        }
    }
    out.extend_from_slice(rest);
    Some(out)
}

fn hex(text: &[u8]) -> Option<u16> {
    let digits = text.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn skipped(text: &[u8]) -> Read<()> {
        let mut scanner = Scanner::new(text);
        scanner.skip()?;
        scanner.end()
    }

    #[test]
    fn names_the_byte_at_which_it_is_no_json() {
        for (text, right) in [
            ("{\"a\": [1, -0.5e+3, true, null, \"\\u00e9\\\"\"], \"b\": {}} ", Ok(())),
            ("[]", Ok(())),
            ("{\"a\": 01}", Err(6)),
            ("{\"a\": 1.}", Err(6)),
            ("{\"a\": 1,}", Err(8)),
            ("{\"a\" 1}", Err(5)),
            ("[1 2]", Err(3)),
            ("[nul]", Err(1)),
            ("\"abc", Err(4)),
            ("\"abc\\", Err(5)),
            ("{} x", Err(3)),
            ("", Err(0)),
        ] {
            assert_eq!(skipped(text.as_bytes()), right, "{text}");
        }
        assert_eq!(skipped(&[b'['; 100_000]), Err(DEEPEST + 1));
    }

    #[test]
    fn undoes_escapes() {
        let read = |text: &str| Scanner::new(text.as_bytes()).string().map(|it| String::from_utf8(it.into()).unwrap());
        assert_eq!(read(r#""a\"\\\/\b\f\n\r\tz""#), Ok("a\"\\/\u{8}\u{c}\n\r\tz".into()));
        assert_eq!(read(r#""\u00fc \ud83d\ude00 \ud83d!""#), Ok("\u{fc} \u{1f600} \u{fffd}!".into()));
        assert_eq!(read(r#""\x""#), Err(1));
        assert_eq!(read(r#""\u12g4""#), Err(1));
    }

    proptest! {
        #[test]
        fn takes_what_serde_json_takes(text in r#"[\[\]{}",:0-9eE.+\-truefalsn \\]{0,12}"#) {
            let right = serde_json::from_str::<serde_json::Value>(&text);
            // A number that is too large for a float is JSON all the same, and an escape is looked at when it is read.
            let is_known = !text.contains('\\') && !text.contains(['e', 'E']);
            prop_assert!(!is_known || right.is_ok() == skipped(text.as_bytes()).is_ok());
        }

        #[test]
        fn reads_every_string(text: String) {
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(Scanner::new(json.as_bytes()).string().unwrap().into_owned(), text.into_bytes());
        }
    }
}
