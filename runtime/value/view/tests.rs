//! Tests 64-bit integers, which only Godot 4 has in arrays.

use super::*;
use crate::Variant;
use alloc::string::ToString;
use alloc::vec::Vec;

fn ints<const N: usize>(values: [i64; N]) -> Variant {
    Variant::PackedInt64Array(values.into())
}

const LARGEST: i64 = i64::MAX;

/// The two largest integers round to the same `f64`.
#[test]
fn adjacent_large_integers_are_different_keys() {
    let mut dictionary = Dictionary::new();
    dictionary.insert(ints([LARGEST]), ints([1]));
    dictionary.insert(ints([LARGEST - 1]), ints([2]));
    dictionary.insert(ints([LARGEST]), ints([3]));
    assert_eq!(dictionary.len(), 2);
    for (key, value) in [(LARGEST, 3), (LARGEST - 1, 2)] {
        let found = dictionary.get(&ints([key]));
        assert_eq!(found, Some(&ints([value])));
    }
    assert_eq!(dictionary.get(&ints([LARGEST - 2])), None);
}

#[cfg(feature = "std")]
#[test]
fn adjacent_large_integers_have_different_hashes() {
    use crate::dictionary::{KeyEquality, KeyRule};
    use core::hash::Hasher;

    let hash = |value| {
        let mut hasher = std::hash::DefaultHasher::new();
        ints([value]).hash_key(&mut hasher, KeyRule::default());
        hasher.finish()
    };
    assert_eq!(hash(LARGEST), hash(LARGEST));
    assert_ne!(hash(LARGEST), hash(LARGEST - 1));
}

#[test]
fn large_integers_keep_all_digits_in_texts() {
    let value = ints([LARGEST, LARGEST - 1, i64::MIN]);
    let digits = "9223372036854775807, 9223372036854775806, -9223372036854775808";
    assert_eq!(
        value.to_string(),
        alloc::format!("PackedInt64Array({digits})")
    );
    assert_eq!(alloc::format!("{value:#}"), value.to_string());
}

#[test]
fn large_integers_survive_encoding() {
    let values = [LARGEST, LARGEST - 1, -1, i64::MIN];
    let (mut bodies, mut decoded) = (Vec::new(), Vec::<i64>::new());
    crate::wire::fields::put_all(&values, &mut bodies);
    assert_eq!(bodies[..8], LARGEST.to_le_bytes());
    crate::wire::fields::take_all(&bodies, &mut decoded);
    assert_eq!(decoded, values);
}

/// All bits of a NaN are kept.
#[test]
fn numbers_have_the_bits_of_their_components() {
    let single = f32::from_bits(0x7fa0_0001);
    for (number, bits) in [
        (u8::MAX.to_number(), 0xff),
        ((-1_i32).to_number(), u64::MAX),
        ((LARGEST - 1).to_number(), 0x7fff_ffff_ffff_fffe),
        (single.to_number(), 0x7fa0_0001),
        (1.0_f64.to_number(), 1.0_f64.to_bits()),
    ] {
        assert_eq!(number.bits(), bits);
    }
    assert!(single.to_number().is_nan());
    assert!(!LARGEST.to_number().is_nan());
}
