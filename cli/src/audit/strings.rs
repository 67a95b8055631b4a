//! Strings that engines alter, that create objects, or that are paths of files.

use super::rules::{
    ABSOLUTE_PATH, Excerpt, FILE_URL, Finding, FindingSink, OBJECT_TEXT, PARENT_PATH,
    RESOURCE_PATH, STRING_BYTE_ORDER_MARK, STRING_NUL, STRING_OVERLONG, USER_PATH, report,
    report_at,
};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::{Body, Wire};

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn row(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    object_text(row, text, sink);
    let content = match row.field.wire {
        // The length includes a final NUL.
        Wire::Text => row.bytes.strip_suffix(&[0]).unwrap_or(row.bytes),
        _ => row.bytes,
    };
    if content.starts_with(BYTE_ORDER_MARK) {
        report!(
            sink,
            row,
            STRING_BYTE_ORDER_MARK,
            "a byte order mark starts the string, and engines drop it; remove it"
        );
    }
    let kept = content.split(|&byte| byte == 0).next().unwrap_or_default();
    if kept.len() < content.len() {
        let dropped = content.len() - kept.len() - 1;
        report_at!(
            sink,
            row,
            row.offset + kept.len(),
            STRING_NUL,
            "a NUL in a string: engines drop it and the bytes after it, {dropped} here, which other programs may show; remove them"
        );
    }
    if let Err(error) = str::from_utf8(kept) {
        report_at!(
            sink,
            row,
            row.offset + error.valid_up_to(),
            STRING_OVERLONG,
            "a character in more bytes than it needs: Godot 3 accepts it, and filters that compare bytes miss it; encode the string again"
        );
    }
}

/// Reports the constructor of an object or a resource in a string, or in bytes that are text.
pub(super) fn object_text(row: &InspectRow<'_>, text: &str, sink: &mut FindingSink<'_>) {
    // Most strings have none, which is found out quickly.
    if !text.contains('(') {
        return;
    }
    let words = ["Object", "Resource", "SubResource", "ExtResource"];
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = words.iter().flat_map(|word| text.match_indices(word));
    let mut starts = starts.filter(|(start, word)| {
        !text[..*start].ends_with(is_in_word) && is_called(&text[start + word.len()..])
    });
    if let Some((start, _)) = starts.next() {
        report!(
            sink,
            row,
            OBJECT_TEXT,
            "{} creates an object or loads a file if the game passes the string to str2var or str_to_var, whether objects are allowed or not; do not parse it",
            Excerpt(&text[start..])
        );
    }
}

/// Returns whether an opening parenthesis follows, after spaces, controls and comments, which
/// engines skip.
fn is_called(mut rest: &str) -> bool {
    loop {
        rest = rest.trim_start_matches(|c| c <= ' ');
        match rest.strip_prefix(';') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return rest.starts_with('('),
        }
    }
}

/// Reports the path of a file in a string of any type, a name of a `NodePath` or of a property.
pub(super) fn path(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
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
            let message = format_args!("{} {meaning}", Excerpt(text));
            sink(&Finding {
                rule,
                offset: row.offset,
                path: &row.path,
                message,
            });
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
