use holdoff::dialect::dialects;
use holdoff::report::dialects::{Dialects, SingleDialect};

use super::args::DialectsArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::{output, policies};

/// `holdoff dialects`.
pub(crate) fn run(args: &DialectsArgs) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => output::print(&args.output, &SingleDialect(policies::named(name)?), Exit::Done),
        None => output::print(&args.output, &Dialects(dialects().collect()), Exit::Done),
    }
}
