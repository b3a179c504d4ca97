//! The limits that a response states: the RateLimit fields of the IETF drafts in all their revisions, and the two
//! triples of `X-` fields that have no specification.

mod counts;
mod cross_check;
mod cursor;
mod families;
mod listed;
mod plain;
mod ratelimit;
mod reset;
mod reset_field;
mod separate;
mod structured;

use std::borrow::Cow;

use super::Plan;
use super::catalog::{Joined, Present};
use super::reading::{Alternative, Limit, Quota, ResetBy};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::instant::Instant;
use crate::quantity::Fixed;
use crate::vendor::{Form, Profile};
pub(super) use families::{Families, of as families_of};
use reset::Reset;
pub(super) use reset::{BySize, by_size, epoch, last_digit};
pub(super) use reset_field::go_duration;
use structured::{Fault, Span};

/// What the fields about limits say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits<'a> {
    /// The limits: items of RateLimit, the rows of the vendor, the rows of RateLimit-*, X-RateLimit-* and X-Rate-Limit-*,
    /// then those of the names that vendors alone have.
    pub(super) limits: Vec<Limit<'a>>,
    /// The policies, in the same order of fields.
    pub(super) policies: Vec<Quota<'a>>,
    /// The seconds from one call to the next, where a rate is given.
    pub(super) pace: Option<Fixed>,
    /// The vendor's word for why.
    pub(super) reason: Option<Cow<'a, str>>,
    /// Other readings of resets.
    pub(super) alternatives: Vec<Alternative<'a>>,
    /// The fields that could not be used, in canonical spelling.
    pub(super) ignored: Vec<&'static str>,
    /// The findings. A field that was ignored is a warning here, and under `strict` an error; whether something else
    /// answers in its place is for the caller to judge.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads every field about limits (draft-polli-ratelimit-headers-00 to draft-ietf-httpapi-ratelimit-headers-12).
///
/// Where a vendor is known, its rows stand in place of those that have the same fields.
pub(super) fn read_limits<'a>(reader: &Reader<'_, 'a>) -> Limits<'a> {
    let mut found = Limits::default();
    ratelimit::read(reader, &mut found);
    families::read(reader, &mut found);
    found.diagnostics = once_each(found.diagnostics);
    found
}

/// One finding for each kind in a field, with the number of the others: a list may have the same fault a thousand
/// times.
fn once_each(findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_twin = |one: &Diagnostic, other: &Diagnostic| {
        one.code == other.code && one.header == other.header && one.message == other.message
    };
    let mut few = findings.iter().take(8).enumerate();
    if findings.len() <= 8 && !few.any(|(at, it)| findings.iter().take(at).any(|before| is_twin(before, it))) {
        return findings;
    }
    let mut kinds: Vec<(Diagnostic, usize)> = Vec::with_capacity(findings.len().min(8));
    for it in findings {
        match kinds.iter_mut().find(|(before, _)| is_twin(before, &it)) {
            Some((_, more)) => *more = more.saturating_add(1),
            None => kinds.push((it, 0)),
        }
    }
    let counted = |(it, more): (Diagnostic, usize)| match more {
        0 => it,
        _ => Diagnostic { message: format!("{} (and {more} more)", it.message), ..it },
    };
    kinds.into_iter().map(counted).collect()
}

/// What every reader of a field needs.
pub(super) struct Reader<'r, 'a> {
    /// What the names of the fields tell.
    pub(super) plan: &'r Plan,
    pub(super) present: &'r Present<'a>,
    /// The time of reception, to which delays are added and against which instants are held.
    pub(super) received: Option<Instant>,
    /// Whether a field with a fault is ignored even where its reading leaves no doubt.
    pub(super) strict: bool,
    /// The vendor, where it is known.
    pub(super) profile: Option<&'static Profile>,
    /// What a bare number in a reset is, where the user says so.
    pub(super) reset_unit: Option<Form>,
    /// Whether the user named the vendor.
    pub(super) is_named: bool,
    /// Seconds after reception that a field above the limits in the order of decision asks for.
    pub(super) asked: Option<Fixed>,
    /// The server's own clock.
    pub(super) server: Option<Instant>,
}

impl Reader<'_, '_> {
    /// What tells the unit in the fields of a vendor.
    const fn vendor_by(&self) -> ResetBy {
        if self.is_named { ResetBy::Profile } else { ResetBy::Companions }
    }

    /// How much a fault matters.
    const fn severity(&self) -> Severity {
        if self.strict { Severity::Error } else { Severity::Warning }
    }
}

impl<'a> Limits<'a> {
    fn report(&mut self, code: Code, severity: Severity, header: &'static str, message: String, span: Option<Span>) {
        self.diagnostics.push(Diagnostic { code, severity, header: Some(header), message, span });
    }

    /// A field that is left out for a fault.
    fn ignore(&mut self, code: Code, severity: Severity, header: &'static str, fault: Fault) {
        self.report(code, severity, header, format!("{}; the field is ignored", fault.message), fault.span);
        self.ignored.push(header);
    }

    fn add_alternative(&mut self, joined: &Joined<'a>, reset: &Reset) {
        self.alternatives.push(reset.alternative(joined.name, joined.value.clone()));
    }

    /// A number of seconds that is too large to wait for.
    fn add_implausible(&mut self, joined: &Joined<'a>, number: Fixed, span: Span, received: Option<Instant>) {
        let header = joined.name;
        // The other readings of the first are enough: each holds the whole value.
        let is_first =
            !self.diagnostics.iter().any(|it| (it.code, it.header) == (Code::ResetImplausible, Some(header)));
        let message = "the reset lies more than 366 days away and is not waited for".to_owned();
        self.report(Code::ResetImplausible, Severity::Warning, header, message, Some(span));
        if !is_first {
            return;
        }
        self.add_alternative(joined, &Reset::delay(number, received));
        if let BySize::Epoch(epoch) = reset::by_size(number, Fixed::ONE, received) {
            self.add_alternative(joined, &epoch);
        }
    }

    /// Adds the row of a family of separate fields, or joins it to the row of a newer family that says the same.
    fn add_row(&mut self, row: Limit<'a>) {
        let Some(same) = self.limits.iter_mut().find(|limit| is_same(limit, &row)) else {
            if self.limits.is_empty() {
                // Few responses have more, and room for four costs as much as all else that is read of one.
                self.limits.reserve_exact(2);
            }
            self.limits.push(row);
            return;
        };
        let (source, shown) = (row.source, same.source);
        same.limit = same.limit.or(row.limit);
        if same.remaining.is_none() {
            (same.remaining, same.remaining_in) = (row.remaining, row.remaining_in);
        }
        same.exhausted = same.remaining == Some(Fixed::ZERO);
        same.window = same.window.or(row.window);
        if same.reset.is_none() && same.reset_at.is_none() {
            (same.reset, same.reset_at, same.resolution) = (row.reset, row.reset_at, row.resolution);
            (same.reset_by, same.reset_in) = (row.reset_by, row.reset_in);
        }
        let message = format!("{shown} says the same in a newer form, and the limit is shown once");
        self.report(Code::DuplicateLimit, Severity::Note, source, message, None);
    }
}

/// A limit of which nothing is known yet.
const fn unknown<'a>(source: &'static str, dialect: &'static str) -> Limit<'a> {
    Limit {
        name: None,
        source,
        dialect,
        unit: None,
        scope: None,
        limit: None,
        remaining: None,
        used: None,
        exhausted: false,
        binding: false,
        window: None,
        reset: None,
        reset_at: None,
        reset_by: None,
        partition_key: None,
        categories: None,
        informational: false,
        resolution: Fixed::ZERO,
        remaining_in: None,
        reset_in: None,
    }
}

/// Whether two rows of different fields speak of the same window: both state the limit or the reset, and nothing that
/// both state differs. An equal remaining quota tells nothing, since every limit that is used up has 0 left.
///
/// A delay and an instant cannot be compared without the time of reception, so they may differ.
fn is_same(one: &Limit<'_>, other: &Limit<'_>) -> bool {
    // Two limits of other names, or of other things, may well have the same numbers.
    let names = [(&one.name, &other.name), (&one.unit, &other.unit), (&one.scope, &other.scope)];
    if names.into_iter().any(|(one, other)| one.is_some() && other.is_some() && one != other) {
        return false;
    }
    let agree = |one: Option<Fixed>, other: Option<Fixed>, within: Fixed| {
        let difference = one?.minus(other?);
        Some(difference.max(Fixed::ZERO.minus(difference)) <= within)
    };
    let at = |limit: &Limit<'_>| limit.reset_at.map(Instant::unix);
    let resets = [agree(one.reset, other.reset, Fixed::ONE), agree(at(one), at(other), Fixed::ONE)];
    if resets == [None, None] && one.reset_in.is_some() && other.reset_in.is_some() {
        return false;
    }
    let limit = agree(one.limit, other.limit, Fixed::ZERO);
    let others = [agree(one.remaining, other.remaining, Fixed::ZERO), agree(one.window, other.window, Fixed::ZERO)];
    let shared = limit == Some(true) || resets.contains(&Some(true));
    shared && limit != Some(false) && !resets.contains(&Some(false)) && !others.contains(&Some(false))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::header::Field;
    use crate::header::recognise::recognise;

    fn read<'a>(fields: &[Field<'a>], received: Option<Instant>, strict: bool) -> Limits<'a> {
        let plan = &Plan::new(fields);
        let present = &plan.present(fields);
        let profile = recognise(plan.marked, present);
        let (reset_unit, is_named, asked, server) = (None, false, None, None);
        read_limits(&Reader { plan, present, received, strict, profile, reset_unit, is_named, asked, server })
    }

    /// Reads header lines, received at 2026-12-01T00:00:00Z, and hands the result to `check`.
    pub(super) fn reading<T>(lines: &[(&str, &str)], strict: bool, check: impl FnOnce(&Limits<'_>) -> T) -> T {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        check(&read(&fields, Some(Instant::parse("2026-12-01T00:00:00Z").unwrap()), strict))
    }

    /// The one diagnostic: code, severity, message and the bytes that it names.
    pub(super) fn finding(name: &str, value: &str, strict: bool) -> (&'static str, &'static str, String, String) {
        reading(&[(name, value)], strict, |found| {
            let [it] = &found.diagnostics[..] else { panic!("{value}: {:?}", found.diagnostics) };
            assert!(it.header.is_some_and(|header| header.eq_ignore_ascii_case(name)), "{value}");
            let bytes = it.span.map_or("", |(start, end)| &value[start..end]);
            (it.code.name(), it.severity.name(), it.message.clone(), bytes.to_owned())
        })
    }

    /// Form, wait and instant of each alternative.
    pub(super) fn alternatives(found: &Limits<'_>) -> Vec<String> {
        let text = |it: &Alternative<'_>| {
            let at = it.at.map_or("-".into(), |at| at.to_string());
            format!("{} {} {} {at}", it.header, it.form, it.wait.map_or("-".into(), |wait| wait.to_string()))
        };
        found.alternatives.iter().map(text).collect()
    }

    #[test]
    fn one_limit_in_two_families_is_one_row() {
        let trio = [("X-RateLimit-Limit", "100"), ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1796083231")];
        let mut lines = vec![("RateLimit", "limit=100, remaining=0, reset=30")];
        lines.extend(trio);
        reading(&lines, false, |found| {
            assert_eq!(found.limits.iter().map(|it| it.source).collect::<Vec<_>>(), ["RateLimit"]);
            let codes: Vec<_> = found.diagnostics.iter().map(|it| (it.code, it.severity, it.header)).collect();
            assert!(
                codes.contains(&(Code::DuplicateLimit, Severity::Note, Some("X-RateLimit-Remaining"))),
                "{codes:?}"
            );
        });
        lines[0].1 = "limit=100, remaining=1, reset=30";
        reading(&lines, false, |found| assert_eq!(found.limits.len(), 2));
    }

    #[test]
    fn an_instant_without_a_reception_gives_no_wait() {
        let times = |name: &'static str, value: &'static str| {
            let fields = [Field { name: name.as_bytes(), value: value.as_bytes() }];
            let found = read(&fields, None, false);
            let limit = &found.limits[0];
            (limit.reset.map(|it| it.to_string()), limit.reset_at.map(|it| it.to_string()))
        };
        let at = |text: &str| Some(text.to_owned());
        assert_eq!(times("RateLimit", "\"a\";r=0;t=5"), (at("5"), None));
        assert_eq!(times("X-RateLimit-Reset", "30"), (at("30"), None));
        assert_eq!(times("X-RateLimit-Reset", "1796083230"), (None, at("2026-12-01T00:00:30Z")));
        assert_eq!(times("X-RateLimit-Reset", "2026-12-01T00:00:30Z"), (None, at("2026-12-01T00:00:30Z")));
        assert_eq!(times("RateLimit-Reset", "Tue, 01 Dec 2026 00:00:30 GMT"), (None, at("2026-12-01T00:00:30Z")));
    }

    const NAMES: [&str; 24] = [
        "RateLimit",
        "RateLimit-Policy",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "X-Rate-Limit-Limit",
        "X-Rate-Limit-Remaining",
        "X-Rate-Limit-Reset",
        "X-RateLimit-Used",
        "X-RateLimit-Reset-After",
        "x-ratelimit-remaining-tokens",
        "x-ratelimit-reset-tokens",
        "x-ratelimit-requests-reset",
        "RateLimit-ResetTime",
        "Beta-RateLimit",
        "Sforce-Limit-Info",
        "X-App-Rate-Limit",
        "X-App-Rate-Limit-Count",
        "X-Sentry-Rate-Limits",
        "Auth0-Client-Quota-Limit",
        "x-amzn-RateLimit-Limit",
    ];

    /// No number below zero, every span within its value, and a finding for all that is ignored.
    fn holds(lines: &[(usize, Vec<u8>)], received: Option<i64>, strict: bool) -> Result<(), TestCaseError> {
        let fields: Vec<_> = lines.iter().map(|(name, value)| Field { name: NAMES[*name].as_bytes(), value }).collect();
        let received = received.and_then(|seconds| Instant::from_unix(Fixed::whole(seconds.into())));
        let found = read(&fields, received, strict);
        for limit in &found.limits {
            for number in [limit.limit, limit.remaining, limit.used, limit.reset, limit.window].into_iter().flatten() {
                prop_assert!(!number.is_negative());
            }
            let listed_while_used_up = limit.source == "X-Sentry-Rate-Limits";
            prop_assert_eq!(limit.exhausted, limit.remaining == Some(Fixed::ZERO) || listed_while_used_up);
            prop_assert!(!limit.dialect.is_empty());
        }
        prop_assert!(
            found.policies.iter().all(|it| !it.limit.is_negative() && it.window.is_none_or(|it| !it.is_negative()))
        );
        prop_assert!(found.alternatives.iter().all(|it| it.wait.is_none_or(|wait| !wait.is_negative())));
        let length = |header: &str| {
            let lengths: Vec<_> = fields
                .iter()
                .filter(|it| it.name == header.as_bytes())
                .map(|it| crate::header::trim_ows(it.value).len().saturating_add(2))
                .collect();
            lengths.iter().sum::<usize>().saturating_sub(2)
        };
        for it in &found.diagnostics {
            let (start, end) = it.span.unwrap_or_default();
            prop_assert!(start <= end && end <= length(it.header.unwrap()), "{:?}", it);
        }
        for header in &found.ignored {
            prop_assert!(found.diagnostics.iter().any(|it| it.header == Some(header)));
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn any_bytes(
            lines in prop::collection::vec((0usize..NAMES.len(), prop::collection::vec(any::<u8>(), 0..24)), 1..5),
            received in prop::option::of(-62_167_219_200i64..253_402_300_800),
            strict: bool,
        ) {
            holds(&lines, received, strict)?;
        }

        /// Text that is close to right values.
        #[test]
        fn any_text(
            lines in prop::collection::vec(
                (0usize..NAMES.len(), r#"((("[ab]?"|a|-?[0-9]{1,20}|limit|reset=5|2026-12-01T00:00:00Z|1h2m3\.5s|-20ms)(; ?(r|t|a|w|q|pk|window)=(-?[0-9]{1,13}|:YQ==:|"k"|1\.5))*|Tue, 01 Dec 2026 00:00:30 GMT)[, ]{0,2}){0,3}"#),
                1..6,
            ),
            received in prop::option::of(1_700_000_000i64..1_900_000_000),
            strict: bool,
        ) {
            let lines: Vec<_> = lines.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
            holds(&lines, received, strict)?;
        }
    }
}
