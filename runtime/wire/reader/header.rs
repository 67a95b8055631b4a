//! The header of a value.

use crate::table::layout_rules::LayoutRules;
use crate::{Kind, format};

/// The header of a value: its type and its flags.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, Kind, Reader, godot4};
///
/// let bytes = godot4::to_vec(&5_000_000_000_i64)?;
/// let header = Reader::<Godot4>::new(&bytes, DecodeOptions::new()).header()?;
/// assert!(header.is::<Godot4>(Kind::Int));
/// assert_eq!((header.number(), header.flags()), (2, 1 << 16)); // a 64-bit int
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub(super) number: u8,
    pub(super) flags: u32,
}

impl Header {
    /// The header of Nil.
    pub(crate) const NIL: Self = Self {
        number: 0,
        flags: 0,
    };

    /// Returns the number of the type. The layout has a type with this number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.number
    }

    /// Returns the flags at their positions in the header, the bits above the low 8.
    ///
    /// Flags that the type does not have are 0.
    #[must_use]
    pub fn flags(self) -> u32 {
        self.flags
    }

    /// Returns the kind of the type in the layout of the header.
    #[inline]
    pub(crate) fn kind<L: LayoutRules>(self) -> Option<Kind> {
        L::KINDS.get(usize::from(self.number)).copied()
    }

    /// Returns the header without its flags.
    pub(crate) fn without_flags(self) -> Self {
        Self { flags: 0, ..self }
    }

    /// Returns whether the header states the precision of the components.
    #[inline]
    fn states_precision<L: LayoutRules>(self) -> bool {
        L::WIDE_REALS.get(usize::from(self.number)) == Some(&true)
    }

    /// Returns whether the header states that components have 64 bits.
    #[inline]
    pub(crate) fn states_double<L: LayoutRules>(self) -> bool {
        self.states_precision::<L>() && self.flags & format::FLAG_WIDE != 0
    }

    /// Returns whether the precision of the components is not that of the layout.
    ///
    /// Only lenient decoding accepts such components.
    #[inline]
    pub(crate) fn is_other_precision<L: LayoutRules>(self) -> bool {
        self.states_precision::<L>() && self.flags & format::FLAG_WIDE != L::FLAG_OF_REALS
    }

    /// Returns the encoded length of components that take `length` bytes in the layout's precision.
    #[inline]
    pub(crate) fn encoded_length<L: LayoutRules>(self, length: usize) -> usize {
        match self.is_other_precision::<L>() {
            false => length,
            true if L::FLAG_OF_REALS == 0 => length * 2,
            true => length / 2,
        }
    }

    /// Returns whether the value is of this kind.
    #[must_use]
    pub fn is<L: LayoutRules>(self, kind: Kind) -> bool {
        self.number == L::NUMBERS[kind as usize]
    }
}
