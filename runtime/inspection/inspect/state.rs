//! The state of the inspector, and the rows that it passes on.

use super::body::BodyState;
use super::row_path::{Frame, Part};
use super::{InspectRow, RowKind, RowPath, Value};
use crate::table::rule::{Bits, TypeRules};
use crate::table::{Length, Offset, Row, TypeTable, Wire};
use crate::wire::reader::{HEADER, Header};
use crate::{DecodeError, Layout, Reader, format};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// The state of the inspector. Containers are kept here and not on the stack, so that deep nesting
/// cannot overflow it. A path is a slice of them.
pub(super) struct Walk<'w, 'de, L, F, B> {
    pub(super) input: &'de [u8],
    pub(super) reader: &'w mut Reader<'de, L>,
    /// The type of the current value.
    pub(super) ty: &'static TypeTable,
    /// The header of the current value, which can state the precision of its components.
    pub(super) header: Header,
    /// The body of the current value.
    pub(super) body: BodyState,
    pub(super) frames: Vec<Frame<'de>>,
    /// The number of headers so far, which tells the paths of values apart.
    pub(super) values: usize,
    pub(super) row: F,
    /// What `row` returned if it wants no more rows.
    pub(super) stopped: Option<B>,
}

/// Padding, which is the same after all strings and in no type's table.
pub(super) const PADDING: &Row = &Row {
    offset: Offset::After,
    length: Length::Counted,
    wire: Wire::Byte,
    name: "padding",
    description: "Up to the alignment; whatever it holds is ignored.",
};

/// Returns the table and the rules of the type that a header states.
pub(super) fn type_of<L: Layout>(
    header: Header,
) -> Option<(&'static TypeTable, &'static TypeRules)> {
    let number = usize::from(header.number());
    L::TYPES.get(number).zip(L::RULES.get(number))
}

impl<'de, L: Layout, F: FnMut(&InspectRow<'_>) -> ControlFlow<B>, B> Walk<'_, 'de, L, F, B> {
    /// Passes on the row of a header.
    pub(super) fn header_row(
        &mut self,
        rules: &TypeRules,
        header: Header,
        start: usize,
        part: Part,
    ) {
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
    pub(super) fn field_row(
        &mut self,
        field: &'static Row,
        start: usize,
        length: usize,
        part: Part,
    ) {
        let range = start..start + length;
        let value = Value::of(field, self.bytes(range.clone()));
        self.row(RowKind::Field, field, range, part, value);
    }

    /// Passes on the row of padding, if there is any.
    pub(super) fn padding_row(&mut self, field: &'static Row, range: Range<usize>, part: Part) {
        if range.is_empty() {
            return;
        }
        let is_zero = self.bytes(range.clone()).iter().all(|&byte| byte == 0);
        let value = Value::Padding { is_zero };
        self.row(RowKind::Padding, field, range, part, value);
    }

    /// Returns whether no more rows are wanted.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Passes on a row, unless it has no bytes or no more rows are wanted.
    pub(super) fn row(
        &mut self,
        kind: RowKind,
        field: &'static Row,
        range: Range<usize>,
        part: Part,
        value: Value<'_>,
    ) {
        let offset = range.start;
        let bytes = self.bytes(range);
        if !bytes.is_empty() && !self.is_stopped() {
            let path = RowPath::new(&self.frames, part, self.values);
            let flow = (self.row)(&InspectRow {
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

    /// Returns bytes of the input.
    pub(super) fn bytes(&self, range: Range<usize>) -> &'de [u8] {
        self.input.get(range).unwrap_or_default()
    }

    /// Returns the header, count or flags at an offset of the input.
    pub(super) fn word(&self, start: usize) -> u32 {
        self.input
            .get(start..)
            .and_then(<[u8]>::first_chunk)
            .map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// Returns the offset of the end of a field with this result, or of its error.
    pub(super) fn end<T>(&self, result: &Result<T, DecodeError>) -> usize {
        result
            .as_ref()
            .map_or_else(DecodeError::offset, |_| self.reader.position())
    }
}
