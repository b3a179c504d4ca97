//! Fields of vendors whose value holds one limit or several, each in several parts.

use std::borrow::Cow;

use super::plain::read_number;
use super::reset::{Reset, is_plausible};
use super::structured::{Fault, MAX_MEMBERS, Span};
use super::{Limits, Reader, plain, unknown};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::Joined;
use crate::header::reading::{Limit, Place};
use crate::header::trim_ows;
use crate::quantity::Fixed;
use crate::vendor::{List, ListField, Part, Shape};

const DIALECT: &str = "vendor";

/// Reads the fields of one list: a row for each limit.
pub(super) fn read<'a>(list: &List, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) {
    let first = found.limits.len();
    for field in list.fields {
        for joined in reader.present.all_of_vendors(field.name) {
            let items = items(field, joined, reader, found);
            items.into_iter().for_each(|item| add(list, joined, item, first, reader, found));
        }
    }
    for row in found.limits.iter_mut().skip(first) {
        let left = row.limit.zip(row.used).map(|(limit, used)| limit.minus(used).or_zero());
        row.remaining = row.remaining.or(left);
        row.exhausted = list.used_up || row.remaining == Some(Fixed::ZERO);
    }
}

/// What the parts of an item say.
#[derive(Default)]
struct Item<'a> {
    name: Option<Cow<'a, str>>,
    scope: Option<Cow<'a, str>>,
    reason: Option<Cow<'a, str>>,
    categories: Option<Vec<Cow<'a, str>>>,
    limit: Option<Fixed>,
    remaining: Option<(Fixed, Span)>,
    used: Option<(Fixed, Span)>,
    window: Option<Fixed>,
    reset: Option<(Fixed, Span)>,
    /// Calls per second.
    rate: Option<Fixed>,
    span: Span,
}

/// The items of a field. A bad one is left out while others are good; a strict reader then ignores the field.
fn items<'a>(field: &ListField, joined: &Joined<'a>, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) -> Vec<Item<'a>> {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for (index, span) in split(&joined.value, (0, joined.value.len()), field.items).enumerate() {
        if index >= MAX_MEMBERS {
            bad.extend(plain::too_many(index, &joined.value));
            good.clear();
            break;
        }
        match item(field, &joined.value, span) {
            Ok(item) => good.push(item),
            Err(fault) => bad.push(fault),
        }
    }
    if good.is_empty() || reader.strict {
        if let Some(fault) = bad.into_iter().next() {
            found.ignore(Code::CountInvalid, reader.severity(), joined.name, fault);
            return Vec::new();
        }
        return good;
    }
    for Fault { message, span } in bad {
        let message = format!("{message}; the item is left out");
        found.report(Code::CountInvalid, reader.severity(), joined.name, message, span);
    }
    good
}

fn item<'a>(field: &ListField, value: &Cow<'a, [u8]>, span: Span) -> Result<Item<'a>, Fault> {
    let mut item = Item { span, ..Item::default() };
    match field.shape {
        Shape::Ordered(at, parts) => {
            for (part, span) in parts.iter().zip(split(value, span, at)) {
                set(&mut item, *part, value, span)?;
            }
        }
        Shape::Keyed(keys) => {
            for span in split(value, span, b";") {
                let (key, rest) = key(value, span);
                let known = keys.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(key));
                if let Some((_, part)) = known {
                    set(&mut item, *part, value, rest)?;
                }
            }
        }
    }
    let numbers = [item.limit, item.window, item.rate].into_iter().flatten().count();
    let placed = [item.remaining, item.used, item.reset].into_iter().flatten().count();
    if numbers == 0 && placed == 0 {
        return Err(Fault { message: "a number is missing".into(), span: plain::place(span, value) });
    }
    Ok(item)
}

/// Takes in one part.
#[expect(clippy::ptr_arg, reason = "what is cut out borrows from the response where the value does")]
fn set<'a>(item: &mut Item<'a>, part: Part, value: &Cow<'a, [u8]>, span: Span) -> Result<(), Fault> {
    let number = || number(value, span);
    match part {
        Part::Name => item.name = cut(value, span),
        Part::Scope => item.scope = cut(value, span),
        Part::Reason => item.reason = cut(value, span),
        Part::Categories => {
            item.categories = Some(split(value, span, b";").filter_map(|span| cut(value, span)).collect());
        }
        Part::Limit => item.limit = Some(number()?),
        Part::Window => item.window = Some(number()?),
        Part::Rate => item.rate = Some(number()?),
        Part::Remaining => item.remaining = Some((number()?, span)),
        Part::Used => item.used = Some((number()?, span)),
        Part::Reset => item.reset = Some((number()?, span)),
    }
    Ok(())
}

fn number(value: &[u8], span: Span) -> Result<Fixed, Fault> {
    let text = value.get(span.0..span.1).unwrap_or_default();
    let number = read_number(text, true).filter(|it| !it.is_negative() && plain::is_count(*it));
    let message = if text.is_empty() { "a number is missing" } else { "it is not a number" };
    number.ok_or_else(|| Fault { message: message.into(), span: plain::place(span, value) })
}

/// Adds an item as a row, or to the row of the same limit: that of an equal name, window and scope.
fn add<'a>(
    list: &List,
    joined: &Joined<'a>,
    item: Item<'a>,
    first: usize,
    reader: &Reader<'_, 'a>,
    found: &mut Limits<'a>,
) {
    let mut row = unknown(joined.name, DIALECT);
    let suffix = Some(joined.suffix).filter(|it| !it.is_empty()).and_then(|it| std::str::from_utf8(it).ok());
    row.name = item.name.or(suffix.map(Cow::Borrowed)).or(list.name.map(Cow::Borrowed));
    row.scope = item.scope.or(list.scope.map(Cow::Borrowed));
    row.unit = list.unit.map(Cow::Borrowed);
    row.categories = item.categories;
    row.window = item.window.or(list.window.map(|it| Fixed::whole(it.into())));
    row.limit = item.limit;
    row.used = item.used.map(|(used, _)| used);
    row.remaining = item.remaining.map(|(left, _)| left);
    let place = |span| Place { field: joined.name, dialect: DIALECT, span };
    row.remaining_in = item.remaining.or(item.used).map(|(_, span)| place(span));
    if let Some(rate) = item.rate {
        (row.limit, row.window) = (Some(rate), Some(Fixed::ONE));
        found.pace = found.pace.max(rate.inverse());
    }
    if let Some((seconds, span)) = item.reset {
        if is_plausible(seconds) {
            let reset = Reset::delay(seconds, reader.received);
            (row.reset, row.reset_at, row.reset_in) = (reset.wait, reset.at, Some(place(span)));
            row.reset_by = Some(reader.vendor_by());
        } else {
            found.add_implausible(joined, seconds, span, reader.received);
        }
    }
    if found.reason.is_none() {
        found.reason = item.reason;
    }
    let same = |it: &&mut Limit<'a>| {
        (&it.name, it.window, &it.scope, &it.categories) == (&row.name, row.window, &row.scope, &row.categories)
    };
    let Some(twin) = found.limits.iter_mut().skip(first).find(same) else {
        found.limits.push(row);
        return;
    };
    let differs = join(twin, row);
    if differs {
        let message = "one limit was sent with different values; the stricter ones count".to_owned();
        found.report(Code::CountRepeated, Severity::Warning, joined.name, message, Some(item.span));
    }
}

/// Joins what is said of one limit, and tells whether it is not the same: the lower quota, the higher use and the later
/// reset count.
fn join<'a>(row: &mut Limit<'a>, other: Limit<'a>) -> bool {
    let differ = |one: Option<Fixed>, other: Option<Fixed>| one.zip(other).is_some_and(|(one, other)| one != other);
    let lower = |one: Option<Fixed>, other: Option<Fixed>| match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    };
    let pairs =
        [(row.limit, other.limit), (row.remaining, other.remaining), (row.used, other.used), (row.reset, other.reset)];
    if row.remaining_in.is_none() || other.used > row.used || lower(row.remaining, other.remaining) != row.remaining {
        row.remaining_in = other.remaining_in.or(row.remaining_in);
    }
    row.limit = lower(row.limit, other.limit);
    row.remaining = lower(row.remaining, other.remaining);
    row.used = row.used.max(other.used);
    if other.reset > row.reset {
        (row.reset, row.reset_at, row.reset_in) = (other.reset, other.reset_at, other.reset_in);
        row.reset_by = other.reset_by;
    }
    pairs.into_iter().any(|(one, other)| differ(one, other))
}

/// The key of a part, and where its value stands; a part without `=` has the empty key.
fn key(value: &[u8], span: Span) -> (&[u8], Span) {
    let text = value.get(span.0..span.1).unwrap_or_default();
    let Some(at) = text.iter().position(|byte| *byte == b'=') else { return (b"", span) };
    let (key, _) = text.split_at_checked(at).unwrap_or_default();
    let start = span.0.saturating_add(at).saturating_add(1);
    (trim_ows(key), trimmed(value, (start, span.1)))
}

/// A part as text, where it is UTF-8 and not empty.
fn cut<'a>(value: &Cow<'a, [u8]>, span: Span) -> Option<Cow<'a, str>> {
    let text = match value {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes.get(span.0..span.1)?).ok()?),
        Cow::Owned(bytes) => Cow::Owned(std::str::from_utf8(bytes.get(span.0..span.1)?).ok()?.to_owned()),
    };
    (!text.is_empty()).then_some(text)
}

/// Where each part stands that any of the bytes part, without the white space around it.
fn split<'v>(value: &'v [u8], span: Span, at: &'static [u8]) -> impl Iterator<Item = Span> + 'v {
    let text = value.get(span.0..span.1).unwrap_or_default();
    let mut next = span.0;
    text.split(move |byte| at.contains(byte)).map(move |part| {
        let start = next;
        let end = start.saturating_add(part.len());
        next = end.saturating_add(1);
        trimmed(value, (start, end))
    })
}

fn trimmed(value: &[u8], (start, end): Span) -> Span {
    let text = value.get(start..end).unwrap_or_default();
    let leading = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = start.saturating_add(leading);
    (start, start.saturating_add(trim_ows(text).len()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{finding, reading};
    use super::*;

    /// Name, scope, limit, remaining, used, window and reset of each row, and the categories.
    fn rows(lines: &[(&str, &str)]) -> Vec<String> {
        let number = |it: Option<Fixed>| it.map_or("-".to_owned(), |it| it.to_string());
        let row = |it: &Limit<'_>| {
            let numbers = [it.limit, it.remaining, it.used, it.window, it.reset].map(number).join(" ");
            let categories = it.categories.as_ref().map(|all| format!(" [{}]", all.join(" "))).unwrap_or_default();
            format!(
                "{} {} {numbers}{categories}",
                it.name.as_deref().unwrap_or("-"),
                it.scope.as_deref().unwrap_or("-")
            )
        };
        reading(lines, false, |found| found.limits.iter().map(row).collect())
    }

    #[test]
    fn reads_each_shape() {
        for (lines, right) in [
            (&[("X-Shopify-Shop-Api-Call-Limit", "32/40")][..], &["- - 40 8 32 - -"][..]),
            (&[("x-shopify-shop-api-call-limit", " 41 / 40 ")], &["- - 40 0 41 - -"]),
            (
                &[("X-App-Rate-Limit", "20:1,100:120"), ("X-App-Rate-Limit-Count", "1:120,21:1,5:600")],
                &["- application 20 0 21 1 -", "- application 100 99 1 120 -", "- application - - 5 600 -"],
            ),
            (
                &[("X-Sentry-Rate-Limits", "60:transaction:key, 2700:default;error:organization:quota:more")],
                &["- key - - - - 60 [transaction]", "- organization - - - - 2700 [default error]"],
            ),
            (&[("X-Sentry-Rate-Limits", "0.5::")], &["- - - - - - 0.5 []"]),
            (&[("X-Sentry-Rate-Limits", "60")], &["- - - - - - 60"]),
            (
                &[
                    ("Zendesk-RateLimit-Tickets", "Total=100; remaining=0;resets=41 ;new=1"),
                    ("zendesk-ratelimit-b", "total=5"),
                ],
                &["Tickets - 100 0 - - 41", "b - 5 - - - -"],
            ),
            (&[("Sforce-Limit-Info", "api-usage=25/5000")], &["api-usage - 5000 4975 25 - -"]),
            (&[("x-amzn-RateLimit-Limit", "0.5")], &["- - 0.5 - - 1 -"]),
        ] {
            assert_eq!(rows(lines), right, "{lines:?}");
        }
    }

    #[test]
    fn what_is_bad_is_left_out_and_named() {
        for (name, value, message, bytes) in [
            ("X-Shopify-Shop-Api-Call-Limit", "many/40", "it is not a number; the field is ignored", "many"),
            ("X-Shopify-Shop-Api-Call-Limit", "", "a number is missing; the field is ignored", ""),
            ("X-Shopify-Shop-Api-Call-Limit", "-1/40", "it is not a number; the field is ignored", "-1"),
            ("X-App-Rate-Limit", "20:1,100:", "a number is missing; the item is left out", "20:1,100:"),
            ("X-App-Rate-Limit", "20:1,x:5", "it is not a number; the item is left out", "x"),
            ("X-Sentry-Rate-Limits", ":error:key", "a number is missing; the field is ignored", ":error:key"),
            ("Auth0-Client-Quota-Limit", "b=per_hour", "a number is missing; the field is ignored", "b=per_hour"),
            ("x-amzn-RateLimit-Limit", "fast", "it is not a number; the field is ignored", "fast"),
        ] {
            let right = ("count-invalid", "warning", message.to_owned(), bytes.to_owned());
            assert_eq!(finding(name, value, false), right, "{name}: {value}");
        }
        let strict = finding("X-App-Rate-Limit", "20:1,x:5", true);
        assert_eq!(
            (strict.0, strict.1, &*strict.2),
            ("count-invalid", "error", "it is not a number; the field is ignored")
        );
    }

    #[test]
    fn of_one_limit_the_stricter_values_count() {
        let lines = [("X-Shopify-Shop-Api-Call-Limit", "32/40"), ("X-Shopify-Shop-Api-Call-Limit", "33/40")];
        assert_eq!(rows(&lines), ["- - 40 7 33 - -"]);
        reading(&lines, false, |found| {
            let [it] = &found.diagnostics[..] else { panic!("{:?}", found.diagnostics) };
            assert_eq!((it.code, it.span), (Code::CountRepeated, Some((7, 12))));
        });
        reading(&[lines[0], lines[0]], false, |found| {
            assert_eq!((found.limits.len(), &*found.diagnostics), (1, &[][..]))
        });
    }

    #[test]
    fn reads_a_bounded_number_of_items() {
        let items = |count: usize| vec!["1:1"; count].join(",");
        reading(&[("X-App-Rate-Limit", &items(1024))], false, |found| assert_eq!(found.limits.len(), 1));
        reading(&[("X-App-Rate-Limit", &items(1025))], false, |found| {
            assert_eq!((found.limits.len(), &found.ignored[..]), (0, &["X-App-Rate-Limit"][..]));
        });
    }

    #[test]
    fn a_reset_past_belief_is_not_waited_for() {
        reading(&[("X-Sentry-Rate-Limits", "1796083230::")], false, |found| {
            assert_eq!((found.limits[0].reset, found.diagnostics[0].code), (None, Code::ResetImplausible));
        });
    }

    #[test]
    fn a_rate_gives_a_pace() {
        reading(&[("x-amzn-RateLimit-Limit", "0.0167")], false, |found| {
            assert_eq!(found.pace.map(|it| it.to_string()).as_deref(), Some("59.880239521"));
        });
        reading(&[("x-amzn-RateLimit-Limit", "0")], false, |found| assert_eq!(found.pace, None));
    }
}
