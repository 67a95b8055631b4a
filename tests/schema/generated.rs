//! Compares the code that is generated from a part of the schema with snapshots, which show a
//! reviewer the effect of a change to the generator. Tests of the codec check the schema's numbers.
//!
//! `INSTA_UPDATE=always cargo test --all-features --test schema generated` accepts a change.

use crate::published_facts::schema;
use gdvariant::schema::LAYOUTS;
use gdvariant_codegen::rust;
use std::collections::BTreeSet;

/// The types with a role, which the generator requires, and one type for each kind of body.
const TYPES: [&str; 21] = [
    "Nil",
    "Bool",
    "Int",
    "Float",
    "String",
    "Vector2",
    "Transform2D",
    "NodePath",
    "Rid",
    "Object",
    "Signal",
    "Dictionary",
    "Array",
    "PandemoniumTypedArray",
    "PackedTypedArray",
    "StringName",
    "PackedByteArray",
    "PackedInt32Array",
    "PackedFloat32Array",
    "PackedStringArray",
    "PackedVector2Array",
];

/// Layouts that together have these types, with and without overridden types.
const LAYOUTS_SHOWN: [&str; 3] = ["godot3", "godot4", "pandemonium5"];

/// The code of these layouts differs from that of `godot4` only in types and numbers.
const NOT_SHOWN: [&str; 5] = [
    "godot4_double.rs",
    "pandemonium5.rs",
    "layouts.rs",
    "layout_list.rs",
    "defects.rs",
];

#[test]
fn the_generated_code_is_the_snapshot() {
    let mut schema = schema();
    schema.types.retain(|ty| TYPES.contains(&&*ty.key));
    schema
        .layouts
        .retain(|layout| LAYOUTS_SHOWN.contains(&&*layout.module));
    for layout in &mut schema.layouts {
        layout.types.retain(|ty| TYPES.contains(&&*ty.key));
    }
    let files = rust::files(&schema, &|_| true);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for file in files.iter().filter(|file| !NOT_SHOWN.contains(&&*file.name)) {
            insta::assert_snapshot!(file.name.as_str(), file.text);
        }
    });
}

/// Checks that the library has a Cargo feature for each layout, and that the crate for files, and
/// so the program and the packages for other languages, enables all of them.
#[test]
fn every_layout_is_a_feature() {
    let manifest = |path| std::fs::read_to_string(path).expect("a manifest");
    let (library, files) = (manifest("Cargo.toml"), manifest("files/Cargo.toml"));
    let enabled = files.lines().find(|line| line.starts_with("gdvariant = {"));
    let enabled = enabled.expect("the dependency on the library");
    for feature in LAYOUTS.iter().flat_map(|layout| layout.features) {
        let declared = format!("\n{feature} = [");
        assert!(library.contains(&declared), "Cargo.toml lacks {feature}");
        let named = format!("\"{feature}\"");
        assert!(enabled.contains(&named), "files/Cargo.toml lacks {feature}");
    }
}

#[test]
fn only_enabled_layouts_are_generated() {
    let schema = schema();
    let names = |features: &[&str]| {
        let files = rust::files(&schema, &|feature| features.contains(&feature));
        let names = files.into_iter().map(|file| file.name);
        names.collect::<BTreeSet<_>>()
    };
    let shared = names(&[]);
    assert_eq!(shared.len(), 9, "{shared:?}");
    for (features, own) in [
        (&["godot3"] as &[&str], &["godot3.rs"] as &[&str]),
        (
            &["godot4", "double"],
            &["godot4.rs", "godot4_double.rs", "values_double.rs"],
        ),
    ] {
        let all = names(features);
        let added: Vec<_> = all.difference(&shared).collect();
        assert_eq!(added, own, "{features:?}");
    }
}
