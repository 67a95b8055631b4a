use super::{Advice, Located, Path, Segment, Source};
use crate::{EngineVersion, Escaped, Kind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The error returned if a value cannot be encoded: its path and its reason.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4;
///
/// let error = godot4::to_vec(&vec![1, u64::MAX]).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: 18446744073709551615 is out of the range of int, -9223372036854775808 to 9223372036854775807");
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(pub(super) Box<Located<EncodeErrorKind>>);

super::messages! {
    /// The reason for an [`EncodeError`].
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{EncodeErrorKind, godot4};
    ///
    /// let error = godot4::to_vec("a\0b").unwrap_err();
    /// assert!(matches!(error.kind(), EncodeErrorKind::NulInString { at: 1, .. }));
    /// # }
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum EncodeErrorKind {
        /// A number is outside the range of the engine's int.
        #[error("{value} is out of the range of int, {} to {}", i64::MIN, i64::MAX)]
        OutOfRange {
            /// The number that is out of range.
            value: u64,
        },
        /// A string, an array or a dictionary is longer than engines support.
        #[error("a length of {length}, engines support at most {limit}")]
        TooLong {
            /// The length in bytes, elements or entries.
            length: usize,
            /// The maximum length that engines support.
            limit: u32,
        },
        /// The nesting depth exceeds the limit of engines.
        #[error("nesting exceeds {limit} levels, the limit of engines")]
        TooDeep {
            /// The maximum nesting depth.
            limit: u32,
        },
        /// The encoding of the whole value is longer than the
        /// [`EncodeOptions`](crate::EncodeOptions) allow.
        #[error("a value of {length} bytes, expected at most {limit}")]
        #[advice(Advice::or("send it in parts", Advice::Raise("max_length")))]
        ValueTooLong {
            /// The length of the encoding in bytes.
            length: usize,
            /// The maximum length in bytes that the options allow.
            limit: u32,
        },
        /// A string contains a NUL, at which engines would truncate it.
        #[error("a NUL at byte {at} of a string, where engines would truncate it")]
        NulInString {
            /// The offset of the NUL in the string, in bytes.
            at: usize,
        },
        /// A flattened map contains a key that a field or the tag of an enum also uses.
        #[error("duplicate key {key:?}, also used by a field or the tag")]
        DuplicateKey {
            /// The key; long keys are truncated.
            key: String,
        },
        /// A full object has properties but no class, so it would be encoded as a null object.
        #[error("an object with properties but no class would be decoded as null")]
        #[advice("name its class")]
        MissingClass,
        /// A typed array declares an element type that the layout lacks.
        #[error(
            "the layout {layout} has no {}, the element type of a typed array",
            element.name()
        )]
        #[advice(Advice::or("declare another type", Advice::Convert))]
        UnknownElementType {
            /// The element type.
            element: Kind,
            /// The name of the layout's module.
            layout: &'static str,
        },
        /// A value is not of the type that its container declares.
        #[error(
            "expected {}, the declared type, found {}",
            declared.name_in(layout),
            found.name_in(layout)
        )]
        #[advice("convert the value or declare another type")]
        NotDeclared {
            /// The declared type.
            declared: Kind,
            /// The actual type.
            found: Kind,
            /// The name of the layout's module, for [`Kind::name_in`].
            layout: &'static str,
        },
        /// A typed array declares a script, which the layout cannot represent.
        #[error("the layout {layout} cannot declare a script as the element type of a typed array")]
        #[advice(Advice::or("declare a class", Advice::Convert))]
        ScriptedElement {
            /// The name of the layout's module.
            layout: &'static str,
        },
        /// A type that the layout lacks.
        ///
        /// ```
        /// # #[cfg(feature = "godot3")] {
        /// use gdvariant::{EncodeErrorKind, Variant, Vector4, godot3};
        ///
        /// let error = godot3::to_vec(&Variant::from(Vector4::default())).unwrap_err();
        /// assert!(matches!(error.kind(), EncodeErrorKind::MissingType { .. }));
        /// # }
        /// ```
        #[error("the layout {layout} has no {}", kind.name())]
        #[advice(Advice::Convert)]
        MissingType {
            /// The kind of the value.
            kind: Kind,
            /// The name of the layout's module.
            layout: &'static str,
        },
        /// A declared type of an Array or a Dictionary, in a layout without declared types.
        #[error("the layout {layout} has no {} with declared types", kind.name())]
        #[advice(Advice::Convert)]
        MissingDeclaredType {
            /// The kind of the container.
            kind: Kind,
            /// The name of the layout's module.
            layout: &'static str,
        },
        /// Keys that are different by the [rule](crate::dictionary::KeyRule) of the Dictionary, but the same by
        /// the rule of the layout.
        ///
        /// ```
        /// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
        /// use gdvariant::dictionary::KeyRule;
        /// use gdvariant::{Dictionary, EncodeErrorKind, Variant, godot3, godot4};
        ///
        /// let mut names = Dictionary::<Variant>::with_rule(KeyRule::ByIdentity);
        /// names.insert("id", 1);
        /// names.insert(Variant::StringName("id".into()), 2);
        /// let error = godot4::to_vec(&names).unwrap_err();
        /// assert!(matches!(error.kind(), EncodeErrorKind::EqualKeys { .. }));
        /// assert_eq!(error.path().to_string(), "key(1)");
        /// # }
        /// ```
        #[error(
            "the key {} equals an earlier one in the layout {layout}",
            Escaped(key)
        )]
        #[advice(Advice::Convert)]
        EqualKeys {
            /// The later key in the notation of Godot 4; long keys are truncated.
            key: String,
            /// The name of the layout's module.
            layout: &'static str,
        },
        /// A value has a field that the layout lacks, and the field does not have its default.
        #[error(
            "a {0} with the {field} {value}, but the layout {layout} has no {field} of a {0}",
            kind.name_in(layout)
        )]
        #[advice(Advice::or(format!("encode an empty {}", kind.name_in(layout)), Advice::Convert))]
        MissingField {
            /// The type of the value with the field.
            kind: Kind,
            /// The name of the layout's module.
            layout: &'static str,
            /// The name of the field.
            field: &'static str,
            /// The value of the field.
            value: String,
        },
        /// The [target](crate::EncodeOptions::target) lacks a type, or the declared types of a
        /// container.
        #[error(
            if *is_declared => (
                "the target {target} has no declared types of {}, which are new in {since}",
                kind.name_in(layout)
            ),
            else (
                "the target {target} has no {}, which is new in {since}",
                kind.name_in(layout)
            )
        )]
        #[advice(Advice::or("name a later target", Advice::Fallback(if *is_declared {
            "encodes it without declared types"
        } else {
            "encodes an Array"
        })))]
        NotInTarget {
            /// The type, or the container whose declared types the target lacks.
            kind: Kind,
            /// The name of the layout's module, for [`Kind::name_in`].
            layout: &'static str,
            /// Whether the target lacks only declared types of the container.
            is_declared: bool,
            /// The first version that has the type or the declared types.
            since: EngineVersion,
            /// The target version.
            target: EngineVersion,
        },
        /// The [target](crate::EncodeOptions::target) is not a version of the layout's engine that
        /// the schema describes.
        #[error("expected a target from {oldest} to {newest}, the versions of the layout {layout}, found {target}")]
        #[advice("name one of them, or none for the newest")]
        UnknownTarget {
            /// The target version.
            target: EngineVersion,
            /// The name of the layout's module.
            layout: &'static str,
            /// The oldest version of the layout's engine that the schema describes.
            oldest: EngineVersion,
            /// The newest version of the layout's engine that the schema describes.
            newest: EngineVersion,
        },
        /// A message from an implementation of [`Encode`](crate::Encode) or from serde, displayed
        /// [escaped](crate::Escaped).
        #[error("{}", Escaped(message))]
        Custom(message: Cow<'static, str>),
    }
}

impl EncodeError {
    /// Creates an error with an empty path.
    ///
    /// Enclosing containers extend the path as they propagate the error.
    ///
    /// ```
    /// use gdvariant::{EncodeError, EncodeErrorKind};
    ///
    /// let error = EncodeError::new(EncodeErrorKind::Custom("not connected".into()));
    /// assert_eq!(error.to_string(), "not connected");
    /// ```
    #[cold]
    pub fn new(kind: EncodeErrorKind) -> Self {
        Self(Box::new(Located::new(kind)))
    }
}

super::located!(EncodeError, EncodeErrorKind);
