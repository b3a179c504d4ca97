//! What the user wrote: every flag, as text. The commands turn it into what the library reads.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, FromArgMatches, ValueEnum};

use super::terminal::Color;

/// `--format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people; it may change.
    #[default]
    Table,
    /// One JSON document; keys are only ever added.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// A header row and a row for each retry or response, for spreadsheets; no cell is a formula.
    Csv,
    /// The answer, the rows of csv as a table and the findings, for a pull request.
    Markdown,
}

/// `--input`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Input {
    /// Heads of responses as curl, wget and httpie print them.
    Head,
    /// One JSON object, or several, or an array of them.
    Json,
    /// A JSON object on each line.
    Ndjson,
    /// The archive that browsers write.
    Har,
}

/// The flags of every command that gives an answer.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Print one top-level value of the JSON bare, for `sleep "$(…)"`; exit 1 where it is null
    #[arg(long, value_name = "KEY", conflicts_with_all = ["format", "json"])]
    pub(crate) get: Option<String>,
    /// When to use colour (NO_COLOR and CLICOLOR_FORCE are respected)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
}

/// The flags of every command that takes a policy.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Policy")]
pub(crate) struct PolicyArgs {
    /// The wait before retry 1: a duration such as 250ms, or a bare number
    #[arg(long, value_name = "DURATION")]
    pub(crate) base: String,
    /// The cap on one wait, or `none`
    #[arg(long, value_name = "DURATION|none")]
    pub(crate) max: String,
    /// The growth per retry, at least 1 [default: 2]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) factor: Option<String>,
    /// How many retries, 1 to 1000; the first call is not one [default: 5]
    #[arg(long, value_name = "COUNT")]
    pub(crate) retries: Option<String>,
    /// How many calls, 2 to 1001: the retries and the first call
    #[arg(long, value_name = "COUNT", conflicts_with = "retries")]
    pub(crate) calls: Option<String>,
    /// The random spread of a wait: none, full, equal, decorrelated or N% [default: none]
    #[arg(long, value_name = "JITTER")]
    pub(crate) jitter: Option<String>,
    /// The unit of the output: ns, us, ms, s, m, h or d [default: the smallest in --base]
    #[arg(long, value_name = "UNIT")]
    pub(crate) unit: Option<String>,
}

/// `holdoff schedule`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScheduleArgs {
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// How long one call takes: adds the start and end of each and the worst case
    #[arg(long, value_name = "DURATION", help_heading = "World")]
    pub(crate) request_time: Option<String>,
    /// A limit of your world, such as visibility=30s: tells before which retry it falls (repeatable)
    #[arg(long, value_name = "NAME=DURATION", help_heading = "World")]
    pub(crate) mark: Vec<String>,
    /// Draw one run of the jitter from this seed
    #[arg(long, value_name = "SEED", help_heading = "World")]
    pub(crate) sample: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff inspect`.
#[derive(Args, Clone, Debug)]
pub(crate) struct InspectArgs {
    /// Header lines such as 'Retry-After: 120', files that hold a response, or - for standard input
    #[arg(value_name = "HEADER|FILE")]
    pub(crate) inputs: Vec<OsString>,
    /// What the input holds [default: told by how it begins]
    #[arg(long, value_name = "KIND", value_enum, help_heading = "Input")]
    pub(crate) input: Option<Input>,
    /// Where records hold status, headers and received: status=a.b,headers=c
    #[arg(long, value_name = "PART=NAME,…", help_heading = "Input")]
    pub(crate) map: Option<String>,
    /// How many threads read records [default: the cores]
    #[arg(long, value_name = "COUNT", hide = true)]
    pub(crate) threads: Option<usize>,
    /// When the response arrived: RFC 3339, an HTTP-date, @SECONDS or `now` [default: the record's time, or Date]
    #[arg(long, value_name = "INSTANT", help_heading = "Response")]
    pub(crate) received: Option<String>,
    /// The status, where the input has none
    #[arg(long, value_name = "CODE", help_heading = "Response")]
    pub(crate) status: Option<String>,
    /// Read only what the specifications allow
    #[arg(long, help_heading = "Response")]
    pub(crate) strict: bool,
    /// Show every response of the input, not only the last
    #[arg(long, help_heading = "Response")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff simulate`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// The time by which the retry must start: a duration from the first call's start, or an instant
    #[arg(long, value_name = "DURATION|INSTANT", help_heading = "Time")]
    pub(crate) deadline: String,
    /// The time from the first call's start to the end of the failed one [default: as the policy plans it]
    #[arg(long, value_name = "DURATION", conflicts_with = "started", help_heading = "Time")]
    pub(crate) elapsed: Option<String>,
    /// When the first call started; with --received it gives the elapsed time
    #[arg(long, value_name = "INSTANT", help_heading = "Time")]
    pub(crate) started: Option<String>,
    /// When the failed call's response arrived: RFC 3339, an HTTP-date, @SECONDS or `now`
    #[arg(long, value_name = "INSTANT", help_heading = "Time")]
    pub(crate) received: Option<String>,
    /// How long one call takes; the retry must then end by the deadline
    #[arg(long, value_name = "DURATION", help_heading = "Time")]
    pub(crate) request_time: Option<String>,
    /// The retry that is next, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", help_heading = "State")]
    pub(crate) retry: String,
    /// Header lines of the response, such as 'Retry-After: 120'
    #[arg(value_name = "HEADER")]
    pub(crate) headers: Vec<OsString>,
    /// A file that holds the response, or - for standard input
    #[arg(long, value_name = "FILE", help_heading = "Response")]
    pub(crate) response: Option<PathBuf>,
    /// The status of the response; without one, no response came
    #[arg(long, value_name = "CODE", help_heading = "Response")]
    pub(crate) status: Option<String>,
    /// Read only what the specifications allow
    #[arg(long, help_heading = "Response")]
    pub(crate) strict: bool,
    /// What the server's wait means beside the policy's: honor, floor, clamp, stop or ignore
    #[arg(long, value_name = "RULE", default_value = "honor", help_heading = "Response")]
    pub(crate) server_wait: String,
    /// The method of the request
    #[arg(long, value_name = "METHOD", default_value = "GET", help_heading = "Request")]
    pub(crate) method: String,
    /// The request carries an idempotency key
    #[arg(long, help_heading = "Request")]
    pub(crate) idempotency_key: bool,
    /// The statuses that are retried [default: 408,425,429,500,502,503,504]
    #[arg(long, value_name = "LIST", help_heading = "Request")]
    pub(crate) retry_on: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff explain`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExplainArgs {
    /// A code, a reason or a rule; without one, all are listed
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff schema`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SchemaArgs {
    /// A command, with -line for a line of its ndjson, or `error`; without one, all names are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// One command with its flags.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Schedule(ScheduleArgs),
    Inspect(InspectArgs),
    Simulate(Box<SimulateArgs>),
    Explain(ExplainArgs),
    Schema(SchemaArgs),
}

/// Reads the flags. Each command's own are defined only where it is the one that runs, which keeps the start short.
///
/// # Errors
///
/// clap's, which `--help` and `--version` are among.
pub(crate) fn parse(args: Vec<OsString>) -> Result<Request, clap::Error> {
    let matches = command().try_get_matches_from(attach_negative_values(args))?;
    match matches.subcommand() {
        Some(("schedule", found)) => ScheduleArgs::from_arg_matches(found).map(Request::Schedule),
        Some(("inspect", found)) => InspectArgs::from_arg_matches(found).map(Request::Inspect),
        Some(("simulate", found)) => SimulateArgs::from_arg_matches(found).map(Box::new).map(Request::Simulate),
        Some(("explain", found)) => ExplainArgs::from_arg_matches(found).map(Request::Explain),
        Some(("schema", found)) => SchemaArgs::from_arg_matches(found).map(Request::Schema),
        _ => Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand)),
    }
}

/// The whole program's flags.
pub(crate) fn command() -> Command {
    Command::new("holdoff")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Tells when to retry: exact backoff schedules, what a response asked for, and whether it still fits.")
        .after_help(super::help::EXIT_CODES)
        .after_long_help(super::help::OVERVIEW)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .max_term_width(100)
        .subcommand(
            Command::new("schedule")
                .about("The waits of a policy, with totals")
                .after_long_help(super::help::SCHEDULE)
                .defer(flags::<ScheduleArgs>),
        )
        .subcommand(
            Command::new("inspect")
                .about("What a response says, against a time of reception")
                .after_long_help(super::help::INSPECT)
                .defer(flags::<InspectArgs>),
        )
        .subcommand(
            Command::new("simulate")
                .about("May the next retry start before the deadline, or is it deferred?")
                .after_long_help(super::help::SIMULATE)
                .defer(flags::<SimulateArgs>),
        )
        .subcommand(
            Command::new("explain")
                .about("What a diagnostic, a verdict or a rule means, and where it is written")
                .after_long_help(super::help::EXPLAIN)
                .defer(flags::<ExplainArgs>),
        )
        .subcommand(
            Command::new("schema")
                .about("The JSON Schema of what a command prints")
                .after_long_help(super::help::SCHEMA)
                .defer(flags::<SchemaArgs>),
        )
}

/// The flags of one command. What clap takes from the doc comments of `A` does not replace what is said of the command.
fn flags<A: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    A::augment_args(command).about(about)
}

/// Joins a value that begins with a minus sign to the flag before it, so that `--base -1` is told the range of
/// `--base` and not that there is no flag `-1`.
fn attach_negative_values(args: Vec<OsString>) -> Vec<OsString> {
    const WITHOUT_VALUE: [&str; 6] = ["--json", "--strict", "--all", "--idempotency-key", "--help", "--version"];
    let takes_value = |flag: &OsString| {
        flag.to_str().is_some_and(|flag| {
            flag.len() > 2 && flag.starts_with("--") && !flag.contains('=') && !WITHOUT_VALUE.contains(&flag)
        })
    };
    let is_negative = |value: &OsString| {
        value.to_str().is_some_and(|value| {
            let rest = value.strip_prefix('-').unwrap_or("-");
            !rest.is_empty() && !rest.starts_with('-') && !["h", "V"].contains(&rest)
        })
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(args.len());
    for arg in args {
        match joined.last_mut() {
            Some(flag) if is_negative(&arg) && takes_value(flag) => {
                flag.push("=");
                flag.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// Whether the user asked for JSON, told without reading the flags: a failed run must know it even where they cannot
/// be read.
pub(crate) fn wants_json(args: &[OsString]) -> bool {
    let flags = args.iter().skip(1).take_while(|arg| *arg != "--");
    let mut format_next = false;
    for flag in flags {
        let flag = flag.to_string_lossy();
        if flag == "--json" || flag == "--format=json" || flag == "--format=ndjson" {
            return true;
        }
        if format_next && (flag == "json" || flag == "ndjson") {
            return true;
        }
        format_next = flag == "--format";
    }
    false
}
