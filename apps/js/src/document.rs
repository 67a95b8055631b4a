//! Files that are changed by path.

use crate::errors::{Failure, Result};
use crate::read::variant;
use crate::write::tape_of;
use gdvariant_files::change::ChangeNote;
use gdvariant_files::document;
use gdvariant_files::packages::document::{self as documents, Change};
use gdvariant_files::packages::options;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The values of a file, to change them.
#[wasm_bindgen]
pub struct Document(document::Document);

#[wasm_bindgen]
impl Document {
    /// Unpacks a file, and detects what it is.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the options of JavaScript")]
    pub fn new(
        data: &[u8],
        layout: Option<String>,
        framing: Option<String>,
        password: Option<String>,
        key: Option<Vec<u8>>,
        skip: u32,
        max_content: Option<u32>,
        lenient: bool,
    ) -> Result<Self> {
        let options = options::opening(layout, framing, password, key, skip.into(), lenient)?;
        let options = options.max_content(max_content.map(u64::from));
        Ok(Self(documents::open(data, options, lenient)?))
    }

    /// Returns the layout, the framing, the number of values, then the layers, outermost first.
    pub fn facts(&self) -> Array {
        let Self(document) = self;
        let head: [JsValue; 3] = [
            document.layout().name.into(),
            document.framing().name().into(),
            document.count().into(),
        ];
        let layers = document.layers().iter();
        let layers = layers.map(|layer| layer.to_string().into());
        head.into_iter().chain(layers).collect()
    }

    /// Returns the address of the tape of the value at `path`.
    pub fn get(&self, path: &str, value: usize, exact: bool) -> Result<u32> {
        let found = documents::get(&self.0, value, path)?;
        Ok(tape_of((&found).into(), exact))
    }

    /// Sets the value at `path` to the one on `tape`.
    #[allow(
        clippy::fn_params_excessive_bools,
        reason = "the options of JavaScript"
    )]
    pub fn set(
        &mut self,
        path: &str,
        value: usize,
        new: &[u8],
        create: bool,
        keeps_floats: bool,
        change_types: bool,
    ) -> Result<Vec<String>, JsValue> {
        let new = variant(self.0.layout(), new).map_err(Failure::from)?;
        let change = Change::Set {
            new,
            create,
            keeps_floats,
        };
        self.change(path, value, change, change_types)
    }

    /// Inserts the value on a tape before an element.
    pub fn insert(&mut self, path: &str, value: usize, new: &[u8]) -> Result<Vec<String>, JsValue> {
        let new = variant(self.0.layout(), new).map_err(Failure::from)?;
        self.change(path, value, Change::Insert(new), false)
    }

    /// Removes the values at paths.
    pub fn remove(
        &mut self,
        path: &str,
        value: usize,
        paths: Vec<String>,
    ) -> Result<Vec<String>, JsValue> {
        self.change(path, value, Change::Remove(&paths), true)
    }

    /// Changes the key of an entry to the value on a tape.
    pub fn rename(&mut self, path: &str, value: usize, key: &[u8]) -> Result<Vec<String>, JsValue> {
        let key = variant(self.0.layout(), key).map_err(Failure::from)?;
        self.change(path, value, Change::Rename(key), true)
    }

    /// Moves a member of a container to another index.
    pub fn reorder(
        &mut self,
        path: &str,
        value: usize,
        index: usize,
    ) -> Result<Vec<String>, JsValue> {
        self.change(path, value, Change::Reorder(index), true)
    }

    /// Moves a value to another path, or copies it.
    pub fn transfer(
        &mut self,
        source: &str,
        value: usize,
        target: &str,
        copy: bool,
        replace: bool,
    ) -> Result<Vec<String>, JsValue> {
        let change = if copy { Change::Copy } else { Change::Move };
        self.change(source, value, change(target, replace), true)
    }

    /// Converts the file to another layout. Returns the path and the description of each loss.
    pub fn convert(&mut self, layout: &str, lossy: bool) -> Result<Vec<String>> {
        let layout = options::layout(layout)?;
        let losses = documents::convert(&mut self.0, layout, lossy)?;
        Ok(losses.into_iter().flatten().collect())
    }

    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.0.to_file()?)
    }

    /// Makes a change unless it changes types. Returns notes about possible mistakes.
    fn change(
        &mut self,
        path: &str,
        value: usize,
        change: Change<'_>,
        change_types: bool,
    ) -> Result<Vec<String>, JsValue> {
        self.0.edit(|document| {
            let notes = change.make(document, value, path).map_err(Failure::from)?;
            let changed = notes.iter().find(|note| note.type_changes().is_some());
            match changed {
                Some(note) if !change_types => Err(type_change_error(note).into()),
                _ => Ok(notes.iter().map(ToString::to_string).collect()),
            }
        })
    }
}

/// Returns the error with the number of changes, then the path, the old type, the new type and
/// whether it is the type of a key for each listed change.
fn type_change_error(note: &ChangeNote) -> Array {
    let message = format!("{note}; if this is intended, pass `changeTypes: true`");
    let changes = note.type_changes().cloned().unwrap_or_default();
    let head: [JsValue; 3] = [
        "TypeChangeError".into(),
        message.into(),
        changes.count.into(),
    ];
    let rows = changes.listed.into_iter().map(|change| {
        let fields: [JsValue; 4] = [
            change.path.into(),
            change.old.into(),
            change.new.into(),
            change.is_key.into(),
        ];
        JsValue::from(fields.into_iter().collect::<Array>())
    });
    head.into_iter().chain(rows).collect()
}
