//! The families of dialects, a file each. A family exports its dialects as `ALL`.

use super::Dialect;
use crate::policy::Growth;
use crate::quantity::Exact;

mod aws;
mod backon;
mod cenkalti;
mod collectors;
mod commands;
mod envoy;
mod fetchers;
mod go_clients;
mod google_cloud;
mod grpc;
mod guzzle;
mod jvm;
mod jvm_services;
mod kubernetes;
mod nextest;
mod node_backoff;
mod node_retry;
mod node_services;
mod oban;
mod polly;
mod python_backoff;
mod python_http;
mod python_jobs;
mod python_services;
mod resilience4j;
mod ruby;
mod rust_delays;
mod rust_policies;

mod sdks;
mod sqs;
mod step_functions;
mod symfony;
mod systemd;
mod tenacity;
mod urllib3;
mod workflows;

/// Every family, in the order in which `holdoff dialects` lists them.
pub(super) const ALL: &[&[Dialect]] = &[
    grpc::ALL,
    envoy::ALL,
    step_functions::ALL,
    sqs::ALL,
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
    backon::ALL,
    rust_delays::ALL,
    rust_policies::ALL,
    cenkalti::ALL,
    go_clients::ALL,
    resilience4j::ALL,
    jvm::ALL,
    jvm_services::ALL,
    polly::ALL,
    ruby::ALL,
    symfony::ALL,
    guzzle::ALL,
    oban::ALL,
    commands::ALL,
    workflows::ALL,
    systemd::ALL,
    collectors::ALL,
    kubernetes::ALL,
    google_cloud::ALL,
    nextest::ALL,
];

/// Growth that is compared with the cap from the second wait on: a first wait above the cap is made as it is, and one that
/// is the cap stays there.
fn capped_from_second(base: Exact, factor: Exact, max: Option<Exact>) -> (Growth, Option<Exact>) {
    match max {
        Some(max) if base > max => (Growth::Table(vec![base, max]), None),
        Some(max) if base == max => (Growth::constant(base), Some(max)),
        max => (Growth::Geometric { base, factor }, max),
    }
}

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
