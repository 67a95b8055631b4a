use crate::dictionary::Key;
use crate::{Decode, DecodeError, Dictionary, Encode, EncodeError, Kind, Layout, Reader, Writer};

impl<L: Layout, V: Encode<L>> Encode<L> for Dictionary<V> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.pairs(self.iter())
    }
}

impl<'de, L: Layout, V: Decode<'de, L> + Key> Decode<'de, L> for Dictionary<V> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Dictionary)?;
        reader.dictionary_body()
    }
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Takes the body of a Dictionary.
    pub(crate) fn dictionary_body<V: Decode<'de, L> + Key>(&mut self) -> Result<Dictionary<V>, DecodeError> {
        let count = self.dictionary_count()?;
        let mut dictionary = Dictionary::new();
        dictionary.reserve(self.reserve::<(V, V)>(count));
        self.pairs(count, |key: V, value: V| {
            dictionary.insert(key, value);
        })?;
        Ok(dictionary)
    }
}
