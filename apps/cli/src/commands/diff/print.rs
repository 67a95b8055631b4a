//! Prints differences as text or as JSON, one per line.

use crate::terminal::output::Writer;
use crate::terminal::styles::{ADDED, CHANGED, Location, REMOVED};
use anstyle::Style;
use gdvariant::Escaped;
use gdvariant_files::compare::{Change, Difference};
use gdvariant_files::display::{DisplayOptions, WalkPath, escape};
use serde::Serialize;
use std::io::{self, Write};

/// Writes a file that differs as a whole.
pub(super) fn file(
    out: &mut Writer,
    is_json: bool,
    sign: char,
    place: Location<'_>,
    text: &str,
) -> io::Result<()> {
    if is_json {
        let name = match sign {
            '-' => "removed",
            '+' => "added",
            _ => "changed",
        };
        write!(out, "{{\"change\":\"{name}\",\"file\":")?;
        escape::write_json(out, &place.file, true)?;
        return out.write_all(b"}\n");
    }
    let style = style(sign);
    write!(out, "{style}{sign}{style:#} ")?;
    place.write(out, "")?;
    writeln!(out, "{}", Escaped(text))
}

fn style(sign: char) -> Style {
    match sign {
        '-' => REMOVED,
        '+' => ADDED,
        _ => CHANGED,
    }
}

/// Writes a difference as a line of text.
pub(super) fn line(
    out: &mut Writer,
    shown: DisplayOptions,
    place: Location<'_>,
    walk_path: &WalkPath<'_>,
    change: &Change<'_>,
) -> io::Result<()> {
    let Difference {
        sign,
        path,
        old,
        new,
        note,
    } = Difference::new(shown, walk_path, change);
    let style = style(sign);
    write!(out, "{style}{sign}{style:#} ")?;
    place.write(out, &path)?;
    if let Some(old) = &old {
        write!(out, "{REMOVED}{old}{REMOVED:#}")?;
    }
    if let Some(new) = new {
        let arrow = if old.is_some() { " -> " } else { "" };
        write!(out, "{arrow}{ADDED}{new}{ADDED:#}")?;
    }
    if let Some(note) = note {
        out.write_all(note.as_bytes())?;
    }
    if let Change::More { .. } = change {
        out.write_all(b"; --full lists them")?;
    }
    out.write_all(b"\n")
}

/// Writes a difference as a JSON object.
pub(super) fn object(
    out: &mut Writer,
    shown: DisplayOptions,
    place: Location<'_>,
    walk_path: &WalkPath<'_>,
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
    write!(out, "{{\"change\":\"{name}\",")?;
    let max_chars = shown.max_path_chars();
    let new_path = walk_path.new_path(max_chars);
    if let Change::Added(_) = change {
        place.write_json(out, &new_path)?;
    } else {
        place.write_json(out, &walk_path.old_path(max_chars))?;
        if walk_path.is_moved() {
            member(out, "new_path", &new_path)?;
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
