//! Plain data: values of every layout for other tools, and any data as a Variant.

use crate::common::{TestLayout, vector_values};
use crate::with_stack;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::dictionary::KeyRule;
use gdvariant::godot4::Object;
use gdvariant::serde::{Plain, PlainValue};
use gdvariant::{
    Aabb, Callable, Dictionary, ElementType, EncodeOptions, Godot4, Kind, NodePath, Packed, Rid,
    Signal, StringName, Transform2D, TypedArray, TypedDictionary, Variant, VariantRef, Vector2,
    Vector3, generic, godot4, variant,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

fn to_plain(value: impl PlainValue) -> String {
    serde_json::to_string(&Plain(value)).expect("the value has plain data")
}

/// Checks the plain data of a value, and the kinds that it loses.
#[track_caller]
fn check(value: impl Into<Variant>, plain: &str, lost: &[Kind]) {
    let value = value.into();
    assert_eq!(to_plain(&value), plain);
    assert_eq!(Plain(&value).lost(), lost, "{plain}");
}

#[test]
fn json_types_lose_nothing() {
    let value = variant!({
        "null": null, "yes": true, "int": 9_007_199_254_740_993_i64, "float": 4.0, "text": "é\n",
        "list": [1, [], {}],
    });
    let plain = r#"{"null":null,"yes":true,"int":9007199254740993,"float":4.0,"text":"é\n","list":[1,[],{}]}"#;
    check(value.clone(), plain, &[]);
    let Plain(parsed) = serde_json::from_str::<Plain<Variant>>(plain).expect(plain);
    assert_eq!(parsed, value);
    let json = serde_json::to_value(Plain(&value)).expect("plain");
    let Plain(parsed) = Plain::<Variant>::deserialize(json).expect("any JSON");
    assert_eq!(parsed, value);
    // The only key is a reserved name of the JSON form, but not here.
    check(Dictionary::from([("Vector2", 1)]), r#"{"Vector2":1}"#, &[]);
}

#[test]
fn components_are_numbers() {
    let vector = Vector2::new(0.1, f32::INFINITY);
    check(vector, "[0.1,null]", &[Kind::Vector2]);
    let aabb = Aabb::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(4.0, 5.0, 6.0));
    let plain = r#"{"position":[1.0,2.0,3.0],"size":[4.0,5.0,6.0]}"#;
    check(aabb, plain, &[Kind::Aabb]);
    let plain = r#"{"x":[1.0,0.0],"y":[0.0,1.0],"origin":[0.0,0.0]}"#;
    check(Transform2D::default(), plain, &[Kind::Transform2D]);
    check(f64::NAN, "null", &[Kind::Float]);
}

#[test]
fn packed_arrays_are_arrays() {
    check(Packed([0_u8, 255]), "[0,255]", &[Kind::PackedByteArray]);
    let floats = Packed([0.1_f32, f32::NAN]);
    check(floats, "[0.1,null]", &[Kind::PackedFloat32Array]);
    let vectors = Packed([Vector2::new(1.0, 2.0)]);
    check(vectors, "[[1.0,2.0]]", &[Kind::PackedVector2Array]);
    let texts = Packed(vec!["a".to_owned()]);
    check(texts, r#"["a"]"#, &[Kind::PackedStringArray]);
}

#[test]
fn dictionaries_with_text_keys_are_objects() {
    let name = |text: &str| Variant::from(StringName::from(text));
    let names = Dictionary::from([(name("name"), "Ada")]);
    check(names, r#"{"name":"Ada"}"#, &[Kind::StringName]);
    let mixed = [(Variant::from("a"), 1), (NodePath::from("b:c").into(), 2)];
    check(
        Dictionary::from(mixed),
        r#"{"a":1,"b:c":2}"#,
        &[Kind::NodePath],
    );
    let mut same = Dictionary::with_rule(KeyRule::ByIdentity);
    same.insert("a", 1);
    same.insert(name("a"), 2);
    let lost = &[Kind::Dictionary, Kind::StringName];
    check(same, r#"[["a",1],["a",2]]"#, lost);
    check(variant!({1: "one"}), r#"[[1,"one"]]"#, &[Kind::Dictionary]);
    let typed = TypedDictionary::new(
        ElementType::Kind(Kind::String),
        ElementType::Any,
        [("a", 1)],
    );
    check(typed, r#"{"a":1}"#, &[Kind::Dictionary]);
    let typed = TypedArray::new(ElementType::Kind(Kind::Int), [1, 2]);
    check(typed, "[1,2]", &[Kind::Array]);
}

#[test]
fn objects_have_their_class_and_properties() {
    check(Object::Id(0), "null", &[Kind::Object]);
    check(Object::Id(7), r#"{"id":7}"#, &[Kind::Object]);
    check(Object::full("", [("a", 1)]), "null", &[Kind::Object]);
    let sprite = Object::full("Sprite2D", [("offset", Vector2::new(1.0, 2.0))]);
    let plain = r#"{"class":"Sprite2D","properties":{"offset":[1.0,2.0]}}"#;
    check(sprite, plain, &[Kind::Object, Kind::Vector2]);
    let twice = Object::full("A", [("a", 1), ("a", 2)]);
    let plain = r#"{"class":"A","properties":[["a",1],["a",2]]}"#;
    check(twice, plain, &[Kind::Object]);
    check(Rid::new(u64::MAX), "18446744073709551615", &[Kind::Rid]);
    check(Rid::default(), "null", &[Kind::Rid]);
    check(Callable, "null", &[Kind::Callable]);
    let signal = Signal::new("changed".to_owned(), 7);
    check(signal, r#"{"name":"changed","id":7}"#, &[Kind::Signal]);
}

/// The other forms of a value have the same plain data.
#[test]
fn borrowed_values_and_values_with_a_layout() {
    let value = variant!({"position": Vector2::new(1.0, 2.0), "names": ["a"]});
    let plain = to_plain(&value);
    let bytes = godot4::to_vec(&value).expect("Godot 4 has the types");
    let borrowed: VariantRef<'_> = godot4::from_slice(&bytes).expect("a value");
    assert_eq!(to_plain(&borrowed), plain);
    assert_eq!(to_plain(AnyRef::new::<Godot4>(&value)), plain);
    let any = AnyVariant::new::<Godot4>(value);
    assert_eq!(to_plain(AnyRef::from(&any)), plain);
    assert_eq!(Plain(AnyRef::from(&any)).lost(), [Kind::Vector2]);
}

#[test]
fn other_data_is_an_error() {
    for (text, expected) in [
        ("[9223372036854775808]", "out of the range of int"),
        (r#"{"a":1,"a":2}"#, r#"duplicate key "a" at line 1"#),
        ("1e400", "out of the range of float"),
    ] {
        let error = serde_json::from_str::<Plain<Variant>>(text).expect_err(text);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// MessagePack has bytes and keys of any type.
#[test]
fn binary_formats_have_bytes_and_other_keys() {
    let packed = rmp_serde::to_vec(&(serde_bytes::Bytes::new(&[1, 2]), 7_u8, 0.5_f32));
    let Plain(value) = rmp_serde::from_slice::<Plain<Variant>>(&packed.expect("MessagePack"))
        .expect("any MessagePack");
    assert_eq!(value, variant!([Packed([1_u8, 2]), 7, 0.5]));
    let map = std::collections::BTreeMap::from([(1, "one"), (2, "two")]);
    let packed = rmp_serde::to_vec(&map).expect("MessagePack");
    let Plain(value) = rmp_serde::from_slice::<Plain<Variant>>(&packed).expect("int keys");
    assert_eq!(value, variant!({1: "one", 2: "two"}));
}

/// A layout's own format encodes plain data, and decodes its own values.
#[test]
fn formats_of_layouts_encode_plain_data() {
    let value = variant!({"at": Vector2::new(1.0, 2.0), "bytes": Packed([1_u8])});
    let plain = godot4::serde::to_variant(&Plain(&value)).expect("plain data");
    assert_eq!(plain, variant!({"at": [1.0, 2.0], "bytes": [1]}));
    let bytes = godot4::to_vec(&value).expect("Godot 4 has the types");
    let Plain(same) = godot4::serde::from_slice::<Plain<Variant>>(&bytes).expect("the value");
    assert_eq!(same, value);
}

/// Plain data that loses no kind is parsed as the same value, and other plain data is not.
fn lost_kinds_tell_what_changes<E: TestLayout<Variant: PlainValue>>()
where
    Plain<E::Variant>: DeserializeOwned,
{
    for (id, value) in vector_values::<E>() {
        let plain = to_plain(&value);
        // An id of an object can exceed an int.
        let back = serde_json::from_str::<Plain<E::Variant>>(&plain);
        let bytes = back.map(|Plain(back)| generic::to_vec::<E, _>(&back, EncodeOptions::new()));
        let is_same =
            bytes.is_ok_and(|bytes| bytes == generic::to_vec::<E, _>(&value, EncodeOptions::new()));
        let lost = Plain(&value).lost();
        assert_eq!(is_same, lost.is_empty(), "{id}: {plain}, lost {lost:?}");
        assert!(serde_json::from_str::<Json>(&plain).is_ok(), "{plain}");
    }
}

mod each_layout {
    use super::lost_kinds_tell_what_changes;

    crate::common::in_each_layout!(lost_kinds_tell_what_changes);
}

/// Nests Nil in `depth` Arrays and Dictionaries.
fn nested(depth: usize) -> Variant {
    (0..depth).fold(Variant::Nil, |value, level| match level % 3 {
        0 => vec![value].into(),
        1 => Dictionary::from([("a", value)]).into(),
        _ => Dictionary::from([(1, value)]).into(),
    })
}

#[test]
fn nesting_is_limited_as_in_engines() {
    #[track_caller]
    fn assert_too_deep<T>(result: Result<T, serde_json::Error>) {
        let error = result.map(drop).expect_err("too deep").to_string();
        assert!(error.starts_with("nesting exceeds 1024 levels"), "{error}");
    }

    with_stack(2, || {
        let value = nested(1024);
        assert!(to_plain(&value).starts_with(r#"[[[1,{"a":["#));
        assert_eq!(Plain(&value).lost(), [Kind::Dictionary]);
        // Nil is in the innermost container.
        assert_too_deep(serde_json::to_string(&Plain(&nested(1025))));
    });
    with_stack(32, || {
        let parse = |depth| {
            let text = ["[".repeat(depth), "]".repeat(depth)].join("1");
            let mut deserializer = serde_json::Deserializer::from_str(&text);
            deserializer.disable_recursion_limit();
            Plain::<Variant>::deserialize(&mut deserializer).map(drop)
        };
        assert!(parse(1024).is_ok());
        assert_too_deep(parse(1025));
    });
}
