//! The errors of conversions between layouts.

use super::{Advice, Located, Path, Segment, Source};
use alloc::boxed::Box;
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
        #[advice(Advice::Lossy)]
        MissingType {
            /// The name of the type in the source.
            ty: &'static str,
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target has no such declared type: of an Array, of a Dictionary, or a script.
        #[error("{layout} cannot declare {declaration}")]
        #[advice(Advice::Lossy)]
        MissingDeclaration {
            /// What the target cannot declare, such as `the element type of an Array`.
            declaration: &'static str,
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target requires values of the declared type, but a converted value has another type.
        #[error("{layout} cannot declare a type that differs from the values")]
        #[advice(Advice::Lossy)]
        NotDeclared {
            /// The name of the target layout.
            layout: &'static str,
        },
        /// The target lacks a field of the type, such as the id of a RID.
        #[error("{layout} has no {field} of a {ty}")]
        #[advice(Advice::Lossy)]
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
