use holdoff::quantity::Malformed;
use holdoff::vendor::{Form, Profile, profile, profiles};

use super::args::VendorArgs;
use super::failure::Failure;
use super::output;

impl VendorArgs {
    /// `--profile`.
    pub(crate) fn profile(&self) -> Result<Option<&'static Profile>, Failure> {
        self.profile.as_deref().map(named).transpose()
    }

    /// `--reset-unit`.
    pub(crate) fn reset_unit(&self) -> Result<Option<Form>, Failure> {
        let unit = |text: &str| {
            Form::NUMBERS.into_iter().find(|form| form.name() == text).ok_or_else(|| {
                let fault = Malformed::whole("is not a unit of a reset", "write one of s, ms, epoch-s, epoch-ms");
                Failure::value("--reset-unit", text, &fault)
            })
        };
        self.reset_unit.as_deref().map(unit).transpose()
    }
}

/// The profile of that name, or the failure that names the nearest.
pub(crate) fn named(name: &str) -> Result<&'static Profile, Failure> {
    profile(name).ok_or_else(|| {
        let hint = match output::nearest(name, profiles().map(|it| it.name)) {
            Some(near) => format!("write `{near}`, or `holdoff profiles` for the list"),
            None => "write `holdoff profiles` for the list".to_owned(),
        };
        Failure::usage("unknown-profile", format!("there is no profile `{name}`"), hint)
    })
}
