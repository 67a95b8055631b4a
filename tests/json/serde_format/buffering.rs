//! Values that serde buffers for `flatten`, `tag`, `content` and `untagged`.
//!
//! No key of the input has a special meaning, and decode options apply to buffered values.

use ::serde::{Deserialize, Serialize};
use gdvariant::framing::FrameOptions;
use gdvariant::serde::Serde;
use gdvariant::{DecodeError, DecodeErrorKind, DecodeOptions, Dictionary, Object, Packed};
use std::collections::BTreeMap;

/// Keys that have a meaning in the JSON form, or had a meaning in an earlier version.
const KEYS: [&str; 20] = [
    "$",
    "$gdvariant",
    "$gdvariant::godot3",
    "$gdvariant::godot3_double",
    "$gdvariant::pandemonium",
    "$gdvariant::type",
    "$serde_json::private::Number",
    "Color",
    "float",
    "Object",
    "int",
    "bool",
    "Nil",
    "String",
    "Array",
    "Vector2",
    "Dictionary",
    "RID",
    "PoolByteArray",
    "\u{10ffff}",
];

const OBJECTS: DecodeOptions = DecodeOptions::new().allow_objects(true);

#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
pub(super) struct Flat<R> {
    pub(super) a: Option<i32>,
    #[serde(flatten)]
    #[variant(flatten)]
    pub(super) rest: R,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
#[serde(tag = "a")]
#[variant(tag = "a")]
enum Tagged<R> {
    One(R),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
#[serde(tag = "a")]
#[variant(tag = "a")]
enum TaggedFlat<R> {
    One {
        #[serde(flatten)]
        #[variant(flatten)]
        rest: R,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
#[serde(tag = "a", content = "c")]
#[variant(tag = "a", content = "c")]
enum Adjacent<R> {
    One(R),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
#[serde(untagged)]
#[variant(untagged)]
pub(super) enum Untagged<R> {
    One(R),
}

/// A newtype struct in a buffer.
#[derive(Debug, PartialEq, Serialize, Deserialize, gdvariant::Variant)]
struct Newtype<R>(R);

/// A type of another crate, deserialized through `FlatDef`.
struct ForeignFlat<R>(Flat<R>);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Flat")]
struct FlatDef<R> {
    a: Option<i32>,
    #[serde(flatten)]
    rest: R,
}

impl<'de, R: Deserialize<'de>> Deserialize<'de> for ForeignFlat<R> {
    fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        FlatDef::deserialize(deserializer).map(Self)
    }
}

/// Tests the serde functions of one layout.
macro_rules! in_layout {
    ($layout:ident $marker:ident) => {
        mod $layout {
            use super::*;
            use gdvariant::$layout::serde::{from_slice_with, from_variant, to_variant, to_vec};
            use gdvariant::$layout::{self, Variant};

            type Pairs = Dictionary<Variant>;

            /// Returns a Dictionary with the key `a` and other pairs.
            fn with(a: impl Into<Variant>, others: &Pairs) -> Pairs {
                let mut all = Dictionary::from([("a", a.into())]);
                for (key, value) in others {
                    all.insert(key.clone(), value.clone());
                }
                all
            }

            fn pairs(value: Variant) -> Pairs {
                value.try_into().expect("the value is a Dictionary")
            }

            /// Encodes a Dictionary, edits the packet, and decodes the Dictionary in every position
            /// of a type.
            fn decode_in_every_position(
                others: &Pairs,
                edit: impl Fn(Vec<u8>) -> Vec<u8>,
                options: DecodeOptions,
            ) -> Vec<(&'static str, Result<Pairs, DecodeError>)> {
                macro_rules! position {
                    ($packet:expr => $ty:ty, $rest:pat => $pairs:expr) => {{
                        let packet = edit($layout::to_vec(&$packet).expect("it can be encoded"));
                        let serde = from_slice_with::<$ty>(&packet, options).map(|$rest| $pairs);
                        (stringify!($ty), serde)
                    }};
                }
                macro_rules! derived {
                    ($packet:expr => $ty:ty, $rest:pat => $pairs:expr) => {{
                        let packet = edit($layout::to_vec(&$packet).expect("it can be encoded"));
                        let derive = $layout::from_slice_with::<$ty>(&packet, options);
                        (concat!("derive ", stringify!($ty)), derive.map(|$rest| $pairs))
                    }};
                }
                let number = with(7, others);
                let one = with("One", others);
                let first = Pairs::from([("c", Variant::from(others.clone())), ("a", "One".into())]);
                let last = Pairs::from([("a", "One".into()), ("c", Variant::from(others.clone()))]);
                let list = vec![Variant::from(others.clone())];
                let map = Pairs::from([("x", others.clone())]);
                let map_of = |mut map: BTreeMap<String, Pairs>| map.remove("x").unwrap();
                vec![
                    position!(others => Pairs, rest => rest),
                    position!(others => Variant, rest => pairs(rest)),
                    position!(others => Option<Box<Pairs>>, rest => *rest.unwrap()),
                    position!(list => Vec<Pairs>, mut rest => rest.pop().unwrap()),
                    position!(map => BTreeMap<String, Pairs>, rest => map_of(rest)),
                    position!(number => Flat<Pairs>, flat => flat.rest),
                    position!(number => Flat<Variant>, flat => pairs(flat.rest)),
                    position!(number => Flat<Newtype<Pairs>>, flat => flat.rest.0),
                    position!(number => Flat<Option<Pairs>>, flat => flat.rest.unwrap()),
                    position!(one => Tagged<Pairs>, Tagged::One(rest) => rest),
                    position!(one => Tagged<Variant>, Tagged::One(rest) => pairs(rest)),
                    position!(one => TaggedFlat<Pairs>, TaggedFlat::One { rest } => rest),
                    position!(first => Adjacent<Pairs>, Adjacent::One(rest) => rest),
                    position!(last => Adjacent<Pairs>, Adjacent::One(rest) => rest),
                    position!(others => Untagged<Pairs>, Untagged::One(rest) => rest),
                    position!(others => Untagged<Newtype<Variant>>, Untagged::One(rest) => pairs(rest.0)),
                    position!(others => Untagged<Option<Box<Variant>>>, Untagged::One(rest) => pairs(*rest.unwrap())),
                    position!(list => Untagged<Vec<Variant>>, Untagged::One(mut rest) => pairs(rest.pop().unwrap())),
                    position!(map => Untagged<BTreeMap<String, Pairs>>, Untagged::One(rest) => map_of(rest)),
                    position!(number => ForeignFlat<Pairs>, remote => remote.0.rest),
                    position!(map => BTreeMap<&str, Pairs>, mut rest => rest.remove("x").unwrap()),
                    derived!(number => Flat<Pairs>, flat => flat.rest),
                    derived!(one => TaggedFlat<Pairs>, TaggedFlat::One { rest } => rest),
                    derived!(last => Adjacent<Pairs>, Adjacent::One(rest) => rest),
                    derived!(others => Untagged<Pairs>, Untagged::One(rest) => rest),
                    derived!(number => Serde<Flat<Pairs>>, Serde(flat) => flat.rest),
                ]
            }

            /// Checks that each position decodes to the expected pairs.
            #[track_caller]
            fn check(expected: &Pairs, edit: impl Fn(Vec<u8>) -> Vec<u8>, options: DecodeOptions) {
                for (position, found) in decode_in_every_position(expected, edit, options) {
                    let found = found.unwrap_or_else(|error| panic!("{position}: {expected:?}: {error}"));
                    assert_eq!(
                        $layout::to_vec(&found).unwrap(),
                        $layout::to_vec(expected).unwrap(),
                        "{position}"
                    );
                }
            }

            /// Checks that each position returns an error of the expected kind.
            #[track_caller]
            fn check_rejected(
                others: &Pairs,
                options: DecodeOptions,
                is_expected: impl Fn(&DecodeErrorKind) -> bool,
            ) {
                for (position, found) in decode_in_every_position(others, |packet| packet, options) {
                    let error = found.map(|found| format!("{position}: {found:?}")).unwrap_err();
                    let kind = match error.kind() {
                        DecodeErrorKind::NoVariant { reason, .. } => reason,
                        kind => kind,
                    };
                    assert!(is_expected(kind), "{position}: {error:?}");
                }
            }

            fn object() -> Variant {
                let script = Object::full("GDScript", [("script/source", "extends Node")]);
                Object::full("Reference", [("script", Variant::from(script))]).into()
            }

            /// Returns bytes that an earlier version decoded as a value of any type.
            fn payloads() -> [Vec<u8>; 3] {
                let nested = (0..1023).fold(Variant::from(7), |value, _| vec![value].into());
                [
                    $layout::to_vec(&Pairs::from([("x", object())])).unwrap(),
                    $layout::to_vec(&object()).unwrap(),
                    $layout::to_vec(&Pairs::from([("x", nested)])).unwrap(),
                ]
            }

            #[test]
            fn keys_have_no_meaning() {
                for key in KEYS {
                    for value in [
                        Variant::from("red"),
                        7.into(),
                        vec![Variant::from(1), 2.into(), 3.into(), 4.into()].into(),
                        Variant::Nil,
                        Variant::from(Pairs::from([(key, "nested")])),
                        Variant::from(Pairs::from([("id", 7)])),
                        gdvariant::Vector2::new(1.0, 2.0).into(),
                    ] {
                        let others = Pairs::from([(key, value)]);
                        check(&others, |packet| packet, DecodeOptions::new());
                        check(&others, |packet| packet, DecodeOptions::engine());
                    }
                }
            }

            #[test]
            fn bytes_are_never_a_value() {
                let limited = DecodeOptions::new().max_depth(10);
                for key in KEYS {
                    for payload in payloads() {
                        let others = Pairs::from([(key, Packed(payload))]);
                        check(&others, |packet| packet, limited);
                        check(&others, |packet| packet, DecodeOptions::engine().max_depth(10));
                    }
                }
            }

            /// Checks a key with a `$` overlong in three bytes, which Godot 3 accepts and
            /// Pandemonium rejects. Such a key is not borrowed.
            #[test]
            fn overlong_keys_have_no_meaning() {
                let name = concat!("$gdvariant::", stringify!($layout));
                let plain = $layout::to_vec(name).unwrap();
                let overlong = |packet: Vec<u8>| {
                    let at = packet.windows(plain.len()).position(|bytes| bytes == plain);
                    let (before, after) = packet.split_at(at.expect("the packet has the key"));
                    let mut text = vec![0xe0, 0x80, 0xa4];
                    text.extend_from_slice(&name.as_bytes()[1..]);
                    let mut edited = [before, &plain[..4]].concat();
                    edited.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
                    edited.extend(&text);
                    edited.resize(edited.len().next_multiple_of(4), 0);
                    edited.extend(&after[plain.len()..]);
                    edited
                };
                let options = DecodeOptions::engine().max_depth(10);
                for payload in payloads() {
                    let others = Pairs::from([(name, Packed(payload))]);
                    if stringify!($layout) == "godot3" {
                        check(&others, overlong, options);
                    } else {
                        let found = decode_in_every_position(&others, overlong, options);
                        assert!(found.iter().all(|(_, found)| found.is_err()));
                    }
                    let found = decode_in_every_position(&others, overlong, DecodeOptions::new());
                    assert!(found.iter().all(|(_, found)| found.is_err()));
                }
            }

            #[test]
            fn objects_need_permission() {
                let others = Pairs::from([("Object", object())]);
                let is_not_allowed = |kind: &DecodeErrorKind| matches!(kind, DecodeErrorKind::ObjectsNotAllowed);
                check_rejected(&others, DecodeOptions::new(), is_not_allowed);
                check_rejected(&others, DecodeOptions::engine(), is_not_allowed);
                check(&others, |packet| packet, OBJECTS);
                let ids = Pairs::from([("Object", Object::<Variant>::Id(7))]);
                check(&ids, |packet| packet, DecodeOptions::new());
            }

            #[test]
            fn nesting_is_limited() {
                let nested = |depth: usize| (0..depth).fold(Variant::from(7), |value, _| vec![value].into());
                let options = DecodeOptions::new().max_depth(10);
                check(&Pairs::from([("x", nested(8))]), |packet| packet, options);
                let is_too_deep = |kind: &DecodeErrorKind| matches!(kind, DecodeErrorKind::TooDeep { .. });
                check_rejected(&Pairs::from([("x", nested(11))]), options, is_too_deep);
                let within = Object::full("A", [("x", nested(10))]);
                check_rejected(&Pairs::from([("x", within)]), options.allow_objects(true), is_too_deep);
            }

            #[test]
            fn serde_and_the_derive_write_the_same_bytes() {
                let mut all = KEYS.map(|key| Pairs::from([(key, "red")])).to_vec();
                all.push(Pairs::from([(1, "one")]));
                all.push(Pairs::from([(Variant::from(1), Variant::from(2)), ("x".into(), object())]));
                all.push(Pairs::new());
                for rest in all {
                    let flat = Flat { a: Some(7), rest: rest.clone() };
                    let bytes = to_vec(&flat).unwrap();
                    assert_eq!(bytes, $layout::to_vec(&flat).unwrap());
                    assert_eq!(bytes, $layout::to_vec(&with(7, &rest)).unwrap());
                    assert_eq!(from_slice_with::<Flat<Pairs>>(&bytes, OBJECTS).unwrap(), flat);
                    assert_eq!($layout::from_slice_with::<Flat<Pairs>>(&bytes, OBJECTS).unwrap(), flat);
                    let any = Flat { a: Some(7), rest: Variant::from(rest.clone()) };
                    assert_eq!(to_vec(&any).unwrap(), bytes);
                    let tagged = Tagged::One(rest.clone());
                    let bytes = to_vec(&tagged).unwrap();
                    assert_eq!(bytes, $layout::to_vec(&with("One", &rest)).unwrap());
                    assert_eq!(from_slice_with::<Tagged<Pairs>>(&bytes, OBJECTS).unwrap(), tagged);
                    let adjacent = Adjacent::One(rest.clone());
                    let bytes = to_vec(&adjacent).unwrap();
                    assert_eq!(bytes, $layout::to_vec(&adjacent).unwrap());
                    assert_eq!(from_slice_with::<Adjacent<Pairs>>(&bytes, OBJECTS).unwrap(), adjacent);
                    let all_keys_are_text = rest.keys().all(|key| matches!(key, Variant::String(_)));
                    let flat = TaggedFlat::One { rest };
                    let bytes = to_vec(&flat).unwrap();
                    assert_eq!(bytes, $layout::to_vec(&flat).unwrap());
                    assert_eq!($layout::from_slice_with::<TaggedFlat<Pairs>>(&bytes, OBJECTS).unwrap(), flat);
                    // Structs that serde buffers have string keys only.
                    if all_keys_are_text {
                        assert_eq!(from_slice_with::<TaggedFlat<Pairs>>(&bytes, OBJECTS).unwrap(), flat);
                    }
                }
            }

            #[test]
            fn enums_buffered_while_encoding_keep_keys() {
                #[derive(Debug, PartialEq, Serialize, Deserialize)]
                enum Inner {
                    With { rest: Pairs },
                }
                for key in KEYS {
                    let nested = Pairs::from([(key, Variant::from(Pairs::from([(key, "red")])))]);
                    for rest in [Pairs::from([("x", nested.clone())]), nested, Pairs::from([(1, "one")])] {
                        let content = Variant::from(Pairs::from([("rest", rest.clone())]));
                        let value = Tagged::One(Inner::With { rest });
                        let bytes = to_vec(&value).unwrap();
                        let expected = Pairs::from([("a", Variant::from("One")), ("With", content)]);
                        assert_eq!(bytes, $layout::to_vec(&expected).unwrap());
                        assert_eq!(from_slice_with::<Tagged<Inner>>(&bytes, OBJECTS).unwrap(), value);
                    }
                }
            }

            #[test]
            fn json_keeps_every_key() {
                for key in KEYS {
                    let flat = Flat { a: Some(7), rest: Pairs::from([(key, "red")]) };
                    let json = serde_json::to_string(&flat).unwrap();
                    assert_eq!(serde_json::from_str::<Flat<Pairs>>(&json).unwrap(), flat, "{json}");
                }
            }

            #[test]
            fn values_of_serde_json_keep_every_key() {
                for key in KEYS {
                    // serde_json treats the value under its own key as a number.
                    if key == "$serde_json::private::Number" {
                        continue;
                    }
                    let inner = Pairs::from([(key, Variant::from("red")), ("x", vec![Variant::from(1.5)].into())]);
                    let all = with(7, &Pairs::from([(key, inner.clone())]));
                    let bytes = $layout::to_vec(&all).unwrap();
                    let expected = serde_json::json!({ "a": 7, key: { key: "red", "x": [1.5] } });
                    let value: serde_json::Value = from_slice_with(&bytes, DecodeOptions::new()).unwrap();
                    assert_eq!(value, expected);
                    let Untagged::One(value) =
                        from_slice_with::<Untagged<serde_json::Value>>(&bytes, DecodeOptions::new()).unwrap();
                    assert_eq!(value, expected);
                    let flat: Flat<serde_json::Map<String, serde_json::Value>> =
                        from_slice_with(&bytes, DecodeOptions::new()).unwrap();
                    assert_eq!(flat.rest[key], expected[key]);
                }
            }

            #[test]
            fn only_a_dictionary_is_flattened() {
                for rest in [
                    Variant::from(gdvariant::Vector2::new(1.0, 2.0)),
                    object(),
                    Packed([1.0_f32]).into(),
                    f64::NAN.into(),
                    gdvariant::NodePath::from("a").into(),
                ] {
                    let error = to_vec(&Flat { a: None, rest }).unwrap_err().to_string();
                    assert!(error.contains("only a Dictionary can"), "{error}");
                }
                let rest = gdvariant::Vector2::new(1.0, 2.0);
                let error = to_vec(&Tagged::One(rest)).unwrap_err().to_string();
                assert!(error.contains("only a Dictionary can"), "{error}");
                let pair = Pairs::from([("a", Variant::from("One")), ("Vector2", vec![Variant::from(1.0), 2.0.into()].into())]);
                let bytes = $layout::to_vec(&pair).unwrap();
                from_slice_with::<Tagged<gdvariant::Vector2>>(&bytes, DecodeOptions::new()).unwrap_err();
            }

            #[test]
            fn converts_between_variants_and_types() {
                for key in KEYS {
                    let rest = Pairs::from([(key, Packed(payloads()[0].clone()))]);
                    let all = Variant::from(with(7, &rest));
                    let flat: Flat<Pairs> = from_variant(&all).unwrap();
                    assert_eq!(flat, Flat { a: Some(7), rest });
                    assert_eq!(to_variant(&flat).unwrap(), all);
                }
            }

            #[test]
            fn other_binary_formats_hold_the_json_form() {
                for value in [
                    Variant::from(gdvariant::Vector2::new(1.0, 0.5)),
                    object(),
                    Pairs::from([("$gdvariant::godot3", Packed(payloads()[0].clone()))]).into(),
                    Pairs::from([("Color", Variant::from(Pairs::from([(1, "one")])))]).into(),
                ] {
                    let packed = rmp_serde::to_vec(&value).unwrap();
                    assert_eq!(rmp_serde::from_slice::<Variant>(&packed).unwrap(), value);
                    let json: serde_json::Value = rmp_serde::from_slice(&packed).unwrap();
                    assert_eq!(json, serde_json::to_value(&value).unwrap());
                }
                // The value under the key of an earlier version is a PackedByteArray.
                let map = BTreeMap::from([("$gdvariant::godot3", serde_bytes::ByteBuf::from(payloads()[0].clone()))]);
                let read: Variant = rmp_serde::from_slice(&rmp_serde::to_vec(&map).unwrap()).unwrap();
                assert_eq!(read, Variant::from(Pairs::from([("$gdvariant::godot3", Packed(payloads()[0].clone()))])));
            }

            #[cfg(feature = "tokio")]
            #[test]
            fn a_codec_keeps_the_options() {
                use tokio_util::codec::Decoder;

                let others = Pairs::from([("Color", object())]);
                let mut file = Vec::new();
                $layout::write_framed(&mut file, &with(7, &others)).unwrap();
                for (options, is_accepted) in [(DecodeOptions::new(), false), (OBJECTS, true)] {
                    let frames = FrameOptions::packets().decode_options(options);
                    let mut codec = gdvariant::framing::Codec::<gdvariant::$marker, Serde<Flat<Pairs>>>::with_options(frames);
                    let mut received = bytes::BytesMut::from(file.as_slice());
                    let message = codec.decode(&mut received).unwrap().expect("a whole frame");
                    assert_eq!(message.is_ok(), is_accepted, "{message:?}");
                }
            }

            #[test]
            fn frames_keep_the_options() {
                let others = Pairs::from([("Color", object())]);
                let mut file = Vec::new();
                $layout::write_framed(&mut file, &with(7, &others)).unwrap();
                for (options, is_accepted) in [(DecodeOptions::new(), false), (OBJECTS, true)] {
                    let frames = FrameOptions::new().decode_options(options);
                    let read: Vec<Result<Serde<Flat<Pairs>>, _>> =
                        $layout::iter_framed_with(file.as_slice(), frames).collect();
                    assert_eq!(read.len(), 1);
                    assert_eq!(read[0].is_ok(), is_accepted, "{read:?}");
                }
            }
        }
    };
}

in_layout!(godot3 Godot3);
#[cfg(feature = "pandemonium")]
in_layout!(pandemonium Pandemonium);

/// Tests serde_json's feature `arbitrary_precision`, which the tests enable: each number is a map or
/// a struct with this name.
mod arbitrary_precision {
    use super::{Adjacent, Flat, Tagged, TaggedFlat, Untagged};
    use ::serde::Serialize;
    use ::serde::de::DeserializeOwned;
    use gdvariant::godot4::{self, Dictionary, Variant, variant};
    use gdvariant::serde::Plain;
    use serde_json::{Value as Json, json};
    use std::collections::BTreeMap;

    const NUMBER: &str = "$serde_json::private::Number";

    /// Returns the Variant that a layout's bytes contain after serializing a value.
    fn encoded(value: &impl Serialize) -> Variant {
        godot4::from_slice(&godot4::serde::to_vec(value).unwrap()).unwrap()
    }

    #[test]
    fn numbers_are_encoded_as_numbers() {
        for (digits, expected) in [
            ("7", Variant::Int(7)),
            ("-9223372036854775808", Variant::Int(i64::MIN)),
            ("9223372036854775807", Variant::Int(i64::MAX)),
            ("1.5", Variant::Float(1.5)),
            ("0.1", Variant::Float(0.1)),
            ("7.0", Variant::Float(7.0)),
            ("1e2", Variant::Float(100.0)),
            // An integer that a float holds exactly.
            (
                "9223372036854775808",
                Variant::Float(9_223_372_036_854_775_808.0),
            ),
            ("-100000000000000000000", Variant::Float(-1e20)),
        ] {
            let number: Json = serde_json::from_str(digits).unwrap();
            let x = Variant::from(Dictionary::from([("x", expected.clone())]));
            assert_eq!(encoded(&number), expected, "{digits}");
            assert_eq!(encoded(&json!({"x": number})), x);
            assert_eq!(
                encoded(&[Some(&number)]),
                Variant::from(vec![expected.clone()])
            );
            assert_eq!(encoded(&Untagged::One(json!({"x": number}))), x);
            let map = BTreeMap::from([("x", &number)]);
            let flat = encoded(&Flat {
                a: None,
                rest: &map,
            });
            assert_eq!(flat["x"], expected);
            assert_eq!(encoded(&Tagged::One(&map))["x"], expected);
            assert_eq!(encoded(&TaggedFlat::One { rest: &map })["x"], expected);
            assert_eq!(encoded(&Adjacent::One(&number))["c"], expected);
        }
        for digits in [
            "18446744073709551615",
            "-9223372036854775809",
            "123456789012345678901",
            "1e400",
        ] {
            let number: Json = serde_json::from_str(digits).unwrap();
            let error = godot4::serde::to_vec(&json!({"x": [number]})).unwrap_err();
            assert_eq!(error.path().to_string(), "x[0]", "{error}");
        }
    }

    /// Only the name of a struct identifies a number, never a key.
    #[test]
    fn keys_do_not_imitate_numbers() {
        #[derive(Serialize)]
        struct Imitation {
            #[serde(rename = "$serde_json::private::Number")]
            number: &'static str,
        }

        let expected = Variant::from(Dictionary::from([(NUMBER, "5")]));
        assert_eq!(encoded(&Imitation { number: "5" }), expected);
        assert_eq!(encoded(&BTreeMap::from([(NUMBER, "5")])), expected);
        assert_eq!(encoded(&json!({NUMBER: "5"})), expected);
        assert_eq!(encoded(&expected), expected);

        for (member, expected) in [
            (
                r#"{"$serde_json::private::Number": "5"}"#,
                variant!({NUMBER: "5"}),
            ),
            (
                r#"{"$serde_json::private::Number": "abc"}"#,
                variant!({NUMBER: "abc"}),
            ),
            (
                r#"{"$serde_json::private::Number": 5}"#,
                variant!({NUMBER: 5}),
            ),
            (
                r#"{"$serde_json::private::Number": ["5"]}"#,
                variant!({NUMBER: ["5"]}),
            ),
            (
                r#"{"$serde_json::private::Number": {"$serde_json::private::Number": "5"}}"#,
                variant!({NUMBER: {NUMBER: "5"}}),
            ),
            (
                r#"{"$serde_json::private::Number": "5", "y": 1.5}"#,
                variant!({NUMBER: "5", "y": 1.5}),
            ),
            (
                r#"{"\u0024serde_json::private::Number": "5"}"#,
                variant!({NUMBER: "5"}),
            ),
            ("5", Variant::Int(5)),
            ("[1.5, 7]", variant!([1.5, 7])),
            (
                r#"{"y": 18446744073709551616.0}"#,
                variant!({"y": 18_446_744_073_709_551_616.0}),
            ),
        ] {
            let text = format!(r#"{{"c": {{"x": {member}}}, "a": "One"}}"#);
            let within = variant!({"x": (expected.clone())});
            check(
                &text,
                &variant!({"c": (within.clone()), "a": "One"}),
                |value: Variant| value,
            );
            check(
                &text,
                &variant!({"c": (within.clone()), "a": "One"}),
                |Plain(value): Plain<Variant>| value,
            );
            check(
                &text,
                &variant!({"c": (within.clone()), "a": "One"}),
                |Untagged::One(value): Untagged<Variant>| value,
            );
            check(
                &text,
                &variant!({"c": (within.clone())}),
                |Tagged::One(value): Tagged<Variant>| value,
            );
            check(
                &text,
                &variant!({"c": (within.clone())}),
                |TaggedFlat::One { rest }: TaggedFlat<Variant>| rest,
            );
            check(&text, &within, |Adjacent::One(value): Adjacent<Variant>| {
                value
            });
            let text = format!(r#"{{"x": {member}}}"#);
            check(&text, &within, |flat: Flat<Variant>| flat.rest);
        }
        // Without a buffer, not even escapes imitate a number.
        let escaped = r#"{"$serde_json::private::Number": "\u0035"}"#;
        assert_eq!(serde_json::from_str::<Variant>(escaped).unwrap(), expected);

        // The form that this library writes, and plain data.
        for value in [
            expected.clone(),
            variant!([{NUMBER: "abc"}, {"x": {NUMBER: 1, "y": 2.5}}]),
        ] {
            let text = serde_json::to_string(&value).unwrap();
            check(&text, &value, |value: Variant| value);
            let text = serde_json::to_string(&Plain(&value)).unwrap();
            check(&text, &value, |Plain(value): Plain<Variant>| value);
            let packed = rmp_serde::to_vec(&Plain(&value)).unwrap();
            assert_eq!(
                rmp_serde::from_slice::<Plain<Variant>>(&packed).unwrap().0,
                value
            );
        }
    }

    /// Deserializes the JSON text as `T` in each way that serde_json has.
    #[track_caller]
    fn check<T: DeserializeOwned>(text: &str, expected: &Variant, value: impl Fn(T) -> Variant) {
        let name = std::any::type_name::<T>();
        assert_eq!(
            value(serde_json::from_str(text).unwrap()),
            *expected,
            "{name}: {text}"
        );
        assert_eq!(
            value(serde_json::from_reader(text.as_bytes()).unwrap()),
            *expected,
            "{name}: {text}"
        );
    }
}
