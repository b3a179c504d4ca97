//! Libraries of the JVM, of .NET, Ruby, PHP and Elixir.

use super::plan::{nearest, nearest_above_zero};
use super::sheet::{Sheet, Value};
use super::{Layout, Plan, Times, Writer};
use crate::policy::{Growth, Jitter, ServerWait};
use crate::quantity::{Exact, Unit};

const MILLISECONDS: Times = Times::Bare(Unit::Millisecond);
const SECONDS: Times = Times::Bare(Unit::Second);

pub(super) const WRITERS: &[Writer] = &[
    Writer { dialect: "resilience4j", layout: Layout::Yaml, times: Times::Short, write: resilience4j },
    Writer { dialect: "spring-retry", layout: Layout::Java("@Retryable"), times: MILLISECONDS, write: spring_retry },
    Writer { dialect: "spring", layout: Layout::Java("@Retryable"), times: MILLISECONDS, write: spring },
    Writer { dialect: "failsafe", layout: Layout::Builder("RetryPolicy.builder"), times: Times::Java, write: failsafe },
    Writer {
        dialect: "gax-java",
        layout: Layout::Builder("RetrySettings.newBuilder"),
        times: Times::Java,
        write: gax_java,
    },
    Writer { dialect: "polly", layout: Layout::DotNet("RetryStrategyOptions"), times: Times::DotNet, write: polly },
    Writer { dialect: "sidekiq", layout: Layout::Ruby("sidekiq_options(", ")"), times: SECONDS, write: sidekiq },
    Writer { dialect: "activejob", layout: Layout::Ruby("retry_on(Error, ", ")"), times: SECONDS, write: activejob },
    Writer {
        dialect: "faraday-retry",
        layout: Layout::Ruby("f.request(:retry, ", ")"),
        times: SECONDS,
        write: faraday,
    },
    Writer { dialect: "oban", layout: Layout::Ruby("", ""), times: SECONDS, write: oban },
    Writer { dialect: "symfony-messenger", layout: Layout::Yaml, times: MILLISECONDS, write: symfony },
];

fn one() -> Exact {
    Exact::new(1, 0)
}

fn millisecond() -> Exact {
    Exact::new(1, 6)
}

/// Most of these clients count whole milliseconds.
fn whole(time: &Exact) -> Exact {
    nearest(time, &millisecond())
}

fn resilience4j(plan: &Plan<'_>, sheet: &mut Sheet) {
    let name = if plan.name.is_empty() { "api" } else { plan.name };
    let fill = |keys: &mut Sheet| {
        keys.count("maxAttempts", plan.calls());
        keys.time("waitDuration", &whole(&plan.base()));
        if !plan.is_constant() || plan.draws_pass_max() {
            keys.flag("enableExponentialBackoff", true);
            keys.number("exponentialBackoffMultiplier", &plan.factor());
            keys.maybe_time("exponentialMaxWaitDuration", plan.max.as_ref().map(whole).as_ref());
        }
        if plan.jitters() {
            keys.flag("enableRandomizedWait", true);
            keys.number("randomizedWaitFactor", &plan.share().min(one()));
        }
    };
    sheet.map("resilience4j", |keys| keys.map("retry", |keys| keys.map("instances", |keys| keys.map(name, fill))));
}

/// Without a cap there is one of 30 s, and jitter lengthens waits up to the multiplier.
fn spring_retry(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxAttempts", plan.calls());
    let mut args = vec![("delay".to_owned(), Value::Time(whole(&plan.base())))];
    if !plan.is_constant() || plan.jitters() {
        // Of waits that are all the same the jitter alone tells the multiplier.
        let factor = if plan.is_constant() { plan.high.clone().max(one()) } else { plan.factor() };
        args.push(("multiplier".to_owned(), Value::Number(factor)));
        args.push(("maxDelay".to_owned(), Value::Time(whole(&plan.cap_of_draws()))));
        if plan.jitters() {
            args.push(("random".to_owned(), Value::Flag(true)));
        }
    }
    sheet.push("backoff", Value::Call("@Backoff".to_owned(), args));
}

fn spring(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("maxRetries", plan.retries());
    sheet.time("delay", &whole(&plan.base()));
    if !plan.is_constant() {
        sheet.number("multiplier", &plan.factor());
        sheet.maybe_time("maxDelay", plan.max.as_ref().map(whole).as_ref());
    }
}

fn failsafe(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(retries) => sheet.count("withMaxRetries", retries),
        None => sheet.word("withMaxRetries", "-1"),
    }
    if plan.is_constant() {
        sheet.time("withDelay", &plan.base());
    } else {
        let (base, max) = (Value::Time(plan.base()), Value::Time(plan.cap()));
        sheet.push("withBackoff", Value::List(vec![base, max, Value::Number(plan.factor())]));
    }
    match &plan.policy.jitter {
        Jitter::None => {}
        // As long for every wait, either way.
        Jitter::Between(band) if !band.low.minus.is_zero() => sheet.time("withJitter", &band.low.minus),
        _ => sheet.number("withJitter", &plan.share()),
    }
    sheet.maybe_time("withMaxDuration", plan.time_limit());
}

fn gax_java(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.time("setInitialRetryDelayDuration", &whole(&plan.base()));
    sheet.number("setRetryDelayMultiplier", &plan.factor());
    sheet.time("setMaxRetryDelayDuration", &whole(&plan.cap()));
    match plan.limit_of_retries() {
        None if plan.time_limit().is_some() => sheet.count("setMaxAttempts", 0),
        _ => sheet.count("setMaxAttempts", plan.calls()),
    }
    sheet.maybe_time("setTotalTimeoutDuration", plan.time_limit());
    if !plan.jitters() {
        sheet.flag("setJittered", false);
    }
}

/// The waits of exponential ones double.
fn polly(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.limit_of_retries() {
        Some(retries) => sheet.count("MaxRetryAttempts", retries),
        None => sheet.word("MaxRetryAttempts", "int.MaxValue"),
    }
    sheet.time("Delay", &plan.base());
    let kind = match plan.growth {
        Growth::Affine { .. } => "Linear",
        _ if plan.is_constant() => "Constant",
        _ => "Exponential",
    };
    sheet.word("BackoffType", &format!("DelayBackoffType.{kind}"));
    if plan.jitters() {
        sheet.flag("UseJitter", true);
    }
    sheet.maybe_time("MaxDelay", plan.max.as_ref());
}

fn sidekiq(plan: &Plan<'_>, sheet: &mut Sheet) {
    match plan.retries() {
        0 => sheet.flag("retry", false),
        retries => sheet.count("retry", retries),
    }
}

/// Always the same, or the fourth power and 2 s, which begins with 3 s.
fn activejob(plan: &Plan<'_>, sheet: &mut Sheet) {
    let grows = !plan.is_constant() && plan.base() == Exact::new(3, 9);
    match &plan.growth {
        Growth::Power { .. } => sheet.word("wait", ":polynomially_longer"),
        _ if grows => sheet.word("wait", ":polynomially_longer"),
        _ => sheet.time("wait", &plan.base()),
    }
    sheet.count("attempts", plan.calls());
    let above = plan.high.minus(&one()).unwrap_or_else(Exact::zero);
    sheet.number("jitter", &if plan.jitters() { above } else { Exact::zero() });
}

/// What is added is a share of the first wait.
fn faraday(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("max", plan.retries());
    sheet.time("interval", &plan.base());
    let added = plan.added().and_then(|added| added.divided(&plan.base(), 9));
    let above = plan.high.minus(&one()).filter(|above| plan.jitters() && !above.is_zero());
    if let Some(share) = added.or(above) {
        sheet.number("interval_randomness", &share);
    }
    sheet.number("backoff_factor", &plan.factor());
    let limit = plan.server_limit().filter(|_| plan.policy.server_wait == ServerWait::Stop);
    sheet.maybe_time("max_interval", plan.max.as_ref().or(limit));
    sheet.push("retry_statuses", Value::List([429, 503].map(Value::count).to_vec()));
}

/// 1 to 20 calls.
fn oban(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.count("max_attempts", plan.calls().min(20));
}

fn symfony(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("retry_strategy", |keys| {
        keys.count("max_retries", plan.retries());
        keys.time("delay", &nearest_above_zero(&plan.base(), &millisecond()));
        keys.number("multiplier", &plan.factor());
        keys.time("max_delay", &plan.max.as_ref().map_or_else(Exact::zero, whole));
    });
}
