use super::context::{Context, Role, UNTYPED_DEPTH};
use super::entry::Marked;
use super::item::{Content, Item, texts, visit_text, visit_variant};
use crate::codec::bodies;
use crate::codec::impls::in_range;
use crate::error::Result;
use crate::serde::json::{ALONE, Mark, plain_name};
use crate::table::{Body, TypeTable};
use crate::wire::components::Components;
use crate::wire::reader::Header;
use crate::{
    Decode, DecodeError, DecodeErrorKind, DecodeOptions, Kind, Layout, Reader, codec, format,
};
use alloc::borrow::Cow;
use serde::de::{self, Deserializer as _, Error as _, Visitor};

/// Decodes a value of the layout `L` into what serde deserializes. The module of each layout
/// re-exports it.
///
/// It takes a [`Reader`], so that an implementation of [`Decode`](crate::Decode) can decode a part
/// of its value through serde.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{DecodeOptions, Reader, godot3};
/// use serde::Deserialize;
///
/// let bytes = godot3::to_vec(&(1, true))?;
/// let mut reader = Reader::new(&bytes, DecodeOptions::new());
/// assert_eq!(Deserialize::deserialize(godot3::serde::Deserializer::new(&mut reader)), Ok((1, true)));
/// # }
/// # Ok::<(), gdvariant::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<'r, 'de, L> {
    pub(super) reader: &'r mut Reader<'de, L>,
    pub(super) context: Context,
}

/// Returns whether strict decoding of these bytes results in the value of the canonical ones.
fn means<L: Layout>(bytes: &[u8], canonical: &[u8]) -> bool {
    let strict = DecodeOptions::new().allow_objects(true);
    let again =
        || codec::to_vec::<L, _>(&codec::from_slice::<L, L::Variant>(bytes, strict).ok()?).ok();
    bytes == canonical || again().is_some_and(|again| again == canonical)
}

/// The length of a header in bytes.
const HEADER: usize = format::HEADER_LENGTH as usize;

impl<'r, 'de, L: Layout> Deserializer<'r, 'de, L> {
    /// Creates a deserializer of the next value of the reader.
    #[inline]
    pub fn new(reader: &'r mut Reader<'de, L>) -> Self {
        Self::within(reader, Context::new(false))
    }

    /// Creates a deserializer of the JSON form, which a [`Serializer`](super::Serializer) has
    /// encoded as plain values.
    pub(super) fn of_form(reader: &'r mut Reader<'de, L>) -> Self {
        Self::within(reader, Context::new(true))
    }

    #[inline]
    pub(super) fn within(reader: &'r mut Reader<'de, L>, context: Context) -> Self {
        Self { reader, context }
    }

    /// Returns the header of the value and its type, and consumes nothing.
    #[inline]
    pub(super) fn peek(&self) -> Result<(Header, &'static TypeTable)> {
        let header = self.reader.next_header()?;
        match L::TYPES.get(usize::from(header.number())) {
            Some(table) => Ok((header, table)),
            None => Err(self.reader.unknown_type(header.number())),
        }
    }

    /// Returns the error for a value of another type.
    #[cold]
    pub(super) fn wrong_type(self, expected: &'static [Kind]) -> DecodeError {
        match self.reader.header() {
            Ok(header) => self.reader.wrong_type(header, expected),
            Err(error) => error,
        }
    }

    #[inline]
    fn text(self) -> Result<Cow<'de, str>> {
        self.reader.text()
    }

    /// Consumes a value of any type, and returns its bytes as an engine encodes them.
    fn whole(&mut self) -> Result<Cow<'de, [u8]>> {
        let before = self.reader.rest();
        let taken = |rest: &[u8]| before.get(..before.len() - rest.len()).unwrap_or_default();
        if !self.reader.options().lenient {
            self.reader.skip()?;
            return Ok(Cow::Borrowed(taken(self.reader.rest())));
        }
        let value = <L::Variant as Decode<L>>::decode(self.reader)?;
        let canonical = codec::to_vec::<L, _>(&value).map_err(DecodeError::custom)?;
        let taken = taken(self.reader.rest());
        Ok(if means::<L>(taken, &canonical) {
            Cow::Borrowed(taken)
        } else {
            Cow::Owned(canonical)
        })
    }

    /// Consumes a value of a type that serde's data model lacks.
    ///
    /// The body is that of all layouts: without the unused bytes of a pool array.
    fn body(mut self, table: &'static TypeTable) -> Result<Item<'de, L>> {
        let offset = self.reader.position() + HEADER;
        let mut body = match self.whole()? {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(HEADER..).unwrap_or_default()),
            Cow::Owned(mut bytes) => Cow::Owned(bytes.split_off(HEADER)),
        };
        let gap = L::gap_of(table.kind);
        if gap > 0 {
            let count = size_of::<u32>();
            body.to_mut().drain(count..count + gap);
        }
        Ok(Item::new(
            table.kind,
            Content::Body(table.kind, body),
            offset,
        ))
    }

    /// Decodes one of the library's own values, which should be of this kind.
    #[inline]
    fn alone<V: Visitor<'de>>(mut self, kind: Kind, visitor: V) -> Result<V::Value> {
        let before = self.reader.rest();
        let Some(body) = self.take_body(kind) else {
            return self.any_alone(kind, visitor);
        };
        let value = visitor.visit_borrowed_bytes(body);
        if value.is_err() {
            // If a name of a NodePath is invalid, the reader returns the error with its place.
            self.reader.set_rest(before);
            self.reader.skip()?;
        }
        value
    }

    /// Fast path: consumes a NodePath, a value of components or a pool array of this kind, and
    /// returns its body without validating names; or consumes nothing.
    #[inline]
    fn take_body(&mut self, kind: Kind) -> Option<&'de [u8]> {
        let table = L::table_of(kind)?;
        let length = Components::<L>::length(table.number);
        let before = self.reader.rest();
        let (header, rest) = before.split_first_chunk()?;
        if u32::from_le_bytes(*header) != L::header_of(kind) {
            return None;
        }
        match (table.body, length) {
            (Body::Fields, Some(length)) => {
                let (body, rest) = rest.split_at_checked(length)?;
                self.reader.set_rest(rest);
                Some(body)
            }
            // Lenient decoding accepts a body without its padding.
            _ if self.reader.options().lenient => None,
            (Body::Pool, Some(each)) if L::gap_of(kind) == 0 => {
                self.take_counted(|reader| bodies::packed(reader, kind, each))
            }
            (Body::NodePath, _) => self.take_counted(Reader::node_path_bytes),
            _ => None,
        }
    }

    /// Consumes a header and the body that `read` consumes, and returns the body; or consumes
    /// nothing.
    fn take_counted<T>(
        &mut self,
        read: impl FnOnce(&mut Reader<'de, L>) -> Result<T>,
    ) -> Option<&'de [u8]> {
        let before = self.reader.rest();
        if self
            .reader
            .header()
            .and_then(|_| read(self.reader))
            .is_err()
        {
            self.reader.set_rest(before);
            return None;
        }
        before.get(HEADER..before.len() - self.reader.rest().len())
    }

    /// Decodes a value of another kind, which a type of the library may accept.
    fn any_alone<V: Visitor<'de>>(self, kind: Kind, visitor: V) -> Result<V::Value> {
        let (_, table) = self.peek()?;
        match table.body {
            Body::Array | Body::TypedArray | Body::Dictionary | Body::Object => {
                Err(self.wrong_type(kind.alone()))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    /// Returns an error for a container that serde would buffer and that is nested too deep.
    fn nested(&mut self) -> Result<()> {
        let limit = UNTYPED_DEPTH.into();
        let too_deep = || self.reader.error(DecodeErrorKind::TooDeep { limit });
        self.context = self.context.nested().ok_or_else(too_deep)?;
        Ok(())
    }

    /// Decodes a value that is not a container for a visitor that accepts any type.
    fn untyped_item<V: Visitor<'de>>(
        self,
        table: &'static TypeTable,
        visitor: V,
    ) -> Result<V::Value> {
        match table.kind {
            Kind::Nil => self.deserialize_unit(visitor),
            Kind::Bool => self.deserialize_bool(visitor),
            Kind::Int => self.deserialize_i64(visitor),
            Kind::Float => self.deserialize_f64(visitor),
            _ => self.body(table)?.deserialize_any(visitor),
        }
    }

    /// Decodes a key that is text, which must not be mistaken for a name of the JSON form once
    /// serde has buffered it.
    ///
    /// A StringName becomes bytes, which the fields of structs and Strings accept as well.
    fn buffered_key<V: Visitor<'de>>(
        self,
        table: &'static TypeTable,
        visitor: V,
    ) -> Result<V::Value> {
        let text = self.reader.text()?;
        if table.kind == Kind::StringName {
            return visitor.visit_byte_buf(text.into_owned().into_bytes());
        }
        match plain_name(&text) {
            Some(name) if !self.context.is_form => visitor.visit_borrowed_str(name),
            _ => visit_text(text, visitor),
        }
    }
}

/// Defines methods for types that implement [`Decode`].
macro_rules! decoded {
    ($($method:ident: $value:ty => $visit:ident),*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(<$value as Decode<L>>::decode(self.reader)?)
        }
    )*};
}

impl<'de, L: Layout> de::Deserializer<'de> for Deserializer<'_, 'de, L> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let (header, table) = self.peek()?;
        let declares = header.flags() != 0;
        match table.body {
            Body::Array if !declares => {
                self.nested()?;
                self.array(None, visitor)
            }
            Body::Dictionary if !declares => {
                self.nested()?;
                self.dictionary(None, visitor)
            }
            // Objects and declared types belong to the layout.
            Body::Object | Body::TypedArray | Body::Array | Body::Dictionary => {
                let mark = Mark::Body(table.kind);
                visitor.visit_newtype_struct(Marked::in_layout(mark, L::NAME, self.whole()?))
            }
            Body::Text if self.context.role == Role::Key => self.buffered_key(table, visitor),
            Body::Text if table.kind == Kind::String => self.deserialize_str(visitor),
            Body::Pool if table.kind == Kind::PoolByteArray && self.context.role == Role::Value => {
                self.deserialize_bytes(visitor)
            }
            _ => self.untyped_item(table, visitor),
        }
    }

    decoded!(
        deserialize_bool: bool => visit_bool,
        deserialize_i8: i8 => visit_i8,
        deserialize_i16: i16 => visit_i16,
        deserialize_i32: i32 => visit_i32,
        deserialize_i64: i64 => visit_i64,
        deserialize_u8: u8 => visit_u8,
        deserialize_u16: u16 => visit_u16,
        deserialize_u32: u32 => visit_u32,
        deserialize_u64: u64 => visit_u64,
        deserialize_f32: f32 => visit_f32,
        deserialize_f64: f64 => visit_f64
    );

    texts!(deserialize_char, deserialize_str, deserialize_string);

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i128(<i64 as Decode<L>>::decode(self.reader)?.into())
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (value, offset) = self.reader.int()?;
        visitor.visit_u128(in_range(value, offset, "u128")?)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.header_of(Kind::Nil)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (_, table) = self.peek()?;
        match table.kind {
            Kind::PoolByteArray => {
                self.reader.header()?;
                let bytes = bodies::packed(self.reader, table.kind, size_of::<u8>())?;
                visitor.visit_borrowed_bytes(bytes)
            }
            Kind::Array | Kind::PoolIntArray => self.sequence(None, visitor),
            _ if table.body == Body::TypedArray => self.sequence(None, visitor),
            _ => Err(self.wrong_type(&[Kind::PoolByteArray])),
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (_, table) = self.peek()?;
        if table.kind != Kind::Nil {
            return visitor.visit_some(self);
        }
        self.reader.header()?;
        visitor.visit_none()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == ALONE {
            return visitor.visit_some(self);
        }
        if name == L::WHOLE && !self.context.is_form {
            return Marked::new(Mark::Whole, self.whole()?).deserialize_any(visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.sequence(None, visitor)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.sequence(Some(length), visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        if name == ALONE
            && let Some(kind) = Kind::ALL.get(length)
        {
            return self.alone(*kind, visitor);
        }
        self.sequence(Some(length), visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.dictionary(None, visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.dictionary(Some(fields), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let (_, table) = self.peek()?;
        match table.body {
            Body::Text => visit_variant(self.text()?, visitor),
            Body::Dictionary => self.variant(visitor),
            _ => Err(self.wrong_type(&[Kind::String, Kind::Dictionary])),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_text =
            |header: Header| header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName);
        if self.reader.peek().is_some_and(is_text) && self.context.role != Role::Key {
            self.deserialize_str(visitor)
        } else {
            self.deserialize_any(visitor)
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.skip()?;
        visitor.visit_unit()
    }
}
