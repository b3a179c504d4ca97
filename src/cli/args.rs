//! What the user wrote: every flag, as text. The commands turn it into what the library reads.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Command, FromArgMatches, ValueEnum, ValueHint};

use super::completions::Shell;
use super::help;
use super::suggest::{self, Suggested};
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
    #[value(alias = "md")]
    Markdown,
}

/// `--input`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Input {
    /// Heads of responses as curl prints them.
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
    /// Print one key of the JSON alone, such as wait_s
    ///
    /// Strings come without their quotes, for use as in `sleep "$(holdoff … --get wait_s)"`. Nothing is printed, and
    /// the exit code is 1, where the value is null.
    #[arg(long, value_name = "KEY", conflicts_with_all = ["format", "json"])]
    pub(crate) get: Option<String>,
    /// When to colour the answer
    ///
    /// With auto, NO_COLOR and CLICOLOR_FORCE are respected.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
}

/// The flags of every command that takes a policy.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Policy")]
pub(crate) struct PolicyArgs {
    /// The wait before retry 1, such as 250ms, or a bare number
    ///
    /// A duration is a number and a unit: ns, us, ms, s, m, h or d; several as in 1h30m; or ISO 8601, as in PT1.5S. It
    /// is greater than 0. A bare number has no unit; then no duration of the policy may have one.
    #[arg(long, value_name = "DURATION", required_unless_present_any = ["policy", "client"])]
    pub(crate) base: Option<String>,
    /// The longest one wait may be, such as 30s; or none
    #[arg(long, value_name = "DURATION|none", required_unless_present_any = ["policy", "client"])]
    pub(crate) max: Option<String>,
    /// How much each wait grows, 1 or more [default: 2]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) factor: Option<String>,
    /// How many retries, 1 to 1000 [default: 5]
    ///
    /// The first call is not a retry: 5 retries are at most 6 calls.
    #[arg(long, value_name = "COUNT")]
    pub(crate) retries: Option<String>,
    /// The same, counted with the first call: 2 to 1001
    #[arg(long, value_name = "COUNT", conflicts_with = "retries")]
    pub(crate) calls: Option<String>,
    /// The random spread of each wait: none, full, equal, decorrelated or N%, such as 20% [default: none]
    ///
    /// full is from 0 to the wait, equal from half of it, 20% from a fifth less to a fifth more. decorrelated is from
    /// the base to 3 times the wait before, and takes no --factor.
    #[arg(long, value_name = "JITTER", value_parser = Suggested(suggest::jitters), hide_possible_values = true)]
    pub(crate) jitter: Option<String>,
    /// The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest one in --base]
    ///
    /// Bare numbers are not converted; the unit is only written beside them.
    #[arg(long, value_name = "UNIT", value_parser = Suggested(suggest::units), hide_possible_values = true)]
    pub(crate) unit: Option<String>,
    /// A file with the policy, of holdoff or of a client: FILE#NAME where it has several; - for standard input
    ///
    /// holdoff.toml, a gRPC service config, an Envoy route and so on; see `holdoff dialects`. The client is told by the
    /// shape of the file.
    #[arg(long, value_name = "FILE[#NAME]", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["base", "max", "factor", "retries", "calls", "jitter"])]
    pub(crate) policy: Option<String>,
    /// The client that the file is of, such as envoy [default: told by the file]
    #[arg(long, value_name = "NAME", requires = "policy",
        value_parser = Suggested(suggest::dialects), hide_possible_values = true)]
    pub(crate) dialect: Option<String>,
    /// A client and its keys, such as urllib3 'total=5,backoff_factor=0.5', or curl '--retry 5'
    ///
    /// The keys are as in code: arguments with commas, the whole call, an object. auto for the name has the client told
    /// by its keys.
    #[arg(long, value_names = CLIENT, num_args = 2, allow_hyphen_values = true,
        conflicts_with_all = ["base", "max", "factor", "retries", "calls", "jitter", "policy"])]
    pub(crate) client: Option<Vec<String>>,
}

/// The name of a client and its keys.
const CLIENT: [&str; 2] = ["NAME", "KEYS"];

/// The flags of every command that reads a response, about what its fields mean.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Response")]
pub(crate) struct VendorArgs {
    /// The vendor whose fields these are, such as okta; see `holdoff profiles` [default: told by the fields]
    ///
    /// Many vendors send fields of the same names, whose resets are seconds with one and Unix time with another. Where
    /// the fields do not tell which vendor it is, this does.
    #[arg(long, value_name = "VENDOR", value_parser = Suggested(suggest::profiles), hide_possible_values = true)]
    pub(crate) profile: Option<String>,
    /// What a bare number in a reset is: s, ms, epoch-s or epoch-ms [default: told by vendor or size]
    ///
    /// s and ms are counted from the reception, the others are Unix time.
    #[arg(long, value_name = "UNIT", conflicts_with = "profile",
        value_parser = Suggested(suggest::reset_units), hide_possible_values = true)]
    pub(crate) reset_unit: Option<String>,
}

/// `holdoff schedule`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScheduleArgs {
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// How long one call takes, such as 500ms
    ///
    /// It adds the start and the end of every call, and the worst case.
    #[arg(long, value_name = "DURATION", help_heading = "Also show")]
    pub(crate) request_time: Option<String>,
    /// Tell which retry a limit of yours falls before, such as gateway=60s; may be repeated
    ///
    /// The limit is counted from the first call's start: a gateway's timeout, a queue's visibility timeout, the reset
    /// of a quota.
    #[arg(long, value_name = "NAME=DURATION", help_heading = "Also show")]
    pub(crate) mark: Vec<String>,
    /// Draw one run of the jitter; the same whole number gives the same run
    #[arg(long, value_name = "SEED", help_heading = "Also show")]
    pub(crate) sample: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff inspect`.
#[derive(Args, Clone, Debug)]
pub(crate) struct InspectArgs {
    /// Header lines such as 'Retry-After: 120', files of responses, or - for standard input [default: -]
    ///
    /// What begins with a field name and a colon is a header line; write ./a:b for a file of that name.
    #[arg(value_name = "HEADER|FILE", value_hint = ValueHint::FilePath)]
    pub(crate) inputs: Vec<OsString>,
    /// What the input holds [default: told by how it begins]
    #[arg(long, value_name = "KIND", value_enum, help_heading = "Input")]
    pub(crate) input: Option<Input>,
    /// Where records hold status, headers, received and body: status=a.b,headers=c
    #[arg(long, value_name = "PART=NAME,…", help_heading = "Input")]
    pub(crate) map: Option<String>,
    /// How many threads read records [default: the cores]
    #[arg(long, value_name = "COUNT", hide = true)]
    pub(crate) threads: Option<usize>,
    /// When the response arrived, such as 2026-12-01T00:00:00Z, or now [default: the record's time, or Date]
    ///
    /// RFC 3339 with any offset, an HTTP-date, @SECONDS of Unix time, or now: the clock is read only then.
    #[arg(long, value_name = "INSTANT", help_heading = "Response")]
    pub(crate) received: Option<String>,
    /// The status, 100 to 999 [default: the response's own]
    #[arg(long, value_name = "CODE", help_heading = "Response")]
    pub(crate) status: Option<String>,
    /// Read only what the specifications allow
    ///
    /// Otherwise a few common faults are read, each with a warning; see `holdoff explain lenient-reads`.
    #[arg(long, help_heading = "Response")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) vendor: VendorArgs,
    /// Show every response of the input, not only the last
    #[arg(long, help_heading = "Response")]
    pub(crate) all: bool,
    /// Show what curl, urllib3, got and others would do with the response
    ///
    /// Each of one version and with its defaults; see `holdoff explain clients`. Without a status it is 429.
    #[arg(long, help_heading = "Response")]
    pub(crate) clients: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff simulate`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SimulateArgs {
    /// Header lines of the response, such as 'Retry-After: 120'
    #[arg(value_name = "HEADER", value_hint = ValueHint::Other)]
    pub(crate) headers: Vec<OsString>,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// When the retry must have started: 60s after the first call's start, or an instant
    ///
    /// With --request-time the retry must also have ended by then. An instant needs --started, or --received with
    /// --elapsed.
    #[arg(long, value_name = "DURATION|INSTANT", help_heading = "Time",
        required_unless_present_any = ["policy", "client"])]
    pub(crate) deadline: Option<String>,
    /// From the first call's start to the failed call's end, such as 12s [default: as the policy plans it]
    #[arg(long, value_name = "DURATION", conflicts_with = "started", help_heading = "Time")]
    pub(crate) elapsed: Option<String>,
    /// When the first call started, such as 2026-12-01T00:00:00Z
    ///
    /// With --received it takes the place of --elapsed.
    #[arg(long, value_name = "INSTANT", help_heading = "Time")]
    pub(crate) started: Option<String>,
    /// When the failed call's response arrived, such as 2026-12-01T00:00:09Z, or now
    ///
    /// RFC 3339 with any offset, an HTTP-date, @SECONDS of Unix time, or now: the clock is read only then. Without it
    /// a date in the response is counted from the response's own Date.
    #[arg(long, value_name = "INSTANT", help_heading = "Time")]
    pub(crate) received: Option<String>,
    /// How long one call takes, such as 500ms [default: 0s]
    #[arg(long, value_name = "DURATION", help_heading = "Time")]
    pub(crate) request_time: Option<String>,
    /// Which retry is next, from 1
    #[arg(long, value_name = "NUMBER", default_value = "1", help_heading = "Time")]
    pub(crate) retry: String,
    /// A file of the response, or - for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Response")]
    pub(crate) response: Option<PathBuf>,
    /// The status, 100 to 999 [default: the response's own]
    ///
    /// Without a status and without a response, the call failed and none came.
    #[arg(long, value_name = "CODE", help_heading = "Response")]
    pub(crate) status: Option<String>,
    /// Read only what the specifications allow
    ///
    /// Otherwise a few common faults are read, each with a warning; see `holdoff explain lenient-reads`.
    #[arg(long, help_heading = "Response")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) vendor: VendorArgs,
    /// What the server's wait does to the policy's: honor, floor, clamp, stop or ignore [default: honor]
    ///
    /// honor: the server's replaces it; floor: the longer one counts; clamp: the server's, at most the max; stop: the
    /// server's, but one above the max defers the retry; ignore: the policy's counts.
    #[arg(long, value_name = "RULE", help_heading = "Response",
        value_parser = Suggested(suggest::server_waits), hide_possible_values = true)]
    pub(crate) server_wait: Option<String>,
    /// The method of the request
    #[arg(long, value_name = "METHOD", default_value = "GET", help_heading = "Request")]
    pub(crate) method: String,
    /// The request carries an idempotency key
    ///
    /// Then a POST or a PATCH may be retried as a GET may.
    #[arg(long, help_heading = "Request")]
    pub(crate) idempotency_key: bool,
    /// The statuses that are retried, with commas [default: 408,425,429,500,502,503,504]
    #[arg(long, value_name = "LIST", help_heading = "Request")]
    pub(crate) retry_on: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff compare`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareArgs {
    /// Files with policies, of holdoff or of clients: FILE#NAME for one of several, FILE for all; - for standard input
    #[arg(value_name = "FILE[#NAME]", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<String>,
    /// A client and its keys, such as urllib3 'total=5,backoff_factor=0.5'; may be repeated
    ///
    /// holdoff for the name takes a policy in holdoff's own words: holdoff 'base=1s,max=30s'.
    #[arg(long, value_names = CLIENT, num_args = 2, action = ArgAction::Append, allow_hyphen_values = true,
        help_heading = "Policy")]
    pub(crate) client: Vec<String>,
    /// The client that the files are of, such as envoy [default: told by each file]
    #[arg(long, value_name = "NAME", help_heading = "Policy",
        value_parser = Suggested(suggest::dialects), hide_possible_values = true)]
    pub(crate) dialect: Option<String>,
    /// Compare each file with what it was in this revision, such as main; git tells
    #[arg(long, value_name = "REV", help_heading = "Policy", value_hint = ValueHint::Other)]
    pub(crate) against: Option<String>,
    /// The unit of the answer: ns, us, ms, s, m, h or d [default: the smallest of all]
    #[arg(long, value_name = "UNIT", help_heading = "Policy",
        value_parser = Suggested(suggest::units), hide_possible_values = true)]
    pub(crate) unit: Option<String>,
    /// How long one call takes, such as 500ms
    ///
    /// It adds the worst case. Without it that of a policy's own file counts.
    #[arg(long, value_name = "DURATION", help_heading = "Policy")]
    pub(crate) request_time: Option<String>,
    /// The share of calls that fail, such as 50%: shows the load on the server
    ///
    /// The load is the calls for one request, on average: 1 + p + p² + …, and at full outage all of them.
    #[arg(long, value_name = "SHARE", help_heading = "Policy")]
    pub(crate) failure_rate: Option<String>,
    /// What limits the retries of all requests together: aws, envoy, finagle or grpc, with keys such as grpc:max-tokens=10,token-ratio=0.1
    ///
    /// It adds what the load is within it. Without it that of a policy's own file counts. `holdoff explain retry-budget` has the keys and the formulas.
    #[arg(long, value_name = "KIND[:KEYS]", help_heading = "Policy")]
    pub(crate) retry_budget: Option<String>,
    /// How many retries of a policy without an end are looked at, 1 to 1000 [default: 100]
    ///
    /// Its sums are of these. Where it parts from another is looked for up to retry 1001.
    #[arg(long, value_name = "COUNT", help_heading = "Policy")]
    pub(crate) endless: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff convert`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    /// The client whose config is wanted, such as envoy; holdoff for a policy file
    #[arg(long, value_name = "DIALECT", help_heading = "Config",
        value_parser = Suggested(suggest::writers), hide_possible_values = true)]
    pub(crate) to: String,
    /// Exit with 1 where something is lost
    #[arg(long, help_heading = "Config")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `--format` of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people; it may change.
    #[default]
    Human,
    /// One JSON document; keys are only ever added.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// A header row and a row for each finding, for spreadsheets.
    Csv,
    /// What a reviewer wants, for a pull request.
    #[value(alias = "md")]
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// JUnit's XML, a test case for each policy.
    Junit,
}

/// `holdoff check`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// Files with policies, FILE#NAME for one of several, folders, or - for standard input [default: .]
    ///
    /// In a folder every policy file of holdoff and of a client is judged that git does not ignore.
    #[arg(value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<String>,
    /// The client that named files are of, such as envoy [default: told by each file]
    #[arg(long, value_name = "NAME", help_heading = "Rules",
        value_parser = Suggested(suggest::dialects), hide_possible_values = true)]
    pub(crate) dialect: Option<String>,
    /// A file with a map `require`: what the team asks of every policy
    #[arg(long, value_name = "FILE", help_heading = "Rules", value_hint = ValueHint::FilePath)]
    pub(crate) require: Option<String>,
    /// Make findings errors: names with commas, or errors, warnings, notes or all
    #[arg(long, value_name = "NAMES", help_heading = "Rules", value_parser = Suggested(suggest::findings),
        hide_possible_values = true)]
    pub(crate) deny: Vec<String>,
    /// Make findings warnings
    #[arg(long, value_name = "NAMES", help_heading = "Rules", value_parser = Suggested(suggest::findings),
        hide_possible_values = true)]
    pub(crate) warn: Vec<String>,
    /// Leave findings out
    #[arg(long, value_name = "NAMES", help_heading = "Rules", value_parser = Suggested(suggest::findings),
        hide_possible_values = true)]
    pub(crate) allow: Vec<String>,
    /// Leave out the findings of this file, which are old
    #[arg(long, value_name = "FILE", help_heading = "Old findings", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<String>,
    /// Write the findings of today into this file, for --baseline
    #[arg(long, value_name = "FILE", help_heading = "Old findings", value_hint = ValueHint::FilePath)]
    pub(crate) write_baseline: Option<String>,
    /// Judge only what changed since this revision, such as main; git tells
    #[arg(long, value_name = "REV", help_heading = "Old findings", value_hint = ValueHint::Other)]
    pub(crate) against: Option<String>,
    /// Judge only what changed since the last commit: short for --against HEAD
    #[arg(long, help_heading = "Old findings", conflicts_with = "against")]
    pub(crate) changed: bool,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t, help_heading = "Output")]
    pub(crate) format: CheckFormat,
    /// Short for --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub(crate) json: bool,
    /// When to colour the answer
    ///
    /// With auto, NO_COLOR and CLICOLOR_FORCE are respected.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "Output")]
    pub(crate) color: Color,
}

/// `holdoff explain`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExplainArgs {
    /// A diagnostic, an answer, a reason or a rule; all are listed where none is given
    #[arg(value_name = "CODE", value_parser = Suggested(suggest::pages), hide_possible_values = true)]
    pub(crate) code: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff profiles`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProfilesArgs {
    /// A vendor, such as github; all are listed where none is given
    #[arg(value_name = "NAME", value_parser = Suggested(suggest::profiles), hide_possible_values = true)]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff dialects`.
#[derive(Args, Clone, Debug)]
pub(crate) struct DialectsArgs {
    /// A client, such as urllib3; all are listed where none is given
    #[arg(value_name = "NAME", value_parser = Suggested(suggest::dialects), hide_possible_values = true)]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `holdoff schema`.
#[derive(Args, Clone, Debug)]
pub(crate) struct SchemaArgs {
    /// A command, with -line for a line of its ndjson, or `error`; without one, all names are listed
    #[arg(value_name = "NAME", value_parser = Suggested(suggest::schemas), hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

/// `holdoff completions`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell that the script is for
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// One command with its flags.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Schedule(ScheduleArgs),
    Inspect(InspectArgs),
    Simulate(Box<SimulateArgs>),
    Compare(CompareArgs),
    Check(Box<CheckArgs>),
    Convert(Box<ConvertArgs>),
    Profiles(ProfilesArgs),
    Dialects(DialectsArgs),
    Explain(ExplainArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
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
        Some(("compare", found)) => CompareArgs::from_arg_matches(found).map(Request::Compare),
        Some(("check", found)) => CheckArgs::from_arg_matches(found).map(Box::new).map(Request::Check),
        Some(("convert", found)) => ConvertArgs::from_arg_matches(found).map(Box::new).map(Request::Convert),
        Some(("profiles", found)) => ProfilesArgs::from_arg_matches(found).map(Request::Profiles),
        Some(("dialects", found)) => DialectsArgs::from_arg_matches(found).map(Request::Dialects),
        Some(("explain", found)) => ExplainArgs::from_arg_matches(found).map(Request::Explain),
        Some(("schema", found)) => SchemaArgs::from_arg_matches(found).map(Request::Schema),
        Some(("completions", found)) => CompletionsArgs::from_arg_matches(found).map(Request::Completions),
        _ => Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand)),
    }
}

/// The whole program's flags.
pub(crate) fn command() -> Command {
    Command::new("holdoff")
        .version(env!("CARGO_PKG_VERSION"))
        .about("When to retry: exact waits, what a response asked for, whether it still fits.")
        .after_help(help::SUMMARY)
        .after_long_help(help::OVERVIEW)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .max_term_width(100)
        .subcommand(
            subcommand("schedule", "The waits of a policy, with totals", help::SCHEDULE)
                .override_usage(
                    "holdoff schedule --base <DURATION> --max <DURATION|none> [OPTIONS]\n       \
                     holdoff schedule --policy <FILE[#NAME]> [OPTIONS]\n       \
                     holdoff schedule --client <NAME> <KEYS> [OPTIONS]",
                )
                .defer(with_flags::<ScheduleArgs>),
        )
        .subcommand(
            subcommand("inspect", "What a response says about when to come back", help::INSPECT)
                .defer(with_flags::<InspectArgs>),
        )
        .subcommand(
            subcommand("simulate", "May the next retry start before the deadline, or is it deferred?", help::SIMULATE)
                .override_usage(
                    "holdoff simulate --base <DURATION> --max <DURATION|none> \\\n           \
                     --deadline <DURATION|INSTANT> [OPTIONS] [HEADER]...",
                )
                .defer(with_flags::<SimulateArgs>),
        )
        .subcommand(
            subcommand("compare", "Several policies side by side, or one and what it was", help::COMPARE)
                .override_usage(
                    "holdoff compare [FILE[#NAME]]... [--client <NAME> <KEYS>]... [OPTIONS]\n       \
                     holdoff compare --against <REV> <FILE[#NAME]>... [OPTIONS]",
                )
                .defer(with_flags::<CompareArgs>),
        )
        .subcommand(
            subcommand("convert", "A policy in another client's words, and what is lost", help::CONVERT)
                .override_usage(
                    "holdoff convert --policy <FILE[#NAME]> --to <DIALECT> [OPTIONS]\n       \
                     holdoff convert --client <NAME> <KEYS> --to <DIALECT> [OPTIONS]\n       \
                     holdoff convert --base <DURATION> --max <DURATION|none> \\\n           \
                     --to <DIALECT> [OPTIONS]",
                )
                .defer(with_flags::<ConvertArgs>),
        )
        .subcommand(subcommand("check", "Judge policy files in CI", help::CHECK).defer(with_flags::<CheckArgs>))
        .subcommand(
            subcommand("profiles", "What is known of the fields of each vendor", help::PROFILES)
                .defer(with_flags::<ProfilesArgs>),
        )
        .subcommand(
            subcommand("dialects", "What is known of the retry configs of each client", help::DIALECTS)
                .defer(with_flags::<DialectsArgs>),
        )
        .subcommand(
            subcommand("explain", "What a diagnostic, a verdict or a rule means", help::EXPLAIN)
                .defer(with_flags::<ExplainArgs>),
        )
        .subcommand(
            subcommand("schema", "The JSON Schema of what a command prints", help::SCHEMA)
                .defer(with_flags::<SchemaArgs>),
        )
        .subcommand(
            subcommand("completions", "The script that completes holdoff in your shell", help::COMPLETIONS)
                .defer(with_flags::<CompletionsArgs>),
        )
}

fn subcommand(name: &'static str, about: &'static str, after: &'static str) -> Command {
    Command::new(name).about(about).after_long_help(after).disable_help_flag(true)
}

/// The flags of one command, and at their end the one for help. The doc comments on the types are not for the user: the
/// command keeps its own description.
fn with_flags<T: Args>(command: Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    T::augment_args(command)
        .about(about)
        .arg(help.help("Print this; --help adds details and examples").long_help("Print this; -h is shorter"))
}

/// Joins a value that begins with a minus sign to the flag before it, so that `--base -1` is told the range of
/// `--base` and not that there is no flag `-1`.
fn attach_negative_values(args: Vec<OsString>) -> Vec<OsString> {
    const WITHOUT_VALUE: [&str; 8] =
        ["--changed", "--json", "--strict", "--all", "--clients", "--idempotency-key", "--help", "--version"];
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
