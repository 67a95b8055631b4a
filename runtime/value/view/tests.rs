//! Tests 64-bit integers with a mock Variant, so that the tests run in every build.
//!
//! Only Godot 4 has an array of 64-bit integers.

use super::*;
use crate::{Godot3, NodePath};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A mock Variant that contains an array of 64-bit integers.
#[derive(Debug, PartialEq)]
struct Ints(Vec<i64>);

impl AsView for Ints {
    type Text = String;
    type Path = NodePath;

    fn kind(&self) -> Kind {
        Kind::PackedInt32Array
    }

    fn view(&self) -> View<'_, Self> {
        View::Pool(Kind::PackedInt32Array, &self.0)
    }

    fn text(&self) -> Option<&str> {
        None
    }
}

impl Display for Ints {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        crate::text::display::variant::<Godot3, Self>(f, self)
    }
}

const LARGEST: i64 = i64::MAX;

/// The two largest integers round to the same `f64`.
#[test]
fn adjacent_large_integers_are_different_keys() {
    let mut dictionary = Dictionary::new();
    dictionary.insert(Ints([LARGEST].into()), Ints([1].into()));
    dictionary.insert(Ints([LARGEST - 1].into()), Ints([2].into()));
    dictionary.insert(Ints([LARGEST].into()), Ints([3].into()));
    assert_eq!(dictionary.len(), 2);
    for (key, value) in [(LARGEST, 3), (LARGEST - 1, 2)] {
        let found = dictionary.get(&Ints([key].into()));
        assert_eq!(found, Some(&Ints([value].into())));
    }
    assert_eq!(dictionary.get(&Ints([LARGEST - 2].into())), None);
}

#[cfg(feature = "std")]
#[test]
fn adjacent_large_integers_have_different_hashes() {
    use crate::KeyEquality;
    use core::hash::Hasher;

    let hash = |value| {
        let mut hasher = std::hash::DefaultHasher::new();
        Ints([value].into()).hash_key(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash(LARGEST), hash(LARGEST));
    assert_ne!(hash(LARGEST), hash(LARGEST - 1));
}

#[test]
fn large_integers_keep_all_digits_in_texts() {
    let value = Ints([LARGEST, LARGEST - 1, i64::MIN].into());
    let digits = "9223372036854775807, 9223372036854775806, -9223372036854775808";
    assert_eq!(
        value.to_string(),
        alloc::format!("PoolIntArray( {digits} )")
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
