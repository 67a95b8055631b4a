//! What serde serializes part by part.

use super::{Serde, SerdeLayout};
use crate::{ArrayWriter, DictionaryWriter, EncodeError, Layout, Segment};
use serde::ser::{self, Serialize};

/// The error of a part, within the variant of an enum if it is one's.
fn within(variant: Option<&'static str>, error: EncodeError) -> EncodeError {
    match variant {
        Some(variant) => error.within(Segment::name(variant)),
        None => error,
    }
}

/// The elements of an Array being written.
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

    /// The content of an enum's variant, whose name has been written.
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

/// The pairs of a Dictionary being written.
#[derive(Debug)]
pub struct Entries<'s, 'w, L: Layout> {
    variant: Option<&'static str>,
    dictionary: DictionaryWriter<'s, 'w, L>,
}

impl<'s, 'w, L: SerdeLayout> Entries<'s, 'w, L> {
    #[inline]
    pub(super) fn new(dictionary: DictionaryWriter<'s, 'w, L>) -> Self {
        Self {
            variant: None,
            dictionary,
        }
    }

    /// The content of an enum's variant, whose name has been written.
    pub(super) fn of_variant(
        variant: &'static str,
        dictionary: DictionaryWriter<'s, 'w, L>,
    ) -> Self {
        Self {
            variant: Some(variant),
            dictionary: dictionary.ending_entry(),
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
        self.dictionary.key(&Serde(key))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.dictionary.value(&Serde(value))
    }

    #[inline]
    fn end(self) -> Result<(), EncodeError> {
        Ok(())
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
