//! One response as a logger writes it: a JSON object with a status, headers and a time.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem;

use super::body::{body, is_success};
use super::host::host;
use super::json::{Read, Scanner};
use super::line::header_line;
use super::names::{Names, Role};
use super::time;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::header::{Body, Field};
use crate::instant::Instant;
use crate::quantity::Malformed;

/// Names and values.
type Fields<'a> = Vec<(Cow<'a, [u8]>, Cow<'a, [u8]>)>;

/// The response of one record.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record<'a> {
    /// The status, from 100 to 999; `None` where the record has none.
    pub status: Option<u16>,
    /// When the response arrived; `None` where the record does not tell.
    pub received: Option<Instant>,
    /// What was found on the way, `record-time-unread`.
    pub diagnostics: Vec<Diagnostic>,
    pub(super) fields: Fields<'a>,
    /// The host, with its port where one is written.
    pub(super) host: Option<Cow<'a, [u8]>>,
    pub(super) body: Content<'a>,
}

/// The body of a response as the record holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Content<'a> {
    /// JSON of the record: a string that holds the body, or the body itself.
    pub(super) json: &'a [u8],
    /// Whether the string is base64.
    pub(super) is_base64: bool,
}

impl Content<'_> {
    /// What the body says.
    fn read(self, status: Option<u16>) -> Option<Body> {
        if self.json.first() != Some(&b'"') {
            return body(status, self.json);
        }
        let text = Scanner::new(self.json).string().ok()?;
        if self.is_base64 { body(status, &STANDARD.decode(&text).ok()?) } else { body(status, &text) }
    }
}

impl Record<'_> {
    /// The fields, in the order of the record.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.fields.iter().map(|(name, value)| Field { name, value })
    }

    /// The host that was asked, with its port where one is written; `None` where the record does not tell.
    pub fn host(&self) -> Option<&[u8]> {
        self.host.as_deref()
    }

    /// What its body says of when to come back; `None` where it has none, or says nothing of the kind. The body of a
    /// success is looked at only where it is of a query that was refused.
    pub fn body(&self) -> Option<Body> {
        if self.body.json.is_empty() {
            return None;
        }
        // Most bodies are those of successes, and a look for the word is quicker than reading them.
        if is_success(self.status) && !self.body.is_base64 && memmem::find(self.body.json, b"THROTTLED").is_none() {
            return None;
        }
        self.body.read(self.status)
    }

    /// Whether it has neither a status nor a field, so that it is no response.
    pub fn is_nothing(&self) -> bool {
        self.status.is_none() && self.fields.is_empty()
    }
}

/// Reads one record, a JSON object (RFC 8259), by the names that common loggers use or by those of `names`.
///
/// Headers are an object of strings or of lists of strings, a list of pairs, of `{name, value}` or of lines. A time is
/// RFC 3339, an HTTP-date, or Unix time from 10^9 on in seconds and from 10^12 on in milliseconds, between which there is
/// no doubt. A record may turn out to be no response: see [`Record::is_nothing`].
///
/// # Errors
///
/// What is no JSON object, and headers of another shape; the error names the byte.
///
/// # Examples
///
/// ```
/// use holdoff::capture::{Names, record};
///
/// let line = br#"{"time":"2026-12-01T00:00:00Z","res":{"statusCode":429,"headers":{"retry-after":"120"}}}"#;
/// let record = record(line, &Names::default())?;
/// assert_eq!(record.status, Some(429));
/// assert_eq!(record.fields().next().map(|field| field.value), Some(&b"120"[..]));
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn record<'a>(json: &'a [u8], names: &Names) -> Result<Record<'a>, Malformed> {
    let mut reader = Reader::new(names);
    reader.all(json).map_err(|at| {
        let at = at.min(json.len());
        Malformed::new(format!("is not a record: byte {at} is not what JSON wants there"), at..json.len(), HINT)
    })?;
    if reader.unread && reader.record.received.is_none() {
        reader.record.diagnostics.push(Diagnostic {
            code: Code::RecordTimeUnread,
            severity: Severity::Warning,
            header: None,
            message: "the record's time is neither RFC 3339, with an offset, nor Unix time, and was left out"
                .to_owned(),
            span: None,
        });
    }
    Ok(reader.record)
}

/// A record of which no value decided what is taken for which part of it.
pub(super) struct Sure<'a> {
    pub(super) record: Record<'a>,
    /// The values that tell its status and its time.
    pub(super) status: Option<&'a [u8]>,
    pub(super) received: Option<&'a [u8]>,
}

/// Reads a record; `None` where a value that may have been a part of it was passed over for what it is.
pub(super) fn sure<'a>(json: &'a [u8], names: &Names) -> Option<Sure<'a>> {
    let mut reader = Reader::new(names);
    reader.all(json).ok()?;
    let (status, received) = (reader.status_text, reader.received_text);
    (!reader.unsure).then_some(Sure { record: reader.record, status, received })
}

const HINT: &str = "give JSON objects with a status and headers, one a line for NDJSON";
/// The rank of what was not found: every other is before it.
const NONE: u8 = u8::MAX;

struct Reader<'n, 'a> {
    names: &'n Names,
    record: Record<'a>,
    /// The ranks of what was found so far.
    status: u8,
    headers: u8,
    received: u8,
    host: u8,
    body: u8,
    unread: bool,
    /// The values that the status and the time were read from, where they are without escapes.
    status_text: Option<&'a [u8]>,
    received_text: Option<&'a [u8]>,
    /// Whether a value was passed over that would have been a part, had it been another.
    unsure: bool,
}

impl<'n, 'a> Reader<'n, 'a> {
    fn new(names: &'n Names) -> Self {
        Self {
            names,
            record: Record::default(),
            status: NONE,
            headers: NONE,
            received: NONE,
            host: NONE,
            body: NONE,
            unread: false,
            status_text: None,
            received_text: None,
            unsure: false,
        }
    }

    fn all(&mut self, json: &'a [u8]) -> Read<()> {
        let mut scanner = Scanner::new(json);
        self.object(&mut scanner, &mut Vec::new(), None)?;
        scanner.end()
    }

    fn object(&mut self, scanner: &mut Scanner<'a>, path: &mut Vec<u8>, within: Option<Role>) -> Read<()> {
        scanner.object(|scanner, key| {
            let role = self.names.role(path, within, &key);
            match role {
                Some(Role::Status(rank)) if rank < self.status => self.status(scanner, rank),
                Some(Role::Headers(rank)) if rank < self.headers => self.headers(scanner, rank),
                Some(Role::Received(rank)) if rank < self.received => self.received(scanner, rank),
                Some(Role::Host(rank)) if rank < self.host && scanner.peek() == Some(b'"') => {
                    match host_in(scanner.string()?) {
                        Some(host) => (self.record.host, self.host) = (Some(host), rank),
                        None => self.unsure = true,
                    }
                    Ok(())
                }
                Some(Role::Body(rank)) if rank < self.body && matches!(scanner.peek(), Some(b'"' | b'{' | b'[')) => {
                    (self.record.body.json, self.body) = (scanner.raw()?, rank);
                    Ok(())
                }
                Some(role) if role.holds_others() && scanner.peek() == Some(b'{') => {
                    let length = path.len();
                    path.extend_from_slice(&key);
                    path.push(b'.');
                    let read = self.object(scanner, path, Some(role));
                    path.truncate(length);
                    read
                }
                _ => scanner.skip(),
            }
        })
    }

    fn status(&mut self, scanner: &mut Scanner<'a>, rank: u8) -> Read<()> {
        let text = match scanner.peek() {
            Some(b'"') => scanner.string()?,
            Some(b'{' | b'[') => return scanner.skip(),
            _ => Cow::Borrowed(scanner.scalar()?),
        };
        match status(&text) {
            Some(status) => {
                (self.record.status, self.status) = (Some(status), rank);
                self.status_text = borrowed(&text);
            }
            None => self.unsure = true,
        }
        Ok(())
    }

    fn received(&mut self, scanner: &mut Scanner<'a>, rank: u8) -> Read<()> {
        let (received, text) = match scanner.peek() {
            Some(b'"') => {
                let text = scanner.string()?;
                (time::text(&text), borrowed(&text))
            }
            Some(b'{' | b'[') => return scanner.skip(),
            _ => match scanner.scalar()? {
                b"null" => return Ok(()),
                number => (time::number(number), Some(number)),
            },
        };
        match received {
            Some(received) => {
                (self.record.received, self.received) = (Some(received), rank);
                self.received_text = text;
            }
            None => (self.unread, self.unsure) = (true, true),
        }
        Ok(())
    }

    fn headers(&mut self, scanner: &mut Scanner<'a>, rank: u8) -> Read<()> {
        match scanner.peek() {
            // Some loggers leave the place empty.
            Some(b'n') => scanner.skip(),
            _ => {
                self.record.fields.clear();
                self.record.fields.reserve(16);
                self.headers = rank;
                // In a list the names are values too.
                self.unsure |= scanner.peek() == Some(b'[');
                headers(scanner, &mut self.record.fields)
            }
        }
    }
}

/// The text where it lies, if it has no escapes.
fn borrowed<'a>(text: &Cow<'a, [u8]>) -> Option<&'a [u8]> {
    match text {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}

/// The host that a name or a URL tells.
pub(super) fn host_in(text: Cow<'_, [u8]>) -> Option<Cow<'_, [u8]>> {
    match text {
        Cow::Borrowed(text) => host(text).map(Cow::Borrowed),
        Cow::Owned(text) => host(&text).map(|host| Cow::Owned(host.to_vec())),
    }
}

/// The status that a text writes: three digits (RFC 9110, 15).
pub(super) fn status(text: &[u8]) -> Option<u16> {
    let [hundreds @ b'1'..=b'9', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text else { return None };
    let digit = |byte: &u8| u16::from(byte.wrapping_sub(b'0'));
    Some(digit(hundreds).wrapping_mul(100).wrapping_add(digit(tens).wrapping_mul(10)).wrapping_add(digit(ones)))
}

/// Takes the headers of a record.
pub(super) fn headers<'a>(scanner: &mut Scanner<'a>, fields: &mut Fields<'a>) -> Read<()> {
    if scanner.peek() == Some(b'{') {
        return scanner.pairs(|scanner| {
            // The shape that nearly all have. Without an escape there is no line break in it.
            if let Some((name, value)) = scanner.plain_pair() {
                if !name.starts_with(b":") {
                    fields.push((Cow::Borrowed(name), Cow::Borrowed(value)));
                }
                return Ok(());
            }
            let name = scanner.key()?;
            if scanner.peek() != Some(b'[') {
                value(scanner)?.into_iter().for_each(|value| add(fields, name.clone(), value));
                return Ok(());
            }
            scanner.array(|it| {
                value(it)?.into_iter().for_each(|value| add(fields, name.clone(), value));
                Ok(())
            })
        });
    }
    scanner.array(|scanner| match scanner.peek() {
        Some(b'[') => {
            let mut parts = Vec::new();
            scanner.array(|it| value(it).map(|it| parts.extend(it)))?;
            if let Ok([name, value]) = <[_; 2]>::try_from(parts) {
                add(fields, name, value);
            }
            Ok(())
        }
        Some(b'"') => {
            let line = scanner.string()?;
            if let Some(field) = header_line(&line) {
                fields.push((Cow::Owned(field.name.to_vec()), Cow::Owned(field.value.to_vec())));
            }
            Ok(())
        }
        _ => {
            let (mut name, mut given) = (None, None);
            scanner.object(|it, key| match &*key {
                b"name" | b"key" => value(it).map(|it| name = it),
                b"value" => value(it).map(|it| given = it),
                _ => it.skip(),
            })?;
            if let (Some(name), Some(value)) = (name, given) {
                add(fields, name, value);
            }
            Ok(())
        }
    })
}

/// A string, or a number as it is written; `None` for any other value, which is passed over.
fn value<'a>(scanner: &mut Scanner<'a>) -> Read<Option<Cow<'a, [u8]>>> {
    match scanner.peek() {
        Some(b'"') => scanner.string().map(Some),
        Some(b'-' | b'0'..=b'9') => scanner.scalar().map(|it| Some(Cow::Borrowed(it))),
        _ => scanner.skip().map(|()| None),
    }
}

/// Adds a field. A line break in a value parts two lines of it, as browsers write them; the names of HTTP/2's pseudo
/// fields begin with a colon (RFC 9113, 8.3) and are no fields.
fn add<'a>(fields: &mut Fields<'a>, name: Cow<'a, [u8]>, value: Cow<'a, [u8]>) {
    if name.starts_with(b":") {
        return;
    }
    if !has_line_break(&value) {
        fields.push((name, value));
        return;
    }
    for line in value.split(|byte| *byte == b'\n') {
        fields.push((name.clone(), Cow::Owned(line.trim_ascii().to_vec())));
    }
}

/// Whether there is a line break in a value, which is mostly short.
#[inline]
pub(super) fn has_line_break(value: &[u8]) -> bool {
    let is_in = |bytes: &[u8; 8]| {
        let word = u64::from_le_bytes(*bytes) ^ 0x0a0a_0a0a_0a0a_0a0a;
        word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080 != 0
    };
    match value.last_chunk::<8>() {
        // The last eight may be looked at twice.
        Some(last) if value.len() <= 64 => value.as_chunks::<8>().0.iter().any(is_in) || is_in(last),
        _ => memchr::memchr(b'\n', value).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown = (Option<u16>, Option<String>, Vec<(String, String)>);

    fn shown(record: &Record<'_>) -> Shown {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let fields = record.fields().map(|field| (text(field.name), text(field.value))).collect();
        (record.status, record.received.map(|it| it.to_string()), fields)
    }

    fn right(status: u16, received: Option<&str>, fields: &[(&str, &str)]) -> Shown {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        (Some(status), received.map(str::to_owned), fields)
    }

    const NOON: Option<&str> = Some("2026-12-01T12:00:00Z");
    const WAIT: &[(&str, &str)] = &[("retry-after", "5")];

    #[test]
    fn reads_the_records_of_common_loggers() {
        for (logger, json, right) in [
            (
                "plain",
                r#"{"ts":"2026-12-01T12:00:00.000Z","method":"GET","status":429,"headers":{"retry-after":"5"}}"#,
                right(429, NOON, WAIT),
            ),
            (
                "pino",
                r#"{"level":30,"time":1796126400000,"req":{"headers":{"host":"a"}},"res":{"statusCode":429,"headers":{"retry-after":5}},"responseTime":12}"#,
                right(429, NOON, WAIT),
            ),
            (
                "Caddy",
                r#"{"level":"info","ts":1796126400.0,"request":{"headers":{"Host":["a"]}},"duration":0.1,"status":429,"resp_headers":{"Retry-After":["5"],"Vary":["a","b"]}}"#,
                right(429, NOON, &[("Retry-After", "5"), ("Vary", "a"), ("Vary", "b")]),
            ),
            (
                "ECS",
                r#"{"@timestamp":"2026-12-01T13:00:00+01:00","http":{"request":{"status_code":1},"response":{"status_code":429,"headers":{"retry-after":"5"}}}}"#,
                right(429, NOON, WAIT),
            ),
            (
                "structlog",
                r#"{"event":"call","timestamp":"2026-12-01T12:00:00Z","status_code":"429","response_headers":[["retry-after","5"]],"headers":{"a":"b"}}"#,
                right(429, NOON, WAIT),
            ),
            (
                "Envoy",
                r#"{"response_code":503,"time":0.25,"headers":[{"name":"retry-after","value":"5"},{"name":":status","value":"503"}]}"#,
                right(503, None, WAIT),
            ),
            ("lines", r#"{"code":429,"headers":["retry-after: 5","no line"]}"#, right(429, None, WAIT)),
            (
                "a string with escapes",
                r#"{"status":200,"headers":{"a":"\"d\";r=5","b":"1\n2"}}"#,
                right(200, None, &[("a", "\"d\";r=5"), ("b", "1"), ("b", "2")]),
            ),
            ("what is left empty", r#"{"status":200,"headers":null,"time":null}"#, right(200, None, &[])),
            ("a code in words", r#"{"code":"rate_limited","status":429}"#, right(429, None, &[])),
        ] {
            let record = record(json.as_bytes(), &Names::default()).unwrap();
            assert_eq!(shown(&record), right, "{logger}");
        }
    }

    #[test]
    fn sees_a_line_break_at_every_place() {
        for length in 0..80 {
            let mut value = vec![0x0bu8; length];
            assert!(!has_line_break(&value), "{length}");
            for at in 0..length {
                value[at] = b'\n';
                assert!(has_line_break(&value), "{at} of {length}");
                value[at] = 0x8a;
            }
            assert!(!has_line_break(&value), "{length}");
        }
    }

    #[test]
    fn says_where_a_record_is_wrong() {
        for (json, byte) in [
            ("[1]", 0),
            (r#"{"status":429"#, 13),
            (r#"{"headers":"x"}"#, 11),
            (r#"{"headers":{"a":"\x"}}"#, 17),
            ("{} {}", 3),
        ] {
            let fault = record(json.as_bytes(), &Names::default()).unwrap_err();
            assert_eq!(fault.at(), Some(byte..json.len()), "{json}");
        }
        assert!(record(b"{\"error\":\"slow down\"}", &Names::default()).unwrap().is_nothing());
    }

    #[test]
    fn a_time_without_an_offset_is_left_out_with_a_word() {
        let read = record(b"{\"status\":429,\"time\":\"2026-12-01 12:00:00\"}", &Names::default()).unwrap();
        assert_eq!((read.received, read.diagnostics[0].code), (None, Code::RecordTimeUnread));
        let other = br#"{"status":429,"time":0.5,"timestamp":"2026-12-01T12:00:00Z"}"#;
        let read = record(other, &Names::default()).unwrap();
        assert_eq!((read.received.map(|it| it.to_string()).as_deref(), read.diagnostics.len()), (NOON, 0));
    }
}
