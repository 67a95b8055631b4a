//! Differences as lines for people.

use super::change::{Change, Elements, Report};
use crate::any_value::{Shown, Trail, element_text};
use crate::output::{Output, Writer};
use crate::stop::Stop;
use crate::styles;
use anstyle::Style;
use gdvariant::any::{AnyRef, AnyView};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// The largest number of elements of a packed array that are shown of a range.
const SHOWN: usize = 8;

/// Writes a line for each difference.
pub(super) struct Lines<'o> {
    pub(super) output: &'o mut Output,
    pub(super) shown: Shown,
    /// The number of the current value, if there are several.
    pub(super) number: Option<usize>,
}

impl Report for Lines<'_> {
    fn change(&mut self, trail: &Trail<'_>, change: &Change<'_>) -> Result<(), Stop> {
        let (number, shown) = (self.number, self.shown);
        let line = Line::of(shown, trail, change);
        self.output.value(|out| line.write(out, number))?;
        Ok(())
    }
}

/// The parts of a line.
struct Line {
    sign: char,
    path: String,
    /// What follows the path: the old and the new value, if the line has them, or words.
    old: Option<String>,
    new: Option<String>,
    words: String,
}

impl Line {
    fn of(shown: Shown, trail: &Trail<'_>, change: &Change<'_>) -> Self {
        let mut line = Self {
            sign: '~',
            path: trail.old_path(shown.longest_path()),
            old: None,
            new: None,
            words: String::new(),
        };
        match change {
            Change::Changed(old, new) => line.set(shown.pair(*old, *new)),
            Change::Added(value) => {
                line.sign = '+';
                line.path = trail.new_path(shown.longest_path());
                line.new = Some(shown.value(*value));
            }
            Change::Removed(value) => {
                line.sign = '-';
                line.old = Some(shown.value(*value));
            }
            Change::Order => line.words = "the keys have another order".into(),
            Change::Declared(old, new) => line.set([old.clone(), new.clone()]),
            Change::Elements(elements) => line.elements(shown, elements),
            Change::More { ranges, elements } => {
                let s = if *ranges == 1 { "" } else { "s" };
                line.words = format!(
                    "{ranges} more range{s} of {elements} elements in all; --full lists them"
                );
            }
        }
        line
    }

    fn set(&mut self, [old, new]: [String; 2]) {
        (self.old, self.new) = (Some(old), Some(new));
    }

    fn elements(&mut self, shown: Shown, elements: &Elements<'_>) {
        let Elements {
            old,
            new,
            old_range,
            new_range,
        } = elements;
        let text = |value: AnyRef<'_>, range: &Range<usize>| {
            (!range.is_empty()).then(|| texts(shown, value, range))
        };
        self.old = text(*old, old_range);
        self.new = text(*new, new_range);
        let range = if self.old.is_some() {
            old_range
        } else {
            new_range
        };
        match (&self.old, &self.new) {
            (Some(_), None) => self.sign = '-',
            (None, Some(_)) => self.sign = '+',
            _ => {}
        }
        // Writing to a String cannot fail.
        let _ = match range.len() {
            1 => write!(self.path, "[{}]", range.start),
            _ => write!(self.path, "[{} to {}]", range.start, range.end - 1),
        };
    }

    fn write(&self, out: &mut Writer, number: Option<usize>) -> io::Result<()> {
        let style = match self.sign {
            '+' => styles::ADDED,
            '-' => styles::REMOVED,
            _ => styles::CHANGED,
        };
        write!(out, "{style}{}{style:#} ", self.sign)?;
        if let Some(number) = number {
            write!(out, "value {number}: ")?;
        }
        if !self.path.is_empty() {
            write!(out, "{}{}{:#}: ", styles::PATH, self.path, styles::PATH)?;
        }
        let arrow = if self.old.is_some() && self.new.is_some() {
            " -> "
        } else {
            ""
        };
        part(out, styles::REMOVED, self.old.as_deref())?;
        write!(out, "{arrow}")?;
        part(out, styles::ADDED, self.new.as_deref())?;
        writeln!(out, "{}", self.words)
    }
}

fn part(out: &mut Writer, style: Style, text: Option<&str>) -> io::Result<()> {
    match text {
        Some(text) => write!(out, "{style}{text}{style:#}"),
        None => Ok(()),
    }
}

/// Returns the texts of elements of a packed array.
fn texts(shown: Shown, value: AnyRef<'_>, range: &Range<usize>) -> String {
    let is_full = shown.limit == usize::MAX;
    let most = if is_full { usize::MAX } else { SHOWN };
    let content = value.view();
    let text = |index: usize| match &content {
        AnyView::Pool(elements) => element_text(*elements, index),
        AnyView::PoolText(texts) => shown.text(texts.get(index).copied().unwrap_or_default()),
        _ => String::new(),
    };
    let texts: Vec<String> = range.clone().take(most).map(text).collect();
    let joined = texts.join(", ");
    if range.len() > most {
        format!("{joined}, … ({} in all)", range.len())
    } else {
        joined
    }
}
