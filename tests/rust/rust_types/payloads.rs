//! What a Variant holds, type by type, and the names and numbers of the types.

use crate::rust_types::{basis, from, to};
use gdvariant::*;
use std::fmt::Debug;

/// Every payload of a layout: into a Variant and out of it, by value, by reference and by its
/// accessor, and the error that it is not.
macro_rules! payloads {
    ($test:ident, $module:ident, $layout:ident, $count:literal: $($case:ident $name:literal $accessor:ident $value:expr;)*) => {
        #[test]
        fn $test() {
            use gdvariant::$module::{Variant, VariantType};

            fn round<T>(value: &T, variant: Variant, kind: VariantType, name: &str)
            where
                T: Clone + PartialEq + Debug + TryFrom<Variant, Error = gdvariant::FromVariantError>,
                for<'v> &'v T: TryFrom<&'v Variant, Error = gdvariant::FromVariantError>,
            {
                assert_eq!((variant.variant_type(), kind.name()), (kind, name));
                assert_eq!(<&T>::try_from(&variant).as_ref(), Ok(&value));
                assert_eq!(T::try_from(variant).as_ref(), Ok(value));
                let error = T::try_from(Variant::Nil).expect_err(name);
                let expected = if name.starts_with("Pool") { "Array" } else { name };
                assert_eq!(error.to_string(), format!("expected {expected}, found Nil"));
                assert!(<&T>::try_from(&Variant::Nil).is_err());
            }

            let mut count = 1;
            $(
                let value = $value;
                #[allow(clippy::useless_conversion, reason = "some payloads are boxed")]
                let variant = Variant::$case(value.clone().into());
                round(&value, variant.clone(), VariantType::$case, $name);
                let held = variant.$accessor().map(|held| format!("{held:?}")).expect($name);
                // A StringName's accessor gives its text.
                assert!(format!("{value:?}").contains(&held), $name);
                assert!(Variant::Nil.$accessor().is_none(), $name);
                assert!(matches!(variant, Variant::$case(_)));
                assert_eq!(from::<gdvariant::$layout, Variant>(&to::<gdvariant::$layout, _>(&variant)), Ok(variant));
                count += 1;
            )*
            assert_eq!(count, $count);
            assert_eq!(VariantType::ALL.len(), $count);
        }
    };
}

#[cfg(feature = "godot3")]
payloads! { godot3_payloads, godot3, Godot3, 27:
    Bool "bool" as_bool true;
    Int "int" as_int 7_i64;
    Float "float" as_float 0.1;
    String "String" as_string "text".to_owned();
    Vector2 "Vector2" as_vector2 Vector2::new(1.0, 2.0);
    Rect2 "Rect2" as_rect2 Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0));
    Vector3 "Vector3" as_vector3 Vector3::new(1.0, 2.0, 3.0);
    Transform2D "Transform2D" as_transform2d Transform2D::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0));
    Plane "Plane" as_plane Plane::new(Vector3::new(1.0, 2.0, 3.0), 4.0);
    Quat "Quat" as_quat Quat::new(1.0, 2.0, 3.0, 4.0);
    Aabb "AABB" as_aabb Aabb::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0));
    Basis "Basis" as_basis basis();
    Transform "Transform" as_transform Transform::new(basis(), Vector3::new(10.0, 11.0, 12.0));
    Color "Color" as_color Color::new(0.1, 0.2, 0.3, 0.4);
    NodePath "NodePath" as_node_path NodePath::from("a/b:c");
    Rid "RID" as_rid Rid::default();
    Object "Object" as_object Object::<Variant>::Id(7);
    Dictionary "Dictionary" as_dictionary Dictionary::<Variant>::from([("a", 1)]);
    Array "Array" as_array vec![Variant::Nil, Variant::from(1)];
    PoolByteArray "PoolByteArray" as_pool_byte_array vec![1_u8, 2];
    PoolIntArray "PoolIntArray" as_pool_int_array vec![1, 2];
    PoolRealArray "PoolRealArray" as_pool_real_array vec![0.1_f32, 2.0];
    PoolStringArray "PoolStringArray" as_pool_string_array vec!["a".to_owned()];
    PoolVector2Array "PoolVector2Array" as_pool_vector2_array vec![Vector2::new(1.0, 2.0)];
    PoolVector3Array "PoolVector3Array" as_pool_vector3_array vec![Vector3::new(1.0, 2.0, 3.0)];
    PoolColorArray "PoolColorArray" as_pool_color_array vec![Color::new(0.1, 0.2, 0.3, 0.4)];
}

/// The types that only Pandemonium has; the others are Godot's.
#[cfg(feature = "pandemonium")]
mod only_pandemonium {
    use super::{Debug, StringName, from, to};
    use gdvariant::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i, pandemonium};

    macro_rules! check {
        ($($case:ident $accessor:ident $value:expr;)*) => {$({
            let value = $value;
            #[allow(clippy::useless_conversion, reason = "some payloads are boxed")]
            let variant = pandemonium::Variant::$case(value.clone().into());
            assert_eq!(variant.variant_type(), pandemonium::VariantType::$case);
            let held = variant.$accessor().map(|held| format!("{held:?}")).expect("it is of the type");
            assert!(text(&value).contains(&held));
            assert!(pandemonium::Variant::Nil.$accessor().is_none());
            assert_eq!(from::<gdvariant::Pandemonium, _>(&to::<gdvariant::Pandemonium, _>(&variant)), Ok(variant.clone()));
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
            Vector2i as_vector2i Vector2i::new(1, -2);
            Vector3i as_vector3i Vector3i::new(1, -2, 3);
            Vector4 as_vector4 vector4();
            Vector4i as_vector4i Vector4i::new(1, -2, 3, 4);
            Rect2i as_rect2i Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4));
            Projection as_projection Projection::new(vector4(), Vector4::default(), vector4(), Vector4::default());
            StringName as_string_name StringName::from("name");
            PoolVector2iArray as_pool_vector2i_array vec![Vector2i::new(1, 2)];
            PoolVector3iArray as_pool_vector3i_array vec![Vector3i::new(1, 2, 3)];
            PoolVector4Array as_pool_vector4_array vec![vector4()];
            PoolVector4iArray as_pool_vector4i_array vec![Vector4i::new(1, 2, 3, 4)];
        }
    }

    /// A String takes a StringName, and the other way round.
    #[test]
    fn text_of_both_kinds() {
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
            from::<L, Vec<Vector4i>>(&to::<L, _>(&gdvariant::Pool([Vector4i::new(1, 2, 3, 4)]))),
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
    ($($(#[$gate:meta])* $module:ident $names:ident;)*) => {
        #[test]
        fn types_have_the_engines_numbers_and_names() {
            $($(#[$gate])* {
                use gdvariant::$module::VariantType;
                let names: Vec<&str> = $names.split_whitespace().collect();
                assert_eq!(VariantType::ALL.len(), names.len());
                for (number, (ty, name)) in VariantType::ALL.iter().zip(&names).enumerate() {
                    let number = u8::try_from(number).expect("few types");
                    assert_eq!((*ty as u8, ty.name(), &*ty.to_string()), (number, *name, *name));
                    assert_eq!(VariantType::from_number(number), Some(*ty));
                    assert_eq!((ty.table().number, ty.table().name), (number, *name));
                }
                for beyond in names.len()..=255 {
                    assert_eq!(VariantType::from_number(u8::try_from(beyond).expect("a byte")), None);
                }
            })*
        }
    };
}

numbers_and_names! {
    #[cfg(feature = "godot3")] godot3 GODOT3;
    #[cfg(all(feature = "godot3", feature = "double"))] godot3_double GODOT3;
    #[cfg(feature = "pandemonium")] pandemonium PANDEMONIUM;
    #[cfg(all(feature = "pandemonium", feature = "double"))] pandemonium_double PANDEMONIUM;
}
