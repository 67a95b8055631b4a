use super::{from_slice, to_vec};
use crate::codec::string::DecodedText;
use crate::dictionary::KeyEquality;
use crate::table::bodies::counted_text;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::{
    Decode, DecodeError, DecodeOptions, DecodeOwned, Dictionary, Encode, EncodeError,
    EncodeErrorKind, EncodeOptions, Engine, FullObject, Kind, Object, Reader, TypedArray,
    TypedDictionary, Writer,
};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

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
    let bytes = to_vec::<E, T>(value, EncodeOptions::new())?;
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
    let bytes = to_vec::<E, _>(value, EncodeOptions::new()).map_err(DecodeError::not_encoded)?;
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
    fn from_int(value: i64) -> Self;

    /// Converts a string.
    fn from_text(text: &'de str) -> Self;
}

/// Decodes the body of a kind of string, and passes it to `to`.
// Without optimization, inlining would only enlarge the recursive stack frame.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn text_to<'de, T: DecodedText<'de>, R>(
    reader: &mut Reader<'de, AnyEngine>,
    kind: Kind,
    to: impl FnOnce(T) -> R,
) -> Result<R, DecodeError> {
    let text = reader.text_body(counted_text(kind))?;
    Ok(to(text))
}

/// Decodes a value with `decode`, and passes it to `to`. A separate function keeps the recursive stack
/// frame small.
#[inline(never)]
pub(crate) fn apart<'de, T, R>(
    reader: &mut Reader<'de, AnyEngine>,
    decode: impl FnOnce(&mut Reader<'de, AnyEngine>) -> Result<T, DecodeError>,
    to: impl FnOnce(T) -> R,
) -> Result<R, DecodeError> {
    let value = decode(reader)?;
    Ok(to(value))
}

impl<E: HasLayout> Writer<'_, E> {
    /// Returns an error if the layout lacks the kind.
    #[inline]
    pub(crate) fn require(&self, kind: Kind) -> Result<(), EncodeError> {
        if kind.is_universal() || self.const_layout().number_of(kind).is_some() {
            Ok(())
        } else {
            Err(self.missing_type(kind))
        }
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

/// Converts elements. A loop uses less stack space per nesting level than an iterator.
pub(crate) fn map_array<A, B>(elements: Vec<A>, map: impl Fn(A) -> B) -> Vec<B> {
    let mut mapped = Vec::with_capacity(elements.len());
    for element in elements {
        mapped.push(map(element));
    }
    mapped
}

/// Converts the elements of a typed array.
#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds containers with a declared type in a box"
)]
pub(crate) fn map_typed_array<A, B>(
    array: Box<TypedArray<A>>,
    map: impl Fn(A) -> B,
) -> Box<TypedArray<B>> {
    let values = map_array(array.values, map);
    let element = array.element;
    Box::new(TypedArray { element, values })
}

/// Converts the keys and values of a Dictionary, and keeps the rule of keys.
pub(crate) fn map_dictionary<A, B: KeyEquality>(
    entries: Dictionary<A>,
    map: impl Fn(A) -> B,
) -> Dictionary<B> {
    let rule = entries.key_rule();
    let mut mapped = Vec::with_capacity(entries.len());
    for [key, value] in entries.into_pairs() {
        mapped.push([map(key), map(value)]);
    }
    Dictionary::from_pairs(mapped, rule)
}

/// Converts the keys and values of a Dictionary with declared types.
#[allow(
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    reason = "a Variant holds containers with a declared type in a box"
)]
pub(crate) fn map_typed_dictionary<A, B: KeyEquality>(
    dictionary: Box<TypedDictionary<A>>,
    map: impl Fn(A) -> B,
) -> Box<TypedDictionary<B>> {
    Box::new(TypedDictionary {
        entries: map_dictionary(dictionary.entries, map),
        key: dictionary.key,
        value: dictionary.value,
    })
}

/// Converts the properties of an object.
pub(crate) fn map_object<A, B>(object: Object<A>, map: impl Fn(A) -> B) -> Object<B> {
    match object {
        Object::Id(id) => Object::Id(id),
        Object::Full(object) => {
            let mut properties = Vec::with_capacity(object.properties.len());
            for (name, value) in object.properties {
                properties.push((name, map(value)));
            }
            Object::Full(Box::new(FullObject {
                class: object.class,
                properties,
            }))
        }
    }
}
