//! Deserializes users' own types from values of a layout.

use super::access::{
    ArrayAccess, DictionaryAccess, PackedAccess, VariantAccess, check_precision, requested, texts,
    visit_encoding, visit_text, visit_variant,
};
use super::json::{SHARED, any_name, reserved};
use crate::codec::numbers::in_range;
use crate::error::Result;
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::table::layout::{AnyEngine, Layout};
use crate::variant::with_variant;
use crate::wire::options::SERDE_DEPTH;
use crate::wire::reader::{CheckedCount, Header};
use crate::{
    Decode, DecodeError, DecodeErrorKind, DecodeOptions, Encode, Engine, FirstLayout, Kind, Reader,
    Writer,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde::de::{self, Error as _, Visitor};

/// Decodes values of serde from the layout of an engine.
///
/// An implementation of [`Decode`](crate::Decode) can decode a part of its value through serde, with
/// [`Deserializer::with`] or [`Serde`](crate::serde::Serde).
#[derive(Debug)]
pub struct Deserializer<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de, AnyEngine>,
    pub(super) context: Context,
}

/// Decodes a value and returns its encoding.
fn canonical<'de, V: Decode<'de, AnyEngine> + Encode<AnyEngine>>(
    reader: &mut Reader<'de, AnyEngine>,
) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let value = V::decode(reader)?;
    value
        .encode(&mut Writer::for_layout(reader.layout(), &mut bytes))
        .map_err(DecodeError::custom)?;
    Ok(bytes)
}

/// Returns whether a NodePath has other counts and flags in `layout` than in [`FirstLayout`].
pub(super) fn has_own_counts(layout: &Layout) -> bool {
    let counts = |layout: &Layout| {
        let rules = layout.node_path;
        let bits = [
            rules.format,
            rules.names,
            rules.subnames,
            rules.more,
            rules.absolute,
        ];
        (rules.new_format, bits)
    };
    // Fast path: layouts mostly share one table.
    let other = FirstLayout::LAYOUT;
    !core::ptr::eq(layout.node_path, other.node_path) && counts(layout) != counts(other)
}

/// The names of fields or variants.
pub(super) type Names = &'static [&'static str];

impl<'r, 'de> Deserializer<'r, 'de> {
    /// Calls `deserialize` with a deserializer of the next value of `reader`.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::serde::Deserializer;
    /// use gdvariant::{DecodeOptions, Godot4, Reader, godot4};
    /// use serde::Deserialize;
    ///
    /// let bytes = godot4::to_vec(&(1, true))?;
    /// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
    /// let pair = Deserializer::with(&mut reader, |value| Deserialize::deserialize(value));
    /// assert_eq!(pair, Ok((1, true)));
    /// # }
    /// # Ok::<(), gdvariant::EncodeError>(())
    /// ```
    #[inline]
    pub fn with<E: Engine, R>(
        reader: &mut Reader<'de, E>,
        deserialize: impl FnOnce(Deserializer<'_, 'de>) -> R,
    ) -> R {
        reader.shared(|reader| deserialize(Deserializer::new(reader)))
    }

    #[inline]
    pub(super) fn new(reader: &'r mut Reader<'de, AnyEngine>) -> Self {
        let context = Context {
            role: Role::Value,
            max_depth: reader.options().serde_depth.into(),
        };
        Self::within(reader, context)
    }

    /// Creates a deserializer of the JSON form of a value.
    pub(super) fn for_form(reader: &'r mut Reader<'de, AnyEngine>) -> Self {
        let mut form = Self::new(reader);
        form.context.role = Role::Form;
        form
    }

    #[inline]
    pub(super) fn within(reader: &'r mut Reader<'de, AnyEngine>, context: Context) -> Self {
        Self { reader, context }
    }

    /// Returns the kind of the value and the structure of its body without consuming them.
    #[inline]
    fn peek(&self) -> Result<(Kind, Body)> {
        let kind = self.reader.next_header()?.kind();
        Ok((kind, TYPES[kind as usize].body))
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

    /// Consumes a value of any type and returns its bytes as an engine encodes them.
    fn value_bytes(&mut self) -> Result<Cow<'de, [u8]>> {
        let before = self.reader.rest();
        if !self.reader.options().lenient {
            self.reader.skip()?;
            return Ok(self.reader.consumed(before).into());
        }
        let layout = self.reader.layout();
        with_variant!(layout, V => {
            let bytes = canonical::<V>(self.reader)?;
            let taken = self.reader.consumed(before);
            let strict = DecodeOptions::new().allow_objects(true);
            let again = canonical::<V>(&mut Reader::for_layout(layout, taken, strict));
            let is_same = again.is_ok_and(|again| again == bytes);
            Ok(if is_same { taken.into() } else { bytes.into() })
        })
    }

    /// Consumes a value of any type and passes its encoding.
    fn encoding<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let bytes = self.value_bytes()?;
        visit_encoding(self.reader.layout(), bytes, visitor)
    }

    /// Decodes a value of a type that all layouts share. The request has the kind, and the length in
    /// bytes of the components that the visitor accepts.
    #[inline]
    fn shared<V: Visitor<'de>>(mut self, request: usize, visitor: V) -> Result<V::Value> {
        let (kind, length) = requested(request);
        let before = self.reader.rest();
        let Some(body) = self.take_body(kind, length) else {
            return self.other_shared(kind, length, visitor);
        };
        let value = visitor.visit_borrowed_bytes(body);
        if value.is_err() {
            // The reader returns an error with a path if a name of a NodePath is invalid.
            self.reader.set_rest(before);
            self.reader.skip()?;
        }
        value
    }

    /// Fast path: consumes the components of a value or of the elements of a packed array, or the
    /// body of a NodePath without validating names. Returns `None` and consumes nothing if only the
    /// slow path can decode the value.
    #[inline]
    fn take_body(&mut self, kind: Kind, length: usize) -> Option<&'de [u8]> {
        let (layout, before) = (self.reader.layout(), self.reader.rest());
        let number = layout.number_of(kind)?;
        let (header, rest) = before.split_first_chunk()?;
        if u32::from_le_bytes(*header) != layout.header_of(kind)
            || layout.length_of(number) != length
        {
            return None;
        }
        self.reader.set_rest(rest);
        let body = match TYPES[kind as usize].body {
            Body::Fields => self.reader.take(length),
            body => self.take_long(body, kind, length),
        };
        if body.is_none() {
            self.reader.set_rest(before);
        }
        body
    }

    #[inline(never)]
    fn take_long(&mut self, body: Body, kind: Kind, each: usize) -> Option<&'de [u8]> {
        match body {
            Body::Packed => self.reader.packed_bytes(kind, each).ok(),
            Body::NodePath
                if !self.reader.options().lenient && !has_own_counts(self.reader.layout()) =>
            {
                self.reader.take_node_path()
            }
            _ => None,
        }
    }

    fn other_shared<V: Visitor<'de>>(
        self,
        kind: Kind,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let (found, body) = self.peek()?;
        match body {
            Body::Text if kind == Kind::StringName => visit_text(self.text()?, visitor),
            _ if found == kind => {
                check_precision(self.reader.layout(), kind, length)?;
                self.encoding(visitor)
            }
            Body::Array | Body::TypedArray | Body::Dictionary | Body::Object => {
                Err(self.wrong_type(kind.alone()))
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    /// Rejects a container of `count` elements or entries that is nested too deeply.
    #[inline]
    fn check_depth(&self, count: CheckedCount) -> Result<()> {
        let limit = self.context.max_depth;
        if count.get() > 0 && self.reader.depth().get() >= limit {
            return Err(self.reader.error(DecodeErrorKind::TooDeep { limit }));
        }
        Ok(())
    }

    /// Decodes a string key that serde may buffer. A buffered key must not be mistaken for a
    /// reserved name of the JSON form.
    ///
    /// A reserved name is passed as borrowed bytes and a StringName as owned bytes; the fields of
    /// structs, the variants of enums and Strings accept bytes as well.
    fn buffered_key<V: Visitor<'de>>(self, kind: Kind, visitor: V) -> Result<V::Value> {
        let text: Cow<'de, str> = self.reader.text()?;
        if kind == Kind::StringName {
            return visitor.visit_byte_buf(text.into_owned().into_bytes());
        }
        match reserved(&text) {
            Some(name) => visitor.visit_borrowed_bytes(name.as_bytes()),
            None => visit_text(text, visitor),
        }
    }
}

/// Defines methods that decode an integer of at most 64 bits.
macro_rules! integers {
    ($($method:ident: $value:ident => $visit:ident),*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let (value, offset) = self.reader.int()?;
            visitor.$visit(in_range::<$value>(value, offset, stringify!($value))?)
        }
    )*};
}

/// Defines methods that delegate to others.
macro_rules! delegated {
    ($($method:ident($($argument:ident: $ty:ty),*) -> $other:ident($($value:expr)?);)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value> {
            self.$other($($value,)? visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Deserializer<'_, 'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        // Replaying a buffer uses more stack than decoding into a type.
        self.context.max_depth = self.context.max_depth.min(SERDE_DEPTH);
        let header = self.reader.next_header()?;
        let (kind, declares) = (header.kind(), header.flags() != 0);
        match TYPES[kind as usize].body {
            Body::Array if !declares => self.array(None, visitor),
            Body::Dictionary if !declares => self.dictionary(None, visitor),
            Body::Text if self.context.role == Role::Key => self.buffered_key(kind, visitor),
            Body::Text if kind == Kind::String => self.deserialize_str(visitor),
            Body::Packed if kind == Kind::PackedByteArray && self.context.role != Role::Key => {
                self.deserialize_bytes(visitor)
            }
            Body::Empty => self.deserialize_unit(visitor),
            Body::Bool => self.deserialize_bool(visitor),
            Body::Number if kind == Kind::Int => self.deserialize_i64(visitor),
            Body::Number => self.deserialize_f64(visitor),
            // serde's data model lacks the type.
            _ => self.encoding(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.expect_header(Kind::Bool)?;
        visitor.visit_bool(self.reader.bool_body()?)
    }

    integers!(
        deserialize_i8: i8 => visit_i8,
        deserialize_i16: i16 => visit_i16,
        deserialize_i32: i32 => visit_i32,
        deserialize_i64: i64 => visit_i64,
        deserialize_u8: u8 => visit_u8,
        deserialize_u16: u16 => visit_u16,
        deserialize_u32: u32 => visit_u32,
        deserialize_u64: u64 => visit_u64,
        deserialize_u128: u128 => visit_u128
    );

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i128(self.reader.int()?.0.into())
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f32(self.reader.float()?)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.reader.float()?)
    }

    texts!(deserialize_char, deserialize_str, deserialize_string);

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.expect_header(Kind::Nil)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let (kind, body) = self.peek()?;
        match kind {
            Kind::PackedByteArray => {
                self.reader.header()?;
                let bytes = self.reader.packed_bytes(kind, size_of::<u8>())?;
                visitor.visit_borrowed_bytes(bytes)
            }
            Kind::Array | Kind::PackedInt32Array => self.sequence(None, visitor),
            _ if body == Body::TypedArray => self.sequence(None, visitor),
            _ => Err(self.wrong_type(&[Kind::PackedByteArray])),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !self.reader.next_header()?.is(Kind::Nil) {
            return visitor.visit_some(self);
        }
        self.reader.header()?;
        visitor.visit_none()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            SHARED => visitor.visit_some(self),
            _ if name == any_name(self.reader.layout().is_double) => self.encoding(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    delegated! {
        deserialize_byte_buf() -> deserialize_bytes();
        deserialize_unit_struct(_name: &'static str) -> deserialize_unit();
        deserialize_seq() -> sequence(None);
        deserialize_tuple(length: usize) -> sequence(Some(length));
        deserialize_map() -> dictionary(None);
        deserialize_struct(_name: &'static str, fields: Names) -> dictionary(Some(fields));
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        if name == SHARED {
            return self.shared(length, visitor);
        }
        self.sequence(Some(length), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: Names,
        visitor: V,
    ) -> Result<V::Value> {
        self.reader.charge::<V::Value>(1)?;
        match self.peek()?.1 {
            Body::Text => visit_variant(self.text()?, visitor),
            Body::Dictionary => self.variant(visitor),
            _ => Err(self.wrong_type(&[Kind::String, Kind::Dictionary])),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_text = |header: Header| header.is(Kind::String) || header.is(Kind::StringName);
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

impl<'de> Deserializer<'_, 'de> {
    /// Decodes an Array, a typed array or a packed array, of the given length if any.
    #[inline]
    pub(super) fn sequence<V: Visitor<'de>>(
        self,
        length: Option<usize>,
        visitor: V,
    ) -> Result<V::Value> {
        if self
            .reader
            .peek()
            .is_some_and(|header| header.is(Kind::Array))
        {
            return self.array(length, visitor);
        }
        self.packed(length, visitor)
    }

    fn packed<V: Visitor<'de>>(self, length: Option<usize>, visitor: V) -> Result<V::Value> {
        match self.peek()?.1 {
            Body::TypedArray => return self.array(length, visitor),
            Body::Packed | Body::PackedText => {}
            _ => return Err(self.wrong_type(&[Kind::Array])),
        }
        let start = self.reader.position();
        let header = self.reader.header()?;
        let mut elements = PackedAccess::read(self.reader, header)?;
        let count = elements.left();
        check_length(start, length, count)?;
        let value = visitor.visit_seq(&mut elements)?;
        check_length(start, Some(count - elements.left()), count)?;
        Ok(value)
    }

    /// Decodes an Array or a typed array.
    #[inline]
    pub(super) fn array<V: Visitor<'de>>(
        self,
        length: Option<usize>,
        visitor: V,
    ) -> Result<V::Value> {
        let start = self.reader.position();
        let count = self.reader.sequence()?;
        check_length(start, length, count.get())?;
        self.check_depth(count)?;
        self.elements(start, count, length.is_none(), visitor)
    }

    // Each of the following functions has a single return, so that the visitor builds the value in
    // place. `elements` is not inlined, so that the value is built in the caller's memory.

    #[inline(never)]
    fn elements<V: Visitor<'de>>(
        self,
        start: usize,
        count: CheckedCount,
        is_list: bool,
        visitor: V,
    ) -> Result<V::Value> {
        let mut left = 0;
        let mut value = self.reader.nested(count, |reader| {
            visitor.visit_seq(ArrayAccess::new(
                reader,
                self.context,
                count,
                is_list,
                &mut left,
            ))
        });
        end(&mut value, start, count.get() - left, count);
        value
    }

    #[inline]
    fn pairs<T>(
        self,
        start: usize,
        fields: Option<Names>,
        count: CheckedCount,
        visit: impl FnOnce(&mut DictionaryAccess<'_, 'de>) -> Result<T>,
    ) -> Result<T> {
        let mut index = 0;
        let mut value = self.reader.nested(count, |reader| {
            let mut pairs = DictionaryAccess::new(reader, self.context, fields, count);
            let value = visit(&mut pairs);
            index = pairs.index;
            value
        });
        end(&mut value, start, index, count);
        value
    }

    /// Decodes a Dictionary; `fields` are the names of a struct's fields.
    #[inline]
    pub(super) fn dictionary<V: Visitor<'de>>(
        self,
        fields: Option<Names>,
        visitor: V,
    ) -> Result<V::Value> {
        // Serde does not tell whether the value is in a `Box`.
        self.reader.charge::<V::Value>(1)?;
        let start = self.reader.position();
        let count = self.reader.entry_count()?;
        self.check_depth(count)?;
        self.pairs(start, fields, count, |pairs| visitor.visit_map(pairs))
    }

    /// Decodes an enum's variant with its content.
    pub(super) fn variant<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let start = self.reader.position();
        let header = self.reader.header()?;
        let count = self.reader.checked_entries(header)?;
        let found = count.get();
        if found != 1 {
            let error = DecodeError::custom(format_args!(
                "expected a Dictionary with 1 entry, the variant of an enum, found {found} entries"
            ));
            return Err(error.placed(start));
        }
        self.check_depth(count)?;
        self.pairs(start, None, count, |pair| {
            visitor.visit_enum(VariantAccess { pair })
        })
    }
}

/// Replaces a value by an error if elements or entries remain.
#[inline]
fn end<T>(value: &mut Result<T>, start: usize, index: usize, count: CheckedCount) {
    if value.is_ok()
        && let Err(error) = check_length(start, Some(index), count.get())
    {
        *value = Err(error);
    }
}

/// Returns an error at `start` if a container does not have the expected length.
#[inline]
fn check_length(start: usize, expected: Option<usize>, found: usize) -> Result<(), DecodeError> {
    match expected {
        Some(expected) if expected != found => {
            Err(DecodeError::wrong_length(start, expected, found))
        }
        _ => Ok(()),
    }
}

/// The role of a value in a Dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A value that is not a key.
    Value,
    /// A key, which serde may buffer.
    Key,
    /// The name of a struct's field, which serde does not buffer.
    Field,
    /// A key or value of the JSON form of a value.
    Form,
}

/// The role and the depth limit of a value, small enough for a register.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    role: Role,
    /// The maximum nesting depth of containers.
    max_depth: u32,
}

impl Context {
    /// Returns the context of a nested value with this role.
    #[inline]
    pub(super) fn of(self, role: Role) -> Self {
        match self.role {
            Role::Form => self,
            _ => Self { role, ..self },
        }
    }
}
