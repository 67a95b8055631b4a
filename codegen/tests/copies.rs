//! Compares files that two packages hold because a macro crate cannot export functions.

use std::fs;
use std::path::Path;

#[test]
fn the_derive_suggests_names_as_the_loader_does() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| fs::read_to_string(package.join(path)).expect("a source file");
    assert!(
        read("derive/src/suggest.rs") == read("src/suggest.rs"),
        "copy codegen/src/suggest.rs to codegen/derive/src/suggest.rs"
    );
}
