//! Clients and queues of Ruby: Sidekiq, ActiveJob, resque-retry, Faraday.

use super::{seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{Edge, Growth, Jitter, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[SIDEKIQ, ACTIVEJOB, RESQUE_RETRY, FARADAY];

const SIDEKIQ: Dialect = Dialect {
    name: "sidekiq",
    title: "Sidekiq",
    version: "8.1, read; 6.4 run",
    source: "sidekiq lib/sidekiq/job_retry.rb (delay_for)",
    form: Form::Keys { calls: &["sidekiq_options"], positional: &[], within: &[], marks: &[] },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::None,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("retry", Takes::Count, "25", "the retries; false for none"),
        Key::new("queue", Takes::Other, "", "the queue"),
        Key::new("dead", Takes::Other, "", "whether a job that failed is kept"),
        Key::new("backtrace", Takes::Other, "", "whether the backtrace is kept"),
        Key::new("retry_queue", Takes::Other, "", "the queue of retries"),
    ],
    about: &[
        "Each wait is c⁴ + 15 seconds, c being the retries before it, and from 0 to 10 × (c + 1) - 1 seconds more.",
        "The 25 retries last about 20 days.",
        "A block of sidekiq_retry_in gives other waits.",
    ],
    read: sidekiq,
};

const ACTIVEJOB: Dialect = Dialect {
    name: "activejob",
    title: "Rails ActiveJob retry_on",
    version: "6.1.7, run",
    source: "activejob lib/active_job/exceptions.rb (determine_delay)",
    form: Form::Keys { calls: &["retry_on"], positional: &[], within: &[], marks: &[] },
    counts: Counts::Calls,
    keys: &[
        Key::new("wait", Takes::Word, "3", "each wait, or :polynomially_longer"),
        Key::new("attempts", Takes::Count, "5", "the calls, the first one among them"),
        Key::new("jitter", Takes::Number, "0.15", "the most that is added, as a share of the wait"),
        Key::new("queue", Takes::Other, "", "the queue of retries"),
        Key::new("priority", Takes::Other, "", "the priority of retries"),
    ],
    about: &[
        "The default jitter is 0.15 where config.load_defaults is 6.1 or later, and 0 elsewhere.",
        "`:polynomially_longer` is n⁴ + 2 seconds; before Rails 7.1 its name was `:exponentially_longer`.",
    ],
    read: activejob,
    ..SIDEKIQ
};

const RESQUE_RETRY: Dialect = Dialect {
    name: "resque-retry",
    title: "resque-retry (Ruby)",
    version: "1.x, read",
    source: "resque-retry lib/resque/plugins/exponential_backoff.rb, retry.rb",
    form: Form::Keys {
        calls: &[],
        positional: &[],
        within: &[],
        marks: &["backoff_strategy", "retry_delay_multiplicand_max", "retry_delay_multiplicand_min", "retry_limit"],
    },
    keys: &[
        Key::new(
            "backoff_strategy",
            Takes::Other,
            "[0, 60, 600, 3600, 10800, 21600]",
            "the waits; the last one repeats",
        ),
        Key::new("retry_limit", Takes::Count, "", "the retries: as many as there are waits; -1 for no limit"),
        Key::new("retry_delay", Takes::Duration, "0", "each wait, without a backoff_strategy; the limit is 1 then"),
        Key::new("retry_delay_multiplicand_min", Takes::Number, "1.0", "what a wait is multiplied by at the least"),
        Key::new("retry_delay_multiplicand_max", Takes::Number, "1.0", "what a wait is multiplied by at the most"),
        Key::new("queue", Takes::Other, "", "the queue"),
        Key::new("retry_exceptions", Takes::Other, "", "what is retried; waits of their own are not read"),
        Key::new("fatal_exceptions", Takes::Other, "", "what is not retried"),
        Key::new("ignore_exceptions", Takes::Other, "", "what is not retried"),
        Key::new("expire_retry_key_after", Takes::Other, "", "when the count is forgotten"),
        Key::new("sleep_after_requeue", Takes::Other, "", "how long the worker rests"),
    ],
    about: &[
        "The waits are a table, and the first is 0 unless the table says otherwise.",
        "With retry_delay and no backoff_strategy they are those of the plain plugin, `Resque::Plugins::Retry`.",
    ],
    read: resque_retry,
    ..SIDEKIQ
};

const FARADAY: Dialect = Dialect {
    name: "faraday-retry",
    title: "Faraday retry middleware (Ruby)",
    version: "2.x, read; Faraday 1.1.0 run",
    source: "faraday-retry lib/faraday/retry/middleware.rb",
    form: Form::Keys {
        calls: &["request"],
        positional: &[],
        within: &[],
        marks: &["interval_randomness", "backoff_factor", "retry_statuses", "max_interval"],
    },
    cap: Cap::Passed,
    keys: &[
        Key::new("max", Takes::Count, "2", "the retries"),
        Key::new("interval", Takes::Duration, "0", "the first wait"),
        Key::new("interval_randomness", Takes::Number, "0", "the most that is added, as a share of the first wait"),
        Key::new("backoff_factor", Takes::Number, "1", "the growth per retry"),
        Key::new("max_interval", Takes::Duration, "no limit", "the cap, before what is added"),
        Key::new("retry_statuses", Takes::Other, "", "the statuses that are retried; none unless written"),
        Key::new("methods", Takes::Other, "", "the methods that are retried; POST and PATCH are not"),
        Key::new("exceptions", Takes::Other, "", "the exceptions that are retried"),
        Key::new("retry_if", Takes::Other, "", "what else is retried"),
        Key::new("retry_block", Takes::Other, "", "what is called before a wait"),
        Key::new("exhausted_retries_block", Takes::Other, "", "what is called in the end"),
        Key::new("rate_limit_retry_header", Takes::Other, "", "the field that is read as Retry-After"),
        Key::new("rate_limit_reset_header", Takes::Other, "", "the field that is read as the reset"),
        Key::new("header_parser_block", Takes::Other, "", "what reads the field"),
    ],
    about: &[
        "Retry-After counts where it is longer than the wait; one over max_interval ends the retries.",
        "What is added is a share of the first wait, however long the wait is.",
    ],
    read: faraday,
    ..SIDEKIQ
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Second), growth) }
}

fn sidekiq(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = match keys.node("retry").map(|node| &node.value) {
        Some(Value::Bool(false)) => 0,
        Some(Value::Bool(true)) => 25,
        _ => keys.count_or("retry", 25)?,
    };
    let high = Edge { per_retry: seconds(10), ..Edge::wait() };
    Ok(Policy {
        jitter: Jitter::between(Edge::wait(), high),
        grain: Some(seconds(1)),
        retries: Some(retries),
        ..growing(Growth::Power { scale: seconds(1), from: 0, exponent: 4, plus: seconds(15) })
    })
}

fn activejob(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let is_endless = keys.node("attempts").and_then(|node| node.scalar()) == Some("unlimited");
    let calls = if is_endless { None } else { Some(keys.count_or("attempts", 5)?) };
    let share = keys.number_or("jitter", Exact::new(15, -2))?;
    let high = Edge::share(whole(1).plus(&share));
    let word = keys.node("wait").and_then(|node| node.scalar()).unwrap_or("").trim_start_matches(':');
    let (growth, high) = match word {
        // The two seconds are not spread.
        "polynomially_longer" | "exponentially_longer" => (
            Growth::Power { scale: seconds(1), from: 1, exponent: 4, plus: seconds(2) },
            Edge { minus: share.times(&seconds(2)), ..high },
        ),
        _ => (Growth::constant(keys.time_or("wait", seconds(3))?), high),
    };
    Ok(Policy {
        jitter: if share.is_zero() { Jitter::None } else { Jitter::between(Edge::wait(), high) },
        retries: calls.map(|calls| calls.saturating_sub(1)),
        ..growing(growth)
    })
}

fn resque_retry(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let limit = keys.count("retry_limit")?;
    let retries = |default: Option<u64>| match limit {
        None => default,
        Some(limit) => u64::try_from(limit).ok(),
    };
    if keys.node("backoff_strategy").is_none()
        && let Some(wait) = keys.time("retry_delay")?
    {
        return Ok(Policy { retries: retries(Some(1)), ..growing(Growth::constant(wait)) });
    }
    let table = match keys.node("backoff_strategy") {
        None => [0, 60, 600, 3_600, 10_800, 21_600].map(seconds).to_vec(),
        Some(list) => {
            let waits = list.items().iter().map(|item| crate::dialect::keys::time(item, Some(Unit::Second)));
            waits.collect::<Result<Vec<_>, _>>()?
        }
    };
    if table.is_empty() {
        return Err(keys.fault("backoff_strategy", "there is no list of waits", "write `[0, 60, 600]`"));
    }
    let least = keys.number_or("retry_delay_multiplicand_min", whole(1))?;
    let most = keys.number_or("retry_delay_multiplicand_max", whole(1))?;
    if most < least {
        let what = "it is below retry_delay_multiplicand_min, which resque-retry refuses";
        return Err(keys.fault("retry_delay_multiplicand_max", what, "write a larger one"));
    }
    let is_drawn = least != most;
    let table: Vec<Exact> = if is_drawn { table } else { table.iter().map(|wait| wait.times(&most)).collect() };
    Ok(Policy {
        retries: retries(u64::try_from(table.len()).ok()),
        jitter: if is_drawn { Jitter::scaled(least, most) } else { Jitter::None },
        grain: is_drawn.then(|| seconds(1)),
        ..growing(Growth::Table(table))
    })
}

fn faraday(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("interval", Exact::zero())?;
    let added = keys.number_or("interval_randomness", Exact::zero())?.times(&base);
    let max = keys.time_or_endless("max_interval", None)?;
    Ok(Policy {
        jitter: if added.is_zero() { Jitter::None } else { Jitter::added(added) },
        retries: Some(keys.count_or("max", 2)?),
        server_wait: ServerWait::Floor,
        server_limit: max.clone(),
        max,
        ..growing(Growth::Geometric { base, factor: keys.number_or("backoff_factor", whole(1))? })
    })
}
