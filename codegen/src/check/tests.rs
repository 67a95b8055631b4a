use std::env;
use std::path::Path;

/// Reports errors in the schema and records a schema without errors for builds.
///
/// Builds need no translations. In continuous integration, the digest of the record has to be there.
#[test]
fn the_schema_has_no_mistakes() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema");
    // The package contains no schema.
    if !dir.exists() {
        return;
    }
    let diagnostics = crate::load(&dir).err().unwrap_or_default();
    let mut files = diagnostics.0.iter().map(|diagnostic| &diagnostic.file);
    if files.all(|file| Path::new(file).starts_with(dir.join("locales")))
        && env::var_os("CI").is_none()
        && !crate::digest::is_checked(&dir)
    {
        crate::digest::set_checked(&dir).expect("schema/checked is writable");
    }
    assert!(diagnostics.0.is_empty(), "\n{diagnostics}");
    assert!(
        crate::digest::is_checked(&dir),
        "schema/checked belongs to another schema: run this test without CI, and commit the file"
    );
}
