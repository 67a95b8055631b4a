//! Framed values of a file, which are read one at a time.

use super::operation::Splice;
use crate::detect::Framing;
use crate::input::{Input, StoredInput};
use crate::values::PREFIX_LENGTH;
use gdvariant::ReadError;
use gdvariant::framing::Frames as OldFrames;
use std::collections::BTreeMap;
use std::io::{self, Read};

/// The framed values of a file that can be read again. Only changed values are in memory.
#[derive(Clone)]
pub(super) struct Frames {
    pub(super) content: StoredInput,
    framing: Framing,
    /// The changed frames with their length prefixes, by their offset in the old content.
    changed: BTreeMap<u64, ChangedFrame>,
}

#[derive(Clone)]
struct ChangedFrame {
    old_length: u64,
    frame: Vec<u8>,
}

impl Frames {
    pub(super) fn new(content: StoredInput, framing: Framing) -> Self {
        Self {
            content,
            framing,
            changed: BTreeMap::new(),
        }
    }

    /// Returns the number of values. Bytes after the last complete value are none.
    pub(super) fn count(&self) -> io::Result<usize> {
        let mut frames = self.old()?;
        let mut count = 0;
        while next(&mut frames)?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    /// Returns the value at an index, and its offset in the old content; `None` if there are fewer
    /// values.
    pub(super) fn value(&self, index: usize) -> io::Result<Option<(u64, Vec<u8>)>> {
        let mut frames = self.old()?;
        for _ in 0..index {
            if next(&mut frames)?.is_none() {
                return Ok(None);
            }
        }
        let start = frames.position();
        let value = match self.changed.get(&start) {
            Some(changed) => Some(&changed.frame[PREFIX_LENGTH..]),
            None => next(&mut frames)?,
        };
        Ok(value.map(|value| (start + PREFIX_LENGTH as u64, value.to_vec())))
    }

    /// Replaces bytes of the value at an index. Returns what takes the change back.
    pub(super) fn splice(&mut self, index: usize, splices: &[Splice]) -> io::Result<Vec<Splice>> {
        let Some((start, mut value)) = self.value(index)? else {
            return Ok(Vec::new());
        };
        let start = start - PREFIX_LENGTH as u64;
        let old_length = match self.changed.get(&start) {
            Some(changed) => changed.old_length,
            None => (PREFIX_LENGTH + value.len()) as u64,
        };
        let undo = Splice::apply(&mut value, 0, splices);
        // Longer values are errors before the change.
        let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
        value.splice(..0, self.framing.prefix(length));
        let frame = value;
        self.changed
            .insert(start, ChangedFrame { old_length, frame });
        Ok(undo)
    }

    /// Returns the file with the changed values.
    pub(super) fn reader(&self) -> io::Result<impl Read + '_> {
        let header = self.content.header()?;
        Ok(io::Cursor::new(header).chain(self.changed_content()?))
    }

    /// Returns the frames with the changed values.
    pub(super) fn changed_content(&self) -> io::Result<impl Read + '_> {
        Ok(Replaced {
            input: self.content.open()?,
            position: 0,
            changed: &self.changed,
            frame: &[],
        })
    }

    /// Reads the frames of the content before the changes.
    fn old(&self) -> io::Result<OldFrames<Input<'static>>> {
        let options = self.framing.options().unwrap_or_default();
        let options = options.max_length(u32::MAX);
        Ok(OldFrames::new(self.content.open()?, options))
    }
}

/// Returns the next complete frame.
fn next<R: Read>(frames: &mut OldFrames<R>) -> io::Result<Option<&[u8]>> {
    match frames.next_frame() {
        Err(ReadError::Io(error)) => Err(error),
        frame => Ok(frame.ok().flatten()),
    }
}

/// The old content, in which changed frames replace old ones.
struct Replaced<'f> {
    input: Input<'static>,
    /// The offset of the next byte of the old content.
    position: u64,
    changed: &'f BTreeMap<u64, ChangedFrame>,
    /// The rest of a changed frame.
    frame: &'f [u8],
}

impl Read for Replaced<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut next = self.changed.range(self.position..).next();
        if let Some((_, changed)) =
            next.filter(|(start, _)| **start == self.position && self.frame.is_empty())
        {
            let mut old = self.input.by_ref().take(changed.old_length);
            self.position += io::copy(&mut old, &mut io::sink())?;
            self.frame = &changed.frame;
            next = None;
        }
        if !self.frame.is_empty() {
            return self.frame.read(buffer);
        }
        let left = next.map_or(u64::MAX, |(start, _)| start - self.position);
        let read = self.input.by_ref().take(left).read(buffer)?;
        if read == 0 && left > 0 && next.is_some() && !buffer.is_empty() {
            // The file has become shorter since it was opened.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.position += read as u64;
        Ok(read)
    }
}
