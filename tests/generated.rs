//! Compares the generated code with snapshots, so that a review shows what a change to the schema does to the code.
//!
//! `INSTA_UPDATE=always cargo test --test generated` accepts a change.

use gdvariant_codegen::model::Schema;
use gdvariant_codegen::rust;
use std::path::Path;

/// The double-precision layouts differ from these by the width of a component; `values_double`
/// shows it.
const SHOWN: [&str; 9] = [
    "format.rs",
    "kinds.rs",
    "rows.rs",
    "values.rs",
    "values_double.rs",
    "convert.rs",
    "notes.rs",
    "godot3.rs",
    "pandemonium.rs",
];

fn schema() -> Schema {
    gdvariant_codegen::load(Path::new("schema")).expect("the schema has no mistakes")
}

#[test]
fn the_generated_code_is_the_snapshot() {
    let files = rust::files(&schema(), &|_| true);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for name in SHOWN {
            let file = files.iter().find(|file| file.name == name).expect("the file is generated");
            insta::assert_snapshot!(name, file.formatted());
        }
    });
    assert_eq!(
        files.len(),
        SHOWN.len() + 2,
        "every other file is a double-precision layout"
    );
}

#[test]
fn only_enabled_layouts_are_generated() {
    let schema = schema();
    let shared = [
        "format.rs",
        "kinds.rs",
        "rows.rs",
        "values.rs",
        "convert.rs",
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
