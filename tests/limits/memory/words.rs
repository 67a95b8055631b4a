//! Inputs composed of 32-bit words.

use gdvariant::{Engine, Kind};

/// Returns the type number of a kind that every layout has.
pub(crate) fn number<E: Engine>(kind: Kind) -> u32 {
    E::LAYOUT
        .number_of(kind)
        .expect("every layout has it")
        .into()
}

/// Encodes words in little-endian order.
pub(crate) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
