//! What Godot 4 makes of an element or a key that is not of the declared type: it converts the value
//! like an argument of a strictly typed function, or drops it.
//!
//! Measured in Godot 4.6.3 for every pair of types.

mod leaf;
mod math;
mod number;

use crate::Kind;
use crate::convert::{Convertible, Parts};
use crate::declared::Conformed;
use crate::view::Viewed;
use alloc::vec::Vec;
use leaf::Conforming;

/// The types that the engine converts to each declared type.
const CONVERTED: &[(Kind, &[Kind])] = &[
    (Kind::Bool, &[Kind::Int, Kind::Float]),
    (Kind::Int, &[Kind::Bool, Kind::Float]),
    (Kind::Float, &[Kind::Bool, Kind::Int]),
    (Kind::String, &[Kind::StringName, Kind::NodePath]),
    (Kind::StringName, &[Kind::String]),
    (Kind::NodePath, &[Kind::String]),
    (Kind::Vector2, &[Kind::Vector2i]),
    (Kind::Vector2i, &[Kind::Vector2]),
    (Kind::Rect2, &[Kind::Rect2i]),
    (Kind::Rect2i, &[Kind::Rect2]),
    (Kind::Vector3, &[Kind::Vector3i]),
    (Kind::Vector3i, &[Kind::Vector3]),
    (Kind::Vector4, &[Kind::Vector4i]),
    (Kind::Vector4i, &[Kind::Vector4]),
    (Kind::Transform2D, &[Kind::Transform]),
    (Kind::Quat, &[Kind::Basis]),
    (Kind::Basis, &[Kind::Quat]),
    (
        Kind::Transform,
        &[Kind::Transform2D, Kind::Quat, Kind::Basis, Kind::Projection],
    ),
    (Kind::Projection, &[Kind::Transform]),
    (Kind::Color, &[Kind::Int, Kind::String]),
    (Kind::Rid, &[Kind::Object]),
    (Kind::Array, PACKED),
    (Kind::PoolByteArray, &[Kind::Array]),
    (Kind::PoolIntArray, &[Kind::Array]),
    (Kind::PackedInt64Array, &[Kind::Array]),
    (Kind::PoolRealArray, &[Kind::Array]),
    (Kind::PackedFloat64Array, &[Kind::Array]),
    (Kind::PoolStringArray, &[Kind::Array]),
    (Kind::PoolVector2Array, &[Kind::Array]),
    (Kind::PoolVector3Array, &[Kind::Array]),
    (Kind::PoolColorArray, &[Kind::Array]),
    (Kind::PoolVector4Array, &[Kind::Array]),
];

/// The types that the engine converts to an Array.
const PACKED: &[Kind] = &[
    Kind::PoolByteArray,
    Kind::PoolIntArray,
    Kind::PackedInt64Array,
    Kind::PoolRealArray,
    Kind::PackedFloat64Array,
    Kind::PoolStringArray,
    Kind::PoolVector2Array,
    Kind::PoolVector3Array,
    Kind::PoolColorArray,
    Kind::PoolVector4Array,
];

fn is_converted(declared: Kind, found: Kind) -> bool {
    let mut converted = CONVERTED.iter();
    converted.any(|(to, from)| *to == declared && from.contains(&found))
}

/// Converts a value to a declared type that it is not of.
pub(crate) fn convert<V: Convertible<Leaf: Conforming<V>>>(
    value: V,
    declared: Kind,
) -> Conformed<V> {
    if !is_converted(declared, value.kind()) {
        return Conformed::Dropped;
    }
    let converted = match value.into_parts() {
        Parts::Leaf(leaf) if declared == Kind::Array => leaf.elements().map(V::from),
        Parts::Leaf(leaf) => leaf.conform(declared).and_then(put_together),
        Parts::Array(elements) => packed(elements, declared),
        Parts::TypedArray(_, array) => packed(array.values, declared),
        Parts::Object(_) => V::Leaf::nothing(declared).and_then(put_together),
        Parts::Dictionary(_) | Parts::TypedDictionary(_) => None,
    };
    converted.map_or(Conformed::Unsupported, Conformed::Converted)
}

/// Decides what becomes of a borrowed value: a converted one would have to be owned.
pub(crate) fn borrowed<V: Viewed>(value: &V, declared: Kind) -> Conformed<V> {
    if is_converted(declared, value.kind()) {
        Conformed::CannotBorrow
    } else {
        Conformed::Dropped
    }
}

fn put_together<V: Convertible>(leaf: V::Leaf) -> Option<V> {
    V::from_leaf(leaf).ok()
}

/// Converts the elements of an Array to those of a packed array.
fn packed<V: Convertible<Leaf: Conforming<V>>>(elements: Vec<V>, declared: Kind) -> Option<V> {
    let element = V::Leaf::element_of(declared)?;
    let mut leaves = Vec::with_capacity(elements.len());
    for value in elements {
        let is_converted = value.kind() != element;
        match value.into_parts() {
            Parts::Leaf(leaf) if is_converted => leaves.push(leaf.conform(element)?),
            Parts::Leaf(leaf) => leaves.push(leaf),
            _ => return None,
        }
    }
    V::Leaf::packed(declared, leaves).and_then(put_together)
}
