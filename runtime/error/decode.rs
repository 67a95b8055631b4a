use super::{Path, Segment};
use crate::Escaped;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// Why bytes could not be decoded, and where: the offset, the path, what was expected and what was found.
///
/// It is one pointer wide. It prints as one line:
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
/// assert!(matches!(error.kind(), DecodeErrorKind::UnexpectedEnd { needed: 4, left: 2 }));
/// # }
/// ```
#[derive(Clone, PartialEq)]
pub struct DecodeError(Box<ErrorImpl>);

#[derive(Debug, Clone, PartialEq)]
struct ErrorImpl {
    /// None until the value around it has placed the error.
    offset: Option<usize>,
    path: Path,
    kind: DecodeErrorKind,
}

/// What was wrong with the bytes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends within a field.
    UnexpectedEnd {
        /// Bytes that the field has.
        needed: usize,
        /// Bytes that are left.
        left: usize,
    },
    /// Bytes follow the value.
    TrailingBytes {
        /// How many.
        left: usize,
    },
    /// The header holds a number that no type of the layout has.
    UnknownType {
        /// The number.
        number: u8,
        /// How many types the layout has: the numbers are below this.
        types: u8,
    },
    /// A typed array declares an element type that the layout lacks.
    UnknownElementType {
        /// The number of the element type.
        number: u32,
        /// How many types the layout has: the numbers are below this.
        types: u8,
    },
    /// An Array or a Dictionary declares a type that cannot be declared.
    InvalidDeclaredType {
        /// The number of the declared type.
        number: u32,
        /// How many types the layout has: the numbers are below this.
        types: u8,
    },
    /// The header, an element type, a count or a NodePath's flags have bits set that mean nothing.
    UnknownFlags {
        /// Those bits, in their places.
        flags: u32,
    },
    /// A value of another type was expected.
    WrongType {
        /// What the Rust type takes.
        expected: &'static str,
        /// The type in the bytes, by its name in the layout's engine.
        found: &'static str,
    },
    /// A bool is neither 0 nor 1.
    InvalidBool {
        /// What it is.
        value: u32,
    },
    /// A length has its sign bit set.
    NegativeLength {
        /// The length as engines read it.
        length: i32,
    },
    /// There cannot be as many elements as the count says.
    CountTooLarge {
        /// The count.
        count: u64,
        /// Bytes that each element has at least.
        each: usize,
        /// Bytes that are left.
        left: usize,
    },
    /// Text is not UTF-8, or not text that Rust can hold.
    InvalidText,
    /// Text that the engine's options change in reading was to be borrowed.
    CannotBorrow,
    /// A NUL lies within text, where engines would end it.
    NulInText,
    /// A NodePath is in the old format, which engines refuse.
    OldNodePath,
    /// A whole object came, and [`DecodeOptions::allow_objects`](crate::DecodeOptions::allow_objects) is off.
    ObjectsNotAllowed,
    /// The nesting depth exceeds the limit.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// A number is outside the range of the Rust type.
    OutOfRange {
        /// The number in the bytes.
        value: i64,
        /// The Rust type.
        expected: &'static str,
    },
    /// A Dictionary lacks a key.
    MissingKey {
        /// The key.
        key: &'static str,
    },
    /// A Dictionary has a key that a struct with `deny_unknown_fields` does not know; the path ends in it.
    UnknownKey {
        /// The keys that the struct knows, its aliases among them.
        known: &'static [&'static str],
    },
    /// The key that names the variant of an enum comes twice.
    RepeatedTag {
        /// The key.
        tag: &'static str,
    },
    /// No variant of an enum has the name.
    UnknownVariant {
        /// The name; a long one is cut.
        name: String,
        /// The names of the variants, their aliases among them.
        known: &'static [&'static str],
    },
    /// No variant of an enum has the number.
    UnknownNumber {
        /// The number in the bytes.
        number: i64,
        /// The enum.
        expected: &'static str,
    },
    /// No variant of an untagged enum takes the value.
    NoVariant {
        /// The variant that took the most of it.
        closest: &'static str,
        /// What that variant said; the offset and the path are its own.
        reason: Box<DecodeErrorKind>,
    },
    /// Bytes would be read again and again, for what lies deep in one another: untagged enums, structs with flattened fields, enums whose
    /// tag comes behind the fields.
    TooOftenRead,
    /// An array or a tuple has another length.
    WrongLength {
        /// The length of the Rust type.
        expected: usize,
        /// The length in the bytes.
        found: usize,
    },
    /// The message of an implementation of [`Decode`](crate::Decode) or of serde; it is displayed
    /// [escaped](crate::Escaped).
    Custom(Cow<'static, str>),
}

impl DecodeError {
    /// An error at a byte offset, with an empty path.
    ///
    /// The containers around it add theirs as it passes through.
    #[cold]
    #[must_use]
    pub fn new(offset: usize, kind: DecodeErrorKind) -> Self {
        Self(Box::new(ErrorImpl {
            offset: Some(offset),
            path: Path::default(),
            kind,
        }))
    }

    /// An error of what does not know its place in the bytes; the value around it does.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn unplaced(kind: DecodeErrorKind) -> Self {
        Self(Box::new(ErrorImpl {
            offset: None,
            path: Path::default(),
            kind,
        }))
    }

    /// The same error, at this offset unless it has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn placed(mut self, offset: usize) -> Self {
        self.place(offset);
        self
    }

    /// Gives the error this offset unless it has one.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn place(&mut self, offset: usize) {
        self.0.offset.get_or_insert(offset);
    }

    /// The offset of the first byte that could not be used, from the start of the input, in bytes; never beyond its end.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset.unwrap_or_default()
    }

    /// The way from the outermost value to the one at fault.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.0.kind
    }

    /// The same error within a part of a larger value: containers call it as the error passes through.
    #[cold]
    #[must_use]
    pub fn within(mut self, segment: Segment) -> Self {
        self.0.path.enclose(segment);
        self
    }

    #[cold]
    pub(crate) fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name))
    }

    /// The same error for another reason, which may tell of this one's.
    #[cold]
    #[cfg(feature = "derive")]
    pub(crate) fn because(
        mut self,
        reason: impl FnOnce(DecodeErrorKind) -> DecodeErrorKind,
    ) -> Self {
        self.0.kind = reason(self.0.kind);
        self
    }

    /// The same error with its offset counted from `start` bytes earlier, for a value that is a part of a larger input.
    #[cold]
    #[must_use]
    pub fn after(mut self, start: usize) -> Self {
        self.0.offset = self.0.offset.map(|offset| offset + start);
        self
    }

    /// Only what was wrong, without the offset and the path.
    #[must_use]
    pub fn message(&self) -> String {
        alloc::format!("{}", self.0.kind)
    }
}

/// So many bytes, in words.
struct Bytes(usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// The known names, behind one that is not.
fn list(f: &mut fmt::Formatter<'_>, known: &[&str]) -> fmt::Result {
    for (index, name) in known.iter().enumerate() {
        let before = if index == 0 { "; known are " } else { ", " };
        write!(f, "{before}{name:?}")?;
    }
    Ok(())
}

impl fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd { needed, left } => write!(f, "need {}, {left} left", Bytes(*needed)),
            Self::TrailingBytes { left } => {
                let (follow, them) = if *left == 1 { ("follows", "it") } else { ("follow", "them") };
                write!(f, "{} {follow} the value; `from_slice_prefix` or the engine's options leave {them}", Bytes(*left))
            }
            Self::UnknownType { number, types } => write!(
                f,
                "unknown type {number}, the layout has 0 to {}; is it another layout, or does a length prefix come first?",
                types.saturating_sub(1)
            ),
            Self::UnknownElementType { number, types } => write!(
                f,
                "unknown element type {number}, the layout has 0 to {}; the engine's options read it as any type",
                types.saturating_sub(1)
            ),
            Self::InvalidDeclaredType { number: 0, .. } => f.write_str(
                "the declared type 0, which means none; the engine's options accept it",
            ),
            Self::InvalidDeclaredType { number, types } => write!(
                f,
                "unknown declared type {number}, the layout has 1 to {}",
                types.saturating_sub(1)
            ),
            Self::UnknownFlags { flags } => write!(f, "unknown flags {flags:#010x}; the engine's options ignore them"),
            Self::WrongType { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::InvalidBool { value } => {
                write!(f, "expected a bool of 0 or 1, found {value}; the engine's options take it as true")
            }
            Self::NegativeLength { length } => write!(f, "expected a length, found {length}"),
            Self::CountTooLarge { count, each, left } => {
                write!(f, "{count} elements need at least {} each, {left} left", Bytes(*each))
            }
            Self::InvalidText => f.write_str("expected UTF-8 text"),
            Self::CannotBorrow => {
                f.write_str(
                    "text that the engine's options change in reading; what owns its text takes it, such as a `String`, a `NodePath` or a `Variant`",
                )
            }
            Self::NulInText => f.write_str("a NUL within text; the engine's options end the text there"),
            Self::OldNodePath => f.write_str("a NodePath in the old format, which engines refuse"),
            Self::ObjectsNotAllowed => {
                f.write_str("a whole object; `allow_objects` reads it as data, and nothing is instantiated")
            }
            Self::TooDeep { limit } => write!(f, "nesting exceeds {limit} levels"),
            Self::OutOfRange { value, expected } => write!(f, "{value} is out of the range of {expected}"),
            Self::MissingKey { key } => write!(f, "the key {key:?} is missing"),
            Self::UnknownKey { known } => {
                f.write_str("unknown key")?;
                list(f, known)
            }
            Self::RepeatedTag { tag } => write!(f, "the key {tag:?}, which names the variant, comes twice"),
            Self::UnknownVariant { name, known } => {
                write!(f, "unknown variant {name:?}")?;
                list(f, known)
            }
            Self::UnknownNumber { number, expected } => write!(f, "no variant of {expected} has the number {number}"),
            Self::NoVariant { closest, reason } => write!(f, "no variant fits; the closest is {closest}: {reason}"),
            Self::TooOftenRead => f.write_str(
                "bytes that are read again and again, for untagged enums, flattened fields, or tags behind the fields",
            ),
            Self::WrongLength { expected, found } => write!(f, "expected {expected} elements, found {found}"),
            // A message may quote the input, as those of serde do.
            Self::Custom(message) => write!(f, "{}", Escaped(message)),
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x}: ", self.offset())?;
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        fmt::Display::fmt(&self.0.kind, f)
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self})")
    }
}

impl core::error::Error for DecodeError {}
