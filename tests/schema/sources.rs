//! Rules for the source files of the workspace.

use crate::rust_files;
use std::fs;

/// Checks that uses of `Arc` and atomics are conditional, because some targets lack atomics.
#[test]
fn atomics_are_used_only_where_they_exist() {
    let mut count = 0;
    for file in rust_files("runtime") {
        let text = fs::read_to_string(&file).expect("text");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let is_use = |line: &str| {
            line.starts_with("use alloc::sync::") || line.starts_with("use core::sync::")
        };
        for pair in lines.windows(2).filter(|pair| is_use(pair[1])) {
            let place = format!("{}: {}", file.display(), pair[1]);
            assert_eq!(pair[0], "#[cfg(target_has_atomic = \"ptr\")]", "{place}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

/// Checks that the code of a path in the repository contains none of the words.
fn assert_without(paths: &[&str], words: &[&str]) {
    for path in paths {
        let mut files = rust_files(path);
        files.retain(|file| !file.ends_with("tests.rs"));
        assert!(!files.is_empty(), "{path}");
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            let mut found = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            let found = found.find(|word| words.contains(word));
            assert_eq!(found, None, "{}", file.display());
        }
    }
}

/// Checks the crates outside of the workspace. Macros that they use generate unsafe code, so they
/// cannot forbid it.
#[test]
fn packages_and_editor_have_no_unsafe_code() {
    let folders = [
        "apps/python/src",
        "apps/js/src",
        "apps/editor/src",
        ".ci/bindgen/src",
        "fuzz/fuzz_targets",
    ];
    assert_without(&folders, &["unsafe"]);
}

/// A change of the clock cannot change a result, because nothing reads the clock. Only the progress
/// bar of the program's dependency does.
#[test]
fn no_code_reads_the_clock() {
    let sources = [
        "build.rs",
        "runtime",
        "codegen/src",
        "codegen/derive/src",
        "files/src",
        "apps/cli/src",
    ];
    assert_without(&sources, &["SystemTime", "Instant", "UNIX_EPOCH"]);
}
