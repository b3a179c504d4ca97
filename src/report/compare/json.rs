//! The JSON of `holdoff compare`.

use serde::Serialize;

use crate::report::Number;
use crate::report::load::{BudgetJson, LoadJson};
use crate::report::origin::OriginJson;
#[cfg(test)]
use crate::report::schema::closed;

/// A value of one of several kinds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "value"))]
pub(in crate::report) enum ValueJson {
    /// There is none.
    Null,
    /// A count, or a duration in the policy's unit.
    Number(Number),
    /// A word or a list with commas.
    Text(String),
}

/// The JSON of `holdoff compare`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::report) struct ComparisonJson<'a> {
    /// The revision that files are compared with; null where policies are compared with each other.
    pub(super) against: Option<&'a str>,
    /// Every policy, in the order of the arguments; with `--against` the one of the revision stands before the one of
    /// today.
    pub(super) policies: Vec<SideJson<'a>>,
    /// What differs: each policy against the first, or against what it was.
    pub(super) changes: Vec<ChangeJson<'a>>,
}

/// One policy and what it comes to. Durations are numbers of `unit`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "compared"))]
pub(in crate::report) struct SideJson<'a> {
    /// What it is called in this answer.
    pub(super) label: &'a str,
    /// The unit of every duration; null for bare numbers.
    #[cfg_attr(test, schemars(extend("enum" = closed::units_or_null())))]
    pub(super) unit: Option<&'static str>,
    /// The most calls there are, the first one among them; null where the policy goes on.
    pub(super) calls: Option<u64>,
    /// Whether there are retries after those of `schedule`; then sums and the longest wait are of those of
    /// `schedule` alone.
    pub(super) goes_on: bool,
    /// The wait before retry 1 at its longest; null where there is no retry.
    pub(super) first_wait: ValueJson,
    /// The longest wait, with jitter; null where there is no retry.
    pub(super) longest_wait: ValueJson,
    /// The first retry whose wait is the max; null where none is.
    pub(super) capped_from: Option<u64>,
    /// The sum of the waits before jitter.
    pub(super) total: Number,
    /// The sum of the shortest waits; null without jitter.
    pub(super) total_min: ValueJson,
    /// The sum of the longest waits; null without jitter.
    pub(super) total_max: ValueJson,
    /// The end of the last call, all waits at their longest; null without a request time.
    pub(super) worst_case: ValueJson,
    #[serde(flatten)]
    pub(super) load: LoadJson,
    #[serde(flatten)]
    pub(super) budget: BudgetJson,
    /// The time after which there is no retry any more; null for none.
    pub(super) time_limit: ValueJson,
    /// The deadline that the file states; null for none.
    pub(super) deadline: ValueJson,
    /// The random spread.
    pub(super) jitter: String,
    /// What the server's wait does: `honor`, `floor`, `clamp`, `stop` or `ignore`.
    pub(super) server_wait: &'static str,
    /// The statuses that are retried, where the file says so.
    pub(super) retry_on: Option<&'a [u16]>,
    /// The methods that are retried, where the file says so.
    pub(super) methods: Option<&'a [String]>,
    /// Where the policy came from.
    pub(super) origin: Option<OriginJson<'a>>,
    /// The retries, in order.
    pub(super) schedule: Vec<WaitJson>,
}

/// One retry.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "wait"))]
pub(in crate::report) struct WaitJson {
    /// The number of the retry, from 1.
    pub(super) retry: u64,
    /// The number of the call: the retry's and one.
    pub(super) call: u64,
    /// The wait before jitter.
    pub(super) wait: Number,
    /// The shortest wait; the same without jitter.
    pub(super) min: Number,
    /// The longest wait; the same without jitter.
    pub(super) max: Number,
    /// The sum of the waits before jitter, up to and including this one.
    pub(super) elapsed: Number,
    /// Whether the wait equals the max.
    pub(super) capped: bool,
}

/// One retry of one policy, for csv.
#[derive(Serialize)]
pub(in crate::report) struct RowJson<'a> {
    pub(super) label: &'a str,
    #[serde(flatten)]
    pub(super) row: WaitJson,
}

/// What differs between two policies.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "change"))]
pub(in crate::report) struct ChangeJson<'a> {
    /// The policy that is compared with; null where it is new.
    pub(super) from: Option<&'a str>,
    /// The policy that is compared; null where it is gone.
    pub(super) to: Option<&'a str>,
    /// `same`, `changed`, `added` or `removed`.
    #[cfg_attr(test, schemars(extend("enum" = ["same", "changed", "added", "removed"])))]
    pub(super) kind: &'static str,
    /// The first retry whose wait differs, or that only one of them has; null where there is none.
    pub(super) parts_at: Option<u64>,
    /// Every key of the policies' objects whose value differs.
    pub(super) differences: Vec<DifferenceJson>,
}

/// One value that differs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "difference"))]
pub(in crate::report) struct DifferenceJson {
    /// The key.
    pub(super) key: &'static str,
    /// The value in the first; lists are joined by commas.
    pub(super) from: ValueJson,
    /// The value in the second.
    pub(super) to: ValueJson,
}
