//! The response's own clock: `Date` and `Age`, and the time of reception that they give in want of a better one.

use super::catalog::{Joined, Known, Present};
use super::{Context, ReceivedFrom};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::trim_ows;
use crate::instant::{HttpDate, Instant, NoHttpDate, parse_http_date};
use crate::quantity::Fixed;

/// When the response arrived, and what the server's clock said.
#[derive(Debug, Default)]
pub(super) struct Reception {
    /// When it arrived, and how that is known.
    pub(super) received: Option<(Instant, ReceivedFrom)>,
    /// The server's clock at that time: `Date` plus `Age`.
    pub(super) server: Option<Instant>,
    /// Whether a cache had held the response for a time: `Age` is above 0.
    pub(super) cached: bool,
    /// Fields that were ignored.
    pub(super) ignored: Vec<&'static str>,
    /// What is wrong with them.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Reception {
    /// Reads both fields.
    pub(super) fn read(present: &Present<'_>, context: &Context) -> Self {
        let mut it = Self { received: context.received, ..Self::default() };
        let age = it.age(present).unwrap_or(Fixed::ZERO);
        let date = it.date(present, context);
        it.cached = age > Fixed::ZERO;
        it.server = date.and_then(|date| date.plus(age));
        it.received = it.received.or_else(|| date.map(|date| (date, ReceivedFrom::DateHeader)));
        it
    }

    /// How far the server's clock is ahead; `None` where the two are one clock, or one is unknown.
    pub(super) fn offset(&self) -> Option<Fixed> {
        let (received, from) = self.received?;
        (from != ReceivedFrom::DateHeader).then(|| self.server.map(|server| server.since(received))).flatten()
    }

    /// RFC 9111, 5.1: of a list the first member counts.
    fn age(&mut self, present: &Present<'_>) -> Option<Fixed> {
        let value = &present.get(Known::Age)?.value;
        let first = trim_ows(value.split(|byte| *byte == b',').next().unwrap_or_default());
        let age = Fixed::parse(first).filter(|_| first.iter().all(u8::is_ascii_digit));
        if age.is_none() {
            let message = "the value is not a whole number of seconds".to_owned();
            self.fault(Known::Age, Code::AgeInvalid, message, (0, value.len()));
        }
        age
    }

    fn date(&mut self, present: &Present<'_>, context: &Context) -> Option<Instant> {
        let joined = present.get(Known::Date)?;
        if let Some((at, second)) = sent_twice(joined, context).filter(|_| !context.strict) {
            let message = "the date was sent twice, where one value is allowed".to_owned();
            self.warn(Known::Date, Code::DateLenient, message, (second, joined.value.len()));
            return Some(at);
        }
        let value = &joined.value;
        let (message, span) = match parse_http_date(value, context.received.map(|(at, _)| at)) {
            Ok(HttpDate { at, fault: None, .. }) => return Some(at),
            Ok(HttpDate { at, fault: Some((fault, span)), .. }) => {
                let message = format!("the date has a fault: {}", fault.description());
                if !context.strict {
                    self.warn(Known::Date, Code::DateLenient, message, (span.start, span.end));
                    return Some(at);
                }
                (message, (span.start, span.end))
            }
            Err(NoHttpDate::NeedsReference) => {
                let message = "the year has two digits, and no time of reception tells its century".to_owned();
                (message, (0, value.len()))
            }
            Err(NoHttpDate::Malformed(at)) => {
                let from = if at < value.len() { at } else { 0 };
                ("the value is not an HTTP-date".to_owned(), (from, value.len()))
            }
        };
        self.fault(Known::Date, Code::DateInvalid, message, span);
        None
    }

    fn fault(&mut self, field: Known, code: Code, message: String, span: (usize, usize)) {
        self.ignored.push(field.name());
        self.warn(field, code, message, span);
    }

    fn warn(&mut self, field: Known, code: Code, message: String, span: (usize, usize)) {
        let (severity, header) = (Severity::Warning, Some(field.name()));
        self.diagnostics.push(Diagnostic { code, severity, header, message, span: Some(span) });
    }
}

/// The date where two lines say the same but for white space, and where the second begins.
fn sent_twice(joined: &Joined<'_>, context: &Context) -> Option<(Instant, usize)> {
    let second = (joined.lines == 2).then(|| joined.value.iter().enumerate().filter(|(_, byte)| **byte == b','))?;
    let words = |date: &[u8]| -> Vec<u8> {
        let words: Vec<_> = date.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).collect();
        words.join(&b' ')
    };
    second.map(|(at, _)| at).find_map(|at| {
        let (one, rest) = joined.value.split_at_checked(at)?;
        let other = trim_ows(rest.get(1..)?);
        let same = words(one);
        let date = parse_http_date(&same, context.received.map(|(at, _)| at)).ok()?;
        (same == words(other) && date.fault.is_none())
            .then(|| (date.at, joined.value.len().saturating_sub(other.len())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::Field;

    fn read(lines: &[(&str, &str)], received: Option<&str>, strict: bool) -> Reception {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let received = received.map(|it| (Instant::parse(it).unwrap(), ReceivedFrom::Flag));
        Reception::read(
            &crate::header::Plan::new(&fields).present(&fields),
            &Context { received, strict, ..Context::default() },
        )
    }

    const NOON: &str = "Tue, 01 Dec 2026 12:00:00 GMT";

    #[test]
    fn compares_the_two_clocks() {
        let it = read(&[("Date", NOON), ("Age", "30")], Some("2026-12-01T12:00:40Z"), false);
        assert_eq!(it.offset(), Some(Fixed::whole(-10)));
        assert!(it.cached);
        let it = read(&[("Date", NOON)], None, false);
        assert_eq!(it.received, Some((Instant::parse(NOON).unwrap(), ReceivedFrom::DateHeader)));
        assert_eq!((it.offset(), it.cached), (None, false));
        assert_eq!(read(&[], Some("2026-12-01T12:00:40Z"), false).offset(), None);
    }

    #[test]
    fn names_the_faults() {
        let codes = |lines: &[(&str, &str)], strict| {
            let it = read(lines, None, strict);
            (it.diagnostics.first().map(|it| it.code), it.ignored, it.received.is_some())
        };
        let one_digit = ("Date", "Tue, 1 Dec 2026 12:00:00 GMT");
        assert_eq!(codes(&[one_digit], false), (Some(Code::DateLenient), vec![], true));
        assert_eq!(codes(&[one_digit], true), (Some(Code::DateInvalid), vec!["Date"], false));
        let short_year = ("Date", "Tuesday, 01-Dec-26 12:00:00 GMT");
        assert_eq!(codes(&[short_year], false), (Some(Code::DateInvalid), vec!["Date"], false));
        let twice = [("Date", NOON), ("Date", "Tue, 01 Dec 2026  12:00:00 GMT")];
        assert_eq!(codes(&twice, false), (Some(Code::DateLenient), vec![], true));
        assert_eq!(codes(&twice, true), (Some(Code::DateInvalid), vec!["Date"], false));
        let other = [("Date", NOON), ("Date", "Tue, 01 Dec 2026 12:00:01 GMT")];
        assert_eq!(codes(&other, false), (Some(Code::DateInvalid), vec!["Date"], false));
        assert_eq!(codes(&[("Date", "now")], false), (Some(Code::DateInvalid), vec!["Date"], false));
        assert_eq!(codes(&[("Age", "1.5")], false), (Some(Code::AgeInvalid), vec!["Age"], false));
        assert_eq!(codes(&[("Age", "0, 30")], false), (None, vec![], false));
    }
}
