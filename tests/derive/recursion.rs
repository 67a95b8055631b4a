//! Checks that types which contain themselves without consuming input do not overflow the stack.

use super::{decode, encode};
use crate::common::Fault;
use gdvariant::godot3::{self, variant};
use gdvariant::{
    DecodeErrorKind, DecodeOptions, DecodeOwned, EncodeError, EncodeErrorKind, Godot3, Variant,
    generic,
};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::rc::Rc;

/// Runs the closure in a thread with a stack of 2 MiB, as servers use.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("a thread");
    thread.join().expect("the test fits the stack");
}

/// Returns values of many types, some of them nested in 1023 Arrays.
fn inputs() -> Vec<Vec<u8>> {
    let deep = (0..1023).fold(godot3::Variant::from(7), |value, _| vec![value].into());
    vec![
        encode(()),
        encode("text"),
        encode(vec![1, 2, 3]),
        encode(variant!({"number": 1, "other": 2, "t": "One", "u": "Two"})),
        encode(deep),
        [encode(variant!({})), vec![0; 1 << 20]].concat(),
    ]
}

/// Checks that every input of the type is an error, on a small stack.
fn assert_rejects_every_input<T: DecodeOwned<Godot3> + Debug + 'static>() {
    on_a_small_stack(|| {
        for input in inputs() {
            for options in [DecodeOptions::new(), DecodeOptions::engine().max_depth(5)] {
                let result = generic::from_slice::<Godot3, T>(&input, options);
                let error = result.expect_err("the type has no values");
                let _ = error.to_string();
            }
            let list = [&[19, 0, 0, 0, 1, 0, 0, 0][..], &input].concat();
            assert!(godot3::from_slice::<Vec<T>>(&list).is_err());
        }
    });
}

#[track_caller]
fn assert_too_deep<T: DecodeOwned<Godot3> + Debug>(input: &[u8], options: DecodeOptions) {
    let error = generic::from_slice::<Godot3, T>(input, options).expect_err("it never ends");
    let is_too_deep = matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. });
    assert!(is_too_deep, "{error:?}");
    assert_eq!(error.offset(), 0);
}

#[track_caller]
fn assert_nested_too_deep(result: Result<Vec<u8>, EncodeError>) {
    let error = result.expect_err("it is nested too deep");
    let is_too_deep = matches!(error.kind(), EncodeErrorKind::TooDeep { limit: 1024, .. });
    assert!(is_too_deep, "{error:?}");
}

#[derive(Debug, Variant)]
struct A(Box<B>);

#[derive(Debug, Variant)]
#[variant(bound = "")]
struct B(Rc<A>);

#[derive(Debug, Variant)]
struct Optional(Option<Box<AlsoOptional>>);

#[derive(Debug, Variant)]
#[variant(bound = "")]
struct AlsoOptional(Option<Box<Optional>>);

#[derive(Debug, Variant)]
struct Through<T>(Box<T>);

#[derive(Debug, Variant)]
struct Cycle(Through<Through<Cycle>>);

#[test]
fn limits_cycles_of_newtypes() {
    let options = DecodeOptions::new();
    assert_rejects_every_input::<A>();
    assert_too_deep::<A>(&encode(7), options);
    assert_too_deep::<B>(&encode("text"), options);
    assert_too_deep::<Optional>(&encode(7), options);
    assert!(decode::<Optional>(()).0.is_none());
    assert_rejects_every_input::<Cycle>();
    assert_too_deep::<Cycle>(&encode(7), options);
}

#[derive(Debug, Variant)]
#[variant(untagged)]
enum Untagged {
    Other(Box<AlsoUntagged>),
    Number(i64),
    List(Vec<Untagged>),
}

#[derive(Debug, Variant)]
#[variant(untagged, bound = "")]
enum AlsoUntagged {
    Text(String),
    Other(Box<Untagged>),
}

#[derive(Debug, Variant)]
#[variant(untagged)]
enum ListsFirst {
    List(Vec<ListsFirst>),
    Other(Through<Box<ListsFirst>>),
}

#[test]
fn limits_cycles_of_untagged_enums() {
    assert_too_deep::<Untagged>(&encode(7), DecodeOptions::new());
    assert_rejects_every_input::<ListsFirst>();
    on_a_small_stack(|| {
        for input in inputs() {
            let _ = godot3::from_slice::<Untagged>(&input);
            let _ = godot3::from_slice::<AlsoUntagged>(&input);
        }
    });
    // The third variant consumes input, so decoding ends.
    assert_eq!(
        format!("{:?}", decode::<Untagged>("text")),
        r#"Other(Text("text"))"#
    );
}

#[derive(Debug, Variant)]
#[variant(tag = "t")]
enum One {
    One(Box<Two>),
    Leaf,
}

#[derive(Debug, Variant)]
#[variant(tag = "u", bound = "")]
enum Two {
    Two(Box<One>),
    Leaf,
}

#[test]
fn limits_cycles_of_internal_tags() {
    on_a_small_stack(|| {
        let endless = encode(variant!({"t": "One", "u": "Two"}));
        let padded = [endless, vec![0; 1 << 20]].concat();
        assert_too_deep::<One>(&padded, DecodeOptions::engine());
        let value: One = decode(variant!({"t": "One", "u": "Leaf"}));
        assert!(matches!(value, One::One(two) if matches!(*two, Two::Leaf)));
    });
}

#[derive(Debug, PartialEq, Variant)]
struct Left {
    left: i32,
    #[variant(flatten)]
    rest: Option<Box<Right>>,
}

#[derive(Debug, PartialEq, Variant)]
#[variant(bound = "")]
struct Right {
    right: i32,
    #[variant(flatten)]
    rest: Option<Box<Left>>,
}

#[derive(Debug, Variant)]
struct Endless {
    #[variant(flatten)]
    one: Box<AlsoEndless>,
}

#[derive(Debug, Variant)]
#[variant(bound = "")]
struct AlsoEndless {
    #[variant(flatten)]
    one: Box<Endless>,
    #[variant(flatten)]
    others: BTreeMap<String, i32>,
}

/// Checks that the keys of a type do not depend on where its cycle starts.
#[test]
fn limits_cycles_of_flattened_structs() {
    on_a_small_stack(|| {
        let value: Left = decode(variant!({"left": 1, "right": 2, "unknown": 3}));
        let rest = Some(Box::new(Right {
            right: 2,
            rest: None,
        }));
        assert_eq!(value, Left { left: 1, rest });
    });
    assert_rejects_every_input::<Endless>();
    assert_rejects_every_input::<AlsoEndless>();
}

#[derive(Debug, Variant)]
struct Hollow {
    #[variant(flatten)]
    hollow: Option<Box<AlsoHollow>>,
}

#[derive(Debug, Variant)]
#[variant(bound = "")]
struct AlsoHollow {
    #[variant(flatten)]
    hollow: Option<Box<Hollow>>,
}

/// Checks the depth limit for values that are nested without writing bytes.
#[test]
fn limits_depth_while_encoding() {
    on_a_small_stack(|| {
        let nested = |levels: usize| {
            (0..levels).fold(Optional(None), |value, _| {
                Optional(Some(Box::new(AlsoOptional(Some(Box::new(value))))))
            })
        };
        assert_eq!(godot3::to_vec(&nested(20)), godot3::to_vec(&()));
        assert_eq!(godot3::encoded_len(&vec![nested(20)]), Ok(12));
        assert_nested_too_deep(godot3::to_vec(&nested(2_000)));
        assert!(godot3::encoded_len(&nested(2_000)).is_err());
        let flattened = (0..2_000).fold(None, |rest, _| {
            Some(Box::new(Left {
                left: 1,
                rest: Some(Box::new(Right { right: 2, rest })),
            }))
        });
        let error = godot3::to_vec(&flattened).expect_err("keys occur twice");
        assert_eq!(error.fault(), "DuplicateKey");
        let without_keys = (0..2_000).fold(None, |hollow, _| {
            let hollow = Some(Box::new(AlsoHollow { hollow }));
            Some(Box::new(Hollow { hollow }))
        });
        assert_nested_too_deep(godot3::to_vec(&without_keys));
    });
}

#[test]
fn the_limit_of_pointers_is_64() {
    type Eight<T> = Box<Box<Box<Box<Box<Box<Box<Box<T>>>>>>>>;
    type SixtyFour = Eight<Eight<Eight<Eight<Eight<Eight<Eight<Eight<i32>>>>>>>>;

    let bytes = encode(7);
    let value: SixtyFour = decode(7);
    assert_eq!(encode(&value), bytes);
    // The pointers of one element do not count for the next.
    assert_eq!(encode(vec![value.clone(), value.clone()]), encode([7, 7]));
    godot3::to_vec(&Box::new(value)).unwrap_err();
    godot3::from_slice::<Box<SixtyFour>>(&bytes).unwrap_err();
}

/// Checks that pointers do not count as levels, and that the pointers of one list do not add up.
#[test]
#[expect(
    clippy::box_collection,
    clippy::redundant_allocation,
    reason = "chains of pointers are tested"
)]
fn pointers_are_not_levels() {
    #[derive(Debug, PartialEq, Variant)]
    struct Node {
        children: Box<Vec<Wrapped>>,
    }
    #[derive(Debug, PartialEq, Variant)]
    #[variant(bound = "")]
    struct Wrapped(Box<Rc<Box<Node>>>);

    let nested = |levels: usize| {
        (0..levels).fold(
            Node {
                children: Box::default(),
            },
            |node, _| Node {
                children: Box::new(vec![Wrapped(Box::new(Rc::new(Box::new(node))))]),
            },
        )
    };
    let value = nested(200);
    let bytes = godot3::to_vec(&value).expect("400 levels");
    assert_eq!(godot3::from_slice::<Node>(&bytes), Ok(value));
    let many: Vec<Box<i32>> = (0..10_000).map(Box::new).collect();
    let bytes = godot3::to_vec(&many).expect("many elements");
    assert_eq!(godot3::encoded_len(&many), Ok(bytes.len()));
    assert_eq!(godot3::from_slice::<Vec<Box<i32>>>(&bytes), Ok(many));
}

/// Checks that each variant that starts with a pointer is attempted at the same depth.
#[test]
fn attempts_many_untagged_variants() {
    macro_rules! variants {
        ($($name:ident)*) => {
            #[derive(Debug, Variant)]
            #[variant(untagged)]
            enum Many {
                $($name(Box<bool>),)*
                Last(Box<i32>),
            }
        };
    }
    variants!(
        A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 C0 C1 C2 C3 C4 C5 C6 C7 C8 C9
        D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 F0 F1 F2 F3 F4 F5 F6 F7 F8 F9
        G0 G1 G2 G3 G4 G5 G6 G7 G8 G9
    );
    let input = [encode(7), vec![0; 64]].concat();
    let value: Many = generic::from_slice::<Godot3, _>(&input, DecodeOptions::engine())
        .expect("the last variant");
    assert!(matches!(value, Many::Last(seven) if *seven == 7));
}
