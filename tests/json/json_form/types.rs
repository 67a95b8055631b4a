//! The JSON forms of components, packed arrays, paths and objects.

use crate::common::hex;
use crate::json_form::{check_bytes, check_parsed, check_value, from_json, layout_value};
use gdvariant::godot3::{Object, Variant};
use gdvariant::{Godot3, NodePath, Rid};

#[test]
fn compound_values_are_json_objects() {
    let numbers = |count: u8| {
        (1..=count).fold(String::new(), |digits, n| {
            digits + &hex(&f32::from(n).to_le_bytes())
        })
    };
    check_bytes::<Godot3>(
        &format!("06000000{}", numbers(4)),
        r#"{"Rect2":{"position":[1.0,2.0],"size":[3.0,4.0]}}"#,
    );
    check_bytes::<Godot3>(
        &format!("07000000{}", numbers(3)),
        r#"{"Vector3":[1.0,2.0,3.0]}"#,
    );
    check_bytes::<Godot3>(
        &format!("08000000{}", numbers(6)),
        r#"{"Transform2D":{"x":[1.0,2.0],"y":[3.0,4.0],"origin":[5.0,6.0]}}"#,
    );
    check_bytes::<Godot3>(
        &format!("09000000{}", numbers(4)),
        r#"{"Plane":{"normal":[1.0,2.0,3.0],"d":4.0}}"#,
    );
    check_bytes::<Godot3>(
        &format!("0a000000{}", numbers(4)),
        r#"{"Quat":[1.0,2.0,3.0,4.0]}"#,
    );
    check_bytes::<Godot3>(
        &format!("0b000000{}", numbers(6)),
        r#"{"AABB":{"position":[1.0,2.0,3.0],"size":[4.0,5.0,6.0]}}"#,
    );
    check_bytes::<Godot3>(
        &format!("0c000000{}", numbers(9)),
        r#"{"Basis":{"x":[1.0,4.0,7.0],"y":[2.0,5.0,8.0],"z":[3.0,6.0,9.0]}}"#,
    );
    check_bytes::<Godot3>(
        &format!("0d000000{}", numbers(12)),
        r#"{"Transform":{"basis":{"x":[1.0,4.0,7.0],"y":[2.0,5.0,8.0],"z":[3.0,6.0,9.0]},"origin":[10.0,11.0,12.0]}}"#,
    );
    check_bytes::<Godot3>(
        &format!("0e000000{}", numbers(4)),
        r#"{"Color":[1.0,2.0,3.0,4.0]}"#,
    );
    // Members may be in any order.
    assert_eq!(
        from_json::<Variant>(r#"{"Rect2":{"size":[3.0,4.0],"position":[1.0,2.0]}}"#),
        from_json::<Variant>(r#"{"Rect2":{"position":[1.0,2.0],"size":[3.0,4.0]}}"#)
    );
}

#[test]
fn packed_arrays_are_json_arrays_or_base64() {
    check_bytes::<Godot3>(
        "14000000 05000000 0001feff 2a000000",
        r#"{"PoolByteArray":"AAH+/yo="}"#,
    );
    check_bytes::<Godot3>("14000000 00000000", r#"{"PoolByteArray":""}"#);
    check_bytes::<Godot3>(
        "15000000 02000000 ffffff7f 00000080",
        r#"{"PoolIntArray":[2147483647,-2147483648]}"#,
    );
    check_bytes::<Godot3>("16000000 01000000 0000803f", r#"{"PoolRealArray":[1.0]}"#);
    check_bytes::<Godot3>(
        "17000000 02000000 01000000 00000000 04000000 61626300",
        r#"{"PoolStringArray":["","abc"]}"#,
    );
    check_bytes::<Godot3>(
        "18000000 01000000 0000803f 00000040",
        r#"{"PoolVector2Array":[[1.0,2.0]]}"#,
    );
    check_bytes::<Godot3>("19000000 00000000", r#"{"PoolVector3Array":[]}"#);
    check_bytes::<Godot3>(
        "1a000000 01000000 0000803f 00000040 00000000 0000803f",
        r#"{"PoolColorArray":[[1.0,2.0,0.0,1.0]]}"#,
    );
}

#[test]
fn paths_and_objects_have_their_forms() {
    check_value(r#"{"RID":null}"#, Rid::default());
    check_value(
        r#"{"NodePath":"/root/Main:position"}"#,
        NodePath::from("/root/Main:position"),
    );
    check_value(r#"{"NodePath":""}"#, NodePath::default());
    check_value(
        r#"{"NodePath":{"absolute":false,"names":["a",""],"subnames":["b:c"]}}"#,
        NodePath::new(false, ["a", ""], ["b:c"]),
    );
    check_value(
        r#"{"NodePath":{"absolute":true,"names":["a/b"],"subnames":[]}}"#,
        NodePath::new(true, ["a/b"], [""; 0]),
    );
    check_parsed(
        r#"{"NodePath":{"subnames":["x"],"names":["a"],"absolute":true}}"#,
        NodePath::from("/a:x"),
    );
    check_value(r#"{"Object":{"id":7}}"#, Object::Id(7));
    check_value(r#"{"Object":{"id":0}}"#, Object::Id(0));
    check_value(
        r#"{"Object":{"id":18446744073709551615}}"#,
        Object::Id(u64::MAX),
    );
    check_value(
        r#"{"Object":{"class":"","properties":[]}}"#,
        Object::full("", [("", 0); 0]),
    );
    let twice = Object::full(
        "Node",
        [("a", Variant::from(1)), ("a", Object::Id(2).into())],
    );
    check_value(
        r#"{"Object":{"class":"Node","properties":[["a",1],["a",{"Object":{"id":2}}]]}}"#,
        twice,
    );
}

#[cfg(feature = "pandemonium")]
#[test]
fn types_of_pandemonium_have_their_forms() {
    use gdvariant::Pandemonium;
    check_bytes::<Pandemonium>("18000000 02000000 61620000", r#"{"StringName":"ab"}"#);
    check_bytes::<Pandemonium>(
        "0e000000 00000000 00000000 00000000 0000803f",
        r#"{"Quaternion":[0.0,0.0,0.0,1.0]}"#,
    );
    check_bytes::<Pandemonium>(
        "06000000 01000000 02000000 03000000 ffffffff",
        r#"{"Rect2i":{"position":[1,2],"size":[3,-1]}}"#,
    );
    check_bytes::<Pandemonium>(
        "20000000 01000000 01000000 feffffff",
        r#"{"PoolVector2iArray":[[1,-2]]}"#,
    );
    check_bytes::<Pandemonium>("03000100 000000000000f87f", r#"{"float":"nan"}"#);
    let error = |form| {
        layout_value::<Pandemonium>(form)
            .expect_err(form)
            .to_string()
    };
    assert!(
        error(r#"{"Quat":[0,0,0,1]}"#)
            .starts_with("the layout pandemonium has no Quat; use Quaternion")
    );
    assert!(error(r#"{"real":1.0}"#).starts_with("values of the type real have no name"));
    assert!(
        error(r#"{"StringName":"a\u0000"}"#).starts_with("StringName: a NUL within a string"),
        "{}",
        error(r#"{"StringName":"a\u0000"}"#)
    );
}
