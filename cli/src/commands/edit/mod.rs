//! `gdvariant edit`: opens the values of a file as text in the user's editor.

mod launch;
#[cfg(unix)]
mod private;
pub(crate) mod review;
pub(crate) mod text;
mod values;

use crate::args::{EditArgs, MAX_TEXT, ValueForm};
use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt;
use crate::terminal::open;
use crate::terminal::styles::ERROR;
use gdvariant::Escaped;
use gdvariant_files::input::StoredInput;
use gdvariant_files::open::OtherLayouts;
use gdvariant_files::wrapper::Wrapper;
use launch::{Launcher, TemporaryFile};
use std::io::Write;
use std::sync::Arc;
use values::{NewValues, Original};

pub(crate) fn run(mut args: EditArgs) -> Result<(), Failure> {
    let launcher = Launcher::of_environment()?;
    if args.edit.file.path().is_none() {
        return Err(Failure::usage(
            "standard input cannot be edited; pass a file",
        ));
    }
    let (original, others) = Original::open(&mut args)?;
    // An output that cannot be created is reported before the user starts to edit.
    drop(args.edit.create()?);
    let session = Session {
        file: temporary_file(&args, &original)?,
        is_interactive: review::is_interactive(),
        args,
        launcher,
        original,
        others,
    };
    session.run()
}

/// Creates the temporary file that the editor opens.
fn temporary_file(args: &EditArgs, original: &Original) -> Result<TemporaryFile, Failure> {
    let (suffix, text) = match args.form().form() {
        _ if original.content.is_some() => (original.suffix(), original.text()),
        ValueForm::Json => ("json", original.text()),
        ValueForm::Text => ("txt", original.commented(&args.edit)),
    };
    if text.len() as u64 > MAX_TEXT {
        return Err(args.edit.file.failure(format_args!(
            "the text of the values exceeds the limit of {MAX_TEXT} bytes; \
             `gdvariant set` changes values by their paths"
        )));
    }
    let is_encrypted = original
        .document
        .wrappers()
        .iter()
        .any(Wrapper::is_encrypted);
    TemporaryFile::create(&args.edit.file, is_encrypted, suffix, text)
}

/// The state of an editing session.
struct Session {
    args: EditArgs,
    launcher: Launcher,
    /// Whether questions could be asked on a terminal at the start. If the terminal has been closed
    /// since, each answer is no.
    is_interactive: bool,
    original: Original,
    /// The other layouts that fit the file.
    others: OtherLayouts,
    file: TemporaryFile,
}

/// The next step after the editor exits.
enum Decision {
    Write(NewValues),
    EditAgain,
    /// The values did not change, or must not be written.
    Nothing,
}

impl Session {
    fn run(self) -> Result<(), Failure> {
        match self.edit() {
            Ok(new_values) => self.end(new_values),
            Err(failure) => Err(keep(self.file, failure)),
        }
    }

    /// Opens the editor until the text is valid and the changes are accepted. Returns the values to
    /// write; `None` if nothing changed.
    fn edit(&self) -> Result<Option<NewValues>, Failure> {
        loop {
            let edited = interrupt::ignored(|| self.launcher.open(self.file.path()));
            edited.map_err(|error| self.args.edit.file.failure(&error))?;
            match self.decide()? {
                Decision::Write(new_values) => return Ok(Some(new_values)),
                Decision::Nothing => return Ok(None),
                Decision::EditAgain => {}
            }
        }
    }

    fn decide(&self) -> Result<Decision, Failure> {
        let text = self.file.read(MAX_TEXT);
        let new_values = text.and_then(|text| {
            if text == self.file.original() {
                return Ok(None);
            }
            NewValues::new(&self.args, &self.original, &text).map(Some)
        });
        match new_values {
            Err(error) => self.edit_again(&error),
            Ok(Some(new_values)) if new_values.is_changed => {
                self.check_layout(&new_values)?;
                self.confirm(new_values)
            }
            Ok(_) => Ok(Decision::Nothing),
        }
    }

    /// Returns a failure if another layout that fits the file would write different bytes.
    fn check_layout(&self, new_values: &NewValues) -> Result<(), Failure> {
        if self.original.content.is_some() {
            return Ok(());
        }
        let (form, text) = (self.args.form(), &new_values.text);
        let args = &self.args.edit;
        let chosen = args.layout.chosen();
        let canonical = |layout| text::all_canonical(layout, form, text).ok();
        let written = canonical(chosen.layout).unwrap_or_default();
        let certain = self.others.compare(&written, canonical);
        certain.map_err(|reason| open::uncertain(&args.file, chosen, &reason))
    }

    /// Asks whether to correct an invalid text.
    fn edit_again(&self, error: &str) -> Result<Decision, Failure> {
        let message = format!("the edited text is invalid: {error}");
        if self.is_interactive {
            anstream::eprintln!("{ERROR}error:{ERROR:#} {}", Escaped(&message));
            if review::ask("Edit again? [y/n]", "yn") == 'y' {
                return Ok(Decision::EditAgain);
            }
        }
        Err(self.args.edit.file.failure(&message))
    }

    /// Shows the changes, and asks whether to write them.
    fn confirm(&self, new_values: NewValues) -> Result<Decision, Failure> {
        let args = &self.args.edit;
        review::show_changes(
            &self.original.text(),
            &new_values.text,
            args.writes_stdout(),
        )?;
        if args.dry_run {
            return Ok(Decision::Nothing);
        }
        if self.args.yes || !self.is_interactive {
            return Ok(Decision::Write(new_values));
        }
        let target = match args.output.path() {
            Some(path) => path.display().to_string(),
            None => args.file.label(),
        };
        let question = format!(
            "Write these changes to {}? [y]es, [n]o, [e]dit again",
            Escaped(target)
        );
        match review::ask(&question, "yne") {
            'y' => Ok(Decision::Write(new_values)),
            'e' => Ok(Decision::EditAgain),
            _ => Err(self.args.edit.file.failure("the changes were rejected")),
        }
    }

    /// Writes the changes, if there are any, and deletes the temporary file.
    fn end(mut self, new_values: Option<NewValues>) -> Result<(), Failure> {
        let written = if let Some(new_values) = new_values {
            self.write(&new_values)
        } else {
            self.copy()
        };
        match written {
            Ok(()) => {
                self.file.remove();
                Ok(())
            }
            Err(failure) => Err(keep(self.file, failure)),
        }
    }

    /// Copies the unchanged file if the options name another output.
    fn copy(&self) -> Result<(), Failure> {
        let args = &self.args.edit;
        if args.dry_run {
            return Ok(());
        }
        if !args.output.is_given() {
            args.note("no value was changed; nothing was written");
            return Ok(());
        }
        args.note("no value was changed; the file was copied");
        let mut output = args.create()?;
        let written = output.value(|out| out.write_all(&self.original.file));
        output.end(written)
    }

    fn write(&mut self, new_values: &NewValues) -> Result<(), Failure> {
        let (args, original) = (&self.args.edit, &mut self.original);
        let replaced = original.replace(new_values);
        replaced.map_err(|error| args.failure(&error))?;
        let document = &original.document;
        let mut output = args.create()?;
        let old = StoredInput::from(Arc::clone(&original.file));
        output.lock_unchanged(&args.file, old.digest())?;
        let written = output.value(|out| document.write_to(out));
        output.end(written)
    }
}

/// Keeps an edited temporary file and adds its path to the failure; deletes an unedited file.
fn keep(file: TemporaryFile, failure: Failure) -> Failure {
    let is_edited = match file.read(MAX_TEXT) {
        Ok(text) => text != file.original(),
        Err(_) => file.path().exists(),
    };
    if !is_edited {
        file.remove();
        return failure;
    }
    let draft = file.keep();
    let draft = format!("the edited text is in {}", draft.display());
    if let Failure::Reported { .. } | Failure::OutputClosed = failure {
        note(&draft);
    }
    failure.map(|message| format!("{message}; nothing was written, {draft}"))
}
