//! Answers for people, at a terminal. They may change; scripts read JSON.

mod answer;
pub(super) mod compare;
pub(super) mod inspect;
pub(super) mod load;
pub(super) mod schedule;
pub(super) mod simulate;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use unicode_width::UnicodeWidthStr;

use super::{Style, escape};

/// A column: its title and a cell for every row, safe to write. `None` is shown as `-`.
pub(super) struct Column {
    title: String,
    cells: Vec<Option<String>>,
    aligned: CellAlignment,
    /// Whether it is shown even where no row has anything in it.
    always: bool,
}

impl Column {
    /// A column of text.
    pub(super) fn left(title: &str, cells: impl IntoIterator<Item = Option<String>>) -> Self {
        let cells = cells.into_iter().collect();
        Self { title: title.to_owned(), cells, aligned: CellAlignment::Left, always: true }
    }

    /// A column of numbers.
    pub(super) fn right(title: &str, cells: impl IntoIterator<Item = Option<String>>) -> Self {
        Self { aligned: CellAlignment::Right, ..Self::left(title, cells) }
    }

    /// The title.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// The same column, left out where no row has anything in it.
    pub(super) fn if_any(self) -> Self {
        Self { always: false, ..self }
    }
}

/// Lines without a frame: a row of titles, then the rows.
///
/// Where that is wider than the terminal, every row is a list of its own: a title and a cell on each line.
pub(super) fn grid(columns: Vec<Column>, style: &Style) -> String {
    let columns = without_empty(columns);
    let wide = rows(&columns);
    if fits(&wide, style) {
        return wide;
    }
    let title_width = columns.iter().map(|column| column.title.width()).max().unwrap_or(0);
    let room = style.width().saturating_sub(title_width).saturating_sub(4);
    let count = columns.first().map_or(0, |column| column.cells.len());
    let list = |row: usize| {
        let mut table = frameless();
        for column in &columns {
            let cell =
                escape::excerpt(cell(column, row).as_bytes(), None, room, style.unicode(), style.ellipsis()).text;
            table.add_row([column.title.clone(), cell]);
        }
        lines(&table)
    };
    (0..count).map(list).collect::<Vec<_>>().join("\n")
}

/// The columns side by side, however wide that is.
pub(super) fn rows(columns: &[Column]) -> String {
    let mut table = frameless();
    if columns.iter().any(|column| !column.title.is_empty()) {
        table.set_header(columns.iter().map(|column| &column.title));
    }
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        table.add_row(columns.iter().map(|column| cell(column, row)));
    }
    for (column, shown) in columns.iter().zip(table.column_iter_mut()) {
        shown.set_cell_alignment(column.aligned);
    }
    lines(&table)
}

/// How wide the columns are side by side, without drawing them: a space stands on either side of each, but for the
/// end of the line.
pub(super) fn width(columns: &[Column]) -> usize {
    let widest = |column: &Column| {
        let cells = (0..column.cells.len()).map(|row| cell(column, row).width());
        cells.chain([column.title.width()]).max().unwrap_or(0)
    };
    columns.iter().map(|column| widest(column).saturating_add(2)).sum::<usize>().saturating_sub(1)
}

/// The columns that are to be shown.
pub(super) fn without_empty(mut columns: Vec<Column>) -> Vec<Column> {
    columns.retain(|column| column.always || column.cells.iter().any(Option::is_some));
    columns
}

/// Whether no line is wider than the terminal.
pub(super) fn fits(text: &str, style: &Style) -> bool {
    text.lines().all(|line| line.width() <= style.width())
}

fn cell(column: &Column, row: usize) -> &str {
    column.cells.get(row).and_then(Option::as_deref).unwrap_or("-")
}

/// A bar of so many eighths of a column; at least the thinnest.
fn bar(eighths: u64, style: &Style) -> String {
    let eighths = eighths.max(1);
    if !style.unicode() {
        return "#".repeat(usize::try_from(eighths.div_ceil(8)).unwrap_or(0));
    }
    let mut bar = "\u{2588}".repeat(usize::try_from(eighths / 8).unwrap_or(0));
    match eighths % 8 {
        0 => {}
        1 => bar.push('\u{258f}'),
        2 => bar.push('\u{258e}'),
        3 => bar.push('\u{258d}'),
        4 => bar.push('\u{258c}'),
        5 => bar.push('\u{258b}'),
        6 => bar.push('\u{258a}'),
        _ => bar.push('\u{2589}'),
    }
    bar
}

fn frameless() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}

fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests;
