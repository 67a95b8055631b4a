//! Explains why a path leads to no value.

use gdvariant::any::{AnyEntry, AnyRef, AnyView};
use gdvariant::{Path, Segment};

/// The part of a path that does not exist.
pub struct MissingPath {
    /// The shortest leading part of the path that does not exist.
    pub start: Path,
    /// A description of the value at which the path ends, or a similar path.
    hint: Option<String>,
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
        let last = length.checked_sub(1).and_then(|last| segments.get(last));
        let hint = container.as_ref().zip(last);
        Self {
            start: start(length),
            hint: hint
                .and_then(|(container, last)| hint_about(container.into(), &container_path, last)),
        }
    }

    /// Returns the message about a path that does not exist.
    #[must_use]
    pub fn message(&self, path: &Path) -> String {
        let start = self.start.to_string();
        let which = if start == path.to_string() {
            String::new()
        } else {
            format!(": {start} does not exist")
        };
        let inspect = "`gdvariant inspect` shows the paths";
        let hint = self.hint.as_deref().unwrap_or(inspect);
        format!("no value at {path}{which}; {hint}")
    }
}

impl From<Path> for MissingPath {
    fn from(start: Path) -> Self {
        Self { start, hint: None }
    }
}

/// Describes the container, or other value, that lacks a segment.
fn hint_about(container: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<String> {
    let name = match path.to_string() {
        name if name.is_empty() => "the value".to_owned(),
        name => name,
    };
    let is_index = matches!(missing, Segment::Index(_));
    let count = match container.view() {
        AnyView::Array { length, .. } => length,
        AnyView::Packed(elements) if is_index => elements.elements(),
        AnyView::PackedText(texts) if is_index => texts.len(),
        AnyView::Dictionary { entries, .. } => return similar(&entries, path, missing),
        AnyView::Object(..) => return None,
        _ => {
            let kind = container.layout().name_of(container.kind());
            return Some(format!("{name} is of the type {kind}"));
        }
    };
    let plural = if count == 1 { "" } else { "s" };
    Some(format!("{name} has {count} element{plural}"))
}

/// Suggests a key of a Dictionary that resembles the missing key.
fn similar(entries: &[AnyEntry<'_>], path: &Path, missing: &Segment) -> Option<String> {
    let name = match missing {
        Segment::Name(name) => name.clone(),
        Segment::Index(index) => index.to_string(),
        _ => return None,
    };
    let keys = entries.iter().filter_map(|entry| match entry.key.view() {
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
