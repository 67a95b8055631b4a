use std::path::Path;

/// Reports errors in the schema without the library, which does not build with some of them.
#[test]
fn the_schema_has_no_mistakes() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    // The package contains no schema.
    if dir.exists() {
        crate::load(&dir).unwrap_or_else(|diagnostics| panic!("\n{diagnostics}"));
    }
}
