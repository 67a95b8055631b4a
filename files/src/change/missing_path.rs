//! Explains why a path leads to no value.

use crate::clip::counted;
use crate::typos::distance;
use gdvariant::any::{AnyRef, AnyView, SegmentRef};
use gdvariant::{Advice, Path, Segment};
use std::fmt::{self, Display, Formatter};

/// A path that leads to no value, and its part that does not exist.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::MissingPath;
///
/// let save = layout_named("godot4").unwrap().parse("{\"items\": [7]}")?;
/// let missing = MissingPath::new((&save).into(), &"items[1].id".parse()?, 0);
/// let message = "no value at items[1].id: items[1] does not exist";
/// assert_eq!(missing.to_string(), message);
/// assert_eq!(missing.advice(), Some("items has 1 element".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MissingPath {
    /// The whole path.
    pub path: Path,
    /// The shortest leading part of the path that does not exist.
    pub start: Path,
    /// A description of the value at which the path ends, a similar path, or steps into the value's
    /// content.
    hint: Option<Advice>,
}

impl MissingPath {
    /// Finds the missing part of a path that does not exist.
    ///
    /// `value` is the value at the first `known` segments of the path.
    pub fn new(value: AnyRef<'_>, path: &Path, known: usize) -> Self {
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
        Self {
            path: path.clone(),
            start: start(length),
            hint: match (hint, content) {
                (Some(hint), Some(content)) => Some(content.because(hint.to_string())),
                (hint, content) => hint.or(content),
            },
        }
    }

    /// Creates the description of a path whose first `known` segments exist.
    pub fn after(path: &Path, known: usize) -> Self {
        Self {
            path: path.clone(),
            start: path.segments().take(known + 1).cloned().collect(),
            hint: None,
        }
    }

    /// Describes the value at which the path ends, or suggests a similar path.
    pub fn advice(&self) -> Option<Advice> {
        self.hint.clone()
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
fn hint_about(container: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<Advice> {
    let name = super::or_root(path, "the value");
    let is_index = matches!(missing, Segment::Index(_));
    let count = match container.view() {
        AnyView::Dictionary { .. } if *missing != Segment::Append => {
            return similar(container, path, missing);
        }
        AnyView::Object { .. } => return None,
        AnyView::Packed(_) | AnyView::PackedText(_) | AnyView::Dictionary { .. } if !is_index => {
            None
        }
        view => view.count(),
    };
    let Some(count) = count else {
        let kind = super::type_name(container);
        return Some(format!("{name} is of the type {kind}").into());
    };
    Some(format!("{name} has {}", counted(count, "element")).into())
}

/// Suggests steps into the content of a value at `outer`, if the content has the rest of the path.
fn content_advice(value: AnyRef<'_>, outer: &Path, rest: &Path) -> Option<Advice> {
    let inner = super::steps::steps_to(value, rest)?;
    Some(Advice::Path(outer.join(&inner)))
}

/// Suggests a key of a Dictionary that resembles the missing key.
fn similar(dictionary: AnyRef<'_>, path: &Path, missing: &Segment) -> Option<Advice> {
    let meant = similar_key(dictionary, path, missing, usize::MAX)?;
    Some(Advice::Similar([meant.to_string()].into()))
}

/// Returns the text of a segment that can resemble others. The time to compare two texts is
/// proportional to the product of their lengths, which hostile keys would exploit.
fn text_of(segment: &Segment) -> Option<String> {
    const MAX_LENGTH: usize = 64;

    match segment {
        Segment::Name(name) => (name.len() <= MAX_LENGTH).then(|| name.clone()),
        Segment::Index(index) => Some(index.to_string()),
        _ => None,
    }
}

/// Returns the path of the key that resembles a missing one most, in the Dictionary or object at
/// `path`. At most a third of the characters and `max_distance` differ.
pub(crate) fn similar_key(
    container: AnyRef<'_>,
    path: &Path,
    missing: &Segment,
    max_distance: usize,
) -> Option<Path> {
    let name = text_of(missing)?;
    let keys = container.members().filter_map(|member| {
        let key = match member.segment {
            SegmentRef::Property(name) => Segment::Name(name.into()),
            SegmentRef::Key(key) => match key.view() {
                AnyView::Text(text) => Segment::Name(text.into()),
                AnyView::Int(number) => Segment::Index(usize::try_from(number).ok()?),
                _ => return None,
            },
            SegmentRef::Index(_) => return None,
        };
        let distance = distance(&text_of(&key)?, &name)?;
        (distance <= max_distance && key != *missing).then_some((distance, key))
    });
    let (_, key) = keys.min_by_key(|(distance, _)| *distance)?;
    Some(path.join(&key.into()))
}

/// Returns the description of a path whose last key is new in its Dictionary or object: with similar
/// keys, and the places of the same key elsewhere.
///
/// ```
/// use gdvariant::Advice;
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::change::new_key;
///
/// let save = layout_named("godot4").unwrap().parse(r#"{"player": {"gold": 7}}"#)?;
/// let missing = new_key((&save).into(), &"gold".parse()?).unwrap();
/// assert_eq!(missing.advice(), Some(Advice::Similar(["player.gold".into()].into())));
/// assert!(new_key((&save).into(), &"player.gold".parse()?).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn new_key(value: AnyRef<'_>, path: &Path) -> Option<MissingPath> {
    /// The maximum number of suggestions.
    const MAX_SUGGESTIONS: usize = 3;

    let (parent, last) = path.split_last()?;
    let container = value.at_path(&parent)?;
    let has_keys = matches!(
        container.view(),
        AnyView::Dictionary { .. } | AnyView::Object { .. }
    );
    let is_key = matches!(last, Segment::Name(_) | Segment::Key(_) | Segment::Index(_));
    if !has_keys || !is_key || value.at_path(path).is_some() {
        return None;
    }
    let mut meant: Vec<Path> = similar_key(container, &parent, &last, usize::MAX)
        .into_iter()
        .collect();
    if let Segment::Name(name) = &last {
        find_keys(value, name, MAX_SUGGESTIONS, &mut Vec::new(), &mut meant);
    }
    let meant: Vec<_> = meant.iter().map(Path::to_string).collect();
    Some(MissingPath {
        hint: (!meant.is_empty()).then_some(Advice::Similar(meant)),
        ..MissingPath::after(path, path.segments().len())
    })
}

/// Adds the paths of String keys with a name, until there are `max_count`.
fn find_keys(
    value: AnyRef<'_>,
    name: &str,
    max_count: usize,
    path: &mut Vec<Segment>,
    found: &mut Vec<Path>,
) {
    for member in value.members() {
        if found.len() >= max_count {
            return;
        }
        path.push(member.segment.to_segment());
        let is_found = match member.segment {
            SegmentRef::Property(property) => property == name,
            SegmentRef::Key(key) => matches!(key.view(), AnyView::Text(text) if text == name),
            SegmentRef::Index(_) => false,
        };
        if is_found {
            found.push(path.iter().cloned().collect());
        }
        find_keys(member.value, name, max_count, path, found);
        path.pop();
    }
}
