//! Macros that implement conversions between Variants and Rust's types.

use crate::{FromVariantError, Segment};
use alloc::vec::Vec;
use core::any::Any;
use core::mem;

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
        /// Converts the elements of an Array or a packed array; returns an error for any other
        /// value.
        impl<T: TryFrom<$variant> + 'static> TryFrom<$variant> for Vec<T>
        where
            crate::FromVariantError: From<T::Error>,
        {
            type Error = crate::FromVariantError;

            #[inline]
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
    };
}

/// Implements the conversions of [`Packed`](crate::Packed) to the packed array of a Variant.
macro_rules! packed_conversions {
    ($variant:ident: $packed:ident from $($element:ty),+) => {$(
        impl From<crate::Packed<Vec<$element>>> for $variant {
            #[inline]
            fn from(packed: crate::Packed<Vec<$element>>) -> Self {
                Self::$packed(packed.0.into_iter().map(Into::into).collect())
            }
        }

        impl From<crate::Packed<&[$element]>> for $variant {
            #[inline]
            fn from(packed: crate::Packed<&[$element]>) -> Self {
                crate::Packed(packed.0.to_vec()).into()
            }
        }

        impl<const N: usize> From<crate::Packed<[$element; N]>> for $variant {
            #[inline]
            fn from(packed: crate::Packed<[$element; N]>) -> Self {
                crate::Packed(Vec::from(packed.0)).into()
            }
        }
    )+};
}

pub(crate) use {list_conversions, packed_conversions};

/// Implements comparisons of a Variant with a payload.
macro_rules! payload_equality {
    ($payload:ty, $accessor:ident) => {
        impl PartialEq<$payload> for Variant {
            #[inline]
            fn eq(&self, other: &$payload) -> bool {
                self.$accessor() == Some(other)
            }
        }

        impl PartialEq<Variant> for $payload {
            #[inline]
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
            #[inline]
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

            #[inline]
            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                variant.$into().map_err(|other| other.wrong_type(&[$kind]))
            }
        }

        impl TryFrom<&Variant> for $payload {
            type Error = crate::FromVariantError;

            #[inline]
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

            #[inline]
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
