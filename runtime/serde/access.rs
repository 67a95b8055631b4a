//! Gives serde's visitors access to the elements and entries of containers.

use super::deserializer::{Context, Deserializer, Names, Role};
use super::error::not_a_field;
use super::json::{SHARED, layout_token};
use crate::codec::dictionary::value_segment;
use crate::codec::numbers::in_range;
use crate::error::Result;
use crate::table::Body;
use crate::table::bodies::TYPES;
use crate::table::layout::{AnyEngine, Layout};
use crate::wire::fields::{ComponentType, Float, Number};
use crate::wire::reader::{CheckedCount, Header};
use crate::{DecodeError, DecodeErrorKind, Kind, Reader, Segment, Variant};
use alloc::borrow::Cow;
use alloc::vec::{self, Vec};
use core::cell::Cell;
use core::iter::once;
use core::slice;
use serde::de::value::{
    BorrowedBytesDeserializer, BorrowedStrDeserializer, BytesDeserializer, CowStrDeserializer,
    MapDeserializer,
};
use serde::de::{self, DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Counts the memory of `count` elements, keys or values that serde's visitors put into a container.
///
/// A growing list or hash table has room for up to four times its elements while it copies them, and
/// a tree of one element for 11.
#[inline]
fn charge<T>(reader: &mut Reader<'_, AnyEngine>, count: usize) -> Result<()> {
    reader.charge::<T>(4 * count + 7)
}

/// Sequence access to an Array, passed to visitors by value to keep its fields in registers.
pub(super) struct ArrayAccess<'r, 'de> {
    reader: &'r mut Reader<'de, AnyEngine>,
    context: Context,
    index: usize,
    count: usize,
    /// The number of elements for which the visitor may reserve memory.
    hint: usize,
    /// Whether the visitor puts the elements into a list; those of a tuple have fixed places.
    is_list: bool,
    /// The number of unconsumed elements, for the caller of the visitor.
    left: &'r mut usize,
}

impl<'r, 'de> ArrayAccess<'r, 'de> {
    #[inline]
    pub(super) fn new(
        reader: &'r mut Reader<'de, AnyEngine>,
        context: Context,
        count: CheckedCount,
        is_list: bool,
        left: &'r mut usize,
    ) -> Self {
        let hint = reader.reserve::<Variant>(count);
        let count = count.get();
        *left = count;
        Self {
            reader,
            context: context.of(Role::Value),
            index: 0,
            count,
            hint,
            is_list,
            left,
        }
    }
}

impl<'de> SeqAccess<'de> for ArrayAccess<'_, 'de> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.index == self.count {
            return Ok(None);
        }
        let offset = self.reader.position();
        let index = self.index;
        if index == 0 && self.is_list {
            charge::<T::Value>(self.reader, self.count)?;
        }
        self.index += 1;
        *self.left = self.count - self.index;
        match seed.deserialize(Deserializer::within(self.reader, self.context)) {
            Ok(element) => Ok(Some(element)),
            Err(error) => Err(error.placed(offset).within(Segment::Index(index))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint.saturating_sub(self.index))
    }
}

/// Map access to the entries of a Dictionary.
pub(super) struct DictionaryAccess<'r, 'de> {
    reader: &'r mut Reader<'de, AnyEngine>,
    context: Context,
    /// The expected names of the next keys: the fields of a struct, in order.
    names: slice::Iter<'static, &'static str>,
    /// Whether the keys are those of a struct.
    is_struct: bool,
    /// The input, starting at the last key.
    from_key: &'de [u8],
    pub(super) index: usize,
    count: usize,
    /// The number of entries for which the visitor may reserve memory.
    hint: usize,
}

impl<'r, 'de> DictionaryAccess<'r, 'de> {
    #[inline]
    pub(super) fn new(
        reader: &'r mut Reader<'de, AnyEngine>,
        context: Context,
        fields: Option<Names>,
        count: CheckedCount,
    ) -> Self {
        let hint = reader.reserve::<[Variant; 2]>(count);
        let from_key = reader.rest();
        Self {
            reader,
            context,
            names: fields.unwrap_or_default().iter(),
            is_struct: fields.is_some(),
            from_key,
            index: 0,
            count: count.get(),
            hint,
        }
    }

    /// Fast path: consumes the key if it is the expected name, without validating UTF-8.
    #[inline]
    fn take_name(&mut self) -> Option<&'static str> {
        let name = self.names.next()?;
        self.reader.take_string(name).then_some(*name)
    }

    /// Decodes the value of the last key.
    #[inline]
    fn value<T>(&mut self, decode: impl FnOnce(Deserializer<'_, 'de>) -> Result<T>) -> Result<T> {
        let offset = self.reader.position();
        let index = self.index;
        self.index += 1;
        let context = self.context.of(Role::Value);
        decode(Deserializer::within(self.reader, context)).map_err(|error| {
            error
                .placed(offset)
                .within(value_segment(self.reader.layout(), self.from_key, index))
        })
    }

    /// Returns the type name of the next key if the type is known and cannot name a field.
    fn kind_of_other_key(&self) -> Option<&'static str> {
        let header = self.reader.peek()?;
        let is_text = TYPES[header.kind() as usize].body == Body::Text;
        (!is_text).then(|| self.reader.layout().name_of(header.kind()))
    }
}

impl<'de> MapAccess<'de> for DictionaryAccess<'_, 'de> {
    type Error = DecodeError;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if self.index == self.count {
            return Ok(None);
        }
        self.from_key = self.reader.rest();
        let offset = self.reader.position();
        let key = if let Some(name) = self.take_name() {
            seed.deserialize(BorrowedStrDeserializer::new(name))
        } else if self.is_struct
            && let Some(found) = self.kind_of_other_key()
        {
            self.reader.skip()?;
            seed.deserialize(not_a_field(found))
        } else {
            let role = if self.is_struct {
                Role::Field
            } else {
                Role::Key
            };
            seed.deserialize(Deserializer::within(self.reader, self.context.of(role)))
        };
        key.map(Some).map_err(|error| {
            let error = error.placed(offset);
            match error.kind() {
                // The path names the key.
                DecodeErrorKind::UnknownKey { .. } => error,
                _ => error.within(Segment::KeyOf(self.index)),
            }
        })
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        self.value(|value| seed.deserialize(value))
    }

    /// Maps request entries; structs request keys and values.
    #[inline]
    fn next_entry_seed<K: DeserializeSeed<'de>, V: DeserializeSeed<'de>>(
        &mut self,
        key: K,
        value: V,
    ) -> Result<Option<(K::Value, V::Value)>> {
        let is_first = self.index == 0;
        let Some(key) = self.next_key_seed(key)? else {
            return Ok(None);
        };
        if is_first {
            charge::<(K::Value, V::Value)>(self.reader, self.count)?;
        }
        Ok(Some((key, self.next_value_seed(value)?)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.hint.saturating_sub(self.index))
    }
}

/// The variant of an enum and its content: the only entry of a Dictionary.
pub(super) struct VariantAccess<'a, 'r, 'de> {
    pub(super) pair: &'a mut DictionaryAccess<'r, 'de>,
}

impl<'de> de::EnumAccess<'de> for VariantAccess<'_, '_, 'de> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        match self.pair.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => Err(de::Error::custom("the variant has been taken")),
        }
    }
}

impl<'de> de::VariantAccess<'de> for VariantAccess<'_, '_, 'de> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<()> {
        self.pair.next_value()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        self.pair.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.pair
            .value(|value| value.sequence(Some(length), visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        self.pair
            .value(|value| value.dictionary(Some(fields), visitor))
    }
}

/// Sequence access to the elements of a packed array.
pub(super) struct PackedAccess<'r, 'de> {
    reader: &'r mut Reader<'de, AnyEngine>,
    texts: vec::IntoIter<Cow<'de, str>>,
    /// The bodies of all elements, unless they are strings.
    bodies: Cow<'de, [u8]>,
    /// The length of an element in bytes; 0 for strings.
    each: usize,
    /// The kind of an element that serde's data model lacks.
    kind: Option<Kind>,
    component: ComponentType,
    count: usize,
    index: usize,
    /// The offset of the first element.
    start: usize,
}

impl<'r, 'de> PackedAccess<'r, 'de> {
    /// Consumes the body of a packed array of this type.
    pub(super) fn read(
        reader: &'r mut Reader<'de, AnyEngine>,
        header: Header,
    ) -> Result<Self, DecodeError> {
        let kind = header.kind();
        let start = reader.position() + size_of::<u32>();
        let (mut texts, mut bodies) = (Vec::new(), Cow::default());
        let each = reader.layout().length_of(header.number());
        if each == 0 {
            reader.packed_texts(&mut texts)?;
        } else {
            bodies = reader.packed_body(header, kind, each)?;
        }
        Ok(Self {
            count: bodies.len().checked_div(each).unwrap_or(texts.len()),
            texts: texts.into_iter(),
            bodies,
            each,
            kind: kind.info().element,
            component: match kind {
                Kind::PackedByteArray => ComponentType::Byte,
                Kind::PackedInt32Array => ComponentType::I32,
                Kind::PackedInt64Array => ComponentType::I64,
                _ if each == ComponentType::Double.length() => ComponentType::Double,
                _ => ComponentType::Single,
            },
            index: 0,
            start,
            reader,
        })
    }

    /// Returns the number of remaining elements.
    pub(super) fn left(&self) -> usize {
        self.count - self.index
    }

    /// Returns the content of the element after `at` bytes of bodies.
    #[inline]
    fn content(&mut self, at: usize) -> Option<Content<'de>> {
        if self.each == 0 {
            return self.texts.next().map(Content::Text);
        }
        let place = at..at + self.each;
        Some(match (self.kind, &self.bodies) {
            (None, bodies) => Content::Number(self.component.decode(bodies.get(place)?)),
            (Some(kind), Cow::Borrowed(bodies)) => Content::Body(kind, bodies.get(place)?.into()),
            (Some(kind), Cow::Owned(bodies)) => {
                Content::Body(kind, bodies.get(place)?.to_vec().into())
            }
        })
    }
}

impl<'de> SeqAccess<'de> for PackedAccess<'_, 'de> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let index = self.index;
        let at = index * self.each;
        let Some(content) = self.content(at) else {
            return Ok(None);
        };
        if index == 0 {
            charge::<T::Value>(self.reader, self.count)?;
        }
        self.index += 1;
        let offset = self.start + at;
        let element = Item {
            content,
            offset,
            layout: self.reader.layout(),
            may_round: self.reader.options().lenient,
        };
        seed.deserialize(element)
            .map(Some)
            .map_err(|error| error.placed(offset).within(Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left())
    }
}

/// The content of an element of a packed array.
enum Content<'de> {
    Number(Number),
    Text(Cow<'de, str>),
    /// The body of a value whose type serde's data model lacks.
    Body(Kind, Cow<'de, [u8]>),
}

/// An element of a packed array.
struct Item<'de> {
    content: Content<'de>,
    /// The offset of the element's body.
    offset: usize,
    layout: &'static Layout,
    /// Whether an integer may be rounded to a float.
    may_round: bool,
}

impl<'de> Item<'de> {
    /// Returns the error for an element of another type.
    #[cold]
    fn other<T>(&self, expected: Kind) -> Result<T> {
        let found = match &self.content {
            Content::Number(Number::Int(_)) => Kind::Int,
            Content::Number(_) => Kind::Float,
            Content::Text(_) => Kind::String,
            Content::Body(kind, _) => *kind,
        };
        let kind = DecodeErrorKind::wrong_type(expected.alone(), found, self.layout.name);
        Err(DecodeError::unplaced(kind))
    }

    #[inline]
    fn int<T: TryFrom<i64>>(&self, name: &'static str) -> Result<T> {
        match self.content {
            Content::Number(Number::Int(value)) => in_range(value, self.offset, name),
            _ => self.other(Kind::Int),
        }
    }

    fn float<T: Float>(&self) -> Result<T> {
        let Content::Number(number) = self.content else {
            return self.other(Kind::Float);
        };
        T::from_number(number, self.may_round).map_err(|kind| DecodeError::new(self.offset, kind))
    }

    fn text(self) -> Result<Cow<'de, str>> {
        match self.content {
            Content::Text(text) => Ok(text),
            _ => self.other(Kind::String),
        }
    }
}

/// Returns the kind of the value that a visitor requests, and the length in bytes of its components.
#[inline]
pub(super) fn requested(request: usize) -> (Kind, usize) {
    let kind = Kind::ALL.get(request & usize::from(u8::MAX));
    (kind.copied().unwrap_or(Kind::Nil), request >> u8::BITS)
}

/// Returns an error if the components of the layout have another length than the visitor accepts.
#[inline]
pub(super) fn check_precision(layout: &Layout, kind: Kind, length: usize) -> Result<()> {
    let own = layout
        .number_of(kind)
        .map_or(0, |number| layout.length_of(number));
    if own == length {
        return Ok(());
    }
    Err(de::Error::custom(format_args!(
        "expected a {kind} of {length} bytes, found {own}; use the types of `gdvariant::double` for layouts in double precision"
    )))
}

/// Passes the encoding of a value of any type to a visitor, as a map with one entry.
///
/// The key is a newtype struct with the token of the layout, which no input knows, so that no input
/// imitates this map, not even in serde's buffers or in another format with newtype structs. The
/// reader has checked the value with the caller's options.
///
/// Types of other crates do not request the key, or reject it.
#[inline]
pub(super) fn visit_encoding<'de, V: Visitor<'de>>(
    layout: &Layout,
    bytes: Cow<'de, [u8]>,
    visitor: V,
) -> Result<V::Value> {
    let is_taken = Cell::new(false);
    let key = LayoutKey {
        token: layout_token(layout),
        is_taken: &is_taken,
    };
    let number = bytes.first().copied().unwrap_or_default();
    let mut value = match bytes {
        Cow::Borrowed(bytes) => {
            let entry = (key, BorrowedBytesDeserializer::new(bytes));
            visitor.visit_map(MapDeserializer::new(once(entry)))
        }
        Cow::Owned(bytes) => {
            let entry = (key, BytesDeserializer::new(&bytes));
            visitor.visit_map(MapDeserializer::new(once(entry)))
        }
    };
    if value.is_err() && !is_taken.get() {
        let found = match layout
            .kind_of(number)
            .map_or("", |kind| layout.name_of(kind))
        {
            "Array" => "typed Array",
            "Dictionary" => "typed Dictionary",
            name => name,
        };
        value = Err(DecodeError::unplaced(DecodeErrorKind::NotInSerde { found }));
    }
    value
}

/// The token of a layout, as a key.
struct LayoutKey<'c> {
    token: u64,
    /// Whether the visitor accepted the token.
    is_taken: &'c Cell<bool>,
}

impl IntoDeserializer<'_, DecodeError> for LayoutKey<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> de::Deserializer<'de> for LayoutKey<'_> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let key = visitor.visit_newtype_struct(self.token.into_deserializer());
        self.is_taken.set(key.is_ok());
        key
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Passes a string to a visitor, borrowed if possible.
#[inline]
pub(super) fn visit_text<'de, V: Visitor<'de>>(
    text: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

/// Passes the name of a unit variant to a visitor.
pub(super) fn visit_variant<'de, V: Visitor<'de>>(
    name: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    let variant: CowStrDeserializer<'de, DecodeError> = name.into_deserializer();
    visitor.visit_enum(variant)
}

/// Defines methods that pass a string to the visitor.
macro_rules! texts {
    ($($method:ident),*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visit_text(self.text()?, visitor)
        }
    )*};
}

pub(super) use texts;

/// Defines methods that pass the converted element to the visitor.
macro_rules! converted {
    ($($method:ident: $visit:ident($convert:ident($($argument:expr)?));)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.$visit(self.$convert($($argument)?)?)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Item<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content {
            Content::Number(Number::Int(value)) => visitor.visit_i64(value),
            Content::Number(float) => visitor.visit_f64(float.to_f64()),
            Content::Text(text) => visit_text(text, visitor),
            Content::Body(kind, body) => {
                let bytes = [&self.layout.header_of(kind).to_le_bytes(), &*body].concat();
                visit_encoding(self.layout, bytes.into(), visitor)
            }
        }
    }

    converted! {
        deserialize_i8: visit_i8(int("i8"));
        deserialize_i16: visit_i16(int("i16"));
        deserialize_i32: visit_i32(int("i32"));
        deserialize_i64: visit_i64(int("i64"));
        deserialize_i128: visit_i128(int("i128"));
        deserialize_u8: visit_u8(int("u8"));
        deserialize_u16: visit_u16(int("u16"));
        deserialize_u32: visit_u32(int("u32"));
        deserialize_u64: visit_u64(int("u64"));
        deserialize_u128: visit_u128(int("u128"));
        deserialize_f32: visit_f32(float());
        deserialize_f64: visit_f64(float());
    }

    texts!(deserialize_char, deserialize_str, deserialize_string);

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            SHARED => visitor.visit_some(self),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        request: usize,
        visitor: V,
    ) -> Result<V::Value> {
        match self.content {
            Content::Body(kind, body) if name == SHARED && kind == requested(request).0 => {
                check_precision(self.layout, kind, requested(request).1)?;
                match body {
                    Cow::Borrowed(body) => visitor.visit_borrowed_bytes(body),
                    Cow::Owned(body) => visitor.visit_byte_buf(body),
                }
            }
            _ if name == SHARED => visitor.visit_newtype_struct(self),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: Names,
        visitor: V,
    ) -> Result<V::Value> {
        visit_variant(self.text()?, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool bytes byte_buf unit unit_struct seq tuple map struct identifier
    }
}
