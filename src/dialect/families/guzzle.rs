//! Guzzle's retry middleware.

use super::{milliseconds, seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Growth, Policy, ServerWait};
use crate::quantity::Unit;

pub(super) const ALL: &[Dialect] = &[GUZZLE, GUZZLE_6];

const GUZZLE: Dialect = Dialect {
    name: "guzzle",
    title: "Guzzle retry middleware (PHP)",
    version: "7.4.5, run",
    source: "guzzle src/RetryMiddleware.php (exponentialDelay)",
    form: Form::Keys {
        calls: &["Middleware::retry", "Middleware.retry"],
        positional: &["decider", "delay"],
        within: &[],
        marks: &[],
    },
    // Nothing in a paste says how often the decider retries.
    recognised: false,
    counts: Counts::Retries,
    cap: Cap::None,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("retries", Takes::Count, "", "the retries that the decider allows"),
        Key::new("decider", Takes::Other, "", "the function that says what is retried, and how often"),
        Key::new("delay", Takes::Other, "exponentialDelay", "a function of one's own in place of the waits"),
    ],
    about: &[
        "The middleware has no number of retries: the decider is a function, and what it allows is written as retries.",
        "The waits are 1 s, 2 s, 4 s and so on, without a cap; Retry-After is not read.",
        "Up to version 6 they are 1 ms, 2 ms, 4 ms, which `guzzle-6` has.",
    ],
    read,
};

const GUZZLE_6: Dialect = Dialect {
    name: "guzzle-6",
    title: "Guzzle up to 6 (PHP)",
    version: "6.x, read",
    about: &[
        "The waits are 1 ms, 2 ms, 4 ms and so on, without a cap: the power of two was meant in seconds and is taken for \
         milliseconds.",
    ],
    ..GUZZLE
};

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("delay").is_some_and(|node| !node.scalar().is_some_and(|it| it.ends_with("exponentialDelay"))) {
        let hint = "leave it out for the client's own waits";
        return Err(keys.fault("delay", "a function of one's own is not read", hint));
    }
    if keys.node("retries").is_none() {
        let hint = "write how many retries the decider allows, such as `retries=5`";
        return Err(keys.fault("retries", "the decider's limit stands in its code", hint));
    }
    let base = if keys.dialect() == "guzzle-6" { milliseconds(1) } else { seconds(1) };
    Ok(Policy {
        retries: Some(keys.count_or("retries", 0)?),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor: whole(2) })
    })
}
