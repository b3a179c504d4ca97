//! Look-up by the name of a field, whatever its case.

use hashbrown::HashTable;

/// What is known by name.
#[derive(Debug)]
pub(crate) struct ByName<T> {
    table: HashTable<(&'static str, T)>,
}

impl<T> ByName<T> {
    /// A table of names, each of which is there once.
    pub(crate) fn new(items: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let mut table = HashTable::new();
        for item in items {
            table.insert_unique(hash(item.0.as_bytes()), item, |(name, _)| hash(name.as_bytes()));
        }
        Self { table }
    }

    /// What is known by that name.
    #[inline]
    pub(crate) fn get(&self, name: &[u8]) -> Option<&T> {
        let found = self.table.find(hash(name), |(known, _)| known.as_bytes().eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }
}

/// One bit of 64 for a name, by its length and its last letters. Names may share it: it tells only what was not sent.
#[inline]
pub(crate) fn name_bit(name: &str) -> u64 {
    let end = name.as_bytes().last_chunk::<4>().map_or(0, |end| u32::from_le_bytes(*end));
    let length = u32::try_from(name.len()).unwrap_or(0);
    1u64.wrapping_shl(end.wrapping_mul(0x9e37_79b1).wrapping_shr(26).wrapping_add(length.wrapping_mul(7)))
}

/// A number that is the same for every case of a name: its length and its letters with the bit of the case set, eight
/// at once.
#[inline]
fn hash(name: &[u8]) -> u64 {
    const CASE: u64 = 0x2020_2020_2020_2020;
    // The fraction of the golden ratio, by which neighbours are scattered.
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ (word | CASE)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let length = u64::try_from(name.len()).unwrap_or(u64::MAX);
    let hash = match name.last_chunk::<8>() {
        // The last eight may be taken twice.
        Some(last) => {
            let words = name.as_chunks::<8>().0.iter().take(8).map(|word| u64::from_le_bytes(*word));
            words.chain([u64::from_le_bytes(*last)]).fold(length, mix)
        }
        None => name.iter().fold(length, |hash, byte| mix(hash, u64::from(*byte))),
    };
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_name_in_any_case_and_no_other() {
        let names = ["Age", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Reset", "x-ratelimit-reset-requests"];
        let table = ByName::new(names.into_iter().zip(0..));
        for (name, place) in names.into_iter().zip(0..) {
            for spelled in [name.to_owned(), name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
                assert_eq!(table.get(spelled.as_bytes()), Some(&place), "{spelled}");
            }
        }
        // A dash and a carriage return differ in the bit of the case alone.
        for other in ["", "Ag", "Ages", "Retry\rAfter", "x-ratelimit-limi\u{54}s", "x-ratelimit-reset-request"] {
            assert_eq!(table.get(other.as_bytes()), None, "{other}");
        }
        assert_eq!(table.get(&[b'a'; 1000]), None);
    }
}
