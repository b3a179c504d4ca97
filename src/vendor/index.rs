//! From the name of a field to all that is known of it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::names::name_bit;
use super::{COMMON, List, Profile, RETRY_FIELDS, Renamed, RetryField, Row, profiles};

/// One field.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Its name in canonical spelling.
    pub(crate) name: &'static str,
    /// The profiles that it marks, perhaps with others.
    pub(crate) marks: Vec<&'static Profile>,
    /// The rows that it belongs to, in the order of the profiles.
    pub(crate) rows: Vec<&'static Row>,
    /// Those of them whose fields vendors alone have.
    pub(crate) own_rows: Vec<RowOf>,
    /// The lists that it belongs to.
    pub(crate) lists: Vec<&'static List>,
    /// The pair of renamed fields that it belongs to.
    pub(crate) renamed: Option<&'static Renamed>,
    /// Its place among the retry fields.
    pub(crate) retry: Option<&'static RetryField>,
}

/// A row and what holds of it.
#[derive(Debug)]
pub(crate) struct RowOf {
    pub(crate) row: &'static Row,
    /// Its fields.
    pub(crate) fields: Vec<&'static str>,
    /// The bits of their names; see [`name_bit`].
    pub(crate) bits: u64,
    /// Whether all vendors with its field for the reset have the same in it, so that its form is known.
    pub(crate) is_agreed: bool,
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

/// Those that stand for many names, by what these begin with.
static BEGINNINGS: LazyLock<Vec<(&'static [u8], &'static Entry)>> =
    LazyLock::new(|| INDEX.iter().filter_map(|entry| Some((entry.beginning()?, entry))).collect());

/// All fields of vendors.
pub(crate) fn entries() -> &'static [Entry] {
    &INDEX
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
    let mut entries: Vec<Entry> = index.into_values().collect();
    let own: Vec<Vec<RowOf>> = entries.iter().map(|entry| own_rows(entry, &entries)).collect();
    entries.iter_mut().zip(own).for_each(|(entry, own)| entry.own_rows = own);
    entries
}

/// The rows that are read without their vendor being known.
fn own_rows(entry: &Entry, all: &[Entry]) -> Vec<RowOf> {
    let is_common = |field| COMMON.iter().flat_map(Row::fields).any(|common| common == field);
    entry.rows.iter().filter(|row| !row.fields().any(is_common)).map(|row| row_of(row, all)).collect()
}

fn row_of(row: &'static Row, all: &[Entry]) -> RowOf {
    let is_agreed = row.resets.iter().all(|(name, form)| {
        let rows = all.iter().filter(|entry| entry.name == *name).flat_map(|entry| &entry.rows);
        rows.flat_map(|row| row.resets).filter(|(other, _)| other == name).all(|(_, other)| other == form)
    });
    let fields: Vec<_> = row.fields().collect();
    let bits = fields.iter().map(|field| name_bit(field)).fold(0, |bits, bit| bits | bit);
    RowOf { row, fields, bits, is_agreed }
}

static COMMON_ROWS: LazyLock<[RowOf; 3]> = LazyLock::new(|| COMMON.each_ref().map(|row| row_of(row, entries())));

/// The rows of [`COMMON`].
pub(crate) fn common_rows() -> &'static [RowOf; 3] {
    &COMMON_ROWS
}

/// The rows of every profile, in the order of the profiles' addresses.
static ROWS: LazyLock<Vec<(usize, Vec<RowOf>)>> = LazyLock::new(|| {
    let rows = |profile: &'static Profile| profile.rows.iter().map(|row| row_of(row, entries())).collect();
    let mut all: Vec<_> = profiles().map(|profile| (std::ptr::from_ref(profile).addr(), rows(profile))).collect();
    all.sort_by_key(|(address, _)| *address);
    all
});

/// The rows of a profile.
pub(crate) fn rows_of(profile: &'static Profile) -> &'static [RowOf] {
    let address = std::ptr::from_ref(profile).addr();
    let found = ROWS.binary_search_by_key(&address, |(address, _)| *address).ok();
    found.and_then(|at| ROWS.get(at)).map_or(&[], |(_, rows)| rows)
}

fn entry<'i>(index: &'i mut BTreeMap<&'static str, Entry>, name: &'static str) -> &'i mut Entry {
    index.entry(name).or_insert_with(|| Entry {
        name,
        marks: Vec::new(),
        rows: Vec::new(),
        own_rows: Vec::new(),
        lists: Vec::new(),
        renamed: None,
        retry: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_every_field_once() {
        for name in profiles().flat_map(Profile::fields).chain(RETRY_FIELDS.iter().map(|it| it.name)) {
            let found = entries().iter().filter(|entry| entry.name.eq_ignore_ascii_case(name));
            assert_eq!(found.map(|entry| entry.name).collect::<Vec<_>>(), [name]);
        }
    }

    #[test]
    fn finds_a_field_by_the_beginning_of_its_name() {
        for name in ["", "content-type", "x-ratelimit-limits", "zendesk-ratelimit-"] {
            assert!(field_by_beginning(name.as_bytes()).is_none(), "{name}");
        }
        let tickets = b"Zendesk-RateLimit-tickets-index";
        let entry = field_by_beginning(tickets).unwrap();
        assert_eq!((entry.name, entry.suffix(tickets)), ("zendesk-ratelimit-*", &b"tickets-index"[..]));
        let used = entries().iter().find(|entry| entry.name == "X-RateLimit-Used").unwrap();
        assert_eq!(used.suffix(b"X-RateLimit-Used"), b"");
    }
}
