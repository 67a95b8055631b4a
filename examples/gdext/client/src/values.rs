//! Values of a script, converted to those of gdvariant and back, to check the conversions.

use crate::conversion::{EngineValue, from_engine, to_engine};
use gdext_messages::Request;
use gdvariant::{DecodeOwned, Encode, Godot4};
use godot::prelude::*;

fn by_bytes_as<T: DecodeOwned<Godot4> + Encode<Godot4>>(value: &Variant) -> Variant {
    let converted = from_engine::<T>(value).map_err(|error| error.to_string());
    let restored = converted.and_then(|value| to_engine(&value).map_err(|error| error.to_string()));
    restored.unwrap_or_else(|error| {
        godot_error!("{error}");
        Variant::nil()
    })
}

#[derive(GodotClass)]
#[class(base = RefCounted, init)]
struct Values {}

#[godot_api]
impl Values {
    /// Converts any value through its bytes. Returns null for a value that has no encoding.
    #[func]
    fn by_bytes(value: Variant) -> Variant {
        by_bytes_as::<gdvariant::Variant>(&value)
    }

    /// Converts a Dictionary to a message and back. Returns null for other values.
    #[func]
    fn by_message(value: Variant) -> Variant {
        by_bytes_as::<Request>(&value)
    }

    /// Converts a value by its fields. Returns null for other types.
    #[func]
    fn by_fields(value: Variant) -> Variant {
        macro_rules! convert {
            ($($name:ident)*) => {$(
                if let Ok(value) = value.try_to::<<gdvariant::$name as EngineValue>::Engine>() {
                    return gdvariant::$name::from_engine(value).to_engine().to_variant();
                }
            )*};
        }
        convert! {
            Vector2 Vector2i Vector3 Vector3i Vector4 Vector4i Rect2 Rect2i Aabb Plane Quaternion
            Color Transform2D Transform3D Basis Projection
        }
        Variant::nil()
    }
}
