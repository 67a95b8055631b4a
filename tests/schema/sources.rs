//! Rules for the source files of the workspace.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The recorded bytes of code per folder; the file explains how they are counted.
const SIZES: &str = "tests/schema/sizes.txt";

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

/// Counts the bytes of code in a source file.
fn size(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("text");
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.map(|line| line.bytes().filter(|byte| *byte != b' ').count())
        .sum()
}

/// Returns the bytes of code in each folder, without tests.
fn sizes(parts: &[&str]) -> BTreeMap<String, usize> {
    let mut files = Vec::new();
    for part in parts {
        collect(Path::new(part), &mut files);
    }
    let mut sizes = BTreeMap::new();
    for file in files {
        let name = file.to_str().expect("a plain path").replace('\\', "/");
        if !["tests", "snapshots", "generated"]
            .iter()
            .any(|word| name.contains(word))
        {
            let (folder, _) = name.rsplit_once('/').expect("a file in a folder");
            *sizes.entry(folder.to_owned()).or_default() += size(&file);
        }
    }
    sizes
}

/// Returns whether a size is close enough to the recorded one.
fn is_recorded(recorded: usize, actual: usize) -> bool {
    let (growth, shrinkage) = ((recorded / 100).max(100), (recorded / 20).max(100));
    (recorded.saturating_sub(shrinkage)..=recorded + growth).contains(&actual)
}

#[test]
fn code_grows_only_where_a_commit_says_so() {
    let table = fs::read_to_string(SIZES).expect("there is a table");
    let (head, recorded) = table.split_once("\n\n").expect("a head and folders");
    let mut actual = BTreeMap::new();
    for budget in head.lines().filter_map(|line| line.strip_prefix("budget ")) {
        let (budget, parts) = budget.split_once(": ").expect("a budget and folders");
        let sizes = sizes(&parts.split(" + ").collect::<Vec<_>>());
        let (total, budget): (usize, usize) =
            (sizes.values().sum(), budget.parse().expect("bytes"));
        assert!(
            total <= budget,
            "{parts}: {total} bytes of code, over the budget of {budget} in {SIZES}; remove code, or raise the budget and say why"
        );
        actual.extend(sizes);
    }
    let recorded: BTreeMap<&str, usize> = recorded
        .lines()
        .map(|line| {
            line.trim_start()
                .split_once(' ')
                .expect("bytes and a folder")
        })
        .map(|(bytes, folder)| (folder, bytes.parse().expect("a number of bytes")))
        .collect();
    let row = |(folder, bytes): (&String, &usize)| format!("{bytes:>7} {folder}\n");
    if std::env::var_os("UPDATE_SIZES").is_some() {
        let rows: String = actual.iter().map(row).collect();
        return fs::write(SIZES, format!("{head}\n\n{rows}")).expect("the table can be written");
    }
    let is_current = |(folder, actual): &(&String, &usize)| {
        let recorded = recorded.get(folder.as_str());
        recorded.is_some_and(|recorded| is_recorded(*recorded, **actual))
    };
    let changed: String = actual
        .iter()
        .filter(|entry| !is_current(entry))
        .map(row)
        .collect();
    let gone: Vec<_> = recorded
        .keys()
        .filter(|folder| !actual.contains_key(**folder))
        .collect();
    assert!(
        changed.is_empty(),
        "code grew or shrank; if that is meant to be, commit these lines of {SIZES}, which UPDATE_SIZES=1 writes:\n{changed}"
    );
    assert!(
        gone.is_empty(),
        "{SIZES} has lines of folders without code: {gone:?}; UPDATE_SIZES=1 removes them"
    );
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

/// A change of the clock cannot change a result, because nothing reads the clock. Only the progress
/// bar of the program's dependency does.
#[test]
fn no_code_reads_the_clock() {
    let mut files = Vec::new();
    for folder in ["build.rs", "runtime", "codegen", "cli/src"] {
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

/// Compares the two copies of a function: a macro crate cannot export the loader's function.
#[test]
fn the_derive_suggests_names_as_the_loader_does() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("codegen");
    let read = |path| fs::read_to_string(package.join(path)).expect("a source file");
    let original = read("src/suggest.rs");
    let (original, _) = original.split_once("\n#[cfg(test)]").expect("it has tests");
    assert!(
        read("derive/src/suggest.rs") == original,
        "copy codegen/src/suggest.rs to codegen/derive/src/suggest.rs, without its tests"
    );
}
