mod display;

use super::{Located, Path, Segment, Source};
use crate::Kind;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The error returned if bytes cannot be decoded: its offset, its path, and what was expected and
/// found.
///
/// It has the size of one pointer. Its message is one line:
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{DecodeErrorKind, godot3};
///
/// let bytes = [0x13, 0, 0, 0, 1, 0, 0, 0, 0x05, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0];
/// let error = godot3::from_slice::<godot3::Variant>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "0x0010: [0].y: need 4 bytes, 2 left");
/// assert_eq!(error.offset(), 0x10);
/// assert_eq!(error.path().to_string(), "[0].y");
/// assert!(matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { needed: 4, left: 2, .. }));
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(pub(super) Box<ErrorImpl>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ErrorImpl {
    /// `None` until the enclosing value sets it.
    offset: Option<usize>,
    pub(super) located: Located<DecodeErrorKind>,
}

impl fmt::Display for ErrorImpl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:#06x}: {}",
            self.offset.unwrap_or_default(),
            self.located
        )
    }
}

/// The reason for a [`DecodeError`].
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{DecodeErrorKind, godot3};
///
/// let error = godot3::from_slice::<u8>(&godot3::to_vec(&256)?).unwrap_err();
/// assert!(matches!(error.kind(), DecodeErrorKind::OutOfRange { value: 256, expected: "u8", .. }));
/// assert_eq!(error.kind().to_string(), "256 is out of the range of u8");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends within a field.
    #[non_exhaustive]
    UnexpectedEnd {
        /// The length of the field in bytes.
        needed: usize,
        /// The number of bytes left.
        left: usize,
    },
    /// Bytes follow the value.
    #[non_exhaustive]
    TrailingBytes {
        /// The number of bytes that follow.
        left: usize,
    },
    /// The header holds a number that is not a type of the layout.
    #[non_exhaustive]
    UnknownType {
        /// The number.
        number: u8,
        /// The number of types in the layout; type numbers are below it.
        types: u8,
    },
    /// A typed array declares an element type that the layout lacks.
    #[non_exhaustive]
    UnknownElementType {
        /// The number of the element type.
        number: u32,
        /// The number of types in the layout; type numbers are below it.
        types: u8,
    },
    /// An Array or a Dictionary declares a type that cannot be declared.
    #[non_exhaustive]
    InvalidDeclaredType {
        /// The number of the declared type.
        number: u32,
        /// The number of types in the layout; type numbers are below it.
        types: u8,
    },
    /// A value is not of the type that its container declares.
    #[non_exhaustive]
    NotDeclared {
        /// The declared type.
        declared: Kind,
        /// The actual type.
        found: Kind,
        /// The name of the layout's module, for [`Kind::name_in`].
        layout: &'static str,
    },
    /// The engine converts a value to the type that its container declares in a way that is not
    /// supported.
    #[non_exhaustive]
    UnsupportedConversion {
        /// The declared type.
        declared: Kind,
        /// The actual type.
        found: Kind,
        /// The name of the layout's module, for [`Kind::name_in`].
        layout: &'static str,
    },
    /// The components of a value are of the layout's other precision, as a flag of the header says.
    #[non_exhaustive]
    OtherPrecision {
        /// Whether the components have 64 bits, as double-precision builds write them.
        is_double: bool,
        /// The name of the layout of that precision.
        layout: &'static str,
    },
    /// The header, an element type, a count or a NodePath's flags have bits set that have no
    /// meaning.
    #[non_exhaustive]
    UnknownFlags {
        /// The meaningless bits, at their positions.
        flags: u32,
    },
    /// A value of another type was expected.
    #[non_exhaustive]
    WrongType {
        /// The types that the Rust type is decoded from.
        expected: &'static [Kind],
        /// The actual type.
        found: Kind,
        /// The name of the layout's module, for [`Kind::name_in`].
        layout: &'static str,
    },
    /// A bool is neither 0 nor 1.
    #[non_exhaustive]
    InvalidBool {
        /// The actual number.
        value: u32,
    },
    /// A length has its sign bit set.
    #[non_exhaustive]
    NegativeLength {
        /// The length as a signed number, as engines decode it.
        length: i32,
    },
    /// A count exceeds the number of elements that fit in the remaining bytes.
    #[non_exhaustive]
    CountTooLarge {
        /// The count.
        count: u64,
        /// The minimum length of an element in bytes.
        each: usize,
        /// The number of bytes left.
        left: usize,
    },
    /// A string is not UTF-8, or contains characters that a Rust string cannot hold.
    InvalidString,
    /// A string, an element or a component that lenient decoding alters cannot be borrowed.
    CannotBorrow,
    /// A string contains a NUL, at which engines would truncate it.
    NulInString,
    /// A NodePath is in the old format, which engines reject.
    OldNodePath,
    /// The input contains a full object, but
    /// [`DecodeOptions::allow_objects`](crate::DecodeOptions::allow_objects) is off.
    ObjectsNotAllowed,
    /// The nesting depth exceeds the limit.
    #[non_exhaustive]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// A number is outside the range of the Rust type.
    #[non_exhaustive]
    OutOfRange {
        /// The decoded number.
        value: i64,
        /// The Rust type.
        expected: &'static str,
    },
    /// An int would be rounded by the conversion to the Rust type.
    #[non_exhaustive]
    Inexact {
        /// The decoded number.
        value: i64,
        /// The Rust type.
        expected: &'static str,
    },
    /// A finite float would become infinite by the conversion to the Rust type.
    #[non_exhaustive]
    FloatOutOfRange {
        /// The decoded number.
        value: f64,
        /// The Rust type.
        expected: &'static str,
    },
    /// A Dictionary lacks a key.
    #[non_exhaustive]
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// A Dictionary has a key that is unknown to a struct with `deny_unknown_fields`; the path ends
    /// with it.
    #[non_exhaustive]
    UnknownKey {
        /// The keys of the struct, including aliases.
        known: &'static [&'static str],
    },
    /// The tag of an enum, the key that names the variant, occurs twice.
    #[non_exhaustive]
    RepeatedTag {
        /// The key.
        tag: &'static str,
    },
    /// A variant that has a value is encoded as its name alone.
    MissingPayload,
    /// No variant of an enum has the name.
    #[non_exhaustive]
    UnknownVariant {
        /// The name; long names are truncated.
        name: String,
        /// The names of the variants, including aliases.
        known: &'static [&'static str],
    },
    /// No variant of an enum has the number.
    #[non_exhaustive]
    UnknownNumber {
        /// The decoded number.
        number: i64,
        /// The name of the enum.
        expected: &'static str,
    },
    /// No variant of an untagged enum matches the value.
    #[non_exhaustive]
    NoVariant {
        /// The variant that consumed the most bytes before it failed.
        closest: &'static str,
        /// The error of that variant, which also provides the offset and the path.
        reason: Box<DecodeErrorKind>,
    },
    /// The same bytes would be decoded too often.
    ///
    /// Untagged enums, structs with flattened fields and enums whose tag follows the fields decode
    /// bytes repeatedly, and exceed the limit if they are deeply nested.
    RereadTooOften,
    /// An array or a tuple has another length than expected.
    #[non_exhaustive]
    WrongLength {
        /// The length of the Rust type.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// The message of an implementation of [`Decode`](crate::Decode) or of serde; it is displayed
    /// [escaped](crate::Escaped).
    Custom(Cow<'static, str>),
}

/// No float in an error is NaN.
impl Eq for DecodeErrorKind {}

impl DecodeError {
    /// Creates an error at a byte offset, with an empty path.
    ///
    /// Enclosing containers extend the path as they pass the error on.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::Custom("not a name".into()));
    /// assert_eq!(error.to_string(), "0x0008: not a name");
    /// ```
    #[cold]
    #[must_use]
    pub fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self::at(Some(offset), kind)
    }

    #[cold]
    fn at(offset: Option<usize>, kind: DecodeErrorKind) -> Self {
        let located = Located::new(kind);
        Self(Box::new(ErrorImpl { offset, located }))
    }

    /// Creates the error of an array or a tuple with another length.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn wrong_length(offset: usize, expected: usize, found: usize) -> Self {
        Self::new(offset, DecodeErrorKind::WrongLength { expected, found })
    }

    /// Creates an error without an offset, which the enclosing value sets.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn unplaced(kind: DecodeErrorKind) -> Self {
        Self::at(None, kind)
    }

    /// Returns the error with this offset, unless it has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn placed(mut self, offset: usize) -> Self {
        self.place(offset);
        self
    }

    /// Sets the offset, unless the error has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn place(&mut self, offset: usize) {
        self.0.offset.get_or_insert(offset);
    }

    /// Returns the offset of the first byte that could not be decoded, in bytes from the start of
    /// the input.
    ///
    /// The offset is never beyond the end of the input.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset.unwrap_or_default()
    }

    #[cold]
    pub(crate) fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name))
    }

    /// Replaces the reason; the new one may contain the old one.
    #[cold]
    #[cfg(feature = "derive")]
    pub(crate) fn because(
        mut self,
        reason: impl FnOnce(DecodeErrorKind) -> DecodeErrorKind,
    ) -> Self {
        self.0.located = self.0.located.map(reason);
        self
    }

    /// Adds `start` to the offset, for a value that is a part of a larger input.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::Custom("not a name".into()));
    /// assert_eq!(error.with_base_offset(4).offset(), 12);
    /// ```
    #[cold]
    #[must_use]
    pub fn with_base_offset(mut self, start: usize) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset + start);
        self
    }
}

impl DecodeErrorKind {
    /// Creates the reason that the input ends within a field, for readers outside of this crate.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::unexpected_end(4, 2));
    /// assert_eq!(error.to_string(), "0x0008: need 4 bytes, 2 left");
    /// assert!(error.is_eof());
    /// ```
    #[must_use]
    pub const fn unexpected_end(needed: usize, left: usize) -> Self {
        Self::UnexpectedEnd { needed, left }
    }

    /// Creates the reason that a Dictionary lacks a key, for readers outside of this crate.
    ///
    /// ```
    /// use gdvariant::DecodeErrorKind;
    ///
    /// assert_eq!(DecodeErrorKind::missing_key("name").to_string(), "the key \"name\" is missing");
    /// ```
    #[must_use]
    pub const fn missing_key(key: &'static str) -> Self {
        Self::MissingKey { key }
    }

    /// Creates the reason that a value of the layout is of another type.
    pub(crate) fn wrong_type(expected: &'static [Kind], found: Kind, layout: &'static str) -> Self {
        Self::WrongType {
            expected,
            found,
            layout,
        }
    }
}

super::located!(DecodeError, DecodeErrorKind, located);
