//! Offset tables, and what makes them executable.

use super::keyed::keyed;
use super::role::Role;
use super::version::Version;
use std::fmt;

/// Some bits of a number: of a header or a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitField {
    /// Its name.
    pub name: String,
    /// The bits, which are consecutive.
    pub mask: u32,
    /// The value that encoders write, whatever was read.
    pub written: Option<u32>,
    /// Whether strict decoding rejects the bits and lenient decoding ignores them.
    pub is_ignored: bool,
    /// The words of the inspector for each value, from 0.
    pub shows: Vec<String>,
    /// The name of a header's flag in the manuals of the engines.
    pub engine_name: Option<String>,
}

/// The condition under which a table or a row is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// A bit field of the header, an earlier row, or a bit field of one: `name_count.new_format`.
    pub field: String,
    /// The value that it has to have.
    pub is: Is,
}

/// The value of a field that a condition requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// This number.
    Number(u32),
    /// A number that is not 0, or a string that is not empty.
    Present,
    /// The number of the type with this role.
    Role(Role),
}

/// The result of decoding a number that is negative as a signed integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Negative {
    /// A large number.
    Unsigned,
    /// An error.
    Rejected,
    /// An error in strict decoding, 0 in lenient decoding.
    Zero,
}

/// Padding after a field or a repeated part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pad {
    /// The padding ends at a multiple of this many bytes from the start of the padded field.
    pub to: u32,
    /// Whether lenient decoding accepts input that ends before it.
    pub may_be_missing: bool,
    /// Whether some engines leave earlier contents of their buffer in it.
    pub is_unset: bool,
}

/// One offset table of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The name among the type's tables; empty for the first one.
    pub name: String,
    /// The conditions under which it is present, all of which have to hold.
    pub when: Vec<Condition>,
    /// The error that decoding fails with if it is present.
    pub reject: Option<String>,
    /// Whether decoding it needs the option to allow objects.
    pub needs_objects: bool,
    /// The form of the declared type that it holds.
    pub declares: Option<Declares>,
    /// The first version of the engine that has it; none if all of them do.
    pub since: Option<Version>,
    /// The fields whose sum counts the repetitions; none for a table that does not repeat.
    pub repeat: Vec<String>,
    /// The padding after the last repetition.
    pub pad: Option<Pad>,
    /// The rows in order.
    pub rows: Vec<Row>,
}

/// The form of the type that a container declares for its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declares {
    /// The number of a type.
    Type,
    /// The name of a native class.
    Class,
    /// The path of a script.
    Script,
}

/// One row of an offset table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where the field starts.
    pub offset: Offset,
    /// Its bytes.
    pub length: Length,
    /// The name of its wire type.
    pub wire: String,
    /// The field's name; dots lead into compound members.
    pub name: String,
    /// The component's value in a new value of the type.
    pub initial: i32,
    /// The bit fields of the number; empty if all bits are the number.
    pub bits: Vec<BitField>,
    /// The largest number that strict decoding accepts.
    pub max: Option<u32>,
    /// The conditions under which it is present.
    pub when: Vec<Condition>,
    /// The name of the row whose bytes the number counts.
    pub measures: Option<String>,
    /// The result of decoding a negative number.
    pub negative: Negative,
    /// Whether the number is that of a type of the layout.
    pub is_type_number: bool,
    /// The key of the type that a value has to be of.
    pub value_type: Option<String>,
    /// Whether the measured bytes end with a NUL.
    pub has_nul: bool,
    /// The padding after the field.
    pub pad: Option<Pad>,
    /// A short sentence.
    pub description: String,
    /// What the published pages state instead of the description, if they differ.
    pub published: Option<String>,
}

/// The offset of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// At this many bytes from the start of the value.
    At(u32),
    /// At this many bytes from the start of the repeated part, which is at X.
    Part(u32),
    /// In an element of an array: at `first + index * stride`.
    Element {
        /// The offset in element 0.
        first: u32,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// Directly after the row before it and its padding.
    After,
}

/// The length of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// This many bytes.
    Fixed(u32),
    /// As many bytes as the row before it counts, or as the value has.
    Counted,
}

impl BitField {
    /// Returns the number of bits to the right of the field.
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// Returns the largest value of the field.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.mask >> self.shift()
    }

    /// Returns the bits of a value of the field, in place.
    #[must_use]
    pub fn place(&self, value: u32) -> u32 {
        (value << self.shift()) & self.mask
    }
}

impl Table {
    /// Returns the components of a value, or of an element of a pool array.
    pub fn components(&self) -> impl Iterator<Item = &Row> {
        let is_pool = !self.repeat.is_empty();
        self.rows
            .iter()
            .filter(move |row| !is_pool || matches!(row.offset, Offset::Element { .. }))
    }
}

/// Formats the offset as in the schema: `12`, `X + 4`, `8 + index * 12` or `after`.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(bytes) => write!(f, "{bytes}"),
            Self::Part(bytes) => write!(f, "X + {bytes}"),
            Self::Element { first, stride } => write!(f, "{first} + index * {stride}"),
            Self::After => f.write_str("after"),
        }
    }
}

/// Formats the length as in the schema: a number, or `X`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(bytes) => write!(f, "{bytes}"),
            Self::Counted => f.write_str("X"),
        }
    }
}

keyed!(BitField: name, Row: name, Table: name);
