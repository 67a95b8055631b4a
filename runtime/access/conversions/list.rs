//! Conversions between Variants and lists of one Rust type.

use crate::{FromVariantError, Segment};
use alloc::vec::Vec;
use core::any::Any;
use core::mem;

/// Converts elements one by one, and adds the index to an error.
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

/// Converts the elements of a packed array by way of a Variant `V`, or moves them if they are of
/// the type.
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

/// Implements the conversions of lists for a layout's Variant with these packed arrays.
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

        /// Fails unless this is an Array or a packed array whose elements can be converted.
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

        /// Fails unless this is an Array or a packed array whose elements can be converted.
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
