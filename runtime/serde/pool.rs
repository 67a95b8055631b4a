//! Sequence access to the elements of a pool array.

use super::item::{Content, Item};
use super::length::check_length;
use crate::table::TypeTable;
use crate::wire::component_rows::{ComponentType, component_rows};
use crate::wire::components::Components;
use crate::wire::number::Number;
use crate::wire::reader::Header;
use crate::{DecodeError, Kind, Layout, Reader, Segment};
use alloc::borrow::Cow;
use alloc::vec::{self, Vec};
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, SeqAccess};

/// The elements that are left to deserialize.
enum Rest<'de> {
    /// Elements of fixed length: the bytes of all elements, and the length of one.
    Fixed(Cow<'de, [u8]>, usize),
    /// Strings.
    Texts(vec::IntoIter<Cow<'de, str>>),
}

/// Sequence access to the elements of a pool array.
pub(super) struct PoolAccess<'de, L> {
    table: &'static TypeTable,
    rest: Rest<'de>,
    /// The offset of the first element.
    offset: usize,
    /// Whether an integer may be rounded to a float.
    may_round: bool,
    index: usize,
    count: usize,
    layout: PhantomData<L>,
}

impl<'de, L: Layout> PoolAccess<'de, L> {
    /// Consumes the body of a pool array of this type.
    pub(super) fn read(
        reader: &mut Reader<'de, L>,
        header: Header,
        table: &'static TypeTable,
    ) -> Result<Self, DecodeError> {
        let offset = reader.position() + size_of::<u32>() + L::gap_of(table.kind);
        let (rest, count) = if let Some(each) = Components::<L>::length(table.number) {
            // An element has at least one component, so `each` is not 0.
            let elements = reader.packed_body(header, table.kind, each)?;
            let count = elements.len() / each;
            (Rest::Fixed(elements, each), count)
        } else {
            let mut texts = Vec::new();
            reader.pool_text::<Cow<'de, str>>(&mut texts)?;
            let count = texts.len();
            (Rest::Texts(texts.into_iter()), count)
        };
        Ok(Self {
            table,
            rest,
            offset,
            may_round: reader.options().lenient,
            index: 0,
            count,
            layout: PhantomData,
        })
    }

    /// Returns the number of elements.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns an error at `start` if elements are left.
    pub(super) fn finish(&self, start: usize) -> Result<(), DecodeError> {
        check_length(start, Some(self.index), self.count)
    }

    fn next(&mut self) -> Option<Item<'de, L>> {
        match &mut self.rest {
            Rest::Texts(texts) => texts
                .next()
                .map(|text| Item::new(Kind::String, Content::Text(text), self.offset)),
            Rest::Fixed(elements, each) => {
                let at = self.index * *each;
                let element = match elements {
                    Cow::Borrowed(elements) => Cow::Borrowed(elements.get(at..at + *each)?),
                    Cow::Owned(elements) => Cow::Owned(elements.get(at..at + *each)?.to_vec()),
                };
                let (kind, content) = content(self.table, element);
                let item = Item::new(kind, content, self.offset + at);
                Some(item.may_round(self.may_round))
            }
        }
    }
}

/// Returns the kind and content of an element.
fn content<'de>(table: &'static TypeTable, element: Cow<'de, [u8]>) -> (Kind, Content<'de>) {
    if let Some(kind) = table.kind.element() {
        return (kind, Content::Body(kind, element));
    }
    let component = component_rows(table).next().map(ComponentType::of);
    match component.map(|ty| ty.decode(&element)) {
        Some(Number::Int(value)) => (Kind::Int, Content::Int(value)),
        Some(float) => (Kind::Float, Content::Float(float.to_f64())),
        None => (Kind::Nil, Content::Nil),
    }
}

impl<'de, L: Layout> SeqAccess<'de> for PoolAccess<'de, L> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(element) = self.next() else {
            return Ok(None);
        };
        let (offset, index) = (element.offset, self.index);
        self.index += 1;
        seed.deserialize(element)
            .map(Some)
            .map_err(|error| error.placed(offset).within(Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.count - self.index)
    }
}
