//! Plans the change of a value in a file, of which only that value and its replacement are in memory.

use super::{ChangeCommand, Changes, NewValue, Transfer};
use crate::args::layouts::Selection;
use crate::args::{ChangeArgs, FileArgs, PrintArgs, ValueForm};
use crate::commands::decoder::Decoder;
use crate::commands::edit::{review, text};
use crate::terminal::failure::Failure;
use crate::terminal::input;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use crate::terminal::styles::PATH;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::Report;
use gdvariant::schema::Layout;
use gdvariant::{Converter, EncodeError, Escaped, Path, Segment};
use gdvariant_files::change::deep::{self, DeepPath, StepOptions};
use gdvariant_files::change::{self, ChangeNote, EditError};
use gdvariant_files::clip::counted;
use gdvariant_files::document::{Place, header};
use gdvariant_files::input::{CopyError, StoredInput};
use gdvariant_files::json;
use gdvariant_files::kept::{EditedValue, canonical, edited};
use gdvariant_files::open::Purpose;
use gdvariant_files::save::SaveError;
use gdvariant_files::text::{TextDocument, TextError, TextKind, constructors};
use gdvariant_files::values::Entry;
use gdvariant_files::wrapper::Wrapper;
use std::fmt::Display;
use std::io::Write;
use std::ops::Range;

/// A changed file that is not written yet.
pub(super) struct Plan {
    /// The options, with the layout and the framing of the file.
    pub(super) args: ChangeArgs,
    pub(super) outcome: Outcome,
    content: Content,
    wrappers: Vec<Wrapper>,
    /// The number of bytes after the value.
    kept: usize,
}

enum Content {
    Values(ChangedContent),
    Text(TextDocument),
}

/// The content of a file in which a value is replaced.
struct ChangedContent {
    old: StoredInput,
    /// The position of the old value in the content, with its length prefix.
    range: Range<usize>,
    /// The new value, with its length prefix.
    new: Vec<u8>,
}

impl ChangedContent {
    fn write(&self, output: &mut Output, file: &FileArgs) -> Result<(), Failure> {
        let write = &mut |bytes: &[u8]| output.value(|out| out.write_all(bytes));
        let copied = self.old.copy_replaced(self.range.clone(), &self.new, write);
        copied.map_err(|error| match (error, file.path()) {
            (CopyError::Write(failure), _) => failure,
            (CopyError::Read(error), _) => file.unreadable(&error),
            (CopyError::Changed, path) => {
                SaveError::Changed(path.cloned().unwrap_or_default()).into()
            }
        })
    }
}

/// What changes report in addition to the changed value.
#[derive(Default)]
pub(super) struct Outcome {
    /// The value for another file.
    pub(super) taken: Option<AnyVariant>,
    /// The text with this value.
    pub(super) text: Option<TextDocument>,
    /// Whether tags were moved, copied or taken with what is below them.
    pub(super) has_tags: bool,
    /// The report of the conversion of a value of another file.
    pub(super) report: Option<Report>,
    /// The texts of the old and the new value; `None` except in a dry run.
    texts: Option<[String; 2]>,
    /// Notes about changes that may be mistakes.
    notes: Vec<String>,
    /// The removed values, if patterns or conditions selected them.
    removed: Option<Vec<DeepPath>>,
}

impl Plan {
    /// Returns whether the file is unchanged, because nothing in it was selected.
    pub(super) fn is_empty(&self) -> bool {
        self.outcome.removed.as_ref().is_some_and(Vec::is_empty)
    }

    /// Writes the file, or prints the changes with the name of the file if `is_titled`.
    pub(super) fn write(self, output: Output, is_titled: bool) -> Result<(), Failure> {
        let mut output = output.wrapped(self.wrappers);
        let written = match &self.content {
            Content::Values(content) => content.write(&mut output, &self.args.file),
            Content::Text(text) => output.value(|out| out.write_all(text.text().as_bytes())),
        };
        output.end(written)?;
        let args = &self.args;
        if let Some([old, new]) = &self.outcome.texts {
            if is_titled {
                let label = args.file.label();
                let title = Escaped(&label);
                let titled =
                    Output::colored(false).print(|out| writeln!(out, "{PATH}{title}{PATH:#}:"));
                titled?;
            }
            review::show_changes(old, new, false)?;
        }
        if let Some(removed) = &self.outcome.removed {
            args.note(&removal(removed, args.dry_run));
        }
        for note in &self.outcome.notes {
            args.note(note);
        }
        if self.kept > 0 {
            let bytes = counted(self.kept, "byte");
            args.note(&format!(
                "kept {bytes} after the value; if they are a checksum, the game may reject the file"
            ));
        }
        Ok(())
    }
}

/// Returns the note about removed values, with their paths in a dry run.
fn removal(removed: &[DeepPath], is_dry: bool) -> String {
    let count = counted(removed.len(), "value");
    if !is_dry {
        return format!("removed {count}");
    }
    let paths: Vec<_> = removed.iter().map(ToString::to_string).collect();
    format!("would remove {count}: {}", paths.join(", "))
}

impl ChangeCommand {
    /// Changes the value of a file in memory.
    pub(super) fn plan(&self, args: ChangeArgs, stored: &StoredInput) -> Result<Plan, Failure> {
        let file = args.file.clone();
        let plan = self.plan_change(args, stored.clone());
        plan.map_err(|failure| source::failure(stored, &file, failure))
    }

    fn plan_change(&self, mut args: ChangeArgs, file: StoredInput) -> Result<Plan, Failure> {
        let mut input = args.input();
        let requested = args.layout.requested();
        let examined = open::examine_stored(requested, &input, file)?;
        // Other files without values are errors: an empty `project.godot` is a damaged one.
        let extension = args.file.path().and_then(|path| path.extension());
        if extension.is_some_and(|it| it.eq_ignore_ascii_case("cfg"))
            && let [start] = &examined.start[..]
            && start.is_complete
            && let Ok(text) = str::from_utf8(&start.bytes)
            && let layout = requested.or(self.engine())
            && let Some(text) = TextDocument::empty_config(text, layout)
        {
            let (_, wrappers) = open::text_content(&input, examined)?;
            let steps = input.steps(&args.accept);
            return self.plan_text(args, text, wrappers, steps, false);
        }
        let layout = &mut args.layout;
        let mut opened = open::open_examined(layout, &mut input, Purpose::Replace, examined)?;
        if let Some(text) = opened.text.take() {
            let steps = input.steps(&args.accept);
            let is_open = requested.is_none() && text.evidence().is_none();
            return self.plan_text(args, *text, opened.wrappers, steps, is_open);
        }
        args.frame = input.frame.clone();
        let others = std::mem::take(&mut opened.others);
        let mut wrappers = std::mem::take(&mut opened.wrappers);
        let framing = opened.framing;
        let old = opened
            .stored()
            .map_err(|error| open::failure(&input, error))?;
        let chosen = args.layout.chosen();
        let (mut edited, mut rest) = (None, None);
        // Offsets fit, because a longer file is an error.
        let length = usize::try_from(old.length()).unwrap_or(usize::MAX);
        let count = input::each(&input, opened, &mut |entry| {
            if edited.is_some() {
                // Bytes that are not a value, such as the end of an older file, are kept.
                if args.value.is_none() && rest.is_none() {
                    let decoder = Decoder::of(&input, chosen, &args.accept);
                    check_rest(&args, decoder, entry)?;
                }
                rest.get_or_insert(entry.range().start);
                return Ok(());
            }
            if !args.is_chosen(entry.number) {
                return Ok(());
            }
            let is_only = entry.number == 1 && entry.range().end == length;
            let args = ChangeArgs {
                has_several: input.has_several() && !is_only,
                ..args.clone()
            };
            let changed = |layout| {
                let decoder = Decoder::of(&input, Selection { layout, ..chosen }, &args.accept);
                self.changed(&args, decoder, entry)
            };
            let changed_value = changed(chosen.layout)?;
            let certain = others.compare(&changed_value.evidence(), |layout| {
                Some(changed(layout).ok()?.evidence())
            });
            certain.map_err(|reason| open::uncertain(&input.file, chosen, &reason))?;
            edited = Some((entry.range(), changed_value));
            Ok(())
        })?;
        let (range, changed_value) = edited.ok_or_else(|| args.no_such_value(count))?;
        let EditedValue { bytes, trailer } = &changed_value.edited;
        let rest = rest.filter(|_| args.value.is_none());
        let kept = match rest.map_or(0, |start| length.saturating_sub(start)) {
            0 => *trailer,
            length => length,
        };
        let place = Place {
            header: header(&wrappers),
            length,
            framing,
            max_length: args.frame.max_length(),
        };
        let before = old.read_before(range.start, Place::COUNT_LENGTH);
        let before = before.map_err(|error| args.file.unreadable(&error))?;
        let new = place.replacement(range.clone(), &[bytes], *trailer, &before);
        let new = new.map_err(|error| args.failure(&error))?;
        if old.header_length() > 0 {
            // The header is copied with the content.
            wrappers.clear();
        }
        Ok(Plan {
            args,
            outcome: changed_value.outcome,
            content: Content::Values(ChangedContent { old, range, new }),
            wrappers,
            kept,
        })
    }

    /// Returns the layout of the new values, if they show the engine.
    fn engine(&self) -> Option<&'static Layout> {
        match &self.changes {
            Changes::Put { value, .. } => Some(value.layout()),
            Changes::Set(changes) => changes.iter().find_map(|(_, new)| {
                let NewValue::Text(text) = new else {
                    return None;
                };
                TextDocument::parse(text, None).ok()?.evidence()
            }),
            _ => None,
        }
    }

    /// Changes a value in a text; all other bytes stay as they are. With `is_open`, the text is read
    /// as one of the engine of the new values, because several engines could have written it.
    fn plan_text(
        &self,
        mut args: ChangeArgs,
        text: TextDocument,
        wrappers: Vec<Wrapper>,
        steps: StepOptions,
        is_open: bool,
    ) -> Result<Plan, Failure> {
        let engine = self.engine().filter(|_| is_open);
        let read = engine.and_then(|it| TextDocument::parse(text.text(), Some(it)).ok());
        let mut text = read.unwrap_or(text);
        args.layout.set(text.layout());
        let failure = |error: &dyn Display| args.file.failure(error);
        let count = text.count() as u64;
        if args.value.is_none() && count > 1 {
            return Err(several_values(&args));
        }
        let index = args.value.map_or(0, |number| number - 1);
        if index >= count {
            return Err(args.no_such_value(count));
        }
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let paths = self.changes.paths().into_iter().map(DeepPath::outer);
        text.check_paths(paths).map_err(|error| failure(&error))?;
        let mut outcome = Outcome::default();
        let old = args.dry_run.then(|| text.text().to_owned());
        let has_tags = self.transfer_tags(&mut text, &mut outcome);
        outcome.has_tags = has_tags.map_err(|error| failure(&error))?;
        if !outcome.has_tags {
            let mut value = text.value(index).map_err(|error| failure(&error))?;
            self.add_sections(&mut value, text.kind())
                .map_err(|error| args.failure(&error))?;
            self.change(&args, &mut value, steps, Some(text.kind()), &mut outcome)?;
            let kind = text.kind();
            text.replace(index, &value)
                .map_err(|error| failure(&error))?;
            if text.kind() != TextKind::Json {
                // Engines read a container whose elements have another type than the declared one as empty.
                let checked = value.to_vec(args.accept.encode_options());
                checked.map_err(|error| failure(&error))?;
            }
            if text.kind() != kind {
                outcome
                    .notes
                    .push("the text is no longer JSON; only engines read the new value".into());
            }
        }
        // The document has the types of the changed text, whose notation matters.
        if is_open && engine.is_none() && text.evidence().is_some() {
            let layout = text.layout().name;
            outcome.notes.push(format!(
                "several engines could have written the text; the new value has the notation of {layout}, --layout chooses another"
            ));
        }
        outcome.texts = old.map(|old| [old, text.text().to_owned()]);
        Ok(Plan {
            args,
            outcome,
            content: Content::Text(text),
            wrappers,
            kept: 0,
        })
    }

    /// Moves or copies tags of a resource with what refers to them, or to which they refer. Returns
    /// whether nothing else is to change.
    fn transfer_tags(
        &self,
        text: &mut TextDocument,
        outcome: &mut Outcome,
    ) -> Result<bool, TextError> {
        let own;
        let (from, to, source) = match &self.changes {
            Changes::Transfer(it) => {
                own = text.clone();
                (&it.from, &it.to, &own)
            }
            Changes::Put {
                from,
                to,
                of_text: Some((source, _)),
                ..
            } => (from, to, source),
            Changes::Take { from, is_move } => {
                outcome.text = Some(text.clone());
                let Some(path) = from.without_steps().filter(|_| *is_move) else {
                    return Ok(false);
                };
                outcome.taken = AnyRef::from(&text.value(0)?).component_at_path(path);
                return text.remove_nodes(path);
            }
            _ => return Ok(false),
        };
        let kinds = [text.kind(), source.kind()];
        let (Some(from), Some(to)) = (from.without_steps(), to.without_steps()) else {
            return Ok(false);
        };
        if kinds != [TextKind::Resource; 2] {
            return Ok(false);
        }
        match &self.changes {
            Changes::Transfer(it) if it.is_move => {
                let notes = text.move_tag(from, to)?;
                let is_moved = notes.is_some();
                outcome.notes.extend(notes.into_iter().flatten());
                Ok(is_moved)
            }
            changes => {
                let is_copied = text.copy_tag(source, from, to)?;
                if !is_copied
                    && source.layout() == text.layout()
                    && let Changes::Put { .. } = changes
                {
                    outcome.taken = Some(text.copy_resources(source, from)?);
                }
                Ok(is_copied)
            }
        }
    }

    /// Adds the missing sections of new keys, as the engine does, and the groups of new tags.
    fn add_sections(&self, value: &mut AnyVariant, kind: TextKind) -> Result<(), EditError> {
        let paths: Vec<&DeepPath> = match &self.changes {
            Changes::Set(changes) => changes.iter().map(|(path, _)| path).collect(),
            Changes::Transfer(Transfer { to, .. }) | Changes::Put { to, .. } => vec![to],
            Changes::Remove(_) | Changes::RemoveWhere(..) | Changes::Take { .. } => Vec::new(),
        };
        for path in paths {
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
fn reference(layout: &'static Layout, text: &str) -> Option<AnyVariant> {
    let document = TextDocument::parse(text, Some(layout)).ok()?;
    let is_value = document.kind() == TextKind::Values && document.count() == 1;
    is_value.then(|| document.value(0).ok()).flatten()
}

/// Returns the failure to choose one of several values.
fn several_values(args: &ChangeArgs) -> Failure {
    args.file.failure(args.several_values())
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
    outcome: Outcome,
    /// The encoding of the value for another file.
    taken: Vec<u8>,
}

impl ChangedValue {
    /// Returns the bytes that differ if another layout would have another effect.
    fn evidence(&self) -> Vec<u8> {
        [&self.edited.bytes[..], &self.taken].concat()
    }
}

impl ChangeCommand {
    /// Decodes, changes and encodes a value.
    fn changed(
        &self,
        args: &ChangeArgs,
        decoder: Decoder<'_>,
        entry: &Entry<'_>,
    ) -> Result<ChangedValue, Failure> {
        let mut value = decoder.decode(entry)?;
        let old = args.dry_run.then(|| value.clone());
        let encoded =
            |bytes: Result<_, EncodeError>| bytes.map_err(|error| args.file.failure(error));
        let old_bytes = encoded(canonical(&value))?;
        let mut outcome = Outcome::default();
        let steps = decoder.input.steps(&args.accept);
        self.change(args, &mut value, steps, None, &mut outcome)?;
        let new_bytes = encoded(value.to_vec(args.accept.encode_options()))?;
        let (layout, options) = (value.layout(), decoder.options);
        let edited = edited(layout, entry.available, &old_bytes, &new_bytes, options);
        let taken = outcome.taken.as_ref().map(canonical).transpose();
        outcome.texts = old.map(|old| self.texts(&old, &value));
        Ok(ChangedValue {
            edited: edited.map_err(|error| args.failure(&error))?,
            taken: encoded(taken.map(Option::unwrap_or_default))?,
            outcome,
        })
    }

    /// Changes a value.
    fn change(
        &self,
        args: &ChangeArgs,
        value: &mut AnyVariant,
        options: StepOptions,
        text: Option<TextKind>,
        outcome: &mut Outcome,
    ) -> Result<(), Failure> {
        let failure = |error: EditError| args.failure(&error);
        let is_text = text.is_some();
        let notes: Vec<ChangeNote> = match &self.changes {
            Changes::Set(changes) => {
                let mut notes = Vec::new();
                for (path, new) in changes {
                    let new = Self::parse_value(args, value.layout(), path, new, is_text)?;
                    notes.extend(deep::set(value, path, new, options).map_err(failure)?);
                }
                notes
            }
            Changes::Remove(paths) => deep::remove_all(value, paths, options).map_err(failure)?,
            Changes::RemoveWhere(paths, conditions) => {
                let removed = deep::remove_where(value, paths, conditions, options);
                let removed = removed.map_err(failure)?;
                outcome.removed = Some(removed.paths);
                removed.notes
            }
            Changes::Transfer(it) => {
                let transfer = if it.is_move {
                    deep::move_value
                } else {
                    deep::copy_value
                };
                transfer(value, &it.from, &it.to, it.if_exists, options).map_err(failure)?
            }
            Changes::Take { from, is_move } => {
                let taken = deep::get((&*value).into(), from, options);
                outcome.taken = Some(taken.map_err(failure)?);
                if *is_move {
                    deep::remove_all(value, std::slice::from_ref(from), options).map_err(failure)?
                } else {
                    Vec::new()
                }
            }
            Changes::Put {
                to,
                value: new,
                if_exists,
                of_text,
                ..
            } => {
                let target = value.layout();
                let mut new = match (outcome.taken.take(), of_text) {
                    (Some(new), _) => new,
                    (None, Some((_, file))) => {
                        check_constructors(args, new, file, is_text)?;
                        new.clone()
                    }
                    (None, None) => new.clone(),
                };
                if new.layout() != target {
                    let converted =
                        AnyRef::from(&new).convert_to(target, &Converter::new().lossy());
                    let (converted, report) =
                        converted.map_err(|error| args.file.failure(error))?;
                    outcome.report = Some(report);
                    new = converted;
                }
                deep::put(value, to, new, *if_exists, options).map_err(failure)?
            }
        };
        let notes = notes.iter();
        let notes = notes.filter(|it| text != Some(TextKind::Json) || !it.is_of_floats());
        outcome.notes.extend(notes.map(ToString::to_string));
        Ok(())
    }

    /// Returns the texts of a value before and after a change, or the JSON forms if the texts are
    /// equal.
    fn texts(&self, old: &AnyVariant, new: &AnyVariant) -> [String; 2] {
        let texts = |to| [old, new].map(|it| text::of_value(PrintArgs::pretty(to), it));
        let shown = texts(ValueForm::Text);
        let is_json = |(_, new): &(DeepPath, NewValue)| matches!(new, NewValue::Json(_));
        let has_json =
            matches!(&self.changes, Changes::Set(changes) if changes.iter().any(is_json));
        if has_json || shown[0] == shown[1] {
            return texts(ValueForm::Json);
        }
        shown
    }

    fn parse_value(
        args: &ChangeArgs,
        layout: &'static Layout,
        path: &DeepPath,
        new: &NewValue,
        is_text: bool,
    ) -> Result<AnyVariant, Failure> {
        let parsed = match new {
            NewValue::Bytes(bytes) => {
                let array = deep::byte_array(layout, bytes);
                return array.map_err(|error| args.file.failure(error));
            }
            NewValue::Json(text) => json::of_value(layout, text).map_err(|error| error.to_string()),
            NewValue::Text(text) => {
                let parsed = layout.parse(text).or_else(|error| {
                    let reference = is_text.then(|| reference(layout, text)).flatten();
                    reference.ok_or(error)
                });
                parsed.map_err(|error| {
                    format!(
                        "{error:#}; write strings as \"text\", and see --json for the JSON form"
                    )
                })
            }
        };
        let place = if path.is_empty() {
            "the whole value".to_owned()
        } else {
            path.to_string()
        };
        parsed.map_err(|error| Failure::usage(format!("invalid value for {place}: {error}")))
    }
}

/// Returns a failure if a value of the text `file` has constructors that the file of `args` cannot
/// contain, or that would refer to something else there.
fn check_constructors(
    args: &ChangeArgs,
    value: &AnyVariant,
    file: &str,
    is_text: bool,
) -> Result<(), Failure> {
    let found = constructors(value.into());
    let has_id = |it: &&String| it.starts_with("ExtResource") || it.starts_with("SubResource");
    if let Some(found) = found.iter().find(has_id) {
        return Err(args.file.failure(format_args!(
            "the value has {found}, which is a resource only in {file}; copy values without references"
        )));
    }
    match found.first().filter(|_| !is_text) {
        Some(found) => Err(args.file.failure(format_args!(
            "the value has {found}, which only text can contain; copy it into a text file"
        ))),
        None => Ok(()),
    }
}
