//! Pool arrays on their own.

use super::alone::Alone;
use super::content::texts;
use super::draft::Draft;
use super::entry::tagged;
use super::leaves::PoolElements;
use super::pool_element::{PoolAlone, of_elements};
use super::shared::{alone_form, body_of, read_body};
use super::tagged::{bytes, pool};
use super::traits::Value;
use crate::fields::{Fields, put_all, take_all};
use crate::wire::padding_after;
use crate::writer::checked_length;
use crate::{Kind, Pool, Reader, bodies, format};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::ser::Serializer;

/// serde's traits for the pool array of an element.
macro_rules! pool_form {
    ($element:ty, $kind:expr) => {
        impl crate::json::PoolAlone for $element {
            const POOL: crate::Kind = $kind;
        }

        crate::json::alone_form!(crate::Pool<alloc::vec::Vec<$element>>);
        crate::json::view_form!('a: crate::PoolView<'a, $element>, crate::Pool<alloc::vec::Vec<$element>>);
    };
}

pub(crate) use pool_form;

pool_form!(i32, Kind::PoolIntArray);
pool_form!(f32, Kind::PoolRealArray);
#[cfg(feature = "double")]
pool_form!(f64, Kind::PoolRealArray);
alone_form!(Pool<Vec<u8>>);
alone_form!(Pool<Vec<String>>);

/// Bytes of elements that are put together before they are handed on.
const PIECE: usize = 4096;

/// Hands out the body of a pool array of fixed elements.
fn pieces_of<T: Fields>(elements: &[T], mut piece: impl FnMut(&[u8])) -> Result<(), String> {
    let count = checked_length(elements.len()).map_err(|error| error.to_string())?;
    piece(&count.to_le_bytes());
    match T::bodies(elements) {
        Some(bodies) => piece(bodies),
        None => pieces_by_block(elements, &mut piece),
    }
    let padding = padding_after(elements.len() * T::LENGTH);
    piece(
        [0; format::ALIGNMENT as usize]
            .get(..padding)
            .unwrap_or_default(),
    );
    Ok(())
}

fn pieces_by_block<T: Fields>(elements: &[T], piece: &mut impl FnMut(&[u8])) {
    let mut block = Vec::new();
    for elements in elements.chunks(PIECE / T::LENGTH) {
        block.clear();
        put_all(elements, &mut block);
        piece(&block);
    }
}

/// The elements of a body.
fn elements_of<T: Fields>(kind: Kind, body: &[u8]) -> Result<Pool<Vec<T>>, String> {
    let mut elements = Vec::new();
    of_elements::<T, _>(kind, body, |reader| {
        take_all(bodies::packed(reader, kind, T::LENGTH)?, &mut elements);
        Ok(())
    })?;
    Ok(Pool(elements))
}

impl<T: PoolAlone> Alone for Pool<Vec<T>> {
    const KIND: Kind = T::POOL;

    const COMPONENTS: Option<usize> = Some(T::LENGTH);

    fn pieces(&self, piece: impl FnMut(&[u8])) -> Result<(), String> {
        pieces_of(&self.0, piece)
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        elements_of(Self::KIND, body)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = PoolElements {
            numbers: &self.0,
            each: T::TABLE.rows.len(),
        };
        tagged(serializer, Self::KIND.name(), &elements)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        let mut body = pool(Self::KIND.name(), T::TABLE.rows.iter().copied(), content)?;
        body.resize(body.len() + padding_after(body.len()), 0);
        elements_of(Self::KIND, &body)
    }
}

impl Alone for Pool<Vec<u8>> {
    const KIND: Kind = Kind::PoolByteArray;

    const COMPONENTS: Option<usize> = Some(u8::LENGTH);

    fn pieces(&self, piece: impl FnMut(&[u8])) -> Result<(), String> {
        pieces_of(&self.0, piece)
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        elements_of(Self::KIND, body)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &STANDARD.encode(&self.0))
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        bytes(Self::KIND.name(), content).map(Pool)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Pool(bytes.into()))
    }
}

impl Alone for Pool<Vec<String>> {
    const KIND: Kind = Kind::PoolStringArray;

    fn pieces(&self, piece: impl FnMut(&[u8])) -> Result<(), String> {
        body_of(piece, |writer| writer.pool_texts(&self.0))
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        let mut texts = Vec::new();
        read_body(body, |reader: &mut Reader<'_, _>| {
            reader.pool_text(&mut texts)
        })?;
        Ok(Pool(texts))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Self::KIND.name(), &self.0)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        texts(Self::KIND.name(), content).map(Pool)
    }
}
