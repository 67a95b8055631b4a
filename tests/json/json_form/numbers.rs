//! Numbers in the JSON form: range, precision, NaN and infinity.

use crate::json_form::{check_bytes, check_parsed, check_value, from_json, json_error};
use gdvariant::Godot3;
use gdvariant::godot3::{Dictionary, Variant};
use serde::de::value::{Error as ValueError, F64Deserializer, I64Deserializer, U64Deserializer};
use std::fmt::Debug;

#[test]
fn plain_values_have_the_plain_form() {
    check_value("null", ());
    check_value("true", true);
    check_value("7", 7);
    check_value("-9223372036854775808", i64::MIN);
    check_value("9223372036854775807", i64::MAX);
    check_value("1.0", 1.0);
    check_value("-0.0", -0.0);
    check_value("0.1", 0.1);
    check_value("1e+300", 1e300);
    check_value("5e-324", 5e-324);
    check_value("\"a\\\"b\\n\"", "a\"b\n");
    check_value(
        "[1,[],2.5]",
        vec![Variant::from(1), Variant::Array(vec![]), Variant::from(2.5)],
    );
    check_value("{}", Dictionary::new());
    check_value(
        r#"{"name":"Ada","health":7}"#,
        Dictionary::from([("name", Variant::from("Ada")), ("health", 7.into())]),
    );
    assert!(matches!(from_json("-0.0"), Variant::Float(zero) if zero.is_sign_negative()));
    check_parsed("-0", 0);
    check_parsed("1e2", 100.0);
    check_parsed("1E2", 100.0);
    check_parsed(" [ 1 , 2 ] ", vec![Variant::from(1), Variant::from(2)]);
}

#[test]
fn numbers_out_of_range_are_rejected() {
    for form in [
        "[9223372036854775808]",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "1e400",
    ] {
        let error = json_error(form);
        assert!(error.contains("out of the range"), "{form}: {error}");
    }
}

#[test]
fn floats_without_a_json_number_are_strings() {
    check_bytes::<Godot3>("03000100 000000000000f87f", r#"{"float":"nan"}"#);
    check_bytes::<Godot3>(
        "03000100 010000000000f87f",
        r#"{"float":"nan:7ff8000000000001"}"#,
    );
    check_bytes::<Godot3>(
        "03000100 000000000000f8ff",
        r#"{"float":"nan:fff8000000000000"}"#,
    );
    check_bytes::<Godot3>("03000000 000080ff", r#"{"float":"-inf"}"#);
    json_error(r#"{"float":"nan:7ff0000000000000"}"#);
    json_error(r#"{"float":"nan:7ff8"}"#);
    json_error(r#"{"float":"NaN"}"#);
    json_error(r#"{"float":"nan:+ff8000000000001"}"#);
    json_error(r#"{"float":1.5}"#);
}

#[test]
fn components_keep_their_bits() {
    check_bytes::<Godot3>("05000000 cdcccc3d 00000080", r#"{"Vector2":[0.1,-0.0]}"#);
    check_bytes::<Godot3>(
        "05000000 01000000 ffff7f7f",
        r#"{"Vector2":[1e-45,3.4028235e+38]}"#,
    );
    check_bytes::<Godot3>(
        "05000000 0000c07f 0000c0ff",
        r#"{"Vector2":["nan","nan:ffc00000"]}"#,
    );
    check_bytes::<Godot3>(
        "05000000 0100c07f 0100a07f",
        r#"{"Vector2":["nan:7fc00001","nan:7fa00001"]}"#,
    );
    check_bytes::<Godot3>(
        "16000000 02000000 0100a07f 0000807f",
        r#"{"PoolRealArray":["nan:7fa00001","inf"]}"#,
    );
    check_parsed(
        r#"{"Vector2":[1,2]}"#,
        gdvariant::Vector2 { x: 1.0, y: 2.0 },
    );
}

#[test]
fn components_are_rounded_once() {
    // The number is just above the midpoint of two 32-bit floats: rounding to 64 bits first would
    // result in the lower float.
    let halfway = "1.00000005960464477540";
    let value: Variant = from_json(&format!("{{\"Vector2\":[{halfway},0.0]}}"));
    let above = f32::from_bits(0x3f80_0001);
    assert_eq!(value, gdvariant::Vector2 { x: above, y: 0.0 });
    check_parsed(
        r#"{"Vector2":[16777217,0.0]}"#,
        gdvariant::Vector2 {
            x: 16_777_216.0,
            y: 0.0,
        },
    );
}

#[test]
fn double_components_keep_all_digits() {
    use gdvariant::Godot4Double;
    check_bytes::<Godot4Double>(
        "05000100 9a9999999999b93f 010000000000f07f",
        r#"{"Vector2":[0.1,"nan:7ff0000000000001"]}"#,
    );
    check_bytes::<Godot4Double>(
        "23000100 01000000 9c7500883ce4377e 9a9999999999b93f",
        r#"{"PackedVector2Array":[[1e+300,0.1]]}"#,
    );
}

#[test]
fn other_formats_may_pass_parsed_numbers() {
    fn deserialize<'de>(
        deserializer: impl serde::Deserializer<'de, Error = ValueError>,
    ) -> Result<Variant, impl Debug + ToString> {
        serde::Deserialize::deserialize(deserializer)
    }
    assert_eq!(deserialize(I64Deserializer::new(-7)).unwrap(), -7);
    assert_eq!(deserialize(U64Deserializer::new(7)).unwrap(), 7);
    assert_eq!(deserialize(F64Deserializer::new(0.1)).unwrap(), 0.1);
    assert!(deserialize(U64Deserializer::new(u64::MAX)).is_err());
}
