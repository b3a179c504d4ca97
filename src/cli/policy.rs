use holdoff::policy::{NativeFlags, Policy, PolicyError};
use holdoff::quantity::{Exact, parse_duration};
use holdoff::timeline::WaitTooLong;

use super::args::PolicyArgs;
use super::failure::Failure;
use super::output;
use super::suggest::JITTERS;

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
    Policy::native(&flags).map_err(|mut error| {
        let meant = match (error.option, &args.jitter, &args.unit) {
            ("jitter", Some(text), _) => {
                output::nearest(text, JITTERS.into_iter()).map(|near| format!("write `{near}`"))
            }
            ("unit", _, Some(text)) => meant_unit(text),
            _ => None,
        };
        if let Some(meant) = meant {
            error.hint = meant;
        }
        failure(&error)
    })
}

/// What to write for a unit in other words, such as `seconds`: what is said of it at the end of a duration.
fn meant_unit(text: &str) -> Option<String> {
    let fault = parse_duration(&format!("1{text}")).err()?;
    text.chars().all(char::is_alphabetic).then(|| fault.hint().to_owned())
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
