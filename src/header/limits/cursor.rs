//! Walks over a structured field value: reads the common bare items, and passes the others once they are known to be
//! right.

use std::borrow::Cow;

use super::structured::{Bare, MAX_DIGITS, Pair, Span};

/// A place in a value.
pub(super) struct Cursor<'v> {
    bytes: &'v [u8],
    pub(super) at: usize,
}

impl<'v> Cursor<'v> {
    /// Behind the spaces with which a value may begin (RFC 9651, 4.2).
    pub(super) fn new(bytes: &'v [u8]) -> Self {
        let mut cursor = Self { bytes, at: 0 };
        cursor.skip(b" ");
        cursor
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    pub(super) fn skip(&mut self, set: &[u8]) {
        self.take_while(|byte| set.contains(&byte));
    }

    pub(super) fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.step();
        }
        found
    }

    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'v [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !wanted(*byte)).unwrap_or(rest.len());
        self.at = self.at.saturating_add(length);
        rest.get(..length).unwrap_or_default()
    }

    fn key(&mut self) -> Option<&'v str> {
        let key = self.take_while(is_key);
        let first = key.first()?;
        if !(first.is_ascii_lowercase() || *first == b'*') {
            return None;
        }
        std::str::from_utf8(key).ok()
    }

    /// `key=value`. `None` where it is another shape; `sfv` may still read it.
    pub(super) fn pair(&mut self) -> Option<Pair<'v>> {
        let start = self.at;
        let key = Cow::Borrowed(self.key()?);
        if !self.take(b'=') {
            return None;
        }
        let value = self.bare()?;
        Some(Pair { key, value, span: (start, self.at) })
    }

    /// An Integer or a String without escapes.
    pub(super) fn bare(&mut self) -> Option<Bare<'v>> {
        if self.take(b'"') {
            let text = self.take_while(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\');
            return self.take(b'"').then(|| std::str::from_utf8(text).ok().map(|it| Bare::String(it.into())))?;
        }
        let negative = self.take(b'-');
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        if digits.is_empty() || digits.len() > MAX_DIGITS || self.peek() == Some(b'.') {
            return None;
        }
        let size = digits
            .iter()
            .fold(0i64, |value, digit| value.saturating_mul(10).saturating_add(i64::from(digit.saturating_sub(b'0'))));
        Some(Bare::Integer(if negative { size.saturating_neg() } else { size }))
    }

    /// From behind a member to the next, or to the end. `None` where something else follows, or a comma is the last.
    pub(super) fn next_member(&mut self) -> Option<()> {
        self.skip(b" \t");
        if self.peek().is_none() {
            return Some(());
        }
        if !self.take(b',') {
            return None;
        }
        self.skip(b" \t");
        self.peek().map(|_| ())
    }

    /// Passes a bare item of a value that is known to be right.
    fn pass_bare(&mut self) {
        let start = self.peek();
        if start == Some(b'%') {
            self.step();
        }
        if !self.take(b'"') {
            self.take_while(|byte| !b";, \t)".contains(&byte));
            return;
        }
        // A Display String holds neither a bare quote nor an escape.
        while let Some(byte) = self.peek() {
            self.step();
            match byte {
                b'"' => return,
                b'\\' if start == Some(b'"') => self.step(),
                _ => {}
            }
        }
    }

    /// Passes a bare item or an Inner List, without the parameters behind it.
    pub(super) fn pass_member_value(&mut self) {
        if !self.take(b'(') {
            return self.pass_bare();
        }
        while self.at < self.bytes.len() {
            self.skip(b" ");
            if self.take(b')') {
                return;
            }
            self.pass_bare();
            self.pass_params();
        }
    }

    /// Passes parameters and says where each stands.
    pub(super) fn pass_params(&mut self) -> Vec<(&'v [u8], Span)> {
        let mut places = Vec::new();
        while self.take(b';') {
            self.skip(b" ");
            places.push(self.pass_pair());
        }
        places
    }

    pub(super) fn pass_pair(&mut self) -> (&'v [u8], Span) {
        let start = self.at;
        let key = self.take_while(is_key);
        if self.take(b'=') {
            self.pass_member_value();
        }
        (key, (start, self.at))
    }
}

const fn is_key(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b'.' | b'*')
}
