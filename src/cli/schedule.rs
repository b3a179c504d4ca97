use holdoff::quantity::Malformed;
use holdoff::report::schedule::{Schedule, Wish};
use holdoff::timeline::Mark;

use super::args::ScheduleArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::output;
use super::policy::{self, Chosen};

/// `holdoff schedule`.
pub(crate) fn run(args: &ScheduleArgs) -> Result<Exit, Failure> {
    let Chosen { policy, asks, origin } = policy::policy(&args.policy)?;
    let request_time = args.request_time.as_deref().map(|text| policy::duration(&policy, "request-time", text));
    let marks = args.mark.iter().map(|text| {
        let (name, at) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(|| {
            let message = format!("--mark: `{text}` is not a name and a duration");
            Failure::usage("invalid-value", message, "write NAME=DURATION, as in `visibility=30s`")
        })?;
        Ok(Mark::new(name.to_owned(), policy::duration(&policy, "mark", at)?))
    });
    let wish = Wish {
        request_time: request_time.transpose()?.or(asks.request_time),
        marks: marks.collect::<Result<_, Failure>>()?,
        seed: args.sample.as_deref().map(seed).transpose()?,
        origin,
    };
    let schedule = Schedule::new(&policy, wish).map_err(|error| policy::too_long(&error))?;
    output::print(&args.output, &schedule, Exit::Done)
}

/// `--sample`: any 64-bit number.
fn seed(text: &str) -> Result<u64, Failure> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit())).ok_or_else(|| {
        let hint = format!("write a whole number from 0 to {}", u64::MAX);
        Failure::value("--sample", text, &Malformed::whole("is not a seed", hint))
    })
}
