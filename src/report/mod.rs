//! How answers look: the only place that knows tables, colours and escapes.
//!
//! Everything here returns text; printing it is the program's business. Text from a response is never written as it
//! came: see [`escape`].
//!
//! # Examples
//!
//! ```
//! use holdoff::policy::{NativeFlags, Policy};
//! use holdoff::report::schedule::{Schedule, Wish};
//! use holdoff::report::{Answer, Style};
//!
//! let policy = Policy::native(&NativeFlags { base: "250ms", max: "2s", ..NativeFlags::default() })?;
//! let schedule = Schedule::new(&policy, Wish::default())?;
//! assert!(schedule.json().contains(r#""total":5750,"capped_from":4"#)); // the unit is that of the base
//!
//! let table = schedule.table(&Style::new(false, 80, false)); // no colours, 80 columns, ASCII
//! assert!(table.ends_with("6 calls; 5.75s of waiting; the max holds from retry 4\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
pub mod check;
mod clients;
pub mod compare;
pub mod convert;
mod csv;
pub mod diagnostics;
pub mod dialects;
pub mod error;
pub mod escape;
pub mod explain;
pub mod inspect;
mod json;
mod load;
mod markdown;
mod number;
pub mod origin;
pub mod profiles;
mod reading;
mod rows;
#[cfg(test)]
mod sample;
pub mod schedule;
pub mod schema;
pub mod simulate;
pub mod stack;
pub mod stream;
mod style;
mod summary;
mod table;
mod writer;

use json::{to_json, write_json};
use number::Number;
pub use rows::Rows;
pub use style::{Paint, Style};

use serde::Serialize;

use crate::diagnostic::Diagnostic;

/// What a command found out, ready to be printed in every format.
pub trait Answer {
    /// One JSON document, without a line break at its end.
    fn json(&self) -> String;

    /// One JSON object a line; each says in `type` what it is.
    fn ndjson(&self) -> String;

    /// For people.
    fn table(&self, style: &Style) -> String;

    /// The rows of the formats that are a table of bare values.
    fn rows(&self) -> Rows;

    /// What those formats say in sentences around the rows.
    fn prose(&self) -> Prose<'_>;

    /// For spreadsheets: a header row of the keys, then the rows (RFC 4180, with LF).
    fn csv(&self) -> String {
        csv::text(&self.rows())
    }

    /// For a pull request: the sentences, the rows as a table, the findings as a list.
    fn markdown(&self) -> String {
        markdown::text(&self.prose(), &self.rows())
    }
}

/// What an answer says in sentences: plain text, in which nothing is made harmless for any format but a terminal.
#[derive(Clone, Debug, Default)]
pub struct Prose<'a> {
    /// The sentence that leads the answer; none where each response has its own.
    pub lead: Option<String>,
    /// What stands beneath it, a sentence each.
    pub beneath: Vec<String>,
    /// The findings, with the number of the response that they are about where there are several.
    pub findings: Vec<(Option<usize>, &'a Diagnostic)>,
}

/// `value`, an object with keys, as a line of ndjson that says in `type` what it is.
fn ndjson_line<T: Serialize>(kind: &'static str, value: &T) -> String {
    let mut out = Vec::new();
    write_ndjson_line(&mut out, kind, value);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes that line behind what is there.
fn write_ndjson_line<T: Serialize>(out: &mut Vec<u8>, kind: &'static str, value: &T) {
    out.extend_from_slice(b"{\"type\":\"");
    out.extend_from_slice(kind.as_bytes());
    out.push(b'"');
    let bracket = out.len();
    write_json(out, value);
    if let Some(byte) = out.get_mut(bracket) {
        *byte = b',';
    }
    out.push(b'\n');
}
