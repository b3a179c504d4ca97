//! The policy file of holdoff itself: `[policies.NAME]` with the words of the flags.

use super::keys::nearest;
use super::{Asks, Translation, budget, written};
use crate::document::{Document, Entry, Fault, Node, Value};
use crate::policy::{Growth, NativeFlags, Policy, PolicyError, ServerWait};

/// The keys of a policy, in the order of the documentation.
pub const KEYS: [&str; 17] = [
    "base",
    "max",
    "factor",
    "growth",
    "retries",
    "calls",
    "jitter",
    "unit",
    "request-time",
    "deadline",
    "retry-on",
    "methods",
    "server-wait",
    "idempotency-key",
    "retry-budget",
    "require",
    "allow",
];

/// The words that `growth` takes.
pub const GROWTHS: [&str; 4] = ["geometric", "constant", "linear", "fibonacci"];

/// Whether a document is a policy file: it has a map `policies`, or stacks with layers.
pub fn is_native(document: &Document) -> bool {
    document.roots.iter().any(|root| root.get("policies").is_some()) || has_stacks(document)
}

fn has_stacks(document: &Document) -> bool {
    let stacks = document.roots.iter().filter_map(|root| root.get("stacks")).flat_map(Node::entries);
    stacks.into_iter().any(|stack| stack.value.get("layers").is_some())
}

/// The names of the policies in a file, each with its values; none in a file that has stacks alone.
///
/// # Errors
///
/// When `policies` is no map or is empty, or another key stands beside it.
pub fn policies(document: &Document) -> Result<Vec<&Entry>, Fault> {
    let mut found = Vec::new();
    for entry in document.roots.iter().flat_map(Node::entries) {
        match (entry.key.as_str(), &entry.value.value) {
            // What JSON Schema has editors look at.
            ("$schema", Value::Text(_)) => {}
            ("policies", Value::Map(policies)) => found.extend(policies),
            // What `check` asks of all of them.
            ("require" | "allow", Value::Map(_)) => {}
            // Layers that retry inside one another, which `check` and `compare` put together.
            ("stacks", Value::Map(_)) => {}
            ("policies", _) => {
                let hint = "write `[policies.NAME]` and its keys beneath";
                return Err(Fault::new(format!("policies: is {}", entry.value.kind()), hint, entry.value.span.clone()));
            }
            (key, _) => {
                let hint = "a policy file has the keys `policies`, `stacks`, `require` and `allow`";
                return Err(Fault::new(format!("`{key}` is no key of a policy file"), hint, entry.at.clone()));
            }
        }
    }
    if found.is_empty() && !has_stacks(document) {
        let at = 0..document.text.len();
        return Err(Fault::new("the file has no policy", "write `[policies.NAME]` with `base` and `max`", at));
    }
    Ok(found)
}

/// The policy of one entry.
///
/// # Errors
///
/// An unknown key, and what [`Policy::native`] refuses; the error names the bytes.
pub fn policy(entry: &Entry) -> Result<Translation, Fault> {
    let node = &entry.value;
    if !matches!(node.value, Value::Map(_)) {
        let hint = "write `base` and `max` beneath it";
        return Err(Fault::new(format!("{}: is {}", entry.key, node.kind()), hint, node.span.clone()));
    }
    for entry in node.entries() {
        if !KEYS.contains(&entry.key.as_str()) {
            let hint = match nearest(&entry.key, KEYS.into_iter()) {
                Some(near) => format!("write `{near}`"),
                None => format!("write one of {}", KEYS.join(", ")),
            };
            return Err(Fault::new(format!("`{}` is no key of a policy", entry.key), hint, entry.at.clone()));
        }
    }
    let text = |key: &str| node.get(key).map(|value| scalar(key, value)).transpose();
    let required = |key: &str| {
        let fault = || {
            let hint = format!("write `{key} = …` beneath `[policies.{}]`", entry.key);
            Fault::new(format!("the policy `{}` has no {key}", entry.key), hint, entry.at.clone())
        };
        text(key)?.ok_or_else(fault)
    };
    let flags = NativeFlags {
        base: required("base")?,
        max: required("max")?,
        factor: text("factor")?,
        retries: text("retries")?,
        calls: text("calls")?,
        jitter: text("jitter")?,
        unit: text("unit")?,
    };
    let at_key = |error: &PolicyError| placed(error, node, entry);
    let mut policy = Policy::native(&flags).map_err(|error| at_key(&error))?;
    if let Some(growth) = node.get("growth") {
        policy.growth = grown(&policy, growth, node.get("factor"))?;
    }
    if let Some(rule) = node.get("server-wait") {
        let written = scalar("server-wait", rule)?;
        let found = ServerWait::ALL.into_iter().find(|it| it.name() == written);
        policy.server_wait = found.ok_or_else(|| {
            let names = ServerWait::ALL.map(ServerWait::name).join(", ");
            Fault::new(
                format!("server-wait: `{written}` is no rule"),
                format!("write one of {names}"),
                rule.span.clone(),
            )
        })?;
    }
    let duration = |key: &'static str| {
        let text = text(key)?;
        text.map(|text| policy.duration(key, text).map_err(|error| at_key(&error))).transpose()
    };
    let asks = Asks {
        request_time: duration("request-time")?,
        deadline: duration("deadline")?,
        retry_on: node.get("retry-on").map(statuses).transpose()?,
        methods: node.get("methods").map(methods).transpose()?,
        idempotency_key: node.get("idempotency-key").map(truth).transpose()?.unwrap_or(false),
        retry_budget: node.get("retry-budget").map(budget::native).transpose()?,
    };
    let (at, written) = (entry.at.clone(), written(node));
    Ok(Translation { dialect: None, name: Some(entry.key.clone()), policy, asks, notes: Vec::new(), at, written })
}

fn scalar<'a>(key: &str, node: &'a Node) -> Result<&'a str, Fault> {
    node.scalar()
        .ok_or_else(|| Fault::new(format!("{key}: is {}", node.kind()), "write a text or a number", node.span.clone()))
}

/// A fault of a value, at its place in the file.
fn placed(error: &PolicyError, node: &Node, entry: &Entry) -> Fault {
    let at = node.get(error.option).map_or_else(|| entry.at.clone(), |value| value.span.clone());
    Fault::new(format!("{}: {}", error.option, error.message), error.hint.clone(), at)
}

/// `growth`: what the base becomes.
fn grown(policy: &Policy, node: &Node, factor: Option<&Node>) -> Result<Growth, Fault> {
    let written = scalar("growth", node)?;
    let base = policy.growth.base();
    if let (Some(factor), false) = (factor, written == "geometric") {
        let message = format!("factor: {written} growth has none");
        return Err(Fault::new(
            message,
            "leave the factor out, or write `growth = \"geometric\"`",
            factor.span.clone(),
        ));
    }
    Ok(match written {
        "geometric" => policy.growth.clone(),
        "constant" => Growth::constant(base),
        "linear" => Growth::linear(base.clone(), base),
        "fibonacci" => Growth::Fibonacci { first: base.clone(), second: base },
        _ => {
            let hint = match nearest(written, GROWTHS.into_iter()) {
                Some(near) => format!("write `{near}`"),
                None => format!("write one of {}", GROWTHS.join(", ")),
            };
            return Err(Fault::new(format!("growth: `{written}` is not known"), hint, node.span.clone()));
        }
    })
}

fn truth(node: &Node) -> Result<bool, Fault> {
    match node.value {
        Value::Bool(truth) => Ok(truth),
        _ => Err(Fault::new("idempotency-key: is neither true nor false", "write true or false", node.span.clone())),
    }
}

fn statuses(node: &Node) -> Result<Vec<u16>, Fault> {
    let hint = "write a list of statuses, as in `[429, 503]`";
    let status = |item: &Node| {
        let written = item.scalar().unwrap_or_default();
        let status = written.parse().ok().filter(|status| (100..=999).contains(status));
        status.ok_or_else(|| Fault::new(format!("retry-on: `{written}` is no status"), hint, item.span.clone()))
    };
    match &node.value {
        Value::List(items) => items.iter().map(status).collect(),
        _ => Err(Fault::new(format!("retry-on: is {}", node.kind()), hint, node.span.clone())),
    }
}

fn methods(node: &Node) -> Result<Vec<String>, Fault> {
    let hint = "write a list of methods, as in `[\"GET\", \"PUT\"]`";
    let method = |item: &Node| {
        let is_token = |it: &&str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_graphic() && it != b',');
        let written = item.scalar().filter(is_token);
        let fault = || Fault::new("methods: this is no method", hint, item.span.clone());
        written.map(str::to_owned).ok_or_else(fault)
    };
    match &node.value {
        Value::List(items) => items.iter().map(method).collect(),
        _ => Err(Fault::new(format!("methods: is {}", node.kind()), hint, node.span.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Language;
    use crate::policy::RetryBudget;
    use crate::quantity::Exact;
    use crate::timeline::Waits;

    fn only(text: &str) -> Result<Translation, Fault> {
        let document = Document::parse("holdoff.toml", text, Language::Toml)?;
        policy(policies(&document)?[0])
    }

    #[test]
    fn every_key_is_read() {
        let text = "[policies.a]\nbase = \"1s\"\nmax = \"30s\"\nfactor = 3\ncalls = 4\njitter = \"full\"\nunit = \"ms\"\n\
                    request-time = \"500ms\"\ndeadline = \"1m\"\nretry-on = [429, 503]\nmethods = [\"GET\"]\n\
                    server-wait = \"floor\"\nretry-budget = { kind = \"aws\", cost = 5 }\n";
        let found = only(text).unwrap();
        assert_eq!((found.policy.retries, found.policy.server_wait), (Some(3), ServerWait::Floor));
        let asks = Asks {
            request_time: Some(Exact::new(500, 6)),
            deadline: Some(Exact::new(60, 9)),
            retry_on: Some(vec![429, 503]),
            methods: Some(vec!["GET".to_owned()]),
            idempotency_key: false,
            retry_budget: Some(RetryBudget::aws(5)),
        };
        assert_eq!((found.asks, found.name.as_deref()), (asks, Some("a")));
    }

    #[test]
    fn growth_has_four_words() {
        let waits = |growth: &str| -> Vec<String> {
            let text = format!("[policies.a]\nbase = 2\nmax = 7\nretries = 5\ngrowth = \"{growth}\"\n");
            let policy = only(&text).unwrap().policy;
            Waits::new(&policy).map(|wait| wait.unwrap().nominal.to_string()).collect()
        };
        assert_eq!(waits("geometric"), ["2", "4", "7", "7", "7"]);
        assert_eq!(waits("constant"), ["2"; 5]);
        assert_eq!(waits("linear"), ["2", "4", "6", "7", "7"]);
        assert_eq!(waits("fibonacci"), ["2", "2", "4", "6", "7"]);
    }

    #[test]
    fn faults_name_the_place_and_what_to_write() {
        for (text, message, hint, at) in [
            (
                "[policies.a]\nbase = 1\nmax = 2\nretires = 3",
                "`retires` is no key of a policy",
                "write `retries`",
                30..37,
            ),
            (
                "[policies.a]\nbase = 0\nmax = 2",
                "base: `0` is not above 0",
                "write a base greater than 0, such as `250ms`",
                20..21,
            ),
            ("[policies.a]\nbase = 1", "the policy `a` has no max", "write `max = …` beneath `[policies.a]`", 10..11),
            (
                "[policy.a]\nbase = 1",
                "`policy` is no key of a policy file",
                "a policy file has the keys `policies`, `stacks`, `require` and `allow`",
                1..7,
            ),
            (
                "[policies.a]\nbase = 1\nmax = 2\ngrowth = \"fibonaci\"",
                "growth: `fibonaci` is not known",
                "write `fibonacci`",
                39..49,
            ),
        ] {
            let fault = only(text).unwrap_err();
            assert_eq!((fault.message.as_str(), fault.hint.as_str(), fault.at), (message, hint, at), "{text}");
        }
    }
}
