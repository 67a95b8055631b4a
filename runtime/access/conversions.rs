//! Macros that implement conversions between Variants and Rust's types.

use crate::{FromVariantError, Segment};
use alloc::vec::Vec;
use core::any::Any;
use core::mem;

/// Implements the conversions of a layout's Variant that the schema does not list.
///
/// These are the conversions of numbers of other widths, borrowed strings, `Option`, maps and
/// iterators.
macro_rules! more_conversions {
    ($variant:ident of $layout:ident) => {
        crate::access::conversions::more_conversions!(@into $variant: Int from i8, i16, i32, u8, u16, u32);
        crate::access::conversions::more_conversions!(@into $variant: Float from f32);
        crate::access::conversions::more_conversions!(@into $variant: String from &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>, char);

        /// Converts a String or a StringName, like `as_str`.
        impl TryFrom<$variant> for alloc::string::String {
            type Error = crate::FromVariantError;

            fn try_from(variant: $variant) -> Result<Self, Self::Error> {
                variant.into_string().or_else(|other| Self::try_from(&other))
            }
        }

        /// Converts a String or a StringName, like `as_str`.
        impl TryFrom<&$variant> for alloc::string::String {
            type Error = crate::FromVariantError;

            fn try_from(variant: &$variant) -> Result<Self, Self::Error> {
                <&str>::try_from(variant).map(Self::from)
            }
        }

        impl From<()> for $variant {
            fn from((): ()) -> Self {
                Self::Nil
            }
        }

        crate::access::conversions::more_conversions!(@try_into $variant: i128, isize, u64, u128, usize);
        crate::access::conversions::scalar_conversions!($variant of $layout: i8 i16 i32 i128 isize u8 u16 u32 u64 u128 usize);
        /// Creates a Dictionary with the entries in the order of the map.
        impl<K: Into<$variant>, T: Into<$variant>> From<alloc::collections::BTreeMap<K, T>> for $variant {
            fn from(map: alloc::collections::BTreeMap<K, T>) -> Self {
                map.into_iter().collect()
            }
        }

        /// Creates a Dictionary with the entries in the random order of the map.
        #[cfg(feature = "std")]
        impl<K: Into<$variant>, T: Into<$variant>, S> From<std::collections::HashMap<K, T, S>> for $variant {
            fn from(map: std::collections::HashMap<K, T, S>) -> Self {
                map.into_iter().collect()
            }
        }

        /// Creates a Dictionary; for duplicate keys, the last value wins.
        impl<K: Into<$variant>, T: Into<$variant>> FromIterator<(K, T)> for $variant {
            fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
                Self::Dictionary(entries.into_iter().collect())
            }
        }

        impl $variant {
            /// Creates an Array of the elements of an iterator or a collection.
            ///
            /// ```
            /// # #[cfg(feature = "godot3")] {
            /// use gdvariant::godot3::{Variant, variant};
            ///
            /// assert_eq!(Variant::array((1..4).map(|level| level * level)), variant!([1, 4, 9]));
            /// # }
            /// ```
            pub fn array<T: Into<Self>>(elements: impl IntoIterator<Item = T>) -> Self {
                Self::Array(elements.into_iter().map(Into::into).collect())
            }
        }

        /// Converts `None` to Nil.
        impl<T: Into<$variant>> From<Option<T>> for $variant {
            fn from(value: Option<T>) -> Self {
                value.map_or(Self::Nil, Into::into)
            }
        }

        /// Creates an Array of the converted elements.
        impl<T: Into<$variant>> FromIterator<T> for $variant {
            fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
                Self::array(elements)
            }
        }
    };
    (@try_into $variant:ident: $($from:ty),*) => {$(
        /// Converts a number to an int; returns an error if the number does not fit 64 bits.
        impl TryFrom<$from> for $variant {
            type Error = core::num::TryFromIntError;

            fn try_from(value: $from) -> Result<Self, Self::Error> {
                i64::try_from(value).map(Self::Int)
            }
        }
    )*};
    (@into $variant:ident: $case:ident from $($from:ty),*) => {$(
        impl From<$from> for $variant {
            fn from(value: $from) -> Self {
                Self::$case(value.into())
            }
        }
    )*};
}

pub(crate) use more_conversions;

/// Converts elements, and adds the index of an element to its error.
pub(crate) fn elements<V, T: TryFrom<V>>(
    elements: impl IntoIterator<Item = V>,
) -> Result<Vec<T>, FromVariantError>
where
    FromVariantError: From<T::Error>,
{
    let convert = |(index, element)| {
        let converted = T::try_from(element);
        converted.map_err(|error| FromVariantError::from(error).within(Segment::Index(index)))
    };
    elements.into_iter().enumerate().map(convert).collect()
}

/// Converts the elements of a packed array through `V`, or moves elements of the same type.
pub(crate) fn packed_elements<V, E, T>(mut packed: Vec<E>) -> Result<Vec<T>, FromVariantError>
where
    V: From<E>,
    E: 'static,
    T: TryFrom<V> + 'static,
    FromVariantError: From<T::Error>,
{
    match (&mut packed as &mut dyn Any).downcast_mut() {
        Some(same) => Ok(mem::take(same)),
        None => elements(packed.into_iter().map(V::from)),
    }
}

/// Implements the conversions to and from lists for a layout with these packed arrays.
macro_rules! list_conversions {
    ($variant:ident: $($packed:ident),*) => {
        /// Creates an Array; [`Pool`](crate::Pool) creates a packed array.
        impl<T: Into<$variant>> From<Vec<T>> for $variant {
            fn from(elements: Vec<T>) -> Self {
                Self::array(elements)
            }
        }

        /// Creates an Array; [`Pool`](crate::Pool) creates a packed array.
        impl<T: Into<$variant>, const N: usize> From<[T; N]> for $variant {
            fn from(elements: [T; N]) -> Self {
                Self::array(elements)
            }
        }

        /// Creates an Array; [`Pool`](crate::Pool) creates a packed array.
        impl<T: Into<$variant> + Clone> From<&[T]> for $variant {
            fn from(elements: &[T]) -> Self {
                Self::array(elements.iter().cloned())
            }
        }

        /// Converts the elements of an Array or a packed array; returns an error for any other
        /// value.
        impl<T: TryFrom<$variant> + 'static> TryFrom<$variant> for Vec<T>
        where
            crate::FromVariantError: From<T::Error>,
        {
            type Error = crate::FromVariantError;

            fn try_from(list: $variant) -> Result<Self, Self::Error> {
                use crate::access::conversions::{elements, packed_elements};
                match list {
                    $($variant::$packed(packed) => packed_elements::<$variant, _, _>(packed),)*
                    other => match other.into_array() {
                        Ok(values) => elements(values),
                        Err(other) => Err(other.wrong_type(&[crate::Kind::Array])),
                    },
                }
            }
        }

        /// Converts the elements of an Array or a packed array; returns an error for any other
        /// value.
        impl<T: TryFrom<$variant> + 'static> TryFrom<&$variant> for Vec<T>
        where
            crate::FromVariantError: From<T::Error>,
        {
            type Error = crate::FromVariantError;

            fn try_from(list: &$variant) -> Result<Self, Self::Error> {
                list.clone().try_into()
            }
        }
    };
}

/// Implements the conversions of [`Pool`](crate::Pool) to the packed array of a layout's Variant.
macro_rules! pool_conversions {
    ($variant:ident: $packed:ident from $($element:ty),+) => {$(
        impl From<crate::Pool<Vec<$element>>> for $variant {
            fn from(pool: crate::Pool<Vec<$element>>) -> Self {
                Self::$packed(pool.0.into_iter().map(Into::into).collect())
            }
        }

        impl From<crate::Pool<&[$element]>> for $variant {
            fn from(pool: crate::Pool<&[$element]>) -> Self {
                crate::Pool(pool.0.to_vec()).into()
            }
        }

        impl<const N: usize> From<crate::Pool<[$element; N]>> for $variant {
            fn from(pool: crate::Pool<[$element; N]>) -> Self {
                crate::Pool(Vec::from(pool.0)).into()
            }
        }
    )+};
}

pub(crate) use {list_conversions, pool_conversions};

/// Implements comparisons of a Variant with a payload.
macro_rules! payload_equality {
    ($payload:ty, $accessor:ident) => {
        impl PartialEq<$payload> for Variant {
            fn eq(&self, other: &$payload) -> bool {
                self.$accessor() == Some(other)
            }
        }

        impl PartialEq<Variant> for $payload {
            fn eq(&self, other: &Variant) -> bool {
                other == self
            }
        }
    };
}

/// Implements the conversion of a payload to a Variant.
macro_rules! from_payload {
    ($payload:ty, $value:ident => $variant:expr) => {
        impl From<$payload> for Variant {
            fn from($value: $payload) -> Self {
                $variant
            }
        }
    };
}

/// Implements the conversions of `Variant` and `&Variant` to a payload.
macro_rules! to_payload {
    ($payload:ty, $into:ident, $kind:expr) => {
        impl TryFrom<Variant> for $payload {
            type Error = crate::FromVariantError;

            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                variant.$into().map_err(|other| other.wrong_type(&[$kind]))
            }
        }

        impl TryFrom<&Variant> for $payload {
            type Error = crate::FromVariantError;

            fn try_from(variant: &Variant) -> Result<Self, Self::Error> {
                <&Self>::try_from(variant).cloned()
            }
        }
    };
}

/// Implements the conversion of `&Variant` to a reference to a payload.
///
/// The payload can also be in a field of another payload.
macro_rules! to_payload_ref {
    ($payload:ty, $variant:ident $(or $other:ident.$field:ident)?, $kind:expr) => {
        impl<'a> TryFrom<&'a Variant> for &'a $payload {
            type Error = crate::FromVariantError;

            fn try_from(variant: &'a Variant) -> Result<Self, Self::Error> {
                match variant {
                    Variant::$variant(value) => Ok(value),
                    $(Variant::$other(value) => Ok(&value.$field),)?
                    other => Err(other.wrong_type(&[$kind])),
                }
            }
        }
    };
}

pub(crate) use {from_payload, payload_equality, to_payload, to_payload_ref};

/// Implements the conversions of a layout's Variant to integers of every width, floats and strings.
macro_rules! scalar_conversions {
    ($variant:ident of $layout:ident: $($number:ident)*) => {
        $(crate::access::conversions::scalar_conversions!(
            @both $variant $number "Converts an int; returns an error if it does not fit." variant =>
            match variant.as_i64() {
                Some(value) => value.try_into().map_err(|_| crate::FromVariantError::out_of_range(value, stringify!($number))),
                None => Err(variant.wrong_type(&[crate::Kind::Int])),
            }
        );)*
        crate::access::conversions::scalar_conversions!(
            @both $variant i64 "Converts an int." variant =>
            variant.as_i64().ok_or_else(|| variant.wrong_type(&[crate::Kind::Int]))
        );
        crate::access::conversions::scalar_conversions!(
            @both $variant f64 "Converts a float, or an int that `f64` represents exactly; `as_f64` rounds." variant =>
            variant.to_float()
        );
        crate::access::conversions::scalar_conversions!(
            @both $variant f32 "Rounds a float, or converts an int that `f32` represents exactly.

Returns an error if a finite float is too large." variant =>
            variant.to_float()
        );

        /// Borrows the content of a String or a StringName, like `as_str`.
        impl<'v> TryFrom<&'v $variant> for &'v str {
            type Error = crate::FromVariantError;

            fn try_from(variant: &'v $variant) -> Result<Self, Self::Error> {
                variant.as_str().ok_or_else(|| variant.wrong_type(&[crate::Kind::String]))
            }
        }

        impl $variant {
            fn to_float<F: crate::wire::number::Float>(&self) -> Result<F, crate::FromVariantError> {
                let converted = match *self {
                    Self::Int(value) => F::from_int(value, false),
                    Self::Float(value) => F::from_f64(value),
                    _ => return Err(self.wrong_type(&[crate::Kind::Float])),
                };
                converted.map_err(crate::FromVariantError::from_kind)
            }

            /// Creates the error for a value that is of none of the expected types.
            #[cold]
            fn wrong_type(&self, expected: &'static [crate::Kind]) -> crate::FromVariantError {
                let layout = <$layout as crate::Layout>::NAME;
                crate::FromVariantError::from_kind(crate::DecodeErrorKind::wrong_type(
                    expected,
                    self.kind(),
                    layout,
                ))
            }
        }
    };
    (@both $variant:ident $scalar:ident $doc:literal $value:ident => $convert:expr) => {
        #[doc = $doc]
        impl TryFrom<&$variant> for $scalar {
            type Error = crate::FromVariantError;

            fn try_from($value: &$variant) -> Result<Self, Self::Error> {
                $convert
            }
        }

        #[doc = $doc]
        impl TryFrom<$variant> for $scalar {
            type Error = crate::FromVariantError;

            fn try_from(variant: $variant) -> Result<Self, Self::Error> {
                Self::try_from(&variant)
            }
        }
    };
}

pub(crate) use scalar_conversions;
