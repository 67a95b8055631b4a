//! Files whose values are changed: what `set`, `rm`, `edit` and `convert --in-place` have in common.

use crate::args::{EditArgs, FileArgs};
use crate::encode;
use crate::failure::{Failure, note};
use crate::layouts::JsonLayout;
use crate::missing_path::no_such_value;
use crate::output::Output;
use crate::source::{self, Input};
use gdvariant::EncodeOptions;

/// Opens an input. If the output replaces it, no change of another program is lost meanwhile.
pub(crate) fn open(output: &mut Output, file: &FileArgs) -> Result<Input, Failure> {
    match output.lock(file)? {
        Some(content) => Ok(source::of_bytes(&content)),
        None => source::open(file),
    }
}

impl EditArgs {
    /// Creates the output: it replaces the file itself, unless the options name another one or ask
    /// for a dry run.
    pub(crate) fn create(&self) -> Result<Output, Failure> {
        let file = FileArgs::from(self.file.clone());
        let output = match file.path() {
            _ if self.dry_run => Output::collected(),
            Some(path) if !self.output.is_given() => Output::replacing(path)?,
            _ => {
                self.output.check_bytes("")?;
                Output::of_values(&self.output, &file)?
            }
        };
        Ok(output.with_backup(self.backup))
    }

    /// Returns whether a value, by its number from 1, is changed.
    pub(crate) fn is_chosen(&self, number: u64) -> bool {
        self.value.is_none_or(|chosen| chosen == number)
    }

    /// Returns a value that stays as it is, after its length if it has one.
    pub(crate) fn kept(&self, bytes: &[u8]) -> Vec<u8> {
        let mut framed = Vec::new();
        if self.frame.framed {
            framed.extend(self.frame.prefix(bytes.len()));
        }
        framed.extend_from_slice(bytes);
        framed
    }

    /// Encodes a new value, after its length if it has one.
    pub(crate) fn encoded<L: JsonLayout>(&self, value: &L::Variant) -> Result<Vec<u8>, String> {
        let frame = self.frame.framed.then(|| self.frame.options());
        encode::to_vec::<L>(value, EncodeOptions::new(), frame)
    }

    /// Returns the failure of a number beyond the number of values.
    pub(crate) fn no_such_value(&self, count: u64) -> Failure {
        let number = self.value.unwrap_or_default();
        no_such_value(&self.file.clone().into(), number, count)
    }

    /// Returns whether the changed values go to standard output.
    pub(crate) fn writes_stdout(&self) -> bool {
        self.output.is_given() && self.output.path().is_none()
    }

    /// Writes a note about the file to standard error.
    pub(crate) fn note(&self, message: &str) {
        note(&format!("{}: {message}", self.file.display()));
    }

    /// Returns a failure with the file that it is about.
    pub(crate) fn failure(&self, message: &str) -> Failure {
        Failure::at(self.file.display(), message)
    }
}
