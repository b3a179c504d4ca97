//! The JSON Schemas of what the commands print.
//!
//! The files are written from the types of this room, and a test holds them to the types. So the program carries their
//! text and nothing that makes it. The build script packs them, to a fifth of their size.

use std::io::Read;

use flate2::read::DeflateDecoder;

#[cfg(test)]
pub(super) mod closed;
#[cfg(test)]
mod policy_file;
#[cfg(test)]
mod types;

/// A schema and the name to ask for it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// The command, with `-line` for a line of its ndjson; `error` for a failed run.
    pub name: &'static str,
    /// The file, packed by the build script.
    packed: &'static [u8],
}

impl Schema {
    /// The schema: JSON Schema 2020-12, with a line break at its end.
    pub fn text(self) -> String {
        let mut text = String::new();
        // What the build script packed can be unpacked.
        let _ = DeflateDecoder::new(self.packed).read_to_string(&mut text);
        text
    }
}

macro_rules! schemas {
    ($($name:literal)*) => {
        /// Every schema.
        pub const ALL: &[Schema] = &[$(Schema {
            name: $name,
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".deflate")),
        },)*];
    };
}

schemas! { "schedule" "schedule-line" "inspect" "inspect-line" "simulate" "simulate-line" "compare" "compare-line" "convert" "convert-line" "check" "check-line" "explain" "explain-line" "profiles" "profiles-line" "dialects" "dialects-line" "policy-file" "error" }

/// The schema of that name, or `None` where there is none.
///
/// # Examples
///
/// ```
/// let schema = holdoff::report::schema::named("error").unwrap();
/// assert!(schema.text().contains("https://json-schema.org/draft/2020-12/schema"));
/// ```
pub fn named(name: &str) -> Option<Schema> {
    ALL.iter().find(|schema| schema.name == name).copied()
}
