use super::{from_slice, to_vec};
use crate::table::layout::{AnyEngine, HasLayout};
use crate::{
    Decode, DecodeError, DecodeOptions, DecodeOwned, Encode, EncodeError, EncodeErrorKind, Engine,
    Kind, Reader, Writer,
};
use alloc::string::ToString;

/// The options that decode everything that can be encoded.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

/// Converts a value to the Variant that its encoding decodes to.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic};
///
/// let value = generic::to_variant::<Godot4, _>(&("Ada", 7))?;
/// assert_eq!(value[0], "Ada");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the value cannot be represented in the format.
pub fn to_variant<E, T>(value: &T) -> Result<E::Variant, EncodeError>
where
    E: Engine<Variant: DecodeOwned<E>>,
    T: Encode<E> + ?Sized,
{
    let bytes = to_vec::<E, T>(value)?;
    // Only an invalid implementation of `Encode` produces bytes that cannot be decoded.
    from_slice::<E, E::Variant>(&bytes, OPTIONS)
        .map_err(|error| EncodeError::new(EncodeErrorKind::Custom(error.to_string().into())))
}

/// Converts a Variant to the value that its encoding decodes to.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Godot4, generic, godot4};
///
/// let value = godot4::variant!(["Ada", 7]);
/// let (name, level) = generic::from_variant::<Godot4, (String, u8)>(&value)?;
/// assert_eq!((name.as_str(), level), ("Ada", 7));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the Variant is not such a value, or if it cannot be represented in the
/// format.
pub fn from_variant<E, T>(value: &E::Variant) -> Result<T, DecodeError>
where
    E: Engine<Variant: Encode<E>>,
    T: DecodeOwned<E>,
{
    let bytes = to_vec::<E, _>(value).map_err(DecodeError::not_encoded)?;
    from_slice::<E, T>(&bytes, OPTIONS).map_err(DecodeError::without_offset)
}

/// A value of any type. Only the library's own containers use the trait.
#[doc(hidden)]
pub trait DecodeInPlace<'de>: Decode<'de, AnyEngine> + Default {
    /// Decodes one value into `place`, which is then unspecified after an error.
    ///
    /// Moving each value out of a `Result` would take 10% of the instructions in the benchmark
    /// `rows/decode dynamic, owned`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Decode::decode`].
    fn decode_in_place(
        reader: &mut Reader<'de, AnyEngine>,
        place: &mut Self,
    ) -> Result<(), DecodeError>;

    /// Converts an int.
    fn of_int(value: i64) -> Self;

    /// Converts a string.
    fn of_text(text: &'de str) -> Self;
}

/// Implements encoding and decoding of any value, in the layouts with the precision of its module.
///
/// The functions for an engine have the attribute `inline`, so that they are compiled with crates that
/// use them. The shared code behind them is compiled with this library, once.
macro_rules! variant_codec {
    () => {
        crate::codec::variant_codec!(@encode Variant, VariantRef<'_>);
        crate::codec::variant_codec!(@decode Variant, |text: &'de str| Variant::String(text.into()));
        crate::codec::variant_codec!(@decode VariantRef<'de>, VariantRef::String);
    };
    (@encode $($value:ty),*) => {$(
        impl<E: crate::Engine<Variant = Variant>> Encode<E> for $value {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, E>) -> Result<(), EncodeError> {
                writer.shared(|writer| self.encode_in(writer))
            }

            fn encode_batch(elements: &[Self], writer: &mut crate::Writer<'_, E>) -> Result<usize, EncodeError> {
                writer.shared(|writer| Self::encode_batch(elements, writer))
            }
        }

        impl Encode<AnyEngine> for $value {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                self.encode_in(writer)
            }

            // A call for each element would take 17% of the instructions in the benchmark
            // `rpc/encode dynamic`.
            // Without optimization, inlining would only enlarge the recursive stack frame.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::inline_always, reason = "measured")]
            fn encode_batch(elements: &[Self], writer: &mut crate::Writer<'_, AnyEngine>) -> Result<usize, EncodeError> {
                Ok(match elements {
                    [Self::Int(_), Self::Int(_), ..] => {
                        writer.short_ints_of_variants(elements.iter().map_while(Self::as_int))
                    }
                    [Self::String(_), Self::String(_), ..] => {
                        writer.short_strings(elements.iter().map_while(Self::as_string))
                    }
                    // Without the calls and jump tables that select the type, the benchmark
                    // `nest/encode dynamic` takes 63% of the instructions.
                    [Self::Int(value), ..] => {
                        writer.int([], *value);
                        1
                    }
                    [Self::Array(elements), ..] => {
                        writer.elements(elements)?;
                        1
                    }
                    _ => 0,
                })
            }
        }
    )*};
    (@decode $value:ty, $of_text:expr) => {
        impl<'de, E: crate::Engine<Variant = Variant>> Decode<'de, E> for $value {
            const FAST: crate::wire::cursor::FastPath<'de, Self> = crate::wire::cursor::FastPath::LEAF;

            /// Consumes an int; without a key, only one that ends the input. A frame that contains
            /// one int takes half of the instructions with a `FrameDecoder`.
            #[inline]
            fn take_field<const N: usize>(
                cursor: &mut crate::wire::cursor::Cursor<'de>,
                key: [u8; N],
            ) -> Option<Self> {
                let int = <i64 as Decode<'de, E>>::take_field(cursor, key)?;
                if N > 0 || cursor.rest().is_empty() { Some(Self::Int(int)) } else { None }
            }

            #[inline]
            fn decode(reader: &mut crate::Reader<'de, E>) -> Result<Self, DecodeError> {
                reader.shared(|reader| Self::decode_to(reader, |value| value))
            }

            fn decode_elements(
                reader: &mut crate::Reader<'de, E>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.shared(|reader| reader.any_elements(count, elements))
            }
        }

        impl<'de> Decode<'de, AnyEngine> for $value {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, AnyEngine>) -> Result<Self, DecodeError> {
                Self::decode_to(reader, |value| value)
            }

            #[inline]
            fn decode_elements(
                reader: &mut crate::Reader<'de, AnyEngine>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.any_elements(count, elements)
            }
        }

        impl<'de> crate::codec::variant::DecodeInPlace<'de> for $value {
            // A call for each value would take 10% of the instructions in the benchmark
            // `keys/decode dynamic, owned`.
            // Without optimization, inlining would only enlarge the recursive stack frame.
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::inline_always, reason = "measured")]
            fn decode_in_place(
                reader: &mut crate::Reader<'de, AnyEngine>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                if !matches!(place, Self::Nil) {
                    *place = Self::Nil;
                }
                // The place is Nil and owns nothing. Without `forget`, the check whether to drop
                // the old value would take as long as decoding most values.
                Self::decode_to(reader, |value| core::mem::forget(core::mem::replace(place, value)))
            }

            #[inline]
            fn of_int(value: i64) -> Self {
                Self::Int(value)
            }

            #[inline]
            fn of_text(text: &'de str) -> Self {
                $of_text(text)
            }
        }
    };
}

pub(crate) use variant_codec;

impl<E: HasLayout> Writer<'_, E> {
    /// Returns whether the layout has a kind.
    #[inline]
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.layout().number_of(kind).is_some()
    }

    /// Creates the error for a kind that the layout lacks.
    #[cold]
    pub(crate) fn missing_type(&self, kind: Kind) -> EncodeError {
        EncodeError::new(EncodeErrorKind::MissingType {
            kind,
            layout: self.layout().name,
        })
    }
}
