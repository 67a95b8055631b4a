//! The numbers of a layout's types, and the rules of their bytes.

use super::TypeTable;
use super::layout_info::{LAYOUTS, LayoutInfo};
use super::rule::{ContainerRules, NodePathRules, TypeRules};
use crate::Kind;

/// The constants of a [`Layout`](crate::Layout) that the reader and the writer need.
#[doc(hidden)]
pub trait LayoutRules: Copy {
    /// The index of the layout in the list of all layouts.
    const INDEX: usize;

    /// The description of the layout: a copy, so that programs contain the tables of no other
    /// layout.
    const INFO: &'static LayoutInfo = &{ LAYOUTS[Self::INDEX] };

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

    /// The kinds of the types, by number.
    const KINDS: &'static [Kind] = Self::INFO.kinds;

    /// The names of the types, by number.
    const NAMES: &'static [&'static str] = Self::INFO.names;

    /// The flags of the types, by number: a part of the rules.
    const FLAGS: &'static [u32] = Self::ALL_FLAGS.split_at(Self::RULES.len()).0;

    /// The flags, followed by zeros.
    #[doc(hidden)]
    const ALL_FLAGS: &'static [u32; Kind::ALL.len()] = &flags(Self::RULES);

    /// The number of each [`Kind`], or [`ABSENT`](super::layout_info::ABSENT).
    const NUMBERS: [u8; Kind::ALL.len()] = *Self::INFO.numbers;

    /// Whether a flag of the header selects 64-bit components, by the number of the type.
    const WIDE_REALS: &'static [bool];

    /// The inspector's word for 64-bit components; the same as for ints of 64 bits.
    const WIDE: &'static str = "";

    /// The flag in the headers of the types in [`WIDE_REALS`](Self::WIDE_REALS); 0 in single
    /// precision.
    const FLAG_OF_REALS: u32 = 0;

    /// The name of the layout with the other precision.
    const OTHER_PRECISION: &'static str = "";

    /// Whether an Array or a Dictionary can have declared types.
    const HAS_DECLARED_TYPES: bool =
        !Self::ARRAY.declared.is_empty() || !Self::DICTIONARY.declared.is_empty();

    /// Whether the counts and flags of a NodePath differ from those of other layouts.
    const OWN_NODE_PATH: bool = false;

    /// Whether lenient decoding accepts strings that are not UTF-8.
    const LENIENT_TEXT: bool = Self::INFO.has_lenient_text;

    /// The class that replaces all declared classes in the engine unless full objects are allowed.
    const ID_CLASS: Option<&'static str> = Self::INFO.id_class;

    /// Returns the number of types, for errors.
    #[must_use]
    fn type_count() -> u8 {
        u8::try_from(Self::KINDS.len()).unwrap_or(u8::MAX)
    }

    /// Returns the flag that states the precision in the header of a type; 0 if there is none.
    #[inline]
    #[must_use]
    fn flag_of_reals(number: u8) -> u32 {
        if Self::FLAG_OF_REALS != 0 && Self::WIDE_REALS.get(usize::from(number)) == Some(&true) {
            Self::FLAG_OF_REALS
        } else {
            0
        }
    }

    /// Returns the header of a kind that the layout has. The only flag that can be set is that of
    /// the precision.
    #[inline]
    #[must_use]
    fn header_of(kind: Kind) -> u32 {
        let number = Self::NUMBERS[kind as usize];
        u32::from(number) | Self::flag_of_reals(number)
    }

    /// Returns the table of a kind, or `None` if the layout lacks the kind.
    #[must_use]
    fn type_table(kind: Kind) -> Option<&'static TypeTable> {
        Self::TABLES.get(usize::from(Self::NUMBERS[kind as usize]))
    }
}

/// Returns the valid header flags of types, by number.
const fn flags(rules: &[TypeRules]) -> [u32; Kind::ALL.len()] {
    let mut flags = [0; Kind::ALL.len()];
    let mut number = 0;
    while number < rules.len() {
        flags[number] = rules[number].flags;
        number += 1;
    }
    flags
}
