//! Explains why a value cannot be set or removed at a path, and notes changes that may be mistakes.

mod missing_path;

pub use missing_path::MissingPath;

use crate::display::DisplayOptions;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};

/// The form of values in errors.
const SHOWN: DisplayOptions = DisplayOptions::up_to(60, false);

/// Returns the message for a path that cannot be removed.
#[must_use]
pub fn not_removed(value: AnyRef<'_>, path: &Path) -> String {
    if value.component_at_path(path).is_some() {
        return if path.is_empty() {
            "the empty path is the whole value, which cannot be removed".to_owned()
        } else {
            format!("{path} is a component, which cannot be removed from its value")
        };
    }
    MissingPath::of(value, path, 0).message(path)
}

/// Returns the message for a value that cannot be set at a path.
///
/// `advice` follows the message for a path whose container does not exist.
#[must_use]
pub fn not_set(value: AnyRef<'_>, path: &Path, new: AnyRef<'_>, advice: &str) -> String {
    if path.segments().any(|it| matches!(it, Segment::KeyOf(_))) {
        return format!(
            "{path} leads to a key, which cannot be changed; remove the entry, and set a value with another key"
        );
    }
    if let Some(Segment::Key(key)) = path.segments().last()
        && key != "+"
        && let Err(error) = value.layout().parse(key)
    {
        return format!("{path}: invalid key: {error}; write strings as [\"text\"]");
    }
    if let Some(container) = appended_to(value, path) {
        return format!(
            "{} cannot be an element of the {container} that {path} would append it to",
            SHOWN.value(new)
        );
    }
    match value.component_at_path(path) {
        Some(part) => format!(
            "{} cannot replace the component {path}, which is {}",
            SHOWN.value(new),
            SHOWN.value((&part).into())
        ),
        None => missing_container(value, path, advice),
    }
}

/// Returns the name of a packed array's type, if a path appends an element to the array.
fn appended_to(value: AnyRef<'_>, path: &Path) -> Option<&'static str> {
    let mut segments: Vec<Segment> = path.segments().cloned().collect();
    let last = segments.pop()?;
    let container = value.at_path(&segments.into_iter().collect())?;
    let length = match container.view() {
        AnyView::Packed(elements) => elements.elements(),
        AnyView::PackedText(texts) => texts.len(),
        _ => return None,
    };
    let is_next = last == Segment::Index(length) || last == Segment::Key("+".into());
    is_next.then(|| container.layout().name_of(container.kind()))
}

/// Returns the message for a path whose container does not exist.
fn missing_container(value: AnyRef<'_>, path: &Path, advice: &str) -> String {
    let missing = MissingPath::of(value, path, 0);
    let mut start: Vec<Segment> = missing.start.segments().cloned().collect();
    let missing: Path = start.pop().into_iter().collect();
    let start: Path = start.into_iter().collect();
    let container = value.component_at_path(&start);
    let name = container.map_or("", |container| container.layout().name_of(container.kind()));
    let container = if start.is_empty() {
        "the value".to_owned()
    } else {
        start.to_string()
    };
    format!("cannot set {path}: {container} is of the type {name} and has no {missing}{advice}")
}

/// Returns a note if a value is new or its type changed.
#[must_use]
pub fn note(path: &Path, old: Option<AnyRef<'_>>, new: AnyRef<'_>) -> Option<String> {
    let Some(old) = old else {
        let is_key = matches!(
            path.segments().last(),
            Some(Segment::Name(_) | Segment::Key(_))
        );
        return is_key.then(|| format!("{path} is new"));
    };
    (old.kind() != new.kind()).then(|| {
        let [old, new] = [old, new].map(|value| value.layout().name_of(value.kind()));
        let path = match path.to_string() {
            path if path.is_empty() => "the whole value".into(),
            path => path,
        };
        format!("the type of {path} changed from {old} to {new}")
    })
}
