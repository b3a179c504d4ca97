//! The retries of AWS SDKs: botocore's config and environment, and the shared config file.

use super::{milliseconds, seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node, Value};
use crate::policy::{Growth, Jitter, Policy, RetryBudget, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[BOTOCORE, AWS_CONFIG];

const BOTOCORE: Dialect = Dialect {
    name: "botocore",
    title: "botocore and boto3 (Python)",
    version: "1.44.8, run",
    source: "botocore retries/standard.py, retryhandler.py, args.py (_compute_retry_max_attempts)",
    form: Form::Keys {
        calls: &["Config", "BotoConfig", "BotocoreConfig", "AioConfig"],
        positional: &[],
        within: &["retries"],
        marks: &["total_max_attempts", "AWS_MAX_ATTEMPTS", "AWS_RETRY_MODE", "mode"],
    },
    recognised: true,
    counts: Counts::Depends,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("mode", Takes::Word, "standard", "standard, adaptive or legacy"),
        Key::new("max_attempts", Takes::Count, "", "the retries, in Config(retries={…})"),
        Key::new("total_max_attempts", Takes::Count, "3", "the calls, in Config(retries={…})"),
        Key::new("AWS_MAX_ATTEMPTS", Takes::Count, "", "the calls, in the environment"),
        Key::new("AWS_RETRY_MODE", Takes::Word, "", "the mode, in the environment"),
        Key::new("service", Takes::Word, "", "the service: dynamodb has rules of its own"),
        Key::new("throttled", Takes::Flag, "false", "whether the error is a throttling one, which waits longer"),
    ],
    about: &[
        "max_attempts counts retries in Config and calls in the environment and the config file.",
        "The default mode was legacy until 2026: five calls, the first wait up to 1 s, no cap.",
        "Beside the waits a token bucket of 500 limits retries: each costs 14, one after throttling 5.",
    ],
    read,
};

const AWS_CONFIG: Dialect = Dialect {
    name: "aws-config",
    title: "AWS shared config file (retry_mode, max_attempts)",
    version: "botocore 1.44.8, run; other SDKs of 2026 have the same waits",
    source: "botocore configprovider.py, retries/standard.py",
    form: Form::File(find),
    counts: Counts::Calls,
    keys: &[
        Key::new("retry_mode", Takes::Word, "standard", "standard, adaptive or legacy"),
        Key::new("max_attempts", Takes::Count, "3", "the calls, the first one among them"),
        Key::new("region", Takes::Other, "", "the region"),
        Key::new("output", Takes::Other, "", "how the command line prints"),
    ],
    about: &["max_attempts counts calls here, and retries in botocore's Config."],
    read: read_config,
    ..BOTOCORE
};

/// The profiles that say something of retries.
fn find(root: &Node) -> Vec<Found<'_>> {
    let sections = root.entries().iter().filter(|entry| {
        let has = |key: &str| entry.value.get(key).is_some();
        matches!(entry.value.value, Value::Map(_))
            && (has("retry_mode") || (has("max_attempts") && is_profile(&entry.key)))
    });
    sections.map(|entry| Found::new(entry.key.trim_start_matches("profile ").trim(), &entry.value, root)).collect()
}

fn is_profile(section: &str) -> bool {
    section == "default" || section.starts_with("profile ")
}

/// Which rules a mode and a service have.
#[derive(Clone, Copy)]
struct Rules<'a> {
    mode: &'a str,
    dynamodb: bool,
    throttled: bool,
}

fn policy(rules: Rules<'_>, retries: Option<u64>) -> Policy {
    let growth = |base| Growth::Geometric { base, factor: whole(2) };
    let legacy = rules.mode == "legacy";
    let (base, calls): (Exact, u64) = match (legacy, rules.dynamodb) {
        (true, true) => (milliseconds(50), 10),
        (true, false) => (seconds(1), 5),
        (false, _) if rules.throttled => (seconds(1), if rules.dynamodb { 4 } else { 3 }),
        (false, true) => (milliseconds(25), 4),
        (false, false) => (milliseconds(50), 3),
    };
    Policy {
        max: (!legacy).then(|| seconds(20)),
        jitter: if legacy && rules.dynamodb { Jitter::None } else { Jitter::Full },
        retries: Some(retries.unwrap_or(calls.saturating_sub(1))),
        // They listen to x-amz-retry-after, and not to Retry-After.
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), growth(base))
    }
}

/// The bucket of tokens that all modes but the old one have (retries/quota.py).
fn quota(rules: Rules<'_>) -> Option<RetryBudget> {
    (rules.mode != "legacy").then(|| RetryBudget::aws(if rules.throttled { 5 } else { 14 }))
}

fn mode<'a>(keys: &Keys<'a>, name: &str) -> Result<Option<&'a str>, Fault> {
    let mode = keys.word(name)?;
    match mode {
        None | Some("standard" | "adaptive" | "legacy") => Ok(mode),
        Some(other) => {
            Err(keys.fault(name, format!("`{other}` is no mode"), "write `standard`, `adaptive` or `legacy`"))
        }
    }
}

/// The retries that a number of calls leaves.
fn of_calls(keys: &Keys<'_>, name: &str) -> Result<Option<u64>, Fault> {
    match keys.count(name)? {
        None => Ok(None),
        Some(calls) => match u64::try_from(calls).ok().and_then(|calls| calls.checked_sub(1)) {
            Some(retries) => Ok(Some(retries)),
            None => Err(keys.fault(name, format!("`{calls}` is refused"), "write 1 or more")),
        },
    }
}

fn adaptive(keys: &mut Keys<'_>, name: &str) {
    let message = "adaptive mode also slows all calls down after throttling, which no schedule shows";
    keys.note(Code::ClientArithmetic, Severity::Note, name, message);
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let from_environment = mode(keys, "AWS_RETRY_MODE")?;
    let mode = mode(keys, "mode")?.or(from_environment).unwrap_or("standard");
    let total = of_calls(keys, "total_max_attempts")?;
    let retries = keys.count("max_attempts")?.map(|_| keys.count_or("max_attempts", 0)).transpose()?;
    let environment = of_calls(keys, "AWS_MAX_ATTEMPTS")?;
    if total.is_some() && retries.is_some() {
        keys.ignored("max_attempts", "total_max_attempts stands above max_attempts");
    }
    if let (Some(retries), None) = (retries, total) {
        let calls = retries.saturating_add(1);
        let message =
            format!("max_attempts in Config counts retries: {retries} are {calls} calls; elsewhere it counts calls");
        keys.note(Code::ClientVersion, Severity::Note, "max_attempts", message);
    }
    if mode == "adaptive" {
        adaptive(keys, "mode");
    }
    let dynamodb = keys.word("service")?.is_some_and(|service| service.starts_with("dynamodb"));
    let rules = Rules { mode, dynamodb, throttled: keys.flag("throttled", false)? };
    keys.asks.retry_budget = quota(rules);
    Ok(policy(rules, total.or(retries).or(environment)))
}

fn read_config(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let mode = mode(keys, "retry_mode")?.unwrap_or("standard");
    if mode == "adaptive" {
        adaptive(keys, "retry_mode");
    }
    let retries = of_calls(keys, "max_attempts")?;
    let rules = Rules { mode, dynamodb: false, throttled: false };
    keys.asks.retry_budget = quota(rules);
    Ok(policy(rules, retries))
}
