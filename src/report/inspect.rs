//! The answers of `holdoff inspect` and their JSON.

use serde::Serialize;

use super::agreement::{self, AgreementJson};
use super::diagnostics::Finding;
use super::reading::Inspection;
use super::summary::Summary;
use super::{Answer, Paint, Prose, Rows, Style, clients, diagnostics, ndjson_line, table, to_json};
use crate::diagnostic::Diagnostic;
use crate::header::agreement::{Agreement, Sightings};
use crate::header::{Field, Reading};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::{self, Action};
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
