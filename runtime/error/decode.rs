use super::messages::{Alternatives, Count, Known, KnownNumbers};
use super::{Advice, Located, Path, Segment, Source};
use crate::{EncodeError, EncodeErrorKind, Escaped, Kind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The error returned if bytes cannot be decoded: its offset, its path, and what was expected and
/// found.
///
/// The error of a conversion from a Variant, such as `from_variant`, has no offset.
///
/// A `DecodeError` has the size of one pointer, and its message is one line:
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeErrorKind, godot4};
///
/// let bytes = [0x1c, 0, 0, 0, 1, 0, 0, 0, 0x05, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0];
/// let error = godot4::from_slice::<godot4::Variant>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "0x0010: [0].y: expected 4 bytes, found 2");
/// assert_eq!(error.offset(), 0x10);
/// assert_eq!(error.path().to_string(), "[0].y");
/// assert!(matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { needed: 4, left: 2, .. }));
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(pub(super) Box<ErrorImpl>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ErrorImpl {
    /// The offset in bytes; `None` until the enclosing value sets it, and for a Variant.
    offset: Option<usize>,
    pub(super) located: Located<DecodeErrorKind>,
}

impl fmt::Display for ErrorImpl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset {
            write!(f, "{offset:#06x}: ")?;
        }
        self.located.fmt(f)
    }
}

super::messages! {
    /// The reason for a [`DecodeError`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeErrorKind, godot4};
    ///
    /// let error = godot4::from_slice::<u8>(&godot4::to_vec(&256)?).unwrap_err();
    /// assert!(matches!(error.kind(), DecodeErrorKind::OutOfRange { value: 256, expected: "u8", .. }));
    /// assert_eq!(error.kind().to_string(), "256 is out of the range of u8");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub enum DecodeErrorKind {
        /// The input ends within a field.
        #[error("expected {}, found {left}", Count(*needed, "byte"))]
        UnexpectedEnd {
            /// The length of the field in bytes.
            needed: usize,
            /// The number of bytes left.
            left: usize,
        },
        /// Bytes follow the value.
        #[error(
            if *left == 1 => ("1 byte follows the value"),
            else ("{left} bytes follow the value")
        )]
        #[advice(Advice::or(
            "use another layout",
            Advice::Lenient(if *left == 1 { "ignores it" } else { "ignores them" })
        ))]
        TrailingBytes {
            /// The number of bytes that follow.
            left: usize,
        },
        /// The header holds a number that is not a type of the layout.
        #[error("unknown type {number}, expected 0 to {}", types.saturating_sub(1))]
        #[advice("use another layout, or skip a length prefix")]
        UnknownType {
            /// The unknown number of a type.
            number: u8,
            /// The number of types in the layout; type numbers are below this number.
            types: u8,
        },
        /// A typed array declares an element type that the layout lacks.
        #[error("unknown element type {number}, expected 0 to {}", types.saturating_sub(1))]
        #[advice(Advice::Lenient("treats it as any type"))]
        UnknownElementType {
            /// The number of the element type.
            number: u32,
            /// The number of types in the layout; type numbers are below this number.
            types: u8,
        },
        /// An Array or a Dictionary declares a type that cannot be declared.
        #[error(
            if *number == 0 => ("expected a declared type of 1 to {}, found 0, which means no type", types.saturating_sub(1)),
            else ("unknown declared type {number}, expected 1 to {}", types.saturating_sub(1))
        )]
        #[advice(= (*number == 0).then_some(Advice::Lenient("accepts it")))]
        InvalidDeclaredType {
            /// The number of the declared type.
            number: u32,
            /// The number of types in the layout; type numbers are below this number.
            types: u8,
        },
        /// A value is not of the type that its container declares.
        #[error(
            "expected {}, the declared type, found {}",
            declared.name_in(layout),
            found.name_in(layout)
        )]
        #[advice(Advice::Lenient("accepts it"))]
        NotDeclared {
            /// The declared type.
            declared: Kind,
            /// The actual type.
            found: Kind,
            /// The name of the layout's module, for [`Kind::name_in`].
            layout: &'static str,
        },
        /// The engine converts a value to its container's declared type in a way that is not
        /// supported.
        #[error(
            "expected {}, the declared type, found {}, whose conversion by the engine is not supported",
            declared.name_in(layout),
            found.name_in(layout)
        )]
        UnsupportedConversion {
            /// The declared type.
            declared: Kind,
            /// The actual type.
            found: Kind,
            /// The name of the layout's module, for [`Kind::name_in`].
            layout: &'static str,
        },
        /// A flag of the header indicates components in a precision other than the layout's.
        #[error(
            if *is_double => ("expected 32-bit components, found 64-bit ones"),
            else ("expected 64-bit components, found 32-bit ones")
        )]
        #[advice(Advice::or(
            Advice::layouts([*layout]),
            Advice::Lenient(if *is_double { "narrows them" } else { "widens them" })
        ))]
        OtherPrecision {
            /// Whether the components have 64 bits, as double-precision builds write them.
            is_double: bool,
            /// The name of the layout with that precision.
            layout: &'static str,
        },
        /// Bits without a meaning are set in the header, an element type, a count or a NodePath's
        /// flags.
        #[error("unknown flags {flags:#010x}")]
        #[advice(Advice::Lenient("ignores them"))]
        UnknownFlags {
            /// The bits without a meaning, at their positions.
            flags: u32,
        },
        /// A value of another type was expected.
        #[error("expected {}, found {}", Alternatives(expected, layout), found.name_in(layout))]
        WrongType {
            /// The types from which the Rust type can be decoded.
            expected: &'static [Kind],
            /// The actual type.
            found: Kind,
            /// The name of the layout's module, for [`Kind::name_in`].
            layout: &'static str,
        },
        /// A type that accepts any data, such as `serde_json::Value`, would be decoded from a value
        /// that serde's data model lacks, such as a Vector2.
        #[error("expected a type of serde's data model, found {found}")]
        #[advice("decode a `Variant`, and serialize it as `serde::Plain`")]
        NotInSerde {
            /// The actual type.
            found: &'static str,
        },
        /// A bool is neither 0 nor 1.
        #[error("expected a bool of 0 or 1, found {value}")]
        #[advice(Advice::Lenient("treats it as true"))]
        InvalidBool {
            /// The actual number.
            value: u32,
        },
        /// A length has its sign bit set.
        #[error("expected a non-negative length, found {length}")]
        NegativeLength {
            /// The length as a signed number, as engines decode it.
            length: i32,
        },
        /// A count exceeds the number of elements that fit in the remaining bytes.
        #[error("a count of {count} needs at least {} per element, found {left}", Count(*each, "byte"))]
        CountTooLarge {
            /// The decoded count.
            count: u64,
            /// The minimum length of an element in bytes.
            each: usize,
            /// The number of bytes left.
            left: usize,
        },
        /// A string is not UTF-8, or contains characters that a Rust string cannot hold.
        #[error("expected a UTF-8 string")]
        InvalidString,
        /// A string, an element or a component that lenient decoding alters cannot be borrowed.
        #[error("a value that lenient decoding alters cannot be borrowed")]
        #[advice("decode an owned type, such as a `String`, a `Vec` or a `Variant`")]
        CannotBorrow,
        /// A string contains a NUL, at which engines would truncate it.
        #[error("a NUL within a string")]
        #[advice(Advice::Lenient("ends the string there"))]
        NulInString,
        /// A NodePath is in the old format, which engines reject.
        #[error("expected a NodePath in the new format, found the old one, which engines reject")]
        OldNodePath,
        /// The input contains a full object, but
        /// [`DecodeOptions::allow_objects`](crate::DecodeOptions::allow_objects) is off.
        #[error("a full object is not accepted")]
        #[advice(Advice::AllowObjects)]
        ObjectsNotAllowed,
        /// The nesting depth exceeds the limit.
        #[error("nesting exceeds {}", Count(*limit as usize, "level"))]
        TooDeep {
            /// The maximum nesting depth.
            limit: u32,
        },
        /// A number is outside the range of the Rust type.
        #[error("{value} is out of the range of {expected}")]
        OutOfRange {
            /// The decoded number.
            value: i64,
            /// The name of the Rust type.
            expected: &'static str,
        },
        /// An int would be rounded by the conversion to the Rust type.
        #[error("{value} cannot be represented exactly as {expected}")]
        #[advice(Advice::Lenient("rounds it"))]
        Inexact {
            /// The decoded number.
            value: i64,
            /// The name of the Rust type.
            expected: &'static str,
        },
        /// A finite float would become infinite by the conversion to the Rust type.
        ///
        /// The message lacks the float, because formatting it adds 25 KB to every program.
        #[error("the float is out of the range of {expected}")]
        #[advice("decode it as f64")]
        FloatOutOfRange {
            /// The decoded number.
            value: f64,
            /// The name of the Rust type.
            expected: &'static str,
        },
        /// A Dictionary lacks a key.
        #[error(fmt = missing_key(key, similar.as_deref()))]
        MissingKey {
            /// The missing key.
            key: &'static str,
            /// A key of the Dictionary that belongs to no field and is probably `key`, misspelled;
            /// long keys are truncated.
            similar: Option<String>,
        },
        /// A Dictionary has a key that is unknown to a struct with `deny_unknown_fields`. The path
        /// ends with the key.
        #[error("unknown key{}", Known(known))]
        UnknownKey {
            /// The keys of the struct, including aliases.
            known: &'static [&'static str],
        },
        /// A Dictionary contains the tag of an enum, the key whose value names the variant, twice.
        #[error("duplicate key {tag:?}, the tag of the enum")]
        RepeatedTag {
            /// The key whose value names the variant.
            tag: &'static str,
        },
        /// A variant that requires a value is encoded as its name alone.
        #[error("expected the name and the value of a variant, found only the name")]
        MissingPayload,
        /// An enum with `array` is encoded as an empty Array.
        #[error("expected the name of a variant, found an empty Array")]
        MissingVariantName,
        /// No variant of an enum has the name.
        #[error("unknown variant {name:?}{}", Known(known))]
        UnknownVariant {
            /// The name; long names are truncated.
            name: String,
            /// The names of the variants, including aliases.
            known: &'static [&'static str],
        },
        /// No variant of an enum has the number.
        #[error("unknown variant {number}{}", KnownNumbers(known))]
        UnknownNumber {
            /// The decoded number.
            number: i64,
            /// The numbers, including aliases, each with the identifier of its variant.
            known: &'static [(i64, &'static str)],
        },
        /// The same bytes would be decoded too often.
        ///
        /// Untagged enums, structs with flattened fields and enums whose tag follows the fields
        /// decode bytes repeatedly. Deeply nested values of such types exceed the limit.
        #[error("untagged enums, flattened fields, or tags after the fields decode the same bytes too often")]
        RedecodeLimitExceeded,
        /// The elements of the caller's own types need more memory than
        /// [`DecodeOptions::max_memory`](crate::DecodeOptions::max_memory).
        #[error("elements need {} of memory, expected at most {limit}", Count(*needed, "byte"))]
        #[advice(Advice::Raise("max_memory"))]
        MemoryLimitExceeded {
            /// The memory of all elements, including those that would be decoded next, in bytes.
            needed: usize,
            /// The maximum memory, in bytes.
            limit: usize,
        },
        /// An array, a tuple or the string of a `char` does not have the expected length.
        #[error("expected {}{}, found {found}", AtLeast(*expected, *optional), Count(*expected, "element"))]
        WrongLength {
            /// The length of the Rust type.
            expected: usize,
            /// The number of elements at the end that may be missing.
            optional: usize,
            /// The actual length.
            found: usize,
        },
        /// A Variant cannot be represented in the format, so `from_variant` cannot encode it.
        #[error("{kind}")]
        #[advice(= kind.advice())]
        NotEncoded(kind: Box<EncodeErrorKind>),
        /// A message from an implementation of [`Decode`](crate::Decode) or from serde, displayed
        /// [escaped](crate::Escaped).
        #[error("{}", Escaped(message))]
        Custom(message: Cow<'static, str>),
    }
}

/// The minimum of a length, if elements may be missing.
struct AtLeast(usize, usize);

impl fmt::Display for AtLeast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(_, 0) => Ok(()),
            Self(expected, optional) => write!(f, "{} to ", expected.saturating_sub(optional)),
        }
    }
}

fn missing_key(key: &str, similar: Option<&str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "the key {key:?} is missing")?;
    match similar {
        Some(similar) => write!(f, ", found {similar:?} (did you mean {key:?}?)"),
        None => Ok(()),
    }
}

/// Equality is reflexive, because no error holds a NaN.
impl Eq for DecodeErrorKind {}

impl DecodeError {
    /// Creates an error at a byte offset, with an empty path.
    ///
    /// Enclosing containers extend the path as they propagate the error.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::Custom("not a name".into()));
    /// assert_eq!(error.to_string(), "0x0008: not a name");
    /// ```
    #[cold]
    pub fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self::at(Some(offset), kind)
    }

    #[cold]
    fn at(offset: Option<usize>, kind: DecodeErrorKind) -> Self {
        let located = Located::new(kind);
        Self(Box::new(ErrorImpl { offset, located }))
    }

    /// Creates the error for an array or a tuple of an unexpected length.
    #[doc(hidden)]
    #[cold]
    pub fn wrong_length(offset: usize, expected: usize, found: usize) -> Self {
        Self::new(
            offset,
            DecodeErrorKind::WrongLength {
                expected,
                optional: 0,
                found,
            },
        )
    }

    /// Creates an error without an offset; the enclosing value can set it later.
    #[cold]
    pub(crate) fn unplaced(kind: DecodeErrorKind) -> Self {
        Self::at(None, kind)
    }

    /// Creates the error for a Variant that cannot be encoded.
    #[cold]
    pub(crate) fn not_encoded(error: EncodeError) -> Self {
        let kind = |kind| DecodeErrorKind::NotEncoded(Box::new(kind));
        let (offset, located) = (None, error.0.map(kind));
        Self(Box::new(ErrorImpl { offset, located }))
    }

    /// Removes the offset, for a value with a temporary encoding.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::InvalidString).without_offset();
    /// assert_eq!(error.to_string(), "expected a UTF-8 string");
    /// ```
    #[cold]
    #[must_use]
    pub fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self
    }

    /// Returns the error with this offset, unless the error already has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn placed(mut self, offset: usize) -> Self {
        self.place(offset);
        self
    }

    /// Sets the offset, unless the error already has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn place(&mut self, offset: usize) {
        self.0.offset.get_or_insert(offset);
    }

    /// Returns the offset of the first byte that could not be decoded, in bytes from the start of
    /// the input.
    ///
    /// The offset is never beyond the end of the input, and 0 if the input is a Variant.
    pub fn offset(&self) -> usize {
        self.0.offset.unwrap_or_default()
    }

    #[cold]
    pub(crate) fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name))
    }

    /// Adds the name of an enum's variant before the segments within the variant, because the path
    /// lacks the name if it is a value beside the content.
    #[cold]
    #[cfg(feature = "derive")]
    pub(crate) fn enter_variant(&mut self, name: &'static str) {
        let located = &mut self.0.located;
        located.variants.push((located.path.segments().len(), name));
    }

    /// Adds `start` to the offset, for a value that is part of a larger input.
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

    /// Returns whether the input ends before the value does, so that more bytes could complete it.
    ///
    /// Returns `true` also for a count of more elements than the remaining bytes can hold.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4;
    ///
    /// let error = godot4::from_slice::<i64>(&[2, 0, 0, 0, 7]).unwrap_err();
    /// assert!(error.is_eof());
    /// # }
    /// ```
    pub fn is_eof(&self) -> bool {
        self.kind().is_eof()
    }

    /// Returns whether a valid value does not match the requested Rust type.
    ///
    /// For example, the value has another type, is out of range or lacks a required key.
    ///
    /// With this method, a server can distinguish clients of another version from malformed
    /// packets.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4;
    ///
    /// let error = godot4::from_slice::<u8>(&[2, 0, 0, 0, 0, 1, 0, 0]).unwrap_err();
    /// assert_eq!(error.to_string(), "0x0004: 256 is out of the range of u8");
    /// assert!(error.is_data());
    /// # }
    /// ```
    pub fn is_data(&self) -> bool {
        self.kind().is_data()
    }
}

impl DecodeErrorKind {
    /// Returns whether lenient decoding accepts what this reason rejects, as engines do.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4;
    ///
    /// let kind = |input| godot4::from_slice::<bool>(input).unwrap_err().kind().clone();
    /// assert!(kind(&[1, 0, 0, 0, 7, 0, 0, 0]).is_lenient()); // a bool of 7
    /// assert!(!kind(&[1, 0, 0, 0]).is_lenient());
    /// # }
    /// ```
    pub fn is_lenient(&self) -> bool {
        self.advice().is_some_and(|advice| advice.is_lenient())
    }

    /// Creates the reason for input that ends within a field, for decoders outside this crate.
    ///
    /// ```
    /// use gdvariant::{DecodeError, DecodeErrorKind};
    ///
    /// let error = DecodeError::new(8, DecodeErrorKind::unexpected_end(4, 2));
    /// assert_eq!(error.to_string(), "0x0008: expected 4 bytes, found 2");
    /// assert!(error.is_eof());
    /// ```
    pub const fn unexpected_end(needed: usize, left: usize) -> Self {
        Self::UnexpectedEnd { needed, left }
    }

    /// Creates the reason for bytes after a value.
    #[doc(hidden)]
    pub const fn trailing_bytes(left: usize) -> Self {
        Self::TrailingBytes { left }
    }

    /// Creates the reason for an element that is not of the declared type.
    #[doc(hidden)]
    pub const fn not_declared(declared: Kind, found: Kind, layout: &'static str) -> Self {
        Self::NotDeclared {
            declared,
            found,
            layout,
        }
    }

    /// Creates the reason for a Dictionary that lacks a key, for decoders outside this crate.
    ///
    /// ```
    /// use gdvariant::DecodeErrorKind;
    ///
    /// assert_eq!(DecodeErrorKind::missing_key("name").to_string(), "the key \"name\" is missing");
    /// ```
    pub const fn missing_key(key: &'static str) -> Self {
        Self::MissingKey { key, similar: None }
    }

    /// Creates the reason for a value of an unexpected type.
    pub(crate) fn wrong_type(expected: &'static [Kind], found: Kind, layout: &'static str) -> Self {
        Self::WrongType {
            expected,
            found,
            layout,
        }
    }

    /// Returns whether the input ends before the value does.
    fn is_eof(&self) -> bool {
        matches!(
            self,
            Self::UnexpectedEnd { .. } | Self::CountTooLarge { .. }
        )
    }

    /// Returns whether a valid value does not match the requested Rust type.
    fn is_data(&self) -> bool {
        matches!(
            self,
            Self::WrongType { .. }
                | Self::NotInSerde { .. }
                | Self::OutOfRange { .. }
                | Self::Inexact { .. }
                | Self::FloatOutOfRange { .. }
                | Self::MissingKey { .. }
                | Self::UnknownKey { .. }
                | Self::RepeatedTag { .. }
                | Self::MissingPayload
                | Self::MissingVariantName
                | Self::UnknownVariant { .. }
                | Self::UnknownNumber { .. }
                | Self::WrongLength { .. }
                | Self::CannotBorrow
                | Self::Custom(_)
        )
    }
}

super::located!(DecodeError, DecodeErrorKind, located);
