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

pub mod diagnostics;
pub mod escape;
pub mod explain;
pub mod inspect;
mod json;
mod number;
#[cfg(test)]
mod sample;
pub mod schedule;
pub mod simulate;
mod style;
mod table;

use json::to_json;
use number::Number;
pub use style::{Paint, Style};

use serde::Serialize;

/// What a command found out, ready to be printed in every format.
pub trait Answer {
    /// One JSON document, without a line break at its end.
    fn json(&self) -> String;

    /// One JSON object a line; each says in `type` what it is.
    fn ndjson(&self) -> String;

    /// For people.
    fn table(&self, style: &Style) -> String;
}

/// `value` as a line of ndjson.
fn ndjson_line<T: Serialize>(value: &T) -> String {
    to_json(value) + "\n"
}
