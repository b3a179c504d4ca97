//! The program around the library: flags to requests, requests to answers. Files, the terminal and the clock are read
//! here and nowhere else.

mod args;
mod batches;
mod blocks;
mod check;
mod clock;
mod compare;
mod completions;
mod convert;
mod dialects;
mod exit;
mod explain;
mod failure;
mod found;
#[cfg(test)]
mod generated;
mod git;
mod help;
mod input;
mod inspect;
mod output;
mod policies;
mod policy;
mod profiles;
mod schedule;
mod schema;
mod simulate;
mod source;
mod stream;
mod suggest;
mod terminal;
mod vendor;

use std::ffi::OsString;
use std::process::ExitCode;

use args::Request;
use exit::Exit;
use failure::Failure;

/// Runs one command and tells its exit code.
pub(crate) fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    let wants_json = args::wants_json(&args);
    let exit = execute(args).unwrap_or_else(|failure| {
        output::print_failure(&failure, wants_json);
        failure.exit
    });
    input::drain_stdin();
    exit.into()
}

fn execute(args: Vec<OsString>) -> Result<Exit, Failure> {
    let request = match args::parse(args) {
        Ok(request) => request,
        Err(error) if error.use_stderr() => {
            return match error.kind() {
                clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                    output::print_help(&error)?;
                    Ok(Exit::Usage)
                }
                _ => Err(Failure::from_clap(&error)),
            };
        }
        Err(help) => {
            output::print_help(&help)?;
            return Ok(Exit::Done);
        }
    };
    match request {
        Request::Schedule(args) => schedule::run(&args),
        Request::Inspect(args) => inspect::run(&args),
        Request::Simulate(args) => simulate::run(&args),
        Request::Compare(args) => compare::run(&args),
        Request::Check(args) => check::run(&args),
        Request::Convert(args) => convert::run(&args),
        Request::Profiles(args) => profiles::run(&args),
        Request::Dialects(args) => dialects::run(&args),
        Request::Explain(args) => explain::run(&args),
        Request::Schema(args) => schema::run(&args),
        Request::Completions(args) => completions::run(&args),
    }
}
