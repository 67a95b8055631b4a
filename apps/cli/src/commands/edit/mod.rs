//! `gdvariant edit`: opens the values of a file as text in the user's editor.

pub(crate) mod draft;
mod launch;
pub(crate) mod review;
pub(crate) mod text;
mod values;

use crate::args::{EditArgs, MAX_TEXT};
use crate::terminal::failure::{Failure, note};
use crate::terminal::interrupt;
use crate::terminal::open;
use crate::terminal::styles::ERROR;
use draft::Draft;
use gdvariant::Escaped;
use gdvariant_files::input::StoredInput;
use gdvariant_files::layer::Layer;
use launch::Launcher;
use std::io::Write;
use std::sync::Arc;
use values::{NewValues, Original};

pub(crate) fn run(mut args: EditArgs) -> Result<(), Failure> {
    let launcher = Launcher::from_env()?;
    let file = args.edit.file.clone();
    if file.path().is_none() {
        return Err(Failure::usage(
            "standard input cannot be edited; pass a file",
        ));
    }
    let original = Original::open(&mut args)?;
    // An output that cannot be created is reported before the user starts to edit.
    drop(args.edit.create()?);
    let (suffix, text) = original.draft(&args);
    if text.len() as u64 > MAX_TEXT {
        return Err(file.failure(format_args!(
            "the text of the values exceeds the limit of {MAX_TEXT} bytes; \
             `gdvariant set` changes values by their paths"
        )));
    }
    let mut layers = original.document.layers().iter();
    let is_encrypted = layers.any(Layer::is_encrypted);
    let mut session = Session {
        draft: Draft::create(&file, is_encrypted, suffix, text)?,
        is_interactive: review::is_interactive(),
        args,
        launcher,
        original,
    };
    let ended = session.edit().and_then(|new| match new {
        Some(new_values) => session.write(&new_values),
        None => session.copy(),
    });
    ended.map_err(|failure| session.keep(failure))
}

/// The state of an editing session. Its draft is deleted at the end.
struct Session {
    args: EditArgs,
    launcher: Launcher,
    /// Whether questions could be asked on a terminal at the start. If the terminal has been closed
    /// since, each answer is no.
    is_interactive: bool,
    original: Original,
    draft: Draft,
}

impl Session {
    /// Opens the editor until the text is valid and the changes are accepted. Returns the values to
    /// write; `None` if nothing changed.
    fn edit(&self) -> Result<Option<NewValues>, Failure> {
        let file = &self.args.edit.file;
        loop {
            let edited = interrupt::ignored(|| self.launcher.open(self.draft.path()));
            edited.map_err(|error| file.failure(&error))?;
            match self.new_values() {
                Ok(Some(new_values)) => match self.answer(&new_values)? {
                    'y' => return Ok(Some(new_values)),
                    'n' => return Err(file.failure("the changes were rejected")),
                    'e' => {}
                    _ => return Ok(None),
                },
                Ok(None) => return Ok(None),
                Err(error) => {
                    let message = format!("the edited text is invalid: {error}");
                    if self.is_interactive {
                        anstream::eprintln!("{ERROR}error:{ERROR:#} {}", Escaped(&message));
                    }
                    if !self.is_interactive || review::ask("Edit again? [y/n]", "yn") == 'n' {
                        return Err(file.failure(&message));
                    }
                }
            }
        }
    }

    /// Reads the edited text. Returns `None` if no value was changed.
    fn new_values(&self) -> Result<Option<NewValues>, String> {
        let text = self.draft.read(MAX_TEXT)?;
        if text == self.draft.original() {
            return Ok(None);
        }
        NewValues::new(&self.args, &self.original, &text)
    }

    /// Shows the changes, and asks whether to write them: yes, no, edit again, or `d` for a dry run.
    fn answer(&self, new_values: &NewValues) -> Result<char, Failure> {
        let args = &self.args.edit;
        let certain = self.original.check_layout(&self.args, new_values);
        certain.map_err(|others| open::uncertain(&args.file, args.layout.chosen(), &others))?;
        let (old, new) = (&self.original.text, &new_values.text);
        review::show_changes(old, new, args.writes_stdout())?;
        if args.dry_run {
            return Ok('d');
        }
        if self.args.yes || !self.is_interactive {
            return Ok('y');
        }
        let target = match args.output.path() {
            Some(path) => path.display().to_string(),
            None => args.file.label(),
        };
        let question = format!(
            "Write these changes to {}? [y]es, [n]o, [e]dit again",
            Escaped(target)
        );
        Ok(review::ask(&question, "yne"))
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
        args.create()?
            .print(|out| out.write_all(&self.original.file))
    }

    fn write(&self, new_values: &NewValues) -> Result<(), Failure> {
        let args = &self.args.edit;
        let mut output = args.create()?;
        let old = StoredInput::from(Arc::clone(&self.original.file));
        output.lock_unchanged(&args.file, old.digest())?;
        output.print(|out| new_values.document.write_to(out))
    }

    /// Keeps an edited draft and adds its path to the failure.
    fn keep(&mut self, failure: Failure) -> Failure {
        let draft = &mut self.draft;
        let is_edited = match draft.read(MAX_TEXT) {
            Ok(text) => text != draft.original(),
            Err(_) => draft.path().exists(),
        };
        if !is_edited {
            return failure;
        }
        draft.keep();
        let kept = format!("the edited text is in {}", draft.path().display());
        if let Failure::Reported { .. } | Failure::OutputClosed = failure {
            note(&kept);
        }
        failure.map(|message| format!("{message}; nothing was written, {kept}"))
    }
}
