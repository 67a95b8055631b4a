//! The layouts: what code that reads or writes values of an engine depends on.

use super::TypeInfo;
use super::key_rule::KeyRule;
use super::rule::{BodyRules, ContainerRules, NodePathRules, TypeRules};
use super::text_style::TextStyle;
use crate::{EngineVersion, Kind};
use core::fmt;

include!(concat!(env!("OUT_DIR"), "/layout_list.rs"));

/// The encoding of one family of engines in one precision.
///
/// [`LAYOUTS`](crate::schema::LAYOUTS) lists the enabled layouts;
/// [`Engine::LAYOUT`](crate::Engine::LAYOUT) is the layout of an engine.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Engine, Godot3, Godot4, Kind};
///
/// assert_eq!(Godot4::LAYOUT.title, "Godot 4");
/// assert_eq!(Godot4::LAYOUT.number_of(Kind::Vector2i), Some(6));
/// assert_eq!(Godot3::LAYOUT.number_of(Kind::Vector2i), None);
/// # }
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
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::dictionary::KeyRule;
    /// use gdvariant::{Engine, Godot3, Godot4};
    ///
    /// assert_eq!(Godot3::LAYOUT.keys, KeyRule::ByIdentity);
    /// assert_eq!(Godot4::LAYOUT.keys, KeyRule::ByValue);
    /// # }
    /// ```
    pub keys: KeyRule,
    /// The Cargo features that enable the layout.
    pub features: &'static [&'static str],
    /// The index of the layout in [`LAYOUTS`].
    pub(crate) index: usize,
    /// The kinds of the types, by number.
    pub(crate) kinds: &'static [Kind],
    /// The kind of a header without flags, by the number of the type; `None` if the number is
    /// invalid or the header needs a flag.
    pub(crate) plain_kinds: [Option<Kind>; Kind::ALL.len()],
    /// The number of each kind, or [`ABSENT`].
    pub(crate) numbers: [u8; Kind::ALL.len()],
    /// The header of each kind. The only flag that can be set selects the precision.
    pub(crate) headers: [u32; Kind::ALL.len()],
    /// The rules of encoding the values of each type, by number.
    pub(crate) rules: &'static [TypeRules],
    /// The bytes in the components of a value, or of a packed array's element, by the type's number;
    /// 0 for other types.
    pub(crate) lengths: [u8; Kind::ALL.len()],
    /// The rules of an Array.
    pub(crate) array: &'static ContainerRules,
    /// The rules of a Dictionary.
    pub(crate) dictionary: &'static ContainerRules,
    /// The rules of a NodePath.
    pub(crate) node_path: &'static NodePathRules,
    /// The kinds of arrays that a list of integers is decoded from.
    pub(crate) lists_of_ints: &'static [Kind],
    /// The kinds of arrays that a list of floats is decoded from.
    pub(crate) lists_of_numbers: &'static [Kind],
    /// The versions that added types, by number; `None` for the types of the oldest version.
    pub(crate) since: [Option<EngineVersion>; Kind::ALL.len()],
    /// Whether a flag of the header selects 64-bit components, by the number of the type.
    pub(crate) wide_reals: [bool; Kind::ALL.len()],
    /// The flag in the headers of the types in `wide_reals`; 0 in single precision.
    pub(crate) flag_of_reals: u32,
    /// The name of the layout with the other precision; empty if there is none.
    pub(crate) other_precision: &'static str,
    /// The engine's dialect of `var2str`.
    pub(crate) text_style: TextStyle,
    /// The newest `format` of the text files that the engine reads.
    pub(crate) format: u32,
    /// The first version that reads `format`, in which the engine writes bytes as base64; `None` if
    /// the engine does not read base64 in text.
    pub(crate) base64: Option<EngineVersion>,
    /// Whether the engine decodes an absolute NodePath without names as absolute.
    ///
    /// A layout without this root encodes such a path without an error: the bytes keep the root, and
    /// strict decoding returns it, so that a value that was decoded is encoded as the same bytes.
    /// Lenient decoding drops the root, as the engine does, and a conversion between layouts that
    /// differ reports [`LossKind::AbsoluteRoot`](crate::convert::LossKind::AbsoluteRoot).
    pub(crate) keeps_root: bool,
    /// Whether lenient decoding accepts strings that are not UTF-8.
    pub(crate) has_lenient_text: bool,
    /// The class that replaces all declared classes in the engine unless full objects are allowed.
    pub(crate) id_class: Option<&'static str>,
}

/// The number of a kind that a layout lacks.
pub(crate) const ABSENT: u8 = u8::MAX;

/// The layouts of the engines with many users, by the number of users.
const BY_USERS: [&str; 3] = ["godot4", "godot3", "pandemonium"];

impl Layout {
    /// Returns the rank of the layout's engine by its number of users.
    ///
    /// The most used engine has rank 0. Returns `None` for an engine with few users.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::schema::LAYOUTS;
    ///
    /// let most_used = LAYOUTS.iter().find(|layout| layout.rank_by_users() == Some(0));
    /// assert_eq!(most_used.map(|layout| layout.name), Some("godot4"));
    /// # }
    /// ```
    pub fn rank_by_users(&self) -> Option<usize> {
        BY_USERS.iter().position(|base| *base == self.base)
    }

    /// Returns whether the layout has a kind.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Engine, Godot3, Godot4, Kind};
    ///
    /// assert!(Godot4::LAYOUT.has(Kind::Vector2i));
    /// assert!(!Godot3::LAYOUT.has(Kind::Vector2i));
    /// # }
    /// ```
    pub const fn has(&self, kind: Kind) -> bool {
        self.numbers[kind as usize] != ABSENT
    }

    /// Returns the number of a kind in the header, or `None` if the layout lacks the kind.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::{Engine, Godot3, Godot4, Kind};
    ///
    /// assert_eq!(Godot4::LAYOUT.number_of(Kind::Array), Some(28));
    /// assert_eq!(Godot3::LAYOUT.number_of(Kind::Array), Some(19));
    /// # }
    /// ```
    #[inline]
    pub const fn number_of(&self, kind: Kind) -> Option<u8> {
        match self.numbers[kind as usize] {
            ABSENT => None,
            number => Some(number),
        }
    }

    /// Returns the types with their offset tables, by number.
    ///
    /// Only programs that call this method contain the tables.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Engine, Godot4};
    ///
    /// assert_eq!(Godot4::LAYOUT.types().len(), 39);
    /// # }
    /// ```
    pub fn types(&self) -> &'static [TypeInfo] {
        TYPES.get(self.index).copied().unwrap_or_default()
    }

    /// Returns the table of a kind, or `None` if the layout lacks the kind.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Engine, Godot4, Kind};
    ///
    /// let table = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap();
    /// assert_eq!(table.tables[0].rows.len(), 2);
    /// # }
    /// ```
    pub fn type_of(&self, kind: Kind) -> Option<&'static TypeInfo> {
        self.types().get(usize::from(self.numbers[kind as usize]))
    }

    /// Returns the name of a kind in the layout's engine, or [`Kind::name`] if the layout lacks the
    /// kind.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Engine, Godot3, Kind};
    ///
    /// assert_eq!(Godot3::LAYOUT.name_of(Kind::PackedByteArray), "PoolByteArray");
    /// # }
    /// ```
    pub fn name_of(&self, kind: Kind) -> &'static str {
        kind.name_in(self.base)
    }

    /// Returns the kind that the layout's engine calls `name`.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::{Engine, Godot3, Kind};
    ///
    /// assert_eq!(Godot3::LAYOUT.kind_named("PoolByteArray"), Some(Kind::PackedByteArray));
    /// assert_eq!(Godot3::LAYOUT.kind_named("PackedByteArray"), None);
    /// # }
    /// ```
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        let kind = Kind::from_name(name)?;
        (self.has(kind) && self.name_of(kind) == name).then_some(kind)
    }

    /// Returns the newest `format` of the text files that the engine reads in the version `target`, or
    /// in its newest one, and whether it writes bytes as base64 in them.
    #[doc(hidden)]
    pub fn text_format(&self, target: Option<EngineVersion>) -> (u32, bool) {
        let is_read = |since| target.is_none_or(|target| target >= since);
        match self.base64 {
            Some(since) if is_read(since) => (self.format, true),
            since => (self.format - u32::from(since.is_some()), false),
        }
    }

    /// Returns whether the layout has typed arrays of `kind`; for Array, declared types.
    #[doc(hidden)]
    pub fn has_typed_array(&self, kind: Kind) -> bool {
        match (kind, self.number_of(kind)) {
            (Kind::Array, _) => self.declares_types(kind),
            (_, Some(number)) => matches!(self.body_of(number), BodyRules::TypedArray(_)),
            _ => false,
        }
    }

    /// Returns whether values of `kind`, Array or Dictionary, can have declared types.
    #[doc(hidden)]
    pub fn declares_types(&self, kind: Kind) -> bool {
        self.number_of(kind)
            .is_some_and(|number| self.flags_of(number) != 0)
    }

    #[inline]
    pub(crate) fn kind_of(&self, number: u8) -> Option<Kind> {
        self.kinds.get(usize::from(number)).copied()
    }

    /// Returns the kind of an element type, whose number has 32 bits.
    #[inline]
    pub(crate) fn element_kind(&self, number: u32) -> Option<Kind> {
        self.kind_of(u8::try_from(number).ok()?)
    }

    /// Returns the kind of a header without flags, or `None` if the header is invalid.
    #[inline]
    pub(crate) fn plain_kind(&self, header: u32) -> Option<Kind> {
        *self.plain_kinds.get(usize::try_from(header).ok()?)?
    }

    /// Returns the header of `kind`, which the layout has. The only flag that can be set selects
    /// 64-bit components.
    #[inline]
    pub(crate) const fn header_of(&self, kind: Kind) -> u32 {
        self.headers[kind as usize]
    }

    #[inline]
    pub(crate) fn body_of(&self, number: u8) -> &'static BodyRules {
        const EMPTY: &BodyRules = &BodyRules::Empty;
        self.rules
            .get(usize::from(number))
            .map_or(EMPTY, |rules| &rules.body)
    }

    /// Returns the version that added a kind; `None` if all versions have it.
    #[inline]
    pub(crate) fn since_of(&self, kind: Kind) -> Option<EngineVersion> {
        *self.since.get(usize::from(self.numbers[kind as usize]))?
    }

    #[inline]
    pub(crate) fn length_of(&self, number: u8) -> usize {
        self.lengths
            .get(usize::from(number))
            .copied()
            .unwrap_or(0)
            .into()
    }

    /// Returns the valid header flags of the type with this number.
    pub(crate) fn flags_of(&self, number: u8) -> u32 {
        self.rules
            .get(usize::from(number))
            .map_or(0, |rules| rules.flags)
    }

    /// Returns whether the header of a type states the precision.
    #[inline]
    pub(crate) fn states_precision(&self, number: u8) -> bool {
        self.wide_reals.get(usize::from(number)) == Some(&true)
    }

    /// Returns the number of types, for errors.
    pub(crate) fn type_count(&self) -> u8 {
        u8::try_from(self.kinds.len()).unwrap_or(u8::MAX)
    }
}

/// Returns the kind that the engine of `layout` calls `name`; without a layout, the kind itself.
pub(crate) fn kind_named(layout: Option<&Layout>, name: &str) -> Option<Kind> {
    match layout {
        Some(layout) => layout.kind_named(name),
        None => Kind::from_name(name),
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

/// How code that is generic over the engine finds the layout.
#[doc(hidden)]
pub trait HasLayout: Copy {
    /// The layout of an engine, as a static and as a constant; `None` for [`AnyEngine`].
    const FIXED: Option<[&'static Layout; 2]>;

    /// Returns the layout: a static for an engine, else `held`, which a reader or a writer holds.
    #[inline]
    fn layout(held: &'static Layout) -> &'static Layout {
        Self::FIXED.map_or(held, |[layout, _]| layout)
    }

    /// Returns the layout as a constant for an engine, so that the compiler folds its fields.
    ///
    /// Not for functions that are not inlined and for lists that are indexed at run time: each unit
    /// of code would contain a copy of the layout and its rules, about 3 KB.
    #[inline]
    fn const_layout(held: &'static Layout) -> &'static Layout {
        Self::FIXED.map_or(held, |[_, constant]| constant)
    }
}

/// Stands for any engine: readers and writers hold its layout as a value, so all engines share the
/// code for it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct AnyEngine;

impl HasLayout for AnyEngine {
    const FIXED: Option<[&'static Layout; 2]> = None;
}

/// Returns a fact of each type by number, with a default after the last type.
pub(crate) const fn by_number<T: Copy>(facts: &[T], default: T) -> [T; Kind::ALL.len()] {
    let mut all = [default; Kind::ALL.len()];
    let mut number = 0;
    while number < facts.len() {
        all[number] = facts[number];
        number += 1;
    }
    all
}

/// Returns the number of each kind; `kinds` has the kinds by number.
pub(crate) const fn numbers(kinds: &[Kind]) -> [u8; Kind::ALL.len()] {
    let mut numbers = [ABSENT; Kind::ALL.len()];
    let mut number: u8 = 0;
    while (number as usize) < kinds.len() {
        numbers[kinds[number as usize] as usize] = number;
        number += 1;
    }
    numbers
}

/// Returns the header of each kind.
#[expect(clippy::cast_possible_truncation, reason = "numbers fit a byte")]
pub(crate) const fn headers(
    kinds: &[Kind],
    wide_reals: &[bool],
    flag_of_reals: u32,
) -> [u32; Kind::ALL.len()] {
    let mut headers = [0; Kind::ALL.len()];
    let mut number = 0;
    while number < kinds.len() {
        let is_wide = number < wide_reals.len() && wide_reals[number];
        let flag = if is_wide { flag_of_reals } else { 0 };
        headers[kinds[number] as usize] = number as u32 | flag;
        number += 1;
    }
    headers
}

/// Fills the table of [`Layout::length_of`].
#[expect(
    clippy::cast_possible_truncation,
    reason = "the longest value has 128 bytes"
)]
pub(crate) const fn lengths(rules: &[TypeRules]) -> [u8; Kind::ALL.len()] {
    let mut lengths = [0; Kind::ALL.len()];
    let mut number = 0;
    while number < rules.len() {
        lengths[number] = match &rules[number].body {
            BodyRules::Packed(packed) => packed.each as u8,
            BodyRules::Fields(rows) => {
                let (mut rows, mut length) = (*rows, 0);
                while let [row, rest @ ..] = rows {
                    length += row.fixed_length() as u8;
                    rows = rest;
                }
                length
            }
            _ => 0,
        };
        number += 1;
    }
    lengths
}

/// Returns the kinds of headers without flags, by the number of the type.
pub(crate) const fn plain_kinds(
    kinds: &[Kind],
    wide_reals: &[bool],
    flag_of_reals: u32,
) -> [Option<Kind>; Kind::ALL.len()] {
    let mut plain = [None; Kind::ALL.len()];
    let mut number = 0;
    while number < kinds.len() {
        if flag_of_reals == 0 || !wide_reals[number] {
            plain[number] = Some(kinds[number]);
        }
        number += 1;
    }
    plain
}
