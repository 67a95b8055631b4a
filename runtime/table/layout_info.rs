//! Descriptions of all layouts of the schema.

use super::TypeTable;
#[cfg(feature = "encrypted")]
use super::encryption::Encryption;
use super::key_rule::KeyRule;
use super::layout_rules::LayoutRules;
use super::rule::TypeRules;
use super::text_form::TextForm;
use crate::{EngineVersion, Kind};
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/layout_infos.rs"));

/// A description of a layout, whether or not the layout is enabled.
///
/// ```
/// use gdvariant::schema::LAYOUTS;
///
/// let titles: Vec<&str> = LAYOUTS.iter().map(|layout| layout.title).collect();
/// assert!(titles.contains(&"Godot 4"));
/// ```
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[non_exhaustive]
pub struct Layout {
    /// The name of the layout's module, such as `godot4_double`.
    pub name: &'static str,
    /// The name of the single-precision form of the layout; equal to `name` unless the layout has
    /// double precision.
    pub base: &'static str,
    /// The name in prose, such as "Godot 4 in double precision".
    pub title: &'static str,
    /// One sentence that states the engines, their versions and the number of types.
    pub description: &'static str,
    /// The oldest version of the engine that the schema describes.
    pub oldest: EngineVersion,
    /// The newest version of the engine that the schema describes.
    pub newest: EngineVersion,
    /// Whether components have 64 bits.
    pub is_double: bool,
    /// The rule by which the engine compares the keys of Dictionaries.
    pub keys: KeyRule,
    /// The Cargo features that enable the layout.
    pub features: &'static [&'static str],
    /// Whether the layout is enabled in this build.
    pub is_built_in: bool,
    /// The types with their offset tables, by number; empty unless the layout is built in.
    pub types: &'static [TypeTable],
    /// The form of the files that the layout's engine encrypts with `open_encrypted`.
    #[cfg(feature = "encrypted")]
    pub encryption: Encryption,
    /// The kinds of the types, by number.
    pub(crate) kinds: &'static [Kind],
    /// The names of the types, by number.
    pub(crate) names: &'static [&'static str],
    /// The number of each kind, or [`ABSENT`].
    pub(crate) numbers: &'static [u8; Kind::ALL.len()],
    /// The rules of the types, by number; empty unless the layout is built in.
    rules: &'static [TypeRules],
    /// The kinds of records of which the layout encodes no field.
    pub(crate) fieldless: &'static [Kind],
    /// The engine's dialect of `var2str`.
    pub(crate) text_form: TextForm,
    /// Whether the engine decodes an absolute NodePath without names as absolute.
    pub(crate) keeps_root: bool,
    /// Whether lenient decoding accepts strings that are not UTF-8.
    pub(crate) has_lenient_text: bool,
    /// The class that replaces all declared classes in the engine unless full objects are allowed.
    pub(crate) id_class: Option<&'static str>,
}

/// The number of a kind that a layout lacks.
pub(crate) const ABSENT: u8 = u8::MAX;

/// Returns the number of each kind, given the kinds by number.
const fn numbers(kinds: &[Kind]) -> [u8; Kind::ALL.len()] {
    let mut numbers = [ABSENT; Kind::ALL.len()];
    let mut number: u8 = 0;
    while (number as usize) < kinds.len() {
        numbers[kinds[number as usize] as usize] = number;
        number += 1;
    }
    numbers
}

/// The layouts of the engines with many users, by the number of users.
const BY_USERS: [&str; 3] = ["godot4", "godot3", "pandemonium"];

impl Layout {
    /// Returns the rank of the layout's engine by its number of users.
    ///
    /// The most used engine has rank 0. Returns `None` for an engine with few users.
    ///
    /// ```
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let most_used = LAYOUTS.iter().find(|layout| layout.rank_by_users() == Some(0));
    /// assert_eq!(most_used.map(|layout| layout.name), Some("godot4"));
    /// ```
    #[must_use]
    pub fn rank_by_users(&self) -> Option<usize> {
        BY_USERS.iter().position(|base| *base == self.base)
    }

    /// Returns whether the layout has a kind.
    ///
    /// ```
    /// use gdvariant::Kind;
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let layouts = LAYOUTS.iter().filter(|layout| layout.has(Kind::PandemoniumTypedArray));
    /// assert_eq!(layouts.map(|layout| layout.name).collect::<Vec<_>>(), ["pandemonium5"]);
    /// ```
    #[must_use]
    pub const fn has(&self, kind: Kind) -> bool {
        self.numbers[kind as usize] != ABSENT
    }

    /// Returns the number of a kind in the header, or `None` if the layout lacks the kind.
    ///
    /// ```
    /// use gdvariant::Kind;
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let numbers = |kind| ["godot4", "godot3"].map(|name| {
    ///     LAYOUTS.iter().find(|layout| layout.name == name).and_then(|layout| layout.number_of(kind))
    /// });
    /// assert_eq!(numbers(Kind::Array), [Some(28), Some(19)]);
    /// assert_eq!(numbers(Kind::Vector2i), [Some(6), None]);
    /// ```
    #[must_use]
    pub const fn number_of(&self, kind: Kind) -> Option<u8> {
        match self.numbers[kind as usize] {
            ABSENT => None,
            number => Some(number),
        }
    }

    /// Returns the name of a kind in the layout's engine, or [`Kind::name`] if the layout lacks the
    /// kind.
    ///
    /// ```
    /// use gdvariant::Kind;
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let godot3 = LAYOUTS.iter().find(|layout| layout.name == "godot3").unwrap();
    /// assert_eq!(godot3.name_of(Kind::PackedByteArray), "PoolByteArray");
    /// ```
    #[must_use]
    pub fn name_of(&self, kind: Kind) -> &'static str {
        let number = usize::from(self.numbers[kind as usize]);
        self.names.get(number).copied().unwrap_or(kind.name())
    }

    /// Returns the table of a kind.
    ///
    /// Returns `None` if the layout lacks the kind or is not built in.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::Kind;
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let godot4 = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let table = godot4.table_of(Kind::Vector2).unwrap();
    /// assert_eq!(table.tables[0].rows.len(), 2);
    /// # }
    /// ```
    #[must_use]
    pub fn table_of(&self, kind: Kind) -> Option<&'static TypeTable> {
        self.types.get(usize::from(self.numbers[kind as usize]))
    }

    /// Returns whether the layout has typed arrays of a kind; for an Array, declared types.
    ///
    /// Returns `false` for an Array unless the layout is built in.
    #[doc(hidden)]
    #[must_use]
    pub fn has_typed_array(&self, kind: Kind) -> bool {
        match kind {
            Kind::Array => self.declares_types(kind),
            _ => self
                .types
                .get(usize::from(self.numbers[kind as usize]))
                .is_some_and(|table| table.body == super::Body::TypedArray),
        }
    }

    /// Returns whether an Array or a Dictionary, given its kind, can have declared types.
    ///
    /// Returns `false` unless the layout is built in.
    #[doc(hidden)]
    #[must_use]
    pub fn declares_types(&self, kind: Kind) -> bool {
        let number = usize::from(self.numbers[kind as usize]);
        self.rules.get(number).is_some_and(|rules| rules.flags != 0)
    }
}

/// Compares the names: layouts with the same name are the same.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Layout {}

/// Formats the name, without the tables.
impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Layout");
        debug.field("name", &self.name).finish_non_exhaustive()
    }
}
