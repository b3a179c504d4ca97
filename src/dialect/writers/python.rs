//! Libraries and SDKs of Python.

use super::plan::{nearest, nearest_above_zero};
use super::services::aws_mode;
use super::sheet::{Sheet, Value};
use super::{Layout, Plan, Times, Writer};
use crate::policy::{Growth, LimitRule, Order};
use crate::quantity::{Exact, Unit};

pub(super) const WRITERS: &[Writer] = &[
    python("urllib3", "Retry", urllib3),
    python("requests", "HTTPAdapter", requests),
    python("tenacity", "@retry", tenacity),
    python("google-api-core", "retry.Retry", google_api_core),
    python("celery", "@shared_task", celery),
    python("azure-core", "RetryPolicy", azure_core),
    Writer { times: Times::Bare(Unit::Millisecond), ..python("retrying", "@retry", retrying) },
    python("botocore", "Config", botocore),
    python("openai", "OpenAI", sdk),
    python("anthropic", "Anthropic", sdk),
    python("stripe", "StripeClient", stripe),
];

const fn python(dialect: &'static str, call: &'static str, write: fn(&Plan<'_>, &mut Sheet)) -> Writer {
    Writer { dialect, layout: Layout::Python(call), times: Times::Bare(Unit::Second), write }
}

fn second() -> Exact {
    Exact::new(1, 9)
}

/// Nanoseconds as a number of seconds.
fn seconds(time: &Exact) -> Value {
    Value::Time(time.clone())
}

/// A whole number, or `None` for no limit.
fn count_or_none(sheet: &mut Sheet, key: &str, count: Option<u64>) {
    match count {
        Some(count) => sheet.count(key, count),
        None => sheet.word(key, "None"),
    }
}

/// The statuses that are retried.
fn statuses(plan: &Plan<'_>) -> Value {
    let usual = || vec![429, 500, 502, 503, 504];
    let statuses = plan.asks.retry_on.clone().unwrap_or_else(usual);
    Value::List(statuses.into_iter().map(|status| Value::count(status.into())).collect())
}

/// The first wait is 0, the nth the factor doubled n − 1 times; without a cap there is one of 120 s.
fn urllib3(plan: &Plan<'_>, sheet: &mut Sheet) {
    count_or_none(sheet, "total", plan.limit_of_retries());
    sheet.push("backoff_factor", seconds(&plan.base()));
    let usual = second().times_whole(120);
    match plan.max_of_doubling() {
        Some(max) if max == usual => {}
        Some(max) => sheet.time("backoff_max", &max),
        None if plan.cap() <= usual => {}
        None => sheet.word("backoff_max", "math.inf"),
    }
    sheet.maybe_time("backoff_jitter", plan.added().as_ref());
    if !plan.listens() {
        sheet.flag("respect_retry_after_header", false);
    }
    let limit = plan.server_limit().filter(|limit| **limit != second().times_whole(21_600));
    sheet.maybe_time("retry_after_max", limit);
    sheet.push("status_forcelist", statuses(plan));
}

fn requests(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("max_retries", plan.retries());
}

/// More waits than these are not written one by one.
const CHAIN: usize = 20;

fn call(name: &str, args: Vec<(&str, Value)>) -> Value {
    Value::Call(name.to_owned(), args.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// The waits one by one, the last of which repeats; `None` where they are too many.
fn chain(plan: &Plan<'_>) -> Option<Value> {
    let mut waits = plan.waits.to_vec();
    while let [.., before, last] = waits.as_slice()
        && before == last
    {
        waits.pop();
    }
    let written = |wait: &Exact| Value::call("wait_fixed", vec![seconds(wait)]);
    (waits.len() <= CHAIN).then(|| Value::call("wait_chain", waits.iter().map(written).collect()))
}

fn tenacity_wait(plan: &Plan<'_>) -> Value {
    let is_odd = plan.first.is_some() || !(plan.is_linear() || plan.growth.factor().is_some());
    if !plan.jitters() {
        if is_odd && let Some(chain) = chain(plan) {
            return chain;
        }
        if plan.is_constant() && plan.policy.min.is_none() && plan.max.as_ref().is_none_or(|max| *max >= plan.base()) {
            return Value::call("wait_fixed", vec![seconds(&plan.base())]);
        }
        if let (Growth::Affine { plus, .. }, true) = (&plan.growth, plan.is_linear()) {
            let mut args = vec![("start", seconds(&plan.base())), ("increment", seconds(plus))];
            args.extend(plan.max.as_ref().map(|max| ("max", seconds(max))));
            return call("wait_incrementing", args);
        }
    }
    let mut args = vec![("multiplier", seconds(&plan.base()))];
    args.extend(plan.max.as_ref().map(|max| ("max", seconds(max))));
    if plan.factor() != Exact::new(2, 0) {
        args.push(("exp_base", Value::Number(plan.factor())));
    }
    let min = plan.shortest().filter(|low| !low.is_zero());
    args.extend(plan.policy.min.as_ref().or(min).map(|min| ("min", seconds(min))));
    match plan.added() {
        Some(added) if plan.policy.order == Order::JitterThenCap => {
            args.push(("jitter", seconds(&added)));
            call("wait_exponential_jitter", args)
        }
        Some(added) => {
            let random = call("wait_random", vec![("min", Value::count(0)), ("max", seconds(&added))]);
            let wait = match plan.is_constant() {
                true => Value::call("wait_fixed", vec![seconds(&plan.base())]),
                false => call("wait_exponential", args),
            };
            Value::Sum(vec![wait, random])
        }
        None if plan.jitters() => call("wait_random_exponential", args),
        None => call("wait_exponential", args),
    }
}

fn tenacity(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.push("wait", tenacity_wait(plan));
    let mut stops = Vec::new();
    if plan.limit_of_retries().is_some() {
        stops.push(Value::call("stop_after_attempt", vec![Value::count(plan.calls())]));
    }
    if let Some(limit) = &plan.policy.time_limit {
        let name = match limit.rule {
            LimitRule::Refuse | LimitRule::RefuseAt => "stop_before_delay",
            LimitRule::Overrun | LimitRule::Truncate => "stop_after_delay",
        };
        stops.push(Value::call(name, vec![seconds(&limit.after)]));
    }
    match stops.len() {
        0 => sheet.word("stop", "stop_never"),
        1 => stops.into_iter().for_each(|stop| sheet.push("stop", stop)),
        _ => sheet.push("stop", Value::call("stop_any", stops)),
    }
}

/// No number ends the retries; where there is one, the time that its waits take does.
fn google_api_core(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.time("initial", &plan.base());
    sheet.time("maximum", &plan.cap());
    sheet.number("multiplier", &plan.factor());
    match plan.time_limit().cloned().or_else(|| plan.span()) {
        Some(limit) => sheet.time("timeout", &limit),
        None => sheet.word("timeout", "None"),
    }
}

/// Without retry_backoff every wait is the same; with it, whole seconds double.
fn celery(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.push("autoretry_for", Value::word("(Exception,)"));
    count_or_none(sheet, "max_retries", plan.limit_of_retries());
    if plan.is_constant() && !plan.jitters() {
        sheet.time("default_retry_delay", &plan.base());
        return;
    }
    sheet.time("retry_backoff", &nearest_above_zero(&plan.base(), &second()));
    let max = plan.max_of_doubling().unwrap_or_else(|| plan.cap());
    sheet.time("retry_backoff_max", &nearest(&max, &second()));
    sheet.flag("retry_jitter", plan.jitters());
}

/// As urllib3's, or every wait but the first is the same.
fn azure_core(plan: &Plan<'_>, sheet: &mut Sheet) {
    for key in ["retry_total", "retry_connect", "retry_read", "retry_status"] {
        sheet.count(key, plan.retries());
    }
    if plan.is_constant() {
        sheet.text("retry_mode", "fixed");
    }
    sheet.push("retry_backoff_factor", seconds(&plan.base()));
    sheet.time("retry_backoff_max", &plan.cap());
    sheet.maybe_time("timeout", plan.time_limit());
}

/// The first wait is twice the multiplier.
fn retrying(plan: &Plan<'_>, sheet: &mut Sheet) {
    if plan.is_constant() {
        sheet.time("wait_fixed", &plan.base());
    } else {
        sheet.time("wait_exponential_multiplier", &plan.base().half());
        sheet.maybe_time("wait_exponential_max", plan.max.as_ref());
    }
    if plan.limit_of_retries().is_some() {
        sheet.count("stop_max_attempt_number", plan.calls());
    }
}

fn botocore(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("retries", |keys| {
        keys.text("mode", aws_mode(plan));
        keys.count("total_max_attempts", plan.calls());
    });
}

fn sdk(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("max_retries", plan.retries());
}

fn stripe(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("max_network_retries", plan.retries());
}
