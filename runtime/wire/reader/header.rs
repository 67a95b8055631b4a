//! The header of a value.

use super::Reader;
use crate::table::layout::HasLayout;
use crate::{Kind, format};

/// The header of a value: its type and its flags.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, Kind, Reader, godot4};
///
/// let bytes = godot4::to_vec(&5_000_000_000_i64)?;
/// let header = Reader::<Godot4>::new(&bytes, DecodeOptions::new()).header()?;
/// assert!(header.is(Kind::Int));
/// assert_eq!((header.number(), header.flags()), (2, 1 << 16)); // a 64-bit int
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The flags, and in the low 8 bits the number of the type.
    pub(super) word: u32,
    pub(super) kind: Kind,
}

impl Header {
    /// The header of Nil.
    pub(crate) const NIL: Self = Self {
        word: 0,
        kind: Kind::Nil,
    };

    /// Returns the number of the type. The layout has a type with this number.
    #[inline]
    pub fn number(self) -> u8 {
        let [number, ..] = self.word.to_le_bytes();
        number
    }

    /// Returns the flags at their positions in the header, the bits above the low 8.
    ///
    /// Flags that the type does not have are 0.
    #[inline]
    pub fn flags(self) -> u32 {
        self.word & !format::TYPE_MASK
    }

    /// Returns the kind of the type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Kind, Reader};
    ///
    /// let mut reader = Reader::<Godot4>::new(&[0, 0, 0, 0], DecodeOptions::new());
    /// assert_eq!(reader.header()?.kind(), Kind::Nil);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Returns the header without its flags.
    pub(crate) fn without_flags(self) -> Self {
        Self {
            word: self.word & format::TYPE_MASK,
            ..self
        }
    }

    /// Returns whether the value is of this kind.
    #[inline]
    pub fn is(self, kind: Kind) -> bool {
        self.kind == kind
    }
}

impl<E: HasLayout> Reader<'_, E> {
    /// Returns whether the header states that components have 64 bits.
    #[inline]
    pub(crate) fn states_double(&self, header: Header) -> bool {
        header.word & format::FLAG_WIDE != 0 && self.layout().states_precision(header.number())
    }

    /// Returns whether the precision of the components is not that of the layout.
    ///
    /// Only lenient decoding accepts such components.
    #[inline]
    pub(crate) fn is_other_precision(&self, header: Header) -> bool {
        header.word & format::FLAG_WIDE != self.constant().flag_of_reals
            && self.layout().states_precision(header.number())
    }

    /// Returns the encoded length of components that take `length` bytes in the layout's precision.
    #[inline]
    pub(crate) fn encoded_length(&self, header: Header, length: usize) -> usize {
        match self.is_other_precision(header) {
            false => length,
            true if self.constant().flag_of_reals == 0 => length * 2,
            true => length / 2,
        }
    }
}
