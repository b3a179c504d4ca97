//! The families of dialects, a file each. A family exports its dialects as `ALL`.

use super::Dialect;
use crate::quantity::Exact;

mod aws;
mod collectors;
mod commands;
mod envoy;
mod fetchers;
mod grpc;
mod jvm;
mod node_backoff;
mod node_retry;
mod node_services;
mod oban;
mod polly;
mod python_backoff;
mod python_http;
mod python_jobs;
mod python_services;
mod ruby;
mod sdks;
mod step_functions;
mod symfony;
mod tenacity;
mod urllib3;
mod workflows;

/// Every family, in the order in which `holdoff dialects` lists them.
pub(super) const ALL: &[&[Dialect]] = &[
    grpc::ALL,
    envoy::ALL,
    step_functions::ALL,
    aws::ALL,
    urllib3::ALL,
    tenacity::ALL,
    python_backoff::ALL,
    python_http::ALL,
    python_services::ALL,
    python_jobs::ALL,
    node_retry::ALL,
    fetchers::ALL,
    node_backoff::ALL,
    node_services::ALL,
    sdks::ALL,
    jvm::ALL,
    polly::ALL,
    ruby::ALL,
    symfony::ALL,
    oban::ALL,
    commands::ALL,
    workflows::ALL,
    collectors::ALL,
];

/// So many seconds, in nanoseconds.
fn seconds(number: u64) -> Exact {
    Exact::new(number, 9)
}

/// So many milliseconds, in nanoseconds.
fn milliseconds(number: u64) -> Exact {
    Exact::new(number, 6)
}

/// A number without decimals.
fn whole(number: u64) -> Exact {
    Exact::new(number, 0)
}
