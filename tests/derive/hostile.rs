//! Checks that typed decoding rejects the same inputs as the codec, and allocates no more.

use super::common::{Fault, cases};
use super::{decode, encode, encode_entries};
use gdvariant::{
    DecodeErrorKind, DecodeOptions, Godot3, IgnoredAny, Variant, Vector2, generic, godot3,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A type with a field of every kind.
#[derive(Debug, PartialEq, Variant)]
struct Everything {
    #[variant(default)]
    number: i64,
    #[variant(default)]
    text: Option<String>,
    #[variant(default, packed)]
    bytes: Vec<u8>,
    #[variant(default)]
    place: Vector2,
    #[variant(default)]
    event: Option<Event>,
    #[variant(default)]
    message: Option<Message>,
    #[variant(default)]
    opcode: Option<Opcode>,
    #[variant(default)]
    rows: Vec<Row>,
    #[variant(default)]
    any: Option<Untagged>,
    #[variant(default)]
    list: Vec<Everything>,
    #[variant(flatten)]
    more: More,
    #[variant(flatten)]
    others: BTreeMap<String, Option<IgnoredAny>>,
}

#[derive(Debug, PartialEq, Variant)]
struct More {
    #[variant(default, node_path)]
    path: String,
    #[variant(default)]
    pair: (u8, Option<f32>),
}

#[derive(Debug, PartialEq, Variant)]
enum Event {
    Over,
    Chat(String),
    Move(i32, i32),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "t")]
enum Message {
    Ping,
    Say { text: String },
}

#[derive(Debug, PartialEq, Variant)]
#[variant(tag = "op", content = "data", repr = "int")]
enum Opcode {
    Ping,
    Say(String),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(array, repr = "int")]
enum Row {
    Ping,
    #[variant(rename = 7)]
    Say {
        text: String,
        row: Option<Box<Row>>,
    },
    #[variant(other)]
    Unknown(i64),
}

#[derive(Debug, PartialEq, Variant)]
#[variant(untagged)]
enum Untagged {
    Number(f64),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
    Rest(IgnoredAny),
}

fn everything() -> Everything {
    let leaf = |number| Everything {
        number,
        text: Some("text".into()),
        bytes: vec![1, 2, 3],
        place: Vector2::new(1.0, 2.0),
        event: Some(Event::Move(1, 2)),
        message: Some(Message::Say { text: "hi".into() }),
        opcode: Some(Opcode::Say("hi".into())),
        rows: vec![
            Row::Unknown(8),
            Row::Say {
                text: "hi".into(),
                row: Some(Box::new(Row::Ping)),
            },
        ],
        any: Some(Untagged::List(vec![
            Untagged::Number(0.1),
            Untagged::Map([("a".into(), Untagged::Rest(IgnoredAny))].into()),
        ])),
        list: vec![],
        more: More {
            path: "/root/A".into(),
            pair: (1, None),
        },
        others: [("z".into(), None)].into(),
    };
    Everything {
        list: vec![leaf(1), leaf(1 << 40)],
        event: Some(Event::Over),
        message: Some(Message::Ping),
        ..leaf(3)
    }
}

/// Checks that decoding accepts only what the codec accepts, within the documented memory limit.
fn check(input: &[u8]) -> Result<(), TestCaseError> {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let typed = generic::from_slice::<Godot3, Everything>(input, options);
        let codec = generic::from_slice::<Godot3, godot3::Variant>(input, options);
        match &typed {
            Ok(value) => {
                prop_assert!(codec.is_ok(), "the codec rejects it: {codec:?}");
                // Compares bytes, because a NaN does not equal itself.
                prop_assert_eq!(encode(decode::<Everything>(value)), encode(value));
            }
            Err(error) => prop_assert!(error.offset() <= input.len(), "{}", error),
        }
        let info = allocation_counter::measure(|| {
            let _ = std::hint::black_box(generic::from_slice::<Godot3, Everything>(input, options));
        });
        let limit = 64 * input.len() as u64 + 4096;
        prop_assert!(
            info.bytes_max <= limit,
            "{} of {limit} bytes",
            info.bytes_max
        );
    }
    Ok(())
}

#[test]
fn rejects_every_prefix() {
    let mut bytes = encode(everything());
    assert_eq!(godot3::from_slice(&bytes), Ok(everything()));
    for end in 0..bytes.len() {
        let result = godot3::from_slice::<Everything>(&bytes[..end]);
        assert!(result.is_err(), "cut at {end}");
    }
    bytes.push(0);
    let error = godot3::from_slice::<Everything>(&bytes).unwrap_err();
    assert!(error.fault().ends_with(": TrailingBytes"), "{error}");
}

#[test]
fn rejects_mutations_as_the_codec_does() {
    let bytes = encode(everything());
    let word = prop_oneof![any::<u32>(), 0..64_u32, Just(u32::MAX), Just(0x7fff_ffff)];
    let mutations = proptest::collection::vec((any::<prop::sample::Index>(), word), 1..4);
    proptest!(cases(500), |(mutations in mutations)| {
        let mut bytes = bytes.clone();
        for (place, word) in mutations {
            let at = place.index(bytes.len() / 4) * 4;
            bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        check(&bytes)?;
    });
}

/// Checks the inputs with verdicts of an engine, as values of a known and of an unknown field.
#[test]
fn rejects_the_verdict_inputs_as_the_codec_does() {
    let mut rejected = 0;
    for line in super::common::lines("verdicts/godot3.jsonl") {
        let value = super::common::bytes(line["hex"].as_str().expect("hex"));
        for key in ["any", "unknown"] {
            let nil = encode_entries(&[(key, ().into())]);
            let input = [&nil[..nil.len() - 4], &value].concat();
            let typed = godot3::from_slice::<Everything>(&input);
            let codec = godot3::from_slice::<godot3::Variant>(&input);
            assert_eq!(typed.is_ok(), codec.is_ok(), "{typed:?} {codec:?}");
            rejected += usize::from(typed.is_err());
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

#[test]
fn limits_the_nesting_depth() {
    #[derive(Debug, Variant)]
    struct Nest {
        inner: Option<Box<Nest>>,
    }
    let nested = |levels: usize| {
        let nil = encode_entries(&[("inner", ().into())]);
        [nil[..nil.len() - 4].repeat(levels), encode(())].concat()
    };
    let on_a_small_stack = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            assert!(godot3::from_slice::<Nest>(&nested(1024)).is_ok());
            let error = godot3::from_slice::<Nest>(&nested(1025)).unwrap_err();
            let is_too_deep = matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. });
            assert!(is_too_deep, "{error}");
            let shallow = DecodeOptions::new().max_depth(10);
            assert!(generic::from_slice::<Godot3, Nest>(&nested(11), shallow).is_err());
        });
    let thread = on_a_small_stack.expect("a thread");
    thread.join().expect("it fits the stack");
}

/// Checks that the remaining input limits reserved memory, whatever the count and element size.
#[test]
fn exaggerated_counts_reserve_little_memory() {
    #[derive(Debug, Variant)]
    struct Large {
        numbers: Option<[u64; 100]>,
    }
    let mut input = encode(vec![(); 1000]);
    input.extend([0; 4000]);
    let info = allocation_counter::measure(|| {
        let _ = std::hint::black_box(godot3::from_slice::<Vec<Large>>(&input));
    });
    assert!(info.bytes_max <= 64 * input.len() as u64, "{info:?}");
}

/// Checks that a variant that does not fit leaves less memory to the variants after it.
#[test]
fn untagged_variants_share_the_reserved_memory() {
    #[derive(Debug, Variant)]
    struct Large {
        numbers: [u64; 100],
    }
    #[derive(Debug, Variant)]
    #[variant(untagged)]
    enum List {
        Large(Vec<Large>),
        Small(Vec<i64>),
    }
    let input = encode(vec![vec![7; 16]; 1000]);
    let info = allocation_counter::measure(|| {
        let lists: Vec<List> = godot3::from_slice(&input).expect("lists of ints");
        assert!(lists.iter().all(|list| matches!(list, List::Small(_))));
    });
    assert!(info.bytes_total <= 64 * input.len() as u64, "{info:?}");
}
