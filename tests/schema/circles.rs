//! Checks that no files of the program, of the crate for files and of the editor use each other in a
//! circle.

use crate::rust_files;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of sources.
const FOLDERS: [&str; 3] = ["apps/cli/src", "files/src", "apps/editor/src"];

/// The path of a module, such as `["commands", "set"]`; empty for `lib.rs`.
pub(crate) type Module = Vec<String>;

/// Returns the modules of a folder with their files, without tests and programs.
fn modules(folder: &str) -> BTreeMap<Module, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let module = |file: PathBuf| {
        let path = file.strip_prefix(&root).expect("a file of the folder");
        let names = path.with_extension("");
        let names = names.iter().map(|name| name.to_string_lossy().into_owned());
        let mut names: Vec<_> = names.collect();
        names.pop_if(|name| name == "mod" || name == "lib");
        let is_module = !names.iter().any(|name| name == "tests" || name == "bin");
        is_module.then_some((names, file))
    };
    rust_files(folder).into_iter().filter_map(module).collect()
}

/// Appends the paths that a token stream uses. `prefix` precedes the names of a list.
///
/// A path with `$crate` begins with `$`: it is used where the macro is expanded, not in this file.
pub(crate) fn paths(tokens: TokenStream, prefix: &[String], found: &mut Vec<Module>) {
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
            TokenTree::Punct(mark) if mark.as_char() == '$' => {
                found.push(std::mem::replace(&mut path, vec!["$".to_owned()]));
                is_joined = true;
            }
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
        let uses = uses(&modules(folder));
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
