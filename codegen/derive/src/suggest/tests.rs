use super::*;

#[test]
fn suggests_only_what_is_close() {
    assert_eq!(closest("ofset", ["length", "offset"]), Some("offset"));
    assert_eq!(closest("vector2", ["Vector3", "Vector2"]), Some("Vector2"));
    assert_eq!(closest("basis", ["offset", "length"]), None);
    assert_eq!(closest("x", ["length"]), None);
}
