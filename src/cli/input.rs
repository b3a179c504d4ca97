//! Reading responses: header lines among the arguments, files, standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use holdoff::capture::{Head, HeadParser, header_line};
use holdoff::header::Field;

use super::failure::Failure;

const BLOCK: usize = 64 * 1024;

/// The header lines among the arguments of one command, and the arguments that are none.
pub(crate) fn header_lines(args: &[std::ffi::OsString]) -> (Vec<Field<'_>>, Vec<&OsStr>) {
    let mut fields = Vec::new();
    let mut rest = Vec::new();
    for arg in args {
        match header_line(arg.as_encoded_bytes()) {
            Some(field) => fields.push(field),
            None => rest.push(arg.as_os_str()),
        }
    }
    (fields, rest)
}

/// Every head of a file, or of standard input where its name is `-`. At least one.
///
/// # Errors
///
/// When it cannot be read, or holds no response.
pub(crate) fn heads(name: &OsStr) -> Result<Vec<Head>, Failure> {
    if name == "-" {
        return read(&mut io::stdin().lock(), "standard input");
    }
    let shown = name.to_string_lossy();
    let mut file = File::open(Path::new(name)).map_err(|error| unreadable(&shown, &error))?;
    read(&mut file, &shown)
}

/// Whether nothing was piped in, so that reading standard input would wait for a person to type.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reads standard input to its end and forgets it, so that the program that writes it does not fail after the answer
/// is out.
pub(crate) fn drain_stdin() {
    let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
}

fn read(source: &mut dyn Read, name: &str) -> Result<Vec<Head>, Failure> {
    let mut parser = HeadParser::new();
    let mut block = vec![0; BLOCK];
    while !parser.done() {
        match source.read(&mut block) {
            Ok(0) => break,
            Ok(length) => parser.push(block.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(name, &error)),
        }
    }
    parser.finish().map_err(|fault| {
        Failure::unreadable("no-response", format!("{name}: {}", fault.message()), Some(fault.hint().to_owned()))
    })?;
    Ok(std::iter::from_fn(|| parser.pop()).collect())
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::unreadable("unreadable-input", format!("{name}: {error}"), None)
}
