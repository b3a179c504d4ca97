//! The values that shells complete, of flags whose values the library reads.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use holdoff::explain::pages as explain_pages;
use holdoff::policy::ServerWait;
use holdoff::quantity::Unit;
use holdoff::vendor::{Form, profiles as vendor_profiles};

/// Takes any text, and tells the shells which values there are. What is wrong with a value is for the library to say:
/// its messages name the place and the fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suggested(pub(crate) fn() -> Vec<PossibleValue>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

/// `--jitter`; a share is for the user to write.
pub(crate) fn jitters() -> Vec<PossibleValue> {
    values(JITTERS)
}

/// The names that `--jitter` takes beside a share.
pub(crate) const JITTERS: [&str; 4] = ["none", "full", "equal", "decorrelated"];

/// `--deny`, `--warn` and `--allow`; several names stand with commas between.
pub(crate) fn findings() -> Vec<PossibleValue> {
    values(holdoff::check::Rule::ALL.iter().map(|rule| rule.name()))
}

/// `--unit`.
pub(crate) fn units() -> Vec<PossibleValue> {
    values(Unit::ALL.map(Unit::name))
}

/// `--server-wait`.
pub(crate) fn server_waits() -> Vec<PossibleValue> {
    values(ServerWait::ALL.map(ServerWait::name))
}

/// The pages of `explain`.
pub(crate) fn pages() -> Vec<PossibleValue> {
    values(explain_pages().map(|page| page.name))
}

/// `--profile`, and the name that `profiles` takes.
pub(crate) fn profiles() -> Vec<PossibleValue> {
    values(vendor_profiles().map(|profile| profile.name))
}

/// `--dialect`, and the name that `dialects` takes.
pub(crate) fn dialects() -> Vec<PossibleValue> {
    values(holdoff::dialect::dialects().map(|dialect| dialect.name))
}

/// The dialects that `convert` writes.
pub(crate) fn writers() -> Vec<PossibleValue> {
    values(holdoff::dialect::writers::writers().map(|writer| writer.dialect))
}

/// `--reset-unit`.
pub(crate) fn reset_units() -> Vec<PossibleValue> {
    values(Form::NUMBERS.map(Form::name))
}

/// The names of the schemas.
pub(crate) fn schemas() -> Vec<PossibleValue> {
    values(holdoff::report::schema::ALL.iter().map(|schema| schema.name))
}

fn values(names: impl IntoIterator<Item = &'static str>) -> Vec<PossibleValue> {
    names.into_iter().map(PossibleValue::new).collect()
}
