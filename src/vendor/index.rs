//! From the name of a field to all that is known of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{ByName, List, Profile, RETRY_FIELDS, Renamed, RetryField, Row, profiles};

/// One field.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name in canonical spelling.
    pub(crate) name: &'static str,
    /// The profiles that it marks, perhaps with others.
    pub(crate) marks: Vec<&'static Profile>,
    /// The rows that it belongs to, in the order of the profiles.
    pub(crate) rows: Vec<&'static Row>,
    /// The lists that it belongs to.
    pub(crate) lists: Vec<&'static List>,
    /// The pair of renamed fields that it belongs to.
    pub(crate) renamed: Option<&'static Renamed>,
    /// Its place among the retry fields.
    pub(crate) retry: Option<&'static RetryField>,
}

impl Entry {
    /// Whether it speaks of a limit.
    pub(crate) const fn is_of_limit(&self) -> bool {
        !self.rows.is_empty() || !self.lists.is_empty() || self.renamed.is_some()
    }

    /// What a field of that name has behind the beginning that it shares with others; empty where the entry is for one
    /// name alone.
    pub(crate) fn suffix<'n>(&self, name: &'n [u8]) -> &'n [u8] {
        self.beginning().and_then(|beginning| name.get(beginning.len()..)).unwrap_or_default()
    }

    /// The beginning of the names that it stands for, where it does for many.
    fn beginning(&self) -> Option<&'static [u8]> {
        self.name.as_bytes().strip_suffix(b"*")
    }
}

static INDEX: LazyLock<Vec<Entry>> = LazyLock::new(build);
static BY_NAME: LazyLock<ByName<&'static Entry>> =
    LazyLock::new(|| ByName::new(entries().iter().map(|entry| (entry.name, entry))));

/// Those that stand for many names, by what these begin with.
static BEGINNINGS: LazyLock<Vec<(&'static [u8], &'static Entry)>> =
    LazyLock::new(|| INDEX.iter().filter_map(|entry| Some((entry.beginning()?, entry))).collect());

/// All fields of vendors.
pub(crate) fn entries() -> &'static [Entry] {
    &INDEX
}

/// What is known of a field, whatever the case of its name.
pub(crate) fn field(name: &[u8]) -> Option<&'static Entry> {
    BY_NAME.get(name).copied()
}

/// What is known of a field by the beginning of its name, whatever its case.
pub(crate) fn field_by_beginning(name: &[u8]) -> Option<&'static Entry> {
    let begins = |own: &[u8]| {
        // Most names differ in the first letter.
        let first = |text: &[u8]| text.first().map(u8::to_ascii_lowercase);
        let start = name.get(..own.len()).filter(|_| first(name) == first(own) && name.len() > own.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(own))
    };
    BEGINNINGS.iter().find(|(own, _)| begins(own)).map(|(_, entry)| *entry)
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
        for list in profile.lists {
            list.fields().for_each(|field| entry(&mut index, field).lists.push(list));
        }
        if let Some(renamed) = &profile.renamed {
            for field in [renamed.limits, renamed.policies] {
                entry(&mut index, field).renamed = Some(renamed);
            }
        }
        for field in profile.reasons {
            entry(&mut index, field);
        }
    }
    for retry in RETRY_FIELDS {
        entry(&mut index, retry.name).retry = Some(retry);
    }
    index.into_values().collect()
}

fn entry<'i>(index: &'i mut BTreeMap<&'static str, Entry>, name: &'static str) -> &'i mut Entry {
    index.entry(name).or_insert_with(|| Entry {
        name,
        marks: Vec::new(),
        rows: Vec::new(),
        lists: Vec::new(),
        renamed: None,
        retry: None,
    })
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
        for name in ["", "content-type", "x-ratelimit-limi", "x-ratelimit-limits", "zendesk-ratelimit-"] {
            assert!(field(name.as_bytes()).or(field_by_beginning(name.as_bytes())).is_none(), "{name}");
        }
        let tickets = b"Zendesk-RateLimit-tickets-index";
        let entry = field_by_beginning(tickets).unwrap();
        assert_eq!((entry.name, entry.suffix(tickets)), ("zendesk-ratelimit-*", &b"tickets-index"[..]));
        assert_eq!(field(b"X-RateLimit-Used").unwrap().suffix(b"X-RateLimit-Used"), b"");
    }
}
