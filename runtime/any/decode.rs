use super::value::not_enabled;
use crate::{
    Converter, DecodeError, DecodeErrorKind, DecodeOptions, DecodeOwned, Ignored, Layout, generic,
};
use alloc::string::ToString;

macro_rules! decode_any {
    ($({ $marker:ident $($double:ident)? })*) => {
        /// A type that values of every enabled layout can be decoded into.
        ///
        /// All types that implement [`Decode`](crate::Decode) for every enabled layout in single
        /// precision implement it; the derive does. Components in double precision are rounded.
        ///
        /// ```
        /// # #[cfg(feature = "godot4")] {
        /// use gdvariant::any::{AnyError, AnyOptions, AnyReader, DecodeAny};
        /// use gdvariant::godot4;
        ///
        /// fn first<T: DecodeAny>(file: &[u8]) -> Result<Option<T>, Box<dyn std::error::Error>> {
        ///     let reader = AnyReader::open(file, &AnyOptions::new())?;
        ///     Ok(reader.decode().next().transpose()?)
        /// }
        ///
        /// assert_eq!(first::<Vec<u8>>(&godot4::to_vec(&[1, 2])?)?, Some(vec![1, 2]));
        /// # }
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub trait DecodeAny: $(DecodeOwned<crate::$marker> +)* Sized {
            /// Decodes a value of a layout that spans the whole input.
            ///
            /// # Errors
            ///
            /// Returns an error if the input is not such a value, or if the layout is not enabled.
            fn decode_any(
                layout: &str,
                input: &[u8],
                options: DecodeOptions,
            ) -> Result<Self, DecodeError>;
        }

        impl<T: $(DecodeOwned<crate::$marker> +)*> DecodeAny for T {
            fn decode_any(
                layout: &str,
                input: &[u8],
                options: DecodeOptions,
            ) -> Result<Self, DecodeError> {
                match layout {
                    $(
                        crate::$marker::NAME => generic::from_slice::<crate::$marker, T>(input, options),
                        $(crate::$double::NAME => rounded::<crate::$double, crate::$marker, T>(input, options),)?
                    )*
                    _ => Err(not_enabled(layout)),
                }
            }
        }
    };
}

each_engine!(decode_any);

/// Decodes a value in double precision that is rounded to single precision.
#[allow(dead_code, reason = "not every layout has a form in double precision")]
fn rounded<A: Layout, B: Layout, T: DecodeOwned<B>>(
    input: &[u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    let value = generic::from_slice::<A, A::Variant>(input, options)?;
    let custom = |message: alloc::string::String| {
        DecodeError::new(0, DecodeErrorKind::Custom(message.into()))
    };
    let converted = Converter::new().lossy().convert::<A, B>(&value);
    let (value, _) = converted.map_err(|error| custom(error.to_string()))?;
    generic::from_variant::<B, T>(&value).map_err(|error| custom(error.to_string()))
}

/// Returns the length of the value at the start of the input.
#[inline]
pub(super) fn value_length(
    layout: &str,
    input: &[u8],
    options: DecodeOptions,
) -> Result<usize, DecodeError> {
    each_layout!(for_layout {
        layout,
        L => Ok(generic::from_slice_prefix::<L, Ignored>(input, options)?.1),
        else Err(not_enabled(layout))
    })
}
