//! `FromStr` accepts the names of all engines, and `parse` those of one engine.

use crate::common::{TestLayout, in_each_layout};
use gdvariant::schema::LAYOUTS;
use gdvariant::{Advice, Kind, generic};
use std::collections::BTreeSet;

/// Returns all names of a kind: those in the engines, and its own name.
fn names(kind: Kind) -> BTreeSet<&'static str> {
    let layouts = LAYOUTS.iter().filter(|layout| layout.has(kind));
    let names = layouts.map(|layout| layout.name_of(kind));
    names.chain([kind.name()]).collect()
}

#[test]
fn each_name_leads_to_its_kind() {
    for kind in Kind::ALL {
        for name in names(*kind) {
            assert_eq!(Kind::from_name(name), Some(*kind), "{name}");
        }
    }
    let aliases = Kind::ALL.iter().map(|kind| names(*kind).len() - 1);
    assert!(
        aliases.sum::<usize>() >= 10,
        "engines differ in the names of ten types"
    );
}

/// Parses the empty constructor of each type by each of its names, and rejects those of other engines.
fn constructors_have_any_name<E: TestLayout>() {
    let mut others = 0;
    for table in E::LAYOUT.types() {
        // An Object has a class.
        let arguments = if table.kind == Kind::Object {
            "Node,"
        } else {
            ""
        };
        let text = |name| format!("{name}({arguments})");
        let Ok(value) = generic::parse::<E>(&text(table.name)) else {
            continue;
        };
        for name in [table.name].iter().chain(table.text_names) {
            assert_eq!(
                generic::parse::<E>(&text(name)),
                Ok(value.clone()),
                "{name}"
            );
            // A type of another engine can have this name.
            if Kind::from_name(name).is_none_or(|kind| kind == table.kind) {
                assert_eq!(text(name).parse(), Ok(value.clone()), "{name}");
            }
        }
        others += table.text_names.len();
        for name in names(table.kind) {
            assert_eq!(text(name).parse(), Ok(value.clone()), "{name}");
            if name != table.name && !table.text_names.contains(&name) {
                let error = generic::parse::<E>(&text(name)).expect_err(name);
                let advice = Advice::Similar([table.name.into()].into());
                assert_eq!(error.advice(), Some(advice));
            }
        }
        let in_notation = value.to_string();
        let is_named = in_notation.starts_with(&format!("{}(", table.kind.name()));
        let is_bare = ["\"", "[", "{", "&", "Object"]
            .iter()
            .any(|start| in_notation.starts_with(start));
        assert!(is_named || is_bare, "{in_notation}");
    }
    assert!(others > 5, "{others} other names");
}

/// Parses declared types by each of their names.
fn declared_types_have_any_name<E: TestLayout>() {
    let container = |name: &str| match E::LAYOUT.type_of(Kind::PandemoniumTypedArray) {
        Some(_) => format!("TypedArray(\"{name}\", [])"),
        None => format!("Array[{name}]([])"),
    };
    for table in E::LAYOUT.types() {
        let Ok(array) = generic::parse::<E>(&container(table.name)) else {
            assert!(
                generic::parse::<E>(&container("A")).is_err(),
                "{}",
                table.name
            );
            continue;
        };
        for name in names(table.kind) {
            assert_eq!(container(name).parse(), Ok(array.clone()), "{name}");
        }
    }
}

in_each_layout!(constructors_have_any_name, declared_types_have_any_name);

#[test]
fn prefixes_and_constants_are_those_of_all_engines() {
    use gdvariant::{Godot3, Godot4, NodePath, Pandemonium, StringName, Variant, Vector3};

    let name = || Ok(Variant::from(StringName::from("x")));
    for text in ["&\"x\"", "@\"x\""] {
        assert_eq!(text.parse(), name());
        assert_eq!(generic::parse::<Godot4>(text), name());
        assert_eq!(generic::parse::<Pandemonium>(text), name());
    }
    let path = || Ok(Variant::from(NodePath::from("x")));
    assert_eq!("^\"x\"".parse(), path());
    assert_eq!(generic::parse::<Godot3>("@\"x\""), path());
    // Only Godot 4 has the constant.
    let left = Vector3::new(1.0, 0.0, 0.0);
    assert_eq!("Vector3.MODEL_LEFT".parse(), Ok(Variant::from(left)));
    assert!(generic::parse::<Godot3>("Vector3.MODEL_LEFT").is_err());
}
