//! Rust's own types through `Encode` and `Decode`, what a Variant is made from and becomes, and the texts of `Display`.
#![cfg(feature = "std")]
#![cfg_attr(not(all(feature = "godot3", feature = "pandemonium")), allow(unused, reason = "each layout has tests of its own"))]

mod common;

use common::{Tested, bytes, in_each_layout};
use gdvariant::{
    Aabb, Basis, Color, Decode, DecodeError, DecodeErrorKind as Fault, Dictionary, Encode, EncodeErrorKind, Kind, Layout,
    NodePath, Object, Plane, Pool, PoolElement, Quat, Rect2, Rid, StringName, Transform, Transform2D, Vector2, Vector3, generic,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

fn to<L: Layout, T: Encode<L> + ?Sized>(value: &T) -> Vec<u8> {
    generic::to_vec::<L, T>(value).expect("the value can be encoded")
}

fn from<'de, L: Layout, T: Decode<'de, L>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    generic::from_slice::<L, T>(bytes, gdvariant::DecodeOptions::new())
}

/// A Rust value has the bytes of this Variant, and comes back from them.
fn same<L: Tested, T>(value: &T, variant: impl Into<L::Variant>)
where
    T: Encode<L> + for<'de> Decode<'de, L> + PartialEq + Debug,
{
    let bytes = to::<L, T>(value);
    assert_eq!(common::hex(&bytes), common::hex(&to::<L, L::Variant>(&variant.into())), "{value:?}");
    assert_eq!(from::<L, T>(&bytes).as_ref(), Ok(value));
    assert_eq!(generic::encoded_len::<L, T>(value).as_ref(), Ok(&bytes.len()), "{value:?}");
}

/// Decoding says these two sides.
fn mismatch<L: Tested, T: for<'de> Decode<'de, L> + Debug>(value: &L::Variant, expected: &str, found: &str) {
    let bytes = to::<L, L::Variant>(value);
    let error = from::<L, T>(&bytes).expect_err(expected);
    let Fault::WrongType { expected: ours, found: theirs } = error.kind() else { panic!("{error}") };
    assert_eq!((*ours, *theirs, error.offset()), (expected, found, 0));
    assert_eq!(error.to_string(), format!("0x0000: expected {expected}, found {found}"));
}

fn numbers<L: Tested>() {
    same::<L, _>(&true, true);
    same::<L, _>(&false, false);
    same::<L, ()>(&(), L::Variant::default());
    same::<L, i8>(&-128, -128_i64);
    same::<L, i16>(&i16::MIN, -32768_i64);
    same::<L, i32>(&i32::MIN, i64::from(i32::MIN));
    same::<L, i64>(&i64::MIN, i64::MIN);
    same::<L, isize>(&-1, -1_i64);
    same::<L, u8>(&255, 255_i64);
    same::<L, u16>(&65535, 65535_i64);
    same::<L, u32>(&u32::MAX, i64::from(u32::MAX));
    same::<L, u64>(&(i64::MAX as u64), i64::MAX);
    same::<L, usize>(&7, 7_i64);
    same::<L, f32>(&0.1, f64::from(0.1_f32));
    same::<L, f64>(&0.1, 0.1);
    same::<L, f64>(&f64::NEG_INFINITY, f64::NEG_INFINITY);
    for beyond in [i64::MAX as u64 + 1, u64::MAX] {
        let error = generic::to_vec::<L, u64>(&beyond).expect_err("no int holds it");
        assert_eq!(error.kind(), &EncodeErrorKind::OutOfRange { value: beyond });
        let error = generic::to_vec::<L, _>(&[(1, beyond)]).expect_err("no int holds it");
        assert_eq!(error.path().to_string(), "[0][1]");
    }
}

/// Each narrow type takes its ends, and says the number and its own name beyond them.
fn ranges<L: Tested>() {
    fn check<L: Tested, T: for<'de> Decode<'de, L> + Debug>(name: &str, least: i64, most: i64) {
        for inside in [least, most] {
            assert!(from::<L, T>(&to::<L, i64>(&inside)).is_ok(), "{inside} as {name}");
        }
        for beyond in [least.checked_sub(1), most.checked_add(1)].into_iter().flatten() {
            let bytes = to::<L, i64>(&beyond);
            let error = from::<L, T>(&bytes).expect_err(name);
            assert_eq!(error.to_string(), format!("0x0004: {beyond} is out of the range of {name}"));
        }
    }
    check::<L, i8>("i8", -128, 127);
    check::<L, i16>("i16", -32768, 32767);
    check::<L, i32>("i32", i32::MIN.into(), i32::MAX.into());
    check::<L, i64>("i64", i64::MIN, i64::MAX);
    check::<L, u8>("u8", 0, 255);
    check::<L, u16>("u16", 0, 65535);
    check::<L, u32>("u32", 0, u32::MAX.into());
    check::<L, u64>("u64", 0, i64::MAX);
    check::<L, usize>("usize", 0, i64::MAX);
}

fn texts<L: Tested>() {
    same::<L, String>(&"grüße".into(), "grüße");
    same::<L, Box<str>>(&"abc".into(), "abc");
    assert_eq!(to::<L, Cow<'_, str>>(&"abc".into()), to::<L, str>("abc"));
    let bytes = to::<L, str>("abcde");
    assert_eq!(from::<L, &str>(&bytes), Ok("abcde"));
    assert!(matches!(from::<L, Cow<'_, str>>(&bytes), Ok(Cow::Borrowed("abcde"))));
    assert_eq!(bytes, to::<L, &str>(&"abcde"));
    let error = generic::to_vec::<L, str>("ab\0c").expect_err("a NUL");
    assert_eq!(error.kind(), &EncodeErrorKind::NulInText { at: 2 });
}

fn options_and_pointers<L: Tested>() {
    same::<L, Option<i32>>(&Some(7), 7_i64);
    same::<L, Option<i32>>(&None, L::Variant::default());
    same::<L, Option<Vec<bool>>>(&Some(vec![]), Vec::<L::Variant>::new());
    same::<L, Box<i32>>(&Box::new(7), 7_i64);
    same::<L, Rc<i32>>(&Rc::new(7), 7_i64);
    same::<L, Arc<String>>(&Arc::new("a".into()), "a");
    let number = 7;
    assert_eq!(to::<L, _>(&&&number), to::<L, _>(&7));
    mismatch::<L, Option<i32>>(&"x".into(), "int", "String");
}

fn sequences<L: Tested>() {
    let array: Vec<L::Variant> = vec![1.into(), 2.into(), 3.into()];
    same::<L, Vec<i32>>(&vec![1, 2, 3], array.clone());
    same::<L, VecDeque<i32>>(&VecDeque::from([1, 2, 3]), array.clone());
    same::<L, [i32; 3]>(&[1, 2, 3], array.clone());
    same::<L, (i32, u8, i64)>(&(1, 2, 3), array.clone());
    let nested: Vec<L::Variant> = vec![vec![L::Variant::from(true)].into(), Vec::<L::Variant>::new().into()];
    same::<L, Vec<Vec<bool>>>(&vec![vec![true], vec![]], nested);
    assert_eq!(to::<L, [i32]>(&[1, 2, 3]), to::<L, _>(&vec![1, 2, 3]));
    assert_eq!(from::<L, Box<[i32]>>(&to::<L, _>(&[1, 2, 3])).as_deref(), Ok(&[1, 2, 3][..]));
    let three = to::<L, _>(&vec![1, 2, 3]);
    for error in [from::<L, [i32; 2]>(&three).err(), from::<L, (i32, i32)>(&three).err()] {
        assert_eq!(error.expect("another length").to_string(), "0x0000: expected 2 elements, found 3");
    }
    for error in [from::<L, [i32; 4]>(&three).err(), from::<L, (i32, i32, i32, i32)>(&three).err()] {
        assert_eq!(error.expect("another length").kind(), &Fault::WrongLength { expected: 4, found: 3 });
    }
}

fn tuples_of_all_lengths<L: Tested>() {
    macro_rules! check {
        ($($tuple:expr),*) => {$(
            let bytes = to::<L, _>(&$tuple);
            let back = from::<L, _>(&bytes);
            assert_eq!(back, Ok($tuple));
            let elements = from::<L, Vec<i32>>(&bytes).expect("an Array");
            assert_eq!(elements, (1..=i32::try_from(elements.len()).expect("few")).collect::<Vec<_>>());
        )*};
    }
    check!((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6, 7));
    check!((1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    check!((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    let mixed = (true, 7_u8, "text".to_owned(), [1.5_f64], None::<i32>);
    assert_eq!(from::<L, (bool, u8, String, [f64; 1], Option<i32>)>(&to::<L, _>(&mixed)), Ok(mixed));
}

fn maps<L: Tested>() {
    let dictionary: Dictionary<L::Variant> = [("a", 1_i64), ("b", 2)].into();
    same::<L, BTreeMap<String, i32>>(&BTreeMap::from([("a".into(), 1), ("b".into(), 2)]), dictionary);
    let map: HashMap<i32, Vec<String>> = HashMap::from([(7, vec!["x".into()]), (8, vec![])]);
    assert_eq!(from::<L, HashMap<i32, Vec<String>>>(&to::<L, _>(&map)), Ok(map));
    let borrowed = to::<L, _>(&BTreeMap::from([("a", "x")]));
    assert_eq!(from::<L, BTreeMap<&str, &str>>(&borrowed), Ok(BTreeMap::from([("a", "x")])));
    let error = from::<L, BTreeMap<String, u8>>(&to::<L, _>(&BTreeMap::from([("ok", 1), ("wide", 300)]))).expect_err("300");
    assert_eq!(error.path().to_string(), "wide");
    let float = L::name_of(Kind::Float);
    mismatch::<L, BTreeMap<String, u8>>(&1.5.into(), "Dictionary", float);
}

fn kindness<L: Tested>()
where
    u8: PoolElement<L>,
    i32: PoolElement<L>,
{
    // A float takes an int, an int takes no float.
    assert_eq!(from::<L, f64>(&to::<L, _>(&7)), Ok(7.0));
    assert_eq!(from::<L, f32>(&to::<L, _>(&-7)), Ok(-7.0));
    assert_eq!(from::<L, Vec<f64>>(&to::<L, _>(&vec![1, 2])), Ok(vec![1.0, 2.0]));
    mismatch::<L, i32>(&1.0.into(), "int", L::name_of(Kind::Float));
    // A Vec takes an Array, or the pool array that fits.
    assert_eq!(from::<L, Vec<u8>>(&to::<L, _>(&Pool(vec![1_u8, 2, 3]))), Ok(vec![1, 2, 3]));
    assert_eq!(from::<L, Vec<i64>>(&to::<L, _>(&Pool(vec![1_u8, 2, 3]))), Ok(vec![1, 2, 3]));
    assert_eq!(from::<L, Vec<u16>>(&to::<L, _>(&Pool(vec![1, 2]))), Ok(vec![1, 2]));
    assert_eq!(from::<L, Vec<f64>>(&to::<L, _>(&Pool(vec![1, 2]))), Ok(vec![1.0, 2.0]));
    let texts = vec!["a".to_owned(), String::new()];
    assert_eq!(from::<L, Vec<String>>(&to::<L, _>(&Pool(texts.clone()))), Ok(texts.clone()));
    assert_eq!(from::<L, Vec<&str>>(&to::<L, _>(&Pool(texts.clone()))), Ok(vec!["a", ""]));
    assert_eq!(from::<L, VecDeque<String>>(&to::<L, _>(&Pool(texts))), Ok(VecDeque::from(["a".to_owned(), String::new()])));
    assert_eq!(from::<L, [u8; 2]>(&to::<L, _>(&Pool([1_u8, 2]))), Ok([1, 2]));
    let error = from::<L, Vec<u8>>(&to::<L, _>(&Pool(vec![1, 300, 2]))).expect_err("300");
    assert_eq!(error.to_string(), "0x000c: [1]: 300 is out of the range of u8");
    // Anything else names both sides.
    let pool = |kind: Kind| L::name_of(kind);
    mismatch::<L, Vec<u8>>(&vec![String::new()].into(), "Array, PoolByteArray or PoolIntArray", pool(Kind::PoolStringArray));
    mismatch::<L, Vec<f32>>(&vec![String::new()].into(), "Array, PoolRealArray or PoolIntArray", pool(Kind::PoolStringArray));
    mismatch::<L, Vec<String>>(&7.into(), "Array or PoolStringArray", "int");
    mismatch::<L, Vec<bool>>(&vec![String::new()].into(), "Array", pool(Kind::PoolStringArray));
}

fn mismatches<L: Tested>() {
    let float = L::name_of(Kind::Float);
    mismatch::<L, bool>(&1.into(), "bool", "int");
    mismatch::<L, ()>(&false.into(), "Nil", "bool");
    mismatch::<L, u8>(&"7".into(), "int", "String");
    mismatch::<L, f64>(&"7".into(), float, "String");
    mismatch::<L, String>(&7.into(), "String", "int");
    mismatch::<L, (i32,)>(&7.into(), "Array", "int");
    mismatch::<L, NodePath>(&"a/b".into(), "NodePath", "String");
    mismatch::<L, Dictionary<L::Variant>>(&true.into(), "Dictionary", "bool");
    mismatch::<L, Object<L::Variant>>(&L::Variant::default(), "Object", "Nil");
    mismatch::<L, Rid>(&L::Variant::default(), "RID", "Nil");
}

/// A Pool of fitting elements has the header of its pool array, and takes no Array.
fn pools<L: Tested>()
where
    u8: PoolElement<L>,
    i32: PoolElement<L>,
{
    let number = |bytes: &[u8]| Some(bytes[0]);
    assert_eq!(number(&to::<L, _>(&Pool([1_u8]))), L::number_of(Kind::PoolByteArray));
    assert_eq!(number(&to::<L, _>(&Pool(&vec![1][..]))), L::number_of(Kind::PoolIntArray));
    assert_eq!(number(&to::<L, _>(&Pool(vec![String::new()]))), L::number_of(Kind::PoolStringArray));
    assert_eq!(from::<L, Pool<Vec<u8>>>(&to::<L, _>(&Pool(vec![1_u8, 2]))), Ok(Pool(vec![1, 2])));
    mismatch::<L, Pool<Vec<u8>>>(&Vec::<L::Variant>::new().into(), "PoolByteArray", "Array");
    mismatch::<L, Pool<Vec<i32>>>(&vec![String::new()].into(), "PoolIntArray", "PoolStringArray");
}

fn a_variant_is_small_and_may_cross_threads<L: Tested>() {
    fn is_shareable<T: Send + Sync + 'static>() {}
    is_shareable::<L::Variant>();
    is_shareable::<Dictionary<L::Variant>>();
    is_shareable::<Object<L::Variant>>();
    is_shareable::<DecodeError>();
    is_shareable::<gdvariant::EncodeError>();
    assert!(size_of::<L::Variant>() <= 32, "{} bytes", size_of::<L::Variant>());
    assert_eq!(size_of::<DecodeError>(), size_of::<usize>());
    assert_eq!(size_of::<gdvariant::EncodeError>(), size_of::<usize>());
}

in_each_layout!(
    numbers,
    ranges,
    texts,
    options_and_pointers,
    sequences,
    tuples_of_all_lengths,
    maps,
    kindness,
    mismatches,
    pools,
    a_variant_is_small_and_may_cross_threads,
);

/// Every payload of a layout: into a Variant and out of it, by value, by reference and by its accessor, and the error that it is not.
macro_rules! payloads {
    ($test:ident, $module:ident, $layout:ident, $count:literal: $($case:ident $name:literal $accessor:ident $value:expr;)*) => {
        #[test]
        fn $test() {
            use gdvariant::$module::{Variant, VariantType};

            fn round<T>(value: &T, kind: VariantType, name: &str)
            where
                T: Clone + PartialEq + Debug + Into<Variant> + TryFrom<Variant, Error = gdvariant::WrongType>,
                for<'v> &'v T: TryFrom<&'v Variant, Error = gdvariant::WrongType>,
            {
                let variant: Variant = value.clone().into();
                assert_eq!((variant.variant_type(), kind.name()), (kind, name));
                assert_eq!(<&T>::try_from(&variant).as_ref(), Ok(&value));
                assert_eq!(T::try_from(variant).as_ref(), Ok(value));
                let error = T::try_from(Variant::Nil).expect_err(name);
                assert_eq!(error, gdvariant::WrongType { expected: kind.name(), found: "Nil" });
                assert_eq!(error.to_string(), format!("expected {name}, found Nil"));
                assert!(<&T>::try_from(&Variant::Nil).is_err());
            }

            let mut count = 1;
            $(
                let value = $value;
                round(&value, VariantType::$case, $name);
                let variant = Variant::from(value.clone());
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
    Rid "RID" as_rid Rid;
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

fn basis() -> Basis {
    Basis::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0), Vector3::new(7.0, 8.0, 9.0))
}

/// The types that only Pandemonium has; the others are Godot's.
#[cfg(feature = "pandemonium")]
mod only_pandemonium {
    use super::{Debug, StringName, from, to};
    use gdvariant::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i, pandemonium};

    macro_rules! check {
        ($($case:ident $accessor:ident $value:expr;)*) => {$({
            let value = $value;
            let variant = pandemonium::Variant::from(value.clone());
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
        assert_eq!(from::<L, StringName>(&to::<L, str>("abc")), Ok(StringName::from("abc")));
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

#[cfg(all(feature = "godot3", feature = "pandemonium"))]
mod between_layouts {
    use super::{Dictionary, Object, Quat, StringName, common};
    use common::Tagged;
    use gdvariant::{Vector2i, godot3, pandemonium};

    /// Every value that Godot 3 wrote becomes one of Pandemonium and comes back the same.
    #[test]
    fn every_vector_of_godot3() {
        for line in common::lines("vectors/godot3.jsonl") {
            let value = godot3::Variant::from_tag(&line["value"]);
            let there = pandemonium::Variant::try_from(value).expect("Pandemonium has all types of Godot 3");
            // The types of the same names; the two that have another name are told apart below.
            let named = line["value"].to_string().replace("\"t\":\"float\"", "\"t\":\"real\"");
            let named = named.replace("\"t\":\"Quat\"", "\"t\":\"Quaternion\"");
            assert_eq!(there.to_tag().to_string(), named, "{}", line["id"]);
            let back = godot3::Variant::try_from(there).expect("it came from there");
            assert_eq!(back.to_tag(), line["value"]);
        }
    }

    #[test]
    fn quat_is_quaternion() {
        let value = pandemonium::Variant::try_from(godot3::Variant::from(Quat::new(1.0, 2.0, 3.0, 4.0))).expect("both have it");
        assert_eq!((value.variant_type().name(), pandemonium::to_vec(&value).expect("a value")[0]), ("Quaternion", 14));
    }

    #[test]
    fn what_godot3_lacks_is_named_with_its_path() {
        use pandemonium::Variant;
        let missing: Variant = Vector2i::new(1, 2).into();
        let inner = Dictionary::from([("at", vec![Variant::Nil, missing.clone()])]);
        let nested: Variant = Object::whole("Node", [("data", Variant::from(inner))]).into();
        for (value, text) in [
            (missing.clone(), "Godot 3 has no Vector2i"),
            (nested, "data.at[1]: Godot 3 has no Vector2i"),
            (Dictionary::from([(missing.clone(), true)]).into(), "key(0): Godot 3 has no Vector2i"),
            (Dictionary::from([(7, missing)]).into(), "[7]: Godot 3 has no Vector2i"),
            (vec![Variant::from(StringName::from("x"))].into(), "[0]: Godot 3 has no StringName"),
        ] {
            assert_eq!(godot3::Variant::try_from(value).expect_err(text).to_string(), text);
        }
    }
}

/// Measured with `var2str` of Godot 3.2.3.
#[cfg(feature = "godot3")]
mod texts_of_godot3 {
    use super::*;
    use gdvariant::godot3::Variant;

    fn check(facts: impl IntoIterator<Item = (Variant, &'static str)>) {
        for (value, text) in facts {
            assert_eq!(value.to_string(), text, "{value:?}");
        }
    }

    #[test]
    fn floats() {
        let component = |value: f32, text: &str| {
            assert_eq!(Variant::from(Vector2::new(value, 0.0)).to_string(), format!("Vector2( {text}, 0 )"));
        };
        for (value, text) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (5e-324, "0.0"),
            (2.225_073_858_507_201_4e-308, "0.0"),
            (1.0, "1.0"),
            (-1.0, "-1.0"),
            (123_456.0, "123456.0"),
            (1e5, "100000.0"),
            (999_999.0, "999999.0"),
            (0.1, "0.1"),
            (1.5, "1.5"),
            (std::f64::consts::PI, "3.14159"),
            (1.0 / 3.0, "0.333333"),
            (0.999_999_9, "1.0"),
            (123_456.5, "123456.0"),
            (123_456.7, "123457.0"),
            (99_999.95, "100000.0"),
            (1e6, "1e+06"),
            (999_999.5, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (9_999_999.0, "1e+07"),
            (16_777_216.0, "1.67772e+07"),
            (1e20, "1e+20"),
            (-1e20, "-1e+20"),
            (1.5e20, "1.5e+20"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (1.5e-5, "1.5e-05"),
            (1e-7, "1e-07"),
            (1e100, "inf"),
            (1.797e308, "inf"),
            (f64::from(f32::MAX), "3.40282e+38"),
            (f64::from(f32::from_bits(1)), "1.4013e-45"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf.0"),
            (f64::from_bits(0x7ff8_0000_0000_0000), "nan"),
            (f64::from_bits(0xfff8_0000_0000_0000), "-nan.0"),
        ] {
            assert_eq!(Variant::from(value).to_string(), text, "{value:e}");
        }
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (123_456.0, "123456"),
            (0.1, "0.1"),
            (1e6, "1e+06"),
            (1e-5, "1e-05"),
            (f32::MAX, "3.40282e+38"),
            (f32::from_bits(1), "1.4013e-45"),
            (f32::INFINITY, "inf"),
            (f32::NEG_INFINITY, "-inf"),
            (f32::from_bits(0x7fc0_0000), "nan"),
            (f32::from_bits(0xffc0_0000), "-nan"),
        ] {
            component(value, text);
        }
    }

    #[test]
    fn plain_values() {
        check([
            (Variant::Nil, "null"),
            (true.into(), "true"),
            (false.into(), "false"),
            ("".into(), "\"\""),
            (i64::MAX.into(), "9223372036854775807"),
            (i64::MIN.into(), "-9223372036854775808"),
            ("a\"b\\c\n\t\r\u{1}\u{7f}'€".into(), "\"a\\\"b\\\\c\n\t\r\u{1}\u{7f}'€\""),
            (Rid.into(), ""),
            (vec![Variant::from(Rid)].into(), "[  ]"),
            (vec![Variant::from(Rid), 1.into()].into(), "[ , 1 ]"),
        ]);
    }

    #[test]
    fn values_of_components() {
        check([
            (Vector2::new(1.0, 2.0).into(), "Vector2( 1, 2 )"),
            (Rect2::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.5)).into(), "Rect2( 1, 2, 3, 4.5 )"),
            (Vector3::new(1.0, 2.0, 3.0).into(), "Vector3( 1, 2, 3 )"),
            (
                Transform2D::new(Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0), Vector2::new(5.0, 6.0)).into(),
                "Transform2D( 1, 2, 3, 4, 5, 6 )",
            ),
            (Plane::new(Vector3::new(1.0, 2.0, 3.0), 4.0).into(), "Plane( 1, 2, 3, 4 )"),
            (Quat::new(1.0, 2.0, 3.0, 4.0).into(), "Quat( 1, 2, 3, 4 )"),
            (Aabb::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0)).into(), "AABB( 1, 2, 3, 4, 5, 6 )"),
            (basis().into(), "Basis( 1, 4, 7, 2, 5, 8, 3, 6, 9 )"),
            (
                Transform::new(basis(), Vector3::new(10.0, 11.0, 12.0)).into(),
                "Transform( 1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 11, 12 )",
            ),
            (Color::new(1.0, 0.0, 0.5, 1.0).into(), "Color( 1, 0, 0.5, 1 )"),
        ]);
    }

    #[test]
    fn paths() {
        for (path, text) in [
            ("a/b:x:y", "a/b:x:y"),
            ("/root", "/root"),
            ("", ""),
            (":x", ":x"),
            ("/:x", "/:x"),
            ("a\"b", "a\\\"b"),
            ("a'b", "a\\'b"),
            ("a\nb", "a\\nb"),
        ] {
            assert_eq!(Variant::from(NodePath::from(path)).to_string(), format!("NodePath(\"{text}\")"));
        }
        let none: [&str; 0] = [];
        for (path, text) in [
            (NodePath::new(true, [""], none), "/"),
            (NodePath::new(false, ["a", "", "b"], none), "a//b"),
            (NodePath::new(false, ["a"], [""]), "a:"),
            (NodePath::new(false, none, [""]), ":"),
        ] {
            assert_eq!(Variant::from(path).to_string(), format!("NodePath(\"{text}\")"));
        }
    }

    #[test]
    fn pools() {
        let strings = ["a\"b", "", "c'd", "e\\f", "g\nh"].map(String::from).to_vec();
        check([
            (vec![0_u8, 128, 255].into(), "PoolByteArray( 0, 128, 255 )"),
            (vec![1, -2, i32::MAX].into(), "PoolIntArray( 1, -2, 2147483647 )"),
            (vec![1.5_f32, 0.1, 0.0, 1e6].into(), "PoolRealArray( 1.5, 0.1, 0, 1e+06 )"),
            (strings.into(), r#"PoolStringArray( "a\"b", "", "c\'d", "e\\f", "g\nh" )"#),
            (vec![Vector2::new(1.0, 2.0), Vector2::new(0.5, -3.0)].into(), "PoolVector2Array( 1, 2, 0.5, -3 )"),
            (vec![Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.5, -3.0, 0.0)].into(), "PoolVector3Array( 1, 2, 3, 0.5, -3, 0 )"),
            (
                vec![Color::new(1.0, 0.0, 0.0, 1.0), Color::new(0.1, 0.2, 0.3, 0.4)].into(),
                "PoolColorArray( 1, 0, 0, 1, 0.1, 0.2, 0.3, 0.4 )",
            ),
            (Vec::<u8>::new().into(), "PoolByteArray(  )"),
            (Vec::<i32>::new().into(), "PoolIntArray(  )"),
            (Vec::<f32>::new().into(), "PoolRealArray(  )"),
            (Vec::<String>::new().into(), "PoolStringArray(  )"),
            (Vec::<Vector2>::new().into(), "PoolVector2Array(  )"),
            (Vec::<Vector3>::new().into(), "PoolVector3Array(  )"),
            (Vec::<Color>::new().into(), "PoolColorArray(  )"),
        ]);
    }

    #[test]
    fn containers() {
        let array = |elements: Vec<Variant>| Variant::from(elements);
        let two = array(vec![2.into()]);
        let of = |pairs: Vec<(Variant, Variant)>| Variant::from(pairs.into_iter().collect::<Dictionary<Variant>>());
        let empty = || of(vec![]);
        check([
            (array(vec![]), "[  ]"),
            (array(vec![1.into()]), "[ 1 ]"),
            (array(vec![1.into(), "x".into(), Variant::Nil]), "[ 1, \"x\", null ]"),
            (array(vec![array(vec![]), array(vec![1.into()]), array(vec![two])]), "[ [  ], [ 1 ], [ [ 2 ] ] ]"),
            (empty(), "{\n\n}"),
            (of(vec![("a".into(), 1.into())]), "{\n\"a\": 1\n}"),
            (
                of(vec![("a".into(), Variant::Nil), ("b".into(), 1.into()), ("c".into(), true.into())]),
                "{\n\"a\": null,\n\"b\": 1,\n\"c\": true\n}",
            ),
            (of(vec![("a".into(), of(vec![("b".into(), empty())]))]), "{\n\"a\": {\n\"b\": {\n\n}\n}\n}"),
            (array(vec![of(vec![(1.into(), 2.into())]), empty()]), "[ {\n1: 2\n}, {\n\n} ]"),
            (of(vec![(1.into(), Rid.into()), (2.into(), 3.into())]), "{\n1: ,\n2: 3\n}"),
        ]);
    }

    #[test]
    fn objects() {
        let id = |id| Variant::from(Object::Id(id));
        let nil = || Variant::Nil;
        let meta = Dictionary::<Variant>::from([("k\"q", 1)]);
        check([
            (id(1288), "Object(EncodedObjectAsID,\"object_id\":1288,\"script\":null)\n"),
            (id(u64::MAX), "Object(EncodedObjectAsID,\"object_id\":-1,\"script\":null)\n"),
            (id(1 << 63), "Object(EncodedObjectAsID,\"object_id\":-9223372036854775808,\"script\":null)\n"),
            (id(0), "null"),
            (Object::whole("Reference", [("script", nil())]).into(), "Object(Reference,\"script\":null)\n"),
            (
                Object::whole("Reference", [("script", nil()), ("__meta__", meta.into())]).into(),
                "Object(Reference,\"script\":null,\"__meta__\":{\n\"k\\\"q\": 1\n})\n",
            ),
            (
                vec![id(7), id(8)].into(),
                "[ Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)\n, Object(EncodedObjectAsID,\"object_id\":8,\"script\":null)\n ]",
            ),
            (
                Dictionary::<Variant>::from([("a", id(7)), ("b", id(8))]).into(),
                "{\n\"a\": Object(EncodedObjectAsID,\"object_id\":7,\"script\":null)\n,\n\"b\": Object(EncodedObjectAsID,\"object_id\":8,\"script\":null)\n\n}",
            ),
        ]);
    }
}

/// As the source of Pandemonium's writer says, where it differs from Godot's.
#[cfg(feature = "pandemonium")]
#[test]
fn texts_of_pandemonium() {
    use gdvariant::pandemonium::Variant;
    use gdvariant::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i};
    let column = |first: f32| Vector4::new(first, first + 1.0, first + 2.0, first + 3.0);
    let facts: Vec<(Variant, &str)> = vec![
        (Quat::new(1.0, 2.0, 3.0, 4.0).into(), "Quaternion( 1, 2, 3, 4 )"),
        (Vector2i::new(1, 2).into(), "Vector2i( 1, 2 )"),
        (Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4)).into(), "Rect2i( 1, 2, 3, 4 )"),
        (Vector3i::new(1, 2, 3).into(), "Vector3i( 1, 2, 3 )"),
        (column(1.0).into(), "Vector4( 1, 2, 3, 4 )"),
        (Vector4i::new(1, 2, 3, 4).into(), "Vector4i( 1, 2, 3, 4 )"),
        (
            Projection::new(column(1.0), column(5.0), column(9.0), column(13.0)).into(),
            "Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
        ),
        (StringName::from("na'me").into(), "@\"na\\'me\""),
        (vec![Vector2i::new(1, 2), Vector2i::new(3, 4)].into(), "PoolVector2iArray( 1, 2, 3, 4 )"),
        (Dictionary::<Variant>::new().into(), "{\n}"),
        (1.0.into(), "1.0"),
        (0.0.into(), "0.0"),
        (f64::NAN.into(), "nan"),
        ((-f64::NAN).into(), "nan"),
        (f64::INFINITY.into(), "inf"),
        (f64::NEG_INFINITY.into(), "inf_neg"),
        (Vector2::new(f32::NEG_INFINITY, f32::NAN).into(), "Vector2( inf_neg, nan )"),
    ];
    for (value, text) in facts {
        assert_eq!(value.to_string(), text, "{value:?}");
    }
}

/// Bytes that are no value of the Rust type still are one of the format, and the other way round.
#[cfg(feature = "godot3")]
#[test]
fn a_type_that_the_layout_lacks() {
    // 37 is Pandemonium's PoolColorArray.
    let error = from::<gdvariant::Godot3, gdvariant::godot3::Variant>(&bytes("25000000 00000000")).expect_err("no such type");
    assert_eq!(error.kind(), &Fault::UnknownType { number: 37, types: 27 });
}

/// Were values compared twice at each level, this would take as many steps as there are atoms.
#[cfg(feature = "godot3")]
#[test]
fn deep_dictionaries_that_differ_are_compared_in_linear_time() {
    use gdvariant::godot3::{Dictionary, Variant};
    let deep = || (0..300).fold(Variant::Float(f64::NAN), |value, _| Dictionary::from([("key", value)]).into());
    assert!(deep() != deep());
    let reordered = Dictionary::from([("a", 1), ("b", 2)]) == Dictionary::from([("b", 2), ("a", 1)]);
    assert!(reordered);
}

#[cfg(feature = "godot3")]
#[test]
fn brackets_lead_into_a_value_and_never_panic() {
    use gdvariant::godot3::{Dictionary, Variant};
    let players: Variant = [Dictionary::from([("health", 7)]).into()].into_iter().collect();
    let value = Variant::from(Dictionary::from([("players", players)]));
    assert_eq!(value["players"][0]["health"], Variant::Int(7));
    for nil in [&value["players"][1], &value["players"]["health"], &value[0], &value["none"]["deeper"][9]] {
        assert!(nil.is_nil());
    }
}
