//! An open file, as the worker of the page sees it.

use crate::comparison::Comparison;
use crate::content::Content;
use crate::failure::Failure;
use crate::fields::Describer;
use crate::fields::fields;
use crate::form::{Addition, Form, Input, code_of};
use crate::search::{self, Query};
use crate::steps::{Change, Step};
use crate::text::Text;
use crate::tree::{MAX_LENGTH, NAME_LENGTH, Role, Tree};
use crate::{answer, parsed};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::convert::Report;
use gdvariant::{Converter, DecodeError, Path};
use gdvariant_files::display::pretty::PrettyText;
use gdvariant_files::packages::json::from_json;
use gdvariant_files::packages::options;
use gdvariant_files::text::TextKind;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

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

/// A change of the value of a row, as the page asks for it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Edit {
    /// A value that differs in some components keeps the others.
    Set(Input),
    /// Set to the JSON form of a value, or to the text of `var_to_str`.
    Part {
        is_json: bool,
        text: String,
    },
    /// Add a member to a container, with its key unless it is an array.
    Add {
        key: Option<Input>,
        value: Input,
    },
    Rename(Input),
    /// Move to another number among the siblings.
    Move(usize),
    /// Insert a copy after the value.
    Duplicate,
    Remove,
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
        document.faults = document.tree.rebuild(&document.content.file);
        Ok(document)
    }

    /// Returns the state that the page shows.
    pub fn state(&self) -> String {
        let Self { content, .. } = self;
        let fault = |row, failure| {
            let mut fault = json!(failure);
            fault["row"] = json!(row);
            fault
        };
        let faults = self.faults.iter().map(|(value, error)| {
            let failure = Failure::decode(error, content.file.values()[*value].start);
            fault(self.tree.index.root(*value).unwrap_or(0), failure)
        });
        let last = self.tree.index.len().saturating_sub(1);
        let of_file = content.fault().map(|failure| fault(last, failure));
        let layers = content.source().layers().iter().map(ToString::to_string);
        let text = content.text.as_ref();
        let layout = content.file.layout();
        let state = json!({
            "layout": layout.name,
            "title": layout.title,
            "framing": content.file.framing().name(),
            // Descriptions of the compression, encryption or header, and other layouts that fit.
            "notes": layers.chain(content.also_valid.clone()).collect::<Vec<_>>(),
            "candidates": content.candidates,
            // What the content is, if it is text, and why it has no values: empty if it has none.
            "text": text.map(|text| text.kind.name()),
            "text_fault": text.and_then(|text| text.fault.as_deref()),
            "is_shown": content.is_shown(),
            "length": content.source().bytes().len(),
            "file_values": content.file.values().len(),
            "visible": self.tree.visible(),
            "rows": self.tree.index.len(),
            "faults": faults.chain(of_file).collect::<Vec<_>>(),
            "steps": self.steps,
            "done": self.done,
        });
        state.to_string()
    }

    /// Returns lines of the tree.
    pub fn lines(&self, start: usize, end: usize) -> String {
        let rows = self.tree.window(start..end);
        let describer = self.describer();
        let lines = rows.iter().map(|row| describer.line(row));
        answer(&lines.collect::<Vec<_>>())
    }

    /// Describes a value.
    pub fn details(&self, row: usize) -> String {
        const MAX_CHARS: usize = 5000;
        answer(&self.describer().details(row, MAX_CHARS))
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

    /// Folds or unfolds all rows as far as the list stays short, and returns the numbers of lines and of
    /// folded containers.
    pub fn fold_all(&mut self, is_folded: bool) -> Vec<usize> {
        const MAX_UNFOLDED: usize = 100_000;
        self.tree.fold_all();
        if !is_folded {
            self.tree.unfold_some(MAX_UNFOLDED);
        }
        vec![self.tree.visible(), self.tree.folded()]
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
        answer(&fields(&self.describer(), &(start..end)))
    }

    /// Returns the text of a value of any length: its JSON form, or the text of `var_to_str`.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn part(&self, row: usize, is_json: bool) -> Result<String, String> {
        self.check_value(self.tree.index.value_of(row))?;
        let value = self.describer().value(row)?;
        let text = if is_json {
            answer(&value)
        } else {
            code_of((&value).into())
        };
        Ok(PrettyText(&text).to_string())
    }

    /// Compares the values with those of another file.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be opened, or if a value is invalid.
    pub fn compare(&self, file: Vec<u8>, options: &str) -> Result<String, String> {
        Ok(answer(&Comparison::new(
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
        Ok(answer(&Form::for_value((&self.edited_value(row)?).into())))
    }

    /// Returns the control for the key of a row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row has no key.
    pub fn key_form(&self, row: usize) -> Result<String, String> {
        let key = self.describer().key(row);
        let key = key.ok_or_else(|| Failure::new("the value has no key"))?;
        Ok(answer(&Form::for_value((&key).into())))
    }

    /// Returns the control for a new value of a type.
    ///
    /// # Errors
    ///
    /// Returns a failure if the layout lacks the type.
    pub fn new_form(&self, ty: &str) -> Result<String, String> {
        Ok(answer(&Form::for_type(self.content.file.layout(), ty)?))
    }

    /// Returns the control for an edited value, in another form.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn form_of(&self, input: &str) -> Result<String, String> {
        let input: Input = parsed(input)?;
        let value = input.value(self.content.file.layout(), None)?;
        Ok(answer(&Form::for_value((&value).into())))
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
            let path = describer.paths(row)[0].to_string();
            Addition::new((&value).into(), row, path, self.is_json())
        });
        let failure = || Failure::new("select a container, or a value in one, to add to it");
        Ok(answer(&row.or(parent).ok_or_else(failure)?))
    }

    /// Changes the value of a row, and returns the row of the changed part.
    ///
    /// # Errors
    ///
    /// Returns a failure if a new value is invalid, or as the program prints it.
    pub fn edit(&mut self, row: usize, edit: &str) -> Result<usize, String> {
        let edit = parsed(edit)?;
        let (file_value, path) = self.path_of(row);
        self.check_value(file_value)?;
        let numbers = self.tree.numbers(row);
        let number = numbers.last().map_or(0, |(_, number)| *number);
        let step = self.change(row, edit).and_then(|change| {
            let target = (file_value, &path, number);
            change.apply(&mut self.content, &mut self.tree, target)
        });
        let mut step = step.map_err(|failure| match &failure.path[..] {
            "" => Failure {
                path: path.to_string(),
                ..failure
            },
            _ => failure,
        })?;
        let changed = step.row(false, &self.content, &self.tree);
        // A new element of a packed array has no row.
        if step.new.is_some() && (changed != row || step.old.is_some()) {
            step.path = self.describer().paths(changed)[0].to_string();
        }
        self.push(step);
        Ok(changed)
    }

    /// Undoes or repeats changes until this many are done, and returns the row of the last one.
    pub fn go_to(&mut self, done: usize) -> usize {
        let done = done.min(self.steps.len());
        let mut row = 0;
        while self.done != done {
            let is_undo = self.done > done;
            let step = if is_undo { self.done - 1 } else { self.done };
            self.done = if is_undo { step } else { step + 1 };
            row = self.steps[step].toggle(is_undo, &mut self.content, &mut self.tree);
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
        let hits = rows.map(|row| describer.hit(*row));
        answer(&hits.collect::<Vec<_>>())
    }

    /// Returns the types of the values, with the number of values of each.
    pub fn types(&self) -> String {
        answer(&search::types(&self.describer()))
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
        Ok(self.content.source().to_file().map_err(Failure::new)?)
    }

    /// Returns the text of a file whose content is text.
    pub fn content_text(&self) -> String {
        let text = self.content.text.as_ref();
        text.map(Text::shown).unwrap_or_default()
    }

    /// Replaces the text of a file, and returns the first row.
    pub fn set_text(&mut self, text: &str) -> usize {
        let own = self.content.text.as_mut();
        let undo = own.map(|own| own.edit(text)).unwrap_or_default();
        if !undo.is_empty() {
            self.content.encode();
            self.tree.rebuild(&self.content.file);
            self.push(Step::of_text(undo));
        }
        0
    }

    /// Converts the file to another layout.
    ///
    /// # Errors
    ///
    /// Returns a failure if a value cannot be converted.
    pub fn convert(&self, to: &str, is_lossy: bool) -> Result<Converted, String> {
        let to = options::layout(to).map_err(Failure::new)?;
        let mut copy = self.content.source().clone();
        let reports = copy.convert(to, &Converter::new().lossy());
        let reports = reports.map_err(Failure::from)?;
        let total_losses: usize = reports.iter().map(Report::total_losses).sum();
        let is_converted = is_lossy || total_losses == 0;
        let listed = reports.iter().enumerate().flat_map(|(number, report)| {
            let label = match reports.len() {
                1 => String::new(),
                _ => format!("value {}: ", number + 1),
            };
            let losses = report.losses().iter().map(ToString::to_string);
            let lines = losses.chain(report.notes().iter().map(ToString::to_string));
            lines.map(move |line| format!("{label}{line}"))
        });
        let report = json!({
            "lines": listed.take(MAX_LISTED).collect::<Vec<_>>(),
            "total_losses": total_losses,
            "is_converted": is_converted,
        });
        let report = report.to_string();
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
    fn push(&mut self, step: Step) {
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.done += 1;
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

    fn is_json(&self) -> bool {
        let text = self.content.text.as_ref();
        text.is_some_and(|text| text.kind == TextKind::Json)
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

    fn change(&self, row: usize, edit: Edit) -> Result<Change, Failure> {
        let layout = self.content.file.layout();
        let value = |input: Input, old: Option<AnyVariant>| {
            let input = input.part_of_text(self.content.text.is_some());
            input.value(layout, old.as_ref().map(AnyRef::from))
        };
        Ok(match edit {
            Edit::Set(new) => Change::Set(value(new, self.describer().decoded(row))?),
            Edit::Part { is_json, text } if is_json => {
                Change::Set(from_json(layout, &text).map_err(Failure::new)?)
            }
            Edit::Part { text, .. } => Change::Set(value(Input::code(text.trim()), None)?),
            Edit::Add { key, value: new } => {
                let key = key.map(|key| value(key, None)).transpose()?;
                Change::Add(key, value(new, None)?)
            }
            Edit::Rename(key) => Change::Rename(value(key, self.describer().key(row))?),
            Edit::Move(number) => Change::Reorder(number),
            Edit::Duplicate => Change::Duplicate,
            Edit::Remove => Change::Remove,
        })
    }
}
