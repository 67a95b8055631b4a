//! Bodies: interprets the steps of the schema and passes on a row for each field, up to the end of
//! the body or the error. The primitives are those that generated code calls.

use super::row_path::{Part, Step as At};
use super::rows::Rows;
use super::state::{PADDING, Walk};
use super::{RowKind, Value};
use crate::codec::packed::GAP;
use crate::error::Result;
use crate::table::rule::{CountedText, Number, Repeat, Step};
use crate::table::{Row, TypeTable, Wire};
use crate::wire::reader::Header;
use crate::{DecodeError, Kind, Layout, Segment};
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::ops::Range;

/// The number of bytes of a PoolByteArray in a row.
const BYTES_IN_A_ROW: usize = 16;

/// No body has more numbers.
const MOST_NUMBERS: usize = crate::codec::bodies::MOST_NUMBERS;

/// A body whose steps are being interpreted.
pub(super) struct BodyState<'de> {
    pub(super) ty: &'static TypeTable,
    pub(super) header: Header,
    /// The numbers that have been decoded, with their offsets.
    numbers: [Option<(&'static Number, usize, u32)>; MOST_NUMBERS],
    /// How many of them have rows.
    pub(super) shown: usize,
    /// The declared types of a container in their order, if they have been decoded.
    pub(super) declared: [Option<Kind>; 2],
    /// The string that was decoded last.
    text: Cow<'de, str>,
}

/// The part of a body that is interpreted next.
pub(super) enum Next<'de> {
    /// No more.
    End,
    /// The members of a container.
    Members(usize, At<'de>),
}

impl BodyState<'_> {
    pub(super) fn new(ty: &'static TypeTable, header: Header) -> Self {
        Self {
            ty,
            header,
            numbers: [None; MOST_NUMBERS],
            shown: 0,
            declared: [None; 2],
            text: Cow::Borrowed(""),
        }
    }

    /// Returns the number that this many numbers precede, with its offset.
    pub(super) fn number(&self, index: usize) -> (usize, u32) {
        let number = self.numbers.get(index).copied().flatten();
        number.map_or((0, 0), |(_, offset, number)| (offset, number))
    }
}

impl<'de, L: Layout, F: Rows> Walk<'_, 'de, L, F> {
    /// Interprets the steps of a body up to the members of a container, or to the end.
    pub(super) fn body(
        &mut self,
        body: &mut BodyState<'de>,
        steps: &'static [Step],
    ) -> Result<Next<'de>> {
        let result = self.steps(body, steps);
        let end = result
            .as_ref()
            .map_or_else(DecodeError::offset, |_| usize::MAX);
        self.number_rows(body, end);
        result
    }

    fn steps(&mut self, body: &mut BodyState<'de>, steps: &'static [Step]) -> Result<Next<'de>> {
        let mut declared_count = 0;
        for step in steps {
            match step {
                Step::Number(number) => self.number(body, number)?,
                Step::Text(rule) => {
                    self.number_rows(body, usize::MAX);
                    body.text = self.text(body.ty, rule, Part::Whole)?;
                }
                Step::Components(rows) => self.components(body.ty, rows)?,
                Step::Reject(reject) => {
                    let (offset, number) = body.number(reject.index);
                    if number & reject.mask == reject.value {
                        let error = DecodeError::new(offset, reject.error.clone());
                        return Err(error.in_field(reject.number.row.name));
                    }
                }
                Step::Select(select) => self.select(body, select)?,
                Step::Present(_) if body.text.is_empty() => {}
                Step::Present(steps) => return self.steps(body, steps),
                Step::Repeat(repeat) => return self.repeat(body, repeat),
                Step::Branch(arms) => {
                    let kind = self.declared(body, arms)?;
                    if let Some(slot) = body.declared.get_mut(declared_count) {
                        *slot = kind;
                    }
                    declared_count += 1;
                }
                // The option was checked before, and members have frames of their own.
                Step::Objects | Step::Value => {}
            }
        }
        Ok(Next::End)
    }

    /// Decodes a number. Its row waits, because a count may be an error once it is complete.
    fn number(&mut self, body: &mut BodyState<'de>, number: &'static Number) -> Result<()> {
        let start = self.reader.position();
        let decoded = self.reader.number(number)?;
        if let Some(slot) = body.numbers.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some((number, start, decoded));
        }
        Ok(())
    }

    /// Passes on the rows of numbers that end before an offset.
    fn number_rows(&mut self, body: &mut BodyState<'de>, end: usize) {
        while let Some(Some((number, start, _))) = body.numbers.get(body.shown).copied() {
            if start + number.row.fixed_length() <= end {
                self.number_row(body.ty, number, start);
            }
            body.shown += 1;
        }
    }

    /// Passes on the row of a number.
    #[inline]
    fn number_row(&mut self, ty: &'static TypeTable, number: &'static Number, start: usize) {
        let row = number.row;
        let value = Value::of_number(number, self.word(start));
        let range = start..start + row.fixed_length();
        self.row(RowKind::Field, ty, row, range, Part::Whole, value);
    }

    /// Decodes components.
    #[inline]
    pub(super) fn components(
        &mut self,
        ty: &'static TypeTable,
        rows: &'static [&'static Row],
    ) -> Result<()> {
        for &row in rows {
            let start = self.reader.position();
            let length = self.reader.component(self.header, row)?.len();
            self.field_row(ty, row, start, length, Part::Whole);
        }
        Ok(())
    }

    /// Decodes a length and a string.
    pub(super) fn text(
        &mut self,
        ty: &'static TypeTable,
        rule: &'static CountedText,
        part: Part,
    ) -> Result<Cow<'de, str>> {
        let start = self.reader.position();
        let result = self.reader.text_body(rule);
        let end = self.end(&result);
        let length = rule.length.row;
        let text_start = start + length.fixed_length();
        if end < text_start {
            return result;
        }
        let counted = self.word(start);
        let value = Value::Unsigned(counted.into());
        self.row(RowKind::Field, ty, length, start..text_start, part, value);
        let counted = usize::try_from(counted).unwrap_or(usize::MAX);
        let text_end = text_start.saturating_add(counted).min(end);
        let bytes = self.bytes(text_start..text_end);
        let value = match &result {
            Ok(text) => Value::Text(text),
            // What precedes the error.
            Err(_) => core::str::from_utf8(bytes).map_or(Value::Bytes(bytes), Value::Text),
        };
        self.row(
            RowKind::Field,
            ty,
            rule.text,
            text_start..text_end,
            part,
            value,
        );
        self.padding_row(ty, PADDING, text_end..end, part);
        result
    }

    /// Decodes a body that is one number.
    pub(super) fn only_number(
        &mut self,
        ty: &'static TypeTable,
        number: &'static Number,
    ) -> Result<()> {
        let start = self.reader.position();
        self.reader.number(number)?;
        self.number_row(ty, number, start);
        Ok(())
    }

    /// Decodes a count and a repeated part.
    ///
    /// Fast path for most containers: a tenth fewer instructions in keys/inspect than with
    /// [`body`](Self::body).
    pub(super) fn counted(
        &mut self,
        ty: &'static TypeTable,
        number: &'static Number,
        repeat: &'static Repeat,
    ) -> Result<Next<'de>> {
        let start = self.reader.position();
        let decoded = self.reader.number(number)?;
        let mask = repeat.counts.first().map_or(u32::MAX, |count| count.mask);
        let count = (decoded & mask) >> mask.trailing_zeros();
        let count = self.reader.repetitions(
            start,
            number.row,
            [count],
            self.header.encoded_length::<L>(repeat.least),
        )?;
        self.number_row(ty, number, start);
        self.repeated(ty, count, repeat)
    }

    /// Decodes a repeated part whose count is several numbers.
    fn repeat(&mut self, body: &mut BodyState<'de>, repeat: &'static Repeat) -> Result<Next<'de>> {
        let count = self.count(body, repeat)?;
        self.number_rows(body, usize::MAX);
        self.repeated(body.ty, count, repeat)
    }

    /// Decodes the repetitions, or starts the members of a container.
    fn repeated(
        &mut self,
        ty: &'static TypeTable,
        count: usize,
        repeat: &'static Repeat,
    ) -> Result<Next<'de>> {
        match repeat.steps {
            [Step::Components(rows)] => {
                self.elements(ty, rows, count, repeat)?;
            }
            [Step::Text(rule)] => {
                for index in 0..count {
                    if self.is_stopped() {
                        break;
                    }
                    self.text(ty, rule, Part::Element(index))
                        .map_err(|error| error.within(Segment::Index(index)))?;
                }
            }
            [Step::Text(rule), Step::Value] => {
                return self.members(count, |walk| walk.property(rule, 0));
            }
            [Step::Value, Step::Value] => {
                let bytes = self.reader.rest();
                return self.members(count, |_| Ok(At::Key { index: 0, bytes }));
            }
            _ => return self.members(count, |_| Ok(At::Element(0))),
        }
        Ok(Next::End)
    }

    /// Adds up the repetitions.
    fn count(&self, body: &BodyState<'de>, repeat: &'static Repeat) -> Result<usize> {
        let mut counts = [0; MOST_NUMBERS];
        for (slot, count) in counts.iter_mut().zip(repeat.counts) {
            let (_, number) = body.number(count.index);
            *slot = (number & count.mask) >> count.mask.trailing_zeros();
        }
        let Some(first) = repeat.counts.first() else {
            return Ok(0);
        };
        let (offset, _) = body.number(first.index);
        self.reader
            .repetitions(offset, first.number.row, counts, repeat.least)
    }

    /// Enters a container, unless it is empty.
    fn members(
        &mut self,
        count: usize,
        first: impl FnOnce(&mut Self) -> Result<At<'de>>,
    ) -> Result<Next<'de>> {
        self.reader.enter(count)?;
        if count == 0 {
            self.reader.leave();
            return Ok(Next::End);
        }
        Ok(Next::Members(count, first(self)?))
    }

    /// Decodes elements of fixed length, the unused bytes before them and the padding after them.
    fn elements(
        &mut self,
        ty: &'static TypeTable,
        rows: &'static [&'static Row],
        count: usize,
        repeat: &Repeat,
    ) -> Result<()> {
        let start = self.reader.position();
        let each = self.header.encoded_length::<L>(repeat.least);
        let result = self.reader.elements_of(ty.kind, count, each, repeat.pad);
        let end = self.end(&result);
        let first = end.min(start + repeat.gap);
        self.padding_row(ty, GAP, start..first, Part::Whole);
        let elements_end = result.as_ref().map_or(end, |bytes| first + bytes.len());
        match rows {
            [row] if row.wire == Wire::Byte => self.byte_rows(ty, row, first, elements_end),
            _ => self.element_rows(ty, rows, first..elements_end),
        }
        self.padding_row(ty, PADDING, elements_end..end, Part::Whole);
        result.map(drop)
    }

    fn byte_rows(&mut self, ty: &'static TypeTable, field: &'static Row, first: usize, end: usize) {
        for start in (first..end).step_by(BYTES_IN_A_ROW) {
            if self.is_stopped() {
                return;
            }
            let range = start..end.min(start + BYTES_IN_A_ROW);
            let value = Value::Bytes(self.bytes(range.clone()));
            let part = Part::Elements(start - first, range.end - first);
            self.row(RowKind::Field, ty, field, range, part, value);
        }
    }

    fn element_rows(
        &mut self,
        ty: &'static TypeTable,
        fields: &[&'static Row],
        elements: Range<usize>,
    ) {
        let mut start = elements.start;
        for index in 0.. {
            for field in fields {
                if start >= elements.end || self.is_stopped() {
                    return;
                }
                let length = self.header.encoded_length::<L>(field.fixed_length());
                self.field_row(ty, field, start, length, Part::Element(index));
                start += length;
            }
        }
    }

    /// Decodes the name of a property.
    pub(super) fn property(&mut self, rule: &'static CountedText, index: usize) -> Result<At<'de>> {
        let Some(ty) = L::table_of(Kind::Object) else {
            return Ok(At::Element(index));
        };
        let name = self
            .text(ty, rule, Part::KeyOf(index))
            .map_err(|error| error.within(Segment::KeyOf(index)))?;
        Ok(At::Property {
            index,
            rule,
            name,
            segment: OnceCell::new(),
        })
    }
}
