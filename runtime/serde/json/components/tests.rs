use super::*;

// Only Godot 4 has arrays of 64-bit integers; this test does not need its feature.
#[test]
fn large_integers_keep_all_digits() {
    let numbers = [i64::MAX, i64::MAX - 1, i64::MIN].to_vec();
    let content = LeafContent::<crate::Variant> {
        view: &View::Packed(Kind::PackedInt32Array, &numbers),
        is_plain: false,
    };
    assert_eq!(
        serde_json::to_string(&content).expect("JSON can represent integers"),
        "[9223372036854775807,9223372036854775806,-9223372036854775808]"
    );
}
