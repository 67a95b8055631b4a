//! Single values that are encoded one by one, for the crate `godot-binary-serialization`. The crate
//! is for the format of Godot 4. Bytes of Godot 3 are the same only for single values of five types,
//! not for containers and Vector3s.

use crate::contestant::{Contestants, Method, Task};
use crate::ours::{DECODE_OWNED, ENCODE_DYNAMIC};
use crate::payloads::encoded;
use gdvariant::godot3::{self, Variant};
use gdvariant::{Godot3, Vector2};
use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use godot_binary_serialization::types::primitive::{
    GodotBool, GodotFloat, GodotInteger, GodotString,
};
use godot_binary_serialization::types::structures::GodotVector2;
use godot_binary_serialization::types::variant::GodotVariant;
use std::hint::black_box;

/// The names of the payloads.
pub const NAMES: [&str; 5] = [
    "single bools",
    "single ints",
    "single floats",
    "single Strings",
    "single Vector2s",
];

/// Encodes a value with the crate.
pub const ENCODE: Method =
    Method::new(Task::Encode, "godot-binary-serialization").against(ENCODE_DYNAMIC);
/// Decodes a value with the crate.
pub const DECODE: Method =
    Method::new(Task::Decode, "godot-binary-serialization").against(DECODE_OWNED);

/// A thousand values of one type.
#[derive(Debug)]
pub(crate) struct Single {
    name: &'static str,
    values: Vec<Variant>,
    encoded: Vec<Vec<u8>>,
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

/// Adds encoding and decoding of the payload with this library and with the crate.
pub(crate) fn add<'p>(list: &mut Contestants<'p>, single: &'p Single) {
    list.payload(single.name);
    let size = single.encoded.iter().map(Vec::len).sum();
    let mut buffer = Vec::new();
    list.add(ENCODE_DYNAMIC, size, move || {
        for value in black_box(&single.values) {
            buffer.clear();
            assert!(black_box(&godot3::encode_into(value, &mut buffer)).is_ok());
        }
    });
    list.add(DECODE_OWNED, size, move || {
        for bytes in black_box(&single.encoded) {
            assert!(black_box(&godot3::from_slice::<Variant>(bytes)).is_ok());
        }
    });

    let values: Vec<_> = single.values.iter().map(theirs).collect();
    for (value, bytes) in values.iter().zip(&single.encoded) {
        let written = Encoder::encode_variant(&**value).expect("the value can be encoded");
        assert_eq!(written, *bytes);
        let read = Decoder::decode_variant(bytes).expect("the value can be decoded");
        assert!(read.variant_eq(&**value), "{read:?}");
    }
    list.add(ENCODE, size, move || {
        for value in black_box(&values) {
            assert!(black_box(&Encoder::encode_variant(&**value)).is_ok());
        }
    });
    list.add(DECODE, size, move || {
        for bytes in black_box(&single.encoded) {
            assert!(black_box(&Decoder::decode_variant(bytes)).is_ok());
        }
    });
}

/// Converts a value to the corresponding type of the crate.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the floats are exact in 32 bits and encoded as such"
)]
fn theirs(value: &Variant) -> Box<dyn GodotVariant> {
    match value {
        Variant::Bool(value) => Box::new(GodotBool::new(*value)),
        Variant::Int(value) => Box::new(GodotInteger::new_from_i64(*value)),
        Variant::Float(value) => Box::new(GodotFloat::new_from_f32(*value as f32)),
        Variant::String(value) => Box::new(GodotString::new(value)),
        Variant::Vector2(value) => Box::new(GodotVector2::new(value.x, value.y)),
        other => panic!("the crate has no type for {other}"),
    }
}
