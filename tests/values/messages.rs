//! The record of the words of errors: other tests check kinds, offsets, paths and numbers.
//! `converter::losses` has the words of reports.
//!
//! `INSTA_UPDATE=always cargo test --all-features --test values messages` accepts a change.

use crate::common::bytes;
use gdvariant::schema::layout_named;
use gdvariant::serde::Serde;
use gdvariant::{
    Decode, DecodeOptions, Dictionary, ElementType, Encode, EncodeOptions, Engine, EngineVersion,
    Godot3, Godot4, Kind, Object, Packed, PackedView, Pandemonium5, Rid, TypedArray, Variant,
    Vector2, Vector4, double, generic, godot3, godot4,
};
use serde::de::DeserializeSeed;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display, Write};

/// Texts that `parse` rejects.
const TEXTS_OF_GODOT4: &[&str] = &[
    "",
    "\n\n  ",
    "1 2",
    "[1, 2",
    "[1\n, 2: 3]",
    "[,]",
    "[1)",
    "{\"é\": 1, 2}",
    "{1: 2 3: 4}",
    "{a}",
    "Vector2(1, 2, 3)",
    "Vector2(1)",
    "Color(1, 2)",
    "Vector2(1, \"2\")",
    "Vector2 + 1",
    "Vector2i(inf, 2)",
    "Vector2i(nan, 0)",
    "Rect2(Vector2(1, 2), Vector3(3, 4, 5))",
    "Rect2(1, Vector2(2, 3), 4)",
    "Quaternion(Vector3(1, 2, 3), 4)",
    "Color(\"red\")",
    "PackedByteArray(1, 256)",
    "PackedVector2Array(1, 2, 3)",
    "PackedVector2Array([1, Vector2(2, 3)])",
    "PackedVector2Array([Vector3(1, 2, 3)])",
    "PackedStringArray(1)",
    "PackedFloatArray()",
    "Node(1)",
    "int(1)",
    "Vector2.zero",
    "Rect2(Vector2., 1)",
    "String.EMPTY",
    "Vector2.ZERO + 1",
    "PI.0",
    "PackedByteArray(\"AAE\")",
    "PackedByteArray(\"A===\")",
    "PackedByteArray(\"AA==AA==\")",
    "PackedByteArray('AA\"')",
    "PackedByteArray(\"AAEC",
    "PackedInt32Array(\"AAEC\")",
    "# 1",
    "[1 #add\n]",
    "{# one\n1 # two\n2}",
    "9223372036854775808",
    "PackedInt64Array(9223372036854775808.0)",
    "0x",
    "12abc",
    "1.2.3",
    "1e",
    "Vector2(1E-_9, 0)",
    "0b102",
    "--1",
    "\"abc",
    "[1,\n\"\"\"a\"\"",
    "[\n'a\\u']",
    "\"\\u12\"",
    "\"\\ud83d\"",
    "\"\\U110000\"",
    "&a",
    "NodePath(a)",
    "Object(1)",
    "Object(Node, name: 1)",
    "Object(Node, \"name\" 1)",
    "Array[int][1]",
    "Array[1]([])",
    "Dictionary[int]({})",
    "Array([1]",
    "RID(nan)",
    "Signal(1)",
    "\u{9b}31m",
];

/// Texts that the notation of Godot 3 rejects.
const TEXTS_OF_GODOT3: &[&str] = &[
    "Quaternion.IDENTITY",
    "Color.red",
    "Vector3.MODEL_TOP",
    "PoolByteArray(\"AAEC\")",
    "Vector2i(1, 2)",
    "Array[int]([])",
    "[\nDictionary[int, int]({})]",
    "&\"name\"",
    "RID(5)",
    "TypedArray([])",
];

/// JSON forms that Godot 3 rejects.
const FORMS_OF_GODOT3: &[&str] = &[
    r#"{"Vector2":[1,2,3]}"#,
    r#"{"Vector2":[1,[]]}"#,
    r#"{"Vector2":[1e39,0]}"#,
    r#"{"Vector2":["nan:7ff8000000000001",0]}"#,
    r#"{"Vector2":["nan:000000007fc00001",0]}"#,
    r#"{"Rect2":{"position":[1,2]}}"#,
    r#"{"Rect2":{"position":[1,2],"size":[1,2],"z":0}}"#,
    r#"{"Plane":{"normal":[1,2,3],"d":[]}}"#,
    r#"{"Transform":{"basis":{"x":[1],"y":[],"z":[]},"origin":[]}}"#,
    r#"{"PoolByteArray":"AAA"}"#,
    r#"{"PoolByteArray":[1]}"#,
    r#"{"PoolIntArray":[2147483648]}"#,
    r#"{"PoolVector3Array":[[1,2,3],[1,2]]}"#,
    r#"{"PoolStringArray":["a",1]}"#,
    r#"{"NodePath":{"absolute":1,"names":[],"subnames":[]}}"#,
    r#"{"RID":7}"#,
    r#"{"RID":-7}"#,
    r#"{"Object":{"id":-1}}"#,
    r#"{"Object":{"class":"A"}}"#,
    r#"{"Object":{"class":"A","properties":[["a"]]}}"#,
    r#"{"Dictionary":[[1]]}"#,
    r#"{"Dictionary":{"a":1}}"#,
    r#"{"int":7}"#,
    r#"{"Vector4":[1,2,3,4]}"#,
    r#"{"a":1,"a":2}"#,
    r#"{"Vector2":1,"Vector2":2}"#,
    r#"{"Dictionary":[[1,2],[1,3]]}"#,
    r#"{"Dictionary":[[0.0,2],[-0.0,3]]}"#,
    r#"{"Rect2":{"size":[1,2],"position":[1,2],"size":[1,2]}}"#,
    "[9223372036854775808]",
    "1e400",
    r#"{"float":"nan:7ff8"}"#,
    r#"{"float":1.5}"#,
    "[1,\n {\"Vector2\": [1]}]",
];

/// JSON forms that Pandemonium 5 rejects.
const FORMS_OF_PANDEMONIUM5: &[&str] = &[
    r#"{"TypedArray":[1]}"#,
    r#"{"TypedArray":{"values":[1]}}"#,
    r#"{"PackedTypedArray":{"element":null,"values":[1],"more":1}}"#,
    r#"{"TypedArray":{"element":null,"values":{"a":1}}}"#,
    r#"{"TypedArray":{"element":1,"values":[]}}"#,
    r#"{"TypedArray":{"element":{"class":1},"values":[]}}"#,
    r#"{"TypedArray":{"element":{"name":"Node"},"values":[]}}"#,
    r#"{"TypedArray":{"element":"Node","values":[]}}"#,
    r#"{"TypedArray":{"element":"float","values":[]}}"#,
];

/// Bytes that strict decoding of Godot 3 rejects.
const BYTES_OF_GODOT3: &[&str] = &[
    "",
    "00000000 00",
    "1b000000",
    "01000000 02000000",
    "01ff0000 01000000",
    "04000000 ffffffff",
    "04000000 01000000 ff000000",
    "04000000 03000000 61006200",
    "13000000 03000000 00000000",
    "0f000000 01000000 61000000",
    "11000000 01000000 41000000 00000000",
    "12000000 01000000 04000000 03000000 6b657900 13000000 01000000 05000000 0000803f 0000",
];

/// Bytes that strict decoding of Godot 4 rejects.
const BYTES_OF_GODOT4: &[&str] = &[
    "1c000100 27000000 00000000",
    "1c000100 00000000 00000000",
    "1c000100 02000000 01000000 03000000 0000c03f",
    "05000100 00000000 0000f03f 00000000 00000040",
];

#[derive(Debug, gdvariant::Variant)]
struct Player {
    name: String,
    #[variant(default)]
    level: u8,
}

#[derive(Debug, gdvariant::Variant)]
#[variant(deny_unknown_fields)]
struct Strict {
    #[variant(default)]
    width: i32,
}

#[derive(Debug, gdvariant::Variant)]
enum External {
    Quit,
    Say(String),
}

#[derive(Debug, gdvariant::Variant)]
#[variant(tag = "type")]
enum Tagged {
    Ping,
    Say { text: String },
}

#[derive(Debug, gdvariant::Variant)]
#[variant(repr = "int")]
enum Number {
    Red = -1,
    Blue,
}

#[derive(Debug, gdvariant::Variant)]
#[variant(array)]
enum Row {
    Ping,
    Join(i32, Option<i32>),
}

#[derive(Debug, gdvariant::Variant)]
#[variant(untagged)]
enum Untagged {
    Number(i32),
    Text(String),
}

#[derive(gdvariant::Variant)]
struct Flat {
    name: String,
    #[variant(flatten)]
    others: BTreeMap<String, i32>,
}

/// The record, with a heading for each part.
#[derive(Default)]
struct Record(String);

impl Record {
    fn part(&mut self, title: &str) {
        let start = if self.0.is_empty() { "" } else { "\n" };
        writeln!(self.0, "{start}# {title}").expect("a String");
    }

    /// Adds a message with its advice.
    fn add(&mut self, error: &dyn Display) {
        writeln!(self.0, "{error:#}").expect("a String");
    }

    fn encoded<E: Engine>(&mut self, value: impl Encode<E>) {
        self.encoded_with::<E>(value, EncodeOptions::new());
    }

    fn encoded_with<E: Engine>(&mut self, value: impl Encode<E>, options: EncodeOptions) {
        let error = generic::to_vec::<E, _>(&value, options);
        self.add(&error.expect_err("it cannot be encoded"));
    }

    /// Decodes the value as `T`.
    fn decoded<T: for<'de> Decode<'de, Godot3> + Debug>(&mut self, value: impl Encode<Godot3>) {
        let bytes = godot3::to_vec(&value).expect("a value");
        self.add(&godot3::from_slice::<T>(&bytes).expect_err("another type"));
    }
}

fn texts(record: &mut Record) {
    record.part("texts");
    for text in TEXTS_OF_GODOT4 {
        let error = generic::parse::<Godot4>(text).expect_err(text);
        record.add(&format_args!("{text:?}: {error:#}"));
    }
    for text in TEXTS_OF_GODOT3 {
        let error = generic::parse::<Godot3>(text).expect_err(text);
        record.add(&format_args!("{text:?}: {error:#}"));
    }
    for text in ["Node()", "ExtResource(\"1_a\")"] {
        record.add(&text.parse::<Variant>().expect_err(text));
    }
    for path in ["a[", "a b"] {
        record.add(&path.parse::<gdvariant::Path>().expect_err(path));
    }
    let mut value: Variant = "{\"players\": [{\"name\": \"Ada\"}]}"
        .parse()
        .expect("a value");
    for path in [
        "players[3]",
        "players[0].name.first",
        "players[0].gear.hat",
        "[+]",
        "[Vector(]",
        "key(0)",
    ] {
        let path = path.parse().expect("a path");
        record.add(&value.set_at_path(&path, 1).expect_err("no place"));
    }
}

fn forms(record: &mut Record) {
    record.part("JSON forms");
    for (layout, forms) in [
        ("godot3", FORMS_OF_GODOT3),
        ("pandemonium5", FORMS_OF_PANDEMONIUM5),
    ] {
        let layout = layout_named(layout).expect("a layout");
        for form in forms {
            let error = layout.deserialize(&mut serde_json::Deserializer::from_str(form));
            record.add(&format_args!("{form}: {}", error.expect_err(form)));
        }
    }
}

fn decoding(record: &mut Record) {
    record.part("decoding");
    for hex in BYTES_OF_GODOT3 {
        record.add(&godot3::from_slice::<Variant>(&bytes(hex)).expect_err(hex));
    }
    for hex in BYTES_OF_GODOT4 {
        record.add(&godot4::from_slice::<Variant>(&bytes(hex)).expect_err(hex));
    }
    let typed = bytes("1b000000 28000000 01000000 00000000");
    record.add(&gdvariant::pandemonium5::from_slice::<Variant>(&typed).expect_err("40"));
    let deep = bytes("13000000 01000000 13000000 01000000 00000000");
    let options = DecodeOptions::new().max_depth(1);
    record.add(&generic::from_slice::<Godot3, Variant>(&deep, options).expect_err("too deep"));
    let altered = bytes("04000000 03000000 e0819000");
    let altered = generic::from_slice::<Godot3, &str>(&altered, DecodeOptions::engine());
    record.add(&altered.expect_err("overlong"));
    record.decoded::<Vec<f32>>("text");
    record.decoded::<Vec<u8>>([1, 300]);
    record.decoded::<f32>(16_777_217);
    record.decoded::<f32>(1e300);
    record.decoded::<(i32, i32)>([1]);
    let say = |value: Variant| Dictionary::<Variant>::from([("Say", value)]);
    let pair = |key: &str, value: Variant| Dictionary::<Variant>::from([(key, value)]);
    record.decoded::<Player>(pair("nmae", 7.into()));
    record.decoded::<Player>(pair("name", 7.into()));
    record.decoded::<Strict>(pair("height", 7.into()));
    record.decoded::<External>("Say");
    record.decoded::<External>("Run");
    record.decoded::<External>(say(7.into()));
    record.decoded::<Tagged>(pair("type", "Run".into()));
    record.decoded::<Tagged>(pair("type", "Say".into()));
    record.decoded::<Number>(7);
    record.decoded::<Row>(Vec::<i32>::new());
    record.decoded::<Row>(["Join"]);
    record.decoded::<Untagged>(true);
    let twice = "12000000 02000000 04000000 04000000 74797065 04000000 04000000 50696e67
        04000000 04000000 74797065 04000000 04000000 50696e67";
    record.add(&godot3::from_slice::<Tagged>(&bytes(twice)).expect_err("two tags"));
}

fn serde(record: &mut Record) {
    record.part("serde");
    let error = |hex: &str| -> gdvariant::DecodeError {
        godot3::serde::from_slice::<Packed<Vec<i32>>>(&bytes(hex)).expect_err(hex)
    };
    record.add(&error("14000000 00000000"));
    record.add(
        &godot3::serde::from_slice::<char>(&bytes("04000000 02000000 61620000")).expect_err("two"),
    );
    record.add(
        &godot3::serde::from_slice::<Vector2>(&bytes("02000000 07000000")).expect_err("an int"),
    );
    let position = godot3::to_vec(&Vector2::default()).expect("a value");
    record.add(&godot3::serde::from_slice::<serde_json::Value>(&position).expect_err("any data"));
    let lists = godot3::to_vec(&Dictionary::<Variant>::new()).expect("a value");
    record.add(&godot3::serde::from_slice::<Result<(), ()>>(&lists).expect_err("no variant"));
    let wide = double::Vector2::new(0.1, 0.2);
    record.add(&godot3::serde::to_vec(&[wide]).expect_err("another precision"));
    record.add(&godot3::serde::to_vec(&Packed(vec![wide])).expect_err("another precision"));
    let bytes = gdvariant::godot4_double::to_vec(&Packed(vec![wide])).expect("a value");
    let view = generic::from_slice::<Godot4, Serde<PackedView<'_, Vector2>>>(
        &bytes,
        DecodeOptions::engine(),
    );
    record.add(&view.expect_err("a copy"));
    let object = (0..1000).fold(Variant::from(1), |value, _| {
        Object::full("A", [("a", value)]).into()
    });
    record.add(&gdvariant::godot4_double::serde::to_vec(&[object]).expect_err("too deep"));
    record.add(&serde_json::from_str::<Vector2>("7").expect_err("another type"));
    record
        .add(&serde_json::from_str::<Vector2>(r#"{"Vector3":[1,2,3]}"#).expect_err("another type"));
}

fn encoding(record: &mut Record) {
    record.part("encoding");
    record.encoded::<Godot3>([7, u64::MAX]);
    record.encoded::<Godot3>("a\0b");
    let deep = (0..1025).fold(Variant::Nil, |value, _| vec![value].into());
    record.add(godot3::to_vec(&deep).expect_err("too deep").kind());
    record.encoded::<Godot3>(Object::<Variant>::full("", [("a", 1)]));
    let others = BTreeMap::from([("name".to_owned(), 1)]);
    record.encoded::<Godot3>(Flat {
        name: "Ada".into(),
        others,
    });
    record.encoded::<Godot3>(Variant::from(Vector4::default()));
    record.encoded::<Godot3>(Variant::from(Rid::new(7)));
    let ints = TypedArray::<Variant>::new(Kind::Int, [0.5]);
    record.encoded::<Godot3>(Variant::from(ints.clone()));
    record.encoded::<Godot4>(ints);
    let cell = || Variant::from(Dictionary::<Variant>::from([("x", 1)]));
    let mut cells = Dictionary::<Variant>::with_rule(gdvariant::dictionary::KeyRule::ByIdentity);
    cells.extend([(cell(), 1), (cell(), 2)]);
    record.encoded::<Godot4>(cells);
    let script = TypedArray::<Variant>::new(ElementType::Script("res://a.gd".into()), [(); 0]);
    record.encoded::<Pandemonium5>(Variant::PandemoniumTypedArray(Box::new(script)));
    let callables = TypedArray::<Variant>::new(Kind::Callable, [(); 0]);
    record.encoded::<Pandemonium5>(Variant::PandemoniumTypedArray(Box::new(callables)));
    let old = EncodeOptions::new().target(EngineVersion::new(4, 2));
    record.encoded_with::<Godot4>(Packed(vec![Vector4::default()]), old);
    record.encoded_with::<Godot4>(TypedArray::<Variant>::new(Kind::Int, [1]), old);
    record.encoded_with::<Godot4>(7, EncodeOptions::new().target(EngineVersion::new(5, 0)));
    record.encoded_with::<Godot4>("text", EncodeOptions::new().max_length(8));
}

#[test]
fn messages_are_those_of_the_record() {
    let mut record = Record::default();
    for part in [texts, forms, decoding, serde, encoding] {
        part(&mut record);
    }
    insta::assert_snapshot!("messages", record.0);
}
