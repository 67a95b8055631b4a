//! Checks that `to_vec(&x)` and `to_vec(&Variant::from(x))` return the same bytes.
#![cfg(feature = "std")]

use crate::common::arb::Arb;
use crate::common::{TestLayout, cases};
use gdvariant::table::Body;
use gdvariant::{Encode, EncodeError, Layout, Packed, generic};
use proptest::collection::vec;
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

fn bytes<L: Layout>(value: &impl Encode<L>) -> Result<Vec<u8>, EncodeError> {
    generic::to_vec::<L, _>(value)
}

/// Compares the result of encoding a value with the result of encoding its Variant.
fn assert_same_bytes<L, T>(value: T) -> Result<(), TestCaseError>
where
    L: Layout,
    T: Encode<L> + Into<L::Variant> + Debug,
{
    let direct = bytes::<L>(&value);
    let text = format!("{value:?}");
    prop_assert_eq!(direct, bytes::<L>(&value.into()), "{}", text);
    Ok(())
}

/// Compares the bytes of a value and of its Variant, if both can be encoded.
fn assert_same_bytes_if_any<L, T>(value: T) -> Result<(), TestCaseError>
where
    L: Layout,
    T: Encode<L> + TryInto<L::Variant>,
{
    let direct = bytes::<L>(&value).ok();
    let variant: Option<L::Variant> = value.try_into().ok();
    prop_assert_eq!(
        direct,
        variant.and_then(|variant| bytes::<L>(&variant).ok())
    );
    Ok(())
}

/// Compares packed arrays of an array, a `Vec` and a slice with the Variant.
fn assert_same_packed<L, T, const N: usize>(
    elements: [T; N],
    variant: impl Fn(Vec<T>) -> L::Variant,
) -> Result<(), TestCaseError>
where
    L: Layout,
    T: Clone + Debug,
    for<'a> Packed<&'a [T]>: Encode<L> + Into<L::Variant>,
    Packed<Vec<T>>: Encode<L> + Into<L::Variant>,
    Packed<[T; N]>: Encode<L> + Into<L::Variant>,
{
    let list = elements.to_vec();
    prop_assert_eq!(
        bytes::<L>(&Packed(list.clone())),
        bytes::<L>(&variant(list.clone()))
    );
    assert_same_bytes::<L, _>(Packed(&list[..]))?;
    assert_same_bytes::<L, _>(Packed(list.clone()))?;
    assert_same_bytes::<L, _>(Packed(elements))
}

/// A reference to the payload of a Variant.
struct Payload<'v, T>(&'v T);

impl<T: Clone> Payload<'_, Box<T>> {
    fn value(&self) -> T {
        (**self.0).clone()
    }
}

/// Dereferences boxed payloads.
trait Plain {
    type Value;

    fn value(&self) -> Self::Value;
}

impl<T: Clone> Plain for Payload<'_, T> {
    type Value = T;

    fn value(&self) -> T {
        self.0.clone()
    }
}

/// Compares the bytes of the payload of one kind with those of its Variant.
macro_rules! payload_has_same_bytes {
    (PandemoniumTypedArray $array:ident) => {{
        // A typed array becomes the Array with a declared type of Godot 4.
        let variant = Variant::PandemoniumTypedArray($array.clone());
        prop_assert_eq!(bytes::<L>(&**$array), bytes::<L>(&variant));
    }};
    (PackedTypedArray $array:ident) => {
        payload_has_same_bytes!(PandemoniumTypedArray $array)
    };
    ($kind:ident $payload:ident) => {
        assert_same_bytes::<L, _>(Payload($payload).value())?
    };
}

macro_rules! of_layout {
    ({} $({ $module:ident $marker:ident [$($kind:ident $name:literal,)*] })*) => {$(
        mod $module {
            use super::*;
            use gdvariant::$marker as L;
            use gdvariant::$module::Variant;

            #[test]
            fn payloads_have_the_bytes_of_their_variant() {
                proptest!(cases(80), |(value in <L as TestLayout>::arb())| {
                    match &value {
                        $(Variant::$kind(value) => payload_has_same_bytes!($kind value),)*
                        _ => {}
                    }
                    assert_same_bytes::<L, _>(Some(value.clone()))?;
                    assert_same_bytes::<L, _>(vec![value.clone(), value.clone()])?;
                    assert_same_bytes::<L, _>(BTreeMap::from([("key", value.clone())]))?;
                    assert_same_bytes::<L, _>(value)?;
                });
            }

            #[test]
            fn scalars_have_the_bytes_of_their_variant() {
                proptest!(cases(50), |(
                    (small, byte, short, word) in any::<(i8, u8, i16, u16)>(),
                    (int, unsigned, long, flag) in (any::<i32>(), any::<u32>(), i64::arb(), any::<bool>()),
                    (single, double, text, letter) in (f32::arb(), f64::arb(), String::arb(), any::<char>()),
                    (wide, size, signed) in any::<(u64, usize, isize)>(),
                )| {
                    assert_same_bytes::<L, _>(small)?;
                    assert_same_bytes::<L, _>(byte)?;
                    assert_same_bytes::<L, _>(short)?;
                    assert_same_bytes::<L, _>(word)?;
                    assert_same_bytes::<L, _>(int)?;
                    assert_same_bytes::<L, _>(unsigned)?;
                    assert_same_bytes::<L, _>(long)?;
                    assert_same_bytes::<L, _>(flag)?;
                    assert_same_bytes::<L, _>(single)?;
                    assert_same_bytes::<L, _>(double)?;
                    assert_same_bytes::<L, _>(())?;
                    assert_same_bytes::<L, _>(Some(long))?;
                    assert_same_bytes::<L, _>(None::<f32>)?;
                    assert_same_bytes::<L, _>(letter)?;
                    assert_same_bytes::<L, _>(text.as_str())?;
                    assert_same_bytes::<L, _>(Box::<str>::from(text.as_str()))?;
                    assert_same_bytes::<L, _>(Cow::Borrowed(text.as_str()))?;
                    assert_same_bytes::<L, _>(text)?;
                    assert_same_bytes_if_any::<L, _>(wide)?;
                    assert_same_bytes_if_any::<L, _>(size)?;
                    assert_same_bytes_if_any::<L, _>(signed)?;
                });
            }

            #[test]
            fn lists_and_maps_have_the_bytes_of_their_variant() {
                proptest!(cases(50), |(
                    (bytes, ints, longs) in (vec(any::<u8>(), 0..4), vec(any::<i32>(), 0..4), vec(i64::arb(), 0..4)),
                    (singles, doubles) in (vec(f32::arb(), 0..4), vec(f64::arb(), 0..4)),
                    texts in vec(String::arb(), 0..4),
                )| {
                    assert_same_bytes::<L, _>(&bytes[..])?;
                    assert_same_bytes::<L, _>(&texts[..])?;
                    assert_same_bytes::<L, _>([bytes.as_slice(), &[0]])?;
                    assert_same_bytes::<L, _>(texts.iter().map(String::as_str).collect::<Vec<_>>())?;
                    assert_same_bytes::<L, _>(vec![Some(bytes.clone()), None])?;
                    assert_same_bytes::<L, _>([singles.clone(), vec![f32::NAN]])?;
                    assert_same_bytes::<L, _>(texts.iter().cloned().zip(doubles.clone()).collect::<BTreeMap<_, _>>())?;
                    assert_same_bytes::<L, _>(ints.iter().copied().zip(texts.clone()).collect::<HashMap<_, _>>())?;
                    assert_same_bytes::<L, _>(bytes)?;
                    assert_same_bytes::<L, _>(ints)?;
                    assert_same_bytes::<L, _>(longs)?;
                    assert_same_bytes::<L, _>(singles)?;
                    assert_same_bytes::<L, _>(doubles)?;
                    assert_same_bytes::<L, _>(texts)?;
                });
            }
        }
    )*};
}

gdvariant::each_layout!(of_layout {});

/// Compares the packed arrays of layouts with every element type, in both precisions.
macro_rules! packed_arrays {
    ($($(#[$gate:meta])* $module:ident $marker:ident $types:path: $($element:ident $case:ident),+;)*) => {$(
        $(#[$gate])*
        #[test]
        fn $module() {
            #[allow(unused_imports, reason = "not every layout has every type")]
            use $types::*;
            use gdvariant::$module::Variant;

            let bodies = gdvariant::$marker::TYPES.iter().map(|table| table.body);
            let packed_arrays = bodies.filter(|body| matches!(body, Body::Packed | Body::PackedText));
            assert_eq!(packed_arrays.count(), [$(stringify!($element)),+].len());
            proptest!(cases(20), |(($($case),+,) in ($([$element::arb(), $element::arb()]),+,))| {
                $(assert_same_packed::<gdvariant::$marker, $element, 2>($case, Variant::$case)?;)+
            });
        }
    )*};
}

#[allow(non_snake_case, reason = "variables named like the variants")]
mod packed_arrays {
    use super::*;

    packed_arrays! {
        #[cfg(feature = "godot4")]
        godot4 Godot4 gdvariant: u8 PackedByteArray, i32 PackedInt32Array, i64 PackedInt64Array,
            f32 PackedFloat32Array, f64 PackedFloat64Array, String PackedStringArray,
            Vector2 PackedVector2Array, Vector3 PackedVector3Array, Color PackedColorArray,
            Vector4 PackedVector4Array;
        #[cfg(all(feature = "godot4", feature = "double"))]
        godot4_double Godot4Double gdvariant::godot4_double: u8 PackedByteArray, i32 PackedInt32Array,
            i64 PackedInt64Array, f32 PackedFloat32Array, f64 PackedFloat64Array, String PackedStringArray,
            Vector2 PackedVector2Array, Vector3 PackedVector3Array, Color PackedColorArray,
            Vector4 PackedVector4Array;
        #[cfg(feature = "pandemonium")]
        pandemonium Pandemonium gdvariant: u8 PackedByteArray, i32 PackedInt32Array, f32 PackedFloat32Array,
            String PackedStringArray, Vector2 PackedVector2Array, Vector2i PoolVector2iArray,
            Vector3 PackedVector3Array, Vector3i PoolVector3iArray, Vector4 PackedVector4Array,
            Vector4i PoolVector4iArray, Color PackedColorArray;
    }
}

#[test]
fn borrowed_strings_become_a_packed_array() {
    use gdvariant::godot3::Variant;

    let expected = Variant::PackedStringArray(vec!["a".into(), "b".into()]);
    assert_eq!(Variant::from(Packed(["a", "b"])), expected);
    assert_eq!(Variant::from(Packed(vec!["a", "b"])), expected);
    assert_eq!(
        Variant::from(Packed([Cow::Borrowed("a"), "b".into()])),
        expected
    );
    assert_eq!(
        Variant::from(Packed(&[Box::<str>::from("a"), "b".into()][..])),
        expected
    );
}

#[cfg(feature = "godot4")]
#[test]
fn typed_containers_have_the_bytes_of_their_variant() {
    use gdvariant::godot4::{Dictionary, TypedArray, TypedDictionary};
    use gdvariant::{Godot4, Kind};

    let scores = TypedArray::new(Kind::Int, [7, 12]);
    assert_same_bytes::<Godot4, _>(scores).expect("the same bytes");
    let entries = Dictionary::from([("Ada", 7)]);
    let named = TypedDictionary::new(Kind::String, Kind::Int, entries);
    assert_same_bytes::<Godot4, _>(named).expect("the same bytes");
}
