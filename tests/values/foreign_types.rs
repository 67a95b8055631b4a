//! Every type of every layout as a Rust type, and its counterparts in glam: the same bytes,
//! alone, in Rust's containers and in packed arrays.
//!
//! The layouts list their types, so a new type or layout is tested or does not compile.

use crate::common::TestLayout;
use crate::common::arb::{Generate, GenerateLayout};
use gdvariant::EncodeOptions;
use gdvariant::generic::structure::{AsView, Build};
use gdvariant::*;
use std::collections::{BTreeMap, VecDeque};

/// The number of generated values of each type.
const VALUES: u64 = 4;

/// The payload of a `Variant` case of the engine `E`.
trait Payload<E: TestLayout>: Generate {
    /// Returns a payload that is generated from bytes.
    fn example(bytes: &[u8]) -> Self {
        Self::from_bytes(bytes)
    }

    /// Checks the payload and its counterparts, given the `Variant` with this payload.
    fn check(self, variant: &E::Variant);
}

/// An element of a list that is the payload of a `Variant` case.
trait Element<E: TestLayout>: Generate {
    /// Returns a list that is generated from bytes.
    fn examples(bytes: &[u8]) -> Vec<Self> {
        Vec::from_bytes(bytes)
    }

    fn check_list(list: Vec<Self>, variant: &E::Variant);
}

/// Checks that a value is encoded as `variant`, and decoded from it without losing a bit.
#[track_caller]
fn assert_same<E: TestLayout, T: Encode<E> + DecodeOwned<E>>(value: &T, variant: &E::Variant) {
    let name = core::any::type_name::<T>();
    let bytes =
        generic::to_vec::<E, _>(variant, EncodeOptions::new()).expect("a value of the layout");
    let encoded = generic::to_vec::<E, T>(value, EncodeOptions::new());
    assert_eq!(encoded.as_ref(), Ok(&bytes), "{}: {name}", E::LAYOUT.name);
    let options = DecodeOptions::new().allow_objects(true);
    let decoded = generic::from_slice::<E, T>(&bytes, options);
    let decoded = decoded.unwrap_or_else(|error| panic!("{}: {name}: {error}", E::LAYOUT.name));
    assert_eq!(
        generic::to_vec::<E, T>(&decoded, EncodeOptions::new()),
        encoded,
        "{}: {name}",
        E::LAYOUT.name
    );
}

/// Checks a value alone and in Rust's containers.
fn check<E: TestLayout, T: Encode<E> + DecodeOwned<E> + Clone>(value: &T, variant: &E::Variant) {
    let (value, variant) = (|| value.clone(), || variant.clone());
    assert_same::<E, _>(&value(), &variant());
    assert_same::<E, _>(&Box::new(value()), &variant());
    let two = E::Variant::from(vec![variant(), variant()]);
    assert_same::<E, _>(&[value(), value()], &two);
    assert_same::<E, _>(&(value(), value()), &two);
    assert_same::<E, _>(&VecDeque::from([value(), value()]), &two);
    assert_same::<E, _>(&vec![value(), value()], &two);
    assert_same::<E, _>(
        &vec![(Some(value()), ())],
        &vec![vec![variant(), E::Variant::default()].into()].into(),
    );
    let keyed = Dictionary::from_iter([(E::Variant::from("key"), two.clone())]);
    assert_same::<E, _>(
        &BTreeMap::from([("key".to_owned(), vec![value(), value()])]),
        &keyed.into(),
    );
}

/// Checks a list as a packed array, and that plain lists are decoded from it.
fn check_packed<E: TestLayout, T: PackedElement<E> + DecodeOwned<E> + Encode<E>>(
    list: Vec<T>,
    variant: &E::Variant,
) {
    let bytes =
        generic::to_vec::<E, _>(variant, EncodeOptions::new()).expect("a value of the layout");
    let plain = generic::from_slice::<E, Vec<T>>(&bytes, DecodeOptions::new());
    let plain = plain.unwrap_or_else(|error| panic!("{}: {error}", core::any::type_name::<T>()));
    assert_same::<E, _>(&Packed(plain), variant);
    assert_same::<E, _>(&Packed(list), variant);
}

/// Checks that lists of a foreign type have the errors of lists of the value type.
#[cfg(feature = "glam-034")]
fn check_errors<E: TestLayout, T: DecodeOwned<E>, V: DecodeOwned<E>>() {
    let inputs = [
        E::Variant::from("text"),
        7.into(),
        Packed(vec![String::new()]).into(),
        vec![E::Variant::from("text")].into(),
    ];
    for input in inputs {
        let bytes =
            generic::to_vec::<E, _>(&input, EncodeOptions::new()).expect("a value of the layout");
        let error = |decoded: Result<(), DecodeError>| decoded.map_err(|error| error.to_string());
        let theirs = generic::from_slice::<E, Vec<T>>(&bytes, DecodeOptions::new());
        let ours = generic::from_slice::<E, Vec<V>>(&bytes, DecodeOptions::new());
        let ours = error(ours.map(|_| ()));
        assert!(ours.is_err());
        assert_eq!(error(theirs.map(|_| ())), ours);
    }
}

/// Calls a function for a type of the newest and of the oldest version of glam, between which the
/// code is the same; the arguments are evaluated in each call.
macro_rules! each_glam {
    ($name:ident $call:ident { $($arguments:tt)* }) => {
        each_glam!(@version "glam-034" glam_034 $name $call { $($arguments)* });
        each_glam!(@version "glam-030" glam_030 $name $call { $($arguments)* });
    };
    (@version $feature:tt $glam:ident $name:ident $call:ident { $($arguments:tt)* }) => {
        #[cfg(feature = $feature)]
        $call::<E, $glam::$name>($($arguments)*);
    };
}

/// Implements `Payload` for value types and `Element` for those that packed arrays contain, given
/// their counterparts in glam.
macro_rules! foreign {
    ($module:ident $values:path: $($role:ident $ours:ident: [$($glam:ident)*];)*) => {
        mod $module {
            use super::*;
            use $values as values;

            $(foreign!(@$role $ours [$($glam)*]);)*
        }
    };
    (@element $ours:ident [$($glam:ident)*]) => {
        foreign!(@value $ours [$($glam)*]);

        impl<E: TestLayout> Element<E> for values::$ours
        where
            Self: PackedElement<E> + DecodeOwned<E> + Encode<E>,
        {
            fn check_list(list: Vec<Self>, variant: &E::Variant) {
                $(
                    each_glam!($glam check_packed {
                        list.iter().map(|value| (*value).into()).collect(), variant
                    });
                )*
                check_packed::<E, _>(list, variant);
            }
        }
    };
    (@value $ours:ident [$($glam:ident)*]) => {
        impl<E: TestLayout> Payload<E> for values::$ours
        where
            Self: DecodeOwned<E> + Encode<E> + DeclaredType<E>,
            E::Variant: From<Self>,
        {
            fn check(self, variant: &E::Variant) {
                assert_eq!(Self::DECLARED, variant.kind());
                assert_same::<E, _>(&E::Variant::from(self.clone()), variant);
                check::<E, _>(&self, variant);
                $(
                    each_glam!($glam check { &self.into(), variant });
                    // The code is the same in every version.
                    #[cfg(feature = "glam-034")]
                    check_errors::<E, glam_034::$glam, Self>();
                )*
            }
        }
    };
}

foreign! {
    single gdvariant:
    element Vector2: [Vec2];
    element Vector3: [Vec3 Vec3A];
    element Vector4: [Vec4];
    element Color: [];
    value Rect2: [];
    value Plane: [];
    value Aabb: [];
    value Quaternion: [Quat];
    value Basis: [Mat3 Mat3A];
    value Transform2D: [Affine2];
    value Transform3D: [Affine3A];
    value Projection: [Mat4];
}

foreign! {
    whole gdvariant:
    element Vector2i: [IVec2];
    element Vector3i: [IVec3];
    element Vector4i: [IVec4];
    value Rect2i: [];
}

foreign! {
    double gdvariant::double:
    element Vector2: [DVec2];
    element Vector3: [DVec3];
    element Vector4: [DVec4];
    value Rect2: [];
    value Plane: [];
    value Aabb: [];
    value Quaternion: [DQuat];
    value Basis: [DMat3];
    value Transform2D: [DAffine2];
    value Transform3D: [DAffine3];
    value Projection: [DMat4];
}

/// Implements `Payload` for types without counterparts.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl<E: TestLayout> Payload<E> for $type
        where
            Self: DecodeOwned<E> + Encode<E> + DeclaredType<E>,
            E::Variant: From<Self>,
        {
            fn check(self, variant: &E::Variant) {
                assert_eq!(Self::DECLARED, variant.kind());
                assert_same::<E, _>(&E::Variant::from(self.clone()), variant);
                check::<E, _>(&self, variant);
            }
        }
    )*};
}

plain!(
    bool, i64, f64, String, StringName, NodePath, Rid, Signal, Callable
);

/// Implements `Payload` for containers of a `Variant`, given an example and the kind of the
/// container as a Rust type.
macro_rules! containers {
    ($($type:ident = $example:expr, $as_rust_type:expr;)*) => {$(
        impl<E: TestLayout> Payload<E> for $type<E::Variant>
        where
            Self: DecodeOwned<E> + Encode<E> + Clone,
        {
            fn example(_: &[u8]) -> Self {
                $example
            }

            fn check(self, _: &E::Variant) {
                check::<E, _>(&self, &$as_rust_type(self.clone()));
            }
        }
    )*};
}

containers! {
    Dictionary = Self::new(), E::Variant::from;
    Object = Self::Id(7), E::Variant::from;
    // A PackedTypedArray has the same payload.
    TypedArray = Self { element: Kind::Nil.into(), values: vec![E::Variant::default()] },
        |array| E::Variant::typed_array(Kind::PandemoniumTypedArray, array).expect("every Variant has typed arrays");
}

/// Implements `Element` for Rust types that packed arrays contain.
macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl<E: TestLayout> Element<E> for $type
        where
            Self: PackedElement<E>,
        {
            fn check_list(list: Vec<Self>, variant: &E::Variant) {
                check_packed::<E, _>(list, variant);
            }
        }
    )*};
}

numbers!(u8, i32, i64, f32, f64, String);

impl<E: TestLayout, T: Element<E>> Payload<E> for Vec<T> {
    fn example(bytes: &[u8]) -> Self {
        T::examples(bytes)
    }

    fn check(self, variant: &E::Variant) {
        T::check_list(self, variant);
    }
}

impl<E: TestLayout, T: Payload<E>> Payload<E> for Box<T> {
    fn example(bytes: &[u8]) -> Self {
        Self::new(T::example(bytes))
    }

    fn check(self, variant: &E::Variant) {
        T::check(*self, variant);
    }
}

/// Checks examples of the payload of one `Variant` case.
fn check_case<E, T>(case: fn(T) -> E::Variant)
where
    E: TestLayout,
    T: Payload<E> + Clone,
{
    for seed in 0..VALUES {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bytes: Vec<u8> = core::iter::repeat_with(|| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            random.to_le_bytes()[6]
        })
        .take(256)
        .collect();
        let payload = T::example(&bytes);
        payload.clone().check(&case(payload));
    }
}

/// Tests each type of a layout.
macro_rules! each_type {
    ($({ $($module:ident $marker:ident),+: $kinds:tt })*) => {$($(
        each_type!(@ $module $marker $kinds);
    )+)*};
    (@ $module:ident $marker:ident [$($kind:ident)*]) => {
        impl Element<gdvariant::$marker> for gdvariant::$module::Variant {
            fn examples(bytes: &[u8]) -> Vec<Self> {
                let values = bytes.chunks(64).map(gdvariant::$marker::from_bytes);
                values.collect()
            }

            fn check_list(list: Vec<Self>, variant: &Self) {
                check::<gdvariant::$marker, _>(&list, variant);
            }
        }

        #[test]
        fn $module() {
            let kinds = [Kind::Nil, $(Kind::$kind),*];
            assert_eq!(kinds.len(), gdvariant::$marker::LAYOUT.types().len());
            $(check_case::<gdvariant::$marker, _>(gdvariant::$module::Variant::$kind);)*
        }
    };
}

each_type! {
    { godot3 Godot3: [
        Bool Int Float String Vector2 Rect2 Vector3 Transform2D Plane Quaternion Aabb Basis
        Transform3D Color NodePath Rid Object Dictionary Array PackedByteArray PackedInt32Array
        PackedFloat32Array PackedStringArray PackedVector2Array PackedVector3Array PackedColorArray
    ] }
    { godot4 Godot4, godot4_double Godot4Double: [
        Bool Int Float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4
        Vector4i Plane Quaternion Aabb Basis Transform3D Projection Color StringName NodePath Rid
        Object Callable Signal Dictionary Array PackedByteArray PackedInt32Array PackedInt64Array
        PackedFloat32Array PackedFloat64Array PackedStringArray PackedVector2Array
        PackedVector3Array PackedColorArray PackedVector4Array
    ] }
    { pandemonium Pandemonium: [
        Bool Int Float String Rect2 Rect2i Vector2 Vector2i Vector3 Vector3i Vector4 Vector4i Plane
        Quaternion Aabb Basis Transform3D Transform2D Projection Color NodePath Rid Object
        StringName Dictionary Array PackedByteArray PackedInt32Array PackedFloat32Array
        PackedStringArray PackedVector2Array PoolVector2iArray PackedVector3Array PoolVector3iArray
        PackedVector4Array PoolVector4iArray PackedColorArray
    ] }
    { pandemonium3 Pandemonium3: [
        Bool Int Float String Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Plane
        Quaternion Aabb Basis Transform3D Color NodePath Rid Object StringName Dictionary Array
        PackedByteArray PackedInt32Array PackedFloat32Array PackedStringArray PackedVector2Array
        PoolVector2iArray PackedVector3Array PoolVector3iArray PackedColorArray
    ] }
    { pandemonium5 Pandemonium5: [
        Bool Int Float String Rect2 Rect2i Vector2 Vector2i Vector3 Vector3i Vector4 Vector4i Plane
        Quaternion Aabb Basis Transform3D Transform2D Projection Color NodePath Rid Object
        StringName Dictionary Array PandemoniumTypedArray PackedTypedArray PackedByteArray
        PackedInt32Array PackedFloat32Array PackedStringArray PackedVector2Array PoolVector2iArray
        PackedVector3Array PoolVector3iArray PackedVector4Array PoolVector4iArray PackedColorArray
    ] }
}
