//! Changes to values, as replacements of bytes that can be undone.

use crate::content::Content;
use crate::failure::Failure;
use gdvariant::any::AnyRef;
use gdvariant::{EncodeOptions, Path};
use gdvariant_files::change::{self, Changed, EditError};
use gdvariant_files::display::DisplayOptions;
use gdvariant_files::document::{common_prefix, common_suffix};
use gdvariant_files::values::PREFIX_LENGTH;
use serde::Serialize;
use std::ops::Range;

/// A change of a value.
pub(crate) enum Change<'t> {
    /// The text of the new value.
    Set(&'t str),
    Remove,
}

/// A replacement of bytes of the content.
pub(crate) struct Splice {
    pub(crate) start: usize,
    pub(crate) old: Vec<u8>,
    pub(crate) new: Vec<u8>,
}

/// A change as the page lists it.
#[derive(Clone, Serialize)]
pub(crate) struct Step {
    pub(crate) path: String,
    /// The number of the value in the file, from 0.
    pub(crate) file_value: usize,
    /// `None` if the value is new.
    old: Option<String>,
    /// `None` if the value was removed.
    new: Option<String>,
    /// A change that may be a mistake.
    note: Option<String>,
}

/// The encoded result of a change.
pub(crate) struct EncodedChange {
    pub(crate) step: Step,
    /// The part of the value whose bytes change, as a path of numbers.
    pub(crate) part: Path,
    /// The new bytes of the part.
    pub(crate) bytes: Vec<u8>,
}

/// The form of values in the list of changes.
const LISTED: DisplayOptions = DisplayOptions::up_to(160, false);

/// Changes a value of the file, and encodes the part that changed.
pub(crate) fn changed(
    content: &Content,
    file_value: usize,
    path: &Path,
    change: &Change<'_>,
) -> Result<EncodedChange, Failure> {
    let range = content.file.values().get(file_value).cloned();
    let range = range.ok_or_else(|| Failure::of("the file has no such value"))?;
    let start = range.start;
    let bytes = content.file.bytes().get(range).unwrap_or_default();
    let value = &mut content
        .file
        .layout()
        .decode(bytes, content.file.options())
        .map_err(|error| Failure::decode(&error, start))?;
    let at_path = |failure: Failure| Failure {
        path: path.to_string(),
        ..failure
    };
    let rejected = |error: EditError| at_path(error.into());
    // Setting an existing value changes its bytes only. Otherwise the count of the container
    // changes, or the components around the path.
    let is_set = matches!(change, Change::Set(_));
    let part = match AnyRef::from(&*value).resolved_path(path) {
        Some(resolved) if is_set && AnyRef::from(&*value).at_path(&resolved).is_some() => resolved,
        _ => container((&*value).into(), path),
    };
    let (old, new, note) = match change {
        Change::Set(text) => {
            let parsed = content.file.layout().parse(text).map_err(|error| {
                at_path(Failure::of(format_args!(
                    "{error:#}; write strings as \"text\""
                )))
            })?;
            let shown = parsed.clone();
            let Changed { old, note, .. } = change::set(value, path, parsed).map_err(rejected)?;
            let new = AnyRef::from(&*value).component_at_path(path);
            let note = note.map(|note| note.to_string());
            (old, Some(new.unwrap_or(shown)), note)
        }
        Change::Remove => {
            let removed = change::remove(value, path).map_err(rejected)?;
            (Some(removed), None, None)
        }
    };
    let texts = match (&old, &new) {
        (Some(old), Some(new)) => LISTED.pair(old.into(), new.into()).map(Some),
        (old, new) => {
            [old, new].map(|value| value.as_ref().map(|value| LISTED.value(value.into())))
        }
    };
    let [old, new] = texts;
    let value = AnyRef::from(&*value);
    let target = value.at_path(&part).unwrap_or(value);
    Ok(EncodedChange {
        bytes: target.to_vec(EncodeOptions::new()).map_err(Failure::of)?,
        part,
        step: Step {
            path: path.to_string(),
            file_value,
            old,
            new,
            note,
        },
    })
}

/// Returns the innermost existing value that contains the end of a path, as a path of numbers.
fn container(value: AnyRef<'_>, path: &Path) -> Path {
    let mut segments: Vec<_> = path.segments().cloned().collect();
    loop {
        segments.pop();
        let start: Path = segments.iter().cloned().collect();
        if segments.is_empty() || value.at_path(&start).is_some() {
            return value.resolved_path(&start).unwrap_or_default();
        }
    }
}

/// Returns the replacements that change a range of a value of the file, without equal bytes at
/// both ends, and with the length prefix of the value.
pub(crate) fn splices(
    content: &Content,
    file_value: usize,
    range: &Range<usize>,
    new: &[u8],
) -> Result<Vec<Splice>, Failure> {
    let old = content.file.bytes().get(range.clone()).unwrap_or_default();
    let mut splices = vec![trimmed(range.start, old, new)];
    let value = &content.file.values()[file_value];
    let prefix = if content.file.is_framed() {
        PREFIX_LENGTH
    } else {
        0
    };
    let framed = value.start - prefix..value.end;
    let length = framed.len() - old.len() + new.len();
    content.file.check_counts(framed, length)?;
    if content.file.is_framed() && old.len() != new.len() {
        let start = value.start - PREFIX_LENGTH;
        let length = value.len() - old.len() + new.len();
        splices.push(Splice {
            start,
            old: content.file.bytes()[start..value.start].to_vec(),
            new: content.file.prefix(length)?.to_vec(),
        });
    }
    Ok(splices)
}

fn trimmed(start: usize, old: &[u8], new: &[u8]) -> Splice {
    let before = common_prefix(old, new);
    let (old, new) = (&old[before..], &new[before..]);
    let after = common_suffix(old, new);
    Splice {
        start: start + before,
        old: old[..old.len() - after].to_vec(),
        new: new[..new.len() - after].to_vec(),
    }
}
