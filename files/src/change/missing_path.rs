//! Explains why a path leads to no value.

use crate::clip::counted;
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Path, Segment};
use std::fmt::{self, Display, Formatter};

/// A path that leads to no value, and its part that does not exist.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::MissingPath;
///
/// let save = layout_named("godot4").unwrap().parse("{\"items\": [7]}")?;
/// let missing = MissingPath::of((&save).into(), &"items[1].id".parse()?, 0);
/// let message = "no value at items[1].id: items[1] does not exist";
/// assert_eq!(missing.to_string(), message);
/// assert_eq!(missing.advice(), Some("items has 1 element"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MissingPath {
    /// The whole path.
    pub path: Path,
    /// The shortest leading part of the path that does not exist.
    pub start: Path,
    /// A description of the value at which the path ends, or a similar path.
    hint: Option<String>,
    /// How to reach the content of the value at which the path ends.
    content: Option<String>,
}

impl MissingPath {
    /// Finds the missing part of a path that does not exist.
    ///
    /// `value` is the value at the first `known` segments of the path.
    #[must_use]
    pub fn of(value: AnyRef<'_>, path: &Path, known: usize) -> Self {
        let segments: Vec<Segment> = path.segments().cloned().collect();
        let part =
            |from: usize, to: usize| -> Path { segments[from..to].iter().cloned().collect() };
        let start = |length| part(0, length);
        let exists = |length: &usize| value.component_at_path(&part(known, *length)).is_some();
        let length = known + (known..segments.len()).take_while(exists).count();
        let last = length.saturating_sub(1);
        let container_path = start(last);
        let container = value.component_at_path(&part(known.min(last), last));
        let rest = part(last, segments.len());
        let hint = container.as_ref().zip(rest.segments().next());
        let hint =
            hint.and_then(|(container, last)| hint_about(container.into(), &container_path, last));
        let content = container.and_then(|it| content_advice((&it).into(), &container_path, &rest));
        let hints = hint.iter().chain(&content).map(String::as_str);
        let hints: Vec<_> = hints.collect();
        Self {
            path: path.clone(),
            start: start(length),
            hint: (!hints.is_empty()).then(|| hints.join("; ")),
            content,
        }
    }

    /// Creates the description of a path whose first `known` segments exist.
    #[must_use]
    pub fn after(path: &Path, known: usize) -> Self {
        Self {
            path: path.clone(),
            start: path.segments().take(known + 1).cloned().collect(),
            hint: None,
            content: None,
        }
    }

    /// Describes the value at which the path ends, or suggests a similar path.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns how to reach the content of the value at which the path ends, if the content has the
    /// rest of the path.
    pub(super) fn content_advice(&self) -> Option<&str> {
        self.content.as_deref()
    }
}

impl Display for MissingPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [path, start] = [&self.path, &self.start].map(Path::to_string);
        write!(f, "no value at {path}")?;
        if start != path {
            write!(f, ": {start} does not exist")?;
        }
        Ok(())
    }
}

/// Describes the container, or other value, that lacks a segment.
fn hint_about(container: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<String> {
    let name = super::or_root(path, "the value");
    let is_index = matches!(missing, Segment::Index(_));
    let count = match container.view() {
        AnyView::Dictionary { .. } => return similar(container, path, missing),
        AnyView::Object { .. } => return None,
        AnyView::Packed(_) | AnyView::PackedText(_) if !is_index => None,
        view => view.count(),
    };
    let Some(count) = count else {
        let kind = super::type_name(container);
        return Some(format!("{name} is of the type {kind}"));
    };
    Some(format!("{name} has {}", counted(count, "element")))
}

/// Suggests steps into the content of a value at `outer`, if the content has the rest of the path.
fn content_advice(value: AnyRef<'_>, outer: &Path, rest: &Path) -> Option<String> {
    use super::deep::{joined, steps_to};

    let inner = steps_to(value, rest)?.to_string();
    Some(format!("try {}", joined(&outer.to_string(), &inner)))
}

/// Suggests a key of a Dictionary that resembles the missing key.
fn similar(dictionary: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<String> {
    let name = match missing {
        Segment::Name(name) => name.clone(),
        Segment::Index(index) => index.to_string(),
        _ => return None,
    };
    let keys = dictionary
        .members()
        .filter_map(|entry| match entry.key()?.view() {
            AnyView::Text(text) => Some((text.to_owned(), Segment::name(text))),
            AnyView::Int(number) => {
                let index = usize::try_from(number).ok()?;
                Some((number.to_string(), Segment::Index(index)))
            }
            _ => None,
        });
    let distances = keys.map(|(text, key)| (strsim::osa_distance(&text, &name), key));
    let (distance, key) = distances.min_by_key(|(distance, _)| *distance)?;
    let meant: Path = path.segments().cloned().chain([key]).collect();
    (distance <= name.chars().count() / 3).then(|| format!("did you mean {meant}?"))
}
