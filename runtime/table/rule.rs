//! The rules of encoding fields. Generated code passes them to the reader and the writer, and the
//! inspector interprets them.

use crate::table::Row;
use crate::{DecodeErrorKind, EngineVersion, Kind, LayoutRules};

/// The rules of encoding the values of a type.
#[derive(Debug)]
pub struct TypeRules {
    /// The flags of the header that are valid for the type.
    pub flags: u32,
    /// The bit fields of the flags.
    pub bits: &'static [Bits],
    /// The steps of the body.
    pub steps: &'static [Step],
}

/// The rule of an unsigned 32-bit number.
#[derive(Debug)]
pub struct Number {
    pub row: &'static Row,
    /// The bits that strict decoding accepts.
    pub known: u32,
    /// The largest number that strict decoding accepts.
    pub max: u32,
    /// The reason why strict decoding rejects any other number.
    pub invalid: InvalidNumber,
    /// The bit fields of the number.
    pub bits: &'static [Bits],
    /// The bits for which the inspector has no words; `None` if it has a word for a bit field of 0.
    pub plain: Option<u32>,
    /// Whether the first bit field is the number of a type of the layout.
    pub names_type: bool,
}

/// The reason why strict decoding rejects a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidNumber {
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
pub struct Bits {
    pub mask: u32,
    pub shows: &'static [&'static str],
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
pub struct CountedText {
    pub length: &'static Number,
    pub text: &'static Row,
    /// Whether the length includes a final NUL. Decoding does not require the NUL.
    pub has_nul: bool,
    pub pad: Pad,
}

/// Padding after a string or after elements.
#[derive(Debug, Clone, Copy)]
pub struct Pad {
    /// A power of two; the padded length is a multiple of this number.
    pub to: u32,
    /// Whether lenient decoding accepts input that ends before the padding.
    pub may_be_missing: bool,
}

impl Pad {
    /// Returns the number of padding bytes after this many bytes.
    #[inline]
    pub const fn after(self, length: usize) -> usize {
        length.wrapping_neg() & (self.to as usize - 1)
    }
}

/// One step of a body, in the order of the bytes.
#[derive(Debug)]
pub enum Step {
    /// A number.
    Number(&'static Number),
    /// A string.
    Text(&'static CountedText),
    /// Components of fixed length.
    Components(&'static [&'static Row]),
    /// A nested value with its own header.
    Value,
    /// A check that rejects a value of some bits of a number.
    Reject(&'static Reject),
    /// A nested value that the number of a type selects.
    Select(&'static Select),
    /// A check that the options allow full objects.
    Objects,
    /// Steps that the flags of the header select.
    Branch(&'static [Arm]),
    /// Steps that follow if the preceding string is not empty.
    Present(&'static [Step]),
    /// Repeated steps.
    Repeat(&'static Repeat),
}

/// A value of some bits of a number that decoding rejects.
#[derive(Debug)]
pub struct Reject {
    pub number: &'static Number,
    /// The index of the number among the numbers of the body.
    pub index: usize,
    pub mask: u32,
    pub value: u32,
    pub error: DecodeErrorKind,
}

/// A nested value that the first number of the body and a flag of the header select.
///
/// The nested value is present if the number is the number of `kind` and the `flag` has `value`.
/// With the number of any other kind, the flag is invalid.
#[derive(Debug)]
pub struct Select {
    pub number: &'static Number,
    pub mask: u32,
    pub kind: Kind,
    pub flag: u32,
    pub value: u32,
    /// The name of the table that describes the nested value.
    pub table: &'static str,
    pub row: &'static Row,
    /// The kind of the nested string.
    pub value_kind: Kind,
}

impl Select {
    /// Returns the number of the type that selects the nested value.
    #[inline]
    pub(crate) fn type_number<L: LayoutRules>(&self) -> u32 {
        L::NUMBERS[self.kind as usize].into()
    }
}

/// The steps that follow a header with these flags.
#[derive(Debug)]
pub struct Arm {
    pub mask: u32,
    pub value: u32,
    pub steps: &'static [Step],
    /// Whether the string in the steps is the path of a script that is a declared type.
    pub is_script: bool,
    /// The version of the engine that added these flags; `None` if all versions have them.
    pub since: Option<EngineVersion>,
}

impl Arm {
    /// Returns the arm that the flags of a header select.
    #[inline]
    pub(crate) fn selected(arms: &[Self], flags: u32) -> Option<&Self> {
        arms.iter().find(|arm| flags & arm.mask == arm.value)
    }
}

/// Repeated steps.
#[derive(Debug)]
pub struct Repeat {
    /// The counts whose sum is the number of repetitions.
    pub counts: &'static [Count],
    /// The number of unused bytes before the first repetition.
    pub gap: usize,
    /// The minimum length of a repetition in bytes.
    pub least: usize,
    pub steps: &'static [Step],
    /// The padding after the last repetition.
    pub pad: Pad,
}

impl Repeat {
    /// Returns the count of repetitions that a number encodes, if no other number counts them.
    #[inline]
    pub(crate) fn counted(&self, number: u32) -> u32 {
        let mask = self.mask();
        (number & mask) >> mask.trailing_zeros()
    }

    /// Returns the number that encodes a count; the inverse of [`counted`](Self::counted).
    #[inline]
    pub(crate) fn number_of(&self, count: u32) -> u32 {
        let mask = self.mask();
        (count << mask.trailing_zeros()) & mask
    }

    #[inline]
    fn mask(&self) -> u32 {
        self.counts.first().map_or(u32::MAX, |count| count.mask)
    }
}

/// The rule of a packed array of components.
#[derive(Debug)]
pub(crate) struct PackedRule {
    /// The rule of the number of elements.
    pub(crate) count: &'static Number,
    /// The padding after the last element.
    pub(crate) pad: Pad,
}

/// The bits of a number that count repetitions.
#[derive(Debug)]
pub struct Count {
    pub number: &'static Number,
    /// The index of the number among the numbers of the body.
    pub index: usize,
    pub mask: u32,
}

/// Returns the number of padding bytes after a value of this length.
///
/// Every value ends at a multiple of the alignment.
pub(crate) const fn padding_after(length: usize) -> usize {
    let pad = Pad {
        to: crate::format::ALIGNMENT,
        may_be_missing: false,
    };
    pad.after(length)
}
