//! Conversions between Variants and lists of one Rust type.

use crate::{FromVariantError, Segment};
use alloc::vec::Vec;

/// A type whose `Vec`, slices and arrays convert to a Variant, and whose `Vec` converts back.
///
/// `V` is the `Variant` of a layout. A list of a type that has a packed array becomes that, and any
/// other list an Array. To create an Array of any type, call `Variant::array`. To convert a Variant
/// to a list of any type, call `from_variant` of the layout's module.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3::Variant;
/// use gdvariant::{Rect2, Vector2};
///
/// let path = Variant::from([Vector2::new(1.0, 2.0), Vector2::new(3.0, 4.0)]);
/// assert!(path.is_pool_vector2_array());
/// let areas = Variant::from(vec![Rect2::default()]);
/// assert!(areas.is_array(), "no packed array has rectangles");
///
/// let points: Vec<Vector2> = path.try_into()?;
/// assert_eq!(points[1], Vector2::new(3.0, 4.0));
/// # }
/// # Ok::<(), gdvariant::FromVariantError>(())
/// ```
pub trait ListElement<V>: Clone {
    /// Converts a list to a packed array or an Array.
    fn into_variant(elements: Vec<Self>) -> V;

    /// Converts a packed array or an Array to a list.
    ///
    /// # Errors
    ///
    /// Returns an error if the Variant is of another type, or contains an element of another type.
    fn from_variant(list: V) -> Result<Vec<Self>, FromVariantError>;

    /// Copies the elements of a packed array or an Array.
    ///
    /// # Errors
    ///
    /// Returns an error if the Variant is of another type, or contains an element of another type.
    fn from_variant_ref(list: &V) -> Result<Vec<Self>, FromVariantError>;
}

/// Converts elements one by one, and adds the index to an error.
pub(crate) fn elements<S, T: TryFrom<S, Error = FromVariantError>>(
    elements: impl IntoIterator<Item = S>,
) -> Result<Vec<T>, FromVariantError> {
    let elements = elements.into_iter().enumerate();
    elements
        .map(|(index, element)| {
            T::try_from(element).map_err(|error| error.within(Segment::Index(index)))
        })
        .collect()
}

/// Implements [`ListElement`] for types whose list is an Array, or a packed array with these
/// accessors.
macro_rules! list_elements {
    ($variant:ident: $($element:ty),* $(,)?) => {$(
        crate::conversions::list_elements!(@array [] $variant $element);
    )*};
    ($variant:ident: $element:ty as $packed:ident, $as_packed:ident, $into_packed:ident, $kind:expr) => {
        crate::conversions::list_elements!(
            @impl [] $variant $element, &[$kind, crate::Kind::Array], $variant::$packed, $variant::$into_packed, $variant::$as_packed
        );
    };
    (@array [$($generics:tt)*] $variant:ident $element:ty) => {
        crate::conversions::list_elements!(
            @impl [$($generics)*] $variant $element, &[crate::Kind::Array], $variant::array, Err, |_| None::<&[Self]>
        );
    };
    (@impl [$($generics:tt)*] $variant:ident $element:ty, $expected:expr, $new:expr, $into_packed:expr, $as_packed:expr) => {
        impl $($generics)* crate::ListElement<$variant> for $element {
            fn into_variant(elements: Vec<Self>) -> $variant {
                $new(elements)
            }

            fn from_variant(list: $variant) -> Result<Vec<Self>, crate::FromVariantError> {
                let list: $variant = match $into_packed(list) {
                    Ok(elements) => return Ok(elements),
                    Err(list) => list,
                };
                match list.into_array() {
                    Ok(elements) => crate::conversions::elements(elements),
                    Err(other) => Err(other.wrong_type($expected)),
                }
            }

            fn from_variant_ref(list: &$variant) -> Result<Vec<Self>, crate::FromVariantError> {
                if let Some(elements) = $as_packed(list) {
                    return Ok(elements.to_vec());
                }
                match list.as_array() {
                    Some(elements) => crate::conversions::elements(elements),
                    None => Err(list.wrong_type($expected)),
                }
            }
        }
    };
}

/// Implements the conversions of lists for a layout's Variant.
macro_rules! list_conversions {
    ($variant:ident) => {
        crate::conversions::list_elements!(@array [<T: crate::ListElement<$variant>>] $variant Vec<T>);

        impl crate::ListElement<$variant> for $variant {
            fn into_variant(elements: Vec<Self>) -> Self {
                Self::Array(elements)
            }

            fn from_variant(list: Self) -> Result<Vec<Self>, crate::FromVariantError> {
                list.into_array()
                    .map_err(|other| other.wrong_type(&[crate::Kind::Array]))
            }

            fn from_variant_ref(list: &Self) -> Result<Vec<Self>, crate::FromVariantError> {
                match list.as_array() {
                    Some(elements) => Ok(elements.to_vec()),
                    None => Err(list.wrong_type(&[crate::Kind::Array])),
                }
            }
        }

        /// Creates the packed array of the type if the layout has one, and an Array otherwise.
        ///
        /// The vector alone is encoded as an Array, unless it is in a [`Pool`](crate::Pool).
        impl<T: crate::ListElement<$variant>> From<Vec<T>> for $variant {
            fn from(elements: Vec<T>) -> Self {
                T::into_variant(elements)
            }
        }

        /// Creates the packed array of the type if the layout has one, and an Array otherwise.
        impl<T: crate::ListElement<$variant>, const N: usize> From<[T; N]> for $variant {
            fn from(elements: [T; N]) -> Self {
                T::into_variant(elements.into())
            }
        }

        /// Creates the packed array of the type if the layout has one, and an Array otherwise.
        impl<T: crate::ListElement<$variant>> From<&[T]> for $variant {
            fn from(elements: &[T]) -> Self {
                T::into_variant(elements.into())
            }
        }

        /// Creates a packed array of strings.
        impl From<Vec<&str>> for $variant {
            fn from(elements: Vec<&str>) -> Self {
                elements.as_slice().into()
            }
        }

        /// Creates a packed array of strings.
        impl<const N: usize> From<[&str; N]> for $variant {
            fn from(elements: [&str; N]) -> Self {
                elements.as_slice().into()
            }
        }

        /// Creates a packed array of strings.
        impl From<&[&str]> for $variant {
            fn from(elements: &[&str]) -> Self {
                let strings = elements.iter().copied().map(alloc::string::String::from);
                crate::ListElement::into_variant(strings.collect())
            }
        }

        impl<T: crate::ListElement<$variant>> TryFrom<$variant> for Vec<T> {
            type Error = crate::FromVariantError;

            fn try_from(variant: $variant) -> Result<Self, Self::Error> {
                T::from_variant(variant)
            }
        }

        impl<T: crate::ListElement<$variant>> TryFrom<&$variant> for Vec<T> {
            type Error = crate::FromVariantError;

            fn try_from(variant: &$variant) -> Result<Self, Self::Error> {
                T::from_variant_ref(variant)
            }
        }
    };
}

pub(crate) use {list_conversions, list_elements};
