//! What the next request can carry so that it costs little: the validators of a response (RFC 9110, 8.8 and 13.1).

use super::{Field, Reading, findings, trim_ows};
use crate::diagnostic::{Code, Diagnostic};
use crate::instant::parse_http_date;

/// A longer validator is not written out, in bytes.
const LONGEST: usize = 200;

/// The note which field makes the next request a conditional one, and that a 304 is cheap.
///
/// Only a response that is about a limit has them: one that states any, asks for a wait, or has the status 304, 403,
/// 429 or 503. It is no part of [`super::read`], so that a stream of responses is not slowed by it. A validator that
/// breaks its grammar is passed over, since it would never match.
///
/// # Examples
///
/// ```
/// use holdoff::header::{Context, Field, conditional, read};
///
/// let fields = [Field { name: b"ETag", value: b"\"a1\"" }, Field { name: b"Retry-After", value: b"5" }];
/// let notes = conditional(&fields, &read(&fields, &Context::default()));
/// assert!(notes[0].message.contains("If-None-Match: \"a1\""));
/// ```
pub fn conditional(fields: &[Field<'_>], reading: &Reading<'_>) -> Vec<Diagnostic> {
    let by_status = matches!(reading.status, Some(304 | 403 | 429 | 503));
    if !by_status && reading.limits.is_empty() && reading.hints.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    if reading.status == Some(304) {
        let message =
            "nothing has changed since, and a 304 is cheap; GitHub and others do not count it against the limit";
        found.push(findings::note(Code::NotModified, None, message));
    }
    let value = |name: &[u8]| {
        let mut lines = fields.iter().filter(|field| field.name.eq_ignore_ascii_case(name));
        // Both are fields of one value; several lines would be no validator.
        let only = lines.next().filter(|_| lines.next().is_none())?;
        Some(trim_ows(only.value))
    };
    let etag = value(b"etag").filter(|value| is_entity_tag(value)).map(|it| ("ETag", "If-None-Match", it));
    let date = || value(b"last-modified").filter(|value| is_date(value));
    let modified = || date().map(|it| ("Last-Modified", "If-Modified-Since", it));
    if let Some((header, field, value)) = etag.or_else(modified) {
        let send = if value.len() > LONGEST {
            format!("send the value of {header} as {field}")
        } else {
            let shown: String = value.iter().map(|byte| char::from(*byte)).collect();
            format!("send `{field}: {shown}`")
        };
        let message = format!("{send} with the next GET, and it costs little where nothing has changed");
        let note = findings::note(Code::ConditionalRequest, Some(header), message);
        found.push(Diagnostic { span: Some((0, value.len())), ..note });
    }
    found
}

/// RFC 9110, 8.8.3: printable characters in double quotes, perhaps after `W/`.
fn is_entity_tag(value: &[u8]) -> bool {
    let opaque = value.strip_prefix(b"W/").unwrap_or(value);
    let inner = opaque.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
    inner.is_some_and(|inner| inner.iter().all(|byte| *byte == 0x21 || (0x23..=0x7e).contains(byte) || *byte >= 0x80))
}

fn is_date(value: &[u8]) -> bool {
    parse_http_date(value, None).is_ok_and(|date| date.fault.is_none())
}

#[cfg(test)]
mod tests {
    use super::super::{Context, read};
    use super::*;

    fn notes(status: u16, lines: &[(&str, &str)]) -> Vec<(&'static str, Option<String>)> {
        let fields: Vec<_> =
            lines.iter().map(|(name, value)| Field { name: name.as_bytes(), value: value.as_bytes() }).collect();
        let reading = read(&fields, &Context { status: Some(status), ..Context::default() });
        let sent = |message: &str| message.split('`').nth(1).map(str::to_owned);
        conditional(&fields, &reading).iter().map(|it| (it.code.name(), sent(&it.message))).collect()
    }

    #[test]
    fn tells_what_to_send_where_it_is_about_a_limit() {
        let etag = ("ETag", "W/\"a1\"");
        let modified = ("last-modified", "Tue, 01 Dec 2026 00:00:00 GMT");
        let tag = ("conditional-request", Some("If-None-Match: W/\"a1\"".to_owned()));
        let date = ("conditional-request", Some("If-Modified-Since: Tue, 01 Dec 2026 00:00:00 GMT".to_owned()));
        let cheap = ("not-modified", None);
        let (long, longer) = (format!("\"{}\"", "a".repeat(198)), format!("\"{}\"", "a".repeat(199)));
        for (status, lines, right) in [
            (200, &[etag][..], vec![]),
            (200, &[etag, ("X-RateLimit-Remaining", "3")], vec![tag.clone()]),
            (429, &[modified, etag], vec![tag.clone()]),
            (503, &[modified], vec![date.clone()]),
            (304, &[modified], vec![cheap.clone(), date.clone()]),
            (304, &[], vec![cheap]),
            (404, &[etag, ("Retry-After", "5")], vec![tag]),
            // Without quotes it is no entity tag; the date is taken.
            (429, &[("ETag", "a1"), modified], vec![date]),
            (429, &[("ETag", "\"a\"b\""), ("Last-Modified", "yesterday")], vec![]),
            (429, &[etag, etag], vec![]),
            (429, &[("ETag", &long)], vec![("conditional-request", Some(format!("If-None-Match: {long}")))]),
            (429, &[("ETag", &longer)], vec![("conditional-request", None)]),
        ] {
            assert_eq!(notes(status, lines), right, "{status} {lines:?}");
        }
    }
}
