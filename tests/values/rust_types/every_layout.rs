//! Rust's types in each layout: their bytes, and the errors of other types.

use crate::common::{self, Fault as _, TestLayout, in_each_layout};
use crate::rust_types::{from, to};
use gdvariant::DecodeErrorKind as Fault;
use gdvariant::EncodeOptions;
use gdvariant::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::num::{NonZero, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Checks that a Rust value is encoded as this Variant, and decoded from it.
fn assert_round_trip<E: TestLayout, T>(value: &T, variant: impl Into<E::Variant>)
where
    T: Encode<E> + for<'de> Decode<'de, E> + PartialEq + Debug,
{
    let bytes = to::<E, T>(value);
    assert_eq!(
        common::hex(&bytes),
        common::hex(&to::<E, E::Variant>(&variant.into())),
        "{value:?}"
    );
    assert_eq!(from::<E, T>(&bytes).as_ref(), Ok(value));
    assert_eq!(
        generic::encoded_len::<E, T>(value, EncodeOptions::new()).as_ref(),
        Ok(&bytes.len()),
        "{value:?}"
    );
}

/// Checks the expected and the found kind of an error.
fn assert_mismatch<E: TestLayout, T: for<'de> Decode<'de, E> + Debug>(
    value: impl Into<E::Variant>,
    accepted: &[Kind],
    kind: Kind,
) {
    let bytes = to::<E, E::Variant>(&value.into());
    let error = from::<E, T>(&bytes).expect_err("another type");
    let Fault::WrongType {
        expected,
        found,
        layout,
        ..
    } = error.kind()
    else {
        panic!("{error}")
    };
    assert_eq!(
        (*expected, *found, *layout),
        (accepted, kind, E::LAYOUT.name)
    );
    assert_eq!(error.offset(), 0);
}

fn encodes_numbers<E: TestLayout>() {
    assert_round_trip::<E, _>(&true, true);
    assert_round_trip::<E, _>(&false, false);
    assert_round_trip::<E, ()>(&(), E::Variant::default());
    assert_round_trip::<E, i8>(&-128, -128_i64);
    assert_round_trip::<E, i16>(&i16::MIN, -32768_i64);
    assert_round_trip::<E, i32>(&i32::MIN, i64::from(i32::MIN));
    assert_round_trip::<E, i64>(&i64::MIN, i64::MIN);
    assert_round_trip::<E, isize>(&-1, -1_i64);
    assert_round_trip::<E, u8>(&255, 255_i64);
    assert_round_trip::<E, u16>(&65535, 65535_i64);
    assert_round_trip::<E, u32>(&u32::MAX, i64::from(u32::MAX));
    assert_round_trip::<E, u64>(&(i64::MAX as u64), i64::MAX);
    assert_round_trip::<E, usize>(&7, 7_i64);
    assert_round_trip::<E, f32>(&0.1, f64::from(0.1_f32));
    assert_round_trip::<E, f64>(&0.1, 0.1);
    assert_round_trip::<E, f64>(&f64::NEG_INFINITY, f64::NEG_INFINITY);
    assert_round_trip::<E, NonZero<u32>>(&NonZero::<u32>::MAX, i64::from(u32::MAX));
    assert_round_trip::<E, NonZero<i8>>(&NonZero::<i8>::MIN, -128_i64);
    assert_round_trip::<E, Wrapping<i16>>(&Wrapping(-7), -7_i64);
    assert_round_trip::<E, Duration>(&Duration::from_millis(1500), 1.5);
    assert_round_trip::<E, Duration>(&Duration::from_millis(100), 0.1);
    assert_eq!(
        from::<E, Duration>(&to::<E, i64>(&2)),
        Ok(Duration::from_secs(2))
    );
    for seconds in [-0.5, 1e300, f64::NAN, f64::INFINITY] {
        let error = from::<E, Duration>(&to::<E, f64>(&seconds)).expect_err("no time");
        assert_eq!(error.fault(), "0x0004: FloatOutOfRange", "{seconds}");
    }
    for beyond in [i64::MAX as u64 + 1, u64::MAX] {
        let error =
            generic::to_vec::<E, u64>(&beyond, EncodeOptions::new()).expect_err("no int holds it");
        assert!(
            matches!(error.kind(), EncodeErrorKind::OutOfRange { value, .. } if *value == beyond)
        );
        let error = generic::to_vec::<E, _>(&[(1, beyond)], EncodeOptions::new())
            .expect_err("no int holds it");
        assert_eq!(error.path().to_string(), "[0][1]");
    }
}

/// Checks the bounds of narrow integer types.
fn rejects_numbers_out_of_range<E: TestLayout>() {
    fn check<E: TestLayout, T: for<'de> Decode<'de, E> + Debug>(name: &str, least: i64, most: i64) {
        for inside in [least, most] {
            assert!(
                from::<E, T>(&to::<E, i64>(&inside)).is_ok(),
                "{inside} as {name}"
            );
        }
        for beyond in [least.checked_sub(1), most.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let error = from::<E, T>(&to::<E, i64>(&beyond)).expect_err(name);
            assert_eq!(error.fault(), "0x0004: OutOfRange", "{beyond} as {name}");
        }
    }
    check::<E, i8>("i8", -128, 127);
    check::<E, i16>("i16", -32768, 32767);
    check::<E, i32>("i32", i32::MIN.into(), i32::MAX.into());
    check::<E, i64>("i64", i64::MIN, i64::MAX);
    check::<E, u8>("u8", 0, 255);
    check::<E, u16>("u16", 0, 65535);
    check::<E, u32>("u32", 0, u32::MAX.into());
    check::<E, u64>("u64", 0, i64::MAX);
    check::<E, usize>("usize", 0, i64::MAX);
    check::<E, NonZero<u8>>("NonZero<u8>", 1, 255);
    check::<E, NonZero<u64>>("NonZero<u64>", 1, i64::MAX);
    check::<E, Wrapping<u16>>("u16", 0, 65535);
}

fn encodes_strings<E: TestLayout>() {
    assert_round_trip::<E, String>(&"grüße".into(), "grüße");
    assert_round_trip::<E, Box<str>>(&"abc".into(), "abc");
    assert_eq!(to::<E, Cow<'_, str>>(&"abc".into()), to::<E, str>("abc"));
    let bytes = to::<E, str>("abcde");
    assert_eq!(from::<E, &str>(&bytes), Ok("abcde"));
    assert!(matches!(
        from::<E, Cow<'_, str>>(&bytes),
        Ok(Cow::Borrowed("abcde"))
    ));
    assert_eq!(bytes, to::<E, &str>(&"abcde"));
    let error = generic::to_vec::<E, str>("ab\0c", EncodeOptions::new()).expect_err("a NUL");
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::NulInString { at: 2, .. }
    ));
}

fn encodes_options_and_pointers<E: TestLayout>() {
    assert_round_trip::<E, Option<i32>>(&Some(7), 7_i64);
    assert_round_trip::<E, Option<i32>>(&None, E::Variant::default());
    assert_round_trip::<E, Option<Vec<bool>>>(&Some(vec![]), Vec::<E::Variant>::new());
    assert_round_trip::<E, Box<i32>>(&Box::new(7), 7_i64);
    assert_round_trip::<E, Rc<i32>>(&Rc::new(7), 7_i64);
    assert_round_trip::<E, Arc<String>>(&Arc::new("a".into()), "a");
    let number = 7;
    assert_eq!(to::<E, _>(&&&number), to::<E, _>(&7));
    assert_mismatch::<E, Option<i32>>("x", &[Kind::Int], Kind::String);
    // Any encoded Nil decodes as `None`.
    let nil = to::<E, _>(&());
    assert_eq!(to::<E, _>(&Some(None::<i32>)), nil);
    assert_eq!(to::<E, _>(&Some(E::Variant::default())), nil);
    assert_eq!(from::<E, Option<Option<i32>>>(&nil), Ok(None));
    assert_eq!(from::<E, Option<()>>(&nil), Ok(None));
    assert_eq!(from::<E, Option<E::Variant>>(&nil), Ok(None));
}

fn encodes_sequences<E: TestLayout>() {
    let array: Vec<E::Variant> = vec![1.into(), 2.into(), 3.into()];
    assert_round_trip::<E, Vec<i32>>(&vec![1, 2, 3], array.clone());
    assert_round_trip::<E, VecDeque<i32>>(&VecDeque::from([1, 2, 3]), array.clone());
    assert_round_trip::<E, [i32; 3]>(&[1, 2, 3], array.clone());
    assert_round_trip::<E, (i32, u8, i64)>(&(1, 2, 3), array.clone());
    let nested: Vec<E::Variant> = vec![
        vec![E::Variant::from(true)].into(),
        Vec::<E::Variant>::new().into(),
    ];
    assert_round_trip::<E, Vec<Vec<bool>>>(&vec![vec![true], vec![]], nested);
    assert_eq!(to::<E, [i32]>(&[1, 2, 3]), to::<E, _>(&vec![1, 2, 3]));
    assert_eq!(
        from::<E, Box<[i32]>>(&to::<E, _>(&[1, 2, 3])).as_deref(),
        Ok(&[1, 2, 3][..])
    );
    let three = to::<E, _>(&vec![1, 2, 3]);
    for error in [
        from::<E, [i32; 2]>(&three).expect_err("three"),
        from::<E, (i32, i32)>(&three).expect_err("three"),
        from::<E, [i32; 4]>(&three).expect_err("three"),
        from::<E, (i32, i32, i32, i32)>(&three).expect_err("three"),
    ] {
        assert_eq!(error.fault(), "0x0000: WrongLength");
    }
}

fn encodes_tuples_of_all_lengths<E: TestLayout>() {
    macro_rules! check {
        ($($tuple:expr),*) => {$(
            let bytes = to::<E, _>(&$tuple);
            let back = from::<E, _>(&bytes);
            assert_eq!(back, Ok($tuple));
            let elements = from::<E, Vec<i32>>(&bytes).expect("an Array");
            assert_eq!(elements, (1..=i32::try_from(elements.len()).expect("few")).collect::<Vec<_>>());
        )*};
    }
    check!((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5));
    check!(
        (1, 2, 3, 4, 5, 6),
        (1, 2, 3, 4, 5, 6, 7),
        (1, 2, 3, 4, 5, 6, 7, 8)
    );
    check!((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    check!(
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    );
    let mixed = (true, 7_u8, "text".to_owned(), [1.5_f64], None::<i32>);
    assert_eq!(
        from::<E, (bool, u8, String, [f64; 1], Option<i32>)>(&to::<E, _>(&mixed)),
        Ok(mixed)
    );
}

fn encodes_maps<E: TestLayout>() {
    let dictionary: Dictionary<E::Variant> = [("a", 1_i64), ("b", 2)].into();
    assert_round_trip::<E, BTreeMap<String, i32>>(
        &BTreeMap::from([("a".into(), 1), ("b".into(), 2)]),
        dictionary,
    );
    let map: HashMap<i32, Vec<String>> = HashMap::from([(7, vec!["x".into()]), (8, vec![])]);
    assert_eq!(
        from::<E, HashMap<i32, Vec<String>>>(&to::<E, _>(&map)),
        Ok(map)
    );
    let borrowed = to::<E, _>(&BTreeMap::from([("a", "x")]));
    assert_eq!(
        from::<E, BTreeMap<&str, &str>>(&borrowed),
        Ok(BTreeMap::from([("a", "x")]))
    );
    let error =
        from::<E, BTreeMap<String, u8>>(&to::<E, _>(&BTreeMap::from([("ok", 1), ("wide", 300)])))
            .expect_err("300");
    assert_eq!(error.path().to_string(), "wide");
    assert_mismatch::<E, BTreeMap<String, u8>>(1.5, &[Kind::Dictionary], Kind::Float);
}

/// Checks that a `Packed` is encoded as the packed array, which lists decode as well.
fn encodes_packed_arrays<E: TestLayout>()
where
    u8: PackedElement<E>,
    i32: PackedElement<E>,
{
    let (bytes, ints) = (to::<E, _>(&Packed([1_u8, 2])), to::<E, _>(&Packed([1, 2])));
    let texts = vec!["a".to_owned(), String::new()];
    let strings = to::<E, _>(&Packed(texts.clone()));
    for (encoded, kind) in [
        (&bytes, Kind::PackedByteArray),
        (&ints, Kind::PackedInt32Array),
        (&strings, Kind::PackedStringArray),
    ] {
        assert_eq!(Some(encoded[0]), E::LAYOUT.number_of(kind));
    }
    assert_eq!(from::<E, Packed<Vec<u8>>>(&bytes), Ok(Packed(vec![1, 2])));
    assert_eq!(from::<E, Vec<u8>>(&bytes), Ok(vec![1, 2]));
    assert_eq!(from::<E, [u8; 2]>(&bytes), Ok([1, 2]));
    assert_eq!(from::<E, Vec<i64>>(&bytes), Ok(vec![1, 2]));
    assert_eq!(from::<E, Vec<u16>>(&ints), Ok(vec![1, 2]));
    assert_eq!(from::<E, Vec<f64>>(&ints), Ok(vec![1.0, 2.0]));
    assert_eq!(
        from::<E, Vec<f64>>(&to::<E, _>(&[1, 2])),
        Ok(vec![1.0, 2.0])
    );
    assert_eq!(from::<E, Vec<&str>>(&strings), Ok(vec!["a", ""]));
    assert_eq!(
        from::<E, VecDeque<String>>(&strings),
        Ok(VecDeque::from(texts))
    );
    let wide = from::<E, Vec<u8>>(&to::<E, _>(&Packed(vec![1, 300, 2])));
    assert_eq!(wide.expect_err("300").fault(), "0x000c: [1]: OutOfRange");
}

fn rejects_other_types<E: TestLayout>()
where
    u8: PackedElement<E>,
    i32: PackedElement<E>,
{
    use Kind::{
        Array, Bool, Float, Int, Nil, PackedByteArray, PackedInt32Array, PackedStringArray,
    };

    assert_mismatch::<E, bool>(1, &[Bool], Int);
    assert_mismatch::<E, ()>(false, &[Nil], Bool);
    assert_mismatch::<E, u8>("7", &[Int], Kind::String);
    assert_mismatch::<E, i32>(1.0, &[Int], Float);
    assert_mismatch::<E, f64>("7", &[Float], Kind::String);
    assert_mismatch::<E, String>(7, &[Kind::String], Int);
    assert_mismatch::<E, (i32,)>(7, &[Array], Int);
    assert_mismatch::<E, NodePath>("a/b", &[Kind::NodePath], Kind::String);
    assert_mismatch::<E, Dictionary<E::Variant>>(true, &[Kind::Dictionary], Bool);
    assert_mismatch::<E, Object<E::Variant>>(E::Variant::default(), &[Kind::Object], Nil);
    assert_mismatch::<E, Rid>(E::Variant::default(), &[Kind::Rid], Nil);
    let strings = || Packed(vec![String::new()]);
    let lists = |floats: &[Kind], ints: &[Kind]| {
        let lists = [&[Array], floats, ints].concat().into_iter();
        lists
            .filter(|kind| E::LAYOUT.has(*kind))
            .collect::<Vec<_>>()
    };
    let ints = [PackedInt32Array, Kind::PackedInt64Array];
    let of_ints = lists(&[PackedByteArray], &ints);
    assert_mismatch::<E, Vec<u8>>(strings(), &of_ints, PackedStringArray);
    let of_numbers = lists(&[Kind::PackedFloat32Array, Kind::PackedFloat64Array], &ints);
    assert_mismatch::<E, Vec<f32>>(strings(), &of_numbers, PackedStringArray);
    assert_mismatch::<E, Vec<String>>(7, &[Array, PackedStringArray], Int);
    assert_mismatch::<E, Vec<bool>>(strings(), &[Array], PackedStringArray);
    let array = Vec::<E::Variant>::new();
    assert_mismatch::<E, Packed<Vec<u8>>>(array, &[PackedByteArray], Array);
    assert_mismatch::<E, Packed<Vec<i32>>>(strings(), &[PackedInt32Array], PackedStringArray);
}

fn variants_are_small_and_send<E: TestLayout>() {
    fn is_shareable<T: Send + Sync + 'static>() {}
    is_shareable::<E::Variant>();
    is_shareable::<Dictionary<E::Variant>>();
    is_shareable::<Object<E::Variant>>();
    is_shareable::<DecodeError>();
    is_shareable::<gdvariant::EncodeError>();
    assert!(size_of::<E::Variant>() <= 32);
    assert!(size_of::<E::VariantRef<'_>>() <= 32);
    assert!(size_of::<Dictionary<E::Variant>>() <= 24);
    assert_eq!(size_of::<DecodeError>(), size_of::<usize>());
    assert_eq!(size_of::<gdvariant::EncodeError>(), size_of::<usize>());
}

in_each_layout!(
    encodes_numbers,
    rejects_numbers_out_of_range,
    encodes_strings,
    encodes_options_and_pointers,
    encodes_sequences,
    encodes_tuples_of_all_lengths,
    encodes_maps,
    encodes_packed_arrays,
    rejects_other_types,
    variants_are_small_and_send,
);
