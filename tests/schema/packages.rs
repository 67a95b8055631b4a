//! Checks that the generated files of the packages for other languages are up to date.

use std::fs;
use std::path::Path;

#[test]
fn value_types_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = gdvariant_codegen::load(&root.join("schema")).expect("a valid schema");
    let files = gdvariant_codegen::packages::files(&schema);
    assert!(!files.is_empty());
    for (path, expected) in files {
        let found = fs::read_to_string(root.join(path)).unwrap_or_default();
        assert!(
            found == expected,
            "{path} is outdated; run: cargo xtask types"
        );
    }
}
