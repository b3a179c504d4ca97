//! Where in a list a key stands, when most keys are those of the responses just before.

use std::collections::BTreeMap;

/// How many places are remembered beside the map; a power of two.
const RECENT: usize = 64;

/// The places of keys. What was asked for last is found without a search; whatever the keys are, any other is found in
/// the logarithm of their number.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// By what is quick to tell of a key; it may be the place of another.
    recent: [u32; RECENT],
    all: BTreeMap<Box<[u8]>, u32>,
}

impl Default for Places {
    fn default() -> Self {
        Self { recent: [u32::MAX; RECENT], all: BTreeMap::new() }
    }
}

impl Places {
    /// The place of a key; `has` tells whether it stands at one.
    pub(super) fn find(&mut self, key: &[u8], has: impl Fn(usize) -> bool) -> Option<u32> {
        let recent = self.recent.get_mut(quick(key))?;
        if usize::try_from(*recent).is_ok_and(has) {
            return Some(*recent);
        }
        *recent = *self.all.get(key)?;
        Some(*recent)
    }

    /// Adds a key that is not there yet.
    pub(super) fn add(&mut self, key: &[u8], place: u32) {
        self.all.insert(key.into(), place);
        if let Some(recent) = self.recent.get_mut(quick(key)) {
            *recent = place;
        }
    }
}

/// A number below [`RECENT`] by the length of a key and some of its bytes.
fn quick(key: &[u8]) -> usize {
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let middle = key.split_at_checked(key.len() / 2).map_or(&[][..], |(_, rest)| rest);
    let length = u64::try_from(key.len()).unwrap_or(0);
    let mixed =
        word(key.first_chunk()) ^ word(middle.first_chunk()).rotate_left(21) ^ word(key.last_chunk()).rotate_left(42);
    let hash = mixed.wrapping_add(length).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(hash >> 58).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_look_alike_are_told_apart() {
        let keys: Vec<Vec<u8>> = (0..500u32).map(|number| format!("same{:0>60}same", number).into_bytes()).collect();
        let (mut places, mut list) = (Places::default(), Vec::<&[u8]>::new());
        for round in 0..3 {
            for (nth, key) in keys.iter().enumerate() {
                let found = places.find(key, |place| list.get(place) == Some(&key.as_slice()));
                assert_eq!(found, (round > 0).then(|| u32::try_from(nth).unwrap()));
                if round == 0 {
                    places.add(key, u32::try_from(nth).unwrap());
                    list.push(key);
                }
            }
        }
    }
}
