//! Recognizes the JSON of `JSON.from_native`, a function of Godot 4.4 and later.
//!
//! Its numbers and strings have prefixes, such as `"i:30"` and `"s:gold"`. Other values are objects
//! with a type: `{"type": "Vector2", "args": [1.0, 2.0]}`.

use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyView};

/// Returns whether a parsed JSON value, or an object in the value, is what `JSON.from_native`
/// returns.
///
/// A value without prefixes and types, such as `[null, true]`, is not recognized.
#[must_use]
pub fn is_in(value: AnyRef<'_>) -> bool {
    let mut has_object = false;
    is_native(value, &mut has_object) == Some(true) || has_object
}

/// Returns whether `JSON.from_native` returns a value, or `None` if other JSON often looks the same.
/// Sets `has_object` if an object in it is certain.
fn is_native(value: AnyRef<'_>, has_object: &mut bool) -> Option<bool> {
    match value.view() {
        AnyView::Nil | AnyView::Bool(_) => None,
        AnyView::Text(text) => Some(match text.split_once(':') {
            Some(("i", int)) => int.parse::<i64>().is_ok(),
            Some(("f", float)) => float.parse::<f64>().is_ok(),
            Some(("s" | "sn" | "np", _)) => true,
            _ => false,
        }),
        AnyView::Array { .. } => {
            let elements: Vec<_> = elements(value)
                .map(|element| is_native(element, has_object))
                .collect();
            let is_other = elements.contains(&Some(false));
            let is_certain = elements.contains(&Some(true));
            (is_other || is_certain).then_some(!is_other)
        }
        AnyView::Dictionary { .. } => {
            let (mut ty, mut args, mut props) = (None, None, None);
            let (mut is_typed, mut has_other) = (false, false);
            for member in value.members() {
                let inner = is_native(member.value, has_object);
                match member.key().map(AnyRef::view) {
                    Some(AnyView::Text("type")) => ty = Some(member.value),
                    Some(AnyView::Text("args")) => args = Some((member.value, inner)),
                    Some(AnyView::Text("props")) => props = Some(member.value),
                    Some(AnyView::Text("elem_type" | "key_type" | "value_type")) => is_typed = true,
                    _ => has_other = true,
                }
            }
            let Some(AnyView::Text(ty)) = ty.map(AnyRef::view).filter(|_| !has_other) else {
                return Some(false);
            };
            let is_object = match (args, props) {
                (Some((_, inner)), None) if matches!(ty, "Array" | "Dictionary") => {
                    inner.or(is_typed.then_some(true))
                }
                // The components of a value, or the elements of a packed array.
                (Some((args, _)), None) => {
                    let is_argument = match ty {
                        "PackedStringArray" => is_text,
                        _ => is_number,
                    };
                    let is_known = Kind::from_name(ty).is_some();
                    match elements(args).next() {
                        None if is_known => None,
                        _ => Some(is_known && elements(args).all(is_argument)),
                    }
                }
                // The names and values of the properties of an object.
                (None, Some(props)) => {
                    let mut names = elements(props).step_by(2).peekable();
                    Some(names.peek().is_some() && names.all(is_text))
                }
                (None, None) if matches!(ty, "RID" | "Callable" | "Signal") => None,
                _ => Some(false),
            };
            *has_object |= is_object == Some(true);
            is_object
        }
        _ => Some(false),
    }
}

fn elements(value: AnyRef<'_>) -> impl Iterator<Item = AnyRef<'_>> {
    (0..).map_while(move |index| value.element(index))
}

fn is_text(value: AnyRef<'_>) -> bool {
    matches!(value.view(), AnyView::Text(_))
}

/// Returns whether a value can be a component; JSON has `null` for NaN.
fn is_number(value: AnyRef<'_>) -> bool {
    matches!(
        value.view(),
        AnyView::Int(_) | AnyView::Float(_) | AnyView::Nil
    )
}
