//! Macros that implement conversions between Variants and Rust's types.

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

/// Implements the conversion of a Variant to a payload.
macro_rules! to_payload {
    ($payload:ty, $into:ident, $kind:expr) => {
        impl TryFrom<Variant> for $payload {
            type Error = crate::DecodeError;

            #[inline]
            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                variant.$into().map_err(|other| other.wrong_type(&[$kind]))
            }
        }
    };
}

pub(crate) use {from_payload, packed_conversions, payload_equality, to_payload};
