//! Oban, the job queue of Elixir.

use super::seconds;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Edge, Growth, Jitter, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "oban",
    title: "Oban.Worker (Elixir)",
    version: "2.x, read; only up to 20 calls",
    source: "oban lib/oban/worker.ex (backoff), lib/oban/backoff.ex",
    form: Form::Keys { calls: &["Oban.Worker"], positional: &[], within: &[], marks: &[] },
    recognised: false,
    counts: Counts::Calls,
    cap: Cap::None,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("max_attempts", Takes::Count, "20", "the calls, the first one among them"),
        Key::new("queue", Takes::Other, "", "the queue"),
        Key::new("priority", Takes::Other, "", "the priority"),
        Key::new("tags", Takes::Other, "", "the tags"),
        Key::new("unique", Takes::Other, "", "when a job is the same as another"),
    ],
    about: &[
        "The nth wait is 15 + 2ⁿ seconds, and up to a tenth more, in whole seconds.",
        "With more than 20 calls the power grows more slowly; that is not read.",
    ],
    read,
}];

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let calls = keys.count_or("max_attempts", 20)?;
    if calls == 0 || calls > 20 {
        return Err(keys.fault("max_attempts", "only 1 to 20 calls are read", "write a number from 1 to 20"));
    }
    let doubled = std::iter::successors(Some(seconds(2)), |wait| Some(wait.times_whole(2)));
    let waits = doubled.map(|wait| wait.plus(&seconds(15))).take(20).collect();
    Ok(Policy {
        // A tenth of 15 + 2ⁿ is never whole, so that the end of the draw is the last whole second below it.
        jitter: Jitter::between(Edge::wait(), Edge::share(Exact::new(11, -1))),
        grain: Some(seconds(1)),
        retries: Some(calls.saturating_sub(1)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Table(waits))
    })
}
