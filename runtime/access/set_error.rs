//! The error of a value that cannot be set at a path.

use crate::{Advice, Kind, Path};
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The error returned if a value cannot be set at a path: where the path stops, why, and the value.
///
/// ```
/// use gdvariant::{SetAtPathErrorKind, Variant, variant};
///
/// let mut game = variant!({"players": [{"name": "Ada"}]});
/// let error = game.set_at_path(&"players[3].name".parse()?, "Grace").unwrap_err();
/// assert_eq!(error.to_string(), "players[3]: expected an index of at most 1");
/// assert_eq!(error.path().to_string(), "players[3]");
/// assert!(matches!(error.kind(), SetAtPathErrorKind::OutOfBounds { length: 1, .. }));
/// assert_eq!(error.into_value(), Variant::from("Grace"));
/// # Ok::<(), gdvariant::ParsePathError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct SetAtPathError<V> {
    path: Path,
    kind: SetAtPathErrorKind,
    value: V,
}

crate::error::messages! {
    /// The reason for a [`SetAtPathError`].
    ///
    /// ```
    /// use gdvariant::{SetAtPathErrorKind, Vector2, variant};
    ///
    /// let mut player = variant!({"position": Vector2::new(1.5, 2.0)});
    /// let error = player.set_at_path(&"position.x".parse()?, "left").unwrap_err();
    /// assert_eq!(error.to_string(), "position.x: expected a value that Vector2 can hold, found String");
    /// assert!(matches!(error.kind(), SetAtPathErrorKind::WrongType { .. }));
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum SetAtPathErrorKind {
        /// The path leads to a key of a Dictionary or into it.
        #[error("a key cannot be changed")]
        #[advice("remove the entry, and set a value with another key")]
        Key,
        /// The last segment of the path is not a key.
        #[error("expected a key")]
        #[advice("a String is written as `[\"text\"]`, and any other key as in scripts")]
        InvalidKey,
        /// The container of the value does not exist.
        #[error("no value, expected the container of the new value")]
        #[advice("set the container first")]
        NoContainer,
        /// An index is beyond the position after the last element.
        #[error("expected an index of at most {length}")]
        #[advice("`[+]` is the position after the last element")]
        OutOfBounds {
            /// The number of elements of the array.
            length: usize,
        },
        /// A value has no such member, such as a String, which has none.
        #[error("{} has no such member", kind.name())]
        NoMember {
            /// The type of the value.
            kind: Kind,
        },
        /// A component of a value, or an element of a packed array, cannot have the new value.
        #[error("expected a value that {} can hold, found {found}", holder.name())]
        WrongType {
            /// The type of the value with components or of the packed array.
            holder: Kind,
            /// The new value, if it is a number, or else the name of its type.
            found: String,
        },
        /// The new value has a precision other than that of the value with the path.
        #[error("expected a value of the same precision")]
        #[advice(Advice::Convert)]
        OtherPrecision,
    }
}

crate::error::advised!(SetAtPathErrorKind);

impl<V> SetAtPathError<V> {
    #[cold]
    pub(crate) fn new(path: Path, kind: SetAtPathErrorKind, value: V) -> Self {
        Self { path, kind, value }
    }

    /// Returns the path up to the first segment that leads to no place for the value.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the reason for the error.
    pub fn kind(&self) -> &SetAtPathErrorKind {
        &self.kind
    }

    /// Returns the value that was not set.
    pub fn into_value(self) -> V {
        self.value
    }

    /// Returns what a developer can do about the error; see
    /// [`DecodeError::advice`](crate::DecodeError::advice).
    ///
    /// ```
    /// use gdvariant::variant;
    ///
    /// let mut names = variant!(["Ada"]);
    /// let error = names.set_at_path(&"[7]".parse()?, "Grace").unwrap_err();
    /// assert_eq!(error.advice().unwrap().to_string(), "`[+]` is the position after the last element");
    /// # Ok::<(), gdvariant::ParsePathError>(())
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        self.kind.advice()
    }

    /// Converts the value.
    pub(crate) fn map<T>(self, convert: impl FnOnce(V) -> T) -> SetAtPathError<T> {
        SetAtPathError {
            path: self.path,
            kind: self.kind,
            value: convert(self.value),
        }
    }
}

impl<V> fmt::Display for SetAtPathError<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.in_message())?;
        self.kind.fmt(f)
    }
}

impl<V> fmt::Debug for SetAtPathError<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetAtPathError({self:#})")
    }
}

impl<V> Error for SetAtPathError<V> {}
