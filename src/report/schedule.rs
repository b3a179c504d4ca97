//! The answer of `holdoff schedule`: its JSON, and what its table is made of.

use serde::Serialize;

use super::diagnostics::Finding;
use super::origin::{IdleJson, Origin, OriginJson};
#[cfg(test)]
use super::schema::closed;
use super::{Answer, Number, Prose, Rows, Style, ndjson_line, table, to_json};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::{Jitter, Policy};
use crate::quantity::{Exact, Rounded, Tens, Unit};
use crate::timeline::{Mark, Sampler, Spread, Step, Totals, Wait, WaitTooLong, Walk};

/// What is asked of a schedule beside its policy.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// How long one call takes, in the policy's kind of duration.
    pub request_time: Option<Exact>,
    /// Limits of the user's world.
    pub marks: Vec<Mark>,
    /// The seed of one run of the jitter.
    pub seed: Option<u64>,
    /// Where the policy came from, where it was no flags.
    pub origin: Option<Origin>,
}

/// How many retries are shown of a policy that has no end.
const ENDLESS: usize = 20;
/// How many are shown at the most; a native policy has no more.
const MOST: usize = 1000;

/// The waits of a policy, rounded once, in the policy's unit.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    pub(super) policy: &'a Policy,
    pub(super) rows: Vec<Row>,
    pub(super) totals: Sums,
    pub(super) marks: Vec<(Mark, Rounded)>,
    pub(super) origin: Option<Origin>,
    /// The waits before the first call and after the last.
    pub(super) idle: [Option<Rounded>; 2],
    diagnostics: Vec<Diagnostic>,
}

/// One retry.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) retry: u64,
    pub(super) call: u64,
    pub(super) wait: Rounded,
    pub(super) elapsed: Rounded,
    pub(super) capped: bool,
    pub(super) spread: Option<Bounds>,
    /// Start and end of the call, where a request time was given.
    pub(super) call_time: Option<(Rounded, Rounded)>,
    pub(super) sampled: Option<Rounded>,
}

/// The bounds of jitter, of one wait or of a total.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) min: Rounded,
    pub(super) mean: Option<Rounded>,
    pub(super) max: Rounded,
}

/// The sums over all retries.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// `None` where the policy goes on after the rows.
    pub(super) calls: Option<u64>,
    pub(super) total: Rounded,
    pub(super) spread: Option<Bounds>,
    pub(super) worst_case: Option<Rounded>,
    /// The end of the last call, all waits at their mean, where a request time was given and the mean is known.
    pub(super) mean_case: Option<Rounded>,
    pub(super) sampled: Option<Rounded>,
    pub(super) capped_from: Option<u64>,
}

/// Rounds durations of one policy for its output. Each kind of number keeps its own powers of ten, which only grow.
struct Rounder {
    divisor: u64,
    decimals: u32,
    tens: [Tens; 4],
}

/// Which sequence of numbers a number belongs to.
#[derive(Clone, Copy)]
enum Sequence {
    Wait = 0,
    Elapsed = 1,
    Bound = 2,
    Sampled = 3,
}

impl Rounder {
    fn new(policy: &Policy) -> Self {
        Self { divisor: policy.divisor(), decimals: policy.decimals(), tens: Default::default() }
    }

    fn round(&mut self, sequence: Sequence, value: &Exact) -> Rounded {
        let [wait, elapsed, bound, sampled] = &mut self.tens;
        let tens = match sequence {
            Sequence::Wait => wait,
            Sequence::Elapsed => elapsed,
            Sequence::Bound => bound,
            Sequence::Sampled => sampled,
        };
        value.round(self.divisor, self.decimals, tens)
    }

    fn bounds(&mut self, spread: &Spread) -> Bounds {
        Bounds {
            min: self.round(Sequence::Bound, &spread.least),
            mean: spread.mean.as_ref().map(|mean| self.round(Sequence::Bound, mean)),
            max: self.round(Sequence::Bound, &spread.most),
        }
    }
}

impl<'a> Schedule<'a> {
    /// Walks through the retries of a policy.
    ///
    /// # Errors
    ///
    /// When the policy has no max and one of its waits is longer than 10^30 units; and never otherwise, where the
    /// policy has a limit of retries.
    pub fn new(policy: &'a Policy, wish: Wish) -> Result<Self, WaitTooLong> {
        let mut rounder = Rounder::new(policy);
        let mut sampler = wish.seed.map(|seed| Sampler::new(policy, seed));
        let mut marks = wish.marks;
        let mut walk = Walk::new(policy, wish.request_time.clone().unwrap_or_else(Exact::zero));
        let mut rows = Vec::new();
        let mut passes_max = None;
        // Without waits no time passes that a limit could count.
        let untimed = policy.time_limit.is_none() || policy.never_waits();
        let endless = policy.retries.is_none_or(|retries| retries > 1000) && untimed;
        let most = if endless { ENDLESS } else { MOST };
        for step in walk.by_ref().take(most) {
            let step = step?;
            marks.iter_mut().for_each(|mark| mark.observe(&step));
            if passes_max.is_none() && policy.max.as_ref().is_some_and(|max| step.wait.most() > max) {
                passes_max = Some(step.retry);
            }
            rows.push(row(&step, &mut rounder, wish.request_time.is_some(), sampler.as_mut()));
        }
        let sums = walk.totals();
        // The last row may be the policy's last, which only another step tells.
        let goes_on = rows.len() == most && walk.own_wait()?.is_some();
        let calls = u64::try_from(rows.len()).unwrap_or(u64::MAX).saturating_add(1);
        let idle = [walk.waits().before_first()?, walk.waits().after_last().cloned()];
        let totals = Sums {
            calls: (!goes_on).then_some(calls),
            total: rounder.round(Sequence::Elapsed, &sums.total),
            spread: total_bounds(&sums, &mut rounder),
            worst_case: wish.request_time.is_some().then(|| rounder.round(Sequence::Elapsed, &sums.worst_case)),
            mean_case: mean_case(&sums, &wish.request_time, rows.len()).map(|it| rounder.round(Sequence::Bound, &it)),
            sampled: sampler.as_ref().map(|sampler| rounder.round(Sequence::Sampled, sampler.total())),
            capped_from: sums.capped_from,
        };
        let marks = marks.into_iter().map(|mark| {
            let at = rounder.round(Sequence::Wait, &mark.at);
            (mark, at)
        });
        let marks = marks.collect();
        let idle = idle.map(|wait| wait.map(|wait| rounder.round(Sequence::Wait, &wait.nominal)));
        let origin = wish.origin;
        Ok(Self {
            policy,
            rows,
            totals,
            marks,
            origin,
            idle,
            diagnostics: passes_max.map(jitter_passes_max).into_iter().collect(),
        })
    }

    /// The unit of durations, none for bare numbers, whatever label they have.
    pub(super) fn unit(&self) -> Option<Unit> {
        self.policy.unit.filter(|_| self.policy.timed)
    }

    /// A duration for people: a time as they write it, or the bare number with its label.
    pub(super) fn human(&self, value: &Rounded) -> String {
        match (self.unit(), self.policy.unit) {
            (None, Some(label)) => format!("{value}{}", label.name()),
            (unit, _) => value.human(unit),
        }
    }

    pub(super) fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn number(value: &Rounded) -> Number {
        Number::new(value.to_string())
    }

    fn json_rows(&self) -> impl Iterator<Item = RowJson> {
        self.rows.iter().map(|row| RowJson {
            retry: row.retry,
            call: row.call,
            wait: Self::number(&row.wait),
            elapsed: Self::number(&row.elapsed),
            capped: row.capped,
            spread: row.spread.as_ref().map(|it| BoundsJson {
                min: Self::number(&it.min),
                mean: it.mean.as_ref().map(Self::number),
                max: Self::number(&it.max),
            }),
            call_time: row
                .call_time
                .as_ref()
                .map(|(start, end)| CallTimeJson { start: Self::number(start), end: Self::number(end) }),
            sampled: row.sampled.as_ref().map(Self::number),
        })
    }

    fn json_totals(&self) -> TotalsJson<'_> {
        let totals = &self.totals;
        TotalsJson {
            total: Self::number(&totals.total),
            spread: totals.spread.as_ref().map(|it| TotalBoundsJson {
                total_min: Self::number(&it.min),
                total_mean: it.mean.as_ref().map(Self::number),
                total_max: Self::number(&it.max),
                diagnostics: self.diagnostics.iter().map(Finding::from).collect(),
            }),
            worst_case: totals.worst_case.as_ref().map(Self::number),
            total_sampled: totals.sampled.as_ref().map(Self::number),
            capped_from: totals.capped_from,
            origin: self.origin.as_ref().map(|origin| FromJson {
                origin: origin.json(),
                idle: {
                    let [before_first, after_last] = self.idle.each_ref().map(|it| it.as_ref().map(Self::number));
                    IdleJson { before_first, after_last, goes_on: totals.calls.is_none() }
                },
            }),
            marks: (!self.marks.is_empty()).then(|| {
                let json = |(mark, at): &'_ (Mark, Rounded)| MarkJson {
                    name: mark.name.clone(),
                    at: Self::number(at),
                    before_retry: mark.before_retry,
                };
                self.marks.iter().map(json).collect()
            }),
        }
    }

    fn json_policy(&self) -> PolicyJson {
        PolicyJson::of(self.policy)
    }
}

impl PolicyJson {
    pub(super) fn of(policy: &Policy) -> Self {
        // What was written comes back as it was, not rounded to what a wait is shown with.
        let number = |value: &Exact| match policy.divisor().checked_ilog10().filter(|_| policy.decimals() <= 9) {
            Some(places) => {
                let places = i32::try_from(places).unwrap_or(0);
                Number::new(value.times(&Exact::new(1, places.saturating_neg())).to_string())
            }
            None => Schedule::number(&Rounder::new(policy).round(Sequence::Wait, value)),
        };
        let decorrelated = matches!(policy.jitter, Jitter::Decorrelated | Jitter::DecorrelatedV2);
        Self {
            base: number(&policy.growth.base()),
            // Decorrelated jitter grows by itself; it takes no factor.
            factor: policy.growth.factor().filter(|_| !decorrelated).map(|it| Number::new(it.to_string())),
            max: policy.max.as_ref().map(number),
            retries: policy.retries,
            jitter: policy.jitter.name_with(|it| Rounder::new(policy).round(Sequence::Bound, it).to_string()),
        }
    }
}

fn row(step: &Step, rounder: &mut Rounder, timed_calls: bool, sampler: Option<&mut Sampler<'_>>) -> Row {
    let Wait { nominal, spread, capped } = &step.wait;
    Row {
        retry: step.retry,
        call: step.call(),
        wait: rounder.round(Sequence::Wait, nominal),
        elapsed: rounder.round(Sequence::Elapsed, &step.elapsed),
        capped: *capped,
        spread: spread.as_ref().map(|spread| rounder.bounds(spread)),
        call_time: timed_calls.then(|| {
            (rounder.round(Sequence::Elapsed, &step.span.start), rounder.round(Sequence::Elapsed, &step.span.end))
        }),
        sampled: sampler.map(|sampler| rounder.round(Sequence::Sampled, &sampler.draw(&step.wait))),
    }
}

fn total_bounds(sums: &Totals, rounder: &mut Rounder) -> Option<Bounds> {
    let spread = sums.spread.as_ref()?;
    Some(Bounds {
        min: rounder.round(Sequence::Bound, &spread.min),
        mean: spread.mean.as_ref().map(|mean| rounder.round(Sequence::Bound, mean)),
        max: rounder.round(Sequence::Bound, &spread.max),
    })
}

/// The mean of all waits and the time of all calls.
fn mean_case(sums: &Totals, request_time: &Option<Exact>, retries: usize) -> Option<Exact> {
    let calls = u64::try_from(retries).ok()?.saturating_add(1);
    let mean = sums.spread.as_ref()?.mean.as_ref()?;
    Some(mean.plus(&request_time.as_ref()?.times_whole(calls)))
}

fn jitter_passes_max(retry: u64) -> Diagnostic {
    Diagnostic {
        code: Code::JitterPassesMax,
        severity: Severity::Note,
        header: None,
        message: format!("jitter is added to the capped wait, so from retry {retry} on a wait may pass the max"),
        span: None,
    }
}

impl Answer for Schedule<'_> {
    fn json(&self) -> String {
        to_json(&ScheduleJson {
            policy: self.json_policy(),
            unit: self.policy.unit.map(Unit::name),
            calls: self.totals.calls,
            schedule: self.json_rows().collect(),
            totals: self.json_totals(),
        })
    }

    /// A line for each retry, then one with everything else.
    fn ndjson(&self) -> String {
        let text: String = self.json_rows().map(|row| ndjson_line("retry", &row)).collect();
        let total = TotalJson {
            policy: self.json_policy(),
            unit: self.policy.unit.map(Unit::name),
            calls: self.totals.calls,
            totals: self.json_totals(),
        };
        text + &ndjson_line("total", &total)
    }

    fn table(&self, style: &Style) -> String {
        table::schedule::text(self, style)
    }

    fn rows(&self) -> Rows {
        Rows::new(self.json_rows(), &[])
    }

    fn prose(&self) -> Prose<'_> {
        let unit = self.policy.unit.map(|unit| format!("the numbers are in {}", unit.name()));
        Prose {
            lead: Some(table::schedule::summary(self)),
            beneath: self
                .origin
                .as_ref()
                .and_then(|it| it.sentence(self.policy))
                .into_iter()
                .chain(unit)
                .chain(table::schedule::marks(self))
                .collect(),
            findings: self
                .origin
                .iter()
                .flat_map(Origin::findings)
                .chain(&self.diagnostics)
                .map(|it| (None, it))
                .collect(),
        }
    }
}

/// The JSON of `holdoff schedule`. All durations are numbers of `unit`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ScheduleJson<'a> {
    /// The policy as it is walked through.
    policy: PolicyJson,
    /// The unit of every duration: `ns`, `us`, `ms`, `s`, `m`, `h` or `d`; null for bare numbers.
    #[cfg_attr(test, schemars(extend("enum" = closed::units_or_null())))]
    unit: Option<&'static str>,
    /// The most calls there are: the retries and the first call; null where the policy has no end.
    calls: Option<u64>,
    /// The retries, in order.
    schedule: Vec<RowJson>,
    #[serde(flatten)]
    totals: TotalsJson<'a>,
}

/// The last line of ndjson.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TotalJson<'a> {
    /// The policy as it is walked through.
    policy: PolicyJson,
    /// The unit of every duration; null for bare numbers.
    #[cfg_attr(test, schemars(extend("enum" = closed::units_or_null())))]
    unit: Option<&'static str>,
    /// The most calls there are: the retries and the first call; null where the policy has no end.
    calls: Option<u64>,
    #[serde(flatten)]
    totals: TotalsJson<'a>,
}

/// A policy in the native words.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "policy"))]
pub(super) struct PolicyJson {
    /// The wait before retry 1.
    base: Number,
    /// The growth per retry; null with decorrelated jitter, which grows by itself.
    factor: Option<Number>,
    /// The cap on one wait; null for none.
    max: Option<Number>,
    /// How many retries there are, the first call not included.
    retries: Option<u64>,
    /// `none`, `full`, `equal`, `decorrelated` or `N%`.
    jitter: String,
}

/// One retry.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "retry"))]
pub(super) struct RowJson {
    /// The number of the retry, from 1.
    retry: u64,
    /// The number of the call: the retry's and one.
    call: u64,
    /// The wait before jitter; with decorrelated jitter the upper bound.
    wait: Number,
    /// The sum of the waits before jitter, up to and including this one.
    elapsed: Number,
    /// Whether the wait equals the max.
    capped: bool,
    #[serde(flatten)]
    spread: Option<BoundsJson>,
    #[serde(flatten)]
    call_time: Option<CallTimeJson>,
    /// Only with a sample: the wait that was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Number"))]
    sampled: Option<Number>,
}

/// Only with jitter.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BoundsJson {
    /// Only with jitter: the shortest wait.
    min: Number,
    /// Only with jitter: the mean; null where it is not known exactly.
    mean: Option<Number>,
    /// Only with jitter: the longest wait.
    max: Number,
}

/// Only with a request time.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct CallTimeJson {
    /// Only with a request time: when the call starts, from the first call's start; waits before jitter.
    start: Number,
    /// Only with a request time: when the call ends.
    end: Number,
}

/// The sums, and what else there is one of.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TotalsJson<'a> {
    /// The sum of all waits before jitter.
    total: Number,
    #[serde(flatten)]
    spread: Option<TotalBoundsJson<'a>>,
    /// Only with a request time: the end of the last call, all waits at their longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Number"))]
    worst_case: Option<Number>,
    /// Only with a sample: the sum of the waits that were drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Number"))]
    total_sampled: Option<Number>,
    /// The first retry whose wait is the max; null where none is.
    capped_from: Option<u64>,
    #[serde(flatten)]
    origin: Option<FromJson<'a>>,
    /// Only with marks: the limits of the user's world.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<MarkJson>"))]
    marks: Option<Vec<MarkJson>>,
}

/// Only with a policy of a file or a client.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FromJson<'a> {
    /// Only with a policy of a file or a client: where it came from.
    origin: OriginJson<'a>,
    #[serde(flatten)]
    idle: IdleJson,
}

/// Only with jitter.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TotalBoundsJson<'a> {
    /// Only with jitter: the sum of the shortest waits.
    total_min: Number,
    /// Only with jitter: the sum of the means; null where one is not known.
    total_mean: Option<Number>,
    /// Only with jitter: the sum of the longest waits.
    total_max: Number,
    /// Only with jitter: what is worth knowing of it.
    diagnostics: Vec<Finding<'a>>,
}

/// One limit of the user's world.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "mark"))]
struct MarkJson {
    /// Its name.
    name: String,
    /// Its offset from the first call's start.
    at: Number,
    /// The first retry that starts at or after it; null where it falls after the last.
    before_retry: Option<u64>,
}
