//! Serializes users' own types as values of a layout.

use super::json::{DICTIONARY_NAME, TYPE_NAME, TYPED, equal_key_name, typed};
use crate::codec::dictionary::equal_keys;
use crate::error::kinds::NUMBER_TOKEN;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::variant::with_variant;
use crate::{
    ArrayWriter, Decode, DecodeOptions, DictionaryWriter, Encode, EncodeError, EncodeErrorKind,
    Engine, FirstLayout, Kind, Reader, Segment, Writer,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::ser::{self, Error as _, Serialize};

/// Encodes values of serde in the layout of an engine.
///
/// An implementation of [`Encode`](crate::Encode) can encode a part of its value through serde, with
/// [`Serializer::new`] or [`Serde`](crate::serde::Serde).
#[derive(Debug)]
pub struct Serializer<'s, 'w, E: HasLayout> {
    writer: &'s mut Writer<'w, E>,
    /// Whether the value is a key of a map that a type may name before its entries.
    is_key: bool,
}

/// Returns whether a value within the JSON form of another value is serialized.
///
/// Only this form, which is read again, is written for any engine: [`Serializer::new`] takes one.
#[inline]
const fn is_form<E: HasLayout>() -> bool {
    E::FIXED.is_none()
}

impl<'s, 'w, E: HasLayout> Serializer<'s, 'w, E> {
    /// Creates a serializer that appends to the output of a writer.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::serde::Serializer;
    /// use gdvariant::{Godot4, Writer, godot4};
    /// use serde::Serialize;
    ///
    /// let mut bytes = Vec::new();
    /// let mut writer = Writer::<Godot4>::new(&mut bytes);
    /// (1, true).serialize(Serializer::new(&mut writer))?;
    /// assert_eq!(bytes, godot4::to_vec(&(1, true))?);
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    #[inline]
    pub fn new(writer: &'s mut Writer<'w, E>) -> Self
    where
        E: Engine,
    {
        Self::for_any(writer)
    }

    /// Creates a serializer to the writer of an engine, or of a JSON form.
    #[inline]
    pub(super) fn for_any(writer: &'s mut Writer<'w, E>) -> Self {
        let is_key = false;
        Self { writer, is_key }
    }

    #[inline]
    fn value<T: Encode<E> + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.encode(self.writer)
    }

    #[inline]
    fn sequence(self) -> SequenceSerializer<'s, 'w, E> {
        SequenceSerializer {
            variant: None,
            array: self.writer.array(),
        }
    }

    #[inline]
    pub(super) fn entries(self) -> Entries<'s, 'w, E> {
        Entries {
            variant: None,
            dictionary: self.writer.dictionary(),
            key: None,
            number_at: None,
        }
    }
}

/// A value that is encoded through serde, and whether it is a key like that of `Serializer`.
struct Value<'v, T: ?Sized> {
    value: &'v T,
    is_key: bool,
}

impl<'v, T: ?Sized> Value<'v, T> {
    #[inline]
    fn new(value: &'v T) -> Self {
        let is_key = false;
        Self { value, is_key }
    }
}

impl<E: HasLayout, T: Serialize + ?Sized> Encode<E> for Value<'_, T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        let is_key = self.is_key;
        self.value.serialize(Serializer { writer, is_key })
    }
}

/// The error for a value that can be neither flattened nor internally tagged.
const NO_ENTRIES: &str =
    "only a Dictionary can be flattened or contain a `tag`; use `content`, or a field of a struct";

/// Returns the error for a key that equals an earlier one in the layout.
#[cold]
fn equal_key<E: HasLayout, T: Serialize + ?Sized>(
    writer: &Writer<'_, E>,
    key: &T,
) -> Result<EncodeError, EncodeError> {
    let (layout, mut bytes) = (writer.layout(), Vec::new());
    Value::new(key).encode(&mut Writer::<E>::for_layout(layout, &mut bytes))?;
    let options = DecodeOptions::new().allow_objects(true);
    let mut reader = Reader::<AnyEngine>::for_layout(layout, &bytes, options);
    let key = with_variant!(layout, V => V::decode(&mut reader).map(|key| key.to_string()));
    key.map(|key| equal_keys(layout.name, &key))
        .map_err(EncodeError::custom)
}

/// Returns the string that a value serializes.
#[cold]
fn text_of<T: Serialize + ?Sized>(value: &T) -> Result<String, EncodeError> {
    let (layout, mut bytes) = (FirstLayout::LAYOUT, Vec::new());
    Value::new(value).encode(&mut Writer::<AnyEngine>::for_layout(layout, &mut bytes))?;
    let mut reader = Reader::<AnyEngine>::for_layout(layout, &bytes, DecodeOptions::new());
    reader.text().map_err(EncodeError::custom)
}

/// Returns the error for a number that exceeds the engine's 64-bit int.
fn out_of_range(value: impl TryInto<u64> + fmt::Display + Copy) -> EncodeError {
    match value.try_into() {
        Ok(value) => EncodeError::new(EncodeErrorKind::OutOfRange { value }),
        Err(_) => EncodeError::custom(format_args!(
            "{value} is out of the range of int, {} to {}",
            i64::MIN,
            i64::MAX
        )),
    }
}

/// Defines methods for types that implement [`Encode`].
macro_rules! encoded {
    ($($method:ident: $value:ty),*) => {$(
        #[inline]
        fn $method(self, value: $value) -> Result<(), EncodeError> {
            self.value(&value)
        }
    )*};
}

/// Defines methods for integers of more than 64 bits.
macro_rules! wide {
    ($($method:ident: $value:ty),*) => {$(
        #[inline]
        fn $method(self, value: $value) -> Result<(), EncodeError> {
            self.value(&i64::try_from(value).map_err(|_| out_of_range(value))?)
        }
    )*};
}

/// Defines methods that start a sequence, a map or a struct.
macro_rules! compounds {
    ($($method:ident($($argument:ty),*) -> $compound:ident: $start:ident;)*) => {$(
        #[inline]
        fn $method(self $(, _: $argument)*) -> Result<Self::$compound, EncodeError> {
            Ok(self.$start())
        }
    )*};
}

impl<'s, 'w, E: HasLayout> ser::Serializer for Serializer<'s, 'w, E> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = SequenceSerializer<'s, 'w, E>;
    type SerializeTuple = SequenceSerializer<'s, 'w, E>;
    type SerializeTupleStruct = SequenceSerializer<'s, 'w, E>;
    type SerializeTupleVariant = SequenceSerializer<'s, 'w, E>;
    type SerializeMap = Entries<'s, 'w, E>;
    type SerializeStruct = Entries<'s, 'w, E>;
    type SerializeStructVariant = Entries<'s, 'w, E>;

    encoded!(
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_str: &str
    );

    wide!(serialize_i128: i128, serialize_u128: u128);

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), EncodeError> {
        match i64::try_from(value) {
            Ok(value) => self.value(&value),
            // The JSON form has no bytes.
            Err(_) if is_form::<E>() => self.serialize_bytes(&value.to_le_bytes()),
            Err(_) => Err(out_of_range(value)),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.value(&*value.to_string())
    }

    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        self.writer
            .packed_of(Kind::PackedByteArray, value.len(), value)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), EncodeError> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), EncodeError> {
        self.value(&())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), EncodeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), EncodeError> {
        self.value(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        match name {
            _ if is_form::<E>() => value.serialize(self),
            TYPED => typed::write(self.writer, value),
            // serde flattens or tags the value: its entries follow, and nothing else may.
            DICTIONARY_NAME if self.is_key => Ok(()),
            TYPE_NAME | DICTIONARY_NAME => Err(EncodeError::custom(NO_ENTRIES)),
            _ if name == equal_key_name(self.writer.const_layout().keys) => {
                Err(equal_key(self.writer, value)?)
            }
            _ => value.serialize(self),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.writer.dictionary().entry(variant, &Value::new(value))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant, EncodeError> {
        self.writer.entry(variant)?;
        Ok(SequenceSerializer {
            variant: Some(variant),
            array: self.writer.array().ending_entry(),
        })
    }

    compounds! {
        serialize_seq(Option<usize>) -> SerializeSeq: sequence;
        serialize_tuple(usize) -> SerializeTuple: sequence;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct: sequence;
        serialize_map(Option<usize>) -> SerializeMap: entries;
    }

    #[inline]
    fn serialize_struct(
        self,
        name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStruct, EncodeError> {
        // With `arbitrary_precision`, serde_json serializes a number as a struct of this name.
        let number_at = (name == NUMBER_TOKEN).then_some(self.writer.out.len());
        let mut entries = self.entries();
        entries.number_at = number_at;
        Ok(entries)
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant, EncodeError> {
        self.writer.entry(variant)?;
        Ok(Entries {
            variant: Some(variant),
            dictionary: self.writer.dictionary().ending_entry(),
            key: None,
            number_at: None,
        })
    }
}

/// Prepends the variant of an enum to the path of an error in its content.
fn within(variant: Option<&'static str>, error: EncodeError) -> EncodeError {
    match variant {
        Some(variant) => error.within(Segment::name(variant)),
        None => error,
    }
}

/// Serializes the elements of an Array: the result of `serialize_seq` and similar methods.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4;
/// use serde::ser::{Serialize, SerializeSeq, Serializer};
///
/// struct Numbers;
///
/// impl Serialize for Numbers {
///     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         let mut sequence = serializer.serialize_seq(None)?;
///         sequence.serialize_element(&7)?;
///         sequence.end()
///     }
/// }
///
/// assert_eq!(godot4::serde::to_vec(&Numbers)?, godot4::to_vec(&godot4::variant!([7]))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SequenceSerializer<'s, 'w, E: HasLayout> {
    variant: Option<&'static str>,
    array: ArrayWriter<'s, 'w, E>,
}

impl<E: HasLayout> SequenceSerializer<'_, '_, E> {
    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.array
            .element(&Value::new(value))
            .map_err(|error| within(self.variant, error))
    }
}

macro_rules! sequences {
    ($($compound:ident::$method:ident),*) => {$(
        impl<E: HasLayout> ser::$compound for SequenceSerializer<'_, '_, E> {
            type Ok = ();
            type Error = EncodeError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), EncodeError> {
                Ok(())
            }
        }
    )*};
}

sequences!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// Serializes the entries of a Dictionary: the result of `serialize_map` and similar methods.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4;
/// use serde::ser::{Serialize, SerializeMap, Serializer};
///
/// struct Numbers;
///
/// impl Serialize for Numbers {
///     fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         let mut entries = serializer.serialize_map(None)?;
///         entries.serialize_entry("seven", &7)?;
///         entries.end()
///     }
/// }
///
/// assert_eq!(godot4::serde::to_vec(&Numbers)?, godot4::to_vec(&godot4::variant!({"seven": 7}))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Entries<'s, 'w, E: HasLayout> {
    variant: Option<&'static str>,
    dictionary: DictionaryWriter<'s, 'w, E>,
    /// The last key of a map, until its value is serialized.
    key: Option<Key>,
    /// The start of a serde_json number in the buffer. Its only field holds the digits.
    number_at: Option<usize>,
}

/// A key that was serialized separately from its value.
#[derive(Debug, Clone, Copy)]
struct Key {
    start: usize,
    /// The index of the key's entry.
    index: usize,
}

impl<E: HasLayout> Entries<'_, '_, E> {
    /// Returns an error if the last key of a map has no value.
    #[inline]
    fn check_complete(&mut self) -> Result<(), EncodeError> {
        match self.key.take() {
            None => Ok(()),
            Some(_) => Err(self.misuse("a key of a map was serialized without its value")),
        }
    }

    /// Records an error because methods were called in an invalid order.
    #[cold]
    fn misuse(&mut self, message: &'static str) -> EncodeError {
        let error = EncodeError::new(EncodeErrorKind::Custom(message.into()));
        self.dictionary.fail(error)
    }
}

impl<E: HasLayout> Drop for Entries<'_, '_, E> {
    #[inline]
    fn drop(&mut self) {
        // If dropped without `end`, or ended as a struct, the writer keeps the error.
        let _ = self.check_complete();
    }
}

impl<E: HasLayout> Entries<'_, '_, E> {
    // See `DictionaryWriter::name`.
    #[inline(always)]
    fn field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        // Compilers know the key, so that other structs have no check.
        if key == NUMBER_TOKEN
            && let Some(start) = self.number_at
        {
            return self.number(start, value);
        }
        let written = self
            .dictionary
            .name(key)
            .and_then(|()| self.dictionary.field([], key, &Value::new(value)));
        self.dictionary.count_fields(1);
        written.map_err(|error| within(self.variant, error))
    }

    /// Writes the number with these digits instead of a Dictionary.
    #[cold]
    fn number<T: Serialize + ?Sized>(
        &mut self,
        start: usize,
        digits: &T,
    ) -> Result<(), EncodeError> {
        let digits = text_of(digits)?;
        let float = digits.parse().unwrap_or(f64::NAN);
        let is_float = float.is_finite() && digits.contains(['.', 'e', 'E']);
        let int = digits.parse::<i64>();
        if int.is_err() && !is_float && format!("{float:.0}") != digits {
            let message = format!("neither int nor float can represent {digits}");
            return Err(EncodeError::custom(message));
        }
        let container = &mut self.dictionary.container;
        container.count_at = usize::MAX;
        container.writer.out.truncate(start);
        match int {
            Ok(int) => container.writer.int([], int),
            Err(_) => container.writer.float([], float),
        }
        Ok(())
    }
}

impl<E: HasLayout> ser::SerializeMap for Entries<'_, '_, E> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.check_complete()?;
        let is_key = true;
        let start = self.dictionary.key(&Value { value: key, is_key })?;
        let is_written = self.dictionary.container.writer.out.len() > start;
        let index = self.dictionary.len();
        self.key = is_written.then_some(Key { start, index });
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        match self.key.take() {
            Some(key) if key.index == self.dictionary.len() => {
                self.dictionary.value(key.start, &Value::new(value))
            }
            _ => Err(self.misuse("a value of a map was serialized without its key")),
        }
    }

    // Most maps call only this method, which encodes key and value in one call, so that no key is
    // pending between two calls.
    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), EncodeError> {
        self.dictionary.entry(&Value::new(key), &Value::new(value))
    }

    #[inline]
    fn end(mut self) -> Result<(), EncodeError> {
        self.check_complete()
    }
}

macro_rules! structs {
    ($($compound:ident),*) => {$(
        impl<E: HasLayout> ser::$compound for Entries<'_, '_, E> {
            type Ok = ();
            type Error = EncodeError;

            // See `DictionaryWriter::name`.
            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), EncodeError> {
                self.field(key, value)
            }

            #[inline]
            fn end(self) -> Result<(), EncodeError> {
                Ok(())
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);
