//! The rules of encoding values, generated from the offset tables. Decoding, encoding and
//! inspection follow them.

use crate::table::Row;
use crate::{EngineVersion, Kind, format};

/// The rules of encoding the values of a type.
#[derive(Debug)]
pub(crate) struct TypeRules {
    /// The flags of the header that are valid for the type.
    pub(crate) flags: u32,
    /// The bit fields of the flags.
    pub(crate) bits: &'static [Bits],
    pub(crate) body: BodyRules,
}

/// The rules of a body.
#[derive(Debug)]
pub(crate) enum BodyRules {
    Empty,
    Bool(&'static Number),
    Number(&'static NumberRules),
    Text(&'static CountedText),
    Fields(&'static [Row]),
    Packed(&'static PackedRules),
    PackedText(&'static PackedTextRules),
    NodePath(&'static NodePathRules),
    Record(&'static [RecordField]),
    Object(&'static ObjectRules),
    Dictionary(&'static ContainerRules),
    Array(&'static ContainerRules),
    TypedArray(&'static TypedArrayRules),
}

/// The rule of an unsigned 32-bit number.
#[derive(Debug)]
pub(crate) struct Number {
    pub(crate) row: &'static Row,
    /// The bits that strict decoding accepts.
    pub(crate) known: u32,
    /// The largest number that strict decoding accepts.
    pub(crate) max: u32,
    /// The reason why strict decoding rejects any other number.
    pub(crate) invalid: InvalidNumber,
    /// The bit fields of the number.
    pub(crate) bits: &'static [Bits],
    /// The bits for which the inspector has no words; `None` if it has a word for a bit field of 0.
    pub(crate) plain: Option<u32>,
}

impl Number {
    /// Returns the value of the known bits, such as a count.
    #[inline]
    pub(crate) const fn value(&self, number: u32) -> u32 {
        (number & self.known) >> self.known.trailing_zeros()
    }

    /// Returns the count in an encoded number, unless strict decoding rejects the number.
    #[inline]
    pub(crate) fn checked(&self, number: [u8; 4]) -> Option<usize> {
        let number = u32::from_le_bytes(number);
        let is_valid = number & !self.known == 0 && number <= self.max;
        usize::try_from(self.value(number))
            .ok()
            .filter(|_| is_valid)
    }

    /// Returns the encoded number with a count; the inverse of [`value`](Self::value).
    #[inline]
    pub(crate) const fn encoded(&self, count: u32) -> [u8; 4] {
        ((count << self.known.trailing_zeros()) & self.known).to_le_bytes()
    }
}

/// The reason why strict decoding rejects a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvalidNumber {
    /// The number has unknown bits; lenient decoding ignores them.
    Bits,
    /// The number is not a bool; lenient decoding treats it as true.
    Bool,
    /// The number is negative; lenient decoding also rejects it.
    Negative,
    /// The number is negative; lenient decoding treats it as 0.
    Zero,
}

/// A bit field, and the inspector's word for each of its values.
#[derive(Debug, PartialEq)]
pub(crate) struct Bits {
    pub(crate) mask: u32,
    pub(crate) shows: &'static [&'static str],
}

impl Bits {
    /// Returns the inspector's word for the value of the bit field in a number; may be empty.
    #[inline]
    pub(crate) fn shown(&self, number: u32) -> &'static str {
        let value = (number & self.mask) >> self.mask.trailing_zeros();
        let shown = usize::try_from(value)
            .ok()
            .and_then(|value| self.shows.get(value));
        shown.copied().unwrap_or_default()
    }
}

/// The rule of a length-prefixed string with padding.
#[derive(Debug)]
pub(crate) struct CountedText {
    pub(crate) length: &'static Number,
    pub(crate) text: &'static Row,
    /// Whether the length includes a final NUL. Decoding does not require the NUL.
    pub(crate) has_nul: bool,
}

/// The two forms of an int or a float. Encoders use the narrow form if it represents the number
/// exactly.
#[derive(Debug)]
pub(crate) struct NumberRules {
    /// The flag of the header that selects the form.
    pub(crate) flag: u32,
    /// The value of the flag in the narrow form.
    pub(crate) narrow: u32,
    pub(crate) narrow_row: &'static Row,
    pub(crate) wide_row: &'static Row,
}

impl NumberRules {
    /// The value of the flag in the wide form.
    pub(crate) const fn wide(&self) -> u32 {
        self.flag ^ self.narrow
    }
}

/// The rules of a packed array of components.
#[derive(Debug)]
pub(crate) struct PackedRules {
    /// The rule of the number of elements.
    pub(crate) count: &'static Number,
    /// The length of an element in bytes.
    pub(crate) each: usize,
    /// The components of an element.
    pub(crate) rows: &'static [Row],
}

/// The rules of a packed array of strings.
#[derive(Debug)]
pub(crate) struct PackedTextRules {
    pub(crate) count: &'static Number,
    pub(crate) text: &'static CountedText,
}

/// The rules of a NodePath.
#[derive(Debug)]
pub(crate) struct NodePathRules {
    /// The numbers before the names, in the order of the bytes.
    pub(crate) numbers: [&'static Number; 3],
    /// The bits that are equal to `new_format` unless the path has the old format.
    pub(crate) format: PathBits,
    pub(crate) new_format: u32,
    pub(crate) names: PathBits,
    pub(crate) subnames: PathBits,
    /// The bits that count further sub-names.
    pub(crate) more: PathBits,
    pub(crate) absolute: PathBits,
    pub(crate) name: &'static CountedText,
}

/// Bits of one of the numbers before the names of a NodePath.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PathBits {
    /// The index of the number.
    pub(crate) index: usize,
    pub(crate) mask: u32,
}

impl PathBits {
    /// Returns the value of the bits.
    #[inline]
    pub(crate) fn get(self, numbers: &[u32; 3]) -> u32 {
        let number = numbers.get(self.index).copied().unwrap_or_default();
        (number & self.mask) >> self.mask.trailing_zeros()
    }

    /// Sets the bits, which are 0, to a value.
    #[inline]
    pub(crate) fn put(self, value: u32, numbers: &mut [u32; 3]) {
        if let Some(number) = numbers.get_mut(self.index) {
            *number |= (value << self.mask.trailing_zeros()) & self.mask;
        }
    }
}

/// A field of a record.
#[derive(Debug)]
pub(crate) enum RecordField {
    Number(&'static Row),
    Text(&'static CountedText),
}

/// The rules of the two forms of an Object: an id, or a class with properties.
#[derive(Debug)]
pub(crate) struct ObjectRules {
    /// The flag of the header that selects the form.
    pub(crate) flag: u32,
    /// The value of the flag in the form with an id.
    pub(crate) id: u32,
    pub(crate) id_row: &'static Row,
    pub(crate) class: &'static CountedText,
    /// The number of properties, which is absent after an empty class.
    pub(crate) count: &'static Number,
    pub(crate) name: &'static CountedText,
}

impl ObjectRules {
    /// The value of the flag in the form with a class.
    pub(crate) const fn full(&self) -> u32 {
        self.flag ^ self.id
    }
}

/// The rules of an Array or a Dictionary.
#[derive(Debug)]
pub(crate) struct ContainerRules {
    /// The declared type of the elements, or those of the keys and of the values.
    pub(crate) declared: &'static [DeclaredRules],
    pub(crate) count: &'static Number,
}

/// The rules of a declared type. Each form has its value of the flags.
#[derive(Debug)]
pub(crate) struct DeclaredRules {
    /// The flags of the header that select the form; 0 if no type is declared.
    pub(crate) flags: u32,
    pub(crate) type_form: u32,
    pub(crate) number: &'static Number,
    pub(crate) class_form: u32,
    pub(crate) class: &'static CountedText,
    pub(crate) script_form: u32,
    pub(crate) script: &'static CountedText,
    /// The version of the engine that added declared types; `None` if all versions have them.
    pub(crate) since: Option<EngineVersion>,
}

/// The rules of a typed array.
#[derive(Debug)]
pub(crate) struct TypedArrayRules {
    /// The number of the element type.
    pub(crate) element: &'static Number,
    /// The flag of the header that, for Objects as elements, determines whether a class follows.
    pub(crate) flag: u32,
    /// The value of the flag with a class.
    pub(crate) class_form: u32,
    /// The name of the table with the class.
    pub(crate) class_table: &'static str,
    pub(crate) class: &'static Row,
    /// The kind of the class name.
    pub(crate) class_kind: Kind,
    pub(crate) count: &'static Number,
}

/// Returns the number of padding bytes after a value, a string or elements of this length.
#[inline]
pub(crate) const fn padding_after(length: usize) -> usize {
    length.wrapping_neg() & (format::ALIGNMENT as usize - 1)
}
