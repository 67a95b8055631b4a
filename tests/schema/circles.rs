//! Checks that no files of the program, of the crate for files and of the editor use each other in a
//! circle, and that no crate includes a file of another one.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of sources.
const FOLDERS: [&str; 3] = ["cli/src", "files/src", "editor/src"];

/// The path of a module, such as `["commands", "set"]`; empty for `lib.rs`.
type Module = Vec<String>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the modules of a folder with their files, without tests and programs.
fn modules(folder: &Path, parent: &[String], modules: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        if name == "tests" || name == "bin" {
            continue;
        }
        let child = [parent, std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            self::modules(&path, &child, modules);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let is_parent = name == "mod" || name == "lib";
            modules.insert(if is_parent { parent.to_vec() } else { child }, path);
        }
    }
}

/// Appends the paths that a token stream uses. `prefix` precedes the names of a list.
fn paths(tokens: TokenStream, prefix: &[String], found: &mut Vec<Module>) {
    let mut path = prefix.to_vec();
    let mut is_joined = !prefix.is_empty();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if !is_joined {
                    found.push(std::mem::replace(&mut path, prefix.to_vec()));
                }
                path.push(name.to_string());
                is_joined = false;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => is_joined = true,
            TokenTree::Group(group) => {
                let is_list = is_joined && group.delimiter() == Delimiter::Brace;
                let inner = if is_list { path.as_slice() } else { &[] };
                paths(group.stream(), inner, found);
                found.push(std::mem::replace(&mut path, prefix.to_vec()));
                is_joined = !prefix.is_empty();
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {
                found.push(std::mem::replace(&mut path, prefix.to_vec()));
                is_joined = !prefix.is_empty();
            }
        }
    }
    found.push(path);
}

/// Returns the module that a path in a module leads to, if it starts with `crate`, `super` or
/// `self`.
fn target(
    module: &[String],
    path: &[String],
    modules: &BTreeMap<Module, PathBuf>,
) -> Option<Module> {
    let (first, mut rest) = path.split_first()?;
    let mut base = match first.as_str() {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        "super" => module.split_last()?.1.to_vec(),
        _ => return None,
    };
    while let Some(("super", after)) = rest
        .split_first()
        .map(|(name, after)| (name.as_str(), after))
    {
        base.pop();
        rest = after;
    }
    let mut target = modules.contains_key(&base).then(|| base.clone());
    for name in rest {
        base.push(name.clone());
        if modules.contains_key(&base) {
            target = Some(base.clone());
        }
    }
    target
}

/// Returns the modules that each module uses, other than the modules that contain it.
fn uses(modules: &BTreeMap<Module, PathBuf>) -> BTreeMap<Module, BTreeSet<Module>> {
    let used = |(module, file): (&Module, &PathBuf)| {
        let text = fs::read_to_string(file).expect("text");
        let mut found = Vec::new();
        paths(text.parse().expect("Rust"), &[], &mut found);
        let targets = found
            .iter()
            .filter_map(|path| target(module, path, modules));
        let targets = targets.filter(|target| !module.starts_with(target));
        (module.clone(), targets.collect())
    };
    modules.iter().map(used).collect()
}

/// Returns the modules that a module leads to.
fn reached(from: &Module, uses: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(module) = left.pop() {
        for next in &uses[module] {
            if reached.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    reached
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for folder in FOLDERS {
        let mut files = BTreeMap::new();
        modules(&root().join(folder), &[], &mut files);
        let uses = uses(&files);
        assert!(
            uses.values().map(BTreeSet::len).sum::<usize>() > 5,
            "{folder}"
        );
        let circular = uses
            .keys()
            .filter(|module| reached(module, &uses).contains(*module));
        let circular: Vec<_> = circular.map(|module| module.join("::")).collect();
        assert!(circular.is_empty(), "{folder}: circles of {circular:?}");
    }
}

#[test]
fn no_crate_includes_a_file_of_another_one() {
    for folder in FOLDERS {
        let mut files = BTreeMap::new();
        modules(&root().join(folder), &[], &mut files);
        for file in files.values() {
            let text = fs::read_to_string(file).expect("text");
            let is_outside = |line: &str| line.contains("#[path") && line.contains("../..");
            assert!(!text.lines().any(is_outside), "{}", file.display());
        }
    }
}

#[test]
fn paths_are_found_in_lists_and_code() {
    let source = "use crate::{a::{b, c}, d}; fn f() { super::e::g(); self::h }";
    let mut found = Vec::new();
    paths(source.parse().expect("Rust"), &[], &mut found);
    let joined: Vec<_> = found.iter().map(|path| path.join("::")).collect();
    for path in [
        "crate::a::b",
        "crate::a::c",
        "crate::d",
        "super::e::g",
        "self::h",
    ] {
        assert!(joined.iter().any(|it| it == path), "{path} in {joined:?}");
    }
}
