use crate::dictionary::Key;
use crate::{Decode, DecodeError, Dictionary, Encode, EncodeError, Kind, Layout, Reader, Writer};
use alloc::vec::Vec;

impl<L: Layout, V: Encode<L>> Encode<L> for Dictionary<V> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.pairs(self.iter())
    }
}

impl<'de, L: Layout, V: Decode<'de, L> + Key + Default> Decode<'de, L> for Dictionary<V> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Dictionary)?;
        reader.dictionary_body()
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes the body of a Dictionary.
    pub(crate) fn dictionary_body<V: Decode<'de, L> + Key + Default>(
        &mut self,
    ) -> Result<Dictionary<V>, DecodeError> {
        let count = self.dictionary_count()?;
        let mut parts = Vec::new();
        parts.reserve_exact(2 * self.reserve::<(V, V)>(count));
        let outer = self.depth();
        self.enter(count)?;
        self.parts_of_pairs(count, &mut parts)?;
        self.set_depth(outer);
        Ok(Dictionary::of_parts(parts))
    }
}
