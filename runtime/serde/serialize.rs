//! The implementation of serde's trait for [`Serializer`].

use super::bridge;
use super::compound::{Entries, Sequence};
use super::{Serde, SerdeLayout, Serializer};
use crate::serde::json::{ALONE, TYPE_NAME};
use crate::{Encode, EncodeError, EncodeErrorKind, Kind};
use alloc::string::ToString;
use core::fmt;
use serde::ser::{self, Error as _, Serialize};

impl<'s, 'w, L: SerdeLayout> Serializer<'s, 'w, L> {
    #[inline]
    fn value<T: Encode<L> + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.encode(self.writer)
    }

    #[inline]
    fn sequence(self) -> Sequence<'s, 'w, L> {
        Sequence::new(self.writer.array())
    }

    #[inline]
    fn entries(self) -> Entries<'s, 'w, L> {
        Entries::new(self.writer.dictionary())
    }
}

/// The error for a value that can be neither flattened nor internally tagged.
const NO_ENTRIES: &str = "this value cannot be flattened or stand next to a `tag`: only a Dictionary can; use `content`, or a field of a struct";

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

/// Defines methods for values that are serialized part by part.
macro_rules! compounds {
    ($($method:ident($($argument:ty),*) -> $compound:ident: $start:ident;)*) => {$(
        #[inline]
        fn $method(self $(, _: $argument)*) -> Result<Self::$compound, EncodeError> {
            Ok(self.$start())
        }
    )*};
}

impl<'s, 'w, L: SerdeLayout> ser::Serializer for Serializer<'s, 'w, L> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Sequence<'s, 'w, L>;
    type SerializeTuple = Sequence<'s, 'w, L>;
    type SerializeTupleStruct = Sequence<'s, 'w, L>;
    type SerializeTupleVariant = Sequence<'s, 'w, L>;
    type SerializeMap = Entries<'s, 'w, L>;
    type SerializeStruct = Entries<'s, 'w, L>;
    type SerializeStructVariant = Entries<'s, 'w, L>;

    encoded!(
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_str: &str
    );

    wide!(serialize_i128: i128, serialize_u128: u128);

    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.value(&*value.to_string())
    }

    #[inline]
    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        self.writer.pool_of(Kind::PoolByteArray, value.len(), value)
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
            _ if self.writer.is_form() || !name.starts_with(ALONE) => value.serialize(self),
            TYPE_NAME => Err(EncodeError::custom(NO_ENTRIES)),
            _ => bridge::write(self.writer, value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.writer.dictionary().pair(variant, &Serde(value))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant, EncodeError> {
        self.writer.entry(variant)?;
        Ok(Sequence::of_variant(variant, self.writer.array()))
    }

    compounds! {
        serialize_seq(Option<usize>) -> SerializeSeq: sequence;
        serialize_tuple(usize) -> SerializeTuple: sequence;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct: sequence;
        serialize_map(Option<usize>) -> SerializeMap: entries;
        serialize_struct(&'static str, usize) -> SerializeStruct: entries;
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant, EncodeError> {
        self.writer.entry(variant)?;
        Ok(Entries::of_variant(variant, self.writer.dictionary()))
    }
}
