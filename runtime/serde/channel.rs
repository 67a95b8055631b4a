//! The channel by which values of this library pass through serde unchanged.
//!
//! serde's data model has no type for a Vector2, a NodePath or an Object. Other formats receive
//! such values in the JSON form; a layout's own format receives their encoded bytes. For a type
//! that all layouts share ([`SharedValue`]), the bytes are the body of the value. A value of any type
//! ([`ChannelVariant`](super::json::raw::ChannelVariant)) is serialized by its structure, with the bodies of its
//! leaves, and deserialized from its complete encoding. A [`Mark`] identifies the bytes.
//!
//! | | library | layout's format |
//! | --- | --- | --- |
//! | serializing | a newtype struct with the name of a mark | [`write`] serializes the value to a [`Receiver`], which accepts bytes |
//! | deserializing | a newtype struct with the name of a mark | a map of one entry, [`MarkedBytes`]: the mark of the bytes, then the bytes |
//! | buffered by serde | | the same map in a newtype struct, which serde replays |
//!
//! # Why no input reaches the channel
//!
//! An attacker chooses all strings, bytes, numbers and the nesting of the input, in any format. No
//! input may inject bytes into the channel: bytes of the channel are decoded with `allow_objects`
//! and without the caller's `max_depth`, because the layout's deserializer validated them under the
//! caller's options before marking them.
//!
//! - **Deserializing.** A mark is a string at an address within [`NAMES`], a private static. serde
//!   passes the program's static strings by reference and keeps their addresses in its buffers. A
//!   string from the input is at another address, whatever its contents, and a copy of a mark is an
//!   ordinary string. Other formats see the names of newtype structs only, at other addresses than
//!   the keys.
//! - **Bodies.** A layout's own deserializer passes the body of a shared value directly to a
//!   [`BodyVisitor`]. A body needs no protection: it contains no other values, and decoding
//!   validates it.
//! - **Serializing.** [`is_own`] recognizes a [`Receiver`] by the behavior of the serializer's
//!   type, independently of the values.
//! - **Names of types.** `{"Color": "red"}` is a Dictionary in a layout's own format, but an error
//!   in the JSON form. To distinguish the two after serde has buffered a key, [`plain_name`]
//!   replaces a reserved name in a layout's own format by the equal string in `PLAIN_NAMES`.

use super::json::content::{BodyType, ContentPath, decoded, put_body};
use super::json::shared::built;
use super::json::write::serialize_leaf;
use super::json::{JsonVariant, SerdeLayout, Untyped, Value, ValueVisitor, absent, is_reserved};
use super::{Deserializer, Serializer};
use crate::error::kinds::{JOINED_NAMES, RESERVED_NAMES, TYPE_NAMES};
use crate::layouts::AnyLayout;
use crate::table::Body;
use crate::table::layout::LAYOUTS;
use crate::table::layout::Layout;
use crate::table::rule::padding_after;
use crate::value::build::Payload;
use crate::value::view::{AsView, View};
use crate::wire::options::SERDE_DEPTH;
use crate::wire::writer::checked_length;
use crate::{
    DecodeError, DecodeOptions, Encode, EncodeError, EncodeErrorKind, Engine, Kind, Reader,
    Variant, Writer, codec, format,
};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::mem::take;
use serde::de::value::{BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer};
use serde::de::{self, DeserializeSeed, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{self, Error as _, Impossible, Serialize, SerializeTupleVariant};

/// The type and the layout of bytes in the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(super) kind: Kind,
    /// The index of the layout that encoded the value; `None` for a body that all layouts share.
    pub(super) layout: Option<usize>,
}

const KINDS: usize = Kind::ALL.len();

/// The names of all layouts: without their tables, unlike [`LAYOUTS`].
const LAYOUT_NAMES: [&str; LAYOUTS.len()] = {
    let mut names = [""; LAYOUTS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = LAYOUTS[index].name;
        index += 1;
    }
    names
};

/// The number of marks: one of each kind for bodies, and one of each kind for each layout.
const MARKS: usize = KINDS * (1 + LAYOUTS.len());

/// The index in [`NAMES`] of the first name of a newtype struct; there is one name for each mark.
const NEWTYPE_NAMES: usize = MARKS;

/// One-byte strings: the key of each mark, then the name of the newtype struct of each mark.
///
/// A static has an address of its own, even if the program contains equal strings elsewhere.
static NAMES: [u8; 2 * MARKS] = [b'$'; 2 * MARKS];

/// The reserved names of the JSON form as ordinary keys, in a static to be recognized by address.
static PLAIN_NAMES: [u8; JOINED_NAMES.len()] = JOINED_NAMES;

/// Returns the offset of a string within a static, or `None` if the string is elsewhere.
///
/// Empty strings are excluded, because one at the end of other data can have the address of the
/// static.
#[inline]
fn index_in(names: &'static [u8], name: &str) -> Option<usize> {
    let is_in = !name.is_empty() && names.as_ptr_range().contains(&name.as_ptr());
    is_in.then(|| name.as_ptr().addr() - names.as_ptr().addr())
}

impl Mark {
    /// Creates the mark of the body of a value that all layouts share.
    pub(super) const fn body(kind: Kind) -> Self {
        Self { kind, layout: None }
    }

    /// Creates the mark of a value of the layout `L`.
    pub(super) const fn raw<L: Engine>(kind: Kind) -> Self {
        let layout = Some(L::LAYOUT.index);
        Self { kind, layout }
    }

    /// Returns the string in [`NAMES`] for this mark, among those from `start` on.
    const fn name_from(self, start: usize) -> &'static str {
        let row = match self.layout {
            None => 0,
            Some(index) => 1 + index,
        };
        let (_, rest) = NAMES.split_at(start + row * KINDS + self.kind as usize);
        match str::from_utf8(rest.split_at(1).0) {
            Ok(name) => name,
            Err(_) => "",
        }
    }

    /// Returns the mark for an index in [`NAMES`], among those from `start` on.
    #[inline]
    fn from_index(index: usize, start: usize) -> Option<Self> {
        let index = index.checked_sub(start).filter(|index| *index < MARKS)?;
        let (kind, layout) = (Kind::ALL[index % KINDS], (index / KINDS).checked_sub(1));
        Some(Self { kind, layout })
    }

    /// Returns the key that represents the mark.
    pub(super) const fn key(self) -> &'static str {
        self.name_from(0)
    }

    /// Returns the mark that a key represents, if any.
    #[inline]
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Self::from_index(index_in(&NAMES, key)?, 0)
    }

    /// Returns the name of the newtype struct that wraps values with this mark.
    pub(super) const fn newtype_name(self) -> &'static str {
        self.name_from(NEWTYPE_NAMES)
    }

    /// Returns the mark of the values in a newtype struct with this name, if any.
    #[inline]
    pub(super) fn of_newtype(name: &str) -> Option<Self> {
        Self::from_index(index_in(&NAMES, name)?, NEWTYPE_NAMES)
    }

    /// Returns the mark of the newtype struct that wraps any value of the Variant `V`.
    ///
    /// A Variant has no layout, so the mark is one of a Nil in a layout: such a value needs none.
    pub(super) const fn any<V: AsView>() -> Self {
        Self {
            kind: Kind::Nil,
            layout: Some(V::IS_DOUBLE as usize),
        }
    }

    /// Decodes the bytes that follow the mark.
    pub(super) fn decode<V: Value>(self, bytes: &[u8]) -> Result<V, String> {
        let kind = self.kind;
        let Some(index) = self.layout else {
            return decoded(kind, bytes);
        };
        match V::decode_validated(index, bytes) {
            Some(result) => result.map_err(|error| error.to_string()),
            None => Err(alloc::format!(
                "{} {} of the layout {}, whose values have another precision",
                if kind == Kind::Object { "an" } else { "a" },
                kind.name_in(LAYOUT_NAMES[index]),
                LAYOUT_NAMES[index]
            )),
        }
    }
}

/// Returns whether a newtype struct with this name wraps a shared value.
///
/// Compares addresses only, never the contents of strings.
#[inline]
pub(super) fn is_shared_name(name: &str) -> bool {
    index_in(&NAMES, name)
        .is_some_and(|index| (NEWTYPE_NAMES..NEWTYPE_NAMES + KINDS).contains(&index))
}

/// Returns the equal string in `PLAIN_NAMES`, or `None` if the string is not a reserved name.
pub(super) fn plain_name(text: &str) -> Option<&'static str> {
    let index = RESERVED_NAMES.iter().position(|name| *name == text)?;
    let start: usize = RESERVED_NAMES
        .iter()
        .take(index)
        .map(|name| name.len())
        .sum();
    str::from_utf8(PLAIN_NAMES.get(start..start + text.len())?).ok()
}

/// Returns whether a string was returned by [`plain_name`].
#[inline]
pub(super) fn is_plain(text: &str) -> bool {
    index_in(&PLAIN_NAMES, text).is_some()
}

/// A value that has the JSON form in all formats but a layout's own, where it uses the channel.
pub(crate) trait ChannelValue {
    /// Returns the name of the newtype struct that wraps the value.
    fn name(&self) -> &'static str;

    /// Serializes the bytes to a [`Receiver`].
    fn send<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Serializes the JSON form.
    fn form<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A slice that serializes as bytes; serde serializes `&[u8]` as a sequence.
struct Piece<'b>(&'b [u8]);

impl Serialize for Piece<'_> {
    #[inline]
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A wrapper that serializes a value in the newtype struct of its mark.
pub(crate) struct Envelope<'v, T>(pub(crate) &'v T);

impl<T: ChannelValue> Serialize for Envelope<'_, T> {
    #[inline]
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = self.0.name();
        serializer.serialize_newtype_struct(name, &EnvelopeContent(self.0))
    }
}

/// The value within an [`Envelope`].
struct EnvelopeContent<'v, T>(&'v T);

impl<T: ChannelValue> Serialize for EnvelopeContent<'_, T> {
    #[inline]
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_own(&serializer) {
            self.0.send(serializer)
        } else {
            self.0.form(serializer)
        }
    }
}

/// Returns whether a serializer is a [`Receiver`].
///
/// A receiver's `is_human_readable` returns `false` first and `true` afterwards. The result of
/// other serializers is constant, and always `true` for serializers with which serde wraps another
/// one.
#[inline]
fn is_own<S: ser::Serializer>(serializer: &S) -> bool {
    !serializer.is_human_readable() && serializer.is_human_readable()
}

/// Encodes a value of this library that serde serializes under a mark.
#[inline]
pub(super) fn write<L: SerdeLayout, T: Serialize + ?Sized>(
    writer: &mut Writer<'_, L>,
    mark: Mark,
    value: &T,
) -> Result<(), EncodeError> {
    let is_ours = Cell::new(false);
    let result = value.serialize(Receiver {
        writer,
        mark: Some(mark),
        is_ours: &is_ours,
    });
    if is_ours.get() {
        result.map_err(|error| writer.fail(error))
    } else {
        write_form(writer, mark, value)
    }
}

/// Encodes an object, a value of another precision, or one that serde has buffered, by its JSON
/// form. serde buffers an enum in an internally tagged enum, for example.
fn write_form<L: SerdeLayout, T: Serialize + ?Sized>(
    writer: &mut Writer<'_, L>,
    mark: Mark,
    value: &T,
) -> Result<(), EncodeError> {
    let form = form_of::<L>(|serializer| value.serialize(serializer))?;
    let mut reader = Reader::<L>::new(&form, DecodeOptions::new());
    let deserializer = Deserializer::of_form(&mut reader);
    let value = super::json::deserialize_with::<L::Variant, _>(None, L::LAYOUT.keys, deserializer);
    let value = value.map_err(|error| EncodeError::custom(error.kind()))?;
    let precision = usize::from(L::Variant::IS_DOUBLE);
    let is_other = mark.layout.is_some_and(|other| other != precision);
    // A component that was rounded has another form.
    if is_other
        && form_of::<L>(|serializer| super::json::serialize(&value, None, serializer))? != form
    {
        return Err(other_precision::<L>("components", true));
    }
    Encode::<L>::encode(&value, writer)
}

/// Encodes the JSON form of a value.
fn form_of<L: SerdeLayout>(
    write: impl FnOnce(Serializer<'_, '_, L>) -> Result<(), EncodeError>,
) -> Result<Vec<u8>, EncodeError> {
    let mut form = Vec::new();
    let mut form_writer =
        Writer::<L>::of_form(L::LAYOUT, &mut form, format::MAX_DEPTH - SERDE_DEPTH);
    let written = write(Serializer::new(&mut form_writer));
    written.and_then(|()| form_writer.finish_form()).map_err(|error| match error.kind() {
        EncodeErrorKind::TooDeep { .. } => EncodeError::custom(format_args!(
            "the JSON form of an object, of a value of another precision, or of one that serde buffers, exceeds {SERDE_DEPTH} levels; encode the value in its own layout, or with the derive macro"
        )),
        _ => error,
    })?;
    Ok(form)
}

/// A serializer that accepts only bytes. If a value serializes as anything else, [`write`] falls
/// back to the JSON form.
struct Receiver<'s, 'w, L> {
    writer: &'s mut Writer<'w, L>,
    /// The mark of the value; `None` for a piece of a body whose header has been written.
    mark: Option<Mark>,
    /// Set when [`is_own`] queries this serializer; cleared if the value is rejected.
    is_ours: &'s Cell<bool>,
}

impl<L: SerdeLayout> Receiver<'_, '_, L> {
    /// Rejects a value that does not serialize as bytes.
    fn other<T>(&self) -> Result<T, EncodeError> {
        self.is_ours.set(false);
        Err(EncodeError::custom("not the bytes of a value"))
    }
}

impl<'s, 'w, L: SerdeLayout> Receiver<'s, 'w, L> {
    /// Returns the serializer of the layout if the value is one of any type, which sends values
    /// that serde's data model has as themselves.
    ///
    /// # Errors
    ///
    /// Rejects a value that does not know that this serializer is a receiver, such as one that
    /// serde has buffered.
    fn native(self) -> Result<Serializer<'s, 'w, L>, EncodeError> {
        if self.takes_any() && self.is_ours.get() {
            Ok(Serializer::new(self.writer))
        } else {
            self.other()
        }
    }

    /// Returns whether the value is one of any type, in any precision.
    fn takes_any(&self) -> bool {
        matches!(
            self.mark,
            Some(Mark {
                layout: Some(_),
                ..
            })
        )
    }
}

/// Decodes the bytes of a value, and encodes the value as the writer requires.
#[cold]
fn encode_again<L: SerdeLayout>(
    writer: &mut Writer<'_, L>,
    bytes: &[u8],
    again: ReencodeReason,
) -> Result<(), EncodeError> {
    let value = match again {
        ReencodeReason::Replaced => {
            let options = DecodeOptions::new().allow_objects(true);
            codec::from_slice::<L, L::Variant>(bytes, options).map_err(EncodeError::custom)?
        }
        ReencodeReason::Translated(kind) => {
            let body = bytes
                .get(format::HEADER_LENGTH as usize..)
                .unwrap_or_default();
            let value = Mark::body(kind).decode::<L::Variant>(body);
            value.map_err(EncodeError::custom)?
        }
    };
    Encode::<L>::encode(&value, writer)
}

#[cold]
fn other_precision<L: SerdeLayout>(what: impl fmt::Display, is_any: bool) -> EncodeError {
    let layout = L::LAYOUT.name;
    let advice = if is_any {
        "; convert the value with a `Converter`"
    } else {
        ""
    };
    EncodeError::custom(format_args!(
        "{what} whose precision differs from that of the layout {layout}{advice}"
    ))
}

/// A serializer that appends the pieces of a body after its header.
struct Pieces<'s, 'w, L> {
    writer: &'s mut Writer<'w, L>,
    start: usize,
    /// The reason to encode the value again at the end; `None` if there is none.
    again: Option<ReencodeReason>,
}

/// A reason to encode a value again at the end of its body.
#[derive(Clone, Copy)]
enum ReencodeReason {
    /// The target lacks the type.
    Replaced,
    /// The body of this kind in the layout differs from the shared body.
    Translated(Kind),
}

/// Returns whether the body of a type may differ between layouts.
pub(super) fn is_translated<L: Engine>(body: Body) -> bool {
    match body {
        Body::Record => true,
        Body::NodePath => {
            let own = |layout: &Layout| layout.node_path.format.index != 0;
            own(L::LAYOUT) || own(AnyLayout::LAYOUT)
        }
        _ => false,
    }
}

impl<L: SerdeLayout> SerializeTupleVariant for Pieces<'_, '_, L> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, piece: &T) -> Result<(), EncodeError> {
        piece.serialize(Receiver {
            writer: self.writer,
            mark: None,
            is_ours: &Cell::new(true),
        })
    }

    #[inline]
    fn end(self) -> Result<(), EncodeError> {
        if let Some(again) = self.again {
            let bytes = self.writer.out.split_off(self.start);
            return encode_again(self.writer, &bytes, again);
        }
        let padding = padding_after(self.writer.length_from(self.start));
        if padding > 0 {
            self.writer.zeros(padding);
        }
        Ok(())
    }
}

/// Defines methods that pass a value on to the serializer of the layout.
macro_rules! native {
    ($($method:ident($($argument:ident: $ty:ty)?) -> $result:ident;)*) => {$(
        #[inline]
        fn $method(self $(, $argument: $ty)?) -> Result<Self::$result, EncodeError> {
            self.native()?.$method($($argument)?)
        }
    )*};
}

macro_rules! rejected {
    ($($method:ident $(<$value:ident>)?($($argument:ty),*) -> $result:ident;)*) => {$(
        fn $method $(<$value: Serialize + ?Sized>)?(self $(, _: $argument)*) -> Result<Self::$result, EncodeError> {
            self.other()
        }
    )*};
}

impl<'s, 'w, L: SerdeLayout> ser::Serializer for Receiver<'s, 'w, L> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = <Serializer<'s, 'w, L> as ser::Serializer>::SerializeSeq;
    type SerializeTuple = Impossible<(), EncodeError>;
    type SerializeTupleStruct = Impossible<(), EncodeError>;
    type SerializeTupleVariant = Pieces<'s, 'w, L>;
    type SerializeMap = <Serializer<'s, 'w, L> as ser::Serializer>::SerializeMap;
    type SerializeStruct = Impossible<(), EncodeError>;
    type SerializeStructVariant = Impossible<(), EncodeError>;

    /// Returns `false`, then `true`: see [`is_own`].
    #[inline]
    fn is_human_readable(&self) -> bool {
        self.is_ours.replace(true)
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
    ) -> Result<Self::SerializeTupleVariant, EncodeError> {
        let (Some(_), Some(&kind)) = (self.mark, Kind::ALL.get(kind as usize)) else {
            return self.other();
        };
        let Some(number) = L::LAYOUT.number_of(kind) else {
            return Err(if self.takes_any() {
                self.writer.missing_type(kind)
            } else {
                EncodeError::custom(absent(Some(L::LAYOUT), kind.name()))
            });
        };
        let own = L::LAYOUT.length_of(number);
        if own != components {
            // The JSON form converts a value of any type to double precision. In single precision,
            // it would round components without an error.
            return if self.takes_any() && components < own {
                self.other()
            } else {
                let what = format_args!("a {}", L::LAYOUT.name_of(kind));
                Err(other_precision::<L>(what, self.takes_any()))
            };
        }
        let is_translated = L::LAYOUT
            .table_of(kind)
            .is_some_and(|table| is_translated::<L>(table.body));
        let again = if self.writer.replaces(kind)? {
            Some(ReencodeReason::Replaced)
        } else {
            is_translated.then_some(ReencodeReason::Translated(kind))
        };
        let start = self.writer.out.len();
        self.writer.header_with(kind, 0);
        Ok(Pieces {
            writer: self.writer,
            start,
            again,
        })
    }

    #[inline]
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.mark {
            None => {
                self.writer.bytes(bytes);
                Ok(())
            }
            Some(_) => self.other(),
        }
    }

    native! {
        serialize_bool(value: bool) -> Ok;
        serialize_i64(value: i64) -> Ok;
        serialize_f64(value: f64) -> Ok;
        serialize_str(text: &str) -> Ok;
        serialize_unit() -> Ok;
        serialize_seq(length: Option<usize>) -> SerializeSeq;
        serialize_map(length: Option<usize>) -> SerializeMap;
    }

    rejected! {
        serialize_i8(i8) -> Ok;
        serialize_i16(i16) -> Ok;
        serialize_i32(i32) -> Ok;
        serialize_u8(u8) -> Ok;
        serialize_u16(u16) -> Ok;
        serialize_u32(u32) -> Ok;
        serialize_u64(u64) -> Ok;
        serialize_f32(f32) -> Ok;
        serialize_char(char) -> Ok;
        serialize_none() -> Ok;
        serialize_some<T>(&T) -> Ok;
        serialize_unit_struct(&'static str) -> Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> Ok;
        serialize_newtype_struct<T>(&'static str, &T) -> Ok;
        serialize_newtype_variant<T>(&'static str, u32, &'static str, &T) -> Ok;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}

/// The bytes of a value in a layout's own format, as a map with one entry whose key is the mark.
pub(super) struct MarkedBytes<'de> {
    mark: Option<Mark>,
    bytes: Cow<'de, [u8]>,
}

impl<'de> MarkedBytes<'de> {
    #[inline]
    pub(super) fn new(mark: Mark, bytes: Cow<'de, [u8]>) -> Self {
        let mark = Some(mark);
        Self { mark, bytes }
    }
}

impl<'de> MapAccess<'de> for MarkedBytes<'de> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, DecodeError> {
        let key = self.mark.take().map(Mark::key);
        key.map(|key| seed.deserialize(BorrowedStrDeserializer::new(key)))
            .transpose()
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, DecodeError> {
        match take(&mut self.bytes) {
            Cow::Borrowed(bytes) => seed.deserialize(BorrowedBytesDeserializer::new(bytes)),
            Cow::Owned(bytes) => seed.deserialize(BytesDeserializer::new(&bytes)),
        }
    }
}

/// A seed that deserializes a value of any type with a visitor.
#[derive(Clone, Copy)]
pub(super) struct AnySeed<V>(pub(super) V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for AnySeed<V> {
    type Value = V::Value;

    #[inline]
    fn deserialize<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// A visitor of the bytes that follow a mark.
pub(super) struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Cow<'de, [u8]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a value")
    }

    #[inline]
    fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        Ok(Cow::Owned(bytes.into()))
    }
}

/// The view of a leaf in a Variant, which is sent like a value that all layouts share.
pub(super) struct ViewBody<'v, V: AsView>(pub(super) &'v View<'v, V>);

impl<V: JsonVariant> ViewBody<'_, V> {
    /// Sends the body to a [`Receiver`].
    pub(super) fn send<S: ser::Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mut body, mut length) = (Vec::new(), 0);
        let kind = match *self.0 {
            View::Fields(kind, numbers) | View::Packed(kind, numbers) => {
                length = numbers.rows().iter().map(|row| row.fixed_length()).sum();
                if let View::Packed(..) = self.0 {
                    let count = checked_length(numbers.elements()).map_err(S::Error::custom)?;
                    body.extend(count.to_le_bytes());
                }
                numbers.encode(&mut body);
                kind
            }
            ref view => put_body(view, &mut body).map_err(S::Error::custom)?,
        };
        let mut pieces = serializer.serialize_tuple_variant("", kind as u32, "", length)?;
        pieces.serialize_field(&Piece(&body))?;
        pieces.end()
    }
}

/// A type of values that all layouts share, or a view that borrows such a value.
pub(crate) trait SharedValue<'de>: Sized {
    const KIND: Kind;

    /// Decodes the body; an owned body is a changed copy of the input.
    fn from_body(body: Cow<'de, [u8]>) -> Result<Self, String>;

    /// Converts the content that follows the name of the type in the JSON form. Returns an error by
    /// default, because a view cannot borrow from this content.
    fn from_content(of: &ContentPath<'_>, content: SharedContent) -> Result<Self, String> {
        Err(alloc::format!(
            "expected a {of} to borrow from the bytes of a layout, found {}",
            content.describe()
        ))
    }

    /// Converts bytes without the name of a type: a PackedByteArray or, if owned, a StringName key.
    fn from_bytes(_bytes: Cow<'de, [u8]>) -> Option<Result<Self, String>> {
        None
    }

    /// Converts a string without the name of a type.
    fn from_text(_text: &str) -> Option<Self> {
        None
    }
}

/// A value that all layouts share.
pub(crate) trait OwnedValue: Payload {
    const TYPE: BodyType;

    /// Returns a view of the value, with one variant for each structure of a body.
    fn view(&self) -> View<'_, Variant>;

    /// Passes the body to `piece`, in pieces and without padding at the end.
    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let mut body = Vec::new();
        put_body(&self.view(), &mut body)?;
        piece(&body);
        Ok(())
    }

    #[inline]
    fn decode(body: &[u8]) -> Result<Self, String> {
        Self::TYPE.decode(body, built)
    }
}

impl<T: OwnedValue> ChannelValue for T {
    #[inline]
    fn name(&self) -> &'static str {
        const { Mark::body(T::TYPE.kind).newtype_name() }
    }

    #[inline]
    fn send<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kind = T::TYPE.kind as u32;
        let mut pieces = serializer.serialize_tuple_variant("", kind, "", T::TYPE.length)?;
        let mut result = Ok(());
        let encoded = self.pieces(|piece| {
            if result.is_ok() {
                result = pieces.serialize_field(&Piece(piece));
            }
        });
        encoded.map_err(S::Error::custom).and(result)?;
        pieces.end()
    }

    fn form<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_leaf(serializer, &self.view(), Kind::name)
    }
}

/// The content of a value that all layouts share.
pub(crate) type SharedContent = Untyped<Variant>;

/// Deserializes the JSON form, or the mark and the body of a layout's own format.
#[inline]
pub(crate) fn deserialize_shared<'de, T: SharedValue<'de>, D: de::Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let name = const { Mark::body(T::KIND).newtype_name() };
    deserializer.deserialize_newtype_struct(name, SharedVisitor::<T>(PhantomData))
}

struct SharedVisitor<T>(PhantomData<T>);

impl<'de, T: SharedValue<'de>> SharedVisitor<T> {
    /// Converts bytes without the name of the type.
    fn bytes<E: de::Error>(self, bytes: Cow<'de, [u8]>) -> Result<T, E> {
        let value = T::from_bytes(bytes);
        let value = value.ok_or_else(|| E::invalid_type(Unexpected::Bytes(&[]), &self))?;
        value.map_err(E::custom)
    }
}

impl<'de, T: SharedValue<'de>> Visitor<'de> for SharedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::KIND.name())
    }

    fn visit_newtype_struct<D: de::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<T, D::Error> {
        deserializer.deserialize_any(self)
    }

    /// Fast path: asks a layout's own format for the body of this kind.
    #[inline]
    fn visit_some<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let name = const { Mark::body(T::KIND).newtype_name() };
        deserializer.deserialize_tuple_struct(name, T::KIND as usize, BodyVisitor(self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_type(Unexpected::Str(text), &self))
    }

    fn visit_borrowed_bytes<E: de::Error>(self, bytes: &'de [u8]) -> Result<T, E> {
        self.bytes(Cow::Borrowed(bytes))
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.bytes(Cow::Owned(bytes.into()))
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        let name = AnySeed(NameVisitor(T::KIND));
        let value = match object.next_key_seed(name)? {
            None => return Err(A::Error::invalid_type(Unexpected::Map, &self)),
            Some(true) => T::from_body(object.next_value_seed(AnySeed(BytesVisitor))?)
                .map_err(A::Error::custom)?,
            Some(false) => object.next_value_seed(AnySeed(ContentVisitor(PhantomData)))?,
        };
        match object.next_key_seed(name)? {
            None => Ok(value),
            Some(_) => Err(A::Error::custom(format_args!(
                "duplicate key {:?}",
                T::KIND.name()
            ))),
        }
    }
}

/// A visitor that decodes a body which a layout's own format passes directly.
struct BodyVisitor<T>(SharedVisitor<T>);

impl<'de, T: SharedValue<'de>> Visitor<'de> for BodyVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    #[inline]
    fn visit_borrowed_bytes<E: de::Error>(self, body: &'de [u8]) -> Result<T, E> {
        T::from_body(Cow::Borrowed(body)).map_err(E::custom)
    }

    /// Deserializes a value of another type, or a value whose body is not available.
    fn visit_newtype_struct<D: de::Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<T, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// A visitor of the content that follows the name of the type in the JSON form. The conversion
/// happens within the visitor, so that formats add the position of the content to its errors.
struct ContentVisitor<T>(PhantomData<T>);

/// Defines methods that convert the content.
macro_rules! converted {
    ($($method:ident<$generic:ident: $bound:path>($($content:ident: $ty:ty)?) -> $error:ty;)*) => {$(
        fn $method<$generic: $bound>(self $(, $content: $ty)?) -> Result<T, $error> {
            let content = ValueVisitor::<Variant>::UNTYPED.$method($($content)?)?;
            T::from_content(&ContentPath::Type(T::KIND.name()), content).map_err(de::Error::custom)
        }
    )*};
}

impl<'de, T: SharedValue<'de>> Visitor<'de> for ContentVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the content of {}", T::KIND.name())
    }

    converted! {
        visit_unit<E: de::Error>() -> E;
        visit_i64<E: de::Error>(number: i64) -> E;
        visit_u64<E: de::Error>(number: u64) -> E;
        visit_str<E: de::Error>(text: &str) -> E;
        visit_seq<A: SeqAccess<'de>>(elements: A) -> A::Error;
        visit_map<A: MapAccess<'de>>(entries: A) -> A::Error;
    }
}

/// A visitor of the key that precedes the content of a value of this kind. Returns `true` for the
/// mark of a body, and `false` for a name of the type in any layout.
#[derive(Clone, Copy)]
struct NameVisitor(Kind);

impl Visitor<'_> for NameVisitor {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }

    #[inline]
    fn visit_str<E: de::Error>(self, name: &str) -> Result<bool, E> {
        let mark = Mark::of_key(name);
        if mark == Some(Mark::body(self.0)) {
            return Ok(true);
        }
        let found = match mark {
            Some(mark) => mark.kind.name(),
            None if is_plain(name) => return Err(E::invalid_type(Unexpected::Map, &self)),
            None if is_name(self.0, name) => return Ok(false),
            None if is_reserved(name) => name,
            None => Kind::Dictionary.name(),
        };
        let expected = self.0.name();
        Err(E::custom(format_args!(
            "expected {expected}, found {found}"
        )))
    }

    /// Rejects a StringName, which a layout's own format passes as bytes.
    fn visit_bytes<E: de::Error>(self, _: &[u8]) -> Result<bool, E> {
        Err(E::invalid_type(Unexpected::Map, &self))
    }
}

/// Returns whether a kind has this name in any layout.
fn is_name(kind: Kind, name: &str) -> bool {
    let mut names = TYPE_NAMES.iter();
    name == kind.name() || names.any(|known| known.kind == kind && known.name == name)
}

#[cfg(test)]
mod tests;
