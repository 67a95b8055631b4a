use super::*;

#[test]
fn counts_letters() {
    for (from, to, count) in [
        ("", "", 0),
        ("a", "", 1),
        ("", "ab", 2),
        ("offset", "ofset", 1),
        ("flaw", "lawn", 2),
    ] {
        assert_eq!(distance(from, to), count, "{from} to {to}");
    }
}

#[test]
fn suggests_only_what_is_close() {
    assert_eq!(closest("ofset", ["length", "offset"]), Some("offset"));
    assert_eq!(closest("vector2", ["Vector3", "Vector2"]), Some("Vector2"));
    assert_eq!(closest("basis", ["offset", "length"]), None);
    assert_eq!(closest("x", ["length"]), None);
}
