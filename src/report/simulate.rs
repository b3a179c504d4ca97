//! The JSON of `holdoff simulate`.

use serde::Serialize;

use super::diagnostics::Finding;
use super::json::Shown;
#[cfg(test)]
use super::schema::closed;
use super::{Answer, Number, Prose, Rows, Style, ndjson_line, table, to_json};
use crate::header::Field;
use crate::quantity::{Exact, Rounded, Tens, Unit};
use crate::verdict::{Deadline, Row, Verdict};

/// A verdict with the response that it was given on.
#[derive(Clone, Debug)]
pub struct Simulation<'a> {
    /// The verdict.
    pub verdict: &'a Verdict,
    /// The fields of the response; the findings show them.
    pub fields: &'a [Field<'a>],
    /// What the server asked for in seconds after reception, and the field that did, where it asked.
    pub asked: Option<(Rounded, &'static str)>,
    /// Whether the policy's waits are the longest that jitter can make them.
    pub jittered: bool,
}

/// Exact nanoseconds as rounded seconds.
pub(super) fn seconds(nanos: &Exact) -> Rounded {
    nanos.round(Unit::Second.nanoseconds(), Unit::Second.decimals(), &mut Tens::new())
}

fn number(nanos: &Exact) -> Number {
    Number::new(seconds(nanos).to_string())
}

fn deadline(deadline: &Deadline) -> Number {
    match deadline {
        Deadline::After(nanos) => number(nanos),
        Deadline::Before(nanos) => Number::new(format!("-{}", seconds(nanos))),
    }
}

/// May the next retry start before the deadline? All times are seconds.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SimulationJson<'a> {
    /// `allowed`, `deferred`, `exhausted` or `refused`.
    #[cfg_attr(test, schemars(extend("enum" = closed::outcomes())))]
    verdict: &'static str,
    /// Why, as a name that `holdoff explain` has a page for.
    #[cfg_attr(test, schemars(extend("enum" = closed::reasons())))]
    reason: &'static str,
    /// The retry that was judged.
    retry: u64,
    /// The wait before it; null where it is refused or exhausted.
    wait_s: Option<Number>,
    /// The field that gave the wait, or `policy`.
    wait_source: Option<&'static str>,
    /// The time from the first call's start to the failed call's end.
    elapsed_s: Number,
    /// The deadline, from the first call's start; negative where it lies before it.
    deadline_s: Number,
    /// The instant before which the retry may not start, in UTC; null where none is known.
    not_before: Option<Shown>,
    /// The same, from the first call's start.
    not_before_s: Option<Number>,
    /// How far past the deadline the retry would be; null unless it would.
    short_by_s: Option<Number>,
    /// How much is left before the deadline; null unless the retry is allowed.
    slack_s: Option<Number>,
    /// The retries that the policy has left, this one included.
    retries_left: Option<u64>,
    /// How many retries of the timeline fit.
    retries_that_fit: usize,
    /// This retry and those after it, up to the first that does not fit; in ndjson they are lines of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<RowJson>"))]
    timeline: Option<Vec<RowJson>>,
    /// `redirect` where the wait is the one before a redirect is followed.
    #[cfg_attr(test, schemars(extend("enum" = closed::scopes_or_null())))]
    scope: Option<&'static str>,
    /// The findings.
    diagnostics: Vec<Finding<'a>>,
}

/// One retry of the timeline.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "retry"))]
pub(super) struct RowJson {
    /// The number of the retry.
    retry: u64,
    /// The wait before it: the server's, or the policy's at its longest.
    wait_s: Number,
    /// The field that gave the wait, or `policy`.
    wait_source: &'static str,
    /// When it starts, from the first call's start.
    start_s: Number,
    /// When its call ends.
    end_s: Number,
    /// Whether it is in time.
    fits: bool,
}

impl RowJson {
    /// For a timeline without a row to take them from.
    const KEYS: [&str; 6] = ["retry", "wait_s", "wait_source", "start_s", "end_s", "fits"];

    fn new(row: &Row) -> Self {
        Self {
            retry: row.retry,
            wait_s: number(&row.wait),
            wait_source: row.wait_source,
            start_s: number(&row.start),
            end_s: number(&row.end),
            fits: row.fits,
        }
    }
}

impl Simulation<'_> {
    fn timeline(&self) -> impl Iterator<Item = RowJson> {
        self.verdict.timeline.iter().map(RowJson::new)
    }

    fn document(&self, timeline: Option<Vec<RowJson>>) -> SimulationJson<'_> {
        let verdict = self.verdict;
        SimulationJson {
            verdict: verdict.outcome().name(),
            reason: verdict.reason.name(),
            retry: verdict.retry,
            wait_s: verdict.wait.as_ref().map(number),
            wait_source: verdict.wait_source,
            elapsed_s: number(&verdict.elapsed),
            deadline_s: deadline(&verdict.deadline),
            not_before: verdict.not_before.map(Shown),
            not_before_s: verdict.not_before_offset.as_ref().map(number),
            short_by_s: verdict.short_by.as_ref().map(number),
            slack_s: verdict.slack.as_ref().map(number),
            retries_left: verdict.retries_left,
            retries_that_fit: verdict.retries_that_fit,
            timeline,
            scope: verdict.scope,
            diagnostics: verdict.diagnostics.iter().map(Finding::from).collect(),
        }
    }
}

impl Answer for Simulation<'_> {
    fn json(&self) -> String {
        to_json(&self.document(Some(self.timeline().collect())))
    }

    /// A line for each retry of the timeline, then the verdict.
    fn ndjson(&self) -> String {
        let text: String = self.timeline().map(|row| ndjson_line("retry", &row)).collect();
        text + &ndjson_line("verdict", &self.document(None))
    }

    fn table(&self, style: &Style) -> String {
        table::simulate::text(self, style)
    }

    fn rows(&self) -> Rows {
        Rows::new(self.timeline(), &[]).or_keys(&RowJson::KEYS)
    }

    fn prose(&self) -> Prose<'_> {
        Prose {
            lead: Some(format!("{}: {}", self.verdict.outcome().name(), table::simulate::headline(self.verdict))),
            beneath: table::simulate::beneath(self),
            findings: self.verdict.diagnostics.iter().map(|it| (None, it)).collect(),
        }
    }
}
