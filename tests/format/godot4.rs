//! Godot 4: containers with declared types, ids, and its own names of types.

use crate::agreement::decoded;
use crate::common::{Fault, bytes, hex};
use gdvariant::godot4::{self, Dictionary, Object, TypedArray, TypedDictionary, Variant};
use gdvariant::{
    Callable, Decode, DecodeOptions, ElementType, Godot4, IgnoredAny, Kind, NodePath, NodePathRef,
    Rid, Signal, generic, godot3,
};
use std::any::type_name;
use std::collections::BTreeMap;

/// The bytes of `Array[int]([1, 2, -3])`.
const INTS: &str = "1c00010002000000030000000200000001000000020000000200000002000000fdffffff";

#[test]
fn arrays_keep_their_declared_type() {
    let array = TypedArray::new(Kind::Int, [1, 2, -3]);
    assert_eq!(godot4::to_vec(&array), Ok(bytes(INTS)));
    let value: Variant = godot4::from_slice(&bytes(INTS)).unwrap();
    assert_eq!(value, Variant::from(array.clone()));
    assert_eq!(value.kind(), Kind::Array);
    assert_eq!(value.as_array(), Some(&*array.values));
    assert_eq!(value.into_array().unwrap(), array.values);
    assert_eq!(
        godot4::from_slice::<(i8, i8, i8)>(&bytes(INTS)),
        Ok((1, 2, -3))
    );
}

/// Asserts that strict decoding rejects a value that a container cannot hold, and that lenient
/// decoding accepts it.
fn assert_checked<T: for<'de> Decode<'de, Godot4>>(bytes: &[u8], expected: &str) {
    let error = godot4::from_slice::<T>(bytes).err().expect("an error");
    assert_eq!(error.fault(), expected, "{}", type_name::<T>());
    let lenient = generic::from_slice::<Godot4, T>(bytes, DecodeOptions::engine());
    assert!(lenient.is_ok(), "{}", type_name::<T>());
}

#[derive(gdvariant::Variant)]
struct Scores(#[variant(typed)] BTreeMap<String, i64>);

#[derive(Debug, PartialEq, gdvariant::Variant, serde::Deserialize)]
struct Ada {
    #[variant(rename = "Ada")]
    #[serde(rename = "Ada")]
    score: i64,
}

#[derive(gdvariant::Variant)]
enum Event {
    Ada(i64),
}

#[test]
fn declared_types_are_checked_for_types_of_rust() {
    let floats = bytes(&INTS.replacen("02000000", "03000000", 1));
    let expected = "0x000c: [0]: NotDeclared";
    assert_checked::<Vec<i64>>(&floats, expected);
    assert_checked::<[i64; 3]>(&floats, expected);
    assert_checked::<(i64, IgnoredAny, Option<i64>)>(&floats, expected);
    assert_checked::<Vec<Variant>>(&floats, expected);

    let scores = Scores([("Ada".to_owned(), 7)].into());
    let scores = hex(&godot4::to_vec(&scores).unwrap());
    let other_key = bytes(&scores.replacen("04000000", "15000000", 1));
    let other_value = bytes(&scores.replacen("02000000", "03000000", 1));
    for (bytes, place) in [
        (other_key, "0x0010: key(0): NotDeclared"),
        (other_value, "0x001c: Ada: NotDeclared"),
    ] {
        assert_checked::<BTreeMap<String, i64>>(&bytes, place);
        assert_checked::<Dictionary>(&bytes, place);
        assert_checked::<Ada>(&bytes, place);
        assert_checked::<Event>(&bytes, place);
        let error = godot4::serde::from_slice::<Ada>(&bytes).unwrap_err();
        assert_eq!(error.fault(), place);
    }
}

#[test]
fn an_undeclared_type_is_that_of_a_plain_array() {
    let undeclared = TypedArray::new(ElementType::Any, [1]);
    assert!(matches!(Variant::from(undeclared), Variant::Array(_)));
}

#[test]
fn dictionaries_keep_their_declared_types() {
    let script = || ElementType::Script("res://key.gd".into());
    for (key, value, flags) in [
        (Kind::String.into(), Kind::Int.into(), 0b0101),
        (ElementType::Any, ElementType::Class("Node".into()), 0b1000),
        (script(), ElementType::Any, 0b0011),
    ] {
        let dictionary = TypedDictionary::new(key, value, [] as [(Variant, Variant); 0]);
        let bytes = godot4::to_vec(&dictionary).unwrap();
        assert_eq!(bytes[..4], [27, 0, flags, 0]);
        assert_eq!(godot4::from_slice(&bytes), Ok(dictionary.clone()));
        let json = serde_json::to_string(&Variant::from(dictionary.clone())).unwrap();
        let parsed: Variant = serde_json::from_str(&json).unwrap();
        assert_eq!(parsed, Variant::from(dictionary), "{json}");
    }
}

#[test]
fn formats_declared_types_as_in_scripts() {
    // The text is that of var_to_str in Godot 4.6.3.
    let script = || ElementType::Script("res://a.gd".into());
    let none = [] as [Variant; 0];
    let dictionary = TypedDictionary {
        key: Kind::String.into(),
        value: script(),
        entries: Dictionary::new(),
    };
    for (value, text) in [
        (
            TypedArray::new(Kind::Int, [1, 2]).into(),
            "Array[int]([1, 2])",
        ),
        (
            TypedArray::new(script(), none.clone()).into(),
            r#"Array[Resource("res://a.gd")]([])"#,
        ),
        (
            TypedArray::new(ElementType::Class("Node".into()), none).into(),
            "Array[Node]([])",
        ),
        (
            Variant::from(dictionary),
            r#"Dictionary[String, Resource("res://a.gd")]({})"#,
        ),
        (Rid::new(7).into(), "RID(7)"),
        (Rid::new(u64::MAX).into(), "RID(-1)"),
        (signal().into(), "Signal()"),
        (Callable.into(), "Callable()"),
    ] {
        assert_eq!(value.to_string(), text);
    }
}

fn signal() -> Signal {
    Signal {
        name: "pressed".to_owned(),
        id: 7,
    }
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Player {
    name: String,
    scores: Vec<i64>,
}

#[test]
fn derived_types_decode_declared_types() {
    let scores = vec![1, 5_000_000_000];
    let array = TypedArray::new(Kind::Int, scores.clone());
    let typed = TypedDictionary::new(
        Kind::String,
        ElementType::Any,
        [("name", Variant::from("Ada")), ("scores", array.into())],
    );
    let decoded: Player = godot4::from_slice(&godot4::to_vec(&typed).unwrap()).unwrap();
    let name = "Ada".into();
    assert_eq!(decoded, Player { name, scores });
}

#[test]
fn errors_name_the_declared_type() {
    for (input, expected) in [
        (
            "1c000100 27000000 00000000",
            "0x0004: element: InvalidDeclaredType",
        ),
        (
            "1c000100 00000000 00000000",
            "0x0004: element: InvalidDeclaredType",
        ),
        (
            "1b000800 04000000 4e6f",
            "0x0008: value_class: UnexpectedEnd",
        ),
        (
            "05000100 00000000 0000f03f 00000000 00000040",
            "0x0000: OtherPrecision",
        ),
        (
            "1c000100 02000000 01000000 03000000 0000c03f",
            "0x000c: [0]: NotDeclared",
        ),
        (
            "1b000100 04000000 01000000 02000000 07000000 01000000 01000000",
            "0x000c: key(0): NotDeclared",
        ),
    ] {
        let error = decoded::<Godot4>(&bytes(input), DecodeOptions::new()).unwrap_err();
        assert_eq!(error.fault(), expected);
    }
}

#[test]
fn encodes_ids_signals_and_callables() {
    let rid = Rid::new(7);
    let encoded = godot4::to_vec(&vec![Variant::from(rid)]).unwrap();
    assert_eq!(hex(&encoded[8..]), "170000000700000000000000");
    assert_eq!(godot4::from_slice(&encoded), Ok([rid]));
    let error = godot3::to_vec(&vec![godot3::Variant::from(rid)]).unwrap_err();
    assert_eq!(error.fault(), "[0]: MissingField");

    assert_eq!(Variant::from(signal()).as_signal(), Some(&signal()));
    let encoded = godot4::to_vec(&(&signal(), Callable)).unwrap();
    assert_eq!(godot4::from_slice(&encoded), Ok((signal(), Callable)));
    for (value, json) in [
        (Variant::from(rid), r#"{"RID":7}"#),
        (signal().into(), r#"{"Signal":{"name":"pressed","id":7}}"#),
        (Callable.into(), r#"{"Callable":null}"#),
    ] {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<Variant>(json).unwrap(), value);
    }
}

#[test]
fn compares_keys_as_the_engine_does() {
    let object = |id| Variant::from(Object::Id(id));
    let objects = [
        (Variant::Nil, object(0), false),
        (object(0), object(0), true),
        (object(7), object(7), false),
    ];
    // The results are those of Godot 4.6.3.
    let texts = [
        (r#""a""#, r#"&"a""#, true),
        (r#"["a"]"#, r#"[&"a"]"#, false),
        (r#"{"a": 1}"#, r#"{&"a": 1}"#, true),
        (r#"{1: "a"}"#, r#"{1: &"a"}"#, false),
        (
            r#"Array[String](["a"])"#,
            r#"Array[StringName]([&"a"])"#,
            false,
        ),
        ("{1: 1, 2: 2}", "{2: 2, 1: 1}", false),
        ("{1: 1, 2: 2}", "{1: 1, 2: 2}", true),
        ("nan", "nan", true),
        ("[nan]", "[nan]", false),
        ("{1: nan}", "{1: nan}", false),
        ("{nan: 1}", "{nan: 1}", true),
        ("[Vector2(nan, 1)]", "[Vector2(nan, 1)]", true),
        ("PackedFloat32Array(nan)", "PackedFloat32Array(nan)", true),
        ("PackedFloat32Array(0.0)", "PackedFloat32Array(-0.0)", true),
        ("[0.0]", "[-0.0]", true),
        ("1", "1.0", false),
        ("Array[int]([1])", "[1]", true),
        ("Callable()", "Callable()", true),
        ("RID(7)", "RID(8)", false),
    ];
    let parse = |text: &str| text.parse::<Variant>().expect(text);
    let cases = texts.map(|(one, other, are_same)| (parse(one), parse(other), are_same));
    for (one, other, are_same) in cases.into_iter().chain(objects) {
        // Small Dictionaries compare each key; large ones have an index.
        for many in [0, 40] {
            let mut dictionary: Dictionary = (100..100 + many).map(|key| (key, key)).collect();
            dictionary.insert(one.clone(), "first");
            dictionary.insert(other.clone(), "second");
            let added = dictionary.len() - usize::try_from(many).unwrap();
            assert_eq!(added == 1, are_same, "{one} and {other}, {many} other keys");
            if are_same {
                assert_eq!(dictionary.get(&one), Some(&"second".into()), "{one}");
            }
        }
    }
}

#[test]
fn finds_string_name_keys_by_string() {
    use gdvariant::StringName;
    let dictionary = Dictionary::from([(StringName::from("health"), 7)]);
    assert_eq!(dictionary.get("health"), Some(&7.into()));
    assert_eq!(
        dictionary.keys().next(),
        Some(&StringName::from("health").into())
    );
}

#[test]
fn rejects_elements_of_other_types() {
    let mixed = TypedArray::new(Kind::Int, [Variant::from(7), "x".into()]);
    let error = godot4::to_vec(&vec![Variant::from(mixed)]).unwrap_err();
    assert_eq!(error.fault(), "[0][1]: NotDeclared");
    let wrong_value = TypedDictionary {
        key: Kind::String.into(),
        value: Kind::Int.into(),
        entries: Dictionary::from([("health", true)]),
    };
    let error = godot4::to_vec(&wrong_value).unwrap_err();
    assert_eq!(error.fault(), "health: NotDeclared");
}

#[test]
fn paths_without_names_stay_absolute() {
    let bytes = bytes("16000000000000800000000001000000");
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let path: NodePath = generic::from_slice::<Godot4, _>(&bytes, options).unwrap();
        assert_eq!(path.to_string(), "/", "{options:?}");
        let path: NodePathRef<'_> = generic::from_slice::<Godot4, _>(&bytes, options).unwrap();
        assert_eq!(path.to_string(), "/", "{options:?}");
    }
}

/// Checks what lenient decoding makes of elements of other types than the declared one.
#[test]
fn converts_elements_as_the_engine_does() {
    for (input, expected) in [
        (
            "1c000100 02000000 01000000 03000000 0000c03f",
            "Array[int]([1])",
        ),
        // The float of 2^63 wraps.
        (
            "1c000100 02000000 01000000 03000000 0000005f",
            "Array[int]([-9223372036854775808])",
        ),
        // A NaN is true.
        (
            "1c000100 01000000 01000000 03000000 0000c07f",
            "Array[bool]([true])",
        ),
        // An Array that declares Nil is untyped.
        ("1c000100 00000000 01000000 00000000", "[null]"),
        // A key of another type has no entry.
        (
            "1b000100 04000000 01000000 02000000 07000000 01000000 01000000",
            "Dictionary[String, Variant]({})",
        ),
        // Two conversions would differ from the engine's single conversion.
        (
            "1c000100 1e000000 01000000 1c000100 03000000 01000000 03000000 9f2044d4",
            "Array[PackedInt32Array]([PackedInt32Array(-2147483648)])",
        ),
        (
            "1c000100 16000000 01000000 04000000 06000000 3fefbbbf3a3a0000",
            "Array[NodePath]([NodePath(\"\")])",
        ),
    ] {
        let value = generic::from_slice::<Godot4, Variant>(&bytes(input), DecodeOptions::engine());
        assert_eq!(value.expect(input).to_string(), expected);
    }
}
