//! Macros that implement traits of the types in `values` and `double`.

/// Implements [`Payload`](crate::value::view::Payload).
macro_rules! payload {
    ($value:ty) => {
        impl crate::value::view::Payload for $value {
            #[inline]
            fn from_content(content: crate::value::view::Content<'_>) -> Option<Self> {
                match content {
                    crate::value::view::Content::Components(body) => {
                        Some(crate::wire::fields::value_of(&body))
                    }
                    _ => None,
                }
            }
        }
    };
}

/// Implements the conversions to and from an array of the components.
macro_rules! arrays {
    ($value:ident $array:ty: $($component:ident)+) => {
        impl From<$array> for $value {
            fn from([$($component),+]: $array) -> Self {
                Self { $($component),+ }
            }
        }

        impl From<$value> for $array {
            fn from(value: $value) -> Self {
                [$(value.$component),+]
            }
        }
    };
}

/// Implements the conversions of a double-precision type to and from single precision.
#[cfg(feature = "double")]
macro_rules! precisions {
    ($value:ident $($component:ident: $form:ident),+) => {
        impl $value {
            /// Rounds every component to single precision; large components become infinite.
            ///
            /// ```
            /// use gdvariant::{Vector2, double};
            ///
            /// let position = double::Vector2::new(1.5, -2.0);
            /// assert_eq!(position.to_single(), Vector2::new(1.5, -2.0));
            /// ```
            #[allow(clippy::cast_possible_truncation, reason = "rounding is intended")]
            pub fn to_single(self) -> crate::$value {
                crate::$value {
                    $($component: crate::value::components::precisions!(@ $form self.$component)),+
                }
            }
        }

        /// Widens every component without loss.
        impl From<crate::$value> for $value {
            fn from(value: crate::$value) -> Self {
                Self { $($component: value.$component.into()),+ }
            }
        }
    };
    (@ compound $component:expr) => { $component.to_single() };
    (@ number $component:expr) => { $component as f32 };
}

#[cfg(feature = "double")]
pub(crate) use precisions;
pub(crate) use {arrays, payload};
