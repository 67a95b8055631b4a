//! An open file, as the worker of the page sees it.

use crate::comparison::Comparison;
use crate::content::{Content, OpenOptions};
use crate::edits::{self, Change, Edit, Patch, Step, key_of};
use crate::failure::{Candidate, Failure};
use crate::fields::Describer;
use crate::fields::fields;
use crate::form::{Addition, Form, Input};
use crate::search::{self, Query};
use crate::text;
use crate::tree::{Index, MAX_LENGTH, Members, Role, Tree};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::Layout;
use gdvariant::{Converter, DecodeError, EncodeOptions, Path};
use gdvariant_files::contents::TextKind;
use gdvariant_files::display::escape;
use gdvariant_files::display::pretty::PrettyText;
use gdvariant_files::packages::json::from_json;
use gdvariant_files::packages::layouts;
use gdvariant_files::packages::options::framing_name;
use gdvariant_files::text::TextDocument;
use gdvariant_files::wrapper::wrapped;
use serde::Serialize;
use std::ops::Range;

/// The number of rows that are unfolded when a file is opened.
const UNFOLDED: usize = 100;

/// A form of a value as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartForm {
    /// The text of `var_to_str`.
    Text,
    /// The JSON form, which keeps all types.
    Json,
}

/// A file and its changes.
pub(crate) struct Document {
    /// The file as it was opened.
    original: Vec<u8>,
    content: Content,
    tree: Tree,
    /// The invalid values of the file: their numbers and errors.
    faults: Vec<(usize, DecodeError)>,
    steps: Vec<(Step, Patch)>,
    /// The number of steps that are not undone.
    done: usize,
}

/// The state of a document that the page shows.
#[derive(Serialize)]
pub(crate) struct State<'d> {
    layout: &'static str,
    title: &'static str,
    framing: &'static str,
    /// Descriptions of the compression, encryption or header, and other layouts that fit.
    notes: Vec<String>,
    candidates: &'d [Candidate],
    /// What the content is, if it is text instead of values.
    text: Option<&'static str>,
    is_json: bool,
    length: usize,
    file_values: usize,
    visible: usize,
    rows: usize,
    faults: Vec<Fault>,
    steps: Vec<&'d Step>,
    done: usize,
}

#[derive(Serialize)]
struct Fault {
    row: usize,
    #[serde(flatten)]
    failure: Failure,
}

/// The result of a conversion.
#[derive(Serialize)]
pub(crate) struct Conversion {
    /// Lines about losses, with the number of all losses.
    losses: Vec<String>,
    total_losses: usize,
    notes: Vec<String>,
    /// Whether the file was converted.
    pub(crate) is_converted: bool,
}

/// The maximum number of losses and notes of a conversion that are listed.
const MAX_LISTED: usize = 200;

impl Document {
    pub(crate) fn open(file: Vec<u8>, options: &OpenOptions) -> Result<Self, Failure> {
        let content = Content::open(file.clone(), options)?;
        if content.file.bytes().len() > MAX_LENGTH {
            return Err(Failure::of("the content exceeds the limit of 4 GiB"));
        }
        let mut document = Self {
            original: file,
            content,
            tree: Tree::default(),
            faults: Vec::new(),
            steps: Vec::new(),
            done: 0,
        };
        if document.content.text_kind.is_none() {
            document.build();
            document.tree.unfold_some(UNFOLDED);
        }
        Ok(document)
    }

    /// Builds the tree of the content.
    fn build(&mut self) {
        let content = &self.content;
        let (layout, options) = (content.file.layout(), content.file.options());
        let mut index = Index::default();
        for (number, value) in content.file.values().iter().enumerate() {
            let error = index.add(layout, content.file.bytes(), value.clone(), options);
            self.faults.extend(error.map(|error| (number, error)));
        }
        self.tree = Tree::new(index);
    }

    /// Returns a description of rows and bytes.
    fn describer(&self) -> Describer<'_> {
        Describer {
            content: &self.content,
            tree: &self.tree,
        }
    }

    pub(crate) fn state(&self) -> State<'_> {
        let Self { content, .. } = self;
        let faults = self.faults.iter().map(|(value, error)| Fault {
            row: self.tree.index.root(*value).unwrap_or(0),
            failure: Failure::decode(error, content.file.values()[*value].start),
        });
        let wrappers = content.file.wrappers().iter().map(ToString::to_string);
        let last = self.tree.index.len().saturating_sub(1);
        let of_file = content.fault.iter().map(|failure| Fault {
            row: last,
            failure: failure.clone(),
        });
        State {
            layout: content.file.layout().name,
            title: content.file.layout().title,
            framing: framing_name(content.file.framing()),
            notes: wrappers.chain(content.also_valid.clone()).collect(),
            candidates: &content.candidates,
            text: content.text_kind.map(TextKind::name),
            is_json: content.text_kind == Some(TextKind::Json),
            length: content.file.bytes().len(),
            file_values: content.file.values().len(),
            visible: self.tree.visible(),
            rows: self.tree.index.len(),
            faults: faults.chain(of_file).collect(),
            steps: self.steps.iter().map(|(step, _)| step).collect(),
            done: self.done,
        }
    }

    /// Returns the lines of the tree in a range.
    pub(crate) fn lines(&self, range: Range<usize>) -> impl Serialize {
        let rows = self.tree.window(range);
        let describer = self.describer();
        rows.iter()
            .map(|row| describer.line(row))
            .collect::<Vec<_>>()
    }

    pub(crate) fn details(&self, row: usize) -> impl Serialize {
        const MAX_CHARS: usize = 5000;
        self.describer().details(row, MAX_CHARS)
    }

    /// Unfolds the containers of a row, and returns the index of its line.
    pub(crate) fn reveal(&mut self, row: usize) -> usize {
        self.tree.reveal(row)
    }

    pub(crate) fn fold(&mut self, row: usize, is_folded: bool) -> usize {
        self.tree.fold(row, is_folded);
        self.tree.visible()
    }

    /// Folds all rows, or unfolds rows until a limit.
    pub(crate) fn fold_all(&mut self, is_folded: bool) -> usize {
        const MAX_UNFOLDED: usize = 100_000;
        self.tree.fold_all();
        if !is_folded {
            self.tree.unfold_some(MAX_UNFOLDED);
        }
        self.tree.visible()
    }

    /// Returns the row that contains a byte.
    pub(crate) fn row_at(&self, offset: usize) -> Option<usize> {
        let value = self.content.value_at(offset);
        let value = value.min(self.content.file.values().len().checked_sub(1)?);
        let index = &self.tree.index;
        let root = index.root(value)?;
        let end = index.root(value + 1).unwrap_or(index.len());
        // The length of a name precedes its row.
        let named = index
            .row_at(offset + size_of::<u32>())
            .filter(|row| index.role(*row) == Role::Name);
        let row = named.or_else(|| index.row_at(offset))?;
        Some(index.shown_row(row.clamp(root, end - 1)))
    }

    pub(crate) fn bytes(&self, range: Range<usize>) -> &[u8] {
        let end = range.end.min(self.content.file.bytes().len());
        self.content
            .file
            .bytes()
            .get(range.start..end)
            .unwrap_or_default()
    }

    pub(crate) fn fields(&self, range: &Range<usize>) -> impl Serialize {
        fields(&self.describer(), range)
    }

    /// Returns a value, unless it is too long to be edited as a whole.
    fn edited_value(&self, row: usize) -> Result<AnyVariant, Failure> {
        const MAX_EDITED: usize = 1 << 18;
        let describer = self.describer();
        let range = describer.range(row);
        if range.len() > MAX_EDITED {
            return Err(Failure::of(format_args!(
                "the value has {} bytes, which is too long for a field; change its elements",
                range.len()
            )));
        }
        let bytes = self.content.file.bytes();
        let bytes = bytes.get(range.clone()).unwrap_or_default();
        let file = &self.content.file;
        let value = file.layout().decode(bytes, file.options());
        value.map_err(|error| Failure::decode(&error, range.start))
    }

    /// Returns the exact text of a value, for editing.
    pub(crate) fn text(&self, row: usize) -> Result<String, Failure> {
        let value = self.edited_value(row)?;
        Ok(PrettyText(&format!("{value:#}")).to_string())
    }

    /// Returns the control for a value.
    pub(crate) fn form(&self, row: usize) -> Result<Form, Failure> {
        Ok(Form::of((&self.edited_value(row)?).into()))
    }

    /// Returns the control for the key of an entry, or the name of a property.
    pub(crate) fn key_form(&self, row: usize) -> Result<Form, Failure> {
        let failure = || Failure::of("the value has no key");
        let container = self.tree.index.parent(row).ok_or_else(failure)?;
        let keys = self.describer().keys(container, &[row]);
        let key = keys.and_then(|keys| key_of((&keys).into(), 0));
        Ok(Form::of((&key.ok_or_else(failure)?).into()))
    }

    /// Returns the control for what an input contains.
    pub(crate) fn form_of(&self, input: &Input) -> Result<Form, Failure> {
        let value = input.value(self.content.file.layout(), None)?;
        Ok(Form::of((&value).into()))
    }

    /// Returns the control for a new value of a type.
    pub(crate) fn new_form(&self, ty: &str) -> Result<Form, Failure> {
        Form::of_type(self.content.file.layout(), ty)
    }

    /// Describes what can be added to the container at a row, or to the container of the row.
    pub(crate) fn addition(&self, row: usize) -> Result<Addition, Failure> {
        let describer = self.describer();
        let parent = self.tree.index.parent(row);
        let [row, parent] = [Some(row), parent].map(|row| {
            let row = row?;
            let value = describer.decoded(row)?;
            Addition::of((&value).into(), row, describer.paths(row)[0].to_string())
        });
        row.or(parent)
            .ok_or_else(|| Failure::of("select a container, or a value in one, to add to it"))
    }

    /// Returns the exact text of a value of any length in a form, on several lines.
    pub(crate) fn part(&self, row: usize, form: PartForm) -> Result<String, Failure> {
        self.check_value(self.tree.index.value_of(row))?;
        let value = self.describer().decoded(row);
        let value = value.ok_or_else(|| Failure::of("the value is invalid"))?;
        let mut text = Vec::new();
        match form {
            PartForm::Text => escape::write_pretty_text(&mut text, &AnyRef::from(&value), false)?,
            PartForm::Json => escape::write_pretty_json(&mut text, &AnyRef::from(&value), false)?,
        }
        String::from_utf8(text).map_err(Failure::of)
    }

    /// Sets the value of a row to the value of a text in a form.
    pub(crate) fn set_part(
        &mut self,
        row: usize,
        form: PartForm,
        text: &str,
    ) -> Result<usize, Failure> {
        if form == PartForm::Text {
            return self.set_form(row, &Input::code(text.trim()));
        }
        let (value, path) = self.path_of(row);
        self.check_value(value)?;
        let new = from_json(self.content.file.layout(), text)
            .map_err(|error| Failure::of(error).at_path(&path))?;
        let edit = edits::set(&self.describer(), value, &path, |_| Ok(new))?;
        self.apply(edit, &path)
    }

    /// Compares the values with those of another file.
    pub(crate) fn compare(
        &self,
        file: Vec<u8>,
        options: &OpenOptions,
    ) -> Result<Comparison, Failure> {
        Comparison::of(&self.content, file, options)
    }

    /// Returns the row at a path in a value of the file, or that of the innermost container on it.
    pub(crate) fn row_at_path(&self, value: usize, path: &str) -> usize {
        let path = path.parse().unwrap_or_default();
        let found = self.describer().resolve(value, &path);
        found.map_or(0, |found| found.row)
    }

    /// Adds a value to the container at a row, with a key if it is a Dictionary or an Object.
    pub(crate) fn add(
        &mut self,
        row: usize,
        key: Option<&Input>,
        input: &Input,
    ) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Add(key, input))
    }

    /// Sets the value of a row.
    pub(crate) fn set_form(&mut self, row: usize, input: &Input) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Set(input))
    }

    /// Changes the key of a row.
    pub(crate) fn rename_row(&mut self, row: usize, key: &Input) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Rename(key))
    }

    /// Moves a row to another place among its siblings.
    pub(crate) fn move_row(&mut self, row: usize, number: usize) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Reorder(number))
    }

    /// Inserts a copy of a row after it.
    pub(crate) fn duplicate_row(&mut self, row: usize) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Duplicate)
    }

    pub(crate) fn remove_row(&mut self, row: usize) -> Result<usize, Failure> {
        let (value, path) = self.path_of(row);
        self.change(value, &path, &Change::Remove)
    }

    /// Returns the path of a row: as errors print it, if this path leads to the row.
    fn path_of(&self, row: usize) -> (usize, Path) {
        let describer = self.describer();
        let value = self.tree.index.value_of(row);
        let [shown, exact] = describer.paths(row);
        let found = describer.resolve(value, &shown);
        let is_found = found.is_some_and(|found| found.row == row && found.rest.is_empty());
        (value, if is_found { shown } else { exact })
    }

    /// Returns an error if a value of the file is invalid, so that its rows are incomplete.
    fn check_value(&self, value: usize) -> Result<(), Failure> {
        match self.faults.iter().find(|(number, _)| *number == value) {
            Some((_, error)) => {
                let start = self.content.file.values()[value].start;
                Err(Failure::decode(error, start))
            }
            None => Ok(()),
        }
    }

    /// Changes a value, and returns the row of the changed part.
    fn change(&mut self, value: usize, path: &Path, change: &Change<'_>) -> Result<usize, Failure> {
        self.check_value(value)?;
        let edit = edits::changed(&self.describer(), value, path, change)?;
        self.apply(edit, path)
    }

    /// Applies a change, and returns the row of the changed part.
    fn apply(&mut self, Edit { step, patch }: Edit, path: &Path) -> Result<usize, Failure> {
        let prepared = patch.prepare(&self.describer(), false, path)?;
        prepared.check_length(&self.content, patch.file_value)?;
        prepared.apply(&patch, false, &mut self.content, &mut self.tree);
        let row = self.changed_row(&patch, false);
        self.steps.truncate(self.done);
        self.steps.push((step, patch));
        self.done += 1;
        Ok(row)
    }

    /// Undoes or repeats steps until this many are done. Returns the row of the last change.
    pub(crate) fn go_to(&mut self, done: usize) -> usize {
        let done = done.min(self.steps.len());
        let mut row = 0;
        while self.done != done {
            let is_undo = self.done > done;
            let step = if is_undo { self.done - 1 } else { self.done };
            let (_, patch) = &self.steps[step];
            // The patch has been applied before, so that it is valid.
            if let Ok(prepared) = patch.prepare(&self.describer(), is_undo, &Path::default()) {
                prepared.apply(patch, is_undo, &mut self.content, &mut self.tree);
            }
            row = self.changed_row(patch, is_undo);
            self.done = if is_undo { step } else { step + 1 };
        }
        row
    }

    /// Returns the row that a patch has changed, or the row of its container.
    fn changed_row(&self, patch: &Patch, is_undo: bool) -> usize {
        let index = &self.tree.index;
        let root = index.root(patch.file_value).unwrap_or(0);
        index.row_of(root, &patch.shown(is_undo)).unwrap_or(root)
    }

    /// Returns the rows that match a query, and the number of all of them.
    pub(crate) fn search(&self, query: &Query<'_>, limit: usize) -> (Vec<usize>, usize) {
        search::rows(&self.describer(), query, limit)
    }

    /// Describes rows that a search has found.
    pub(crate) fn hits(&self, rows: &[usize]) -> impl Serialize {
        let describer = self.describer();
        let rows = rows.iter().filter(|row| **row < self.tree.index.len());
        let mut known = Members::new();
        rows.map(|row| describer.hit(*row, &mut known))
            .collect::<Vec<_>>()
    }

    /// Returns the types of the values, with the number of values of each.
    pub(crate) fn types(&self) -> impl Serialize {
        search::types(&self.describer())
    }

    /// Returns the file with its changes, in its original form.
    pub(crate) fn save(&self) -> Result<Vec<u8>, Failure> {
        if self.done == 0 {
            return Ok(self.original.clone());
        }
        Ok(self.content.file.to_file()?)
    }

    /// Returns the text of a file whose content is text.
    pub(crate) fn content_text(&self) -> String {
        text::shown(self.content.text())
    }

    /// Returns why a changed text with values is invalid, unless the file is invalid as well.
    pub(crate) fn text_fault(&self, text: &str) -> Option<String> {
        self.content.text_kind.filter(|kind| kind.has_values())?;
        let old = TextDocument::parse(&self.content_text(), None).ok()?;
        match TextDocument::parse(text, None) {
            Ok(new) if new.kind() == old.kind() => None,
            Ok(new) => Some(format!(
                "expected {}, found {}",
                old.kind().name(),
                new.kind().name()
            )),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Returns the file with another text, in its original form.
    pub(crate) fn save_text(&self, text: &str) -> Result<Vec<u8>, Failure> {
        let file = &self.content.file;
        let edited = text::edited(self.content.text(), text);
        if edited == file.bytes() {
            return Ok(self.original.clone());
        }
        Ok(wrapped(edited, file.wrappers())?)
    }

    /// Converts the file to another layout. Returns no file if the conversion has losses, unless
    /// they are accepted.
    pub(crate) fn convert(
        &self,
        to: &str,
        is_lossy: bool,
    ) -> Result<(Conversion, Vec<u8>), Failure> {
        let to = layouts::named(to).map_err(Failure::of)?;
        let mut result = Conversion {
            losses: Vec::new(),
            total_losses: 0,
            notes: Vec::new(),
            is_converted: false,
        };
        let mut file = Vec::new();
        let content = &self.content;
        for (number, value) in content.file.values().iter().enumerate() {
            let label = match content.file.values().len() {
                1 => String::new(),
                _ => format!("value {}: ", number + 1),
            };
            let bytes = content.file.bytes().get(value.clone()).unwrap_or_default();
            let decoded = content.file.layout().decode(bytes, content.file.options());
            let failure = |error: DecodeError| Failure::decode(&error, value.start);
            let encoded = result.add(&decoded.map_err(failure)?, to, &label)?;
            file.extend(content.file.framed(&encoded)?);
        }
        result.is_converted = is_lossy || result.total_losses == 0;
        if !result.is_converted {
            return Ok((result, Vec::new()));
        }
        let wrappers = content.file.wrappers().iter().cloned();
        let wrappers: Vec<_> = wrappers.map(|it| it.for_layout(to)).collect();
        let file = wrapped(file, &wrappers)?;
        Ok((result, file))
    }
}

impl Conversion {
    /// Converts a value, and adds its losses and notes with a label.
    fn add(
        &mut self,
        value: &AnyVariant,
        to: &'static Layout,
        label: &str,
    ) -> Result<Vec<u8>, Failure> {
        let (value, report) = AnyRef::from(value)
            .convert_to(to, &Converter::new().lossy())
            .map_err(|error| Failure::of(format_args!("{label}{error}")))?;
        self.total_losses += report.total_losses();
        let losses = report.losses().iter().map(|loss| format!("{label}{loss}"));
        self.losses
            .extend(losses.take(MAX_LISTED - self.losses.len()));
        let notes = report.notes().iter().map(|note| format!("{label}{note}"));
        self.notes.extend(notes.take(MAX_LISTED - self.notes.len()));
        value
            .to_vec(EncodeOptions::new())
            .map_err(|error| Failure::of(format_args!("{label}in {}: {error}", to.name)))
    }
}
