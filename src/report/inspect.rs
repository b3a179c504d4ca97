//! The answers of `holdoff inspect` and their JSON.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use super::agreement::{self, AgreementJson};
use super::clients::{self, ClientJson};
use super::diagnostics::Finding;
use super::json::{Each, Shown, Word};
#[cfg(test)]
use super::schema::closed;
use super::{Answer, Number, Paint, Prose, Rows, Style, diagnostics, escape, ndjson_line, table, to_json};
use crate::diagnostic::{Diagnostic, Severity};
use crate::header::agreement::{Agreement, Sightings};
use crate::header::{self, Action, Field, Reading};

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

/// Several readings.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "readings"))]
pub(super) struct InspectionsJson<'a> {
    /// One for each response, in their order.
    readings: Vec<Inspection<'a>>,
    /// How far the responses agree; null where nothing could be compared.
    agreement: Option<AgreementJson<'a>>,
    /// The findings that belong to no single response.
    diagnostics: Vec<Finding<'a>>,
}

/// A response and what it says.
#[derive(Clone, Debug)]
pub struct Response<'a> {
    /// What it says.
    pub reading: Reading<'a>,
    /// The fields that it was read from; findings show them.
    pub fields: Vec<Field<'a>>,
    /// Whether it is shown what the well-known clients would do with it.
    pub clients: bool,
}

impl Answer for Response<'_> {
    fn json(&self) -> String {
        to_json(&Inspection::of(self))
    }

    fn ndjson(&self) -> String {
        lines(std::slice::from_ref(self), &[], &Agreement::default())
    }

    fn table(&self, style: &Style) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = table::inspect::write(&mut text, self, style);
        text
    }

    /// The reading itself, without its lists.
    fn rows(&self) -> Rows {
        Rows::new([Inspection::of(self)], &[])
    }

    fn prose(&self) -> Prose<'_> {
        Prose {
            lead: Some(table::inspect::lead(&self.reading)),
            beneath: beneath(self),
            findings: self.reading.diagnostics.iter().map(|it| (None, it)).collect(),
        }
    }
}

/// The other waits, then the clients where they are asked for.
fn beneath(response: &Response<'_>) -> Vec<String> {
    let mut lines = table::inspect::beside(&response.reading, &Style::plain());
    if response.clients {
        lines.extend(clients::sentences(response));
    }
    lines
}

/// Several responses, in their order.
#[derive(Clone, Debug)]
pub struct Responses<'a> {
    responses: Vec<Response<'a>>,
    agreement: Agreement,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Responses<'a> {
    /// Responses that do not tell their host, and the findings that belong to none of them.
    pub fn new(responses: Vec<Response<'a>>, mut diagnostics: Vec<Diagnostic>) -> Self {
        let mut sightings = Sightings::default();
        responses.iter().for_each(|it| sightings.add(None, &it.reading));
        let mut agreement = Agreement::default();
        agreement.take(sightings, 0);
        diagnostics.extend(agreement.findings());
        Self { responses, agreement, diagnostics }
    }
}

impl Answer for Responses<'_> {
    fn json(&self) -> String {
        let readings = self.responses.iter().map(Inspection::of).collect();
        to_json(&InspectionsJson {
            readings,
            agreement: AgreementJson::new(&self.agreement),
            diagnostics: self.diagnostics.iter().map(Finding::from).collect(),
        })
    }

    fn ndjson(&self) -> String {
        lines(&self.responses, &self.diagnostics, &self.agreement)
    }

    fn table(&self, style: &Style) -> String {
        let of = self.responses.len();
        let text = |(number, it): (usize, &Response<'_>)| {
            let title = style.paint(Paint::Faint, &table::inspect::title(number, of, it.reading.status));
            format!("{title}\n{}", it.table(style))
        };
        let mut text = (1..).zip(&self.responses).map(text).collect::<Vec<_>>().join("\n");
        text += &agreement::table(&self.agreement, style);
        if !self.diagnostics.is_empty() {
            text.push('\n');
            // Writing to a String cannot fail.
            let _ = diagnostics::write(&mut text, &self.diagnostics, &[], style);
        }
        text
    }

    /// A row for each reading.
    fn rows(&self) -> Rows {
        Rows::new(self.responses.iter().map(Inspection::of), &[])
    }

    fn prose(&self) -> Prose<'_> {
        let of = self.responses.len();
        let mut prose = Prose::default();
        for (number, response) in (1..).zip(&self.responses) {
            let reading = &response.reading;
            let title = table::inspect::title(number, of, reading.status);
            prose.beneath.push(format!("{title}: {}", table::inspect::lead(reading)));
            if response.clients {
                let sentences = clients::sentences(response).into_iter();
                prose.beneath.extend(sentences.map(|sentence| format!("{title}: {sentence}")));
            }
            prose.findings.extend(reading.diagnostics.iter().map(|it| (Some(number), it)));
        }
        prose.beneath.extend(agreement::sentences(&self.agreement));
        prose.findings.extend(self.diagnostics.iter().map(|it| (None, it)));
        prose
    }
}

/// A line for each reading and for each finding that belongs to none, then the summary.
fn lines(responses: &[Response<'_>], diagnostics: &[Diagnostic], agreement: &Agreement) -> String {
    let mut summary = Summary::default();
    let mut text = String::new();
    for it in responses {
        summary.add(&it.reading);
        text.push_str(&ndjson_line("reading", &Inspection::of(it)));
    }
    for it in diagnostics {
        summary.add_finding(it);
        text.push_str(&ndjson_line("diagnostic", &Finding::from(it)));
    }
    let agreement = AgreementJson::new(agreement);
    text + &ndjson_line("summary", &SummaryJson { summary: &summary, agreement })
}

/// The last line of ndjson.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "summary-line"))]
pub(super) struct SummaryJson<'a> {
    #[serde(flatten)]
    pub(super) summary: &'a Summary,
    /// How far the responses agree; null where nothing could be compared.
    pub(super) agreement: Option<AgreementJson<'a>>,
}

/// What the lines before it add up to.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Summary {
    /// How many responses were read.
    readings: u64,
    /// How many of them there are of each action.
    actions: Actions,
    /// How many findings there are of each severity.
    diagnostics: Severities,
}

/// Responses by action.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "actions"))]
struct Actions {
    /// Those that may be retried now.
    go: u64,
    /// Those that may be retried after a wait.
    wait: u64,
    /// Those that do not tell.
    unknown: u64,
    /// Those that may not be retried.
    stop: u64,
}

/// Findings by severity.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "severities"))]
struct Severities {
    /// Those on which no answer can rest.
    error: u64,
    /// Those in spite of which there is an answer.
    warning: u64,
    /// Those that are only worth knowing.
    note: u64,
}

impl Summary {
    pub(super) const fn readings(&self) -> u64 {
        self.readings
    }

    pub(super) const fn has_error(&self) -> bool {
        self.diagnostics.error > 0
    }

    /// Adds what another one counted.
    pub(super) const fn merge(&mut self, other: &Self) {
        let (actions, found) = (&mut self.actions, &mut self.diagnostics);
        self.readings = self.readings.saturating_add(other.readings);
        actions.go = actions.go.saturating_add(other.actions.go);
        actions.wait = actions.wait.saturating_add(other.actions.wait);
        actions.unknown = actions.unknown.saturating_add(other.actions.unknown);
        actions.stop = actions.stop.saturating_add(other.actions.stop);
        found.error = found.error.saturating_add(other.diagnostics.error);
        found.warning = found.warning.saturating_add(other.diagnostics.warning);
        found.note = found.note.saturating_add(other.diagnostics.note);
    }

    pub(super) fn add(&mut self, reading: &Reading<'_>) {
        add_one(&mut self.readings);
        add_one(match reading.action {
            Action::Go => &mut self.actions.go,
            Action::Wait => &mut self.actions.wait,
            Action::Unknown => &mut self.actions.unknown,
            Action::Stop => &mut self.actions.stop,
        });
        reading.diagnostics.iter().for_each(|it| self.add_finding(it));
    }

    pub(super) fn add_finding(&mut self, finding: &Diagnostic) {
        add_one(match finding.severity {
            Severity::Error => &mut self.diagnostics.error,
            Severity::Warning => &mut self.diagnostics.warning,
            Severity::Note => &mut self.diagnostics.note,
        });
    }
}

const fn add_one(count: &mut u64) {
    *count = count.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::report::to_json;

    #[test]
    fn has_the_keys_of_the_contract_in_their_order() {
        assert_eq!(
            to_json(&Inspection::new(&sample::contract())),
            concat!(
                r#"{"status":429,"received":"2026-12-01T00:00:00Z","received_from":"flag","vendor":null,"#,
                r#""action":"wait","wait_s":120,"safe_wait_s":120,"precise_wait_s":null,"#,
                r#""upper_bound_s":null,"pace_s":null,"reason":null,"#,
                r#""retry_at":"2026-12-01T00:02:00Z","decided_by":"Retry-After","#,
                r#""hints":[{"header":"Retry-After","value":"120","form":"delay-seconds","conformance":"ok","#,
                r#""wait_s":120,"at":"2026-12-01T00:02:00Z"}],"#,
                r#""limits":[{"name":"default","source":"RateLimit","dialect":"ietf-08","unit":"requests","#,
                r#""scope":null,"limit":null,"remaining":50,"used":null,"exhausted":false,"binding":false,"#,
                r#""window_s":null,"reset_s":30,"reset_at":"2026-12-01T00:00:30Z","reset_by":"specification","partition_key":null,"categories":null,"#,
                r#""informational":false}],"#,
                r#""policies":[{"name":"default","source":"RateLimit-Policy","limit":100,"unit":"requests","#,
                r#""window_s":60,"partition_key":null}],"#,
                r#""alternatives":[],"ignored":[],"server_clock_offset_s":null,"skew_corrected_wait_s":null,"#,
                r#""diagnostics":[]}"#
            )
        );
    }

    #[test]
    fn shows_other_readings_findings_and_keys() {
        let mut reading = sample::contract();
        reading.hints.clear();
        reading.policies.clear();
        reading.limits[0].partition_key = Some(header::PartitionKey(b"\x01\xffa".to_vec()));
        reading.alternatives.push(sample::alternative(b"12\xff"));
        reading.diagnostics.push(sample::reset_before_retry_after());
        let json = to_json(&Inspection::new(&reading));
        for part in [
            r#""partition_key":{"hex":"01ff61","text":null},"categories":null,"informational":false}]"#,
            "\"alternatives\":[{\"header\":\"Retry-After\",\"value\":\"12\u{ff}\",\"form\":\"duration\",\"wait_s\":720,\
             \"at\":\"2026-12-01T00:12:00Z\"}]",
            r#""diagnostics":[{"code":"reset-before-retry-after","severity":"warning","header":"RateLimit","#,
            r#","message":"the limit resets 1m 30s before Retry-After allows a retry","span":[15,19]}]}"#,
        ] {
            assert!(json.contains(part), "{part}\n{json}");
        }
        reading.limits[0].partition_key = Some(header::PartitionKey("\u{fc}".into()));
        let json = to_json(&Inspection::new(&reading));
        assert!(json.contains("\"partition_key\":{\"hex\":\"c3bc\",\"text\":\"\u{fc}\"}"));
    }

    #[test]
    fn several_readings_and_their_summary() {
        assert_eq!(
            Responses::new(Vec::new(), Vec::new()).json(),
            r#"{"readings":[],"agreement":null,"diagnostics":[]}"#
        );
        let of = |reading| Response { reading, fields: Vec::new(), clients: false };
        let mut other = sample::contract();
        other.action = Action::Stop;
        other.diagnostics.push(sample::reset_before_retry_after());
        let text = Responses::new(vec![of(sample::contract()), of(other)], Vec::new()).ndjson();
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with(r#"{"type":"reading","status":429,"#) && lines.len() == 3);
        assert_eq!(
            lines[2],
            concat!(
                r#"{"type":"summary","readings":2,"actions":{"go":0,"wait":1,"unknown":0,"stop":1},"#,
                r#""diagnostics":{"error":0,"warning":1,"note":0},"agreement":null}"#
            )
        );
    }
}
