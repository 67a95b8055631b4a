//! Implementations of `Decode` that replace the reader that they are passed.
//!
//! Nothing panics, and the depth limit holds for the values that follow.

use gdvariant::{
    Decode, DecodeError, DecodeErrorKind, DecodeOptions, DecodeOwned, Godot3, Object, Reader,
    generic, godot3,
};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Skips a value, and replaces the reader by a reader of the remaining bytes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Replaces(usize);

impl<'de> Decode<'de, Godot3> for Replaces {
    fn decode(reader: &mut Reader<'de, Godot3>) -> Result<Self, DecodeError> {
        reader.skip()?;
        *reader = Reader::new(reader.rest(), reader.options());
        Ok(Self(reader.rest().len()))
    }
}

/// Replaces the reader by a reader of other bytes, and returns an error.
#[derive(Debug)]
struct Shortens(#[expect(dead_code, reason = "it is only decoded")] usize);

impl<'de> Decode<'de, Godot3> for Shortens {
    fn decode(reader: &mut Reader<'de, Godot3>) -> Result<Self, DecodeError> {
        *reader = Reader::new(&[], reader.options());
        reader.skip().map(|()| Self(reader.position()))
    }
}

/// A recursive type: each level follows a value that replaces the reader.
#[derive(Debug)]
struct Nested(#[expect(dead_code, reason = "it is only decoded")] Option<Box<(Replaces, Nested)>>);

impl<'de> Decode<'de, Godot3> for Nested {
    fn decode(reader: &mut Reader<'de, Godot3>) -> Result<Self, DecodeError> {
        Decode::decode(reader).map(Self)
    }
}

fn encode(value: impl gdvariant::Encode<Godot3>) -> Vec<u8> {
    godot3::to_vec(&value).expect("a valid value")
}

/// Encodes a value in `levels` Arrays, each of which starts with an int.
fn nested(levels: usize) -> Vec<u8> {
    let array = [&[19, 0, 0, 0, 2, 0, 0, 0][..], &encode(1)].concat();
    [array.repeat(levels), encode(())].concat()
}

#[test]
fn containers_accept_a_replaced_reader() {
    let array = encode((1, 2, 3));
    let dictionary = encode(BTreeMap::from([("a", 1), ("b", 2), ("c", 3)]));
    godot3::from_slice::<Vec<Replaces>>(&array).expect("an Array");
    godot3::from_slice::<[Replaces; 3]>(&array).expect("an Array");
    godot3::from_slice::<(Replaces, i32, Replaces)>(&array).expect("an Array");
    godot3::from_slice::<BTreeMap<Replaces, i32>>(&dictionary).expect("a Dictionary");
    godot3::from_slice::<BTreeMap<String, Replaces>>(&dictionary).expect("a Dictionary");
    let object = encode(godot3::Object::full("Node", [("name", 7)]));
    let options = DecodeOptions::new().allow_objects(true);
    generic::from_slice::<Godot3, Object<Replaces>>(&object, options).expect("an Object");
    let mut reader = Reader::<Godot3>::new(&array, options);
    reader
        .array(|reader, _| Replaces::decode(reader).map(drop))
        .expect("an Array");
    let mut reader = Reader::<Godot3>::new(&dictionary, options);
    reader
        .entries(|_: Replaces, reader| Replaces::decode(reader).map(drop))
        .expect("a Dictionary");
}

/// Checks that a type nested in itself is limited in depth.
fn check_depth<T: DecodeOwned<Godot3> + Debug>(nested: fn(usize) -> Vec<u8>) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread.spawn(move || {
        godot3::from_slice::<T>(&nested(1024)).expect("1024 levels");
        for levels in [1025, 100_000] {
            let error = godot3::from_slice::<T>(&nested(levels)).expect_err("too deep");
            let is_limited = matches!(error.kind(), DecodeErrorKind::TooDeep { limit: 1024, .. });
            assert!(is_limited, "{error}");
        }
    });
    let result = thread.expect("a thread").join();
    result.expect("the test fits the stack");
}

#[test]
fn the_depth_limit_still_holds() {
    check_depth::<Nested>(nested);
    let options = DecodeOptions::new().max_depth(3);
    assert!(generic::from_slice::<Godot3, Nested>(&nested(3), options).is_ok());
    assert!(generic::from_slice::<Godot3, Nested>(&nested(4), options).is_err());
}

#[test]
fn keeps_errors_of_another_reader() {
    assert!(godot3::from_slice::<Vec<Shortens>>(&encode(vec![1, 2])).is_err());
    assert!(godot3::from_slice::<BTreeMap<Replaces, Shortens>>(&encode(vec![1, 2])).is_err());
}

mod derived {
    use super::{BTreeMap, DecodeOptions, check_depth, encode, godot3};
    use gdvariant::Variant as Derive;
    use gdvariant::godot3::Variant;
    use gdvariant::{Godot3, generic};

    /// A `with` module that replaces the reader by a reader of the remaining bytes.
    mod replaced {
        use gdvariant::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};

        #[expect(
            clippy::trivially_copy_pass_by_ref,
            reason = "the derive passes a reference"
        )]
        pub(super) fn encode<E: Engine>(
            value: &i64,
            writer: &mut Writer<'_, E>,
        ) -> Result<(), EncodeError> {
            value.encode(writer)
        }

        pub(super) fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<i64, DecodeError> {
            let value = i64::decode(reader)?;
            *reader = Reader::new(reader.rest(), reader.options());
            Ok(value)
        }
    }

    /// A `with` module that replaces the reader by a reader of other bytes, and returns an error.
    mod shortened {
        use gdvariant::{Decode, DecodeError, Engine, Reader};

        pub(super) use super::replaced::encode;

        pub(super) fn decode<E: Engine>(reader: &mut Reader<'_, E>) -> Result<i64, DecodeError> {
            *reader = Reader::new(&[], reader.options());
            i64::decode(reader)
        }
    }

    #[derive(Debug, Derive)]
    struct Node {
        #[variant(with = "replaced")]
        first: i64,
        next: Option<Box<Node>>,
    }

    #[derive(Debug, Derive)]
    struct Flattened {
        #[variant(flatten)]
        node: Node,
        #[variant(flatten)]
        others: BTreeMap<String, Option<gdvariant::IgnoredAny>>,
    }

    #[derive(Debug, Derive)]
    #[variant(untagged)]
    enum Untagged {
        Shortened(#[variant(with = "shortened")] i64),
        Replaced(
            #[variant(with = "replaced")] i64,
            #[variant(with = "shortened")] i64,
        ),
        Last(Vec<i32>),
    }

    #[derive(Debug, Derive)]
    enum External {
        Replaced(#[variant(with = "replaced")] i64),
    }

    #[derive(Debug, Derive)]
    #[variant(tag = "type", content = "value")]
    enum Adjacent {
        Replaced(#[variant(with = "replaced")] i64),
    }

    /// Encodes nested nodes.
    fn nodes(levels: usize) -> Vec<u8> {
        let head = [18_u32.to_le_bytes(), 2_u32.to_le_bytes()].concat();
        let node = [head, encode("first"), encode(1), encode("next")].concat();
        [node.repeat(levels), encode(())].concat()
    }

    #[test]
    fn fields_accept_a_replaced_reader() {
        check_depth::<Node>(nodes);
        godot3::from_slice::<Flattened>(&nodes(3)).expect("nested Dictionaries");
    }

    #[test]
    fn enums_accept_a_replaced_reader() {
        for padding in [0, 10_000] {
            let bytes = [encode(vec![1, 2]), vec![0; padding]].concat();
            let value = generic::from_slice::<Godot3, Untagged>(&bytes, DecodeOptions::engine());
            assert!(
                matches!(&value, Ok(Untagged::Last(numbers)) if numbers == &[1, 2]),
                "{value:?}"
            );
        }
        let error = godot3::from_slice::<Untagged>(&encode("text")).expect_err("no variant");
        assert_eq!(error.offset(), 0);
        let external = encode([BTreeMap::from([("Replaced", 1)])]);
        godot3::from_slice::<Vec<External>>(&external).expect("a variant");
        let pairs: [(&str, Variant); 2] = [("type", "Replaced".into()), ("value", 1.into())];
        let mut swapped = pairs.clone();
        swapped.reverse();
        for pairs in [pairs, swapped] {
            let adjacent = encode(godot3::Dictionary::from(pairs));
            godot3::from_slice::<Adjacent>(&adjacent).expect("a variant");
        }
    }
}
