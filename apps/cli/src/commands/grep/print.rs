//! Prints matches, one per line.

use crate::terminal::output::Writer;
use crate::terminal::styles::Location;
use gdvariant_files::display::escape;
use gdvariant_files::display::{DisplayOptions, WalkPath, element_json, element_text};
use gdvariant_files::search::Match;
use std::io::{self, Write};

/// Writes a match as a line of text, with the location, the path and the value.
pub(super) fn line(
    out: &mut Writer,
    shown: DisplayOptions,
    place: Location<'_>,
    walk_path: &WalkPath<'_>,
    found: &Match<'_>,
) -> io::Result<()> {
    let path = walk_path.new_path(shown.max_path_chars());
    place.write(out, &path)?;
    writeln!(out, "{}", text(shown, found))
}

fn text(shown: DisplayOptions, found: &Match<'_>) -> String {
    match *found {
        Match::Key(value) | Match::Value(value) => shown.value(value),
        Match::Text(value, text, at) => shown.found(value, text, at),
        Match::Element(elements, index) => element_text(elements, index),
        Match::TextElement(text, at) => shown.found_text(text, at),
    }
}

/// Writes a match as a JSON object, with the location, the path and the JSON form of the value.
pub(super) fn object(
    out: &mut Writer,
    shown: DisplayOptions,
    place: Location<'_>,
    walk_path: &WalkPath<'_>,
    found: &Match<'_>,
) -> io::Result<()> {
    out.write_all(b"{")?;
    place.write_json(out, &walk_path.new_path(shown.max_path_chars()))?;
    let matched = match found {
        Match::Key(_) => "key",
        _ => "value",
    };
    write!(out, ",\"matched\":\"{matched}\",\"found\":")?;
    match *found {
        Match::Key(value) | Match::Value(value) | Match::Text(value, ..) => {
            escape::write_json(out, &value, true)?;
        }
        Match::Element(elements, index) => write!(out, "{}", element_json(elements, index))?,
        Match::TextElement(text, _) => escape::write_json(out, text, true)?,
    }
    out.write_all(b"}\n")
}
