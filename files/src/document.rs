//! Files whose values are changed by path: all other bytes are kept.
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
mod place;
#[cfg(test)]
mod tests;

pub use crate::change::deep::{IfExists, StepOptions};
pub use encoded::{MemberRange, Splice};
#[doc(hidden)]
pub use place::{Place, common_prefix, common_suffix, header};

use crate::AnyReader;
use crate::STRICT;
use crate::certainty::{OtherLayouts, Uncertainty};
use crate::change::{ChangeNote, EditError};
use crate::detect::Framing;
use crate::error::Error;
use crate::open::{OpenEvents, OpenOptions, Opened, Purpose, open_for};
use crate::text::{TextDocument, TextKind, constructors};
use crate::values::PREFIX_LENGTH;
use crate::wrapper::{self, Wrapper, for_layout};
use crate::{LENIENT, kept};
use changes::{Holder, Operation};
use encoded::{Edit, Encoded};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::convert::Report;
use gdvariant::framing::FrameOptions;
use gdvariant::generic::structure::Content as Built;
use gdvariant::schema::Layout;
use gdvariant::{
    Converter, Decode, DecodeOptions, Encode, EncodeOptions, Engine, Path, ReadError, Segment,
};
use std::fmt::{self, Debug, Formatter};
use std::io::{self, Read};
use std::ops::Range;
use std::sync::OnceLock;

/// The values of a file, without compression and encryption.
///
/// The [module](self) has an example.
pub struct Document {
    content: Content,
    wrappers: Vec<Wrapper>,
    layout: &'static Layout,
    framing: Framing,
    options: StepOptions,
    max_length: u32,
    /// Other layouts that fit the file. A change has to be the same in all of them.
    others: OtherLayouts,
    /// What takes the changes since the start of [`edit`](Self::edit) back.
    undo: Option<Vec<Undo>>,
}

enum Content {
    Bytes(Vec<u8>, OnceLock<FoundValues>),
    Text(Box<TextDocument>),
}

/// What takes a change back.
enum Undo {
    Bytes(usize, Vec<Splice>),
    Text(Box<TextDocument>),
}

/// The values of a document.
struct FoundValues {
    /// The ranges of the values, without length prefixes.
    ranges: Vec<Range<usize>>,
    /// The reason why the bytes after the last value are not values.
    fault: Option<ReadError>,
}

/// What a change has replaced.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Changed {
    /// The old value at the path, if there was one.
    pub old: Option<AnyVariant>,
    /// The new value at the path, or its new key.
    pub new: Option<AnyVariant>,
    /// Changes that may be mistakes.
    pub notes: Vec<ChangeNote>,
    /// The members of a container that the change adds, removes or replaces, with an offset in the
    /// value; `None` for text and for changes of several containers.
    pub members: Option<MemberRange>,
    /// The replaced bytes of the value, in order and without overlaps. Empty for text.
    pub splices: Vec<Splice>,
    /// What takes the change back, for [`splice`](Document::splice). Empty for text.
    pub undo: Vec<Splice>,
    /// Whether tags of a scene or resource are moved, copied or removed with what belongs to them.
    pub has_tags: bool,
}

impl Debug for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("length", &self.bytes().len())
            .field("wrappers", &self.wrappers)
            .field("layout", &self.layout.name)
            .field("framing", &self.framing)
            .finish_non_exhaustive()
    }
}

impl Opened<'_> {
    /// Reads the whole content, to change values in it.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the file is text in a form.
    pub fn document(mut self) -> Result<Document, Error> {
        let (layout, framing) = (self.layout, self.framing);
        let others = std::mem::take(&mut self.others);
        let mut document = match self.text.take() {
            Some(text) => Document {
                content: Content::Text(text),
                ..Document::new(Vec::new(), self.wrappers, layout, framing)
            },
            None => {
                let (bytes, wrappers) = self.into_content()?;
                Document::new(bytes, wrappers, layout, framing)
            }
        };
        document.others = others;
        Ok(document)
    }
}

/// Opening and reading.
impl Document {
    /// Opens a file, and finds its compression, encryption, layout and framing.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let file = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0";
    /// let document = Document::open(&file[..], &OpenOptions::new())?;
    /// assert_eq!(document.value(0)?.to_string(), "7");
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
        open_for(Purpose::Replace, reader, options, events)?.document()
    }

    /// Creates a document of the bytes inside `wrappers`, which are outermost first.
    #[must_use]
    pub fn new(
        bytes: Vec<u8>,
        wrappers: Vec<Wrapper>,
        layout: &'static Layout,
        framing: Framing,
    ) -> Self {
        Self {
            content: Content::Bytes(bytes, OnceLock::new()),
            wrappers,
            layout,
            framing,
            options: StepOptions::default(),
            max_length: u32::MAX,
            others: OtherLayouts::default(),
            undo: None,
        }
    }

    /// Sets the options that decode values. By default, objects are allowed.
    #[must_use]
    pub fn decode_options(mut self, options: DecodeOptions) -> Self {
        self.options.decode = options;
        self
    }

    /// Sets the options that encode and decode values, and the content of steps.
    #[must_use]
    pub fn step_options(self, options: StepOptions) -> Self {
        Self { options, ..self }
    }

    /// Sets the maximum length of a changed value in a framed file, in bytes.
    #[must_use]
    pub fn max_length(self, max_length: u32) -> Self {
        Self { max_length, ..self }
    }

    /// Returns the bytes inside all wrappers.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Bytes(bytes, _) => bytes,
            Content::Text(text) => text.text().as_bytes(),
        }
    }

    /// Returns the text, if the values are written as text.
    #[must_use]
    pub fn text(&self) -> Option<&TextDocument> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(..) => None,
        }
    }

    /// Returns the wrappers around the bytes, outermost first.
    #[must_use]
    pub fn wrappers(&self) -> &[Wrapper] {
        &self.wrappers
    }

    /// Returns the layout of the values.
    #[must_use]
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the framing of the values.
    #[must_use]
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// Returns the ranges of the values in the [`bytes`](Self::bytes), without length prefixes.
    ///
    /// A text has no ranges: [`count`](Self::count) is the number of its values.
    #[must_use]
    pub fn values(&self) -> &[Range<usize>] {
        self.found().map_or(&[], |found| &found.ranges)
    }

    /// Returns the reason why the bytes after the last value are not values, if there are any.
    #[must_use]
    pub fn fault(&self) -> Option<&ReadError> {
        self.found()?.fault.as_ref()
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.content {
            Content::Bytes(..) => self.values().len(),
            Content::Text(text) => text.count(),
        }
    }

    /// Decodes the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid, or if there are fewer values.
    pub fn value(&self, index: usize) -> Result<AnyVariant, EditError> {
        self.check_index(index)?;
        match &self.content {
            Content::Text(text) => Ok(text.value(index)?),
            Content::Bytes(bytes, _) => {
                let range = self.range(index)?;
                let decoded = self
                    .layout
                    .decode(&bytes[range.clone()], self.options.decode);
                decoded.map_err(|error| EditError::Decode(error.with_base_offset(range.start)))
            }
        }
    }

    /// Returns the value at a path in the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid, or if the path leads to no value.
    pub fn get(&self, index: usize, path: &Path) -> Result<AnyVariant, EditError> {
        self.read(index, |holder| changes::get(holder, path, self.options))?
    }

    /// Converts the keys of a path to positions, as far as the path leads to values without a step.
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
    #[must_use]
    pub fn resolved_path(&self, index: usize, path: &Path) -> Path {
        let steps = path
            .segments()
            .position(|it| matches!(it, Segment::Step(_)));
        let length = steps.unwrap_or(path.segments().len());
        let outer: Path = path.segments().take(length).cloned().collect();
        let resolved = self.read(index, |holder| holder.resolved(&outer));
        let rest = path.segments().skip(length).cloned();
        resolved.unwrap_or(outer).join(&rest.collect())
    }

    /// Decodes the value at `index` as a type of yours, which owns its data.
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
    /// assert_eq!(document.value(0)?.to_string(), r#"{"gold": 100, "name": "Ada"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file has another layout than `E`, or if the value is not a `T`.
    pub fn decode<E: Engine, T>(&self, index: usize) -> Result<T, EditError>
    where
        T: for<'de> Decode<'de, E>,
    {
        self.check_engine::<E>()?;
        self.check_index(index)?;
        let (bytes, start) = match &self.content {
            Content::Text(text) => (text.value(index)?.to_vec(EncodeOptions::engine())?, 0),
            Content::Bytes(bytes, _) => {
                let range = self.exact(index)?;
                (bytes[range.clone()].to_vec(), range.start)
            }
        };
        let decoded = gdvariant::generic::from_slice::<E, T>(&bytes, self.options.decode);
        decoded.map_err(|error| EditError::Decode(error.with_base_offset(start)))
    }

    /// Replaces the value at `index` by a value of a type of yours.
    ///
    /// [`decode`](Self::decode) has an example.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has another layout than `E`, or if the value cannot be encoded.
    pub fn encode<E: Engine, T: Encode<E> + ?Sized>(
        &mut self,
        index: usize,
        value: &T,
    ) -> Result<(), EditError> {
        self.check_engine::<E>()?;
        let bytes = gdvariant::generic::to_vec::<E, T>(value, self.options.encode)?;
        let value = self
            .layout
            .decode(&bytes, STRICT)
            .map_err(EditError::Decode)?;
        self.replace(index, &value)
    }

    /// Returns the file: the bytes inside their wrappers.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`wrapped`](wrapper::wrapped).
    pub fn to_file(&self) -> io::Result<Vec<u8>> {
        wrapper::wrapped(self.bytes().into(), &self.wrappers)
    }

    fn check_engine<E: Engine>(&self) -> Result<(), EditError> {
        if self.layout == E::LAYOUT {
            return Ok(());
        }
        Err(EditError::Layout {
            expected: E::LAYOUT,
            found: self.layout,
        })
    }

    /// Returns the range of the value at `index`, without its length prefix.
    pub(crate) fn range(&self, index: usize) -> Result<Range<usize>, EditError> {
        let (ranges, count) = (self.values(), self.count());
        let range = ranges.get(index).cloned();
        range.ok_or(EditError::NoValue { index, count })
    }

    /// Returns the range of the value at `index` without the bytes after it that lenient decoding
    /// ignores.
    fn exact(&self, index: usize) -> Result<Range<usize>, EditError> {
        let range = self.range(index)?;
        let options = self.options.decode;
        if !options.is_lenient() {
            return Ok(range);
        }
        let length = self.layout.skip(&self.bytes()[range.clone()], options);
        Ok(range.start..length.map_or(range.end, |length| range.start + length))
    }

    /// Returns the number of bytes after the value at `index` that are not a part of it.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer values.
    pub fn trailer(&self, index: usize) -> Result<usize, EditError> {
        Ok(match &self.content {
            Content::Text(_) => 0,
            Content::Bytes(..) => self.range(index)?.end - self.exact(index)?.end,
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
    #[must_use]
    pub fn options(&self) -> DecodeOptions {
        self.options.decode
    }

    /// Returns whether a length precedes each value.
    #[must_use]
    pub fn is_framed(&self) -> bool {
        self.framing.options().is_some()
    }

    fn encoded<'b>(&self, layout: &'static Layout, bytes: &'b [u8]) -> Encoded<'b> {
        Encoded {
            layout,
            bytes,
            decode: self.options.decode,
            encode: self.options.encode,
        }
    }

    fn found(&self) -> Option<&FoundValues> {
        let Content::Bytes(bytes, found) = &self.content else {
            return None;
        };
        Some(found.get_or_init(|| {
            let options = FrameOptions::new()
                .max_length(u32::MAX)
                .decode_options(LENIENT);
            let mut reader = AnyReader::with_layout(&**bytes, self.layout, self.framing, options);
            let mut ranges = Vec::new();
            let fault = loop {
                match reader.next_bytes() {
                    Ok(None) => break None,
                    Ok(Some((start, bytes))) => {
                        // The content is in memory, so that offsets fit.
                        let start = usize::try_from(start).unwrap_or(usize::MAX);
                        ranges.push(start..start + bytes.len());
                    }
                    Err(error) => break Some(error),
                }
            };
            FoundValues { ranges, fault }
        }))
    }
}

/// Changes.
impl Document {
    /// Sets the value at a path in the value at `index`.
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
    ) -> Result<Changed, EditError> {
        self.change(index, path, Operation::Set(new))
    }

    /// Removes the value at a path, and a node of a scene with the nodes below it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`remove`](Self::remove), or an error if another tag refers to a node
    /// below it. The file is then unchanged.
    pub fn remove_with_nodes(&mut self, index: usize, path: &Path) -> Result<Changed, EditError> {
        if let Some((text, old)) = self.tags()
            && text.remove_nodes(path)?
        {
            return Ok(self.text_changed(old, Vec::new()));
        }
        self.remove(index, std::slice::from_ref(path))
    }

    /// Inserts an element before the one at a path. The index can be the end of its Array.
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
    ) -> Result<Changed, EditError> {
        self.change(index, path, Operation::Insert(new))
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
    pub fn remove(&mut self, index: usize, paths: &[Path]) -> Result<Changed, EditError> {
        let options = self.options;
        self.apply(index, |holder, _| changes::remove(holder, paths, options))
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
    ) -> Result<Changed, EditError> {
        self.change(index, path, Operation::Rename(key))
    }

    /// Moves an element, an entry or a property to another index of its container.
    ///
    /// ```
    /// use gdvariant_files::document::Document;
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let mut list = Document::open(&b"[7, 8, 9]"[..], &OpenOptions::new())?;
    /// list.reorder(0, &"[0]".parse()?, 2)?;
    /// assert_eq!(list.to_file()?, b"[8, 9, 7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead to a member of a container, or if the container has
    /// no member with the index `to`. The file is then unchanged.
    pub fn reorder(&mut self, index: usize, path: &Path, to: usize) -> Result<Changed, EditError> {
        self.change(index, path, Operation::Reorder(to))
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
    pub fn duplicate(&mut self, index: usize, path: &Path) -> Result<Changed, EditError> {
        self.change(index, path, Operation::Duplicate)
    }

    /// Makes several changes as one: an error takes all of them back.
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
        let outer = self.undo.replace(Vec::new());
        let result = changes(self);
        let undo = std::mem::replace(&mut self.undo, outer).unwrap_or_default();
        if result.is_err() {
            for undo in undo.into_iter().rev() {
                match undo {
                    Undo::Bytes(index, splices) => drop(self.spliced(index, &splices)),
                    Undo::Text(text) => self.content = Content::Text(text),
                }
            }
        } else if let Some(outer) = &mut self.undo {
            outer.extend(undo);
        }
        result
    }

    fn change(
        &mut self,
        index: usize,
        path: &Path,
        operation: Operation,
    ) -> Result<Changed, EditError> {
        let options = self.options;
        self.apply(index, |holder, layout| {
            let operation = operation.for_layout(layout)?;
            changes::change(holder, path, operation, options)
        })
    }

    /// Applies an edit to the value at `index`, if it is the same in all layouts that fit the file.
    fn apply(
        &mut self,
        index: usize,
        edit: impl Fn(&mut dyn Holder, &'static Layout) -> Result<changes::Noted, EditError>,
    ) -> Result<Changed, EditError> {
        self.check_index(index)?;
        let mut undo = Vec::new();
        let (edit, notes) = match &mut self.content {
            Content::Text(text) => {
                let old = text.clone();
                let changed = edit(&mut TextValue { text, index }, self.layout);
                match (&changed, &mut self.undo) {
                    (Err(_), _) => *text = old,
                    (Ok(_), Some(undo)) => undo.push(Undo::Text(old)),
                    _ => {}
                }
                changed?
            }
            Content::Bytes(..) => {
                let range = self.exact(index)?;
                let bytes = &self.bytes()[range];
                let edited = edit(&mut self.encoded(self.layout, bytes), self.layout)?;
                let others = self.others.layouts.iter().filter(|other| {
                    let other = edit(&mut self.encoded(other, bytes), other);
                    other.ok().map(|(it, _)| it.splices).as_ref() != Some(&edited.0.splices)
                });
                let others: Vec<_> = others.copied().collect();
                if !others.is_empty() {
                    return Err(EditError::Uncertain(Uncertainty::Different(others)));
                }
                undo = self.splice(index, &edited.0.splices)?;
                edited
            }
        };
        let Edit {
            splices,
            members,
            old,
            new,
            ..
        } = edit;
        Ok(Changed {
            old,
            new,
            notes,
            members,
            splices,
            undo,
            has_tags: false,
        })
    }

    /// Replaces bytes of the value at `index`, whose offsets start at the value, and updates its
    /// length prefix. Returns what takes the change back.
    ///
    /// The bytes have to be a value afterwards.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer values, if the value would be too long, or if a number
    /// before it is the length of bytes whose length changes.
    pub fn splice(&mut self, index: usize, splices: &[Splice]) -> Result<Vec<Splice>, EditError> {
        let length = self.exact(index)?.len();
        self.check_length(index, Splice::length_after(length, splices))?;
        let undo = self.spliced(index, splices);
        if let Some(all) = &mut self.undo {
            all.push(Undo::Bytes(index, undo.clone()));
        }
        Ok(undo)
    }

    fn spliced(&mut self, index: usize, splices: &[Splice]) -> Vec<Splice> {
        let framing = self.framing;
        // The values are found in the bytes before the change, whose length prefixes are valid.
        let Some(start) = self.values().get(index).map(|range| range.start) else {
            return Vec::new();
        };
        let Content::Bytes(bytes, found) = &mut self.content else {
            return Vec::new();
        };
        let mut undo = Vec::new();
        let old_length = bytes.len();
        let mut shift = 0_isize;
        for splice in splices {
            let at = splice.range.start.wrapping_add_signed(shift);
            undo.push(Splice {
                range: at..at + splice.bytes.len(),
                bytes: Vec::new(),
            });
            shift += splice.bytes.len().cast_signed() - splice.range.len().cast_signed();
        }
        for (splice, undo) in splices.iter().zip(&mut undo).rev() {
            let range = start + splice.range.start..start + splice.range.end;
            undo.bytes = bytes.splice(range, splice.bytes.iter().copied()).collect();
        }
        if bytes.len() != old_length
            && let Some(found) = found.get_mut()
        {
            let moved = |offset: usize| offset.wrapping_add_signed(shift);
            for later in &mut found.ranges[index + 1..] {
                *later = moved(later.start)..moved(later.end);
            }
            let value = &mut found.ranges[index];
            value.end = moved(value.end);
            let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
            let prefix = match framing {
                Framing::LittleEndian => Some(length.to_le_bytes()),
                Framing::BigEndian => Some(length.to_be_bytes()),
                _ => None,
            };
            if let Some(prefix) = prefix {
                bytes[start - PREFIX_LENGTH..start].copy_from_slice(&prefix);
            }
        }
        undo
    }

    /// Returns an error if the value at `index` cannot have another length.
    fn check_length(&self, index: usize, length: usize) -> Result<(), EditError> {
        let mut value = self.exact(index)?;
        if value.len() == length {
            return Ok(());
        }
        let mut framed = length;
        if self.is_framed() {
            self.place().prefix(length)?;
            value = value.start - PREFIX_LENGTH..self.range(index)?.end;
            framed = value.len() - self.exact(index)?.len() + length;
        }
        let before = &self.bytes()[..value.start];
        self.place().check_counts(value, framed, before)
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
        let encoded = new.to_vec(self.options.encode)?;
        match &mut self.content {
            Content::Text(text) => {
                let old = text.clone();
                text.replace(index, new)?;
                self.undo
                    .iter_mut()
                    .for_each(|it| it.push(Undo::Text(old.clone())));
            }
            Content::Bytes(..) => {
                let old = kept::canonical(&self.value(index)?)?;
                let bytes = &self.bytes()[self.exact(index)?];
                let (layout, decode) = (self.layout, self.options.decode);
                let edited = kept::edited(layout, bytes, &old, &encoded, decode)?;
                let range = 0..bytes.len();
                let splices = self.encoded(layout, bytes).replaced(&range, edited.bytes);
                self.splice(index, &splices)?;
            }
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
    ) -> Result<Changed, EditError> {
        if let Some((text, old)) = self.tags() {
            if text.copy_tag(&old, from, to)? {
                return Ok(self.text_changed(old, Vec::new()));
            }
        }
        let copied = self.get(index, from)?;
        if self.resolved_path(index, from) == self.resolved_path(index, to) {
            let [from, to] = [from, to].map(ToString::to_string);
            return Err(EditError::OntoItself { from, to });
        }
        self.put(index, to, copied, if_exists)
    }

    /// Sets the value at a path as [`set`](Self::set) does, unless the path has another value. A new
    /// key is not noted.
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
    ) -> Result<Changed, EditError> {
        match self.get(index, path) {
            Ok(old) if kept::canonical(&old)? == kept::canonical(&new)? => {
                return Ok(Changed::default());
            }
            Ok(_) if if_exists == IfExists::Fail => {
                return Err(EditError::Exists(path.to_string()));
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
    ) -> Result<Changed, EditError> {
        if from.is_empty() {
            return Err(EditError::Root);
        }
        if let Some((text, old)) = self.tags() {
            if let Some(notes) = text.move_tag(from, to)? {
                return Ok(self.text_changed(old, notes));
            }
        }
        let moved = self.get(index, from)?;
        let [source, target] = [from, to].map(|path| self.resolved_path(index, path));
        if target.starts_with(&source) {
            let [from, to] = [from, to].map(ToString::to_string);
            return Err(EditError::IntoItself { from, to });
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
            let removed = document.remove(index, std::slice::from_ref(from))?;
            changed.notes.extend(removed.notes);
            Ok(Changed {
                members: None,
                splices: Vec::new(),
                undo: Vec::new(),
                ..changed
            })
        })
    }
}

/// Several files, and other layouts.
impl Document {
    /// Copies the value at a path of another file, converted to the layout of this file.
    ///
    /// Nodes and resources of scenes are copied with the resources to which they refer. The report
    /// has the losses of the conversion, if the layouts differ.
    ///
    /// ```
    /// use gdvariant_files::document::{Document, IfExists};
    /// use gdvariant_files::open::OpenOptions;
    ///
    /// let other = Document::open(&b"{\"gold\": 7}"[..], &OpenOptions::new())?;
    /// let mut save = Document::open(&b"{}"[..], &OpenOptions::new())?;
    /// let gold = "gold".parse()?;
    /// save.copy_from(0, &gold, (&other, 0, &gold), IfExists::Fail)?;
    /// assert_eq!(save.to_file()?, b"{\"gold\": 7}");
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
    ) -> Result<(Changed, Option<Report>), EditError> {
        let mut value = None;
        if let (Some((text, old)), Some(other)) = (self.tags(), source.text()) {
            if text.copy_tag(other, from, to)? {
                return Ok((self.text_changed(old, Vec::new()), None));
            }
            if other.kind() == TextKind::Resource && other.layout() == text.layout() {
                value = Some(text.copy_resources(other, from)?);
            }
            if let Some(undo) = &mut self.undo {
                undo.push(Undo::Text(old));
            }
        }
        let mut value = match value {
            Some(value) => value,
            None => {
                let value = source.get(source_index, from)?;
                if source.text().is_some() {
                    check_constructors(&value, self.text().is_some())?;
                }
                value
            }
        };
        let mut report = None;
        if value.layout() != self.layout {
            let converted = AnyRef::from(&value).convert_to(self.layout, &Converter::new().lossy());
            let (converted, losses) = converted?;
            report = Some(losses);
            value = converted;
        }
        Ok((self.put(index, to, value, if_exists)?, report))
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
    /// assert_eq!(converted.wrappers()[0].to_string(), "an encrypted file of Godot 4");
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
        let reports = match &mut self.content {
            Content::Text(text) => text.convert(to, converter)?,
            Content::Bytes(..) => {
                let (mut content, mut reports) = (Vec::new(), Vec::new());
                for index in 0..self.count() {
                    let (value, report) =
                        AnyRef::from(&self.value(index)?).convert_to(to, converter)?;
                    reports.push(report);
                    let encoded = value.to_vec(self.options.encode)?;
                    content.extend(self.place().framed(&encoded)?);
                }
                self.content = Content::Bytes(content, OnceLock::new());
                reports
            }
        };
        self.layout = to;
        self.others = OtherLayouts::default();
        self.wrappers = for_layout(std::mem::take(&mut self.wrappers), to);
        Ok(reports)
    }

    /// Replaces the values in `range`, which includes their length prefixes, by encoded values.
    ///
    /// `trailer` is the number of bytes at the end of a single value that are not a part of it.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is too long, or if a number before the values is the length of
    /// bytes whose length changes.
    #[doc(hidden)]
    pub fn replace_values(
        &mut self,
        range: Range<usize>,
        values: &[&[u8]],
        trailer: usize,
    ) -> Result<(), EditError> {
        let before = &self.bytes()[..range.start];
        let place = self.place();
        let new = place.replacement(range.clone(), values, trailer, before)?;
        if let Content::Bytes(bytes, found) = &mut self.content {
            bytes.splice(range, new);
            *found = OnceLock::new();
        }
        Ok(())
    }

    /// Replaces all bytes inside the wrappers.
    #[doc(hidden)]
    pub fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.content = Content::Bytes(bytes, OnceLock::new());
    }

    fn place(&self) -> Place<'_> {
        Place {
            header: header(&self.wrappers),
            length: self.bytes().len(),
            framing: self.framing,
            max_length: self.max_length,
        }
    }

    /// Returns the text if it has tags, to change it, and a copy of it.
    fn tags(&mut self) -> Option<(&mut TextDocument, Box<TextDocument>)> {
        match &mut self.content {
            Content::Text(text) if text.kind() == TextKind::Resource => {
                let old = text.clone();
                Some((text, old))
            }
            _ => None,
        }
    }

    fn text_changed(&mut self, old: Box<TextDocument>, notes: Vec<String>) -> Changed {
        if let Some(undo) = &mut self.undo {
            undo.push(Undo::Text(old));
        }
        Changed {
            notes: notes.into_iter().map(ChangeNote::Text).collect(),
            has_tags: true,
            ..Changed::default()
        }
    }

    /// Calls `read` with the value at `index`.
    fn read<T>(&self, index: usize, read: impl FnOnce(&dyn Holder) -> T) -> Result<T, EditError> {
        self.check_index(index)?;
        Ok(match &self.content {
            Content::Text(text) => {
                // Reading does not change the copy.
                let text = &mut text.clone();
                read(&TextValue { text, index })
            }
            Content::Bytes(bytes, _) => {
                read(&self.encoded(self.layout, &bytes[self.exact(index)?]))
            }
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
        let Some(Segment::ValueOf(number)) = resolved.segments().last() else {
            return None;
        };
        let old = self
            .get(index, &parent.join(&Segment::KeyOf(*number).into()))
            .ok()?;
        match (key, AnyRef::from(&old).view()) {
            // A StringName stays a StringName.
            (Segment::Name(name), AnyView::Text(_)) => {
                self.layout.build(old.kind(), Built::Text(name))
            }
            (Segment::Name(name), _) => Some(self.layout.new_string(&name)),
            (Segment::Index(index), _) => self.layout.parse(&index.to_string()).ok(),
            (Segment::Key(text), _) => self.layout.parse(&text).ok(),
            _ => None,
        }
    }
}

/// A value of a text.
struct TextValue<'t> {
    text: &'t mut TextDocument,
    index: usize,
}

impl TextValue<'_> {
    fn changed(
        &mut self,
        change: impl FnOnce(&mut AnyVariant) -> Result<Edit, EditError>,
    ) -> Result<Edit, EditError> {
        let mut value = self.text.value(self.index)?;
        let edit = change(&mut value)?;
        self.text.replace(self.index, &value)?;
        Ok(edit)
    }
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
