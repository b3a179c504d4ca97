//! The separate fields: RateLimit-Limit, -Remaining and -Reset of drafts 00 to 06 and of their predecessors, and the
//! two `X-` triples without a specification, and the rows of vendors.

use std::borrow::Cow;

use super::counts::{Counts, read_counts};
use super::ratelimit::with_quota;
use super::reset_field;
use super::structured::Fault;
use super::{Limits, Reader, unknown};
use crate::diagnostic::{Code, Severity};
use crate::header::catalog::Known;
use crate::header::reading::{Limit, Place, Quota, ResetBy};
use crate::instant::DateForm;
use crate::quantity::Fixed;
use crate::vendor::{Form, Name, Row, Scope, Window};

/// The fields of one limit, and how they are read.
pub(super) struct Family {
    row: &'static Row,
    /// Whether the drafts define them: whole numbers only, and a reset in seconds from now.
    pub(super) specified: bool,
    /// Whether they are read as those of a vendor.
    pub(super) is_vendors: bool,
    /// What tells that the row is right about the form of its reset; otherwise syntax and size tell.
    form_by: Option<ResetBy>,
}

impl Family {
    /// Fields that many send.
    pub(super) const fn common(row: &'static Row, specified: bool) -> Self {
        Self { row, specified, is_vendors: false, form_by: None }
    }

    /// Fields of a vendor.
    pub(super) const fn of_vendor(row: &'static Row, form_by: Option<ResetBy>) -> Self {
        Self { row, specified: false, is_vendors: true, form_by }
    }

    fn dialect(&self) -> &'static str {
        if self.is_vendors { "vendor" } else { "x-ratelimit" }
    }
}

/// Reads one family: a row where any of its fields is of use.
pub(super) fn read<'a>(family: &Family, reader: &Reader<'_, 'a>, found: &mut Limits<'a>) -> Option<Limit<'a>> {
    let Row { limit: limit_field, remaining: remaining_field, used: used_field, resets, .. } = *family.row;
    let sent = |field: Option<&'static str>| field.and_then(|field| reader.present.named(field));
    let holds_window = |field: &&str| matches!(family.row.window, Some(Window::InField(it, _)) if it == *field);
    let limit_joined = sent(limit_field.filter(|it| !holds_window(it)));
    let mut stated = limit_joined.and_then(|joined| read_counts(joined, family, reader, found, true));
    let mut remaining = sent(remaining_field).and_then(|joined| read_counts(joined, family, reader, found, false));
    let used = sent(used_field).and_then(|joined| read_counts(joined, family, reader, found, false));
    let own_window = window(family.row, reader).or(stated.as_ref().and_then(|it| it.window));
    let window = own_window.max(announced(family, limit_field, found));
    let mut reset = resets.iter().find_map(|(field, form)| {
        let named = reader.reset_unit.map(|form| (form, ResetBy::Option));
        let known = named.or_else(|| family.form_by.map(|by| (*form, by)));
        let (reset, span) = reset_field::read(sent(Some(*field))?, family, known, window, reader, found)?;
        Some((reset, span, *field))
    });
    let chosen = reset.as_ref().map(|(.., field)| *field);
    for (field, _) in
        resets.iter().filter(|(field, form)| *form == Form::Instant && chosen.is_some_and(|it| it != *field))
    {
        reset_field::check_date(sent(Some(*field)), reader, found);
    }
    let (limit_field, remaining_field) = (limit_field.unwrap_or_default(), remaining_field.unwrap_or_default());

    let below_zero =
        |counts: &Option<Counts<'_>>| counts.as_ref().and_then(|it| it.number).filter(|it| it.is_negative());
    let minus_one = Some(Fixed::whole(-1));
    let unlimited = below_zero(&stated) == minus_one && below_zero(&remaining) == minus_one;
    let mut row = unknown(limit_field, "");
    if unlimited {
        let message = "limit and remaining are both -1, so nothing is counted here".to_owned();
        found.report(Code::NoLimit, Severity::Note, remaining_field, message, None);
        reset = None;
    } else {
        if below_zero(&stated).is_some() {
            let fault = Fault { message: "the limit is below zero".into(), span: stated.and_then(|it| it.span) };
            found.ignore(Code::CountInvalid, reader.severity(), limit_field, fault);
            stated = None;
        }
        if below_zero(&remaining).is_some() {
            let span = remaining.as_ref().and_then(|it| it.span);
            if reader.strict {
                let fault = Fault { message: "the remaining quota is below zero".into(), span };
                found.ignore(Code::CountInvalid, reader.severity(), remaining_field, fault);
                remaining = None;
            } else {
                let message = "the remaining quota is below zero and counts as 0".to_owned();
                found.report(Code::NegativeRemaining, Severity::Warning, remaining_field, message, span);
            }
        }
        row.limit = stated.as_ref().and_then(|it| it.number);
        row.remaining = remaining.as_ref().and_then(|it| it.number).map(Fixed::or_zero);
        row.used = used.and_then(|it| it.number).filter(|it| !it.is_negative());
        row.limit = row.limit.or_else(|| Some(row.used?.plus(row.remaining?)));
    }
    row.window = own_window;
    if row.window.is_none() && family.specified {
        // Drafts 04 to 06 have the policies in a field of their own, which is read before these.
        row.window = with_quota(&found.policies, row.limit).and_then(|policy| policy.window);
    }
    row.exhausted = row.remaining == Some(Fixed::ZERO);

    let of_use = [
        (row.remaining.is_some() || unlimited, remaining_field),
        (row.limit.is_some() || stated.as_ref().is_some_and(|it| it.window.is_some()), limit_field),
        (reset.is_some(), reset.as_ref().map_or("", |(_, _, field)| *field)),
        (row.used.is_some(), used_field.unwrap_or_default()),
    ];
    row.source = of_use.iter().find(|(of_use, _)| *of_use)?.1;
    let polli_00 = stated.as_ref().is_some_and(|it| it.window_word)
        || reset.as_ref().is_some_and(|(reset, ..)| reset.form == DateForm::ImfFixdate.name());
    let bare_policies = |it: &Quota<'_>| it.source == Known::RateLimitPolicy.name() && it.unit.is_none();
    row.dialect = match () {
        () if !family.specified => family.dialect(),
        () if polli_00 => "polli-00",
        () if found.policies.iter().any(bare_policies) => "ietf-04",
        () => "ietf-00",
    };
    let dialect = row.dialect;
    if row.remaining.is_some() {
        let span = remaining.and_then(|it| it.span);
        row.remaining_in = span.map(|span| Place { field: remaining_field, dialect, span });
    }
    if let Some((reset, span, field)) = reset {
        (row.reset, row.reset_at, row.resolution) = (reset.wait, reset.at, reset.resolution);
        (row.reset_by, row.reset_in) = (Some(reset.by), Some(Place { field, dialect, span }));
    }
    row.unit = family.row.unit.map(Cow::Borrowed);
    row.name = match family.row.name {
        Name::Unnamed => stated.and_then(|it| it.name),
        Name::Fixed(name) => Some(Cow::Borrowed(name)),
        Name::InField(field) => sent(Some(field)).and_then(|joined| text(joined.value.clone())),
    };
    row.scope = match family.row.scope {
        Scope::Unsaid => None,
        Scope::Fixed(scope) => Some(Cow::Borrowed(scope)),
        Scope::InField(field) => sent(Some(field)).and_then(|joined| text(joined.value.clone())),
    };
    Some(row)
}

/// A value as text, where it is UTF-8 and not empty.
pub(super) fn text(value: Cow<'_, [u8]>) -> Option<Cow<'_, str>> {
    let text = match value {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).ok()?),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).ok()?),
    };
    (!text.is_empty()).then_some(text)
}

/// The longest window of the policies that stand with the limit.
fn announced(family: &Family, limit_field: Option<&'static str>, found: &Limits<'_>) -> Option<Fixed> {
    let its_own = |it: &&Quota<'_>| {
        Some(it.source) == limit_field || family.specified && it.source == Known::RateLimitPolicy.name()
    };
    found.policies.iter().filter(its_own).filter_map(|it| it.window).max()
}

/// The window in seconds that the row itself has, or that one of its fields holds.
fn window(row: &Row, reader: &Reader<'_, '_>) -> Option<Fixed> {
    match row.window? {
        Window::Seconds(seconds) => Some(Fixed::whole(seconds.into())),
        Window::InField(field, form) => {
            let value = &*reader.present.named(field)?.value;
            match form {
                Form::Seconds => Fixed::parse(value),
                Form::Milliseconds => Fixed::parse(value).map(Fixed::thousandth),
                _ => reset_field::go_duration(value),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{finding, reading};
    use super::*;

    #[test]
    fn says_what_is_wrong_and_where() {
        for (name, value, message, bytes) in [
            ("RateLimit-Limit", "1.5", "it is not a number; the field is ignored", "1.5"),
            ("RateLimit-Limit", "100, many", "it is not a number; the field is ignored", "many"),
            ("X-RateLimit-Reset", ", 30", "a number is missing; the field is ignored", ", 30"),
            ("RateLimit-Limit", "-5", "the limit is below zero; the field is ignored", "-5"),
            ("X-RateLimit-Remaining", "10 per hour", "it is not a number; the field is ignored", "10 per hour"),
            ("X-RateLimit-Reset", "6m0s", "the reset is not a number or an instant; the field is ignored", "6m0s"),
            ("X-RateLimit-Reset", "-5", "the reset is not a number or an instant; the field is ignored", "-5"),
            ("RateLimit-Reset", "1.5", "the reset is not a whole number of seconds; the field is ignored", "1.5"),
        ] {
            for (strict, severity) in [(false, "warning"), (true, "error")] {
                let right = ("count-invalid", severity, message.to_owned(), bytes.to_owned());
                assert_eq!(finding(name, value, strict), right, "{name}: {value}");
            }
        }
    }

    /// A strict reader wants a structured field where the drafts define one; others pass over what they do not need.
    #[test]
    fn strict_wants_a_structured_field() {
        for (name, value, lenient, strict) in [
            ("RateLimit-Limit", "100, ", "a number is missing; the field is ignored", "there is a trailing comma"),
            ("RateLimit-Limit", ";w=60", "a number is missing; the quota is unknown", "a value is missing"),
            ("RateLimit-Remaining", "5;;", "", "a key must begin with a lower-case letter"),
            ("RateLimit-Reset", "30 ;x=1", "", "there is a space before `;`"),
            (
                "RateLimit-Limit",
                "1000000000000000;x",
                "a count has at most 15 digits; the field is ignored",
                "an Integer has at most 15 digits",
            ),
            ("RateLimit-Remaining", "0, 0", "", "it was sent with several values, where one is allowed"),
            (
                "RateLimit-Remaining",
                "0, 1",
                "it was sent with different values; the lowest counts",
                "it was sent with several values, where one is allowed",
            ),
            (
                "RateLimit-Reset",
                "5, 30",
                "it was sent with different values; the latest counts",
                "it was sent with several values, where one is allowed",
            ),
        ] {
            let read = |strict| {
                reading(&[(name, value)], strict, |found| {
                    let messages: Vec<_> = found.diagnostics.iter().map(|it| it.message.clone()).collect();
                    (messages, found.ignored.clone())
                })
            };
            assert_eq!(read(true), (vec![format!("{strict}; the field is ignored")], vec![name]), "{name}: {value}");
            let right: Vec<_> = [lenient].into_iter().filter(|it| !it.is_empty()).collect();
            assert_eq!(read(false).0, right, "{name}: {value}");
        }
        // Without a specification only values that differ are a fault.
        for (value, rows) in [("7, 7", 1), ("7;;", 1), ("7, 8", 0)] {
            reading(&[("X-RateLimit-Remaining", value)], true, |found| assert_eq!(found.limits.len(), rows, "{value}"));
        }
    }

    #[test]
    fn two_lines_are_one_value_at_most_under_strict() {
        let lines = [("RateLimit-Remaining", "0"), ("RateLimit-Remaining", "1")];
        for (strict, remaining, ignored) in
            [(false, Some(Fixed::ZERO), &[][..]), (true, None, &["RateLimit-Remaining"][..])]
        {
            reading(&lines, strict, |found| {
                assert_eq!(found.limits.first().and_then(|it| it.remaining), remaining);
                assert_eq!((found.diagnostics[0].code, &*found.ignored), (Code::CountRepeated, ignored));
            });
        }
    }

    #[test]
    fn a_string_without_an_end_is_a_fault() {
        for (name, value, bytes) in [
            ("RateLimit-Remaining", r#"0;x=""#, r#"""#),
            ("X-RateLimit-Remaining", r#"0;x="a\""#, r#""a\""#),
            ("RateLimit-Limit", r#"100, 5;c="a", 6;c="b;w=1"#, r#""b;w=1"#),
            ("X-Rate-Limit-Reset", r#"30;x="y"#, r#""y"#),
        ] {
            let message = "the closing quote of a string is missing; the field is ignored".to_owned();
            assert_eq!(finding(name, value, false), ("count-invalid", "warning", message, bytes.into()), "{value}");
        }
    }

    #[test]
    fn a_count_has_at_most_15_digits() {
        let message = "a count has at most 15 digits; the field is ignored";
        for name in ["RateLimit-Limit", "X-RateLimit-Remaining"] {
            for value in ["1000000000000000", "9223372036854775807", "12345678901234567890123456"] {
                let right = ("count-invalid", "warning", message.to_owned(), value.to_owned());
                assert_eq!(finding(name, value, false), right, "{name}: {value}");
            }
            reading(&[(name, "000999999999999999")], false, |found| {
                let limit = &found.limits[0];
                assert_eq!(limit.limit.or(limit.remaining), Some(Fixed::whole(999_999_999_999_999)));
                assert_eq!(found.diagnostics, []);
            });
        }
        reading(&[("RateLimit-Limit", "5;w=1000000000000000")], false, |found| {
            assert_eq!((found.limits[0].limit, found.limits[0].window), (Some(Fixed::whole(5)), None));
        });
    }

    #[test]
    fn a_list_has_at_most_1024_members() {
        for (name, part) in [("X-RateLimit-Limit", "5;w=1"), ("RateLimit-Limit", "5;w=1"), ("X-RateLimit-Reset", "30")]
        {
            for (count, rows) in [(1024, 1), (1025, 0)] {
                let value = [vec![part; count - 1], vec!["6;w=1"]].concat().join(",");
                reading(&[(name, &value)], false, |found| {
                    assert_eq!(found.limits.len(), rows, "{name}");
                    assert!(rows == 1 || found.policies.is_empty(), "{name}");
                    let faults = found.diagnostics.iter().filter(|it| it.code == Code::CountInvalid);
                    let right = (rows == 0).then_some("there are more than 1024 members; the field is ignored");
                    assert_eq!(faults.map(|it| &*it.message).collect::<Vec<_>>(), Vec::from_iter(right), "{name}");
                });
            }
        }
    }

    #[test]
    fn an_empty_value_has_no_faulty_bytes() {
        for name in ["RateLimit-Limit", "X-RateLimit-Remaining", "RateLimit-Reset", "X-Rate-Limit-Reset"] {
            reading(&[(name, "")], false, |found| {
                let it = &found.diagnostics[0];
                let right = (Code::CountInvalid, "a number is missing; the field is ignored", None);
                assert_eq!((it.code, it.message.as_str(), it.span), right, "{name}");
            });
        }
    }

    #[test]
    fn a_count_with_marks_of_thousands_is_no_list() {
        for name in ["RateLimit-Limit", "X-RateLimit-Remaining"] {
            for value in ["5,000", "1,234,567", "5,000;w=60"] {
                let bytes = value.trim_end_matches(";w=60");
                let right =
                    ("count-invalid", "warning", "a number has no comma; the field is ignored".into(), bytes.into());
                assert_eq!(finding(name, value, false), right, "{name}: {value}");
                reading(&[(name, value)], false, |found| assert_eq!(found.limits, [], "{name}: {value}"));
            }
        }
        reading(&[("RateLimit-Limit", "100,200;w=60")], false, |found| {
            assert_eq!(found.limits[0].limit, Some(Fixed::whole(100)));
            assert_eq!(
                (found.policies[0].limit, found.policies[0].window),
                (Fixed::whole(200), Some(Fixed::whole(60)))
            );
        });
    }

    #[test]
    fn other_findings() {
        let text = |code, severity, message: &str, bytes: &str| (code, severity, message.to_owned(), bytes.to_owned());
        let negative = "the remaining quota is below zero";
        for (name, value, strict, right) in [
            (
                "X-RateLimit-Remaining",
                "-3",
                false,
                text("negative-remaining", "warning", &format!("{negative} and counts as 0"), "-3"),
            ),
            (
                "X-RateLimit-Remaining",
                "-3",
                true,
                text("count-invalid", "error", &format!("{negative}; the field is ignored"), "-3"),
            ),
            (
                "RateLimit-Remaining",
                "7, 5",
                false,
                text("count-repeated", "warning", "it was sent with different values; the lowest counts", "5"),
            ),
            (
                "RateLimit-Reset",
                "30, 60, 5",
                false,
                text("count-repeated", "warning", "it was sent with different values; the latest counts", "60"),
            ),
            (
                "RateLimit-Reset",
                "1796083230000",
                false,
                text(
                    "reset-is-epoch",
                    "warning",
                    "the reset is Unix time in milliseconds, where seconds from now are required",
                    "1796083230000",
                ),
            ),
            (
                "X-Rate-Limit-Reset",
                "30",
                false,
                text("reset-unit-guessed", "note", "by its size the reset is read as seconds from now", "30"),
            ),
        ] {
            assert_eq!(finding(name, value, strict), right, "{name}: {value}");
        }
    }

    #[test]
    fn equal_lines_are_one() {
        let date = "Tue, 01 Dec 2026 00:00:30 GMT";
        let lines = [("RateLimit-Reset", date), ("RateLimit-Reset", date)];
        reading(&lines, false, |found| {
            assert_eq!(found.limits[0].reset, Some(Fixed::whole(30)));
            assert_eq!(found.diagnostics, []);
        });
    }
}
