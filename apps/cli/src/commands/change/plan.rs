//! Changes the values of a document and writes it.

use super::{ChangeCommand, Changes, NewValue};
use crate::args::{ChangeArgs, OutputFormat, PrintArgs};
use crate::commands::edit::{review, text};
use crate::terminal::failure::Failure;
use crate::terminal::open;
use crate::terminal::output::Output;
use crate::terminal::source;
use crate::terminal::styles::PATH;
use gdvariant::any::AnyVariant;
use gdvariant::schema::Layout;
use gdvariant::{Escaped, Path};
use gdvariant_files::change::steps;
use gdvariant_files::change::{ChangeNote, EditError};
use gdvariant_files::display::counted;
use gdvariant_files::document::{ChangeReport, Document};
use gdvariant_files::error::{Error, ErrorKind, FaultKind};
use gdvariant_files::input::StoredInput;
use gdvariant_files::json;
use gdvariant_files::open::Purpose;
use gdvariant_files::text::{TextDocument, TextKind};
use std::io::Write;

/// A changed file that is not written yet.
pub(super) struct Plan {
    /// The options, with the layout and the framing of the file.
    pub(super) args: ChangeArgs,
    pub(super) document: Document,
    /// The index of the changed value.
    pub(super) index: usize,
    /// The document before the change as text, if it is shown.
    old: Option<String>,
    notes: Vec<String>,
    /// The changed paths, if patterns or conditions select them.
    selected: Option<Vec<Path>>,
}

impl Plan {
    /// Opens the file, and chooses its value. `engine` is the engine of a text that several engines
    /// could have written.
    pub(super) fn open(
        mut args: ChangeArgs,
        stored: &StoredInput,
        engine: Option<&'static Layout>,
    ) -> Result<Self, Failure> {
        let mut input = args.input();
        let requested = args.layout.requested();
        let examined = open::examine_stored(requested, &input, stored.clone())?;
        // Other files without values are errors: an empty `project.godot` is a damaged one.
        let extension = args.file.path().and_then(|path| path.extension());
        let is_config = extension.is_some_and(|it| it.eq_ignore_ascii_case("cfg"));
        let empty = is_config.then(|| examined.empty_config(requested.or(engine)));
        let mut document = if let Some(text) = empty.flatten() {
            Document::from_text(text, examined.layers)
        } else {
            let layout = &mut args.layout;
            let opened = open::open_examined(layout, &mut input, Purpose::Replace, examined)?;
            let document = opened.document();
            document.map_err(|error| open::failure(&input, &error))?
        };
        document = document
            .step_options(input.steps(&args.accept))
            .max_length(args.frame.max_length.unwrap_or(u32::MAX));
        let is_open =
            requested.is_none() && document.text().is_some_and(|it| it.evidence().is_none());
        if let Some(engine) = engine.filter(|_| is_open) {
            let _ = document.read_as(engine);
        }
        args.frame = input.frame;
        args.layout.set(document.layout());
        let index = index(&args, &document)?;
        let old = args.dry_run.then(|| shown(&document, index)).flatten();
        Ok(Self {
            args,
            document,
            index,
            old,
            notes: Vec::new(),
            selected: None,
        })
    }

    /// Returns whether no value was selected.
    pub(super) fn is_empty(&self) -> bool {
        self.selected.as_ref().is_some_and(Vec::is_empty)
    }

    pub(super) fn note(&mut self, changed: &ChangeReport) {
        let notes = changed.notes.iter();
        let text = self.document.text().map(TextDocument::kind);
        let notes = notes.filter(|it| text != Some(TextKind::Json) || !it.is_of_floats());
        self.notes.extend(notes.map(ChangeNote::to_string));
    }

    /// Notes a change, and returns the paths of the changed values.
    fn take(&mut self, changed: Result<ChangeReport, EditError>) -> Result<Vec<Path>, Failure> {
        let changed = changed.map_err(|error| self.args.failure(&error))?;
        self.note(&changed);
        Ok(changed.paths)
    }

    /// Writes the file, and the lines that change in a dry run, after the file's name if `is_titled`.
    /// `verb` is in the infinitive and in the past.
    pub(super) fn write(
        mut self,
        mut output: Output,
        verb: [&str; 2],
        is_titled: bool,
    ) -> Result<(), Failure> {
        let written = output.value(|out| self.document.write_to(out));
        output.end(written)?;
        let args = &self.args;
        if let Some(old) = self.old.take() {
            if is_titled {
                let label = args.file.label();
                let title = Escaped(&label);
                let titled =
                    Output::colored(false).print(|out| writeln!(out, "{PATH}{title}{PATH:#}:"));
                titled?;
            }
            let new = shown(&self.document, self.index).unwrap_or_default();
            review::show_changes(&old, &new, false)?;
        }
        if let Some(selected) = &self.selected {
            args.note(&selection(selected, verb, args.dry_run));
        }
        for note in &self.notes {
            args.note(note);
        }
        let kept = self.document.rest(self.index).unwrap_or(0);
        if kept > 0 && args.value.is_none() {
            let bytes = counted(kept, "byte");
            args.note(&format!(
                "kept {bytes} after the value; if they are a checksum, the game may reject the file"
            ));
        }
        Ok(())
    }
}

/// Returns the index of the value to change.
fn index(args: &ChangeArgs, document: &Document) -> Result<usize, Failure> {
    let number = args.value.unwrap_or(1);
    let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
    check_fault(args, document, index.saturating_add(1))?;
    if args.value.is_none() && document.count() > 1 {
        return Err(args.file.failure(args.several_values()));
    }
    Ok(index)
}

/// Returns a failure if a document does not have the first `count` values, or if bytes follow all
/// of its values and are neither values nor the end of an older file.
pub(crate) fn check_fault(
    args: &ChangeArgs,
    document: &Document,
    count: usize,
) -> Result<(), Failure> {
    let fault = document.fault();
    if document.count() < count || document.count() == 0 {
        return Err(match fault {
            Some(fault) => args.file.failure(fault),
            None => args.no_such_value(document.count() as u64),
        });
    }
    let is_leftover = |fault: &&Error| match fault.kind() {
        ErrorKind::Value(fault) => matches!(fault.kind, FaultKind::Rest(_)),
        _ => false,
    };
    let is_reported = args.value.is_none() && !args.accept.is_engine();
    match fault.filter(|it| is_reported && !is_leftover(it)) {
        Some(fault) => Err(args.file.failure(fault)),
        None => Ok(()),
    }
}

/// Returns the text of a document, or of one of its values.
fn shown(document: &Document, index: usize) -> Option<String> {
    if let Some(text) = document.text() {
        return Some(text.text().to_owned());
    }
    let value = document.value(index).ok()?;
    Some(text::of_value(
        PrintArgs::pretty(OutputFormat::Text),
        &value,
    ))
}

/// Returns the note about changed values, with their paths in a dry run.
fn selection(selected: &[Path], [verb, past]: [&str; 2], is_dry: bool) -> String {
    let count = counted(selected.len(), "value");
    if !is_dry {
        return format!("{past} {count}");
    }
    let paths: Vec<_> = selected.iter().map(ToString::to_string).collect();
    format!("would {verb} {count}: {}", paths.join(", "))
}

impl ChangeCommand {
    pub(super) fn plan(&self, args: ChangeArgs, stored: &StoredInput) -> Result<Plan, Failure> {
        let file = args.file.clone();
        let plan = Plan::open(args, stored, self.engine()).and_then(|mut plan| {
            let kind = plan.document.text().map(TextDocument::kind);
            let is_open = plan.args.layout.requested().is_none();
            let is_open = is_open && plan.document.text().is_some_and(|it| it.evidence().is_none());
            self.change(&mut plan)?;
            let text = plan.document.text();
            if kind == Some(TextKind::Json) && text.map(TextDocument::kind) != kind {
                plan.notes
                    .push("the text is no longer JSON; only engines read the new value".into());
            }
            // The notation of the changed text determines the types.
            if is_open && text.is_some_and(|text| text.evidence().is_some()) {
                let layout = plan.document.layout().name;
                plan.notes.push(format!(
                    "several engines could have written the text; the new value has the notation of {layout}, --layout chooses another"
                ));
            }
            Ok(plan)
        });
        plan.map_err(|failure| source::failure(stored, &file, failure))
    }

    /// Returns the engine that the new values show.
    fn engine(&self) -> Option<&'static Layout> {
        let Changes::Set(changes, ..) = &self.changes else {
            return None;
        };
        changes.iter().find_map(|(_, new)| {
            let NewValue::Text(text) = new else {
                return None;
            };
            TextDocument::parse(text, None).ok()?.evidence()
        })
    }

    fn change(&self, plan: &mut Plan) -> Result<(), Failure> {
        let (index, mut selected) = (plan.index, Vec::new());
        match &self.changes {
            Changes::Set(pairs, new_keys) => {
                for (path, new) in pairs {
                    let document = &mut plan.document;
                    let is_text = document.text().is_some();
                    let new = new.parsed(&plan.args, document.layout(), path, is_text)?;
                    let changed = document.set_where(index, path, &self.conditions, new, *new_keys);
                    selected.extend(plan.take(changed)?);
                }
            }
            Changes::Remove(paths) => {
                let changed = if self.selects() {
                    plan.document.remove_where(index, paths, &self.conditions)
                } else {
                    plan.document.remove(index, paths)
                };
                selected.extend(plan.take(changed)?);
            }
            Changes::Transfer(it) => {
                let changed = if it.is_move {
                    plan.document
                        .move_value(index, &it.from, &it.to, it.if_exists)
                } else {
                    plan.document.copy(index, &it.from, &it.to, it.if_exists)
                };
                plan.take(changed)?;
            }
        }
        plan.selected = self.selects().then_some(selected);
        Ok(())
    }
}

impl NewValue {
    fn parsed(
        &self,
        args: &ChangeArgs,
        layout: &'static Layout,
        path: &Path,
        is_text: bool,
    ) -> Result<AnyVariant, Failure> {
        let parsed = match self {
            Self::Bytes(bytes) => {
                let array = steps::byte_array(layout, bytes);
                return array.map_err(|error| args.file.failure(error));
            }
            Self::Json(text) => json::of_value(layout, text).map_err(|error| error.to_string()),
            Self::Text(text) => {
                let parsed = layout.parse(text).or_else(|error| {
                    let reference = is_text.then(|| reference(layout, text)).flatten();
                    reference.ok_or(error)
                });
                parsed.map_err(|error| {
                    format!(
                        "{error:#}; pass --string for a String without quotes, or --json for the JSON form"
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

/// Returns a value that only text can contain, such as `ExtResource("1")`.
fn reference(layout: &'static Layout, text: &str) -> Option<AnyVariant> {
    let document = TextDocument::parse(text, Some(layout)).ok()?;
    let is_value = document.kind() == TextKind::Values && document.count() == 1;
    is_value.then(|| document.value(0).ok()).flatten()
}
