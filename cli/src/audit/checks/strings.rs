//! Strings that engines alter.

use super::super::finding::{Finding, Sink};
use super::super::rule::{ENGINES, Rule, Severity};
use super::excerpt::Excerpt;
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Wire;

pub(in crate::audit) const NUL: Rule = Rule {
    id: "string-nul",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string with a NUL, at which engines truncate it.",
};

pub(in crate::audit) const MARK: Rule = Rule {
    id: "string-byte-order-mark",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string that starts with a byte order mark, which engines drop.",
};

pub(in crate::audit) const OVERLONG: Rule = Rule {
    id: "string-overlong",
    severity: Severity::Warning,
    measured: ENGINES,
    explanation: "A string that is not valid UTF-8, with a character in more bytes than it needs, which Godot 3 accepts.",
};

pub(in crate::audit) const OBJECT: Rule = Rule {
    id: "object-text",
    severity: Severity::Error,
    measured: ENGINES,
    explanation: "A string with Object(...) or Resource(...), from which str2var and str_to_var create objects, run scripts and load files, whether objects are allowed or not.",
};

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    if let Some(object) = object(text) {
        sink(&Finding::new(
            &OBJECT,
            row,
            format_args!(
                "{} creates an object or loads a file if the game passes the string to str2var or str_to_var, whether objects are allowed or not; do not parse it",
                Excerpt(object)
            ),
        ));
    }
    let content = match row.field.wire {
        // The length includes a final NUL.
        Wire::Text => row.bytes.strip_suffix(&[0]).unwrap_or(row.bytes),
        _ => row.bytes,
    };
    if content.starts_with(BYTE_ORDER_MARK) {
        sink(&Finding::new(
            &MARK,
            row,
            format_args!("a byte order mark starts the string, and engines drop it; remove it"),
        ));
    }
    let kept = content.split(|&byte| byte == 0).next().unwrap_or_default();
    if kept.len() < content.len() {
        let dropped = content.len() - kept.len() - 1;
        sink(&Finding::at(
            row.offset + kept.len(),
            &NUL,
            row,
            format_args!(
                "a NUL in a string: engines drop it and the bytes after it, {dropped} here, which other programs may show; remove them"
            ),
        ));
    }
    if let Err(error) = str::from_utf8(kept) {
        sink(&Finding::at(
            row.offset + error.valid_up_to(),
            &OVERLONG,
            row,
            format_args!(
                "a character in more bytes than it needs: Godot 3 accepts it, and filters that compare bytes miss it; encode the string again"
            ),
        ));
    }
}

/// Returns a string from the constructor of an object or a resource.
fn object(text: &str) -> Option<&str> {
    // Most strings have none, which is found out quickly.
    text.find('(')?;
    let words = ["Object", "Resource", "SubResource", "ExtResource"];
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_';
    let starts = words.iter().flat_map(|word| text.match_indices(word));
    let mut starts = starts.filter(|(start, word)| {
        !text[..*start].ends_with(is_in_word) && is_called(&text[start + word.len()..])
    });
    starts.next().map(|(start, _)| &text[start..])
}

/// Returns whether an opening parenthesis follows, after spaces and comments.
fn is_called(mut rest: &str) -> bool {
    loop {
        rest = rest.trim_start();
        match rest.strip_prefix(';') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return rest.starts_with('('),
        }
    }
}
