//! Differences as lines of JSON.

use super::change::{Change, Report};
use crate::any_value::{Shown, Trail};
use crate::output::{Output, Writer};
use crate::stop::Stop;
use crate::terminal;
use gdvariant::any::AnyRef;
use std::io::{self, Write};
use std::ops::Range;

/// Writes an object for each difference.
pub(super) struct Objects<'o> {
    pub(super) output: &'o mut Output,
    pub(super) shown: Shown,
    /// The number of the current value, if there are several.
    pub(super) number: Option<usize>,
}

impl Report for Objects<'_> {
    fn change(&mut self, trail: &Trail<'_>, change: &Change<'_>) -> Result<(), Stop> {
        let (shown, number) = (self.shown, self.number);
        self.output.value(|out| {
            let mut object = Object { out, shown };
            object.start(number, trail, change)?;
            object.end(change)
        })?;
        Ok(())
    }
}

struct Object<'o> {
    out: &'o mut Writer,
    shown: Shown,
}

impl Object<'_> {
    /// Writes what happened, and where.
    fn start(
        &mut self,
        number: Option<usize>,
        trail: &Trail<'_>,
        change: &Change<'_>,
    ) -> io::Result<()> {
        let (name, is_new) = match change {
            Change::Changed(..) => ("changed", false),
            Change::Added(_) => ("added", true),
            Change::Removed(_) => ("removed", false),
            Change::Order => ("order", false),
            Change::Declared(..) => ("declared", false),
            Change::Elements(_) => ("elements", false),
            Change::More { .. } => ("more", false),
        };
        write!(self.out, "{{\"change\":\"{name}\"")?;
        if let Some(number) = number {
            write!(self.out, ",\"value\":{number}")?;
        }
        let longest = self.shown.longest_path();
        if is_new {
            return self.text("path", &trail.new_path(longest));
        }
        self.text("path", &trail.old_path(longest))?;
        if trail.is_moved() {
            self.text("new_path", &trail.new_path(longest))?;
        }
        Ok(())
    }

    /// Writes the old and the new value.
    fn end(&mut self, change: &Change<'_>) -> io::Result<()> {
        match change {
            Change::Changed(old, new) => {
                self.value("old", *old)?;
                self.value("new", *new)?;
            }
            Change::Added(new) => self.value("new", *new)?,
            Change::Removed(old) => self.value("old", *old)?,
            Change::Order => {}
            Change::Declared(old, new) => {
                self.text("old", old)?;
                self.text("new", new)?;
            }
            Change::Elements(elements) => {
                self.range("old_range", &elements.old_range)?;
                self.range("new_range", &elements.new_range)?;
            }
            Change::More { ranges, elements } => {
                write!(self.out, ",\"ranges\":{ranges},\"elements\":{elements}")?;
            }
        }
        self.out.write_all(b"}\n")
    }

    fn value(&mut self, key: &str, value: AnyRef<'_>) -> io::Result<()> {
        write!(self.out, ",\"{key}\":")?;
        terminal::write_json(self.out, &value, self.shown.is_terminal)
    }

    fn text(&mut self, key: &str, text: &str) -> io::Result<()> {
        write!(self.out, ",\"{key}\":")?;
        terminal::write_json(self.out, text, self.shown.is_terminal)
    }

    fn range(&mut self, key: &str, range: &Range<usize>) -> io::Result<()> {
        write!(self.out, ",\"{key}\":[{},{}]", range.start, range.end)
    }
}
