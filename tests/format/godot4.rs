//! Godot 4: containers with declared types, ids, and its own names of types.
#![cfg(all(feature = "godot3", feature = "godot4", feature = "serde"))]

use crate::common::layouts::converted;
use crate::common::{Fault, bytes, hex};
use gdvariant::godot4::{
    self, Dictionary, Object, TypedArray, TypedDictionary, Variant, VariantRef,
};
use gdvariant::{
    Callable, Decode, DecodeOptions, ElementType, Godot3, Godot4, Ignored, Kind, NodePath,
    NodePathRef, Quaternion, Rid, Signal, Transform3D, Vector2, godot3,
};
use std::any::type_name;
use std::collections::{BTreeMap, VecDeque};

/// The bytes of `Array[int]([1, 2, -3])`.
const INTS: &str = "1c00010002000000030000000200000001000000020000000200000002000000fdffffff";

#[test]
fn arrays_keep_their_declared_type() {
    let array = TypedArray::new(Kind::Int, [1, 2, -3]);
    assert_eq!(hex(&godot4::to_vec(&array).unwrap()), hex(&bytes(INTS)));
    let value: Variant = godot4::from_slice(&bytes(INTS)).unwrap();
    assert_eq!(value, Variant::from(array.clone()));
    assert_eq!(value.kind(), Kind::Array);
    assert_eq!(value.as_array(), Some(&*array.values));
    assert_eq!(value.to_string(), "Array[int]([1, 2, -3])");
    assert_eq!(Vec::<Variant>::try_from(value).unwrap(), array.values);
    assert_eq!(
        godot4::from_slice::<Vec<i64>>(&bytes(INTS)).unwrap(),
        [1, 2, -3]
    );
    assert_eq!(
        godot4::from_slice::<(i8, i8, i8)>(&bytes(INTS)).unwrap(),
        (1, 2, -3)
    );
}

/// Asserts that strict decoding rejects a value that a container cannot hold, and that lenient
/// decoding accepts it.
fn assert_checked<T: for<'de> Decode<'de, Godot4>>(bytes: &[u8], expected: &str) {
    let error = godot4::from_slice::<T>(bytes).err().expect("an error");
    assert_eq!(error.fault(), expected, "{}", type_name::<T>());
    let lenient = godot4::from_slice_with::<T>(bytes, DecodeOptions::engine());
    assert!(lenient.is_ok(), "{}", type_name::<T>());
}

#[derive(gdvariant::Variant)]
struct Scores(#[variant(typed)] BTreeMap<String, i64>);

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
struct Ada {
    #[variant(rename = "Ada")]
    #[cfg_attr(feature = "serde", serde(rename = "Ada"))]
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
    assert_checked::<VecDeque<i64>>(&floats, expected);
    assert_checked::<[i64; 3]>(&floats, expected);
    assert_checked::<(i64, Ignored, Option<i64>)>(&floats, expected);
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
        #[cfg(feature = "serde")]
        assert_eq!(
            godot4::serde::from_slice::<Ada>(&bytes)
                .unwrap_err()
                .fault(),
            place
        );
    }
}

#[test]
fn keys_ignore_the_declared_type() {
    let typed = Variant::from(TypedArray::new(Kind::Int, [1]));
    let untyped = Variant::from(vec![Variant::from(1)]);
    assert_ne!(typed, untyped);
    let mut dictionary = Dictionary::new();
    dictionary.insert(typed.clone(), 1);
    dictionary.insert(untyped, 2);
    assert_eq!(dictionary.len(), 1);
    // An undeclared type results in the same Variant as a plain Array.
    let undeclared = TypedArray::new(ElementType::Any, [1]);
    assert!(matches!(Variant::from(undeclared), Variant::Array(_)));
}

#[test]
fn dictionaries_keep_their_declared_types() {
    for (key, value, flags) in [
        (Kind::String.into(), Kind::Int.into(), 0b0101),
        (ElementType::Any, ElementType::Class("Node".into()), 0b1000),
        (
            ElementType::Script("res://key.gd".into()),
            ElementType::Any,
            0b0011,
        ),
    ] {
        let dictionary = TypedDictionary {
            key,
            value,
            entries: Dictionary::new(),
        };
        let bytes = godot4::to_vec(&dictionary).unwrap();
        assert_eq!(bytes[..4], [27, 0, flags, 0]);
        let decoded: TypedDictionary = godot4::from_slice(&bytes).unwrap();
        assert_eq!(decoded, dictionary);
        let json = serde_json::to_string(&Variant::from(dictionary.clone())).unwrap();
        let parsed: Variant = serde_json::from_str(&json).unwrap();
        assert_eq!(parsed, Variant::from(dictionary), "{json}");
    }
}

#[test]
fn formats_declared_types_as_in_scripts() {
    // The text is that of var_to_str in Godot 4.6.3.
    let script = || ElementType::Script("res://a.gd".into());
    let scripts = TypedArray::new(script(), [] as [Variant; 0]);
    assert_eq!(
        Variant::from(scripts).to_string(),
        r#"Array[Resource("res://a.gd")]([])"#
    );
    let nodes = TypedArray::new(ElementType::Class("Node".into()), [] as [Variant; 0]);
    assert_eq!(Variant::from(nodes).to_string(), "Array[Node]([])");
    let dictionary = TypedDictionary {
        key: Kind::String.into(),
        value: script(),
        entries: Dictionary::new(),
    };
    assert_eq!(
        Variant::from(dictionary).to_string(),
        r#"Dictionary[String, Resource("res://a.gd")]({})"#
    );
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Player {
    name: String,
    scores: Vec<i64>,
    turn: Quaternion,
}

#[test]
fn derived_types_decode_declared_types() {
    let player = Player {
        name: "Ada".into(),
        scores: vec![1, 5_000_000_000],
        turn: Quaternion::default(),
    };
    let scores = TypedArray::new(Kind::Int, player.scores.clone());
    let typed = TypedDictionary {
        key: Kind::String.into(),
        value: ElementType::Any,
        entries: Dictionary::from([
            ("name", Variant::from("Ada")),
            ("scores", scores.into()),
            ("turn", player.turn.into()),
        ]),
    };
    let decoded: Player = godot4::from_slice(&godot4::to_vec(&typed).unwrap()).unwrap();
    assert_eq!(decoded, player);
    let packed = Variant::PackedInt64Array(player.scores.clone());
    let decoded: Vec<i64> = godot4::from_slice(&godot4::to_vec(&packed).unwrap()).unwrap();
    assert_eq!(decoded, player.scores);
}

#[test]
fn errors_name_the_declared_type() {
    let error = |input: &str| {
        let error = godot4::from_slice::<Variant>(&bytes(input)).unwrap_err();
        let skipped = godot4::from_slice::<gdvariant::Ignored>(&bytes(input));
        assert_eq!(skipped.unwrap_err(), error);
        let inspected = gdvariant::inspect::inspect::<gdvariant::Godot4>(
            &bytes(input),
            DecodeOptions::new(),
            |_| (),
        );
        assert_eq!(inspected.unwrap_err(), error);
        error.fault()
    };
    assert_eq!(
        error("1c000100 27000000 00000000"),
        "0x0004: element: InvalidDeclaredType"
    );
    assert_eq!(
        error("1c000100 00000000 00000000"),
        "0x0004: element: InvalidDeclaredType"
    );
    assert_eq!(
        error("1b000800 04000000 4e6f"),
        "0x0008: value_class: UnexpectedEnd"
    );
    assert_eq!(
        error("05000100 00000000 0000f03f 00000000 00000040"),
        "0x0000: OtherPrecision"
    );
    let lenient = godot4::from_slice_with::<Variant>(
        &bytes("1c000100 00000000 00000000"),
        DecodeOptions::engine(),
    );
    assert_eq!(lenient.unwrap(), Variant::Array(Vec::new()));
}

#[test]
fn encodes_the_id_of_a_rid() {
    let rid = Rid::new(7);
    let encoded = godot4::to_vec(&vec![Variant::from(rid)]).unwrap();
    assert_eq!(hex(&encoded[8..]), "170000000700000000000000");
    let decoded: Vec<Rid> = godot4::from_slice(&encoded).unwrap();
    assert_eq!(decoded, [rid]);
    assert_eq!(Variant::from(rid).to_string(), "RID(7)");
    // The text is that of var_to_str in Godot 4.6.3.
    assert_eq!(Variant::from(Rid::new(u64::MAX)).to_string(), "RID(-1)");
    assert_eq!(
        serde_json::to_string(&Variant::from(rid)).unwrap(),
        r#"{"RID":7}"#
    );
    let error = godot3::to_vec(&vec![godot3::Variant::from(rid)]).unwrap_err();
    assert_eq!(error.fault(), "[0]: MissingField");
}

#[test]
fn encodes_signals_and_callables() {
    let signal = Signal {
        name: "pressed".to_owned(),
        id: 7,
    };
    let value = Variant::from(signal.clone());
    assert_eq!(value.as_signal(), Some(&signal));
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(json, r#"{"Signal":{"name":"pressed","id":7}}"#);
    assert_eq!(serde_json::from_str::<Variant>(&json).unwrap(), value);
    let encoded = godot4::to_vec(&(&value, Callable)).unwrap();
    let decoded: (Signal, Callable) = godot4::from_slice(&encoded).unwrap();
    assert_eq!(decoded, (signal, Callable));
    // The text is that of var_to_str in Godot 4.6.3.
    assert_eq!(value.to_string(), "Signal()");
    assert_eq!(Variant::from(Callable).to_string(), "Callable()");
    let json = serde_json::to_string(&Variant::from(Callable)).unwrap();
    assert_eq!(json, r#"{"Callable":null}"#);
}

#[test]
fn uses_the_type_names_of_godot4() {
    let transform = Variant::from(Transform3D::default());
    assert_eq!(transform.kind(), Kind::Transform3D);
    assert!(transform.as_transform3d().is_some());
    let typed = Variant::from(TypedArray::new(Kind::Int, [1]));
    let error = converted::<Godot4, Godot3>(&typed).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Godot 3 cannot declare the element type of an Array"
    );
}

#[test]
fn compares_keys_as_the_engine_does() {
    use gdvariant::StringName;
    let text = || Variant::from("a");
    let name = || Variant::from(StringName::from("a"));
    let list = |value: Variant| Variant::from(vec![value]);
    let map = |key: Variant, value: Variant| Variant::from(Dictionary::from([(key, value)]));
    let two =
        |first: &str, second: &str| Variant::from(Dictionary::from([(first, 1), (second, 2)]));
    let nan = || Variant::from(f64::NAN);
    let null_object = || Variant::from(Object::Id(0));
    let object = || Variant::from(Object::Id(7));
    let vector = |x| Variant::from(Vector2::new(x, 1.0));
    let typed = |element: Kind, value: Variant| Variant::from(TypedArray::new(element, [value]));
    // The results are those of Godot 4.6.3.
    let cases = [
        ("a string and a name", text(), name(), true),
        ("in an Array", list(text()), list(name()), false),
        (
            "as a key of a key",
            map(text(), 1.into()),
            map(name(), 1.into()),
            true,
        ),
        (
            "as a value of a key",
            map(1.into(), text()),
            map(1.into(), name()),
            false,
        ),
        (
            "in typed arrays",
            typed(Kind::String, text()),
            typed(Kind::StringName, name()),
            false,
        ),
        ("the order of entries", two("a", "b"), two("b", "a"), false),
        ("equal entries", two("a", "b"), two("a", "b"), true),
        ("NaN", nan(), nan(), true),
        ("NaN in an Array", list(nan()), list(nan()), false),
        (
            "NaN as a value",
            map(1.into(), nan()),
            map(1.into(), nan()),
            false,
        ),
        (
            "NaN as a key",
            map(nan(), 1.into()),
            map(nan(), 1.into()),
            true,
        ),
        (
            "NaN in a vector",
            list(vector(f32::NAN)),
            list(vector(f32::NAN)),
            true,
        ),
        (
            "NaN in a packed array",
            Variant::PackedFloat32Array(vec![f32::NAN]),
            Variant::PackedFloat32Array(vec![f32::NAN]),
            true,
        ),
        (
            "zeros in a packed array",
            Variant::PackedFloat32Array(vec![0.0]),
            Variant::PackedFloat32Array(vec![-0.0]),
            true,
        ),
        (
            "zeros in an Array",
            list(0.0.into()),
            list((-0.0).into()),
            true,
        ),
        ("1 and 1.0", 1.into(), 1.0.into(), false),
        (
            "declared types",
            typed(Kind::Int, 1.into()),
            list(1.into()),
            true,
        ),
        ("null and a null object", Variant::Nil, null_object(), false),
        ("null objects", null_object(), null_object(), true),
        ("objects with the same id", object(), object(), false),
        ("callables", Callable.into(), Callable.into(), true),
        ("ids", Rid::new(7).into(), Rid::new(8).into(), false),
    ];
    for (what, one, other, are_same) in cases {
        let count = 40;
        // Small Dictionaries compare each key; large ones have an index.
        for many in [0, count] {
            let mut dictionary: Dictionary = (100..100 + many).map(|key| (key, key)).collect();
            dictionary.insert(one.clone(), "first");
            dictionary.insert(other.clone(), "second");
            let added = dictionary.len() - usize::try_from(many).unwrap();
            assert_eq!(added == 1, are_same, "{what}, {many} other keys");
            if are_same {
                assert_eq!(dictionary.get(&one), Some(&"second".into()), "{what}");
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

    // An Array of ints with a float, and a Dictionary of String keys with an int key.
    let array = crate::common::bytes("1c0001000200000001000000030000000000c03f");
    let dictionary =
        crate::common::bytes("1b000100040000000100000002000000070000000100000001000000");
    let strict = |bytes: &[u8]| godot4::from_slice::<Variant>(bytes).unwrap_err().fault();
    assert_eq!(strict(&array), "0x000c: [0]: NotDeclared");
    assert_eq!(strict(&dictionary), "0x000c: key(0): NotDeclared");
    let lenient =
        |bytes: &[u8]| godot4::from_slice_with::<Variant>(bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(
        lenient(&array),
        Variant::from(TypedArray::new(Kind::Int, [1]))
    );
    assert_eq!(
        lenient(&dictionary).as_dictionary().map(Dictionary::len),
        Some(0)
    );
}

#[test]
fn paths_without_names_stay_absolute() {
    let bytes = bytes("16000000000000800000000001000000");
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let path: NodePath = godot4::from_slice_with(&bytes, options).unwrap();
        assert_eq!(path.to_string(), "/", "{options:?}");
        let path: NodePathRef<'_> = godot4::from_slice_with(&bytes, options).unwrap();
        assert_eq!(path.to_string(), "/", "{options:?}");
    }
}

/// Checks inputs for which two conversions differ from the engine's single conversion.
#[test]
fn converts_elements_in_one_step() {
    for (input, expected) in [
        (
            "1c000100 1e000000 01000000 1c000100 03000000 01000000 03000000 9f2044d4",
            "Array[PackedInt32Array]([PackedInt32Array(-2147483648)])",
        ),
        (
            "1c000100 16000000 01000000 04000000 06000000 3fefbbbf3a3a0000",
            "Array[NodePath]([NodePath(\"\")])",
        ),
    ] {
        let input = crate::common::bytes(&input.replace(' ', ""));
        let options = gdvariant::DecodeOptions::engine();
        let value: Variant = godot4::from_slice_with(&input, options).expect("a value");
        assert_eq!(value.to_string(), expected);
    }
}

/// Returns an Array with the declared type and one element, of these words.
fn declared_array(words: [u32; 3]) -> Vec<u8> {
    let words = [0x1_001c, words[0], 1, words[1], words[2]];
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

#[test]
fn the_float_of_2_to_the_63_wraps_as_an_int() {
    let bytes = declared_array([2, 3, 9_223_372_036_854_775_808.0_f32.to_bits()]);
    let value: Variant = godot4::from_slice_with(&bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(value.to_string(), "Array[int]([-9223372036854775808])");
}

#[test]
fn an_array_that_declares_nil_is_untyped() {
    let mut bytes = declared_array([0, 0, 0]);
    bytes.truncate(16);
    let value: VariantRef<'_> = godot4::from_slice_with(&bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(value, VariantRef::Array(vec![VariantRef::Nil]));
}

#[test]
fn a_nan_is_true_as_a_bool() {
    let bytes = declared_array([1, 3, f32::NAN.to_bits()]);
    let value: Variant = godot4::from_slice_with(&bytes, DecodeOptions::engine()).unwrap();
    assert_eq!(value.to_string(), "Array[bool]([true])");
}
