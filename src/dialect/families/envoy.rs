//! Envoy's retry policy, and Istio's, which becomes one.

use super::{milliseconds, seconds};
use crate::diagnostic::{Code, Severity};
use crate::dialect::budget;
use crate::dialect::keys::time;
use crate::dialect::recognise::beneath;
use crate::dialect::{Cap, Counts, Dialect, Form, Found, Key, Keys, Takes};
use crate::document::{Fault, Node};
use crate::policy::{Edge, Growth, Jitter, Policy, ServerField, ServerForm, ServerWait};
use crate::quantity::{Exact, Unit};

pub(super) const ALL: &[Dialect] = &[ENVOY, ISTIO];

const ENVOY: Dialect = Dialect {
    name: "envoy",
    title: "Envoy retry_policy",
    version: "source as of 2025, not run",
    source: "envoy source/common/common/backoff_strategy.cc; route_components.proto",
    form: Form::File(find),
    recognised: true,
    counts: Counts::Retries,
    cap: Cap::Holds,
    unit: None,
    loose_keys: true,
    keys: &[
        Key::new("num_retries", Takes::Count, "1", "the retries"),
        Key::new("retry_back_off", Takes::Other, "", "base_interval, 25ms, and max_interval, ten times the base"),
        Key::new("rate_limited_retry_back_off", Takes::Other, "", "reset_headers and max_interval, 300s"),
        Key::new("retry_on", Takes::Other, "", "what is retried"),
        Key::new("per_try_timeout", Takes::Duration, "", "the most that one call takes"),
        Key::new("per_try_idle_timeout", Takes::Duration, "", "the most that one call is silent"),
        Key::new("retriable_status_codes", Takes::Other, "", "the statuses of retriable-status-codes"),
        Key::new("retriable_headers", Takes::Other, "", "the fields of retriable-headers"),
        Key::new("retriable_request_headers", Takes::Other, "", "fields that a request needs to be retried"),
        Key::new("retry_host_predicate", Takes::Other, "", "which hosts are passed over"),
        Key::new("retry_priority", Takes::Other, "", "which priority comes next"),
        Key::new("retry_options_predicates", Takes::Other, "", "changes of the upstream"),
        Key::new("host_selection_retry_max_attempts", Takes::Count, "1", "how often a host is chosen anew"),
    ],
    about: &[
        "Each wait is a whole number of milliseconds from 0 up to, but not including, the capped wait.",
        "The retry_budget of the route's cluster is read where the cluster stands in the same document.",
        "The route's timeout, 15 s unless written, ends all calls and waits together.",
        "A filter or a service that calls out by itself begins with 1 s unless written, and the timeout of its URI ends it.",
        "With rate_limited_retry_back_off the server's wait is lengthened by up to a half at random; it is read in the \
         reset_headers alone, as whole seconds or a Unix time that is not past.",
    ],
    read,
};

const ISTIO: Dialect = Dialect {
    name: "istio",
    title: "Istio VirtualService retries",
    version: "documentation as of 2025, not run",
    source: "istio.io/latest/docs/reference/config/networking/virtual-service (HTTPRetry)",
    form: Form::File(find_istio),
    keys: &[
        Key::new("attempts", Takes::Count, "2", "the retries"),
        Key::new("perTryTimeout", Takes::Duration, "", "the most that one call takes"),
        Key::new("retryOn", Takes::Other, "", "what is retried"),
        Key::new("backoff", Takes::Duration, "25ms", "the base"),
        Key::new("retryRemoteLocalities", Takes::Other, "", "whether other localities are tried"),
        Key::new("retryIgnorePreviousHosts", Takes::Other, "", "whether hosts that failed are passed over"),
    ],
    about: &[
        "The waits are Envoy's: from 0 up to the base, doubled up to ten times the base.",
        "`attempts` counts retries, although its name says otherwise.",
    ],
    read: read_istio,
    ..ENVOY
};

fn find(root: &Node) -> Vec<Found<'_>> {
    let found = beneath(root, &["retry_policy", "retryPolicy"], |node| {
        const OWN: [&str; 8] = [
            "num_retries",
            "numRetries",
            "retry_on",
            "retryOn",
            "retry_back_off",
            "retryBackOff",
            "rate_limited_retry_back_off",
            "rateLimitedRetryBackOff",
        ];
        OWN.iter().any(|key| node.get(key).is_some())
    });
    let budget = |around: &Node| budget::of_cluster(root, around.get("cluster").and_then(Node::scalar)?);
    found.into_iter().map(|it| Found { budget: budget(it.around), ..it }).collect()
}

fn find_istio(root: &Node) -> Vec<Found<'_>> {
    let service = root.at(&["metadata", "name"]).and_then(Node::scalar).unwrap_or("");
    let routes = root.at(&["spec", "http"]).map_or(&[][..], Node::items);
    let named = routes.iter().enumerate().filter_map(|(at, route)| {
        let name = route.get("name").and_then(Node::scalar);
        let name = name.map_or_else(|| format!("{service}.{at}"), str::to_owned);
        Some(Found::new(name, route.get("retries")?, route))
    });
    let found: Vec<_> = named.collect();
    // A part of it: the routes, or one route's retries.
    let is_retries = |node: &Node| {
        node.get("attempts").is_some() && (node.get("perTryTimeout").is_some() || node.get("retryOn").is_some())
    };
    if found.is_empty() && root.get("apiVersion").is_none() { beneath(root, &["retries"], is_retries) } else { found }
}

fn read(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = keys.count_or("num_retries", 1)?;
    let within = |node: Option<&Node>, names: [&str; 2]| -> Result<Option<Exact>, Fault> {
        let value = node.and_then(|node| names.iter().find_map(|name| node.get(name)));
        value.map(|value| time(value, None)).transpose()
    };
    let back_off = keys.node("retry_back_off");
    let of_filter = is_of_filter(keys.around());
    let usual = if of_filter { seconds(1) } else { milliseconds(25) };
    let base = within(back_off, ["base_interval", "baseInterval"])?.unwrap_or(usual);
    let max = within(back_off, ["max_interval", "maxInterval"])?.unwrap_or_else(|| base.times_whole(10));
    if base < milliseconds(1) {
        return Err(keys.fault(
            "retry_back_off",
            "a base_interval below 1 ms is refused by Envoy",
            "write 1ms or more",
        ));
    }
    if max < base {
        let hint = "write a max_interval that is not below it";
        return Err(keys.fault(
            "retry_back_off",
            "the max_interval is below the base_interval, which Envoy refuses",
            hint,
        ));
    }
    if of_filter {
        uri_timeout(keys)?
    } else {
        timeout(keys)?
    }
    keys.asks.retry_budget = keys.budget().map(budget::envoy).transpose()?;
    let limited = keys.node("rate_limited_retry_back_off");
    let mut policy = jittered(base, max, retries);
    if let Some(limited) = limited {
        policy.server_wait = ServerWait::Honor;
        policy.server_spread = Some(Edge::share(Exact::new(15, -1)));
        policy.server_fields = reset_headers(keys, limited)?;
        let limit = within(Some(limited), ["max_interval", "maxInterval"])?;
        policy.server_limit = Some(limit.unwrap_or_else(|| seconds(300)));
    }
    Ok(policy)
}

/// The fields that Envoy reads, and how.
fn reset_headers(keys: &Keys<'_>, limited: &Node) -> Result<Vec<ServerField>, Fault> {
    let list = ["reset_headers", "resetHeaders"].iter().find_map(|key| limited.get(key)).map_or(&[][..], Node::items);
    let fault = |what: &str, hint: &str| keys.fault("rate_limited_retry_back_off", what, hint);
    if list.is_empty() {
        return Err(fault("without reset_headers it is refused by Envoy", "write the fields that tell the wait"));
    }
    let field = |header: &Node| {
        let name = header.get("name").and_then(Node::scalar);
        let name = name.ok_or_else(|| fault("a reset header has no name", "write `name: Retry-After`"))?.to_owned();
        let form = match header.get("format").and_then(Node::scalar) {
            None | Some("SECONDS") => ServerForm::Seconds,
            Some("UNIX_TIMESTAMP") => ServerForm::UnixTime,
            Some(_) => return Err(fault("a format is none of Envoy's", "write SECONDS or UNIX_TIMESTAMP")),
        };
        Ok(ServerField { name, form })
    };
    list.iter().map(field).collect()
}

fn read_istio(keys: &mut Keys<'_>) -> Result<Policy, Fault> {
    let retries = keys.count_or("attempts", 2)?;
    let base = keys.time_or("backoff", milliseconds(25))?;
    if let Some(timeout) = keys.around().get("timeout") {
        keys.asks.deadline = Some(time(timeout, None)?);
    }
    let max = base.times_whole(10);
    Ok(jittered(base, max, retries))
}

/// The route's timeout holds for all calls.
fn timeout(keys: &mut Keys<'_>) -> Result<(), Fault> {
    // What a virtual host has is for all its routes, each with a timeout of its own.
    if keys.around().get("routes").is_some() {
        return Ok(());
    }
    let written = keys.around().get("timeout");
    let limit = written.map(|it| time(it, None)).transpose()?;
    match limit {
        // 0s is none at all.
        Some(limit) if limit.is_zero() => {}
        Some(limit) => keys.asks.deadline = Some(limit),
        None => {
            keys.asks.deadline = Some(seconds(15));
            let message = "the route has no timeout of its own; Envoy ends calls and waits after 15 s together";
            keys.note(Code::DefaultTimeLimit, Severity::Note, "num_retries", message);
        }
    }
    Ok(())
}

/// Whether it is no route's, but that of a filter or a service which calls out by itself (`core.v3.RetryPolicy`): what
/// stands beside it tells.
fn is_of_filter(around: &Node) -> bool {
    const BESIDE: [&str; 14] = [
        "envoy_grpc",
        "envoyGrpc",
        "google_grpc",
        "googleGrpc",
        "http_uri",
        "httpUri",
        "server_uri",
        "serverUri",
        "token_endpoint",
        "tokenEndpoint",
        "sha256",
        "cluster_name",
        "clusterName",
        "uri",
    ];
    BESIDE.iter().any(|key| around.get(key).is_some())
}

/// The timeout of the URI holds for all calls (`AsyncClient::RequestOptions::setTimeout`), and where a file is fetched,
/// which has a checksum, for each of them (`RemoteDataFetcher`).
fn uri_timeout(keys: &mut Keys<'_>) -> Result<(), Fault> {
    const URIS: [&str; 6] = ["http_uri", "httpUri", "server_uri", "serverUri", "token_endpoint", "tokenEndpoint"];
    let around = keys.around();
    let uri = URIS.iter().find_map(|key| around.get(key)).unwrap_or(around);
    let limit = uri.get("timeout").map(|it| time(it, None)).transpose()?.filter(|limit| !limit.is_zero());
    if around.get("sha256").is_some() {
        keys.asks.request_time = limit;
    } else {
        keys.asks.deadline = limit;
    }
    Ok(())
}

/// A whole number of milliseconds below the doubled base (`random % interval`).
fn jittered(base: Exact, max: Exact, retries: u64) -> Policy {
    Policy {
        max: Some(max),
        jitter: Jitter::Full,
        grain: Some(milliseconds(1)),
        retries: Some(retries),
        server_wait: ServerWait::Ignore,
        ..Policy::growing(true, Some(Unit::Millisecond), Growth::Geometric { base, factor: Exact::new(2, 0) })
    }
}
