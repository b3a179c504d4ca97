//! What the names of a response's fields tell, whatever their values are: which of them are read, whose they are, and
//! which limits they speak of. Many responses have fields of the same names, and need it found out once.

use super::catalog::{Joined, Known, Named, Present, known};
use super::limits::{Families, families_of};
use super::recognise::{Marked, marked};
use super::{Context, Field, Reading, decide, trim_ows};
use crate::vendor::{Entry, Profile};

/// What the names of the fields of one response tell.
///
/// # Examples
///
/// ```
/// use holdoff::header::{Action, Context, Field, Plan};
///
/// let fields = |value| [Field { name: b"Retry-After", value }];
/// let plan = Plan::new(&fields(b"120"));
/// for (value, wait) in [(&b"120"[..], "120"), (b"5", "5")] {
///     let reading = plan.read(&fields(value), &Context::default());
///     assert_eq!(reading.wait.map(|wait| wait.to_string()).as_deref(), Some(wait));
/// }
/// ```
#[derive(Debug)]
pub struct Plan {
    known: Vec<(Known, Lines)>,
    vendors: Vec<(&'static Entry, Lines)>,
    known_bits: u32,
    bits: u64,
    pub(super) marked: Marked,
    /// The limits, as the fields alone tell the vendor.
    families: Families,
    /// Whether a vendor's field for the wait was sent.
    pub(super) has_retry_field: bool,
}

/// The lines of one field, by their numbers.
#[derive(Debug)]
struct Lines {
    first: usize,
    others: Vec<usize>,
    /// Where what the name has behind the beginning that it shares with others begins.
    suffix: Option<usize>,
}

impl Plan {
    /// Finds out what the names of `fields` tell.
    pub fn new(fields: &[Field<'_>]) -> Self {
        let mut plan = Self {
            known: Vec::new(),
            vendors: Vec::new(),
            known_bits: 0,
            bits: 0,
            marked: Marked::Nobodys,
            families: Families::default(),
            has_retry_field: false,
        };
        for (number, field) in fields.iter().enumerate() {
            plan.place(number, field.name, fields);
        }
        let present = plan.present(fields);
        let marked = marked(&present);
        let families = families_of(&present, marked.profile());
        let has_retry_field = present.vendors().iter().any(|(entry, _)| entry.retry.is_some());
        drop(present);
        Self { marked, families, has_retry_field, ..plan }
    }

    fn place(&mut self, number: usize, name: &[u8], fields: &[Field<'_>]) {
        let lines = |suffix| Lines { first: number, others: Vec::new(), suffix };
        match known(name) {
            None => {}
            Some(Named::Known(field)) => {
                self.known_bits |= field.bit();
                self.bits |= crate::vendor::name_bit(field.name());
                match self.known.iter_mut().find(|(before, _)| *before == field) {
                    Some((_, before)) => before.others.push(number),
                    None => self.known.push((field, lines(None))),
                }
            }
            Some(Named::Vendors(entry)) => {
                self.bits |= crate::vendor::name_bit(entry.name);
                let suffix = entry.suffix(name);
                let same = |(before, lines): &&mut (&'static Entry, Lines)| {
                    let sent = fields.get(lines.first).map_or(&b""[..], |field| entry.suffix(field.name));
                    std::ptr::eq(*before, entry) && sent.eq_ignore_ascii_case(suffix)
                };
                match self.vendors.iter_mut().find(same) {
                    Some((_, before)) => before.others.push(number),
                    None => {
                        let at = name.len().checked_sub(suffix.len()).filter(|_| !suffix.is_empty());
                        self.vendors.push((entry, lines(at)));
                    }
                }
            }
        }
    }

    /// The fields of a response whose names are those of the plan, in the same order.
    pub(super) fn present<'a>(&self, fields: &[Field<'a>]) -> Present<'a> {
        let joined = |name: &'static str, lines: &Lines| {
            let line = |number: usize| fields.get(number).map_or(&b""[..], |field| trim_ows(field.value));
            let mut joined = Joined::new(name, line(lines.first));
            lines.others.iter().for_each(|other| joined.add(line(*other)));
            if let Some(at) = lines.suffix {
                joined.suffix = fields.get(lines.first).and_then(|field| field.name.get(at..)).unwrap_or_default();
            }
            joined
        };
        let known = self.known.iter().map(|(field, lines)| (*field, joined(field.name(), lines))).collect();
        let vendors = self.vendors.iter().map(|(entry, lines)| (*entry, joined(entry.name, lines))).collect();
        Present::of(known, self.known_bits, vendors, self.bits)
    }

    /// The limits that the fields speak of, where they are those of `profile`.
    pub(super) fn families(&self, profile: Option<&'static Profile>) -> Option<&Families> {
        let same = match (self.marked.profile(), profile) {
            (None, None) => true,
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            _ => false,
        };
        same.then_some(&self.families)
    }

    /// Reads the fields of a response that have the names of the plan in the same order, as [`read`](super::read) does.
    pub fn read<'a>(&self, fields: &[Field<'a>], context: &Context<'_>) -> Reading<'a> {
        decide::read(self, &self.present(fields), context)
    }
}
