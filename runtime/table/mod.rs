//! The static description of layouts: type numbers, rules and offset tables. Errors and the
//! inspector name fields by the rows of the tables.

#[allow(clippy::wildcard_imports, reason = "every type has the same imports")]
pub(crate) mod bodies;
pub(crate) mod defects;
pub mod format;
pub(crate) mod key_rule;
pub(crate) mod layout;
pub(crate) mod rule;
pub(crate) mod text_style;

pub use crate::error::kinds::Wire;
use core::ptr;

/// A type of a layout: its number, its names and its offset tables.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Engine, Godot4, Kind};
///
/// let vector = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap();
/// assert_eq!((vector.number, vector.name), (5, "Vector2"));
/// assert_eq!(vector.tables[0].rows.len(), 2);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TypeInfo {
    /// The number in the header.
    pub number: u8,
    /// The name in the layout's engine.
    pub name: &'static str,
    /// Other names of the type that the engine's parser of text accepts, such as those of earlier
    /// versions.
    pub text_names: &'static [&'static str],
    /// The kind, which is the same in all layouts.
    pub kind: crate::Kind,
    /// A sentence that describes the type.
    pub description: &'static str,
    /// The first version of the engine that has the type; `None` if all versions of the layout have
    /// it.
    pub since: Option<crate::EngineVersion>,
    /// The structure of the body.
    pub body: Body,
    /// The offset tables; the first one has an empty name. Empty for a type without a body.
    pub tables: &'static [Table],
    /// The components that a constructor without arguments sets; empty unless the body is
    /// [`Fields`](Body::Fields).
    pub initial: &'static [f64],
    /// The number of trailing components that a constructor can omit.
    pub optional: usize,
    /// The constants of the type in scripts, such as `Vector2.ZERO`.
    pub constants: &'static [ScriptConstant],
}

/// A constant of a type in the scripts of an engine.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Engine, Godot4, Kind};
///
/// let constants = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().constants;
/// assert!(constants.iter().any(|constant| constant.name == "ZERO"));
/// # }
/// ```
#[derive(Debug, PartialEq)]
pub struct ScriptConstant {
    /// The name, such as `ZERO`.
    pub name: &'static str,
    /// The components in the order of the rows.
    pub components: &'static [f64],
}

/// The structure of a body.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::table::Body;
/// use gdvariant::{Engine, Godot4, Kind};
///
/// assert_eq!(Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().body, Body::Fields);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// No body: the value consists of its header.
    Empty,
    /// An integer that is 0 or 1.
    Bool,
    /// A number of 32 or 64 bits, depending on a flag of the header.
    Number,
    /// A length, UTF-8 bytes, padding.
    Text,
    /// Components in a fixed order.
    Fields,
    /// A count, then elements of one fixed length.
    Packed,
    /// A count, then strings whose lengths include a final NUL.
    PackedText,
    /// A path of names and sub-names.
    NodePath,
    /// Strings and numbers, such as a name and an id; or nothing.
    Record,
    /// An id, or a class with properties.
    Object,
    /// A count, then pairs of values.
    Dictionary,
    /// A count, then values.
    Array,
    /// An element type, then the count and the values of an Array.
    TypedArray,
}

/// One offset table of a type.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Engine, Godot4, Kind};
///
/// let tables = Godot4::LAYOUT.type_of(Kind::Int).unwrap().tables;
/// assert_eq!([tables[0].name, tables[1].name], ["", "64-bit"]);
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// The name of the table among the tables of the type, such as `64-bit` or `each name`; may be
    /// empty.
    pub name: &'static str,
    /// The rows in the order of the bytes.
    pub rows: &'static [Row],
    /// A short sentence for each row that describes the field.
    pub descriptions: &'static [&'static str],
}

/// One row of an offset table: a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The offset of the field.
    pub offset: Offset,
    /// The length of the field in bytes.
    pub length: Length,
    /// The encoding of the field.
    pub wire: Wire,
    /// The name of the field; dots separate the names of nested members.
    pub name: &'static str,
}

/// The row of the header, which precedes every body. The tables of the types do not contain it.
pub(crate) const HEADER: &Row = &Row {
    offset: Offset::At(0),
    length: Length::Fixed(format::HEADER_LENGTH),
    wire: Wire::U32,
    name: "header",
};

/// The padding after strings and arrays, which no type's table contains.
#[cfg(feature = "inspect")]
pub(crate) const PADDING: &Row = &Row {
    offset: Offset::After,
    length: Length::Counted,
    wire: Wire::Byte,
    name: "padding",
};

/// The offset of a field in bytes.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::table::Offset;
/// use gdvariant::{Engine, Godot4, Kind};
///
/// let row = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().tables[0].rows[1];
/// assert_eq!(row.offset, Offset::At(8));
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// An offset from the start of the value, including its 4-byte header.
    At(u32),
    /// An offset from the start of the repeated fields that the table describes.
    Part(u32),
    /// The offset `first + index * stride` from the start of the value.
    Element {
        /// The offset of the field in element 0.
        first: u32,
        /// The distance from one element to the next, in bytes.
        stride: u32,
    },
    /// The offset directly after the preceding row and its padding.
    After,
}

/// The length of a field in bytes.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::table::Length;
/// use gdvariant::{Engine, Godot4, Kind};
///
/// let row = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().tables[0].rows[1];
/// assert_eq!(row.length, Length::Fixed(4));
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// A fixed number of bytes.
    Fixed(u32),
    /// The length that the preceding row states, or the length of a nested value.
    Counted,
}

impl Row {
    /// Returns the length of a field in bytes; 0 if the length is not fixed.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Engine, Godot4, Kind};
    ///
    /// let row = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().tables[0].rows[1];
    /// assert_eq!((row.name, row.fixed_length()), ("y", 4));
    /// # }
    /// ```
    pub const fn fixed_length(&self) -> usize {
        match self.length {
            Length::Fixed(length) => length as usize,
            Length::Counted => 0,
        }
    }

    /// Returns a short sentence that describes the field.
    ///
    /// Only programs that call this method contain the sentences.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Engine, Godot4, Kind};
    ///
    /// let row = Godot4::LAYOUT.type_of(Kind::Vector2).unwrap().tables[0].rows[0];
    /// assert_eq!(row.description(), "X coordinate.");
    /// # }
    /// ```
    pub fn description(&self) -> &'static str {
        let find = |is_same: fn(&Self, &Self) -> bool| {
            let types = layout::LAYOUTS.iter().flat_map(layout::Layout::types);
            let mut tables = types.flat_map(|ty| ty.tables);
            tables.find_map(|table| {
                let index = table.rows.iter().position(|row| is_same(row, self))?;
                table.descriptions.get(index)
            })
        };
        // Rows with equal fields can have different sentences, so that the address decides, unless
        // the row is a copy.
        match find(|a, b| ptr::eq(a, b)).or_else(|| find(|a, b| a == b)) {
            Some(description) => description,
            None if self.name == HEADER.name => "The type's number and flags.",
            None => "Up to the alignment; decoders ignore its value.",
        }
    }
}
