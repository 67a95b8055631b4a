//! The way to a value.

use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};
use std::fmt::{self, Write};

/// A step from a value to one that it contains.
#[derive(Clone, Copy)]
pub(crate) enum Step<'v> {
    /// The index of an element in the old and in the new Array.
    Index(usize, usize),
    /// The key of an entry.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

/// The way to a value, and to the value that it is compared with.
#[derive(Default)]
pub(crate) struct Trail<'v> {
    steps: Vec<Step<'v>>,
}

impl<'v> Trail<'v> {
    /// Adds a step.
    pub(crate) fn push(&mut self, step: Step<'v>) {
        self.steps.push(step);
    }

    /// Removes the last step.
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns the path of the old value.
    pub(crate) fn old_path(&self) -> Path {
        self.path(|old, _| old)
    }

    /// Returns the path of the new value.
    pub(crate) fn new_path(&self) -> Path {
        self.path(|_, new| new)
    }

    fn path(&self, index: fn(usize, usize) -> usize) -> Path {
        let segments = self.steps.iter().map(|step| match *step {
            Step::Index(old, new) => Segment::Index(index(old, new)),
            Step::Key(key) => key_segment(key),
            Step::Property(name) => Segment::name(name),
        });
        segments.collect()
    }
}

/// Returns the segment of the value of a key.
fn key_segment(key: AnyRef<'_>) -> Segment {
    if let AnyView::Text(text) = key.view() {
        return Segment::name(text);
    }
    let mut start = Start(String::new());
    // An error is the end of what a segment keeps.
    let _ = write!(start, "{key:#}");
    Segment::key(&start.0)
}

/// The start of a text, longer than what a segment keeps of it.
struct Start(String);

impl fmt::Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const LONGEST: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > LONGEST {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}
