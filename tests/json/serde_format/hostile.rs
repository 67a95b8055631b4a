//! Checks that serde rejects hostile input like the codec, within the same limits.

use super::from_slice_with;
use crate::common::{Fault, bytes, lines};
use crate::with_stack;
use gdvariant::godot3::serde::{from_slice, to_vec};
use gdvariant::godot3::{self, Variant};
use gdvariant::{DecodeErrorKind, DecodeOptions, EncodeError, EncodeErrorKind, Godot3, generic};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// Encodes an int nested in Arrays.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes = bytes("1300000001000000").repeat(depth);
    bytes.extend([2, 0, 0, 0, 7, 0, 0, 0]);
    bytes
}

#[track_caller]
fn assert_too_deep<T: for<'de> Deserialize<'de> + Debug>(
    bytes: &[u8],
    options: DecodeOptions,
    expected: usize,
) {
    let error = from_slice_with::<T>(bytes, options).unwrap_err();
    let DecodeErrorKind::TooDeep { limit, .. } = error.kind() else {
        panic!("{error}");
    };
    assert_eq!(usize::try_from(*limit), Ok(expected));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Tree {
    Leaf,
    Branches(Vec<Tree>),
}

#[test]
fn limits_the_depth_of_recursive_types() {
    // In a debug build, 4 MiB suffice for 1024 levels of a user's type.
    with_stack(4, || {
        // A variant and its Array are two levels.
        let tree = |levels| (0..levels).fold(Tree::Leaf, |tree, _| Tree::Branches(vec![tree]));
        let raised = DecodeOptions::new().max_depth(1024);
        for (levels, options, limit) in [(64, DecodeOptions::new(), 128), (512, raised, 1024)] {
            let inner = to_vec(&tree(levels)).unwrap();
            assert_eq!(from_slice_with(&inner, options), Ok(tree(levels)));
            let start = "12000000 01000000 0400000008000000 4272616e63686573 1300000001000000";
            assert_too_deep::<Tree>(&[bytes(start), inner].concat(), options, limit);
        }
        let error = to_vec(&tree(513)).unwrap_err();
        assert!(matches!(
            error.kind(),
            EncodeErrorKind::TooDeep { limit: 1024, .. }
        ));
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
        with_stack(2, || {
            let value: T = from_slice(&nested(64)).unwrap();
            assert_eq!(from_slice::<T>(&to_vec(&value).unwrap()).unwrap(), value);
            assert!(!format!("{value:?}").is_empty());
            assert_too_deep::<T>(&nested(500), DecodeOptions::new(), 128);
        });
    }

    check::<recursive::Node>();
    check::<recursive::Tagged>();
    check::<recursive::Untagged>();
    check::<recursive::Flat>();
}

#[test]
fn limits_the_depth_of_variants() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Buffered {
        Value(Variant),
    }

    let options = DecodeOptions::new();
    assert_too_deep::<Variant>(&nested(1025), options, 1024);
    let value: Vec<Variant> = from_slice(&nested(1024)).unwrap();
    assert_eq!(to_vec(&value).unwrap(), nested(1024));
    let is_too_deep = |result: Result<Vec<u8>, EncodeError>| {
        let error = result.unwrap_err();
        matches!(error.kind(), EncodeErrorKind::TooDeep { limit: 1024, .. })
    };
    assert!(is_too_deep(to_vec(&vec![&value])));
    assert!(is_too_deep(to_vec(&[vec![Variant::from(value)]])));
    assert!(from_slice::<IgnoredAny>(&nested(1024)).is_ok());
    assert!(from_slice::<IgnoredAny>(&nested(1025)).is_err());
    let error = from_slice_with::<Variant>(&nested(4), options.max_depth(3)).unwrap_err();
    assert_eq!(error.fault(), "0x0020: [0][0][0]: TooDeep");

    let Buffered::Value(value) = from_slice(&nested(128)).unwrap();
    assert_eq!(godot3::to_vec(&value).unwrap(), nested(128));
    // A buffer has this limit whatever `max_depth` is.
    assert_too_deep::<Buffered>(&nested(129), options.max_depth(1024), 128);
    let error = from_slice::<Buffered>(&nested(129)).unwrap_err();
    assert_eq!(error.offset(), 129 * 8);
}

#[test]
fn nested_exaggerated_counts_do_not_add_up() {
    with_stack(4, || {
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
            let expected = generic::from_slice::<Godot3, Variant>(&input, options);
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
