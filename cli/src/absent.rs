//! The error of a path that leads to no value.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use gdvariant::{Path, Segment, generic};

/// Returns the failure of a path whose first segments `missing` lead to no value.
pub(crate) fn absent(file: &FileArgs, path: &Path, missing: &Path) -> Failure {
    let label = file.label();
    let missing = missing.to_string();
    let which = if missing == path.to_string() {
        String::new()
    } else {
        format!("; {missing} does not exist")
    };
    Failure::Input(format!(
        "{label}: no value at {path}{which}; `gdvariant inspect` shows the paths"
    ))
}

/// Returns the shortest start of a path that does not exist.
pub(crate) fn first_missing<L: JsonLayout>(value: &L::Variant, path: &Path) -> Path {
    let segments: Vec<&Segment> = path.segments().collect();
    let start = |length: usize| -> Path { segments[..length].iter().copied().cloned().collect() };
    let lengths = 1..=segments.len();
    let mut starts = lengths.map(start);
    let missing = starts.find(|start| generic::part_at_path::<L>(value, start).is_none());
    missing.unwrap_or_default()
}
