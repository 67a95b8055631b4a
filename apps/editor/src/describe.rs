//! Names, types and texts of rows, for the page.

use crate::failure::Failure;
use crate::fields::Describer;
use crate::tree::{NAME_LENGTH, Role, VisibleRow};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use gdvariant_files::display::{DisplayOptions, type_name};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The maximum length of a value that is decoded for its line in the tree, in bytes.
const MAX_DECODED: usize = 1 << 14;

/// The maximum length of the text of a selected container, in characters.
const MAX_SUMMARY: usize = 400;

/// The form of values in the lines of the tree.
const LINE: DisplayOptions = DisplayOptions::up_to(160, false);

/// A line of the tree.
#[derive(Serialize)]
pub(crate) struct Line {
    row: usize,
    level: usize,
    /// The number among the siblings, from 0.
    number: usize,
    siblings: usize,
    /// `None` if the row has no members.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_unfolded: Option<bool>,
    /// The last segment of the path; empty for a value of the file.
    name: String,
    #[serde(rename = "type")]
    ty: String,
    /// The value, unless it is long.
    value: String,
    /// The number of members or elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// Whether the value is incomplete or invalid.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_invalid: bool,
}

impl Describer<'_> {
    /// Returns the bytes of a row and its members.
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        let index = &self.tree.index;
        let file_value = index.value_of(row);
        let limit = self.content.file.values().get(file_value);
        let limit = limit.map_or(self.content.file.bytes().len(), |value| value.end);
        let start = index.start(row);
        let next = index.end(row);
        if next >= index.len() || index.value_of(next) != file_value {
            return start..limit;
        }
        let end = match index.role(next) {
            Role::Name => index.start(next) - NAME_LENGTH,
            _ => index.start(next),
        };
        start..end.min(limit)
    }

    /// Returns the value of a row.
    pub(crate) fn value(&self, row: usize) -> Result<AnyVariant, Failure> {
        let range = self.range(row);
        let file = &self.content.file;
        let bytes = file.bytes().get(range.clone()).unwrap_or_default();
        let value = file.layout().decode(bytes, file.options());
        value.map_err(|error| Failure::decode(&error, range.start))
    }

    /// Returns the value of a row, if it is valid.
    pub(crate) fn decoded(&self, row: usize) -> Option<AnyVariant> {
        self.value(row).ok()
    }

    /// Returns the key of a row, or its name as a String.
    pub(crate) fn key(&self, row: usize) -> Option<AnyVariant> {
        let key = self.tree.index.key_of(row)?;
        if self.tree.index.role(key) != Role::Name {
            return self.decoded(key);
        }
        let (length, name) = self.counted(self.tree.index.start(key) - NAME_LENGTH)?;
        let name = str::from_utf8(name.get(..length)?).ok()?;
        Some(self.content.file.layout().new_string(name))
    }

    /// Returns the number at an offset, and the bytes after it.
    fn counted(&self, offset: usize) -> Option<(usize, &[u8])> {
        let bytes = self.content.file.bytes().get(offset..)?;
        let (count, rest) = bytes.split_first_chunk()?;
        Some((u32::from_le_bytes(*count) as usize, rest))
    }

    /// Returns the last segment of the path of a row.
    pub(crate) fn segment(&self, row: usize, number: usize) -> Segment {
        if self.tree.index.key_of(row).is_none() {
            return Segment::Index(number);
        }
        let key = self.key(row).and_then(|key| key_segment(&key));
        key.unwrap_or(Segment::ValueOf(number))
    }

    /// Returns the path of a row as errors print it, and the path of numbers, which is unambiguous.
    pub(crate) fn paths(&self, row: usize) -> [Path; 2] {
        self.paths_of(&self.tree.numbers(row))
    }

    /// Returns the row at `path` in a value, or else of the innermost container on the path.
    pub(crate) fn row_at_path(&self, file_value: usize, path: &Path) -> usize {
        let found = self.found_at_path(file_value, path);
        let outer = || Some(self.row_at_path(file_value, &path.split_last()?.0));
        found.or_else(outer).unwrap_or(0)
    }

    /// Returns the row at `path` in a value.
    pub(crate) fn found_at_path(&self, file_value: usize, path: &Path) -> Option<usize> {
        let index = &self.tree.index;
        let resolved = self.content.file.resolved_path(file_value, path);
        let mut row = index.root(file_value)?;
        for segment in resolved.segments() {
            row = match segment {
                Segment::Index(number) | Segment::ValueOf(number) => index.member(row, *number)?,
                _ => return None,
            };
        }
        Some(row)
    }

    /// Returns the paths of rows with their numbers, outermost first.
    fn paths_of(&self, numbers: &[(usize, usize)]) -> [Path; 2] {
        let (mut shown, mut exact) = (Vec::new(), Vec::new());
        for (member, number) in numbers.iter().copied() {
            let segment = self.segment(member, number);
            exact.push(match &segment {
                Segment::Index(number) if self.tree.index.key_of(member).is_none() => {
                    Segment::Index(*number)
                }
                _ => Segment::ValueOf(number),
            });
            shown.push(segment);
        }
        [shown, exact].map(|segments| segments.into_iter().collect())
    }

    /// Describes a visible row.
    pub(crate) fn line(&self, visible: &VisibleRow) -> Line {
        let VisibleRow {
            row,
            number,
            siblings,
        } = *visible;
        let range = self.range(row);
        let index = &self.tree.index;
        let is_container = index.is_container(row);
        let is_short = range.len() <= MAX_DECODED;
        let decoded = is_short.then(|| self.decoded(row)).flatten();
        let (count, value) = match &decoded {
            Some(decoded) => (decoded.view().count(), shown(LINE, decoded.into())),
            None if is_container => (Some(index.members(row).count()), String::new()),
            None => self.start(row).unwrap_or_default(),
        };
        let name = index.parent(row).map(|_| self.segment(row, number));
        Line {
            row,
            level: index.depth(row),
            number,
            siblings,
            is_unfolded: is_container.then(|| index.is_unfolded(row)),
            name: name.map_or_else(String::new, |it| shown_name(&it)),
            ty: self.type_name(row, decoded.as_ref()),
            value,
            count,
            is_invalid: is_short && decoded.is_none(),
        }
    }

    /// Describes a row that a search has found.
    pub(crate) fn hit(&self, row: usize) -> Value {
        let index = &self.tree.index;
        let file_value = index.value_of(row);
        let numbers = self.tree.numbers(row);
        let (number, containers) = match numbers.split_last() {
            Some(((_, number), containers)) => (*number, containers),
            None => (file_value, &[][..]),
        };
        let visible = VisibleRow {
            row,
            number,
            siblings: 0,
        };
        let mut hit = json!(self.line(&visible));
        // The path of the container; empty for a value of the file and its members.
        hit["place"] = json!(self.paths_of(containers)[0].to_string());
        hit["file_value"] = json!(file_value);
        hit
    }

    /// Returns the name of the type of a row, with declared types if the value is decoded.
    fn type_name(&self, row: usize, decoded: Option<&AnyVariant>) -> String {
        let file = &self.content.file;
        let kind = self.tree.index.kind(file, row);
        let name = decoded.map(|value| type_name(value.into()));
        let name = name.or_else(|| Some(file.layout().name_of(kind?).to_owned()));
        name.unwrap_or_default()
    }

    /// Returns the number of elements of a long packed array, or the start of a long string.
    fn start(&self, row: usize) -> Option<(Option<usize>, String)> {
        let kind = self.tree.index.kind(&self.content.file, row)?;
        let (count, bytes) = self.counted(self.tree.index.start(row) + size_of::<u32>())?;
        if !matches!(kind, Kind::String | Kind::StringName) {
            return Some((Some(count), String::new()));
        }
        let text = String::from_utf8_lossy(&bytes[..count.min(MAX_DECODED).min(bytes.len())]);
        Some((None, LINE.text(&text)))
    }

    /// Describes a row in full.
    pub(crate) fn details(&self, row: usize, max_chars: usize) -> Value {
        let range = self.range(row);
        let index = &self.tree.index;
        let decoded = (range.len() <= 64 * MAX_DECODED)
            .then(|| self.decoded(row))
            .flatten();
        // The lines of the tree show the members of a container.
        let max_chars = if index.is_container(row) {
            MAX_SUMMARY
        } else {
            max_chars
        };
        let value = decoded
            .as_ref()
            .map(|value| shown(DisplayOptions::up_to(max_chars, false), value.into()));
        let is_container = decoded
            .as_ref()
            .map_or(index.is_container(row), |it| it.view().count().is_some());
        let parent = index.parent(row);
        let numbers = self.tree.numbers(row);
        json!({
            "row": row,
            "parent": parent,
            "path": self.paths(row)[0].to_string(),
            "type": self.type_name(row, decoded.as_ref()),
            "value": value.unwrap_or_default(),
            "file_value": index.value_of(row),
            "start": range.start,
            "end": range.end,
            // The first byte of the key or the name, or of the value.
            "key": index.entry_start(row),
            "is_member": parent.is_some(),
            "has_key": index.key_of(row).is_some(),
            // The index among the members of the container, and their number.
            "number": numbers.last().map_or(0, |(_, number)| *number),
            "siblings": parent.map_or(0, |parent| index.members(parent).count()),
            "is_container": is_container,
        })
    }
}

/// Formats `value`, or returns the constructor with which the file writes it.
fn shown(options: DisplayOptions, value: AnyRef<'_>) -> String {
    let constructor = value.constructor().map(str::to_owned);
    constructor.unwrap_or_else(|| options.value(value))
}

/// Returns a segment as the name of a row: without the quotes and brackets of a path.
fn shown_name(segment: &Segment) -> String {
    match segment {
        Segment::Name(name) => gdvariant::Escaped(name).to_string(),
        Segment::Key(key) => gdvariant::Escaped(key).to_string(),
        other => Path::from_iter([other.clone()]).to_string(),
    }
}

/// Returns the segment of a key, or `None` if the key is longer than a path shows.
fn key_segment(key: &AnyVariant) -> Option<Segment> {
    if let AnyView::Text(text) = key.view() {
        return (text.len() <= MAX_KEY).then(|| Segment::name(text));
    }
    let mut text = Short(String::new());
    write!(text, "{:#}", AnyRef::from(key)).ok()?;
    Some(Segment::key(&text.0))
}

/// The maximum length of a key in a path, in bytes.
const MAX_KEY: usize = 200;

/// A writer that returns an error if a text is long.
struct Short(String);

impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.0.len() > MAX_KEY {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}
