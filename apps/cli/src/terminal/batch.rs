//! New files that replace the old ones together.

use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt;
use gdvariant_files::save::{Replacement, SaveNote, StagedFile, commit_all};
use std::collections::HashSet;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// New files that replace the old ones together, with the notes about them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batch(Arc<Mutex<BatchContent>>);

#[derive(Debug, Default)]
struct BatchContent {
    files: Vec<StagedFile>,
    paths: HashSet<PathBuf>,
    notes: Vec<String>,
}

impl Batch {
    fn content(&self) -> MutexGuard<'_, BatchContent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a new file, which is completely written.
    pub(crate) fn add(&self, file: Replacement) -> Result<(), Failure> {
        let mut content = self.content();
        let path = file.path().to_owned();
        if !content.paths.insert(path.clone()) {
            let message = "two files would be written here; convert them separately";
            return Err(Failure::at(path.display(), message));
        }
        content.files.push(file.stage()?);
        Ok(())
    }

    /// Adds a note that is printed after all files are replaced.
    pub(crate) fn add_note(&self, message: String) {
        self.content().notes.push(message);
    }

    pub(crate) fn commit(self) -> Result<(), Failure> {
        let BatchContent { files, notes, .. } = mem::take(&mut *self.content());
        let replaced = |path: &Path, notes: Vec<SaveNote>| {
            for text in notes {
                note(&format!("{}: {text}", path.display()));
            }
        };
        // An interruption would leave some files unchanged.
        interrupt::ignored(|| commit_all(files, replaced))?;
        for message in &notes {
            note(message);
        }
        Ok(())
    }
}
