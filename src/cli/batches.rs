//! Batches of JSON values, cut out of a text of any length one after the other.

use std::io::{self, Read};
use std::ops::Range;

use holdoff::capture::{Split, Splitter, Values};

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

/// Cuts an input into batches of values.
pub(crate) struct Batches<R> {
    source: R,
    splitter: Splitter,
    block: Vec<u8>,
    /// The number of the batch that is next, from 0.
    batch: u64,
    /// How many values came so far.
    values: u64,
    ended: bool,
}

/// Some values in a row.
#[derive(Default)]
pub(crate) struct Batch {
    /// How many values came before.
    before: u64,
    bytes: Vec<u8>,
    items: Vec<Item>,
}

/// One value, or what is left of it.
enum Item {
    Value(Range<usize>),
    TooLarge,
    Truncated,
}

impl Batch {
    /// The values in their order, each with its number, from 1.
    pub(crate) fn values(&self) -> impl Iterator<Item = (u64, Split<'_>)> {
        let split = |item: &Item| match item {
            Item::Value(range) => Split::Value(self.bytes.get(range.clone()).unwrap_or_default()),
            Item::TooLarge => Split::TooLarge,
            Item::Truncated => Split::Truncated,
        };
        (self.before.saturating_add(1)..).zip(self.items.iter().map(split))
    }

    fn add(&mut self, split: Split<'_>) {
        self.items.push(match split {
            Split::TooLarge => Item::TooLarge,
            Split::Truncated => Item::Truncated,
            Split::Value(json) => {
                let start = self.bytes.len();
                self.bytes.extend_from_slice(json);
                Item::Value(start..self.bytes.len())
            }
        });
    }
}

impl<R: Read> Batches<R> {
    pub(crate) fn new(source: R, values: Values) -> Self {
        Self { source, splitter: Splitter::new(values), block: vec![0; BLOCK], batch: 0, values: 0, ended: false }
    }

    /// Reads the next values into `batch`, at least one, and gives back its number, from 0. `None` at the end.
    pub(crate) fn next(&mut self, batch: &mut Batch) -> io::Result<Option<u64>> {
        batch.bytes.clear();
        batch.items.clear();
        batch.before = self.values;
        while batch.items.is_empty() && !self.ended {
            let length = self.source.read(&mut self.block)?;
            self.ended = length == 0;
            if self.ended {
                self.splitter.finish(|split| batch.add(split));
            } else {
                self.splitter.push(self.block.get(..length).unwrap_or_default(), |split| batch.add(split));
            }
        }
        if batch.items.is_empty() {
            return Ok(None);
        }
        let number = self.batch;
        self.batch = self.batch.saturating_add(1);
        self.values = self.values.saturating_add(u64::try_from(batch.items.len()).unwrap_or(u64::MAX));
        Ok(Some(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order_and_their_numbers() {
        let text = format!("[{}1]", "{\"a\":\"b\"},".repeat(100_000));
        let mut batches = Batches::new(text.as_bytes(), Values::All);
        let (mut batch, mut numbers, mut last) = (Batch::default(), Vec::new(), String::new());
        let mut count = 0u64;
        while let Some(place) = batches.next(&mut batch).unwrap() {
            assert_eq!(place, count);
            count += 1;
            for (number, split) in batch.values() {
                numbers.push(number);
                let Split::Value(json) = split else { panic!("{split:?}") };
                last = String::from_utf8(json.to_vec()).unwrap();
            }
        }
        assert!(count > 1 && numbers.iter().copied().eq(1..=100_001), "{count}");
        assert_eq!(last, "1");
    }
}
