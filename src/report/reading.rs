//! The JSON of one reading.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use super::clients::{self, ClientJson};
use super::diagnostics::Finding;
use super::inspect::Response;
use super::json::{Each, Shown, Word};
#[cfg(test)]
use super::schema::closed;
use super::{Number, escape};
use crate::diagnostic::Diagnostic;
use crate::header::{self, Reading};

/// What one response says. Every key is always there; null where it does not apply.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "reading"))]
pub(super) struct Inspection<'a> {
    /// The status; null where none is known.
    status: Option<u16>,
    /// When the response arrived, in UTC.
    received: Option<Shown>,
    /// How that is known: `flag`, `record`, `date-header` or `now`.
    #[cfg_attr(test, schemars(extend("enum" = closed::receptions_or_null())))]
    received_from: Option<Word>,
    /// The vendor, where only one fits.
    vendor: Option<Word>,
    /// `go`, `wait`, `unknown` or `stop`.
    #[cfg_attr(test, schemars(extend("enum" = closed::actions())))]
    action: Word,
    /// Seconds after reception: 0 for `go`, null for `unknown`; for `stop` what the other fields ask for.
    wait_s: Option<Number>,
    /// `wait_s` plus the resolution of its form: 1 s for instants in whole seconds, nothing for a delay.
    safe_wait_s: Option<Number>,
    /// A finer wait that a vendor's field gives beside Retry-After, in seconds.
    precise_wait_s: Option<Number>,
    /// The most to wait, in seconds, where a limit is used up whose window is known and whose reset is not.
    upper_bound_s: Option<Number>,
    /// Seconds from one call to the next in the long run, where a rate is given.
    pace_s: Option<Number>,
    /// The vendor's own word for why the request was limited.
    reason: Option<&'a str>,
    /// `received` plus `wait_s`, in UTC; null where either is unknown, or past 9999.
    retry_at: Option<Shown>,
    /// The field that decided, in canonical spelling, or the rule of a vendor that sent none; null for `unknown`.
    decided_by: Option<Word>,
    /// Every field that speaks of when or whether to retry, in the order of decision.
    hints: Each<'a, header::Hint<'a>, HintJson<'a>>,
    /// Every limit, in the order in which they were sent.
    limits: Each<'a, header::Limit<'a>, LimitJson<'a>>,
    /// Every policy, in the order in which they were sent.
    policies: Each<'a, header::Quota<'a>, QuotaJson<'a>>,
    /// Other readings of values.
    alternatives: Each<'a, header::Alternative<'a>, AlternativeJson<'a>>,
    /// The fields that were there and not used, since they are malformed or void.
    ignored: &'a [&'static str],
    /// Seconds by which the server's clock is ahead; negative where it is behind.
    server_clock_offset_s: Option<Number>,
    /// The wait by the server's own clock, in seconds; null for relative forms.
    skew_corrected_wait_s: Option<Number>,
    /// The findings, in the order of the fields.
    diagnostics: Each<'a, Diagnostic, Finding<'a>>,
    /// What each client would do with the response. The key is there with `--clients` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<ClientJson>"))]
    clients: Option<Vec<ClientJson>>,
}

/// One field that speaks of when or whether to retry.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "hint"))]
struct HintJson<'a> {
    /// The field in canonical spelling.
    header: Word,
    /// Its value, lines joined by `, `; Latin-1 where it is not UTF-8.
    value: Cow<'a, str>,
    /// The form of the value (`delay-seconds`, `imf-fixdate`, `milliseconds`, …); null where invalid.
    form: Option<Word>,
    /// `ok`, `lenient` or `invalid`.
    #[cfg_attr(test, schemars(extend("enum" = closed::conformances())))]
    conformance: Word,
    /// Seconds after reception, 0 where the instant is past.
    wait_s: Option<Number>,
    /// The instant, in UTC.
    at: Option<Shown>,
}

/// One limit and how much of it is left.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "limit"))]
struct LimitJson<'a> {
    /// The name that the server gave it.
    name: Option<&'a str>,
    /// The field that it was read from.
    source: Word,
    /// The oldest revision that defines what was read (`ietf-08`, `x-ratelimit`, …).
    dialect: Word,
    /// What is counted.
    unit: Option<&'a str>,
    /// What the limit holds for.
    scope: Option<&'a str>,
    /// The whole quota.
    limit: Option<Number>,
    /// What is left of it.
    remaining: Option<Number>,
    /// What is used of it.
    used: Option<Number>,
    /// Whether nothing is left.
    exhausted: bool,
    /// Whether this limit decides, or would if nothing above it in the order of decision spoke.
    binding: bool,
    /// The window in seconds.
    window_s: Option<Number>,
    /// Seconds after reception until the reset, 0 where it is past.
    reset_s: Option<Number>,
    /// The instant of the reset, in UTC.
    reset_at: Option<Shown>,
    /// What told the unit of the reset: `option`, `profile`, `companions`, `specification`, `syntax`, `magnitude` or
    /// `cross-check`.
    #[cfg_attr(test, schemars(extend("enum" = closed::reset_steps_or_null())))]
    reset_by: Option<&'static str>,
    /// Which share of the quota it speaks of.
    partition_key: Option<PartitionKeyJson<'a>>,
    /// The categories of what is sent that it holds for; empty for all of them, null where there are none.
    categories: Option<&'a [Cow<'a, str>]>,
    /// Whether the vendor only shows this limit and does not enforce it.
    informational: bool,
}

/// One policy that the server announces.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "policy"))]
struct QuotaJson<'a> {
    /// The name that the server gave it.
    name: Option<&'a str>,
    /// The field that it was read from.
    source: Word,
    /// The whole quota.
    limit: Number,
    /// What is counted.
    unit: Option<&'a str>,
    /// The window in seconds.
    window_s: Option<Number>,
    /// Which share of the quota it speaks of.
    partition_key: Option<PartitionKeyJson<'a>>,
}

/// Another reading of a value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "alternative"))]
struct AlternativeJson<'a> {
    /// The field in canonical spelling.
    header: Word,
    /// Its value, lines joined by `, `; Latin-1 where it is not UTF-8.
    value: Cow<'a, str>,
    /// The form in which it is read here.
    form: Word,
    /// Seconds after reception in this reading.
    wait_s: Option<Number>,
    /// The instant in this reading, in UTC.
    at: Option<Shown>,
}

/// The bytes of a partition key.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "partition-key"))]
struct PartitionKeyJson<'a> {
    /// Its bytes in lower-case hexadecimal.
    hex: String,
    /// The key as text; null where it is not printable UTF-8.
    text: Option<&'a str>,
}

impl<'a> Inspection<'a> {
    pub(super) fn new(reading: &'a Reading<'a>) -> Self {
        Self {
            status: reading.status,
            received: reading.received.map(Shown),
            received_from: reading.received_from.map(|from| Word(from.name())),
            vendor: reading.vendor.map(Word),
            action: Word(reading.action.name()),
            wait_s: reading.wait.map(Number::from),
            safe_wait_s: reading.safe_wait.map(Number::from),
            precise_wait_s: reading.precise_wait.map(Number::from),
            upper_bound_s: reading.upper_bound.map(Number::from),
            pace_s: reading.pace.map(Number::from),
            reason: reading.reason.as_deref(),
            retry_at: reading.retry_at.map(Shown),
            decided_by: reading.decided_by.map(Word),
            hints: reading.hints.as_slice().into(),
            limits: reading.limits.as_slice().into(),
            policies: reading.policies.as_slice().into(),
            alternatives: reading.alternatives.as_slice().into(),
            ignored: &reading.ignored,
            server_clock_offset_s: reading.server_clock_offset.map(Number::from),
            skew_corrected_wait_s: reading.skew_corrected_wait.map(Number::from),
            diagnostics: reading.diagnostics.as_slice().into(),
            clients: None,
        }
    }

    /// The same, with the clients where they are asked for.
    pub(super) fn of(response: &'a Response<'a>) -> Self {
        let clients = response.clients.then(|| clients::json(response));
        Self { clients, ..Self::new(&response.reading) }
    }
}

impl<'a> From<&'a header::Hint<'a>> for HintJson<'a> {
    fn from(it: &'a header::Hint<'a>) -> Self {
        Self {
            header: Word(it.header),
            value: escape::text(&it.value),
            form: it.form.map(Word),
            conformance: Word(it.conformance.name()),
            wait_s: it.wait.map(Number::from),
            at: it.at.map(Shown),
        }
    }
}

impl<'a> From<&'a header::Limit<'a>> for LimitJson<'a> {
    fn from(it: &'a header::Limit<'a>) -> Self {
        Self {
            name: it.name.as_deref(),
            source: Word(it.source),
            dialect: Word(it.dialect),
            unit: it.unit.as_deref(),
            scope: it.scope.as_deref(),
            limit: it.limit.map(Number::from),
            remaining: it.remaining.map(Number::from),
            used: it.used.map(Number::from),
            exhausted: it.exhausted,
            binding: it.binding,
            window_s: it.window.map(Number::from),
            reset_s: it.reset.map(Number::from),
            reset_at: it.reset_at.map(Shown),
            reset_by: it.reset_by.map(|by| by.name()),
            partition_key: it.partition_key.as_ref().map(partition_key),
            categories: it.categories.as_deref(),
            informational: it.informational,
        }
    }
}

impl<'a> From<&'a header::Quota<'a>> for QuotaJson<'a> {
    fn from(it: &'a header::Quota<'a>) -> Self {
        Self {
            name: it.name.as_deref(),
            source: Word(it.source),
            limit: it.limit.into(),
            unit: it.unit.as_deref(),
            window_s: it.window.map(Number::from),
            partition_key: it.partition_key.as_ref().map(partition_key),
        }
    }
}

impl<'a> From<&'a header::Alternative<'a>> for AlternativeJson<'a> {
    fn from(it: &'a header::Alternative<'a>) -> Self {
        Self {
            header: Word(it.header),
            value: escape::text(&it.value),
            form: Word(it.form),
            wait_s: it.wait.map(Number::from),
            at: it.at.map(Shown),
        }
    }
}

fn partition_key(key: &header::PartitionKey) -> PartitionKeyJson<'_> {
    let mut hex = String::with_capacity(key.0.len().saturating_mul(2));
    for byte in &key.0 {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    PartitionKeyJson { hex, text: printable(key) }
}

/// A partition key as text, where it is printable UTF-8.
pub(super) fn printable(key: &header::PartitionKey) -> Option<&str> {
    std::str::from_utf8(&key.0).ok().filter(|text| !text.chars().any(escape::is_hidden))
}
