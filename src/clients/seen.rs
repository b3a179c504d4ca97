//! A response as a client sees it.

use std::borrow::Cow;

use super::NotModelled;
use crate::header::{Field, trim_ows};
use crate::instant::Instant;
use crate::quantity::Fixed;

/// The status, the fields and the clock.
#[derive(Clone, Debug)]
pub(super) struct Seen<'a> {
    /// The status.
    pub(super) status: u16,
    fields: Vec<Field<'a>>,
    received: Option<Instant>,
}

/// The fields that any of the clients reads.
const READ: [&str; 7] = [
    "retry-after",
    "retry-after-ms",
    "x-should-retry",
    "ratelimit-reset",
    "x-ratelimit-retry-after",
    "x-ratelimit-reset",
    "x-rate-limit-reset",
];

impl<'a> Seen<'a> {
    pub(super) fn new(fields: &[Field<'a>], status: u16, received: Option<Instant>) -> Self {
        let is_read = |field: &&Field<'_>| READ.iter().any(|name| field.name.eq_ignore_ascii_case(name.as_bytes()));
        Self { status, fields: fields.iter().filter(is_read).copied().collect(), received }
    }

    fn values(&self, name: &str) -> impl DoubleEndedIterator<Item = &'a [u8]> {
        let named = |field: &&Field<'_>| field.name.eq_ignore_ascii_case(name.as_bytes());
        self.fields.iter().filter(named).map(|field| trim_ows(field.value)).collect::<Vec<_>>().into_iter()
    }

    /// The first line of the field.
    pub(super) fn first(&self, name: &str) -> Result<Option<&'a str>, NotModelled> {
        self.values(name).next().map(text).transpose()
    }

    /// The last line of the field.
    pub(super) fn last(&self, name: &str) -> Result<Option<&'a str>, NotModelled> {
        self.values(name).next_back().map(text).transpose()
    }

    /// All lines of the field, with `separator` between them.
    pub(super) fn joined(&self, name: &str, separator: &str) -> Result<Option<Cow<'a, str>>, NotModelled> {
        let lines = self.values(name).map(text).collect::<Result<Vec<_>, _>>()?;
        Ok(match lines[..] {
            [] => None,
            [only] => Some(only.into()),
            _ => Some(lines.join(separator).into()),
        })
    }

    /// The clock of the client, in seconds of Unix time.
    pub(super) fn now(&self) -> Result<Fixed, NotModelled> {
        self.received.map(Instant::unix).ok_or("the time of reception is not known")
    }
}

/// Clients differ in what they make of bytes beyond printable ASCII.
fn text(value: &[u8]) -> Result<&str, NotModelled> {
    let plain = value.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    std::str::from_utf8(value).ok().filter(|_| plain).ok_or("not all of it is printable ASCII")
}
