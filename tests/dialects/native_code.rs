//! Clients in Rust and Go.

use super::Group;

pub(crate) const GROUP: Group = Group {
    cases: &[],
    asked: &[],
    not_built: &[
        "backon-default",
        "backon-8-jitter",
        "backon-total-delay10",
        "backon-fibo-cap10",
        "tokio-retry-10",
        "tokio-retry-2x500",
        "tokio-retry-fibo",
        "tokio-retry2-factor-jitter",
        "tokio-retry2-exp",
        "rust-backoff-default",
        "rust-expbackoff-nojit",
        "rust-expbackoff-jit0.3",
        "retry-policies-none",
        "retry-policies-full",
        "retry-policies-bounded",
        "rust-retry-2.2",
        "rust-retry-basefactor",
        "cenkalti-default",
        "cenkalti-withmaxretries3",
        "aws-go-v2-legacy",
        "gax-go",
        "jpillora-jitter",
        "k8s-DefaultBackoff",
        "k8s-wait-cap-stops",
        "cloudtasks-doublings3",
        "cloudscheduler-5",
        "aws-go-v2-2026",
    ],
};
