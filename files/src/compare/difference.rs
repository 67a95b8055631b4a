//! Differences in the words of `gdvariant diff`.

use super::Change;
use crate::clip::counted;
use crate::display::{DisplayOptions, WalkPath, element_text};
use gdvariant::any::{AnyRef, AnyView};
use std::fmt::Write as _;
use std::ops::Range;

/// The maximum number of elements to show from a range of a packed array.
const MAX_ELEMENTS: usize = 8;

/// A difference as text.
pub struct Difference {
    /// `+` for a new value, `-` for a removed one, and `~` for a changed one.
    pub sign: char,
    /// The path in the old file; that of a new value is in the new file.
    pub path: String,
    /// The old value; `None` if it is new, or if the note describes the difference.
    pub old: Option<String>,
    /// The new value; `None` if it was removed, or if the note describes the difference.
    pub new: Option<String>,
    /// The description of a difference in the order of keys, or of ranges that are not listed.
    pub note: Option<String>,
}

impl Difference {
    /// Describes a change.
    pub fn new(shown: DisplayOptions, walk_path: &WalkPath<'_>, change: &Change<'_>) -> Self {
        let max_chars = shown.max_path_chars();
        let mut path = match change {
            Change::Added(_) => walk_path.new_path(max_chars),
            _ => walk_path.old_path(max_chars),
        };
        let [old, new] = match change {
            Change::Changed(old, new) => shown.pair(*old, *new).map(Some),
            Change::Added(new) => [None, Some(shown.value(*new))],
            Change::Removed(old) => [Some(shown.value(*old)), None],
            Change::Declared(old, new) => [old, new].map(|name| Some(name.clone())),
            Change::Elements(values, ranges) => {
                let [old, new] = ranges;
                let range = if old.is_empty() { new } else { old };
                // Writing to a String does not fail.
                let _ = match range.len() {
                    1 => write!(path, "[{}]", range.start),
                    _ => write!(path, "[{} to {}]", range.start, range.end - 1),
                };
                [0, 1].map(|side| elements(shown, values[side], &ranges[side]))
            }
            Change::Order | Change::More { .. } => [None, None],
        };
        let note = match change {
            Change::Order => Some("the keys are in a different order".to_owned()),
            Change::More { ranges, elements } => {
                let ranges = counted(*ranges, "more range");
                Some(format!("{ranges} with {elements} elements in all"))
            }
            _ => None,
        };
        let sign = match (&old, &new) {
            (Some(_), None) => '-',
            (None, Some(_)) => '+',
            _ => '~',
        };
        Self {
            sign,
            path,
            old,
            new,
            note,
        }
    }
}

/// Returns the texts of elements of a packed array, or `None` if the range is empty.
fn elements(shown: DisplayOptions, value: AnyRef<'_>, range: &Range<usize>) -> Option<String> {
    let max = if shown.is_full() {
        usize::MAX
    } else {
        MAX_ELEMENTS
    };
    let content = value.view();
    let text = |index: usize| match &content {
        AnyView::Packed(elements) => element_text(*elements, index),
        AnyView::PackedText(texts) => shown.text(texts.get(index).copied().unwrap_or_default()),
        _ => String::new(),
    };
    let texts: Vec<String> = range.clone().take(max).map(text).collect();
    let mut joined = texts.join(", ");
    if range.len() > max {
        let _ = write!(joined, ", … ({} in all)", range.len());
    }
    (!range.is_empty()).then_some(joined)
}
