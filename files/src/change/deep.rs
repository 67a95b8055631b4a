//! Paths that lead into encoded values, and changes at them.
//!
//! A [`DeepPath`] has a step, such as `<bytes>`, where it leads into the content of a value:
//!
//! ```
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::change::deep::{self, StepOptions};
//!
//! let layout = layout_named("godot4").unwrap();
//! let mut save = layout.parse(r#"{"state": "{\"gold\": 30, \"at\": Vector2(1, 2)}"}"#)?;
//! let (path, options) = ("state.<text>.gold".parse()?, StepOptions::default());
//! deep::set(&mut save, &path, layout.parse("99")?, options)?;
//! assert_eq!(deep::get((&save).into(), &path, options)?.to_string(), "99");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod path;
mod select;
mod step;
mod transfer;

pub(super) use path::joined;
pub use path::{DeepPath, ParseDeepPathError};
pub use select::{Condition, Removed, remove_where, select};
use step::has_json;
pub use step::{Step, StepFault};
pub use transfer::{IfExists, copy_value, move_value, put};

use super::{ChangeNote, EditError, MissingPath, not_removed};
use crate::STRICT;
use crate::kept::canonical;
use crate::packages::build;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeError, EncodeOptions, Kind, Path, Segment};

/// Options for the content of steps.
///
/// The [module](self) has an example.
#[derive(Debug, Clone, Copy)]
pub struct StepOptions {
    /// The options that decode values in a PackedByteArray. By default, objects are allowed.
    pub decode: DecodeOptions,
    /// The options that encode such values.
    pub encode: EncodeOptions,
    /// The maximum length of decompressed content, in bytes; 1 GiB by default.
    pub max_content: usize,
}

impl Default for StepOptions {
    fn default() -> Self {
        Self {
            decode: STRICT,
            encode: EncodeOptions::new(),
            max_content: 1 << 30,
        }
    }
}

/// Returns the value at a path.
///
/// The [module](self) has an example.
///
/// # Errors
///
/// Returns an error if `path` leads to no value, or if a step cannot open its value.
pub fn get(
    value: AnyRef<'_>,
    path: &DeepPath,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    let found = value.component_at_path(&path.outer);
    let found = found.ok_or_else(|| missing(value, &path.outer))?;
    let content = content((&found).into(), path, options)?;
    Ok(content.unwrap_or(found))
}

/// Returns the value to which the steps of a path lead from `outer`, the value before the first
/// step. Returns `None` if the path has no steps.
///
/// # Errors
///
/// Returns an error if `path` leads to no value, or if a step cannot open its value.
#[doc(hidden)]
pub fn content(
    outer: AnyRef<'_>,
    path: &DeepPath,
    options: StepOptions,
) -> Result<Option<AnyVariant>, EditError> {
    let Some((step, rest)) = path.inner.as_deref() else {
        return Ok(None);
    };
    let content = opened(outer, &path.outer, *step, rest, options)?;
    let found = get((&content).into(), rest, options);
    found
        .map(Some)
        .map_err(|error| error.after(&step.after(&path.outer)))
}

/// Sets the value at a path and returns notes about changes that may be mistakes.
///
/// The content of each step is written back in its form: compressed, as base64, with a length. The
/// bytes of nested values that do not change are kept. The [module](self) has an example.
///
/// # Errors
///
/// Returns an error if a step cannot open its value, or if the value cannot be stored at the path.
/// The value is then unchanged.
pub fn set(
    value: &mut AnyVariant,
    path: &DeepPath,
    new: AnyVariant,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    match path.inner.as_deref() {
        None => Ok(super::set(value, &path.outer, new)?
            .note
            .into_iter()
            .collect()),
        Some((step, rest)) => change(value, &path.outer, *step, rest, options, |content| {
            set(content, rest, new, options)
        }),
    }
}

/// Removes the values at all paths and returns notes about changes that may be mistakes.
///
/// Each path refers to the value before the first removal.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"["[1, 2, 3]", 7]"#)?;
/// let paths = ["[0].<text>[0]".parse()?, "[0].<text>[1]".parse()?, "[1]".parse()?];
/// deep::remove_all(&mut save, &paths, StepOptions::default())?;
/// assert_eq!(save, layout.parse(r#"["[3]"]"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a step cannot open its value, if a path does not exist, if its value cannot
/// be removed, or if a path leads into another one. Values at other paths may then have been
/// removed.
pub fn remove_all(
    value: &mut AnyVariant,
    paths: &[DeepPath],
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    let mut removed = Vec::new();
    let mut opened: Vec<(Path, &Path, Step, Vec<DeepPath>)> = Vec::new();
    for path in paths {
        let Some((step, rest)) = path.inner.as_deref() else {
            removed.push(path.outer.clone());
            continue;
        };
        let resolved = AnyRef::from(&*value).resolved_path(&path.outer);
        let resolved = resolved.ok_or_else(|| missing((&*value).into(), &path.outer))?;
        let known = opened
            .iter_mut()
            .find(|it| (&it.0, it.2) == (&resolved, *step));
        match known {
            Some((.., rests)) => rests.push(rest.clone()),
            None => opened.push((resolved, &path.outer, *step, vec![rest.clone()])),
        }
    }
    for path in removed.iter().filter(|_| !opened.is_empty()) {
        let resolved = AnyRef::from(&*value).resolved_path(path);
        let resolved = resolved.ok_or_else(|| not_removed((&*value).into(), path))?;
        let is_inside = |inner: &Path| {
            resolved
                .segments()
                .zip(inner.segments())
                .all(|(a, b)| a == b)
                && resolved.segments().len() <= inner.segments().len()
        };
        if let Some((_, inner, ..)) = opened.iter().find(|(inner, ..)| is_inside(inner)) {
            let [path, other] = [*inner, path].map(Path::clone);
            return Err(EditError::Overlap { path, other });
        }
    }
    let mut notes = Vec::new();
    for (_, outer, step, rests) in opened {
        notes.extend(change(value, outer, step, &rests[0], options, |content| {
            remove_all(content, &rests, options)
        })?);
    }
    super::remove_all(value, &removed)?;
    Ok(notes)
}

/// Changes the content of the value at `outer` and writes the content back. `rest` is a path in the
/// content.
fn change(
    value: &mut AnyVariant,
    outer: &Path,
    step: Step,
    rest: &DeepPath,
    options: StepOptions,
    edit: impl FnOnce(&mut AnyVariant) -> Result<Vec<ChangeNote>, EditError>,
) -> Result<Vec<ChangeNote>, EditError> {
    let place = step.after(outer);
    let old = AnyRef::from(&*value).component_at_path(outer);
    let old = old.ok_or_else(|| missing((&*value).into(), outer))?;
    let old_content = opened((&old).into(), outer, step, rest, options)?;
    let mut content = old_content.clone();
    let notes = edit(&mut content).map_err(|error| error.after(&place))?;
    let notes = notes.into_iter();
    let notes = notes.filter(|note| step != Step::Json || !note.is_of_floats());
    let mut notes: Vec<_> = notes.map(|note| note.after(&place)).collect();
    // Equality would ignore the sign of a zero.
    if canonical(&old_content)? == canonical(&content)? {
        return Ok(notes);
    }
    let new = step.close(&old, &old_content, &content, options);
    let new = new.map_err(|error| error.after(&place))?;
    let lengths = [(&old, &new), (&old_content, &content)].map(|it| lengths(it.0, it.1));
    if let Some((parent, _)) = outer.split_last()
        && let Some(container) = AnyRef::from(&*value).component_at_path(&parent)
    {
        notes.extend(size_note(&container, &parent, &place, lengths));
    }
    super::set(value, outer, new)?;
    Ok(notes)
}

/// Returns the content of the value at `outer`. An error suggests other steps to the path in it.
fn opened(
    value: AnyRef<'_>,
    outer: &Path,
    step: Step,
    rest: &DeepPath,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    step.open(value, options).map_err(|fault| {
        let other = steps_to(value, rest.innermost()).map(|it| it.to_string());
        EditError::Step {
            path: step.after(outer),
            fault,
            other: other.map(|it| joined(&outer.to_string(), &it)),
        }
    })
}

/// Finds the steps into the content of a value that contains a path.
pub(super) fn steps_to(value: AnyRef<'_>, path: &Path) -> Option<DeepPath> {
    /// The maximum number of steps.
    const MAX_STEPS: usize = 3;

    fn within(value: AnyRef<'_>, path: &Path, steps: usize) -> Option<DeepPath> {
        let options = StepOptions {
            max_content: 64 << 20,
            ..StepOptions::default()
        };
        Step::ALL.into_iter().find_map(|step| {
            // The text of the engine can also be JSON.
            if step == Step::Json && !has_json(value) {
                return None;
            }
            let content = step.open(value, options).ok()?;
            let content = AnyRef::from(&content);
            // Any bytes have elements, so that a path to an element is no evidence.
            let found = if step.is_of_values() {
                content.component_at_path(path).map(|_| path.clone().into())
            } else if steps > 1 {
                within(content, path, steps - 1)
            } else {
                None
            };
            Some(found?.inside(step))
        })
    }

    within(value, path, MAX_STEPS)
}

fn missing(value: AnyRef<'_>, path: &Path) -> EditError {
    EditError::Missing(MissingPath::of(value, path, 0))
}

/// Returns the lengths of two byte arrays if they differ.
pub(crate) fn lengths(old: &AnyVariant, new: &AnyVariant) -> Option<[usize; 2]> {
    let lengths = [bytes(old.into())?.len(), bytes(new.into())?.len()];
    (lengths[0] != lengths[1]).then_some(lengths)
}

/// Returns a note about an entry next to the value at `outer`, if the entry is one of the lengths
/// that change.
pub(crate) fn size_note(
    container: &AnyVariant,
    parent: &Path,
    place: &str,
    lengths: [Option<[usize; 2]>; 2],
) -> Option<ChangeNote> {
    AnyRef::from(container).members().find_map(|entry| {
        let (AnyView::Text(key), AnyView::Int(size)) = (entry.key()?.view(), entry.value.view())
        else {
            return None;
        };
        let is_size = |it: &[usize; 2]| usize::try_from(size) == Ok(it[0]);
        let [old, new] = lengths.into_iter().flatten().find(is_size)?;
        let segments = parent.segments().cloned();
        let path = segments.chain([Segment::name(key)]).collect();
        Some(ChangeNote::Length {
            path,
            of: place.into(),
            old,
            new,
        })
    })
}

/// Returns the bytes of a PackedByteArray, or `None` for a value of another type.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep;
///
/// let array = deep::byte_array(layout_named("godot3").unwrap(), b"\x01\x02")?;
/// assert_eq!(deep::bytes((&array).into()), Some(vec![1, 2]));
/// assert_eq!(array.to_string(), "PoolByteArray( 1, 2 )");
/// # Ok::<(), gdvariant::EncodeError>(())
/// ```
#[must_use]
pub fn bytes(value: AnyRef<'_>) -> Option<Vec<u8>> {
    match value.view() {
        AnyView::Packed(elements) if value.kind() == Kind::PackedByteArray => {
            let mut bytes = Vec::with_capacity(elements.elements());
            elements.encode(&mut bytes);
            Some(bytes)
        }
        _ => None,
    }
}

/// Returns a PackedByteArray of a layout.
///
/// [`bytes`] has an example.
///
/// # Errors
///
/// Returns an error if the layout has no byte arrays. All layouts of this version have them.
pub fn byte_array(layout: &'static Layout, bytes: &[u8]) -> Result<AnyVariant, EncodeError> {
    build::value(layout, Kind::PackedByteArray, Content::Components(bytes))
}

#[cfg(test)]
mod tests;

pub(crate) fn bridge(step: gdvariant::Step) -> Step {
    let found = Step::ALL.into_iter().find(|it| it.name() == step.name());
    found.unwrap_or(Step::Bytes)
}

pub(crate) fn after(step: gdvariant::Step, outer: &Path) -> String {
    bridge(step).after(outer)
}

pub(crate) fn opened_at(
    value: AnyRef<'_>,
    outer: &Path,
    step: gdvariant::Step,
    rest: &Path,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    let rest = rest.to_string().parse().unwrap_or_default();
    opened(value, outer, bridge(step), &rest, options)
}

pub(crate) fn close(
    step: gdvariant::Step,
    value: &AnyVariant,
    old: &AnyVariant,
    new: &AnyVariant,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    bridge(step).close(value, old, new, options)
}

pub(crate) fn get_at(
    value: AnyRef<'_>,
    rest: &Path,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    get(
        value,
        &rest.to_string().parse().unwrap_or_default(),
        options,
    )
}
