//! Interprets the schema's steps for the body of each value. No other file of the walk depends on
//! the vocabulary of steps.

use super::row::{Frame, Member, Part};
use super::{RowKind, Value, Visitor, Walk};
use crate::codec::bodies::MOST_NUMBERS;
use crate::codec::packed::GAP;
use crate::error::Result;
use crate::table::rule::{Arm, Bits, CountedText, Number, Repeat, Select, Step, TypeRules};
use crate::table::{Length, Offset, Row, TypeTable, Wire};
use crate::value::declared::Declared;
use crate::wire::element::type_of_number;
use crate::wire::reader::{CheckedCount, HEADER, Header};
use crate::{DecodeError, Kind, Layout, Segment, format};
use alloc::borrow::Cow;
use core::cell::OnceCell;
use core::ops::Range;

/// The padding after strings and arrays, which no type's table contains.
const PADDING: &Row = &Row {
    offset: Offset::After,
    length: Length::Counted,
    wire: Wire::Byte,
    name: "padding",
    description: "Up to the alignment; decoders ignore its value.",
};

/// Returns the table and the rules of the type that a header states.
fn type_of<L: Layout>(header: Header) -> Option<(&'static TypeTable, &'static TypeRules)> {
    let number = usize::from(header.number());
    L::TYPES.get(number).zip(L::RULES.get(number))
}

/// The maximum number of bytes of a PackedByteArray in one row.
const BYTES_IN_A_ROW: usize = 16;

/// The decoded numbers and types of a body whose steps are being interpreted.
#[derive(Default)]
pub(super) struct BodyState {
    /// The decoded numbers: rule, offset and value.
    numbers: [Option<(&'static Number, usize, u32)>; MOST_NUMBERS],
    /// The count of entries in `numbers` that have rows.
    shown: usize,
    /// The declared types of a container in encoding order, as far as they have been decoded.
    declared: [Option<Kind>; 2],
}

impl BodyState {
    /// Returns the offset and the value of the number at an index.
    fn number(&self, index: usize) -> (usize, u32) {
        let number = self.numbers.get(index).copied().flatten();
        number.map_or((0, 0), |(_, offset, number)| (offset, number))
    }
}

/// Returns the steps that follow the steps of declared types.
fn undeclared(steps: &'static [Step]) -> &'static [Step] {
    match steps {
        [Step::Branch(_), rest @ ..] => undeclared(rest),
        steps => steps,
    }
}

impl<'de, L: Layout, V: Visitor<'de, L> + ?Sized> Walk<'_, 'de, L, V> {
    /// Passes on the row of a header.
    fn header_row(&mut self, rules: &TypeRules, header: Header, start: usize, part: Part) {
        let known = format::TYPE_MASK | header.flags();
        let shown = |bits: &'static Bits| bits.shown(header.flags());
        let form = match rules.bits {
            [] if header.states_double::<L>() => L::WIDE,
            [] => "",
            [bits] => shown(bits),
            bits => {
                let mut forms = bits.iter().map(shown);
                forms.find(|form| !form.is_empty()).unwrap_or_default()
            }
        };
        let value = Value::Type {
            name: self.ty.name,
            form,
            unknown: self.word(start) & !known,
        };
        let end = self.reader.position();
        self.values += 1;
        self.row(RowKind::Header, HEADER, start..end, part, value);
    }

    /// Passes on the row of a field of fixed length.
    fn field_row(&mut self, field: &'static Row, start: usize, length: usize, part: Part) {
        let range = start..start + length;
        let value = Value::of(field, self.bytes(range.clone()));
        self.row(RowKind::Field, field, range, part, value);
    }

    /// Passes on the row of padding, if there is any.
    fn padding_row(&mut self, field: &'static Row, range: Range<usize>, part: Part) {
        if range.is_empty() {
            return;
        }
        let is_zero = self.bytes(range.clone()).iter().all(|&byte| byte == 0);
        let value = Value::Padding { is_zero };
        self.row(RowKind::Padding, field, range, part, value);
    }

    /// Decodes a value, or a container up to its members; returns whether there are members.
    pub(super) fn value(&mut self) -> Result<bool> {
        let start = self.reader.position();
        let header = self.reader.header()?;
        let Some((ty, rules)) = type_of::<L>(header) else {
            return Ok(false);
        };
        let steps = match rules.steps {
            [Step::Branch(arms)] => self.arm(arms, header.flags())?,
            // A header without flags declares no type.
            [Step::Branch(_), rest @ ..] if header.flags() == 0 => undeclared(rest),
            steps => steps,
        };
        self.header = match steps {
            [_, Step::Select(select), ..] => self.checked_flag(select, header)?,
            _ => header,
        };
        self.ty = ty;
        self.header_row(rules, self.header, start, Part::Whole);
        // Fast path for values of one field and for counted containers: saves 25% of the
        // instructions in the benchmark "ints/inspect".
        match steps {
            [Step::Components(rows)] => self.components(rows).map(|()| false),
            [Step::Text(rule)] => self.text(rule, Part::Whole).map(|_| false),
            [Step::Number(number), Step::Repeat(repeat)] => self.counted(number, repeat),
            _ => self.body(steps),
        }
    }

    /// Returns the steps that the flags of a header select.
    ///
    /// Disallowed flags are an error at the header's offset, so the header must not have a row yet.
    #[inline]
    fn arm(&self, arms: &'static [Arm], flags: u32) -> Result<&'static [Step]> {
        let steps = Arm::selected(arms, flags).map_or(&[][..], |arm| arm.steps);
        if let [Step::Objects, ..] = steps {
            self.reader.check_objects()?;
        }
        Ok(steps)
    }

    /// Interprets the steps of a body up to its members; returns whether there are members.
    fn body(&mut self, steps: &'static [Step]) -> Result<bool> {
        self.body = BodyState::default();
        let result = self.steps(steps);
        let end = result
            .as_ref()
            .map_or_else(DecodeError::offset, |_| usize::MAX);
        self.number_rows(end);
        result
    }

    fn steps(&mut self, steps: &'static [Step]) -> Result<bool> {
        let mut has_text = false;
        let mut declared_count = 0;
        for step in steps {
            match step {
                Step::Number(number) => self.number(number)?,
                Step::Text(rule) => {
                    self.number_rows(usize::MAX);
                    has_text = !self.text(rule, Part::Whole)?.is_empty();
                }
                Step::Components(rows) => self.components(rows)?,
                Step::Reject(reject) => {
                    let (offset, number) = self.body.number(reject.index);
                    if number & reject.mask == reject.value {
                        let error = DecodeError::new(offset, reject.error.clone());
                        return Err(error.in_field(reject.number.row.name));
                    }
                }
                Step::Select(select) => self.select(select)?,
                Step::Present(steps) if has_text => return self.steps(steps),
                Step::Repeat(repeat) => return self.repeat(repeat),
                Step::Branch(arms) => {
                    let kind = self.declared(arms)?;
                    if let Some(slot) = self.body.declared.get_mut(declared_count) {
                        *slot = kind;
                    }
                    declared_count += 1;
                }
                // `arm` has checked whether objects are allowed, and members have their own frames.
                Step::Present(_) | Step::Objects | Step::Value => {}
            }
        }
        Ok(false)
    }

    /// Decodes a number.
    ///
    /// The row of the number is passed on later, because a sum of numbers may be an error.
    fn number(&mut self, number: &'static Number) -> Result<()> {
        let start = self.reader.position();
        let decoded = self.reader.number(number)?;
        let mut slots = self.body.numbers.iter_mut();
        if let Some(slot) = slots.find(|slot| slot.is_none()) {
            *slot = Some((number, start, decoded));
        }
        Ok(())
    }

    /// Passes on the rows of the decoded numbers that end at or before an offset.
    fn number_rows(&mut self, end: usize) {
        while let Some(Some((number, start, _))) = self.body.numbers.get(self.body.shown).copied() {
            if start + number.row.fixed_length() <= end {
                self.number_row(number, start);
            }
            self.body.shown += 1;
        }
    }

    /// Passes on the row of a number.
    #[inline]
    fn number_row(&mut self, number: &'static Number, start: usize) {
        let value = Value::of_number(number, self.word(start));
        let range = start..start + number.row.fixed_length();
        self.row(RowKind::Field, number.row, range, Part::Whole, value);
    }

    /// Decodes a count and the repeated fields.
    ///
    /// Fast path for most containers: saves 10% of the instructions of [`body`](Self::body) in the
    /// benchmark "rpc/inspect".
    fn counted(&mut self, number: &'static Number, repeat: &'static Repeat) -> Result<bool> {
        self.body.declared = [None; 2];
        let start = self.reader.position();
        let each = self.header.encoded_length::<L>(repeat.least);
        let count = self.reader.counted(number, repeat, each)?;
        self.number_row(number, start);
        self.repeated(count, repeat)
    }

    #[inline]
    fn components(&mut self, rows: &'static [&'static Row]) -> Result<()> {
        for &row in rows {
            let start = self.reader.position();
            let length = self.reader.component(self.header, row)?.len();
            self.field_row(row, start, length, Part::Whole);
        }
        Ok(())
    }

    /// Decodes a length and a string.
    fn text(&mut self, rule: &'static CountedText, part: Part) -> Result<Cow<'de, str>> {
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
        self.row(RowKind::Field, length, start..text_start, part, value);
        let counted = usize::try_from(counted).unwrap_or(usize::MAX);
        let text_end = text_start.saturating_add(counted).min(end);
        let range = text_start..text_end;
        let bytes = self.bytes(range.clone());
        let value = match &result {
            Ok(text) => Value::Text(text),
            // Shows the bytes before the error.
            Err(_) => core::str::from_utf8(bytes).map_or(Value::Bytes(bytes), Value::Text),
        };
        self.row(RowKind::Field, rule.text, range, part, value);
        self.padding_row(PADDING, text_end..end, part);
        result
    }

    /// Decodes repeated fields whose count is the sum of several numbers.
    fn repeat(&mut self, repeat: &'static Repeat) -> Result<bool> {
        let count = self.count(repeat)?;
        self.number_rows(usize::MAX);
        self.repeated(count, repeat)
    }

    /// Decodes repeated fields, or enters the container if the fields are its members.
    ///
    /// Returns whether there are members.
    fn repeated(&mut self, count: CheckedCount, repeat: &'static Repeat) -> Result<bool> {
        match repeat.steps {
            [Step::Components(rows)] => self.elements(rows, count, repeat)?,
            [Step::Text(rule)] => {
                for index in 0..count.get() {
                    if self.is_stopped() {
                        break;
                    }
                    self.text(rule, Part::Element(index))
                        .map_err(|error| error.within(Segment::Index(index)))?;
                }
            }
            steps => return self.members(count, steps),
        }
        Ok(false)
    }

    /// Returns the sum of the counts of repeated fields.
    fn count(&self, repeat: &'static Repeat) -> Result<CheckedCount> {
        let mut counts = [0; MOST_NUMBERS];
        for (slot, count) in counts.iter_mut().zip(repeat.counts) {
            let (_, number) = self.body.number(count.index);
            *slot = (number & count.mask) >> count.mask.trailing_zeros();
        }
        let Some(first) = repeat.counts.first() else {
            return Ok(CheckedCount::ZERO);
        };
        let (offset, _) = self.body.number(first.index);
        let each = self.header.encoded_length::<L>(repeat.least);
        let row = first.number.row;
        self.reader.repetitions(offset, row, counts, each)
    }

    /// Enters a container, unless it is empty; returns whether there are members.
    fn members(&mut self, count: CheckedCount, steps: &'static [Step]) -> Result<bool> {
        if count == CheckedCount::ZERO {
            return Ok(false);
        }
        let outer = self.reader.enter(count)?;
        let declared = self.body.declared;
        let member = match steps {
            [Step::Text(rule), Step::Value] => self.property(rule, 0)?,
            [Step::Value, Step::Value] => Member::Key(self.reader.rest()),
            _ => Member::Element,
        };
        self.frames.push(Frame {
            count: count.get(),
            outer,
            index: 0,
            member,
            shown: OnceCell::new(),
            declared,
        });
        Ok(true)
    }

    /// Decodes elements of fixed length, the unused bytes before them and the padding after them.
    fn elements(
        &mut self,
        rows: &'static [&'static Row],
        count: CheckedCount,
        repeat: &Repeat,
    ) -> Result<()> {
        let start = self.reader.position();
        let each = self.header.encoded_length::<L>(repeat.least);
        let result = self
            .reader
            .elements_of(self.ty.kind, count, each, repeat.pad);
        let end = self.end(&result);
        let first = end.min(start + repeat.gap);
        self.padding_row(GAP, start..first, Part::Whole);
        let elements_end = result.as_ref().map_or(end, |bytes| first + bytes.len());
        match rows {
            [row] if row.wire == Wire::Byte => self.byte_rows(row, first, elements_end),
            _ => self.element_rows(rows, first..elements_end),
        }
        self.padding_row(PADDING, elements_end..end, Part::Whole);
        result.map(drop)
    }

    fn byte_rows(&mut self, field: &'static Row, first: usize, end: usize) {
        for start in (first..end).step_by(BYTES_IN_A_ROW) {
            if self.is_stopped() {
                return;
            }
            let range = start..end.min(start + BYTES_IN_A_ROW);
            let value = Value::Bytes(self.bytes(range.clone()));
            let part = Part::Elements(start - first, range.end - first);
            self.row(RowKind::Field, field, range, part, value);
        }
    }

    fn element_rows(&mut self, fields: &[&'static Row], elements: Range<usize>) {
        let mut start = elements.start;
        for index in 0.. {
            for field in fields {
                if start >= elements.end || self.is_stopped() {
                    return;
                }
                let length = self.header.encoded_length::<L>(field.fixed_length());
                self.field_row(field, start, length, Part::Element(index));
                start += length;
            }
        }
    }

    /// Decodes the name of a property.
    pub(super) fn property(
        &mut self,
        rule: &'static CountedText,
        index: usize,
    ) -> Result<Member<'de>> {
        if let Some(ty) = L::table_of(Kind::Object) {
            self.ty = ty;
        }
        let name = self
            .text(rule, Part::KeyOf(index))
            .map_err(|error| error.within(Segment::KeyOf(index)))?;
        Ok(Member::Property { rule, name })
    }

    /// Checks a flag whose meaning depends on the first number of the body.
    ///
    /// An invalid flag is an error at the header's offset, so the header must not have a row yet.
    fn checked_flag(&self, select: &Select, header: Header) -> Result<Header> {
        let number = select.type_number::<L>();
        self.reader
            .checked_flag(header, select.flag, select.mask, number)
    }

    /// Decodes the number of a type, and the value that the number may select.
    fn select(&mut self, select: &'static Select) -> Result<()> {
        let (offset, number) = self.body.number(0);
        let number = number & select.mask;
        self.reader.check_type_number(select.number, number)?;
        let is_selected = number == select.type_number::<L>()
            && self.header.flags() & select.flag == select.value;
        let form = if is_selected { select.table } else { "" };
        let unknown = self.word(offset) & !select.number.known;
        self.type_row(select.number, offset, number, form, unknown);
        self.body.shown += 1;
        if is_selected {
            return self
                .selected(select)
                .map_err(|error| error.in_field(select.row.name));
        }
        Ok(())
    }

    /// Decodes a declared type if the header's flags announce one; returns the allowed kind.
    fn declared(&mut self, arms: &'static [Arm]) -> Result<Option<Kind>> {
        let arm = Arm::selected(arms, self.header.flags());
        let declared = match arm.map_or(&[][..], |arm| arm.steps) {
            [Step::Number(number)] => {
                let start = self.reader.position();
                let declared = self.reader.declared_type(number)?;
                self.type_row(number, start, declared, "", 0);
                Declared::Type(declared)
            }
            [Step::Text(rule)] => Declared::Class(self.text(rule, Part::Whole)?),
            _ => Declared::Any,
        };
        Ok(declared.kind::<L>())
    }

    /// Passes on the row of a type's number; `form` names the table of the selected value.
    fn type_row(
        &mut self,
        rule: &Number,
        start: usize,
        number: u32,
        form: &'static str,
        unknown: u32,
    ) {
        let value = match type_of_number::<L>(number) {
            Some(kind) => Value::Type {
                name: L::name_of(kind),
                form,
                unknown,
            },
            None => Value::unknown_type(number),
        };
        let range = start..self.reader.position();
        self.row(RowKind::Field, rule.row, range, Part::Whole, value);
    }

    /// Decodes a selected value: a String with its own header.
    fn selected(&mut self, select: &'static Select) -> Result<()> {
        let part = Part::Field(select.row.name);
        let start = self.reader.position();
        let header = self.reader.header_of(select.value_kind)?;
        let Some((ty, rules)) = type_of::<L>(header) else {
            return Ok(());
        };
        let outer = core::mem::replace(&mut self.ty, ty);
        self.header_row(rules, header, start, part);
        if let [Step::Text(rule)] = rules.steps {
            self.text(rule, part)?;
        }
        self.ty = outer;
        Ok(())
    }
}
