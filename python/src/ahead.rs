//! A queue of values that a thread reads in advance.
//!
//! A channel wakes a thread for each value, which takes longer than decoding a small one. Here, the
//! receiver takes all values that were read in the meantime, without waiting for a minimum number: the
//! source can be a pipe.

use gdvariant::ReadError;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The number of bytes of values after which the sender waits.
const MAX_BYTES: usize = 1 << 18;

/// The bytes of values, one after the other.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    /// The offset of each value in the content, and the end of its bytes in `bytes`.
    values: Vec<(u64, usize)>,
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
    let sender = Sender(Arc::clone(&queue));
    let received = Received {
        queue,
        batch: Arc::default(),
        next: 0,
    };
    (sender, received)
}

/// The side of the thread that reads values.
pub(crate) struct Sender(Arc<Queue>);

impl Sender {
    /// Adds a value with its offset in the content, after waiting if the receiver is slower. Returns
    /// false if the receiver was dropped.
    pub(crate) fn send(&self, start: u64, bytes: &[u8]) -> bool {
        let mut state = self
            .0
            .wait_while(|state| state.batch.bytes.len() >= MAX_BYTES);
        if state.has_ended {
            return false;
        }
        state.batch.bytes.extend_from_slice(bytes);
        let end = state.batch.bytes.len();
        state.batch.values.push((start, end));
        self.0.wake(state);
        true
    }

    /// Adds the error that ends the values.
    pub(crate) fn fail(&self, error: ReadError) {
        self.0.lock().error = Some(error);
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        self.0.end();
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
    /// Returns the next value, unless the queue has to be locked for it.
    pub(crate) fn ready(&mut self) -> Option<Value> {
        let index = self.next;
        (index < self.batch.values.len()).then(|| {
            self.next += 1;
            let batch = Arc::clone(&self.batch);
            Value { batch, index }
        })
    }

    /// Waits for the next value or for the end.
    pub(crate) fn wait(&mut self) -> Option<Result<Value, ReadError>> {
        if let Some(value) = self.ready() {
            return Some(Ok(value));
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
        match self.ready() {
            Some(value) => Some(Ok(value)),
            None => error.map(Err),
        }
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        self.queue.end();
    }
}

/// A value of a batch.
pub(crate) struct Value {
    batch: Arc<Batch>,
    index: usize,
}

impl Value {
    /// Returns the offset and the bytes of the value.
    pub(crate) fn bytes(&self) -> (usize, &[u8]) {
        let values = &self.batch.values;
        let (start, end) = values[self.index];
        let before = self.index.checked_sub(1);
        let from = before.map_or(0, |before| values[before].1);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        (start, &self.batch.bytes[from..end])
    }
}
