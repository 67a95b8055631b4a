//! How fields are encoded: the rules that generated code passes to the primitives, and that the
//! inspector interprets.

use crate::table::Row;
use crate::{DecodeErrorKind, EngineVersion, Kind, LayoutRules};

/// How the values of a type are encoded.
#[derive(Debug)]
pub struct TypeRules {
    /// The bits of the header that mean something, except for the type's number.
    pub flags: u32,
    /// Their bit fields.
    pub bits: &'static [Bits],
    /// The body.
    pub steps: &'static [Step],
}

/// How an unsigned 32-bit number is decoded.
#[derive(Debug)]
pub struct Number {
    pub row: &'static Row,
    /// The bits that strict decoding accepts.
    pub known: u32,
    /// The largest number that strict decoding accepts.
    pub max: u32,
    /// What any other number is.
    pub invalid: InvalidNumber,
    /// Its bit fields.
    pub bits: &'static [Bits],
    /// The bits that the inspector says nothing about; none if it says something about zeros.
    pub plain: Option<u32>,
    /// Whether its first bit field is the number of a type of the layout.
    pub names_type: bool,
}

/// What a number is that strict decoding rejects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidNumber {
    /// It has unknown bits, which lenient decoding ignores.
    Bits,
    /// It is not a bool; lenient decoding treats it as true.
    Bool,
    /// It is negative, which is an error in lenient decoding, too.
    Negative,
    /// It is negative; lenient decoding treats it as 0.
    Zero,
}

/// A bit field and what the inspector says for each of its values.
#[derive(Debug, PartialEq)]
pub struct Bits {
    pub mask: u32,
    pub shows: &'static [&'static str],
}

impl Bits {
    /// Returns what the inspector says for the field of a number; may be empty.
    #[inline]
    pub(crate) fn shown(&self, number: u32) -> &'static str {
        let value = (number & self.mask) >> self.mask.trailing_zeros();
        let shown = usize::try_from(value)
            .ok()
            .and_then(|value| self.shows.get(value));
        shown.copied().unwrap_or_default()
    }
}

/// How a string is encoded: its length, its bytes, padding.
#[derive(Debug)]
pub struct CountedText {
    pub length: &'static Number,
    pub text: &'static Row,
    /// Whether the length counts a final NUL, which decoding does not require.
    pub has_nul: bool,
    pub pad: Pad,
}

/// Padding after a string or after elements.
#[derive(Debug, Clone, Copy)]
pub struct Pad {
    /// A power of two: the padded length is a multiple of it.
    pub to: u32,
    /// Whether lenient decoding accepts input that ends before the padding.
    pub may_be_missing: bool,
}

impl Pad {
    /// Returns the number of bytes after this many.
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
    /// A value with a header of its own.
    Value,
    /// Decoding fails if these bits of a number have this value.
    Reject(&'static Reject),
    /// The number of a type selects a value.
    Select(&'static Select),
    /// Decoding needs the option to allow objects.
    Objects,
    /// A flag of the header selects the steps.
    Branch(&'static [Arm]),
    /// The steps follow if the preceding string is not empty.
    Present(&'static [Step]),
    /// A repeated part.
    Repeat(&'static Repeat),
}

/// Bits of a number that are an error.
#[derive(Debug)]
pub struct Reject {
    pub number: &'static Number,
    /// How many numbers of the body precede it.
    pub index: usize,
    pub mask: u32,
    pub value: u32,
    pub error: DecodeErrorKind,
}

/// A value that is present if the first number of the body is that of a kind, and a flag of the
/// header has a value. The flag has no meaning for other kinds.
#[derive(Debug)]
pub struct Select {
    pub number: &'static Number,
    pub mask: u32,
    pub kind: Kind,
    pub flag: u32,
    pub value: u32,
    /// The table of the value.
    pub table: &'static str,
    pub row: &'static Row,
    /// The kind of the value, which is a string.
    pub value_kind: Kind,
}

impl Select {
    /// Returns the number of the type that selects the value.
    #[inline]
    pub(crate) fn type_number<L: LayoutRules>(&self) -> u32 {
        L::NUMBERS[self.kind as usize].into()
    }
}

/// The steps of a header with these flags.
#[derive(Debug)]
pub struct Arm {
    pub mask: u32,
    pub value: u32,
    pub steps: &'static [Step],
    /// Whether its string is the path of a script, which is a declared type.
    pub is_script: bool,
    /// The version of the engine that added it; none if all have it.
    pub since: Option<EngineVersion>,
}

impl Arm {
    /// Returns the arm that the flags of a header select.
    #[inline]
    pub(crate) fn selected(arms: &[Self], flags: u32) -> Option<&Self> {
        arms.iter().find(|arm| flags & arm.mask == arm.value)
    }
}

/// A repeated part.
#[derive(Debug)]
pub struct Repeat {
    /// The numbers whose sum counts the repetitions.
    pub counts: &'static [Count],
    /// The unused bytes before the first repetition.
    pub gap: usize,
    /// The least length of a repetition in bytes.
    pub least: usize,
    pub steps: &'static [Step],
    /// The padding after the last one.
    pub pad: Pad,
}

impl Repeat {
    /// Returns the count in the only number that counts the repetitions.
    #[inline]
    pub(crate) fn counted(&self, number: u32) -> u32 {
        let mask = self.mask();
        (number & mask) >> mask.trailing_zeros()
    }

    /// Returns the number for a count; the inverse of [`counted`](Self::counted).
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

/// How a pool array of components is encoded.
#[derive(Debug)]
pub(crate) struct PoolRule {
    /// The number of elements.
    pub(crate) count: &'static Number,
    /// The padding after the last one.
    pub(crate) pad: Pad,
}

/// Some bits of a number, which count repetitions.
#[derive(Debug)]
pub struct Count {
    pub number: &'static Number,
    /// How many numbers of the body precede it.
    pub index: usize,
    pub mask: u32,
}

/// Returns the number of bytes that pad a value of this length: every value ends at a multiple of
/// the alignment.
pub(crate) const fn padding_after(length: usize) -> usize {
    let pad = Pad {
        to: crate::format::ALIGNMENT,
        may_be_missing: false,
    };
    pad.after(length)
}
