//! An input that is open: what it begins with, and the rest.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::atomic::Ordering;

use flate2::read::MultiGzDecoder;
use holdoff::capture::{Kind, Split, Splitter, Values};

use super::args::Input;
use super::failure::Failure;
use super::input::{STDIN_BEGUN, unreadable};

/// How much is looked at to tell what an input is.
const START: usize = 64 * 1024;
/// How much is looked at to tell whether an input of JSON holds a single record.
const MOST: usize = 8 << 20;
/// The magic bytes of gzip (RFC 1952, 2.3.1).
const GZIP: &[u8] = b"\x1f\x8b";

/// An open input.
pub(crate) struct Source {
    /// What messages call it.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    reader: Box<dyn Read + Send>,
}

impl Source {
    /// Opens a file, or standard input where its name is `-`, and tells what it holds unless `input` does. What gzip
    /// has packed is unpacked.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn open(name: &OsStr, input: Option<Input>) -> Result<Self, Failure> {
        let (name, reader): (String, Box<dyn Read + Send>) = if name == "-" {
            STDIN_BEGUN.store(true, Ordering::Relaxed);
            ("standard input".to_owned(), Box::new(io::stdin()))
        } else {
            let shown = name.to_string_lossy().into_owned();
            let file = File::open(Path::new(name)).map_err(|error| unreadable(&shown, &error))?;
            (shown, Box::new(file))
        };
        // Where the kind is told nothing has to be waited for but the magic bytes of gzip or a byte order mark.
        let most = if input.is_some() { 3 } else { START };
        let (mut start, mut reader) = begin(reader, 2).map_err(|error| unreadable(&name, &error))?;
        if start.bytes.starts_with(GZIP) {
            let unpacked = Box::new(MultiGzDecoder::new(reader));
            (start, reader) = begin(unpacked, most).map_err(|error| unreadable(&name, &error))?;
        } else {
            (start, reader) = begin(reader, most).map_err(|error| unreadable(&name, &error))?;
        }
        let kind = match input {
            Some(Input::Head) => Kind::Head,
            Some(Input::Json) => Kind::Json,
            Some(Input::Ndjson) => Kind::Ndjson,
            Some(Input::Har) => Kind::Har,
            None => Kind::of(&start.bytes, start.whole),
        };
        if kind != Kind::Head && start.bytes.starts_with(b"\xef\xbb\xbf") {
            // The byte order mark that some programs begin UTF-8 with is no JSON.
            reader.read_exact(&mut [0; 3]).map_err(|error| unreadable(&name, &error))?;
        }
        Ok(Self { name, kind, reader })
    }
}

impl Source {
    /// The value of an input of JSON that holds only one, which is no array. Where there is more, it is left as it was.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn only_value(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut splitter = Splitter::new(Values::All);
        let (mut read, mut block) = (Vec::new(), vec![0; START]);
        let (mut count, mut value) = (0u64, None);
        let mut ended = false;
        while !ended && count < 2 && !splitter.in_array() && read.len() < MOST {
            let length = self.read(&mut block)?;
            let piece = block.get(..length).unwrap_or_default();
            read.extend_from_slice(piece);
            ended = length == 0;
            let mut each = |split: Split<'_>| {
                count = count.saturating_add(1);
                value = if let Split::Value(json) = split { Some(json.to_vec()) } else { None };
            };
            if ended { splitter.finish(&mut each) } else { splitter.push(piece, &mut each) }
        }
        let rest = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = Box::new(Cursor::new(read).chain(rest));
        Ok(value.filter(|_| ended && count == 1 && !splitter.in_array()))
    }
}

impl Read for Source {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.reader.read(block) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => return done,
            }
        }
    }
}

/// What an input begins with.
struct Start {
    bytes: Vec<u8>,
    /// Whether that is all of it.
    whole: bool,
}

/// Reads until a line has ended, or `most` bytes are there, and gives back an input that begins with them again. Where
/// the line may be a record, what follows it tells whether there are others.
fn begin(mut reader: Box<dyn Read + Send>, most: usize) -> io::Result<(Start, Box<dyn Read + Send>)> {
    let mut start = Start { bytes: Vec::new(), whole: false };
    let mut block = vec![0; most];
    while start.bytes.len() < most && !tells(&start.bytes) {
        match reader.read(&mut block) {
            Ok(0) => {
                start.whole = true;
                break;
            }
            Ok(length) => start.bytes.extend_from_slice(block.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let again = Box::new(Cursor::new(start.bytes.clone()).chain(reader));
    Ok((start, again))
}

fn tells(start: &[u8]) -> bool {
    match memchr::memchr(b'\n', start) {
        Some(end) if start.starts_with(b"{") => end.saturating_add(1) < start.len(),
        end => end.is_some(),
    }
}
