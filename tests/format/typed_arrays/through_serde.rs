//! Typed arrays through serde.

use super::*;
use gdvariant::any::AnyVariant;
use gdvariant::schema::layout_named;
use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value has a JSON form")
}

/// Parses the JSON form with the names of a layout.
fn parsed(layout: &str, json: &str) -> Result<AnyVariant, serde_json::Error> {
    let layout = layout_named(layout).expect("the schema has the layout");
    layout.deserialize(&mut serde_json::Deserializer::from_str(json))
}

#[test]
fn the_form_has_an_element_type_and_values() {
    let of_class = TypedArray::new(class("Node"), [Object::Id(7)]);
    let inner = typed(TypedArray::from(vec![Variant::Nil]));
    let nested = TypedArray::new(Kind::PandemoniumTypedArray, [inner]);
    // A Dictionary with the name as its only key needs the form with pairs.
    let parts = [
        ("element", Variant::Nil),
        ("values", vec![Variant::Nil].into()),
    ];
    let named = Dictionary::from([("TypedArray", Dictionary::from(parts))]);
    for (form, value) in [
        (
            r#"{"TypedArray":{"element":"int","values":[1,-2]}}"#,
            typed(TypedArray::new(Kind::Int, [1, -2])),
        ),
        (
            r#"{"PackedTypedArray":{"element":"real","values":[1.0]}}"#,
            packed(TypedArray::new(Kind::Float, [1.0])),
        ),
        (
            r#"{"TypedArray":{"element":"Object","values":[]}}"#,
            typed(empty(Kind::Object)),
        ),
        (
            r#"{"TypedArray":{"element":{"class":"Node"},"values":[{"Object":{"id":7}}]}}"#,
            typed(of_class),
        ),
        (
            r#"{"TypedArray":{"element":"TypedArray","values":[{"TypedArray":{"element":null,"values":[null]}}]}}"#,
            typed(nested),
        ),
        (
            r#"{"Dictionary":[["TypedArray",{"element":null,"values":[null]}]]}"#,
            named.into(),
        ),
    ] {
        let any = AnyVariant::new::<Pandemonium5>(value.clone());
        assert_eq!(json(&any), form);
        assert_eq!(parsed("pandemonium5", form).expect(form), any);
        let form = json(&value);
        assert_eq!(serde_json::from_str::<Variant>(&form).expect(&form), value);
    }
    // Members may be in any order, and Nil means any type.
    for (form, value) in [
        (
            r#"{"TypedArray":{"values":[1],"element":"int"}}"#,
            TypedArray::new(Kind::Int, [1]),
        ),
        (
            r#"{"TypedArray":{"element":"Nil","values":[]}}"#,
            TypedArray::default(),
        ),
    ] {
        let any = AnyVariant::new::<Pandemonium5>(typed(value));
        assert_eq!(parsed("pandemonium5", form).expect(form), any);
    }
}

#[test]
fn malformed_forms_are_rejected() {
    for form in [
        r#"{"TypedArray":[1]}"#,
        r#"{"TypedArray":{"values":[1]}}"#,
        r#"{"PackedTypedArray":{"element":null,"values":[1],"more":1}}"#,
        r#"{"TypedArray":{"element":null,"values":{"a":1}}}"#,
        r#"{"TypedArray":{"element":1,"values":[]}}"#,
        r#"{"TypedArray":{"element":{"class":1},"values":[]}}"#,
        r#"{"TypedArray":{"element":{"name":"Node"},"values":[]}}"#,
        r#"{"TypedArray":{"element":"Node","values":[]}}"#,
        r#"{"TypedArray":{"element":"float","values":[]}}"#,
    ] {
        assert!(parsed("pandemonium5", form).is_err(), "{form}");
    }
}

#[test]
fn a_typed_array_has_the_form_of_its_variant() {
    let array = TypedArray::new(Kind::Int, [1]);
    let form = json(&array);
    assert_eq!(form, json(&Variant::from(array.clone())));
    let packed_form = json(&packed(array.clone()));
    for form in [form, packed_form] {
        assert_eq!(
            serde_json::from_str::<TypedArray>(&form).expect("the form"),
            array
        );
    }
    let error = serde_json::from_str::<TypedArray>("7").expect_err("another type");
    let message = "expected PandemoniumTypedArray, PackedTypedArray or Array, found int";
    assert!(error.to_string().starts_with(message), "{error}");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Level {
    scores: Vec<u32>,
    size: (i8, i8),
    any: Variant,
}

#[test]
fn sequences_decode_typed_arrays() {
    let any = packed(TypedArray::new(class("Node"), [Object::Id(7)]));
    let value = Dictionary::from([
        ("scores", packed(TypedArray::new(Kind::Int, [7, 12]))),
        ("size", typed(TypedArray::new(class("A"), [1, 2]))),
        ("any", any.clone()),
    ]);
    let bytes = bytes_of(&value.into());
    let level: Level = pandemonium5::serde::from_slice(&bytes).expect("a level");
    let expected = Level {
        scores: vec![7, 12],
        size: (1, 2),
        any,
    };
    assert_eq!(level, expected);
    let text = bytes_of(&typed(TypedArray::new(Kind::Int, ["a"])));
    let error = pandemonium5::serde::from_slice::<(u8, u8)>(&text).expect_err("one element");
    assert_eq!(error.fault(), "0x0000: WrongLength");
    let error = pandemonium5::serde::from_slice::<Vec<u8>>(&text).expect_err("a text");
    assert_eq!(error.fault(), "0x000c: [0]: WrongType");
}

/// Checks that a typed array that serde buffers keeps its element type.
#[test]
fn buffers_keep_the_element_type() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Open {
        #[serde(flatten)]
        others: BTreeMap<String, Variant>,
    }

    let others = BTreeMap::from([
        ("a".to_owned(), packed(TypedArray::new(Kind::Int, [1]))),
        ("b".to_owned(), vec![typed(TypedArray::default())].into()),
    ]);
    let open = Open { others };
    let bytes = pandemonium5::serde::to_vec(&open).expect("its bytes");
    assert_eq!(pandemonium5::serde::from_slice(&bytes), Ok(open));
}

/// Checks JSON of the deepest values.
///
/// Parsing needs a stack of 32 MiB, serializing a stack of 2 MiB.
#[test]
fn deep_values_round_trip_through_json() {
    fn wrap(value: Variant) -> Variant {
        typed(TypedArray::new(Kind::Array, [value]))
    }
    fn nested(levels: usize) -> Variant {
        (0..levels).fold(Variant::from(1), |value, _| wrap(value))
    }
    let on_stack = |size: usize, run: fn()| {
        let thread = std::thread::Builder::new().stack_size(size << 20);
        let thread = thread.spawn(run).expect("a thread");
        thread.join().expect("no overflow");
    };
    on_stack(2, || drop(json(&nested(1024))));
    on_stack(32, || {
        let value = nested(1024);
        let form = json(&value);
        let mut deserializer = serde_json::Deserializer::from_str(&form);
        deserializer.disable_recursion_limit();
        let back = Variant::deserialize(&mut deserializer).expect("as deep as engines");
        assert_eq!(encode(&back), encode(&value));
        let error = serde_json::to_string(&wrap(value)).expect_err("too deep");
        let message = error.to_string();
        assert!(message.contains("nesting exceeds 1024 levels"), "{message}");
    });
}

#[test]
fn typed_arrays_of_ints_become_bytes() {
    let bytes = pandemonium5::to_vec(&typed(TypedArray::new(Kind::Int, [1, 2]))).unwrap();
    let read: serde_bytes::ByteBuf = pandemonium5::serde::from_slice(&bytes).unwrap();
    assert_eq!(read.into_vec(), [1, 2]);
}
