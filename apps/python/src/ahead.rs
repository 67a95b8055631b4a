//! Values that a thread reads in advance.
//!
//! Sending each value alone would take longer than decoding a small one, so the thread sends several.
//! It sends those that it has before it waits for the bytes of a pipe.

use gdvariant::ReadError;
use std::cell::RefCell;
use std::io::{self, Read};
use std::mem;
use std::rc::Rc;
use std::sync::mpsc::SyncSender;

/// The number of bytes of values that are sent at once: sending fewer wakes the threads more often.
const PIECE: usize = 1 << 16;

/// The bytes of values, one after the other.
#[derive(Default)]
pub(crate) struct Batch {
    bytes: Vec<u8>,
    /// The offset of each value in the content, and the end of its bytes in `bytes`.
    values: Vec<(u64, usize)>,
    /// The index of the next value.
    next: usize,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.values.len() - self.next
    }

    /// Returns the offset and the bytes of the next value.
    pub(crate) fn next(&mut self) -> Option<(usize, &[u8])> {
        let (start, end) = *self.values.get(self.next)?;
        let before = self.next.checked_sub(1);
        let from = before.map_or(0, |before| self.values[before].1);
        self.next += 1;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        Some((start, &self.bytes[from..end]))
    }
}

/// Values, or the error that ends them.
pub(crate) type Sent = Result<Batch, ReadError>;

/// Sends values to the iterator.
pub(crate) struct Sender {
    channel: SyncSender<Sent>,
    /// The values that are not sent yet.
    batch: RefCell<Batch>,
}

impl Sender {
    pub(crate) fn new(channel: SyncSender<Sent>) -> Self {
        let batch = RefCell::default();
        Self { channel, batch }
    }

    /// Sends a value with its offset in the content. Returns false if the iterator was dropped.
    pub(crate) fn send(&self, start: u64, bytes: &[u8]) -> bool {
        let mut batch = self.batch.borrow_mut();
        batch.bytes.extend_from_slice(bytes);
        let end = batch.bytes.len();
        batch.values.push((start, end));
        drop(batch);
        end < PIECE || self.flush()
    }

    fn flush(&self) -> bool {
        let batch = mem::take(&mut *self.batch.borrow_mut());
        batch.len() == 0 || self.channel.send(Ok(batch)).is_ok()
    }

    /// Sends the values that are left, and the error that ends them.
    pub(crate) fn finish(&self, error: Option<ReadError>) {
        if self.flush()
            && let Some(error) = error
        {
            // The iterator does not need the error if it was dropped.
            let _ = self.channel.send(Err(error));
        }
    }
}

/// A source of bytes.
pub(crate) struct Source<R> {
    pub(crate) reader: R,
    /// Whether reading can wait for bytes: the values of earlier ones are sent before.
    pub(crate) is_pipe: bool,
    pub(crate) sender: Rc<Sender>,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_pipe {
            self.sender.flush();
        }
        self.reader.read(buffer)
    }
}
