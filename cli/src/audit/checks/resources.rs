//! Paths of files in strings.

use super::super::finding::{Finding, Sink};
use super::super::rule::{Rule, Severity};
use super::excerpt::Excerpt;
use gdvariant::inspect::{InspectRow, Value};

pub(in crate::audit) const RESOURCE: Rule = Rule {
    id: "resource-path",
    severity: Severity::Note,
    explanation: "A string with res:// or uid://, the paths of a game's own files.",
};

pub(in crate::audit) const USER: Rule = Rule {
    id: "user-path",
    severity: Severity::Warning,
    explanation: "A string with user://, the folder that a game writes to.",
};

/// Examines a string of any type, a name of a `NodePath` and a name of a property.
pub(super) fn row(row: &InspectRow<'_>, sink: &mut Sink<'_>) {
    let Value::Text(text) = row.value else {
        return;
    };
    if text.contains("user://") {
        sink(&Finding::new(
            &USER,
            row,
            format_args!(
                "{} leads to a file that players can write: a game that loads a scene or a resource from it runs the scripts inside; check what the game does with it",
                Excerpt(text)
            ),
        ));
    }
    if text.contains("res://") || text.contains("uid://") {
        sink(&Finding::new(
            &RESOURCE,
            row,
            format_args!(
                "{} leads to a file of the game; a game that loads it should accept only the paths that it expects",
                Excerpt(text)
            ),
        ));
    }
}
