use std::io::{self, Write};

use holdoff::convert::{NotWritten, Source, convert};
use holdoff::dialect::writers::{Writer, writer, writers};
use holdoff::report::convert::Conversion;

use super::args::{ConvertArgs, Format};
use super::exit::Exit;
use super::failure::Failure;
use super::output;
use super::policy::{self, Chosen};

/// `holdoff convert`.
pub(crate) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let writer = named(&args.to)?;
    let Chosen { policy, asks, origin } = policy::policy(&args.policy)?;
    let name = origin.as_ref().and_then(|origin| origin.name());
    let converted = convert(&Source { policy: &policy, asks: &asks, name }, writer).map_err(|error| match error {
        NotWritten::NoUnit => {
            let message = format!("the policy's waits have no unit, and those of `{}` have one", writer.dialect);
            Failure::usage("no-unit", message, "write the durations with units, as in `--base 1s`")
        }
        NotWritten::TooLong(error) => policy::too_long(&error),
        NotWritten::Refused(fault) => {
            let message = format!("`{}` cannot have this policy: {}", writer.dialect, fault.message);
            Failure::usage("not-convertible", message, fault.hint)
        }
    })?;
    let lost = !converted.lost.is_empty();
    let exit = if args.strict && lost { Exit::No } else { Exit::Done };
    let conversion = Conversion(converted);
    let exit = output::print(&args.output, &conversion, exit)?;
    // The config goes into a file; what is said of it is for the person.
    if args.output.get.is_none() && !args.output.json && args.output.format == Format::Table {
        let text = conversion.losses(&output::style(&args.output));
        let _ = io::stderr().write_all(text.as_bytes());
    }
    Ok(exit)
}

/// The writer of that name, or the failure that names those there are.
fn named(name: &str) -> Result<&'static Writer, Failure> {
    if let Some(writer) = writer(name) {
        return Ok(writer);
    }
    let names: Vec<&str> = writers().map(|it| it.dialect).collect();
    if holdoff::dialect::dialect(name).is_some() {
        let message = format!("--to: `{name}` is read, and not written");
        return Err(Failure::usage("no-writer", message, format!("write one of {}", names.join(", "))));
    }
    let hint = match output::nearest(name, names.iter().copied()) {
        Some(near) => format!("write `{near}`, or one of {}", names.join(", ")),
        None => format!("write one of {}", names.join(", ")),
    };
    Err(Failure::usage("unknown-dialect", format!("--to: there is no dialect `{name}`"), hint))
}
