//! backon, the retry crate of Rust: its exponential, constant and Fibonacci builders.

use super::{capped_from_second, seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{CapRule, Growth, Jitter, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "backon",
    title: "backon (Rust)",
    version: "1.6.0, run",
    source: "backon backoff/exponential.rs, fibonacci.rs, constant.rs (next)",
    form: Form::Keys {
        calls: &[
            "ExponentialBuilder::default",
            "ExponentialBuilder::new",
            "FibonacciBuilder::default",
            "FibonacciBuilder::new",
            "ConstantBuilder::default",
            "ConstantBuilder::new",
        ],
        positional: &[],
        within: &[],
        marks: &["with_max_times", "without_max_times", "with_total_delay", "with_min_delay"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Passed,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new(
            "builder",
            Takes::Word,
            "exponential",
            "exponential, fibonacci or constant, where no builder is named",
        ),
        Key::new("with_min_delay", Takes::Duration, "1s", "the first wait"),
        Key::new("with_max_delay", Takes::Duration, "60s", "the cap, before jitter"),
        Key::new("without_max_delay", Takes::Flag, "false", "no cap"),
        Key::new("with_factor", Takes::Number, "2", "the growth per retry of the exponential builder"),
        Key::new("with_delay", Takes::Duration, "1s", "each wait of the constant builder"),
        Key::new("with_max_times", Takes::Count, "3", "the retries"),
        Key::new("without_max_times", Takes::Flag, "false", "no limit of retries"),
        Key::new("with_total_delay", Takes::Duration, "None", "the sum of waits that none may pass"),
        Key::new("with_jitter", Takes::Flag, "false", "whether up to the wait itself is added"),
        Key::new("with_jitter_seed", Takes::Other, "", "where jitter begins"),
        Key::new("build", Takes::Other, "", "makes the waits"),
    ],
    about: &[
        "Jitter comes after the cap and adds up to as much again: a cap of 60 s is up to 120 s.",
        "The Fibonacci builder ends growth at the first wait that reaches the cap, and does not cut it.",
        "The Fibonacci builder adds up to the first wait, however long the wait is.",
        "The total delay is compared with the waits alone, and not with the time that calls take.",
    ],
    read,
}];

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let named = match keys.constructor() {
        "" => keys.word("builder")?.unwrap_or("exponential"),
        constructor => constructor,
    };
    let one = whole(1);
    let base = keys.time_or("with_min_delay", seconds(1))?;
    let max = keys.time_or("with_max_delay", seconds(60))?;
    let max = if keys.flag("without_max_delay", false)? { None } else { Some(max) };
    let jittered = keys.flag("with_jitter", false)?;
    let jitter = |jitter: Jitter| if jittered { jitter } else { Jitter::None };
    let as_much_again = Jitter::scaled(one.clone(), whole(2));
    let growing =
        |growth| Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Millisecond), growth) };
    let policy = match named.to_ascii_lowercase() {
        name if name.contains("fibonacci") => Policy {
            jitter: jitter(Jitter::added(base.clone())),
            cap: CapRule::EndsGrowth,
            max,
            ..growing(Growth::Fibonacci { first: base.clone(), second: base })
        },
        name if name.contains("constant") => Policy {
            jitter: jitter(as_much_again),
            ..growing(Growth::constant(keys.time_or("with_delay", seconds(1))?))
        },
        name if name.contains("exponential") => {
            let (growth, max) = capped_from_second(base, keys.number_or("with_factor", whole(2))?, max);
            let limit: Option<Exact> = keys.time_or_endless("with_total_delay", None)?;
            Policy {
                max,
                jitter: jitter(as_much_again),
                time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Refuse).of_waits()),
                ..growing(growth)
            }
        }
        _ => {
            let hint = "write exponential, fibonacci or constant";
            return Err(keys.fault("builder", format!("`{named}` is no builder"), hint));
        }
    };
    let endless = keys.flag("without_max_times", false)?;
    Ok(Policy { retries: if endless { None } else { Some(keys.count_or("with_max_times", 3)?) }, ..policy })
}
