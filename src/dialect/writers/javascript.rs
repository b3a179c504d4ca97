//! Libraries and SDKs of JavaScript.

use super::plan::nearest;
use super::sheet::{Sheet, Value};
use super::{Layout, Plan, Times, Writer};
use crate::policy::{Growth, Jitter, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const WRITERS: &[Writer] = &[
    javascript("node-retry", "retry.operation(", ")", node_retry),
    javascript("async-retry", "retry(run, ", ")", node_retry),
    javascript("p-retry", "pRetry(run, ", ")", p_retry),
    javascript("axios-retry", "axiosRetry(axios, ", ")", axios_retry),
    javascript("got", "got.extend(", ")", got),
    javascript("ky", "ky.create(", ")", ky),
    javascript("undici", "new RetryAgent(agent, ", ")", undici),
    javascript("fetch-retry", "fetchRetry(fetch, ", ")", fetch_retry),
    javascript("gaxios", "", "", gaxios),
    javascript("exponential-backoff", "backOff(run, ", ")", exponential_backoff),
    javascript("kafkajs", "new Kafka(", ")", kafkajs),
    javascript("bullmq", "queue.add(name, data, ", ")", bullmq),
    javascript("aws-sdk-js", "new S3Client(", ")", aws_sdk_js),
    javascript("openai-node", "new OpenAI(", ")", sdk),
    javascript("anthropic-node", "new Anthropic(", ")", sdk),
    javascript("stripe-node", "new Stripe(key, ", ")", stripe),
];

const fn javascript(
    dialect: &'static str,
    before: &'static str,
    after: &'static str,
    write: fn(&Plan<'_>, &mut Sheet),
) -> Writer {
    Writer { dialect, layout: Layout::JavaScript(before, after), times: Times::Bare(Unit::Millisecond), write }
}

fn count_or_infinity(sheet: &mut Sheet, key: &str, count: Option<u64>) {
    match count {
        Some(count) => sheet.count(key, count),
        None => sheet.word(key, "Infinity"),
    }
}

fn timeouts(plan: &Plan<'_>, sheet: &mut Sheet, least: &Exact) {
    let base = plan.base().max(least.clone());
    sheet.number("factor", &plan.factor());
    sheet.time("minTimeout", &base);
    sheet.maybe_time("maxTimeout", plan.max.as_ref().map(|max| max.max(&base)));
    sheet.flag("randomize", plan.jitters());
    sheet.maybe_time("maxRetryTime", plan.time_limit());
}

/// A first wait below 1 ms is read as 1 ms.
fn node_retry(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(retries) => sheet.count("retries", retries),
        None => sheet.flag("forever", true),
    }
    timeouts(plan, sheet, &Exact::new(1, 6));
}

fn p_retry(plan: &Plan<'_>, sheet: &mut Sheet) {
    count_or_infinity(sheet, "retries", plan.limit_of_retries());
    timeouts(plan, sheet, &Exact::zero());
}

/// No wait, 200 ms doubled, or multiples of a step.
fn axios_retry(plan: &Plan<'_>, sheet: &mut Sheet) {
    count_or_infinity(sheet, "retries", plan.limit_of_retries());
    let delay = match plan.growth {
        _ if plan.base().is_zero() => Value::word("axiosRetry.noDelay"),
        Growth::Affine { .. } => Value::call("axiosRetry.linearDelay", vec![Value::Time(plan.base())]),
        _ => Value::word("axiosRetry.exponentialDelay"),
    };
    sheet.push("retryDelay", delay);
}

/// 1 s doubled; only the cap can be chosen.
fn got(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("retry", |keys| {
        keys.count("limit", plan.retries());
        keys.maybe_time("backoffLimit", plan.max_of_doubling().as_ref());
        let most = Exact::new(100, 6);
        let noise = match plan.added() {
            Some(added) => added.min(most.clone()),
            None if plan.jitters() => most.clone(),
            None => Exact::zero(),
        };
        if noise != most {
            keys.time("noise", &noise);
        }
        if plan.policy.server_wait == ServerWait::Stop {
            keys.maybe_time("maxRetryAfter", plan.server_limit());
        }
    });
}

/// 300 ms doubled; only the cap can be chosen.
fn ky(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("retry", |keys| {
        keys.count("limit", plan.retries());
        keys.maybe_time("backoffLimit", plan.max_of_doubling().as_ref());
        if plan.jitters() {
            keys.flag("jitter", true);
        }
        keys.maybe_time("maxRetryAfter", plan.server_limit());
    });
}

/// Without a cap there is one of 30 s.
fn undici(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxRetries", plan.retries());
    sheet.time("minTimeout", &plan.base());
    match &plan.max {
        Some(max) => sheet.time("maxTimeout", max),
        None => sheet.word("maxTimeout", "Infinity"),
    }
    sheet.number("timeoutFactor", &plan.factor());
    if !plan.listens() {
        sheet.flag("retryAfter", false);
    }
}

fn fetch_retry(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("retries", plan.retries());
    sheet.time("retryDelay", &plan.base());
    sheet.push("retryOn", Value::List([429, 503].map(Value::count).to_vec()));
}

/// The first wait alone can be chosen, with the growth of those after it, and the cap: the second wait is half a second
/// times what the factor is above 1.
fn gaxios(plan: &Plan<'_>, sheet: &mut Sheet) {
    let odd = plan.first.is_some() || matches!(plan.policy.growth, Growth::Table(_));
    let factor = match (&plan.growth, plan.waits.get(1)) {
        (Growth::Affine { factor, .. }, _) => factor.clone(),
        (_, Some(second)) if odd => {
            let more = second.divided(&Exact::new(500, 6), 9).unwrap_or_else(Exact::zero);
            more.plus(&Exact::new(1, 0))
        }
        _ => plan.factor(),
    };
    sheet.map("retryConfig", |keys| {
        keys.count("retry", plan.retries());
        keys.time("retryDelay", &plan.first.clone().unwrap_or_else(|| plan.base()));
        keys.number("retryDelayMultiplier", &factor.max(Exact::new(1, 0)));
        keys.maybe_time("maxRetryDelay", plan.max.as_ref());
        keys.maybe_time("totalTimeout", plan.time_limit());
    });
}

fn exponential_backoff(plan: &Plan<'_>, sheet: &mut Sheet) {
    count_or_infinity(sheet, "numOfAttempts", plan.limit_of_retries().map(|_| plan.calls()));
    sheet.time("startingDelay", &plan.base());
    sheet.number("timeMultiple", &plan.factor());
    sheet.maybe_time("maxDelay", plan.max.as_ref());
    if plan.jitters() {
        sheet.text("jitter", "full");
    }
    if plan.policy.before_first {
        sheet.flag("delayFirstAttempt", true);
    }
}

/// Whole milliseconds.
fn kafkajs(plan: &Plan<'_>, sheet: &mut Sheet) {
    let share = match &plan.policy.jitter {
        Jitter::None => Exact::zero(),
        Jitter::Compounding(share) => share.clone(),
        _ => plan.share(),
    };
    sheet.map("retry", |keys| {
        keys.count("retries", plan.retries());
        let millisecond = Exact::new(1, 6);
        keys.time("initialRetryTime", &nearest(&plan.base(), &millisecond));
        keys.time("maxRetryTime", &nearest(&plan.cap(), &millisecond));
        keys.number("multiplier", &plan.factor());
        keys.number("factor", &share);
    });
}

/// Always the same, or doubled; jitter only shortens waits.
fn bullmq(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("attempts", plan.calls());
    sheet.map("backoff", |keys| {
        keys.text("type", if plan.is_constant() { "fixed" } else { "exponential" });
        keys.time("delay", &plan.base());
        if plan.jitters() && !plan.below().is_zero() {
            keys.number("jitter", &plan.below());
        }
    });
}

fn aws_sdk_js(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxAttempts", plan.calls());
}

fn sdk(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxRetries", plan.retries());
}

fn stripe(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxNetworkRetries", plan.retries());
}
