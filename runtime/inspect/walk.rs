use super::place::{Frame, Key, Part, Step};
use super::{InspectRow, Place, RowKind, Value};
use crate::reader::{HEADER, Header, key_segment};
use crate::table::{Body, Length, Offset, Row, TypeTable, Wire};
use crate::{DecodeError, Kind, Layout, Reader, format};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

/// Takes one value from the reader, which stands at the front of the input, and hands out its rows.
pub(crate) fn walk<'de, L: Layout>(
    input: &'de [u8],
    reader: &mut Reader<'de, L>,
    row: impl FnMut(&InspectRow<'_>),
) -> Result<(), DecodeError> {
    let mut walk = Walk {
        input,
        reader,
        frames: Vec::new(),
        row,
    };
    walk.all().map_err(|error| {
        walk.frames
            .iter()
            .rev()
            .fold(error, |error, frame| error.within(frame.step.segment()))
    })
}

/// The containers are kept here, not on the stack, so that no depth overflows it and a path is a slice of them.
pub(super) struct Walk<'w, 'de, L, F> {
    input: &'de [u8],
    pub(super) reader: &'w mut Reader<'de, L>,
    frames: Vec<Frame<'de>>,
    row: F,
}

/// Padding is the same behind every text, so it stands in no type's table.
const PADDING: &Row = &Row {
    offset: Offset::After,
    length: Length::Counted,
    wire: Wire::Byte,
    name: "padding",
    description: "Up to the alignment; whatever it holds is ignored.",
};

impl<'de, L: Layout, F: FnMut(&InspectRow<'_>)> Walk<'_, 'de, L, F> {
    fn all(&mut self) -> Result<(), DecodeError> {
        loop {
            let is_container = self.value()?;
            if !is_container && !self.advance()? {
                return Ok(());
            }
        }
    }

    /// Goes on to the next value, out of the containers that have none left; false behind the last one.
    fn advance(&mut self) -> Result<bool, DecodeError> {
        while let Some(Frame { count, step }) = self.frames.pop() {
            if let Some(step) = self.next(count, &step)? {
                self.frames.push(Frame { count, step });
                return Ok(true);
            }
            self.reader.leave();
        }
        Ok(false)
    }

    /// The part of a container that comes after this one, if it has one more.
    fn next(&mut self, count: usize, step: &Step<'de>) -> Result<Option<Step<'de>>, DecodeError> {
        Ok(match *step {
            Step::Key { index, bytes } => Some(Step::Value {
                index,
                key: self.key(bytes),
                name: OnceCell::new(),
            }),
            Step::Element(index) if index + 1 < count => Some(Step::Element(index + 1)),
            Step::Value { index, .. } if index + 1 < count => Some(Step::Key {
                index: index + 1,
                bytes: self.reader.rest(),
            }),
            Step::Property { index, .. } if index + 1 < count => Some(self.property(index + 1)?),
            Step::Element(_) | Step::Value { .. } | Step::Property { .. } => None,
        })
    }

    /// The key that has just been read, from these bytes on.
    fn key(&self, bytes: &'de [u8]) -> Key<'de> {
        let length = bytes.len() - self.reader.rest().len();
        let bytes = bytes.get(..length).unwrap_or(bytes);
        let header = Reader::<L>::new(bytes, self.reader.options()).peek();
        let is_text = header
            .is_some_and(|header| header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName));
        Key {
            bytes,
            is_text,
            segment: key_segment::<L>,
        }
    }

    /// Takes a value; of a container that has parts only what stands in front of the first one, and says so.
    fn value(&mut self) -> Result<bool, DecodeError> {
        let start = self.reader.position();
        let header = self.reader.header()?;
        let Some(ty) = L::TYPES.get(usize::from(header.number())) else {
            return Ok(false);
        };
        if ty.body == Body::Object && !header.is_wide() {
            // The fault is the header, which then is no row.
            self.reader.check_objects()?;
        }
        self.header_row(ty, header, start);
        let (count, step) = match ty.body {
            Body::Array => (self.array_count(ty)?, Step::Element(0)),
            Body::Dictionary => (
                self.dictionary_count(ty)?,
                Step::Key {
                    index: 0,
                    bytes: self.reader.rest(),
                },
            ),
            Body::Object if !header.is_wide() => {
                let count = self.property_count(ty)?;
                return self.properties(count);
            }
            _ => return self.leaf(ty, header).map(|()| false),
        };
        self.reader.enter(count)?;
        if count == 0 {
            self.reader.leave();
            return Ok(false);
        }
        self.frames.push(Frame { count, step });
        Ok(true)
    }

    fn properties(&mut self, count: usize) -> Result<bool, DecodeError> {
        self.reader.enter(count)?;
        if count == 0 {
            self.reader.leave();
            return Ok(false);
        }
        let step = self.property(0)?;
        self.frames.push(Frame { count, step });
        Ok(true)
    }

    fn header_row(&mut self, ty: &'static TypeTable, header: Header, start: usize) {
        let word = self.word(start);
        let known = if header.is_wide() {
            format::TYPE_MASK | format::FLAG_WIDE
        } else {
            format::TYPE_MASK
        };
        let table = match ty.body {
            Body::Number => usize::from(header.is_wide()),
            // The table of the id comes first, and the id has the flag.
            Body::Object => usize::from(!header.is_wide()),
            _ => 0,
        };
        let form = ty.tables.get(table).map_or("", |table| table.name);
        let value = Value::Type {
            name: ty.name,
            form,
            unknown: word & !known,
        };
        let end = self.reader.position();
        self.row(RowKind::Header, ty, HEADER, start..end, Part::Whole, value);
    }

    /// Hands out a field of fixed length.
    pub(super) fn field_row(
        &mut self,
        ty: &'static TypeTable,
        field: &'static Row,
        start: usize,
        part: Part,
    ) {
        let range = start..start + field.fixed_length();
        let value = Value::of(field, self.bytes(range.clone()));
        self.row(RowKind::Field, ty, field, range, part, value);
    }

    /// Hands out padding, if there is any.
    pub(super) fn padding_row(&mut self, ty: &'static TypeTable, range: Range<usize>, part: Part) {
        let is_zero = self.bytes(range.clone()).iter().all(|&byte| byte == 0);
        self.row(
            RowKind::Padding,
            ty,
            PADDING,
            range,
            part,
            Value::Padding { is_zero },
        );
    }

    /// Hands out a row, unless it has no bytes.
    pub(super) fn row(
        &mut self,
        kind: RowKind,
        ty: &'static TypeTable,
        field: &'static Row,
        range: Range<usize>,
        part: Part,
        value: Value<'_>,
    ) {
        let offset = range.start;
        let bytes = self.bytes(range);
        if !bytes.is_empty() {
            let path = Place::new(&self.frames, part);
            (self.row)(&InspectRow {
                offset,
                bytes,
                kind,
                ty,
                field,
                path,
                value,
            });
        }
    }

    /// These bytes of the input.
    pub(super) fn bytes(&self, range: Range<usize>) -> &'de [u8] {
        self.input.get(range).unwrap_or_default()
    }

    /// The header, count or flags at this offset of the input.
    pub(super) fn word(&self, start: usize) -> u32 {
        self.input
            .get(start..)
            .and_then(<[u8]>::first_chunk)
            .map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Where the rows of a body end that was read with this result: behind it, or where the fault is.
    pub(super) fn end<T>(&self, result: &Result<T, DecodeError>) -> usize {
        result
            .as_ref()
            .map_or_else(DecodeError::offset, |_| self.reader.position())
    }
}
