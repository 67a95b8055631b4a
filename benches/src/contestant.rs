//! What is measured: a way to read or to write, on one payload.

use std::fmt::{self, Debug};
use std::hint::black_box;

/// What a way does with a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Copies its bytes: the limit.
    Copy,
    /// Writes its bytes.
    Encode,
    /// Makes a value of its bytes.
    Decode,
    /// Reads its bytes, and keeps nothing.
    Walk,
    /// Uses a value made of its bytes.
    Use,
}

impl Task {
    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::Walk => "walk",
            Self::Use => "use",
        }
    }
}

/// A way to do a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// What it does.
    pub task: Task,
    /// Its name among those that do the same.
    pub label: &'static str,
    /// The way of this library that it is compared with, by its label.
    pub rival: Option<&'static str>,
}

impl Way {
    /// Returns a way to do a task that has no rival.
    #[must_use]
    pub const fn new(task: Task, label: &'static str) -> Self {
        Self {
            task,
            label,
            rival: None,
        }
    }

    /// Returns the same way, compared with one of this library that does the same.
    #[must_use]
    pub const fn against(self, rival: Self) -> Self {
        Self {
            rival: Some(rival.label),
            ..self
        }
    }

    /// Returns its name among all ways.
    #[must_use]
    pub fn name(&self) -> String {
        match self.task {
            Task::Encode | Task::Decode => format!("{} {}", self.task.name(), self.label),
            Task::Copy | Task::Walk | Task::Use => self.label.to_owned(),
        }
    }
}

/// A way, on one payload.
pub struct Contestant<'p> {
    /// The payload's name.
    pub payload: &'static str,
    /// The way.
    pub way: Way,
    /// How many bytes it reads or writes.
    pub size: usize,
    /// Makes many calls, so that the callee is inlined into the loop: some take only nanoseconds.
    run: Box<dyn FnMut(u64) + 'p>,
}

impl Contestant<'_> {
    /// Runs the contestant `times` times.
    pub fn run(&mut self, times: u64) {
        (self.run)(times);
    }
}

impl Debug for Contestant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.payload, self.way.name())
    }
}

/// Those that run on the same machine in turn.
#[derive(Debug, Default)]
pub(crate) struct Contestants<'p> {
    payload: &'static str,
    list: Vec<Contestant<'p>>,
}

impl<'p> Contestants<'p> {
    /// The payload of those that are added from now on.
    pub(crate) fn payload(&mut self, name: &'static str) {
        self.payload = name;
    }

    /// Adds a way that decodes or encodes `size` bytes in a call. The measured time includes
    /// dropping the result.
    pub(crate) fn add<R>(&mut self, way: Way, size: usize, mut call: impl FnMut() -> R + 'p) {
        let run = move |times| {
            for _ in 0..times {
                // Looked at where it is: to move a result can take longer than to make it.
                black_box(&call());
            }
        };
        self.list.push(Contestant {
            payload: self.payload,
            way,
            size,
            run: Box::new(run),
        });
    }

    /// Returns the contestants that were added.
    #[must_use]
    pub(crate) fn finish(self) -> Vec<Contestant<'p>> {
        self.list
    }
}
