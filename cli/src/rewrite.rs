//! Files whose values are changed: what `set`, `rm` and `edit` have in common.

use crate::absent::no_such_value;
use crate::args::{EditArgs, OutputArgs};
use crate::encode;
use crate::failure::{Failure, note};
use crate::layouts::JsonLayout;
use gdvariant::EncodeOptions;

impl EditArgs {
    /// Returns where the changed file goes: in place of the file itself, unless the options name
    /// another one.
    pub(crate) fn target(&self) -> OutputArgs {
        if self.output.is_given() {
            self.output.clone()
        } else {
            OutputArgs::from(self.file.clone())
        }
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

    /// Returns the failure that the chosen value is not one of so many.
    pub(crate) fn no_such_value(&self, count: u64) -> Failure {
        let number = self.value.unwrap_or_default();
        no_such_value(&self.file.clone().into(), number, count)
    }

    /// Fails if bytes would go to a terminal.
    pub(crate) fn check_output(&self) -> Result<(), Failure> {
        if self.target().is_terminal() {
            let message = "bytes would go to the terminal; write them to a file: -o FILE";
            return Err(Failure::Usage(message.into()));
        }
        Ok(())
    }

    /// Writes a note about the file to standard error.
    pub(crate) fn note(&self, message: &str) {
        note(&format!("{}: {message}", self.file.display()));
    }

    /// Returns a failure with the file that it is about.
    pub(crate) fn failure(&self, message: &str) -> Failure {
        let path = self.file.display();
        Failure::Input(format!("{path}: {message}"))
    }
}
