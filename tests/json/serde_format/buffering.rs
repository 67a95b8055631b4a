//! Values that serde buffers for `flatten`, `tag`, `content` and `untagged`.
//!
//! No key of the input has a special meaning, and decode options apply to buffered values.

use super::from_slice_with;
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};
use gdvariant::godot3::serde::{from_variant, to_variant, to_vec};
use gdvariant::godot3::{self, Dictionary, Object, Variant};
use gdvariant::serde::Serde;
use gdvariant::{DecodeError, DecodeOptions, DecodeOwned, Encode, Godot3, Packed, generic};
use std::any::type_name;
use std::collections::BTreeMap;
use std::convert::identity;

/// Keys that have a meaning in the JSON form, or had a meaning in an earlier version.
const KEYS: [&str; 16] = [
    "$",
    "$gdvariant",
    "$gdvariant::Variant",
    "$gdvariant::godot3",
    "$gdvariant::shared",
    "$gdvariant::type",
    "$gdvariant::typed",
    "godot3",
    "Vector2",
    "$serde_json::private::Number",
    "Color",
    "float",
    "Object",
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

/// Returns a Dictionary with the key `a` and other entries.
fn with(a: impl Into<Variant>, others: &Dictionary) -> Dictionary {
    let mut all = Dictionary::from([("a", a.into())]);
    all.extend(others.clone());
    all
}

fn dictionary(value: Variant) -> Dictionary {
    value.try_into().expect("the value is a Dictionary")
}

/// Edits packets and decodes them.
#[derive(Clone, Copy)]
struct Decoder {
    edit: fn(Vec<u8>) -> Vec<u8>,
    options: DecodeOptions,
}

type Decoded = (&'static str, Result<Dictionary, DecodeError>);

impl Decoder {
    fn packet(self, value: impl Encode<Godot3>) -> Vec<u8> {
        (self.edit)(godot3::to_vec(&value).expect("it can be encoded"))
    }

    fn serde<T: DeserializeOwned>(
        self,
        value: impl Encode<Godot3>,
        rest: impl FnOnce(T) -> Dictionary,
    ) -> Decoded {
        let decoded = from_slice_with(&self.packet(value), self.options);
        (type_name::<T>(), decoded.map(rest))
    }

    fn derive<T: DecodeOwned<Godot3>>(
        self,
        value: impl Encode<Godot3>,
        rest: impl FnOnce(T) -> Dictionary,
    ) -> Decoded {
        let decoded = generic::from_slice::<Godot3, _>(&self.packet(value), self.options);
        (type_name::<T>(), decoded.map(rest))
    }

    /// Decodes a Dictionary in every position of a type.
    fn decode_in_every_position(self, others: &Dictionary) -> Vec<Decoded> {
        let number = &with(7, others);
        let one = &with("One", others);
        let (tag, content) = (("a", "One".into()), ("c", Variant::from(others.clone())));
        let first = &Dictionary::from([content.clone(), tag.clone()]);
        let last = &Dictionary::from([tag, content]);
        let array = &[others];
        let map = &BTreeMap::from([("x", others)]);
        vec![
            self.serde(others, |rest: Dictionary| rest),
            self.serde(others, |rest: Option<Box<Variant>>| {
                dictionary(*rest.unwrap())
            }),
            self.serde(array, |[rest]: [Dictionary; 1]| rest),
            self.serde(number, |flat: Flat<Dictionary>| flat.rest),
            self.serde(number, |flat: Flat<Variant>| dictionary(flat.rest)),
            self.serde(number, |flat: Flat<Newtype<Dictionary>>| flat.rest.0),
            self.serde(number, |flat: Flat<Option<Dictionary>>| flat.rest.unwrap()),
            self.serde(one, |Tagged::One(rest): Tagged<Dictionary>| rest),
            self.serde(one, |Tagged::One(rest): Tagged<Variant>| dictionary(rest)),
            self.serde(one, |TaggedFlat::One { rest }: TaggedFlat<Dictionary>| rest),
            self.serde(first, |Adjacent::One(rest): Adjacent<Dictionary>| rest),
            self.serde(last, |Adjacent::One(rest): Adjacent<Dictionary>| rest),
            self.serde(others, |Untagged::One(rest): Untagged<Dictionary>| rest),
            self.serde(
                others,
                |Untagged::One(rest): Untagged<Option<Box<Variant>>>| dictionary(*rest.unwrap()),
            ),
            self.serde(array, |Untagged::One([rest]): Untagged<[Variant; 1]>| {
                dictionary(rest)
            }),
            self.serde(
                map,
                |Untagged::One(mut rest): Untagged<BTreeMap<String, Dictionary>>| {
                    rest.remove("x").unwrap()
                },
            ),
            self.derive(number, |flat: Flat<Dictionary>| flat.rest),
            self.derive(number, |Serde(flat): Serde<Flat<Dictionary>>| flat.rest),
        ]
    }
}

/// Checks that each position decodes to the expected entries.
#[track_caller]
fn check(expected: &Dictionary, edit: fn(Vec<u8>) -> Vec<u8>, options: DecodeOptions) {
    for (position, found) in (Decoder { edit, options }).decode_in_every_position(expected) {
        let found = found.unwrap_or_else(|error| panic!("{position}: {expected:?}: {error}"));
        assert_eq!(
            godot3::to_vec(&found).unwrap(),
            godot3::to_vec(expected).unwrap(),
            "{position}"
        );
    }
}

/// Checks that each position returns an error of the expected kind.
#[track_caller]
fn check_rejected(others: &Dictionary, options: DecodeOptions, expected: &str) {
    let decoder = Decoder {
        edit: identity,
        options,
    };
    for (position, found) in decoder.decode_in_every_position(others) {
        let error = found.expect_err(position);
        assert!(
            format!("{:?}", error.kind()).starts_with(expected),
            "{position}: {error:?}"
        );
    }
}

fn object() -> Variant {
    let script = Object::full("GDScript", [("script/source", "extends Node")]);
    Object::full("Reference", [("script", Variant::from(script))]).into()
}

fn nested(depth: usize) -> Variant {
    (0..depth).fold(Variant::from(7), |value, _| vec![value].into())
}

/// Returns bytes that an earlier version decoded as a value of any type.
fn payloads() -> [Vec<u8>; 2] {
    [object(), nested(1023)].map(|value| godot3::to_vec(&value).unwrap())
}

#[test]
fn keys_have_no_meaning() {
    for key in KEYS {
        let mut values = vec![
            Variant::from("red"),
            godot3::variant!([1, 2, 3, 4]),
            Dictionary::from([(key, "nested")]).into(),
            Dictionary::from([("id", 7)]).into(),
        ];
        values.extend(payloads().map(Variant::PackedByteArray));
        for value in values {
            let others = Dictionary::from([(key, value)]);
            check(&others, identity, DecodeOptions::new().max_depth(10));
            check(&others, identity, DecodeOptions::engine().max_depth(10));
        }
    }
}

/// Checks that a Dictionary with one entry that looks like the JSON form is not mistaken for it.
#[test]
fn no_input_imitates_the_json_form() {
    for imitation in [
        godot3::variant!({"Vector2": [1.0, 2.0]}),
        godot3::variant!({"Object": {"class": "GDScript", "properties": []}}),
        godot3::variant!({"Object": {"id": 7}}),
        godot3::variant!({"float": "nan"}),
        godot3::variant!({"Dictionary": [[1, 2]]}),
        godot3::variant!({"StringName": "a"}),
    ] {
        check(
            &dictionary(imitation.clone()),
            identity,
            DecodeOptions::new(),
        );
        let nested = Dictionary::from([("x", imitation.clone())]);
        check(&nested, identity, DecodeOptions::engine());
        let bytes = godot3::to_vec(&imitation).unwrap();
        let options = DecodeOptions::new();
        from_slice_with::<Untagged<gdvariant::Vector2>>(&bytes, options).unwrap_err();
        from_slice_with::<Untagged<Object>>(&bytes, options).unwrap_err();
        let Untagged::One(map): Untagged<BTreeMap<String, Variant>> =
            from_slice_with(&bytes, options).unwrap();
        assert_eq!(godot3::to_variant(&map).unwrap(), imitation);
    }
}

/// Checks that another format with newtype structs, such as CBOR with tags, cannot pass an encoding.
#[test]
fn no_other_format_imitates_an_encoding() {
    use serde::de::value::{BytesDeserializer, Error, MapDeserializer};
    use serde::de::{Deserializer, IntoDeserializer, Visitor};

    struct Tagged<T>(T);

    impl<'de, T: IntoDeserializer<'de, Error>> IntoDeserializer<'de, Error> for Tagged<T> {
        type Deserializer = Self;

        fn into_deserializer(self) -> Self {
            self
        }
    }

    impl<'de, T: IntoDeserializer<'de, Error>> Deserializer<'de> for Tagged<T> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.visit_newtype_struct(self.0.into_deserializer())
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
            option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
            ignored_any
        }
    }

    fn passed<'de, K: IntoDeserializer<'de, Error>>(
        key: K,
        bytes: &[u8],
    ) -> Result<Variant, Error> {
        let entry = (Tagged(key), BytesDeserializer::new(bytes));
        Variant::deserialize(MapDeserializer::new(std::iter::once(entry)))
    }

    let bytes = godot3::to_vec(&7).unwrap();
    passed("godot3", &bytes).unwrap_err();
    for token in 0..1000_u64 {
        passed(token, &bytes).unwrap_err();
    }
}

/// Checks that the values of a type without real numbers do not depend on the precision.
#[test]
fn values_without_reals_have_no_precision() {
    use gdvariant::{NodePath, Packed, StringName, Vector2i, double, godot4_double};

    for value in [
        Variant::Nil,
        true.into(),
        7.into(),
        0.1.into(),
        "a".into(),
        StringName::from("a").into(),
        NodePath::from("a/b:c").into(),
        Vec::from([1_u8, 2]).into(),
        Vec::from(["a".to_owned()]).into(),
    ] {
        let double: double::Variant = value.to_string().parse().unwrap();
        let bytes = godot4_double::to_vec(&double).unwrap();
        assert_eq!(godot4_double::serde::from_slice(&bytes), Ok(value.clone()));
        let Untagged::One(untagged): Untagged<Variant> =
            godot4_double::serde::from_slice(&bytes).unwrap();
        assert_eq!(untagged, value);
    }
    let value = Variant::from(Vector2i::new(1, 2));
    let bytes = godot4_double::to_vec(&Vector2i::new(1, 2)).unwrap();
    assert_eq!(
        godot4_double::serde::from_slice::<Variant>(&bytes),
        Ok(value.clone())
    );
    let Untagged::One(untagged): Untagged<Variant> =
        godot4_double::serde::from_slice(&bytes).unwrap();
    assert_eq!(untagged, value);
    let path = godot4_double::to_vec(&NodePath::from("a/b")).unwrap();
    let Untagged::One(untagged): Untagged<NodePath> =
        godot4_double::serde::from_slice(&path).unwrap();
    assert_eq!(untagged, NodePath::from("a/b"));
    let ints = godot4_double::to_vec(&Packed([1, 2])).unwrap();
    let Untagged::One(untagged): Untagged<Packed<Vec<i32>>> =
        godot4_double::serde::from_slice(&ints).unwrap();
    assert_eq!(untagged, Packed(vec![1, 2]));

    let vector = godot4_double::to_vec(&gdvariant::double::Vector2::new(0.1, 2.0)).unwrap();
    let error = godot4_double::serde::from_slice::<Variant>(&vector).unwrap_err();
    assert!(error.to_string().contains("`gdvariant::double`"), "{error}");

    // Bytes are no StringName.
    let bytes = godot3::to_vec(&Packed([1_u8, 2, 3])).unwrap();
    from_slice_with::<Untagged<StringName>>(&bytes, DecodeOptions::new()).unwrap_err();
}

/// Checks that a buffer keeps the bits and the types of values.
#[test]
fn buffers_keep_values_exactly() {
    use gdvariant::godot4::{self, Dictionary, TypedArray, TypedDictionary, Variant, variant};
    use gdvariant::{Kind, NodePath, Rid, StringName, Vector2};

    let single_nan = f32::from_bits(0x7fa0_0001);
    let typed = TypedDictionary::new(Kind::String, Kind::Int, [("a", 1)]);
    let values = [
        variant!([(i64::MIN), (i64::MAX), (9_007_199_254_740_993_i64)]),
        variant!([
            (f64::from_bits(0x7ff8_0000_0000_0001)),
            -0.0,
            (f64::INFINITY),
            0.1
        ]),
        variant!([(Vector2::new(single_nan, -0.0)), Packed([single_nan, 0.1])]),
        variant!([
            (StringName::from("a")),
            "a",
            (NodePath::from("/a:b")),
            (Rid::new(u64::MAX))
        ]),
        TypedArray::new(Kind::Int, [1, 2]).into(),
        typed.into(),
        Dictionary::from([
            (Variant::from(1), 2),
            (1.5.into(), 3),
            (Vector2::default().into(), 4),
        ])
        .into(),
        Object::Id(u64::MAX).into(),
        Packed(vec![i64::MIN]).into(),
    ];
    for value in values {
        let packet = variant!({"a": "One", "x": (value.clone())});
        let bytes = godot4::to_vec(&packet).unwrap();
        let expected = godot4::to_vec(&value).unwrap();
        let kept = |value: &Variant| assert_eq!(godot4::to_vec(value).unwrap(), expected);

        let Tagged::One(rest): Tagged<BTreeMap<String, Variant>> =
            godot4::serde::from_slice(&bytes).unwrap();
        kept(&rest["x"]);
        let TaggedFlat::One { rest }: TaggedFlat<Dictionary> =
            godot4::serde::from_slice(&bytes).unwrap();
        kept(&rest["x"]);
        let Untagged::One(rest): Untagged<BTreeMap<String, Variant>> =
            godot4::serde::from_slice(&bytes).unwrap();
        kept(&rest["x"]);
    }
}

/// Checks a key with a `$` overlong in three bytes, which Godot 3 accepts. Such a key is not
/// borrowed.
#[test]
fn overlong_keys_have_no_meaning() {
    const NAME: &str = "$gdvariant::godot3";

    fn overlong(mut packet: Vec<u8>) -> Vec<u8> {
        let name = godot3::to_vec(NAME).unwrap();
        let at = packet.windows(name.len()).position(|bytes| bytes == name);
        let after = packet.split_off(at.expect("the packet has the key"));
        let text = [b"\xe0\x80\xa4", &NAME.as_bytes()[1..]].concat();
        packet.extend(&name[..4]);
        packet.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        packet.extend(text);
        packet.resize(packet.len().next_multiple_of(4), 0);
        packet.extend(&after[name.len()..]);
        packet
    }

    for payload in payloads() {
        let others = Dictionary::from([(NAME, Packed(payload))]);
        check(&others, overlong, DecodeOptions::engine().max_depth(10));
    }
}

#[test]
fn options_apply_in_every_position() {
    let others = Dictionary::from([("Object", object())]);
    check_rejected(&others, DecodeOptions::new(), "ObjectsNotAllowed");
    check_rejected(&others, DecodeOptions::engine(), "ObjectsNotAllowed");
    check(&others, identity, OBJECTS);
    let ids = Dictionary::from([("Object", Object::Id(7))]);
    check(&ids, identity, DecodeOptions::new());

    let options = DecodeOptions::new().max_depth(10);
    check(&Dictionary::from([("x", nested(8))]), identity, options);
    check_rejected(&Dictionary::from([("x", nested(11))]), options, "TooDeep");
    let within = Dictionary::from([("x", Object::full("A", [("x", nested(10))]))]);
    check_rejected(&within, options.allow_objects(true), "TooDeep");
}

#[test]
fn serde_and_the_derive_write_the_same_bytes() {
    let mut all = KEYS.map(|key| Dictionary::from([(key, "red")])).to_vec();
    all.push(Dictionary::from([
        (Variant::from(1), Variant::from(2)),
        ("x".into(), object()),
    ]));
    all.push(Dictionary::new());
    for rest in all {
        let entries = Variant::from(with(7, &rest));
        let bytes = godot3::to_vec(&entries).unwrap();
        let flat = Flat {
            a: Some(7),
            rest: rest.clone(),
        };
        assert_eq!(to_vec(&flat).unwrap(), bytes);
        assert_eq!(godot3::to_vec(&flat).unwrap(), bytes);
        assert_eq!(to_variant(&flat).unwrap(), entries);
        assert_eq!(from_variant::<Flat<Dictionary>>(&entries).unwrap(), flat);
        let any = Flat {
            a: Some(7),
            rest: Variant::from(rest.clone()),
        };
        assert_eq!(to_vec(&any).unwrap(), bytes);

        let bytes = godot3::to_vec(&with("One", &rest)).unwrap();
        let tagged = Tagged::One(rest.clone());
        assert_eq!(to_vec(&tagged).unwrap(), bytes);
        let adjacent = Adjacent::One(rest.clone());
        assert_eq!(
            to_vec(&adjacent).unwrap(),
            godot3::to_vec(&adjacent).unwrap()
        );
        let flat = TaggedFlat::One { rest };
        assert_eq!(to_vec(&flat).unwrap(), bytes);
        assert_eq!(godot3::to_vec(&flat).unwrap(), bytes);
        assert_eq!(
            generic::from_slice::<Godot3, TaggedFlat<Dictionary>>(&bytes, OBJECTS),
            Ok(flat)
        );
    }
}

#[test]
fn enums_buffered_while_encoding_keep_keys() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Inner {
        With { rest: Dictionary },
    }
    for key in KEYS {
        let nested = Dictionary::from([(key, Dictionary::from([(key, "red")]))]);
        for rest in [nested, Dictionary::from([(1, "one")])] {
            let content = Variant::from(Dictionary::from([("rest", rest.clone())]));
            let value = Tagged::One(Inner::With { rest });
            let bytes = to_vec(&value).unwrap();
            let expected = Dictionary::from([("a", Variant::from("One")), ("With", content)]);
            assert_eq!(bytes, godot3::to_vec(&expected).unwrap());
            assert_eq!(from_slice_with(&bytes, OBJECTS), Ok(value));
        }
    }
}

#[test]
fn json_keeps_every_key() {
    for key in KEYS {
        let rest = Dictionary::from([(key, "red")]);
        let flat = Flat { a: Some(7), rest };
        let json = serde_json::to_string(&flat).unwrap();
        assert_eq!(
            serde_json::from_str::<Flat<Dictionary>>(&json).unwrap(),
            flat,
            "{json}"
        );
        // serde_json treats the value under its own key as a number.
        if key != "$serde_json::private::Number" {
            let options = DecodeOptions::new();
            let bytes = godot3::to_vec(&flat).unwrap();
            let expected = serde_json::json!({ "a": 7, key: "red" });
            let value: serde_json::Value = from_slice_with(&bytes, options).unwrap();
            assert_eq!(value, expected);
            let Untagged::One(value): Untagged<serde_json::Value> =
                from_slice_with(&bytes, options).unwrap();
            assert_eq!(value, expected);
        }
    }
}

#[test]
fn only_a_dictionary_is_flattened() {
    for rest in [
        Variant::from(gdvariant::Vector2::new(1.0, 2.0)),
        object(),
        Packed([1.0_f32]).into(),
        f64::NAN.into(),
    ] {
        let error = to_vec(&Flat {
            a: None,
            rest: rest.clone(),
        })
        .unwrap_err();
        assert!(
            error.to_string().contains("only a Dictionary can"),
            "{error}"
        );
        let error = to_vec(&Tagged::One(rest)).unwrap_err();
        assert!(
            error.to_string().contains("only a Dictionary can"),
            "{error}"
        );
    }
    let bytes = godot3::to_vec(&godot3::variant!({"a": "One", "Vector2": [1.0, 2.0]})).unwrap();
    let options = DecodeOptions::new();
    from_slice_with::<Tagged<gdvariant::Vector2>>(&bytes, options).unwrap_err();
}

#[test]
fn other_binary_formats_hold_the_json_form() {
    for value in [
        Variant::from(gdvariant::Vector2::new(1.0, 0.5)),
        object(),
        // The value under the key of an earlier version.
        Dictionary::from([("$gdvariant::godot3", Packed(payloads()[0].clone()))]).into(),
        Dictionary::from([("Color", Dictionary::from([(1, "one")]))]).into(),
    ] {
        let packed = rmp_serde::to_vec(&value).unwrap();
        assert_eq!(rmp_serde::from_slice::<Variant>(&packed).unwrap(), value);
        let json: serde_json::Value = rmp_serde::from_slice(&packed).unwrap();
        assert_eq!(json, serde_json::to_value(&value).unwrap());
    }
}

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
            ("1.5", Variant::Float(1.5)),
            ("7.0", Variant::Float(7.0)),
            ("1e2", Variant::Float(100.0)),
            // An integer that a float holds exactly.
            (
                "9223372036854775808",
                Variant::Float(9_223_372_036_854_775_808.0),
            ),
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
            assert_eq!(encoded(&Tagged::One(&map))["x"], expected);
            assert_eq!(encoded(&TaggedFlat::One { rest: &map })["x"], expected);
        }
        for digits in ["18446744073709551615", "-9223372036854775809", "1e400"] {
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
            ("[1.5, 7]", variant!([1.5, 7])),
        ] {
            let text = format!(r#"{{"c": {{"x": {member}}}, "a": "One"}}"#);
            let within = variant!({"x": (expected.clone())});
            let untagged = variant!({"c": (within.clone())});
            let whole = variant!({"c": (within.clone()), "a": "One"});
            check(&text, &whole, |value: Variant| value);
            check(&text, &whole, |Plain(value): Plain<Variant>| value);
            check(&text, &whole, |Untagged::One(value): Untagged<Variant>| {
                value
            });
            check(&text, &untagged, |Tagged::One(value): Tagged<Variant>| {
                value
            });
            check(
                &text,
                &untagged,
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
        let value = variant!([{NUMBER: "abc"}, {"x": {NUMBER: 1, "y": 2.5}}]);
        let text = serde_json::to_string(&value).unwrap();
        check(&text, &value, |value: Variant| value);
        let text = serde_json::to_string(&Plain(&value)).unwrap();
        check(&text, &value, |Plain(value): Plain<Variant>| value);
        let packed = rmp_serde::to_vec(&Plain(&value)).unwrap();
        let Plain(unpacked) = rmp_serde::from_slice::<Plain<Variant>>(&packed).unwrap();
        assert_eq!(unpacked, value);
    }

    /// Deserializes the JSON text as `T` in each way that serde_json has.
    #[track_caller]
    fn check<T: DeserializeOwned>(text: &str, expected: &Variant, value: impl Fn(T) -> Variant) {
        let name = std::any::type_name::<T>();
        for parsed in [
            serde_json::from_str(text),
            serde_json::from_reader(text.as_bytes()),
        ] {
            assert_eq!(value(parsed.unwrap()), *expected, "{name}: {text}");
        }
    }
}
