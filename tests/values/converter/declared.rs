//! Conversions of the declared types of Arrays and Dictionaries.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

use crate::common::encode;
use gdvariant::{
    Callable, Converter, Dictionary, ElementType, Godot3, Godot4, Kind, Layout, Packed,
    Pandemonium5, TypedArray, TypedDictionary, generic, godot4, pandemonium5,
};

/// Returns the text and the report of a lossy conversion, and the error of a strict conversion.
fn converted<A: Layout, B: Layout>(value: &A::Variant) -> (String, String, Option<String>) {
    let strict = Converter::new().convert::<A, B>(value).err();
    let lossy = Converter::new().lossy().convert::<A, B>(value);
    let (value, report) = lossy.expect("lossy conversions do not fail");
    (
        generic::display::<B, _>(&value).to_string(),
        report.to_string(),
        strict.map(|error| error.to_string()),
    )
}

/// Returns a typed array of Pandemonium 5.
fn typed(array: TypedArray<pandemonium5::Variant>) -> pandemonium5::Variant {
    pandemonium5::Variant::PandemoniumTypedArray(Box::new(array))
}

fn array(element: impl Into<ElementType>, values: Vec<godot4::Variant>) -> godot4::Variant {
    TypedArray::new(element, values).into()
}

#[test]
fn pandemonium5_keeps_the_declared_type_of_an_array() {
    let class = ElementType::Class("Node".into());
    for value in [
        array(Kind::Int, vec![1.into(), 2.into()]),
        array(Kind::Object, vec![godot4::Variant::Nil]),
        array(class, vec![]),
        array(Kind::Array, vec![array(Kind::String, vec!["a".into()])]),
    ] {
        let (there, report) = Converter::new()
            .convert::<Godot4, Pandemonium5>(&value)
            .expect("a typed array");
        assert!(report.is_lossless(), "{report}");
        assert!(there.as_pandemonium_typed_array().is_some());
        let (back, report) = Converter::new()
            .convert::<Pandemonium5, Godot4>(&there)
            .expect("a typed array");
        assert!(report.is_lossless(), "{report}");
        assert_eq!(back, value);
        assert_eq!(encode::<Godot4>(&back), encode::<Godot4>(&value));
    }
}

#[test]
fn godot3_has_no_declared_types() {
    let scores = Dictionary::from([("scores", array(Kind::Int, vec![1.into()]))]);
    let (text, report, error) = converted::<Godot4, Godot3>(&scores.into());
    assert_eq!(text, "{\n\"scores\": [ 1 ]\n}");
    assert_eq!(report, "scores: Array[int] became Array\n");
    assert_eq!(
        error.as_deref(),
        Some("scores: Godot 3 cannot declare the element type of an Array")
    );
    let dictionary = TypedDictionary {
        key: Kind::String.into(),
        value: ElementType::Any,
        entries: Dictionary::from([("a", 1)]),
    };
    let (text, report, error) = converted::<Godot4, Pandemonium5>(&dictionary.into());
    assert_eq!(text, "{\n\"a\": 1\n}");
    assert_eq!(report, "Dictionary[String, Variant] became Dictionary\n");
    assert_eq!(
        error.as_deref(),
        Some("Pandemonium 5 cannot declare the types of a Dictionary")
    );
}

#[test]
fn a_declared_type_becomes_the_nearest_one() {
    let values = vec![Packed([1_i64, 2]).into()];
    let (text, report, error) =
        converted::<Godot4, Pandemonium5>(&array(Kind::PackedInt64Array, values));
    assert_eq!(text, "TypedArray( \"Array\", [ [ 1, 2 ] ] )");
    assert_eq!(
        report,
        "[0]: PackedInt64Array became Array\nArray[PackedInt64Array] became TypedArray[Array]\n"
    );
    assert_eq!(
        error.as_deref(),
        Some("Pandemonium 5 has no PackedInt64Array")
    );
    // A declared type of Nil means no declared type.
    let (_, report, _) =
        converted::<Godot4, Pandemonium5>(&array(Kind::Callable, vec![Callable.into()]));
    assert_eq!(
        report,
        "[0]: Callable became Nil\nArray[Callable] became TypedArray\n"
    );
    let script = ElementType::Script("res://a.gd".into());
    let (_, report, error) = converted::<Godot4, Pandemonium5>(&array(script, vec![]));
    assert_eq!(report, "Array[res://a.gd] became TypedArray[Object]\n");
    assert_eq!(
        error.as_deref(),
        Some("Pandemonium 5 cannot declare a script as the type of a container")
    );
}

#[test]
fn lists_typed_arrays_that_godot4_lacks() {
    let packed = TypedArray::new(Kind::Int, [7]);
    let packed = pandemonium5::Variant::PackedTypedArray(Box::new(packed));
    let (text, report, error) = converted::<Pandemonium5, Godot4>(&packed);
    assert_eq!(text, "Array[int]([7])");
    assert_eq!(report, "PackedTypedArray[int] became Array[int]\n");
    assert_eq!(error.as_deref(), Some("Godot 4 has no PackedTypedArray"));
    let untyped = typed(TypedArray::new(ElementType::Any, [7]));
    let (text, report, error) = converted::<Pandemonium5, Godot4>(&untyped);
    assert_eq!(text, "[7]");
    assert_eq!(report, "TypedArray became Array\n");
    assert_eq!(error.as_deref(), Some("Godot 4 has no TypedArray"));
}

/// Checks elements that do not match the declared type, which only Pandemonium 5 allows.
#[test]
fn drops_declared_types_that_do_not_match() {
    let odd = TypedArray::<pandemonium5::Variant>::new(Kind::Int, ["seven"]);
    let (text, report, error) = converted::<Pandemonium5, Godot4>(&typed(odd));
    assert_eq!(text, "[\"seven\"]");
    assert_eq!(report, "TypedArray[int] became Array\n");
    let expected = "Godot 4 cannot declare a type that differs from the values";
    assert_eq!(error.as_deref(), Some(expected));
}
