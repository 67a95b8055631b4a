//! Serializes the library's own values through serde as their bytes.

use super::context::UNTYPED_DEPTH;
use super::{Deserializer, SerdeLayout, Serializer};
use crate::serde::json::{ALONE, absent};
use crate::wire::components::Components;
use crate::{
    DecodeErrorKind, DecodeOptions, Encode, EncodeError, EncodeErrorKind, Kind, Reader, Rid,
    Writer, codec, format,
};
use alloc::vec::Vec;
use core::cell::Cell;
use serde::ser::{self, Error as _, Impossible, Serialize};

/// Encodes a value of the library, which serde passes under one of its names.
#[inline]
pub(super) fn write<L: SerdeLayout, T: Serialize + ?Sized>(
    writer: &mut Writer<'_, L>,
    value: &T,
) -> Result<(), EncodeError> {
    let is_ours = Cell::new(false);
    let result = value.serialize(Bridge {
        writer,
        expected: Expected::Name,
        is_ours: &is_ours,
    });
    if is_ours.get() {
        result.map_err(|error| writer.fail(error))
    } else {
        write_form(writer, value)
    }
}

/// Encodes a value that comes in the JSON form: another layout's, or one that serde has buffered,
/// as it does for an enum in an internally tagged one.
fn write_form<L: SerdeLayout, T: Serialize + ?Sized>(
    writer: &mut Writer<'_, L>,
    value: &T,
) -> Result<(), EncodeError> {
    let mut form = Vec::new();
    let mut form_writer =
        Writer::<L>::of_form(&mut form, format::MAX_DEPTH - u32::from(UNTYPED_DEPTH));
    let written = value.serialize(Serializer::new(&mut form_writer));
    written.and_then(|()| form_writer.finish_form()).map_err(|error| match error.kind() {
        EncodeErrorKind::TooDeep { .. } => EncodeError::custom(format_args!(
            "the JSON form of a value of another layout, or of one that serde buffers, exceeds {UNTYPED_DEPTH} levels; write it in its own layout, or with the derive macro"
        )),
        _ => error,
    })?;
    let mut reader = Reader::<L>::new(&form, DecodeOptions::new());
    let value = crate::serde::json::deserialize::<L, _>(Deserializer::of_form(&mut reader));
    let value = value.map_err(|error| EncodeError::custom(error.kind()))?;
    Encode::<L>::encode(&value, writer)
}

/// What a [`Bridge`] expects.
enum Expected {
    /// The name of a type or of the layout.
    Name,
    /// The body of a value of this kind.
    Body(Kind),
    /// A piece of a body whose header has been written.
    Piece,
    /// The bytes of a whole value.
    Whole,
}

/// Accepts a value as its bytes. It rejects anything else, which is not an error: the value is then
/// not the library's own.
struct Bridge<'s, 'w, L> {
    writer: &'s mut Writer<'w, L>,
    expected: Expected,
    /// Whether the value has asked for the choice between its bytes and the JSON form.
    is_ours: &'s Cell<bool>,
}

impl<'s, 'w, L: SerdeLayout> Bridge<'s, 'w, L> {
    /// Rejects anything else.
    fn other<T>(&self) -> Result<T, EncodeError> {
        self.is_ours.set(false);
        Err(EncodeError::custom("not the bytes of a value"))
    }

    /// Starts a value whose components, or those of each element, have so many bytes.
    #[inline]
    fn pieces(
        self,
        kind: Kind,
        components: Option<usize>,
    ) -> Result<Pieces<'s, 'w, L>, EncodeError> {
        match L::number_of(kind) {
            None => Err(EncodeError::custom(absent::<L>(kind.name()))),
            Some(number) if Components::<L>::length(number) != components => {
                Err(other_precision::<L>(kind))
            }
            Some(_) => {
                let start = self.writer.replaces(kind)?.then_some(self.writer.out.len());
                self.writer.header_with(kind, 0);
                Ok(Pieces {
                    writer: self.writer,
                    gap: L::gap_of(kind),
                    start,
                })
            }
        }
    }

    fn whole(self, bytes: &[u8]) -> Result<(), EncodeError> {
        let levels = format::MAX_DEPTH.saturating_sub(self.writer.depth());
        let options = DecodeOptions::new().allow_objects(true).max_depth(levels);
        Reader::<L>::new(bytes, options)
            .skip()
            .map_err(|error| match error.kind() {
                DecodeErrorKind::TooDeep { .. } => EncodeError::new(EncodeErrorKind::TooDeep {
                    limit: format::MAX_DEPTH,
                }),
                kind => EncodeError::custom(kind),
            })?;
        if self.writer.has_target() {
            return encode_again(self.writer, bytes);
        }
        self.writer.bytes(bytes);
        Ok(())
    }
}

/// Encodes a value, given its bytes, for the target of the writer.
#[cold]
fn encode_again<L: SerdeLayout>(
    writer: &mut Writer<'_, L>,
    bytes: &[u8],
) -> Result<(), EncodeError> {
    let options = DecodeOptions::new().allow_objects(true);
    let value = codec::from_slice::<L, L::Variant>(bytes, options);
    Encode::<L>::encode(&value.map_err(EncodeError::custom)?, writer)
}

#[cold]
fn other_precision<L: SerdeLayout>(kind: Kind) -> EncodeError {
    let (name, layout) = (L::name_of(kind), L::NAME);
    EncodeError::custom(format_args!(
        "a {name} of another precision than that of the layout {layout}"
    ))
}

/// Appends the pieces of a body whose header has been written.
struct Pieces<'s, 'w, L> {
    writer: &'s mut Writer<'w, L>,
    /// The unused bytes after the next piece: the count of a pool array is the first one.
    gap: usize,
    /// The start of a value that the target lacks, and that is encoded again.
    start: Option<usize>,
}

impl<L: SerdeLayout> ser::SerializeSeq for Pieces<'_, '_, L> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, piece: &T) -> Result<(), EncodeError> {
        piece.serialize(Bridge {
            writer: self.writer,
            expected: Expected::Piece,
            is_ours: &Cell::new(true),
        })?;
        if L::HAS_GAPS {
            self.writer.zeros(core::mem::take(&mut self.gap));
        }
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<(), EncodeError> {
        let Some(start) = self.start else {
            return Ok(());
        };
        let bytes = self.writer.out.split_off(start);
        encode_again(self.writer, &bytes)
    }
}

macro_rules! rejected {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {$(
        fn $method(self $(, _: $argument)*) -> Result<$result, EncodeError> {
            self.other()
        }
    )*};
}

impl<'s, 'w, L: SerdeLayout> ser::Serializer for Bridge<'s, 'w, L> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Pieces<'s, 'w, L>;
    type SerializeTuple = Impossible<(), EncodeError>;
    type SerializeTupleStruct = Impossible<(), EncodeError>;
    type SerializeTupleVariant = Impossible<(), EncodeError>;
    type SerializeMap = Impossible<(), EncodeError>;
    type SerializeStruct = Impossible<(), EncodeError>;
    type SerializeStructVariant = Impossible<(), EncodeError>;

    /// Returns `false`, then `true`, which the library's values recognize: no other serializer does
    /// so.
    #[inline]
    fn is_human_readable(&self) -> bool {
        self.is_ours.replace(true)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        _variant: &'static str,
        bytes: &T,
    ) -> Result<(), EncodeError> {
        let expected = match Kind::ALL.get(index as usize) {
            Some(kind) if name == ALONE => Expected::Body(*kind),
            _ if name == L::WHOLE => Expected::Whole,
            _ => return self.other(),
        };
        bytes.serialize(Self { expected, ..self })
    }

    #[inline]
    fn serialize_seq(self, components: Option<usize>) -> Result<Self::SerializeSeq, EncodeError> {
        match self.expected {
            Expected::Body(kind) => self.pieces(kind, components),
            _ => self.other(),
        }
    }

    /// The id of a RID, which not all layouts encode.
    fn serialize_u64(self, id: u64) -> Result<(), EncodeError> {
        match self.expected {
            Expected::Body(Kind::Rid) => Rid::new(id).encode(self.writer),
            _ => self.other(),
        }
    }

    #[inline]
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.expected {
            Expected::Piece => {
                self.writer.bytes(bytes);
                Ok(())
            }
            Expected::Whole => self.whole(bytes),
            Expected::Name | Expected::Body(_) => self.other(),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _value: &T,
    ) -> Result<(), EncodeError> {
        self.other()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _value: &T) -> Result<(), EncodeError> {
        self.other()
    }

    rejected! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}
