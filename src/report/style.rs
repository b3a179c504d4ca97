use unicode_width::UnicodeWidthStr;

use super::escape;

/// How a terminal, or what stands in its place, wants text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    color: bool,
    width: usize,
    unicode: bool,
}

/// What a piece of text means; its colour follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// An answer that lets the user go on.
    Good,
    /// An answer that holds the user back.
    Bad,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// A note.
    Note,
    /// What matters least.
    Faint,
}

impl Style {
    /// `width` is in columns and is kept within 40 and 200. Without `unicode` only ASCII is written.
    pub fn new(color: bool, width: usize, unicode: bool) -> Self {
        Self { color, width: width.clamp(40, 200), unicode }
    }

    /// For what is no terminal: no colours, and any letter.
    pub(super) const fn plain() -> Self {
        Self { color: false, width: 200, unicode: true }
    }

    /// The columns of a line, 40 to 200.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether anything but ASCII may be written.
    pub const fn unicode(&self) -> bool {
        self.unicode
    }

    /// `text` in the colour of its meaning, or as it is where there are no colours.
    pub fn paint(&self, paint: Paint, text: &str) -> String {
        if !self.color {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Good => "1;32",
            Paint::Bad => "1;33",
            Paint::Warning => "33",
            Paint::Error => "1;31",
            Paint::Note => "36",
            Paint::Faint => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// Untrusted text, safe to write; see [`escape::escape`].
    pub fn safe(&self, text: &str) -> String {
        escape::escape(text.as_bytes(), self.unicode)
    }

    /// Text of a response within a sentence: safe to write, and cut where it is longer than a sentence bears.
    pub(super) fn quoted(&self, text: &str) -> String {
        const MOST: usize = 80;
        escape::excerpt(text.as_bytes(), None, MOST, self.unicode, self.ellipsis()).text
    }

    /// `text` broken at spaces where a line would be wider than the terminal. Lines after the first are indented as the
    /// first one is, and two columns more.
    pub fn wrap(&self, text: &str) -> String {
        let indent = text.len().saturating_sub(text.trim_start_matches(' ').len());
        self.wrap_under(text, indent.saturating_add(2))
    }

    /// The same, with lines after the first indented by `hanging` columns.
    pub fn wrap_under(&self, text: &str, hanging: usize) -> String {
        let indent = text.len().saturating_sub(text.trim_start_matches(' ').len());
        let mut wrapped = " ".repeat(indent);
        let mut column = indent;
        for (number, word) in text.trim_start_matches(' ').split(' ').enumerate() {
            let width = visible_width(word);
            if number != 0 {
                if column.saturating_add(width).saturating_add(1) > self.width {
                    column = hanging;
                    wrapped.push('\n');
                    wrapped.push_str(&" ".repeat(column));
                } else {
                    wrapped.push(' ');
                    column = column.saturating_add(1);
                }
            }
            wrapped.push_str(word);
            column = column.saturating_add(width);
        }
        wrapped
    }

    /// What stands where text was cut out.
    pub const fn ellipsis(&self) -> &'static str {
        if self.unicode { "\u{2026}" } else { "..." }
    }
}

/// The columns of a word, without the codes of [`Style::paint`].
fn visible_width(word: &str) -> usize {
    let mut parts = word.split("\x1b[");
    let plain = parts.next().map_or(0, UnicodeWidthStr::width);
    let painted = parts.map(|part| part.split_once('m').map_or(0, |(_, text)| text.width()));
    painted.fold(plain, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_lines_at_spaces() {
        let style = Style::new(true, 40, true);
        assert_eq!(style.wrap("a short line"), "a short line");
        assert_eq!(
            style.wrap("forty columns are enough for this much and no more"),
            "forty columns are enough for this much\n  and no more"
        );
        assert_eq!(style.wrap(&format!("  {}", "unbreakable".repeat(5))), format!("  {}", "unbreakable".repeat(5)));
        let painted = style.paint(Paint::Bad, "deferred");
        let text = format!("  {painted}: thirty-nine columns with it are it, more");
        assert_eq!(style.wrap(&text), format!("  {painted}: thirty-nine columns with it\n    are it, more"));
    }

    #[test]
    fn paints_only_in_colour() {
        assert_eq!(Style::new(false, 80, true).paint(Paint::Error, "error"), "error");
        assert_eq!(Style::new(true, 80, true).paint(Paint::Error, "error"), "\x1b[1;31merror\x1b[0m");
    }

    #[test]
    fn keeps_the_width_in_bounds() {
        let widths = [0, 40, 80, 200, 5000].map(|width| Style::new(false, width, true).width());
        assert_eq!(widths, [40, 40, 80, 200, 200]);
    }
}
