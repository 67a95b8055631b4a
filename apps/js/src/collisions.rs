//! Keys that collide in a `Map`.

use gdvariant::Dictionary;
use gdvariant::generic::structure::{AsView, View};

/// The average number of keys that the search of a key can meet. Random keys meet one.
const MAX_KEYS: usize = 16;

/// Returns whether a `Map` is slow with keys of these hashes.
///
/// V8, the engine of Node and Chrome, does not seed the hashes of numbers, so somebody can choose
/// numbers that collide. This function counts the keys that V8 meets in the chains of its table,
/// and stops if they are too many.
pub(crate) fn collide(hashes: &[u32]) -> bool {
    let mut left = hashes.len() * MAX_KEYS;
    let mut chains = vec![0; 2];
    for (index, &hash) in hashes.iter().enumerate() {
        // A table is full with two keys in each chain.
        if index == chains.len() * 2 {
            chains = vec![0; index];
            for &hash in &hashes[..index] {
                chains[hash as usize & (index - 1)] += 1;
            }
        }
        let at = hash as usize & (chains.len() - 1);
        let Some(rest) = left.checked_sub(chains[at]) else {
            return true;
        };
        left = rest;
        chains[at] += 1;
    }
    false
}

/// Returns the hashes of the keys that are a number or a `bigint` in JavaScript. Other keys do not
/// collide: the hashes of strings have a seed, and those of objects are random.
pub(crate) fn hashes<V: AsView>(entries: &Dictionary<V>) -> Vec<u32> {
    let hashes = entries.iter().filter_map(|(key, _)| match key.view() {
        View::Int(value) => Some(hash_of_int(value)),
        View::Float(value) => Some(hash_of_number(value)),
        _ => None,
    });
    hashes.collect()
}

fn hash_of_int(value: i64) -> u32 {
    // An `f64` represents numbers below 2^53, and a `bigint` is larger.
    if value.unsigned_abs() < 1 << 53 {
        hash_of_number(rounded(value))
    } else {
        hash_of_bits(value.unsigned_abs())
    }
}

fn hash_of_number(value: f64) -> u32 {
    let short = short(value);
    if f64::from(short).to_bits() == value.to_bits() {
        hash_of_short(short)
    } else {
        hash_of_bits(value.to_bits())
    }
}

#[allow(clippy::cast_precision_loss)]
fn rounded(value: i64) -> f64 {
    value as f64
}

#[allow(clippy::cast_possible_truncation)]
fn short(value: f64) -> i32 {
    value as i32
}

/// `ComputeUnseededHash` of V8.
fn hash_of_short(value: i32) -> u32 {
    let mut hash = value.cast_unsigned();
    hash = (!hash).wrapping_add(hash << 15);
    hash ^= hash >> 12;
    hash = hash.wrapping_add(hash << 2);
    hash ^= hash >> 4;
    hash = hash.wrapping_mul(2057);
    hash ^ hash >> 16
}

/// `ComputeLongHash` of V8.
#[allow(clippy::cast_possible_truncation)]
fn hash_of_bits(mut hash: u64) -> u32 {
    hash = (!hash).wrapping_add(hash << 18);
    hash ^= hash >> 31;
    hash = hash.wrapping_mul(21);
    hash ^= hash >> 11;
    hash = hash.wrapping_add(hash << 6);
    (hash ^ hash >> 22) as u32
}
