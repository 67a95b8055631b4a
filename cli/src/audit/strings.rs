//! Strings that engines alter.

use super::rule::{Excerpt, Finding, Sink, report};
use super::rules::{OBJECT_TEXT, STRING_BYTE_ORDER_MARK, STRING_NUL, STRING_OVERLONG};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Wire;

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
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
        sink(&Finding {
            offset: row.offset + kept.len(),
            ..Finding::new(
                &STRING_NUL,
                row,
                format_args!(
                    "a NUL in a string: engines drop it and the bytes after it, {dropped} here, which other programs may show; remove them"
                ),
            )
        });
    }
    if let Err(error) = str::from_utf8(kept) {
        sink(&Finding {
            offset: row.offset + error.valid_up_to(),
            ..Finding::new(
                &STRING_OVERLONG,
                row,
                format_args!(
                    "a character in more bytes than it needs: Godot 3 accepts it, and filters that compare bytes miss it; encode the string again"
                ),
            )
        });
    }
}

/// Reports the constructor of an object or a resource in a string, or in bytes that are text.
pub(super) fn object_text(row: &InspectRow<'_>, text: &str, sink: &mut Sink<'_>) {
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
