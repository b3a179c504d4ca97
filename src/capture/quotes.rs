//! Where the quotes and backslashes of a JSON text stand: strings are found by them, 64 bytes at a time.

use memchr::memchr2;

/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Blocks without any, after which a string is taken for a long one.
const FEW: usize = 3;

/// The marks of one block.
#[derive(Debug)]
pub(super) struct Quotes {
    /// Where the block begins; past every text where none was looked at.
    block: usize,
    /// A bit for each quote and backslash in it.
    marks: u64,
}

impl Quotes {
    pub(super) const fn new() -> Self {
        Self { block: usize::MAX, marks: 0 }
    }

    /// The first quote or backslash of `text` from `from` on.
    #[inline]
    pub(super) fn next(&mut self, text: &[u8], from: usize) -> Option<usize> {
        let within = from % BLOCK;
        let mut block = from.wrapping_sub(within);
        if block != self.block {
            self.look(text, block);
        }
        let mut marks = self.marks & (u64::MAX << within);
        let mut few = FEW;
        while marks == 0 {
            block = block.wrapping_add(BLOCK);
            if block >= text.len() {
                return None;
            }
            if few == 0 {
                return far(text, block);
            }
            few = few.wrapping_sub(1);
            self.look(text, block);
            marks = self.marks;
        }
        block.checked_add(usize::try_from(marks.trailing_zeros()).ok()?)
    }

    fn look(&mut self, text: &[u8], block: usize) {
        let rest = text.get(block..).unwrap_or_default();
        self.marks = match rest.first_chunk::<BLOCK>() {
            Some(bytes) => marks(bytes),
            None => {
                let mut padded = [b' '; BLOCK];
                if let Some(place) = padded.get_mut(..rest.len()) {
                    place.copy_from_slice(rest);
                }
                marks(&padded)
            }
        };
        self.block = block;
    }
}

/// The same for a long string, which is no business of blocks.
#[inline(never)]
fn far(text: &[u8], from: usize) -> Option<usize> {
    memchr2(b'"', b'\\', text.get(from..)?)?.checked_add(from)
}

/// A bit for each quote and backslash.
#[inline]
fn marks(block: &[u8; BLOCK]) -> u64 {
    const LOWS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    block.as_chunks::<8>().0.iter().rev().fold(0, |marks, word| {
        let word = u64::from_le_bytes(*word);
        // The highest bit of each byte tells whether it is another one: the sums set it unless the lower bits are the same.
        let low = word & LOWS;
        let (quotes, slashes) = (low ^ 0x2222_2222_2222_2222, low ^ 0x5c5c_5c5c_5c5c_5c5c);
        let found = !(quotes.wrapping_add(LOWS) & slashes.wrapping_add(LOWS) | word) & HIGHS;
        // The bits of the eight bytes side by side.
        (marks << 8) | ((found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_next_one(
            text in prop::collection::vec(
                prop_oneof![1 => Just(b'"'), 1 => Just(b'\\'), 9 => any::<u8>(), 9 => Just(b'a'), 1 => Just(b'#'), 1 => Just(b'\xa2')],
                0..400,
            ),
            steps in prop::collection::vec(0usize..90, 1..20),
        ) {
            let (mut quotes, mut from) = (Quotes::new(), 0usize);
            for step in steps {
                from = from.saturating_add(step);
                let right = text.get(from..).and_then(|rest| memchr2(b'"', b'\\', rest)).map(|at| from.saturating_add(at));
                prop_assert_eq!(quotes.next(&text, from), right);
            }
        }

        #[test]
        fn finds_it_behind_much_else(before in 0usize..500, byte in prop_oneof![Just(b'"'), Just(b'\\')]) {
            let mut text = vec![b'x'; before];
            text.push(byte);
            prop_assert_eq!(Quotes::new().next(&text, 0), Some(before));
            prop_assert_eq!(Quotes::new().next(&text, before.saturating_add(1)), None);
        }
    }
}
