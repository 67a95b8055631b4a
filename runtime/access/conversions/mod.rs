//! Conversions of Variants besides those of their payloads.

mod list;
mod payload;
mod scalar;

pub(crate) use list::{elements, list_conversions, packed_elements, pool_conversions};
pub(crate) use payload::{from_payload, payload_equality, to_payload, to_payload_ref};
pub(crate) use scalar::scalar_conversions;

/// Implements the conversions of a layout's Variant that the schema does not list: numbers of other
/// widths, borrowed strings, `Option`, maps and iterators.
macro_rules! more_conversions {
    ($variant:ident of $layout:ident) => {
        crate::access::conversions::more_conversions!(@into $variant: Int from i8, i16, i32, u8, u16, u32);
        crate::access::conversions::more_conversions!(@into $variant: Float from f32);
        crate::access::conversions::more_conversions!(@into $variant: String from &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>, char);

        /// Also converts a StringName, like `as_str`.
        impl TryFrom<$variant> for alloc::string::String {
            type Error = crate::FromVariantError;

            fn try_from(variant: $variant) -> Result<Self, Self::Error> {
                variant.into_string().or_else(|other| Self::try_from(&other))
            }
        }

        /// Also converts a StringName, like `as_str`.
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

        /// Creates a Dictionary with the entries in the order of the map, which is random.
        #[cfg(feature = "std")]
        impl<K: Into<$variant>, T: Into<$variant>, S> From<std::collections::HashMap<K, T, S>> for $variant {
            fn from(map: std::collections::HashMap<K, T, S>) -> Self {
                map.into_iter().collect()
            }
        }

        /// Creates a Dictionary; of equal keys the last value counts.
        impl<K: Into<$variant>, T: Into<$variant>> FromIterator<(K, T)> for $variant {
            fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
                Self::Dictionary(entries.into_iter().collect())
            }
        }

        impl $variant {
            /// Creates an Array of any elements, such as those of an iterator.
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

        /// None is Nil.
        impl<T: Into<$variant>> From<Option<T>> for $variant {
            fn from(value: Option<T>) -> Self {
                value.map_or(Self::Nil, Into::into)
            }
        }

        /// Creates an Array.
        impl<T: Into<$variant>> FromIterator<T> for $variant {
            fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
                Self::array(elements)
            }
        }
    };
    (@try_into $variant:ident: $($from:ty),*) => {$(
        /// Fails unless the number fits into the 64 bits of an int.
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
