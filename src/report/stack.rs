//! The answer of `holdoff compare` to a stack: its layers, what they come to together, what never runs.

use std::fmt::Write as _;

use serde::Serialize;

use super::load::{BudgetJson, Load, LoadJson, about_budgets, budget_json};
use super::table::{Column, grid, load};
use super::{Answer, Number, Prose, Rows, Style, ndjson_line, to_json};
use crate::check::stack::{Layer, Tier};
use crate::quantity::{Exact, Tens, Unit};

/// A stack and what its layers come to.
#[derive(Clone, Debug)]
pub struct Stack {
    /// What it is called.
    pub name: String,
    /// Its layers, the outermost first.
    pub layers: Vec<Layer>,
    /// What each comes to.
    pub tiers: Vec<Tier>,
    /// What it comes to for the server.
    load: Load,
}

/// A duration of a stack, which is in nanoseconds, in seconds.
fn seconds(value: &Exact) -> String {
    value.round(Unit::Second.nanoseconds(), 9, &mut Tens::new()).to_string()
}

fn human(value: &Exact) -> String {
    value.round(Unit::Second.nanoseconds(), 9, &mut Tens::new()).human(Some(Unit::Second))
}

impl Stack {
    /// A stack; with a share of calls that fail, from 0 to 1, it has the load there too.
    pub fn new(name: String, layers: Vec<Layer>, tiers: Vec<Tier>, rate: Option<&Exact>) -> Self {
        let limited: Vec<_> =
            tiers.iter().zip(&layers).map(|(tier, layer)| (tier.calls, layer.retry_budget())).collect();
        let load = Load::new(&limited, rate);
        Self { name, layers, tiers, load }
    }

    fn json_layers(&self) -> impl Iterator<Item = LayerJson<'_>> {
        self.layers.iter().zip(&self.tiers).map(|(layer, tier)| LayerJson {
            layer: &layer.name,
            dialect: layer.translation.dialect.map(|it| it.name),
            calls: tier.calls,
            reached: tier.reached,
            call_time_s: Number::new(seconds(&tier.call_time)),
            worst_case_s: Number::new(seconds(&tier.envelope.totals.worst_case)),
            cut_from: tier.cut.map(|(retry, _)| retry),
            never_runs: tier.cut.map(|(_, always)| always),
            budget: budget_json(layer.retry_budget()),
        })
    }

    fn summary(&self) -> SummaryJson<'_> {
        SummaryJson {
            stack: &self.name,
            calls: self.tiers.last().and_then(|tier| tier.reached),
            worst_case_s: self.tiers.first().map(|tier| Number::new(seconds(&tier.envelope.totals.worst_case))),
            load: self.load.json(),
        }
    }

    fn lead(&self) -> String {
        let calls = self.tiers.last().and_then(|tier| tier.reached);
        let calls = calls.map_or("no end of calls".to_owned(), |calls| format!("{calls} calls"));
        let worst = self.tiers.first().map(|tier| human(&tier.envelope.totals.worst_case)).unwrap_or_default();
        let mut load =
            self.load.free().map_or_else(String::new, |load| format!("; {load} on average at that failure rate"));
        if let Some(within) = self.load.within() {
            let _ = write!(load, ", {within} within the budgets");
        }
        if let Some(outage) = self.load.outage() {
            let _ = write!(load, "; {outage} within the budgets at full outage");
        }
        format!("{}: {calls} reach the bottom for one at the top{load}; over after {worst} at worst", self.name)
    }

    /// What the budgets do.
    fn budgets(&self) -> Vec<String> {
        about_budgets(self.layers.iter().filter_map(|layer| Some((layer.name.as_str(), layer.retry_budget()?))))
    }

    /// What is given up, a sentence each.
    fn cuts(&self) -> impl Iterator<Item = String> {
        let pairs = self.layers.iter().zip(self.layers.iter().skip(1).zip(self.tiers.iter().skip(1)));
        pairs.filter_map(|(outer, (layer, tier))| {
            let (retry, always) = tier.cut?;
            let when = if always { "never starts" } else { "may not start" };
            Some(format!("retry {retry} of {} {when}: {} gives up before", layer.name, outer.name))
        })
    }
}

impl Answer for Stack {
    fn json(&self) -> String {
        to_json(&StackJson { summary: self.summary(), layers: self.json_layers().collect() })
    }

    fn ndjson(&self) -> String {
        let layers: String = self.json_layers().map(|layer| ndjson_line("layer", &layer)).collect();
        layers + &ndjson_line("stack", &self.summary())
    }

    fn table(&self, style: &Style) -> String {
        let count = |calls: Option<u64>| Some(calls.map_or("no end".to_owned(), |calls| calls.to_string()));
        let each = |cell: &dyn Fn(&Tier) -> Option<String>| self.tiers.iter().map(cell).collect::<Vec<_>>();
        let columns = vec![
            Column::left("layer", self.layers.iter().map(|layer| Some(style.quoted(&layer.name)))),
            Column::right("calls", each(&|tier| count(tier.calls))),
            Column::right("for one at the top", each(&|tier| count(tier.reached))),
            Column::right("a call takes", each(&|tier| Some(human(&tier.call_time)))),
            Column::right("at worst", each(&|tier| Some(human(&tier.envelope.totals.worst_case)))),
            Column::left("budget", self.layers.iter().map(|it| it.retry_budget().map(|it| it.kind().to_owned())))
                .if_any(),
        ];
        let mut text = grid(columns, style);
        let _ = writeln!(text, "{}", style.wrap(&style.safe(&self.lead())));
        for sentence in self.cuts().chain(self.budgets()) {
            let _ = writeln!(text, "{}", style.wrap(&style.safe(&sentence)));
        }
        text.push_str(&load::chart(&[("all layers".to_owned(), &self.load)], style));
        text
    }

    fn rows(&self) -> Rows {
        Rows::new(self.json_layers(), &[])
    }

    fn prose(&self) -> Prose<'_> {
        Prose { lead: Some(self.lead()), beneath: self.cuts().chain(self.budgets()).collect(), findings: Vec::new() }
    }
}

/// The JSON of a stack.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "stack"))]
pub(super) struct StackJson<'a> {
    #[serde(flatten)]
    summary: SummaryJson<'a>,
    /// The layers, the outermost first.
    layers: Vec<LayerJson<'a>>,
}

/// What a stack comes to.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "stack-summary"))]
pub(super) struct SummaryJson<'a> {
    /// The name of the stack.
    stack: &'a str,
    /// The calls that reach the bottom for one at the top, where all fail; null where there is no end.
    calls: Option<u64>,
    /// The longest time at the top, in seconds.
    worst_case_s: Option<Number>,
    #[serde(flatten)]
    load: LoadJson,
}

/// One layer of a stack.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "layer"))]
pub(super) struct LayerJson<'a> {
    /// What it is called.
    layer: &'a str,
    /// The dialect of its policy; null for one of holdoff's own.
    dialect: Option<&'static str>,
    /// The calls that it makes for one that is made of it; null where there is no end.
    calls: Option<u64>,
    /// The calls that it makes for one at the top; null where there is no end.
    reached: Option<u64>,
    /// The seconds that one of its calls takes at worst.
    call_time_s: Number,
    /// The seconds after which it is over at worst.
    worst_case_s: Number,
    /// The first of its retries that may not be made, since the layer around it has given up; null for none.
    cut_from: Option<u64>,
    /// Whether that retry is never made, whatever the waits are; null where none is cut.
    never_runs: Option<bool>,
    #[serde(flatten)]
    budget: BudgetJson,
}
