//! Text: a String, or a StringName where the layout has it; and bytes that are borrowed as text is.

use crate::reader::Header;
use crate::{Decode, DecodeError, Encode, EncodeError, Kind, Layout, Reader, Writer};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

impl<L: Layout> Encode<L> for str {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.text([], Kind::String, self)
    }
}

impl<L: Layout> Encode<L> for String {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.as_str().encode(writer)
    }

    #[inline]
    fn encode_with_key<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        writer.text(key, Kind::String, self)
    }

    #[inline]
    fn encode_batch(elements: &[Self], writer: &mut Writer<'_, L>) -> usize {
        writer.short_strings(elements.iter().map(Self::as_str))
    }
}

/// What a list of texts can be.
const POOL_EXPECTED: &str = "Array or PoolStringArray";

fn pool_of_texts<'de, L: Layout, T: From<Cow<'de, str>>>(
    reader: &mut Reader<'de, L>,
    header: Header,
    elements: &mut Vec<T>,
) -> Result<(), DecodeError> {
    if header.is::<L>(Kind::PoolStringArray) {
        reader.pool_text(elements)
    } else {
        Err(reader.wrong_type(header, POOL_EXPECTED))
    }
}

macro_rules! texts {
    ($($text:ty: $decode:expr),* $(,)?) => {$(
        impl<'de, L: Layout> Decode<'de, L> for $text {
            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                $decode(reader).map(Into::into)
            }

            fn decode_elements(reader: &mut Reader<'de, L>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.texts(count, elements, |text| Cow::Borrowed(text).into())
            }

            fn decode_pool(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                pool_of_texts(reader, header, elements)
            }
        }
    )*};
}

texts!(
    String: Reader::string,
    Cow<'de, str>: Reader::text,
    Box<str>: Reader::text,
    Rc<str>: Reader::text,
    Arc<str>: Reader::text,
);

/// A String of one character, as serde writes it.
impl<L: Layout> Encode<L> for char {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_utf8(&mut [0; 4]).encode(writer)
    }
}

impl<'de, L: Layout> Decode<'de, L> for char {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let text = reader.text()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(DecodeError::wrong_length(start, 1, text.chars().count())),
        }
    }
}

/// Borrows from the input. Text that the engine's options change while reading cannot be borrowed, and is an error; `Cow` takes it.
impl<'de, L: Layout> Decode<'de, L> for &'de str {
    #[inline]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.borrowed()
    }

    fn decode_elements(
        reader: &mut Reader<'de, L>,
        count: usize,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        reader.texts(count, elements, |text| text)
    }

    fn decode_pool(
        reader: &mut Reader<'de, L>,
        header: Header,
        elements: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        if !header.is::<L>(Kind::PoolStringArray) {
            return Err(reader.wrong_type(header, POOL_EXPECTED));
        }
        elements.append(&mut reader.pool_borrowed_texts()?);
        Ok(())
    }
}

/// The bytes of a PoolByteArray, borrowed from the input.
impl<'de, L: Layout> Decode<'de, L> for &'de [u8] {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::PoolByteArray)?;
        crate::bodies::packed(reader, Kind::PoolByteArray, size_of::<u8>())
    }
}

/// The bytes of a PoolByteArray, borrowed from the input; or those of an Array, which cannot be.
impl<'de, L: Layout> Decode<'de, L> for Cow<'de, [u8]> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        if reader
            .peek()
            .is_some_and(|header| header.is::<L>(Kind::PoolByteArray))
        {
            return Decode::decode(reader).map(Cow::Borrowed);
        }
        Vec::decode(reader).map(Cow::Owned)
    }
}
