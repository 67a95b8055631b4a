//! What programs do with a `Variant` beyond decoding and encoding: text, JSON, conversion, lookup.

use crate::contestant::{Contestants, Task, Way};
use ::serde::Serialize;
use ::serde::de::DeserializeOwned;
use gdvariant::generic::structure::{AsView, View};
use gdvariant::{ConvertError, Converter, Layout, ParseError, Path, generic};
use std::hint::black_box;

/// `Display`, which writes what the engine's `var_to_str` writes.
pub const DISPLAY: Way = Way::new(Task::Use, "display");
/// `FromStr`, which parses that text.
pub const PARSE: Way = Way::new(Task::Use, "parse");
/// The JSON form, serialized by `serde_json`.
pub const TO_JSON: Way = Way::new(Task::Use, "to JSON");
/// The JSON form, deserialized by `serde_json`.
pub const FROM_JSON: Way = Way::new(Task::Use, "from JSON");
/// `Converter`, to the other layout.
pub const CONVERT: Way = Way::new(Task::Use, "convert");
/// `TryFrom` of a clone, to the other layout.
pub const TRY_FROM: Way = Way::new(Task::Use, "try_from");
/// The value of each key of the outermost Dictionary.
pub const LOOKUP: Way = Way::new(Task::Use, "lookup");
/// The value at each path that leads to a member of a member.
pub const PATH: Way = Way::new(Task::Use, "path");

/// All of them.
pub const ALL: [Way; 8] = [
    DISPLAY, PARSE, TO_JSON, FROM_JSON, CONVERT, TRY_FROM, LOOKUP, PATH,
];

/// Adds the uses of a value of the layout `A`; `B` is the layout that it is converted to.
pub(crate) fn add<'p, A, B>(list: &mut Contestants<'p>, bytes: &'p [u8])
where
    A: Layout<Variant: Serialize + DeserializeOwned>,
    B: Layout<Variant: TryFrom<A::Variant, Error = ConvertError>>,
{
    let value: A::Variant = crate::ours::read::<A, _>(bytes);
    let text = value.to_string();
    let parsed: Result<A::Variant, ParseError> = text.parse();
    assert!(parsed.is_ok(), "a text of the library is parsed");
    let json = serde_json::to_string(&value).expect("JSON holds it");
    // Without its feature `float_roundtrip`, serde_json may miss the last digit of a float.
    let read: Result<A::Variant, _> = serde_json::from_str(&json);
    assert!(read.is_ok(), "JSON of the library is read");

    let size = bytes.len();
    let shown = value.clone();
    let mut buffer = String::new();
    list.add(DISPLAY, size, move || {
        use std::fmt::Write;

        buffer.clear();
        write!(buffer, "{}", black_box(&shown))
    });
    list.add(PARSE, size, move || black_box(&text).parse::<A::Variant>());
    let shown = value.clone();
    let mut buffer = Vec::new();
    list.add(TO_JSON, size, move || {
        buffer.clear();
        serde_json::to_writer(&mut buffer, black_box(&shown))
    });
    list.add(FROM_JSON, size, move || {
        serde_json::from_str::<A::Variant>(black_box(&json))
    });
    let source = value.clone();
    list.add(CONVERT, size, move || {
        let converter = Converter::new().lossy();
        converter.convert::<A, B>(black_box(&source))
    });
    let moved = value.clone();
    list.add(TRY_FROM, size, move || {
        B::Variant::try_from(black_box(&moved).clone())
    });
    let keys = members::<A>(&value);
    let found = value.clone();
    let paths = paths::<A>(&value);
    list.add(LOOKUP, size, move || {
        let found = black_box(&found);
        let View::Dictionary(entries) = found.view() else {
            return 0;
        };
        let known = keys.iter().filter(|key| entries.contains_key(*key));
        known.count()
    });
    list.add(PATH, size, move || {
        let value = black_box(&value);
        let known = paths
            .iter()
            .filter(|path| generic::at_path::<A>(value, path).is_some());
        known.count()
    });
}

/// Returns the keys of a Dictionary.
fn members<L: Layout>(value: &L::Variant) -> Vec<L::Variant> {
    match value.view() {
        View::Dictionary(entries) => entries.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// Returns the paths of the members of each member.
fn paths<L: Layout>(value: &L::Variant) -> Vec<Path> {
    let outer = children::<L>(value).into_iter();
    let inner = outer.flat_map(|(start, member)| {
        let members = children::<L>(member).into_iter();
        let joined = move |(end, _): (String, _)| format!("{start}{end}").parse();
        let paths: Vec<Path> = members.filter_map(|member| joined(member).ok()).collect();
        paths
    });
    inner.collect()
}

/// Returns the members of a container with the texts of their segments.
fn children<L: Layout>(value: &L::Variant) -> Vec<(String, &L::Variant)> {
    match value.view() {
        View::Array(values) => {
            let values = values.iter().enumerate();
            values
                .map(|(index, value)| (format!("[{index}]"), value))
                .collect()
        }
        View::Dictionary(entries) => {
            let entries = entries.iter();
            entries
                .map(|(key, value)| (format!("[{key}]"), value))
                .collect()
        }
        _ => Vec::new(),
    }
}
