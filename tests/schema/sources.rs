//! Rules for the source files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// Appends the `.rs` files of a folder, recursively.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Checks that uses of `Arc` and atomics are conditional, because some targets lack atomics.
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

/// Checks the crates outside of the workspace. Macros that they use generate unsafe code, so they
/// cannot forbid it.
#[test]
fn packages_and_editor_have_no_unsafe_code() {
    for folder in [
        "python/src",
        "js/src",
        "editor/src",
        ".ci/bindgen/src",
        "fuzz/fuzz_targets",
    ] {
        let mut files = Vec::new();
        collect(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
            &mut files,
        );
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.all(|word| word != "unsafe"), "{}", file.display());
        }
    }
}

/// A change of the clock cannot change a result, because nothing reads the clock. Only the progress
/// bar of the program's dependency does.
#[test]
fn no_code_reads_the_clock() {
    let mut files = Vec::new();
    for folder in ["build.rs", "runtime", "codegen", "files/src", "cli/src"] {
        match Path::new(env!("CARGO_MANIFEST_DIR")).join(folder) {
            file if file.is_file() => files.push(file),
            folder => collect(&folder, &mut files),
        }
    }
    files.retain(|file| !file.ends_with("tests.rs"));
    assert!(files.len() >= 300, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("text");
        for name in ["SystemTime", "Instant", "UNIX_EPOCH"] {
            assert!(!text.contains(name), "{} uses {name}", file.display());
        }
    }
}
