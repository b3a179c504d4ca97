//! RateLimit and RateLimit-Policy: the Lists of drafts 08 to 12, the Dictionary of draft 07 and the policies of
//! drafts 04 to 07.

use std::borrow::Cow;

use super::reset::{Reset, is_plausible};
use super::structured::{self, Bare, Fault, Item, Pair, Span};
use super::{Limits, Reader, unknown};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::{Joined, Known};
use crate::header::reading::{Limit, PartitionKey, Place, Quota};
use crate::quantity::Fixed;
use crate::vendor::Renamed;

/// What is counted where a policy does not say (draft 11, 3.1.2).
const DEFAULT_UNIT: &str = "requests";

/// Reads both fields and joins each limit to the policy of its name.
pub(super) fn read<'a>(reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let present = reader.present;
    read_pair(present.get(Known::RateLimit), present.get(Known::RateLimitPolicy), reader, found);
}

/// Reads the same two fields under the names of a vendor, which shows them and does not enforce them.
pub(super) fn read_renamed<'a>(renamed: &Renamed, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let (present, first) = (reader.present, found.limits.len());
    read_pair(present.named(renamed.limits), present.named(renamed.policies), reader, found);
    found.limits.iter_mut().skip(first).for_each(|limit| limit.informational = true);
}

fn read_pair<'a>(
    rate_limit: Option<&Joined<'a>>,
    policy: Option<&Joined<'a>>,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
) {
    let (first_limit, first_policy) = (found.limits.len(), found.policies.len());
    if let Some(joined) = rate_limit {
        match read_rate_limit(&joined.value) {
            Ok(RateLimit::Items(items)) => add_items(joined, items, reader, found),
            Ok(RateLimit::Single(stated)) => {
                let limit = row(joined, stated, reader, found);
                found.limits.push(limit);
            }
            Err(fault) => found.ignore(Code::RateLimitInvalid, reader.severity(), joined.name, fault),
        }
    }
    if let Some(joined) = policy {
        match structured::list(&joined.value) {
            Ok(items) => add_policies(joined, items, reader, found),
            Err(fault) if let Some(items) = behind_kind(joined, reader) => {
                add_policies(joined, items, reader, found);
                let message = format!("{}; it is read as its vendor means it", fault.message);
                found.report(Code::RateLimitLenient, Severity::Warning, joined.name, message, fault.span);
            }
            Err(fault) => found.ignore(Code::RateLimitInvalid, reader.severity(), joined.name, fault),
        }
    }
    let policies = found.policies.get(first_policy..).unwrap_or_default();
    for limit in found.limits.iter_mut().skip(first_limit) {
        let Some(policy) = policy_of(limit, policies) else { continue };
        limit.limit = Some(policy.limit);
        limit.window = policy.window;
        if policy.unit.is_some() {
            limit.unit.clone_from(&policy.unit);
        }
    }
}

/// The one policy of a vendor who writes the kind of window before its name: `"fixed window";"api";q=500;w=300`.
fn behind_kind<'a>(joined: &Joined<'a>, reader: &Reader<'_, 'a>) -> Option<Vec<Item<'a>>> {
    if reader.strict || !reader.profile.is_some_and(|profile| profile.kind_before_name) {
        return None;
    }
    let at = joined.value.windows(3).position(|bytes| bytes == br#"";""#)?.checked_add(2)?;
    let rest = match &joined.value {
        Cow::Borrowed(value) => Cow::Borrowed(value.get(at..)?),
        Cow::Owned(value) => Cow::Owned(value.get(at..)?.to_vec()),
    };
    structured::list(&rest).ok().filter(|items| items.len() == 1)
}

/// The policy with the limit's name and partition key, or else the one for all keys; of several the smallest. A limit
/// without a key is that of the only policy of its name, whatever the key: some servers send the key there alone. In
/// draft 07 the quota is the name.
fn policy_of<'p, 'a>(limit: &Limit<'_>, policies: &'p [Quota<'a>]) -> Option<&'p Quota<'a>> {
    if limit.name.is_none() {
        return with_quota(policies, limit.limit);
    }
    let named = || policies.iter().filter(|it| it.name == limit.name);
    let own = named().filter(|it| it.partition_key == limit.partition_key).min_by_key(|it| it.limit);
    let only = || named().next().filter(|_| limit.partition_key.is_none() && named().count() == 1);
    own.or_else(|| named().filter(|it| it.partition_key.is_none()).min_by_key(|it| it.limit)).or_else(only)
}

/// The policy of drafts before 08 that a quota names: the only one that has it (draft 03, 3.1; draft 07, 3.1).
pub(super) fn with_quota<'p, 'a>(policies: &'p [Quota<'a>], quota: Option<Fixed>) -> Option<&'p Quota<'a>> {
    let mut all = policies.iter().filter(|it| it.unit.is_none() && Some(it.limit) == quota);
    all.next().filter(|_| all.next().is_none())
}

/// What RateLimit holds.
enum RateLimit<'a> {
    /// Drafts 08 and later.
    Items(Vec<Item<'a>>),
    /// Draft 07.
    Single(Stated<'a>),
}

/// What one item, or the Dictionary, states.
struct Stated<'a> {
    dialect: &'static str,
    name: Option<Cow<'a, str>>,
    partition_key: Option<PartitionKey>,
    limit: Option<Fixed>,
    /// What is left and where it stands.
    remaining: Option<(Fixed, Span)>,
    /// Seconds and where they stand.
    reset: Option<(Fixed, Span)>,
    /// The item with its parameters.
    span: Span,
}

/// A List fails to parse as a Dictionary of draft 07 and the other way round, so the two cannot be mixed up.
fn read_rate_limit<'a>(value: &Cow<'a, [u8]>) -> Result<RateLimit<'a>, Fault> {
    let fault = match structured::list(value) {
        Ok(items) => return Ok(RateLimit::Items(items)),
        Err(fault) => fault,
    };
    match structured::dictionary(value) {
        Ok(members) => draft_07(&members, value.len()).map(RateLimit::Single),
        Err(as_dictionary) if looks_like_a_dictionary(value) => Err(as_dictionary),
        Err(_) => Err(fault),
    }
}

/// Whether the sender meant `key=value`, so that a fault is told in those terms.
fn looks_like_a_dictionary(value: &[u8]) -> bool {
    let key = value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.*".contains(byte)).count();
    key > 0 && value.get(key) == Some(&b'=')
}

/// Draft 07, 3: `limit` and `reset` are required, `remaining` is not.
fn draft_07<'a>(members: &[Pair<'_>], length: usize) -> Result<Stated<'a>, Fault> {
    let number = |key: &str| members.iter().find(|pair| pair.key == key).map(natural).transpose();
    let missing = |key: &str| Fault::new(format!("`{key}` is missing"), (0, length));
    let limit = number("limit")?.ok_or_else(|| missing("limit"))?;
    let reset = number("reset")?.ok_or_else(|| missing("reset"))?;
    let remaining = number("remaining")?;
    Ok(Stated {
        dialect: "ietf-07",
        name: None,
        partition_key: None,
        limit: Some(limit.0),
        remaining,
        reset: Some(reset),
        span: (0, length),
    })
}

fn add_items<'a>(joined: &Joined<'a>, items: Vec<Item<'a>>, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let Some(all) = take_good(joined, items, reader, found, stated) else { return };
    // A row is large, and there is mostly one: room for four would cost more than the reading.
    found.limits.reserve_exact(all.len());
    for stated in all {
        let span = stated.span;
        let limit = row(joined, stated, reader, found);
        let twin = |it: &&mut Limit<'_>| {
            it.source == limit.source && it.name == limit.name && it.partition_key == limit.partition_key
        };
        match found.limits.iter_mut().find(twin) {
            None => found.limits.push(limit),
            Some(twin) => {
                keep_the_stricter(twin, limit);
                let message = "the name was there before; the lower `r` and the later `t` count".to_owned();
                found.report(Code::DuplicateName, Severity::Warning, joined.name, message, Some(span));
            }
        }
    }
}

fn keep_the_stricter<'a>(limit: &mut Limit<'a>, other: Limit<'a>) {
    if other.remaining < limit.remaining {
        limit.remaining = other.remaining;
        limit.remaining_in = other.remaining_in;
    }
    limit.exhausted = limit.exhausted || other.exhausted;
    if other.reset > limit.reset {
        limit.reset = other.reset;
        limit.reset_at = other.reset_at;
        limit.reset_by = other.reset_by;
        limit.reset_in = other.reset_in;
    }
}

/// An item of RateLimit: `r` and `t` in drafts 08 to 11, `a` and `w` after them. Other parameters are comments.
fn stated<'a>(item: Item<'a>, lenient: &mut Vec<Fault>) -> Result<Stated<'a>, Fault> {
    let newer = item.param("r").is_none() && item.param("a").is_some();
    let (dialect, quota, window) = if newer { ("ietf-12", "a", "w") } else { ("ietf-08", "r", "t") };
    let remaining = required(&item, quota)?;
    let reset = item.param(window).map(natural).transpose()?;
    let partition_key = partition_key(&item, lenient)?;
    let span = whole(&item);
    let name = Some(name(item, lenient)?);
    Ok(Stated { dialect, name, partition_key, limit: None, remaining: Some(remaining), reset, span })
}

fn row<'a>(joined: &Joined<'a>, stated: Stated<'a>, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) -> Limit<'a> {
    let mut limit = unknown(joined.name, stated.dialect);
    limit.unit = stated.name.is_some().then_some(Cow::Borrowed(DEFAULT_UNIT));
    limit.name = stated.name;
    limit.partition_key = stated.partition_key;
    limit.limit = stated.limit;
    let place = |span| Place { field: joined.name, dialect: stated.dialect, span };
    if let Some((remaining, span)) = stated.remaining {
        limit.remaining = Some(remaining);
        limit.remaining_in = Some(place(span));
        limit.exhausted = remaining == Fixed::ZERO;
    }
    match stated.reset {
        Some((seconds, span)) if is_plausible(seconds) => {
            let reset = Reset::delay(seconds, reader.received);
            (limit.reset, limit.reset_at, limit.resolution) = (reset.wait, reset.at, reset.resolution);
            (limit.reset_by, limit.reset_in) = (Some(reset.by), Some(place(span)));
        }
        Some((seconds, span)) => found.add_implausible(joined, seconds, span, reader.received),
        None => {}
    }
    limit
}

/// Strings with `q` (drafts 08 and later) or Integers with `w` (drafts 04 to 07); a mixture is neither.
fn add_policies<'a>(joined: &Joined<'a>, items: Vec<Item<'a>>, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let is_integer = |item: &Item<'_>| matches!(item.value, Bare::Integer(_));
    let older = items.first().is_some_and(is_integer);
    if let Some(odd) = items.iter().find(|item| is_integer(item) != older) {
        let fault = Fault::new("named policies and bare quotas are mixed", odd.span);
        return found.ignore(Code::RateLimitInvalid, reader.severity(), joined.name, fault);
    }
    let source = joined.name;
    let policies = take_good(joined, items, reader, found, |item, lenient| {
        let span = whole(&item);
        Ok((if older { unnamed_policy(&item, source)? } else { named_policy(item, source, lenient)? }, span))
    });
    for (policy, span) in policies.unwrap_or_default() {
        let twin =
            |it: &Quota<'_>| it.source == source && it.name == policy.name && it.partition_key == policy.partition_key;
        if policy.name.is_some() && found.policies.iter().any(twin) {
            let message = "the name was there before; the lower `q` counts".to_owned();
            found.report(Code::DuplicateName, Severity::Warning, source, message, Some(span));
        }
        found.policies.push(policy);
    }
}

/// Draft 11, 3.1: `q` is required; `w` is above 0 since draft 09.
fn named_policy<'a>(item: Item<'a>, source: &'static str, lenient: &mut Vec<Fault>) -> Result<Quota<'a>, Fault> {
    let (limit, _) = required(&item, "q")?;
    let window = item.param("w").map(|pair| positive(pair)).transpose()?;
    let unit = match item.param("qu") {
        None => Cow::Borrowed(DEFAULT_UNIT),
        Some(Pair { value: Bare::String(unit), .. }) => unit.clone(),
        Some(pair) => return Err(mistyped(pair, "a String")),
    };
    let partition_key = partition_key(&item, lenient)?;
    let name = Some(name(item, lenient)?);
    Ok(Quota { name, source, limit, unit: Some(unit), window, partition_key })
}

/// Drafts 04 to 07: `100;w=60`.
fn unnamed_policy<'a>(item: &Item<'_>, source: &'static str) -> Result<Quota<'a>, Fault> {
    let limit = match item.value {
        Bare::Integer(number) if number >= 0 => Fixed::whole(number.into()),
        _ => return Err(Fault::new("the quota is below zero", item.span)),
    };
    let (window, _) = required(item, "w")?;
    Ok(Quota { name: None, source, limit, unit: None, window: Some(window), partition_key: None })
}

/// Reads every item. One that is bad is left out if it is the only one and others are good; with two, or under
/// `strict`, the field is ignored whole.
fn take_good<'a, T>(
    joined: &Joined<'a>,
    items: Vec<Item<'a>>,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
    read: impl Fn(Item<'a>, &mut Vec<Fault>) -> Result<T, Fault>,
) -> Option<Vec<T>> {
    let header = joined.name;
    let (mut good, mut bad, mut lenient) = (Vec::with_capacity(items.len()), Vec::new(), Vec::new());
    for item in items {
        match read(item, &mut lenient) {
            Ok(it) => good.push(it),
            Err(fault) => bad.push(fault),
        }
    }
    let may_drop = bad.len() == 1 && !good.is_empty() && !reader.strict;
    let fatal = if reader.strict && bad.is_empty() { lenient.first() } else { bad.first().filter(|_| !may_drop) };
    if let Some(fault) = fatal {
        found.ignore(Code::RateLimitInvalid, reader.severity(), header, fault.clone());
        return None;
    }
    for Fault { message, span } in lenient {
        found.report(Code::RateLimitLenient, Severity::Warning, header, message, span);
    }
    for Fault { message, span } in bad {
        let message = format!("{message}; the item is left out");
        found.report(Code::RateLimitLenient, Severity::Warning, header, message, span);
    }
    Some(good)
}

fn whole(item: &Item<'_>) -> Span {
    (item.span.0, item.params.iter().map(|pair| pair.span.1).fold(item.span.1, usize::max))
}

/// The name: a String, or by lenience a Token.
fn name<'a>(item: Item<'a>, lenient: &mut Vec<Fault>) -> Result<Cow<'a, str>, Fault> {
    let fault = |kind| Fault::new(format!("the name is {kind} where a String is required"), item.span);
    match item.value {
        Bare::String(name) => Ok(name),
        Bare::Token(name) => {
            lenient.push(fault("a Token"));
            Ok(name)
        }
        other => Err(fault(other.kind())),
    }
}

/// The partition key: a Byte Sequence, or by lenience a String.
fn partition_key(item: &Item<'_>, lenient: &mut Vec<Fault>) -> Result<Option<PartitionKey>, Fault> {
    const WANTED: &str = "a Byte Sequence";
    let Some(pair) = item.param("pk") else { return Ok(None) };
    match &pair.value {
        Bare::Bytes(bytes) => Ok(Some(PartitionKey(bytes.clone()))),
        Bare::String(text) => {
            lenient.push(mistyped(pair, WANTED));
            Ok(Some(PartitionKey(text.as_bytes().to_vec())))
        }
        _ => Err(mistyped(pair, WANTED)),
    }
}

fn required(item: &Item<'_>, key: &str) -> Result<(Fixed, Span), Fault> {
    let pair = item.param(key).ok_or_else(|| Fault::new(format!("`{key}` is missing"), whole(item)))?;
    natural(pair)
}

/// An Integer that is not negative, and where it stands.
fn natural(pair: &Pair<'_>) -> Result<(Fixed, Span), Fault> {
    match pair.value {
        Bare::Integer(number) if number >= 0 => Ok((Fixed::whole(number.into()), pair.span)),
        Bare::Integer(_) => Err(Fault::new(format!("`{}` is below zero", pair.key), pair.span)),
        _ => Err(mistyped(pair, "an Integer")),
    }
}

fn positive(pair: &Pair<'_>) -> Result<Fixed, Fault> {
    let (number, span) = natural(pair)?;
    if number == Fixed::ZERO {
        return Err(Fault::new(format!("`{}` is 0, where at least 1 is required", pair.key), span));
    }
    Ok(number)
}

fn mistyped(pair: &Pair<'_>, wanted: &str) -> Fault {
    Fault::new(format!("`{}` is {} where {wanted} is required", pair.key, pair.value.kind()), pair.span)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alternatives, finding, reading};
    use super::*;

    #[test]
    fn says_what_is_wrong_and_where() {
        for (value, message, bytes) in [
            (r#""quota";t=1"#, "`r` is missing", r#""quota";t=1"#),
            (r#""a";r=-1;t=5"#, "`r` is below zero", "r=-1"),
            (r#""a";r=0;t=1.5"#, "`t` is a Decimal where an Integer is required", "t=1.5"),
            (r#""a";a=0;w=?1"#, "`w` is a Boolean where an Integer is required", "w=?1"),
            (r#""a";r=0;pk=k"#, "`pk` is a Token where a Byte Sequence is required", "pk=k"),
            (r#"("a");r=0"#, "the name is an Inner List where a String is required", r#"("a")"#),
            (r#""a";r=0;t=9,"#, "there is a trailing comma", ","),
            ("limit=100, remaining=0", "`reset` is missing", "limit=100, remaining=0"),
            ("limit=1, reset=x", "`reset` is a Token where an Integer is required", "reset=x"),
            ("limit=1, Reset=2", "a key must begin with a lower-case letter", "R"),
            (r#""a";r=1, b, "c""#, "`r` is missing", "b"),
        ] {
            let message = format!("{message}; the field is ignored");
            for (strict, severity) in [(false, "warning"), (true, "error")] {
                let right = ("ratelimit-invalid", severity, message.clone(), bytes.to_owned());
                assert_eq!(finding("RateLimit", value, strict), right, "{value}");
            }
        }
        for (value, message, bytes) in [
            (r#""a";q=10;w=0"#, "`w` is 0, where at least 1 is required", "w=0"),
            (r#""a";q=1;qu=t"#, "`qu` is a Token where a String is required", "qu=t"),
            ("100;w=60, -1;w=6, -2;w=6", "the quota is below zero", "-1"),
            (r#"100;w=60, "a";q=1"#, "named policies and bare quotas are mixed", r#""a""#),
        ] {
            let right = ("ratelimit-invalid", "warning", format!("{message}; the field is ignored"), bytes.to_owned());
            assert_eq!(finding("RateLimit-Policy", value, false), right, "{value}");
        }
    }

    #[test]
    fn lenient_reads_name_the_fault() {
        for (value, message, bytes) in [
            ("default;r=0;t=5", "the name is a Token where a String is required", "default"),
            (r#""a";r=0;pk="k""#, "`pk` is a String where a Byte Sequence is required", r#"pk="k""#),
            (r#""a";r=0, "b";t=5"#, "`r` is missing; the item is left out", r#""b";t=5"#),
        ] {
            let right = ("ratelimit-lenient", "warning", message.to_owned(), bytes.to_owned());
            assert_eq!(finding("RateLimit", value, false), right, "{value}");
            assert_eq!(finding("RateLimit", value, true).1, "error", "{value}");
        }
    }

    #[test]
    fn the_numbers_have_their_bytes() {
        let cut = |value: &'static str| {
            reading(&[("RateLimit", value)], false, |found| {
                found
                    .limits
                    .iter()
                    .map(|it| {
                        [it.remaining_in, it.reset_in]
                            .map(|place| place.map_or("", |Place { span: (start, end), .. }| &value[start..end]))
                    })
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(cut(r#""default";r=50;t=30"#), [["r=50", "t=30"]]);
        assert_eq!(cut(r#""a";t=5;r=0, "b";a=1;w=7, "c";r=2"#), [["r=0", "t=5"], ["a=1", "w=7"], ["r=2", ""]]);
        assert_eq!(cut(r#""a";r=1;t=60, "a";r=0;t=90"#), [["r=0", "t=90"]]);
        assert_eq!(cut(r#""a";r=1;t=90, "a";r=2;t=60"#), [["r=1", "t=90"]]);
        assert_eq!(cut("limit=100, reset=9;x=1, remaining=1"), [["remaining=1", "reset=9"]]);
        assert_eq!(cut("limit=100, reset=9"), [["", "reset=9"]]);
        assert_eq!(cut(r#""a";r=0;t=31622401"#), [["r=0", ""]]);
    }

    #[test]
    fn an_implausible_reset_is_shown_and_not_waited_for() {
        let shown = |value: &str| {
            reading(&[("RateLimit", value)], false, |found| {
                assert_eq!((found.limits[0].reset, found.limits[0].reset_at), (None, None), "{value}");
                assert_eq!(found.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ResetImplausible]);
                alternatives(found)
            })
        };
        // 2026-12-01 and 366 days and a second; 1796083230 s are 56 years and 334 days.
        assert_eq!(shown(r#""a";r=0;t=31622401"#), ["RateLimit delay-seconds 31622401 2027-12-02T00:00:01Z"]);
        assert_eq!(
            shown("limit=9, reset=1796083230"),
            [
                "RateLimit delay-seconds 1796083230 2083-10-31T00:00:30Z",
                "RateLimit epoch-seconds 30 2026-12-01T00:00:30Z"
            ]
        );
    }

    #[test]
    fn a_fault_is_told_once_with_the_number_of_the_others() {
        let told = |item: &str| {
            let value = vec![item; 1024].join(",");
            reading(&[("RateLimit", &value)], false, |found| {
                let all: Vec<_> = found.diagnostics.iter().map(|it| it.message.clone()).collect();
                (all, found.alternatives.len())
            })
        };
        let twins = "the name was there before; the lower `r` and the later `t` count (and 1022 more)".to_owned();
        let token = "the name is a Token where a String is required (and 1023 more)".to_owned();
        assert_eq!(told("a;r=1"), (vec![token, twins.clone()], 0));
        let far = "the reset lies more than 366 days away and is not waited for (and 1023 more)".to_owned();
        assert_eq!(told(r#""a";r=1;t=31622401"#), (vec![far, twins], 1));
    }

    #[test]
    fn a_value_of_several_lines_is_owned() {
        let lines = [("RateLimit", r#""a";r=1;pk=:YQ==:"#), ("RateLimit", r#""b";r=2"#)];
        reading(&lines, false, |found| {
            let names: Vec<_> = found.limits.iter().map(|it| it.name.as_deref()).collect();
            assert_eq!(names, [Some("a"), Some("b")]);
            assert_eq!(found.limits[0].partition_key, Some(PartitionKey(b"a".to_vec())));
        });
    }
}
