//! Blocks of whole lines, read one after the other.

use std::io::{self, Read};

/// How much is read at once: as much as a core's own cache holds beside the answers.
const BLOCK: usize = 256 * 1024;
/// The most bytes that a line may have.
const MOST: usize = 8 << 20;

/// Some lines, in room that is kept for the next ones.
#[derive(Default)]
pub(crate) struct Block {
    room: Vec<u8>,
    /// How much of it is in use.
    length: usize,
}

impl Block {
    /// The lines.
    pub(crate) fn text(&self) -> &[u8] {
        self.room.get(..self.length).unwrap_or_default()
    }

    fn begin(&mut self, text: &[u8]) {
        self.length = 0;
        if let Some(place) = self.space(text.len()).get_mut(..text.len()) {
            place.copy_from_slice(text);
        }
        self.length = text.len();
    }

    /// Room for as much as `size` behind the text; it is made once and then used again.
    fn space(&mut self, size: usize) -> &mut [u8] {
        let end = self.length.saturating_add(size);
        if self.room.len() < end {
            self.room.resize(end, 0);
        }
        self.room.get_mut(self.length..end).unwrap_or_default()
    }

    /// Takes away what stands before `from`.
    fn pass(&mut self, from: usize) {
        self.room.copy_within(from.min(self.length)..self.length, 0);
        self.length = self.length.saturating_sub(from);
    }
}

/// Cuts an input into blocks.
pub(crate) struct Blocks<R> {
    source: R,
    /// The begun line after the last block.
    rest: Vec<u8>,
    /// The number of the line that is next, from 1.
    line: u64,
    /// The number of the block that is next, from 0.
    block: u64,
    /// Whether the rest of a line that is too long is to be passed over.
    skips: bool,
    ended: bool,
}

/// Which block was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its number, from 0.
    pub(crate) block: u64,
    /// The number of its first line, from 1.
    pub(crate) line: u64,
    /// Whether in place of lines there is one that is longer than 8 MiB.
    pub(crate) too_long: bool,
}

impl<R: Read> Blocks<R> {
    pub(crate) const fn new(source: R) -> Self {
        Self { source, rest: Vec::new(), line: 1, block: 0, skips: false, ended: false }
    }

    /// Reads the next block into `block`: as many whole lines as have come, at least one. `None` at the end.
    pub(crate) fn next(&mut self, block: &mut Block) -> io::Result<Option<Place>> {
        block.begin(&self.rest);
        self.rest.clear();
        while !self.ended {
            let length = block.length;
            let read = self.source.read(block.space(BLOCK))?;
            block.length = length.saturating_add(read);
            self.ended = read == 0;
            let new = block.text().get(length..).unwrap_or_default();
            if self.skips {
                let Some(end) = memchr::memchr(b'\n', new) else {
                    block.length = 0;
                    continue;
                };
                block.pass(end.saturating_add(1));
                self.skips = false;
                if let Some(last) = memchr::memrchr(b'\n', block.text()) {
                    return Ok(Some(self.cut(block, last)));
                }
                continue;
            }
            if let Some(last) = memchr::memrchr(b'\n', new) {
                return Ok(Some(self.cut(block, length.saturating_add(last))));
            }
            if block.length > MOST {
                block.length = 0;
                self.skips = true;
                return Ok(Some(self.place(1, true)));
            }
        }
        Ok((block.length > 0).then(|| self.place(1, false)))
    }

    /// Keeps what follows the last line break for the next block.
    fn cut(&mut self, block: &mut Block, last: usize) -> Place {
        let end = last.saturating_add(1);
        self.rest.extend_from_slice(block.text().get(end..).unwrap_or_default());
        block.length = end;
        let lines = u64::try_from(memchr::memchr_iter(b'\n', block.text()).count()).unwrap_or(u64::MAX);
        self.place(lines, false)
    }

    const fn place(&mut self, lines: u64, too_long: bool) -> Place {
        let place = Place { block: self.block, line: self.line, too_long };
        self.block = self.block.saturating_add(1);
        self.line = self.line.saturating_add(lines);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a piece at each reading.
    struct Pieces(Vec<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
            let Some(mut piece) = (!self.0.is_empty()).then(|| self.0.remove(0)) else { return Ok(0) };
            let length = piece.len().min(block.len());
            let rest = piece.split_off(length);
            block[..length].copy_from_slice(&piece);
            if !rest.is_empty() {
                self.0.insert(0, rest);
            }
            Ok(length)
        }
    }

    fn blocks(pieces: &[&[u8]]) -> Vec<(String, u64, bool)> {
        let mut blocks = Blocks::new(Pieces(pieces.iter().map(|it| it.to_vec()).collect()));
        let mut block = Block::default();
        std::iter::from_fn(|| {
            let place = blocks.next(&mut block).unwrap()?;
            Some((String::from_utf8(block.text().to_vec()).unwrap(), place.line, place.too_long))
        })
        .collect()
    }

    #[test]
    fn gives_whole_lines_as_soon_as_they_have_come() {
        let right = [("a\nb\n".to_owned(), 1, false), ("cd\n".to_owned(), 3, false), ("e".to_owned(), 4, false)];
        assert_eq!(blocks(&[b"a\nb\nc", b"d\ne"]), right);
        assert_eq!(blocks(&[b""]), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let long = vec![b'x'; MOST + BLOCK];
        let right = [
            ("a\n".to_owned(), 1, false),
            (String::new(), 2, true),
            ("b\n".to_owned(), 3, false),
            ("c".to_owned(), 4, false),
        ];
        assert_eq!(blocks(&[b"a\n", &long, &long, b"x\nb\nc"]), right);
        assert_eq!(blocks(&[&long, b"xx"]), [(String::new(), 1, true)]);
    }
}
