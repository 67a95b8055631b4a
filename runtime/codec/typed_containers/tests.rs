use super::*;
use crate::Godot3;
use crate::godot3::Variant;
use alloc::string::ToString;

#[test]
fn an_element_type_that_the_layout_lacks_is_an_error() {
    let mut bytes = Vec::new();
    let mut writer = Writer::<Godot3>::new(&mut bytes);
    let array = TypedArray::<Variant>::new(Kind::Vector4, [1]);
    let error = writer.typed_array(Kind::Array, &array).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layout godot3 has no Vector4, the element type of a typed array"
    );
    assert!(bytes.is_empty());
}
