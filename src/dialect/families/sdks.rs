//! SDKs of services, in Python and JavaScript: OpenAI, Anthropic, Stripe.

use super::{milliseconds, seconds, whole};
use crate::dialect::{Cap, Counts, Dialect, Form, Key, Keys, Takes};
use crate::document::Fault;
use crate::policy::{Growth, Jitter, Policy, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[OPENAI, OPENAI_NODE, ANTHROPIC, ANTHROPIC_NODE, STRIPE, STRIPE_NODE];

const MAX_RETRIES: Key = Key::new("max_retries", Takes::Count, "2", "the retries");
const MAX_RETRIES_NODE: Key = Key::new("maxRetries", Takes::Count, "2", "the retries");

/// What a client is made with that no wait depends on.
const OTHERS: [Key; 7] = [
    Key::new("api_key", Takes::Other, "", "the key of the account"),
    Key::new("base_url", Takes::Other, "", "where the service is"),
    Key::new("timeout", Takes::Other, "", "the most that one call takes"),
    Key::new("organization", Takes::Other, "", "the organization"),
    Key::new("project", Takes::Other, "", "the project"),
    Key::new("default_headers", Takes::Other, "", "fields of every request"),
    Key::new("http_client", Takes::Other, "", "the client beneath"),
];
/// The same of JavaScript.
const OTHERS_NODE: [Key; 7] = [
    Key::new("apiKey", Takes::Other, "", "the key of the account"),
    Key::new("baseURL", Takes::Other, "", "where the service is"),
    Key::new("timeout", Takes::Other, "", "the most that one call takes"),
    Key::new("organization", Takes::Other, "", "the organization"),
    Key::new("project", Takes::Other, "", "the project"),
    Key::new("defaultHeaders", Takes::Other, "", "fields of every request"),
    Key::new("dangerouslyAllowBrowser", Takes::Other, "", "whether a browser may call"),
];
const KEYS: &[Key] = &{
    let [a, b, c, d, e, f, g] = OTHERS;
    [MAX_RETRIES, a, b, c, d, e, f, g]
};
const KEYS_NODE: &[Key] = &{
    let [a, b, c, d, e, f, g] = OTHERS_NODE;
    [MAX_RETRIES_NODE, a, b, c, d, e, f, g]
};

const OPENAI: Dialect = Dialect {
    name: "openai",
    title: "OpenAI SDK (Python)",
    version: "3.57.0, run",
    source: "openai _base_client.py (_calculate_retry_timeout)",
    form: Form::Keys { calls: &["OpenAI", "AsyncOpenAI", "with_options"], positional: &[], within: &[], marks: &[] },
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: Some(Unit::Second),
    loose_keys: false,
    keys: KEYS,
    about: &[
        "Waits are 0.5 s doubled up to 8 s, less up to a quarter at random.",
        "retry-after-ms and Retry-After are waited for up to 120 s; a longer one ends the retries.",
        "x-should-retry stands above the status; POST is retried too.",
    ],
    read,
};

const OPENAI_NODE: Dialect = Dialect {
    name: "openai-node",
    title: "OpenAI SDK (JavaScript)",
    version: "6.49.0, run",
    source: "openai client.js (calculateDefaultRetryTimeoutMillis)",
    recognised: false,
    unit: Some(Unit::Millisecond),
    keys: KEYS_NODE,
    about: &["The waits are those of the SDK for Python."],
    ..OPENAI
};

const ANTHROPIC: Dialect = Dialect {
    name: "anthropic",
    title: "Anthropic SDK (Python)",
    version: "2.14.0, run",
    source: "anthropic _base_client.py (_calculate_retry_timeout)",
    form: Form::Keys {
        calls: &["Anthropic", "AsyncAnthropic", "with_options"],
        positional: &[],
        within: &[],
        marks: &[],
    },
    about: &[
        "Waits are 0.5 s doubled up to 8 s, less up to a quarter at random.",
        "retry-after-ms and Retry-After are waited for, however long.",
    ],
    ..OPENAI
};

const ANTHROPIC_NODE: Dialect = Dialect {
    name: "anthropic-node",
    title: "Anthropic SDK (JavaScript)",
    version: "2026, run",
    source: "@anthropic-ai/sdk client.js (calculateDefaultRetryTimeoutMillis)",
    recognised: false,
    unit: Some(Unit::Millisecond),
    keys: KEYS_NODE,
    about: &["The waits are those of the SDK for Python."],
    ..ANTHROPIC
};

const STRIPE: Dialect = Dialect {
    name: "stripe",
    title: "Stripe SDK (Python)",
    version: "16.1.0, run",
    source: "stripe _http_client.py (_sleep_time_seconds)",
    form: Form::Keys { calls: &["StripeClient"], positional: &[], within: &[], marks: &["max_network_retries"] },
    keys: &[Key::new("max_network_retries", Takes::Count, "2", "the retries")],
    about: &[
        "Waits are 0.5 s doubled up to 5 s, less up to half at random, and never below 0.5 s: the first is just that.",
        "Retry-After is not read; Stripe-Should-Retry is. A POST gets an idempotency key by itself.",
    ],
    read: stripe,
    ..OPENAI
};

const STRIPE_NODE: Dialect = Dialect {
    name: "stripe-node",
    title: "Stripe SDK (JavaScript)",
    version: "23.1.0, run",
    source: "stripe cjs/RequestSender.js (_getSleepTimeInMS)",
    form: Form::Keys { calls: &["Stripe"], positional: &[], within: &[], marks: &["maxNetworkRetries"] },
    unit: Some(Unit::Millisecond),
    keys: &[Key::new("maxNetworkRetries", Takes::Count, "2", "the retries")],
    about: &["The waits are those of the SDK for Python."],
    ..STRIPE
};

fn half_second_doubled(keys: &Keys<'_>, max: Exact, jitter: Jitter, retries: Option<u64>) -> Policy {
    let unit = if keys.dialect().ends_with("-node") { Unit::Millisecond } else { Unit::Second };
    let growth = Growth::Geometric { base: milliseconds(500), factor: whole(2) };
    Policy { max: Some(max), jitter, retries, ..Policy::growing(true, Some(unit), growth) }
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let name = if keys.dialect().ends_with("-node") { "maxRetries" } else { "max_retries" };
    let retries = keys.count_or_endless(name, Some(2))?;
    let jitter = Jitter::scaled(Exact::new(75, -2), whole(1));
    let openai = keys.dialect().starts_with("openai");
    Ok(Policy {
        server_wait: if openai { ServerWait::Stop } else { ServerWait::Honor },
        server_limit: openai.then(|| seconds(120)),
        ..half_second_doubled(keys, seconds(8), jitter, retries)
    })
}

fn stripe(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let name = if keys.dialect().ends_with("-node") { "maxNetworkRetries" } else { "max_network_retries" };
    let retries = keys.count_or_endless(name, Some(2))?;
    Ok(Policy {
        min: Some(milliseconds(500)),
        server_wait: ServerWait::Ignore,
        ..half_second_doubled(keys, seconds(5), Jitter::Equal, retries)
    })
}
