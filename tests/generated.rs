//! What the schema becomes: a review of a change to the schema shows here what it does to the code.
//!
//! `INSTA_UPDATE=always cargo test --test generated` takes the change over.

use std::path::Path;

/// The double-precision layouts differ from these by the width of a component; `values_double` shows it.
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

#[test]
fn the_generated_code_is_the_snapshot() {
    let schema = gdvariant_codegen::load(Path::new("schema")).expect("the schema has no mistakes");
    let files = gdvariant_codegen::rust::files(&schema);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        for name in SHOWN {
            let file = files.iter().find(|file| file.name == name).expect("the file is generated");
            insta::assert_snapshot!(name, file.text);
        }
    });
    assert_eq!(
        files.len(),
        SHOWN.len() + 2,
        "every other file is a double-precision layout"
    );
}
