//! Units of systemd that are started anew.

use super::{milliseconds, seconds};
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::filled_in;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Growth, Policy, ServerWait};
use crate::quantity::{Decimal, Exact, Unit};

pub(super) const ALL: &[Dialect] = &[Dialect {
    name: "systemd",
    title: "systemd Restart",
    version: "254 and later, read; before 254 without RestartSteps",
    source: "systemd src/core/service.c (service_restart_usec_next); systemd.service(5), systemd.unit(5)",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Nothing,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("Restart", Takes::Word, "no", "after which ends a service is started anew"),
        Key::new("RestartSec", Takes::Duration, "100ms", "the first wait"),
        Key::new("RestartSteps", Takes::Count, "0", "the waits from RestartSec to RestartMaxDelaySec; 0 for none"),
        Key::new("RestartMaxDelaySec", Takes::Duration, "infinity", "the wait after those steps"),
        Key::new("*", Takes::Other, "", "the other settings of a service"),
    ],
    about: &[
        "Waits grow by the same factor from step to step; without RestartSteps or RestartMaxDelaySec all are RestartSec.",
        "StartLimitBurst, 5, and StartLimitIntervalSec, 10s, of the unit end the starts: one more within the interval is \
         refused. The service is taken to fail at once; what runs for a while starts more rarely.",
    ],
    read,
}];

/// More steps than anyone counts on their fingers are hardly meant.
const MOST_STEPS: u64 = 100;

fn find(root: &Node) -> Vec<Found<'_>> {
    let service = root.get("Service").filter(|it| ["Restart", "RestartSec"].iter().any(|key| it.get(key).is_some()));
    service.map(|service| Found::new("", service, root)).into_iter().collect()
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let hint = "write no, always, on-failure, on-abnormal, on-abort or on-watchdog";
    let restarts = match keys.node("Restart").map(|node| (node.scalar(), &node.value)) {
        // `no` and `yes` are truth values in YAML, and a word here.
        None => false,
        Some((Some("always" | "on-failure" | "on-abnormal" | "on-abort" | "on-watchdog"), _)) => true,
        Some((Some("no" | "on-success"), _)) => false,
        Some(_) => return Err(keys.fault("Restart", "is no restart setting", hint)),
    };
    let first = span(keys.node("RestartSec"), "RestartSec")?.unwrap_or_else(|| milliseconds(100));
    let steps = keys.count_or("RestartSteps", 0)?;
    let last = match keys.word("RestartMaxDelaySec")? {
        Some("infinity") => None,
        _ => span(keys.node("RestartMaxDelaySec"), "RestartMaxDelaySec")?,
    };
    if steps > MOST_STEPS {
        return Err(keys.fault("RestartSteps", "so many steps are not read", format!("write {MOST_STEPS} or fewer")));
    }
    let table = match &last {
        Some(last) if steps > 0 && !first.is_zero() && first < *last => between(&first, last, steps),
        _ => {
            if steps > 0 || last.is_some() {
                let message = "without RestartSteps and a RestartMaxDelaySec above RestartSec all waits are RestartSec";
                let key = if steps > 0 { "RestartSteps" } else { "RestartMaxDelaySec" };
                keys.ignored(key, message);
            }
            vec![first]
        }
    };
    let limit = if restarts { starts(keys, &table)? } else { None };
    if let Some(limit) = limit {
        let message =
            format!("with waits so short systemd refuses the start after {limit} within StartLimitIntervalSec");
        keys.note(Code::DefaultTimeLimit, Severity::Note, "RestartSec", message);
    }
    let growth = match table.as_slice() {
        [only] => Growth::constant(only.clone()),
        _ => Growth::Table(table),
    };
    Ok(Policy {
        retries: if restarts { limit.map(|limit| limit.saturating_sub(1)) } else { Some(0) },
        // The wait before the start that is refused.
        after_last: limit.is_some(),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), growth)
    })
}

/// From `first` to `last` in so many steps of the same factor: the nth root of first^(n − i) × last^i, cut to whole
/// microseconds.
fn between(first: &Exact, last: &Exact, steps: u64) -> Vec<Exact> {
    let micro = |it: &Exact| it.floor_to(&Exact::new(1, 3)).times(&Exact::new(1, -3));
    let (low, high) = (micro(first), micro(last));
    let power = |of: &Exact, times: u64| (0..times).fold(Exact::new(1, 0), |product, _| product.times(of));
    let step = |at: u64| {
        let product = power(&low, steps.saturating_sub(at)).times(&power(&high, at));
        product.root(u32::try_from(steps).unwrap_or(1)).times_whole(1_000)
    };
    let mut table: Vec<Exact> = (1..steps).map(step).collect();
    table.insert(0, first.clone());
    table.push(last.clone());
    table
}

/// How many starts the unit allows, where its waits are so short that the limit is reached.
fn starts(keys: &Keys<'_>, table: &[Exact]) -> Result<Option<u64>, Fault> {
    let parts = [keys.around().get("Unit"), Some(keys.whole())];
    let written = |names: &[&str]| parts.iter().flatten().find_map(|part| names.iter().find_map(|name| part.get(name)));
    let burst = match written(&["StartLimitBurst"]) {
        Some(node) => u64::try_from(crate::dialect::keys::count(node)?).unwrap_or(0),
        None => 5,
    };
    let interval = written(&["StartLimitIntervalSec", "StartLimitInterval"]);
    let is_endless = interval.and_then(Node::scalar) == Some("infinity");
    let within = span(interval, "StartLimitIntervalSec")
        .or_else(|fault| if is_endless { Ok(None) } else { Err(fault) })?
        .unwrap_or_else(|| seconds(10));
    if burst == 0 || (within.is_zero() && !is_endless) {
        return Ok(None);
    }
    // The start after so many waits is the first that is too many.
    let waits = (0..burst).map(|at| usize::try_from(at).ok().and_then(|at| table.get(at)).or(table.last()));
    let passed = waits.flatten().fold(Exact::zero(), |sum, wait| sum.plus(wait));
    // A window ends once more than the interval has passed (`ratelimit_below`), and a service that fails takes some time too.
    Ok((is_endless || passed < within).then_some(burst))
}

/// A time span of systemd.time(7), such as `5min 20s`; a bare number is in seconds.
fn span(node: Option<&Node>, name: &str) -> Result<Option<Exact>, Fault> {
    let Some(node) = node else { return Ok(None) };
    if let Some(fault) = node.scalar().and_then(|text| filled_in(text, node)) {
        return Err(fault);
    }
    let fault = || {
        let text = node.scalar().unwrap_or_default();
        Fault::new(format!("{name}: `{text}` is no time span"), "write `5s` or `1min 30s`", node.span.clone())
    };
    let mut rest = node.scalar().ok_or_else(fault)?.trim();
    let mut sum = Exact::zero();
    while !rest.is_empty() {
        let (number, length) = Decimal::parse_prefix(rest).map_err(|_| fault())?;
        let behind = rest.get(length..).unwrap_or_default().trim_start();
        let end = behind.find(|it: char| !it.is_alphabetic()).unwrap_or(behind.len());
        let (word, more) = behind.split_at_checked(end).unwrap_or((behind, ""));
        let nanoseconds = match word {
            "" | "s" | "sec" | "second" | "seconds" => 1_000_000_000,
            "us" | "usec" | "µs" => 1_000,
            "ms" | "msec" => 1_000_000,
            "m" | "min" | "minute" | "minutes" => 60_000_000_000,
            "h" | "hr" | "hour" | "hours" => 3_600_000_000_000,
            "d" | "day" | "days" => 86_400_000_000_000,
            "w" | "week" | "weeks" => 604_800_000_000_000,
            _ => return Err(fault()),
        };
        if number.is_negative() {
            return Err(fault());
        }
        sum = sum.plus(&number.magnitude().times_whole(nanoseconds));
        rest = more.trim_start();
    }
    Ok(Some(sum))
}
