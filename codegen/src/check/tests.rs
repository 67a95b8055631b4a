use std::path::Path;

/// Reports errors in the schema, even those that break the build of the library.
#[test]
fn the_schema_has_no_mistakes() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    // The package contains no schema.
    if dir.exists() {
        crate::load(&dir).unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
    }
}
