//! The conversions between `Variant` and Rust's types that do not depend on the schema; the module of
//! each precision contains this file.
//!
//! These are the conversions of numbers of other widths, borrowed strings, `Option`, maps, lists and
//! iterators.

use super::Variant;
use crate::{DecodeError, DecodeErrorKind, Kind};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

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

from! {
    Int from i8, i16, i32, u8, u16, u32;
    Float from f32;
    String from &str, Box<str>, Cow<'_, str>, char;
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

macro_rules! scalar {
    ($doc:literal $scalar:ident: $value:ident => $convert:expr) => {
        #[doc = $doc]
        impl TryFrom<Variant> for $scalar {
            type Error = DecodeError;

            #[inline]
            fn try_from($value: Variant) -> Result<Self, Self::Error> {
                $convert
            }
        }
    };
}

macro_rules! integers {
    ($($number:ident)*) => {$(
        scalar!("Converts an int; returns an error if it does not fit." $number: variant =>
            match variant.as_int() {
                Some(value) => value
                    .try_into()
                    .map_err(|_| DecodeError::unplaced(DecodeErrorKind::OutOfRange {
                        value,
                        expected: stringify!($number),
                    })),
                None => Err(variant.wrong_type(&[Kind::Int])),
            });
    )*};
}

integers!(i8 i16 i32 i128 isize u8 u16 u32 u64 u128 usize);
scalar!("Converts an int." i64: variant =>
    variant.as_int().ok_or_else(|| variant.wrong_type(&[Kind::Int])));
scalar!("Converts a float, or an int that `f64` represents exactly; `as_f64` rounds." f64: variant =>
    variant.to_float());
scalar!("Rounds a float, or converts an int that `f32` represents exactly.

Returns an error if a finite float is too large." f32: variant =>
    variant.to_float());

impl Variant {
    fn to_float<F: crate::wire::number::Float>(&self) -> Result<F, DecodeError> {
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

/// Converts a String or a StringName, like `as_str`.
impl TryFrom<Variant> for String {
    type Error = DecodeError;

    #[inline]
    fn try_from(variant: Variant) -> Result<Self, Self::Error> {
        variant.into_string().or_else(|other| {
            let text = other.as_str().map(Self::from);
            text.ok_or_else(|| other.wrong_type(&[Kind::String]))
        })
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
