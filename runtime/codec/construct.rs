//! The way from the name of a type to a value, which the text form and the JSON form share.

use crate::codec::coerce::encode;
use crate::error::kinds::MOST_COMPONENTS;
use crate::error::{ParseErrorKind, shortened};
use crate::table::bodies::TYPES;
use crate::table::key_rule::KeyRule;
use crate::table::layout::{self, Layout};
use crate::table::{Row, TypeInfo};
use crate::value::record::{RecordField, has_field};
use crate::value::view::{AsView, Build, Content};
use crate::wire::fields::{ComponentType, Number};
use crate::{Kind, Object, TypedArray, TypedDictionary};
use alloc::string::String;
use alloc::vec::Vec;

/// The constructor of a reference to a resource, and of a declared script.
pub(crate) const SCRIPT: &str = "Resource";

/// The layout that has the accepted names and types; `None` accepts the types of all engines.
pub(crate) type Names = Option<&'static Layout>;

/// Returns the name of a kind: in the layout, or the name in Rust.
pub(crate) fn name_of(names: Names, kind: Kind) -> &'static str {
    names.map_or(kind.name(), |layout| layout.name_of(kind))
}

/// Returns the rule of the keys of Dictionaries.
pub(crate) fn key_rule(names: Names) -> KeyRule {
    names.map_or(KeyRule::default(), |layout| layout.keys)
}

/// Returns the title of the layout for errors; empty for all engines.
fn title(names: Names) -> &'static str {
    names.map_or("", |layout| layout.title)
}

/// Returns the kind with this name, or the error for a type that the layout lacks.
pub(crate) fn kind_named(names: Names, name: &str) -> Result<Kind, ParseErrorKind> {
    layout::kind_named(names, name).ok_or_else(|| absent(names, name))
}

/// Returns the table of the type that text names: by its name, or by one that only text can have. A
/// part of a file can also have the name in another engine.
pub(crate) fn type_named(
    names: Names,
    name: &str,
    is_part: bool,
) -> Result<&'static TypeInfo, ParseErrorKind> {
    let types = names.map_or(TYPES, Layout::types);
    let known = layout::kind_named(names.filter(|_| !is_part), name);
    let own = types.iter().find(|table| Some(table.kind) == known);
    let mut others = types.iter();
    own.or_else(|| others.find(|table| table.text_names.contains(&name)))
        .ok_or_else(|| absent(names, name))
}

/// Returns the error for a type that the layout lacks, or for a reference to a resource.
#[cold]
pub(crate) fn absent(names: Names, name: &str) -> ParseErrorKind {
    let mut references = [SCRIPT, "SubResource", "ExtResource"].into_iter();
    if let Some(name) = references.find(|reference| *reference == name) {
        return ParseErrorKind::ResourceReference { name };
    }
    let own = names.zip(Kind::from_name(name));
    let own = own.filter(|(layout, kind)| layout.has(*kind));
    ParseErrorKind::UnknownType {
        name: shortened(name),
        layout: title(names),
        own: own.map(|(layout, kind)| layout.name_of(kind)),
    }
}

/// The property of an Object that has the source of a constructor.
const SOURCE: &str = "text";

/// Returns the Object that stands for a constructor that is not a type.
pub(crate) fn unknown<V: Build>(class: &str, source: &str) -> V {
    Object::full(class, [(SOURCE, String::from(source))]).into()
}

/// Returns the source of the constructor for which an Object stands.
pub(crate) fn source<V: AsView>(object: &Object<V>) -> Option<&str> {
    let Object::Full(object) = object else {
        return None;
    };
    let (name, value) = object.properties.first()?;
    let is_only = name == SOURCE && object.properties.len() == 1;
    let source = value.string().filter(|_| is_only)?;
    let rest = source.strip_prefix(&*object.class);
    let is_call = rest.is_some_and(|rest| rest.starts_with(['(', '[', ' ']));
    let is_name = object.class == Kind::StringName.name() && source.starts_with('&');
    (is_call || is_name).then_some(source)
}

/// Builds a value that is not a container.
pub(crate) fn build<V: Build>(
    names: Names,
    kind: Kind,
    content: Content<'_>,
) -> Result<V, ParseErrorKind> {
    V::build(kind, content).ok_or_else(|| absent(names, kind.name()))
}

/// Builds a typed array of `kind`; for Array, one with a declared type.
pub(crate) fn typed_array<V: Build>(
    names: Names,
    kind: Kind,
    array: TypedArray<V>,
) -> Result<V, ParseErrorKind> {
    let is_known = names.is_none_or(|layout| layout.has_typed_array(kind));
    let built = V::typed_array(kind, array).filter(|_| is_known);
    built.ok_or_else(|| undeclared(names, kind))
}

/// Builds a Dictionary with declared types.
pub(crate) fn typed_dictionary<V: Build>(
    names: Names,
    dictionary: TypedDictionary<V>,
) -> Result<V, ParseErrorKind> {
    let is_known = names.is_none_or(|layout| layout.declares_types(Kind::Dictionary));
    let built = V::typed_dictionary(dictionary).filter(|_| is_known);
    built.ok_or_else(|| undeclared(names, Kind::Dictionary))
}

fn undeclared(names: Names, kind: Kind) -> ParseErrorKind {
    ParseErrorKind::NoDeclaredTypes {
        ty: name_of(names, kind),
        layout: title(names),
    }
}

/// Returns an error if the layout lacks this field of a record, unless its value is the default.
pub(crate) fn check_field(
    names: Names,
    kind: Kind,
    field: &'static str,
    value: &RecordField<String>,
) -> Result<(), ParseErrorKind> {
    let table = names.and_then(|layout| layout.type_of(kind));
    if value.is_default() || table.is_none_or(|table| has_field(table, field)) {
        return Ok(());
    }
    let (ty, layout) = (name_of(names, kind), title(names));
    Err(ParseErrorKind::MissingField { field, ty, layout })
}

/// The components of a value in wire order.
pub(crate) struct Components {
    pub(crate) rows: &'static [Row],
    pub(crate) numbers: [Option<Number>; MOST_COMPONENTS],
}

impl Components {
    pub(crate) fn new(rows: &'static [Row]) -> Self {
        let numbers = [None; MOST_COMPONENTS];
        Self { rows, numbers }
    }

    /// Appends the encoded components.
    pub(crate) fn encode(&self, body: &mut Vec<u8>) {
        for (row, number) in self.rows.iter().zip(self.numbers.iter().flatten()) {
            encode(*number, ComponentType::from_row(row), body);
        }
    }
}
