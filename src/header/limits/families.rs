//! Which rows of separate fields a response has: those of its vendor, the common ones, and those whose names vendors
//! alone have; then the other fields that vendors alone have.

use super::separate::{self, Family};
use super::{Limits, Reader, listed, ratelimit};
use crate::header::catalog::{Known, Present};
use crate::header::reading::ResetBy;
use crate::vendor::{List, Profile, Renamed, Row, RowOf, common_rows, rows_of};

/// The fields of each of the common rows.
const COMMON_FIELDS: [[Known; 3]; 3] = [
    [Known::RateLimitLimit, Known::RateLimitRemaining, Known::RateLimitReset],
    [Known::XRateLimitLimit, Known::XRateLimitRemaining, Known::XRateLimitReset],
    [Known::XDashRateLimitLimit, Known::XDashRateLimitRemaining, Known::XDashRateLimitReset],
];

/// What the fields of a response are read as.
#[derive(Debug, Default)]
pub(in crate::header) struct Families {
    rows: Vec<(&'static Row, Told)>,
    others: Vec<Other>,
}

/// Fields that are no row of counts.
#[derive(Clone, Copy, Debug)]
enum Other {
    List(&'static List),
    Renamed(&'static Renamed),
}

impl Other {
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::List(one), Self::List(other)) => std::ptr::eq(one, other),
            (Self::Renamed(one), Self::Renamed(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }
}

/// How it is known what a row's fields hold.
#[derive(Clone, Copy, Debug)]
enum Told {
    /// By the vendor.
    Vendor,
    /// By names that vendors alone have, all of which send the same.
    Names,
    /// The same, but for the form of the reset, in which they differ.
    NamesOfMany,
    /// By a specification.
    Drafts,
    /// Not at all: many send them.
    Nothing,
}

/// What the fields that were sent are read as, where the vendor is `profile`.
pub(in crate::header) fn of(present: &Present<'_>, profile: Option<&'static Profile>) -> Families {
    let mut found = Families::default();
    let mut done: Vec<&'static RowOf> = Vec::new();
    for own in profile.map_or(&[][..], rows_of) {
        if was_sent(own, present) {
            done.push(own);
            found.rows.push((own.row, Told::Vendor));
        }
    }
    let told = [Told::Drafts, Told::Nothing, Told::Nothing];
    for ((common, fields), told) in common_rows().iter().zip(COMMON_FIELDS).zip(told) {
        let sent = fields.into_iter().any(|field| present.get(field).is_some());
        if sent && !done.iter().any(|before| shares_a_sent_field(before, common, present)) {
            found.rows.push((common.row, told));
        }
    }
    // A row with a common name is read so only where its vendor is known.
    for own in present.vendors().iter().flat_map(|(entry, _)| &entry.own_rows) {
        if !done.iter().any(|before| shares_a_sent_field(before, own, present)) {
            done.push(own);
            found.rows.push((own.row, if own.is_agreed { Told::Names } else { Told::NamesOfMany }));
        }
    }
    for (entry, _) in present.vendors() {
        let others = entry.lists.iter().copied().map(Other::List).chain(entry.renamed.map(Other::Renamed));
        for other in others {
            if !found.others.iter().any(|before| before.is(other)) {
                found.others.push(other);
            }
        }
    }
    found
}

/// Reads all of them: the rows; fields that hold several limits; those of the drafts under other names; and the vendor's
/// word for why.
pub(super) fn read<'a>(reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    match reader.plan.families(reader.profile) {
        Some(families) => families.read(reader, found),
        None => of(reader.present, reader.profile).read(reader, found),
    }
    let reasons = reader.profile.map_or(&[][..], |profile| profile.reasons);
    if let Some(joined) = reasons.iter().find_map(|field| reader.present.named(field)) {
        found.reason = separate::text(joined.value.clone());
    }
}

impl Families {
    fn read<'a>(&self, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
        for (row, told) in &self.rows {
            let family = match told {
                Told::Vendor => Family::of_vendor(row, Some(reader.vendor_by())),
                Told::Names => Family::of_vendor(row, Some(ResetBy::Companions)),
                Told::NamesOfMany => Family::of_vendor(row, None),
                Told::Drafts => Family::common(row, true),
                Told::Nothing => Family::common(row, false),
            };
            add(&family, reader, found);
        }
        for other in &self.others {
            match other {
                Other::List(list) => listed::read(list, reader, found),
                Other::Renamed(pair) => ratelimit::read_renamed(pair, reader, found),
            }
        }
    }
}

fn add<'a>(family: &Family, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    if let Some(row) = separate::read(family, reader, found) {
        found.add_row(row);
    }
}

fn was_sent(of: &RowOf, present: &Present<'_>) -> bool {
    present.may_have(of.bits) && of.fields.iter().any(|field| present.named(field).is_some())
}

fn shares_a_sent_field(one: &RowOf, other: &RowOf, present: &Present<'_>) -> bool {
    present.may_have(one.bits & other.bits) && {
        let mut shared = one.fields.iter().filter(|field| other.fields.contains(field));
        shared.any(|field| present.named(field).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, read_limits};
    use super::*;
    use crate::diagnostic::Code;
    use crate::header::{Field, Plan};
    use crate::instant::Instant;
    use crate::vendor::{Form, profile};

    fn reader<'r, 'a>(
        plan: &'r Plan,
        present: &'r Present<'a>,
        received: Option<Instant>,
        profile: Option<&'static Profile>,
        reset_unit: Option<Form>,
    ) -> Reader<'r, 'a> {
        let is_named = profile.is_some();
        Reader { plan, present, received, strict: false, profile, reset_unit, is_named, asked: None, server: None }
    }

    /// Name, unit, limit, remaining, used, window and reset of each row, and the codes of the findings.
    fn rows(lines: &[(&str, &str)], vendor: Option<&str>, unit: Option<Form>) -> (Vec<String>, Vec<Code>) {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let plan = Plan::new(&fields);
        let present = plan.present(&fields);
        let received = Some(Instant::parse("2026-12-01T00:00:00Z").unwrap());
        let profile = vendor.map(|name| profile(name).unwrap());
        let Limits { limits, diagnostics, .. } = read_limits(&reader(&plan, &present, received, profile, unit));
        let number = |it: Option<crate::quantity::Fixed>| it.map_or("-".to_owned(), |it| it.to_string());
        let row = |it: &crate::header::Limit<'_>| {
            let numbers = [it.limit, it.remaining, it.used, it.window, it.reset].map(number).join(" ");
            format!("{} {} {numbers}", it.name.as_deref().unwrap_or("-"), it.unit.as_deref().unwrap_or("-"))
        };
        (limits.iter().map(row).collect(), diagnostics.iter().map(|it| it.code).collect())
    }

    /// What is read without its vendor has no name that is read otherwise.
    #[test]
    fn own_rows_have_no_known_name() {
        for row in crate::vendor::profiles().flat_map(|profile| profile.rows) {
            let field = row.fields().next().unwrap();
            let entry = crate::vendor::entries().iter().find(|entry| entry.name == field).unwrap();
            let is_own = entry.own_rows.iter().any(|own| std::ptr::eq(own.row, row));
            assert_eq!(is_own, row.fields().all(|field| !Known::is_name(field)), "{row:?}");
        }
    }

    #[test]
    fn the_same_number_is_read_as_each_vendor_sends_it() {
        for (name, value, vendor, reset, code) in [
            ("X-Rate-Limit-Reset", "45", "omnisend", "45", None),
            ("X-Rate-Limit-Reset", "600000", "prisjakt", "600", None),
            ("X-Rate-Limit-Reset", "1796083230", "okta", "30", None),
            ("X-RateLimit-Reset", "1796083230.25", "discord", "30.25", None),
            ("RateLimit-Reset", "1796083230", "twitch", "30", None),
            ("RateLimit-Reset", "12", "pagerduty", "12", None),
            ("x-ratelimit-requests-reset", "1796083230500", "linear", "30.5", None),
            ("x-ratelimit-requests-reset", "2163603", "rapidapi", "2163603", None),
            ("x-ratelimit-reset-tokens", "6m0s", "openai", "360", None),
            ("x-ratelimit-reset-tokens", "12", "azure-openai", "12", None),
            ("X-RateLimit-Reset", "2026-12-01T00:05:00.123456Z", "mastodon", "300.123456", None),
            // What is not of the vendor's form is not waited for, or read by its size.
            ("X-Rate-Limit-Reset", "45", "okta", "-", Some(Code::ResetImplausible)),
            ("X-Rate-Limit-Reset", "1796083230", "omnisend", "-", Some(Code::ResetImplausible)),
            ("X-RateLimit-Reset", "60", "mastodon", "60", Some(Code::ResetUnitGuessed)),
        ] {
            let (rows, codes) = rows(&[(name, value)], Some(vendor), None);
            let found = rows.first().map_or("-", |row| row.rsplit(' ').next().unwrap());
            assert_eq!((found, codes), (reset, Vec::from_iter(code)), "{vendor}: {value}");
        }
    }

    #[test]
    fn the_user_may_say_what_a_number_is() {
        for (name, value, unit, reset) in [
            ("X-RateLimit-Reset", "30000", Form::Milliseconds, "30"),
            ("X-RateLimit-Reset", "30", Form::Seconds, "30"),
            ("RateLimit-Reset", "1796083230", Form::EpochSeconds, "30"),
            ("X-Rate-Limit-Reset", "1796083230500", Form::EpochMilliseconds, "30.5"),
            ("x-ratelimit-requests-reset", "5000", Form::Milliseconds, "5"),
        ] {
            let (rows, codes) = rows(&[(name, value)], None, Some(unit));
            assert_eq!((rows[0].rsplit(' ').next().unwrap(), codes), (reset, vec![]), "{name}: {value}");
        }
    }

    #[test]
    fn names_of_vendors_are_read_without_one() {
        let tokens = [("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", "6m0s")];
        assert_eq!(rows(&tokens, None, None), (vec!["tokens tokens - 0 - - 360".to_owned()], vec![]));
        // Two vendors send this name, and another form each.
        let requests = [("x-ratelimit-requests-reset", "2163603")];
        assert_eq!(
            rows(&requests, None, None),
            (vec!["requests requests - - - - 2163603".to_owned()], vec![Code::ResetUnitGuessed])
        );
        let long = [("x-ratelimit-reset-tokens", "9000h")];
        assert_eq!(rows(&long, None, None).1, [Code::ResetImplausible]);
    }

    #[test]
    fn limits_of_two_names_are_two_though_they_agree() {
        let lines = [
            ("anthropic-ratelimit-requests-limit", "50"),
            ("anthropic-ratelimit-requests-reset", "2026-12-01T00:00:30Z"),
            ("anthropic-ratelimit-tokens-limit", "50"),
            ("anthropic-ratelimit-tokens-reset", "2026-12-01T00:00:30Z"),
        ];
        let right = ["requests requests 50 - - - 30", "tokens tokens 50 - - - 30"];
        assert_eq!(rows(&lines, None, None), (right.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn a_row_has_what_its_vendor_adds() {
        for (vendor, lines, right) in [
            (
                "aspnetcoreratelimit",
                &[
                    ("X-Rate-Limit-Limit", "1m"),
                    ("X-Rate-Limit-Remaining", "0"),
                    ("X-Rate-Limit-Reset", "2026-12-01T00:00:51.0588326Z"),
                ][..],
                &["- - - 0 - 60 51.0588326"][..],
            ),
            (
                "hubspot",
                &[
                    ("X-HubSpot-RateLimit-Max", "100"),
                    ("X-HubSpot-RateLimit-Remaining", "0"),
                    ("X-HubSpot-RateLimit-Interval-Milliseconds", "10000"),
                ],
                &["interval requests 100 0 - 10 -"],
            ),
            // Kong says the same limit twice, once with its window in the name.
            (
                "kong",
                &[
                    ("RateLimit-Limit", "5"),
                    ("RateLimit-Remaining", "4"),
                    ("RateLimit-Reset", "47"),
                    ("X-RateLimit-Limit-Minute", "5"),
                    ("X-RateLimit-Remaining-Minute", "4"),
                    ("X-RateLimit-Limit-Hour", "100"),
                    ("X-RateLimit-Remaining-Hour", "99"),
                ],
                &["- - 5 4 - 60 47", "- - 100 99 - 3600 -"],
            ),
            (
                "gitlab",
                &[
                    ("RateLimit-Name", "throttle_authenticated_web"),
                    ("RateLimit-Observed", "60"),
                    ("RateLimit-Limit", "60"),
                    ("RateLimit-Remaining", "0"),
                    ("RateLimit-ResetTime", "Tue, 01 Dec 2026 00:00:30 GMT"),
                ],
                &["throttle_authenticated_web - 60 0 60 - 30"],
            ),
            // The finer of two resets counts.
            (
                "discord",
                &[
                    ("X-RateLimit-Bucket", "abcd1234"),
                    ("X-RateLimit-Remaining", "0"),
                    ("X-RateLimit-Reset", "1796083264"),
                    ("X-RateLimit-Reset-After", "64.57"),
                ],
                &["abcd1234 - - 0 - - 64.57"],
            ),
        ] {
            assert_eq!(rows(lines, Some(vendor), None).0, right, "{vendor}");
        }
    }

    #[test]
    fn other_families_are_read_beside_the_vendors() {
        let lines =
            [("X-RateLimit-Resource", "core"), ("X-RateLimit-Remaining", "10"), ("X-Rate-Limit-Remaining", "20")];
        assert_eq!(rows(&lines, Some("github"), None).0, ["core - - 10 - - -", "- - - 20 - - -"]);
        // A profile whose fields are not there takes nothing away.
        assert_eq!(rows(&lines[2..], Some("github"), None).0, ["- - - 20 - - -"]);
    }
}
