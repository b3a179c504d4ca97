//! JSON texts in pieces of any size: the same values as from the whole text.
#![no_main]

use holdoff::capture::{Split, Splitter, Values};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((size, text)) = input.split_first() else { return };
    for values in [Values::All, Values::Entries] {
        let whole = found(values, [text]);
        assert_eq!(found(values, text.chunks(usize::from(*size).max(1))), whole);
    }
});

/// Every value of a text that comes in pieces; `None` for one that is too large or cut off.
fn found<'a>(values: Values, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Option<Vec<u8>>> {
    let mut all = Vec::new();
    let mut each = |split: Split<'_>| {
        all.push(match split {
            Split::Value(json) => Some(json.to_vec()),
            Split::TooLarge | Split::Truncated => None,
        });
    };
    let mut splitter = Splitter::new(values);
    pieces.into_iter().for_each(|piece| splitter.push(piece, &mut each));
    splitter.finish(&mut each);
    all
}
