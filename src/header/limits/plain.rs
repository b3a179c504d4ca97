//! Values older than structured fields: numbers in lists with parameters, read as text.

use super::structured::Span;
use crate::header::catalog::Joined;
use crate::header::trim_ows;
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

/// Splits at a byte that does not stand within double quotes.
pub(super) fn split(text: &[u8], at: u8) -> impl Iterator<Item = Part<'_>> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = text.split(move |byte| {
        let plain = !escaped;
        escaped = quoted && plain && *byte == b'\\';
        if plain && *byte == b'"' {
            quoted = !quoted;
        }
        !quoted && *byte == at
    });
    let mut next = 0usize;
    parts.map(move |part| {
        let leading = part.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let start = next.saturating_add(leading);
        next = next.saturating_add(part.len()).saturating_add(1);
        Part { text: trim_ows(part), start }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_outside_quotes() {
        let parts = |text: &'static str| {
            split(text.as_bytes(), b',').map(|it| (std::str::from_utf8(it.text).unwrap(), it.start)).collect::<Vec<_>>()
        };
        assert_eq!(parts("1 , 2"), [("1", 0), ("2", 4)]);
        assert_eq!(parts(r#"1;c="a, \"b,", 2"#), [(r#"1;c="a, \"b,""#, 0), ("2", 15)]);
        assert_eq!(parts(""), [("", 0)]);
    }
}
