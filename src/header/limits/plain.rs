//! Values older than structured fields: numbers in lists with parameters, read as text.

use std::borrow::Cow;

use super::Reader;
use super::separate::Family;
use super::structured::{self, Fault, Span};
use crate::header::catalog::Joined;
use crate::header::{list, trim_ows};
use crate::quantity::Fixed;

/// Digits with a minus sign at most, and with decimals where a vendor may send them.
pub(super) fn read_number(text: &[u8], decimals: bool) -> Option<Fixed> {
    if !decimals && text.contains(&b'.') {
        return None;
    }
    match text {
        [b'-', size @ ..] => Fixed::parse(size).map(|it| Fixed::ZERO.minus(it)),
        size => Fixed::parse(size),
    }
}

/// Whether a number may be a quota or a window: an Integer has at most 15 digits (RFC 9651, 3.3.1), and no service
/// counts further.
pub(super) fn is_count(number: Fixed) -> bool {
    number.max(Fixed::ZERO.minus(number)) <= Fixed::whole(999_999_999_999_999)
}

/// What keeps a value from being read at all. A strict reader wants a structured field where the drafts define one
/// (since 02); for others a string that does not end would hide what stands behind it.
pub(super) fn broken(value: &[u8], family: &Family, reader: &Reader<'_, '_>) -> Option<Fault> {
    if wants_structure(family, reader) && !value.is_empty() {
        return structured::list(&Cow::Borrowed(value)).err();
    }
    if !value.contains(&b'"') {
        return None;
    }
    let mut quotes = Quotes::default();
    let mut opened = 0usize;
    for (at, byte) in value.iter().enumerate() {
        let before = quotes.quoted;
        quotes.step(*byte);
        if quotes.quoted && !before {
            opened = at;
        }
    }
    quotes.quoted.then(|| Fault::new("the closing quote of a string is missing", (opened, value.len())))
}

/// Whether a field has to keep to what the drafts say of it.
pub(super) const fn wants_structure(family: &Family, reader: &Reader<'_, '_>) -> bool {
    reader.strict && family.specified
}

/// Whether there is one member too many at `index`, and the fault.
pub(super) fn too_many(index: usize, value: &[u8]) -> Option<Fault> {
    let message = || format!("there are more than {} members", structured::MAX_MEMBERS);
    (index >= structured::MAX_MEMBERS).then(|| Fault::new(message(), (0, value.len())))
}

/// The faulty bytes. A number that is missing has none of its own; the whole value stands for it, if it has any.
pub(super) fn place(span: Span, value: &[u8]) -> Option<Span> {
    if span.0 < span.1 { Some(span) } else { (!value.is_empty()).then_some((0, value.len())) }
}

/// The first line where all lines are equal, else the lines as they were joined.
pub(super) fn one_of_equal_lines<'j>(joined: &'j Joined<'_>) -> &'j [u8] {
    let value = &*joined.value;
    let commas = joined.lines.saturating_sub(1).saturating_mul(2);
    let length = value.len().saturating_sub(commas).checked_div(joined.lines).unwrap_or(0);
    let Some(line) = value.get(..length) else { return value };
    let is_line = |part: &[u8]| part.strip_prefix(line).is_some_and(|rest| rest.is_empty() || rest == b", ");
    if value.chunks(length.saturating_add(2)).all(is_line) { line } else { value }
}

/// A part of a list, without the white space around it.
pub(super) struct Part<'v> {
    pub(super) text: &'v [u8],
    /// Its first byte in the whole.
    start: usize,
}

impl<'v> Part<'v> {
    /// The number, its bytes, and the parameters behind it.
    pub(super) fn parts(&self) -> (&'v [u8], Span, &'v [u8]) {
        let end = self.text.iter().position(|byte| *byte == b';').unwrap_or(self.text.len());
        let (number, params) = self.text.split_at_checked(end).unwrap_or_default();
        let number = trim_ows(number);
        let length = if number.is_empty() { self.text.len() } else { number.len() };
        (number, (self.start, self.start.saturating_add(length)), params)
    }
}

/// The parameters of a member.
pub(super) fn params(text: &[u8]) -> impl Iterator<Item = Part<'_>> {
    split(text, |_, byte| byte == b';')
}

/// The members of a list. A comma that is a mark of thousands parts nothing, so that `5,000` is not a list of 5 and 0.
///
/// In a limit, which may have policies behind it, it parts where a policy follows: `100,200;w=60` has two members.
pub(super) fn members(text: &[u8], is_limit: bool) -> impl Iterator<Item = Part<'_>> {
    split(text, move |at, byte| {
        let is_mark = || list::is_thousands(text, at) && !(is_limit && is_policy(text, at.saturating_add(1)));
        byte == b',' && !is_mark()
    })
}

/// Whether the three digits at `at` are a quota and have parameters. A quota does not begin with a zero.
fn is_policy(text: &[u8], at: usize) -> bool {
    let begins = text.get(at).is_some_and(|first| *first != b'0');
    let behind = text.get(at.saturating_add(3)..).map(trim_ows).unwrap_or_default();
    begins && behind.starts_with(b";")
}

/// Splits where `parts` says so of a comma or a semicolon and its place; it is not asked about what stands within double quotes.
fn split<'v>(text: &'v [u8], mut parts: impl FnMut(usize, u8) -> bool) -> impl Iterator<Item = Part<'v>> {
    let (mut quotes, mut next) = (Quotes::default(), Some(0usize));
    let is_one = !text.iter().any(|byte| matches!(byte, b',' | b';'));
    std::iter::from_fn(move || {
        let start = next?;
        if is_one {
            next = None;
            let leading = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            return Some(Part { text: trim_ows(text), start: leading });
        }
        let rest = text.get(start..).unwrap_or_default();
        let ends = |(at, byte): (usize, &u8)| {
            quotes.step(*byte);
            !quotes.quoted && parts(start.saturating_add(at), *byte)
        };
        let end = rest.iter().enumerate().position(ends);
        next = end.map(|end| start.saturating_add(end).saturating_add(1));
        let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let leading = part.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Some(Part { text: trim_ows(part), start: start.saturating_add(leading) })
    })
}

/// Whether a walk over a value is within double quotes.
#[derive(Default)]
struct Quotes {
    quoted: bool,
    escaped: bool,
}

impl Quotes {
    #[inline]
    fn step(&mut self, byte: u8) {
        if byte != b'"' && byte != b'\\' {
            self.escaped = false;
            return;
        }
        let plain = !self.escaped;
        self.escaped = self.quoted && plain && byte == b'\\';
        if plain && byte == b'"' {
            self.quoted = !self.quoted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_outside_quotes() {
        let parts = |text: &'static str| {
            let members = members(text.as_bytes(), true);
            members.map(|it| (std::str::from_utf8(it.text).unwrap(), it.start)).collect::<Vec<_>>()
        };
        assert_eq!(parts("1 , 2"), [("1", 0), ("2", 4)]);
        assert_eq!(parts(r#"1;c="a, \"b,", 2"#), [(r#"1;c="a, \"b,""#, 0), ("2", 15)]);
        assert_eq!(parts(""), [("", 0)]);
    }

    #[test]
    fn a_mark_of_thousands_parts_nothing() {
        for (text, limit, other) in [
            ("5,000", &["5,000"][..], &["5,000"][..]),
            ("12,345,678", &["12,345,678"], &["12,345,678"]),
            ("5,000;w=60", &["5,000;w=60"], &["5,000;w=60"]),
            ("5, 000", &["5", "000"], &["5", "000"]),
            ("10,60", &["10", "60"], &["10", "60"]),
            ("100,200;w=60", &["100", "200;w=60"], &["100,200;w=60"]),
            ("10,10;w=100,200;w=60", &["10", "10;w=100", "200;w=60"], &["10", "10;w=100,200;w=60"]),
            ("76;w=21,600", &["76;w=21,600"], &["76;w=21,600"]),
        ] {
            for (is_limit, right) in [(true, limit), (false, other)] {
                let found: Vec<_> = members(text.as_bytes(), is_limit).map(|it| it.text).collect();
                assert_eq!(found, right.iter().map(|it| it.as_bytes()).collect::<Vec<_>>(), "{text}");
            }
        }
    }
}
