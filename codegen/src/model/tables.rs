//! Offset tables, and the conditions, bit fields, counts and padding that code is generated from.

use super::types::Role;
use super::{Constant, Version, find};
use crate::parse::{record, scalars, words};
use std::fmt;
use std::iter;

record! {
    /// A bit field of a number in a header or a row.
    pub struct BitField(context, entry name) {
        /// The mask, whose bits are consecutive.
        mask as "bits": u32 => context.text().and_then(|text| {
            let mask = mask(&text, context.constants);
            mask.map_or_else(|| context.unexpected("a constant or consecutive bits"), Ok)
        }),
        /// Whether strict decoding rejects the bits and lenient decoding ignores them.
        is_ignored as "ignored": bool = false,
        /// The words that the inspector shows for each value, starting with 0.
        shows: Vec<String> = Vec::new(),
    }
    or "bits";

    /// One offset table of a type.
    #[derive(Default)]
    pub struct Table(context) {
        /// The name, unique in its type; empty for the first table.
        name as "table": String = String::new(),
        /// The conditions under which the table is present, all of which have to hold.
        when: Vec<Condition> = Vec::new(),
        /// The form of the declared type that the table holds.
        declares: Option<Declares>,
        /// The rows, in the order of the bytes.
        rows: Vec<Row>,
    }
    set {
        /// The first version of the engine that has the table; `None` if all versions have it.
        since: Option<Version> = None,
    }

    /// One row of an offset table.
    pub struct Row(context) {
        /// The offset, from the start of the value or of the repeated fields.
        offset: Offset,
        /// The length in bytes, without padding.
        length: Length,
        /// The name of the field's wire type.
        wire: String,
        /// The name of the field; a dot separates a compound member from its component.
        name: String,
        /// The bit fields of the number; empty if all bits form one number.
        bits: Vec<BitField> = Vec::new(),
        /// Whether lenient decoding treats a negative number as 0; strict decoding rejects it.
        is_zero_if_negative as "negative": bool = false => context.one_of(&[("zero", true)]),
        /// The description, a short sentence.
        description: String,
    }
}

words! {
    /// The form of the type that a container declares for its values.
    #[derive(Copy)]
    pub enum Declares {
        /// The number of a type.
        Type = "type",
        /// The name of a native class.
        Class = "class",
        /// The path of a script.
        Script = "script",
    }
}

/// A condition under which a table is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// A bit field of the header, or of an earlier row: `name_count.new_format`.
    pub field: String,
    /// The value that the field must have.
    pub is: Is,
}

/// The value of a field that a condition requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// A fixed number.
    Number(u32),
    /// The number of the type with this role.
    Role(Role),
}

/// The offset of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// The number of bytes from the start of the value.
    At(u32),
    /// The number of bytes from `X`, the start of the repeated fields.
    Part(u32),
    /// The offset `first + index * stride`, in an element of an array.
    Element {
        /// The offset in element 0.
        first: u32,
        /// The distance from one element to the next, in bytes.
        stride: u32,
    },
    /// The offset directly after the preceding row and its padding.
    After,
}

/// The length of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// A fixed number of bytes.
    Fixed(u32),
    /// The length that the preceding row holds, or the length of a complete value.
    Counted,
}

scalars! {
    Condition, entry => "a number or a role", |text, context| {
        let is = match text.parse() {
            Ok(number) => Is::Number(number),
            Err(_) => Is::Role(*Role::ALL.iter().find(|role| role.name() == text)?),
        };
        let field = context.key.to_owned();
        Some(Self { field, is })
    };
    Offset => "a number, `X + 4`, `8 + index * 12` or `after`", |text, _| offset(text);
    Length => "a number or `X`", |text, _| match text {
        "X" => Some(Self::Counted),
        _ => text.parse().ok().map(Self::Fixed),
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

/// Parses a mask: the name of a constant, a bit such as `16`, or bits such as `16-17`.
fn mask(text: &str, constants: &[Constant]) -> Option<u32> {
    let bits = || {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        let unused = u32::BITS.checked_sub(last.checked_add(1)?)?;
        Some(u32::MAX.checked_shr(unused.checked_add(first)?)? << first)
    };
    let constant = find(constants, text).map(|constant| constant.value);
    let mask = constant.or_else(bits)?;
    let ones = mask.checked_shr(mask.trailing_zeros()).unwrap_or(0);
    (ones != 0 && ones.trailing_ones() == mask.count_ones()).then_some(mask)
}

impl Offset {
    /// Returns the offset after a field of this length.
    pub(crate) fn after(self, length: Length) -> Self {
        match (self, length) {
            (Self::At(start), Length::Fixed(length)) => Self::At(start.saturating_add(length)),
            (Self::Part(start), Length::Fixed(length)) => Self::Part(start.saturating_add(length)),
            _ => Self::After,
        }
    }
}

impl BitField {
    /// Returns the number of bits below the field.
    #[must_use]
    pub fn shift(&self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// Returns the largest value of the field.
    #[must_use]
    pub fn largest(&self) -> u32 {
        self.mask >> self.shift()
    }

    /// Returns a value of the field, shifted to the bits of the field.
    #[must_use]
    pub fn place(&self, value: u32) -> u32 {
        (value << self.shift()) & self.mask
    }
}

/// A field of a table.
#[derive(Debug, Clone, Copy)]
pub enum Field<'t> {
    /// A number, or a value with its own header.
    Single(&'t Row),
    /// A string.
    Text {
        /// The row of the length of the string.
        length: &'t Row,
        /// The row of the string.
        text: &'t Row,
    },
}

impl<'t> Field<'t> {
    /// Returns the row with the contents of the field.
    #[must_use]
    pub fn row(self) -> &'t Row {
        match self {
            Self::Single(row) | Self::Text { text: row, .. } => row,
        }
    }
}

impl Row {
    /// Returns whether the row is in each element of a packed array.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.offset, Offset::Element { .. })
    }

    /// Returns whether the row is a string, which follows the row with its length.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.length == Length::Counted && self.wire != "value"
    }
}

/// Returns the names of the tables that a flag selects, by its values.
pub(super) fn forms(tables: &[Table]) -> Vec<String> {
    let forms = tables.iter().filter_map(|table| match table.when[..] {
        [
            Condition {
                is: Is::Number(value),
                ..
            },
        ] if value < 256 => Some((value as usize, &table.name)),
        _ => None,
    });
    let mut words = Vec::new();
    for (value, name) in forms {
        words.resize(words.len().max(value + 1), String::new());
        words[value].clone_from(name);
    }
    words
}

impl Table {
    /// Returns the first table of a type with these rows, if there are any.
    pub(super) fn first(rows: Vec<Row>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self {
            rows,
            ..Self::default()
        })
    }

    /// Returns the table of a declared type, with the name of its flag for `{}`.
    ///
    /// The length of the first declared type varies, so the others have no fixed offsets.
    pub(super) fn of_flag(&self, flag: &str, is_first: bool, since: Option<Version>) -> Self {
        let mut table = self.clone();
        table.since = since;
        let names = table.when.iter_mut().map(|condition| &mut condition.field);
        for name in names.chain([&mut table.name]) {
            *name = name.replace("{}", flag);
        }
        for row in &mut table.rows {
            row.name = row.name.replace("{}", flag);
            if !is_first {
                row.offset = Offset::After;
            }
        }
        table
    }

    /// Returns the components of a value, or of an element of a packed array.
    pub fn components(&self) -> impl Iterator<Item = &Row> {
        let is_packed_array = self.has_elements();
        self.rows
            .iter()
            .filter(move |row| !is_packed_array || row.is_element())
    }

    /// Returns whether the table is that of a packed array.
    pub(crate) fn has_elements(&self) -> bool {
        self.rows.iter().any(Row::is_element)
    }

    /// Returns whether the table describes repeated fields.
    pub(crate) fn is_repeated(&self) -> bool {
        let first = self.rows.first();
        first.is_some_and(|row| matches!(row.offset, Offset::Part(_)))
    }

    /// Returns the fields; a string and its length are one field.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        let mut rows = self.rows.iter().peekable();
        iter::from_fn(move || {
            let row = rows.next()?;
            let text = rows.next_if(|text| row.wire == "u32" && text.is_string());
            Some(match text {
                Some(text) => Field::Text { length: row, text },
                None => Field::Single(row),
            })
        })
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
