//! Names, types and texts of rows, for the page.

use crate::failure::Failure;
use crate::fields::{Describer, value_of};
use crate::tree::{Members, NAME_LENGTH, Role, VisibleRow};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::inspect::{InspectRow, RowValue};
use gdvariant::{Path, Segment};
use gdvariant_files::display::DisplayOptions;
use serde::Serialize;
use std::fmt::{self, Write as _};
use std::ops::{ControlFlow, Range};

/// The maximum length of a value that is decoded for its line in the tree, in bytes.
const MAX_DECODED: usize = 1 << 16;

/// The maximum length of a container that is decoded for its line, in bytes.
const MAX_CONTAINER: usize = 2048;

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
    count: Option<u64>,
    /// Whether the value is incomplete or invalid.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_invalid: bool,
}

/// A row that a search has found.
#[derive(Serialize)]
pub(crate) struct Hit {
    #[serde(flatten)]
    line: Line,
    /// The path of the container; empty for a value of the file and its members.
    place: String,
    /// The number of the value in the file, from 0.
    file_value: usize,
}

/// The selected value.
#[derive(Serialize)]
pub(crate) struct Details {
    pub(crate) row: usize,
    /// The container; `None` for a value of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    pub(crate) path: String,
    #[serde(rename = "type")]
    ty: String,
    /// The start of the exact text.
    value: String,
    /// The number of the value in the file, from 0.
    pub(crate) file_value: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first byte of the key or the name, or of the value.
    pub(crate) key: usize,
    /// Whether the value can be removed.
    is_member: bool,
    /// Whether the value has a key or a name.
    has_key: bool,
    /// The index among the members of the container, and their number.
    number: usize,
    siblings: usize,
    /// Whether values can be added.
    is_container: bool,
}

/// What the first fields of a value tell about it.
#[derive(Default)]
struct Summary {
    ty: String,
    /// The number of members or elements, if the value has any.
    count: Option<u64>,
    /// The start of a string.
    text: String,
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
        let name = value_of(self, key, |row| match row.value {
            RowValue::Text(text) => Some(text.to_owned()),
            _ => None,
        });
        Some(self.content.file.layout().new_string(&name?))
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
        let index = &self.tree.index;
        let resolved = self.content.file.resolved_path(file_value, path);
        let numbers = resolved.segments().map_while(|segment| match segment {
            Segment::Index(number) | Segment::ValueOf(number) => Some(*number),
            _ => None,
        });
        let mut row = index.root(file_value).unwrap_or(0);
        for number in numbers {
            row = index.member(row, number).unwrap_or(row);
        }
        row
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
        let summary = self.summary(row);
        let limit = if is_container {
            MAX_CONTAINER
        } else {
            MAX_DECODED
        };
        let (mut value, mut is_invalid) = (String::new(), false);
        if range.len() <= limit {
            match self.decoded(row) {
                Some(decoded) => value = LINE.value((&decoded).into()),
                None => is_invalid = true,
            }
        } else if !is_container {
            value = summary.text;
        }
        let name = index.parent(row).map(|_| self.segment(row, number));
        Line {
            row,
            level: index.depth(row),
            number,
            siblings,
            is_unfolded: is_container.then(|| index.is_unfolded(row)),
            name: name.map_or_else(String::new, |it| shown_name(&it)),
            ty: summary.ty,
            value,
            count: summary.count,
            is_invalid,
        }
    }

    /// Describes a row that a search has found.
    pub(crate) fn hit(&self, row: usize, known: &mut Members) -> Hit {
        let index = &self.tree.index;
        let file_value = index.value_of(row);
        let numbers = self.tree.numbers_among(row, known);
        let (number, containers) = match numbers.split_last() {
            Some(((_, number), containers)) => (*number, containers),
            None => (file_value, &[][..]),
        };
        let visible = VisibleRow {
            row,
            number,
            siblings: 0,
        };
        Hit {
            line: self.line(&visible),
            place: self.paths_of(containers)[0].to_string(),
            file_value,
        }
    }

    /// Returns what the first fields of a row tell about its value.
    fn summary(&self, row: usize) -> Summary {
        let mut summary = Summary::default();
        let bytes = self
            .content
            .file
            .bytes()
            .get(self.range(row))
            .unwrap_or_default();
        let mut rows = 0;
        let mut read = |row: &InspectRow<'_>| {
            rows += 1;
            match row.value {
                _ if row.offset == 0 => summary.ty = row.value.to_string(),
                // The length of a string counts bytes.
                RowValue::Text(text) if row.path.part().is_none() => {
                    summary.count = None;
                    summary.text = LINE.text(text);
                    return ControlFlow::Break(());
                }
                _ if summary.count.is_some() => return ControlFlow::Break(()),
                _ if matches!(row.field.name, "count" | "length") => {
                    // Flags can follow the number.
                    let number = row.value.to_string();
                    summary.count = number.split(',').next().and_then(|it| it.parse().ok());
                }
                _ => {}
            }
            // The fields before a count are declared types.
            if rows < 8 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        // Errors are shown where the bytes are shown.
        let layout = self.content.file.layout();
        let _ = layout.inspect_while(bytes, self.content.file.options(), &mut read);
        summary
    }

    /// Describes a row in full.
    pub(crate) fn details(&self, row: usize, max_chars: usize) -> Details {
        let range = self.range(row);
        let index = &self.tree.index;
        let decoded = (range.len() <= 16 * MAX_DECODED)
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
            .map(|value| DisplayOptions::up_to(max_chars, false).value(value.into()));
        let is_container = decoded
            .as_ref()
            .map_or(index.is_container(row), |it| it.view().count().is_some());
        let parent = index.parent(row);
        let numbers = self.tree.numbers(row);
        Details {
            row,
            parent,
            has_key: index.key_of(row).is_some(),
            number: numbers.last().map_or(0, |(_, number)| *number),
            siblings: parent.map_or(0, |parent| index.members(parent).count()),
            path: self.paths(row)[0].to_string(),
            ty: self.summary(row).ty,
            value: value.unwrap_or_default(),
            file_value: index.value_of(row),
            start: range.start,
            end: range.end,
            key: index.entry_start(row),
            is_member: index.depth(row) > 0,
            is_container,
        }
    }
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
