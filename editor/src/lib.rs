//! The compiled part of the editor: a file, its tree of values or its text, and its changes.
//!
//! The worker of the page calls [`Document`]. Answers are JSON, or bytes; errors are thrown as the
//! JSON of a failure.

mod comparison;
mod content;
mod describe;
mod document;
mod edits;
mod failure;
mod fields;
mod form;
mod pasted;
mod places;
mod search;
mod text;
mod tree;

use document::PartForm;
use failure::Failure;
use form::Input;
use search::Query;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;

/// An open file.
#[wasm_bindgen]
pub struct Document(document::Document);

/// Returns the JSON of an answer. Answers have only keys that are strings, so this does not fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Converts a failure to the text that is thrown.
fn thrown<T>(result: Result<T, Failure>) -> Result<T, String> {
    result.map_err(|failure| failure.json())
}

fn part_form(is_json: bool) -> PartForm {
    if is_json {
        PartForm::Json
    } else {
        PartForm::Text
    }
}

fn parsed<T: DeserializeOwned>(argument: &str) -> Result<T, String> {
    serde_json::from_str(argument).map_err(|error| Failure::of(error).json())
}

/// Returns the content of a compressed or encrypted file, whatever it is.
///
/// # Errors
///
/// Returns a failure if the file cannot be decompressed or decrypted.
#[wasm_bindgen]
pub fn content(file: Vec<u8>, options: &str) -> Result<Vec<u8>, String> {
    thrown(content::unwrapped(file, &parsed(options)?))
}

/// Returns the names and titles of the layouts.
#[wasm_bindgen]
#[must_use]
pub fn layouts() -> String {
    let layouts = gdvariant_files::packages::layouts::all();
    json(&layouts.map(|it| [it.name, it.title]).collect::<Vec<_>>())
}

/// A conversion to another layout.
#[wasm_bindgen]
pub struct Converted {
    report: String,
    file: Vec<u8>,
}

#[wasm_bindgen]
impl Converted {
    /// Returns the losses and notes.
    #[must_use]
    pub fn report(&self) -> String {
        self.report.clone()
    }

    /// Returns the converted file; empty if the losses were not accepted.
    #[must_use]
    pub fn file(&self) -> Vec<u8> {
        self.file.clone()
    }
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
        thrown(document::Document::open(file, &parsed(options)?).map(Self))
    }

    /// Returns the state that the page shows.
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.0.state())
    }

    /// Returns lines of the tree.
    #[must_use]
    pub fn lines(&self, start: usize, end: usize) -> String {
        json(&self.0.lines(start..end))
    }

    /// Describes a value.
    #[must_use]
    pub fn details(&self, row: usize) -> String {
        json(&self.0.details(row))
    }

    /// Unfolds the containers of a row, and returns the index of its line.
    pub fn reveal(&mut self, row: usize) -> usize {
        self.0.reveal(row)
    }

    /// Folds or unfolds a row, and returns the number of lines.
    pub fn fold(&mut self, row: usize, is_folded: bool) -> usize {
        self.0.fold(row, is_folded)
    }

    /// Folds or unfolds all rows, and returns the number of lines.
    pub fn fold_all(&mut self, is_folded: bool) -> usize {
        self.0.fold_all(is_folded)
    }

    /// Returns the row of a byte.
    #[must_use]
    pub fn row_at(&self, offset: usize) -> Option<usize> {
        self.0.row_at(offset)
    }

    /// Returns bytes of the content.
    #[must_use]
    pub fn bytes(&self, start: usize, end: usize) -> Vec<u8> {
        self.0.bytes(start..end).to_vec()
    }

    /// Returns the meaning of bytes.
    #[must_use]
    pub fn fields(&self, start: usize, end: usize) -> String {
        json(&self.0.fields(&(start..end)))
    }

    /// Returns the text of a value, for editing.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is long or invalid.
    pub fn text(&self, row: usize) -> Result<String, String> {
        thrown(self.0.text(row))
    }

    /// Returns the text of a value of any length: its JSON form, or the text of `var_to_str`.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn part(&self, row: usize, is_json: bool) -> Result<String, String> {
        thrown(self.0.part(row, part_form(is_json)))
    }

    /// Sets the value of a row to the value of a text: its JSON form, or the text of `var_to_str`.
    ///
    /// # Errors
    ///
    /// Returns a failure if the text is invalid, or as `gdvariant set` prints it.
    pub fn set_part(&mut self, row: usize, is_json: bool, text: &str) -> Result<usize, String> {
        thrown(self.0.set_part(row, part_form(is_json), text))
    }

    /// Compares the values with those of another file.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be opened, or if a value is invalid.
    pub fn compare(&self, file: Vec<u8>, options: &str) -> Result<String, String> {
        let comparison = self.0.compare(file, &parsed(options)?);
        thrown(comparison).map(|comparison| json(&comparison))
    }

    /// Returns the row at a path in a value of the file, or that of the innermost container on it.
    #[must_use]
    pub fn row_at_path(&self, value: usize, path: &str) -> usize {
        self.0.row_at_path(value, path)
    }

    /// Returns the control with which the page edits a value.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is long or invalid.
    pub fn form(&self, row: usize) -> Result<String, String> {
        thrown(self.0.form(row)).map(|form| json(&form))
    }

    /// Returns the control for the key of a row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row has no key.
    pub fn key_form(&self, row: usize) -> Result<String, String> {
        thrown(self.0.key_form(row)).map(|form| json(&form))
    }

    /// Returns the control for a new value of a type.
    ///
    /// # Errors
    ///
    /// Returns a failure if the layout lacks the type.
    pub fn new_form(&self, ty: &str) -> Result<String, String> {
        thrown(self.0.new_form(ty)).map(|form| json(&form))
    }

    /// Returns the control for an edited value, in another form.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid.
    pub fn form_of(&self, input: &str) -> Result<String, String> {
        thrown(self.0.form_of(&parsed(input)?)).map(|form| json(&form))
    }

    /// Describes what can be added to the container at a row, or to the container of the row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is neither a container nor a member of one.
    pub fn addition(&self, row: usize) -> Result<String, String> {
        thrown(self.0.addition(row)).map(|addition| json(&addition))
    }

    /// Sets an edited value, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the value is invalid, or as `gdvariant set` prints it.
    pub fn set_form(&mut self, row: usize, input: &str) -> Result<usize, String> {
        thrown(self.0.set_form(row, &parsed(input)?))
    }

    /// Adds a value to the container at a row, and returns the new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the key exists, or as `gdvariant set` prints it.
    pub fn add(&mut self, row: usize, key: Option<String>, input: &str) -> Result<usize, String> {
        let key: Option<Input> = key.map(|key| parsed(&key)).transpose()?;
        thrown(self.0.add(row, key.as_ref(), &parsed(input)?))
    }

    /// Changes the key of a row, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row has no key, or if the key exists.
    pub fn rename_row(&mut self, row: usize, key: &str) -> Result<usize, String> {
        thrown(self.0.rename_row(row, &parsed(key)?))
    }

    /// Moves a row to another place among its siblings, and returns its new row.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is not a member of a container, or if the container has no member at
    /// `number`.
    pub fn move_row(&mut self, row: usize, number: usize) -> Result<usize, String> {
        thrown(self.0.move_row(row, number))
    }

    /// Inserts a copy of a row after it, and returns the row of the copy.
    ///
    /// # Errors
    ///
    /// Returns a failure if the row is not a member of a container, or if no key is known for the
    /// copy.
    pub fn duplicate_row(&mut self, row: usize) -> Result<usize, String> {
        thrown(self.0.duplicate_row(row))
    }

    /// Removes the value of a row, and returns the row of its container.
    ///
    /// # Errors
    ///
    /// Returns a failure as `gdvariant rm` prints it.
    pub fn remove_row(&mut self, row: usize) -> Result<usize, String> {
        thrown(self.0.remove_row(row))
    }

    /// Undoes or repeats changes until this many are done, and returns the row of the last one.
    pub fn go_to(&mut self, done: usize) -> usize {
        self.0.go_to(done)
    }

    /// Returns the rows that match a text and a type, preceded by the number of all of them.
    #[must_use]
    pub fn search(&self, text: &str, ty: &str, limit: usize) -> Vec<usize> {
        let (rows, total) = self.0.search(&Query { text, ty }, limit);
        std::iter::once(total).chain(rows).collect()
    }

    /// Describes rows that a search has found.
    #[must_use]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "the signature is wasm-bindgen's"
    )]
    pub fn hits(&self, rows: Vec<usize>) -> String {
        json(&self.0.hits(&rows))
    }

    /// Returns the types of the values, with the number of values of each.
    #[must_use]
    pub fn types(&self) -> String {
        json(&self.0.types())
    }

    /// Returns the file with its changes.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be compressed or encrypted.
    pub fn save(&self) -> Result<Vec<u8>, String> {
        thrown(self.0.save())
    }

    /// Returns the text of a file whose content is text.
    #[must_use]
    pub fn content_text(&self) -> String {
        self.0.content_text()
    }

    /// Returns why a changed text is invalid, unless the text of the file is invalid as well.
    #[must_use]
    pub fn text_fault(&self, text: &str) -> Option<String> {
        self.0.text_fault(text)
    }

    /// Returns the file with another text.
    ///
    /// # Errors
    ///
    /// Returns a failure if the file cannot be compressed or encrypted.
    pub fn save_text(&self, text: &str) -> Result<Vec<u8>, String> {
        thrown(self.0.save_text(text))
    }

    /// Converts the file to another layout.
    ///
    /// # Errors
    ///
    /// Returns a failure if a value cannot be converted.
    pub fn convert(&self, to: &str, is_lossy: bool) -> Result<Converted, String> {
        let (report, file) = thrown(self.0.convert(to, is_lossy))?;
        let report = json(&report);
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
