//! Rules for dependencies (licenses, sources, duplicate versions) and for unsafe code in the
//! workspace.

use crate::rust_files;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// Permissive licenses. Every package must be available under a license of this list.
const PERMITTED_LICENSES: [&str; 7] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
];

/// Packages that the workspace uses in several versions, and the reason for each.
const DUPLICATES: [(&str, &str); 2] = [
    (
        "glam",
        "its types are those of users' engines, each of which has another version",
    ),
    (
        "syn",
        "version 3 is ours, and of what the benchmarks build some still has 2; no user builds that",
    ),
];

/// All packages, including those for other platforms and for optional features.
static PACKAGES: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let output = cargo(&[
        "metadata",
        "--format-version=1",
        "--locked",
        "--all-features",
    ]);
    let mut metadata: Json = serde_json::from_str(&output).expect("JSON");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
});

/// Returns the output of a Cargo command.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the packages that `cargo tree` prints in a format with these arguments, such as
/// `serde v1.0.229` for `{p}`.
fn tree(format: &str, args: &[&str]) -> BTreeSet<String> {
    let tree = ["tree", "--locked", "--prefix=none", "--format", format];
    let lines = cargo(&[&tree, args].concat());
    let packages = lines.lines().map(|line| line.split(" (").next());
    packages.flatten().map(str::to_owned).collect()
}

fn text<'p>(package: &'p Json, key: &str) -> &'p str {
    package[key].as_str().unwrap_or_default()
}

/// Returns whether these licenses satisfy an expression such as `(MIT OR Apache-2.0) AND
/// Unicode-3.0`.
fn is_allowed(expression: &str) -> bool {
    let plain = expression
        .replace(['(', ')'], "")
        .replace('/', " OR ")
        .replace(" or ", " OR ");
    plain.split(" AND ").all(|part| {
        part.split(" OR ")
            .any(|license| PERMITTED_LICENSES.contains(&license.trim()))
    })
}

#[test]
fn packages_are_permissive_and_of_the_registry() {
    for package in &*PACKAGES {
        let [name, license, source] = ["name", "license", "source"].map(|key| text(package, key));
        assert!(is_allowed(license), "{name}: {license:?}");
        let is_ours = source.is_empty() && name.starts_with("gdvariant");
        assert!(
            is_ours || source.starts_with("registry+"),
            "{name} comes from {source:?}"
        );
    }
}

#[test]
fn there_is_one_version_of_each_package() {
    let mut versions: BTreeMap<&str, BTreeSet<_>> = BTreeMap::new();
    for package in &*PACKAGES {
        let mut numbers = text(package, "version").split('.');
        let (major, minor) = (numbers.next(), numbers.next());
        // Cargo unifies versions that agree in their first non-zero number.
        let compatible = if major == Some("0") { minor } else { major };
        let versions = versions.entry(text(package, "name")).or_default();
        versions.insert((major == Some("0"), compatible));
    }
    let several = versions
        .iter()
        .filter(|(_, versions)| versions.len() > 1)
        .map(|(name, _)| *name);
    let expected: BTreeMap<&str, &str> = DUPLICATES.into();
    assert_eq!(
        several.collect::<Vec<_>>(),
        expected.into_keys().collect::<Vec<_>>(),
        "{versions:?}"
    );
}

/// Returns the packages of the workspace.
fn own_packages() -> Vec<&'static Json> {
    let own: Vec<_> = PACKAGES
        .iter()
        .filter(|it| it["source"].is_null())
        .collect();
    assert_eq!(own.len(), 9);
    own
}

/// Checks the version, the requirements, the license, the repository and the description.
///
/// Packages of the workspace require each other exactly. The library also enables features for its
/// tests, and the derive tests types of the library; Cargo removes such a dependency from the
/// published package, because it has no version.
#[test]
fn packages_state_what_a_registry_shows() {
    let packages = own_packages();
    let library = packages.iter().find(|it| text(it, "name") == "gdvariant");
    let library = library.expect("the library");
    for package in &packages {
        let name = text(package, "name");
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let is_own = !dependency["path"].is_null() && text(dependency, "name") != name;
            if is_own && text(dependency, "kind") != "dev" {
                let expected = format!("={}", text(library, "version"));
                assert_eq!(text(dependency, "req"), expected, "{name}: {dependency}");
            }
        }
        if package["publish"] == Json::Array(Vec::new()) {
            continue;
        }
        for key in ["version", "license", "rust_version", "repository"] {
            assert!(!text(package, key).is_empty(), "{name} lacks {key}");
            assert_eq!(text(package, key), text(library, key), "{key} of {name}");
        }
        let length = text(package, "description").len();
        assert!((20..=200).contains(&length), "{name}: {length}");
    }
}

#[test]
fn no_crate_allows_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    assert!(workspace.contains("[workspace.lints.rust]\nunsafe_code = \"forbid\""));
    for package in own_packages() {
        // `forbid` applies to every target of a package, and code cannot lift it.
        let manifest = fs::read_to_string(text(package, "manifest_path")).expect("a manifest");
        assert!(
            manifest.contains("\n[lints]\nworkspace = true\n"),
            "{}",
            text(package, "name")
        );
    }
    // The package of the fuzz targets is outside the workspace. The targets only call libFuzzer's
    // macro.
    let bodies = fs::read_to_string(root.join("fuzz/bodies/mod.rs")).expect("the bodies");
    assert!(bodies.contains("#![forbid(unsafe_code)]"));
}

/// Returns a section of the library's manifest.
fn section(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let section = manifest.split_once(&format!("\n[{name}]\n")).expect(name);
    section.1.split("\n[").next().expect("lines").to_owned()
}

/// Returns the oldest supported version of Rust.
fn oldest_rust() -> String {
    let package = section("workspace.package");
    let mut lines = package.lines();
    let version = lines.find_map(|line| line.strip_prefix("rust-version = "));
    version.expect("a version").trim_matches('"').to_owned()
}

/// Checks the dependencies of the library and the program, without those of tests and benchmarks.
#[test]
fn dependencies_support_the_oldest_rust() {
    let number = |version: &str| {
        let mut parts = version.split('.').map(str::parse::<u32>);
        let mut part = || parts.next().unwrap_or(Ok(0)).expect("a number");
        (part(), part())
    };
    let needed = tree(
        "{p}",
        &[
            "--all-features",
            "--target=all",
            "--edges=normal,build",
            "--package=gdvariant",
            "--package=gdvariant-cli",
            "--package=gdvariant-files",
        ],
    );
    let oldest = number(&oldest_rust());
    let mut count = 0;
    for package in &*PACKAGES {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let required = text(package, "rust_version");
        if needed.contains(&format!("{name} v{version}")) && !required.is_empty() {
            assert!(
                number(required) <= oldest,
                "{name} requires Rust {required}"
            );
            count += 1;
        }
    }
    assert!(count >= 50, "{count}");
}

/// Checks that the libraries leave serde_json as it is in the rest of a program: Cargo enables a
/// feature for all packages.
#[test]
fn libraries_enable_no_feature_that_changes_other_code() {
    let found = tree(
        "{p} features {f}",
        &[
            "--all-features",
            "--target=all",
            "--edges=normal,build",
            "--package=gdvariant",
            "--package=gdvariant-codegen",
            "--package=gdvariant-derive",
            "--package=gdvariant-files",
        ],
    );
    let found = found.iter().filter(|line| line.starts_with("serde_json "));
    let features = found.filter_map(|line| line.split(" features ").nth(1));
    assert_eq!(features.collect::<Vec<_>>(), ["default,std"]);
}

/// Checks that the unmaintained parser of YAML has no input but the schema.
#[test]
fn only_one_file_uses_the_parser_of_yaml() {
    let folders = [
        "codegen/src",
        "codegen/derive/src",
        "runtime",
        "apps/cli/src",
        "files/src",
        "xtask/src",
        "xtask/pages/src",
    ];
    let mut files: Vec<_> = folders.iter().flat_map(rust_files).collect();
    files.retain(|file| {
        fs::read_to_string(file)
            .expect("text")
            .contains("serde_yaml::")
    });
    files.sort_unstable();
    let expected = ["codegen/src/parse.rs"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(files, expected.map(|file| root.join(file)));
    for package in own_packages() {
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            if text(dependency, "name") == "serde_yaml" && text(dependency, "kind") != "dev" {
                let name = text(package, "name");
                assert_eq!(name, "gdvariant-codegen");
            }
        }
    }
}
