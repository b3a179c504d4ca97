use std::collections::VecDeque;

use super::Head;
use super::line::field;
use crate::quantity::Malformed;

/// The most bytes that one line, one head, or what stands before the first head may have.
const MOST: usize = 1 << 20;
/// A longer body is not looked at.
const LONGEST_BODY: usize = 256 << 10;

/// Reads every head at the start of `input`, in order; see [`HeadParser`].
///
/// # Errors
///
/// Where the input begins with no head: what was found instead, and what to pipe in.
///
/// # Examples
///
/// ```
/// use holdoff::capture::heads;
///
/// let heads = heads(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n\r\nbody")?;
/// assert_eq!(heads.iter().map(|head| head.status).collect::<Vec<_>>(), [Some(100), Some(429)]);
/// # Ok::<(), holdoff::quantity::Malformed>(())
/// ```
pub fn heads(input: &[u8]) -> Result<Vec<Head>, Malformed> {
    let mut parser = HeadParser::new();
    parser.push(input);
    parser.finish()?;
    Ok(std::iter::from_fn(|| parser.pop()).collect())
}

/// Finds the heads of responses in a text as `curl -i`, `curl -I` and `curl -v`, `wget -S`, `http -v` and `xh -v` print
/// it, or as a person pasted it.
///
/// Bytes are pushed in pieces of any size and heads are popped as they end. It holds at most 1 MiB of a line and of a
/// head. Lines end in CRLF or a bare LF (RFC 9112, 2.2); a line that begins with white space continues the value
/// before it (5.2). After the empty line that ends a head, another begins only with a status line, and what else
/// follows is the body, which is left alone unless it may be JSON. In a trace of `curl -v` the next request ends the body.
#[derive(Debug)]
pub struct HeadParser {
    state: State,
    /// The begun line of the last piece.
    rest: Vec<u8>,
    ready: VecDeque<Head>,
    /// Whether it is the trace of `curl -v`, where the lines of a head begin with `< `.
    trace: bool,
    /// Whether it is what `wget -S` prints, where the lines of a head begin with two spaces.
    indented: bool,
    /// Whether a request was there.
    asked: bool,
    line_number: u64,
    /// Bytes of this head, or before the first one.
    taken: usize,
    /// What stands before the first head, by its first line.
    found: Found,
    any: bool,
    /// Whether the last line of the head ended in CRLF.
    crlf: bool,
    /// What follows the last head, where it may be JSON.
    body: Vec<u8>,
}

#[derive(Debug)]
enum State {
    Before,
    In(Head),
    Between,
    /// In the body that curl wrote into its trace. The request of another call ends it.
    Body,
    /// In a body that may be JSON, with which the input ends.
    Tail,
    /// In a request, as `http -v` prints it before the response.
    Request,
    Done,
}

/// What the input begins with where that is not a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    Json,
    Markup,
    Utf16,
    /// Lines that may be those of a head without a status line.
    Lines,
    Prose,
    /// A mebibyte in which no head began.
    TooLarge,
}

/// One line, and what it is in this place.
enum Line<'a> {
    /// A line of a head.
    Head(&'a [u8]),
    /// A line that curl prints about its own doings.
    Chatter(Chatter),
    /// Anything else in a trace: a body.
    Other(&'a [u8]),
}

/// What curl prints about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chatter {
    /// The request of a call.
    Request,
    /// Anything else.
    Other,
}

impl HeadParser {
    /// A parser that has seen nothing yet.
    pub fn new() -> Self {
        Self {
            state: State::Before,
            rest: Vec::new(),
            ready: VecDeque::new(),
            trace: false,
            indented: false,
            asked: false,
            line_number: 0,
            taken: 0,
            found: Found::Nothing,
            any: false,
            crlf: false,
            body: Vec::new(),
        }
    }

    /// Whether nothing that may still come matters: the body has begun, or a limit was reached.
    pub fn done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// The body behind the last head, as far as it may be JSON and has no more than 256 KiB; empty otherwise. It is
    /// whole once the text has ended.
    pub fn take_body(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.body)
    }

    /// The next head that has ended, in the order of the text.
    pub fn pop(&mut self) -> Option<Head> {
        self.ready.pop_front()
    }

    /// Takes the next piece of the text.
    pub fn push(&mut self, piece: &[u8]) {
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            if self.done() {
                return;
            }
            match part.strip_suffix(b"\n") {
                Some(line) if self.rest.is_empty() && line.len() <= MOST => self.line(line),
                Some(end) if self.fits(end) => {
                    let mut line = std::mem::take(&mut self.rest);
                    line.extend_from_slice(end);
                    self.line(&line);
                }
                None if self.fits(part) => self.rest.extend_from_slice(part),
                _ => self.too_large("a line"),
            }
        }
    }

    /// Takes the end of the text. Heads may be popped after it.
    ///
    /// # Errors
    ///
    /// Where there was no head: what was found instead, and what to pipe in.
    pub fn finish(&mut self) -> Result<(), Malformed> {
        let last = std::mem::take(&mut self.rest);
        let is_cut = self.crlf && matches!(self.state, State::In(_)) && !last.ends_with(b"\r");
        if !last.is_empty() && !self.done() {
            self.line(&last);
        }
        let cut = is_cut && !last.is_empty();
        self.end_head(cut.then(|| format!("the input ends within line {}, whose value may be cut", self.line_number)));
        self.state = State::Done;
        if self.any { Ok(()) } else { Err(self.no_head()) }
    }

    fn fits(&self, more: &[u8]) -> bool {
        self.rest.len().saturating_add(more.len()) <= MOST
    }

    fn too_large(&mut self, what: &str) {
        self.rest = Vec::new();
        if self.found == Found::Nothing {
            self.found = Found::TooLarge;
        }
        self.end_head(Some(format!("{what} is larger than 1 MiB; what follows was not read")));
        self.state = State::Done;
    }

    /// Takes one line, its LF left out.
    fn line(&mut self, line: &[u8]) {
        self.line_number = self.line_number.saturating_add(1);
        self.taken = self.taken.saturating_add(line.len()).saturating_add(1);
        if self.taken > MOST {
            self.too_large("the head");
            return;
        }
        let line = if self.line_number == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let (line, crlf) = line.strip_suffix(b"\r").map_or((line, false), |line| (line, true));
        self.crlf = crlf;
        let line = self.classify(line);
        match (std::mem::replace(&mut self.state, State::Done), line) {
            (State::Body, Line::Chatter(Chatter::Request)) => self.state = State::Between,
            (state, Line::Chatter(_)) => self.state = state,
            (State::Before, Line::Head(line)) if is_request_line(line) => {
                self.state = State::Request;
                self.asked = true;
            }
            (State::Request, Line::Head(line)) => {
                self.state = State::Request;
                self.begin_if_status(line);
            }
            // What prints requests too parts the exchanges by empty lines.
            (State::Between, Line::Head(b"")) if self.asked => self.state = State::Between,
            (State::Between, Line::Head(line)) if self.asked && is_request_line(line) => self.state = State::Request,
            (State::Before, Line::Head(line)) => self.before(line),
            (State::In(head), Line::Head(line)) => self.in_head(head, line),
            (State::Between, Line::Head(line)) => {
                self.state = match line.first() {
                    Some(b'{' | b'[') if !self.trace => State::Tail,
                    _ => self.body(),
                };
                if matches!(self.state, State::Tail) { self.keep(line) } else { self.begin_if_status(line) }
            }
            (State::Tail, Line::Head(line)) => {
                self.state = State::Tail;
                self.keep(line);
            }
            (State::Between | State::Body, Line::Other(line)) => {
                self.state = State::Body;
                self.keep(line);
            }
            (state @ (State::Before | State::In(_) | State::Request), Line::Other(_)) => self.state = state,
            (state @ (State::Body | State::Tail), _) => self.state = state,
            (State::Done, _) => self.state = State::Done,
        }
    }

    /// Tells what a line is; the first line of a trace makes the text one.
    fn classify<'a>(&mut self, line: &'a [u8]) -> Line<'a> {
        let traced = after_progress(line).unwrap_or(line);
        let turns = match &self.state {
            State::Before => begins_trace(traced),
            State::In(head) => head.status.is_none() && is_traced_status(traced),
            State::Between | State::Body | State::Tail | State::Request | State::Done => false,
        };
        let unnamed =
            matches!(&self.state, State::Before) || matches!(&self.state, State::In(head) if head.status.is_none());
        if !self.indented && unnamed && line.strip_prefix(b"  ").is_some_and(|line| status_line(line).is_some()) {
            self.indented = true;
            self.state = State::Before;
        }
        if self.indented {
            return match line.strip_prefix(b"  ") {
                Some(head) => Line::Head(head),
                None if matches!(&self.state, State::In(_)) => Line::Head(b""),
                None if matches!(line.first(), Some(b'{' | b'[')) || !self.body.is_empty() => Line::Other(line),
                None => Line::Chatter(Chatter::Other),
            };
        }
        if !self.trace && turns {
            // What looked like fields until here was printed around the trace.
            self.trace = true;
            self.state = State::Before;
        }
        if !self.trace {
            return Line::Head(line);
        }
        match traced {
            b"<" => Line::Head(b""),
            [b'<', b' ', head @ ..] => Line::Head(head),
            [b'>', b' ', ..] => Line::Chatter(Chatter::Request),
            _ if is_chatter(traced) || is_progress(line) => Line::Chatter(Chatter::Other),
            _ => Line::Other(traced),
        }
    }

    /// Keeps a line of a body that begins like JSON. One that is too long is given up whole.
    fn keep(&mut self, line: &[u8]) {
        if self.body.is_empty() && !matches!(line.first(), Some(b'{' | b'[')) {
            return;
        }
        self.body.extend_from_slice(line);
        self.body.push(b'\n');
        if self.body.len() > LONGEST_BODY {
            self.body = Vec::new();
            self.state = if self.trace { State::Body } else { State::Done };
        }
    }

    /// What follows a head that no other head follows at once.
    const fn body(&self) -> State {
        if self.trace { State::Body } else { State::Done }
    }

    fn before(&mut self, line: &[u8]) {
        if status_line(line).is_some() {
            self.begin_if_status(line);
            return;
        }
        self.state = State::Before;
        if line.trim_ascii().is_empty() {
            return;
        }
        if self.found == Found::Nothing {
            self.found = Found::of(line);
        }
        if self.found == Found::Lines && !self.trace {
            self.in_head(Head::new(None), line);
        }
    }

    fn begin_if_status(&mut self, line: &[u8]) {
        if let Some(status) = status_line(line) {
            self.taken = line.len();
            self.state = State::In(Head::new(Some(status)));
        }
    }

    fn in_head(&mut self, mut head: Head, line: &[u8]) {
        if line.is_empty() {
            self.state = State::In(head);
            self.end_head(None);
            return;
        }
        if status_line(line).is_some() {
            self.state = State::In(head);
            self.end_head(None);
            self.begin_if_status(line);
            return;
        }
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            head.fold(line, self.line_number);
        } else {
            match field(line) {
                Ok(field) => head.add(field),
                Err(fault) => head.leave_out(line, self.line_number, fault),
            }
        }
        self.state = State::In(head);
    }

    fn end_head(&mut self, truncated: Option<String>) {
        if let State::In(head) = std::mem::replace(&mut self.state, State::Between) {
            if head.is_nothing() {
                self.state = State::Before;
                self.found = Found::Prose;
                return;
            }
            self.any = true;
            self.taken = 0;
            self.body.clear();
            self.ready.push_back(head.finish(truncated));
        }
    }

    fn no_head(&self) -> Malformed {
        const PIPE: &str = "give a response with its head, as `curl -si URL` prints it";
        let message = match self.found {
            _ if self.trace => "is a trace of curl without a response in it",
            _ if self.asked => "is a request without a response",
            Found::Nothing => "is empty",
            Found::Json => "is JSON without the head of a response",
            Found::Markup => "is HTML or XML without the head of a response",
            Found::Utf16 => return Malformed::whole("is UTF-16 text", "save it as UTF-8 and give it again"),
            Found::Lines | Found::Prose => "holds no header field",
            Found::TooLarge => "holds no head in its first MiB",
        };
        Malformed::whole(message, PIPE)
    }
}

impl Default for HeadParser {
    fn default() -> Self {
        Self::new()
    }
}

impl Found {
    fn of(first: &[u8]) -> Self {
        match first.trim_ascii() {
            [b'{' | b'[', ..] => Self::Json,
            [b'<', ..] => Self::Markup,
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Self::Utf16,
            _ => Self::Lines,
        }
    }
}

/// A request line: a method, a target and the version (RFC 9112, 3).
fn is_request_line(line: &[u8]) -> bool {
    let mut parts = line.split(|byte| *byte == b' ');
    let (method, target, version) = (parts.next(), parts.next(), parts.next());
    parts.next().is_none()
        && method.is_some_and(|it| !it.is_empty() && it.iter().all(u8::is_ascii_uppercase))
        && target.is_some_and(|it| !it.is_empty())
        && version.is_some_and(|it| it.starts_with(b"HTTP/"))
}

/// The status of a status line: `HTTP/1.1 429 Too Many Requests` (RFC 9112, 4), or `HTTP/2 429`, as curl writes it.
fn status_line(line: &[u8]) -> Option<u16> {
    let (protocol, rest) = line.split_at_checked(5)?;
    if !protocol.eq_ignore_ascii_case(b"HTTP/") {
        return None;
    }
    let space = rest.iter().position(|byte| *byte == b' ')?;
    let (version, rest) = rest.split_at_checked(space)?;
    let is_version = matches!(version, [b'0'..=b'9'] | [b'0'..=b'9', b'.', b'0'..=b'9']);
    let (digits, reason) = rest.trim_ascii_start().split_at_checked(3)?;
    if !is_version || !matches!(digits, [b'1'..=b'9', ..]) || !matches!(reason, [] | [b' ' | b'\t', ..]) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether a line shows that the text is a trace of `curl -v`.
fn begins_trace(line: &[u8]) -> bool {
    is_traced_status(line) || is_chatter(line)
}

/// `< HTTP/2 429`
fn is_traced_status(line: &[u8]) -> bool {
    line.strip_prefix(b"< ").is_some_and(|head| status_line(head).is_some())
}

/// `* ` what curl does, `> ` the request, `{ [5 bytes data]` and `} [5 bytes data]`.
fn is_chatter(line: &[u8]) -> bool {
    matches!(line, [b'*' | b'>'] | [b'*' | b'>', b' ', ..] | [b'{' | b'}', b' ', b'[', b'0'..=b'9', ..])
}

/// What follows on curl's progress meter, which ends in no line break: `… --:--:--     0* Connected`.
fn after_progress(line: &[u8]) -> Option<&[u8]> {
    let start = line.iter().position(|byte| !is_of_progress(*byte))?;
    let (meter, rest) = line.split_at_checked(start)?;
    meter.contains(&b':').then_some(rest)
}

/// Whether a line is one of curl's progress meter.
fn is_progress(line: &[u8]) -> bool {
    line.starts_with(b"  % Total ") || line.trim_ascii().starts_with(b"Dload ") || {
        line.contains(&b':') && line.iter().all(|byte| is_of_progress(*byte))
    }
}

const fn is_of_progress(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b' ' | b'\r' | b':' | b'-' | b'.' | b'k' | b'M' | b'G' | b'T' | b'P')
}
