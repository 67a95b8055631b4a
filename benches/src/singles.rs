//! Single values that are encoded one by one, for a peer that does not support containers.

use crate::contestant::Contestants;
use crate::ours::{DECODE_BORROWED, DECODE_OWNED, ENCODE_DYNAMIC};
use crate::payloads::encoded;
use gdvariant::godot3::{self, Variant, VariantRef};
use gdvariant::{Godot3, Vector2};
use std::hint::black_box;

/// The names of the payloads.
pub const NAMES: [&str; 5] = [
    "single bools",
    "single ints",
    "single floats",
    "single Strings",
    "single Vector2s",
];

/// A thousand values of one type.
#[derive(Debug)]
pub(crate) struct Single {
    name: &'static str,
    pub(crate) values: Vec<Variant>,
    pub(crate) encoded: Vec<Vec<u8>>,
}

impl Single {
    fn new(name: &'static str, value: impl Fn(i16) -> Variant) -> Self {
        let values: Vec<_> = (0..1_000).map(value).collect();
        let encoded = values.iter().map(encoded::<Godot3>).collect();
        Self {
            name,
            values,
            encoded,
        }
    }

    /// Returns the encoded length of all values.
    pub(crate) fn size(&self) -> usize {
        self.encoded.iter().map(Vec::len).sum()
    }
}

/// Returns all payloads of single values.
pub(crate) fn all() -> [Single; 5] {
    let [bools, ints, floats, strings, vectors] = NAMES;
    [
        Single::new(bools, |index| Variant::Bool(index % 2 == 0)),
        Single::new(ints, |index| Variant::Int(i64::from(index) * 3)),
        Single::new(floats, |index| Variant::Float(f64::from(index) * 0.5)),
        Single::new(strings, |index| {
            Variant::from(format!("item_name_{index}_ñ"))
        }),
        Single::new(vectors, |index| Vector2::new(f32::from(index), 0.5).into()),
    ]
}

/// Adds the benchmarks of this library that encode and decode the payload.
pub(crate) fn add<'p>(list: &mut Contestants<'p>, single: &'p Single) {
    list.payload(single.name);
    let mut buffer = Vec::new();
    list.add(ENCODE_DYNAMIC, single.size(), move || {
        for value in black_box(&single.values) {
            buffer.clear();
            assert!(black_box(&godot3::encode_into(value, &mut buffer)).is_ok());
        }
    });
    list.add(DECODE_OWNED, single.size(), move || {
        for bytes in black_box(&single.encoded) {
            assert!(black_box(&godot3::from_slice::<Variant>(bytes)).is_ok());
        }
    });
    list.add(DECODE_BORROWED, single.size(), move || {
        for bytes in black_box(&single.encoded) {
            assert!(black_box(&godot3::from_slice::<VariantRef<'_>>(bytes)).is_ok());
        }
    });
}
