//! Reading responses: header lines among the arguments, files, standard input.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use holdoff::capture::{Head, HeadParser, header_line};
use holdoff::header::Field;

use super::args::Input;
use super::failure::Failure;
use super::source::Source;

const BLOCK: usize = 64 * 1024;
/// Whether reading standard input has begun.
pub(super) static STDIN_BEGUN: AtomicBool = AtomicBool::new(false);
/// The bytes of heads that are kept at the most; no chain of real responses comes near.
const ROOM: usize = 64 * 1024 * 1024;

/// The header lines among the arguments of one command, and the arguments that are none.
///
/// # Errors
///
/// An argument of several lines, which is neither.
pub(crate) fn header_lines(args: &[std::ffi::OsString]) -> Result<(Vec<Field<'_>>, Vec<&OsStr>), Failure> {
    let mut fields = Vec::new();
    let mut rest = Vec::new();
    for arg in args {
        match header_line(arg.as_encoded_bytes()) {
            Some(field) if field.value.contains(&b'\n') || field.value.contains(&b'\r') => {
                let message = format!("{}: this header line has a line break in it", arg.to_string_lossy());
                return Err(Failure::usage(
                    "invalid-value",
                    message,
                    "give each header line as an argument of its own",
                ));
            }
            Some(field) => fields.push(field),
            None => rest.push(arg.as_os_str()),
        }
    }
    Ok((fields, rest))
}

/// Which heads of an input are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The last one.
    Last,
    /// Every one.
    All,
}

/// The heads of one input: at least one.
#[derive(Debug)]
pub(crate) struct Heads {
    /// Those that were kept, in their order.
    pub(crate) kept: Vec<Head>,
    /// How many there were.
    pub(crate) count: u64,
}

/// The heads of a file, or of standard input where its name is `-`.
///
/// # Errors
///
/// When it cannot be read, holds no response, or more heads than can be kept.
pub(crate) fn heads(name: &OsStr, keep: Keep) -> Result<Heads, Failure> {
    heads_of(&mut Source::open(name, Some(Input::Head))?, keep)
}

/// The heads of an open input.
///
/// # Errors
///
/// As [`heads`].
pub(crate) fn heads_of(source: &mut Source, keep: Keep) -> Result<Heads, Failure> {
    let name = source.name.clone();
    read(source, &name, keep)
}

/// Whether nothing was piped in, so that reading standard input would wait for a person to type.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reads what is left of standard input and forgets it, where reading had begun: the program that writes it should not
/// fail because the answer is already out. An endless stream is left after 64 MiB.
pub(crate) fn drain_stdin() {
    if STDIN_BEGUN.load(Ordering::Relaxed) {
        let left = u64::try_from(ROOM).unwrap_or(0);
        let _ = io::copy(&mut io::stdin().lock().take(left), &mut io::sink());
    }
}

fn read(source: &mut dyn Read, name: &str, keep: Keep) -> Result<Heads, Failure> {
    let mut parser = HeadParser::new();
    let mut heads = Heads { kept: Vec::new(), count: 0 };
    let mut room = ROOM;
    let mut block = vec![0; BLOCK];
    while !parser.done() {
        match source.read(&mut block) {
            Ok(0) => break,
            Ok(length) => parser.push(block.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(name, &error)),
        }
        heads.take(&mut parser, keep, &mut room, name)?;
    }
    parser.finish().map_err(|fault| {
        Failure::unreadable("no-response", format!("{name}: {}", fault.message()), Some(fault.hint().to_owned()))
    })?;
    heads.take(&mut parser, keep, &mut room, name)?;
    if let Some(last) = heads.kept.last_mut() {
        last.body = parser.take_body();
    }
    Ok(heads)
}

impl Heads {
    /// Takes the heads that are ready, as far as there is room for them.
    fn take(&mut self, parser: &mut HeadParser, keep: Keep, room: &mut usize, name: &str) -> Result<(), Failure> {
        while let Some(head) = parser.pop() {
            self.count = self.count.saturating_add(1);
            if keep == Keep::Last {
                self.kept.clear();
            } else {
                let size = head.size().saturating_add(size_of::<Head>());
                *room = room.checked_sub(size).ok_or_else(|| {
                    let message = format!("{name}: has more heads than can be shown at once, {} and more", self.count);
                    let hint = "leave out --all, or split the input".to_owned();
                    Failure::unreadable("too-many-heads", message, Some(hint))
                })?;
            }
            self.kept.push(head);
        }
        Ok(())
    }
}

pub(super) fn unreadable(name: &str, error: &io::Error) -> Failure {
    let error = error.to_string();
    let reason = error.split(" (os error").next().unwrap_or(&error);
    let hint =
        name.contains(' ').then(|| "a header line has a colon after its name, as in 'Retry-After: 90'".to_owned());
    Failure::unreadable("unreadable-input", format!("{name}: {reason}"), hint)
}
