//! Dictionaries of values: entries in order, the last value of a duplicate key, and fast lookup.

use super::dynamic::{Form, Value};
use std::hash::{BuildHasher, RandomState};
use std::ops::Deref;

/// The number of entries up to which searching all keys is faster than an index.
const FEW: usize = 12;

/// The entries of a Dictionary, keys and values in turn.
pub(super) enum Map<F: Form> {
    Few(Vec<Value<F>>),
    Many(Box<IndexedEntries<F>>),
}

pub(super) struct IndexedEntries<F: Form> {
    entries: Vec<Value<F>>,
    keys: Keys,
}

impl<F: Form> Deref for Map<F> {
    type Target = [Value<F>];

    #[inline(always)]
    fn deref(&self) -> &[Value<F>] {
        match self {
            Self::Few(entries) => entries,
            Self::Many(many) => &many.entries,
        }
    }
}

impl<F: Form> Map<F> {
    /// Returns `None` if a key is of a type that is not implemented.
    #[inline(always)]
    pub(super) fn of(mut entries: Vec<Value<F>>) -> Option<Self> {
        let (kept, keys) = Keys::of(&mut entries)?;
        entries.truncate(kept);
        Some(match keys {
            None => Self::Few(entries),
            Some(keys) => Self::Many(Box::new(IndexedEntries { entries, keys })),
        })
    }

    /// Finds the value of a key.
    pub(super) fn get(&self, key: Key<'_>) -> Option<&Value<F>> {
        let place = match self {
            Self::Few(entries) => position(entries, key),
            Self::Many(many) => many.keys.find(&many.entries, key),
        };
        self.deref().get(place? * 2 + 1)
    }
}

/// A key of a type that is implemented. In Godot 4, Strings and StringNames are the same keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key<'k> {
    Text(&'k str),
    Int(i64),
    Bool(bool),
}

impl<'k> Key<'k> {
    #[inline(always)]
    pub(super) fn of<F: Form>(value: &'k Value<F>) -> Option<Self> {
        match value {
            Value::String(text) | Value::StringName(text) => Some(Self::Text(text)),
            Value::Int(value) => Some(Self::Int(*value)),
            Value::Bool(value) => Some(Self::Bool(*value)),
            _ => None,
        }
    }

    /// Returns a hash whose upper bits differ for most keys.
    #[inline(always)]
    fn weak_hash(self) -> u32 {
        let word = match self {
            Self::Text(text) => {
                let bytes = text.as_bytes();
                match (bytes.first_chunk(), bytes.last_chunk()) {
                    (Some(first), Some(last)) => {
                        u32::from_le_bytes(*first).rotate_left(7) ^ u32::from_le_bytes(*last)
                    }
                    _ => bytes
                        .iter()
                        .fold(0, |all, byte| all << 8 | u32::from(*byte)),
                }
            }
            Self::Int(value) => value.to_le_bytes()[0].into(),
            Self::Bool(value) => value.into(),
        };
        word.wrapping_mul(0x9e37_79b1)
    }
}

/// The positions of keys: a hash table with open addressing and a random seed.
#[derive(Debug)]
struct Keys {
    /// The hash and the position plus 1 of a key; zeros if the slot is free.
    slots: Vec<[u32; 2]>,
    seed: [u64; 2],
}

impl Keys {
    /// Moves the last value of each duplicate key to the first one, and returns the number of
    /// values that are left, with the positions of the keys if they are many.
    #[inline(always)]
    fn of<F: Form>(entries: &mut [Value<F>]) -> Option<(usize, Option<Self>)> {
        if entries.len() / 2 > FEW {
            return Self::of_many(entries);
        }
        let kept = if are_distinct(entries)? {
            entries.len()
        } else {
            dedup(entries, |before, key| position(before, key))?
        };
        Some((kept, None))
    }

    fn of_many<F: Form>(entries: &mut [Value<F>]) -> Option<(usize, Option<Self>)> {
        let state = RandomState::new();
        let mut keys = Self {
            slots: vec![[0; 2]; entries.len().next_power_of_two()],
            seed: [state.hash_one(0), state.hash_one(1)],
        };
        let kept = dedup(entries, |before, key| keys.find_or_insert(before, key))?;
        Some((kept, Some(keys)))
    }

    fn find_or_insert<F: Form>(&mut self, before: &[Value<F>], key: Key<'_>) -> Option<usize> {
        let hash = hash(self.seed, key);
        let (at, found) = self.search(before, key, hash);
        if found.is_none() {
            let place = u32::try_from(before.len() / 2 + 1).unwrap_or_default();
            self.slots[at] = [hash, place];
        }
        found
    }

    fn find<F: Form>(&self, entries: &[Value<F>], key: Key<'_>) -> Option<usize> {
        self.search(entries, key, hash(self.seed, key)).1
    }

    /// Returns the slot of a key, and its position, or a free slot.
    #[inline(always)]
    fn search<F: Form>(
        &self,
        entries: &[Value<F>],
        key: Key<'_>,
        hash: u32,
    ) -> (usize, Option<usize>) {
        let slots = &self.slots;
        let mask = slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let [found, place] = slots[at];
            if place == 0 {
                return (at, None);
            }
            let place = place as usize - 1;
            if found == hash && entries.get(place * 2).and_then(Key::of) == Some(key) {
                return (at, Some(place));
            }
            at = (at + 1) & mask;
        }
    }
}

/// Returns whether no two of a few keys are equal.
#[inline(always)]
fn are_distinct<F: Form>(entries: &[Value<F>]) -> Option<bool> {
    // A bit for each weak hash: most keys need no comparison with others.
    let mut seen = [0_u64; 4];
    for (index, [key, _]) in entries.as_chunks().0.iter().enumerate() {
        let key = Key::of(key)?;
        let hash = key.weak_hash();
        let word = &mut seen[(hash >> 30) as usize];
        let bit = 1 << (hash >> 24 & 63);
        if *word & bit != 0 && position(entries.get(..index * 2)?, key).is_some() {
            return Some(false);
        }
        *word |= bit;
    }
    Some(true)
}

fn position<F: Form>(entries: &[Value<F>], key: Key<'_>) -> Option<usize> {
    let mut pairs = entries.as_chunks().0.iter();
    pairs.position(|[present, _]| Key::of(present) == Some(key))
}

#[inline]
fn dedup<F: Form>(
    entries: &mut [Value<F>],
    mut find: impl FnMut(&[Value<F>], Key<'_>) -> Option<usize>,
) -> Option<usize> {
    let mut kept = 0;
    for place in (0..entries.len()).step_by(2) {
        let (before, rest) = entries.split_at_mut(place);
        let pair = rest.first_chunk_mut::<2>()?;
        if let Some(found) = find(&before[..kept], Key::of(&pair[0])?) {
            std::mem::swap(&mut before[found * 2 + 1], &mut pair[1]);
            continue;
        }
        if kept < place {
            before[kept..kept + 2].swap_with_slice(pair);
        }
        kept += 2;
    }
    Some(kept)
}

/// Returns a hash that depends on the seed, so that collisions cannot be precomputed.
#[inline]
fn hash(seed: [u64; 2], key: Key<'_>) -> u32 {
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let [mut hash, other] = seed;
    match key {
        Key::Text(text) => {
            let bytes = text.as_bytes();
            let (pairs, _) = bytes.as_chunks::<16>();
            for pair in pairs {
                let (first, second) = pair.split_at(8);
                let [first, second] =
                    [first, second].map(|half| half.first_chunk().map_or(0, word));
                hash = folded(hash ^ first, other ^ second);
            }
            let last = match (
                bytes.last_chunk::<16>(),
                bytes.first_chunk(),
                bytes.last_chunk(),
            ) {
                (Some(last), ..) => last
                    .as_chunks()
                    .0
                    .first_chunk()
                    .map(|words| words.map(|bytes| word(&bytes))),
                (None, Some(first), Some(last)) => Some([word(first), word(last)]),
                _ => None,
            };
            let [first, second] = last.unwrap_or_else(|| {
                let mut short = [0; 8];
                short[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
                [u64::from_le_bytes(short), 0]
            });
            hash = folded(hash ^ first, other ^ second ^ bytes.len() as u64);
        }
        Key::Int(value) => hash = folded(hash ^ value.cast_unsigned(), other ^ 1),
        Key::Bool(value) => hash = folded(hash ^ u64::from(value), other ^ 2),
    }
    (hash >> 32) as u32
}

/// Multiplies, and combines the halves of the product.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "each half of the product")]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}
