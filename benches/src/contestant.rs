//! Defines contestants: methods to encode or decode, each applied to a payload.

use std::fmt::{self, Debug};
use std::hint::black_box;

/// A task that methods perform on a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// Copies the bytes, as a lower bound of the time.
    Copy,
    /// Encodes a value.
    Encode,
    /// Decodes a value.
    Decode,
    /// Decodes the bytes without creating a value.
    Walk,
    /// Uses a decoded value.
    Use,
}

impl Task {
    /// Returns the name of the task.
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

/// A method to perform a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Method {
    /// The task that the method performs.
    pub task: Task,
    /// The name of the method, unique among the methods of the task.
    pub label: &'static str,
    /// The label of this library's method for the same task, for comparison; `None` without
    /// comparison.
    pub reference: Option<&'static str>,
}

impl Method {
    /// Creates a method without comparison.
    #[must_use]
    pub const fn new(task: Task, label: &'static str) -> Self {
        Self {
            task,
            label,
            reference: None,
        }
    }

    /// Sets the method of this library for comparison.
    #[must_use]
    pub const fn against(self, reference: Self) -> Self {
        Self {
            reference: Some(reference.label),
            ..self
        }
    }

    /// Returns the name of the method, unique among all methods.
    #[must_use]
    pub fn name(&self) -> String {
        match self.task {
            Task::Encode | Task::Decode => format!("{} {}", self.task.name(), self.label),
            Task::Copy | Task::Walk | Task::Use => self.label.to_owned(),
        }
    }
}

/// A method on a payload, ready to be called.
pub struct Contestant<'p> {
    /// The name of the payload.
    pub payload: &'static str,
    /// The method that a call performs.
    pub method: Method,
    /// The number of bytes that a call decodes or encodes.
    pub size: usize,
    /// Performs the given number of calls. The calls are inlined into a loop, because some take
    /// only nanoseconds.
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
        write!(f, "{}/{}", self.payload, self.method.name())
    }
}

/// Collects contestants by payload.
#[derive(Debug, Default)]
pub(crate) struct Contestants<'p> {
    payload: &'static str,
    list: Vec<Contestant<'p>>,
}

impl<'p> Contestants<'p> {
    /// Sets the payload of contestants that are added later.
    pub(crate) fn payload(&mut self, name: &'static str) {
        self.payload = name;
    }

    /// Adds a method that decodes or encodes `size` bytes in a call. The measured time includes
    /// dropping the result.
    pub(crate) fn add<R>(&mut self, method: Method, size: usize, mut call: impl FnMut() -> R + 'p) {
        let run = move |times| {
            for _ in 0..times {
                // Passes a reference, because moving a result can take longer than creating it.
                black_box(&call());
            }
        };
        self.list.push(Contestant {
            payload: self.payload,
            method,
            size,
            run: Box::new(run),
        });
    }

    #[must_use]
    pub(crate) fn finish(self) -> Vec<Contestant<'p>> {
        self.list
    }
}
