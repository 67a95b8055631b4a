//! The checks of a value's rows, each a module with its rules.

pub(super) mod bits;
pub(super) mod declared;
pub(super) mod defects;
mod excerpt;
pub(super) mod node_paths;
pub(super) mod numbers;
pub(super) mod objects;
pub(super) mod padding;
pub(super) mod precision;
pub(super) mod resources;
pub(super) mod restored;
pub(super) mod sizes;
pub(super) mod strings;
pub(super) mod word;

use super::defects::Defects;
use super::finding::Sink;
use gdvariant::inspect::InspectRow;

/// The checks of one value, and what they keep from row to row.
pub(super) struct Checks<'d> {
    objects: objects::Objects,
    node_paths: node_paths::NodePaths,
    precision: precision::Precision,
    defects: defects::Affecting<'d>,
}

impl<'d> Checks<'d> {
    pub(super) fn new(defects: &'d Defects) -> Self {
        Self {
            objects: objects::Objects::default(),
            node_paths: node_paths::NodePaths::default(),
            precision: precision::Precision::default(),
            defects: defects::Affecting::new(defects),
        }
    }

    /// Examines the next row.
    pub(super) fn row(&mut self, row: &InspectRow<'_>, sink: &mut Sink<'_>) {
        self.objects.row(row, sink);
        self.node_paths.row(row, sink);
        self.precision.row(row, sink);
        self.defects.row(row, sink);
        bits::row(row, sink);
        declared::row(row, sink);
        numbers::row(row, sink);
        padding::row(row, sink);
        resources::row(row, sink);
        restored::row(row, sink);
        sizes::row(row, sink);
        strings::row(row, sink);
    }
}
