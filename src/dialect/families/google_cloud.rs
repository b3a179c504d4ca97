//! Google Cloud: Cloud Tasks, in the API's words and in App Engine's `queue.yaml`, and Cloud Scheduler.

use super::{milliseconds, seconds};
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Growth, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[TASKS, QUEUE_YAML, SCHEDULER];

const TASKS: Dialect = Dialect {
    name: "cloud-tasks",
    title: "Google Cloud Tasks retryConfig",
    version: "v2 API, documentation of 2026; the service was not run",
    source: "cloud.google.com/tasks/docs/reference/rest/v2/RetryConfig",
    form: Form::File(find_tasks),
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: true,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "100", "the calls, the first one among them; -1 for no limit"),
        Key::new("minBackoff", Takes::Duration, "0.1s", "the first wait"),
        Key::new("maxBackoff", Takes::Duration, "3600s", "the cap"),
        Key::new(
            "maxDoublings",
            Takes::Count,
            "16",
            "how often the wait doubles before it grows by the same each time",
        ),
        Key::new("maxRetryDuration", Takes::Duration, "0s", "the time that must have passed as well; 0 for none"),
    ],
    about: &[
        "The wait doubles maxDoublings times, then grows by 2^maxDoublings × minBackoff each time, up to maxBackoff.",
        "With a maxRetryDuration retries end only when the calls and the time are both used up.",
        "What is not written is taken as a new queue has it.",
    ],
    read: tasks,
};

const QUEUE_YAML: Dialect = Dialect {
    name: "queue-yaml",
    title: "App Engine queue.yaml retry_parameters",
    version: "documentation of 2026; the service was not run",
    source: "cloud.google.com/appengine/docs/standard/reference/queueref (retry_parameters)",
    form: Form::File(find_queues),
    counts: Counts::Retries,
    loose_keys: false,
    keys: &[
        Key::new("task_retry_limit", Takes::Count, "no limit", "the retries"),
        Key::new("task_age_limit", Takes::Duration, "no limit", "the time that must have passed as well, such as 2d"),
        Key::new("min_backoff_seconds", Takes::Duration, "0.1", "the first wait"),
        Key::new("max_backoff_seconds", Takes::Duration, "3600", "the cap"),
        Key::new(
            "max_doublings",
            Takes::Count,
            "16",
            "how often the wait doubles before it grows by the same each time",
        ),
    ],
    about: &[
        "task_retry_limit counts retries; maxAttempts of Cloud Tasks counts calls.",
        "With both limits retries end only when both are used up.",
    ],
    read: queue_yaml,
    ..TASKS
};

const SCHEDULER: Dialect = Dialect {
    name: "cloud-scheduler",
    title: "Google Cloud Scheduler retryConfig",
    version: "v1 API, documentation of 2026; the service was not run",
    source: "cloud.google.com/scheduler/docs/configuring/retry-jobs",
    form: Form::File(find_scheduler),
    counts: Counts::Retries,
    keys: &[
        Key::new("retryCount", Takes::Count, "0", "the retries, 0 to 5"),
        Key::new("minBackoffDuration", Takes::Duration, "5s", "the first wait"),
        Key::new("maxBackoffDuration", Takes::Duration, "3600s", "the cap"),
        Key::new("maxDoublings", Takes::Count, "5", "how often the wait doubles before it grows by the same each time"),
        Key::new("maxRetryDuration", Takes::Duration, "0s", "the time that must have passed as well; 0 for none"),
    ],
    about: &[
        "Without retryCount and maxRetryDuration nothing is retried: the job waits for its next time.",
        "With both limits retries end only when both are used up.",
    ],
    read: scheduler,
    ..TASKS
};

fn has_any(node: &Node, names: &[&str]) -> bool {
    let loose = crate::dialect::keys::loose;
    node.entries().iter().any(|entry| names.iter().any(|name| loose(name) == loose(&entry.key)))
}

fn is_scheduler(node: &Node) -> bool {
    has_any(node, &["retryCount", "minBackoffDuration", "maxBackoffDuration"])
}

fn is_tasks(node: &Node) -> bool {
    has_any(node, &["maxAttempts", "minBackoff", "maxBackoff"]) && !is_scheduler(node)
}

/// The map itself, where it is the whole document, else those beneath the key.
fn find_in<'a>(root: &'a Node, wanted: fn(&Node) -> bool) -> Vec<Found<'a>> {
    if wanted(root) && has_any(root, &["maxDoublings"]) {
        return vec![Found::new("", root, root)];
    }
    let mut found = beneath(root, &["retryConfig", "retry_config"], wanted);
    for it in &mut found {
        // projects/…/queues/NAME: the last part is what people call it.
        it.name = it.name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    found
}

fn find_tasks(root: &Node) -> Vec<Found<'_>> {
    find_in(root, is_tasks)
}

fn find_scheduler(root: &Node) -> Vec<Found<'_>> {
    find_in(root, is_scheduler)
}

fn find_queues(root: &Node) -> Vec<Found<'_>> {
    match root.get("queue") {
        Some(queues) => beneath(queues, &["retry_parameters"], |node| !node.entries().is_empty()),
        None => Vec::new(),
    }
}

/// The waits that all three have, without an end.
fn growing(base: Exact, max: Exact, doublings: u64) -> Policy {
    Policy {
        max: Some(max),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::DoublingThenLinear { base, doublings })
    }
}

/// A time that must have passed, as well as the retries being used up where there is a number of them.
fn limit(after: Option<Exact>) -> Option<TimeLimit> {
    let after = after.filter(|after| !after.is_zero())?;
    Some(TimeLimit { both: true, ..TimeLimit::new(after, LimitRule::Overrun) })
}

/// The whole seconds of a duration, which is all that Cloud Tasks keeps of its longer ones.
fn whole_seconds(time: Exact) -> Exact {
    time.floor_to(&seconds(1))
}

fn tasks(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let calls = match keys.count("maxAttempts")? {
        None => Some(100),
        Some(-1) => None,
        Some(calls) => match u64::try_from(calls) {
            Ok(calls) if calls > 0 => Some(calls),
            _ => return Err(keys.fault("maxAttempts", format!("`{calls}` is refused"), "write 1 or more, or -1")),
        },
    };
    let base = keys.time_or("minBackoff", milliseconds(100))?;
    let max = whole_seconds(keys.time_or("maxBackoff", seconds(3_600))?);
    Ok(Policy {
        retries: calls.map(|calls| calls.saturating_sub(1)),
        time_limit: limit(keys.time("maxRetryDuration")?.map(whole_seconds)),
        ..growing(base, max, keys.count_or("maxDoublings", 16)?)
    })
}

fn queue_yaml(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("min_backoff_seconds", milliseconds(100))?;
    let max = keys.time_or("max_backoff_seconds", seconds(3_600))?;
    Ok(Policy {
        retries: keys.count_or_endless("task_retry_limit", None)?,
        time_limit: limit(keys.time("task_age_limit")?),
        ..growing(base, max, keys.count_or("max_doublings", 16)?)
    })
}

fn scheduler(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = keys.count_or("retryCount", 0)?;
    if retries > 5 {
        return Err(keys.fault("retryCount", format!("`{retries}` is refused"), "write 0 to 5"));
    }
    let time_limit = limit(keys.time("maxRetryDuration")?);
    let base = keys.time_or("minBackoffDuration", seconds(5))?;
    let max = keys.time_or("maxBackoffDuration", seconds(3_600))?;
    Ok(Policy {
        // A time alone limits the retries alone.
        retries: if retries == 0 && time_limit.is_some() { None } else { Some(retries) },
        time_limit,
        ..growing(base, max, keys.count_or("maxDoublings", 5)?)
    })
}
