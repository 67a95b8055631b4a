//! `Encode` and `Decode` for tuples. A tuple is encoded as an Array of the same length; decoding
//! also accepts a typed array.

use crate::wire::cursor::Cursor;
use crate::{DeclaredType, Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Writer};

/// Returns the number of levels of a container with these values.
const fn deeper(mut levels: &[Option<u32>]) -> Option<u32> {
    let mut most = 0;
    while let [first, rest @ ..] = levels {
        match *first {
            Some(levels) if levels > most => most = levels,
            Some(_) => {}
            None => return None,
        }
        levels = rest;
    }
    Some(most + 1)
}

macro_rules! tuples {
    ($($length:literal: $($name:ident $index:tt),*;)*) => {$(
        impl<E: Engine, $($name: Encode<E>),*> Encode<E> for ($($name,)*) {
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.fixed_array($length, |writer| {
                    $(writer.element($index, &self.$index)?;)*
                    Ok(())
                })
            }
        }

        impl<E: Engine, $($name),*> DeclaredType<E> for ($($name,)*) {
            const DECLARED: Kind = Kind::Array;
        }

        impl<'de, E: Engine, $($name: Decode<'de, E>),*> Decode<'de, E> for ($($name,)*) {
            const CURSOR_LEVELS: Option<u32> = deeper(&[$($name::CURSOR_LEVELS),*]);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const KEY: usize>(cursor: &mut Cursor<'de>, key: [u8; KEY]) -> Option<Self> {
                let (header, count) = cursor.start(key)?;
                if header != E::constant(E::LAYOUT).header_of(Kind::Array) || count != E::constant(E::LAYOUT).array.count.encoded($length) {
                    return None;
                }
                Some(($($name::take_field(cursor, [])?,)*))
            }

            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                if let Some(tuple) = reader.take_value() {
                    return Ok(tuple);
                }
                let offset = reader.position();
                let found = reader.sequence()?;
                if found.get() != $length {
                    return Err(DecodeError::wrong_length(offset, $length, found.get()));
                }
                reader.nested(found, |reader| Ok(($(reader.element::<$name>($index)?,)*)))
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, F 4;
    6: A 0, B 1, C 2, D 3, F 4, G 5;
    7: A 0, B 1, C 2, D 3, F 4, G 5, H 6;
    8: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7;
    9: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8;
    10: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9;
    11: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10;
    12: A 0, B 1, C 2, D 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11;
}
