//! Typed arrays of Pandemonium 5: bytes, errors and conversions.
#![cfg(all(feature = "pandemonium5", feature = "std"))]

#[cfg(feature = "derive")]
mod derived;
#[cfg(feature = "serde")]
mod through_serde;

use crate::common::{Fault, bytes, hex};
use gdvariant::dictionary::KeyRule;
use gdvariant::inspect::inspect;
use gdvariant::pandemonium5::{self, Dictionary, TypedArray, Variant, VariantRef};
use gdvariant::{
    DecodeError, DecodeOptions, ElementType, Ignored, Kind, NodePath, Object, Pandemonium5,
    StringName, Vector2,
};
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// Decodes strictly, without full objects.
fn decode(hex: &str) -> Result<Variant, String> {
    decode_with(hex, DecodeOptions::new())
}

/// Decodes a Variant, and checks that skipping, inspecting and borrowing agree.
fn decode_with(hex: &str, options: DecodeOptions) -> Result<Variant, String> {
    let input = bytes(hex);
    let owned = pandemonium5::from_slice_with::<Variant>(&input, options);
    let borrowed = pandemonium5::from_slice_with::<VariantRef<'_>>(&input, options);
    assert_eq!(borrowed.map(Variant::from), owned, "{hex}");
    let skipped = pandemonium5::from_slice_with::<Ignored>(&input, options);
    assert_eq!(skipped.err(), owned.clone().err(), "{hex}");
    let mut covered = 0;
    let inspected = inspect::<Pandemonium5>(&input, options, |row| {
        assert_eq!(row.offset, covered, "{hex}");
        covered += row.bytes.len();
    });
    let end = owned.as_ref().map(|_| input.len());
    assert_eq!(
        inspected.as_ref(),
        end.as_ref().map_err(|error| *error),
        "{hex}"
    );
    assert_eq!(
        covered,
        owned
            .as_ref()
            .map_or_else(DecodeError::offset, |_| input.len())
    );
    owned.map_err(|error| error.fault())
}

fn encode(value: &Variant) -> String {
    hex(&pandemonium5::to_vec(value).expect("the value can be encoded"))
}

/// Checks that the value is encoded as the bytes, and the bytes decode to the value.
#[track_caller]
fn assert_encoded(digits: &str, value: impl Into<Variant>) {
    let (digits, value) = (digits.replace(' ', ""), value.into());
    assert_eq!(encode(&value), digits);
    assert_eq!(decode(&digits), Ok(value));
}

/// Checks the error of strict decoding, and the bytes of the value from lenient decoding.
#[track_caller]
fn assert_lenient(digits: &str, error: &str, canonical: &str) {
    assert_eq!(decode(digits), Err(error.into()));
    let value = decode_with(digits, DecodeOptions::engine()).expect("the engine reads it");
    assert_eq!(encode(&value), canonical.replace(' ', ""));
}

/// Checks the error of strict and of lenient decoding.
#[track_caller]
fn assert_rejected(digits: &str, error: &str) {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        assert_eq!(decode_with(digits, options), Err(error.into()));
    }
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
fn encodes_the_element_type_first() {
    assert_encoded("1b000000 00000000 00000000", typed(TypedArray::default()));
    assert_encoded(
        "1b000000 02000000 01000000 02000000 07000000",
        typed(TypedArray::new(Kind::Int, [7])),
    );
    assert_encoded(
        "1c000000 0e000000 00000000",
        packed(TypedArray::new(Kind::Quaternion, [] as [Variant; 0])),
    );
    // An element type of Nil means any type.
    let nil = TypedArray {
        element: ElementType::Kind(Kind::Nil),
        values: vec![],
    };
    assert_eq!(encode(&typed(nil)), "1b0000000000000000000000");
}

#[test]
fn encodes_the_class_of_objects() {
    let none = || [] as [Variant; 0];
    assert_encoded(
        "1b000100 17000000 00000000",
        typed(TypedArray::new(Kind::Object, none())),
    );
    assert_encoded(
        "1b000000 17000000 18000000 04000000 4e6f6465 00000000",
        typed(TypedArray::new(class("Node"), none())),
    );
    assert_encoded(
        "1b000000 17000000 18000000 00000000 00000000",
        typed(TypedArray::new(class(""), none())),
    );
    // Objects encoded as ids can be elements of a typed array with a class.
    assert_encoded(
        "1c000000 17000000 18000000 05000000 4e6f646532000000 01000000 17000100 0700000000000000",
        packed(TypedArray::new(class("Node2"), [Object::Id(7)])),
    );
}

/// Checks that values of other types are accepted, because the engine does not check them.
#[test]
fn accepts_elements_of_any_type() {
    assert_encoded(
        "1b000000 02000000 02000000 00000000 04000000 01000000 61000000",
        typed(TypedArray::new(Kind::Int, [Variant::Nil, "a".into()])),
    );
}

#[test]
fn lenient_decoding_ignores_unknown_bits() {
    assert_lenient(
        "1b000000 02000080 00000000",
        "0x0004: element: UnknownFlags",
        "1b000000 02000000 00000000",
    );
    assert_lenient(
        "1b000000 17000080 18000000 00000000 00000000",
        "0x0004: element: UnknownFlags",
        "1b000000 17000000 18000000 00000000 00000000",
    );
    assert_lenient(
        "1b000000 02000000 01000080 00000000",
        "0x0008: count: UnknownFlags",
        "1b000000 02000000 01000000 00000000",
    );
    assert_lenient(
        "1b000100 17000080 00000000",
        "0x0004: element: UnknownFlags",
        "1b000100 17000000 00000000",
    );
    // The obsolete flag of Objects.
    assert_lenient(
        "1b000100 02000000 00000000",
        "0x0000: UnknownFlags",
        "1b000000 02000000 00000000",
    );
    assert_lenient(
        "1c000100 00000000 00000000",
        "0x0000: UnknownFlags",
        "1c000000 00000000 00000000",
    );
    assert_lenient(
        "1b000200 02000000 00000000",
        "0x0000: UnknownFlags",
        "1b000000 02000000 00000000",
    );
    // A NUL within the class name.
    assert_lenient(
        "1b000000 17000000 18000100 00000000 00000000",
        "0x0008: class: UnknownFlags",
        "1b000000 17000000 18000000 00000000 00000000",
    );
}

#[test]
fn lenient_decoding_accepts_unknown_types() {
    for number in ["28000000", "00010000", "ffffff7f"] {
        assert_lenient(
            &format!("1b000000 {number} 01000000 00000000"),
            "0x0004: element: UnknownElementType",
            "1b000000 00000000 01000000 00000000",
        );
    }
    assert_lenient(
        "1b000100 28000000 00000000",
        "0x0000: UnknownFlags",
        "1b000000 00000000 00000000",
    );
}

#[test]
fn a_class_name_is_a_string_name() {
    assert_rejected(
        "1b000000 17000000 04000000 00000000 00000000",
        "0x0008: class: WrongType",
    );
    assert_rejected(
        "1b000000 17000000 00000000 00000000",
        "0x0008: class: WrongType",
    );
    assert_rejected(
        "1b000000 17000000 18000000 05000000 4e6f6465",
        "0x0010: class.text: UnexpectedEnd",
    );
}

#[test]
fn rejects_truncated_fields() {
    assert_rejected("1b000000", "0x0004: element: UnexpectedEnd");
    assert_rejected("1b000100 0200", "0x0004: element: UnexpectedEnd");
    assert_rejected("1b000000 02000000", "0x0008: count: UnexpectedEnd");
    assert_rejected("1b000000 17000000", "0x0008: class: UnexpectedEnd");
    assert_rejected(
        "1b000000 17000000 18000000 00000000",
        "0x0010: count: UnexpectedEnd",
    );
    assert_rejected(
        "1b000000 02000000 ffffff7f 00000000",
        "0x0008: count: CountTooLarge",
    );
    assert_rejected(
        "1b000000 02000000 02000000 00000000 02000000",
        "0x0014: [1].value: UnexpectedEnd",
    );
}

#[test]
fn errors_name_the_index_of_the_element() {
    assert_lenient(
        "1a000000 01000000 1b000000 02000000 02000000 00000000 01000000 02000000",
        "0x001c: [0][1].value: InvalidBool",
        "1a000000 01000000 1b000000 02000000 02000000 00000000 01000000 01000000",
    );
    let value = packed(TypedArray::new(Kind::String, ["a", "\0"]));
    let error = pandemonium5::to_vec(&vec![value]).expect_err("a NUL");
    assert_eq!(error.fault(), "[0][1]: NulInString");
}

#[test]
fn rejects_a_nul_in_a_class_name() {
    let lacking = TypedArray {
        element: class("No\0de"),
        values: vec![],
    };
    let error = pandemonium5::to_vec(&vec![lacking.clone()]).expect_err("a NUL");
    assert_eq!(error.fault(), "[0].class: NulInString");
    let borrowed = gdvariant::TypedArray::<VariantRef<'_>> {
        element: class("No\0de"),
        values: vec![],
    };
    assert!(pandemonium5::to_vec(&borrowed).is_err());
}

/// Checks that types that decode an Array also decode a typed array.
#[test]
fn lists_decode_typed_arrays() {
    let array = TypedArray::new(Kind::Int, [3, 1, 2]);
    let of_class = TypedArray::new(class("Node"), [3, 1, 2]);
    for value in [
        typed(array.clone()),
        packed(array.clone()),
        typed(of_class.clone()),
        packed(of_class),
    ] {
        let bytes = pandemonium5::to_vec(&value).expect("a value");
        assert_eq!(
            pandemonium5::from_slice::<Vec<u8>>(&bytes),
            Ok(vec![3, 1, 2])
        );
        assert_eq!(
            pandemonium5::from_slice::<Vec<f32>>(&bytes),
            Ok(vec![3.0, 1.0, 2.0])
        );
        assert_eq!(pandemonium5::from_slice::<[i64; 3]>(&bytes), Ok([3, 1, 2]));
        assert_eq!(
            pandemonium5::from_slice::<(u8, f64, Variant)>(&bytes),
            Ok((3, 1.0, 2.into()))
        );
        assert_eq!(
            pandemonium5::from_slice(&bytes),
            Ok(BTreeSet::from([1, 2, 3]))
        );
        assert_eq!(
            pandemonium5::from_slice(&bytes),
            Ok(VecDeque::from([3, 1, 2]))
        );
        assert_eq!(
            pandemonium5::from_slice::<Vec<Variant>>(&bytes),
            Ok(array.values.clone())
        );
    }
    let points = packed(TypedArray::new(Kind::Vector2, [Vector2::new(1.0, 2.0)]));
    let bytes = pandemonium5::to_vec(&points).expect("a value");
    assert_eq!(
        pandemonium5::from_slice(&bytes),
        Ok(vec![Vector2::new(1.0, 2.0)])
    );

    let input = bytes_of(&typed(TypedArray::new(Kind::String, ["a"])));
    let error = pandemonium5::from_slice::<Vec<u8>>(&input).expect_err("a text");
    assert_eq!(error.fault(), "0x000c: [0]: WrongType");
    let length = pandemonium5::from_slice::<(u8, u8)>(&input).expect_err("one element");
    assert_eq!(length.fault(), "0x0000: WrongLength");
    assert_eq!(
        pandemonium5::from_slice::<TypedArray>(&bytes_of(&vec![Variant::Nil].into()))
            .map_err(|error| error.fault()),
        Err("0x0000: WrongType".into())
    );
}

fn bytes_of(value: &Variant) -> Vec<u8> {
    pandemonium5::to_vec(value).expect("the value can be encoded")
}

/// Checks that `TypedArray` encodes a typed array, and decodes from any Array.
#[test]
fn typed_arrays_encode_as_a_type_of_their_own() {
    let array = gdvariant::TypedArray::<i64>::new(Kind::Int, [1, 2]);
    let bytes = pandemonium5::to_vec(&array).expect("a value");
    let variants = TypedArray::new(Kind::Int, [1, 2]);
    assert_eq!(bytes, bytes_of(&typed(variants.clone())));
    assert_eq!(pandemonium5::from_slice(&bytes), Ok(array.clone()));
    assert_eq!(
        pandemonium5::from_slice(&bytes_of(&packed(variants.clone()))),
        Ok(array.clone())
    );
    assert_eq!(array.iter().sum::<i64>(), 3);
    assert_eq!((&array).into_iter().count(), 2);
    assert_eq!(array.into_iter().collect::<Vec<_>>(), [1, 2]);

    let value = typed(variants.clone());
    assert_eq!(value.as_pandemonium_typed_array(), Some(&variants));
    assert_eq!(value.as_packed_typed_array(), None);
    assert_eq!(
        packed(variants.clone()).as_packed_typed_array(),
        Some(&variants)
    );
    // Without its kind, a typed Array is one of Godot 4.
    let value = Variant::from(variants.clone());
    assert_eq!(value.as_typed_array(), Some(&variants));
    assert_eq!(TypedArray::try_from(value), Ok(variants.clone()));
    assert_eq!(TypedArray::try_from(packed(variants.clone())), Ok(variants));
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
    let array = |element: ElementType| typed(TypedArray::new(element, [1, 2]));
    for (value, text) in [
        (array(ElementType::Any), "TypedArray( [ 1, 2 ] )"),
        (
            array(Kind::Float.into()),
            r#"TypedArray( "real", [ 1, 2 ] )"#,
        ),
        (
            array(class("My\"Node")),
            r#"TypedArray( "My\"Node", [ 1, 2 ] )"#,
        ),
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
        typed(TypedArray::new(Kind::Float, [] as [Variant; 0])),
        typed(TypedArray::new(Kind::Object, [] as [Variant; 0])),
    ];
    inspect::<Pandemonium5>(&bytes_of(&value.into()), DecodeOptions::new(), |row| {
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
    inspect::<Pandemonium5>(&input, DecodeOptions::engine(), |row| {
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
#[cfg(feature = "pandemonium")]
#[test]
fn other_layouts_lack_typed_arrays() {
    use gdvariant::{Converter, Pandemonium, Pandemonium5, pandemonium};

    let inner = packed(TypedArray::new(Kind::Int, [1]));
    let value = Variant::from(Dictionary::from([("list", vec![Variant::Nil, inner])]));
    let converted = Converter::new().convert::<Pandemonium5, Pandemonium>(&value);
    let error = converted.expect_err("a missing type");
    assert!(matches!(
        error.kind(),
        gdvariant::convert::ConvertErrorKind::MissingType {
            ty: "PackedTypedArray",
            ..
        }
    ));
    assert_eq!(
        error.to_string(),
        "list[1]: Pandemonium has no PackedTypedArray"
    );

    // Values without a typed array are encoded in both layouts.
    let value = pandemonium::Variant::from(vec![
        pandemonium::Variant::from(StringName::from("a")),
        NodePath::from("b").into(),
    ]);
    let bytes = pandemonium5::to_vec(&value).expect("all types");
    assert_eq!(pandemonium5::from_slice(&bytes), Ok(value));
}
