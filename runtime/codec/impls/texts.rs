//! `Encode` and `Decode` for strings, and `Decode` for borrowed bytes. Rust's strings are encoded
//! as a String; decoding also accepts a StringName.

use crate::codec::string::DecodedText;
use crate::table::layout::HasLayout;
use crate::wire::cursor::Cursor;
use crate::wire::reader::Header;
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Writer};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

impl<E: HasLayout> Encode<E> for str {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.text([], Kind::String, self)
    }
}

impl<E: HasLayout> Encode<E> for String {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.as_str().encode(writer)
    }

    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        writer.text(key, Kind::String, self)
    }

    #[inline]
    fn encode_batch(elements: &[Self], writer: &mut Writer<'_, E>) -> Result<usize, EncodeError> {
        Ok(writer.short_strings(elements.iter().map(Self::as_str)))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl<'de, E: Engine> Decode<'de, E> for $text {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                cursor.text::<E, N>(key, Kind::String).map(DecodedText::of_plain)
            }

            #[inline]
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                reader.text()
            }

            fn decode_elements(reader: &mut Reader<'de, E>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.shared(|reader| reader.texts(count, elements))
            }

            fn decode_packed(reader: &mut Reader<'de, E>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                if header.is(Kind::PackedStringArray) {
                    return reader.shared(|reader| reader.packed_texts(elements));
                }
                Err(reader.wrong_type(header, &[Kind::Array, Kind::PackedStringArray]))
            }
        }
    )*};
}

// A string that lenient decoding alters is an error for `&str`, but not for `Cow`.
texts!(String, Cow<'de, str>, Box<str>, Rc<str>, &'de str);
#[cfg(target_has_atomic = "ptr")]
texts!(Arc<str>);

/// Encodes a String of one character, like serde.
impl<E: Engine> Encode<E> for char {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.encode_utf8(&mut [0; 4]).encode(writer)
    }
}

impl<'de, E: Engine> Decode<'de, E> for char {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let text: Cow<'_, str> = reader.text()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(DecodeError::wrong_length(start, 1, text.chars().count())),
        }
    }
}

/// Borrows the bytes of a PackedByteArray from the input.
impl<'de, E: Engine> Decode<'de, E> for &'de [u8] {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        cursor.packed_bytes::<E, N>(key, Kind::PackedByteArray, size_of::<u8>())
    }

    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::PackedByteArray)?;
        reader.packed_bytes(Kind::PackedByteArray, size_of::<u8>())
    }
}

/// Borrows the bytes of a PackedByteArray from the input, or copies the elements of an Array.
impl<'de, E: Engine> Decode<'de, E> for Cow<'de, [u8]> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        if reader
            .peek()
            .is_some_and(|header| header.is(Kind::PackedByteArray))
        {
            return Decode::decode(reader).map(Cow::Borrowed);
        }
        Vec::decode(reader).map(Cow::Owned)
    }
}

/// Implements the codec of a string with another name, such as StringName, in a layout.
macro_rules! text_codec {
    ($marker:ident $text:ident) => {
        impl Encode<$marker> for crate::$text {
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.text([], crate::Kind::$text, self)
            }

            #[inline]
            fn encode_field<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, $marker>,
            ) -> Result<(), EncodeError> {
                writer.text(key, crate::Kind::$text, self)
            }
        }

        impl<'de> Decode<'de, $marker> for crate::$text {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(
                cursor: &mut crate::wire::cursor::Cursor<'de>,
                key: [u8; N],
            ) -> Option<Self> {
                cursor
                    .text::<$marker, N>(key, crate::Kind::$text)
                    .map(Into::into)
            }

            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.text()
            }
        }
    };
}

pub(crate) use text_codec;
