use super::*;

// Only Godot 4 has an array of 64-bit integers; the test needs no layout.
#[test]
fn large_integers_keep_all_digits() {
    let numbers = alloc::vec![i64::MAX, i64::MAX - 1, i64::MIN];
    assert_eq!(
        serde_json::to_string(&PoolElements(&numbers)).expect("JSON can represent integers"),
        "[9223372036854775807,9223372036854775806,-9223372036854775808]"
    );
}
