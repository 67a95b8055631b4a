//! Paths of files in strings.

use super::rule::{Excerpt, Finding, Sink};
use super::rules::{ABSOLUTE_PATH, FILE_URL, PARENT_PATH, RESOURCE_PATH, USER_PATH};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Body;

/// Examines a string of any type, a name of a `NodePath` and a name of a property.
pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    // Names of nodes and properties have slashes and points of their own.
    let is_string = matches!(row.ty.body, Body::Text | Body::PoolText);
    for (rule, is_found, meaning) in [
        (
            &ABSOLUTE_PATH,
            is_string && is_absolute(text),
            "is an absolute path: a game that opens it leaves its own folders; accept only the paths that the game expects",
        ),
        (
            &PARENT_PATH,
            is_string && has_parent(text),
            "leads out of its folder with \"..\", which engines follow even in res:// and user://; accept only the paths that the game expects",
        ),
        (
            &FILE_URL,
            is_string && is_file_url(text),
            "leads to any file of the player's computer: engines do not load it, but OS.shell_open opens it with another program; do not pass it on",
        ),
        (
            &USER_PATH,
            text.contains("user://"),
            "leads to a file that players can write: a game that loads a scene or a resource from it runs the scripts inside; check what the game does with it",
        ),
        (
            &RESOURCE_PATH,
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

/// Returns whether a string contains the start of a URL of a file, in any case.
fn is_file_url(text: &str) -> bool {
    text.contains("://") && text.to_ascii_lowercase().contains("file://")
}

/// Returns whether a string starts like an absolute path of Unix or Windows.
fn is_absolute(text: &str) -> bool {
    match text.as_bytes() {
        // A JPEG picture in Base64.
        [b'/', b'9', b'j', b'/', ..] => false,
        // A comment or a command has no name after the slashes.
        [b'/', ..] => {
            let name = text.trim_start_matches('/');
            !name.is_empty() && !name.starts_with(char::is_whitespace)
        }
        // An escape such as \\n has no other backslash.
        [b'\\', path @ ..] => path.len() > 1 && path.contains(&b'\\'),
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
