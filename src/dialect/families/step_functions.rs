//! AWS Step Functions: the retriers of a state machine.

use super::{seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Growth, Jitter, Policy, ServerWait};
use crate::quantity::Unit;

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "step-functions",
    title: "AWS Step Functions Retry",
    version: "Amazon States Language as an emulator has it; the service itself was not run",
    source: "states-language.net/spec.html (Retry); localstack retrier_decl.py",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("ErrorEquals", Takes::Other, "", "the errors that are retried"),
        Key::new("IntervalSeconds", Takes::Duration, "1", "the first wait"),
        Key::new("BackoffRate", Takes::Number, "2.0", "the growth per retry, 1.0 or more"),
        Key::new("MaxAttempts", Takes::Count, "3", "the retries; 0 for none"),
        Key::new("MaxDelaySeconds", Takes::Duration, "", "the cap"),
        Key::new("JitterStrategy", Takes::Word, "NONE", "FULL draws each wait from 0"),
        Key::new("Comment", Takes::Other, "", "a comment"),
    ],
    about: &[
        "`MaxAttempts` counts retries, although its name says otherwise.",
        "Every retrier of a state counts for itself.",
    ],
    read,
}];

/// Every retrier, named after its state; where a state has several, with its place behind a point.
fn find(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    root.walk(&mut Vec::new(), &mut |path, node| {
        let retriers: Vec<_> = node.get("Retry").map_or(&[][..], Node::items).iter().collect();
        let state = path.last().map_or("", String::as_str);
        for (at, retrier) in retriers.iter().enumerate() {
            if retrier.get("ErrorEquals").is_some() {
                let name = match (retriers.len(), state) {
                    (1, _) => state.to_owned(),
                    (_, "") => at.to_string(),
                    _ => format!("{state}.{at}"),
                };
                found.push(Found::new(name, retrier, node));
            }
        }
    });
    if found.is_empty() && root.get("ErrorEquals").is_some() {
        found.push(Found::new("", root, root));
    }
    found
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("IntervalSeconds", seconds(1))?;
    if base.is_zero() {
        return Err(keys.fault("IntervalSeconds", "0 is refused by Step Functions", "write a whole number above 0"));
    }
    let factor = keys.number_or("BackoffRate", whole(2))?;
    if factor < whole(1) {
        return Err(keys.fault("BackoffRate", "a rate below 1.0 is refused by Step Functions", "write 1.0 or more"));
    }
    let max = keys.time("MaxDelaySeconds")?;
    if max.as_ref().is_some_and(|max| *max <= base) {
        let hint = "write more than IntervalSeconds";
        return Err(keys.fault(
            "MaxDelaySeconds",
            "it is not above IntervalSeconds, which Step Functions refuses",
            hint,
        ));
    }
    let jitter = match keys.word("JitterStrategy")? {
        None | Some("NONE") => Jitter::None,
        Some("FULL") => Jitter::Full,
        Some(other) => {
            return Err(keys.fault("JitterStrategy", format!("`{other}` is none"), "write `FULL` or `NONE`"));
        }
    };
    Ok(Policy {
        max,
        jitter,
        retries: Some(keys.count_or("MaxAttempts", 3)?),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor })
    })
}
