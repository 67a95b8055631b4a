//! An error that an implementation of `Encode` or `Serialize` ignores leaves incomplete bytes, so
//! encoding the whole value fails.
#![cfg(all(feature = "std", feature = "godot3"))]

use gdvariant::{
    Encode, EncodeError, EncodeErrorKind, FrameOptions, Godot3, Pool, WriteError, Writer, generic,
    godot3,
};
use std::collections::BTreeMap;

/// Fails after a header and an element have been written.
const BAD: [u64; 2] = [7, u64::MAX];

/// Encodes with a function, which may ignore errors.
struct By<F>(F);

impl<F: Fn(&mut Writer<'_, Godot3>)> Encode<Godot3> for By<F> {
    fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
        self.0(writer);
        Ok(())
    }
}

/// Encodes with each function of the library; all have to return the same error.
fn fails(encode: impl Fn(&mut Writer<'_, Godot3>)) -> EncodeError {
    let value = By(encode);
    let error = godot3::to_vec(&value).expect_err("an error was ignored");
    assert_eq!(godot3::encoded_len(&value), Err(error.clone()));
    let mut buffer = vec![1, 2, 3];
    assert_eq!(godot3::encode_into(&value, &mut buffer), Err(error.clone()));
    assert_eq!(buffer, [1, 2, 3], "the buffer is restored");
    let mut written = Vec::new();
    let results = [
        godot3::to_writer(&mut written, &value),
        generic::write_framed(&mut written, &value, FrameOptions::new()),
    ];
    for result in results {
        let failure = result.expect_err("an error was ignored");
        assert!(matches!(failure, WriteError::Encode(inner) if inner == error));
    }
    assert_eq!(written, [0; 0]);
    // Within other values as well.
    let nested = godot3::to_vec(&vec![&value]).expect_err("an error was ignored");
    assert_eq!(nested, error);
    error
}

#[test]
fn an_element_of_an_array() {
    let error = fails(|writer| {
        let mut array = writer.array();
        array.element("before").expect("a valid element");
        let _ = array.element(&BAD);
        array.element("after").expect("a valid element");
    });
    assert!(matches!(
        error.kind(),
        EncodeErrorKind::OutOfRange {
            value: u64::MAX,
            ..
        }
    ));
}

#[test]
fn a_fallback_after_a_failed_element() {
    fails(|writer| {
        let mut array = writer.array();
        if array.element(&BAD).is_err() {
            array.element(&()).expect("a valid element");
        }
    });
}

#[test]
fn the_first_of_many_errors_is_returned() {
    let error = fails(|writer| {
        let mut array = writer.array();
        let _ = array.element("a NUL\0");
        let _ = array.element(&BAD);
    });
    assert_eq!(
        error.to_string(),
        "[0]: a NUL at byte 5 of text, where engines would end it"
    );
}

#[test]
fn entries_of_a_dictionary() {
    fails(|writer| {
        let mut dictionary = writer.dictionary();
        let _ = dictionary.pair("key", &BAD);
        dictionary.pair("other", &1).expect("a valid entry");
    });
    fails(|writer| {
        let mut dictionary = writer.dictionary();
        let _ = dictionary.pair(&BAD, "value");
    });
}

/// Nothing but the library has opened these containers.
#[test]
fn values_of_the_library() {
    fn fallback<T: Encode<Godot3>>(value: &T) {
        let error = fails(|writer| {
            if value.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        assert_eq!(
            error.kind(),
            godot3::to_vec(value).expect_err("invalid").kind()
        );
    }
    fallback(&BAD);
    fallback(&BAD.to_vec());
    fallback(&std::collections::VecDeque::from(BAD));
    fallback(&(1, BAD));
    fallback(&BTreeMap::from([("key", BAD)]));
    fallback(&Pool(["a", "b\0"]));
    fallback(&godot3::Object::full(
        "Node",
        [("property\0", godot3::Variant::Nil)],
    ));
    fallback(&godot3::Object::full(
        "",
        [("property", godot3::Variant::Nil)],
    ));
    let deep = (0..1025).fold(godot3::Variant::Nil, |value, _| vec![value].into());
    fallback(&deep);
}

/// A value that fails before it has written anything can be replaced.
#[test]
fn nothing_was_written() {
    let value = By(|writer: &mut Writer<'_, Godot3>| {
        if u64::MAX.encode(writer).is_err() {
            "too large".encode(writer).expect("a String");
        }
    });
    assert_eq!(godot3::to_vec(&value), godot3::to_vec("too large"));
}

#[test]
fn a_leaked_container_has_no_end() {
    let error = fails(|writer| {
        let mut array = writer.array();
        array.element(&1).expect("a valid element");
        std::mem::forget(array);
    });
    assert!(error.to_string().contains("was leaked"), "{error}");
    fails(|writer| std::mem::forget(writer.dictionary()));
}

#[test]
fn a_writer_of_ones_own() {
    let mut bytes = Vec::new();
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    let mut array = writer.array();
    let _ = array.element(&BAD);
    drop(array);
    assert_eq!(
        writer
            .finish()
            .expect_err("an error was ignored")
            .to_string(),
        "[1]: 18446744073709551615 is out of the range of int, -9223372036854775808 to 9223372036854775807"
    );
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    writer.array().element(&1).expect("a valid element");
    writer.finish().expect("a whole value");
}

#[cfg(feature = "bytes")]
#[test]
fn buffers_of_bytes() {
    let value = By(|writer: &mut Writer<'_, Godot3>| drop(writer.array().element(&BAD)));
    let mut buffer = bytes::BytesMut::new();
    assert!(godot3::encode_into_buf(&value, &mut buffer).is_err());
    assert!(buffer.is_empty());
}

#[cfg(feature = "tokio")]
#[test]
fn codecs_send_nothing() {
    use tokio_util::codec::Encoder;
    let value = By(|writer: &mut Writer<'_, Godot3>| drop(writer.array().element(&BAD)));
    let mut sent = tokio_util::bytes::BytesMut::new();
    let mut codec = gdvariant::Codec::<Godot3>::new();
    assert!(codec.encode(value, &mut sent).is_err());
    assert!(sent.is_empty());
}

#[cfg(feature = "derive")]
mod derived {
    use super::{
        BAD, BTreeMap, Encode, EncodeError, EncodeErrorKind, Godot3, Writer, fails, generic, godot3,
    };
    use gdvariant::Layout;

    /// A `with` module that ignores the error.
    mod ignored {
        use super::{Encode, EncodeError, Layout, Writer};
        use gdvariant::{Decode, DecodeError, Reader};

        #[expect(clippy::unnecessary_wraps, reason = "the derive expects a result")]
        pub(super) fn encode<L: Layout>(
            value: &[u64; 2],
            writer: &mut Writer<'_, L>,
        ) -> Result<(), EncodeError> {
            let _ = value.encode(writer);
            Ok(())
        }

        pub(super) fn decode<L: Layout>(
            reader: &mut Reader<'_, L>,
        ) -> Result<[u64; 2], DecodeError> {
            Decode::decode(reader)
        }
    }

    #[derive(gdvariant::Variant)]
    struct Named {
        #[variant(with = "ignored")]
        numbers: [u64; 2],
    }

    #[derive(gdvariant::Variant)]
    struct Tuple(u8, #[variant(with = "ignored")] [u64; 2]);

    #[derive(gdvariant::Variant)]
    enum Enum {
        Newtype(#[variant(with = "ignored")] [u64; 2]),
        Named {
            #[variant(with = "ignored")]
            numbers: [u64; 2],
        },
    }

    #[test]
    fn every_form() {
        let errors = [
            godot3::to_vec(&Named { numbers: BAD }),
            godot3::to_vec(&Tuple(1, BAD)),
            godot3::to_vec(&Enum::Newtype(BAD)),
            godot3::to_vec(&Enum::Named { numbers: BAD }),
        ];
        for error in errors {
            assert!(matches!(
                error.expect_err("an error was ignored").kind(),
                EncodeErrorKind::OutOfRange {
                    value: u64::MAX,
                    ..
                }
            ));
        }
    }

    #[derive(gdvariant::Variant)]
    struct Flat {
        number: u8,
        #[variant(flatten)]
        others: BTreeMap<String, u8>,
    }

    #[derive(gdvariant::Variant)]
    #[variant(tag = "type")]
    enum Tagged {
        #[variant(skip)]
        Local,
        Remote,
    }

    /// The Dictionary has been started when these fail.
    #[test]
    fn dictionaries_that_are_given_up() {
        let flat = Flat {
            number: 1,
            others: [("number".to_owned(), 2)].into(),
        };
        fails(|writer| {
            if flat.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        fails(|writer| {
            if Tagged::Local.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        assert!(generic::to_vec::<Godot3, _>(&Tagged::Remote).is_ok());
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::{BAD, EncodeError, EncodeErrorKind};
    use gdvariant::godot3;
    use serde::ser::{
        Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
        SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
    };

    /// How a value calls the serializer.
    #[derive(Clone, Copy, Debug)]
    enum Calls {
        Seq,
        Tuple,
        TupleStruct,
        TupleVariant,
        Map,
        MapKey,
        Struct,
        StructVariant,
        KeyAlone,
        TwoKeys,
        TwoKeysIgnored,
        ValueAlone,
        ValueAloneIgnored,
    }

    impl Serialize for Calls {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            macro_rules! ignoring {
                ($serializer:expr, $method:ident($($argument:expr),*)) => {{
                    let mut compound = $serializer?;
                    let _ = compound.$method($($argument),*);
                    compound.end()
                }};
            }
            match self {
                Self::Seq => ignoring!(serializer.serialize_seq(None), serialize_element(&BAD)),
                Self::Tuple => ignoring!(serializer.serialize_tuple(1), serialize_element(&BAD)),
                Self::TupleStruct => {
                    ignoring!(
                        serializer.serialize_tuple_struct("T", 1),
                        serialize_field(&BAD)
                    )
                }
                Self::TupleVariant => ignoring!(
                    serializer.serialize_tuple_variant("E", 0, "V", 1),
                    serialize_field(&BAD)
                ),
                Self::Map => {
                    ignoring!(serializer.serialize_map(None), serialize_entry("key", &BAD))
                }
                Self::MapKey => ignoring!(
                    serializer.serialize_map(None),
                    serialize_entry(&BAD, "value")
                ),
                Self::Struct => {
                    ignoring!(
                        serializer.serialize_struct("S", 1),
                        serialize_field("key", &BAD)
                    )
                }
                Self::StructVariant => ignoring!(
                    serializer.serialize_struct_variant("E", 0, "V", 1),
                    serialize_field("key", &BAD)
                ),
                Self::KeyAlone => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_entry("whole", &1)?;
                    map.serialize_key("key")?;
                    map.end()
                }
                Self::TwoKeys => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_key("one")?;
                    map.serialize_key("two")?;
                    map.serialize_value(&2)?;
                    map.end()
                }
                Self::TwoKeysIgnored => {
                    let mut map = serializer.serialize_map(None)?;
                    let _ = map.serialize_key("one");
                    let _ = map.serialize_key("two");
                    let _ = map.serialize_value(&2);
                    map.end()
                }
                Self::ValueAlone => {
                    let mut map = serializer.serialize_map(None)?;
                    map.serialize_value(&1)?;
                    map.end()
                }
                Self::ValueAloneIgnored => {
                    let mut map = serializer.serialize_map(None)?;
                    let _ = map.serialize_value(&1);
                    map.end()
                }
            }
        }
    }

    fn error(calls: Calls) -> EncodeError {
        let error = godot3::serde::to_vec(&calls).expect_err("an error was ignored");
        let nested = [(calls, 1)];
        assert!(godot3::serde::to_vec(&nested).is_err(), "{calls:?}");
        assert!(godot3::serde::to_variant(&calls).is_err(), "{calls:?}");
        error
    }

    #[test]
    fn elements_and_entries() {
        for calls in [
            Calls::Seq,
            Calls::Tuple,
            Calls::TupleStruct,
            Calls::TupleVariant,
            Calls::Map,
            Calls::MapKey,
            Calls::Struct,
            Calls::StructVariant,
        ] {
            assert!(
                matches!(
                    error(calls).kind(),
                    EncodeErrorKind::OutOfRange {
                        value: u64::MAX,
                        ..
                    }
                ),
                "{calls:?}"
            );
        }
    }

    #[test]
    fn keys_and_values_of_maps_alternate() {
        for (calls, expected) in [
            (
                Calls::KeyAlone,
                "a key of a map was serialized without its value",
            ),
            (
                Calls::TwoKeys,
                "a key of a map was serialized without its value",
            ),
            (
                Calls::TwoKeysIgnored,
                "a key of a map was serialized without its value",
            ),
            (
                Calls::ValueAlone,
                "a value of a map was serialized without its key",
            ),
            (
                Calls::ValueAloneIgnored,
                "a value of a map was serialized without its key",
            ),
        ] {
            assert_eq!(error(calls).to_string(), expected, "{calls:?}");
        }
    }

    /// A map that is dropped instead of ended, in an implementation of `Encode`.
    #[test]
    fn a_map_that_is_not_ended() {
        let error = super::fails(|writer| {
            let serializer = godot3::serde::Serializer::new(writer);
            let mut map = serializer.serialize_map(None).expect("a map");
            map.serialize_key("key").expect("a key");
        });
        assert!(error.to_string().contains("without its value"), "{error}");
    }

    /// A map that is ended as a struct.
    #[test]
    fn a_map_that_is_a_struct() {
        super::fails(|writer| {
            let serializer = godot3::serde::Serializer::new(writer);
            let mut map = serializer.serialize_map(None).expect("a map");
            map.serialize_key("key").expect("a key");
            SerializeStruct::end(map).expect("no error yet");
        });
    }
}
