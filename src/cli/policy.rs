use holdoff::policy::{NativeFlags, Policy, PolicyError};
use holdoff::quantity::Exact;
use holdoff::timeline::WaitTooLong;

use super::args::PolicyArgs;
use super::failure::Failure;

/// The policy that the flags describe.
pub(crate) fn policy(args: &PolicyArgs) -> Result<Policy, Failure> {
    let flags = NativeFlags {
        base: &args.base,
        max: &args.max,
        factor: args.factor.as_deref(),
        retries: args.retries.as_deref(),
        calls: args.calls.as_deref(),
        jitter: args.jitter.as_deref(),
        unit: args.unit.as_deref(),
    };
    Policy::native(&flags).map_err(|error| failure(&error))
}

/// A duration of the policy's world, such as the time of one call; `option` is the flag without its dashes.
pub(crate) fn duration(policy: &Policy, option: &'static str, text: &str) -> Result<Exact, Failure> {
    policy.duration(option, text).map_err(|error| failure(&error))
}

/// The failure of a policy without a max whose waits grow beyond all bounds.
pub(crate) fn too_long(error: &WaitTooLong) -> Failure {
    Failure::usage("wait-too-long", format!("--max none: {}", error.message), error.hint())
}

fn failure(error: &PolicyError) -> Failure {
    let message = format!("--{}: {}", error.option, error.message);
    Failure::usage("invalid-value", message, error.hint.clone()).pointing(&error.written, error.at.clone())
}
