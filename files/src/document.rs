//! Changes the values of files by path and keeps all other bytes.
//!
//! ```
//! use gdvariant_files::document::Document;
//! use gdvariant_files::open::OpenOptions;
//!
//! let file = "[player]\n\nname=\"Ada\" ; of Godot\ngold=7\n";
//! let mut save = Document::open(file.as_bytes(), &OpenOptions::new())?;
//! save.set(0, &"player.gold".parse()?, save.layout().parse("100")?)?;
//! assert_eq!(save.get(0, &"player.gold".parse()?)?.to_string(), "100");
//! assert_eq!(save.to_file()?, b"[player]\n\nname=\"Ada\" ; of Godot\ngold=100\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod changes;
mod encoded;
mod frames;
mod lengths;
mod operation;
#[cfg(test)]
mod tests;

use crate::STRICT;
use crate::certainty::OtherLayouts;
use crate::change::steps;
pub use crate::change::steps::{NewKeys, StepOptions};
use crate::change::{ChangeNote, EditError, new_key};
use crate::detect::Framing;
use crate::error::{Error, ErrorKind, FaultKind};
use crate::input::{Input, StoredInput, from_bytes, from_reader, read_start};
use crate::layer::{self, Layer, for_layout};
use crate::merge;
use crate::notation::MAX_LENGTH;
use crate::open::{ExaminedFile, OpenEvents, OpenFile, OpenOptions, Purpose, open_for};
use crate::text::{TextDocument, TextKind, constructors};
use crate::values::{PREFIX_LENGTH, ValueOptions, Values};
use encoded::Encoded;
use frames::Frames;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::convert::Report;
use gdvariant::generic::from_slice;
use gdvariant::generic::structure::Content as Built;
use gdvariant::schema::Layout;
use gdvariant::{
    Condition, Converter, Decode, DecodeOptions, Encode, EncodeOptions, Engine, Kind, Path, Segment,
};
use lengths::{Lengths, header};
use operation::{Holder, Operation};
pub use operation::{MemberRange, Splice};
use std::borrow::Cow;
use std::fmt::{self, Debug, Formatter};
use std::io::{self, Cursor, Read, Write};
use std::ops::Range;
use std::sync::OnceLock;

/// The values of a file, without compression and encryption.
///
/// The [module](self) has an example.
pub struct Document {
    content: Content,
    layers: Vec<Layer>,
    layout: &'static Layout,
    framing: Framing,
    options: StepOptions,
    max_length: u32,
    has_raw_numbers: bool,
    /// Other layouts that fit the file. A change has to be the same in all of them.
    others: OtherLayouts,
    /// The values of a file in bytes.
    found: OnceLock<FoundValues>,
}

#[derive(Clone)]
enum Content {
    Bytes(Vec<u8>),
    /// Framed values of a file, which are read one at a time.
    Frames(Frames),
    Text(Box<TextDocument>),
}

/// The values of a document.
#[derive(Default)]
struct FoundValues {
    /// The ranges of the values in memory, without length prefixes.
    ranges: Vec<Range<usize>>,
    count: usize,
    /// The reason why the bytes after the last value are not values.
    fault: Option<Error>,
    /// The number of these bytes, if they are the end of an older file.
    rest: usize,
}

/// A value without length prefix, and without the bytes after it that lenient decoding ignores.
struct FoundValue<'d> {
    /// The offset in the content.
    start: usize,
    bytes: Cow<'d, [u8]>,
    /// The number of ignored bytes.
    trailer: usize,
}

/// What [`Document::put`], [`copy`](Document::copy) and [`move_value`](Document::move_value) do if the
/// path already has another value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IfExists {
    /// They return [`EditError::Exists`].
    #[default]
    Fail,
    /// They replace the value.
    Replace,
}

/// What a change has replaced.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ChangeReport {
    /// The old value at the path, if there was one.
    pub old: Option<AnyVariant>,
    /// The new value at the path, or its new key.
    pub new: Option<AnyVariant>,
    /// The paths of the changed values, of `set_where` and `remove_where`.
    pub paths: Vec<Path>,
    /// Changes that may be mistakes.
    pub notes: Vec<ChangeNote>,
    /// The members of a container that the change adds, removes or replaces, with an offset in the
    /// value; `None` for text and for changes of several containers.
    pub members: Option<MemberRange>,
    /// What takes the change back, for [`splice`](Document::splice). Empty for text.
    pub undo: Vec<Splice>,
}

impl Clone for Document {
    fn clone(&self) -> Self {
        Self {
            content: self.content.clone(),
            layers: self.layers.clone(),
            others: self.others.clone(),
            found: OnceLock::new(),
            ..*self
        }
    }
}

impl Debug for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("length", &self.bytes().len())
            .field("layers", &self.layers)
            .field("layout", &self.layout.name)
            .field("framing", &self.framing)
            .finish_non_exhaustive()
    }
}

impl OpenFile<'_> {
    /// Reads the whole content, to change values in it.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the file is text in a form.
    pub fn document(mut self) -> Result<Document, Error> {
        let (layout, framing) = (self.layout, self.framing);
        let others = std::mem::take(&mut self.others);
        let stored = self.stored_file().filter(|_| framing.options().is_some());
        let (content, layers) = match (self.text.take(), stored) {
            (Some(text), _) => (Content::Text(text), self.layers),
            (None, Some(file)) => (Content::Frames(Frames::new(file, framing)), self.layers),
            (None, None) => {
                let (bytes, layers) = self.into_content()?;
                (Content::Bytes(bytes), layers)
            }
        };
        Ok(Document {
            content,
            others,
            ..Document::new(Vec::new(), layers, layout, framing)
        })
    }
}

/// Opening and reading.
impl Document {
    /// Opens a file, and finds its compression, encryption, layout and framing.
    ///
    /// ```
    /// use gdvariant::{godot4, variant};
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &variant!({"gold": 7}))?;
    /// let document = Document::open(&file[..], &OpenOptions::new())?;
    /// assert_eq!(document.get(0, &"gold".parse()?)?.to_string(), "7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, if the file has no values, or if values in several layouts
    /// fit it and a change would differ.
    pub fn open(reader: impl Read, options: &OpenOptions) -> Result<Self, Error> {
        Self::open_with(reader, options, &mut ())
    }

    /// Opens a file as [`open`](Self::open) does; `events` provides the key, and receives notes.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open).
    pub fn open_with(
        reader: impl Read,
        options: &OpenOptions,
        events: &mut dyn OpenEvents,
    ) -> Result<Self, Error> {
        let file = read_start(&mut from_reader(reader), u64::MAX)?;
        let options = options.clone().file_length(file.len() as u64);
        open_for(Purpose::Replace, Cursor::new(file), &options, events)?.document()
    }

    /// Opens a file on disk.
    ///
    /// Framed values in plain files are read one at a time: reading and changing one takes the memory
    /// of this value. Other files are read into memory.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// # let path = std::env::temp_dir().join(format!("gdvariant-document-{}", std::process::id()));
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &[1, 2])?;
    /// godot4::write_framed(&mut file, "Ada")?;
    /// std::fs::write(&path, file)?;
    ///
    /// let mut document = Document::open_file(&path, &OpenOptions::new())?;
    /// document.set(0, &"[0]".parse()?, document.layout().parse("7")?)?;
    /// let changed = Document::open(&document.to_file()?[..], &OpenOptions::new())?;
    /// assert_eq!(changed.value(0)?.to_string(), "[7, 2]");
    /// assert_eq!(changed.value(1)?.to_string(), "\"Ada\"");
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open).
    pub fn open_file(
        path: impl AsRef<std::path::Path>,
        options: &OpenOptions,
    ) -> Result<Self, Error> {
        let file = StoredInput::from_file(path.as_ref())?;
        let options = options.clone().file_length(file.length());
        let examined = ExaminedFile::new(file.open()?, &options, &mut ())?.stored(file);
        examined
            .open(&options, Purpose::Replace, false, &mut ())?
            .document()
    }

    /// Creates a document of the bytes inside `layers`, which are outermost first.
    pub fn new(
        bytes: Vec<u8>,
        layers: Vec<Layer>,
        layout: &'static Layout,
        framing: Framing,
    ) -> Self {
        Self {
            content: Content::Bytes(bytes),
            layers,
            layout,
            framing,
            options: StepOptions::default(),
            max_length: u32::MAX,
            has_raw_numbers: false,
            others: OtherLayouts::default(),
            found: OnceLock::new(),
        }
    }

    /// Creates a document from `text`; `layers` are around it, the outermost first.
    pub fn from_text(text: TextDocument, layers: Vec<Layer>) -> Self {
        let layout = text.layout();
        Self {
            content: Content::Text(text.into()),
            ..Self::new(Vec::new(), layers, layout, Framing::Bare)
        }
    }

    /// Reads the values in another layout, if they fit it as well as the [`layout`](Self::layout).
    ///
    /// # Errors
    ///
    /// Returns an error if the file is one of another layout.
    pub fn read_as(&mut self, layout: &'static Layout) -> Result<(), EditError> {
        self.check_layout(layout)?;
        if let Content::Text(text) = &mut self.content
            && self.layout != layout
        {
            let (whole, kind) = (text.text().to_owned(), text.kind());
            (**text, _) = TextDocument::with_values(whole, Some(layout), Some(kind))?;
        }
        self.layout = layout;
        self.others = OtherLayouts::default();
        Ok(())
    }

    /// Sets the options that decode values. By default, objects are allowed.
    #[must_use]
    pub fn decode_options(mut self, options: DecodeOptions) -> Self {
        self.options.decode = options;
        self
    }

    /// Sets the options that encode values, such as the version of the engine for a conversion.
    #[must_use]
    pub fn encode_options(mut self, options: EncodeOptions) -> Self {
        self.options.encode = options;
        self
    }

    /// Sets the options that encode and decode values, and the content of steps.
    #[must_use]
    pub fn step_options(self, options: StepOptions) -> Self {
        Self { options, ..self }
    }

    /// Numbers the entries of a Dictionary as they are encoded, for programs that show encoded bytes.
    ///
    /// If a key occurs twice, decoding numbers the entries in another way, and changes of numbered
    /// entries are errors by default.
    #[must_use]
    pub fn raw_numbers(self) -> Self {
        Self {
            has_raw_numbers: true,
            ..self
        }
    }

    /// Sets the maximum length of a changed value in a framed file, in bytes.
    #[must_use]
    pub fn max_length(self, max_length: u32) -> Self {
        Self { max_length, ..self }
    }

    /// Returns the bytes inside all layers; none if the values are read [one at a
    /// time](Self::open_file).
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Bytes(bytes) => bytes,
            Content::Text(text) => text.text().as_bytes(),
            Content::Frames(_) => &[],
        }
    }

    /// Returns the text, if the values are written as text.
    pub fn text(&self) -> Option<&TextDocument> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the layers around the bytes, outermost first.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the layout of the values.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the framing of the values.
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// Returns the ranges of the values in the [`bytes`](Self::bytes), without length prefixes.
    ///
    /// A text has no ranges: [`count`](Self::count) is the number of its values.
    pub fn values(&self) -> &[Range<usize>] {
        &self.found().ranges
    }

    /// Returns the reason why the bytes after the last value are not values, if there are any.
    pub fn fault(&self) -> Option<&Error> {
        self.found().fault.as_ref()
    }

    /// Returns the number of values.
    pub fn count(&self) -> usize {
        match &self.content {
            Content::Text(text) => text.count(),
            _ => self.found().count,
        }
    }

    /// Decodes the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid, or if there are fewer values.
    pub fn value(&self, index: usize) -> Result<AnyVariant, EditError> {
        if let Content::Text(text) = &self.content {
            self.check_index(index)?;
            return Ok(text.value(index)?);
        }
        let found = self.found_value(index)?;
        let decoded = self.layout.decode(&found.bytes, self.options.decode);
        decoded.map_err(|error| EditError::Decode(error.with_base_offset(found.start)))
    }

    /// Returns the value at `path` in the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid, or if the path leads to no value.
    pub fn get(&self, index: usize, path: &Path) -> Result<AnyVariant, EditError> {
        let path = self.single(index, path)?;
        self.read(index, |holder| changes::get(holder, &path, self.options))?
    }

    /// Converts the keys of a path to positions, as far as the path leads to values.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = gdvariant::godot4::to_vec(&gdvariant::godot4::variant!({"players": ["Ada"]}))?;
    /// let save = Document::open(&file[..], &OpenOptions::new())?;
    /// let path = save.resolved_path(0, &"players[0].name".parse()?);
    /// assert_eq!(path.to_string(), "value(0)[0].name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolved_path(&self, index: usize, path: &Path) -> Path {
        let resolved = self.read(index, |holder| {
            changes::resolved(holder, path, self.options)
        });
        resolved.unwrap_or_else(|_| path.clone())
    }

    /// Decodes the value at `index` as a type of yours, which owns its data.
    ///
    /// The file can be one of another layout that the values fit as well.
    ///
    /// ```
    /// use gdvariant::{Godot4, Variant, godot4};
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    /// use std::collections::HashMap;
    ///
    /// #[derive(gdvariant::Variant)]
    /// struct Save {
    ///     gold: i64,
    ///     #[variant(flatten)]
    ///     others: HashMap<String, Variant>,
    /// }
    ///
    /// let file = godot4::to_vec(&godot4::variant!({"gold": 7, "name": "Ada"}))?;
    /// let mut document = Document::open(&file[..], &OpenOptions::new())?;
    /// let mut save = document.decode::<Godot4, Save>(0)?;
    /// save.gold = 100;
    /// document.encode::<Godot4, _>(0, &save)?;
    /// assert_eq!(document.get(0, &"gold".parse()?)?.to_string(), "100");
    /// assert_eq!(document.get(0, &"name".parse()?)?.to_string(), "\"Ada\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file is one of another engine than `E`, or if the value is not a `T`.
    pub fn decode<E: Engine, T>(&self, index: usize) -> Result<T, EditError>
    where
        T: for<'de> Decode<'de, E>,
    {
        self.check_layout(E::LAYOUT)?;
        let decode = |bytes: &[u8]| from_slice::<E, T>(bytes, self.options.decode);
        if let Content::Text(text) = &self.content {
            self.check_index(index)?;
            let value = text.value_as(index, E::LAYOUT)?;
            let decoded = decode(&value.to_vec(EncodeOptions::engine())?);
            return decoded.map_err(|error| EditError::Decode(error.without_offset()));
        }
        let found = self.found_value(index)?;
        decode(&found.bytes).map_err(|error| EditError::Decode(error.with_base_offset(found.start)))
    }

    /// Replaces the value at `index` by a value of a type of yours. The document then has the layout
    /// `E`.
    ///
    /// [`decode`](Self::decode) has an example.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is one of another engine than `E`, or if the value cannot be encoded.
    pub fn encode<E: Engine, T: Encode<E> + ?Sized>(
        &mut self,
        index: usize,
        value: &T,
    ) -> Result<(), EditError> {
        self.read_as(E::LAYOUT)?;
        let bytes = gdvariant::generic::to_vec::<E, T>(value, self.options.encode)?;
        let value = self.layout.decode(&bytes, STRICT)?;
        self.replace(index, &value)
    }

    /// Returns the file: the bytes inside their layers.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`write_to`](Self::write_to).
    pub fn to_file(&self) -> io::Result<Vec<u8>> {
        let mut file = Vec::new();
        self.write_to(&mut file)?;
        Ok(file)
    }

    /// Writes the file.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let document = Document::open(&b"[1, 2]"[..], &OpenOptions::new())?;
    /// let mut file = Vec::new();
    /// document.write_to(&mut file)?;
    /// assert_eq!(file, b"[1, 2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails, if the values that are read one at a time can no longer be
    /// read, or if compressing or encrypting fails.
    pub fn write_to(&self, writer: &mut dyn Write) -> io::Result<()> {
        let Content::Frames(frames) = &self.content else {
            let file = layer::add_layers(self.bytes().into(), &self.layers)?;
            return writer.write_all(&file);
        };
        let mut reader = frames.reader()?;
        io::copy(&mut reader, writer).map(drop)
    }

    fn check_layout(&self, expected: &'static Layout) -> Result<(), EditError> {
        let is_other = match &self.content {
            Content::Text(text) => text.evidence().is_none(),
            _ => self.others.layouts.contains(&expected),
        };
        if is_other || self.layout == expected {
            return Ok(());
        }
        Err(EditError::Layout {
            expected,
            found: self.layout,
        })
    }

    fn found_value(&self, index: usize) -> Result<FoundValue<'_>, EditError> {
        let (start, mut bytes) = if let Content::Frames(frames) = &self.content {
            let Some((start, value)) = frames.value(index)? else {
                let count = frames.count().unwrap_or(index);
                return Err(EditError::NoValue { index, count });
            };
            let start = usize::try_from(start).unwrap_or(usize::MAX);
            (start, Cow::Owned(value))
        } else {
            self.check_index(index)?;
            let range = self.values()[index].clone();
            (range.start, Cow::Borrowed(&self.bytes()[range]))
        };
        let (options, whole) = (self.options.decode, bytes.len());
        if options.is_lenient()
            && let Ok(length) = self.layout.skip(&bytes, options)
        {
            match &mut bytes {
                Cow::Borrowed(bytes) => *bytes = &bytes[..length],
                Cow::Owned(bytes) => bytes.truncate(length),
            }
        }
        Ok(FoundValue {
            start,
            trailer: whole - bytes.len(),
            bytes,
        })
    }

    /// Returns the number of bytes that follow the value at `index` and are not a value.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer values.
    pub fn rest(&self, index: usize) -> Result<usize, EditError> {
        if let Content::Text(_) = &self.content {
            return Ok(0);
        }
        Ok(match self.found().rest {
            0 => self.found_value(index)?.trailer,
            rest => rest,
        })
    }

    fn check_index(&self, index: usize) -> Result<(), EditError> {
        let count = self.count();
        if index < count {
            return Ok(());
        }
        Err(EditError::NoValue { index, count })
    }

    /// Returns the options that decode values.
    pub fn options(&self) -> DecodeOptions {
        self.options.decode
    }

    /// Returns whether a length precedes each value.
    pub fn is_framed(&self) -> bool {
        self.framing.options().is_some()
    }

    fn encoded<'b>(&self, layout: &'static Layout, bytes: &'b [u8]) -> Encoded<'b> {
        Encoded::new(layout, bytes, self.options).with_raw_numbers(self.has_raw_numbers)
    }

    fn found(&self) -> &FoundValues {
        self.found.get_or_init(|| {
            let input = match &self.content {
                Content::Bytes(bytes) => Ok(from_bytes(bytes)),
                Content::Frames(frames) => frames.content.open(),
                Content::Text(_) => return FoundValues::default(),
            };
            let is_kept = matches!(self.content, Content::Bytes(_));
            // A longer value cannot be in the content. Shorter ones can be truncated.
            let limit = match &self.content {
                Content::Frames(frames) => frames.content.length(),
                _ => self.bytes().len() as u64,
            };
            let options = ValueOptions {
                layout: self.layout,
                framing: self.framing,
                max_length: u32::try_from(limit).unwrap_or(u32::MAX).max(MAX_LENGTH),
                ignores_rest: false,
                looks_ahead: false,
            };
            let found = input.map_err(Error::from);
            let found = found.map(|input| FoundValues::read(input, options, is_kept));
            found.unwrap_or_else(|error| FoundValues {
                fault: Some(error),
                ..FoundValues::default()
            })
        })
    }
}

impl FoundValues {
    /// Reads all values, and keeps their ranges if `is_kept`.
    fn read(input: Input<'_>, options: ValueOptions, is_kept: bool) -> Self {
        let mut values = Values::from_raw(input, options);
        let mut found = Self::default();
        loop {
            match values.next_entry() {
                Ok(None) => break,
                Err(error) if matches!(error.kind(), ErrorKind::Empty(_)) => break,
                Ok(Some(entry)) => {
                    if let Some(fault) = &entry.fault {
                        if let FaultKind::Rest(rest) = fault.kind {
                            found.rest = usize::try_from(rest).unwrap_or(usize::MAX);
                        }
                        found.fault = Some(ErrorKind::Value(fault.clone()).into());
                        break;
                    }
                    found.count += 1;
                    if is_kept {
                        found
                            .ranges
                            .push(entry.start..entry.start + entry.available.len());
                    }
                }
                Err(error) => {
                    found.fault = Some(error);
                    break;
                }
            }
        }
        found
    }
}

/// Changes.
impl Document {
    /// Sets the value at `path` in the value at `index`. A key that does not exist is added.
    ///
    /// The [module](self) has an example.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be stored at the path. The file is then unchanged.
    pub fn set(
        &mut self,
        index: usize,
        path: &Path,
        new: AnyVariant,
    ) -> Result<ChangeReport, EditError> {
        self.set_where(index, path, &[], new, NewKeys::Add)
    }

    /// Sets the values that `path` and `conditions` select. Conditions are about the members for
    /// which the last pattern of the path stands.
    ///
    /// ```
    /// use gdvariant_files::document::{Document, NewKeys};
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = "[{\"id\": 7, \"count\": 1}, {\"id\": 8, \"count\": 1}]";
    /// let mut save = Document::open(file.as_bytes(), &OpenOptions::new())?;
    /// let (path, conditions) = ("[*].count".parse()?, ["id=7".parse()?]);
    /// let new = save.layout().parse("99")?;
    /// save.set_where(0, &path, &conditions, new.clone(), NewKeys::Fail)?;
    /// assert_eq!(save.to_file()?, file.replacen("1", "99", 1).into_bytes());
    ///
    /// let error = save.set_where(0, &"[0].cuont".parse()?, &[], new, NewKeys::Fail);
    /// let advice = error.unwrap_err().advice().unwrap().to_string();
    /// assert_eq!(advice, "did you mean [0].count?; `NewKeys::Add` adds it");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be stored, or for a key that does not exist, unless
    /// `new_keys` accepts it. The file is then unchanged.
    pub fn set_where(
        &mut self,
        index: usize,
        path: &Path,
        conditions: &[Condition],
        new: AnyVariant,
        new_keys: NewKeys,
    ) -> Result<ChangeReport, EditError> {
        let path = self.checked(path)?;
        let is_new = |last: &Segment| match last {
            Segment::Append => true,
            last => new_keys == NewKeys::Add && !last.is_pattern(),
        };
        let places = if !path.is_pattern() && conditions.is_empty() {
            if new_keys == NewKeys::Fail
                && let Some(error) = self.new_key_at(index, &path)?
            {
                return Err(error);
            }
            vec![[path.clone(), path]]
        } else if let Some((parent, last)) = path.split_last()
            && is_new(&last)
            && path.is_pattern()
        {
            let parents = self.positions(index, &parent, conditions)?.into_iter();
            let last = last.into();
            parents.map(|it| it.map(|it| it.join(&last))).collect()
        } else {
            self.positions(index, &path, conditions)?
        };
        self.change_selected(index, places, &Operation::Set(new))
    }

    /// Inserts an element before the one at `path`. The index can be the end of its Array.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut list = Document::open(&b"[1, 3]"[..], &OpenOptions::new())?;
    /// list.insert(0, &"[1]".parse()?, list.layout().parse("2")?)?;
    /// assert_eq!(list.to_file()?, b"[1, 2, 3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead into an Array that can contain the value. The file
    /// is then unchanged.
    pub fn insert(
        &mut self,
        index: usize,
        path: &Path,
        new: AnyVariant,
    ) -> Result<ChangeReport, EditError> {
        let path = self.single_place(index, path)?;
        self.change(index, &[path], &Operation::Insert(new))
    }

    /// Removes the values at `paths`, which refer to the value before the first removal.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut list = Document::open(&b"[1, 2, 3]"[..], &OpenOptions::new())?;
    /// list.remove(0, &["[0]".parse()?, "[1]".parse()?])?;
    /// assert_eq!(list.to_file()?, b"[3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a path does not exist, if its value cannot be removed, or if a path leads
    /// into another one. The file is then unchanged.
    pub fn remove(&mut self, index: usize, paths: &[Path]) -> Result<ChangeReport, EditError> {
        let paths = paths.iter().map(|path| self.checked(path));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        self.change(index, &paths, &Operation::Remove)
    }

    /// Removes the values that `paths` and `conditions` select.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = b"[{\"id\": 7}, {\"id\": 8}]";
    /// let mut save = Document::open(&file[..], &OpenOptions::new())?;
    /// let removed = save.remove_where(0, &["[*]".parse()?], &["id=7".parse()?])?;
    /// assert_eq!(removed.paths, ["[0]".parse()?]);
    /// assert_eq!(save.to_file()?, b"[{\"id\": 8}]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`remove`](Self::remove), or an error if a path without a pattern does
    /// not exist. The file is then unchanged.
    pub fn remove_where(
        &mut self,
        index: usize,
        paths: &[Path],
        conditions: &[Condition],
    ) -> Result<ChangeReport, EditError> {
        let mut places = Vec::new();
        for path in paths {
            places.extend(self.positions(index, &self.checked(path)?, conditions)?);
        }
        self.change_selected(index, places, &Operation::Remove)
    }

    /// Changes the key of an entry or the name of a property, which keeps its position.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut save = Document::open(&b"{\"hp\": 7}"[..], &OpenOptions::new())?;
    /// save.rename(0, &"hp".parse()?, save.layout().parse("\"health\"")?)?;
    /// assert_eq!(save.to_file()?, b"{\"health\": 7}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path leads to neither an entry nor a property, or if the container has
    /// the key already. The file is then unchanged.
    pub fn rename(
        &mut self,
        index: usize,
        path: &Path,
        key: AnyVariant,
    ) -> Result<ChangeReport, EditError> {
        let path = self.single_place(index, path)?;
        self.change(index, &[path], &Operation::Rename(key))
    }

    /// Moves an element, an entry or a property to another index of its container.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &[7, 8, 9])?;
    /// let mut list = Document::open(&file[..], &OpenOptions::new())?;
    /// list.reorder(0, &"[0]".parse()?, 2)?;
    /// assert_eq!(list.value(0)?.to_string(), "[8, 9, 7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead to a member of a container, if the container has no
    /// member with the index `to`, or if the file is a text: its values keep their order. The file is
    /// then unchanged.
    pub fn reorder(
        &mut self,
        index: usize,
        path: &Path,
        to: usize,
    ) -> Result<ChangeReport, EditError> {
        let path = self.single_place(index, path)?;
        self.change(index, &[path], &Operation::Reorder(to))
    }

    /// Inserts a copy of an element, an entry or a property after it.
    ///
    /// The copy of an entry gets the next free key: `slot2` after `slot1`, 8 after 7.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut save = Document::open(&b"{\"slot1\": 7}"[..], &OpenOptions::new())?;
    /// save.duplicate(0, &"slot1".parse()?)?;
    /// assert_eq!(save.to_file()?, b"{\"slot1\": 7, \"slot2\": 7}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead to a member of a container, or if no key follows
    /// its key. The file is then unchanged.
    pub fn duplicate(&mut self, index: usize, path: &Path) -> Result<ChangeReport, EditError> {
        let path = self.single_place(index, path)?;
        self.change(index, &[path], &Operation::Duplicate)
    }

    /// Makes several changes as one: an error takes all changes by path and replacements of values
    /// back.
    ///
    /// ```
    /// use gdvariant_files::change::EditError;
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut save = Document::open(&b"{\"a\": 1}"[..], &OpenOptions::new())?;
    /// let [a, b] = ["a".parse()?, "b".parse()?];
    /// let error = save.edit(|save| {
    ///     save.remove(0, &[a])?;
    ///     save.remove(0, &[b])
    /// });
    /// assert!(matches!(error, Err(EditError::Missing(_))));
    /// assert_eq!(save.to_file()?, b"{\"a\": 1}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of `changes`.
    pub fn edit<T, E>(&mut self, changes: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let mut copy = self.clone();
        let result = changes(&mut copy)?;
        *self = copy;
        Ok(result)
    }

    /// Returns the path with the section of a setting, if it leads to one place.
    fn checked(&self, path: &Path) -> Result<Path, EditError> {
        let Content::Text(text) = &self.content else {
            return Ok(path.clone());
        };
        let path = text.setting_path(path);
        text.check_paths([&path].into_iter())?;
        Ok(path)
    }

    /// Returns the positions and the paths of the values that `path` and `conditions` select.
    fn positions(
        &self,
        index: usize,
        path: &Path,
        conditions: &[Condition],
    ) -> Result<Vec<[Path; 2]>, EditError> {
        let is_plain = |it: &&Segment| !it.is_pattern() && !matches!(it, Segment::Step(_));
        let start: Path = path.segments().take_while(is_plain).cloned().collect();
        let rest = path
            .segments()
            .skip(start.segments().len())
            .cloned()
            .collect();
        let value = self.read(index, |holder| holder.get(&start))??;
        let found = steps::positions((&value).into(), &rest, conditions, self.options)?;
        let joined = |it: [Path; 2]| it.map(|it| start.join(&it));
        Ok(found.into_iter().map(joined).collect())
    }

    /// Returns the path of the value for which a pattern stands.
    fn single(&self, index: usize, path: &Path) -> Result<Path, EditError> {
        let path = self.checked(path)?;
        if !path.is_pattern() {
            return Ok(path);
        }
        let mut found = self.positions(index, &path, &[])?;
        match found.len() {
            1 => Ok(found.remove(0)[1].clone()),
            count => Err(EditError::Selected(path, count)),
        }
    }

    /// Returns the path at which a value is put. Its last segment need not exist.
    fn single_place(&self, index: usize, path: &Path) -> Result<Path, EditError> {
        match path.split_last() {
            Some((parent, last)) if !last.is_pattern() && path.is_pattern() => {
                Ok(self.single(index, &parent)?.join(&last.into()))
            }
            _ => self.single(index, path),
        }
    }

    /// Returns the error of a path whose last key is new; not for text in which an absent property has
    /// its default.
    fn new_key_at(&self, index: usize, path: &Path) -> Result<Option<EditError>, EditError> {
        let has_defaults =
            |text: &TextDocument| matches!(text.kind(), TextKind::Config | TextKind::Resource);
        if self.text().is_some_and(has_defaults)
            || !self.get(index, path).is_err_and(|it| it.is_missing())
        {
            return Ok(None);
        }
        let is_step = |it: &Segment| matches!(it, Segment::Step(_));
        let segments: Vec<_> = path.segments().cloned().collect();
        let start = segments.iter().rposition(is_step).map_or(0, |it| it + 1);
        let [outer, rest] = [&segments[..start], &segments[start..]];
        let [outer, rest] = [outer, rest].map(|it| it.iter().cloned().collect());
        let content = match self.get(index, &outer) {
            Err(error) if error.is_missing() => return Ok(None),
            content => content?,
        };
        let error = new_key((&content).into(), &rest).map(EditError::NewKey);
        Ok(error.map(|error| match start {
            0 => error,
            _ => error.after(&outer),
        }))
    }

    /// Changes the values at positions and returns the other paths, which are those for readers.
    fn change_selected(
        &mut self,
        index: usize,
        places: Vec<[Path; 2]>,
        operation: &Operation,
    ) -> Result<ChangeReport, EditError> {
        let (positions, paths): (Vec<_>, _) = places.into_iter().map(Into::into).unzip();
        let changed = self.change(index, &positions, operation)?;
        Ok(ChangeReport { paths, ..changed })
    }

    /// Changes the value at `index`, if the change is the same in all layouts that fit the file.
    fn change(
        &mut self,
        index: usize,
        paths: &[Path],
        operation: &Operation,
    ) -> Result<ChangeReport, EditError> {
        let options = self.options;
        let (edit, undo) = if let Content::Text(text) = &self.content {
            self.check_index(index)?;
            let mut value = TextValue {
                text: Cow::Borrowed(&**text),
                index,
            };
            let edit = changes::change(&mut value, paths, operation, options)?;
            if let Cow::Owned(text) = value.text {
                self.content = Content::Text(text.into());
            }
            (edit, Vec::new())
        } else {
            let bytes = self.found_value(index)?.bytes;
            let edit = |layout| {
                let operation = operation.for_layout(layout)?;
                let mut encoded = self.encoded(layout, &bytes);
                changes::change(&mut encoded, paths, &operation, options)
            };
            let edited = edit(self.layout)?;
            let certain = self
                .others
                .compare(&edited.splices, |other| Some(edit(other).ok()?.splices));
            certain.map_err(EditError::Uncertain)?;
            drop(bytes);
            let undo = self.change_bytes(index, &edited.splices)?;
            (edited, undo)
        };
        Ok(ChangeReport {
            old: edit.old,
            new: edit.new,
            notes: edit.notes,
            members: edit.members,
            undo,
            ..ChangeReport::default()
        })
    }

    /// Replaces bytes of the value at `index`, if it can have the new length.
    fn change_bytes(&mut self, index: usize, splices: &[Splice]) -> Result<Vec<Splice>, EditError> {
        let length = self.found_value(index)?.bytes.len();
        self.check_length(index, Splice::length_after(length, splices))?;
        self.splice(index, splices)
    }

    /// Replaces bytes of the value at `index` and updates its length prefix, to take a change back or
    /// to repeat it: the bytes have to be a value afterwards. Offsets start at the value.
    ///
    /// Returns what takes the replacement back.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = gdvariant::godot4::to_vec(&gdvariant::godot4::variant!(["Ada"]))?;
    /// let mut save = Document::open(&file[..], &OpenOptions::new())?;
    /// let changed = save.set(0, &"[0]".parse()?, save.layout().parse("7")?)?;
    /// let again = save.splice(0, &changed.undo)?;
    /// assert_eq!(save.bytes(), file);
    /// save.splice(0, &again)?;
    /// assert_eq!(save.value(0)?.to_string(), "[7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer values, or if the ranges are not in the value and in order.
    pub fn splice(&mut self, index: usize, splices: &[Splice]) -> Result<Vec<Splice>, EditError> {
        let length = self.found_value(index)?.bytes.len();
        let starts = splices.iter().map(|it| it.range.start).skip(1);
        let mut bounds = splices.iter().zip(starts.chain([length]));
        if !bounds.all(|(it, end)| it.range.start <= it.range.end && it.range.end <= end) {
            return Err(EditError::Splice { length });
        }
        if let Content::Frames(frames) = &mut self.content {
            return Ok(frames.splice(index, splices)?);
        }
        // The values are found in the bytes before the change, whose length prefixes are valid.
        let value = self.values()[index].clone();
        let (framing, is_framed) = (self.framing, self.is_framed());
        let Content::Bytes(bytes) = &mut self.content else {
            return Ok(Vec::new());
        };
        let undo = Splice::apply(bytes, value.start, splices);
        let [old, new] = [value.len(), Splice::length_after(value.len(), splices)];
        if is_framed {
            // Longer values are errors before the change.
            let length = u32::try_from(new).unwrap_or(u32::MAX);
            bytes[value.start - PREFIX_LENGTH..value.start]
                .copy_from_slice(&framing.prefix(length));
        }
        // A fault has an offset, which changes.
        if let Some(mut found) = self.found.take().filter(|it| it.fault.is_none()) {
            found.ranges[index].end = value.start + new;
            for range in &mut found.ranges[index + 1..] {
                *range = range.start - old + new..range.end - old + new;
            }
            self.found = OnceLock::from(found);
        }
        Ok(undo)
    }

    /// Returns an error if the value at `index` cannot have another length.
    fn check_length(&self, index: usize, length: usize) -> Result<(), EditError> {
        let found = self.found_value(index)?;
        let mut value = found.start..found.start + found.bytes.len();
        if value.len() == length {
            return Ok(());
        }
        let mut framed = length;
        if self.is_framed() {
            self.lengths().prefix(length)?;
            value = value.start - PREFIX_LENGTH..value.end + found.trailer;
            framed += PREFIX_LENGTH + found.trailer;
        }
        let before = self.bytes().get(..value.start).unwrap_or_default();
        self.lengths().check_counts(value, framed, before)
    }

    /// Replaces the value at `index`. The bytes of everything in it that did not change are kept.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = "[player]\n\nname=\"Ada\" ; of Godot\n";
    /// let mut document = Document::open(file.as_bytes(), &OpenOptions::new())?;
    /// let new = document.layout().parse(r#"{"player": {"name": "Grace"}}"#)?;
    /// document.replace(0, &new)?;
    /// assert_eq!(document.to_file()?, b"[player]\n\nname=\"Grace\" ; of Godot\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer values, or if the new value cannot be encoded. The file is
    /// then unchanged.
    pub fn replace(&mut self, index: usize, new: &AnyVariant) -> Result<(), EditError> {
        self.check_index(index)?;
        if let Content::Text(text) = &mut self.content {
            new.to_vec(self.options.encode)?;
            text.replace(index, new)?;
            return Ok(());
        }
        let [old, encoded] = [&self.value(index)?, new].map(merge::canonical);
        let (old, encoded) = (old?, encoded?);
        if old != encoded {
            let encoded = new.to_vec(self.options.encode)?;
            let bytes = self.found_value(index)?.bytes;
            let (layout, decode) = (self.layout, self.options.decode);
            let edited = merge::edited(layout, &bytes, &old, &encoded, decode)?;
            let splices = Splice::replaced(&bytes, &(0..bytes.len()), edited);
            drop(bytes);
            self.change_bytes(index, &splices)?;
        }
        Ok(())
    }

    /// Copies a value from one path to another. A key that the copy adds is not noted.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value at `from`, or if it cannot be stored at `to`. The file
    /// is then unchanged.
    pub fn copy(
        &mut self,
        index: usize,
        from: &Path,
        to: &Path,
        if_exists: IfExists,
    ) -> Result<ChangeReport, EditError> {
        let (from, to) = (&self.single(index, from)?, &self.single_place(index, to)?);
        let copied = self.get(index, from)?;
        if self.resolved_path(index, from) == self.resolved_path(index, to) {
            return Err(into_itself("copy", from, to));
        }
        self.put(index, to, copied, if_exists)
    }

    /// Sets the value at `path` as [`set`](Self::set) does, unless the path has another value. There
    /// is no note about a new key.
    ///
    /// # Errors
    ///
    /// Returns [`EditError::Exists`] if the path has another value, and the errors of
    /// [`set`](Self::set). The file is then unchanged.
    pub fn put(
        &mut self,
        index: usize,
        path: &Path,
        new: AnyVariant,
        if_exists: IfExists,
    ) -> Result<ChangeReport, EditError> {
        match self.get(index, path) {
            Ok(old) if merge::canonical(&old)? == merge::canonical(&new)? => {
                return Ok(ChangeReport::default());
            }
            Ok(_) if if_exists == IfExists::Fail => {
                return Err(EditError::Exists(path.clone()));
            }
            Err(error) if !error.is_missing() => return Err(error),
            _ => {}
        }
        let mut changed = self.set(index, path, new)?;
        changed.notes.retain(|note| !note.is_new());
        Ok(changed)
    }

    /// Moves a value from one path to another. An entry that gets another key keeps its position.
    ///
    /// Several values, such as those at `[*].a`, can only be moved within their containers, such as to
    /// `[*].b`.
    ///
    /// ```
    /// use gdvariant_files::document::{Document, IfExists};
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut save = Document::open(&b"{\"a\": 1, \"b\": []}"[..], &OpenOptions::new())?;
    /// save.move_value(0, &"a".parse()?, &"b[+]".parse()?, IfExists::Fail)?;
    /// assert_eq!(save.to_file()?, b"{\"b\": [1]}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value at `from`, or if it cannot be stored at `to`. The file
    /// is then unchanged.
    pub fn move_value(
        &mut self,
        index: usize,
        from: &Path,
        to: &Path,
        if_exists: IfExists,
    ) -> Result<ChangeReport, EditError> {
        if from.is_empty() {
            return Err(EditError::Root);
        }
        if let Some(((outer, last), (place, key))) = from.split_last().zip(to.split_last())
            && outer == place
            && outer.is_pattern()
            && !last.is_pattern()
        {
            let selected = self.positions(index, &self.checked(from)?, &[])?;
            let moves = selected.into_iter().map(|[_, from]| {
                let outer = from.split_last().map(|(outer, _)| outer);
                let to = outer.unwrap_or_default().join(&key.clone().into());
                (from, to)
            });
            let moves: Vec<_> = moves.collect();
            if let [(from, to)] = moves.as_slice() {
                return self.move_value(index, from, to, if_exists);
            }
            if !moves.is_empty() {
                return self.edit(|document| {
                    let mut all = ChangeReport::default();
                    for (from, to) in moves {
                        let changed = document.move_value(index, &from, &to, if_exists)?;
                        all.notes.extend(changed.notes);
                    }
                    Ok(all)
                });
            }
        }
        let (from, to) = (&self.single(index, from)?, &self.single_place(index, to)?);
        let moved = self.get(index, from)?;
        let [source, target] = [from, to].map(|path| self.resolved_path(index, path));
        if target.starts_with(&source) {
            return Err(into_itself("move", from, to));
        }
        if source.starts_with(&target) {
            // The value replaces a container that it is in.
            return self.put(index, to, moved, if_exists);
        }
        if let Some(key) = self.new_key(index, from, to) {
            return self.rename(index, from, key);
        }
        self.edit(|document| {
            let mut changed = document.put(index, to, moved, if_exists)?;
            // A negative index would count from the end of the changed array.
            let is_counted = |it: &Segment| matches!(it, Segment::Key(key) if key.starts_with('-'));
            let from = if from.segments().any(is_counted) {
                &source
            } else {
                from
            };
            let removed = document.remove(index, std::slice::from_ref(from))?;
            changed.notes.extend(removed.notes);
            Ok(ChangeReport {
                members: None,
                undo: Vec::new(),
                ..changed
            })
        })
    }
}

fn into_itself(verb: &'static str, from: &Path, to: &Path) -> EditError {
    let [from, to] = [from, to].map(Path::clone);
    EditError::IntoItself { verb, from, to }
}

/// Several files, and other layouts.
impl Document {
    /// Copies the value at a path of another file, converted to the layout of this file.
    ///
    /// The report has the losses of the conversion, if the layouts differ.
    ///
    /// ```
    /// use gdvariant_files::document::{Document, IfExists};
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let other = Document::open(&b"{\"gold\": 7}"[..], &OpenOptions::new())?;
    /// let mut save = Document::open(&b"{}"[..], &OpenOptions::new())?;
    /// let gold = "gold".parse()?;
    /// save.copy_from(0, &gold, (&other, 0, &gold), IfExists::Fail)?;
    /// assert_eq!(save.to_file()?, b"{\"gold\":7}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is no value, or if it cannot be stored at `to`. The file is then
    /// unchanged.
    pub fn copy_from(
        &mut self,
        index: usize,
        to: &Path,
        (source, source_index, from): (&Self, usize, &Path),
        if_exists: IfExists,
    ) -> Result<(ChangeReport, Option<Report>), EditError> {
        let from = &source.single(source_index, from)?;
        let to = &self.single_place(index, to)?;
        self.edit(|document| {
            let mut value = source.get_certain(source_index, from)?;
            if source.text().is_some() {
                check_constructors(&value, document.text().is_some())?;
            }
            let mut report = None;
            if value.layout() != document.layout {
                let lossy = Converter::new().lossy();
                let (new, losses) = AnyRef::from(&value).convert_to(document.layout, &lossy)?;
                report = Some(losses);
                value = new;
            }
            Ok((document.put(index, to, value, if_exists)?, report))
        })
    }

    /// Returns the value at `path`, if it is the same in all layouts that fit the file.
    fn get_certain(&self, index: usize, path: &Path) -> Result<AnyVariant, EditError> {
        let value = self.get(index, path)?;
        if !self.others.layouts.is_empty() {
            let bytes = self.found_value(index)?.bytes;
            let certain = self.others.compare(&merge::canonical(&value)?, |other| {
                let encoded = self.encoded(other, &bytes);
                let found = changes::get(&encoded, path, self.options).ok()?;
                merge::canonical(&found).ok()
            });
            certain.map_err(EditError::Uncertain)?;
        }
        Ok(value)
    }

    /// Converts all values to another layout, and the compression and encryption of the file to those
    /// of its engine. Returns a report of each value.
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    /// use gdvariant::{Converter, godot3, variant};
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    /// use gdvariant_files::{Encryption, FileKey, encrypt_file};
    ///
    /// let key = FileKey::from_password("correct horse");
    /// let save = godot3::to_vec(&godot3::variant!({"gold": 7}))?;
    /// let file = encrypt_file(&save, Encryption::Godot3, &key)?;
    ///
    /// let options = OpenOptions::new().key(key);
    /// let mut document = Document::open(&file[..], &options)?;
    /// document.convert(layout_named("godot4").unwrap(), &Converter::new())?;
    /// let converted = Document::open(&document.to_file()?[..], &options)?;
    /// assert_eq!(converted.layers()[0].to_string(), "an encrypted file of Godot 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a value is invalid, if bytes follow the values, or if the converter rejects
    /// a loss. The file is then unchanged.
    pub fn convert(
        &mut self,
        to: &'static Layout,
        converter: &Converter,
    ) -> Result<Vec<Report>, EditError> {
        if let Some(fault) = self.fault() {
            return Err(EditError::Rest(fault.to_string()));
        }
        let reports = if let Content::Text(text) = &mut self.content {
            text.convert(to, converter, self.options.encode)?
        } else {
            let (mut content, mut reports) = (Vec::new(), Vec::new());
            for index in 0..self.count() {
                let (value, report) =
                    AnyRef::from(&self.value(index)?).convert_to(to, converter)?;
                reports.push(report);
                let encoded = value.to_vec(self.options.encode)?;
                content.extend(self.lengths().framed(&encoded)?);
            }
            self.content = Content::Bytes(content);
            reports
        };
        self.layout = to;
        self.found = OnceLock::new();
        self.others = OtherLayouts::default();
        self.layers = for_layout(std::mem::take(&mut self.layers), to);
        Ok(reports)
    }

    /// Replaces the values at `indexes` with any number of other values.
    ///
    /// A new value that is equal to an old one keeps the old bytes. If the number of values stays the
    /// same, changed values keep the bytes of everything that did not change in them.
    ///
    /// ```
    /// use gdvariant::godot4;
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut file = Vec::new();
    /// godot4::write_framed(&mut file, &[1, 2])?;
    /// let mut document = Document::open(&file[..], &OpenOptions::new())?;
    /// let values = [document.value(0)?, document.layout().parse("\"Ada\"")?];
    /// document.replace_values(0..1, &values)?;
    /// assert_eq!((document.count(), document.value(1)?.to_string()), (2, "\"Ada\"".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be encoded, if a file without lengths would have another
    /// number of values, or if the bytes of a replaced value cannot be kept. The file is then
    /// unchanged.
    pub fn replace_values(
        &mut self,
        indexes: Range<usize>,
        new: &[AnyVariant],
    ) -> Result<(), EditError> {
        if new.len() == indexes.len() {
            let mut values = indexes.zip(new);
            return self.edit(|it| values.try_for_each(|(index, new)| it.replace(index, new)));
        }
        if let Content::Frames(frames) = &self.content {
            let mut bytes = Vec::new();
            frames.changed_content()?.read_to_end(&mut bytes)?;
            self.set_bytes(bytes);
        }
        let values = indexes.clone().map(|index| {
            let range = self.values().get(index).cloned();
            let range = range.ok_or(EditError::NoValue {
                index,
                count: self.count(),
            })?;
            Ok((range, merge::canonical(&self.value(index)?)?))
        });
        let values = values.collect::<Result<Vec<_>, EditError>>()?;
        let (Some((first, _)), Some((last, _))) = (values.first(), values.last()) else {
            return Ok(());
        };
        let canonical = new.iter().map(merge::canonical);
        let canonical = canonical.collect::<Result<Vec<_>, _>>()?;
        let (bytes, lengths) = (self.bytes(), self.lengths());
        let mut framed = Vec::new();
        for (value, encoded) in new.iter().zip(&canonical) {
            let same = values.iter().find(|(_, old)| old == encoded);
            let new = if let Some((range, _)) = same {
                &bytes[range.clone()]
            } else {
                value.to_vec(self.options.encode)?;
                // The new value may replace any of the old values that are left out.
                let is_lost = |(range, old): &(Range<usize>, Vec<u8>)| {
                    bytes[range.clone()] != **old && !canonical.contains(old)
                };
                if let Some(lost) = values.iter().position(is_lost) {
                    let number = (indexes.start + lost + 1) as u64;
                    return Err(EditError::Unaligned { number });
                }
                encoded
            };
            framed.extend(lengths.framed(new)?);
        }
        let prefix = if self.is_framed() { PREFIX_LENGTH } else { 0 };
        let range = first.start - prefix..last.end;
        lengths.check_counts(range.clone(), framed.len(), &bytes[..range.start])?;
        let mut bytes = bytes.to_vec();
        bytes.splice(range, framed);
        self.set_bytes(bytes);
        Ok(())
    }

    /// Replaces all bytes inside the layers.
    pub fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.content = Content::Bytes(bytes);
        self.found = OnceLock::new();
    }

    fn lengths(&self) -> Lengths<'_> {
        let length = match &self.content {
            Content::Frames(frames) => usize::try_from(frames.content.length()),
            _ => Ok(self.bytes().len()),
        };
        Lengths {
            header: header(&self.layers),
            length: length.unwrap_or(usize::MAX),
            framing: self.framing,
            max_length: self.max_length,
        }
    }

    /// Calls `read` with the value at `index`.
    fn read<T>(&self, index: usize, read: impl FnOnce(&dyn Holder) -> T) -> Result<T, EditError> {
        Ok(match &self.content {
            Content::Text(text) => {
                self.check_index(index)?;
                let text = Cow::Borrowed(&**text);
                read(&TextValue { text, index })
            }
            _ => read(&self.encoded(self.layout, &self.found_value(index)?.bytes)),
        })
    }

    /// Returns the new key of an entry, if a move to another path only changes the key.
    fn new_key(&self, index: usize, from: &Path, to: &Path) -> Option<AnyVariant> {
        let [(parent, _), (other, key)] = [from.split_last()?, to.split_last()?];
        let is_same = self.resolved_path(index, &parent) == self.resolved_path(index, &other);
        if !is_same || self.get(index, to).is_ok() {
            return None;
        }
        let resolved = self.resolved_path(index, from);
        let number = match resolved.segments().last()? {
            Segment::ValueOf(number) => *number,
            last => {
                let container = self.get(index, &parent).ok()?;
                let place = AnyRef::from(&container).resolved_path(&last.clone().into())?;
                match place.segments().next()? {
                    Segment::ValueOf(number) => *number,
                    _ => return None,
                }
            }
        };
        // A property has a name instead of a key.
        let old = self.get(index, &parent.join(&Segment::KeyOf(number).into()));
        let kind = old.as_ref().map_or(Kind::String, AnyVariant::kind);
        let is_text = old.is_ok_and(|old| matches!(old.view(), AnyView::Text(_)));
        match (key, is_text) {
            // A StringName stays a StringName.
            (Segment::Name(name), true) => self.layout.build(kind, Built::Text(name)),
            (Segment::Name(name), _) => Some(self.layout.new_string(&name)),
            (Segment::Index(index), _) => self.layout.parse(&index.to_string()).ok(),
            (Segment::Key(text), _) => self.layout.parse(&text).ok(),
            _ => None,
        }
    }
}

/// A value of a text.
struct TextValue<'t> {
    text: Cow<'t, TextDocument>,
    index: usize,
}

/// Returns an error if a text cannot contain a value of another one.
fn check_constructors(value: &AnyVariant, is_text: bool) -> Result<(), EditError> {
    let found = constructors(value.into());
    let has_id = |it: &&String| it.starts_with("ExtResource") || it.starts_with("SubResource");
    let is_reference = found.iter().any(|it| has_id(&it));
    let found = found
        .iter()
        .find(has_id)
        .or(found.first().filter(|_| !is_text));
    match found {
        Some(found) => Err(EditError::Constructor {
            found: found.clone(),
            is_reference,
        }),
        None => Ok(()),
    }
}
