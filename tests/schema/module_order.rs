//! Checks that each module of the library uses only the modules that precede it in `lib.rs`.

use crate::circles::paths;
use crate::rust_files;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Exceptions: a module, the higher module that it uses, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    (
        "serde",
        "layouts",
        "values that all layouts share are encoded in any layout that is enabled",
    ),
    (
        "serde",
        "variant",
        "values that all layouts share are viewed and built like a Variant",
    ),
    (
        "codec",
        "variant",
        "math crates convert the values of double precision, which its module exports",
    ),
];

/// Returns the modules from the lowest to the highest, as `lib.rs` lists them.
fn modules(root: &str) -> Vec<&str> {
    let (_, list) = root
        .split_once("// The modules in order;")
        .expect("lib.rs lists the modules");
    let list = list.split("\n\n").next().unwrap_or_default();
    let (_, names) = list.split_once(":\n// ").expect("a list of names");
    let names = names.lines().next().unwrap_or_default();
    names.split(", ").collect()
}

/// Returns the module of each item that `lib.rs` reexports, and of the alias that the generated list
/// of layouts defines.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::from([("FirstLayout".to_owned(), "layouts".to_owned())]);
    let mut items = root.split("pub use ");
    items.next();
    for item in items {
        let path = item.split(';').next().unwrap_or_default();
        let (module, names) = path.split_once("::").unwrap_or((path, ""));
        let names = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        for name in names.filter(|name| !name.is_empty()) {
            exports.insert(name.to_owned(), module.to_owned());
        }
    }
    exports
}

#[test]
fn each_module_uses_only_those_below_it() {
    let root = fs::read_to_string("runtime/lib.rs").expect("the library");
    let (modules, exports) = (modules(&root), exports(&root));
    let level = |name: &str| modules.iter().position(|module| *module == name);
    let (mut upward, mut excepted, mut count) = (Vec::new(), Vec::new(), 0);
    for (height, module) in modules.iter().enumerate() {
        // A module is a folder or a file.
        let folder = Path::new("runtime").join(module);
        let mut files = rust_files(if folder.exists() {
            folder
        } else {
            folder.with_extension("rs")
        });
        files.retain(|file| !file.ends_with("tests.rs"));
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            let mut found = Vec::new();
            paths(text.parse().expect("Rust"), &[], &mut found);
            let of_crate = found
                .iter()
                .filter(|path| path.first().is_some_and(|it| it == "crate"));
            for name in of_crate.filter_map(|path| path.get(1)) {
                // Names without a module are types of the schema, such as `Vector2`.
                let is_type = name.starts_with(char::is_uppercase);
                let of_schema = if is_type { "value" } else { name.as_str() };
                let used = exports.get(name).map_or(of_schema, String::as_str);
                let used = if level(name).is_some() { name } else { used };
                count += 1;
                if level(used).is_some_and(|used| used <= height) {
                    continue;
                }
                if EXCEPTIONS
                    .iter()
                    .any(|(from, to, _)| from == module && *to == used)
                {
                    excepted.push((*module, used.to_owned()));
                } else {
                    upward.push(format!("{}: crate::{name} of {used}", file.display()));
                }
            }
        }
    }
    assert!(count > 1000, "{count} uses");
    assert!(upward.is_empty(), "uses that run upwards: {upward:#?}");
    for (from, to, _) in EXCEPTIONS {
        let is_used = excepted
            .iter()
            .any(|(module, used)| *module == from && used == to);
        assert!(is_used, "{from} does not use {to}: delete the exception");
    }
}
