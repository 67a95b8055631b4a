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
    /// What the value lacks that has most of the path.
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
            } else if let Some(part) = generic::component_at_path::<L>(value, selected.path) {
                selected.is_found = true;
                each(&part)?;
            } else {
                let missing = Missing::of::<L>(value, selected.path);
                let length = |missing: &Missing| missing.path.segments().count();
                let known = selected.missing.as_ref().map_or(0, length);
                if known < length(&missing) {
                    selected.missing = Some(missing);
                }
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
