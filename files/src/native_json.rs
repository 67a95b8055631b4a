//! Recognizes the JSON of `JSON.from_native`, a function of Godot 4.4 and later.
//!
//! Its numbers and strings have prefixes, such as `"i:30"` and `"s:gold"`. Other values are objects
//! with a type: `{"type": "Vector2", "args": [1.0, 2.0]}`.

use gdvariant::any::{AnyRef, AnyView};
use gdvariant::table::Body;
use gdvariant::{Engine, Godot4};

/// Returns whether a parsed JSON value, or an object in the value, is what `JSON.from_native`
/// returns.
///
/// A value without prefixes and types, such as `[null, true]`, is not recognized.
#[must_use]
pub fn is_in(value: AnyRef<'_>) -> bool {
    let mut has_object = false;
    let form = form(value, &mut has_object);
    has_object || form == Form::Certain
}

/// Whether a value has the form of `JSON.from_native`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Other,
    /// The form, but other JSON often looks the same.
    Possible,
    Certain,
}

/// Returns the form of a value, and sets `has_object` if the form of an object in it is certain.
fn form(value: AnyRef<'_>, has_object: &mut bool) -> Form {
    match value.view() {
        AnyView::Nil | AnyView::Bool(_) => Form::Possible,
        AnyView::Text(text) => text_form(text),
        AnyView::Array { .. } => {
            let forms: Vec<_> = elements(value)
                .map(|value| form(value, has_object))
                .collect();
            let least = forms.iter().min().copied();
            match least {
                Some(Form::Other) => Form::Other,
                _ => forms.into_iter().max().unwrap_or(Form::Possible),
            }
        }
        AnyView::Dictionary { .. } => {
            let mut fields = Fields::default();
            for member in value.members() {
                let inner = form(member.value, has_object);
                match member.key().map(AnyRef::view) {
                    Some(AnyView::Text("type")) => fields.ty = Some(member.value),
                    Some(AnyView::Text("args")) => fields.args = Some((member.value, inner)),
                    Some(AnyView::Text("props")) => fields.props = Some(member.value),
                    Some(AnyView::Text("elem_type" | "key_type" | "value_type")) => {
                        fields.is_typed = true;
                    }
                    _ => fields.has_other = true,
                }
            }
            let form = fields.form();
            *has_object |= form == Form::Certain;
            form
        }
        _ => Form::Other,
    }
}

fn text_form(text: &str) -> Form {
    let is_native = match text.split_once(':') {
        Some(("i", int)) => int.parse::<i64>().is_ok(),
        Some(("f", float)) => float.parse::<f64>().is_ok(),
        Some(("s" | "sn" | "np", _)) => true,
        _ => false,
    };
    if is_native {
        Form::Certain
    } else {
        Form::Other
    }
}

fn elements(value: AnyRef<'_>) -> impl Iterator<Item = AnyRef<'_>> {
    (0..).map_while(move |index| value.element(index))
}

fn is_text(value: AnyRef<'_>) -> bool {
    matches!(value.view(), AnyView::Text(_))
}

/// The fields of an object.
#[derive(Default)]
struct Fields<'v> {
    ty: Option<AnyRef<'v>>,
    /// The arguments, and their form as an Array.
    args: Option<(AnyRef<'v>, Form)>,
    props: Option<AnyRef<'v>>,
    /// Whether the object is a container that declares types.
    is_typed: bool,
    has_other: bool,
}

impl Fields<'_> {
    fn form(&self) -> Form {
        let Some(AnyView::Text(ty)) = self.ty.map(AnyRef::view) else {
            return Form::Other;
        };
        let is_certain = match (self.args, self.props) {
            _ if self.has_other => false,
            (Some((_, form)), None) if matches!(ty, "Array" | "Dictionary") => match form {
                Form::Possible if !self.is_typed => return Form::Possible,
                form => form != Form::Other,
            },
            (Some((args, _)), None) => {
                let mut types = Godot4::LAYOUT.types().iter();
                let is_argument = match types.find(|table| table.name == ty).map(|ty| ty.body) {
                    Some(Body::Fields | Body::Packed) => is_number,
                    Some(Body::PackedText) => is_text,
                    _ => return Form::Other,
                };
                if args.element(0).is_none() {
                    return Form::Possible;
                }
                elements(args).all(is_argument)
            }
            // The names and values of the properties of an object.
            (None, Some(props)) => {
                props.element(0).is_some() && elements(props).step_by(2).all(is_text)
            }
            (None, None) if matches!(ty, "RID" | "Callable" | "Signal") => return Form::Possible,
            _ => false,
        };
        if is_certain {
            Form::Certain
        } else {
            Form::Other
        }
    }
}

/// Returns whether a value can be a component; JSON has `null` for NaN.
fn is_number(value: AnyRef<'_>) -> bool {
    matches!(
        value.view(),
        AnyView::Int(_) | AnyView::Float(_) | AnyView::Nil
    )
}
