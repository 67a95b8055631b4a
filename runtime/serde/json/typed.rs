//! Encodes values with the name of their type, which serde's data model lacks.
//!
//! Such a value serializes its JSON form, `{"Vector2": [1.0, 2.0]}`, in a newtype struct with the
//! name [`TYPED`](super::TYPED); its key is another newtype struct. A layout's own serializer recognizes the first
//! name and does not serialize the key. So the value knows that it can send its body, by
//! `serialize_tuple_variant`. A value without a body, and one that serde has buffered, is built
//! from its JSON form.

use super::Value;
use super::read::deserialize_form;
use crate::serde::Deserializer;
use crate::serde::deserializer::has_own_counts;
use crate::serde::serializer::Serializer;
use crate::table::bodies;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::table::rule::padding_after;
use crate::variant::with_variant;
use crate::wire::options::SERDE_DEPTH;
use crate::{
    DecodeOptions, Encode, EncodeError, EncodeErrorKind, Engine, FirstLayout, Kind, Reader, Writer,
    format,
};
use alloc::vec::Vec;
use core::cell::Cell;
use serde::ser::{self, Error as _, Impossible, Serialize, SerializeMap, SerializeTupleVariant};

/// Encodes a value that is serialized in a newtype struct with the name `TYPED`.
#[inline]
pub(in crate::serde) fn write<E: HasLayout, T: Serialize + ?Sized>(
    writer: &mut Writer<'_, E>,
    value: &T,
) -> Result<(), EncodeError> {
    let is_sent = &Cell::new(false);
    let result = value.serialize(Typed {
        writer,
        is_sent,
        body: None,
    });
    match result {
        Ok(()) if is_sent.get() => Ok(()),
        Err(error) if is_sent.get() => Err(writer.fail(error)),
        _ => {
            let result = writer.shared(|writer| write_from_form(writer, value));
            result.map_err(|error| writer.fail(error))
        }
    }
}

/// Builds a value from its JSON form, and encodes it.
#[cold]
fn write_from_form<T: Serialize + ?Sized>(
    writer: &mut Writer<'_, AnyEngine>,
    value: &T,
) -> Result<(), EncodeError> {
    let mut form = Vec::new();
    let mut form_writer = Writer::<AnyEngine>::for_layout(FirstLayout::LAYOUT, &mut form);
    form_writer.depth = format::MAX_DEPTH - SERDE_DEPTH;
    let serialized = value.serialize(Serializer::for_any(&mut form_writer));
    serialized.map_err(|error| match error.kind() {
        EncodeErrorKind::TooDeep { .. } => EncodeError::custom(format_args!(
            "the JSON form of an object, of a value of another precision, or of one that serde buffers, exceeds {SERDE_DEPTH} levels; encode the value in its own layout, or with the derive macro"
        )),
        // The path leads to a member of the form.
        kind => EncodeError::new(kind.clone()),
    })?;
    with_variant!(writer.layout(), V => encode_form::<V>(writer, &form))
}

fn encode_form<V: Value + Encode<AnyEngine>>(
    writer: &mut Writer<'_, AnyEngine>,
    form: &[u8],
) -> Result<(), EncodeError> {
    let mut reader = Reader::for_layout(FirstLayout::LAYOUT, form, DecodeOptions::new());
    let form = Deserializer::for_form(&mut reader);
    match deserialize_form::<V, _>(writer.layout().keys, form) {
        Ok(value) => value.encode(writer),
        Err(error) => Err(EncodeError::custom(error.kind())),
    }
}

/// A serializer of a value with the name of its type, of its content, and of its body in pieces.
struct Typed<'s, 'w, E: HasLayout> {
    writer: &'s mut Writer<'w, E>,
    /// Set if the value sends its body.
    is_sent: &'s Cell<bool>,
    /// The kind and the start of the body, once there is one.
    body: Option<(Kind, usize)>,
}

/// Defines methods for values that are neither a body nor entries.
macro_rules! rejected {
    ($($method:ident $(<$value:ident>)?($($argument:ty),*) -> $result:ident;)*) => {$(
        fn $method $(<$value: Serialize + ?Sized>)?(self $(, _: $argument)*) -> Result<Self::$result, EncodeError> {
            Err(rejection())
        }
    )*};
}

impl<E: HasLayout> ser::Serializer for Typed<'_, '_, E> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Impossible<(), EncodeError>;
    type SerializeTuple = Impossible<(), EncodeError>;
    type SerializeTupleStruct = Impossible<(), EncodeError>;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Impossible<(), EncodeError>;
    type SerializeStructVariant = Impossible<(), EncodeError>;

    #[inline]
    fn serialize_map(self, _length: Option<usize>) -> Result<Self, EncodeError> {
        Ok(self)
    }

    /// Starts the body of a value of this kind. `components` is the length in bytes of the
    /// components of the value, or of each element.
    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        kind: u32,
        _variant: &'static str,
        components: usize,
    ) -> Result<Self, EncodeError> {
        let kind = *Kind::ALL.get(kind as usize).ok_or_else(rejection)?;
        let layout = self.writer.const_layout();
        let Some(number) = layout.number_of(kind) else {
            self.is_sent.set(true);
            return Err(self.writer.missing_type(kind));
        };
        if layout.length_of(number) != components
            || kind == Kind::NodePath && has_own_counts(self.writer.layout())
            || self.writer.replaces(kind)?
        {
            return Err(rejection());
        }
        self.is_sent.set(true);
        self.writer.header_with(kind, 0);
        let body = Some((kind, self.writer.out.len()));
        Ok(Self { body, ..self })
    }

    #[inline]
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.body.ok_or_else(rejection)?;
        self.writer.bytes(bytes);
        Ok(())
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), EncodeError> {
        let (kind, _) = self.body.ok_or_else(rejection)?;
        self.writer.text_body(bodies::counted_text(kind), text)
    }

    /// Encodes a value that the layout has without the name of a type.
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        self.is_sent.set(true);
        value.serialize(Serializer::for_any(self.writer))
    }

    rejected! {
        serialize_bool(bool) -> Ok;
        serialize_i8(i8) -> Ok;
        serialize_i16(i16) -> Ok;
        serialize_i32(i32) -> Ok;
        serialize_i64(i64) -> Ok;
        serialize_u8(u8) -> Ok;
        serialize_u16(u16) -> Ok;
        serialize_u32(u32) -> Ok;
        serialize_u64(u64) -> Ok;
        serialize_f32(f32) -> Ok;
        serialize_f64(f64) -> Ok;
        serialize_char(char) -> Ok;
        serialize_none() -> Ok;
        serialize_unit() -> Ok;
        serialize_unit_struct(&'static str) -> Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> Ok;
        serialize_newtype_struct<T>(&'static str, &T) -> Ok;
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_newtype_variant<T>(&'static str, u32, &'static str, &T) -> Ok;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}

/// Returns the error that leads to building the value from its JSON form.
fn rejection() -> EncodeError {
    EncodeError::custom("not the body of a value")
}

/// The name of a type with its content.
impl<E: HasLayout> SerializeMap for Typed<'_, '_, E> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, _name: &T) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.serialize(Typed {
            writer: self.writer,
            ..*self
        })
    }

    #[inline]
    fn end(self) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<E: HasLayout> SerializeTupleVariant for Typed<'_, '_, E> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, piece: &T) -> Result<(), EncodeError> {
        piece.serialize(Typed {
            writer: self.writer,
            ..*self
        })
    }

    #[inline]
    fn end(self) -> Result<(), EncodeError> {
        let (_, start) = self.body.ok_or_else(rejection)?;
        let padding = padding_after(self.writer.length_from(start));
        if padding > 0 {
            self.writer.zeros(padding);
        }
        Ok(())
    }
}
