//! What hostile input can cost: memory, counted by an allocator, and stack, in a thread of 2 MiB.
#![cfg(feature = "std")]

mod common;

use common::arb::Arb;
use common::{Tested, bytes, encode, in_each_layout, lines};
use gdvariant::{
    DecodeErrorKind, DecodeOptions, Dictionary, EncodeErrorKind, Key, Kind, Layout, NodePath,
    Object, Segment, generic,
};
use proptest::prelude::*;
use proptest::test_runner::Config;
use std::hash::DefaultHasher;

/// The promise: all that decoding allocates, errors included, for an input of this length.
fn allowed(input: usize) -> u64 {
    64 * input as u64 + 4096
}

/// Decodes with all options, and gives the most that one of them allocated in all: freeing pays nothing back.
fn allocated<L: Tested>(input: &[u8]) -> u64 {
    let (strict, engine) = (DecodeOptions::new(), DecodeOptions::engine());
    let all = [
        strict,
        strict.allow_objects(true),
        engine,
        engine.allow_objects(true),
    ];
    let counts = all.map(|options| {
        let info = allocation_counter::measure(|| {
            let _ = std::hint::black_box(generic::from_slice::<L, L::Variant>(input, options));
        });
        let borrowed = allocation_counter::measure(|| {
            let _ =
                std::hint::black_box(generic::from_slice::<L, L::VariantRef<'_>>(input, options));
        });
        assert_eq!(
            (info.bytes_current, borrowed.bytes_current),
            (0, 0),
            "all is freed again"
        );
        info.bytes_total.max(borrowed.bytes_total)
    });
    counts.into_iter().max().unwrap_or(0)
}

fn check<L: Tested>(what: &str, input: &[u8]) {
    let (total, limit) = (allocated::<L>(input), allowed(input.len()));
    assert!(
        total <= limit,
        "{what}: {} bytes of input, {total} allocated, {limit} allowed",
        input.len()
    );
}

fn number<L: Layout>(kind: Kind) -> u32 {
    L::number_of(kind).expect("every layout has it").into()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The longest input that is tried: the promise is linear, and a debug build is slow.
const LONGEST: usize = 1 << 18;

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 1000])));
    assert_eq!((info.bytes_total, info.bytes_current), (1000, 0));
}

/// Input of so many bytes whose counts all lie as much as a reader lets them: `header` opens a level, the last one fails.
fn nested_lies(header: &[u32], each: usize, levels: usize, length: usize, filler: u32) -> Vec<u8> {
    let mut input = Vec::with_capacity(length);
    for _ in 0..levels {
        let left = (length - input.len()).saturating_sub(header.len() * 4 + 4);
        input.extend(words(header));
        input.extend(words(&[u32::try_from(left / each).expect("short")]));
    }
    while input.len() < length {
        input.extend(words(&[filler]));
    }
    input.truncate(length);
    input
}

fn lying_counts<L: Tested>() {
    let [array, dictionary, object] =
        [Kind::Array, Kind::Dictionary, Kind::Object].map(number::<L>);
    let (nil, bad) = (0, 0xffff_ffff);
    for length in [64, 1000, 9000, 100_000, LONGEST] {
        // The longest input takes its time, so only with few and with all levels.
        let all_levels = [1, 1023, 2, 10, 500, 1024, 1030];
        for levels in &all_levels[..if length == LONGEST {
            2
        } else {
            all_levels.len()
        }] {
            let levels = *levels.min(&(length / 20));
            for filler in [nil, bad] {
                check::<L>("arrays", &nested_lies(&[array], 4, levels, length, filler));
                check::<L>(
                    "dictionaries by key",
                    &nested_lies(&[dictionary], 8, levels, length, filler),
                );
                // Each level is the value of a key that is Nil; the first one has it in front of its header.
                let by_value = nested_lies(&[nil, dictionary], 8, levels, length, filler);
                check::<L>(
                    "dictionaries by value",
                    by_value.get(4..).unwrap_or_default(),
                );
                // A name without text, then the object of class "A" that is its value.
                let object = nested_lies(
                    &[0, object, 1, 0x41],
                    8,
                    levels.min(length / 24),
                    length,
                    filler,
                );
                check::<L>("objects", object.get(4..).unwrap_or_default());
            }
        }
    }
}

fn lying_pools<L: Tested>() {
    let pools = Kind::ALL
        .iter()
        .filter(|kind| kind.name().starts_with("Pool") && L::number_of(**kind).is_some());
    let array = number::<L>(Kind::Array);
    for pool in pools.copied().map(number::<L>) {
        for count in [
            0_u32,
            1,
            3,
            100,
            260_000,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
        ] {
            for filler in [0_u32, 1, 0xffff_ffff] {
                let mut input = words(&[array, 100, pool, count]);
                input.resize(LONGEST / 4, filler.to_le_bytes()[0]);
                check::<L>("pools", &input);
                check::<L>("a pool", &input[8..]);
            }
        }
        // Many pools, each one with a count as large as what is left allows.
        let mut input = words(&[array, 10_000]);
        while input.len() < 80_000 {
            input.extend(words(&[
                pool,
                u32::try_from((80_000 - input.len()) / 16).expect("short"),
            ]));
        }
        check::<L>("many pools", &input);
    }
}

fn many_small_values<L: Tested>() {
    let [array, dictionary, path, strings, object] = [
        Kind::Array,
        Kind::Dictionary,
        Kind::NodePath,
        Kind::PoolStringArray,
        Kind::Object,
    ]
    .map(number::<L>);
    let repeated = |count: u32, value: &[u32]| {
        let mut input = words(&[array, count]);
        (0..count).for_each(|_| input.extend(words(value)));
        input
    };
    check::<L>("many Nils", &repeated(200_000, &[0]));
    check::<L>("many empty arrays", &repeated(200_000, &[array, 0]));
    check::<L>("arrays of one", &repeated(20_000, &[array, 1, 0]));
    check::<L>("empty dictionaries", &repeated(20_000, &[dictionary, 0]));
    check::<L>(
        "dictionaries of one",
        &repeated(20_000, &[dictionary, 1, 0, 0]),
    );
    check::<L>("empty texts", &repeated(20_000, &[4, 0]));
    check::<L>("texts of one", &repeated(20_000, &[4, 1, 0x61]));
    check::<L>("empty paths", &repeated(20_000, &[path, 0x8000_0000, 0, 0]));
    check::<L>(
        "paths of empty names",
        &repeated(20_000, &[path, 0x8000_0002, 1, 0, 0, 0, 0]),
    );
    check::<L>("null objects", &repeated(20_000, &[object, 0]));
    check::<L>(
        "objects of one letter",
        &repeated(20_000, &[object, 1, 0x41, 0]),
    );
    check::<L>(
        "objects of one property",
        &repeated(20_000, &[object, 1, 0x41, 1, 0, 0]),
    );
    check::<L>(
        "pools of one empty text",
        &repeated(20_000, &[strings, 1, 0]),
    );
    // Paths whose counts are as large as what is left allows, so that the second name of the first one is the next header.
    check::<L>(
        "lying paths",
        &repeated(12_000, &[path, 0x8000_2ee0, 0, 0, 0]),
    );
    check::<L>(
        "paths that wrap",
        &repeated(12_000, &[path, 0xffff_ffff, 0x8000_0001, 0]),
    );
    let mut long = words(&[path, 0x8000_0000 + 50_000, 10_000, 1]);
    long.resize(LONGEST + 16, 0);
    check::<L>("a path of 60,000 empty names", &long);
    let mut long = words(&[strings, 60_000]);
    long.resize(LONGEST, 0);
    check::<L>("60,000 empty texts", &long);
}

fn dictionaries_of_many_keys<L: Tested>() {
    let dictionary = number::<L>(Kind::Dictionary);
    for count in [11, 12, 13, 1000, 20_000] {
        let of = |key: &dyn Fn(u32) -> Vec<u32>| {
            let mut input = words(&[dictionary, count]);
            (0..count).for_each(|index| input.extend(words(&[&key(index)[..], &[0]].concat())));
            input
        };
        check::<L>("equal keys", &of(&|_| vec![2, 7]));
        check::<L>("Nil keys", &of(&|_| vec![0]));
        check::<L>("distinct keys", &of(&|index| vec![2, index]));
        check::<L>(
            "keys that are never the same",
            &of(&|_| vec![dictionary, 0]),
        );
        check::<L>(
            "arrays that are never the same",
            &of(&|_| vec![number::<L>(Kind::Array), 1, dictionary, 0]),
        );
        // Arrays of zeros that differ in signs alone.
        let reals = number::<L>(Kind::PoolRealArray);
        let zeros = |index: u32| (0..17).map(move |bit| (index >> bit & 1) << 31);
        if L::DOUBLE {
            check::<L>(
                "signs of zeros",
                &of(&|index| {
                    [reals, 17]
                        .into_iter()
                        .chain(zeros(index).flat_map(|sign| [0, sign]))
                        .collect()
                }),
            );
        } else {
            check::<L>(
                "signs of zeros",
                &of(&|index| [reals, 17].into_iter().chain(zeros(index)).collect()),
            );
        }
        // The error comes last.
        let mut cut = of(&|index| vec![2, index]);
        cut.truncate(cut.len() - 2);
        check::<L>("distinct keys, then an error", &cut);
    }
}

fn a_hundred_thousand_equal_keys<L: Tested>() {
    let mut input = words(&[number::<L>(Kind::Dictionary), 100_000]);
    (0..100_000).for_each(|_| input.extend(words(&[2, 7, 0])));
    check::<L>("equal keys", &input);
}

/// Keys that are long and alike are compared with each other.
fn dictionaries_of_long_keys<L: Tested>() {
    let dictionary = number::<L>(Kind::Dictionary);
    for pool in [
        Kind::PoolByteArray,
        Kind::PoolIntArray,
        Kind::PoolStringArray,
    ]
    .map(number::<L>)
    {
        for count in [12, 100] {
            let mut input = words(&[dictionary, count]);
            for index in 0..count {
                input.extend(words(&[pool, 1000]));
                input.resize(
                    input.len()
                        + if pool == number::<L>(Kind::PoolByteArray) {
                            996
                        } else {
                            3_996
                        },
                    0,
                );
                input.extend(words(&[index, 0]));
            }
            check::<L>("long keys", &input);
        }
    }
}

/// Errors build a path: names, and the texts of keys, which may be long.
fn errors_within_long_keys<L: Tested>() {
    let dictionary = number::<L>(Kind::Dictionary);
    let bytes_pool = number::<L>(Kind::PoolByteArray);
    let pair = |key: &[u8]| [&words(&[dictionary, 1])[..], key, &words(&[1, 2])].concat();
    let mut pool = words(&[bytes_pool, 200_000]);
    pool.resize(200_008, 0xff);
    check::<L>("a key of 200,000 bytes", &pair(&pool));
    let mut text = words(&[4, 200_000]);
    text.resize(200_008, b'"');
    check::<L>("a key of 200,000 quotes", &pair(&text));
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, 4, 60]));
        nested.extend([b'\\'; 60]);
    }
    check::<L>("a long key at each of 1000 levels", &nested);
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, bytes_pool, 200]));
        nested.extend([0xff; 200]);
    }
    check::<L>("a key that is a pool at each of 1000 levels", &nested);
    let mut nested = Vec::new();
    for _ in 0..1000 {
        nested.extend(words(&[dictionary, 1, 1, 1]));
    }
    check::<L>("a short key at each of 1000 levels", &nested);
}

fn random_inputs<L: Tested>() {
    let config = || Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let word =
        prop_oneof![4 => 0..40_u32, 1 => 0..2000_u32, 1 => Just(0x8000_0001), 1 => any::<u32>()];
    proptest!(config(), |(input in proptest::collection::vec(word, 0..200))| {
        check::<L>("random words", &words(&input));
    });
    proptest!(config(), |(input in proptest::collection::vec(any::<u8>(), 0..200))| {
        check::<L>("random bytes", &input);
    });
    proptest!(config(), |(value in L::Variant::arb(), at in any::<prop::sample::Index>(), byte in any::<u8>())| {
        let mut input = encode::<L>(&value);
        check::<L>("a value", &input);
        let at = at.index(input.len());
        input[at] = byte;
        check::<L>("a value with a wrong byte", &input);
    });
}

/// Every vector, with each of its words replaced.
fn mutated_vectors<L: Tested>() {
    let file = if L::NAME.starts_with("godot3") {
        "vectors/godot3.jsonl"
    } else {
        "vectors/pandemonium.jsonl"
    };
    for line in &lines(file) {
        let whole = bytes(line["hex"].as_str().expect("hex"));
        check::<L>("a vector", &whole);
        for (index, word) in (0..whole.len() / 4).zip(
            [0x7fff_ffff_u32, 0xffff_ffff, 1000, 19, 26, 0x8000_0002]
                .iter()
                .cycle(),
        ) {
            let mut input = whole.clone();
            input[index * 4..index * 4 + 4].copy_from_slice(&word.to_le_bytes());
            check::<L>("a vector with a wrong word", &input);
            input.resize(input.len() + 400, 0);
            check::<L>("a vector with a wrong word and room behind", &input);
        }
    }
}

in_each_layout!(
    lying_counts,
    lying_pools,
    many_small_values,
    dictionaries_of_many_keys,
    a_hundred_thousand_equal_keys,
    dictionaries_of_long_keys,
    errors_within_long_keys,
    random_inputs,
    mutated_vectors,
    deep_values_fit_the_stack,
    deeper_values_are_refused,
    the_deepest_error_fits_the_stack,
);

/// A value in `levels` containers, each one made by `wrap`.
fn nested<V>(levels: usize, leaf: V, wrap: impl Fn(usize, V) -> V) -> V {
    (0..levels).fold(leaf, |value, level| wrap(level, value))
}

type Wrap<V> = fn(usize, V) -> V;

/// The ways to lie in another value.
fn wraps<L: Tested>() -> [(&'static str, Wrap<L::Variant>); 6] {
    let array: Wrap<L::Variant> = |_, value| vec![value].into();
    let by_value: Wrap<L::Variant> = |_, value| Dictionary::from([("key", value)]).into();
    let by_key: Wrap<L::Variant> = |_, value| Dictionary::from([(value, true)]).into();
    let object: Wrap<L::Variant> = |_, value| Object::whole("Node", [("child", value)]).into();
    let second: Wrap<L::Variant> = |_, value| vec![7.into(), value, "after".into()].into();
    let mixed: Wrap<L::Variant> = |level, value| match level % 4 {
        0 => vec![value].into(),
        1 => Dictionary::from([("key", value)]).into(),
        2 => Object::whole("Node", [("child", value)]).into(),
        _ => Dictionary::from([(value, true)]).into(),
    };
    [
        ("arrays", array),
        ("dictionaries by value", by_value),
        ("dictionaries by key", by_key),
        ("objects", object),
        ("among others", second),
        ("all kinds", mixed),
    ]
}

/// Runs in a thread of 2 MiB; a stack that overflows ends the whole test run.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread");
    thread.join().expect("what ran in the thread");
}

const LIMIT: usize = 1024;

fn deep_values_fit_the_stack<L: Tested>() {
    for (what, wrap) in wraps::<L>() {
        on_a_small_stack(move || {
            for leaf in [
                L::Variant::default(),
                "text".into(),
                NodePath::from("a:b").into(),
            ] {
                let value = nested(LIMIT, leaf, wrap);
                use_deep::<L>(what, &value);
            }
        });
    }
}

/// Everything that goes into a value's depth.
fn use_deep<L: Tested>(what: &str, value: &L::Variant) {
    let bytes = generic::to_vec::<L, _>(value).expect(what);
    assert_eq!(
        generic::encoded_len::<L, _>(value).expect(what),
        bytes.len()
    );
    let mut written = Vec::new();
    generic::to_writer::<L, _>(&mut written, value).expect(what);
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let options = options.allow_objects(true);
        let decoded = generic::from_slice::<L, L::Variant>(&bytes, options).expect(what);
        assert_eq!(
            generic::to_vec::<L, _>(&decoded).expect(what),
            bytes,
            "{what}"
        );
        let mut reader = gdvariant::Reader::<L>::new(&bytes, options);
        reader.skip().expect(what);
        assert_eq!(reader.position(), bytes.len());
        let read: L::Variant = generic::from_reader::<L, _>(&bytes[..], options).expect(what);
        let borrowed = generic::from_slice::<L, L::VariantRef<'_>>(&bytes, options).expect(what);
        assert_eq!(
            generic::to_vec::<L, _>(&borrowed.clone()).expect(what),
            bytes,
            "{what}"
        );
        let _ = std::hint::black_box((borrowed.to_string(), borrowed == borrowed.clone()));
        let owned: L::Variant = borrowed.into();
        assert_eq!(
            generic::to_vec::<L, _>(&owned).expect(what),
            bytes,
            "{what}"
        );
        drop((decoded, read, owned));
    }
    let copy = value.clone();
    let _ = std::hint::black_box(copy == *value);
    let _ = std::hint::black_box(copy.is_same_key(value));
    copy.hash_key(&mut DefaultHasher::new());
    // Enough keys that they are hashed.
    let dictionary: Dictionary<L::Variant> = (0..15_i64)
        .map(|key| (key.into(), true))
        .chain([(copy, false)])
        .collect();
    let _ = std::hint::black_box(dictionary.get(value));
    let _ = std::hint::black_box(dictionary == dictionary.clone());
    for text in [
        value.to_string(),
        format!("{value:#}"),
        format!("{value:?}"),
    ] {
        assert!(text.len() > LIMIT, "{what}");
    }
}

fn deeper_values_are_refused<L: Tested>() {
    for (what, wrap) in wraps::<L>() {
        on_a_small_stack(move || {
            let inner = nested(LIMIT, L::Variant::from(7), wrap);
            let bytes = encode::<L>(&inner);
            // One level more than the encoder writes: the bytes of its Array around the value.
            let too_deep = [&words(&[number::<L>(Kind::Array), 1])[..], &bytes].concat();
            for options in [DecodeOptions::new(), DecodeOptions::engine()] {
                let options = options.allow_objects(true);
                let error =
                    generic::from_slice::<L, L::Variant>(&too_deep, options).expect_err(what);
                assert_eq!(
                    error.kind(),
                    &DecodeErrorKind::TooDeep { limit: 1024 },
                    "{what}"
                );
                assert_eq!(error.path().segments().len(), LIMIT, "{what}");
                // The limit is the options' own, in both directions.
                let lower = generic::from_slice::<L, L::Variant>(&bytes, options.max_depth(1023))
                    .expect_err(what);
                assert_eq!(
                    lower.kind(),
                    &DecodeErrorKind::TooDeep { limit: 1023 },
                    "{what}"
                );
                generic::from_slice::<L, L::Variant>(&too_deep, options.max_depth(1025))
                    .expect(what);
            }
            let deeper: L::Variant = vec![inner].into();
            let error = generic::to_vec::<L, _>(&deeper).expect_err(what);
            assert_eq!(
                error.kind(),
                &EncodeErrorKind::TooDeep { limit: 1024 },
                "{what}"
            );
            assert_eq!(
                generic::encoded_len::<L, _>(&deeper)
                    .expect_err(what)
                    .kind(),
                error.kind(),
                "{what}"
            );
            let mut buffer = vec![1, 2, 3];
            assert!(generic::encode_into::<L, _>(&deeper, &mut buffer).is_err());
            assert_eq!(buffer, [1, 2, 3], "{what}");
        });
    }
}

/// 1025 containers, the innermost one empty, are as deep as 1024 around a value.
fn the_deepest_error_fits_the_stack<L: Tested>() {
    on_a_small_stack(|| {
        let empty = nested(
            LIMIT,
            L::Variant::from(Vec::<L::Variant>::new()),
            |_, value| vec![value].into(),
        );
        assert!(common::decode::<L>(&encode::<L>(&empty)).is_ok());
        for (what, wrap) in wraps::<L>() {
            let value = nested(LIMIT, L::Variant::from("leaf"), wrap);
            let mut bytes = encode::<L>(&value);
            let at = bytes
                .windows(4)
                .position(|window| window == b"leaf")
                .expect("the text");
            bytes[at + 2] = 0xff;
            let error = common::decode::<L>(&bytes).expect_err(what);
            assert_eq!(error.offset(), at + 2, "{what}");
            assert!(error.to_string().len() > LIMIT, "{what}");
            assert!(
                !error
                    .path()
                    .segments()
                    .any(|segment| matches!(segment, Segment::ValueOf(_))),
                "{what}"
            );
        }
    });
}

/// Deep values change layout, and lose what they lose, without recursion too deep.
#[cfg(all(feature = "godot3", feature = "pandemonium"))]
#[test]
fn deep_values_change_layout() {
    use gdvariant::{Godot3, Pandemonium, godot3, pandemonium};
    for ((what, wrap), (_, back)) in wraps::<Godot3>().into_iter().zip(wraps::<Pandemonium>()) {
        on_a_small_stack(move || {
            let value = nested(LIMIT, godot3::Variant::from("leaf"), wrap);
            let bytes = encode::<Godot3>(&value);
            let there: pandemonium::Variant = value.try_into().expect(what);
            assert_eq!(
                generic::encoded_len::<Pandemonium, _>(&there).expect(what),
                bytes.len()
            );
            let again: godot3::Variant = there.try_into().expect(what);
            assert_eq!(encode::<Godot3>(&again), bytes);
            let foreign = nested(LIMIT, pandemonium::Variant::StringName("x".into()), back);
            let error = godot3::Variant::try_from(foreign).expect_err(what);
            assert_eq!(
                (error.missing(), error.path().segments().len()),
                ("StringName", LIMIT),
                "{what}"
            );
        });
    }
}

#[cfg(all(feature = "godot3", feature = "double"))]
#[test]
fn deep_values_change_precision() {
    use gdvariant::{Godot3, Godot3Double, godot3, godot3_double};
    for (what, wrap) in wraps::<Godot3>() {
        on_a_small_stack(move || {
            let value = nested(
                LIMIT,
                godot3::Variant::from(gdvariant::Vector2::new(1.0, 2.0)),
                wrap,
            );
            let bytes = encode::<Godot3>(&value);
            let there: godot3_double::Variant = value.try_into().expect(what);
            // A Vector2 has 8 bytes more.
            assert_eq!(
                generic::encoded_len::<Godot3Double, _>(&there).expect(what),
                bytes.len() + 8
            );
        });
    }
}
