//! Retry budgets as files have them: a policy file's own, gRPC's and Envoy's.

use crate::document::{Fault, Node, Value};
use crate::policy::RetryBudget;

/// `retry-budget` of a policy file: `kind`, and the keys of that kind.
///
/// # Errors
///
/// What [`RetryBudget::read`] refuses; the fault names the bytes.
pub(crate) fn native(node: &Node) -> Result<RetryBudget, Fault> {
    let kinds = || format!("write `kind` and one of {}", RetryBudget::KINDS.join(", "));
    let fault =
        |what: String, hint: String, at: &Node| Fault::new(format!("retry-budget: {what}"), hint, at.span.clone());
    if !matches!(node.value, Value::Map(_)) {
        return Err(fault(format!("is {}", node.kind()), "write `retry-budget = { kind = \"aws\" }`".to_owned(), node));
    }
    let kind = node.get("kind").ok_or_else(|| fault("has no kind".to_owned(), kinds(), node))?;
    let entries: Vec<_> = node.entries().iter().filter(|entry| entry.key != "kind").collect();
    let pair = |entry: &crate::document::Entry| -> Result<(String, String), Fault> {
        let text = entry.value.scalar().ok_or_else(|| {
            let what = format!("{}: is {}", entry.key, entry.value.kind());
            fault(what, "write a number".to_owned(), &entry.value)
        })?;
        Ok((entry.key.clone(), text.to_owned()))
    };
    let pairs = entries.iter().map(|entry| pair(entry)).collect::<Result<Vec<_>, _>>()?;
    let given: Vec<(&str, &str)> = pairs.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    RetryBudget::read(kind.scalar().unwrap_or_default(), &given).map_err(|wrong| {
        let at = wrong.at.and_then(|at| entries.get(at)).map_or(kind, |entry| &entry.value);
        fault(wrong.message, wrong.hint, at)
    })
}

/// `retryThrottling` of a gRPC service config. Decimals past the third are not looked at (gRFC A6).
///
/// # Errors
///
/// A number that is missing or out of its range, which gRPC refuses with the whole config; the fault names the bytes.
pub(crate) fn grpc(node: &Node) -> Result<RetryBudget, Fault> {
    let get = |names: [&str; 2]| names.iter().find_map(|name| node.get(name)).and_then(Node::scalar);
    let ratio = get(["tokenRatio", "token_ratio"]).map(|text| match text.split_once('.') {
        Some((whole, decimals)) if decimals.len() > 3 && decimals.bytes().all(|it| it.is_ascii_digit()) => {
            format!("{whole}.{}", decimals.get(..3).unwrap_or_default())
        }
        _ => text.to_owned(),
    });
    let tokens = get(["maxTokens", "max_tokens"]).map(|text| ("max-tokens", text));
    let given: Vec<_> = tokens.into_iter().chain(ratio.as_deref().map(|text| ("token-ratio", text))).collect();
    RetryBudget::read("grpc", &given).map_err(|wrong| {
        let message = wrong.message.replace("max-tokens", "maxTokens").replace("token-ratio", "tokenRatio");
        let hint = wrong.hint.replace("max-tokens", "maxTokens").replace("token-ratio", "tokenRatio");
        Fault::new(format!("retryThrottling: {message}"), hint, node.span.clone())
    })
}

/// `retry_budget` of an Envoy cluster.
///
/// # Errors
///
/// A number out of its range, which Envoy refuses; the fault names the bytes.
pub(crate) fn envoy(node: &Node) -> Result<RetryBudget, Fault> {
    let get = |names: [&str; 2]| names.iter().find_map(|name| node.get(name));
    let percent =
        get(["budget_percent", "budgetPercent"]).map(|it| it.get("value").unwrap_or(it)).and_then(Node::scalar);
    let least = get(["min_retry_concurrency", "minRetryConcurrency"]).and_then(Node::scalar);
    let keys = [("budget-percent", percent), ("min-retry-concurrency", least)];
    let given: Vec<_> = keys.into_iter().filter_map(|(key, text)| Some((key, text?))).collect();
    RetryBudget::read("envoy", &given).map_err(|wrong| {
        Fault::new(format!("retry_budget: {}", wrong.message.replace('-', "_")), wrong.hint, node.span.clone())
    })
}

/// The retry budget of the cluster of that name, of its default priority.
pub(crate) fn of_cluster<'a>(root: &'a Node, name: &str) -> Option<&'a Node> {
    let mut found = None;
    root.walk(&mut Vec::new(), &mut |_, node| {
        let breakers = node.get("circuit_breakers").or_else(|| node.get("circuitBreakers"));
        let Some(breakers) = breakers.filter(|_| node.get("name").and_then(Node::scalar) == Some(name)) else { return };
        let is_default =
            |it: &&Node| it.get("priority").and_then(Node::scalar).is_none_or(|priority| priority == "DEFAULT");
        let threshold = breakers.get("thresholds").map_or(&[][..], Node::items).iter().find(is_default);
        found = found.or_else(|| threshold?.get("retry_budget").or_else(|| threshold?.get("retryBudget")));
    });
    found
}
