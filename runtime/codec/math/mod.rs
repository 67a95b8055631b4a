//! The math types of other crates: conversions with the value types, and encoding of glam's types.

/// Implements `From` in both directions; in each expression, `Self` is the target.
macro_rules! convert {
    ($theirs:ty = $ours:ty, $own:ident => $to:expr, $other:ident => $from:expr) => {
        impl From<$ours> for $theirs {
            #[inline]
            fn from($own: $ours) -> Self {
                $to
            }
        }

        impl From<$theirs> for $ours {
            #[inline]
            fn from($other: $theirs) -> Self {
                $from
            }
        }
    };
}

#[cfg(any(feature = "glam-027", feature = "glam-033", feature = "glam-034"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
