use holdoff::report::schema;

use super::args::SchemaArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::output;

/// `holdoff schema`.
pub(crate) fn run(args: &SchemaArgs) -> Result<Exit, Failure> {
    let names = || schema::ALL.iter().map(|schema| schema.name);
    let Some(name) = &args.name else {
        output::write(&names().map(|name| format!("{name}\n")).collect::<String>())?;
        return Ok(Exit::Done);
    };
    let schema = schema::named(name).ok_or_else(|| {
        let all = names().collect::<Vec<_>>().join(", ");
        let hint = match output::nearest(name, names()) {
            Some(near) => format!("write `{near}`, or one of {all}"),
            None => format!("write one of {all}"),
        };
        Failure::usage("unknown-schema", format!("there is no schema `{name}`"), hint)
    })?;
    output::write(&schema.text())?;
    Ok(Exit::Done)
}
