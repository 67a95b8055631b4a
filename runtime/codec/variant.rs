use super::{from_slice, to_vec};
use crate::{
    DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeErrorKind, FromVariantError, Layout,
};
use alloc::string::ToString;

/// The options that decode everything that can be encoded.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// Converts a value to the Variant that its encoding decodes to.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic};
///
/// let value = generic::to_variant::<Godot3, _>(&("Ada", 7))?;
/// assert_eq!(value[0], "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Godot3, generic, godot3};
///
/// let value = godot3::variant!(["Ada", 7]);
/// let (name, level) = generic::from_variant::<Godot3, (String, u8)>(&value)?;
/// assert_eq!((name.as_str(), level), ("Ada", 7));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the Variant is not such a value, or if it cannot be represented in the
/// format.
pub fn from_variant<L, T>(value: &L::Variant) -> Result<T, FromVariantError>
where
    L: Layout<Variant: Encode<L>>,
    T: DecodeOwned<L>,
{
    let bytes = to_vec::<L, _>(value)?;
    Ok(from_slice::<L, T>(&bytes, OPTIONS)?)
}
