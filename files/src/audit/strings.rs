//! Reports strings that engines alter, that create objects, or that are paths of files.

use super::effects::{EFFECTS, Trigger};
use super::locations::{has_parent, is_absolute, leaves_folder};
use super::objects::declared_script;
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
            "the string starts with a byte order mark, which engines drop; remove it"
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
            "a NUL in a string: engines drop the NUL and the {dropped} bytes after it, which other programs may show; remove them"
        );
    }
    if let Err(error) = str::from_utf8(kept) {
        report_at!(
            sink,
            row,
            row.offset + error.valid_up_to(),
            STRING_OVERLONG,
            "an overlong UTF-8 encoding: Godot 3 accepts it, and filters that compare bytes miss it; encode the string again"
        );
    }
}

/// Reports the constructor of an object or a resource in a text.
pub(super) fn object_text(row: &InspectRow<'_>, text: &str, sink: &mut FindingSink<'_>) {
    // This check is fast and excludes most strings.
    if !text.contains('(') {
        return;
    }
    let words = EFFECTS.iter().filter_map(|effect| match effect.trigger {
        Trigger::Constructor(word) => Some(word),
        _ => None,
    });
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = words.flat_map(|word| text.match_indices(word));
    let mut starts = starts.filter(|(start, word)| {
        !text[..*start].ends_with(is_in_word) && is_called(&text[start + word.len()..])
    });
    if let Some((start, _)) = starts.next() {
        report!(
            sink,
            row,
            OBJECT_TEXT,
            "{} creates an object or loads a file if the game passes the string to str2var or str_to_var, even if objects are not allowed; do not parse it",
            Excerpt(&text[start..])
        );
    }
}

/// Returns whether an opening parenthesis follows. Engines skip spaces, control characters and
/// comments before the parenthesis.
fn is_called(mut rest: &str) -> bool {
    loop {
        rest = rest.trim_start_matches(|c| c <= ' ');
        match rest.strip_prefix(';') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return rest.starts_with('('),
        }
    }
}

/// Reports the path of a file in a string, a `NodePath` or the name of a property.
pub(super) fn path(row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    // Engines load a declared script, which other rules report.
    if declared_script(row).is_some() {
        return;
    }
    // Slashes and dots in the names of nodes and properties do not indicate file paths.
    let is_string = matches!(row.ty.body, Body::Text | Body::PackedText);
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
            "can name any file of the player's computer: engines do not load it, but OS.shell_open opens it with another program; do not pass it to OS.shell_open",
        ),
        (
            &USER_PATH,
            text.contains("user://"),
            "leads to a file that players can write: a game that loads a scene or a resource from it runs the scripts inside; check what the game does with it",
        ),
        (
            &RESOURCE_PATH,
            is_of_game(text),
            "leads to a file of the game; accept only the paths that the game expects",
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

/// Returns whether a text contains the path of a file of the game.
fn is_of_game(text: &str) -> bool {
    let is_in_folder = |(_, path)| !leaves_folder(path);
    text.contains("uid://") || text.split_once("res://").is_some_and(is_in_folder)
}

/// Returns whether a text contains the start of a file URL, ignoring case.
fn is_file_url(text: &str) -> bool {
    text.contains("://") && text.to_ascii_lowercase().contains("file://")
}
