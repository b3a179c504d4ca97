//! The answer of `holdoff compare`: what its JSON and its tables are made of.

mod json;

use serde::Serialize;

use super::load::{Load, about_budgets, budget_json};
use super::origin::Origin;
use super::{Answer, Number, Prose, Rows, Style, markdown, ndjson_line, table, to_json};
use crate::compare::{Envelope, at_once, parting};
use crate::dialect::Asks;
use crate::policy::{Policy, RetryBudget};
use crate::quantity::{Exact, Rounded, Tens, Unit};
use crate::timeline::{Step, WaitTooLong};

pub(super) use json::{ChangeJson, ComparisonJson, SideJson};
use json::{DifferenceJson, RowJson, ValueJson, WaitJson};

/// One of the policies that are compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// What it is called in the answer.
    pub(super) label: String,
    pub(super) policy: Policy,
    pub(super) origin: Option<Origin>,
    pub(super) envelope: Envelope,
    asks: Asks,
    /// Whether a request time was given, so that there is a worst case.
    timed_calls: bool,
    /// What it comes to for the server.
    pub(super) load: Load,
}

impl Side {
    /// A policy under a name; each of its calls takes `request_time`, or what the policy itself says. `endless` is how
    /// many retries are looked at of one without an end.
    ///
    /// # Errors
    ///
    /// As [`Envelope::up_to`].
    pub fn new(
        label: String,
        policy: Policy,
        asks: Asks,
        origin: Option<Origin>,
        request_time: Option<Exact>,
        endless: usize,
    ) -> Result<Self, WaitTooLong> {
        let request_time = request_time.or_else(|| asks.request_time.clone());
        let timed_calls = request_time.is_some();
        let envelope = Envelope::up_to(endless, &policy, request_time.unwrap_or_else(Exact::zero))?;
        let load = Load::new(&[(envelope.calls(), asks.retry_budget.as_ref())], None);
        Ok(Self { label, policy, origin, envelope, asks, timed_calls, load })
    }

    /// The same with the load on the server where that share of calls fails, from 0 to 1, and with a retry budget in
    /// place of its own, where there is one.
    #[must_use]
    pub fn with_load(mut self, rate: Option<&Exact>, budget: Option<RetryBudget>) -> Self {
        self.asks.retry_budget = budget.or(self.asks.retry_budget);
        self.load = Load::new(&[(self.envelope.calls(), self.retry_budget())], rate);
        self
    }

    /// What limits the retries of all requests together.
    pub(super) const fn retry_budget(&self) -> Option<&RetryBudget> {
        self.asks.retry_budget.as_ref()
    }

    fn rounded(&self, value: &Exact) -> Rounded {
        value.round(self.policy.divisor(), self.policy.decimals(), &mut Tens::new())
    }

    fn number(&self, value: &Exact) -> Number {
        Number::new(self.rounded(value).to_string())
    }

    /// A duration for people.
    pub(super) fn human(&self, value: &Exact) -> String {
        let rounded = self.rounded(value);
        match self.policy.unit {
            Some(label) if !self.policy.timed => format!("{rounded}{}", label.name()),
            unit => rounded.human(unit),
        }
    }

    /// A wait for people, from its shortest to its longest.
    pub(super) fn wait(&self, step: &Step) -> String {
        let (least, most) = (step.wait.least(), step.wait.most());
        if least == most { self.human(most) } else { format!("{} to {}", self.human(least), self.human(most)) }
    }

    /// The wait before a retry; `None` where the policy has no such retry.
    pub(super) fn wait_before(&self, retry: u64) -> Option<String> {
        self.envelope.step(retry).map(|step| self.wait(step))
    }

    /// How many retries there are, for people.
    pub(super) fn retries(&self) -> String {
        let seen = self.seen();
        match (self.envelope.goes_on, self.is_endless()) {
            (true, true) => "no end".to_owned(),
            (true, false) => format!("more than {seen}"),
            _ => seen,
        }
    }

    /// How many retries were looked at, for people.
    pub(super) fn seen(&self) -> String {
        match self.envelope.steps.len() {
            1 => "1 retry".to_owned(),
            retries => format!("{retries} retries"),
        }
    }

    /// Whether nothing ends the policy.
    const fn is_endless(&self) -> bool {
        self.policy.retries.is_none() && self.policy.time_limit.is_none()
    }

    /// The calls of a policy that goes on, for people.
    fn calls_unknown(&self) -> String {
        let seen = self.envelope.steps.len().saturating_add(1);
        if self.is_endless() { "no end".to_owned() } else { format!("more than {seen}") }
    }

    /// What it comes to, each with its name.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let totals = &self.envelope.totals;
        let spread = totals.spread.as_ref();
        let duration = |key: &'static str, title: &'static str, value: Option<&Exact>| Fact {
            key,
            title,
            shown: value.map(|it| self.human(it)),
            of: None,
            value: value.map_or(ValueJson::Null, |it| ValueJson::Number(self.number(it))),
        };
        let count = |key: &'static str, title: &'static str, value: Option<u64>, none: Option<String>| Fact {
            key,
            title,
            shown: value.map(|it| it.to_string()).or(none),
            of: None,
            value: value.map_or(ValueJson::Null, |it| ValueJson::Number(Number::new(it.to_string()))),
        };
        let words = |key: &'static str, title: &'static str, value: Option<String>| Fact {
            key,
            title,
            shown: value.clone(),
            of: None,
            value: value.map_or(ValueJson::Null, ValueJson::Text),
        };
        let jitter = Fact {
            shown: Some(self.policy.jitter.name_with(|it| self.human(it))),
            ..words("jitter", "jitter", Some(self.jitter()))
        };
        let average = |key: &'static str, title: &'static str, value: Option<String>| Fact {
            key,
            title,
            shown: value.clone(),
            of: None,
            value: value.map_or(ValueJson::Null, |load| ValueJson::Number(Number::new(load))),
        };
        let budget = self.retry_budget();
        let retry_budget = Fact {
            shown: budget.map(|it| it.kind().to_owned()),
            ..words("retry_budget", "retry budget", budget.map(RetryBudget::to_string))
        };
        let so_far = |key: &'static str, title: &'static str, value: Option<&Exact>| Fact {
            of: self.envelope.goes_on.then(|| self.seen()),
            ..duration(key, title, value)
        };
        let first = self.envelope.steps.first().map(|step| step.wait.most());
        let statuses = |list: &Vec<u16>| list.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        vec![
            count("calls", "calls", self.envelope.calls(), Some(self.calls_unknown())),
            duration("first_wait", "first wait", first),
            if totals.capped_from.is_some() {
                duration("longest_wait", "longest wait", self.envelope.longest.as_ref())
            } else {
                // Below its max a policy that goes on has longer waits to come.
                so_far("longest_wait", "longest wait", self.envelope.longest.as_ref())
            },
            count("capped_from", "max holds from retry", totals.capped_from, None),
            so_far("total", "waiting", Some(&totals.total)),
            so_far("total_min", "waiting at least", spread.map(|it| &it.min)),
            so_far("total_max", "waiting at most", spread.map(|it| &it.max)),
            so_far("worst_case", "over at worst after", Some(&totals.worst_case).filter(|_| self.timed_calls)),
            average("load", "calls for a request", self.load.free()),
            retry_budget,
            average("budget_load", "calls within the budget", self.load.within()),
            average("budget_outage", "the same at full outage", self.load.outage()),
            count("budget_burst", "retries that it saves up", budget.and_then(at_once), None),
            duration("time_limit", "time limit", self.policy.time_limit.as_ref().map(|it| &it.after)),
            duration("deadline", "deadline", self.asks.deadline.as_ref()),
            jitter,
            words("server_wait", "server's wait", Some(self.policy.server_wait.name().to_owned())),
            words("retry_on", "retries on", self.asks.retry_on.as_ref().map(statuses)),
            words("methods", "methods", self.asks.methods.as_ref().map(|list| list.join(","))),
        ]
    }

    fn jitter(&self) -> String {
        self.policy.jitter.name_with(|it| self.rounded(it).to_string())
    }

    fn json(&self) -> SideJson<'_> {
        let value = |key: &str| self.facts().into_iter().find(|fact| fact.key == key).map(|it| it.value);
        SideJson {
            label: &self.label,
            unit: self.policy.unit.map(Unit::name),
            calls: self.envelope.calls(),
            goes_on: self.envelope.goes_on,
            first_wait: value("first_wait").unwrap_or(ValueJson::Null),
            longest_wait: value("longest_wait").unwrap_or(ValueJson::Null),
            capped_from: self.envelope.totals.capped_from,
            total: self.number(&self.envelope.totals.total),
            total_min: value("total_min").unwrap_or(ValueJson::Null),
            total_max: value("total_max").unwrap_or(ValueJson::Null),
            worst_case: value("worst_case").unwrap_or(ValueJson::Null),
            load: self.load.json(),
            budget: budget_json(self.retry_budget()),
            time_limit: value("time_limit").unwrap_or(ValueJson::Null),
            deadline: value("deadline").unwrap_or(ValueJson::Null),
            jitter: self.jitter(),
            server_wait: self.policy.server_wait.name(),
            retry_on: self.asks.retry_on.as_deref(),
            methods: self.asks.methods.as_deref(),
            origin: self.origin.as_ref().map(Origin::json),
            schedule: self.envelope.steps.iter().map(|step| self.row(step)).collect(),
        }
    }

    fn row(&self, step: &Step) -> WaitJson {
        WaitJson {
            retry: step.retry,
            call: step.call(),
            wait: self.number(&step.wait.nominal),
            min: self.number(step.wait.least()),
            max: self.number(step.wait.most()),
            elapsed: self.number(&step.elapsed),
            capped: step.wait.capped,
        }
    }
}

/// One thing that a policy comes to.
pub(super) struct Fact {
    /// Its key in JSON.
    pub(super) key: &'static str,
    /// What it is called for people.
    pub(super) title: &'static str,
    /// The value for people; `None` where there is none.
    pub(super) shown: Option<String>,
    /// The retries that it is of, where they are not all.
    of: Option<String>,
    value: ValueJson,
}

impl Fact {
    /// The value as a sentence has it, with the retries that it is of.
    fn told(&self) -> Option<String> {
        let shown = self.shown.as_ref()?;
        Some(self.of.as_ref().map_or_else(|| shown.clone(), |of| format!("{shown} in {of}")))
    }
}

/// Two policies of which the second takes the place of the first, or is held against it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The place of the first; `None` where there was none.
    pub(super) from: Option<usize>,
    /// The place of the second; `None` where there is none any more.
    pub(super) to: Option<usize>,
}

/// Policies side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub(super) sides: Vec<Side>,
    pub(super) pairs: Vec<Pair>,
    /// The revision that is compared with, where it is one.
    pub(super) revision: Option<String>,
}

impl Comparison {
    /// Each policy against the first.
    pub fn side_by_side(sides: Vec<Side>) -> Self {
        let pairs = (1..sides.len()).map(|to| Pair { from: Some(0), to: Some(to) }).collect();
        Self { sides, pairs, revision: None }
    }

    /// Each policy against what it was in a revision; either may be missing.
    pub fn against(revision: String, changes: Vec<(Option<Side>, Option<Side>)>) -> Self {
        let (mut sides, mut pairs) = (Vec::new(), Vec::new());
        for (from, to) in changes {
            let mut place = |side: Option<Side>| {
                side.map(|side| {
                    sides.push(side);
                    sides.len().saturating_sub(1)
                })
            };
            pairs.push(Pair { from: place(from), to: place(to) });
        }
        Self { sides, pairs, revision: Some(revision) }
    }

    pub(super) fn side(&self, place: Option<usize>) -> Option<&Side> {
        self.sides.get(place?)
    }

    /// Where the two part.
    pub(super) fn parts_at(&self, pair: &Pair) -> Option<u64> {
        parting(&self.side(pair.from)?.envelope, &self.side(pair.to)?.envelope)
    }

    /// What differs between the two, from and to.
    pub(super) fn differences(&self, pair: &Pair) -> Vec<(Fact, Fact)> {
        let (Some(from), Some(to)) = (self.side(pair.from), self.side(pair.to)) else { return Vec::new() };
        let both = from.facts().into_iter().zip(to.facts());
        both.filter(|(one, other)| one.value != other.value).collect()
    }

    /// `same`, `changed`, `added` or `removed`.
    pub(super) fn kind(&self, pair: &Pair) -> &'static str {
        match (pair.from, pair.to) {
            (None, _) => "added",
            (_, None) => "removed",
            _ if self.parts_at(pair).is_none() && self.differences(pair).is_empty() => "same",
            _ => "changed",
        }
    }

    fn change(&self, pair: &Pair) -> ChangeJson<'_> {
        let label = |place| self.side(place).map(|side| side.label.as_str());
        ChangeJson {
            from: label(pair.from),
            to: label(pair.to),
            kind: self.kind(pair),
            parts_at: self.parts_at(pair),
            differences: self
                .differences(pair)
                .into_iter()
                .map(|(from, to)| DifferenceJson { key: from.key, from: from.value, to: to.value })
                .collect(),
        }
    }

    /// What became of each policy, in a sentence each.
    pub(super) fn sentences(&self) -> Vec<String> {
        self.pairs.iter().map(|pair| self.sentence(pair)).collect()
    }

    fn sentence(&self, pair: &Pair) -> String {
        let (from, to) = match (self.side(pair.from), self.side(pair.to)) {
            (Some(from), Some(to)) => (from, to),
            (None, Some(side)) => return format!("{} is new", side.label),
            (Some(side), None) => return format!("{} is gone", side.label),
            (None, None) => return String::new(),
        };
        let subject =
            if self.revision.is_some() { to.label.clone() } else { format!("{} against {}", to.label, from.label) };
        if self.kind(pair) == "same" {
            return format!("{subject}: the same");
        }
        let mut parts = Vec::new();
        if let Some(retry) = self.parts_at(pair) {
            let wait = |side: &Side| side.wait_before(retry);
            parts.push(match (wait(from), wait(to)) {
                (Some(from), Some(to)) => format!("they part at retry {retry}, {to} instead of {from}"),
                (Some(_), None) => format!("there is no retry {retry} any more"),
                _ => format!("there is a retry {retry}"),
            });
        }
        let none = || "none".to_owned();
        for (one, other) in self.differences(pair) {
            let (one_shown, other_shown) = (one.told().unwrap_or_else(none), other.told().unwrap_or_else(none));
            parts.push(format!("{} {one_shown} \u{2192} {other_shown}", one.title));
        }
        format!("{subject}: {}", parts.join("; "))
    }

    /// The answer in one sentence.
    pub(super) fn lead(&self) -> String {
        let count = |kind: &str| self.pairs.iter().filter(|pair| self.kind(pair) == kind).count();
        let parts: Vec<String> = ["changed", "added", "removed", "same"]
            .into_iter()
            .filter_map(|kind| Some((count(kind), kind)).filter(|(count, _)| *count > 0))
            .map(|(count, kind)| format!("{count} {}", if kind == "same" { "unchanged" } else { kind }))
            .collect();
        match &self.revision {
            Some(revision) => format!("against {revision}: {}", parts.join(", ")),
            None if self.pairs.iter().all(|pair| self.kind(pair) == "same") => {
                format!("{} policies, all the same", self.sides.len())
            }
            None => format!("{} policies side by side", self.sides.len()),
        }
    }
}

impl Answer for Comparison {
    fn json(&self) -> String {
        let policies = self.sides.iter().map(Side::json).collect();
        let changes = self.pairs.iter().map(|pair| self.change(pair)).collect();
        to_json(&ComparisonJson { against: self.revision.as_deref(), policies, changes })
    }

    fn ndjson(&self) -> String {
        let policies = self.sides.iter().map(|side| ndjson_line("policy", &side.json()));
        policies.chain(self.pairs.iter().map(|pair| ndjson_line("change", &self.change(pair)))).collect()
    }

    fn table(&self, style: &Style) -> String {
        table::compare::text(self, style)
    }

    /// A row for each retry of each policy.
    fn rows(&self) -> Rows {
        let rows = self.sides.iter().flat_map(|side| {
            side.envelope.steps.iter().map(|step| RowJson { label: &side.label, row: side.row(step) })
        });
        Rows::new(rows, &[])
    }

    fn prose(&self) -> Prose<'_> {
        let notes = self.sides.iter().flat_map(|side| {
            let findings = side.origin.iter().flat_map(Origin::findings);
            findings.map(|it| format!("{}: {} ({})", side.label, it.message, it.code.name()))
        });
        let budgets =
            about_budgets(self.sides.iter().filter_map(|side| Some((side.label.as_str(), side.retry_budget()?))));
        let beneath = self.sentences().into_iter().chain(budgets).chain(notes).collect();
        Prose { lead: Some(self.lead()), beneath, findings: Vec::new() }
    }

    /// For a pull request: a row for each policy, with what it was where that is something else.
    fn markdown(&self) -> String {
        let rows = if self.revision.is_some() {
            let changed = self.pairs.iter().filter(|pair| self.kind(pair) != "same");
            Rows::new(changed.map(|pair| EnvelopeJson::of(self.side(pair.from), self.side(pair.to))), &[])
        } else {
            Rows::new(self.sides.iter().map(|side| EnvelopeJson::of(Some(side), Some(side))), &[])
        };
        markdown::text(&self.prose(), &rows)
    }
}

/// A row of the table in markdown.
#[derive(Serialize)]
struct EnvelopeJson<'a> {
    policy: &'a str,
    calls: String,
    #[serde(rename = "first wait")]
    first_wait: String,
    #[serde(rename = "longest wait")]
    longest_wait: String,
    waiting: String,
    #[serde(rename = "waiting at most")]
    at_most: String,
    #[serde(rename = "over at worst after")]
    worst_case: String,
}

impl<'a> EnvelopeJson<'a> {
    fn of(from: Option<&'a Side>, to: Option<&'a Side>) -> Self {
        let (old, new) = (from.map(Side::facts), to.map(Side::facts));
        let shown = |facts: &Option<Vec<Fact>>, key: &str| {
            let fact = facts.as_ref()?.iter().find(|fact| fact.key == key)?;
            fact.told()
        };
        let cell = |key: &str| match (shown(&old, key), shown(&new, key)) {
            (Some(old), Some(new)) if old == new => new,
            (None, None) => String::new(),
            (old, new) => {
                let side = |it: Option<String>| it.unwrap_or_else(|| "none".to_owned());
                format!("{} \u{2192} {}", side(old), side(new))
            }
        };
        Self {
            policy: to.or(from).map_or("", |side| &side.label),
            calls: cell("calls"),
            first_wait: cell("first_wait"),
            longest_wait: cell("longest_wait"),
            waiting: cell("total"),
            at_most: cell("total_max"),
            worst_case: cell("worst_case"),
        }
    }
}
