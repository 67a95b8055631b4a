//! Paths that a walk over values builds step by step.

use crate::clip::clip;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};
use std::fmt::{self, Write as _};

/// Returns a number of trailing segments that always have more than `max_chars` characters.
pub fn max_segments(max_chars: usize) -> usize {
    // Every segment except the first has at least two characters, such as `.x`.
    max_chars / 2 + 1
}

/// A step from a value to a nested value.
#[derive(Clone, Copy)]
pub enum TrailStep<'v> {
    /// The index of an element in the old and in the new Array.
    Index(usize, usize),
    /// The key of an entry.
    Key(AnyRef<'v>),
    /// The name of a property.
    Property(&'v str),
}

/// The path of a value, and the path of the value compared with it.
#[derive(Clone, Default)]
pub struct Trail<'v> {
    steps: Vec<TrailStep<'v>>,
}

impl<'v> Trail<'v> {
    pub fn push(&mut self, step: TrailStep<'v>) {
        self.steps.push(step);
    }

    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Returns the number of containers around the value.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Returns the path of the old value, shortened to `max_chars` characters.
    pub fn old_path(&self, max_chars: usize) -> String {
        self.path(max_chars, |old, _| old)
    }

    /// Returns the path of the new value, shortened to `max_chars` characters.
    pub fn new_path(&self, max_chars: usize) -> String {
        self.path(max_chars, |_, new| new)
    }

    /// Returns the path of the new value after `start`, shortened to `max_chars` characters.
    pub fn new_path_after(&self, start: &Path, max_chars: usize) -> String {
        let outer = start.segments().cloned();
        let path = outer.chain(self.segments(0, |_, new| new));
        let mut path = path.collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }

    /// Returns whether the two paths differ.
    pub fn is_moved(&self) -> bool {
        let is_moved =
            |step: &TrailStep<'_>| matches!(step, TrailStep::Index(old, new) if old != new);
        self.steps.iter().any(is_moved)
    }

    fn path(&self, max_chars: usize, index: fn(usize, usize) -> usize) -> String {
        let start = self.steps.len().saturating_sub(max_segments(max_chars));
        let mut path = self.segments(start, index).collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }

    /// Returns the segments of the steps from `start` on.
    fn segments(
        &self,
        start: usize,
        index: fn(usize, usize) -> usize,
    ) -> impl Iterator<Item = Segment> {
        self.steps.iter().skip(start).map(move |step| match *step {
            TrailStep::Index(old, new) => Segment::Index(index(old, new)),
            TrailStep::Key(key) => key_segment(key),
            TrailStep::Property(name) => Segment::name(name),
        })
    }
}

/// Returns the path segment of a key.
pub fn key_segment(key: AnyRef<'_>) -> Segment {
    if let AnyView::Text(text) = key.view() {
        return Segment::name(text);
    }
    let mut text = KeyText(String::new());
    // An error only means that the text is longer than a segment.
    let _ = write!(text, "{key:#}");
    Segment::key(&text.0)
}

/// A writer that returns an error once a key is longer than a displayed segment.
struct KeyText(String);

impl fmt::Write for KeyText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MAX_LENGTH: usize = 4096;
        self.0.push_str(text);
        if self.0.len() > MAX_LENGTH {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}
