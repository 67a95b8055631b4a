//! The errors of conversions between layouts, and to Rust's types.

use super::{
    DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Located, Path, Segment, Source,
};
use alloc::boxed::Box;
use core::convert::Infallible;
use core::error::Error;
use core::fmt;

/// The error returned if a value cannot be converted to another layout: its path and its reason.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "pandemonium"))] {
/// use gdvariant::convert::ConvertErrorKind;
/// use gdvariant::{Converter, Godot3, Pandemonium, Variant, Vector4};
///
/// let value = Variant::from(vec![Variant::from(Vector4::default())]);
/// let error = Converter::new().convert::<Pandemonium, Godot3>(&value).unwrap_err();
/// assert_eq!(error.to_string(), "[0]: Godot 3 has no Vector4");
/// assert!(matches!(error.kind(), ConvertErrorKind::MissingType { ty: "Vector4", .. }));
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ConvertError(Box<Located<ConvertErrorKind>>);

super::messages! {
    /// The reason for a [`ConvertError`].
    ///
    /// Layouts are named by the title of their engine, such as `Godot 3`.
    ///
    /// ```
    /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
    /// use gdvariant::convert::ConvertErrorKind;
    /// use gdvariant::{Converter, Godot3, Godot4, Vector2i, godot4};
    ///
    /// let cell = godot4::Variant::from(Vector2i::new(1, 2));
    /// let error = Converter::new().convert::<Godot4, Godot3>(&cell).unwrap_err();
    /// assert!(matches!(error.kind(), ConvertErrorKind::MissingType { .. }), "{error}");
    /// # }
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ConvertErrorKind {
        /// The target lacks the type.
        #[error("{layout} has no {ty}")]
        MissingType {
            /// The name of the type in the source.
            ty: &'static str,
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target has no Array with a declared type.
        #[error("{layout} cannot declare the element type of an Array")]
        MissingTypedArray {
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target has no Dictionary with declared types.
        #[error("{layout} cannot declare the types of a Dictionary")]
        MissingTypedDictionary {
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target has no container with a declared script.
        #[error("{layout} cannot declare a script as the type of a container")]
        MissingScript {
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target requires values of the declared type, but a converted value has another type.
        #[error("{layout} cannot declare a type that differs from the values")]
        NotDeclared {
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target lacks a field of the type, such as the id of a RID.
        #[error("{layout} has no {field} of a {ty}")]
        MissingField {
            /// The name of the field.
            field: &'static str,
            /// The name of the type in the source.
            ty: &'static str,
            /// The name of the target layout.
            layout: &'static str,
        },
    }
}

impl ConvertError {
    /// Creates an error with an empty path.
    #[cold]
    pub(crate) fn new(kind: ConvertErrorKind) -> Self {
        Self(Box::new(Located::new(kind)))
    }
}

super::located!(ConvertError, ConvertErrorKind);

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
        Decode(kind: DecodeErrorKind),
        /// The Variant cannot be represented in the format, so `from_variant` cannot encode it.
        #[error("{kind}")]
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
