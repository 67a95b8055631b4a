//! The messages of decode errors.

use super::super::phrases::{Count, alternatives, list};
use super::DecodeErrorKind;
use crate::Escaped;
use core::fmt;

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd { needed, left } => write!(f, "need {}, {left} left", Count(*needed, "byte")),
            Self::TrailingBytes { left } => {
                let (follow, them) = if *left == 1 { ("follows", "it") } else { ("follow", "them") };
                write!(f, "{} {follow} the value; `from_slice_prefix` or lenient decoding leaves {them}", Count(*left, "byte"))
            }
            Self::UnknownType { number, types } => write!(
                f,
                "unknown type {number}, the layout has 0 to {}; is it another layout, or does a length prefix come first?",
                types.saturating_sub(1)
            ),
            Self::UnknownElementType { number, types } => write!(
                f,
                "unknown element type {number}, the layout has 0 to {}; lenient decoding treats it as any type",
                types.saturating_sub(1)
            ),
            Self::InvalidDeclaredType { number: 0, .. } => f.write_str(
                "the declared type 0, which means none; lenient decoding accepts it",
            ),
            Self::InvalidDeclaredType { number, types } => write!(
                f,
                "unknown declared type {number}, the layout has 1 to {}",
                types.saturating_sub(1)
            ),
            Self::NotDeclared { declared, found, layout } => write!(
                f,
                "expected {}, the declared type, found {}; lenient decoding converts or drops it",
                declared.name_in(layout),
                found.name_in(layout)
            ),
            Self::UnsupportedConversion { declared, found, layout } => write!(
                f,
                "expected {}, the declared type, found {}, whose conversion by the engine is not supported",
                declared.name_in(layout),
                found.name_in(layout)
            ),
            Self::OtherPrecision { is_double: true, layout } => write!(
                f,
                "64-bit components, written by a double-precision build: use the layout {layout}; lenient decoding narrows them"
            ),
            Self::OtherPrecision { is_double: false, layout } => write!(
                f,
                "32-bit components, written by a single-precision build: use the layout {layout}; lenient decoding widens them"
            ),
            Self::UnknownFlags { flags } => write!(f, "unknown flags {flags:#010x}; lenient decoding ignores them"),
            Self::WrongType { expected, found, layout } => {
                f.write_str("expected ")?;
                alternatives(f, expected, layout)?;
                write!(f, ", found {}", found.name_in(layout))
            }
            Self::InvalidBool { value } => {
                write!(f, "expected a bool of 0 or 1, found {value}; lenient decoding treats it as true")
            }
            Self::NegativeLength { length } => write!(f, "expected a length, found {length}"),
            Self::CountTooLarge { count, each, left } => {
                write!(f, "{count} elements need at least {} each, {left} left", Count(*each, "byte"))
            }
            Self::InvalidString => f.write_str("expected UTF-8 text"),
            Self::CannotBorrow => {
                f.write_str(
                    "a value that lenient decoding alters, which cannot be borrowed; decode an owned type, such as a `String`, a `Vec` or a `Variant`",
                )
            }
            Self::NulInString => f.write_str("a NUL within a string; lenient decoding ends the string there"),
            Self::OldNodePath => f.write_str("a NodePath in the old format, which engines reject"),
            Self::ObjectsNotAllowed => {
                f.write_str("a full object; `allow_objects` reads it as data, and nothing is instantiated")
            }
            Self::TooDeep { limit } => write!(f, "nesting exceeds {}", Count(*limit as usize, "level")),
            Self::OutOfRange { value, expected } => write!(f, "{value} is out of the range of {expected}"),
            Self::Inexact { value, expected } => write!(
                f,
                "{value} cannot be represented exactly as {expected}; lenient decoding rounds it, and so does a Variant's `as_f64`"
            ),
            Self::FloatOutOfRange { value, expected } => {
                write!(f, "{value:e} is out of the range of {expected}; decode it as f64")
            }
            Self::MissingKey { key } => write!(f, "the key {key:?} is missing"),
            Self::UnknownKey { known } => {
                f.write_str("unknown key")?;
                list(f, known)
            }
            Self::RepeatedTag { tag } => write!(f, "the key {tag:?}, which names the variant, comes twice"),
            Self::MissingPayload => f.write_str("expected a variant with its value, found its name alone"),
            Self::UnknownVariant { name, known } => {
                write!(f, "unknown variant {name:?}")?;
                list(f, known)
            }
            Self::UnknownNumber { number, expected } => write!(f, "no variant of {expected} has the number {number}"),
            Self::NoVariant { closest, reason } => write!(f, "no variant fits; the closest is {closest}: {reason}"),
            Self::RereadTooOften => f.write_str(
                "bytes that are decoded too often, because of untagged enums, flattened fields, or tags after the fields",
            ),
            Self::WrongLength { expected, found } => write!(f, "expected {expected} elements, found {found}"),
            // A message may quote the input, as those of serde do.
            Self::Custom(message) => write!(f, "{}", Escaped(message)),
        }
    }
}
