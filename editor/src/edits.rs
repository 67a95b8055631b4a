//! Changes to values, as replacements of bytes that can be undone.

use crate::any_value::DisplayOptions;
use crate::content::{Content, PREFIX_LENGTH};
use crate::failure::Failure;
use crate::faults;
use crate::layouts::for_layout;
use gdvariant::any::AnyRef;
use gdvariant::{Layout, Path, generic};
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
pub(crate) struct Changed {
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
) -> Result<Changed, Failure> {
    let range = content.values.get(file_value).cloned();
    let range = range.ok_or_else(|| Failure::of("the file has no such value"))?;
    let start = range.start;
    let bytes = content.bytes.get(range).unwrap_or_default();
    for_layout!(content.layout, L => {
        let mut value = generic::from_slice::<L, <L as Layout>::Variant>(bytes, content.options)
            .map_err(|error| Failure::decode(&error, start))?;
        changed_as::<L>(&mut value, file_value, path, change)
    })
}

fn changed_as<L: Layout<Variant: gdvariant::KeyEquality + 'static>>(
    value: &mut L::Variant,
    file_value: usize,
    path: &Path,
    change: &Change<'_>,
) -> Result<Changed, Failure> {
    let failure = |message: String| Failure {
        path: path.to_string(),
        ..Failure::of(message)
    };
    // Setting an existing value changes its bytes only. Otherwise the count of the container
    // changes, or the components around the path.
    let is_set = matches!(change, Change::Set(_));
    let part = match generic::resolved_path::<L>(value, path) {
        Some(resolved) if is_set && generic::at_path::<L>(value, &resolved).is_some() => resolved,
        _ => container::<L>(value, path),
    };
    let (old, new, note) = match change {
        Change::Set(text) => {
            let parsed = text
                .parse::<L::Variant>()
                .map_err(|error| failure(format!("{error}; write strings as \"text\"")))?;
            let shown = parsed.clone();
            let exists = generic::component_at_path::<L>(value, path);
            generic::set_at_path::<L>(value, path, parsed).map_err(|new| {
                let (value, new) = (AnyRef::of::<L>(value), AnyRef::of::<L>(&new));
                failure(faults::not_set::<L>(value, path, new, ""))
            })?;
            // Components keep their types, so that only values can change their types.
            let new = generic::at_path::<L>(value, path);
            let note = new.and_then(|new| faults::note::<L>(path, exists.as_ref(), new));
            (
                exists,
                Some(generic::component_at_path::<L>(value, path).unwrap_or(shown)),
                note,
            )
        }
        Change::Remove => {
            let removed = generic::remove_at_path::<L>(value, path)
                .ok_or_else(|| failure(faults::not_removed(AnyRef::of::<L>(value), path)))?;
            (Some(removed), None, None)
        }
    };
    let texts = match (&old, &new) {
        (Some(old), Some(new)) => LISTED
            .pair(AnyRef::of::<L>(old), AnyRef::of::<L>(new))
            .map(Some),
        (old, new) => [old, new].map(|value| {
            value
                .as_ref()
                .map(|value| LISTED.value(AnyRef::of::<L>(value)))
        }),
    };
    let [old, new] = texts;
    let target = generic::at_path::<L>(value, &part).unwrap_or(value);
    Ok(Changed {
        bytes: generic::to_vec::<L, _>(target).map_err(Failure::of)?,
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
fn container<L: Layout<Variant: gdvariant::KeyEquality>>(value: &L::Variant, path: &Path) -> Path {
    let mut segments: Vec<_> = path.segments().cloned().collect();
    loop {
        segments.pop();
        let start: Path = segments.iter().cloned().collect();
        if segments.is_empty() || generic::at_path::<L>(value, &start).is_some() {
            return generic::resolved_path::<L>(value, &start).unwrap_or_default();
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
    let old = content.bytes.get(range.clone()).unwrap_or_default();
    let mut splices = vec![trimmed(range.start, old, new)];
    let value = &content.values[file_value];
    if content.is_framed() && old.len() != new.len() {
        let start = value.start - PREFIX_LENGTH;
        let length = value.len() - old.len() + new.len();
        splices.push(Splice {
            start,
            old: content.bytes[start..value.start].to_vec(),
            new: content.prefix(length)?.to_vec(),
        });
    }
    Ok(splices)
}

fn trimmed(start: usize, old: &[u8], new: &[u8]) -> Splice {
    let same = |(old, new): &(&u8, &u8)| old == new;
    let before = old.iter().zip(new).take_while(same).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count();
    Splice {
        start: start + before,
        old: old[..old.len() - after].to_vec(),
        new: new[..new.len() - after].to_vec(),
    }
}
