//! Look-up by the name of a field, whatever its case.

/// What is known by name: a table with room to spare, in which a name stands at the place that its hash tells, or behind
/// it where that is taken.
#[derive(Debug)]
pub(crate) struct ByName<T> {
    places: Vec<Option<(u64, &'static str, T)>>,
    /// One less than there are places, which are a power of two.
    mask: u64,
}

impl<T> ByName<T> {
    /// A table of names, each of which is there once.
    pub(crate) fn new(items: Vec<(&'static str, T)>) -> Self {
        // At least two places for each, so that there is always an empty one.
        let count = items.len().saturating_add(1).next_power_of_two().saturating_mul(2);
        let mask = u64::try_from(count).unwrap_or(1).saturating_sub(1);
        let mut table = Self { places: std::iter::repeat_with(|| None).take(count).collect(), mask };
        for (name, item) in items {
            let hash = hash(name.as_bytes());
            let mut at = hash;
            while table.place(at).is_some_and(Option::is_some) {
                at = at.wrapping_add(1);
            }
            let at = usize::try_from(at & mask).unwrap_or(0);
            if let Some(place) = table.places.get_mut(at) {
                *place = Some((hash, name, item));
            }
        }
        table
    }

    fn place(&self, at: u64) -> Option<&Option<(u64, &'static str, T)>> {
        self.places.get(usize::try_from(at & self.mask).ok()?)
    }

    /// What is known by that name.
    #[inline]
    pub(crate) fn get(&self, name: &[u8]) -> Option<&T> {
        let hash = hash(name);
        let mut at = hash;
        while let Some((own, known, item)) = self.place(at)? {
            if *own == hash && known.as_bytes().eq_ignore_ascii_case(name) {
                return Some(item);
            }
            at = at.wrapping_add(1);
        }
        None
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
        let table = ByName::new(names.into_iter().zip(0..).collect());
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
