//! Formats values like an engine's `var2str`, or in a notation for the values of all engines.
//!
//! Floats are formatted as in the engine: Godot 3 narrows them to 32 bits and writes six digits. The
//! alternate form (`{:#}`) writes every digit, and infinities in a form that `str2var`
//! can parse.
//!
//! Source: `VariantWriter` in `core/variant_parser.cpp` of Godot 3.6; measured in Godot 3.2.3.

use crate::codec::construct::{self, SCRIPT};
use crate::error::is_identifier;
use crate::table::layout::{Layout, kind_named};
use crate::table::rule::BodyRules;
use crate::table::text_form::{ID_CLASS, ID_PROPERTY, TextForm};
use crate::value::record::{Record, RecordField};
use crate::value::view::{AsView, Numbers, View};
use crate::wire::number::Number;
use crate::{Dictionary, ElementType, Kind, Object, TypedArray};
use core::fmt::{self, Display, Formatter, Write};
use float::FloatText;

mod float;

/// The dialect and the names of types in which values are formatted.
#[derive(Debug)]
pub(crate) struct Notation {
    form: TextForm,
    /// The layout with the names of types; `None` for the names of kinds.
    layout: Option<&'static Layout>,
    /// Whether the source of a constructor is written instead of the Object that stands for it.
    pub(crate) is_part: bool,
}

impl Notation {
    /// The notation of Godot 4, with the names of kinds, for the values of all engines.
    pub(crate) const CANONICAL: Self = Self {
        form: TextForm::Godot4,
        layout: None,
        is_part: false,
    };

    /// Creates the notation of a layout's engine.
    pub(crate) const fn of(layout: &'static Layout) -> Self {
        Self {
            form: layout.text_form,
            layout: Some(layout),
            is_part: false,
        }
    }

    fn name_of(&self, kind: Kind) -> &'static str {
        construct::name_of(self.layout, kind)
    }

    /// Returns whether a declared type with this name is not a class.
    fn is_type(&self, name: &str) -> bool {
        name == ANY || kind_named(self.layout, name).is_some()
    }

    /// Returns whether a kind is a record of which the engine encodes no field.
    fn is_fieldless(&self, kind: Kind) -> bool {
        let number = self.layout.and_then(|layout| layout.number_of(kind));
        let body = self
            .layout
            .zip(number)
            .map(|(layout, number)| layout.body_of(number));
        matches!(body, Some(BodyRules::Record([])))
    }

    fn space(&self) -> &'static str {
        self.form.space()
    }
}

/// A value that is formatted in a notation.
pub(crate) struct Displayed<'v, V> {
    pub(crate) value: &'v V,
    pub(crate) notation: Notation,
}

impl<V: AsView> Display for Displayed<'_, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        variant(f, self.value, &self.notation)
    }
}

/// Formats any value.
pub(crate) fn variant<V: AsView>(
    f: &mut Formatter<'_>,
    value: &V,
    notation: &Notation,
) -> fmt::Result {
    match value.view() {
        View::Nil => f.write_str("null"),
        View::Record(kind, record) => self::record(f, kind, record, notation),
        View::Bool(value) => write!(f, "{value}"),
        View::Int(value) => write!(f, "{value}"),
        View::Float(value) => float::standalone(f, value, notation.form),
        View::Text(Kind::StringName, text) => string_name(f, text, notation.form),
        View::Text(_, text) => string(f, text),
        View::Fields(kind, components) | View::Packed(kind, components) => {
            numbers(f, kind, components, notation)
        }
        View::PackedText(texts) => strings(f, texts, notation),
        View::NodePath(path) => node_path(f, path, notation),
        View::Object(value) => object(f, value, notation),
        View::Dictionary(value) => dictionary(f, value, notation),
        View::Array(elements) => array(f, elements, notation),
        View::TypedArray(Kind::Array, value) => {
            open_typed(f, Kind::Array, &[&value.element], notation)?;
            array(f, &value.values, notation)?;
            f.write_char(')')
        }
        View::TypedArray(kind, value) => typed_array(f, kind, value, notation),
        View::TypedDictionary(value) => {
            open_typed(f, Kind::Dictionary, &[&value.key, &value.value], notation)?;
            dictionary(f, &value.entries, notation)?;
            f.write_char(')')
        }
    }
}

/// Formats a value with components, such as `Vector2( 1, 2 )`, or a packed array.
///
/// The components of all elements of a packed array are flattened into one list.
fn numbers(
    f: &mut Formatter<'_>,
    kind: Kind,
    numbers: &dyn Numbers,
    notation: &Notation,
) -> fmt::Result {
    // Pandemonium prints spaces within the brackets of all types but this one.
    let space = if kind == Kind::Projection {
        ""
    } else {
        notation.space()
    };
    write!(f, "{}({space}", notation.name_of(kind))?;
    let mut comma = "";
    let mut result = Ok(());
    numbers.visit(&mut |component| {
        result = result.and_then(|()| {
            f.write_str(comma)?;
            number(f, component, notation.form)
        });
        comma = ", ";
    });
    result?;
    write!(f, "{space})")
}

/// Formats a component.
fn number(f: &mut Formatter<'_>, number: Number, form: TextForm) -> fmt::Result {
    match number {
        Number::Int(value) => write!(f, "{value}"),
        Number::Single(value) => FloatText::new(f, value.into(), true, form).fmt(f),
        Number::Double(value) => FloatText::new(f, value, false, form).fmt(f),
    }
}

/// Formats a record.
///
/// If the layout lacks all fields, the engine writes nothing. The alternate form then writes
/// `null`, which `str2var` can parse.
fn record(
    f: &mut Formatter<'_>,
    kind: Kind,
    record: &dyn Record,
    notation: &Notation,
) -> fmt::Result {
    let is_named = kind.prints_name();
    if !is_named && notation.is_fieldless(kind) {
        return f.write_str(if f.alternate() { "null" } else { "" });
    }
    write!(f, "{}(", notation.name_of(kind))?;
    if !is_named && !record.is_default() {
        list(f, ", ", record.fields(), |f, (_, value)| match value {
            RecordField::Text(text) => string(f, text),
            // The engine writes ids as signed integers.
            RecordField::Int(value) => write!(f, "{}", RecordField::<&str>::signed(value)),
            RecordField::Float(value) => number(f, Number::Double(value), notation.form),
        })?;
    }
    f.write_str(")")
}

/// Formats items with a separator between them.
fn list<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        f.write_str(if index == 0 { "" } else { separator })?;
        write(f, item)?;
    }
    Ok(())
}

/// Formats an Array.
fn array<V: AsView>(f: &mut Formatter<'_>, elements: &[V], notation: &Notation) -> fmt::Result {
    let space = notation.space();
    write!(f, "[{space}")?;
    list(f, ", ", elements, |f, element| {
        variant(f, element, notation)
    })?;
    write!(f, "{space}]")
}

/// Formats a Dictionary, one entry per line. The engine sorts the keys; this function keeps their
/// order.
fn dictionary<V: AsView>(
    f: &mut Formatter<'_>,
    dictionary: &Dictionary<V>,
    notation: &Notation,
) -> fmt::Result {
    let is_empty_line = notation.form == TextForm::Godot4 && dictionary.is_empty();
    f.write_str(if is_empty_line { "{" } else { "{\n" })?;
    list(f, ",\n", dictionary, |f, (key, value)| {
        variant(f, key, notation)?;
        f.write_str(": ")?;
        variant(f, value, notation)
    })?;
    // In an empty Dictionary, Godot 3 writes an empty line.
    let is_closed_at_once = dictionary.is_empty() && notation.form != TextForm::Godot3;
    f.write_str(if is_closed_at_once { "}" } else { "\n}" })
}

/// Formats an Object; an id has the form of the engine's wrapper, `EncodedObjectAsID`.
fn object<V: AsView>(
    f: &mut Formatter<'_>,
    object: &Object<V>,
    notation: &Notation,
) -> fmt::Result {
    if notation.is_part
        && let Some(source) = construct::source(object)
    {
        return f.write_str(source);
    }
    match object {
        _ if object.is_null() => f.write_str("null"),
        Object::Id(id) => writeln!(
            f,
            "Object({ID_CLASS},\"{ID_PROPERTY}\":{},\"script\":null)",
            id.cast_signed()
        ),
        Object::Full(object) => {
            f.write_str("Object(")?;
            class(f, &object.class, is_identifier(&object.class))?;
            // `str2var` needs the comma even without properties.
            f.write_str(if object.properties.is_empty() {
                ","
            } else {
                ""
            })?;
            for (name, value) in &object.properties {
                f.write_char(',')?;
                string(f, name)?;
                f.write_char(':')?;
                variant(f, value, notation)?;
            }
            f.write_str(")\n")
        }
    }
}

/// Formats the name of a class, in quotes unless `is_plain`, so that any name can be parsed.
fn class(f: &mut Formatter<'_>, name: &str, is_plain: bool) -> fmt::Result {
    if is_plain {
        f.write_str(name)
    } else {
        string(f, name)
    }
}

/// Formats a typed array of Pandemonium, such as `TypedArray( "int", [ 1, 2 ] )`.
///
/// Without an element type, the form is `TypedArray( [ 1, 2 ] )`.
///
/// No engine output was available for comparison. The constructor and the spaces follow the other
/// types; the string is the argument that scripts pass to the constructor.
fn typed_array<V: AsView>(
    f: &mut Formatter<'_>,
    kind: Kind,
    value: &TypedArray<V>,
    notation: &Notation,
) -> fmt::Result {
    let space = notation.space();
    write!(f, "{}({space}", notation.name_of(kind))?;
    match &value.element {
        ElementType::Any => {}
        ElementType::Kind(element) => write!(f, "\"{}\", ", notation.name_of(*element))?,
        ElementType::Class(class) | ElementType::Script(class) => {
            escaped(f, class, notation.form)?;
            f.write_str(", ")?;
        }
    }
    array(f, &value.values, notation)?;
    write!(f, "{space})")
}

/// Formats the start of a typed container: `Array[int](` in `Array[int]([1])`, or
/// `Dictionary[int, String](` in `Dictionary[int, String]({1: "one"})`.
fn open_typed(
    f: &mut Formatter<'_>,
    kind: Kind,
    declared: &[&ElementType],
    notation: &Notation,
) -> fmt::Result {
    write!(f, "{}[", notation.name_of(kind))?;
    list(f, ", ", declared, |f, element| {
        type_name(f, element, notation)
    })?;
    f.write_str("](")
}

/// Formats a declared type as in scripts; a script is written as `Resource("path")`.
fn type_name(f: &mut Formatter<'_>, element: &ElementType, notation: &Notation) -> fmt::Result {
    match element {
        ElementType::Any => f.write_str(ANY),
        ElementType::Kind(kind) => f.write_str(notation.name_of(*kind)),
        ElementType::Class(name) => class(f, name, is_identifier(name) && !notation.is_type(name)),
        ElementType::Script(path) => {
            write!(f, "{SCRIPT}(")?;
            string(f, path)?;
            f.write_char(')')
        }
    }
}

/// The name of the declared type that accepts any value.
pub(crate) const ANY: &str = "Variant";

/// Formats a String, with only double quotes and backslashes escaped.
fn string(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    quoted(f, text, |c| match c {
        '"' | '\\' => Some(c),
        _ => None,
    })
}

/// Formats a string in a name or a packed array, escaping control characters like C.
///
/// Quotes, backslashes and, except in Godot 4, question marks are escaped as well.
fn escaped(f: &mut Formatter<'_>, text: &str, form: TextForm) -> fmt::Result {
    let is_godot4 = form == TextForm::Godot4;
    let is_exact = f.alternate() && !is_godot4;
    quoted(f, text, |c| match c {
        '"' | '\\' | '\'' => Some(c),
        '?' if !is_godot4 => Some(c),
        // `str2var` parses the escapes `\a` and `\v` as the letters `a` and `v`.
        '\x07' | '\x0b' if is_exact => None,
        '\x07' => Some('a'),
        '\x08' => Some('b'),
        '\x0c' => Some('f'),
        '\n' => Some('n'),
        '\r' => Some('r'),
        '\t' => Some('t'),
        '\x0b' => Some('v'),
        _ => None,
    })
}

fn quoted(f: &mut Formatter<'_>, text: &str, escape: impl Fn(char) -> Option<char>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match escape(c) {
            Some(letter) => write!(f, "\\{letter}")?,
            None => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Formats a PackedStringArray.
fn strings<T: AsRef<str>>(
    f: &mut Formatter<'_>,
    elements: &[T],
    notation: &Notation,
) -> fmt::Result {
    let space = notation.space();
    write!(f, "{}({space}", notation.name_of(Kind::PackedStringArray))?;
    list(f, ", ", elements, |f, element| {
        escaped(f, element.as_ref(), notation.form)
    })?;
    write!(f, "{space})")
}

/// Formats a StringName.
fn string_name(f: &mut Formatter<'_>, name: &str, form: TextForm) -> fmt::Result {
    f.write_char(if form == TextForm::Godot4 { '&' } else { '@' })?;
    escaped(f, name, form)
}

/// Formats a NodePath.
fn node_path(f: &mut Formatter<'_>, path: &impl Display, notation: &Notation) -> fmt::Result {
    write!(f, "{}(", notation.name_of(Kind::NodePath))?;
    escaped(f, &alloc::format!("{path}"), notation.form)?;
    f.write_char(')')
}
