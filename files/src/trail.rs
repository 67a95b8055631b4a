//! Paths that a walk over values builds step by step.

use crate::clip::clip;
use gdvariant::any::SegmentRef;
use gdvariant::{Path, Segment};

/// Returns a number of trailing segments that always have more than `max_chars` characters.
pub fn max_segments(max_chars: usize) -> usize {
    // Every segment except the first has at least two characters, such as `.x`.
    max_chars / 2 + 1
}

/// The path of a value, and the path of the value compared with it.
#[derive(Clone, Default)]
pub struct Trail<'v> {
    /// The segments of the old and of the new path.
    steps: Vec<[SegmentRef<'v>; 2]>,
}

impl<'v> Trail<'v> {
    /// Adds a segment to the old and to the new path.
    pub fn push(&mut self, segments: [SegmentRef<'v>; 2]) {
        self.steps.push(segments);
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
        self.path(max_chars, 0)
    }

    /// Returns the path of the new value, shortened to `max_chars` characters.
    pub fn new_path(&self, max_chars: usize) -> String {
        self.path(max_chars, 1)
    }

    /// Returns the path of the new value after `start`, shortened to `max_chars` characters.
    pub fn new_path_after(&self, start: &Path, max_chars: usize) -> String {
        let outer = start.segments().cloned();
        let path = outer.chain(self.segments(0, 1));
        let mut path = path.collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }

    /// Returns whether the two paths differ.
    pub fn is_moved(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(
            |step| matches!(step, [SegmentRef::Index(old), SegmentRef::Index(new)] if old != new),
        )
    }

    fn path(&self, max_chars: usize, side: usize) -> String {
        let start = self.steps.len().saturating_sub(max_segments(max_chars));
        let mut path = self.segments(start, side).collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }

    /// Returns the segments of the old path, side 0, or of the new one from the one at `start` on.
    fn segments(&self, start: usize, side: usize) -> impl Iterator<Item = Segment> {
        let steps = self.steps.iter().skip(start);
        steps.map(move |step| step[side].to_segment())
    }
}
