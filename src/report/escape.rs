//! Untrusted text, made safe for a terminal.
//!
//! A value of a response may hold escape sequences, marks that turn the order of letters around and letters that
//! nobody sees. None of them is ever written: each is shown by its code, `\x1b` or `\u{202e}`.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthChar;

/// Bytes as text: UTF-8, or the whole as Latin-1 where they are not UTF-8. Nothing is escaped yet.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Whether a letter may not be written as it is: controls (C0, DEL, C1), what has no width (combining marks, joiners,
/// bidirectional controls, tags, variation selectors), fillers that look like nothing, and line separators.
pub fn is_hidden(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    letter.width().is_none_or(|width| width == 0)
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}')
        || matches!(letter, '\u{e0000}'..='\u{e0fff}')
}

/// Whether a letter acts on a terminal or on the order of the letters around it: controls but for tabs and line breaks,
/// bidirectional controls, line separators. Formats that programs read keep every other letter as it is, since a path
/// with an accent or a sign of two parts has to stay that path.
fn acts(letter: char) -> bool {
    (letter.is_control() && !matches!(letter, '\t' | '\n' | '\r'))
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text for a format that programs read and people see: what acts on a terminal is shown by its code, and so is what
/// XML cannot hold.
pub(super) fn inert(text: &str) -> Cow<'_, str> {
    let is_bad = |letter: char| acts(letter) || matches!(letter, '\u{fffe}' | '\u{ffff}');
    if !text.contains(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_bad(letter) { out.push_str(&code(letter)) } else { out.push(letter) }
    }
    Cow::Owned(out)
}

/// One letter of a value and the bytes that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    bytes: Range<usize>,
    shown: Shown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    AsIs(char),
    Code(char),
}

impl Shown {
    fn new(letter: char, unicode: bool) -> Self {
        if is_hidden(letter) || !(unicode || letter.is_ascii()) { Self::Code(letter) } else { Self::AsIs(letter) }
    }

    fn write(self, out: &mut String) {
        match self {
            Self::AsIs(letter) => out.push(letter),
            Self::Code(letter) => out.push_str(&code(letter)),
        }
    }

    fn width(self) -> usize {
        match self {
            Self::AsIs(letter) => letter.width().unwrap_or(0),
            Self::Code(letter) => code(letter).len(),
        }
    }
}

fn code(letter: char) -> String {
    match u8::try_from(letter) {
        Ok(byte) => format!("\\x{byte:02x}"),
        Err(_) => format!("\\u{{{:x}}}", u32::from(letter)),
    }
}

fn pieces(bytes: &[u8], unicode: bool) -> Vec<Piece> {
    let piece = |start: usize, length: usize, letter: char| Piece {
        bytes: start..start.saturating_add(length),
        shown: Shown::new(letter, unicode),
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.char_indices().map(|(at, letter)| piece(at, letter.len_utf8(), letter)).collect(),
        Err(_) => bytes.iter().enumerate().map(|(at, byte)| piece(at, 1, char::from(*byte))).collect(),
    }
}

/// Bytes as text that is safe to write: what is hidden is shown by its code, and without `unicode` everything that is
/// not ASCII is.
///
/// # Examples
///
/// ```
/// use holdoff::report::escape::escape;
///
/// assert_eq!(escape(b"\x1b[31m5", true), r"\x1b[31m5");
/// ```
pub fn escape(bytes: &[u8], unicode: bool) -> String {
    let mut out = String::with_capacity(bytes.len());
    for piece in pieces(bytes, unicode) {
        piece.shown.write(&mut out);
    }
    out
}

/// A part of a value, safe to write, and where the marked bytes stand in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// The columns of the marked bytes, at least one wide; `None` where none were marked.
    pub marked: Option<Range<usize>>,
}

/// Shows a value in at most `columns` columns, cut around the bytes `mark` where it is longer.
///
/// `ellipsis` stands where something was cut; with `unicode` false it should be ASCII.
pub fn excerpt(bytes: &[u8], mark: Option<(usize, usize)>, columns: usize, unicode: bool, ellipsis: &str) -> Excerpt {
    let pieces = pieces(bytes, unicode);
    let is_marked = |piece: &Piece| mark.is_some_and(|(start, end)| piece.bytes.end > start && piece.bytes.start < end);
    let first = pieces.iter().position(is_marked);
    let last = pieces.iter().rposition(is_marked);
    let cut = ellipsis.chars().filter_map(char::width).fold(0, usize::saturating_add);
    let place = || {
        let (start, _) = mark?;
        let at = pieces.iter().position(|piece| piece.bytes.end > start).or(pieces.len().checked_sub(1))?;
        Some((at, at))
    };
    let window = window(&pieces, first.zip(last).or_else(place), columns, cut);

    let mut text = String::new();
    let mut column = 0usize;
    if window.start > 0 {
        text.push_str(ellipsis);
        column = cut;
    }
    let mut marked: Option<Range<usize>> = None;
    for piece in pieces.get(window.clone()).unwrap_or_default() {
        let end = column.saturating_add(piece.shown.width());
        piece.shown.write(&mut text);
        if is_marked(piece) {
            marked = Some(marked.map_or(column, |marked| marked.start)..end);
        }
        column = end;
    }
    if window.end < pieces.len() {
        text.push_str(ellipsis);
    }
    // A mark of no bytes, or past the end, points at the place where something is missing.
    let marked = marked.or_else(|| {
        let (start, _) = mark?;
        let shown = pieces.get(window.clone()).unwrap_or_default();
        let before = shown.iter().filter(|piece| piece.bytes.end <= start).map(|piece| piece.shown.width());
        let at = before.fold(if window.start > 0 { cut } else { 0 }, usize::saturating_add);
        Some(at..at.saturating_add(1))
    });
    Excerpt { text, marked }
}

/// Which pieces fit: all of them, else those around the marked ones, of which the first always fits.
fn window(pieces: &[Piece], marked: Option<(usize, usize)>, columns: usize, cut: usize) -> Range<usize> {
    let width = |range: Range<usize>| {
        pieces.get(range).unwrap_or_default().iter().map(|piece| piece.shown.width()).fold(0, usize::saturating_add)
    };
    if width(0..pieces.len()) <= columns {
        return 0..pieces.len();
    }
    let cuts = if marked.is_some() { 2 } else { 1 };
    let room = columns.saturating_sub(cut.saturating_mul(cuts));
    let (first, last) = marked.unwrap_or((0, 0));
    let mut range = first..first;
    let mut taken = 0usize;
    let fits = |at: usize, taken: usize| {
        let piece = pieces.get(at)?;
        let taken = taken.saturating_add(piece.shown.width());
        (taken <= room).then_some(taken)
    };
    // The marked pieces first, then as much on either side as there is room for.
    while range.end <= last {
        let more = match fits(range.end, taken) {
            Some(more) => more,
            None if range.end == first => room,
            None => return range,
        };
        (range.end, taken) = (range.end.saturating_add(1), more);
    }
    let mut grows = true;
    while grows {
        grows = false;
        if let Some((before, more)) = range.start.checked_sub(1).and_then(|at| Some((at, fits(at, taken)?))) {
            (range.start, taken, grows) = (before, more, true);
        }
        if let Some(more) = fits(range.end, taken) {
            (range.end, taken, grows) = (range.end.saturating_add(1), more, true);
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shows_what_is_hidden_by_its_code() {
        for (bytes, shown) in [
            (&b"120"[..], "120"),
            (b"\x1b]0;owned\x07", r"\x1b]0;owned\x07"),
            (b"a\0b\x7f\t\r\n", r"a\x00b\x7f\x09\x0d\x0a"),
            ("\u{9b}31m".as_bytes(), r"\x9b31m"),
            ("\u{202e}021\u{2066}".as_bytes(), r"\u{202e}021\u{2066}"),
            ("a\u{200b}\u{feff}\u{ad}\u{61c}".as_bytes(), r"a\u{200b}\u{feff}\xad\u{61c}"),
            ("\u{2028}\u{2029}\u{e0041}\u{fe0f}".as_bytes(), r"\u{2028}\u{2029}\u{e0041}\u{fe0f}"),
            ("e\u{301}\u{3164}".as_bytes(), r"e\u{301}\u{3164}"),
            ("Z\u{fc}rich \u{6771}".as_bytes(), "Z\u{fc}rich \u{6771}"),
            (b"Z\xfcrich \x9b", r"Zürich \x9b"),
        ] {
            assert_eq!(escape(bytes, true), shown);
        }
        assert_eq!(escape("Z\u{fc}rich \u{6771}".as_bytes(), false), r"Z\xfcrich \u{6771}");
        assert_eq!(text(b"Z\xfc"), "Z\u{fc}");
    }

    fn cut(bytes: &[u8], mark: Option<(usize, usize)>, columns: usize) -> (String, Option<(usize, usize)>) {
        let it = excerpt(bytes, mark, columns, true, "\u{2026}");
        (it.text, it.marked.map(|at| (at.start, at.end)))
    }

    #[test]
    fn finds_the_columns_of_bytes() {
        let shown = |text: &str, at| (text.to_owned(), at);
        assert_eq!(cut(b"\"a\";r=50;t=30", Some((9, 13)), 40), shown("\"a\";r=50;t=30", Some((9, 13))));
        // Two columns for the ideograph, four for the escape.
        assert_eq!(cut("\u{6771}\x1b5".as_bytes(), Some((4, 5)), 40), shown("\u{6771}\\x1b5", Some((6, 7))));
        assert_eq!(cut(b"\xfc\xfc5", Some((2, 3)), 40), shown("\u{fc}\u{fc}5", Some((2, 3))));
        assert_eq!(cut(b"12", None, 40), shown("12", None));
        assert_eq!(cut(b"", Some((0, 0)), 40), shown("", Some((0, 1))));
        assert_eq!(cut(b"12", Some((2, 2)), 40), shown("12", Some((2, 3))));
    }

    #[test]
    fn cuts_long_values_around_the_mark() {
        let value = b"0123456789abcdefghijklmnopqrstuvwxyz";
        let shown = |text: &str, at| (text.to_owned(), at);
        assert_eq!(cut(value, None, 10), shown("012345678\u{2026}", None));
        assert_eq!(cut(value, Some((0, 2)), 10), shown("01234567\u{2026}", Some((0, 2))));
        assert_eq!(cut(value, Some((20, 22)), 10), shown("\u{2026}hijklmno\u{2026}", Some((4, 6))));
        assert_eq!(cut(value, Some((34, 36)), 10), shown("\u{2026}stuvwxyz", Some((7, 9))));
        assert_eq!(cut(value, Some((36, 36)), 10), shown("\u{2026}stuvwxyz", Some((9, 10))));
        assert_eq!(cut(value, Some((5, 30)), 10), shown("\u{2026}56789abc\u{2026}", Some((1, 9))));
    }

    proptest! {
        #[test]
        fn nothing_hidden_gets_through(bytes: Vec<u8>, start in 0usize..40, length in 0usize..9, columns in 1usize..50) {
            let safe = |text: &str| !text.chars().any(is_hidden);
            prop_assert!(safe(&escape(&bytes, true)));
            prop_assert!(escape(&bytes, false).bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()));
            let it = excerpt(&bytes, Some((start, start.saturating_add(length))), columns, false, "...");
            prop_assert!(safe(&it.text));
            prop_assert!(it.text.len() <= columns.max(16));
        }

        #[test]
        fn nothing_hidden_in_text_gets_through(text: String) {
            prop_assert!(!escape(text.as_bytes(), true).chars().any(is_hidden));
        }
    }
}
