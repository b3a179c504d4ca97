//! From the name of a field to all that is known of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{ByName, Profile, RETRY_FIELDS, RetryField, Row, profiles};

/// One field.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name in canonical spelling.
    pub(crate) name: &'static str,
    /// The profiles that it marks, perhaps with others.
    pub(crate) marks: Vec<&'static Profile>,
    /// The rows that it belongs to, in the order of the profiles.
    pub(crate) rows: Vec<&'static Row>,
    /// Its place among the retry fields.
    pub(crate) retry: Option<&'static RetryField>,
}

static INDEX: LazyLock<Vec<Entry>> = LazyLock::new(build);
static BY_NAME: LazyLock<ByName<&'static Entry>> =
    LazyLock::new(|| ByName::new(entries().iter().map(|entry| (entry.name, entry))));

/// All fields of vendors.
pub(crate) fn entries() -> &'static [Entry] {
    &INDEX
}

/// What is known of a field, whatever the case of its name.
pub(crate) fn field(name: &[u8]) -> Option<&'static Entry> {
    BY_NAME.get(name).copied()
}

fn build() -> Vec<Entry> {
    let mut index: BTreeMap<&'static str, Entry> = BTreeMap::new();
    for profile in profiles() {
        for mark in profile.marks.iter().flat_map(|mark| mark.with) {
            let marks = &mut entry(&mut index, mark).marks;
            if !marks.iter().any(|before| before.name == profile.name) {
                marks.push(profile);
            }
        }
        for row in profile.rows {
            row.fields().for_each(|field| entry(&mut index, field).rows.push(row));
        }
    }
    for retry in RETRY_FIELDS {
        entry(&mut index, retry.name).retry = Some(retry);
    }
    index.into_values().collect()
}

fn entry<'i>(index: &'i mut BTreeMap<&'static str, Entry>, name: &'static str) -> &'i mut Entry {
    index.entry(name).or_insert_with(|| Entry { name, marks: Vec::new(), rows: Vec::new(), retry: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_field_in_any_case() {
        for name in profiles().flat_map(Profile::fields).chain(RETRY_FIELDS.iter().map(|it| it.name)) {
            for spelled in [name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
                assert_eq!(field(spelled.as_bytes()).map(|it| it.name), Some(name));
            }
        }
        for name in ["", "content-type", "x-ratelimit-limi", "x-ratelimit-limits"] {
            assert!(field(name.as_bytes()).is_none(), "{name}");
        }
    }
}
