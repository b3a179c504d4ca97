//! Rows for spreadsheets and other readers of csv (RFC 4180, with LF).

use super::escape;
use super::rows::{Cell, Rows};

/// The keys, then the rows; nothing where there are no keys.
pub(super) fn text(rows: &Rows) -> String {
    if rows.keys.is_empty() {
        return String::new();
    }
    keys(rows) + &self::rows(rows)
}

/// The header row.
pub(super) fn keys(rows: &Rows) -> String {
    line(rows.keys.iter().map(|key| quoted(key)))
}

/// The rows without their keys.
pub(super) fn rows(rows: &Rows) -> String {
    rows.cells.iter().map(|cells| line(cells.iter().map(cell))).collect()
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(",") + "\n"
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Bool(value) => value.to_string(),
        Cell::Number(number) => number.clone(),
        Cell::Text(text) => quoted(&harmless(text)),
    }
}

/// Text that a spreadsheet takes for text. What would begin a formula is preceded by an apostrophe (OWASP, CSV
/// Injection); what is hidden is shown by its code, line breaks among it.
fn harmless(text: &str) -> String {
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
    let is_formula = text.trim_start().starts_with(FORMULA) || text.starts_with(['\t', '\r', '\n']);
    let shown = escape::escape(text.as_bytes(), true);
    if is_formula { format!("'{shown}") } else { shown }
}

/// In double quotes where the text holds a separator, a quote or a space that a reader might trim.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_what_needs_it_and_leaves_null_empty() {
        let rows = Rows {
            keys: vec!["a".into(), "b,c".into(), "d".into(), "e".into()],
            cells: vec![
                vec![Cell::Null, Cell::Bool(false), Cell::Number("-1.50".into()), Cell::Text("x \"y\", z".into())],
                vec![Cell::Text(String::new()), Cell::Bool(true), Cell::Null, Cell::Text(" z".into())],
            ],
        };
        assert_eq!(text(&rows), "a,\"b,c\",d,e\n,false,-1.50,\"x \"\"y\"\", z\"\n,true,,\" z\"\n");
        assert_eq!(text(&Rows::default()), "");
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (hostile, shown) in [
            ("=1+2", "'=1+2"),
            ("=HYPERLINK(\"http://e.example\",\"x\")", "\"'=HYPERLINK(\"\"http://e.example\"\",\"\"x\"\")\""),
            ("+1", "'+1"),
            ("-2+3", "'-2+3"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("  =1", "'  =1"),
            ("\u{a0}=1", "'\u{a0}=1"),
            ("\t=1", "'\\x09=1"),
            ("\rx", "'\\x0dx"),
            ("\nx", "'\\x0ax"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("a\r\n=1", "a\\x0d\\x0a=1"),
            ("\u{200b}=1", "\\u{200b}=1"),
            ("\x1b[31m", "\\x1b[31m"),
            ("2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"),
            ("a=b", "a=b"),
            ("Z\u{fc}rich", "Z\u{fc}rich"),
        ] {
            assert_eq!(cell(&Cell::Text(hostile.to_owned())), shown, "{hostile:?}");
        }
    }
}
