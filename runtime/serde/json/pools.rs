//! Pool arrays on their own.

use super::alone::Alone;
use super::components::pool;
use super::content::texts;
use super::draft::Draft;
use super::entry::tagged;
use super::from_body::FromBody;
use super::leaves::write_pool;
use super::shared::{alone_form, body_of, read_body};
use super::traits::Value;
use crate::codec::bodies;
use crate::table::rule::padding_after;
use crate::value::build::elements;
use crate::wire::fields::{Fields, put_all};
use crate::wire::writer::checked_length;
use crate::{Kind, Pool, PoolView, Reader, format};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::ser::Serializer;

/// An element of pool arrays that every layout shares.
pub(crate) trait PoolAlone: Fields {
    /// The kind of its pool array.
    const POOL: Kind;
}

/// Implements serde's traits for the pool array of an element.
macro_rules! pool_form {
    ($element:ty, $kind:expr) => {
        impl crate::serde::json::PoolAlone for $element {
            const POOL: crate::Kind = $kind;
        }

        crate::serde::json::alone_form!(crate::Pool<alloc::vec::Vec<$element>>);
        crate::serde::json::view_form!('a: crate::PoolView<'a, $element>, crate::Pool<alloc::vec::Vec<$element>>);
    };
}

pub(crate) use pool_form;

pool_form!(u8, Kind::PoolByteArray);
pool_form!(i32, Kind::PoolIntArray);
pool_form!(f32, Kind::PoolRealArray);
pool_form!(f64, Kind::PackedFloat64Array);
alone_form!(Pool<Vec<String>>);

impl<T: PoolAlone> Alone for Pool<Vec<T>> {
    const KIND: Kind = T::POOL;

    const COMPONENTS: Option<usize> = Some(T::LENGTH);

    fn pieces(&self, mut piece: impl FnMut(&[u8])) -> Result<(), String> {
        let count = checked_length(self.0.len()).map_err(|error| error.to_string())?;
        piece(&count.to_le_bytes());
        if let Some(bodies) = T::bodies(&self.0) {
            piece(bodies);
        } else {
            let mut bodies = Vec::new();
            put_all(&self.0, &mut bodies);
            piece(&bodies);
        }
        let padding = padding_after(self.0.len() * T::LENGTH);
        let zeros = [0; format::ALIGNMENT as usize];
        piece(zeros.get(..padding).unwrap_or_default());
        Ok(())
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        PoolView::of_body(body).map(Self::from)
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_pool(serializer, T::POOL, T::POOL.name(), &self.0)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        let rows = T::TABLE.rows.iter().copied();
        pool(T::POOL, &Self::PLACE, rows, content).map(|bodies| Self(elements(&bodies)))
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (T::POOL == Kind::PoolByteArray).then(|| Self(elements(bytes)))
    }
}

impl<'de, T: PoolAlone> FromBody<'de> for PoolView<'de, T> {
    const KIND: Kind = T::POOL;

    fn of_body(body: &'de [u8]) -> Result<Self, String> {
        let read = |reader: &mut Reader<'de, _>| bodies::packed(reader, T::POOL, T::LENGTH);
        read_body(body, read).map(Self::new).map_err(|_| {
            alloc::format!(
                "expected a {} of {} bytes for each element",
                T::POOL.name(),
                T::LENGTH
            )
        })
    }

    fn of_bytes(bytes: &'de [u8]) -> Option<Self> {
        (T::POOL == Kind::PoolByteArray).then(|| Self::new(bytes))
    }
}

impl Alone for Pool<Vec<String>> {
    const KIND: Kind = Kind::PoolStringArray;

    fn pieces(&self, piece: impl FnMut(&[u8])) -> Result<(), String> {
        body_of(piece, |writer| writer.pool_texts(&self.0))
    }

    fn from_body(body: &[u8]) -> Result<Self, String> {
        let mut texts = Vec::new();
        read_body(body, |reader| reader.pool_text(&mut texts))?;
        Ok(Pool(texts))
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tagged(serializer, Kind::PoolStringArray.name(), &self.0)
    }

    fn from_content<V: Value>(content: Draft<V>) -> Result<Self, String> {
        texts(&Self::PLACE, content).map(Pool)
    }
}
