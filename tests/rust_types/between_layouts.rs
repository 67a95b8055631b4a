//! Variants of one layout that become those of another.

use crate::common::{self, Tagged};
use gdvariant::{Dictionary, Object, Quat, StringName, Vector2i, godot3, pandemonium};

/// Every value that Godot 3 wrote becomes one of Pandemonium and comes back the same.
#[test]
fn every_vector_of_godot3() {
    for line in common::lines("vectors/godot3.jsonl") {
        let value = godot3::Variant::from_tag(&line["value"]);
        let there =
            pandemonium::Variant::try_from(value).expect("Pandemonium has all types of Godot 3");
        // The types of the same names; the two that have another name are told apart below.
        let named = line["value"]
            .to_string()
            .replace("\"t\":\"float\"", "\"t\":\"real\"");
        let named = named.replace("\"t\":\"Quat\"", "\"t\":\"Quaternion\"");
        assert_eq!(there.to_tag().to_string(), named, "{}", line["id"]);
        let back = godot3::Variant::try_from(there).expect("it came from there");
        assert_eq!(back.to_tag(), line["value"]);
    }
}

#[test]
fn quat_is_quaternion() {
    let value =
        pandemonium::Variant::try_from(godot3::Variant::from(Quat::new(1.0, 2.0, 3.0, 4.0)))
            .expect("both have it");
    assert_eq!(
        (
            value.variant_type().name(),
            pandemonium::to_vec(&value).expect("a value")[0]
        ),
        ("Quaternion", 14)
    );
}

#[test]
fn what_godot3_lacks_is_named_with_its_path() {
    use pandemonium::Variant;
    let missing: Variant = Vector2i::new(1, 2).into();
    let inner = Dictionary::from([("at", vec![Variant::Nil, missing.clone()])]);
    let nested: Variant = Object::whole("Node", [("data", Variant::from(inner))]).into();
    for (value, text) in [
        (missing.clone(), "Godot 3 has no Vector2i"),
        (nested, "data.at[1]: Godot 3 has no Vector2i"),
        (
            Dictionary::from([(missing.clone(), true)]).into(),
            "key(0): Godot 3 has no Vector2i",
        ),
        (
            Dictionary::from([(7, missing)]).into(),
            "[7]: Godot 3 has no Vector2i",
        ),
        (
            vec![Variant::from(StringName::from("x"))].into(),
            "[0]: Godot 3 has no StringName",
        ),
    ] {
        assert_eq!(
            godot3::Variant::try_from(value)
                .expect_err(text)
                .to_string(),
            text
        );
    }
}
