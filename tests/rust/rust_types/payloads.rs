//! The payload of a Variant for each type, and the names and numbers of the types.

use crate::rust_types::{basis, from, to};
use gdvariant::*;
use std::fmt::Debug;

/// Checks that the accessors of a type return its payload, and nothing for Nil.
macro_rules! accessors {
    ($variant:path, $value:ident, $payload:ident, $is:ident $accessor:ident $mutable:ident $into:ident) => {{
        type Any = $variant;
        assert!($value.$is() && !Any::Nil.$is());
        let mut changed = $value.clone();
        assert!(changed.$mutable().is_some() && Any::Nil.$mutable().is_none());
        assert_eq!(changed.$into().as_ref(), Ok(&$payload));
        assert_eq!(Any::Nil.$into(), Err(Any::Nil));
    }};
}

/// Checks the accessor of a type in a borrowed Variant.
macro_rules! borrowed {
    ($value:expr, $nil:expr, $accessor:ident) => {{
        let value = $value.expect("it is valid");
        assert!(value.$accessor().is_some() && $nil.$accessor().is_none());
    }};
}

/// Tests every payload of a layout: conversions to and from a Variant, accessors, and errors.
macro_rules! payloads {
    ($test:ident, $module:ident, $layout:ident, $count:literal:
        $($case:ident $name:literal ($is:ident $accessor:ident $mutable:ident $into:ident) $value:expr;)*
    ) => {
        #[test]
        fn $test() {
            use gdvariant::{Kind, Layout};
            use gdvariant::$module::{Variant, VariantRef};

            fn assert_conversions<T>(value: &T, variant: Variant, kind: Kind, name: &str)
            where
                T: Clone + PartialEq + Debug + TryFrom<Variant, Error = gdvariant::FromVariantError>,
                for<'v> &'v T: TryFrom<&'v Variant, Error = gdvariant::FromVariantError>,
            {
                assert_eq!((variant.kind(), gdvariant::$layout::name_of(kind)), (kind, name));
                assert_eq!(<&T>::try_from(&variant).as_ref(), Ok(&value));
                assert_eq!(T::try_from(variant).as_ref(), Ok(value));
                let error = T::try_from(Variant::Nil).expect_err(name);
                let expected = if kind.name().starts_with("Packed") { "Array" } else { kind.name() };
                assert_eq!(error.to_string(), format!("expected {expected}, found Nil"));
                assert!(<&T>::try_from(&Variant::Nil).is_err());
            }

            let mut count = 1;
            $(
                let value = $value;
                #[allow(clippy::useless_conversion, reason = "some payloads are boxed")]
                let variant = Variant::$case(value.clone().into());
                assert_conversions(&value, variant.clone(), Kind::$case, $name);
                let held = variant.$accessor().map(|held| format!("{held:?}")).expect($name);
                // The accessor of a StringName returns its string.
                assert!(format!("{value:?}").contains(&held), $name);
                assert!(Variant::Nil.$accessor().is_none(), $name);
                assert!(matches!(variant, Variant::$case(_)));
                let bytes = to::<gdvariant::$layout, _>(&variant);
                accessors!(Variant, variant, value, $is $accessor $mutable $into);
                borrowed!(from::<gdvariant::$layout, VariantRef<'_>>(&bytes), VariantRef::Nil, $accessor);
                assert_eq!(from::<gdvariant::$layout, Variant>(&bytes), Ok(variant));
                count += 1;
            )*
            assert_eq!(count, $count);
            assert_eq!(gdvariant::$layout::TYPES.len(), $count);
        }
    };
}

#[cfg(feature = "godot3")]
payloads! { godot3_payloads, godot3, Godot3, 27:
    Bool "bool" (is_bool as_bool as_bool_mut into_bool) true;
    Int "int" (is_int as_int as_int_mut into_int) 7_i64;
    Float "float" (is_float as_float as_float_mut into_float) 0.1;
    String "String" (is_string as_string as_string_mut into_string) "text".to_owned();
    Vector2 "Vector2" (is_vector2 as_vector2 as_vector2_mut into_vector2) Vector2::new(1.0, 2.0);
    Rect2 "Rect2" (is_rect2 as_rect2 as_rect2_mut into_rect2) Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0));
    Vector3 "Vector3" (is_vector3 as_vector3 as_vector3_mut into_vector3) Vector3::new(1.0, 2.0, 3.0);
    Transform2D "Transform2D" (is_transform2d as_transform2d as_transform2d_mut into_transform2d) Transform2D::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0));
    Plane "Plane" (is_plane as_plane as_plane_mut into_plane) Plane::new(Vector3::new(1.0, 2.0, 3.0), 4.0);
    Quaternion "Quat" (is_quaternion as_quaternion as_quaternion_mut into_quaternion) Quaternion::new(1.0, 2.0, 3.0, 4.0);
    Aabb "AABB" (is_aabb as_aabb as_aabb_mut into_aabb) Aabb::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0));
    Basis "Basis" (is_basis as_basis as_basis_mut into_basis) basis();
    Transform3D "Transform" (is_transform3d as_transform3d as_transform3d_mut into_transform3d) Transform3D::new(basis(), Vector3::new(10.0, 11.0, 12.0));
    Color "Color" (is_color as_color as_color_mut into_color) Color::new(0.1, 0.2, 0.3, 0.4);
    NodePath "NodePath" (is_node_path as_node_path as_node_path_mut into_node_path) NodePath::from("a/b:c");
    Rid "RID" (is_rid as_rid as_rid_mut into_rid) Rid::default();
    Object "Object" (is_object as_object as_object_mut into_object) Object::<Variant>::Id(7);
    Dictionary "Dictionary" (is_dictionary as_dictionary as_dictionary_mut into_dictionary) Dictionary::<Variant>::from([("a", 1)]);
    Array "Array" (is_array as_array as_array_mut into_array) vec![Variant::Nil, Variant::from(1)];
    PackedByteArray "PoolByteArray" (is_packed_byte_array as_packed_byte_array as_packed_byte_array_mut into_packed_byte_array) vec![1_u8, 2];
    PackedInt32Array "PoolIntArray" (is_packed_int32_array as_packed_int32_array as_packed_int32_array_mut into_packed_int32_array) vec![1, 2];
    PackedFloat32Array "PoolRealArray" (is_packed_float32_array as_packed_float32_array as_packed_float32_array_mut into_packed_float32_array) vec![0.1_f32, 2.0];
    PackedStringArray "PoolStringArray" (is_packed_string_array as_packed_string_array as_packed_string_array_mut into_packed_string_array) vec!["a".to_owned()];
    PackedVector2Array "PoolVector2Array" (is_packed_vector2_array as_packed_vector2_array as_packed_vector2_array_mut into_packed_vector2_array) vec![Vector2::new(1.0, 2.0)];
    PackedVector3Array "PoolVector3Array" (is_packed_vector3_array as_packed_vector3_array as_packed_vector3_array_mut into_packed_vector3_array) vec![Vector3::new(1.0, 2.0, 3.0)];
    PackedColorArray "PoolColorArray" (is_packed_color_array as_packed_color_array as_packed_color_array_mut into_packed_color_array) vec![Color::new(0.1, 0.2, 0.3, 0.4)];
}

/// Types that Pandemonium adds to those of Godot.
#[cfg(feature = "pandemonium")]
mod only_pandemonium {
    use super::{Debug, StringName, from, to};
    use gdvariant::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i, pandemonium};

    macro_rules! check {
        ($($case:ident ($is:ident $accessor:ident $mutable:ident $into:ident) $value:expr;)*) => {$({
            let value = $value;
            #[allow(clippy::useless_conversion, reason = "some payloads are boxed")]
            let variant = pandemonium::Variant::$case(value.clone().into());
            assert_eq!(variant.kind(), gdvariant::Kind::$case);
            let held = variant.$accessor().map(|held| format!("{held:?}")).expect("it is of the type");
            assert!(text(&value).contains(&held));
            assert!(pandemonium::Variant::Nil.$accessor().is_none());
            let bytes = to::<gdvariant::Pandemonium, _>(&variant);
            accessors!(pandemonium::Variant, variant, value, $is $accessor $mutable $into);
            borrowed!(
                from::<gdvariant::Pandemonium, pandemonium::VariantRef<'_>>(&bytes),
                pandemonium::VariantRef::Nil,
                $accessor
            );
            assert_eq!(from::<gdvariant::Pandemonium, _>(&bytes), Ok(variant.clone()));
            assert_eq!(variant.try_into(), Ok(value));
        })*};
    }

    fn text(value: &impl Debug) -> String {
        format!("{value:?}")
    }

    fn vector4() -> Vector4 {
        Vector4::new(1.0, 2.0, 3.0, 4.0)
    }

    #[test]
    fn payloads() {
        check! {
            Vector2i (is_vector2i as_vector2i as_vector2i_mut into_vector2i) Vector2i::new(1, -2);
            Vector3i (is_vector3i as_vector3i as_vector3i_mut into_vector3i) Vector3i::new(1, -2, 3);
            Vector4 (is_vector4 as_vector4 as_vector4_mut into_vector4) vector4();
            Vector4i (is_vector4i as_vector4i as_vector4i_mut into_vector4i) Vector4i::new(1, -2, 3, 4);
            Rect2i (is_rect2i as_rect2i as_rect2i_mut into_rect2i) Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4));
            Projection (is_projection as_projection as_projection_mut into_projection) Projection::new(vector4(), Vector4::default(), vector4(), Vector4::default());
            StringName (is_string_name as_string_name as_string_name_mut into_string_name) StringName::from("name");
            PoolVector2iArray (is_pool_vector2i_array as_pool_vector2i_array as_pool_vector2i_array_mut into_pool_vector2i_array) vec![Vector2i::new(1, 2)];
            PoolVector3iArray (is_pool_vector3i_array as_pool_vector3i_array as_pool_vector3i_array_mut into_pool_vector3i_array) vec![Vector3i::new(1, 2, 3)];
            PackedVector4Array (is_packed_vector4_array as_packed_vector4_array as_packed_vector4_array_mut into_packed_vector4_array) vec![vector4()];
            PoolVector4iArray (is_pool_vector4i_array as_pool_vector4i_array as_pool_vector4i_array_mut into_pool_vector4i_array) vec![Vector4i::new(1, 2, 3, 4)];
        }
    }

    #[test]
    fn strings_and_string_names_convert() {
        type L = gdvariant::Pandemonium;
        let name = to::<L, _>(&StringName::from("abc"));
        assert_eq!(name[0], 24);
        assert_eq!(from::<L, String>(&name).as_deref(), Ok("abc"));
        assert_eq!(from::<L, &str>(&name), Ok("abc"));
        assert_eq!(from::<L, StringName>(&name), Ok(StringName::from("abc")));
        assert_eq!(
            from::<L, StringName>(&to::<L, str>("abc")),
            Ok(StringName::from("abc"))
        );
        assert_eq!(
            from::<L, Vec<Vector4i>>(&to::<L, _>(&gdvariant::Packed([Vector4i::new(1, 2, 3, 4)]))),
            Ok(vec![Vector4i::new(1, 2, 3, 4)])
        );
    }
}

/// The names of the engines' types, in the order of their numbers.
#[cfg(feature = "godot3")]
const GODOT3: &str = "Nil bool int float String Vector2 Rect2 Vector3 Transform2D Plane Quat AABB Basis Transform Color NodePath RID Object \
    Dictionary Array PoolByteArray PoolIntArray PoolRealArray PoolStringArray PoolVector2Array PoolVector3Array PoolColorArray";

#[cfg(feature = "pandemonium")]
const PANDEMONIUM: &str = "Nil bool int real String Rect2 Rect2i Vector2 Vector2i Vector3 Vector3i Vector4 Vector4i Plane Quaternion AABB \
    Basis Transform Transform2D Projection Color NodePath RID Object StringName Dictionary Array PoolByteArray PoolIntArray PoolRealArray \
    PoolStringArray PoolVector2Array PoolVector2iArray PoolVector3Array PoolVector3iArray PoolVector4Array PoolVector4iArray PoolColorArray";

macro_rules! numbers_and_names {
    ($($(#[$gate:meta])* $marker:ident $names:ident;)*) => {
        #[test]
        fn types_have_the_numbers_and_names_of_engines() {
            $($(#[$gate])* {
                use gdvariant::{$marker, Layout, schema::LAYOUTS};
                let layout = LAYOUTS.iter().find(|layout| layout.name == $marker::NAME).unwrap();
                let names: Vec<&str> = $names.split_whitespace().collect();
                assert_eq!($marker::TYPES.len(), names.len());
                for (number, (table, name)) in $marker::TYPES.iter().zip(&names).enumerate() {
                    let number = u8::try_from(number).expect("few types");
                    assert_eq!((table.number, table.name), (number, *name));
                    assert_eq!($marker::number_of(table.kind), Some(number));
                    assert_eq!($marker::name_of(table.kind), *name);
                    assert_eq!($marker::table_of(table.kind), Some(table));
                    assert_eq!((layout.number_of(table.kind), layout.name_of(table.kind)), (Some(number), *name));
                }
            })*
        }
    };
}

numbers_and_names! {
    #[cfg(feature = "godot3")] Godot3 GODOT3;
    #[cfg(all(feature = "godot3", feature = "double"))] Godot3Double GODOT3;
    #[cfg(feature = "pandemonium")] Pandemonium PANDEMONIUM;
    #[cfg(all(feature = "pandemonium", feature = "double"))] PandemoniumDouble PANDEMONIUM;
}
