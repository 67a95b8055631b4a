//! The error of a path that leads to no value.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::layouts::name_of;
use gdvariant::any::{AnyEntry, AnyRef, AnyView};
use gdvariant::{Path, Segment};

/// What a path lacks.
pub(crate) struct MissingPath {
    /// The shortest start of the path that does not exist.
    pub(crate) start: Path,
    /// What there is instead.
    hint: Option<String>,
}

impl MissingPath {
    /// Finds out what a path that does not exist lacks.
    pub(crate) fn of(value: AnyRef<'_>, path: &Path) -> Self {
        let segments: Vec<Segment> = path.segments().cloned().collect();
        let start = |length: usize| -> Path { segments[..length].iter().cloned().collect() };
        let exists = |length: &usize| value.component_at_path(&start(*length)).is_some();
        let length = (0..segments.len()).take_while(exists).count();
        let holder_path = start(length.saturating_sub(1));
        let holder = value.component_at_path(&holder_path);
        let last = length.checked_sub(1).and_then(|last| segments.get(last));
        let hint = holder.as_ref().zip(last);
        Self {
            start: start(length),
            hint: hint.and_then(|(holder, last)| instead(holder.into(), &holder_path, last)),
        }
    }

    /// Returns the failure of a path of a file.
    pub(crate) fn failure(&self, file: &FileArgs, path: &Path) -> Failure {
        let start = self.start.to_string();
        let which = if start == path.to_string() {
            String::new()
        } else {
            format!("; {start} does not exist")
        };
        let inspect = "`gdvariant inspect` shows the paths";
        let hint = self.hint.as_deref().unwrap_or(inspect);
        file.failure(format_args!("no value at {path}{which}; {hint}"))
    }
}

impl From<Path> for MissingPath {
    fn from(start: Path) -> Self {
        Self { start, hint: None }
    }
}

/// Returns the failure of a number of a value beyond the last one.
pub(crate) fn no_such_value(file: &FileArgs, number: u64, count: u64) -> Failure {
    file.failure(format_args!(
        "no value has the number {number}; the input has {count}"
    ))
}

/// Describes what there is in a value at a path instead of a segment.
fn instead(holder: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<String> {
    let name = match path.to_string() {
        name if name.is_empty() => "the value".to_owned(),
        name => name,
    };
    let is_index = matches!(missing, Segment::Index(_));
    let count = match holder.view() {
        AnyView::Array { length, .. } => length,
        AnyView::Pool(elements) if is_index => elements.elements(),
        AnyView::PoolText(texts) if is_index => texts.len(),
        AnyView::Dictionary { entries, .. } => return similar(&entries, path, missing),
        AnyView::Object(..) => return None,
        _ => {
            let kind = name_of(holder.layout().into(), holder.kind());
            return Some(format!("{name} is of the type {kind}"));
        }
    };
    let plural = if count == 1 { "" } else { "s" };
    Some(format!("{name} has {count} element{plural}"))
}

/// Asks for a key of a Dictionary at a path that resembles the missing one.
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
