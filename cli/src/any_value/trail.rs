//! The way to a value.

use crate::clip::{clip, segments};
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

    /// Returns the path of the old value, without its start if it is longer than this.
    pub(crate) fn old_path(&self, longest: usize) -> String {
        self.path(longest, |old, _| old)
    }

    /// Returns the path of the new value, without its start if it is longer than this.
    pub(crate) fn new_path(&self, longest: usize) -> String {
        self.path(longest, |_, new| new)
    }

    /// Returns whether the two paths differ.
    pub(crate) fn is_moved(&self) -> bool {
        let is_moved = |step: &Step<'_>| matches!(step, Step::Index(old, new) if old != new);
        self.steps.iter().any(is_moved)
    }

    fn path(&self, longest: usize, index: fn(usize, usize) -> usize) -> String {
        let start = self.steps.len().saturating_sub(segments(longest));
        let steps = self.steps.iter().skip(start).map(|step| match *step {
            Step::Index(old, new) => Segment::Index(index(old, new)),
            Step::Key(key) => key_segment(key),
            Step::Property(name) => Segment::name(name),
        });
        let mut path = steps.collect::<Path>().to_string();
        clip(&mut path, longest);
        path
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
