use std::ffi::OsStr;
use std::path::Path;

use holdoff::header::{Action, Context, Field, Reading, ReceivedFrom, read};
use holdoff::instant::Instant;
use holdoff::policy::{Jitter, Policy, ServerWait};
use holdoff::quantity::{Exact, Malformed, Tens, Unit, parse_duration};
use holdoff::report::inspect::Response;
use holdoff::report::simulate::Simulation;
use holdoff::verdict::{CannotJudge, Deadline, Outcome, Reason, State, judge};

use super::args::{PolicyArgs, SimulateArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::input::{Heads, Keep};
use super::inspect::{missing_reception, response_of, several_heads, status};
use super::policy::{self, Chosen};
use super::{clock, input, output};

/// `holdoff simulate`.
pub(crate) fn run(args: &SimulateArgs) -> Result<Exit, Failure> {
    let Chosen { mut policy, asks, .. } = policy::policy(&args.policy)?;
    if !policy.timed {
        return Err(needs_units(&args.policy));
    }
    if let Some(rule) = &args.server_wait {
        policy.server_wait = server_wait(rule)?;
    }
    let request_time = args.request_time.as_deref().map(|text| policy::duration(&policy, "request-time", text));
    let request_time = request_time.transpose()?.or(asks.request_time).unwrap_or_else(Exact::zero);
    let mut times = Times::new(args, &policy)?;
    let mut deadline = match (&args.deadline, asks.deadline) {
        (Some(text), _) => times.deadline(text)?,
        (None, Some(after)) => Deadline::After(after),
        (None, None) => {
            let hint = "write `--deadline 60s`, or a deadline into the policy file";
            return Err(Failure::usage("missing-flag", "--deadline: the policy has no deadline of its own", hint));
        }
    };

    let (given, others) = input::header_lines(&args.headers)?;
    let from_stdin = others.contains(&OsStr::new("-")) && args.response.is_none();
    if let Some(other) = others.iter().find(|other| !(from_stdin && **other == "-")) {
        return Err(not_a_header_line(args, &other.to_string_lossy()));
    }
    let heads = response(args, from_stdin, &given)?;
    if heads.is_some() && args.received.as_deref() == Some("now") {
        // The response may have been on its way when the program started.
        times = Times::new(args, &policy)?;
        if let Some(text) = &args.deadline {
            deadline = times.deadline(text)?;
        }
    }
    let head = heads.as_ref().and_then(|heads| heads.kept.last());
    let context = Context {
        status: args.status.as_deref().map(status).transpose()?.or_else(|| head.and_then(|head| head.status)),
        received: times.received,
        strict: args.strict,
        profile: args.vendor.profile()?,
        reset_unit: args.vendor.reset_unit()?,
        body: None,
    };
    // A vendor may have a rule for a status alone.
    let may_have_rule = context.status.is_some() && context.profile.is_some();
    let has_response = head.is_some() || !given.is_empty() || may_have_rule;
    let Response { mut reading, fields, .. } = match head {
        Some(head) => response_of(head, &context),
        None => Response { reading: read(&given, &context), fields: given, clients: false },
    };
    reading.diagnostics.splice(0..0, heads.as_ref().and_then(|heads| several_heads(heads.count)));
    let retry_on = args.retry_on.as_deref().map(statuses).transpose()?.or(asks.retry_on);
    let state = State {
        policy: &policy,
        retry: retry(&args.retry)?,
        elapsed: times.elapsed,
        deadline,
        request_time,
        status: context.status,
        method: method(&args.method)?,
        idempotency_key: args.idempotency_key,
        retry_on: retry_on.as_deref(),
        methods: asks.methods.as_deref(),
        fields: &fields,
        reading: has_response.then_some(&reading),
        received: times.received.map(|(at, _)| at),
        started: times.started,
    };
    let verdict = judge(&state).map_err(|error| match error {
        CannotJudge::NoUnits => needs_units(&args.policy),
        CannotJudge::WaitTooLong(error) => policy::too_long(&error),
    })?;
    if reading.lacks_reception && needs_wait(&policy, verdict.reason) {
        return Err(missing_reception(&reading));
    }
    let exit = match verdict.outcome() {
        Outcome::Allowed => Exit::Done,
        Outcome::Deferred => Exit::Deferred,
        Outcome::Refused | Outcome::Exhausted => Exit::No,
    };
    output::print(
        &args.output,
        &Simulation {
            verdict: &verdict,
            fields: &fields,
            asked: asked(&reading),
            jittered: policy.jitter != Jitter::None,
        },
        exit,
    )
}

/// Whether the verdict would be another if the server's wait were known.
fn needs_wait(policy: &Policy, reason: Reason) -> bool {
    match reason {
        Reason::ServerSaysStop
        | Reason::NotAFailure
        | Reason::MethodNotRetried
        | Reason::WriteMayHaveTakenEffect
        | Reason::NoRetriesLeft => false,
        Reason::StatusNotRetryable => true,
        _ => policy.server_wait != ServerWait::Ignore,
    }
}

/// What the server asked for, where it did.
fn asked(reading: &Reading<'_>) -> Option<(holdoff::quantity::Rounded, &'static str)> {
    let wait = reading.wait.filter(|_| reading.action == Action::Wait)?.to_exact_nanos();
    let seconds = wait.round(Unit::Second.nanoseconds(), Unit::Second.decimals(), &mut Tens::new());
    Some((seconds, reading.decided_by?))
}

/// The heads of `--response`; none where the response is given as header lines, or did not come.
fn response(args: &SimulateArgs, from_stdin: bool, given: &[Field<'_>]) -> Result<Option<Heads>, Failure> {
    let stdin = from_stdin.then(|| OsStr::new("-"));
    let Some(file) = args.response.as_deref().map(Path::as_os_str).or(stdin) else { return Ok(None) };
    if !given.is_empty() {
        let hint = "give the header lines of the response, or --response";
        return Err(Failure::usage("conflicting-inputs", "--response and header lines cannot be read together", hint));
    }
    input::heads(file, Keep::Last).map(Some)
}

/// A positional argument is a header line, or `-`.
fn not_a_header_line(args: &SimulateArgs, other: &str) -> Failure {
    let hint = if args.idempotency_key {
        "--idempotency-key takes no value; write `NAME: VALUE` for a header line"
    } else {
        "write `NAME: VALUE`, or `--response FILE` for a file"
    };
    Failure::usage("invalid-value", format!("{other}: this is not a header line"), hint)
}

/// What is known of when things happened.
struct Times {
    started: Option<Instant>,
    received: Option<(Instant, ReceivedFrom)>,
    elapsed: Option<Exact>,
}

impl Times {
    fn new(args: &SimulateArgs, policy: &Policy) -> Result<Self, Failure> {
        let instant =
            |option: &str, text: &Option<String>| text.as_deref().map(|text| clock::instant(option, text)).transpose();
        let started = instant("--started", &args.started)?.map(|(at, _)| at);
        let received = instant("--received", &args.received)?;
        let elapsed = match (&args.elapsed, started, received) {
            (Some(text), ..) => Some(policy::duration(policy, "elapsed", text)?),
            (None, Some(started), Some((received, _))) => {
                let spent = received.since(started);
                if spent.is_negative() {
                    let message = format!("--received: {received} is before --started, {started}");
                    let hint = "write when the failed call's response arrived";
                    return Err(Failure::usage("invalid-value", message, hint));
                }
                Some(spent.to_exact_nanos())
            }
            _ => None,
        };
        Ok(Self { started, received, elapsed })
    }

    /// `--deadline`: a duration from the first call's start, or an instant.
    fn deadline(&self, text: &str) -> Result<Deadline, Failure> {
        const FORMS: &str = "write a duration with a unit, such as `60s`, or an instant";
        let fault = |message: &str, hint: &str| Failure::value("--deadline", text, &Malformed::whole(message, hint));
        match parse_duration(text) {
            Ok(amount) if amount.unit().is_none() => {
                return Err(fault("has no unit", &format!("write `{text}s`, or an instant")));
            }
            Ok(amount) if amount.is_negative() => return Err(fault("is below 0", "write a duration of 0 or more")),
            Ok(amount) => return Ok(Deadline::After(amount.size().clone())),
            Err(_) if text == "now" => {}
            Err(duration) => {
                if let Err(instant) = Instant::parse(text) {
                    let is_instant = text.contains([':', '@']);
                    let fault = if is_instant { instant } else { Malformed::whole(duration.message(), FORMS) };
                    return Err(Failure::value("--deadline", text, &fault));
                }
            }
        }
        let (at, _) = clock::instant("--deadline", text)?;
        Ok(match (self.started, self.received, &self.elapsed) {
            (Some(started), ..) => Deadline::from_start(at, started),
            (None, Some((received, _)), Some(elapsed)) => Deadline::from_reception(at, received, elapsed),
            _ => {
                let hint = "write --started, or --received with --elapsed; a response's Date is another clock";
                return Err(fault("is an instant, and it is not known when the first call started", hint));
            }
        })
    }
}

fn needs_units(args: &PolicyArgs) -> Failure {
    let Some(base) = &args.base else {
        let message = "the waits of the policy have no unit, and a deadline can only be compared with times";
        return Failure::usage("missing-unit", message, "write the durations in the file with units, such as `1s`");
    };
    let message = format!("--base: `{base}` has no unit, and a deadline can only be compared with times");
    Failure::usage("missing-unit", message, format!("write the durations with units, such as `{base}s`"))
}

fn server_wait(text: &str) -> Result<ServerWait, Failure> {
    ServerWait::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
        let names = ServerWait::ALL.map(ServerWait::name);
        let hint = match output::nearest(text, names.into_iter()) {
            Some(near) => format!("write `{near}`"),
            None => format!("write one of {}", names.join(", ")),
        };
        Failure::value("--server-wait", text, &Malformed::whole("is not a rule", hint))
    })
}

fn retry(text: &str) -> Result<u64, Failure> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number >= 1).ok_or_else(|| {
        Failure::value(
            "--retry",
            text,
            &Malformed::whole("is not the number of a retry", "write a whole number of 1 or more"),
        )
    })
}

/// `--method`: a token (RFC 9110, 9.1), in the case in which it is sent.
fn method(text: &str) -> Result<&str, Failure> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    Some(text).filter(|text| !text.is_empty() && text.bytes().all(is_token)).ok_or_else(|| {
        Failure::value("--method", text, &Malformed::whole("is not a method", "write a method such as `GET` or `POST`"))
    })
}

/// `--retry-on`: statuses with commas between them.
fn statuses(text: &str) -> Result<Vec<u16>, Failure> {
    text.split(',').map(|part| status(part.trim())).collect::<Result<_, _>>().map_err(|_| {
        let fault = Malformed::whole("is not a list of statuses", "write numbers from 100 to 999, as in `429,503`");
        Failure::value("--retry-on", text, &fault)
    })
}
