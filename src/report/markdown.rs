//! An answer to be pasted into a pull request: its sentences, its rows as a table of GitHub Flavored Markdown (4.10),
//! its findings as a list.

use unicode_width::UnicodeWidthStr;

use super::Prose;
use super::escape::escape;
use super::rows::{Cell, Rows};

/// The whole answer. Its parts have a blank line between them.
pub(super) fn text(prose: &Prose<'_>, rows: &Rows) -> String {
    let lead = prose.lead.iter().map(|line| inert(line) + "\n").collect();
    let beneath = prose.beneath.iter().map(|line| format!("- {}\n", inert(line))).collect();
    let findings = prose.findings.iter().map(|(response, it)| {
        let place = response.map(|number| format!("response {number}: ")).unwrap_or_default();
        format!("- {place}{} `{}`: {}\n", it.severity.name(), it.code.name(), inert(&it.message))
    });
    let mut parts: Vec<String> = vec![lead, beneath, table(rows), findings.collect()];
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The rows with aligned columns, numbers to the right; nothing where there are none.
fn table(rows: &Rows) -> String {
    if rows.cells.is_empty() {
        return String::new();
    }
    let column = |(at, key): (usize, &String)| {
        let cells: Vec<&Cell> = rows.cells.iter().filter_map(|row| row.get(at)).collect();
        Column::new(key, &cells)
    };
    let columns: Vec<Column> = rows.keys.iter().enumerate().map(column).collect();
    let lines = columns.iter().map(|column| column.lines.len()).max().unwrap_or(0);
    let line = |at: usize| {
        let cells = columns.iter().filter_map(|column| column.lines.get(at).map(|cell| format!(" {cell} |")));
        format!("|{}\n", cells.collect::<String>())
    };
    (0..lines).map(line).collect()
}

/// A column: its title, its rule and its cells, all of one width.
struct Column {
    lines: Vec<String>,
}

impl Column {
    fn new(key: &str, cells: &[&Cell]) -> Self {
        let is_number = |cell: &&Cell| matches!(cell, Cell::Number(_));
        let numeric = cells.iter().any(is_number) && cells.iter().all(|it| is_number(it) || **it == Cell::Null);
        let cells: Vec<String> = cells.iter().map(|it| cell(it)).collect();
        let width = cells.iter().map(|cell| cell.width()).fold(key.width().max(3), usize::max);
        let rule = "-".repeat(width.saturating_sub(1));
        let rule = if numeric { format!("{rule}:") } else { format!("{rule}-") };
        let pad = |text: &str| {
            let space = " ".repeat(width.saturating_sub(text.width()));
            if numeric { space + text } else { format!("{text}{space}") }
        };
        let lines = [pad(key), rule].into_iter().chain(cells.iter().map(|cell| pad(cell))).collect();
        Self { lines }
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Bool(value) => value.to_string(),
        Cell::Number(number) => number.clone(),
        Cell::Text(text) => inert_within(text),
    }
}

/// The same within a line, where nothing begins a list.
fn inert_within(text: &str) -> String {
    written(text, false)
}

/// Text that means nothing but itself: no markup, no HTML, no link, no mention, no reference, and all of it on one
/// line. What is hidden is shown by its code.
///
/// A mention, a reference and a bare link are looked for in the text that markup leaves, so a backslash does not stop
/// them; a space of no width does.
fn inert(text: &str) -> String {
    written(text, true)
}

fn written(text: &str, begins_line: bool) -> String {
    const GAP: &str = "&#8203;";
    let shown = escape(text.as_bytes(), true);
    let mut out = String::with_capacity(shown.len());
    for (at, letter) in shown.char_indices() {
        let before = shown.get(..at).unwrap_or_default();
        let after = shown.get(at..).and_then(|rest| rest.get(letter.len_utf8()..)).unwrap_or_default();
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '#' => out.extend(['\\', letter]),
            // A list within a list, and a list with numbers.
            '-' | '+' if begins_line && before.is_empty() => out.extend(['\\', letter]),
            '.' | ')' if begins_line && !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit()) => {
                out.extend(['\\', letter]);
            }
            _ => out.push(letter),
        }
        let is_live = match letter {
            '@' => true,
            '#' => after.starts_with(|next: char| next.is_ascii_digit()),
            ':' => after.starts_with("//"),
            'w' | 'W' => after.starts_with('.') && ends_with(before, "ww"),
            'h' | 'H' => after.starts_with('-') && ends_with(before, "g"),
            _ => false,
        };
        if is_live {
            out.push_str(GAP);
        }
    }
    out
}

/// Whether `text` ends with these ASCII letters, in any case.
fn ends_with(text: &str, letters: &str) -> bool {
    let tail = text.len().checked_sub(letters.len()).and_then(|at| text.get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(letters))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::report::sample;

    #[test]
    fn aligns_columns_and_puts_numbers_to_the_right() {
        let rows = Rows {
            keys: vec!["wait_s".into(), "from".into(), "ok".into()],
            cells: vec![
                vec![Cell::Number("1.5".into()), Cell::Text("a|b".into()), Cell::Bool(true)],
                vec![Cell::Null, Cell::Null, Cell::Bool(false)],
                vec![Cell::Number("-12345678".into()), Cell::Text("\u{6f22}".into()), Cell::Null],
            ],
        };
        assert_eq!(
            table(&rows),
            "|    wait_s | from | ok    |\n\
             | --------: | ---- | ----- |\n\
             |       1.5 | a\\|b | true  |\n\
             |           |      | false |\n\
             | -12345678 | \u{6f22}   |       |\n"
        );
        assert_eq!(table(&Rows::default().or_keys(&["a"])), "");
    }

    #[test]
    fn parts_have_a_blank_line_between_them() {
        let finding = sample::reset_before_retry_after();
        let prose = Prose {
            lead: Some("wait 2m".into()),
            beneath: vec!["- one".into(), "1. two".into()],
            findings: vec![(None, &finding), (Some(2), &finding)],
        };
        let rows = Rows { keys: vec!["a".into()], cells: vec![vec![Cell::Null]] };
        let message = "the limit resets 1m 30s before Retry-After allows a retry";
        assert_eq!(
            text(&prose, &rows),
            format!(
                "wait 2m\n\n- \\- one\n- 1\\. two\n\n| a   |\n| --- |\n|     |\n\n\
                 - warning `reset-before-retry-after`: {message}\n\
                 - response 2: warning `reset-before-retry-after`: {message}\n"
            )
        );
    }

    #[test]
    fn hostile_text_means_nothing_but_itself() {
        for (hostile, shown) in [
            ("a | b", r"a \| b"),
            (r"a \| b", r"a \\\| b"),
            ("`code` *b* _i_ ~~s~~ $x$", r"\`code\` \*b\* \_i\_ \~\~s\~\~ \$x\$"),
            ("<script>&amp;", "&lt;script&gt;&amp;amp;"),
            ("<!-- x -->", "&lt;!-- x --&gt;"),
            ("[x](javascript:alert(1))", r"\[x\](javascript:alert(1))"),
            ("![x](http://e.example/p)", r"!\[x\](http:&#8203;//e.example/p)"),
            ("WWW.e.example www.e.example", "WWW&#8203;.e.example www&#8203;.e.example"),
            ("@octocat a@e.example", "@&#8203;octocat a@&#8203;e.example"),
            ("o/r#12 gh-12 # x", r"o/r\#&#8203;12 gh&#8203;-12 \# x"),
            ("a\r\nb\u{2028}c", r"a\\x0d\\x0ab\\u{2028}c"),
            ("a\n| --- |", r"a\\x0a\| --- \|"),
            ("\u{1b}[31m\u{202e}", r"\\x1b\[31m\\u{202e}"),
            ("- x", r"\- x"),
            ("12) x 3. y", r"12\) x 3. y"),
            ("Z\u{fc}rich 2026-12-01T00:00:00Z", "Z\u{fc}rich 2026-12-01T00:00:00Z"),
        ] {
            assert_eq!(inert(hostile), shown, "{hostile:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_ends_its_cell_or_opens_a_tag(text: String) {
            let mut escaped = false;
            for letter in inert(&text).chars() {
                prop_assert!(!crate::report::escape::is_hidden(letter) && letter != '<');
                prop_assert!(escaped || !matches!(letter, '|' | '`' | '[' | ']'));
                escaped = letter == '\\' && !escaped;
            }
            prop_assert!(!escaped);
        }
    }
}
