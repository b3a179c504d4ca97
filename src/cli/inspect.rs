use std::ffi::OsStr;
use std::num::NonZero;

use holdoff::capture::{self, Head, Kind, Names, record};
use holdoff::diagnostic::{Code, Diagnostic, Severity};
use holdoff::header::{Context, Field, Reading, ReceivedFrom, conditional, read};
use holdoff::instant::Instant;
use holdoff::report::inspect::{Response, Responses};
use holdoff::report::stream::{Format, Stream};

use super::args::InspectArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::input::Keep;
use super::source::Source;
use super::stream::Answers;
use super::{clock, input, output, stream};

/// More threads than this wait for the input and for each other.
const MOST_THREADS: usize = 16;

/// The inputs in their order, those that could not be opened as well.
type Sources = Vec<Result<Source, Failure>>;

/// `holdoff inspect`.
pub(crate) fn run(args: &InspectArgs) -> Result<Exit, Failure> {
    let mut context = Context {
        status: args.status.as_deref().map(status).transpose()?,
        received: if args.received.as_deref() == Some("now") { None } else { received(args)? },
        strict: args.strict,
        profile: args.vendor.profile()?,
        reset_unit: args.vendor.reset_unit()?,
        body: None,
    };
    let (fields, files) = input::header_lines(&args.inputs)?;
    if let Some(url) = args.inputs.iter().find_map(|arg| arg.to_str().filter(|arg| is_url(arg))) {
        let message = format!("{url}: this is a URL, and nothing is sent");
        let hint = format!("write `curl -si '{url}' | holdoff inspect --received now`");
        return Err(Failure::usage("invalid-value", message, hint));
    }
    if !fields.is_empty() {
        if let Some(file) = files.first() {
            let message = format!("{}: header lines and files cannot be read together", file.to_string_lossy());
            return Err(Failure::usage(
                "conflicting-inputs",
                message,
                "give the lines of one response, each in quotes, as in 'Retry-After: 90'; or files",
            ));
        }
        context.received = received(args)?;
        let mut reading = read(&fields, &context);
        reading.diagnostics.extend(conditional(&fields, &reading));
        return one(args, Response { reading, fields, clients: false });
    }
    let files = if files.is_empty() { vec![OsStr::new("-")] } else { files };
    if args.inputs.is_empty() && input::stdin_is_terminal() {
        let hint = "pipe a response in, as in `curl -si URL | holdoff inspect --received now`, or write header lines";
        return Err(Failure::usage("missing-input", "there is nothing to read", hint));
    }
    let names = args.map.as_deref().map_or(Ok(Names::default()), |text| {
        Names::parse(text).map_err(|fault| Failure::value("--map", text, &fault).pointing(text, fault.at()))
    })?;
    let sources: Vec<_> = files.iter().map(|file| Source::open(file, args.input)).collect();
    // Every source has begun by now. A response that is still on its way when the program starts is not received yet.
    context.received = received(args)?;
    if sources.iter().flatten().any(|source| source.kind != Kind::Head) {
        return records(args, sources, &context, &names);
    }
    match <[_; 1]>::try_from(sources) {
        Ok([source]) => single_file(args, source?, &context),
        Err(sources) => several(args, sources, &context),
    }
}

/// `--received`; `now` is the time of this call.
fn received(args: &InspectArgs) -> Result<Option<(Instant, ReceivedFrom)>, Failure> {
    args.received.as_deref().map(|text| clock::instant("--received", text)).transpose()
}

/// A URL has the form of a header line, and means none.
fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// `--status`: three digits (RFC 9110, 15).
pub(crate) fn status(text: &str) -> Result<u16, Failure> {
    let number = Some(text).filter(|text| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit()));
    number.and_then(|text| text.parse().ok()).filter(|status| *status >= 100).ok_or_else(|| {
        Failure::usage("invalid-value", format!("--status: `{text}` is not a status"), "write a number from 100 to 999")
    })
}

/// The failure of a reading that needs the time of reception, which only the user can give.
pub(crate) fn missing_reception(reading: &Reading<'_>) -> Failure {
    let deciding =
        reading.diagnostics.iter().find(|it| it.code == Code::NeedsReception && it.severity == Severity::Error);
    let header = deciding.and_then(|it| it.header).unwrap_or("the deciding field");
    Failure::usage(
        "missing-reception",
        format!("{header} names an instant, and it is not known when the response was received"),
        "write `--received now` for a response that has just come in, or `--received 2026-12-01T00:00:00Z`",
    )
}

/// One head and what it says, with what was found while the head was read. A status of `context` stands above the
/// head's own.
pub(crate) fn response_of<'a>(head: &'a Head, context: &Context) -> Response<'a> {
    let status = context.status.or(head.status);
    let body = capture::body(status, &head.body);
    let context = Context { status, body: body.as_ref(), ..*context };
    let fields: Vec<Field<'a>> = head.fields().collect();
    let mut reading = read(&fields, &context);
    reading.diagnostics.splice(0..0, head.diagnostics.iter().cloned());
    Response { reading, fields, clients: false }
}

/// The note that of several heads only the last is the answer.
pub(crate) fn several_heads(count: u64) -> Option<Diagnostic> {
    (count > 1).then(|| Diagnostic {
        code: Code::SeveralHeads,
        severity: Severity::Note,
        header: None,
        message: format!("{count} heads came in a row; this is the last one"),
        span: None,
    })
}

fn one(args: &InspectArgs, mut response: Response<'_>) -> Result<Exit, Failure> {
    if args.all {
        return print_all(args, vec![response], Vec::new());
    }
    response.clients = args.clients;
    let reading = &response.reading;
    if reading.lacks_reception {
        return Err(missing_reception(reading));
    }
    let exit = if reading.has_error() { Exit::No } else { Exit::Done };
    output::print(&args.output, &response, exit)
}

fn single_file(args: &InspectArgs, mut source: Source, context: &Context) -> Result<Exit, Failure> {
    let heads = input::heads_of(&mut source, keep(args))?;
    let mut responses: Vec<Response<'_>> = heads.kept.iter().map(|head| response_of(head, context)).collect();
    if args.all {
        return print_all(args, responses, Vec::new());
    }
    let Some(mut last) = responses.pop() else { return Ok(Exit::Unreadable) };
    last.reading.diagnostics.extend(conditional(&last.fields, &last.reading));
    last.reading.diagnostics.splice(0..0, several_heads(heads.count));
    one(args, last)
}

/// Several files: of each the last head, or with `--all` every one. A file that cannot be read does not stop the rest;
/// where none can be read there is no answer.
fn several(args: &InspectArgs, sources: Sources, context: &Context) -> Result<Exit, Failure> {
    let mut heads = Vec::new();
    let mut failures = Vec::new();
    for source in sources {
        match source.and_then(|mut source| input::heads_of(&mut source, keep(args))) {
            Ok(all) => heads.extend(all.kept),
            Err(failure) => failures.push(failure),
        }
    }
    if heads.is_empty()
        && let Some(last) = failures.pop()
    {
        failures.iter().for_each(|failure| output::print_failure(failure, false));
        return Err(last);
    }
    failures.iter().for_each(|failure| output::print_failure(failure, false));
    let unread = failures.iter().map(unread);
    let responses = heads.iter().map(|head| response_of(head, context)).collect();
    let exit = print_all(args, responses, unread.collect())?;
    Ok(failures.iter().map(|failure| failure.exit).fold(exit, Exit::max))
}

/// The finding that one of several inputs was left out.
fn unread(failure: &Failure) -> Diagnostic {
    let message = failure.message().to_owned();
    Diagnostic { code: Code::InputUnreadable, severity: Severity::Error, header: None, message, span: None }
}

/// Inputs of which at least one holds records.
fn records(args: &InspectArgs, mut sources: Sources, context: &Context, names: &Names) -> Result<Exit, Failure> {
    let (mut name, mut nothing, is_only) = ("the inputs".to_owned(), "hold no response", sources.len() == 1);
    if let [Ok(source)] = &mut sources[..] {
        name.clone_from(&source.name);
        nothing = if source.kind == Kind::Har { "holds no entry of a HAR" } else { "is empty" };
        if source.kind == Kind::Json
            && let Some(json) = source.only_value().map_err(|error| input::unreadable(&name, &error))?
        {
            return single_record(args, &name, &json, context, names);
        }
    }
    let format = output::stream_format(&args.output)?;
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
    let threads = match format {
        // The responses are numbered one after the other.
        Format::Table(_) => 1,
        _ => args.threads.unwrap_or_else(cores).clamp(1, MOST_THREADS),
    };
    let answers = Answers::new(Stream::new(format), context, names, threads, args.clients);
    let mut exit = Exit::Done;
    for source in sources {
        let done = source.and_then(|mut source| {
            if source.kind == Kind::Head {
                let heads = input::heads_of(&mut source, keep(args))?;
                heads.kept.iter().for_each(|head| answers.add_response(response_of(head, context)));
                return Ok(());
            }
            let name = source.name.clone();
            answers.answer(source).map_err(|error| input::unreadable(&name, &error))
        });
        if let Err(failure) = done {
            if is_only && answers.is_empty() {
                return Err(failure);
            }
            output::print_failure(&failure, false);
            answers.add(|part| part.add_finding(unread(&failure)));
            exit = exit.max(failure.exit);
        }
    }
    Ok(answers.finish(&name, nothing)?.max(exit))
}

/// The one record of an input is answered like a head.
fn single_record(
    args: &InspectArgs,
    name: &str,
    json: &[u8],
    context: &Context,
    names: &Names,
) -> Result<Exit, Failure> {
    let failure = |message: &str, hint: &str| {
        Failure::unreadable("no-response", format!("{name}: {message}"), Some(hint.to_owned()))
    };
    let record = record(json, names).map_err(|fault| failure(fault.message(), fault.hint()))?;
    if record.is_nothing() {
        let hint = "give a response with its head, as `curl -si URL` prints it, or tell with `--map` what the record \
                    calls its status and headers";
        return Err(failure("is JSON with neither a status nor headers", hint));
    }
    let mut response = stream::response_of(&record, None, context, args.clients);
    response.reading.diagnostics.extend(conditional(&response.fields, &response.reading));
    one(args, response)
}

fn keep(args: &InspectArgs) -> Keep {
    if args.all { Keep::All } else { Keep::Last }
}

fn print_all(
    args: &InspectArgs,
    mut responses: Vec<Response<'_>>,
    diagnostics: Vec<Diagnostic>,
) -> Result<Exit, Failure> {
    responses.iter_mut().for_each(|it| it.clients = args.clients);
    let exit = if responses.iter().any(|it| it.reading.has_error()) { Exit::No } else { Exit::Done };
    output::print(&args.output, &Responses::new(responses, diagnostics), exit)
}
