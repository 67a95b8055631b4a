use super::{Located, Path, Segment};
use crate::{EngineVersion, Escaped, Kind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

/// The error returned if a value cannot be encoded: its path and its reason.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3;
///
/// let error = godot3::to_vec(&vec![1, u64::MAX]).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: 18446744073709551615 is out of the range of int, -9223372036854775808 to 9223372036854775807");
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(pub(super) Box<Located<EncodeErrorKind>>);

/// The reason for an [`EncodeError`].
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{EncodeErrorKind, godot3};
///
/// let error = godot3::to_vec("a\0b").unwrap_err();
/// assert!(matches!(error.kind(), EncodeErrorKind::NulInString { at: 1 }));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// A number is outside the range of the engine's int.
    OutOfRange {
        /// The number.
        value: u64,
    },
    /// A string, an array or a dictionary is longer than engines support.
    TooLong {
        /// Its length.
        length: usize,
        /// The limit.
        limit: u32,
    },
    /// The nesting depth exceeds the limit of engines.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// The encoding of the whole value is longer than the [`EncodeOptions`](crate::EncodeOptions)
    /// allow.
    ValueTooLong {
        /// Its length.
        length: usize,
        /// The limit.
        limit: u32,
    },
    /// A string contains a NUL, at which engines would truncate it.
    NulInString {
        /// Its offset in the string, in bytes.
        at: usize,
    },
    /// A map that is flattened into a struct contains the key of another field.
    RepeatedKey {
        /// The key; long keys are truncated.
        key: String,
    },
    /// A whole object has properties but no class, so it would be encoded as a null object.
    MissingClass,
    /// A typed array declares an element type that the layout lacks.
    UnknownElementType {
        /// The element type.
        element: Kind,
        /// The name of the layout's module.
        layout: &'static str,
    },
    /// A value is not of the type that its container declares.
    NotDeclared {
        /// The declared type, by its name in the layout's engine.
        declared: &'static str,
        /// The actual type, by its name in the layout's engine.
        found: &'static str,
    },
    /// A typed array declares a script, which the layout cannot represent.
    ScriptedElement {
        /// The name of the layout's module.
        layout: &'static str,
    },
    /// A value has an id, and the layout encodes none.
    MissingId {
        /// The name of the type in the layout's engine.
        kind: &'static str,
        /// The name of the layout's module.
        layout: &'static str,
        /// The id.
        id: u64,
    },
    /// The [target](crate::EncodeOptions::target) lacks a type, or declared types of a container.
    NotInTarget {
        /// The name of the type or the container in the layout's engine.
        kind: &'static str,
        /// Whether the target lacks only declared types of the container.
        is_declared: bool,
        /// The first version that has it.
        since: EngineVersion,
        /// The target.
        target: EngineVersion,
    },
    /// The buffer has too few bytes left; nothing was written to it.
    #[cfg(feature = "bytes")]
    BufferFull {
        /// The length of the value in bytes.
        needed: usize,
        /// The number of bytes left in the buffer.
        left: usize,
    },
    /// The message of an implementation of [`Encode`](crate::Encode) or of serde; it is displayed
    /// [escaped](crate::Escaped).
    Custom(Cow<'static, str>),
}

impl EncodeError {
    /// Creates an error with an empty path.
    ///
    /// Enclosing containers extend the path as they pass the error on.
    ///
    /// ```
    /// use gdvariant::{EncodeError, EncodeErrorKind};
    ///
    /// let error = EncodeError::new(EncodeErrorKind::Custom("not connected".into()));
    /// assert_eq!(error.to_string(), "not connected");
    /// ```
    #[cold]
    #[must_use]
    pub fn new(kind: EncodeErrorKind) -> Self {
        Self(Box::new(Located::new(kind)))
    }
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { value } => write!(
                f,
                "{value} is out of the range of int, {} to {}",
                i64::MIN,
                i64::MAX
            ),
            Self::TooLong { length, limit } => {
                write!(f, "a length of {length}; engines count to {limit}")
            }
            Self::TooDeep { limit } => {
                write!(f, "nesting exceeds {limit} levels, the limit of engines")
            }
            Self::ValueTooLong { length, limit } => {
                write!(
                    f,
                    "a value of {length} bytes, the options allow {limit}; send it in parts, or raise `max_length`"
                )
            }
            Self::NulInString { at } => {
                write!(f, "a NUL at byte {at} of text, where engines would end it")
            }
            Self::NotDeclared { declared, found } => write!(
                f,
                "expected {declared}, the declared type, found {found}; convert the value or declare another type"
            ),
            Self::RepeatedKey { key } => write!(
                f,
                "the key {key:?} is also that of a field, and would come twice"
            ),
            Self::MissingClass => f.write_str(
                "an object with properties but no class, which would read as a null object",
            ),
            Self::UnknownElementType { element, layout } => write!(
                f,
                "the layout {layout} has no {}, the element type of a typed array",
                element.name()
            ),
            Self::ScriptedElement { layout } => write!(
                f,
                "the layout {layout} has no scripts as the element type of a typed array; declare their class"
            ),
            Self::MissingId { kind, layout, id } => write!(
                f,
                "a {kind} with the id {id}; the layout {layout} has no ids of a {kind}: encode an empty one"
            ),
            Self::NotInTarget {
                kind,
                is_declared: false,
                since,
                target,
            } => write!(
                f,
                "the target {target} has no {kind}, which is new in {since}; name a later target, or allow the fallback to an Array"
            ),
            Self::NotInTarget {
                kind,
                is_declared: true,
                since,
                target,
            } => write!(
                f,
                "the target {target} has no declared types of {kind}, which are new in {since}; name a later target, or allow the fallback to an untyped {kind}"
            ),
            #[cfg(feature = "bytes")]
            Self::BufferFull { needed, left } => write!(
                f,
                "the value takes {needed} bytes, and the buffer has {left} left"
            ),
            // A message may quote the input, as those of serde do.
            Self::Custom(message) => write!(f, "{}", Escaped(message)),
        }
    }
}

super::located!(EncodeError, EncodeErrorKind);
