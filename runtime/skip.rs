//! Walking over values without building anything: what is not wanted costs its bytes, and no memory.

use crate::reader::Header;
use crate::table::{Body, Components, Table};
use crate::{
    Decode, DecodeError, Encode, EncodeError, Kind, Layout, Reader, Segment, Writer, rows,
};

/// Any value, read and forgotten: for what has to be there but is not needed.
///
/// The value is checked as if it were read as a `Variant`, but nothing is built. It is written as Nil.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{Ignored, godot3};
///
/// let bytes = godot3::to_vec(&("old", vec![1, 2, 3], 7))?;
/// let (_, _, seven): (Ignored, Ignored, u8) = godot3::from_slice(&bytes)?;
/// assert_eq!(seven, 7);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Ignored;

impl<'de, L: Layout> Decode<'de, L> for Ignored {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.skip().map(|()| Self)
    }
}

impl<L: Layout> Encode<L> for Ignored {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        ().encode(writer)
    }
}

impl<L: Layout> Reader<'_, L> {
    /// Takes one value of any type and forgets it. It is checked as decoding into the layout's `Variant` checks it, but nothing is built.
    ///
    /// # Errors
    ///
    /// The same as reading it as a `Variant` of the layout.
    pub fn skip(&mut self) -> Result<(), DecodeError> {
        let header = self.header()?;
        let table = L::TYPES.get(usize::from(header.number()));
        // What nests stays apart from what does not: the stack holds one such frame for each level.
        match table.map(|table| table.body) {
            Some(Body::Array) => self.skip_array(),
            Some(Body::Dictionary) => self.skip_dictionary(),
            Some(Body::Object) => self.skip_object(header),
            _ => table.map_or(Ok(()), |table| {
                self.skip_leaf(table.body, table.tables, header)
            }),
        }
    }

    fn skip_leaf(
        &mut self,
        body: Body,
        tables: &'static [Table],
        header: Header,
    ) -> Result<(), DecodeError> {
        match body {
            Body::Bool => self.bool_body().map(drop),
            Body::Number if header.is::<L>(Kind::Int) => self.int_body(header).map(drop),
            Body::Number => self.float_body(header).map(drop),
            Body::Text => self.skip_text(rows::string::LENGTH, rows::string::TEXT),
            Body::Fields => self.skip_fields(tables, header),
            Body::Pool => Components::<L>::length(header.number())
                .map_or(Ok(()), |each| self.pool_bytes(each).map(drop)),
            Body::PoolText => {
                let count = self.pool_text_count()?;
                self.each_pool_text(count, &mut (), |(), _| (), |(), _| Ok(()))
            }
            Body::NodePath => self
                .node_path_counts()
                .and_then(|counts| self.skip_names(counts)),
            Body::Empty | Body::Array | Body::Dictionary | Body::Object => Ok(()),
        }
    }

    #[inline]
    fn skip_fields(&mut self, tables: &'static [Table], header: Header) -> Result<(), DecodeError> {
        let length = Components::<L>::length(header.number());
        match length.and_then(|length| self.rest().split_at_checked(length)) {
            Some((_, rest)) => {
                self.go_on_at(rest);
                Ok(())
            }
            // One by one, to name the first that is not whole.
            None => tables
                .iter()
                .flat_map(|table| table.rows)
                .try_for_each(|row| self.raw(row).map(drop)),
        }
    }

    fn skip_array(&mut self) -> Result<(), DecodeError> {
        let count = self.array_count()?;
        self.deeper(count, |reader| {
            let mut index = 0;
            while index < count {
                index += reader.take_ints(count - index).len();
                if index == count {
                    break;
                }
                // One String alone is taken as any other value.
                let is_string = reader.is_next(Kind::String);
                reader
                    .skip()
                    .map_err(|error| error.within(Segment::Index(index)))?;
                index += 1;
                if is_string && reader.is_next(Kind::String) {
                    index += reader.take_strings(count - index, |_| ());
                }
            }
            Ok(())
        })
    }

    fn skip_dictionary(&mut self) -> Result<(), DecodeError> {
        let count = self.dictionary_count()?;
        self.keys(count, &mut |Ignored, reader: &mut Self| reader.skip())
    }

    fn skip_object(&mut self, header: Header) -> Result<(), DecodeError> {
        if header.is_wide() {
            return self.object_id().map(drop);
        }
        if self.object_class()?.is_empty() {
            return Ok(());
        }
        let count = self.property_count()?;
        self.deeper(count, |reader| {
            for index in 0..count {
                let name = reader.property_name(index)?;
                reader
                    .skip()
                    .map_err(|error| error.within(Segment::name(&name)))?;
            }
            Ok(())
        })
    }
}
