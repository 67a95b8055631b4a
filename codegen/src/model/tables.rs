//! Offset tables, and what makes them executable.

use super::types::Role;
use super::{Constant, Version, find};
use crate::parse::{Context, Node, Scalar, record, scalars, word, words};
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

record! {
    /// Some bits of a number: of a header or a row.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct BitField(context, entry; keys) {
        /// The bits, which are consecutive.
        pub mask as "bits": u32 => Scalar(|text: &str| parse_mask(text, context.constants), MASK),
        /// The value that encoders write, whatever was read.
        pub written as "write": Option<u32> = None,
        /// Whether strict decoding rejects the bits and lenient decoding ignores them.
        pub is_ignored as "ignored": bool = false,
        /// The words of the inspector for each value, from 0.
        pub shows: Vec<String> = Vec::new() => PhantomData,
        /// The name of a header's flag in the manuals of the engines.
        pub engine_name as "name": Option<String> = None,
    }
    set {
        /// Its name.
        pub name: String = context.key.to_owned(),
        /// The keys that the schema sets.
        pub(crate) keys: BTreeSet<String> = keys,
    }
    or BitField::plain: "consecutive bits";

    /// Padding after a field or a repeated part.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Pad(context) {
        /// The padding ends at a multiple of this many bytes from the start of the padded field.
        pub to: u32 => Scalar(|text: &str| multiple(text, context.constants), MULTIPLE),
        /// Whether lenient decoding accepts input that ends before it.
        pub may_be_missing as "missing": bool = false => word("`allowed`"),
        /// Whether some engines leave earlier contents of their buffer in it.
        pub is_unset as "content": bool = false => word("`unset`"),
    }
    or Pad::plain: "a power of two";

    /// One offset table of a type.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Table(context; keys) {
        /// The name among the type's tables; empty for the first one.
        pub name as "table": String => PhantomData,
        /// The conditions under which it is present, all of which have to hold.
        pub when: Vec<Condition> = Vec::new(),
        /// The error that decoding returns if it is present.
        pub reject: Option<String> = None => Scalar(
            |text: &str| (text == "OldNodePath").then(|| Some(text.to_owned())),
            "`OldNodePath`",
        ),
        /// Whether decoding it needs the option to allow objects.
        pub needs_objects as "allow": bool = false => word("`objects`"),
        /// The form of the declared type that it holds.
        pub declares: Option<Declares> = None,
        /// The first version of the engine that has it; none if all of them do.
        pub since: Option<Version> = None,
        /// The fields whose sum counts the repetitions; none for a table that does not repeat.
        pub repeat: Vec<String> = Vec::new(),
        /// The padding after the last repetition.
        pub pad: Option<Pad> = None,
        /// The rows in order.
        pub rows: Vec<Row>,
    }
    set {
        /// The keys that the schema sets.
        pub(crate) keys: BTreeSet<String> = keys,
    }

    /// One row of an offset table.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Row(context; keys) {
        /// Where the field starts.
        pub offset: Offset,
        /// Its bytes.
        pub length: Length,
        /// The name of its wire type.
        pub wire: String,
        /// The field's name; dots lead into compound members.
        pub name: String,
        /// The component's value in a new value of the type.
        pub initial: i32 = 0,
        /// The bit fields of the number; empty if all bits are the number.
        pub bits: Vec<BitField> = Vec::new(),
        /// The largest number that strict decoding accepts.
        pub max: Option<u32> = None,
        /// The conditions under which it is present.
        pub when: Vec<Condition> = Vec::new(),
        /// The name of the row whose bytes the number counts.
        pub measures: Option<String> = None,
        /// The result of decoding a negative number; the length of a string is never negative.
        pub negative: Negative = match measures {
            Some(_) => Negative::Rejected,
            None => Negative::Unsigned,
        },
        /// Whether the number is that of a type of the layout.
        pub is_type_number as "number_of": bool = false => word("`type`"),
        /// The key of the type that a value has to be of.
        pub value_type as "type": Option<String> = None,
        /// Whether the measured bytes end with a NUL.
        pub has_nul as "nul": bool = false => word("`counted`"),
        /// The padding after the field.
        pub pad: Option<Pad> = None,
        /// A short sentence.
        pub description: String,
        /// What the published pages state instead of the description, if they differ.
        pub published: Option<String> = None,
    }
    set {
        /// The keys that the schema sets.
        pub(crate) keys: BTreeSet<String> = keys,
    }
}

words! {
    /// The result of decoding a number that is negative as a signed integer.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Negative {
        /// A large number.
        Unsigned = "unsigned",
        /// An error.
        Rejected = "reject",
        /// An error in strict decoding, 0 in lenient decoding.
        Zero = "zero",
    }

    /// The form of the type that a container declares for its values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Declares {
        /// The number of a type.
        Type = "type",
        /// The name of a native class.
        Class = "class",
        /// The path of a script.
        Script = "script",
    }
}

/// The condition under which a table or a row is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// A bit field of the header, an earlier row, or a bit field of one: `name_count.new_format`.
    pub field: String,
    /// The value that it has to have.
    pub is: Is,
}

impl Node for Condition {
    const IS_SCALAR: bool = true;
    const IS_ENTRY: bool = true;

    fn expected() -> String {
        "a number, `present` or a role".to_owned()
    }

    fn from_scalar(text: &str, context: Context<'_>) -> Option<Self> {
        let is = match text {
            "present" => Is::Present,
            _ => match text.parse() {
                Ok(number) => Is::Number(number),
                Err(_) => Is::Role(Role::from_scalar(text, context)?),
            },
        };
        let field = context.key.to_owned();
        Some(Self { field, is })
    }
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

scalars! {
    Offset, "a number, `X + 4`, `8 + index * 12` or `after`", offset;
    Length, "a number above 0, or `X`", |text: &str| match text {
        "X" => Some(Self::Counted),
        _ => text.parse().ok().filter(|bytes| *bytes > 0).map(Self::Fixed),
    };
}

fn offset(text: &str) -> Option<Offset> {
    if text == "after" {
        return Some(Offset::After);
    }
    let Some((start, rest)) = text.split_once(" + ") else {
        return text.parse().ok().map(Offset::At);
    };
    if start == "X" {
        return rest.parse().ok().map(Offset::Part);
    }
    let stride = rest.strip_prefix("index * ")?.parse().ok()?;
    let first = start.parse().ok()?;
    Some(Offset::Element { first, stride })
}

const MASK: &str = "consecutive bits: a constant, a bit such as `16`, or bits such as `16-17`";

/// Parses a mask: the name of a constant, a bit such as `16`, or bits such as `16-17`.
fn parse_mask(text: &str, constants: &[Constant]) -> Option<u32> {
    let mask = if let Some(constant) = find(constants, text) {
        constant.value
    } else {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        let unused = u32::BITS.checked_sub(last.checked_add(1)?)?;
        u32::MAX.checked_shr(unused.checked_add(first)?)? << first
    };
    let ones = mask.checked_shr(mask.trailing_zeros())?;
    (ones.trailing_ones() == mask.count_ones()).then_some(mask)
}

const MULTIPLE: &str = "a power of two: a constant, or a number of bytes";

/// Parses a multiple of bytes: the name of a constant, or a number.
fn multiple(text: &str, constants: &[Constant]) -> Option<u32> {
    let multiple = match find(constants, text) {
        Some(constant) => constant.value,
        None => text.parse().ok()?,
    };
    multiple.is_power_of_two().then_some(multiple)
}

impl BitField {
    /// Parses a mask without further keys.
    fn plain(text: &str, context: Context<'_>) -> Option<Self> {
        Some(Self {
            name: context.key.to_owned(),
            mask: parse_mask(text, context.constants)?,
            written: None,
            is_ignored: false,
            shows: Vec::new(),
            engine_name: None,
            keys: BTreeSet::new(),
        })
    }

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

impl Pad {
    /// Parses a multiple without further keys.
    fn plain(text: &str, context: Context<'_>) -> Option<Self> {
        Some(Self {
            to: multiple(text, context.constants)?,
            may_be_missing: false,
            is_unset: false,
        })
    }
}

impl Row {
    /// Returns whether the row is a string, whose length another row may measure.
    pub(crate) fn is_string(&self) -> bool {
        self.length == Length::Counted && self.wire != "value"
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

#[cfg(test)]
mod tests;
