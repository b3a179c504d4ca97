//! Policies: from flags, from files, from the keys of a client.

use holdoff::dialect::{Asks, Translation};
use holdoff::policy::{NativeFlags, Policy, PolicyError};
use holdoff::quantity::{Exact, Unit, parse_duration};
use holdoff::report::origin::Origin;
use holdoff::timeline::WaitTooLong;

use super::args::PolicyArgs;
use super::failure::Failure;
use super::output;
use super::policies::{Policies, file_and_name, named};
use super::suggest::JITTERS;

/// A policy and what came with it.
pub(crate) struct Chosen {
    pub(crate) policy: Policy,
    pub(crate) asks: Asks,
    pub(crate) origin: Option<Origin>,
}

/// The policy that the flags describe or name.
pub(crate) fn policy(args: &PolicyArgs) -> Result<Chosen, Failure> {
    let (policies, name) = match (&args.policy, args.client.as_deref()) {
        (Some(argument), _) => {
            let (file, name) = file_and_name(argument);
            (Policies::of_file(file, args.dialect.as_deref().map(named).transpose()?)?, name)
        }
        (None, Some([name, keys])) => (Policies::of_client(name, keys)?, None),
        _ => return Ok(Chosen { policy: of_flags(args)?, asks: Asks::default(), origin: None }),
    };
    let translation = policies.one(name)?;
    let origin = Origin::new(&translation, &policies.document);
    let Translation { mut policy, asks, .. } = translation;
    if let Some(text) = args.unit.as_deref() {
        policy.unit = Some(unit(text)?);
    }
    Ok(Chosen { policy, asks, origin: Some(origin) })
}

/// `--unit`.
pub(crate) fn unit(text: &str) -> Result<Unit, Failure> {
    let found = Unit::ALL.into_iter().find(|it| it.name() == text);
    let hint = || meant_unit(text).unwrap_or_else(|| format!("write one of {}", Unit::ALL.map(Unit::name).join(", ")));
    found.ok_or_else(|| Failure::usage("invalid-value", format!("--unit: `{text}` is not a unit"), hint()))
}

/// The policy of the native flags.
fn of_flags(args: &PolicyArgs) -> Result<Policy, Failure> {
    let flags = NativeFlags {
        base: args.base.as_deref().unwrap_or_default(),
        max: args.max.as_deref().unwrap_or_default(),
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
