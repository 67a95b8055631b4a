use crate::reader::Header;
use crate::rows::object as rows;
use crate::writer::checked_length;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Kind, Layout,
    Object, Reader, Segment, WholeObject, Writer, format,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

impl<L: Layout, V: Encode<L>> Encode<L> for Object<V> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        match self {
            Self::Id(id) => {
                writer.wide_header(Kind::Object);
                writer.bytes(&id.to_le_bytes());
                Ok(())
            }
            Self::Whole(object) => {
                writer.header(Kind::Object);
                object
                    .encode_body(writer)
                    .map_err(|error| writer.fail(error))
            }
        }
    }
}

impl<V> WholeObject<V> {
    fn encode_body<L: Layout>(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError>
    where
        V: Encode<L>,
    {
        writer.text_body(&self.class)?;
        if self.class.is_empty() {
            // Nothing follows an empty class: it is a null object.
            return if self.properties.is_empty() {
                Ok(())
            } else {
                Err(EncodeError::new(EncodeErrorKind::ClassMissing))
            };
        }
        writer.number(checked_length(self.properties.len())?);
        writer.deeper(|writer| {
            for (index, (name, value)) in self.properties.iter().enumerate() {
                writer
                    .text_body(name)
                    .map_err(|error| error.within(Segment::KeyOf(index)))?;
                writer
                    .check_depth()
                    .and_then(|()| value.encode(writer))
                    .map_err(|error| error.within(Segment::name(name)))?;
            }
            Ok(())
        })
    }
}

impl<'de, L: Layout, V: Decode<'de, L>> Decode<'de, L> for Object<V> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let header = reader.header_of(Kind::Object)?;
        reader.object_body(header)
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes the body of an Object.
    pub(crate) fn object_body<V: Decode<'de, L>>(
        &mut self,
        header: Header,
    ) -> Result<Object<V>, DecodeError> {
        if header.is_wide() {
            return self.object_id().map(Object::Id);
        }
        let class = self.object_class()?;
        let mut properties = Vec::new();
        if !class.is_empty() {
            let count = self.property_count()?;
            properties.reserve_exact(self.reserve::<(String, V)>(count));
            let outer = self.depth();
            self.enter(count)?;
            self.properties(count, &mut properties)?;
            self.set_depth(outer);
        }
        Ok(Object::Whole(Box::new(WholeObject {
            class: class.into_owned(),
            properties,
        })))
    }

    fn properties<V: Decode<'de, L>>(
        &mut self,
        count: usize,
        properties: &mut Vec<(String, V)>,
    ) -> Result<(), DecodeError> {
        for index in 0..count {
            let name = self.property_name(index)?;
            let value = V::decode(self).map_err(|error| error.within(Segment::name(&name)))?;
            properties.push((name.into_owned(), value));
        }
        Ok(())
    }

    pub(crate) fn object_id(&mut self) -> Result<u64, DecodeError> {
        self.bytes(rows::ID_ID).map(u64::from_le_bytes)
    }

    /// Refuses a whole object, whose header has just been taken, unless those are allowed.
    pub(crate) fn check_objects(&self) -> Result<(), DecodeError> {
        if self.options().allow_objects {
            return Ok(());
        }
        let offset = self
            .position()
            .saturating_sub(format::HEADER_LENGTH as usize);
        Err(DecodeError::new(offset, DecodeErrorKind::ObjectsNotAllowed))
    }

    /// Takes the class of a whole object, if those are allowed.
    pub(crate) fn object_class(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        self.check_objects()?;
        self.text_body(rows::WHOLE_CLASS_LENGTH, rows::WHOLE_CLASS)
    }

    pub(crate) fn property_count(&mut self) -> Result<usize, DecodeError> {
        // A name and a value are at least a length and a header.
        let least = rows::EACH_PROPERTY_NAME_LENGTH.fixed_length() + format::HEADER_LENGTH as usize;
        self.lenient_count(rows::WHOLE_PROPERTY_COUNT, least)
    }

    pub(crate) fn property_name(&mut self, index: usize) -> Result<Cow<'de, str>, DecodeError> {
        self.text_body(rows::EACH_PROPERTY_NAME_LENGTH, rows::EACH_PROPERTY_NAME)
            .map_err(|error| error.within(Segment::KeyOf(index)))
    }
}
