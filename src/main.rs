//! Tells when to retry.

fn main() {}
