//! The schema, all files generated from it, and rules for source files and documents.

mod circles;
mod dependencies;
mod doc_examples;
mod documents;
mod generated;
mod made_up_layout;
mod module_order;
mod notice;
mod published_facts;
mod schema_mistakes;
mod schema_published;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Rust files of a file or a folder in the repository, recursively.
fn rust_files(path: impl AsRef<Path>) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if path.is_file() {
        return Vec::from_iter(
            path.extension()
                .is_some_and(|it| it == "rs")
                .then_some(path),
        );
    }
    let entries = fs::read_dir(path).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(rust_files).collect()
}
