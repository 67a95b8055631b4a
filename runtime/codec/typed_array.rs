//! Typed arrays: an element type, then a count and values.

use crate::codec::array::ELEMENT;
use crate::error::Result;
use crate::table::HEADER;
use crate::table::Row;
use crate::table::bodies;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::{BodyRules, TypedArrayRules};
use crate::wire::element::{type_of_number, unknown_element};
use crate::wire::reader::{CheckedCount, Header};
use crate::wire::writer::checked_count;
use crate::{
    Decode, DecodeErrorKind, ElementType, Encode, EncodeError, EncodeErrorKind, Kind, Reader,
    Segment, TypedArray, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The rules of all typed arrays.
const RULES: &TypedArrayRules = bodies::typed_array::BODY;

impl Reader<'_, AnyEngine> {
    /// Skips the body of a typed array.
    #[inline(never)]
    pub(crate) fn skip_typed_array(&mut self, header: Header) -> Result<()> {
        let (.., count) = self.typed_array_start(header)?;
        self.skip_values(count, None)
    }

    /// Decodes the start of a list for all engines, see [`sequence_start`](Self::sequence_start).
    fn any_sequence_start(&mut self, header: Header) -> Result<Option<CheckedCount>> {
        if header.is(Kind::Array) {
            return self.checked_elements(header).map(Some);
        }
        if !self.is_typed_array(header) {
            return Ok(None);
        }
        Ok(Some(self.typed_array_start(header)?.2))
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a typed array of any kind; `expected` names the type in errors.
    pub(crate) fn typed_array<V: Decode<'de, E>>(
        &mut self,
        expected: Kind,
    ) -> Result<TypedArray<V>> {
        let header = self.header()?;
        if !self.is_typed_array(header) {
            return Err(self.wrong_type(header, expected.alone()));
        }
        self.typed_array_body(header).map(|array| *array)
    }

    /// Decodes the body of a typed array.
    pub(crate) fn typed_array_body<V: Decode<'de, E>>(
        &mut self,
        header: Header,
    ) -> Result<Box<TypedArray<V>>> {
        let (mut array, count) = self.empty_typed_array(header)?;
        array.values = self.values(count)?;
        Ok(array)
    }

    /// Decodes the element type and the count, separately to keep the recursive stack frame small.
    #[inline(never)]
    fn empty_typed_array<V>(
        &mut self,
        header: Header,
    ) -> Result<(Box<TypedArray<V>>, CheckedCount)> {
        let (number, class, count) = self.typed_array_start(header)?;
        let element = match (class, type_of_number(self.layout(), number)) {
            (Some(class), _) => ElementType::Class(class.into_owned()),
            (None, None | Some(Kind::Nil)) => ElementType::Any,
            (None, Some(kind)) => ElementType::Kind(kind),
        };
        let values = Vec::new();
        Ok((Box::new(TypedArray { element, values }), count))
    }

    /// Decodes the number of the element type, its class, and the count.
    pub(crate) fn typed_array_start(
        &mut self,
        header: Header,
    ) -> Result<(u32, Option<Cow<'de, str>>, CheckedCount)> {
        let header = self.checked_flag(header)?;
        let number = RULES.element.value(self.number(RULES.element)?);
        self.check_type_number(number)?;
        let class =
            if number == object(self.layout()) && header.flags() & RULES.flag == RULES.class_form {
                Some(self.text_value(RULES.class_kind, RULES.class)?)
            } else {
                None
            };
        Ok((number, class, self.count(RULES.count, ELEMENT)?))
    }

    #[inline]
    pub(crate) fn is_typed_array(&self, header: Header) -> bool {
        matches!(
            self.layout().body_of(header.number()),
            BodyRules::TypedArray(_)
        )
    }

    /// Decodes the body of an Array or a typed array up to its first value, and returns the count.
    ///
    /// `only` is the only kind of values that decoding will accept. Returns `None` for any other
    /// header.
    #[inline(never)]
    pub(crate) fn sequence_start(&mut self, header: Header) -> Result<Option<CheckedCount>> {
        self.shared(|reader| reader.any_sequence_start(header))
    }

    /// Decodes an Array or a typed array up to its first value, and returns the number of values.
    #[allow(
        clippy::inline_always,
        reason = "a call takes 5% of the instructions of `rpc/decode derive, borrowed`"
    )]
    #[inline(always)]
    pub(crate) fn sequence(&mut self) -> Result<CheckedCount> {
        // Fast path: saves 10% of the instructions in the benchmark `rpc/decode derive, borrowed`.
        match self.take_count(Kind::Array, self.constant().array.count, ELEMENT) {
            Some(count) => Ok(count),
            None => self.any_sequence(),
        }
    }

    #[inline(never)]
    fn any_sequence(&mut self) -> Result<CheckedCount> {
        let header = self.header()?;
        let count = self.sequence_start(header)?;
        count.ok_or_else(|| self.wrong_type(header, &[Kind::Array]))
    }

    /// Checks that the number that was just decoded is the number of a type of the layout.
    #[inline]
    pub(crate) fn check_type_number(&self, number: u32) -> Result<()> {
        if self.options().lenient || type_of_number(self.layout(), number).is_some() {
            return Ok(());
        }
        let (types, row) = (self.layout().type_count(), RULES.element.row);
        let kind = DecodeErrorKind::UnknownElementType { number, types };
        Err(self.error_before(row, kind).in_field(row.name))
    }

    /// Checks the flag in the header of a typed array, which was just consumed. The flag is valid
    /// only if the elements are Objects. Lenient decoding ignores an invalid flag, so the returned
    /// header lacks it.
    #[inline]
    pub(crate) fn checked_flag(&self, header: Header) -> Result<Header> {
        if header.flags() & RULES.flag == 0 {
            return Ok(header);
        }
        let next = self.rest().first_chunk();
        match next.map(|bytes| u32::from_le_bytes(*bytes)) {
            Some(found) if RULES.element.value(found) == object(self.layout()) => Ok(header),
            Some(_) if !self.options().lenient => {
                let kind = DecodeErrorKind::UnknownFlags { flags: RULES.flag };
                Err(self.error_before(HEADER, kind))
            }
            _ => Ok(header.without_flags()),
        }
    }

    /// Decodes the header and the body of a string of this kind.
    pub(crate) fn text_value(&mut self, kind: Kind, row: &'static Row) -> Result<Cow<'de, str>> {
        self.header_of(kind)
            .and_then(|_| self.text_body(bodies::counted_text(kind)))
            .map_err(|error| error.in_field(row.name))
    }
}

/// Returns the number of Objects as an element type.
pub(crate) fn object(layout: &Layout) -> u32 {
    layout.header_of(Kind::Object)
}

impl<E: HasLayout> Writer<'_, E> {
    /// Encodes a typed array of this kind. The layout has to have the kind.
    pub(crate) fn typed_array<V: Encode<E>>(
        &mut self,
        kind: Kind,
        array: &TypedArray<V>,
    ) -> Result<(), EncodeError> {
        let count = checked_count(RULES.count, array.values.len())?;
        let (element, class) = match &array.element {
            ElementType::Any => (Kind::Nil, None),
            ElementType::Kind(element) => (*element, None),
            ElementType::Class(class) => (Kind::Object, Some(class.as_str())),
            ElementType::Script(_) => {
                let layout = self.layout().name;
                return Err(EncodeError::new(EncodeErrorKind::ScriptedElement {
                    layout,
                }));
            }
        };
        let Some(number) = self.layout().number_of(element) else {
            return Err(unknown_element(self.layout(), element));
        };
        let number = u32::from(number);
        let flags = match class {
            Some(_) => RULES.class_form,
            None if number == object(self.layout()) => RULES.flag ^ RULES.class_form,
            None => 0,
        };
        self.header_with(kind, flags);
        self.bytes(&RULES.element.encoded(number));
        if let Some(class) = class {
            self.text_value(RULES.class_kind, RULES.class, class)
                .map_err(|error| self.fail(error))?;
        }
        self.bytes(&RULES.count.encoded(count));
        self.elements_after_count(count, &array.values, V::encode)
    }

    /// Encodes the header and the body of a string of this kind.
    pub(crate) fn text_value(
        &mut self,
        kind: Kind,
        row: &'static Row,
        text: &str,
    ) -> Result<(), EncodeError> {
        self.text([], kind, text)
            .map_err(|error| error.within(Segment::Field(row.name)))
    }
}

/// Every layout with typed arrays has all element types, so the tests use a layout without typed
/// arrays.
#[cfg(all(test, feature = "godot3"))]
mod tests;

/// Implements the traits of typed arrays for a layout in which they are a separate type.
macro_rules! typed_array_codec {
    ($marker:ident, $kind:expr) => {
        impl<V: Encode<$marker>> Encode<$marker> for crate::TypedArray<V> {
            fn encode(&self, writer: &mut crate::Writer<'_, $marker>) -> Result<(), EncodeError> {
                writer.typed_array($kind, self)
            }
        }

        impl<'de, V: Decode<'de, $marker>> Decode<'de, $marker> for crate::TypedArray<V> {
            fn decode(reader: &mut crate::Reader<'de, $marker>) -> Result<Self, DecodeError> {
                reader.typed_array($kind)
            }
        }
    };
}

pub(crate) use typed_array_codec;
