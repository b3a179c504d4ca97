//! Queues of Amazon SQS with a dead-letter queue.

use super::seconds;
use crate::dialect::keys::count;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Document, Fault, Language, Node, Value};
use crate::policy::{Growth, Policy, ServerWait};
use crate::quantity::Unit;

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "sqs",
    title: "Amazon SQS RedrivePolicy",
    version: "documentation as of 2025, not run",
    source: "docs.aws.amazon.com, SQS Developer Guide: dead-letter queues, visibility timeout",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::None,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("RedrivePolicy", Takes::Other, "", "maxReceiveCount, the deliveries of a message"),
        Key::new("VisibilityTimeout", Takes::Duration, "30", "the time from a delivery to the next"),
        Key::new("*", Takes::Other, "", "the other properties of a queue"),
    ],
    about: &[
        "A message is delivered maxReceiveCount times; the delivery after those goes to the dead-letter queue.",
        "The visibility timeout counts from the delivery and not from the failure, so the wait is shorter by what the \
         call takes. A consumer may change it, and a Lambda function has rules of its own.",
    ],
    read,
}];

/// The queues, named after their resources.
fn find(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    root.walk(&mut Vec::new(), &mut |path, node| {
        if node.get("RedrivePolicy").is_some_and(|it| !matches!(it.value, Value::Null)) {
            let name = path.iter().rev().find(|name| !matches!(name.as_str(), "Properties" | "Attributes"));
            found.push(Found::new(name.cloned().unwrap_or_default(), node, root));
        }
    });
    found
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let hint = "write `RedrivePolicy: {maxReceiveCount: 5}`";
    let missing = |keys: &Keys<'_>| keys.fault("RedrivePolicy", "has no maxReceiveCount", hint);
    let node = keys.node("RedrivePolicy").ok_or_else(|| missing(keys))?;
    // The attribute of the queue is JSON in a text.
    let parsed = match node.scalar() {
        Some(text) => Document::parse("", text, Language::Json).map(|it| it.roots).unwrap_or_default(),
        None => Vec::new(),
    };
    let policy = parsed.first().unwrap_or(node);
    let written = policy.get("maxReceiveCount").ok_or_else(|| missing(keys))?;
    let deliveries = count(written).ok().and_then(|it| u64::try_from(it).ok()).filter(|it| (1..=1000).contains(it));
    let Some(deliveries) = deliveries else {
        return Err(keys.fault("RedrivePolicy", "maxReceiveCount is a number from 1 to 1000", hint));
    };
    let wait = keys.time_or("VisibilityTimeout", seconds(30))?;
    Ok(Policy {
        retries: Some(deliveries.saturating_sub(1)),
        // The last delivery is kept from the dead-letter queue for as long.
        after_last: true,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::constant(wait))
    })
}
