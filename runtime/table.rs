//! The offset tables of the schema, as static data: what errors and the inspector name fields by.

pub use crate::kinds::Wire;

/// A type of a layout: its number, its names and its offset tables.
#[derive(Debug, PartialEq, Eq)]
pub struct TypeTable {
    /// The number in the header.
    pub number: u8,
    /// The name in the layout's engine.
    pub name: &'static str,
    /// What the type is, whatever number and name it has in a layout.
    pub kind: crate::Kind,
    /// One sentence.
    pub description: &'static str,
    /// What the body is made of.
    pub body: Body,
    /// The offset tables; the first one has an empty name. Empty for a type without a body.
    pub tables: &'static [Table],
}

/// What the body of a type is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// Nothing after the header.
    Empty,
    /// An integer that is 0 or 1.
    Bool,
    /// 32 or 64 bits, as the header's flag says.
    Number,
    /// A length, UTF-8 bytes, padding.
    Text,
    /// Components one after the other.
    Fields,
    /// A count, then elements of one fixed length.
    Pool,
    /// A count, then strings that count their final NUL.
    PoolText,
    /// A path, in names and sub-names.
    NodePath,
    /// An id, or a class with properties.
    Object,
    /// A count, then pairs of values.
    Dictionary,
    /// A count, then values.
    Array,
}

/// Bytes of the components of a layout's types.
pub(crate) struct Components<L>(core::marker::PhantomData<L>);

impl<L: crate::Layout> Components<L> {
    const LENGTHS: [Option<usize>; crate::Kind::ALL.len()] = {
        let mut lengths = [None; crate::Kind::ALL.len()];
        let mut number = 0;
        while number < L::TYPES.len() {
            lengths[number] = L::TYPES[number].length_of_components();
            number += 1;
        }
        lengths
    };

    /// Bytes of a body that is components, or of each element of a pool array, of the type with this number.
    #[inline]
    pub(crate) fn length(number: u8) -> Option<usize> {
        *Self::LENGTHS.get(usize::from(number))?
    }
}

impl TypeTable {
    const fn length_of_components(&self) -> Option<usize> {
        let mut rows = match (self.body, self.tables) {
            (Body::Fields, [table, ..]) => table.rows,
            // The count is in front.
            (
                Body::Pool,
                [
                    Table {
                        rows: [_, rows @ ..],
                        ..
                    },
                    ..,
                ],
            ) => rows,
            _ => return None,
        };
        let mut length = 0;
        while let [row, rest @ ..] = rows {
            length += row.fixed_length();
            rows = rest;
        }
        Some(length)
    }
}

/// One offset table of a type.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Empty, or what tells it from the type's other tables, such as `64-bit` or `each name`.
    pub name: &'static str,
    /// The rows in the order of the bytes.
    pub rows: &'static [&'static Row],
}

/// One row of an offset table: a field.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Where the field starts.
    pub offset: Offset,
    /// How many bytes it has.
    pub length: Length,
    /// How it lies in the bytes.
    pub wire: Wire,
    /// The field's name; dots lead into compound members.
    pub name: &'static str,
    /// A short sentence.
    pub description: &'static str,
}

/// Where a field starts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// From the start of the value, its 4-byte header included.
    At(u32),
    /// From the start of the repeated part that the table describes.
    Part(u32),
    /// At `first + index * stride` from the start of the value.
    Element {
        /// Where element 0 has it.
        first: u32,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// Right behind the row before it and its padding.
    After,
}

/// How many bytes a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// This many.
    Fixed(u32),
    /// As many as the row before it says, or as the value takes.
    Counted,
}

impl Row {
    /// The bytes of a field of fixed length; 0 for one that is counted.
    #[must_use]
    pub const fn fixed_length(&self) -> usize {
        match self.length {
            Length::Fixed(length) => length as usize,
            Length::Counted => 0,
        }
    }
}

impl core::fmt::Display for Offset {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::At(offset) => write!(f, "{offset}"),
            Self::Part(offset) => write!(f, "X + {offset}"),
            Self::Element { first, stride } => write!(f, "{first} + index * {stride}"),
            Self::After => f.write_str("after"),
        }
    }
}

impl core::fmt::Display for Length {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::Fixed(length) => write!(f, "{length}"),
            Self::Counted => f.write_str("X"),
        }
    }
}
