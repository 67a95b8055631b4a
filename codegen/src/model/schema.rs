//! The schema and its layouts, errata and examples.

use super::double::Double;
use super::errata::{Defect, Engine, Erratum, PublishedPage};
use super::keyed::{find, keyed};
use super::role::Role;
use super::script::ScriptConstant;
use super::tables::{Length, Row};
use super::types::Type;
use super::version::{Version, Versions};
use crate::locale::Locale;

/// A checked schema: every reference resolves and every offset adds up.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The encodings of fields, in the order of the file.
    pub wires: Vec<Wire>,
    /// Bits, masks and limits.
    pub constants: Vec<Constant>,
    /// The changes of a double-precision layout.
    pub double: Double,
    /// The JSON form of values.
    pub json: JsonForm,
    /// The conversions to declared types.
    pub conversions: Vec<Conversion>,
    /// The types of all layouts, in the order of the file.
    pub types: Vec<Type>,
    /// The layouts, in the order of their file names.
    pub layouts: Vec<Layout>,
    /// The published pages of the engines' documentation.
    pub pages: Vec<PublishedPage>,
    /// The engines whose sources the errata cite.
    pub engines: Vec<Engine>,
    /// The differences between the published pages and the engines.
    pub errata: Vec<Erratum>,
    /// The values that engines cannot read back.
    pub defects: Vec<Defect>,
    /// The values that the documentation shows.
    pub examples: Vec<Example>,
    /// The languages besides English.
    pub locales: Vec<Locale>,
}

/// The JSON form of values, which is the same in all layouts.
#[derive(Debug, Clone)]
pub struct JsonForm {
    /// The number of the form. A new reserved name raises it.
    pub version: u32,
    /// The reserved names: an object with one of them as its only key is not a Dictionary.
    pub names: Vec<String>,
}

/// The types whose values Godot 4 converts to another type where a container declares it.
#[derive(Debug, Clone)]
pub struct Conversion {
    /// The key of the declared type.
    pub to: String,
    /// The keys of the converted types.
    pub from: Vec<String>,
}

/// A wire type: the encoding of one field.
#[derive(Debug, Clone)]
pub struct Wire {
    /// The name that rows use.
    pub name: String,
    /// Bytes.
    pub length: Length,
    /// Bytes in a double-precision layout, if they differ.
    pub double: Option<u32>,
    /// The name on the published pages.
    pub published: String,
    /// One sentence.
    pub description: String,
}

/// A bit, a mask or a limit of the format.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The name of the Rust constant.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// The modules of the layouts that it applies to; empty for all.
    pub layouts: Vec<String>,
    /// One sentence.
    pub description: String,
}

/// A layout: its types and their numbers.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The Rust module and the Cargo feature.
    pub module: String,
    /// The Rust type that selects the layout.
    pub marker: String,
    /// The name in prose.
    pub title: String,
    /// The versions of the engine that the layout is known to be of.
    pub versions: Versions,
    /// One sentence.
    pub description: String,
    /// The number after the last type's.
    pub types_max: u32,
    /// The strings that the engine decodes.
    pub text: Text,
    /// The module of the layout of the engine's earlier versions, if a page describes what changed.
    pub succeeds: Option<String>,
    /// Whether the engine keeps the root of an absolute NodePath without names.
    pub keeps_root: bool,
    /// The form of the engine's `var2str`.
    pub var2str: Var2str,
    /// The encoding of the engine's double-precision builds.
    pub double: DoubleBuilds,
    /// The equality of keys.
    pub keys: KeyEquality,
    /// The encryption of files.
    pub encryption: Encryption,
    /// The class that engines create for the id of an Object, and declare instead of other classes
    /// unless full objects are allowed.
    pub id_class: Option<String>,
    /// The types by number, without a gap.
    pub types: Vec<LayoutType>,
}

/// The strings that an engine decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// Also overlong forms, surrogates and numbers beyond Unicode.
    Lenient,
    /// UTF-8 only.
    Strict,
}

/// The form of an engine's `var2str`, which the library implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Var2str {
    /// That of Godot 3.2.
    Godot3,
    /// That of Godot 4, `var_to_str`.
    Godot4,
    /// That of Pandemonium.
    Pandemonium,
}

/// The mode of AES-256 that an engine encrypts files with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Electronic codebook mode.
    Ecb,
    /// Cipher feedback mode.
    Cfb,
}

/// The equality of an engine's Dictionary keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEquality {
    /// Strings of different types are different keys, and Dictionaries are compared by identity.
    Identity,
    /// Strings of different types are the same key, and Dictionaries are compared by value.
    Value,
}

/// The encoding of an engine's double-precision builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoubleBuilds {
    /// There are no such builds, or they were not examined.
    None,
    /// Every component has 64 bits at the published offset, without a flag: a layout of its own,
    /// which no build follows.
    Plain,
    /// A flag of the header marks values whose components have 64 bits: a layout of its own.
    Flag,
}

/// A type of a layout.
#[derive(Debug, Clone)]
pub struct LayoutType {
    /// Its number in the header.
    pub number: u32,
    /// The key of the type.
    pub key: String,
    /// The name of its variant in Rust.
    pub rust: String,
    /// Its name in this layout's engine.
    pub name: String,
    /// Its name in the published list of types; none if the layout has no published page.
    pub listed: Option<String>,
    /// The first version of the engine that has it; none if all of them do.
    pub since: Option<Version>,
    /// The type with the tables of this layout, if they differ from those of other layouts.
    pub own: Option<Type>,
    /// Whether its real numbers have 32 bits in double precision, too.
    pub has_single_reals: bool,
    /// The values that the documentation shows; empty for those of `examples.yaml`.
    pub examples: Vec<String>,
    /// The constants of the type that scripts have in this layout, but not in all.
    pub script_constants: Vec<ScriptConstant>,
}

/// The values that the documentation shows of a type.
#[derive(Debug, Clone)]
pub struct Example {
    /// The key of the type.
    pub key: String,
    /// The values in JSON, without the name of the type before them.
    pub values: Vec<String>,
}

impl Schema {
    /// Returns whether a row is a real number, whose length depends on the precision.
    pub(crate) fn is_real(&self, row: &Row) -> bool {
        find(&self.wires, &row.wire).is_some_and(|wire| wire.double.is_some())
    }

    /// Returns the value of a constant.
    ///
    /// # Panics
    ///
    /// If there is no such constant; a checked schema has those that the emitters need.
    #[must_use]
    pub fn constant(&self, name: &str) -> u32 {
        find(&self.constants, name)
            .expect("a checked schema has the constants of the format")
            .value
    }

    /// Returns the erratum about the published rule of double precision.
    ///
    /// # Panics
    ///
    /// If there is no such erratum; a checked schema has it.
    #[must_use]
    pub fn double_erratum(&self) -> &Erratum {
        find(&self.errata, &self.double.erratum).expect("a checked schema has the erratum")
    }

    /// Returns whether a layout has the type with a key with 64-bit components.
    pub(crate) fn is_doubled(&self, key: &str) -> bool {
        let mut layouts = self.layouts.iter();
        layouts.any(|layout| {
            let listed = find(&layout.types, key);
            layout.double != DoubleBuilds::None
                && listed.is_some_and(|listed| !listed.has_single_reals)
        })
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
    /// If no type has the role; a checked schema has a type for each.
    #[must_use]
    pub fn role(&self, role: Role) -> &Type {
        let mut types = self.types.iter();
        types
            .find(|ty| ty.role == Some(role))
            .expect("a checked schema has a type for each role")
    }

    /// Returns the type with a key.
    ///
    /// # Panics
    ///
    /// If there is no such type; in a checked schema every name resolves.
    #[must_use]
    pub fn type_of(&self, key: &str) -> &Type {
        find(&self.types, key).expect("a checked schema names known types")
    }

    /// Returns the type of a layout's entry: its own, or the one that it shares.
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

    /// Returns the types of `types.yaml`, then those that layouts override.
    pub fn all_types(&self) -> impl Iterator<Item = &Type> {
        let listed = self.layouts.iter().flat_map(|layout| &layout.types);
        self.types
            .iter()
            .chain(listed.filter_map(|ty| ty.own.as_ref()))
    }

    /// Returns the values that the documentation shows of a layout's type, in JSON without the name
    /// of the type.
    #[must_use]
    pub fn examples_in<'s>(&'s self, listed: &'s LayoutType) -> &'s [String] {
        if !listed.examples.is_empty() {
            return &listed.examples;
        }
        let mut examples = self.examples.iter();
        let example = examples.find(|example| example.key == listed.key);
        example.map_or(&[], |example| &example.values)
    }

    /// Returns the wire type with a name.
    ///
    /// # Panics
    ///
    /// If there is no such wire type; in a checked schema every name resolves.
    #[must_use]
    pub fn wire(&self, name: &str) -> &Wire {
        find(&self.wires, name).expect("a checked schema names known wire types")
    }
}

impl Layout {
    /// Returns the name of the page about what changes from another layout to this one.
    #[must_use]
    pub fn migration_from(&self, from: &Self) -> String {
        format!("{}_to_{}", from.module, self.module)
    }
}

impl Wire {
    /// Returns the length in a precision.
    pub(crate) fn length_in(&self, is_double: bool) -> Length {
        if is_double {
            self.length_in_double()
        } else {
            self.length
        }
    }

    /// Returns the length in a double-precision layout.
    #[must_use]
    pub fn length_in_double(&self) -> Length {
        self.double.map_or(self.length, Length::Fixed)
    }
}

keyed!(Constant: name, Erratum: id, Layout: module, LayoutType: key, Wire: name);
