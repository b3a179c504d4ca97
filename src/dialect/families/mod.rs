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
mod oban;
mod polly;
mod python_services;
mod resilience4j;
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
    python_services::ALL,
    node_retry::ALL,
    fetchers::ALL,
    node_backoff::ALL,
    sdks::ALL,
    resilience4j::ALL,
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

/// The longest wait that `setTimeout` holds, 2^31 - 1 ms; Node.js makes a longer one 1 ms, with a warning
/// (`TimeoutOverflowWarning`, lib/internal/timers.js).
fn set_timeout() -> Exact {
    milliseconds(2_147_483_647)
}

/// A number without decimals.
fn whole(number: u64) -> Exact {
    Exact::new(number, 0)
}
