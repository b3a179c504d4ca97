//! Inputs of any length: each record is read and answered as it comes, in bounded memory.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use holdoff::capture::{Kind, Layouts, Names, Record, Split, Values, har_entry, record};
use holdoff::diagnostic::{Code, Diagnostic, Severity};
use holdoff::header::{Context, Field, Plan, ReceivedFrom, read};
use holdoff::quantity::Malformed;
use holdoff::report::inspect::Response;
use holdoff::report::stream::{Part, Stream};

use super::batches::{Batch, Batches};
use super::blocks::{Block, Blocks, Place};
use super::exit::Exit;
use super::failure::Failure;
use super::source::Source;

/// How much of the answers one thread holds before it waits for its turn to write.
const HELD: usize = 1 << 20;

/// Answers streams of records.
pub(crate) struct Answers<'a> {
    context: &'a Context<'a>,
    names: &'a Names,
    threads: usize,
    clients: bool,
    output: Mutex<Output>,
    turned: Condvar,
}

struct Output {
    stream: Stream,
    /// The block whose turn it is to be written.
    turn: u64,
    /// Whether nobody reads on, or writing failed.
    stopped: bool,
    failure: Option<io::Error>,
}

impl<'a> Answers<'a> {
    /// `clients` asks for what the well-known clients would do.
    pub(crate) fn new(
        stream: Stream,
        context: &'a Context<'a>,
        names: &'a Names,
        threads: usize,
        clients: bool,
    ) -> Self {
        let output = Mutex::new(Output { stream, turn: 0, stopped: false, failure: None });
        Self { context, names, threads, clients, output, turned: Condvar::new() }
    }

    /// Answers every record of an input.
    ///
    /// # Errors
    ///
    /// When it cannot be read; what was read until then is answered.
    pub(crate) fn answer(&self, source: Source) -> io::Result<()> {
        match source.kind {
            Kind::Ndjson => self.lines(source),
            Kind::Har => self.values(source, Values::Entries),
            Kind::Json | Kind::Head => self.values(source, Values::All),
        }
    }

    /// Adds what is said of an input.
    pub(crate) fn add(&self, fill: impl FnOnce(&mut Part)) {
        let mut output = self.locked();
        let mut part = output.stream.part();
        fill(&mut part);
        output.write(part);
    }

    /// Adds a response that was read elsewhere.
    pub(crate) fn add_response(&self, response: Response<'_>) {
        self.add(|part| part.add(&Response { clients: self.clients, ..response }, None));
    }

    /// Whether no response was found so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.locked().stream.readings() == 0
    }

    /// Writes the end. The exit code is 1 where a finding is an error. `nothing` says of the input `name` what it is
    /// where nothing at all was found in it.
    ///
    /// # Errors
    ///
    /// Where there was no response at all, or the output cannot be written.
    pub(crate) fn finish(self, name: &str, nothing: &str) -> Result<Exit, Failure> {
        let mut output = self.output.into_inner().unwrap_or_else(PoisonError::into_inner);
        if output.stream.readings() == 0 {
            let hint = "give responses with a status or headers, as `curl -si URL` prints them, as HAR, or as JSON \
                        whose names `--map` tells";
            let why = output.stream.first_finding().map_or(nothing, |it| it.message.as_str());
            return Err(Failure::unreadable("no-response", format!("{name}: {why}"), Some(hint.to_owned())));
        }
        let end = output.stream.finish();
        output.print(&end);
        match output.failure {
            Some(error) => Err(Failure::unreadable("unwritable-output", format!("standard output: {error}"), None)),
            None if output.stream.has_error() => Ok(Exit::No),
            None => Ok(Exit::Done),
        }
    }

    fn locked(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// NDJSON: the lines of a block.
    fn lines(&self, source: Source) -> io::Result<()> {
        let blocks = Mutex::new(Blocks::new(source));
        let next = |(place, block): &mut (Option<Place>, Block)| {
            *place = blocks.lock().unwrap_or_else(PoisonError::into_inner).next(block)?;
            Ok(place.as_ref().map(|place| place.block))
        };
        self.in_turns(next, |turn, (place, block)| {
            let Some(place) = place else { return };
            if place.too_long {
                turn.part.add_finding(invalid(format!("line {} is longer than 8 MiB", place.line)));
            }
            let mut rest = block.text();
            for number in place.line.. {
                let (line, after) = match memchr::memchr(b'\n', rest) {
                    Some(end) => (rest.get(..end), end.checked_add(1).and_then(|next| rest.get(next..))),
                    None if rest.is_empty() => break,
                    None => (Some(rest), None),
                };
                rest = after.unwrap_or_default();
                let line = line.unwrap_or_default();
                if !line.trim_ascii().is_empty() {
                    match turn.known.layouts.record(line) {
                        Ok((record, layout)) => turn.respond(Ok(record), layout, "line", number),
                        Err(fault) => turn.respond(Err(fault), None, "line", number),
                    }
                }
            }
        })
    }

    /// JSON and HAR: the values of a batch.
    fn values(&self, source: Source, values: Values) -> io::Result<()> {
        let batches = Mutex::new(Batches::new(source, values));
        let next = |batch: &mut Batch| batches.lock().unwrap_or_else(PoisonError::into_inner).next(batch);
        let name = if values == Values::Entries { "entry" } else { "record" };
        self.in_turns(next, |turn, batch| {
            for (number, split) in batch.values() {
                match split {
                    Split::Value(json) if values == Values::Entries => {
                        turn.respond(har_entry(json), None, name, number)
                    }
                    Split::Value(json) => turn.respond(record(json, self.names), None, name, number),
                    Split::TooLarge => {
                        turn.part.add_finding(invalid(format!("{name} {number} is larger than 8 MiB")));
                    }
                    Split::Truncated => {
                        turn.part.add_finding(invalid(format!("the input ends within {name} {number}")));
                    }
                }
            }
        })
    }

    /// Every thread takes a piece of the input, answers it, and writes the answers when it is their turn.
    fn in_turns<P: Default>(
        &self,
        next: impl Fn(&mut P) -> io::Result<Option<u64>> + Sync,
        answer: impl Fn(&mut Turn<'_, 'a>, &P) + Sync,
    ) -> io::Result<()> {
        self.locked().turn = 0;
        let work = || {
            let mut piece = P::default();
            let mut known = Known { layouts: Layouts::new(self.names), plans: Vec::new() };
            while !self.locked().stopped {
                let Some(number) = next(&mut piece)? else { break };
                let part = self.locked().stream.part();
                let mut turn = Turn { answers: self, number, part, known: &mut known };
                answer(&mut turn, &piece);
                let part = turn.part;
                let mut output = self.turn(number);
                output.write(part);
                output.turn = output.turn.saturating_add(1);
                drop(output);
                self.turned.notify_all();
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut read = work();
            for other in others {
                read = read.and(other.join().unwrap_or(Ok(())));
            }
            read
        })
    }

    /// Waits until every block before this one is written.
    fn turn(&self, block: u64) -> MutexGuard<'_, Output> {
        self.turned.wait_while(self.locked(), |output| output.turn != block).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answers to one piece of the input.
struct Turn<'t, 'a> {
    answers: &'t Answers<'a>,
    /// Which piece it is.
    number: u64,
    part: Part,
    known: &'t mut Known<'a>,
}

/// What one thread knows of the records that it has read.
struct Known<'a> {
    layouts: Layouts<'a>,
    /// What the names of their fields tell, by the numbers of the layouts.
    plans: Vec<Option<Plan>>,
}

impl Turn<'_, '_> {
    fn respond(&mut self, record: Result<Record<'_>, Malformed>, layout: Option<usize>, name: &str, number: u64) {
        let part = &mut self.part;
        match record {
            Err(fault) => part.add_finding(invalid(format!("{name} {number} {}", fault.message()))),
            Ok(record) if record.is_nothing() => part.add_finding(Diagnostic {
                code: Code::RecordWithoutResponse,
                severity: Severity::Warning,
                header: None,
                message: format!("{name} {number} holds neither a status nor headers"),
                span: None,
            }),
            Ok(record) => {
                let plan = layout.and_then(|layout| self.known.plan(layout, &record));
                let response = response_of(&record, plan, self.answers.context, self.answers.clients);
                part.add(&response, record.host());
            }
        }
        if part.size() > HELD {
            let mut output = self.answers.turn(self.number);
            let full = std::mem::replace(part, output.stream.part());
            output.write(full);
            *part = output.stream.part();
        }
    }
}

impl Known<'_> {
    /// What the names of the fields of a record tell, which are those of all records of its layout.
    fn plan(&mut self, layout: usize, record: &Record<'_>) -> Option<&Plan> {
        if self.plans.len() <= layout {
            self.plans.resize_with(layout.saturating_add(1), || None);
        }
        self.plans
            .get_mut(layout)
            .map(|plan| &*plan.get_or_insert_with(|| Plan::new(&record.fields().collect::<Vec<_>>())))
    }
}

impl Output {
    fn write(&mut self, part: Part) {
        let text = self.stream.take(part);
        self.print(&text);
        self.stream.give_back(text);
    }

    /// Prints, unless nobody reads on: then whoever reads has enough.
    fn print(&mut self, text: &[u8]) {
        if self.stopped || text.is_empty() {
            return;
        }
        let mut out = io::stdout().lock();
        if let Err(error) = out.write_all(text).and_then(|()| out.flush()) {
            self.stopped = true;
            self.failure = (error.kind() != io::ErrorKind::BrokenPipe).then_some(error);
        }
    }
}

/// What one record says. The context stands above what the record says of its own. `plan` is what the names of its
/// fields tell, where that is known.
pub(crate) fn response_of<'a>(
    record: &'a Record<'_>,
    plan: Option<&Plan>,
    context: &Context,
    clients: bool,
) -> Response<'a> {
    let received = record.received.map(|at| (at, ReceivedFrom::Record));
    let status = context.status.or(record.status);
    let body = record.body();
    let context = Context { status, received: context.received.or(received), body: body.as_ref(), ..*context };
    let fields: Vec<Field<'a>> = record.fields().collect();
    let mut reading = match plan {
        Some(plan) => plan.read(&fields, &context),
        None => read(&fields, &context),
    };
    if !record.diagnostics.is_empty() {
        reading.diagnostics.splice(0..0, record.diagnostics.iter().cloned());
    }
    Response { reading, fields, clients }
}

fn invalid(message: String) -> Diagnostic {
    Diagnostic { code: Code::RecordInvalid, severity: Severity::Error, header: None, message, span: None }
}
