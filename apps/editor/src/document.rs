//! An open file, as the worker of the page sees it.

use crate::comparison::Comparison;
use crate::content::Content;
use crate::failure::{Candidate, Failure};
use crate::fields::Describer;
use crate::fields::fields;
use crate::form::{Addition, Form, Input};
use crate::search::{self, Query};
use crate::steps::{Change, Step};
use crate::text;
use crate::tree::{Index, MAX_LENGTH, Members, NAME_LENGTH, Role, Tree};
use crate::{json, parsed};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::Report;
use gdvariant::{Converter, DecodeError, Path};
use gdvariant_files::display::escape;
use gdvariant_files::display::pretty::PrettyText;
use gdvariant_files::document::Document as File;
use gdvariant_files::packages::json::from_json;
use gdvariant_files::packages::options;
use gdvariant_files::text::TextKind;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of rows that are unfolded when a file is opened.
const UNFOLDED: usize = 100;

/// An open file.
#[wasm_bindgen]
pub struct Document {
    /// The file as it was opened.
    original: Vec<u8>,
    content: Content,
    tree: Tree,
    /// The invalid values of the file: their numbers and errors.
    faults: Vec<(usize, DecodeError)>,
    steps: Vec<Step>,
    /// The number of steps that are not undone.
    done: usize,
}

/// The state of a document that the page shows.
#[derive(Serialize)]
struct State<'d> {
    layout: &'static str,
    title: &'static str,
    framing: &'static str,
    /// Descriptions of the compression, encryption or header, and other layouts that fit.
    notes: Vec<String>,
    candidates: &'d [Candidate],
    /// What the content is, if it is text instead of values.
    text: Option<&'static str>,
    length: usize,
    file_values: usize,
    visible: usize,
    rows: usize,
    faults: Vec<Fault>,
    steps: &'d [Step],
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
struct Conversion {
    /// Lines about losses, with the number of all losses.
    losses: Vec<String>,
    total_losses: usize,
    notes: Vec<String>,
    /// Whether the file was converted.
    is_converted: bool,
}

/// The maximum number of losses and notes of a conversion that are listed.
const MAX_LISTED: usize = 200;

/// A conversion to another layout.
#[wasm_bindgen(getter_with_clone)]
pub struct Converted {
    /// The losses and notes.
    pub report: String,
    /// The converted file; empty if the losses were not accepted.
    pub file: Vec<u8>,
}

#[wasm_bindgen]
impl Document {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be opened with the options.
    #[wasm_bindgen(constructor)]
    pub fn open(file: Vec<u8>, options: &str) -> Result<Self, String> {
        let content = Content::open(file.clone(), &parsed(options)?)?;
        if content.file.bytes().len() > MAX_LENGTH {
            return Err(Failure::new("the content exceeds the limit of 4 GiB").into());
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

    /// Returns the state that the page shows.
    pub fn state(&self) -> String {
        let Self { content, .. } = self;
        let faults = self.faults.iter().map(|(value, error)| Fault {
            row: self.tree.index.root(*value).unwrap_or(0),
            failure: Failure::decode(error, content.file.values()[*value].start),
        });
        let layers = content.file.layers().iter().map(ToString::to_string);
        let last = self.tree.index.len().saturating_sub(1);
        let of_file = content.fault().map(|failure| Fault { row: last, failure });
        json(&State {
            layout: content.file.layout().name,
            title: content.file.layout().title,
            framing: content.file.framing().name(),
            notes: layers.chain(content.also_valid.clone()).collect(),
            candidates: &content.candidates,
            text: content.text_kind.map(TextKind::name),
            length: content.file.bytes().len(),
            file_values: content.file.values().len(),
            visible: self.tree.visible(),
            rows: self.tree.index.len(),
            faults: faults.chain(of_file).collect(),
            steps: &self.steps,
            done: self.done,
        })
    }

    /// Returns lines of the tree.
    pub fn lines(&self, start: usize, end: usize) -> String {
        let rows = self.tree.window(start..end);
        let describer = self.describer();
        let lines = rows.iter().map(|row| describer.line(row));
        json(&lines.collect::<Vec<_>>())
    }

    /// Describes a value.
    pub fn details(&self, row: usize) -> String {
        const MAX_CHARS: usize = 5000;
        json(&self.describer().details(row, MAX_CHARS))
    }

    /// Unfolds the containers of a row, and returns the index of its line.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.tree.reveal(row)
    }

    /// Folds or unfolds a row, and returns the number of lines.
    pub fn fold(&mut self, row: usize, is_folded: bool) -> usize {
        self.tree.fold(row, is_folded);
        self.tree.visible()
    }

    /// Folds or unfolds all rows, and returns the number of lines.
    pub fn fold_all(&mut self, is_folded: bool) -> usize {
        const MAX_UNFOLDED: usize = 100_000;
        self.tree.fold_all();
        if !is_folded {
            self.tree.unfold_some(MAX_UNFOLDED);
        }
        self.tree.visible()
    }

    /// Returns the row of a byte.
    pub fn row_at(&self, offset: usize) -> Option<usize> {
        let value = self.content.value_at(offset);
        let value = value.min(self.content.file.values().len().checked_sub(1)?);
        let index = &self.tree.index;
        let root = index.root(value)?;
        let end = index.root(value + 1).unwrap_or(index.len());
        // The length of a name precedes its row.
        let named = index
            .row_at(offset + NAME_LENGTH)
            .filter(|row| index.role(*row) == Role::Name);
        let row = named.or_else(|| index.row_at(offset))?;
        Some(index.shown_row(row.clamp(root, end - 1)))
    }

    /// Returns bytes of the content.
    pub fn bytes(&self, start: usize, end: usize) -> Vec<u8> {
        let bytes = self.content.file.bytes();
        let bytes = bytes.get(start..end.min(bytes.len()));
        bytes.unwrap_or_default().to_vec()
    }

    /// Returns the meaning of bytes.
    pub fn fields(&self, start: usize, end: usize) -> String {
        json(&fields(&self.describer(), &(start..end)))
    }

    /// Returns the text of a value, for editing.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is long or invalid.
    pub fn text(&self, row: usize) -> Result<String, String> {
        let value = self.edited_value(row)?;
        Ok(PrettyText(&format!("{value:#}")).to_string())
    }

    /// Returns the text of a value of any length: its JSON form, or the text of `var_to_str`.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn part(&self, row: usize, is_json: bool) -> Result<String, String> {
        self.check_value(self.tree.index.value_of(row))?;
        let value = self.describer().value(row)?;
        let (mut text, value) = (Vec::new(), AnyRef::from(&value));
        let written = if is_json {
            escape::write_pretty_json(&mut text, &value, false)
        } else {
            escape::write_pretty_text(&mut text, &value, false)
        };
        written.map_err(Failure::new)?;
        Ok(String::from_utf8(text).map_err(Failure::new)?)
    }

    /// Sets the value of a row to the value of a text: its JSON form, or the text of `var_to_str`.
    ///
    /// # Errors
    ///
    /// Returns a failure if the text is invalid, or as `gdvariant set` prints it.
    pub fn set_part(&mut self, row: usize, is_json: bool, text: &str) -> Result<usize, String> {
        self.change_row(row, |document| {
            let layout = document.content.file.layout();
            let new = if is_json {
                from_json(layout, text).map_err(Failure::new)?
            } else {
                Input::code(text.trim()).value(layout, None)?
            };
            Ok(Change::Set(new))
        })
    }

    /// Compares the values with those of another file.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be opened, or if a value is invalid.
    pub fn compare(&self, file: Vec<u8>, options: &str) -> Result<String, String> {
        Ok(json(&Comparison::new(
            &self.content,
            file,
            &parsed(options)?,
        )?))
    }

    /// Returns the row at a path in a value of the file, or that of the innermost container on it.
    pub fn row_at_path(&self, value: usize, path: &str) -> usize {
        let path = path.parse().unwrap_or_default();
        self.describer().row_at_path(value, &path)
    }

    /// Returns the control with which the page edits a value.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is long or invalid.
    pub fn form(&self, row: usize) -> Result<String, String> {
        Ok(json(&Form::for_value((&self.edited_value(row)?).into())))
    }

    /// Returns the control for the key of a row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row has no key.
    pub fn key_form(&self, row: usize) -> Result<String, String> {
        let key = self.describer().key(row);
        let key = key.ok_or_else(|| Failure::new("the value has no key"))?;
        Ok(json(&Form::for_value((&key).into())))
    }

    /// Returns the control for a new value of a type.
    ///
    /// # Errors
    ///
    /// Returns a failure if the layout lacks the type.
    pub fn new_form(&self, ty: &str) -> Result<String, String> {
        Ok(json(&Form::for_type(self.content.file.layout(), ty)?))
    }

    /// Returns the control for an edited value, in another form.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn form_of(&self, input: &str) -> Result<String, String> {
        let input: Input = parsed(input)?;
        let value = input.value(self.content.file.layout(), None)?;
        Ok(json(&Form::for_value((&value).into())))
    }

    /// Describes what can be added to the container at a row, or to the container of the row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is neither a container nor a member of one.
    pub fn addition(&self, row: usize) -> Result<String, String> {
        let describer = self.describer();
        let parent = self.tree.index.parent(row);
        let [row, parent] = [Some(row), parent].map(|row| {
            let row = row?;
            let value = describer.decoded(row)?;
            Addition::new((&value).into(), row, describer.paths(row)[0].to_string())
        });
        let failure = || Failure::new("select a container, or a value in one, to add to it");
        Ok(json(&row.or(parent).ok_or_else(failure)?))
    }

    /// Sets an edited value, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid, or as `gdvariant set` prints it.
    pub fn set_form(&mut self, row: usize, input: &str) -> Result<usize, String> {
        self.change_row(row, |document| {
            let old = document.describer().decoded(row);
            Ok(Change::Set(document.input(input, old.as_ref())?))
        })
    }

    /// Adds a value to the container at a row, and returns the new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the key exists, or as `gdvariant set` prints it.
    pub fn add(&mut self, row: usize, key: Option<String>, input: &str) -> Result<usize, String> {
        self.change_row(row, |document| {
            let key = key.map(|key| document.input(&key, None)).transpose()?;
            Ok(Change::Add(key, document.input(input, None)?))
        })
    }

    /// Changes the key of a row, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row has no key, or if the key exists.
    pub fn rename_row(&mut self, row: usize, key: &str) -> Result<usize, String> {
        self.change_row(row, |document| {
            let old = document.describer().key(row);
            Ok(Change::Rename(document.input(key, old.as_ref())?))
        })
    }

    /// Moves a row to another place among its siblings, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is not a member of a container, or if the container has no member at
    /// `number`.
    pub fn move_row(&mut self, row: usize, number: usize) -> Result<usize, String> {
        self.change_row(row, |_| Ok(Change::Reorder(number)))
    }

    /// Inserts a copy of a row after it, and returns the row of the copy.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is not a member of a container, or if no key is known for the
    /// copy.
    pub fn duplicate_row(&mut self, row: usize) -> Result<usize, String> {
        self.change_row(row, |_| Ok(Change::Duplicate))
    }

    /// Removes the value of a row, and returns the row of its container.
    ///
    /// # Errors
    ///
    /// Returns a failure as `gdvariant rm` prints it.
    pub fn remove_row(&mut self, row: usize) -> Result<usize, String> {
        self.change_row(row, |_| Ok(Change::Remove))
    }

    /// Undoes or repeats changes until this many are done, and returns the row of the last one.
    pub fn go_to(&mut self, done: usize) -> usize {
        let done = done.min(self.steps.len());
        let mut row = 0;
        while self.done != done {
            let is_undo = self.done > done;
            let step = if is_undo { self.done - 1 } else { self.done };
            self.done = if is_undo { step } else { step + 1 };
            row = self.steps[step].toggle(is_undo, &mut self.content.file, &mut self.tree);
        }
        row
    }

    /// Returns the rows that match a text and a type, preceded by the number of all of them.
    pub fn search(&self, text: &str, ty: &str, limit: usize) -> Vec<usize> {
        let (rows, total) = search::rows(&self.describer(), &Query { text, ty }, limit);
        std::iter::once(total).chain(rows).collect()
    }

    /// Describes rows that a search has found.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "the signature is wasm-bindgen's"
    )]
    pub fn hits(&self, rows: Vec<usize>) -> String {
        let describer = self.describer();
        let rows = rows.iter().filter(|row| **row < self.tree.index.len());
        let mut known = Members::new();
        let hits = rows.map(|row| describer.hit(*row, &mut known));
        json(&hits.collect::<Vec<_>>())
    }

    /// Returns the types of the values, with the number of values of each.
    pub fn types(&self) -> String {
        json(&search::types(&self.describer()))
    }

    /// Returns the file with its changes.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be compressed or encrypted.
    pub fn save(&self) -> Result<Vec<u8>, String> {
        if self.done == 0 {
            return Ok(self.original.clone());
        }
        Ok(self.content.file.to_file().map_err(Failure::new)?)
    }

    /// Returns the text of a file whose content is text.
    pub fn content_text(&self) -> String {
        text::shown(self.content.text())
    }

    /// Returns why a changed text is invalid, unless the text of the file is invalid as well.
    pub fn text_fault(&self, text: &str) -> Option<String> {
        self.content.text_kind?.fault(&self.content_text(), text)
    }

    /// Returns the file with another text.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be compressed or encrypted.
    pub fn save_text(&self, text: &str) -> Result<Vec<u8>, String> {
        let file = &self.content.file;
        let edited = text::edited(self.content.text(), text);
        if edited == file.bytes() {
            return Ok(self.original.clone());
        }
        let edited = File::new(
            edited,
            file.layers().to_vec(),
            file.layout(),
            file.framing(),
        );
        Ok(edited.to_file().map_err(Failure::new)?)
    }

    /// Converts the file to another layout.
    ///
    /// # Errors
    ///
    /// Returns a failure if a value cannot be converted.
    pub fn convert(&self, to: &str, is_lossy: bool) -> Result<Converted, String> {
        let to = options::layout(to).map_err(Failure::new)?;
        let mut copy = self.content.file.clone();
        let reports = copy.convert(to, &Converter::new().lossy());
        let reports = reports.map_err(Failure::from)?;
        let total_losses = reports.iter().map(Report::total_losses).sum();
        let is_converted = is_lossy || total_losses == 0;
        let listed = |lines: &dyn Fn(&Report) -> Vec<String>| {
            let labeled = reports.iter().enumerate().flat_map(|(number, report)| {
                let label = match reports.len() {
                    1 => String::new(),
                    _ => format!("value {}: ", number + 1),
                };
                let lines = lines(report).into_iter();
                lines.map(move |line| format!("{label}{line}"))
            });
            labeled.take(MAX_LISTED).collect()
        };
        let report = json(&Conversion {
            losses: listed(&|report| report.losses().iter().map(ToString::to_string).collect()),
            total_losses,
            notes: listed(&|report| report.notes().iter().map(ToString::to_string).collect()),
            is_converted,
        });
        let file = if is_converted {
            copy.to_file().map_err(Failure::new)?
        } else {
            Vec::new()
        };
        Ok(Converted { report, file })
    }

    /// Panics, for the test that the page survives a panic.
    ///
    /// # Panics
    ///
    /// Always.
    pub fn test_panic(&self) {
        panic!("a panic that was asked for");
    }
}

impl Document {
    /// Builds the tree of the content.
    fn build(&mut self) {
        let file = &self.content.file;
        let mut index = Index::default();
        for (number, value) in file.values().iter().enumerate() {
            let added = index.add(file, value.clone());
            self.faults.extend(added.err().map(|error| (number, error)));
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

    /// Returns a value, unless it is too long to be edited as a whole.
    fn edited_value(&self, row: usize) -> Result<AnyVariant, Failure> {
        const MAX_EDITED: usize = 1 << 18;
        let describer = self.describer();
        let range = describer.range(row);
        if range.len() > MAX_EDITED {
            return Err(Failure::new(format_args!(
                "the value has {} bytes, which is too long for a field; change its elements",
                range.len()
            )));
        }
        describer.value(row)
    }

    /// Returns the path of a row: as errors print it, if this path leads to the row.
    fn path_of(&self, row: usize) -> (usize, Path) {
        let file_value = self.tree.index.value_of(row);
        let [shown, exact] = self.describer().paths(row);
        let is_found = self.content.file.resolved_path(file_value, &shown) == exact;
        (file_value, if is_found { shown } else { exact })
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

    /// Returns an edited value. A value that differs from `old` in some components keeps the others.
    fn input(&self, input: &str, old: Option<&AnyVariant>) -> Result<AnyVariant, Failure> {
        let input: Input = parsed(input)?;
        input.value(self.content.file.layout(), old.map(AnyRef::from))
    }

    /// Changes the value of a row and returns the row of the changed part.
    fn change_row(
        &mut self,
        row: usize,
        change: impl FnOnce(&Self) -> Result<Change, Failure>,
    ) -> Result<usize, String> {
        let (file_value, path) = self.path_of(row);
        self.check_value(file_value)?;
        let numbers = self.tree.numbers(row);
        let number = numbers.last().map_or(0, |(_, number)| *number);
        let step = change(self).and_then(|change| {
            let target = (file_value, &path, number);
            change.apply(&mut self.content.file, &mut self.tree, target)
        });
        let mut step = step.map_err(|failure| match &failure.path[..] {
            "" => Failure {
                path: path.to_string(),
                ..failure
            },
            _ => failure,
        })?;
        let changed = step.row(false, &self.content.file, &self.tree);
        // A new element of a packed array has no row.
        if step.new.is_some() && (changed != row || step.old.is_some()) {
            step.path = self.describer().paths(changed)[0].to_string();
        }
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.done += 1;
        Ok(changed)
    }
}
