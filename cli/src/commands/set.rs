//! `gdvariant set`, `rm`, `mv` and `cp`: change values of files by path, and keep all other bytes.

mod plan;
pub(crate) mod transfer;

pub(crate) use plan::check_rest;

use crate::args::{ChangeArgs, FileArgs, RemoveArgs, SetArgs, check_path};
use crate::terminal::failure::{Failure, advised};
use crate::terminal::source;
use gdvariant::any::AnyVariant;
use gdvariant_files::change::deep::{Condition, DeepPath, IfExists};
use gdvariant_files::input::Digest;
use gdvariant_files::text::TextDocument;
use plan::Plan;
use std::path::PathBuf;
use std::sync::Arc;

/// The changes to make to the value of a file.
enum Changes {
    /// Each path, and its new value.
    Set(Vec<(DeepPath, NewValue)>),
    Remove(Vec<DeepPath>),
    /// Removes the values that patterns and conditions select.
    RemoveWhere(Vec<DeepPath>, Vec<Condition>),
    /// Moves or copies a value within the file.
    Transfer(Transfer),
    /// Takes a value for another file.
    Take {
        from: DeepPath,
        is_move: bool,
    },
    /// Sets the value of another file.
    Put {
        to: DeepPath,
        value: AnyVariant,
        if_exists: IfExists,
        from: DeepPath,
        /// The other file and its name if it is text, whose values can refer to it.
        of_text: Option<(TextDocument, String)>,
    },
}

/// A value that is moved or copied, within a file or into another one.
struct Transfer {
    from: DeepPath,
    to: DeepPath,
    /// Whether the value is removed from its place.
    is_move: bool,
    if_exists: IfExists,
}

impl Changes {
    /// Returns all paths in the file.
    fn paths(&self) -> Vec<&DeepPath> {
        match self {
            Self::Set(changes) => changes.iter().map(|(path, _)| path).collect(),
            Self::Remove(paths) | Self::RemoveWhere(paths, _) => paths.iter().collect(),
            Self::Transfer(it) => vec![&it.from, &it.to],
            Self::Take { from: path, .. } | Self::Put { to: path, .. } => vec![path],
        }
    }
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
    /// The files to change instead of the one that the arguments name.
    files: Vec<PathBuf>,
    changes: Changes,
}

impl ChangeCommand {
    /// Creates the command that sets values.
    pub(crate) fn set(mut args: SetArgs) -> Result<Self, Failure> {
        let mut arguments = std::mem::take(&mut args.changes);
        let files = std::mem::take(&mut args.files).take(&args.edit, &mut arguments)?;
        let (pairs, rest) = arguments.as_chunks();
        if !rest.is_empty() {
            let usage = match files.len() {
                0 => "FILE PATH VALUE [PATH VALUE]...",
                _ => "PATH VALUE [PATH VALUE]... --files FILE...",
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
        let has_several = !files.is_empty();
        let change = |[path, value]: &[String; 2]| {
            let path = parse_single(path, has_several)?;
            Ok((path, NewValue::of(value, &args)?))
        };
        let changes: Vec<_> = pairs.iter().map(change).collect::<Result<_, Failure>>()?;
        for (index, (path, _)) in changes.iter().enumerate() {
            check_root(path, args.root)?;
            let is_same = |(other, _): &(DeepPath, NewValue)| other == path;
            if !path.to_string().ends_with("[+]") && changes[..index].iter().any(is_same) {
                return Err(Failure::usage(format!(
                    "{path} has two values; omit one of the two"
                )));
            }
        }
        Ok(Self {
            changes: Changes::Set(changes),
            files,
            args: args.edit,
        })
    }

    /// Creates the command that removes values.
    pub(crate) fn remove(mut args: RemoveArgs) -> Result<Self, Failure> {
        let files = args.files.take(&args.edit, &mut args.paths)?;
        let paths = args.paths.iter().map(|path| parse(path, !files.is_empty()));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let conditions = args.conditions.iter().map(|text| {
            text.parse()
                .map_err(|error| Failure::usage(format!("invalid condition {text:?}: {error}")))
        });
        let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
        let changes = if conditions.is_empty() && !paths.iter().any(DeepPath::is_pattern) {
            Changes::Remove(paths)
        } else {
            Changes::RemoveWhere(paths, conditions)
        };
        Ok(Self {
            changes,
            files,
            args: args.edit,
        })
    }

    /// Changes the file, or all files.
    pub(crate) fn run(self) -> Result<(), Failure> {
        if !self.files.is_empty() {
            return self.run_all();
        }
        let mut output = self.args.create()?;
        let stored = output.stored_input(&self.args.file)?;
        let plan = self.plan(self.args.clone(), &stored)?;
        if plan.is_empty() {
            return Err(self.args.file.failure(self.no_match()));
        }
        plan.write(output, false)
    }

    /// Changes all files, after every change is known to succeed.
    fn run_all(&self) -> Result<(), Failure> {
        let (mut plans, mut failure) = (Vec::new(), None);
        let mut failed = 0;
        for file in &self.files {
            let args = self.args.with_file(file.clone());
            // A file that cannot be replaced is found before the first file is.
            let writable = args.create().map(drop);
            let planned = writable
                .and_then(|()| source::stored(&args.file))
                .and_then(|original| Ok((original.digest(), self.plan(args, &original)?)));
            match planned {
                Ok(planned) => plans.push(planned),
                Err(error) => {
                    failed += 1;
                    // The last failure is returned, the others are printed.
                    if let Some(previous) = failure.replace(error) {
                        let _ = Failure::report(previous);
                    }
                }
            }
        }
        let count = self.files.len();
        if let Some(failure) = failure {
            return Err(failure.map(|message| {
                format!("{message}; nothing was written, because {failed} of {count} files cannot be changed")
            }));
        }
        if plans.iter().all(|(_, plan)| plan.is_empty()) {
            return Err(Failure::Input(format!(
                "{} in {count} files",
                self.no_match()
            )));
        }
        let mut written: Vec<String> = Vec::new();
        for (digest, plan) in plans {
            if plan.is_empty() {
                plan.args.note("no value matches; the file was not changed");
                continue;
            }
            let label = plan.args.file.label();
            write_unless_changed(plan, digest).map_err(|failure| {
                let written = match written.len() {
                    0 => "no file was written".to_owned(),
                    _ => format!("written before this error: {}", written.join(", ")),
                };
                partial(failure, &written)
            })?;
            written.push(label);
        }
        Ok(())
    }

    /// Returns the message of a command whose patterns and conditions select no value.
    fn no_match(&self) -> String {
        let Changes::RemoveWhere(paths, conditions) = &self.changes else {
            return "no value was selected".into();
        };
        let joined = |texts: Vec<String>, word: &str| texts.join(word);
        let shown = joined(paths.iter().map(ToString::to_string).collect(), " or ");
        let conditions = joined(
            conditions.iter().map(ToString::to_string).collect(),
            " and ",
        );
        let message = match &*conditions {
            "" => format!("no value at {shown}"),
            conditions => format!("no value at {shown} satisfies {conditions}"),
        };
        let is_single = |path: &&DeepPath| !path.is_pattern() && !path.is_empty();
        let container = paths.iter().find(is_single);
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

/// Writes a changed file, unless another program has changed it since it was read.
fn write_unless_changed(plan: Plan, original: Digest) -> Result<(), Failure> {
    let mut output = plan.args.create()?;
    output.lock_unchanged(&plan.args.file, original)?;
    plan.write(output, true)
}

impl NewValue {
    /// Reads the file that an argument `@FILE` names. `@"` starts a NodePath of Godot 3.
    fn of(argument: &str, args: &SetArgs) -> Result<Self, Failure> {
        let name = argument.strip_prefix('@');
        let Some(name) = name.filter(|it| !it.starts_with('"')) else {
            if args.bytes {
                return Err(Failure::usage(format!(
                    "--bytes reads each value from a file; expected @FILE, found {argument:?}"
                )));
            }
            return Ok(Self::of_text(argument.into(), args));
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
        Ok(Self::of_text(text, args))
    }

    fn of_text(text: String, args: &SetArgs) -> Self {
        if args.json {
            Self::Json(text)
        } else {
            Self::Text(text)
        }
    }
}

/// Parses the path of one value.
fn parse_single(path: &str, has_several: bool) -> Result<DeepPath, Failure> {
    let parsed = parse(path, has_several)?;
    check_single(&parsed)?;
    Ok(parsed)
}

/// Returns a failure if the path is a pattern.
pub(crate) fn check_single(path: &DeepPath) -> Result<(), Failure> {
    if !path.is_pattern() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{path}: only gdvariant rm accepts [*], which stands for several values; expected the path of one value"
    )))
}

/// Returns a failure if a value would replace the whole value without `--root`.
fn check_root(path: &DeepPath, is_accepted: bool) -> Result<(), Failure> {
    if is_accepted || !path.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(
        "the empty path is the whole value; use --root to replace it",
    ))
}

/// Parses the path of a value. With several files, an argument that names a file is a mistake.
fn parse(path: &str, has_several: bool) -> Result<DeepPath, Failure> {
    if has_several {
        check_path(path)?;
    }
    path.parse()
        .map_err(|error| Failure::usage(format!("invalid path {path:?}: {error}")))
}
