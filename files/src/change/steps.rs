//! Values at paths that lead into encoded values, and at patterns.
//!
//! A [`Path`] has a [`Step`], such as `<bytes>`, where it leads into the content of a value:
//!
//! ```
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::change::steps::{self, StepOptions};
//!
//! let layout = layout_named("godot4").unwrap();
//! let save = layout.parse(r#"{"state": "{\"gold\": 30, \"at\": Vector2(1, 2)}"}"#)?;
//! let (path, options) = ("state.<text>.gold".parse()?, StepOptions::default());
//! assert_eq!(steps::get((&save).into(), &path, options)?.to_string(), "30");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod select;
mod step;

pub use select::each_selected;
pub(crate) use select::positions;
pub use step::StepFault;
pub(crate) use step::close;
use step::has_json;

use super::{ChangeNote, EditError};
use crate::STRICT;
use crate::packages::build;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::generic::structure::Content;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, EncodeError, EncodeOptions, Kind, Path, Segment, Step};
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

/// Returns the value at `path`, which can be a pattern that matches one value.
///
/// The [module](self) has an example.
///
/// # Errors
///
/// Returns an error if `path` leads to no value or to several ones, or if a step cannot open its
/// value.
pub fn get(value: AnyRef<'_>, path: &Path, options: StepOptions) -> Result<AnyVariant, EditError> {
    let (mut found, mut count) = (None, 0);
    let start = Path::default();
    each_selected(&start, value, path, &[], options, &mut |_, value| {
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

/// Returns the path to the content of the value at `outer`.
pub(crate) fn after(outer: &Path, step: Step) -> Path {
    outer.join(&Segment::Step(step).into())
}

/// What [`set_where`](crate::document::Document::set_where) does with a key that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NewKeys {
    /// It returns [`EditError::NewKey`], which suggests similar keys. If a pattern selects several
    /// containers, those without the key are skipped.
    #[default]
    Fail,
    /// It adds the key.
    Add,
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
/// use gdvariant_files::change::steps;
///
/// let array = steps::byte_array(layout_named("godot3").unwrap(), b"\x01\x02")?;
/// assert_eq!(steps::bytes((&array).into()), Some(vec![1, 2]));
/// assert_eq!(array.to_string(), "PoolByteArray( 1, 2 )");
/// # Ok::<(), gdvariant::EncodeError>(())
/// ```
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
