//! Paths that lead to nothing that can be changed.

use crate::any_value::DisplayOptions;
use crate::args::EditArgs;
use crate::failure::Failure;
use crate::layouts::{JsonLayout, name_of};
use crate::missing_path::MissingPath;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};

/// How values are shown in errors.
const SHOWN: DisplayOptions = DisplayOptions::up_to(60, false);

/// Returns the failure of a path that cannot be removed.
pub(super) fn not_removed(args: &EditArgs, value: AnyRef<'_>, path: &Path) -> Failure {
    if value.component_at_path(path).is_some() {
        return args.file.failure(&if path.is_empty() {
            "the empty path leads to the whole value, which cannot be removed".to_owned()
        } else {
            format!("{path} is part of a value that is not complete without it")
        });
    }
    MissingPath::of(value, path).failure(&args.file, path)
}

/// Returns the failure of a new value that does not fit at its path, or whose path does not exist.
pub(super) fn no_place<L: JsonLayout>(
    args: &EditArgs,
    value: AnyRef<'_>,
    path: &Path,
    new: AnyRef<'_>,
) -> Failure {
    if path.segments().any(|it| matches!(it, Segment::KeyOf(_))) {
        return args.file.failure(format_args!(
            "{path} leads to a key, which cannot be changed; remove its value and set one with another key"
        ));
    }
    if let Some(Segment::Key(key)) = path.segments().last()
        && key != "+"
        && let Err(error) = key.parse::<L::Variant>()
    {
        return args.file.failure(format_args!(
            "{path}: no key is written so: {error}; write strings as [\"text\"]"
        ));
    }
    if let Some(holder) = appended_to(value, path) {
        return args.file.failure(format_args!(
            "{} is no element of the {holder} that {path} would be added to",
            SHOWN.value(new)
        ));
    }
    match value.component_at_path(path) {
        Some(part) => args.file.failure(format_args!(
            "{} does not fit at {path}, where {} is part of a value",
            SHOWN.value(new),
            SHOWN.value((&part).into())
        )),
        None => missing_holder(args, value, path),
    }
}

/// Returns the name of the array's type if a path leads to the element after the last one.
fn appended_to(value: AnyRef<'_>, path: &Path) -> Option<&'static str> {
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let holder = value.at_path(&segments.into_iter().collect())?;
    let length = match holder.view() {
        AnyView::Pool(elements) => elements.elements(),
        AnyView::PoolText(texts) => texts.len(),
        _ => return None,
    };
    let is_next = last == Segment::Index(length) || last == Segment::Key("+".into());
    is_next.then(|| name_of(holder.layout().into(), holder.kind()))
}

/// Returns the failure of a path that leads into something that is not there.
fn missing_holder(args: &EditArgs, value: AnyRef<'_>, path: &Path) -> Failure {
    let missing = MissingPath::of(value, path);
    let mut start: Vec<Segment> = missing.start.segments().cloned().collect();
    let missing: Path = start.pop().into_iter().collect();
    let start: Path = start.into_iter().collect();
    let holder = value.component_at_path(&start);
    let name = holder.map_or("", |holder| name_of(holder.layout().into(), holder.kind()));
    let holder = if start.is_empty() {
        "the value".to_owned()
    } else {
        start.to_string()
    };
    let advice = match args.value {
        None if args.frame.framed => "; --value NUMBER chooses another value",
        _ => "",
    };
    args.file.failure(format_args!(
        "no place for a value at {path}: {holder} is of the type {name} and has no {missing}{advice}"
    ))
}
