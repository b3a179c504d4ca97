use std::ffi::OsStr;

use holdoff::capture::Head;
use holdoff::diagnostic::{Code, Diagnostic, Severity};
use holdoff::header::{Context, Field, Reading, read};
use holdoff::report::inspect::{Response, Responses};

use super::args::InspectArgs;
use super::exit::Exit;
use super::failure::Failure;
use super::input::Keep;
use super::{clock, input, output};

/// `holdoff inspect`.
pub(crate) fn run(args: &InspectArgs) -> Result<Exit, Failure> {
    let context = Context {
        status: args.status.as_deref().map(status).transpose()?,
        received: args.received.as_deref().map(|text| clock::instant("--received", text)).transpose()?,
        strict: args.strict,
        profile: args.vendor.profile()?,
        reset_unit: args.vendor.reset_unit()?,
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
            return Err(Failure::usage("conflicting-inputs", message, "give the lines of one response, or files"));
        }
        let reading = read(&fields, &context);
        return one(args, Response { reading, fields });
    }
    let files = if files.is_empty() { vec![OsStr::new("-")] } else { files };
    if args.inputs.is_empty() && input::stdin_is_terminal() {
        let hint = "pipe a response in, as in `curl -si URL | holdoff inspect --received now`, or write header lines";
        return Err(Failure::usage("missing-input", "there is nothing to read", hint));
    }
    if let [file] = files[..] { single_file(args, file, &context) } else { several(args, &files, &context) }
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
    let context = Context { status: context.status.or(head.status), ..*context };
    let fields: Vec<Field<'a>> = head.fields().collect();
    let mut reading = read(&fields, &context);
    reading.diagnostics.splice(0..0, head.diagnostics.iter().cloned());
    Response { reading, fields }
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

fn one(args: &InspectArgs, response: Response<'_>) -> Result<Exit, Failure> {
    if args.all {
        return print_all(args, vec![response], Vec::new());
    }
    let reading = &response.reading;
    if reading.lacks_reception {
        return Err(missing_reception(reading));
    }
    let exit = if reading.has_error() { Exit::No } else { Exit::Done };
    output::print(&args.output, &response, exit)
}

fn single_file(args: &InspectArgs, file: &OsStr, context: &Context) -> Result<Exit, Failure> {
    let heads = input::heads(file, keep(args))?;
    let mut responses: Vec<Response<'_>> = heads.kept.iter().map(|head| response_of(head, context)).collect();
    if args.all {
        return print_all(args, responses, Vec::new());
    }
    let Some(mut last) = responses.pop() else { return Ok(Exit::Unreadable) };
    last.reading.diagnostics.splice(0..0, several_heads(heads.count));
    one(args, last)
}

/// Several files: of each the last head, or with `--all` every one. A file that cannot be read does not stop the rest;
/// where none can be read there is no answer.
fn several(args: &InspectArgs, files: &[&OsStr], context: &Context) -> Result<Exit, Failure> {
    let mut heads = Vec::new();
    let mut failures = Vec::new();
    for file in files {
        match input::heads(file, keep(args)) {
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
    let unread = failures.iter().map(|failure| Diagnostic {
        code: Code::InputUnreadable,
        severity: Severity::Error,
        header: None,
        message: failure.message().to_owned(),
        span: None,
    });
    let responses = heads.iter().map(|head| response_of(head, context)).collect();
    let exit = print_all(args, responses, unread.collect())?;
    Ok(failures.iter().map(|failure| failure.exit).fold(exit, Exit::max))
}

fn keep(args: &InspectArgs) -> Keep {
    if args.all { Keep::All } else { Keep::Last }
}

fn print_all(args: &InspectArgs, responses: Vec<Response<'_>>, diagnostics: Vec<Diagnostic>) -> Result<Exit, Failure> {
    let exit = if responses.iter().any(|it| it.reading.has_error()) { Exit::No } else { Exit::Done };
    output::print(&args.output, &Responses { responses, diagnostics }, exit)
}
