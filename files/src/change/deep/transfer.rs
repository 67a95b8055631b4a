//! Copies and moves values from one path to another.

use super::{StepOptions, change, get, remove_all, select, set, split_at_step, step};
use crate::change::{self, ChangeNote, EditError};
use crate::kept::canonical;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::{Path, Segment};
use std::slice;

/// What [`put`], [`copy_value`] and [`move_value`] do if the path already has another value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IfExists {
    /// They return [`EditError::Exists`].
    #[default]
    Fail,
    /// They replace the value.
    Replace,
}

/// Sets the value at a path as [`set`] does, unless the path has another value.
///
/// Returns notes about changes that may be mistakes; a new key is none.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, IfExists, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"items": [1]}"#)?;
/// let options = StepOptions::default();
/// let item = layout.parse("7")?;
/// deep::put(&mut save, &"items[+]".parse()?, item.clone(), IfExists::Fail, options)?;
/// let error = deep::put(&mut save, &"items[0]".parse()?, item, IfExists::Fail, options);
/// assert_eq!(error.unwrap_err().to_string(), "items[0] already has a value");
/// assert_eq!(save, layout.parse(r#"{"items": [1, 7]}"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`set`], or an error if the path has another value and `if_exists` does not
/// accept that. The value is then unchanged.
pub fn put(
    value: &mut AnyVariant,
    path: &Path,
    new: AnyVariant,
    if_exists: IfExists,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    let path = &single_place((&*value).into(), path, options)?;
    match get((&*value).into(), path, options) {
        Ok(old) if canonical(&old)? == canonical(&new)? => return Ok(Vec::new()),
        Ok(_) if if_exists == IfExists::Fail => return Err(EditError::Exists(path.clone())),
        Err(error) if !error.is_missing() => return Err(error),
        _ => {}
    }
    let mut notes = set(value, path, new, options)?;
    notes.retain(|note| !note.is_new());
    Ok(notes)
}

/// Copies the value at `from` to `to`.
///
/// Returns notes about changes that may be mistakes; a new key is none.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, IfExists, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"slot": {"gold": 7}, "state": "{}"}"#)?;
/// let (from, to) = ("slot.gold".parse()?, "state.<text>.gold".parse()?);
/// deep::copy_value(&mut save, &from, &to, IfExists::Fail, StepOptions::default())?;
/// assert_eq!(deep::get((&save).into(), &to, StepOptions::default())?.to_string(), "7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if `from` leads to no value, if `to` leads to the same value, and the errors of
/// [`put`]. The value is then unchanged.
pub fn copy_value(
    value: &mut AnyVariant,
    from: &Path,
    to: &Path,
    if_exists: IfExists,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    let root = AnyRef::from(&*value);
    let from = &single(root, from, options)?;
    let to = &single_place(root, to, options)?;
    let copied = get(root, from, options)?;
    if place(root, from, options) == place(root, to, options) {
        let [from, to] = [from, to].map(Path::clone);
        return Err(EditError::OntoItself { from, to });
    }
    put(value, to, copied, if_exists, options)
}

/// Moves the value at `from` to `to`.
///
/// Both paths refer to the value before the change. An entry that stays in its Dictionary keeps its
/// position: only its key changes. Returns notes about changes that may be mistakes; a new key is
/// none.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, IfExists, StepOptions};
///
/// let layout = layout_named("godot4").unwrap();
/// let mut save = layout.parse(r#"{"hp": 7, "items": ["bow", "key"], "used": []}"#)?;
/// for (from, to) in [("hp", "health"), ("items[0]", "used[+]")] {
///     let (from, to) = (from.parse()?, to.parse()?);
///     deep::move_value(&mut save, &from, &to, IfExists::Fail, StepOptions::default())?;
/// }
/// let moved = layout.parse(r#"{"health": 7, "items": ["key"], "used": ["bow"]}"#)?;
/// assert_eq!(save.to_string(), moved.to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if `from` leads to no value or to one that cannot be removed, if `to` leads to
/// the same value or into it, and the errors of [`put`]. The value is then unchanged.
pub fn move_value(
    value: &mut AnyVariant,
    from: &Path,
    to: &Path,
    if_exists: IfExists,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    if from.is_empty() {
        return Err(EditError::Root);
    }
    let root = AnyRef::from(&*value);
    let from = &single(root, from, options)?;
    let to = &single_place(root, to, options)?;
    let moved = get(root, from, options)?;
    let [source, target] = [from, to].map(|path| place(root, path, options));
    if target.starts_with(&source) {
        let [from, to] = [from, to].map(Path::clone);
        return Err(EditError::IntoItself { from, to });
    }
    let mut changed = value.clone();
    let notes = if source.starts_with(&target) {
        // The value replaces a container that it is in.
        put(&mut changed, to, moved, if_exists, options)?
    } else {
        relocate(&mut changed, from, to, moved, if_exists, options)?
    };
    *value = changed;
    Ok(notes)
}

/// Returns the path of the only value that a path selects; a path without patterns stays as it is.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::deep::{self, StepOptions};
///
/// let save = layout_named("godot4").unwrap().parse(r#"[{"id": 7}, {"id": 8}]"#)?;
/// let (value, options) = ((&save).into(), StepOptions::default());
/// assert_eq!(deep::single(value, &"[?id=8]".parse()?, options)?, "[1]".parse()?);
/// let error = deep::single(value, &"[*]".parse()?, options).unwrap_err();
/// assert_eq!(error.to_string(), "[*] selects 2 values, expected the path of one");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a pattern selects no value or several ones, and the errors of [`select`].
pub fn single(value: AnyRef<'_>, path: &Path, options: StepOptions) -> Result<Path, EditError> {
    if !path.is_pattern() {
        return Ok(path.clone());
    }
    let mut paths = select(value, path, &[], options)?;
    match paths.len() {
        1 => Ok(paths.remove(0)),
        count => Err(EditError::Selected(path.clone(), count)),
    }
}

/// Returns the path at which a value is put. Its last segment need not exist.
fn single_place(value: AnyRef<'_>, path: &Path, options: StepOptions) -> Result<Path, EditError> {
    match path.split_last() {
        Some((parent, last)) if !last.is_pattern() => {
            Ok(single(value, &parent, options)?.join(&last.into()))
        }
        _ => single(value, path, options),
    }
}

/// Returns the segments of a path, with positions instead of keys up to the first one that does not
/// exist, so that two paths to one value are equal.
fn place(value: AnyRef<'_>, path: &Path, options: StepOptions) -> Vec<Segment> {
    let (outer, inner) = split_at_step(path);
    let segments: Vec<_> = outer.segments().cloned().collect();
    let start = |length: usize| segments[..length].iter().cloned().collect();
    let lengths = (0..=segments.len()).rev();
    let mut starts = lengths.filter_map(|it| Some((it, value.resolved_path(&start(it))?)));
    let (length, resolved) = starts.next().unwrap_or_default();
    let mut parts: Vec<_> = resolved.segments().cloned().collect();
    parts.extend_from_slice(&segments[length..]);
    if let Some((step, inner)) = inner {
        parts.push(Segment::Step(step));
        let outer = value.component_at_path(&outer);
        let content = outer.and_then(|it| step::open(step, (&it).into(), options).ok());
        parts.extend(content.map_or(Vec::new(), |it| place((&it).into(), &inner, options)));
    }
    parts
}

/// Moves a value that `to` does not contain, and that does not contain `to`.
fn relocate(
    value: &mut AnyVariant,
    from: &Path,
    to: &Path,
    moved: AnyVariant,
    if_exists: IfExists,
    options: StepOptions,
) -> Result<Vec<ChangeNote>, EditError> {
    match [from, to].map(split_at_step) {
        [
            (outer, Some((step, source))),
            (other, Some((other_step, target))),
        ] if step == other_step && is_same(value, &outer, &other) => {
            return change(value, &outer, step, &source, options, |content| {
                relocate(content, &source, &target, moved, if_exists, options)
            });
        }
        [(from, None), (to, None)] if rename(value, &from, &to)?.is_some() => {
            return Ok(Vec::new());
        }
        _ => {}
    }
    let mut notes = put(value, to, moved, if_exists, options)?;
    notes.extend(remove_all(value, slice::from_ref(from), options)?);
    Ok(notes)
}

/// Returns whether two paths lead to the same value.
fn is_same(value: &AnyVariant, path: &Path, other: &Path) -> bool {
    let [path, other] = [path, other].map(|it| AnyRef::from(value).resolved_path(it));
    path.is_some() && path == other
}

/// Changes the key of an entry, which keeps its position. Returns `None` if the paths do not lead to
/// an entry and a new key of the same Dictionary.
fn rename(value: &mut AnyVariant, from: &Path, to: &Path) -> Result<Option<()>, EditError> {
    let Some(key) = new_key(value, from, to) else {
        return Ok(None);
    };
    change::rename(value, from, key)?;
    Ok(Some(()))
}

/// Returns the key at the end of `to`, if `from` leads to an entry of the same Dictionary.
fn new_key(value: &AnyVariant, from: &Path, to: &Path) -> Option<AnyVariant> {
    let root = AnyRef::from(value);
    let [(parent, _), (other, key)] = [from.split_last()?, to.split_last()?];
    if !is_same(value, &parent, &other) || root.component_at_path(to).is_some() {
        return None;
    }
    let resolved = root.resolved_path(from)?;
    let Some(Segment::ValueOf(index)) = resolved.segments().last() else {
        return None;
    };
    let old = root.at_path(&parent)?.member(*index)?.key()?;
    let layout = value.layout();
    match (key, old.view()) {
        // A StringName stays a StringName.
        (Segment::Name(name), AnyView::Text(_)) => layout.build(old.kind(), Content::Text(name)),
        (Segment::Name(name), _) => layout.build(gdvariant::Kind::String, Content::Text(name)),
        (Segment::Index(index), _) => layout.parse(&index.to_string()).ok(),
        (Segment::Key(text), _) => layout.parse(&text).ok(),
        _ => None,
    }
}
