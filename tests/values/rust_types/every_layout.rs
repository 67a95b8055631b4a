//! Rust's types in each layout: their bytes, and the errors of other types.

use crate::common::{self, Fault as _, TestLayout, in_each_layout};
use crate::rust_types::{from, to};
use gdvariant::DecodeErrorKind as Fault;
use gdvariant::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// Checks that a Rust value is encoded as this Variant, and decoded from it.
fn assert_round_trip<L: TestLayout, T>(value: &T, variant: impl Into<L::Variant>)
where
    T: Encode<L> + for<'de> Decode<'de, L> + PartialEq + Debug,
{
    let bytes = to::<L, T>(value);
    assert_eq!(
        common::hex(&bytes),
        common::hex(&to::<L, L::Variant>(&variant.into())),
        "{value:?}"
    );
    assert_eq!(from::<L, T>(&bytes).as_ref(), Ok(value));
    assert_eq!(
        generic::encoded_len::<L, T>(value).as_ref(),
        Ok(&bytes.len()),
        "{value:?}"
    );
}

/// Checks the expected and the found kind of an error.
fn assert_mismatch<L: TestLayout, T: for<'de> Decode<'de, L> + Debug>(
    value: impl Into<L::Variant>,
    accepted: &[Kind],
    kind: Kind,
) {
    let bytes = to::<L, L::Variant>(&value.into());
    let error = from::<L, T>(&bytes).expect_err("another type");
    let Fault::WrongType {
        expected,
        found,
        layout,
        ..
    } = error.kind()
    else {
        panic!("{error}")
    };
    assert_eq!((*expected, *found, *layout), (accepted, kind, L::NAME));
    assert_eq!(error.offset(), 0);
}

fn encodes_numbers<L: TestLayout>() {
    assert_round_trip::<L, _>(&true, true);
    assert_round_trip::<L, _>(&false, false);
    assert_round_trip::<L, ()>(&(), L::Variant::default());
    assert_round_trip::<L, i8>(&-128, -128_i64);
    assert_round_trip::<L, i16>(&i16::MIN, -32768_i64);
    assert_round_trip::<L, i32>(&i32::MIN, i64::from(i32::MIN));
    assert_round_trip::<L, i64>(&i64::MIN, i64::MIN);
    assert_round_trip::<L, isize>(&-1, -1_i64);
    assert_round_trip::<L, u8>(&255, 255_i64);
    assert_round_trip::<L, u16>(&65535, 65535_i64);
    assert_round_trip::<L, u32>(&u32::MAX, i64::from(u32::MAX));
    assert_round_trip::<L, u64>(&(i64::MAX as u64), i64::MAX);
    assert_round_trip::<L, usize>(&7, 7_i64);
    assert_round_trip::<L, f32>(&0.1, f64::from(0.1_f32));
    assert_round_trip::<L, f64>(&0.1, 0.1);
    assert_round_trip::<L, f64>(&f64::NEG_INFINITY, f64::NEG_INFINITY);
    for beyond in [i64::MAX as u64 + 1, u64::MAX] {
        let error = generic::to_vec::<L, u64>(&beyond).expect_err("no int holds it");
        assert!(
            matches!(error.kind(), EncodeErrorKind::OutOfRange { value, .. } if *value == beyond)
        );
        let error = generic::to_vec::<L, _>(&[(1, beyond)]).expect_err("no int holds it");
        assert_eq!(error.path().to_string(), "[0][1]");
    }
}

/// Checks the bounds of narrow integer types.
fn rejects_numbers_out_of_range<L: TestLayout>() {
    fn check<L: TestLayout, T: for<'de> Decode<'de, L> + Debug>(name: &str, least: i64, most: i64) {
        for inside in [least, most] {
            assert!(
                from::<L, T>(&to::<L, i64>(&inside)).is_ok(),
                "{inside} as {name}"
            );
        }
        for beyond in [least.checked_sub(1), most.checked_add(1)]
            .into_iter()
            .flatten()
        {
            let error = from::<L, T>(&to::<L, i64>(&beyond)).expect_err(name);
            assert_eq!(error.fault(), "0x0004: OutOfRange", "{beyond} as {name}");
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

fn encodes_strings<L: TestLayout>() {
    assert_round_trip::<L, String>(&"grüße".into(), "grüße");
    assert_round_trip::<L, Box<str>>(&"abc".into(), "abc");
    assert_eq!(to::<L, Cow<'_, str>>(&"abc".into()), to::<L, str>("abc"));
    let bytes = to::<L, str>("abcde");
    assert_eq!(from::<L, &str>(&bytes), Ok("abcde"));
    assert!(matches!(
        from::<L, Cow<'_, str>>(&bytes),
        Ok(Cow::Borrowed("abcde"))
    ));
    assert_eq!(bytes, to::<L, &str>(&"abcde"));
    let error = generic::to_vec::<L, str>("ab\0c").expect_err("a NUL");
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::NulInString { at: 2, .. }
    ));
}

fn encodes_options_and_pointers<L: TestLayout>() {
    assert_round_trip::<L, Option<i32>>(&Some(7), 7_i64);
    assert_round_trip::<L, Option<i32>>(&None, L::Variant::default());
    assert_round_trip::<L, Option<Vec<bool>>>(&Some(vec![]), Vec::<L::Variant>::new());
    assert_round_trip::<L, Box<i32>>(&Box::new(7), 7_i64);
    assert_round_trip::<L, Rc<i32>>(&Rc::new(7), 7_i64);
    assert_round_trip::<L, Arc<String>>(&Arc::new("a".into()), "a");
    let number = 7;
    assert_eq!(to::<L, _>(&&&number), to::<L, _>(&7));
    assert_mismatch::<L, Option<i32>>("x", &[Kind::Int], Kind::String);
    // Any encoded Nil decodes as `None`.
    let nil = to::<L, _>(&());
    assert_eq!(to::<L, _>(&Some(None::<i32>)), nil);
    assert_eq!(to::<L, _>(&Some(L::Variant::default())), nil);
    assert_eq!(from::<L, Option<Option<i32>>>(&nil), Ok(None));
    assert_eq!(from::<L, Option<()>>(&nil), Ok(None));
    assert_eq!(from::<L, Option<L::Variant>>(&nil), Ok(None));
}

fn encodes_sequences<L: TestLayout>() {
    let array: Vec<L::Variant> = vec![1.into(), 2.into(), 3.into()];
    assert_round_trip::<L, Vec<i32>>(&vec![1, 2, 3], array.clone());
    assert_round_trip::<L, VecDeque<i32>>(&VecDeque::from([1, 2, 3]), array.clone());
    assert_round_trip::<L, [i32; 3]>(&[1, 2, 3], array.clone());
    assert_round_trip::<L, (i32, u8, i64)>(&(1, 2, 3), array.clone());
    let nested: Vec<L::Variant> = vec![
        vec![L::Variant::from(true)].into(),
        Vec::<L::Variant>::new().into(),
    ];
    assert_round_trip::<L, Vec<Vec<bool>>>(&vec![vec![true], vec![]], nested);
    assert_eq!(to::<L, [i32]>(&[1, 2, 3]), to::<L, _>(&vec![1, 2, 3]));
    assert_eq!(
        from::<L, Box<[i32]>>(&to::<L, _>(&[1, 2, 3])).as_deref(),
        Ok(&[1, 2, 3][..])
    );
    let three = to::<L, _>(&vec![1, 2, 3]);
    for error in [
        from::<L, [i32; 2]>(&three).expect_err("three"),
        from::<L, (i32, i32)>(&three).expect_err("three"),
        from::<L, [i32; 4]>(&three).expect_err("three"),
        from::<L, (i32, i32, i32, i32)>(&three).expect_err("three"),
    ] {
        assert_eq!(error.fault(), "0x0000: WrongLength");
    }
}

fn encodes_tuples_of_all_lengths<L: TestLayout>() {
    macro_rules! check {
        ($($tuple:expr),*) => {$(
            let bytes = to::<L, _>(&$tuple);
            let back = from::<L, _>(&bytes);
            assert_eq!(back, Ok($tuple));
            let elements = from::<L, Vec<i32>>(&bytes).expect("an Array");
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
        from::<L, (bool, u8, String, [f64; 1], Option<i32>)>(&to::<L, _>(&mixed)),
        Ok(mixed)
    );
}

fn encodes_maps<L: TestLayout>() {
    let dictionary: Dictionary<L::Variant> = [("a", 1_i64), ("b", 2)].into();
    assert_round_trip::<L, BTreeMap<String, i32>>(
        &BTreeMap::from([("a".into(), 1), ("b".into(), 2)]),
        dictionary,
    );
    let map: HashMap<i32, Vec<String>> = HashMap::from([(7, vec!["x".into()]), (8, vec![])]);
    assert_eq!(
        from::<L, HashMap<i32, Vec<String>>>(&to::<L, _>(&map)),
        Ok(map)
    );
    let borrowed = to::<L, _>(&BTreeMap::from([("a", "x")]));
    assert_eq!(
        from::<L, BTreeMap<&str, &str>>(&borrowed),
        Ok(BTreeMap::from([("a", "x")]))
    );
    let error =
        from::<L, BTreeMap<String, u8>>(&to::<L, _>(&BTreeMap::from([("ok", 1), ("wide", 300)])))
            .expect_err("300");
    assert_eq!(error.path().to_string(), "wide");
    assert_mismatch::<L, BTreeMap<String, u8>>(1.5, &[Kind::Dictionary], Kind::Float);
}

/// Checks that a `Packed` is encoded as the packed array, which lists decode as well.
fn encodes_packed_arrays<L: TestLayout>()
where
    u8: PackedElement<L>,
    i32: PackedElement<L>,
{
    let (bytes, ints) = (to::<L, _>(&Packed([1_u8, 2])), to::<L, _>(&Packed([1, 2])));
    let texts = vec!["a".to_owned(), String::new()];
    let strings = to::<L, _>(&Packed(texts.clone()));
    for (encoded, kind) in [
        (&bytes, Kind::PackedByteArray),
        (&ints, Kind::PackedInt32Array),
        (&strings, Kind::PackedStringArray),
    ] {
        assert_eq!(Some(encoded[0]), L::number_of(kind));
    }
    assert_eq!(from::<L, Packed<Vec<u8>>>(&bytes), Ok(Packed(vec![1, 2])));
    assert_eq!(from::<L, Vec<u8>>(&bytes), Ok(vec![1, 2]));
    assert_eq!(from::<L, [u8; 2]>(&bytes), Ok([1, 2]));
    assert_eq!(from::<L, Vec<i64>>(&bytes), Ok(vec![1, 2]));
    assert_eq!(from::<L, Vec<u16>>(&ints), Ok(vec![1, 2]));
    assert_eq!(from::<L, Vec<f64>>(&ints), Ok(vec![1.0, 2.0]));
    assert_eq!(
        from::<L, Vec<f64>>(&to::<L, _>(&[1, 2])),
        Ok(vec![1.0, 2.0])
    );
    assert_eq!(from::<L, Vec<&str>>(&strings), Ok(vec!["a", ""]));
    assert_eq!(
        from::<L, VecDeque<String>>(&strings),
        Ok(VecDeque::from(texts))
    );
    let wide = from::<L, Vec<u8>>(&to::<L, _>(&Packed(vec![1, 300, 2])));
    assert_eq!(wide.expect_err("300").fault(), "0x000c: [1]: OutOfRange");
}

fn rejects_other_types<L: TestLayout>()
where
    u8: PackedElement<L>,
    i32: PackedElement<L>,
{
    use Kind::{
        Array, Bool, Float, Int, Nil, PackedByteArray, PackedInt32Array, PackedStringArray,
    };

    assert_mismatch::<L, bool>(1, &[Bool], Int);
    assert_mismatch::<L, ()>(false, &[Nil], Bool);
    assert_mismatch::<L, u8>("7", &[Int], Kind::String);
    assert_mismatch::<L, i32>(1.0, &[Int], Float);
    assert_mismatch::<L, f64>("7", &[Float], Kind::String);
    assert_mismatch::<L, String>(7, &[Kind::String], Int);
    assert_mismatch::<L, (i32,)>(7, &[Array], Int);
    assert_mismatch::<L, NodePath>("a/b", &[Kind::NodePath], Kind::String);
    assert_mismatch::<L, Dictionary<L::Variant>>(true, &[Kind::Dictionary], Bool);
    assert_mismatch::<L, Object<L::Variant>>(L::Variant::default(), &[Kind::Object], Nil);
    assert_mismatch::<L, Rid>(L::Variant::default(), &[Kind::Rid], Nil);
    let strings = || Packed(vec![String::new()]);
    assert_mismatch::<L, Vec<u8>>(strings(), L::LISTS_OF_INTS, PackedStringArray);
    assert_mismatch::<L, Vec<f32>>(strings(), L::LISTS_OF_NUMBERS, PackedStringArray);
    assert_mismatch::<L, Vec<String>>(7, &[Array, PackedStringArray], Int);
    assert_mismatch::<L, Vec<bool>>(strings(), &[Array], PackedStringArray);
    let array = Vec::<L::Variant>::new();
    assert_mismatch::<L, Packed<Vec<u8>>>(array, &[PackedByteArray], Array);
    assert_mismatch::<L, Packed<Vec<i32>>>(strings(), &[PackedInt32Array], PackedStringArray);
}

fn variants_are_small_and_send<L: TestLayout>() {
    fn is_shareable<T: Send + Sync + 'static>() {}
    is_shareable::<L::Variant>();
    is_shareable::<Dictionary<L::Variant>>();
    is_shareable::<Object<L::Variant>>();
    is_shareable::<DecodeError>();
    is_shareable::<gdvariant::EncodeError>();
    assert!(size_of::<L::Variant>() <= 32);
    assert!(size_of::<L::VariantRef<'_>>() <= 32);
    assert!(size_of::<Dictionary<L::Variant>>() <= 24);
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
