//! The crate `godot-binary-serialization` for the format of Godot 4.
//!
//! Bytes of Godot 3 are compatible only for single values of the five types of [`crate::singles`],
//! not for containers and Vector3s.

use crate::contestant::{Contestants, Method, Task};
use crate::ours;
use crate::singles::Single;
use gdvariant::godot3::Variant;
use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use godot_binary_serialization::types::primitive::{
    GodotBool, GodotFloat, GodotInteger, GodotString,
};
use godot_binary_serialization::types::structures::GodotVector2;
use godot_binary_serialization::types::variant::GodotVariant;
use std::hint::black_box;

/// Encodes a value.
pub const ENCODE: Method =
    Method::new(Task::Encode, "godot-binary-serialization").against(ours::ENCODE_DYNAMIC);
/// Decodes a value.
pub const DECODE: Method =
    Method::new(Task::Decode, "godot-binary-serialization").against(ours::DECODE_OWNED);

pub(crate) fn add<'p>(list: &mut Contestants<'p>, single: &'p Single) {
    let values: Vec<_> = single.values.iter().map(theirs).collect();
    for (value, bytes) in values.iter().zip(&single.encoded) {
        assert_eq!(
            Encoder::encode_variant(&**value).expect("the payload can be encoded"),
            *bytes
        );
        let read = Decoder::decode_variant(bytes).expect("the payload can be decoded");
        assert!(read.variant_eq(&**value), "{read:?}");
    }
    list.add(ENCODE, single.size(), move || {
        for value in black_box(&values) {
            assert!(black_box(&Encoder::encode_variant(&**value)).is_ok());
        }
    });
    list.add(DECODE, single.size(), move || {
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
