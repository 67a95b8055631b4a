//! The error of a path that leads to no value.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use gdvariant::generic::structure::{AsView, View};
use gdvariant::{Dictionary, Object, Path, Segment, generic};

/// What a path lacks.
pub(crate) struct Missing {
    /// The shortest start of the path that does not exist.
    pub(crate) path: Path,
    /// What there is instead.
    hint: Option<String>,
}

impl Missing {
    /// Finds out what a path that does not exist lacks.
    pub(crate) fn of<L: JsonLayout>(value: &L::Variant, path: &Path) -> Self {
        let segments: Vec<Segment> = path.segments().cloned().collect();
        let start = |length: usize| -> Path { segments[..length].iter().cloned().collect() };
        let exists =
            |length: &usize| generic::component_at_path::<L>(value, &start(*length)).is_some();
        let length = (0..segments.len()).take_while(exists).count();
        let holder_path = start(length.saturating_sub(1));
        let holder = generic::component_at_path::<L>(value, &holder_path);
        let last = length.checked_sub(1).and_then(|last| segments.get(last));
        let hint = holder.zip(last);
        let hint = hint.and_then(|(holder, last)| instead::<L>(&holder, &holder_path, last));
        Self {
            path: start(length),
            hint,
        }
    }
}

impl From<Path> for Missing {
    fn from(path: Path) -> Self {
        Self { path, hint: None }
    }
}

/// Returns the failure of a path that leads to no value.
pub(crate) fn absent(file: &FileArgs, path: &Path, missing: &Missing) -> Failure {
    let label = file.label();
    let start = missing.path.to_string();
    let which = if start == path.to_string() {
        String::new()
    } else {
        format!("; {start} does not exist")
    };
    let inspect = "`gdvariant inspect` shows the paths";
    let hint = missing.hint.as_deref().unwrap_or(inspect);
    Failure::Input(format!("{label}: no value at {path}{which}; {hint}"))
}

/// Returns the failure of a number of a value beyond the last one.
pub(crate) fn no_such_value(file: &FileArgs, number: u64, count: u64) -> Failure {
    let label = file.label();
    Failure::Input(format!(
        "{label}: no value has the number {number}; the input has {count}"
    ))
}

/// Describes what there is in a value at a path instead of a segment.
fn instead<L: JsonLayout>(holder: &L::Variant, path: &Path, missing: &Segment) -> Option<String> {
    let name = match path.to_string() {
        name if name.is_empty() => "the value".to_owned(),
        name => name,
    };
    let is_index = matches!(missing, Segment::Index(_));
    let count = match holder.view() {
        View::Array(values) => values.len(),
        View::TypedArray(_, array) => array.values.len(),
        View::Pool(_, elements) if is_index => elements.elements(),
        View::PoolText(texts) if is_index => texts.len(),
        View::Dictionary(entries) => return similar(entries, path, missing),
        View::TypedDictionary(dictionary) => return similar(&dictionary.entries, path, missing),
        View::Object(Object::Full(_)) => return None,
        _ => {
            return Some(format!(
                "{name} is of the type {}",
                L::name_of(holder.kind())
            ));
        }
    };
    let plural = if count == 1 { "" } else { "s" };
    Some(format!("{name} has {count} element{plural}"))
}

/// Asks for a key of a Dictionary at a path that resembles the missing one.
fn similar<V: AsView>(entries: &Dictionary<V>, path: &Path, missing: &Segment) -> Option<String> {
    let name = match missing {
        Segment::Name(name) => name.clone(),
        Segment::Index(index) => index.to_string(),
        _ => return None,
    };
    let keys = entries.keys().filter_map(|key| match key.view() {
        View::Text(_, text) => Some((text.to_owned(), Segment::name(text))),
        View::Int(number) => {
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
