// The layer after `codec`: uses only layers that precede it.

//! The walk over encoded bytes: reports each row of a value to a visitor.
//!
//! The inspector, access to encoded bytes by path and the offsets of members are visitors of this
//! walk.

// Decoding and skipping are separate functions with the same primitives of `Reader`, because they
// are faster. With a visitor that ignores the rows, the walk takes 9.9 million instructions for a
// Dictionary of 20,000 ints, 12.8 million for an Array of 100,000 ints, and 20.5 million for 6,000
// Dictionaries of five entries; skipping takes 3.6, 0.25 and 10.7 million. Tests compare the three.

mod body;
mod row;

pub use row::{FlagMeaning, InspectRow, RowKind, RowPath, RowPathId, Value};
pub(crate) use row::{Frame, Member};

use crate::error::Result;
use crate::table::bodies::TYPES;
use crate::table::{Row, TypeTable};
use crate::wire::reader::Header;
use crate::{AnyEngine, DecodeError, Reader};
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use row::Part;

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
    /// The last of the `frames` has the place of the value in its container; there are no frames at
    /// the outermost value. A visitor that consumes several members advances this frame with
    /// [`Frame::next`].
    ///
    /// # Errors
    ///
    /// The path of an error starts with the segment of the last frame.
    #[inline]
    fn take(
        &mut self,
        frames: &mut [Frame<'de>],
        reader: &mut Reader<'de, AnyEngine>,
    ) -> Result<bool> {
        let _ = (frames, reader);
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

/// The state of the walk. `frames` holds the containers, so that deep nesting cannot overflow the
/// call stack and a path is a slice of `frames`.
struct Walk<'w, 'de, V: Visitor<'de>> {
    input: &'de [u8],
    reader: &'w mut Reader<'de, AnyEngine>,
    types: &'static [TypeTable],
    /// The type of the current value.
    ty: &'static TypeTable,
    /// The header of the current value; the header can state the precision of components.
    header: Header,
    frames: Vec<Frame<'de>>,
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
        frames: Vec::new(),
        values: 0,
        visitor,
        stopped: None,
    };
    let result = walk.all();
    if let Some(value) = walk.stopped {
        return Ok(ControlFlow::Break(value));
    }
    result.map(ControlFlow::Continue).map_err(|error| {
        walk.frames
            .iter()
            .rev()
            .fold(error, |error, frame| error.within(frame.segment()))
    })
}

impl<'de, V: Visitor<'de>> Walk<'_, 'de, V> {
    /// Walks through the outermost value.
    fn all(&mut self) -> Result<()> {
        loop {
            let declared = self.frames.last().and_then(Frame::declared);
            self.reader.check_declared(declared)?;
            let taken = self.visitor.take(&mut self.frames, self.reader);
            let is_taken = taken.inspect_err(|_| drop(self.frames.pop()))?;
            let is_container = !is_taken && self.value()?;
            if self.is_stopped() || (!is_container && !self.advance()?) {
                return Ok(());
            }
        }
    }

    /// Advances to the next value, popping finished containers; returns `false` at the end.
    fn advance(&mut self) -> Result<bool> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(false);
            };
            // Fast path for elements of an Array: saves 20% of the instructions in the benchmark
            // "ints/inspect".
            if matches!(frame.member, Member::Element) && frame.index + 1 < frame.count {
                frame.index += 1;
                return Ok(true);
            }
            if frame.next(self.reader) {
                return Ok(true);
            }
            let Some(mut frame) = self.frames.pop() else {
                return Ok(false);
            };
            if let Member::Property { rule, .. } = frame.member
                && frame.index < frame.count
            {
                // The path of a property's name does not include the frame.
                frame.member = self.property(rule, frame.index)?;
                self.frames.push(frame);
                return Ok(true);
            }
            self.reader.set_depth(frame.outer);
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
        value: Value<'_>,
    ) {
        let offset = range.start;
        let bytes = self.bytes(range);
        if !bytes.is_empty() && !self.is_stopped() {
            let path = RowPath::new(&self.frames, part, self.values);
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
