//! `gdvariant set` and `gdvariant rm`: change values of a file by path.

use crate::args::{EditArgs, PrintArgs, RemoveArgs, SetArgs, ValueForm};
use crate::commands::edit::{review, text};
use crate::decode::Decoder;
use crate::edit::content::Content;
use crate::edit::kept::{EditedValue, canonical, edited};
use crate::encode;
use crate::failure::Failure;
use crate::input;
use crate::layouts::Selection;
use crate::open;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::LayoutInfo;
use gdvariant::{Path, Segment};
use gdvariant_files::open::Purpose;
use gdvariant_files::values::Entry;
use gdvariant_files::{change, json};
use std::cmp::Reverse;
use std::io::Write;

/// The changes to make to a value.
enum Changes {
    /// Each path, and the text of its new value.
    Set(Vec<(Path, String)>),
    Remove(Vec<Path>),
}

/// The command `set` or `rm`.
pub(crate) struct Edit {
    args: EditArgs,
    changes: Changes,
    /// Whether new values are in the JSON form.
    is_json: bool,
}

impl Edit {
    /// Creates the command that sets values.
    pub(crate) fn set(args: SetArgs) -> Result<Self, Failure> {
        let (pairs, rest) = args.changes.as_chunks();
        if !rest.is_empty() {
            return Err(Failure::usage(
                "a path has no value; expected gdvariant set FILE PATH VALUE [PATH VALUE]...",
            ));
        }
        let change = |[path, value]: &[String; 2]| Ok((parse(path)?, value.clone()));
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

/// Returns the indexes in a resolved path, to sort paths; a component counts as 0.
fn positions(path: &Path) -> Vec<usize> {
    let position = |segment: &Segment| match segment {
        Segment::Index(index) | Segment::ValueOf(index) => *index,
        _ => 0,
    };
    path.segments().map(position).collect()
}

fn parse(path: &str) -> Result<Path, Failure> {
    path.parse()
        .map_err(|error| Failure::usage(format!("invalid path {path:?}: {error}")))
}

impl Edit {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let mut input = self.args.input();
        let mut output = self.args.create()?;
        let file = output.open_input(&input.file)?;
        let layout = &mut self.args.layout;
        let mut opened = open::open_input(layout, &mut input, Purpose::Replace, file)?;
        self.args.frame = input.frame.clone();
        let args = &self.args;
        let others = std::mem::take(&mut opened.others);
        let wrappers = std::mem::take(&mut opened.wrappers);
        let content = Content::new(open::content(&input, &mut opened)?, &wrappers);
        let mut output = output.wrapped(wrappers);
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
        let bytes = content.replace(args, range, &changed_value.edited)?;
        let written = output.value(|out| out.write_all(&bytes));
        output.end(written)?;
        let ChangedValue {
            mut notes,
            texts,
            edited,
        } = changed_value;
        notes.extend(content.trailer_note(args, &edited, rest));
        if let Some([old, new]) = &texts {
            review::show_changes(old, new, false)?;
        }
        for note in &notes {
            args.note(note);
        }
        Ok(())
    }
}

/// Checks that the bytes after the edited value are neither a value nor the start of one.
pub(crate) fn check_rest(
    args: &EditArgs,
    decoder: Decoder<'_>,
    entry: &Entry<'_>,
) -> Result<(), Failure> {
    match &entry.fault {
        None if decoder.is_value(entry) => Err(args
            .file
            .failure("the file has several values; choose one with --value NUMBER")),
        Some(fault) if !entry.is_rest && !args.accept.is_engine() => {
            Err(input::fault_failure(fault, &args.file, entry))
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

impl Edit {
    /// Decodes, changes and encodes a value.
    fn changed(&self, decoder: Decoder<'_>, entry: &Entry<'_>) -> Result<ChangedValue, Failure> {
        let args = &self.args;
        let mut value = decoder.decode(entry)?;
        let failure = |error: String| args.file.failure(error);
        let old = args.dry_run.then(|| value.clone());
        let old_bytes = canonical(&value).map_err(failure)?;
        let mut notes = Vec::new();
        self.change(&mut value, &mut notes)?;
        let new_bytes = encode::to_vec(&value, args.accept.encode_options(), None);
        let new_bytes = new_bytes.map_err(failure)?;
        let (layout, options) = (value.layout(), decoder.options);
        let edited = edited(layout, entry.available, &old_bytes, &new_bytes, options);
        Ok(ChangedValue {
            edited: edited.map_err(failure)?,
            notes,
            texts: old.map(|old| self.texts(&old, &value)),
        })
    }

    /// Changes a value, and adds notes about changes that may be mistakes.
    fn change(&self, value: &mut AnyVariant, notes: &mut Vec<String>) -> Result<(), Failure> {
        let changes = match &self.changes {
            Changes::Set(changes) => changes,
            Changes::Remove(paths) => return self.remove_all(value, paths),
        };
        for (path, text) in changes {
            let new = self.parse_value(value.layout(), path, text)?;
            let old = value.set_at_path(path, new).map_err(|new| {
                let (value, new) = ((&*value).into(), (&new).into());
                let message = change::not_set(value, path, new, self.advice());
                self.args.file.failure(message)
            })?;
            // `at_path` does not find components, but their types cannot change.
            if let Some(new) = AnyRef::from(&*value).at_path(path) {
                notes.extend(change::note(path, old.as_ref().map(AnyRef::from), new));
            }
        }
        Ok(())
    }

    /// Returns the advice for a path whose container does not exist.
    fn advice(&self) -> &'static str {
        match self.args.value {
            None if self.args.frame.framed => "; --value NUMBER chooses another value",
            _ => "",
        }
    }

    /// Removes the values at all paths. Each path refers to the value before the first removal.
    fn remove_all(&self, value: &mut AnyVariant, paths: &[Path]) -> Result<(), Failure> {
        let not_removed = |value: &AnyVariant, path: &_| {
            let message = change::not_removed(value.into(), path);
            self.args.file.failure(message)
        };
        let resolve = |path| match AnyRef::from(&*value).resolved_path(path) {
            Some(resolved) => Ok((resolved, path)),
            None => Err(not_removed(value, path)),
        };
        let mut resolved: Vec<_> = paths.iter().map(resolve).collect::<Result<_, Failure>>()?;
        // The last index comes first, because a removal shifts the indexes after it.
        resolved.sort_by_key(|(resolved, _)| Reverse(positions(resolved)));
        for pair in resolved.windows(2) {
            let [(inner, path), (outer, other)] = pair else {
                continue;
            };
            if outer.segments().zip(inner.segments()).all(|(a, b)| a == b) {
                return Err(self.args.file.failure(format_args!(
                    "{path} leads to {other} or into it; omit one of the two"
                )));
            }
        }
        for (resolved, path) in &resolved {
            let removed = value.remove_at_path(resolved);
            removed.ok_or_else(|| not_removed(value, path))?;
        }
        Ok(())
    }

    /// Returns the texts of a value before and after a change, or the JSON forms if the texts are
    /// equal.
    fn texts(&self, old: &AnyVariant, new: &AnyVariant) -> [String; 2] {
        let texts = |to| [old, new].map(|it| text::of_value(PrintArgs { to, pretty: true }, it));
        let shown = texts(ValueForm::Text);
        if self.is_json || shown[0] == shown[1] {
            return texts(ValueForm::Json);
        }
        shown
    }

    fn parse_value(
        &self,
        layout: &'static LayoutInfo,
        path: &Path,
        text: &str,
    ) -> Result<AnyVariant, Failure> {
        let parsed = if self.is_json {
            json::of_argument(layout, text).map_err(|error| error.to_string())
        } else {
            layout.parse(text).map_err(|error| {
                format!("{error}; write strings as \"text\", and see --json for the JSON form")
            })
        };
        parsed.map_err(|error| Failure::usage(format!("invalid value for {path}: {error}")))
    }
}
