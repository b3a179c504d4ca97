//! The load of retries on a server, free and within retry budgets: its JSON, and what is said of it.

use serde::Serialize;

use super::Number;
use crate::compare::{Limited, at_once, left_out, load, load_within};
use crate::policy::RetryBudget;
use crate::quantity::{Exact, Rounded, Tens};

/// The rates of a curve, in hundredths; the one that is asked for is among them too.
const RATES: [u64; 7] = [0, 10, 25, 50, 75, 90, 100];

/// The calls for one request, on average.
#[derive(Clone, Debug)]
pub(super) struct Load {
    /// At the failure rate; `None` without one.
    at_rate: Option<Point>,
    /// At full outage.
    at_outage: Point,
    /// At several rates, growing; empty without a failure rate.
    pub(super) curve: Vec<Point>,
    /// Whether anything holds retries down.
    pub(super) is_limited: bool,
}

/// The calls for one request at one failure rate.
#[derive(Clone, Debug)]
pub(super) struct Point {
    rate: Exact,
    /// Without a budget; `None` where there is no end, or it is past reckoning.
    pub(super) free: Option<Rounded>,
    /// Within the budgets; `None` as well where there is none.
    pub(super) within: Option<Rounded>,
}

fn rounded(load: &Exact) -> Rounded {
    load.round(1, 9, &mut Tens::new())
}

impl Point {
    fn new(layers: &[Limited<'_>], rate: Exact) -> Self {
        let calls: Vec<Option<u64>> = layers.iter().map(|(calls, _)| *calls).collect();
        let is_limited = layers.iter().any(|(_, budget)| budget.is_some());
        let free = load(&calls, &rate).as_ref().map(rounded);
        let within = is_limited.then(|| load_within(layers, &rate)).flatten().as_ref().map(rounded);
        Self { rate, free, within }
    }

    /// The rate as a percentage.
    pub(super) fn percent(&self) -> String {
        percent(&self.rate)
    }
}

/// A share as a percentage, with two decimals at most.
fn percent(share: &Exact) -> String {
    format!("{}%", share.times_whole(100).round(1, 2, &mut Tens::new()))
}

impl Load {
    /// The load of layers inside one another, the outermost first, at a failure rate and at full outage.
    pub(super) fn new(layers: &[Limited<'_>], rate: Option<&Exact>) -> Self {
        let at = |rate: Exact| Point::new(layers, rate);
        let mut rates: Vec<Exact> = RATES.iter().map(|rate| Exact::new(*rate, -2)).chain(rate.cloned()).collect();
        rates.sort();
        rates.dedup();
        Self {
            at_rate: rate.cloned().map(at),
            at_outage: at(Exact::new(1, 0)),
            curve: if rate.is_some() { rates.into_iter().map(at).collect() } else { Vec::new() },
            is_limited: layers.iter().any(|(_, budget)| budget.is_some()),
        }
    }

    /// At the failure rate; `None` without one.
    pub(super) fn free(&self) -> Option<String> {
        self.at_rate.as_ref()?.free.as_ref().map(Rounded::to_string)
    }

    /// The same within the budgets.
    pub(super) fn within(&self) -> Option<String> {
        self.at_rate.as_ref()?.within.as_ref().map(Rounded::to_string)
    }

    /// Within the budgets at full outage.
    pub(super) fn outage(&self) -> Option<String> {
        self.at_outage.within.as_ref().map(Rounded::to_string)
    }

    pub(super) fn json(&self) -> LoadJson {
        let number = |load: &Option<Rounded>| load.as_ref().map(|it| Number::new(it.to_string()));
        let point = |it: &Point| PointJson {
            failure_rate: Number::new(it.rate.to_string()),
            load: number(&it.free),
            budget_load: number(&it.within),
        };
        LoadJson {
            load: self.free().map(Number::new),
            budget_load: self.within().map(Number::new),
            budget_outage: self.outage().map(Number::new),
            load_curve: self.at_rate.as_ref().map(|_| self.curve.iter().map(point).collect()),
        }
    }
}

/// The keys of a budget, where there may be one.
pub(super) fn budget_json(budget: Option<&RetryBudget>) -> BudgetJson {
    BudgetJson {
        retry_budget: budget.map(RetryBudget::to_string),
        budget_burst: budget.and_then(at_once),
        budget_leaves_out: budget.and_then(left_out),
    }
}

/// What the budgets do, a sentence for each of them and those that have it.
pub(super) fn about_budgets<'a>(budgets: impl Iterator<Item = (&'a str, &'a RetryBudget)>) -> Vec<String> {
    let mut all: Vec<(Vec<&str>, &RetryBudget)> = Vec::new();
    for (name, budget) in budgets {
        match all.iter_mut().find(|(_, before)| *before == budget) {
            Some((names, _)) => names.push(name),
            None => all.push((vec![name], budget)),
        }
    }
    let sentence = |(names, budget): &(Vec<&str>, &RetryBudget)| {
        let have = if names.len() == 1 { "has a retry budget" } else { "have each a retry budget" };
        format!("{} {have} ({}): {}", names.join(", "), budget.kind(), told(budget))
    };
    all.iter().map(sentence).collect()
}

/// What a budget does, and what is assumed of it.
fn told(budget: &RetryBudget) -> String {
    let unknown = |key: &str| format!("; `--retry-budget {budget},{key}=N` tells how much traffic there is");
    let retries = match at_once(budget).unwrap_or(0) {
        1 => "1 retry".to_owned(),
        retries => format!("{retries} retries"),
    };
    match budget {
        RetryBudget::Aws { capacity, cost, refill, every } => {
            let gives = if *every { "a call" } else { "a first call" };
            format!(
                "a bucket of {capacity} tokens; a retry costs {cost}, {gives} that succeeds gives {refill}; full, it lasts \
                 for {retries} in an outage"
            )
        }
        RetryBudget::Grpc { max_tokens, token_ratio } => {
            let one = Exact::new(1, 0);
            let even = token_ratio.divided(&one.plus(token_ratio), 9).unwrap_or(one);
            format!(
                "{max_tokens} tokens; a failed call takes 1, one that succeeds gives {token_ratio}, and with half of them or \
                 fewer there is no retry: so it is where more than {} of calls fail; full, they last for {retries} in an \
                 outage",
                percent(&even)
            )
        }
        RetryBudget::Envoy { share, least, .. } => {
            let of = format!("{} of the calls in flight, or {least} where that is more", percent(share));
            let others = Exact::new(1, 0).minus(share).map(|it| it.times_whole(*least));
            let until = match others.and_then(|others| others.divided(share, 2)) {
                Some(until) if left_out(budget).is_some() => {
                    format!(
                        "; the {least} are left out, which matter below {until} requests in flight{}",
                        unknown("in-flight")
                    )
                }
                None if left_out(budget).is_some() => format!("; the {least} are left out{}", unknown("in-flight")),
                _ => String::new(),
            };
            format!("{of}, where all calls last alike and waits are short{until}")
        }
        RetryBudget::Finagle { share, least, .. } => {
            let out = match left_out(budget) {
                Some(_) => format!("; the {least} a second are left out{}", unknown("requests-per-second")),
                None => String::new(),
            };
            format!(
                "{} of the requests, and {least} retries a second beside them, {retries} at once{out}",
                percent(share)
            )
        }
    }
}

/// The load of a policy or a stack.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "load"))]
pub(super) struct LoadJson {
    /// The calls that reach the server for one request, on average, at the failure rate; null without one. At full outage
    /// they are `calls`.
    load: Option<Number>,
    /// The same in the long run within the retry budget; null where there is none.
    budget_load: Option<Number>,
    /// The calls for one request at full outage, in the long run within the retry budget; null where there is none.
    budget_outage: Option<Number>,
    /// The load at several failure rates, growing; null where none is asked for.
    load_curve: Option<Vec<PointJson>>,
}

/// The load at one failure rate.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "load-point"))]
pub(super) struct PointJson {
    /// The share of calls that fail, 0 to 1.
    failure_rate: Number,
    /// The calls for one request, on average; null where there is no end.
    load: Option<Number>,
    /// The same in the long run within the retry budget; null where there is none.
    budget_load: Option<Number>,
}

/// The retry budget of a policy or a layer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "retry-budget"))]
pub(super) struct BudgetJson {
    /// What limits the retries of all requests together, as `--retry-budget` takes it; null for nothing.
    retry_budget: Option<String>,
    /// The most retries that it allows at once at full outage, where it is full; null without a budget, and for one that
    /// saves nothing up.
    budget_burst: Option<u64>,
    /// The key of its fixed number that the load leaves out, since the traffic is not known; null where nothing is.
    budget_leaves_out: Option<&'static str>,
}
