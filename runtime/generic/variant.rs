use super::{from_slice, to_vec};
use crate::{
    DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeErrorKind, FromVariantError, Layout,
};
use alloc::string::ToString;

/// The options that decode everything that can be encoded.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// Converts a value to the Variant that its encoding decodes to.
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format.
pub fn to_variant<L, T>(value: &T) -> Result<L::Variant, EncodeError>
where
    L: Layout<Variant: DecodeOwned<L>>,
    T: Encode<L> + ?Sized,
{
    let bytes = to_vec::<L, T>(value)?;
    // Only an invalid implementation of `Encode` produces bytes that cannot be decoded.
    from_slice::<L, L::Variant>(&bytes, OPTIONS)
        .map_err(|error| EncodeError::new(EncodeErrorKind::Custom(error.to_string().into())))
}

/// Converts a Variant to the value that its encoding decodes to.
///
/// # Errors
///
/// Returns an error if the Variant is not such a value, or if it cannot be represented in the format.
pub fn from_variant<L, T>(value: &L::Variant) -> Result<T, FromVariantError>
where
    L: Layout<Variant: Encode<L>>,
    T: DecodeOwned<L>,
{
    let bytes = to_vec::<L, _>(value)?;
    Ok(from_slice::<L, T>(&bytes, OPTIONS)?)
}
