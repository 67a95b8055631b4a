use crate::table::TypeTable;
use crate::view::Viewed;
use crate::wire::rule::TypeRules;
use crate::{Decode, DecodeError, Encode, Header, Kind, Reader, TypedArray};
use core::fmt::{Debug, Display};

/// A numbering of types, as one family of engines writes it: [`Godot3`](crate::Godot3), [`Pandemonium`](crate::Pandemonium), or the
/// double-precision form of one.
///
/// Each layout is also a module with everything in it, such as [`godot3`](crate::godot3). The trait is sealed: layouts come out of the
/// schema.
pub trait Layout: Sealed + Copy + Debug + Eq + Send + Sync + 'static {
    /// Any value of the layout.
    type Variant: for<'de> Decode<'de, Self> + Encode<Self> + Clone + Debug + Display + Viewed;

    /// Any value of the layout, borrowed from the input.
    type VariantRef<'de>: Decode<'de, Self>
        + Encode<Self>
        + Into<Self::Variant>
        + Clone
        + PartialEq
        + Debug
        + Display
        + Viewed;

    /// A component of a vector, and an element of PoolRealArray: `f32`, or `f64` in double precision.
    type Real: Debug + Copy;

    /// The name of the module, such as `godot3`.
    const NAME: &'static str;

    /// Whether components have 64 bits.
    const DOUBLE: bool;

    /// The layout's types with their offset tables, by number.
    const TYPES: &'static [TypeTable];

    /// How the values of each type are encoded, by number.
    #[doc(hidden)]
    const RULES: &'static [TypeRules];

    /// The number of each [`Kind`], or [`ABSENT`](Self::ABSENT).
    #[doc(hidden)]
    const NUMBERS: [u8; Kind::ALL.len()];

    /// Whether the engine's reader takes text that is not UTF-8.
    #[doc(hidden)]
    const LENIENT_TEXT: bool;

    /// What stands in front of the bytes of a whole value of the layout within serde.
    #[doc(hidden)]
    const WHOLE: &'static str;

    /// How the engine's `var2str` writes what engines write differently.
    #[doc(hidden)]
    const TEXT_FORM: crate::display::TextForm;

    /// Makes a Variant of a typed array, or returns `None` where the layout lacks this kind of it.
    #[doc(hidden)]
    #[must_use]
    fn typed_array(kind: Kind, array: TypedArray<Self::Variant>) -> Option<Self::Variant> {
        let _ = (kind, array);
        None
    }

    /// What stands in `NUMBERS` for a kind that the layout lacks.
    #[doc(hidden)]
    const ABSENT: u8 = u8::MAX;

    /// Skips the body of a value.
    ///
    /// # Errors
    ///
    /// Returns those of decoding it.
    #[doc(hidden)]
    fn skip(reader: &mut Reader<'_, Self>, header: Header) -> Result<(), DecodeError>;

    /// The number of a kind in the header, or none where the layout lacks it.
    #[must_use]
    fn number_of(kind: Kind) -> Option<u8> {
        let number = Self::NUMBERS[kind as usize];
        (number != Self::ABSENT).then_some(number)
    }

    /// The table of a kind, or none where the layout lacks it.
    #[must_use]
    fn table_of(kind: Kind) -> Option<&'static TypeTable> {
        Self::TYPES.get(usize::from(Self::number_of(kind)?))
    }

    /// The name of a kind in the layout's engine; its common name where the layout lacks it.
    #[must_use]
    fn name_of(kind: Kind) -> &'static str {
        Self::table_of(kind).map_or(kind.name(), |table| table.name)
    }
}

/// Layouts come out of the schema, and from nowhere else.
pub trait Sealed {}
