//! Comparing and indexing Variants.

/// Checks that values are compared once at each level; comparing twice would take exponential time.
#[test]
fn compares_deep_dictionaries_in_linear_time() {
    use gdvariant::godot3::{Dictionary, Variant};
    let deep = || {
        (0..300).fold(Variant::Float(f64::NAN), |value, _| {
            Dictionary::from([("key", value)]).into()
        })
    };
    assert!(deep() != deep());
    let reordered =
        Dictionary::from([("a", 1), ("b", 2)]) == Dictionary::from([("b", 2), ("a", 1)]);
    assert!(reordered);
}

#[test]
fn indexing_missing_values_does_not_panic() {
    use gdvariant::godot3::{Dictionary, Variant};
    let players: Variant = [Variant::from(Dictionary::from([("health", 7)]))]
        .into_iter()
        .collect();
    let value = Variant::from(Dictionary::from([("players", players)]));
    assert_eq!(value["players"][0]["health"], Variant::Int(7));
    for nil in [
        &value["players"][1],
        &value["players"]["health"],
        &value[0],
        &value["none"]["deeper"][9],
    ] {
        assert!(nil.is_nil());
    }
}
