//! Objects: an id, or a class with properties.

use crate::codec::array::ELEMENT;
use crate::error::Result;
use crate::table::bodies::object::BODY as RULES;
use crate::table::layout::{AnyEngine, HasLayout};
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::writer::checked_count;
use crate::{
    Decode, Encode, EncodeError, EncodeErrorKind, Engine, FullObject, Kind, Object, Reader,
    Segment, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The minimum length of a property in bytes: those of its name's length and its value's header.
pub(crate) const PROPERTY: usize = size_of::<u32>() + ELEMENT;

/// The start of the body of an Object: an id, or a class and the number of properties.
enum Start<'de> {
    Id(u64),
    Full(Cow<'de, str>, CheckedCount),
}

impl<E: Engine, V: Encode<E>> Encode<E> for Object<V> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.object(self)
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes an Object.
    pub(crate) fn object<V: Encode<E>>(&mut self, object: &Object<V>) -> Result<(), EncodeError> {
        match object {
            Object::Id(id) => {
                self.header_with(Kind::Object, RULES.id);
                self.bytes(&id.to_le_bytes());
                Ok(())
            }
            Object::Full(object) => object.encode(self).map_err(|error| self.fail(error)),
        }
    }
}

impl<V> FullObject<V> {
    fn encode<E: HasLayout>(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError>
    where
        V: Encode<E>,
    {
        // An object without a class is null and has no properties.
        if self.class.is_empty() && !self.properties.is_empty() {
            return Err(EncodeError::new(EncodeErrorKind::MissingClass));
        }
        let count = checked_count(RULES.count, self.properties.len())?;
        writer.header_with(Kind::Object, RULES.full());
        writer.text_body(RULES.class, &self.class)?;
        if !self.class.is_empty() {
            writer.bytes(&RULES.count.encoded(count));
        }
        writer.nested(count, |writer| {
            for (index, (name, value)) in self.properties.iter().enumerate() {
                writer
                    .text_body(RULES.name, name)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                value
                    .encode(writer)
                    .map_err(|error| error.within(Segment::name(name)))?;
            }
            Ok(())
        })
    }
}

impl<'de, E: Engine, V: Decode<'de, E>> Decode<'de, E> for Object<V> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self> {
        let header = reader.expect_header(Kind::Object)?;
        reader.object_body(header)
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes an id, or a class and the number of properties.
    fn object_start(&mut self, header: Header) -> Result<Start<'de>> {
        if header.flags() & RULES.flag == RULES.id {
            let id = u64::from_le_bytes(self.bytes(RULES.id_row)?);
            return Ok(Start::Id(id));
        }
        self.check_objects()?;
        let class = self.checked_text(RULES.class)?;
        let count = if class.is_empty() {
            CheckedCount::ZERO
        } else {
            self.count(RULES.count, PROPERTY)?
        };
        Ok(Start::Full(class, count))
    }

    /// Decodes the body of an Object.
    pub(crate) fn object_body<V: Decode<'de, E>>(&mut self, header: Header) -> Result<Object<V>> {
        let (class, count) = match self.object_start(header)? {
            Start::Id(id) => return Ok(Object::Id(id)),
            Start::Full(class, count) => (class, count),
        };
        let mut properties = Vec::new();
        properties.reserve_exact(self.reserve::<(String, V)>(count));
        self.properties(count, |reader, name| {
            let value = V::decode(reader)?;
            properties.push((name.into(), value));
            Ok(())
        })?;
        Ok(Object::Full(Box::new(FullObject {
            class: class.into_owned(),
            properties,
        })))
    }

    /// Decodes the names of `count` properties one level deeper; `value` decodes each value.
    fn properties(
        &mut self,
        count: CheckedCount,
        mut value: impl FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<()> {
        self.nested(count, |reader| {
            for index in 0..count.get() {
                let name = reader
                    .checked_text(RULES.name)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                value(reader, &name).map_err(|error| error.within(Segment::name(&name)))?;
            }
            Ok(())
        })
    }

    /// Decodes the body of an Object; `value` decodes the value of each property.
    pub(crate) fn object_values(
        &mut self,
        header: Header,
        value: impl FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<()> {
        match self.object_start(header)? {
            Start::Id(_) => Ok(()),
            Start::Full(_, count) => self.properties(count, value),
        }
    }
}

impl Reader<'_, AnyEngine> {
    /// Skips the body of an Object.
    #[inline(never)]
    pub(crate) fn skip_object(&mut self, header: Header) -> Result<()> {
        self.object_values(header, |reader, _| reader.skip())
    }
}
