//! Symfony Messenger.

use super::{milliseconds, seconds, whole};
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Growth, Policy, Rounding, ServerWait};
use crate::quantity::Unit;

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "symfony-messenger",
    title: "Symfony Messenger retry_strategy",
    version: "5.4, run; the jitter of later versions is not read",
    source: "symfony/messenger Retry/MultiplierRetryStrategy.php",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: false,
    keys: &[
        Key::new("max_retries", Takes::Count, "3", "the retries"),
        Key::new("delay", Takes::Duration, "1000", "the first wait"),
        Key::new("multiplier", Takes::Number, "2", "the growth per retry"),
        Key::new("max_delay", Takes::Duration, "0", "the cap; 0 for none"),
        Key::new("jitter", Takes::Number, "", "the jitter of later versions; not read unless 0"),
        Key::new("service", Takes::Other, "", "a strategy of one's own, in place of these values"),
    ],
    about: &["Each wait is raised to a whole millisecond."],
    read,
}];

fn find(root: &Node) -> Vec<Found<'_>> {
    // Vector's `retry_strategy` has a type, and tells what is retried.
    beneath(root, &["retry_strategy"], |node| matches!(node.value, Value::Map(_)) && node.get("type").is_none())
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("service").is_some() {
        return Err(keys.fault("service", "a strategy of one's own is not read", "leave it out for the usual one"));
    }
    if keys.number("jitter")?.is_some_and(|jitter| !jitter.is_zero()) {
        keys.ignored("jitter", "the jitter of later versions is not read; the waits are those without it");
    }
    let base = keys.time_or("delay", seconds(1))?;
    let factor = keys.number_or("multiplier", whole(2))?;
    Ok(Policy {
        max: keys.time("max_delay")?.filter(|max| !max.is_zero()),
        rounding: Rounding::Up(milliseconds(1)),
        retries: Some(keys.count_or("max_retries", 3)?),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor })
    })
}
