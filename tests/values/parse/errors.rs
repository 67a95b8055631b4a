//! Parse errors; `messages` has the line, the column and the words of each.

use gdvariant::{Godot4, ParseErrorKind, generic, godot3};

/// Checks references to resources, which engines resolve in their project.
#[test]
fn names_references_to_resources() {
    for (text, name) in [
        (
            "Object(A, \"script\": Resource(\"res://a.gd\"))",
            "Resource",
        ),
        ("[SubResource(\"1\")]", "SubResource"),
        ("ExtResource(\"1_a\")", "ExtResource"),
        ("ExtResource( 1 )", "ExtResource"),
        ("Array[ExtResource(\"1_a\")]([])", "ExtResource"),
    ] {
        let errors = [
            text.parse::<gdvariant::Variant>().expect_err(text),
            generic::parse::<Godot4>(text).expect_err(text),
        ];
        for error in errors {
            let at = text.find(name).expect(name) + 1;
            assert_eq!((error.line(), error.column()), (1, at), "{text}");
            let kind = error.kind();
            assert!(
                matches!(kind, ParseErrorKind::ResourceReference { name: found, .. } if *found == name),
                "{kind}"
            );
        }
    }
}

#[test]
fn the_second_half_of_a_pair_is_a_low_surrogate() {
    assert!(r#""\ud83d\udfff""#.parse::<godot3::Variant>().is_ok());
    assert!(r#""\ud83d\ue000""#.parse::<godot3::Variant>().is_err());
}
