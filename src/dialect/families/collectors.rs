//! Programs that gather and send telemetry: OpenTelemetry Collector, Prometheus, Vector, Fluent Bit.

use super::{milliseconds, seconds, whole};
use crate::dialect::keys::time;
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Edge, Growth, Jitter, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[OTEL_COLLECTOR, PROMETHEUS, VECTOR, FLUENT_BIT, FLUENT_BIT_1];

const OTEL_COLLECTOR: Dialect = Dialect {
    name: "otel-collector",
    title: "OpenTelemetry Collector retry_on_failure",
    version: "source as of 2025, not run",
    source: "opentelemetry-collector config/configretry/backoff.go, exporterhelper retry_sender.go; contrib \
             internal/coreinternal/consumerretry",
    form: Form::File(find_otel),
    recognised: true,
    counts: Counts::Nothing,
    cap: Cap::Passed,
    unit: None,
    loose_keys: false,
    keys: &[
        Key::new("enabled", Takes::Flag, "true", "whether anything is retried"),
        Key::new("initial_interval", Takes::Duration, "5s", "the first wait before jitter"),
        Key::new("randomization_factor", Takes::Number, "0.5", "the jitter, as a share of the wait"),
        Key::new("multiplier", Takes::Number, "1.5", "the growth per retry"),
        Key::new("max_interval", Takes::Duration, "30s", "the cap, before jitter"),
        Key::new("max_elapsed_time", Takes::Duration, "300s", "the time that no wait may pass; 0 for no limit"),
    ],
    about: &[
        "Data whose next wait would pass max_elapsed_time is dropped at once.",
        "A throttled answer's wait counts where it is longer than the exporter's own.",
        "A receiver retries only with `enabled: true`, and begins with 1 s.",
    ],
    read: otel_collector,
};

const PROMETHEUS: Dialect = Dialect {
    name: "prometheus",
    title: "Prometheus remote_write queue_config",
    source: "prometheus storage/remote/queue_manager.go (sendWriteRequestWithBackoff)",
    form: Form::File(find_prometheus),
    cap: Cap::Holds,
    keys: &[
        Key::new("min_backoff", Takes::Duration, "30ms", "the first wait"),
        Key::new("max_backoff", Takes::Duration, "5s", "the cap"),
        Key::new("retry_on_http_429", Takes::Flag, "false", "whether 429 is retried, as every 5xx is"),
        Key::new("capacity", Takes::Other, "", "the samples that a shard holds"),
        Key::new("max_shards", Takes::Other, "", "the most shards"),
        Key::new("min_shards", Takes::Other, "", "the fewest shards"),
        Key::new("max_samples_per_send", Takes::Other, "", "the samples of one request"),
        Key::new("batch_send_deadline", Takes::Other, "", "how long a sample waits for its batch"),
        Key::new("sample_age_limit", Takes::Other, "", "the age at which samples are dropped"),
    ],
    about: &[
        "There is no end to the retries of a batch, and no jitter.",
        "Retry-After replaces the wait, whatever its length; the wait after it is twice as long, up to max_backoff.",
    ],
    read: prometheus,
    ..OTEL_COLLECTOR
};

const VECTOR: Dialect = Dialect {
    name: "vector",
    title: "Vector sink request.retry_*",
    source: "vector src/sinks/util/retries.rs, src/sinks/util/service.rs",
    form: Form::File(find_vector),
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    keys: &[
        Key::new("retry_attempts", Takes::Count, "no limit", "the retries"),
        Key::new("retry_initial_backoff_secs", Takes::Duration, "1", "the first wait before jitter"),
        Key::new("retry_max_duration_secs", Takes::Duration, "30", "the cap on one wait"),
        Key::new("retry_jitter_mode", Takes::Word, "Full", "Full draws each wait from 1 ms, None keeps it"),
        Key::new("adaptive_concurrency", Takes::Other, "", "how concurrency follows latency"),
        Key::new("concurrency", Takes::Other, "", "the requests at the same time"),
        Key::new("headers", Takes::Other, "", "fields of the request"),
        Key::new("rate_limit_duration_secs", Takes::Other, "", "the window of rate_limit_num"),
        Key::new("rate_limit_num", Takes::Other, "", "the requests of a window"),
        Key::new("timeout_secs", Takes::Other, "60", "the most that one call takes"),
    ],
    about: &[
        "Waits grow as Fibonacci's numbers do: 1, 2, 3, 5, 8 times the first.",
        "`retry_max_duration_secs` caps one wait; no limit on all of them together exists.",
    ],
    read: vector,
    ..OTEL_COLLECTOR
};

const FLUENT_BIT: Dialect = Dialect {
    name: "fluent-bit",
    title: "Fluent Bit outputs",
    version: "source of 2.x and later, not run",
    source: "fluent-bit src/flb_scheduler.c (backoff_full_jitter)",
    form: Form::File(find_fluent_bit),
    counts: Counts::Retries,
    cap: Cap::Passed,
    unit: Some(Unit::Second),
    loose_keys: true,
    keys: &[
        Key::new("retry_limit", Takes::Count, "1", "the retries; no_limits, or no_retries"),
        Key::new("*", Takes::Other, "", "the other keys of an output"),
    ],
    about: &[
        "scheduler.base, 5 s, and scheduler.cap, 2000 s, stand in the file's service part.",
        "Each wait is a whole number of seconds from the base up to the base doubled as often as there were retries, \
         and one second more; so it passes the cap by a second.",
        "Versions 1.x drew other waits, some of which `fluent-bit-1` has.",
    ],
    read: fluent_bit,
    ..OTEL_COLLECTOR
};

const FLUENT_BIT_1: Dialect = Dialect {
    name: "fluent-bit-1",
    title: "Fluent Bit 1.x outputs",
    version: "source of 2020, not run",
    recognised: false,
    about: &[
        "The doubled base itself was the base of a power: with 5 s the draws reach up to 10 s, 100 s, 1000 s and then the \
         cap, and one second more.",
        "The first releases drew from 0 and not from the base.",
    ],
    ..FLUENT_BIT
};

fn find_otel(root: &Node) -> Vec<Found<'_>> {
    // A JSON Schema of the config has the name too, and none of the keys.
    let is_policy = |node: &Node| match &node.value {
        Value::Map(entries) => {
            entries.is_empty() || entries.iter().any(|it| OTEL_COLLECTOR.keys.iter().any(|key| key.name == it.key))
        }
        _ => false,
    };
    let mut found = beneath(root, &["retry_on_failure"], is_policy);
    // Receivers have other defaults; what is around theirs is the part of all receivers.
    root.walk(&mut Vec::new(), &mut |_, node| {
        let Some(receivers) = node.get("receivers") else { return };
        for retries in receivers.entries().iter().filter_map(|it| it.value.get("retry_on_failure")) {
            let of_receiver = found.iter_mut().filter(|it| std::ptr::eq(it.node, retries));
            of_receiver.for_each(|it| it.around = receivers);
        }
    });
    found
}

/// Each endpoint of remote_write, the defaults where it has no queue_config; else a queue_config by itself.
fn find_prometheus(root: &Node) -> Vec<Found<'_>> {
    static DEFAULTS: Node = Node { value: Value::Map(Vec::new()), span: 0..0 };
    let endpoints = root.get("remote_write").map_or(&[][..], Node::items);
    let named = endpoints.iter().enumerate().filter(|(_, endpoint)| endpoint.get("url").is_some());
    let found = named.map(|(at, endpoint)| {
        let name = endpoint.get("name").and_then(Node::scalar);
        let name = name.map_or_else(|| format!("remote_write.{at}"), str::to_owned);
        Found::new(name, endpoint.get("queue_config").unwrap_or(&DEFAULTS), endpoint)
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() { beneath(root, &["queue_config"], |node| matches!(node.value, Value::Map(_))) } else { found }
}

fn find_vector(root: &Node) -> Vec<Found<'_>> {
    beneath(root, &["request"], |node| node.entries().iter().any(|entry| entry.key.starts_with("retry_")))
}

/// Each output, named after its alias or its plugin; the file around it has the scheduler's values.
fn find_fluent_bit(root: &Node) -> Vec<Found<'_>> {
    let outputs = root.at(&["pipeline", "outputs"]).map_or(&[][..], Node::items);
    let named = outputs.iter().enumerate().map(|(at, output)| {
        let name = ["alias", "name"].iter().find_map(|key| output.get(key)).and_then(Node::scalar).unwrap_or("output");
        let plain = outputs.iter().filter(|it| it.get("name").and_then(Node::scalar) == Some(name)).count() < 2;
        Found::new(if plain { name.to_owned() } else { format!("{name}.{at}") }, output, root)
    });
    named.collect()
}

fn otel_collector(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let of_receiver = keys.around().get("retry_on_failure").is_none_or(|own| !std::ptr::eq(own, keys.whole()));
    let base = keys.time_or("initial_interval", seconds(if of_receiver { 1 } else { 5 }))?;
    let share = keys.number_or("randomization_factor", Exact::new(5, -1))?;
    let limit = keys.time_or("max_elapsed_time", seconds(300))?;
    let max = keys.time_or("max_interval", seconds(30))?;
    let enabled = keys.flag("enabled", !of_receiver)?;
    if enabled && share > whole(1) {
        let what = "a share over 1 is refused by the Collector";
        return Err(keys.fault("randomization_factor", what, "write a number from 0 to 1"));
    }
    // A receiver's config is not checked.
    if enabled && !of_receiver && !limit.is_zero() && (limit < base || limit < max) {
        let what = "it is below initial_interval or max_interval, which the Collector refuses";
        return Err(keys.fault("max_elapsed_time", what, "write a time that is not below them, or 0 for no limit"));
    }
    Ok(Policy {
        max: Some(max),
        jitter: if share.is_zero() { Jitter::None } else { Jitter::Percent(share) },
        retries: if enabled { None } else { Some(0) },
        time_limit: (!limit.is_zero()).then(|| TimeLimit::new(limit, LimitRule::Refuse)),
        server_wait: ServerWait::Floor,
        ..Policy::growing(
            true,
            Some(Unit::Second),
            Growth::Geometric { base, factor: keys.number_or("multiplier", Exact::new(15, -1))? },
        )
    })
}

fn prometheus(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("min_backoff", milliseconds(30))?;
    let max = keys.time_or("max_backoff", seconds(5))?;
    if max < base {
        let hint = "write min_backoff or more";
        return Err(keys.fault("max_backoff", "it is below min_backoff, which Prometheus refuses", hint));
    }
    let mut statuses: Vec<u16> = (500..=599).collect();
    if keys.flag("retry_on_http_429", false)? {
        statuses.push(429);
    }
    keys.asks.retry_on = Some(statuses);
    Ok(Policy {
        max: Some(max),
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor: whole(2) })
    })
}

fn vector(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let first = keys.time_or("retry_initial_backoff_secs", seconds(1))?;
    let second = first.times_whole(2);
    let mode = keys.word("retry_jitter_mode")?.unwrap_or("Full");
    let jitter = match mode.to_ascii_lowercase().as_str() {
        "full" => Jitter::from(milliseconds(1)),
        "none" => Jitter::None,
        _ => return Err(keys.fault("retry_jitter_mode", format!("`{mode}` is none"), "write `Full` or `None`")),
    };
    Ok(Policy {
        max: Some(keys.time_or("retry_max_duration_secs", seconds(30))?),
        jitter,
        retries: keys.count_or_endless("retry_attempts", None)?,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Fibonacci { first, second })
    })
}

fn fluent_bit(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = match keys.node("retry_limit").map(|node| &node.value) {
        Some(Value::Bool(false)) => None,
        Some(Value::Text(text)) if ["false", "off", "no_limits"].iter().any(|it| text.eq_ignore_ascii_case(it)) => None,
        Some(Value::Text(text)) if text.eq_ignore_ascii_case("no_retries") => Some(0),
        _ => match keys.count("retry_limit")? {
            Some(limit) if limit <= 0 => {
                keys.clamped("retry_limit", "a limit below 1 is read as 1, with a warning of Fluent Bit's own");
                Some(1)
            }
            limit => Some(limit.and_then(|limit| u64::try_from(limit).ok()).unwrap_or(1)),
        },
    };
    let service = keys.around().get("service");
    let of = |name: &str, default: Exact| match service.and_then(|it| it.get(name)) {
        Some(node) => time(node, Some(Unit::Second)),
        None => Ok(default),
    };
    let base = of("scheduler.base", seconds(5))?;
    let cap = of("scheduler.cap", seconds(2_000))?;
    let one = seconds(1);
    let twice = base.times_whole(2);
    // In seconds, of which the base is so many.
    let factor = if keys.dialect() == "fluent-bit-1" { twice.times(&Exact::new(1, -9)) } else { whole(2) };
    // The draw has both ends in it, and a second is added to what comes out.
    let jitter = Jitter::between(Edge::fixed(base.plus(&one)), Edge::wait_and(one.times_whole(2)));
    Ok(Policy {
        max: Some(cap),
        jitter,
        grain: Some(one),
        retries,
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base: twice, factor })
    })
}
