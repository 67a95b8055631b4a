//! The JSON form of each value type by itself.

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;
use gdvariant::godot3::{Dictionary, Object, Variant};
use gdvariant::*;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

/// Checks that a value has this form, and that parsing the form returns the value.
#[track_caller]
fn assert_form<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, form: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), form);
    assert_eq!(serde_json::from_str::<T>(form).unwrap(), *value);
    let json = serde_json::to_value(value).unwrap();
    assert_eq!(serde_json::from_value::<T>(json).unwrap(), *value);
}

#[test]
fn every_value_type_has_its_form() {
    let (two, three) = (Vector2::new(1.0, 0.1), Vector3::new(1.0, 2.0, 3.0));
    let four = Vector4::new(1.0, 2.0, 3.0, 4.0);
    let rect = Rect2i::new(Vector2i::new(1, 2), Vector2i::new(3, 4));
    let transform = Transform3D::new(Basis::new(three, three, three), three);
    assert_form(&two, r#"{"Vector2":[1.0,0.1]}"#);
    assert_form(&Vector2i::new(1, -2), r#"{"Vector2i":[1,-2]}"#);
    assert_form(&three, r#"{"Vector3":[1.0,2.0,3.0]}"#);
    assert_form(&Vector3i::new(1, 2, 3), r#"{"Vector3i":[1,2,3]}"#);
    assert_form(&four, r#"{"Vector4":[1.0,2.0,3.0,4.0]}"#);
    assert_form(&Vector4i::new(1, 2, 3, 4), r#"{"Vector4i":[1,2,3,4]}"#);
    assert_form(
        &Rect2::new(two, two),
        r#"{"Rect2":{"position":[1.0,0.1],"size":[1.0,0.1]}}"#,
    );
    assert_form(&rect, r#"{"Rect2i":{"position":[1,2],"size":[3,4]}}"#);
    assert_form(
        &Transform2D::new(two, two, two),
        r#"{"Transform2D":{"x":[1.0,0.1],"y":[1.0,0.1],"origin":[1.0,0.1]}}"#,
    );
    assert_form(
        &Plane::new(three, 4.0),
        r#"{"Plane":{"normal":[1.0,2.0,3.0],"d":4.0}}"#,
    );
    let quaternion = Quaternion::new(1.0, 2.0, 3.0, 4.0);
    assert_form(&quaternion, r#"{"Quaternion":[1.0,2.0,3.0,4.0]}"#);
    assert_form(
        &Aabb::new(three, three),
        r#"{"AABB":{"position":[1.0,2.0,3.0],"size":[1.0,2.0,3.0]}}"#,
    );
    assert_form(
        &transform,
        r#"{"Transform3D":{"basis":{"x":[1.0,2.0,3.0],"y":[1.0,2.0,3.0],"z":[1.0,2.0,3.0]},"origin":[1.0,2.0,3.0]}}"#,
    );
    assert_form(
        &Projection::new(four, four, four, four),
        r#"{"Projection":{"x":[1.0,2.0,3.0,4.0],"y":[1.0,2.0,3.0,4.0],"z":[1.0,2.0,3.0,4.0],"w":[1.0,2.0,3.0,4.0]}}"#,
    );
    assert_form(
        &Color::new(1.0, 0.5, 0.0, 1.0),
        r#"{"Color":[1.0,0.5,0.0,1.0]}"#,
    );
    assert_form(&NodePath::from("/root/a:b"), r#"{"NodePath":"/root/a:b"}"#);
    assert_form(&StringName::from("x"), r#"{"StringName":"x"}"#);
    assert_form(&Rid::default(), r#"{"RID":null}"#);
    assert_form(&Object::Id(7), r#"{"Object":{"id":7}}"#);
    assert_form(
        &Dictionary::from([("a", two)]),
        r#"{"a":{"Vector2":[1.0,0.1]}}"#,
    );
    assert_form(&Dictionary::from([(1, 2)]), r#"{"Dictionary":[[1,2]]}"#);

    assert_form(&Packed(vec![1_u8, 2, 3]), r#"{"PackedByteArray":"AQID"}"#);
    assert_form(&Packed(vec![1_i32, -2]), r#"{"PackedInt32Array":[1,-2]}"#);
    assert_form(
        &Packed(vec![0.1_f32, f32::INFINITY]),
        r#"{"PackedFloat32Array":[0.1,"inf"]}"#,
    );
    assert_form(
        &Packed(vec![String::from("a")]),
        r#"{"PackedStringArray":["a"]}"#,
    );
    assert_form(&Packed(vec![two]), r#"{"PackedVector2Array":[[1.0,0.1]]}"#);
    assert_form(
        &Packed(vec![Vector4i::new(1, 2, 3, 4)]),
        r#"{"PoolVector4iArray":[[1,2,3,4]]}"#,
    );
    assert_form(&Packed(Vec::<Color>::new()), r#"{"PackedColorArray":[]}"#);
    // Names of any layout are accepted.
    let quat: Quaternion = serde_json::from_str(r#"{"Quat":[1,2,3,4]}"#).unwrap();
    assert_eq!(quat, quaternion);
    let ints: Packed<Vec<i32>> = serde_json::from_str(r#"{"PoolIntArray":[1]}"#).unwrap();
    assert_eq!(ints, Packed(vec![1]));
}

#[test]
fn double_precision_has_all_its_digits() {
    let vector = gdvariant::double::Vector2::new(0.1, 1.0 / 3.0);
    assert_form(&vector, r#"{"Vector2":[0.1,0.3333333333333333]}"#);
    assert_form(&Packed(vec![0.1_f64]), r#"{"PackedFloat64Array":[0.1]}"#);
}

/// Checks ids as numbers.
///
/// Formats other than serde_json pass ids as numbers, and so does serde_json without
/// `arbitrary_precision`.
#[test]
fn binary_formats_pass_ids_as_numbers() {
    fn round_trips<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
        let packed = rmp_serde::to_vec(value).unwrap();
        assert_eq!(rmp_serde::from_slice::<T>(&packed).unwrap(), *value);
    }

    for id in [0, 7, u64::MAX] {
        round_trips(&Rid::new(id));
        round_trips(&HashMap::from([(Rid::new(id), Rid::new(id))]));
        round_trips(&Object::Id(id));
    }
    let packed = rmp_serde::to_vec(&BTreeMap::from([("RID", 7)])).unwrap();
    assert_eq!(rmp_serde::from_slice::<Rid>(&packed).unwrap(), Rid::new(7));
    let packed = rmp_serde::to_vec(&BTreeMap::from([("RID", -7)])).unwrap();
    assert!(rmp_serde::from_slice::<Rid>(&packed).is_err());
}

#[test]
fn other_forms_are_rejected() {
    for form in [
        "7",
        "{}",
        r#"{"Vector3":[1,2,3]}"#,
        r#"{"x":1}"#,
        r#"{"Vector2":[1]}"#,
        r#"{"Vector2":[1,2],"Vector2":[1,2]}"#,
    ] {
        assert!(serde_json::from_str::<Vector2>(form).is_err(), "{form}");
    }
    assert!(serde_json::from_str::<Dictionary>("[1]").is_err());
    assert!(serde_json::from_str::<Object>("1").is_err());
    assert!(serde_json::from_str::<Packed<Vec<i32>>>(r#"{"PoolIntArray":[1.5]}"#).is_err());
    // Bytes as content.
    let body = serde_bytes::ByteBuf::from([0; 8]);
    let packed = rmp_serde::to_vec(&BTreeMap::from([("Vector2", body)])).unwrap();
    rmp_serde::from_slice::<Vector2>(&packed).unwrap_err();
    rmp_serde::from_slice::<Variant>(&packed).unwrap_err();
}
