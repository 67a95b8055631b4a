//! A queue of values that a thread reads in advance.
//!
//! A channel wakes a thread for each value, which takes longer than decoding a small one. Here, the
//! sender adds all values of the bytes that it has read, and the receiver takes all values that were
//! added in the meantime. Neither waits for a minimum number: the source can be a pipe.

use gdvariant::ReadError;
use std::cell::RefCell;
use std::io::{self, Read};
use std::mem;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The number of bytes of values after which the sender waits.
const MAX_BYTES: usize = 1 << 18;

/// The number of bytes of values that the sender adds to the queue at once.
const PIECE: usize = 1 << 14;

/// The bytes of values, one after the other.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    /// The offset of each value in the content, and the end of its bytes in `bytes`.
    values: Vec<(u64, usize)>,
}

impl Batch {
    fn push(&mut self, start: u64, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.values.push((start, self.bytes.len()));
    }

    /// Moves the values of another batch to the end of this one.
    fn append(&mut self, other: &mut Self) {
        if self.values.is_empty() {
            return mem::swap(self, other);
        }
        let before = self.bytes.len();
        self.bytes.append(&mut other.bytes);
        let moved = other.values.drain(..);
        self.values
            .extend(moved.map(|(start, end)| (start, before + end)));
    }

    /// Returns the offset and the bytes of a value.
    fn value(&self, index: usize) -> (usize, &[u8]) {
        let (start, end) = self.values[index];
        let before = index.checked_sub(1);
        let from = before.map_or(0, |before| self.values[before].1);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        (start, &self.bytes[from..end])
    }
}

/// What the sender and the receiver share.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    batch: Batch,
    /// The error that follows the values.
    error: Option<ReadError>,
    /// Whether the sender or the receiver was dropped.
    has_ended: bool,
    is_waiting: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the other side while a condition holds.
    fn wait_while(&self, condition: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while !state.has_ended && condition(&state) {
            state.is_waiting = true;
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// Wakes the other side if it waits; only one side can wait.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let is_waiting = mem::take(&mut state.is_waiting);
        drop(state);
        if is_waiting {
            self.changed.notify_one();
        }
    }

    fn end(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        self.wake(state);
    }
}

/// Creates both sides of a queue.
pub(crate) fn queue() -> (Sender, Received) {
    let queue = Arc::new(Queue::default());
    let sender = Sender {
        queue: Arc::clone(&queue),
        batch: RefCell::default(),
    };
    let received = Received {
        queue,
        batch: Arc::default(),
        next: 0,
    };
    (sender, received)
}

/// The side of the thread that reads values.
pub(crate) struct Sender {
    queue: Arc<Queue>,
    /// The values that are not in the queue yet.
    batch: RefCell<Batch>,
}

impl Sender {
    /// Adds a value with its offset in the content. Returns false if the receiver was dropped.
    pub(crate) fn send(&self, start: u64, bytes: &[u8]) -> bool {
        let mut batch = self.batch.borrow_mut();
        batch.push(start, bytes);
        let is_full = batch.bytes.len() >= PIECE;
        drop(batch);
        !is_full || self.flush()
    }

    /// Adds the values to the queue, after waiting if the receiver is slower. Returns false if the
    /// receiver was dropped.
    fn flush(&self) -> bool {
        let mut batch = self.batch.borrow_mut();
        if batch.values.is_empty() {
            return true;
        }
        let queue = &self.queue;
        let mut state = queue.wait_while(|state| state.batch.bytes.len() >= MAX_BYTES);
        if state.has_ended {
            return false;
        }
        state.batch.append(&mut batch);
        queue.wake(state);
        true
    }

    /// Adds the error that ends the values.
    pub(crate) fn fail(&self, error: ReadError) {
        self.flush();
        self.queue.lock().error = Some(error);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.flush();
        self.queue.end();
    }
}

/// A source of bytes. Values whose bytes it has returned are in the queue before the next call,
/// which can wait for bytes of a pipe.
pub(crate) struct Source<R> {
    pub(crate) reader: R,
    pub(crate) sender: Rc<Sender>,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.sender.flush();
        self.reader.read(buffer)
    }
}

/// The side of the iterator.
pub(crate) struct Received {
    queue: Arc<Queue>,
    /// The values that were taken from the queue.
    batch: Arc<Batch>,
    /// The index of the next value in the batch.
    next: usize,
}

impl Received {
    /// Returns the next values that need no lock of the queue: one, and those that follow within
    /// `length` bytes.
    pub(crate) fn ready(&mut self, length: usize) -> Option<Ready> {
        let start = self.next;
        let values = self.batch.values.get(start..)?;
        let (_, first) = *values.first()?;
        let count = values.partition_point(|(_, end)| *end < first.saturating_add(length));
        self.next += count.max(1);
        Some(Ready {
            batch: Arc::clone(&self.batch),
            left: start..self.next,
        })
    }

    /// Waits for the next values, as [`ready`](Self::ready) returns them, or for the end.
    pub(crate) fn wait(&mut self, length: usize) -> Option<Result<Ready, ReadError>> {
        if let Some(values) = self.ready(length) {
            return Some(Ok(values));
        }
        // The batch is reused, unless a value is being decoded in another thread.
        let mut batch = Arc::try_unwrap(mem::take(&mut self.batch)).unwrap_or_default();
        batch.bytes.clear();
        batch.bytes.shrink_to(2 * MAX_BYTES);
        batch.values.clear();
        let queue = &self.queue;
        let mut state =
            queue.wait_while(|state| state.batch.values.is_empty() && state.error.is_none());
        mem::swap(&mut batch, &mut state.batch);
        let error = if batch.values.is_empty() {
            state.error.take()
        } else {
            None
        };
        queue.wake(state);
        self.batch = Arc::new(batch);
        self.next = 0;
        match self.ready(length) {
            Some(values) => Some(Ok(values)),
            None => error.map(Err),
        }
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        self.queue.end();
    }
}

/// Values of a batch.
#[derive(Default)]
pub(crate) struct Ready {
    batch: Arc<Batch>,
    /// The indexes of the values.
    left: Range<usize>,
}

impl Ready {
    pub(crate) fn len(&self) -> usize {
        self.left.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Returns the offset and the bytes of the next value.
    pub(crate) fn next(&mut self) -> Option<(usize, &[u8])> {
        let index = self.left.next()?;
        Some(self.batch.value(index))
    }
}
