//! Errors that an implementation of `Encode` or `Serialize` ignores.
//!
//! Such an error leaves incomplete bytes, so encoding returns the error at the end.

use crate::common::Fault;
use gdvariant::framing::FrameOptions;
use gdvariant::{Encode, EncodeError, Godot3, Packed, WriteError, Writer, generic, godot3};
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
fn keeps_errors_of_elements_and_entries() {
    let errors = [
        ignored_error(|writer| {
            let mut array = writer.array();
            array.element("before").expect("a valid element");
            let _ = array.element(&TOO_LARGE);
            array.element("after").expect("a valid element");
        }),
        // A fallback does not replace the incomplete element.
        ignored_error(|writer| {
            let mut array = writer.array();
            if array.element(&TOO_LARGE).is_err() {
                array.element(&()).expect("a valid element");
            }
        }),
        ignored_error(|writer| {
            let mut dictionary = writer.dictionary();
            let _ = dictionary.entry("key", &TOO_LARGE);
            dictionary.entry("other", &1).expect("a valid entry");
        }),
        ignored_error(|writer| {
            let mut dictionary = writer.dictionary();
            let _ = dictionary.entry(&TOO_LARGE, "value");
        }),
    ];
    for error in errors {
        assert!(error.fault().ends_with("OutOfRange"), "{error}");
    }
    let first = ignored_error(|writer| {
        let mut array = writer.array();
        let _ = array.element("a NUL\0");
        let _ = array.element(&TOO_LARGE);
    });
    assert_eq!(first.fault(), "[0]: NulInString");
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
    fallback(&(1, TOO_LARGE));
    fallback(&BTreeMap::from([("key", TOO_LARGE)]));
    fallback(&Packed(["a", "b\0"]));
    for (class, property) in [("Node", "property\0"), ("", "property")] {
        let properties = [(property, godot3::Variant::Nil)];
        fallback(&godot3::Object::full(class, properties));
    }
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
    let error = writer.finish().expect_err("an error was ignored");
    assert_eq!(error.fault(), "[1]: OutOfRange");
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    writer.array().element(&1).expect("a valid element");
    writer.finish().expect("a whole value");
}

#[cfg(feature = "tokio")]
#[test]
fn buffers_receive_nothing() {
    use tokio_util::codec::Encoder;
    let value =
        EncodeWith(|writer: &mut Writer<'_, Godot3>| drop(writer.array().element(&TOO_LARGE)));
    let mut buffer = tokio_util::bytes::BytesMut::new();
    let mut codec = gdvariant::framing::Codec::<Godot3>::new();
    assert!(codec.encode(value, &mut buffer).is_err());
    assert!(buffer.is_empty());
}

mod derived {
    use super::{BTreeMap, Encode, EncodeError, Fault, TOO_LARGE, Writer, godot3, ignored_error};
    use gdvariant::Engine;

    /// A `with` module whose `encode` ignores the error.
    mod ignored {
        use super::{Encode, EncodeError, Engine, Writer};
        use gdvariant::{Decode, DecodeError, Reader};

        #[expect(clippy::unnecessary_wraps, reason = "the derive expects a result")]
        pub(super) fn encode<L: Engine>(
            value: &[u64; 2],
            writer: &mut Writer<'_, L>,
        ) -> Result<(), EncodeError> {
            let _ = value.encode(writer);
            Ok(())
        }

        pub(super) fn decode<L: Engine>(
            reader: &mut Reader<'_, L>,
        ) -> Result<[u64; 2], DecodeError> {
            Decode::decode(reader)
        }
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
            godot3::to_vec(&Tuple(1, TOO_LARGE)),
            godot3::to_vec(&Enum::Newtype(TOO_LARGE)),
            godot3::to_vec(&Enum::Named { numbers: TOO_LARGE }),
        ];
        for error in errors.map(|result| result.expect_err("an error was ignored")) {
            assert!(error.fault().ends_with("OutOfRange"), "{error}");
        }
    }

    #[derive(gdvariant::Variant)]
    struct Flat {
        number: u8,
        #[variant(flatten)]
        others: BTreeMap<String, u8>,
    }

    /// Checks a type that fails after it has written the header of its Dictionary.
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
    }
}

mod with_serde {
    use super::{Fault, Godot3, TOO_LARGE, ignored_error};
    use gdvariant::serde::{Entries, Serializer as GodotSerializer};
    use serde::ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant, Serializer,
    };

    #[test]
    fn keeps_errors_of_elements_and_entries() {
        macro_rules! ignoring {
            ($($ty:ident: $new:ident($($argument:expr),*), $part:ident($($value:expr),*);)*) => {$(
                let error = ignored_error(|writer| {
                    let serializer = GodotSerializer::new(writer);
                    let mut compound = serializer.$new($($argument),*).expect("a container");
                    let _ = $ty::$part(&mut compound, $($value),*);
                    let _ = $ty::end(compound);
                });
                assert!(error.fault().ends_with("OutOfRange"), "{}: {error}", stringify!($ty));
            )*};
        }
        ignoring! {
            SerializeSeq: serialize_seq(None), serialize_element(&TOO_LARGE);
            SerializeTuple: serialize_tuple(1), serialize_element(&TOO_LARGE);
            SerializeTupleStruct: serialize_tuple_struct("T", 1), serialize_field(&TOO_LARGE);
            SerializeTupleVariant:
                serialize_tuple_variant("E", 0, "V", 1), serialize_field(&TOO_LARGE);
            SerializeMap: serialize_map(None), serialize_entry("key", &TOO_LARGE);
            SerializeMap: serialize_map(None), serialize_entry(&TOO_LARGE, "value");
            SerializeStruct: serialize_struct("S", 1), serialize_field("key", &TOO_LARGE);
            SerializeStructVariant:
                serialize_struct_variant("E", 0, "V", 1), serialize_field("key", &TOO_LARGE);
        }
    }

    /// Checks maps that do not alternate keys and values, whether they are ended or dropped.
    #[test]
    fn keys_and_values_of_maps_alternate() {
        let calls: [fn(&mut Entries<'_, '_, Godot3>); 3] = [
            |map| {
                map.serialize_entry("whole", &1).expect("an entry");
                map.serialize_key("key").expect("a key");
            },
            |map| {
                map.serialize_key("one").expect("a key");
                let _ = map.serialize_key("two");
                let _ = map.serialize_value(&2);
            },
            |map| drop(map.serialize_value(&1)),
        ];
        let ends: [fn(Entries<'_, '_, Godot3>); 3] = [
            |map| drop(map),
            |map| drop(SerializeMap::end(map)),
            |map| drop(SerializeStruct::end(map)),
        ];
        for (call, end) in calls.iter().flat_map(|call| ends.map(|end| (call, end))) {
            let error = ignored_error(|writer| {
                let serializer = GodotSerializer::new(writer);
                let mut map = serializer.serialize_map(None).expect("a map");
                call(&mut map);
                end(map);
            });
            assert!(
                error
                    .to_string()
                    .contains("of a map was serialized without its")
            );
        }
    }
}
