//! Paths that lead into encoded values, and changes at them.
//!
//! A [`Path`] has a [`Step`], such as `<bytes>`, where it leads into the content of a value:
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

mod select;
mod step;
mod transfer;

pub(crate) use select::positions;
pub use select::{ChangeReport, each_selected, each_selected_after, matches, remove_where, select};
pub use step::StepFault;
pub(crate) use step::close;
use step::has_json;
pub use transfer::{IfExists, copy_value, move_value, put, single};

use super::{ChangeNote, EditError, MissingPath, new_key, not_removed};
use crate::STRICT;
use crate::kept::canonical;
use crate::packages::build;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{Condition, DecodeOptions, EncodeError, EncodeOptions, Kind, Path, Segment, Step};
use std::ops::ControlFlow;

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

/// Returns the value at a path, which can be a pattern of one value.
///
/// The [module](self) has an example.
///
/// # Errors
///
/// Returns an error if `path` leads to no value or to several ones, or if a step cannot open its
/// value.
pub fn get(value: AnyRef<'_>, path: &Path, options: StepOptions) -> Result<AnyVariant, EditError> {
    let (mut found, mut count) = (None, 0);
    each_selected(value, path, &[], options, &mut |_, value| {
        if count == 0 {
            found = value.component_at_path(&Path::default());
        }
        count += 1;
        ControlFlow::Continue(())
    })?;
    found
        .filter(|_| count == 1)
        .ok_or_else(|| EditError::Selected(path.clone(), count))
}

/// Splits a path at its first step.
fn split_at_step(path: &Path) -> (Path, Option<(Step, Path)>) {
    let mut segments = path.segments().cloned();
    let mut step = None;
    let is_before = |segment: &Segment| match segment {
        Segment::Step(it) => {
            step = Some(*it);
            false
        }
        _ => true,
    };
    let outer = segments.by_ref().take_while(is_before).collect();
    (outer, step.map(|step| (step, segments.collect())))
}

/// Returns the path to the content of the value at `outer`.
pub(crate) fn after(outer: &Path, step: Step) -> Path {
    outer.join(&Segment::Step(step).into())
}

/// Sets the value at a path and returns notes about changes that may be mistakes. A key that does
/// not exist is added.
///
/// The content of each step is written back in its form: compressed, as base64, with a length. The
/// bytes of nested values that do not change are kept. The [module](self) has an example.
///
/// # Errors
///
/// Returns an error if a step cannot open its value, or if the value cannot be stored at the path.
/// The value is then unchanged, unless the path is a pattern of several values.
pub fn set(
    value: &mut AnyVariant,
    path: &Path,
    new: AnyVariant,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    let is_plain = |it: &Segment| !it.is_pattern() && !matches!(it, Segment::Step(_));
    if path.segments().all(is_plain) {
        let changed = super::set(value, path, new)?;
        return Ok(changed.note.into_iter().collect());
    }
    Ok(set_where(value, path, &[], &new, NewKeys::Add, options)?.notes)
}

/// What [`set_where`] does with a key that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NewKeys {
    /// It returns [`EditError::NewKey`], which suggests similar keys. If a pattern selects several
    /// containers, those without the key are skipped.
    #[default]
    Fail,
    /// It adds the key.
    Add,
}

/// Sets the values that a path and conditions [`select`].
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, NewKeys, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"items": [{"id": 7, "count": 1}, {"id": 8, "count": 1}]}"#)?;
/// let (path, conditions) = ("items[*].count".parse()?, ["id=7".parse()?]);
/// let (new, options) = (layout.parse("99")?, StepOptions::default());
/// let set = deep::set_where(&mut save, &path, &conditions, &new, NewKeys::Fail, options)?;
/// assert_eq!(set.paths, ["items[0].count".parse()?]);
///
/// let path = "item".parse()?;
/// let error = deep::set_where(&mut save, &path, &[], &new, NewKeys::Fail, options).unwrap_err();
/// let advice = error.advice().unwrap().to_string();
/// assert!(advice.starts_with("did you mean items?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`set`] and [`select`], or an error for a key that does not exist, unless
/// `new_keys` accepts that.
pub fn set_where(
    value: &mut AnyVariant,
    path: &Path,
    conditions: &[Condition],
    new: &AnyVariant,
    new_keys: NewKeys,
    options: StepOptions,
) -> Result<ChangeReport, EditError> {
    let setting = Setting {
        new,
        new_keys,
        options,
    };
    setting.at(value, path, conditions, false)
}

/// A value to set at several places.
#[derive(Clone, Copy)]
struct Setting<'s> {
    new: &'s AnyVariant,
    new_keys: NewKeys,
    options: StepOptions,
}

impl Setting<'_> {
    /// Sets the values that a path and conditions select. `is_selected` is whether a pattern
    /// selected `value`.
    fn at(
        self,
        value: &mut AnyVariant,
        path: &Path,
        conditions: &[Condition],
        is_selected: bool,
    ) -> Result<ChangeReport, EditError> {
        let mut report = ChangeReport::default();
        let (outer, inner) = split_at_step(path);
        let Some((step, rest)) = inner else {
            report.paths = self.places((&*value).into(), path, conditions, is_selected)?;
            for place in &report.paths {
                let changed = super::set(value, place, self.new.clone())?;
                report.notes.extend(changed.note);
            }
            return Ok(report);
        };
        let is_pattern = outer.is_pattern();
        // The conditions are about the members for which the last pattern stands.
        let (outers, conditions): (_, &[Condition]) = if !is_pattern {
            (vec![outer], conditions)
        } else if rest.is_pattern() {
            let outers = select((&*value).into(), &outer, &[], self.options)?;
            (outers, conditions)
        } else {
            let outers = select((&*value).into(), &outer, conditions, self.options)?;
            (outers, &[])
        };
        for outer in outers {
            let paths = &mut report.paths;
            let notes = change(value, &outer, step, &rest, self.options, |content| {
                let inner = self.at(content, &rest, conditions, is_selected || is_pattern)?;
                let start = after(&outer, step);
                paths.extend(inner.paths.iter().map(|it| start.join(it)));
                Ok(inner.notes)
            })?;
            report.notes.extend(notes);
        }
        Ok(report)
    }

    /// Returns the paths at which the value is set. The last segment need not exist.
    fn places(
        self,
        value: AnyRef<'_>,
        path: &Path,
        conditions: &[Condition],
        is_selected: bool,
    ) -> Result<Vec<Path>, EditError> {
        let is_pattern = path.is_pattern();
        if !is_pattern && !is_selected && conditions.is_empty() {
            return match new_key(value, path).filter(|_| self.new_keys == NewKeys::Fail) {
                Some(missing) => Err(EditError::NewKey(missing)),
                None => Ok(vec![path.clone()]),
            };
        }
        let is_new = |last: &Segment| match last {
            Segment::Append => true,
            last => self.new_keys == NewKeys::Add && !last.is_pattern(),
        };
        match path.split_last() {
            Some((parent, last)) if is_new(&last) && (is_pattern || conditions.is_empty()) => {
                let parents = select(value, &parent, conditions, self.options)?;
                let last = last.into();
                Ok(parents.iter().map(|parent| parent.join(&last)).collect())
            }
            _ => match select(value, path, conditions, self.options) {
                Err(error) if is_selected && error.is_missing() => Ok(Vec::new()),
                paths => paths,
            },
        }
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
    paths: &[Path],
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    let mut removed = Vec::new();
    let mut opened: Vec<(Path, Path, Step, Vec<Path>)> = Vec::new();
    for path in paths {
        let (outer, inner) = split_at_step(path);
        let Some((step, rest)) = inner else {
            removed.push(outer);
            continue;
        };
        let resolved = AnyRef::from(&*value).resolved_path(&outer);
        let resolved = resolved.ok_or_else(|| missing((&*value).into(), &outer))?;
        let known = opened
            .iter_mut()
            .find(|it| (&it.0, it.2) == (&resolved, step));
        match known {
            Some((.., rests)) => rests.push(rest),
            None => opened.push((resolved, outer, step, vec![rest])),
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
            let [path, other] = [inner, path].map(Path::clone);
            return Err(EditError::Overlap { path, other });
        }
    }
    let mut notes = Vec::new();
    for (_, outer, step, rests) in opened {
        notes.extend(change(
            value,
            &outer,
            step,
            &rests[0],
            options,
            |content| remove_all(content, &rests, options),
        )?);
    }
    super::remove_members(value, &removed)?;
    Ok(notes)
}

/// Changes the content of the value at `outer` and writes the content back. `rest` is a path in the
/// content.
fn change(
    value: &mut AnyVariant,
    outer: &Path,
    step: Step,
    rest: &Path,
    options: StepOptions,
    edit: impl FnOnce(&mut AnyVariant) -> Result<Vec<ChangeNote>, EditError>,
) -> Result<Vec<ChangeNote>, EditError> {
    let place = after(outer, step);
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
    let new = step::close(step, &old, &old_content, &content, options);
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
pub(crate) fn opened(
    value: AnyRef<'_>,
    outer: &Path,
    step: Step,
    rest: &Path,
    options: StepOptions,
) -> Result<AnyVariant, EditError> {
    step::open(step, value, options).map_err(|fault| {
        let segments: Vec<_> = rest.segments().collect();
        let is_step = |it: &&Segment| matches!(it, Segment::Step(_));
        let innermost = segments.rsplit(is_step).next().unwrap_or_default();
        let innermost = innermost.iter().take_while(|it| !it.is_pattern());
        let other = steps_to(value, &innermost.copied().cloned().collect());
        EditError::Step {
            path: after(outer, step),
            fault,
            other: other.map(|it| outer.join(&it)),
        }
    })
}

/// Finds the steps into the content of a value that contains a path.
pub(super) fn steps_to(value: AnyRef<'_>, path: &Path) -> Option<Path> {
    /// The maximum number of steps.
    const MAX_STEPS: usize = 3;

    fn within(value: AnyRef<'_>, path: &Path, steps: usize) -> Option<Path> {
        let options = StepOptions {
            max_content: 64 << 20,
            ..StepOptions::default()
        };
        Step::ALL.iter().find_map(|&step| {
            // The text of the engine can also be JSON.
            if step == Step::Json && !has_json(value) {
                return None;
            }
            let content = step::open(step, value, options).ok()?;
            let content = AnyRef::from(&content);
            // Any bytes have elements, so that a path to an element is no evidence.
            let found = if step::is_of_values(step) {
                content.component_at_path(path).map(|_| path.clone())
            } else if steps > 1 {
                within(content, path, steps - 1)
            } else {
                None
            };
            Some(Path::from(Segment::Step(step)).join(&found?))
        })
    }

    within(value, path, MAX_STEPS)
}

fn missing(value: AnyRef<'_>, path: &Path) -> EditError {
    missing_from(value, path, 0)
}

/// Returns the error of a path whose first `known` segments lead to `value`.
fn missing_from(value: AnyRef<'_>, path: &Path, known: usize) -> EditError {
    EditError::Missing(MissingPath::of(value, path, known))
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
    place: &Path,
    lengths: [Option<[usize; 2]>; 2],
) -> Option<ChangeNote> {
    AnyRef::from(container).members().find_map(|entry| {
        let (AnyView::Text(key), AnyView::Int(size)) = (entry.key()?.view(), entry.value.view())
        else {
            return None;
        };
        let is_size = |it: &[usize; 2]| usize::try_from(size) == Ok(it[0]);
        let [old, new] = lengths.into_iter().flatten().find(is_size)?;
        let path = parent.join(&Segment::name(key).into());
        Some(ChangeNote::Length {
            path,
            of: place.clone(),
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
