//! The JSON form: every value that engines write comes back through it, and every edge of it is as documented.
#![cfg(all(feature = "serde", feature = "godot3"))]

mod common;

use common::arb::Arb;
use common::{Tested, bytes, decode, encode, hex, in_each_layout, lines};
use gdvariant::godot3::{self, Dictionary, Object, Variant};
use gdvariant::{Godot3, Layout, NodePath, Rid};
use proptest::prelude::*;
use proptest::test_runner::Config;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{
    Error as ValueError, F64Deserializer, I64Deserializer, U64Deserializer, UnitDeserializer,
};
use std::fmt::Debug;

/// The form of a value.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value has a JSON form")
}

/// The value of a form.
fn read<V: DeserializeOwned>(json: &str) -> V {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// How a form is refused, by Godot 3.
fn refused(json: &str) -> String {
    match serde_json::from_str::<Variant>(json) {
        Ok(value) => panic!("{json} reads as {value:?}"),
        Err(error) => error.to_string(),
    }
}

/// The value of bytes in hex has this form, and the form gives the bytes.
#[track_caller]
fn is_written<L: Layout<Variant: Serialize + DeserializeOwned>>(digits: &str, form: &str) {
    let value = decode::<L>(&bytes(digits)).expect("the bytes are a value");
    assert_eq!(json(&value), form);
    assert_eq!(
        hex(&encode::<L>(&read(form))),
        digits.replace(' ', ""),
        "{form}"
    );
}

/// The form reads as the value, and the value is written so.
#[track_caller]
fn is_form(form: &str, value: impl Into<Variant>) {
    let value = value.into();
    assert_eq!(json(&value), form);
    assert_eq!(read::<Variant>(form), value, "{form}");
}

/// The form reads as the value, which is written otherwise.
#[track_caller]
fn reads_as(form: &str, value: impl Into<Variant>) {
    assert_eq!(read::<Variant>(form), value.into(), "{form}");
}

/// Every vector: from its bytes to JSON and back to its bytes.
fn vectors_come_back<L: Layout<Variant: Serialize + DeserializeOwned>>(file: &str) {
    for vector in lines(file) {
        let digits = vector["hex"].as_str().expect("a vector has bytes");
        let value = decode::<L>(&bytes(digits)).expect("the bytes are a value");
        let form = json(&value);
        assert_eq!(
            hex(&encode::<L>(&read(&form))),
            digits,
            "{}: {form}",
            vector["id"]
        );
        let pretty = serde_json::to_string_pretty(&value).expect("the value has a JSON form");
        assert_eq!(
            hex(&encode::<L>(&read(&pretty))),
            digits,
            "{}: {pretty}",
            vector["id"]
        );
    }
}

#[test]
fn godot3_vectors_come_back() {
    vectors_come_back::<Godot3>("vectors/godot3.jsonl");
}

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium_vectors_come_back() {
    vectors_come_back::<gdvariant::Pandemonium>("vectors/pandemonium.jsonl");
}

fn any_value_comes_back<L: Tested<Variant: Serialize + DeserializeOwned>>() {
    let config = Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    };
    proptest!(config, |(value in L::Variant::arb())| {
        let form = json(&value);
        let back: L::Variant = serde_json::from_str(&form).map_err(|error| TestCaseError::fail(format!("{form}: {error}")))?;
        prop_assert_eq!(hex(&encode::<L>(&back)), hex(&encode::<L>(&value)), "{}", form);
        // A NaN is not equal to itself, so the form is compared.
        prop_assert_eq!(json(&back), form);
    });
}

/// In a module of its own, as each layout's tests have its name.
mod in_each_layout {
    use super::any_value_comes_back;

    super::in_each_layout!(any_value_comes_back);
}

#[test]
fn plain_values_look_as_they_are() {
    is_form("null", ());
    is_form("true", true);
    is_form("7", 7);
    is_form("-9223372036854775808", i64::MIN);
    is_form("9223372036854775807", i64::MAX);
    is_form("1.0", 1.0);
    is_form("-0.0", -0.0);
    is_form("0.1", 0.1);
    is_form("1e+300", 1e300);
    is_form("5e-324", 5e-324);
    is_form("\"a\\\"b\\n\"", "a\"b\n");
    is_form(
        "[1,[],2.5]",
        vec![Variant::from(1), Variant::Array(vec![]), Variant::from(2.5)],
    );
    is_form("{}", Dictionary::new());
    is_form(
        r#"{"name":"Ada","health":7}"#,
        Dictionary::from([("name", Variant::from("Ada")), ("health", 7.into())]),
    );
    assert!(matches!(read("-0.0"), Variant::Float(zero) if zero.is_sign_negative()));
    reads_as("-0", 0);
    reads_as("1e2", 100.0);
    reads_as("1E2", 100.0);
    reads_as(" [ 1 , 2 ] ", vec![Variant::from(1), Variant::from(2)]);
}

#[test]
fn numbers_without_a_place_are_refused() {
    let too_large = "9223372036854775808 is out of the range of int, -9223372036854775808 to 9223372036854775807; \
                     with a point it is a float at line 1 column";
    assert!(
        refused("[9223372036854775808]").starts_with(too_large),
        "{}",
        refused("[9223372036854775808]")
    );
    assert!(
        refused("-9223372036854775809")
            .starts_with("-9223372036854775809 is out of the range of int")
    );
    assert!(
        refused("123456789012345678901234567890")
            .starts_with("123456789012345678901234567890 is out of the range of int")
    );
    let infinite = refused("1e400");
    assert!(
        infinite.starts_with(
            "1e+400 is out of the range of float, up to 1.7976931348623157e308; infinity is"
        ),
        "{infinite}"
    );
}

#[test]
fn floats_that_json_cannot_say_are_texts() {
    is_written::<Godot3>("03000100 000000000000f87f", r#"{"float":"nan"}"#);
    is_written::<Godot3>(
        "03000100 010000000000f87f",
        r#"{"float":"nan:7ff8000000000001"}"#,
    );
    is_written::<Godot3>(
        "03000100 000000000000f8ff",
        r#"{"float":"nan:fff8000000000000"}"#,
    );
    is_written::<Godot3>(
        "03000100 010000000000f07f",
        r#"{"float":"nan:7ff0000000000001"}"#,
    );
    is_written::<Godot3>("03000000 0000807f", r#"{"float":"inf"}"#);
    is_written::<Godot3>("03000000 000080ff", r#"{"float":"-inf"}"#);
    for form in [
        r#"{"float":"nan:7ff0000000000000"}"#,
        r#"{"float":"nan:7ff8"}"#,
        r#"{"float":"NaN"}"#,
        r#"{"float":"nan:+ff8000000000001"}"#,
    ] {
        let error = refused(form);
        assert!(
            error.starts_with(
                r#"expected "nan", "inf", "-inf" or "nan:" with the 16 hex digits of a NaN, found "#
            ),
            "{error}"
        );
    }
    assert!(
        refused(r#"{"float":1.5}"#)
            .starts_with("a finite float is written plainly, with a point or an exponent")
    );
}

#[test]
fn components_keep_their_bits() {
    is_written::<Godot3>("05000000 0000803f 00000040", r#"{"Vector2":[1.0,2.0]}"#);
    is_written::<Godot3>("05000000 cdcccc3d 00000080", r#"{"Vector2":[0.1,-0.0]}"#);
    is_written::<Godot3>(
        "05000000 01000000 ffff7f7f",
        r#"{"Vector2":[1e-45,3.4028235e+38]}"#,
    );
    is_written::<Godot3>(
        "05000000 0000c07f 0000c0ff",
        r#"{"Vector2":["nan","nan:ffc00000"]}"#,
    );
    is_written::<Godot3>(
        "05000000 0100c07f 0100a07f",
        r#"{"Vector2":["nan:7fc00001","nan:7fa00001"]}"#,
    );
    is_written::<Godot3>(
        "05000000 0000807f 000080ff",
        r#"{"Vector2":["inf","-inf"]}"#,
    );
    is_written::<Godot3>(
        "16000000 02000000 0100a07f 0000807f",
        r#"{"PoolRealArray":["nan:7fa00001","inf"]}"#,
    );
    reads_as(
        r#"{"Vector2":[1,2]}"#,
        gdvariant::Vector2 { x: 1.0, y: 2.0 },
    );
}

#[test]
fn a_component_is_rounded_once() {
    // Halfway between two floats and a little more: in double precision first, it would be rounded to the even one below.
    let halfway = "1.00000005960464477540";
    let value: Variant = read(&format!("{{\"Vector2\":[{halfway},0.0]}}"));
    let above = f32::from_bits(0x3f80_0001);
    assert_eq!(value, gdvariant::Vector2 { x: above, y: 0.0 }.into());
    reads_as(
        r#"{"Vector2":[16777217,0.0]}"#,
        gdvariant::Vector2 {
            x: 16_777_216.0,
            y: 0.0,
        },
    );
}

#[test]
fn compound_values_are_objects_of_their_members() {
    let numbers = |count: u8| {
        (1..=count).fold(String::new(), |digits, n| {
            digits + &hex(&f32::from(n).to_le_bytes())
        })
    };
    is_written::<Godot3>(
        &format!("06000000{}", numbers(4)),
        r#"{"Rect2":{"position":[1.0,2.0],"size":[3.0,4.0]}}"#,
    );
    is_written::<Godot3>(
        &format!("07000000{}", numbers(3)),
        r#"{"Vector3":[1.0,2.0,3.0]}"#,
    );
    is_written::<Godot3>(
        &format!("08000000{}", numbers(6)),
        r#"{"Transform2D":{"x":[1.0,2.0],"y":[3.0,4.0],"origin":[5.0,6.0]}}"#,
    );
    is_written::<Godot3>(
        &format!("09000000{}", numbers(4)),
        r#"{"Plane":{"normal":[1.0,2.0,3.0],"d":4.0}}"#,
    );
    is_written::<Godot3>(
        &format!("0a000000{}", numbers(4)),
        r#"{"Quat":[1.0,2.0,3.0,4.0]}"#,
    );
    is_written::<Godot3>(
        &format!("0b000000{}", numbers(6)),
        r#"{"AABB":{"position":[1.0,2.0,3.0],"size":[4.0,5.0,6.0]}}"#,
    );
    is_written::<Godot3>(
        &format!("0c000000{}", numbers(9)),
        r#"{"Basis":{"x":[1.0,4.0,7.0],"y":[2.0,5.0,8.0],"z":[3.0,6.0,9.0]}}"#,
    );
    is_written::<Godot3>(
        &format!("0d000000{}", numbers(12)),
        r#"{"Transform":{"basis":{"x":[1.0,4.0,7.0],"y":[2.0,5.0,8.0],"z":[3.0,6.0,9.0]},"origin":[10.0,11.0,12.0]}}"#,
    );
    is_written::<Godot3>(
        &format!("0e000000{}", numbers(4)),
        r#"{"Color":[1.0,2.0,3.0,4.0]}"#,
    );
    // In any order.
    assert_eq!(
        read::<Variant>(r#"{"Rect2":{"size":[3.0,4.0],"position":[1.0,2.0]}}"#),
        read::<Variant>(r#"{"Rect2":{"position":[1.0,2.0],"size":[3.0,4.0]}}"#)
    );
}

#[test]
fn pool_arrays_are_lists_or_base64() {
    is_written::<Godot3>(
        "14000000 05000000 0001feff 2a000000",
        r#"{"PoolByteArray":"AAH+/yo="}"#,
    );
    is_written::<Godot3>("14000000 00000000", r#"{"PoolByteArray":""}"#);
    is_written::<Godot3>(
        "15000000 02000000 ffffff7f 00000080",
        r#"{"PoolIntArray":[2147483647,-2147483648]}"#,
    );
    is_written::<Godot3>("16000000 01000000 0000803f", r#"{"PoolRealArray":[1.0]}"#);
    is_written::<Godot3>(
        "17000000 02000000 01000000 00000000 04000000 61626300",
        r#"{"PoolStringArray":["","abc"]}"#,
    );
    is_written::<Godot3>(
        "18000000 01000000 0000803f 00000040",
        r#"{"PoolVector2Array":[[1.0,2.0]]}"#,
    );
    is_written::<Godot3>("19000000 00000000", r#"{"PoolVector3Array":[]}"#);
    is_written::<Godot3>(
        "1a000000 01000000 0000803f 00000040 00000000 0000803f",
        r#"{"PoolColorArray":[[1.0,2.0,0.0,1.0]]}"#,
    );
}

#[test]
fn names_paths_and_objects_have_their_forms() {
    is_form(r#"{"RID":null}"#, Rid);
    is_form(
        r#"{"NodePath":"/root/Main:position"}"#,
        NodePath::from("/root/Main:position"),
    );
    is_form(r#"{"NodePath":""}"#, NodePath::default());
    is_form(
        r#"{"NodePath":{"absolute":false,"names":["a",""],"subnames":["b:c"]}}"#,
        NodePath::new(false, ["a", ""], ["b:c"]),
    );
    is_form(
        r#"{"NodePath":{"absolute":true,"names":["a/b"],"subnames":[]}}"#,
        NodePath::new(true, ["a/b"], [""; 0]),
    );
    reads_as(
        r#"{"NodePath":{"subnames":["x"],"names":["a"],"absolute":true}}"#,
        NodePath::from("/a:x"),
    );
    is_form(r#"{"Object":{"id":7}}"#, Object::Id(7));
    is_form(r#"{"Object":{"id":0}}"#, Object::Id(0));
    is_form(
        r#"{"Object":{"id":18446744073709551615}}"#,
        Object::Id(u64::MAX),
    );
    is_form(
        r#"{"Object":{"class":"","properties":[]}}"#,
        Object::whole("", [("", 0); 0]),
    );
    let twice = Object::whole(
        "Node",
        [("a", Variant::from(1)), ("a", Object::Id(2).into())],
    );
    is_form(
        r#"{"Object":{"class":"Node","properties":[["a",1],["a",{"Object":{"id":2}}]]}}"#,
        twice,
    );
}

#[test]
fn a_dictionary_is_an_object_where_that_says_everything() {
    let one = |key: &str| Dictionary::from([(key, 1)]);
    is_form(r#"{"a":1}"#, one("a"));
    is_form(r#"{"":1}"#, one(""));
    is_form(r#"{"vector2":1}"#, one("vector2"));
    is_form(r#"{"Node":1}"#, one("Node"));
    for name in [
        "Vector2",
        "Object",
        "float",
        "Dictionary",
        "Nil",
        "int",
        "String",
        "Array",
        "RID",
        "PoolByteArray",
    ] {
        is_form(&format!(r#"{{"Dictionary":[["{name}",1]]}}"#), one(name));
    }
    // Names of other layouts, too, whichever are built in: the form does not depend on it.
    for name in [
        "Vector4",
        "Quaternion",
        "real",
        "StringName",
        "Projection",
        "PoolVector4iArray",
    ] {
        is_form(&format!(r#"{{"Dictionary":[["{name}",1]]}}"#), one(name));
    }
    // What serde_json means a number by.
    is_form(
        r#"{"Dictionary":[["$serde_json::private::Number","1"]]}"#,
        Dictionary::from([("$serde_json::private::Number", "1")]),
    );
    is_form(
        r#"{"Vector2":1,"x":2}"#,
        Dictionary::from([("Vector2", 1), ("x", 2)]),
    );
    is_form(
        r#"{"x":2,"Vector2":1}"#,
        Dictionary::from([("x", 2), ("Vector2", 1)]),
    );
    is_form(
        r#"{"Vector2":[1,2.0,{"RID":null}],"Object":{"id":1}}"#,
        Dictionary::from([
            (
                "Vector2",
                Variant::Array(vec![1.into(), 2.0.into(), Rid.into()]),
            ),
            ("Object", Dictionary::from([("id", 1)]).into()),
        ]),
    );
    is_form(
        r#"{"$serde_json::private::Number":"1","x":2}"#,
        Dictionary::from([
            ("$serde_json::private::Number", Variant::from("1")),
            ("x", 2.into()),
        ]),
    );
    is_form(r#"{"Dictionary":[[1,"a"],[1.0,"b"],["c",{}]]}"#, {
        let mut mixed = Dictionary::from([
            (Variant::from(1), Variant::from("a")),
            (Variant::from(1.0), Variant::from("b")),
        ]);
        mixed.insert("c", Dictionary::new());
        mixed
    });
    is_form(
        r#"{"Dictionary":[[{"k":1},{"Dictionary":[[null,true]]}]]}"#,
        {
            Dictionary::from([(
                Variant::from(one("k").clone()),
                Variant::from(Dictionary::from([((), true)])),
            )])
        },
    );
    // Also what need not be written so is read.
    reads_as(r#"{"Dictionary":[["a",1]]}"#, one("a"));
    reads_as(r#"{"Dictionary":[]}"#, Dictionary::new());
}

#[test]
fn repeated_keys_are_refused() {
    for (form, error) in [
        (
            r#"{"a":1,"a":2}"#,
            r#"the key "a" is repeated at line 1 column 13"#,
        ),
        (
            r#"{"Vector2":1,"Vector2":2}"#,
            r#"the key "Vector2" is repeated"#,
        ),
        (
            r#"{"Dictionary":[[1,2],[1,3]]}"#,
            "the key Dictionary[1] is repeated",
        ),
        (
            r#"{"Dictionary":[[0.0,2],[-0.0,3]]}"#,
            "the key Dictionary[1] is repeated",
        ),
        (
            r#"{"Rect2":{"size":[1,2],"position":[1,2],"size":[1,2]}}"#,
            r#"the key "size" is repeated"#,
        ),
    ] {
        assert!(
            refused(form).starts_with(error),
            "{form}: {}",
            refused(form)
        );
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn errors_name_what_was_expected() {
    for (form, error) in [
        (
            r#"{"Vector2":[1,2,3]}"#,
            "expected a list of 2 numbers for Vector2, found a list of 3",
        ),
        (
            r#"{"Vector2":"x"}"#,
            r#"expected a list of 2 numbers for Vector2, found the text "x""#,
        ),
        (
            r#"{"Vector2":null}"#,
            "expected a list of 2 numbers for Vector2, found another value",
        ),
        (
            r#"{"Vector2":[1,[]]}"#,
            r#"expected a number of single precision, or "nan", "inf", "-inf", for Vector2[1], found a list of 0"#,
        ),
        (
            r#"{"Vector2":[1e39,0]}"#,
            r#"expected a number of single precision, or "nan", "inf", "-inf", for Vector2[0], found 1e39"#,
        ),
        (
            r#"{"Vector2":["nan:7ff8000000000001",0]}"#,
            r#"Vector2[0]: expected "nan", "inf", "-inf" or "nan:" with the 8 hex digits"#,
        ),
        (
            r#"{"Rect2":[1,2,3,4]}"#,
            "expected an object with position, size for Rect2, found a list of 4",
        ),
        (
            r#"{"Rect2":{"position":[1,2]}}"#,
            r#"Rect2 lacks "size"; it has position, size"#,
        ),
        (
            r#"{"Rect2":{"position":[1,2],"size":[1,2],"z":0}}"#,
            r#"Rect2 has no "z"; it has position, size"#,
        ),
        (
            r#"{"Plane":{"normal":[1,2,3],"d":[]}}"#,
            r#"expected a number of single precision, or "nan", "inf", "-inf", for Plane.d, found"#,
        ),
        (
            r#"{"Transform":{"basis":{"x":[1],"y":[],"z":[]},"origin":[]}}"#,
            "expected a list of 3 numbers for Transform.basis.x, found a list of 1",
        ),
        (
            r#"{"PoolByteArray":"AAA"}"#,
            "expected base64 for PoolByteArray: ",
        ),
        (
            r#"{"PoolByteArray":[1]}"#,
            "expected a text in base64 for PoolByteArray, found a list of 1",
        ),
        (
            r#"{"PoolIntArray":[1.0]}"#,
            "expected a whole number of 32 bits for PoolIntArray[0], found 1.0",
        ),
        (
            r#"{"PoolIntArray":[2147483648]}"#,
            "expected a whole number of 32 bits for PoolIntArray[0], found 2147483648",
        ),
        (
            r#"{"PoolVector3Array":[[1,2,3],[1,2]]}"#,
            "expected a list of 3 numbers for PoolVector3Array[1], found a list of 2",
        ),
        (
            r#"{"PoolVector3Array":7}"#,
            "expected a list of lists of 3 numbers for PoolVector3Array, found 7",
        ),
        (
            r#"{"PoolStringArray":["a",1]}"#,
            "expected a text for PoolStringArray[1], found 1",
        ),
        (
            r#"{"NodePath":1}"#,
            "expected a text, or an object with absolute, names and subnames for NodePath, found 1",
        ),
        (
            r#"{"NodePath":{"absolute":1,"names":[],"subnames":[]}}"#,
            "expected true or false for NodePath.absolute, found 1",
        ),
        (r#"{"RID":7}"#, "expected null for RID, found 7"),
        (
            r#"{"Object":{"id":-1}}"#,
            "expected a whole number of 64 bits without a sign for Object.id, found -1",
        ),
        (
            r#"{"Object":{"class":"A"}}"#,
            "expected an object with id, or with class and properties, for Object, found an object",
        ),
        (
            r#"{"Object":{"class":"A","properties":[["a"]]}}"#,
            "expected a list of 2 for Object.properties[0], found a list of 1",
        ),
        (
            r#"{"Dictionary":[[1]]}"#,
            "expected a list of 2 for Dictionary[0], found a list of 1",
        ),
        (
            r#"{"Dictionary":{"a":1}}"#,
            "expected a list of pairs, [[key, value], ..], for Dictionary, found an object",
        ),
        (
            r#"{"int":7}"#,
            "a value of the type int is written plainly, without its name; a Dictionary with \"int\" as its only key is",
        ),
        (
            r#"{"Vector4":[1,2,3,4]}"#,
            "the layout godot3 has no Vector4; pandemonium has",
        ),
        (
            r#"{"Quaternion":[1,2,3,4]}"#,
            "the layout godot3 has no Quaternion; it calls it Quat",
        ),
        (
            r#"{"$serde_json::private::Number":"inf"}"#,
            r#"expected a number, found "inf""#,
        ),
        (
            r#"{"$serde_json::private::Number":1}"#,
            "expected the text of a number",
        ),
    ] {
        assert!(
            refused(form).starts_with(error),
            "{form}: {}",
            refused(form)
        );
    }
    assert!(
        refused("[1,\n {\"Vector2\": [1]}]").ends_with(" at line 2 column 17"),
        "{}",
        refused("[1,\n {\"Vector2\": [1]}]")
    );
}

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium_has_its_own_names() {
    use gdvariant::{Pandemonium, pandemonium};
    is_written::<Pandemonium>("18000000 02000000 61620000", r#"{"StringName":"ab"}"#);
    is_written::<Pandemonium>(
        "0e000000 00000000 00000000 00000000 0000803f",
        r#"{"Quaternion":[0.0,0.0,0.0,1.0]}"#,
    );
    is_written::<Pandemonium>(
        "06000000 01000000 02000000 03000000 ffffffff",
        r#"{"Rect2i":{"position":[1,2],"size":[3,-1]}}"#,
    );
    is_written::<Pandemonium>(
        "20000000 01000000 01000000 feffffff",
        r#"{"PoolVector2iArray":[[1,-2]]}"#,
    );
    is_written::<Pandemonium>("03000100 000000000000f87f", r#"{"float":"nan"}"#);
    let refused = |form| {
        serde_json::from_str::<pandemonium::Variant>(form)
            .expect_err(form)
            .to_string()
    };
    assert!(
        refused(r#"{"Quat":[0,0,0,1]}"#)
            .starts_with("the layout pandemonium has no Quat; it calls it Quaternion")
    );
    assert!(refused(r#"{"real":1.0}"#).starts_with("a value of the type real is written plainly"));
    assert!(
        refused(r#"{"StringName":"a\u0000"}"#).starts_with("StringName: a NUL within text"),
        "{}",
        refused(r#"{"StringName":"a\u0000"}"#)
    );
}

#[cfg(feature = "double")]
#[test]
fn double_components_have_all_their_digits() {
    use gdvariant::Godot3Double;
    is_written::<Godot3Double>(
        "05000000 9a9999999999b93f 010000000000f07f",
        r#"{"Vector2":[0.1,"nan:7ff0000000000001"]}"#,
    );
    is_written::<Godot3Double>(
        "16000000 01000000 9c7500883ce4377e",
        r#"{"PoolRealArray":[1e+300]}"#,
    );
}

/// 1024 values in one another, each made by `wrap`, around a leaf.
fn nested(depth: u32, wrap: impl Fn(Variant) -> Variant) -> Variant {
    (0..depth).fold(Variant::Nil, |value, _| wrap(value))
}

/// In a thread whose stack is large enough for a debug build.
fn with_stack(mebibytes: usize, run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(mebibytes << 20)
        .spawn(run);
    thread
        .expect("a thread starts")
        .join()
        .expect("the thread is well");
}

fn read_deep(form: &str) -> Result<Variant, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(form);
    deserializer.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut deserializer)
}

/// Every way to nest a value.
const WRAPS: [fn(Variant) -> Variant; 5] = [
    |value| Variant::Array(vec![value]),
    |value| Dictionary::from([("a", value)]).into(),
    |value| Dictionary::from([(1, value)]).into(),
    |value| Dictionary::from([(value, 1)]).into(),
    |value| Object::whole("A", [("a", value)]).into(),
];

#[test]
fn deep_values_are_written_on_a_small_stack() {
    for wrap in WRAPS {
        let form = move || json(&nested(1024, wrap));
        with_stack(2, move || drop(form()));
    }
}

#[test]
fn values_may_be_as_deep_as_engines_read() {
    with_stack(32, || {
        for wrap in WRAPS {
            let value = nested(1024, wrap);
            let form = json(&value);
            let back = read_deep(&form).expect("engines read this deep");
            assert_eq!(encode::<Godot3>(&back), encode::<Godot3>(&value));
            let deeper = wrap(value);
            let error = serde_json::to_string(&deeper).expect_err("engines do not read this deep");
            assert!(
                error
                    .to_string()
                    .starts_with("values lie in one another more than 1024 deep"),
                "{error}"
            );
            assert!(godot3::to_vec(&deeper).is_err());
        }
        let error = read_deep(&format!("{}1{}", "[".repeat(1025), "]".repeat(1025)))
            .expect_err("engines do not read this deep");
        assert!(
            error
                .to_string()
                .starts_with("values lie in one another more than 1024 deep"),
            "{error}"
        );
        assert!(read_deep(&format!("{}{}", "[".repeat(1025), "]".repeat(1025))).is_ok());
        for start in [
            "[",
            "{\"a\":",
            "{\"Dictionary\":[[",
            "{\"Object\":",
            "{\"Vector2\":",
        ] {
            let error = read_deep(&start.repeat(100_000)).expect_err("nothing reads this deep");
            assert!(
                error
                    .to_string()
                    .starts_with("values lie in one another more than 1024 deep"),
                "{error}"
            );
        }
    });
}

#[test]
fn formats_that_parse_numbers_are_read_as_well() {
    fn read<'de>(
        deserializer: impl serde::Deserializer<'de, Error = ValueError>,
    ) -> Result<Variant, impl Debug + ToString> {
        serde::Deserialize::deserialize(deserializer)
    }
    assert_eq!(read(I64Deserializer::new(-7)).unwrap(), (-7).into());
    assert_eq!(read(U64Deserializer::new(7)).unwrap(), 7.into());
    assert_eq!(read(F64Deserializer::new(0.1)).unwrap(), 0.1.into());
    assert_eq!(
        read(F64Deserializer::new(f64::INFINITY)).unwrap(),
        f64::INFINITY.into()
    );
    assert_eq!(read(UnitDeserializer::new()).unwrap(), Variant::Nil);
    assert!(
        read(U64Deserializer::new(u64::MAX))
            .unwrap_err()
            .to_string()
            .starts_with("18446744073709551615 is out of the range")
    );
}
