//! Differences as lines of JSON.

use super::change::Change;
use crate::any_value::{Shown, Trail};
use crate::output::Writer;
use crate::terminal;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a difference as an object; `number` is that of the value, if there are several.
pub(super) fn object(
    out: &mut Writer,
    shown: Shown,
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
    let longest = shown.longest_path();
    if let Change::Added(_) = change {
        member(out, "path", &trail.new_path(longest))?;
    } else {
        member(out, "path", &trail.old_path(longest))?;
        if trail.is_moved() {
            member(out, "new_path", &trail.new_path(longest))?;
        }
    }
    match change {
        Change::Changed(old, new) => {
            member(out, "old", old)?;
            member(out, "new", new)?;
        }
        Change::Added(new) => member(out, "new", new)?,
        Change::Removed(old) => member(out, "old", old)?,
        Change::Order => {}
        Change::Declared(old, new) => {
            member(out, "old", old)?;
            member(out, "new", new)?;
        }
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
    terminal::write_json(out, value, true)
}
