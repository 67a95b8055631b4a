//! Types of Rust in each layout: their bytes, and what is said of other types.

use crate::common::{self, Tested, in_each_layout};
use crate::rust_types::{from, to};
use gdvariant::DecodeErrorKind as Fault;
use gdvariant::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// A Rust value has the bytes of this Variant, and comes back from them.
fn same<L: Tested, T>(value: &T, variant: impl Into<L::Variant>)
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

/// Returns the names of the kinds as errors list them.
fn alternatives<L: Tested>(kinds: &[Kind]) -> String {
    let names: Vec<_> = kinds.iter().map(|kind| L::name_of(*kind)).collect();
    let (last, first) = names.split_last().expect("a kind");
    format!("{} or {last}", first.join(", "))
}

/// Decoding says these two sides.
fn mismatch<L: Tested, T: for<'de> Decode<'de, L> + Debug>(
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
        assert!(
            matches!(error.kind(), EncodeErrorKind::OutOfRange { value, .. } if *value == beyond)
        );
        let error = generic::to_vec::<L, _>(&[(1, beyond)]).expect_err("no int holds it");
        assert_eq!(error.path().to_string(), "[0][1]");
    }
}

/// Each narrow type takes its ends, and says the number and its own name beyond them.
fn ranges<L: Tested>() {
    fn check<L: Tested, T: for<'de> Decode<'de, L> + Debug>(name: &str, least: i64, most: i64) {
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

fn texts<L: Tested>() {
    same::<L, String>(&"grüße".into(), "grüße");
    same::<L, Box<str>>(&"abc".into(), "abc");
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
    // Nil is None, whatever it was encoded from.
    let nil = to::<L, _>(&());
    assert_eq!(to::<L, _>(&Some(None::<i32>)), nil);
    assert_eq!(to::<L, _>(&Some(L::Variant::default())), nil);
    assert_eq!(from::<L, Option<Option<i32>>>(&nil), Ok(None));
    assert_eq!(from::<L, Option<()>>(&nil), Ok(None));
    assert_eq!(from::<L, Option<L::Variant>>(&nil), Ok(None));
}

fn sequences<L: Tested>() {
    let array: Vec<L::Variant> = vec![1.into(), 2.into(), 3.into()];
    same::<L, Vec<i32>>(&vec![1, 2, 3], array.clone());
    same::<L, VecDeque<i32>>(&VecDeque::from([1, 2, 3]), array.clone());
    same::<L, [i32; 3]>(&[1, 2, 3], array.clone());
    same::<L, (i32, u8, i64)>(&(1, 2, 3), array.clone());
    let nested: Vec<L::Variant> = vec![
        vec![L::Variant::from(true)].into(),
        Vec::<L::Variant>::new().into(),
    ];
    same::<L, Vec<Vec<bool>>>(&vec![vec![true], vec![]], nested);
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

fn maps<L: Tested>() {
    let dictionary: Dictionary<L::Variant> = [("a", 1_i64), ("b", 2)].into();
    same::<L, BTreeMap<String, i32>>(
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
    assert_eq!(
        from::<L, Vec<f64>>(&to::<L, _>(&vec![1, 2])),
        Ok(vec![1.0, 2.0])
    );
    mismatch::<L, i32>(&1.0.into(), "int", L::name_of(Kind::Float));
    // A Vec takes an Array, or the pool array that fits.
    assert_eq!(
        from::<L, Vec<u8>>(&to::<L, _>(&Pool(vec![1_u8, 2, 3]))),
        Ok(vec![1, 2, 3])
    );
    assert_eq!(
        from::<L, Vec<i64>>(&to::<L, _>(&Pool(vec![1_u8, 2, 3]))),
        Ok(vec![1, 2, 3])
    );
    assert_eq!(
        from::<L, Vec<u16>>(&to::<L, _>(&Pool(vec![1, 2]))),
        Ok(vec![1, 2])
    );
    assert_eq!(
        from::<L, Vec<f64>>(&to::<L, _>(&Pool(vec![1, 2]))),
        Ok(vec![1.0, 2.0])
    );
    let texts = vec!["a".to_owned(), String::new()];
    assert_eq!(
        from::<L, Vec<String>>(&to::<L, _>(&Pool(texts.clone()))),
        Ok(texts.clone())
    );
    assert_eq!(
        from::<L, Vec<&str>>(&to::<L, _>(&Pool(texts.clone()))),
        Ok(vec!["a", ""])
    );
    assert_eq!(
        from::<L, VecDeque<String>>(&to::<L, _>(&Pool(texts))),
        Ok(VecDeque::from(["a".to_owned(), String::new()]))
    );
    assert_eq!(
        from::<L, [u8; 2]>(&to::<L, _>(&Pool([1_u8, 2]))),
        Ok([1, 2])
    );
    let error = from::<L, Vec<u8>>(&to::<L, _>(&Pool(vec![1, 300, 2]))).expect_err("300");
    assert_eq!(
        error.to_string(),
        "0x000c: [1]: 300 is out of the range of u8"
    );
    // Anything else names both sides.
    let pool = |kind: Kind| L::name_of(kind);
    mismatch::<L, Vec<u8>>(
        &Pool(vec![String::new()]).into(),
        &alternatives::<L>(L::LISTS_OF_INTS),
        pool(Kind::PoolStringArray),
    );
    mismatch::<L, Vec<f32>>(
        &Pool(vec![String::new()]).into(),
        &alternatives::<L>(L::LISTS_OF_NUMBERS),
        pool(Kind::PoolStringArray),
    );
    mismatch::<L, Vec<String>>(
        &7.into(),
        &format!("Array or {}", L::name_of(Kind::PoolStringArray)),
        "int",
    );
    mismatch::<L, Vec<bool>>(
        &Pool(vec![String::new()]).into(),
        "Array",
        pool(Kind::PoolStringArray),
    );
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
    let pool = |kind: Kind| L::name_of(kind);
    let number = |bytes: &[u8]| Some(bytes[0]);
    assert_eq!(
        number(&to::<L, _>(&Pool([1_u8]))),
        L::number_of(Kind::PoolByteArray)
    );
    assert_eq!(
        number(&to::<L, _>(&Pool(&vec![1][..]))),
        L::number_of(Kind::PoolIntArray)
    );
    assert_eq!(
        number(&to::<L, _>(&Pool(vec![String::new()]))),
        L::number_of(Kind::PoolStringArray)
    );
    assert_eq!(
        from::<L, Pool<Vec<u8>>>(&to::<L, _>(&Pool(vec![1_u8, 2]))),
        Ok(Pool(vec![1, 2]))
    );
    mismatch::<L, Pool<Vec<u8>>>(
        &Vec::<L::Variant>::new().into(),
        pool(Kind::PoolByteArray),
        "Array",
    );
    mismatch::<L, Pool<Vec<i32>>>(
        &Pool(vec![String::new()]).into(),
        pool(Kind::PoolIntArray),
        pool(Kind::PoolStringArray),
    );
}

fn a_variant_is_small_and_may_cross_threads<L: Tested>() {
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
