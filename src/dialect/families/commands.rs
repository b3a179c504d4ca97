//! Command lines of programs that fetch: curl, wget, aria2, hurl.

use super::{seconds, whole};
use crate::diagnostic::{Code, Severity};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Growth, LimitRule, Policy, ServerWait, TimeLimit};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[CURL, WGET, ARIA2, HURL];

const CURL: Dialect = Dialect {
    name: "curl",
    title: "curl",
    version: "7.88.1, run by the clock; 8.22 read",
    source: "curl src/tool_operate.c",
    form: Form::Command,
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("--retry", Takes::Count, "0", "the retries"),
        Key::new("--retry-delay", Takes::Duration, "0", "the wait; 0 doubles from 1 s up to 600 s"),
        Key::new("--retry-max-time", Takes::Duration, "0", "the time after which no wait begins; 0 for none"),
        Key::new("--retry-all-errors", Takes::Flag, "", "every failure is retried"),
        Key::new("--retry-connrefused", Takes::Flag, "", "a refused connection is retried"),
    ],
    about: &[
        "Retry-After replaces the wait; one that is longer than what is left of --retry-max-time ends the retries.",
        "Any method is retried, after 408, 429, 500, 502, 503, 504, 522 and 524, and after timeouts.",
    ],
    read: curl,
};

const WGET: Dialect = Dialect {
    name: "wget",
    title: "GNU Wget",
    version: "1.21.3, run by the clock",
    source: "wget src/utils.c (sleep_between_retrievals)",
    counts: Counts::Calls,
    keys: &[
        Key::new("--tries", Takes::Count, "20", "the calls, the first one among them; 0 or inf for no limit"),
        Key::new("-t", Takes::Count, "", "short for --tries"),
        Key::new("--waitretry", Takes::Duration, "10", "the cap; waits are 1 s, 2 s, 3 s and so on"),
        Key::new("--retry-on-http-error", Takes::Other, "", "the statuses that are retried; none unless written"),
        Key::new("--retry-connrefused", Takes::Flag, "", "a refused connection is retried"),
    ],
    about: &["A 503 is retried only with --retry-on-http-error, a refused connection only with --retry-connrefused."],
    read: wget,
    ..CURL
};

const ARIA2: Dialect = Dialect {
    name: "aria2c",
    title: "aria2",
    version: "1.36.0, run by the clock",
    source: "aria2c(1), --max-tries and --retry-wait",
    counts: Counts::Calls,
    cap: Cap::None,
    keys: &[
        Key::new("--max-tries", Takes::Count, "5", "the calls, the first one among them; 0 for no limit"),
        Key::new("-m", Takes::Count, "", "short for --max-tries"),
        Key::new("--retry-wait", Takes::Duration, "0", "the wait"),
    ],
    about: &["With --retry-wait 0 a 503 is not retried at all."],
    read: aria2,
    ..CURL
};

const HURL: Dialect = Dialect {
    name: "hurl",
    title: "Hurl",
    version: "8.0.1, read",
    source: "hurl packages/hurl/src/runner (retry)",
    cap: Cap::None,
    unit: Some(Unit::Millisecond),
    keys: &[
        Key::new("--retry", Takes::Count, "0", "the retries; -1 for no limit"),
        Key::new("--retry-interval", Takes::Duration, "1000", "the wait"),
    ],
    about: &["Any failure is retried, that of an assertion too."],
    read: hurl,
    ..CURL
};

fn growing(growth: Growth) -> Policy {
    Policy { server_wait: ServerWait::Ignore, ..Policy::growing(true, Some(Unit::Second), growth) }
}

fn curl(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let delay = keys.time("--retry-delay")?.filter(|delay| !delay.is_zero());
    let limit = keys.time("--retry-max-time")?.filter(|limit| !limit.is_zero());
    let growth = match &delay {
        Some(delay) => Growth::constant(delay.clone()),
        None => Growth::Geometric { base: seconds(1), factor: whole(2) },
    };
    Ok(Policy {
        max: delay.is_none().then(|| seconds(600)),
        retries: Some(keys.count_or("--retry", 0)?),
        time_limit: limit.map(|after| TimeLimit::new(after, LimitRule::Overrun)),
        server_wait: ServerWait::Honor,
        ..growing(growth)
    })
}

/// The retries of a number of calls, for which 0 is no limit.
fn tries(keys: &Keys<'_>, names: [&str; 2], default: u64) -> Result<Option<u64>, Fault> {
    let name = names.into_iter().find(|name| keys.node(name).is_some());
    let Some(name) = name else { return Ok(Some(default.saturating_sub(1))) };
    if keys.word(name)? == Some("inf") {
        return Ok(None);
    }
    Ok(keys.count_or(name, default)?.checked_sub(1))
}

fn wget(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let max = keys.time_or("--waitretry", seconds(10))?;
    let growth = if max.is_zero() { Growth::constant(Exact::zero()) } else { Growth::linear(seconds(1), seconds(1)) };
    let retries = tries(keys, ["--tries", "-t"], 20)?;
    Ok(Policy { max: Some(max), retries, ..growing(growth) })
}

fn aria2(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let wait = keys.time_or("--retry-wait", Exact::zero())?;
    if wait.is_zero() {
        let message = "with --retry-wait 0 aria2 does not retry a 503 at all";
        keys.note(Code::ValueIgnored, Severity::Note, "--retry-wait", message);
    }
    Ok(Policy { retries: tries(keys, ["--max-tries", "-m"], 5)?, ..growing(Growth::constant(wait)) })
}

fn hurl(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = match keys.count("--retry")? {
        Some(-1) => None,
        _ => Some(keys.count_or("--retry", 0)?),
    };
    let wait = keys.time_or("--retry-interval", seconds(1))?;
    Ok(Policy { retries, unit: Some(Unit::Millisecond), ..growing(Growth::constant(wait)) })
}
