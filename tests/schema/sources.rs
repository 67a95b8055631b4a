//! Rules that hold for every source file of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// The largest number of lines of a file; a longer one has more than one idea.
const MAX_LINES: usize = 500;

/// The folders with hand-written Rust.
const FOLDERS: [&str; 8] = [
    "benches", "cli", "codegen", "examples", "fuzz", "runtime", "schema", "tests",
];

/// Appends the `.rs` files of a folder and of those in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            // `fuzz` is a workspace of its own, with its own build folder.
            if !path.ends_with("target") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in FOLDERS {
        collect(&root.join(folder), &mut files);
    }
    assert!(files.len() > 500, "{} files", files.len());
    let lines = |path: &PathBuf| fs::read_to_string(path).expect("text").lines().count();
    files.retain(|path| lines(path) > MAX_LINES);
    assert_eq!(files, [] as [PathBuf; 0], "more than {MAX_LINES} lines");
}

/// The library builds for targets without atomic pointers, which have no `Arc`.
#[test]
fn atomics_are_used_only_where_they_exist() {
    let mut files = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime"),
        &mut files,
    );
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            if !["use alloc::sync::", "use core::sync::"]
                .iter()
                .any(|start| pair[1].starts_with(start))
            {
                continue;
            }
            let place = format!("{}: {}", file.display(), pair[1]);
            assert_eq!(pair[0], "#[cfg(target_has_atomic = \"ptr\")]", "{place}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

/// A macro crate cannot export functions, so the derive has a copy of the loader's.
#[test]
fn the_derive_suggests_names_as_the_loader_does() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen");
    let read = |path| fs::read_to_string(package.join(path)).expect("a source file");
    assert!(
        read("derive/src/suggest.rs") == read("src/suggest.rs"),
        "copy codegen/src/suggest.rs to codegen/derive/src/suggest.rs"
    );
}
