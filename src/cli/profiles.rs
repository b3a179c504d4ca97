use holdoff::report::profiles::{Profiles, SingleProfile};
use holdoff::vendor::profiles;

use super::args::ProfilesArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::{output, vendor};

/// `holdoff profiles`.
pub(crate) fn run(args: &ProfilesArgs) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => output::print(&args.output, &SingleProfile(vendor::named(name)?), Exit::Done),
        None => output::print(&args.output, &Profiles(profiles().collect()), Exit::Done),
    }
}
