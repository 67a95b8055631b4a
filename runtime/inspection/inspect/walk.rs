use super::InspectRow;
use super::body::BodyState;
use super::row_path::{Frame, Member, Part};
use super::state::{Walk, type_of};
use crate::codec::dictionary::value_segment;
use crate::error::Result;
use crate::table::rule::{Arm, Step};
use crate::{Header, Kind, Layout, Reader};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::ControlFlow;

/// Decodes one value at the start of the input, and passes on its rows until `row` breaks.
pub(crate) fn walk<'de, L: Layout, B>(
    input: &'de [u8],
    reader: &mut Reader<'de, L>,
    row: impl FnMut(&InspectRow<'_>) -> ControlFlow<B>,
) -> Result<ControlFlow<B>> {
    let mut walk = Walk {
        input,
        reader,
        ty: &L::TYPES[0],
        header: Header::NIL,
        body: BodyState::default(),
        frames: Vec::new(),
        values: 0,
        row,
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

/// Returns the steps after those of declared types.
fn undeclared(steps: &'static [Step]) -> &'static [Step] {
    match steps {
        [Step::Branch(_), rest @ ..] => undeclared(rest),
        steps => steps,
    }
}

impl<'de, L: Layout, F: FnMut(&InspectRow<'_>) -> ControlFlow<B>, B> Walk<'_, 'de, L, F, B> {
    fn all(&mut self) -> Result<()> {
        loop {
            let is_container = self.value()?;
            if self.is_stopped() || (!is_container && !self.advance()?) {
                return Ok(());
            }
        }
    }

    /// Advances to the next value, and leaves containers that have none left. Returns whether there
    /// is one.
    fn advance(&mut self) -> Result<bool> {
        // Fast path: the next element of an Array. A fifth fewer instructions in ints/inspect.
        if let Some(frame) = self.frames.last_mut()
            && matches!(frame.member, Member::Element)
            && frame.index + 1 < frame.count
        {
            frame.index += 1;
            return Ok(true);
        }
        // A container is not in the path of the names of its properties.
        while let Some(mut frame) = self.frames.pop() {
            if self.next(&mut frame)? {
                self.frames.push(frame);
                return Ok(true);
            }
            self.reader.leave();
        }
        Ok(false)
    }

    /// Advances to the next member of a container. Returns whether there is one.
    fn next(&mut self, frame: &mut Frame<'de>) -> Result<bool> {
        if let Member::Key(bytes) = frame.member {
            frame.member = self.value_of(bytes);
            return Ok(true);
        }
        frame.index += 1;
        frame.shown = OnceCell::new();
        if frame.index == frame.count {
            return Ok(false);
        }
        match frame.member {
            Member::Element => {}
            Member::Property { rule, .. } => frame.member = self.property(rule, frame.index)?,
            Member::Key(_) | Member::Value { .. } => frame.member = Member::Key(self.reader.rest()),
        }
        Ok(true)
    }

    /// Returns the value of the key that was just decoded from the start of these bytes.
    fn value_of(&self, bytes: &'de [u8]) -> Member<'de> {
        let key = self.reader.consumed(bytes);
        let header = Reader::<L>::new(key, self.reader.options()).peek();
        let is_text = header
            .is_some_and(|header| header.is::<L>(Kind::String) || header.is::<L>(Kind::StringName));
        Member::Value {
            key,
            is_text,
            segment: value_segment::<L>,
        }
    }

    /// Decodes a value, or the part of a container that precedes its members. Returns whether it
    /// has members.
    fn value(&mut self) -> Result<bool> {
        let start = self.reader.position();
        let declared = self.frames.last().and_then(Frame::declared);
        self.reader.check_declared(declared)?;
        let header = self.reader.header()?;
        let Some((ty, rules)) = type_of::<L>(header) else {
            return Ok(false);
        };
        let steps = match rules.steps {
            [Step::Branch(arms)] => self.arm(arms, header.flags())?,
            // Without flags no type is declared.
            [Step::Branch(_), rest @ ..] if header.flags() == 0 => undeclared(rest),
            steps => steps,
        };
        self.header = match steps {
            [_, Step::Select(select), ..] => self.checked_flag(select, header)?,
            _ => header,
        };
        self.ty = ty;
        self.header_row(rules, self.header, start, Part::Whole);
        // Fast path: most values are one field or a counted container. A quarter fewer instructions
        // in ints/inspect.
        match steps {
            [Step::Components(rows)] => self.components(rows).map(|()| false),
            [Step::Text(rule)] => self.text(rule, Part::Whole).map(|_| false),
            [Step::Number(number), Step::Repeat(repeat)] => self.counted(number, repeat),
            _ => self.body(steps),
        }
    }

    /// Returns the steps that the flags of a header select. If they are not allowed, the header has
    /// no row.
    #[inline]
    fn arm(&self, arms: &'static [Arm], flags: u32) -> Result<&'static [Step]> {
        let steps = Arm::selected(arms, flags).map_or(&[][..], |arm| arm.steps);
        if let [Step::Objects, ..] = steps {
            self.reader.check_objects()?;
        }
        Ok(steps)
    }
}
