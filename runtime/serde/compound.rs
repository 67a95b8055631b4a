//! Serializes containers part by part.

use super::{Serde, SerdeLayout};
use crate::{ArrayWriter, DictionaryWriter, EncodeError, EncodeErrorKind, Layout, Segment};
use serde::ser::{self, Serialize};

/// Adds the variant of an enum to the path of its content's error.
fn within(variant: Option<&'static str>, error: EncodeError) -> EncodeError {
    match variant {
        Some(variant) => error.within(Segment::name(variant)),
        None => error,
    }
}

/// Serializes the elements of an Array.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3;
/// use serde::ser::{Serialize, SerializeSeq, Serializer};
///
/// // What `serialize_seq` of a layout's serializer returns.
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
/// assert_eq!(godot3::serde::to_vec(&Numbers)?, godot3::to_vec(&godot3::variant!([7]))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sequence<'s, 'w, L: Layout> {
    variant: Option<&'static str>,
    array: ArrayWriter<'s, 'w, L>,
}

impl<'s, 'w, L: SerdeLayout> Sequence<'s, 'w, L> {
    #[inline]
    pub(super) fn new(array: ArrayWriter<'s, 'w, L>) -> Self {
        Self {
            variant: None,
            array,
        }
    }

    /// Serializes the content of an enum variant whose name has been written.
    pub(super) fn of_variant(variant: &'static str, array: ArrayWriter<'s, 'w, L>) -> Self {
        Self {
            variant: Some(variant),
            array: array.ending_entry(),
        }
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.array
            .element(&Serde(value))
            .map_err(|error| within(self.variant, error))
    }
}

macro_rules! sequences {
    ($($compound:ident::$method:ident),*) => {$(
        impl<L: SerdeLayout> ser::$compound for Sequence<'_, '_, L> {
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

/// Serializes the entries of a Dictionary.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::godot3;
/// use serde::ser::{Serialize, SerializeMap, Serializer};
///
/// // What `serialize_map` of a layout's serializer returns.
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
/// assert_eq!(godot3::serde::to_vec(&Numbers)?, godot3::to_vec(&godot3::variant!({"seven": 7}))?);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Entries<'s, 'w, L: Layout> {
    variant: Option<&'static str>,
    dictionary: DictionaryWriter<'s, 'w, L>,
    /// The key of a map whose value is still missing.
    key: Option<Key>,
}

/// A key that has been serialized alone.
#[derive(Debug, Clone, Copy)]
struct Key {
    start: usize,
    /// The index of its entry.
    index: usize,
}

impl<L: Layout> Entries<'_, '_, L> {
    /// Fails if the last key of a map has no value.
    #[inline]
    fn check_complete(&mut self) -> Result<(), EncodeError> {
        match self.key.take() {
            None => Ok(()),
            Some(_) => Err(self.misuse("a key of a map was serialized without its value")),
        }
    }

    /// Records that the methods were called in an order that no map has.
    #[cold]
    fn misuse(&mut self, message: &'static str) -> EncodeError {
        let error = EncodeError::new(EncodeErrorKind::Custom(message.into()));
        self.dictionary.fail(error)
    }
}

impl<L: Layout> Drop for Entries<'_, '_, L> {
    #[inline]
    fn drop(&mut self) {
        // Dropped without `end`, or ended as a struct: the writer keeps the error.
        let _ = self.check_complete();
    }
}

impl<'s, 'w, L: SerdeLayout> Entries<'s, 'w, L> {
    #[inline]
    pub(super) fn new(dictionary: DictionaryWriter<'s, 'w, L>) -> Self {
        Self {
            variant: None,
            dictionary,
            key: None,
        }
    }

    /// Serializes the content of an enum variant whose name has been written.
    pub(super) fn of_variant(
        variant: &'static str,
        dictionary: DictionaryWriter<'s, 'w, L>,
    ) -> Self {
        Self {
            variant: Some(variant),
            dictionary: dictionary.ending_entry(),
            key: None,
        }
    }

    #[expect(clippy::inline_always, reason = "see `DictionaryWriter::name`")]
    #[inline(always)]
    fn field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let written = self
            .dictionary
            .name(key)
            .and_then(|()| self.dictionary.named(key, &Serde(value)));
        written.map_err(|error| within(self.variant, error))
    }
}

impl<L: SerdeLayout> ser::SerializeMap for Entries<'_, '_, L> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.check_complete()?;
        self.key = Some(Key {
            index: self.dictionary.len(),
            start: self.dictionary.key(&Serde(key))?,
        });
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        match self.key.take() {
            Some(key) if key.index == self.dictionary.len() => {
                self.dictionary.value(key.start, &Serde(value))
            }
            _ => Err(self.misuse("a value of a map was serialized without its key")),
        }
    }

    // Most maps are serialized by this method alone, so it keeps no state.
    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), EncodeError> {
        self.dictionary.pair(&Serde(key), &Serde(value))
    }

    #[inline]
    fn end(mut self) -> Result<(), EncodeError> {
        self.check_complete()
    }
}

macro_rules! structs {
    ($($compound:ident),*) => {$(
        impl<L: SerdeLayout> ser::$compound for Entries<'_, '_, L> {
            type Ok = ();
            type Error = EncodeError;

            #[allow(clippy::inline_always, reason = "see `DictionaryWriter::name`")]
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
