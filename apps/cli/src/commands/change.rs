//! `gdvariant set`, `rm`, `mv` and `cp`: change values of files by path, and keep all other bytes.

mod plan;
pub(crate) mod transfer;

pub(crate) use plan::check_fault;

use crate::args::{ChangeArgs, FileArgs, RemoveArgs, SetArgs};
use crate::terminal::failure::{Failure, advised};
use crate::terminal::several::Files;
use crate::terminal::source;
use gdvariant::{Condition, Path};
use gdvariant_files::document::{IfExists, NewKeys};
use std::path::PathBuf;
use std::sync::Arc;

/// The changes to make to the value of a file.
enum Changes {
    /// Each path, and its new value; and whether new keys are accepted.
    Set(Vec<(Path, NewValue)>, NewKeys),
    Remove(Vec<Path>),
    /// Moves or copies a value within the file.
    Transfer(Transfer),
}

/// A value that is moved or copied, within a file or into another one.
struct Transfer {
    from: Path,
    to: Path,
    /// Whether the value is removed from its place.
    is_move: bool,
    if_exists: IfExists,
}

/// A new value as the command line or a file contains it.
enum NewValue {
    Text(String),
    /// The JSON form of the value.
    Json(String),
    /// The bytes of a PackedByteArray.
    Bytes(Arc<[u8]>),
}

/// A command that makes the same changes to one or several files.
pub(crate) struct ChangeCommand {
    args: ChangeArgs,
    files: Files,
    changes: Changes,
    conditions: Vec<Condition>,
}

impl ChangeCommand {
    /// Creates the command that sets values.
    pub(crate) fn set(mut args: SetArgs) -> Result<Self, Failure> {
        let mut arguments = std::mem::take(&mut args.changes);
        let files = args.files.take(&args.edit.file, &mut arguments)?;
        let (pairs, rest) = arguments.as_chunks();
        if !rest.is_empty() {
            let usage = if files.is_several {
                "PATH VALUE [PATH VALUE]... --files FILE..."
            } else {
                "FILE PATH VALUE [PATH VALUE]..."
            };
            return Err(Failure::usage(format!(
                "a path has no value; expected gdvariant set {usage}"
            )));
        }
        let inputs = pairs.iter().filter(|[_, value]| value == "@-").count();
        if inputs > 1 {
            return Err(Failure::usage(format!(
                "standard input is one value; expected @- once, found {inputs}"
            )));
        }
        let change = |[path, value]: &[String; 2]| {
            let path = parse(path)?;
            Ok((path, NewValue::parse(value, &args)?))
        };
        let changes: Vec<_> = pairs.iter().map(change).collect::<Result<_, Failure>>()?;
        for (index, (path, _)) in changes.iter().enumerate() {
            check_root(path, args.root)?;
            let is_same = |(other, _): &(Path, NewValue)| other == path;
            if !path.to_string().ends_with("[+]") && changes[..index].iter().any(is_same) {
                return Err(Failure::usage(format!(
                    "{path} has two values; omit one of the two"
                )));
            }
        }
        let new_keys = if args.new {
            NewKeys::Add
        } else {
            NewKeys::Fail
        };
        Ok(Self {
            changes: Changes::Set(changes, new_keys),
            conditions: args.select.conditions()?,
            files,
            args: args.edit,
        })
    }

    /// Creates the command that removes values.
    pub(crate) fn remove(mut args: RemoveArgs) -> Result<Self, Failure> {
        let files = args.files.take(&args.edit.file, &mut args.paths)?;
        let paths = args.paths.iter().map(|path| parse(path));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            changes: Changes::Remove(paths),
            conditions: args.select.conditions()?,
            files,
            args: args.edit,
        })
    }

    /// Changes the file, or all files.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut is_found = false;
        let batch = self.files.stage(|file, batch| {
            is_found |= self.change_file(self.args.with_file(file.clone(), batch))?;
            Ok(())
        })?;
        if is_found {
            return batch.commit();
        }
        Err(match (&self.files.list[..], self.files.is_several) {
            ([file], false) => file.failure(self.no_match()),
            (files, _) => Failure::Input(format!("{} in {} files", self.no_match(), files.len())),
        })
    }

    /// Changes a file. Returns whether a value was selected.
    fn change_file(&self, args: ChangeArgs) -> Result<bool, Failure> {
        // A file that cannot be replaced is found before it is read.
        let mut output = args.create()?;
        let stored = output.stored_input(&args.file)?;
        let plan = self.plan(args, &stored)?;
        if plan.is_empty() {
            if self.files.is_several {
                plan.args.note("no value matches; the file was not changed");
            }
            return Ok(false);
        }
        let verb = match self.changes {
            Changes::Remove(_) => ["remove", "removed"],
            _ => ["set", "set"],
        };
        plan.write(output, verb, self.files.is_several)?;
        Ok(true)
    }

    /// Returns the paths that can have patterns and conditions.
    fn paths(&self) -> Vec<&Path> {
        match &self.changes {
            Changes::Set(changes, _) => changes.iter().map(|(path, _)| path).collect(),
            Changes::Remove(paths) => paths.iter().collect(),
            Changes::Transfer(_) => Vec::new(),
        }
    }

    /// Returns whether the changes select values, of which a file can have none.
    fn selects(&self) -> bool {
        !self.conditions.is_empty() || self.paths().iter().any(|path| path.is_pattern())
    }

    /// Returns the message of a command whose patterns and conditions select no value.
    fn no_match(&self) -> String {
        let paths = self.paths();
        let shown: Vec<_> = paths.iter().map(ToString::to_string).collect();
        let conditions: Vec<_> = self.conditions.iter().map(ToString::to_string).collect();
        let message = format!("no value at {}", shown.join(" or "));
        let message = match conditions.join(" and ") {
            conditions if conditions.is_empty() => message,
            conditions => format!("{message} satisfies {conditions}"),
        };
        let container = paths.iter().find(|it| !it.is_pattern() && !it.is_empty());
        advised(
            message,
            container.map(|path| format!("'{path}[*]' stands for the elements of {path}")),
        )
    }
}

/// Returns the failure of a command that has written files. Repeating the command would append a
/// value again.
fn partial(failure: Failure, written: &str) -> Failure {
    failure.map(|message| {
        let message = message.trim_end_matches("; run the command again");
        format!("{message}; {written}")
    })
}

impl NewValue {
    /// Reads the file that an argument `@FILE` names. `@"` starts a NodePath of Godot 3.
    fn parse(argument: &str, args: &SetArgs) -> Result<Self, Failure> {
        let name = argument.strip_prefix('@');
        let Some(name) = name.filter(|it| !it.starts_with('"')) else {
            if args.bytes {
                return Err(Failure::usage(format!(
                    "--bytes reads each value from a file; expected @FILE, found {argument:?}"
                )));
            }
            return Ok(Self::from_text(argument.into(), args));
        };
        let file = FileArgs::from(PathBuf::from(name));
        if file.path().is_none() && args.edit.file.path().is_none() {
            return Err(Failure::usage(
                "standard input is already the file to change; name one of the two",
            ));
        }
        let bytes = source::bytes(&file)?;
        if args.bytes {
            return Ok(Self::Bytes(bytes));
        }
        let text = String::from_utf8(bytes.to_vec());
        let text = text.map_err(|_| {
            file.failure("expected a value as UTF-8 text; --bytes sets a PackedByteArray")
        })?;
        Ok(Self::from_text(text, args))
    }

    fn from_text(text: String, args: &SetArgs) -> Self {
        if args.string {
            // The escapes of `var_to_str`: every other character is written as it is.
            let text = text.replace('\\', r"\\").replace('"', r#"\""#);
            Self::Text(format!("\"{text}\""))
        } else if args.json {
            Self::Json(text)
        } else {
            Self::Text(text)
        }
    }
}

/// Returns a failure if a value would replace the whole value without `--root`.
fn check_root(path: &Path, is_accepted: bool) -> Result<(), Failure> {
    if is_accepted || !path.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(
        "the empty path is the whole value; use --root to replace it",
    ))
}

fn parse(path: &str) -> Result<Path, Failure> {
    path.parse()
        .map_err(|error| Failure::usage(format!("invalid path {path:?}: {error:#}")))
}
