//! Rust's types in each layout: their bytes, and the errors of other types.

use crate::common::{self, TestLayout, in_each_layout};
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

/// Lists the names of kinds as errors do.
fn alternatives<L: TestLayout>(kinds: &[Kind]) -> String {
    let names: Vec<_> = kinds.iter().map(|kind| L::name_of(*kind)).collect();
    let (last, first) = names.split_last().expect("a kind");
    format!("{} or {last}", first.join(", "))
}

/// Checks the expected and the found type of an error.
fn assert_mismatch<L: TestLayout, T: for<'de> Decode<'de, L> + Debug>(
    value: &L::Variant,
    expected: &str,
    found: &str,
) {
    let bytes = to::<L, L::Variant>(value);
    let error = from::<L, T>(&bytes).expect_err(expected);
    let Fault::WrongType {
        expected: ours,
        found: theirs,
        layout,
        ..
    } = error.kind()
    else {
        panic!("{error}")
    };
    for kind in *ours {
        assert!(expected.contains(L::name_of(*kind)), "{kind}");
    }
    assert_eq!((*layout, L::name_of(*theirs)), (L::NAME, found));
    assert_eq!(error.offset(), 0);
    assert_eq!(
        error.to_string(),
        format!("0x0000: expected {expected}, found {found}")
    );
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

/// Checks the bounds of narrow integer types, and that errors name the number and the type.
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
            let bytes = to::<L, i64>(&beyond);
            let error = from::<L, T>(&bytes).expect_err(name);
            assert_eq!(
                error.to_string(),
                format!("0x0004: {beyond} is out of the range of {name}")
            );
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
    assert_mismatch::<L, Option<i32>>(&"x".into(), "int", "String");
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
        from::<L, [i32; 2]>(&three).err(),
        from::<L, (i32, i32)>(&three).err(),
    ] {
        assert_eq!(
            error.expect("another length").to_string(),
            "0x0000: expected 2 elements, found 3"
        );
    }
    for error in [
        from::<L, [i32; 4]>(&three).err(),
        from::<L, (i32, i32, i32, i32)>(&three).err(),
    ] {
        assert!(matches!(
            error.expect("another length").kind(),
            Fault::WrongLength {
                expected: 4,
                found: 3,
                ..
            }
        ));
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
    check!(
        (1,),
        (1, 2),
        (1, 2, 3),
        (1, 2, 3, 4),
        (1, 2, 3, 4, 5),
        (1, 2, 3, 4, 5, 6),
        (1, 2, 3, 4, 5, 6, 7)
    );
    check!(
        (1, 2, 3, 4, 5, 6, 7, 8),
        (1, 2, 3, 4, 5, 6, 7, 8, 9),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    );
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
    let float = L::name_of(Kind::Float);
    assert_mismatch::<L, BTreeMap<String, u8>>(&1.5.into(), "Dictionary", float);
}

fn coerces_types<L: TestLayout>()
where
    u8: PackedElement<L>,
    i32: PackedElement<L>,
{
    // Ints decode as floats; floats do not decode as ints.
    assert_eq!(from::<L, f64>(&to::<L, _>(&7)), Ok(7.0));
    assert_eq!(from::<L, f32>(&to::<L, _>(&-7)), Ok(-7.0));
    assert_eq!(
        from::<L, Vec<f64>>(&to::<L, _>(&vec![1, 2])),
        Ok(vec![1.0, 2.0])
    );
    assert_mismatch::<L, i32>(&1.0.into(), "int", L::name_of(Kind::Float));
    // A `Vec` decodes from an Array or from the packed array of its element.
    assert_eq!(
        from::<L, Vec<u8>>(&to::<L, _>(&Packed(vec![1_u8, 2, 3]))),
        Ok(vec![1, 2, 3])
    );
    assert_eq!(
        from::<L, Vec<i64>>(&to::<L, _>(&Packed(vec![1_u8, 2, 3]))),
        Ok(vec![1, 2, 3])
    );
    assert_eq!(
        from::<L, Vec<u16>>(&to::<L, _>(&Packed(vec![1, 2]))),
        Ok(vec![1, 2])
    );
    assert_eq!(
        from::<L, Vec<f64>>(&to::<L, _>(&Packed(vec![1, 2]))),
        Ok(vec![1.0, 2.0])
    );
    let texts = vec!["a".to_owned(), String::new()];
    assert_eq!(
        from::<L, Vec<String>>(&to::<L, _>(&Packed(texts.clone()))),
        Ok(texts.clone())
    );
    assert_eq!(
        from::<L, Vec<&str>>(&to::<L, _>(&Packed(texts.clone()))),
        Ok(vec!["a", ""])
    );
    assert_eq!(
        from::<L, VecDeque<String>>(&to::<L, _>(&Packed(texts))),
        Ok(VecDeque::from(["a".to_owned(), String::new()]))
    );
    assert_eq!(
        from::<L, [u8; 2]>(&to::<L, _>(&Packed([1_u8, 2]))),
        Ok([1, 2])
    );
    let error = from::<L, Vec<u8>>(&to::<L, _>(&Packed(vec![1, 300, 2]))).expect_err("300");
    assert_eq!(
        error.to_string(),
        "0x000c: [1]: 300 is out of the range of u8"
    );
    // Errors of other types name both sides.
    let packed = |kind: Kind| L::name_of(kind);
    assert_mismatch::<L, Vec<u8>>(
        &Packed(vec![String::new()]).into(),
        &alternatives::<L>(L::LISTS_OF_INTS),
        packed(Kind::PackedStringArray),
    );
    assert_mismatch::<L, Vec<f32>>(
        &Packed(vec![String::new()]).into(),
        &alternatives::<L>(L::LISTS_OF_NUMBERS),
        packed(Kind::PackedStringArray),
    );
    assert_mismatch::<L, Vec<String>>(
        &7.into(),
        &format!("Array or {}", L::name_of(Kind::PackedStringArray)),
        "int",
    );
    assert_mismatch::<L, Vec<bool>>(
        &Packed(vec![String::new()]).into(),
        "Array",
        packed(Kind::PackedStringArray),
    );
}

fn rejects_other_types<L: TestLayout>() {
    let float = L::name_of(Kind::Float);
    assert_mismatch::<L, bool>(&1.into(), "bool", "int");
    assert_mismatch::<L, ()>(&false.into(), "Nil", "bool");
    assert_mismatch::<L, u8>(&"7".into(), "int", "String");
    assert_mismatch::<L, f64>(&"7".into(), float, "String");
    assert_mismatch::<L, String>(&7.into(), "String", "int");
    assert_mismatch::<L, (i32,)>(&7.into(), "Array", "int");
    assert_mismatch::<L, NodePath>(&"a/b".into(), "NodePath", "String");
    assert_mismatch::<L, Dictionary<L::Variant>>(&true.into(), "Dictionary", "bool");
    assert_mismatch::<L, Object<L::Variant>>(&L::Variant::default(), "Object", "Nil");
    assert_mismatch::<L, Rid>(&L::Variant::default(), "RID", "Nil");
}

/// Checks that a `Packed` is encoded as the packed array, and does not decode from an Array.
fn encodes_packed_arrays<L: TestLayout>()
where
    u8: PackedElement<L>,
    i32: PackedElement<L>,
{
    let packed = |kind: Kind| L::name_of(kind);
    let number = |bytes: &[u8]| Some(bytes[0]);
    assert_eq!(
        number(&to::<L, _>(&Packed([1_u8]))),
        L::number_of(Kind::PackedByteArray)
    );
    assert_eq!(
        number(&to::<L, _>(&Packed(&vec![1][..]))),
        L::number_of(Kind::PackedInt32Array)
    );
    assert_eq!(
        number(&to::<L, _>(&Packed(vec![String::new()]))),
        L::number_of(Kind::PackedStringArray)
    );
    assert_eq!(
        from::<L, Packed<Vec<u8>>>(&to::<L, _>(&Packed(vec![1_u8, 2]))),
        Ok(Packed(vec![1, 2]))
    );
    assert_mismatch::<L, Packed<Vec<u8>>>(
        &Vec::<L::Variant>::new().into(),
        packed(Kind::PackedByteArray),
        "Array",
    );
    assert_mismatch::<L, Packed<Vec<i32>>>(
        &Packed(vec![String::new()]).into(),
        packed(Kind::PackedInt32Array),
        packed(Kind::PackedStringArray),
    );
}

fn variants_are_small_and_send<L: TestLayout>() {
    fn is_shareable<T: Send + Sync + 'static>() {}
    is_shareable::<L::Variant>();
    is_shareable::<Dictionary<L::Variant>>();
    is_shareable::<Object<L::Variant>>();
    is_shareable::<DecodeError>();
    is_shareable::<gdvariant::EncodeError>();
    assert!(
        size_of::<L::Variant>() <= 32,
        "{} bytes",
        size_of::<L::Variant>()
    );
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
    coerces_types,
    rejects_other_types,
    encodes_packed_arrays,
    variants_are_small_and_send,
);
