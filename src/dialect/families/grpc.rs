//! gRPC: the retry policy of a service config (gRFC A6).

use super::{seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::budget;
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Growth, Jitter, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[GRPC, GRPC_GO_1_68, GAPIC];

const GRPC: Dialect = Dialect {
    name: "grpc",
    title: "gRPC service config",
    version: "gRFC A6 as of 2024; grpc-go 1.69 and later",
    source: "grpc-go stream.go (shouldRetry), service_config.go; gRFC A6",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Calls,
    cap: Cap::Passed,
    unit: None,
    loose_keys: true,
    keys: &[
        Key::new("maxAttempts", Takes::Count, "", "the calls, 2 or more; above 5 it is 5"),
        Key::new("initialBackoff", Takes::Duration, "", "the first wait before jitter"),
        Key::new("maxBackoff", Takes::Duration, "", "the cap before jitter"),
        Key::new("backoffMultiplier", Takes::Number, "", "the growth per retry"),
        Key::new("retryableStatusCodes", Takes::Other, "", "the status codes that are retried"),
    ],
    about: &[
        "Jitter of 20% either way is added to the capped wait.",
        "The header grpc-retry-pushback-ms replaces the wait and begins the growth anew; a negative one ends the retries.",
        "retryThrottling beside the methods is the retry budget: see `holdoff explain retry-budget`.",
        "Up to grpc-go 1.68 each wait was drawn from 0 to the capped wait: --dialect grpc-go-1.68.",
    ],
    read,
};

const GRPC_GO_1_68: Dialect = Dialect {
    name: "grpc-go-1.68",
    title: "gRPC service config with grpc-go up to 1.68",
    version: "grpc-go 1.67 and 1.68",
    source: "grpc-go stream.go (shouldRetry) at v1.67.0 and v1.68.0",
    recognised: false,
    cap: Cap::Holds,
    about: &["Each wait is drawn from 0 to the capped wait."],
    ..GRPC
};

const GAPIC: Dialect = Dialect {
    name: "gapic",
    title: "Google API client with a gRPC service config (Python)",
    version: "google-api-core 2.44.0, run; its config as gapic-generator-python writes it",
    source: "google-api-core retry/retry_base.py; gapic-generator-python base.py.j2",
    form: Form::File(find_gapic),
    counts: Counts::Nothing,
    cap: Cap::Holds,
    keys: &[
        Key::new("initialBackoff", Takes::Duration, "1s", "the first wait before jitter"),
        Key::new("maxBackoff", Takes::Duration, "60s", "the cap"),
        Key::new("backoffMultiplier", Takes::Number, "2", "the growth per retry"),
        Key::new("retryableStatusCodes", Takes::Other, "", "the status codes that are retried"),
        Key::new("maxAttempts", Takes::Other, "", "not looked at"),
    ],
    about: &[
        "Google's generated clients retry by themselves, and not by gRPC: each wait is drawn from 0, and what ends the \
         retries is the method's timeout.",
        "gRPC itself refuses a policy without maxAttempts.",
    ],
    read: read_gapic,
    ..GRPC
};

/// The method configs of a service config, or a retry policy by itself.
fn find(root: &Node) -> Vec<Found<'_>> {
    let found = method_configs(root);
    // gRPC refuses the whole file where one policy has no maxAttempts; Google's generators do not need it.
    let has_calls =
        |it: &Found<'_>| ["maxAttempts", "max_attempts", "MaxAttempts"].iter().any(|key| it.node.get(key).is_some());
    match found.as_slice() {
        [] => beneath(root, &["retryPolicy"], is_policy),
        all if is_for_google(all) && !all.iter().all(has_calls) => Vec::new(),
        _ => found,
    }
}

/// The configs of Google's services, and those that gRPC itself would refuse.
fn find_gapic(root: &Node) -> Vec<Found<'_>> {
    let found = method_configs(root);
    let is_whole = found.iter().all(|it| it.node.get("initialBackoff").is_some());
    if is_whole && is_for_google(&found) { found } else { Vec::new() }
}

/// Whether the methods are those of Google's services.
fn is_for_google(found: &[Found<'_>]) -> bool {
    found.iter().any(|it| it.name.starts_with("google."))
}

fn method_configs(root: &Node) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    root.walk(&mut Vec::new(), &mut |_, node| {
        let configs = node.get("methodConfig").or_else(|| node.get("method_config")).map_or(&[][..], Node::items);
        for config in configs {
            if let Some(policy) = config.get("retryPolicy").or_else(|| config.get("retry_policy")) {
                let mut names = methods(config);
                let first = if names.is_empty() { "*".to_owned() } else { names.remove(0) };
                let throttling = node.get("retryThrottling").or_else(|| node.get("retry_throttling"));
                found.push(Found::new(first, policy, config).known_as(names).limited_by(throttling));
            }
        }
    });
    found
}

fn is_policy(node: &Node) -> bool {
    node.get("initialBackoff").is_some() && node.get("backoffMultiplier").is_some()
}

/// `service/method`, or what of it is written, for each method that a config is for; `*` for the default.
fn methods(config: &Node) -> Vec<String> {
    let names = config.get("name").map_or(&[][..], Node::items);
    let name = |name: &Node| match ["service", "method"].map(|key| name.get(key).and_then(Node::scalar)) {
        [Some(service), Some(method)] => format!("{service}/{method}"),
        [Some(service), None] if !service.is_empty() => service.to_owned(),
        _ => "*".to_owned(),
    };
    names.iter().map(name).collect()
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let calls = keys.count("maxAttempts")?.ok_or_else(|| missing(keys, "maxAttempts"))?;
    let Some(retries) = u64::try_from(calls).ok().and_then(|calls| calls.checked_sub(1)).filter(|it| *it > 0) else {
        return Err(keys.fault("maxAttempts", format!("`{calls}` is refused by gRPC"), "write 2 or more"));
    };
    let base = required(keys, "initialBackoff")?;
    let max = required(keys, "maxBackoff")?;
    let factor = keys.number("backoffMultiplier")?.ok_or_else(|| missing(keys, "backoffMultiplier"))?;
    if factor.is_zero() {
        return Err(keys.fault("backoffMultiplier", "0 is refused by gRPC", "write a number above 0"));
    }
    if retries > 4 {
        keys.clamped("maxAttempts", format!("maxAttempts {calls} is read as 5: 4 retries"));
    }
    if keys.node("retryableStatusCodes").is_none_or(|codes| codes.items().is_empty()) {
        let message = "without retryableStatusCodes gRPC refuses the policy";
        keys.note(Code::ValueIgnored, Severity::Warning, "retryableStatusCodes", message);
    }
    if let Some(timeout) = keys.around().get("timeout") {
        keys.asks.deadline = Some(crate::dialect::keys::time(timeout, None)?);
    }
    keys.asks.retry_budget = keys.budget().map(budget::grpc).transpose()?;
    let full = keys.dialect() == "grpc-go-1.68";
    if !full {
        let message = "grpc-go up to 1.68 draws each wait from 0 instead: --dialect grpc-go-1.68";
        keys.note(Code::ClientVersion, Severity::Note, "initialBackoff", message);
    }
    Ok(Policy {
        max: Some(max),
        jitter: if full { Jitter::Full } else { Jitter::Percent(Exact::new(2, -1)) },
        retries: Some(retries.min(4)),
        // Its servers push back with a field of their own.
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor })
    })
}

fn read_gapic(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let base = keys.time_or("initialBackoff", seconds(1))?;
    let factor = keys.number_or("backoffMultiplier", whole(2))?;
    let timeout = keys.around().get("timeout").map(|node| crate::dialect::keys::time(node, None)).transpose()?;
    if keys.has("maxAttempts") {
        keys.ignored("maxAttempts", "Google's generated clients do not look at it; gRPC itself would");
    }
    Ok(Policy {
        max: Some(keys.time_or("maxBackoff", seconds(60))?),
        jitter: Jitter::Full,
        time_limit: timeout.map(|after| TimeLimit::new(after, LimitRule::Refuse)),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor })
    })
}

fn required(keys: &Keys<'_>, name: &str) -> Result<Exact, Fault> {
    let time = keys.time(name)?.ok_or_else(|| missing(keys, name))?;
    if time <= whole(0) {
        return Err(keys.fault(name, "0 is refused by gRPC", "write a duration above 0, such as `0.1s`"));
    }
    Ok(time)
}

fn missing(keys: &Keys<'_>, name: &str) -> Fault {
    keys.fault(name, "is not written, and gRPC refuses a policy without it", format!("write `{name}`"))
}
