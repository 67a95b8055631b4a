//! Checks that serde rejects hostile input like the codec, within the same limits.

use super::rejected;
use crate::common::Fault;
use crate::common::{bytes, lines};
use gdvariant::godot3::serde::{from_slice, from_slice_with, to_vec};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeErrorKind, DecodeOptions, EncodeErrorKind};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt::Debug;

/// Encodes an int nested in Arrays.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes = bytes("1300000001000000").repeat(depth);
    bytes.extend([2, 0, 0, 0, 7, 0, 0, 0]);
    bytes
}

/// Runs the function in a thread with a large stack.
///
/// The stack suffices for 1024 levels of a user's type in a debug build.
fn with_stack(run: fn()) {
    const STACK: usize = 4 << 20;
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Tree {
    Leaf,
    Branches(Vec<Tree>),
    Named {
        name: String,
        child: Option<Box<Tree>>,
    },
}

#[test]
fn limits_the_depth_of_recursive_types() {
    with_stack(|| {
        // A variant and its Array are two levels.
        let tree = |levels| (0..levels).fold(Tree::Leaf, |tree, _| Tree::Branches(vec![tree]));
        let raised = DecodeOptions::new().max_depth(1024);
        for (levels, options, limit) in [(64, DecodeOptions::new(), 128), (512, raised, 1024)] {
            let bytes = to_vec(&tree(levels)).unwrap();
            assert_eq!(
                from_slice_with::<Tree>(&bytes, options).unwrap(),
                tree(levels)
            );
            let mut deeper = super::bytes(
                "12000000 01000000 0400000008000000 4272616e63686573 1300000001000000",
            );
            deeper.extend(bytes);
            let error = from_slice_with::<Tree>(&deeper, options).unwrap_err();
            assert!(
                matches!(error.kind(), DecodeErrorKind::TooDeep { limit: found, .. } if *found == limit),
                "{error}"
            );
        }
        let error = to_vec(&tree(513)).unwrap_err();
        assert!(matches!(
            error.kind(),
            EncodeErrorKind::TooDeep { limit: 1024, .. }
        ));
        let named = (0..511).fold(Tree::Leaf, |tree, _| Tree::Named {
            name: "x".into(),
            child: Some(Box::new(tree)),
        });
        let bytes = to_vec(&named).unwrap();
        assert_eq!(from_slice_with::<Tree>(&bytes, raised).unwrap(), named);
    });
}

/// Users' recursive types, with large fields and in serde's buffers.
mod recursive {
    use super::{Debug, Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    pub(super) struct Node {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        transform: [f64; 16],
        #[serde(default)]
        names: [Option<String>; 8],
        list: Vec<Node>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type")]
    pub(super) enum Tagged {
        Inner { list: Vec<Tagged> },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    pub(super) enum Untagged {
        Text(String),
        List(Vec<Untagged>),
        Map(BTreeMap<String, Untagged>),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    pub(super) struct Flat {
        #[serde(rename = "type")]
        kind: String,
        #[serde(flatten)]
        rest: BTreeMap<String, Vec<Flat>>,
    }
}

#[test]
fn recursive_types_fit_a_small_stack() {
    /// Nests Dictionaries in Arrays.
    fn nested(levels: usize) -> Vec<u8> {
        let value = (0..levels).fold(None, |inner: Option<Variant>, _| {
            let kind = ("type", Variant::from("Inner"));
            let list = ("list", Variant::from(Vec::from_iter(inner)));
            Some(godot3::Dictionary::from([kind, list]).into())
        });
        godot3::to_vec(&value).unwrap()
    }

    fn check<T: for<'de> Deserialize<'de> + Serialize + PartialEq + Debug + 'static>() {
        let check = || {
            let value: T = from_slice(&nested(64)).unwrap();
            assert_eq!(from_slice::<T>(&to_vec(&value).unwrap()).unwrap(), value);
            assert!(!format!("{value:?}").is_empty());
            let error = from_slice::<T>(&nested(500)).unwrap_err();
            let is_too_deep = matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 128, .. });
            assert!(is_too_deep, "{error:?}");
        };
        std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(check)
            .unwrap()
            .join()
            .unwrap();
    }

    check::<recursive::Node>();
    check::<recursive::Tagged>();
    check::<recursive::Untagged>();
    check::<recursive::Flat>();
}

#[test]
fn limits_the_depth_of_variants() {
    assert!(from_slice::<Variant>(&nested(1024)).is_ok());
    let error = from_slice::<Variant>(&nested(1025)).unwrap_err();
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::TooDeep { limit: 1024, .. }
    ));
    let value: Vec<Variant> = from_slice(&nested(1024)).unwrap();
    assert_eq!(to_vec(&value).unwrap(), nested(1024));
    let error = to_vec(&vec![&value]).unwrap_err();
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::TooDeep { limit: 1024, .. }
    ));
    let deeper = Variant::from(vec![Variant::from(value)]);
    let error = to_vec(&[&deeper]).unwrap_err();
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::TooDeep { limit: 1024, .. }
    ));
    assert!(from_slice::<IgnoredAny>(&nested(1024)).is_ok());
    assert!(from_slice::<IgnoredAny>(&nested(1025)).is_err());
    let error =
        from_slice_with::<Variant>(&nested(4), DecodeOptions::new().max_depth(3)).unwrap_err();
    assert_eq!(error.fault(), "0x0020: [0][0][0]: TooDeep");
}

#[test]
fn limits_the_depth_of_buffered_values() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Buffered {
        Value(Variant),
    }

    let Buffered::Value(value) = from_slice(&nested(128)).unwrap();
    assert_eq!(godot3::to_vec(&value).unwrap(), nested(128));
    let error = from_slice::<Buffered>(&nested(129)).unwrap_err();
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::TooDeep { limit: 128, .. }
    ));
    assert_eq!(error.offset(), 129 * 8);
}

#[test]
fn rejects_exaggerated_counts() {
    assert_eq!(
        rejected::<Vec<i32>>("13000000 ffffff7f"),
        "0x0004: count: CountTooLarge"
    );
    assert_eq!(
        rejected::<HashMap<i32, i32>>("12000000 02000000 00000000 00000000"),
        "0x0004: count: CountTooLarge"
    );
    assert_eq!(
        rejected::<Vec<i32>>("15000000 00000040 00000000"),
        "0x0004: length: CountTooLarge"
    );
}

#[test]
fn nested_exaggerated_counts_do_not_add_up() {
    with_stack(|| {
        // The count of each Array covers the rest of the input.
        let exaggerated: Vec<u8> = (0..1000_u32)
            .rev()
            .flat_map(|level| [19, level * 2])
            .flat_map(u32::to_le_bytes)
            .collect();
        let allocated = allocation_counter::measure(|| {
            let options = DecodeOptions::new().max_depth(1024);
            assert!(from_slice_with::<Lists>(&exaggerated, options).is_err());
        });
        assert!(
            allocated.bytes_max <= 64 * exaggerated.len() as u64 + 4096,
            "{allocated:?}"
        );
    });
}

/// Nested lists whose elements are large in memory.
#[derive(Debug, Deserialize)]
struct Lists(#[expect(dead_code, reason = "it is only read into")] Vec<Option<Box<Lists>>>);

#[test]
fn rejects_what_the_codec_rejects() {
    for options in [
        DecodeOptions::new(),
        DecodeOptions::engine(),
        DecodeOptions::engine().allow_objects(true),
    ] {
        for line in lines("verdicts/godot3.jsonl") {
            let input = bytes(line["hex"].as_str().unwrap());
            let expected = godot3::from_slice_with::<Variant>(&input, options);
            let read = from_slice_with::<Variant>(&input, options);
            match &expected {
                Ok(value) => assert_eq!(
                    godot3::to_vec(&read.unwrap()).unwrap(),
                    godot3::to_vec(value).unwrap()
                ),
                Err(error) => assert_eq!(read.unwrap_err(), *error),
            }
            let skipped = from_slice_with::<IgnoredAny>(&input, options);
            assert_eq!(skipped.map(drop), expected.map(drop));
        }
    }
}

#[test]
fn plain_types_reject_what_the_codec_rejects() {
    assert_eq!(
        rejected::<bool>("01000000 02000000"),
        "0x0004: value: InvalidBool"
    );
    assert_eq!(
        rejected::<bool>("01000000 01000000 00"),
        "0x0008: TrailingBytes"
    );
    assert_eq!(
        rejected::<bool>("01000200 01000000"),
        "0x0000: UnknownFlags"
    );
    assert_eq!(
        rejected::<String>("04000000 01000000 61"),
        "0x0008: text: UnexpectedEnd"
    );
    assert_eq!(
        rejected::<serde_bytes::ByteBuf>("14000000 01000000 61"),
        "0x0009: padding: UnexpectedEnd"
    );
    assert_eq!(
        rejected::<i64>("02000100 00000000"),
        "0x0004: value: UnexpectedEnd"
    );
    assert_eq!(rejected::<Option<i64>>(""), "0x0000: UnexpectedEnd");
    assert_eq!(rejected::<Option<i64>>("ff000000"), "0x0000: UnknownType");
    let whole = "11000000 01000000 41000000 00000000";
    assert_eq!(rejected::<Variant>(whole), "0x0000: ObjectsNotAllowed");
    assert_eq!(rejected::<IgnoredAny>(whole), "0x0000: ObjectsNotAllowed");
}
