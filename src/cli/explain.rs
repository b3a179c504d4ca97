use holdoff::explain::{page, pages};
use holdoff::report::explain::{Explanation, Explanations};

use super::args::ExplainArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::output;

/// `holdoff explain`.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let Some(name) = &args.code else {
        return output::print(&args.output, &Explanations(pages().collect()), Exit::Done);
    };
    let page = page(name).ok_or_else(|| {
        let hint = match output::nearest(name, pages().map(|page| page.name)) {
            Some(near) => format!("write `{near}`, or `holdoff explain` for the list"),
            None => "write `holdoff explain` for the list".to_owned(),
        };
        Failure::usage("unknown-code", format!("there is no page `{name}`"), hint)
    })?;
    output::print(&args.output, &Explanation(page), Exit::Done)
}
