//! Builds a Variant from the JSON form that a value serializes.
//!
//! A layout's own serializer builds the values that it cannot receive as they are: objects,
//! containers with declared types, values of another precision, and values that serde has buffered.

use super::Value;
use super::content;
use super::number::Number;
use super::untyped::{Untyped, build};
use crate::table::key_rule::KeyRule;
use crate::value::build::Content;
use crate::wire::options::SERDE_DEPTH;
use crate::{EncodeError, Kind};
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use serde::ser::{
    Error, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeTuple, Serializer,
};

/// A serializer of the JSON form.
pub(super) struct Builder<V> {
    /// The number of lists and objects that may be nested in the value.
    levels: u32,
    /// The rule of the keys of Dictionaries.
    rule: KeyRule,
    value: PhantomData<V>,
}

impl<V: Value> Builder<V> {
    /// Builds the value that serializes this form.
    pub(super) fn build<T: Serialize + ?Sized>(form: &T, rule: KeyRule) -> Result<V, EncodeError> {
        let levels = SERDE_DEPTH;
        let value = PhantomData;
        let builder = Self {
            levels,
            rule,
            value,
        };
        let value = form.serialize(builder)?;
        value.read(rule).map_err(EncodeError::custom)
    }

    /// Returns the builder of a member.
    fn inner(&self) -> Result<Self, EncodeError> {
        let levels = self.levels.checked_sub(1).ok_or_else(|| {
            EncodeError::custom(format_args!(
                "the JSON form of an object, of a value of another precision, or of one that serde buffers, exceeds {SERDE_DEPTH} levels; encode the value in its own layout, or with the derive macro"
            ))
        })?;
        Ok(Self { levels, ..*self })
    }
}

/// Defines methods that return a value without members.
macro_rules! leaves {
    ($($method:ident($value:ident: $ty:ty) => $built:expr;)*) => {$(
        fn $method(self, $value: $ty) -> Result<Untyped<V>, EncodeError> {
            Ok($built)
        }
    )*};
}

/// Defines methods for values that no JSON form contains.
macro_rules! rejected {
    ($($method:ident $(<$value:ident>)?($($argument:ty),*) -> $result:ident;)*) => {$(
        fn $method $(<$value: Serialize + ?Sized>)?(self $(, _: $argument)*) -> Result<Self::$result, EncodeError> {
            Err(EncodeError::custom("not the JSON form of a value"))
        }
    )*};
}

pub(super) use rejected;

impl<V: Value> Serializer for Builder<V> {
    type Ok = Untyped<V>;
    type Error = EncodeError;
    type SerializeSeq = List<V>;
    type SerializeTuple = List<V>;
    type SerializeTupleStruct = Impossible<Untyped<V>, EncodeError>;
    type SerializeTupleVariant = Impossible<Untyped<V>, EncodeError>;
    type SerializeMap = Object<V>;
    type SerializeStruct = Impossible<Untyped<V>, EncodeError>;
    type SerializeStructVariant = Impossible<Untyped<V>, EncodeError>;

    leaves! {
        serialize_bool(value: bool) => Untyped::Value(build(Kind::Bool, Content::Bool(value)));
        serialize_i64(value: i64) => Untyped::Number(Number::Int(value));
        serialize_u64(value: u64) => Untyped::Number(Number::from_u64(value));
        serialize_f32(value: f32) => Untyped::Number(Number::from_f32(value));
        serialize_f64(value: f64) => Untyped::Number(Number::exactly(value));
        serialize_str(text: &str) => Untyped::Text(text.into());
    }

    fn serialize_unit(self) -> Result<Untyped<V>, EncodeError> {
        Ok(Untyped::Value(V::default()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Untyped<V>, EncodeError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<List<V>, EncodeError> {
        let builder = self.inner()?;
        let elements = Vec::new();
        Ok(List { builder, elements })
    }

    fn serialize_tuple(self, length: usize) -> Result<List<V>, EncodeError> {
        self.serialize_seq(Some(length))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Object<V>, EncodeError> {
        Ok(Object {
            builder: self.inner()?,
            key: None,
            entries: Vec::new(),
        })
    }

    rejected! {
        serialize_i8(i8) -> Ok;
        serialize_i16(i16) -> Ok;
        serialize_i32(i32) -> Ok;
        serialize_u8(u8) -> Ok;
        serialize_u16(u16) -> Ok;
        serialize_u32(u32) -> Ok;
        serialize_char(char) -> Ok;
        serialize_bytes(&[u8]) -> Ok;
        serialize_none() -> Ok;
        serialize_some<T>(&T) -> Ok;
        serialize_unit_struct(&'static str) -> Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> Ok;
        serialize_newtype_variant<T>(&'static str, u32, &'static str, &T) -> Ok;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}

/// The elements of a list.
pub(super) struct List<V> {
    builder: Builder<V>,
    elements: Vec<Untyped<V>>,
}

macro_rules! lists {
    ($($list:ident),*) => {$(
        impl<V: Value> $list for List<V> {
            type Ok = Untyped<V>;
            type Error = EncodeError;

            fn serialize_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), EncodeError> {
                self.elements.push(element.serialize(Builder { ..self.builder })?);
                Ok(())
            }

            fn end(self) -> Result<Untyped<V>, EncodeError> {
                Ok(Untyped::List(self.elements))
            }
        }
    )*};
}

lists!(SerializeSeq, SerializeTuple);

/// The entries of an object.
pub(super) struct Object<V> {
    builder: Builder<V>,
    key: Option<String>,
    entries: Vec<(String, Untyped<V>)>,
}

impl<V: Value> SerializeMap for Object<V> {
    type Ok = Untyped<V>;
    type Error = EncodeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        self.key = key.serialize(Builder { ..self.builder })?.into_text();
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let value = value.serialize(Builder { ..self.builder })?;
        self.entries.extend(self.key.take().map(|key| (key, value)));
        Ok(())
    }

    fn end(mut self) -> Result<Untyped<V>, EncodeError> {
        let only = self.entries.len() == 1;
        let tagged = self
            .entries
            .pop_if(|(key, _)| only && super::is_reserved(key));
        match tagged {
            Some((name, content)) => content::read(None, self.builder.rule, &name, content)
                .map(Untyped::Value)
                .map_err(EncodeError::custom),
            None => Ok(Untyped::Map(self.entries)),
        }
    }
}
