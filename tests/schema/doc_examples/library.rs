//! The public items of the library, parsed from its source code.

use crate::doc_examples::docs::{Docs, last_string};
use gdvariant_codegen::rust;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::{ImplItem, Item, ItemImpl, ItemMod, Type, UseTree, Visibility};

/// The public items of the library, by name.
///
/// Types of the same name, such as the `Variant` of each layout, count as one item, because they
/// have the same documentation.
#[derive(Default)]
pub(crate) struct Library {
    /// The generated files, by name.
    generated: BTreeMap<String, String>,
    /// The public types, by name.
    types: BTreeMap<String, Docs>,
    /// The public functions, by module and name.
    functions: BTreeMap<String, Docs>,
    /// The methods of all types, by type and name.
    methods: BTreeMap<(String, String), Docs>,
    /// The names that public modules reexport.
    exported: BTreeSet<String>,
    /// The modules whose items public modules reexport by a glob.
    globs: BTreeSet<String>,
}

/// The placeholder for types whose methods a macro defines.
const MACRO: &str = "macro";

/// A module that is being parsed.
#[derive(Clone)]
struct Module {
    folder: PathBuf,
    is_public: bool,
}

impl Library {
    /// Parses the library and the generated code of all layouts.
    pub(crate) fn load() -> Self {
        let schema = gdvariant_codegen::load(Path::new("schema")).expect("the schema is valid");
        let all = |_: &str| true;
        let generated = rust::files(&schema, &all).into_iter();
        let generated = generated.map(|file| (file.name, file.text));
        let mut library = Self {
            generated: generated.collect(),
            ..Self::default()
        };
        let source = read(Path::new("runtime/lib.rs"));
        // Reexports decide which items are public, so parsing repeats until no new reexports are
        // found.
        let mut known = None;
        while known != Some(library.exported.len()) {
            known = Some(library.exported.len());
            library.parse(&source);
        }
        library
    }

    /// Returns the sorted names of public items without an example.
    pub(crate) fn without_example(&self) -> Vec<String> {
        let types = self.types.iter().filter(|(name, docs)| {
            let mut methods = self.methods.iter().filter(|((ty, _), _)| ty == *name);
            !docs.has_example() && !methods.any(|(_, docs)| docs.has_example())
        });
        let types = types.map(|(name, _)| name.clone());
        let functions = self.functions.iter();
        let functions = functions.filter(|(_, docs)| !docs.has_example());
        let functions = functions.map(|(name, _)| name.clone());
        let methods = self.methods.iter().filter(|((ty, name), docs)| {
            let is_shown = |of_type: &Docs| of_type.calls(name) || of_type.has_example_for(docs);
            let is_reachable = ty == MACRO || self.types.contains_key(ty);
            is_reachable && !docs.has_example() && !self.types.get(ty).is_some_and(is_shown)
        });
        let methods = methods.map(|((ty, name), _)| format!("{ty}::{name}"));
        let names: BTreeSet<_> = types.chain(functions).chain(methods).collect();
        names.into_iter().collect()
    }

    fn parse(&mut self, source: &str) {
        let root = Module {
            folder: "runtime".into(),
            is_public: true,
        };
        self.items(&items_of(source), &root);
    }

    fn items(&mut self, items: &[Item], module: &Module) {
        for item in items {
            self.item(item, module);
        }
    }

    fn item(&mut self, item: &Item, module: &Module) {
        match item {
            Item::Mod(inner) => self.module(inner, module),
            Item::Use(exports) if module.is_public && is_public(&exports.vis) => {
                self.exports(&exports.tree);
            }
            Item::Struct(item) => self.ty(&item.ident, &item.vis, &Docs::of(&item.attrs), module),
            Item::Enum(item) => self.ty(&item.ident, &item.vis, &Docs::of(&item.attrs), module),
            Item::Trait(item) => self.ty(&item.ident, &item.vis, &Docs::of(&item.attrs), module),
            Item::Fn(item) => {
                let name = item.sig.ident.to_string();
                let is_exported = module.is_public || self.exported.contains(&name);
                let docs = Docs::of(&item.attrs);
                if is_exported && is_public(&item.vis) && !docs.is_hidden {
                    let module = module.folder.display();
                    self.functions.insert(format!("{module}/{name}"), docs);
                }
            }
            Item::Impl(item) if item.trait_.is_none() => self.methods(item),
            Item::Macro(item) if item.mac.path.is_ident("include") => {
                let name = last_string(item.mac.tokens.clone()).unwrap_or_default();
                let generated = self.generated.get(name.trim_start_matches('/')).cloned();
                let source = generated.unwrap_or_else(|| panic!("{name} is not generated"));
                self.items(&items_of(&source), module);
            }
            Item::Macro(item) => match syn::parse2::<syn::File>(item.mac.tokens.clone()) {
                // Some macros pass the items in their arguments through.
                Ok(file) if item.ident.is_none() => self.items(&file.items, module),
                _ => self.macro_methods(item.mac.tokens.clone()),
            },
            _ => {}
        }
    }

    fn module(&mut self, inner: &ItemMod, outer: &Module) {
        if Docs::of(&inner.attrs).is_hidden {
            return;
        }
        let name = inner.ident.to_string();
        let is_glob = outer.is_public && self.globs.contains(&name);
        let is_exported = is_glob || self.exported.contains(&name);
        let module = Module {
            folder: outer.folder.join(&name),
            is_public: (outer.is_public && is_public(&inner.vis)) || is_exported,
        };
        if let Some((_, items)) = &inner.content {
            return self.items(items, &module);
        }
        let files = [
            module.folder.with_extension("rs"),
            module.folder.join("mod.rs"),
            // The file of an attribute `path`, next to that of the outer module.
            outer.folder.with_file_name(format!("{name}.rs")),
        ];
        let file = files.iter().find(|file| file.exists());
        let file = file.unwrap_or_else(|| panic!("the module {name} has no file"));
        self.items(&items_of(&read(file)), &module);
    }

    fn exports(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => match &*path.tree {
                UseTree::Glob(_) => {
                    self.globs.insert(path.ident.to_string());
                }
                tree => self.exports(tree),
            },
            UseTree::Name(name) => {
                self.exported.insert(name.ident.to_string());
            }
            UseTree::Rename(name) => {
                self.exported.insert(name.ident.to_string());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.exports(tree)),
            UseTree::Glob(_) => {}
        }
    }

    fn ty(&mut self, name: &syn::Ident, visibility: &Visibility, docs: &Docs, module: &Module) {
        if docs.is_hidden || !is_public(visibility) {
            return;
        }
        let name = name.to_string();
        if module.is_public || self.exported.contains(&name) {
            let known = self.types.entry(name).or_default();
            known.text.push_str(&docs.text);
        }
    }

    fn methods(&mut self, block: &ItemImpl) {
        let Type::Path(ty) = &*block.self_ty else {
            return;
        };
        let Some(owner) = ty.path.segments.last() else {
            return;
        };
        for item in &block.items {
            if let ImplItem::Fn(method) = item
                && is_public(&method.vis)
            {
                let (ty, name) = (owner.ident.to_string(), method.sig.ident.to_string());
                self.method(ty, name, Docs::of(&method.attrs));
            }
        }
    }

    fn method(&mut self, ty: String, name: String, docs: Docs) {
        if !docs.is_hidden {
            self.methods.insert((ty, name), docs);
        }
    }

    /// Finds each `pub fn` and its attributes in tokens that need not be valid Rust.
    fn macro_methods(&mut self, tokens: TokenStream) {
        let mut docs = Docs::default();
        let mut is_method = false;
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                        docs.add(&attribute.stream());
                        tokens.next();
                    }
                }
                TokenTree::Ident(word) if word == "pub" => {
                    is_method = !matches!(tokens.peek(), Some(TokenTree::Group(_)));
                }
                TokenTree::Ident(word) if word == "const" => {}
                TokenTree::Ident(word) if word == "fn" && is_method => {
                    let parameter = tokens.next_if(|token| matches!(token, TokenTree::Punct(_)));
                    // A function that a parameter names, such as `$to_vec`, is documented here if
                    // no other parameter is between the documentation and the function.
                    if let Some(TokenTree::Ident(name)) = tokens.next()
                        && (parameter.is_none() || !docs.text.is_empty())
                    {
                        self.method(MACRO.to_owned(), name.to_string(), docs);
                    }
                    (docs, is_method) = (Docs::default(), false);
                }
                TokenTree::Group(group) => {
                    self.macro_methods(group.stream());
                    (docs, is_method) = (Docs::default(), false);
                }
                _ => (docs, is_method) = (Docs::default(), false),
            }
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn items_of(source: &str) -> Vec<Item> {
    syn::parse_file(source).expect("the code is Rust").items
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
