//! The JSON forms with the names of a layout, and those of paths and objects.

use crate::json_form::{check_bytes, check_parsed, check_value, from_json, layout_value};
use gdvariant::godot3::{Object, Variant};
use gdvariant::{Godot3, NodePath, Rid};

#[test]
fn forms_have_the_names_of_the_layout() {
    let [one, two, three, four] = ["0000803f", "00000040", "00004040", "00008040"];
    check_bytes::<Godot3>(
        &["0a000000", one, two, three, four].concat(),
        r#"{"Quat":[1.0,2.0,3.0,4.0]}"#,
    );
    check_bytes::<Godot3>(
        &[
            "0d000000",
            one,
            two,
            three,
            &two.repeat(6),
            four,
            three,
            two,
        ]
        .concat(),
        r#"{"Transform":{"basis":{"x":[1.0,2.0,2.0],"y":[2.0,2.0,2.0],"z":[3.0,2.0,2.0]},"origin":[4.0,3.0,2.0]}}"#,
    );
    check_bytes::<Godot3>(
        "14000000 05000000 0001feff 2a000000",
        r#"{"PoolByteArray":"AAH+/yo="}"#,
    );
    // Members may be in any order.
    assert_eq!(
        from_json::<Variant>(r#"{"Rect2":{"size":[3.0,4.0],"position":[1.0,2.0]}}"#),
        from_json::<Variant>(r#"{"Rect2":{"position":[1.0,2.0],"size":[3.0,4.0]}}"#)
    );
}

#[test]
fn paths_and_objects_have_their_forms() {
    check_value(r#"{"RID":null}"#, Rid::default());
    check_value(
        r#"{"NodePath":"/root/Main:position"}"#,
        NodePath::from("/root/Main:position"),
    );
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
    for form in [
        r#"{"Quat":[0,0,0,1]}"#,
        r#"{"real":1.0}"#,
        r#"{"StringName":"a\u0000"}"#,
    ] {
        assert!(layout_value::<Pandemonium>(form).is_err(), "{form}");
    }
}
