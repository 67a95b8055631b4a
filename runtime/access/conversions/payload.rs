//! The conversions between a layout's Variant and the payload of one of its variants.

/// Implements the comparison with a payload.
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

/// Implements the conversion from a payload.
macro_rules! from_payload {
    ($payload:ty, $value:ident => $variant:expr) => {
        impl From<$payload> for Variant {
            fn from($value: $payload) -> Self {
                $variant
            }
        }
    };
}

/// Implements the conversions of a Variant and of a reference to it to a payload.
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

/// Implements the conversion of a reference to a Variant to one to a payload, which can be in a
/// field of the payload of another variant.
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
