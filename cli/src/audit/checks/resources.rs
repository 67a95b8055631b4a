//! Paths of files in strings.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use super::excerpt::Excerpt;
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Body;

pub(in crate::audit) const RESOURCE: Rule = Rule {
    id: "resource-path",
    severity: Severity::Note,
    measured: "",
    explanation: "A string with res:// or uid://, the paths of a game's own files.",
};

pub(in crate::audit) const USER: Rule = Rule {
    id: "user-path",
    severity: Severity::Warning,
    measured: "",
    explanation: "A string with user://, the folder that a game writes to.",
};

pub(in crate::audit) const ABSOLUTE: Rule = Rule {
    id: "absolute-path",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string that starts like an absolute path, which leads to any file of the player's computer.",
};

pub(in crate::audit) const PARENT: Rule = Rule {
    id: "parent-path",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string with .. as a part of a path, which leads out of its folder, even out of res:// and user://.",
};

pub(in crate::audit) const URL: Rule = Rule {
    id: "file-url",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string with file://, which engines do not load, but which OS.shell_open opens with another program.",
};

/// Examines a string of any type, a name of a `NodePath` and a name of a property.
pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    // Names of nodes and properties have slashes and points of their own.
    let is_string = matches!(row.ty.body, Body::Text | Body::PoolText);
    for (rule, is_found, meaning) in [
        (
            &ABSOLUTE,
            is_string && is_absolute(text),
            "is an absolute path: a game that opens it leaves its own folders; accept only the paths that the game expects",
        ),
        (
            &PARENT,
            is_string && has_parent(text),
            "leads out of its folder with \"..\", which engines follow even in res:// and user://; accept only the paths that the game expects",
        ),
        (
            &URL,
            is_string && text.contains("file://"),
            "leads to any file of the player's computer: engines do not load it, but OS.shell_open opens it with another program; do not pass it on",
        ),
        (
            &USER,
            text.contains("user://"),
            "leads to a file that players can write: a game that loads a scene or a resource from it runs the scripts inside; check what the game does with it",
        ),
        (
            &RESOURCE,
            text.contains("res://") || text.contains("uid://"),
            "leads to a file of the game; a game that loads it should accept only the paths that it expects",
        ),
    ] {
        if is_found {
            let text = Excerpt(text);
            sink(&Finding::new(rule, row, format_args!("{text} {meaning}")));
        }
    }
}

/// Returns whether `..` is a part of a path.
fn has_parent(text: &str) -> bool {
    let separators = ['/', '\\'];
    text.contains("..")
        && text.contains(separators)
        && text.split(separators).any(|part| part == "..")
}

/// The number of characters from which letters, digits and slashes are taken as Base64, as that of
/// a picture starts with a slash.
const BASE64: usize = 40;

/// Returns whether a string starts like an absolute path of Unix or Windows.
fn is_absolute(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    if text.len() >= BASE64 && text.chars().all(is_digit) {
        return false;
    }
    let mut start = text.chars();
    match (start.next(), start.next(), start.next()) {
        (Some('/'), Some(next), _) => next != '/' && !next.is_whitespace(),
        (Some('\\'), Some('\\'), Some(_)) => true,
        (Some(drive), Some(':'), Some('/' | '\\')) => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
