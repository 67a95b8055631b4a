//! Paths that lead to nothing that can be changed.

use crate::any_value::DisplayOptions;
use crate::args::EditArgs;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use crate::missing_path::MissingPath;
use gdvariant::any::AnyRef;
use gdvariant::generic::structure::{AsView, View};
use gdvariant::{Path, Segment, generic};

/// How values are shown in errors.
const SHOWN: DisplayOptions = DisplayOptions::up_to(60, false);

/// Returns the failure of a path that cannot be removed.
pub(super) fn not_removed<L: JsonLayout>(
    args: &EditArgs,
    value: &L::Variant,
    path: &Path,
) -> Failure {
    if generic::component_at_path::<L>(value, path).is_some() {
        return args.failure(&if path.is_empty() {
            "the empty path leads to the whole value, which cannot be removed".to_owned()
        } else {
            format!("{path} is part of a value that is not complete without it")
        });
    }
    MissingPath::of(AnyRef::of::<L>(value), path).failure(&args.file.clone().into(), path)
}

/// Returns the failure of a new value that does not fit at its path, or whose path does not exist.
pub(super) fn no_place<L: JsonLayout>(
    args: &EditArgs,
    value: &L::Variant,
    path: &Path,
    new: &L::Variant,
) -> Failure {
    if path.segments().any(|it| matches!(it, Segment::KeyOf(_))) {
        return args.failure(&format!(
            "{path} leads to a key, which cannot be changed; remove its value and set one with another key"
        ));
    }
    if let Some(Segment::Key(key)) = path.segments().last()
        && key != "+"
        && let Err(error) = key.parse::<L::Variant>()
    {
        return args.failure(&format!(
            "{path}: no key is written so: {error}; write strings as [\"text\"]"
        ));
    }
    if let Some(holder) = appended_to::<L>(value, path) {
        return args.failure(&format!(
            "{} is no element of the {holder} that {path} would be added to",
            SHOWN.value(AnyRef::of::<L>(new))
        ));
    }
    match generic::component_at_path::<L>(value, path) {
        Some(part) => args.failure(&format!(
            "{} does not fit at {path}, where {} is part of a value",
            SHOWN.value(AnyRef::of::<L>(new)),
            SHOWN.value(AnyRef::of::<L>(&part))
        )),
        None => missing_holder::<L>(args, value, path),
    }
}

/// Returns the name of the array's type if a path leads to the element after the last one.
fn appended_to<L: JsonLayout>(value: &L::Variant, path: &Path) -> Option<&'static str> {
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let holder = generic::at_path::<L>(value, &segments.into_iter().collect())?;
    let length = match holder.view() {
        View::Pool(_, elements) => elements.elements(),
        View::PoolText(texts) => texts.len(),
        _ => return None,
    };
    let is_next = last == Segment::Index(length) || last == Segment::Key("+".into());
    is_next.then(|| L::name_of(holder.kind()))
}

/// Returns the failure of a path that leads into something that is not there.
fn missing_holder<L: JsonLayout>(args: &EditArgs, value: &L::Variant, path: &Path) -> Failure {
    let missing = MissingPath::of(AnyRef::of::<L>(value), path);
    let mut start: Vec<Segment> = missing.start.segments().cloned().collect();
    let missing: Path = start.pop().into_iter().collect();
    let start: Path = start.into_iter().collect();
    let holder = generic::component_at_path::<L>(value, &start);
    let name = holder.map_or("", |holder| L::name_of(holder.kind()));
    let holder = if start.is_empty() {
        "the value".to_owned()
    } else {
        start.to_string()
    };
    let advice = match args.value {
        None if args.frame.framed => "; --value NUMBER chooses another value",
        _ => "",
    };
    args.failure(&format!(
        "no place for a value at {path}: {holder} is of the type {name} and has no {missing}{advice}"
    ))
}
