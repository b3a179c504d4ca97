//! What is known of the fields of vendors, as data: a [`Profile`] for each, with the fields by which it is recognised,
//! the rows of limits that it sends, and the unit and form of each reset.
//!
//! To add a vendor is to add an entry to one of the lists; nothing else knows their names. Facts without a
//! documentation page or source code behind them are left out.

mod business;
mod gateways;
mod index;
mod list;
mod models;
mod names;
mod platforms;
mod row;

pub(crate) use index::{Entry, RowOf, common_rows, entries, field_by_beginning, rows_of};
pub use list::{List, ListField, Part, Shape};
pub(crate) use names::{ByName, name_bit};
pub use row::{Form, Name, Row, Scope, Window};

/// One vendor: how its responses are recognised, and what its fields mean.
#[derive(Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name that `--profile` takes, in kebab-case.
    pub name: &'static str,
    /// What it is called in a sentence.
    pub title: &'static str,
    /// The companion fields that tell it from all others; any of these is enough. Empty where its names are those of
    /// many, so that only the user can name it.
    pub marks: &'static [Mark],
    /// The limits that it sends in fields of their own, each of them a row.
    pub rows: &'static [Row],
    /// The limits that it sends in fields that hold one or several.
    pub lists: &'static [List],
    /// The limits that it sends as RateLimit and RateLimit-Policy, under other names.
    pub renamed: Option<Renamed>,
    /// What its retry fields hold, where that differs from vendor to vendor.
    pub retries: &'static [(&'static str, Form)],
    /// A field whose form tells it from all others, where no companion does.
    pub told_by_form: Option<(&'static str, Form)>,
    /// The fields that hold its own word for why a request was limited; the first that was sent counts, and
    /// only where the vendor is known.
    pub reasons: &'static [&'static str],
    /// The field that its documentation puts above Retry-After.
    pub above_retry_after: Option<&'static str>,
    /// The statuses with which Retry-After counts; empty where it always does.
    pub retry_after_with: &'static [u16],
    /// How long to wait where it sends nothing that tells.
    pub fallback: Option<Fallback>,
    /// Whether its RateLimit-Policy has the kind of window before the name, so that it is no structured field.
    pub kind_before_name: bool,
    /// What its documentation asks for where the fields tell nothing.
    pub advice: Option<&'static str>,
    /// Where that is written.
    pub source: &'static str,
}

/// Companion fields that tell a vendor from all others.
#[derive(Debug, PartialEq, Eq)]
pub struct Mark {
    /// All of these were sent.
    pub with: &'static [&'static str],
    /// None of these was.
    pub without: &'static [&'static str],
}

/// RateLimit and RateLimit-Policy of the drafts since 08 under other names, shown and never enforced.
#[derive(Debug, PartialEq, Eq)]
pub struct Renamed {
    /// In place of RateLimit.
    pub limits: &'static str,
    /// In place of RateLimit-Policy.
    pub policies: &'static str,
}

/// How long a vendor's documentation asks to wait where its response does not tell: nothing asks for a wait, and no
/// limit is used up.
#[derive(Debug, PartialEq, Eq)]
pub struct Fallback {
    /// What it is called where it decides; it is not the server's word, and no field holds it.
    pub name: &'static str,
    /// The statuses with which it holds.
    pub statuses: &'static [u16],
    /// The wait.
    pub seconds: u32,
    /// When it holds and what else is asked for, in a sentence without a point.
    pub rule: &'static str,
}

/// A mark of fields that were all sent.
const fn sent(with: &'static [&'static str]) -> Mark {
    Mark { with, without: &[] }
}

impl Profile {
    /// A profile to which an entry adds what it has.
    const EMPTY: Self = Self {
        name: "",
        title: "",
        marks: &[],
        rows: &[],
        lists: &[],
        renamed: None,
        retries: &[],
        told_by_form: None,
        reasons: &[],
        above_retry_after: None,
        retry_after_with: &[],
        fallback: None,
        kind_before_name: false,
        advice: None,
        source: "",
    };

    /// Whether its fields tell it from all others.
    pub const fn is_told(&self) -> bool {
        !self.marks.is_empty() || self.told_by_form.is_some()
    }

    /// Every field that it is known for: those of its limits, those of its reasons, then its marks.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        let rows = self.rows.iter().flat_map(Row::fields);
        let lists = self.lists.iter().flat_map(List::fields);
        let renamed = self.renamed.iter().flat_map(|it| [it.limits, it.policies]);
        let marks = self.marks.iter().flat_map(|mark| mark.with.iter().copied());
        rows.chain(lists).chain(renamed).chain(self.reasons.iter().copied()).chain(marks)
    }
}

/// A vendor's field that says when to come back, beside or in place of Retry-After.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryField {
    /// The field in canonical spelling.
    pub name: &'static str,
    /// What it holds; `None` where it is seconds with some and Unix time with others, told apart by size.
    pub form: Option<Form>,
    /// Who sends it.
    pub source: &'static str,
}

/// The retry fields of vendors, in the order of decision: all of them below Retry-After.
pub const RETRY_FIELDS: &[RetryField] = &[
    RetryField { name: "X-Retry-In", form: Some(Form::Duration), source: "Traefik, SFTPGo and vulcand/oxy" },
    RetryField { name: "RateLimit-Retry-After", form: Some(Form::Seconds), source: "WooCommerce Store API" },
    RetryField { name: "X-RateLimit-Retry-After", form: None, source: "MailerLite and Symfony" },
    RetryField { name: "X-Retry-After", form: None, source: "NationStates, and Docker Hub until 2025" },
];

/// The three fields of the drafts before 07 and the two `X-` triples that many send: what their resets hold differs from
/// vendor to vendor.
static COMMON: [Row; 3] =
    [row::trio!("RateLimit", Seconds), row::trio!("X-RateLimit", Seconds), row::trio!("X-Rate-Limit", Seconds)];

/// Every profile, in the order of the lists.
pub fn profiles() -> impl Iterator<Item = &'static Profile> {
    [platforms::PROFILES, business::PROFILES, models::PROFILES, gateways::PROFILES].into_iter().flatten()
}

/// The profile of that name, or `None` where there is none.
///
/// # Examples
///
/// ```
/// assert_eq!(holdoff::vendor::profile("prisjakt").unwrap().title, "Prisjakt");
/// assert_eq!(holdoff::vendor::profile("nobody"), None);
/// ```
pub fn profile(name: &str) -> Option<&'static Profile> {
    profiles().find(|profile| profile.name == name)
}

/// The profile whose [`Fallback`] has that name, or `None` where it is the name of a field.
///
/// # Examples
///
/// ```
/// assert_eq!(holdoff::vendor::of_rule("GitHub's rule").unwrap().name, "github");
/// assert_eq!(holdoff::vendor::of_rule("Retry-After"), None);
/// ```
pub fn of_rule(name: &str) -> Option<&'static Profile> {
    profiles().find(|profile| profile.fallback.as_ref().is_some_and(|rule| rule.name == name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn names_are_unique_and_in_kebab_case() {
        let mut names: Vec<_> = profiles().map(|it| it.name).collect();
        let all = names.len();
        let is_kebab =
            |name: &&str| name.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-');
        assert!(all > 40 && names.iter().all(is_kebab), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    /// Two spellings of one name would be two fields in the output.
    #[test]
    fn a_field_has_one_spelling() {
        let mut spellings = BTreeMap::new();
        let retry = RETRY_FIELDS.iter().map(|it| it.name);
        let core = ["X-RateLimit-Limit", "X-Rate-Limit-Reset", "RateLimit-Reset", "Retry-After", "RateLimit-Policy"];
        for name in core.into_iter().chain(retry).chain(profiles().flat_map(Profile::fields)) {
            assert_eq!(*spellings.entry(name.to_ascii_lowercase()).or_insert(name), name);
        }
    }

    #[test]
    fn every_profile_says_where_it_is_written() {
        for it in profiles() {
            assert!(!it.title.is_empty() && !it.source.is_empty(), "{}", it.name);
            assert!(it.rows.iter().all(|row| row.fields().next().is_some()), "{}", it.name);
            assert!(it.lists.iter().all(|list| list.fields().next().is_some()), "{}", it.name);
            assert!(it.fallback.as_ref().is_none_or(|it| !it.statuses.is_empty() && it.seconds > 0), "{}", it.name);
            assert!(it.above_retry_after.is_none_or(|above| it.fields().any(|field| field == above)), "{}", it.name);
            assert!(it.marks.iter().all(|mark| !mark.with.is_empty()), "{}", it.name);
        }
    }
}
