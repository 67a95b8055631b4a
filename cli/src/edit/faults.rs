//! Explains why a value cannot be set or removed at a path.

use crate::any_value::DisplayOptions;
use crate::args::EditArgs;
use crate::failure::Failure;
use crate::layouts::{JsonLayout, name_of};
use crate::missing_path::MissingPath;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};

/// The form of values in errors.
const SHOWN: DisplayOptions = DisplayOptions::up_to(60, false);

/// Returns the failure for a path that cannot be removed.
pub(super) fn not_removed(args: &EditArgs, value: AnyRef<'_>, path: &Path) -> Failure {
    if value.component_at_path(path).is_some() {
        return args.file.failure(&if path.is_empty() {
            "the empty path is the whole value, which cannot be removed".to_owned()
        } else {
            format!("{path} is a component, which cannot be removed from its value")
        });
    }
    MissingPath::of(value, path).failure(&args.file, path)
}

/// Returns the failure for a value that cannot be set at a path.
pub(super) fn not_set<L: JsonLayout>(
    args: &EditArgs,
    value: AnyRef<'_>,
    path: &Path,
    new: AnyRef<'_>,
) -> Failure {
    if path.segments().any(|it| matches!(it, Segment::KeyOf(_))) {
        return args.file.failure(format_args!(
            "{path} leads to a key, which cannot be changed; remove the entry, and set a value with another key"
        ));
    }
    if let Some(Segment::Key(key)) = path.segments().last()
        && key != "+"
        && let Err(error) = key.parse::<L::Variant>()
    {
        return args.file.failure(format_args!(
            "{path}: invalid key: {error}; write strings as [\"text\"]"
        ));
    }
    if let Some(container) = appended_to(value, path) {
        return args.file.failure(format_args!(
            "{} cannot be an element of the {container} that {path} would append it to",
            SHOWN.value(new)
        ));
    }
    match value.component_at_path(path) {
        Some(part) => args.file.failure(format_args!(
            "{} cannot replace the component {path}, which is {}",
            SHOWN.value(new),
            SHOWN.value((&part).into())
        )),
        None => missing_container(args, value, path),
    }
}

/// Returns the name of a packed array's type, if a path appends an element to the array.
fn appended_to(value: AnyRef<'_>, path: &Path) -> Option<&'static str> {
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let container = value.at_path(&segments.into_iter().collect())?;
    let length = match container.view() {
        AnyView::Pool(elements) => elements.elements(),
        AnyView::PoolText(texts) => texts.len(),
        _ => return None,
    };
    let is_next = last == Segment::Index(length) || last == Segment::Key("+".into());
    is_next.then(|| name_of(container.layout().into(), container.kind()))
}

/// Returns the failure for a path whose container does not exist.
fn missing_container(args: &EditArgs, value: AnyRef<'_>, path: &Path) -> Failure {
    let missing = MissingPath::of(value, path);
    let mut start: Vec<Segment> = missing.start.segments().cloned().collect();
    let missing: Path = start.pop().into_iter().collect();
    let start: Path = start.into_iter().collect();
    let container = value.component_at_path(&start);
    let name = container.map_or("", |container| {
        name_of(container.layout().into(), container.kind())
    });
    let container = if start.is_empty() {
        "the value".to_owned()
    } else {
        start.to_string()
    };
    let advice = match args.value {
        None if args.frame.framed => "; --value NUMBER chooses another value",
        _ => "",
    };
    args.file.failure(format_args!(
        "cannot set {path}: {container} is of the type {name} and has no {missing}{advice}"
    ))
}
