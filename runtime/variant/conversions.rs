//! Converts Variants from and to Rust's types; the module of each precision contains this file.

use super::*;
use crate::codec::{
    map_array, map_dictionary, map_object, map_typed_array, map_typed_dictionary,
};
use crate::variant::Held;
use crate::{DecodeError, DecodeErrorKind, Kind, Packed};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use core::borrow::Borrow;

macro_rules! from {
    ($($case:ident from $($from:ty),*;)*) => {$($(
        impl From<$from> for Variant {
            #[inline]
            fn from(value: $from) -> Self {
                Self::$case(value.into())
            }
        }
    )*)*};
}

macro_rules! try_into {
    ($($(#[$doc:meta])* $target:ty: $variant:ident => $convert:expr;)*) => {$(
        $(#[$doc])*
        impl TryFrom<Variant> for $target {
            type Error = DecodeError;

            #[inline]
            fn try_from($variant: Variant) -> Result<Self, Self::Error> {
                $convert
            }
        }
    )*};
    // Types of one variant each, which are payloads.
    ($($case:ident to $payload:ty;)*) => {
        try_into! {$(
            $payload: variant => match variant {
                Variant::$case(value) => Ok(Held::<Self>::into_payload(value)),
                other => Err(other.wrong_type(&[Kind::$case])),
            };
        )*}
    };
}

from! {
    Bool from bool;
    Int from i64, i8, i16, i32, u8, u16, u32;
    Float from f64, f32;
    String from &str, Box<str>, Cow<'_, str>, char;
    NodePath from NodePath;
    Object from Object;
    Dictionary from Dictionary;
}

try_into! {
    NodePath to NodePath;
    Object to Object;
    Bool to bool;
    Int to i64;
}

macro_rules! packed {
    ($packed:ident from $($element:ty),+) => {$(
        impl From<Packed<Vec<$element>>> for Variant {
            #[inline]
            fn from(packed: Packed<Vec<$element>>) -> Self {
                Self::$packed(packed.0.into_iter().map(Into::into).collect())
            }
        }

        impl From<Packed<&[$element]>> for Variant {
            #[inline]
            fn from(packed: Packed<&[$element]>) -> Self {
                Packed(packed.0.to_vec()).into()
            }
        }

        impl<const N: usize> From<Packed<[$element; N]>> for Variant {
            #[inline]
            fn from(packed: Packed<[$element; N]>) -> Self {
                Packed(Vec::from(packed.0)).into()
            }
        }
    )+};
}

packed!(PackedStringArray from String, &str, Box<str>, Cow<'_, str>);

macro_rules! payloads {
    (
        ;
        texts { String $($text:ident)* }
        fields { $($fields:ident)* }
        records { $($record:ident)* }
        packed_arrays { $($packed:ident $element:ty,)* }
        typed_arrays { $($typed_array:ident)* }
    ) => {
        from! {
            String from String;
            $($text from $text;)*
            $($fields from $fields;)*
            $($record from crate::$record;)*
        }

        try_into! {
            $($text to $text;)*
            $($fields to $fields;)*
            $($record to crate::$record;)*
        }

        $(packed!($packed from $element);)*

        $(
            impl PartialEq<$fields> for Variant {
                #[inline]
                fn eq(&self, other: &$fields) -> bool {
                    matches!(self, Self::$fields(value) if Borrow::<$fields>::borrow(value) == other)
                }
            }

            impl PartialEq<Variant> for $fields {
                #[inline]
                fn eq(&self, other: &Variant) -> bool {
                    other == self
                }
            }
        )*

        try_into! {
            /// Converts an Array with or without a declared type.
            TypedArray: variant => match variant {
                Variant::TypedArray(value) $(| Variant::$typed_array(value))* => Ok(*value),
                Variant::Array(values) => Ok(values.into()),
                other => Err(other.wrong_type(&[$(Kind::$typed_array,)* Kind::Array])),
            };
        }

        /// Converts to an owned value.
        impl From<VariantRef<'_>> for Variant {
            #[inline]
            fn from(value: VariantRef<'_>) -> Self {
                match value {
                    VariantRef::Object(object) => Self::Object(map_object(object, Self::from)),
                    VariantRef::Dictionary(dictionary) => {
                        Self::Dictionary(map_dictionary(dictionary, Self::from))
                    }
                    VariantRef::TypedDictionary(dictionary) => {
                        Self::TypedDictionary(map_typed_dictionary(dictionary, Self::from))
                    }
                    VariantRef::Array(elements) => Self::Array(map_array(elements, Self::from)),
                    VariantRef::TypedArray(array) => {
                        Self::TypedArray(map_typed_array(array, Self::from))
                    }
                    $(VariantRef::$typed_array(array) => {
                        Self::$typed_array(map_typed_array(array, Self::from))
                    })*
                    leaf => leaf.into_owned_leaf(),
                }
            }
        }

        impl VariantRef<'_> {
            fn into_owned_leaf(self) -> Variant {
                match self {
                    Self::Nil => Variant::Nil,
                    Self::Bool(value) => Variant::Bool(value),
                    Self::Int(value) => Variant::Int(value),
                    Self::Float(value) => Variant::Float(value),
                    Self::String(text) => Variant::String(text.into()),
                    $(Self::$text(text) => Variant::$text(text.into()),)*
                    $(Self::$fields(value) => {
                        Variant::$fields(value)
                    })*
                    Self::NodePath(path) => Variant::NodePath(path.into()),
                    $(Self::$record(record) => {
                        Variant::$record(<crate::$record>::from(record).into())
                    })*
                    $(Self::$packed(elements) => Variant::$packed(elements.to_vec()),)*
                    Self::PackedStringArray(texts) => {
                        Variant::PackedStringArray(texts.into_iter().map(Into::into).collect())
                    }
                    nested @ (Self::Object(_) | Self::Dictionary(_) | Self::Array(_)
                    | Self::TypedDictionary(_) | Self::TypedArray(_)
                    $(| Self::$typed_array(_))*) => nested.into(),
                }
            }
        }
    };
}

each_body!(payloads);

impl From<TypedArray> for Variant {
    #[inline]
    fn from(array: TypedArray) -> Self {
        Self::from_typed_array(Box::new(array))
    }
}

impl From<TypedDictionary> for Variant {
    #[inline]
    fn from(dictionary: TypedDictionary) -> Self {
        Self::from_typed_dictionary(Box::new(dictionary))
    }
}

macro_rules! try_from {
    ($($from:ty)*) => {$(
        /// Converts a number to an int; returns an error if the number does not fit 64 bits.
        impl TryFrom<$from> for Variant {
            type Error = core::num::TryFromIntError;

            #[inline]
            fn try_from(value: $from) -> Result<Self, Self::Error> {
                i64::try_from(value).map(Self::Int)
            }
        }
    )*};
}

try_from!(i128 isize u64 u128 usize);

macro_rules! integers {
    ($($number:ident)*) => {
        try_into! {$(
            /// Converts an int; returns an error if it does not fit.
            $number: variant => match variant.as_int() {
                Some(value) => value
                    .try_into()
                    .map_err(|_| DecodeError::unplaced(DecodeErrorKind::OutOfRange {
                        value,
                        expected: stringify!($number),
                    })),
                None => Err(variant.wrong_type(&[Kind::Int])),
            };
        )*}
    };
}

integers!(i8 i16 i32 i128 isize u8 u16 u32 u64 u128 usize);

try_into! {
    /// Converts a float, or an int that `f64` represents exactly; `as_f64` rounds.
    f64: variant => variant.to_float();
    /// Rounds a float, or converts an int that `f32` represents exactly.
    ///
    /// Returns an error if a finite float is too large.
    f32: variant => variant.to_float();
    /// Converts a String or a StringName, like `as_str`.
    String: variant => variant.into_string().or_else(|other| {
        let text = other.as_str().map(Self::from);
        text.ok_or_else(|| other.wrong_type(&[Kind::String]))
    });
    /// Converts a Dictionary; its declared types are dropped.
    Dictionary: variant => variant
        .into_dictionary()
        .map_err(|other| other.wrong_type(&[Kind::Dictionary]));
    /// Converts a Dictionary with or without declared types.
    TypedDictionary: variant => match variant {
        Variant::TypedDictionary(value) => Ok(*value),
        Variant::Dictionary(entries) => Ok(entries.into()),
        other => Err(other.wrong_type(&[Kind::Dictionary])),
    };
}

impl Variant {
    fn to_float<F: crate::wire::fields::Float>(&self) -> Result<F, DecodeError> {
        let converted = match *self {
            Self::Int(value) => F::from_int(value, false),
            Self::Float(value) => F::from_f64(value),
            _ => return Err(self.wrong_type(&[Kind::Float])),
        };
        converted.map_err(DecodeError::unplaced)
    }

    /// Creates the error for a value that is of none of the expected types.
    #[cold]
    pub(super) fn wrong_type(&self, expected: &'static [Kind]) -> DecodeError {
        DecodeError::unplaced(DecodeErrorKind::wrong_type(
            expected,
            self.kind(),
            "",
        ))
    }
}

impl From<()> for Variant {
    #[inline]
    fn from((): ()) -> Self {
        Self::Nil
    }
}

/// Creates a Dictionary with the entries in the order of the map.
impl<K: Into<Variant>, T: Into<Variant>> From<BTreeMap<K, T>> for Variant {
    #[inline]
    fn from(map: BTreeMap<K, T>) -> Self {
        map.into_iter().collect()
    }
}

/// Creates a Dictionary with the entries in the random order of the map.
#[cfg(feature = "std")]
impl<K: Into<Variant>, T: Into<Variant>, S> From<std::collections::HashMap<K, T, S>> for Variant {
    #[inline]
    fn from(map: std::collections::HashMap<K, T, S>) -> Self {
        map.into_iter().collect()
    }
}

/// Creates a Dictionary; for duplicate keys, the last value wins.
impl<K: Into<Variant>, T: Into<Variant>> FromIterator<(K, T)> for Variant {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        Self::Dictionary(entries.into_iter().collect())
    }
}

/// Converts `None` to Nil.
impl<T: Into<Variant>> From<Option<T>> for Variant {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}

/// Creates an Array of the converted elements.
impl<T: Into<Variant>> FromIterator<T> for Variant {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::Array(elements.into_iter().map(Into::into).collect())
    }
}

/// Creates an Array; [`Packed`](crate::Packed) creates a packed array.
impl<T: Into<Variant>> From<Vec<T>> for Variant {
    #[inline]
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

/// Creates an Array; [`Packed`](crate::Packed) creates a packed array.
impl<T: Into<Variant>, const N: usize> From<[T; N]> for Variant {
    #[inline]
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

/// Creates an Array; [`Packed`](crate::Packed) creates a packed array.
impl<T: Into<Variant> + Clone> From<&[T]> for Variant {
    #[inline]
    fn from(elements: &[T]) -> Self {
        elements.iter().cloned().collect()
    }
}
