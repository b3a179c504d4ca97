//! Files of services and infrastructure: gRPC, Envoy, Istio, Step Functions, AWS, Argo, a GitHub Action, Temporal, and
//! what gathers telemetry.

use super::plan::{nearest, nearest_above_zero};
use super::sheet::{Sheet, Value};
use super::{Layout, Plan, Times, Writer};
use crate::quantity::{Exact, Unit};

pub(super) const WRITERS: &[Writer] = &[
    file("grpc", Layout::Json, Times::Seconds, grpc),
    file("grpc-go-1.68", Layout::Json, Times::Seconds, grpc),
    file("envoy", Layout::Yaml, Times::Seconds, envoy),
    file("istio", Layout::Yaml, Times::Short, istio),
    file("step-functions", Layout::Json, Times::Bare(Unit::Second), step_functions),
    file("aws-config", Layout::Ini, Times::Bare(Unit::Second), aws_config),
    file("temporal", Layout::JavaScript("", ""), Times::Bare(Unit::Millisecond), temporal),
    file("argo", Layout::Yaml, Times::Short, argo),
    file("nick-fields-retry", Layout::Yaml, Times::Bare(Unit::Second), nick_fields),
    file("otel-collector", Layout::Yaml, Times::Short, otel_collector),
    file("prometheus", Layout::Yaml, Times::Short, prometheus),
    file("vector", Layout::Yaml, Times::Bare(Unit::Second), vector),
    file("fluent-bit", Layout::Yaml, Times::Bare(Unit::Second), fluent_bit),
];

const fn file(dialect: &'static str, layout: Layout, times: Times, write: fn(&Plan<'_>, &mut Sheet)) -> Writer {
    Writer { dialect, layout, times, write }
}

fn second() -> Exact {
    Exact::new(1, 9)
}

fn millisecond() -> Exact {
    Exact::new(1, 6)
}

fn one() -> Exact {
    Exact::new(1, 0)
}

/// It makes 2 to 5 calls, and waits and their cap are above 0.
fn grpc(plan: &Plan<'_>, sheet: &mut Sheet) {
    let base = plan.base().max(millisecond());
    sheet.item("methodConfig", |config| {
        // An empty name stands for every method.
        config.push("name", Value::List(vec![Value::Map(Vec::new())]));
        config.maybe_time("timeout", plan.asks.deadline.as_ref());
        config.map("retryPolicy", |keys| {
            keys.count("maxAttempts", plan.calls().clamp(2, 5));
            keys.time("initialBackoff", &base);
            keys.time("maxBackoff", &plan.cap().max(millisecond()));
            keys.number("backoffMultiplier", &plan.factor().max(Exact::new(1, -3)));
            keys.push("retryableStatusCodes", Value::List(vec![Value::text("UNAVAILABLE")]));
        });
    });
}

fn envoy(plan: &Plan<'_>, sheet: &mut Sheet) {
    let base = nearest_above_zero(&plan.base(), &millisecond());
    let max = plan.max_of_doubling().unwrap_or_else(|| plan.cap());
    let max = nearest(&max, &millisecond()).max(base.clone());
    sheet.map("route", |route| {
        // Without a timeout of its own a route has one of 15 s; 0 is none.
        route.time("timeout", &plan.asks.deadline.clone().unwrap_or_else(Exact::zero));
        route.map("retry_policy", |keys| {
            keys.text("retry_on", "5xx");
            keys.count("num_retries", plan.retries());
            keys.map("retry_back_off", |keys| {
                keys.time("base_interval", &base);
                keys.time("max_interval", &max);
            });
            if plan.listens() {
                keys.map("rate_limited_retry_back_off", |keys| {
                    keys.item("reset_headers", |field| {
                        field.text("name", "Retry-After");
                        field.text("format", "SECONDS");
                    });
                    keys.maybe_time("max_interval", plan.server_limit().or(plan.policy.server_limit.as_ref()));
                });
            }
        });
    });
}

fn istio(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.text("apiVersion", "networking.istio.io/v1");
    sheet.text("kind", "VirtualService");
    sheet.map("metadata", |keys| keys.text("name", "api"));
    sheet.map("spec", |spec| {
        spec.push("hosts", Value::List(vec![Value::text("api")]));
        spec.item("http", |route| {
            route.maybe_time("timeout", plan.asks.deadline.as_ref());
            route.map("retries", |keys| {
                keys.count("attempts", plan.retries());
                keys.time("backoff", &nearest_above_zero(&plan.base(), &millisecond()));
                keys.text("retryOn", "5xx");
            });
        });
    });
}

/// Whole seconds, the cap above the first wait.
fn step_functions(plan: &Plan<'_>, sheet: &mut Sheet) {
    let base = nearest_above_zero(&plan.base(), &second());
    let max = plan.max.as_ref().map(|max| nearest(max, &second()));
    let stays = max.as_ref().is_some_and(|max| *max <= base);
    sheet.item("Retry", |keys| {
        keys.push("ErrorEquals", Value::List(vec![Value::text("States.ALL")]));
        keys.time("IntervalSeconds", &base);
        keys.number("BackoffRate", &if stays { one() } else { plan.factor().max(one()) });
        keys.count("MaxAttempts", plan.retries());
        keys.maybe_time("MaxDelaySeconds", max.filter(|_| !stays).as_ref());
        if plan.jitters() {
            keys.text("JitterStrategy", "FULL");
        }
    });
}

/// The mode whose first wait is up to 1 s, without a cap, is an old one.
pub(super) fn aws_mode(plan: &Plan<'_>) -> &'static str {
    if plan.base() == second() && plan.max.is_none() { "legacy" } else { "standard" }
}

fn aws_config(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("default", |keys| {
        keys.text("retry_mode", aws_mode(plan));
        keys.count("max_attempts", plan.calls());
    });
}

/// Without a cap it is a hundred times the first wait.
fn temporal(plan: &Plan<'_>, sheet: &mut Sheet) {
    let base = plan.base();
    sheet.map("retry", |keys| {
        keys.time("initialInterval", &base);
        keys.number("backoffCoefficient", &plan.factor().max(one()));
        let max = plan.max.clone().unwrap_or_else(|| plan.cap());
        if max != base.times_whole(100) && !max.is_zero() {
            keys.time("maximumInterval", &max.max(base.clone()));
        }
        keys.count("maximumAttempts", plan.limit_of_retries().map_or(0, |_| plan.calls()));
    });
}

fn argo(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.map("retryStrategy", |keys| {
        if let Some(retries) = plan.limit_of_retries() {
            keys.count("limit", retries);
        }
        keys.map("backoff", |keys| {
            keys.time("duration", &plan.base());
            keys.number("factor", &plan.factor());
            keys.maybe_time("cap", plan.max.as_ref());
            keys.maybe_time("maxDuration", plan.time_limit());
        });
    });
}

fn nick_fields(plan: &Plan<'_>, sheet: &mut Sheet) {
    sheet.item("steps", |step| {
        step.text("uses", "nick-fields/retry@v3");
        step.map("with", |keys| {
            keys.count("max_attempts", plan.calls());
            keys.time("retry_wait_seconds", &nearest(&plan.base(), &second()));
            keys.count("timeout_minutes", 10);
            keys.text("command", "make");
        });
    });
}

/// The time limit is not below the first wait or the cap; where there is none, it ends the retries in place of their
/// number.
fn otel_collector(plan: &Plan<'_>, sheet: &mut Sheet) {
    let (base, max) = (plan.base(), plan.cap());
    let share = if plan.jitters() { plan.share().min(one()) } else { Exact::zero() };
    let limit = plan.time_limit().cloned().or_else(|| plan.span());
    let limit = limit.map_or_else(Exact::zero, |limit| limit.max(base.clone()).max(max.clone()));
    sheet.map("exporters", |keys| {
        keys.map("otlp", |keys| {
            keys.map("retry_on_failure", |keys| {
                keys.flag("enabled", plan.policy.retries != Some(0));
                keys.time("initial_interval", &base);
                keys.number("randomization_factor", &share);
                keys.number("multiplier", &plan.factor());
                keys.time("max_interval", &max);
                keys.time("max_elapsed_time", &limit);
            });
        });
    });
}

/// Whole milliseconds.
fn prometheus(plan: &Plan<'_>, sheet: &mut Sheet) {
    let base = nearest_above_zero(&plan.base(), &millisecond());
    let max = plan.max_of_doubling().unwrap_or_else(|| plan.cap());
    sheet.item("remote_write", |keys| {
        keys.text("url", "https://metrics.example/api/v1/write");
        keys.map("queue_config", |keys| {
            keys.time("min_backoff", &base);
            keys.time("max_backoff", &nearest_above_zero(&max, &millisecond()));
            let on_429 = plan.asks.retry_on.as_ref().is_none_or(|statuses| statuses.contains(&429));
            keys.flag("retry_on_http_429", on_429);
        });
    });
}

/// Whole seconds.
fn vector(plan: &Plan<'_>, sheet: &mut Sheet) {
    let max = if plan.is_constant() { plan.base() } else { plan.cap() };
    sheet.map("sinks", |keys| {
        keys.map("out", |keys| {
            keys.map("request", |keys| {
                if let Some(retries) = plan.limit_of_retries() {
                    keys.count("retry_attempts", retries);
                }
                keys.time("retry_initial_backoff_secs", &nearest_above_zero(&plan.base(), &second()));
                keys.time("retry_max_duration_secs", &nearest_above_zero(&max, &second()));
                keys.text("retry_jitter_mode", if plan.jitters() { "Full" } else { "None" });
            });
        });
    });
}

/// Whole seconds; the first wait is up to twice the base, and every wait a second longer than what is drawn.
fn fluent_bit(plan: &Plan<'_>, sheet: &mut Sheet) {
    let less = |time: Exact| time.minus(&second()).unwrap_or_else(second);
    let (base, max) = match (plan.is_constant(), plan.jitters()) {
        (true, false) => (less(plan.base()), less(plan.base())),
        (true, true) => (plan.base().half(), plan.base()),
        (false, _) => (plan.base().half(), plan.cap()),
    };
    // Its own draws begin a second above the base, however long the wait is.
    let low = plan.shortest().filter(|low| plan.policy.grain.is_some() && !low.is_zero());
    let base = low.map_or(base, |low| less(low.clone()));
    sheet.map("service", |keys| {
        keys.time("scheduler.base", &nearest_above_zero(&base, &second()));
        keys.time("scheduler.cap", &nearest_above_zero(&max, &second()));
    });
    sheet.map("pipeline", |keys| {
        keys.item("outputs", |keys| {
            keys.text("name", "http");
            keys.text("match", "*");
            match plan.limit_of_retries() {
                Some(0) => keys.text("retry_limit", "no_retries"),
                Some(retries) => keys.count("retry_limit", retries),
                None => keys.text("retry_limit", "no_limits"),
            }
        });
    });
}
