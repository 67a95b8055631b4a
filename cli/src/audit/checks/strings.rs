//! Strings that engines alter.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use gdvariant::inspect::{InspectRow, Value};
use gdvariant::table::Wire;

pub(in crate::audit) const NUL: Rule = Rule {
    id: "string-nul",
    severity: Severity::Warning,
    explanation: "A string with a NUL, at which engines truncate it.",
};

pub(in crate::audit) const MARK: Rule = Rule {
    id: "string-byte-order-mark",
    severity: Severity::Warning,
    explanation: "A string that starts with a byte order mark, which engines drop.",
};

pub(in crate::audit) const OVERLONG: Rule = Rule {
    id: "string-overlong",
    severity: Severity::Warning,
    explanation: "A string that is not valid UTF-8, with a character in more bytes than it needs, which Godot 3 accepts.",
};

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let Value::Text(_) = row.value else {
        return;
    };
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
