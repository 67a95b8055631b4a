//! Paths that a walk over values builds step by step.

use crate::clip::clip;
use gdvariant::any::{AnyRef, AnyView, SegmentRef};
use gdvariant::{Path, Segment};

/// Returns a number of trailing segments that always have more than `max_chars` characters.
pub fn max_segments(max_chars: usize) -> usize {
    // Every segment except the first has at least two characters, such as `.x`.
    max_chars / 2 + 1
}

/// The path of a value, and the path of the value compared with it.
#[derive(Clone, Default)]
pub struct WalkPath<'v> {
    /// The path of the value at which the walk starts.
    start: Path,
    /// The segments of the old and of the new path.
    steps: Vec<[SegmentRef<'v>; 2]>,
}

impl<'v> WalkPath<'v> {
    /// Creates the paths of a walk over the value at `start`.
    pub fn after(start: Path) -> Self {
        let steps = Vec::new();
        Self { start, steps }
    }

    /// Adds a segment to the old and to the new path.
    pub fn push(&mut self, segments: [SegmentRef<'v>; 2]) {
        self.steps.push(segments);
    }

    /// Removes the last segment of both paths.
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

    /// Returns whether the two paths differ.
    pub fn is_moved(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(
            |step| matches!(step, [SegmentRef::Index(old), SegmentRef::Index(new)] if old != new),
        )
    }

    fn path(&self, max_chars: usize, side: usize) -> String {
        let skipped = self.steps.len().saturating_sub(max_segments(max_chars));
        let steps = self.steps.iter().skip(skipped);
        let steps = steps.map(|step| step[side].to_segment());
        let outer = self.start.segments().filter(|_| skipped == 0).cloned();
        let mut path = outer.chain(steps).collect::<Path>().to_string();
        clip(&mut path, max_chars);
        path
    }
}

/// Returns the segment for a key, which is the same for a String and a `StringName`, with all its
/// characters.
pub(crate) fn segment_of(key: AnyRef<'_>) -> Segment {
    if let AnyView::Text(text) = key.view() {
        return Segment::Name(text.to_owned());
    }
    let text = format!("{key:#}");
    text.parse().map_or(Segment::Key(text), Segment::Index)
}
