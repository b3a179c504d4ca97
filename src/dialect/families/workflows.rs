//! What runs work and starts it anew: Temporal, Argo Workflows, a GitHub Action, Ansible, Docker.

use super::{milliseconds, seconds, whole};
use crate::dialect::keys::{number, time};
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Growth, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[TEMPORAL, ARGO, NICK_FIELDS, ANSIBLE, DOCKER];

const TEMPORAL: Dialect = Dialect {
    name: "temporal",
    title: "Temporal RetryPolicy",
    version: "source as of 2025, not run",
    source: "temporal service/history/workflow/retry.go (nextBackoffInterval)",
    form: Form::Keys {
        calls: &["RetryPolicy"],
        positional: &[],
        within: &["retry", "retryPolicy", "retry_policy", "RetryPolicy"],
        marks: &["backoffCoefficient", "maximumInterval", "maximumAttempts", "nonRetryableErrorTypes"],
    },
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Holds,
    unit: Some(Unit::Millisecond),
    loose_keys: true,
    keys: &[
        Key::new("initialInterval", Takes::Duration, "1s", "the first wait"),
        Key::new("backoffCoefficient", Takes::Number, "2.0", "the growth per retry, 1 or more"),
        Key::new("maximumInterval", Takes::Duration, "100 × initialInterval", "the cap"),
        Key::new("maximumAttempts", Takes::Count, "0", "the calls, the first one among them; 0 for no limit"),
        Key::new("nonRetryableErrorTypes", Takes::Other, "", "the errors that are not retried"),
    ],
    about: &[
        "Bare numbers are milliseconds, as in the TypeScript SDK.",
        "A wait that would pass the schedule-to-close timeout is refused; give that timeout with --deadline.",
        "An error's own nextRetryDelay replaces the wait.",
    ],
    read: temporal,
};

const ARGO: Dialect = Dialect {
    name: "argo",
    title: "Argo Workflows retryStrategy",
    version: "source as of 2025, not run; versions before `backoff.cap` do not know it",
    source: "argo-workflows workflow/controller/operator.go (processNodeRetries)",
    form: Form::File(find_argo),
    counts: Counts::Retries,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("limit", Takes::Count, "no limit", "the retries"),
        Key::new("backoff", Takes::Other, "", "duration, factor, cap and maxDuration; without it there is no wait"),
        Key::new("retryPolicy", Takes::Other, "", "what is retried"),
        Key::new("expression", Takes::Other, "", "what is retried, as an expression"),
        Key::new("affinity", Takes::Other, "", "on which hosts"),
    ],
    about: &[
        "A bare number in `duration` is seconds.",
        "A wait that would pass maxDuration, counted from the first start, ends the retries.",
    ],
    read: argo,
    ..TEMPORAL
};

const NICK_FIELDS: Dialect = Dialect {
    name: "nick-fields-retry",
    title: "nick-fields/retry (GitHub Action)",
    version: "3, read",
    source: "nick-fields/retry action.yml, src/index.ts (runCmd)",
    form: Form::File(find_nick_fields),
    cap: Cap::None,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("max_attempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("retry_wait_seconds", Takes::Duration, "10", "each wait"),
        Key::new("timeout_seconds", Takes::Other, "", "the most that one call takes"),
        Key::new("timeout_minutes", Takes::Other, "", "the most that one call takes"),
        Key::new("command", Takes::Other, "", "what is called"),
        Key::new("shell", Takes::Other, "", "the shell"),
        Key::new("polling_interval_seconds", Takes::Other, "", "how often the end of a call is looked for"),
        Key::new("retry_on", Takes::Other, "", "what is retried"),
        Key::new("retry_on_exit_code", Takes::Other, "", "the exit code that is retried"),
        Key::new("warning_on_retry", Takes::Other, "", "whether a retry is a warning"),
        Key::new("on_retry_command", Takes::Other, "", "what is called before a retry"),
        Key::new("new_command_on_retry", Takes::Other, "", "what is called in place of the command"),
        Key::new("continue_on_error", Takes::Other, "", "whether the step passes all the same"),
    ],
    about: &["The wait stands after the last failure too."],
    read: nick_fields,
    ..TEMPORAL
};

const ANSIBLE: Dialect = Dialect {
    name: "ansible",
    title: "Ansible until, retries, delay",
    version: "ansible-core 2.19.14, run by the clock",
    source: "ansible executor/task_executor.py (_execute_internal)",
    form: Form::File(find_ansible),
    counts: Counts::Retries,
    cap: Cap::None,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("until", Takes::Other, "", "what ends the retries"),
        Key::new("retries", Takes::Count, "3", "the retries; without until and retries there are none"),
        Key::new("delay", Takes::Duration, "5", "each wait"),
        Key::new("*", Takes::Other, "", "the other keys of a task"),
    ],
    about: &[
        "After the last failure `attempts` in the result says the number of retries, one less than the calls.",
        "Values in templates are not read.",
    ],
    read: ansible,
    ..TEMPORAL
};

const DOCKER: Dialect = Dialect {
    name: "docker",
    title: "docker run --restart",
    version: "source as of 2025, not run",
    source: "moby daemon/internal/restartmanager/restartmanager.go (ShouldRestart)",
    form: Form::Command,
    counts: Counts::Retries,
    unit: None,
    loose_keys: false,
    keys: &[Key::new("--restart", Takes::Word, "no", "no, always, unless-stopped, on-failure or on-failure:N")],
    about: &[
        "The waits double from 100 ms up to one minute; a run of ten seconds or more begins them anew.",
        "on-failure:N counts the restarts.",
    ],
    read: docker,
    ..TEMPORAL
};

fn find_argo(root: &Node) -> Vec<Found<'_>> {
    beneath(root, &["retryStrategy"], |node| matches!(node.value, Value::Map(_)))
}

/// The steps that use the action, by their names.
fn find_nick_fields(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    root.walk(&mut Vec::new(), &mut |path, node| {
        let uses = node.get("uses").and_then(Node::scalar).unwrap_or("");
        let action = uses.split('@').next().unwrap_or("");
        if !matches!(action, "nick-fields/retry" | "nick-invision/retry") {
            return;
        }
        if let Some(with) = node.get("with") {
            let name = ["id", "name"].iter().find_map(|key| node.get(key)).and_then(Node::scalar);
            found.push(Found::new(name.map_or_else(|| path.join("."), str::to_owned), with, node));
        }
    });
    found
}

/// The tasks that are repeated, by their names.
fn find_ansible(root: &Node) -> Vec<Found<'_>> {
    let mut found: Vec<Found<'_>> = Vec::new();
    root.walk(&mut Vec::new(), &mut |path, node| {
        let has = |key: &str| node.get(key).is_some_and(|it| !matches!(it.value, Value::Map(_)));
        // `retries` alone stands in many other files.
        if has("until") || (has("retries") && has("delay") && has("name")) {
            let name = node.get("name").and_then(Node::scalar);
            found.push(Found::new(name.map_or_else(|| path.join("."), str::to_owned), node, node));
        }
    });
    found
}

/// The retries of a number of calls.
fn of_calls(calls: u64) -> u64 {
    calls.saturating_sub(1)
}

fn temporal(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("initialInterval", seconds(1))?;
    let factor = keys.number_or("backoffCoefficient", whole(2))?;
    if factor < whole(1) {
        return Err(keys.fault("backoffCoefficient", "below 1 is refused by Temporal", "write 1 or more"));
    }
    let max = keys.time("maximumInterval")?.filter(|max| !max.is_zero());
    let max = max.unwrap_or_else(|| base.times_whole(100));
    if max < base {
        let what = "it is below initialInterval, which Temporal refuses";
        return Err(keys.fault("maximumInterval", what, "write initialInterval or more"));
    }
    let calls = keys.count_or("maximumAttempts", 0)?;
    Ok(Policy {
        max: Some(max),
        retries: (calls > 0).then(|| of_calls(calls)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor })
    })
}

fn argo(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = keys.count_or_endless("limit", None)?;
    let backoff = keys.node("backoff");
    let within = |name: &str| -> Result<Option<Exact>, Fault> {
        let node = backoff.and_then(|it| it.get(name)).filter(|node| node.scalar().is_some_and(|it| !it.is_empty()));
        node.map(|node| time(node, Some(Unit::Second))).transpose()
    };
    let base = match (backoff, within("duration")?) {
        (Some(_), None) => {
            return Err(keys.fault("backoff", "Argo fails without its duration", "write `duration: 5s`"));
        }
        (_, base) => base.unwrap_or_else(Exact::zero),
    };
    let factor = match backoff.and_then(|it| it.get("factor")) {
        Some(node) => Some(number(node)?).filter(|factor| !factor.is_zero()),
        None => None,
    };
    let limit = within("maxDuration")?.filter(|limit| !limit.is_zero());
    Ok(Policy {
        max: within("cap")?,
        retries,
        time_limit: limit.map(|limit| TimeLimit::new(limit, LimitRule::Refuse)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(
            true,
            Some(Unit::Second),
            Growth::Geometric { base, factor: factor.unwrap_or_else(|| whole(1)) },
        )
    })
}

fn nick_fields(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    Ok(Policy {
        retries: Some(of_calls(keys.count_or("max_attempts", 3)?)),
        after_last: true,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::constant(keys.time_or("retry_wait_seconds", seconds(10))?))
    })
}

fn ansible(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = match keys.count("retries")? {
        Some(retries) => u64::try_from(retries).unwrap_or(0),
        None if keys.node("until").is_some() => 3,
        None => 0,
    };
    // What is below 0 is 1 s.
    let is_negative = keys.word("delay")?.is_some_and(|delay| delay.starts_with('-'));
    if is_negative {
        keys.clamped("delay", "a delay below 0 is read as 1 s");
    }
    let delay = if is_negative { seconds(1) } else { keys.time_or("delay", seconds(5))? };
    Ok(Policy {
        retries: Some(retries),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::constant(delay))
    })
}

fn docker(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let hint = "write no, always, unless-stopped, on-failure or on-failure:3";
    let written = keys.word("--restart")?.unwrap_or("no");
    let retries = match written.split_once(':') {
        None if written == "no" => Some(0),
        None if matches!(written, "always" | "unless-stopped" | "on-failure") => None,
        Some(("on-failure", count)) => match count.parse::<u64>() {
            // Docker takes 0 for no limit.
            Ok(0) => None,
            Ok(count) => Some(count),
            Err(_) => return Err(keys.fault("--restart", format!("`{count}` is no number of restarts"), hint)),
        },
        _ => return Err(keys.fault("--restart", format!("`{written}` is no restart policy"), hint)),
    };
    Ok(Policy {
        max: Some(seconds(60)),
        retries,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(
            true,
            Some(Unit::Millisecond),
            Growth::Geometric { base: milliseconds(100), factor: whole(2) },
        )
    })
}
