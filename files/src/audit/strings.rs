//! Reports strings that engines alter, that create objects, or that are paths of files.

use super::effects::{EFFECTS, Effect, Trigger};
use super::rules::{Excerpt, Place, report};
use gdvariant::events::FILES;
use gdvariant::inspect::{InspectRow, RowValue};
use gdvariant::table::{Body, Wire};
use std::borrow::Cow;

/// The maximum depth of encodings in encodings, such as digits, compression and byte arrays.
pub(super) const MAX_LEVEL: usize = 8;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn row(row: &InspectRow<'_>, at: &mut Place<'_>) {
    let RowValue::Text(text) = row.value else {
        return;
    };
    object_text(at, text);
    let content = match row.field.wire {
        // The length includes a final NUL.
        Wire::Text => row.bytes.strip_suffix(&[0]).unwrap_or(row.bytes),
        _ => row.bytes,
    };
    if content.starts_with(BYTE_ORDER_MARK) {
        report!(
            at,
            STRING_BYTE_ORDER_MARK,
            "the string starts with a byte order mark, which engines drop; remove it"
        );
    }
    let kept = content.split(|&byte| byte == 0).next().unwrap_or_default();
    if kept.len() < content.len() {
        let dropped = content.len() - kept.len() - 1;
        report!(
            at.with_offset(row.offset + kept.len()),
            STRING_NUL,
            "a NUL in a string: engines drop the NUL and the {dropped} bytes after it, which other programs may show; remove them"
        );
    }
    if let Err(error) = str::from_utf8(kept) {
        report!(
            at.with_offset(row.offset + error.valid_up_to()),
            STRING_OVERLONG,
            "an overlong UTF-8 encoding: Godot 3 and Pandemonium 3 accept it, and filters that compare bytes miss it; encode the string again"
        );
    }
}

/// Reports the constructor of an object or a resource in a text.
pub(super) fn object_text(at: &mut Place<'_>, text: &str) {
    let mut is_found = false;
    let is_examined = unescaped_levels(text, &mut |text| {
        if let Some(start) = constructor(text).filter(|_| !is_found) {
            is_found = true;
            report!(
                at,
                OBJECT_TEXT,
                "{} creates an object or loads a file if the game passes the text to str2var or str_to_var, even if objects are not allowed; do not parse it",
                Excerpt(&text[start..])
            );
        }
    });
    if !is_examined {
        report!(
            at,
            NOT_EXAMINED,
            "strings nested in more than {MAX_LEVEL} strings: the audit examined only the outer ones; decode them, and audit the result"
        );
    }
}

/// Calls a function with a text, and with the text after each level of its escapes is removed: a
/// string in a text has escapes, and a string in that string has escapes of escapes.
///
/// Returns `false` if the text has too many levels.
pub(super) fn unescaped_levels(text: &str, examine: &mut dyn FnMut(&str)) -> bool {
    examine(text);
    let mut text = Cow::Borrowed(text);
    for _ in 0..MAX_LEVEL {
        if !text.contains('\\') {
            return true;
        }
        text = FILES.unescape(&text).0.into_owned().into();
        examine(&text);
    }
    !text.contains('\\')
}

/// Returns the start of the first constructor of an object or a resource in a text.
pub(super) fn constructor(text: &str) -> Option<usize> {
    // This check is fast and excludes most strings.
    if !text.contains('(') {
        return None;
    }
    let words = EFFECTS.iter().filter_map(|effect| match effect.trigger {
        Trigger::Constructor(word) => Some(word),
        _ => None,
    });
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = words.flat_map(|word| text.match_indices(word));
    let starts = starts.filter(|(start, word)| {
        !text[..*start].ends_with(is_in_word) && is_called(word, &text[start + word.len()..])
    });
    starts.map(|(start, _)| start).min()
}

/// Returns whether the arguments of a constructor follow, such as the class of an Object. Prose such
/// as `Object (see below)` has no class.
fn is_called(word: &str, rest: &str) -> bool {
    /// The maximum number of bytes between the name and the arguments that are searched.
    const MAX_SPACE: usize = 1 << 12;
    let mut end = rest.len().min(MAX_SPACE);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let after = without_space(&rest[..end]);
    if after.is_empty() && end < rest.len() {
        // Nobody writes as many comments.
        return true;
    }
    let Some(arguments) = after.strip_prefix('(') else {
        return false;
    };
    let arguments = without_space(arguments);
    if word != "Object" {
        // Within a string, the quote is escaped, and engines accept other values than strings.
        return !arguments.starts_with(char::is_alphabetic);
    }
    let rest = arguments.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_class = arguments.starts_with(|c: char| c.is_ascii_uppercase() || "_\"\\".contains(c));
    is_class && (rest.len() == arguments.len() || without_space(rest).starts_with([',', ')']))
}

/// Removes what engines skip before a token: spaces, control characters and comments.
fn without_space(mut rest: &str) -> &str {
    loop {
        rest = rest.trim_start_matches(|c| c <= ' ');
        match rest.strip_prefix(';') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return rest,
        }
    }
}

/// Reports the path of a file in a string, a `NodePath` or the name of a property.
pub(super) fn path(row: &InspectRow<'_>, at: &mut Place<'_>) {
    let RowValue::Text(text) = row.value else {
        return;
    };
    // Engines load a declared script, which other rules report.
    if Effect::declared(row).is_some() {
        return;
    }
    let is_string = matches!(row.ty.body, Body::Text | Body::PackedText);
    paths(at, text, is_string);
}

/// Reports the path of a file in a text.
///
/// Slashes and dots in the names of nodes and properties do not indicate file paths.
pub(super) fn paths(at: &mut Place<'_>, text: &str, is_string: bool) {
    let excerpt = Excerpt(text);
    if is_string && is_absolute(text) {
        report!(
            at,
            ABSOLUTE_PATH,
            "{excerpt} is an absolute path: a game that opens it leaves its own folders; accept only the paths that the game expects"
        );
    }
    if is_string && has_parent(text) {
        report!(
            at,
            PARENT_PATH,
            "{excerpt} leads out of its folder with \"..\", which engines follow even in res:// and user://; accept only the paths that the game expects"
        );
    }
    let mut schemes = text.split(':').skip(1);
    if !schemes.any(|rest| rest.starts_with("//")) {
        return;
    }
    if is_string && is_file_url(text) {
        report!(
            at,
            FILE_URL,
            "{excerpt} can name any file of the player's computer: engines do not load it, but OS.shell_open opens it with another program; do not pass it to OS.shell_open"
        );
    }
    if text.contains("user://") {
        report!(
            at,
            USER_PATH,
            "{excerpt} leads to a file that players can write: a game that loads a scene or a resource from it runs the scripts inside; check what the game does with it"
        );
    }
    if is_of_game(text) {
        report!(
            at,
            RESOURCE_PATH,
            "{excerpt} leads to a file of the game; accept only the paths that the game expects"
        );
    }
}

/// Returns whether a text is the unique id of a file.
pub(super) fn is_uid(text: &str) -> bool {
    let is_digit = |c: u8| matches!(c, b'a'..=b'y' | b'0'..=b'8');
    let digits = text.strip_prefix("uid://");
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(is_digit))
}

/// Returns whether a text contains the path of a file of the game.
fn is_of_game(text: &str) -> bool {
    let is_in_folder = |(_, path)| !leaves_folder(path);
    text.contains("uid://") || text.split_once("res://").is_some_and(is_in_folder)
}

/// Returns whether a text contains the start of a file URL, ignoring case.
fn is_file_url(text: &str) -> bool {
    text.to_ascii_lowercase().contains("file://")
}

/// Returns whether a path leads out of the folder of the game.
///
/// The folder user:// is outside, because players and other programs write its files.
pub(super) fn leaves_game(path: &str) -> bool {
    if let Some(path) = path.strip_prefix("res://") {
        return leaves_folder(path);
    }
    // The engine looks up the file of an id among the files of the game.
    let is_in_game = path.starts_with("uid://");
    !is_in_game && (path.contains("://") || is_absolute(path) || leaves_folder(path))
}

/// Returns the first file outside the game that a tag of BBCode loads.
///
/// Every string can be BBCode, because animations, connections, translations and other scenes pass
/// it to a RichTextLabel. The end of a tag depends on quotes in Godot 4, but not in Godot 3, so each
/// part between brackets, quotes and `=` can be a path.
pub(super) fn path_in_tags(text: &str) -> Option<&str> {
    let mut tags = ["[img", "[font=", "[font ", "[dropcap"].into_iter();
    let has_path = text.contains('[') && tags.any(|tag| text.contains(tag));
    let mut parts = text.split(['[', ']', '=', '"', '\'']).filter(|_| has_path);
    parts.find(|part| {
        let path = part.strip_prefix("res://").unwrap_or(part);
        // Closing tags start with a slash as well, but have no extension.
        let is_absolute = is_absolute(path) && path.contains('.');
        path.starts_with("user://") || is_absolute || leaves_folder(path)
    })
}

/// Reports a file outside the game that engines load.
pub(super) fn outside(at: &mut Place<'_>, path: &str) {
    let (condition, advice) = (at.condition(), at.advice());
    report!(
        at,
        OUTSIDE_RESOURCE,
        "{} is not below res://: {condition}engines load the file and run the scripts in it; {advice}",
        Excerpt(path)
    );
}

/// Returns whether a path leads out of the folder at which it starts. Engines treat both slashes
/// alike.
fn leaves_folder(path: &str) -> bool {
    let mut level = 0_i64;
    path.split(['/', '\\']).any(|part| {
        level += match part {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        level < 0
    })
}

/// Returns whether a text starts like an absolute path of Unix or Windows.
fn is_absolute(text: &str) -> bool {
    match text.as_bytes() {
        // The start of a JPEG image in Base64.
        [b'/', b'9', b'j', b'/', ..] => false,
        // Comments such as `// text` and commands such as `/ text` have a space after the slashes.
        [b'/', ..] => {
            let name = text.trim_start_matches('/');
            !name.is_empty() && !name.starts_with(char::is_whitespace)
        }
        // A network path has a second backslash; an escape such as `\n` does not.
        [b'\\', path @ ..] => path.len() > 1 && path.contains(&b'\\'),
        [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns whether a text is a path with a segment `..`.
fn has_parent(text: &str) -> bool {
    text.contains('.') && text.split(['/', '\\']).any(|part| part == "..") && text != ".."
}
