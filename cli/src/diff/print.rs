//! Differences as lines for people.

use super::change::Change;
use crate::any_value::{Shown, Trail, element_text};
use crate::output::Writer;
use crate::styles::{ADDED, CHANGED, PATH, REMOVED};
use gdvariant::any::{AnyRef, AnyView};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// The largest number of elements of a packed array that are shown of a range.
const SHOWN: usize = 8;

/// Writes a difference as a line; `number` is that of the value, if there are several.
pub(super) fn line(
    out: &mut Writer,
    shown: Shown,
    number: Option<usize>,
    trail: &Trail<'_>,
    change: &Change<'_>,
) -> io::Result<()> {
    let longest = shown.longest_path();
    let mut path = match change {
        Change::Added(_) => trail.new_path(longest),
        _ => trail.old_path(longest),
    };
    let [old, new] = match change {
        Change::Changed(old, new) => shown.pair(*old, *new).map(Some),
        Change::Added(new) => [None, Some(shown.value(*new))],
        Change::Removed(old) => [Some(shown.value(*old)), None],
        Change::Declared(old, new) => [old, new].map(|name| Some(name.clone())),
        Change::Elements(values, ranges) => {
            let [old, new] = ranges;
            let range = if old.is_empty() { new } else { old };
            // Writing to a String cannot fail.
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
        Change::Order => out.write_all(b"the keys have another order")?,
        Change::More { ranges, elements } => {
            let s = if *ranges == 1 { "" } else { "s" };
            write!(
                out,
                "{ranges} more range{s} of {elements} elements in all; --full lists them"
            )?;
        }
        _ => {}
    }
    out.write_all(b"\n")
}

/// Returns the texts of elements of a packed array, or `None` of no elements.
fn elements(shown: Shown, value: AnyRef<'_>, range: &Range<usize>) -> Option<String> {
    let most = if shown.is_full() { usize::MAX } else { SHOWN };
    let content = value.view();
    let text = |index: usize| match &content {
        AnyView::Pool(elements) => element_text(*elements, index),
        AnyView::PoolText(texts) => shown.text(texts.get(index).copied().unwrap_or_default()),
        _ => String::new(),
    };
    let texts: Vec<String> = range.clone().take(most).map(text).collect();
    let mut joined = texts.join(", ");
    if range.len() > most {
        let _ = write!(joined, ", … ({} in all)", range.len());
    }
    (!range.is_empty()).then_some(joined)
}
