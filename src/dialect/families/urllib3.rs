//! urllib3's `Retry`, and requests, which makes one.

use super::seconds;
use crate::diagnostic::{Code, Severity};
use crate::dialect::keys::is_endless;
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::{Fault, Value};
use crate::policy::{FirstWait, Growth, Jitter, Order, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[URLLIB3, REQUESTS];

const URLLIB3: Dialect = Dialect {
    name: "urllib3",
    title: "urllib3 Retry (Python)",
    version: "2.8.0, run",
    source: "urllib3 util/retry.py (get_backoff_time, increment, sleep)",
    form: Form::Keys {
        calls: &["Retry"],
        positional: &["total"],
        within: &[],
        marks: &["backoff_factor", "status_forcelist", "backoff_max", "respect_retry_after_header"],
    },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::TakesJitter,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: &[
        Key::new("total", Takes::Count, "10", "the retries of any kind; None leaves it to the other counters"),
        Key::new("connect", Takes::Count, "", "the retries after connection errors"),
        Key::new("read", Takes::Count, "", "the retries after read errors"),
        Key::new("redirect", Takes::Count, "", "the redirects that are followed"),
        Key::new("status", Takes::Count, "", "the retries after a status"),
        Key::new("other", Takes::Count, "", "the retries after other errors"),
        Key::new("backoff_factor", Takes::Number, "0", "half the second wait, in seconds; the first is 0"),
        Key::new("backoff_max", Takes::Duration, "120", "the cap"),
        Key::new("backoff_jitter", Takes::Duration, "0.0", "what is added at random before the cap"),
        Key::new("respect_retry_after_header", Takes::Flag, "True", "whether Retry-After replaces the wait"),
        Key::new("retry_after_max", Takes::Duration, "21600", "the most of Retry-After that is waited for"),
        Key::new("status_forcelist", Takes::Other, "", "the statuses that are retried; none unless written"),
        Key::new("allowed_methods", Takes::Other, "", "the methods that are retried; POST and PATCH are not"),
        Key::new("raise_on_redirect", Takes::Other, "", "what happens after the last redirect"),
        Key::new("raise_on_status", Takes::Other, "", "what happens after the last status"),
        Key::new("history", Takes::Other, "", "what has happened"),
        Key::new("remove_headers_on_redirect", Takes::Other, "", "fields left out after a redirect"),
    ],
    about: &[
        "The first wait is 0 whatever the factor; the second is twice the factor.",
        "A Retry-After on 413, 429 or 503 is waited for even where status_forcelist does not name the status.",
        "It is waited for exactly, up to retry_after_max, which is six hours; backoff_max does not limit it.",
    ],
    read,
};

const REQUESTS: Dialect = Dialect {
    name: "requests",
    title: "requests HTTPAdapter(max_retries) (Python)",
    version: "2.34.2, run",
    source: "requests adapters.py (HTTPAdapter.__init__)",
    form: Form::Keys { calls: &["HTTPAdapter"], positional: &[], within: &[], marks: &[] },
    cap: Cap::None,
    keys: &[
        Key::new("max_retries", Takes::Word, "0", "the retries, or a urllib3 Retry"),
        Key::new("pool_connections", Takes::Other, "", "the pools that are kept"),
        Key::new("pool_maxsize", Takes::Other, "", "the connections of a pool"),
        Key::new("pool_block", Takes::Other, "", "whether a full pool blocks"),
    ],
    about: &[
        "A number of retries means retries at once, and only of connections that could not be made: no status and no \
         read error is retried.",
        "A Retry in the place of the number is urllib3's: `HTTPAdapter(max_retries=Retry(total=3, backoff_factor=1))`.",
    ],
    read: read_requests,
    ..URLLIB3
};

/// A counter: `None` where it is none, or no limit at all.
fn counter(keys: &Keys<'_>, name: &str) -> Result<Option<u64>, Fault> {
    match keys.node(name) {
        None => Ok(None),
        // False is 0, and lets errors through.
        Some(node) if node.value == Value::Bool(false) => Ok(Some(0)),
        Some(node) if is_endless(node) => Ok(None),
        Some(_) => keys.count_or(name, 0).map(Some),
    }
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let total = if keys.has("total") { counter(keys, "total")? } else { Some(10) };
    let status = counter(keys, "status")?;
    let retries = total.into_iter().chain(status).min();
    for name in ["connect", "read", "other"] {
        if let Some(count) = counter(keys, name)?
            && retries.is_none_or(|retries| count < retries)
        {
            let message = format!("after errors of the kind `{name}` there are no more than {count} retries");
            keys.note(Code::ValueIgnored, Severity::Note, name, message);
        }
    }
    let base = keys.number_or("backoff_factor", Exact::zero())?.times(&seconds(1));
    let jitter = keys.time_or("backoff_jitter", Exact::zero())?;
    let listens = keys.flag("respect_retry_after_header", true)?;
    Ok(Policy {
        first: FirstWait::Zero,
        max: keys.time_or_endless("backoff_max", Some(seconds(120)))?,
        jitter: if jitter.is_zero() { Jitter::None } else { Jitter::added(jitter) },
        order: Order::JitterThenCap,
        retries,
        server_wait: if listens { ServerWait::Clamp } else { ServerWait::Ignore },
        server_limit: Some(keys.time_or("retry_after_max", seconds(21_600))?),
        ..Policy::growing(true, Some(Unit::Second), Growth::Geometric { base, factor: Exact::new(2, 0) })
    })
}

fn read_requests(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    if keys.node("max_retries").is_some_and(|node| matches!(node.value, Value::Calls(_)))
        && let Some(policy) = keys.nested("max_retries", &URLLIB3)?
    {
        return Ok(policy);
    }
    let retries = keys.count_or("max_retries", 0)?;
    Ok(Policy {
        retries: Some(retries),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Second), Growth::constant(Exact::zero()))
    })
}
