//! Checks that each layer of the library uses only the layers that precede it in `lib.rs`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Exceptions: a layer, the higher layer that it uses, and the reason.
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

/// Returns the layers from the lowest to the highest, as `lib.rs` lists them.
fn layers(root: &str) -> Vec<&str> {
    let (_, list) = root
        .split_once("// The layers in order;")
        .expect("lib.rs lists the layers");
    let list = list.split("\n\n").next().unwrap_or_default();
    let (_, names) = list.split_once(":\n// ").expect("a list of names");
    let names = names.lines().next().unwrap_or_default();
    names.split(", ").collect()
}

/// Returns the first names of the paths in a `use` list, such as `a` and `c` of `{a::b, c}`.
fn first_names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_first = true;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if is_first => {
                names.push(name.to_string());
                is_first = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => is_first = true,
            _ => {}
        }
    }
    names
}

/// Appends the names after each `crate::`.
fn uses(tokens: TokenStream, names: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    let mut is_exported = false;
    while let Some(token) = tokens.next() {
        match token {
            // A path with `$crate` is used where the macro is expanded, not in this file.
            TokenTree::Punct(mark) => is_exported = mark.as_char() == '$',
            TokenTree::Ident(name) if name == "crate" && !is_exported => {
                let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
                while tokens.next_if(is_colon).is_some() {}
                match tokens.peek() {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                        names.extend(first_names(group.stream()));
                    }
                    Some(TokenTree::Ident(name)) => names.push(name.to_string()),
                    _ => {}
                }
            }
            TokenTree::Group(group) => uses(group.stream(), names),
            _ => is_exported = false,
        }
    }
}

/// Returns the layer of each item that `lib.rs` reexports.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    let mut items = root.split("pub use ");
    items.next();
    for item in items {
        let path = item.split(';').next().unwrap_or_default();
        let (layer, names) = path.split_once("::").unwrap_or((path, ""));
        let names = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        for name in names.filter(|name| !name.is_empty()) {
            exports.insert(name.to_owned(), layer.to_owned());
        }
    }
    exports
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
            files.push(path);
        }
    }
}

fn runtime() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime")
}

#[test]
fn each_layer_uses_only_those_below_it() {
    let root = fs::read_to_string(runtime().join("lib.rs")).expect("the library");
    let (layers, exports) = (layers(&root), exports(&root));
    let level = |name: &str| layers.iter().position(|layer| *layer == name);
    let (mut upward, mut excepted, mut count) = (Vec::new(), Vec::new(), 0);
    for (height, layer) in layers.iter().enumerate() {
        let mut files = Vec::new();
        sources(&runtime().join(layer), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("text");
            let mut names = Vec::new();
            uses(text.parse().expect("Rust"), &mut names);
            for name in names {
                // Names without a layer are types of the schema, such as `Vector2`.
                let is_type = name.starts_with(char::is_uppercase);
                let of_schema = if is_type { "value" } else { name.as_str() };
                let used = exports.get(&name).map_or(of_schema, String::as_str);
                let used = if level(&name).is_some() { &name } else { used };
                count += 1;
                if level(used).is_some_and(|used| used <= height) {
                    continue;
                }
                if EXCEPTIONS
                    .iter()
                    .any(|(from, to, _)| from == layer && *to == used)
                {
                    excepted.push((*layer, used.to_owned()));
                } else {
                    upward.push(format!("{}: crate::{name} of {used}", file.display()));
                }
            }
        }
    }
    assert!(count > 1000, "{count} uses");
    assert!(
        upward.is_empty(),
        "uses that run upwards:\n{}",
        upward.join("\n")
    );
    for (from, to, _) in EXCEPTIONS {
        let is_used = excepted
            .iter()
            .any(|(layer, used)| *layer == from && used == to);
        assert!(is_used, "{from} does not use {to}: delete the exception");
    }
}

#[test]
fn uses_are_found_in_lists_paths_and_macros() {
    let mut names = Vec::new();
    let source = "use crate::{a::{b, c}, D}; fn f() { crate::e::g(); m!(crate::H; $crate::i) }";
    uses(source.parse().expect("Rust"), &mut names);
    assert_eq!(names, ["a", "D", "e", "H"]);
}
