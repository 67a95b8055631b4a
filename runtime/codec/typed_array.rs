//! Typed arrays: an element type, then a count and values.

use crate::codec::bodies;
use crate::error::Result;
use crate::table::rule::{Number, Repeat, Select, Step};
use crate::table::{Body, Row};
use crate::wire::element::{type_of_number, unknown_element};
use crate::wire::reader::{CheckedCount, HEADER, Header};
use crate::wire::writer::checked_length;
use crate::{
    Decode, DecodeErrorKind, ElementType, Encode, EncodeError, EncodeErrorKind, Kind, Layout,
    Reader, Segment, TypedArray, Writer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The rules of the element type, the count and the values of a typed array.
struct Rules {
    element: &'static Number,
    class: &'static Select,
    count: &'static Number,
    values: &'static Repeat,
}

const RULES: Rules = match bodies::pandemonium_typed_array::RULES.steps {
    [
        Step::Number(element),
        Step::Select(class),
        Step::Number(count),
        Step::Repeat(values),
    ] => Rules {
        element,
        class,
        count,
        values,
    },
    _ => panic!("a typed array has an element type and a count"),
};

impl<'de, L: Layout> Reader<'de, L> {
    /// Decodes a typed array of any kind; `expected` names the type in errors.
    pub(crate) fn typed_array<V: Decode<'de, L>>(
        &mut self,
        expected: Kind,
    ) -> Result<TypedArray<V>> {
        let header = self.header()?;
        if !is_typed_array::<L>(header) {
            return Err(self.wrong_type(header, expected.alone()));
        }
        self.typed_array_body(header).map(|array| *array)
    }

    /// Decodes the body of a typed array.
    pub(crate) fn typed_array_body<V: Decode<'de, L>>(
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
        let element = match (class, type_of_number::<L>(number)) {
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
        let Rules {
            element,
            class,
            count,
            values,
        } = RULES;
        let object = class.type_number::<L>();
        let header = self.checked_flag(header, class.flag, class.mask, object)?;
        let number = self.number(element)? & class.mask;
        self.check_type_number(element, number)?;
        let class = if number == object && header.flags() & class.flag == class.value {
            Some(self.text_value(class.value_kind, class.row)?)
        } else {
            None
        };
        Ok((number, class, self.counted(count, values, values.least)?))
    }

    /// Skips the body of a typed array.
    pub(crate) fn skip_typed_array(&mut self, header: Header) -> Result<()> {
        let (.., count) = self.typed_array_start(header)?;
        self.skip_values(count, None)
    }

    /// Decodes the body of an Array or a typed array up to its first value, and returns the count.
    ///
    /// `only` is the only kind of values that decoding will accept. Returns `None` for any other
    /// header.
    #[inline]
    pub(crate) fn sequence_start(
        &mut self,
        header: Header,
        only: Option<Kind>,
    ) -> Result<Option<CheckedCount>> {
        if header.is::<L>(Kind::Array) {
            return self.checked_elements(header, only).map(Some);
        }
        self.typed_sequence_start(header)
    }

    #[inline(never)]
    fn typed_sequence_start(&mut self, header: Header) -> Result<Option<CheckedCount>> {
        if !is_typed_array::<L>(header) {
            return Ok(None);
        }
        Ok(Some(self.typed_array_start(header)?.2))
    }

    /// Decodes an Array or a typed array up to its first value, and returns the number of values.
    #[allow(
        clippy::inline_always,
        reason = "a call takes 5% of the instructions of `rpc/decode derive, borrowed`"
    )]
    #[inline(always)]
    pub(crate) fn sequence(&mut self) -> Result<CheckedCount> {
        // Fast path: saves 10% of the instructions in the benchmark `rpc/decode derive, borrowed`.
        if let Some([]) = self.take_flagged(Kind::Array, 0) {
            return Ok(bodies::array::start(self)?.repetitions);
        }
        self.any_sequence()
    }

    #[inline(never)]
    fn any_sequence(&mut self) -> Result<CheckedCount> {
        let header = self.header()?;
        let count = self.sequence_start(header, None)?;
        count.ok_or_else(|| self.wrong_type(header, &[Kind::Array]))
    }

    /// Checks that the number that was just decoded is the number of a type of the layout.
    #[inline]
    pub(crate) fn check_type_number(&self, rule: &'static Number, number: u32) -> Result<()> {
        if self.options().lenient || type_of_number::<L>(number).is_some() {
            return Ok(());
        }
        let types = L::type_count();
        let kind = DecodeErrorKind::UnknownElementType { number, types };
        Err(self.error_before(rule.row, kind).in_field(rule.row.name))
    }

    /// Checks a flag of the header that was just consumed. The flag is valid only if the next
    /// number, masked with `mask`, equals `number`. Lenient decoding ignores an invalid flag, so
    /// the returned header lacks it.
    #[inline]
    pub(crate) fn checked_flag(
        &self,
        header: Header,
        flag: u32,
        mask: u32,
        number: u32,
    ) -> Result<Header> {
        if header.flags() & flag == 0 {
            return Ok(header);
        }
        let next = self.rest().first_chunk();
        match next.map(|bytes| u32::from_le_bytes(*bytes)) {
            Some(found) if found & mask == number => Ok(header),
            Some(_) if !self.options().lenient => {
                let kind = DecodeErrorKind::UnknownFlags { flags: flag };
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

fn is_typed_array<L: Layout>(header: Header) -> bool {
    let table = L::TYPES.get(usize::from(header.number()));
    table.is_some_and(|table| table.body == Body::TypedArray)
}

impl<L: Layout> Writer<'_, L> {
    /// Encodes a typed array of this kind. The layout has to have the kind.
    pub(crate) fn typed_array<V: Encode<L>>(
        &mut self,
        kind: Kind,
        array: &TypedArray<V>,
    ) -> Result<(), EncodeError> {
        let count = checked_length(array.values.len())?;
        let (element, class) = match &array.element {
            ElementType::Any => (Kind::Nil, None),
            ElementType::Kind(element) => (*element, None),
            ElementType::Class(class) => (Kind::Object, Some(class.as_str())),
            ElementType::Script(_) => {
                let layout = L::NAME;
                return Err(EncodeError::new(EncodeErrorKind::ScriptedElement {
                    layout,
                }));
            }
        };
        let Some(number) = L::number_of(element) else {
            return Err(unknown_element::<L>(element));
        };
        let number = u32::from(number);
        let select = RULES.class;
        let is_plain = class.is_none() && number == select.type_number::<L>();
        let flags = if is_plain {
            select.flag ^ select.value
        } else {
            0
        };
        self.header_with(kind, flags);
        self.bytes(&(number & select.mask).to_le_bytes());
        if let Some(class) = class {
            self.text_value(select.value_kind, select.row, class)
                .map_err(|error| self.fail(error))?;
        }
        self.bytes(&RULES.values.number_of(count).to_le_bytes());
        self.elements_after_count(count, &array.values, |_| Ok(()), V::encode)
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
