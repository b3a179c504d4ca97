//! The policy file of holdoff itself.

use super::sheet::{Sheet, Value};
use super::{Layout, NATIVE, Plan, Times, Writer};
use crate::policy::{Growth, Jitter, ServerWait};
use crate::quantity::Exact;

pub(super) const WRITERS: &[Writer] = &[Writer { dialect: NATIVE, layout: Layout::Toml, times: Times::Short, write }];

/// The fewest and the most retries of a policy file.
const RETRIES: (u64, u64) = (1, 1000);

fn write(plan: &Plan<'_>, sheet: &mut Sheet) {
    // A name with other signs is written in quotes.
    let is_bare =
        !plan.name.is_empty() && plan.name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it));
    let name = if is_bare { plan.name.to_owned() } else { super::text::quoted(plan.name) };
    sheet.map(&format!("policies.{name}"), |keys| {
        // Bare numbers stay bare.
        let duration =
            |time: &Exact| if plan.policy.timed { Value::Time(time.clone()) } else { Value::Number(time.clone()) };
        let least = if plan.policy.timed { Exact::new(1, 0) } else { Exact::new(1, -9) };
        let decorrelated = plan.policy.jitter == Jitter::Decorrelated;
        keys.push("base", duration(&plan.base().max(least)));
        match &plan.max {
            Some(max) if !max.is_zero() => keys.push("max", duration(max)),
            _ => keys.text("max", "none"),
        }
        match &plan.growth {
            _ if decorrelated => {}
            Growth::Fibonacci { .. } => keys.text("growth", "fibonacci"),
            Growth::Affine { .. } if plan.is_linear() => keys.text("growth", "linear"),
            _ => keys.number("factor", &plan.factor().max(Exact::new(1, 0))),
        }
        keys.count("retries", plan.retries().clamp(RETRIES.0, RETRIES.1));
        let share = plan.share();
        match &plan.policy.jitter {
            Jitter::None => {}
            Jitter::Decorrelated => keys.text("jitter", "decorrelated"),
            _ if plan.high == Exact::new(1, 0) && plan.low.is_zero() => keys.text("jitter", "full"),
            _ if plan.high == Exact::new(1, 0) && plan.low == Exact::new(5, -1) => keys.text("jitter", "equal"),
            _ if share.is_zero() => {}
            _ => keys
                .text("jitter", &format!("{}%", super::text::figure(&share.times_whole(100).min(Exact::new(100, 0))))),
        }
        if plan.policy.server_wait != ServerWait::Honor {
            keys.text("server-wait", plan.policy.server_wait.name());
        }
        if let Some(time) = &plan.asks.request_time {
            keys.push("request-time", duration(time));
        }
        if let Some(time) = &plan.asks.deadline {
            keys.push("deadline", duration(time));
        }
        if let Some(statuses) = &plan.asks.retry_on {
            keys.push("retry-on", Value::List(statuses.iter().map(|it| Value::count((*it).into())).collect()));
        }
        if let Some(methods) = &plan.asks.methods {
            keys.push("methods", Value::List(methods.iter().map(|it| Value::text(it)).collect()));
        }
    });
}
