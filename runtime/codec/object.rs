//! Objects: an id, or a class with properties.

use crate::codec::bodies::object::{self, Start};
use crate::error::Result;
use crate::table::rule::CountedText;
use crate::wire::reader::Header;
use crate::wire::writer::checked_length;
use crate::{
    Decode, Encode, EncodeError, EncodeErrorKind, FullObject, Kind, Layout, Object, Reader,
    Segment, Writer,
};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

const NAME: &CountedText = &object::COUNTED_EACH_PROPERTY_NAME;

impl<L: Layout, V: Encode<L>> Encode<L> for Object<V> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        let result = match self {
            Self::Id(id) => object::put_id(writer, Kind::Object, *id),
            Self::Full(object) => object.encode(writer),
        };
        result.map_err(|error| writer.fail(error))
    }
}

impl<V> FullObject<V> {
    fn encode<L: Layout>(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError>
    where
        V: Encode<L>,
    {
        // An object without a class is null and has no properties.
        if self.class.is_empty() && !self.properties.is_empty() {
            return Err(EncodeError::new(EncodeErrorKind::MissingClass));
        }
        let count = checked_length(self.properties.len())?;
        object::put_whole(writer, Kind::Object, &self.class, count)?;
        writer.nested(count, |writer| {
            for (index, (name, value)) in self.properties.iter().enumerate() {
                writer
                    .text_body(NAME, name)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                value
                    .encode(writer)
                    .map_err(|error| error.within(Segment::name(name)))?;
            }
            Ok(())
        })
    }
}

impl<'de, L: Layout, V: Decode<'de, L>> Decode<'de, L> for Object<V> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self> {
        let header = reader.header_of(Kind::Object)?;
        reader.object_body(header)
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes the body of an Object.
    pub(crate) fn object_body<V: Decode<'de, L>>(&mut self, header: Header) -> Result<Object<V>> {
        let (class, count) = match object::start(self, header)? {
            Start::Id { id } => return Ok(Object::Id(id)),
            Start::Whole { class, repetitions } => (class, repetitions),
        };
        let mut properties = Vec::new();
        properties.reserve_exact(self.reserve::<(String, V)>(count));
        let outer = self.depth();
        self.enter(count)?;
        self.properties(count, |reader, name| {
            let value = V::decode(reader)?;
            properties.push((name.into(), value));
            Ok(())
        })?;
        self.set_depth(outer);
        Ok(Object::Full(Box::new(FullObject {
            class: class.into_owned(),
            properties,
        })))
    }

    /// Decodes the names of `count` properties; `value` decodes the value after each.
    fn properties(
        &mut self,
        count: usize,
        mut value: impl FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<()> {
        for index in 0..count {
            let name = self
                .text_body(NAME)
                .map_err(|error| error.within(Segment::KeyOf(index)))?;
            value(self, &name).map_err(|error| error.within(Segment::name(&name)))?;
        }
        Ok(())
    }

    /// Skips `count` properties one level deeper.
    pub(crate) fn skip_properties(&mut self, count: usize) -> Result<()> {
        self.nested(count, |reader| {
            reader.properties(count, |reader, _| reader.skip())
        })
    }
}
