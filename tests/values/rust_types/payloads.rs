//! The payload of a Variant for types of each form: plain, boxed, list and container.

use crate::rust_types::{from, to};
use gdvariant::*;

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

/// Tests the payloads of some types: conversions to and from a Variant, accessors, and errors.
macro_rules! payloads {
    ($test:ident, $module:ident, $layout:ident:
        $($case:ident $name:literal ($is:ident $accessor:ident $mutable:ident $into:ident) $value:expr;)*
    ) => {
        #[test]
        fn $test() {
            use gdvariant::{Kind, Engine};
            use gdvariant::$module::{Variant, VariantRef};

            $(
                let value = $value;
                #[allow(clippy::useless_conversion, reason = "some payloads are boxed")]
                let variant = Variant::$case(value.clone().into());
                let kind = Kind::$case;
                assert_eq!((variant.kind(), gdvariant::$layout::LAYOUT.name_of(kind)), (kind, $name));
                let held = variant.$accessor().map(|held| format!("{held:?}")).expect($name);
                // The accessor of a StringName returns its string.
                assert!(format!("{value:?}").contains(&held), $name);
                assert!(Variant::Nil.$accessor().is_none(), $name);
                assert!(matches!(variant, Variant::$case(_)));
                let bytes = to::<gdvariant::$layout, _>(&variant);
                accessors!(Variant, variant, value, $is $accessor $mutable $into);
                borrowed!(from::<gdvariant::$layout, VariantRef<'_>>(&bytes), VariantRef::Nil, $accessor);
                assert_eq!(from::<gdvariant::$layout, Variant>(&bytes), Ok(variant));
            )*
        }
    };
}

payloads! { godot3_payloads, godot3, Godot3:
    Bool "bool" (is_bool as_bool as_bool_mut into_bool) true;
    String "String" (is_string as_string as_string_mut into_string) "text".to_owned();
    Transform3D "Transform" (is_transform3d as_transform3d as_transform3d_mut into_transform3d) Transform3D::new(Basis::default(), Vector3::new(10.0, 11.0, 12.0));
    Object "Object" (is_object as_object as_object_mut into_object) Object::<Variant>::Id(7);
    PackedByteArray "PoolByteArray" (is_packed_byte_array as_packed_byte_array as_packed_byte_array_mut into_packed_byte_array) vec![1_u8, 2];
}

#[test]
fn strings_and_string_names_convert() {
    type E = gdvariant::Pandemonium;
    let name = to::<E, _>(&StringName::from("abc"));
    assert_eq!(name[0], 24);
    assert_eq!(from::<E, String>(&name).as_deref(), Ok("abc"));
    assert_eq!(from::<E, &str>(&name), Ok("abc"));
    assert_eq!(from::<E, StringName>(&name), Ok(StringName::from("abc")));
    assert_eq!(
        from::<E, StringName>(&to::<E, str>("abc")),
        Ok(StringName::from("abc"))
    );
}
