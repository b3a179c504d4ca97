//! cargo-nextest: the retries of tests in `nextest.toml`.

use super::whole;
use crate::dialect::keys::{count, time};
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Growth, Jitter, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "nextest",
    title: "cargo-nextest retries (nextest.toml)",
    version: "as of 2026, read",
    source: "nextest-runner config/elements/retry_policy.rs, runner/executor.rs (BackoffIter)",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new(
            "retries",
            Takes::Other,
            "0",
            "a number, or backoff (fixed or exponential), count, delay, max-delay, jitter",
        ),
        Key::new("*", Takes::Other, "", "the other keys of a profile or an override"),
    ],
    about: &[
        "A number alone retries at once.",
        "Exponential waits double; jitter draws each from its half up, after max-delay.",
        "--retries and NEXTEST_RETRIES replace all of it, the waits too.",
    ],
    read,
}];

/// The profiles and their overrides that say something of retries.
fn find(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    for profile in root.get("profile").map_or(&[][..], Node::entries) {
        if profile.value.get("retries").is_some() {
            found.push(Found::new(profile.key.as_str(), &profile.value, root));
        }
        let overrides = profile.value.get("overrides").map_or(&[][..], Node::items);
        for (at, part) in overrides.iter().enumerate().filter(|(_, part)| part.get("retries").is_some()) {
            found.push(Found::new(format!("{}.overrides.{at}", profile.key), part, root));
        }
    }
    found
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let growing =
        |growth| Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Second), growth) };
    let Some(node) = keys.node("retries") else {
        return Ok(Policy { retries: Some(0), ..growing(Growth::constant(Exact::zero())) });
    };
    let counted = |node: &Node| {
        let below = || Fault::new("it is below 0", "write 0 or more", node.span.clone());
        u64::try_from(count(node)?).map(Some).map_err(|_| below())
    };
    if node.scalar().is_some() {
        return Ok(Policy { retries: counted(node)?, ..growing(Growth::constant(Exact::zero())) });
    }
    let wrong = |what: &str, hint: &str| keys.fault("retries", what, hint);
    let known = ["backoff", "count", "delay", "jitter", "max-delay"];
    if let Some(entry) = node.entries().iter().find(|entry| !known.contains(&entry.key.as_str())) {
        let what = format!("`{}` is no key of retries", entry.key);
        return Err(Fault::new(what, format!("write one of {}", known.join(", ")), entry.at.clone()));
    }
    let Some(written) = node.get("count") else {
        return Err(wrong("there is no count", "write count = 3"));
    };
    let retries = counted(written)?;
    let delay = node.get("delay").map(|node| time(node, None)).transpose()?.unwrap_or_else(Exact::zero);
    let max = node.get("max-delay").map(|node| time(node, None)).transpose()?;
    let jitters = match node.get("jitter").map(|node| &node.value) {
        None => false,
        Some(Value::Bool(jitters)) => *jitters,
        Some(_) => return Err(wrong("its jitter is neither true nor false", "write jitter = true")),
    };
    let jitter = if jitters { Jitter::Equal } else { Jitter::None };
    match node.get("backoff").and_then(Node::scalar) {
        Some("fixed") if jitters && delay.is_zero() => Err(wrong("jitter needs a delay", "write delay = \"1s\"")),
        Some("fixed") if max.is_some() => Err(wrong("max-delay is for exponential waits", "leave it out")),
        Some("fixed") => Ok(Policy { jitter, retries, ..growing(Growth::constant(delay)) }),
        Some("exponential") if retries == Some(0) => Err(wrong("its count is 0, which is refused", "write 1 or more")),
        Some("exponential") if delay.is_zero() => Err(wrong("exponential waits need a delay", "write delay = \"1s\"")),
        Some("exponential") if max.as_ref().is_some_and(|max| *max < delay) => {
            Err(wrong("max-delay is below delay, which is refused", "write delay or more"))
        }
        Some("exponential") => {
            Ok(Policy { max, jitter, retries, ..growing(Growth::Geometric { base: delay, factor: whole(2) }) })
        }
        _ => Err(wrong("its backoff is neither fixed nor exponential", "write backoff = \"exponential\"")),
    }
}
