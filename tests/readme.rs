//! The README names tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the names in backticks that the table of guarantees has for tests.
fn tests(readme: &str) -> BTreeSet<&str> {
    let (_, table) = readme
        .split_once("| guarantee | test |")
        .expect("the README has the table");
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    let names = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    // Files and folders, unlike commands and variables.
    names.filter(|name| name.contains(['.', '/'])).collect()
}

#[test]
fn every_test_in_the_readme_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let tests = tests(&readme);
    assert!(tests.len() >= 20, "{tests:?}");
    for test in tests {
        let path = root.join("tests").join(test);
        let is_there = path.exists() && path.is_dir() == test.ends_with('/');
        assert!(is_there, "tests/{test}, which the README names");
    }
}
