//! Reports `NodePaths` that lead out of their scene.

use super::rules::{Excerpt, FindingSink, NODE_PATH_ABSOLUTE, NODE_PATH_PARENT, report, word};
use gdvariant::format;
use gdvariant::inspect::{InspectRow, RowKind, Value};
use gdvariant::table::Body;

/// The state of the current path.
#[derive(Default)]
pub(super) struct NodePaths {
    is_absolute: bool,
    /// The number of names that have not started yet; subnames follow the names.
    names: u32,
    /// Whether all names decoded so far are empty.
    is_first: bool,
    /// The depth below the node at which the path starts; `None` once the path has left that node.
    level: Option<usize>,
}

impl NodePaths {
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut FindingSink<'_>) {
        if row.ty.body != Body::NodePath || row.kind != RowKind::Field {
            return;
        }
        match (row.field.name, row.value) {
            ("name_count", _) => {
                *self = Self {
                    is_absolute: false,
                    names: word(row).unwrap_or(0) & format::NODE_PATH_COUNT_MASK,
                    is_first: true,
                    level: Some(0),
                };
            }
            ("flags", _) => {
                let flags = word(row).unwrap_or(0);
                self.is_absolute = flags & format::NODE_PATH_ABSOLUTE != 0;
            }
            // An empty name has only a row for its length.
            ("length", Value::Unsigned(length)) => match self.names.checked_sub(1) {
                Some(left) => {
                    self.names = left;
                    self.is_first &= length > 0 || left > 0;
                }
                None => self.level = None,
            },
            ("name", Value::Text(name)) => self.name(row, name, sink),
            _ => {}
        }
    }

    fn name(&mut self, row: &InspectRow<'_>, name: &str, sink: &mut FindingSink<'_>) {
        let is_first = std::mem::take(&mut self.is_first);
        if self.is_absolute {
            if is_first && self.level.is_some() {
                report!(
                    sink,
                    row,
                    NODE_PATH_ABSOLUTE,
                    "an absolute path, starting with {}: it starts at the root of the tree and reaches nodes outside the scene; use a relative path",
                    Excerpt(&format!("/{name}"))
                );
            }
            return;
        }
        let Some(level) = self.level else {
            return;
        };
        self.level = match name {
            ".." => level.checked_sub(1),
            "." => Some(level),
            _ => Some(level + 1),
        };
        if self.level.is_none() {
            report!(
                sink,
                row,
                NODE_PATH_PARENT,
                "\"..\" leads above the node at which the path starts; check that the path stays in the scene"
            );
        }
    }
}
