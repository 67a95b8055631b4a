//! The errors of conversions of Variants to Rust's types.

use super::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Located, Path, Segment, Source,
};
use alloc::boxed::Box;
use core::convert::Infallible;
use core::error::Error;
use core::fmt;

/// The error returned if a Variant cannot be converted to another type: its path and its reason.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeErrorKind, FromVariantErrorKind, godot4};
///
/// let scores = godot4::variant!([7, 300]);
/// let error = godot4::from_variant::<Vec<u8>>(&scores).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: 300 is out of the range of u8");
/// assert_eq!(error.path().to_string(), "[1]");
/// assert!(matches!(
///     error.kind(),
///     FromVariantErrorKind::Decode(DecodeErrorKind::OutOfRange { value: 300, .. })
/// ));
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FromVariantError(Box<Located<FromVariantErrorKind>>);

super::messages! {
    /// The reason for a [`FromVariantError`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::Variant;
    /// use gdvariant::{DecodeErrorKind, FromVariantErrorKind, Kind};
    ///
    /// let error = u8::try_from(&Variant::from("Ada")).unwrap_err();
    /// assert!(matches!(
    ///     error.kind(),
    ///     FromVariantErrorKind::Decode(DecodeErrorKind::WrongType {
    ///         expected: [Kind::Int],
    ///         found: Kind::String,
    ///         ..
    ///     })
    /// ));
    /// # }
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FromVariantErrorKind {
        /// The Variant is not a value of the requested type.
        #[error("{kind}")]
        #[advice(= kind.advice())]
        Decode(kind: DecodeErrorKind),
        /// The Variant cannot be represented in the format, so `from_variant` cannot encode it.
        #[error("{kind}")]
        #[advice(= kind.advice())]
        Encode(kind: EncodeErrorKind),
    }
}

impl FromVariantError {
    #[cold]
    fn decode(error: Located<DecodeErrorKind>) -> Self {
        Self(Box::new(error.map(FromVariantErrorKind::Decode)))
    }

    /// Creates an error with an empty path.
    #[cold]
    pub(crate) fn from_kind(kind: DecodeErrorKind) -> Self {
        Self::decode(Located::new(kind))
    }

    /// Creates the error for an int that the Rust type cannot hold.
    #[cold]
    pub(crate) fn out_of_range(value: i64, expected: &'static str) -> Self {
        Self::decode(Located::new(DecodeErrorKind::OutOfRange {
            value,
            expected,
        }))
    }
}

/// Converts the error type of infallible conversions.
impl From<Infallible> for FromVariantError {
    fn from(error: Infallible) -> Self {
        match error {}
    }
}

/// Converts a decoding error, discarding its offset.
impl From<DecodeError> for FromVariantError {
    fn from(error: DecodeError) -> Self {
        Self::decode(error.0.located)
    }
}

impl From<EncodeError> for FromVariantError {
    fn from(error: EncodeError) -> Self {
        Self(Box::new(error.0.map(FromVariantErrorKind::Encode)))
    }
}

super::located!(FromVariantError, FromVariantErrorKind);
