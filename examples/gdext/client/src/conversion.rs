//! Conversions between the values of gdvariant and those of the engine.
//!
//! A crate cannot implement `From` for types of two other crates, so this module has a trait of its
//! own.

use gdvariant::{DecodeError, DecodeOwned, Encode, EncodeError, Godot4, godot4};
use godot::builtin;
use godot::global::{bytes_to_var, var_to_bytes};
use godot::prelude::PackedByteArray;

/// Converts any value of the engine to a `gdvariant::Variant` or to your own types.
pub fn from_engine<T: DecodeOwned<Godot4>>(value: &builtin::Variant) -> Result<T, DecodeError> {
    godot4::from_slice(var_to_bytes(value).as_slice())
}

/// Converts a `gdvariant::Variant` or your own types to a value of the engine.
pub fn to_engine(value: &impl Encode<Godot4>) -> Result<builtin::Variant, EncodeError> {
    Ok(bytes_to_var(&PackedByteArray::from(godot4::to_vec(value)?)))
}

/// A value type with a counterpart in the engine.
pub trait EngineValue: Sized {
    type Engine;

    fn from_engine(value: Self::Engine) -> Self;
    fn to_engine(self) -> Self::Engine;
}

macro_rules! same {
    ($($number:ty),*) => {$(
        impl EngineValue for $number {
            type Engine = Self;

            fn from_engine(value: Self) -> Self { value }
            fn to_engine(self) -> Self { self }
        }
    )*};
}

macro_rules! by_fields {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl EngineValue for gdvariant::$name {
            type Engine = builtin::$name;

            fn from_engine(value: Self::Engine) -> Self {
                Self { $($field: EngineValue::from_engine(value.$field)),* }
            }

            fn to_engine(self) -> Self::Engine {
                builtin::$name { $($field: self.$field.to_engine()),* }
            }
        }
    )*};
}

same!(i32, f32);
by_fields! {
    Vector2 { x, y }
    Vector2i { x, y }
    Vector3 { x, y, z }
    Vector3i { x, y, z }
    Vector4 { x, y, z, w }
    Vector4i { x, y, z, w }
    Rect2 { position, size }
    Rect2i { position, size }
    Aabb { position, size }
    Plane { normal, d }
    Quaternion { x, y, z, w }
    Color { r, g, b, a }
    Transform3D { basis, origin }
}

impl EngineValue for gdvariant::Transform2D {
    type Engine = builtin::Transform2D;

    fn from_engine(value: Self::Engine) -> Self {
        let [x, y, origin] = [value.a, value.b, value.origin].map(EngineValue::from_engine);
        Self { x, y, origin }
    }

    fn to_engine(self) -> Self::Engine {
        let [x, y, origin] = [self.x, self.y, self.origin].map(EngineValue::to_engine);
        builtin::Transform2D::from_cols(x, y, origin)
    }
}

impl EngineValue for gdvariant::Basis {
    type Engine = builtin::Basis;

    fn from_engine(value: Self::Engine) -> Self {
        let columns = [value.col_a(), value.col_b(), value.col_c()];
        let [x, y, z] = columns.map(EngineValue::from_engine);
        Self { x, y, z }
    }

    fn to_engine(self) -> Self::Engine {
        let [x, y, z] = [self.x, self.y, self.z].map(EngineValue::to_engine);
        builtin::Basis::from_cols(x, y, z)
    }
}

impl EngineValue for gdvariant::Projection {
    type Engine = builtin::Projection;

    fn from_engine(value: Self::Engine) -> Self {
        let [x, y, z, w] = value.cols.map(EngineValue::from_engine);
        Self { x, y, z, w }
    }

    fn to_engine(self) -> Self::Engine {
        let [x, y, z, w] = [self.x, self.y, self.z, self.w].map(EngineValue::to_engine);
        builtin::Projection::from_cols(x, y, z, w)
    }
}
