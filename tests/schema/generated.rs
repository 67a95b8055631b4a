//! Compares the generated code with snapshots, which show a reviewer the effect of a schema change.
//!
//! `INSTA_UPDATE=always cargo test --all-features --test schema generated` accepts a change.

use gdvariant::schema::LAYOUTS;
use gdvariant_codegen::model::Schema;
use gdvariant_codegen::rust;
use std::path::Path;

/// Layouts whose code has a snapshot. The code of other layouts differs only in types and numbers.
const SHOWN: [&str; 2] = ["godot3", "godot4"];

/// Returns the part of a file for its snapshot; `None` for layouts without a snapshot.
fn shown(name: &str, code: String) -> Option<String> {
    let name = name.strip_suffix(".rs").expect("a Rust file");
    if name == "values_double" {
        // Each type in double precision has `to_single`, so only the first is shown.
        let end = code
            .find("crate::serde::json::")
            .expect("the end of a type");
        return Some(code[..end].to_owned());
    }
    let is_layout = LAYOUTS.iter().any(|layout| layout.name == name);
    (!is_layout || SHOWN.contains(&name)).then_some(code)
}

fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema"))
        .unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"))
}

#[test]
fn the_generated_code_is_the_snapshot() {
    let files = rust::files(&schema(), &|_| true);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for file in &files {
            if let Some(code) = shown(&file.name, file.formatted()) {
                insta::assert_snapshot!(file.name.as_str(), code);
            }
        }
    });
}

/// Checks that only the macro that calls back for enabled layouts depends on features.
#[test]
fn every_layout_is_listed() {
    let schema = schema();
    let modules: Vec<_> = schema
        .layouts
        .iter()
        .map(|layout| layout.module.as_str())
        .collect();
    let listed = LAYOUTS.iter().filter(|layout| !layout.is_double);
    assert_eq!(
        listed.map(|layout| layout.name).collect::<Vec<_>>(),
        modules
    );
}

/// Checks that each package that selects layouts has a Cargo feature for each layout.
#[test]
fn every_layout_is_a_feature() {
    for manifest in ["Cargo.toml", "cli/Cargo.toml", "fuzz/Cargo.toml"] {
        let text = std::fs::read_to_string(manifest).expect("a manifest");
        let features = text.split("[features]").nth(1).expect("features");
        let features = features.split("\n[").next().expect("a section");
        for layout in LAYOUTS.iter().filter(|layout| !layout.is_double) {
            let name = layout.name;
            let is_feature = features
                .lines()
                .any(|line| line.starts_with(&format!("{name} = [")));
            assert!(is_feature, "{manifest} lacks the feature {name}");
            // By default, the library enables one layout; the program and the fuzz targets enable
            // all layouts.
            let mut defaults = features
                .lines()
                .filter(|line| line.starts_with("default = ["));
            let is_default = defaults.any(|line| line.contains(&format!("\"{name}\"")));
            assert!(
                is_default || manifest == "Cargo.toml",
                "the default features of {manifest} lack {name}"
            );
        }
    }
}

#[test]
fn only_enabled_layouts_are_generated() {
    let schema = schema();
    let shared = [
        "format.rs",
        "kinds.rs",
        "tables.rs",
        "bodies.rs",
        "values.rs",
        "variant.rs",
        "notes.rs",
    ];
    for (features, own) in [
        (&["godot3"] as &[&str], &["godot3.rs"] as &[&str]),
        (
            &["pandemonium", "double"],
            &[
                "values_double.rs",
                "pandemonium.rs",
                "pandemonium_double.rs",
            ],
        ),
        (&[], &[]),
    ] {
        let files = rust::files(&schema, &|feature| features.contains(&feature));
        let mut names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        let mut expected = [&shared, own].concat();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected, "{features:?}");
    }
}
