//! Prints differences as text or as JSON, one per line.

use crate::terminal::output::Writer;
use crate::terminal::styles::{ADDED, CHANGED, PATH, REMOVED};
use gdvariant::any::{AnyRef, AnyView};
use gdvariant_files::compare::Change;
use gdvariant_files::display::escape;
use gdvariant_files::display::{DisplayOptions, Trail, element_text};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// The maximum number of elements to show from a range of a packed array.
const MAX_ELEMENTS: usize = 8;

/// Writes a difference as a line of text. `number` is the number of the value, if there are
/// several.
pub(super) fn line(
    out: &mut Writer,
    shown: DisplayOptions,
    number: Option<usize>,
    trail: &Trail<'_>,
    change: &Change<'_>,
) -> io::Result<()> {
    let max_chars = shown.max_path_chars();
    let mut path = match change {
        Change::Added(_) => trail.new_path(max_chars),
        _ => trail.old_path(max_chars),
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
    let (sign, style) = match (&old, &new) {
        (Some(_), None) => ('-', REMOVED),
        (None, Some(_)) => ('+', ADDED),
        _ => ('~', CHANGED),
    };
    write!(out, "{style}{sign}{style:#} ")?;
    if let Some(number) = number {
        write!(out, "value {number}: ")?;
    }
    if !path.is_empty() {
        write!(out, "{PATH}{path}{PATH:#}: ")?;
    }
    if let Some(old) = &old {
        write!(out, "{REMOVED}{old}{REMOVED:#}")?;
    }
    if let Some(new) = new {
        let arrow = if old.is_some() { " -> " } else { "" };
        write!(out, "{arrow}{ADDED}{new}{ADDED:#}")?;
    }
    match change {
        Change::Order => out.write_all(b"the keys are in a different order")?,
        Change::More { ranges, elements } => {
            let s = if *ranges == 1 { "" } else { "s" };
            write!(
                out,
                "{ranges} more range{s} with {elements} elements in all; --full lists them"
            )?;
        }
        _ => {}
    }
    out.write_all(b"\n")
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

/// Writes a difference as a JSON object. `number` is the number of the value, if there are several.
pub(super) fn object(
    out: &mut Writer,
    shown: DisplayOptions,
    number: Option<usize>,
    trail: &Trail<'_>,
    change: &Change<'_>,
) -> io::Result<()> {
    let name = match change {
        Change::Changed(..) => "changed",
        Change::Added(_) => "added",
        Change::Removed(_) => "removed",
        Change::Order => "order",
        Change::Declared(..) => "declared",
        Change::Elements(..) => "elements",
        Change::More { .. } => "more",
    };
    write!(out, "{{\"change\":\"{name}\"")?;
    if let Some(number) = number {
        member(out, "value", &number)?;
    }
    let max_chars = shown.max_path_chars();
    if let Change::Added(_) = change {
        member(out, "path", &trail.new_path(max_chars))?;
    } else {
        member(out, "path", &trail.old_path(max_chars))?;
        if trail.is_moved() {
            member(out, "new_path", &trail.new_path(max_chars))?;
        }
    }
    match change {
        Change::Changed(old, new) => {
            member(out, "old", old)?;
            member(out, "new", new)?;
        }
        Change::Declared(old, new) => {
            member(out, "old", old)?;
            member(out, "new", new)?;
        }
        Change::Added(new) => member(out, "new", new)?,
        Change::Removed(old) => member(out, "old", old)?,
        Change::Order => {}
        Change::Elements(_, [old, new]) => {
            member(out, "old_range", &[old.start, old.end])?;
            member(out, "new_range", &[new.start, new.end])?;
        }
        Change::More { ranges, elements } => {
            member(out, "ranges", ranges)?;
            member(out, "elements", elements)?;
        }
    }
    out.write_all(b"}\n")
}

fn member(out: &mut Writer, key: &str, value: &impl Serialize) -> io::Result<()> {
    write!(out, ",\"{key}\":")?;
    escape::write_json(out, value, true)
}
