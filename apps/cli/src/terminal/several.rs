//! Runs a command for several files.

use crate::args::{FileArgs, OutputArgs};
use crate::terminal::batch::Batch;
use crate::terminal::failure::Failure;
use crate::terminal::output::Output;

/// The files that a command reads or changes: FILE, or the files after `--files`.
pub(crate) struct Files {
    pub(crate) list: Vec<FileArgs>,
    /// Whether `--files` is set.
    pub(crate) is_several: bool,
}

impl Files {
    pub(crate) fn one(file: FileArgs) -> Self {
        Self {
            list: vec![file],
            is_several: false,
        }
    }

    fn each(&self, mut run: impl FnMut(&FileArgs) -> Result<(), Failure>) -> Result<(), Failure> {
        if let (false, [file]) = (self.is_several, &self.list[..]) {
            return run(file);
        }
        each(&self.list, run)
    }

    /// Runs a command that prints each file. With several files, the command receives the name to
    /// print before each value.
    pub(crate) fn print(
        &self,
        mut output: Output,
        mut run: impl FnMut(&FileArgs, Option<&str>, &mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let result = self.each(|file| {
            let label = file.label();
            let name = self.is_several.then_some(&*label);
            let result = run(file, name, &mut output);
            output.flush()?;
            result
        });
        output.end(result)
    }

    /// Creates the output for [`print`](Self::print).
    pub(crate) fn output(&self, args: &OutputArgs) -> Result<Output, Failure> {
        for file in &self.list {
            args.check_input(file)?;
        }
        Output::for_values(args, &self.list[0])
    }

    /// Runs a command that replaces each file. With several files, the command receives the batch
    /// to which it adds the new file, and which the caller has to commit.
    pub(crate) fn stage(
        &self,
        mut run: impl FnMut(&FileArgs, Option<Batch>) -> Result<(), Failure>,
    ) -> Result<Batch, Failure> {
        let batch = Batch::default();
        if self.is_several {
            let staged = self.each(|file| run(file, Some(batch.clone())));
            let nothing = |message| format!("nothing was written: {message}");
            staged.map_err(|failure| failure.map(nothing))?;
        } else {
            self.each(|file| run(file, None))?;
        }
        Ok(batch)
    }
}

/// Runs a command for each item. If one fails, its error is printed, and the command continues with
/// the next one.
pub(crate) fn each<T>(
    items: &[T],
    mut run: impl FnMut(&T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (mut failed, mut kind) = (0, Failure::Input as fn(String) -> Failure);
    for item in items {
        match run(item) {
            Err(failure @ (Failure::Input(_) | Failure::Ambiguous(_))) => {
                failed += 1;
                if let Failure::Ambiguous(_) = failure {
                    kind = Failure::Ambiguous;
                }
                let _ = failure.report();
            }
            result => result?,
        }
    }
    match failed {
        0 => Ok(()),
        _ => Err(kind(format!("{failed} of {} files failed", items.len()))),
    }
}
