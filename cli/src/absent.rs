//! The error of a path that leads to no value.

use crate::args::FileArgs;
use crate::failure::Failure;
use gdvariant::Path;

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
