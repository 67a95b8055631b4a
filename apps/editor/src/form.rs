//! Values as the page edits them: with a control that fits their type, or as text.

use crate::failure::Failure;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, Number};
use gdvariant::generic::structure::{ComponentType, Content, Numbers, component_types};
use gdvariant::schema::Layout;
use gdvariant::{ElementType, Kind, NodePath, Path, Segment};
use gdvariant_files::display::pretty::PrettyText;
use gdvariant_files::packages::build;
use serde::{Deserialize, Serialize};

/// The maximum number of elements of a packed array that are edited as lines.
const MAX_LINES: usize = 2000;

/// The control with which the page edits a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Control {
    Check,
    Int,
    Float,
    /// Plain text without quotes, on several lines.
    Text,
    Color,
    /// A field for each component.
    Fields,
    /// A line for each element of a packed array.
    Lines,
    /// The text of `var_to_str`, which every value has.
    Code,
}

/// A value as the page edits it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Form {
    #[serde(rename = "type")]
    ty: &'static str,
    control: Control,
    /// The text of `var_to_str`.
    code: String,
    /// The text in the control.
    text: String,
    fields: Vec<Field>,
}

/// A component of a value.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Field {
    name: &'static str,
    text: String,
    is_int: bool,
}

/// A value that the page has edited.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Input {
    /// The type that the control has; `None` for the text of `var_to_str`.
    #[serde(rename = "type")]
    ty: Option<String>,
    #[serde(default)]
    text: String,
    /// The components of a value with fields.
    #[serde(default)]
    fields: Vec<String>,
    /// Whether the value is part of a text, which can have constructors such as `ExtResource("1")`.
    #[serde(skip)]
    is_part: bool,
}

impl Form {
    pub(crate) fn for_value(value: AnyRef<'_>) -> Self {
        let mut fields = Vec::new();
        let (control, text) = match value.view() {
            AnyView::Bool(flag) => (Control::Check, flag.to_string()),
            AnyView::Int(number) => (Control::Int, number.to_string()),
            AnyView::Float(number) if number.is_infinite() => (Control::Float, number.to_string()),
            AnyView::Float(_) => (Control::Float, format!("{value:#}")),
            AnyView::Text(text) if is_plain(text) => (Control::Text, text.into()),
            AnyView::NodePath(path) if is_plain(&path) => (Control::Text, path),
            AnyView::Fields(_) => {
                fields = fields_of(value);
                let is_color = value.kind() == Kind::Color;
                let control = if is_color {
                    Control::Color
                } else {
                    Control::Fields
                };
                (control, String::new())
            }
            AnyView::Packed(numbers) if numbers.elements() <= MAX_LINES => {
                (Control::Lines, lines_of(numbers))
            }
            AnyView::PackedText(texts) if are_lines(&texts) => (Control::Lines, texts.join("\n")),
            _ => (Control::Code, String::new()),
        };
        Self {
            ty: value.layout().name_of(value.kind()),
            control,
            code: PrettyText(&code_of(value)).to_string(),
            text,
            fields,
        }
    }

    /// Returns the form of a new value.
    fn new(layout: &'static Layout, kind: Kind) -> Self {
        if let Some(value) = default_of(layout, kind) {
            return Self::for_value((&value).into());
        }
        Self {
            ty: layout.name_of(kind),
            control: Control::Code,
            code: "null".into(),
            text: String::new(),
            fields: Vec::new(),
        }
    }

    /// Returns the form of a new value of the type with this name.
    pub(crate) fn for_type(layout: &'static Layout, name: &str) -> Result<Self, Failure> {
        Ok(Self::new(layout, kind_named(layout, name)?))
    }
}

/// Returns the text of a value: of `var_to_str`, or the constructor in a text.
pub(crate) fn code_of(value: AnyRef<'_>) -> String {
    let constructor = value.constructor().map(str::to_owned);
    constructor.unwrap_or_else(|| format!("{value:#}"))
}

/// Returns whether a field of the browser keeps a text as it is: it changes line ends, and does not
/// show control characters.
fn is_plain(text: &str) -> bool {
    let is_shown = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().all(is_shown)
}

/// Returns whether the lines of a text can be these strings.
fn are_lines(texts: &[&str]) -> bool {
    texts.len() <= MAX_LINES
        && texts.last() != Some(&"")
        && texts.iter().all(|it| is_plain(it) && !it.contains('\n'))
}

/// Returns a number as a field shows it. A component of 32 bits has the digits that it needs: 0.2, not
/// 0.20000000298023224.
fn shown(number: Number) -> String {
    let text = match number {
        Number::Int(number) => number.to_string(),
        Number::Single(number) => format!("{number:?}"),
        Number::Double(number) => format!("{number:?}"),
    };
    text.strip_suffix(".0").unwrap_or(&text).to_lowercase()
}

/// Returns the names and the numbers of the components of a value. A number is its own component.
fn components(value: AnyRef<'_>) -> Vec<(&'static str, Number)> {
    let mut components = Vec::new();
    match value.view() {
        AnyView::Int(number) => components.push(("", Number::Int(number))),
        AnyView::Float(number) => components.push(("", Number::Double(number))),
        AnyView::Fields(numbers) => {
            let mut rows = numbers.shape().rows.iter();
            numbers.visit(&mut |number| {
                components.extend(rows.next().map(|row| (row.name, number)));
            });
        }
        _ => {}
    }
    components
}

fn fields_of(value: AnyRef<'_>) -> Vec<Field> {
    let fields = components(value).into_iter().map(|(name, number)| Field {
        name,
        text: shown(number),
        is_int: matches!(number, Number::Int(_)),
    });
    fields.collect()
}

fn lines_of(numbers: &dyn Numbers) -> String {
    let lines = (0..numbers.elements()).map(|index| {
        let mut texts = Vec::new();
        numbers.element(index, &mut |number| texts.push(shown(number)));
        texts.join(", ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Replaces encoded components of a value or an element of `kind` by those of `texts`. A component
/// whose text is that of the old one keeps its bits.
fn edit_components(
    layout: &'static Layout,
    kind: Kind,
    old: &[(&'static str, Number)],
    texts: &[String],
    mut bytes: &mut [u8],
) -> Result<(), Failure> {
    if texts.len() != old.len() {
        return Err(Failure::new(format_args!(
            "found {} components, expected {}",
            texts.len(),
            old.len()
        )));
    }
    let types = component_types(layout, kind);
    for (((name, old), text), ty) in old.iter().zip(texts).zip(types) {
        let (component, rest) = bytes.split_at_mut(ty.length());
        bytes = rest;
        if *text == shown(*old) {
            continue;
        }
        let number = match old {
            Number::Int(_) => int(text, ty).map(Number::Int),
            _ => float(text).map(Number::Double),
        };
        let number = number.map_err(|failure| match *name {
            "" => failure,
            name => Failure::new(format_args!("{name}: {}", failure.message)),
        })?;
        let mut new = Vec::new();
        build::encode_number(layout, kind, number, ty, &mut new).map_err(Failure::new)?;
        component.copy_from_slice(&new);
    }
    Ok(())
}

impl Input {
    /// Creates an input in the text form of `var_to_str`.
    pub(crate) fn code(text: &str) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub(crate) fn part_of_text(self, is_part: bool) -> Self {
        Self { is_part, ..self }
    }

    /// Returns the value. A value that differs from `old` in some components keeps the others.
    pub(crate) fn value(
        &self,
        layout: &'static Layout,
        old: Option<AnyRef<'_>>,
    ) -> Result<AnyVariant, Failure> {
        let Some(name) = &self.ty else {
            let value = if self.is_part {
                layout.parse_part(&self.text, 0..self.text.len())
            } else {
                layout.parse(&self.text)
            };
            return value.map_err(|error| {
                Failure::new(format_args!("{error:#}; write strings as \"text\""))
            });
        };
        let kind = kind_named(layout, name)?;
        let old = old.filter(|old| old.kind() == kind);
        let start = old.and_then(|old| old.component_at_path(&Path::default()));
        let start = start.or_else(|| default_of(layout, kind));
        let start = start.ok_or_else(|| Failure::new(format_args!("{layout:?} has no {name}")))?;
        let text = self.text.trim();
        let content = match start.view() {
            AnyView::Bool(_) => Content::Bool(text == "true"),
            AnyView::Int(_) => Content::Int(int(text, ComponentType::I64)?),
            AnyView::Float(_) => Content::Float(float(text)?),
            AnyView::Text(_) => Content::Text(self.text.clone()),
            // The parts of a path that was not changed stay as they are.
            AnyView::NodePath(path) if path == self.text => return Ok(start),
            AnyView::NodePath(_) => Content::NodePath(NodePath::from(&*self.text)),
            AnyView::Fields(_) => return with_components(&start, &self.fields),
            AnyView::Packed(_) | AnyView::PackedText(_) => {
                if Form::for_value((&start).into()).text == self.text {
                    return Ok(start);
                }
                return self.packed(layout, kind);
            }
            _ => return Self::code(&self.text).value(layout, None),
        };
        build::value(layout, kind, content).map_err(Failure::new)
    }

    /// Returns the packed array with an element on each line.
    fn packed(&self, layout: &'static Layout, kind: Kind) -> Result<AnyVariant, Failure> {
        if kind == Kind::PackedStringArray {
            let lines = self.text.split('\n').map(String::from);
            let lines = lines.filter(|_| !self.text.is_empty()).collect();
            return build::value(layout, kind, Content::Texts(lines)).map_err(Failure::new);
        }
        let element = element_of(layout, kind);
        let element = element.ok_or_else(|| Failure::new("a packed array without elements"))?;
        let old = components((&element).into());
        let zeros = zeros(layout, kind);
        let mut bytes = Vec::new();
        let lines = self.text.lines().enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let texts = line.split(',').map(|it| it.trim().to_owned());
            let start = bytes.len();
            bytes.extend_from_slice(&zeros);
            let texts = texts.collect::<Vec<_>>();
            let edited = edit_components(layout, kind, &old, &texts, &mut bytes[start..]);
            edited.map_err(|failure| {
                Failure::new(format_args!("line {}: {}", index + 1, failure.message))
            })?;
        }
        build::value(layout, kind, Content::Components(&bytes)).map_err(Failure::new)
    }
}

/// Returns `value` with the components of `texts`.
fn with_components(value: &AnyVariant, texts: &[String]) -> Result<AnyVariant, Failure> {
    let (layout, kind) = (value.layout(), value.kind());
    let mut bytes = Vec::new();
    if let AnyView::Fields(numbers) = value.view() {
        numbers.encode(&mut bytes);
    }
    let old = components(value.into());
    edit_components(layout, kind, &old, texts, &mut bytes)?;
    build::value(layout, kind, Content::Components(&bytes)).map_err(Failure::new)
}

fn int(text: &str, ty: ComponentType) -> Result<i64, Failure> {
    let (min, max) = match ty {
        ComponentType::Byte => (0, u8::MAX.into()),
        ComponentType::I32 => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    };
    let number = text.parse().ok().filter(|it| (min..=max).contains(it));
    number.ok_or_else(|| {
        Failure::new(format_args!(
            "expected a whole number from {min} to {max}, found {text}"
        ))
    })
}

fn float(text: &str) -> Result<f64, Failure> {
    let number = text.parse::<f64>();
    // A number such as 1e999 is not infinite.
    let is_written = |it: &f64| it.is_finite() || text.contains(['i', 'I', 'a', 'A']);
    number.ok().filter(is_written).ok_or_else(|| {
        Failure::new(format_args!(
            "expected a number such as 1.5, inf or nan, found {text:?}"
        ))
    })
}

/// What can be added to a container.
#[derive(Debug, Serialize)]
pub(crate) struct Addition {
    /// The row of the container.
    row: usize,
    path: String,
    /// The types that the key can have, the usual one first; empty for an array.
    key_types: Vec<&'static str>,
    key: Option<Form>,
    /// The types that the value can have, the usual one first.
    types: Vec<&'static str>,
    form: Form,
}

impl Addition {
    /// Returns `None` if the value is not a container.
    pub(crate) fn new(
        container: AnyRef<'_>,
        row: usize,
        path: String,
        is_json: bool,
    ) -> Option<Self> {
        let layout = container.layout();
        let kinds = |layout, declared: &_, last| {
            let mut kinds = kinds(layout, declared, last);
            kinds.retain(|kind| !is_json || JSON.contains(kind));
            kinds
        };
        let mut key = None;
        let mut keys = Vec::new();
        let last = container.members().last();
        let last_value = last.map(|it| it.value);
        let kinds = match container.view() {
            AnyView::Array { declared, .. } => kinds(layout, declared, last_value),
            AnyView::Packed(_) | AnyView::PackedText(_) => {
                vec![element_of(layout, container.kind())?.kind()]
            }
            AnyView::Dictionary { declared, .. } => {
                keys = kinds(layout, declared[0], last.and_then(|it| it.key()));
                keys.truncate(if is_json { 1 } else { keys.len() });
                let form = Form::new(layout, *keys.first()?);
                let entries = container.members();
                let numbers = entries.filter_map(|it| match it.key()?.view() {
                    AnyView::Int(number) => number.checked_add(1),
                    _ => None,
                });
                key = Some(match (form.control, numbers.max()) {
                    (Control::Int, Some(next)) => Form {
                        text: next.to_string(),
                        code: next.to_string(),
                        ..form
                    },
                    _ => form,
                });
                kinds(layout, declared[1], last_value)
            }
            AnyView::Object { .. } if container.constructor().is_none() => {
                keys = vec![Kind::String];
                key = Some(Form::new(layout, Kind::String));
                kinds(layout, &ElementType::Any, last_value)
            }
            _ => return None,
        };
        let names = |kinds: &[Kind]| kinds.iter().map(|it| layout.name_of(*it)).collect();
        Some(Self {
            row,
            path,
            key_types: names(&keys),
            key,
            types: names(&kinds),
            form: Form::new(layout, *kinds.first()?),
        })
    }
}

/// The usual kinds, first those of JSON.
const COMMON: [Kind; 9] = [
    Kind::String,
    Kind::Int,
    Kind::Float,
    Kind::Bool,
    Kind::Dictionary,
    Kind::Array,
    Kind::Vector2,
    Kind::Vector3,
    Kind::Color,
];
const JSON: &[Kind] = COMMON.split_at(6).0;

/// Returns the kinds that a member of a container can have: the declared one, or all that the page
/// can create, first that of the last member, then common ones.
fn kinds(layout: &'static Layout, declared: &ElementType, last: Option<AnyRef<'_>>) -> Vec<Kind> {
    if let Some(kind) = declared.kind() {
        return vec![kind];
    }
    let last = last.map(AnyRef::kind);
    let others = Kind::ALL.iter().filter(|kind| !COMMON.contains(kind));
    let all = COMMON.iter().chain(others).copied();
    let all = last
        .into_iter()
        .chain(all.filter(|kind| Some(*kind) != last));
    all.filter(|kind| default_of(layout, *kind).is_some())
        .collect()
}

fn kind_named(layout: &'static Layout, name: &str) -> Result<Kind, Failure> {
    let kind = layout.kind_named(name);
    kind.ok_or_else(|| Failure::new(format_args!("{layout:?} has no type {name}")))
}

/// Returns the value of a kind that the engine creates, or `None` if the page cannot create one.
fn default_of(layout: &'static Layout, kind: Kind) -> Option<AnyVariant> {
    let value = match kind {
        Kind::Nil => layout.parse("null"),
        Kind::Bool => layout.parse("false"),
        Kind::Int => layout.parse("0"),
        Kind::Float => layout.parse("0.0"),
        Kind::String => layout.parse("\"\""),
        Kind::Array => layout.parse("[]"),
        Kind::Dictionary => layout.parse("{}"),
        _ => layout.parse(&format!("{}()", layout.name_of(kind))),
    };
    let is_written = |value: &AnyVariant| !matches!(value.view(), AnyView::Record(_));
    value
        .ok()
        .filter(|value| value.kind() == kind && is_written(value))
}

/// Returns an element of a packed array: zero, or a value with default components.
fn element_of(layout: &'static Layout, kind: Kind) -> Option<AnyVariant> {
    if kind == Kind::PackedStringArray {
        return default_of(layout, Kind::String);
    }
    let array = layout.build(kind, Content::Components(&zeros(layout, kind)))?;
    let first = Path::from_iter([Segment::Index(0)]);
    let element = AnyRef::from(&array).component_at_path(&first)?;
    default_of(layout, element.kind())
}

/// Returns the encoded components of an element whose components are 0.
fn zeros(layout: &'static Layout, kind: Kind) -> Vec<u8> {
    let types = component_types(layout, kind).into_iter();
    vec![0; types.map(ComponentType::length).sum()]
}
