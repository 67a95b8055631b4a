//! `gdvariant set` and `gdvariant rm`: change values of a file by path.

use crate::args::layouts::Selection;
use crate::args::{ChangeArgs, FileArgs, PrintArgs, RemoveArgs, SetArgs, ValueForm};
use crate::commands::decoder::Decoder;
use crate::commands::edit::{review, text};
use crate::terminal::failure::Failure;
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use crate::terminal::wording::byte_count;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::LayoutInfo;
use gdvariant::{EncodeError, Path, Segment};
use gdvariant_files::change::deep::{self, DeepPath, StepOptions};
use gdvariant_files::change::{self, ChangeNote, EditError};
use gdvariant_files::json;
use gdvariant_files::kept::{EditedValue, canonical, edited};
use gdvariant_files::open::Purpose;
use gdvariant_files::text::{TextDocument, TextKind};
use gdvariant_files::values::Entry;
use gdvariant_files::wrapper::Wrapper;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The changes to make to a value.
enum Changes {
    /// Each path, and its new value.
    Set(Vec<(DeepPath, NewValue)>),
    Remove(Vec<DeepPath>),
}

/// A new value as the command line or a file contains it.
enum NewValue {
    Text(String),
    /// The bytes of a PackedByteArray.
    Bytes(Arc<[u8]>),
}

/// The command `set` or `rm`.
pub(crate) struct ChangeCommand {
    args: ChangeArgs,
    changes: Changes,
    /// Whether new values are in the JSON form.
    is_json: bool,
}

impl ChangeCommand {
    /// Creates the command that sets values.
    pub(crate) fn set(args: SetArgs) -> Result<Self, Failure> {
        let (pairs, rest) = args.changes.as_chunks();
        if !rest.is_empty() {
            return Err(Failure::usage(
                "a path has no value; expected gdvariant set FILE PATH VALUE [PATH VALUE]...",
            ));
        }
        let inputs = pairs.iter().filter(|[_, value]| value == "@-").count();
        if inputs > 1 {
            return Err(Failure::usage(format!(
                "standard input is one value; expected @- once, found {inputs}"
            )));
        }
        let change = |[path, value]: &[String; 2]| Ok((parse(path)?, NewValue::of(value, &args)?));
        let changes: Vec<_> = pairs.iter().map(change).collect::<Result<_, Failure>>()?;
        if !args.root && changes.iter().any(|(path, _)| path.is_empty()) {
            return Err(Failure::usage(
                "the empty path is the whole value; use --root to replace it",
            ));
        }
        Ok(Self {
            changes: Changes::Set(changes),
            args: args.edit,
            is_json: args.json,
        })
    }

    /// Creates the command that removes values.
    pub(crate) fn remove(args: RemoveArgs) -> Result<Self, Failure> {
        let paths = args.paths.iter().map(|path| parse(path));
        Ok(Self {
            changes: Changes::Remove(paths.collect::<Result<_, Failure>>()?),
            args: args.edit,
            is_json: false,
        })
    }
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
            return Ok(Self::Text(argument.into()));
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
        Ok(Self::Text(text))
    }
}

fn parse(path: &str) -> Result<DeepPath, Failure> {
    path.parse()
        .map_err(|error| Failure::usage(format!("invalid path {path:?}: {error}")))
}

impl ChangeCommand {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let mut input = self.args.input();
        let mut output = self.args.create()?;
        let file = output.open_input(&input.file)?;
        let layout = &mut self.args.layout;
        let mut opened = open::open_input(layout, &mut input, Purpose::Replace, file)?;
        if let Some(text) = opened.text.take() {
            let steps = input.steps(&self.args.accept);
            return self.change_text(*text, opened.wrappers, steps, output);
        }
        self.args.frame = input.frame.clone();
        let args = &self.args;
        let others = std::mem::take(&mut opened.others);
        let wrappers = std::mem::take(&mut opened.wrappers);
        let mut output = output.wrapped(wrappers.clone());
        let mut document = args.document(&open::content(&input, &mut opened)?, wrappers);
        let chosen = args.layout.chosen();
        let (mut edited, mut rest) = (None, None);
        let count = input::each(&input, opened, &mut |entry| {
            if edited.is_some() {
                // Bytes that are not a value, such as the end of an older file, are kept.
                if args.value.is_none() && rest.is_none() {
                    let decoder = Decoder::of(&input, chosen, &args.accept);
                    check_rest(args, decoder, entry)?;
                }
                rest.get_or_insert(entry.range().start);
                return Ok(());
            }
            if !args.is_chosen(entry.number) {
                return Ok(());
            }
            let changed = |layout| {
                let decoder = Decoder::of(&input, Selection { layout, ..chosen }, &args.accept);
                self.changed(decoder, entry)
            };
            let changed_value = changed(chosen.layout)?;
            let certain = others.compare(&changed_value.edited.bytes, |layout| {
                Some(changed(layout.into()).ok()?.edited.bytes)
            });
            certain.map_err(|reason| open::uncertain(&input.file, chosen, &reason))?;
            edited = Some((entry.range(), changed_value));
            Ok(())
        })?;
        let (range, changed_value) = edited.ok_or_else(|| args.no_such_value(count))?;
        let EditedValue { bytes, trailer } = &changed_value.edited;
        let rest = rest.filter(|_| args.value.is_none());
        let kept = match rest.map_or(0, |start| document.bytes().len() - start) {
            0 => *trailer,
            length => length,
        };
        let replaced = document.put(range, &[bytes], *trailer);
        replaced.map_err(|error| args.failure(&error))?;
        let written = output.value(|out| out.write_all(document.bytes()));
        output.end(written)?;
        if let Some([old, new]) = &changed_value.texts {
            review::show_changes(old, new, false)?;
        }
        for note in &changed_value.notes {
            args.note(note);
        }
        if kept > 0 {
            let bytes = byte_count(kept as u64);
            args.note(&format!(
                "kept {bytes} after the value; if they are a checksum, the game may reject the file"
            ));
        }
        Ok(())
    }
}

impl ChangeCommand {
    /// Changes a value in a text; all other bytes stay as they are.
    fn change_text(
        &self,
        mut text: TextDocument,
        wrappers: Vec<Wrapper>,
        steps: StepOptions,
        output: Output,
    ) -> Result<(), Failure> {
        let args = &self.args;
        let failure = |error: &dyn Display| args.file.failure(error);
        let count = text.count() as u64;
        if args.value.is_none() && count > 1 {
            return Err(several_values(args));
        }
        let index = args.value.map_or(0, |number| number - 1);
        if index >= count {
            return Err(args.no_such_value(count));
        }
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let mut value = text.value(index).map_err(|error| failure(&error))?;
        let mut notes = Vec::new();
        self.add_sections(&mut value, text.kind())
            .map_err(|error| args.failure(&error))?;
        self.change(&mut value, steps, true, &mut notes)?;
        // Engines read a container whose elements have another type than the declared one as empty.
        let checked = value.to_vec(args.accept.encode_options());
        checked.map_err(|error| failure(&error))?;
        let old = args.dry_run.then(|| text.text().to_owned());
        text.replace(index, &value)
            .map_err(|error| failure(&error))?;
        let mut output = output.wrapped(wrappers);
        let written = output.value(|out| out.write_all(text.text().as_bytes()));
        output.end(written)?;
        if let Some(old) = old {
            review::show_changes(&old, text.text(), false)?;
        }
        for note in &notes {
            args.note(note);
        }
        Ok(())
    }
}

impl ChangeCommand {
    /// Adds the missing sections of new keys, as the engine does, and the groups of new tags.
    fn add_sections(&self, value: &mut AnyVariant, kind: TextKind) -> Result<(), EditError> {
        let Changes::Set(changes) = &self.changes else {
            return Ok(());
        };
        for (path, _) in changes {
            let [section, _, ..] = path.outer().segments().collect::<Vec<_>>()[..] else {
                continue;
            };
            let empty = match (kind, section) {
                (TextKind::Config, _) => "{}",
                (TextKind::Resource, Segment::Name(name)) => match &**name {
                    "ext_resource" | "sub_resource" | "node" | "resource" => "{}",
                    "connection" | "editable" => "[]",
                    _ => continue,
                },
                _ => continue,
            };
            let section = Path::from_iter([section.clone()]);
            if AnyRef::from(&*value).at_path(&section).is_none() {
                let empty = value.layout().parse(empty);
                let empty = empty.map_err(|error| EditError::InvalidKey {
                    path: section.clone(),
                    error,
                })?;
                change::set(value, &section, empty)?;
            }
        }
        Ok(())
    }
}

/// Returns a value of a text that only texts can have, such as `SubResource("1")`.
fn reference(layout: &'static LayoutInfo, text: &str) -> Option<AnyVariant> {
    let document = TextDocument::parse(text, Some(layout)).ok()?;
    let is_value = document.kind() == TextKind::Values && document.count() == 1;
    is_value.then(|| document.value(0).ok()).flatten()
}

/// Returns the failure to choose one of several values.
fn several_values(args: &ChangeArgs) -> Failure {
    args.file
        .failure("the file has several values; choose one with --value NUMBER")
}

/// Checks that the bytes after the edited value are neither a value nor the start of one.
pub(crate) fn check_rest(
    args: &ChangeArgs,
    decoder: Decoder<'_>,
    entry: &Entry<'_>,
) -> Result<(), Failure> {
    match &entry.fault {
        None if decoder.is_value(entry) => Err(several_values(args)),
        Some(fault) if !entry.is_rest && !args.accept.is_engine() => {
            Err(input::fault_failure(fault, decoder.input, entry))
        }
        _ => Ok(()),
    }
}

struct ChangedValue {
    edited: EditedValue,
    /// Notes about changes that may be mistakes.
    notes: Vec<String>,
    /// The texts of the old and the new value; `None` except in a dry run.
    texts: Option<[String; 2]>,
}

impl ChangeCommand {
    /// Decodes, changes and encodes a value.
    fn changed(&self, decoder: Decoder<'_>, entry: &Entry<'_>) -> Result<ChangedValue, Failure> {
        let args = &self.args;
        let mut value = decoder.decode(entry)?;
        let old = args.dry_run.then(|| value.clone());
        let encoded =
            |bytes: Result<_, EncodeError>| bytes.map_err(|error| args.file.failure(error));
        let old_bytes = encoded(canonical(&value))?;
        let mut notes = Vec::new();
        let steps = decoder.input.steps(&args.accept);
        self.change(&mut value, steps, false, &mut notes)?;
        let new_bytes = encoded(value.to_vec(args.accept.encode_options()))?;
        let (layout, options) = (value.layout(), decoder.options);
        let edited = edited(layout, entry.available, &old_bytes, &new_bytes, options);
        Ok(ChangedValue {
            edited: edited.map_err(|error| args.failure(&error))?,
            notes,
            texts: old.map(|old| self.texts(&old, &value)),
        })
    }

    /// Changes a value, and adds notes about changes that may be mistakes.
    fn change(
        &self,
        value: &mut AnyVariant,
        options: StepOptions,
        is_text: bool,
        notes: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let mut add = |result: Result<Vec<ChangeNote>, EditError>| {
            let found = result.map_err(|error| self.args.failure(&error))?;
            notes.extend(found.iter().map(ToString::to_string));
            Ok(())
        };
        let changes = match &self.changes {
            Changes::Set(changes) => changes,
            Changes::Remove(paths) => return add(deep::remove_all(value, paths, options)),
        };
        for (path, new) in changes {
            let new = self.parse_value(value.layout(), path, new, is_text)?;
            add(deep::set(value, path, new, options))?;
        }
        Ok(())
    }

    /// Returns the texts of a value before and after a change, or the JSON forms if the texts are
    /// equal.
    fn texts(&self, old: &AnyVariant, new: &AnyVariant) -> [String; 2] {
        let texts = |to| [old, new].map(|it| text::of_value(PrintArgs::pretty(to), it));
        let shown = texts(ValueForm::Text);
        if self.is_json || shown[0] == shown[1] {
            return texts(ValueForm::Json);
        }
        shown
    }

    fn parse_value(
        &self,
        layout: &'static LayoutInfo,
        path: &DeepPath,
        new: &NewValue,
        is_text: bool,
    ) -> Result<AnyVariant, Failure> {
        let text = match new {
            NewValue::Text(text) => text,
            NewValue::Bytes(bytes) => {
                let array = deep::byte_array(layout, bytes);
                return array.map_err(|error| self.args.file.failure(error));
            }
        };
        let parsed = if self.is_json {
            json::of_argument(layout, text).map_err(|error| error.to_string())
        } else {
            let parsed = layout.parse(text).or_else(|error| {
                let reference = is_text.then(|| reference(layout, text)).flatten();
                reference.ok_or(error)
            });
            parsed.map_err(|error| {
                format!("{error}; write strings as \"text\", and see --json for the JSON form")
            })
        };
        parsed.map_err(|error| Failure::usage(format!("invalid value for {path}: {error}")))
    }
}
