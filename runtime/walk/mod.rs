//! The walk over encoded bytes: reports each row of a value to a visitor.
//!
//! The inspector, access to encoded bytes by path and the offsets of members are visitors of this
//! walk.

use crate::codec::array::ELEMENT;
use crate::codec::object::PROPERTY;
use crate::codec::typed_containers::object;
use crate::error::Result;
use crate::table::bodies::TYPES;
use crate::table::rule::{
    Bits, BodyRules, ContainerRules, CountedText, DeclaredRules, NodePathRules, Number,
    ObjectRules, PackedRules, RecordField, TypeRules, TypedArrayRules,
};
use crate::table::{HEADER, PADDING, Row, TypeInfo, Wire, bodies};
use crate::value::typed_containers::EncodedType;
use crate::wire::reader::{CheckedCount, Depth, Header};
use crate::{AnyEngine, DecodeError, Kind, Reader, Segment, format};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::{ControlFlow, Range};
use row::Part;

// Decoding and skipping are separate functions with the same primitives of `Reader`, because they
// are faster. With a visitor that ignores the rows, the walk takes 9.9 million instructions for a
// Dictionary of 20,000 ints, 12.8 million for an Array of 100,000 ints, and 20.5 million for 6,000
// Dictionaries of five entries; skipping takes 3.6, 0.25 and 10.7 million. Tests compare the three.

mod row;

pub use row::{FlagMeaning, InspectRow, RowKind, RowPath, RowPathId, RowValue};
pub(crate) use row::{Member, OpenContainer};

/// Receives the rows of a value, and can consume values instead of the walk.
pub(crate) trait Visitor<'de> {
    /// The value with which the visitor ends the walk.
    type Stop;

    /// Receives the next row.
    #[inline]
    fn row(&mut self, row: &InspectRow<'_>) -> ControlFlow<Self::Stop> {
        let _ = row;
        ControlFlow::Continue(())
    }

    /// Consumes the next value and returns `true`, or leaves the value to the walk.
    ///
    /// The last of the `containers` has the place of the value in its container; there are no containers at
    /// the outermost value. A visitor that consumes several members advances this container with
    /// [`OpenContainer::next`].
    ///
    /// # Errors
    ///
    /// The path of an error starts with the segment of the last container.
    #[inline]
    fn take(
        &mut self,
        containers: &mut [OpenContainer<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let _ = (containers, reader);
        Ok(false)
    }
}

/// A callback visits all rows.
impl<F, B> Visitor<'_> for F
where
    F: FnMut(&InspectRow<'_>) -> ControlFlow<B>,
{
    type Stop = B;

    #[inline]
    fn row(&mut self, row: &InspectRow<'_>) -> ControlFlow<B> {
        self(row)
    }
}

/// The state of the walk. `containers` holds the containers, so that deep nesting cannot overflow the
/// call stack and a path is a slice of `containers`.
struct Walk<'w, 'de, V: Visitor<'de>> {
    input: &'de [u8],
    reader: &'w mut Reader<'de, AnyEngine>,
    types: &'static [TypeInfo],
    /// The type of the current value.
    ty: &'static TypeInfo,
    /// The header of the current value; the header can state the precision of components.
    header: Header,
    containers: Vec<OpenContainer<'de>>,
    /// The number of headers so far, to distinguish the paths of values.
    values: usize,
    visitor: V,
    /// The value of the `Break` that the visitor returned, if any.
    stopped: Option<V::Stop>,
}

/// Decodes one value and passes on its rows until the visitor breaks.
///
/// `input` is the input of the reader from its start.
pub(crate) fn walk<'de, V: Visitor<'de>>(
    input: &'de [u8],
    reader: &mut Reader<'de, AnyEngine>,
    visitor: V,
) -> Result<ControlFlow<V::Stop>> {
    let types = reader.layout().types();
    let mut walk = Walk {
        input,
        reader,
        types,
        ty: &TYPES[0],
        header: Header::NIL,
        containers: Vec::new(),
        values: 0,
        visitor,
        stopped: None,
    };
    let result = walk.all();
    if let Some(value) = walk.stopped {
        return Ok(ControlFlow::Break(value));
    }
    result.map(ControlFlow::Continue).map_err(|error| {
        walk.containers
            .iter()
            .rev()
            .fold(error, |error, container| error.within(container.segment()))
    })
}

impl<'de, V: Visitor<'de>> Walk<'_, 'de, V> {
    /// Walks through the outermost value.
    fn all(&mut self) -> Result<()> {
        loop {
            let declared = self.containers.last().and_then(OpenContainer::declared);
            self.reader.check_declared(declared)?;
            let taken = self.visitor.take(&mut self.containers, self.reader);
            let is_taken = taken.inspect_err(|_| drop(self.containers.pop()))?;
            let is_container = !is_taken && self.value()?;
            if self.is_stopped() || (!is_container && !self.advance()?) {
                return Ok(());
            }
        }
    }

    /// Advances to the next value, popping finished containers; returns `false` at the end.
    fn advance(&mut self) -> Result<bool> {
        loop {
            let Some(container) = self.containers.last_mut() else {
                return Ok(false);
            };
            if container.next(self.reader) {
                return Ok(true);
            }
            let Some(mut container) = self.containers.pop() else {
                return Ok(false);
            };
            if let Member::Property { rule, .. } = container.member
                && container.index < container.count
            {
                // The path of a property's name does not include the container.
                container.member = self.property(rule, container.index)?;
                self.containers.push(container);
                return Ok(true);
            }
            self.reader.set_depth(container.outer);
        }
    }

    /// Returns whether the visitor has returned `Break`.
    #[inline]
    fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Passes on a row, unless the row has no bytes or the visitor has returned `Break`.
    fn row(
        &mut self,
        kind: RowKind,
        field: &'static Row,
        range: Range<usize>,
        part: Part,
        value: RowValue<'_>,
    ) {
        let offset = range.start;
        let bytes = self.bytes(range);
        if !bytes.is_empty() && !self.is_stopped() {
            let path = RowPath::new(&self.containers, part, self.values);
            let flow = self.visitor.row(&InspectRow {
                offset,
                bytes,
                kind,
                ty: self.ty,
                field,
                path,
                value,
            });
            self.stopped = flow.break_value();
        }
    }

    /// Returns a range of the input, or no bytes if the range is out of bounds.
    fn bytes(&self, range: Range<usize>) -> &'de [u8] {
        self.input.get(range).unwrap_or_default()
    }

    /// Returns the header, count or flags at an offset of the input.
    fn word(&self, start: usize) -> u32 {
        self.input
            .get(start..)
            .and_then(<[u8]>::first_chunk)
            .map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Returns the offset at which a field ends, or the offset of its error.
    fn end<T>(&self, result: &Result<T, DecodeError>) -> usize {
        result
            .as_ref()
            .map_or_else(DecodeError::offset, |_| self.reader.position())
    }
}

/// The word for 64-bit components; the same as for ints of 64 bits.
const WIDE: &str = bodies::int::TABLES[1].name;

/// The maximum number of bytes of a PackedByteArray in one row.
const BYTES_IN_A_ROW: usize = 16;

impl<'de, V: Visitor<'de>> Walk<'_, 'de, V> {
    /// Returns the table and the rules of the header's type.
    fn type_of(&self, header: Header) -> Option<(&'static TypeInfo, &'static TypeRules)> {
        let number = usize::from(header.number());
        self.types
            .get(number)
            .zip(self.reader.layout().rules.get(number))
    }

    /// Passes on the row of a header.
    fn header_row(&mut self, rules: &TypeRules, header: Header, start: usize, part: Part) {
        let known = format::TYPE_MASK | header.flags();
        let shown = |bits: &'static Bits| bits.shown(header.flags());
        let form = match rules.bits {
            [] if self.reader.states_double(header) => WIDE,
            [] => "",
            [bits] => shown(bits),
            bits => {
                let mut forms = bits.iter().map(shown);
                forms.find(|form| !form.is_empty()).unwrap_or_default()
            }
        };
        let value = RowValue::Type {
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
        let value = RowValue::from_row(field, self.bytes(range.clone()));
        self.row(RowKind::Field, field, range, part, value);
    }

    /// Passes on the row of padding, if there is any.
    fn padding_row(&mut self, range: Range<usize>, part: Part) {
        if range.is_empty() {
            return;
        }
        let is_zero = self.bytes(range.clone()).iter().all(|&byte| byte == 0);
        let value = RowValue::Padding { is_zero };
        self.row(RowKind::Padding, PADDING, range, part, value);
    }

    /// Decodes a value, or a container up to its members; returns whether there are members.
    fn value(&mut self) -> Result<bool> {
        let start = self.reader.position();
        let header = self.reader.header()?;
        let Some((ty, rules)) = self.type_of(header) else {
            return Ok(false);
        };
        (self.ty, self.header) = (ty, header);
        // Errors at the header's offset precede the row of the header.
        match &rules.body {
            BodyRules::Object(object) if header.flags() & object.flag == object.full() => {
                self.reader.check_objects()?;
            }
            BodyRules::TypedArray(_) => self.header = self.reader.checked_flag(header)?,
            _ => {}
        }
        self.header_row(rules, self.header, start, Part::Whole);
        match &rules.body {
            BodyRules::Empty => {}
            BodyRules::Bool(number) => drop(self.number(number)?),
            BodyRules::Number(number) => {
                let is_narrow = header.flags() & number.flag == number.narrow;
                self.component(if is_narrow {
                    number.narrow_row
                } else {
                    number.wide_row
                })?;
            }
            BodyRules::Text(rule) => drop(self.text(rule, Part::Whole)?),
            BodyRules::Fields(rows) => rows.iter().try_for_each(|row| self.component(row))?,
            BodyRules::Packed(packed) => self.elements(packed)?,
            BodyRules::PackedText(packed) => {
                let count = self.count(packed.count, size_of::<u32>())?;
                self.texts(packed.text, count.get())?;
            }
            BodyRules::NodePath(path) => self.node_path(path)?,
            BodyRules::Record(fields) => {
                for field in *fields {
                    match field {
                        RecordField::Number(row) => self.component(row)?,
                        RecordField::Text(rule) => drop(self.text(rule, Part::Whole)?),
                    }
                }
            }
            BodyRules::Object(object) => return self.object(object),
            BodyRules::Array(rules) => return self.container(rules, ELEMENT, |_| Member::Element),
            BodyRules::Dictionary(rules) => {
                let key = |reader: &Reader<'de, AnyEngine>| Member::Key(reader.rest());
                return self.container(rules, 2 * ELEMENT, key);
            }
            BodyRules::TypedArray(rules) => return self.typed_array(rules),
        }
        Ok(false)
    }

    /// Decodes a number.
    #[inline]
    fn number(&mut self, rule: &'static Number) -> Result<u32> {
        let start = self.reader.position();
        let number = self.reader.number(rule)?;
        self.number_row(rule, start);
        Ok(number)
    }

    /// Decodes a count of repetitions; each repetition has at least `each` bytes.
    #[inline]
    fn count(&mut self, rule: &'static Number, each: usize) -> Result<CheckedCount> {
        let start = self.reader.position();
        let count = self.reader.count(rule, each)?;
        self.number_row(rule, start);
        Ok(count)
    }

    /// Passes on the row of a number.
    #[inline]
    fn number_row(&mut self, rule: &'static Number, start: usize) {
        let value = RowValue::from_number(rule, self.word(start));
        let range = start..start + rule.row.fixed_length();
        self.row(RowKind::Field, rule.row, range, Part::Whole, value);
    }

    #[inline]
    fn component(&mut self, row: &'static Row) -> Result<()> {
        let start = self.reader.position();
        let length = self.reader.component(self.header, row)?.len();
        self.field_row(row, start, length, Part::Whole);
        Ok(())
    }

    /// Decodes the numbers and the names of a NodePath.
    fn node_path(&mut self, rules: &'static NodePathRules) -> Result<()> {
        let mut start = self.reader.position();
        let counts = self.reader.node_path_start();
        let end = self.end(&counts);
        for number in rules.numbers {
            let next = start + number.row.fixed_length();
            if next <= end {
                self.number_row(number, start);
            }
            start = next;
        }
        self.texts(rules.name, counts?.total())
    }

    /// Decodes an id, or a class and the first property; returns whether there are properties.
    fn object(&mut self, rules: &'static ObjectRules) -> Result<bool> {
        if self.header.flags() & rules.flag == rules.id {
            return self.component(rules.id_row).map(|()| false);
        }
        if self.text(rules.class, Part::Whole)?.is_empty() {
            return Ok(false);
        }
        let count = self.count(rules.count, PROPERTY)?;
        if count == CheckedCount::ZERO {
            return Ok(false);
        }
        let outer = self.reader.enter(count)?;
        let member = self.property(rules.name, 0)?;
        self.push(count, outer, member, [None; 2]);
        Ok(true)
    }

    /// Decodes the declared types and the count of a container; returns whether there are members.
    fn container(
        &mut self,
        rules: &'static ContainerRules,
        each: usize,
        member: impl FnOnce(&Reader<'de, AnyEngine>) -> Member<'de>,
    ) -> Result<bool> {
        let mut declared = [None; 2];
        if self.header.flags() != 0 {
            for (declared, rules) in declared.iter_mut().zip(rules.declared) {
                *declared = self.declared(rules)?;
            }
        }
        let count = self.count(rules.count, each)?;
        self.members(count, member, declared)
    }

    /// Enters a container, unless it is empty; returns whether there are members.
    #[inline]
    fn members(
        &mut self,
        count: CheckedCount,
        member: impl FnOnce(&Reader<'de, AnyEngine>) -> Member<'de>,
        declared: [Option<Kind>; 2],
    ) -> Result<bool> {
        if count == CheckedCount::ZERO {
            return Ok(false);
        }
        let outer = self.reader.enter(count)?;
        let member = member(self.reader);
        self.push(count, outer, member, declared);
        Ok(true)
    }

    fn push(
        &mut self,
        count: CheckedCount,
        outer: Depth,
        member: Member<'de>,
        declared: [Option<Kind>; 2],
    ) {
        self.containers.push(OpenContainer {
            count: count.get(),
            outer,
            index: 0,
            member,
            shown: OnceCell::new(),
            declared,
        });
    }

    /// Decodes a declared type if the header's flags announce one; returns the allowed kind.
    fn declared(&mut self, rules: &'static DeclaredRules) -> Result<Option<Kind>> {
        let form = self.header.flags() & rules.flags;
        let declared = if form == rules.type_form {
            let start = self.reader.position();
            let number = self.reader.declared_type(rules.number)?;
            self.type_row(rules.number, start, number, "", 0);
            EncodedType::Type(number)
        } else if form == rules.class_form {
            EncodedType::Class(self.text(rules.class, Part::Whole)?)
        } else if form == rules.script_form {
            EncodedType::Script(self.text(rules.script, Part::Whole)?)
        } else {
            EncodedType::Any
        };
        Ok(declared.kind(self.reader.layout()))
    }

    /// Decodes the element type and the count of a typed array; returns whether there are values.
    fn typed_array(&mut self, rules: &'static TypedArrayRules) -> Result<bool> {
        let (start, rule) = (self.reader.position(), rules.element);
        let number = rule.value(self.reader.number(rule)?);
        self.reader.check_type_number(number)?;
        let has_class = number == object(self.reader.layout())
            && self.header.flags() & rules.flag == rules.class_form;
        let form = if has_class { rules.class_table } else { "" };
        let unknown = self.word(start) & !rule.known;
        self.type_row(rule, start, number, form, unknown);
        if has_class {
            self.class(rules)
                .map_err(|error| error.in_field(rules.class.name))?;
        }
        let count = self.count(rules.count, ELEMENT)?;
        self.members(count, |_| Member::Element, [None; 2])
    }

    /// Passes on the row of a type's number; `form` names the table of the value after it.
    fn type_row(
        &mut self,
        rule: &Number,
        start: usize,
        number: u32,
        form: &'static str,
        unknown: u32,
    ) {
        let value = match self.reader.layout().element_kind(number) {
            Some(kind) => RowValue::Type {
                name: self.reader.layout().name_of(kind),
                form,
                unknown,
            },
            None => RowValue::unknown_type(number),
        };
        let range = start..self.reader.position();
        self.row(RowKind::Field, rule.row, range, Part::Whole, value);
    }

    /// Decodes the class of a typed array: a string with its own header.
    fn class(&mut self, rules: &'static TypedArrayRules) -> Result<()> {
        let part = Part::Field(rules.class.name);
        let start = self.reader.position();
        let header = self.reader.expect_header(rules.class_kind)?;
        let Some((ty, rules)) = self.type_of(header) else {
            return Ok(());
        };
        let outer = core::mem::replace(&mut self.ty, ty);
        self.header_row(rules, header, start, part);
        if let BodyRules::Text(rule) = rules.body {
            self.text(rule, part)?;
        }
        self.ty = outer;
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
        let value = RowValue::Unsigned(counted.into());
        self.row(RowKind::Field, length, start..text_start, part, value);
        let counted = usize::try_from(counted).unwrap_or(usize::MAX);
        let text_end = text_start.saturating_add(counted).min(end);
        let range = text_start..text_end;
        let bytes = self.bytes(range.clone());
        let value = match &result {
            Ok(text) => RowValue::Text(text),
            // Shows the bytes before the error.
            Err(_) => core::str::from_utf8(bytes).map_or(RowValue::Bytes(bytes), RowValue::Text),
        };
        self.row(RowKind::Field, rule.text, range, part, value);
        self.padding_row(text_end..end, part);
        result
    }

    /// Decodes `count` strings.
    fn texts(&mut self, rule: &'static CountedText, count: usize) -> Result<()> {
        for index in 0..count {
            if self.is_stopped() {
                break;
            }
            self.text(rule, Part::Element(index))
                .map_err(|error| error.within(Segment::Index(index)))?;
        }
        Ok(())
    }

    /// Decodes the count, the elements of fixed length and the padding after them.
    fn elements(&mut self, rules: &'static PackedRules) -> Result<()> {
        let each = self.reader.encoded_length(self.header, rules.each);
        let count = self.count(rules.count, each)?;
        let first = self.reader.position();
        let result = self.reader.elements_of(count, each);
        let end = self.end(&result);
        let elements_end = result.as_ref().map_or(end, |bytes| first + bytes.len());
        match rules.rows {
            [row] if row.wire == Wire::Byte => self.byte_rows(row, first, elements_end),
            rows => self.element_rows(rows, first..elements_end),
        }
        self.padding_row(elements_end..end, Part::Whole);
        result.map(drop)
    }

    fn byte_rows(&mut self, field: &'static Row, first: usize, end: usize) {
        for start in (first..end).step_by(BYTES_IN_A_ROW) {
            if self.is_stopped() {
                return;
            }
            let range = start..end.min(start + BYTES_IN_A_ROW);
            let value = RowValue::Bytes(self.bytes(range.clone()));
            let part = Part::Elements(start - first, range.end - first);
            self.row(RowKind::Field, field, range, part, value);
        }
    }

    fn element_rows(&mut self, fields: &'static [Row], elements: Range<usize>) {
        let mut start = elements.start;
        for index in 0.. {
            for field in fields {
                if start >= elements.end || self.is_stopped() {
                    return;
                }
                let length = self
                    .reader
                    .encoded_length(self.header, field.fixed_length());
                self.field_row(field, start, length, Part::Element(index));
                start += length;
            }
        }
    }

    /// Decodes the name of a property.
    fn property(&mut self, rule: &'static CountedText, index: usize) -> Result<Member<'de>> {
        if let Some(ty) = self.reader.layout().type_of(Kind::Object) {
            self.ty = ty;
        }
        let name = self
            .text(rule, Part::KeyOf(index))
            .map_err(|error| error.within(Segment::KeyOf(index)))?;
        Ok(Member::Property { rule, name })
    }
}
