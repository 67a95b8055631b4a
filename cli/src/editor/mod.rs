//! `gdvariant edit`: the values of a file as text in the user's editor.

pub(crate) mod changes;
mod draft;
mod edited;
mod launch;
mod original;
mod question;
pub(crate) mod text;

use crate::args::{EditorArgs, MAX_TEXT, Text};
use crate::certain::OtherLayouts;
use crate::failure::Failure;
use crate::interrupt;
use crate::layouts::{JsonLayout, for_layout};
use crate::replacement::CHANGED;
use crate::styles::ERROR;
use draft::Draft;
use edited::Replaced;
use gdvariant::Escaped;
use launch::Launcher;
use original::Original;
use std::io::Write;

/// Runs the command.
pub(crate) fn run(mut args: EditorArgs) -> Result<(), Failure> {
    let launcher = Launcher::of_environment()?;
    if args.edit.file.as_os_str() == "-" {
        return Err(Failure::usage(
            "standard input cannot be edited; give the path of a file",
        ));
    }
    let (file, opened) = original::open(&mut args.edit)?;
    for_layout!(opened.layout, L => {
        let (original, others) = Original::read::<L>(&args, file, opened)?;
        // Fails before the work rather than after it.
        drop(args.edit.create()?);
        let session = Session {
            draft: draft(&args, &original)?,
            is_interactive: question::is_interactive(),
            args,
            launcher,
            original,
            others,
        };
        session.run::<L>()
    })
}

/// Creates the file that is edited.
fn draft(args: &EditorArgs, original: &Original) -> Result<Draft, Failure> {
    let (suffix, text) = match args.form().to {
        Text::Json => ("json", original.text()),
        Text::Text => ("txt", original.commented(&args.edit)),
    };
    if text.len() as u64 > MAX_TEXT {
        return Err(args.edit.failure(&format!(
            "the text of the values has more than {MAX_TEXT} bytes, the most that can be edited; \
             `gdvariant set` changes values by their paths"
        )));
    }
    Draft::create(&args.edit.file, suffix, text)
}

/// A file that is being edited.
struct Session {
    args: EditorArgs,
    launcher: Launcher,
    /// Whether somebody could answer questions when the session began. If the terminal is gone
    /// since, the answer is no.
    is_interactive: bool,
    original: Original,
    /// The other layouts that fit the file.
    others: OtherLayouts,
    draft: Draft,
}

/// What to do with an edited text.
enum Decision {
    Write(Replaced),
    EditAgain,
    /// The values are those of the file.
    Nothing,
}

impl Session {
    fn run<L: JsonLayout>(self) -> Result<(), Failure> {
        match self.edit::<L>() {
            Ok(replaced) => self.end(replaced),
            Err(failure) => Err(keep(self.draft, failure)),
        }
    }

    /// Opens the editor until the text is valid and the changes are accepted. Returns what is to be
    /// written.
    fn edit<L: JsonLayout>(&self) -> Result<Option<Replaced>, Failure> {
        loop {
            let edited = interrupt::ignored(|| self.launcher.open(self.draft.path()));
            edited.map_err(|error| self.args.edit.failure(&error))?;
            match self.decide::<L>()? {
                Decision::Write(replaced) => return Ok(Some(replaced)),
                Decision::Nothing => return Ok(None),
                Decision::EditAgain => {}
            }
        }
    }

    fn decide<L: JsonLayout>(&self) -> Result<Decision, Failure> {
        let text = self.draft.read(MAX_TEXT);
        let replaced = text.and_then(|text| {
            if text == self.draft.original() {
                return Ok(None);
            }
            Replaced::new::<L>(&self.args, &self.original, &text).map(Some)
        });
        match replaced {
            Err(error) => self.edit_again(&error),
            Ok(Some(replaced)) if replaced.is_changed => {
                self.check_layout::<L>(&replaced)?;
                self.confirm(replaced)
            }
            Ok(_) => Ok(Decision::Nothing),
        }
    }

    /// Fails if another layout that fits the file would write other bytes.
    fn check_layout<L: JsonLayout>(&self, replaced: &Replaced) -> Result<(), Failure> {
        let (form, text) = (self.args.form(), &replaced.text);
        let written = text::all_canonical::<L>(form, text).unwrap_or_default();
        let args = &self.args.edit;
        let (label, chosen) = (args.file.display().to_string(), args.layout.chosen());
        self.others.compare(&label, chosen, &written, |layout| {
            let canonical = for_layout!(layout, A => Ok(text::all_canonical::<A>(form, text)));
            canonical.ok()?.ok()
        })
    }

    /// Asks whether to correct an invalid text.
    fn edit_again(&self, error: &str) -> Result<Decision, Failure> {
        let message = format!("the edited text is invalid: {error}");
        if self.is_interactive {
            anstream::eprintln!("{ERROR}error:{ERROR:#} {}", Escaped(&message));
            if question::ask("Edit again? [y/n]", "yn") == 'y' {
                return Ok(Decision::EditAgain);
            }
        }
        Err(self.args.edit.failure(&message))
    }

    /// Shows the changes, and asks whether to write them.
    fn confirm(&self, replaced: Replaced) -> Result<Decision, Failure> {
        let args = &self.args.edit;
        changes::show(&self.original.text(), &replaced.text, args.writes_stdout())?;
        if args.dry_run {
            return Ok(Decision::Nothing);
        }
        if self.args.yes || !self.is_interactive {
            return Ok(Decision::Write(replaced));
        }
        let target = args.output.path().unwrap_or(&args.file).display();
        let question = format!(
            "Write these changes to {}? [y]es, [n]o, [e]dit again",
            Escaped(target)
        );
        match question::ask(&question, "yne") {
            'y' => Ok(Decision::Write(replaced)),
            'e' => Ok(Decision::EditAgain),
            _ => Err(self.args.edit.failure("the changes were rejected")),
        }
    }

    /// Writes the changes, if there are any, and deletes the draft.
    fn end(mut self, replaced: Option<Replaced>) -> Result<(), Failure> {
        let written = if let Some(replaced) = replaced {
            self.write(&replaced)
        } else {
            self.copy()
        };
        match written {
            Ok(()) => {
                self.draft.remove();
                Ok(())
            }
            Err(failure) => Err(keep(self.draft, failure)),
        }
    }

    /// Copies the unchanged file if another one is to be written.
    fn copy(&self) -> Result<(), Failure> {
        let args = &self.args.edit;
        if args.dry_run {
            return Ok(());
        }
        if !args.output.is_given() {
            args.note("no value was changed, nothing is written");
            return Ok(());
        }
        args.note("no value was changed, the file is copied");
        let mut output = args.create()?;
        let written = output.value(|out| out.write_all(&self.original.file));
        output.end(written)
    }

    fn write(&mut self, replaced: &Replaced) -> Result<(), Failure> {
        let (args, original) = (&self.args.edit, &mut self.original);
        let wrappers = std::mem::take(&mut original.wrappers);
        let mut output = args.create()?;
        let now = output.lock(&args.input().file)?;
        if now.is_some_and(|now| now != original.file) {
            return Err(args.failure(CHANGED));
        }
        output = output.wrapped(wrappers);
        let written = output.value(|out| {
            out.write_all(&original.before)?;
            out.write_all(&replaced.bytes)?;
            out.write_all(&original.after)
        });
        output.end(written)
    }
}

/// Adds to a failure where the edited text is. A draft that was not edited is deleted.
fn keep(draft: Draft, failure: Failure) -> Failure {
    let is_edited = match draft.read(MAX_TEXT) {
        Ok(text) => text != draft.original(),
        Err(_) => draft.path().exists(),
    };
    if !is_edited {
        draft.remove();
        return failure;
    }
    match failure {
        Failure::Input(message) => Failure::Input(format!(
            "{message}; nothing is written, the edited text is in {}",
            draft.path().display()
        )),
        other => other,
    }
}
