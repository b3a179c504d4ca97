//! The schema of the policy file: what editors complete and check. A test holds it to what the reader takes.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use crate::check::REQUIREMENTS;
use crate::dialect::native::{GROWTHS, KEYS};
use crate::policy::{RetryBudget, ServerWait};
use crate::quantity::Unit;

/// A duration: a text with a unit, or a bare number.
fn duration(about: &str) -> Value {
    json!({ "description": about, "type": ["string", "number"] })
}

fn words(about: &str, words: &[&str]) -> Value {
    json!({ "description": about, "enum": words })
}

fn property(key: &str) -> Value {
    match key {
        "base" => duration("The wait before retry 1, above 0, such as `250ms`; or a bare number, and then all are."),
        "max" => duration("The longest one wait may be, above 0, such as `30s`; or `none`."),
        "factor" => json!({ "description": "The growth per retry; 2 unless written.", "type": "number", "minimum": 1 }),
        "growth" => words("How the base grows; geometric unless written.", &GROWTHS),
        "retries" => {
            json!({ "description": "The retries, the first call not included; 5 unless written.", "type": "integer", "minimum": 1, "maximum": 1000 })
        }
        "calls" => {
            json!({ "description": "The same, counted with the first call.", "type": "integer", "minimum": 2, "maximum": 1001 })
        }
        "jitter" => json!({
            "description": "The random spread of each wait: none, full, equal, decorrelated or a share such as `20%`.",
            "type": "string", "pattern": "^(none|full|equal|decorrelated|[0-9._]+%)$"
        }),
        "unit" => {
            words("The unit of the answer; the smallest one in the base unless written.", &Unit::ALL.map(Unit::name))
        }
        "request-time" => duration("How long one call takes."),
        "deadline" => duration("The time from the first call's start after which no retry may start."),
        "retry-on" => json!({
            "description": "The statuses that are retried.",
            "type": "array", "items": { "type": "integer", "minimum": 100, "maximum": 999 }
        }),
        "methods" => json!({
            "description": "The methods that are retried.", "type": "array", "items": { "type": "string", "minLength": 1 }
        }),
        "server-wait" => words(
            "What the server's wait does to the policy's; honor unless written.",
            &ServerWait::ALL.map(ServerWait::name),
        ),
        "idempotency-key" => {
            json!({ "description": "Whether every request carries an idempotency key; false unless written.", "type": "boolean" })
        }
        "retry-budget" => retry_budget(),
        "require" => requirements("What `check` asks of this policy."),
        "allow" => allowed("The findings of `check` that are allowed, each with its reason."),
        other => panic!("{other} has no schema"),
    }
}

/// A map `retry-budget`: the keys of each kind.
fn retry_budget() -> Value {
    const MOST: u64 = 1_000_000;
    let count = |about: &str, least: u64, most: u64| json!({ "description": about, "type": "integer", "minimum": least, "maximum": most });
    let traffic =
        |about: &str| json!({ "description": about, "type": "number", "exclusiveMinimum": 0, "maximum": MOST });
    let property = |key: &str| match key {
        "capacity" => count("The tokens of a full bucket; 500 unless written.", 1, MOST),
        "cost" => count("What a retry takes; 14 unless written.", 1, MOST),
        "refill" => count("What a first call that succeeds gives; 1 unless written.", 0, MOST),
        "refilled-by" => {
            words("Whether a retry that succeeds gives it too; `first` unless written.", &["first", "every"])
        }
        "budget-percent" => json!({
            "description": "The share of the calls in flight, in percent; 20 unless written.",
            "type": ["number", "string"], "minimum": 0, "maximum": 100, "pattern": "^[0-9._]+%?$"
        }),
        "min-retry-concurrency" => count("How many retries may always be in flight; 3 unless written.", 0, MOST),
        "in-flight" => traffic("How many first calls are in flight."),
        "percent-can-retry" => json!({
            "description": "The retries for each request; 0.2 unless written.",
            "type": ["number", "string"], "minimum": 0, "maximum": 1000, "pattern": "^[0-9._]+%?$"
        }),
        "min-retries-per-second" => count("The retries a second beside them; 10 unless written.", 0, MOST),
        "ttl" => json!({
            "description": "How long a request counts, in whole seconds up to 60s; 10s unless written.",
            "type": "string", "pattern": "^[0-9]+[a-z]+$"
        }),
        "requests-per-second" => traffic("The requests a second."),
        "max-tokens" => count("The tokens of a full count.", 1, 1000),
        "token-ratio" => traffic("What a call that succeeds gives, with three decimals at most."),
        other => panic!("{other} has no schema"),
    };
    let of = |kind: &str| {
        let mut properties: serde_json::Map<_, _> =
            RetryBudget::keys(kind).iter().map(|key| ((*key).to_owned(), property(key))).collect();
        properties.insert("kind".to_owned(), json!({ "description": "Whose it is.", "const": kind }));
        let mut required = vec!["kind"];
        // gRPC has no defaults.
        required.extend(RetryBudget::keys(kind).iter().filter(|_| kind == "grpc"));
        json!({ "properties": properties, "required": required, "additionalProperties": false })
    };
    json!({
        "description": "What limits the retries of all requests together.",
        "type": "object",
        "oneOf": RetryBudget::KINDS.map(of),
    })
}

/// A map `require`.
fn requirements(about: &str) -> Value {
    let property = |key: &str| match key {
        "max-total" => duration("The most that the waits may add up to."),
        "max-wait" => duration("The most that one wait may be, with jitter."),
        "max-calls" => {
            json!({ "description": "The most calls, the first one among them.", "type": "integer", "minimum": 0 })
        }
        "calls" => {
            json!({ "description": "How many calls there are, no more and no less.", "type": "integer", "minimum": 0 })
        }
        "retries" => {
            json!({ "description": "How many retries there are, no more and no less.", "type": "integer", "minimum": 0 })
        }
        "deadline" => duration("The time from the first call's start after which no retry may start."),
        "request-time" => duration("How long one call takes, where the policy does not say."),
        "min-spread" => json!({
            "description": "The least share of each wait that jitter spreads it over.", "type": "string", "pattern": "^[0-9._]+%$"
        }),
        "retry-on" => json!({
            "description": "Every status that may be retried.",
            "type": ["array", "integer"], "items": { "type": "integer" }
        }),
        "methods" => json!({
            "description": "Every method that may be retried.", "type": ["array", "string"], "items": { "type": "string" }
        }),
        "server-wait" => {
            let rules = ServerWait::ALL.map(ServerWait::name);
            json!({
                "description": "What may be done with the server's wait.",
                "anyOf": [{ "enum": rules }, { "type": "array", "items": { "enum": rules } }]
            })
        }
        "limits" => json!({
            "description": "Limits of the world around the policy, by name, after which no retry may start.",
            "type": "object", "additionalProperties": { "type": ["string", "number"] }
        }),
        other => panic!("{other} has no schema"),
    };
    let properties: serde_json::Map<_, _> = REQUIREMENTS.iter().map(|key| ((*key).to_owned(), property(key))).collect();
    json!({ "description": about, "type": "object", "properties": properties, "additionalProperties": false })
}

/// A map `allow`.
fn allowed(about: &str) -> Value {
    json!({ "description": about, "type": "object", "additionalProperties": { "type": "string", "minLength": 1 } })
}

pub(super) fn schema() -> Schema {
    let properties: serde_json::Map<_, _> = KEYS.iter().map(|key| ((*key).to_owned(), property(key))).collect();
    json_schema!({
        "description": "Retry policies by name.",
        "type": "object",
        "properties": {
            "$schema": { "description": "Where this schema is.", "type": "string" },
            "require": requirements("What `check` asks of every policy."),
            "allow": allowed("The findings of `check` that are allowed in this file, each with its reason."),
            "stacks": {
                "description": "Layers that retry inside one another, by name.",
                "type": "object",
                "additionalProperties": {
                    "description": "A stack.",
                    "type": "object",
                    "properties": {
                        "layers": {
                            "description": "The layers, the outermost first.",
                            "type": "array",
                            "minItems": 2,
                            "items": {
                                "description": "A layer: a policy, or a client and its keys.",
                                "type": "object",
                                "properties": {
                                    "name": { "description": "What it is called.", "type": "string" },
                                    "policy": { "description": "`#NAME` of this file, or `FILE#NAME` beside it.", "type": "string" },
                                    "client": {
                                        "description": "The name of a client and its keys.",
                                        "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2
                                    },
                                    "request-time": duration("The most that one of its calls may take."),
                                    "retry-budget": retry_budget()
                                },
                                "oneOf": [{ "required": ["policy"] }, { "required": ["client"] }],
                                "additionalProperties": false
                            }
                        },
                        "require": {
                            "description": "What `check` asks of the stack.",
                            "type": "object",
                            "properties": {
                                "max-calls": { "description": "The most calls that may reach the bottom.", "type": "integer", "minimum": 0 },
                                "max-total": duration("The longest time at the top.")
                            },
                            "additionalProperties": false
                        },
                        "allow": allowed("The findings that are allowed, each with its reason.")
                    },
                    "required": ["layers"],
                    "additionalProperties": false
                }
            },
            "policies": {
                "description": "The policies.",
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {
                    "description": "A policy.",
                    "type": "object",
                    "properties": properties,
                    "required": ["base", "max"],
                    "not": { "required": ["retries", "calls"] },
                    "additionalProperties": false
                }
            }
        },
        "anyOf": [{ "required": ["policies"] }, { "required": ["stacks"], "properties": { "stacks": { "description": "One at least.", "minProperties": 1 } } }],
        "additionalProperties": false
    })
}
