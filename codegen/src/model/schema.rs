//! The schema, its layouts, wire types and constants.

use super::errata::{Defect, Engine, Erratum, PublishedPage, Untested};
use super::files::Files;
use super::tables::{Length, Row, Table};
use super::types::{Override, Role, Type};
use super::{Keyed, find};
use crate::locale::Locale;
use crate::parse::{Context, Node, record, scalars, words};
use crate::rust::capitalised;
use std::fmt;

record! {
    /// A checked schema: every reference resolves and every offset adds up.
    pub struct Schema(context) {
        /// The encodings of fields, in the order of the file.
        wires as "wire_types": Vec<Wire>,
        /// The bits, masks and limits of the format.
        constants: Vec<Constant>,
        /// The id of the erratum about the published rule of double precision.
        double_erratum: String,
        /// The conversions to declared types.
        conversions: Vec<(String, Vec<String>)>,
        /// The types of all layouts, in the order of the file.
        types: Vec<Type> => Node::parse(Context {
            constants: &constants,
            ..context
        }),
    }
    set {
        /// The layouts, in the order of their file names.
        layouts: Vec<Layout> = Vec::new(),
        /// The files around values.
        files: Files = Files { wires: Vec::new(), forms: Vec::new() },
        /// The published pages of the engines' documentation.
        pages: Vec<PublishedPage> = Vec::new(),
        /// The engines whose sources the errata cite.
        engines: Vec<Engine> = Vec::new(),
        /// The versions and forks of engines that no test has run.
        untested: Vec<Untested> = Vec::new(),
        /// The differences between the published pages and the engines.
        errata: Vec<Erratum> = Vec::new(),
        /// The values that engines do not decode unchanged from their own bytes.
        defects: Vec<Defect> = Vec::new(),
        /// The values that the documentation shows, by the key of their type, in JSON without the
        /// type name.
        examples: Vec<(String, Vec<String>)> = Vec::new(),
        /// The languages besides English.
        locales: Vec<Locale> = Vec::new(),
        /// The missing and the unused translations, with their files.
        untranslated: Vec<String> = Vec::new(),
    }

    /// A wire type: the encoding of one field.
    pub struct Wire(context, entry name) {
        /// The length in bytes, in single precision.
        length: Length,
        /// The length in bytes, in double precision; `None` if it is the same.
        double: Option<u32>,
        /// The name on the published pages.
        published: String,
        /// The description, in one sentence.
        description: String,
    }

    /// A bit, a mask or a limit of the format.
    pub struct Constant(context, entry name) {
        /// The number, as in `constants` of the schema.
        value: u32,
        /// The description, in one sentence.
        description: String,
    }

    /// A layout: its types and their numbers.
    pub struct Layout(context) {
        /// The name of the layout in prose.
        title: String,
        /// The versions of the engine that are known to use the layout.
        versions: Versions,
        /// The description, in one sentence.
        description: String,
        /// Whether the engine accepts surrogates, some overlong forms and code points beyond
        /// Unicode in strings, and not only UTF-8.
        has_lenient_text as "text": bool => context.one_of(&[("lenient", true), ("strict", false)]),
        /// The module of the layout of the engine's earlier versions; `None` if no page describes
        /// the changes.
        succeeds: Option<String>,
        /// Whether the engine keeps the root of an absolute NodePath without names.
        keeps_root as "root": bool => context.one_of(&[("dropped", false), ("kept", true)]),
        /// The form of the engine's `var2str`.
        var2str: Var2str,
        /// The newest `format` of the text files that the engine reads.
        format: u32,
        /// The first version of the engine that reads this format, in which it writes bytes as base64.
        base64: Option<Version>,
        /// The encoding of the engine's double-precision builds.
        double: DoubleBuilds,
        /// The equality of Dictionary keys in the engine.
        keys: KeyEquality,
        /// The mode in which the engine encrypts files.
        encryption: Encryption,
        /// The class that engines create for the id of an Object.
        ///
        /// Engines also declare this class instead of others, unless full objects are allowed.
        id_class: Option<String>,
        /// The address of the engine's documentation of a type, with `{Name}` for the name, or
        /// `{name}` for the name in lower case.
        class_reference: Option<String>,
        /// The module of the layout with the types that the layout does not list.
        extends: Option<String>,
        /// The tables of a declared type, with `{}` for the name of its flag.
        declared: Vec<Table> = Vec::new(),
        /// The types in the order of their numbers, without a gap.
        types: Vec<LayoutType> => Node::parse(Context {
            declared: &declared,
            ..context
        }),
    }
    set {
        /// The Rust module and the Cargo feature: the name of the file.
        module: String = context.module.to_owned(),
    }

    /// A type of a layout.
    pub struct LayoutType(context) {
        /// The number of the type in the header.
        number: u32,
        /// The key of the type, which is its name in Rust.
        key as "type": String,
        /// The name of the type in the engine.
        name: String = find(context.types, &key).map_or(&key, |ty| &ty.name).clone(),
        /// The first version of the engine that has the type; `None` if all versions have it.
        since: Option<Version>,
        /// Whether real numbers of the type have 32 bits even in double precision.
        has_single_reals as "reals": bool = false => context.one_of(&[("single", true)]),
        /// The values that the documentation shows; empty if those of `examples.yaml` apply.
        examples: Vec<String> = Vec::new(),
        /// Other names that the engine's parser of text accepts.
        text_names: Vec<String> = Vec::new(),
    }
    parts {
        own as "override": Option<Override>,
    }
    set {
        /// The type with the tables of this layout; `None` if the layout does not override them.
        own: Option<Type> = match (own, find(context.types, &key)) {
            (Some(own), _) if own.since.is_some() && own.flags.is_empty() => {
                return Err("`since` belongs to `flags`, which select declared types".to_owned());
            }
            (own, base) => own
                .zip(base)
                .map(|(own, base)| own.apply(base, context.module, context.declared)),
        },
    }

    /// The contents of `examples.yaml`.
    pub(crate) struct ExamplesFile(context) {
        examples: Vec<(String, Vec<String>)>,
    }
}

words! {
    /// A form of `var2str` that the library implements.
    #[derive(Copy)]
    pub enum Var2str {
        /// The form of Godot 3.2.
        Godot3 = "godot3",
        /// The form of `var_to_str` in Godot 4.
        Godot4 = "godot4",
        /// The form of Pandemonium.
        Pandemonium = "pandemonium",
    }

    /// The mode of AES-256 that an engine encrypts files with.
    #[derive(Copy)]
    pub enum Encryption {
        /// Electronic codebook mode.
        Ecb = "ecb",
        /// Cipher feedback mode.
        Cfb = "cfb",
    }

    /// The equality of an engine's Dictionary keys.
    #[derive(Copy)]
    pub enum KeyEquality {
        /// Strings of different types are different keys; Dictionaries are compared by identity.
        ByIdentity = "identity",
        /// Strings of different types are the same key; Dictionaries are compared by value.
        ByValue = "value",
    }

    /// The encoding of an engine's double-precision builds.
    #[derive(Copy)]
    pub enum DoubleBuilds {
        /// Double-precision builds do not exist, or were not examined.
        None = "none",
        /// The published page states a rule, which no build follows; the page of the layout
        /// describes the rule.
        Published = "published",
        /// Components have 64 bits, marked by a flag in the header. The encoding has its own
        /// layout.
        Flag = "flag",
    }
}

/// A version of an engine, such as 4.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u16,
    /// The number after the dot.
    pub minor: u16,
}

/// A range of engine versions, including both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The oldest version.
    pub oldest: Version,
    /// The newest version.
    pub newest: Version,
}

scalars! {
    Version => "a version such as `4.3`", |text, _| version(text);
    Versions => "two versions, such as `4.2 to 4.6`", |text, _| {
        let (oldest, newest) = text.split_once(" to ")?;
        Some(Self { oldest: version(oldest)?, newest: version(newest)? })
    };
}

fn version(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor) = (major.parse().ok()?, minor.parse().ok()?);
    Some(Version { major, minor })
}

/// Formats the versions as in the schema: `4.2 to 4.6`.
impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.oldest, self.newest)
    }
}

/// Formats the version as in the schema: `4.3`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Returns the entry with a name.
fn get<'e, T: Keyed>(entries: &'e [T], name: &str) -> &'e T {
    find(entries, name).unwrap_or_else(|| panic!("the schema has no `{name}`"))
}

impl Schema {
    /// Returns whether a row is a real number, whose length depends on the precision.
    #[must_use]
    pub fn is_real(&self, row: &Row) -> bool {
        find(&self.wires, &row.wire).is_some_and(|wire| wire.double.is_some())
    }

    /// Returns the value of a constant.
    ///
    /// # Panics
    ///
    /// If there is no such constant; a checked schema has every constant that emitters need.
    #[must_use]
    pub fn constant(&self, name: &str) -> u32 {
        get(&self.constants, name).value
    }

    /// Returns the erratum about the published rule of double precision.
    ///
    /// # Panics
    ///
    /// If there is no such erratum; a checked schema has it.
    #[must_use]
    pub fn double_erratum(&self) -> &Erratum {
        get(&self.errata, &self.double_erratum)
    }

    /// Returns whether any layout has this type with 64-bit components.
    pub(crate) fn is_doubled(&self, key: &str) -> bool {
        let layouts = self
            .layouts
            .iter()
            .filter(|layout| layout.has_double_builds());
        let mut listed = layouts.filter_map(|layout| find(&layout.types, key));
        listed.any(|listed| !listed.has_single_reals)
    }

    /// Returns the length of a row in bytes; 0 if it is not fixed.
    #[must_use]
    pub fn length_of(&self, row: &Row, is_double: bool) -> u32 {
        match self.wire(&row.wire).length_in(is_double) {
            Length::Fixed(bytes) => bytes,
            Length::Counted => 0,
        }
    }

    /// Returns the type with a role.
    ///
    /// # Panics
    ///
    /// If no type has the role; a checked schema has a type for each role.
    #[must_use]
    pub fn role(&self, role: Role) -> &Type {
        let mut types = self.types.iter();
        types
            .find(|ty| ty.is(role))
            .expect("a checked schema has a type for each role")
    }

    /// Returns the names of a type in engines that differ from its name in Rust, in the order of the
    /// layouts.
    #[must_use]
    pub fn other_names(&self, ty: &Type) -> Vec<String> {
        let listed = self.layouts.iter().flat_map(|layout| &layout.types);
        let mut names = Vec::new();
        for listed in listed.filter(|listed| listed.key == ty.key) {
            let name = &listed.name;
            if !name.eq_ignore_ascii_case(&ty.key) && !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// Returns the type with a key.
    ///
    /// # Panics
    ///
    /// If there is no such type; in a checked schema every name resolves.
    #[must_use]
    pub fn type_of(&self, key: &str) -> &Type {
        get(&self.types, key)
    }

    /// Returns the type of a layout's entry: the overridden type, or the shared one.
    ///
    /// # Panics
    ///
    /// If there is no such type; in a checked schema every name resolves.
    #[must_use]
    pub fn type_in<'s>(&'s self, listed: &'s LayoutType) -> &'s Type {
        listed
            .own
            .as_ref()
            .unwrap_or_else(|| self.type_of(&listed.key))
    }

    /// Returns the types of `types.yaml`, then the types that layouts override.
    pub fn all_types(&self) -> impl Iterator<Item = &Type> {
        let listed = self.layouts.iter().flat_map(|layout| &layout.types);
        self.types
            .iter()
            .chain(listed.filter_map(|ty| ty.own.as_ref()))
    }

    /// Returns the ids of errata and defects, with their layouts and the keys of their types.
    pub(crate) fn affected(
        &self,
    ) -> impl Iterator<Item = (&String, Vec<&String>, Option<&String>)> {
        let errata = self.errata.iter().map(|erratum| {
            let layouts = erratum.layouts.iter().collect();
            (&erratum.id, layouts, erratum.key.as_ref())
        });
        let defects = self.defects.iter().map(|defect| {
            let layouts = defect.layouts.iter().map(|it| &it.module).collect();
            (&defect.id, layouts, Some(&defect.key))
        });
        errata.chain(defects)
    }

    /// Returns the example values of a layout's type, in JSON without the name of the type.
    #[must_use]
    pub fn examples_in<'s>(&'s self, listed: &'s LayoutType) -> &'s [String] {
        if !listed.examples.is_empty() {
            return &listed.examples;
        }
        find(&self.examples, &listed.key).map_or(&[], |(_, values)| values)
    }

    /// Returns the wire type with a name.
    ///
    /// # Panics
    ///
    /// If there is no such wire type; in a checked schema every name resolves.
    #[must_use]
    pub fn wire(&self, name: &str) -> &Wire {
        get(&self.wires, name)
    }
}

/// Adds the types of extended layouts: they have the numbers that remain, in their order.
pub(crate) fn extend(layouts: &mut [Layout]) {
    let bases = layouts.to_vec();
    for layout in layouts {
        let Some(base) = layout.extends.as_ref().and_then(|name| find(&bases, name)) else {
            continue;
        };
        let mut own = std::mem::take(&mut layout.types).into_iter().peekable();
        let listed: Vec<_> = own.clone().map(|ty| ty.key).collect();
        let mut others = base.types.iter().filter(|ty| !listed.contains(&ty.key));
        for number in 0.. {
            let other = |ty: &LayoutType| LayoutType {
                number,
                has_single_reals: ty.has_single_reals && layout.double != DoubleBuilds::None,
                own: ty.own.clone().map(|own| Type {
                    layout: Some(layout.module.clone()),
                    ..own
                }),
                ..ty.clone()
            };
            let next = own.next_if(|ty| ty.number == number);
            let Some(next) = next.or_else(|| others.next().map(other)) else {
                break;
            };
            layout.types.push(next);
        }
        layout.types.extend(own);
    }
}

impl Layout {
    /// Returns whether the engine has builds that encode double precision.
    #[must_use]
    pub fn has_double_builds(&self) -> bool {
        self.double == DoubleBuilds::Flag
    }

    /// Returns the precisions of the layout: whether components have 64 bits.
    pub fn precisions(&self) -> impl Iterator<Item = bool> + use<> {
        let double = self.has_double_builds().then_some(true);
        [false].into_iter().chain(double)
    }

    /// Returns the name of the Rust module in a precision, which is also the name of the page.
    #[must_use]
    pub fn module_in(&self, is_double: bool) -> String {
        let double = if is_double { "_double" } else { "" };
        format!("{}{double}", self.module)
    }

    /// Returns the name of the Rust type that selects the layout: `MadeUp` for `made_up`.
    pub(crate) fn marker(&self) -> String {
        self.module.split('_').map(capitalised).collect()
    }

    /// Returns the name of the page about the changes from another layout to this one.
    #[must_use]
    pub fn migration_from(&self, from: &Self) -> String {
        format!("{}_to_{}", from.module, self.module)
    }
}

impl Wire {
    /// Returns the length in a precision.
    #[must_use]
    pub fn length_in(&self, is_double: bool) -> Length {
        let double = self.double.filter(|_| is_double);
        double.map_or(self.length, Length::Fixed)
    }
}
