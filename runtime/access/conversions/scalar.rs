//! Conversions of Variants to numbers and strings.

/// Implements the conversions of a layout's Variant to integers of every width, floats and strings.
macro_rules! scalar_conversions {
    ($variant:ident of $layout:ident: $($number:ident)*) => {
        $(crate::access::conversions::scalar_conversions!(
            @both $variant $number "Fails unless this is an int that fits." variant =>
            match variant.as_i64() {
                Some(value) => value.try_into().map_err(|_| crate::FromVariantError::out_of_range(value, stringify!($number))),
                None => Err(variant.wrong_type(&[crate::Kind::Int])),
            }
        );)*
        crate::access::conversions::scalar_conversions!(
            @both $variant i64 "Fails unless this is an int." variant =>
            variant.as_i64().ok_or_else(|| variant.wrong_type(&[crate::Kind::Int]))
        );
        crate::access::conversions::scalar_conversions!(
            @both $variant f64 "Fails unless this is a float, or an int that the type represents exactly; `as_f64` rounds." variant =>
            variant.to_float()
        );
        crate::access::conversions::scalar_conversions!(
            @both $variant f32 "Rounds a float. Fails if it is finite and too large, and unless an int is exact." variant =>
            variant.to_float()
        );

        /// Fails unless this is a String or a StringName, like `as_str`.
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

            /// Creates the error of a conversion to another type.
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
