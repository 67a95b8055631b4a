//! What a Variant can be made from besides its payloads.

use core::fmt;

/// A Variant that is not of the type that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongType {
    /// The type that was asked for, by its name in the engine.
    pub expected: &'static str,
    /// The type of the Variant.
    pub found: &'static str,
}

impl fmt::Display for WrongType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl core::error::Error for WrongType {}

/// What a layout's Variant has that the schema does not know of: narrower numbers, borrowed text and `Option` become one, and
/// `value["players"][3]` leads into it.
macro_rules! more_conversions {
    ($variant:ident) => {
        crate::conversions::more_conversions!(@into $variant: Int from i8, i16, i32, u8, u16, u32);
        crate::conversions::more_conversions!(@into $variant: Float from f32);
        crate::conversions::more_conversions!(@into $variant: String from &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>, char);

        impl From<()> for $variant {
            fn from((): ()) -> Self {
                Self::Nil
            }
        }

        /// None is Nil.
        impl<T: Into<$variant>> From<Option<T>> for $variant {
            fn from(value: Option<T>) -> Self {
                value.map_or(Self::Nil, Into::into)
            }
        }

        impl $variant {
            /// The Dictionary, to be changed, if this is one.
            #[must_use]
            pub fn as_dictionary_mut(&mut self) -> Option<&mut crate::Dictionary<Self>> {
                match self {
                    Self::Dictionary(pairs) => Some(pairs),
                    _ => None,
                }
            }

            /// The elements, to be changed, if this is an Array.
            #[must_use]
            pub fn as_array_mut(&mut self) -> Option<&mut alloc::vec::Vec<Self>> {
                match self {
                    Self::Array(elements) => Some(elements),
                    _ => None,
                }
            }
        }

        /// The value of a key that is a String; Nil where there is none, or this is no Dictionary.
        impl core::ops::Index<&str> for $variant {
            type Output = Self;

            fn index(&self, key: &str) -> &Self {
                static NIL: $variant = $variant::Nil;
                self.as_dictionary().and_then(|pairs| pairs.get(key)).unwrap_or(&NIL)
            }
        }

        /// The element of an Array; Nil where there is none, or this is no Array.
        impl core::ops::Index<usize> for $variant {
            type Output = Self;

            fn index(&self, index: usize) -> &Self {
                static NIL: $variant = $variant::Nil;
                self.as_array().and_then(|elements| elements.get(index)).unwrap_or(&NIL)
            }
        }

        /// An Array.
        impl FromIterator<$variant> for $variant {
            fn from_iter<I: IntoIterator<Item = $variant>>(elements: I) -> Self {
                Self::Array(elements.into_iter().collect())
            }
        }
    };
    (@into $variant:ident: $case:ident from $($from:ty),*) => {$(
        impl From<$from> for $variant {
            fn from(value: $from) -> Self {
                Self::$case(value.into())
            }
        }
    )*};
}

pub(crate) use more_conversions;
