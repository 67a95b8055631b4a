//! The error of a path that leads to no value.

use crate::args::FileArgs;
use crate::failure::Failure;
use crate::layouts::JsonLayout;
use gdvariant::generic::structure::{View, Viewed};
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
        let exists = |length: &usize| generic::part_at_path::<L>(value, &start(*length)).is_some();
        let length = (0..segments.len()).take_while(exists).count();
        let holder_path = start(length.saturating_sub(1));
        let holder = generic::part_at_path::<L>(value, &holder_path);
        let last = length.checked_sub(1).and_then(|last| segments.get(last));
        let hint = holder.zip(last).and_then(|(holder, last)| {
            let hint = instead::<L>(&holder, last);
            hint.map(|hint| hint.text(&holder_path))
        });
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

/// What there is where a path ends.
enum Hint {
    /// A value whose key resembles the one of the path.
    Similar(Segment),
    /// The number of elements.
    Elements(usize),
    /// The type of a value that contains no others.
    Type(&'static str),
}

impl Hint {
    fn text(self, holder: &Path) -> String {
        let name = match holder.to_string() {
            name if name.is_empty() => "the value".to_owned(),
            name => name,
        };
        match self {
            Self::Similar(segment) => {
                let meant: Path = holder.segments().cloned().chain([segment]).collect();
                format!("did you mean {meant}?")
            }
            Self::Elements(1) => format!("{name} has 1 element"),
            Self::Elements(count) => format!("{name} has {count} elements"),
            Self::Type(ty) => format!("{name} is of the type {ty}"),
        }
    }
}

/// Returns what there is in a value instead of a segment.
fn instead<L: JsonLayout>(holder: &L::Variant, missing: &Segment) -> Option<Hint> {
    let is_index = matches!(missing, Segment::Index(_));
    match holder.view() {
        View::Array(values) => Some(Hint::Elements(values.len())),
        View::TypedArray(_, array) => Some(Hint::Elements(array.values.len())),
        View::Pool(_, elements) if is_index => Some(Hint::Elements(elements.elements())),
        View::PoolText(texts) if is_index => Some(Hint::Elements(texts.len())),
        View::Dictionary(entries) => similar(entries, missing).map(Hint::Similar),
        View::TypedDictionary(dictionary) => {
            similar(&dictionary.entries, missing).map(Hint::Similar)
        }
        View::Object(Object::Whole(_)) => None,
        _ => Some(Hint::Type(L::name_of(holder.kind()))),
    }
}

/// Returns the segment of a key that resembles the missing one.
fn similar<V: Viewed>(entries: &Dictionary<V>, missing: &Segment) -> Option<Segment> {
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
    (distance <= name.chars().count() / 3).then_some(key)
}
