use super::is_misspelled;

#[test]
fn recognizes_single_mistakes() {
    for found in [
        "nmae", "nam", "namee", "nome", "Name", "NAME", "name_", "n_ame", "ame",
    ] {
        assert!(is_misspelled(found, "name"), "{found}");
        assert!(is_misspelled("playerName", "player_name"));
    }
    assert!(is_misspelled("MAX_HP", "max_hp"));
    assert!(is_misspelled("Hp", "hp"));
    assert!(is_misspelled("opp", "op"));
    assert!(is_misspelled("po", "op"));
}

#[test]
fn other_names_are_not_misspelled() {
    for found in ["", "id", "mane", "nnamee", "age", "label", "eman"] {
        assert!(!is_misspelled(found, "name"), "{found}");
    }
    assert!(!is_misspelled("mp", "hp"));
    assert!(!is_misspelled("map", "max"));
    assert!(!is_misspelled("y", "x"));
    assert!(!is_misspelled("x2", "x"));
    assert!(!is_misspelled("h", "hp"));
    assert!(!is_misspelled("position_y", "rotation_x"));
}
