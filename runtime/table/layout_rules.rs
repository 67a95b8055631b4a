//! The numbers of a layout's types, and the rules of their bytes.

use super::key_rule::KeyRule;
use super::layout_info::{ABSENT, LAYOUTS, Layout};
use super::rule::{BodyRules, ContainerRules, NodePathRules, RecordField, TypeRules};
use super::{Row, TypeTable};
use crate::{EngineVersion, Kind};
use core::fmt;

/// What reading and writing values of a layout depends on.
#[doc(hidden)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct LayoutData {
    /// The index of the layout in [`LAYOUTS`].
    index: usize,
    /// The name of the layout's module, such as `godot4`.
    pub(crate) name: &'static str,
    /// The kinds of the types, by number.
    pub(crate) kinds: &'static [Kind],
    /// The kind of a header without flags, by the number of the type; `None` if the number is
    /// invalid or the header needs a flag.
    plain_kinds: [Option<Kind>; Kind::ALL.len()],
    /// The number of each kind, or [`ABSENT`].
    pub(crate) numbers: &'static [u8; Kind::ALL.len()],
    /// The header of each kind. The only flag that can be set selects the precision.
    pub(crate) headers: [u32; Kind::ALL.len()],
    /// The rules of encoding the values of each type, by number.
    pub(crate) rules: &'static [TypeRules],
    /// The bytes in the components of a value, or of a packed array's element, by the type's number;
    /// 0 for other types.
    lengths: [u8; Kind::ALL.len()],
    /// The rules of an Array.
    pub(crate) array: &'static ContainerRules,
    /// The rules of a Dictionary.
    pub(crate) dictionary: &'static ContainerRules,
    /// The rules of a NodePath.
    pub(crate) node_path: &'static NodePathRules,
    /// The version that added a type, by number; `None` for the types of the oldest version.
    pub(crate) since: [Option<EngineVersion>; Kind::ALL.len()],
    /// The oldest and the newest version of the engine that the schema describes.
    pub(crate) versions: [EngineVersion; 2],
    /// Whether a flag of the header selects 64-bit components, by the number of the type.
    pub(crate) wide_reals: &'static [bool],
    /// The flag in the headers of the types in `wide_reals`; 0 in single precision.
    pub(crate) flag_of_reals: u32,
    /// The name of the layout with the other precision.
    pub(crate) other_precision: &'static str,
    /// Whether components have 64 bits.
    pub(crate) is_double: bool,
    /// The rule by which the engine compares the keys of Dictionaries.
    pub(crate) keys: KeyRule,
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

/// Formats the name, without the tables.
impl fmt::Debug for LayoutData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl LayoutData {
    #[inline]
    pub(crate) fn kind_of(&self, number: u8) -> Option<Kind> {
        self.kinds.get(usize::from(number)).copied()
    }

    /// Returns the description of the layout. Only programs that call this contain the offset tables
    /// of all layouts.
    #[cfg(feature = "tools")]
    pub(crate) fn info(&self) -> &'static Layout {
        &LAYOUTS[self.index]
    }

    /// Returns the kind of a header without flags, or `None` if the header is invalid.
    #[inline]
    pub(crate) fn plain_kind(&self, header: u32) -> Option<Kind> {
        *self.plain_kinds.get(usize::try_from(header).ok()?)?
    }

    /// Returns the header of `kind`, which the layout has.
    #[inline]
    pub(crate) const fn header_of(&self, kind: Kind) -> u32 {
        self.headers[kind as usize]
    }

    /// Returns the number of a kind in the header, or `None` if the layout lacks the kind.
    #[inline]
    pub(crate) const fn number_of(&self, kind: Kind) -> Option<u8> {
        match self.numbers[kind as usize] {
            ABSENT => None,
            number => Some(number),
        }
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

    /// Returns the row of a RID's id, or `None` if the layout encodes no id.
    pub(crate) fn field_of_rid(&self) -> Option<&'static Row> {
        match self.body_of(self.numbers[Kind::Rid as usize]) {
            BodyRules::Record([RecordField::Number(row), ..]) => Some(row),
            _ => None,
        }
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

    /// Returns whether an Array or a Dictionary can have declared types.
    #[inline]
    pub(crate) const fn declares_types(&self) -> bool {
        !self.array.declared.is_empty() || !self.dictionary.declared.is_empty()
    }

    /// Returns the number of types, for errors.
    pub(crate) fn type_count(&self) -> u8 {
        u8::try_from(self.kinds.len()).unwrap_or(u8::MAX)
    }
}

/// How code that is generic over the engine finds the layout.
#[doc(hidden)]
pub trait HasLayout: Copy {
    /// Returns the layout, given the one that a reader or a writer holds: a constant for an engine.
    fn layout(held: &'static LayoutData) -> &'static LayoutData;
}

impl<E: LayoutRules> HasLayout for E {
    #[inline]
    fn layout(_held: &'static LayoutData) -> &'static LayoutData {
        E::DATA
    }
}

/// Stands for any engine: readers and writers hold its layout as a value, so all engines share the
/// code for it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct AnyEngine;

impl HasLayout for AnyEngine {
    #[inline]
    fn layout(held: &'static LayoutData) -> &'static LayoutData {
        held
    }
}

/// The constants of an [`Engine`](crate::Engine) from which its value, [`DATA`](Self::DATA), is built.
#[doc(hidden)]
pub trait LayoutRules: Copy {
    /// The index of the layout in the list of all layouts.
    const INDEX: usize;

    /// The description of the layout: a copy, so that programs contain the tables of no other
    /// layout.
    const INFO: &'static Layout = &{ LAYOUTS[Self::INDEX] };

    /// The layout as a value.
    const DATA: &'static LayoutData = &LayoutData {
        index: Self::INDEX,
        name: Self::INFO.name,
        kinds: Self::INFO.kinds,
        plain_kinds: plain_kinds(Self::INFO.kinds, Self::WIDE_REALS, Self::FLAG_OF_REALS),
        numbers: Self::INFO.numbers,
        headers: headers(Self::INFO.numbers, Self::WIDE_REALS, Self::FLAG_OF_REALS),
        rules: Self::RULES,
        lengths: lengths(Self::RULES),
        array: Self::ARRAY,
        dictionary: Self::DICTIONARY,
        node_path: Self::NODE_PATH,
        since: since(Self::TABLES),
        versions: [Self::INFO.oldest, Self::INFO.newest],
        wide_reals: Self::WIDE_REALS,
        flag_of_reals: Self::FLAG_OF_REALS,
        other_precision: Self::OTHER_PRECISION,
        is_double: Self::INFO.is_double,
        keys: Self::INFO.keys,
        keeps_root: Self::INFO.keeps_root,
        has_lenient_text: Self::INFO.has_lenient_text,
        id_class: Self::INFO.id_class,
    };

    /// The layout's types with their offset tables, by number.
    const TABLES: &'static [TypeTable];

    /// The rules of encoding the values of each type, by number.
    const RULES: &'static [TypeRules];

    /// The rules of an Array.
    const ARRAY: &'static ContainerRules;

    /// The rules of a Dictionary.
    const DICTIONARY: &'static ContainerRules;

    /// The rules of a NodePath.
    const NODE_PATH: &'static NodePathRules;

    /// Whether a flag of the header selects 64-bit components, by the number of the type.
    const WIDE_REALS: &'static [bool];

    /// The flag in the headers of the types in [`WIDE_REALS`](Self::WIDE_REALS); 0 in single
    /// precision.
    const FLAG_OF_REALS: u32 = 0;

    /// The name of the layout with the other precision.
    const OTHER_PRECISION: &'static str = "";

    /// Whether an Array or a Dictionary can have declared types.
    const HAS_DECLARED_TYPES: bool = Self::DATA.declares_types();

    /// Whether the counts and flags of a NodePath differ from those of other layouts.
    const OWN_NODE_PATH: bool = false;

    /// Returns the header of `kind`, which the layout has. The only flag that can be set selects
    /// 64-bit components.
    #[inline]
    #[must_use]
    fn header_of(kind: Kind) -> u32 {
        Self::DATA.header_of(kind)
    }
}

/// Returns the version that added each type, by number.
const fn since(tables: &[TypeTable]) -> [Option<EngineVersion>; Kind::ALL.len()] {
    let mut since = [None; Kind::ALL.len()];
    let mut number = 0;
    while number < tables.len() {
        since[number] = tables[number].since;
        number += 1;
    }
    since
}

/// Returns the header of each kind.
const fn headers(
    numbers: &[u8; Kind::ALL.len()],
    wide_reals: &[bool],
    flag_of_reals: u32,
) -> [u32; Kind::ALL.len()] {
    let mut headers = [0; Kind::ALL.len()];
    let mut kind = 0;
    while kind < numbers.len() {
        let number = numbers[kind] as usize;
        headers[kind] = numbers[kind] as u32;
        if number < wide_reals.len() && wide_reals[number] {
            headers[kind] |= flag_of_reals;
        }
        kind += 1;
    }
    headers
}

/// Fills the table of [`LayoutData::length_of`].
#[expect(
    clippy::cast_possible_truncation,
    reason = "the longest value has 128 bytes"
)]
const fn lengths(rules: &[TypeRules]) -> [u8; Kind::ALL.len()] {
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
const fn plain_kinds(
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
