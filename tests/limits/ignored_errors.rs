//! Errors that an implementation of `Encode` or `Serialize` ignores.
//!
//! Such an error leaves incomplete bytes, so encoding returns the error at the end.
#![cfg(all(feature = "std", feature = "godot3"))]

use gdvariant::framing::FrameOptions;
use gdvariant::{
    Encode, EncodeError, EncodeErrorKind, Godot3, Packed, WriteError, Writer, generic, godot3,
};
use std::collections::BTreeMap;

/// A list that cannot be encoded: the error follows a header and an element.
const TOO_LARGE: [u64; 2] = [7, u64::MAX];

/// Encodes with a function that may ignore errors.
struct EncodeWith<F>(F);

impl<F: Fn(&mut Writer<'_, Godot3>)> Encode<Godot3> for EncodeWith<F> {
    fn encode(&self, writer: &mut Writer<'_, Godot3>) -> Result<(), EncodeError> {
        self.0(writer);
        Ok(())
    }
}

/// Checks that all functions of the library return the same error, and returns that error.
fn ignored_error(encode: impl Fn(&mut Writer<'_, Godot3>)) -> EncodeError {
    let value = EncodeWith(encode);
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
    // The error is kept within other values as well.
    let nested = godot3::to_vec(&vec![&value]).expect_err("an error was ignored");
    assert_eq!(nested, error);
    error
}

#[test]
fn keeps_errors_of_elements() {
    let error = ignored_error(|writer| {
        let mut array = writer.array();
        array.element("before").expect("a valid element");
        let _ = array.element(&TOO_LARGE);
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
fn keeps_errors_despite_a_fallback() {
    ignored_error(|writer| {
        let mut array = writer.array();
        if array.element(&TOO_LARGE).is_err() {
            array.element(&()).expect("a valid element");
        }
    });
}

#[test]
fn returns_the_first_of_many_errors() {
    let error = ignored_error(|writer| {
        let mut array = writer.array();
        let _ = array.element("a NUL\0");
        let _ = array.element(&TOO_LARGE);
    });
    assert_eq!(
        error.to_string(),
        "[0]: a NUL at byte 5 of a string, where engines would truncate it"
    );
}

#[test]
fn keeps_errors_of_entries() {
    ignored_error(|writer| {
        let mut dictionary = writer.dictionary();
        let _ = dictionary.pair("key", &TOO_LARGE);
        dictionary.pair("other", &1).expect("a valid entry");
    });
    ignored_error(|writer| {
        let mut dictionary = writer.dictionary();
        let _ = dictionary.pair(&TOO_LARGE, "value");
    });
}

/// Checks errors of containers that the library itself encodes.
#[test]
fn keeps_errors_of_library_values() {
    fn fallback<T: Encode<Godot3>>(value: &T) {
        let error = ignored_error(|writer| {
            if value.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        assert_eq!(
            error.kind(),
            godot3::to_vec(value).expect_err("invalid").kind()
        );
    }
    fallback(&TOO_LARGE);
    fallback(&TOO_LARGE.to_vec());
    fallback(&std::collections::VecDeque::from(TOO_LARGE));
    fallback(&(1, TOO_LARGE));
    fallback(&BTreeMap::from([("key", TOO_LARGE)]));
    fallback(&Packed(["a", "b\0"]));
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

/// Checks that a value can be replaced if its error precedes all bytes.
#[test]
fn forgets_errors_before_any_byte() {
    let value = EncodeWith(|writer: &mut Writer<'_, Godot3>| {
        if u64::MAX.encode(writer).is_err() {
            "too large".encode(writer).expect("a String");
        }
    });
    assert_eq!(godot3::to_vec(&value), godot3::to_vec("too large"));
}

#[test]
fn rejects_leaked_containers() {
    let error = ignored_error(|writer| {
        let mut array = writer.array();
        array.element(&1).expect("a valid element");
        std::mem::forget(array);
    });
    assert!(error.to_string().contains("was leaked"), "{error}");
    ignored_error(|writer| std::mem::forget(writer.dictionary()));
}

#[test]
fn keeps_errors_in_a_writer_of_the_caller() {
    let mut bytes = Vec::new();
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    let mut array = writer.array();
    let _ = array.element(&TOO_LARGE);
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
fn restores_buffers() {
    let value =
        EncodeWith(|writer: &mut Writer<'_, Godot3>| drop(writer.array().element(&TOO_LARGE)));
    let mut buffer = bytes::BytesMut::new();
    assert!(godot3::encode_into_buf(&value, &mut buffer).is_err());
    assert!(buffer.is_empty());
}

#[cfg(feature = "tokio")]
#[test]
fn codecs_send_nothing() {
    use tokio_util::codec::Encoder;
    let value =
        EncodeWith(|writer: &mut Writer<'_, Godot3>| drop(writer.array().element(&TOO_LARGE)));
    let mut sent = tokio_util::bytes::BytesMut::new();
    let mut codec = gdvariant::framing::Codec::<Godot3>::new();
    assert!(codec.encode(value, &mut sent).is_err());
    assert!(sent.is_empty());
}

#[cfg(feature = "derive")]
mod derived {
    use super::{
        BTreeMap, Encode, EncodeError, EncodeErrorKind, Godot3, TOO_LARGE, Writer, generic, godot3,
        ignored_error,
    };
    use gdvariant::Layout;

    /// A `with` module whose `encode` ignores the error.
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
    fn keeps_errors_in_every_form() {
        let errors = [
            godot3::to_vec(&Named { numbers: TOO_LARGE }),
            godot3::to_vec(&Tuple(1, TOO_LARGE)),
            godot3::to_vec(&Enum::Newtype(TOO_LARGE)),
            godot3::to_vec(&Enum::Named { numbers: TOO_LARGE }),
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

    /// Checks types whose errors follow the header of their Dictionary.
    #[test]
    fn keeps_errors_of_abandoned_dictionaries() {
        let flat = Flat {
            number: 1,
            others: [("number".to_owned(), 2)].into(),
        };
        ignored_error(|writer| {
            if flat.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        ignored_error(|writer| {
            if Tagged::Local.encode(writer).is_err() {
                ().encode(writer).expect("Nil");
            }
        });
        assert!(generic::to_vec::<Godot3, _>(&Tagged::Remote).is_ok());
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::{EncodeError, EncodeErrorKind, TOO_LARGE};
    use gdvariant::godot3;
    use serde::ser::{
        Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
        SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
    };

    /// The methods of a serializer that a value calls.
    #[derive(Clone, Copy, Debug)]
    enum Method {
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

    impl Serialize for Method {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            macro_rules! ignoring {
                ($serializer:expr, $method:ident($($argument:expr),*)) => {{
                    let mut compound = $serializer?;
                    let _ = compound.$method($($argument),*);
                    compound.end()
                }};
            }
            match self {
                Self::Seq => ignoring!(
                    serializer.serialize_seq(None),
                    serialize_element(&TOO_LARGE)
                ),
                Self::Tuple => {
                    ignoring!(serializer.serialize_tuple(1), serialize_element(&TOO_LARGE))
                }
                Self::TupleStruct => {
                    ignoring!(
                        serializer.serialize_tuple_struct("T", 1),
                        serialize_field(&TOO_LARGE)
                    )
                }
                Self::TupleVariant => ignoring!(
                    serializer.serialize_tuple_variant("E", 0, "V", 1),
                    serialize_field(&TOO_LARGE)
                ),
                Self::Map => {
                    ignoring!(
                        serializer.serialize_map(None),
                        serialize_entry("key", &TOO_LARGE)
                    )
                }
                Self::MapKey => ignoring!(
                    serializer.serialize_map(None),
                    serialize_entry(&TOO_LARGE, "value")
                ),
                Self::Struct => {
                    ignoring!(
                        serializer.serialize_struct("S", 1),
                        serialize_field("key", &TOO_LARGE)
                    )
                }
                Self::StructVariant => ignoring!(
                    serializer.serialize_struct_variant("E", 0, "V", 1),
                    serialize_field("key", &TOO_LARGE)
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

    fn error(calls: Method) -> EncodeError {
        let error = godot3::serde::to_vec(&calls).expect_err("an error was ignored");
        let nested = [(calls, 1)];
        assert!(godot3::serde::to_vec(&nested).is_err(), "{calls:?}");
        assert!(godot3::serde::to_variant(&calls).is_err(), "{calls:?}");
        error
    }

    #[test]
    fn keeps_errors_of_elements_and_entries() {
        for calls in [
            Method::Seq,
            Method::Tuple,
            Method::TupleStruct,
            Method::TupleVariant,
            Method::Map,
            Method::MapKey,
            Method::Struct,
            Method::StructVariant,
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
                Method::KeyAlone,
                "a key of a map was serialized without its value",
            ),
            (
                Method::TwoKeys,
                "a key of a map was serialized without its value",
            ),
            (
                Method::TwoKeysIgnored,
                "a key of a map was serialized without its value",
            ),
            (
                Method::ValueAlone,
                "a value of a map was serialized without its key",
            ),
            (
                Method::ValueAloneIgnored,
                "a value of a map was serialized without its key",
            ),
        ] {
            assert_eq!(error(calls).to_string(), expected, "{calls:?}");
        }
    }

    /// Checks an implementation of `Encode` that drops a map without ending it.
    #[test]
    fn rejects_maps_without_an_end() {
        let error = super::ignored_error(|writer| {
            let serializer = godot3::serde::Serializer::new(writer);
            let mut map = serializer.serialize_map(None).expect("a map");
            map.serialize_key("key").expect("a key");
        });
        assert!(error.to_string().contains("without its value"), "{error}");
    }

    /// Checks an implementation of `Encode` that ends a map as a struct.
    #[test]
    fn rejects_maps_ended_as_structs() {
        super::ignored_error(|writer| {
            let serializer = godot3::serde::Serializer::new(writer);
            let mut map = serializer.serialize_map(None).expect("a map");
            map.serialize_key("key").expect("a key");
            SerializeStruct::end(map).expect("no error yet");
        });
    }
}
