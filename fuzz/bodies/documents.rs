use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::schema::layout_named;
use gdvariant::{Converter, EncodeOptions, Path, Segment};
use gdvariant_files::text::{TextDocument, TextKind};
use std::collections::HashSet;

/// An int that texts rarely contain.
const NEW: &str = "918273645546372819";

/// The maximum number of places of a value that a change can choose.
const MAX_PLACES: usize = 1000;

/// Checks that a change of a text document keeps all other bytes.
///
/// The first three bytes select the layout, the change and its place. Returns whether something was
/// changed.
pub fn documents(input: &[u8]) -> bool {
    let Some(([layout, change, choice], text)) = input.split_first_chunk() else {
        return false;
    };
    let layouts = [None, layout_named("godot3"), layout_named("godot4")];
    let layout = layouts[usize::from(*layout) % layouts.len()];
    let Some(document) = str::from_utf8(text)
        .ok()
        .and_then(|text| TextDocument::parse(text, layout).ok())
    else {
        return false;
    };
    let index = usize::from(*choice) % document.count();
    let value = document.value(index).expect("a parsed document has values");
    let mut same = again(&document);
    same.replace(index, &value).expect("the same value");
    assert_eq!(same.text(), document.text());
    let places = places(&value);
    let place = &places[usize::from(*choice) % places.len()];
    match change % 4 {
        0 => set(&document, index, value, place),
        1 => add(&document, index, value, place),
        2 => remove(&document, index, value, place),
        _ => convert(again(&document)),
    }
}

fn again(document: &TextDocument) -> TextDocument {
    TextDocument::parse(document.text(), Some(document.layout())).expect("the same text")
}

/// Returns whether a text can contain any value at a place, and can lack the value.
fn is_free(document: &TextDocument, value: &AnyVariant, place: &[Segment]) -> bool {
    let names: Vec<_> = (0..place.len())
        .map(|length| {
            let path: Path = place[..length].iter().cloned().collect();
            let value = AnyRef::from(value).at_path(&path).expect("a value");
            let key = match place[length] {
                Segment::ValueOf(index) => value.member(index).and_then(|it| it.key()),
                _ => None,
            };
            match key.map(AnyRef::view) {
                Some(AnyView::Text(name)) => name.to_owned(),
                _ => String::new(),
            }
        })
        .collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    // Several tags with one path do not change.
    if let ["ext_resource" | "sub_resource" | "node", ..] = &names[..]
        && let Some(path) = place.get(..2)
        && let path = path.iter().cloned().collect()
        && let Some(AnyView::Array { .. }) = AnyRef::from(value).at_path(&path).map(AnyRef::view)
    {
        return false;
    }
    match (document.kind(), &names[..]) {
        (TextKind::Resource, ["sub_resource" | "node", _, name] | ["resource", name]) => {
            !name.starts_with('@') || name.starts_with("@@")
        }
        (TextKind::Resource, _) => place.len() > 3,
        _ => place.len() > 1,
    }
}

/// Returns the paths of the values in Arrays and Dictionaries.
fn places(value: &AnyVariant) -> Vec<Vec<Segment>> {
    let mut places: Vec<(Vec<Segment>, AnyRef<'_>)> = vec![(Vec::new(), value.into())];
    let mut next = 0;
    while let Some((path, value)) = places.get(next).cloned()
        && places.len() < MAX_PLACES
    {
        next += 1;
        let with = |segment| [path.clone(), vec![segment]].concat();
        let segment = match value.view() {
            AnyView::Array { declared, .. } if declared.is_any() => Segment::Index,
            AnyView::Dictionary { declared, .. }
                if declared.iter().all(|it| it.is_any()) && has_unique_keys(value) =>
            {
                Segment::ValueOf
            }
            _ => continue,
        };
        let members = value.members().enumerate();
        places.extend(members.map(|(index, it)| (with(segment(index)), it.value)));
    }
    places.into_iter().map(|(path, _)| path).collect()
}

/// Returns whether no key occurs twice, as NaN can; such a Dictionary is written anew.
fn has_unique_keys(dictionary: AnyRef<'_>) -> bool {
    let mut keys = dictionary.members().filter_map(|it| it.key());
    let mut known = HashSet::new();
    keys.all(|key| known.insert(key.to_string()))
}

/// Sets a value and checks the text before and after the new value.
fn set(document: &TextDocument, index: usize, mut value: AnyVariant, place: &[Segment]) -> bool {
    let path: Path = place.iter().cloned().collect();
    let old = AnyRef::from(&value)
        .component_at_path(&path)
        .expect("a value");
    let is_free = is_free(document, &value, place);
    let new = document.layout().parse(NEW).expect("an int");
    value.set_at_path(&path, new).expect("a place");
    let mut changed = again(document);
    if changed.replace(index, &value).is_err() {
        let is_config = matches!(AnyRef::from(&old).view(), AnyView::Dictionary { .. });
        let is_resource = document.kind() == TextKind::Resource;
        // JSON values can follow one another directly, as in `0[]`.
        let is_joined = document.kind() == TextKind::Json && document.count() > 1;
        assert!(
            (is_config || is_resource || is_joined) && !is_free,
            "{}",
            document.text()
        );
        return false;
    }
    let (text, after) = (document.text(), changed.text());
    if after.matches(NEW).count() == 1 {
        let start = after.find(NEW).expect("the new value");
        let mut end = &after[start + NEW.len()..];
        if !text.ends_with(end) {
            // A space separates the int from a key that directly follows a string.
            end = end.strip_prefix(' ').expect(after);
        }
        assert!(
            text.starts_with(&after[..start]) && text.ends_with(end),
            "{text}\n{after}"
        );
        let middle = &text[start..text.len() - end.len()];
        let parse = match document.kind() {
            TextKind::Json => TextDocument::parse_json,
            _ => TextDocument::parse,
        };
        let middle = parse(middle, Some(document.layout())).expect(middle);
        let middle = middle.value(0).expect("a value");
        assert_eq!(format!("{middle:#}"), format!("{old:#}"), "{text}\n{after}");
    }
    true
}

/// Adds an element or an entry and checks that nothing is removed.
fn add(document: &TextDocument, index: usize, mut value: AnyVariant, place: &[Segment]) -> bool {
    let path: Path = place.iter().cloned().collect();
    let Some(container) = AnyRef::from(&value).at_path(&path) else {
        return false;
    };
    let length = match container.view() {
        // An empty container can be a constructor, such as `Array()`, which is written anew.
        view if view.count() == Some(0) => return false,
        AnyView::Array {
            declared, length, ..
        } if declared.is_any() => Some(length),
        AnyView::Dictionary { declared, .. }
            if declared[0].is_any() && has_unique_keys(container) =>
        {
            None
        }
        _ => return false,
    };
    let segment = length.map_or(Segment::Name("new 1".into()), Segment::Index);
    let is_free = is_free(document, &value, place) || document.kind() != TextKind::Resource;
    let path = [place, &[segment]].concat().into_iter().collect();
    let new = document.layout().parse(NEW).expect("an int");
    if value.set_at_path(&path, new) != Ok(None) {
        return false;
    }
    let mut changed = again(document);
    if let Err(error) = changed.replace(index, &value) {
        assert!(!is_free, "{}\n{error}", document.text());
        return false;
    }
    let [text, after] = [document, &changed].map(|it| without_blanks(it.text()));
    assert!(
        is_subsequence(&text, &after) || text.contains(';') || text.contains('#'),
        "{text}\n{after}"
    );
    true
}

/// Removes a value and checks that nothing is added.
fn remove(document: &TextDocument, index: usize, mut value: AnyVariant, place: &[Segment]) -> bool {
    let path: Path = place.iter().cloned().collect();
    if place.is_empty() {
        return false;
    }
    let is_free = is_free(document, &value, place) || document.kind() != TextKind::Resource;
    value.remove_at_path(&path).expect("a value");
    let mut changed = again(document);
    if let Err(error) = changed.replace(index, &value) {
        assert!(!is_free, "{}\n{error}", document.text());
        return false;
    }
    let [text, after] = [document, &changed].map(|it| without_blanks(it.text()));
    assert!(
        text != after && is_subsequence(&after, &text),
        "{text}\n===\n{after}"
    );
    true
}

/// Returns a text without the blanks that a change can replace or add.
fn without_blanks(text: &str) -> String {
    text.replace(|c| c <= ' ', "")
}

fn is_subsequence(part: &str, text: &str) -> bool {
    let mut text = text.bytes();
    part.bytes().all(|wanted| text.any(|byte| byte == wanted))
}

/// Converts the text and checks that its values can be read.
fn convert(mut document: TextDocument) -> bool {
    let target = match document.layout().name {
        "godot3" => "godot4",
        _ => "godot3",
    };
    let target = layout_named(target).expect("a layout");
    if document
        .convert(target, &Converter::new().lossy(), EncodeOptions::new())
        .is_err()
    {
        return false;
    }
    assert_eq!(document.layout(), target);
    for index in 0..document.count() {
        document.value(index).expect("a converted value");
    }
    true
}
