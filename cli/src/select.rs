//! The values at paths, of one value or several.

use crate::absent::{Missing, absent};
use crate::args::FileArgs;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use gdvariant::{Path, generic};

/// The paths of a command, and whether there were values at them.
pub(crate) struct Selection<'p> {
    paths: Vec<Selected<'p>>,
}

struct Selected<'p> {
    path: &'p Path,
    is_found: bool,
    /// What the first value without the path lacks.
    missing: Option<Missing>,
}

impl<'p> Selection<'p> {
    pub(crate) fn new(paths: impl IntoIterator<Item = &'p Path>) -> Self {
        let selected = |path| Selected {
            path,
            is_found: false,
            missing: None,
        };
        Self {
            paths: paths.into_iter().map(selected).collect(),
        }
    }

    /// Hands the values at the paths to `each`; those that there are.
    pub(crate) fn each<L: JsonLayout>(
        &mut self,
        value: &L::Variant,
        mut each: impl FnMut(&L::Variant) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for selected in &mut self.paths {
            if let Some(value) = generic::at_path::<L>(value, selected.path) {
                selected.is_found = true;
                each(value)?;
            } else if let Some(part) = generic::part_at_path::<L>(value, selected.path) {
                selected.is_found = true;
                each(&part)?;
            } else if selected.missing.is_none() {
                selected.missing = Some(Missing::of::<L>(value, selected.path));
            }
        }
        Ok(())
    }

    /// Fails if no value had one of the paths.
    pub(crate) fn end(&self, file: &FileArgs) -> Result<(), Failure> {
        let mut paths = self.paths.iter().filter(|selected| !selected.is_found);
        let missing = paths.find_map(|it| Some((it.path, it.missing.as_ref()?)));
        match missing {
            Some((path, missing)) => Err(absent(file, path, missing)),
            None => Ok(()),
        }
    }
}
