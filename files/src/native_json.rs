//! Recognizes the JSON of `JSON.from_native`, a function of Godot 4.4 and later.
//!
//! Its numbers and strings have prefixes, such as `"i:30"` and `"s:gold"`. Other values are objects
//! with a type: `{"type": "Vector2", "args": [1.0, 2.0]}`.

use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyView};

/// Returns whether a parsed JSON value, or a value in it, is what `JSON.from_native` returns.
///
/// A value without prefixes and types, such as `[null, true]`, is not recognized.
pub(crate) fn is_in(value: AnyRef<'_>) -> bool {
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        if is_native(value) {
            return true;
        }
        values.extend(value.members().map(|member| member.value));
    }
    false
}

fn is_native(value: AnyRef<'_>) -> bool {
    const FIELDS: [&str; 6] = [
        "type",
        "args",
        "props",
        "elem_type",
        "key_type",
        "value_type",
    ];
    let field = |name| {
        let mut members = value.members();
        let named = |key: AnyRef<'_>| matches!(key.view(), AnyView::Text(key) if key == name);
        members.find(|it| it.key().is_some_and(named))
    };
    let elements = |name| {
        let array = field(name).filter(|it| matches!(it.value.view(), AnyView::Array { .. }));
        let elements = array.into_iter().flat_map(|it| it.value.members());
        elements.map(|it| it.value.view()).collect::<Vec<_>>()
    };
    match value.view() {
        AnyView::Text(text) => match text.split_once(':') {
            Some(("i", int)) => int.parse::<i64>().is_ok(),
            Some(("f", float)) => float.parse::<f64>().is_ok(),
            _ => false,
        },
        AnyView::Array { .. } => {
            let mut texts = value.members().filter_map(|it| match it.value.view() {
                AnyView::Text(text) => {
                    Some(["s:", "sn:", "np:"].iter().any(|it| text.starts_with(it)))
                }
                AnyView::Int(_) | AnyView::Float(_) => Some(false),
                _ => None,
            });
            texts.next() == Some(true) && texts.all(|has_prefix| has_prefix)
        }
        AnyView::Dictionary { length, .. } => {
            let Some(AnyView::Text(ty)) = field("type").map(|it| it.value.view()) else {
                return false;
            };
            let fields = FIELDS.map(|name| field(name).is_some());
            let is_number =
                |it: &AnyView<'_>| matches!(it, AnyView::Int(_) | AnyView::Float(_) | AnyView::Nil);
            let args = elements("args");
            let has_args = Kind::from_name(ty).is_some()
                && !args.is_empty()
                && (ty == "PackedStringArray" || args.iter().all(is_number));
            let has_names = matches!(elements("props").first(), Some(AnyView::Text(_)));
            let is_typed = fields[3] || fields[4];
            fields.iter().filter(|it| **it).count() == length && (has_args || has_names || is_typed)
        }
        _ => false,
    }
}
