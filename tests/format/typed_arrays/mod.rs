//! Typed arrays of Pandemonium 5: bytes, errors and conversions.

mod derived;
mod through_serde;

use crate::agreement::decoded;
use crate::common::{Fault, bytes, hex};
use gdvariant::dictionary::KeyRule;
use gdvariant::pandemonium5::{self, Dictionary, TypedArray, Variant};
use gdvariant::{Decode, DecodeOptions, ElementType, Engine, Kind, Object, Pandemonium5, Vector2};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Decodes a Variant; `agreement` compares skipping, inspecting and borrowing.
fn decode(hex: &str, options: DecodeOptions) -> Result<Variant, String> {
    let result = decoded::<Pandemonium5>(&bytes(hex), options);
    result
        .map(|(value, _)| value)
        .map_err(|error| error.fault())
}

fn encode(value: &Variant) -> String {
    hex(&pandemonium5::to_vec(value).expect("the value can be encoded"))
}

/// Checks values and their bytes.
fn assert_encoded(cases: impl IntoIterator<Item = (&'static str, Variant)>) {
    for (digits, value) in cases {
        assert_eq!(encode(&value), digits.replace(' ', ""));
        assert_eq!(decode(digits, DecodeOptions::new()), Ok(value));
    }
}

/// Checks the errors of strict decoding, and the bytes of the values from lenient decoding.
fn assert_lenient(cases: &[(&str, &str, &str)]) {
    for (digits, error, canonical) in cases {
        let strict = decode(digits, DecodeOptions::new());
        assert_eq!(strict, Err((*error).into()), "{digits}");
        let value = decode(digits, DecodeOptions::engine()).expect("the engine reads it");
        assert_eq!(encode(&value), canonical.replace(' ', ""), "{digits}");
    }
}

/// Checks the error of strict and of lenient decoding.
fn assert_rejected(cases: &[(&str, &str)]) {
    for (digits, error) in cases {
        for options in [DecodeOptions::new(), DecodeOptions::engine()] {
            assert_eq!(decode(digits, options), Err((*error).into()), "{digits}");
        }
    }
}

/// Returns an Array with a declared type and no elements.
fn empty(element: impl Into<ElementType>) -> TypedArray {
    TypedArray::new(element, [] as [Variant; 0])
}

fn typed(array: TypedArray) -> Variant {
    Variant::PandemoniumTypedArray(Box::new(array))
}

fn packed(array: TypedArray) -> Variant {
    Variant::PackedTypedArray(Box::new(array))
}

fn class(name: &str) -> ElementType {
    ElementType::Class(name.into())
}

#[test]
fn encodes_the_element_type_and_class_first() {
    assert_encoded([
        ("1b000000 00000000 00000000", typed(TypedArray::default())),
        (
            "1b000000 02000000 01000000 02000000 07000000",
            typed(TypedArray::new(Kind::Int, [7])),
        ),
        (
            "1c000000 0e000000 00000000",
            packed(empty(Kind::Quaternion)),
        ),
        ("1b000100 17000000 00000000", typed(empty(Kind::Object))),
        (
            "1b000000 17000000 18000000 04000000 4e6f6465 00000000",
            typed(empty(class("Node"))),
        ),
        (
            "1b000000 17000000 18000000 00000000 00000000",
            typed(empty(class(""))),
        ),
        // Objects encoded as ids can be elements of a typed array with a class.
        (
            "1c000000 17000000 18000000 05000000 4e6f646532000000 01000000 17000100 0700000000000000",
            packed(TypedArray::new(class("Node2"), [Object::Id(7)])),
        ),
        // The engine does not check the types of elements.
        (
            "1b000000 02000000 02000000 00000000 04000000 01000000 61000000",
            typed(TypedArray::new(Kind::Int, [Variant::Nil, "a".into()])),
        ),
    ]);
    // An element type of Nil means any type.
    let nil = empty(ElementType::Kind(Kind::Nil));
    assert_eq!(encode(&typed(nil)), "1b0000000000000000000000");
}

#[test]
fn lenient_decoding_ignores_unknown_bits_and_types() {
    let flags = "0x0000: UnknownFlags";
    let element_flags = "0x0004: element: UnknownFlags";
    let unknown = "0x0004: element: UnknownElementType";
    let ints = "1b000000 02000000 00000000";
    let any = "1b000000 00000000 01000000 00000000";
    let no_class = "1b000000 17000000 18000000 00000000 00000000";
    assert_lenient(&[
        ("1b000000 02000080 00000000", element_flags, ints),
        (
            "1b000000 17000080 18000000 00000000 00000000",
            element_flags,
            no_class,
        ),
        (
            "1b000000 02000000 01000080 00000000",
            "0x0008: count: UnknownFlags",
            "1b000000 02000000 01000000 00000000",
        ),
        (
            "1b000100 17000080 00000000",
            element_flags,
            "1b000100 17000000 00000000",
        ),
        // The obsolete flag of Objects.
        ("1b000100 02000000 00000000", flags, ints),
        (
            "1c000100 00000000 00000000",
            flags,
            "1c000000 00000000 00000000",
        ),
        ("1b000200 02000000 00000000", flags, ints),
        (
            "1b000000 17000000 18000100 00000000 00000000",
            "0x0008: class: UnknownFlags",
            no_class,
        ),
        ("1b000000 28000000 01000000 00000000", unknown, any),
        ("1b000000 ffffff7f 01000000 00000000", unknown, any),
        (
            "1b000100 28000000 00000000",
            flags,
            "1b000000 00000000 00000000",
        ),
        (
            "1a000000 01000000 1b000000 02000000 02000000 00000000 01000000 02000000",
            "0x001c: [0][1].value: InvalidBool",
            "1a000000 01000000 1b000000 02000000 02000000 00000000 01000000 01000000",
        ),
    ]);
}

#[test]
fn rejects_other_class_names_and_truncated_fields() {
    let other = "0x0008: class: WrongType";
    assert_rejected(&[
        ("1b000000 17000000 04000000 00000000 00000000", other),
        ("1b000000 17000000 00000000 00000000", other),
        (
            "1b000000 17000000 18000000 05000000 4e6f6465",
            "0x0010: class.text: UnexpectedEnd",
        ),
        ("1b000000", "0x0004: element: UnexpectedEnd"),
        ("1b000000 02000000", "0x0008: count: UnexpectedEnd"),
        ("1b000000 17000000", "0x0008: class: UnexpectedEnd"),
        (
            "1b000000 17000000 18000000 00000000",
            "0x0010: count: UnexpectedEnd",
        ),
        (
            "1b000000 02000000 ffffff7f 00000000",
            "0x0008: count: CountTooLarge",
        ),
        (
            "1b000000 02000000 02000000 00000000 02000000",
            "0x0014: [1].value: UnexpectedEnd",
        ),
    ]);
}

#[test]
fn rejects_a_nul_in_elements_and_class_names() {
    let element = packed(TypedArray::new(Kind::String, ["a", "\0"]));
    for (value, expected) in [
        (element, "[0][1]: NulInString"),
        (typed(empty(class("No\0de"))), "[0].class: NulInString"),
    ] {
        let error = pandemonium5::to_vec(&vec![value]).expect_err("a NUL");
        assert_eq!(error.fault(), expected);
    }
}

/// Decodes a value as another type.
fn from<T: for<'de> Decode<'de, Pandemonium5>>(value: &Variant) -> Result<T, String> {
    pandemonium5::from_slice(&bytes_of(value)).map_err(|error| error.fault())
}

/// Checks that types that decode an Array also decode a typed array.
#[test]
fn lists_decode_typed_arrays() {
    let array = TypedArray::new(Kind::Int, [3, 1, 2]);
    let of_class = TypedArray::new(class("Node"), [3, 1, 2]);
    for value in [typed(array.clone()), packed(array.clone()), typed(of_class)] {
        assert_eq!(from::<Vec<f32>>(&value), Ok(vec![3.0, 1.0, 2.0]));
        assert_eq!(from::<[i64; 3]>(&value), Ok([3, 1, 2]));
        assert_eq!(from::<(u8, f64, Variant)>(&value), Ok((3, 1.0, 2.into())));
        assert_eq!(from(&value), Ok(BTreeSet::from([1, 2, 3])));
        assert_eq!(from::<Vec<Variant>>(&value), Ok(array.values.clone()));
    }
    let points = packed(TypedArray::new(Kind::Vector2, [Vector2::new(1.0, 2.0)]));
    assert_eq!(from(&points), Ok(vec![Vector2::new(1.0, 2.0)]));

    let text = typed(TypedArray::new(Kind::String, ["a"]));
    assert_eq!(from::<Vec<u8>>(&text), Err("0x000c: [0]: WrongType".into()));
    assert_eq!(from::<(u8, u8)>(&text), Err("0x0000: WrongLength".into()));
    let plain = vec![Variant::Nil].into();
    assert_eq!(from::<TypedArray>(&plain), Err("0x0000: WrongType".into()));
}

fn bytes_of(value: &Variant) -> Vec<u8> {
    pandemonium5::to_vec(value).expect("the value can be encoded")
}

/// Checks that `TypedArray` encodes a typed array, and decodes from any Array.
#[test]
fn typed_arrays_encode_as_a_type_of_their_own() {
    let array = gdvariant::TypedArray::<i64>::new(Kind::Int, [1, 2]);
    let variants = TypedArray::new(Kind::Int, [1, 2]);
    let value = typed(variants.clone());
    assert_eq!(pandemonium5::to_vec(&array), Ok(bytes_of(&value)));
    assert_eq!(from(&value), Ok(array.clone()));
    assert_eq!(from(&packed(variants.clone())), Ok(array.clone()));
    assert_eq!(array.values, [1, 2]);

    assert_eq!(value.as_pandemonium_typed_array(), Some(&variants));
    assert_eq!(value.as_packed_typed_array(), None);
    // Without its kind, a typed Array is one of Godot 4.
    let value = Variant::from(variants.clone());
    assert_eq!(value.as_typed_array(), Some(&variants));
    for value in [value, packed(variants.clone())] {
        assert_eq!(TypedArray::try_from(value), Ok(variants.clone()));
    }
    let error = TypedArray::try_from(Variant::from(7)).expect_err("another type");
    assert_eq!(error.fault(), "WrongType");
}

/// Checks that keys compare the element type, and compare values like the elements of an Array.
#[test]
fn keys_compare_the_element_type() {
    let key = |element: ElementType, value: f64| TypedArray::new(element, [value]);
    let keys = [
        typed(key(Kind::Float.into(), 1.0)),
        typed(key(ElementType::Any, 1.0)),
        typed(key(Kind::Int.into(), 1.0)),
        typed(key(class("A"), 1.0)),
        typed(key(class("B"), 1.0)),
        typed(key(Kind::Float.into(), 0.0)),
        typed(key(Kind::Float.into(), f64::NAN)),
        packed(key(Kind::Float.into(), 1.0)),
        vec![Variant::from(1.0)].into(),
    ];
    // Few keys are compared with each other; many are hashed.
    for others in [0, 40_i64] {
        let mut dictionary = Dictionary::with_rule(KeyRule::ByIdentity);
        dictionary.extend((0..others).map(|key| (key, Variant::Nil)));
        for (index, key) in (0_i64..).zip(&keys) {
            assert_eq!(dictionary.insert(key.clone(), index), None, "{key}");
        }
        for (index, key) in (0_i64..).zip(&keys) {
            assert_eq!(dictionary.get(key), Some(&index.into()), "{key}");
        }
        let same = typed(key(Kind::Float.into(), -0.0));
        assert_eq!(dictionary.get(&same), Some(&5.into()));
    }
}

#[test]
fn the_text_has_the_notation_of_the_engine() {
    let array = |element: ElementType| typed(TypedArray::new(element, [1]));
    for (value, text) in [
        (array(ElementType::Any), "TypedArray( [ 1 ] )"),
        (array(Kind::Float.into()), r#"TypedArray( "real", [ 1 ] )"#),
        (array(class("A\"B")), r#"TypedArray( "A\"B", [ 1 ] )"#),
        (
            packed(TypedArray::new(Kind::String, ["a"])),
            r#"PackedTypedArray( "String", [ "a" ] )"#,
        ),
    ] {
        assert_eq!(pandemonium5::display(&value).to_string(), text);
    }
}

#[test]
fn the_inspector_names_types_and_classes() {
    let mut text = String::new();
    let value = vec![
        packed(TypedArray::new(class("Node2"), [Variant::Nil])),
        typed(empty(Kind::Float)),
        typed(empty(Kind::Object)),
    ];
    Pandemonium5::LAYOUT
        .inspect(&bytes_of(&value.into()), DecodeOptions::new(), |row| {
            let (path, name) = (row.path, row.field.name);
            writeln!(
                text,
                "{:02x} {path} {name}: {} ({})",
                row.offset, row.value, row.ty.name
            )
            .expect("a String");
        })
        .expect("a value");
    let expected = "\
00  header: Array (Array)
04  count: 3 (Array)
08 [0] header: PackedTypedArray (PackedTypedArray)
0c [0] element: Object, class name (PackedTypedArray)
10 [0].class header: StringName (StringName)
14 [0].class length: 5 (StringName)
18 [0].class text: \"Node2\" (StringName)
1d [0].class padding:  (StringName)
20 [0] count: 1 (PackedTypedArray)
24 [0][0] header: Nil (Nil)
28 [1] header: TypedArray (TypedArray)
2c [1] element: real (TypedArray)
30 [1] count: 0 (TypedArray)
34 [2] header: TypedArray (TypedArray)
38 [2] element: Object (TypedArray)
3c [2] count: 0 (TypedArray)
";
    assert_eq!(text, expected);

    // The header has flags that the engine ignores.
    let input = bytes("1b000100 28000080 00000080");
    let mut values = Vec::new();
    Pandemonium5::LAYOUT
        .inspect(&input, DecodeOptions::engine(), |row| {
            values.push(row.value.to_string());
        })
        .expect("the engine reads it");
    assert_eq!(
        values,
        [
            "TypedArray, unknown flags 0x00010000",
            "40, unknown type, treated as any",
            "0, shared"
        ]
    );
}

/// Checks that conversions to other layouts name the missing type.
#[test]
fn other_layouts_lack_typed_arrays() {
    use gdvariant::{Converter, Pandemonium};

    let inner = packed(TypedArray::new(Kind::Int, [1]));
    let value = Variant::from(Dictionary::from([("list", vec![Variant::Nil, inner])]));
    let converted = Converter::new().convert::<Pandemonium5, Pandemonium>(&value);
    assert_eq!(
        converted.expect_err("a missing type").to_string(),
        "list[1]: Pandemonium has no PackedTypedArray"
    );
}
